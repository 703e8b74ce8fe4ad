"""The order deck: what the shipped cards hold, files of one's own cards, and the part that a mission uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.files import FileMistakes, UnsupportedVersion, parse_toml
from sim.resources import find_scenario
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.solo.cards import SHIPPED_ORDERS, OrderCard, deck_part, load_orders, read_orders
from sim.rules.conflict_of_heroes.solo.grammar import (
    ACTION_WORDS,
    AI_WORDS,
    FIRES,
    TARGET_WORDS,
    CardOrder,
    OrderMistake,
    parse_order,
)
from sim.rules.conflict_of_heroes.state import ORDERS
from sim.scenario.scenario import load_scenario
from tests.contract.battles import players

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
def test_13_cards_are_blue_and_42_green(deck: Deck) -> None:
    """Command orders and action orders."""
    assert Counter(card.colour for card in deck.values()) == {"blue": 13, "green": 42}


@pytest.mark.rule("COH-4.5")
def test_spent_numbers_are_as_often_as_on_the_weighted_die(deck: Deck) -> None:
    """Half of all checks spend whoever paid 3 AP, as with the third edition's die."""
    counted = Counter(card.spent_number for card in deck.values())
    assert counted == {1: 11, 2: 5, 3: 11, 4: 6, 5: 11, 6: 5, 7: 6}


@pytest.mark.rule("COH-4.5")
def test_spent_numbers_are_alike_in_every_part_of_the_deck(deck: Deck) -> None:
    """A mission that leaves out the harsh cards does not change the spent check."""
    numbers = [card.spent_number for card in deck.values()]
    for part in (numbers[:18], numbers[18:37], numbers[37:], numbers[14:]):
        assert 3.4 <= sum(part) / len(part) <= 4.0


@pytest.mark.rule("COH-4.5")
def test_5_cards_keep_whoever_draws_them_fresh(deck: Deck) -> None:
    """The symbol is on every eleventh card."""
    assert sum(card.remain_fresh for card in deck.values()) == 5


@pytest.mark.rule("COH-4.5")
def test_hex_numbers_are_spread_evenly(deck: Deck) -> None:
    """Each of 1 to 6 on 9 cards, one of them on 10."""
    counted = Counter(card.hex_number for card in deck.values())
    assert sorted(counted) == [1, 2, 3, 4, 5, 6]
    assert sorted(counted.values()) == [9, 9, 9, 9, 9, 10]


@pytest.mark.rule("COH-4.5")
def test_14_green_cards_advance_the_mission_track(deck: Deck) -> None:
    """At 6 to 14 counters, 4 of them by two spaces; no other card advances it."""
    advancing = [card for card in deck.values() if card.track is not None]
    assert len(advancing) == 14
    assert {card.colour for card in advancing} == {"green"}
    assert {card.track for card in advancing} == set(range(6, 15))
    assert Counter(card.advance for card in deck.values()) == {0: 41, 1: 10, 2: 4}


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize("action", ["counteraction", "mission_order"])
def test_8_cards_call_for_what_the_mission_defines(deck: Deck, action: str) -> None:
    """Green and blue ones, by number and without."""
    calling = [(card, order) for card in deck.values() for order in card.tactical if order.action == action]
    assert len(calling) == 8
    assert {card.colour for card, _ in calling} == {"blue", "green"}
    assert {order.number for _, order in calling} == {0, 1, 2}


@pytest.mark.rule("COH-4.5")
def test_every_card_has_priority_and_tactical_orders(deck: Deck) -> None:
    """One or two of the first and three or four of the second, none of them twice."""
    for card in deck.values():
        assert 1 <= len(card.priority) <= 2
        assert 3 <= len(card.tactical) <= 4
        assert len(set(card.orders)) == len(card.orders)
        assert card.orders == card.priority + card.tactical


@pytest.mark.rule("COH-4.5")
def test_priority_orders_are_urgent_ones(deck: Deck) -> None:
    """Close combat, fire at somebody adjacent, rallies and disengaging."""
    for card in deck.values():
        for order in card.priority:
            is_near = order.target is not None and "adjacent" in order.target.filters
            assert order.action in ("close_combat", "rally", "disengage") or (order.action in FIRES and is_near)


@pytest.mark.rule("COH-4.5")
def test_every_card_ends_in_a_move_that_any_ai_may_make(deck: Deck) -> None:
    """A pass is the exception: the last order asks nothing of the AI or of the Unit."""
    for card in deck.values():
        last = card.tactical[-1]
        assert last.action in ("move", "low_risk_move")
        assert (last.who, last.target and last.target.filters, last.target and last.target.kind) == ((), (), "Unit")


