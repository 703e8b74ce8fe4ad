"""Fire, charges, blows, and what men make of them."""
