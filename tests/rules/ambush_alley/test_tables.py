"""The four tables of motivations have their rows as they are printed; what each row does is in cases/rows.txt."""

import re

import pytest

from sim.rules.ambush_alley.solo.tables import AUTO, TABLES
from sim.rules.ambush_alley.state import END_OF_TURN, INTERRUPT
from sim.solo.plans import options
from tests.rules.ambush_alley.staged import CASES

PRINTED = {
    "civilians": ["AAS-CIV-1", "AAS-CIV-2", "AAS-CIV-4", "AAS-CIV-3"],
    "leaders without a unit": ["AAS-L-1", "AAS-L-2", "AAS-L-3", "AAS-L-5", "AAS-L-4"],
    "units without a leader": [f"AAS-N-{n}" for n in (1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11)],
    "units with a leader": [
        *(f"AAS-W-{n}" for n in (1, 2, 3, 5, 4, 6, 7, 8, 9, 10)), "AAS-R-gap", "AAS-R-gap", "AAS-W-11", "AAS-W-12",
        "AAS-MOT",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", PRINTED)
def test_the_rows_stand_as_they_are_printed(name: str) -> None:
    """But for AAS-CIV-4 before 3, AAS-L-5 before 4, and optimum before double; AAS-MOT comes after all of them."""
    table = TABLES[name]
    halves = [table[half] for half in (INTERRUPT, END_OF_TURN) if half in table]
    assert [row.rule for half in halves for row in options(half)] == PRINTED[name]


def test_every_row_has_its_position() -> None:
    """A case that it alone decides; every occasion has a plan, also those that only Regulars are asked."""
    shown = re.findall(r"^## (AAS-[\w-]+):", (CASES / "rows.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted({rule for rules in PRINTED.values() for rule in rules})
    occasions = {"hot spot", "interrupt", "return fire", "end of turn", "activate", "reaction", "overwatch"}
    assert set(AUTO) == occasions
