"""Settings for the tests of the viewer: no window is opened, whatever the machine has."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
