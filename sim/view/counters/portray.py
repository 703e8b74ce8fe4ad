"""From a unit to its portrait.

A system is portrayed by a module of its name in this folder with a `PORTRAYAL` in it; nothing else has to know. It is
imported when the first battle of that system is shown. A system without one is portrayed plainly.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import atan2
from typing import Protocol

from sim.engine.insight import Scene
from sim.engine.units import Unit
from sim.grid import Cell, Grid
from sim.view.counters.livery import Livery, livery
from sim.view.counters.paint_counters import Placed
from sim.view.counters.portrait import Portrait


class Portrayal(Protocol):
    """How the units of a system look."""

    def portrait(self, position: Scene, unit: Unit) -> Portrait:
        """Return what a unit looks like at a moment of a battle."""
        ...

    def loose(self, position: Scene) -> Iterable[tuple[Portrait, Cell]]:
        """Return what stands on the map besides units: horses without riders."""
        ...


class PlainPortrayal:
    """How units look of whom nothing is known but whose they are and what they are called."""

    def portrait(self, position: Scene, unit: Unit) -> Portrait:
        """Return a card with the unit's name."""
        return Portrait(colours=side_livery(position, unit.side), label=unit.profile.name, facing=unit.facing)

    def loose(self, position: Scene) -> Iterable[tuple[Portrait, Cell]]:
        """Return nothing: only units are known."""
        return ()


PLAIN = PlainPortrayal()


@lru_cache(maxsize=32)
def portrayal(ruleset_id: str) -> Portrayal:
    """Return how the units of a system look."""
    name = f"{__package__}.{ruleset_id}"
    if not ruleset_id.isidentifier() or find_spec(name) is None:
        return PLAIN
    found: Portrayal = getattr(import_module(name), "PORTRAYAL", PLAIN)
    return found


def side_livery(position: Scene, side: str) -> Livery:
    """Return the livery of a side: they are given out in the order of the scenario."""
    sides = [each.id for each in position.battle.sides]
    return livery(sides.index(side) if side in sides else len(sides))


def angle_of(grid: Grid, facing: int | None) -> float | None:
    """Return the angle of a direction on the screen, clockwise from the right, in radians.

    hexes, side up       squares
        n (0)              n
    nw  |  ne          nw  |  ne
      \\ | /              \\ | /
      / | \\           w --+-- e
    sw  |  se              |
    """
    if facing is None:
        return None
    here, step = grid.point(Cell(0, 0)), grid.point(grid.steps[facing])
    return atan2(step[1] - here[1], step[0] - here[0])


_ASIDE = 0.2
"""How far, in cells, what stands about makes room for a counter in the same cell."""


def placed_loose(position: Scene) -> list[Placed]:
    """Return what stands on the map besides units, a little aside where a unit stands in the same cell."""
    grid, found = position.map.grid, []
    for portrait, cell in portrayal(position.battle.ruleset.id).loose(position):
        x, y = grid.point(cell)
        aside = _ASIDE if position.state.units.at(cell) else 0.0
        found.append(Placed("", portrait, (x - aside, y - aside), angle_of(grid, portrait.facing)))
    return found


def placed_units(position: Scene) -> list[Placed]:
    """Return all units on the map as counters, in the order of the roster; what flies is above everything else."""
    portrayed, grid = portrayal(position.battle.ruleset.id), position.map.grid
    found = []
    for unit in position.state.units:
        if unit.cell is not None:
            portrait = portrayed.portrait(position, unit)
            found.append(Placed(unit.id, portrait, grid.point(unit.cell), angle_of(grid, portrait.facing)))
    return sorted(found, key=lambda each: each.portrait.form == "aircraft")
