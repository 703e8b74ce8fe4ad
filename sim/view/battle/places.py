"""Where everything lies in the window: one function of its size and of the scale of the letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from sim.view.blocks.kinds import Block
from sim.view.settings import FoldName, ViewSettings, ui_scale
from sim.view.ui.panel import PAD, natural_height

_LEAST_MAP = 330
"""What wide columns leave to the map, at scale 1."""
_COLUMNS: tuple[FoldName, FoldName] = ("left", "right")
_BAR = 58
_GAP = 8
_STATUS = 0.34
"""The share of the left column that the state of the battle may take."""
_TOOLS = range(30, 23, -1)
"""The side of a button of the toolbar, and how small it may be to have all in one row."""
_TOOL_AIR = 3
_MINIMAP = 168
_FLOAT = 500
_MESSAGE = 560


_LEAST_UI = 0.6
"""Smaller letters cannot be read: in a window without room for those there are no panels."""


def readable_scale(size: tuple[int, int], percent: int) -> float:
    """Return the scale of letters: what the user wants, as far as it leaves a third of the window to the map.

    >>> readable_scale((1280, 720), 100), readable_scale((1280, 720), 250), readable_scale((3840, 2160), 150)
    (0.85, 1.1, 3.0)
    """
    most = min(size[0] / 1150, size[1] / 480)
    return max(min(ui_scale(size, percent), round(most * 20) / 20), _LEAST_UI)


@dataclass(frozen=True)
class BattleLayout:
    """The rectangles of the panels, and the room they leave to the map."""

    size: tuple[int, int]
    ui: float
    lesson_height: int = 0
    """The room above the map for a lesson of the tutorial: as much as the longest takes, so that the map stays put."""
    tools: tuple[int, ...] = ()
    """How many buttons the toolbar has, group by group."""
    widths: tuple[int, int] = (ViewSettings.left_width, ViewSettings.right_width)
    """How wide the columns are to be, at scale 1."""
    hover_height: int = ViewSettings.hover_height
    """The share of the right column, in percent, that belongs to what lies under the cursor."""
    folded: tuple[FoldName, ...] = ()

    @property
    def is_narrow(self) -> bool:
        """Say whether there is no room for panels beside the map: then only the map is shown."""
        return self.size[0] < 700 * self.ui or self.size[1] < 330 * self.ui

    @property
    def _gap(self) -> int:
        return round(_GAP * self.ui)

    @property
    def bar(self) -> pygame.Rect:
        """The time line along the bottom."""
        high = round(_BAR * self.ui)
        return pygame.Rect(self._gap, self.size[1] - high - self._gap, self.size[0] - 2 * self._gap, high)

    @property
    def _column(self) -> tuple[int, int]:
        """Top and bottom of the columns."""
        return self._gap, self.bar.top - self._gap

    @property
    def _widths(self) -> tuple[int, int]:
        """How wide the columns are: what is folded has no width, and the map keeps its least."""
        left, right = (0 if name in self.folded else wide for name, wide in zip(_COLUMNS, self.widths, strict=True))
        free = max(self.size[0] - 2 * self._gap - _LEAST_MAP * self.ui, 0)
        shrink = min(free / max((left + right) * self.ui, 1), 1.0) * self.ui
        return round(left * shrink), round(right * shrink)

    @property
    def left(self) -> pygame.Rect:
        """The whole left column."""
        top, bottom = self._column
        return pygame.Rect(self._gap, top, self._widths[0], bottom - top)

    def left_parts(self, status_height: int, orders_height: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the places of the state of the battle, no higher than it needs, and of the orders below it.

        The state may take a third of the column, and more if the orders leave it free.
        """
        left = self.left
        free = left.height - self._gap - orders_height
        high = min(status_height, max(round(left.height * _STATUS), free))
        status = pygame.Rect(left.left, left.top, left.width, high)
        top = status.bottom + self._gap
        return status, pygame.Rect(left.left, top, left.width, left.bottom - top)

    @property
    def right(self) -> pygame.Rect:
        """The upper part of the right column: log, reasons, forecast."""
        top, bottom = self._column
        wide, share = self._widths[1], 1 if "hover" in self.folded else 1 - self.hover_height / 100
        return pygame.Rect(self.size[0] - wide - self._gap, top, wide, round((bottom - top) * share) - self._gap)

    @property
    def hover(self) -> pygame.Rect:
        """The lower part of the right column: what lies under the cursor."""
        right, bottom = self.right, self._column[1]
        top = right.bottom + self._gap
        return pygame.Rect(right.left, top, 0 if "hover" in self.folded else right.width, bottom - top)

    @property
    def room(self) -> pygame.Rect:
        """What is left to the map."""
        if self.is_narrow:
            return pygame.Rect(0, 0, *self.size)
        bottom, top = self._column[1], self._below_tools
        if self.lesson_height:
            top += self.lesson_height + self._gap
        return pygame.Rect(self.left.right, top, self.right.left - self.left.right, bottom - top)

    @property
    def tool_boxes(self) -> list[pygame.Rect]:
        """The buttons of the toolbar: in one row above the map, in more where it is narrow."""
        air, width = round(_TOOL_AIR * self.ui), self.right.left - self.left.right - 4 * self._gap
        one_row = [round(side * self.ui) for side in _TOOLS]
        count, groups = sum(self.tools), len(self.tools)
        side = next((side for side in one_row if count * (side + air) + 2 * groups * air <= width), one_row[0])
        rows: list[list[int]] = [[]]
        x = 0
        for group in self.tools:
            for _ in range(group):
                if x + side > width and rows[-1]:
                    rows.append([])
                    x = 0
                rows[-1].append(x)
                x += side + air
            x += 2 * air
        left = self.left.right + 2 * self._gap
        return [
            pygame.Rect(left + (width - row[-1] - side) // 2 + x, self._gap + air + n * (side + air), side, side)
            for n, row in enumerate(rows)
            for x in row
        ]

    @property
    def toolbar(self) -> pygame.Rect:
        """The strip that the buttons lie on."""
        boxes, air = self.tool_boxes, 2 * round(_TOOL_AIR * self.ui)
        return boxes[0].unionall(boxes[1:]).inflate(air, air) if boxes else pygame.Rect(0, 0, 0, 0)

    @property
    def _below_tools(self) -> int:
        return self.toolbar.bottom + self._gap if self.tools else self._gap

    def minimap(self, wide: float, high: float) -> tuple[int, int]:
        """Return the size of the small map, for a map of so many cells' width and height."""
        shrink = round(_MINIMAP * self.ui) / max(wide, high, 1e-9)
        return max(1, round(wide * shrink)), max(1, round(high * shrink))

    @property
    def float_air(self) -> tuple[int, int]:
        """How much smaller than the room that is in which things float."""
        return -2 * self._gap, -2 * self._gap

    @property
    def widest_float(self) -> int:
        """How wide something that floats may be."""
        return min(round(_FLOAT * self.ui), self.room.width - 4 * self._gap)

    def centred(self, wide: float, high: int) -> pygame.Rect:
        """Return a place in the middle of the window for something that must be looked at first."""
        rect = pygame.Rect(0, 0, min(round(wide * self.ui), self.size[0] - 2 * self._gap), 0)
        rect.height = min(high, self.size[1] - 2 * self._gap)
        rect.center = (self.size[0] // 2, self.size[1] // 2)
        return rect

    def beside(self, box: pygame.Rect, wide: int, high: int) -> pygame.Rect:
        """Return the place of a line about something: below it, or above it at the foot of the window."""
        rect = pygame.Rect(0, 0, wide, high)
        below = box.bottom + self._gap + high <= self.size[1]
        rect.midtop = (box.centerx, box.bottom + self._gap if below else box.top - self._gap - high)
        return rect.clamp(pygame.Rect((0, 0), self.size))

    def lesson(self, high: int) -> pygame.Rect:
        """Return the place of a lesson of the tutorial: at the top of the map."""
        room = self.room
        rect = pygame.Rect(0, 0, min(round(640 * self.ui), max(room.width - 2 * self._gap, 1)), high)
        rect.midtop = (room.centerx, self._below_tools)
        return rect

    def message(self, floats: Sequence[pygame.Rect] = ()) -> pygame.Rect:
        """Return where messages are shown: over the map, above the time line, between what floats at its foot."""
        room, high = self.room, round((2 * PAD + 20) * self.ui)
        at_foot = [rect for rect in floats if rect.bottom > room.bottom - high - 2 * self._gap]
        left = max([room.left, *(rect.right for rect in at_foot if rect.centerx < room.centerx)]) + self._gap
        right = min([room.right, *(rect.left for rect in at_foot if rect.centerx >= room.centerx)]) - self._gap
        rect = pygame.Rect(0, 0, min(round(_MESSAGE * self.ui), max(right - left, 1)), high)
        rect.midbottom = ((left + right) // 2, room.bottom - self._gap)
        return rect

    def with_message(self, window: pygame.Rect, said: Sequence[Block]) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the places of a window and of a message: below it and off the time line, else above it.

        A window that leaves no room gives way at its foot: a message over it would hide what it is about.
        """
        gap = self._gap
        rect = pygame.Rect(0, 0, min(round(_MESSAGE * self.ui), self.size[0] - 2 * gap), 0)
        rect.height = natural_height(said, rect.width, self.ui)
        rect.midtop = (window.centerx, window.bottom + gap)
        if rect.bottom > self.bar.top - gap:
            rect.bottom = window.top - gap
        if rect.top < gap:
            rect.bottom = self.size[1] - gap
            window = pygame.Rect(window.left, window.top, window.width, rect.top - gap - window.top)
        return window, rect
