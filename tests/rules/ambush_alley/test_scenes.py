"""The shipped missions and scenes of Ambush Alley begin as they say: what is to be watched can happen."""

from typing import cast

import pytest

from sim.engine.battle import Position
from sim.resources import find_scenario
from sim.rules.ambush_alley.combat.fire import fire_refusal, mobs_in_line
from sim.rules.ambush_alley.state import AasPosition, Combat
from sim.scenario.scenario import load_scenario
from sim.tabletop.inches import sees
from tests.cases import Asked
from tests.rules.ambush_alley.questions import QUESTIONS

MISSIONS = ("airport_road", "eleven_kilometres", "house_of_the_spring")


def first(name: str) -> AasPosition:
    """Return the beginning of a mission or a scene."""
    scenario = load_scenario(find_scenario(f"ambush_alley/{name}"))
    return cast(AasPosition, Position(scenario.battle, scenario.state))


def scene(name: str, shot: bool = False) -> AasPosition:
    """Return a scene in its first turn; after a shot of the Marines at the bait, or at the riflemen, if so said."""
    position = first(f"behaviour/{name}")
    units = {unit.id: unit for unit in position.state.units}
    combats = (Combat(units["Marines"].place, units.get("Bait", units["Rifles"]).place),) if shot else ()
    return Position(position.battle, position.state.changed(turn=1, phase="insurgents", combats=combats))


# -- missions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-HOT")
@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_is_about_something_and_has_five_hot_spots_out_of_sight(name: str) -> None:
    """Twelve inches from the entry at least, and eight from each other; the best points are worth more than a unit."""
    position = first(name)
    numbers, mission, squared = position.battle.data.numbers, position.battle.data.mission, position.map.grid.squared
    spots = [spot.cell for spot in position.state.hot_spots]
    assert len(spots) == numbers.hot_spot_count
    for cell in spots:  # A square is an inch on all three maps.
        assert all(squared(cell, entry) >= numbers.hot_spot_from_entry**2 for entry in mission.entry)
        assert all(squared(cell, other) >= numbers.hot_spot_apart**2 for other in spots if other != cell)
        assert not any(position.sight(entry, cell).clear for entry in mission.entry)
    worth = [*(each.points for each in mission.objectives), *(each.points for each in mission.exits)]
    assert len(worth) >= 2 and max(worth) >= 4


@pytest.mark.rule("AAS-COOP")
def test_one_mission_is_shared_one_has_a_convoy_and_one_people_to_bring_out() -> None:
    """Two players and crowds with three places to search; four vehicles and who can harm them; the wounded."""
    spring, convoy, road = (first(name) for name in ("house_of_the_spring", "eleven_kilometres", "airport_road"))
    assert spring.battle.data.mission.players == ("Amber", "Cobalt")
    owners = [unit.player for unit in spring.state.units.of("task_force")]
    assert min(owners.count(player) for player in ("Amber", "Cobalt")) >= 2
    assert len(spring.state.units.of("civilians")) >= 3
    assert [each.kind for each in spring.battle.data.mission.objectives].count("search") == 3
    assert sum(unit.profile.kind == "vehicle" for unit in convoy.state.units) == 4
    assert sum(bool(unit.aboard) for unit in convoy.state.units) == 3
    assert any("rocket" in unit.support for unit in convoy.state.units.of("insurgents"))
    assert road.state.unit("Contractors").penalty
    assert [way.units for way in road.battle.data.mission.exits if way.points >= 4] == [("Contractors",)]


# -- a scene for every row ----------------------------------------------------------------------------------------

