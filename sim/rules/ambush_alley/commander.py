"""The stand-in for a player of the Regulars: it names a unit and gives it orders, explained by the same trace.

Who acts first: whoever can finish something (leave, search), then whoever has a good shot, then somebody who covers
the others on overwatch, then the others, the nearest to where they are wanted first. What a unit does: what can be
finished, a good shot, a crowd to be dispersed, the next bound to where it is wanted, any shot; else it watches, from
cover. It answers fire and interruptions with fire where that is worth it. It looks no further than one order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from sim.engine.orders import Intent
from sim.play.commander import Acting, allowed, at, choosing, does, first_allowed, hundredths, plan_of
from sim.rules.ambush_alley import activations
from sim.rules.ambush_alley import commander_moves as errands
from sim.rules.ambush_alley.cards import needs_cell, needs_unit
from sim.rules.ambush_alley.commander_moves import Shot, errand_of, is_valuable, shots
from sim.rules.ambush_alley.figures import Card, Effect
from sim.rules.ambush_alley.fire import firepower
from sim.rules.ambush_alley.ground import in_cover, seen_by_enemies
from sim.rules.ambush_alley.motivations import actor, ordered, place, stay
from sim.rules.ambush_alley.orders.fighting import Fire, Watch
from sim.rules.ambush_alley.orders.moving import Leave
from sim.rules.ambush_alley.orders.tasks import Disperse, PlayAsset, Search
from sim.rules.ambush_alley.scene import Here, insurgents, mobs, regulars
from sim.rules.ambush_alley.solo import AUTO
from sim.rules.ambush_alley.units import Team
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require
from sim.tabletop.inches import within
from sim.tabletop.measures import half_inches, inches_away

GOOD, FAIR = Fraction(3, 5), Fraction(1, 10)
"""Casualties to be hoped for that make fire worth it before anything else, and fire that is better than nothing."""
HIGH = 3
"""An insurgency level that is worth a card."""
CLEAR = 3
"""Inches around a strike in which there may be neither friends nor crowds."""
OUT = 4
"""Errands of this rank and later ones are worth less than to get away."""


# -- cards -------------------------------------------------------------------------------------------------------

STRONGEST: Priority[Team] = Priority(
    "HOUSE-CARD",
    "on whom it is played",
    most(Measure("Firepower", lambda here, unit: firepower(unit, here.battle.data.supports))),
    most(Measure("figures", lambda _, unit: unit.figures)),
)


def _ours(which: Callable[[Here, Team], object]) -> Callable[[Here], list[Team]]:
    """Return a function that finds the Regulars of whom something is so."""
    return lambda here: [unit for unit in regulars(here.position) if which(here, unit)]


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
    others = [unit for unit in regulars(here.position) if unit.id != here.state.actor]
    return others if all(unit.acted for unit in others) else []


def _is_exposed(here: Here, unit: Team) -> bool:
    """Say whether Insurgents see a unit without cover that has moved already or will not."""
    seen = bool(seen_by_enemies(here.position, unit))
    return seen and unit.acted and not in_cover(here.position, unit)


WHOM: dict[Effect, Callable[[Here], list[Team]]] = {
    "sniper": _strong,
    "strike": _alone,
    "pinned": _strong,
    "medevac": _ours(lambda _, unit: unit.serious or unit.light),
    "extra aid": _ours(lambda _, unit: unit.downed),
    "firepower dice": _acting,
    "reactivate": _acted,
    "defence dice": _ours(_is_exposed),
}
"""By effect, on which units a card is worth playing now."""


def play(here: Here) -> Intent | Cannot:
    """Play the first card of the hand that is worth it now."""
    cards = (here.battle.data.assets[id_] for id_ in here.state.hand)
    orders = (order for card in cards if (order := _worth_playing(here, card)))
    return first_allowed(here, orders, "no card is worth playing now")


def _worth_playing(here: Here, card: Card) -> PlayAsset | None:
    """Return how a card is played best now; None if it is better kept."""
    if needs_unit(card):
        found = WHOM[card.effect](here) if card.effect in WHOM else []
        unit = STRONGEST.choose(here, found, f"units for {card.name}") if found else None
        return PlayAsset(card.id, unit.id) if unit else None
    if needs_cell(card):
        enemy = _to_be_blinded(here)
        return PlayAsset(card.id, cell=enemy.cell) if enemy else None
    worth = len(_watching(here)) > 1 if card.effect == "reaction" else here.state.level >= HIGH
    return PlayAsset(card.id) if worth else None


def _to_be_blinded(here: Here) -> Team | None:
    """Return where smoke helps: on the strongest Insurgents who see the unit that is about to move."""
    unit = here.state.unit(here.state.actor) if here.state.actor and not here.state.moved else None
    if unit is None or unit.cell is None or in_cover(here.position, unit):
        return None
    return STRONGEST.choose(here, seen_by_enemies(here.position, unit), "Insurgents that see it in the open")


# -- fire --------------------------------------------------------------------------------------------------------


def fire(text: str, least_kills: Fraction, words: str) -> Option:
    """Return the option to fire at the best target, if one is good enough."""
    choice: Priority[Shot] = Priority(
        "HOUSE-SHOOT",
        f"the {words} shot",
        require(Measure("no crowd in the line of fire", lambda _, each: not each.mobs)),
        require(Measure("worth it", lambda _, each: Shown(each.kills >= least_kills, f"{float(each.kills):.2f}"))),
        prefer(Measure("may still interrupt", lambda _, each: not each.target.checked)),
        most(Measure("casualties to be hoped for", lambda _, each: hundredths(each.kills))),
        least(Measure("figures", lambda _, each: each.target.figures)),
    )
    return choosing(
        text,
        choice,
        _targets,
        "Insurgents that can be fired at",
        lambda here, each: Fire(each.unit.id, each.target.id),
        "no shot is worth it",
    )


def _targets(here: Here) -> Iterable[Shot] | Cannot:
    unit = actor(here)
    return Cannot("it cannot fire now") if here.state.fired or not unit.cell else shots(here.position, unit)


def answer(here: Here) -> Intent | Cannot:
    """Fire at who gives the occasion, if that is worth it and no crowd is in the line of fire."""
    unit, enemy = actor(here), here.state.unit(here.ask.about or "")
    order = ordered(here, Fire(unit.id, enemy.id))
    if isinstance(order, Cannot):
        return order
    hope = errands.shot(here.position, unit, enemy, reacting=True)
    if hope.mobs:
        return Cannot("a crowd is in the line of fire")
    return order if hope.kills >= FAIR else Cannot(f"{float(hope.kills):.2f} casualties are to be hoped for")


# -- what a unit does --------------------------------------------------------------------------------------------


def leave(here: Here) -> Intent | Cannot:
    """Leave the table for a reward, when it is time to."""
    unit = actor(here)
    return ordered(here, Leave(unit.id)) if can_leave(here, unit) else Cannot("there is no reward for it here and now")


def can_leave(here: Here, unit: Team) -> bool:
    """Say whether a unit stands at an exit, and is wanted nowhere else."""
    if unit.cell is None or not any(each.points > 0 for each in here.battle.data.mission.exits_at(unit)):
        return False
    errand = errand_of(here, unit)
    return is_valuable(here, unit) or errand is None or errand.rank >= OUT


def _near_crowds(here: Here) -> list[Team] | Cannot:
    """Return the crowds that are near enough to be dispersed: they block the way, or the line of fire."""
    unit = actor(here)
    if unit.cell is None:
        return Cannot("it is in a vehicle")
    return [mob for mob in mobs(here.position) if allowed(here, Disperse(unit.id, mob.id))]


def overwatch(here: Here) -> Intent | Cannot:
    """Give up the activation to shoot first at whoever wants to shoot at the others."""
    if not any(True for _ in insurgents(here.position)) and not any(spot.active for spot in here.state.hot_spots):
        return Cannot("nobody is left to watch for")
    return ordered(here, Watch(actor(here).id))


UNIT: Plan = FirstOf(
    Option("HOUSE-LEAVE", "leave the table", leave),
    Option("HOUSE-TAKE", "search", does(Search)),
    Option("HOUSE-CARD", "play an asset", play),
    Option("HOUSE-RIDE", "get out", errands.get_out),
    Option("HOUSE-SAVE", "carry the wounded into a vehicle", errands.get_in),
    fire("a good shot", GOOD, "best"),
    Option("HOUSE-STORM", "an easy assault", errands.assault),
    choosing(
        "disperse a crowd",
        Priority[Team]("HOUSE-CROWD", "which crowd", least(inches_away)),
        _near_crowds,
        "crowds near enough",
        at(Disperse),
        "no crowd is near enough",
    ),
    Option("HOUSE-CLOSER", "go where it is wanted", errands.go),
    fire("any shot", FAIR, "better"),
    Option("HOUSE-COVER", "get out of the open", errands.take_cover),
    Option("HOUSE-WATCH", "go on overwatch", overwatch),
    Option("HOUSE-WAIT", "stay", stay),
)
"""What a unit that acts is told."""


# -- who acts ----------------------------------------------------------------------------------------------------


def _whoever(text: str, choice: Priority[Team], units: Callable[[Here], Iterable[Team]], plan: Plan = UNIT) -> Option:
    """Return the option to let somebody act."""
    return choosing(
        text, choice, units, "units that have not acted", lambda _, unit: Acting(unit.id, plan), "there is nobody"
    )


def _finishing(here: Here) -> list[Team]:
    """Return who could leave, or search, at once."""
    able = activations.ready(here.position)
    return [unit for unit in able if can_leave(here, unit) or allowed(here, Search(unit.id))]


def _best_kills(here: Here, unit: Team) -> Fraction:
    return max((each.kills for each in shots(here.position, unit) if not each.mobs), default=Fraction(0))


def _covering(here: Here) -> Iterator[Team]:
    """Yield who could cover the others: in cover, in no hurry, while somebody else is to go and nobody watches yet."""
    if any(unit.overwatch for unit in regulars(here.position)) or not any(True for _ in insurgents(here.position)):
        return
    wanted = [(unit, errand_of(here, unit)) for unit in activations.ready(here.position)]
    going = sum(errand is not None for _, errand in wanted)
    for unit, errand in wanted:
        free = errand is None or (errand.rank > 1 and not errands.is_late(here, errand) and going > 1)
        placed = unit.cell is not None and (in_cover(here.position, unit) or unit.profile.kind == "vehicle")
        if free and placed and going and not is_valuable(here, unit):
            yield unit


def _way(here: Here, unit: Team) -> Shown:
    errand = errand_of(here, unit)
    return Shown(1 << 30, "wanted nowhere") if errand is None else half_inches(errand.way)


POINTS: Measure[Here, Team] = Measure(
    "points", lambda here, unit: max((each.points for each in errands.exits_for(here, unit)), default=0)
)
FINISHER: Priority[Team] = Priority("HOUSE-NEXT", "who finishes something", most(POINTS))
SHOOTER: Priority[Team] = Priority(
    "HOUSE-NEXT",
    "who has the best shot",
    most(Measure("casualties", lambda here, unit: hundredths(_best_kills(here, unit)))),
)
COVERER: Priority[Team] = Priority(
    "HOUSE-NEXT",
    "who covers the others",
    prefer(Measure("wanted nowhere", lambda here, unit: errand_of(here, unit) is None)),
    prefer(Measure("guards a place", errands.guards)),
    most(Measure("support weapons", lambda _, unit: len(unit.support))),
    most(Measure("inches to go", _way)),
)
NEXT: Priority[Team] = Priority("HOUSE-NEXT", "who goes next", least(Measure("inches to go", _way)), most(POINTS))

TURN: Plan = FirstOf(
    _whoever("first, who can finish something", FINISHER, _finishing),
    _whoever(
        "then, who has a good shot",
        SHOOTER,
        lambda here: [unit for unit in activations.ready(here.position) if _best_kills(here, unit) >= GOOD],
    ),
    _whoever("then, who covers the others", COVERER, _covering, Option("HOUSE-WATCH", "cover the others", overwatch)),
    _whoever("then, the others", NEXT, lambda here: activations.ready(here.position)),
)
"""Which unit acts."""


@plan_of(TURN, UNIT)
def activation(here: Here) -> Iterator[Intent]:
    """The unit that acts goes on; or one is chosen."""
    return (TURN if here.ask.unit is None else UNIT).orders(here)


def _answers(yes: str, no: str) -> Plan:
    return FirstOf(Option("HOUSE-ANSWER", yes, answer), Option("HOUSE-ANSWER", no, stay))


COMMANDER: dict[str, Plan] = {
    activations.HOT_SPOT: Option("AAS-HOT", "ours: place a hot spot", place),
    activations.ACTIVATE: activation,
    activations.REACTION: _answers("fire before it", "go on"),
    activations.RETURN_FIRE: _answers("answer the fire", "let it be"),
    activations.OVERWATCH: _answers("fire on overwatch", "go on watching"),
    # Insurgents who are played by a person have the printed tables for a stand-in.
    activations.INTERRUPT: AUTO[activations.INTERRUPT],
    activations.END_OF_TURN: AUTO[activations.END_OF_TURN],
}
"""What the Regulars do, by occasion."""
