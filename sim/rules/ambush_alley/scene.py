"""A moment of a mission, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.units import AasState, Team

Scene = Position[AasState, AasData]


def regulars(position: Scene) -> Iterator[Team]:
    """Yield the Regular units on the table that can still do something, in roster order."""
    return on_table(position, position.battle.data.mission.regulars)


def insurgents(position: Scene) -> Iterator[Team]:
    """Yield the Insurgent units and leaders on the table, in roster order."""
    return on_table(position, position.battle.data.mission.insurgents)


def mobs(position: Scene) -> Iterator[Team]:
    """Yield the civilians on the table, in roster order."""
    return on_table(position, position.battle.data.mission.civilians)


def on_table(position: Scene, side: str) -> Iterator[Team]:
    """Yield the units of a side that stand on the table and have somebody left to act, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and unit.cell is not None and unit.figures > 0)
