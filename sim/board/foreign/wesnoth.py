"""Maps of Wesnoth (`.map`).

    Gg, Gg,      Gg^Fp,  Ww
    Gg, 1 Ke,    Re,     Ww^Bw|
    Gg, Gg^Vh,   Re,     Hh

Rows of codes, each a ground and, behind a `^`, what stands on it; a number or name before a code is where a side
starts. Around the map runs a border of one hex that is never played on; it is not part of the map here. Ours knows
levels where Wesnoth knows hills, so a hill is open ground at level 1 and a mountain rubble at level 2.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import PurePath

from sim.board.battlemap import BattleMap, Scale
from sim.board.foreign.imported import GRID, IMPORT_LIMITS, Imported, Slips
from sim.board.mapfile.model import WIDEST
from sim.board.terrain import VOID
from sim.files import read_text, shown
from sim.grid import Edge

_CODE = re.compile(r"(?:(\w{1,20}) )?([A-Z_][A-Za-z_]{0,9})?(?:\^([A-Za-z_]{1,9}[|/\\]{0,2}(?:[A-Za-z]{0,4})))?")
_HEADER = re.compile(r"\s*\w+\s*=.*")
_BORDER = 1

_GROUND: dict[str, tuple[str, int, str]] = {
    "Wwf": ("marsh", 0, ""),
    "W": ("water", 0, ""),
    "S": ("marsh", 0, ""),
    "G": ("open", 0, ""),
    "R": ("open", 0, ""),
    "A": ("open", 0, "ice and snow"),
    "D": ("open", 0, "sand"),
    "H": ("open", 1, ""),
    "M": ("rubble", 2, ""),
    "C": ("stone_building", 0, ""),
    "K": ("stone_building", 0, ""),
    "Uh": ("rubble", 0, "a cave"),
    "U": ("open", 0, "a cave"),
    "I": ("open", 0, "a floor indoors"),
    "T": ("light_woods", 0, "mushrooms"),
    "Q": ("water", 0, "a chasm or lava"),
    "X": (VOID, 0, ""),
    "_": (VOID, 0, ""),
}
"""By how a code begins, the longest that fits: our ground, its level, and what has no counterpart. Where nobody can go
and nothing can be seen through is a hole."""
_OVERLAY: dict[str, tuple[str, str]] = {
    "Fp": ("heavy_woods", ""),
    "Ft": ("heavy_woods", ""),
    "Fet": ("heavy_woods", ""),
    "F": ("light_woods", ""),
    "Uf": ("light_woods", "mushrooms"),
    "Tf": ("light_woods", "mushrooms"),
    "Do": ("orchard", ""),
    "Dr": ("rubble", ""),
    "Gv": ("grain", ""),
    "Vhc": ("stone_building", ""),
    "V": ("wood_building", ""),
    "X": (VOID, ""),
    "B": ("", ""),
}
"""The same for what stands on the ground."""
_ROADS = {"Rr": "road", "Rp": "road", "R": "trail"}
"""What is cobbled is a road."""
_BRIDGES = {"|": ("n", "s"), "/": ("ne", "sw"), "\\": ("nw", "se")}


def load_wesnoth(path: str | os.PathLike[str]) -> BattleMap:
    """Read a map of Wesnoth, or raise `FileMistakes` with every mistake in it."""
    return parse_wesnoth(read_text(path, limit=IMPORT_LIMITS.size), os.fspath(path))


def parse_wesnoth(text: str, file: str = "map.map") -> BattleMap:
    """Read a map of Wesnoth from text.

    >>> rows = ["Gg, Gg, Gg, Gg", "Gg, 1 Ke, Hh^Fp, Gg", "Gg, Gg, Gg, Gg"]
    >>> field = parse_wesnoth("\\n".join(rows))
    >>> field.terrain, field.heights, [field.grid.name(cell) for cell in field.places["start 1"]]
    (('stone_building', 'heavy_woods'), (0, 1), ['A1'])
    """
    rows = _rows(text, Slips(file))
    width, height = len(rows[0]), len(rows)
    board = Imported(file, "a Wesnoth map", width, height, ["open"] * (width * height), [0] * (width * height))
    roads: dict[int, str] = {}
    codes = [code for row in rows for code in row]
    for ordinal, (start, ground, overlay) in enumerate(codes):
        _lay(board, ordinal, ground, overlay)
        if start:
            board.places.setdefault(f"start {start}", []).append(ordinal)
        road = _ROADS.get(_longest(ground, _ROADS))
        if road or overlay.startswith("B"):
            roads[ordinal] = road or "road"
    if all(kind == VOID for kind in board.terrain):
        slips = Slips(file)
        slips.add(None, "walls and void alone", "at least one hex that is part of the map")
        slips.settle()
    for place in [place for place, cells in board.places.items() if board.terrain[cells[0]] == VOID]:
        del board.places[place]
    _lay_roads(board, roads, codes)
    name = PurePath(file).stem
    return board.finished(name, name.replace("_", " ") or "map", Scale(), board.notes())


# -- rows -----------------------------------------------------------------------------------------------------------

Code = tuple[str, str, str]
"""Who starts there, the ground, and what stands on it."""


def _rows(text: str, slips: Slips) -> list[list[Code]]:
    """Return the codes of the map without its border."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip() and not _HEADER.fullmatch(line)]
    if not lines:
        slips.add(None, "no rows", "rows of terrain codes with commas between them, as in Gg, Gg^Fp, Ww")
        slips.settle()
    wide, high = lines[0][1].count(",") + 1, len(lines)
    if not (2 * _BORDER < wide <= WIDEST + 2 * _BORDER and 2 * _BORDER < high <= WIDEST + 2 * _BORDER):
        expected = f"3 to {WIDEST + 2} each way: the map, and around it a border of one"
        slips.add(lines[0][0], f"{wide} by {high} hexes", expected)
        slips.settle()
    known: dict[str, Code] = {}
    rows = []
    for number, line in lines:
        words = [word.strip() for word in line.split(",")]
        if len(words) != wide:
            slips.add(number, f"a row of {len(words)}", f"{wide} codes, as in the first row")
        for word in words:
            if word not in known:
                known[word] = _code(word, number, slips)
        rows.append([known[word] for word in words[_BORDER:-_BORDER]])
    slips.settle()
    return rows[_BORDER:-_BORDER]


