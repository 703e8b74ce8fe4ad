"""The right button and the menu key: orders and questions where they are wanted; a drag still moves the map."""

import pygame

from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Title
from tests.picket_positions import AMES, RED, Stand
from tests.view.battle.bot import (
    asked,
    click_named,
    clicked,
    keys,
    menu,
    page,
    picket,
    picketed,
    pixel_of,
    pointed,
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


def opened_at(screen: BattleScreen, unit: str) -> None:
    """Click a unit with the right button."""
    clicked(screen, pixel_of(screen, cell_of(screen, unit)), button=3)


def test_a_right_click_opens_it_a_click_beside_closes_it_and_a_right_drag_moves_the_map() -> None:
    """It is about what was clicked; closing it does nothing else, and whoever drags wants no menu."""
    screen = at_picket()
    opened_at(screen, RED.id)
    title = screen.context.blocks[0]
    assert isinstance(title, Title) and RED.id in title.text
    assert screen.stage.surface().get_rect().contains(screen.panels["context"].rect)
    selected = screen.looking.selected
    clicked(screen, pixel_of(screen, "A1"))
    assert screen.context.about is None and screen.looking.selected == selected
    start, before = pixel_of(screen, "D3"), screen.steering.camera
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=start, button=3)
    pointed(screen, (start[0] + 60, start[1]), held=True)
    sent(screen, pygame.MOUSEBUTTONUP, pos=(start[0] + 60, start[1]), button=3)
    assert screen.steering.camera != before and screen.context.about is None


def test_an_order_from_the_menu_stands_ready_and_is_taken_back_there_or_by_backspace() -> None:
    """It is aimed, not given: a click on it or Enter gives it as ever."""
    screen = at_picket()
    for back in (lambda: click_named(screen, "step_back"), lambda: keys(screen, "backspace")):
        opened_at(screen, RED.id)
        click_named(screen, "aim_order")
        assert menu(screen).picked is not None and menu(screen).aim in (RED.id, screen.model.where(RED.id))
        assert screen.context.about is None
        opened_at(screen, RED.id)
        back()
        assert menu(screen).aim is None
        keys(screen, "escape")


def test_the_ruler_the_view_and_the_pages_from_there() -> None:
    """Measured from what was clicked, whoever is being ordered; why the AI did not choose it, and its ground's rules,
    are pages that stay until they are closed."""
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
    for name, shown in (("show_verdict", "verdict"), ("show_ground", "ground")):
        opened_at(screen, RED.id)
        click_named(screen, name)
        assert page(screen) == shown
        click_named(screen, "close_window")


def test_by_keys_alone() -> None:
    """Shift F10 opens it at the cell cursor, arrows and Enter press an entry, and Esc only closes it."""
    screen = at_picket()
    screen.ordering.choose_unit(AMES.id)
    keys(screen, "right shift-f10")
    assert screen.context.about is not None and screen.context.about.cell == screen.looking.cell_cursor
    assert keys(screen, "escape").context.about is None and menu(screen).unit == AMES.id
    names = [block.do.name for block in keys(screen, "shift-f10").context.blocks if isinstance(block, Button)]
    keys(screen, "down " * (len(names) + 1))
    assert screen.focus is not None and screen.focus.name == names[-1] == "centre_on"
    keys(screen, "return")
    assert screen.context.about is None and not screen.steering.is_fitted
