"""What the rows of the four tables of motivations tell an Insurgent, a leader or a mob to do.

Each function is the act of a row: it looks whether the row fits, and returns an order or the reason why it does not.

Rulings:
- AAS-R-nothing: a row that cannot be carried out does not fit, and the next is tried.
- Where the sheet names no speed, every cell in Rapid reach may be the end of the move, which is made at Cautious speed
  if that is enough.
- The friends that one flees toward are the nearest unit of Insurgents, in sight or not; a leader alone is none.
- A mob that stands beside those it runs to, or in the place, stays there: the row fits.
- "A friendly leader": one who is alone, or with a unit; who joins becomes one unit with the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.ambush_alley.choices import (
    Act,
    Here,
    actor,
    friends,
    inches_away,
    insurgents_in_sight,
    moving,
    nearest_of,
    offender,
    ordered,
    regulars_in_sight,
)
from sim.rules.ambush_alley.conditions import active_hot_spots, is_team
from sim.rules.ambush_alley.fire import fire_refusal, would_harm
from sim.rules.ambush_alley.geometry import nearest_combat, sees
from sim.rules.ambush_alley.orders import Fire, Join, Stay
from sim.rules.ambush_alley.orders.tasks import join_refusal
from sim.rules.ambush_alley.scene import regulars
from sim.rules.ambush_alley.searches import approach, into_cover, into_optimum, out_of_sight, safest_way, toward
from sim.rules.ambush_alley.units import Pace, Team
from sim.rules.ambush_alley.victory import accomplished
from sim.rules.ambush_alley.walking import fastest
from sim.rules.ambush_alley.watching import in_cover
from sim.solo.plans import Cannot, Plan
from sim.solo.priority import Measure, Priority, Shown, least, require
from sim.tabletop.inches import inches_text

CAUTIOUS: Pace = "cautious"

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


def _can_be_fired_at(here: Here, target: Team) -> Shown:
    reason = fire_refusal(here.position, actor(here), target)
    return Shown(reason is None, reason or "yes")


NEAREST_TARGET: Priority[Team] = Priority(
    "AAS-R-gap",
    "the nearest enemy that can be fired at",
    require(Measure("possible to fire at", _can_be_fired_at)),
    least(inches_away),
)


def fire_at_nearest(here: Here) -> Intent | Cannot:
    """AAS-R-gap: fire at the nearest enemy in sight."""
    target = NEAREST_TARGET.choose(here, regulars_in_sight(here), "enemies in sight")
    return Cannot("nobody can be fired at") if target is None else ordered(here, Fire(actor(here).id, target.id))


# -- away, into cover, into range --------------------------------------------------------------------------------


def _friends_cell(here: Here, rule: str) -> Cell | None:
    """Return where the nearest friendly unit is, in sight or not."""
    units = [unit for unit in friends(here) if unit.profile.kind != "leader"]
    friend = nearest_of(here, units, rule, "the nearest friends", "friendly units")
    return None if friend is None else friend.place


def flee(rule: str, *, to_friends: bool = True) -> Act:
    """Go out of sight, toward the nearest friends."""

    def act(here: Here) -> Intent | Cannot:
        goal = _friends_cell(here, rule) if to_friends else None
        return moving(here, out_of_sight(here, actor(here), rule, toward=goal))

    return act


def flee_or_hide(rule: str) -> Act:
    """AAS-L-2: go out of sight, or else into cover, toward friends either way."""

    def act(here: Here) -> Intent | Cannot:
        goal = _friends_cell(here, rule)
        order = moving(here, out_of_sight(here, actor(here), rule, toward=goal))
        if not isinstance(order, Cannot):
            return order
        here.say(f"no way out of sight: {order.reason}", rule)
        if in_cover(here.position, actor(here)):
            return Cannot("it is in cover, and finds no way out of sight")
        return moving(here, into_cover(here, actor(here), rule, toward=goal))

    return act


def take_cover(rule: str, *, seen: bool | None = None) -> Act:
    """Go into cover: with sight of an enemy, out of the sight of all, or either."""

    def act(here: Here) -> Intent | Cannot:
        return moving(here, into_cover(here, actor(here), rule, seen=seen))

    return act


def take_cover_cautiously(rule: str) -> Act:
    """AAS-R-gap: go into cover with sight of the enemy, at Cautious speed."""

    def act(here: Here) -> Intent | Cannot:
        return moving(here, into_cover(here, actor(here), rule, seen=True, pace="cautious"), "cautious")

    return act


def close_in(rule: str) -> Act:
    """AAS-N-4, AAS-W-4: go into optimum range."""

    def act(here: Here) -> Intent | Cannot:
        return moving(here, into_optimum(here, actor(here), offender(here), rule))

    return act


def stay(here: Here) -> Intent | Cannot:
    """Stay where one is."""
    return ordered(here, Stay(actor(here).id))


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
        unit = actor(here)
        pace = fastest(here.position, unit)
        order = moving(here, safest_way(here, unit, self.other.place, pace, self.rule), pace)
        if isinstance(order, Cannot):
            here.say(order.reason, self.rule)
            return
        yield order
        if self._is_there(here) and (join := self._join(here)) is not None:
            here.say(f"it has come into cohesion with {self.other.id}, and joins", self.rule, (self.other.id,))
            yield join

    def _is_there(self, here: Here) -> bool:
        return all(here.state.unit(id_).cell is not None for id_ in (actor(here).id, self.other.id))

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
        near = [
            each
            for each in friends(here)
            if is_team(each) and join_refusal(here.position, actor(here), each.id) is None
        ]
        other = nearest_of(here, near, "AAS-MOT", "the nearest friends", "friendly units in cohesion")
        if other is not None:
            yield Join(actor(here).id, other.id)

    def parts(self) -> Iterator[Plan]:
        """Nothing further is decided here."""
        return iter(())


def meet(rule: str, what: str, wanted: Callable[[Team], bool]) -> Act:
    """Go to the nearest of some friends in sight, and join in cohesion."""

    def act(here: Here) -> Intent | Cannot | Plan:
        known = [each for each in friends(here) if wanted(each) and sees(here.position, actor(here), each)]
        other = nearest_of(here, known, rule, f"the nearest {what}", f"{what}s in sight")
        return Cannot(f"no {what} is in sight") if other is None else Meeting(rule, other)

    return act


# -- hot spots ---------------------------------------------------------------------------------------------------


def lie_low(rule: str) -> Act:
    """AAS-L-5: take cover, or keep it."""
    hide = take_cover(rule)
    return lambda here: stay(here) if in_cover(here.position, actor(here)) else hide(here)


def to_hot_spot(rule: str) -> Act:
    """AAS-L-4: full speed by the safest way to the nearest hot spot."""

    def act(here: Here) -> Intent | Cannot:
        unit, cells = actor(here), tuple(spot.cell for spot in active_hot_spots(here))
        goal = _nearest_cell(here, cells, rule, "the nearest hot spot", "active hot spots")
        if goal is None:
            return Cannot("there is no active hot spot")
        pace = fastest(here.position, unit)
        return moving(here, safest_way(here, unit, goal, pace, rule), pace)

    return act


def _nearest_cell(here: Here, cells: tuple[Cell, ...], rule: str, what: str, pool: str) -> Cell | None:
    def away(here: Here, cell: Cell) -> Shown:
        map_ = here.position.map
        squared = map_.grid.squared(actor(here).place, cell)
        return Shown(squared, inches_text(squared, map_.scale.per_cell))

    order: Priority[Cell] = Priority(rule, what, least(Measure("inches away", away)))
    return order.choose(here, cells, pool)


# -- to objectives, and at the enemy -----------------------------------------------------------------------------


def _objective_cells(here: Here) -> tuple[Cell, ...]:
    """Return the places where there is still something to be done, or to be held."""
    objectives = [each for each in here.battle.data.mission.objectives if not accomplished(here.position, each)]
    return tuple(dict.fromkeys(cell for objective in objectives for cell in objective.cells))


def to_objective(rule: str) -> Act:
    """AAS-W-11: Cautious speed to the nearest objective; who stands there stays.

    AAS-MOT: who comes into cohesion with friends on the way joins them.
    """

    def act(here: Here) -> Intent | Cannot | Plan:
        goal = _nearest_cell(here, _objective_cells(here), rule, "the nearest objective", "places of objectives")
        if goal is None:
            return Cannot("there is no objective")
        if goal == actor(here).cell:
            return stay(here)
        order = moving(here, toward(here, actor(here), goal, rule, pace=CAUTIOUS), CAUTIOUS)
        return order if isinstance(order, Cannot) else Passing(order)

    return act


def to_enemy(rule: str) -> Act:
    """AAS-W-12: Cautious speed toward the nearest enemy: into cover with sight, or else as near to him as it gets.

    Either way only to where the unit is nearer to him than before.
    """

    def act(here: Here) -> Intent | Cannot:
        unit = actor(here)
        enemy = nearest_of(here, regulars(here.position), rule, "the nearest enemy", "Regulars on the table")
        if enemy is None:
            return Cannot("there is no enemy on the table")
        there, pace = enemy.place, CAUTIOUS
        covered = into_cover(here, unit, rule, seen=True, pace=pace, toward=there, approaching=True)
        order = moving(here, covered, pace)
        if not isinstance(order, Cannot):
            return order
        here.say(f"no cover with sight of the enemy: {order.reason}", rule)
        return moving(here, approach(here, unit, there, rule, pace), pace)

    return act


# -- civilians ---------------------------------------------------------------------------------------------------


def _crowd(here: Here, goal: Cell, rule: str) -> Intent | Cannot:
    """Run to a place; who is there, or beside it, stays."""
    unit = actor(here)
    if here.position.map.distance(unit.place, goal) <= 1:
        return stay(here)
    return moving(here, toward(here, unit, goal, rule, pace="cautious"), "cautious")


def crowd_to(rule: str, *, insurgent: bool) -> Act:
    """AAS-CIV-1, AAS-CIV-2: run to the nearest Regulars, or Insurgents, in sight."""
    what = "Insurgents" if insurgent else "Regulars"

    def act(here: Here) -> Intent | Cannot:
        seen = insurgents_in_sight(here) if insurgent else regulars_in_sight(here)
        other = nearest_of(here, seen, rule, f"the nearest {what}", f"{what} in sight")
        return Cannot(f"no {what} are in sight") if other is None else _crowd(here, other.place, rule)

    return act


def crowd_to_combat(rule: str) -> Act:
    """AAS-CIV-4: run to where there was combat within 6 inches."""

    def act(here: Here) -> Intent | Cannot:
        length = here.battle.data.numbers.combat_near
        places = nearest_combat(here.position, actor(here).place, length)
        goal = _nearest_cell(here, places, rule, "where the combat was", "nearest places of combat")
        return Cannot(f'no combat within {length}"') if goal is None else _crowd(here, goal, rule)

    return act


def crowd_to_objective(rule: str) -> Act:
    """AAS-CIV-3: run to the nearest objective of the Regulars."""

    def act(here: Here) -> Intent | Cannot:
        goal = _nearest_cell(here, _objective_cells(here), rule, "the nearest objective", "places of objectives")
        return Cannot("there is no objective") if goal is None else _crowd(here, goal, rule)

    return act
