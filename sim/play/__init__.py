"""What every system does in the same way: see README.md beside this."""
