"""Shooting, close combat, courage and responses: what dice must show, and what comes of them."""
