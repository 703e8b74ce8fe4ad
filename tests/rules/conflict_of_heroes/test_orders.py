"""The order deck: what the shipped cards hold, files of one's own cards, and the part that a mission uses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sim.files import FileMistakes, UnsupportedVersion, parse_toml
from sim.rules.conflict_of_heroes.solo.cards import SHIPPED_ORDERS, OrderCard, deck_part, load_orders, read_orders
from sim.rules.conflict_of_heroes.solo.grammar import (
    ACTION_WORDS,
    AI_WORDS,
    FIRES,
    TARGET_WORDS,
    OrderMistake,
    parse_order,
)

Deck = dict[str, OrderCard]


@pytest.fixture(scope="module")
def deck() -> Deck:
    """Load the shipped cards."""
    return load_orders()


# -- the shipped deck ---------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-4.5")
def test_there_are_55_cards_by_their_numbers(deck: Deck) -> None:
    """Their ids sort as their numbers do, so that decks keep them in order."""
    assert [card.number for card in deck.values()] == list(range(1, 56))
    assert list(deck) == sorted(deck) == [f"{number:02}" for number in range(1, 56)]
    assert all(card.id == id for id, card in deck.items())


@pytest.mark.rule("COH-4.5")
def test_the_deck_in_numbers(deck: Deck) -> None:
    """Spent numbers as often as on the weighted die of the third edition, hex numbers evenly."""

    def counted(of: str) -> dict[Any, int]:
        return dict(Counter(getattr(card, of) for card in deck.values()))

    assert counted("colour") == {"blue": 13, "green": 42}
    assert counted("spent_number") == {1: 11, 2: 5, 3: 11, 4: 6, 5: 11, 6: 5, 7: 6}
    assert counted("remain_fresh")[True] == 5
    assert sorted(counted("hex_number")) == [1, 2, 3, 4, 5, 6]
    assert sorted(counted("hex_number").values()) == [9, 9, 9, 9, 9, 10]
    assert counted("advance") == {0: 41, 1: 10, 2: 4}
    advancing = [card for card in deck.values() if card.track is not None]
    assert {card.colour for card in advancing} == {"green"}
    assert {card.track for card in advancing} == set(range(6, 15))
    numbers = [card.spent_number for card in deck.values()]
    # A mission that leaves out the harsh cards does not change the spent check.
    for part in (numbers[:18], numbers[18:37], numbers[37:], numbers[14:]):
        assert 3.4 <= sum(part) / len(part) <= 4.0


@pytest.mark.rule("COH-4.5")
def test_a_card_has_all_its_sections(deck: Deck) -> None:
    """Card 11 as printed: number, track, priority and tactical orders, symbol, spent number and hex number."""
    card = deck["11"]
    assert (card.number, card.colour, card.track, card.advance) == (11, "green", 12, 2)
    assert (len(card.priority), len(card.tactical)) == (2, 4)
    assert (card.remain_fresh, card.spent_number, card.hex_number) == (False, 1, 4)


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize("action", ["counteraction", "mission_order"])
def test_8_cards_call_for_what_the_mission_defines(deck: Deck, action: str) -> None:
    """Green and blue ones, by number and without."""
    calling = [(card, order) for card in deck.values() for order in card.tactical if order.action == action]
    assert len(calling) == 8
    assert {card.colour for card, _ in calling} == {"blue", "green"}
    assert {order.number for _, order in calling} == {0, 1, 2}


@pytest.mark.rule("COH-4.5")
def test_what_every_card_has(deck: Deck) -> None:
    """Urgent orders first, none twice, somebody may fire, and at the end a move that any AI may make."""
    for card in deck.values():
        assert 1 <= len(card.priority) <= 2 and 3 <= len(card.tactical) <= 4, card.number
        assert len(set(card.orders)) == len(card.orders) and card.orders == card.priority + card.tactical, card.number
        assert any(order.action in FIRES - {"close_combat"} for order in card.orders), card.number
        last = card.tactical[-1]
        assert last.action in ("move", "low_risk_move"), card.number
        assert (last.who, last.target and last.target.filters, last.target and last.target.kind) == ((), (), "Unit")
        for order in card.priority:
            is_near = order.target is not None and "adjacent" in order.target.filters
            assert order.action in ("close_combat", "rally", "disengage") or (order.action in FIRES and is_near)


@pytest.mark.rule("COH-5.0")
def test_the_deck_uses_every_word_of_the_grammar(deck: Deck) -> None:
    """Whatever can be said is said somewhere, so that battles try it."""
    orders = [order for card in deck.values() for order in card.orders]
    assert {order.action for order in orders} == set(ACTION_WORDS)
    assert {each for order in orders for each in order.who} == set(AI_WORDS)
    assert {each for order in orders if order.target for each in order.target.filters} == set(TARGET_WORDS)
    assert {order.distance for order in orders} == {"closest", "farthest", None}


@pytest.mark.rule("COH-4.5")
def test_low_numbers_are_harsh_and_high_numbers_mild(deck: Deck) -> None:
    """Thirds of the deck by what they make the AI do."""
    cards = list(deck.values())
    parts = (cards[:18], cards[19:37], cards[37:])
    thirds: list[dict[str, int]] = [
        Counter[str](order.action for card in part for order in card.orders) for part in parts
    ]
    for action in ("close_combat", "group_fire", "move", "long_range_fire"):
        harsh, even, mild = (third[action] for third in thirds)
        assert harsh > even >= mild, action
    for action in ("rally", "disengage", "move_to_cover"):
        harsh, even, mild = (third[action] for third in thirds)
        assert harsh < even < mild, action


# -- files of one's own -------------------------------------------------------------------------------------------

GOOD = dedent("""\
    format = 1
    remove = [54]

    [[card]]
    number = 55
    colour = "green"
    track = 9
    advance = 2
    priority = ["Hit AI -> Rally"]
    tactical = [
        "ai nearest unit => fire",
        "AI closest to Objective -> Move",
    ]
    remain_fresh = true
    spent_number = 5
    hex_number = 3

    [[card]]
    number = 60
    colour = "blue"
    tactical = ["Spent AI closest to Unit -> Fire"]
    spent_number = 1
    hex_number = 6
    """)


BASE = "[[card]]".join(["format = 1\n", *SHIPPED_ORDERS.read_text(encoding="utf-8").split("[[card]]")[-3:]])
"""The last three of the shipped cards: what holds behind them holds behind all."""


def read(*texts: str) -> Deck:
    """Read texts as files of cards, one after the other, behind cards 53 to 55."""
    own = [parse_toml(text, f"{name}.toml") for name, text in zip("abc", texts, strict=False)]
    return read_orders([parse_toml(BASE, "orders.toml"), *own])


def mistakes(before: str = "", after: str = "", text: str = GOOD) -> list[str]:
    """Put one thing in place of another in the good file, and return what is said of it."""
    assert before in text
    with pytest.raises(FileMistakes) as refused:
        read(text.replace(before, after, 1))
    return str(refused.value).splitlines()


@pytest.mark.rule("COH-4.5")
def test_a_file_replaces_adds_and_removes_cards(deck: Deck) -> None:
    """Card 55 is another, 60 is new, 54 is gone, and all others stay."""
    own = read(GOOD)
    card = own["55"]
    assert (card.id, card.number, card.colour, card.track, card.advance) == ("55", 55, "green", 9, 2)
    assert card.priority == (parse_order("Hit AI -> Rally"),)
    assert card.tactical == (parse_order("AI closest to Unit -> Fire"), parse_order("AI closest to Objective -> Move"))
    assert (card.remain_fresh, card.spent_number, card.hex_number) == (True, 5, 3)
    assert list(own) == ["53", "55", "60"]
    assert own["53"] == deck["53"]


@pytest.mark.rule("COH-4.5")
def test_what_a_card_does_not_say_is_absent() -> None:
    """No track, advance, priority orders or symbol; a track without a step advances by one, as most cards print it."""
    card = read(GOOD)["60"]
    assert (card.track, card.advance, card.priority, card.remain_fresh) == (None, 0, (), False)
    assert read(GOOD.replace("advance = 2\n", ""))["55"].advance == 1


def test_cards_are_loaded_from_files(tmp_path: Path, deck: Deck) -> None:
    """One path or several, taken in turn, the shipped ones if none is given; a file alone is a deck."""
    own = tmp_path / "own.toml"
    own.write_text(GOOD, encoding="utf-8")
    changed = load_orders([SHIPPED_ORDERS, own])
    assert changed == {id: card for id, card in deck.items() if id != "54"} | read(GOOD)
    assert load_orders(str(SHIPPED_ORDERS)) == deck
    own.write_text(GOOD.replace("remove = [54]\n", ""), encoding="utf-8")
    assert list(load_orders(own)) == ["55", "60"]
    again = '[[card]]\nnumber = 54\ncolour = "blue"\ntactical = ["Counteraction"]\nspent_number = 1\nhex_number = 1\n'
    assert read(GOOD, f"format = 1\n{again}")["54"].tactical == (parse_order("Counteraction"),)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Hit AI -> Rally", "Hit AI -> Raly", 'a.toml:9: card[0].priority[0]: found "Raly" at character 11'),
        (
            "AI closest to Objective -> Move",
            "AI -> Move",
            'a.toml:12: card[0].tactical[1]: found "Move" at character 7',
        ),
        ("Hit AI -> Rally", "Spent AI -> Rally", 'a.toml:9: card[0].priority[0]: found "Spent" on a green card'),
        ('colour = "blue"', 'colour = "blue"\ntrack = 9', "a.toml:21: card[1].track: found 9 on a blue card"),
        ("track = 9\n", "", "a.toml:7: card[0].advance: found 2 without a track"),
        ("number = 60", "number = 55", "a.toml:19: card[1].number: found 55, which is the number of card[0] on line 5"),
        ("remove = [54]", "remove = [54,\n60]", "a.toml:3: remove[1]: found 60, which is the number of card[1]"),
        (
            "remove = [54]",
            "remove = [54, 77]",
            "a.toml:2: remove[1]: found 77, expected the number of a card",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line(before: str, after: str, told: str) -> None:
    """One, with file, line, key and what was found."""
    (line,) = mistakes(before, after)
    assert line.startswith(told)


def test_all_mistakes_are_told_at_once() -> None:
    """Those of keys, of orders and of what does not go together, in all files, in the order of lines."""
    spoilt = GOOD.replace("-> Rally", "-> Raly").replace("hex_number = 3", "hex_number = 0").replace("=> fire", "fire")
    with pytest.raises(FileMistakes) as refused:
        read(spoilt.replace('"blue"', '"blue"\ntrack = 3'), GOOD.replace('"blue"', '"bleu"'))
    places = [(mistake.file, mistake.line, mistake.where) for mistake in refused.value.mistakes]
    assert places == [
        ("a.toml", 9, "card[0].priority[0]"),
        ("a.toml", 11, "card[0].tactical[0]"),
        ("a.toml", 16, "card[0].hex_number"),
        ("a.toml", 21, "card[1].track"),
        ("b.toml", 20, "card[1].colour"),
    ]


def test_a_first_file_has_nothing_to_remove() -> None:
    """Nor is a deck without cards one, nor one of a hundred; a newer format is refused before anything else."""
    with pytest.raises(FileMistakes) as refused:
        read_orders([parse_toml(GOOD, "own.toml")])
    assert str(refused.value) == "own.toml:2: remove[0]: found 54, expected nothing, since no file comes before"
    with pytest.raises(FileMistakes) as refused:
        read_orders([parse_toml("format = 1", "own.toml")])
    assert str(refused.value) == "own.toml: found no cards, expected at least one [[card]]"
    with pytest.raises(UnsupportedVersion):
        read(GOOD.replace("format = 1", "format = 2"))
    card = '[[card]]\nnumber = 1\ncolour = "green"\ntactical = ["Nonsense"]\nspent_number = 1\nhex_number = 1\n'
    assert any("at most 99" in line for line in mistakes(GOOD, "format = 1\n" + card * 500))


# -- a part of the deck -------------------------------------------------------------------------------------------


def test_a_range_may_span_cards_that_a_player_has_taken_out() -> None:
    """A mission of 15-55 can be played with a deck that has no 54, also if the mission leaves that out."""
    own = read(GOOD)
    assert "54" not in deck_part(own, "15-55")
    assert "55" in deck_part(own, "15-55, without 54")
    with pytest.raises(OrderMistake, match="a card of the deck: 53, 55, 60"):
        deck_part(own, "54")


def test_numbers_may_not_be_endless(deck: Deck) -> None:
    """Neither the text, nor one number, of which the beginning is told."""
    for text, told in (("1" * 401, "a text of 401 characters"), ("9" * 300, '"' + "9" * 59 + '…" at character 1')):
        with pytest.raises(OrderMistake) as refused:
            deck_part(deck, text)
        assert refused.value.found == told
