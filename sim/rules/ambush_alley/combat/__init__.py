"""Checks, fire, losses, close assault and cards: the dice, and what comes of them."""
