"""Combat: hands and what they hold, shots, brawls and wounds."""
