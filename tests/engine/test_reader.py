"""What may be read of a battle: choices, dice and reasons without those who are hidden, by whom they are about."""

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.notes import Checked, Note, Opposed, Rolled, Said, Selection, SelectionStep, Tried
from sim.engine.reader import UNTOLD, UNTOLD_VALUE, Reader
from tests.picket_positions import field

HIDDEN = frozenset({"orlov"})


def read(*notes: Note) -> tuple[Note, ...]:
    """Return notes as somebody may read them who does not know of Orlov."""
    return Reader(field().battle).notes(notes, HIDDEN)


def test_a_choice_is_told_without_its_hidden_candidates() -> None:
    """The lines keep and remove those who are seen, the chosen one stays chosen, and no value names the hidden one."""
    steps = (
        SelectionStep("require", "fresh", "", (True, True, "no: next to orlov"), (0, 1), True, ("orlov",)),
        SelectionStep("least", "hexes", "", (3, 2), (1,), 2),
    )
    told = read(Selection("who", "units", ("orlov", "gusev", "maxim"), steps, 1))[0]
    assert isinstance(told, Selection)
    assert told.candidates == ("gusev", "maxim") and told.chosen == 0
    assert [step.kept for step in told.steps] == [(0,), (0,)]
    assert told.steps[0].values == (True, UNTOLD_VALUE)
    assert "orlov" not in repr(told)


def test_a_choice_or_die_of_somebody_hidden_is_not_told() -> None:
    """Nor a tie with him, nor what is added to his die, nor a contest; that there is something is said once."""
    hidden = Selection("who", "units", ("orlov", "gusev"), (), 0)
    told = read(hidden, Said("he is fresh", about=("orlov",)), Said("it is cold"))
    assert told == (Said(UNTOLD), Said("it is cold"))
    throw = Throw(D6, "tie", options=("gusev", "orlov"))
    note = Selection("who", "units", ("gusev", "orlov"), (), 0, Rolled(throw, (1,)))
    assert read(note) == (Said(UNTOLD),)
    thrown = (Checked(Check("control")), Rolled(Throw(D6, "control", "orlov"), (3,)), Said("it is cold"))
    assert read(*thrown) == (Said(UNTOLD), Said("it is cold"))
    ours, his = Rolled(Throw(D6, "a blow", "gusev"), (3,)), Rolled(Throw(D6, "a blow", "orlov"), (4,))
    assert read(Opposed(ours, his, 0)) == read(Opposed(his, ours, 0)) == (Said(UNTOLD),)
    assert read(Opposed(ours, ours, 0)) == (Opposed(ours, ours, 0),)


def test_words_are_told_by_whom_they_are_about_and_not_by_what_they_say() -> None:
    """A unit called like a word of the rules hides nothing; what is inside a try is read in the same way."""
    notes = (Said("orlov street is free"), Tried("orlov", False, "no orlov"))
    assert read(*notes) == notes
    note = Tried("fire", False, "no", (Said("x", about=("orlov",)), Said("y")))
    assert read(note) == (Tried("fire", False, "no", (Said(UNTOLD), Said("y"))),)


def test_whoever_looks_on_is_told_everything() -> None:
    """Nothing is hidden from who plays no side."""
    start = field()
    assert Reader(start.battle).known(start.state) is start.state
    assert not Reader(start.battle).hidden(start.state)
