"""Sources of chance: seeded, typed, scripted; and what they refuse."""

from collections import Counter
from fractions import Fraction
from hashlib import shake_256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine.chance import (
    ChanceRefused,
    DrawCard,
    Request,
    Result,
    Scripted,
    Seeded,
    Source,
    Typed,
    Wanted,
    _below,
    complaint,
    outcomes,
)
from sim.engine.decks import Deck
from sim.engine.dice import AVERAGE_DIE, D6, D10, Die, Throw, at_least, die

TO_HIT = Throw(D6, "to hit", "rifles-1", at_least(8), count=2)
ORDERS = Deck("orders", ("charge", "charge", "hold"))
ORDER = DrawCard(ORDERS, "order", "raiders")

# -- what a result must be ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "result", "reason"),
    [
        (TO_HIT, (3,), "1 number for 2D6 for rifles-1: to hit"),
        (TO_HIT, (3, 3, 3), "3 numbers for 2D6 for rifles-1: to hit"),
        (TO_HIT, (3, 7), "7 is no face of the D6 (it has 1 to 6): 2D6 for rifles-1: to hit"),
        (TO_HIT, (0, 3), "0 is no face of the D6"),
        (TO_HIT, (True, 3), "True is no face of the D6"),
        (TO_HIT, (3.0, 3), "3.0 is no face of the D6"),
        (Throw(AVERAGE_DIE, "move"), (1,), "1 is no face of the average die (it has 2 to 5)"),
        (TO_HIT, "hold", "a card given, wanted 2D6 for rifles-1: to hit"),
        (TO_HIT, 8, "8 given, wanted 2D6 for rifles-1: to hit"),
        (ORDER, (3,), 'numbers given, wanted a card of the deck "orders" for raiders: order'),
        (ORDER, "flee", 'card "flee" is not there (left: charge, hold): a card of the deck "orders"'),
        (DrawCard(Deck("orders", ()), "order"), "hold", 'card "hold" is not there (it is empty)'),
        (
            DrawCard(Deck("big", tuple(map(str, range(40)))), "order"),
            "x",
            "left: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 … 40 in all",
        ),
    ],
)
def test_an_impossible_result_is_told_with_what_was_wanted(request_: Request, result: Result, reason: str) -> None:
    """The wrong number of dice, no face of the die, a card that is gone, the wrong kind; of many cards the first."""
    said = complaint(request_, result)
    assert said is not None
    assert reason in said


# -- scripted -----------------------------------------------------------------------------------------------------


def test_scripted_dice_fall_in_the_order_of_the_list() -> None:
    """As many as the throw has dice, from the front; cards have their own list; what is left over is listed."""
    source = Scripted([4, 2, 6])
    assert source.result(TO_HIT, 0) == (4, 2)
    assert source.result(Throw(D6, "next"), 1) == (6,)
    source = Scripted([4, 2], ["hold", "charge"])
    assert [source.result(ORDER, 0), source.result(TO_HIT, 1), source.result(ORDER, 2)] == ["hold", (4, 2), "charge"]
    source = Scripted([4, 2], ["hold"])
    source.result(TO_HIT, 0)
    source.result(ORDER, 1)
    source.finish()
    for over, reason in ((Scripted([4, 2]), "too many dice.*4, 2"), (Scripted([], ["hold"]), "too many cards.*hold")):
        with pytest.raises(ChanceRefused, match=reason):
            over.finish()


@pytest.mark.parametrize(
    ("source", "request_", "reason"),
    [
        (Scripted([4]), TO_HIT, "too few dice were given: next is 2D6 for rifles-1: to hit, 8\\+ needed"),
        (Scripted([4]), ORDER, 'too few cards were given: next is a card of the deck "orders"'),
        (Scripted(cards=["hold"]), DrawCard(ORDERS.without("hold"), "order"), 'card "hold" is not there'),
        (Scripted([9, 1]), TO_HIT, "is no face of the D6"),
        (Scripted([0, 1]), TO_HIT, "is no face of the D6"),
    ],
)
def test_a_script_that_does_not_fit_is_refused(source: Scripted, request_: Request, reason: str) -> None:
    """Too few name the throw or the draw; a card is drawn only while it is there; a D10's nine is no answer of a D6."""
    with pytest.raises(ChanceRefused, match=reason):
        source.result(request_, 0)


