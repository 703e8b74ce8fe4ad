from dataclasses import replace
from math import pi
from typing import get_args

import numpy as np
import pygame
import pytest

from sim.engine.battle import Position
from sim.engine.insight import Scene
from sim.engine.units import Profile, Unit
from sim.grid import HexGrid, SquareGrid
from sim.resources import find_scenario
from sim.rules import SHIPPED
from sim.rules.conflict_of_heroes.figures import Symbol as PrintedSymbol
from sim.rules.conflict_of_heroes.figures import hits, units
from sim.scenario.scenario import load_scenario
from sim.view.board.camera import Camera
from sim.view.counters.conflict_of_heroes import LOOKS, PORTRAYAL, figures, initials, label
from sim.view.counters.lettering_on import lines
from sim.view.counters.livery import LIVERIES
from sim.view.counters.loose import paint_loose
from sim.view.counters.portrait import Portrait
from sim.view.counters.portray import PLAIN, Portrayal, angle_of, placed_loose, placed_units, portrayal, side_livery
from tests.rules.outlaws.questions import stage

PROFILES = units()


@pytest.fixture(scope="module")
def scene() -> Scene:
    """The first moment of a battle."""
    scenario = load_scenario(find_scenario("conflict_of_heroes/zimovets_ridge"))
    return Position(scenario.battle, scenario.state)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_system_is_portrayed_as_the_viewer_asks(name: str) -> None:
    """Its units, and what stands on the map besides them."""
    asked = [word for word in vars(Portrayal) if not word.startswith("_")]
    assert portrayal(name) is not PLAIN
    assert [word for word in asked if not callable(getattr(portrayal(name), word, None))] == []


def portrait_of(scene: Scene, **changes: object) -> Portrait:
    """Return the portrait of the first counter after some changes."""
    first = next(iter(scene.state.units))
    return PORTRAYAL.portrait(scene, first.changed(**changes))


# -- the registry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["no_such_system", "stacks", "../x", "", "os.path"])
def test_a_system_without_a_module_is_portrayed_plainly(name: str) -> None:
    """What is not there, or is something else, does no harm."""
    assert portrayal(name) is PLAIN


def test_the_plain_portrait_tells_side_name_and_facing(scene: Scene) -> None:
    """Units of any system get a card; a system is portrayed by the module of its name, and None faces nowhere."""
    unit = Unit(id="x", side="soviets", profile=Profile("ox", "Ox cart"), facing=2)
    assert PLAIN.portrait(scene, unit) == Portrait(label="Ox cart", colours=LIVERIES[1], facing=2)
    assert PORTRAYAL.portrait(scene, unit) == PLAIN.portrait(scene, unit)
    assert portrayal("conflict_of_heroes") is PORTRAYAL and angle_of(HexGrid(), None) is None


# -- angles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "direction", "angle"),
    [
        (SquareGrid(), "n", -pi / 2),
        (SquareGrid(), "e", 0.0),
        (SquareGrid(), "s", pi / 2),
        (HexGrid(), HexGrid().directions[0], None),
    ],
)
def test_a_direction_has_its_angle_on_the_screen(
    grid: HexGrid | SquareGrid, direction: str, angle: float | None
) -> None:
    """Up is a quarter turn back from the right; on hexes neighbouring directions are a sixth of a turn apart."""
    facing = grid.directions.index(direction)
    found, following = angle_of(grid, facing), angle_of(grid, facing + 1)
    assert found is not None
    assert following is not None
    if angle is None:
        assert (following - found) % (2 * pi) == pytest.approx(pi / 3)
    else:
        assert found == pytest.approx(angle)


# -- Conflict of Heroes ----------------------------------------------------------------------------------------------


def test_all_counters_on_the_map_are_placed(scene: Scene) -> None:
    """Each in the livery of its side, at its cell, facing as it faces; those off the map are left out."""
    placed = {one.id: one for one in placed_units(scene)}
    units = [unit for unit in scene.state.units if unit.cell is not None]
    assert list(placed) == [unit.id for unit in units]
    assert placed["Rifles Kern"].portrait.colours == LIVERIES[0]
    assert placed["Maxim"].portrait.colours == LIVERIES[1]
    assert placed["Rifles Kern"].angle == pytest.approx(pi / 2)
    assert placed["Rifles Kern"].point == scene.map.grid.point(scene.state.units["Rifles Kern"].place)


