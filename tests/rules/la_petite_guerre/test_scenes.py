"""The shipped battles are of their kind; their scenes are in cases/scenes.txt."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.resources import shipped_scenarios
from sim.rules.la_petite_guerre.combat.fire import serve_refusal
from sim.rules.la_petite_guerre.ground.sight import in_pit, near
from sim.rules.la_petite_guerre.state import Company, LpgPosition, crew, enemies, guns, men
from sim.scenario.scenario import load_scenario
from sim.tabletop.inches import sees
from sim.view.counters.la_petite_guerre import label
from tests.rules.la_petite_guerre.table import shipped

BATTLES = ("ambush_at_fish_coulee", "rifle_pits_of_saint_damase", "pursuit_to_two_loons")
STANCES = ("defend", "advance", "skirmish", "delay")


def begun(name: str) -> LpgPosition:
    """Return the beginning of a battle or of a scene."""
    scenario = shipped(name)
    state: Any = scenario.state
    return Position(scenario.battle, state)


def companies(position: LpgPosition) -> list[Company]:
    """Return the companies of a battle."""
    return list(position.battle.data.engagement.companies.values())


@pytest.mark.parametrize("name", BATTLES)
def test_battles_are_fought_for_something_by_enough_men(name: str) -> None:
    """Three places at least, worth more than a leader; eight to forty men a side; each company is led; some hide."""
    position = begun(name)
    objectives = position.battle.data.engagement.objectives
    assert len(objectives) >= 3 and max(objective.points for objective in objectives) > 5
    assert all(
        8 <= len([*men(position, side.id)]) + len(_late(position, side.id)) <= 40 for side in position.battle.sides
    )
    units = position.state.units
    assert {each.company for each in units} == {each.company for each in units if each.profile.command}
    assert sum(each.hidden for each in units) >= 8


def _late(position: LpgPosition, side: str) -> list[str]:
    return [each.id for each in position.state.units.of(side) if each.cell is None and each.profile.kind == "man"]


@pytest.mark.rule("LPG-SEQ")
@pytest.mark.parametrize("name", BATTLES)
def test_nobody_begins_within_reach_of_a_charge(name: str) -> None:
    """Two average dice and an inch: eleven; six on foot. The dice for the first move begin the first turn."""
    position = begun(name)
    now = position.state
    assert (now.turn, now.phase, now.order, now.actor) == (0, "first move", (), "")
    there = [man for side in position.battle.sides for man in men(position, side.id)]
    pairs = ((man, enemy) for man in there for enemy in enemies(position, man.side))
    assert not [(man.id, foe.id) for man, foe in pairs if near(position, man, foe, 11 if man.mounted else 6)]


@pytest.mark.rule("LPG-SOLO")
def test_every_stance_is_somebodys() -> None:
    """In the battles, and one scene for each in which the automated side sees somebody."""
    assert {company.stance for name in BATTLES for company in companies(begun(name))} == set(STANCES)
    for stance in STANCES:
        position = begun(f"behaviour/stance_{stance}")
        assert [company.stance for company in companies(position) if company.side == "metis"] == [stance]
        own = position.state.units.of("metis")
        assert any(sees(position, man, foe) for man in own for foe in enemies(position, "metis"))


def test_one_battle_has_guns_with_their_crews_and_one_is_fought_on_horses() -> None:
    """A Gatling and a field gun, each with its whole crew beside it; and hexes."""
    position = begun("rifle_pits_of_saint_damase")
    there = [gun for side in position.battle.sides for gun in guns(position, side.id)]
    assert {gun.profile.weapon for gun in there} == {"gatling", "field_gun"}
    assert all(len([*crew(position, gun)]) == gun.profile.crew for gun in there)
    assert all(serve_refusal(position, gun) is None for gun in there)
    pursuit = begun("pursuit_to_two_loons")
    assert all(man.mounted for man in pursuit.state.units.of("scouts")) and pursuit.map.grid.kind == "hex"


@pytest.mark.rule("LPG-ROUT", "LPG-PURSUE", "LPG-CTRL", "LPG-ACT-1")
def test_what_scenes_have_of_everybody() -> None:
    """Who runs has enemies against six inches; nobody commands, and the Métis are in pits; a gun reaches nobody."""
    runs = begun("behaviour/rout_and_pursuit")
    for man in (man for man in runs.state.units if man.broken):
        assert any(near(runs, man, foe, 6) for foe in enemies(runs, man.side))
    alone = begun("behaviour/control")
    assert not any(man.profile.command for man in alone.state.units)
    assert all(in_pit(alone, man) for man in alone.state.units.of("metis"))
    rifles = begun("behaviour/reloading")
    assert {rifles.battle.data.weapons[man.weapon].load for man in rifles.state.units} == {0, 1, 2}
    early = begun("behaviour/limbering")
    assert not any(near(early, early.state.unit("Too early"), foe, 24) for foe in enemies(early, "militia"))


@pytest.mark.parametrize("file", [file for file in shipped_scenarios() if file.parent.name == "la_petite_guerre"])
def test_no_two_figures_of_a_battle_have_the_same_name_on_them(file: Any) -> None:
    """Long names are shortened, and none is cut off: each is told from the others by what is left."""
    names = [label(each.id) for each in load_scenario(file).state.units]
    assert len(set(names)) == len(names) and max(map(len, names)) <= 13
