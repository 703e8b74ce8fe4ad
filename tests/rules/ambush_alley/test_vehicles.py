"""Ambush Alley: which side of a vehicle is hit, and what a hit does."""

import pytest

from sim.engine.matching import spread
from sim.engine.notes import Rolled, walk
from sim.rules.ambush_alley.combat.fire import defence_dice, defence_faces, facing_hit
from sim.rules.ambush_alley.combat.losses import damage, damage_check
from sim.rules.ambush_alley.commander.chances import losses
from sim.rules.ambush_alley.orders.fighting import Fire
from tests.rules.ambush_alley.table import hexes, order, position, team, unit, vehicle

NORTH, NORTH_EAST, EAST, SOUTH = 0, 1, 2, 4


@pytest.mark.rule("AAS-R-vehicle")
@pytest.mark.parametrize(
    ("shooter", "expected"),
    [
        ("J1", "front"), ("M7", "front"), ("P4", "front"), ("Q4", "side"), ("D4", "front"), ("C4", "side"),
        ("P10", "side"), ("A10", "side"), ("D16", "side"), ("P16", "side"), ("P17", "rear"), ("J20", "rear"),
        ("K12", "rear"),
    ],
)  # fmt: skip
def test_the_side_that_is_hit_on_squares(shooter: str, expected: str) -> None:
    """A vehicle in J10 that faces north: a right angle before it, another behind; between two the thicker counts."""
    scene = position(vehicle("r1", "J10", NORTH))
    assert facing_hit(scene, scene.map.cell(shooter), unit(scene, "r1")) == expected


@pytest.mark.parametrize(("shooter", "expected"), [("J5", "front"), ("O10", "front"), ("J14", "side"), ("E15", "rear")])
def test_a_vehicle_may_face_a_corner(shooter: str, expected: str) -> None:
    """Facing north-east, north and east are just in front, and south just at the side."""
    scene = position(vehicle("r1", "J10", NORTH_EAST))
    assert facing_hit(scene, scene.map.cell(shooter), unit(scene, "r1")) == expected


@pytest.mark.parametrize(
    ("shooter", "expected"),
    [
        ("J3", "front"),
        ("K7", "front"),
        ("N8", "side"),
        ("N13", "side"),
        ("N14", "rear"),
        ("J17", "rear"),
        ("K14", "rear"),
    ],
)
def test_the_side_that_is_hit_on_hexes(shooter: str, expected: str) -> None:
    """The angles are the same on hexes: along the neighbouring direction, sixty degrees off, is the side."""
    scene = position(vehicle("r1", "J10", NORTH), on=hexes())
    assert facing_hit(scene, scene.map.cell(shooter), unit(scene, "r1")) == expected


@pytest.mark.parametrize(("facing", "expected"), [(NORTH, 3), (EAST, 2), (SOUTH, 1)])
def test_armour_is_that_of_the_side(facing: int, expected: int) -> None:
    """Three dice at the front, two at the sides, one at the rear, fired at from the north."""
    scene = position(vehicle("r1", "J10", facing), team("i1", "J2"))
    assert defence_dice(scene, unit(scene, "i1"), unit(scene, "r1"), 4).total == expected


def test_no_armour_is_no_die() -> None:
    """What has no armour at a side throws none there."""
    scene = position(vehicle("r1", "J10", armour=(1, 0, 0)), team("i1", "J20"))
    assert defence_dice(scene, unit(scene, "i1"), unit(scene, "r1"), 4).total == 0


@pytest.mark.rule("AAS-R-damage")
@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (1, "shaken"), (2, "shaken"), (3, "immobilised"), (4, "immobilised"), (5, "weapon out"), (6, "knocked out"),
        (8, "knocked out"), (11, "knocked out"), (0, "shaken"),
    ],
)  # fmt: skip
def test_what_a_hit_does(total: int, expected: str) -> None:
    """By the die and the weapon; beyond the table its last rows."""
    assert damage(position(), total) == expected


@pytest.mark.parametrize(
    ("support", "expected"),
    [((), 0), (("light_rocket",), 0), (("rpg",), 1), (("rpg", "heavy"), 2), (("rpg", "satchel"), 1)],
)
def test_the_heaviest_weapon_adds_to_the_damage(support: tuple[str, ...], expected: int) -> None:
    """Light weapons and small arms add nothing, medium ones one, heavy ones two; other charges do not count."""
    scene = position(team("i1", "A1", support=support))
    assert damage_check(scene, unit(scene, "i1")).total == expected


@pytest.mark.parametrize(("at", "faces"), [("H4", 8), ("D10", 8), ("H16", 6)], ids=["front", "side", "rear"])
def test_the_rear_may_have_dice_of_its_own(at: str, faces: int) -> None:
    """A carrier throws D8 at the front and at the sides, and D6 at the rear: in odds, and when it is fired at."""
    carrier = vehicle("r1", "H10", armour=(3, 2, 2), armour_die=8, rear_die=6)
    scene = position(carrier, team("i1", at, support=("rpg",)), phase="insurgents")
    dice = 3 if at == "H4" else 2
    assert defence_faces(scene, unit(scene, "r1"), unit(scene, "i1").place) == faces
    assert losses(scene, unit(scene, "i1"), unit(scene, "r1")) == spread((2, 8), (dice, faces), 4, 4, 2)
    played = order(scene, Fire("i1", "r1"), dice=(8, 2, *(2,) * dice, 1))
    thrown = [note.throw for frame in played.frames for note in walk(frame.why) if isinstance(note, Rolled)]
    assert next(len(throw.die.faces) for throw in thrown if throw.purpose == "armour") == faces


def test_what_falls_from_the_sky_hits_the_sides() -> None:
    """And their dice."""
    scene = position(vehicle("r1", "H10", armour_die=8, rear_die=6))
    assert defence_faces(scene, unit(scene, "r1")) == 8
