"""A window that has no time shows what there is, and in the end the same picture as one that has all the time."""

import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.scenario.saves import SaveFile, load_save
from sim.scenario.scenario import load_scenario
from sim.view.battle import core, layers
from sim.view.battle.answers import OverlayAnswers, OverlayQuestions
from sim.view.battle.compose import orders_part
from sim.view.battle.core import LOOKS
from sim.view.battle.motion import SECONDS
from sim.view.battle.screen import BattleScreen
from sim.view.board.board_picture import forget_painted
from sim.view.board.paint_grid import prepare_edge_names
from sim.view.settings import ViewSettings
from sim.view.ui.blocks import Title
from sim.view.ui.frame_budget import FrameBudget
from sim.view.ui.palette import use_theme
from sim.view.window import MemoryStage
from tests.view.drawn import difference, pixels

NAME, SIZE = "conflict_of_heroes/behaviour/eleven", (860, 600)
STEPS = 3000
"""More pictures than anything takes to settle, one thing in each."""


def forget() -> None:
    """Let go of every picture that was kept."""
    use_theme("light")
    use_theme("dark")
    layers._sheets.clear()
    forget_painted()


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Begin without a single picture of before."""
    forget()


def hurried(patience: float = 0.0) -> BattleScreen:
    """Return a battle in a window that has so much time for one picture, and is stopped."""
    scenario = load_scenario(find_scenario(NAME))
    players = {side: "commander" if who == "human" else who for side, who in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(1))
    settings = ViewSettings(animations=False)
    screen = BattleScreen(MemoryStage(SIZE, patience), scenario, session, seed=1, save=None, settings=settings)
    screen.model.playback.halt()
    return screen


def drawn(screen: BattleScreen) -> None:
    """Let a frame pass, or another one if its picture is put off, and draw it."""
    screen.tick(0.02)
    if screen._puts_off:
        screen.tick(0.02)
    if not screen.paint(screen.stage.surface()) and screen._has_measured:
        screen.paint(screen.stage.surface())


def once(screen: BattleScreen) -> np.ndarray:
    """Let a frame pass, and return what the window shows."""
    drawn(screen)
    return pixels(screen.stage.surface())


def warmed(screen: BattleScreen) -> BattleScreen:
    """Return a battle whose kernels are loaded."""
    while screen.is_cold:
        drawn(screen)
    return screen


def settled(screen: BattleScreen) -> np.ndarray:
    """Let frames pass until everything is there, and return what the window shows."""
    for _ in range(STEPS):
        drawn(screen)
        if screen.is_settled and screen.picture.work(screen.steering.camera, 0.01):
            return once(screen)
    raise AssertionError("it never settles")


def whole(screen: BattleScreen) -> np.ndarray:
    """Return what the window shows when everything is drawn in one go."""
    screen.tick(0.02)
    screen.finish()
    screen.paint(screen.stage.surface())
    assert screen.is_settled
    return pixels(screen.stage.surface())


def overlaid(screen: BattleScreen) -> BattleScreen:
    """Return a battle with every overlay on that needs nothing but a side."""
    screen.shown.fire = screen.session.battle.sides[0].id
    screen.shown.threat = screen.shown.cover = True
    return screen


def test_a_window_without_time_is_not_settled_at_first_and_a_sheet_in_memory_is() -> None:
    """One thing is drawn in each picture, and there are more; a sheet waits until everything is loaded and drawn."""
    screen, patient = hurried(), hurried(float("inf"))
    drawn(screen)
    assert not screen.is_settled
    assert not patient.is_cold and not patient.looks_around_first()
    drawn(patient)
    drawn(patient)
    assert patient.is_settled


@pytest.mark.parametrize("steps", [0, pytest.param(2, marks=pytest.mark.long), 6])
def test_a_hurried_window_comes_to_the_same_picture(steps: int) -> None:
    """After some steps of the zoom, with all overlays on: no pixel tells that it was drawn bit by bit."""
    pictures = []
    for draw in (settled, whole):
        screen = overlaid(hurried(0.0 if draw is settled else float("inf")))
        drawn(screen)
        for _ in range(steps):
            screen.zoom_in()
        pictures.append(draw(screen))
        forget()
    assert difference(*pictures).max() == 0


def test_a_picture_of_a_hurried_window_is_drawn_whole() -> None:
    """Whoever takes a picture gets all of it, at once."""
    assert difference(whole(overlaid(hurried())), whole(overlaid(hurried(float("inf"))))).max() == 0


def test_after_a_step_of_the_zoom_the_picture_of_before_stands_in() -> None:
    """The map is never empty: the first picture looks more like the last one than like a bare table."""
    screen = overlaid(hurried())
    whole(screen)
    screen.zoom_in()
    first, last = once(screen), whole(screen)
    assert not np.array_equal(first, last)
    bare = np.broadcast_to(np.array(last[5, 5]), last.shape)
    room = screen.places.room
    inner = np.s_[room.top : room.bottom, room.left : room.right]
    assert difference(first[inner], last[inner]).mean() < difference(bare[inner], last[inner]).mean() / 2


def test_an_overlay_of_before_stays_until_the_next_is_there() -> None:
    """While the AI plays nothing flickers: the ground of the last frame is shown a moment longer."""
    screen = overlaid(hurried())
    before = whole(screen)
    screen.shown.threat = False
    room = screen.places.room
    inner = np.s_[room.top + 200 : room.bottom, room.left : room.right]
    layers._sheets.clear()
    assert difference(once(screen)[inner], before[inner]).mean() < 3
    assert difference(whole(screen)[inner], before[inner]).mean() > 0


def test_a_new_layer_takes_what_is_left_of_a_picture() -> None:
    """To make room for it takes long by itself; it is painted from the next picture on."""
    screen = overlaid(warmed(hurried(60.0)))
    made = []
    for _ in range(30):  # not until all is settled, as it is for a moment before the first answers are there
        drawn(screen)
        made.append(len(layers._sheets))
    steps = [after - before for before, after in itertools.pairwise([0, *made]) if after > before]
    assert set(steps) == {1} and len(steps) >= 3


def test_while_the_wheel_is_turned_every_other_picture_is_shown() -> None:
    """Each step of the zoom wants new room for several layers: the window does not stand still meanwhile."""
    screen = overlaid(warmed(hurried(60.0)))
    settled(screen)
    told = []
    for notch in (1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1):
        screen.steering.turn_wheel(notch, (430, 300))
        layers._sheets.clear()
        screen._took, screen._puts_off, screen._has_measured = 0.0, False, True
        told.append(screen.paint(screen.stage.surface()))
    assert False in told and (False, False) not in itertools.pairwise(told)


def test_letters_of_another_size_are_measured_in_a_picture_that_is_left_out() -> None:
    """Even if those before them had their turn a moment ago; and never in two pictures in a row."""
    screen = hurried(60.0)
    screen.stage.resize((1280, 720))  # with room for letters of several sizes
    settled(warmed(screen))
    clock = itertools.count(step=0.01)  # whatever is done takes long
    screen.clock = lambda: next(clock)
    only_measured = []
    for step in (25, -50, 75, -25):
        screen.change_scale(step)
        screen.tick(0.02)
        screen._has_measured, screen._took, screen._puts_off = True, 0.0, False
        drawn = screen.paint(screen.stage.surface())
        only_measured.append(screen._only_measured)
        assert not (drawn and screen._only_measured)
    assert only_measured == [True, False, True, False]


def test_a_layer_that_is_let_go_leaves_its_room_to_the_next() -> None:
    """While one cell after the other is looked from, no more memory is taken than for those that are kept."""
    screen = warmed(hurried(float("inf")))
    screen.shown.view = True
    known: list[pygame.Surface] = []  # held on to: what is let go could come to lie where another lay
    for cell in screen.session.battle.map.cells[: 3 * layers._KEPT]:
        screen.selected = cell
        drawn(screen)
        known += [sheet.surface for sheet in layers._sheets.values() if all(sheet.surface is not one for one in known)]
    assert len(known) == layers._KEPT


def test_names_along_the_edge_come_once_all_are_lettered() -> None:
    """A few are in each picture, and in the end they are there as in one that is drawn in one go."""
    screen = warmed(hurried())
    settled(screen)
    screen.set_dress(coordinates=True)
    drawn(screen)
    assert not screen.is_settled
    assert difference(settled(screen), whole(screen)).max() == 0
    forget()
    times = [prepare_edge_names(screen.layout, screen.steering.camera, 14, FrameBudget(0.0)) for _ in range(200)]
    assert times == sorted(times) and times.index(True) > 3


def test_another_size_of_window_settles_too() -> None:
    """What was drawn for the old size does not stay."""
    screen = overlaid(hurried())
    whole(screen)
    screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(960, 660)))
    slow = settled(screen)
    assert difference(slow, whole(screen)).max() == 0


def test_answers_are_worked_out_one_after_the_other() -> None:
    """Asked often enough, an overlay that needs many answers has them all, and they are the same as at once."""
    screen = hurried()
    position, side = screen.model.position, screen.session.battle.sides[0].id
    wanted, answers = OverlayQuestions(fire=side, threat=side, cover=True), OverlayAnswers(screen.model.insight)
    times = next(n for n in range(STEPS) if answers.prepare(position, wanted, FrameBudget(0.0)))
    assert times > 2
    fresh = OverlayAnswers(screen.model.insight)
    assert answers.cover(position) == fresh.cover(position)
    assert str(answers.fire_bands(position, side)) == str(fresh.fire_bands(position, side))
    assert np.array_equal(answers.threat(position, side), fresh.threat(position, side))


# -- a long past -------------------------------------------------------------------------------------------


def test_a_long_log_is_told_over_several_pictures() -> None:
    """In the end it is the same log, with the line of the last frame in sight."""
    screen = hurried(1.0)
    while screen.model.playback.cursor < 30 and screen.model.playback.forward():
        pass
    screen.model.told_at_once = 5
    told = []
    while not screen.model.has_told_all:
        drawn(screen)
        told.append(len(screen.panels["side"].blocks))
    assert len(told) > 2
    settled(screen)
    hurried_log = screen.panels["side"].blocks, screen.panels["side"].scroll
    screen.model.told_at_once, screen.model._log = None, type(screen.model._log)()
    screen._reveals = True
    whole(screen)
    assert (screen.panels["side"].blocks, screen.panels["side"].scroll) == hurried_log


def test_a_picture_of_a_window_has_the_whole_log() -> None:
    """Whoever takes a picture need not wait for it."""
    screen = hurried()
    screen.session.advance()
    screen.model.told_at_once = 1
    screen.jump(10**6)
    whole(screen)
    assert screen.model.has_told_all


def test_a_small_window_without_a_log_settles() -> None:
    """Where there is no room for a log nobody waits for it."""
    screen = hurried()
    screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(200, 150)))
    settled(screen)
    assert screen.is_settled


def test_in_another_size_the_log_is_told_anew() -> None:
    """To measure all of it for another width takes too long for one picture; in the end it shows the latest."""
    screen = warmed(hurried(1.0))
    while screen.model.playback.cursor < 60 and screen.model.playback.forward():
        pass
    settled(screen)
    lines = len(screen.panels["side"].blocks)
    screen.model.told_at_once = 20
    screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(1100, 700)))
    drawn(screen)
    assert len(screen.panels["side"].blocks) < lines
    settled(screen)
    assert (len(screen.panels["side"].blocks), screen.panels["side"].scroll) == (lines, screen.panels["side"].most)


def test_after_much_work_a_picture_leaves_out_what_is_new() -> None:
    """The next tick then leaves its own work, and its picture has the time: nothing is left out for ever."""
    screen = warmed(hurried(1.0))
    settled(screen)
    forget()
    screen.clock = lambda: 0.0
    screen._took = 1.0
    screen.zoom_in()
    screen.paint(screen.stage.surface())
    owed = screen._owes
    screen.paint(screen.stage.surface())
    assert (owed, screen._owes) == (True, False)


def slow_tick(screen: BattleScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a tick pass in which the battle goes on by a frame, which takes longer than a tick should."""
    with monkeypatch.context() as patch:
        patch.setattr("sim.view.battle.screen.ENOUGH", 0.0)
        screen.forward()
        screen.tick(0.02)


