"""The shipped missions and scenes of Ambush Alley begin as they say: what is to be watched can happen."""

import pytest

from sim.engine.battle import Position
from sim.rules.ambush_alley.combat.fire import fire_refusal, mobs_in_line
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.state import END_OF_TURN, INTERRUPT, RETURN_FIRE, AasPosition, Combat
from sim.tabletop.inches import sees
from tests.rules.ambush_alley.deciding import Question, decide
from tests.rules.ambush_alley.missions import SCENARIOS, shipped

MISSIONS = ("airport_road", "eleven_kilometres", "house_of_the_spring")
SCENES = sorted(path.stem for path in (SCENARIOS / "behaviour").glob("*.toml"))
FIRED_AT = 1
"""What an interruption is told when the Regulars fire at the very unit."""


def first(name: str) -> AasPosition:
    """Return the beginning of a mission or a scene."""
    scenario = shipped(name)
    return Position(scenario.battle, scenario.state)


def scene(name: str, shot: bool = False) -> AasPosition:
    """Return a scene in its first turn; after a shot of the Marines at the bait, or at the riflemen, if so said."""
    position = first(f"behaviour/{name}")
    units, combats = {unit.id: unit for unit in position.state.units}, ()
    if shot:
        at = units.get("Bait", units["Rifles"])
        combats = (Combat(units["Marines"].place, at.place),)
    state = position.state.changed(turn=1, phase="insurgents", combats=combats)
    return Position(position.battle, state)


# -- what is shipped ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MISSIONS)
@pytest.mark.rule("AAS-HOT")
def test_five_hot_spots_out_of_sight_of_the_entry(name: str) -> None:
    """Twelve inches from it at least, and eight from each other."""
    position = first(name)
    numbers, mission = position.battle.data.numbers, position.battle.data.mission
    spots = [spot.cell for spot in position.state.hot_spots]
    assert len(spots) == numbers.hot_spot_count
    # A square is an inch on all three maps.
    squared = position.map.grid.squared
    for cell in spots:
        assert all(squared(cell, entry) >= numbers.hot_spot_from_entry**2 for entry in mission.entry)
        assert all(squared(cell, other) >= numbers.hot_spot_apart**2 for other in spots if other != cell)
        assert not any(position.sight(entry, cell).clear for entry in mission.entry)


@pytest.mark.parametrize("name", MISSIONS)
def test_missions_are_about_something(name: str) -> None:
    """Points for places or for getting out, of which the best is worth more than any unit of the enemy."""
    data = first(name).battle.data
    assert isinstance(data, AasData)
    worth = [*(objective.points for objective in data.mission.objectives), *(way.points for way in data.mission.exits)]
    assert len(worth) >= 2 and max(worth) >= 4


@pytest.mark.rule("AAS-COOP")
def test_one_mission_is_shared() -> None:
    """Two players with several units each."""
    position = first("house_of_the_spring")
    assert position.battle.data.mission.players == ("Amber", "Cobalt")
    owners = [unit.player for unit in position.state.units.of("task_force")]
    assert min(owners.count(player) for player in ("Amber", "Cobalt")) >= 2


def test_one_mission_has_a_convoy() -> None:
    """Four vehicles with passengers, and somebody who can harm them."""
    units = first("eleven_kilometres").state.units
    assert sum(unit.profile.kind == "vehicle" for unit in units) == 4
    assert sum(bool(unit.aboard) for unit in units) == 3
    assert any("rocket" in unit.support for unit in units.of("insurgents"))


def test_one_mission_has_crowds_and_three_places_to_search() -> None:
    """The house of the spring."""
    position = first("house_of_the_spring")
    assert len(position.state.units.of("civilians")) >= 3
    assert [each.kind for each in position.battle.data.mission.objectives].count("search") == 3


def test_one_mission_has_people_to_bring_out() -> None:
    """Who are hurt, and for whom alone the exit is worth much."""
    position = first("airport_road")
    assert position.state.unit("Contractors").penalty
    assert [way.units for way in position.battle.data.mission.exits if way.points >= 4] == [("Contractors",)]


