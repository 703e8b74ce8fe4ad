"""A picture of what a window shows, saved as a PNG file in the current folder, a little in every tick."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import pygame

from sim.files import write_atomically
from sim.files.png import Pixels, png_steps
from sim.files.steps import Steps
from sim.view.ui.frame_budget import Job

_COPIED = 1_500_000
"""Pixels that are copied in one step: about ten milliseconds of work."""
_PACKED = 150_000
"""Pixels that are packed in one step."""


class Snapshot(Job[str]):
    """A picture that is being taken; what it makes is what to tell of it."""

    def __init__(self, surface: pygame.Surface) -> None:
        super().__init__(self._taken(surface))
        self.is_copying = True
        """Whether the window must stay as it is: copying a large one takes several steps."""

    def _taken(self, surface: pygame.Surface) -> Steps[str]:
        file = stamped("sandtable", ".png")
        try:
            size, rows = surface.get_size(), []
            for strip in _strips(size, _COPIED):
                if surface.get_size() != size:
                    return "The picture could not be taken: the window was resized"
                rows.append(_pixels(surface, strip))
                yield
            self.is_copying = False
            data = yield from png_steps(size, (part for strip in rows for part in _parts(strip)))
            write_atomically(file, data)
        except (OSError, pygame.error) as refused:
            return f"The picture could not be saved: {refused}"
        finally:
            self.is_copying = False
        return f"Saved {file.name}"


def _strips(size: tuple[int, int], pixels: int) -> Iterator[pygame.Rect]:
    """Yield strips of a picture from the top down, each of about so many pixels."""
    wide, high = size
    step = max(pixels // max(wide, 1), 1)
    for top in range(0, high, step):
        yield pygame.Rect(0, top, wide, min(step, high - top))


def _pixels(surface: pygame.Surface, strip: pygame.Rect) -> Pixels:
    data = pygame.image.tobytes(surface.subsurface(strip), "RGB")
    return np.frombuffer(data, dtype=np.uint8).reshape(strip.height, strip.width, 3)


def _parts(rows: Pixels) -> Iterator[Pixels]:
    for strip in _strips((rows.shape[1], rows.shape[0]), _PACKED):
        yield rows[strip.top : strip.bottom]


def stamped(what: str, ending: str) -> Path:
    """Return the name of a new file: what it is, and when it was made to the thousandth of a second."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]
    return Path(f"{what}-{stamp}{ending}")
