import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.board.mapfile import load_map, parse_map
from sim.files import FileMistakes, UnsupportedVersion
from tests.memory import peak_memory

HEAD = 'format = 1\ntitle = "x"\nterrain_set = "battlefield"\n'
HEX = '[grid]\nkind = "hex"\n'
ROWS = 'rows = """\n....\n.w..\n.._.\n"""\n'
"""On lines 5 to 7 of the file; C3 is a hole."""
MAP = HEAD + ROWS + HEX
EDGES, WAYS, PLACES = (f"{MAP}[{table}]\n" for table in ("edges", "ways", "places"))


def mistakes(text: str) -> list[str]:
    """Return what is said of a bad map, mistake by mistake."""
    with pytest.raises(FileMistakes) as error:
        parse_map(text, "bad.toml")
    return str(error.value).splitlines()


def drawn(rows: str, rest: str = "") -> str:
    """Return a map of these rows."""
    return f'{HEAD}rows = """\n{rows}\n"""\n{rest}{HEX}'


def sized(*size: int) -> str:
    """Return a map of that size."""
    return f'{HEAD}size = {[*size]}\nfill = "open"\n{HEX}'


# -- one slip, one mistake -----------------------------------------------------------------------------------

BAD = {
    # the file
    "an empty file": ("", "bad.toml: the file is empty"),
    "only a comment": ("# a map\n", "format: found nothing"),
    "no TOML": (
        "format = 1\ntitle = oops",
        'bad.toml:2: column 9: not valid TOML: "oops" is no value; a text stands in quotes',
    ),
    "a version that is no number": ('format = "1"', 'found "1", expected the format version, 1'),
    "nested arrays": ("a = " + "[" * 100_000, "found more than 16 levels of nesting"),
    "infinity": (f"{MAP}cell = inf", "found inf, expected a finite number"),
    # the head
    "no grid": (HEAD + ROWS, "grid: found nothing, expected a table [grid]"),
    "an unknown grid": (
        MAP.replace('"hex"', '"hexx"'),
        'found "hexx", expected one of hex, square; did you mean "hex"?',
    ),
    "a key of the other grid": (f"{MAP}neighbours = 8", "grid.neighbours: found an unknown key"),
    # the rows
    "ragged rows": (drawn("....\n...\n...."), "bad.toml:6: rows, row 2: found 3 cells, expected 4"),
    "a ragged first row": (drawn(".....\n....\n...."), "bad.toml:5: rows, row 1: found 5 cells, expected 4"),
    "an empty row": (drawn("....\n\n...."), "bad.toml:6: rows, row 2: found 0 cells, expected 4"),
    "an unknown letter": (drawn("....\n..q."), 'bad.toml:6: rows, row 2: found "q" in column 3, expected one of'),
    "an unknown letter many times": (drawn("....\n.qqq"), 'found "q" in column 2, the first of 3'),
    "a space within a row": (drawn("....\n.. ."), 'found " " in column 3'),
    "no cells": (drawn(""), "bad.toml:4: rows: found 0 by 0 cells, expected from 1 by 1 to 512 by 512"),
    "holes only": (drawn("__\n__"), "rows: found holes only, expected at least one cell"),
    "too wide": (drawn("." * 513), "found 513 by 1 cells"),
    "too high a board": (drawn("\n".join(["."] * 513)), "found 1 by 513 cells"),
    "no rows and no size": (HEAD + HEX, "rows: found nothing, expected rows, or size and fill"),
    "rows below a table": (HEAD + HEX + ROWS, "bad.toml:6: grid.rows: found rows below [grid], expected rows with"),
    "rows below a shape": (f"{HEAD}{HEX}[[shape]]\n{ROWS}", "found rows below [[shape]]"),
    "a legend for nothing": (f'{MAP}[legend]\nq = "wods"', 'legend.q: found "wods"'),
    "a legend letter of two": (
        f'{MAP}[legend]\nqq = "open"',
        'found "qq", expected one character, not a space, quote,',
    ),
    "a legend for holes": (f'{MAP}[legend]\n_ = "open"', "legend"),
    # the size
    "0 by 0": (sized(0, 0), "size: found 0 by 0 cells, expected from 1 by 1 to 512 by 512"),
    "5000 by 5000": (sized(5000, 5000), "size: found 5000 by 5000 cells"),
    "a negative size": (sized(-3, 4), "size: found -3 by 4 cells"),
    "a size of one": (sized(3), "size"),
    "no fill": (f"{HEAD}size = [3, 3]\n{HEX}", "fill: found nothing, expected the terrain that fills the map"),
    "fill without size": (f'{HEAD}fill = "open"\n{HEX}', "rows: found nothing, expected rows, or size and fill"),
    "size beside rows": (f"{HEAD}size = [4, 3]\n{ROWS}{HEX}", "found size beside rows, expected either rows, or size"),
    # heights
    "too few heights": (drawn("..\n..", 'heights = ".."\n'), "heights: found 1 row, expected 2"),
    "ragged heights": (drawn("..\n..", 'heights = """\n..\n.\n"""\n'), "heights, row 2: found 1 cell, expected 2"),
    "a height that is none": (
        drawn("...", 'heights = ".1Z"\n'),
        'row 1: found "Z" in column 3, expected "." or 0 to 9',
    ),
    "heights with spaces in one row": (
        drawn("..\n..\n..", 'heights = """\n..\n1 -5\n..\n"""\n'),
        "row 2: found spaces in this row, so that all heights are read as numbers, expected spaces in every row",
    ),
    "heights without spaces in one row": (
        drawn("..\n..\n..", 'heights = """\n1 2\n1 -5\n..\n"""\n'),
        "heights, row 3: found no spaces, but row 1 has some",
    ),
    "indented heights": (drawn("..\n..", 'heights = """\n  ..\n  12\n"""\n'), "row 1: found 2 spaces before every row"),
    "indented rows": (
        drawn("  ..\n  ..\n  ", 'heights = """\n..\n12\n"""\n'),
        "bad.toml:5: rows, row 1: found 2 spaces before every row, expected rows that begin at the start of",
    ),
    "a negative height": (drawn("..", 'heights = "-1"\n'), 'found "-" in column 1'),
    "an absurd height": (drawn("..", 'heights = "1 1000"\n'), 'found "1000" in column 2, expected a number from -99'),
    "an absurd depth": (drawn("..", 'heights = "1 -100"\n'), 'found "-100" in column 2'),
    "a very absurd height": (drawn("..", f'heights = "1 {"9" * 5000}"\n'), "in column 2, expected a number"),
    "a height in other digits": (drawn("..", 'heights = "1 ²"\n'), 'found "²" in column 2'),
    # edges
    "an unknown edge": (f'{EDGES}wal = ["A1/s"]', 'bad.toml:12: edges.wal: found "wal", expected one of wall,'),
    "an unknown side": (
        f'{EDGES}wall = ["A1/e"]',
        'edges.wall[0]: found the side "e", expected one of n, ne, se, s, sw, nw, which are the sides of hexes',
    ),
    "no side": (f'{EDGES}wall = ["A1"]', 'found "A1", expected a side, as in "C2/s"'),
    "cells that do not touch": (f'{EDGES}wall = ["A1/D3"]', "found A1 and D3, which share no side"),
    "a cell and itself": (f'{EDGES}wall = ["A1/A1"]', "found A1 and A1, which share no side"),
    "a side off the map": (f'{EDGES}wall = ["F1/s"]', 'found "F1", expected a cell of the map, which ends at D3'),
    "a side to off the map": (f'{EDGES}wall = ["D1/E1"]', 'found "E1", expected a cell of the map'),
    "two kinds on one side": (
        f'{EDGES}wall = ["A1/s"]\nhedge = ["A2/n"]',
        'bad.toml:13: edges.hedge[0]: found "A2/n", which is wall already, expected one kind of edge for each side',
    ),
    "a kind and none": (f'{EDGES}wall = ["A1/s"]\nnone = ["A1/s"]', "which is wall already"),
    "a side between holes": (drawn("__.") + '[edges]\nwall = ["A1/n"]', "between holes, expected a side that is part"),
    "a text for a list": (
        f'{EDGES}wall = "A1/s"',
        'edges.wall: found the text "A1/s", expected an array; write ["A1/s"]',
    ),
    "one bracket for two": (f'{MAP}[shape]\nbox = "A1"\nheight = 1', "expected an array; write [[shape]]"),
    "a way in a set without ways": (
        HEAD.replace("battlefield", "town") + 'rows = ".."\n[grid]\nkind = "square"\n[ways]\nroad = [["A1", "B1"]]\n',
        "bad.toml:8: ways.road: the terrain set town has no ways",
    ),
    # features, ways, places
    "an unknown feature": (f'{MAP}[features]\nwir = ["A1"]', 'did you mean "wire"?'),
    "a feature off the map": (f'{MAP}[features]\nwire = ["A9"]', "features.wire[0]"),
    "a feature in a hole": (f'{MAP}[features]\nwire = ["C3"]', 'found "C3", a hole'),
    "an unknown way": (f'{WAYS}raod = [["A1", "A2"]]', 'did you mean "road"?'),
    "a way of one cell": (f'{WAYS}road = [["A1"]]', "expected a chain of at least two cells"),
    "a way off the map": (f'{WAYS}road = [["A1", "A9"]]', "ways.road[0][1]"),
    "a way across a hole": (f'{WAYS}road = [["B3", "D3"]]', "ways.road[0][1]: found a line from B3 to D3"),
    "a way between cells": (
        f'{WAYS}road = [["A2", "C2"]]',
        "found a line from A2 to C2 that passes between cells, expected a line of neighbouring cells; A2 and C2",
    ),
    "two kinds of way": (
        f'{WAYS}road = [["A1", "A2"]]\nrail = [["A3", "A1"]]',
        "ways.rail[0]: found A1 to A2, which is road already",
    ),
    "a place off the map": (f'{PLACES}x = "Z1"', 'bad.toml:12: places.x: found "Z1", expected a cell of the map'),
    "a place in a hole": (f'{PLACES}x = ["A1", "C3"]', 'places.x[1]: found "C3", a hole'),
    "a place of nothing": (f"{PLACES}x = []", "places.x: found an empty array, expected at least one cell"),
    "a place without a name": (f'{PLACES}"" = "A1"', "places"),
    "a place of holes": (f'{PLACES}x = "C3:C3"', "only holes"),
    "a rectangle inside out": (f'{PLACES}x = "B2:A1"', "the upper left corner before the lower right one"),
    "a rectangle off the map": (f'{PLACES}x = "A1:Z1"', 'found "Z1"'),
    "no cell": (f'{PLACES}x = "the bridge"', 'found "the bridge", expected a cell, as in "C2"'),
    # own kinds
    "like a hole": (f'{MAP}[terrain.fen]\nlike = "void"', 'terrain.fen.like: found "void"'),
    "a kind called void": (f"{MAP}[terrain.void]\ndefence = 1", 'found "void", expected another name'),
    "an edge called none": (f"{MAP}[edge_kinds.none]\ndefence = 1", 'found "none", expected another name'),
    "an id with capitals": (f"{MAP}[terrain.Fen]\ndefence = 1", 'found "Fen", expected small letters, digits and _'),
    "an unknown class": (f"{MAP}[terrain.fen]\nmove = {{ foots = 1 }}", 'did you mean "foot"?'),
    "a letter twice": (
        f'{MAP}[terrain.fen]\nletter = "f"\n[terrain.bog]\nletter = "f"',
        'terrain.bog.letter: found "f", which draws fen, expected a letter of its own',
    ),
}


