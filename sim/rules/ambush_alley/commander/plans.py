"""The stand-in for a player of the Regulars: it names a unit and gives it orders, explained by the same trace.

Who acts first: whoever can finish something (leave, search), then whoever has a good shot, then somebody who covers
the others on overwatch, then the others, the nearest to where they are wanted first. What a unit does: what can be
finished, a good shot, a crowd to be dispersed, the next bound to where it is wanted, any shot; else it watches, from
cover. It answers fire and interruptions with fire where that is worth it. It looks no further than one order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from sim.board.paths import Reach
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play import commander
from sim.play.commander import Acting, allowed, at, best, choosing, does, ordered, plan_of, unless
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat import fire
from sim.rules.ambush_alley.combat.assault import assault_ways
from sim.rules.ambush_alley.combat.cards import needs_cell, needs_unit
from sim.rules.ambush_alley.commander.chances import Shot, assault_odds, best_kills, shot, shots
from sim.rules.ambush_alley.commander.errands import (
    NEAR,
    OUT,
    Errand,
    errand_of,
    errands,
    exits_for,
    guards,
    is_late,
    is_valuable,
    to_hold,
    undone,
)
from sim.rules.ambush_alley.figures import Card, Effect
from sim.rules.ambush_alley.ground.moves import (
    allowance,
    in_cover,
    into_cover,
    leads,
    length_of,
    rapid_refusal,
    reach,
    seen_by_enemies,
    watch,
    watch_of,
)
from sim.rules.ambush_alley.orders.base import ready
from sim.rules.ambush_alley.orders.fighting import Assault, Fire, Watch
from sim.rules.ambush_alley.orders.moving import Disembark, Embark, Leave, Move
from sim.rules.ambush_alley.orders.tasks import Disperse, PlayAsset, Search, Stay
from sim.rules.ambush_alley.solo.searches import nearer_cells
from sim.rules.ambush_alley.state import AasSituation, Pace, Team, insurgents, mobs, regulars
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Line, Measure, Measured, Priority, least, most, prefer, require
from sim.tabletop.inches import within
from sim.tabletop.measures import half_inches, inches_away

GOOD, FAIR = Fraction(3, 5), Fraction(1, 10)
"""Casualties to be hoped for that make fire worth it before anything else, and fire that is better than nothing."""
SURE = Fraction(3, 4)
"""An assault is made where it is so likely that the enemy runs or loses."""
HIGH = 3
"""An insurgency level that is worth a card."""
CLEAR, CROWDED = 3, 2
"""Inches around a strike in which there may be neither friends nor crowds, and from a crowd that are too near."""


# -- cards ------------------------------------------------------------------------------------------------------


STRONGEST: Priority[Team] = Priority(
    "HOUSE-CARD",
    "on whom it is played",
    most(Measure("Firepower", lambda here, unit: fire.firepower(unit, here.battle.data.supports))),
    most(Measure("figures", lambda _, unit: unit.figures)),
)


def _ours(which: Callable[[AasSituation, Team], object]) -> Callable[[AasSituation], list[Team]]:
    """Return a function that finds the Regulars of whom something is so."""
    return lambda here: [unit for unit in regulars(here.position) if which(here, unit)]


def _watching(here: AasSituation) -> list[Team]:
    """Return the Insurgents that see a Regular."""
    return [unit for unit in insurgents(here.position) if seen_by_enemies(here.position, unit)]


def _strong(here: AasSituation) -> list[Team]:
    """Return the Insurgents that see a Regular and are worth a card: four of them, or a rocket."""
    return [unit for unit in _watching(here) if unit.figures >= 4 or unit.support]


def _alone(here: AasSituation) -> list[Team]:
    """Return those of them whom a strike would find without friends or crowds near by."""
    position = here.position
    others = [unit.place for unit in (*regulars(position), *mobs(position))]
    return [unit for unit in _strong(here) if not any(within(position, unit.place, cell, CLEAR) for cell in others)]


def _acting(here: AasSituation) -> list[Team]:
    """Return the Regular that acts and has somebody to fire at."""
    unit = here.state.unit(here.state.actor) if here.state.actor else None
    return [unit] if unit and not here.state.fired and shots(here.position, unit) else []


def _acted(here: AasSituation) -> list[Team]:
    """Return who has acted, when nobody else is left who could be told to."""
    others = [unit for unit in regulars(here.position) if unit.id != here.state.actor]
    return others if all(unit.acted for unit in others) else []


def _is_exposed(here: AasSituation, unit: Team) -> bool:
    """Say whether Insurgents see a unit without cover that has moved already or will not."""
    return bool(seen_by_enemies(here.position, unit)) and unit.acted and not in_cover(here.position, unit)


WHOM: dict[Effect, Callable[[AasSituation], list[Team]]] = {
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


def play(here: AasSituation) -> Intent | Cannot:
    """Play the first card of the hand that is worth it now."""
    cards = (here.battle.data.assets[id_] for id_ in here.state.hand)
    orders = (order for card in cards if (order := _worth_playing(here, card)))
    return commander.first_allowed(here, orders, "no card is worth playing now")


def _worth_playing(here: AasSituation, card: Card) -> PlayAsset | None:
    """Return how a card is played best now; None if it is better kept.

    Smoke helps on the strongest Insurgents who see the unit that is about to move in the open.
    """
    if needs_unit(card):
        found = WHOM[card.effect](here) if card.effect in WHOM else []
        unit = STRONGEST.choose(here, found, f"units for {card.name}") if found else None
        return PlayAsset(card.id, unit.id) if unit else None
    if needs_cell(card):
        unit = here.state.unit(here.state.actor) if here.state.actor and not here.state.moved else None
        if unit is None or unit.cell is None or in_cover(here.position, unit):
            return None
        enemies = seen_by_enemies(here.position, unit)
        enemy = STRONGEST.choose(here, enemies, "Insurgents that see it in the open")
        return PlayAsset(card.id, cell=enemy.cell) if enemy else None
    worth = len(_watching(here)) > 1 if card.effect == "reaction" else here.state.level >= HIGH
    return PlayAsset(card.id) if worth else None


# -- fire --------------------------------------------------------------------------------------------------------


def _worthwhile(text: str, least_kills: Fraction, words: str) -> Option:
    """Return the option to fire at the best target, if one is good enough."""
    choice: Priority[Shot] = Priority(
        "HOUSE-SHOOT",
        f"the {words} shot",
        require(Measure("no crowd is in the line of fire", lambda _, each: not each.mobs)),
        require(Measure("worth it", lambda _, each: Measured(each.kills >= least_kills, f"{float(each.kills):.2f}"))),
        prefer(Measure("one that may still interrupt", lambda _, each: not each.target.checked)),
        most(Measure("casualties expected", lambda _, each: commander.hundredths(each.kills))),
        least(Measure("figures", lambda _, each: each.target.figures)),
    )
    unable = {"it cannot fire now": lambda here: here.state.fired or not here.unit.cell}
    pool, order = "Insurgents that can be fired at", lambda here, each: Fire(here.unit.id, each.target.id)
    fires = best(choice, lambda here: shots(here.position, here.unit), pool, order, "no shot is worth it")
    return Option(choice.rule, text, unless(unable, fires))


def answer(here: AasSituation) -> Intent | Cannot:
    """Fire at whoever gives the occasion, if that is worth it and no crowd is in the line of fire."""
    enemy = here.state.unit(here.ask.about or "")
    order = ordered(here, Fire(here.unit.id, enemy.id))
    if isinstance(order, Cannot):
        return order
    hope = shot(here.position, here.unit, enemy, reacting=True)
    if hope.mobs:
        return Cannot("a crowd is in the line of fire")
    return order if hope.kills >= FAIR else Cannot(f"{float(hope.kills):.2f} casualties expected")


def _answers(yes: str, no: str) -> Plan:
    return FirstOf(Option("HOUSE-ANSWER", yes, answer), Option("HOUSE-ANSWER", no, does(Stay)))


# -- on the way --------------------------------------------------------------------------------------------------


def seeing(here: AasSituation, cell: Cell) -> int:
    """Return how many Insurgents see a cell."""
    return watch_of(here.position, here.battle.data.mission.regulars).number(cell)


def _sent(here: AasSituation, errand: Errand) -> Intent | Cannot:
    """Return the bound with which a unit goes where it is wanted, in cover if it can.

    Rapid for vehicles, for who is late, and where no Insurgent sees the unit.
    """
    unit, position = errand.unit, here.position
    hurried = unit.profile.kind == "vehicle" or is_late(here, errand) or not seeing(here, unit.place)
    paces: tuple[Pace, ...] = ("rapid", "cautious")
    for pace in paces if hurried and rapid_refusal(position, unit) is None else paces[1:]:
        run, left = reach(position, unit, pace), leads(position, unit, errand.goal)
        lines, name = _good_ends(here, errand, pace, run, left), pace.capitalize()
        order: Priority[Cell] = Priority("HOUSE-CLOSER", f"where to move on the way {errand.what}", *lines)
        nearer = nearer_cells(run, left, errand.way)
        end = order.choose(here, nearer, f"cells in {name} reach that are nearer")
        move = Cannot(f"no {name} move") if end is None else ordered(here, Move(unit.id, run.way(end)[1:], pace))
        if not isinstance(move, Cannot):
            return move
        here.say(move.reason)
    return Cannot(f"no move leads nearer to {position.name(errand.goal)}")


def _good_ends(
    here: AasSituation, errand: Errand, pace: Pace, run: Reach, left: Reach
) -> Iterator[Line[AasSituation, Cell]]:
    """Yield what makes a good end of a bound: there, a real step, covered, seen by few, far from crowds."""
    unit, position = errand.unit, here.position
    watching = watch(position, unit)
    crowds = [mob.place for mob in mobs(position)]
    late, vehicle = is_late(here, errand), unit.profile.kind == "vehicle"
    real, way_left = errand.way - allowance(position, unit, pace) // 2, length_of(left, "way left")
    if pace == "rapid" and not late and not vehicle:
        yield require(Measure("out of sight", lambda _, cell: watching.unseen(cell)))
    yield prefer(Measure("at the goal", lambda _, cell: cell in errand.cells))
    yield prefer(Measure("at least half a move nearer", lambda _, cell: (left.cost(cell) or 0) <= real))
    if late:
        yield least(way_left)
    if not vehicle:
        yield prefer(Measure("in cover", lambda _, cell: watching.sheltered(cell)))
    yield least(Measure("Insurgents that see it", lambda _, cell: watching.number(cell)))
    yield prefer(
        Measure("away from crowds", lambda _, cell: not any(within(position, cell, mob, CROWDED) for mob in crowds))
    )
    yield least(way_left)
    yield least(length_of(run))


def take_cover(here: AasSituation) -> Intent | Cannot:
    """Get out of the open, where an Insurgent sees the unit and it is wanted where it is."""
    unit = here.unit
    if unit.cell is None or unit.profile.kind == "vehicle" or guards(here, unit):
        return Cannot("it stays where it is")
    if not seeing(here, unit.place) or in_cover(here.position, unit):
        return Cannot("it is in cover, or nobody sees it")
    going = into_cover(here, "HOUSE-COVER", pace="cautious")
    return going if isinstance(going, Cannot) else ordered(here, Move(unit.id, going.way, "cautious"))


# -- assaults ----------------------------------------------------------------------------------------------------


def _sure(here: AasSituation, enemy: Team) -> Measured:
    odds = assault_odds(here.position, here.unit, enemy)
    # Whoever hangs back has lost nothing: what counts is how it goes once they close.
    good = (odds.pulls_back + odds.won) / (1 - odds.hangs_back)
    return Measured(good >= SURE, f"{float(good):.0%}")


EASY: Priority[Team] = Priority(
    "HOUSE-STORM",
    "whom to assault",
    require(Measure("likely to run or to lose", _sure)),
    most(Measure("points", lambda _, enemy: enemy.profile.points)),
    most(Measure("figures", lambda _, enemy: enemy.figures)),
)


def _uncovered(here: AasSituation) -> list[Team] | Cannot:
    """Return the enemies in reach of an assault whom no other Insurgent watches."""
    unit = here.unit
    if unit.cell is None or is_valuable(here, unit) or guards(here, unit) or unit.penalty:
        return Cannot("it has something else to do")
    teams = (enemy for enemy in insurgents(here.position) if enemy.profile.kind == "team")
    return [each for each in teams if seeing(here, each.place) <= 1 and assault_ways(here.position, unit, each)]


def _assault(here: AasSituation, enemy: Team) -> Intent:
    ways = assault_ways(here.position, here.unit, enemy)
    return Assault(here.unit.id, enemy.id, ways[ways.cells[0]])


# -- vehicles, exits, crowds -------------------------------------------------------------------------------------


def get_in(here: AasSituation) -> Intent | Cannot:
    """Carry the wounded into a vehicle beside the unit."""
    if not here.unit.serious and not here.unit.downed:
        return Cannot("nobody has to be carried")
    vehicles = (other.id for other in regulars(here.position) if other.profile.kind == "vehicle")
    return commander.first_allowed(
        here, (Embark(here.unit.id, id_) for id_ in vehicles), "no vehicle with room is beside it"
    )


def _doors(here: AasSituation) -> list[Cell] | Cannot:
    """Return the cells beside a vehicle to get out where men are wanted, or where the vehicle goes no further."""
    unit, position = here.unit, here.position
    if not unit.aboard:
        return Cannot("it is in no vehicle")
    vehicle = here.state.unit(unit.aboard)
    if vehicle.cell is None or unit.serious:
        return Cannot("it stays aboard")
    held = {other.cell for other in regulars(position) if other.profile.kind == "team"}
    free = [each for each in to_hold(here) if held.isdisjoint(each.cells)]
    places = [cell for each in (*undone(here), *free) for cell in each.cells]
    if not vehicle.immobilised and not any(within(position, vehicle.cell, cell, NEAR) for cell in places):
        return Cannot("it is wanted nowhere near, and the vehicle drives on")
    cells = [cell for cell in position.map.grid.neighbours(vehicle.cell) if cell in position.map]
    return [cell for cell in cells if allowed(here, Disembark(unit.id, cell))]


def can_leave(here: AasSituation, unit: Team) -> bool:
    """Say whether a unit stands at an exit, and is wanted nowhere else."""
    if unit.cell is None or not any(each.points > 0 for each in here.battle.data.mission.exits_at(unit)):
        return False
    errand = errand_of(here, unit)
    return is_valuable(here, unit) or errand is None or errand.rank >= OUT


def _near_crowds(here: AasSituation) -> list[Team] | Cannot:
    """Return the crowds that are near enough to be dispersed: they block the way, or the line of fire."""
    if here.unit.cell is None:
        return Cannot("it is in a vehicle")
    return [mob for mob in mobs(here.position) if allowed(here, Disperse(here.unit.id, mob.id))]


def _nobody_to_watch_for(here: AasSituation) -> bool:
    return not any(insurgents(here.position)) and not any(spot.active for spot in here.state.hot_spots)


overwatch = unless({"nobody is left to watch for": _nobody_to_watch_for}, does(Watch))
"""Give up the activation to shoot first at whoever wants to shoot at the others."""


# -- what a unit does --------------------------------------------------------------------------------------------

UNIT: Plan = FirstOf(
    Option(
        "HOUSE-LEAVE",
        "leave the table",
        unless(
            {"there is nothing to gain by it here and now": lambda here: not can_leave(here, here.unit)}, does(Leave)
        ),
    ),
    Option("HOUSE-TAKE", "search", does(Search)),
    Option("HOUSE-CARD", "play an asset", play),
    choosing(
        "get out",
        Priority[Cell]("HOUSE-RIDE", "where to get out", least(Measure("Insurgents that see it", seeing))),
        _doors,
        "cells beside the vehicle",
        lambda here, cell: Disembark(here.unit.id, cell),
        "there is no room beside the vehicle",
    ),
    Option("HOUSE-SAVE", "carry the wounded into a vehicle", get_in),
    _worthwhile("a good shot", GOOD, "best"),
    choosing(
        "an easy assault",
        EASY,
        _uncovered,
        "Insurgents in reach without support",
        _assault,
        "no assault is easy",
    ),
    choosing(
        "disperse a crowd",
        Priority[Team]("HOUSE-CROWD", "which crowd", least(inches_away)),
        _near_crowds,
        "crowds near enough",
        at(Disperse),
        "no crowd is near enough",
    ),
    choosing(
        "go where it is wanted",
        Priority[Errand](
            "HOUSE-CLOSER",
            "where it is wanted",
            least(Measure("rank of the errand", lambda _, each: each.rank)),
            least(Measure("inches to go", lambda _, each: half_inches(each.way))),
        ),
        lambda here: errands(here, here.unit),
        "errands",
        _sent,
        "it is wanted nowhere else",
    ),
    _worthwhile("any shot", FAIR, "better"),
    Option("HOUSE-COVER", "get out of the open", take_cover),
    Option("HOUSE-WATCH", "go on overwatch", overwatch),
    Option("HOUSE-WAIT", "stay", does(Stay)),
)
"""What a unit that acts is told."""


# -- who acts ----------------------------------------------------------------------------------------------------


def _whoever(
    text: str,
    what: str,
    pool: str,
    units: Callable[[AasSituation], Iterable[Team]],
    *lines: Line[AasSituation, Team],
    plan: Plan = UNIT,
) -> Option:
    """Return the option to let somebody act."""
    choice = Priority("HOUSE-NEXT", what, *lines)
    return choosing(text, choice, units, pool, lambda _, unit: Acting(unit.id, plan), "there is nobody")


def _covering(here: AasSituation) -> Iterator[Team]:
    """Yield who could cover the others: in cover, in no hurry, while somebody else is to go and nobody watches yet."""
    if any(unit.overwatch for unit in regulars(here.position)) or not any(insurgents(here.position)):
        return
    wanted = [(unit, errand_of(here, unit)) for unit in ready(here.position)]
    going = sum(errand is not None for _, errand in wanted)
    for unit, errand in wanted:
        free = errand is None or (errand.rank > 1 and not is_late(here, errand) and going > 1)
        placed = unit.cell is not None and (in_cover(here.position, unit) or unit.profile.kind == "vehicle")
        if free and placed and going and not is_valuable(here, unit):
            yield unit


def _way(here: AasSituation, unit: Team) -> Measured:
    errand = errand_of(here, unit)
    return Measured(1 << 30, "wanted nowhere") if errand is None else half_inches(errand.way)


POINTS: Line[AasSituation, Team] = most(
    Measure("points", lambda here, unit: max((each.points for each in exits_for(here, unit)), default=0))
)
TURN: Plan = FirstOf(
    _whoever(
        "first, who can finish something",
        "who finishes something",
        "units that can",
        lambda here: [each for each in ready(here.position) if can_leave(here, each) or allowed(here, Search(each.id))],
        POINTS,
    ),
    _whoever(
        "then, who has a good shot",
        "who has the best shot",
        "units with a good shot",
        lambda here: [unit for unit in ready(here.position) if best_kills(here, unit) >= GOOD],
        most(Measure("casualties", lambda here, unit: commander.hundredths(best_kills(here, unit)))),
    ),
    _whoever(
        "then, who covers the others",
        "who covers the others",
        "units that could",
        _covering,
        prefer(Measure("one that is wanted nowhere", lambda here, unit: errand_of(here, unit) is None)),
        prefer(Measure("one that guards a place", guards)),
        most(Measure("support weapons", lambda _, unit: len(unit.support))),
        most(Measure("inches to go", _way)),
        plan=Option("HOUSE-WATCH", "cover the others", overwatch),
    ),
    _whoever(
        "then, the others",
        "who goes next",
        "units that have not acted",
        lambda here: ready(here.position),
        least(Measure("inches to go", _way)),
        POINTS,
    ),
)
"""Which unit acts."""


@plan_of(TURN, UNIT)
def activation(here: AasSituation) -> Iterator[Intent]:
    """The unit that acts goes on; or one is chosen."""
    return (TURN if here.ask.unit is None else UNIT).orders(here)


COMMANDER: dict[str, Plan] = {
    state.ACTIVATE: activation,
    state.REACTION: _answers("fire before it", "go on"),
    state.RETURN_FIRE: _answers("answer the fire", "let it be"),
    state.OVERWATCH: _answers("fire on overwatch", "go on watching"),
}
"""What the Regulars do, by occasion. Whoever is asked anything else goes by the printed tables: Insurgents whom a
person plays, and who places hot spots."""
