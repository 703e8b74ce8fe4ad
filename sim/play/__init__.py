"""Play: what every system does in the same way."""
