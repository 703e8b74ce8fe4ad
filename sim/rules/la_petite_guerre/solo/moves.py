"""Moves of an automated man: whether he makes one, and where it ends once the dice have been thrown (LPG-MOVE-3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from sim.board.area import Area
from sim.board.ground import Ground
from sim.board.movement import Mover
from sim.board.paths import Limits, Reach
from sim.board.paths import reach as search
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.memo import memo
from sim.play.commander import does, ordered, some, unless
from sim.rules.la_petite_guerre.combat.charge import handiness
from sim.rules.la_petite_guerre.combat.fire import weapon_of
from sim.rules.la_petite_guerre.ground.moving import most_dice
from sim.rules.la_petite_guerre.ground.sight import in_arc
from sim.rules.la_petite_guerre.ground.ways import charge_ways, crawl_ways, full_ways, mover, occupied, seen_within
from sim.rules.la_petite_guerre.orders.moves import Crawl, Leave, Move, RollMove, free_turns
from sim.rules.la_petite_guerre.orders.order import ChangeWeapon, FixBayonet, LieDown, Mount, StandUp
from sim.rules.la_petite_guerre.solo.situation import (
    LpgSituation,
    OfCell,
    able_near,
    carries,
    company_men,
    goal_cells,
    has_gun,
    is_there,
    known_enemies,
    lies_in_wait,
    near,
    planner,
    seen_of,
    stance_of,
)
from sim.rules.la_petite_guerre.state import Man, Stance, known_places, men
from sim.solo.plans import Cannot
from sim.solo.priority import Measure, Measured, Priority, at_a_look, least, measure, most, prefer, require
from sim.tabletop.inches import CellPath, area_within, line_covers, nearest, squared_from, squared_limit, within
from sim.tabletop.measures import half_inches, inches_from, nearest_goal

roll = does(RollMove)
"""LPG-MOVE-1: roll a die for a move; where it ends is decided after that."""


def move(here: LpgSituation) -> Intent | Cannot:
    """Stand up if he lies, and roll for a move; a rider who has far to go spurs his horse on."""
    man = here.unit
    if man.prone:
        return ordered(here, StandUp(man.id))
    alone = not near(here, planner(here).skirmish + planner(here).delay)
    return ordered(here, RollMove(man.id, most_dice(here.position, man) if alone and _rides_with(here, man) else 1))


def _rides_with(here: LpgSituation, man: Man) -> bool:
    """Say whether a man need not wait for others: a leader does for men on foot, if most of his are."""
    own = company_men(here, man) if man.profile.command else []
    return 2 * sum(each.mounted for each in own) >= len(own)


# -- back and away -------------------------------------------------------------------------------------------------


def step_back(here: LpgSituation) -> Intent | Cannot:
    """Base_games.md 5.2: one move back with the enemy within four inches and more of them than of us."""
    man, length, close = here.unit, planner(here).close, able_near(here, planner(here).close)
    able = (each for each in men(here.position, man.side) if each.able)
    ours = [each.id for each in able if within(here.position, man.place, each.place, length)]
    if len(close) <= len(ours):
        return Cannot(f"{len(close)} enemies against {len(ours)} of ours within {length} inches", tuple(ours))
    return Cannot("he has gone back one move") if any(done.what == "move" for done in man.did) else move(here)


def _safe_distance(here: LpgSituation) -> int:
    """Return the inches within which no enemy may come, as the stance asks for."""
    return planner(here).delay if stance_of(here) == "delay" else planner(here).skirmish


def keep_away(here: LpgSituation) -> Intent | Cannot:
    """Go away from an enemy who has come too near for the stance, and could get at him: a rider not into the woods."""
    length = _safe_distance(here)
    close = able_near(here, length)
    if not close:
        return Cannot(f"nobody is within {length} inches")
    if not any(charge_ways(here.position, enemy, here.unit, length + 1) for enemy in close):
        return Cannot(f"nobody within {length} inches can get at him")
    return move(here)


def _gone_by(here: LpgSituation) -> bool:
    """Say whether an able enemy is nearer to where the company goes than who acts."""
    squared, end = here.position.map.grid.squared, goal_cells(here)[0]
    own = squared(here.unit.place, end)
    return any(enemy.able and squared(enemy.place, end) < own for enemy in known_enemies(here))


fall_back = unless(
    {
        "there is nowhere to fall back to": lambda here: not goal_cells(here) or is_there(here),
        "there is an enemy in range": lambda here: able_near(here, carries(here, here.unit)),
        "no enemy has gone by": lambda here: not _gone_by(here),
    },
    move,
)
"""Go after the others when the enemy has gone by: he is nearer to where the company goes, and out of range."""


def go_in_time(here: LpgSituation) -> Intent | Cannot:
    """Set out for where the company falls back to while there are turns enough left for the way."""
    man, turns = here.unit, here.battle.turns
    if not goal_cells(here) or is_there(here) or turns is None:
        return Cannot("he has nowhere to be in time")
    left, inches = turns - here.state.turn + 1, way_left(here, man, man.place) / 2
    enough = inches <= (left - 1) * planner(here).turn
    return Cannot(f'{left} turns are enough for {inches:g}"') if enough else move(here)


# -- onward --------------------------------------------------------------------------------------------------------


def why_to_stay(here: LpgSituation) -> str:
    """Say why a defender has nobody to drive out; empty if he has.

    He goes for the enemy who stands where the company is to stay, if nobody can be shot at from here.
    """
    man, goal = here.unit, goal_cells(here)
    if man.hidden or man.cell in goal or not any(enemy.able and enemy.cell in goal for enemy in known_enemies(here)):
        return "there is nobody to drive out"
    return "there is an enemy in range" if seen_of(here, able_near(here, carries(here, man))) else ""


leave = unless(
    {
        "he has orders to stay": lambda here: stance_of(here) == "defend",
        "he is not where his company is to go": lambda here: not is_there(here),
    },
    does(Leave),
)
"""Leave the table, for whose company that is the goal; who defends stays."""


def ready_to_charge(here: LpgSituation) -> Intent | Cannot:
    """Take a better weapon in hand, or fix the bayonet, if an enemy within reach has the better one.

    Who charges has the advantage by that alone: the bayonet, which spoils the aim, only makes up for a better weapon.
    """
    man, weapon, there = here.unit, weapon_of(here.position, here.unit), near(here, planner(here).close + 1)
    if not any(handiness(here.position, enemy) > handiness(here.position, man) for enemy in there):
        return Cannot("no enemy nearby has a better weapon")
    if weapon is not None and weapon.bayonet and not man.bayonet:
        return ordered(here, FixBayonet(man.id))
    other = here.battle.data.weapons.get(man.profile.second)
    if other is not None and weapon is not None and man.weapon != man.profile.second and other.melee > weapon.melee:
        return ordered(here, ChangeWeapon(man.id))
    return Cannot("he is ready")


def _is_close_enough(here: LpgSituation) -> bool:
    """Say whether an enemy is within short range of what a man has in his hands: nearer he comes by a charge only."""
    weapon = weapon_of(here.position, here.unit)
    length = max(weapon.short if weapon else 0, here.battle.data.numbers.stop)
    return stance_of(here) == "skirmish" and bool(near(here, length))


close_in = unless(
    {
        "he is where he was to go": is_there,
        "he stays with his gun": lambda here: has_gun(here.position, here.unit),
        "the enemy is near enough": lambda here: not goal_cells(here) and _is_close_enough(here),
        "there is nobody to go for": lambda here: not goal_cells(here) and not known_enemies(here),
    },
    move,
)
"""Go on, unless he is where he should be: at his goal, or within short range of an enemy."""

# -- horses --------------------------------------------------------------------------------------------------------


def _rides_on(here: LpgSituation) -> bool:
    """Say whether a horse can go on, and its rider is not to stay with the enemy near."""
    stays = near(here, planner(here).far) and (is_there(here) or _is_close_enough(here))
    return not stays and way_left(here, here.unit, here.unit.place) < BARRED


def _is_a_ride(here: LpgSituation) -> bool:
    """Say whether it is far enough for a horse, and there is a way for one."""
    left = way_left(here, here.unit.changed(mounted=True), here.unit.place)
    return 2 * planner(here).far < left < BARRED


dismount = unless({"he is on foot": lambda here: not here.unit.mounted, "he can ride on": _rides_on}, does(Mount))
"""Get down where no horse can go on, or where he is to stay with the enemy near: riders are easy to hit."""
mount = unless(
    {
        "he has no horse to mount": lambda here: here.unit.mounted or not here.unit.profile.rides,
        "his men are on foot": lambda here: not _rides_with(here, here.unit),
        "the enemy is near": lambda here: near(here, planner(here).far),
        "it is not far, or a horse cannot get there": lambda here: not _is_a_ride(here),
    },
    does(Mount),
)
"""Mount for a long way with no enemy near."""
drop = unless(
    {"no enemy is near": lambda here: not near(here, planner(here).far)},
    lambda here: ordered(here, Mount(here.unit.id) if here.unit.mounted else LieDown(here.unit.id)),
)
"""LPG-STUN: fall prone, or off the horse, with an enemy about: a stunned man can do nothing better."""

# -- how far it is -------------------------------------------------------------------------------------------------


BARRED = 1 << 20
"""Half inches that no way is long: from here on the crow flies."""


@memo(most=256)
def _ways_from(ground: Ground, moving: Mover, goal: tuple[Cell, ...]) -> Reach:
    """Search from the middle of a goal; from the next best cell of it, where a horse cannot stand in that."""
    squared, ordinal = ground.map.grid.squared, ground.map.ordinal
    spread = {cell: sum(squared(cell, other) for other in goal) for cell in goal}
    for cell in sorted(goal, key=lambda cell: (spread[cell], ordinal(cell))):
        found = search(ground, moving, cell)
        # A cell out of which nothing leads is as good as barred.
        if len(found.area) > len(goal):
            break
    return found


def vantage(here: LpgSituation, gun: Man) -> Cell | None:
    """Return the nearest cell from which a gun would have an enemy in sight and in range; None if it finds none.

    Not so near to any enemy that he could be upon it before it is ready.
    """
    position = here.position
    able = [enemy for enemy in known_enemies(here) if enemy.able]
    longest = here.battle.data.weapons[gun.profile.weapon].longest
    seen = [position.lines.field_of_view(enemy.place) & area_within(position, enemy.place, longest) for enemy in able]
    close = [area_within(position, enemy.place, planner(here).gun_near) for enemy in able]
    nothing = Area(position.map, 0)
    fit = reduce(or_, seen, nothing) - reduce(or_, close, nothing) - occupied(position, gun)
    ways = search(position.ground, mover(position, gun), gun.place, Limits(2 * planner(here).gun_way))
    found = nearest_goal(position, fit, ways.cost)
    return found[1] if found else None


def aim(here: LpgSituation, man: Man) -> tuple[Cell, ...]:
    """Return the cells that a man goes for: those of his company's goal, or the nearest enemy's.

    A gun that is not on its way to a goal goes to where it has something to fire at.
    """
    goal = goal_cells(here, man)
    if man.profile.kind == "gun" and (not goal or man.cell in goal or stance_of(here, man) != "advance"):
        cell = vantage(here, man)
        return (cell,) if cell is not None else ()
    return goal or tuple(enemy.place for enemy in nearest(here.position, man.place, known_enemies(here))[:1])


def way_left(here: LpgSituation, man: Man, cell: Cell) -> int:
    """Return the half inches that are left from a cell to what a man goes for; more than BARRED without a way."""
    return _ways_left(here, man)(cell)


def _ways_left(here: LpgSituation, man: Man) -> Callable[[Cell], int]:
    """Return what tells of any cell how many half inches are left from there."""
    goal, position = aim(here, man), here.position
    if not goal:
        return lambda cell: 0
    run, there = _ways_from(position.ground, mover(position, man), goal), frozenset(goal)

    def left(cell: Cell) -> int:
        if cell in there:
            return 0
        cost = run.cost(cell)
        return BARRED + inches_from(here, cell, *goal).key if cost is None else cost

    return left


def _shown_ways(here: LpgSituation, step: int = 1) -> Callable[[Cell], Measured]:
    """Return what tells of any cell how much is left of the way, in steps of so many half inches, in words."""
    ways = _ways_left(here, here.unit)

    def shown(cell: Cell) -> Measured:
        left = ways(cell)
        if left >= BARRED:
            return Measured(left, "no way there")
        return Measured(left // step, half_inches(left // step * step).text)

    return shown


# -- where a move ends: a priority list for each stance ------------------------------------------------------------

left: OfCell = at_a_look("distance left")(_shown_ways)
"""To the company's goal; where it has none, to the nearest enemy."""


