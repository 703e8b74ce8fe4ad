"""The workbench: what both editors have. A board, panels at its sides, a bar of buttons, pages over it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

import pygame

from sim.board.battlemap import BattleMap
from sim.grid import Point
from sim.view.blocks.kinds import Block, Do, SmallPrint, TextLine
from sim.view.board.board_look import BoardLook, BoardOptions
from sim.view.board.board_picture import BoardPicture, MapPainter
from sim.view.board.layout import Layout, layout
from sim.view.board.steering import Steering
from sim.view.editor.command_table import CommandTable
from sim.view.editor.filing import Filing
from sim.view.editor.pages import pressed_in
from sim.view.map_keys import ARROWS
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import SCALES, ViewSettings, keep_changes, ui_scale
from sim.view.ui.icons import Icon, paint_icon_button
from sim.view.ui.keys import CTRL, SHIFT
from sim.view.ui.measure_blocks import ClickArea
from sim.view.ui.palette import theme, use_theme
from sim.view.ui.panel import Panel, natural_height, paint_panel, paint_sheet, paint_veil, tip_width
from sim.view.window import Stage
from sim.workshop.document import Workpiece

_PANEL = 304
"""The width of the panels at scale 1."""
_TOOL, _AIR = 36, 8
"""The side of a button of the toolbar, and the air around things."""
_MESSAGE_TIME, _LOOK_OUTSIDE, _TIP_AFTER = 5.0, 1.0, 0.45
"""Seconds: how long a message stays, how often the file is looked at, after which a button says what it does."""
_PAGE = 640


class Workbench(ABC):
    """A board that is worked on, in a window."""

    table: ClassVar[CommandTable]
    """Everything that can be done here."""
    picture: BoardPicture
    steering: Steering
    filing: Filing

    def __init__(self, stage: Stage, painter: MapPainter, settings: ViewSettings) -> None:
        use_theme(settings.theme, safe=settings.safe)
        self.stage, self.settings, self._painter = stage, settings, painter
        self.next: Screen | ScreenDone | None = None
        self.options = BoardOptions(grid=settings.grid, coordinates=settings.coordinates)
        self.shows_help = False
        self._panels = {"left": Panel(), "right": Panel(), "page": Panel()}
        self._mouse: tuple[int, int] | None = None
        self._pressed: Do | None = None
        self._walks, self._walked = "", Do("")
        """The panel that the keyboard goes through, and the button that it is on."""
        self._right_holds = False
        """Whether the right button has taken hold of something, and does not move the map."""
        self._spent = ""
        """The letter of a key that has opened a field: it comes as text as well, and is none."""
        self._pointed_since = 0.0
        self._pointed: Do | None = None
        self._message, self._message_until = "", 0.0
        self._looked_outside = perf_counter()
        self._drawn: object = None
        self._shown: object = None
        """What was last drawn of the document: a stroke is shown before a draft is made of it."""

    # -- what an editor is about -------------------------------------------------------------------------

    @property
    @abstractmethod
    def document(self) -> Workpiece[Any, Any]:
        """What is worked on."""

    @property
    @abstractmethod
    def battle_map(self) -> BattleMap:
        """The map that is shown."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is called that is worked on."""

    @property
    @abstractmethod
    def owners(self) -> tuple[Any, ...]:
        """Whose methods the commands are, besides those of the screen."""

    @abstractmethod
    def left_blocks(self) -> tuple[Block, ...]:
        """Return what the panel on the left says."""

    @abstractmethod
    def right_blocks(self) -> tuple[Block, ...]:
        """Return what the panel on the right says."""

    @abstractmethod
    def look(self) -> object:
        """Return what the picture depends on besides panels and camera: while that is the same, nothing is drawn."""

    @abstractmethod
    def paint_board(self, surface: pygame.Surface) -> None:
        """Draw the map and what lies over it."""

    @abstractmethod
    def work(self) -> None:
        """Take in what was worked out, between two frames."""

    @abstractmethod
    def press_map(self, at: tuple[int, int]) -> None:
        """Take hold of the map with the left button."""

    @abstractmethod
    def drag_map(self, at: tuple[int, int], *, is_held: bool) -> None:
        """Follow the mouse, whose left button may be held."""

    @abstractmethod
    def release_map(self, at: tuple[int, int]) -> bool:
        """Let go of what was taken hold of; say whether there was anything."""

    def press_right(self, at: tuple[int, int]) -> bool:
        """Take hold of something with the right button; say whether there was anything but the map to move."""
        return False

    @abstractmethod
    def release_right(self, at: tuple[int, int]) -> None:
        """Let go of what the right button has taken hold of."""

    @abstractmethod
    def click_right(self, at: tuple[int, int]) -> None:
        """Do what a click with the right button does on the map."""

    @abstractmethod
    def open(self, document: Any) -> None:
        """Work on something else."""

    @abstractmethod
    def show(self, change: Any) -> None:
        """Show what is worked on after a change of it."""

    @abstractmethod
    def escape(self) -> None:
        """Give up what is under way, or leave."""

    @abstractmethod
    def move_cursor(self, right: int, down: int) -> None:
        """Move the cell cursor."""

    @property
    def is_busy(self) -> bool:
        """Whether something is under way that panels and drafts wait for."""
        return False

    @property
    def home(self) -> Path | None:
        """The folder in which it is saved, if it belongs somewhere."""
        return None

    def is_unsaved(self) -> bool:
        """Say whether leaving would lose anything."""
        return not self.document.is_saved

    def tips(self, do: Do) -> str:
        """Return what a button does that the table of commands does not know; nothing if there is no more to say."""
        return ""

    def field_typed_into(self) -> object:
        """Return the field outside of pages that is typed into, if any."""
        return None

    def take_text(self, text: str) -> bool:
        """Take what was typed outside of pages; say whether anything is typed into."""
        return False

    def take_key(self, code: int, modifiers: int) -> bool:
        """Take a key before the table of commands does; say whether it was for anything."""
        return False

    # -- where things are --------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        return self.stage.surface().get_size()

    @property
    def ui(self) -> float:
        """How large letters and panels are."""
        return ui_scale(self.size, self.settings.scale)

    @property
    def _side_width(self) -> int:
        return min(round(_PANEL * self.ui), self.size[0] // 3)

    @property
    def _bar_height(self) -> int:
        return round((_TOOL + 2 * _AIR) * self.ui)

    @property
    def room(self) -> pygame.Rect:
        """The part of the window that panels leave to the map."""
        wide, (width, height) = self._side_width, self.size
        return pygame.Rect(wide, self._bar_height, max(width - 2 * wide, 1), max(height - self._bar_height, 1))

    @property
    def layout(self) -> Layout:
        """How the map lies on the plane."""
        return layout(self.battle_map)

    @property
    def mouse_point(self) -> Point | None:
        """Where on the plane the mouse is; None off the map's room, and under a page."""
        if self._mouse is None or self.filing.page is not None or not self.room.collidepoint(self._mouse):
            return None
        return self.steering.camera.point(self._mouse)

    @property
    def tools(self) -> list[tuple[pygame.Rect, Do, Icon, bool, str]]:
        """The buttons of the toolbar: where, what it does, its icon, whether it is on, why it cannot be pressed."""
        side, gap = round(_TOOL * self.ui), round(3 * self.ui)
        commands = [command for command in self.table.commands.values() if command.toolbar is not None]
        wide = self.room.width - 2 * gap
        side = min(side, max((wide - gap * len(commands)) // max(len(commands), 1), 8))
        left = self.room.centerx - (side + gap) * len(commands) // 2
        top = (self._bar_height - side) // 2
        found = []
        for n, command in enumerate(commands):
            assert command.toolbar is not None
            is_on = command.is_on is not None and command.is_on(self)
            refusal = command.refusal(self) if command.refusal is not None else ""
            box = pygame.Rect(left + n * (side + gap), top, side, side)
            found.append((box, Do(command.name), command.toolbar, is_on, refusal))
        return found

    # -- time --------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Take in what was painted and worked out, keep a draft, look after the file."""
        self.steering.follow_size(self.size, self.room)
        self.steering.tick(seconds)
        self._pan(seconds)
        if said := self._painter.mend():
            self.say(said)
        self.picture.show(BoardLook(options=replace(self.options, letters=self.ui)))
        self.picture.want(self.steering.camera)
        self.picture.take()
        self.work()
        if not self.is_busy and self._shown is self.document.now:
            self.filing.keep_draft()
        now = perf_counter()
        if now > self._message_until:
            self._message = ""
        if now - self._looked_outside > _LOOK_OUTSIDE:
            self._looked_outside = now
            self.filing.look_outside()

    def _pan(self, seconds: float) -> None:
        if self.filing.page is not None or not pygame.display.get_init():
            return
        held = pygame.key.get_pressed() if pygame.key.get_mods() & SHIFT and not self.is_busy else None
        if held is not None:
            right = sum(step[0] for key, step in ARROWS.items() if held[key])
            down = sum(step[1] for key, step in ARROWS.items() if held[key])
            self.steering.pan_by_keys(right, down, seconds)

    # -- what is drawn -----------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw if anything has changed."""
        self._lay_out()
        tip = self._tip()
        key = (
            (self.picture.version, self.steering.camera, self.size, theme(), self.ui, self.options),
            (self._walks, self._walked, self.look(), self._message, tip, self._pointed, self.shows_help),
            None if self.filing.page is None else self.filing.page.on,
            tuple((panel.blocks, panel.scroll) for panel in self._panels.values()),
            tuple(tool[1:] for tool in self.tools),
        )
        if key == self._drawn:
            return False
        self._drawn, self._shown = key, self.document.now
        surface.set_clip(self.room)
        surface.fill(theme().table, self.room)
        self.paint_board(surface)
        surface.set_clip(None)
        self._paint_bar(surface)
        for name in ("left", "right"):
            self._panels[name].paint(surface, self._pointed, self._walked if name == self._walks else None)
        if self.filing.page is not None or self.shows_help:
            paint_veil(surface, self._panels["page"].rect, self.ui)
            on = None if self.filing.page is None else self.filing.page.on
            self._panels["page"].paint(surface, self._pointed, on, solid=True)
        self._paint_words(surface, tip)
        return True

    def _paint_bar(self, surface: pygame.Surface) -> None:
        bar = pygame.Rect(self.room.left, 0, self.room.width, self._bar_height)
        surface.fill(theme().table, bar)
        paint_sheet(surface, bar, self.ui)
        for box, do, icon, is_on, _ in self.tools:
            paint_icon_button(surface, box, self.ui, icon, pointed=do == self._pointed, chosen=is_on)
        for side in (
            pygame.Rect(0, 0, self.room.left, self.size[1]),
            pygame.Rect(self.room.right, 0, self.size[0], self.size[1]),
        ):
            surface.fill(theme().table, side)

    def _paint_words(self, surface: pygame.Surface, tip: str) -> None:
        ui, (width, height) = self.ui, self.size
        if self._message:
            blocks = (TextLine(self._message),)
            wide = min(round(600 * ui), self.room.width - round(20 * ui))
            box = pygame.Rect(0, 0, wide, natural_height(blocks, wide, ui))
            box.midbottom = (self.room.centerx, height - round(10 * ui))
            paint_panel(surface, blocks, box, ui, solid=True)
        if tip and self._mouse is not None:
            lines = (SmallPrint(tip, "ink"),)
            wide = tip_width(tip, ui)
            box = pygame.Rect(0, 0, wide, natural_height(lines, wide, ui))
            box.topleft = (self._mouse[0] + round(12 * ui), self._mouse[1] + round(18 * ui))
            paint_panel(surface, lines, box.clamp(pygame.Rect(0, 0, width, height)), ui, solid=True)

    def _tip(self) -> str:
        if self._pointed is None or perf_counter() - self._pointed_since < _TIP_AFTER:
            return ""
        refusal = next((spot.refusal for spot in self.spots if spot.do == self._pointed), "")
        return f"{self.help_of(self._pointed)}{f' — {refusal}' if refusal else ''}".strip(" —")

    def help_of(self, do: Do) -> str:
        """Say what a button does."""
        return self.tips(do) or self.table.help_for(do)

    def _lay_out(self) -> None:
        wide, (width, height), ui = self._side_width, self.size, self.ui
        self._panels["left"].place(pygame.Rect(0, 0, wide, height), self.left_blocks(), ui)
        self._panels["right"].place(pygame.Rect(width - wide, 0, wide, height), self.right_blocks(), ui)
        blocks: tuple[Block, ...] = ()
        across = _PAGE
        if self.filing.page is not None:
            blocks = self.filing.page.blocks
            across = 2 * _PAGE if self.filing.page.is_wide else _PAGE
        elif self.shows_help:
            blocks, across = self.table.help_blocks(), 2 * _PAGE
        across = min(round(across * ui), width - round(20 * ui))
        high = min(natural_height(blocks, across, ui), height - round(20 * ui)) if blocks else 0
        box = pygame.Rect(0, 0, across, high)
        box.center = (width // 2, height // 2)
        self._panels["page"].place(box, blocks, ui)

    @property
    def spots(self) -> list[ClickArea]:
        """Everything that can be clicked now, besides the map."""
        if self.filing.page is not None or self.shows_help:
            return self._panels["page"].spots
        tools = [ClickArea(box, do, refusal) for box, do, _, _, refusal in self.tools]
        return [*tools, *self._panels["left"].spots, *self._panels["right"].spots]

    # -- events ------------------------------------------------------------------------------------------

    @property
    def _typed_into(self) -> object:
        page = self.filing.page
        return (id(page), page.focus) if page is not None else self.field_typed_into()

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of what has happened."""
        match event.type:
            case pygame.KEYDOWN:
                before, letter = self._typed_into, getattr(event, "unicode", "")
                self._press_key(event.key, getattr(event, "mod", 0), letter)
                self._spent = letter if self._typed_into != before else ""
            case pygame.TEXTINPUT if self._spent and event.text == self._spent:
                self._spent = ""  # the key that has opened the field says nothing in it
            case pygame.TEXTINPUT if self.filing.page is not None and self.filing.page.focus:
                self.filing.page.fields[self.filing.page.focus].type(event.text)
            case pygame.TEXTINPUT if self.filing.page is None and not self.shows_help:
                self.take_text(event.text)
            case pygame.MOUSEMOTION:
                self._move_mouse(event.pos, event.buttons)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2, 3):
                self._press_button(event.button, event.pos)
            case pygame.MOUSEBUTTONUP if event.button in (1, 2, 3):
                self._release_button(event.button, event.pos)
            case pygame.MOUSEWHEEL:
                self._turn_wheel(event.y)
            case pygame.WINDOWFOCUSLOST:
                self.steering.let_go()
            case pygame.WINDOWLEAVE:
                self._mouse = self._pointed = None
            case pygame.VIDEORESIZE | pygame.VIDEOEXPOSE:
                self._drawn = None

    def _spot_at(self, at: tuple[int, int]) -> ClickArea | None:
        return next((spot for spot in self.spots if spot.box.collidepoint(at)), None)

    def _move_mouse(self, at: tuple[int, int], buttons: tuple[int, ...]) -> None:
        self._mouse = at
        spot = self._spot_at(at)
        do = None if spot is None else spot.do
        if do != self._pointed:
            self._pointed, self._pointed_since = do, perf_counter()
        if len(buttons) > 2 and (buttons[1] or buttons[2]) and not (buttons[0] or self._right_holds):
            self.steering.drag(at)
        else:
            self.drag_map(at, is_held=bool(buttons[0]))

    def _press_button(self, button: int, at: tuple[int, int]) -> None:
        self._move_mouse(at, (0, 0, 0))
        self._lay_out()
        spot = self._spot_at(at)
        self._pressed = None if spot is None or button != 1 else spot.do
        if spot is not None or self.filing.page is not None or self.shows_help or not self.room.collidepoint(at):
            return
        if button == 1:
            self.press_map(at)
        else:
            self._right_holds = button == 3 and self.press_right(at)
            if not self._right_holds:
                self.steering.press(button, at)

    def _release_button(self, button: int, at: tuple[int, int]) -> None:
        if button == 1 and self.release_map(at):
            return
        if button == 3 and self._right_holds:
            self._right_holds = False
            self.release_right(at)
            return
        if button != 1:
            was_click = self.steering.release(button)
            if was_click and self.room.collidepoint(at) and button == 3:
                self.click_right(at)
            return
        spot, pressed, self._pressed = self._spot_at(at), self._pressed, None
        if spot is not None and spot.do == pressed:
            self.press(spot.do, spot.refusal)

    def press(self, do: Do, refusal: str = "") -> None:
        """Do what a button says; if it cannot be done now, say why."""
        if refusal:
            self.say(f"{refusal[:1].upper()}{refusal[1:]}.")
        elif do.name in self.table.commands:
            owner = next(owner for owner in (*self.owners, self.filing, self) if hasattr(owner, do.name))
            getattr(owner, do.name)(*do.args)

    def _turn_wheel(self, notches: int) -> None:
        names = ("page",) if self.filing.page is not None or self.shows_help else ("left", "right")
        for name in names:
            if self._mouse is not None and self._panels[name].holds(self._mouse):
                self._panels[name].scroll_by(notches)
                return
        if self.filing.page is None and not self.shows_help:
            self.turn_wheel(notches)

    def turn_wheel(self, notches: int) -> None:
        """Zoom at the mouse."""
        self.steering.turn_wheel(notches, self._mouse or self.room.center)

    # -- keys --------------------------------------------------------------------------------------------

    def _press_key(self, code: int, modifiers: int, typed: str) -> None:
        if self.filing.page is not None:
            self.filing.press_in_page(code, modifiers)
            return
        if self.shows_help:
            if code in (pygame.K_ESCAPE, pygame.K_F1):
                self.shows_help = False
            return
        if self.take_key(code, modifiers):
            return
        if code in ARROWS and not modifiers & (CTRL | SHIFT):
            self.move_cursor(*ARROWS[code])
            return
        key = self.table.key_for(code, modifiers, typed)
        if key is not None and key.do is not None:
            command = self.table.commands[key.do.name]
            self.press(key.do, command.refusal(self) if command.refusal is not None else "")

    # -- panels by keys ------------------------------------------------------------------------------------

    def walk(self, panel: str) -> None:
        """Have the keyboard go through a panel, or leave it."""
        self._walks = "" if panel == self._walks else panel
        self._step(0)

    def take_walking_key(self, code: int, modifiers: int) -> bool:
        """Do what a key does while the keyboard goes through a panel; say whether it was for that."""
        if not self._walks:
            return False
        match code:
            case pygame.K_ESCAPE:
                self._walks = ""
            case pygame.K_UP | pygame.K_LEFT:
                self._step(-1)
            case pygame.K_DOWN | pygame.K_RIGHT:
                self._step(1)
            case pygame.K_TAB:
                self._step(-1 if modifiers & SHIFT else 1)
            case pygame.K_RETURN | pygame.K_KP_ENTER | pygame.K_SPACE:
                refusal = next((spot.refusal for spot in self.spots if spot.do == self._walked), "")
                self.press(self._walked, refusal)
                self._lay_out()
                self._step(0)
            case _:
                return False
        return True

    def _step(self, step: int) -> None:
        """Put the keyboard on another button of its panel; where the one that it was on has gone, on the nearest."""
        if not self._walks:
            return
        panel = self._panels[self._walks]
        ring = [(n, do) for n, block in enumerate(panel.blocks) for do in pressed_in(block)]
        if not ring:
            return
        dos = [do for _, do in ring]
        at = dos.index(self._walked) if self._walked in dos else min(self._walked_at, len(ring) - 1)
        self._walked_at = (at + step) % len(ring)
        number, self._walked = ring[self._walked_at]
        panel.reveal(number)

    _walked_at = 0

    # -- looks -------------------------------------------------------------------------------------------

    def toggle_heights(self) -> None:
        """Show or hide the heights of cells."""
        self.options = replace(self.options, heights=not self.options.heights)

    def toggle_coordinates(self) -> None:
        """Show or hide the names of cells."""
        self.options = replace(self.options, coordinates=not self.options.coordinates)

    def toggle_grid(self) -> None:
        """Show or hide the lines between cells."""
        self.options = replace(self.options, grid=not self.options.grid)

    def toggle_help(self) -> None:
        """Show or hide the table of keys."""
        self.shows_help = not self.shows_help

    def zoom_in(self) -> None:
        """Zoom in on the middle of the room."""
        self.steering.zoom(True)

    def zoom_out(self) -> None:
        """Zoom out."""
        self.steering.zoom(False)

    def fit(self) -> None:
        """Show the whole map."""
        self.steering.fit()

    def change_scale(self, step: int) -> None:
        """Make letters and panels larger or smaller."""
        low, high = SCALES
        before = self.settings
        self.settings = replace(before, scale=min(max(before.scale + step, low), high))
        keep_changes(before, self.settings)

    def say(self, text: str) -> None:
        """Show a message for a few seconds."""
        self._message, self._message_until = text, perf_counter() + _MESSAGE_TIME
