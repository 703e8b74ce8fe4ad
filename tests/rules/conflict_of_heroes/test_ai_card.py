"""The AI's turn: a card worked down from the top, its colour, and what the mission adds."""

from __future__ import annotations

import pytest

from sim.rules.conflict_of_heroes.orders.cards import Pass
from sim.rules.conflict_of_heroes.scenario import Response
from tests.rules.conflict_of_heroes.positions import Card, Field, Stand, field, response

AHEAD = Stand("red", "D3", 3, "soviet_rifles_41")
"""A Unit that faces south, four hexes north of D7."""
FIRE, MOVE, RALLY = "AI closest to Unit -> Fire", "AI closest to Unit -> Move", "Hit AI -> Rally"
LONG = "AI closest to Hit Unit -> Fire"
"""An order that cannot be carried out while no Unit is hit."""


def facing_red(**changes: object) -> Field:
    """One AI that can fire and move."""
    return field(Stand("ai-1", "D7", 0, **changes), AHEAD)  # type: ignore[arg-type]


# -- working down the card --------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-4.0")
@pytest.mark.parametrize(
    ("card", "done", "tried"),
    [
        (Card((FIRE, MOVE)), "ai-1 fires at red", [FIRE]),
        (Card((MOVE, FIRE)), "ai-1 moves to D6", [MOVE]),
        (Card((FIRE,), (MOVE,)), "ai-1 moves to D6", [MOVE]),
        (Card((MOVE,), (FIRE,)), "ai-1 fires at red", [FIRE]),
        (Card((MOVE,), (LONG, FIRE)), "ai-1 fires at red", [LONG, FIRE]),
        (Card((LONG, MOVE), (RALLY,)), "ai-1 moves to D6", [RALLY, LONG, MOVE]),
    ],
    ids=["first", "the other first", "priority first", "priority fire", "second priority", "down to tactical"],
)
def test_the_first_order_that_can_be_executed_is(card: Card, done: str, tried: list[str]) -> None:
    """Priority orders from the top, then tactical ones; none is tried after the one that was carried out."""
    decided = facing_red().decide(card)
    assert decided.short() == done
    notes = [(rule, text, taken) for rule, text, taken in decided.tried() if rule == "COH-5.0"]
    assert notes == [("COH-5.0", f"{text} (action)", text == tried[-1]) for text in tried]


@pytest.mark.rule("COH-4.0")
def test_an_order_that_cannot_be_executed_says_why() -> None:
    """Whoever disagrees is told what was missing."""
    decided = facing_red().decide(Card((LONG, MOVE)))
    assert f"{LONG} (action): no (no AI can fire at such a Unit)" in decided.text
    assert "out: ai-1 (no: no such Unit)" in decided.text


@pytest.mark.rule("COH-4.0-none")
def test_the_ai_passes_when_nothing_on_the_card_can_be_done() -> None:
    """The pass is the AI's own, and says so."""
    decided = facing_red().decide(Card((LONG,), (RALLY,)))
    assert decided.intent == Pass()
    assert decided.tried()[-1] == ("COH-4.0-none", "no order can be carried out: pass", True)


@pytest.mark.rule("COH-4.0-none")
def test_spent_ais_pass_on_a_green_card() -> None:
    """All orders of an action card are for fresh AIs."""
    assert facing_red(spent=True).decide(Card((FIRE, MOVE, RALLY))).intent == Pass()


# -- colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize("order", [FIRE, MOVE, "AI closest to Unit -> Low Risk Move", RALLY])
def test_a_spent_ai_acts_on_a_blue_card(order: str) -> None:
    """A command order is for fresh and spent AIs."""
    spent = facing_red(spent=True, hit="soft_unnerved")
    decided = spent.decide(Card((order,), colour="blue"))
    assert decided.short().startswith("ai-1 ")
    what = next(note.what for note in decided.notes if getattr(note, "what", "").startswith("which AI") and note.steps)
    assert decided.step(what, "fresh or spent").rule == "COH-4.1"
    assert spent.decide(order).intent == Pass()


