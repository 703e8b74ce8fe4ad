"""Events and orders in words."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.events import CardTaken, DeckShuffled, Event, Passed
from sim.play.happening import Left, PointsWon
from sim.rules.la_cucaracha import BOOK, LA_CUCARACHA
from sim.rules.la_cucaracha import events as happened
from sim.rules.la_cucaracha.orders.base import CucOrder
from sim.rules.la_cucaracha.orders.card import Accept, AnotherOrder, Hold, Leave, Nominate, RollAgain
from sim.rules.la_cucaracha.orders.fight import Deploy, FightOn, PackUp, Rally, Reload, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import DECK, JOKER
from tests.rules.la_cucaracha.stage import stood

REBELS, FEDERALES = "rebels", "federales"
SCENE = stood('objective well L7 points:2 title:"the well"', "p1 L6 | a1 L12")
CELL, BESIDE = SCENE.map.cell("L7"), SCENE.map.cell("L8")

TOLD: list[tuple[Event[Any], str]] = [
    (CardTaken(DECK, REBELS), "a card for the rebels"),
    (CardTaken(DECK, JOKER), "the joker"),
    (DeckShuffled(DECK, (REBELS, JOKER)), "2 cards are shuffled"),
    (Passed(REBELS, None, "lets the card go"), "the rebels let the card go"),
    (Passed(REBELS, "p1", "stands"), "p1 stands"),
    (happened.TroopsReadied(), "everybody is ready"),
    (happened.CardTurned(REBELS), "the rebels may act"),
    (happened.JokerTurned(True), "the joker ends the turn"),
    (happened.JokerTurned(False), "the joker changes nothing"),
    (happened.Nominated("p1"), "p1 acts"),
    (happened.OrdersRolled("p1", 7), "p1 rolls 7 for its orders"),
    (happened.CardSpent("p1"), "p1 is done"),
    (happened.CardSpent(), "the card is spent"),
    (happened.ExtraOrderWon("p1"), "p1 has another order"),
    (PointsWon(REBELS, 1), "1 point for the rebels"),
    (PointsWon(REBELS, 3, "p1 has got away"), "3 points for the rebels: p1 has got away"),
    (happened.ObjectiveTaken("well", FEDERALES), "the well falls to the federales"),
    (happened.Moved("p1", (CELL,), 0, "half"), "p1 makes half an Advance to L7"),
    (happened.Moved("p1", (CELL, BESIDE), 0), "p1 advances to L8"),
    (happened.Moved("p1", (CELL,), 0, "rapid"), "p1 makes a Rapid Advance to L7"),
    (happened.Moved("p1", (CELL,), 0, "charge"), "p1 charges to L7"),
    (happened.Moved("p1", (CELL,), 0, "evade"), "p1 evades to L7"),
    (happened.Moved("p1", (CELL,), 0, "retire"), "p1 retires to L7"),
    (Left("p1"), "p1 leaves the table"),
    (happened.Fled("p1"), "p1 is gone for good"),
    (happened.Deployed("p1"), "p1 deploys"),
    (happened.PackedUp("p1"), "p1 packs up"),
    (happened.Reloaded("p1"), "p1 reloads"),
    (happened.Held("p1"), "p1 holds"),
    (happened.Responded("p1", "a1", "evade", True), "p1 responds to a1: evade"),
    (happened.Responded("p1", "a1", "evade", False), "p1 fails to respond to a1"),
    (happened.Shot("p1", "a1", 0, 0, 0), "p1 shoots at a1: missed"),
    (happened.Shot("p1", "a1", 1, 0, 0), "p1 shoots at a1: 1 hit, nobody lost"),
    (happened.Shot("p1", "a1", 3, 1, 0), "p1 shoots at a1: 3 hits, 1 figure lost"),
    (happened.LeaderLost("p1"), "the leader with p1 falls"),
    (happened.ChargeDeclared("p1", "a1"), "p1 charges a1"),
    (happened.ChargeFailed("p1", "a1 has evaded"), "the charge of p1 comes to nothing: a1 has evaded"),
    (happened.PutOnBackFoot("p1"), "p1 is on the Back Foot"),
    (happened.Engaged("p1", "a1"), "p1 and a1 come to blows"),
    (happened.RoundFought("p1", "a1", 0, 2), "p1 loses nobody, a1 loses 2 figures"),
    (happened.BrokeOff("p1"), "p1 is out of the fight"),
    (happened.CourageTested("p1", "passed"), "p1 keeps its courage"),
    (happened.CourageTested("p1", "shaken"), "p1 is shaken"),
    (happened.CourageTested("p1", "broken"), "p1 breaks"),
    (happened.Rallied("p1", True), "p1 rallies"),
    (happened.Rallied("p1", False), "p1 stays shaken"),
]

TYPED: list[tuple[CucOrder, str]] = [
    (Nominate("p1"), "p1 nominate"),
    (RollAgain("p1"), "p1 roll again"),
    (Accept("p1"), "p1 accept"),
    (Advance("p1", (CELL,), "half"), "p1 half advance to L7"),
    (Advance("p1", (CELL, BESIDE)), "p1 advance to L8"),
    (Advance("p1", (CELL,), "rapid"), "p1 rapid advance to L7"),
    (Advance("p1", ()), "p1 advance"),
    (Charge("p1", "a1", ()), "p1 charge a1"),
    (Charge("p1", "a1", (CELL, BESIDE)), "p1 charge a1 by L8"),
    (Shoot("p1", "a1"), "p1 shoot a1"),
    (Shoot("p1", "a1", hasty=True), "p1 shoot a1 in haste"),
    (Reload("p1"), "p1 reload"),
    (Deploy("p1"), "p1 deploy"),
    (PackUp("p1"), "p1 pack up"),
    (Hold("p1"), "p1 hold"),
    (FightOn("p1"), "p1 fight on"),
    (Rally("p1"), "p1 rally"),
    (Respond("p1", "a1", "counter-attack"), "p1 counter-attack a1"),
    (Respond("p1", "a1", "shoot", hasty=True), "p1 shoot a1 in haste"),
    (AnotherOrder("p1"), "p1 another order"),
    (Leave("p1"), "p1 leave"),
    (StandFast("p1"), "p1 stand"),
]


WORDED: list[tuple[CucOrder, str]] = [
    (Nominate("p1"), "p1 is to act"),
    (RollAgain("p1"), "p1 rolls again for its orders"),
    (Accept("p1"), "p1 takes the orders of the die"),
    (Advance("p1", (CELL,), "half"), "p1 makes half an Advance to L7"),
    (Advance("p1", (CELL, BESIDE)), "p1 advances to L8"),
    (Advance("p1", (CELL,), "rapid"), "p1 makes a Rapid Advance to L7"),
    (Advance("p1", ()), "p1 advances"),
    (Charge("p1", "a1", ()), "p1 charges a1"),
    (Charge("p1", "a1", (CELL, BESIDE)), "p1 charges a1, coming from L8"),
    (Shoot("p1", "a1"), "p1 shoots at a1"),
    (Shoot("p1", "a1", hasty=True), "p1 shoots at a1 in haste"),
    (Shoot("p1", "a1", reroll=True), "p1 shoots at a1, one missed die again"),
    (Charge("p1", "a1", (), back_foot=True), "p1 charges a1, on the Back Foot"),
    (Respond("p1", "a1", "shoot", test=False), "p1 shoots at a1, without a test"),
    (Reload("p1"), "p1 reloads"),
    (Deploy("p1"), "p1 deploys"),
    (PackUp("p1"), "p1 packs up"),
    (Hold("p1"), "p1 holds, to respond to the enemy"),
    (FightOn("p1"), "p1 fights on"),
    (Rally("p1"), "p1 tries to rally"),
    (Respond("p1", "a1", "counter-attack"), "p1 counter-attacks a1"),
    (Respond("p1", "a1", "fight back"), "p1 fights back against a1"),
    (Respond("p1", "a1", "shoot", hasty=True), "p1 shoots at a1 in haste"),
    (AnotherOrder("p1"), "p1 takes another order"),
    (Leave("p1"), "p1 leaves the table"),
    (StandFast("p1"), "p1 stands"),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: value if isinstance(value, str) else "")
def test_every_event_is_told_in_a_sentence(event: Event[Any], text: str) -> None:
    """In the words of the game."""
    assert LA_CUCARACHA.told(SCENE, event) == text


def test_no_event_of_the_game_is_forgotten() -> None:
    """Each kind is among those above."""
    assert {type(event) for event, _ in TOLD} >= set(LA_CUCARACHA.own_events)


@pytest.mark.parametrize(("intent", "text"), TYPED, ids=lambda value: value if isinstance(value, str) else "")
def test_every_order_can_be_typed(intent: CucOrder, text: str) -> None:
    """The unit first, then what it does."""
    assert intent.text(SCENE) == text


@pytest.mark.parametrize(("intent", "text"), WORDED, ids=lambda value: value if isinstance(value, str) else "")
def test_every_order_is_a_sentence(intent: CucOrder, text: str) -> None:
    """So that a forecast and an order that stands ready read like the log."""
    assert intent.sentence(SCENE) == text


def test_sentences_agree_with_bodies_of_men() -> None:
    """Several men break, one company breaks; what has no figures goes by a name of one, whatever its letters."""
    scene = stood("rebels: Villagers zapatista_villagers L6 | federales: Escort villista_infantry L12")
    assert LA_CUCARACHA.told(scene, happened.CourageTested("Villagers", "broken")) == "Villagers break"
    assert LA_CUCARACHA.told(scene, happened.OrdersRolled("Villagers", 8)) == "Villagers roll 8 for their orders"
    assert LA_CUCARACHA.told(scene, happened.CourageTested("Escort", "broken")) == "Escort breaks"
    assert LA_CUCARACHA.told(scene, happened.RoundFought("Escort", "Villagers", 1, 2)) == (
        "Escort loses 1 figure, Villagers lose 2 figures"
    )
    assert Shoot("Villagers", "Escort").sentence(scene) == "Villagers shoot at Escort"


def test_no_order_of_the_game_is_forgotten() -> None:
    """Each kind is among those above."""
    assert {type(intent) for intent, _ in TYPED} == {type(intent) for intent, _ in WORDED} == set(BOOK.kinds)
