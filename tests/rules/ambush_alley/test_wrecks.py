"""Fire at vehicles: anti-tank dice, facings, damage, and those aboard."""

import pytest

from sim.rules.ambush_alley.combat.fire import fire_refusal
from sim.rules.ambush_alley.events import Damaged, Disembarked, Fired, ReactionTested, Struck
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Stay
from sim.rules.ambush_alley.state import AasPosition
from tests.rules.ambush_alley.alley import says
from tests.rules.ambush_alley.table import Placed, chief, order, position, team, unit, vehicle
from tests.rules.positions import names, way

EAST = 2
"""A direction: the vehicle looks at the rocket team."""


def ambush(*aboard: Placed, towards: int = EAST, **words: object) -> AasPosition:
    """Return a vehicle at which a rocket team of D8 is about to fire at the end of a turn."""
    carrier = vehicle("r1", "C10", towards, seats=6, reacted=True, **words)
    return position(carrier, team("i1", "H10", support=("rpg",)), *aboard, phase="insurgents")


@pytest.mark.parametrize(("towards", "armour"), [(2, 3), (0, 2), (6, 1)])
def test_the_armour_of_the_facing_that_is_hit_is_thrown(towards: int, armour: int) -> None:
    """Two anti-tank dice, against three at the front, two at a side, one at the rear."""
    scene = ambush(towards=towards)
    played = order(scene, Fire("i1", "r1"), dice=(8, 2, *(2,) * armour, 1))
    assert played.of(Damaged) == [Damaged("r1", "shaken", 2)]


def test_armour_cancels_as_defence_does() -> None:
    """By dice as high."""
    played = order(ambush(), Fire("i1", "r1"), dice=(5, 2, 6, 2, 2))
    assert played.of(Fired)[0].hits == 1
    assert not played.of(Damaged)


@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "shaken"), (2, "immobilised"), (3, "immobilised"), (4, "weapon out"), (5, "knocked out"), (6, "knocked out")],
)
def test_damage_is_a_die_and_the_weapon(die: int, result: str) -> None:
    """A medium weapon adds one."""
    played = order(ambush(), Fire("i1", "r1"), dice=(8, 2, 2, 2, 2, die))
    assert played.of(Damaged)[0].result == result


@pytest.mark.rule("AAS-R-damage")
def test_every_hit_is_a_roll_of_its_own() -> None:
    """Until one knocks it out."""
    played = order(ambush(), Fire("i1", "r1"), dice=(8, 8, 2, 2, 2, 2, 3))
    assert [event.result for event in played.of(Damaged)] == ["immobilised", "immobilised"]


def test_what_is_knocked_out_is_rolled_for_no_more() -> None:
    """The second of two hits finds a wreck."""
    played = order(ambush(), Fire("i1", "r1"), dice=(8, 8, 2, 2, 2, 6))
    assert [event.result for event in played.of(Damaged)] == ["knocked out"]


def test_a_vehicle_that_is_knocked_out_leaves_a_wreck() -> None:
    """The crew is lost with it, and the ground is another."""
    scene = ambush()
    played = order(scene, Fire("i1", "r1"), dice=(8, 2, 2, 2, 2, 6))
    assert played.unit("r1").gone
    kinds = played.scene.ground.features_at(scene.map.cell("C10"))
    assert [kind.id for kind in kinds] == ["wreck"]


@pytest.mark.rule("AAS-R-damage")
def test_passengers_save_themselves_or_do_not() -> None:
    """A Quality die each: who fails is down; they stand beside the wreck, and test their morale."""
    scene = ambush(team("r2", None, aboard="r1"))
    played = order(scene, Fire("i1", "r1"), dice=(8, 2, 2, 2, 2, 6, 4, 8, 3, 4, 1, 4))
    assert played.of(Struck)[0].casualties == 1
    assert (played.unit("r2").figures, played.unit("r2").downed) == (3, 1)
    assert names(scene, [event.cell for event in played.of(Disembarked)]) == ["C9"]


def test_passengers_without_room_beside_the_wreck_stand_further_away() -> None:
    """Nobody is lost for want of a cell."""
    around = ("B9", "C9", "D9", "B10", "D10", "B11", "C11", "D11")
    crowd = (team(f"m{number}", cell) for number, cell in enumerate(around, 1))
    scene = ambush(team("r2", None, aboard="r1"), *crowd)
    played = order(scene, Fire("i1", "r1"), dice=(8, 2, 2, 2, 2, 6, 8, 8, 8, 8, 1))
    assert names(scene, [played.unit("r2").place]) == ["C8"]


@pytest.mark.rule("AAS-R-damage")
def test_a_shaken_vehicle_cannot_fire() -> None:
    """Until the end of the next turn."""
    scene = position(vehicle("r1", "C10", shaken=2, support=("heavy",)), team("i1", "H10"), turn=2)
    assert fire_refusal(scene, unit(scene, "r1"), unit(scene, "i1")) == "shaken"


def test_small_arms_harm_soft_skins_only_with_a_six() -> None:
    """All their dice, and a 6 on each."""
    truck = vehicle("r1", "C10", EAST, soft_skinned=True, armour=(1, 1, 1), reacted=True)
    scene = position(truck, team("i1", "H10"), phase="insurgents")
    played = order(scene, Fire("i1", "r1"), dice=(6, 5, 5, 2, 2, 2, 1))
    assert played.of(Fired)[0].hits == 1
    assert played.of(Damaged)[0].result == "shaken"


def test_a_vehicle_keeps_its_facing_when_it_fires() -> None:
    """Its armour hangs on it; men turn to what they fire at."""
    scene = position(
        vehicle("r1", "C10", 0, support=("heavy",)), team("i1", "H10", checked=True, reacted=True), actor="r1"
    )
    played = order(scene, Fire("r1", "i1"), dice=(2,) * 5)
    assert played.unit("r1").facing == 0


@pytest.mark.rule("AAS-N-1")
def test_a_vehicle_that_moves_in_sight_is_interrupted_as_men_are() -> None:
    """Before the first step."""
    scene = position(vehicle("r1", "C10", EAST), chief("i1", "T10"), actor="r1")
    replies = says(interrupt=[Stay("i1")])
    played = order(scene, Move("r1", way(scene, "D10")), replies=replies)
    assert played.names() == ["ActionChecked", "Passed", "Moved"]
    assert not played.of(ReactionTested)
