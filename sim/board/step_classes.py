"""Steps of a printed map that are alike: the same ground, way, sides and slope, so that they cost anybody the same.

A town has thousands of steps past walls, doors and corners, and a few hundred kinds of them. Whoever lays a table of
what steps cost asks for one of each kind; one after the other they take a third of a second, with a window waiting.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.grid import Cell, Edge
from sim.memo import memo

CellStep = tuple[Cell, Cell]
Numbers = NDArray[np.int32]


class StepClasses(NamedTuple):
    """The steps of a map that something besides terrain and slope may touch, sorted into kinds."""

    slots: Numbers
    """Where each step starts, as a slot of the map."""
    directions: Numbers
    kinds: NDArray[np.intp]
    """By step, which of the examples it is like."""
    examples: tuple[CellStep, ...]


@memo
def step_classes(battle_map: BattleMap) -> StepClasses:
    """Return the steps of a map that are not plain, each with the kind that it belongs to."""
    marked = _Marked(battle_map)
    parts = [_direction(battle_map, marked, direction) for direction in range(len(battle_map.grid.steps))]
    slots, directions, traits = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    _, first, kinds = np.unique(traits, axis=0, return_index=True, return_inverse=True)
    cells, steps = battle_map.cells_at(battle_map.slots.to_cell[slots[first]]), battle_map.grid.steps
    starts = [(cell, steps[directions[n]]) for cell, n in zip(cells, first, strict=True)]
    examples = tuple((cell, cell.plus(step)) for cell, step in starts)
    return StepClasses(slots, directions, kinds.reshape(-1), examples)


class _Marked:
    """What a map has in its cells and between them, as a number for each kind; 0 is nothing."""

    def __init__(self, battle_map: BattleMap) -> None:
        slots, count = battle_map.slots, len(battle_map.grid.steps)
        self.terrain, self.features = (np.zeros(slots.count, dtype=np.int32) for _ in range(2))
        self.heights = np.zeros(slots.count, dtype=np.int32)
        numbers = _numbered(battle_map.terrain)
        on_map = slots.to_cell >= 0  # what is left out of a map is off it
        self.terrain[slots.of_cell] = [numbers[kind] for kind in battle_map.terrain]
        self.terrain[~on_map] = 0
        self.heights[slots.of_cell] = battle_map.height_array
        kinds = _numbered(battle_map.features.values())
        for cell, feature in battle_map.features.items():
            self.features[slots.of_cell[battle_map.ordinal(cell)]] = kinds[feature]
        self.edges, self.ways = (np.zeros((slots.count, count), dtype=np.int32) for _ in range(2))
        self._mark(battle_map, battle_map.edges, self.edges)
        self._mark(battle_map, battle_map.ways, self.ways)

    @staticmethod
    def _mark(battle_map: BattleMap, links: Mapping[Edge, str], into: Numbers) -> None:
        """Write down from both its cells what lies on each link."""
        kinds, directions = _numbered(links.values()), {step: n for n, step in enumerate(battle_map.grid.steps)}
        for (one, other), kind in links.items():
            for start, end in ((one, other), (other, one)):
                ordinal = battle_map.ordinal_if_there(start)
                if ordinal is not None:
                    into[battle_map.slots.of_cell[ordinal], directions[end.minus(start)]] = kinds[kind]


def _numbered(kinds: Iterable[Hashable]) -> dict[Hashable, int]:
    """Number kinds from 1 on, in the order in which they come."""
    return {kind: n for n, kind in enumerate(dict.fromkeys(kinds), 1)}


def _direction(battle_map: BattleMap, marked: _Marked, direction: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return the steps of one direction that are not plain: where they start, their direction, and what they meet."""
    slots, grid = battle_map.slots, battle_map.grid
    start = np.flatnonzero(slots.to_cell >= 0).astype(np.int32)
    end = start + slots.step_jumps[direction]
    start, end = start[slots.to_cell[end] >= 0], end[slots.to_cell[end] >= 0]
    met = [marked.ways[start, direction], marked.edges[start, direction], marked.features[end]]
    hands: list[Numbers] = [np.zeros_like(start)] * 6
    step = grid.steps[direction]
    if step not in grid.side_steps:
        hands = []
        for aside, on in ((Cell(step.q, 0), Cell(0, step.r)), (Cell(0, step.r), Cell(step.q, 0))):
            hand = start + aside.r * slots.stride + aside.q
            hands += [marked.terrain[hand], marked.edges[start, grid.steps.index(aside)]]
            hands.append(marked.edges[hand, grid.steps.index(on)])
    touched = np.logical_or.reduce([column != 0 for column in (*met, hands[1], hands[2], hands[4], hands[5])])
    rise = marked.heights[end] - marked.heights[start]
    is_diagonal = np.full_like(start, step not in grid.side_steps)
    traits = np.stack([*met, *hands, marked.terrain[end], rise, is_diagonal], axis=1)
    return start[touched], np.full(int(touched.sum()), direction, dtype=np.int32), traits[touched]
