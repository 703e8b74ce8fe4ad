"""The events that every system shares: what each makes of a state, what it leaves alone, and how it is told."""

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.decks import Deck
from sim.engine.events import Arrived, BattleEnded, Began, CardTaken, DeckShuffled, Event, Passed, TurnBegan
from sim.engine.orders import Ask
from sim.engine.state import Outcome, State
from sim.engine.units import Profile, Roster, Unit
from sim.grid import Cell
from tests.picket_positions import field

UNIT = Unit(id="a", side="picket", profile=Profile("p", "P"))
STATE: State[Unit] = State(units=Roster([UNIT]), decks=(Deck("cup", ("x", "y", "y")), Deck("other", ("x",), ("z",))))


@pytest.mark.parametrize("event", [Began(), Passed("picket"), Passed("picket", "a", "no room")])
def test_beginning_and_passing_change_nothing(event: Event[State[Unit]]) -> None:
    """They have happened all the same."""
    assert event.apply(STATE) is STATE


def test_turns_arrivals_and_the_end() -> None:
    """A turn is counted, a unit arrives in a cell with a facing, the state says how the battle ended."""
    assert TurnBegan(4).apply(STATE) == replace(STATE, turn=4)
    after = Arrived("a", Cell(2, 3), 4).apply(STATE)
    assert after.unit("a") == replace(UNIT, cell=Cell(2, 3), facing=4)
    outcome = Outcome("picket", "nobody else is left")
    assert BattleEnded(outcome).apply(STATE) == replace(STATE, outcome=outcome)


@pytest.mark.parametrize(
    ("event", "cup"),
    [
        (CardTaken("cup", "y"), Deck("cup", ("x", "y"), ("y",))),
        (CardTaken("cup", "y", "discard"), Deck("cup", ("x", "y"), ("y",))),
        (CardTaken("cup", "y", "removed"), Deck("cup", ("x", "y"), (), ("y",))),
        (CardTaken("cup", "y", "hand"), Deck("cup", ("x", "y"))),
    ],
)
def test_a_taken_card_goes_where_the_rules_say(event: CardTaken, cup: Deck) -> None:
    """To the discards, out of the game, or into a hand; one of two like it stays, and other decks are left alone."""
    assert event.apply(STATE) == replace(STATE, decks=(cup, STATE.decks[1]))


@pytest.mark.parametrize(
    ("cards", "left"), [(None, ("x", "z")), (("q", "p"), ("p", "q")), ((), ())], ids=["discards", "anew", "emptied"]
)
def test_a_shuffle_brings_the_discards_back(cards: tuple[str, ...] | None, left: tuple[str, ...]) -> None:
    """Where no cards are named; else the deck is filled with those and no others, even with none."""
    assert DeckShuffled("other", cards).apply(STATE).deck("other") == Deck("other", left)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (TurnBegan(2), "turn 2 begins"),
        (CardTaken("cup", "ames"), '"ames" is drawn from the cup'),
        (CardTaken("cup", "ames", "removed"), '"ames" is drawn from the cup, which leaves the game'),
        (DeckShuffled("moods"), 'the deck "moods" is shuffled'),
        (DeckShuffled("cup", ("ames",)), 'the deck "cup" is filled with 1 card'),
        (DeckShuffled("cup", ("ames", "red-1")), 'the deck "cup" is filled with 2 cards'),
        (Passed("raiders", why="has no orders"), "the raiders have no orders"),
        (Passed("raiders", "red-1"), "red-1 does nothing"),
        (BattleEnded(Outcome("raiders", "dusk")), "the battle ends: victory for the raiders, dusk"),
        (BattleEnded(Outcome(None, "dusk")), "the battle ends: a draw, dusk"),
    ],
)
def test_an_event_is_told_in_a_sentence(event: Event[Any], text: str) -> None:
    """The name of a side or a deck may be singular or plural, and no sentence minds."""
    assert event.event_text(Position(field().battle, field().state)) == text


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (Ask("picket", "action"), "picket, action"),
        (Ask("picket", "action", "ames"), "picket, action with ames"),
        (Ask("picket", "snap shot", "ames", "red-1"), "picket, snap shot with ames (red-1)"),
    ],
)
def test_a_question_reads_as_who_is_asked_what(ask: Ask, text: str) -> None:
    """Side and occasion, the unit, and the one that gave the occasion."""
    assert str(ask) == text
