"""The stand-in for a player: a plan for the other side, written in the same shapes and explained by the same trace.

It looks again after every action. First what wins the shootout (the loot, the way off the board), then cover, then the
shot with the best prospects, then the way to a better place; a long shot comes before doing nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from sim.engine.chances import short
from sim.engine.dice import D6, at_least
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import Again, best, does, hundredths, ordered, unless
from sim.rules.outlaws.combat.shots import shot_refusal, target_number
from sim.rules.outlaws.combat.weapons import OwnedWeapon, in_hand, out_of_ammo, weapons_of
from sim.rules.outlaws.figures import LOOT, Aim
from sim.rules.outlaws.ground.cover import cover_from, in_cover
from sim.rules.outlaws.ground.moves import RIDE, RUN, WALK, Gait
from sim.rules.outlaws.ground.sight import ruler, watchers
from sim.rules.outlaws.orders.handling import PickUp
from sim.rules.outlaws.orders.moving import Leave, Turnaround, rewarded
from sim.rules.outlaws.orders.shooting import Shoot
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import (
    OutlawsSituation,
    Square,
    against,
    along,
    foe,
    from_target,
    get_up,
    left,
    snap,
    spent,
    towards,
)
from sim.rules.outlaws.solo.opponents import (
    FAR,
    body_blow,
    draw_knife,
    get_up_to_stab,
    in_sight,
    opponent,
    pick_up,
    selector,
    squares_away,
    stab,
    strike,
)
from sim.rules.outlaws.solo.shoot import draw, hide_and_reload, reload, stow
from sim.rules.outlaws.state import ACTION, BRAWL, SNAPSHOT, Character, OutlawsPosition, enemies
from sim.solo.plans import Act, Against, Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Measure, Measured, Priority, at_a_look, least, most, prefer, require


def _gait(here: OutlawsSituation) -> Gait:
    return RIDE if here.unit.mounted else WALK


# -- what wins a shootout besides shooting: the loot, and the way off the board ------------------------------------


def friends(here: OutlawsSituation) -> list[Character]:
    """Return the conscious characters of the side on the board, groups left out."""
    own = (unit for unit in here.state.units if unit.side == here.side and unit.cell is not None)
    return [unit for unit in own if not unit.out and not unit.profile.group]


def lying_loot(here: OutlawsSituation) -> list[Cell]:
    """Return where loot lies, if it is worth anything to this side."""
    worth_it = here.battle.data.shootout.exits_of(here.unit)
    return [cell for cell, item in here.state.lying if item.kind == LOOT and worth_it]


def pays_to_leave(here: OutlawsSituation) -> bool:
    """Say whether it pays to leave: with the loot, or for its own sake once no loot is to be had any more."""
    exits = here.battle.data.shootout.exits_of(here.unit)
    if here.unit.has_loot:
        return any(each.loot_points or each.points for each in exits)
    still_there = lying_loot(here) or any(unit.has_loot for unit in friends(here))
    return any(each.points > 0 for each in exits) and not still_there


def fetch(here: OutlawsSituation) -> Intent | Cannot:
    """Go to where the loot lies, if nobody of ours is nearer."""
    unit, lying = here.unit, lying_loot(here)
    if not lying or unit.mounted:
        return Cannot("it is mounted" if lying else "there is no loot to fetch")
    cell = min(lying, key=lambda cell: ruler(unit.place, cell))
    nearest = min(friends(here), key=lambda friend: (ruler(friend.place, cell), friend.id))
    if nearest.id != unit.id:
        return Cannot(f"{nearest.id} is nearer to it")
    return get_up(here) if unit.prone else along(here, WALK, cell, "HOUSE-TAKE")


def _actions_to(here: OutlawsSituation, cell: Cell) -> Measured:
    gait = _gait(here)
    cost = gait.far(here.position, here.unit).cost(cell)
    actions = FAR if cost is None else gait.actions(here.position, cost)
    return Measured(actions, "no way" if cost is None else str(actions))


def make_off(here: OutlawsSituation) -> Intent | Cannot:
    """Make for the nearest way off the board, running where that gets further."""
    unit = here.unit
    if unit.prone:
        return get_up(here)
    cells = sorted({cell for each in here.battle.data.shootout.exits_of(unit) for cell in each.cells})
    free = [cell for cell in cells if all(other.out for other in here.state.units.at(cell))]
    way_out = WAY_OUT.choose(here, free, "squares at the edge where leaving is rewarded")
    if way_out is None or _actions_to(here, way_out).key >= FAR:
        return Cannot("no way off the board is open")
    return (None if unit.mounted else _run(here, way_out)) or along(here, _gait(here), way_out, "HOUSE-LEAVE")


def _run(here: OutlawsSituation, goal: Cell) -> Intent | None:
    """Run if the way there is longer than a walk with the actions that are left, and a run gets further."""
    walked = WALK.far(here.position, here.unit).cost(goal)
    reach = RUN.far(here.position, here.unit)
    way = [square for square in acting.way_to(here, RUN, reach, goal) if square.cost <= left(here)]
    if walked is None or walked < left(here) or len(way) <= left(here):
        return None
    run = acting.follow(here, RUN, way)
    return None if isinstance(run, Cannot) else run


# -- shooting ------------------------------------------------------------------------------------------------------

GOOD, FAIR = Fraction(5, 12), Fraction(1, 6)
"""A shot that is taken at once, 8 or more on two dice; and one that is better than nothing, 10 or more."""
BOTH_BARRELS = 3
"""Squares up to which both barrels are worth it."""


class ShotPlan(NamedTuple):
    """A shot that could be taken: at whom, with what, how, and how often with the actions that there are."""

    target: Character
    weapon: OwnedWeapon
    aim: Aim
    both: bool
    hit: Fraction
    times: int

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.target.id} with {self.weapon.item.id}, {self.aim}{', both barrels' if self.both else ''}"


def shots(position: OutlawsPosition, unit: Character, target: Character, actions: int) -> Iterator[ShotPlan]:
    """Yield the shots at somebody with so many actions, from where, and facing as, somebody stands or may come to."""
    for weapon in in_hand(position, unit):
        if weapon.fires and shot_refusal(position, unit, target, weapon.item, "standard") is None:
            two = weapon.kind.barrels > 1 and weapon.item.loaded > 1
            both = two and ruler(unit.place, target.place) <= BOTH_BARRELS
            for aim, shot in weapon.kind.shots.items():
                if shot.actions <= actions:
                    # In closed form: squares are weighed by the hundred.
                    needed = target_number(position, unit, target, weapon.item, aim)
                    times = min(actions // shot.actions, weapon.item.loaded)
                    yield ShotPlan(target, weapon, aim, both, at_least(needed.total).chance(D6, 2), times)


def prospects(here: OutlawsSituation) -> list[ShotPlan]:
    """Return every shot that could be taken now, without a turn."""
    position, unit = here.position, here.unit
    seen = acting.visible_enemies(position, unit)
    return [shot for enemy in seen for shot in shots(position, unit, enemy, left(here))]


def best_chance(here: OutlawsSituation, unit: Character, actions: int) -> Fraction:
    """Return the best chance of a shot at the target."""
    return max((shot.hit for shot in shots(here.position, unit, foe(here), actions)), default=Fraction(0))


def shoot(worth: Fraction, words: str) -> Act:
    """Return what takes the shot with the best prospects, if there is one good enough."""
    choice: Priority[ShotPlan] = Priority(
        "HOUSE-SHOOT",
        "the shot with the best prospects",
        require(Measure(f"hits {words}", lambda _, each: Measured(each.hit >= worth, short(each.hit)))),
        most(Measure("hits to expect", lambda _, each: hundredths(each.hit * each.times))),
        most(Measure("chance", lambda _, each: hundredths(each.hit))),
        prefer(Measure("sees us", lambda here, each: each.target in watchers(here.position, here.unit))),
        least(Measure("squares away", lambda here, each: ruler(here.unit.place, each.target.place))),
        prefer(Measure("in the better hand", lambda here, each: each.weapon == in_hand(here.position, here.unit)[0])),
    )
    return best(
        choice,
        lambda here: Cannot("it has run") if here.state.ran else prospects(here),
        "shots that could be taken",
        lambda here, each: Shoot(here.unit.id, each.target.id, each.weapon.item.id, each.aim, each.both),
        "no shot is good enough",
    )


good_shot = shoot(GOOD, "on 8 or better")


def turn_to_shoot(worth: Fraction) -> Callable[[OutlawsSituation], Intent | Cannot]:
    """Return the option to turn towards the target where that gives a shot that is worth it."""

    @against
    def turn(here: OutlawsSituation) -> Intent | Cannot:
        unit = here.unit
        facing = here.position.map.grid.towards(unit.place, foe(here).place)[0]
        if facing == unit.facing or here.state.ran:
            return Cannot("no turn is needed" if facing == unit.facing else "it has run")
        rest = left(here) - here.battle.data.numbers.turnaround
        has_one = any(each.hit >= worth for each in prospects(here))
        if has_one or best_chance(here, unit.changed(facing=facing), rest) < worth:
            return Cannot("that gives no better shot")
        return ordered(here, Turnaround(unit.id, facing))

    return turn


def lie_low(here: OutlawsSituation) -> Intent | Cannot:
    """Lie down at the end where enemies look on, none of them near, and there is no cover."""
    unit, position = here.unit, here.position
    seen, numbers = watchers(position, unit), here.battle.data.numbers
    if not seen:
        return Cannot("no enemy is watching")
    if any(ruler(unit.place, enemy.place) < numbers.prone_from for enemy in seen):
        return Cannot("an enemy is too near")
    if all(in_cover(position, unit, enemy) for enemy in seen):
        return Cannot("it has cover from all who see it")
    bow = any(weapon.kind.stands for weapon in in_hand(position, unit))
    if unit.prone or bow or left(here) > 0:
        return Cannot("it is prone" if unit.prone else "it stands with a bow" if bow else "there are actions left")
    return acting.hit_the_dirt(here)


# -- going to a better place ---------------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """A square to go to, with the shot that there would be from it and the enemies from whom it has no cover."""

    subject: Cell
    square: Square
    hit: Fraction
    bare: int


def _outlooks(here: OutlawsSituation) -> Iterator[Outlook]:
    """Yield what the squares within reach offer from which the target is in view, the present one left out."""
    unit = here.unit
    for square in acting.within_reach(here, _gait(here)):
        if square.sees and square.cell != unit.cell:
            there = unit.changed(cell=square.cell, facing=square.facing, covering=False)
            rest = left(here) - square.cost
            bare = sum(not covered for covered in _covers(here, square, covering=rest > 1))
            yield Outlook(square.cell, square, best_chance(here, there, rest), bare)


def _covers(here: OutlawsSituation, square: Square, *, covering: bool = True) -> Iterator[bool]:
    """Yield of every enemy in whose field of view a square lies whether it has cover from him."""
    position = here.position
    for enemy in enemies(position, here.side):
        if square.cell in position.lines.field_of_view(enemy.place):
            yield bool(cover_from(position, square.cell, enemy.place, covering=covering))


@against
def by_cover(here: OutlawsSituation) -> Intent | Cannot:
    """Come nearer from cover to cover, where the enemy is in sight."""
    if not in_sight.of(here, foe(here)).key:
        return Cannot(f"{foe(here).id} is out of sight")
    return acting.best_square(here, _gait(here), COVER, "no square within reach is nearer")


def approach(here: OutlawsSituation) -> Intent | Cannot:
    """Come nearer by the shortest way, until an enemy has the square in view."""
    gait, in_view = _gait(here), lambda here, square: any(True for _ in _covers(here, square))
    return towards(here, gait, "HOUSE-CLOSER", in_view, closest=True)


@against
def charge(here: OutlawsSituation) -> Intent | Cannot:
    """Go for the enemy with fists or a blade where there is nothing to shoot with."""
    weapons = weapons_of(here.position, here.unit)
    if any(weapon.of_use and weapon.fires for weapon in weapons):
        return Cannot("it has a loaded weapon")
    if out_of_ammo(here.position, here.unit) and any(weapon.reloadable for weapon in weapons):
        return Cannot("it can reload")
    return towards(here, _gait(here), "HOUSE-STORM", closest=True)


def armed_blow(here: OutlawsSituation) -> Intent | Cannot | Plan:
    """Fire a handgun at arm's length, where the odds are good; else strike with what is held."""
    shot = good_shot(here)
    return strike(here) if isinstance(shot, Cannot) else shot


