"""A battle by mouse alone: see what may be ordered, aim, see what it takes, and give the order; look at everything."""

from fractions import Fraction

import pygame
import pytest

from sim.engine.game import Ordered
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Gauge, Row, SmallPrint, TextLine
from tests.picket.rules import SNAP, Shot, Stepped
from tests.picket_positions import AMES, AUTOMATED, Stand
from tests.view.battle.bot import (
    FAR,
    NEAR,
    amess_turn,
    asked,
    click_named,
    clicked,
    ended,
    keys,
    menu,
    opened,
    page,
    passed,
    picket,
    picketed,
    pixel_of,
    pointed,
    sent,
    spots,
)


def rows(screen: BattleScreen) -> dict[str, str]:
    """Return the rows of the panel of orders."""
    return {block.label: block.text for block in screen.panels["orders"].blocks if isinstance(block, Row)}


def small_print(screen: BattleScreen) -> list[str]:
    """Return the small print of the panel of orders."""
    return [block.text for block in screen.panels["orders"].blocks if isinstance(block, SmallPrint)]


# -- orders -----------------------------------------------------------------------------------------------


def test_a_click_on_a_cell_shows_way_and_cost_and_a_second_gives_the_order() -> None:
    """Nothing happens before the second click; a right click takes one choice back, first the aim, then the verb."""
    screen = amess_turn(AMES, FAR)
    frames = len(screen.session.frames)
    click_named(screen, "choose_verb", "walk")
    clicked(screen, pixel_of(screen, "B4"))
    assert menu(screen).aim is not None
    for aim, verb in ((None, "walk"), (None, None)):
        clicked(screen, (600, 100), button=3)
        assert (menu(screen).aim, menu(screen).verb) == (aim, verb)
    clicked(screen, pixel_of(screen, "B5"))
    assert len(screen.session.frames) == frames and rows(screen)["cost"] == "2 steps"
    clicked(screen, pixel_of(screen, "B5"))
    assert [type(frame.event) for frame in screen.session.frames[frames : frames + 2]] == [Stepped, Stepped]


def test_a_click_on_an_enemy_shows_the_odds_and_do_it_fires() -> None:
    """Exact odds before anything is settled; the button gives the order, once, however fast it is clicked."""
    screen = amess_turn()
    frames, given = len(screen.session.frames), [*screen.session.entries]
    clicked(screen, pixel_of(screen, "D3"))
    assert menu(screen).aim == "red-1"
    preview = screen.ordering.preview
    assert preview is not None and isinstance(preview.odds[0].chance, Fraction)
    gauges = [block for block in screen.panels["orders"].blocks if isinstance(block, Gauge)]
    assert gauges and gauges[0].share == pytest.approx(float(preview.odds[0].chance))
    spot = next(spot for spot in spots(screen) if spot.do.name == "confirm")
    for _ in range(3):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            sent(screen, kind, pos=spot.box.center, button=1)
    assert any(isinstance(frame.event, Shot) for frame in screen.session.frames[frames:])
    assert sum(isinstance(entry, Ordered) for entry in screen.session.entries[len(given) :]) == 1


@pytest.mark.parametrize("verb", ["shoot", "stay"])
def test_who_stays_where_he_is_sees_the_enemys_odds_too(verb: str) -> None:
    """To shoot or to get away is one question: what the enemy can do stands under the order, not only under moves."""
    screen = amess_turn(Stand("ames", "C4", 4), Stand("red-1", "E5", 5))
    click_named(screen, "choose_verb", verb)
    lines = [block.text for block in screen.panels["orders"].blocks if isinstance(block, TextLine)]
    assert "The enemy's odds against it here" in lines
    assert any(isinstance(block, Gauge) and block.label == "red-1" for block in screen.panels["orders"].blocks)


def test_an_impossible_order_is_grey_and_a_click_says_why() -> None:
    """The reason is the rules' own, and nothing is ordered: in the panel as on the map."""
    screen = amess_turn(AMES, FAR)
    frames = len(screen.session.frames)
    rows_of_buttons = [getattr(block, "buttons", (block,)) for block in screen.panels["orders"].blocks]
    buttons = {each.text: each for row in rows_of_buttons for each in row if isinstance(each, Button)}
    assert "out of range" in buttons["Shoot"].refusal
    for on_map in (False, True):
        screen.say("")
        if on_map:
            clicked(screen, pixel_of(screen, "H6"))
        else:
            click_named(screen, "choose_verb", "shoot")
        assert "out of range" in screen.message and len(screen.session.frames) == frames


def test_a_reaction_is_offered_in_mid_move() -> None:
    """Who walks before the muzzle of another stops there until that one has chosen; both are on the screen."""
    screen = amess_turn(Stand("ames", "B3", 4), Stand("red-1", "E5", 5))
    for _ in range(2):
        clicked(screen, pixel_of(screen, "C4"))
    ask = asked(screen).model.playback.wanted
    assert isinstance(ask, Ask) and (ask.occasion, ask.unit, ask.about) == (SNAP, "red-1", "ames")
    assert isinstance(screen.session.last_frame.event, Stepped)
    assert rows(screen)["unit"] == "red-1" and rows(screen)["about"] == "ames"
    click_named(screen, "choose_verb", "shoot")
    click_named(screen, "confirm")
    assert any(isinstance(frame.event, Shot) and frame.event.snap for frame in screen.session.frames)


