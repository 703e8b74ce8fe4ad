"""The figures of La Cucaracha, and its troops."""

from dataclasses import fields

import pytest

from sim.board.terrain_sets import terrain_set
from sim.rules.la_cucaracha.figures import STYLES, Numbers, figures, troops

MOVEMENTS, WEAPONS, NUMBERS = figures().movements, figures().weapons, figures().numbers

# -- numbers ------------------------------------------------------------------------------------------------------

PROPOSED = {
    "hit_short": 7, "hit_long": 9, "hasty": -2, "soft_cover": -1, "hard_cover": -2, "large_target": 1,
    "skirmishing_target": -1, "marksmen": 1, "shaken": -1, "aircraft_target": -2, "armour_small_arms": 10,
    "armour_guns": 5, "aircraft_pierced": 8, "casualty": 5, "leader_distance": 8, "leader": 1, "most_fallen": 3,
    "shaken_by": 3, "respond": 5, "respond_leader": 1, "respond_raw": -1, "respond_shaken": -2, "melee": 6,
    "melee_charging": 1, "melee_mounted": 1, "melee_back_foot": -2, "melee_obstacle": 1, "melee_aggressive": 1,
    "melee_casualty": 4, "melee_armour": 8, "leader_falls": 1, "breaks": 2, "joker_share": 4,
}  # fmt: skip
"""Every figure that belongs to no weapon and no kind of troops, as the notes on the base game propose it."""


@pytest.mark.parametrize("name", [field.name for field in fields(Numbers)])
def test_the_number_is_the_one_proposed(name: str) -> None:
    """Each by itself, so that a slip of one is told by its name."""
    assert getattr(NUMBERS, name) == PROPOSED[name]


def test_what_courage_needs() -> None:
    """From elite troops to raw ones."""
    assert figures().courage == {"elite": 3, "veteran": 4, "average": 5, "raw": 6}


# -- moving and shooting ------------------------------------------------------------------------------------------

MOVES = {
    "foot": ("foot", 6, 10), "mounted": ("mounted", 10, 16), "crew": ("foot", 4, 6), "gun": ("gun", 4, 6),
    "armoured_car": ("wheeled", 8, 14), "tank": ("tracked", 4, 8), "train": ("rail", 8, 12),
    "gunboat": ("boat", 8, 12), "aircraft": ("air", 20, 32),
}  # fmt: skip
"""Movement class, Advance and Rapid Advance: a hex of the notes is two inches."""


@pytest.mark.parametrize("name", MOVEMENTS)
def test_how_far_troops_go(name: str) -> None:
    """Each kind by itself."""
    found = MOVEMENTS[name]
    assert (found.movement, found.advance, found.rapid) == MOVES[name]


def test_who_never_charges() -> None:
    """Crews, trains, gunboats and aircraft."""
    assert [id for id, found in MOVEMENTS.items() if not found.charges] == [
        "crew", "gun", "train", "gunboat", "aircraft",
    ]  # fmt: skip


def test_who_is_easier_to_hit() -> None:
    """Riders and vehicles; aircraft have figures of their own."""
    large = [id for id, found in MOVEMENTS.items() if found.large]
    assert large == ["mounted", "armoured_car", "tank", "train", "gunboat"]


def test_every_movement_class_is_known_to_the_ground() -> None:
    """And every one that the ground knows is used, but for those of the single men of La Petite Guerre."""
    of_single_men = {"man", "horseman"}
    assert {found.movement for found in MOVEMENTS.values()} | of_single_men == set(terrain_set("tabletop").movement)


RANGES = {
    "pistol": (6, 12), "carbine": (12, 24), "rifle": (16, 32), "bow": (6, 12), "throwing_spear": (6, 12),
    "machine_gun": (20, 40), "field_gun": (24, 72), "aircraft_machine_gun": (8, 16),
}  # fmt: skip


@pytest.mark.parametrize("name", RANGES)
def test_how_far_weapons_shoot(name: str) -> None:
    """Short and long, those that the notes have."""
    assert (WEAPONS[name].short, WEAPONS[name].long) == RANGES[name]


def test_dice_of_what_is_crewed() -> None:
    """A machine gun five, a field gun and one in a vehicle or an aircraft four."""
    names = ("machine_gun", "field_gun", "vehicle_machine_gun", "aircraft_machine_gun", "rifle")
    assert [WEAPONS[name].dice for name in names] == [5, 4, 4, 4, 0]


def test_what_takes_a_card_to_reload() -> None:
    """Muzzle-loaders and field guns."""
    assert [id for id, found in WEAPONS.items() if found.reload == "slow"] == ["musket", "field_gun", "mountain_gun"]


def test_a_field_gun_does_not_reach_what_is_near() -> None:
    """Three hexes of the notes."""
    assert WEAPONS["field_gun"].least == 6


def test_what_shoots_at_the_sky() -> None:
    """One weapon is made for it."""
    assert [id for id, found in WEAPONS.items() if found.anti_aircraft] == ["anti_aircraft_gun"]


# -- troops -------------------------------------------------------------------------------------------------------


def test_there_are_troops_enough() -> None:
    """For the Revolution and for the colonies."""
    assert len(troops()) >= 24


@pytest.mark.rule("CUC-CAT")
def test_every_style_has_troops() -> None:
    """All five."""
    assert {profile.style for profile in troops().values()} == set(STYLES)


def test_names_differ() -> None:
    """A list of names tells the troops apart."""
    names = [profile.name for profile in troops().values()]
    assert len(set(names)) == len(names)


def test_everything_in_numbers_is_used() -> None:
    """No weapon and no way to move without troops that have it, but for the weapons of one's own troops."""
    assert {profile.troop for profile in troops().values()} == set(MOVEMENTS)
    assert {profile.weapon for profile in troops().values()} - {""} == set(WEAPONS)


def test_some_fight_hand_to_hand_only() -> None:
    """Fighters without missiles."""
    bare = [profile for profile in troops().values() if not profile.weapon]
    assert bare and all(profile.style == "fighter" for profile in bare)
