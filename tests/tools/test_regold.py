from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.loading import TOOLS, load

setup_env, regold = load("setup_env"), load("regold")


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A golden file in a checkout of its own."""
    monkeypatch.setattr(setup_env, "CHECKOUT", tmp_path)
    file = tmp_path / "ford.txt"
    file.write_text("1. ames goes to B2\n2. ames stays\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "now", "shown"),
    [
        ("ford.txt", "1. ames goes to B3\n2. ames stays\n", ["-1. ames goes to B2\n", "+1. ames goes to B3\n"]),
        ("new.txt", "1. x\n", ["+1. x\n"]),
    ],
)
def test_a_difference_shows_the_lines_that_changed(golden: Path, name: str, now: str, shown: list[str]) -> None:
    """Old and new line stand below each other, what stayed is left out or around; a new battle is all difference."""
    change = regold.difference(golden.with_name(name), now)
    assert change is not None
    assert [line for line in shown if line not in change[2]] == []
    assert regold.difference(golden, golden.read_text(encoding="utf-8")) is None


def test_what_has_not_changed_is_said_and_not_touched(capsys: pytest.CaptureFixture[str]) -> None:
    """Of one battle; a slip in a name compares nothing, and is not taken for all being well."""
    assert regold.compare(write=False, names=["ford"]) == 0
    assert capsys.readouterr().out == "all golden battles are as they were\n"
    assert regold.compare(write=True, names=["ford", "fjord"]) == 2
    assert capsys.readouterr().out == "no scenario is called fjord\n"


@pytest.mark.long
def test_the_command_says_that_nothing_has_changed() -> None:
    """Run on this checkout, it finds every battle as it was and changes nothing.

    The golden battles themselves are compared every day, one by one, in `tests/contract`.
    """
    answer = subprocess.run([sys.executable, TOOLS / "regold.py"], capture_output=True, text=True)
    assert (answer.returncode, answer.stdout) == (0, "all golden battles are as they were\n"), answer.stdout[-2000:]