@pytest.mark.rule("COH-4.1")
def test_on_a_blue_card_a_fresh_ai_has_no_precedence() -> None:
    """The nearer one acts, though it is spent."""
    near, far = Stand("ai-1", "D6", 0, spent=True), Stand("ai-2", "D8", 0)
    assert field(near, far, AHEAD).decide(Card((FIRE,), colour="blue")).short() == "ai-1 fires at red"


@pytest.mark.rule("COH-4.2")
@pytest.mark.parametrize(
    "order", [FIRE, MOVE, RALLY, "AI closest to Unit -> Close Combat", "AI closest to Unit -> Pivot"]
)
def test_only_fresh_ais_act_on_a_green_card(order: str) -> None:
    """The nearer one is spent, so the farther one acts."""
    facing = 3 if "Pivot" in order else 0
    near = Stand("ai-1", "D4", facing, spent=True, hit="soft_unnerved")
    far = Stand("ai-2", "C4", facing, hit="soft_unnerved")
    decided = field(near, far, AHEAD).decide(order)
    assert decided.short().startswith("ai-2 ")
    assert "only if fresh [COH-4.2]: keeps ai-2; out: ai-1" in decided.text


# -- crews ------------------------------------------------------------------------------------------------------------


CREW_IN_CLOSE_COMBAT = (Stand("ai-1", "D5", 0, "german_mg34"), Stand("red", "D5", 0, "soviet_rifles_41"))


@pytest.mark.rule("COH-5.1-cc")
def test_a_crew_in_close_combat_disengages_before_any_order() -> None:
    """As if a priority order above all others said so; an order it could carry out comes later."""
    decided = field(*CREW_IN_CLOSE_COMBAT).decide(FIRE, 2)
    assert decided.short() == "ai-1 moves to D6"
    assert decided.tried() == [("COH-5.1-cc", "crewed weapons leave close combat (action)", True)]


@pytest.mark.rule("COH-5.1-cc")
@pytest.mark.parametrize("profile", ["german_mg34", "german_5cm_mortar", "german_rifles_41"])
def test_only_crews_leave_close_combat_unasked(profile: str) -> None:
    """An MG and a mortar leave; rifles stay and fight."""
    ai = Stand("ai-1", "D5", 0, profile)
    decided = field(ai, CREW_IN_CLOSE_COMBAT[1]).decide(FIRE, *([] if "rifles" in profile else [2]))
    assert decided.short() == ("ai-1 fires at red" if "rifles" in profile else "ai-1 moves to D6")


@pytest.mark.rule("COH-5.1-cc")
def test_a_spent_crew_leaves_close_combat_on_blue_cards_only() -> None:
    """It is an order of the card's colour."""
    ai, red = CREW_IN_CLOSE_COMBAT
    spent = field(Stand("ai-1", ai.at, 0, ai.profile, spent=True), red)
    assert spent.decide(LONG).intent == Pass()
    assert spent.decide(Card((LONG,), colour="blue"), 2).short() == "ai-1 moves to D6"


@pytest.mark.rule("COH-5.1-cc")
def test_a_crew_that_cannot_leave_goes_on_with_the_card() -> None:
    """Pinned, it still fights where it is."""
    pinned = Stand("ai-1", "D5", 0, "german_mg34", hit="soft_pinned")
    decided = field(pinned, CREW_IN_CLOSE_COMBAT[1]).decide("AI closest to Unit -> Fire")
    assert decided.short() == "ai-1 fires at red"
    assert "out: ai-1 (ai-1 is pinned and cannot move or turn)" in decided.text


# -- the mission's orders ---------------------------------------------------------------------------------------------

FIRES = response(FIRE)
MOVES = response(MOVE)
CANNOT = response(LONG)
AFTER_FIRE = response(FIRE, "a Unit fired")
AFTER_NONE = response(MOVE, "no Unit fired")


