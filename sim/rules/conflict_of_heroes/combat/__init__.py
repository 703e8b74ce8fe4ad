"""Combat: attacks, what they leave behind, and who lies hidden."""
