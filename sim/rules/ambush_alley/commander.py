"""The stand-in for a player of the Regulars: it names a unit and gives it orders, explained by the same trace.

Who acts first: whoever can finish something (leave, search), then whoever has a good shot, then somebody who covers
the others on overwatch, then the others, the nearest to where they are wanted first. What a unit does: what can be
finished, a good shot, a crowd to be dispersed, the next bound to where it is wanted, any shot; else it watches, from
cover. It answers fire and interruptions with fire where that is worth it. It looks no further than one order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from sim.engine.orders import Intent
from sim.rules.ambush_alley.activations import (
    ACTIVATE,
    END_OF_TURN,
    HOT_SPOT,
    INTERRUPT,
    OVERWATCH,
    REACTION,
    RETURN_FIRE,
    ready,
)
from sim.rules.ambush_alley.choices import Here, actor, inches_away, ordered
from sim.rules.ambush_alley.commander_assets import play
from sim.rules.ambush_alley.commander_moves import assault, errand_of, get_in, get_out, go, is_late, take_cover
from sim.rules.ambush_alley.hot_spots import place
from sim.rules.ambush_alley.motivations import stay
from sim.rules.ambush_alley.orders import Disperse, Fire, Leave, Search, Watch
from sim.rules.ambush_alley.orders.moving import exits_of
from sim.rules.ambush_alley.prospects import Shot, exits_for, guards, is_valuable, shot, shots, shown
from sim.rules.ambush_alley.scene import insurgents, mobs, regulars
from sim.rules.ambush_alley.solo import AUTO
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.watching import in_cover
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require

GOOD, FAIR = Fraction(3, 5), Fraction(1, 10)
"""Casualties to be hoped for that make fire worth it before anything else, and fire that is better than nothing."""

# -- fire --------------------------------------------------------------------------------------------------------

SAFE: Measure[Here, Shot] = Measure("no crowd in the line of fire", lambda _, each: not each.mobs)
KILLS: Measure[Here, Shot] = Measure("casualties to be hoped for", lambda _, each: shown(each.kills))


def _targets(least_kills: Fraction, words: str) -> Priority[Shot]:
    worth: Measure[Here, Shot] = Measure(
        "worth it", lambda _, each: Shown(each.kills >= least_kills, f"{float(each.kills):.2f}")
    )
    return Priority(
        "HOUSE-SHOOT",
        f"the {words} shot",
        require(SAFE),
        require(worth),
        prefer(Measure("may still interrupt", lambda _, each: not each.target.checked)),
        most(KILLS),
        least(Measure("figures", lambda _, each: each.target.figures)),
    )


BEST, ANY = _targets(GOOD, "best"), _targets(FAIR, "better")


def fire(choice: Priority[Shot]) -> Callable[[Here], Intent | Cannot]:
    """Return the act of firing at the best target, if one is good enough."""

    def act(here: Here) -> Intent | Cannot:
        unit = actor(here)
        if here.state.fired or unit.cell is None:
            return Cannot("it cannot fire now")
        best = choice.choose(here, shots(here.position, unit), "Insurgents that can be fired at")
        return Cannot("no shot is worth it") if best is None else ordered(here, Fire(unit.id, best.target.id))

    return act


# -- what a unit does --------------------------------------------------------------------------------------------


def leave(here: Here) -> Intent | Cannot:
    """Leave the table for a reward, when it is time to."""
    unit = actor(here)
    if not can_leave(here, unit):
        return Cannot("there is no reward for it here and now")
    return ordered(here, Leave(unit.id))


def can_leave(here: Here, unit: Team) -> bool:
    """Say whether a unit stands at an exit, and is wanted nowhere else."""
    if unit.cell is None or not any(each.points > 0 for each in exits_of(here.position, unit)):
        return False
    errand = errand_of(here, unit)
    return is_valuable(here, unit) or errand is None or errand.rank >= OUT


OUT = 4
"""Errands of this rank and later ones are worth less than to get away."""


def search(here: Here) -> Intent | Cannot:
    """Search the place."""
    return ordered(here, Search(actor(here).id))


MOB: Priority[Team] = Priority("HOUSE-CROWD", "which crowd", least(inches_away))


def disperse(here: Here) -> Intent | Cannot:
    """Disperse a crowd that is near enough: it blocks the way, or the line of fire."""
    unit = actor(here)
    if unit.cell is None:
        return Cannot("it is in a vehicle")
    able = [mob for mob in mobs(here.position) if not isinstance(ordered(here, Disperse(unit.id, mob.id)), Cannot)]
    mob = MOB.choose(here, able, "crowds near enough")
    return Cannot("no crowd is near enough") if mob is None else ordered(here, Disperse(unit.id, mob.id))


def overwatch(here: Here) -> Intent | Cannot:
    """Give up the activation to shoot first at whoever wants to shoot at the others."""
    unit = actor(here)
    if not any(True for _ in insurgents(here.position)) and not any(spot.active for spot in here.state.hot_spots):
        return Cannot("nobody is left to watch for")
    return ordered(here, Watch(unit.id))


UNIT: Plan = FirstOf(
    Option("HOUSE-LEAVE", "leave the table", leave),
    Option("HOUSE-TAKE", "search", search),
    Option("HOUSE-CARD", "play an asset", play),
    Option("HOUSE-RIDE", "get out", get_out),
    Option("HOUSE-SAVE", "carry the wounded into a vehicle", get_in),
    Option("HOUSE-SHOOT", "a good shot", fire(BEST)),
    Option("HOUSE-STORM", "an easy assault", assault),
    Option("HOUSE-CROWD", "disperse a crowd", disperse),
    Option("HOUSE-CLOSER", "go where it is wanted", go),
    Option("HOUSE-SHOOT", "any shot", fire(ANY)),
    Option("HOUSE-COVER", "get out of the open", take_cover),
    Option("HOUSE-WATCH", "go on overwatch", overwatch),
    Option("HOUSE-WAIT", "stay", stay),
)
"""What a unit that acts is told."""


# -- who acts ----------------------------------------------------------------------------------------------------


class Telling:
    """Let a unit that was chosen act."""

    def __init__(self, unit: str, plan: Plan) -> None:
        self.unit, self.plan = unit, plan

    def orders(self, here: Here) -> Iterator[Intent]:
        """Follow the plan for the unit."""
        return self.plan.orders(here.acting(self.unit))

    def parts(self) -> Iterator[Plan]:
        """The plan stands elsewhere."""
        return iter(())


def _whoever(
    choice: Priority[Team], units: Callable[[Here], Iterable[Team]], plan: Plan
) -> Callable[[Here], Intent | Cannot | Plan]:
    """Return the act of letting somebody act."""

    def act(here: Here) -> Intent | Cannot | Plan:
        unit = choice.choose(here, units(here), "units that have not acted")
        return Cannot("there is nobody") if unit is None else Telling(unit.id, plan)

    return act


def _finishing(here: Here) -> list[Team]:
    """Return who could leave, or search, at once."""
    return [
        unit
        for unit in ready(here.position)
        if can_leave(here, unit) or not isinstance(ordered(here, Search(unit.id)), Cannot)
    ]


def _best_kills(here: Here, unit: Team) -> Fraction:
    return max((each.kills for each in shots(here.position, unit) if not each.mobs), default=Fraction(0))


def _shooting(here: Here) -> list[Team]:
    return [unit for unit in ready(here.position) if _best_kills(here, unit) >= GOOD]


def _covering(here: Here) -> list[Team]:
    """Return who could cover the others: in cover, in no hurry, while somebody else is to go and nobody watches yet."""
    waiting = ready(here.position)
    if any(unit.overwatch for unit in regulars(here.position)) or not any(True for _ in insurgents(here.position)):
        return []
    errands = {unit.id: errand_of(here, unit) for unit in waiting}
    going = [unit for unit in waiting if errands[unit.id] is not None]
    found = []
    for unit in waiting:
        errand = errands[unit.id]
        free = errand is None or (errand.rank > 1 and not is_late(here, errand) and len(going) > 1)
        placed = unit.cell is not None and (in_cover(here.position, unit) or unit.profile.kind == "vehicle")
        if free and placed and going and not is_valuable(here, unit):
            found.append(unit)
    return found


def _way(here: Here, unit: Team) -> Shown:
    errand = errand_of(here, unit)
    return Shown(1 << 30, "wanted nowhere") if errand is None else Shown(errand.way, f'{errand.way / 2:g}"')


POINTS: Measure[Here, Team] = Measure(
    "points", lambda here, unit: max((each.points for each in exits_for(here, unit)), default=0)
)
FINISHER: Priority[Team] = Priority("HOUSE-NEXT", "who finishes something", most(POINTS))
SHOOTER: Priority[Team] = Priority(
    "HOUSE-NEXT",
    "who has the best shot",
    most(Measure("casualties", lambda here, unit: shown(_best_kills(here, unit)))),
)
COVERER: Priority[Team] = Priority(
    "HOUSE-NEXT",
    "who covers the others",
    prefer(Measure("wanted nowhere", lambda here, unit: errand_of(here, unit) is None)),
    prefer(Measure("guards a place", guards)),
    most(Measure("support weapons", lambda _, unit: len(unit.support))),
    most(Measure("inches to go", _way)),
)
NEXT: Priority[Team] = Priority("HOUSE-NEXT", "who goes next", least(Measure("inches to go", _way)), most(POINTS))

TURN: Plan = FirstOf(
    Option("HOUSE-NEXT", "first, who can finish something", _whoever(FINISHER, _finishing, UNIT)),
    Option("HOUSE-NEXT", "then, who has a good shot", _whoever(SHOOTER, _shooting, UNIT)),
    Option(
        "HOUSE-NEXT",
        "then, who covers the others",
        _whoever(COVERER, _covering, Option("HOUSE-WATCH", "cover the others", overwatch)),
    ),
    Option("HOUSE-NEXT", "then, the others", _whoever(NEXT, lambda here: ready(here.position), UNIT)),
)
"""Which unit acts."""


class Activation:
    """The unit that acts goes on; or one is chosen."""

    def orders(self, here: Here) -> Iterator[Intent]:
        """Ask who acts, if that is open."""
        return (TURN if here.ask.unit is None else UNIT).orders(here)

    def parts(self) -> Iterator[Plan]:
        """Yield both plans."""
        return iter((TURN, UNIT))


# -- answers -----------------------------------------------------------------------------------------------------


def answer(here: Here) -> Intent | Cannot:
    """Fire at who gives the occasion, if that is worth it and no crowd is in the line of fire."""
    unit, enemy = actor(here), here.state.unit(here.ask.about or "")
    order = ordered(here, Fire(unit.id, enemy.id))
    if isinstance(order, Cannot):
        return order
    hope = shot(here.position, unit, enemy, reacting=True)
    if hope.mobs:
        return Cannot("a crowd is in the line of fire")
    return order if hope.kills >= FAIR else Cannot(f"{float(hope.kills):.2f} casualties are to be hoped for")


def _answers(yes: str, no: str) -> Plan:
    return FirstOf(Option("HOUSE-ANSWER", yes, answer), Option("HOUSE-ANSWER", no, stay))


COMMANDER: dict[str, Plan] = {
    HOT_SPOT: Option("AAS-HOT", "ours: place a hot spot", place),
    ACTIVATE: Activation(),
    REACTION: _answers("fire before it", "go on"),
    RETURN_FIRE: _answers("answer the fire", "let it be"),
    OVERWATCH: _answers("fire on overwatch", "go on watching"),
    # Insurgents who are played by a person have the printed tables for a stand-in.
    INTERRUPT: AUTO[INTERRUPT],
    END_OF_TURN: AUTO[END_OF_TURN],
}
"""What the Regulars do, by occasion."""

BY_NAME: Mapping[str, Plan] = {
    occasion: plan for occasion, plan in COMMANDER.items() if occasion not in (INTERRUPT, END_OF_TURN)
}
"""Every plan of its own by its name."""
