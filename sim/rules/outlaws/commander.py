"""The stand-in for a player: a plan for the other side, written in the same shapes and explained by the same trace.

It looks again after every action. First what wins the shootout (the loot, the way off the board), then cover, then the
shot with the best prospects, then the way to a better place; a long shot comes before doing nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sim.engine.chances import short
from sim.engine.dice import D6, at_least
from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import hundredths
from sim.rules.outlaws import brawl_plan
from sim.rules.outlaws.acting import (
    Again,
    Here,
    actor,
    against,
    facing_to,
    foe,
    get_up,
    hit_the_dirt,
    left,
    ordered,
    take_cover,
    visible_enemies,
    wait,
)
from sim.rules.outlaws.ammo import hide_and_reload, out_of_ammo, reload
from sim.rules.outlaws.arms import Arm, arms, in_hand, useful
from sim.rules.outlaws.figures import LOOT, Aim
from sim.rules.outlaws.geometry import cover_from, in_cover, ruler, watchers
from sim.rules.outlaws.orders.base import ACTION, BRAWL
from sim.rules.outlaws.orders.fighting import Shoot
from sim.rules.outlaws.orders.going import Leave, Turnaround, rewarded
from sim.rules.outlaws.orders.handling import PickUp
from sim.rules.outlaws.scenario import LootExit
from sim.rules.outlaws.scene import Scene, enemies, friends
from sim.rules.outlaws.shoot import draw, stow
from sim.rules.outlaws.shooting import SNAPSHOT, shot_refusal, target_number
from sim.rules.outlaws.solo import FAR, in_sight, snap, spent, squares_away
from sim.rules.outlaws.squares import (
    Square,
    along,
    best_square,
    follow,
    from_target,
    go,
    squares,
    stands_to,
    towards,
    way_there,
    way_to,
)
from sim.rules.outlaws.units import Character, Item
from sim.rules.outlaws.walking import RIDE, RUN, WALK, Gait
from sim.solo.plans import Against, Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require

# -- what wins a shootout besides shooting: the loot, and the way off the board ------------------------------------


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


def take_loot(here: Here) -> Intent | Cannot:
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


def leave(here: Here) -> Intent | Cannot:
    """Leave the board where it is rewarded."""
    if not worth_leaving(here):
        return Cannot("there is nothing to leave for")
    if not rewarded(here.position, actor(here)):
        return Cannot("this is no way off the board")
    return ordered(here, Leave(actor(here).id))


WAY_OUT: Priority[Cell] = Priority(
    "HOUSE-LEAVE",
    "which way off the board",
    least(Measure("actions to get there", lambda here, cell: _actions_to(here, cell))),
)


def _actions_to(here: Here, cell: Cell) -> Shown:
    gait = _gait(here)
    cost = gait.far(here.position, actor(here)).cost(cell)
    if cost is None:
        return Shown(FAR, "no way")
    actions = gait.actions(here.position, cost)
    return Shown(actions, str(actions))


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
    return (None if unit.mounted else _run(here, way_out)) or along(here, _gait(here), way_out, "HOUSE-LEAVE")


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
    Option("HOUSE-TAKE", "pick up the loot", take_loot),
    Option("HOUSE-LEAVE", "make off", make_off),
    Option("HOUSE-TAKE", "fetch the loot", fetch),
)

# -- shooting ------------------------------------------------------------------------------------------------------

GOOD, FAIR = Fraction(5, 12), Fraction(1, 6)
"""A shot that is taken at once, 8 or more on two dice; and one that is better than nothing, 10 or more."""
BOTH_BARRELS = 3
"""Squares up to which both barrels are worth it."""


@quickly_made
@dataclass(frozen=True)
class Prospect:
    """A shot that could be taken: at whom, with what, how, and what is to be hoped for with all actions."""

    target: Character
    arm: Arm
    aim: Aim
    both: bool
    hit: Fraction
    hits: Fraction

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.target.id} with {self.arm.item.id}, {self.aim}{', both barrels' if self.both else ''}"


def prospects(here: Here) -> list[Prospect]:
    """Return every shot that could be taken now, without a turn."""
    position, unit, found = here.position, actor(here), []
    for enemy in visible_enemies(position, unit):
        for arm in in_hand(position, unit):
            if arm.fires and shot_refusal(position, unit, enemy, arm.item, "standard") is None:
                found += _shots(here, enemy, arm)
    return found


def chance(position: Scene, unit: Character, target: Character, item: Item, aim: Aim) -> Fraction:
    """Return how likely a shot hits, in closed form: squares are weighed by the hundred."""
    return at_least(target_number(position, unit, target, item, aim).total).chance(D6, 2)


def best_chance(here: Here, unit: Character, actions: int) -> Fraction:
    """Return the best chance of a shot at the target from where, and facing as, somebody may come to stand."""
    position, target = here.position, foe(here)
    hits = [
        chance(position, unit, target, arm.item, aim)
        for arm in in_hand(position, unit)
        if arm.fires and shot_refusal(position, unit, target, arm.item, "standard") is None
        for aim, shot in arm.kind.shots.items()
        if shot.actions <= actions
    ]
    return max(hits, default=Fraction(0))


def _shots(here: Here, enemy: Character, arm: Arm) -> list[Prospect]:
    position, unit, found = here.position, actor(here), []
    for aim, shot in arm.kind.shots.items():
        if shot.actions > left(here):
            continue
        hit = chance(position, unit, enemy, arm.item, aim)
        hits = hit * min(left(here) // shot.actions, arm.item.loaded)
        both = arm.kind.barrels > 1 and arm.item.loaded > 1 and ruler(unit.place, enemy.place) <= BOTH_BARRELS
        found.append(Prospect(enemy, arm, aim, both, hit, hits))
    return found


def _best(worth: Fraction, words: str) -> Priority[Prospect]:
    return Priority(
        "HOUSE-SHOOT",
        "the shot with the best prospects",
        require(Measure(f"hits {words}", lambda _, each: Shown(each.hit >= worth, short(each.hit)))),
        most(Measure("hits to be hoped for", lambda _, each: hundredths(each.hits))),
        most(Measure("chance", lambda _, each: hundredths(each.hit))),
        prefer(Measure("sees us", lambda here, each: each.target in watchers(here.position, actor(here)))),
        least(Measure("squares away", lambda here, each: ruler(actor(here).place, each.target.place))),
        prefer(Measure("in the better hand", lambda here, each: each.arm == in_hand(here.position, actor(here))[0])),
    )


GOOD_SHOT, FAIR_SHOT = _best(GOOD, "on 8 or better"), _best(FAIR, "on 10 or better")


def shoot(choice: Priority[Prospect]) -> Callable[[Here], Intent | Cannot]:
    """Return the option to take the best shot, if there is one good enough."""

    def take(here: Here) -> Intent | Cannot:
        if here.state.ran:
            return Cannot("it has run")
        best = choice.choose(here, prospects(here), "shots that could be taken")
        if best is None:
            return Cannot("no shot is good enough")
        return ordered(here, Shoot(actor(here).id, best.target.id, best.arm.item.id, best.aim, best.both))

    return take


def turn_to_shoot(worth: Fraction) -> Callable[[Here], Intent | Cannot]:
    """Return the option to turn towards the target where that gives a shot that is worth it."""

    @against
    def turn(here: Here) -> Intent | Cannot:
        unit, target = actor(here), foe(here)
        facing = facing_to(here.position, unit.place, target.place)
        if facing == unit.facing or here.state.ran:
            return Cannot("no turn is needed" if facing == unit.facing else "it has run")
        rest = left(here) - here.battle.data.numbers.turnaround
        has_one = any(each.hit >= worth for each in prospects(here))
        if has_one or best_chance(here, unit.changed(facing=facing), rest) < worth:
            return Cannot("that gives no better shot")
        return ordered(here, Turnaround(unit.id, facing))

    return turn


@against
def ready_weapon(here: Here) -> Intent | Cannot | Plan:
    """Have a weapon in hand that could wound the target."""
    return FirstOf(
        Option("HOUSE-READY", "put away what is of no use", stow), Option("HOUSE-READY", "draw a weapon", draw)
    )


def refill(here: Here) -> Intent | Cannot:
    """Reload what is held while no enemy is in sight."""
    unit = actor(here)
    if visible_enemies(here.position, unit):
        return Cannot("enemies are in sight")
    low = [arm for arm in arms(here.position, unit) if arm.held and arm.reloadable]
    return reload(here) if low else Cannot("nothing in hand wants reloading")


# -- cover and posture ---------------------------------------------------------------------------------------------


def shelter(here: Here) -> Intent | Cannot:
    """Take cover from the target before shooting, if an action is left for a shot."""
    return take_cover(here) if left(here) > 1 else Cannot("that would leave no action for a shot")


def lie_low(here: Here) -> Intent | Cannot:
    """Lie down at the end where enemies look on, none of them near, and there is no cover."""
    unit, position = actor(here), here.position
    seen = watchers(position, unit)
    if not seen:
        return Cannot("nobody looks on")
    if any(ruler(unit.place, enemy.place) < position.battle.data.numbers.prone_from for enemy in seen):
        return Cannot("an enemy is too near")
    if all(in_cover(position, unit, enemy) for enemy in seen):
        return Cannot("it has cover")
    bow = any(arm.kind.stands for arm in in_hand(position, unit))
    if unit.prone or bow or left(here) > 0:
        return Cannot("it is prone" if unit.prone else "it stands with a bow" if bow else "there are actions left")
    return hit_the_dirt(here)


# -- going to a better place ---------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Outlook:
    """A square to go to, with the shot that there would be from it and the cover that it has."""

    square: Square
    hit: Fraction
    bare: int

    @property
    def subject(self) -> object:
        """What notes call it."""
        return self.square.cell


POST: Priority[Outlook] = Priority(
    "HOUSE-POST",
    "the best place to shoot from",
    require(Measure("a good shot from there", lambda _, each: Shown(each.hit >= GOOD, short(each.hit)))),
    least(Measure("enemies from whom it has no cover", lambda _, each: each.bare)),
    most(Measure("chance", lambda _, each: hundredths(each.hit))),
    least(Measure("actions", lambda _, each: each.square.cost)),
)


@against
def to_post(here: Here) -> Intent | Cannot:
    """Walk to a square from which the target can be shot at with fair odds and the actions that are left."""
    gait = _gait(here)
    found = [each for square in squares(here, gait) if (each := _outlook(here, square)) is not None]
    post = POST.choose(here, found, "squares within reach with the target in view")
    return Cannot("no such square within reach") if post is None else go(here, gait, post.square)


def _outlook(here: Here, square: Square) -> Outlook | None:
    """Return what a square offers; None where the target is not in view from it, or it is the present one."""
    position, unit = here.position, actor(here)
    if not square.sees or square.cell == unit.cell:
        return None
    there = unit.changed(cell=square.cell, facing=square.facing, covering=False)
    rest = left(here) - square.cost
    bare = sum(
        not cover_from(position, square.cell, enemy.place, covering=rest > 1)
        for enemy in enemies(position, unit.side)
        if square.cell in position.lines.field_of_view(enemy.place)
    )
    return Outlook(square, best_chance(here, there, rest), bare)


COVER: Priority[Square] = Priority(
    "HOUSE-CLOSER",
    "the best cover on the way",
    require(Measure("nearer to the target than now", lambda here, square: _nearer(here, square))),
    prefer(Measure("out of everybody's view, or in cover", lambda here, square: _safe(here, square))),
    least(from_target),
    least(way_there),
)


def _nearer(here: Here, square: Square) -> bool:
    return ruler(square.cell, foe(here).place) < ruler(actor(here).place, foe(here).place)


def _safe(here: Here, square: Square) -> bool:
    position = here.position
    return all(
        square.cell not in position.lines.field_of_view(enemy.place)
        or cover_from(position, square.cell, enemy.place, covering=True)
        for enemy in enemies(position, here.side)
    )


@against
def by_cover(here: Here) -> Intent | Cannot:
    """Come nearer from cover to cover, where the enemy is in sight."""
    if not in_sight.of(here, foe(here)).key:
        return Cannot(f"{foe(here).id} is out of sight")
    return best_square(here, _gait(here), COVER, "no square within reach is nearer")


@against
def approach(here: Here) -> Intent | Cannot:
    """Come nearer by the shortest way while nobody is in sight, though not into the enemy's square."""
    if visible_enemies(here.position, actor(here)):
        return Cannot("an enemy is in sight")

    def seen(here: Here, square: Square) -> bool:
        lines = here.position.lines
        return any(square.cell in lines.field_of_view(enemy.place) for enemy in enemies(here.position, here.side))

    return towards(here, _gait(here), "HOUSE-CLOSER", seen, closest=True)


