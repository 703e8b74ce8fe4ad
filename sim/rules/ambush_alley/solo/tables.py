"""The four tables of motivations, laid out like the printed page, what their rows do, and where hot spots go.

AAS-CHECK-5: in each list, from the top, the first entry that fits applies. An entry that cannot be carried out does not
fit (AAS-R-nothing); where nothing fits there is no interruption, and nothing is done at the end of the turn.

The printed order is kept but for three rulings: AAS-CIV-4 is tried before AAS-CIV-3, AAS-L-5 before AAS-L-4, which
would always shadow them, and "within optimum range" before "within double optimum range" (AAS-R-optimum). To the list
of units with a leader AAS-R-gap and AAS-MOT add what it leaves open.

An answer to fire follows the entries that begin with "fired on". For units with a leader AAS-W-8 matters there alone:
at an interruption AAS-W-5 or AAS-W-6 has been taken before it.

Where the sheet names no speed, every cell in Rapid reach may be the end of a move, which is made at Cautious speed if
that is enough (AAS-R-friends).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sim.board.area import Area
from sim.board.ground import Ground
from sim.board.movement import Mover
from sim.board.paths import reach
from sim.engine.dice import D6
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.memo import memo
from sim.play.commander import ordered, plan_of, possible
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat.fire import fire_refusal, would_harm
from sim.rules.ambush_alley.ground.cover import seen_from, walled_area
from sim.rules.ambush_alley.ground.moves import fastest, in_cover, into_cover, out_of_sight, pace_for
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Join, PlaceHotSpot, Stay, join_refusal
from sim.rules.ambush_alley.solo.conditions import (
    Condition,
    active_hot_spots,
    brave,
    combat_about,
    combat_near,
    covered,
    fired_on,
    friendly_units,
    friends,
    in_band,
    in_their_sight,
    is_leader,
    is_leaderless,
    is_team,
    near_hot_spot,
    nearest_combat,
    nearest_of,
    no_combat_about,
    no_combat_near,
    no_insurgents_in_sight,
    no_men_in_sight,
    objective_cells,
    offender,
    out_of_their_sight,
    seen,
    they_move,
    uncovered,
    weak,
)
from sim.rules.ambush_alley.solo.searches import approach, into_optimum, safest_way, toward
from sim.rules.ambush_alley.state import AasSituation, Pace, Team, insurgents, regulars
from sim.solo.moves import Going
from sim.solo.plans import ByScore, Cannot, FirstOf, InTurn, Option, Plan, Rows
from sim.solo.priority import Line, Measure, Priority, least, most, prefer, require
from sim.tabletop.inches import exact
from sim.tabletop.measures import inches_away, inches_from

Act = Callable[[AasSituation, str], Intent | Cannot | Plan]
"""What a row does, told its rule: an order, the reason why the row does not fit, or a plan to go on with."""
CAUTIOUS: Pace = "cautious"


# -- stay, and fire ----------------------------------------------------------------------------------------------


def stay(here: AasSituation, rule: str = "") -> Intent | Cannot:
    """Stay where one is, and let pass what one is asked."""
    return ordered(here, Stay(here.unit.id))


def fire(here: AasSituation, rule: str = "") -> Intent | Cannot:
    """Fire at the Regular that gives the occasion."""
    return ordered(here, Fire(here.unit.id, offender(here).id))


def fire_at_vehicle(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-N-1, AAS-W-1: fire at a vehicle with a support weapon that would harm it."""
    other = offender(here)
    if other.profile.kind != "vehicle":
        return Cannot(other.name.does("is not a vehicle"))
    able = would_harm(here.position, here.unit, other)
    return fire(here) if able else Cannot(f"it has no weapon that would harm {other.id}")


