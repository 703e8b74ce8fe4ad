"""Where the panels of the browser lie in a window of any size.

wide                              middling                 narrow
+--------------------------+      +--------+--------+      +--------+
| heading                  |      | find   | detail |      | all in |
+-------+---------+--------+      +--------+        |      | one    |
| find  | picture | choices|      | list   |        |      | panel  |
+-------+         |        |      |        |        |      |        |
| list  +---------+--------+      |        |        |      |        |
|       | about   | actions|      +--------+--------+      |        |
+-------+---------+--------+      | status          |      +--------+
| status                   |      +-----------------+
+--------------------------+
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import pygame

from sim.view.blocks.kinds import Block
from sim.view.ui.panel import natural_height

Mode = Literal["wide", "middling", "narrow"]

GAP = 10
_LIST, _CHOICES, _HEADING = 376, 372, 46
_WIDE, _WIDE_HIGH, _MIDDLING, _MIDDLING_HIGH = 1060, 620, 660, 330
"""What a form needs at scale 1, in pixels."""


@dataclass(frozen=True)
class BrowserLayout:
    """Where everything lies."""

    mode: Mode
    panels: Mapping[str, pygame.Rect]
    heading: pygame.Rect | None = None
    picture: pygame.Rect | None = field(default=None)


def mode_for(size: tuple[int, int], ui: float) -> Mode:
    """Return the form that a window has room for."""
    width, height = size
    if width >= _WIDE * ui and height >= _WIDE_HIGH * ui:
        return "wide"
    return "middling" if width >= _MIDDLING * ui and height >= _MIDDLING_HIGH * ui else "narrow"


def arranged(
    size: tuple[int, int], ui: float, blocks: Callable[[str], Sequence[Block]], *, page: bool = False
) -> BrowserLayout:
    """Place everything; `blocks` tells what a panel says, where its height depends on that.

    A page, such as the settings, takes the place of all that is about one scenario.
    """
    mode = mode_for(size, ui)
    if mode == "narrow":
        return BrowserLayout(mode, {"all": pygame.Rect(0, 0, *size)})
    gap = round(GAP * ui)
    room = pygame.Rect(gap, gap, size[0] - 2 * gap, size[1] - 2 * gap)
    status = natural_height(blocks("status"), room.width, ui)
    panels = {"status": pygame.Rect(room.left, room.bottom - status, room.width, status)}
    room.height -= status + gap
    heading = None
    if mode == "wide":
        heading = pygame.Rect(room.left, room.top, room.width, round(_HEADING * ui))
        room.top, room.height = heading.bottom, room.bottom - heading.bottom
    left, rest = _cut_left(room, round((_LIST if mode == "wide" else _LIST * 0.75) * ui), gap)
    find = natural_height(blocks("find"), left.width, ui)
    panels["find"], panels["list"] = _cut_top(left, find, gap)
    if page or mode == "middling":
        panels["page" if page else "detail"] = rest
        return BrowserLayout(mode, panels, heading)
    middle, right = _cut_left(rest, rest.width - round(_CHOICES * ui) - gap, gap)
    picture, panels["about"] = _cut_top(middle, round(middle.height * 0.6), gap)
    actions = natural_height(blocks("actions"), right.width, ui)
    panels["choices"], panels["actions"] = _cut_top(right, max(right.height - actions - gap, 0), gap)
    return BrowserLayout(mode, panels, heading, picture)


def _cut_left(room: pygame.Rect, width: int, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    width = min(max(width, 0), room.width)
    rest = max(room.width - width - gap, 0)
    return pygame.Rect(room.left, room.top, width, room.height), pygame.Rect(
        room.right - rest, room.top, rest, room.height
    )


def _cut_top(room: pygame.Rect, height: int, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    height = min(max(height, 0), room.height)
    rest = max(room.height - height - gap, 0)
    return pygame.Rect(room.left, room.top, room.width, height), pygame.Rect(
        room.left, room.bottom - rest, room.width, rest
    )
