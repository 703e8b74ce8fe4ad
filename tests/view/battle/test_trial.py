"""What a player stumbled over when the battle screen was tried out."""

import pygame

from sim.engine.chance import DrawCard
from sim.engine.dice import Throw
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Do, Gauge
from sim.view.settings import load_settings
from sim.view.ui.measure_blocks import height_of
from sim.view.ui.paint_blocks import paint_block, tone_colour
from sim.view.ui.palette import theme
from tests.view.battle.bot import asked, keys, menu, opened, page

KAMENKA = "conflict_of_heroes/farm_at_kamenka"


def _go_to(screen: BattleScreen, name: str) -> None:
    """Go through what can be clicked, by keys, until something of a name."""
    for _ in range(30):
        keys(screen, "ctrl-down")
        if screen.focus is not None and screen.focus.name == name:
            return
    raise AssertionError(f"the keys do not get to {name}")


# -- by keyboard alone ------------------------------------------------------------------------------------


def test_every_button_of_the_menu_can_be_pressed_without_a_mouse() -> None:
    """Ctrl with arrows goes through its buttons, and each says its key; the menu stays open and shows what it did."""
    screen = asked(opened(KAMENKA, seed=3))
    _go_to(keys(screen, "f10"), "next_theme")
    keys(screen, "ctrl-return")
    assert load_settings().theme == screen.settings.theme == "light"
    assert screen.pages.window is not None
    buttons = {block.do.name: block for block in screen.pages.window.blocks if isinstance(block, Button)}
    assert all(button.key for button in buttons.values())
    keys(screen, buttons["next_theme"].key)
    assert str(screen.settings.theme) == "contrast" and page(screen) == "menu"


def test_nothing_under_a_window_is_pressed_by_keys_and_panels_scroll_without_a_mouse() -> None:
    """What the keys were on in the right column is not pressed while a window lies over it. Ctrl and Page down scroll
    the orders, Shift and Page down what lies under the cursor."""
    screen = asked(opened(KAMENKA, seed=3))
    _go_to(screen, "jump")
    keys(screen, "f10 ctrl-return")
    assert screen.model.playback.cursor == screen.session.last_frame.number
    keys(screen, "escape tab f n ctrl-pagedown")
    assert screen.panels["orders"].scroll > 0
    assert keys(screen, "shift-pagedown").panels["hover"].scroll > 0


# -- odds -------------------------------------------------------------------------------------------------


def _filled(share: float, text: str) -> int:
    """Return how many pixels of a gauge are filled."""
    gauge, width = Gauge("hit", share, text, "accent"), 228
    surface = pygame.Surface((width, height_of(gauge, width, 0.85)))
    surface.fill(theme().panel[:3])
    paint_block(surface, gauge, surface.get_rect(), 0.85)
    middle = surface.get_height() // 2
    return sum(surface.get_at((x, middle))[:3] == tone_colour("accent") for x in range(width))


def test_bars_under_one_another_are_to_one_scale() -> None:
    """The same chance gives the same length, however long the figure beside the bar is."""
    assert _filled(0.5, "50 %") == _filled(0.5, "50 % (60/120)")


# -- typed dice -------------------------------------------------------------------------------------------


def test_a_prompt_is_drawn_at_once_though_nothing_else_has_changed() -> None:
    """The AI's turn comes, and it needs a card: the prompt shows without the mouse being moved first."""
    screen = asked(opened(KAMENKA, typed=True, players={"soviets": "solo", "germans": "solo"}), 1)
    for _ in range(400):
        screen.tick(0.02)
        screen.paint(screen.stage.surface())
        assert screen.is_fronted == bool(screen.panels["window"].blocks)
        if isinstance(screen.model.playback.wanted, Throw | DrawCard):
            screen.do(Do("roll_for_me"))


# -- questions --------------------------------------------------------------------------------------------


def test_a_unit_that_can_do_nothing_itself_is_not_told_to_aim() -> None:
    """After a roll only a card may be played: there is nothing marked on the map to aim at."""
    screen = opened(KAMENKA, typed=True)
    for _ in range(200):
        if isinstance(screen.model.playback.wanted, DrawCard):
            keys(screen, "return")  # the first card of the list, which is luck
        if screen.ordering.menu is not None:
            break
        screen.tick(0.6)
    for key in ("tab", "f", "return", "3", "6", "return"):
        keys(asked(screen, 1), key)
    assert menu(asked(screen)).ask.occasion == "own roll"
    assert not [block for block in screen.panels["orders"].blocks if "click a target" in getattr(block, "text", "")]
