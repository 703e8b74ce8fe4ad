"""The board: a map as a picture, from the ground up to what the engine answers about it."""
