"""What several systems resolve in the same way."""
