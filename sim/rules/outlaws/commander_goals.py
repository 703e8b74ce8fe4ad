"""What wins a shootout besides shooting: the loot, and the way off the board, for the commander's characters."""

from __future__ import annotations

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.outlaws.acting import Here, actor, get_up, left, ordered
from sim.rules.outlaws.figures import LOOT
from sim.rules.outlaws.geometry import squares as ruler
from sim.rules.outlaws.orders.going import Leave
from sim.rules.outlaws.orders.handling import PickUp
from sim.rules.outlaws.scenario import LootExit
from sim.rules.outlaws.scene import friends
from sim.rules.outlaws.squares import along, follow, stands_to, way_to
from sim.rules.outlaws.units import Character
from sim.rules.outlaws.walking import RIDE, RUN, WALK
from sim.solo.plans import Cannot, FirstOf, Option
from sim.solo.priority import Measure, Priority, Shown, least

FAR = 1 << 20


def own_exits(here: Here) -> list[LootExit]:
    """Return the edges over which this side is rewarded for leaving."""
    return [each for each in here.battle.data.shootout.exits if each.side == here.side]


def has_loot(unit: Character) -> bool:
    """Say whether a character carries the loot."""
    return any(item.kind == LOOT for item in unit.items)


def lying_loot(here: Here) -> list[Cell]:
    """Return where loot lies."""
    return [cell for cell, item in here.state.lying if item.kind == LOOT]


def worth_leaving(here: Here) -> bool:
    """Say whether it pays to leave: with the loot, or for its own sake once no loot is to be had any more."""
    if has_loot(actor(here)):
        return any(each.loot_points or each.points for each in own_exits(here))
    waiting = lying_loot(here) or any(has_loot(unit) for unit in friends(here.position, here.side))
    return any(each.points > 0 for each in own_exits(here)) and not waiting


# -- the loot ------------------------------------------------------------------------------------------------------


def pick_up(here: Here) -> Intent | Cannot:
    """Pick up the loot where it lies."""
    unit = actor(here)
    if not own_exits(here) or unit.cell not in lying_loot(here):
        return Cannot("no loot lies here that is worth anything to us")
    return ordered(here, PickUp(unit.id))


def fetch(here: Here) -> Intent | Cannot:
    """Go to where the loot lies, if nobody of ours is nearer."""
    unit, lying = actor(here), lying_loot(here)
    if not own_exits(here) or not lying:
        return Cannot("there is no loot to fetch")
    if unit.mounted:
        return Cannot("it is mounted")
    ours = list(friends(here.position, here.side))
    cell = min(lying, key=lambda cell: ruler(unit.place, cell))
    nearest = min(ours, key=lambda friend: (ruler(friend.place, cell), friend.id))
    if nearest.id != unit.id:
        return Cannot(f"{nearest.id} is nearer to it")
    if unit.prone:
        return get_up(here)
    return along(here, WALK, cell, "HOUSE-TAKE")


# -- the way off the board -----------------------------------------------------------------------------------------


def leave(here: Here) -> Intent | Cannot:
    """Leave the board where it is rewarded."""
    unit = actor(here)
    if not worth_leaving(here):
        return Cannot("there is nothing to leave for")
    if not any(unit.cell in each.cells for each in own_exits(here)):
        return Cannot("this is no way off the board")
    return ordered(here, Leave(unit.id))


WAY_OUT: Priority[Cell] = Priority(
    "HOUSE-LEAVE",
    "which way off the board",
    least(Measure("actions to get there", lambda here, cell: _actions_to(here, cell))),
)


def _actions_to(here: Here, cell: Cell) -> Shown:
    unit = actor(here)
    gait = RIDE if unit.mounted else WALK
    cost = gait.far(here.position, unit).cost(cell)
    return (
        Shown(FAR, "no way")
        if cost is None
        else Shown(gait.actions(here.position, cost), str(gait.actions(here.position, cost)))
    )


def make_off(here: Here) -> Intent | Cannot:
    """Make for the nearest way off the board, running where that gets further."""
    unit = actor(here)
    if not worth_leaving(here):
        return Cannot("there is nothing to leave for")
    if unit.prone:
        return get_up(here)
    cells = sorted({cell for each in own_exits(here) for cell in each.cells})
    free = [cell for cell in cells if all(other.out for other in here.state.units.at(cell))]
    way_out = WAY_OUT.choose(here, free, "squares at the edge where leaving is rewarded")
    if way_out is None or _actions_to(here, way_out).key >= FAR:
        return Cannot("no way off the board is open")
    if unit.mounted:
        return along(here, RIDE, way_out, "HOUSE-LEAVE")
    return _run(here, way_out) or along(here, WALK, way_out, "HOUSE-LEAVE")


def _run(here: Here, goal: Cell) -> Intent | None:
    """Run if the way there is longer than a walk with the actions that are left, and a run gets further."""
    walked = WALK.far(here.position, actor(here)).cost(goal)
    reach = RUN.far(here.position, actor(here))
    way = [square for square in way_to(here, RUN, reach, goal) if square.cost <= left(here)]
    if walked is None or walked < left(here) or len(way) <= left(here):
        return None
    run = follow(here, RUN, stands_to(way, way[-1]))
    return None if isinstance(run, Cannot) else run


GOALS = FirstOf(
    Option("HOUSE-LEAVE", "leave the board", leave),
    Option("HOUSE-TAKE", "pick up the loot", pick_up),
    Option("HOUSE-LEAVE", "make off", make_off),
    Option("HOUSE-TAKE", "fetch the loot", fetch),
)
