"""The rulebook of Conflict of Heroes has the rules of the rule sheet, all of them and no others."""

from pathlib import Path

import pytest

from sim.engine.rulebook import Rulebook, load_rulebook
from sim.rules import conflict_of_heroes

IDS = [
    *("COH-3.0", "COH-3.1", "COH-3.2.1", "COH-3.2.2", "COH-3.3", "COH-3.4", "COH-3.5", "COH-3.6", "COH-3.1.1"),
    *("COH-3.1.1-symbol", "COH-3.1.1-caps", "COH-3.1.1-group", "COH-DECK-1", "COH-4.0", "COH-4.0-none"),
    *("COH-4.1", "COH-4.2", "COH-4.3", "COH-4.4", "COH-4.5", "COH-5.0", "COH-5.0-obj", "COH-5.0-hfp"),
    *("COH-5.0-closest", "COH-5.1-long", "COH-5.1-eleven", "COH-5.1-cc", "COH-5.1.1-move", "COH-5.1.1-fire"),
    *("COH-5.2", "COH-5.2-move", "COH-5.2-order", "COH-5.3", "COH-5.3-stack", "COH-5.3.1-cc", "COH-5.3.1-out"),
    *("COH-5.3.1-in", "COH-5.3.1-closer", "COH-5.3.1-random", "COH-5.3-random", "COH-FZ", "COH-FLANK"),
    *("COH-7.3-unit", "COH-7.3-ai", "COH-6.0"),
]
"""The ids of the sheet, in its order."""
READINGS = [
    *("COH-HEX", "COH-FZ-idle", "COH-FLANK-abeam", "COH-DM", "COH-5.2-power", "COH-COVER", "COH-WAYS"),
    *("COH-FACE", "COH-SPOT", "COH-CC-out", "COH-CC-support", "COH-CC-move", "COH-RALLY", "COH-RECON"),
]
"""Our own, where the sheet is silent or a setting decides."""
BASE = [
    *("COH-MOVE", "COH-BONUS", "COH-WIRE", "COH-WATER", "COH-ATTACK", "COH-HIT", "COH-RANGE", "COH-CC"),
    *("COH-GROUP", "COH-DIG", "COH-HIDE", "COH-SMOKE", "COH-CONTROL"),
]
"""What is taken from the base game besides."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Read the shipped rulebook."""
    return load_rulebook(Path(conflict_of_heroes.__file__).parent / "figures" / "rulebook.toml")


def test_the_rules_are_those_of_the_sheet(book: Rulebook) -> None:
    """No id is missing, and they stand in the order of the sheet; our own readings come behind them."""
    ids = [rule.id for rule in book]
    assert ids[: len(IDS)] == IDS
    assert sorted(ids[len(IDS) :]) == sorted(READINGS + BASE)


def test_our_readings_are_marked(book: Rulebook) -> None:
    """What the sheet marks as a ruling is marked as one."""
    assert [rule.id for rule in book if rule.ruling] == ["COH-4.0-none", "COH-5.3.1-cc", "COH-5.3.1-closer", *READINGS]


def test_base_game_matter_is_marked(book: Rulebook) -> None:
    """What the sheet takes from the base game is marked as such."""
    base = [rule.id for rule in book if rule.base]
    assert base == ["COH-3.6", "COH-FZ", "COH-FLANK", "COH-7.3-unit", "COH-6.0", *BASE]
