"""La Petite Guerre 1885."""
