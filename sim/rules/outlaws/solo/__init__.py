"""Solo: the printed rules of the autos, from the dice to the square that they go to."""