# -- typed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("request_", [TO_HIT, ORDER])
def test_typed_chance_asks_for_the_very_request(request_: Request) -> None:
    """Whoever types is told everything about the throw or the card."""
    with pytest.raises(Wanted) as wanted:
        Typed().result(request_, 0)
    assert wanted.value.request == request_
    assert str(request_) in str(wanted.value)


@pytest.mark.parametrize("source", [Typed(), Seeded(1)])
def test_an_empty_deck_is_nobody_s_to_draw_from(source: Source) -> None:
    """Nobody is asked for a card that cannot exist."""
    with pytest.raises(ChanceRefused, match='the deck "orders" is empty'):
        source.result(DrawCard(Deck("orders", ()), "order"), 0)


# -- seeded -------------------------------------------------------------------------------------------------------


throws = st.builds(Throw, st.integers(1, 100).map(die), st.just("any"), count=st.integers(1, 40))
decks = st.lists(st.sampled_from("abc"), min_size=1).map(lambda cards: Deck("any", tuple(cards)))


@given(seed=st.integers(), number=st.integers(0, 10**6), request=throws | st.builds(DrawCard, decks, st.just("any")))
def test_a_seeded_result_is_possible(seed: int, number: int, request: Request) -> None:
    """Whatever the seed, the faces are faces of the die, and the card is one of those left."""
    assert complaint(request, Seeded(seed).result(request, number)) is None


def test_seeded_numbers_hang_on_seed_and_request_number_alone() -> None:
    """Asked in any order, by any source, for any purpose; another seed throws other dice."""
    forwards = [Seeded(5).result(TO_HIT, number) for number in range(20)]
    backwards = [Seeded(5).result(TO_HIT, number) for number in reversed(range(20))]
    one = Seeded(5)
    assert forwards == backwards[::-1] == [one.result(TO_HIT, number) for number in range(20)]
    assert [Seeded(1).result(TO_HIT, n) for n in range(10)] != [Seeded(2).result(TO_HIT, n) for n in range(10)]
    other = Throw(D6, "anything else", "x", at_least(2), count=2)
    assert Seeded(3).result(TO_HIT, 4) == Seeded(3).result(other, 4)


def test_seeded_numbers_are_those_of_the_written_rule() -> None:
    """A D6 is the first 32-bit number of SHAKE-256 of "seed/request/block" modulo 6; blocks do not repeat."""
    for number in range(50):
        first = int.from_bytes(shake_256(b"12/%d/0" % number).digest(4), "little")
        assert Seeded(12).result(Throw(D6, "any"), number) == (first % 6 + 1,)
        assert Seeded(12).result(Throw(AVERAGE_DIE, "any"), number) == (AVERAGE_DIE.faces[first % 6],)
    faces = Seeded(1).result(Throw(die(1000), "many", count=64), 0)
    assert isinstance(faces, tuple)
    assert len(set(faces)) > 55


def test_numbers_beyond_the_last_whole_round_are_redone() -> None:
    """With 6 faces the last 4 of all 32-bit numbers would favour some faces: they are passed over."""
    top = 1 << 32
    assert _below(6, iter([top - 1, top - 4, 5])) == 5
    assert _below(6, iter([top - 5, 0])) == (top - 5) % 6


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 10, 1000])
def test_every_number_is_exactly_as_likely_as_any_other(limit: int) -> None:
    """The numbers that are not redone are whole rounds, counted from 0: of the last round none is missing."""
    top = 1 << 32
    whole = top - top % limit
    assert [_below(limit, iter([whole - limit + place])) for place in range(limit)] == list(range(limit))


# -- every outcome ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thrown", [D6, D10, AVERAGE_DIE, Die("odd", (7, 7, 7))])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_outcomes_of_a_throw_are_those_of_full_enumeration(thrown: Die, count: int) -> None:
    """Every throw is there once, with the share of all throws that look like it."""
    throws = Counter(product(thrown.faces, repeat=count))
    whole = sum(throws.values())
    found = list(outcomes(Throw(thrown, "any", count=count)))
    assert len(found) == len(throws)
    assert dict(found) == {faces: Fraction(number, whole) for faces, number in throws.items()}


def test_outcomes_of_a_draw_count_a_card_that_is_there_twice() -> None:
    """Two charges of three cards are two thirds, and one outcome; an empty deck is refused."""
    assert list(outcomes(ORDER)) == [("charge", Fraction(2, 3)), ("hold", Fraction(1, 3))]
    with pytest.raises(ChanceRefused, match='the deck "orders" is empty'):
        list(outcomes(DrawCard(Deck("orders", ()), "order")))
