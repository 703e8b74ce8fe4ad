"""What the eye decides: sight and cover, how far a unit goes, and where it is safe."""