@pytest.mark.parametrize(("text", "saying"), BAD.values(), ids=BAD)
def test_a_slip_is_one_clear_mistake(text: str, saying: str) -> None:
    """Whatever is wrong with a map is told in one line with its place and what would be right."""
    said = mistakes(text)
    assert saying in said[0]
    assert len(said) == 1


def test_a_newer_format_is_another_error() -> None:
    """Nothing needs mending in a file of a newer format, whatever else it holds."""
    with pytest.raises(UnsupportedVersion, match=r"format: found 2, expected 1; written by a newer Sandtable\?"):
        parse_map("format = 2\nmoons = 3\n")


def test_all_mistakes_are_told_at_once() -> None:
    """One for every part, in the order of the lines; a part whose form is wrong hides no other."""
    text = f"""{HEAD}rows = '''
....
..q.
...
'''
heights = '''
....
..Z.
....
'''
colour = "red"
{HEX}
[edges]
wal = ["A1/s"]
wall = ["A1/e", 7]
[features]
trench = ["Q9"]
[ways]
road = [["A1"]]
[places]
x = "Z1"
[[shape]]
circle = [1, 1, 1]
terrain = "wods"
"""
    wheres = [line.split(": ")[1] for line in mistakes(text)]
    assert wheres == [
        *("rows, row 2", "rows, row 3", "heights, row 2", "colour", "edges.wal", "edges.wall[1]", "edges.wall[0]"),
        *("features.trench[0]", "ways.road[0]", "places.x", "shape[0].terrain"),
    ]


