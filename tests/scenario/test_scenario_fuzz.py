"""Whatever is done to a scenario file, loading it ends in a scenario or in mistakes that can be printed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.files import decoded
from sim.scenario.scenario import Scenario, parse_scenario
from tests.fuzzing import is_sound, mangled_lines, search, spoilt_bytes
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


def load(data: bytes) -> Scenario:
    """Load bytes as a scenario file."""
    return parse_scenario(decoded(data, "x.toml"), "x.toml", map_text=FORD)


def mangled_scenario(random: Random) -> bytes:
    """Return the file with some lines dropped, doubled, moved or replaced, and perhaps some bytes."""
    return spoilt_bytes("\n".join(mangled_lines(LINES, FRAGMENTS, random)), random)


@settings(max_examples=150)
@given(st.integers(min_value=0, max_value=1 << 32))
def test_a_mangled_file_ends_in_a_scenario_or_in_mistakes(seed: int) -> None:
    """Lines dropped, doubled, moved and replaced raise nothing else."""
    is_sound(load, mangled_scenario(Random(seed)))


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_end_in_mistakes(data: bytes) -> None:
    """Random bytes raise nothing else, and are no scenario."""
    assert not is_sound(load, data)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30))
def test_anything_that_looks_like_a_scenario_ends_in_one_or_in_mistakes(lines: list[str]) -> None:
    """Texts made of what such files are made of raise nothing else."""
    is_sound(load, "\n".join(["format = 1", 'system = "marker"', *lines]).encode())


def test_mangling_leaves_some_files_sound() -> None:
    """The search also reaches what comes after the mistakes: some mangled files are good ones."""
    assert {is_sound(load, mangled_scenario(Random(seed))) for seed in range(60)} == {True, False}


@pytest.mark.long
def test_mangled_files_for_a_long_time() -> None:
    """The same for as long as `SANDTABLE_FUZZ_SECONDS` says."""
    search(mangled_scenario, load)
