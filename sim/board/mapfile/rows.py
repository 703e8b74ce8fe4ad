"""Read the parts of a map that are drawn: rows of terrain and rows of heights."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sim.board.findings import Findings
from sim.board.mapfile.mending import has_doubtful_letters
from sim.board.mapfile.model import HIGHEST, LOWEST, WIDEST, MapFile
from sim.board.terrain import TerrainSet
from sim.files import counted, shown
from sim.grid import Grid

MOST_LETTERS = 20
"""How many unknown letters are told of; a map has no more kinds of terrain, so beyond that it is another drawing."""
LEVELS = string.digits + string.ascii_lowercase
"""What draws the levels from 0 to 35."""
UNREAD = ""
"""The terrain of cells that could not be read. No hole: that would make more mistakes of one."""


def drawn_rows(text: str) -> list[str]:
    """Split a drawn text into its rows; spaces at their ends and empty rows at the end do not count.

    >>> drawn_rows("..w  \\n.ww\\n  ")
    ['..w', '.ww']
    """
    rows = [row.rstrip() for row in text.split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def drawn_terrain(
    file: MapFile, kinds: TerrainSet, letters: Mapping[str, str], findings: Findings
) -> tuple[int, int, NDArray[np.object_]]:
    """Return width, height and terrain in map order, whether drawn in rows or of one fill.

    A map whose size is not to be had is given up at once: nothing else of it could be checked.
    """
    if file.rows is not None:
        if file.size is not None or file.fill is not None:
            other = "size" if file.size is not None else "fill"
            findings.add((other,), f"{other} beside rows", "either rows, or size and fill")
        rows = _moved_left("rows", drawn_rows(file.rows), findings)
        width = _common_length(rows)
        _require_size("rows", width, len(rows), findings)
        _check_lengths("rows", dict(enumerate(rows)), width, findings)
        return width, len(rows), _lettered(rows, width, letters, findings)
    fill = UNREAD if file.fill is None else file.fill
    if file.fill is not None and fill not in kinds.terrain:
        findings.not_among(("fill",), fill, list(kinds.terrain))
    if file.size is None:
        if not findings.spoils(("size",)) and not findings.spoils(("rows",)):
            findings.add(("rows",), "nothing", "rows, or size and fill")
        findings.settle()
        raise AssertionError("a mistake has been noted")
    if file.fill is None:
        findings.add(("fill",), "nothing", "the terrain that fills the map")
    width, height = file.size
    _require_size("size", width, height, findings)
    return width, height, np.full(width * height, fill, dtype=np.object_)


def _moved_left(key: str, rows: list[str], findings: Findings) -> list[str]:
    """Return rows without the spaces that all of them begin with, which are one mistake and not one a row."""
    indent = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    if indent:
        findings.add(
            (key,), f"{counted(indent, 'space')} before every row", "rows that begin at the start of their lines", row=0
        )
    return [row[indent:] for row in rows]


def _common_length(rows: Sequence[str]) -> int:
    """Return the length of most rows, so that one bad row, be it the first, is told as one mistake."""
    return Counter(map(len, rows)).most_common(1)[0][0] if rows else 0


def _require_size(key: str, width: int, height: int, findings: Findings) -> None:
    if not (1 <= width <= WIDEST and 1 <= height <= WIDEST):
        findings.add((key,), f"{width} by {height} cells", f"from 1 by 1 to {WIDEST} by {WIDEST}")
        findings.settle()


def _check_lengths(key: str, rows: Mapping[int, Sequence[str]], width: int, findings: Findings) -> None:
    for row, drawn in rows.items():
        if len(drawn) != width:
            findings.add((key,), counted(len(drawn), "cell"), f"{width}, as wide as the map", row=row)


def _lettered(rows: Sequence[str], width: int, letters: Mapping[str, str], findings: Findings) -> NDArray[np.object_]:
    drawn = "".join(row[:width].ljust(width) for row in rows)
    unknown = {letter: count for letter, count in Counter(drawn).items() if letter not in letters}
    if any(len(row) < width for row in rows):
        unknown.pop(" ", None)  # What the short rows lack; they have been told of.
    if has_doubtful_letters(findings):
        unknown = {}
    for letter, count in islice(unknown.items(), MOST_LETTERS):
        row, column = divmod(drawn.index(letter), width)
        found = f"{shown(letter)} in column {column + 1}" + (f", the first of {count}" if count > 1 else "")
        findings.add(("rows",), found, f"one of {' '.join(sorted(letters))}", "or name it in [legend]", row=row)
    return np.array([letters.get(letter, UNREAD) for letter in drawn], dtype=np.object_)


def drawn_heights(file: MapFile, width: int, height: int, findings: Findings) -> NDArray[np.int64]:
    """Return the drawn levels in map order; all 0 where none are drawn."""
    levels = np.zeros(width * height, dtype=np.int64)
    if file.heights is None:
        return levels
    rows = drawn_rows(file.heights)
    if len(rows) != height:
        findings.add(("heights",), counted(len(rows), "row"), f"{height}, as many as the map has")
        return levels
    spaced = [row for row, drawn in enumerate(rows) if " " in (drawn.strip() if width > 1 else drawn)]
    rows = rows if spaced else _moved_left("heights", rows, findings)
    split = dict(enumerate(row.split() if spaced else list(row) for row in rows))
    plain = [row for row, drawn in enumerate(rows) if width > 1 and " " not in drawn.strip()]
    if spaced and plain:
        _tell_mixed(spaced, plain, findings)
        split = {row: split[row] for row in spaced}
    _check_lengths("heights", split, width, findings)
    for row, marks in split.items():
        known = {mark: _level(mark, file.height_base, bool(spaced)) for mark in {*marks}}
        wrong = next((column for column, mark in enumerate(marks) if known[mark] is None), None)
        if wrong is not None:
            found = f"{shown(marks[wrong])} in column {wrong + 1}"
            wanted = f"a number from {LOWEST} to {HIGHEST}" if spaced else '"." or 0 to 9, or a to z for 10 to 35'
            findings.add(("heights",), found, wanted, row=row)
        elif len(marks) == width:
            levels[row * width : (row + 1) * width] = [known[mark] or 0 for mark in marks]
    return levels


def _tell_mixed(spaced: Sequence[int], plain: Sequence[int], findings: Findings) -> None:
    """Note that some rows have spaces and some have none, at the first of those that are fewer."""
    if len(spaced) <= len(plain):
        found = "spaces in this row, so that all heights are read as numbers"
        findings.add(("heights",), found, f"spaces in every row or in none; row {plain[0] + 1} has none", row=spaced[0])
    else:
        found = f"no spaces, but row {spaced[0] + 1} has some, so that all heights are read as numbers"
        findings.add(("heights",), found, "spaces in every row or in none", row=plain[0])


def _level(mark: str, base: int, spaced: bool) -> int | None:
    """Read one drawn level. A dot is level 0 whatever the base: only what is not level need be drawn."""
    if mark == ".":
        return 0
    if not spaced:
        return LEVELS.index(mark) - base if mark in LEVELS else None
    digits = mark.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        return None
    level = int(mark) - base
    return level if LOWEST <= level <= HIGHEST else None


def check_heights(
    levels: NDArray[np.int64], grid: Grid, width: int, blame: NDArray[np.int64], findings: Findings
) -> None:
    """Note the first cell that lies too high or too low when all is laid, at the shape that did it."""
    absurd = np.flatnonzero((levels < LOWEST) | (levels > HIGHEST)).tolist()
    if absurd:
        first = absurd[0]
        name = grid.name(grid.at(first % width, first // width))
        path = ("heights",) if blame[first] < 0 else ("shape", int(blame[first]))
        findings.add(path, f"height {levels[first]} in {name}", f"heights from {LOWEST} to {HIGHEST}")