def fire_at_nearest(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-R-gap: fire at the nearest enemy in sight that can be fired at."""
    able: Measure[AasSituation, Team] = possible(
        "it can be fired at", lambda here, enemy: fire_refusal(here.position, here.unit, enemy)
    )
    order = Priority[Team](rule, "the nearest enemy that can be fired at", require(able), least(inches_away))
    enemy = order.choose(here, seen(here, regulars(here.position)), "enemies in sight")
    return ordered(here, Fire(here.unit.id, enemy.id)) if enemy else Cannot("nobody can be fired at")


# -- away, into cover, into range --------------------------------------------------------------------------------


def moving(here: AasSituation, going: Going | Cannot, pace: Pace | None = None) -> Intent | Cannot:
    """Return the order to go where a search has led, at a speed; without one, Cautious where that is enough."""
    if isinstance(going, Cannot):
        return going
    return ordered(here, Move(here.unit.id, going.way, pace or pace_for(here.position, here.unit, going.cost)))


def _friends_cell(here: AasSituation, rule: str) -> Cell | None:
    """Return where the nearest friendly unit is, in sight or not."""
    friend = nearest_of(here, friendly_units(here), rule, "the nearest friends", "friendly units")
    return friend.place if friend else None


def flee(here: AasSituation, rule: str, *, to_friends: bool = True) -> Intent | Cannot:
    """Go out of sight, toward the nearest friends."""
    return moving(here, out_of_sight(here, rule, toward=_friends_cell(here, rule) if to_friends else None))


def flee_or_hide(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-L-2: go out of sight, or else into cover, toward friends either way."""
    goal = _friends_cell(here, rule)
    order = moving(here, out_of_sight(here, rule, toward=goal))
    if not isinstance(order, Cannot):
        return order
    here.say(f"no way out of sight: {order.reason}", rule)
    if in_cover(here.position, here.unit):
        return Cannot("it is in cover, and finds no way out of sight")
    return moving(here, into_cover(here, rule, toward=goal))


def take_cover(
    here: AasSituation, rule: str, *, sight: bool | None = None, pace: Pace | None = None
) -> Intent | Cannot:
    """Go into cover: with sight of an enemy, out of the sight of all, or either; at a pace, where one is named."""
    return moving(here, into_cover(here, rule, seen=sight, pace=pace or "rapid"), pace)


def lie_low(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-L-5: take cover, or keep it."""
    return stay(here) if in_cover(here.position, here.unit) else take_cover(here, rule)


def close_in(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-N-4, AAS-W-4: go into optimum range."""
    return moving(here, into_optimum(here, offender(here), rule))


# -- to others, and to hot spots ---------------------------------------------------------------------------------


def _by_safest_way(here: AasSituation, goal: Cell, rule: str) -> Intent | Cannot:
    pace = fastest(here.position, here.unit)
    return moving(here, safest_way(here, goal, pace, rule), pace)


def meet(here: AasSituation, rule: str, what: str, wanted: Callable[[Team], bool]) -> Cannot | Plan:
    """Go to the nearest of some friends in sight by the safest way at top speed, and join him in cohesion."""
    known = seen(here, filter(wanted, friends(here)))
    other = nearest_of(here, known, rule, f"the nearest {what}", f"{what}s in sight")
    if other is None:
        return Cannot(f"no {what} is in sight")

    @plan_of()
    def meeting(here: AasSituation) -> Iterator[Intent]:
        """Join at once if that can be done; else go, look again, and join if one has come into cohesion."""
        join = ordered(here, Join(here.unit.id, other.id))
        if not isinstance(join, Cannot):
            yield join
            return
        order = _by_safest_way(here, other.place, rule)
        if isinstance(order, Cannot):
            here.say(order.reason, rule)
            return
        yield order
        there = all(here.state.unit(id_).cell is not None for id_ in (here.unit.id, other.id))
        if there and not isinstance(join := ordered(here, Join(here.unit.id, other.id)), Cannot):
            here.say(f"it has come into cohesion with {other.id}, and joins", rule, (other.id,))
            yield join

    return meeting


def to_hot_spot(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-L-4: full speed by the safest way to the nearest hot spot."""
    cells = [spot.cell for spot in active_hot_spots(here)]
    goal = nearest_of(here, cells, rule, "the nearest hot spot", "active hot spots")
    return Cannot("there is no active hot spot") if goal is None else _by_safest_way(here, goal, rule)


# -- to objectives, and at the enemy -----------------------------------------------------------------------------


def _nearest_objective(here: AasSituation, rule: str) -> Cell | None:
    """Return the nearest place where there is still something to be done, or to be held."""
    return nearest_of(here, objective_cells(here), rule, "the nearest objective", "places of objectives")


def to_objective(here: AasSituation, rule: str) -> Intent | Cannot | Plan:
    """AAS-W-11: Cautious speed to the nearest objective; who stands there stays.

    AAS-MOT: who comes into cohesion with friends on the way joins the nearest of them.
    """
    goal = _nearest_objective(here, rule)
    if goal is None:
        return Cannot("there is no objective")
    if goal == here.unit.cell:
        return stay(here)
    order = moving(here, toward(here, goal, rule), CAUTIOUS)
    if isinstance(order, Cannot):
        return order

    @plan_of()
    def passing(here: AasSituation) -> Iterator[Intent]:
        yield order
        if here.unit.cell is None:
            return
        able = partial(join_refusal, here.position, here.unit)
        near = [each for each in friends(here) if is_team(each) and able(each.id) is None]
        other = nearest_of(here, near, "AAS-MOT", "the nearest friends", "friendly units in cohesion")
        if other is not None:
            yield Join(here.unit.id, other.id)

    return passing


def to_enemy(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-W-12: Cautious speed toward the nearest enemy: into cover with sight, or else as near to him as it gets.

    Either way only to where the unit is nearer to him than before.
    """
    enemy = nearest_of(here, regulars(here.position), rule, "the nearest enemy", "Regulars on the table")
    if enemy is None:
        return Cannot("there is no enemy on the table")
    covered = into_cover(here, rule, seen=True, pace=CAUTIOUS, toward=enemy.place, approaching=True)
    order = moving(here, covered, CAUTIOUS)
    if not isinstance(order, Cannot):
        return order
    here.say(f"no cover with sight of the enemy: {order.reason}", rule)
    return moving(here, approach(here, enemy.place, rule, CAUTIOUS), CAUTIOUS)


# -- civilians ---------------------------------------------------------------------------------------------------


def _crowd(here: AasSituation, goal: Cell | None, rule: str, nowhere: str) -> Intent | Cannot:
    """Run to a place; who is there, or beside it, stays."""
    if goal is None:
        return Cannot(nowhere)
    if here.position.map.distance(here.unit.place, goal) <= 1:
        return stay(here)
    return moving(here, toward(here, goal, rule), CAUTIOUS)


def crowd_to(here: AasSituation, rule: str, *, insurgent: bool) -> Intent | Cannot:
    """AAS-CIV-1, AAS-CIV-2: run to the nearest Regulars, or Insurgents, in sight."""
    what, units = ("Insurgents", insurgents) if insurgent else ("Regulars", regulars)
    other = nearest_of(here, seen(here, units(here.position)), rule, f"the nearest {what}", f"{what} in sight")
    return _crowd(here, other.place if other else None, rule, f"no {what} are in sight")


def crowd_to_combat(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-CIV-4: run to where there was combat within 6 inches."""
    length = here.battle.data.numbers.combat_near
    places = nearest_combat(here.position, here.unit.place, length)
    goal = nearest_of(here, places, rule, "where the combat was", "nearest places of combat")
    return _crowd(here, goal, rule, f'no combat within {length}"')


def crowd_to_objective(here: AasSituation, rule: str) -> Intent | Cannot:
    """AAS-CIV-3: run to the nearest objective of the Regulars."""
    return _crowd(here, _nearest_objective(here, rule), rule, "there is no objective")


# -- the tables --------------------------------------------------------------------------------------------------

Table = Mapping[str, Plan]
"""A motivation, by occasion: if Regulars move or fire in sight, and at the end of the turn."""


def row(rule: str, text: str, act: Act, *conditions: Condition) -> Option:
    """Return a row that fits only under some conditions."""

    def tried(here: AasSituation) -> Intent | Cannot | Plan:
        reason = next((reason for each in conditions if (reason := each(here)) is not None), None)
        return act(here, rule) if reason is None else Cannot(reason)

    return Option(rule, text, tried)


def by_die(rule: str, closer: int) -> Act:
    """Throw a D6: scores up to one close in, the others fire."""
    near = Option(rule, f"1-{closer}: into optimum range", partial(close_in, rule=rule))
    rows: Rows = {range(1, closer + 1): near, range(closer + 1, 7): Option(rule, f"{closer + 1}+: fire", fire)}
    plan = ByScore(rule, "closer, or fire", D6, rows)
    return lambda here, rule: plan


_to_three = by_die("AAS-W-4", closer=3)


def one_or_three(here: AasSituation, rule: str) -> Intent | Cannot | Plan:
    """AAS-W-4, AAS-R-three: throw the die that closes in from 1 to 3; by the other reading with 1 or 3, as printed."""
    if here.battle.data.readings.one_or_three == "1 to 3":
        return _to_three(here, rule)
    near = Option("AAS-R-three", "1 or 3: into optimum range", partial(close_in, rule=rule))
    far = Option("AAS-R-three", "else: fire", fire)
    rows: Rows = {range(1, 2): near, range(2, 3): far, range(3, 4): near, range(4, 7): far}
    return ByScore(rule, "closer, or fire", D6, rows)


# fmt: off
CIVILIANS: Table = {
    state.END_OF_TURN: FirstOf(
        row("AAS-CIV-1", "Regulars in sight: toward them", partial(crowd_to, insurgent=False)),
        row("AAS-CIV-2", "no Regulars, but Insurgents in sight: toward them",
            partial(crowd_to, insurgent=True), out_of_their_sight),
        row("AAS-CIV-4", 'combat within 6": toward it', crowd_to_combat),
        row("AAS-CIV-3", "no unit in sight: toward the nearest Regular objective",
            crowd_to_objective, out_of_their_sight, no_insurgents_in_sight),
    ),
}

# -- Insurgent leaders without a unit ----------------------------------------------------------------------------

LEADERS: Table = {
    state.INTERRUPT: FirstOf(
        row("AAS-L-1", "Regulars move in sight: out of their sight, toward friends", flee, they_move),
        L_2 := row("AAS-L-2", "fired at: out of sight or into cover, toward friends", flee_or_hide, fired_on),
    ),
    state.RETURN_FIRE: L_2,
    state.END_OF_TURN: FirstOf(
        row("AAS-L-3", "full speed by the safest way to the nearest leaderless unit, and join it",
            partial(meet, what="leaderless unit", wanted=is_leaderless)),
        row("AAS-L-5", 'within 3" of a hot spot and no such unit in sight: take cover',
            lie_low, no_men_in_sight, near_hot_spot),
        row("AAS-L-4", "no such unit in sight: the same toward a hot spot", to_hot_spot, no_men_in_sight),
    ),
}

# -- Insurgents without a leader ---------------------------------------------------------------------------------

LEADERLESS: Table = {
    state.INTERRUPT: FirstOf(
        row("AAS-N-1", "vehicle, and a support weapon that would harm it: fire at it", fire_at_vehicle),
        row("AAS-N-2", "not in cover, Firepower > 6: into cover", take_cover, uncovered, brave),
        row("AAS-N-3", "not in cover, Firepower < 6: out of sight toward the nearest friends", flee, uncovered, weak),
        row("AAS-N-5", "within optimum range: fire", fire, in_band("optimum")),
        row("AAS-N-4", "within double optimum range: D6 1-2 move into optimum range, 3+ fire",
            by_die("AAS-N-4", closer=2), in_band("double")),
        N_6 := row("AAS-N-6", "fired on, Firepower < 6: out of sight",
                   partial(flee, to_friends=False), fired_on, weak),
        N_7 := row("AAS-N-7", "fired on, Firepower > 6: fire", fire, fired_on, brave),
    ),
    state.RETURN_FIRE: FirstOf(N_6, N_7),
    state.END_OF_TURN: FirstOf(
        row("AAS-N-8", 'combat within 6" and not in cover: take cover out of enemy sight',
            partial(take_cover, sight=False), combat_near, uncovered),
        row("AAS-N-9", 'combat within 6", in cover and out of sight: stay',
            stay, combat_near, covered, out_of_their_sight),
        row("AAS-N-10", "friendly leader in sight: top speed, safest way, into cohesion",
            partial(meet, what="friendly leader", wanted=is_leader)),
        row("AAS-N-11", "friendly unit in sight: the same",
            partial(meet, what="friendly unit", wanted=is_leaderless)),
    ),
}

# -- Insurgents with a leader ------------------------------------------------------------------------------------

LED: Table = {
    state.INTERRUPT: FirstOf(
        row("AAS-W-1", "vehicle, and a support weapon that would harm it: fire at it", fire_at_vehicle),
        row("AAS-W-2", "not in cover, Firepower > 6: into cover", take_cover, uncovered, brave),
        row("AAS-W-3", "not in cover, Firepower < 6: out of sight toward the nearest friends", flee, uncovered, weak),
        row("AAS-W-5", "in optimum range: fire", fire, in_band("optimum")),
        row("AAS-W-4", "within double optimum range, Firepower < 6: D6 1-3 move into optimum range, 4+ fire",
            one_or_three, in_band("double"), weak),
        row("AAS-W-6", "not in optimum range, Firepower > 6: fire", fire, in_band("double", "far"), brave),
        W_7 := row("AAS-W-7", "fired on, Firepower < 6: out of sight",
                   partial(flee, to_friends=False), fired_on, weak),
        W_8 := row("AAS-W-8", "fired on, Firepower > 6: fire", fire, fired_on, brave),
    ),
    state.RETURN_FIRE: FirstOf(W_7, W_8),
    state.END_OF_TURN: FirstOf(
        row("AAS-W-9", 'combat within 6" and not in cover: take cover with sight of the enemy',
            partial(take_cover, sight=True), combat_near, uncovered),
        row("AAS-W-10", 'combat within 6", in cover and in sight: stay', stay, combat_near, covered, in_their_sight),
        row("AAS-R-gap", 'enemy in sight, no combat within 6", in cover: fire',
            fire_at_nearest, no_combat_near, in_their_sight, covered),
        row("AAS-R-gap", 'enemy in sight, no combat within 6": Cautious speed to cover with sight of the enemy',
            partial(take_cover, sight=True, pace=CAUTIOUS), no_combat_near, in_their_sight, uncovered),
        row("AAS-W-11", 'no enemy in sight, no combat within 10": Cautious speed to the nearest objective',
            to_objective, out_of_their_sight, no_combat_about),
        row("AAS-W-12", 'no enemy in sight, combat within 10": Cautious speed toward the nearest enemy',
            to_enemy, out_of_their_sight, combat_about),
        row("AAS-MOT", "nothing else to do, and a friendly unit in sight: top speed, safest way, into cohesion",
            partial(meet, what="friendly unit", wanted=is_team)),
    ),
}
# fmt: on

TABLES: Mapping[str, Table] = {
    "civilians": CIVILIANS,
    "leaders without a unit": LEADERS,
    "units without a leader": LEADERLESS,
    "units with a leader": LED,
}


def table_of(unit: Team) -> str:
    """AAS-MOT: return the name of the table that a unit follows."""
    own = {"mob": "civilians", "leader": "leaders without a unit"}.get(unit.profile.kind)
    return own or ("units with a leader" if unit.leader else "units without a leader")


def by_motivation(occasion: str) -> Plan:
    """AAS-MOT: who one is says which table one follows, and the occasion which half of it.

    A mob has one for the end of the turn only.
    """

    @plan_of(*(table[occasion] for table in TABLES.values() if occasion in table))
    def follow(here: AasSituation) -> Iterator[Intent]:
        name = table_of(here.unit)
        here.say(f"the table of {name}", "AAS-MOT")
        return TABLES[name].get(occasion, FirstOf()).orders(here)

    return follow


# -- hot spots that are placed automatically ---------------------------------------------------------------------


def place(here: AasSituation) -> Intent | Cannot:
    """AAS-HOT: place the next hot spot, as somebody would who plays the Insurgents: where one could walk to."""
    number, entry = here.ask.number or len(here.state.hot_spots) + 1, here.battle.data.mission.entry
    order: Priority[Cell] = Priority("AAS-HOT", f"where hot spot {number} is placed", *_wishes(here, number))
    walked = _walked(here.position.ground, entry[0]) if entry else here.position.map.whole
    cell = order.choose(here, [each for each in walked if each not in entry], "cells that can be walked to")
    return Cannot("there is no room for it") if cell is None else ordered(here, PlaceHotSpot(cell))


@memo
def _walked(ground: Ground, start: Cell) -> Area:
    return reach(ground, Mover("foot", 2, 3), start).area


def _wishes(here: AasSituation, number: int) -> Iterator[Line[AasSituation, Cell]]:
    """Yield the wishes: on a table that has not enough such places they are given up from the last to the first."""
    numbers, mission = here.battle.data.numbers, here.battle.data.mission
    others = tuple(spot.cell for spot in here.state.hot_spots)
    objectives = tuple(cell for objective in mission.objectives for cell in objective.cells)
    covered, in_view = (
        walled_area(here.position.map, here.state.changes),
        seen_from(here.position.lines, mission.entry),
    )

    def far_from(what: str, cells: tuple[Cell, ...], length: int) -> Line[AasSituation, Cell]:
        squared, least_cells = here.position.map.grid.squared, length**2 / exact(here.position.map.scale.per_cell) ** 2
        name = f'at least {length}" from {what}'
        return prefer(Measure(name, lambda _, cell: all(squared(cell, each) >= least_cells for each in cells)))

    def inches(what: str, cells: tuple[Cell, ...]) -> Measure[AasSituation, Cell]:
        return Measure(f"inches from {what}", lambda here, cell: inches_from(here, cell, *cells))

    yield require(Measure("there is no hot spot yet", lambda _, cell: cell not in others))
    yield prefer(Measure("in cover", lambda _, cell: cell in covered))
    yield far_from("the Regulars' entry", mission.entry, numbers.hot_spot_from_entry)
    yield prefer(Measure("out of sight of the Regulars' entry", lambda _, cell: cell not in in_view))
    yield far_from("other hot spots", others, numbers.hot_spot_apart)
    if number <= numbers.hot_spots_near_objectives and objectives:
        yield least(inches("an objective", objectives))
    elif others:
        yield most(inches("other hot spots", others))
    yield most(inches("the Regulars' entry", mission.entry))


# -- by occasion -------------------------------------------------------------------------------------------------

NOTHING = Option("AAS-R-nothing", "nothing fits, so nothing is done", stay)

AUTO: dict[str, Plan] = {
    state.HOT_SPOT: Option("AAS-HOT", "place a hot spot", place),
    **{
        occasion: FirstOf(by_motivation(occasion), NOTHING)
        for occasion in (state.INTERRUPT, state.RETURN_FIRE, state.END_OF_TURN)
    },
    # The printed rules run Insurgents and civilians, who are never asked these: whoever is stands and waits.
    state.ACTIVATE: FirstOf(),
    state.REACTION: NOTHING,
    state.OVERWATCH: NOTHING,
}
"""What the automated sides do, by occasion."""

BY_NAME: Mapping[str, Plan] = {
    **{f"auto, {name}": InTurn(*table.values()) for name, table in TABLES.items()},
    "auto, nothing fits": NOTHING,
    "auto, hot spots": AUTO[state.HOT_SPOT],
}
"""Every plan by its name, each row once: an answer to fire follows rows that stand with the interruptions."""
