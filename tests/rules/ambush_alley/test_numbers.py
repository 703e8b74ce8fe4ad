"""The figures of Ambush Alley are those of the notes on the base game; the printed ones may take their place."""

import pytest

from sim.board.terrain_sets import terrain_set
from sim.rules.ambush_alley.figures import figures, teams
from tests.rules.ambush_alley.staged import FOLDER

NUMBERS = figures().numbers
SUPPORTS = figures().supports
ARRIVALS = figures().arrivals
TEAMS = teams()


# -- numbers.toml -------------------------------------------------------------------------------------------------


def test_four_or_more_succeeds() -> None:
    """With every die."""
    assert NUMBERS.success == 4


def test_how_far_on_foot_and_on_wheels() -> None:
    """Cautious and Rapid, Patrol and Cruise; mobs have a pace of their own."""
    paces = {id: (pace.cautious, pace.rapid) for id, pace in figures().paces.items()}
    assert paces == {"foot": (6, 12), "wheeled": (10, 18), "tracked": (10, 18)}
    assert NUMBERS.mob_move == 4


def test_paces_are_of_classes_that_the_ground_knows() -> None:
    """Those of the terrain set."""
    assert set(figures().paces) <= set(terrain_set("tabletop").movement)


def test_what_is_added_to_the_dice_of_fire() -> None:
    """Three that help, three that hinder, and never more than ten."""
    assert (NUMBERS.optimum_dice, NUMBERS.rapid_target, NUMBERS.exposed_target) == (1, 1, 1)
    assert (NUMBERS.rapid_firer, NUMBERS.later_fire, NUMBERS.pinned_firer) == (-1, -1, -1)
    assert NUMBERS.most_dice == 10


def test_what_cover_adds_to_the_defence() -> None:
    """Every class of cover that the ground has."""
    assert figures().cover == {"soft": 1, "hard": 2}
    assert {*figures().cover, "none"} == set(terrain_set("tabletop").cover_classes)


def test_first_aid() -> None:
    """One dies, two or three are serious, four or five light, six is fine."""
    assert [figures().first_aid[score] for score in range(1, 7)] == [
        "dead", "serious", "serious", "light", "light", "fine",
    ]  # fmt: skip


def test_damage_to_a_vehicle() -> None:
    """A die, and up to two more for the weapon."""
    assert [figures().damage[score] for score in range(1, 9)] == [
        "shaken", "shaken", "immobilised", "immobilised", "weapon out", "knocked out", "knocked out", "knocked out",
    ]  # fmt: skip


@pytest.mark.rule("AAS-HOT")
def test_hot_spots() -> None:
    """Five; twelve inches from the entry and eight apart; taken within two inches with nobody within six."""
    assert (NUMBERS.hot_spot_count, NUMBERS.hot_spot_from_entry, NUMBERS.hot_spot_apart) == (5, 12, 8)
    assert (NUMBERS.hot_spot_blocked, NUMBERS.hot_spot_taken, NUMBERS.hot_spot_clear) == (3, 2, 6)


def test_what_the_lists_ask() -> None:
    """Combat within six and ten inches, a hot spot within three."""
    assert (NUMBERS.combat_near, NUMBERS.combat_far, NUMBERS.leader_hot_spot) == (6, 10, 3)


# -- the reinforcement table --------------------------------------------------------------------------------------


def test_who_arrives() -> None:
    """Three rows of rifles, two with a light machine gun, two with rockets, a leader, led rifles, and twice."""
    rows = [ARRIVALS[score] for score in range(1, 11)]
    assert [row.figures for row in rows] == ["D6"] * 5 + ["D6/2+1"] * 2 + ["1", "D6", ""]
    assert [row.leader for row in rows].index(True) == 8
    assert [row.again for row in rows] == [0] * 9 + [2]


def test_those_who_arrive_are_known() -> None:
    """Teams with the weapons that the table speaks of, and a leader."""
    assert TEAMS[ARRIVALS[8].profile].kind == "leader"
    assert SUPPORTS[TEAMS[ARRIVALS[4].profile].support[0]].dice == 1
    assert SUPPORTS[TEAMS[ARRIVALS[6].profile].support[0]].anti_tank == 2
    assert TEAMS[ARRIVALS[1].profile].support == ()


# -- support weapons ----------------------------------------------------------------------------------------------


def test_dice_of_support_weapons() -> None:
    """Light ones add a die, rockets and medium ones two, heavy ones three."""
    names = ("squad_automatic", "grenade_launcher", "light_machine_gun", "rocket", "machine_gun", "heavy_machine_gun")
    assert [SUPPORTS[name].dice for name in names] == [1, 1, 1, 2, 2, 3]


def test_what_harms_a_vehicle() -> None:
    """Rockets and heavier things."""
    assert [id for id, weapon in SUPPORTS.items() if weapon.anti_tank] == [
        "rocket", "light_rocket", "recoilless_rifle", "heavy_machine_gun", "grenade_machine_gun", "automatic_cannon",
    ]  # fmt: skip


def test_everything_in_numbers_is_used() -> None:
    """No support weapon without a team that has it."""
    assert {weapon for team in TEAMS.values() for weapon in team.support} == set(SUPPORTS)


# -- teams --------------------------------------------------------------------------------------------------------


def test_there_are_teams_enough() -> None:
    """Regulars of several kinds, Insurgents, leaders, mobs and vehicles."""
    assert len(TEAMS) >= 20
    assert {team.kind for team in TEAMS.values()} == {"team", "leader", "mob", "vehicle"}


def test_names_differ() -> None:
    """A list of names tells them apart."""
    names = [team.name for team in TEAMS.values()]
    assert len(set(names)) == len(names)


def test_marines_and_insurgents() -> None:
    """Ten faces against six, and eight for a leader of theirs."""
    names = ("marine_fire_team", "insurgent_riflemen", "insurgent_leader", "special_operations_team")
    assert [TEAMS[name].quality for name in names] == [10, 6, 8, 12]


def test_a_fire_team_has_a_firepower_of_six() -> None:
    """Four figures, an automatic weapon and a grenade launcher."""
    team = TEAMS["marine_fire_team"]
    assert team.figures + sum(SUPPORTS[weapon].dice for weapon in team.support) == 6


def test_armour() -> None:
    """A soft skin has a die all round, a gun truck two in front, a carrier 3D8, 2D8 and at the rear 2D6."""
    found = {name: (TEAMS[name].armour, TEAMS[name].armour_die) for name in ("cargo_truck", "gun_truck")}
    assert found == {"cargo_truck": ((1, 1, 1), 6), "gun_truck": ((2, 1, 1), 6)}
    carrier = TEAMS["personnel_carrier"]
    assert (carrier.armour, carrier.armour_die, carrier.rear_die) == ((3, 2, 2), 8, 6)


def test_what_small_arms_can_harm() -> None:
    """Trucks, an ambulance, and a gun on a pick-up."""
    assert [id for id, team in TEAMS.items() if team.soft_skinned] == ["ambulance", "cargo_truck", "technical"]


# -- files of one's own -------------------------------------------------------------------------------------------


def test_a_file_of_ones_own_takes_their_place() -> None:
    """The same file from a path is the same."""
    assert figures.read(FOLDER / "figures" / "numbers.toml") == figures()
    assert teams.read(FOLDER / "figures" / "teams.toml") == teams()
