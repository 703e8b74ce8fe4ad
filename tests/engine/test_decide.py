"""One decision by itself."""

from dataclasses import replace

import pytest

from sim.engine.chance import Scripted, Seeded, Typed, Wanted
from sim.engine.decide import NoDecision, decide
from sim.engine.decks import Deck
from sim.engine.events import CardTaken
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.notes import Drawn, Scored
from sim.engine.orders import Ask
from sim.engine.state import Outcome
from tests.picket.rules import ACTION, Walk
from tests.picket_positions import AUTOMATED, HUMAN_PICKET, field

FIELD = field()
BATTLE, STATE = FIELD.battle, FIELD.state


def test_a_decision_is_the_first_order_of_the_game_that_is_played() -> None:
    """With the frames before it, the notes sealed into what it leads to, and all that led to it from the first card."""
    decision = decide(BATTLE, STATE, AUTOMATED, Scripted([2], ["red-1", "wary-1"]))
    session = FIELD.session(Scripted([2, 1, 1, 1, 1, 1, 1, 1], ["red-1", "wary-1"]))
    session.advance()
    order = next(entry for entry in session.entries if isinstance(entry, Ordered))
    place = session.entries.index(order)
    assert decision.order == order
    assert isinstance(order.intent, Walk)
    before = [entry for entry in session.entries[:place] if isinstance(entry, Frame)][1:]
    assert [frame.event for frame in decision.frames] == [frame.event for frame in before]
    after = next(entry for entry in session.entries[place:] if isinstance(entry, Frame))
    assert decision.why == after.why
    assert isinstance(decision.notes[0], Drawn)
    assert any(isinstance(note, Scored) for note in decision.notes)


def test_no_die_is_thrown_that_the_decision_does_not_need() -> None:
    """Nor are those of the shot that follows asked for; an activation of a man who is gone ends without an order."""
    source = Scripted([], ["ames"])
    order = decide(BATTLE, STATE, AUTOMATED, source).order
    source.finish()
    assert order is not None
    assert (order.ask, order.by) == (Ask("picket", ACTION, "ames"), "commander")
    decision = decide(BATTLE, STATE.with_deck(Deck("cup", ("ghost",))), AUTOMATED, Scripted([], ["ghost"]))
    assert decision.order is None
    assert [frame.event for frame in decision.frames] == [CardTaken("cup", "ghost", "hand")]


def test_seeded_dice_are_those_of_the_battle_it_belongs_to() -> None:
    """With the number of requests before it, a position decides as the battle did."""
    session = FIELD.session(Seeded(4))
    session.advance()
    before = sum(isinstance(entry, Answered) for entry in session.entries)
    place, state = len(session.entries), session.state
    session.advance()
    order = next(entry for entry in session.entries[place:] if isinstance(entry, Ordered))
    assert decide(BATTLE, state, AUTOMATED, Seeded(4), requests=before).order == order


def test_where_there_is_no_decision() -> None:
    """A player's question is named, the end of a battle told, dice of the table asked for."""
    with pytest.raises(NoDecision, match="the next decision is a player's: picket, action with ames"):
        decide(BATTLE, STATE, HUMAN_PICKET, Scripted([], ["ames"]))
    with pytest.raises(NoDecision, match="the battle is over: dusk"):
        decide(BATTLE, replace(STATE, outcome=Outcome(None, "dusk")), AUTOMATED, Scripted())
    with pytest.raises(Wanted, match="who acts"):
        decide(BATTLE, STATE, AUTOMATED, Typed())