LEANING = {
    "a list of edges": (f'{MAP}[edges]\nwall = 3\n[places]\nx = "Z1"\n', ["edges.wall", "places.x"]),
    "the unit": (f'{MAP}unit = "metres"\n[edges]\nwal = ["A1/s"]\n', ["grid.unit", "edges.wal"]),
    "the measure": (
        f"{MAP}cell = 0\n[[shape]]\ncircle = [9, 9, 1]\nterrain = 'wods'\n",
        ["grid.cell", "shape[0].terrain"],
    ),
    "the grid": (HEAD + ROWS + "[edges]\nwal = ['A1/q']\n[places]\nx = 'Z1'\n", ["grid", "edges.wal", "places.x"]),
    "the size": (f"{HEAD}size = [5.5, 1, 3]\nfill = 'opn'\n{HEX}", ["size", "fill"]),
    "a figure of an own kind": (
        f"{MAP}[terrain.fen.move]\nfoot = 'x9'\nfoots = 1\n",
        ["terrain.fen.move.foot", "terrain.fen.move.foots"],
    ),
    "a letter": (
        drawn("f.") + "[terrain.fen]\nletter = 'ff'\nlike = 'mrsh'\n",
        ["terrain.fen.letter", "terrain.fen.like"],
    ),
    "a shape": (
        f"{MAP}[[shape]]\nbox = 3\nterrain = 'wods'\n[[shape]]\nbox = 'Z9'\nterrain = 'open'\n[places]\nx = 'C3'\n",
        ["shape[0].box", "shape[0].terrain", "shape[1].box"],
    ),
    "an item of a list": (
        f"{MAP}[ways]\nroad = [['A1', 3, 'Z9'], 4]\n",
        ["ways.road[0][1]", "ways.road[1]", "ways.road[0][2]"],
    ),
}


