"""Read what a map file names one by one: edges, features, ways, places and areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise

import numpy as np

from sim.board.mapfile.draft import Draft
from sim.board.mapfile.model import NamedCells
from sim.files import KeyPath, shown
from sim.grid import Cell, Edge, Grid

NO_EDGE = "none"
"""Names the sides that are to be free of what a shape has laid there."""

_LINE_WORK = 10

MOST_REPEATS = 10
"""How many sides that are named twice are told of; the others are counted."""


def lay_edges(draft: Draft) -> None:
    """Lay the edges that the file names. They take the place of what shapes have laid."""
    known = [*draft.kinds.edges, NO_EDGE]
    named: dict[Edge, tuple[str, str]] = {}
    repeats: dict[Edge, list[tuple[KeyPath, str]]] = {}
    for kind, names in draft.file.edges.items():
        if kind not in known:
            draft.findings.not_among(("edges", kind), kind, known)
        for n, name in enumerate(names if draft.has_form else ()):
            edge = draft.edge_named(name, path := ("edges", kind, n))
            if edge and edge in named:
                repeats.setdefault(edge, []).append((path, name))
            elif edge:
                named[edge] = (kind, name)
    _tell_repeats(draft, named, repeats)
    laid = {**draft.edges, **{edge: kind for edge, (kind, _) in named.items()}}
    draft.edges = {edge: kind for edge, kind in laid.items() if kind != NO_EDGE}


def _tell_repeats(
    draft: Draft, named: Mapping[Edge, tuple[str, str]], repeats: Mapping[Edge, list[tuple[KeyPath, str]]]
) -> None:
    """Tell of sides that are named again, each once, and of so many: a line that is copied too often is one slip."""
    for edge, [(path, name), *more] in islice(repeats.items(), MOST_REPEATS):
        kind, first = named[edge]
        often = f", the first of {len(more) + 1:,}" if more else ""
        if path[1] != kind:
            found = f"{shown(name)}, which is {kind} already{often}"
            draft.findings.add(path, found, "one kind of edge for each side")
        else:
            same = "" if name == first else f" (the same side as {shown(first)})"
            draft.findings.add(path, f"{shown(name)}{same} named twice{often}", "each side once")
    if len(repeats) > MOST_REPEATS:
        path, _ = list(repeats.values())[MOST_REPEATS][0]
        found = f"{len(repeats) - MOST_REPEATS:,} sides more that are named twice"
        draft.findings.add(path, found, "each side once")


def lay_features(draft: Draft) -> None:
    """Lay the features that the file names, beside those that shapes have laid."""
    for kind, names in draft.file.features.items():
        if kind not in draft.kinds.features:
            draft.findings.not_among(("features", kind), kind, list(draft.kinds.features))
        for n, name in enumerate(names):
            ordinals = [draft.ordinal(cell) for cell in draft.cells_named(name, ("features", kind, n))]
            draft.lay_feature(kind, np.array(ordinals, dtype=np.intp))


def lay_ways(draft: Draft) -> None:
    """Lay the ways that the file names. They take the place of what shapes have laid."""
    named: dict[Edge, str] = {}
    for kind, chains in draft.file.ways.items():
        tell_unknown_way(draft, kind, ("ways", kind))
        for n, names in enumerate(chains if draft.has_form else ()):
            path = ("ways", kind, n)
            if len(names) < 2:
                draft.findings.add(path, shown(names), "a chain of at least two cells")
            for link in _links(draft, names, path):
                if named.setdefault(link, kind) != kind:
                    cells = " to ".join(map(draft.grid.name, link))
                    found = f"{cells}, which is {named[link]} already"
                    draft.findings.add(path, found, "one kind of way from cell to cell")
    draft.ways |= named


def tell_unknown_way(draft: Draft, kind: str, path: KeyPath) -> None:
    """Note a kind of way that the terrain set has not; some sets have none at all."""
    if not draft.kinds.ways:
        draft.findings.add(path, "", f"the terrain set {draft.kinds.id} has no ways")
    elif kind not in draft.kinds.ways:
        draft.findings.not_among(path, kind, list(draft.kinds.ways))


def _links(draft: Draft, names: Sequence[str], path: KeyPath) -> Iterator[Edge]:
    """Yield the links of a chain, all cells between its waypoints included."""
    waypoints = [draft.cell_named(name, (*path, n)) for n, name in enumerate(names)]
    for n, (start, end) in enumerate(pairwise(waypoints), start=1):
        if start is None or end is None:
            continue
        # The exact line takes its time: a cell of it counts as many.
        if not draft.may_name(_LINE_WORK * draft.grid.distance(start, end), (*path, n)):
            return
        cells = draft.grid.line(start, end)
        fault = break_in(draft.grid, cells)
        hole = next((cell for cell in cells if not draft.has(cell)), None)
        if fault:
            found = f"a line from {names[n - 1]} to {names[n]} that passes between cells"
            hint = f"{fault[0]} and {fault[1]} are not neighbours: name a cell between them"
            draft.findings.add((*path, n), found, "a line of neighbouring cells", hint)
        elif hole is not None:
            found = f"a line from {names[n - 1]} to {names[n]} across the hole {draft.grid.name(hole)}"
            draft.findings.add((*path, n), found, "a line on the map")
        else:
            yield from links_of(cells)


def links_of(cells: Sequence[Cell]) -> list[Edge]:
    """Return the links of a chain of neighbouring cells."""
    return [Edge.between(one, other) for one, other in pairwise(cells)]


def break_in(grid: Grid, cells: Sequence[Cell]) -> tuple[str, str] | None:
    """Return the names of the first two cells of a chain that are no neighbours.

    A straight line may pass exactly between two cells, along a hexside or through the corner of a square that has
    four neighbours; the cell it then comes to is not next to the one it left.
    """
    for one, other in pairwise(cells):
        if not grid.adjacent(one, other):
            return grid.name(one), grid.name(other)
    return None


def lay_places(draft: Draft) -> None:
    """Read the named places and areas."""
    draft.places |= _named_cells(draft, "places", draft.file.places)
    draft.areas |= _named_cells(draft, "areas", draft.file.areas)


def _named_cells(draft: Draft, table: str, entries: NamedCells) -> dict[str, tuple[Cell, ...]]:
    """Read a table of names for cells, which keep the order in which the file has them."""
    found = {}
    for place, said in entries.items():
        path: KeyPath = (table, place)
        if isinstance(said, str):
            named = [draft.cells_named(said, path)]
        else:
            named = [draft.cells_named(name, (*path, n)) for n, name in enumerate(said)]
        cells = tuple(dict.fromkeys(cell for cells in named for cell in cells))
        if not said:
            draft.findings.add(path, shown(said), "at least one cell")
        found[place] = cells
    return found
