"""A battle by mouse alone: see what may be ordered, aim, see what it takes, and give the order; look at everything."""

from fractions import Fraction

import pygame
import pytest

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Gauge, Row, SmallPrint, TextLine
from tests.picket.rules import SNAP, Shot, Stepped
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, Stand
from tests.view.battle.bot import (
    asked,
    click_named,
    clicked,
    ended,
    opened,
    passed,
    picket,
    picketed,
    pixel_of,
    pointed,
    pressed,
    sent,
    spots,
)

NEAR, FAR = Stand("red-1", "D3", 5), Stand("red-2", "H6", 1)


def amess_turn(*men: Stand) -> BattleScreen:
    """Return a battle of two people in which ames is asked."""
    screen = asked(picketed(picket(*(men or (AMES, NEAR, FAR))), players=HOTSEAT))
    for _ in range(12):
        ask = screen.model.playback.wanted
        assert isinstance(ask, Ask)
        if ask.unit == "ames" and ask.occasion != SNAP:
            return screen
        screen.ordering.choose_verb("stay")
        screen.ordering.confirm()
        asked(screen)
    raise AssertionError("ames was never asked")


def button(screen: BattleScreen, text: str) -> Button:
    """Return a button of the panel of orders by its words."""
    passed(screen)
    for block in screen.panels["orders"].blocks:
        for each in getattr(block, "buttons", (block,)):
            if isinstance(each, Button) and each.text == text:
                return each
    raise AssertionError(f"there is no button {text}")


# -- orders -----------------------------------------------------------------------------------------------


def test_a_click_on_a_cell_shows_way_and_cost_and_a_second_gives_the_order() -> None:
    """Nothing happens before the second click."""
    screen = amess_turn(AMES, FAR)
    frames = len(screen.session.frames)
    clicked(screen, pixel_of(screen, "B5"))
    assert len(screen.session.frames) == frames
    rows = {block.label: block.text for block in screen.panels["orders"].blocks if isinstance(block, Row)}
    assert rows["cost"] == "2 steps"
    clicked(screen, pixel_of(screen, "B5"))
    assert [type(frame.event) for frame in screen.session.frames[frames : frames + 2]] == [Stepped, Stepped]


def test_a_click_on_an_enemy_shows_the_odds_and_do_it_fires() -> None:
    """Exact odds before anything is settled; the button gives the order."""
    screen = amess_turn()
    frames = len(screen.session.frames)
    clicked(screen, pixel_of(screen, "D3"))
    assert screen.ordering.menu is not None and screen.ordering.menu.aim == "red-1"
    preview = screen.ordering.preview
    assert preview is not None and isinstance(preview.odds[0].chance, Fraction)
    gauges = [block for block in screen.panels["orders"].blocks if isinstance(block, Gauge)]
    assert gauges and gauges[0].share == pytest.approx(float(preview.odds[0].chance))
    click_named(screen, "confirm")
    assert any(isinstance(frame.event, Shot) for frame in screen.session.frames[frames:])


@pytest.mark.parametrize("verb", ["shoot", "stay"])
def test_who_stays_where_he_is_sees_the_enemys_odds_too(verb: str) -> None:
    """To shoot or to get away is one question: what the enemy can do stands under the order, not only under moves."""
    screen = amess_turn(Stand("ames", "C4", 4), Stand("red-1", "E5", 5))
    click_named(screen, "choose_verb", verb)
    lines = [block.text for block in screen.panels["orders"].blocks if isinstance(block, TextLine)]
    assert "The enemy's odds against it here" in lines
    assert any(isinstance(block, Gauge) and block.label == "red-1" for block in screen.panels["orders"].blocks)


@pytest.mark.parametrize("on_map", [False, True])
def test_an_impossible_order_is_grey_and_a_click_says_why(on_map: bool) -> None:
    """The reason is the rules' own, and nothing is ordered: in the panel as on the map."""
    screen = amess_turn(AMES, FAR)
    frames = len(screen.session.frames)
    assert "out of range" in button(screen, "Shoot").refusal
    if on_map:
        clicked(screen, pixel_of(screen, "H6"))
    else:
        click_named(screen, "choose_verb", "shoot")
    assert "out of range" in screen.message and len(screen.session.frames) == frames


