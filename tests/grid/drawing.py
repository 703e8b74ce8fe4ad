"""Boards drawn in tests, read cell by cell.

        flat, odd            flat, even           pointy, odd          square
    line 0  a   c              b                  a b c                a b c
    line 1    b              a   c                 d e f               d e f
    line 2  d   f              e                  g h i                g h i
    line 3    e              d   f

Cells stand two characters apart. On flat hexes a row takes two lines, and the pushed columns stand on the
lower one; on pointy hexes the pushed rows begin one character to the right. The leftmost sign belongs to
column 0 and the top one to row 0: where nothing of interest stands there, a dot holds the place.
"""

from textwrap import dedent

from sim.grid import Cell, Grid, HexGrid, SquareGrid

HEXES = tuple(HexGrid(top, shifted) for top in ("flat", "pointy") for shifted in ("odd", "even"))
EVERY_GRID: tuple[Grid, ...] = (*HEXES, SquareGrid(4), SquareGrid(8))
"""Every layout there is."""


def drawn(grid: Grid, picture: str) -> dict[Cell, str]:
    """Read a drawing: which sign stands on which cell. Blanks are no cells."""
    lines = dedent(picture).strip("\n").splitlines()
    return {
        grid.at(*_place(grid, x, y)): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != " "
    }


def found(grid: Grid, picture: str, sign: str) -> Cell:
    """Return the one cell that bears a sign."""
    (cell,) = marked(grid, picture, sign)
    return cell


def marked(grid: Grid, picture: str, signs: str) -> set[Cell]:
    """Return all cells that bear one of the signs."""
    return {cell for cell, sign in drawn(grid, picture).items() if sign in signs}


def _place(grid: Grid, x: int, y: int) -> tuple[int, int]:
    """Return the column and row that are drawn at character x of line y."""
    pushed = int(isinstance(grid, HexGrid) and grid.shifted == "odd")
    row, below, column, beside = y, 0, *divmod(x, 2)
    if isinstance(grid, HexGrid) and grid.top == "flat":
        row, below = divmod(y - (column % 2 == pushed), 2)
    elif isinstance(grid, HexGrid):
        column, beside = divmod(x - (row % 2 == pushed), 2)
    if below or beside or row < 0 or column < 0:
        raise ValueError(f"no cell is drawn at character {x} of line {y}: the drawing has slipped")
    return column, row