def mission(*responses: Response, kind: str = "Counteraction", fired: bool = False) -> Field:
    """A mission with counteractions or mission orders."""
    ai = Stand("ai-1", "D7")
    if kind == "Counteraction":
        return field(ai, AHEAD, counteractions=responses, fired=fired)
    return field(ai, AHEAD, mission_orders=responses, fired=fired)


KINDS = pytest.mark.parametrize("kind", ["Counteraction", "Mission Order"])


@pytest.mark.rule("COH-4.4")
@KINDS
def test_a_card_calls_for_what_the_mission_defines(kind: str) -> None:
    """Of several the first that can be carried out is, and the trace shows them under the card's order."""
    decided = mission(CANNOT, MOVES, FIRES, kind=kind).decide(kind)
    assert decided.short() == "ai-1 moves to D6"
    assert decided.tried()[1:4] == [
        ("COH-4.4", f"{kind} (action)", True),
        ("COH-5.0", f"{LONG} (action)", False),
        ("COH-5.0", f"{MOVE} (action)", True),
    ]


@pytest.mark.rule("COH-4.4")
@KINDS
def test_a_card_may_name_one_of_them(kind: str) -> None:
    """By number, and then no other."""
    there = mission(FIRES, MOVES, CANNOT, kind=kind)
    assert there.decide(f"{kind} 1").short() == "ai-1 fires at red"
    assert there.decide(f"{kind} 2").short() == "ai-1 moves to D6"
    assert there.decide(f"{kind} 3").short() == "pass"
    assert there.decide(f"{kind} 4").short() == "pass"


@pytest.mark.rule("COH-4.4")
def test_counteractions_and_mission_orders_are_two_lists() -> None:
    """A mission that has none of the one sort does not fall back on the other."""
    there = mission(FIRES, kind="Mission Order")
    decided = there.decide("Counteraction")
    assert decided.short() == "pass"
    assert "Counteraction (action): no (the mission has none)" in decided.text
    assert mission(FIRES).decide("Mission Order").short() == "pass"


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize(("fired", "done"), [(True, "ai-1 fires at red"), (False, "ai-1 moves to D6")])
def test_some_are_only_for_after_a_unit_has_fired_or_has_not(fired: bool, done: str) -> None:
    """Whether a Unit fired in the player's last turn decides between the two."""
    assert mission(AFTER_FIRE, AFTER_NONE, fired=fired).decide("Counteraction").short() == done
    assert mission(AFTER_NONE, AFTER_FIRE, fired=fired).decide("Counteraction").short() == done


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize(
    ("only", "fired", "reason"),
    [(AFTER_FIRE, False, "only after a Unit has fired"), (AFTER_NONE, True, "not after a Unit has fired")],
)
def test_one_that_does_not_fit_what_happened_says_so(only: Response, fired: bool, reason: str) -> None:
    """It cannot be executed, and the card goes on."""
    decided = mission(only, fired=fired).decide(Card(("Counteraction",)))
    assert decided.short() == "pass"
    assert f"Counteraction (action): no ({reason})" in decided.text


@pytest.mark.rule("COH-4.4")
@pytest.mark.parametrize("fired", [True, False])
def test_one_without_a_condition_always_fits(fired: bool) -> None:
    """Whatever the player did."""
    assert mission(MOVES, fired=fired).decide("Counteraction").short() == "ai-1 moves to D6"


@pytest.mark.rule("COH-4.4")
def test_the_cards_colour_holds_for_the_missions_orders() -> None:
    """A spent AI carries out a counteraction of a blue card, not of a green one."""
    there = field(Stand("ai-1", "D7", spent=True), AHEAD, counteractions=(MOVES,))
    assert there.decide("Counteraction").short() == "pass"
    assert there.decide(Card(("Counteraction",), colour="blue")).short() == "ai-1 moves to D6"
