"""The rulebook of La Petite Guerre has every rule of the rule sheet, and no other."""

import pytest

from sim.engine.rulebook import Rulebook, load_rulebook
from tests.rules.la_petite_guerre.battles import FOLDER

SHEET = [
    "LPG-SEQ", "LPG-ACT-1", "LPG-ACT-2", "LPG-STUN", "LPG-WOUND",
    "LPG-MOVE-1", "LPG-MOVE-2", "LPG-MOVE-3", "LPG-MOVE-4",
    "LPG-CMD", "LPG-CTRL",
    "LPG-ACQ", "LPG-FIRE", "LPG-BLIND", "LPG-HIT", "LPG-WPN", "LPG-GATLING", "LPG-SHELL",
    "LPG-CHARGE", "LPG-MELEE", "LPG-MELEE-hit",
    "LPG-ROUT", "LPG-PURSUE", "LPG-MORALE", "LPG-SOLO",
]  # fmt: skip
"""The ids of the rule sheet, in its order."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Read the rulebook."""
    return load_rulebook(FOLDER / "rulebook.toml")


OWN = [
    "LPG-CELL", "LPG-FRONT", "LPG-HIDDEN", "LPG-LEAVE", "LPG-PLACE", "LPG-REPEAT", "LPG-COVER", "LPG-GUNS",
    "LPG-GUNS-hit", "LPG-CHARGE-order", "LPG-MELEE-many", "LPG-SOLO-men",
]  # fmt: skip
"""Rulings on what the sheet has no rule for, each beside the rules that it goes with."""


def test_every_rule_of_the_sheet_is_there_in_its_order(book: Rulebook) -> None:
    """None is missing, and they can be read beside the sheet."""
    assert [rule.id for rule in book if rule.id not in OWN] == SHEET


def test_what_was_added_is_marked_as_a_ruling(book: Rulebook) -> None:
    """The printed rules are silent on it."""
    assert [rule.id for rule in book if rule.id not in SHEET] == OWN
    assert all(book.rule(id_).ruling for id_ in OWN)


def test_what_is_told_as_printed(book: Rulebook) -> None:
    """All the rest goes beyond the printed words somewhere, and is marked as a ruling."""
    assert [rule.id for rule in book if not rule.ruling] == [
        "LPG-ACT-2", "LPG-FIRE", "LPG-HIT", "LPG-WPN", "LPG-MELEE-hit",
    ]  # fmt: skip
