"""The pictures of scenarios that are kept in memory, the last few that were looked at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from sim.view.ui.palette import theme
from sim.view.ui.panel import PAD

if TYPE_CHECKING:  # numpy and all painters come with it, which the first picture of the window need not wait for
    from sim.scenario.scenario import Scenario
    from sim.view.board.board_picture import MapPainter
    from sim.view.browser.preview import ScenarioPicture

INSET = 230
"""How high a picture is at scale 1 where it is part of a panel."""
_KEPT = 6


def inset_size(width: int, ui: float, high: int = INSET) -> tuple[int, int]:
    """Return how large the picture is as a part of a panel of a width: just so that it need not be scaled."""
    inner = width - 2 * round(PAD * ui) - round(6 * ui)
    return max(inner, 20), max(int(high * ui), 1)


class Pictures:
    """Pictures by the files of their scenarios."""

    def __init__(self, painter: MapPainter) -> None:
        self._painter = painter
        self._previews: dict[Path, ScenarioPicture] = {}
        self._inset: pygame.Surface | None = None
        self._inset_key: object = None

    def of(self, path: Path, scenario: Scenario) -> ScenarioPicture:
        """Return the picture of a scenario."""
        from sim.view.browser.preview import ScenarioPicture

        preview = self._previews.pop(path, None)
        if preview is None or preview.scenario is not scenario:
            preview = ScenarioPicture(scenario, self._painter)
        self._previews[path] = preview  # the last is the one that was used last
        while len(self._previews) > _KEPT:
            del self._previews[next(iter(self._previews))]
        return preview

    def forget(self) -> None:
        """Forget all: files may have changed."""
        self._previews.clear()
        self._inset_key = None

    def key(self, path: Path | None) -> object:
        """Return what the look of a picture depends on: if it stays the same, nothing has to be drawn."""
        preview = None if path is None else self._previews.get(path)
        return path, None if preview is None else preview.version, theme()

    def paint(self, path: Path, surface: pygame.Surface, rect: pygame.Rect, ui: float) -> None:
        """Draw a picture as far as it is painted."""
        if preview := self._previews.get(path):
            preview.paint(surface, rect, ui)

    def inset(self, path: Path, width: int, ui: float, high: int = INSET) -> pygame.Surface | None:
        """Return a picture as a part of a panel: always the same surface, since panels keep what they have measured."""
        if path not in self._previews:
            return None
        size = inset_size(width, ui, high)
        if self._inset is None or self._inset.get_size() != size:
            self._inset, self._inset_key = pygame.Surface(size, depth=32), None
        if self._inset_key != self.key(path):
            self._inset_key = self.key(path)
            self._inset.fill(theme().table)
            self.paint(path, self._inset, self._inset.get_rect(), ui)
        return self._inset
