"""The picture of a scenario: its map, with every unit where it stands, as far as the people who play may know.

Units are simple signs in the colour and the shape of their side.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING, Any

import pygame

from sim.engine.reader import Reader
from sim.engine.ruleset import HUMAN
from sim.engine.state import State
from sim.grid import Cell
from sim.view.board.board_look import BoardLook, OnBoard
from sim.view.board.board_picture import BoardPicture, MapPainter
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import layout
from sim.view.board.paint_names import paint_names
from sim.view.counters.livery import Emblem, Livery, livery
from sim.view.ui.lettering import lettered
from sim.view.ui.measure_blocks import SMALL, TEXT
from sim.view.ui.palette import theme

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario

LEAST = 24
"""The shortest side of a picture, in pixels: below, there is nothing to see."""
NAMED = 180
"""The height from which on places have their names: in smaller pictures they would cover everything."""
_FINE = 4
"""How much larger a sign is drawn before it is shrunk, for smooth edges."""


class ScenarioPicture:
    """The picture of one scenario, at any size."""

    def __init__(
        self,
        scenario: Scenario,
        painter: MapPainter,
        state: State[Any] | None = None,
        people: tuple[str, ...] | None = None,
    ) -> None:
        """Have it as it stands at the start, or in a state that people have come to since."""
        self.scenario, self._state = scenario, scenario.state if state is None else state
        self.picture = BoardPicture(scenario.setup.map, painter)
        self.shades: tuple[OnBoard, ...] = ()
        """What lies over the map."""
        self._units = _standing(scenario, self._state, _people(scenario) if people is None else people)

    @property
    def version(self) -> int:
        """Goes up whenever there is more to show."""
        return self.picture.version

    def work(self, size: tuple[int, int], ui: float) -> None:
        """Have painted what is missing."""
        if min(size) >= LEAST:
            self.picture.show(BoardLook(self._state.changes, shades=self.shades))
            self.picture.want(self._camera(size, ui))
            self.picture.take()

    def _camera(self, size: tuple[int, int], ui: float) -> Camera:
        """Return the camera that has the whole map above the signs of the sides."""
        bounds, high = layout(self.scenario.setup.map).bounds, size[1] - self.legend(size, ui).height
        return replace(fitted(bounds, size[0], high, margin=0.025), height=size[1])

    def legend(self, size: tuple[int, int], ui: float) -> pygame.Rect:
        """Return where it says whose signs are whose, at the foot of the picture; empty where there is no room."""
        names, line = _legend_names(self.scenario, ui), _line(ui)
        side_by_side = sum(name.get_width() + line + 3 * _pad(ui) for name in names) <= size[0]
        high = line * (1 if side_by_side else len(names)) + _pad(ui)
        wide = max(name.get_width() for name in names) + line + 3 * _pad(ui)
        if wide > size[0] or high > size[1] * 0.3:
            return pygame.Rect(0, size[1], 0, 0)
        return pygame.Rect(0, size[1] - high, size[0], high)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, ui: float) -> None:
        """Draw it into a part of a surface."""
        rect = rect.clip(surface.get_rect())
        if min(rect.size) < LEAST:
            return
        part, camera = surface.subsurface(rect), self._camera(rect.size, ui)
        self.picture.draw(part, camera)
        self._paint_objectives(part, camera, ui)
        grid, size = self.scenario.setup.map.grid, _sign_size(camera, ui)
        points = [(x * camera.scale, y * camera.scale) for x, y in map(grid.point, self._units)]
        signs = tuple((round(x - size / 2), round(y - size / 2), size, size) for x, y in points)
        if rect.height >= NAMED:
            paint_names(part, self.scenario.setup.map, camera, ui * 0.9, zones=False, beside=signs)
        for cell, sides in self._units.items():
            _paint_stack(part, camera, self.scenario, cell, sides, ui)
        _paint_legend(part, self.legend(rect.size, ui), self.scenario, ui)

    def _paint_objectives(self, surface: pygame.Surface, camera: Camera, ui: float) -> None:
        """Draw a line around every place that matters: around all of it, where it has many cells."""
        grid, wide = self.scenario.setup.map.grid, max(1.0, 1.6 * ui)
        borders = [
            [camera.pixel(point) for point in grid.side_points(cell, side)]
            for objective in self.scenario.setup.objectives
            for cell in objective.cells
            for side, step in enumerate(grid.side_steps)
            if cell.plus(step) not in objective.cells
        ]
        for colour, width in ((theme().map_ink, round(2.6 * wide)), (theme().selected, round(wide))):
            for one, other in borders:
                pygame.draw.line(surface, colour, one, other, width)


def _people(scenario: Scenario) -> tuple[str, ...]:
    return tuple(side.id for side in scenario.battle.sides if scenario.players[side.id] == HUMAN)


def _standing(scenario: Scenario, state: State[Any], people: tuple[str, ...]) -> dict[Cell, tuple[int, ...]]:
    """Return by cell the sides of the units in it, as far as all people who play may know."""
    state = Reader(scenario.battle, people).known(state)
    sides = [side.id for side in scenario.battle.sides]
    found: dict[Cell, tuple[int, ...]] = {}
    for unit in state.units:
        if unit.cell is not None:
            found[unit.cell] = (*found.get(unit.cell, ()), sides.index(unit.side))
    return found


# -- drawing ----------------------------------------------------------------------------------------------


def _paint_stack(
    surface: pygame.Surface, camera: Camera, scenario: Scenario, cell: Cell, sides: tuple[int, ...], ui: float
) -> None:
    """Draw the units of a cell, one a little above the other."""
    x, y = camera.pixel(scenario.setup.map.grid.point(cell))
    size = _sign_size(camera, ui)
    shown = sides[:3]
    step = max(2, round(size * 0.2))
    for n, side in enumerate(shown):
        sign = _sign(livery(side), size)
        shift = step * (n - (len(shown) - 1) / 2)
        surface.blit(sign, sign.get_rect(center=(round(x + shift), round(y - shift))))


def _sign_size(camera: Camera, ui: float) -> int:
    return round(min(max(0.62 * camera.scale, 7 * ui), 30 * ui))


@lru_cache(maxsize=128)
def _sign(colours: Livery, size: int) -> pygame.Surface:
    """Return the sign of a side: its shape and colour, with a light and a dark edge."""
    large = size * _FINE
    picture = pygame.Surface((large, large), pygame.SRCALPHA, 32)
    for inset, colour in ((0.0, colours.deep), (0.07, (250, 246, 234)), (0.16, colours.field)):
        _fill(picture, colours.emblem, round(large * inset), colour)
    return pygame.transform.smoothscale(picture, (size, size))


def _fill(picture: pygame.Surface, emblem: Emblem, inset: int, colour: tuple[int, int, int]) -> None:
    whole = picture.get_width()
    low, high, middle = inset, whole - inset, whole / 2
    match emblem:
        case "disc" | "ring":
            pygame.draw.circle(picture, colour, (middle, middle), middle - inset)
        case "diamond" | "star":
            pygame.draw.polygon(picture, colour, [(middle, low), (high, middle), (middle, high), (low, middle)])
        case "triangle" | "chevron":
            aside = round(inset * 1.5)
            points = [(middle, floor(inset * 1.9)), (whole - aside, high), (aside, high)]
            pygame.draw.polygon(picture, colour, points)
        case _:
            room = pygame.Rect(low, low, high - low, high - low)
            pygame.draw.rect(picture, colour, room.inflate(-whole // 8, -whole // 8))


def _pad(ui: float) -> int:
    return round(8 * ui)


def _line(ui: float) -> int:
    """Return how high a line of the legend is; a sign takes as much in width."""
    return round(SMALL * 1.5 * ui)


def _legend_names(scenario: Scenario, ui: float) -> list[pygame.Surface]:
    return [lettered(side.name, round(SMALL * ui), theme().ink) for side in scenario.battle.sides]


def _paint_legend(surface: pygame.Surface, room: pygame.Rect, scenario: Scenario, ui: float) -> None:
    """Say below the map whose signs are whose: side by side in the middle, or one below the other."""
    if not room.height:
        return
    names, line, pad = _legend_names(scenario, ui), _line(ui), _pad(ui)
    widths = [name.get_width() + line + 3 * pad for name in names]
    is_row = room.height < 2 * line
    x, y = room.centerx - (sum(widths) if is_row else max(widths)) // 2 + pad, room.top + line // 2
    for n, (name, wide) in enumerate(zip(names, widths, strict=True)):
        sign = _sign(livery(n), round(TEXT * ui))
        surface.blit(sign, sign.get_rect(midleft=(x, y)))
        surface.blit(name, name.get_rect(midleft=(x + line + pad // 2, y)))
        x, y = (x + wide, y) if is_row else (x, y + line)
