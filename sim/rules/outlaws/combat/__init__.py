"""Weapons, shots, brawls and wounds: what dice must show, and what comes of a hit."""
