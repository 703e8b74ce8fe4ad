"""The figures of OUTLAWS!, and the characters with their kits."""

from dataclasses import fields

import pytest

from sim.rules.outlaws.figures import Numbers, ShotKind, WeaponKind, cast, figures

WEAPONS, CHITS, NUMBERS = figures().weapons, figures().chits, figures().numbers

# -- numbers ------------------------------------------------------------------------------------------------------

PROPOSED = {
    "walk": 1, "back_off": 1, "turnaround": 1, "run_squares": 2, "crawl": 2, "get_up": 2, "take_cover": 1, "draw": 1,
    "stow": 1, "door": 1, "pick_up": 1, "saddle_up": 2, "ride_squares": 2, "leg_walk": 2,
    "snapshot_needs": 5, "snapshot_aim": -2, "cover": 2, "prone_target": 1, "prone_from": 3, "running_target": 1,
    "mounted_target": -1, "mounted_shooter": 1, "off_hand": 1, "wounded_arm": 2, "brawl_strike": 1, "brawl_stab": 1,
    "brawl_prone": -2, "brawl_unarmed": -1, "brawl_handgun": -1, "tuwa_distance": 5, "lance_distance": 3,
    "townsman_points": 1, "throw": 1, "brawl": 1, "point_blank": 1, "blow_fells": 3, "blow_stuns": 5,
    "strike_wounds": 2, "object_breaks": 1, "brawl_room": 4,
}  # fmt: skip
"""Every figure that belongs to no weapon and no wound, as the notes on the base game propose it."""


@pytest.mark.parametrize("name", [field.name for field in fields(Numbers)])
def test_the_number_is_the_one_proposed(name: str) -> None:
    """Each by itself, so that a slip of one is told by its name."""
    assert getattr(NUMBERS, name) == PROPOSED[name]


@pytest.mark.rule("OUT-SNAP-1")
def test_how_near_a_snapshot_is_tried() -> None:
    """Handgun 4, rifle and bow 8, shotgun 3, before skill; nothing else is fired so."""
    assert figures().snapshot_range == {"handgun": 4, "rifle": 8, "bow": 8, "shotgun": 3}


# -- weapons ------------------------------------------------------------------------------------------------------

HANDGUN = {"standard": ShotKind(1, 0), "best": ShotKind(2, 2), "steady": ShotKind(3, 4)}
RIFLE = {"poor": ShotKind(1, -2), "standard": ShotKind(2, 0), "best": ShotKind(3, 2), "steady": ShotKind(4, 4)}
SHOTS = {
    "handgun": HANDGUN,
    "rifle": RIFLE,
    "shotgun": {"standard": ShotKind(1, 0), "best": ShotKind(2, 2)},
    "bow": {"standard": ShotKind(2, 0), "best": ShotKind(3, 2)},
}
BASE_AND_SQUARES = {
    "handgun": (7, 2), "rifle": (7, 4), "shotgun": (6, 2), "bow": (7, 3), "lance": (7, 1), "tomahawk": (7, 1),
    "knife": (7, 1),
}  # fmt: skip


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=list(WEAPONS))
def test_weapons_of_a_class_are_fired_alike(weapon: WeaponKind) -> None:
    """Shoot, Poor Shot, Best Shot and Steady Aim cost what their class does."""
    assert weapon.shots == SHOTS.get(weapon.cls, {})


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=list(WEAPONS))
def test_what_two_dice_need(weapon: WeaponKind) -> None:
    """Base 7, for shotguns 6, and one more for each so many squares."""
    if weapon.cls != "object":
        assert (weapon.base, weapon.per) == BASE_AND_SQUARES[weapon.cls]


def test_long_guns_and_bows_take_both_hands() -> None:
    """Everything else leaves one free."""
    assert {kind.cls for kind in WEAPONS.values() if kind.hands == 2} == {"rifle", "shotgun", "bow"}


def test_shotguns_reach_eight_squares() -> None:
    """Beyond that they hit nothing."""
    assert {kind.longest for kind in WEAPONS.values() if kind.cls == "shotgun"} == {8}