@at_a_look("distance left, in steps of two inches")
def about_left(here: LpgSituation) -> Callable[[Cell], Measured]:
    """The same: a man with cover there need not be first."""
    return _shown_ways(here, 2 * planner(here).stride)


@at_a_look("inches from the nearest enemy")
def from_enemy(here: LpgSituation) -> Callable[[Cell], Measured]:
    """By ruler."""
    places = known_places(here.position, here.side)
    return lambda cell: inches_from(here, cell, *places)


@at_a_look("in cover from everyone who can see it")
def covered(here: LpgSituation) -> Callable[[Cell], bool]:
    """Whether every enemy who would see him there sees him in cover."""
    lines, places = here.position.lines, known_places(here.position, here.side)
    # Sight is the same both ways: enemies stand still while every cell that a man could go to is asked about.
    views = [(place, lines.field_of_view(place)) for place in places]
    return lambda cell: all(line_covers(lines, place, cell) for place, seen in views if cell in seen)


@at_a_look("far enough from the enemy")
def far_enough(here: LpgSituation) -> Callable[[Cell], bool]:
    """As far as the stance asks for."""
    limit = squared_limit(here.position.map.scale.per_cell, _safe_distance(here))
    away, nobody = from_enemy.each(here), not known_enemies(here)
    return lambda cell: nobody or bool(away(cell).key > limit)


