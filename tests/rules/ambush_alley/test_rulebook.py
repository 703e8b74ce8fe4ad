"""The rulebook of Ambush Alley has every rule of the rule sheet, and what play has to name besides."""

import pytest

from sim.engine.rulebook import Rulebook, load_rulebook
from tests.rules.ambush_alley.staged import FOLDER

SHEET = [
    *(f"AAS-{word}" for word in ("SEQ", "COOP", "HOT", "MOT")),
    *(f"AAS-CHECK-{number}" for number in range(1, 6)),
    *(f"AAS-CIV-{number}" for number in range(1, 6)),
    *(f"AAS-L-{number}" for number in range(1, 6)),
    *(f"AAS-N-{number}" for number in range(1, 12)),
    *(f"AAS-W-{number}" for number in range(1, 13)),
    *(f"AAS-R-{word}" for word in ("six", "three", "optimum", "gap", "firepower", "fail", "step", "nothing", "safest")),
]
"""The ids of the rule sheet, in its order."""
BESIDES = [
    f"AAS-R-{word}"
    for word in (
        "cover", "way", "late", "active", "support", "measure", "quick", "dice", "friends", "join", "activation",
        "pace", "fire", "defence", "line", "vehicle", "damage", "aboard", "assault", "bout", "watch", "answer", "aid",
        "crowd", "search", "exit", "come", "cards", "strike", "left-out", "morale", "hold",
    )
]  # fmt: skip
"""What has no id there: our own readings and what the printed game is taken to say, which reasons and refusals name."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Read the rulebook."""
    return load_rulebook(FOLDER / "figures" / "rulebook.toml")


def test_every_rule_of_the_sheet_is_there_in_its_order(book: Rulebook) -> None:
    """None is missing, and they can be read beside the sheet."""
    assert [rule.id for rule in book] == SHEET + BESIDES


def test_rulings_are_those_of_the_sheet(book: Rulebook) -> None:
    """Our own readings are marked as such: all of the last part, and three in the others."""
    rulings = [rule.id for rule in book if rule.ruling]
    assert rulings == ["AAS-HOT", "AAS-CIV-4", "AAS-L-5", *(id for id in SHEET if "-R-" in id), *BESIDES]


def test_what_the_base_game_has_is_marked(book: Rulebook) -> None:
    """Morale is matter of the printed game; no rule of the sheet is."""
    based = [rule.id for rule in book if rule.base]
    assert "AAS-R-morale" in based
    assert set(based) <= set(BESIDES)
