"""The app: owns the loop and what all screens have in common. Nothing in it ever waits.

Screens lie on a pile. The uppermost is shown; one that leaves uncovers the one below it. A bug in a screen ends that
screen alone: what is known of it is written down as after a crash of a command, and a page says where.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import pygame

from sim.crash import is_interrupt
from sim.view.blocks.kinds import Block, Button, Buttons, Do, Gap, Row, SmallPrint, TextLine, Title
from sim.view.screen import HoldsBattle, Screen, ScreenDone, TakesFiles
from sim.view.settings import ui_scale
from sim.view.ui.palette import theme
from sim.view.ui.panel import Panel, natural_height, paint_panel
from sim.view.window import NoDisplay, Stage, SystemWindow

if TYPE_CHECKING:  # nobody who takes no picture waits for it
    from sim.view.snapshot import Snapshot

MESSAGE_TIME = 4.0
SETTLING = 600
"""Ticks after which what has come to stay is left alone by the garbage collector: about ten seconds."""
LONGEST_STEP = 0.05
"""The most time that a screen is told has passed: after a pause of the machine nothing jumps."""


class App:
    """The screens of a window, one of which is shown."""

    def __init__(self, stage: Stage, screen: Screen, opens: Callable[[Path], Screen] | None = None) -> None:
        """`opens` makes the screen for a file that is dropped on one that takes none, and to which it goes back."""
        self.stage, self._opens = stage, opens
        self._screens: list[Screen] = [screen]
        self._open = True
        self._ticks = 0
        self._last_tick = perf_counter()
        self._toast = _Toast()
        self._snapshot: Snapshot | None = None
        self._typed_at: Screen | None = None
        """The screen that was shown when the last key went down; None once it is let go."""

    @property
    def screen(self) -> Screen:
        """The screen that is shown."""
        return self._screens[-1]

    # -- one tick ----------------------------------------------------------------------------------------

    def tick(self, events: Sequence[pygame.event.Event]) -> bool:
        """Handle what has happened, let the screen go on, draw if anything changed; say whether to go on."""
        now = perf_counter()
        passed, self._last_tick = min(now - self._last_tick, LONGEST_STEP), now
        for event in events:
            self._handle(event)
            self._follow()
            if not self._open:
                break
        if self._open:
            with self._watched():
                self.screen.tick(passed)
            self._follow()
        self._tell_of_snapshot()
        if not self._open:
            self.close()
        else:
            self._paint(now)
        self._ticks += 1
        if self._ticks % SETTLING == 0:
            settle_memory()
        return self._open

    def _handle(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.QUIT:
                self._open = False
                return
            case pygame.KEYDOWN if event.key == pygame.K_F11:
                self._toggle_full_screen()
                return
            case pygame.KEYDOWN if event.key == pygame.K_F12:
                self._take_picture()
                return
            case pygame.KEYUP if event.key in (pygame.K_F11, pygame.K_F12):
                return
            case pygame.KEYDOWN:
                self._typed_at = self.screen
            case pygame.KEYUP:
                self._typed_at = None
            case pygame.TEXTINPUT if self._typed_at not in (None, self.screen):
                return  # the key that it comes of has opened or closed a screen: it means nothing to this one
            case pygame.DROPFILE if self._opens is not None and not isinstance(self.screen, TakesFiles):
                self._screens.append(self._opens(Path(event.file)))
                self._uncover()
                return
            case pygame.VIDEORESIZE:
                self.stage.resize(event.size)
                self._toast.forget()
            case pygame.VIDEOEXPOSE:
                self._toast.forget()
        if self._open:
            with self._watched():
                self.screen.handle(event)

    def _paint(self, now: float) -> None:
        surface, drawn = self.stage.surface(), False
        changed = self._toast.lift(surface, now)
        with self._watched():
            drawn = self.screen.paint(surface)
        changed = self._toast.lay(surface) or changed
        if drawn or changed:
            self.stage.show()

    # -- the pile of screens -----------------------------------------------------------------------------

    def _follow(self) -> None:
        """Go where the screen says: on to another, or back."""
        match self.screen.next:
            case None:
                return
            case ScreenDone(window, then):
                self.screen.next = None
                self._drop()
                if then is not None:
                    self._screens.append(then())
                self._open = self._open and bool(self._screens) and not window
            case following:
                self.screen.next = None
                self._screens.append(following)
        if self._open:
            self._uncover()

    def _drop(self) -> None:
        """Take the uppermost screen away for good."""
        screen = self._screens[-1]
        with self._watched():
            screen.leave()
        if screen in self._screens:  # still there unless a bug in `leave` put another page in its place
            self._screens.remove(screen)

    def _uncover(self) -> None:
        self._toast.forget()
        with self._watched():
            self.screen.handle(pygame.event.Event(pygame.VIDEOEXPOSE))

    def close(self) -> None:
        """Let every screen put its things in safety, the uppermost first. A bug in one does not keep the others."""
        while self._screens:
            screen = self._screens.pop()
            try:
                screen.leave()
            except Exception as bug:
                print(f"sandtable: {_reported(bug, screen)}", file=sys.stderr)
        self._open = False
        if self._snapshot is not None:
            self._snapshot.wait()

    # -- bugs --------------------------------------------------------------------------------------------

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Put a page that tells of it in the place of a screen in which a bug shows.

        The screen is not asked to save: the save of its last checkpoint is sound, and what is there now may not be.
        """
        screen = self.screen
        try:
            yield
        except NoDisplay:
            raise
        except Exception as bug:
            if isinstance(screen, CrashPage) or is_interrupt(bug):
                raise
            report = _reported(bug, screen)
            print(f"sandtable: {report}", file=sys.stderr)
            self._screens[self._screens.index(screen)] = CrashPage(self.stage, report, has_more=len(self._screens) > 1)
            self._toast.forget()

    # -- what all screens have ---------------------------------------------------------------------------

    def _toggle_full_screen(self) -> None:
        try:
            self.stage.toggle_full_screen()
        except pygame.error as refused:
            self.say(f"Full screen is not available: {refused}")
        self._uncover()

    def _take_picture(self) -> None:
        """Save what the window shows as a PNG file in the current folder, without the message that may lie over it."""
        from sim.view.snapshot import Snapshot

        if self._snapshot is None:
            self._toast.lift(self.stage.surface(), perf_counter())
            self._snapshot = Snapshot(self.stage.surface())

    def _tell_of_snapshot(self) -> None:
        """Tell of a picture when it is saved."""
        if self._snapshot is not None and self._snapshot.result:
            self.say(self._snapshot.result)
            self._snapshot = None

    def say(self, text: str) -> None:
        """Show a message for a few seconds, over whatever the screen shows."""
        self._toast.say(text)


