"""The rulebook of La Cucaracha has every rule of the rule sheet, and no other."""

from pathlib import Path

import sim.rules.la_cucaracha
from sim.engine.rulebook import load_rulebook

RULES = [*load_rulebook(Path(sim.rules.la_cucaracha.__file__).parent / "figures" / "rulebook.toml")]
CELLS = [f"CUC-{style}{band}" for style in "SFCVA" for band in (1, 2, 5, 10)]
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
]
AFTER = ["CUC-DEAD", "CUC-V-range", "CUC-ONE-NEAREST", "CUC-EXTRA", "CUC-AIR"]
"""The ids of the rule sheet, in its order, before and after the cells of the tables; CUC-V-range it makes two of."""
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


def test_every_rule_of_the_sheet_is_there_in_its_order() -> None:
    """None is missing, our own rulings come after them, and they can be read beside the sheet."""
    CELLS.insert(CELLS.index("CUC-C10") + 1, "CUC-C2-range")
    assert [rule.id for rule in RULES] == [*SHEET, *CELLS, *AFTER, *OWN]


def test_readings_of_our_own_and_the_base_game_are_marked() -> None:
    """The deck of cards and the test to respond are matter of the printed game."""
    read = ["CUC-NOMINATE", "CUC-REROLL", "CUC-OVERRIDE", "CUC-REACT", "CUC-C2-range", *AFTER, *OWN]
    assert [rule.id for rule in RULES if rule.ruling] == read
    assert [rule.id for rule in RULES if rule.base] == ["CUC-CARD", "CUC-HOLD"]
