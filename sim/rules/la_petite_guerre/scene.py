"""A moment of a battle of 1885, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.game import Game
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.units import LpgState, Man
from sim.tabletop.inches import Moment, misplaced

Scene = Position[LpgState, LpgData]
Play = Game[LpgState, LpgData]


def men(position: Scene, side: str) -> Iterator[Man]:
    """Yield the living men of a side on the table, guns left out, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "man")


def enemies(position: Scene, side: str) -> Iterator[Man]:
    """Yield the living men of the other side on the table, guns left out, in roster order."""
    units = position.state.units
    there = (unit for unit in units if unit.side != side and not unit.out and unit.profile.kind == "man")
    return iter(_ENEMIES.of(position, side, lambda: tuple(there)))


_ENEMIES: Moment[tuple[Man, ...]] = Moment()


def known_enemies(position: Scene, side: str) -> Iterator[Man]:
    """Yield those of whom a side knows: men who do not lie hidden."""
    return (man for man in enemies(position, side) if not man.hidden)


def guns(position: Scene, side: str) -> Iterator[Man]:
    """Yield the guns of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "gun")


def targets(position: Scene, side: str) -> Iterator[Man]:
    """Yield whom a side can aim at, as far as it knows: men of the other side who do not lie hidden, and its guns."""
    yield from known_enemies(position, side)
    yield from (unit for other in position.battle.sides if other.id != side for unit in guns(position, other.id))


def crew(position: Scene, gun: Man) -> Iterator[Man]:
    """Yield the living men who serve a gun, in roster order."""
    return (unit for unit in position.state.units if unit.serves == gun.id and not unit.out)


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    yield from misplaced(position)
    for man in position.state.units:
        if man.cell is not None and man.dead:
            yield f"{man.id} is dead and on the table"
        if man.cell is not None and man.weapon and man.weapon not in position.battle.data.weapons:
            yield f"{man.id} holds a {man.weapon}, which nobody has described"
    state, sides = position.state, [side.id for side in position.battle.sides]
    if state.order and sorted(state.order) != sorted(sides):
        yield f"the order of the sides is {', '.join(state.order)}: expected each of {', '.join(sides)} once"
    if state.phase not in ("first move", "end") and (not state.order or not state.side):
        yield f"it is the step of {state.phase}: expected an order of the sides, and the side whose step it is"
    for arrival in position.battle.data.engagement.arrivals:
        if arrival.unit not in state.units:
            yield f"there is no {arrival.unit}, who comes on turn {arrival.turn}"
    charges = state.charges
    if charges.to_come and position.state.phase != "charges":
        yield "charges are to come, and it is not their step"
