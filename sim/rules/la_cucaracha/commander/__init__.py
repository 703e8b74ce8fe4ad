"""The stand-in for a player: its plans, and what it reckons with."""
