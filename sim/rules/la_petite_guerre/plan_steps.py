"""Moves of an automated man: whether to make one. Where it ends is decided after the dice (plan_moves.py)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover
from sim.board.paths import Limits, Reach
from sim.board.paths import reach as search
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import ordered
from sim.rules.la_petite_guerre.charging import handiness
from sim.rules.la_petite_guerre.ground import charge_ways, mover, occupied, sees
from sim.rules.la_petite_guerre.gunnery import is_served
from sim.rules.la_petite_guerre.moving import most_dice
from sim.rules.la_petite_guerre.orders.handling import ChangeWeapon, FixBayonet, LieDown, Mount, StandUp
from sim.rules.la_petite_guerre.orders.moves import Leave, RollMove
from sim.rules.la_petite_guerre.plan_choices import (
    Here,
    actor,
    goal_cells,
    known_enemies,
    planner,
    stance_of,
    threatened,
)
from sim.rules.la_petite_guerre.scene import Scene, crew, men
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot
from sim.solo.priority import Shown
from sim.tabletop.inches import area_within, within


def move(here: Here) -> Intent | Cannot:
    """Stand up if he lies, and roll for a move; a rider who has far to go spurs his horse on."""
    man = actor(here)
    if man.prone:
        return ordered(here, StandUp(man.id))
    near = threatened(here.position, man, planner(here).skirmish + planner(here).delay, known_enemies(here))
    return roll(here, most_dice(here.position, man) if not near and _rides_with(here, man) else 1)


def roll(here: Here, dice: int = 1) -> Intent | Cannot:
    """LPG-MOVE-1: roll for a move; where it ends is decided after the dice."""
    return ordered(here, RollMove(actor(here).id, dice))


def company_men(here: Here, leader: Man) -> list[Man]:
    """Return the able men of a leader's company, himself left out."""
    own = men(here.position, leader.side)
    return [man for man in own if man.company == leader.company and man.able and man.id != leader.id]


def _rides_with(here: Here, man: Man) -> bool:
    """Say whether a man need not wait for others: a leader does for men on foot, if most of his are."""
    own = company_men(here, man) if man.profile.command else []
    return 2 * sum(each.mounted for each in own) >= len(own)


def step_back(here: Here) -> Intent | Cannot:
    """Base_games.md 5.2: one move back with the enemy within four inches and more of them than of us."""
    man = actor(here)
    length, able = planner(here).close, [each for each in men(here.position, man.side) if each.able]
    close = [enemy for enemy in threatened(here.position, man, length, known_enemies(here)) if enemy.able]
    ours = threatened(here.position, man, length, able)
    if len(close) <= len(ours):
        told = f"{len(close)} enemies within {length} inches against {len(ours)}"
        return Cannot(told, tuple(each.id for each in ours))
    if any(done.what == "move" for done in man.did):
        return Cannot("he has gone back one move")
    return move(here)


def keep_away(here: Here) -> Intent | Cannot:
    """Go away from an enemy who has come too near for the stance, and could get at him: a rider not into the woods."""
    man = actor(here)
    length = planner(here).delay if stance_of(here, man) == "delay" else planner(here).skirmish
    near = [enemy for enemy in threatened(here.position, man, length, known_enemies(here)) if enemy.able]
    if not near:
        return Cannot(f"nobody is within {length} inches")
    if not any(charge_ways(here.position, enemy, man, length + 1) for enemy in near):
        return Cannot(f"nobody within {length} inches can get at him")
    return move(here)


def drive_out(here: Here) -> Intent | Cannot:
    """Go for the enemy who stands where the company is to stay, if nobody can be shot at from here."""
    return Cannot(reason) if (reason := why_to_stay(here)) else move(here)


def why_to_stay(here: Here) -> str:
    """Say why a defender has nobody to drive out; empty if he has."""
    man, goal = actor(here), goal_cells(here, actor(here))
    able = [enemy for enemy in known_enemies(here) if enemy.able]
    if man.hidden or man.cell in goal or not any(enemy.cell in goal for enemy in able):
        return "nobody has to be driven out"
    weapon = weapon_of(here.position, man)
    there = threatened(here.position, man, weapon.longest if weapon else 0, able)
    return "there is an enemy in range" if any(sees(here.position, man, enemy) for enemy in there) else ""