def test_a_right_click_takes_one_choice_back() -> None:
    """First the aim, then what was to be done."""
    screen = amess_turn()
    click_named(screen, "choose_verb", "walk")
    clicked(screen, pixel_of(screen, "B5"))
    assert screen.ordering.menu is not None and screen.ordering.menu.aim is not None
    clicked(screen, (600, 100), button=3)
    assert screen.ordering.menu.aim is None and screen.ordering.menu.verb == "walk"
    clicked(screen, (600, 100), button=3)
    assert screen.ordering.menu.verb is None


def test_to_do_nothing_is_an_order_like_any_other() -> None:
    """Two clicks pass."""
    screen = amess_turn()
    frames = len(screen.session.frames)
    click_named(screen, "choose_verb", "stay")
    click_named(screen, "confirm")
    assert len(screen.session.frames) > frames


def test_a_reaction_is_offered_in_mid_move() -> None:
    """Who walks before the muzzle of another stops there until that one has chosen; both are on the screen."""
    screen = amess_turn(Stand("ames", "B3", 4), Stand("red-1", "E5", 5))
    clicked(screen, pixel_of(screen, "C4"))
    clicked(screen, pixel_of(screen, "C4"))
    asked(screen)
    ask = screen.model.playback.wanted
    assert isinstance(ask, Ask) and (ask.occasion, ask.unit, ask.about) == (SNAP, "red-1", "ames")
    assert isinstance(screen.session.last_frame.event, Stepped)
    rows = {block.label: block.text for block in screen.panels["orders"].blocks if isinstance(block, Row)}
    assert rows["unit"] == "red-1" and rows["about"] == "ames"
    click_named(screen, "choose_verb", "shoot")
    click_named(screen, "confirm")
    assert any(isinstance(frame.event, Shot) and frame.event.snap for frame in screen.session.frames)


def test_who_is_asked_by_name_is_not_said_to_be_let_go() -> None:
    """Picket asks one man at a time: Esc has nobody to let go."""
    screen = amess_turn()
    notes = [block.text for block in screen.panels["orders"].blocks if isinstance(block, SmallPrint)]
    assert "Or click a target marked on the map." in notes
    free = asked(opened("conflict_of_heroes/behaviour/eleven", size=(900, 600)))
    pressed(free, pygame.K_TAB)
    notes = [block.text for block in free.panels["orders"].blocks if isinstance(block, SmallPrint)]
    assert "Or click a target marked on the map. Esc deselects the unit." in notes


def test_a_second_click_in_the_same_moment_gives_no_second_order() -> None:
    """Two clicks on "Do it" before the window has drawn are one order."""
    screen = amess_turn()
    click_named(screen, "choose_verb", "stay")
    spot = next(spot for spot in spots(screen) if spot.do.name == "confirm")
    orders = len([entry for entry in screen.session.entries if type(entry).__name__ == "Ordered"])
    for _ in range(3):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            screen.handle(pygame.event.Event(kind, pos=spot.box.center, button=1))
    assert len([entry for entry in screen.session.entries if type(entry).__name__ == "Ordered"]) == orders + 1


# -- moving about -----------------------------------------------------------------------------------------


def wheel(screen: BattleScreen, at: tuple[int, int], notches: int) -> None:
    """Turn the wheel over a place."""
    pointed(screen, at)
    sent(screen, pygame.MOUSEWHEEL, x=0, y=notches)
    passed(screen)


def test_the_wheel_zooms_at_the_cursor() -> None:
    """What lies under the mouse stays under it."""
    screen = amess_turn()
    at = pixel_of(screen, "D4")
    before, scale = screen.steering.camera.point(at), screen.steering.camera.scale
    wheel(screen, at, 3)
    after = screen.steering.camera.point(at)
    assert screen.steering.camera.scale > 1.4 * scale
    assert after == pytest.approx(before, abs=0.05)


def test_a_drag_moves_the_map_with_the_mouse_and_clicks_nothing() -> None:
    """The point that was taken stays under the mouse; nothing is selected or aimed at."""
    screen = amess_turn()
    wheel(screen, (600, 300), 4)
    state = (screen.looking.selected, screen.ordering.menu and screen.ordering.menu.aim)
    start, end = (600, 300), (520, 260)
    held = screen.steering.camera.point(start)
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    for step in ((580, 290), (550, 275), end):
        pointed(screen, step, held=True)
    sent(screen, pygame.MOUSEBUTTONUP, pos=end, button=1)
    passed(screen)
    assert screen.steering.camera.point(end) == pytest.approx(held, abs=0.05)
    assert (screen.looking.selected, screen.ordering.menu and screen.ordering.menu.aim) == state


