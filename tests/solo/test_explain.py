"""Explanations: the text of every kind of note, and why not here."""

from typing import Any

import pytest

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.notes import (
    NOTES,
    Checked,
    Drawn,
    Note,
    Opposed,
    Rolled,
    Said,
    Scored,
    Selection,
    SelectionStep,
    Subject,
    Tried,
)
from sim.grid import Cell
from sim.solo.explain import ALL, LISTED, Verdict, explained, value_text, verdict_text, why_not
from tests.picket_positions import field

FIELD = field()
B2, C3, D4, E5 = (FIELD.map.cell(name) for name in ("B2", "C3", "D4", "E5"))
ROLL = Rolled(Throw(D6, "to hit", "ames", at_least(8), count=2), (3, 6))
TIE = Rolled(Throw(die(2), "tie: where to go", "red-1", options=("B2", "C3")), (2,))


def name(subject: Subject) -> str:
    """Call cells and units as players do."""
    return FIELD.map.grid.name(subject) if isinstance(subject, Cell) else subject


def text(*notes: Note) -> list[str]:
    """Return the lines that explain notes."""
    return list(explained(notes, name))


# -- each kind of note --------------------------------------------------------------------------------------------


BLOW, PARRY = Rolled(Throw(D6, "a blow", "ames"), (4,)), Rolled(Throw(D6, "against it", "red-1"), (3,))
DICE = "\n  D6 for ames: a blow: 4\n  D6 for red-1: against it: 3"


BLOW, PARRY = Rolled(Throw(D6, "a blow", "ames"), (4,)), Rolled(Throw(D6, "against it", "red-1"), (3,))
DICE = "\n  D6 for ames: a blow: 4\n  D6 for red-1: against it: 3"


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (Said("it is dark"), "it is dark"),
        (Said("it is dark", rule="PKT-1"), "PKT-1: it is dark"),
        (ROLL, "2D6 for ames: to hit, 8+ needed: 3 + 6 = 9"),
        (Rolled(Throw(D6, "to see"), (4,), rule="PKT-2"), "PKT-2: D6: to see: 4"),
        (Drawn("cup", "who acts", "", "ames"), 'card ames of the deck "cup": who acts'),
        (Drawn("moods", "mood", "red-1", "bold-1"), 'card bold-1 of the deck "moods" for red-1: mood'),
        (Checked(Check("attack").plus(1, "aim").plus(-2, "woods")), "attack -1: +1 aim, -2 woods"),
        (Scored("the table", 3, "2-4", rule="PKT-T"), "PKT-T: the table: 3, row 2-4"),
        (Scored("the table", 9, "5-9", ROLL), "the table: 9, row 5-9 (2D6 for ames: to hit, 8+ needed: 3 + 6 = 9)"),
        (Tried("shoot", True), "shoot: yes"),
        (Tried("shoot", False, "out of range", rule="PKT-F"), "PKT-F: shoot: no (out of range)"),
        (Opposed(BLOW, PARRY, 2, rule="PKT-3"), f"PKT-3: 4 +2 against 3: higher by 3{DICE}"),
        (Opposed(BLOW, PARRY, -1, rule="PKT-3"), f"PKT-3: 4 -1 against 3: not higher{DICE}"),
    ],
)
def test_a_note_is_told_in_a_line(note: Note, line: str) -> None:
    """With the rule it comes from, if it names one; a contest with each die below it."""
    assert text(note) == line.split("\n")


def test_there_are_words_for_every_kind_of_note() -> None:
    """Those above and choices are all that a file may hold; any other is an error."""
    assert set(NOTES) == {Said, Rolled, Drawn, Checked, Scored, Tried, Opposed, Selection}
    with pytest.raises(TypeError, match="there are no words"):
        text(Note())


