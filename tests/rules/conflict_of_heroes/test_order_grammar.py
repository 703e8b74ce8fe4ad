"""Orders: how they are worded, and what is said of a wrong one."""

from __future__ import annotations

import pickle

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
    Distance,
    OrderMistake,
    Target,
    TargetFilter,
    TargetKind,
    parse_order,
)
from tests.rules.conflict_of_heroes.test_order_fuzz import order_text

AI_KNOWN = ", ".join(words[0] for words in AI_WORDS.values())
TARGET_KNOWN = ", ".join(words[0] for words in TARGET_WORDS.values())


def wrong(text: str) -> OrderMistake:
    """Return what is said of an order."""
    with pytest.raises(OrderMistake) as refused:
        parse_order(text)
    return refused.value


# -- the grammar --------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-5.0")
def test_the_example_of_the_rules_is_read() -> None:
    """Who, distance, target and action, as the summary prints them."""
    order = parse_order("Highest FP AI closest to Lowest DV Unit → Fire")
    assert order == CardOrder("", ("highest_fp",), "closest", Target("Unit", ("lowest_dv",)), "fire", 0)
    assert order.text == "Highest FP AI closest to Lowest DV Unit → Fire"


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(("meaning", "wording"), [(key, word) for key, words in AI_WORDS.items() for word in words])
def test_every_word_for_an_ai_is_known(meaning: AiFilter, wording: str) -> None:
    """Before the AI and behind it."""
    assert parse_order(f"{wording} AI -> Rally").who == (meaning,)
    assert parse_order(f"AI {wording} -> Rally").who == (meaning,)


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(("meaning", "wording"), [(key, word) for key, words in TARGET_WORDS.items() for word in words])
def test_every_word_for_a_target_is_known(meaning: TargetFilter, wording: str) -> None:
    """Before the target and behind it."""
    kind: TargetKind = "Objective" if meaning == "player_controlled" else "Unit"
    expected = Target(kind, (meaning,))
    assert parse_order(f"AI closest to {wording} {kind} -> Move").target == expected
    assert parse_order(f"AI closest to {kind} {wording} -> Move").target == expected


@pytest.mark.rule("COH-5.0-obj")
@pytest.mark.parametrize(("kind", "wording"), [(key, word) for key, words in KIND_WORDS.items() for word in words])
def test_units_and_objectives_are_targets(kind: TargetKind, wording: str) -> None:
    """Control markers go as objectives."""
    assert parse_order(f"AI closest to {wording} -> Move").target == Target(kind)


@pytest.mark.rule("COH-5.0-obj")
def test_a_player_control_marker_is_an_objective() -> None:
    """Namely one that the player controls."""
    order = parse_order("AI closest to Player Control Marker -> Move")
    assert order.target == Target("Objective", ("player_controlled",))


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    ("distance", "wording"), [(key, word) for key, words in DISTANCE_WORDS.items() for word in words]
)
def test_every_word_for_a_distance_is_known(distance: Distance, wording: str) -> None:
    """Closest and farthest, in all spellings."""
    assert parse_order(f"AI {wording} Unit -> Fire").distance == distance


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    ("action", "wording"),
    [(key, word) for key, words in ACTION_WORDS.items() if key not in MISSION_ACTIONS for word in words],
)
def test_every_word_for_an_action_is_known(action: Action, wording: str) -> None:
    """All that an order can tell an AI to do."""
    assert parse_order(f"AI closest to Unit -> {wording}").action == action


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize(
    ("text", "action", "number"),
    [
        ("Counteraction", "counteraction", 0),
        ("counteraction 1", "counteraction", 1),
        ("Mission Order", "mission_order", 0),
        ("mission order 9.", "mission_order", 9),
    ],
)
def test_a_card_calls_for_what_the_mission_defines(text: str, action: Action, number: int) -> None:
    """Alone, or by its number."""
    assert parse_order(text) == CardOrder("", (), None, None, action, number)


