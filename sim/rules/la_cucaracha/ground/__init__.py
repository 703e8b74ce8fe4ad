"""What the eye and the ruler decide: sight, cover, range, moves, charges."""
