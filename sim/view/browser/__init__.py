"""The scenario browser: find a scenario, look at it, say who plays it, and start."""
