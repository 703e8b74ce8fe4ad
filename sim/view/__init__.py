"""The viewer: everything that draws, and the only place that imports pygame."""

import os

# pygame greets on standard output when it is imported; the output of a command is not the place for it.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Desktops group windows and remember their places by this name; pygame would call it "__main__.py".
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "sandtable")
