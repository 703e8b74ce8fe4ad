"""A battle by keyboard alone, the help that cannot lie, and everything else that has a key."""

from operator import attrgetter
from pathlib import Path

import pygame
import pytest

from sim.grid import Cell
from sim.scenario.saves import load_save
from sim.view.app import App
from sim.view.battle.commands import ALL_KEYS, COMMANDS, help_blocks, key_for
from sim.view.battle.film import BRIEFLY, LAST, SECONDS, Film, times
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Columns, Row
from sim.view.map_keys import ARROWS
from sim.view.model.happened import NOTHING, ActedAgainst, Happened
from sim.view.model.model import Model
from sim.view.settings import SCALES, ViewSettings, load_settings
from sim.view.ui.keys import SHIFT
from sim.view.worker.engine import AnswerSent, Asked, EngineHandler
from sim.view.worker.questions import Ahead, Moment
from sim.view.worker.table import BattleTable
from tests.picket.rules import Shot, Stepped
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, Stand
from tests.view.battle.bot import (
    FAR,
    NEAR,
    amess_turn,
    asked,
    ended,
    keys,
    menu,
    opened,
    page,
    passed,
    picket,
    picket_scenario,
    picketed,
    pressed,
    sent,
)  # fmt: skip

WITH_KEY = [key for key in ALL_KEYS if key.codes]
SMALL = (1000, 600)
"""Keys do the same in a window that is soon painted."""


# -- orders -----------------------------------------------------------------------------------------------


def test_an_order_by_digits_and_enter() -> None:
    """The digit on the button chooses, N aims, Enter gives the order."""
    screen = amess_turn()
    verbs = [verb.name for verb in menu(screen).verbs("ames") if verb.ways]
    frames = len(screen.session.frames)
    keys(screen, str(1 + verbs.index("shoot")))
    if menu(screen).picked is None:
        keys(screen, "n")
    assert len(screen.session.frames) == frames
    keys(screen, "return")
    assert any(isinstance(frame.event, Shot) for frame in screen.session.frames[frames:])


def test_n_goes_through_every_aim_and_the_cell_cursor_and_enter_do_what_the_mouse_does() -> None:
    """Shift N goes back; arrows go to a cell, Enter aims there, Enter again gives the order."""
    screen = amess_turn(AMES, FAR)
    aims, frames = menu(screen).aims, len(screen.session.frames)
    assert [menu(keys(screen, "n")).aim for _ in aims] == list(aims)
    assert menu(keys(screen, "shift-n")).aim == aims[-2]
    place = keys(screen, "escape down down").looking.cell_cursor
    assert menu(keys(screen, "return")).aim == place
    keys(screen, "return")
    assert isinstance(screen.session.frames[frames].event, Stepped)


def test_the_cell_cursor_goes_with_the_selection() -> None:
    """Tab selects another unit, and the arrows go on from there."""
    screen = keys(asked(opened("conflict_of_heroes/farm_at_kamenka", size=SMALL)), "tab down")
    for _ in range(3):
        before = screen.looking.selected_unit
        keys(screen, "tab")
        assert screen.looking.selected_unit != before
        assert screen.looking.cell_cursor == screen.looking.pointed_cell == screen.looking.selected_cell


def test_a_stray_enter_says_what_is_missing_and_escape_goes_back_step_by_step_to_the_menu() -> None:
    """Without anything chosen nothing is ordered; aim, entry, selection, menu, also where the unit was asked for."""
    screen = amess_turn()
    frames = len(screen.session.frames)
    assert menu(screen).picked is None and screen.looking.cell_cursor is None
    for _ in range(2):
        assert keys(screen, "return").message.startswith("No order is ready") and len(screen.session.frames) == frames
    keys(screen, "2")
    for _ in range(6):
        if page(keys(screen, "escape")):
            break
    assert page(screen) == "menu"
    assert page(keys(screen, "escape")) == "" and menu(screen).verb is None


def test_a_whole_battle_by_keyboard_alone() -> None:
    """Digits, N, Enter, S and Esc lead from the first question to the end."""
    screen = picketed(picket(AMES, NEAR, to_hit=5), players=HOTSEAT)
    for step in range(400):
        asked(screen)
        if screen.model.playback.is_over:
            break
        keys(screen, str(1 + step % 3))
        if screen.ordering.menu is not None and screen.ordering.menu.picked is None:
            keys(screen, "n")
        keys(screen, "return")
    assert screen.model.playback.is_over
    passed(screen, 2)
    assert page(screen) == "summary"


def test_keys_pressed_in_one_breath_mean_what_each_led_to() -> None:
    """Digit and Enter between two drawings give the order that the digit chose."""
    screen = amess_turn(AMES, FAR)
    frames = len(screen.session.frames)
    for code in (pygame.K_1, pygame.K_RETURN):
        sent(screen, pygame.KEYDOWN, key=code, mod=0)
    assert len(screen.session.frames) == frames + 1


