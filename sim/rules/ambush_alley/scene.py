"""A moment of a mission, who is in it, and what cannot be in it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.game import Game
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.units import AasState, Team

Scene = Position[AasState, AasData]
Play = Game[AasState, AasData]


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


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state, taken = position.state, dict[object, str]()
    for unit in state.units:
        yield from _unit_complaints(position, unit)
        if unit.cell is not None:
            if unit.cell in taken:
                yield f"{unit.id} and {taken[unit.cell]} are both in {position.name(unit.cell)}"
            taken[unit.cell] = unit.id
    most = position.battle.data.numbers.most_level
    if not 0 <= state.level <= most:
        yield f"the insurgency level is {state.level}, and goes from 0 to {most}"
    yield from (f"there is no card {card}" for card in (*state.hand, *state.in_force) if not _is_card(position, card))


def _unit_complaints(position: Scene, unit: Team) -> Iterator[str]:
    if unit.cell is not None and unit.cell not in position.map:
        yield f"{unit.id} stands off the map"
    if unit.aboard and unit.cell is not None:
        yield f"{unit.id} is aboard {unit.aboard} and on the table"
    if min(unit.figures, unit.downed, unit.light, unit.serious) < 0:
        yield f"{unit.id} has fewer than no figures"
    for weapon in unit.support:
        if weapon not in position.battle.data.supports:
            yield f"{unit.id} has a {weapon}, which nobody knows"
    yield from (f"there is no card {card}" for card in unit.marks if not _is_card(position, card))


def _is_card(position: Scene, id_: str) -> bool:
    return id_ in position.battle.data.fog or id_ in position.battle.data.assets
