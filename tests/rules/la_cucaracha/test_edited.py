"""Positions of La Cucaracha that somebody has edited: what is impossible about them is said in words."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.decks import Deck
from sim.engine.orders import Ask
from sim.rules.la_cucaracha import BOOK, LA_CUCARACHA
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.state import ACTION, DECK, CucPosition
from tests.rules.la_cucaracha.battles import shipped
from tests.rules.la_cucaracha.stage import stood
from tests.rules.positions import changed, with_state

SOUND = stood("ways rail A6-X6", "rebels: p1 villista_infantry L6 | federales: a1 villista_infantry L12")


def complaints(position: CucPosition) -> list[str]:
    """Return what is impossible about a position."""
    return list(LA_CUCARACHA.complaints(position))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"cell": "L12"}, "a1 and p1 are both in L12"),
        ({"figures": 7}, "p1 has 7 figures of 6"),
        ({"score": 11}, "the die of p1 shows 11"),
        ({"fighting": ("a1",)}, "p1 fights a1, who does not fight it"),
        ({"profile": "gunboat", "figures": 5}, "p1 stands in L6, on open ground, where it cannot be"),
        ({"profile": "armoured_train", "cell": "L7"}, "p1 stands in L7, on open ground, where it cannot be"),
        ({"profile": "armoured_train"}, ""),
        ({"profile": "biplane", "cell": "L12", "figures": 2}, ""),
    ],
)
def test_a_position_that_was_edited_badly_is_complained_of(words: dict[str, Any], complaint: str) -> None:
    """A train may be on its rails, and an aircraft above somebody."""
    if kind := words.get("profile"):
        words = {**words, "profile": SOUND.battle.profiles[kind]}
    assert complaints(changed(SOUND, "p1", **words)) == ([complaint] if complaint else [])


@pytest.mark.rule("CUC-CONTACT")
def test_who_fights_stands_beside_whom_it_fights() -> None:
    """Close combat is between neighbouring cells; a hand may have moved one of the two."""
    beside = stood("rebels: p1 villista_infantry L6 | federales: a1 villista_infantry M7 fighting:p1")
    assert complaints(beside) == []
    apart = complaints(changed(beside, "a1", cell="L8"))
    assert apart == ["p1 fights a1, who is not beside it", "a1 fights p1, who is not beside it"]


@pytest.mark.rule("CUC-CARD")
def test_a_card_of_nobody_is_complained_of() -> None:
    """Nobody could act with it."""
    edited = with_state(SOUND, decks=(Deck(DECK, ("rebels", "rebel", "joker")),))
    assert complaints(edited) == ['the deck has a card "rebel", and there is no such side']


def test_the_short_orders_of_everybody_come_before_any_move() -> None:
    """A viewer that gathers hundreds of offers bit by bit can show soon who may act."""
    scenario = shipped("vespers_at_san_isidro")
    found = list(BOOK.offers(Position(scenario.battle, scenario.state), Ask("garrison", ACTION)))  # type: ignore[arg-type]
    first = next(n for n, offer in enumerate(found) if isinstance(offer.intent, Advance | Charge))
    assert all(isinstance(offer.intent, Advance | Charge) for offer in found[first:])
    assert len(found) > 300
