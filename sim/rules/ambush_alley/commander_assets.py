"""When the player's stand-in plays its asset cards, and on whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.ambush_alley.cards import needs_cell, needs_unit
from sim.rules.ambush_alley.choices import Here, ordered
from sim.rules.ambush_alley.figures import Card, Effect
from sim.rules.ambush_alley.fire import firepower
from sim.rules.ambush_alley.geometry import seen_by_enemies
from sim.rules.ambush_alley.orders import PlayAsset
from sim.rules.ambush_alley.prospects import shots
from sim.rules.ambush_alley.scene import insurgents, mobs, regulars
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.watching import in_cover
from sim.solo.plans import Cannot
from sim.solo.priority import Measure, Priority, most
from sim.tabletop.inches import within

HIGH = 3
"""An insurgency level that is worth a card."""
CLEAR = 3
"""Inches around a strike in which there may be neither friends nor crowds."""

STRONGEST: Priority[Team] = Priority(
    "HOUSE-CARD",
    "on whom it is played",
    most(Measure("Firepower", lambda here, unit: firepower(unit, here.battle.data.supports))),
    most(Measure("figures", lambda _, unit: unit.figures)),
)

Whom = Callable[[Here], list[Team]]

# -- on whom ------------------------------------------------------------------------------------------------------


def _watching(here: Here) -> list[Team]:
    """Return the Insurgents that see a Regular."""
    return [unit for unit in insurgents(here.position) if seen_by_enemies(here.position, unit)]


def _strong(here: Here) -> list[Team]:
    """Return the Insurgents that see a Regular and are worth a card: four of them, or a rocket."""
    return [unit for unit in _watching(here) if unit.figures >= 4 or unit.support]


def _alone(here: Here) -> list[Team]:
    """Return those of them whom a strike would find without friends or crowds near by."""
    others = [unit.place for unit in (*regulars(here.position), *mobs(here.position))]
    return [
        unit for unit in _strong(here) if not any(within(here.position, unit.place, cell, CLEAR) for cell in others)
    ]


def _acting(here: Here) -> list[Team]:
    """Return the Regular that acts and has somebody to fire at."""
    unit = here.state.unit(here.state.actor) if here.state.actor else None
    return [unit] if unit and not here.state.fired and any(True for _ in shots(here.position, unit)) else []


def _acted(here: Here) -> list[Team]:
    """Return who has acted, when nobody else is left who could be told to."""
    if any(not unit.acted for unit in regulars(here.position) if unit.id != here.state.actor):
        return []
    return [unit for unit in regulars(here.position) if unit.acted and unit.id != here.state.actor]


def _wounded(here: Here) -> list[Team]:
    return [unit for unit in regulars(here.position) if unit.serious or unit.light]


def _downed(here: Here) -> list[Team]:
    return [unit for unit in regulars(here.position) if unit.downed]


def _exposed(here: Here) -> list[Team]:
    """Return the Regulars that Insurgents see without cover, and that have moved already or will not."""
    seen = [unit for unit in regulars(here.position) if seen_by_enemies(here.position, unit)]
    return [unit for unit in seen if unit.acted and not in_cover(here.position, unit)]


WHOM: dict[Effect, Whom] = {
    "sniper": _strong,
    "strike": _alone,
    "pinned": _strong,
    "medevac": _wounded,
    "extra aid": _downed,
    "firepower dice": _acting,
    "reactivate": _acted,
    "defence dice": _exposed,
}
"""By effect, on which units a card is worth playing now."""


def _whole_side(here: Here, card: Card) -> bool:
    """Say whether a card for everybody is worth playing now."""
    if card.effect == "reaction":
        return len(_watching(here)) > 1
    return here.state.level >= HIGH


def _cell_for(here: Here) -> Cell | None:
    """Return where smoke helps: on the strongest Insurgents who see the unit that is about to move."""
    if not here.state.actor or here.state.moved:
        return None
    unit = here.state.unit(here.state.actor)
    if unit.cell is None or in_cover(here.position, unit):
        return None
    enemy = STRONGEST.choose(here, seen_by_enemies(here.position, unit), "Insurgents that see it in the open")
    return None if enemy is None else enemy.cell


# -- the card ------------------------------------------------------------------------------------------------------


def play(here: Here) -> Intent | Cannot:
    """Play the first card of the hand that is worth it now."""
    for order in _plays(here):
        allowed = ordered(here, order)
        if not isinstance(allowed, Cannot):
            return allowed
    return Cannot("no card is worth playing now")


def _plays(here: Here) -> Iterator[PlayAsset]:
    for id_ in here.state.hand:
        card = here.battle.data.assets[id_]
        if needs_unit(card):
            found = WHOM[card.effect](here) if card.effect in WHOM else []
            unit = STRONGEST.choose(here, found, f"units for {card.name}") if found else None
            if unit is not None:
                yield PlayAsset(id_, unit.id)
        elif needs_cell(card):
            cell = _cell_for(here)
            if cell is not None:
                yield PlayAsset(id_, cell=cell)
        elif _whole_side(here, card):
            yield PlayAsset(id_)
