"""The browser by mouse, and by keyboard alone."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pygame
import pytest

from sim.engine.chance import Seeded, Typed
from sim.resources import find_scenario
from sim.view.blocks.kinds import Do
from sim.view.browser.choices import LARGEST_SEED
from sim.view.browser.panels import Page
from sim.view.screen import ScreenDone
from sim.view.settings import load_settings, save_settings
from sim.view.ui.palette import theme
from tests.picket import SCENARIOS
from tests.view.browser.table import MIDDLING, NARROW, WIDE, Table

FORD = next(file for file in SCENARIOS if file.stem == "ford")
ALL = (WIDE, MIDDLING, NARROW)


def titles(table: Table) -> list[str]:
    """Return the titles in the list."""
    return [entry.title for entry in table.desk.shown]


# -- the first picture ------------------------------------------------------------------------------------


def test_the_first_picture_needs_no_scenario() -> None:
    """The list is there before any of them has been read."""
    table = Table()
    table.reader.keeps = True
    table.key(pygame.K_DOWN)
    assert "The farm at Kamenka" in table.texts
    assert table.desk.scenario is None and "it is still being read" in table.texts
    assert "there is no saved battle of this scenario" not in table.texts
    table.reader.keeps = False
    table.tick()
    assert table.desk.scenario is not None and "it is still being read" not in table.texts


def test_the_selected_scenario_is_told_in_full() -> None:
    """System, map, strengths, difficulty, length and briefing."""
    texts = Table().type("kamenka").texts
    for words in ("Conflict of Heroes", "Kamenka Fields, 10 × 10 hexes", "4 units", "1 of 5", "5 turns", "2 July 1941"):
        assert words in texts


def test_nothing_is_drawn_while_nothing_changes() -> None:
    """Once the picture is painted, the window rests."""
    table = Table()
    table.tick()
    assert not table.tick(30)


def test_behaviours_are_folded_away_at_first() -> None:
    """A click on their heading opens them, another one folds them again."""
    table = Table((1280, 1080))
    before = titles(table)
    fold = Do("fold", ("Conflict of Heroes: behaviour",))
    table.press(fold)
    assert len(titles(table)) > len(before)
    table.press(fold)
    assert titles(table) == before


# -- clicks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", get_args(Page))
@pytest.mark.parametrize("size", ALL)
def test_every_spot_can_be_clicked(size: tuple[int, int], page: Page) -> None:
    """Whatever it does, it does it without a crash, and at most one battle is opened."""
    table = Table(size)
    table.desk.page = page
    table.tick()
    for spot in table.spots:
        table.click(spot.box.center)
        table.screen.next = None
        table.desk.page = page
        table.tick()


def test_clicks_all_over_the_window_are_safe() -> None:
    """Also where there is nothing."""
    table = Table()
    for x in range(3, 1280, 97):
        for y in range(3, 720, 61):
            table.click((x, y))
            table.screen.next = None


def test_a_click_selects_and_a_double_click_starts() -> None:
    """As in any list."""
    table = Table()
    entry = table.desk.shown[1]
    spot = next(spot for spot in table.spots if spot.do == Do("select", (str(entry.path),)))
    table.click(spot.box.center)
    assert (table.desk.selected, table.screen.next) == (entry, None)
    table.screen._clicked = (None, 0.0)  # long ago
    table.click(spot.box.center).click(spot.box.center)
    assert table.session.battle is table.desk.scenario.battle  # type: ignore[union-attr]


def test_a_press_that_ends_elsewhere_does_nothing() -> None:
    """A slip can be taken back by moving away."""
    table = Table()
    start = next(spot for spot in table.spots if spot.do == Do("start"))
    table.screen.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start.box.center, button=1))
    table.screen.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1))
    table.tick()
    assert table.screen.next is None


# -- starting ---------------------------------------------------------------------------------------------


def test_start_opens_the_battle_as_it_was_chosen() -> None:
    """Players, dice and seed are those on the buttons."""
    table = Table().type("kamenka")
    table.press(Do("play_side", ("soviets", "commander"))).press(Do("edit", ("seed",))).type("12x3")
    table.press(Do("start"))
    assert table.session.players == {"soviets": "commander", "germans": "solo"}
    assert table.dice == Seeded(123)


def test_dice_can_be_typed_in() -> None:
    """There is no seed then."""
    table = Table()
    table.press(Do("take_dice", ("typed",))).press(Do("start"))
    assert isinstance(table.dice, Typed)


def test_a_seed_that_is_left_empty_is_made_up() -> None:
    """Two battles differ."""
    seeds = set()
    for _ in range(2):
        table = Table().press(Do("start"))
        seeds.add(table.dice)
    assert len(seeds) == 2


def test_a_seed_too_large_is_refused_with_the_limit() -> None:
    """The button says so, and pressing it says it again."""
    table = Table().press(Do("edit", ("seed",))).type("9" * 25)
    table.key(pygame.K_RETURN)
    assert table.screen.next is None
    assert str(LARGEST_SEED) in table.desk.message


def test_the_demo_is_played_by_the_program() -> None:
    """The commander stands in for the human."""
    table = Table().key(pygame.K_F4)
    assert "human" not in table.session.players.values()


def test_a_tutorial_that_is_not_there_is_refused() -> None:
    """Its button says why; one that is there is started."""
    table = Table().key(pygame.K_F3)
    there = any(entry.name.endswith("/tutorial") for entry in table.desk.entries)
    assert (table.screen.next is not None) == there
    assert there or "release" in table.desk.message


def test_what_was_played_last_is_selected_the_next_time() -> None:
    """The browser remembers it in the settings."""
    table = Table().key(pygame.K_DOWN, pygame.K_DOWN).key(pygame.K_RETURN)
    assert table.session is not None
    again = Table(last_scenario=load_settings().last_scenario)
    assert again.desk.selected == table.desk.selected


def test_whoever_is_new_is_shown_the_tutorial() -> None:
    """Nothing was played yet: the browser begins where a player should. A battle that is gone leaves the top."""
    new = Table().desk.selected
    assert new is not None and new.name == "conflict_of_heroes/tutorial"
    lost = Table(last_scenario="gone")
    assert lost.desk.selected == lost.desk.shown[0]


# -- the keyboard alone -----------------------------------------------------------------------------------


def test_arrows_go_through_the_list() -> None:
    """Down and up, Home and End, and no further than the ends."""
    table = Table(last_scenario="ambush_alley/airport_road")
    shown = table.desk.shown
    assert table.desk.selected == shown[0]
    table.key(pygame.K_DOWN)
    assert table.desk.selected == shown[1]
    table.key(pygame.K_END, pygame.K_DOWN)
    assert table.desk.selected == shown[-1]
    table.key(pygame.K_HOME, pygame.K_UP)
    assert table.desk.selected == shown[0]


def test_typing_filters_the_list_and_esc_empties_the_filter() -> None:
    """The first that fits is selected, behaviours among them."""
    table = Table().type("rumours")
    assert len(table.desk.shown) == 1
    assert table.desk.selected == table.desk.shown[0]
    table.key(pygame.K_BACKSPACE)
    assert table.desk.filter == "rumour"
    selected = table.desk.selected
    table.key(pygame.K_ESCAPE)
    assert (table.desk.filter, table.desk.selected) == ("", selected)
    assert selected in table.desk.shown


def test_a_filter_that_nothing_fits_says_so() -> None:
    """What was selected stays."""
    table = Table()
    before = table.desk.selected
    table.type("§§").key(pygame.K_DOWN)
    assert "No scenario matches" in table.texts
    assert table.desk.selected == before


@pytest.mark.parametrize("size", ALL)
def test_tab_reaches_everything_that_can_be_clicked(size: tuple[int, int]) -> None:
    """And comes back to the list; Shift and Tab goes the other way."""
    table = Table(size)
    wanted = {spot.do for spot in table.spots if spot.do.name != "select"}
    reached, order = set(), []
    for _ in range(200):
        table.key(pygame.K_TAB)
        if table.screen.focus is None:
            break
        reached.add(table.screen.focus)
        order.append(table.screen.focus)
    assert wanted <= reached
    table.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert table.screen.focus == order[-1]


@pytest.mark.parametrize("size", ALL)
def test_what_the_keyboard_is_on_can_be_seen(size: tuple[int, int]) -> None:
    """Panels scroll to it."""
    table = Table(size)
    for _ in range(40):
        table.key(pygame.K_TAB)
        if table.screen.focus is None:
            break
        assert table.screen.focus in {spot.do for spot in table.spots}


def focus_on(table: Table, do: Do) -> Table:
    """Go to a button by Tab."""
    for _ in range(200):
        if table.screen.focus == do:
            return table
        table.key(pygame.K_TAB)
    raise AssertionError(f"Tab does not reach {do}")


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_SPACE])
def test_a_battle_is_set_up_and_started_without_the_mouse(code: int) -> None:
    """Another side, typed dice, start."""
    table = Table().type("kamenka")
    focus_on(table, Do("play_side", ("germans", "human"))).key(code)
    focus_on(table, Do("take_dice", ("typed",))).key(code)
    focus_on(table, Do("start")).key(code)
    assert table.session.players["germans"] == "human"
    assert isinstance(table.dice, Typed)


def test_page_keys_and_the_wheel_scroll_the_briefing() -> None:
    """Down, and up again; the wheel scrolls what the mouse points at, and not the list beside it."""
    table = Table((1280, 720))
    about = table.screen.panel("about")
    table.key(pygame.K_PAGEDOWN)
    assert about.scroll > 0
    table.key(pygame.K_PAGEUP)
    assert about.scroll == 0
    table.screen.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=about.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    table.screen.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert about.scroll > 0


def test_esc_leaves_what_was_entered_last_and_asks_before_the_browser() -> None:
    """Settings, filter, button; then it asks, Esc stays, and Enter leaves."""
    table = Table().type("farm").key(pygame.K_TAB, pygame.K_F10)
    table.key(pygame.K_ESCAPE)
    assert table.desk.page == "battles"
    table.key(pygame.K_ESCAPE)
    assert table.desk.filter == ""
    table.key(pygame.K_ESCAPE)
    assert (table.screen.focus, table.screen.next) == (None, None)
    table.key(pygame.K_ESCAPE)
    assert table.screen.next is None and "Leave Sandtable?" in table.texts
    assert table.key(pygame.K_ESCAPE).desk.page == "battles"
    table.key(pygame.K_ESCAPE, pygame.K_RETURN)
    assert isinstance(table.screen.next, ScreenDone)


def test_every_key_can_be_pressed() -> None:
    """Nothing breaks, whatever lies under a cat."""
    table = Table()
    codes = [getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")]
    for code in codes:
        for mod in (0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT):
            table.screen.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
            table.screen.next = table.desk.next = None
    table.tick(3)


# -- files ------------------------------------------------------------------------------------------------


def test_a_file_is_opened_by_its_path() -> None:
    """It is listed and selected."""
    table = Table().press(Do("edit", ("path",))).type(str(FORD)).key(pygame.K_RETURN)
    assert table.desk.selected is not None
    assert table.desk.selected.path == FORD
    assert table.desk.scenario is not None
    table.screen.focus = None
    assert table.key(pygame.K_RETURN).session is not None


@pytest.mark.parametrize(("path", "is_own"), [(FORD, True), (find_scenario("orlovka_street"), False)])
@pytest.mark.parametrize("how", ["named", "dropped"])
def test_a_file_named_on_the_command_line_or_dropped_on_the_window_is_selected(
    path: Path, is_own: bool, how: str
) -> None:
    """A shipped scenario is not listed twice, but selected where it stands."""
    table = Table(files=(path,) if how == "named" else ())
    if how == "dropped":
        table.screen.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert [entry.is_own for entry in table.desk.entries if entry.path == path] == [is_own]
    assert table.desk.selected is not None and table.desk.selected.path == path


@pytest.mark.parametrize("text", ["", "   ", "/no/such/file.toml", "\x00", "~nobody/x", "."])
def test_a_path_that_leads_nowhere_is_told(text: str) -> None:
    """And nothing changes."""
    table = Table()
    before = table.desk.entries
    table.desk.open_path(text)
    assert table.desk.message
    assert table.desk.message_is_bad
    assert table.desk.entries == before


def test_a_map_is_not_taken_for_a_scenario(tmp_path: Path) -> None:
    """The message says what it is."""
    from sim.resources import shipped_maps

    table = Table()
    table.desk.open_path(str(shipped_maps()[0]))
    assert "is a map" in table.desk.message


def test_a_scenario_that_cannot_be_read_is_listed_with_its_reason(tmp_path: Path) -> None:
    """Grey, in one line, and it cannot be started."""
    bad = tmp_path / "bad.toml"
    bad.write_text(FORD.read_text(encoding="utf-8").replace('system = "picket"', 'system = "chess"'), encoding="utf-8")
    table = Table(files=(bad,))
    assert "Cannot be played:" in table.texts
    assert "chess" in table.desk.broken
    table.key(pygame.K_RETURN)
    assert table.screen.next is None
    assert "cannot be played" in table.desk.message


def test_files_are_read_again_on_f5(tmp_path: Path) -> None:
    """A scenario that was mended can be played."""
    file = tmp_path / "mine.toml"
    file.write_text("title = 'x'", encoding="utf-8")
    table = Table(files=(file,))
    assert table.desk.broken
    file.write_bytes(FORD.read_bytes())
    table.key(pygame.K_F5)
    assert (table.desk.broken, table.desk.selected.path) == ("", file)  # type: ignore[union-attr]


def test_without_any_scenario_the_browser_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without its folder opens all the same, and files can still be opened."""
    monkeypatch.setattr("sim.resources._PACKAGE", tmp_path / "nowhere" / "sim")
    table = Table()
    assert table.desk.entries == ()
    assert "No scenario" in table.texts
    table.key(pygame.K_DOWN, pygame.K_RETURN, pygame.K_F2, pygame.K_F3, pygame.K_F4, pygame.K_TAB, pygame.K_F5)
    assert table.screen.next is None
    for spot in table.spots:
        table.click(spot.box.center)


