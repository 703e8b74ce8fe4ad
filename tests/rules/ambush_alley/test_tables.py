"""Every row of the four tables of motivations is reached, by a position that it alone decides (AAS-CHECK-5)."""

import pytest

from sim.rules.ambush_alley.solo.tables import AUTO, TABLES, table_of
from sim.rules.ambush_alley.state import END_OF_TURN, INTERRUPT, RETURN_FIRE
from sim.solo.plans import options
from tests.rules.ambush_alley.deciding import Question, decide, fitting
from tests.rules.ambush_alley.rows import ROWS, asked_at_end, dug_in, hidden, strip, table
from tests.rules.ambush_alley.table import Placed, chief, team, unit

PRINTED = {
    "civilians": ["AAS-CIV-1", "AAS-CIV-2", "AAS-CIV-4", "AAS-CIV-3"],
    "leaders without a unit": ["AAS-L-1", "AAS-L-2", "AAS-L-3", "AAS-L-5", "AAS-L-4"],
    "units without a leader": [f"AAS-N-{n}" for n in (1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11)],
    "units with a leader": [
        *(f"AAS-W-{n}" for n in (1, 2, 3, 5, 4, 6, 7, 8, 9, 10)), "AAS-R-gap", "AAS-R-gap", "AAS-W-11", "AAS-W-12",
        "AAS-MOT",
    ],
}  # fmt: skip


@pytest.mark.rule("AAS-CIV-1", "AAS-CIV-2", "AAS-CIV-3", "AAS-CIV-4")
@pytest.mark.rule("AAS-L-1", "AAS-L-2", "AAS-L-3", "AAS-L-4", "AAS-L-5")
@pytest.mark.rule("AAS-N-1", "AAS-N-2", "AAS-N-3", "AAS-N-4", "AAS-N-5", "AAS-N-6")
@pytest.mark.rule("AAS-N-7", "AAS-N-8", "AAS-N-9", "AAS-N-10", "AAS-N-11")
@pytest.mark.rule("AAS-W-1", "AAS-W-2", "AAS-W-3", "AAS-W-4", "AAS-W-5", "AAS-W-6", "AAS-W-7")
@pytest.mark.rule("AAS-W-8", "AAS-W-9", "AAS-W-10", "AAS-W-11", "AAS-W-12", "AAS-R-gap")
@pytest.mark.parametrize("rule", ROWS)
def test_the_row_is_reached(rule: str) -> None:
    """And gives the order that the sheet has."""
    question, order = ROWS[rule]
    decision = decide(question)
    assert (decision.rule, decision.order) == (rule, order), decision.text


@pytest.mark.parametrize("rule", ROWS)
def test_no_other_row_would_fit_there(rule: str) -> None:
    """What is shown is that row's doing."""
    assert fitting(ROWS[rule][0]) == [rule]


@pytest.mark.parametrize("name", PRINTED)
def test_the_rows_stand_as_they_are_printed(name: str) -> None:
    """But for AAS-CIV-4 before 3, AAS-L-5 before 4, and optimum before double; AAS-MOT comes after all of them."""
    table = TABLES[name]
    halves = [table[half] for half in (INTERRUPT, END_OF_TURN) if half in table]
    rows = [row.rule for half in halves for row in options(half)]
    assert rows == PRINTED[name]


def test_every_row_has_its_position() -> None:
    """No row of any table is left out of what is shown here."""
    assert {rule for rules in PRINTED.values() for rule in rules} == set(ROWS)


@pytest.mark.rule("AAS-MOT")
@pytest.mark.parametrize(
    ("placed", "name"),
    [
        (team("m1", "C3"), "civilians"),
        (chief("i1", "C3"), "leaders without a unit"),
        (team("i1", "C3"), "units without a leader"),
        (team("i1", "C3", leader=8), "units with a leader"),
    ],
)
def test_who_one_is_says_which_table_one_follows(placed: Placed, name: str) -> None:
    """A mob, a leader alone, a unit without one and a unit with one."""
    assert table_of(placed.unit) == name


@pytest.mark.rule("AAS-CHECK-5")
def test_the_first_row_that_fits_applies() -> None:
    """In the open and within optimum range: into cover, although the row that fires would fit as well."""
    question = Question(table(team("i1", "I3", figures=7), on=strip(rifle_pit="I5")))
    assert fitting(question) == ["AAS-N-2", "AAS-N-5"]
    assert decide(question).rule == "AAS-N-2"


@pytest.mark.rule("AAS-R-nothing")
def test_a_row_that_cannot_be_carried_out_does_not_fit() -> None:
    """In the open without any cover in reach: the next row that fits, which fires."""
    decision = decide(Question(table(team("i1", "I3", figures=7))))
    assert decision.order == "i1 fires at r1"
    assert decision.rule == "AAS-N-5"
    assert "none of the cells in reach will do" in decision.tried("AAS-N-2").reason


@pytest.mark.rule("AAS-R-nothing")
@pytest.mark.parametrize("occasion", [INTERRUPT, RETURN_FIRE, END_OF_TURN])
def test_where_nothing_fits_nothing_is_done(occasion: str) -> None:
    """In the open, far away, too weak to stand and nowhere to go."""
    decision = decide(Question(table(team("i1", "BD3", figures=5)), occasion=occasion))
    assert (decision.rule, decision.order) == ("AAS-R-nothing", "stays")


def test_every_occasion_of_the_automated_side_has_a_plan() -> None:
    """Also those that only Regulars are asked."""
    assert set(AUTO) == {
        "hot spot", "interrupt", "return fire", "end of turn", "activate", "reaction", "overwatch",
    }  # fmt: skip


def test_the_trace_tells_every_row_that_was_tried() -> None:
    """From the top to the one that fitted, each with the reason."""
    decision = decide(Question(dug_in("BD3", 7), number=1))
    assert decision.text.splitlines() == [
        "AAS-MOT: the table of units without a leader",
        "AAS-N-1: vehicle, and a support weapon that would harm it: fire at it: no (r1 is not a vehicle)",
        "AAS-N-2: not in cover, Firepower > 6: into cover: no (it is in cover)",
        "AAS-N-3: not in cover, Firepower < 6: out of sight toward the nearest friends: no (it is in cover)",
        "AAS-N-5: within optimum range: fire: no (r1 is beyond double optimum range)",
        "AAS-N-4: within double optimum range: D6 1-2 move into optimum range, 3+ fire: "
        "no (r1 is beyond double optimum range)",
        "AAS-N-6: fired on, Firepower < 6: out of sight: no (its Firepower is 7)",
        "AAS-N-7: fired on, Firepower > 6: fire: yes",
    ]


def test_a_mob_has_no_table_for_interruptions() -> None:
    """Civilians move at the end of the turn only."""
    scene = hidden(team("m1", "AM3"))
    assert decide(asked_at_end(scene, "m1")).order == "stays"
    assert decide(Question(scene, "m1")).order == "stays"
    assert unit(scene, "m1").profile.kind == "mob"
