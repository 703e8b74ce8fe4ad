"""The printed raiders, and the commander of the picket."""

from __future__ import annotations

from sim.engine.dice import D6
from sim.engine.orders import Intent
from sim.engine.zones import Zones, zones
from sim.grid import Cell
from sim.solo.measures import cells_from, defence_modifier, own_cell, target_cell, threats
from sim.solo.moves import Goal, Going, SafeWay, away, into_cover, out_of_sight, safest_way, towards
from sim.solo.plans import Against, ByScore, Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Priority, least, measure, most, prefer, require
from sim.solo.situation import Situation
from tests.picket.actions import ACTION, SNAP, Shoot, Stay, Walk, can_shoot, reach_of
from tests.picket.units import WALK, Data, Man, PicketState, enemies, zone_of

Here = Situation[PicketState, Data]


# -- measures -------------------------------------------------------------------------------------------------


@measure("hit already")
def is_hit(situation: Here, man: Man) -> bool:
    """PKT-TARGET."""
    return man.hits > 0


@measure("within reach of his shot")
def in_his_range(situation: Here, man: Man) -> bool:
    """PKT-TARGET: can be fired at."""
    return can_shoot(situation.position, situation.unit, man) is None


@measure("out of every fire zone")
def out_of_zones(situation: Here, cell: Cell) -> bool:
    """PKT-MOVE."""
    return cell not in enemy_zones(situation).area


def enemy_zones(situation: Here) -> Zones:
    """PKT-ZONE: the fire zones of all known enemies."""
    position = situation.position
    return zones(position.map, enemies(position, situation.side), lambda man: zone_of(position, man))


# -- priority lists -------------------------------------------------------------------------------------------

TARGET: Priority[Man] = Priority(
    "PKT-TARGET", "whom to think about", least(cells_from("the man", own_cell)), prefer(is_hit)
)
VICTIM: Priority[Man] = Priority(
    "PKT-TARGET", "whom to fire at", require(in_his_range), least(cells_from("the man", own_cell)), prefer(is_hit)
)
CELL: Priority[Cell] = Priority(
    "PKT-MOVE",
    "where to go",
    least(cells_from("the target", target_cell)),
    prefer(out_of_zones),
    least(threats("zones over it", enemy_zones)),
    most(defence_modifier("cover from the target", target_cell)),
)


def nearest(situation: Here) -> Man | None:
    """PKT-TARGET: the nearest enemy he knows of."""
    return TARGET.choose(situation, enemies(situation.position, situation.side), "enemies on the map")


# -- instructions ---------------------------------------------------------------------------------------------


def advance(situation: Here) -> Intent | Cannot:
    """PKT-MOVE: go nearer to the target by the priority list."""
    ways = reach_of(situation.position, situation.unit)
    goal = target_cell(situation)
    here = situation.position.map.distance(ways.start, goal)
    nearer = [cell for cell in ways.area if 0 < situation.position.map.distance(cell, goal) < here]
    end = CELL.choose(situation, nearer, "cells in reach that are nearer")
    return Cannot("no cell in reach is nearer") if end is None else Walk(situation.unit.id, ways.way(end)[1:])


def shoot(situation: Here) -> Intent | Cannot:
    """PKT-FIRE: fire at the best target there is."""
    victim = VICTIM.choose(situation, enemies(situation.position, situation.side), "enemies on the map")
    return Cannot("nobody can be fired at") if victim is None else Shoot(situation.unit.id, victim.id)


def snap(situation: Here) -> Intent | Cannot:
    """PKT-SNAP: fire at whoever has come into view."""
    assert situation.ask.about is not None
    if situation.ask.about not in situation.state.units:
        return Cannot("he does not know who it was")
    reason = can_shoot(situation.position, situation.unit, situation.state.unit(situation.ask.about))
    return Cannot(reason) if reason else Shoot(situation.unit.id, situation.ask.about)


def stay(situation: Here) -> Intent:
    """Do nothing."""
    return Stay(situation.unit.id)


def _walk(situation: Here, going: Going | Cannot) -> Intent | Cannot:
    return going if isinstance(going, Cannot) else Walk(situation.unit.id, going.way)


