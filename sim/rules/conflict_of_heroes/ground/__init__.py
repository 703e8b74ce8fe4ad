"""Ground: what counters cover and see, and where they can move."""
