"""The figures of La Cucaracha, each a second time, and its troops."""

from dataclasses import asdict

import pytest

from sim.board.terrain_sets import terrain_set
from sim.rules.la_cucaracha.figures import STYLES, figures, troops

MOVEMENTS, WEAPONS, TROOPS = figures().movements, figures().weapons, troops().values()

PROPOSED = {
    "hit_short": 7, "hit_long": 9, "hasty": -2, "soft_cover": -1, "hard_cover": -2, "large_target": 1,
    "skirmishing_target": -1, "marksmen": 1, "shaken": -1, "aircraft_target": -2, "armour_small_arms": 10,
    "armour_guns": 5, "aircraft_pierced": 8, "casualty": 5, "leader_distance": 8, "leader": 1, "most_fallen": 3,
    "shaken_by": 3, "respond": 5, "respond_leader": 1, "respond_raw": -1, "respond_shaken": -2, "melee": 6,
    "melee_charging": 1, "melee_mounted": 1, "melee_back_foot": -2, "melee_obstacle": 1, "melee_aggressive": 1,
    "melee_casualty": 4, "melee_armour": 8, "leader_falls": 1, "breaks": 2, "joker_share": 4,
}  # fmt: skip
"""Every figure that belongs to no weapon and no kind of troops, as the notes on the base game propose it."""


def test_the_numbers_are_those_proposed() -> None:
    """And what courage needs, from elite troops to raw ones."""
    assert asdict(figures().numbers) == PROPOSED
    assert figures().courage == {"elite": 3, "veteran": 4, "average": 5, "raw": 6}


MOVES = {
    "foot": ("foot", 6, 10, "charges"), "mounted": ("mounted", 10, 16, "charges large"), "crew": ("foot", 4, 6, ""),
    "gun": ("gun", 4, 6, ""), "armoured_car": ("wheeled", 8, 14, "charges large"),
    "tank": ("tracked", 4, 8, "charges large"), "train": ("rail", 8, 12, "large"),
    "gunboat": ("boat", 8, 12, "large"), "aircraft": ("air", 20, 32, ""),
}  # fmt: skip
"""Movement class, Advance and Rapid Advance: a hex of the notes is two inches; who charges, who is large."""


@pytest.mark.parametrize("name", MOVEMENTS)
def test_how_far_troops_go(name: str) -> None:
    """Each kind by itself."""
    found = MOVEMENTS[name]
    words = " ".join(word for word in ("charges", "large") if getattr(found, word))
    assert (found.movement, found.advance, found.rapid, words) == MOVES[name]


def test_every_movement_class_is_known_to_the_ground() -> None:
    """And every one that the ground knows is used, but for those of the single men of La Petite Guerre."""
    used = {found.movement for found in MOVEMENTS.values()} | {"man", "horseman"}
    assert used == set(terrain_set("tabletop").movement)


RANGES = {
    "pistol": (6, 12, 0), "carbine": (12, 24, 0), "rifle": (16, 32, 0), "bow": (6, 12, 0),
    "throwing_spear": (6, 12, 0), "machine_gun": (20, 40, 5), "vehicle_machine_gun": (20, 40, 4),
    "field_gun": (24, 72, 4), "aircraft_machine_gun": (8, 16, 4),
}  # fmt: skip
"""Short and long, and dice of what is crewed, those that the notes have."""


def test_what_weapons_do() -> None:
    """How far they shoot and with how many dice, what takes a card to reload, what is too near, what is for the sky."""
    assert {name: (WEAPONS[name].short, WEAPONS[name].long, WEAPONS[name].dice) for name in RANGES} == RANGES
    assert [id for id, each in WEAPONS.items() if each.reload == "slow"] == ["musket", "field_gun", "mountain_gun"]
    assert WEAPONS["field_gun"].least == 6
    assert [id for id, each in WEAPONS.items() if each.anti_aircraft] == ["anti_aircraft_gun"]


@pytest.mark.rule("CUC-CAT")
def test_there_are_troops_of_every_style_and_for_every_figure() -> None:
    """Enough of them for the Revolution and the colonies, told apart by name; some fight hand to hand only."""
    assert len(TROOPS) >= 24
    assert {profile.style for profile in TROOPS} == {*STYLES}
    assert len({profile.name for profile in TROOPS}) == len(TROOPS)
    assert {profile.troop for profile in TROOPS} == {*MOVEMENTS}
    assert {profile.weapon for profile in TROOPS} == {*WEAPONS, ""}
    assert {profile.style for profile in TROOPS if not profile.weapon} == {"fighter"}
