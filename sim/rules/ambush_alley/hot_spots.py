"""AAS-HOT: where hot spots are placed automatically, as somebody would who plays the Insurgents.

In cover: in buildings or within walls, and in no open field; far from where the Regulars come from, and out of sight of
it; spread out, the first two as near to the objectives as that allows. On a table that has not enough such places
the list gives up its wishes from the last to the first, and five are placed all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover
from sim.board.paths import reach
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.ambush_alley.choices import Here, ordered
from sim.rules.ambush_alley.geometry import places_with_cover
from sim.rules.ambush_alley.orders import PlaceHotSpot
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require
from sim.tabletop.inches import exact, inches_text

RULE = "AAS-HOT"


def _inches_from(what: str, cells: tuple[Cell, ...]) -> Measure[Here, Cell]:
    """Measure the way to the nearest of some cells; nothing is near where there are none."""

    def away(here: Here, cell: Cell) -> Shown:
        map_ = here.position.map
        squared = min((map_.grid.squared(cell, other) for other in cells), default=0)
        return Shown(squared, inches_text(squared, map_.scale.per_cell))

    return Measure(f"inches from {what}", away)


def _far_from(what: str, cells: tuple[Cell, ...], length: int) -> Measure[Here, Cell]:
    def far(here: Here, cell: Cell) -> bool:
        map_ = here.position.map
        least_cells = length * length / exact(map_.scale.per_cell) ** 2
        return all(map_.grid.squared(cell, other) >= least_cells for other in cells)

    return Measure(f'at least {length}" from {what}', far)


def _lines(here: Here, number: int) -> Iterable[Line[Here, Cell]]:
    numbers, mission = here.battle.data.numbers, here.battle.data.mission
    others = tuple(spot.cell for spot in here.state.hot_spots)
    objectives = tuple(cell for objective in mission.objectives for cell in objective.cells)
    covered, seen = places_with_cover(here.position), _seen_from(here, mission.entry)
    yield require(Measure("no hot spot yet", lambda _, cell: cell not in others))
    yield prefer(Measure("in cover", lambda _, cell: cell in covered))
    yield prefer(_far_from("the Regulars' entry", mission.entry, numbers.hot_spot_from_entry))
    yield prefer(Measure("out of sight of the Regulars' entry", lambda _, cell: cell not in seen))
    yield prefer(_far_from("other hot spots", others, numbers.hot_spot_apart))
    if number <= numbers.hot_spots_near_objectives and objectives:
        yield least(_inches_from("an objective", objectives))
    elif others:
        yield most(_inches_from("other hot spots", others))
    yield most(_inches_from("the Regulars' entry", mission.entry))


def _seen_from(here: Here, entry: tuple[Cell, ...]) -> Area:
    bits = 0
    for cell in entry:
        bits |= here.position.lines.field_of_view(cell).bits
    return Area(here.position.map, bits)


def candidates(here: Here) -> tuple[Cell, ...]:
    """Return the cells to which one could walk from the Regulars' entry; all of them where no entry is named."""
    entry, map_ = here.battle.data.mission.entry, here.position.map
    walked = _walked(map_, here.state.changes, entry[0]) if entry else map_.whole
    return tuple(cell for cell in walked if cell not in entry)


@lru_cache(maxsize=8)
def _walked(battle_map: BattleMap, changes: Changes, start: Cell) -> Area:
    return reach(Ground(battle_map, changes), Mover("foot", 2, 3), start).area


def best_place(here: Here) -> Cell | None:
    """AAS-HOT: return where the next hot spot is placed; None where there is no room."""
    number = here.ask.number or len(here.state.hot_spots) + 1
    order: Priority[Cell] = Priority(RULE, f"where hot spot {number} is placed", *_lines(here, number))
    return order.choose(here, candidates(here), "cells that can be walked to")


def place(here: Here) -> Intent | Cannot:
    """AAS-HOT: place the next hot spot."""
    cell = best_place(here)
    return Cannot("there is no room for it") if cell is None else ordered(here, PlaceHotSpot(cell))