def test_the_minimap_shows_once_the_map_does_not_fit_and_a_click_goes_there() -> None:
    """Its place is the map's before, and afterwards a click brings that part into view."""
    screen = amess_turn()
    assert screen.picture.sees_all
    wheel(screen, (600, 300), 8)
    assert not screen.picture.sees_all
    rect = screen.picture.floats.places["small map"]
    bounds = screen.picture.layout.bounds
    clicked(screen, (rect.left + 3, rect.top + 3))
    x, y = screen.steering.camera.pixel((bounds.left, bounds.top))
    one = (round(x), round(y))
    clicked(screen, (rect.right - 3, rect.bottom - 3))
    x, y = screen.steering.camera.pixel((bounds.left, bounds.top))
    assert (x, y) < one and abs(x - one[0]) > 50


def test_the_wheel_over_a_panel_scrolls_the_panel_and_leaves_the_map() -> None:
    """A long log goes up and down; the map stays."""
    screen = ended(picketed(players=AUTOMATED))
    panel, camera = screen.panels["side"], screen.steering.camera
    before = panel.scroll
    wheel(screen, panel.rect.center, 4)
    assert panel.scroll < before and screen.steering.camera == camera


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 600), (800, 450)])
def test_after_a_resize_everything_lies_in_the_window(size: tuple[int, int]) -> None:
    """No panel sticks out, and a fitted map is fitted again."""
    screen = amess_turn()
    screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    passed(screen, 2)
    window = pygame.Rect(0, 0, *size)
    for name, panel in screen.panels.items():
        assert not panel.rect.width or window.contains(panel.rect), name
    assert screen.picture.sees_all


# -- looking ----------------------------------------------------------------------------------------------


def test_pointing_at_a_unit_tells_all_about_it() -> None:
    """And pointing at an empty cell tells of the cell."""
    screen = amess_turn()
    for name, words in (("D3", "red-1"), ("F5", "F5")):
        pointed(screen, pixel_of(screen, name))
        assert any(words in str(block) for block in screen.panels["hover"].blocks)


def test_an_empty_cell_can_be_selected_to_look_from() -> None:
    """The field of view is asked from there."""
    screen = picketed(players=AUTOMATED)
    passed(screen)
    screen.model.playback.halt()
    clicked(screen, pixel_of(screen, "F5"))
    assert isinstance(screen.looking.selected, Cell)
    pressed(screen, pygame.K_v)
    assert screen.looking.shown.view


def decided() -> BattleScreen:
    """Return a battle at the first decision of the AI, with its reasons open."""
    screen = picketed(players=AUTOMATED)
    passed(screen)
    screen.timing.next_decision()
    while screen.model.playback.goal is not None:
        passed(screen)
    click_named(screen, "show_tab", "reasons")
    return screen


def test_tabs_reasons_rules_and_candidates_by_mouse() -> None:
    """From the reasons a click shows the rule's text, and a click paints the candidates and takes them off."""
    screen = decided()
    for is_picked in (True, False):
        click_named(screen, "show_candidates")
        assert (screen.looking.picked_choice is not None) == is_picked
    click_named(screen, "show_rule")
    assert screen.pages.window is not None and screen.pages.window.name == "rules"
    click_named(screen, "close_window")
    assert screen.pages.window is None


def test_why_not_here_answers_for_any_cell() -> None:
    """With the question on, whatever is pointed at is answered for."""
    screen = decided()
    click_named(screen, "toggle_why_not")
    answers = set()
    for cell in list(screen.session.battle.map.whole)[::5]:
        pointed(screen, pixel_of(screen, screen.model.naming(cell)))
        answers.add(str(screen.panels["hover"].blocks[0]))
    assert len(answers) > 1


# -- the end ----------------------------------------------------------------------------------------------


def test_the_battle_ends_with_a_summary_and_its_turning_points_lead_there() -> None:
    """Losses, luck and moments to jump to; a click on one shows that very frame. Closed, it comes back by F3 alone."""
    screen = picketed(picket(AMES, NEAR), players=AUTOMATED)
    screen.timing.skip()
    while not screen.model.playback.is_over:
        passed(screen)
    passed(screen)
    assert screen.pages.window is not None and screen.pages.window.name == "summary"
    click_named(screen, "close_window")
    passed(screen, 5)
    assert screen.pages.window is None
    pressed(screen, pygame.K_F3)
    found = [spot for spot in spots(screen) if spot.do.name == "jump_and_close"]
    clicked(screen, found[0].box.center)
    assert screen.pages.window is None and screen.model.playback.cursor == found[0].do.args[0]