@pytest.mark.parametrize("action", ["Rally", "Disengage"])
def test_rallying_needs_no_target_and_may_have_one(action: str) -> None:
    """A target only says which of several AIs is meant."""
    assert parse_order(f"Hit AI -> {action}").target is None
    order = parse_order(f"Hit AI farthest from Objective -> {action}")
    assert (order.distance, order.target) == ("farthest", Target("Objective"))


@pytest.mark.rule("COH-5.0")
@pytest.mark.parametrize(
    "text",
    [
        "hit mg ai in the open closest to lowest dv unit in the open -> low risk move",
        "HIT MG AI IN OPEN CLOSEST TO LOWEST DV UNIT IN OPEN=>LOW RISK MOVE",
        "The MG AI, hit, in open ground, nearest to the Unit in the open with the Lowest DV → Low-Risk Move.",
        "  Any Hit and MG AI in the open closest Units in the open, lowest DV --> Move, Low Risk  ",
    ],
)
def test_the_same_order_can_be_worded_in_many_ways(text: str) -> None:
    """Capitals, articles, commas, hyphens, arrows and the order of the filters make no difference."""
    order = parse_order(text)
    assert order == parse_order("Hit MG AI in the open closest to Lowest DV Unit in the open -> Low Risk Move")
    assert order.text == text


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
@pytest.mark.parametrize(
    ("text", "found", "expected", "hint", "place"),
    [
        # A word that nobody knows.
        (
            "AI clossest to Unit -> Fire",
            '"clossest" at character 4',
            f"one of {AI_KNOWN}, closest to, farthest from, ->",
            'did you mean "closest"?',
            4,
        ),
        (
            "Higest FP AI -> Rally",
            '"Higest" at character 1',
            f"one of {AI_KNOWN}, AI, Counteraction, Mission Order",
            'did you mean "Highest"?',
            1,
        ),
        (
            "AI closest to Unut -> Fire",
            '"Unut" at character 15',
            f"one of {TARGET_KNOWN}, Unit, Objective",
            'did you mean "Unit"?',
            15,
        ),
        (
            "AI closest to Unit -> Fier",
            '"Fier" at character 23',
            "one of Fire, Long Range Fire, Group Fire, Move, Low Risk Move, Move to Cover, Close Combat, Rally,"
            " Disengage, Pivot",
            'did you mean "Fire"?',
            23,
        ),
        # The second word of a phrase.
        ("Highest DV AI -> Rally", '"DV" at character 9', "one of Highest FP, Highest Firepower", "", 9),
        ("AI closest to Unit -> Low Rik Move", '"Rik" at character 27', '"Low Risk Move"', 'did you mean "risk"?', 27),
        # A known word at the wrong place.
        (
            "Hit AI Rally",
            '"Rally" at character 8',
            f"one of {AI_KNOWN}, closest to, farthest from, ->",
            'the action stands behind "->"',
            8,
        ),
        (
            "AI closest to MG Unit -> Fire",
            '"MG" at character 15',
            f"one of {TARGET_KNOWN}, Unit, Objective",
            'that is said of the AI, before "closest to" and "->"',
            15,
        ),
        (
            "Adjacent AI -> Rally",
            '"Adjacent" at character 1',
            f"one of {AI_KNOWN}, AI, Counteraction, Mission Order",
            'that is said of a target, behind "closest to" or "farthest from"',
            1,
        ),
        (
            "AI Unit -> Fire",
            '"Unit" at character 4',
            f"one of {AI_KNOWN}, closest to, farthest from, ->",
            'a target stands behind "closest to" or "farthest from"',
            4,
        ),
        (
            "AI closest to Unit closest to Objective -> Move",
            '"closest" at character 20',
            f"one of {TARGET_KNOWN}, ->",
            'it stands once, before "->"',
            20,
        ),
        (
            "AI closest to AI -> Move",
            '"AI" at character 15',
            f"one of {TARGET_KNOWN}, Unit, Objective",
            'the AI stands once, before "closest to" and "->"',
            15,
        ),
        # Something is missing.
        ("", "an empty order", 'one as in "AI closest to Unit -> Fire"', "", 1),
        (" , the ", "an empty order", 'one as in "AI closest to Unit -> Fire"', "", 1),
        ("Hit", "the end of the order", '"AI"', "", 4),
        ("AI", "the end of the order", "one of closest to, farthest from, ->", "", 3),
        ("AI closest to Unit", "the end of the order", '"->"', "", 19),
        ("AI with highest", "the end of the order", "one of Highest FP, Highest Firepower", "", 16),
        ("Mission", "the end of the order", '"Mission Order"', "", 8),
        ("closest to Unit -> Fire", '"closest" at character 1', '"AI" before it', "", 1),
        ("AI closest to -> Move", '"->" at character 15', '"Unit" or "Objective" before it', "", 15),
        # Too much of it.
        ("AI -> Rally now", '"now" at character 13', "nothing behind the action", "", 13),
        ("Hit AI hit -> Rally", '"hit" at character 8', "it once", "it stands at character 1 as well", 8),
        ("AI AI -> Rally", '"AI" at character 4', '"AI" once', "it stands at character 1 as well", 4),
        (
            "AI nearest Unit Unit -> Fire",
            '"Unit" at character 17',
            '"Unit" once',
            "it stands at character 12 as well",
            17,
        ),
        (
            "AI closest to Lowest DV Unit with lowest DV -> Fire",
            '"lowest" at character 35',
            "it once",
            "it stands at character 15 as well",
            35,
        ),
        ("A" * 201, "a text of 201 characters", "at most 200", "", 1),
    ],
)
def test_a_wrong_word_is_named_with_its_place(text: str, found: str, expected: str, hint: str, place: int) -> None:
    """What was found, at which character, what is known there, and what was probably meant."""
    mistake = wrong(text)
    assert (mistake.found, mistake.expected, mistake.hint, mistake.place) == (found, expected, hint, place)


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