# -- settings ---------------------------------------------------------------------------------------------


def test_settings_show_at_once_and_are_kept() -> None:
    """Scale, theme and palette."""
    table = Table().key(pygame.K_F10)
    table.press(Do("set", ("theme", "light"))).press(Do("set", ("safe", True))).press(Do("set", ("scale", 115)))
    assert (theme().name, theme().safe) == ("light", True)
    assert table.screen.ui == pytest.approx(0.85 * 1.15, abs=0.002)
    kept = load_settings()
    assert (kept.theme, kept.safe, kept.scale) == ("light", True, 115)


def test_what_the_command_line_says_is_not_kept() -> None:
    """Only what was changed here goes into the file."""
    table = Table(scale=200, theme="contrast").key(pygame.K_F10)
    table.desk.set("speed", 3)
    assert (load_settings().scale, load_settings().theme, load_settings().speed) == (100, "dark", 3)


def test_what_was_set_in_a_battle_is_taken_over() -> None:
    """When the browser comes back it looks at the file again."""
    table = Table(scale=150)
    save_settings(replace(load_settings(), theme="light"))
    table.screen.handle(pygame.event.Event(pygame.VIDEOEXPOSE))
    assert (table.screen.settings.theme, table.screen.settings.scale, theme().name) == ("light", 150, "light")


def test_a_folder_that_cannot_be_written_to_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings hold for this time, and battles can be started."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "file" / "home"))
    table = Table().key(pygame.K_F10).press(Do("set", ("theme", "light")))
    assert "could not be saved" in table.desk.message
    assert theme().name == "light"
    table.key(pygame.K_ESCAPE).screen.focus = None
    assert table.key(pygame.K_RETURN).session is not None
