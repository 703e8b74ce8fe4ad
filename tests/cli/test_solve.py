"""`sandtable solve`: the value, the orders, and a file from which it goes on."""

from pathlib import Path

import pytest

from tests.cli.commands import Command

LANE = """format = 1
title = "A lane"
terrain_set = "battlefield"
grid = { kind = "hex", cell = 50, unit = "metre" }
rows = '''
.....
'''
"""
DUEL = """format = 1
system = "picket"
title = "The lane"
map = "lane.toml"
briefing = "Two men, one lane, one turn."
limits = { turns = 1 }
settings = { to_hit = 9 }
picket = { moods = { bold = 1 } }
objectives = [{ id = "gate", title = "The gate", at = "B1", points = 1 }]

[sides.picket]
name = "The picket"
player = "human"
units = [{ id = "ames", profile = "rifleman", at = "A1", facing = "ne" }]

[sides.raiders]
name = "The raiders"
player = "solo"
units = [{ id = "red-1", profile = "rifleman", at = "E1", facing = "nw" }]
"""


@pytest.fixture
def duel(folder: Path) -> str:
    """Put a battle into the folder that is small enough, and return its name."""
    (folder / "lane.toml").write_text(LANE, encoding="utf-8")
    (folder / "duel.toml").write_text(DUEL, encoding="utf-8")
    return "duel.toml"


def test_what_was_solved_is_kept_and_taken_up_again(sandtable: Command, duel: str, folder: Path) -> None:
    """Stopped at its limit it says so and keeps what it has; the same command goes on, past a line that was cut off."""
    stopped = sandtable("solve", duel, "--keep", "kept", "--states", "2")
    assert (stopped.code, "more than 2 states; kept keeps what is solved" in stopped.err) == (3, True), stopped
    before = (folder / "kept").read_text(encoding="ascii")
    assert before.count("\n") == 3
    (folder / "kept").write_text(before + '["cut o', encoding="ascii")
    whole = sandtable("solve", duel, "--keep", "kept")
    value, best = (line.split()[0] for line in whole.out.splitlines()[:2])
    assert (0 < float(value) < 1, float(value) >= float(best) - 1e-9) == (True, True)
    assert (folder / "kept").read_text(encoding="ascii").startswith(before)
    again = sandtable("solve", duel, "--keep", "kept")
    assert again.out == whole.out
    plan = sandtable("solve", duel, "--plan")
    assert float(plan.out.split()[0]) <= float(value) + 1e-9
    other = sandtable("solve", duel, "--keep", "kept", "--plan")
    assert (other.code, "keeps another battle" in other.err) == (3, True)
    (folder / "kept").write_text('{"a": 1}\n', encoding="ascii")
    assert "keeps another battle" in sandtable("solve", duel, "--keep", "kept").err


def test_a_side_that_is_not_there_is_told(sandtable: Command, duel: str) -> None:
    """With what was probably meant; and where nobody plays, a side has to be named."""
    assert 'did you mean "picket"' in sandtable("solve", duel, "--side", "pickett").err
    assert "--side is needed" in sandtable("solve", duel, "--players", "picket=commander").err
