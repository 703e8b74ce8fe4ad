"""What the tables leave to the eye: which enemy is nearest, where a move towards it ends, how a charge gets there."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.grid import Cell
from sim.play.commander import possible
from sim.rules.la_cucaracha.ground import DEPLOYED, anchored, charge_ways, flies, nearer_ways, way_left
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.scene import Scene, enemies
from sim.rules.la_cucaracha.shooting import has_target_from, shot_refusal, weapon_of
from sim.rules.la_cucaracha.units import CucState, Pace, Troop
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, least, measure, prefer, require
from sim.solo.situation import Situation
from sim.tabletop.inches import Way, Ways, nearer_than, nearest
from sim.tabletop.measures import half_inches, inches_away, inches_from

Here = Situation[CucState, CucData]


@dataclass
class Outlook:
    """CUC-ONE-NEAREST: what a unit has found out while it decides; no option looks, or rolls, for it again.

    It is the target of the situation in which a table is followed.
    """

    nearest: Troop | None = None
    ways: dict[Pace, Way | Cannot] = field(default_factory=dict)
    """Where a move towards the nearest enemy goes, by its pace."""


def actor(here: Here) -> Troop:
    """Return the unit that acts, or is charged, as it is now."""
    unit = here.unit
    assert isinstance(unit, Troop)
    return unit


def outlook(here: Here) -> Outlook:
    """Return what the unit has found out so far."""
    found = here.target
    assert isinstance(found, Outlook)
    return found


# -- the nearest enemy -------------------------------------------------------------------------------------------


@measure("the nearest of this decision")
def is_the_nearest(here: Here, enemy: Troop) -> bool:
    """CUC-ONE-NEAREST: of several who are equally near, the one for whom a die has fallen already."""
    near = outlook(here).nearest
    return near is not None and near.id == enemy.id


NEAREST: Priority[Troop] = Priority("CUC-NEAREST", "the nearest enemy", least(inches_away))
NEAREST_IN_RANGE: Priority[Troop] = Priority(
    "CUC-NEAREST",
    "the nearest enemy in range",
    require(possible("open to shots", lambda here, enemy: shot_refusal(here.position, here.unit, enemy))),
    least(inches_away),
    prefer(is_the_nearest, "CUC-ONE-NEAREST"),
)


def nearest_enemy(here: Here) -> Troop | None:
    """CUC-NEAREST, CUC-ONE-NEAREST: return the nearest enemy unit to move to, or to charge."""
    found = outlook(here)
    if found.nearest is None:
        found.nearest = NEAREST.choose(here, within_grasp(here.position, actor(here)), "enemies to move to")
    return found.nearest


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


def is_too_near(here: Here) -> bool:
    """CUC-C2-range: say whether the nearest enemy is nearer than the unit's weapon can shoot."""
    unit = actor(here)
    weapon = weapon_of(here.position, unit)
    if weapon is None or not weapon.least:
        return False
    # Of several who are equally near any will do, and no die is thrown for this.
    near = nearest(here.position, unit.place, within_grasp(here.position, unit))
    return any(nearer_than(here.position, unit.place, enemy.place, weapon.least) for enemy in near)


# -- towards it --------------------------------------------------------------------------------------------------


def where_to(here: Here, pace: Pace, rule: str) -> Way | Cannot:
    """CUC-DEAD, CUC-NEARER: return the way of a move towards the nearest enemy, or why there is none.

    Whoever judges a move and whoever carries it out asks here, and is told the same.
    """
    found = outlook(here)
    if pace not in found.ways:
        found.ways[pace] = _where_to(here, pace, rule)
    return found.ways[pace]


def _where_to(here: Here, pace: Pace, rule: str) -> Way | Cannot:
    if anchored(actor(here)):
        return Cannot(DEPLOYED)
    goal = nearest_enemy(here)
    if goal is None:
        return Cannot("there is no enemy on the table")
    ways = nearer_ways(here.position, actor(here), goal.place, pace)
    if not ways:
        return Cannot(f"no step leads nearer to {goal.id}")
    inches: Measure[Here, Cell] = Measure(
        f"inches from {goal.id}", lambda here, cell: inches_from(here, cell, goal.place)
    )
    lines: list[Line[Here, Cell]] = [least(inches), least(_length(ways))]
    if here.battle.data.readings.nearer == "way":
        lines.insert(0, least(_left(here, goal), "CUC-NEARER"))
    order: Priority[Cell] = Priority(rule, f"where to go towards {goal.id}", *lines)
    end = order.choose(here, ways.cells, "cells in reach that are nearer to it")
    assert end is not None
    return ways[end]


def _left(here: Here, goal: Troop) -> Measure[Here, Cell]:
    costs, ordinal = way_left(here.position, actor(here), goal.place), here.position.map.ordinal
    return Measure(f"way left to {goal.id}", lambda _, cell: half_inches(int(costs[ordinal(cell)])))


def charge_way(here: Here, target: Troop, rule: str) -> Way | Cannot:
    """Return the way of a charge at an enemy: the shortest."""
    ways = charge_ways(here.position, actor(here), target)
    if not ways:
        return Cannot(f"no charge reaches {target.id}")
    order: Priority[Cell] = Priority(rule, f"from where to charge {target.id}", least(_length(ways)))
    end = order.choose(here, ways.cells, "cells beside it in reach")
    return ways[end] if end is not None else Cannot(f"no charge reaches {target.id}")


def _length(ways: Ways) -> Measure[Here, Cell]:
    return Measure("length of the way", lambda _, cell: half_inches(ways.cost(cell)))
