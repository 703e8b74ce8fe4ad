"""The printed raiders, and the commander of the picket."""

from sim import kit
from sim.kit import Against, Cannot, FirstOf, Goal, InTurn, Option, best, goes
from tests.picket.men import WALK, Here, Man, reach_of, zone_of
from tests.picket.rules import ACTION, SNAP, Shoot, Stay, Walk, can_shoot


def foes(here: Here) -> tuple[Man, ...]:
    """Return the enemies that he knows of."""
    return here.state.units.against(here.side)


def enemy_zones(here: Here) -> kit.Zones:
    """PKT-ZONE: the fire zones of all known enemies."""
    return kit.zones(here.position.map, foes(here), lambda man: zone_of(here.position, man))


def reach(here: Here) -> kit.Reach:
    """PKT-WALK: where he can walk to."""
    return reach_of(here.position, here.unit)


# -- priority lists -------------------------------------------------------------------------------------------

CAN_SHOOT = kit.Measure[Here, Man](
    "within reach of his shot", lambda here, man: not can_shoot(here.position, here.unit, man)
)
HIT = kit.Measure[Here, Man]("hit already", lambda _, man: man.hits > 0)
NEAREST = kit.least(kit.cells_from("the man", kit.own_cell))
TARGET = kit.Priority[Man]("PKT-TARGET", "whom to think about", NEAREST, kit.prefer(HIT))
VICTIM = kit.Priority[Man]("PKT-TARGET", "whom to fire at", kit.require(CAN_SHOOT), NEAREST, kit.prefer(HIT))
CELL = kit.Priority[kit.Cell](
    "PKT-MOVE",
    "where to go",
    kit.least(kit.cells_from("the target", kit.target_cell)),
    kit.prefer(kit.outside("out of every fire zone", lambda here: enemy_zones(here).area)),
    kit.least(kit.threats("zones over it", enemy_zones)),
    kit.most(kit.defence_modifier("cover from the target", kit.target_cell)),
)


def nearer(here: Here) -> list[kit.Cell]:
    """PKT-MOVE: the cells in reach that are nearer to the target."""
    goal, distance = kit.target_cell(here), here.position.map.distance
    return [cell for cell in reach(here).area if 0 < distance(cell, goal) < distance(here.unit.place, goal)]


def to_target(here: Here) -> kit.Going | Cannot:
    """PKT-TABLE: towards the target by the safest way, as far as the cell beside it."""
    goal = kit.target_cell(here)
    others = [man.place for man in here.state.units if man.cell not in (None, goal) and man.id != here.unit.id]
    safe = kit.SafeWay(WALK, here.unit.profile.pace, enemy_zones(here).area, here.position.map.area(*others))
    going = kit.safest_way(here, here.unit.place, goal, safe, "PKT-TABLE")
    if isinstance(going, Cannot) or going.end != goal:
        return going
    return kit.Going(going.way[-2], going.way[:-1], 0) if going.way[:-1] else Cannot("he is next to the target")


def to_objective(here: Here) -> kit.Going | Cannot:
    """PKT-PICKET: towards the objective, or stay on it."""
    objective = next(iter(here.battle.data.objectives), None)
    if objective is None or here.unit.cell in objective.cells:
        return Cannot("he is there" if objective else "there is no objective")
    return kit.towards(here, reach(here), Goal(objective.cells[0], "the objective"), "PKT-PICKET")


def stay(here: Here) -> Stay:
    """PKT-STAY: do nothing. The rules are not asked: a raider who may not stay is a bug, which has to be found."""
    return Stay(here.unit.id)


shoot = best(VICTIM, foes, "enemies on the map", kit.at(Shoot), none="nobody can be fired at")
bold = kit.unless(lambda here: "" if here.state.mood == "bold" else f"the mood is {here.state.mood}", shoot)
snap = kit.unless(
    {"he does not know who it was": lambda here: here.ask.about not in here.state.units},
    lambda here: kit.ordered(here, Shoot(here.unit.id, here.ask.about or "")),
)
advance = best(CELL, nearer, "cells in reach that are nearer", kit.to(Walk, reach), none="no cell in reach is nearer")
take_cover = goes(Walk, lambda here: kit.into_cover(here, reach(here), foes(here), "PKT-TABLE"))
hide = goes(Walk, lambda here: kit.out_of_sight(here, reach(here), foes(here), "PKT-TABLE"))
fall_back = goes(Walk, lambda here: kit.away(here, reach(here), Goal(kit.target_cell(here), "the target"), "PKT-TABLE"))

# -- the tables, as they are printed --------------------------------------------------------------------------

TABLE = kit.ByScore("PKT-TABLE", "the raiders' table", kit.D6, {
    1: FirstOf(Option("PKT-TABLE", "1: out of sight", hide), Option("PKT-TABLE", "1: fall back", fall_back)),
    range(2, 4): InTurn(Option("PKT-TABLE", "2-3: advance", advance), Option("PKT-TABLE", "2-3: then shoot", shoot)),
    4: Option("PKT-TABLE", "4: creep", goes(Walk, to_target)),
    range(5, 7): FirstOf(Option("PKT-TABLE", "5-6: shoot", shoot), Option("PKT-TABLE", "5-6: into cover", take_cover)),
})  # fmt: skip
IN_MIND = FirstOf(TABLE, Option("PKT-STAY", "stay: the table has nothing", stay))
PLANS: dict[str, dict[str, kit.Plan]] = {
    kit.SOLO: {
        ACTION: FirstOf(
            Option("PKT-CARD", "bold: shoot", bold),
            Against("PKT-TARGET", "think about the nearest", kit.chosen(TARGET, foes, "enemies on the map"), IN_MIND),
            Option("PKT-STAY", "stay", stay),
        ),
        SNAP: FirstOf(Option("PKT-SNAP", "raiders snap", snap), Option("PKT-SNAP", "raiders let him go", stay)),
    },
    kit.COMMANDER: {
        ACTION: FirstOf(
            Option("PKT-PICKET", "shoot", shoot, on=ACTION),
            Option("PKT-PICKET", "to the objective", goes(Walk, to_objective), on=ACTION),
            Option("PKT-PICKET", "hold", stay, on=ACTION),
        ),
        SNAP: FirstOf(Option("PKT-SNAP", "picket snaps", snap), Option("PKT-SNAP", "picket lets him go", stay)),
    },
}
