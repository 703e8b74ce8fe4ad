"""How far it is to a goal: by the ways that a man or a horse can go, and not as the crow flies."""

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
from sim.grid import Cell
from sim.rules.la_petite_guerre.choices import Here, actor, goal_cells, known_enemies, planner, stance_of
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import mover, occupied
from sim.solo.priority import Shown
from sim.tabletop.inches import area_within

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