def settle_memory() -> None:
    """Clear away young garbage, and let the collector pass over all that is left.

    A battle keeps every frame it ever had. To look through a thousand of them takes the collector a quarter of a
    second, in the middle of whatever is being drawn.
    """
    gc.collect(1)
    gc.freeze()


def spare_the_old(thresholds: tuple[int, int, int]) -> None:
    """Have the collector look through what is young alone.

    After a freeze it takes all that came since for much, and looks through it again and again, for thirty milliseconds
    each time. What is kept is kept on purpose, and `settle_memory` puts it out of its way for good.
    """
    gc.set_threshold(thresholds[0], thresholds[1], 1_000_000)


class _Toast:
    """A message that lies over the screen, and what it covers.

    Screens draw only when something changes, so what is covered is kept and put back: no screen need know of messages.
    """

    def __init__(self) -> None:
        self._text, self._until = "", 0.0
        self._covered: tuple[pygame.Surface, pygame.Rect] | None = None
        self._is_new = False

    def say(self, text: str) -> None:
        """Take a message; it shows from the next frame on."""
        self._text, self._until, self._is_new = text, perf_counter() + MESSAGE_TIME, True

    def forget(self) -> None:
        """Forget what is covered: it is drawn anew."""
        self._covered = None

    def lift(self, surface: pygame.Surface, now: float) -> bool:
        """Put back what is covered; say whether the message is gone for good."""
        if self._covered is not None:
            surface.blit(*self._covered)
            self._covered = None
        if self._text and now > self._until:
            self._text = ""
            return True
        return False

    def lay(self, surface: pygame.Surface) -> bool:
        """Lay the message over what was drawn; say whether it is a new one."""
        is_new, self._is_new = self._is_new, False
        width, height = surface.get_size()
        ui = ui_scale((width, height))
        wide = min(round(620 * ui), width - round(24 * ui))
        if not self._text or wide < 60:
            return is_new
        blocks = (Row("", self._text),)
        box = pygame.Rect(0, 0, wide, natural_height(blocks, wide, ui))
        box.midbottom = (width // 2, height - round(12 * ui))
        box = box.clip(surface.get_rect())
        if not (box.width and box.height):
            return is_new
        self._covered = (surface.subsurface(box).copy(), box)
        paint_panel(surface, blocks, box, ui)
        return is_new


def _reported(bug: Exception, screen: Screen) -> str:
    """Write down all that is known of a bug, as the command line does, and return what to tell."""
    from sim.crash import crash_report

    if isinstance(screen, HoldsBattle):
        from sim.scenario.records import kept_after_crash

        bug.add_note(kept_after_crash(lambda: screen.session, screen.scenario, screen.seed))
    return crash_report(bug)


class CrashPage:
    """A page that tells of a bug, and where to read on."""

    def __init__(self, stage: Stage, report: str, *, has_more: bool) -> None:
        self.next: Screen | ScreenDone | None = None
        self.report, self._has_more = report, has_more
        self._panel, self._drawn = Panel(), False

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What it says."""
        back = [Button("Back", Do("go_back"), "Enter")] if self._has_more else []
        lines = [line.removeprefix("sandtable: ") for line in self.report.splitlines()]
        return (
            Title("Something went wrong"),
            SmallPrint(
                "A bug in the program has closed what was shown here. Everything that was saved is still there.", "ink"
            ),
            Gap(6),
            *(TextLine(line, "bad" if n == 0 else "ink") for n, line in enumerate(lines)),
            Gap(6),
            Buttons((*back, Button("Close the window", Do("close"), "Esc")), 2),
        )

    def handle(self, event: pygame.event.Event) -> None:
        """Close on Esc, go back on Enter, press what is clicked."""
        match event.type:
            case pygame.KEYDOWN if event.key == pygame.K_ESCAPE:
                self.close()
            case pygame.KEYDOWN if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self.go_back()
            case pygame.MOUSEBUTTONUP if event.button == 1:
                if spot := self._panel.spot_at(event.pos):
                    getattr(self, spot.do.name)()
            case pygame.VIDEORESIZE | pygame.VIDEOEXPOSE:
                self._drawn = False

    def go_back(self) -> None:
        """Go back to the screen before; where there was none, close the window."""
        self.next = ScreenDone()

    def close(self) -> None:
        """Close the window."""
        self.next = ScreenDone(window=True)

    def tick(self, seconds: float) -> None:
        """Do nothing: it is only read."""

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw the page once; it never changes by itself."""
        if self._drawn:
            return False
        self._drawn = True
        surface.fill(theme().table)
        width, height = surface.get_size()
        ui = ui_scale((width, height))
        wide = max(min(round(760 * ui), width - round(24 * ui)), 1)
        box = pygame.Rect(0, 0, wide, min(natural_height(self.blocks, wide, ui), height))
        box.center = (width // 2, height // 2)
        self._panel.place(box, self.blocks, ui)
        self._panel.paint(surface)
        return True

    def leave(self) -> None:
        """Do nothing: there is nothing to save."""


def run(window: SystemWindow, screen: Screen, opens: Callable[[Path], Screen] | None = None) -> None:
    """Stay in a window, with a screen in it, until it is closed."""
    app, clock, before = App(window, screen, opens), pygame.time.Clock(), gc.get_threshold()
    # For the reason see `sim.view.map_viewer.run`: without it a frame in twenty takes a tenth of a second.
    gc.freeze()
    spare_the_old(before)
    try:
        while app.tick(pygame.event.get()):
            clock.tick(60)
    finally:
        gc.set_threshold(*before)
        app.close()
        _keep_window(window)


def _keep_window(window: SystemWindow) -> None:
    """Remember how large the window was. Read anew, since what the command line says is for this time only."""
    from sim.view.settings import WINDOWS, load_settings, save_settings

    try:
        full, size = window.fills_screen, window.surface().get_size()
    except NoDisplay:
        return
    before = load_settings()
    fits = all(WINDOWS[0] <= length <= WINDOWS[1] for length in size)
    after = replace(before, full_screen=full, window=before.window if full or not fits else size)
    if after != before:
        save_settings(after)
