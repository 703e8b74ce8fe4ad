"""Whatever is done to a map file, loading it ends in a map or in mistakes that can be printed."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.board.foreign import parse_megamek, parse_wesnoth
from sim.board.mapfile import load_map, parse_map
from sim.board.tiled import parse_tiled, tiled_text
from sim.files import decoded
from sim.resources import shipped_maps
from tests.board.test_foreign_maps import BOARD, FIELD
from tests.fuzzing import Load, Mangle, altered, is_sound, mangled_lines, search, spoilt_bytes

SAMPLES = [Path(__file__).parent / "samples" / "tiled" / name for name in ("ridge.tmj", "saloon.tmj")]
FEATURES = [file for file in shipped_maps() if file.parent.name == "features"]
FRAGMENTS = (
    *("[grid]", "[edges]", "[places]", "[areas]", "[terrain.x]", "[[shapes]]", "[features]", "[ways]", "[legend]"),
    *('kind = "hex"', 'kind = "square"', "neighbours = 4", "neighbours = 7", 'top = "pointy"', "cell = 0", "cell = -1"),
    *('rows = """', '"""', "......", "ww~~b?", "heights = 3", 'heights = """', "0123", "width = 512"),
    *('wall = ["A1/n"]', 'wall = ["A1/A2"]', 'wall = "Z9/n"', 'x = "A1"', 'x = ["A1", "A1"]', "x = []", "x = {}"),
    *("cell = nan", "cell = 1e308", "format = 2", 'terrain_set = "moon"', "points = [[0, 0], [1, 1]]", "letter = '.'"),
    *('terrain_set = "town"', 'rows = "..."', 'rows = ".w_"', 'heights = "0 9 -1"', "size = [3, 3]", 'fill = "open"'),
    *("[[shape]]", "circle = [1, 1, 1]", 'box = "A1:B2"', "line = [[0, 0], [3, 1]]", 'edge = "wall"', "raise = 500"),
    *('way = "road"', 'road = [["A1", "C3"]]', 'q = "void"', 'like = "open"', "polygon = [[0,0],[1,0],[0,1]]"),
    *("height = 100000", '"', "'", "[", "]", "{", "}", "=", "\x00", "\x1b", "\ufeff", "é", "= inf"),
)


@cache
def lines_of(number: int) -> tuple[str, ...]:
    """Return the lines of one of the small maps."""
    return tuple(FEATURES[number].read_text(encoding="utf-8").splitlines())


def mangled_map(random: Random) -> bytes:
    """Return one of the small maps with some lines dropped, doubled, moved or replaced, or one of such lines alone."""
    if random.random() < 0.3:
        made = random.choices(FRAGMENTS, k=random.randint(0, 14))
        return "\n".join(["format = 1", 'title = "x"', *made]).encode()
    lines = mangled_lines(lines_of(random.randrange(len(FEATURES))), FRAGMENTS, random)
    return spoilt_bytes("\n".join(lines) or " ", random)


@cache
def tiled_of(number: int) -> str:
    """Return one of the small maps as Tiled would write it, or one that it has written."""
    return SAMPLES[number].read_text(encoding="utf-8") if number < 2 else tiled_text(load_map(FEATURES[number - 2]))


def mangled_tiled(random: Random) -> bytes:
    """Return a Tiled map in which some values are others."""
    data = json.loads(tiled_of(random.randrange(len(FEATURES) + 2)))
    for _ in range(random.randint(1, 4)):
        data = altered(data, random)
    return spoilt_bytes(json.dumps(data), random)


MARKS = (
    *(
        "",
        "size 3 3",
        "size 0 9",
        "size 999999 999999",
        "end",
        'hex 0101 0 "" ""',
        'hex 0909 -99 "woods:9;x" ""',
        'hex "',
    ),
    *(
        "Gg, Gg",
        "Gg^Vh",
        "1 Ke",
        "99 Ke, 99 Ke",
        "^",
        ",,,",
        "border_size=9",
        "usage=mask",
        "é",
        "\x00",
        "\ufeff",
        "_off^_usr",
    ),
    *(
        "<a>",
        "</a>",
        "<map>",
        "</map>",
        '<tile gid="4294967295"/>',
        '<data encoding="base64">AAAA</data>',
        "&a;",
        "&#0;",
    ),
    *(
        '<data encoding="csv">1,2</data>',
        '<object id="1" x="nan" y="1e999"/>',
        '<layer name="terrain"/>',
        "<!DOCTYPE m>",
    ),
)


def mangled_text(text: str) -> Mangle:
    """Return what spoils the map of another program, line by line and piece by piece."""

    def mangled(random: Random) -> bytes:
        lines = mangled_lines(text.splitlines(), MARKS, random) if random.random() < 0.7 else text.splitlines()
        for _ in range(random.randrange(3)):
            place = random.randrange(len(lines))
            words = re.split(r'([ ,;:"=<>^])', lines[place])
            words[random.randrange(len(words))] = random.choice((*MARKS, "-1", "0", "1e9", "99999999999", "x"))
            lines[place] = "".join(words)
        return spoilt_bytes("\n".join(lines) or " ", random)

    return mangled


KINDS: dict[str, tuple[Mangle, Load]] = {
    "map": (mangled_map, lambda data: parse_map(decoded(data, "x.toml"), "x.toml")),
    "tiled": (mangled_tiled, lambda data: parse_tiled(decoded(data, "x.tmj"), "x.tmj")),
    "tiled xml": (
        mangled_text(SAMPLES[0].with_suffix(".tmx").read_text(encoding="utf-8")),
        lambda data: parse_tiled(decoded(data, "x.tmx"), "x.tmx"),
    ),
    "megamek": (mangled_text(BOARD), lambda data: parse_megamek(decoded(data, "x.board"), "x.board")),
    "wesnoth": (mangled_text(FIELD), lambda data: parse_wesnoth(decoded(data, "x.map"), "x.map")),
}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=80)
@given(seed=st.integers(min_value=0, max_value=1 << 32))
def test_a_mangled_map_ends_in_a_map_or_in_mistakes(kind: str, seed: int) -> None:
    """Lines dropped, doubled, moved and replaced raise nothing else."""
    mangle, load_it = KINDS[kind]
    is_sound(load_it, mangle(Random(seed)))


@pytest.mark.parametrize("kind", KINDS)
def test_mangling_leaves_some_maps_sound(kind: str) -> None:
    """The search also reaches what comes after the mistakes: some mangled maps are good ones."""
    mangle, load_it = KINDS[kind]
    assert {is_sound(load_it, mangle(Random(seed))) for seed in range(120)} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_mangled_maps_for_a_long_time(kind: str) -> None:
    """The same for as long as `SANDTABLE_FUZZ_SECONDS` says."""
    search(*KINDS[kind])