# -- a scene for every row ----------------------------------------------------------------------------------------

MOVED = {
    "AAS-L-1": ("leader_1_moves", "Chief"),
    "AAS-N-1": ("no_leader_1_vehicle", "Rockets"),
    "AAS-N-2": ("no_leader_2_into_cover", "Militia"),
    "AAS-N-3": ("no_leader_3_away", "Rifles"),
    "AAS-N-5": ("no_leader_5_near_enough", "Rifles"),
    "AAS-W-1": ("with_leader_1_vehicle", "Rockets"),
    "AAS-W-2": ("with_leader_2_into_cover", "Rifles"),
    "AAS-W-3": ("with_leader_3_away", "Rifles"),
    "AAS-W-5": ("with_leader_5_near_enough", "Rifles"),
    "AAS-W-6": ("with_leader_6_far_but_strong", "Rifles"),
}
"""Regulars move in sight: by rule, the scene and who interrupts."""
FIRED_ON = {
    "AAS-L-2": ("leader_2_fired_at", "Chief"),
    "AAS-N-6": ("no_leader_6_fired_on_weak", "Rifles"),
    "AAS-N-7": ("no_leader_7_fired_on_strong", "Militia"),
    "AAS-W-7": ("with_leader_7_fired_on_weak", "Rifles"),
}
"""Regulars fire at the unit."""
AT_THE_END = {
    "AAS-CIV-1": ("civilians_1_regulars", "Crowd", False),
    "AAS-CIV-2": ("civilians_2_insurgents", "Crowd", False),
    "AAS-CIV-3": ("civilians_3_objective", "Crowd", False),
    "AAS-CIV-4": ("civilians_4_combat", "Crowd", True),
    "AAS-L-3": ("leader_3_joins", "Chief", False),
    "AAS-L-4": ("leader_4_hot_spot", "Chief", False),
    "AAS-L-5": ("leader_5_waits", "Chief", False),
    "AAS-N-8": ("no_leader_8_hides", "Rifles", True),
    "AAS-N-9": ("no_leader_9_stays_hidden", "Rifles", True),
    "AAS-N-10": ("no_leader_10_to_a_leader", "Rifles", False),
    "AAS-N-11": ("no_leader_11_to_friends", "Rifles", False),
    "AAS-W-9": ("with_leader_9_to_the_fighting", "Rifles", True),
    "AAS-W-10": ("with_leader_10_stays", "Rifles", True),
    "AAS-W-11": ("with_leader_11_objective", "Rifles", False),
    "AAS-W-12": ("with_leader_12_to_the_guns", "Rifles", True),
    "AAS-R-gap": ("with_leader_gap", "Rifles", False),
    "AAS-MOT": ("with_leader_joins", "Rifles", False),
}
"""At the end of the turn; after a shot, where the scene asks for one."""


def regular(position: AasPosition) -> str:
    """Return the Regular unit of a scene."""
    return next(unit.id for unit in position.state.units.of("regulars"))


@pytest.mark.rule(
    "AAS-L-1", "AAS-N-1", "AAS-N-2", "AAS-N-3", "AAS-N-5", "AAS-W-1", "AAS-W-2", "AAS-W-3", "AAS-W-5", "AAS-W-6",
)  # fmt: skip
@pytest.mark.parametrize("rule", MOVED)
def test_what_they_do_when_regulars_move(rule: str) -> None:
    """The row that the scene is for is the first that fits."""
    name, unit = MOVED[rule]
    position = scene(name)
    assert decide(Question(position, unit, INTERRUPT, regular(position))).rule == rule


@pytest.mark.rule("AAS-L-2", "AAS-N-6", "AAS-N-7", "AAS-W-7")
@pytest.mark.parametrize("rule", FIRED_ON)
def test_what_they_do_when_they_are_fired_on(rule: str) -> None:
    """The Regulars can fire at them, and the row that the scene is for is the first that fits."""
    name, unit = FIRED_ON[rule]
    position = scene(name)
    units = position.state.units
    assert fire_refusal(position, units["Marines"], units[unit]) is None
    assert decide(Question(position, unit, INTERRUPT, "Marines", FIRED_AT)).rule == rule