def test_the_picture_of_a_long_tick_comes_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long tick is not followed by a picture at once, and the tick after it does nothing but wait for it."""
    screen = warmed(hurried(1.0))
    settled(screen)
    screen.clock = lambda: 0.0
    slow_tick(screen, monkeypatch)
    assert not screen.paint(screen.stage.surface())
    screen.motion.begin({"a": (0.0, 0.0)}, {"a": (9.0, 0.0)})
    screen.tick(0.02)
    assert screen.motion.done == 0.0
    assert screen.paint(screen.stage.surface())
    screen.tick(0.02)
    assert screen.motion.done == pytest.approx(2 * 0.02 / SECONDS)  # no time is lost


def test_whoever_wants_a_picture_gets_it_even_after_a_long_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is put off for a picture that is taken, nor in memory."""
    screen = warmed(hurried(1.0))
    slow_tick(screen, monkeypatch)
    screen.finish()
    assert screen.paint(screen.stage.surface())
    patient = hurried(float("inf"))
    slow_tick(patient, monkeypatch)
    assert patient.paint(patient.stage.surface())


def test_a_picture_of_everything_is_drawn_even_after_a_slow_tick() -> None:
    """A machine that is busy delays what can wait; what is to be drawn in one go is drawn."""
    screen = warmed(hurried(1.0))
    settled(screen)
    screen._took = 1.0
    screen.finish()
    assert screen.paint(screen.stage.surface())
    assert screen.is_settled