SCENES = """
AAS-L-1 leader_1_moves interrupt Chief
AAS-N-1 no_leader_1_vehicle interrupt Rockets
AAS-N-2 no_leader_2_into_cover interrupt Militia
AAS-N-3 no_leader_3_away interrupt Rifles
AAS-N-5 no_leader_5_near_enough interrupt Rifles
AAS-W-1 with_leader_1_vehicle interrupt Rockets
AAS-W-2 with_leader_2_into_cover interrupt Rifles
AAS-W-3 with_leader_3_away interrupt Rifles
AAS-W-5 with_leader_5_near_enough interrupt Rifles
AAS-W-6 with_leader_6_far_but_strong interrupt Rifles
AAS-L-2 leader_2_fired_at interrupt Chief fired_at
AAS-N-6 no_leader_6_fired_on_weak interrupt Rifles fired_at
AAS-N-7 no_leader_7_fired_on_strong interrupt Militia fired_at
AAS-W-7 with_leader_7_fired_on_weak interrupt Rifles fired_at
AAS-W-8 with_leader_8_fired_on_strong answer Rifles
AAS-N-4 no_leader_4_a_little_far interrupt Rifles 2
AAS-W-4 with_leader_4_a_little_far interrupt Rifles 3
AAS-CIV-1 civilians_1_regulars end Crowd
AAS-CIV-2 civilians_2_insurgents end Crowd
AAS-CIV-3 civilians_3_objective end Crowd
AAS-CIV-4 civilians_4_combat end Crowd shot
AAS-L-3 leader_3_joins end Chief
AAS-L-4 leader_4_hot_spot end Chief
AAS-L-5 leader_5_waits end Chief
AAS-N-8 no_leader_8_hides end Rifles shot
AAS-N-9 no_leader_9_stays_hidden end Rifles shot
AAS-N-10 no_leader_10_to_a_leader end Rifles
AAS-N-11 no_leader_11_to_friends end Rifles
AAS-W-9 with_leader_9_to_the_fighting end Rifles shot
AAS-W-10 with_leader_10_stays end Rifles shot
AAS-W-11 with_leader_11_objective end Rifles
AAS-W-12 with_leader_12_to_the_guns end Rifles shot
AAS-R-gap with_leader_gap end Rifles
AAS-MOT with_leader_joins end Rifles
"""
"""The row, the scene, what is asked of whom; fired at or after a shot, or the highest die that brings them closer."""
ROWS = [line.split() for line in SCENES.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_row_that_the_scene_is_for_is_the_first_that_fits(row: list[str]) -> None:
    """The shot that it asks for can be fired; low scores bring those closer who are a little far, higher ones fire."""
    rule, name, verb, who, *more = row
    position = scene(name, "shot" in more)
    units = position.state.units
    regular = "Marines" if more or verb == "answer" else next(unit.id for unit in units.of("regulars"))
    if {"shot", "fired_at"} & {*more}:
        target = units[who] if "fired_at" in more else units["Bait"] if "Bait" in units else units["Rifles"]
        assert fire_refusal(position, units[regular], target) is None
    words = (who, *([] if verb == "end" else [regular]), *(word for word in more if word == "fired_at"))
    closer = [int(word) for word in more if word.isdigit()]
    for die, order in ((closer[0], " to "), (closer[0] + 1, " fire ")) if closer else ((None, ""),):
        (told,) = QUESTIONS[verb](Asked(position, words, () if die is None else (die,))).lines
        assert told.startswith(f"{rule}: ") and order in told


@pytest.mark.rule("AAS-CIV-5", "AAS-HOT")
def test_every_row_has_its_scene_and_the_others_show_crowds_and_hot_spots() -> None:
    """A crowd in the line of fire of either side; hot spots by the program and by the player; yards that hide."""
    others = {"civilians_5_hit", "hot_spots_automatic", "hot_spots_by_the_player"}
    folder = find_scenario("ambush_alley/behaviour/civilians_5_hit").parent
    assert {row[1] for row in ROWS} | others == {path.stem for path in folder.glob("*.toml")}
    hit = scene("civilians_5_hit")
    marines, rifles = hit.state.unit("Marines"), hit.state.unit("Rifles")
    for firer, target in ((marines, rifles), (rifles, marines)):
        assert [mob.id for mob in mobs_in_line(hit, firer, target)] == ["Crowd"]
    for name, placing in (("hot_spots_automatic", "automatic"), ("hot_spots_by_the_player", "player")):
        assert first(f"behaviour/{name}").battle.data.mission.placing == placing
    yards = scene("civilians_2_insurgents")
    crowd = yards.state.unit("Crowd")
    assert not sees(yards, yards.state.unit("Marines"), crowd) and sees(yards, yards.state.unit("Rifles"), crowd)