def _gait(here: Here) -> Gait:
    return RIDE if actor(here).mounted else WALK


@against
def charge(here: Here) -> Intent | Cannot:
    """Go for the enemy with fists or a blade where there is nothing to shoot with."""
    unit = actor(here)
    if any(arm.of_use and arm.fires for arm in arms(here.position, unit)):
        return Cannot("it has a loaded weapon")
    if out_of_ammo(here.position, unit) and any(arm.reloadable for arm in arms(here.position, unit)):
        return Cannot("it can reload")
    return towards(here, _gait(here), "HOUSE-STORM", closest=True)


# -- whom it is about ----------------------------------------------------------------------------------------------

TARGET: Priority[Character] = Priority(
    "HOUSE-TARGET",
    "whom to think about",
    prefer(in_sight),
    prefer(Measure("could be wounded from here", lambda here, enemy: bool(useful(here.position, actor(here), enemy)))),
    least(squares_away),
)


def target(here: Here) -> Character | None:
    """Return the enemy to think about: one in sight before all others."""
    return TARGET.choose(here, enemies(here.position, here.side), "conscious enemies")


# -- the plans -----------------------------------------------------------------------------------------------------


FIGHT = Against(
    "HOUSE-TARGET",
    "whom it is about",
    target,
    FirstOf(
        Option("HOUSE-COVER", "take cover", shelter),
        Option("HOUSE-READY", "have a weapon ready", ready_weapon),
        Option("HOUSE-SHOOT", "a good shot", shoot(GOOD_SHOT)),
        Option("HOUSE-TURN", "turn for a good shot", turn_to_shoot(GOOD)),
        Option("HOUSE-POST", "to a better place", to_post),
        Option("HOUSE-SHOOT", "a fair shot", shoot(FAIR_SHOT)),
        Option("HOUSE-TURN", "turn for a fair shot", turn_to_shoot(FAIR)),
        Option("HOUSE-READY", "reload", refill),
        Option("HOUSE-CLOSER", "stand up", get_up),
        Option("HOUSE-STORM", "go for them", charge),
        Option("HOUSE-CLOSER", "from cover to cover", by_cover),
        Option("HOUSE-CLOSER", "come nearer", approach),
    ),
)


