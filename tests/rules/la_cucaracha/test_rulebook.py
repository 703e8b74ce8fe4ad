"""The rulebook of La Cucaracha has every rule of the rule sheet, and no other."""

from pathlib import Path

import sim.rules.la_cucaracha
from sim.engine.rulebook import load_rulebook

RULES = [*load_rulebook(Path(sim.rules.la_cucaracha.__file__).parent / "figures" / "rulebook.toml")]
FRAME = ("CAT", "CARD", "NOMINATE", "REROLL", "ORDER", "OVERRIDE", "NEAREST", "REACT", "HOLD", "BAND")
TABLES = [f"{style}{band}" for style in "SFCVA" for band in (1, 2, 5, 10)]
AFTER = ("DEAD", "V-range", "ONE-NEAREST", "EXTRA", "AIR")
"""The ids of the rule sheet, in its order, before and after the cells of the tables; of DEAD it makes two."""
MOVING = ("PACE", "NEARER", "CONTACT", "SIGHT", "SHOOT", "RELOAD", "DEPLOY", "CHARGE", "RESPOND", "FAILED", "MELEE")
OWN = (*MOVING, "COURAGE", "RETIRE", "LEAVE", "PLACE")
"""What the sheet leaves to the base game, and that is not public: rulings."""


def test_every_rule_of_the_sheet_is_there_in_its_order() -> None:
    """None is missing, our own rulings come after them, and they can be read beside the sheet."""
    crews = TABLES.index("C10") + 1
    sheet = [*FRAME, *TABLES[:crews], "C2-range", *TABLES[crews:], *AFTER, *OWN]
    assert [rule.id for rule in RULES] == [f"CUC-{id_}" for id_ in sheet]


def test_readings_of_our_own_and_the_base_game_are_marked() -> None:
    """The deck of cards and the test to respond are matter of the printed game."""
    read = ("NOMINATE", "REROLL", "OVERRIDE", "REACT", "C2-range", *AFTER, *OWN)
    assert [rule.id for rule in RULES if rule.ruling] == [f"CUC-{id_}" for id_ in read]
    assert [rule.id for rule in RULES if rule.base] == ["CUC-CARD", "CUC-HOLD"]
