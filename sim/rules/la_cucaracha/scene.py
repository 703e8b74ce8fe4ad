"""A moment of a battle of La Cucaracha, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.units import CucState, Troop

Scene = Position[CucState, CucData]


def enemies(position: Scene, side: str) -> Iterator[Troop]:
    """Yield the enemies of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side != side and unit.cell is not None and not unit.lost)


def friends(position: Scene, side: str) -> Iterator[Troop]:
    """Yield the units of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and unit.cell is not None and not unit.lost)
