"""A moment of a shootout, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.game import Game
from sim.rules.outlaws.scenario import OutData
from sim.rules.outlaws.units import Character, OutState

Scene = Position[OutState, OutData]
Play = Game[OutState, OutData]


def others(position: Scene, side: str, *, groups: bool = False) -> Iterator[Character]:
    """Yield the conscious enemies of a side that are on the board, in roster order; or their groups (OUT-T-groups)."""
    for unit in position.state.units:
        if unit.side != side and unit.cell is not None and not unit.out and unit.profile.group is groups:
            yield unit


def friends(position: Scene, side: str) -> Iterator[Character]:
    """Yield the conscious characters of a side on the board, groups left out."""
    for unit in position.state.units:
        if unit.side == side and unit.cell is not None and not unit.out and not unit.profile.group:
            yield unit


def is_spared(position: Scene, unit: Character) -> bool:
    """OUT-T-groups: say whether somebody is a group, and the shootout makes no target of it."""
    return unit.profile.group and unit.id not in position.battle.data.shootout.targets_allowed


def enemies(position: Scene, side: str) -> list[Character]:
    """OUT-T-groups: the conscious enemies on the board; of groups only those that the shootout makes targets."""
    groups = others(position, side, groups=True) if position.battle.data.shootout.targets_allowed else ()
    return [*others(position, side), *(group for group in groups if not is_spared(position, group))]