def test_in_a_window_the_summary_comes_after_the_whole_of_the_last_frame() -> None:
    """The last event is shown first, with all its log."""
    screen = warmed(hurried(1.0))
    screen.session.play_out()
    screen.jump(10**6)
    shown = []
    for _ in range(STEPS):
        drawn(screen)
        if screen.window is not None:
            break
        shown.append(screen.is_settled)
    assert shown[-1]
    assert screen.window is not None


def test_a_window_looks_back_over_several_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is there at once and says what it waits for; losses and luck come when every frame was looked at."""
    screen = warmed(hurried(1.0))
    screen.session.play_out()
    screen.model.playback._sync()
    screen.jump(10**6)
    monkeypatch.setattr("sim.view.battle.screen.FORESEEING", 0.0)  # one step in each tick
    screen._told_end = True
    screen.show_summary()
    titles = []
    for _ in range(STEPS):
        drawn(screen)
        assert screen.window is not None and screen.window.name == "summary"
        titles.append(next(block.text for block in screen.window.blocks if isinstance(block, Title)))
        if titles[-1] != titles[0]:
            break
    assert "Adding up" in titles[0]
    assert titles[-1].endswith("won")
    assert len(titles) > 100


# -- before the board --------------------------------------------------------------------------------------


def test_a_window_shows_the_board_before_anything_that_sight_takes_is_loaded() -> None:
    """Numba is imported after the first picture, with all its counters."""
    told = (
        "import sys; from tests.view.battle.test_haste import hurried, once; screen = hurried(1.0); once(screen); "
        "print(len(screen.counter_spots) > 0, screen.is_cold, 'numba' in sys.modules)"
    )
    command, checkout = [sys.executable, "-c", told], Path(__file__).parents[3]
    answer = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    assert answer.stdout.split()[-3:] == ["True", "True", "False"]


def test_kernels_are_loaded_over_several_ticks() -> None:
    """The window can be drawn in between, and the map can be moved."""
    screen = hurried()
    ticks = 0
    while screen.is_cold:
        drawn(screen)
        ticks += 1
    assert 1 < ticks < STEPS


def test_what_takes_sight_waits_for_the_kernels() -> None:
    """Play that was begun before goes on after it."""
    screen = hurried(1.0)
    screen.skip()
    drawn(screen)
    assert (screen.is_cold, screen.model.playback.cursor) == (True, 0)
    for _ in range(STEPS):
        drawn(screen)
        if screen.model.playback.cursor:
            break
    assert not screen.is_cold


def test_a_player_is_told_that_the_table_is_being_set_up() -> None:
    """Until orders can be given."""
    screen = hurried(1.0)
    drawn(screen)
    before = orders_part(screen)
    drawn(warmed(screen))
    assert before == (Title("Setting up the table …"),) != orders_part(screen)


# -- before a decision ------------------------------------------------------------------------------------


def test_in_a_window_the_first_decision_waits_for_a_look_around() -> None:
    """What a decision would have to look at is looked at before, a little in every tick."""
    screen = warmed(hurried(0.01))
    screen.skip()
    lines = screen.model.position.lines
    assert screen.looks_around_first()
    for _ in range(LOOKS):
        screen.looks_around_first()
    assert not screen.looks_around_first()
    known = len(lines._rows)
    assert known
    drawn(screen)
    assert screen.model.playback.cursor > 0


def test_play_is_about_to_go_on_only_where_a_frame_is_missing() -> None:
    """Stopped, or looking back at what is known, there is nothing to be decided."""
    playback = hurried().model.playback
    told = [playback.is_about_to_play]
    playback.hurry_to("end")
    told.append(playback.is_about_to_play)
    playback.forward()
    playback.forward()
    playback.jump(0)
    playback.hurry_to("end")
    told.append(playback.is_about_to_play)
    assert told == [False, True, False]


# -- saving ------------------------------------------------------------------------------------------------


def saved_in(tmp_path: Path) -> tuple[BattleScreen, Path]:
    """Return a stopped battle with much in it that is not saved yet, and where it is going to be."""
    screen, file = warmed(hurried()), tmp_path / "a.save.jsonl"
    screen._save_file = SaveFile(file, screen.scenario, screen.session, screen.seed)
    while len(screen.session.entries) < core.SAVED_EVERY + 5 and screen.model.playback.forward():
        pass
    return screen, file


@pytest.mark.parametrize("leaves", [False, True])
def test_an_autosave_is_made_over_several_ticks(leaves: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry in each, where there is no time for more; a window that is closed meanwhile waits for the rest."""
    monkeypatch.setattr(core, "SAVING", 0.0)
    screen, file = saved_in(tmp_path)
    screen.autosave()
    assert not file.exists()
    ticks = 1
    while not file.exists() and not leaves:
        screen.autosave()
        ticks += 1
    assert leaves or ticks == len(screen.session.entries)
    screen.leave()
    assert [frame.event for frame in load_save(file).frames] == [frame.event for frame in screen.session.frames]