# -- what counts, and the lists ------------------------------------------------------------------------------------


@at_a_look("nearer to the target than now")
def nearer(here: OutlawsSituation) -> Callable[[Square], bool]:
    """By ruler."""
    away, now = from_target.each(here), squares_away.of(here, foe(here))
    return lambda square: away(square) < now


# fmt: off
WAY_OUT: Priority[Cell] = Priority(
    "HOUSE-LEAVE", "which way off the board",
    least(Measure("actions to get there", _actions_to)),
)
POST: Priority[Outlook] = Priority(
    "HOUSE-POST", "the best place to shoot from",
    require(Measure("there is a good shot from there", lambda _, each: Measured(each.hit >= GOOD, short(each.hit)))),
    least(Measure("enemies from whom it has no cover", lambda _, each: each.bare)),
    most(Measure("chance", lambda _, each: hundredths(each.hit))),
    least(Measure("actions", lambda _, each: each.square.cost)),
)
COVER: Priority[Square] = Priority(
    "HOUSE-CLOSER", "the best cover on the way",
    require(nearer),
    prefer(Measure("out of everybody's view, or in cover", lambda here, square: all(_covers(here, square)))),
    least(from_target),
    least(acting.way_there),
)
TARGET: Priority[Character] = Priority(
    "HOUSE-TARGET", "whom to fight",
    prefer(in_sight),
    prefer(Measure("could be wounded from here",
                   lambda here, enemy: bool(acting.useful(here.position, here.unit, enemy)))),
    least(squares_away),
)

