"""What panels say, as blocks of text and figures. Nothing here draws, and nothing needs a window."""
