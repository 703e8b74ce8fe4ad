"""The machinery of a battle: state, events, orders, chance, notes, games and their records. It knows no rules."""
