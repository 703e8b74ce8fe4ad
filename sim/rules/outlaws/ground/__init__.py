"""The ground: who sees whom, what is cover, and where each gait leads."""
