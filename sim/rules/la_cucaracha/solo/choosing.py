"""What the tables mean by the nearest enemy and a move towards him, and how orders follow each other.

CUC-DEAD: whoever judges a move and whoever carries it out is told the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sim.engine.battle import Position
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import Planned, possible
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.la_cucaracha.ground.moves import DEPLOYED, anchored, nearer_ways, way_left
from sim.rules.la_cucaracha.ground.sight import has_target_from, shot_refusal
from sim.rules.la_cucaracha.state import CucPosition, CucSituation, Pace, Troop, enemies, flies, weapon_of
from sim.solo.plans import Cannot, Plan
from sim.solo.priority import Line, Measure, Priority, least, most, prefer, require
from sim.tabletop.inches import CellPath, CellPaths, nearer_than, nearest
from sim.tabletop.measures import half_inches, inches_away, inches_from

FollowUp = Callable[[CucSituation], Intent | Cannot | None]
NO_TARGET = "there is no enemy it could shoot at"
IN_RANGE = "there is an enemy in range"
TOO_NEAR = "the nearest enemy is nearer than the weapon can shoot: no step towards him brings him in range"


# -- the nearest enemy -----------------------------------------------------------------------------------------------


@dataclass
class Outlook:
    """CUC-ONE-NEAREST: what a unit has found out while it decides; no option looks, or rolls, for it again.

    It is the target of the situation in which a table is followed.
    """

    rule: str
    """The cell of the table that is followed."""
    nearest: Troop | None = None
    ways: dict[Pace, CellPath | Cannot] = field(default_factory=dict)
    """Where a move towards the nearest enemy goes, by its pace."""


NEAREST: Priority[Troop] = Priority("CUC-NEAREST", "the nearest enemy", least(inches_away))
NEAREST_IN_RANGE: Priority[Troop] = Priority(
    "CUC-NEAREST",
    "the nearest enemy in range",
    require(possible("open to shots", lambda here, enemy: shot_refusal(here.position, here.unit, enemy))),
    least(inches_away),
    # Of several who are equally near, the one for whom a die has fallen already.
    prefer(
        Measure("the nearest of this decision", lambda here, enemy: enemy.id == getattr(here.target.nearest, "id", "")),
        "CUC-ONE-NEAREST",
    ),
)


def nearest_enemy(here: CucSituation) -> Troop | None:
    """CUC-NEAREST, CUC-ONE-NEAREST: return the nearest enemy unit to move to, or to charge."""
    found: Outlook = here.target
    if found.nearest is None:
        found.nearest = NEAREST.choose(here, within_grasp(here.position, here.unit), "enemies to move to")
    return found.nearest


def within_grasp(position: CucPosition, unit: Troop) -> list[Troop]:
    """CUC-AIR: return the enemies that a unit may move to: nobody on the ground runs after an aircraft.

    Unless there is nothing else to run after.
    """
    pool = list(enemies(position, unit.side))
    return [enemy for enemy in pool if flies(position, unit) or not flies(position, enemy)] or pool


def has_target(here: CucSituation) -> bool:
    """Say whether there is anybody to shoot at from where the unit stands, ready and loaded or not."""
    return has_target_from(here.position, here.unit, here.unit.place)


def no_step_needed(here: CucSituation) -> Cannot | None:
    """CUC-C2-range: say why no step towards the enemy is needed to get him in range, or why it does not help."""
    position, unit, weapon = here.position, here.unit, weapon_of(here.position, here.unit)
    if has_target(here):
        return Cannot(IN_RANGE)
    least = weapon.least if weapon is not None else 0
    # Of several who are equally near any will do, and no die is thrown for this.
    near = nearest(position, unit.place, within_grasp(position, unit)) if least else ()
    return Cannot(TOO_NEAR) if any(nearer_than(position, unit.place, enemy.place, least) for enemy in near) else None


# -- where a move leads ----------------------------------------------------------------------------------------------


def where_to(here: CucSituation, pace: Pace) -> CellPath | Cannot:
    """CUC-DEAD, CUC-NEARER: return the way of a move towards the nearest enemy, or why there is none.

    Whoever judges a move and whoever carries it out asks here, and is told the same.
    """
    found: Outlook = here.target
    if pace not in found.ways:
        found.ways[pace] = _where_to(here, pace)
    return found.ways[pace]


def _where_to(here: CucSituation, pace: Pace) -> CellPath | Cannot:
    if anchored(here.unit):
        return Cannot(DEPLOYED)
    goal = nearest_enemy(here)
    if goal is None:
        return Cannot("there is no enemy on the table")
    there, ways = goal.place, nearer_ways(here.position, here.unit, goal.place, pace)
    if not ways:
        return Cannot(f"no step leads nearer to {goal.id}")
    by_way = here.battle.data.readings.nearer == "way"
    inches = Measure[CucSituation, Cell](f"inches from {goal.id}", lambda here, cell: inches_from(here, cell, there))
    lines: list[Line[CucSituation, Cell]] = [least(inches, "" if by_way else "CUC-NEARER"), least(way_length(ways))]
    if by_way:
        costs, ordinal = way_left(here.position, here.unit, there), here.position.map.ordinal
        left = Measure[CucSituation, Cell](
            f"way left to {goal.id}", lambda _, cell: half_inches(int(costs[ordinal(cell)]))
        )
        lines.insert(0, least(left, "CUC-NEARER"))
    order: Priority[Cell] = Priority(here.target.rule, f"where to go towards {goal.id}", *lines)
    end = order.choose(here, ways.cells, "cells in reach that are nearer to it")
    assert end is not None
    return ways[end]


def way_length(ways: CellPaths) -> Measure[CucSituation, Cell]:
    """Return the measure of how long the way to a cell is."""
    return Measure("movement needed", lambda _, cell: half_inches(ways.cost(cell)))


BACK: Priority[Cell] = Priority(
    "CUC-OVERRIDE",
    "where to draw back to",
    require(Measure("out of reach of a charge", lambda here, cell: not chargers(here.position, here.unit, cell))),
    most(
        Measure(
            "inches from the nearest enemy",
            lambda here, cell: inches_from(here, cell, *(enemy.place for enemy in enemies(here.position, here.side))),
        )
    ),
)


def chargers(position: CucPosition, unit: Troop, cell: Cell) -> list[str]:
    """Return the enemies who could charge a unit, were it in a cell."""
    there = Position(position.battle, position.state.with_unit(unit.changed(cell=cell)))
    free = [enemy for enemy in enemies(there, unit.side) if not enemy.fighting and not enemy.shaken]
    return [enemy.id for enemy in free if charge_ways(there, enemy, there.state.unit(unit.id))]


# -- one order after another -----------------------------------------------------------------------------------------


def followed_by(first: Intent | Cannot, then: FollowUp = lambda here: None) -> Cannot | Plan:
    """Return the plan of an order, if it can be given, and of what follows it with the same card.

    After the first it is looked again whether the second can be done.
    """

    def both(here: CucSituation) -> Iterator[Intent]:
        assert isinstance(first, Intent)
        yield first
        unit = here.unit
        second = None if unit.cell is None or unit.shaken or unit.fighting else then(here)
        if isinstance(second, Cannot):
            here.say(second.reason)
        elif second is not None:
            yield second

    return first if isinstance(first, Cannot) else Planned(both, ())
