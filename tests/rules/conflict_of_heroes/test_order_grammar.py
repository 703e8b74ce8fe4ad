"""Orders: how they are worded, and what is said of a wrong one."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.rules.conflict_of_heroes.solo.cards import load_orders
from sim.rules.conflict_of_heroes.solo.grammar import (
    ACTION_WORDS,
    AI_WORDS,
    AIMED,
    DISTANCE_WORDS,
    FILTERS_OF,
    FIRES,
    KIND_WORDS,
    MISSION_ACTIONS,
    OPPOSITES,
    TARGET_WORDS,
    Action,
    AiFilter,
    CardOrder,
    OrderMistake,
    Target,
    TargetFilter,
    TargetKind,
    parse_order,
)
from tests.rules.conflict_of_heroes.questions import order_text


def wrong(text: str) -> OrderMistake:
    """Return what is said of an order."""
    with pytest.raises(OrderMistake) as refused:
        parse_order(text)
    return refused.value


# -- the grammar --------------------------------------------------------------------------------------------------


def wordings(table: Mapping[Any, Sequence[str]]) -> list[tuple[Any, str]]:
    """Return every wording with what it means."""
    return [(meaning, wording) for meaning, words in table.items() for wording in words]


@pytest.mark.rule("COH-5.0", "COH-5.0-obj")
def test_every_word_is_known() -> None:
    """Of AIs and targets before the noun and behind it; distances, targets and actions in all spellings."""
    for meaning, word in wordings(AI_WORDS):
        assert parse_order(f"{word} AI -> Rally").who == parse_order(f"AI {word} -> Rally").who == (meaning,)
    for meaning, word in wordings(TARGET_WORDS):
        kind: TargetKind = "Objective" if meaning == "player_controlled" else "Unit"
        for target in (f"{word} {kind}", f"{kind} {word}"):
            assert parse_order(f"AI closest to {target} -> Move").target == Target(kind, (meaning,))
    for meaning, word in wordings(KIND_WORDS):
        assert parse_order(f"AI closest to {word} -> Move").target == Target(meaning)
    for meaning, word in wordings(DISTANCE_WORDS):
        assert parse_order(f"AI {word} Unit -> Fire").distance == meaning
    for meaning, word in wordings({each: words for each, words in ACTION_WORDS.items() if each not in MISSION_ACTIONS}):
        assert parse_order(f"AI closest to Unit -> {word}").action == meaning


@st.composite
def filters(draw: st.DrawFn, known: tuple[str, ...]) -> tuple[str, ...]:
    """Draw filters that go together, in the order of the tables."""
    drawn = draw(st.sets(st.sampled_from(known), max_size=4))
    clear = {each for each in drawn if not any(each in group and len(group & drawn) > 1 for group in OPPOSITES)}
    return tuple(each for each in known if each in clear)


@st.composite
def orders(draw: st.DrawFn) -> CardOrder:
    """Draw an order that makes sense."""
    action = draw(st.sampled_from(list(ACTION_WORDS)))
    if action in MISSION_ACTIONS:
        return CardOrder("", (), None, None, action, draw(st.integers(0, 9)))
    who = draw(filters(tuple(AI_WORDS)))
    if action not in AIMED and draw(st.booleans()):
        return CardOrder("", who, None, None, action)  # type: ignore[arg-type]
    kind = "Unit" if action in FIRES else draw(st.sampled_from(list(KIND_WORDS)))
    known = tuple(each for each in TARGET_WORDS if each in FILTERS_OF[kind])
    target = Target(kind, draw(filters(known)))  # type: ignore[arg-type]
    return CardOrder("", who, draw(st.sampled_from(list(DISTANCE_WORDS))), target, action)  # type: ignore[arg-type]


@pytest.mark.rule("COH-5.0")
@settings(max_examples=120)
@given(order=orders())
def test_any_order_is_read_back_from_its_own_words(order: CardOrder) -> None:
    """What `order_text` writes means what was written."""
    text = order_text(order)
    assert parse_order(text) == order
    assert order_text(parse_order(text.upper())) == text


@pytest.mark.rule("COH-5.0")
def test_every_card_is_worded_as_it_is_read() -> None:
    """The shipped texts are the canonical ones."""
    for card in load_orders().values():
        for order in card.orders:
            assert order_text(order) == order.text
            assert parse_order(order_text(order)) == order


# -- what is wrong in an order ------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("action", sorted(AIMED))
def test_an_action_that_needs_a_target_is_refused_without_one(action: Action) -> None:
    """Fire, moves, close combat and pivots are done to something or towards it."""
    name = ACTION_WORDS[action][0]
    mistake = wrong(f"AI -> {name}")
    assert mistake.found == f'"{name.split()[0]}" at character 7 without a target'
    assert mistake.expected == '"closest to" or "farthest from" and a target before "->"'
    assert mistake.hint == f'as in "AI closest to Unit -> {name}"'


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize("action", sorted(FIRES))
def test_nobody_fires_at_an_objective(action: Action) -> None:
    """Only Units are fired at."""
    mistake = wrong(f"AI closest to Objective -> {ACTION_WORDS[action][0]}")
    assert (mistake.found, mistake.expected) == ('"Objective" at character 15', '"Unit"')
    assert mistake.hint == f"the action is {ACTION_WORDS[action][0]}"


@pytest.mark.parametrize("text", ["AI {} Unit -> Move", "AI {} Objective -> Move"])
@pytest.mark.parametrize("each", list(TARGET_WORDS))
def test_what_cannot_be_said_of_a_target_is_refused(text: str, each: TargetFilter) -> None:
    """Objectives are neither hit nor fresh, and every Unit is the player's."""
    kind: TargetKind = "Unit" if "Unit" in text else "Objective"
    order = text.format(f"closest to {TARGET_WORDS[each][0]}")
    if each in FILTERS_OF[kind]:
        assert parse_order(order).target == Target(kind, (each,))
    else:
        assert wrong(order).hint == f'it cannot be said of "{kind}"'
        assert wrong(order).place == 15


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    ("one", "other"),
    [(one, other) for group in OPPOSITES for one in sorted(group) for other in sorted(group) if one != other],
)
def test_contradictions_are_refused(one: AiFilter, other: AiFilter) -> None:
    """Nobody is fresh and spent, hit and unhit, on foot and a vehicle."""
    first, second = AI_WORDS[one][0], AI_WORDS[other][0]
    mistake = wrong(f"{first} {second} AI -> Rally")
    assert mistake.place == len(first) + 2
    assert mistake.found.endswith(f', though "{first.split()[0]}" stands at character 1')
    assert (mistake.expected, mistake.hint) == ("one of the two", "no counter is both")


def test_a_mistake_reads_as_a_sentence_and_survives_another_process() -> None:
    """It can be printed, and sent back by a worker; an order may have 200 characters at most."""
    mistake = wrong("Hit AI -> Raly")
    assert str(mistake).startswith('found "Raly" at character 11, expected one of Fire, ')
    assert str(mistake).endswith('Pivot; did you mean "Rally"?')
    assert str(pickle.loads(pickle.dumps(mistake))) == str(mistake)
    assert (wrong("A" * 201).found, wrong("A" * 201).expected) == ("a text of 201 characters", "at most 200")
