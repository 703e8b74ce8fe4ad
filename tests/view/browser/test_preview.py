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
    """The first side has more than its sign in the legend; flat colours stand in before anything is painted. The
    enemies who lie hidden are not given away."""
    kamenka = preview("farm_at_kamenka")
    assert count(drawn(kamenka), theme().table) < SIZE[0] * SIZE[1] * 0.8
    kamenka.work(SIZE, 1.0)
    image = drawn(kamenka)
    assert count(image, livery(0).field) > 150 and count(image, livery(1).field) > 100
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


def test_a_picture_in_a_panel_is_one_surface_for_good_and_only_the_last_few_are_kept() -> None:
    """Panels keep what they have measured, and would keep every picture with it; memory does not grow with every
    scenario that is looked at."""
    pictures, scenario = Pictures(PainterAtOnce()), load_scenario(SCENARIOS[0])
    paths = [SCENARIOS[0].with_name(f"{n}.toml") for n in range(20)]
    for path in paths:
        pictures.of(path, scenario)
    assert len(pictures._previews) < 10
    assert pictures.key(paths[-1]) != pictures.key(paths[0])
    first, before = pictures.inset(paths[-1], 300, 1.0), pictures.key(paths[-1])
    pictures.of(paths[-1], scenario).work(inset_size(300, 1.0), 1.0)
    assert pictures.inset(paths[-1], 300, 1.0) is first
    assert pictures.key(paths[-1]) != before