def armed_blow(here: Here) -> Intent | Cannot:
    """Fire a handgun at arm's length, where the odds are good; else strike with what is held."""
    shot = shoot(GOOD_SHOT)(here)
    return brawl_plan.strike(here) if isinstance(shot, Cannot) else shot


IN_A_BRAWL = Against(
    "HOUSE-FIGHT",
    "whom it brawls with",
    brawl_plan.opponent,
    FirstOf(
        Option("HOUSE-FIGHT", "ours: a shot or a blow with what is in hand", armed_blow),
        Option("HOUSE-FIGHT", "ours: Pick up Object", brawl_plan.pick_up),
        Option("HOUSE-FIGHT", "ours: draw a knife", brawl_plan.draw_knife),
        Option("HOUSE-FIGHT", "ours: prone with a knife: Get Up", brawl_plan.get_up),
        Option("HOUSE-FIGHT", "ours: Stab", brawl_plan.stab),
        Option("HOUSE-FIGHT", "ours: Body Blow", brawl_plan.body_blow),
    ),
)


COMMANDER: dict[str, Plan] = {
    ACTION: Again(
        FirstOf(
            Option("HOUSE-COVER", "lie low", lie_low),
            Option("HOUSE-WAIT", "no actions are left", spent),
            GOALS,
            hide_and_reload("ours: "),
            FIGHT,
            Option("HOUSE-WAIT", "wait", wait),
        )
    ),
    SNAPSHOT: Option("HOUSE-ANSWER", "ours: attempt a snapshot", snap, on=SNAPSHOT),
    BRAWL: InTurn(Again(IN_A_BRAWL), Option("HOUSE-WAIT", "no more blows", wait)),
}
"""What the player's characters do, by occasion."""
