"""Ambush Alley, with its solo and co-op rules."""
