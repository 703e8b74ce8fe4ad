"""The dice of volleys as they are thrown: to hit, through armour, for casualties, for the leader."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.game import Answered
from sim.rules.la_cucaracha.events import CourageTested, LeaderLost, Shot
from sim.rules.la_cucaracha.orders.fight import Reload, Shoot
from sim.rules.la_cucaracha.state import CucPosition
from tests.rules.la_cucaracha.table import Placed, Played, order, position, troop

MISS, HIT = 1, 10
FELL, NEAR = 5, 4
"""The least die of a casualty roll that costs a figure, and the most that does not."""
BRAVE = 10
"""A courage test that everybody passes."""


def facing(shooter: Placed, target: Placed, **words: Any) -> CucPosition:
    """Put a shooter, who acts, and its target on a table."""
    return position(shooter, target, actor=shooter.unit.id, **words)


def volley(scene: CucPosition, *dice: int, hasty: bool = False, reroll: bool = False) -> Played:
    """Let p1 shoot at a1."""
    return order(scene, Shoot("p1", "a1", hasty, reroll), dice)


def result(played: Played) -> tuple[int, int]:
    """Return hits and losses."""
    (shot,) = played.of(Shot)
    return shot.hits, shot.losses


@pytest.mark.parametrize(("at", "need"), [("C19", 7), ("C20", 9)])
def test_a_rifle_hits_on_seven_to_sixteen_inches_and_on_nine_beyond(at: str, need: int) -> None:
    """A die for each of two men: one just misses and one just hits."""
    scene = facing(troop("p1", "C3", figures=2), troop("a1", at))
    assert result(volley(scene, need - 1, need, NEAR)) == (1, 0)


def test_a_casualty_die_of_five_costs_a_figure_and_a_four_none() -> None:
    """One die for each hit."""
    scene = facing(troop("p1", "C3", figures=3), troop("a1", "C8"))
    played = volley(scene, HIT, HIT, MISS, FELL, NEAR, BRAVE)
    assert result(played) == (2, 1)
    assert played.unit("a1").figures == 5
    assert played.unit("a1").fallen == 1


def test_a_ten_hits_whatever_is_against_it() -> None:
    """Long range, hasty, at skirmishers: eleven would be needed, and 12 in all."""
    scene = facing(troop("p1", "C3", figures=1), troop("a1", "C24", skirmisher=True))
    assert result(volley(scene, 10, NEAR, hasty=True)) == (1, 0)


def test_hasty_shots_need_two_more() -> None:
    """Nine at short range."""
    scene = facing(troop("p1", "C3", figures=2), troop("a1", "C8"))
    assert result(volley(scene, 8, 9, NEAR, hasty=True)) == (1, 0)


@pytest.mark.rule("CUC-S10")
def test_one_missed_die_is_thrown_again_and_no_more() -> None:
    """Two dice miss; one of them is thrown again."""
    scene = facing(troop("p1", "C3", figures=2, score=10), troop("a1", "C8"))
    assert result(volley(scene, MISS, MISS, HIT, NEAR, reroll=True)) == (1, 0)


@pytest.mark.rule("CUC-S10")
def test_nothing_is_thrown_again_where_every_die_has_hit() -> None:
    """There is no missed die."""
    scene = facing(troop("p1", "C3", figures=1, score=10), troop("a1", "C8"))
    assert result(volley(scene, HIT, NEAR, reroll=True)) == (1, 0)


def test_rifles_need_a_ten_more_against_armour() -> None:
    """Each hit throws a second die; a nine glances off."""
    scene = facing(troop("p1", "C3", figures=2), troop("a1", "C8", troop="armoured_car", armoured=True))
    assert result(volley(scene, HIT, HIT, 9, 10, NEAR)) == (2, 0)


def test_a_gun_needs_five_more_against_armour() -> None:
    """Four dice of a field gun; the casualty dice come after the armour."""
    gun = troop("p1", "C3", troop="crew", weapon="field_gun", deployed=True)
    scene = facing(gun, troop("a1", "C12", troop="tank", armoured=True, figures=4))
    assert result(volley(scene, HIT, HIT, MISS, MISS, 4, 5, FELL, BRAVE)) == (2, 1)


def test_an_aircraft_is_harmed_by_an_eight_more() -> None:
    """Nine to hit at short range, because it flies."""
    scene = facing(troop("p1", "C3", figures=2), troop("a1", "C8", troop="aircraft"))
    assert result(volley(scene, 8, 9, 8, FELL, BRAVE)) == (1, 1)


def test_an_anti_aircraft_gun_shoots_at_aircraft_as_at_anything() -> None:
    """Seven to hit; the second die is thrown all the same."""
    gun = troop("p1", "C3", troop="crew", weapon="anti_aircraft_gun", deployed=True)
    scene = facing(gun, troop("a1", "C12", troop="aircraft"))
    assert result(volley(scene, 7, 6, 6, 6, 7)) == (1, 0)


def test_nobody_loses_more_figures_than_there_are() -> None:
    """The last one is off the table, and takes no courage test."""
    scene = facing(troop("p1", "C3", figures=3), troop("a1", "C8", figures=1))
    played = volley(scene, HIT, HIT, HIT, FELL, FELL, FELL)
    assert result(played) == (3, 1)
    assert played.unit("a1").lost
    assert played.unit("a1").cell is None
    assert played.of(CourageTested) == []


def test_a_unit_that_loses_figures_tests_its_courage() -> None:
    """One test for the volley, whatever it cost; a volley that costs nobody asks for none."""
    scene = facing(troop("p1", "C3", figures=2), troop("a1", "C8"))
    assert len(volley(scene, HIT, HIT, FELL, FELL, BRAVE).of(CourageTested)) == 1
    assert volley(scene, HIT, HIT, NEAR, NEAR).of(CourageTested) == []


def test_the_leader_falls_by_a_one_for_each_figure_lost() -> None:
    """Two figures, two dice, thrown together before the courage test."""
    scene = facing(troop("p1", "C3", figures=2), troop("a1", "C8", leader=True))
    assert volley(scene, HIT, HIT, FELL, FELL, 2, 1, BRAVE).of(LeaderLost) == [LeaderLost("a1")]


def test_the_leader_stays_on_a_two() -> None:
    """He is not among those who fell."""
    scene = facing(troop("p1", "C3", figures=1), troop("a1", "C8", leader=True))
    assert volley(scene, HIT, FELL, 2, BRAVE).unit("a1").leader


def test_the_leader_is_lost_with_his_unit() -> None:
    """No die is thrown for that."""
    scene = facing(troop("p1", "C3", figures=1), troop("a1", "C8", figures=1, leader=True))
    assert volley(scene, HIT, FELL).of(LeaderLost) == [LeaderLost("a1")]


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.rule("CUC-RELOAD")
def test_a_muzzle_loader_is_empty_after_a_shot() -> None:
    """And nothing else is."""
    target = troop("a1", "C8")
    assert not volley(facing(troop("p1", "C3", figures=1, weapon="musket"), target), MISS).unit("p1").loaded
    assert volley(facing(troop("p1", "C3", figures=1), target), MISS).unit("p1").loaded


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.rule("CUC-RELOAD")
def test_to_reload_takes_the_place_of_a_shot() -> None:
    """It is loaded then, and does not shoot with this card any more."""
    scene = facing(troop("p1", "C3", weapon="musket", loaded=False), troop("a1", "C8"))
    played = order(scene, Reload("p1"))
    assert played.unit("p1").loaded
    assert played.scene.state.shot


def test_a_single_shot_rifle_shoots_in_haste_with_two_cards_running() -> None:
    """Nine is needed, though nobody said hasty."""
    scene = facing(troop("p1", "C3", figures=2, weapon="single_shot", rested=False), troop("a1", "C8"))
    assert result(volley(scene, 8, 9, NEAR)) == (1, 0)


def test_who_shoots_looks_at_the_target() -> None:
    """For the eye only: nobody has an arc of fire."""
    scene = facing(troop("p1", "C3", figures=1), troop("a1", "H3"))
    assert volley(scene, MISS).unit("p1").facing == scene.map.grid.directions.index("e")


def test_dice_that_are_judged_alike_are_thrown_together() -> None:
    """Six to hit, two for casualties, one for courage: three throws."""
    scene = facing(troop("p1", "C3"), troop("a1", "C8"))
    played = volley(scene, HIT, HIT, MISS, MISS, MISS, MISS, FELL, NEAR, BRAVE)
    assert [len(entry.result) for entry in played.game.log if isinstance(entry, Answered)] == [6, 2, 1]
