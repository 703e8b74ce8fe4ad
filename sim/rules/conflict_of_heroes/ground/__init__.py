"""Ground: what the eye decides, and where a counter can go."""
