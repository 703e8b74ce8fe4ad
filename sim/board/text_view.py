r"""A map as text: for terminals, bug reports and letters.

A cell is a letter with, if asked for, its height and what stands in it. Hexes are shifted as on the board, so that
the neighbours of a cell are the letters around it. What stands on a side is drawn between the two letters, and
where a road or rail links two cells its mark stands there:

       flat hexes            pointy hexes             squares

           n                    nw  ne                   n
        nw . ne                 w . e                  w . e
        sw   se                 sw  se                   s
           s

Sides on which nothing stands stay blank: on a printed sheet the outlines help, in a terminal they drown the walls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID, CellKind, EdgeKind
from sim.files import printable
from sim.grid import Cell, Edge, Grid
from sim.grid.cell import column_letters

_SPARE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_SPARE_MARKS = "%&$@!?;<>`"
_WAY_MARKS = "°#^|"
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""What is drawn at a corner of squares, by the wall ends that meet there: 1 up, 2 right, 4 down, 8 left."""
_PLAIN = str.maketrans("─│═║┄┆╵╷╶╴└┘┌┐├┤┬┴┼°×", '-|=H~~||--+++++++++"x') | {ord("…"): "..."}
_LISTED = 12
"""How many cells of a place are listed; of larger ones the first cells and the number."""


def text_view(
    battle_map: BattleMap,
    *,
    heights: bool = False,
    coordinates: bool = True,
    ascii_only: bool = False,
    places: bool = True,
) -> str:
    """Draw a map as lines of text with a legend below, and the names of its places.

    `ascii_only` is for terminals that cannot show anything else; walls then are `-` and `|`.

    >>> from sim.board.terrain import TerrainKind, TerrainSet
    >>> from sim.grid import HexGrid
    >>> terrain = {"open": TerrainKind("open", "open", letter="."), "wood": TerrainKind("wood", "woods", letter="w")}
    >>> legend = TerrainSet("demo", "Demo", "town", ("none",), terrain, {}, {}, {}, {})
    >>> ground = ("open", "wood", "open") * 2
    >>> print(text_view(BattleMap("tiny", HexGrid(), 3, 2, legend, ground, (0,) * 6)))
    tiny: flat hexes, 3 × 2, 1 inch a cell
    <BLANKLINE>
         A B C
      1  .   .
           w
      2  .   .
           w
    <BLANKLINE>
    . open   w woods
    """
    picture = _Picture(battle_map, heights)
    names = _places(battle_map) if places else ()
    lines = [_heading(battle_map), "", *picture.lines(coordinates), "", *picture.legend(), *names]
    text = "\n".join(line.rstrip() for line in lines).rstrip()
    return text.translate(_PLAIN).encode("ascii", "replace").decode() if ascii_only else text


def _heading(battle_map: BattleMap) -> str:
    grid, scale = battle_map.grid, battle_map.scale
    top = ("flat " if _is_flat(grid) else "pointy ") if grid.kind == "hex" else ""
    kind = top + {"hex": "hexes", "square": "squares"}[grid.kind]
    name = printable(battle_map.name) + (f", {printable(battle_map.title)}" if battle_map.title else "")
    unit = scale.unit if scale.per_cell == 1 else {"inch": "inches", "metre": "metres"}[scale.unit]
    return f"{name}: {kind}, {battle_map.width} × {battle_map.height}, {scale.per_cell:g} {unit} a cell"


def _is_flat(grid: Grid) -> bool:
    """Say whether the cells are hexes that lie on a side. Hexes that stand on a corner have none to the north."""
    return grid.kind == "hex" and "n" in grid.sides


def _places(battle_map: BattleMap) -> Iterator[str]:
    parts = [(printable(place), cells) for place, cells in battle_map.places.items()]
    parts += [(f"area {printable(area)}", cells) for area, cells in battle_map.areas.items()]
    for name, cells in parts:
        listed = [battle_map.grid.name(cell) for cell in cells[:_LISTED]]
        more = f" … ({len(cells)} in all)" if len(cells) > _LISTED else ""
        yield f"{name}: {' '.join(listed) or 'no cells'}{more}"


# -- marks ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Mark:
    """How a kind of edge is drawn, by the slope of the side it stands on."""

    fill: str
    middle: str
    upright: str
    rising: str
    falling: str

    def drawn(self, shape: str, width: int) -> str:
        match shape:
            case "_":
                return self.middle.center(width, self.fill)
            case "|":
                return self.upright
            case _:
                return self.rising if shape == "/" else self.falling


_USUAL = {
    "wall": (_Mark("─", "─", "│", "/", "\\"),),
    "door": (_Mark("─", "+", "+", "+", "+"), _Mark("─", "'", "'", "'", "'")),
    "window": (_Mark("═", "═", "║", "=", "="),),
    "low": (_Mark("┄", "┄", "┆", "~", "~"),),
}


