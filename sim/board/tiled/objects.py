"""Objects of a Tiled map: edges and ways drawn as lines, features and places as points and figures.

An edge is a line along the sides of cells from corner to corner, or any object with the property `side` that names
it, as in "C2/se". A way is a line from cell to cell. Both have the kind as their class. A place is a point or a
figure with a name; a figure holds the cells whose centre lies in it, and objects of one name are one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from sim.board.mapfile.draft import Draft
from sim.board.mapfile.marks import break_in, links_of
from sim.board.mapfile.shapes import DrawingSheet, Ordinals, ShapeFault
from sim.board.terrain import VOID
from sim.board.tiled.layout import PixelLayout
from sim.board.tiled.table import Property, TiledTable, Unknown
from sim.board.tiled.tiles import Tilesets
from sim.files import counted, one_of, shown
from sim.grid import Cell, Edge, Grid, Point

MOST_STEPS = 60_000
"""How many links and sides all lines of a map together may have."""
_FIGURE_STEPS, _CELLS_A_STEP = 50, 5
"""As how many of them a figure counts, and how many of its cells count as one: it takes about as long."""
_LONGEST_NAME = 60
_ELLIPSE = 64
"""As a polygon of how many points an ellipse is read."""


@dataclass(frozen=True, eq=False)
class TiledObject:
    """One object: what it is called and what it looks like, in pixels of the map."""

    table: TiledTable
    name: str
    kind: str
    form: str
    """point, rectangle, ellipse, polygon, polyline, tile or text."""
    points: tuple[Point, ...]
    """One for a point or tile; the corners of what has corners, an ellipse those of the box around it."""
    properties: dict[str, Property]


def drawn_objects(layer: TiledTable, tilesets: Tilesets) -> list[TiledObject]:
    """Return the objects of a layer. What cannot be placed is noted and left out."""
    for axis in ("offsetx", "offsety"):
        if layer.number(axis):
            layer.refuse(axis, shown(layer.data[axis]), "0, or nothing lies where it seems to lie")
    objects = (_drawn(table, tilesets) for table in layer.tables("objects"))
    return [drawn for drawn in objects if drawn is not None]


def _drawn(table: TiledTable, tilesets: Tilesets) -> TiledObject | None:
    if table.has("template"):
        hint = "in Tiled: select it, then Detach in its menu"
        table.refuse("template", "an object made from a template", "a plain object", hint)
        return None
    x, y = table.number("x"), table.number("y")
    wide, high = table.number("width"), table.number("height")
    form, points = _form(table), [(x, y)]
    if form in ("polygon", "polyline"):
        points = [(x + point.number("x"), y + point.number("y")) for point in table.tables(form)]
    elif form == "tile":
        points = [(x + wide / 2, y - high / 2)]  # Tiled holds tile objects by their lower left corner.
    elif form != "point":
        points = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    if table.number("rotation") and form != "point":
        table.refuse("rotation", shown(table.data["rotation"]), "0")
    kind = table.kind
    if form == "tile" and not kind:
        tile = tilesets.tile((table.whole("gid", 0, (1 << 32) - 1) or 0) & (1 << 28) - 1)
        if tile is None and not tilesets.complete:
            return None
        kind = tile.kind if tile else ""
    return TiledObject(table, table.text("name"), kind, form, tuple(points), table.properties())


def _form(table: TiledTable) -> str:
    for key in ("polygon", "polyline", "ellipse", "point", "text"):
        if table.data.get(key):
            return key
    if table.has("gid"):
        return "tile"
    # A click without a drag leaves a rectangle of no size.
    return "rectangle" if table.number("width") or table.number("height") else "point"


class Drafter:
    """Lays objects on a draft."""

    def __init__(self, draft: Draft, layout: PixelLayout) -> None:
        self.draft, self.layout, self.grid = draft, layout, draft.grid
        self._steps = 0

    # -- edges -------------------------------------------------------------------------------------------

    def lay_edges(self, objects: Iterable[TiledObject]) -> None:
        """Lay what stands on sides."""
        for drawn in self._known(objects, list(self.draft.kinds.edges)):
            for edge in self._sides(drawn):
                if not self.draft.has_side(edge):
                    drawn.table.findings.add(drawn.table.path, f"a side off the map{_near(drawn)}", "one of the map")
                elif self.draft.edges.setdefault(edge, drawn.kind) != drawn.kind:
                    found = f"{drawn.kind} on {self.grid.edge_name(edge)}, which is {self.draft.edges[edge]} already"
                    drawn.table.findings.add(drawn.table.path, found, "one kind of edge for each side")

    def _sides(self, drawn: TiledObject) -> Iterator[Edge]:
        if "side" in drawn.properties:
            path = (*drawn.table.path, "properties", "side")
            named = (self.draft.edge_named(name, path) for name in drawn.properties["side"].text(4000).split())
            yield from (edge for edge in named if edge)
            return
        if drawn.form not in ("polyline", "polygon", "rectangle") or len(drawn.points) < 2:
            hint = 'or name the side in the property side, as in "C2/se"'
            drawn.table.findings.add(drawn.table.path, _described(drawn), "a line along the sides of cells", hint)
            return
        points = drawn.points if drawn.form == "polyline" else (*drawn.points, *drawn.points[:1])
        for start, end in pairwise(points):
            run = self._run(start, end)
            if run is None:
                found = f"a line from {_pixel(start)} to {_pixel(end)}"
                drawn.table.findings.add(drawn.table.path, found, "one along the sides of cells, corner to corner")
            elif self._spend(len(run), drawn):
                yield from run

    def _run(self, start: Point, end: Point) -> list[Edge] | None:
        """Return the sides between two corners, or None if there is no straight way along sides."""
        if not (self._is_near(start) and self._is_near(end)):
            return None
        first, last = self.layout.corner_at(start), self.layout.corner_at(end)
        return None if first is None or last is None else sides_between(self.grid, first, last)

    def _is_near(self, point: Point) -> bool:
        """Say whether a point lies on the board or no further from it than its border."""
        column, row = self.grid.offset(self.layout.cell_at(point))
        return -2 <= column <= self.draft.width + 1 and -2 <= row <= self.draft.height + 1

    def _spend(self, steps: int, drawn: TiledObject) -> bool:
        """Count sides and links, and say whether there may be more: lines can cross a map for ever."""
        if self._steps <= MOST_STEPS < self._steps + steps:
            found = f"objects over more than {MOST_STEPS} sides and cells in all"
            drawn.table.findings.add(drawn.table.path, found, "fewer or smaller ones")
        self._steps += steps
        return self._steps <= MOST_STEPS

    # -- ways --------------------------------------------------------------------------------------------

    def lay_ways(self, objects: Iterable[TiledObject]) -> None:
        """Lay roads and rails."""
        for drawn in self._known(objects, list(self.draft.kinds.ways)):
            if drawn.form not in ("polyline", "polygon") or len(drawn.points) < 2:
                drawn.table.findings.add(drawn.table.path, _described(drawn), "a line from cell to cell")
                continue
            points = drawn.points if drawn.form == "polyline" else (*drawn.points, *drawn.points[:1])
            for link in self._links(drawn, [self._cell(drawn, point) for point in points]):
                if self.draft.ways.setdefault(link, drawn.kind) != drawn.kind:
                    cells = " to ".join(map(self.grid.name, link))
                    found = f"{drawn.kind} from {cells}, which is {self.draft.ways[link]} already"
                    drawn.table.findings.add(drawn.table.path, found, "one kind of way from cell to cell")

    def _links(self, drawn: TiledObject, waypoints: Sequence[Cell | None]) -> Iterator[Edge]:
        for start, end in pairwise(waypoints):
            if start is None or end is None or start == end:
                continue
            if not self._spend(self.grid.distance(start, end), drawn):
                return
            cells = self.grid.line(start, end)
            fault = break_in(self.grid, cells)
            hole = next((cell for cell in cells if not self.draft.has(cell)), None)
            found = f"a line from {self.grid.name(start)} to {self.grid.name(end)}"
            if fault:
                hint = f"{fault[0]} and {fault[1]} are not neighbours: put a point into a cell between them"
                drawn.table.findings.add(drawn.table.path, found, "a line of neighbouring cells", hint)
            elif hole is not None:
                found += f" across the hole {self.grid.name(hole)}"
                drawn.table.findings.add(drawn.table.path, found, "a line on the map")
            else:
                yield from links_of(cells)

    # -- features and places -----------------------------------------------------------------------------

    def lay_features(self, objects: Iterable[TiledObject]) -> None:
        """Put features into cells."""
        for drawn in self._known(objects, list(self.draft.kinds.features)):
            self.draft.lay_feature(drawn.kind, np.array(self._covered(drawn), dtype=np.intp))

    def named_parts(self, objects: Iterable[TiledObject]) -> dict[str, tuple[Cell, ...]]:
        """Return the named parts of the map, places or areas; objects of one name are one part."""
        named: dict[str, dict[int, None]] = {}
        for drawn in objects:
            if not 1 <= len(drawn.name) <= _LONGEST_NAME:
                found = shown(drawn.name) if drawn.name else "no name"
                drawn.table.refuse("name", found, f"the name of a place, of at most {_LONGEST_NAME} characters")
                continue
            named.setdefault(drawn.name, {}).update(dict.fromkeys(self._covered(drawn)))
        board = tuple(self.grid.rectangle(self.draft.width, self.draft.height)) if named else ()
        return {name: tuple(board[n] for n in ordinals) for name, ordinals in named.items()}

    def _covered(self, drawn: TiledObject) -> list[int]:
        """Return the cells of the map that an object covers, by ordinals; none, and noted, if it covers none."""
        if drawn.form in ("polyline", "text"):
            figures = "a point, rectangle, ellipse, polygon or tile"
            drawn.table.findings.add(drawn.table.path, f"a {drawn.form}", figures)
            return []
        if drawn.form in ("point", "tile"):
            cell = self._cell(drawn, drawn.points[0])
            ordinal = None if cell is None else self.draft.ordinal(cell)
            return [] if ordinal is None else [ordinal]
        if not self._spend(_FIGURE_STEPS, drawn):
            return []
        try:
            ordinals = self._figure(drawn)
        except ShapeFault as fault:
            drawn.table.findings.add(drawn.table.path, fault.found, fault.expected)
            return []
        ordinals = ordinals[self._on_map[ordinals]]
        if not len(ordinals):
            drawn.table.findings.add(drawn.table.path, f"a {drawn.form} around no cell's centre", "one on the map")
        return ordinals.tolist() if self._spend(len(ordinals) // _CELLS_A_STEP, drawn) else []

    @cached_property
    def _on_map(self) -> NDArray[np.bool_]:
        return np.asarray(self.draft.terrain != VOID, dtype=np.bool_)

    def _figure(self, drawn: TiledObject) -> Ordinals:
        places = [self._on_sheet(point) for point in drawn.points]
        if drawn.form == "rectangle":
            return self._sheet.in_box(*places[0], *places[2])
        if drawn.form == "ellipse":
            (left, top), _, (right, bottom), _ = places
            x, y, wide, high = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
            angles = [2 * pi * n / _ELLIPSE for n in range(_ELLIPSE)]
            places = [(x + wide * cos(angle), y + high * sin(angle)) for angle in angles]
        if len(places) < 3:
            raise ShapeFault(f"a polygon of {counted(len(places), 'point')}", "at least three")
        return self._sheet.in_polygon(places)

    @cached_property
    def _sheet(self) -> DrawingSheet:
        return DrawingSheet(self.grid, self.draft.width, self.draft.height, 1.0)

    def _on_sheet(self, point: Point) -> Point:
        """Return where a pixel lies on the sheet, whose places count from the outline of the board."""
        x, y = self.grid.plane(*self.layout.lattice(point))
        return x - self._corner[0], y - self._corner[1]

    @cached_property
    def _corner(self) -> Point:
        first = self.grid.rectangle(min(2, self.draft.width), min(2, self.draft.height))
        points = [point for cell in first for point in self.grid.outline(cell)]
        return min(x for x, _ in points), min(y for _, y in points)

    def _cell(self, drawn: TiledObject, point: Point) -> Cell | None:
        cell = self.layout.cell_at(point)
        if self.draft.has(cell):
            return cell
        found = f"{_pixel(point)}, which lies off the map"
        if self.draft.ordinal(cell) is not None:
            found = f"{_pixel(point)}, which lies in the hole {self.grid.name(cell)}"
        drawn.table.findings.add(drawn.table.path, found, "a point in a cell of the map")
        return None

    def _known(self, objects: Iterable[TiledObject], known: list[str]) -> Iterator[TiledObject]:
        """Yield the objects whose class is a known kind, and note the others."""
        unknown = Unknown()
        for drawn in objects:
            if drawn.kind in known:
                yield drawn
            elif drawn.kind:
                unknown.note(drawn.kind, (*drawn.table.path, "type"))
            else:
                drawn.table.refuse("type", "no class", f"its kind, {one_of(known)}")
        unknown.tell(known, self.draft.findings)


def sides_between(grid: Grid, start: Cell, end: Cell) -> list[Edge] | None:
    """Return the sides that a straight line between two corners runs along; None if it leaves the sides.

    Corners are points of the lattice. Sides follow each other straight on squares only.

    >>> from sim.grid import SquareGrid
    >>> [SquareGrid().edge_name(edge) for edge in sides_between(SquareGrid(), Cell(-1, 1), Cell(3, 1))]
    ['A1/s', 'B1/s']
    """
    for side, step in enumerate(grid.side_steps):
        along = grid.corners[side].minus(grid.corners[side - 1])
        length = max(abs(end.q - start.q), abs(end.r - start.r)) // max(abs(along.q), abs(along.r))
        if not length or along.times(length) != end.minus(start) or (length > 1 and grid.kind != "square"):
            continue
        centre = start.minus(grid.corners[side - 1])
        if centre.q % grid.scale or centre.r % grid.scale:
            return None
        cell, back = Cell(centre.q // grid.scale, centre.r // grid.scale), grid.side_steps[side - 1]
        forward = Cell(-back.q, -back.r)
        cells = (cell.plus(forward.times(n)) for n in range(length))
        return [Edge.between(here, here.plus(step)) for here in cells]
    return None


def _pixel(point: Point) -> str:
    return f"{point[0]:g}, {point[1]:g}"


def _described(drawn: TiledObject) -> str:
    return f"a {drawn.form}" + (" of one point" if len(drawn.points) < 2 and "poly" in drawn.form else "")


def _near(drawn: TiledObject) -> str:
    return f" near {_pixel(drawn.points[0])}" if drawn.points else ""
