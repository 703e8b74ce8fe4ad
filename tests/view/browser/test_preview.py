from pathlib import Path

import numpy as np
import pygame
import pytest

from sim.resources import find_scenario, scenario_name, shipped_scenarios
from sim.scenario.scenario import load_scenario
from sim.view.board.board_picture import PainterAtOnce
from sim.view.board.layout import layout
from sim.view.browser.pictures import Pictures, inset_size
from sim.view.browser.preview import ScenarioPicture
from sim.view.counters.livery import livery
from sim.view.ui.palette import theme
from tests.picket import SCENARIOS
from tests.view.drawn import pixels

SIZE = (500, 400)


def preview(name: str) -> ScenarioPicture:
    """Return the picture of a scenario."""
    return ScenarioPicture(load_scenario(find_scenario(name)), PainterAtOnce())


def drawn(preview: ScenarioPicture) -> np.ndarray:
    """Return a picture as far as it is painted."""
    surface = pygame.Surface(SIZE, depth=32)
    preview.paint(surface, surface.get_rect(), 1.0)
    return pixels(surface)


def count(image: np.ndarray, colour: tuple[int, ...]) -> int:
    """Count the pixels of a colour."""
    return int((image == np.array(colour[:3])).all(axis=2).sum())


def test_both_sides_stand_on_the_map_in_their_colours() -> None:
    """The first side has more than its sign in the legend."""
    kamenka = preview("farm_at_kamenka")
    kamenka.work(SIZE, 1.0)
    image = drawn(kamenka)
    assert count(image, livery(0).field) > 150
    assert count(image, livery(1).field) > 100


def test_hidden_units_of_the_other_side_are_not_given_away() -> None:
    """The picture shows what the player may know, and not the enemies who lie hidden."""
    orlovka = preview("orlovka_street")
    units = orlovka.scenario.state.units
    shown, hidden = sum(len(sides) for sides in orlovka._units.values()), sum(unit.hidden for unit in units)
    assert hidden and shown == sum(unit.cell is not None for unit in units) - hidden


@pytest.mark.parametrize(
    "file", [file for file in shipped_scenarios() if file.parent.name != "behaviour"], ids=scenario_name
)
def test_the_signs_of_the_sides_are_told_beside_the_map(file: Path) -> None:
    """Nothing of the map is covered by what tells whose signs are whose, and no name there is cut."""
    shown = ScenarioPicture(load_scenario(file), PainterAtOnce())
    bounds = layout(shown.scenario.setup.map).bounds
    for size, ui in ((SIZE, 0.85), ((650, 370), 0.85), ((1960, 1100), 2.0), ((840, 290), 1.25)):
        told = shown.legend(size, ui)
        camera = shown._camera(size, ui)
        assert told.height
        assert camera.pixel((bounds.left, bounds.bottom))[1] <= told.top
        assert pygame.Rect((0, 0), size).contains(told)


def test_something_is_shown_before_anything_is_painted() -> None:
    """Flat colours stand in for the map."""
    assert count(drawn(preview("zimovets_ridge")), theme().table) < SIZE[0] * SIZE[1] * 0.8


def test_only_the_last_few_pictures_are_kept() -> None:
    """Memory does not grow with every scenario that is looked at."""
    pictures, scenario = Pictures(PainterAtOnce()), load_scenario(SCENARIOS[0])
    paths = [SCENARIOS[0].with_name(f"{n}.toml") for n in range(20)]
    for path in paths:
        pictures.of(path, scenario)
    assert len(pictures._previews) < 10
    assert pictures.key(paths[-1]) != pictures.key(paths[0])


def test_a_picture_in_a_panel_is_one_surface_for_good() -> None:
    """Panels keep what they have measured, and would keep every picture with it."""
    pictures, scenario = Pictures(PainterAtOnce()), load_scenario(SCENARIOS[0])
    shown = pictures.of(SCENARIOS[0], scenario)
    first = pictures.inset(SCENARIOS[0], 300, 1.0)
    before = pictures.key(SCENARIOS[0])
    shown.work(inset_size(300, 1.0), 1.0)
    assert pictures.inset(SCENARIOS[0], 300, 1.0) is first
    assert pictures.key(SCENARIOS[0]) != before
