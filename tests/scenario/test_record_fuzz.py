"""Whatever is done to a record, a save or a position, loading it ends in one or in mistakes that can be printed."""

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
from tests.fuzzing import is_sound, search, spoilt_bytes
from tests.scenario.battles import played, text_of

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 10**6, 10**30, 1.5, "", "A1", "Z99", "@A1", "@", "@Z99", "ames"),
    *("D6", "D0", "D9999", "\x1b[31m", "\ud800", "1/0", "Stepped", "record", "position", "solo", "human"),
    *([], {}, [[]], [None], {"": 0}, {"event": "Stepped"}, {"note": "Tried"}, {"intent": "Done"}),
    *([1, 2, 3], ["A1", "B2"], {"note": "Selection", "candidates": 3}),
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


def altered(data: Any, random: Random) -> Any:
    """Return JSON data with one value, somewhere inside, dropped or replaced."""
    if isinstance(data, dict) and data and random.random() < 0.9:
        key = random.choice(sorted(data))
        match random.randrange(8):
            case 0:
                return {other: value for other, value in data.items() if other != key}
            case 1:
                return {**data, random.choice(("x", key + "s", "")): data[key]}
            case _:
                return {**data, key: altered(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.9:
        place = random.randrange(len(data))
        match random.randrange(8):
            case 0:
                return data[:place] + data[place + 1 :]
            case 1:
                return [*data, data[place]]
            case _:
                return [*data[:place], altered(data[place], random), *data[place + 1 :]]
    return random.choice(VALUES)


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


def load_record(data: bytes) -> object:
    """Load bytes as a record."""
    return parse_record(decoded(data, "x.jsonl"), "x.jsonl")


def load_position(data: bytes) -> object:
    """Load bytes as a position."""
    return opened(parse_json(decoded(data, "x.json"), "x.json", POSITION_LIMITS), "position")


KINDS = {"record": (mangled_record, load_record), "position": (mangled_position, load_position)}


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
