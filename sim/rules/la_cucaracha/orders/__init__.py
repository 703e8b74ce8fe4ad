"""What may be ordered: each order whole, with its reasons why not, what comes of it, and its words."""
