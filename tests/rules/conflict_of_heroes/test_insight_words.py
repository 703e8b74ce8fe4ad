"""Orders and cards in words, such that no two offers look the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.insight import Sketch
from sim.engine.orders import Ask, Intent
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_ACTED, ENEMY_MOVED, REROLL
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally
from tests.rules.conflict_of_heroes.insight_questions import ASK, INSIGHT, SCENARIOS, positions
from tests.rules.conflict_of_heroes.stage import GREYS, REDS, ai, stage, unit
from tests.rules.conflict_of_heroes.test_offers import crowded

# -- sketches ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.0")
def test_every_kind_of_order_has_a_sketch() -> None:
    """The words that a player says."""
    field = crowded()
    cell, north = field.cell("C6"), 0

    def sketched(intent: Intent) -> Sketch:
        return INSIGHT.sketch(field.position, intent)

    assert sketched(Fire("u1", "a1", ("u2",), dice_caps=1)) == Sketch(
        "fire", ("u1", "u2"), "a1", manner="with u2, aiming with 1 CAP"
    )
    assert sketched(Fire("u1", "a1", caps=4)).manner == "by CAPs"
    assert sketched(Fire("u1", "a1", caps=3)).manner == "paying 3 CAPs"
    assert sketched(Fire("u3", "a2", card="careful_aiming")).manner == "in close combat, playing Careful Aiming"
    assert sketched(field.move("u1", "C6", facing=2)) == Sketch("move", ("u1",), None, cell, (cell,), 2)
    assert sketched(Pivot("u1", 3, card="swift_action")) == Sketch(
        "pivot", ("u1",), facing=3, manner="playing Swift Action", card="swift_action"
    )
    assert sketched(Rally(("u2", "u4"))) == Sketch("rally", ("u2", "u4"), manner="with u4")
    assert sketched(DigIn("u1")) == Sketch("dig in", ("u1",))
    assert sketched(Hide("u1", caps=5)) == Sketch("hide", ("u1",), manner="by CAPs")
    assert sketched(LaySmoke(cell, "u2")) == Sketch("smoke", ("u2",), cell=cell)
    assert sketched(LaySmoke(cell, card="artillery_smoke")).manner == "playing Artillery Smoke"
    assert sketched(PlayCard("mine_laying", "u1", cell)) == Sketch(
        "card", ("u1",), cell=cell, manner="Mine-Laying", card="mine_laying"
    )
    assert sketched(Stall("u1")) == Sketch("stall", ("u1",))
    assert sketched(Stall()) == Sketch("stall", manner="by CAPs")
    assert sketched(Pass()) == Sketch("pass")
    together = Move((field.step("u1", "C6", facing=north), field.step("u2", "C9", facing=north)))
    assert sketched(together).units == ("u1", "u2")
    assert sketched(together).manner == "u2 to C9 facing n"


def test_an_order_of_somebody_who_is_gone_can_be_sketched() -> None:
    """The log shows orders after what they did."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"))
    for intent in (Fire("u7", "a7", caps=4), Pivot("u7", 1, caps=1), Rally(("u7",), caps=5), Move((), caps=1)):
        assert INSIGHT.sketch(field.position, intent).manner.startswith("paying") or isinstance(intent, Rally)


@pytest.mark.rule("COH-3.0")
@pytest.mark.parametrize("file", SCENARIOS, ids=lambda path: path.stem)
def test_no_two_offers_look_the_same(file: Path) -> None:
    """In any scenario, with a card to pay with and one to play along: what differs as an order differs as a sketch."""
    for position in positions(file):
        data = position.battle.data
        state = replace(position.state, hand=("command_action", "careful_aiming", "rapid_deployment"), caps=2)
        scene = Position(position.battle, state)
        for ask in (Ask(data.player, TURN), Ask(data.ai, AI_TURN, about=next(iter(data.orders)))):
            _all_different(scene, ask)


