"""The situation: what a side may know, as it is now."""

from dataclasses import replace

import pytest

from sim.engine.chance import Scripted
from sim.engine.dice import D6, Throw
from sim.engine.game import Frame
from sim.engine.notes import Drawn, Rolled, Said
from sim.engine.orders import Ask
from sim.solo.situation import Situation
from tests.picket import PICKET
from tests.picket.rules import ACTION, Found, MoodSet, Stepped
from tests.picket_positions import AMES, RED, Field, Stand, field

HIDDEN = Stand("bell", "F3", 0, hidden=True)
ASK = Ask("raiders", ACTION, "red-1")


def hidden_field(bell: Stand = HIDDEN) -> Field:
    """Put Ames and the raider on the map, and somebody whom the raider cannot know of."""
    return field(AMES, bell, RED)


def test_a_side_does_not_know_of_those_who_are_hidden() -> None:
    """Neither in the roster, nor in the cell, nor in the cup; they are hidden from others alone."""
    here = hidden_field().situation("red-1")
    assert [man.id for man in here.state.units] == ["ames", "red-1"]
    assert here.state.units.at(here.position.map.cell("F3")) == ()
    assert here.state.deck("cup").left == ("ames", "red-1")
    assert [man.id for man in hidden_field().situation("ames").state.units] == ["ames", "bell", "red-1"]


def test_what_happens_is_known_from_then_on() -> None:
    """The situation moves on with the battle: who is found is there, the unit stands where it went."""
    game = hidden_field().game()
    here = Situation(game, ASK)
    assert "bell" not in here.state.units and here.unit.cell == game.position.map.cell("G2")
    game.happen(Found("bell"))
    game.happen(Stepped("red-1", game.position.map.cell("F2"), 4))
    assert "bell" in here.state.units and here.unit.cell == game.position.map.cell("F2")
    assert here.state is game.state  # Nothing is copied where nothing is hidden.


def test_battle_side_and_unit_are_those_of_the_question() -> None:
    """Where no unit is asked there is none, and the error names what was asked."""
    game = field().game()
    here = Situation(game, Ask("raiders", ACTION))
    assert here.battle is game.battle and here.side == "raiders"
    with pytest.raises(ValueError, match="no unit is asked: raiders, action"):
        _ = here.unit


def test_moving_a_man_it_cannot_see_changes_no_choice_and_no_trace() -> None:
    """The raider's whole activation is the same, whichever way the hidden man stands, as long as he is not met."""
    logs = []
    for at, facing in (("A1", 0), ("A6", 3), ("H6", 3)):
        source = Scripted([4, 1, 1], ["red-1", "wary-1"])
        game = hidden_field(replace(HIDDEN, at=at, facing=facing)).game(source)
        PICKET.play(game)
        logs.append([(entry.event, entry.why) if isinstance(entry, Frame) else entry for entry in game.log])
    assert logs[0] == logs[1] == logs[2]


def test_a_narrower_situation_leaves_the_wider_alone() -> None:
    """A target, or a unit that was chosen to act, holds for the copy."""
    here = Situation(field().game(), Ask("raiders", ACTION, None, "ames", "anna"))
    aimed, acting = here.against("ames"), here.acting("red-1")
    assert (here.target, here.ask.unit) == (None, None)
    assert aimed.target == "ames"
    assert acting.ask == Ask("raiders", ACTION, "red-1", "ames", "anna")
    assert acting.unit.id == "red-1"


def test_notes_go_to_the_page_of_the_try() -> None:
    """What is said, thrown or drawn there, all in order."""
    here = field().situation("red-1", Scripted([5], ["bold-1"]))
    inner, page = here.page()
    inner.say("a fact", "PKT-1")
    inner.throw(Throw(D6, "to see", "red-1"), "PKT-2")
    inner.draw("moods", "a look at the cards")
    assert page.close() == (
        Said("a fact", rule="PKT-1"),
        Rolled(Throw(D6, "to see", "red-1"), (5,), rule="PKT-2"),
        Drawn("moods", "a look at the cards", "red-1", "bold-1"),
    )


def test_notes_without_a_page_go_to_the_next_event() -> None:
    """The game's own notebook."""
    game = field().game()
    Situation(game, ASK).say("a fact")
    game.happen(MoodSet("bold"))
    (frame,) = game.log
    assert isinstance(frame, Frame)
    assert frame.why == (Said("a fact"),)


def test_a_card_for_a_side_without_a_unit_is_the_side_s() -> None:
    """The note names the side, and the rule, as those of dice do."""
    here = Situation(field().game(Scripted(cards=["bold-1"])), Ask("raiders", ACTION))
    inner, page = here.page()
    assert inner.draw("moods", "x", "PKT-CARD") == "bold-1"
    assert page.close() == (Drawn("moods", "x", "raiders", "bold-1", rule="PKT-CARD"),)


# -- who is not known to everybody ------------------------------------------------------------------------------


HIDER = Stand("red-1", "D4", hidden=True)


def test_what_a_hidden_unit_weighs_says_that_it_is_about_him() -> None:
    """Notes and dice alike: by that they are hidden from who does not know of him."""
    here = field(AMES, HIDER).situation("red-1", Scripted([3]))
    inner, page = here.page()
    inner.say("it is cold")
    inner.throw(Throw(D6, "to see"))
    said, rolled = page.close()
    assert said == Said("it is cold", about=("red-1",))
    assert isinstance(rolled, Rolled) and rolled.throw.about == ("red-1",)


def test_what_is_weighed_after_a_hidden_unit_was_chosen_is_about_it() -> None:
    """A list picks who acts, and the next list where he goes: its cells would tell where he lies."""
    start = field(AMES, Stand("red-2", "H4"), HIDER)
    here = start.situation("red-2")
    inner, page = here.page()
    inner.say("before")
    inner.choose(start.state.unit("red-1"))
    inner.say("after", about=("ames",))
    assert [note.about for note in page.close()] == [(), ("red-1",)]
