"""The shipped battles and scenes of La Cucaracha begin as they say: what is to be watched can happen."""

import pytest

from sim.engine.battle import Position
from sim.rules.la_cucaracha.combat.fire import always_hasty, pierce
from sim.rules.la_cucaracha.figures import STYLES
from sim.rules.la_cucaracha.ground.charges import charge_refusal, charge_ways
from sim.rules.la_cucaracha.ground.moves import nearer_ways, reach
from sim.rules.la_cucaracha.ground.sight import shot_refusal
from sim.rules.la_cucaracha.state import CucData, CucPosition, Troop, enemies, weapon_of
from sim.tabletop.inches import inches, nearest
from tests.rules.la_cucaracha.battles import SCENARIOS, shipped
from tests.rules.la_cucaracha.table import in_range

BATTLES = ("vespers_at_san_isidro", "bridge_at_rio_colorado", "wings_over_laguna_seca")
SCENES = sorted(path.stem for path in (SCENARIOS / "behaviour").glob("*.toml"))


def scene(name: str) -> CucPosition:
    """Return the beginning of a scene."""
    scenario = shipped(f"behaviour/{name}")
    return Position(scenario.battle, scenario.state)


def everybody(position: CucPosition) -> dict[str, Troop]:
    """Return the units by their ids."""
    return {unit.id: unit for unit in position.state.units}


def can_charge(position: CucPosition, unit: Troop, target: Troop) -> bool:
    """Say whether a charge would reach."""
    return bool(charge_ways(position, unit, target))


# -- what is shipped ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATTLES)
def test_battles_are_fought_for_something(name: str) -> None:
    """At least three places, worth more to whoever has them than a unit is."""
    data = shipped(name).battle.data
    assert isinstance(data, CucData)
    assert len(data.engagement.objectives) >= 3
    assert max(objective.points for objective in data.engagement.objectives) >= 4


@pytest.mark.parametrize("name", BATTLES)
def test_nobody_begins_within_reach_of_a_charge(name: str) -> None:
    """Everybody has a card before the first blow falls."""
    scenario = shipped(name)
    position = Position(scenario.battle, scenario.state)
    units = [unit for unit in position.state.units if unit.cell is not None]
    assert not [
        (unit.id, enemy.id)
        for unit in units
        for enemy in enemies(position, unit.side)
        if can_charge(position, unit, enemy)
    ]


def test_one_battle_has_vehicles_and_an_aeroplane() -> None:
    """With somebody to shoot at it."""
    units = shipped("wings_over_laguna_seca").state.units
    assert {"vehicle", "aircraft", "crew"} <= {unit.profile.style for unit in units}
    assert "anti_aircraft_gun" in {unit.profile.weapon for unit in units}


@pytest.mark.rule("CUC-CAT")
def test_every_style_is_run_by_the_tables_somewhere() -> None:
    """In the scenes."""
    solo = {unit.profile.style for name in SCENES for unit in scene(name).state.units.of("enemy")}
    assert solo == set(STYLES)


# -- those who are charged ----------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-REACT", "CUC-S1", "CUC-S2")
def test_skirmishers_who_can_be_charged() -> None:
    """Both, each by one of the riders, and the enemy has nobody else."""
    position = scene("skirmishers_evade")
    units = everybody(position)
    assert can_charge(position, units["Lancers"], units["Yaquis"])
    assert can_charge(position, units["Escort"], units["Archers"])
    assert all(unit.profile.skirmisher for unit in position.state.units.of("enemy"))


@pytest.mark.rule("CUC-S5", "CUC-S10")
def test_riflemen_who_can_be_charged() -> None:
    """They are no skirmishers and have a shot at whoever comes."""
    position = scene("shooting_at_attackers")
    units = everybody(position)
    for charger, target in (("Lancers", "Company"), ("Macheteros", "Recruits")):
        assert can_charge(position, units[charger], units[target])
        assert shot_refusal(position, units[target], units[charger]) is None
        assert not units[target].profile.skirmisher


@pytest.mark.rule("CUC-F5", "CUC-F10")
def test_fighters_who_can_be_charged() -> None:
    """One of them mounted, one on foot."""
    position = scene("counter_attack")
    units = everybody(position)
    assert can_charge(position, units["Lancers"], units["Rurales"])
    assert can_charge(position, units["Escort"], units["Swordsmen"])
    assert {unit.profile.style for unit in position.state.units.of("enemy")} == {"fighter"}


# -- fighters and shooters ----------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-F5", "CUC-F10")
def test_one_is_near_enough_to_charge() -> None:
    """The others are not, and would have to run."""
    position = scene("fighters_attack")
    units = everybody(position)
    foes = list(enemies(position, "enemy"))
    assert any(can_charge(position, units["Near"], foe) for foe in foes)
    assert not any(can_charge(position, units[far], foe) for far in ("Far", "Levies") for foe in foes)


@pytest.mark.rule("CUC-F5")
def test_nobody_runs_in_the_wood() -> None:
    """A Rapid Advance brings neither closer, an Advance does, and their missiles reach."""
    position = scene("missiles_of_fighters")
    units = everybody(position)
    goal = units["Company"].place
    for fighter in (units["Spearmen"], units["Sailors"]):
        assert not can_charge(position, fighter, units["Company"])
        assert not nearer_ways(position, fighter, goal, "rapid")
        assert nearer_ways(position, fighter, goal, "advance")
        assert in_range(position, fighter, units["Company"])


