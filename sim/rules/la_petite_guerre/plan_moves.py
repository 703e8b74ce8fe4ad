"""Where a move ends, once the dice have been thrown: a priority list for each stance (LPG-MOVE-3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import ordered
from sim.rules.la_petite_guerre.ground import Way, crawl_ways, full_ways, in_arc, sees
from sim.rules.la_petite_guerre.orders.moves import Crawl, Move, free_turns
from sim.rules.la_petite_guerre.plan_choices import (
    Here,
    actor,
    goal_cells,
    known_enemies,
    planner,
    stance_of,
    threatened,
)
from sim.rules.la_petite_guerre.plan_shots import lies_in_wait
from sim.rules.la_petite_guerre.plan_steps import company_men, move, shown_way, why_to_stay
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man, Stance
from sim.solo.plans import Cannot, Option
from sim.solo.priority import Priority, Shown, least, measure, most, prefer, require
from sim.tabletop.inches import covers, inches_text, squared_limit, within


@measure("way left, to two inches")
def about_left(here: Here, cell: Cell) -> Shown:
    """To the company's goal; where it has none, to the nearest enemy. Who has cover there need not be first."""
    return shown_way(here, cell, 2 * planner(here).stride)


@measure("way left")
def left(here: Here, cell: Cell) -> Shown:
    """To the company's goal; where it has none, to the nearest enemy."""
    return shown_way(here, cell)


@measure("inches from the nearest enemy")
def from_enemy(here: Here, cell: Cell) -> Shown:
    """By ruler."""
    return _nearest(here, cell, tuple(enemy.place for enemy in known_enemies(here)))


def _nearest(here: Here, cell: Cell, others: tuple[Cell, ...]) -> Shown:
    grid, scale = here.position.map.grid, here.position.map.scale.per_cell
    squared = min((grid.squared(cell, other) for other in others), default=0)
    return Shown(squared, inches_text(squared, scale))


@measure("in cover from who can see it")
def covered(here: Here, cell: Cell) -> bool:
    """Whether every enemy who would see him there sees him in cover."""
    lines = here.position.lines
    seen = lines.field_of_view(cell)
    return all(covers(lines, enemy.place, cell) for enemy in known_enemies(here) if enemy.place in seen)


@measure("far enough from the enemy")
def far_enough(here: Here, cell: Cell) -> bool:
    """As far as the stance asks for."""
    length = planner(here).delay if stance_of(here, actor(here)) == "delay" else planner(here).skirmish
    limit = squared_limit(here.position.map.scale.per_cell, length)
    return bool(from_enemy.of(here, cell).key > limit) or not known_enemies(here)


@measure("no nearer to the enemy")
def no_nearer(here: Here, cell: Cell) -> bool:
    """Than where he is now."""
    return bool(from_enemy.of(here, cell).key >= from_enemy.of(here, actor(here).place).key)


@measure("far enough from the enemy, or no nearer")
def safe(here: Here, cell: Cell) -> bool:
    """Whoever falls back past an enemy may come nearer to him, but not too near."""
    return bool(far_enough.of(here, cell) or no_nearer.of(here, cell))


@measure("way left to where it falls back")
def way_out(here: Here, cell: Cell) -> Shown:
    """The way to the company's goal; without one, the further from the enemy the better."""
    if goal_cells(here, actor(here)):
        return shown_way(here, cell, 2 * planner(here).stride)
    away = from_enemy.of(here, cell)
    return Shown(-away.key, away.text)


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


@measure("enemies in sight within its range")
def in_view(here: Here, cell: Cell) -> int:
    """Whom a gun could be laid on from there."""
    longest, seen = (
        here.battle.data.weapons[actor(here).profile.weapon].longest,
        here.position.lines.field_of_view(cell),
    )
    near = (enemy for enemy in known_enemies(here) if enemy.able and within(here.position, cell, enemy.place, longest))
    return sum(enemy.place in seen for enemy in near)


@measure("an enemy in sight within its range")
def has_target(here: Here, cell: Cell) -> bool:
    """At least one."""
    return bool(in_view.of(here, cell))


GUN_PLACES: Priority[Cell] = Priority(
    "HOUSE-POST", "where to bring the gun", prefer(has_target), least(left), most(in_view), prefer(covered)
)


# -- a step to where the enemy can be seen ---------------------------------------------------------------------------


@measure("where he may be")
def allowed(here: Here, cell: Cell) -> bool:
    """Who is where his company is to go stays there."""
    goal = goal_cells(here, actor(here))
    return actor(here).cell not in goal or cell in goal


@measure("enemies in sight within range")
def in_reach(here: Here, cell: Cell) -> int:
    """Whom he could fire at from there."""
    there = actor(here).changed(cell=cell)
    return sum(sees(here.position, there, enemy) for enemy in _within_range(here, there))


@measure("an enemy in sight within range")
def sees_one(here: Here, cell: Cell) -> bool:
    """At least one."""
    return bool(in_reach.of(here, cell))


VIEWS: Priority[Cell] = Priority(
    "HOUSE-POST", "where to see the enemy from", require(allowed), require(sees_one), require(covered), most(in_reach),
    most(from_enemy),
)  # fmt: skip


def _within_range(here: Here, man: Man) -> list[Man]:
    weapon = weapon_of(here.position, man)
    near = threatened(here.position, man, weapon.longest if weapon else 0, known_enemies(here))
    return [enemy for enemy in near if enemy.able]


