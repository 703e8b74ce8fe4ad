"""A moment of a mission, who is in it, what is in force on them, and what cannot be.

Rulings:
- A card for everybody, or for a side, lies beside the table; one for a single unit lies with that unit.
- A card that lasts but does not say how long is in force until the turn ends.
- The leader who is with a unit lends it his die for checks and reaction tests, if it is better; never for fire.
- Cards change the Quality die by steps of two faces; it stays between a D6 and a D12.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.dice import Die, die
from sim.engine.game import Game
from sim.rules.ambush_alley.figures import Card, Effect
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.units import LEVELS, AasState, Team
from sim.solo.situation import Situation
from sim.tabletop.inches import misplaced

Scene = Position[AasState, AasData]
Play = Game[AasState, AasData]
Here = Situation[AasState, AasData]


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
    return (unit for unit in position.state.units if unit.side == side and unit.on_table)


# -- cards in force -----------------------------------------------------------------------------------------------


def in_force(position: Scene, unit: Team, effect: Effect) -> tuple[Card, ...]:
    """Return the cards with an effect that are in force on a unit, those for everybody first."""
    if not position.state.in_force and not unit.marks:
        return ()
    return tuple(card for card in _all(position, unit) if card.effect == effect)


def _all(position: Scene, unit: Team) -> Iterator[Card]:
    data = position.battle.data
    sides = {"regulars": data.mission.regulars, "insurgents": data.mission.insurgents}
    for id_ in position.state.in_force:
        card = data.card(id_)
        if sides.get(card.whom, unit.side) == unit.side:
            yield card
    yield from (data.card(id_) for id_ in unit.marks)


def with_cards(check: Check, position: Scene, unit: Team, effect: Effect) -> Check:
    """Add to a number what the cards with an effect that are in force on a unit add to it."""
    for card in in_force(position, unit, effect):
        check = check.plus(card.amount, card.name)
    return check


# -- what a unit is like now --------------------------------------------------------------------------------------

LOWEST, HIGHEST = 6, 12
"""The faces of the worst and the best Quality die."""
STEP = 2
"""Faces by which one Quality die is better than the next."""


def quality(position: Scene, unit: Team) -> int:
    """Return the faces of a unit's own Quality die, as cards leave it."""
    cards = in_force(position, unit, "quality")
    if not cards:
        return unit.profile.quality
    faces = unit.profile.quality + STEP * sum(card.amount for card in cards)
    return max(LOWEST, min(HIGHEST, faces))


def quality_die(position: Scene, unit: Team) -> Die:
    """Return the die of a unit's fire, its defence and its blows."""
    return die(quality(position, unit))


def check_die(position: Scene, unit: Team) -> Die:
    """Return the die of a unit's Quality checks and reaction tests: its leader's, if that is better."""
    return die(max(quality(position, unit), unit.leader))


def is_pinned(position: Scene, unit: Team) -> bool:
    """Say whether a unit is pinned: it cannot move, and fires worse."""
    return unit.pinned > 0 and position.state.turn <= unit.pinned


def is_shaken(position: Scene, unit: Team) -> bool:
    """Say whether a vehicle is shaken: it cannot fire."""
    return unit.shaken > 0 and position.state.turn <= unit.shaken


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state = position.state
    yield from misplaced(position)
    for unit in state.units:
        yield from _unit_complaints(position, unit)
    if state.level not in LEVELS:
        yield f"the insurgency level is {state.level}, and goes from {LEVELS[0]} to {LEVELS[-1]}"
    yield from (f"there is no card {card}" for card in (*state.hand, *state.in_force) if not _is_card(position, card))


def _unit_complaints(position: Scene, unit: Team) -> Iterator[str]:
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
