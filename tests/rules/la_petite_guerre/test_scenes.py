"""The shipped battles and scenes of La Petite Guerre begin as they say: what is to be watched can happen."""

import pytest

from sim.engine.battle import Position
from sim.engine.units import Unit
from sim.rules.la_petite_guerre.combat.charge import charge_check, handiness, meets_charge
from sim.rules.la_petite_guerre.combat.fire import (
    acquire_needed,
    acquires,
    automatic,
    fire_refusal,
    load_actions,
    serve_refusal,
    shot,
)
from sim.rules.la_petite_guerre.combat.guns import beaten_zone, fire_gun_refusal, in_danger, shell_needed, wedge_dice
from sim.rules.la_petite_guerre.combat.morale import morale_check
from sim.rules.la_petite_guerre.ground.sight import in_hard_cover, in_pit, near
from sim.rules.la_petite_guerre.ground.ways import bounds, charge_ways, full_ways, way_refusal
from sim.rules.la_petite_guerre.state import LpgData, LpgPosition, Man, crew, enemies, is_under_fire
from sim.tabletop.inches import sees, within
from tests.rules.la_petite_guerre.battles import SCENARIOS, shipped

BATTLES = ("ambush_at_fish_coulee", "rifle_pits_of_saint_damase", "pursuit_to_two_loons")
SCENES = sorted(path.stem for path in (SCENARIOS / "behaviour").glob("*.toml"))


def scene(name: str) -> LpgPosition:
    """Return the beginning of a scene."""
    scenario = shipped(f"behaviour/{name}")
    return Position(scenario.battle, scenario.state)


def everybody(position: LpgPosition) -> dict[str, Man]:
    """Return the men and the guns by their ids."""
    return {unit.id: unit for unit in position.state.units}


# -- what is shipped ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATTLES)
def test_battles_are_fought_for_something(name: str) -> None:
    """At least three places, worth more to whoever has them than a leader is."""
    data = shipped(name).battle.data
    assert isinstance(data, LpgData)
    assert len(data.engagement.objectives) >= 3
    assert max(objective.points for objective in data.engagement.objectives) > 5


@pytest.mark.parametrize("name", BATTLES)
def test_battles_are_of_their_size(name: str) -> None:
    """Eight to forty men a side, guns not counted."""
    scenario = shipped(name)
    for side in scenario.battle.sides:
        assert 8 <= sum(_is_man(unit) for unit in scenario.state.units.of(side.id)) <= 40


def _is_man(unit: Unit) -> bool:
    assert isinstance(unit, Man)
    return unit.profile.kind == "man"


@pytest.mark.parametrize("name", BATTLES)
def test_every_company_has_somebody_who_leads_it(name: str) -> None:
    """Men without a leader do as they like."""
    units = shipped(name).state.units
    assert {unit.company for unit in units} == {unit.company for unit in units if unit.profile.command}


@pytest.mark.parametrize("name", BATTLES)
def test_nobody_begins_within_reach_of_a_charge(name: str) -> None:
    """Two average dice and an inch: eleven."""
    scenario = shipped(name)
    position = Position(scenario.battle, scenario.state)
    units = [unit for unit in position.state.units if unit.profile.kind == "man" and unit.cell is not None]
    longest = {unit.id: 11 if unit.mounted else 6 for unit in units}
    pairs = ((unit, enemy) for unit in units for enemy in enemies(position, unit.side))
    assert not [(unit.id, enemy.id) for unit, enemy in pairs if near(position, unit, enemy, longest[unit.id])]


@pytest.mark.parametrize("name", BATTLES)
def test_those_who_hide_are_in_cover(name: str) -> None:
    """And there are some in every battle."""
    scenario = shipped(name)
    position = Position(scenario.battle, scenario.state)
    hidden = [unit for unit in position.state.units if unit.hidden]
    assert len(hidden) >= 8


@pytest.mark.rule("LPG-SOLO")
def test_every_stance_is_somebodys() -> None:
    """In the battles alone."""
    companies = [company for name in BATTLES for company in _companies(name)]
    assert {company.stance for company in companies} == {"defend", "advance", "skirmish", "delay"}


def _companies(name: str) -> list[object]:
    return list(shipped(name).battle.data.engagement.companies.values())


