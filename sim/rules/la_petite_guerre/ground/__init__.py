"""Where men stand, what they see, and where they can go."""