def fall_back(here: Here) -> Intent | Cannot:
    """Go after the others when the enemy has gone by: he is nearer to where the company goes, and out of range."""
    man, goal = actor(here), goal_cells(here, actor(here))
    if not goal or man.cell in goal:
        return Cannot("there is nowhere to fall back to")
    weapon, able = weapon_of(here.position, man), [enemy for enemy in known_enemies(here) if enemy.able]
    if weapon is not None and threatened(here.position, man, weapon.longest, able):
        return Cannot("there is an enemy in range")
    squared, place = here.position.map.grid.squared, goal[0]
    if not any(squared(enemy.place, place) < squared(man.place, place) for enemy in able):
        return Cannot("no enemy has gone by")
    return move(here)


def go_in_time(here: Here) -> Intent | Cannot:
    """Set out for where the company falls back to while there are turns enough left for the way."""
    man, goal, turns = actor(here), goal_cells(here, actor(here)), here.battle.turns
    if not goal or man.cell in goal or turns is None:
        return Cannot("he need not be anywhere in time")
    left, inches = turns - here.state.turn + 1, way_left(here, man, man.place) / 2
    if inches <= (left - 1) * planner(here).turn:
        return Cannot(f'{left} turns are enough for {inches:g}"')
    return move(here)


def leave(here: Here) -> Intent | Cannot:
    """Leave the table, for whose company that is the goal; who defends stays."""
    man = actor(here)
    if stance_of(here, man) == "defend":
        return Cannot("he is to stay")
    if man.cell not in goal_cells(here, man):
        return Cannot("he is not where his company is to go")
    return ordered(here, Leave(man.id))


def ready_to_charge(here: Here) -> Intent | Cannot:
    """Take a better weapon in hand, or fix the bayonet, if an enemy within reach has the better one.

    Who charges has the advantage by that alone: the bayonet, which spoils the aim, only makes up for a better weapon.
    """
    man = actor(here)
    near = threatened(here.position, man, planner(here).close + 1, known_enemies(here))
    if not any(handiness(here.position, enemy) > handiness(here.position, man) for enemy in near):
        return Cannot("no enemy who is near has the better weapon")
    weapon = weapon_of(here.position, man)
    if weapon is not None and weapon.bayonet and not man.bayonet:
        return ordered(here, FixBayonet(man.id))
    other = here.battle.data.weapons.get(man.profile.second)
    if other is not None and weapon is not None and man.weapon != man.profile.second and other.melee > weapon.melee:
        return ordered(here, ChangeWeapon(man.id))
    return Cannot("he is ready")


def has_gun(position: Scene, man: Man) -> bool:
    """Say whether a man is with a gun that can be served, today or when those of its crew come round who are left."""
    gun = position.state.unit(man.serves) if man.serves in position.state.units else None
    if gun is None or gun.out or not is_served(position, tuple(crew(position, gun))):
        return False
    return within(position, man.place, gun.place, position.battle.data.numbers.beside)


def close_in(here: Here) -> Intent | Cannot:
    """Go on, unless he is where he should be: at his goal, or within short range of an enemy."""
    man, goal = actor(here), goal_cells(here, actor(here))
    if man.cell in goal:
        return Cannot("he is where he was to go")
    if has_gun(here.position, man):
        return Cannot("he stays with his gun")
    if not goal and _is_close_enough(here, man):
        return Cannot("the enemy is near enough")
    if not goal and not known_enemies(here):
        return Cannot("there is nobody to go for")
    return move(here)


def _is_close_enough(here: Here, man: Man) -> bool:
    """Say whether an enemy is within short range of what a man has in his hands: nearer he comes by a charge only."""
    weapon = weapon_of(here.position, man)
    length = max(weapon.short if weapon else 0, here.battle.data.numbers.stop)
    there = [enemy for enemy in known_enemies(here) if within(here.position, man.place, enemy.place, length)]
    return stance_of(here, man) == "skirmish" and bool(there)


# -- horses --------------------------------------------------------------------------------------------------------


def dismount(here: Here) -> Intent | Cannot:
    """Get down where no horse can go on, or where he is to stay with the enemy near: riders are easy to hit."""
    man = actor(here)
    if not man.mounted:
        return Cannot("he is on foot")
    near = threatened(here.position, man, planner(here).far, known_enemies(here))
    stays = bool(near) and (man.cell in goal_cells(here, man) or _is_close_enough(here, man))
    if not stays and way_left(here, man, man.place) < BARRED:
        return Cannot("he can ride on")
    return ordered(here, Mount(man.id))