def test_one_battle_has_a_gatling_and_a_field_gun() -> None:
    """Each with its whole crew beside it."""
    scenario = shipped("rifle_pits_of_saint_damase")
    position = Position(scenario.battle, scenario.state)
    guns = [unit for unit in position.state.units if unit.profile.kind == "gun"]
    assert {gun.profile.weapon for gun in guns} == {"gatling", "field_gun"}
    for gun in guns:
        assert len(list(crew(position, gun))) == gun.profile.crew
        assert serve_refusal(position, gun) is None


def test_one_battle_is_fought_on_horses() -> None:
    """And on hexes."""
    scenario = shipped("pursuit_to_two_loons")
    assert all(unit.mounted for unit in scenario.state.units.of("scouts"))
    assert scenario.battle.map.grid.kind == "hex"


# -- command and control ------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CMD")
def test_whom_the_captain_reaches() -> None:
    """Two of three, and he has a target to point out."""
    position = scene("command")
    units = everybody(position)
    captain = units["Captain"]
    reached = {id_: near(position, captain, units[id_], 4) for id_ in ("Nearer", "Near", "Far")}
    assert reached == {"Nearer": True, "Near": True, "Far": False}
    assert acquires(position, captain, units["Rider"])


@pytest.mark.rule("LPG-CTRL")
def test_nobody_is_in_charge() -> None:
    """Two of the militia have been shot at, and the Métis defend cover."""
    position = scene("control")
    first = Position(position.battle, position.state.changed(turn=1))
    assert not any(unit.profile.command for unit in position.state.units)
    assert [unit.id for unit in first.state.units if is_under_fire(first, unit)] == ["Shot at", "Stunned"]
    assert all(in_pit(position, unit) for unit in position.state.units.of("metis"))


# -- moving -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-MOVE-3")
def test_four_in_single_file() -> None:
    """Each behind the one before."""
    units = everybody(scene("single_file"))
    assert [units[id_].follows for id_ in ("Lead", "Second", "Third", "Fourth")] == ["", "Lead", "Second", "Third"]


@pytest.mark.rule("LPG-MOVE-2")
def test_who_gets_into_the_wood() -> None:
    """A rider on the trail and a man on foot; the rider beside it does not."""
    position = scene("horses_and_woods")
    units = everybody(position)
    wood = position.map.places["wood"]
    found = {
        id_: any(cell in full_ways(position, units[id_], 8) for cell in wood) for id_ in ("On the trail", "On foot")
    }
    assert found == {"On the trail": True, "On foot": True}
    entered = [way for way in full_ways(position, units["Beside it"], 8).values() if set(way) & set(wood)]
    trail = set(position.map.grid.line(position.map.cell("A8"), position.map.cell("AJ8")))
    assert all(set(way) & set(wood) <= trail for way in entered)


@pytest.mark.rule("LPG-MOVE-4")
def test_a_move_that_would_come_too_near() -> None:
    """Five inches lie between them, of which two cannot be walked straight ahead."""
    position = scene("two_inches")
    walker = everybody(position)["Walker"]
    assert position.map.cell("K8") in bounds(position, walker).stops
    straight = tuple(map(position.map.cell, ("I8", "J8", "K8", "L8")))
    assert way_refusal(position, walker, straight, 4)


@pytest.mark.rule("LPG-MOVE-4")
def test_no_move_but_a_charge_ends_beside_an_enemy() -> None:
    """LPG-MOVE-4: nor by a detour: from more than two inches off no single step of a walk leads into contact."""
    position = scene("two_inches")
    walker, post = everybody(position)["Walker"], everybody(position)["Post"]
    assert not set(full_ways(position, walker, 5)) & set(position.map.grid.neighbours(post.place))


# -- seeing and shooting ------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-ACQ")
def test_from_the_easiest_to_the_hardest() -> None:
    """What the observer below needs for each, and what the one on the rise needs is one less."""
    position = scene("acquisition")
    units = everybody(position)
    targets = ("Mounted", "Standing", "Prone", "In a pit", "Prone in a pit")
    needs = [acquire_needed(position, units["Below"], units[id_]) for id_ in targets]
    assert needs == sorted(needs) and needs[0] < needs[-1]
    assert not any(automatic(position, units["Below"], units[id_]) for id_ in targets)
    higher = [acquire_needed(position, units["On the rise"], units[id_]) for id_ in targets]
    assert all(high <= low for high, low in zip(higher, needs, strict=True))


