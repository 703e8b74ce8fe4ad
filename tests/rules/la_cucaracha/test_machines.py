"""Trains, gunboats, armoured cars and aeroplanes as they are played: moved, shot at, charged, broken."""

from __future__ import annotations

import pytest

from sim.engine.orders import Ask
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.events import CourageTested, Fled, Moved, RoundFought, Shot
from sim.rules.la_cucaracha.orders.fight import Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import ACTION, CHARGED
from tests.rules.la_cucaracha.table import FEDERALES, REBELS, order, play_card, position, squares, troop
from tests.rules.positions import way

RAILS = squares(rail="A12-X12")
MISS, HIT, FELL, BRAVE = 1, 10, 5, 10


def test_a_train_advances_along_its_rails_and_shoots_in_haste() -> None:
    """Eight inches, and then four dice of its machine gun."""
    scene = position(troop("p1", "A12", troop="train"), troop("a1", "L6"), on=RAILS)
    rails = way(scene, *(f"{column}12" for column in "BCDEFGHI"))
    orders = [Advance("p1", rails), Shoot("p1", "a1", hasty=True)]
    played = play_card(scene, {ACTION: orders}, [MISS] * 4, [REBELS])
    assert played.scene.name(played.unit("p1").cell) == "I12"
    assert len(played.of(Shot)) == 1


def test_a_train_does_not_leave_its_rails() -> None:
    """Not for a step."""
    scene = position(troop("p1", "A12", troop="train"), troop("a1", "L6"), on=RAILS, actor="p1")
    assert "no way into B11" in str(BOOK.refusal(scene, Ask(REBELS, ACTION, "p1"), Advance("p1", way(scene, "B11"))))


def test_a_broken_train_runs_back_along_its_rails() -> None:
    """Three of its crew fall, so that eight is needed, and a one comes: twelve inches to the west."""
    scene = position(troop("p1", "X12", figures=3), troop("a1", "R12", troop="train", figures=6), on=RAILS, actor="p1")
    played = order(scene, Shoot("p1", "a1"), [HIT, HIT, HIT, FELL, FELL, FELL, 1])
    (moved,) = played.of(Moved)
    assert {cell.r for cell in moved.way} == {played.scene.map.cell("A12").r}
    assert played.scene.name(played.unit("a1").cell) == "F12"


@pytest.mark.rule("CUC-V10")
def test_an_armoured_car_that_is_charged_shoots_and_fights() -> None:
    """Without a test by a ten; blows against its armour need a second die."""
    scene = position(
        troop("p1", "L8", figures=1), troop("a1", "L12", troop="armoured_car", armoured=True, score=10), actor="p1"
    )
    intent = Charge("p1", "a1", way(scene, "L9", "L10", "L11"))
    replies = {CHARGED: [Respond("a1", "p1", "shoot", test=False)]}
    dice = [BRAVE, *[MISS] * 4, HIT, 7, *[MISS] * 3]
    played = order(scene, intent, dice, replies=replies, players={FEDERALES: "solo"})
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


def test_a_vehicle_charges_as_others_do() -> None:
    """An armoured car rides into men on foot: it is charging, but it is no cavalry."""
    scene = position(troop("p1", "L8", troop="armoured_car", figures=2), troop("a1", "L12", figures=1), actor="p1")
    intent = Charge("p1", "a1", way(scene, "L9", "L10", "L11"))
    played = order(scene, intent, [BRAVE, 4, 4, MISS], replies={CHARGED: [StandFast("a1")]})
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-AIR")
def test_an_aeroplane_flies_over_everybody_and_shoots_from_above() -> None:
    """It ends over a unit that it has not come to blows with, and shoots at another."""
    scene = position(troop("p1", "L4", troop="aircraft"), troop("a1", "L6"), troop("a2", "L9"))
    flight = way(scene, "L5", "L6")
    orders = [Advance("p1", flight), Shoot("p1", "a2", hasty=True)]
    played = play_card(scene, {ACTION: orders}, [MISS] * 4, [REBELS])
    assert played.unit("p1").cell == played.unit("a1").cell
    assert played.unit("a1").fighting == ()


@pytest.mark.rule("CUC-AIR")
def test_an_aeroplane_that_is_shot_at_tests_the_courage_of_its_crew() -> None:
    """Nine to hit, eight to pierce, five to cost a man; then it flies off the table."""
    scene = position(troop("p1", "L4", figures=1), troop("a1", "L8", troop="aircraft"), actor="p1")
    played = order(scene, Shoot("p1", "a1"), [9, 8, FELL, 1])
    assert played.of(CourageTested) == [CourageTested("a1", "broken")]
    assert played.of(Fled) == [Fled("a1")]


def test_a_machine_that_loses_all_it_can_is_gone() -> None:
    """No wreck stands in the way."""
    gun = troop("p1", "L4", troop="crew", weapon="field_gun", deployed=True)
    scene = position(gun, troop("a1", "L12", troop="tank", armoured=True, figures=1), actor="p1")
    played = order(scene, Shoot("p1", "a1"), [HIT, MISS, MISS, MISS, 5, FELL])
    assert played.unit("a1").lost
    assert played.unit("a1").cell is None