def test_every_card_lets_somebody_fire(deck: Deck) -> None:
    """An AI that can hit is a danger whatever card comes up."""
    for card in deck.values():
        assert any(order.action in FIRES - {"close_combat"} for order in card.orders), card.number


@pytest.mark.rule("COH-5.0")
def test_the_deck_uses_every_word_of_the_grammar(deck: Deck) -> None:
    """Whatever can be said is said somewhere, so that battles try it."""
    orders = [order for card in deck.values() for order in card.orders]
    assert {order.action for order in orders} == set(ACTION_WORDS)
    assert {each for order in orders for each in order.who} == set(AI_WORDS)
    assert {each for order in orders if order.target for each in order.target.filters} == set(TARGET_WORDS)
    assert {order.distance for order in orders} == {"closest", "farthest", None}


RANKS = {"highest_fp", "lowest_fp", "lowest_dv"}
"""These choose among those that can, and exclude nobody."""
WIDER = {("long_range_fire", "fire"), ("move", "low_risk_move"), ("fire", "group_fire")}


def covers(earlier: CardOrder, later: CardOrder) -> bool:
    """Say whether the later order can never be carried out where the earlier one cannot."""
    if earlier.action != later.action and (earlier.action, later.action) not in WIDER:
        return False
    if earlier.number or later.number or not set(earlier.who) - RANKS <= set(later.who):
        return False
    if earlier.target is None:
        return True
    return (
        later.target is not None
        and earlier.target.kind == later.target.kind
        and set(earlier.target.filters) - RANKS <= set(later.target.filters)
    )


def dead_orders(deck: Deck) -> Iterator[str]:
    """Yield the orders that another one, higher up on the card, makes needless."""
    for card in deck.values():
        for place, later in enumerate(card.orders):
            for earlier in card.orders[:place]:
                if covers(earlier, later):
                    yield f"{card.number}: {later.text!r} comes after {earlier.text!r}"


@pytest.mark.rule("COH-4.5")
def test_every_order_can_be_reached(deck: Deck) -> None:
    """No order asks more than one above it, which would always be taken instead."""
    assert list(dead_orders(deck)) == []


@pytest.mark.parametrize(
    ("earlier", "later", "is_dead"),
    [
        ("AI closest to Unit -> Fire", "Hit AI closest to Spent Unit -> Fire", True),
        ("Highest FP AI closest to Lowest DV Unit -> Fire", "AI farthest from Unit -> Fire", True),
        ("Hit AI -> Rally", "Hit MG AI closest to Unit -> Rally", True),
        ("AI closest to Unit -> Move", "AI in a Fire Zone closest to Unit -> Low Risk Move", True),
        ("AI closest to Hit Unit -> Fire", "AI closest to Unit -> Fire", False),
        ("AI closest to Objective -> Move", "AI closest to Unit -> Move", False),
        ("AI closest to Unit -> Fire", "AI closest to Unit -> Long Range Fire", False),
        ("Counteraction 1", "Counteraction 2", False),
    ],
)
def test_an_order_that_asks_more_than_an_earlier_one_would_be_found(earlier: str, later: str, is_dead: bool) -> None:
    """The check above has teeth."""
    assert covers(parse_order(earlier), parse_order(later)) == is_dead


@pytest.mark.rule("COH-4.5")
def test_low_numbers_are_harsh_and_high_numbers_mild(deck: Deck) -> None:
    """Thirds of the deck by what they make the AI do."""
    cards = list(deck.values())
    parts = (cards[:18], cards[19:37], cards[37:])
    thirds = [Counter(order.action for card in part for order in card.orders) for part in parts]
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
    """No track, no advance, no priority orders, no symbol."""
    card = read(GOOD)["60"]
    assert (card.track, card.advance, card.priority, card.remain_fresh) == (None, 0, (), False)


@pytest.mark.rule("COH-4.5")
def test_a_track_without_a_step_advances_by_one() -> None:
    """As most cards print it."""
    assert read(GOOD.replace("advance = 2\n", ""))["55"].advance == 1


def test_cards_are_loaded_from_files(tmp_path: Path, deck: Deck) -> None:
    """One path or several; the shipped ones if none is given."""
    own = tmp_path / "own.toml"
    own.write_text(GOOD, encoding="utf-8")
    changed = load_orders([SHIPPED_ORDERS, own])
    assert changed == {id: card for id, card in deck.items() if id != "54"} | read(GOOD)
    assert load_orders(str(SHIPPED_ORDERS)) == deck