@pytest.mark.rule("LPG-BLIND", "LPG-FIRE")
def test_who_shoots_blind() -> None:
    """The private has seen nobody; the marksman has, and nobody aims at a man who lies in a pit at long range."""
    position = scene("aimed_and_blind")
    units = everybody(position)
    assert not shot(position, units["Marksman"], units["In a pit"], second=False).blind
    assert shot(position, units["Private"], units["In a pit"], second=False).blind
    assert not shot(position, units["Close"], units["Prone in a pit"], second=False).blind
    assert all(fire_refusal(position, units[id_], units["In a pit"]) is None for id_ in ("Marksman", "Private"))


@pytest.mark.rule("LPG-WPN", "LPG-ACT-2")
def test_three_kinds_of_rifles() -> None:
    """A repeater, one that takes an action and one that takes two; two of them are empty."""
    position = scene("reloading")
    loads = {unit.weapon: position.battle.data.weapons[unit.weapon].load for unit in position.state.units}
    assert loads == {"winchester": 0, "snider_enfield": 1, "musket": 2}
    assert [unit.id for unit in position.state.units if not unit.loaded] == ["Empty", "Empty musket"]


@pytest.mark.rule("LPG-HIT")
def test_riders_who_can_be_hit() -> None:
    """Everybody has seen one and can shoot at him."""
    position = scene("hits_on_riders")
    units = everybody(position)
    for shooter, target in (("Private", "Rider"), ("Sergeant", "Rider"), ("Prize shot", "Captain")):
        assert units[target].mounted
        assert fire_refusal(position, units[shooter], units[target]) is None


@pytest.mark.rule("LPG-STUN", "LPG-WOUND")
def test_who_is_hurt_already() -> None:
    """Three are stunned, one of them in the saddle, and two are wounded."""
    units = scene("stunned_and_wounded").state.units
    assert [unit.id for unit in units if unit.stunned] == ["Captain", "Stunned", "Stunned rider"]
    assert [unit.id for unit in units if unit.wounded] == ["Wounded", "Wounded hunter"]


@pytest.mark.rule("LPG-CMD", "LPG-STUN")
def test_a_stunned_captain_is_there() -> None:
    """And has points that he cannot spend."""
    captain = everybody(scene("stunned_and_wounded"))["Captain"]
    assert captain.profile.command and not captain.able


# -- guns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-GATLING")
def test_who_is_in_the_wedge() -> None:
    """Three, two and one die, a friend among them, and one man beside it."""
    position = scene("gatling")
    units = everybody(position)
    gun, near_ = units["Gatling"], units["Near"]
    zone = beaten_zone(position, gun, near_.place, canister=False)
    dice = {unit.id: wedge_dice(position, gun, unit) for unit in in_danger(position, zone)}
    assert dice == {"Astray": 3, "Near": 3, "Farther": 2, "Farthest": 1}
    assert fire_gun_refusal(position, gun, near_.place, canister=False) is None


@pytest.mark.rule("LPG-GATLING")
def test_canister_in_time() -> None:
    """The first of them is within ten inches."""
    position = scene("canister")
    units = everybody(position)
    gun, first = units["Nine-pounder"], units["First"]
    assert fire_gun_refusal(position, gun, first.place, canister=True) is None
    assert fire_gun_refusal(position, gun, units["Rider"].place, canister=True)


@pytest.mark.rule("LPG-SHELL")
def test_what_a_shell_needs() -> None:
    """Where it falls on the man between the pits, he and those in them are near enough, and cover is worth two."""
    position = scene("shell")
    units = everybody(position)
    between = units["Between"].place
    needs = {id_: shell_needed(position, between, units[id_]) for id_ in ("Between", "In a pit", "Behind")}
    assert needs == {"Between": 3, "In a pit": 5, "Behind": 5}
    assert fire_gun_refusal(position, units["Nine-pounder"], between, canister=False) is None


@pytest.mark.rule("LPG-ACT-1", "LPG-WPN")
def test_guns_in_different_states() -> None:
    """One is limbered; one takes two actions to load and one more for the wounded gunner and each missing one.

    The third stands ready where it reaches nobody.
    """
    position = scene("limbering")
    units = everybody(position)
    assert units["Limbered"].limbered
    assert load_actions(position, units["Limbered"]).total == 2
    assert load_actions(position, units["Standing"]).total > 2
    assert serve_refusal(position, units["Standing"]) is None
    early = units["Too early"]
    assert not early.limbered
    assert not any(within(position, early.place, enemy.place, 24) for enemy in enemies(position, early.side))


