"""The counters of La Cucaracha."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.insight import Scene
from sim.engine.units import Profile, Unit
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.counters.la_cucaracha import PORTRAYAL, label, labels, look
from sim.view.counters.portrait import Portrait, Strength
from sim.view.counters.portray import PLAIN, placed_units, portrayal
from tests.rules.la_cucaracha.table import position, troop, unit
from tests.rules.positions import changed

BATTLES = ("vespers_at_san_isidro", "bridge_at_rio_colorado", "wings_over_laguna_seca")


def portrait(**words: Any) -> Portrait:
    """Return the portrait of a unit."""
    scene = position(troop("p1", "L6", **words), troop("a1", "L12"))
    return PORTRAYAL.portrait(scene, unit(scene, "p1"))


def test_the_system_is_portrayed_by_the_module_of_its_name() -> None:
    """Nothing but the module is needed; other units get a card."""
    scene = position(troop("p1", "L6"), troop("a1", "L12"))
    assert portrayal("la_cucaracha") is PORTRAYAL
    stranger = Unit(id="x", side="rebels", profile=Profile("ox", "Ox cart"))
    assert PORTRAYAL.portrait(scene, stranger) == PLAIN.portrait(scene, stranger)


@pytest.mark.parametrize(
    ("words", "looks"),
    [
        ({}, ("unit", "infantry")),
        ({"skirmisher": True}, ("unit", "scout")),
        ({"style": "fighter"}, ("unit", "assault_infantry")),
        ({"troop": "mounted"}, ("unit", "cavalry")),
        ({"troop": "crew"}, ("unit", "machine_gun")),
        ({"troop": "crew", "weapon": "field_gun"}, ("gun", "artillery")),
        ({"troop": "crew", "weapon": "anti_aircraft_gun"}, ("gun", "anti_aircraft")),
        ({"troop": "armoured_car"}, ("vehicle", "armoured_car")),
        ({"troop": "tank"}, ("vehicle", "tank")),
        ({"troop": "train"}, ("train", "none")),
        ({"troop": "gunboat"}, ("boat", "none")),
        ({"troop": "aircraft"}, ("aircraft", "none")),
    ],
)
def test_every_kind_of_troops_has_its_look(words: dict[str, Any], looks: tuple[str, str]) -> None:
    """A card for men, a picture from above for guns and machines."""
    scene = position(troop("p1", "L6", **words))
    assert look(scene, unit(scene, "p1")) == looks


def test_machines_have_a_front_and_men_have_none() -> None:
    """Figures turn freely."""
    assert portrait(troop="tank", towards=3).facing == 3
    assert portrait(towards=3).facing is None


def test_a_counter_tells_its_dice_its_courage_and_who_is_left() -> None:
    """Five dice of a machine gun; raw men need a six; two of six are gone."""
    figures = {figure.corner: figure.text for figure in portrait(troop="crew", quality="raw").figures}
    assert figures == {"nw": "5", "sw": "6"}
    scene = changed(position(troop("p1", "L6")), "p1", figures=4)
    assert PORTRAYAL.portrait(scene, unit(scene, "p1")).strength == Strength(4, 6)


def test_who_only_fights_hand_to_hand_has_no_dice_on_its_counter() -> None:
    """But its courage."""
    assert [figure.corner for figure in portrait(weapon="").figures] == ["sw"]


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ({"shaken": True}, "shaken"),
        ({"fighting": ("a1",)}, "in_close_combat"),
        ({"back_foot": True}, "suppressed"),
        ({"loaded": False}, "reloading"),
        ({"holding": True}, "overwatch"),
        ({"leader": True}, "leader"),
        ({"acted": True}, "spent"),
        ({"troop": "crew"}, "limbered"),
    ],
)
def test_what_has_befallen_a_unit_shows(words: dict[str, Any], mark: str) -> None:
    """One mark each, and none on a unit in good order."""
    assert portrait(**words).marks == (mark,)
    assert portrait().marks == ()


def test_long_names_are_shortened_to_the_word_that_tells() -> None:
    """Articles are left out; a short name is whole."""
    assert label("Second Battalion") == "Second"
    assert label("Men of Tenango") == "Tenango"
    assert label("Maxim") == "Maxim"


def test_names_that_would_read_the_same_are_not_shortened() -> None:
    """One could not tell the counters apart."""
    assert labels(("Farm hands one", "Farm hands two"))["Farm hands one"] == "Farm hands one"


@pytest.mark.parametrize("name", BATTLES)
def test_no_two_counters_of_a_battle_have_the_same_label(name: str) -> None:
    """Each is told from the others by what stands on it."""
    scenario = load_scenario(find_scenario(f"la_cucaracha/{name}"))
    told = [placed.portrait.label for placed in placed_units(Position(scenario.battle, scenario.state))]
    assert len(set(told)) == len(told)


def test_an_aeroplane_is_placed_above_whoever_is_under_it() -> None:
    """It stands first in the roster and is drawn last."""
    scene: Scene = position(troop("p1", "L6", troop="aircraft"), troop("p2", "L6"))
    assert [placed.id for placed in placed_units(scene)] == ["p2", "p1"]
