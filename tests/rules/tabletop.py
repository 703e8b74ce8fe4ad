"""Tables that are drawn in the test, for every game in inches: the ground of the terrain set "tabletop".

squares(OPEN)                      squares; directions n, ne, e, se, s, sw, w, nw; A1 is north-west
hexes(OPEN, 2)                     hexes of two inches, flat top; directions n, ne, se, s, sw, nw
squares(OPEN, wall="C2/s D2/s")    sides by cell and side; ways and features likewise: road="A3-F3", tower="C4"
"""

from __future__ import annotations

from functools import lru_cache
from textwrap import dedent

from sim.board.battlemap import BattleMap
from sim.board.mapfile import parse_map
from sim.board.terrain_sets import terrain_set

_SQUARE = 'kind = "square"\nneighbours = 8\n'
_HEX = 'kind = "hex"\ntop = "flat"\nshifted = "odd"\n'


def squares(rows: str, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of squares; each keyword is a kind of side, way or feature with where it is."""
    return _drawn(rows, _SQUARE, scale, heights, tuple(sorted(laid.items())))


def hexes(rows: str, scale: float = 1, heights: str = "", **laid: str) -> BattleMap:
    """Read a table of hexes, likewise."""
    return _drawn(rows, _HEX, scale, heights, tuple(sorted(laid.items())))


@lru_cache(maxsize=256)
def _drawn(rows: str, grid: str, scale: float, heights: str, laid: tuple[tuple[str, str], ...]) -> BattleMap:
    kinds = terrain_set("tabletop")
    parts = {"edges": "", "ways": "", "features": ""}
    for kind, where in laid:
        names = where.split()
        if kind in kinds.ways:
            parts["ways"] += f"{kind} = {_listed([chain.split('-') for chain in names])}\n"
        else:
            parts["edges" if kind in kinds.edges else "features"] += f"{kind} = {_listed(names)}\n"
    drawn = f'heights = """\n{dedent(heights).strip()}\n"""\n' if heights else ""
    text = f'format = 1\ntitle = "Table"\nterrain_set = "tabletop"\nrows = """\n{dedent(rows).strip()}\n"""\n{drawn}'
    tables = "".join(f"[{name}]\n{lines}" for name, lines in parts.items() if lines)
    return parse_map(f'{text}[grid]\n{grid}cell = {scale}\nunit = "inch"\n{tables}', "table.toml")


def _listed(names: object) -> str:
    return str(names).replace("'", '"')


def with_cells(rows: str, **cells: str) -> str:
    """Draw a table with other ground in some cells: `with_cells(C5="w")`. Hexes are drawn by column and row too."""
    lines = [list(row) for row in dedent(rows).strip().splitlines()]
    grid = squares("..\n..").grid
    for name, letter in cells.items():
        column, row = grid.offset(grid.cell(name))
        lines[row][column] = letter
    return "\n".join(map("".join, lines))