@pytest.mark.rule(
    "AAS-CIV-1", "AAS-CIV-2", "AAS-CIV-3", "AAS-CIV-4", "AAS-L-3", "AAS-L-4", "AAS-L-5", "AAS-N-8", "AAS-N-9",
    "AAS-N-10", "AAS-N-11", "AAS-W-9", "AAS-W-10", "AAS-W-11", "AAS-W-12", "AAS-R-gap",
)  # fmt: skip
@pytest.mark.parametrize("rule", AT_THE_END)
def test_what_they_do_at_the_end_of_the_turn(rule: str) -> None:
    """The row that the scene is for is the first that fits."""
    name, unit, shot = AT_THE_END[rule]
    assert decide(Question(scene(name, shot), unit, END_OF_TURN)).rule == rule


@pytest.mark.rule("AAS-N-4", "AAS-W-4")
@pytest.mark.parametrize(("rule", "name", "closer"), [("AAS-N-4", "no_leader", 2), ("AAS-W-4", "with_leader", 3)])
def test_a_die_for_those_who_are_a_little_far(rule: str, name: str, closer: int) -> None:
    """Low scores bring them closer, higher ones make them fire."""
    position = scene(f"{name}_4_a_little_far")
    for score, order in ((closer, "to"), (closer + 1, "fires")):
        decision = decide(Question(position, "Rifles", INTERRUPT, "Marines", dice=(score,)))
        assert decision.rule == rule
        assert order in decision.order.split()


@pytest.mark.rule("AAS-W-8")
def test_who_answers_fire() -> None:
    """A led and strong unit that was shot at first."""
    position = scene("with_leader_8_fired_on_strong")
    assert decide(Question(position, "Rifles", RETURN_FIRE, "Marines")).rule == "AAS-W-8"


@pytest.mark.rule("AAS-CIV-5")
def test_a_crowd_that_may_be_hit() -> None:
    """It stands in the line of fire, of either side."""
    position = scene("civilians_5_hit")
    units = position.state.units
    assert [mob.id for mob in mobs_in_line(position, units["Marines"], units["Rifles"])] == ["Crowd"]
    assert [mob.id for mob in mobs_in_line(position, units["Rifles"], units["Marines"])] == ["Crowd"]


@pytest.mark.parametrize("name", [name for name, _, shot in AT_THE_END.values() if shot])
def test_the_shot_that_a_scene_asks_for_can_be_fired(name: str) -> None:
    """By the Marines, at the bait."""
    position = scene(name)
    units = {unit.id: unit for unit in position.state.units}
    assert fire_refusal(position, units["Marines"], units.get("Bait", units["Rifles"])) is None


def test_every_row_has_its_scene() -> None:
    """All scenes are about some row, or about hot spots, and all rows of the four tables have one."""
    named = {name for name, *_ in (*MOVED.values(), *FIRED_ON.values(), *AT_THE_END.values())}
    others = {
        "no_leader_4_a_little_far", "with_leader_4_a_little_far", "with_leader_8_fired_on_strong", "civilians_5_hit",
        "hot_spots_automatic", "hot_spots_by_the_player",
    }  # fmt: skip
    assert named | others == set(SCENES)


@pytest.mark.rule("AAS-HOT")
def test_scenes_in_which_hot_spots_are_placed() -> None:
    """One by the program and one by the player."""
    placing = {
        name: first(f"behaviour/{name}").battle.data.mission.placing
        for name in ("hot_spots_automatic", "hot_spots_by_the_player")
    }
    assert placing == {"hot_spots_automatic": "automatic", "hot_spots_by_the_player": "player"}


def test_yards_hide_from_each_other() -> None:
    """Through a wall or a closed door nobody sees."""
    position = scene("civilians_2_insurgents")
    units = position.state.units
    assert not sees(position, units["Marines"], units["Crowd"])
    assert sees(position, units["Rifles"], units["Crowd"])
