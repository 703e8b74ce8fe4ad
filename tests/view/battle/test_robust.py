"""Whatever is done to the window, and whatever the machine refuses: no crash, nothing lost, a clear message."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from sim.engine.chance import DrawCard
from sim.engine.dice import Throw
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.scenario.records import Record, departure
from sim.scenario.saves import DamagedSave, load_save, previous
from sim.view.app import App, CrashPage
from sim.view.battle.commands import ALL_KEYS
from sim.view.battle.screen import BattleScreen
from sim.view.board.board_picture import MapPainter, PainterAtOnce
from sim.view.map_keys import ARROWS
from sim.view.settings import ViewSettings
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, Stand
from tests.view.battle.bot import (
    Bot,
    asked,
    clicked,
    everybody_human,
    keys,
    on_sheet,
    opened,
    passed,
    picket,
    picketed,
    sent,
)

ELEVEN, RUMOURS = "conflict_of_heroes/behaviour/eleven", "conflict_of_heroes/behaviour/rumours"
CODES = sorted(
    {code for key in ALL_KEYS for code in key.codes}
    | set(ARROWS)
    | {pygame.K_0 + n for n in range(10)}
    | {pygame.K_q, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_LSHIFT}
)
SMALL = (1000, 600)
MODS = (0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT)
SIZES = ((1, 1), (2, 700), (900, 3), (320, 200), (640, 480), (1000, 600), (1000, 600), (1280, 720))


def events_of(session: Session[Any, Any]) -> list[object]:
    """Return everything that has happened."""
    return [frame.event for frame in session.frames]


# -- mashing ----------------------------------------------------------------------------------------------


class Masher:
    """Somebody, or a cat, on the keyboard and the mouse; the same again with the same seed."""

    def __init__(self, screen: BattleScreen, seed: int) -> None:
        self.screen, self.random, self.keys = screen, Random(seed), 0

    def go(self, events: int) -> None:
        """Do so many things at random, and let time pass now and then; the app never meets a bug."""
        app = App(self.screen.stage, self.screen)
        for _ in range(events):
            batch = self._something()
            self.keys += sum(event.type == pygame.KEYDOWN for event in batch)
            if self.random.random() < 0.4:
                if not app.tick(batch):  # it has left the battle by the menu: it comes back
                    app = App(self.screen.stage, self.screen)
            else:
                for event in batch:
                    self.screen.handle(event)
            self.screen.next = None
            assert app.screen is self.screen, getattr(app.screen, "report", app.screen)

    def _something(self) -> list[pygame.event.Event]:
        event, chance = pygame.event.Event, self.random.random()
        wide, high = self.screen.size
        at = (self.random.randrange(-3, wide + 3), self.random.randrange(-3, high + 3))
        moved = event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        if chance < 0.55:
            return self._key()
        if chance < 0.82:
            button = self.random.choice((1, 1, 1, 2, 3))
            down = event(pygame.MOUSEBUTTONDOWN, pos=at, button=button)
            up = event(pygame.MOUSEBUTTONUP, pos=at, button=button)
            return [moved, down, up] if self.random.random() < 0.8 else [moved, down]
        if chance < 0.88:
            return [moved]
        if chance < 0.92:
            return [event(pygame.MOUSEWHEEL, x=0, y=self.random.choice((-3, -1, 1, 3)))]
        if chance < 0.94:
            size = self.random.choice(SIZES)
            return [event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])]
        if chance < 0.97:
            return [event(pygame.TEXTINPUT, text=self.random.choice("aeiou12 é"))]
        return [event(self.random.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE, pygame.VIDEOEXPOSE)))]

    def _key(self) -> list[pygame.event.Event]:
        code, mod = self.random.choice(CODES), self.random.choice(MODS)
        if code in (pygame.K_F9, pygame.K_F12) and self.random.random() < 0.8:
            code = pygame.K_RETURN
        down, up = (pygame.event.Event(kind, key=code, mod=mod) for kind in (pygame.KEYDOWN, pygame.KEYUP))
        return [down, up] if self.random.random() < 0.9 else [down]


def mashed(name: str, seed: int, events: int, file: Path, painter: MapPainter | None = None) -> int:
    """Mash one battle, close it, read the save, and play on from it; return how many keys were pressed."""
    human = everybody_human(name) if seed % 2 else None
    sheet: dict[str, Any] = {
        "size": SMALL,
        "save": file,
        "settings": ViewSettings(animations=seed % 2 == 0),
        "painter": painter,
    }
    screen = opened(name, seed=seed, typed=seed % 3 == 0, players=human, **sheet)
    masher = Masher(screen, seed)
    masher.go(events)
    screen.leave()
    record = load_save(file)
    assert departure(record) is None
    assert events_of(record.session()) == events_of(screen.session)
    goes_on(record)
    return masher.keys


def goes_on(record: Record) -> None:
    """Make sure that a battle that was read again asks somebody, or is over."""
    screen = on_sheet(record.scenario, record.session(), record.seed, size=SMALL)
    screen.timing.skip()
    for _ in range(2_000):
        passed(screen)
        if screen.model.playback.is_over or screen.model.playback.wanted is not None:
            return
    raise AssertionError("the battle that was read again stands still")


def test_a_thousand_keys_and_clicks_lose_nothing(tmp_path: Path) -> None:
    """Keys, clicks, wheel, letters and sizes down to 1 × 1: every save is sound and plays on."""
    names = (ELEVEN, RUMOURS, "conflict_of_heroes/behaviour/smoke_and_mortar", ELEVEN)
    keys = sum(mashed(name, seed, 250, tmp_path / f"{seed}.save.jsonl") for seed, name in enumerate(names, start=1))
    assert keys > 400


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 60))
def test_many_more_keys_and_clicks(seed: int, tmp_path: Path) -> None:
    """The same for as long as anybody likes, on all kinds of battles, with their ground painted."""
    names = (ELEVEN, RUMOURS, "conflict_of_heroes/farm_at_kamenka", "conflict_of_heroes/behaviour/vehicles_on_road")
    mashed(names[seed % len(names)], seed, 1_500, tmp_path / "a.save.jsonl", PainterAtOnce())


# -- closing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ticks", [1, 3, 10, 40])
def test_a_window_closed_in_the_middle_of_an_ai_turn_loses_nothing(ticks: int, tmp_path: Path) -> None:
    """Whenever it is: all that has happened is in the save, and the battle goes on from there."""
    screen = opened(RUMOURS, size=SMALL, save=tmp_path / "a.save.jsonl")
    app = App(screen.stage, screen)
    screen.timing.skip()
    for _ in range(ticks):
        app.tick([])
    happened = events_of(screen.session)
    assert not app.tick([pygame.event.Event(pygame.QUIT)])
    record = load_save(tmp_path / "a.save.jsonl")
    assert events_of(record.session()) == happened
    goes_on(record)


def test_closing_while_dice_are_asked_for_keeps_all_dice_before(tmp_path: Path) -> None:
    """The next time the same throw is asked for."""
    screen = opened(ELEVEN, typed=True, size=SMALL, save=tmp_path / "a.save.jsonl")
    bot = Bot(screen, Random(4))
    for _ in range(60):
        bot._step()
        if isinstance(screen.model.playback.wanted, Throw | DrawCard) and len(screen.session.entries) > 12:
            break
    wanted = screen.session.wanted
    screen.leave()
    again = load_save(tmp_path / "a.save.jsonl").session()
    again.advance()
    assert str(again.wanted) == str(wanted)


def test_leaving_by_key_ends_the_app_and_saves(tmp_path: Path) -> None:
    """The menu, then Q: the key's own release comes in the same batch, and does no harm."""
    screen = asked(opened(ELEVEN, size=SMALL, save=tmp_path / "a.save.jsonl"))
    app = App(screen.stage, screen)
    app.tick([pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F10, mod=0)])
    assert not app.tick([pygame.event.Event(kind, key=pygame.K_q, mod=0) for kind in (pygame.KEYDOWN, pygame.KEYUP)])
    load_save(tmp_path / "a.save.jsonl")