def test_contradictions_in_a_target_are_refused() -> None:
    """As with AIs."""
    mistake = wrong("AI closest to Hit Unhit Unit -> Fire")
    assert mistake.found == '"Unhit" at character 19, though "Hit" stands at character 15'


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize(
    ("text", "found", "expected", "hint"),
    [
        (
            "AI -> Counteraction 2",
            '"AI" at character 1',
            '"Counteraction" alone, or with a number',
            "the mission says who acts",
        ),
        ("Counteraction 0", '"0" at character 15', 'a number from 1 to 9 or nothing behind "Counteraction"', ""),
        ("Mission Order 10", '"10" at character 15', 'a number from 1 to 9 or nothing behind "Mission Order"', ""),
        ("Counteraction ²", '"²" at character 15', 'a number from 1 to 9 or nothing behind "Counteraction"', ""),
        ("Mission Order AI", '"AI" at character 15', 'a number from 1 to 9 or nothing behind "Mission Order"', ""),
        ("Counteraction 1 2", '"2" at character 17', "nothing behind the number of the Counteraction", ""),
        (
            "AI Counteraction",
            '"Counteraction" at character 4',
            f"one of {AI_KNOWN}, closest to, farthest from, ->",
            "it stands alone, or with a number",
        ),
    ],
)
def test_a_counteraction_takes_a_number_and_nothing_else(text: str, found: str, expected: str, hint: str) -> None:
    """Who does what stands in the mission."""
    mistake = wrong(text)
    assert (mistake.found, mistake.expected, mistake.hint) == (found, expected, hint)


def test_a_mistake_reads_as_a_sentence_and_survives_another_process() -> None:
    """It can be printed, and sent back by a worker."""
    mistake = wrong("Hit AI -> Raly")
    assert str(mistake).startswith('found "Raly" at character 11, expected one of Fire, ')
    assert str(mistake).endswith('Pivot; did you mean "Rally"?')
    assert str(pickle.loads(pickle.dumps(mistake))) == str(mistake)


def test_a_wrong_word_cannot_repaint_the_terminal() -> None:
    """What was typed is shown escaped."""
    assert wrong("AI \x1b[31m -> Rally").found == '"\\x1b[31m" at character 4'
