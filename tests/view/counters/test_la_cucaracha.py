"""The counters of La Cucaracha."""

from __future__ import annotations

import pytest

from sim.engine.battle import Position
from sim.engine.insight import Scene
from sim.engine.units import Profile, Unit
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.counters.la_cucaracha import PORTRAYAL, label, labels, look
from sim.view.counters.portrait import Portrait, Strength
from sim.view.counters.portray import PLAIN, placed_units, portrayal
from tests.rules.la_cucaracha.stage import pair, stood

BATTLES = ("vespers_at_san_isidro", "bridge_at_rio_colorado", "wings_over_laguna_seca")


def portrait(*lines: str) -> Portrait:
    """Return the portrait of a unit, riflemen unless said otherwise."""
    scene = stood(*lines)
    return PORTRAYAL.portrait(scene, pair(scene)[0])


def test_the_system_is_portrayed_by_the_module_of_its_name() -> None:
    """Nothing but the module is needed; other units get a card."""
    scene = stood()
    assert portrayal("la_cucaracha") is PORTRAYAL
    stranger = Unit(id="x", side="rebels", profile=Profile("ox", "Ox cart"))
    assert PORTRAYAL.portrait(scene, stranger) == PLAIN.portrait(scene, stranger)


@pytest.mark.parametrize(
    ("kind", "looks"),
    [
        ("villista_infantry", ("unit", "infantry")),
        ("zapatista_riflemen", ("unit", "scout")),
        ("sailors", ("unit", "assault_infantry")),
        ("villista_cavalry", ("unit", "cavalry")),
        ("revolutionary_machine_gun", ("unit", "machine_gun")),
        ("federal_field_gun", ("gun", "artillery")),
        ("anti_aircraft_gun", ("gun", "anti_aircraft")),
        ("armoured_car", ("vehicle", "armoured_car")),
        ("light_tank", ("vehicle", "tank")),
        ("armoured_train", ("train", "none")),
        ("gunboat", ("boat", "none")),
        ("biplane", ("aircraft", "none")),
    ],
)
def test_every_kind_of_troops_has_its_look(kind: str, looks: tuple[str, str]) -> None:
    """A card for men, a picture from above for guns and machines."""
    scene = stood("ways rail A6-X6", "ground L7:~", f"rebels: p1 {kind} {'L7' if kind == 'gunboat' else 'L6'}")
    assert look(scene, pair(scene)[0]) == looks


def test_a_counter_tells_its_dice_its_courage_who_is_left_and_where_a_machine_faces() -> None:
    """Five dice of a machine gun, none of who only fights hand to hand; raw men need a six; two of six are gone; men
    turn freely."""
    raw = portrait("rebels: p1 revolutionary_machine_gun C3 quality:raw")
    assert {figure.corner: figure.text for figure in raw.figures} == {"nw": "5", "sw": "6"}
    assert [figure.corner for figure in portrait("rebels: p1 zapatista_macheteros C3").figures] == ["sw"]
    assert portrait("p1 figures:4").strength == Strength(4, 6)
    assert portrait("rebels: p1 light_tank C3 se").facing == 3
    assert portrait("p1 se").facing is None


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("p1 shaken", "shaken"),
        ("rebels: p1 villista_infantry C3 fighting:a1 | federales: a1 villista_infantry C4", "in_close_combat"),
        ("p1 back_foot", "suppressed"),
        ("p1 -loaded", "reloading"),
        ("p1 holding", "overwatch"),
        ("p1 leader", "leader"),
        ("p1 acted", "spent"),
        ("rebels: p1 revolutionary_machine_gun C3", "limbered"),
    ],
)
def test_what_has_befallen_a_unit_shows(words: str, mark: str) -> None:
    """One mark each, and none on a unit in good order."""
    assert portrait(words).marks == (mark,)
    assert portrait().marks == ()


def test_long_names_are_shortened_to_the_word_that_tells() -> None:
    """But for those that would read the same; an aeroplane, first in the roster, is drawn last, above the others."""
    assert [label(name) for name in ("Second Battalion", "Men of Tenango", "Maxim")] == ["Second", "Tenango", "Maxim"]
    assert labels(("Farm hands one", "Farm hands two"))["Farm hands one"] == "Farm hands one"
    scene: Scene = stood("rebels: p1 biplane L6 | p2 villista_infantry L6", "gone a1")
    assert [placed.id for placed in placed_units(scene)] == ["p2", "p1"]


@pytest.mark.parametrize("name", BATTLES)
def test_no_two_counters_of_a_battle_have_the_same_label(name: str) -> None:
    """Each is told from the others by what stands on it."""
    scenario = load_scenario(find_scenario(f"la_cucaracha/{name}"))
    told = [placed.portrait.label for placed in placed_units(Position(scenario.battle, scenario.state))]
    assert len(set(told)) == len(told)