def test_the_first_picture_of_another_size_measures_and_those_after_it_write() -> None:
    """Both in one would take too long; a picture in memory has the time for both."""
    screen = warmed(hurried(1.0))
    settled(screen)
    screen.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(900, 640)))
    screen._has_measured, told = False, []
    for _ in range(2):
        screen._drawn = screen._shown = None
        screen._took = 0.0
        screen.paint(screen.stage.surface())
        told.append((screen._patience, screen._writing_time()))
    assert told == [(-1.0, -1.0), (1.0, 0.8)]
    assert difference(settled(screen), whole(screen)).max() == 0
    patient = hurried(float("inf"))
    drawn(patient)
    assert patient._writing_time() == float("inf")


def test_a_long_page_is_measured_in_one_picture_and_written_in_the_next() -> None:
    """However slow the clock says that measuring is, every other picture writes; and so does one that is owed."""
    screen = warmed(hurried(1.0))
    settled(screen)
    screen._took, screen._has_measured = 0.0, False
    hours = itertools.count()
    screen.clock = lambda: float(next(hours))
    screen.toggle_help()
    page, told = screen.panels["window"], []
    for _ in range(2):
        told.append((screen.paint(screen.stage.surface()), len(page._written) > 0))
    assert told == [(False, False), (True, True)]
    screen._owes, screen._drawn = True, None
    screen.paint(screen.stage.surface())
    assert not screen._has_measured


