"""A moment of a battle of 1885, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.units import LpgState, Man

Scene = Position[LpgState, LpgData]


def men(position: Scene, side: str) -> Iterator[Man]:
    """Yield the living men of a side on the table, guns left out, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "man")


def enemies(position: Scene, side: str) -> Iterator[Man]:
    """Yield the living men of the other side on the table, guns left out, in roster order."""
    return iter(_ENEMIES.of(position.state, side))


class _Enemies:
    """Who is there of the other side, found once for each moment: a plan asks for them a thousand times."""

    def __init__(self) -> None:
        self._state: LpgState | None = None
        self._found: dict[str, tuple[Man, ...]] = {}

    def of(self, state: LpgState, side: str) -> tuple[Man, ...]:
        if self._state is not state:
            self._state, self._found = state, {}
        if side not in self._found:
            there = (unit for unit in state.units if unit.side != side and not unit.out)
            self._found[side] = tuple(unit for unit in there if unit.profile.kind == "man")
        return self._found[side]


_ENEMIES = _Enemies()


def guns(position: Scene, side: str) -> Iterator[Man]:
    """Yield the guns of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "gun")


def targets(position: Scene, side: str) -> Iterator[Man]:
    """Yield whom a side can aim at, as far as it knows: men of the other side who do not lie hidden, and its guns."""
    yield from (man for man in enemies(position, side) if not man.hidden)
    yield from (unit for other in position.battle.sides if other.id != side for unit in guns(position, other.id))


def crew(position: Scene, gun: Man) -> Iterator[Man]:
    """Yield the living men who serve a gun, in roster order."""
    return (unit for unit in position.state.units if unit.serves == gun.id and not unit.out)
