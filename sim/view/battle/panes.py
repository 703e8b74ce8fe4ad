"""Panels that are made wider or folded away: their edges, the handles on them, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pygame

from sim.grid import Point
from sim.view.blocks.kinds import Do
from sim.view.settings import HOVERS, WIDTHS, FoldName, ViewSettings
from sim.view.ui.measure_blocks import ClickArea
from sim.view.ui.paint_blocks import button_colour
from sim.view.ui.palette import theme
from sim.view.window import Cursor

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

PaneEdge = Literal["left", "right", "hover"]
"""What can be dragged: the inner edges of both columns, and what divides the right one."""
_STEP = 50
"""How much wider a key makes a column, at scale 1."""
_GRIP = (12, 46)
"""Width and length of a handle at scale 1."""
_DRAG = 4
"""Pixels that the mouse moves before a click becomes a drag."""


class Panes:
    """How the window is divided."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self._held: tuple[PaneEdge, Point, ViewSettings] | None = None
        """The edge that is held, where it was taken, and what was kept before."""
        self._moved = False

    # -- handles -----------------------------------------------------------------------------------------

    @property
    def grips(self) -> dict[FoldName, pygame.Rect]:
        """The handles, on the edges between panels."""
        places, panels, folded = self._screen.places, self._screen.panels, self._screen.settings.folded
        if places.is_narrow:
            return {}
        across, along = (round(side * places.ui) for side in _GRIP)
        left, right = places.left, places.right
        upright, flat = pygame.Rect(0, 0, across, along), pygame.Rect(0, 0, along, across)
        middle = (left.top + left.bottom) // 2
        found: dict[FoldName, pygame.Rect] = {
            "left": upright.move(left.right, middle - along // 2),
            "right": upright.move(right.left - across, middle - along // 2),
        }
        if "left" not in folded:
            lower = panels["orders"].rect.top - across + round(2 * places.ui)
            found["status"] = flat.move(left.centerx - along // 2, lower)
        if "right" not in folded:
            found["hover"] = flat.move(right.centerx - along // 2, right.bottom - round(2 * places.ui))
        return found

    @property
    def spots(self) -> list[ClickArea]:
        """What of it can be clicked."""
        return [ClickArea(rect, Do("fold", (name,))) for name, rect in self.grips.items()]

    def paint(self, surface: pygame.Surface, pointed: Do | None) -> None:
        """Draw the handles: an arrow points to where the edge would go."""
        folded, ui = self._screen.settings.folded, self._screen.ui
        for name, rect in self.grips.items():
            is_pointed, is_wanted = pointed == Do("fold", (name,)), name in folded and name == "left" and self._is_asked
            pygame.draw.rect(surface, button_colour(chosen=is_wanted), rect, border_radius=round(4 * ui))
            edge = theme().accent if is_pointed or is_wanted else theme().panel_edge
            pygame.draw.rect(surface, edge, rect, max(1, round(ui)), round(4 * ui))
            side = -1 if name in ("left", "status") else 1
            _paint_arrow(surface, rect, theme().ink, -side if name in folded else side)

    @property
    def _is_asked(self) -> bool:
        """Say whether somebody waits for an order whose buttons are folded away."""
        return self._screen.ordering.menu is not None

    # -- dragging ----------------------------------------------------------------------------------------

    def _edge_at(self, at: Point) -> PaneEdge | None:
        screen, places = self._screen, self._screen.places
        if places.is_narrow or screen.is_fronted:
            return None
        folded, wide = screen.settings.folded, round(5 * places.ui)
        left, right, hover = places.left, places.right, places.hover
        edges: dict[PaneEdge, pygame.Rect] = {}
        if "left" not in folded:
            edges["left"] = pygame.Rect(left.right - wide, left.top, 2 * wide, left.height)
        if "right" not in folded:
            edges["right"] = pygame.Rect(right.left - wide, left.top, 2 * wide, left.height)
        if "right" not in folded and "hover" not in folded:
            edges["hover"] = pygame.Rect(right.left, right.bottom, right.width, max(hover.top - right.bottom, 1))
        return next((name for name, rect in edges.items() if rect.collidepoint(at)), None)

    def cursor_at(self, at: Point) -> Cursor:
        """Return how the mouse looks at a place."""
        edge = self._held[0] if self._held is not None else self._edge_at(at)
        return "arrow" if edge is None else "upright" if edge == "hover" else "sideways"

    def press(self, at: Point) -> bool:
        """Take the edge of a panel, if one is there."""
        edge = self._edge_at(at)
        self._held, self._moved = None if edge is None else (edge, at, self._screen.settings), False
        return edge is not None

    def drag(self, at: Point) -> bool:
        """Move the edge that is held; say whether one is."""
        if self._held is None:
            return False
        edge, start, before = self._held
        right, down = at[0] - start[0], at[1] - start[1]
        self._moved = self._moved or abs(down if edge == "hover" else right) > _DRAG
        if self._moved:
            screen, ui = self._screen, self._screen.ui
            column = screen.places.left
            if edge == "left":
                screen.settings = replace(before, left_width=_within(before.left_width + right / ui, WIDTHS))
            elif edge == "right":
                screen.settings = replace(before, right_width=_within(before.right_width - right / ui, WIDTHS))
            else:
                share = before.hover_height - 100 * down / max(column.height, 1)
                screen.settings = replace(before, hover_height=_within(share, HOVERS))
        return True

    def release(self) -> bool:
        """Let the edge go, and keep where it is; say whether it was moved."""
        held, moved, self._held, self._moved = self._held, self._moved, None, False
        if held is None or not moved:
            return False
        after, self._screen.settings = self._screen.settings, held[2]
        self._screen.keep(left_width=after.left_width, right_width=after.right_width, hover_height=after.hover_height)
        return True

    # -- commands ----------------------------------------------------------------------------------------

    def fold(self, name: FoldName) -> None:
        """Fold a panel away, or bring it back."""
        folded = self._screen.settings.folded
        others = tuple(other for other in folded if other != name)
        self._screen.keep(folded=others if name in folded else (*others, name))

    def widen(self, name: Literal["left", "right"]) -> None:
        """Make a column wider; the widest becomes the narrowest."""
        now = self._screen.settings.left_width if name == "left" else self._screen.settings.right_width
        wide = WIDTHS[0] if now >= WIDTHS[1] else _within(now + _STEP, WIDTHS)
        self._screen.keep(**{f"{name}_width": wide})


def _within(value: float, ends: tuple[int, int]) -> int:
    return min(max(round(value), ends[0]), ends[1])


def _paint_arrow(surface: pygame.Surface, rect: pygame.Rect, colour: tuple[int, int, int], side: int) -> None:
    """Draw a small arrow across a handle: to the left or up, to the right or down."""
    x, y = rect.center
    small = min(rect.size) * 0.22 * side
    wide = min(rect.size) * 0.42
    upright = rect.height > rect.width
    tips = ((-small, -wide), (small, 0), (-small, wide))
    pygame.draw.polygon(surface, colour, [(x + a, y + b) if upright else (x + b, y + a) for a, b in tips])