def test_room_for_the_ground_is_made_in_a_tick_that_does_nothing_else() -> None:
    """Neither does it paint; the time that passes meanwhile is not lost to the battle."""
    screen = warmed(hurried(1.0))
    settled(screen)
    screen.clock = lambda: 0.0
    screen._waited = 0.0
    screen.stage.resize((900, 640))
    screen.tick(0.02)
    assert screen._puts_off and screen._waited == 0.02
    assert screen._backdrop._aside.get_size() == (900, 640)
    assert not screen.paint(screen.stage.surface())
    screen.tick(0.02)
    assert not screen._puts_off and screen._waited == 0.04
    assert screen.paint(screen.stage.surface())


def test_a_large_window_puts_its_picture_off_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """To copy everything takes long by itself: with a tick that has worked for a while it would be too long."""
    for size, is_put_off in ((SIZE, False), ((3840, 2160), True)):
        screen = warmed(hurried(1.0))
        screen.stage.resize(size)
        for _ in range(3):
            drawn(screen)
        hours = itertools.count(0.0, 0.008)
        monkeypatch.setattr("sim.view.battle.screen.perf_counter", lambda hours=hours: next(hours))
        monkeypatch.setattr(type(screen), "_work", lambda *_: None)
        screen.tick(0.02)
        assert screen._puts_off == is_put_off
        monkeypatch.undo()


