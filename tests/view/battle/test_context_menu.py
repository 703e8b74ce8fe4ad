"""The right button and the menu key: orders and questions where they are wanted; a drag still moves the map."""

import pygame
import pytest

from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Title
from tests.picket_positions import AMES, RED, Stand
from tests.view.battle.bot import (
    asked,
    click_named,
    clicked,
    passed,
    picket,
    picketed,
    pixel_of,
    pointed,
    pressed,
    sent,
)

FAR = Stand("boyle", "B5", 1)


def at_picket() -> BattleScreen:
    """Two men of ours against one, before the first order."""
    return asked(picketed(picket(AMES, FAR, RED)))


def cell_of(screen: BattleScreen, unit: str) -> str:
    """Return the name of the cell of a unit."""
    cell = screen.model.where(unit)
    assert cell is not None
    return str(screen.session.battle.map.grid.name(cell))


def names(screen: BattleScreen) -> list[str]:
    """Return what the open menu does."""
    return [block.do.name for block in screen.context.blocks if isinstance(block, Button)]


def opened_at(screen: BattleScreen, unit: str) -> None:
    """Click a unit with the right button."""
    clicked(screen, pixel_of(screen, cell_of(screen, unit)), button=3)


def test_a_right_click_opens_it_and_a_click_beside_closes_it() -> None:
    """It is about what was clicked; closing it does nothing else."""
    screen = at_picket()
    opened_at(screen, RED.id)
    title = screen.context.blocks[0]
    assert isinstance(title, Title) and RED.id in title.text
    assert screen.stage.surface().get_rect().contains(screen.panels["context"].rect)
    selected = screen.looking.selected
    clicked(screen, pixel_of(screen, "A1"))
    assert screen.context.about is None and screen.looking.selected == selected


def test_a_right_drag_moves_the_map() -> None:
    """Whoever drags with the right button wants no menu."""
    screen = at_picket()
    start, before = pixel_of(screen, "D3"), screen.steering.camera
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=start, button=3)
    pointed(screen, (start[0] + 60, start[1]), held=True)
    sent(screen, pygame.MOUSEBUTTONUP, pos=(start[0] + 60, start[1]), button=3)
    assert screen.context.about is None and screen.steering.camera != before


def test_an_order_from_the_menu_stands_ready() -> None:
    """It is aimed, not given: a click on it or Enter gives it as ever."""
    screen = at_picket()
    opened_at(screen, RED.id)
    click_named(screen, "aim_order")
    menu = screen.ordering.menu
    assert menu is not None and menu.picked is not None and menu.aim in (RED.id, screen.model.where(RED.id))
    assert screen.context.about is None


@pytest.mark.parametrize("by_key", [False, True])
def test_a_step_back_is_in_the_menu_and_on_backspace(by_key: bool) -> None:
    """Both take back the choice that the right button used to take back."""
    screen = at_picket()
    assert screen.ordering.menu is not None
    screen.ordering.menu.choose_aim(RED.id)
    opened_at(screen, RED.id)
    if by_key:
        pressed(screen, pygame.K_BACKSPACE)
    else:
        click_named(screen, "step_back")
    assert screen.ordering.menu.aim is None


def test_the_ruler_and_the_view_from_there() -> None:
    """They are measured from what was clicked, whoever is being ordered."""
    screen = at_picket()
    screen.ordering.choose_unit(AMES.id)
    opened_at(screen, RED.id)
    click_named(screen, "sight_from")
    pointed(screen, pixel_of(screen, "A1"))
    under = screen.looking.under_cursor
    assert under is not None and under.sight is not None and under.sight.viewer == screen.model.where(RED.id)
    opened_at(screen, RED.id)
    click_named(screen, "view_from")
    assert screen.looking.overlays is not None and screen.looking.overlays.view == RED.id


def test_pages_of_the_menu() -> None:
    """Why the AI did not choose it, and the rules of its ground, are pages that stay until they are closed."""
    screen = at_picket()
    for name, page in (("show_verdict", "verdict"), ("show_ground", "ground")):
        opened_at(screen, RED.id)
        click_named(screen, name)
        assert screen.pages.window is not None and screen.pages.window.name == page
        click_named(screen, "close_window")


def test_by_keys_alone() -> None:
    """Shift F10 opens it at the cell cursor, arrows and Enter press an entry, and Esc only closes it."""
    screen = at_picket()
    screen.ordering.choose_unit(AMES.id)
    pressed(screen, pygame.K_RIGHT)
    pressed(screen, pygame.K_F10, pygame.KMOD_SHIFT)
    assert screen.context.about is not None and screen.context.about.cell == screen.looking.cell_cursor
    pressed(screen, pygame.K_ESCAPE)
    assert screen.context.about is None and screen.ordering.menu is not None
    assert screen.ordering.menu.unit == AMES.id
    pressed(screen, pygame.K_F10, pygame.KMOD_SHIFT)
    for _ in range(len(names(screen)) + 1):
        pressed(screen, pygame.K_DOWN)
    assert screen.focus is not None and screen.focus.name == names(screen)[-1] == "centre_on"
    pressed(screen, pygame.K_RETURN)
    passed(screen)
    assert screen.context.about is None and not screen.steering.is_fitted
