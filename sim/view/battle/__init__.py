"""The battle screen: what it shows of a battle, and how that is drawn."""