def test_notes_of_a_try_stand_further_to_the_right() -> None:
    """As deep as they lie."""
    inner = Tried("inner", True, "", (Said("deep"),))
    assert text(Tried("outer", False, "there is none", (inner, Said("shallow")))) == [
        "outer: no (there is none)",
        "  inner: yes",
        "    deep",
        "  shallow",
    ]


CHOICE = Selection(
    "where to go",
    "cells in reach",
    (B2, C3, D4, E5),
    (
        SelectionStep("require", "out of sight", "PKT-1", ("unseen", "unseen", "seen by ames", "unseen"), (0, 1, 3)),
        SelectionStep("prefer", "in cover", "PKT-2", (False, False, False), (0, 1, 3), False),
        SelectionStep("least", "cells", "PKT-1", (1, 1, 2), (0, 1), 1),
    ),
    1,
    TIE,
    rule="PKT-1",
)


def test_a_choice_is_told_line_by_line() -> None:
    """Who is chosen of how many; what each line kept and threw out with which value; the die at last."""
    assert text(CHOICE) == [
        "PKT-1: where to go: C3 (from 4 cells in reach)",
        "  only if out of sight: keeps B2, C3, E5; out: D4 (seen by ames)",
        "  if possible, in cover [PKT-2]: not possible, keeps B2, C3, E5",
        "  fewest cells (1): keeps B2, C3; out: E5 (2)",
        "  D2 for red-1: tie: where to go; 1 = B2; 2 = C3: 2",
    ]


NEAR, DRY = (
    SelectionStep("require", "near", "R", (False,), ()),
    SelectionStep("require", "dry", "R", (False, False), ()),
)
HIGH = SelectionStep("prefer", "high", "R", (False, False), (0, 1), False)


@pytest.mark.parametrize(
    ("choice", "lines"),
    [
        (Selection("whom", "men", ("ames",), (), 0, rule="R"), ["R: whom: ames (the only one of the men)"]),
        (Selection("whom", "men", (), (), None, rule="R"), ["R: whom: there are no men"]),
        (
            Selection("whom", "enemies", ("ames",), (NEAR,), None, rule="R"),
            ["R: whom: nobody (the only one of the enemies is ruled out)", "  only if near: keeps nobody; out: ames"],
        ),
        (
            Selection("where", "cells", (B2, C3), (HIGH, DRY), None, rule="R"),
            [
                "R: where: none (both cells are ruled out)",
                "  if possible, high: not possible, keeps B2, C3",
                "  only if dry: keeps none; out: B2, C3",
            ],
        ),
    ],
)
def test_a_choice_of_one_or_none_is_told_in_good_words(choice: Selection, lines: list[str]) -> None:
    """The name of a pool is made for several; of men nobody is left, of cells none."""
    assert text(choice) == lines


@pytest.mark.parametrize(("kept", "out", "end"), [(LISTED + 2, LISTED + 3, "m17, 3 more"), (LISTED, LISTED, "m15")])
def test_long_lists_are_cut_and_counted(kept: int, out: int, end: str) -> None:
    """The first few are named, and no "0 more"; why_not names any other."""
    many = tuple(f"m{n}" for n in range(kept + out))
    step = SelectionStep("require", "large", "R", (False,) * len(many), tuple(range(kept)))
    keeps = ", ".join(many[:kept]) if kept == LISTED else f"{kept} of {len(many)}"
    line = text(Selection("who", "men", many, (step,), 0, rule="R"))[1]
    assert line == f"  only if large: keeps {keeps}; out: {', '.join(many[kept : kept + LISTED - 1])}, {end}"


@pytest.mark.parametrize(("value", "shown"), [(True, "yes"), (False, "no"), (1, "1"), (0, "0"), ("far", "far")])
def test_values_are_shown_as_what_they_are(value: Any, shown: str) -> None:
    """A truth is yes or no; a number that equals it is a number."""
    assert value_text(value) == shown


# -- why not? -----------------------------------------------------------------------------------------------------


def only(notes: tuple[Note, ...], subject: Subject) -> Verdict:
    """Return the one verdict there is."""
    (verdict,) = why_not(notes, subject)
    return verdict