def _all_different(scene: Any, ask: Ask) -> None:
    seen: dict[Sketch, Intent] = {}
    for offer in CONFLICT_OF_HEROES.offers(scene, ask):
        told = INSIGHT.sketch(scene, offer.intent)
        assert seen.setdefault(told, offer.intent) == offer.intent, told
    assert seen


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("ask", [ASK, Ask(REDS, REROLL, "u1", number=1), Ask(REDS, ENEMY_ACTED, None, "a1")])
def test_no_two_offers_look_the_same_whatever_cards_are_held(ask: Ask) -> None:
    """A hand of all cards, in one's own turn and in the zone of the enemy."""
    _all_different(crowded().position, ask)


# -- cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
def test_the_hand_is_the_players() -> None:
    """With the cost of each card before its text."""
    position = stage(unit("u1", "C7"), ai("a1", "C4"), hand=("swift_action", "follow_me")).position
    first, second = INSIGHT.hand(position, REDS)
    assert (first.id, first.name) == ("swift_action", "Swift Action")
    assert first.text.startswith("1 CAP. ") and second.text.startswith("2 AP. ")
    assert INSIGHT.hand(position, GREYS) == ()


@pytest.mark.rule("COH-4.5")
def test_cards_of_every_deck_are_told() -> None:
    """Order cards line by line, action cards, hit markers, what comes out of the cup, and what nobody knows."""
    position = stage(unit("u1", "C7"), ai("a1", "C4"), mission={"rumours": {"german_mg34": 1, "nothing": 1}}).position
    order = INSIGHT.card(position, "orders", "04")
    assert order.name == "Order 4 (green)"
    assert order.text.splitlines()[1] == "priority: Unhit AI in Close Combat closest to Hit Unit -> Close Combat"
    assert order.text.splitlines()[-1] == "spent number 6, remain fresh; hex number 5 (not used: COH-HEX)"
    track = INSIGHT.card(position, "orders", "03").text
    assert "mission track: 1 space if 10 counters or fewer are in play" in track
    assert INSIGHT.card(position, "action cards", "luck-2").name == "Luck!"
    assert INSIGHT.card(position, "soft hits", "soft_pinned").text == "cannot move or pivot, rallies at 7"
    assert INSIGHT.card(position, "rumours", "german_mg34-1").name == "MG34"
    assert INSIGHT.card(position, "rumours", "nothing-1").text == "there is nobody"
    assert INSIGHT.card(position, "tarot", "the fool").name == "the fool"


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_pass_is_one_of_the_offers(file: Path) -> None:
    """What the insight calls the pass is what the rules offer, and is offered only where it may be given."""
    for position in positions(file):
        ask = Ask(position.battle.data.player, TURN)
        offered = [offer for offer in CONFLICT_OF_HEROES.offers(position, ask) if isinstance(offer.intent, Pass)]
        open_ones = [offer.intent for offer in offered if not offer.refusal]
        assert INSIGHT.passing(position, ask) == (open_ones[0] if open_ones else None)


@pytest.mark.rule("COH-3.0", "COH-3.3", "COH-3.5")
def test_every_question_says_what_it_is_about() -> None:
    """A turn is one action, a card, a stall or a pass; a card may change a roll or answer the enemy."""
    scene = stage(unit("u1", "C7"), ai("a1", "G1")).position
    assert "stall or a pass" in INSIGHT.question(scene, ASK)
    assert "short by 2" in INSIGHT.question(scene, Ask(ASK.side, REROLL, "u1", number=2))
    assert "good enough" in INSIGHT.question(scene, Ask(ASK.side, REROLL, "u1", number=0))
    for occasion in (ENEMY_ACTED, ENEMY_MOVED):
        assert "a1 has acted" in INSIGHT.question(scene, Ask(ASK.side, occasion, None, "a1"))


@pytest.mark.rule("COH-3.1.1")
def test_to_be_spent_is_feared() -> None:
    """The odds of a move are those of being spent: likely is bad news, and no button boasts of them."""
    scene = stage(unit("u1", "C7"), ai("a1", "G1"))
    (offer, *_) = [o for o in scene.offers() if type(o.intent).__name__ == "Move" and not o.refusal]
    (spent,) = INSIGHT.odds(scene.position, ASK, offer.intent)
    assert spent.feared and spent.what == "u1 is spent"