def _edge_marks(kinds: Iterable[EdgeKind], slopes: str, taken: Collection[str]) -> dict[str, _Mark]:
    """Give every kind of edge a mark of its own: the usual one of its sort, or a spare sign.

    Of two kinds of one sort the first gets it. A mark that is also a letter on this map is passed over.
    """
    spare = [_Mark("─", *(sign * 4)) for sign in _SPARE_MARKS + _SPARE_LETTERS]
    marks: dict[str, _Mark] = {}
    for kind in kinds:
        fitting = (mark for mark in (*_USUAL[_sort(kind)], *spare) if mark not in marks.values())
        free = (mark for mark in fitting if not any(mark.drawn(slope, 1) in taken for slope in slopes))
        marks[kind.id] = next(free, spare[-1])
    return marks


def _sort(kind: EdgeKind) -> str:
    """Tell walls and doors by what they do, since a terrain set may call them anything, and windows by their look."""
    if kind.becomes:
        return "door"
    if kind.blocks_sight:
        return "wall"
    return "window" if "window" in (kind.look or kind.id) else "low"


def _letters(kinds: Iterable[CellKind]) -> dict[str, str]:
    """Give every kind its usual letter, or a spare one where that is taken or missing."""
    letters = {VOID: " "}
    for kind in kinds:
        own = (*kind.letter[:1], *kind.id.lower(), *kind.id.upper(), *_SPARE_LETTERS)
        taken = letters.values()
        letters[kind.id] = next((sign for sign in own if sign.isprintable() and sign not in taken), "?")
    return letters


# -- the picture ----------------------------------------------------------------------------------------------


