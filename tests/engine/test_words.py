"""Events in words, for systems that have none of their own."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.events import BattleEnded, CardTaken, DeckShuffled, Event, Passed, TurnBegan
from sim.engine.state import Outcome
from tests.picket_positions import field

FIELD = Position(field().battle, field().state)


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
    assert event.event_text(FIELD) == text
