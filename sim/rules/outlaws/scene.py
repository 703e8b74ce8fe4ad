"""A moment of a shootout, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.rules.outlaws.scenario import OutData
from sim.rules.outlaws.units import Character, OutState

Scene = Position[OutState, OutData]


def others(position: Scene, side: str) -> Iterator[Character]:
    """Yield the conscious enemies of a side that are on the board, groups left out, in roster order (OUT-T-groups)."""
    for unit in position.state.units:
        if unit.side != side and unit.cell is not None and not unit.out and not unit.profile.group:
            yield unit


def friends(position: Scene, side: str) -> Iterator[Character]:
    """Yield the conscious characters of a side on the board, groups left out."""
    for unit in position.state.units:
        if unit.side == side and unit.cell is not None and not unit.out and not unit.profile.group:
            yield unit
