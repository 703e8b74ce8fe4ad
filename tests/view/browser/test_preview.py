from pathlib import Path
from time import perf_counter

import numpy as np
import pygame
import pytest

from sim.resources import find_scenario, scenario_name, shipped_scenarios
from sim.scenario.scenario import load_scenario
from sim.view.board.layout import layout
from sim.view.browser.pictures import Pictures, inset_size
from sim.view.browser.preview import ScenarioPicture
from sim.view.counters.livery import livery
from sim.view.ui.palette import theme
from tests.picket import SCENARIOS
from tests.view.drawn import pixels

SIZE = (500, 400)


def drawn(preview: ScenarioPicture) -> np.ndarray:
    """Return the picture, painted to the end."""
    while not preview.work(SIZE, 1.0, 1.0):
        pass
    surface = pygame.Surface(SIZE, depth=32)
    preview.paint(surface, surface.get_rect(), 1.0)
    return pixels(surface)


def count(image: np.ndarray, colour: tuple[int, ...]) -> int:
    """Count the pixels of a colour."""
    return int((image == np.array(colour[:3])).all(axis=2).sum())


def test_both_sides_stand_on_the_map_in_their_colours() -> None:
    """The first side has more than its sign in the legend."""
    image = drawn(ScenarioPicture(load_scenario(find_scenario("farm_at_kamenka"))))
    assert count(image, livery(0).field) > 150
    assert count(image, livery(1).field) > 100


def test_hidden_units_of_the_other_side_are_not_given_away() -> None:
    """The picture shows what the player may know, and not the enemies who lie hidden."""
    scenario = load_scenario(find_scenario("orlovka_street"))
    shown = sum(len(sides) for sides in ScenarioPicture(scenario)._units.values())
    hidden = sum(unit.hidden for unit in scenario.state.units)
    assert hidden and shown == sum(unit.cell is not None for unit in scenario.state.units) - hidden


@pytest.mark.parametrize(
    "file", [file for file in shipped_scenarios() if file.parent.name != "behaviour"], ids=scenario_name
)
def test_the_signs_of_the_sides_are_told_beside_the_map(file: Path) -> None:
    """Nothing of the map is covered by what tells whose signs are whose, and no name there is cut."""
    preview = ScenarioPicture(load_scenario(file))
    bounds = layout(preview.scenario.setup.map).bounds
    for size, ui in ((SIZE, 0.85), ((650, 370), 0.85), ((1960, 1100), 2.0), ((840, 290), 1.25)):
        told = preview.legend(size, ui)
        camera = preview._camera(size, ui)
        assert told.height
        assert camera.pixel((bounds.left, bounds.bottom))[1] <= told.top
        assert pygame.Rect((0, 0), size).contains(told)


def test_something_is_shown_before_anything_is_painted() -> None:
    """Flat colours stand in for the map."""
    preview = ScenarioPicture(load_scenario(find_scenario("zimovets_ridge")))
    surface = pygame.Surface(SIZE, depth=32)
    preview.paint(surface, surface.get_rect(), 1.0)
    assert count(pixels(surface), theme().table) < SIZE[0] * SIZE[1] * 0.8


def test_painting_is_done_a_little_at_a_time() -> None:
    """A share of work takes about as long as it was given; most of them, since a busy machine may interrupt any."""
    preview = ScenarioPicture(load_scenario(find_scenario("zimovets_ridge")))
    times = []
    for _ in range(60):
        began = perf_counter()
        done = preview.work(SIZE, 1.0, 0.008)
        times.append(perf_counter() - began)
        if done:
            break
    assert sorted(times)[len(times) // 2] < 0.1


def test_only_the_last_few_pictures_are_kept() -> None:
    """Memory does not grow with every scenario that is looked at."""
    pictures, scenario = Pictures(), load_scenario(SCENARIOS[0])
    paths = [SCENARIOS[0].with_name(f"{n}.toml") for n in range(20)]
    for path in paths:
        pictures.of(path, scenario)
    assert len(pictures._previews) < 10
    assert pictures.key(paths[-1]) != pictures.key(paths[0])


def test_a_picture_in_a_panel_is_one_surface_for_good() -> None:
    """Panels keep what they have measured, and would keep every picture with it."""
    pictures, scenario = Pictures(), load_scenario(SCENARIOS[0])
    preview = pictures.of(SCENARIOS[0], scenario)
    first = pictures.inset(SCENARIOS[0], 300, 1.0)
    while not preview.work(inset_size(300, 1.0), 1.0, 1.0):
        pass
    assert pictures.inset(SCENARIOS[0], 300, 1.0) is first