def test_an_order_of_the_side_waits_until_all_others_of_its_kind_are_known() -> None:
    """While offers still come in, one that looks like the only one is chosen, and not given."""
    screen = asked(opened("conflict_of_heroes/behaviour/eleven"))
    assert menu(screen).is_complete
    frames = len(screen.session.frames)
    for menu(screen).is_complete in (False, True):
        is_given = menu(screen).is_complete
        screen.ordering.choose_side_order("pass")
        assert (len(screen.session.frames) > frames) == is_given


# -- the table of keys ------------------------------------------------------------------------------------


def test_the_help_lists_every_key_of_the_table_and_each_finds_its_command() -> None:
    """F1 is made of what the keys do, with num lock and caps lock as without; no two entries share a key."""
    columns = next(block for block in help_blocks({}) if isinstance(block, Columns))
    listed = [(row.label, row.text) for column in columns.columns for row in column if isinstance(row, Row)]
    assert listed == [(key.name, key.text) for key in ALL_KEYS]
    taken = [(code, key.with_) for key in WITH_KEY for code in key.codes]
    assert len(taken) == len(set(taken))
    for key in WITH_KEY:
        locks = (0, pygame.KMOD_NUM, pygame.KMOD_CAPS)
        assert {key_for(code, key.with_ | lock) for code in key.codes for lock in locks} == {key}
        assert key.do is not None and key.do.name in COMMANDS


@pytest.mark.parametrize("ends", [False, True], ids=["asked", "at the end"])
def test_every_key_can_be_pressed_at_any_moment(ends: bool) -> None:
    """While asked, while looking back, and at the end: nothing raises, and nothing is lost of the battle."""
    screen: BattleScreen | None = None
    for key in WITH_KEY:
        screen = screen or (_ended() if ends else amess_turn())
        before = [frame.event for frame in screen.session.frames]
        for _ in range(2):
            pressed(screen, key.codes[0], key.with_)
        screen.timing.first_frame()
        pressed(screen, key.codes[0], key.with_)
        after = [frame.event for frame in screen.session.frames]
        takes_back = key.do is not None and key.do.name in ("undo", "branch", "branch_with_new_luck")
        assert takes_back or after[: len(before)] == before, key.name
        screen.pages.close_window()
        screen.timing.live()
        if after != before or screen.next is not None or (not ends and asked(screen).ordering.menu is None):
            screen = None


def _ended() -> BattleScreen:
    return ended(picketed(picket(AMES, NEAR), players=AUTOMATED, size=SMALL))


def test_f1_opens_and_closes_the_help_over_anything() -> None:
    """Keys of the battle do nothing while it lies there."""
    screen = amess_turn()
    frames = len(screen.session.frames)
    assert page(keys(screen, "f1")) == "help"
    assert page(keys(screen, "1 return u .")) == "help" and len(screen.session.frames) == frames
    assert page(keys(screen, "f1")) == ""


# -- looking ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "press", ["l=ruler", "v=view", "shift-t=threat", "shift-r=reach", "shift-c=cover"], ids=lambda press: press
)
@pytest.mark.parametrize("start", ["unit", "cell", "nothing"])
def test_every_overlay_has_a_key_and_works_from_anywhere(press: str, start: str) -> None:
    """From a unit, from an empty cell, from nothing: on, and off again."""
    screen, (key, name) = amess_turn(), press.split("=")
    screen.looking.selected = {"unit": "ames", "cell": screen.session.battle.map.cell("F5"), "nothing": None}[start]
    for is_on in (True, False):
        assert bool(getattr(keys(screen, key).looking.shown, name)) == is_on


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("conflict_of_heroes/behaviour/eleven", " would see the same as now."),
        ("outlaws/behaviour/snapshots", ": what it would see, and what it would lose sight of."),
    ],
)
def test_the_view_after_turning_says_where_to_and_whether_it_matters(scenario: str, words: str) -> None:
    """In Conflict of Heroes everybody sees all round: a picture that stays as it is must not look like a dead key."""
    screen = asked(opened(scenario, size=(900, 600)))
    unit = next(unit for unit in screen.model.position.state.units if unit.cell is not None)
    screen.looking.selected = unit.id
    names = screen.session.battle.map.grid.directions
    turned = names[(unit.facing + 1) % len(names)]
    assert keys(screen, "shift-v").message == f"{screen.model.naming(unit.id)} turned to {turned}{words}"