def test_a_file_alone_is_a_deck(tmp_path: Path) -> None:
    """The cards of the boxed game can be typed in and used without the shipped ones."""
    own = tmp_path / "own.toml"
    own.write_text(GOOD.replace("remove = [54]\n", ""), encoding="utf-8")
    assert list(load_orders(own)) == ["55", "60"]


def test_a_later_file_may_bring_back_what_an_earlier_one_removed() -> None:
    """Files are taken in turn."""
    again = '[[card]]\nnumber = 54\ncolour = "blue"\ntactical = ["Counteraction"]\nspent_number = 1\nhex_number = 1\n'
    assert read(GOOD, f"format = 1\n{again}")["54"].tactical == (parse_order("Counteraction"),)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (
            "Hit AI -> Rally",
            "Hit AI -> Raly",
            'a.toml:9: card[0].priority[0]: found "Raly" at character 11, expected one of Fire, Long Range Fire,'
            " Group Fire, Move, Low Risk Move, Move to Cover, Close Combat, Rally, Disengage, Pivot;"
            ' did you mean "Rally"?',
        ),
        (
            "AI closest to Objective -> Move",
            "AI -> Move",
            'a.toml:12: card[0].tactical[1]: found "Move" at character 7 without a target, expected "closest to" or'
            ' "farthest from" and a target before "->"; as in "AI closest to Unit -> Move"',
        ),
        (
            "Hit AI -> Rally",
            "Spent AI -> Rally",
            'a.toml:9: card[0].priority[0]: found "Spent" on a green card, expected fresh AIs; only blue cards are for'
            " spent AIs as well",
        ),
        (
            'colour = "blue"',
            'colour = "blue"\ntrack = 9',
            "a.toml:21: card[1].track: found 9 on a blue card, expected no track; only green cards advance the mission"
            " track",
        ),
        (
            "track = 9\n",
            "",
            "a.toml:7: card[0].advance: found 2 without a track, expected track, the number of counters, as well",
        ),
        (
            "number = 60",
            "number = 55",
            "a.toml:19: card[1].number: found 55, which is the number of card[0] on line 5, expected a number of its"
            " own",
        ),
        (
            "remove = [54]",
            "remove = [54,\n60]",
            "a.toml:3: remove[1]: found 60, which is the number of card[1], expected only cards of earlier files;"
            " a card of the same number replaces the earlier one by itself",
        ),
        (
            "remove = [54]",
            "remove = [54, 77]",
            "a.toml:2: remove[1]: found 77, expected the number of a card in an earlier file",
        ),
        ('"green"', '"red"', 'a.toml:6: card[0].colour: found "red", expected one of blue, green'),
        ("hex_number = 3", "hex_number = 7", "a.toml:16: card[0].hex_number: found 7, expected at most 6"),
        ("advance = 2", "advance = 3", "a.toml:8: card[0].advance: found 3, expected one of 1, 2"),
        ("number = 60", "number = 100", "a.toml:19: card[1].number: found 100, expected at most 99"),
        ("spent_number = 5\n", "", "a.toml:4: card[0].spent_number: found nothing, expected a whole number"),
        (
            "remain_fresh",
            "remains_fresh",
            "a.toml:14: card[0].remains_fresh: found an unknown key, expected one of number, colour, track, advance,"
            ' priority, tactical, remain_fresh, spent_number, hex_number; did you mean "remain_fresh"?',
        ),
        (
            'priority = ["Hit AI -> Rally"]',
            'priority = "Hit AI -> Rally"',
            'a.toml:9: card[0].priority: found the text "Hit AI -> Rally", expected an array; write'
            ' ["Hit AI -> Rally"]',
        ),
        (
            'tactical = ["Spent AI closest to Unit -> Fire"]',
            "tactical = []",
            "a.toml:21: card[1].tactical: found an empty array, expected at least 1",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line(before: str, after: str, line: str) -> None:
    """File, line, key, what was found and what would be right."""
    assert mistakes(before, after) == [line]


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
    """Nor is a deck without cards one."""
    with pytest.raises(FileMistakes) as refused:
        read_orders([parse_toml(GOOD, "own.toml")])
    assert str(refused.value) == "own.toml:2: remove[0]: found 54, expected nothing, since no file comes before"
    with pytest.raises(FileMistakes) as refused:
        read_orders([parse_toml("format = 1", "own.toml")])
    assert str(refused.value) == "own.toml: found no cards, expected at least one [[card]]"


def test_a_file_of_a_newer_format_is_refused() -> None:
    """Before anything else is said of it."""
    with pytest.raises(UnsupportedVersion):
        read(GOOD.replace("format = 1", "format = 2"))


def test_a_hundred_cards_are_too_many() -> None:
    """Numbers have two digits; a file of thousands is refused soon."""
    card = '[[card]]\nnumber = 1\ncolour = "green"\ntactical = ["Nonsense"]\nspent_number = 1\nhex_number = 1\n'
    assert any("at most 99" in line for line in mistakes(GOOD, "format = 1\n" + card * 500))


# -- a part of the deck -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("15-55, without 55", [*range(15, 55)]),
        ("15-55 without 40", [*range(15, 40), *range(41, 56)]),
        ("1-55", [*range(1, 56)]),
        ("all", [*range(1, 56)]),
        ("All without 1-50 and 55", [51, 52, 53, 54]),
        ("without 2-55", [1]),
        ("7, 3 and 10 to 12", [3, 7, 10, 11, 12]),
        ("53\u201399", [53, 54, 55]),
        ("3, 1, 2", [1, 2, 3]),
        ("55", [55]),
    ],
)
def test_a_mission_uses_a_part_of_the_deck(deck: Deck, numbers: str, expected: list[int]) -> None:
    """As the mission sheets write it."""
    part = deck_part(deck, numbers)
    assert [card.number for card in part.values()] == expected
    assert all(deck[id] is card for id, card in part.items())


