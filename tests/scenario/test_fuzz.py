"""Whatever is done to a scenario, a record, a save or a position, loading it ends in one or in mistakes."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.files import decoded, parse_json
from sim.scenario.envelope import opened, sealed
from sim.scenario.positions import POSITION_LIMITS, position_at
from sim.scenario.records import parse_record
from sim.scenario.scenario import parse_scenario
from tests.fuzzing import Load, Mangle, altered, is_sound, mangled_lines, search, spoilt_bytes
from tests.scenario.battles import played, text_of
from tests.scenario.marker import FORD, VALID

pytestmark = pytest.mark.usefixtures("marker_systems")

LINES = tuple(VALID.splitlines())
FRAGMENTS = (
    *LINES,
    *("[sides]", "[sides.green]", "[[sides.red.units]]", "[[sides.red.reinforcements]]", "[[objectives]]", "[marker]"),
    *("[[sides.red.reinforcements.units]]", "[[limits]]", "[[sides]]", "[objectives]", "[[victory]]", "sides = []"),
    *("units = 3", "units = [1]", "units = [{}]", "units = [[]]", "reinforcements = {}", "reinforcements = [3]"),
    *("at = 3", 'at = ""', 'at = "C3"', 'at = "Z99"', 'at = "ZZZ9999"', 'at = "\\u0000"', "turn = -1", "turn = 999"),
    *("count = 0", "count = 50", "count = true", "count = 1.5", "id = []", 'id = "a\\n"', 'id = "marker-1"'),
    *("format = 2", 'system = "bare"', 'system = ""', 'map = ""', 'map = "../x.toml"', 'map = "\\ud800"', "map = []"),
    *('facing = ""', "holder = 1", 'holder = "green"', "points = 1e9", "points = 9223372036854775808", "colour = []"),
    "x = 1979-05-27",
    *('"', '"""', "'''", "[", "]", "{", "}", "=", "\x00", "\x1b", "\ufeff", "é", "nan", "= inf"),
)


@cache
def record_lines() -> tuple[str, ...]:
    """Return the lines of a short record."""
    return tuple(text_of(played()).splitlines()[:60])


@cache
def position_data() -> dict[str, Any]:
    """Return what is in a position file."""
    record = parse_record(text_of(played()), "x")
    contents = position_at(record, 20)
    return sealed("position", record.scenario, record.header.scribe, contents)


def mangled_record(random: Random) -> bytes:
    """Return a record with lines dropped, doubled, moved and altered."""
    lines = list(record_lines())
    for _ in range(random.randint(1, 3)):
        place = random.randrange(1, len(lines))
        match random.randrange(6):
            case 0:
                del lines[place]
            case 1:
                lines.insert(random.randrange(len(lines)), lines[place])
            case 2:
                lines[0] = json.dumps(altered(json.loads(lines[0]), random))
            case _:
                lines[place] = json.dumps(altered(json.loads(lines[place]), random))
    return spoilt_bytes("\n".join([*lines, ""]), random)


def mangled_position(random: Random) -> bytes:
    """Return a position with values dropped and altered."""
    data: Any = dict(position_data())
    for _ in range(random.randint(1, 3)):
        if isinstance(data, dict) and "state" in data and random.random() < 0.8:
            data["state"] = altered(data["state"], random)
        else:
            data = altered(data, random)
    return spoilt_bytes(json.dumps(data), random)


def mangled_scenario(random: Random) -> bytes:
    """Return a scenario with some lines dropped, doubled, moved or replaced, or one that is made of such lines."""
    if random.random() < 0.3:
        made = random.choices(FRAGMENTS, k=random.randint(0, 30))
        return "\n".join(["format = 1", 'system = "marker"', *made]).encode("utf-8", "surrogatepass")
    return spoilt_bytes("\n".join(mangled_lines(LINES, FRAGMENTS, random)), random)


KINDS: dict[str, tuple[Mangle, Load]] = {
    "scenario": (mangled_scenario, lambda data: parse_scenario(decoded(data, "x.toml"), "x.toml", map_text=FORD)),
    "record": (mangled_record, lambda data: parse_record(decoded(data, "x.jsonl"), "x.jsonl")),
    "position": (
        mangled_position,
        lambda data: opened(parse_json(decoded(data, "x.json"), "x.json", POSITION_LIMITS), "position"),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=150)
@given(seed=st.integers(min_value=0, max_value=1 << 32))
def test_a_mangled_file_ends_in_a_battle_or_in_mistakes(kind: str, seed: int) -> None:
    """Values dropped and replaced, lines moved and bytes changed raise nothing else."""
    mangle, load = KINDS[kind]
    is_sound(load, mangle(Random(seed)))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60)
@given(data=st.binary(max_size=300))
def test_any_bytes_end_in_mistakes(kind: str, data: bytes) -> None:
    """Random bytes are neither."""
    assert not is_sound(KINDS[kind][1], data)


@pytest.mark.parametrize("kind", KINDS)
def test_mangling_leaves_some_files_sound(kind: str) -> None:
    """The search also reaches what comes after the mistakes: some mangled files are good ones."""
    mangle, load = KINDS[kind]
    assert {is_sound(load, mangle(Random(seed))) for seed in range(80)} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_mangled_files_for_a_long_time(kind: str) -> None:
    """The same for as long as `SANDTABLE_FUZZ_SECONDS` says."""
    search(*KINDS[kind])
