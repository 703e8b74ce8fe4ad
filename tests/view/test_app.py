"""The app: screens come and go, a bug in one ends that one alone, and what all screens have works in each."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pygame
import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.scenario.scenario import load_scenario
from sim.scenario.systems import adopt
from sim.view.app import App, CrashPage
from sim.view.screen import Screen, ScreenDone
from sim.view.window import MemoryStage
from tests.picket import PICKET, SCENARIOS

GREY, RED = (60, 60, 60), (200, 30, 30)


class Plain:
    """A screen of one colour, which notes what happens to it."""

    def __init__(self, colour: tuple[int, int, int] = GREY) -> None:
        self.next: Screen | ScreenDone | None = None
        self.colour, self.left, self.ticks = colour, 0, 0
        self.seen: list[int] = []
        self._drawn = False

    def handle(self, event: pygame.event.Event) -> None:
        self.seen.append(event.type)
        if event.type in (pygame.VIDEOEXPOSE, pygame.VIDEORESIZE):
            self._drawn = False

    def tick(self, seconds: float) -> None:
        self.ticks += 1

    def paint(self, surface: pygame.Surface) -> bool:
        drawn, self._drawn = not self._drawn, True
        if drawn:
            surface.fill(self.colour)
        return drawn

    def leave(self) -> None:
        self.left += 1


class Counting(MemoryStage):
    """A sheet that counts how often it is shown and filled."""

    shown = filled = 0

    def show(self) -> None:
        self.shown += 1

    def toggle_full_screen(self) -> None:
        self.filled += 1


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep everything that is written in a folder of the test."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def covered(below: Plain, above: Plain, stage: MemoryStage | None = None) -> App:
    """Return an app in which one screen lies over another."""
    app = App(stage or MemoryStage((800, 500)), below)
    below.next = above
    app.tick([])
    return app


def key(code: int) -> pygame.event.Event:
    """Return the press of a key."""
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="")


def colour(stage: MemoryStage, at: tuple[int, int] = (1, 1)) -> tuple[int, ...]:
    """Return the colour of a pixel."""
    return tuple(stage.surface().get_at(at))[:3]


# -- screens ----------------------------------------------------------------------------------------------


def test_a_screen_is_drawn_only_when_it_has_changed_and_f11_fills_the_screen() -> None:
    """Sixty ticks of nothing show one picture; the key itself reaches no screen, which has to draw all anew."""
    stage, screen = Counting((200, 100)), Plain()
    app = App(stage, screen)
    assert all(app.tick([]) for _ in range(60))
    assert (stage.shown, screen.ticks) == (1, 60)
    app.tick([key(pygame.K_F11)])
    assert (stage.filled, stage.shown, screen.seen) == (1, 2, [pygame.VIDEOEXPOSE])


def test_the_next_screen_covers_the_one_before_until_it_leaves() -> None:
    """It is shown at once, and the one below is kept as it is; uncovered, that one is told to draw all of it again."""
    stage, one, other = MemoryStage((200, 100)), Plain(), Plain(RED)
    app = covered(one, other, stage)
    assert app.screen is other
    assert (colour(stage), one.left, one.next) == (RED, 0, None)
    other.next = ScreenDone()
    assert app.tick([])
    assert (app.screen, other.left, one.left) == (one, 1, 0)
    assert colour(stage) == GREY
    assert pygame.VIDEOEXPOSE in one.seen


class LeavesByKey(Plain):
    """A screen that any key closes."""

    def handle(self, event: pygame.event.Event) -> None:
        super().handle(event)
        if event.type == pygame.KEYDOWN:
            self.next = ScreenDone()


def test_the_letter_of_a_key_that_closes_a_screen_is_not_typed_into_the_one_below() -> None:
    """Q leaves a battle, and no "q" stands in the filter of the browser; what is typed there next does."""
    below, above = Plain(), LeavesByKey(RED)
    app = covered(below, above)
    text = pygame.event.Event(pygame.TEXTINPUT, text="q")
    app.tick([key(pygame.K_q), text])
    assert app.screen is below
    assert pygame.TEXTINPUT not in below.seen
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_q, mod=0)
    app.tick([up, key(pygame.K_a), text])
    assert below.seen.count(pygame.TEXTINPUT) == 1


@pytest.mark.parametrize("how", ["quit", "leave", "one by one"])
def test_a_window_that_closes_lets_every_screen_save(how: str) -> None:
    """Each is asked once, the uppermost first, however many there are; the last that leaves closes the window, and
    nobody is told of keys after its end."""
    one, other = Plain(), Plain()
    app = covered(one, other)
    if how == "one by one":
        other.next = ScreenDone()
        assert app.tick([])
        one.next = ScreenDone()
    elif how == "leave":
        other.next = ScreenDone(window=True)
    assert not app.tick([pygame.event.Event(pygame.QUIT), key(pygame.K_a)] if how == "quit" else [])
    app.close()
    assert (one.left, other.left) == (1, 1) and pygame.KEYDOWN not in one.seen + other.seen


def test_another_size_reaches_stage_and_screen() -> None:
    """The stage takes it, and the screen draws anew; where there is no room for a message nothing breaks."""
    stage = MemoryStage((200, 100))
    app = App(stage, Plain())
    app.tick([])
    app.tick([pygame.event.Event(pygame.VIDEORESIZE, size=(300, 150), w=300, h=150)])
    assert stage.surface().get_size() == (300, 150)
    assert colour(stage, (299, 149)) == GREY
    app.tick([pygame.event.Event(pygame.VIDEORESIZE, size=(1, 1), w=1, h=1)])
    app.say("There is no room for this.")
    assert all(app.tick([]) for _ in range(3))


# -- what all screens have --------------------------------------------------------------------------------


class Changing(Plain):
    """A screen that is drawn in another colour every time."""

    def paint(self, surface: pygame.Surface) -> bool:
        self.colour = ((self.colour[0] + 1) % 256, *self.colour[1:])
        surface.fill(self.colour)
        return True


def tick_until(app: App, fact: Callable[[], bool]) -> None:
    """Let time pass until something is so, but not for ever."""
    until = perf_counter() + 120
    while not fact():
        assert app.tick([]) and perf_counter() < until


def colours(surface: pygame.Surface) -> set[tuple[int, ...]]:
    """Return the colours of a picture."""
    wide, high = surface.get_size()
    return {tuple(surface.get_at((x, y)))[:3] for x in range(0, wide, 3) for y in range(0, high, 3)}


def test_f12_saves_what_is_shown(home: Path) -> None:
    """Three pictures lie in the current folder, all of one moment each, without the message that tells of the first.

    A second press, while one is being saved, is none; nothing is lost by leaving early.
    """
    stage, shown = MemoryStage((400, 300)), []
    app = App(stage, Changing())
    app.tick([])
    for _ in range(2):
        shown.append(colour(stage))
        app.tick([key(pygame.K_F12), key(pygame.K_F12)])
        assert colour(stage) != shown[-1]
        tick_until(app, lambda: app._snapshot is None)
    shown.append(colour(stage))
    assert not app.tick([key(pygame.K_F12), pygame.event.Event(pygame.QUIT)])
    assert [colours(pygame.image.load(file)) for file in sorted(home.iterdir())] == [{each} for each in shown]


@pytest.mark.parametrize("is_there", [True, False])
def test_the_message_of_f12_goes_away_by_itself(home: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    """That a picture was saved, or could not be; what it covered comes back, though nothing new is drawn."""
    monkeypatch.setattr("sim.view.app.MESSAGE_TIME", 0.05)
    if not is_there:
        home.rmdir()
    stage = MemoryStage((400, 300))
    app = App(stage, Plain())
    app.tick([])
    app.tick([key(pygame.K_F12)])
    tick_until(app, lambda: colours(stage.surface()) != {GREY})
    assert app._toast._text.startswith("Saved sandtable-" if is_there else "The picture could not be saved: ")
    tick_until(app, lambda: colours(stage.surface()) == {GREY})


# -- bugs -------------------------------------------------------------------------------------------------


class Broken(Plain):
    """A screen with a bug in one of its methods."""

    def __init__(self, where: str) -> None:
        super().__init__(RED)
        self._where = where

    def _fail(self, where: str) -> None:
        if self._where == where:
            raise RuntimeError(f"a bug in {where}")

    def handle(self, event: pygame.event.Event) -> None:
        self._fail("handle")

    def tick(self, seconds: float) -> None:
        self._fail("tick")

    def paint(self, surface: pygame.Surface) -> bool:
        self._fail("paint")
        return False

    def leave(self) -> None:
        super().leave()
        self._fail("leave")


@pytest.mark.parametrize("where", ["handle", "tick", "paint"])
def test_a_bug_ends_its_screen_and_is_written_down(where: str, tmp_path: Path) -> None:
    """A page says where the traceback lies; the broken screen is not asked to save."""
    screen = Broken(where)
    app = App(MemoryStage((800, 500)), screen)
    assert app.tick([key(pygame.K_a)])
    assert isinstance(app.screen, CrashPage)
    assert screen.left == 0
    (file,) = (tmp_path / "home" / "logs").glob("crash-*.txt")
    assert f"a bug in {where}" in file.read_text(encoding="utf-8")
    assert str(file) in app.screen.report


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_ESCAPE])
@pytest.mark.parametrize("where", ["tick", "leave"])
def test_after_a_bug_one_goes_on_or_closes(where: str, code: int) -> None:
    """A bug while leaving is told as well. Enter uncovers the screen below; Esc closes the window, and that saves."""
    below, broken = Plain(), Broken(where)
    app = covered(below, broken)
    broken.next = ScreenDone() if where == "leave" else None
    app.tick([])
    shown: Screen = app.screen
    assert isinstance(shown, CrashPage)
    assert app.tick([key(code)]) == (code == pygame.K_RETURN)
    assert below.left == 1 if code == pygame.K_ESCAPE else app.screen is below and not below.left


def test_a_bug_while_closing_does_not_keep_the_others(capfd: pytest.CaptureFixture[str]) -> None:
    """The screen below is asked to save all the same, and the bug is told."""
    below = Plain()
    assert not covered(below, Broken("leave")).tick([pygame.event.Event(pygame.QUIT)])
    assert below.left == 1
    assert "a bug in leave" in capfd.readouterr().err


def test_every_click_on_the_page_of_a_bug_is_safe_and_it_fits_any_window() -> None:
    """Its buttons do what they say, and elsewhere nothing happens; even where there is no room for a word."""
    for x in range(0, 800, 40):
        for y in range(0, 500, 20):
            app = App(MemoryStage((800, 500)), CrashPage(MemoryStage((1, 1)), "internal error: x", has_more=False))
            app.tick([])
            app.tick([pygame.event.Event(kind, button=1, pos=(x, y)) for kind in (1025, 1026)])
    for size in ((1, 1), (3, 900), (900, 3), (50, 50)):
        app = App(MemoryStage(size), Broken("tick"))
        assert app.tick([]) and app.tick([])


class Fighting(Broken):
    """A broken screen with a battle in it."""

    def __init__(self) -> None:
        super().__init__("tick")
        adopt(PICKET)
        self.scenario = load_scenario(next(file for file in SCENARIOS if file.stem == "ford"))
        players = {side.id: "solo" if side.id == "raiders" else "commander" for side in self.scenario.battle.sides}
        self.session: Session[Any, Any] = Session(self.scenario.battle, self.scenario.state, players, Seeded(3))
        self.seed: int | None = 3
        for _ in range(4):
            self.session.advance()


def test_the_battle_of_a_broken_screen_is_kept(tmp_path: Path) -> None:
    """Its record lies beside the traceback, and can be verified."""
    app = App(MemoryStage((800, 500)), Fighting())
    app.tick([])
    (file,) = (tmp_path / "home" / "logs").glob("crash-*-battle.jsonl")
    assert isinstance(app.screen, CrashPage)
    assert str(file) in app.screen.report
    assert main(["replay", str(file), "--verify"]) == ExitCode.OK


def test_where_nothing_can_be_written_the_bug_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The page stands there, and the traceback is printed."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "file" / "home"))
    app = App(MemoryStage((800, 500)), Fighting())
    assert app.tick([])
    assert isinstance(app.screen, CrashPage)
    assert "a bug in tick" in app.screen.report
    assert "Traceback" in capfd.readouterr().err
