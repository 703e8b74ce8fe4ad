"""Ground: what the eye decides, and where the feet lead."""
