"""The workshop: maps as documents that are drawn, taken back and saved, without a window."""
