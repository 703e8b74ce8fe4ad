"""Templates that are not made of cells: beaten zones and blasts, as shapes on the plane and as the cells they cover.

A cell is covered if its centre is, the limit included. That is decided in whole numbers and fractions, so that a man
exactly one inch from a burst is hit on every map and in every direction; the shape is for drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import atan2, ceil, cos, floor, pi, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.grid import Cell, Point

if TYPE_CHECKING:
    import shapely

_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")


@dataclass(frozen=True, slots=True)
class Circle:
    """Everything within a radius of a cell's centre, in the map's unit: a blast."""

    centre: Cell
    radius: Fraction | int

    def cells(self, battle_map: BattleMap) -> Area:
        """Return the cells whose centres it covers."""
        return within_length(battle_map, self.centre, self.radius)

    def shape(self, battle_map: BattleMap) -> shapely.Polygon:
        """Return its outline on the plane, in cells."""
        import shapely  # here, because it is slow to import and rarely needed

        size = float(self.radius) / battle_map.scale.per_cell
        return shapely.Point(battle_map.grid.point(self.centre)).buffer(size, quad_segs=32)


@dataclass(frozen=True, slots=True)
class Wedge:
    """Everything within an angle about the line from a cell to another, up to a length: a beaten zone.

    The apex itself is not in it. `degrees` is the whole angle: 11.25 for a Gatling gun. `least` is how far it reaches
    to either side of its middle even where the angle is narrower, so that it does not miss what stands close by.
    """

    apex: Cell
    towards: Cell
    degrees: Fraction
    length: Fraction | int
    least: Fraction = Fraction(0)

    @classmethod
    def about(cls, apex: Cell, towards: Cell, half_angle: str, length: int, least: str) -> Wedge:
        """Return the wedge to either side of a line, its angle and its least reach as a rulebook writes them: 5.625."""
        return cls(apex, towards, 2 * Fraction(half_angle), length, Fraction(least))

    def cells(self, battle_map: BattleMap) -> Area:
        """Return the cells whose centres it covers."""
        if self.apex == self.towards:
            raise ValueError("a wedge needs a direction: it points at its own cell")
        near = within_length(battle_map, self.apex, self.length) - battle_map.area(self.apex)
        axis = battle_map.grid.squared(self.apex, self.towards)
        view = battle_map.squared_lengths(self.apex)
        twice_dot = axis + view - battle_map.squared_lengths(self.towards)
        ahead = near.mask() & (twice_dot >= 0)
        square = _cosine_squared(self.degrees / 2)
        aside = self.least / Fraction(str(battle_map.scale.per_cell))
        limits = (4 * axis * square.numerator, square.denominator, floor(4 * axis * aside * aside))
        for place in np.flatnonzero(ahead):
            ahead[place] = _covers(axis, int(view[place]), int(twice_dot[place]), limits)
        return Area.where(battle_map, ahead)

    def shape(self, battle_map: BattleMap) -> shapely.Polygon:
        """Return its outline on the plane, in cells."""
        import shapely  # here, because it is slow to import and rarely needed

        (x, y), (to_x, to_y) = battle_map.grid.point(self.apex), battle_map.grid.point(self.towards)
        middle, half = atan2(to_y - y, to_x - x), radians(float(self.degrees)) / 2
        size, parts = float(self.length) / battle_map.scale.per_cell, max(2, ceil(half / (pi / 64)))
        angles = [middle - half + 2 * half * n / parts for n in range(parts + 1)]
        rim: list[Point] = [(x + size * cos(angle), y + size * sin(angle)) for angle in angles]
        wedge = shapely.Polygon([(x, y), *rim])
        if not self.least:
            return wedge
        aside = float(self.least) / battle_map.scale.per_cell
        middle_line = shapely.LineString([(x, y), (x + size * cos(middle), y + size * sin(middle))])
        strip = middle_line.buffer(aside, cap_style="flat").intersection(shapely.Point(x, y).buffer(size, quad_segs=64))
        both = wedge.union(strip)
        assert isinstance(both, shapely.Polygon)
        return both


def _covers(axis: int, view: int, twice_dot: int, limits: tuple[int, int, int]) -> bool:
    """Say whether a cell that is not behind lies within the angle, or within the least width.

    Cosines are compared squared: cos^2 = dot^2 / (|a|^2 |b|^2). And |a|^2 |b|^2 - (a b)^2 is |a|^2 times the squared
    distance from the middle. All of it is whole numbers, for a gunner asks this of a thousand cells.
    """
    numerator, denominator, aside = limits
    square = twice_dot * twice_dot
    in_angle = square * denominator >= view * numerator and (twice_dot > 0 or numerator == 0)
    return in_angle or (twice_dot > 0 and 4 * axis * view - square <= aside)


def within_length(battle_map: BattleMap, centre: Cell, radius: Fraction | int) -> Area:
    """Return the cells whose centres lie at most so far away, in the map's unit: a range by ruler, exact."""
    in_cells = radius / Fraction(str(battle_map.scale.per_cell))  # by its digits: 0.1 inch is a tenth, no less
    squared = floor(in_cells * in_cells)
    return Area.where(battle_map, battle_map.squared_lengths(centre) <= squared) & battle_map.whole


def _cosine_squared(degrees: Fraction) -> Fraction:
    """Return the square of a cosine to sixty digits.

    The cosine of most angles is no fraction, and no cell lies on such a limit exactly; sixty digits then tell either
    side of it apart for any map that fits into a computer. The angles whose squared cosine is a fraction are given
    exactly, because cells do lie on those limits.
    """
    exact = {30: Fraction(3, 4), 45: Fraction(1, 2), 60: Fraction(1, 4), 90: Fraction(0)}
    if degrees in exact:
        return exact[int(degrees)]
    if not 0 < degrees < 90:
        raise ValueError(f"a wedge opens by more than 0 and at most 180 degrees, not {float(2 * degrees)}")
    with localcontext() as context:
        context.prec = 80
        angle = Decimal(degrees.numerator) / Decimal(degrees.denominator) * _PI / 180
        term = total = Decimal(1)
        for n in range(1, 60):
            term *= -angle * angle / ((2 * n - 1) * (2 * n))
            total += term
        return Fraction(total * total)
