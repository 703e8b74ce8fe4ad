"""What may be ordered, its price and what comes of it: one module for each family of orders."""