@at_a_look("no nearer to the enemy")
def no_nearer(here: LpgSituation) -> Callable[[Cell], bool]:
    """Than he is now."""
    away = from_enemy.each(here)
    now = away(here.unit.place).key
    return lambda cell: bool(away(cell).key >= now)


@at_a_look("far enough from the enemy, or no nearer")
def safe(here: LpgSituation) -> Callable[[Cell], bool]:
    """Whoever falls back past an enemy may come nearer to him, but not too near."""
    far, further = far_enough.each(here), no_nearer.each(here)
    return lambda cell: far(cell) or further(cell)


@at_a_look("distance left to fall back")
def way_out(here: LpgSituation) -> Callable[[Cell], Measured]:
    """The way to the company's goal; without one, the further from the enemy the better."""
    if goal_cells(here):
        return _shown_ways(here, 2 * planner(here).stride)
    away = from_enemy.each(here)
    return lambda cell: Measured(-(found := away(cell)).key, found.text)


LISTS: Mapping[Stance, Priority[Cell]] = {
    "defend": Priority("HOUSE-BACK", "where to go back to", prefer(no_nearer), prefer(covered), most(from_enemy)),
    "advance": Priority("HOUSE-CLOSER", "where to advance to", least(about_left), prefer(covered), least(left)),
    "skirmish": Priority(
        "HOUSE-POST", "where to skirmish from", prefer(far_enough), least(about_left), prefer(covered), most(from_enemy)
    ),
    "delay": Priority(
        "HOUSE-BACK", "where to fall back to", prefer(safe), least(way_out), prefer(covered), most(from_enemy)
    ),
}
"""An advance goes from cover to cover where that costs it less than two inches."""


