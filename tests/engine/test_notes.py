"""Notes and the notebook they are collected in."""

from fractions import Fraction
from itertools import product

import pytest

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.notes import Checked, Drawn, Note, Notebook, Opposed, Rolled, Said, Scored, Selection, Tried, walk

ONE, TWO, THREE = Said("one"), Said("two"), Said("three")
ROLL = Rolled(Throw(D6, "to hit", count=2), (3, 5))
BLOW = Rolled(Throw(D6, "a blow", "red-1"), (4,))


def test_notes_are_kept_in_the_order_of_the_work() -> None:
    """A note is the reason of one event, and not sealed again."""
    notebook = Notebook()
    notebook.write(ONE)
    notebook.write(TWO)
    assert notebook.seal() == (ONE, TWO)
    notebook.write(THREE)
    assert (notebook.seal(), notebook.seal()) == ((THREE,), ())


def test_notes_of_a_try_lie_on_its_page() -> None:
    """Two do not mix; once a page is closed notes go out to the first open one, and none twice."""
    notebook = Notebook()
    first, second = notebook.page(), notebook.page()
    notebook.write(ONE)
    first.write(TWO)
    second.write(THREE)
    assert (first.close(), second.close(), first.close()) == ((TWO,), (THREE,), ())
    first.write(TWO)
    assert notebook.seal() == (ONE, TWO)
    outer = notebook.page()
    inner = outer.page()
    inner.close()
    inner.write(ONE)
    assert outer.close() == (ONE,)
    inner.write(TWO)
    assert notebook.seal() == (TWO,)


@pytest.mark.parametrize(
    ("note", "inside"),
    [
        (ONE, ()),
        (ROLL, ()),
        (Drawn("cup", "who", "x", "card"), ()),
        (Checked(Check("attack")), ()),
        (Selection("what", "pool", (), (), None), ()),
        (Selection("what", "pool", (), (), None, ROLL), (ROLL,)),
        (Scored("table", 3, "2-4"), ()),
        (Scored("table", 3, "2-4", ROLL), (ROLL,)),
        (Tried("option", True, "", (ONE, TWO)), (ONE, TWO)),
        (Opposed(ROLL, BLOW, 0), (ROLL, BLOW)),
    ],
)
def test_what_lies_inside_a_note(note: Note, inside: tuple[Note, ...]) -> None:
    """The die of a tie or of a table, and the notes of a try."""
    assert note.inside() == inside


def test_walking_meets_every_note_from_the_top() -> None:
    """A note, then what lies inside it; dice add up; any note may name its rule."""
    scored = Scored("table", 3, "2-4", ROLL)
    tried = Tried("option", True, "", (ONE, scored))
    assert list(walk((tried, TWO))) == [tried, ONE, scored, ROLL, TWO]
    assert ROLL.total == 8
    assert (Said("x", rule="PKT-1").rule, Said("x").rule) == ("PKT-1", "")


@pytest.mark.parametrize("ahead", range(-6, 7))
def test_the_chance_of_a_contest_counts_both_dice(ahead: int) -> None:
    """How often one die ends above another, with so much added to it, over all pairs; and by how much it has."""
    parried = Rolled(Throw(D6, "against the blow", "ames"), (2,))
    contest = Opposed(BLOW, parried, ahead)
    won = sum(one + ahead > other for one, other in product(range(1, 7), repeat=2))
    assert contest.chance == Fraction(won, 36)
    assert contest.margin == 4 + ahead - 2
