"""The situation: what a side may know, as it is now."""

from dataclasses import replace

import pytest

from sim.engine.chance import Scripted
from sim.engine.decks import Deck
from sim.engine.dice import D6, Throw, die
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


def test_what_is_found_is_known_from_then_on() -> None:
    """The situation moves on with the battle; the plan holds no old one."""
    game = hidden_field().game()
    here = Situation(game, ASK)
    assert "bell" not in here.state.units
    game.happen(Found("bell"))
    assert "bell" in here.state.units


def test_the_unit_is_the_one_that_is_asked_as_it_is_now() -> None:
    """After a step it stands elsewhere."""
    battlefield = field()
    game = battlefield.game()
    here = Situation(game, ASK)
    before = here.unit.cell
    game.happen(Stepped("red-1", battlefield.map.cell("F2"), 4))
    assert (before, here.unit.cell) == (battlefield.map.cell("G2"), battlefield.map.cell("F2"))


def test_where_no_unit_is_asked_there_is_none() -> None:
    """The error names what was asked."""
    with pytest.raises(ValueError, match="no unit is asked: raiders, action"):
        _ = Situation(field().game(), Ask("raiders", ACTION)).unit


def test_moving_a_man_it_cannot_see_changes_no_choice_and_no_trace() -> None:
    """The raider's whole activation is the same, whichever way the hidden man stands, as long as he is not met."""
    logs = []
    for at, facing in (("A1", 0), ("A6", 3), ("H6", 3)):
        source = Scripted([4, 1, 1], ["red-1", "wary-1"])
        game = hidden_field(replace(HIDDEN, at=at, facing=facing)).game(source)
        PICKET.play(game)
        logs.append([(entry.event, entry.why) if isinstance(entry, Frame) else entry for entry in game.log])
    assert logs[0] == logs[1] == logs[2]


def test_a_side_that_knows_everything_sees_the_very_state() -> None:
    """Nothing is copied where nothing is hidden."""
    game = field().game()
    assert Situation(game, ASK).state is game.state


def test_a_narrower_situation_leaves_the_wider_alone() -> None:
    """A target, or a unit that was chosen to act, holds for the copy."""
    here = Situation(field().game(), Ask("raiders", ACTION, None, "ames", "anna"))
    aimed, acting = here.against("ames"), here.acting("red-1")
    assert (here.target, here.ask.unit) == (None, None)
    assert aimed.target == "ames"
    assert acting.ask == Ask("raiders", ACTION, "red-1", "ames", "anna")
    assert acting.unit.id == "red-1"


def test_battle_and_side_are_those_of_the_question() -> None:
    """Numbers and map are for all to read."""
    battlefield = field()
    here = battlefield.situation("red-1")
    assert here.battle is battlefield.battle
    assert here.side == "raiders"


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


def test_a_pick_is_left_to_somebody_s_note() -> None:
    """The die comes back with the choice, and is not noted twice."""
    inner, page = field().situation("red-1", Scripted([2])).page()
    throw = Throw(die(2), "which", options=("a", "b"))
    assert inner.pick(["a", "b"], throw) == ("b", Rolled(throw, (2,)))
    assert page.close() == ()


def test_a_plan_draws_from_the_deck_as_it_is() -> None:
    """A card that play has taken cannot be drawn."""
    battlefield = field()
    state = battlefield.state.with_deck(Deck("moods", ("wary-1",), ("bold-1",)))
    here = Field(battlefield.battle, state).situation("red-1", Scripted(cards=["wary-1"]))
    assert here.draw("moods", "x") == "wary-1"


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


def test_where_everybody_is_known_nothing_says_whom_it_is_about() -> None:
    """A record of such a battle stays as it was."""
    here = field().situation("red-1")
    inner, page = here.page()
    inner.say("it is cold")
    assert page.close() == (Said("it is cold"),)