# -- charges ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE")
def test_riders_who_reach_men_on_foot() -> None:
    """With five inches and one more, and the man takes two off his die."""
    position = scene("charge")
    units = everybody(position)
    rider, standing = units["First rider"], units["Standing"]
    assert charge_ways(position, rider, standing, 8)
    check = charge_check(position, standing, rider, charging=False)
    assert -2 in [part.value for part in check.parts]


@pytest.mark.rule("LPG-MELEE")
def test_what_is_better_hand_to_hand() -> None:
    """A club than a rifle; a fixed bayonet is as good."""
    position = scene("cree_charge")
    units = everybody(position)
    found = {id_: handiness(position, units[id_]) for id_ in ("Headman", "Bayonet", "Butt")}
    assert found["Headman"] == found["Bayonet"] > found["Butt"]
    assert charge_ways(position, units["First"], units["Bayonet"], 6)


@pytest.mark.rule("LPG-MELEE")
def test_three_who_reach_one() -> None:
    """With the shortest move."""
    position = scene("melee")
    units = everybody(position)
    assert all(charge_ways(position, units[id_], units["Alone"], 3) for id_ in ("Front", "Side", "Behind"))


@pytest.mark.rule("LPG-GUNS")
def test_one_gun_is_defended_and_one_is_not() -> None:
    """The crew of the one has run; that of the other stands by it and meets a charge."""
    position = scene("taking_guns")
    units = everybody(position)
    assert meets_charge(position, units["Left one"], units["Gatling"]).id == "Gatling"
    assert meets_charge(position, units["Right one"], units["Nine-pounder"]).serves == "Nine-pounder"


@pytest.mark.rule("LPG-ROUT", "LPG-PURSUE")
def test_two_run() -> None:
    """One of each side, with enemies against six inches."""
    position = scene("rout_and_pursuit")
    runners = [unit for unit in position.state.units if unit.broken]
    assert [unit.id for unit in runners] == ["Runner", "Fugitive"]
    assert all(any(near(position, unit, foe, 6) for foe in enemies(position, unit.side)) for unit in runners)


@pytest.mark.rule("LPG-MORALE")
def test_four_who_will_rather_go_back() -> None:
    """With one of them fallen they carry on in less than half of all throws."""
    position = scene("morale")
    fallen = position.state.unit("First").changed(dead=True, cell=None)
    later = Position(position.battle, position.state.with_unit(fallen))
    assert later.battle.data.numbers.morale - morale_check(later, fallen.company).total > 4


@pytest.mark.rule("LPG-FIRE")
def test_bayonets_are_fixed() -> None:
    """On two of three rifles."""
    assert [unit.bayonet for unit in scene("bayonets").state.units.of("militia")] == [True, True, False]


# -- pits, stances, leaving ---------------------------------------------------------------------------------------


def test_hidden_men_in_pits() -> None:
    """All three, in hard cover from where the enemy comes, and farther than six inches."""
    position = scene("rifle_pits")
    units = everybody(position)
    for id_ in ("Pit-1", "Pit-2", "Pit-3"):
        assert units[id_].hidden and in_pit(position, units[id_])
        assert in_hard_cover(position, units["Captain"].place, units[id_])
        assert not near(position, units["Captain"], units[id_], 6)


@pytest.mark.rule("LPG-SOLO")
@pytest.mark.parametrize("stance", ["defend", "advance", "skirmish", "delay"])
def test_each_stance_has_a_scene(stance: str) -> None:
    """In which the automated side has it."""
    position = scene(f"stance_{stance}")
    companies = position.battle.data.engagement.companies.values()
    assert [company.stance for company in companies if company.side == "metis"] == [stance]
    assert any(
        sees(position, unit, foe) for unit in position.state.units.of("metis") for foe in enemies(position, "metis")
    )


def test_leaving_is_enough_to_win() -> None:
    """Two men with two points each, and four are needed."""
    position = scene("leaving")
    said = position.battle.data.engagement
    assert said.needs["metis"] == sum(exit_.points for exit_ in said.exits) * 2
