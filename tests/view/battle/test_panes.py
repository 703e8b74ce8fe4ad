"""Columns that are dragged and folded, and a panel that waits for the mouse."""

import pygame
import pytest

from sim.grid import Cell
from sim.view.battle.attention import Attention
from sim.view.battle.picture import BattlePicture
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.context import Pointed
from sim.view.board.board_picture import PainterAtOnce
from sim.view.settings import WIDTHS, ViewSettings, load_settings
from sim.view.ui.palette import use_theme
from tests.view.battle.bot import asked, click_named, keys, opened, passed, picketed, pixel_of, pointed, sent

HERE, THERE = Pointed(Cell(0, 0)), Pointed(Cell(1, 1), "ames")
PANEL = pygame.Rect(800, 400, 300, 300)


def dragged(screen: BattleScreen, start: tuple[int, int], far: tuple[int, int]) -> None:
    """Drag something by so many pixels."""
    passed(screen)
    pointed(screen, start)
    sent(screen, pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    end = (start[0] + far[0], start[1] + far[1])
    pointed(screen, end, held=True)
    sent(screen, pygame.MOUSEBUTTONUP, pos=end, button=1)
    passed(screen)


@pytest.mark.parametrize(
    ("edge", "far", "wider"),
    [("left", 60, True), ("left", -40, False), ("right", -60, True), ("right", 40, False)],
)
def test_a_column_is_dragged_at_its_inner_edge(edge: str, far: int, wider: bool) -> None:
    """The column follows the mouse, the map is fitted into what is left, and tomorrow it is so again."""
    screen = asked(picketed())
    column = getattr(screen.places, edge)
    start = (column.right if edge == "left" else column.left, column.top + 20)
    assert screen.panes.cursor_at(start) == "sideways"
    dragged(screen, start, (far, 0))
    after = getattr(screen.places, edge)
    assert abs(after.width - column.width - (abs(far) if wider else -abs(far))) <= 1
    assert screen.steering.room == screen.places.room and screen.picture.sees_all
    assert getattr(load_settings(), f"{edge}_width") == getattr(screen.settings, f"{edge}_width")


def test_the_right_column_is_divided_by_hand() -> None:
    """What divides it goes up, and the lower panel is higher by that."""
    screen = asked(picketed())
    hover = screen.places.hover
    dragged(screen, (hover.left + 20, hover.top - 3), (0, -60))
    assert abs(screen.places.hover.height - hover.height - 60) <= 4
    assert load_settings().hover_height == screen.settings.hover_height > ViewSettings.hover_height


@pytest.mark.parametrize("name", ["left", "right", "status", "hover"])
def test_a_panel_folds_by_a_click_on_its_handle(name: str) -> None:
    """The room goes to its neighbour, the same handle brings it back, and that is remembered in between."""
    screen = asked(picketed())
    before = screen.places, screen.panels["status"].rect.height
    click_named(screen, "fold", name)
    after = screen.places
    match name:
        case "left" | "right":
            assert after.room.width > before[0].room.width
            assert screen.panels["status" if name == "left" else "side"].rect.width == 0
        case "status":
            assert screen.panels["status"].rect.height < before[1]
        case _:
            assert after.right.height > before[0].right.height * 1.5 and screen.panels["hover"].rect.width == 0
    assert load_settings().folded == (name,)
    click_named(screen, "fold", name)
    assert screen.places == before[0] and load_settings().folded == ()


def test_a_folded_column_says_that_an_order_is_waited_for() -> None:
    """Its handle is lit while somebody is asked; keys go on giving orders."""
    screen = asked(picketed())
    click_named(screen, "fold", "left")
    handle = screen.panes.grips["left"]
    pointed(screen, (600, 300))
    lit = pygame.image.tobytes(screen.stage.surface().subsurface(handle), "RGB")
    screen.ordering.menu = None
    screen.picture.forget()
    screen.paint(screen.stage.surface())
    assert pygame.image.tobytes(screen.stage.surface().subsurface(handle), "RGB") != lit


def test_keys_widen_and_fold_and_the_map_keeps_its_room() -> None:
    """What the mouse does to panels, keys do as well; columns as wide as they go leave a fifth to the map."""
    screen = asked(picketed())
    for key, column in (("f6", "left"), ("f7", "right")):
        wide = getattr(screen.places, column).width
        assert getattr(keys(screen, f"ctrl-{key}").places, column).width > wide
        assert getattr(keys(screen, key).places, column).width == 0
    wide = ViewSettings(animations=False, left_width=WIDTHS[1], right_width=WIDTHS[1])
    places = asked(picketed(settings=wide)).places
    assert places.room.width >= 1280 // 5 and places.left.width > 300


# -- the panel that waits ---------------------------------------------------------------------------------


def test_on_the_way_to_the_panel_it_goes_on_telling_and_elsewhere_it_follows_at_once() -> None:
    """The mouse passes over another cell in a straight line to the panel: only if it rests there is that told of.
    Whoever moves away from the panel, or past it, reads of what is under the mouse."""
    for to in ((480, 505), (320, 500), (400, 300), (480, 200)):
        attention = Attention()
        attention.follow(HERE, (400, 500), PANEL, 0.02)
        attention.follow(THERE, to, PANEL, 0.02)
        assert attention.about == (HERE if to == (480, 505) else THERE)
        for _ in range(20):
            attention.follow(THERE, to, PANEL, 0.02)
        assert attention.about == THERE


def test_over_a_panel_the_details_stay() -> None:
    """What was pointed at is still told of when the mouse has come to the panel, so that it can be scrolled."""
    screen = asked(opened("conflict_of_heroes/farm_at_kamenka"))
    pointed(screen, pixel_of(screen, "E4"))
    told = screen.panels["hover"].blocks
    pointed(screen, screen.places.hover.center)
    assert screen.panels["hover"].blocks == told and len(told) > 4
    sent(screen, pygame.MOUSEWHEEL, y=-1)
    passed(screen)
    assert screen.panels["hover"].scroll > 0


class BesideTheWindow(PainterAtOnce):
    """A painter for whom nobody waits."""

    paints_ahead = True


@pytest.mark.parametrize("change", ["size", "letters", "colours"])
def test_panels_whose_letters_are_all_new_are_drawn_a_frame_before_the_map(change: str) -> None:
    """Both in one frame would take too long; then the picture is the same as one that was drawn at once."""
    screen = asked(picketed())
    screen.picture = BattlePicture(screen, BesideTheWindow())
    passed(screen)
    try:
        if change == "size":
            screen.stage.resize((1400, 800))
        elif change == "letters":
            screen.pages.change_scale(25)
        else:
            screen.pages.next_theme()
        surface = screen.stage.surface()
        surface.fill(before := pygame.Color(255, 0, 255))
        passed(screen, 1)
        left = screen.places.left
        assert surface.get_at(screen.places.room.center) == before != surface.get_at((left.centerx, left.top + 4))
        passed(screen, 1)
        shown = pygame.image.tobytes(surface, "RGB")
        screen.picture.forget()
        passed(screen, 1)
        assert shown == pygame.image.tobytes(surface, "RGB")
    finally:
        use_theme("dark")
