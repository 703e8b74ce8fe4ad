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
from sim.view.editor.battle_editor import BattleEditor
from sim.view.editor.screen import EditorScreen
from sim.view.screen import ScreenDone
from sim.view.settings import load_settings, save_settings
from sim.view.ui.palette import theme
from tests.picket import SCENARIOS
from tests.view.browser.table import MIDDLING, NARROW, WIDE, Table

FORD = next(file for file in SCENARIOS if file.stem == "ford")
ALL = (WIDE, MIDDLING, NARROW)


def test_maps_are_drawn_from_here() -> None:
    """F7 begins a map; F8 draws on a copy of the one of the selected scenario, which is in no file yet."""
    begun = Table().key(pygame.K_F7).screen.next
    copied = Table().type("kamenka").key(pygame.K_F8).screen.next
    assert isinstance(begun, EditorScreen) and isinstance(copied, EditorScreen)
    assert begun.filing.page is not None and begun.filing.page.title == "New map"
    assert copied.drawing.document.map.title == "Kamenka Fields" and copied.drawing.document.path is None


def test_battles_are_written_from_here() -> None:
    """Shift F7 begins a battle; Shift F8 writes on a copy of a shipped one, and battles are played from there."""
    begun = Table().key(pygame.K_F7, mod=pygame.KMOD_SHIFT).screen.next
    copied = Table().type("kamenka").key(pygame.K_F8, mod=pygame.KMOD_SHIFT).screen.next
    assert isinstance(begun, BattleEditor) and isinstance(copied, BattleEditor)
    assert begun.filing.page is not None and begun.filing.page.title == "New battle"
    assert copied.title == "The farm at Kamenka" and copied.document.path is None and not copied.play_refusal


def test_a_battle_that_was_written_stands_in_the_list(tmp_path: Path) -> None:
    """Once it is saved it is there when one comes back, by its new title, and selected."""
    table = Table().type("kamenka").key(pygame.K_F8, mod=pygame.KMOD_SHIFT)
    editor = table.screen.next
    assert isinstance(editor, BattleEditor)
    editor.form.set_value(("title",), "The mill at Nowhere")
    assert editor.filing.save_as(tmp_path / "nowhere.toml") == ""
    table.tick()
    assert table.desk.selected is not None and table.desk.selected.title == "The mill at Nowhere"
    assert table.desk.selected.is_own and "The mill at Nowhere" in titles(table)


def titles(table: Table) -> list[str]:
    """Return the titles in the list."""
    return [entry.title for entry in table.desk.shown]


# -- the first picture ------------------------------------------------------------------------------------


def test_the_first_picture_needs_no_scenario_and_the_selected_one_is_told_in_full() -> None:
    """The list is there before any has been read; then system, map, strengths, difficulty, length and briefing."""
    table = Table()
    table.reader.keeps = True
    table.type("kamenka")
    assert "The farm at Kamenka" in table.texts
    assert table.desk.scenario is None and "it is still being read" in table.texts
    assert "there is no saved battle of this scenario" not in table.texts
    table.reader.keeps = False
    table.tick()
    assert table.desk.scenario is not None and "it is still being read" not in table.texts
    for words in ("Conflict of Heroes", "Kamenka Fields, 10 × 10 hexes", "4 units", "1 of 5", "5 turns", "2 July 1941"):
        assert words in table.texts


def test_behaviours_are_folded_away_at_first_and_nothing_is_drawn_while_nothing_changes() -> None:
    """A click on their heading opens them, another one folds them again; once all is painted, the window rests."""
    table = Table((1280, 1080))
    before = titles(table)
    for is_open in (True, False):
        table.press(Do("fold", ("Conflict of Heroes: behaviour",)))
        assert (len(titles(table)) > len(before)) == is_open
    assert titles(table) == before
    table.tick()
    assert not table.tick(30)


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


