"""OUTLAWS! Adventures in the Old West, with its solitaire rules."""