PRESSES = {
    "fire zones go from the enemy's to mine to none": (
        "looking.shown.fire", "shift-f=raiders shift-f=picket shift-f=None",
    ),
    "Z shows the whole map again": ("picture.sees_all", "+=False +=False z=True"),
    "letters grow to 250 percent and no further": (
        "settings.scale", "ctrl-+=125 ctrl-+=150 ctrl-+=175 ctrl-+=200 ctrl-+=225 ctrl-+=250 ctrl-+=250",
    ),
    "letters shrink to 75 percent and no further": ("settings.scale", "ctrl--=75 ctrl--=75"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "presses"), PRESSES.values(), ids=PRESSES)
def test_each_press_leads_on(path: str, presses: str) -> None:
    """What is so after each press of a key; the size of letters is kept for next time."""
    screen = amess_turn()
    for press in presses.split():
        key, _, value = press.rpartition("=")
        assert str(attrgetter(path)(keys(screen, key))) == value
    assert load_settings().scale == screen.settings.scale


@pytest.mark.parametrize(
    ("kind", "what"), [(pygame.KEYUP, {"key": pygame.K_RIGHT, "mod": 0}), (pygame.WINDOWFOCUSLOST, {})]
)
def test_held_shift_arrows_move_the_map_until_they_are_let_go(kind: int, what: dict[str, int]) -> None:
    """Or until the window loses the keyboard: a key that is let go elsewhere is not held for ever."""
    screen = keys(amess_turn(), "+ + + + + + + +")
    before = screen.steering.camera
    sent(screen, pygame.KEYDOWN, key=pygame.K_RIGHT, mod=SHIFT)
    passed(screen, 3)
    moved = screen.steering.camera
    assert moved.left > before.left and moved.top == before.top
    sent(screen, kind, **what)
    passed(screen, 3)
    assert screen.steering.camera == moved


def test_the_cell_cursor_stays_on_the_map() -> None:
    """However often an arrow is pressed."""
    screen = amess_turn()
    for code in ARROWS:
        for _ in range(30):
            sent(screen, pygame.KEYDOWN, key=code, mod=0)
        passed(screen)
        assert screen.looking.cell_cursor in screen.session.battle.map


def test_the_right_column_can_be_used_without_a_mouse() -> None:
    """Ctrl with arrows goes through what can be clicked there, and Ctrl Enter clicks it."""
    screen = keys(_ended(), "ctrl-down")
    seen = {keys(screen, "ctrl-down").focus for _ in range(12)}
    assert len(seen) > 5 and None not in seen
    while screen.focus is not None and screen.focus.name != "jump":
        keys(screen, "ctrl-down")
    focus = screen.focus
    keys(screen, "ctrl-return")
    assert focus is not None and screen.model.playback.cursor == focus.args[0]


# -- the window -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_with_the_largest_letters_orders_can_still_be_seen(size: tuple[int, int]) -> None:
    """A scale that is offered must not take the panels away in a window of usual size."""
    largest = ViewSettings(animations=False, scale=SCALES[1])
    orders = asked(picketed(picket(AMES, NEAR), players=HOTSEAT, size=size, settings=largest)).panels["orders"]
    assert orders.blocks and orders.rect.width > 0


