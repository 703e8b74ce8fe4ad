"""Boards of MegaMek and maps of Wesnoth: what becomes of what, what is left out and said, and what is refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.board.any_map import load_any_map
from sim.board.battlemap import BattleMap
from sim.board.foreign import parse_megamek, parse_wesnoth
from sim.board.mapfile import map_text, parse_map
from sim.board.terrain import VOID
from sim.files import FileMistakes

CHECKOUT = Path(__file__).parent.parent.parent

BOARD = """\
# drawn for this test
size 3 3
option exit_roads_to_pavement false
tag "ours"
hex 0101 1 "woods:1;foliage_elev:2" "grass"
hex 0201 0 "road:1:8" ""
hex 0301 -2 "water:2" ""
hex 0102 0 "building:1:0;bldg_cf:15;bldg_elev:1" ""
hex 0202 0 "road:1" ""
hex 0302 0 "road:2:16;woods:3" ""
hex 0103 3 "cliff_top:1:3;fortified:1" ""
hex 0203 0 "swamp:1;water:0" ""
hex 0303 0 "jungle:2;rubble:1" ""
end
whatever comes behind the end
"""

WOODS = "Gg, Gg, Gg, Gg, Gg, Gg"
FIELD = f"""\
border_size=1
usage=map

{WOODS}
Gg, 1 Ke, Re, Re, Hh^Fp, Gg
Gg, Gs^Fds, Re, Ww^Bw/, Mm, Gg
Gg, Gg^Vh, 2 Xu, Gg^Gvs, Dd^Es, Gg
{WOODS}
"""


def said(field: BattleMap, name: str) -> str:
    """Return the ground of a hex."""
    return field.terrain[field.cells.index(field.grid.cell(name))]


def links(field: BattleMap) -> dict[str, str]:
    """Return the ways by the names of their ends, in order."""
    name = field.grid.name
    return {"-".join(sorted(map(name, link))): kind for link, kind in field.ways.items()}


# -- MegaMek --------------------------------------------------------------------------------------------------------


def test_a_board_of_megamek() -> None:
    """Levels, woods, buildings, water; hexes come row by row, and what their coordinates say does not count."""
    field = parse_megamek(BOARD.replace("hex 0101", "hex 9999"), "old_mill.board")
    assert (field.title, field.width, field.height) == ("old mill", 3, 3)
    assert (field.scale.per_cell, field.scale.unit, field.terrain_set.id) == (30, "metre", "battlefield")
    ground = ["light_woods", "open", "water", "wood_building", "open", "heavy_woods", "open", "marsh", "heavy_woods"]
    assert list(field.terrain) == ground
    assert list(field.heights) == [1, 0, -2, 0, 0, 0, 3, 0, 0]
    assert field.features == {field.cell("A3"): ("hasty_works",)}
    cliffs = {field.grid.edge(field.cell("A3"), side) for side in ("n", "ne")}
    assert {edge for edge, kind in field.edges.items() if kind == "cliff"} == cliffs


def test_roads_of_megamek_go_by_their_exits() -> None:
    """The road in B1 leads south alone; that in B2 says nothing, and leads to every road. Dirt is a trail."""
    assert links(parse_megamek(BOARD)) == {"B1-B2": "road", "B2-C2": "trail"}
    # The exit to the south-east leads to C2 because the second column is the lower one.
    assert links(parse_megamek(BOARD.replace("road:1:8", "road:1:4")))["B1-C2"] == "trail"


def test_what_has_no_counterpart_is_said() -> None:
    """Each thing once, how often and where first; what is covered by something else is one of them."""
    notes = parse_megamek(BOARD).notes.splitlines()
    assert notes[0] == "Read from a MegaMek board."
    left = ["foliage_elev, in A1", "bldg_cf, in A2", "bldg_elev, in A2", "water of depth 0, in B3"]
    assert notes[1:] == [f"Left out: {thing}." for thing in [*left, "rubble where other ground lies, in C3"]]
    twice = parse_megamek('size 2 1\nhex 0101 0 "fluff:1" ""\nhex 0201 0 "fluff:2" ""').notes
    assert twice.splitlines()[1] == "Left out: fluff, in 2 hexes, first in A1."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected the size of the board"),
        ("hex 0101 0", 'found "hex 0101 0", expected the size of the board'),
        ("size 0 5", "at most 512 each way"),
        ("size 513 5", "at most 512 each way"),
        ("size 99999999999 5", "at most 512 each way"),
        ("size 2 1\nhex 0101 0", "found 1 line of a hex, expected 2 of them, for 2 by 1 hexes"),
        ("size 1 1\nhex 0101 0\nhex 0102 0", "x.board:3: found one hex more, expected 1 by 1 of them"),
        ("size 1 1\nhex 0101 deep", 'x.board:2: found "deep", expected the level of the hex, from -99 to 999'),
        ("size 1 1\nhex 0101 1000", 'found "1000", expected the level'),
        (
            'size 1 1\nhex 0101 0 "woods:many"',
            'x.board:2: found "woods:many", expected a word with its level and exits',
        ),
        ('size 1 1\nhex 0101 0 "road:1:2:3"', 'found "road:1:2:3", expected a word'),
    ],
)
def test_a_broken_board_is_told(text: str, told: str) -> None:
    """In one line, with what would be right."""
    with pytest.raises(FileMistakes) as raised:
        parse_megamek(text, "x.board")
    assert told in str(raised.value)


# -- Wesnoth --------------------------------------------------------------------------------------------------------


def test_a_map_of_wesnoth() -> None:
    """The border is no part of the map; hills and mountains are levels; walls are holes; starts and villages stay."""
    field = parse_wesnoth(FIELD, "the_ford.map")
    assert (field.title, field.width, field.height) == ("the ford", 4, 3)
    grounds = ["stone_building", "open", "open", "heavy_woods", "light_woods", "open", "water", "rubble"]
    assert list(field.terrain) == [*grounds, "wood_building", VOID, "grain", "open"]
    assert list(field.heights) == [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0]
    name = field.grid.name
    assert {place: [name(cell) for cell in cells] for place, cells in field.places.items()} == {"start 1": ["A1"]}
    assert [name(cell) for cell in field.areas["villages"]] == ["A3"]
    assert field.notes.splitlines()[1:] == ["Left out: ^Es, in D3."]


def test_roads_of_wesnoth_are_joined_once_around() -> None:
    """Three hexes of dirt that all touch are joined by two trails; a bridge leads the way that it is drawn."""
    field = parse_wesnoth(FIELD)
    assert links(field) == {"B1-C1": "trail", "B1-B2": "trail", "B2-C2": "trail", "C2-D1": "road"}
    cobbles = parse_wesnoth("\n".join(["Gg" + ", Rr" * 4 + ", Gg"] * 5))
    joined = {cell: {edge.other(cell) for edge in cobbles.ways if cell in edge} for cell in cobbles.cells}
    assert all(joined.values())
    assert not any(joined[one] & joined[other] for one, other in cobbles.ways)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected rows of terrain codes"),
        ("border_size=1\n", "expected rows of terrain codes"),
        ("Gg, Gg\nGg, Gg", "found 2 by 2 hexes, expected 3 to 514 each way"),
        ("Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg", "x.map:2: found a row of 2, expected 3 codes"),
        ("Gg, Gg, Gg\nGg, g!, Gg\nGg, Gg, Gg", 'x.map:2: found "g!", expected a terrain code'),
        ("Gg, Gg, Gg\nGg, , Gg\nGg, Gg, Gg", 'found "", expected a terrain code'),
        ("Gg, Gg, Gg\nGg, Xu, Gg\nGg, Gg, Gg", "found walls and void alone"),
    ],
)
def test_a_broken_map_of_wesnoth_is_told(text: str, told: str) -> None:
    """In one line, with what would be right."""
    with pytest.raises(FileMistakes) as raised:
        parse_wesnoth(text, "x.map")
    assert told in str(raised.value)


# -- both -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [("a.board", BOARD), ("a.map", FIELD)])
def test_it_becomes_a_map_file_of_the_same_ground(tmp_path: Path, name: str, text: str) -> None:
    """What a scenario carries along in records and saves is that text."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    field = load_any_map(tmp_path / name)
    assert parse_map(map_text(field)).digest == field.digest