def take_cover(situation: Here) -> Intent | Cannot:
    """PKT-TABLE: into cover, unless he is in it."""
    position = situation.position
    return _walk(situation, into_cover(situation, reach_of(position, situation.unit), _enemies(situation), "PKT-TABLE"))


def hide(situation: Here) -> Intent | Cannot:
    """PKT-TABLE: out of sight."""
    ways = reach_of(situation.position, situation.unit)
    return _walk(situation, out_of_sight(situation, ways, _enemies(situation), "PKT-TABLE"))


def fall_back(situation: Here) -> Intent | Cannot:
    """PKT-TABLE: away from the target."""
    ways = reach_of(situation.position, situation.unit)
    return _walk(situation, away(situation, ways, Goal(target_cell(situation), "the target"), "PKT-TABLE"))


def creep(situation: Here) -> Intent | Cannot:
    """PKT-TABLE: towards the target by the safest way."""
    danger = enemy_zones(situation).area
    others = [man.place for man in situation.state.units if man.cell is not None and man.id != situation.unit.id]
    goal = target_cell(situation)
    closed = situation.position.map.area(*(cell for cell in others if cell != goal))
    safe = SafeWay(WALK, situation.unit.profile.pace, danger, closed)
    going = safest_way(situation, situation.unit.place, goal, safe, "PKT-TABLE")
    if isinstance(going, Cannot):
        return going
    way = tuple(cell for cell in going.way if cell != goal)
    return Walk(situation.unit.id, way) if way else Cannot("he is next to the target")


def to_objective(situation: Here) -> Intent | Cannot:
    """PKT-PICKET: towards the objective, or stay on it."""
    objective = situation.battle.data.objective
    if objective is None:
        return Cannot("there is no objective")
    if situation.unit.cell in objective.cells:
        return Cannot("he is there")
    ways = reach_of(situation.position, situation.unit)
    return _walk(situation, towards(situation, ways, Goal(objective.cells[0], "the objective"), "PKT-PICKET"))


def _enemies(situation: Here) -> tuple[Man, ...]:
    return enemies(situation.position, situation.side)


def bold(situation: Here) -> Intent | Cannot:
    """PKT-CARD: a bold mood shoots at once if it can."""
    if situation.state.mood != "bold":
        return Cannot(f"the mood is {situation.state.mood}")
    return shoot(situation)


# -- the table ------------------------------------------------------------------------------------------------

STAY = Option("PKT-STAY", "stay", stay)

RAIDERS: dict[str, Plan] = {
    ACTION: FirstOf(
        Option("PKT-CARD", "bold: shoot", bold),
        Against(
            "PKT-TARGET",
            "think about the nearest",
            nearest,
            FirstOf(
                ByScore(
                    "PKT-TABLE",
                    "the raiders' table",
                    D6,
                    {
                        1: FirstOf(
                            Option("PKT-TABLE", "1: out of sight", hide),
                            Option("PKT-TABLE", "1: fall back", fall_back),
                        ),
                        range(2, 4): InTurn(
                            Option("PKT-TABLE", "2-3: advance", advance), Option("PKT-TABLE", "2-3: then shoot", shoot)
                        ),
                        4: Option("PKT-TABLE", "4: creep", creep),
                        range(5, 7): FirstOf(
                            Option("PKT-TABLE", "5-6: shoot", shoot), Option("PKT-TABLE", "5-6: into cover", take_cover)
                        ),
                    },
                ),
                Option("PKT-STAY", "stay: the table has nothing", stay),
            ),
        ),
        STAY,
    ),
    SNAP: FirstOf(
        Option("PKT-SNAP", "raiders snap", snap, on=SNAP), Option("PKT-SNAP", "raiders let him go", stay, on=SNAP)
    ),
}

PICKET: dict[str, Plan] = {
    ACTION: FirstOf(
        Option("PKT-PICKET", "shoot", shoot, on=ACTION),
        Option("PKT-PICKET", "to the objective", to_objective, on=ACTION),
        Option("PKT-PICKET", "hold", stay, on=ACTION),
    ),
    SNAP: FirstOf(Option("PKT-SNAP", "picket snaps", snap), Option("PKT-SNAP", "picket lets him go", stay)),
}

PLANS: dict[str, dict[str, Plan]] = {"solo": RAIDERS, "commander": PICKET}