def test_what_befell_a_counter_shows_and_a_rumour_tells_nothing_but_its_side(scene: Scene) -> None:
    """Spent, dug in, hidden and hit are marks; the hit has its letters and changes the figures. Portraits are keys."""
    plain = portrait_of(scene)
    assert plain.marks == () and hash(plain) == hash(portrait_of(scene)) and plain != replace(plain, label="other")
    assert portrait_of(scene, spent=True, dug_in=True, hidden=True).marks == ("spent", "dug_in", "hidden")
    hit = portrait_of(scene, hit="soft_suppressed")
    assert (hit.marks, hit.hit) == (("hit",), "Su")
    assert {corner: text for corner, text, _ in hit.figures}["nw"] == "0"
    assert portrait_of(scene, profile=PROFILES["rumour"]) == Portrait(form="unknown", colours=LIVERIES[0])


def test_figures_are_those_of_the_counter() -> None:
    """Firepower above about the cost of a move, defence below; armour in blue; who cannot attack has no firepower. Two
    letters tell every hit marker of a pool."""
    tank = figures(PROFILES["soviet_t34a"], None)
    assert [(corner, text, tone) for corner, text, tone in tank] == [
        ("nw", "5", "red"),
        ("ne", "7", "blue"),
        ("n", "1", "plain"),
        ("sw", "15", "blue_shield"),
        ("se", "19", "blue_shield"),
    ]
    assert [figure.corner for figure in figures(PROFILES["german_wagon"], None)] == ["n", "sw", "se"]
    letters = [(marker.pool, initials(marker.name)) for marker in hits().values()]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("id_", PROFILES)
def test_names_fit_their_counters(id_: str) -> None:
    """A little above the size at which labels begin to show, no name is cut; and every printed symbol has a look."""
    short = label(PROFILES[id_].name)
    form, symbol, _ = LOOKS[PROFILES[id_].symbol]
    (line, *_) = lines(Portrait(form=form, symbol=symbol, label=short), 48)
    assert form == "unknown" or line.text == short
    assert set(LOOKS) == set(get_args(PrintedSymbol))


def test_a_horse_without_a_rider_is_drawn_as_a_horse() -> None:
    """Facing as it stands, in no side's colour, aside of a unit in its square, and as no unit that could be clicked."""
    alone = stage("law: p1 townsman C10", 'rules horses:[{"at":"D4","facing":"e"}]')
    where = alone.map.cell("D4")
    (horse,) = placed_loose(alone)
    assert (horse.portrait.form, horse.portrait.facing, horse.point) == ("horse", 2, alone.map.grid.point(where))
    assert horse.portrait.colours.field not in [side_livery(alone, side.id).field for side in alone.battle.sides]
    assert [placed.id for placed in placed_units(alone)] == ["p1"]
    beside = stage("law: p1 townsman D4", 'rules horses:[{"at":"D4","facing":"e"}]')
    assert placed_loose(beside)[0].point != beside.map.grid.point(where)


@pytest.mark.parametrize("facing", range(8))
def test_a_loose_horse_lies_in_its_square(facing: int) -> None:
    """And is longer than it is wide, whichever way it faces."""
    scene = stage("law: p1 townsman C10", f'set horses:[{{"id":"grey","cell":"D4","facing":{facing}}}]')
    camera = Camera(48.0, 0, 0, 400, 400).centred(scene.map.grid.point(scene.map.cell("D4")))
    surface = pygame.Surface((400, 400), depth=32)
    paint_loose(surface, camera, placed_loose(scene))
    drawn = np.argwhere(pygame.surfarray.array3d(surface).sum(axis=2) > 60)
    assert len(drawn) > 150 and abs(drawn - 200).max() < 30