def creep(here: Here) -> Intent | Cannot:
    """LPG-MOVE-1: crawl or shuffle to where he sees an enemy in range, from cover, if he sees none from where he is."""
    man = actor(here)
    weapon, near = weapon_of(here.position, man), _within_range(here, man)
    if weapon is None or weapon.kind != "small arm" or not man.loaded or man.mounted:
        return Cannot("he has nothing to fire from there")
    if any(sees(here.position, man, enemy) for enemy in near):
        return Cannot("there is an enemy in sight within range")
    if not near:
        return Cannot("nobody is in range")
    if lies_in_wait(here):
        return Cannot("he lies in wait")
    ways = crawl_ways(here.position, man)
    end = VIEWS.choose(here, list(ways), "cells within a crawl or a shuffle")
    return ordered(here, Crawl(man.id, ways[end])) if end is not None else Cannot("there is no such place near him")


# -- a leader who moves with a command point -----------------------------------------------------------------------


@measure("men of his within hearing")
def would_hear(here: Here, cell: Cell) -> int:
    """LPG-CMD: how many of his company would be within four inches."""
    length = here.battle.data.numbers.command
    return sum(within(here.position, cell, man.place, length) for man in company_men(here, actor(here)))


@measure("inches from the nearest of his men")
def from_men(here: Here, cell: Cell) -> Shown:
    """By ruler."""
    return _nearest(here, cell, tuple(man.place for man in company_men(here, actor(here))))


TO_HIS_MEN: Priority[Cell] = Priority(
    "HOUSE-LEAD", "where to lead from", most(would_hear), least(from_men), prefer(covered), least(about_left)
)


@measure("heard by most of his men")
def heard_by_most(here: Here, cell: Cell) -> bool:
    """LPG-CMD: half of his company at least."""
    return bool(2 * would_hear.of(here, cell) >= len(company_men(here, actor(here))))


WITH_HIS_MEN: Priority[Cell] = Priority(
    "HOUSE-LEAD", "where to go with his men", prefer(heard_by_most), least(about_left), prefer(covered), least(left)
)
"""A leader goes when his men have gone, and stays where they hear him."""


def why_to_stay_apart(here: Here) -> str:
    """Say why a leader who defends does not go to his men: only who has a gun to look after goes where it goes."""
    man = actor(here)
    own = company_men(here, man)
    if not man.profile.command or man.hidden or not any(each.serves for each in own):
        return "he stays where he is"
    return "most of his men hear him" if heard_by_most.of(here, man.place) else ""


def rejoin(here: Here) -> Intent | Cannot:
    """LPG-CMD: go after a gun that has been brought elsewhere, so that its crew hears him."""
    return Cannot(reason) if (reason := why_to_stay_apart(here)) else move(here)


def _list_of(here: Here, man: Man) -> Priority[Cell]:
    if here.state.phase == "command":
        return TO_HIS_MEN
    stance = stance_of(here, man)
    if man.profile.kind == "gun":
        return GUN_PLACES
    if stance == "defend" and not why_to_stay_apart(here):
        return TO_HIS_MEN
    if stance == "defend" and not why_to_stay(here):
        return LISTS["advance"]
    return WITH_HIS_MEN if man.profile.command and stance == "advance" else LISTS[stance]


# -- which way to look ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """A way in which a man may look at the end of a move, for nothing."""

    man: Man
    """As he would stand there."""
    facing: int | None
    """None for the way in which he went."""
    subject: str
    """The direction in words."""


@measure("enemies in range before him")
def before_him(here: Here, look: Look) -> int:
    """Whom he could fire at next."""
    weapon = weapon_of(here.position, look.man)
    near = threatened(here.position, look.man, weapon.longest if weapon else 0, known_enemies(here))
    there = (enemy for enemy in near if enemy.able and in_arc(here.position, look.man, enemy.place))
    return sum(sees(here.position, look.man, enemy) for enemy in there)


@measure("no turn")
def straight_on(here: Here, look: Look) -> bool:
    """He looks where he went."""
    return look.facing is None


LOOKS: Priority[Look] = Priority("HOUSE-LOOK", "which way to look there", most(before_him), prefer(straight_on))


def _facing(here: Here, man: Man, way: Way) -> int | None:
    """Return where a man turns at the end of a way; None where he went, as who has nobody in range there does."""
    along, *turns = free_turns(here.position, man, way)
    names, there = here.position.map.grid.directions, man.changed(cell=way[-1])
    looks = [Look(there.changed(facing=along), None, names[along])]
    looks += [Look(there.changed(facing=facing), facing, names[facing]) for facing in turns]
    if man.profile.kind == "gun" or not any(before_him.of(here, look) for look in looks):
        return None
    chosen = LOOKS.choose(here, looks, "ways to look")
    return chosen.facing if chosen else None


def where(here: Here) -> Intent | Cannot:
    """LPG-MOVE-3: go all the inches that were rolled, to the best of the cells where that leads."""
    man = actor(here)
    ways = full_ways(here.position, man, here.ask.number or 0)
    end = _list_of(here, man).choose(here, list(ways), "cells that the full distance leads to")
    if end is None:
        return Cannot("there is nowhere to go")
    return ordered(here, Move(man.id, ways[end], _facing(here, man, ways[end])))


WHERE = Option("LPG-MOVE-3", "go the full distance", where)
