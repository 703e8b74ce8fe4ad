"""The battle screen: one battle in the window, from its first frame to its last.

tick     let time pass: frames, counters that slide, offers, forecasts, the board's picture; a little of each
handle   a key or a click becomes a `Do`, which names a command
paint    draw, if anything that shows has changed (`painted.py`)
"""

from __future__ import annotations

from math import inf
from time import perf_counter

import pygame

from sim.engine.chance import DrawCard
from sim.engine.orders import Ask
from sim.grid import Cell, Point
from sim.view.battle.compose import front_part, orders_part
from sim.view.battle.core import Dialog
from sim.view.battle.keys import ARROWS, help_blocks, key_for
from sim.view.battle.minimap import point_at
from sim.view.battle.painted import LATE, PaintedBattle
from sim.view.ui.blocks import Button, Buttons, Do
from sim.view.ui.frame_budget import Job
from sim.view.ui.keys import CTRL, SHIFT, digit_of
from sim.view.ui.measure_blocks import ClickArea
from sim.view.window import share_of_time

PAINTING, GATHERING, FORESEEING, LEARNING = 0.008, 0.006, 0.006, 0.004
"""Seconds that one tick gives to the board's picture, to offers, to a forecast and to looking around the map."""
ENOUGH = 0.012
"""Seconds after which a tick in a window leaves to the next one what can wait, and its picture too; in a large window
the picture is left sooner."""
_BUTTONS = (1, 2, 3)
_NAMES = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Backspace",
}


