"""What may be ordered, one class an order: what it takes, what comes of it, and how it is said."""
