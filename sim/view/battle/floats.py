"""What floats over the map: the small map, and what the shades mean. Each lies in the corner where it hides least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import pygame

Corner = Literal["topleft", "topright", "bottomright", "bottomleft"]
CORNERS: tuple[Corner, ...] = ("topleft", "topright", "bottomright", "bottomleft")


class Float(NamedTuple):
    """Something that wants a corner."""

    size: tuple[int, int]
    corner: Corner
    """Where it lies as long as it hides nothing there."""


class Floats:
    """Which corner each has. It leaves that only for one where less is hidden: what hops about is worse than either."""

    def __init__(self) -> None:
        self.places: dict[str, pygame.Rect] = {}
        self._corners: dict[str, Corner] = {}

    def place(
        self, wanted: Mapping[str, Float], room: pygame.Rect, boxes: Sequence[pygame.Rect], *, moves: bool = True
    ) -> None:
        """Give each a corner of the room: off one another, and over as few boxes as can be.

        Without `moves` everything stays where it is: while the map is dragged, all boxes pass by; and what is being
        clicked must not run away.
        """
        self.places = {}
        for name, one in wanted.items():
            first = self._corners.get(name, one.corner)
            others = list(self.places.values())
            self._corners[name] = _best(one, first, room, others, boxes if moves else ())
            self.places[name] = _in_corner(one.size, self._corners[name], room)

    def holds(self, at: tuple[float, float]) -> bool:
        """Say whether a pixel lies on something that floats."""
        return any(rect.collidepoint(at) for rect in self.places.values())


def _best(
    one: Float, first: Corner, room: pygame.Rect, others: Sequence[pygame.Rect], boxes: Sequence[pygame.Rect]
) -> Corner:
    """Return the corner in which something lies on no other and hides least; of several the first."""
    rects = {corner: _in_corner(one.size, corner, room) for corner in (first, one.corner, *CORNERS)}
    free = [corner for corner, rect in rects.items() if rect.collidelist(others) < 0] or list(rects)
    return min(free, key=lambda corner: len(rects[corner].collidelistall(boxes)))


def _in_corner(size: tuple[int, int], corner: Corner, room: pygame.Rect) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    setattr(rect, corner, getattr(room, corner))
    return rect
