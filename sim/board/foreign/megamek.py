"""Boards of MegaMek (`.board`).

    size 16 17
    hex 0101 2 "woods:1;foliage_elev:2" "grass"
    hex 0201 0 "road:1:9" ""

A line a hex, row by row: what the coordinates say does not count, as it does not in MegaMek. Behind the level of the
hex comes what is in it: a word, its level and, for what leads from hex to hex, its exits as bits, the first for north
and on with the clock. Roads without exits lead to every road beside them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import PurePath

from sim.board.battlemap import BattleMap, Scale
from sim.board.foreign.imported import GRID, IMPORT_LIMITS, Imported, Slips
from sim.board.mapfile.model import HIGHEST, LOWEST, WIDEST
from sim.files import counted, read_text, shown

_USUAL = re.compile(r'hex (\d+) (-?\d+) "([^"]*)" "[^"]*"\s*$')
"""A line as MegaMek writes it: quicker than looking for words."""
_TOKEN = re.compile(r'"([^"]*)"|#.*|([^\s"#]+)')
MOST_THINGS = 40
"""How many things a hex may hold; MegaMek knows some fifty in all."""
_ALL_EXITS = 64
"""Exits are six bits; some programs write more."""
_HEX = Scale(30.0, "metre")

Thing = tuple[str, int, int | None]
"""A word, its level, and its exits where it says them."""

_GROUND: dict[str, tuple[str, ...]] = {
    "building": ("wood_building", "stone_building"),
    "fuel_tank": ("stone_building",),
    "heavy_industrial": ("stone_building",),
    "woods": ("light_woods", "heavy_woods"),
    "jungle": ("light_woods", "heavy_woods"),
    "water": ("water",),
    "rubble": ("rubble",),
    "rough": ("rubble",),
    "swamp": ("marsh",),
    "mud": ("marsh",),
    "planted_fields": ("grain",),
}
"""By word, what a hex becomes at level 1, 2 and so on, the last for all above. If a hex has several of them, the one
that comes first here counts."""
_FEATURES = {"fortified": ("hasty_works",), "smoke": ("light_smoke", "heavy_smoke")}
_ROADS = ("road", "trail")
"""A paved road is a road; dirt and gravel are trails."""


def load_megamek(path: str | os.PathLike[str]) -> BattleMap:
    """Read a board of MegaMek, or raise `FileMistakes` with every mistake in it."""
    return parse_megamek(read_text(path, limit=IMPORT_LIMITS.size), os.fspath(path))


def parse_megamek(text: str, file: str = "map.board") -> BattleMap:
    """Read a board of MegaMek from text.

    >>> board = parse_megamek('size 2 1\\nhex 0101 0 "woods:2" ""\\nhex 0201 3 "fluff:7" ""\\nend')
    >>> board.terrain, board.heights
    (('heavy_woods', 'open'), (0, 3))
    >>> print(board.notes)
    Read from a MegaMek board.
    Left out: fluff, in B1.
    """
    slips = Slips(file)
    board, things = _hexes(text, slips)
    _lay_roads(board, things)
    for ordinal, here in things.items():
        _lay(board, ordinal, here)
    name = PurePath(file).stem
    return board.finished(name, name.replace("_", " ") or "board", _HEX, board.notes())


# -- lines ----------------------------------------------------------------------------------------------------------


def _hexes(text: str, slips: Slips) -> tuple[Imported, dict[int, list[Thing]]]:
    """Return an empty board with the levels of its hexes, and what lies in them."""
    lines = _lines(text)
    width, height = _size(lines, slips)
    cells = width * height
    heights: list[int] = []
    things: dict[int, list[Thing]] = {}
    read: dict[str, list[Thing]] = {}
    for number, words in lines:
        if words[0] == "end":
            break
        if words[0] != "hex":
            continue  # Options, tags and descriptions say nothing of the ground.
        level = _level(words[2] if len(words) > 2 else "0", number, slips)
        said = words[3] if len(words) > 3 else ""
        if said not in read:
            read[said] = list(_things(said, number, slips))
        if read[said]:
            things[len(heights)] = read[said]
        heights.append(level)
        if len(heights) > cells:
            slips.add(number, "one hex more", f"{width} by {height} of them, as the size says")
            break
    if len(heights) < cells:
        slips.add(None, counted(len(heights), "line of a hex"), f"{cells} of them, for {width} by {height} hexes")
    slips.settle()
    return Imported(slips.file, "a MegaMek board", width, height, ["open"] * cells, heights), things


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that say something, with their numbers: words, and what stands in quotes."""
    for number, line in enumerate(text.splitlines(), 1):
        if usual := _USUAL.match(line):
            yield number, ["hex", *usual.groups()]
            continue
        words = [match[1] or match[2] or "" for match in _TOKEN.finditer(line) if not match[0].startswith("#")]
        if words:
            yield number, [words[0].lower(), *words[1:]]