@pytest.mark.parametrize(("text", "wheres"), LEANING.values(), ids=LEANING)
def test_only_what_leans_on_a_spoilt_value_is_passed_over(text: str, wheres: list[str]) -> None:
    """A spoilt value hides no mistake elsewhere, and makes nothing sound look wrong."""
    assert [line.split(": ")[1] for line in mistakes(text)] == wheres


def test_a_key_below_a_table_is_told_where_it_belongs() -> None:
    """A title below [areas] is no missing title and no bad area; a place called "rows" may name cells."""
    said = mistakes(MAP.replace('title = "x"\n', "") + '[areas]\ntitle = "Hill 204"\n')
    assert said == [
        "bad.toml:11: areas.title: found title below [areas], expected title with the plain keys; "
        "move it above the first [table]"
    ]
    assert "rows" in parse_map(f'{MAP}[places]\nrows = "A1:B1"\n').places


# -- the same side again -------------------------------------------------------------------------------------


def test_a_side_may_be_named_once() -> None:
    """Under whichever of its two names; without end it is one slip, and of many the first are told."""
    assert mistakes(f'{MAP}[edges]\nwall = ["A1/s",\n"A2/n"]\n') == [
        'bad.toml:13: edges.wall[1]: found "A2/n" (the same side as "A1/s") named twice, expected each side once'
    ]
    (said,) = mistakes(MAP + "[edges]\nwall = [" + '"A1/s", ' * 5_000 + "]\n")
    assert 'edges.wall[1]: found "A1/s" named twice, the first of 4,999, expected each side once' in said
    sides = ", ".join(f'"{cell}/{side}"' for cell in ("A1", "D1", "A3", "C1") for side in ("n", "s", "ne"))
    *first, last = mistakes(f"{EDGES}wall = [{sides}, {sides}]\n")
    assert len(first) == 10
    assert "found 2 sides more that are named twice" in last


# -- files ---------------------------------------------------------------------------------------------------


def test_windows_lines_and_files_that_are_none(tmp_path: Path) -> None:
    """With its mark and line ends it is the same map; a wrong encoding is named with its place."""
    file = tmp_path / "bad.toml"
    file.write_bytes(b"\xef\xbb\xbf" + MAP.replace("\n", "\r\n").encode())
    assert load_map(file).digest == parse_map(MAP).digest
    file.write_bytes(MAP.replace('"x"', '"René"').encode("latin-1"))
    with pytest.raises(FileMistakes, match=r"bad\.toml:2: byte 13: found 0xe9, expected UTF-8 text"):
        load_map(file)
    with pytest.raises(FileNotFoundError):
        load_map(tmp_path / "nowhere.toml")