def test_clicks_all_over_the_window_and_every_key_are_safe() -> None:
    """Also where there is nothing, and whatever lies under a cat; a press that ends elsewhere can be taken back."""
    table = Table()
    start = next(spot for spot in table.spots if spot.do == Do("start"))
    table.screen.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start.box.center, button=1))
    table.screen.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1))
    table.tick()
    assert table.screen.next is None
    for x in range(3, 1280, 97):
        for y in range(3, 720, 61):
            table.click((x, y))
            table.screen.next = None
    for code in [getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")]:
        for mod in (0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT):
            table.screen.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
            table.screen.next = table.desk.next = None
    table.tick(3)


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


# -- starting ---------------------------------------------------------------------------------------------


def test_start_opens_the_battle_as_it_was_chosen() -> None:
    """Players, dice and seed are those on the buttons; typed dice have no seed, one that is left empty is made up."""
    table = Table().type("kamenka")
    table.press(Do("play_side", ("soviets", "commander"))).press(Do("edit", ("seed",))).type("12x3")
    table.press(Do("start"))
    assert table.session.players == {"soviets": "commander", "germans": "solo"}
    assert table.dice == Seeded(123)
    assert isinstance(Table().press(Do("take_dice", ("typed",))).press(Do("start")).dice, Typed)
    assert len({Table().press(Do("start")).dice for _ in range(2)}) == 2


def test_a_seed_too_large_is_refused_with_the_limit() -> None:
    """The button says so, and pressing it says it again."""
    table = Table().press(Do("edit", ("seed",))).type("9" * 25).key(pygame.K_RETURN)
    assert table.screen.next is None and str(LARGEST_SEED) in table.desk.message


def test_the_demo_is_played_by_the_program_and_a_tutorial_that_is_not_there_is_refused() -> None:
    """The commander stands in for the human; a tutorial that is there is started."""
    assert "human" not in Table().key(pygame.K_F4).session.players.values()
    table = Table().key(pygame.K_F3)
    there = any(entry.name.endswith("/tutorial") for entry in table.desk.entries)
    assert (table.screen.next is not None) == there
    assert there or "release" in table.desk.message


def test_what_was_played_last_is_selected_the_next_time() -> None:
    """The browser remembers it; whoever is new is shown the tutorial, and a battle that is gone leaves the top."""
    new, lost = Table().desk.selected, Table(last_scenario="gone").desk
    assert new is not None and new.name == "conflict_of_heroes/tutorial" and lost.selected == lost.shown[0]
    table = Table().key(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert table.session is not None
    assert Table(last_scenario=load_settings().last_scenario).desk.selected == table.desk.selected


# -- the keyboard alone -----------------------------------------------------------------------------------


def test_arrows_go_through_the_list() -> None:
    """Down and up, Home and End, and no further than the ends."""
    table = Table(last_scenario="ambush_alley/airport_road")
    shown, down, up = table.desk.shown, pygame.K_DOWN, pygame.K_UP
    for codes, place in (((), 0), ((down,), 1), ((pygame.K_END, down), -1), ((pygame.K_HOME, up), 0)):
        assert table.key(*codes).desk.selected == shown[place]


def test_typing_filters_the_list_and_esc_empties_the_filter() -> None:
    """The first that fits is selected, behaviours among them; where nothing fits, what was selected stays."""
    table = Table()
    before = table.desk.selected
    assert table.type("§§").key(pygame.K_DOWN).desk.selected == before and "No scenario matches" in table.texts
    table.key(pygame.K_ESCAPE).type("rumours")
    assert [*table.desk.shown] == [table.desk.selected]
    assert table.key(pygame.K_BACKSPACE).desk.filter == "rumour"
    selected = table.desk.selected
    table.key(pygame.K_ESCAPE)
    assert (table.desk.filter, table.desk.selected) == ("", selected) and selected in table.desk.shown


@pytest.mark.parametrize("size", ALL)
def test_tab_reaches_everything_that_can_be_clicked(size: tuple[int, int]) -> None:
    """Panels scroll to it; and it comes back to the list. Shift and Tab goes the other way."""
    table = Table(size)
    wanted, order = {spot.do for spot in table.spots if spot.do.name != "select"}, list[Do]()
    while (focus := table.key(pygame.K_TAB).screen.focus) is not None:
        assert focus in {spot.do for spot in table.spots} and len(order) < 200
        order.append(focus)
    assert wanted <= {*order}
    assert table.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT).screen.focus == order[-1]


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


# -- files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "is_own"), [(FORD, True), (find_scenario("orlovka_street"), False)])
@pytest.mark.parametrize("how", ["typed", "named on the command line", "dropped on the window"])
def test_a_file_that_is_opened_is_listed_and_selected(path: Path, is_own: bool, how: str) -> None:
    """A shipped scenario is not listed twice, but selected where it stands; either can be started."""
    table = Table(files=(path,) if how.startswith("named") else ())
    if how == "typed":
        table.press(Do("edit", ("path",))).type(str(path)).key(pygame.K_RETURN).screen.focus = None
    elif how.startswith("dropped"):
        table.screen.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert [entry.is_own for entry in table.desk.entries if entry.path == path] == [is_own]
    assert table.desk.selected is not None and table.desk.selected.path == path
    table.tick()
    assert table.desk.scenario is not None and table.key(pygame.K_RETURN).session is not None


@pytest.mark.parametrize("text", ["", "   ", "/no/such/file.toml", "\x00", "~nobody/x", "."])
def test_a_path_that_leads_nowhere_is_told(text: str) -> None:
    """And nothing changes."""
    table = Table()
    before = table.desk.entries
    table.desk.open_path(text)
    assert table.desk.message and table.desk.message_is_bad and table.desk.entries == before


def test_a_scenario_that_cannot_be_read_is_listed_with_its_reason_and_read_again_on_f5(tmp_path: Path) -> None:
    """Grey, in one line, and it cannot be started; one that was mended can be played."""
    file = tmp_path / "mine.toml"
    file.write_text(FORD.read_text(encoding="utf-8").replace('system = "picket"', 'system = "chess"'), encoding="utf-8")
    table = Table(files=(file,))
    assert "Cannot be played:" in table.texts and "chess" in table.desk.broken
    assert table.key(pygame.K_RETURN).screen.next is None and "cannot be played" in table.desk.message
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


def test_what_the_command_line_says_is_not_kept_and_what_was_set_in_a_battle_is_taken_over() -> None:
    """Only what was changed here goes into the file, at which the browser looks again when it comes back."""
    table = Table(scale=150, theme="contrast").key(pygame.K_F10)
    table.desk.set("speed", 3)
    assert (load_settings().scale, load_settings().theme, load_settings().speed) == (100, "dark", 3)
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
