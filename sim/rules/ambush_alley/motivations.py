"""What the rows of the four tables of motivations tell an Insurgent, a leader or a mob to do, and where hot spots go.

Each function is the act of a row, or returns it for the rule that the row has: it looks whether the row fits, and
returns an order or the reason why it does not (AAS-R-nothing). Where the sheet names no speed, every cell in Rapid
reach may be the end of the move, which is made at Cautious speed if that is enough (AAS-R-friends).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover
from sim.board.paths import reach
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play import commander
from sim.rules.ambush_alley.fire import fire_refusal, listed_firepower, would_harm
from sim.rules.ambush_alley.ground import fastest, in_cover, nearest_combat, pace_for, seen_from, walled_area
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Join, PlaceHotSpot, Stay, join_refusal
from sim.rules.ambush_alley.scene import Here, insurgents, regulars
from sim.rules.ambush_alley.searches import approach, into_cover, into_optimum, out_of_sight, safest_way, toward
from sim.rules.ambush_alley.units import HotSpot, Pace, Team
from sim.rules.ambush_alley.victory import accomplished
from sim.solo.moves import Going
from sim.solo.plans import Cannot, Plan
from sim.solo.priority import Line, Measure, Priority, least, most, prefer, require
from sim.tabletop.inches import exact, sees
from sim.tabletop.measures import inches_away, inches_from

Act = Callable[[Here], "Intent | Cannot | Plan"]
Words = ParamSpec("Words")
CAUTIOUS: Pace = "cautious"


def row(act: Callable[Concatenate[Here, str, Words], Any]) -> Callable[Concatenate[str, Words], Act]:
    """Make of an act that is told its rule a function that returns the act for a row of that rule."""

    @wraps(act)
    def for_rule(rule: str, /, *words: Words.args, **named: Words.kwargs) -> Act:
        return lambda here: act(here, rule, *words, **named)

    return for_rule


# -- who acts, and what he may order -----------------------------------------------------------------------------


def actor(here: Here) -> Team:
    """Return the unit that is asked, as it is now."""
    unit = here.unit
    assert isinstance(unit, Team)
    return unit


def offender(here: Here) -> Team:
    """Return the unit that gives the occasion: the Regular that moves or fires in sight."""
    assert here.ask.about is not None
    return here.state.unit(here.ask.about)


ordered: Callable[[Here, Intent], Intent | Cannot] = commander.ordered


def moving(here: Here, going: Going | Cannot, pace: Pace | None = None) -> Intent | Cannot:
    """Return the order to go where a search has led, at a speed; without one, Cautious where that is enough."""
    if isinstance(going, Cannot):
        return going
    unit = actor(here)
    return ordered(here, Move(unit.id, going.way, pace or pace_for(here.position, unit, going.cost)))


stay = commander.does(Stay)
"""Stay where one is, and let pass what one is asked."""


def power(here: Here) -> int:
    """AAS-R-firepower: return the Firepower of the unit that is asked."""
    return listed_firepower(here.position, actor(here))


# -- who is near -------------------------------------------------------------------------------------------------


def nearest_of(here: Here, units: Iterable[Team], rule: str, what: str, pool: str) -> Team | None:
    """Return the nearest of some units; who is equally near is thrown for."""
    order: Priority[Team] = Priority(rule, what, least(inches_away))
    return order.choose(here, units, pool)


def _nearest_cell(here: Here, cells: tuple[Cell, ...], rule: str, what: str, pool: str) -> Cell | None:
    order: Priority[Cell] = Priority(rule, what, least(inches_away))
    return order.choose(here, cells, pool)


def friends(here: Here) -> list[Team]:
    """Return the other Insurgents on the table, in roster order."""
    return [unit for unit in insurgents(here.position) if unit.id != here.ask.unit]


def seen(here: Here, units: Iterable[Team]) -> list[Team]:
    """Return those of some units that the unit sees, in their order."""
    return [unit for unit in units if sees(here.position, actor(here), unit)]


def active_hot_spots(here: Here) -> list[HotSpot]:
    """Return the hot spots that Insurgents still come from."""
    return [spot for spot in here.state.hot_spots if spot.active]


def is_team(unit: Team) -> bool:
    """Say whether somebody is a unit of men, led or not."""
    return unit.profile.kind == "team"


def is_leaderless(unit: Team) -> bool:
    """Say whether a unit waits for a leader."""
    return is_team(unit) and not unit.leader


def is_leader(unit: Team) -> bool:
    """Say whether somebody is a leader, or a unit that has one."""
    return unit.profile.kind == "leader" or (is_team(unit) and unit.leader > 0)


# -- fire --------------------------------------------------------------------------------------------------------


def fire(here: Here) -> Intent | Cannot:
    """Fire at the Regular that gives the occasion."""
    return ordered(here, Fire(actor(here).id, offender(here).id))


def fire_at_vehicle(here: Here) -> Intent | Cannot:
    """AAS-N-1, AAS-W-1: fire at a vehicle with a support weapon that would harm it."""
    unit, other = actor(here), offender(here)
    if other.profile.kind != "vehicle":
        return Cannot(f"{other.id} is no vehicle")
    if not would_harm(here.position, unit, other):
        return Cannot(f"it has no weapon that would harm {other.id}")
    return fire(here)


NEAREST_TARGET: Priority[Team] = Priority(
    "AAS-R-gap",
    "the nearest enemy that can be fired at",
    require(
        commander.possible("possible to fire at", lambda here, enemy: fire_refusal(here.position, here.unit, enemy))
    ),
    least(inches_away),
)
fire_at_nearest: Act = commander.best(
    NEAREST_TARGET,
    lambda here: seen(here, regulars(here.position)),
    "enemies in sight",
    commander.at(Fire),
    "nobody can be fired at",
)
"""AAS-R-gap: fire at the nearest enemy in sight."""


# -- away, into cover, into range --------------------------------------------------------------------------------


def _friends_cell(here: Here, rule: str) -> Cell | None:
    """Return where the nearest friendly unit is, in sight or not."""
    units = [unit for unit in friends(here) if unit.profile.kind != "leader"]
    friend = nearest_of(here, units, rule, "the nearest friends", "friendly units")
    return None if friend is None else friend.place


@row
def flee(here: Here, rule: str, *, to_friends: bool = True) -> Intent | Cannot:
    """Go out of sight, toward the nearest friends."""
    goal = _friends_cell(here, rule) if to_friends else None
    return moving(here, out_of_sight(here, actor(here), rule, toward=goal))


@row
def flee_or_hide(here: Here, rule: str) -> Intent | Cannot:
    """AAS-L-2: go out of sight, or else into cover, toward friends either way."""
    goal = _friends_cell(here, rule)
    order = moving(here, out_of_sight(here, actor(here), rule, toward=goal))
    if not isinstance(order, Cannot):
        return order
    here.say(f"no way out of sight: {order.reason}", rule)
    if in_cover(here.position, actor(here)):
        return Cannot("it is in cover, and finds no way out of sight")
    return moving(here, into_cover(here, actor(here), rule, toward=goal))


def _take_cover(here: Here, rule: str, *, sight: bool | None = None, pace: Pace | None = None) -> Intent | Cannot:
    return moving(here, into_cover(here, actor(here), rule, seen=sight, pace=pace or "rapid"), pace)


take_cover = row(_take_cover)
"""Go into cover: with sight of an enemy, out of the sight of all, or either; at a pace, where one is named."""


@row
def lie_low(here: Here, rule: str) -> Intent | Cannot:
    """AAS-L-5: take cover, or keep it."""
    return stay(here) if in_cover(here.position, actor(here)) else _take_cover(here, rule)


@row
def close_in(here: Here, rule: str) -> Intent | Cannot:
    """AAS-N-4, AAS-W-4: go into optimum range."""
    return moving(here, into_optimum(here, actor(here), offender(here), rule))


# -- to others ---------------------------------------------------------------------------------------------------


class Meeting:
    """Go to somebody by the safest way at top speed, and join him in cohesion."""

    def __init__(self, rule: str, other: Team) -> None:
        self.rule, self.other = rule, other

    def orders(self, here: Here) -> Iterator[Intent]:
        """Join at once if that can be done; else go, look again, and join if one has come into cohesion."""
        if (join := self._join(here)) is not None:
            yield join
            return
        order = _by_safest_way(here, self.other.place, self.rule)
        if isinstance(order, Cannot):
            here.say(order.reason, self.rule)
            return
        yield order
        there = all(here.state.unit(id_).cell is not None for id_ in (actor(here).id, self.other.id))
        if there and (join := self._join(here)) is not None:
            here.say(f"it has come into cohesion with {self.other.id}, and joins", self.rule, (self.other.id,))
            yield join

    def _join(self, here: Here) -> Intent | None:
        join = ordered(here, Join(actor(here).id, self.other.id))
        return None if isinstance(join, Cannot) else join

    def parts(self) -> Iterator[Plan]:
        """Nothing further is decided here."""
        return iter(())


class Passing:
    """AAS-MOT: go somewhere, and join the nearest friends with whom one has come into cohesion on the way."""

    def __init__(self, order: Intent) -> None:
        self.order = order

    def orders(self, here: Here) -> Iterator[Intent]:
        """Go, look who is there, and join him."""
        yield self.order
        if actor(here).cell is None:
            return
        able = partial(join_refusal, here.position, actor(here))
        near = [each for each in friends(here) if is_team(each) and able(each.id) is None]
        other = nearest_of(here, near, "AAS-MOT", "the nearest friends", "friendly units in cohesion")
        if other is not None:
            yield Join(actor(here).id, other.id)

    def parts(self) -> Iterator[Plan]:
        """Nothing further is decided here."""
        return iter(())


@row
def meet(here: Here, rule: str, what: str, wanted: Callable[[Team], bool]) -> Cannot | Plan:
    """Go to the nearest of some friends in sight, and join in cohesion."""
    known = seen(here, filter(wanted, friends(here)))
    other = nearest_of(here, known, rule, f"the nearest {what}", f"{what}s in sight")
    return Cannot(f"no {what} is in sight") if other is None else Meeting(rule, other)


def _by_safest_way(here: Here, goal: Cell, rule: str) -> Intent | Cannot:
    pace = fastest(here.position, actor(here))
    return moving(here, safest_way(here, actor(here), goal, pace, rule), pace)


@row
def to_hot_spot(here: Here, rule: str) -> Intent | Cannot:
    """AAS-L-4: full speed by the safest way to the nearest hot spot."""
    cells = tuple(spot.cell for spot in active_hot_spots(here))
    goal = _nearest_cell(here, cells, rule, "the nearest hot spot", "active hot spots")
    return Cannot("there is no active hot spot") if goal is None else _by_safest_way(here, goal, rule)


# -- to objectives, and at the enemy -----------------------------------------------------------------------------


def _nearest_objective(here: Here, rule: str) -> Cell | None:
    """Return the nearest place where there is still something to be done, or to be held."""
    objectives = [each for each in here.battle.data.mission.objectives if not accomplished(here.position, each)]
    cells = tuple(dict.fromkeys(cell for objective in objectives for cell in objective.cells))
    return _nearest_cell(here, cells, rule, "the nearest objective", "places of objectives")


@row
def to_objective(here: Here, rule: str) -> Intent | Cannot | Plan:
    """AAS-W-11: Cautious speed to the nearest objective; who stands there stays.

    AAS-MOT: who comes into cohesion with friends on the way joins them.
    """
    goal = _nearest_objective(here, rule)
    if goal is None:
        return Cannot("there is no objective")
    if goal == actor(here).cell:
        return stay(here)
    order = moving(here, toward(here, actor(here), goal, rule, pace=CAUTIOUS), CAUTIOUS)
    return order if isinstance(order, Cannot) else Passing(order)


@row
def to_enemy(here: Here, rule: str) -> Intent | Cannot:
    """AAS-W-12: Cautious speed toward the nearest enemy: into cover with sight, or else as near to him as it gets.

    Either way only to where the unit is nearer to him than before.
    """
    unit = actor(here)
    enemy = nearest_of(here, regulars(here.position), rule, "the nearest enemy", "Regulars on the table")
    if enemy is None:
        return Cannot("there is no enemy on the table")
    covered = into_cover(here, unit, rule, seen=True, pace=CAUTIOUS, toward=enemy.place, approaching=True)
    order = moving(here, covered, CAUTIOUS)
    if not isinstance(order, Cannot):
        return order
    here.say(f"no cover with sight of the enemy: {order.reason}", rule)
    return moving(here, approach(here, unit, enemy.place, rule, CAUTIOUS), CAUTIOUS)


# -- civilians ---------------------------------------------------------------------------------------------------


def _crowd(here: Here, goal: Cell | None, rule: str, nowhere: str) -> Intent | Cannot:
    """Run to a place; who is there, or beside it, stays."""
    unit = actor(here)
    if goal is None:
        return Cannot(nowhere)
    if here.position.map.distance(unit.place, goal) <= 1:
        return stay(here)
    return moving(here, toward(here, unit, goal, rule, pace=CAUTIOUS), CAUTIOUS)


@row
def crowd_to(here: Here, rule: str, *, insurgent: bool) -> Intent | Cannot:
    """AAS-CIV-1, AAS-CIV-2: run to the nearest Regulars, or Insurgents, in sight."""
    what, units = ("Insurgents", insurgents) if insurgent else ("Regulars", regulars)
    other = nearest_of(here, seen(here, units(here.position)), rule, f"the nearest {what}", f"{what} in sight")
    return _crowd(here, other.place if other else None, rule, f"no {what} are in sight")


@row
def crowd_to_combat(here: Here, rule: str) -> Intent | Cannot:
    """AAS-CIV-4: run to where there was combat within 6 inches."""
    length = here.battle.data.numbers.combat_near
    places = nearest_combat(here.position, actor(here).place, length)
    goal = _nearest_cell(here, places, rule, "where the combat was", "nearest places of combat")
    return _crowd(here, goal, rule, f'no combat within {length}"')


@row
def crowd_to_objective(here: Here, rule: str) -> Intent | Cannot:
    """AAS-CIV-3: run to the nearest objective of the Regulars."""
    return _crowd(here, _nearest_objective(here, rule), rule, "there is no objective")


# -- hot spots that are placed automatically ---------------------------------------------------------------------


def _inches_from(what: str, cells: tuple[Cell, ...]) -> Measure[Here, Cell]:
    return Measure(f"inches from {what}", lambda here, cell: inches_from(here, cell, *cells))


def _far_from(what: str, cells: tuple[Cell, ...], length: int) -> Measure[Here, Cell]:
    def far(here: Here, cell: Cell) -> bool:
        map_ = here.position.map
        least_cells = length * length / exact(map_.scale.per_cell) ** 2
        return all(map_.grid.squared(cell, other) >= least_cells for other in cells)

    return Measure(f'at least {length}" from {what}', far)


def _lines(here: Here, number: int) -> Iterable[Line[Here, Cell]]:
    """Yield the wishes: on a table that has not enough such places they are given up from the last to the first."""
    numbers, mission = here.battle.data.numbers, here.battle.data.mission
    others = tuple(spot.cell for spot in here.state.hot_spots)
    objectives = tuple(cell for objective in mission.objectives for cell in objective.cells)
    covered, in_view = walled_area(here.position.map, here.state.changes), seen_from(here.position.lines, mission.entry)
    yield require(Measure("no hot spot yet", lambda _, cell: cell not in others))
    yield prefer(Measure("in cover", lambda _, cell: cell in covered))
    yield prefer(_far_from("the Regulars' entry", mission.entry, numbers.hot_spot_from_entry))
    yield prefer(Measure("out of sight of the Regulars' entry", lambda _, cell: cell not in in_view))
    yield prefer(_far_from("other hot spots", others, numbers.hot_spot_apart))
    if number <= numbers.hot_spots_near_objectives and objectives:
        yield least(_inches_from("an objective", objectives))
    elif others:
        yield most(_inches_from("other hot spots", others))
    yield most(_inches_from("the Regulars' entry", mission.entry))


def candidates(here: Here) -> tuple[Cell, ...]:
    """Return the cells to which one could walk from the Regulars' entry; all of them where no entry is named."""
    entry, map_ = here.battle.data.mission.entry, here.position.map
    walked = _walked(map_, here.state.changes, entry[0]) if entry else map_.whole
    return tuple(cell for cell in walked if cell not in entry)


@lru_cache(maxsize=8)
def _walked(battle_map: BattleMap, changes: Changes, start: Cell) -> Area:
    return reach(Ground(battle_map, changes), Mover("foot", 2, 3), start).area


def place(here: Here) -> Intent | Cannot:
    """AAS-HOT: place the next hot spot, as somebody would who plays the Insurgents."""
    number = here.ask.number or len(here.state.hot_spots) + 1
    order: Priority[Cell] = Priority("AAS-HOT", f"where hot spot {number} is placed", *_lines(here, number))
    cell = order.choose(here, candidates(here), "cells that can be walked to")
    return Cannot("there is no room for it") if cell is None else ordered(here, PlaceHotSpot(cell))
