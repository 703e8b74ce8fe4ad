"""What the tables leave to the eye: which enemy is nearest, where a move towards it ends, how a charge gets there."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.common.inches import Ways, inches_text, nearer_than
from sim.rules.la_cucaracha.actions import Pace
from sim.rules.la_cucaracha.data import CucData
from sim.rules.la_cucaracha.geometry import flies, nearest, sees_from
from sim.rules.la_cucaracha.scene import Scene, enemies
from sim.rules.la_cucaracha.shooting import in_range, shot_refusal, weapon_of
from sim.rules.la_cucaracha.units import CucState, Troop
from sim.rules.la_cucaracha.walking import charge_ways, closest_ways, nearer_ways
from sim.solo.plans import Cannot
from sim.solo.priority import Measure, Priority, Shown, least, measure, require
from sim.solo.situation import Situation

Here = Situation[CucState, CucData]


def actor(here: Here) -> Troop:
    """Return the unit that acts, or is charged, as it is now."""
    unit = here.unit
    assert isinstance(unit, Troop)
    return unit


def ordered(here: Here, intent: Intent) -> Intent | Cannot:
    """Return an order, or why the rules would not take it."""
    reason = here.battle.ruleset.refusal(here.position, here.ask, intent)
    return Cannot(reason) if reason else intent


# -- the nearest enemy -------------------------------------------------------------------------------------------


@measure("inches away")
def inches_away(here: Here, enemy: Troop) -> Shown:
    """CUC-NEAREST: by ruler, from unit to unit."""
    return _inches(here, actor(here).place, enemy.place)


def _inches(here: Here, one: Cell, other: Cell) -> Shown:
    map_ = here.position.map
    squared = map_.grid.squared(one, other)
    return Shown(squared, inches_text(squared, map_.scale.per_cell))


@measure("open to shots")
def can_be_shot_at(here: Here, enemy: Troop) -> Shown:
    """In range, in sight, and in no close combat."""
    reason = shot_refusal(here.position, actor(here), enemy)
    return Shown(reason is None, reason or "yes")


NEAREST: Priority[Troop] = Priority("CUC-NEAREST", "the nearest enemy", least(inches_away))
NEAREST_IN_RANGE: Priority[Troop] = Priority(
    "CUC-NEAREST", "the nearest enemy in range", require(can_be_shot_at), least(inches_away)
)


def nearest_enemy(here: Here) -> Troop | None:
    """CUC-NEAREST: return the nearest enemy unit to move to, or to charge."""
    return NEAREST.choose(here, within_grasp(here.position, actor(here)), "enemies to move to")


def within_grasp(position: Scene, unit: Troop) -> list[Troop]:
    """CUC-AIR: return the enemies that a unit may move to: nobody on the ground runs after an aircraft.

    Unless there is nothing else to run after.
    """
    pool = list(enemies(position, unit.side))
    if flies(position, unit):
        return pool
    return [enemy for enemy in pool if not flies(position, enemy)] or pool


def target_in_range(here: Here) -> Troop | None:
    """CUC-NEAREST: return the nearest enemy unit that can be shot at."""
    return NEAREST_IN_RANGE.choose(here, enemies(here.position, here.side), "enemies on the table")


def has_target(here: Here) -> bool:
    """Say whether there is anybody to shoot at from where the unit stands, ready and loaded or not."""
    return has_target_from(here.position, actor(here), actor(here).place)


def has_target_from(position: Scene, unit: Troop, cell: Cell) -> bool:
    """Say whether there would be anybody to shoot at from a cell: in range, in sight, and in no close combat."""
    return any(
        in_range(position, unit, enemy, cell) and not enemy.fighting and sees_from(position, unit, cell, enemy)
        for enemy in enemies(position, unit.side)
    )


def is_too_near(here: Here) -> bool:
    """CUC-C2-range: say whether the nearest enemy is nearer than the unit's weapon can shoot."""
    position, unit = here.position, actor(here)
    weapon = weapon_of(position, unit)
    if weapon is None or not weapon.least:
        return False
    near = nearest(position, unit, within_grasp(position, unit))
    return any(nearer_than(position, unit.place, enemy.place, weapon.least) for enemy in near)


def ends(position: Scene, unit: Troop, pace: Pace) -> Iterator[Cell]:
    """Yield where a move to the nearest enemy might end, before any die has decided between equals."""
    for enemy in nearest(position, unit, within_grasp(position, unit)):
        yield from closest_ways(position, unit, enemy.place, pace)


def would_shoot(position: Scene, unit: Troop, pace: Pace) -> bool:
    """Say whether a unit that moves to the nearest enemy may have somebody to shoot at then."""
    if weapon_of(position, unit) is None or not unit.loaded:
        return False
    return any(has_target_from(position, unit, cell) for cell in ends(position, unit, pace))


# -- towards it --------------------------------------------------------------------------------------------------


def where_to(here: Here, goal: Troop, pace: Pace, rule: str) -> tuple[Cell, ...] | Cannot:
    """CUC-DEAD: return the way of a move towards an enemy: as near as it gets, then by the shortest way."""
    ways = nearer_ways(here.position, actor(here), goal.place, pace)
    if not ways:
        return Cannot(f"no step leads nearer to {goal.id}")
    from_it: Measure[Here, Cell] = Measure(f"inches from {goal.id}", lambda here, cell: _inches(here, cell, goal.place))
    order: Priority[Cell] = Priority(rule, f"where to go towards {goal.id}", least(from_it), least(_length(ways)))
    end = order.choose(here, ways.cells, "cells in reach that are nearer to it")
    return ways[end] if end is not None else Cannot("nowhere to go")


def charge_way(here: Here, target: Troop, rule: str) -> tuple[Cell, ...] | Cannot:
    """Return the way of a charge at an enemy: the shortest."""
    ways = charge_ways(here.position, actor(here), target)
    if not ways:
        return Cannot(f"no charge reaches {target.id}")
    order: Priority[Cell] = Priority(rule, f"from where to charge {target.id}", least(_length(ways)))
    end = order.choose(here, ways.cells, "cells beside it in reach")
    return ways[end] if end is not None else Cannot(f"no charge reaches {target.id}")


def _length(ways: Ways) -> Measure[Here, Cell]:
    def length(here: Here, cell: Cell) -> Shown:
        cost = ways.cost(cell)
        return Shown(cost, f'{cost / 2:g}"')

    return Measure("length of the way", length)
