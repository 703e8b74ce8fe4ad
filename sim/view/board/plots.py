"""Plots: which way the furrows of a field and the planks of a floor run.

Fields that all run the same way look like wallpaper. So a wide stretch of field is cut into plots of a few cells, each
ploughed along an axis of its own; a room is floored along its longer side; a boardwalk is planked across its run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.grid import Cell, Edge
from sim.view.board.chance import PlaceNumbers

DIRECTED = frozenset({"furrows", "rows", "planks", "boardwalk"})
"""Textures that follow the direction of their plot."""

_FIELD = 4
"""The least cells of a plot; the most are twice as many."""


@dataclass(frozen=True, eq=False)
class Plots:
    """Direction (radians) and tone (-1 to 1) of every cell, in map order."""

    angle: NDArray[np.float32]
    tone: NDArray[np.float32]


def plots_of(battle_map: BattleMap, textures: dict[Cell, str]) -> Plots:
    """Lay out the plots of a map whose cells have these textures; cells without one run on from their neighbours."""
    angle = np.zeros(len(battle_map.cells), dtype=np.float32)
    tone = np.zeros(len(battle_map.cells), dtype=np.float32)
    done: set[Cell] = set()
    for cell, texture in textures.items():
        if cell in done:
            continue
        plot = _plot(battle_map, textures, cell, done)
        done.update(plot)
        chance = PlaceNumbers(*cell, 17)
        for member in plot:
            n = battle_map.ordinal(member)
            angle[n] = _angle(battle_map, textures, member, plot, texture)
            tone[n] = chance.between(-1, 1) if member == cell else tone[battle_map.ordinal(cell)]
    _run_on(battle_map, textures, angle, tone)
    return Plots(angle, tone)


def _plot(battle_map: BattleMap, textures: dict[Cell, str], start: Cell, done: set[Cell]) -> list[Cell]:
    """Return the cells of the plot that begins at a cell: a whole room, or a handful of field."""
    texture = textures[start]
    most = (
        len(battle_map.cells)
        if texture in ("planks", "boardwalk")
        else PlaceNumbers(*start, 3).below(_FIELD + 1) + _FIELD
    )
    found, queue = [start], deque([start])
    while queue and len(found) < most:
        for neighbour in _beside(battle_map, queue.popleft()):
            free = neighbour not in done and neighbour not in found
            if free and textures.get(neighbour) == texture and len(found) < most:
                found.append(neighbour)
                queue.append(neighbour)
    return found


def _beside(battle_map: BattleMap, cell: Cell) -> Iterable[Cell]:
    """Return the cells across the sides of a cell that no wall parts from it: a room ends at its walls."""
    around = (cell.plus(step) for step in battle_map.grid.side_steps)
    return [other for other in around if other in battle_map and Edge.between(cell, other) not in battle_map.edges]


def _angle(battle_map: BattleMap, textures: dict[Cell, str], cell: Cell, plot: list[Cell], texture: str) -> float:
    """Return the direction of the rows in one cell of a plot."""
    if texture == "boardwalk":
        along = [textures.get(cell.plus(step)) == texture for step in battle_map.grid.side_steps[:4]]
        return pi / 2 if along[1] or along[3 % len(along)] else 0.0
    if texture == "planks":
        columns = [battle_map.grid.offset(member) for member in plot]
        wide = max(c for c, _ in columns) - min(c for c, _ in columns)
        tall = max(r for _, r in columns) - min(r for _, r in columns)
        return 0.0 if wide >= tall else pi / 2
    turns = len(battle_map.grid.side_steps)
    return PlaceNumbers(*plot[0], 5).below(turns) * 2 * pi / turns + PlaceNumbers(*plot[0], 6).between(-0.12, 0.12)


def _run_on(
    battle_map: BattleMap, textures: dict[Cell, str], angle: NDArray[np.float32], tone: NDArray[np.float32]
) -> None:
    """Give cells next to a plot its direction, because a soft border reaches a little way into them."""
    for cell in textures:
        here = battle_map.ordinal(cell)
        for neighbour in _beside(battle_map, cell):
            if neighbour not in textures:
                angle[battle_map.ordinal(neighbour)] = angle[here]
                tone[battle_map.ordinal(neighbour)] = tone[here]