def _size(lines: Iterator[tuple[int, list[str]]], slips: Slips) -> tuple[int, int]:
    number, words = next(lines, (1, []))
    sizes = [int(word) if word.isdecimal() and len(word) < 5 else 0 for word in words[1:3]]
    if words[:1] != ["size"] or len(sizes) != 2 or not all(1 <= size <= WIDEST for size in sizes):
        found = " ".join(words) if words else "nothing"
        slips.add(number, shown(found), f'the size of the board, as in "size 16 17", at most {WIDEST} each way')
        slips.settle()
    return sizes[0], sizes[1]


def _level(word: str, number: int, slips: Slips) -> int:
    if re.fullmatch(r"-?\d{1,4}", word) and LOWEST <= int(word) <= HIGHEST:
        return int(word)
    slips.add(number, shown(word), f"the level of the hex, from {LOWEST} to {HIGHEST}")
    return 0


def _things(text: str, number: int, slips: Slips) -> Iterator[Thing]:
    if text.count(";") > MOST_THINGS:
        slips.add(number, f"more than {MOST_THINGS} things in a hex", "fewer")
        return
    for part in filter(None, text.split(";")):
        word, *figures = part.strip().split(":")
        if not word or len(figures) > 2 or not all(re.fullmatch(r"-?\d{1,6}", figure) for figure in figures):
            slips.add(number, shown(part), 'a word with its level and exits, as in "road:1:9"')
            continue
        level = int(figures[0]) if figures else 1
        yield word.lower(), level, int(figures[1]) % _ALL_EXITS if len(figures) > 1 else None


# -- what lies in a hex -----------------------------------------------------------------------------------------------


def _lay(board: Imported, ordinal: int, things: list[Thing]) -> None:
    """Lay the ground of a hex and what stands in it, and note what has no counterpart."""
    rank = list(_GROUND)
    ground = [thing for thing in things if thing[0] in _GROUND and not _is_shallow(thing)]
    for n, (word, level, _) in enumerate(sorted(ground, key=lambda thing: rank.index(thing[0]))):
        if n:
            board.leave_out(f"{word} where other ground lies", ordinal)
        else:
            kinds = _GROUND[word]
            board.terrain[ordinal] = kinds[min(max(level, 1), len(kinds)) - 1]
    for word, level, exits in things:
        if word in _FEATURES:
            kinds = _FEATURES[word]
            board.features.setdefault(ordinal, []).append(kinds[min(max(level, 1), len(kinds)) - 1])
        elif word == "cliff_top":
            for side in _sides(exits or 0):
                board.edges[GRID.edge(board.cells[ordinal], side)] = "cliff"
        elif _is_shallow((word, level, exits)):
            board.leave_out("water of depth 0", ordinal)
        elif word not in _GROUND and word not in ("road", "bridge"):
            board.leave_out(word, ordinal)


def _is_shallow(thing: Thing) -> bool:
    return thing[0] == "water" and thing[1] < 1


def _sides(exits: int) -> Iterator[str]:
    return (side for bit, side in enumerate(GRID.sides) if exits >> bit & 1)


def _lay_roads(board: Imported, things: dict[int, list[Thing]]) -> None:
    """Lay a way wherever a road or bridge leads to another. One that leads off the board ends there."""
    roads: dict[int, tuple[int | None, str]] = {}
    for ordinal, here in things.items():
        for word, level, exits in here:
            if word == "road" or (word == "bridge" and ordinal not in roads):
                roads[ordinal] = exits, _ROADS[min(max(level, 1), 2) - 1] if word == "road" else "road"
    for ordinal, (exits, kind) in roads.items():
        for bit, step in enumerate(GRID.steps):
            beyond = board.ordinal(board.cells[ordinal].plus(step))
            if beyond in roads and (exits is None or exits >> bit & 1):
                board.link(ordinal, step, "trail" if "trail" in (kind, roads[beyond][1]) else "road")