def test_the_reasons_are_copied_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Onto the clipboard; where there is none, into a file that is named, and into a new one each time."""
    screen = _ended()
    screen.timing.jump(screen.model.playback.decisions[0])
    passed(screen)
    taken: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", taken.append)
    keys(screen, "ctrl-c")
    assert taken and screen.model.told(screen.model.playback.cursor) in taken[0] and len(taken[0].splitlines()) > 2

    def refuse(text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    keys(screen, "ctrl-c")
    (file,) = tmp_path.glob("sandtable-reasons-*.txt")
    assert file.read_text("utf-8") == taken[0] and file.name in screen.message
    keys(screen, "ctrl-c")
    assert len(list(tmp_path.glob("sandtable-reasons-*.txt"))) == 2, "the first file is written over"


def test_a_film_of_the_turn_is_written(tmp_path: Path) -> None:
    """F9 writes a GIF with a picture for every frame of the turn, and says so."""
    from PIL import Image

    screen = _ended()
    screen.timing.jump(4)
    passed(screen)
    turn = screen.model.playback.frame.state.turn
    wanted = [frame for frame in screen.session.frames if frame.state.turn == turn]
    assert keys(screen, "f9").message.startswith("Saved ")
    (file,) = tmp_path.glob("*.gif")
    with Image.open(file) as film:
        pictures = getattr(film, "n_frames", 1)
        assert 1 <= pictures <= len(wanted)
        film.seek(pictures - 1)
        assert film.info["duration"] >= 1000 * LAST


def test_a_film_dwells_on_deeds_and_on_its_end() -> None:
    """Cards and names are told briefly; deeds are looked at longer, and the last picture longest."""
    deed = Happened(fired=ActedAgainst("ames", Cell(0, 0), Cell(1, 0)))
    assert times([NOTHING, deed, NOTHING, NOTHING]) == [BRIEFLY, SECONDS, BRIEFLY, LAST]
    assert BRIEFLY < SECONDS < LAST
    assert times([]) == []


class Branching:
    """Somebody who plays on from the first frame while the engine is at work."""

    def __init__(self, table: BattleTable) -> None:
        self.table = table

    def __call__(self) -> tuple[()]:
        return ()

    def attend(self) -> None:
        self.table.turn_to(self.table.session.branch(1))


def test_a_film_survives_whatever_happens_meanwhile(tmp_path: Path) -> None:
    """Another line, an undo: the film is of the turn it was asked for. A forecast for a line that was left is not.

    One that comes too late to begin says so.
    """
    start = picket(AMES, FAR)
    session = start.session(players=AUTOMATED)
    session.play_out()
    table = BattleTable(picket_scenario(start), session)
    at, file = Moment(table.line, 4, ()), tmp_path / "film.gif"
    asked_for = [Asked("film", Film(at, 9, file, "dark", False)), Asked("ahead", Ahead(at))]
    (told,) = EngineHandler(table, packs=False)(asked_for[0], Branching(table))
    assert isinstance(told, AnswerSent) and told.answer.startswith("Saved film.gif") and file.exists()
    assert not [*EngineHandler(table, packs=False)(asked_for[1], Branching(table))]
    (told,) = EngineHandler(table, packs=False)(asked_for[0], Branching(table))
    assert isinstance(told, AnswerSent) and told.answer == "No film was written: its turn was left before it began"


def test_a_film_shows_no_more_than_was_shown_to_whoever_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what is computed ahead, nor, where two play at one screen, who is hidden from him who is asked."""
    seen: dict[int, bool] = {}

    def watched(model: Model, number: int) -> Happened:
        seen[number] = "red-9" in model.position_at(number).state.units
        return NOTHING

    monkeypatch.setattr("sim.view.battle.film.happened_at", watched)
    screen = amess_turn(AMES, FAR, Stand("red-9", "E5", 5, hidden=True))
    screen.pages.take_over()
    playback = asked(screen).model.playback
    playback.answer(next(choice for choice in menu(screen).choices if choice.is_open).offer.intent)
    last = playback.shown - 1
    assert last < len(playback.frames) - 1
    keys(screen, "f9")
    assert [*seen][-1] == last and len(seen) > 1 and not any(seen.values())


def test_f12_takes_a_picture_and_f11_fills_the_screen(tmp_path: Path) -> None:
    """The app does both for every screen; the battle goes on."""
    screen = amess_turn()
    app = App(screen.stage, screen)
    for code in (pygame.K_F12, pygame.K_F11):
        app.tick([pygame.event.Event(pygame.KEYDOWN, key=code, mod=0)])
    assert app.screen is screen
    app.close()
    assert list(tmp_path.glob("sandtable-*.png"))


def test_f5_saves_and_says_where(tmp_path: Path) -> None:
    """What was saved can be read again, and is the battle as it is."""
    screen = asked(opened("conflict_of_heroes/behaviour/eleven", save=tmp_path / "my.save.jsonl"))
    assert "my.save.jsonl" in keys(screen, "f5").message
    record = load_save(tmp_path / "my.save.jsonl")
    assert [frame.event for frame in record.session().frames] == [frame.event for frame in screen.session.frames]


def test_shift_seven_of_a_german_keyboard_is_a_slash_and_no_digit() -> None:
    """It changes the speed, and the order with 7 on its button is not chosen."""
    screen = amess_turn()
    before = screen.model.playback.speed
    sent(screen, pygame.KEYDOWN, key=pygame.K_7, mod=SHIFT, unicode="/")
    assert screen.model.playback.speed != before


def test_speed_grid_coordinates_and_small_map_are_kept_for_other_days() -> None:
    """As the size of letters and the theme are."""
    screen = keys(asked(picketed()), "/ shift-g shift-k shift-z")
    for name in ("speed", "grid", "coordinates", "small_map"):
        assert getattr(load_settings(), name) == getattr(screen.settings, name) != getattr(ViewSettings(), name)


@pytest.mark.parametrize(("scale", "note"), [(100, "75 to 250 %"), (250, "this window is too small for more")])
def test_the_menu_says_if_letters_are_larger_than_the_window_has_room_for(scale: int, note: str) -> None:
    """They are drawn as large as fits: else the figure would not be what is seen."""
    screen = picketed(settings=ViewSettings(animations=False, scale=scale))
    screen.pages.show_menu()
    assert screen.pages.window is not None
    buttons = [block for block in screen.pages.window.blocks if isinstance(block, Button)]
    assert [button.note for button in buttons if "Text size" in button.text] == [note]