@pytest.mark.rule("OUT-SHOOT-7")
def test_only_the_double_barrelled_shotgun_has_two_barrels() -> None:
    """It holds a round in each."""
    assert [(kind.id, kind.capacity) for kind in WEAPONS.values() if kind.barrels == 2] == [("double_shotgun", 2)]


def test_what_is_thrown_flies_three_squares() -> None:
    """A lance, a knife, a tomahawk."""
    assert {kind.id: kind.thrown for kind in WEAPONS.values() if kind.thrown} == {"lance": 3, "tomahawk": 3, "knife": 3}


def test_reloading() -> None:
    """Two rounds an action, one barrel, one arrow."""
    per_action = {(kind.cls, kind.reload) for kind in WEAPONS.values() if kind.shots}
    assert per_action == {("handgun", 2), ("rifle", 2), ("shotgun", 1), ("bow", 1)}


@pytest.mark.rule("OUT-BRAWL-3")
def test_what_one_strikes_with() -> None:
    """Rifles, shotguns and objects; a tomahawk too. Nobody strikes with the loot."""
    striking = {kind.id for kind in WEAPONS.values() if kind.strikes}
    long_guns = {kind.id for kind in WEAPONS.values() if kind.is_long}
    assert striking == long_guns | {"object", "tomahawk"}


@pytest.mark.rule("OUT-SHOOT-8")
def test_bows_are_fired_standing() -> None:
    """And nothing else is tied to it."""
    assert [kind.id for kind in WEAPONS.values() if kind.stands] == ["bow"]


# -- wounds -------------------------------------------------------------------------------------------------------


def test_the_pool_has_twenty_chits() -> None:
    """In the order of severity."""
    assert [(chit.id, chit.count) for chit in CHITS.values()] == [
        ("graze", 4), ("knocked_down", 3), ("light", 4), ("arm", 3), ("leg", 2), ("serious", 2), ("unconscious", 1),
        ("dead", 1),
    ]  # fmt: skip


def test_what_chits_do() -> None:
    """A graze costs one action once, a light wound one for good, a serious one two and the footing."""
    does = {chit.id: (chit.owed, chit.lost, chit.prone) for chit in CHITS.values()}
    assert does["graze"] == (1, 0, False)
    assert does["knocked_down"] == (0, 0, True)
    assert does["light"] == (0, 1, False)
    assert does["serious"] == (0, 2, True)
    assert CHITS["arm"].arm and CHITS["leg"].leg and CHITS["unconscious"].unconscious and CHITS["dead"].dead


# -- characters ---------------------------------------------------------------------------------------------------


def test_typical_characters() -> None:
    """As the notes on the base game have them: actions, gun, brawl, bow."""
    found = {id: (p.actions, p.gun, p.brawl, p.bow) for id, p in cast().profiles.items()}
    assert found["outlaw_leader"] == (4, 2, 2, 0)
    assert found["gunslinger"] == (4, 3, 1, 0)
    assert found["deputy"] == (3, 1, 1, 0)
    assert found["townsman"] == (3, 0, 0, 0)
    assert found["tuwa_warrior"] == (4, 1, 2, 2)


def test_there_are_enough_of_them() -> None:
    """Twenty or more, Tuwa and groups among them."""
    everybody = cast().profiles.values()
    assert len(everybody) >= 20
    assert any(one.tuwa and not one.group for one in everybody)
    assert any(one.group for one in everybody)


def test_only_tuwa_shoot_with_a_bow() -> None:
    """Whoever has one in the usual kit has the skill."""
    for id, profile in cast().profiles.items():
        kit = cast().kits[profile.kit]
        kinds = {thing.kind for thing in (*kit.hands, *kit.carried)}
        assert "bow" not in kinds or (profile.tuwa and profile.bow), id


def test_every_kit_is_somebodys_or_for_scenarios() -> None:
    """A group has nothing in its hands."""
    for profile in cast().profiles.values():
        if profile.group:
            assert profile.kit == "empty_handed"


@pytest.mark.rule("OUT-BRAWL-2")
def test_chairs_and_tables_have_objects() -> None:
    """A crate of nails has not."""
    assert {"chair", "table", "bar"} <= set(figures().objects)
    assert "crate" not in figures().objects