@pytest.mark.parametrize(
    ("cell", "fate", "told"),
    [
        (C3, "chosen", "C3 was chosen"),
        (B2, "lost the roll", "B2 was as good as the chosen one, and the die decided"),
        (FIELD.map.cell("H6"), "no candidate", "H6 was not among the cells in reach"),
    ],
)
def test_what_became_of_a_candidate(cell: Cell, fate: Any, told: str) -> None:
    """By the list's rule; the pool says who the candidates were."""
    verdict = only((CHOICE,), cell)
    assert verdict == Verdict("where to go", "PKT-1", fate, pool="cells in reach")
    assert verdict_text(verdict, name(cell)) == f"where to go: {told}"


def test_the_removed_one_has_the_line_that_removed_it() -> None:
    """With its value there and the value that was needed."""
    verdict = only((CHOICE,), E5)
    assert verdict == Verdict("where to go", "PKT-1", "removed", "cells", 2, 1, "cells in reach")
    assert verdict_text(verdict, "E5") == "where to go: E5 was ruled out by PKT-1, cells: it has 2, 1 was needed"


def test_the_first_line_that_removed_it_counts() -> None:
    """Where it would have failed later ones too; its value is that of the line as that line saw it."""
    verdict = only((CHOICE,), D4)
    assert (verdict.criterion, verdict.value, verdict.wanted) == ("out of sight", "seen by ames", True)
    assert verdict_text(verdict, "D4") == "where to go: D4 was ruled out by PKT-1, out of sight: seen by ames"


def test_a_line_of_another_rule_is_cited_by_its_own() -> None:
    """The line's rule, not the list's."""
    step = SelectionStep("prefer", "in cover", "PKT-2", (True, False), (0,))
    verdict = only((Selection("where", "cells", (B2, C3), (step,), 0, rule="PKT-1"),), C3)
    assert verdict.rule == "PKT-2"
    assert verdict_text(verdict, "C3") == "where: C3 was ruled out by PKT-2, in cover: no"


def test_every_choice_among_such_things_is_answered() -> None:
    """From the first to the last, inside tries too; choices among other kinds of things are not."""
    units = Selection("whom", "enemies", ("ames", "bell"), (), 0, rule="PKT-3")
    notes: tuple[Note, ...] = (Tried("go", True, "", (units, CHOICE)), CHOICE)
    assert [verdict.what for verdict in why_not(notes, B2)] == ["where to go", "where to go"]
    assert [verdict.fate for verdict in why_not(notes, "ames")] == ["chosen"]
    assert [verdict.fate for verdict in why_not(notes, "bell")] == ["lost the roll"]


def test_whoever_is_there_twice_fares_as_the_better_of_the_two() -> None:
    """One man with two weapons: chosen with one is chosen, and what lasted longer is told."""
    candidates = ("ames", "bell", "ames")
    step = SelectionStep("least", "cost", "R", (3, 1, 1), (1, 2), 1)
    last = SelectionStep("most", "size", "R", (5, 4), (1,), 5)
    chosen = Selection("who", "men", candidates, (step,), 2, rule="R")
    assert only((chosen,), "ames").fate == "chosen"
    beaten = Selection("who", "men", candidates, (step, last), 1, rule="R")
    assert only((beaten,), "ames") == Verdict("who", "R", "removed", "size", 4, 5, "men")


def test_whoever_asks_about_one_moment_gets_every_name() -> None:
    """A running log counts the many; a single answer names each of them."""
    many = tuple(f"man-{n}" for n in range(20))
    step = SelectionStep("least", "steps", "", tuple(range(20)), (0,), 0)
    note = Selection("who", "men", many, (step,), 0)
    short = "\n".join(explained((note,), str))
    whole = "\n".join(explained((note,), str, listed=ALL))
    assert "11 more" in short
    assert "more" not in whole
    assert all(name in whole for name in many)
