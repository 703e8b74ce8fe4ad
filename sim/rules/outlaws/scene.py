"""A moment of a shootout, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.game import Game
from sim.rules.outlaws.scenario import OutData
from sim.rules.outlaws.units import Character, OutState

Scene = Position[OutState, OutData]
Play = Game[OutState, OutData]


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


def enemies(position: Scene, side: str) -> list[Character]:
    """OUT-T-groups: the conscious enemies on the board; of groups only those that the shootout makes targets."""
    allowed = position.battle.data.shootout.targets_allowed
    groups = [
        unit
        for unit in (position.state.units if allowed else ())
        if unit.id in allowed and unit.side != side and unit.cell is not None and not unit.out
    ]
    return [*others(position, side), *(unit for unit in groups if unit.profile.group)]
