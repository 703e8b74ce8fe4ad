"""The stand-in for a player of the Regulars: what it hopes for, where units are wanted, and what they do."""
