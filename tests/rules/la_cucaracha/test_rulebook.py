"""The rulebook of La Cucaracha has every rule of the rule sheet, and no other."""

import pytest

from sim.engine.rulebook import Rulebook, load_rulebook
from tests.rules.la_cucaracha.battles import FOLDER

CELLS = [f"CUC-{style}{band}" for style in "SF" for band in (1, 2, 5, 10)]
CELLS += ["CUC-C1", "CUC-C2", "CUC-C5", "CUC-C10", "CUC-C2-range"]
CELLS += [f"CUC-{style}{band}" for style in "VA" for band in (1, 2, 5, 10)]
SHEET = [
    "CUC-CAT",
    "CUC-CARD",
    "CUC-NOMINATE",
    "CUC-REROLL",
    "CUC-ORDER",
    "CUC-OVERRIDE",
    "CUC-NEAREST",
    "CUC-REACT",
    "CUC-HOLD",
    "CUC-BAND",
    *CELLS,
    "CUC-DEAD",
    "CUC-V-range",
    "CUC-ONE-NEAREST",
    "CUC-EXTRA",
    "CUC-AIR",
]
"""The ids of the rule sheet, in its order, and the one that it makes two of."""
OWN = [
    "CUC-PACE",
    "CUC-NEARER",
    "CUC-CONTACT",
    "CUC-SIGHT",
    "CUC-SHOOT",
    "CUC-RELOAD",
    "CUC-DEPLOY",
    "CUC-CHARGE",
    "CUC-RESPOND",
    "CUC-FAILED",
    "CUC-MELEE",
    "CUC-COURAGE",
    "CUC-RETIRE",
    "CUC-LEAVE",
]
"""What the sheet leaves to the base game, and that is not public: rulings."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Read the rulebook."""
    return load_rulebook(FOLDER / "figures" / "rulebook.toml")


def test_every_rule_of_the_sheet_is_there_in_its_order(book: Rulebook) -> None:
    """None is missing, our own rulings come after them, and they can be read beside the sheet."""
    assert [rule.id for rule in book] == [*SHEET, *OWN]


def test_rulings_are_those_of_the_sheet(book: Rulebook) -> None:
    """Our own readings are marked as such."""
    assert [rule.id for rule in book if rule.ruling] == [
        "CUC-NOMINATE",
        "CUC-REROLL",
        "CUC-OVERRIDE",
        "CUC-REACT",
        "CUC-C2-range",
        "CUC-DEAD",
        "CUC-V-range",
        "CUC-ONE-NEAREST",
        "CUC-EXTRA",
        "CUC-AIR",
        *OWN,
    ]


def test_what_the_base_game_has_is_marked(book: Rulebook) -> None:
    """The deck of cards and the test to respond are matter of the printed game."""
    assert [rule.id for rule in book if rule.base] == ["CUC-CARD", "CUC-HOLD"]
