"""The orders of La Petite Guerre, a file for each family, and the book that has them all."""