class BattleScreen(PaintedBattle):
    """A battle on the screen."""

    # -- one tick ----------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Let time pass, and do a little of everything that is under way."""
        self.steering.follow_size(self.size, self.places.room)
        began = perf_counter()
        self._pan(seconds)
        if self._puts_off:
            self._waited += seconds
            self._puts_off = self._saves_first(began)
            self._took = 0.0
            return
        if self.stage.patience < inf and (self.picture.makes_thumbnail() or self._backdrop.makes_room(self.size)):
            self._puts_off, self._waited = True, self._waited + seconds
            return
        self._work(seconds + self._waited, began)
        self._waited = 0.0
        self._took = perf_counter() - began
        self._puts_off = self.stage.patience < inf and self._took > ENOUGH * share_of_time(self.size)

    def _saves_first(self, began: float) -> bool:
        """Save between a tick that has worked long and its picture; say whether that took long enough by itself."""
        if self.is_cold or self._has_saved:
            self._has_saved = False
            return False
        self.autosave()
        self._has_saved = perf_counter() - began > LATE
        return self._has_saved

    _has_saved = False
    """Whether a picture has waited for that once: it does not again."""

    def _work(self, seconds: float, began: float) -> None:
        """Go on with the battle, and with whatever is to be made for its pictures."""
        was_cold = self.is_cold
        if self.is_warming_up():
            self._dress_board()
            if perf_counter() - began < ENOUGH and not self._leaves_work:
                self.picture.work(self.steering.camera, PAINTING)
            return
        if was_cold:
            return  # what was loaded last took long enough
        playback = self.model.playback
        if not (playback.is_about_to_play and self.looks_around_first()):
            playback.tick(seconds)
        self._follow(self._followed)
        self._followed = self.model.playback.cursor
        self.motion.tick(seconds)
        self.work_on_delegation()
        self.refresh_menu()
        if self.menu is not None:
            self.menu.work(GATHERING)
        self.refresh_forecast()
        self._dress_board()
        for work in (self._foresee, self._paint_board):
            # Each takes a little time, but a step of it may take longer than it is given.
            if self.stage.patience == inf or (perf_counter() - began < ENOUGH and not self._leaves_work):
                work()
        if self.stage.patience == inf or perf_counter() - began < ENOUGH:
            self.autosave()  # else the next tick does so, which leaves all but the picture
        self._announce_end()
        if self.tutorial is not None:
            self.tutorial.watch(self)

    def _dress_board(self) -> None:
        """Have the board shown as it is now, with all that is wanted over the terrain."""
        self.dress_board()
        self.picture.show(self.model.position.ground)

    def _foresee(self) -> None:
        """Go on with a forecast, with a look back and with a film, if any is under way."""
        if not (isinstance(self.forecast, Job) and self.looks_around_first()):
            self.work_on_forecast(perf_counter() + FORESEEING)
        self.work_on_summary(perf_counter() + FORESEEING)
        self.work_on_film(perf_counter() + FORESEEING)

    def _paint_board(self) -> None:
        """Go on with the picture of the board; when that is done, look around."""
        if self.picture.work(self.steering.camera, PAINTING):
            self.learn(perf_counter() + LEARNING)

    def _follow(self, before: int) -> None:
        """Let counters slide after a step forward, and keep what happens in view."""
        now = self.model.playback.cursor
        if now == before:
            return
        self.picked_note = None
        if now == before + 1 and self.settings.animations:
            self.motion.begin(self._points(before), self._points(now))
        else:
            self.motion.stop()
        self._reveals = True

    _waited = 0.0
    """Seconds that have passed in a tick which only waited for a picture."""
    _followed = 0
    """The frame of the last tick: keys and clicks move on between two of them."""
    _told_end = _sees_end = False

    def _points(self, number: int) -> dict[str, Point]:
        position = self.model.position_at(number)
        grid = position.map.grid
        return {unit.id: grid.point(unit.cell) for unit in position.state.units if unit.cell is not None}

    def _announce_end(self) -> None:
        """Show how it ended, once."""
        if self.model.playback.is_over and not self._told_end:
            # A window shows all of the last frame first: the page takes a moment to draw.
            if self.stage.patience == inf or (self._sees_end and self.is_settled):
                self._told_end = True
                self.show_summary()
            self._sees_end = True
        elif not self.session.over:
            self._told_end, self._sees_end = False, False

    def _pan(self, seconds: float) -> None:
        pressed = [ARROWS[code] for code in self._held]
        right, down = sum(step[0] for step in pressed), sum(step[1] for step in pressed)
        self.steering.pan_by_keys(right, down, seconds)

    # -- doing -------------------------------------------------------------------------------------------

    def do(self, what: Do) -> None:
        """Carry out what a key or a click stands for; what was said before is out of date by then."""
        self._message = ""
        getattr(self, what.name)(*what.args)

    def enter(self) -> None:
        """Give the order that stands ready; else click where the cell cursor is."""
        if self.menu is not None and self.menu.picked is not None:
            self.confirm()
        elif self.cell_cursor is not None:
            self.click_map(self.cell_cursor, self._next_unit_at(self.cell_cursor))
        elif self.menu is not None:
            self.say("No order is ready: Tab selects units, N targets, and the arrows move a cursor.")

    def _next_unit_at(self, cell: Cell) -> str | None:
        """Return a unit in a cell: of several, the one after that which is selected."""
        units: list[str] = [unit.id for unit in self.model.position.state.units.at(cell)]
        if not units:
            return None
        return units[(units.index(self.selected_unit) + 1) % len(units)] if self.selected_unit in units else units[-1]

    def escape(self) -> None:
        """Go back by one choice; if there is none, to the menu."""
        if self.window is not None:
            self.close_window()
        elif self.picked_note is not None or self.asks_why_not:
            self.picked_note, self.asks_why_not = None, False
        elif self.selected is not None or (self.menu is not None and self.menu.has_choice):
            self.step_back()
        else:
            self.show_menu()

    def toggle_help(self) -> None:
        """Show or hide the table of keys."""
        if self.window is not None and self.window.name == "help":
            self.close_window()
        else:
            self.window = Dialog("help", help_blocks(), wide=1460)

    # -- events ------------------------------------------------------------------------------------------

    _held: frozenset[int] = frozenset()
    _scrubbing = False

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of a key, the mouse or the window."""
        match event.type:
            case pygame.KEYDOWN:
                self._press(event)
            case pygame.KEYUP:
                self._held -= {event.key}
            case pygame.TEXTINPUT if isinstance(self.model.playback.wanted, DrawCard) and self.window is None:
                self.type_text(event.text)
            case pygame.WINDOWFOCUSLOST:
                self._held, self._scrubbing = frozenset(), False
                self.steering.let_go()
            case pygame.WINDOWLEAVE:
                self.mouse = None
            case pygame.VIDEORESIZE:
                self.stage.resize(event.size)
                self._drawn = None
            case pygame.VIDEOEXPOSE:
                self._drawn = None
            case pygame.MOUSEWHEEL:
                self._turn_wheel(event.y)
            case pygame.MOUSEBUTTONDOWN if event.button in _BUTTONS:
                self._button_down(event.button, event.pos)
            case pygame.MOUSEBUTTONUP if event.button in _BUTTONS:
                self._button_up(event.button, event.pos)
            case pygame.MOUSEMOTION:
                self._move_mouse(event.pos)

    def _press(self, event: pygame.event.Event) -> None:
        code, mods, typed = event.key, getattr(event, "mod", 0), getattr(event, "unicode", "")
        if code in ARROWS:
            self._press_arrow(code, mods)
            return
        if mods & CTRL and code in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if (spot := next((spot for spot in self._focusable if spot.do == self.focus), None)) is not None:
                self._click(spot)
            return
        typing_card = isinstance(self.model.playback.wanted, DrawCard) and self.window is None
        if typing_card and code == pygame.K_BACKSPACE:
            self.erase_text()
            return
        if (button := self._button_of(code, mods, typed)) is not None:
            self.do(button.do)
            return
        if typing_card and not mods & CTRL and pygame.K_SPACE <= code <= pygame.K_z:
            return  # it comes again as text
        if self.window is None and not mods & CTRL and (digit := digit_of(code, typed)):
            self.refuse_digit(digit)
        key = key_for(code, mods, typed)
        if key is not None and key.do is not None and (self.window is None or key.do.name in _IN_WINDOWS):
            self.do(key.do)

    def _press_arrow(self, code: int, mods: int) -> None:
        right, down = ARROWS[code]
        if mods & CTRL:
            self._move_focus(down or right)
        elif self.window is not None:
            self.panels["window"].scroll_by(-down)
        elif mods & SHIFT:
            self._held |= {code}
        else:
            self.move_cell_cursor(right, down)

    def _move_focus(self, step: int) -> None:
        """Go to the next thing that can be clicked: in the window if one is open, else in the right column."""
        panel = self.panels["window" if self.is_fronted else "side"]
        # The same rule is cited by many lines: each thing that can be done is gone to once.
        dos = list(dict.fromkeys(spot.do for spot in self._focusable))
        if not dos:
            return
        place = dos.index(self.focus) + step if self.focus in dos else (0 if step > 0 else len(dos) - 1)
        if not 0 <= place < len(dos):
            panel.scroll_by(-3 * step)
            place = min(max(place, 0), len(dos) - 1)
        self.focus = dos[place]

    @property
    def _focusable(self) -> list[ClickArea]:
        """What the keys can go through: under an open window nothing."""
        names = ("window",) if self.is_fronted else ("tabs", "side")
        return [spot for name in names for spot in self.panels[name].spots]

    def _button_of(self, code: int, mods: int, typed: str) -> Button | None:
        """Return the button that has a key written on it: in the window if one is open, else anywhere."""
        if mods & (CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        name = digit_of(code, typed) or _NAMES.get(code) or (chr(code).upper() if 97 <= code <= 122 else "")
        if not name:
            return None
        # Not what was painted last: whoever types fast means what the keys before have led to.
        for block in front_part(self) if self.is_fronted else () if self.places.is_narrow else orders_part(self):
            buttons = block.buttons if isinstance(block, Buttons) else (block,)
            for button in buttons:
                if isinstance(button, Button) and button.key == name and not button.refusal:
                    return button
        return None

    # -- the mouse ---------------------------------------------------------------------------------------

    def _turn_wheel(self, notches: int) -> None:
        at = self.mouse
        if at is not None and not self.places.is_narrow:
            for name in ("window", "message", "lesson", "status", "orders", "tabs", "side", "hover"):
                if self.panels[name].holds(at):
                    self.panels[name].scroll_by(notches)
                    return
        if not self.is_fronted:
            self.steering.turn_wheel(notches, at or self.places.room.center)

    def _button_down(self, button: int, at: Point) -> None:
        self.mouse, self.cell_cursor = at, None
        self._pressed_spot = self.spot_at(at)
        if self._pressed_spot is not None or self.is_fronted:
            return
        if not self.places.is_narrow and (frame := self.timeline.frame_at(at)) is not None:
            self._scrubbing = True
            self.jump(frame)
        elif (small := self.floats.places.get("small map")) is not None and small.collidepoint(at):
            self.steering.centre(point_at(at, small, self.layout.bounds))
        elif self.is_over_map(at):
            self.steering.press(button, at)

    _pressed_spot: ClickArea | None = None

    def _button_up(self, button: int, at: Point) -> None:
        self.mouse, self._scrubbing = at, False
        pressed, self._pressed_spot = self._pressed_spot, None
        clicked = self.steering.release(button)
        spot = self.spot_at(at)
        if pressed is not None:
            if spot is not None and spot.do == pressed.do and button == 1:
                self._click(spot)
        elif clicked and button == 3:
            self.step_back()
        elif clicked and button == 1:
            self._click_map(at)

    def _click(self, spot: ClickArea) -> None:
        if spot.refusal:
            self.say(spot.refusal)
        else:
            self.do(spot.do)

    def _click_map(self, at: Point) -> None:
        facing = next((facing for rect, facing in self._wedges if rect.collidepoint(at)), None)
        if facing is not None:
            self.choose_facing(facing)
        else:
            self.click_map(self.pointed_cell, self.pointed_unit)

    def _move_mouse(self, at: Point) -> None:
        self.mouse = at
        if self._scrubbing:
            if (frame := self.timeline.frame_at((at[0], self.timeline.track.centery))) is not None:
                self.jump(frame)
        else:
            self.steering.drag(at)

    # -- the end -----------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Save the battle: the window closes, or another screen comes."""
        if not self._is_safe or len(self.session.entries) != self._saved_at or isinstance(self.session.wanted, Ask):
            self.save()
        if not self._is_safe:
            self.rescue()


_IN_WINDOWS = ("toggle_help", "escape", "change_scale", "toggle_play")
"""What keys still do while a window lies over the map."""
