"""Charges, from the declaration to the end of the first round."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.orders import Ask, Intent
from sim.rules.la_cucaracha.events import ChargeDeclared, ChargeFailed, CourageTested, Engaged, Moved, RoundFought, Shot
from sim.rules.la_cucaracha.orders.move import Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import CHARGED, HOLD, CucPosition
from tests.rules.la_cucaracha.table import FEDERALES, Placed, Played, order, position, squares, troop
from tests.rules.positions import way

MISS, HIT, FELL, NEAR = 1, 10, 4, 3
BRAVE = 10
STAND = StandFast("a1")
SOLO = {FEDERALES: "solo"}


def charging(*more: Placed, mine: dict[str, Any] | None = None, **theirs: Any) -> CucPosition:
    """Return p1, two fighters who act, six inches north of a1, two men; both far from every edge."""
    words = {"figures": 2, "style": "fighter", "score": 10, **(mine or {})}
    return position(troop("p1", "L6", **words), troop("a1", "L12", **{"figures": 2, **theirs}), *more, actor="p1")


def charged(
    scene: CucPosition,
    dice: list[int],
    reply: Intent | None = None,
    held: list[Intent] | None = None,
    players: dict[str, str] | None = None,
    **how: Any,
) -> Played:
    """Let p1 charge a1 straight down the column."""
    intent = Charge("p1", "a1", way(scene, "L7", "L8", "L9", "L10", "L11"), **how)
    replies = {CHARGED: [STAND if reply is None else reply], HOLD: held or []}
    return order(scene, intent, dice, replies=replies, players=players)


@pytest.mark.rule("CUC-CHARGE")
def test_a_charge_is_declared_feared_answered_and_driven_home() -> None:
    """In this order; then a round is fought at once."""
    played = charged(charging(), [BRAVE, MISS, MISS, MISS, MISS])
    assert played.names() == ["ChargeDeclared", "CourageTested", "Passed", "Moved", "Engaged", "RoundFought"]
    assert played.of(ChargeDeclared) == [ChargeDeclared("p1", "a1")]
    assert played.scene.name(played.unit("p1").cell) == "L11"
    assert played.unit("a1").fighting == ("p1",)


@pytest.mark.rule("CUC-REACT")
def test_who_is_charged_is_asked_about_the_charger() -> None:
    """The side of the target, its unit, and who comes."""
    played = charged(charging(), [BRAVE, MISS, MISS, MISS, MISS])
    assert played.asked == [Ask(FEDERALES, CHARGED, "a1", "p1")]


def test_a_charger_hits_by_a_five_and_who_stands_by_a_six() -> None:
    """Charging counts one in the first round."""
    played = charged(charging(), [BRAVE, 4, 5, NEAR, 5, 6, NEAR])
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_a_charge_from_beside_the_target_needs_no_way() -> None:
    """Nobody moves, and they come to blows."""
    scene = position(troop("p1", "L11", figures=1), troop("a1", "L12", figures=1), actor="p1")
    played = order(scene, Charge("p1", "a1", ()), [BRAVE, MISS, MISS], replies={CHARGED: [STAND]})
    assert played.of(Moved) == []
    assert played.of(Engaged) == [Engaged("p1", "a1")]


@pytest.mark.rule("CUC-CHARGE")
def test_a_target_that_breaks_does_not_wait() -> None:
    """It retires, and the charge runs on to where it meant to strike; nobody is asked."""
    played = charged(charging(), [1])
    assert played.of(ChargeFailed) == [ChargeFailed("p1", "a1 does not wait for it")]
    assert played.scene.name(played.unit("p1").cell) == "L11"
    assert played.asked == []


def test_a_target_that_is_shaken_stands_and_fights_worse() -> None:
    """Seven is what it needs."""
    played = charged(charging(), [4, MISS, MISS, 6, 7, NEAR])
    assert played.of(CourageTested) == [CourageTested("a1", "shaken")]
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-CHARGE")
def test_a_target_that_fights_already_is_neither_tested_nor_asked() -> None:
    """It has its hands full."""
    scene = charging(troop("p2", "L13", fighting=("a1",)), fighting=("p2",))
    intent = Charge("p1", "a1", way(scene, "L7", "L8", "L9", "L10", "L11"))
    played = order(scene, intent, [MISS, MISS, MISS, MISS])
    assert played.asked == []
    assert played.unit("a1").fighting == ("p2", "p1")


def test_a_charger_that_is_shaken_by_shots_stays_where_it_began() -> None:
    """One of two falls, and a three is not enough for its courage: it began at L6, and is there."""
    scene = charging(holding=True)
    reply = Respond("a1", "p1", "shoot")
    played = charged(scene, [BRAVE, 5, HIT, MISS, 5, 3], reply)
    assert played.of(ChargeFailed) == [ChargeFailed("p1", "it will not face the fire")]
    assert played.scene.name(played.unit("p1").cell) == "L6"
    assert played.of(Engaged) == []


def test_of_a_charger_with_the_name_of_many_it_is_said_as_of_many() -> None:
    """Lancers are shot down, where a troop of them is."""
    lancers = troop("Lancers", "L6", figures=2, style="fighter", score=10)
    scene = position(lancers, troop("a1", "L12", figures=2, holding=True), actor="Lancers")
    intent = Charge("Lancers", "a1", way(scene, "L7", "L8", "L9", "L10", "L11"))
    reply = Respond("a1", "Lancers", "shoot")
    played = order(scene, intent, [BRAVE, 5, HIT, HIT, 5, 5], replies={CHARGED: [reply], HOLD: []})
    assert played.of(ChargeFailed) == [ChargeFailed("Lancers", "they are shot down")]


def test_a_charger_that_is_shot_down_comes_to_nothing() -> None:
    """Both of two men fall."""
    played = charged(charging(holding=True), [BRAVE, 5, HIT, HIT, 5, 5], Respond("a1", "p1", "shoot"))
    assert played.of(ChargeFailed) == [ChargeFailed("p1", "it is shot down")]


def test_a_charger_that_keeps_its_courage_under_fire_comes_on() -> None:
    """One of two falls, and the other strikes alone."""
    played = charged(
        charging(holding=True), [BRAVE, 5, HIT, MISS, 5, BRAVE, MISS, MISS, MISS], Respond("a1", "p1", "shoot")
    )
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-F10")
def test_a_charge_with_a_ten_throws_one_missed_die_again() -> None:
    """In the first round."""
    played = charged(charging(), [BRAVE, MISS, MISS, HIT, FELL, MISS, MISS, BRAVE], reroll=True)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 1)]


@pytest.mark.rule("CUC-S5")
def test_a_charge_on_the_back_foot_needs_two_more() -> None:
    """Seven for a charger, six and two and less one."""
    played = charged(charging(), [BRAVE, 6, 7, NEAR, MISS, MISS], back_foot=True)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]
    assert played.unit("p1").back_foot


def test_who_is_charged_behind_a_hedge_defends_it() -> None:
    """Five is enough for it."""
    board = squares(hedge="L12/n")
    scene = position(troop("p1", "L6", figures=1, score=10), troop("a1", "L12", figures=1), on=board, actor="p1")
    played = charged(scene, [BRAVE, MISS, 5, NEAR])
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_riders_strike_people_on_foot_in_the_open_by_a_four() -> None:
    """Charging and mounted."""
    played = charged(charging(mine={"troop": "mounted"}), [BRAVE, 3, 4, NEAR, MISS, MISS])
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_aggressive_troops_strike_better_in_the_first_round() -> None:
    """Four for a charger."""
    played = charged(charging(mine={"aggressive": True}), [BRAVE, 3, 4, NEAR, MISS, MISS])
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


# -- evading -----------------------------------------------------------------------------------------------------


def test_skirmishers_who_get_away_are_not_met() -> None:
    """Six inches further off the charge does not reach them; it runs on to where they stood before."""
    scene = charging(skirmisher=True)
    played = charged(scene, [BRAVE, 5], Respond("a1", "p1", "evade"))
    assert played.of(ChargeFailed) == [ChargeFailed("p1", "a1 has evaded")]
    assert played.scene.name(played.unit("a1").cell) == "L18"
    assert played.scene.name(played.unit("p1").cell) == "L11"


def test_skirmishers_who_are_caught_fight_on_the_back_foot() -> None:
    """Riders charge sixteen inches: they follow, and who was caught needs an eight."""
    scene = charging(mine={"troop": "mounted"}, skirmisher=True)
    played = charged(scene, [BRAVE, 5, MISS, MISS, 7, 8, NEAR], Respond("a1", "p1", "evade"))
    assert played.scene.name(played.unit("p1").cell) == "L17"
    assert played.unit("a1").back_foot
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_a_charge_stops_short_of_whoever_ran_into_its_way() -> None:
    """The target breaks from another enemy, who is nearer, and runs to B12, across the way of the riders."""
    scene = position(troop("p1", "A11", troop="mounted"), troop("a1", "L12"), troop("p2", "L13"), actor="p1")
    played = order(scene, Charge("p1", "a1", way(scene, *(f"{column}12" for column in "BCDEFGHIJK"))), [1, 2])
    assert played.scene.name(played.unit("a1").cell) == "B12"
    assert played.scene.name(played.unit("p1").cell) == "A11"
    assert played.of(ChargeFailed) == [ChargeFailed("p1", "a1 does not wait for it")]


# -- holding enemies ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-HOLD")
def test_an_enemy_on_hold_may_shoot_at_a_charge_that_ran_into_nothing() -> None:
    """It has ended a move before him."""
    scene = charging(troop("a2", "P12", figures=1, holding=True), skirmisher=True)
    shots: list[Intent] = [Respond("a2", "p1", "shoot")]
    played = charged(scene, [BRAVE, 5, 5, MISS], Respond("a1", "p1", "evade"), shots)
    assert [event.unit for event in played.of(Shot)] == ["a2"]


@pytest.mark.rule("CUC-HOLD")
def test_an_enemy_on_hold_does_not_shoot_into_close_combat() -> None:
    """A charge that was driven home is safe from him."""
    scene = charging(troop("a2", "P12", figures=1, holding=True))
    played = charged(scene, [BRAVE, MISS, MISS, MISS, MISS])
    assert [ask.occasion for ask in played.asked] == [CHARGED]
