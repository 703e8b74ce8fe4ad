"""The figures of Ambush Alley are those of the notes on the base game; the printed ones may take their place."""

from dataclasses import asdict

import pytest

from sim.board.terrain_sets import terrain_set
from sim.rules.ambush_alley.figures import figures, teams
from tests.rules.ambush_alley.staged import FOLDER

SUPPORTS, ARRIVALS, TEAMS = figures().supports, figures().arrivals, teams()

PROPOSED = {
    "success": 4, "fog_on": 1, "mob_move": 4, "support_range": 2, "optimum_dice": 1, "rapid_target": 1,
    "exposed_target": 1, "rapid_firer": -1, "later_fire": -1, "pinned_firer": -1, "most_dice": 10, "shots_a_turn": 2,
    "half_strength": -1, "assault_morale": -1, "cohesion": 2, "disperse_distance": 2, "brave": 6, "combat_near": 6,
    "combat_far": 10, "leader_hot_spot": 3, "hot_spot_blocked": 3, "hot_spot_taken": 2, "hot_spot_clear": 6,
    "hot_spot_from_entry": 12, "hot_spot_apart": 8, "hot_spot_count": 5, "penalty": -1, "small_arms_harm": 6,
    "passenger_safe": 4, "most_rolls": 3, "medic": 1, "line_of_fire": 2, "stray": 1, "leader_die": 8,
    "hot_spots_near_objectives": 2, "sniper_die": 8, "strike_die": 10, "strike_inches": 2, "strike_damage": 1,
}  # fmt: skip
"""Every figure that belongs to no table, as the notes on the base game propose it."""


@pytest.mark.rule("AAS-HOT")
def test_the_numbers_are_those_proposed() -> None:
    """Each is said a second time, so that a slip in the file is found; a file of one's own takes their place."""
    assert asdict(figures().numbers) == PROPOSED
    assert figures.read(FOLDER / "figures" / "numbers.toml") == figures()
    assert teams.read(FOLDER / "figures" / "teams.toml") == teams()


def test_paces_and_cover_are_of_what_the_ground_knows() -> None:
    """Cautious and Rapid, Patrol and Cruise; every class of cover that the ground has."""
    paces = {id: (pace.cautious, pace.rapid) for id, pace in figures().paces.items()}
    assert paces == {"foot": (6, 12), "wheeled": (10, 18), "tracked": (10, 18)}
    assert figures().cover == {"soft": 1, "hard": 2}
    assert set(paces) <= set(terrain_set("tabletop").movement)
    assert {*figures().cover, "none"} == set(terrain_set("tabletop").cover_classes)


def test_first_aid_and_damage() -> None:
    """One dies, two or three are serious, four or five light, six is fine; of a vehicle, up to two more than a die."""
    assert list(figures().first_aid.values()) == ["dead", "serious", "serious", "light", "light", "fine"]
    damage = ["shaken"] * 2 + ["immobilised"] * 2 + ["weapon out"] + ["knocked out"] * 3
    assert figures().damage == dict(enumerate(damage, 1))


def test_who_arrives() -> None:
    """Three rows of rifles, two with a light machine gun, two with rockets, a leader, led rifles, and twice."""
    rows = [ARRIVALS[score] for score in range(1, 11)]
    assert [row.figures for row in rows] == ["D6"] * 5 + ["D6/2+1"] * 2 + ["1", "D6", ""]
    assert [row.leader for row in rows].index(True) == 8
    assert [row.again for row in rows] == [0] * 9 + [2]
    assert TEAMS[ARRIVALS[8].profile].kind == "leader"
    assert SUPPORTS[TEAMS[ARRIVALS[4].profile].support[0]].dice == 1
    assert SUPPORTS[TEAMS[ARRIVALS[6].profile].support[0]].anti_tank == 2
    assert TEAMS[ARRIVALS[1].profile].support == ()


def test_support_weapons() -> None:
    """Light ones add a die, rockets and medium ones two, heavy ones three; rockets and heavier things harm vehicles."""
    names = ("squad_automatic", "grenade_launcher", "light_machine_gun", "rocket", "machine_gun", "heavy_machine_gun")
    assert [SUPPORTS[name].dice for name in names] == [1, 1, 1, 2, 2, 3]
    assert [id for id, weapon in SUPPORTS.items() if weapon.anti_tank] == [
        "rocket", "light_rocket", "recoilless_rifle", "heavy_machine_gun", "grenade_machine_gun", "automatic_cannon",
    ]  # fmt: skip
    assert {weapon for team in TEAMS.values() for weapon in team.support} == set(SUPPORTS), "no team has it"


def test_there_are_teams_enough() -> None:
    """Of every kind, told apart by name; ten faces against six, eight for a leader of theirs, a fire team fires six."""
    assert len({team.name for team in TEAMS.values()}) == len(TEAMS) >= 20
    assert {team.kind for team in TEAMS.values()} == {"team", "leader", "mob", "vehicle"}
    names = ("marine_fire_team", "insurgent_riflemen", "insurgent_leader", "special_operations_team")
    assert [TEAMS[name].quality for name in names] == [10, 6, 8, 12]
    team = TEAMS["marine_fire_team"]
    assert team.figures + sum(SUPPORTS[weapon].dice for weapon in team.support) == 6


def test_armour() -> None:
    """A soft skin has a die all round, a gun truck two in front, a carrier 3D8, 2D8 and at the rear 2D6."""
    found = {name: (TEAMS[name].armour, TEAMS[name].armour_die) for name in ("cargo_truck", "gun_truck")}
    assert found == {"cargo_truck": ((1, 1, 1), 6), "gun_truck": ((2, 1, 1), 6)}
    carrier = TEAMS["personnel_carrier"]
    assert (carrier.armour, carrier.armour_die, carrier.rear_die) == ((3, 2, 2), 8, 6)
    assert [id for id, team in TEAMS.items() if team.soft_skinned] == ["ambulance", "cargo_truck", "technical"]