# -- hostile files -------------------------------------------------------------------------------------------

BOARD = f'{HEAD}rows = """\n' + ("." * 512 + "\n") * 512 + f'"""\n{HEX}'
POINTS = ",".join(f"[{n * 0.05:.2f},{n % 2 * 500}]" for n in range(9_000))
ODD_POINTS = ",".join(f"[{n * 0.05 + 0.0137:.4f},{n % 2 * 500}]" for n in range(9_000))

HOSTILE: dict[str, Callable[[], str]] = {
    "a large file": lambda: HEAD + "# " + "x" * (3 << 20),
    "a text of escapes": lambda: HEAD + 'notes = "' + "\\n" * 1_000_000 + f'"\n{HEX}',
    "5000 by 400": lambda: drawn(("." * 5000 + "\n") * 400),
    "5000 by 5000": lambda: drawn(("." * 5000 + "\n") * 5000),
    "letters without end": lambda: drawn(
        "\n".join("".join(chr(0x4E00 + (r * c) % 20_000) for c in range(512)) for r in range(512))
    ),
    "ragged without end": lambda: drawn("\n".join("." * (n % 400 + 1) for n in range(512))),
    "many unknown edges": lambda: BOARD + "[edges]\n" + "".join(f'k{n} = ["A1/n"]\n' for n in range(20_000)),
    "many bad sides": lambda: BOARD + "[edges]\nwall = [" + '"A1/q",' * 50_000 + "]",
    "the whole board as a place, often": lambda: (
        BOARD + "[places]\n" + "".join(f'p{n} = "A1:SR512"\n' for n in range(19_000))
    ),
    "the whole board as a feature, often": lambda: BOARD + "[features]\nwire = [" + '"A1:SR512",' * 19_000 + "]",
    "long ways": lambda: (
        BOARD + "[ways]\nroad = [" + ",".join(f'["A1","SR{n % 500 + 1}"]' for n in range(14_000)) + "]"
    ),
    "many full circles": lambda: BOARD + '[[shape]]\ncircle=[256,256,600]\nterrain="open"\nedge="wall"\n' * 3_000,
    "many full polygons": lambda: BOARD + '[[shape]]\npolygon=[[-9,-9],[900,-9],[900,900]]\nfeature="wire"\n' * 2_000,
    "a comb": lambda: f'{BOARD}[[shape]]\npolygon=[{POINTS},[460,501],[0,501]]\nterrain="open"\nedge="wall"\n',
    "many long boxes": lambda: (
        BOARD + "".join(f'[[shape]]\nbox="A{n % 512 + 1}:SR{n % 512 + 1}"\nedge="wall"\n' for n in range(6_000))
    ),
    "a zigzag wall": lambda: BOARD + f'[[shape]]\nline=[{ODD_POINTS}]\nedge="wall"\n',
    "a zigzag way": lambda: BOARD + f'[[shape]]\nline=[{ODD_POINTS}]\nway="road"\n',
    "many empty shapes": lambda: BOARD + "[[shape]]\n" * 18_000,
    "many own kinds": lambda: BOARD + "".join(f'[terrain.k{n}]\nlike = "opem"\n' for n in range(9_000)),
    "many legends": lambda: BOARD + "[legend]\n" + "".join(f'"{chr(0x4E00 + n)}" = "opem"\n' for n in range(20_000)),
}


LIKE_ANOTHER = ("the whole board as a feature, often", "many full polygons", "a zigzag way")
"""Refused by the same bounds as a place, circles and a zigzag wall; left to the long run."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in LIKE_ANOTHER else []) for name in HOSTILE]
)
def test_a_hostile_file_is_refused_in_time(name: str) -> None:
    """Two seconds of work and 256 MiB are enough to refuse any; a busy machine is given twice the time."""
    text = HOSTILE[name]()
    memory, start = peak_memory(), time.process_time()
    with pytest.raises(FileMistakes):
        parse_map(text, "bad.toml")
    assert time.process_time() - start < 4
    assert peak_memory() - memory < 256


def test_the_largest_map_loads_in_time() -> None:
    """512 by 512 cells are allowed, and loaded within two seconds of work; a busy machine is given twice that."""
    start = time.process_time()
    battle_map = parse_map(BOARD)
    assert (battle_map.width, battle_map.height) == (512, 512)
    assert time.process_time() - start < 4
