"""Events and orders in words."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.events import CardTaken, DeckShuffled, Event, Passed
from sim.play.happening import Left, PointsWon
from sim.rules.la_cucaracha import BOOK, LA_CUCARACHA
from sim.rules.la_cucaracha import events as happened
from sim.rules.la_cucaracha.orders.fight import Shoot
from sim.rules.la_cucaracha.state import DECK, JOKER
from tests.rules.la_cucaracha.questions import order_of
from tests.rules.la_cucaracha.stage import stood

REBELS, FEDERALES = "rebels", "federales"
SCENE = stood('objective well L7 points:2 title:"the well"', "p1 L6 | a1 L12")
CELL, BESIDE = SCENE.map.cell("L7"), SCENE.map.cell("L8")

TOLD: list[tuple[Event[Any], str]] = [
    (CardTaken(DECK, REBELS), "a card for the rebels"),
    (CardTaken(DECK, JOKER), "the joker"),
    (DeckShuffled(DECK, (REBELS, JOKER)), "2 cards are shuffled"),
    (Passed(REBELS, None, "lets the card go"), "the rebels let the card go"),
    (happened.TroopsReadied(), "everybody is ready"),
    (happened.CardTurned(REBELS), "the rebels may act"),
    (happened.JokerTurned(True), "the joker ends the turn"),
    (happened.Nominated("p1"), "p1 acts"),
    (happened.OrdersRolled("p1", 7), "p1 rolls 7 for its orders"),
    (happened.CardSpent("p1"), "p1 is done"),
    (happened.ExtraOrderWon("p1"), "p1 has another order"),
    (PointsWon(REBELS, 1), "1 point for the rebels"),
    (PointsWon(REBELS, 3, "p1 has got away"), "3 points for the rebels: p1 has got away"),
    (happened.ObjectiveTaken("well", FEDERALES), "the well falls to the federales"),
    (happened.Moved("p1", (CELL, BESIDE), 0), "p1 advances to L8"),
    (Left("p1"), "p1 leaves the table"),
    (happened.Fled("p1"), "p1 is gone for good"),
    (happened.Deployed("p1"), "p1 deploys"),
    (happened.PackedUp("p1"), "p1 packs up"),
    (happened.Reloaded("p1"), "p1 reloads"),
    (happened.Held("p1"), "p1 holds"),
    (happened.Responded("p1", "a1", "evade", True), "p1 responds to a1: evade"),
    (happened.Shot("p1", "a1", 3, 1, 0), "p1 shoots at a1: 3 hits, 1 figure lost"),
    (happened.LeaderLost("p1"), "the leader with p1 falls"),
    (happened.ChargeDeclared("p1", "a1"), "p1 charges a1"),
    (happened.ChargeFailed("p1", "a1 has evaded"), "the charge of p1 comes to nothing: a1 has evaded"),
    (happened.PutOnBackFoot("p1"), "p1 is on the Back Foot"),
    (happened.Engaged("p1", "a1"), "p1 and a1 come to blows"),
    (happened.RoundFought("p1", "a1", 0, 2), "p1 loses nobody, a1 loses 2 figures"),
    (happened.BrokeOff("p1"), "p1 is out of the fight"),
    (happened.CourageTested("p1", "broken"), "p1 breaks"),
    (happened.Rallied("p1", True), "p1 rallies"),
]

ORDERS = """
a1 nominate            | a1 nominate             | a1 is to act
p1 roll_again          | p1 roll again           | p1 rolls again for its orders
p1 accept              | p1 accept               | p1 takes the orders of the die
p1 half L7             | p1 half advance to L7   | p1 makes half an Advance to L7
p1 advance L7 L8       | p1 advance to L8        | p1 advances to L8
p1 rapid L7            | p1 rapid advance to L7  | p1 makes a Rapid Advance to L7
p1 advance             | p1 advance              | p1 advances
p1 charge a1 here      | p1 charge a1            | p1 charges a1
p1 charge a1 L7 L8     | p1 charge a1 by L8      | p1 charges a1, coming from L8
p1 charge a1 here back_foot | p1 charge a1       | p1 charges a1, on the Back Foot
p1 shoot a1            | p1 shoot a1             | p1 shoots at a1
p1 shoot a1 hasty      | p1 shoot a1 in haste    | p1 shoots at a1 in haste
p1 shoot a1 again      | p1 shoot a1             | p1 shoots at a1, one missed die again
p1 reload              | p1 reload               | p1 reloads
p1 deploy              | p1 deploy               | p1 deploys
p1 pack_up             | p1 pack up              | p1 packs up
p1 hold                | p1 hold                 | p1 holds, to respond to the enemy
p1 fight_on            | p1 fight on             | p1 fights on
p1 rally               | p1 rally                | p1 tries to rally
p1 counter-attack a1   | p1 counter-attack a1    | p1 counter-attacks a1
p1 fight_back a1       | p1 fight back a1        | p1 fights back against a1
p1 evade a1 untested   | p1 evade a1             | p1 evades a1, without a test
p1 another_order       | p1 another order        | p1 takes another order
p1 leave               | p1 leave                | p1 leaves the table
p1 stand               | p1 stand                | p1 stands
"""
"""An order as the cases write it, as it is typed, and as a sentence."""
WORDED = [[part.strip() for part in line.split("|")] for line in ORDERS.strip().splitlines()]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: value if isinstance(value, str) else "")
def test_every_event_is_told_in_a_sentence(event: Event[Any], text: str) -> None:
    """In the words of the game."""
    assert LA_CUCARACHA.event_text(SCENE, event) == text


def test_no_event_of_the_game_is_forgotten() -> None:
    """Each kind is among those above."""
    assert {type(event) for event, _ in TOLD} >= set(LA_CUCARACHA.own_events)


@pytest.mark.parametrize(("said", "typed", "sentence"), WORDED)
def test_every_order_can_be_typed_and_is_a_sentence(said: str, typed: str, sentence: str) -> None:
    """The unit first, then what it does; so that a forecast and an order that stands ready read like the log."""
    order = order_of(SCENE, said.split())
    assert (order.text(SCENE), order.sentence(SCENE)) == (typed, sentence)


def test_sentences_agree_with_bodies_of_men() -> None:
    """Several men break, one company breaks; what has no figures goes by a name of one, whatever its letters."""
    scene = stood("rebels: Villagers zapatista_villagers L6 | federales: Escort villista_infantry L12")
    assert LA_CUCARACHA.event_text(scene, happened.CourageTested("Villagers", "broken")) == "Villagers break"
    assert LA_CUCARACHA.event_text(scene, happened.OrdersRolled("Villagers", 8)) == "Villagers roll 8 for their orders"
    assert LA_CUCARACHA.event_text(scene, happened.CourageTested("Escort", "broken")) == "Escort breaks"
    assert LA_CUCARACHA.event_text(scene, happened.RoundFought("Escort", "Villagers", 1, 2)) == (
        "Escort loses 1 figure, Villagers lose 2 figures"
    )
    assert Shoot("Villagers", "Escort").sentence(scene) == "Villagers shoot at Escort"


def test_no_order_of_the_game_is_forgotten() -> None:
    """Each kind is among those above."""
    assert {type(order_of(SCENE, said.split())) for said, _, _ in WORDED} == {*BOOK.kinds}