def mount(here: Here) -> Intent | Cannot:
    """Mount for a long way with no enemy near."""
    man = actor(here)
    if man.mounted or not man.profile.rides:
        return Cannot("he has no horse to mount")
    if not _rides_with(here, man):
        return Cannot("his men are on foot")
    if threatened(here.position, man, planner(here).far, known_enemies(here)):
        return Cannot("the enemy is near")
    riding = man.changed(mounted=True)
    left = way_left(here, riding, man.place)
    return (
        ordered(here, Mount(man.id))
        if 2 * planner(here).far < left < BARRED
        else Cannot("it is not far, or no way for a horse")
    )


def drop(here: Here) -> Intent | Cannot:
    """LPG-STUN: fall prone, or off the horse, with an enemy about: a stunned man can do nothing better."""
    man = actor(here)
    if not threatened(here.position, man, planner(here).far, known_enemies(here)):
        return Cannot("no enemy is near")
    return ordered(here, Mount(man.id) if man.mounted else LieDown(man.id))


# -- how far it is -------------------------------------------------------------------------------------------------


BARRED = 1 << 20
"""Half inches that no way is long: from here on the crow flies."""


@lru_cache(maxsize=256)
def _ways_from(battle_map: BattleMap, changes: Changes, moving: Mover, goal: tuple[Cell, ...]) -> Reach:
    """Search from the middle of a goal; from the next best cell of it, where a horse cannot stand in that."""
    grid = battle_map.grid

    def spread(cell: Cell) -> int:
        return sum(grid.squared(cell, other) for other in goal)

    ground = Ground(battle_map, changes)
    found = None
    for cell in sorted(goal, key=lambda cell: (spread(cell), battle_map.ordinal(cell))):
        found = search(ground, moving, cell)
        # A cell out of which nothing leads is as good as barred.
        if len(found.area) > len(goal):
            return found
    assert found is not None
    return found


def measure_goals(position: Scene) -> Iterator[None]:
    """Work out how far it is to the goal of every company, for men on foot and on horses, a goal in each step."""
    companies = position.battle.data.engagement.companies
    for man in position.state.units:
        goal = companies[man.company].cells if man.company in companies else ()
        for rides in (False, True) if man.profile.rides else (False,):
            if goal and not man.out:
                moving = mover(position, man.changed(mounted=rides))
                _ways_from(position.map, position.state.changes, moving, goal)
                yield


def vantage(here: Here, gun: Man) -> Cell | None:
    """Return the nearest cell from which a gun would have an enemy in sight and in range; None if it finds none.

    Not so near to any enemy that he could be upon it before it is ready.
    """
    position = here.position
    able = [enemy for enemy in known_enemies(here) if enemy.able]
    longest = here.battle.data.weapons[gun.profile.weapon].longest
    seen = [position.lines.field_of_view(enemy.place) & area_within(position, enemy.place, longest) for enemy in able]
    near = [area_within(position, enemy.place, planner(here).gun_near) for enemy in able]
    nothing = Area(position.map, 0)
    fit = reduce(or_, seen, nothing) - reduce(or_, near, nothing) - occupied(position, gun)
    ways = search(position.ground, mover(position, gun), gun.place, Limits(2 * planner(here).gun_way))
    costs = [(cost, position.map.ordinal(cell), cell) for cell in fit if (cost := ways.cost(cell)) is not None]
    return min(costs)[2] if costs else None


def aim(here: Here, man: Man) -> tuple[Cell, ...]:
    """Return the cells that a man goes for: those of his company's goal, or the nearest enemy's.

    A gun that is not on its way to a goal goes to where it has something to fire at.
    """
    goal = goal_cells(here, man)
    if man.profile.kind == "gun" and (not goal or man.cell in goal or stance_of(here, man) != "advance"):
        cell = vantage(here, man)
        return (cell,) if cell is not None else ()
    if goal:
        return goal
    grid, place = here.position.map.grid, man.place
    near = min(known_enemies(here), key=lambda enemy: grid.squared(place, enemy.place), default=None)
    return (near.place,) if near else ()


def way_left(here: Here, man: Man, cell: Cell) -> int:
    """Return the half inches that are left from a cell to what a man goes for; more than BARRED without a way."""
    goal = aim(here, man)
    if not goal:
        return 0
    if cell in goal:
        return 0
    position = here.position
    cost = _ways_from(position.map, position.state.changes, mover(position, man), goal).cost(cell)
    if cost is not None:
        return cost
    return BARRED + min(position.map.grid.squared(cell, other) for other in goal)


def shown_way(here: Here, cell: Cell, step: int = 1) -> Shown:
    """Return what is left of the way, in steps of so many half inches, in words."""
    left = way_left(here, actor(here), cell)
    if left >= BARRED:
        return Shown(left, "no way")
    return Shown(left // step, f'{left // step * step / 2:g}"')
