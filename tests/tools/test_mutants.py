"""Mutants: rules are broken in one small place, and put together again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.loading import load

mutants = load("mutants")

MODULE = """
class Rifle:
    def hits(self, die, need):
        if not self.loaded and die >= need:
            return 1 + 0
        return die == 6 if self.lucky else False


def plain():
    return "nothing to break"
"""


def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return what is broken in the module, and how."""
    monkeypatch.setattr(mutants, "CHECKOUT", tmp_path)
    file = tmp_path / "rifle.py"
    file.write_text(MODULE, encoding="utf-8")
    return [(each.old, each.new) for each in mutants.mutants_of(file)]


def test_slips_that_a_person_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison or sign turned, a number one more, a condition met or not: one change, and valid Python."""
    assert sorted(found(tmp_path, monkeypatch)) == [
        ("0", "1"),
        ("1", "2"),
        ("1 + 0", "(1) - (0)"),
        ("6", "7"),
        ("False", "True"),
        ("die == 6", "(die) != (6)"),
        ("die == 6 if self.lucky else False", "(die == 6)"),
        ("die >= need", "(die) > (need)"),
        ("not self.loaded", "(self.loaded)"),
        ("not self.loaded and die >= need", "(not self.loaded) or (die >= need)"),
    ]
    found(tmp_path, monkeypatch)
    for mutant in mutants.mutants_of(tmp_path / "rifle.py"):
        text = mutants.broken(MODULE, mutant)
        compile(text, "rifle.py", "exec")
        changed = [(old, new) for old, new in zip(MODULE.splitlines(), text.splitlines(), strict=True) if old != new]
        assert len(changed) == 1
        assert mutant.old in changed[0][0] and mutant.new in changed[0][1]


def test_a_place_that_is_not_there_is_told() -> None:
    """The function is gone, or what stood in it."""
    gone = mutants.Mutant("rifle.py", ".Rifle.misses", "6", "7", 0)
    assert mutants.broken(MODULE, gone) is None
    assert mutants.broken(MODULE, mutants.Mutant("rifle.py", ".Rifle.hits", "6", "7", 1)) is None


def test_the_same_seed_gives_the_same_mutants() -> None:
    """Of the checkout itself, so that a run can be repeated."""
    assert mutants.sampled(5, 3, ["solo"]) == mutants.sampled(5, 3, ["solo"])
    assert mutants.sampled(5, 3, ["solo"]) != mutants.sampled(5, 4, ["solo"])