def test_saving_and_a_picture_do_not_share_a_tick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a tick that has worked long comes one that saves, then one that only draws."""
    screen, _ = saved_in(tmp_path)
    screen._puts_off = True
    saved: list[int] = []
    hours = itertools.count()
    monkeypatch.setattr("sim.view.battle.screen.perf_counter", lambda: next(hours))
    monkeypatch.setattr(screen, "autosave", lambda: saved.append(1))
    told = []
    for _ in range(2):
        screen.tick(0.02)
        told.append((len(saved), screen._puts_off))
    assert told == [(1, True), (1, False)]


def test_a_large_window_has_less_patience() -> None:
    """Four times the pixels take four times as long to copy: half the time is left for what is new. No less at first.

    A picture in memory has all the time, however large it is.
    """
    told = []
    for size in (SIZE, (1920, 1080), (3840, 2160)):
        screen = hurried(0.01)
        screen.stage.resize(size)
        told.append((screen._patience, screen._writing_time()))
    assert told == [(0.01, 0.008), (0.01, 0.008), (0.005, 0.004)]
    patient = hurried(float("inf"))
    patient.stage.resize((3840, 2160))
    assert (patient._patience, patient._writing_time()) == (float("inf"), float("inf"))


@pytest.mark.parametrize("change", ["size", "letters", "theme", "page", "first"])
def test_a_tick_before_all_is_written_anew_leaves_the_board(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That picture takes long enough; those after it go on painting."""
    screen = hurried(1.0)
    if change != "first":
        settled(warmed(screen))
    worked: list[float] = []

    def noted(camera: object, seconds: float) -> bool:
        worked.append(seconds)
        return True

    monkeypatch.setattr("sim.view.battle.screen.ENOUGH", 3600.0)  # whatever else the machine does meanwhile
    monkeypatch.setattr(screen.picture, "work", noted)
    changes: dict[str, Callable[[], object]] = {
        "size": lambda: screen.stage.resize((900, 640)),
        "letters": lambda: screen.change_scale(-25),
        "theme": screen.next_theme,
        "page": screen.toggle_help,
        "first": lambda: None,
    }
    changes[change]()
    screen.tick(0.02)
    assert not worked
    for _ in range(6):
        drawn(screen)
    assert worked
