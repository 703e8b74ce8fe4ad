"""What is shown of a battle, without how it looks: time, what may be known, what can be ordered. Nothing here draws."""
