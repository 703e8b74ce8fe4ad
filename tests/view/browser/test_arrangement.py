from itertools import combinations

import pygame
import pytest

from sim.view.browser.panels import Page
from sim.view.settings import SCALES
from sim.view.ui.measure_blocks import height_of
from tests.view.browser.table import MIDDLING, NARROW, WIDE, Table

SIZES = [(1280, 720), (1920, 1080), (3840, 2160), WIDE, MIDDLING, NARROW, (1000, 1000), (640, 480)]


def rects(table: Table) -> dict[str, pygame.Rect]:
    """Return everything that has a place."""
    places = table.screen.places
    more = {"heading": places.heading, "picture": places.picture}
    return {**places.panels, **{name: rect for name, rect in more.items() if rect is not None}}


@pytest.mark.parametrize("scale", [SCALES[0], 100, 150, SCALES[1]])
@pytest.mark.parametrize("page", ["battles", "settings"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_nothing_sticks_out(size: tuple[int, int], page: Page, scale: int) -> None:
    """In windows of all sizes, with letters of all sizes."""
    table = Table(size, scale=scale)
    table.desk.page = page
    table.tick()
    found = rects(table)
    window = pygame.Rect(0, 0, *size)
    assert [name for name, rect in found.items() if not window.contains(rect)] == []
    assert [pair for pair in combinations(found, 2) if found[pair[0]].colliderect(found[pair[1]])] == []


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_the_usual_windows_show_everything_at_once(size: tuple[int, int]) -> None:
    """Picture, choices and buttons each have their place, without scrolling; no button is cut off, nor its text."""
    table = Table(size)
    assert table.screen.places.mode == "wide" and table.screen.places.picture is not None
    assert [name for name in ("find", "choices", "actions", "status") if table.screen.panel(name).most] == []
    for panel in map(table.screen.panel, ("find", "actions", "choices")):
        assert all(panel.rect.contains(spot.box) for spot in panel.spots)
        assert all(height_of(block, panel.rect.width, table.screen.ui) < panel.rect.height for block in panel.blocks)


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (900, 1), (2, 3), (30, 30), (120, 90), (320, 240)])
def test_tiny_windows_do_no_harm(size: tuple[int, int]) -> None:
    """There is little to see, and nothing breaks, whatever is pressed."""
    table = Table(size)
    for code in (pygame.K_TAB, pygame.K_DOWN, pygame.K_PAGEDOWN, pygame.K_F10, pygame.K_TAB, pygame.K_ESCAPE):
        table.key(code)
    for spot in table.spots[:10]:
        table.click(spot.box.center)
    table.tick(5)


def test_a_window_can_change_its_size_at_any_time() -> None:
    """What is shown follows."""
    table = Table(WIDE)
    for size in ((1, 1), (1920, 1080), (400, 900), (1000, 200), (1280, 720)):
        table.stage.resize(size)
        table.screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        assert table.tick()
        table.tick(3)
