"""The printed raiders, and the commander of the picket."""

from __future__ import annotations

from sim.board.paths import Reach
from sim.engine.dice import D6
from sim.engine.orders import Intent
from sim.engine.zones import Zones, zones
from sim.grid import Cell
from sim.play.commander import best, goes, ordered
from sim.solo.measures import cells_from, defence_modifier, own_cell, target_cell, threats
from sim.solo.moves import Goal, Going, SafeWay, away, into_cover, out_of_sight, safest_way, towards
from sim.solo.plans import Against, ByScore, Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Measure, Priority, least, most, prefer, require
from sim.solo.situation import Situation
from tests.picket.actions import ACTION, SNAP, Shoot, Stay, Walk, can_shoot, reach_of
from tests.picket.units import WALK, Data, Man, PicketState, enemies, zone_of

Here = Situation[PicketState, Data]


def foes(here: Here) -> tuple[Man, ...]:
    """Return the enemies that he knows of."""
    return enemies(here.position, here.side)


def enemy_zones(here: Here) -> Zones:
    """PKT-ZONE: the fire zones of all known enemies."""
    return zones(here.position.map, foes(here), lambda man: zone_of(here.position, man))


# -- priority lists -------------------------------------------------------------------------------------------

IN_RANGE: Measure[Here, Man] = Measure(
    "within reach of his shot", lambda here, man: can_shoot(here.position, here.unit, man) is None
)
HIT: Measure[Here, Man] = Measure("hit already", lambda _, man: man.hits > 0)
NEAREST = least(cells_from("the man", own_cell))
TARGET: Priority[Man] = Priority("PKT-TARGET", "whom to think about", NEAREST, prefer(HIT))
VICTIM: Priority[Man] = Priority("PKT-TARGET", "whom to fire at", require(IN_RANGE), NEAREST, prefer(HIT))
CELL: Priority[Cell] = Priority(
    "PKT-MOVE",
    "where to go",
    least(cells_from("the target", target_cell)),
    prefer(Measure("out of every fire zone", lambda here, cell: cell not in enemy_zones(here).area)),
    least(threats("zones over it", enemy_zones)),
    most(defence_modifier("cover from the target", target_cell)),
)

# -- instructions ---------------------------------------------------------------------------------------------


def nearest(here: Here) -> Man | None:
    """PKT-TARGET: the nearest enemy he knows of."""
    return TARGET.choose(here, foes(here), "enemies on the map")


def reach(here: Here) -> Reach:
    """PKT-WALK: where he can walk to."""
    return reach_of(here.position, here.unit)


def walk(here: Here, going: Going) -> Intent:
    """Go there."""
    return Walk(here.unit.id, going.way)


def nearer(here: Here) -> list[Cell]:
    """PKT-MOVE: the cells in reach that are nearer to the target."""
    away_from, goal = here.position.map.distance, target_cell(here)
    now = away_from(here.unit.place, goal)
    return [cell for cell in reach(here).area if 0 < away_from(cell, goal) < now]


def to_target(here: Here) -> Going | Cannot:
    """PKT-TABLE: towards the target by the safest way, as far as the cell beside it."""
    goal = target_cell(here)
    others = [man.place for man in here.state.units if man.cell not in (None, goal) and man.id != here.unit.id]
    safe = SafeWay(WALK, here.unit.profile.pace, enemy_zones(here).area, here.position.map.area(*others))
    going = safest_way(here, here.unit.place, goal, safe, "PKT-TABLE")
    if isinstance(going, Cannot) or going.end != goal:
        return going
    return Going(going.way[-2], going.way[:-1], 0) if going.way[:-1] else Cannot("he is next to the target")


def to_objective(here: Here) -> Going | Cannot:
    """PKT-PICKET: towards the objective, or stay on it."""
    objective = here.battle.data.objective
    if objective is None or here.unit.cell in objective.cells:
        return Cannot("he is there" if objective else "there is no objective")
    return towards(here, reach(here), Goal(objective.cells[0], "the objective"), "PKT-PICKET")


def snap(here: Here) -> Intent | Cannot:
    """PKT-SNAP: fire at whoever has come into view."""
    known = here.ask.about in here.state.units
    return ordered(here, Shoot(here.unit.id, here.ask.about or "")) if known else Cannot("he does not know who it was")


def stay(here: Here) -> Intent:
    """PKT-STAY: do nothing."""
    return Stay(here.unit.id)


def bold(here: Here) -> Intent | Cannot | Plan:
    """PKT-CARD: a bold mood shoots at once if it can."""
    return shoot(here) if here.state.mood == "bold" else Cannot(f"the mood is {here.state.mood}")


shoot = best(
    VICTIM, foes, "enemies on the map", lambda here, man: Shoot(here.unit.id, man.id), none="nobody can be fired at"
)
advance = best(
    CELL,
    nearer,
    "cells in reach that are nearer",
    lambda here, cell: Walk(here.unit.id, reach(here).way(cell)[1:]),
    none="no cell in reach is nearer",
)
take_cover = goes(lambda here: into_cover(here, reach(here), foes(here), "PKT-TABLE"), walk)
hide = goes(lambda here: out_of_sight(here, reach(here), foes(here), "PKT-TABLE"), walk)
fall_back = goes(lambda here: away(here, reach(here), Goal(target_cell(here), "the target"), "PKT-TABLE"), walk)
creep = goes(to_target, walk)

# -- the tables, as they are printed --------------------------------------------------------------------------

TABLE = ByScore("PKT-TABLE", "the raiders' table", D6, {
    1: FirstOf(Option("PKT-TABLE", "1: out of sight", hide), Option("PKT-TABLE", "1: fall back", fall_back)),
    range(2, 4): InTurn(Option("PKT-TABLE", "2-3: advance", advance), Option("PKT-TABLE", "2-3: then shoot", shoot)),
    4: Option("PKT-TABLE", "4: creep", creep),
    range(5, 7): FirstOf(Option("PKT-TABLE", "5-6: shoot", shoot), Option("PKT-TABLE", "5-6: into cover", take_cover)),
})  # fmt: skip
RAIDERS: dict[str, Plan] = {
    ACTION: FirstOf(
        Option("PKT-CARD", "bold: shoot", bold),
        Against(
            "PKT-TARGET",
            "think about the nearest",
            nearest,
            FirstOf(TABLE, Option("PKT-STAY", "stay: the table has nothing", stay)),
        ),
        Option("PKT-STAY", "stay", stay),
    ),
    SNAP: FirstOf(
        Option("PKT-SNAP", "raiders snap", snap, on=SNAP), Option("PKT-SNAP", "raiders let him go", stay, on=SNAP)
    ),
}
PICKET: dict[str, Plan] = {
    ACTION: FirstOf(
        Option("PKT-PICKET", "shoot", shoot, on=ACTION),
        Option("PKT-PICKET", "to the objective", goes(to_objective, walk), on=ACTION),
        Option("PKT-PICKET", "hold", stay, on=ACTION),
    ),
    SNAP: FirstOf(Option("PKT-SNAP", "picket snaps", snap), Option("PKT-SNAP", "picket lets him go", stay)),
}
PLANS: dict[str, dict[str, Plan]] = {"solo": RAIDERS, "commander": PICKET}
