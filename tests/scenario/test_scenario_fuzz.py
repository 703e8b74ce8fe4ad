"""Whatever is done to a scenario file, loading it ends in a scenario or in mistakes that can be printed."""

import os
import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.files import FileMistakes, decoded
from sim.scenario.scenario import Scenario, parse_scenario
from tests.scenario.marker import FORD, VALID

pytestmark = pytest.mark.usefixtures("marker_systems")

LINES = tuple(VALID.splitlines())
FRAGMENTS = (
    *LINES,
    *("[sides]", "[sides.green]", "[[sides.red.units]]", "[[sides.red.reinforcements]]", "[[objectives]]", "[marker]"),
    *("[[sides.red.reinforcements.units]]", "[[limits]]", "[[sides]]", "[objectives]", "[[victory]]", "sides = []"),
    *("units = 3", "units = [1]", "units = [{}]", "units = [[]]", "reinforcements = {}", "reinforcements = [3]"),
    *("at = 3", 'at = ""', 'at = "C3"', 'at = "Z99"', 'at = "ZZZ9999"', 'at = "\\u0000"', "turn = -1", "turn = 999"),
    *(
        "count = 0",
        "count = 50",
        "count = true",
        "count = 1.5",
        "id = []",
        'id = "a\\n"',
        'id = "marker-1"',
        'facing = ""',
    ),
    *("format = 2", 'system = "bare"', 'system = ""', 'map = ""', 'map = "../x.toml"', 'map = "\\ud800"', "map = []"),
    *(
        "holder = 1",
        'holder = "green"',
        "points = 1e9",
        "points = 9223372036854775808",
        "x = 1979-05-27",
        "colour = []",
    ),
    *('"', '"""', "'''", "[", "]", "{", "}", "=", "\x00", "\x1b", "\ufeff", "é", "nan", "= inf"),
)


def outcome(data: bytes) -> Scenario | FileMistakes:
    """Load bytes; anything else than these two fails the test."""
    try:
        return parse_scenario(decoded(data, "x.toml"), "x.toml", map_text=FORD)
    except FileMistakes as mistakes:
        assert all(str(mistake).isprintable() for mistake in mistakes.mistakes)
        return mistakes


def mangled(random: Random) -> bytes:
    """Return the file with some lines dropped, doubled, moved or replaced, and perhaps some bytes."""
    lines = list(LINES)
    for _ in range(random.randint(1, 5)):
        place = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                del lines[place : place + random.randint(1, 6)]
            case 1:
                lines.insert(random.randrange(len(lines)), lines[place])
            case 2:
                lines[place] = random.choice(FRAGMENTS)
            case 3:
                lines.insert(place, random.choice(FRAGMENTS))
            case 4:
                other = random.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
        lines = lines or list(LINES)
    data = bytearray("\n".join(lines).encode("utf-8", "surrogatepass"))
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


@settings(max_examples=150)
@given(st.integers(min_value=0, max_value=1 << 32))
def test_a_mangled_file_ends_in_a_scenario_or_in_mistakes(seed: int) -> None:
    """Lines dropped, doubled, moved and replaced raise nothing else."""
    outcome(mangled(Random(seed)))


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_end_in_mistakes(data: bytes) -> None:
    """Random bytes raise nothing else, and are no scenario."""
    assert isinstance(outcome(data), FileMistakes)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30))
def test_anything_that_looks_like_a_scenario_ends_in_one_or_in_mistakes(lines: list[str]) -> None:
    """Texts made of what such files are made of raise nothing else."""
    outcome("\n".join(["format = 1", 'system = "marker"', *lines]).encode())


def test_mangling_leaves_some_files_sound() -> None:
    """The search also reaches what comes after the mistakes: some mangled files are good ones."""
    kinds = {type(outcome(mangled(Random(seed)))) for seed in range(60)}
    assert Scenario in kinds and FileMistakes in kinds


@pytest.mark.long
def test_mangled_files_for_a_long_time() -> None:
    """The same for as long as `SANDTABLE_FUZZ_SECONDS` says, 600 if it says nothing; no file takes long."""
    random = Random()
    end = time.monotonic() + float(os.environ.get("SANDTABLE_FUZZ_SECONDS", "600"))
    while time.monotonic() < end:
        seed = random.getrandbits(64)
        start = time.process_time()
        try:
            outcome(mangled(Random(seed)))
        except Exception as error:
            raise AssertionError(f"mangled(Random({seed})) is not refused properly") from error
        assert time.process_time() - start < 5, f"mangled(Random({seed})) takes too long"