@pytest.mark.parametrize(
    ("numbers", "found", "expected", "hint"),
    [
        ("15-55, witout 55", '"witout" at character 8', 'a card number, a range as in 15-55, "all" or "without"',
         'did you mean "without"?'),
        ("15-x", '"-x" at character 3', 'a card number, a range as in 15-55, "all" or "without"', ""),
        ("1-9 without 3 without 4", '"without" at character 15', "a card number, a range as in 15-55", ""),
        ("3, 56", '"56" at character 4', "a card of the deck: 1-55", ""),
        ("60-70", '"60-70" at character 1', "a card of the deck: 1-55", ""),
        ("55-15", '"55-15" at character 1', "a range from the lower number to the higher", "did you mean 15-55?"),
        ("1-5, 9, without 6", '"6" at character 17', 'some of the numbers before "without": 1-5, 9', ""),
        ("1-5 without", "the end", 'a card number behind "without"', ""),
        ("1-5 without 1-5", '"1-5 without 1-5"', "numbers that leave at least one card in the deck", ""),
        ("", '""', "numbers that leave at least one card in the deck", ""),
        ("1, 56", '"56" at character 4', "a card of the deck: 1-55", ""),
        ("1" * 401, "a text of 401 characters", "at most 400", ""),
        ("9" * 300, '"' + "9" * 59 + '…" at character 1', "a card of the deck: 1-55", ""),
    ],
)  # fmt: skip
def test_a_part_that_is_none_is_refused(deck: Deck, numbers: str, found: str, expected: str, hint: str) -> None:
    """With what was found and where, and what would be right."""
    with pytest.raises(OrderMistake) as refused:
        deck_part(deck, numbers)
    assert (refused.value.found, refused.value.expected, refused.value.hint) == (found, expected, hint)


def test_a_range_may_span_cards_that_a_player_has_taken_out() -> None:
    """A mission of 15-55 can be played with a deck that has no 54, also if the mission leaves that out."""
    own = read(GOOD)
    assert "54" not in deck_part(own, "15-55")
    assert "55" in deck_part(own, "15-55, without 54")
    with pytest.raises(OrderMistake, match="a card of the deck: 53, 55, 60"):
        deck_part(own, "54")


@pytest.mark.rule("COH-HEX")
def test_the_hex_number_decides_nothing_and_the_card_says_so() -> None:
    """Cards that differ in it alone are the same order, and a battle with other hex numbers goes the same way."""
    of = load_scenario(find_scenario("conflict_of_heroes/behaviour/eleven"))
    turned = {id_: replace(card, hex_number=7 - card.hex_number) for id_, card in of.battle.data.orders.items()}
    other = replace(of.battle, data=replace(of.battle.data, orders=turned))
    logs = []
    for battle in (of.battle, other):
        session: Session[Any, Any] = Session(battle, of.state, players(of), Seeded(3))
        session.play_out()
        logs.append([frame.event for frame in session.frames])
    assert logs[0] == logs[1]
    card = min(of.battle.data.orders)
    assert "(not used: COH-HEX)" in CONFLICT_OF_HEROES.insight.card(session.position, ORDERS, card).text
