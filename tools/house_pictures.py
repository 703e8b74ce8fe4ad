"""The picture of the house: who stands on whom, drawn from the source as SVG; `tools/house.py --draw` writes it.

    packages.svg    the packages of sim, each above those that it imports
    <system>.svg    the modules of a system likewise
    matrix.svg      how many imports lead from each package to each other

Of the arrows only those are drawn that no other way leads along: whoever stands on the play layer stands on the engine,
too, and a line that says so again would only hide the others. The matrix counts them all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from math import ceil, fsum

from imports import Graph

WIDE, HIGH, GAP, STOREY, MARGIN = 150, 38, 14, 84, 24
MOST_IN_A_ROW = 9
Edges = Mapping[str, frozenset[str]]

STYLE = """
text { font: 12px "DejaVu Sans", Verdana, sans-serif; fill: #2b2a27; }
.paper { fill: #fbfaf6; } .box { fill: #fff; stroke: #8a7f6a; }
.line { fill: none; stroke: #8fa3ad; stroke-width: 1.1; } .small { font-size: 10px; fill: #7a7466; }
.cell { fill: #5f8a4e; stroke: #d9d3c5; } .title { font-size: 17px; font-weight: bold; }
"""


def pictures(graph: Graph, systems: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield every picture under the name of its file; systems are given with their titles."""
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in graph.paths.items()}
    package = {name: _package(name, systems) for name in graph.paths}
    counts = Counter(
        (package[name], package[each])
        for name, imported in graph.imports.items()
        for each in imported
        if package[name] != package[each]
    )
    sizes: Counter[str] = Counter()
    for name in graph.paths:
        sizes[package[name]] += lines[name]
    between = {name: frozenset(to for of, to in counts if of == name) for name in sizes}
    yield "packages.svg", _storeys("Sandtable: each package above those that it imports", between, sizes)
    for system, title in systems.items():
        inside = f"sim.rules.{system}."
        # A folder whose `__init__` says nothing but what it is for is no module to stand on.
        own = [name for name in graph.paths if name.startswith(inside) and (graph.imports[name] or lines[name] > 9)]
        short = {name: name.removeprefix(inside).replace(".", "/") for name in own}
        edges = {
            own: frozenset(short[each] for each in graph.imports[name] & short.keys()) for name, own in short.items()
        }
        own_sizes = {own: lines[name] for name, own in short.items()}
        yield f"{system}.svg", _storeys(f"{title}: each module above those that it imports", edges, own_sizes)
    yield "matrix.svg", _matrix(between, counts)


def _package(name: str, systems: Iterable[str]) -> str:
    """Return the package of `sim` that a module belongs to; every system is one."""
    match name.split("."):
        case ["sim", "rules", system, *_] if system in systems:
            return system
        case ["sim", part, *_]:
            return part
    return name


# -- storeys -----------------------------------------------------------------------------------------------------------


def levels(edges: Edges) -> dict[str, int]:
    """Return on which storey each stands: one above the highest that it imports."""

    @cache
    def level(name: str) -> int:
        return 1 + max((level(each) for each in edges[name]), default=-1)

    return {name: level(name) for name in edges}


def _needed(edges: Edges) -> Iterator[tuple[str, str]]:
    """Yield the edges that no other way leads along."""

    @cache
    def below(name: str) -> frozenset[str]:
        return edges[name].union(*map(below, edges[name]))

    for name, imported in edges.items():
        for each in sorted(imported):
            if not any(each in below(other) for other in imported - {each}):
                yield name, each


def _rows(edges: Edges) -> Iterator[list[str]]:
    """Yield the rows from the ground up, each sorted by where those stand below it; a crowded storey has several."""
    storey, column = levels(edges), dict[str, float]()
    by_level = defaultdict(list)
    for name in sorted(edges):
        by_level[storey[name]].append(name)
    for level in sorted(by_level):
        # `fsum`, because a plain sum hangs on the order, and a set has another one in every process.
        names = sorted(
            by_level[level], key=lambda name: fsum(column[each] for each in edges[name]) / max(1, len(edges[name]))
        )
        rows = ceil(len(names) / MOST_IN_A_ROW)
        for n in range(rows):
            row = names[n::rows]
            column |= {name: (k + 0.5) / len(row) for k, name in enumerate(row)}
            yield row


def _storeys(title: str, edges: Edges, sizes: Mapping[str, int]) -> str:
    rows = [*_rows(edges)]
    wide = 2 * MARGIN + max(*map(len, rows), 4) * (WIDE + GAP) - GAP
    high = 3 * MARGIN + len(rows) * STOREY
    at = {
        name: (wide / 2 + (k - (len(row) - 1) / 2) * (WIDE + GAP), high - MARGIN - n * STOREY - HIGH)
        for n, row in enumerate(rows)
        for k, name in enumerate(row)
    }
    parts = [f'<text class="title" x="{MARGIN}" y="{MARGIN + 10}">{escape(title)}</text>']
    for name, each in _needed(edges):
        (x, y), (to_x, to_y) = at[name], at[each]
        start, bend = y + HIGH, (to_y - y - HIGH) / 2
        curve = f"M{x:g} {start:g}C{x:g} {start + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"
        parts.append(f'<path class="line" d="{curve}"/>')
    for name, (x, y) in at.items():
        parts.append(f'<rect class="box" x="{x - WIDE / 2:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="5"/>')
        parts.append(_text(name, x, y + 16))
        parts.append(_text(about(sizes[name]), x, y + 30, "small"))
    return _svg(wide, high, parts)


# -- the matrix --------------------------------------------------------------------------------------------------------


def _matrix(edges: Edges, counts: Mapping[tuple[str, str], int]) -> str:
    """Draw a row for each package and a column for each that it imports: all stands below the diagonal."""
    storey = levels(edges)
    names = sorted(edges, key=lambda name: (storey[name], name))
    step, left, top = 44, 160, 150
    title = "Imports from each package (row) to each other (column)"
    parts = [f'<text class="title" x="{MARGIN}" y="{MARGIN + 10}">{title}</text>']
    most = max(counts.values())
    for k, name in enumerate(names):
        middle = k * step + step / 2
        parts.append(f'<text x="{left - 8}" y="{top + middle + 4:g}" text-anchor="end">{escape(name)}</text>')
        x, y = left + middle + 4, top - 8
        parts.append(f'<text transform="translate({x:g} {y}) rotate(-60)">{escape(name)}</text>')
    for n, name in enumerate(names):
        for k, other in enumerate(names):
            x, y, count = left + k * step, top + n * step, counts.get((name, other), 0)
            shade = round(0.85 * (count / most) ** 0.4, 2)
            where = f'x="{x}" y="{y}" width="{step}" height="{step}"'
            parts.append(f'<rect class="cell" {where} fill-opacity="{shade:g}"/>')
            if count:
                parts.append(_text(str(count), x + step / 2, y + step / 2 + 4))
    side = len(names) * step + MARGIN
    return _svg(left + side, top + side, parts)


def about(lines: int) -> str:
    """Write a size roughly: a picture that went stale with every line would be drawn anew by nobody."""
    return f"about {round(lines, -3 if lines > 2_000 else -2):,} lines" if lines >= 100 else "under 100 lines"


def _text(text: str, x: float, y: float, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} x="{x:g}" y="{y:g}" text-anchor="middle">{escape(text)}</text>'


def _svg(wide: float, high: float, parts: Iterable[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}">'
    )
    paper = f'<rect class="paper" width="{wide:g}" height="{high:g}"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", paper, *parts, "</svg>", ""])
