"""The events that every system shares: what each makes of a state, and what it leaves alone."""

from dataclasses import replace

import pytest

from sim.engine.decks import Deck
from sim.engine.events import Arrived, BattleEnded, Began, CardTaken, DeckShuffled, Event, Passed, TurnBegan
from sim.engine.orders import Ask
from sim.engine.state import Outcome, State
from sim.engine.units import Profile, Roster, Unit
from sim.grid import Cell

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


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    """Nor one of a deck that is not there."""
    with pytest.raises(ValueError, match='card "z" is not among those left'):
        CardTaken("other", "z").apply(STATE)
    with pytest.raises(LookupError, match='no deck "tarot"'):
        CardTaken("tarot", "death").apply(STATE)


def test_a_shuffle_brings_the_discards_back() -> None:
    """Where no cards are named."""
    assert DeckShuffled("other").apply(STATE).deck("other") == Deck("other", ("x", "z"))


@pytest.mark.parametrize("cards", [("q", "p"), ()])
def test_a_deck_may_be_filled_anew(cards: tuple[str, ...]) -> None:
    """With the cards that are named and no others, even with none."""
    assert DeckShuffled("other", cards).apply(STATE).deck("other") == Deck("other", tuple(sorted(cards)))


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
