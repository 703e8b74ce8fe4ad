"""The map editor: a screen on which a map is drawn."""