def _in_reach(here: LpgSituation) -> Callable[[Cell], int]:
    """Return what counts whom he could fire at from any cell."""
    able, length = (enemy for enemy in known_enemies(here) if enemy.able), carries(here, here.unit)
    zones = [seen_within(here.position, enemy.place, length) for enemy in able]
    return lambda cell: sum(cell in zone for zone in zones)


in_reach: OfCell = at_a_look("enemies in sight within range")(_in_reach)
in_view: OfCell = at_a_look("enemies in sight within its range")(_in_reach)
"""Whom a gun could be laid on from there."""
GUN_PLACES: Priority[Cell] = Priority(
    "HOUSE-POST", "where to bring the gun", prefer(some("in sight of an enemy within its range", in_view)), least(left),
    most(in_view), prefer(covered),
)  # fmt: skip


# -- a step to where the enemy can be seen ---------------------------------------------------------------------------


VIEWS: Priority[Cell] = Priority(
    "HOUSE-POST",
    "where to see the enemy from",
    require(OfCell("open to him", lambda here, cell: cell in goal_cells(here) or not is_there(here))),
    require(some("in sight of an enemy within range", in_reach)),
    require(covered),
    most(in_reach),
    most(from_enemy),
)
"""Who is where his company is to go stays there."""


def creep(here: LpgSituation) -> Intent | Cannot:
    """LPG-MOVE-1: crawl or shuffle to where he sees an enemy in range, from cover, if he sees none from where he is."""
    man, weapon = here.unit, weapon_of(here.position, here.unit)
    if weapon is None or weapon.kind != "small arm" or not man.loaded or man.mounted:
        return Cannot("he has nothing to fire from there")
    there = able_near(here, weapon.longest)
    if seen_of(here, there):
        return Cannot("there is an enemy in sight within range")
    if not there:
        return Cannot("nobody is in range")
    if lies_in_wait(here):
        return Cannot("he lies in wait")
    ways = crawl_ways(here.position, man)
    end = VIEWS.choose(here, list(ways), "cells within a crawl or a shuffle")
    return ordered(here, Crawl(man.id, ways[end])) if end is not None else Cannot("there is no such place nearby")


# -- a leader who moves with a command point -----------------------------------------------------------------------


