"""A battle by mouse alone: from the list of battles, with each overlay, undo, pages and orders, to leaving."""

from random import Random

import pytest

from sim.view.battle.commands import COMMANDS
from sim.view.blocks.kinds import Do
from sim.view.screen import ScreenDone
from tests.view.battle.bot import Bot, asked, click_named, clicked, passed
from tests.view.browser.table import Table

OVERLAYS = [name for name, command in COMMANDS.items() if command.is_on is not None]
PAGES = ("show_briefing", "show_summary", "show_lines", "show_menu", "toggle_help")


@pytest.mark.parametrize("orders", [3, pytest.param(999, marks=pytest.mark.long)])
def test_from_the_list_of_battles_to_leaving(orders: int) -> None:
    """No key is pressed: all that a battle needs can be clicked, for some orders, and in the long run to its end."""
    table = Table()
    chosen = next(entry for entry in table.desk.shown if entry.name == "conflict_of_heroes/tutorial")
    table.press(Do("select", (str(chosen.path),))).press(Do("start"))
    screen = asked(table.battle)
    for name in OVERLAYS:
        click_named(screen, name)
    for name in ("zoom_in", "zoom_out", "fit"):
        click_named(screen, name)
    for page in PAGES:
        click_named(screen, page)
        assert screen.pages.window is not None
        clicked(screen, (3, 3))
        assert screen.pages.window is None
    bot = Bot(screen, Random(1))
    while "confirm" not in bot.done:
        bot._step()
    asked(screen)
    for name in ("undo", "redo"):
        click_named(screen, name)
        asked(screen)
    while not screen.model.playback.is_over and bot.done.count("confirm") < orders:
        bot._step()
    passed(screen, 2)
    if screen.is_fronted:
        click_named(screen, "close_window")
    assert screen.session.over == (orders == 999)
    click_named(screen, "ask_to_leave")
    click_named(screen, "leave_battle")
    assert isinstance(screen.next, ScreenDone)
