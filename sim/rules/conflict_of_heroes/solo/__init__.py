"""Solo: the printed AI, from the words on a card to the hex that it moves to."""
