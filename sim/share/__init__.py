"""What leaves the program: a battle as one page, and the player aid of a system."""