def _code(word: str, number: int, slips: Slips) -> Code:
    match = _CODE.fullmatch(word)
    if match is None or not word:
        slips.add(number, shown(word), "a terrain code, as in Gg, Gg^Fp or 1 Ke")
        return "", "Gg", ""
    return match[1] or "", match[2] or "Gg", match[3] or ""


# -- what lies in a hex -----------------------------------------------------------------------------------------------


def _longest(code: str, table: Collection[str]) -> str:
    """Return the longest beginning of a code that a table has; an empty text if it has none."""
    return next((code[:length] for length in range(len(code), 0, -1) if code[:length] in table), "")


def _lay(board: Imported, ordinal: int, ground: str, overlay: str) -> None:
    begins = _longest(ground, _GROUND)
    kind, level, lost = _GROUND.get(begins, ("open", 0, f"the ground {ground}"))
    on_it = _longest(overlay, _OVERLAY)
    if overlay:
        above, more = _OVERLAY.get(on_it, ("", f"^{overlay}"))
        if VOID not in (kind, above) and kind in ("water", "stone_building", "marsh") and above:
            # A village in the water is a village; that there is water beneath it, nobody here can say.
            board.leave_out(f"{kind.replace('_', ' ')} beneath {above.replace('_', ' ')}", ordinal)
        kind, lost = above or kind, more or lost
    board.terrain[ordinal], board.heights[ordinal] = kind, level
    if lost and kind != VOID:
        board.leave_out(lost, ordinal)
    if overlay.startswith("V"):
        board.areas.setdefault("villages", []).append(ordinal)


def _lay_roads(board: Imported, roads: dict[int, str], codes: list[Code]) -> None:
    """Join road to road, but not the three sides of a triangle: a square of cobbles is no web of roads.

    A bridge is joined to what lies at its ends.
    """
    ends = {
        ordinal: [side for mark in _BRIDGES if mark in codes[ordinal][2] for side in _BRIDGES[mark]]
        for ordinal in roads
    }
    for ordinal, kind in roads.items():
        for side, step in zip(GRID.sides, GRID.steps, strict=True):
            beyond = board.ordinal(board.cells[ordinal].plus(step))
            if ends[ordinal]:
                joined = side in ends[ordinal]
            else:
                joined = beyond in roads and not ends[beyond] and not _around(board, ordinal, beyond)
            if joined:
                board.link(ordinal, step, "trail" if "trail" in (kind, roads.get(beyond or 0)) else "road")


def _around(board: Imported, one: int, other: int) -> bool:
    """Say whether two hexes are joined already, through a third one beside both."""
    here, there = board.cells[one], board.cells[other]
    beside = [here.plus(step) for step in GRID.steps if GRID.distance(here.plus(step), there) == 1]
    return any(Edge.between(here, cell) in board.ways and Edge.between(cell, there) in board.ways for cell in beside)