def test_who_is_asked_by_name_is_not_said_to_be_let_go() -> None:
    """Picket asks one man at a time: Esc has nobody to let go."""
    free = keys(asked(opened("conflict_of_heroes/behaviour/eleven", size=(900, 600))), "tab")
    assert "Or click a target marked on the map." in small_print(amess_turn())
    assert "Or click a target marked on the map. Esc deselects the unit." in small_print(free)


# -- moving about -----------------------------------------------------------------------------------------


def wheel(screen: BattleScreen, at: tuple[int, int], notches: int) -> None:
    """Turn the wheel over a place."""
    pointed(screen, at)
    sent(screen, pygame.MOUSEWHEEL, x=0, y=notches)
    passed(screen)


def test_the_wheel_zooms_at_the_cursor_and_a_drag_moves_the_map_and_clicks_nothing() -> None:
    """What lies under the mouse stays under it, and nothing is selected or aimed at."""
    screen = amess_turn()
    at = pixel_of(screen, "D4")
    before, scale = screen.steering.camera.point(at), screen.steering.camera.scale
    wheel(screen, at, 3)
    assert screen.steering.camera.scale > 1.4 * scale
    assert screen.steering.camera.point(at) == pytest.approx(before, abs=0.05)
    state, end = (screen.looking.selected, menu(screen).aim), (at[0] - 80, at[1] - 40)
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    for step in ((at[0] - 20, at[1] - 10), (at[0] - 50, at[1] - 25), end):
        pointed(screen, step, held=True)
    sent(screen, pygame.MOUSEBUTTONUP, pos=end, button=1)
    passed(screen)
    assert screen.steering.camera.point(end) == pytest.approx(before, abs=0.05)
    assert (screen.looking.selected, menu(screen).aim) == state


def test_the_minimap_shows_once_the_map_does_not_fit_and_a_click_goes_there() -> None:
    """Its place is the map's before, and afterwards a click brings that part into view."""
    screen = amess_turn()
    assert screen.picture.sees_all
    wheel(screen, (500, 300), 8)
    assert not screen.picture.sees_all
    rect, bounds = screen.picture.floats.places["small map"], screen.picture.layout.bounds
    corners = []
    for at in ((rect.left + 3, rect.top + 3), (rect.right - 3, rect.bottom - 3)):
        clicked(screen, at)
        corners.append(screen.steering.camera.pixel((bounds.left, bounds.top)))
    assert corners[1] < corners[0] and abs(corners[1][0] - corners[0][0]) > 50


def test_the_wheel_over_a_panel_scrolls_the_panel_and_leaves_the_map() -> None:
    """A long log goes up and down; the map stays."""
    screen = ended(picketed(players=AUTOMATED))
    panel, camera, before = screen.panels["side"], screen.steering.camera, screen.panels["side"].scroll
    wheel(screen, panel.rect.center, 4)
    assert panel.scroll < before and screen.steering.camera == camera


def test_after_a_resize_everything_lies_in_the_window() -> None:
    """No panel sticks out, and a fitted map is fitted again."""
    screen = amess_turn()
    for size in ((1280, 720), (1920, 1080), (1024, 600), (800, 450)):
        sent(screen, pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        passed(screen, 2)
        sheet = pygame.Rect(0, 0, *size)
        assert all(not panel.rect.width or sheet.contains(panel.rect) for panel in screen.panels.values())
        assert screen.picture.sees_all


# -- looking ----------------------------------------------------------------------------------------------


def test_pointing_tells_all_about_a_unit_or_a_cell_and_a_cell_can_be_selected_to_look_from() -> None:
    """The field of view is asked from an empty cell as from a unit."""
    screen = picketed(picket(AMES, NEAR), players=AUTOMATED)
    passed(screen)
    screen.model.playback.halt()
    for name, words in (("D3", "red-1"), ("F5", "F5")):
        pointed(screen, pixel_of(screen, name))
        assert any(words in str(block) for block in screen.panels["hover"].blocks)
    clicked(screen, pixel_of(screen, "F5"))
    assert isinstance(screen.looking.selected, Cell) and keys(screen, "v").looking.shown.view


def test_tabs_reasons_rules_and_candidates_by_mouse() -> None:
    """From the reasons a click paints the candidates and takes them off, and one shows the rule's text; then, with the
    question on, whatever is pointed at is answered for: why not here."""
    screen = picketed(players=AUTOMATED)
    passed(screen)
    screen.timing.next_decision()
    while screen.model.playback.goal is not None:
        passed(screen)
    click_named(screen, "show_tab", "reasons")
    for is_picked in (True, False):
        click_named(screen, "show_candidates")
        assert (screen.looking.picked_choice is not None) == is_picked
    for name, shown in (("show_rule", "rules"), ("close_window", "")):
        click_named(screen, name)
        assert page(screen) == shown
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
    assert page(screen) == "summary"
    click_named(screen, "close_window")
    passed(screen, 5)
    assert page(screen) == ""
    found = [spot for spot in spots(keys(screen, "f3")) if spot.do.name == "jump_and_close"]
    clicked(screen, found[0].box.center)
    assert page(screen) == "" and screen.model.playback.cursor == found[0].do.args[0]
