"""Rounds of close combat: blows, who loses, who fights on, who falls back, who is free."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.la_cucaracha.events import BrokeOff, CourageTested, LeaderLost, RoundFought
from sim.rules.la_cucaracha.orders.fight import FightOn
from sim.rules.la_cucaracha.state import CucPosition
from tests.rules.la_cucaracha.table import Played, order, position, squares, troop
from tests.rules.positions import changed

MISS, HIT = 1, 10
FELL, NEAR = 4, 3
"""The least die of a casualty roll of close combat that costs a figure, and the most that does not."""


def locked(mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> CucPosition:
    """Return two units of two men in close combat; p1 acts. They stand far from every edge."""
    ours = {"figures": 2, "fighting": ("a1",), **(mine or {})}
    others = {"figures": 2, "fighting": ("p1",), **(theirs or {})}
    return position(troop("p1", "L12", **ours), troop("a1", "L13", **others), actor="p1")


def fought(scene: CucPosition, *dice: int) -> Played:
    """Let p1 fight on."""
    return order(scene, FightOn("p1"), dice)


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_blow_lands_on_six_and_costs_a_figure_on_four() -> None:
    """Both strike at the same time: the dice of one, then those of the other."""
    played = fought(locked(), 5, 6, FELL, 5, 6, FELL, 10, 10)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 1, 1)]


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_casualty_die_of_three_costs_nobody() -> None:
    """A near miss."""
    played = fought(locked(), HIT, HIT, NEAR, NEAR, MISS, MISS)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-MELEE")
def test_an_obstacle_is_defended_in_the_first_round_only() -> None:
    """Later both are at the hedge, and a five strikes no blow home over it."""
    scene = locked()
    hedged = position(
        *(troop(each.id, scene.name(each.cell), figures=2, fighting=each.fighting) for each in scene.state.units),
        on=squares(hedge="L12/s"),
        actor="p1",
    )
    assert fought(hedged, 5, 5, 5, 5).of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_equal_losses_leave_both_locked() -> None:
    """Nobody has lost the round, and nobody is tested for it."""
    played = fought(locked(), MISS, MISS, MISS, MISS)
    assert played.unit("p1").fighting == ("a1",)
    assert played.of(CourageTested) == []


@pytest.mark.rule("CUC-MELEE")
def test_the_loser_of_a_round_tests_with_the_difference_taken_off() -> None:
    """One figure lost this turn and one more than the enemy: seven is needed, and locked they stay."""
    scene = locked(theirs={"figures": 4})
    played = fought(scene, HIT, MISS, FELL, MISS, MISS, MISS, MISS, 7)
    assert played.of(CourageTested) == [CourageTested("a1", "passed")]
    assert played.unit("a1").fighting == ("p1",)


@pytest.mark.rule("CUC-RETIRE")
def test_a_shaken_loser_falls_back_half_an_advance_and_both_are_free() -> None:
    """Three inches away from the winner; the die decides between cells that are as far."""
    scene = locked(theirs={"figures": 4})
    played = fought(scene, HIT, MISS, FELL, MISS, MISS, MISS, MISS, 6)
    assert played.unit("a1").shaken
    assert played.of(BrokeOff) == [BrokeOff("a1")]
    assert played.unit("p1").fighting == ()
    assert played.scene.name(played.unit("a1").cell) == "L16"


def test_a_broken_loser_retires_and_both_are_free() -> None:
    """Four or more short; two edges are as near, and a die decides."""
    scene = locked(theirs={"figures": 4})
    played = fought(scene, HIT, MISS, FELL, MISS, MISS, MISS, MISS, 3, 2)
    assert played.unit("a1").broken == 1
    assert played.unit("p1").fighting == ()


def test_a_unit_that_is_cut_down_frees_its_enemy() -> None:
    """It is off the table, and tests nothing."""
    played = fought(locked(theirs={"figures": 1}), HIT, MISS, FELL, MISS)
    assert played.unit("a1").lost
    assert played.unit("p1").fighting == ()
    assert played.of(CourageTested) == []


def test_the_winner_of_a_round_tests_if_it_comes_to_half_strength() -> None:
    """It loses one of two, the enemy two of six: the loser tests first, then the winner for being at half."""
    scene = locked(theirs={"figures": 6})
    dice = [HIT, HIT, FELL, FELL, HIT, MISS, MISS, MISS, MISS, MISS, FELL, 10, 10]
    played = fought(scene, *dice)
    assert played.of(CourageTested) == [CourageTested("a1", "passed"), CourageTested("p1", "passed", True)]


def test_who_comes_to_half_strength_in_an_equal_round_tests() -> None:
    """Both have one of two left: a test each, and none is taken off for the round."""
    played = fought(locked(), HIT, MISS, FELL, HIT, MISS, FELL, 6, 6)
    assert played.of(CourageTested) == [CourageTested("p1", "passed", True), CourageTested("a1", "passed", True)]


def test_half_strength_is_tested_once() -> None:
    """Who has been tested for it is not again."""
    scene = locked({"halved": True}, {"halved": True})
    assert fought(scene, HIT, MISS, FELL, HIT, MISS, FELL).of(CourageTested) == []


def test_who_is_on_the_back_foot_stays_there_while_the_fight_lasts() -> None:
    """Eight is needed in a later round as well."""
    played = fought(locked({"back_foot": True}), 7, 7, MISS, MISS)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]
    assert played.unit("p1").back_foot


def test_who_is_out_of_the_fight_is_on_the_back_foot_no_more() -> None:
    """Its enemy has been cut down."""
    played = fought(locked({"back_foot": True}, {"figures": 1}), HIT, MISS, FELL, MISS)
    assert not played.unit("p1").back_foot


def test_a_blow_against_armour_needs_a_second_die_of_eight() -> None:
    """A seven does nothing."""
    scene = locked(theirs={"troop": "armoured_car", "armoured": True})
    played = fought(scene, HIT, HIT, 7, 8, NEAR, MISS, MISS)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_a_leader_may_fall_in_close_combat() -> None:
    """A die for the one figure lost; then the test."""
    scene = locked(theirs={"figures": 4, "leader": True})
    played = fought(scene, HIT, MISS, FELL, MISS, MISS, MISS, MISS, 1, 10)
    assert played.of(LeaderLost) == [LeaderLost("a1")]


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_unit_fights_everybody_with_whom_it_is_locked() -> None:
    """A round against each, one after the other."""
    scene = position(
        troop("p1", "L12", figures=1, fighting=("a1", "a2")),
        troop("a1", "L13", figures=1, fighting=("p1",)),
        troop("a2", "K13", figures=1, fighting=("p1",)),
        actor="p1",
    )
    played = fought(scene, MISS, MISS, MISS, MISS)
    assert [event.enemy for event in played.of(RoundFought)] == ["a1", "a2"]


def test_a_unit_that_is_free_of_one_enemy_fights_on_with_the_others() -> None:
    """The first is cut down; the second is still there."""
    scene = position(
        troop("p1", "L12", figures=1, fighting=("a1", "a2")),
        troop("a1", "L13", figures=1, fighting=("p1",)),
        troop("a2", "K13", figures=1, fighting=("p1",)),
        actor="p1",
    )
    played = fought(scene, HIT, FELL, MISS, MISS, MISS)
    assert played.unit("p1").fighting == ("a2",)


def test_a_unit_that_breaks_in_its_own_round_fights_nobody_further() -> None:
    """The second enemy finds it gone."""
    scene = position(
        troop("p1", "L12", figures=3, fighting=("a1", "a2")),
        troop("a1", "L13", figures=1, fighting=("p1",)),
        troop("a2", "K13", figures=1, fighting=("p1",)),
        actor="p1",
    )
    played = fought(changed(scene, "p1", fallen=2), MISS, MISS, MISS, HIT, FELL, 1, 1)
    assert [event.enemy for event in played.of(RoundFought)] == ["a1"]
    assert played.unit("p1").broken == 1
