"""Whatever is written as an order or as a file of cards ends in one, or in mistakes that can be printed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.files import FileLocation, FileMistakes, TomlDocument, decoded, parse_toml
from sim.rules.conflict_of_heroes.solo.cards import SHIPPED_ORDERS, OrderCard, deck_part, load_orders, read_orders
from sim.rules.conflict_of_heroes.solo.grammar import (
    ACTION_WORDS,
    AI_WORDS,
    DISTANCE_WORDS,
    KIND_WORDS,
    TARGET_WORDS,
    OrderMistake,
    parse_order,
)
from tests.fuzzing import is_sound, mangled_lines, search, spoilt_bytes
from tests.rules.conflict_of_heroes.questions import order_text

TABLES = (AI_WORDS, TARGET_WORDS, DISTANCE_WORDS, KIND_WORDS, ACTION_WORDS)
WORDS = (
    *(wording for table in TABLES for wordings in table.values() for wording in wordings),
    *("AI", "AIs", "->", "→", "=>", ">", "=", ",", ".", "-", "the", "and", "or", "1", "9", "10", "\x00", "İ", "ß"),
)
FRAGMENTS = (
    *("format = 2", "remove = [1]", "remove = [true, 'x', 99]", "[[card]]", "[card]", "card = 3", "number = 99"),
    *('colour = "red"', "track = 0", "advance = 2", "priority = []", "priority = 'Hit AI -> Rally'", "tactical = [3]"),
    *('tactical = ["AI -> Fire"]', "tactical = [[]]", "spent_number = 11", "hex_number = 1.0", '"Spent AI -> Rally",'),
)


@cache
def shipped_texts() -> tuple[str, ...]:
    """Return the texts of all shipped orders."""
    return tuple(order.text for card in load_orders().values() for order in card.orders)


@cache
def shipped_lines() -> tuple[str, ...]:
    """Return the lines of the first few shipped cards."""
    text = SHIPPED_ORDERS.read_text(encoding="utf-8")
    return tuple(text[text.index("format") : text.index("[[card]]\nnumber = 6\n")].splitlines())


@cache
def first_document() -> TomlDocument:
    """Return the same cards as a document, which another one may change."""
    return parse_toml("\n".join(shipped_lines()), "first.toml")


@cache
def first_cards() -> dict[str, OrderCard]:
    """Return those cards."""
    return read_orders([first_document()])


def mangled_order(random: Random) -> bytes:
    """Return an order of the deck with words dropped, doubled, moved and replaced, or a heap of words."""
    if random.random() < 0.3:
        words = random.choices(WORDS, k=random.randint(1, 9))
    else:
        words = mangled_lines(random.choice(shipped_texts()).split(), WORDS, random)
    return spoilt_bytes(random.choice((" ", " ", " ", ", ", "")).join(words), random)


def mangled_file(random: Random) -> bytes:
    """Return a file of cards with lines dropped, doubled, moved and replaced."""
    return spoilt_bytes("\n".join(mangled_lines(shipped_lines(), FRAGMENTS, random)), random)


def load_text(text: str) -> object:
    """Read a text as an order, whose mistake is told as that of a file."""
    try:
        order = parse_order(text)
    except OrderMistake as mistake:
        assert 1 <= mistake.place <= len(text) + 1
        assert mistake.found and mistake.expected and str(mistake).isprintable()
        raise FileMistakes([FileLocation("order").mistake(mistake.found, mistake.expected, mistake.hint)]) from None
    assert parse_order(order_text(order)) == order
    return order


def load_order(data: bytes) -> object:
    """Read bytes as an order."""
    return load_text(data.decode("utf-8", "replace"))


def load_file(data: bytes) -> object:
    """Read bytes as a file of cards that follows another."""
    return read_orders([first_document(), parse_toml(decoded(data, "own.toml"), "own.toml")])


KINDS = {"order": (mangled_order, load_order), "file": (mangled_file, load_file)}


@pytest.mark.rule("COH-5.0")
@settings(max_examples=120)
@given(text=st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_ends_in_an_order_or_in_a_mistake(text: str) -> None:
    """Whatever the characters are, half surrogate pairs included."""
    try:
        load_text(text)
    except FileMistakes as refused:
        assert str(refused).isprintable()


@pytest.mark.parametrize(("kind", "seeds"), [("order", 200), ("file", 30)])
def test_mangled_texts_end_in_cards_or_in_mistakes(kind: str, seeds: int) -> None:
    """Some of them are sound, so that the search also reaches what comes after the mistakes."""
    mangle, load = KINDS[kind]
    assert {is_sound(load, mangle(Random(seed))) for seed in range(seeds)} == {True, False}


@settings(max_examples=120)
@given(text=st.text(st.sampled_from("0123456789 -,.xal andwithouto"), max_size=30) | st.text(max_size=30))
def test_any_part_of_the_deck_is_read_or_refused(text: str) -> None:
    """The numbers of a mission are typed by people as well."""
    cards = first_cards()
    try:
        assert set(deck_part(cards, text)) <= set(cards)
    except OrderMistake as mistake:
        assert str(mistake).isprintable()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_mangled_texts_for_a_long_time(kind: str) -> None:
    """The same for as long as `SANDTABLE_FUZZ_SECONDS` says."""
    search(*KINDS[kind])
