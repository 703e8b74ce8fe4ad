"""A whole battle by mouse alone: each overlay, undo and redo, the pages, the orders, and leaving."""

from random import Random

from sim.view.battle.commands import COMMANDS
from sim.view.screen import ScreenDone
from tests.picket_positions import AMES, RED, Stand
from tests.view.battle.bot import Bot, asked, click_named, clicked, passed, picket, picketed

OVERLAYS = [name for name, command in COMMANDS.items() if command.is_on is not None]
PAGES = ("show_briefing", "show_summary", "show_lines", "show_menu", "toggle_help")


def test_from_the_first_order_to_leaving() -> None:
    """No key is pressed: all that a battle needs can be clicked."""
    men = (AMES, Stand("boyle", "B5", 1), RED)
    screen = asked(picketed(picket(*men, turns=2)))
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
    bot.play()
    passed(screen, 2)
    if screen.is_fronted:
        click_named(screen, "close_window")
    click_named(screen, "ask_to_leave")
    click_named(screen, "leave_battle")
    assert isinstance(screen.next, ScreenDone)
