"""What may be done with a cell in a search, apart from the kernels so that saying it imports no numba."""

OPEN, CLOSED, LAST = 0, 1, 2
"""Entered and left, not entered, entered but not left again."""
