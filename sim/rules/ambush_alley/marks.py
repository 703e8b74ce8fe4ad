"""Cards that last: which are in force on a unit, and what they add there.

Rulings:
- A card for everybody, or for a side, lies beside the table; one for a single unit lies with that unit.
- A card that lasts but does not say how long is in force until the turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.rules.ambush_alley.figures import Card, Effect
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team


def card_of(data: AasData, id_: str) -> Card:
    """Return a card of either deck."""
    return data.fog[id_] if id_ in data.fog else data.assets[id_]


def in_force(position: Scene, unit: Team, effect: Effect) -> tuple[Card, ...]:
    """Return the cards with an effect that are in force on a unit, those for everybody first."""
    if not position.state.in_force and not unit.marks:
        return ()
    return tuple(card for card in _all(position, unit) if card.effect == effect)


def _all(position: Scene, unit: Team) -> Iterator[Card]:
    data = position.battle.data
    sides = {"regulars": data.mission.regulars, "insurgents": data.mission.insurgents}
    for id_ in position.state.in_force:
        card = card_of(data, id_)
        if sides.get(card.whom, unit.side) == unit.side:
            yield card
    yield from (card_of(data, id_) for id_ in unit.marks)


def amount(position: Scene, unit: Team, effect: Effect) -> int:
    """Return what the cards that are in force on a unit add up to."""
    return sum(card.amount for card in in_force(position, unit, effect))
