"""Inches on a grid: what every game that measures with a ruler asks of cells, and of the ways between them.

Lengths are compared as squares of whole numbers: a range ends exactly where it ends, and ties are ties. Movement is
reckoned in half inches, so that a diagonal of an inch grid is three of them and a side two. Cover is the best single
thing: two hedges are no wall.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any, TypeVar

import numpy as np

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import Cover, cover_along
from sim.board.ground import Ground
from sim.board.movement import BARRED, DEAREST, Mover, step_costs
from sim.board.paths import Limits, Reach, reach, ways_to
from sim.board.sight import LinesOfSight
from sim.engine.insight import Scene
from sim.engine.orders import Refusal
from sim.engine.units import Unit, UnitT
from sim.grid import Cell, trace_end
from sim.memo import memo
from sim.play.ways import step_price

T = TypeVar("T")
CellPath = tuple[Cell, ...]
"""Every cell after the present one, in order."""
HARD = "hard"
"""The better class of cover; the other is soft."""

# -- lengths -----------------------------------------------------------------------------------------------------


def inches(position: Scene, one: Cell, other: Cell) -> float:
    """Return the distance between two cells, for show; rules ask `within`."""
    return position.map.length(one, other)


@lru_cache(maxsize=1 << 14)
def inches_text(squared: int, per_cell: float) -> str:
    """Write a squared distance in cells as inches.

    >>> inches_text(2, 1), inches_text(9, 2)
    ('1.4"', '6.0"')
    """
    return f'{squared**0.5 * per_cell:.1f}"'


def within(position: Scene, one: Cell, other: Cell, length: int) -> bool:
    """Say whether two cells are no further apart than so many inches."""
    map_ = position.battle.map  # Nothing else is asked as often.
    return map_.grid.squared(one, other) <= squared_limit(map_.scale.per_cell, length)


def squared_from(battle_map: BattleMap, cell: Cell, others: Iterable[Cell]) -> list[int]:
    """Return the squared distances from a cell to others, to be held against `squared_limit`: `within` of many."""
    (qq, qr, rr), (q, r) = battle_map.grid.form, cell
    # In one go: this is asked of all enemies from wherever a man might go.
    return [qq * (along := to_q - q) * along + (qr * along + rr * (away := to_r - r)) * away for to_q, to_r in others]


def nearer_than(position: Scene, one: Cell, other: Cell, length: int) -> bool:
    """Say whether two cells are nearer to each other than so many inches, which is less than `within`."""
    scale = exact(position.map.scale.per_cell)
    return position.map.grid.squared(one, other) * scale * scale < length * length


def near_line(position: Scene, line: tuple[Cell, Cell], cell: Cell, length: int) -> bool:
    """Say whether a cell is within so many inches of the line between two others, and not behind its start."""
    (start, end), squared, per_cell = line, position.map.grid.squared, position.map.scale.per_cell
    whole, gone, left = squared(start, end), squared(start, cell), squared(cell, end)
    ahead = whole + gone - left  # twice the dot product of the way to the end and the way to the cell
    if ahead <= 0:
        return False
    if ahead >= 2 * whole:
        return left <= squared_limit(per_cell, length)
    return (gone - Fraction(ahead * ahead, 4 * whole)) * exact(per_cell) ** 2 <= length * length


@lru_cache(maxsize=1024)
def squared_limit(per_cell: float, length: int) -> int:
    """Return the greatest squared distance in cells that is within so many inches.

    >>> squared_limit(1, 6), squared_limit(2, 7)
    (36, 12)
    """
    scale = exact(per_cell)
    return int(Fraction(length * length) / (scale * scale))


@lru_cache(maxsize=64)
def exact(per_cell: float) -> Fraction:
    """Return the scale as a map file writes it: 1.3 is thirteen tenths and not the nearest binary number."""
    return Fraction(repr(per_cell))


def area_within(position: Scene, cell: Cell, length: int) -> Area:
    """Return the cells within so many inches of one, itself included, sight or not."""
    return area_up_to(position.map, cell, squared_limit(position.map.scale.per_cell, length))


def area_nearer_than(position: Scene, cell: Cell, length: int) -> Area:
    """Return the cells that are nearer to one than so many inches, itself included: less than `area_within`."""
    return area_up_to(position.map, cell, _strict_limit(position.map.scale.per_cell, length))


@lru_cache(maxsize=1024)
def _strict_limit(per_cell: float, length: int) -> int:
    """Return the greatest squared distance in cells that is less than so many inches."""
    scale = exact(per_cell)
    return ceil(Fraction(length * length) / (scale * scale)) - 1


@memo
def area_up_to(battle_map: BattleMap, cell: Cell, limit: int) -> Area:
    """Return the cells up to a squared distance from one, itself included."""
    return Area.where(battle_map, battle_map.squared_lengths(cell) <= limit) & battle_map.whole


@memo
def area_of_steps(battle_map: BattleMap, start: Cell, steps: int) -> Area:
    """Return the cells to which so many steps could lead over the best of ground, and some more: never too few."""
    longest = max(battle_map.grid.squared(Cell(0, 0), step) for step in battle_map.grid.steps)
    return area_up_to(battle_map, start, steps * steps * longest)


def nearest(position: Scene, cell: Cell, units: Iterable[UnitT]) -> tuple[UnitT, ...]:
    """Return those of some units on the table that are nearest to a cell; all of them where a die has to decide."""
    squared = position.map.grid.squared
    return least_of(units, lambda unit: squared(cell, unit.place))


def least_of(candidates: Iterable[T], figure: Callable[[T], int]) -> tuple[T, ...]:
    """Return those of some candidates of which a figure is least, in their order: all that are equally good.

    >>> least_of(["north", "pass", "ford"], len)
    ('pass', 'ford')
    """
    figures = [(figure(candidate), candidate) for candidate in candidates]
    least = min((value for value, _ in figures), default=None)
    return tuple(candidate for value, candidate in figures if value == least)


# -- who is there ------------------------------------------------------------------------------------------------


@memo(by=lambda position, unit, in_the_way: (unit.id, unit.side, in_the_way))
def taken_cells(position: Scene, unit: UnitT, in_the_way: Callable[[Scene, UnitT, UnitT], bool]) -> Area:
    """Return the cells of all the others, wherever they are on the table, who are in the way of a unit."""
    others = (other for other in position.state.units if other.id != unit.id and other.cell is not None)
    return Area.of(position.map, [other.cell for other in others if in_the_way(position, unit, other)])


def misplaced(position: Scene, layer: Callable[[Scene, Any], Hashable] = lambda position, unit: None) -> Iterator[str]:
    """Yield who cannot stand where somebody who edits a position has put him: off the map, or where another is.

    Whoever is in another layer, above the ground or out of it, is in nobody's place.
    """
    taken: dict[Hashable, str] = {}
    for unit in position.state.units:
        if unit.cell is None:
            continue
        if unit.cell not in position.map:
            yield f"{unit.id} stands off the map"
        place = (unit.cell, layer(position, unit))
        if place in taken:
            yield f"{unit.id} and {taken[place]} are both in {position.name(unit.cell)}"
        taken[place] = unit.id


# -- sight -------------------------------------------------------------------------------------------------------


def sees(position: Scene, one: Unit, other: Unit) -> bool:
    """Say whether there is a line of sight between two units on the table."""
    return one.cell is not None and other.cell is not None and other.cell in position.lines.field_of_view(one.cell)


# -- cover -------------------------------------------------------------------------------------------------------


def covers(lines: LinesOfSight, shooter: Cell, target: Cell) -> tuple[Cover, ...]:
    """Return everything that shelters one cell from another, the best first; nothing without a line of sight."""
    return line_covers(lines, shooter, target) if lines.sees(shooter, target) else ()


def best_cover(lines: LinesOfSight, shooter: Cell, target: Cell) -> Cover | None:
    """Return the best single cover of one cell from another; None where there is none, or no line of sight."""
    return next(iter(covers(lines, shooter, target)), None)


@memo
def line_covers(lines: LinesOfSight, shooter: Cell, target: Cell) -> tuple[Cover, ...]:
    """Return everything that shelters a cell on a line that is known to be clear, the best first."""
    # The board judges by the last two things that a line meets; a whole certificate would cost a hundred times more.
    end = trace_end(lines.ground.map.grid, target.minus(shooter), 2)
    met = tuple(each.moved(shooter) for each in end)
    return best_first(lines.ground.map, cover_along(lines.ground, lines.convention, met, target))


def best_first(battle_map: BattleMap, covers: tuple[Cover, ...]) -> tuple[Cover, ...]:
    """Put the best cover first, by its class and never by side, so that a mirrored table gives the same.

    What has no class is no cover.
    """
    classes = battle_map.terrain_set.cover_classes
    counts = [cover for cover in covers if classes.index(cover.cover)]
    return tuple(sorted(counts, key=lambda cover: (-classes.index(cover.cover), -cover.defence, cover.kind)))


# -- moves -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def half_inch_mover(movement: str, per_cell: float, *, rushes: bool = False) -> Mover:
    """Return a mover for a scale; half inches that do not come out whole are rounded, a half up."""
    step, diagonal = (max(1, int(halves * per_cell + 0.5)) for halves in (2, 3))
    return Mover(movement, step, diagonal, rushes=rushes)


def contact_refusal(position: Scene, moving: Mover, cell: Cell, target: Unit, rule: str) -> Refusal | None:
    """Say why who is in a cell is not in contact with a unit; None if he is: one step would lead him to it."""
    if not position.map.grid.adjacent(cell, target.place):
        return Refusal(f"{position.name(cell)} is not beside {target.id}", rule)
    step = step_price(position.ground, moving, cell, target.place)
    return None if step else Refusal(f"no way to {target.id} from {position.name(cell)}: {step.barred}", rule)


def kept_reach(ground: Ground, moving: Mover, start: Cell, limits: Limits) -> Reach:
    """Search once for what is asked again while nobody moves near by: who is out of reach is in nobody's way."""
    near = area_near(ground, moving, start, limits.budget)
    closed, last, passing = (area and area & near for area in (limits.closed, limits.last, limits.passing))
    return _kept_reach(ground, moving, start, Limits(limits.budget, closed, last, passing, limits.one_step))


