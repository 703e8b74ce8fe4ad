"""A picture of what a window shows, saved as a PNG file in the current folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from threading import Thread

import pygame

from sim.files import write_atomically


class Snapshot:
    """A picture that is being saved: it is packed and written by a thread, for a large one takes a second."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.result = ""
        """What to tell of it, once it is done."""
        self._picture = surface.copy()
        self._thread = Thread(target=self._save)
        self._thread.start()

    def _save(self) -> None:
        from sim.view.board.render import png_bytes

        file = timestamped("sandtable", ".png")
        try:
            write_atomically(file, png_bytes(self._picture))
        except (OSError, pygame.error) as refused:
            self.result = f"The picture could not be saved: {refused}"
        else:
            self.result = f"Saved {file.name}"

    def wait(self) -> None:
        """Wait until it is saved: the window is about to close."""
        self._thread.join()


def timestamped(what: str, ending: str) -> Path:
    """Return the name of a new file: what it is, and when it was made to the thousandth of a second."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]
    return Path(f"{what}-{stamp}{ending}")