FIGHT = selector("whom to fight", TARGET)(FirstOf(
    Option("HOUSE-COVER", "take cover",
           unless({"that would leave no action for a shot": lambda here: left(here) < 2}, acting.take_cover)),
    Option("HOUSE-READY", "have a weapon ready", against(lambda _: FirstOf(
        Option("HOUSE-READY", "put away what is of no use", stow), Option("HOUSE-READY", "draw a weapon", draw)))),
    Option("HOUSE-SHOOT", "a good shot", good_shot),
    Option("HOUSE-TURN", "turn for a good shot", turn_to_shoot(GOOD)),
    Option("HOUSE-POST", "to a better place", against(best(
        POST, _outlooks, "squares within reach with the target in view",
        lambda here, post: acting.go(here, _gait(here), post.square), "no such square within reach"))),
    Option("HOUSE-SHOOT", "a fair shot", shoot(FAIR, "on 10 or better")),
    Option("HOUSE-TURN", "turn for a fair shot", turn_to_shoot(FAIR)),
    Option("HOUSE-READY", "reload", unless(
        {"enemies are in sight": lambda here: acting.visible_enemies(here.position, here.unit),
         "nothing in hand wants reloading": lambda here: not any(
             weapon.reloadable for weapon in in_hand(here.position, here.unit))},
        reload)),
    Option("HOUSE-CLOSER", "stand up", get_up),
    Option("HOUSE-STORM", "go for the enemy", charge),
    Option("HOUSE-CLOSER", "from cover to cover", by_cover),
    Option("HOUSE-CLOSER", "come nearer", against(unless(
        {"an enemy is in sight": lambda here: acting.visible_enemies(here.position, here.unit)}, approach))),
))
IN_A_BRAWL = Against("HOUSE-FIGHT", "whom it brawls with", opponent, FirstOf(
    Option("HOUSE-FIGHT", "ours: a shot or a blow with what is in hand", armed_blow),
    Option("HOUSE-FIGHT", "ours: Pick up Object", pick_up),
    Option("HOUSE-FIGHT", "ours: draw a knife", draw_knife),
    Option("HOUSE-FIGHT", "ours: prone with a knife: Get Up", get_up_to_stab),
    Option("HOUSE-FIGHT", "ours: Stab", stab),
    Option("HOUSE-FIGHT", "ours: Body Blow", body_blow),
))
COMMANDER: dict[str, Plan] = {
    ACTION: Again(FirstOf(
        Option("HOUSE-COVER", "lie low", lie_low),
        Option("HOUSE-WAIT", "no actions are left", spent),
        Option("HOUSE-LEAVE", "leave the board", unless(
            {"there is nothing to leave for": lambda here: not pays_to_leave(here),
             "this is no way off the board": lambda here: not rewarded(here.position, here.unit)},
            does(Leave))),
        Option("HOUSE-TAKE", "pick up the loot", unless(
            {"no loot lies here that is worth anything to us": lambda here: here.unit.cell not in lying_loot(here)},
            does(PickUp))),
        Option("HOUSE-LEAVE", "make off",
               unless({"there is nothing to leave for": lambda here: not pays_to_leave(here)}, make_off)),
        Option("HOUSE-TAKE", "fetch the loot", fetch),
        hide_and_reload("ours: "),
        FIGHT,
        Option("HOUSE-WAIT", "wait", acting.wait),
    )),
    SNAPSHOT: Option("HOUSE-ANSWER", "ours: attempt a snapshot", snap, on=SNAPSHOT),
    BRAWL: InTurn(Again(IN_A_BRAWL), Option("HOUSE-WAIT", "no more blows", acting.wait)),
}
# fmt: on
"""What the player's characters do, by occasion."""