@memo(most=1024)
def _kept_reach(ground: Ground, moving: Mover, start: Cell, limits: Limits) -> Reach:
    return reach(ground, moving, start, limits)


@memo
def area_near(ground: Ground, moving: Mover, start: Cell, budget: int | None) -> Area:
    """Return the cells to which a budget, or else a single step, could lead over the best of ground, and some more."""
    cheapest = _cheapest(ground, moving)
    if budget is None or not cheapest:
        return ground.map.whole
    return area_of_steps(ground.map, start, max(1, budget // cheapest))


@memo
def _cheapest(ground: Ground, moving: Mover) -> int:
    """Return what the cheapest step of all costs."""
    costs = step_costs(ground.map, moving, ground.changes).costs
    return int(np.min(costs, where=costs != BARRED, initial=DEAREST))


@memo(most=256)
def kept_leads(ground: Ground, moving: Mover, goal: Cell) -> Reach:
    """Return how far it is over the ground from everywhere to a goal, past anybody; searched once likewise."""
    return ways_to(ground, moving, goal)


def inch_text(halves: int) -> str:
    """Write half inches as players would: 6 inches, 7.5 inches.

    >>> inch_text(12), inch_text(15), inch_text(2)
    ('6 inches', '7.5 inches', '1 inch')
    """
    return f"{halves / 2:g} inches" if halves != 2 else "1 inch"


class CellPaths(Mapping[Cell, CellPath]):
    """Cells of a search, in an order that means something, and the way to each, which is worked out when asked for."""

    def __init__(self, reach: Reach | None, cells: Iterable[Cell]) -> None:
        self._runs = dict.fromkeys(cells, reach) if reach is not None else {}

    @classmethod
    def of_several(cls, runs: dict[Cell, Reach]) -> CellPaths:
        """Return cells that different searches lead to, each with its own."""
        paths = cls(None, ())
        paths._runs = runs
        return paths

    @property
    def cells(self) -> CellPath:
        """The cells in their order."""
        return tuple(self._runs)

    def __getitem__(self, cell: Cell) -> CellPath:
        return self._runs[cell].way(cell)[1:]

    def __contains__(self, cell: object) -> bool:
        return cell in self._runs

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)

    def cost(self, cell: Cell) -> int:
        """Return the half inches that it takes to get to one of the cells."""
        cost = self._runs[cell].cost(cell)
        if cost is None:
            raise KeyError(cell)
        return cost


NO_WAYS = CellPaths(None, ())


def contact_ways(
    position: Scene, moving: Mover, start: Cell, target: Unit, most: int, search: Callable[[], Reach]
) -> CellPaths:
    """Return the cells from which one step would lead to a target, cheapest first, with the ways of a search there.

    The start with an empty way where that is one of them.
    """
    grid, ordinal = position.map.grid, position.map.ordinal
    if (grid.distance(start, target.place) - 1) * moving.step > most:
        return NO_WAYS  # Too far over the best of ground, for which no search is needed.
    run = search()
    beside = [
        (cost, ordinal(cell), cell) for cell in grid.neighbours(target.place) if (cost := run.cost(cell)) is not None
    ]
    ends = (cell for _, _, cell in sorted(beside) if step_price(position.ground, moving, cell, target.place))
    return CellPaths(run, ends)