# -- odd sizes --------------------------------------------------------------------------------------------


def test_any_size_can_be_drawn_and_the_battle_goes_on() -> None:
    """Smaller than any panel, with every window open; back at a usual size everything is there again."""
    screen = asked(picketed(picket(), players=HOTSEAT, painter=PainterAtOnce()))
    for size in ((1, 1), (1, 900), (900, 1), (17, 17), (699, 329)):
        sent(screen, pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        keys(screen, "f1 escape f3 escape f10 escape")
        for at in ((0, 0), (size[0] - 1, size[1] - 1), (size[0] // 2, size[1] // 2)):
            clicked(screen, at)
        sent(screen, pygame.VIDEORESIZE, size=(1280, 720), w=1280, h=720)
        asked(screen)
        assert screen.ordering.menu is not None and screen.panels["orders"].blocks


@pytest.mark.parametrize("scale", [75, 100, 150, 250])
def test_every_scale_can_be_drawn(scale: int) -> None:
    """Also the largest letters in the smallest window."""
    for size in ((320, 200), (1280, 720), (2560, 1440)):
        settings = ViewSettings(scale=scale, animations=False)
        keys(asked(picketed(picket(), size=size, settings=settings, painter=PainterAtOnce())), "f1")


# -- clicks in the middle of something --------------------------------------------------------------------


def test_clicks_while_counters_slide_do_no_harm() -> None:
    """A counter on its way can be clicked, and arrives where it belongs."""
    screen = picketed(picket(), players=AUTOMATED, settings=ViewSettings(animations=True))
    for _ in range(200):
        screen.tick(0.1)
        screen.paint(screen.stage.surface())
        if screen.motion.is_on:
            for spot in screen.looking.counter_spots:
                clicked(screen, spot.rect.center)
        if screen.model.playback.is_over:
            break
    screen.motion.stop()
    passed(screen)
    grid = screen.session.battle.map.grid
    for spot in screen.looking.counter_spots:
        cell = screen.model.where(spot.id)
        assert cell is not None
        x, y = screen.steering.camera.pixel(grid.point(cell))
        assert spot.rect.inflate(40, 40).collidepoint(x, y)


# -- what the machine refuses -----------------------------------------------------------------------------


@pytest.fixture
def spare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files."""
    folder = tmp_path / "spare"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_a_battle_that_cannot_be_saved_is_kept_elsewhere_when_the_window_closes(
    spare: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever closes it is told where, outside of the window, and can go on from there; only what would be lost is."""
    asked(opened(ELEVEN, size=SMALL, save=tmp_path / "a.save.jsonl")).leave()
    assert not list(spare.iterdir())
    (tmp_path / "file").write_text("here")
    screen = asked(opened(ELEVEN, size=SMALL, save=tmp_path / "file" / "a.save.jsonl"))
    screen.leave()
    (kept,) = spare.glob("*.save.jsonl")
    told = capsys.readouterr().err
    assert str(tmp_path / "file") in told and f"sandtable play {kept}" in told
    assert events_of(load_save(kept).session()) == events_of(screen.session)
    kept.unlink()
    spare.rmdir()
    screen.leave()
    assert "could not be saved" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told_and_the_battle_goes_on(spare: Path, tmp_path: Path) -> None:
    """Where a file lies in the place of the folder, nothing can be saved; everything else works."""
    (tmp_path / "file").write_text("here")
    screen = asked(opened(ELEVEN, size=SMALL, save=tmp_path / "file" / "a.save.jsonl"))
    assert "could not be saved" in screen.message and "could not be saved" in keys(screen, "f5").message
    screen.leave()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    """The same with a folder that is there and may only be read."""
    (tmp_path / "saves").mkdir(mode=0o500)
    screen = asked(opened(ELEVEN, size=SMALL, save=tmp_path / "saves" / "a.save.jsonl"))
    assert "could not be saved" in keys(screen, "f5").message


def test_settings_and_films_that_cannot_be_written_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters grow all the same. The folder for a film is gone meanwhile; and the next one can be begun."""
    (tmp_path / "file").write_text("here")
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "file" / "home"))
    screen = keys(asked(picketed()), "ctrl-+")
    assert screen.settings.scale == 125 and screen.message
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert "could not be written" in keys(screen, "f9").message


def test_a_damaged_save_is_named_and_the_one_before_is_offered(tmp_path: Path) -> None:
    """Cut off in the middle of a line, as by a power failure."""
    file = tmp_path / "a.save.jsonl"
    screen = opened(ELEVEN, size=SMALL, save=file)
    bot = Bot(screen, Random(3))
    while not previous(file).exists():
        bot._step()
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(DamagedSave) as wrong:
        load_save(file)
    assert wrong.value.sound == previous(file) and "damaged" in str(wrong.value)
    assert load_save(previous(file)).session().frames


def run_alone(tmp_path: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a Python of its own."""
    checkout = Path(__file__).parents[3]
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    home = {"PYTHONPATH": str(checkout), "SANDTABLE_HOME": str(tmp_path / "home")}
    return subprocess.run(
        [sys.executable, *command], env={**kept, **home, **environment}, cwd=tmp_path, capture_output=True, text=True
    )


DEAD = {"DISPLAY": ":399"}


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
@pytest.mark.parametrize(
    ("command", "display"),
    [
        (("play", ELEVEN), {}),
        (("play",), DEAD),
        (("view", "features/holes"), DEAD),
        pytest.param(("play", ELEVEN), DEAD, marks=pytest.mark.long),
        pytest.param(("play",), {}, marks=pytest.mark.long),
        pytest.param(("view", "features/holes"), {}, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_without_a_display_that_answers_that_is_said(
    command: tuple[str, ...], display: dict[str, str], tmp_path: Path
) -> None:
    """No traceback, and no window that nobody can see or close."""
    answer = run_alone(tmp_path, "-m", "sim", *command, **display)
    assert "display" in answer.stderr and "Traceback" not in answer.stderr


def test_without_a_font_of_the_system_everything_is_still_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letters are our own: no font of the machine is ever asked for."""

    def refuse(*_: object, **__: object) -> None:
        raise FileNotFoundError("no fonts here")

    monkeypatch.setattr(pygame.font, "SysFont", refuse)
    monkeypatch.setattr(pygame.font, "match_font", refuse)
    screen = keys(asked(picketed(size=(1117, 633))), "f1")
    assert screen.panels["window"].blocks


def test_a_bug_ends_the_screen_with_a_page_and_keeps_the_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even then nothing that was saved is lost."""
    file = tmp_path / "a.save.jsonl"
    screen = asked(opened(ELEVEN, size=SMALL, save=file))
    kept = file.read_bytes()
    app = App(screen.stage, screen)

    def broken(self: BattleScreen, what: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(BattleScreen, "do", broken)
    app.tick([pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=0)])
    assert isinstance(app.screen, CrashPage)
    app.close()
    assert file.read_bytes() == kept


# -- what is drawn ----------------------------------------------------------------------------------------


def test_a_still_window_is_not_drawn_again() -> None:
    """Where nothing changes nothing is painted: a battle that waits costs no power."""
    screen = asked(picketed(picket(AMES, Stand("red-1", "G2", 4)), players=HOTSEAT))
    passed(screen, 3)
    assert isinstance(screen.model.playback.wanted, Ask) and not screen.message
    for _ in range(20):
        screen.tick(0.02)
        assert not screen.paint(screen.stage.surface())


@pytest.mark.parametrize("percent", (75, 100, 250))
@pytest.mark.parametrize("window", ("show_menu", "toggle_help", "show_briefing"))
def test_a_message_is_read_beside_an_open_window(window: str, percent: int) -> None:
    """It is not dimmed with what lies under the window, and covers neither the window nor any of the time line."""
    screen = asked(picketed(settings=ViewSettings(scale=percent, animations=False)))
    getattr(screen.pages, window)()
    screen.say("Saved as a.save.jsonl")
    passed(screen)
    box, front = screen.panels["message"].rect, screen.panels["window"].rect
    assert not box.colliderect(front) and screen.stage.surface().get_rect().contains(box)
    assert not box.colliderect(screen.places.bar) or front.colliderect(screen.places.bar)
    brightest = pygame.surfarray.array3d(screen.stage.surface().subsurface(box)).max()
    assert brightest > 220