HOSTILE = """
import base64, gzip, random, struct, time, zlib
try:
    from compression import zstd
except ImportError:
    from backports import zstd
from tests.memory import peak_memory
from sim.board.foreign import parse_megamek, parse_wesnoth
from sim.board.tiled import parse_tiled
from sim.files import FileMistakes

most, cells = range(514), 512 * 512
head = ('<map orientation="hexagonal" staggeraxis="x" staggerindex="odd" hexsidelength="28" tilewidth="56" '
        'tileheight="48" width="512" height="512"><properties><property name="terrain_set" value="battlefield"/>'
        '</properties><tileset firstgid="1" name="t" tilecount="1"><tile id="0" type="open"/></tileset>')

def layer(data, how):
    return f'{head}<layer name="terrain"><data encoding="base64" {how}>{data}</data></layer></map>'

def packed(data, compress=zlib.compress):
    return base64.b64encode(compress(data)).decode()

lines = [f'hex 0101 0 "fluff{n % 5000}:1;road:1:63" ""' for n in range(cells)]
cases = {
    "laughs": ('x.tmx', '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><map>&b;</map>'),
    "outside": ('x.tmx', '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/hostname">]><map>&a;</map>'),
    "deep": ('x.tmx', "<map>" * 100_000),
    "elements": ('x.tmx', "<map>" + "<a/>" * 1_400_000 + "</map>"),
    "attributes": ('x.tmx', "<map " + " ".join(f'a{n}=""' for n in range(500_000)) + "/>"),
    "bomb": ('x.tmx', layer(packed(bytes(400_000_000)), 'compression="zlib"')),
    "gzip": ('x.tmx', layer(packed(bytes(50_000_000), gzip.compress), 'compression="gzip"')),
    "zstd": ('x.tmx', layer(packed(bytes(50_000_000), zstd.compress), 'compression="zstd"')),
    "largest": ('x.tmx', layer(packed(struct.pack("<I", 1) * cells), 'compression="zlib"')),
    "tilesets": ('x.tmx', head + '<tileset firstgid="9" source="../../t.tsx"/></map>'),
    "board": ('x.board', "size 512 512\\n" + "\\n".join(lines)),
    "words": ('x.board', 'size 1 1\\nhex 0101 0 "' + ";".join(f"w{n}:1" for n in range(900_000)) + '" ""'),
    "codes": ('x.map', "\\n".join(",".join(f"G{chr(97 + n % 26)}^F{chr(97 + m % 26)}" for n in most) for m in most)),
    "wrong codes": ('x.map', "\\n".join(",".join(f"g{n}!{m}" for n in most) for m in most)),
}
readers = {"tmx": parse_tiled, "board": parse_megamek, "map": parse_wesnoth}
for name, (file, text) in cases.items():
    start = time.process_time()
    try:
        readers[file.partition(".")[2]](text, file)
        end = "read"
    except FileMistakes as mistakes:
        end = str(mistakes.mistakes[0])
    print(name, "|", time.process_time() - start, "|", end)
print("memory", "|", peak_memory())
"""


@pytest.mark.skipif(os.name == "nt", reason="memory cannot be measured this way on Windows")
def test_hostile_files_of_other_programs_end_soon_and_small() -> None:
    """Two seconds and 256 MiB are enough for any; a busy machine is given twice the time."""
    answer = subprocess.run([sys.executable, "-c", HOSTILE], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    *cases, memory = [line.split(" | ") for line in answer.stdout.splitlines()]
    assert [name for name, seconds, _ in cases if float(seconds) > 4] == []
    assert float(memory[1]) < 256
    ends = {name: end for name, _, end in cases}
    assert "found a document type" in ends["laughs"] and "found a document type" in ends["outside"]
    assert "levels of nesting" in ends["deep"] and "elements and attributes" in ends["elements"]
    for bomb in ("bomb", "gzip", "zstd"):
        assert "more than 1048576 bytes of tiles" in ends[bomb]
    assert 'expected a file name without ".."' in ends["tilesets"] or "embedded" in ends["tilesets"]
    assert [ends[name] for name in ("largest", "codes")] == ["read"] * 2
    assert "more than 60000 times" in ends["board"]
