"""Many battles of a scenario, and what they say of it."""