@pytest.mark.rule("CUC-S5", "CUC-S10")
def test_riflemen_who_can_neither_shoot_nor_come_closer() -> None:
    """They stand beside a close combat, and a charge is what is left."""
    position = scene("shooters_charge")
    units = everybody(position)
    riflemen, company = units["Riflemen"], units["Company"]
    assert shot_refusal(position, riflemen, company)
    assert not nearer_ways(position, riflemen, company.place, "advance")
    assert can_charge(position, riflemen, company)
    assert charge_refusal(position, riflemen, company, ()) is None


@pytest.mark.rule("CUC-DEAD")
def test_one_in_a_house_and_one_in_the_open() -> None:
    """Both have the company in range and could come closer."""
    position = scene("hard_cover")
    units = everybody(position)
    company = units["Company"]
    for id_ in ("In the house", "In the open"):
        assert shot_refusal(position, units[id_], company) is None
        assert nearer_ways(position, units[id_], company.place, "advance")


@pytest.mark.rule("CUC-NEAREST")
def test_two_are_equally_near() -> None:
    """By the inch."""
    position = scene("nearest")
    riflemen = everybody(position)["Riflemen"]
    assert [unit.id for unit in nearest(position, riflemen.place, enemies(position, "enemy"))] == ["North", "South"]


# -- crewed weapons, reloading ------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-C2", "CUC-C5", "CUC-C2-range")
def test_three_machine_guns() -> None:
    """Packed and in range, packed and out of range, deployed and in range."""
    position = scene("machine_gun")
    foes = list(enemies(position, "enemy"))
    found = {
        unit.id: (unit.deployed, any(in_range(position, unit, foe) for foe in foes))
        for unit in position.state.units.of("enemy")
    }
    assert found == {"Packed": (False, True), "Distant": (False, False), "Deployed": (True, True)}


@pytest.mark.rule("CUC-C2-range")
def test_a_deployed_gun_with_nobody_in_range() -> None:
    """It has to pack up before it can do anything."""
    position = scene("out_of_range")
    gun = everybody(position)["Deployed"]
    assert gun.deployed
    assert not any(in_range(position, gun, foe) for foe in enemies(position, "enemy"))


@pytest.mark.rule("CUC-OVERRIDE")
def test_two_are_not_loaded() -> None:
    """A gun and muskets; a third unit with muskets is."""
    units = scene("reloading").state.units.of("enemy")
    assert [unit.id for unit in units if not unit.loaded] == ["Gun", "Musketeers"]


def test_single_shot_rifles_in_range() -> None:
    """Nobody has shot yet: the first volley is not a hasty one."""
    position = scene("single_shots")
    for unit in position.state.units.of("enemy"):
        weapon = weapon_of(position, unit)
        assert weapon is not None and weapon.reload == "single"
        assert any(in_range(position, unit, foe) for foe in enemies(position, "enemy"))
        assert not always_hasty(position, unit)


# -- what goes before the die -------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_close_combat_from_the_start() -> None:
    """Company and macheteros; the others are free."""
    units = everybody(scene("close_combat"))
    assert {id_: unit.fighting for id_, unit in units.items() if unit.fighting} == {
        "Company": ("Macheteros",),
        "Macheteros": ("Company",),
    }


@pytest.mark.rule("CUC-OVERRIDE")
def test_two_of_three_are_shaken() -> None:
    """And one of them has a leader near."""
    assert [unit.id for unit in scene("shaken").state.units if unit.shaken] == ["Recruits", "Riders"]


# -- rails, water, plates, air ------------------------------------------------------------------------------------


def test_the_train_reaches_rails_only() -> None:
    """Every cell of a Rapid Advance lies in the row of the rails."""
    position = scene("armoured_train")
    train = everybody(position)["Train"]
    rows = {position.map.grid.offset(cell)[1] for cell in reach(position, train, "rapid").area}
    assert rows == {4}


def test_boats_reach_water_only() -> None:
    """Gunboat and launch, and nobody could charge them."""
    position = scene("gunboat")
    units = everybody(position)
    for boat in (units["Gunboat"], units["Launch"]):
        reached = reach(position, boat, "rapid").area
        assert {position.map.terrain_at(cell).id for cell in reached} == {"deep_water"}
        assert not can_charge(position, units["Company"], boat)


def test_plates_that_rifles_hardly_pierce() -> None:
    """Small arms need a ten besides, guns and dynamite a five."""
    position = scene("armoured_cars")
    units = everybody(position)
    found = {id_: pierce(position, units[id_], units["Car"]) for id_ in ("Company", "Gun", "Dinamiteros")}
    assert found == {"Company": 10, "Gun": 5, "Dinamiteros": 5}


@pytest.mark.rule("CUC-AIR")
def test_an_aeroplane_out_of_reach_of_rifles() -> None:
    """It is within 40 inches of the gun on the high mounting, but farther than 16 from the rifles."""
    position = scene("aeroplane")
    units = everybody(position)
    biplane = units["Biplane"]
    assert in_range(position, units["High gun"], biplane)
    assert not in_range(position, units["Company"], biplane)
    assert inches(position, units["Company"].place, biplane.place) < 32
    assert not can_charge(position, units["Company"], biplane)