class _Picture:
    """The signs of one map by column and line, and what they mean."""

    def __init__(self, battle_map: BattleMap, heights: bool) -> None:
        self.map, self.grid, self.heights = battle_map, battle_map.grid, heights
        self._hexes, self._flat = self.grid.kind == "hex", _is_flat(self.grid)
        kinds = battle_map.terrain_set
        found = {*battle_map.terrain, *(kind for here in battle_map.features.values() for kind in here)}
        # Furniture may be the ground of a cell and stand in another; under one id it has one letter.
        known: dict[str, CellKind] = {**kinds.terrain, **kinds.features}
        self.cell_kinds = [kind for kind in known.values() if kind.id in found and kind.id != VOID]
        self.letters = _letters(self.cell_kinds)
        standing = Counter(battle_map.edges.values())
        self.edge_kinds = sorted((kinds.edges[kind] for kind in standing), key=lambda kind: -standing[kind.id])
        self.edge_marks = _edge_marks(self.edge_kinds, self._slopes, self.letters.values())
        leading = set(battle_map.ways.values())
        self.way_kinds = [kind for kind in kinds.ways.values() if kind.id in leading]
        free = [mark for mark in _WAY_MARKS if mark not in self.letters.values()]
        self.way_marks = {kind.id: free[min(n, len(free) - 1)] for n, kind in enumerate(self.way_kinds)}
        self.rows: dict[int, dict[int, str]] = {}

    # -- where things are drawn --------------------------------------------------------------------------

    @cached_property
    def spaced(self) -> bool:
        """Whether lines of cells are kept apart by lines for their sides. Flat hexes need none to do so."""
        return bool(self.map.edges or self.map.ways) or self._flat

    @cached_property
    def _slopes(self) -> str:
        """How the sides of this grid lie."""
        slanted = "/\\" if "ne" in self.grid.sides else ""
        return slanted + "_" * ("n" in self.grid.sides) + "|" * ("e" in self.grid.sides)

    @cached_property
    def inner(self) -> int:
        """How many signs a cell takes: its letter, its height, what stands in it."""
        levels = max((len(str(height)) for height in self.map.heights), default=1) if self.heights else 0
        width = 1 + levels + bool(self.map.features)
        # Rows of pointy hexes are shifted by half a cell, which must be a whole number of signs.
        return width + 1 - width % 2 if self._hexes and not self._flat else width

    def _shift(self, cell: Cell) -> int:
        """Return by how many halves of a cell its column or row is shifted: one for every other of hexes."""
        line = self.grid.offset(cell)[not self._flat]
        return int(self._hexes and line % 2 == self._shifted_line)

    @cached_property
    def _shifted_line(self) -> int:
        """Which of the first two columns of flat hexes, or rows of pointy ones, is shifted: 0 or 1."""
        ahead = int(self._flat)
        first, second = self.grid.at(0, 0), self.grid.at(1, 0) if self._flat else self.grid.at(0, 1)
        return int(self.grid.plane(*second)[ahead] > self.grid.plane(*first)[ahead])

    def _corner(self, cell: Cell) -> tuple[int, int]:
        """Return where the top left corner of a cell is drawn."""
        column, row = self.grid.offset(cell)
        pitch, line = self.inner + 1, row * (2 if self.spaced else 1)
        if self._flat:
            return pitch * column, line + self._shift(cell)
        return pitch * column + pitch // 2 * self._shift(cell), line

    def _content(self, cell: Cell) -> tuple[int, int]:
        x, y = self._corner(cell)
        return x + 1, y + self.spaced

    def _side(self, edge: Edge) -> tuple[int, int, str]:
        """Return where an edge is drawn and how it slopes."""
        cell = edge.first if edge.first in self.map else edge.second
        side = self.grid.sides[self.grid.side_steps.index(edge.other(cell).minus(cell))]
        (x, y), pitch = self._corner(cell), self.inner + 1
        if side in ("n", "s"):
            return x + 1, y + 2 * (side == "s"), "_"
        if side in ("w", "e"):
            return x + pitch * (side == "e"), y + 1, "|"
        east, south = side.endswith("e"), side.startswith("s")
        shape = "/" if east == south else "\\"
        if self._flat:
            return x + pitch * east, y + 1 + south, shape
        return x + pitch // 4 + pitch // 2 * east, y + 2 * south, shape

    # -- drawing -----------------------------------------------------------------------------------------

    def lines(self, coordinates: bool) -> list[str]:
        """Draw everything and return it line by line."""
        for cell in self.map.cells:
            self._write(*self._content(cell), self._cell_text(cell))
        for link, kind in self.map.ways.items():
            self._draw_link(link, self.way_marks[kind])
        if not self._hexes:
            self._draw_joints()
        for edge, kind in self.map.edges.items():
            x, y, shape = self._side(edge)
            self._write(x, y, self.edge_marks[kind].drawn(shape, self.inner))
        margin = self._draw_coordinates() if coordinates else 0
        lines = (self.rows.get(y, {}) for y in range(min(self.rows, default=0), max(self.rows, default=0) + 1))
        return ["".join(row.get(x, " ") for x in range(-margin, max(row, default=-1) + 1)) for row in lines]

    def _write(self, x: int, y: int, text: str) -> None:
        for n, sign in enumerate(text):
            if sign != " ":
                self.rows.setdefault(y, {})[x + n] = sign

    def _cell_text(self, cell: Cell) -> str:
        if cell not in self.map:
            return ""
        letter = self.letters[self.map.terrain_at(cell).id]
        level = str(self.map.height_at(cell)) if self.heights else ""
        features = self.map.features.get(cell, ())
        standing = self.letters[features[0]] if len(features) == 1 else "*" if features else ""
        return (letter + level).ljust(self.inner - 1) + standing if standing else letter + level

    def _draw_link(self, link: Edge, mark: str) -> None:
        """Mark a way where it leaves one cell for the other: on the side, or at the corner of a diagonal."""
        if self.grid.share_side(*link):
            x, y, shape = self._side(link)
            self._write(x + (self.inner // 2 if shape == "_" else 0), y, mark)
        else:
            (one, above), (other, below) = self._corner(link.first), self._corner(link.second)
            self._write(max(one, other), max(above, below), mark)

    def _draw_joints(self) -> None:
        """Join the walls of squares at their corners."""
        ends: dict[tuple[int, int], int] = {}
        for edge in self.map.edges:
            x, y, shape = self._side(edge)
            low = ((x - 1, y), 2), ((x + self.inner, y), 8)
            for place, end in low if shape == "_" else (((x, y - 1), 4), ((x, y + 1), 1)):
                ends[place] = ends.get(place, 0) | end
        for (x, y), meeting in ends.items():
            self._write(x, y, _JOINTS[meeting])

    def _draw_coordinates(self) -> int:
        """Write letters above the columns, downwards where there are several, and numbers before the rows."""
        top = min(self.rows, default=0)
        longest = len(column_letters(self.map.width - 1))
        for column in range(self.map.width):
            letters = column_letters(column).rjust(longest)
            for n, letter in enumerate(letters):
                self._write(column * (self.inner + 1) + 1, top - longest + n, letter)
        margin = len(str(self.map.height)) + 3
        for row in range(self.map.height):
            self._write(-margin, row * (2 if self.spaced else 1) + self.spaced, str(row + 1).rjust(margin - 1))
        return margin

    # -- legend ------------------------------------------------------------------------------------------

    def legend(self) -> list[str]:
        """Say what the signs mean."""
        entries = [f"{self.letters[kind.id]} {printable(kind.name)}" for kind in self.cell_kinds]
        for kind in self.edge_kinds:
            entries.append(f"{self._edge_sample(self.edge_marks[kind.id])} {printable(kind.name)}")
        entries += [f"{self.way_marks[kind.id]} {printable(kind.name)}" for kind in self.way_kinds]
        if any(len(here) > 1 for here in self.map.features.values()):
            entries.append("* several")
        return _wrapped(entries)

    def _edge_sample(self, mark: _Mark) -> str:
        """Show a mark on each slope that the sides of this grid have."""
        if self._hexes:
            return "".join(dict.fromkeys(mark.drawn(slope, 1) for slope in self._slopes))
        return f"{mark.drawn('_', 3)} {mark.drawn('|', 1)}"


def _wrapped(entries: Iterable[str], width: int = 100) -> list[str]:
    lines = [""]
    for entry in entries:
        joined = f"{lines[-1]}   {entry}" if lines[-1] else entry
        lines[-1:] = [joined] if len(joined) <= width else [lines[-1], entry]
    return lines
