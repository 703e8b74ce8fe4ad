"""Tabletop: what the games in inches share."""
