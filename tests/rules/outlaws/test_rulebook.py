"""The rulebook of OUTLAWS! has every rule of the rule sheet, and no other."""

import pytest

from sim.engine.rulebook import Rulebook
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.solo.tables import TABLE
from sim.solo.plans import Against, Option

IDS = """
OUT-CUP OUT-DIE-dark OUT-DIE-medium OUT-DIE-light OUT-DIE-prone OUT-TABLE OUT-SEQ OUT-UNCOVERED OUT-LOOP OUT-MIXED
OUT-T-closest OUT-T-cover OUT-T-armed OUT-T-suspected OUT-T-suspected-armed OUT-T-tie OUT-T-groups OUT-P-1 OUT-P-2
OUT-P-3 OUT-P-4 OUT-P-5 OUT-P-6 OUT-SNAP-1 OUT-SNAP-2 OUT-SHOOT-1 OUT-SHOOT-2 OUT-SHOOT-3 OUT-SHOOT-4 OUT-SHOOT-5
OUT-SHOOT-6 OUT-SHOOT-7 OUT-SHOOT-8 OUT-SHOOT-9 OUT-SHOOT-plus OUT-AMMO-1 OUT-AMMO-2 OUT-BRAWL-1 OUT-BRAWL-2
OUT-BRAWL-3 OUT-BRAWL-4 OUT-ADV-0 OUT-ADV-walk-1 OUT-ADV-walk-2 OUT-ADV-walk-3 OUT-ADV-run-1 OUT-ADV-run-2
OUT-ADV-run-3 OUT-ADV-ride OUT-ADV-ride-tuwa OUT-MOVE-away OUT-MOVE-walk-0 OUT-MOVE-walk-fov OUT-MOVE-walk-nofov
OUT-MOVE-crawl OUT-MOVE-ride OUT-MOVE-ride-tuwa-1 OUT-MOVE-ride-tuwa-2 OUT-MOVE-ride-tuwa-3 OUT-WAIT OUT-RIDE-1
OUT-RIDE-2 OUT-FOV OUT-COVER
"""
SHEET = IDS.split()
"""The ids of the rule sheet, in its order."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Read the rulebook."""
    return OUTLAWS.rulebook


def test_every_rule_of_the_sheet_is_there_in_its_order(book: Rulebook) -> None:
    """None is missing, none is added, and they can be read beside the sheet."""
    assert [rule.id for rule in book if rule.id in SHEET] == SHEET


def test_rulings_are_those_of_the_sheet(book: Rulebook) -> None:
    """Our own readings are marked as such."""
    assert [rule.id for rule in book if rule.ruling and rule.id in SHEET] == ["OUT-LOOP", "OUT-MIXED"]


def test_what_the_sheet_does_not_have_is_a_ruling(book: Rulebook) -> None:
    """Where the solitaire rules are silent, or can be read in two ways, Sandtable says how it reads them; the rest is
    what the boxed game has.
    """
    assert all(rule.ruling or rule.base for rule in book if rule.id not in SHEET)


def test_what_the_base_game_has_is_marked(book: Rulebook) -> None:
    """Field of view and cover are matter of the boxed game."""
    assert [rule.id for rule in book if rule.base and rule.id in SHEET] == ["OUT-FOV", "OUT-COVER"]


PRINTED = """
| 1 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Prone 1-4; Shoot+ | Closest; Shoot+; Prone 1-2 |
| 2 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Shoot+; Prone 1-2 | Closest Handgun; Shoot+; Prone 1-2 |
| 3 | Suspected; Advance; Shoot+; *Prone 1-2 | Closest; Move; Prone 1-3 | Closest; Shoot; Move; *Prone 1-3 |
| 4 | Suspected Long Gun; Advance; *Prone 1-2 | Closest; Prone 1-4; Shoot+ | Cover-; Shoot+; Prone 1-2 |
| 5 | Suspected Handgun; Advance; *Prone 1-2 | Cover-; Prone 1-5; Shoot+ | Closest Long Gun; Shoot+; Prone 1-2 |
| 6 | Wait | Closest; Prone; Shoot; Crawl | Closest; Move; *Prone 1-3 |
"""


@pytest.mark.rule("OUT-TABLE")
def test_the_table_reads_like_the_printed_one() -> None:
    """Word for word: the names of its targets and instructions."""
    rows = []
    for roll, cells in TABLE.items():
        words = []
        for cell in cells:
            if isinstance(cell, Against):
                inner = [part.text for part in cell.plan.parts() if isinstance(part, Option)]
                words.append("; ".join([cell.text, *inner]))
            else:
                assert isinstance(cell, Option)
                words.append(cell.text)
        rows.append(f"| {roll} | {' | '.join(words)} |")
    assert "\n".join(rows) == PRINTED.strip()
