"""A small widget layer: panels are columns of frozen blocks, and what can be clicked is a value."""