@at_a_look("men of his who would hear him")
def would_hear(here: LpgSituation) -> Callable[[Cell], int]:
    """LPG-CMD: how many of his company would be within four inches."""
    map_, places = here.position.map, [man.place for man in company_men(here, here.unit)]
    limit = squared_limit(map_.scale.per_cell, here.battle.data.numbers.command)
    return lambda cell: sum(squared <= limit for squared in squared_from(map_, cell, places))


@at_a_look("inches from the nearest of his men")
def from_men(here: LpgSituation) -> Callable[[Cell], Measured]:
    """By ruler."""
    places = [man.place for man in company_men(here, here.unit)]
    return lambda cell: inches_from(here, cell, *places)


@at_a_look("heard by most of his men")
def heard_by_most(here: LpgSituation) -> Callable[[Cell], bool]:
    """LPG-CMD: half of his company, at least."""
    heard, all_ = would_hear.each(here), len(company_men(here, here.unit))
    return lambda cell: 2 * heard(cell) >= all_


TO_HIS_MEN: Priority[Cell] = Priority(
    "HOUSE-LEAD", "where to lead from", most(would_hear), least(from_men), prefer(covered), least(about_left)
)
WITH_HIS_MEN: Priority[Cell] = Priority(
    "HOUSE-LEAD", "where to go with his men", prefer(heard_by_most), least(about_left), prefer(covered), least(left)
)
"""A leader goes when his men have gone, and stays where they hear him."""


def why_to_stay_apart(here: LpgSituation) -> str:
    """Say why a leader who defends does not go to his men; empty if he does.

    Only who has a gun to look after goes where it is brought, so that its crew hears him.
    """
    man = here.unit
    if not man.profile.command or man.hidden or not any(each.serves for each in company_men(here, man)):
        return "he stays where he is"
    return "most of his men hear him" if heard_by_most.of(here, man.place) else ""


def _list_of(here: LpgSituation, man: Man) -> Priority[Cell]:
    stance = stance_of(here, man)
    if here.state.phase == "command":
        return TO_HIS_MEN
    if man.profile.kind == "gun":
        return GUN_PLACES
    if stance == "defend" and not why_to_stay_apart(here):
        return TO_HIS_MEN
    if stance == "defend" and not why_to_stay(here):
        return LISTS["advance"]
    return WITH_HIS_MEN if man.profile.command and stance == "advance" else LISTS[stance]


# -- which way to look ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EndLook:
    """A way in which a man may look at the end of a move, for nothing."""

    man: Man
    """As he would stand there."""
    facing: int | None
    """None for the way in which he went."""
    subject: str
    """The direction in words."""


@measure("enemies in range in front of him")
def before_him(here: LpgSituation, look: EndLook) -> int:
    """Whom he could fire at next."""
    return sum(in_arc(here.position, look.man, cell) for cell in _in_range_of(here, look.man))


def _in_range_of(here: LpgSituation, man: Man) -> list[Cell]:
    """Return the cells of the able enemies whom a man sees in range, whichever way he looks."""
    return [enemy.place for enemy in seen_of(here, able_near(here, carries(here, man), man), man)]


LOOKS: Priority[EndLook] = Priority(
    "HOUSE-LOOK",
    "which way to look there",
    most(before_him),
    prefer(Measure("without turning", lambda _, look: look.facing is None)),
)


def _facing(here: LpgSituation, man: Man, way: CellPath) -> int | None:
    """Return where a man turns at the end of a way; None for the way he went, or with nobody in range."""
    along, *turns = free_turns(here.position, man, way)
    names, there = here.position.map.grid.directions, man.changed(cell=way[-1])
    if man.profile.kind == "gun" or not _in_range_of(here, there):
        return None
    looks = [EndLook(there.changed(facing=along), None, names[along])]
    looks += [EndLook(there.changed(facing=facing), facing, names[facing]) for facing in turns]
    if not any(before_him.of(here, look) for look in looks):
        return None
    chosen = LOOKS.choose(here, looks, "ways to look")
    return chosen.facing if chosen else None


def where(here: LpgSituation) -> Intent | Cannot:
    """LPG-MOVE-3: go all the inches that were rolled, to the best of the cells where that leads."""
    man: Man = here.unit
    ways = full_ways(here.position, man, here.ask.number or 0)
    end = _list_of(here, man).choose(here, list(ways), "cells that the full distance leads to")
    if end is None:
        return Cannot("there is nowhere to go")
    return ordered(here, Move(man.id, ways[end], _facing(here, man, ways[end])))
