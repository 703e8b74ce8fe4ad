"""Lay the shapes of a map file on its draft, in the order of the file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.board.mapfile.draft import Draft
from sim.board.mapfile.marks import NO_EDGE, break_in, links_of, tell_unknown_way
from sim.board.mapfile.model import Shape
from sim.board.mapfile.rows import check_heights
from sim.board.mapfile.shapes import DrawingSheet, Ordinals, ShapeFault, TooMuchWork
from sim.files import KeyPath, counted, one_of
from sim.grid import Cell, Edge

MOST_POINTS = 10_000
"""Of all polygons and lines of a map. More would not fit into a file of the permitted size anyway."""
FIGURES = ("polygon", "line", "circle", "box")
LAID = ("terrain", "height", "raise", "feature", "edge", "way")
_FIELDS = {"raise": "raise_"}


def lay_shapes(draft: Draft) -> None:
    """Lay every shape, later ones over earlier ones."""
    shapes = draft.file.shape
    blame = np.full(len(draft.terrain), -1, dtype=np.int64)
    if shapes and _points_fit(draft):
        sheet = DrawingSheet(draft.grid, draft.width, draft.height, draft.file.grid.cell)
        for n, shape in enumerate(shapes):
            figure = _figure(draft, shape, ("shape", n))
            if figure is None or not draft.has_measure:
                continue
            try:
                _lay(draft, sheet, shape, n, blame)
            except TooMuchWork as fault:
                draft.findings.add(("shape", n, figure), fault.found, fault.expected)
                break
            except ShapeFault as fault:
                draft.findings.add(("shape", n, figure), fault.found, fault.expected)
    check_heights(draft.heights, draft.grid, draft.width, blame, draft.findings)


def _points_fit(draft: Draft) -> bool:
    points = sum(len(shape.polygon or shape.line or ()) for shape in draft.file.shape)
    if points > MOST_POINTS:
        draft.findings.add(("shape",), f"shapes of {points} points in all", f"at most {MOST_POINTS}")
    return points <= MOST_POINTS


def _figure(draft: Draft, shape: Shape, path: KeyPath) -> str | None:
    """Return which figure a shape is; None, with the mistakes noted, if it cannot be laid."""
    figures = [key for key in FIGURES if getattr(shape, key) is not None]
    whole = not draft.findings.spoils(path)
    if len(figures) != 1 and whole:
        draft.findings.add(path, " and ".join(figures) or "no figure", f"exactly {one_of(FIGURES)}")
    if whole and all(getattr(shape, _FIELDS.get(key, key)) is None for key in LAID):
        draft.findings.add(path, "nothing to lay", f"at least {one_of(LAID)}")
    for key, points, fewest in (("polygon", shape.polygon, 3), ("line", shape.line, 2)):
        if points is not None and len(points) < fewest:
            draft.findings.add((*path, key), counted(len(points), "point"), f"at least {fewest}")
            return None
    if shape.way is not None and shape.line is None and whole:
        draft.findings.add((*path, "way"), "a way without a line", "a way where the figure is a line")
    for key, kind, known in (
        ("terrain", shape.terrain, draft.kinds.terrain),
        ("feature", shape.feature, draft.kinds.features),
        ("edge", shape.edge, {**draft.kinds.edges, NO_EDGE: None}),
    ):
        if kind is not None and kind not in known:
            draft.findings.not_among((*path, key), kind, list(known))
    if shape.way is not None:
        tell_unknown_way(draft, shape.way, (*path, "way"))
    return figures[0] if len(figures) == 1 else None


def _lay(draft: Draft, sheet: DrawingSheet, shape: Shape, n: int, blame: NDArray[np.int64]) -> None:
    if shape.line is None:
        ordinals = _covered(draft, sheet, shape, ("shape", n, "box"))
        if not len(ordinals):
            if isinstance(shape.box, str):
                return  # The name of the box is at fault, and that has been noted.
            raise ShapeFault("a figure in which no centre of a cell lies", "one that covers a part of the board")
        edges = sheet.around(ordinals) if shape.edge is not None else []
    else:
        ordinals, edges = _along(draft, sheet, shape)
    if shape.terrain is not None:
        draft.terrain[ordinals] = shape.terrain
    if shape.height is not None:
        draft.heights[ordinals] = shape.height
        blame[ordinals] = n
    if shape.raise_ is not None:
        draft.heights[ordinals] += shape.raise_
        blame[ordinals] = n
    if shape.feature is not None:
        draft.lay_feature(shape.feature, ordinals)
    if shape.edge is not None:
        draft.edges |= dict.fromkeys(edges, shape.edge)


def _covered(draft: Draft, sheet: DrawingSheet, shape: Shape, path: KeyPath) -> Ordinals:
    match shape:
        case Shape(polygon=tuple() as points):
            return sheet.in_polygon(points)
        case Shape(circle=(x, y, radius)):
            return sheet.in_circle(x, y, radius)
        case Shape(box=str() as name):
            cells = draft.rectangle_named(name, path)
            sheet.spend(len(cells))
            return _ordinals(draft, cells)
        case Shape(box=(left, top, right, bottom)):
            return sheet.in_box(left, top, right, bottom)
    raise AssertionError("a shape has a figure")


def _along(draft: Draft, sheet: DrawingSheet, shape: Shape) -> tuple[Ordinals, list[Edge]]:
    """Return the cells and sides that a line needs; a line that is an edge alone may run along sides."""
    assert shape.line is not None
    edges: list[Edge] = []
    if shape.edge is not None:
        edges = [edge for edge in sheet.parted_by(shape.line) if len(_ordinals(draft, edge))]
        if not edges:
            raise ShapeFault("a line that parts no cells", "one that crosses a part of the board")
    if all(part is None for part in (shape.terrain, shape.height, shape.raise_, shape.feature, shape.way)):
        return _ordinals(draft, ()), edges
    cells = sheet.visited_by(shape.line)
    ordinals = _ordinals(draft, cells)
    if not len(ordinals):
        raise ShapeFault("a line that visits no cell", "one that crosses a part of the board")
    if shape.way is not None:
        links = [link for link in links_of(cells) if len(_ordinals(draft, link)) == 2]
        fault = next(filter(None, (break_in(draft.grid, link) for link in links)), None)
        if fault:
            found = f"a line that passes between cells from {fault[0]} to {fault[1]}"
            raise ShapeFault(found, "a line of neighbouring cells; move a point of the line a little")
        draft.ways |= dict.fromkeys(links, shape.way)
    return ordinals, edges


def _ordinals(draft: Draft, cells: Sequence[Cell]) -> Ordinals:
    """Return the cells' places in map order, without those off the board."""
    ordinals = (draft.ordinal(cell) for cell in cells)
    return np.array([ordinal for ordinal in ordinals if ordinal is not None], dtype=np.intp)
