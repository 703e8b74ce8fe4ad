"""The battle screen: one battle in the window, from its first frame to its last.

tick     let time pass: frames, counters that slide, offers, forecasts, the board's picture; a little of each
handle   a key or a click becomes a `Do`, which names a command
paint    draw, if anything that shows has changed
"""

from __future__ import annotations

from time import perf_counter

import pygame

from sim.engine.chance import Draw
from sim.engine.dice import Throw
from sim.engine.orders import Ask
from sim.grid import Cell, Point
from sim.view.battle.compose import composed, front_part, marked_of, orders_part, overlaid_of, timeline_of
from sim.view.battle.core import Window
from sim.view.battle.film import FilmCommands
from sim.view.battle.help_blocks import help_blocks
from sim.view.battle.keys import ARROWS, CTRL, SHIFT, key_for
from sim.view.battle.look_commands import LookCommands
from sim.view.battle.minimap import paint_minimap, point_at
from sim.view.battle.order_commands import OrderCommands
from sim.view.battle.paint_battle import ground_key, paint_ground, paint_overlay_words, paint_pieces
from sim.view.battle.reasons import YES
from sim.view.battle.side_blocks import log_place
from sim.view.battle.time_commands import TimeCommands
from sim.view.battle.timeline import TimeLine
from sim.view.counters.portray import side_livery
from sim.view.palette import theme
from sim.view.ui.blocks import Button, Buttons, Do, Line
from sim.view.ui.paint_blocks import Spot
from sim.view.ui.panel import paint_veil

PAINTING, GATHERING, FORESEEING, LEARNING = 0.008, 0.006, 0.006, 0.004
"""Seconds that one tick gives to the board's picture, to offers, to a forecast and to looking around the map."""
_BUTTONS = (1, 2, 3)
_DIGITS = {pygame.K_0 + n: str(n) for n in range(10)} | {pygame.K_KP_1 + n - 1: str(n) for n in range(1, 10)}
_NAMES = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Backspace",
}


class BattleScreen(TimeCommands, OrderCommands, LookCommands, FilmCommands):
    """A battle on the screen."""

    # -- one tick ----------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Let time pass, and do a little of everything that is under way."""
        self.steering.follow_size(self.size, self.places.room)
        self._pan(seconds)
        self.model.playback.tick(seconds)
        self._follow(self._followed)
        self._followed = self.model.playback.cursor
        self.motion.tick(seconds)
        self.refresh_menu()
        if self.menu is not None:
            self.menu.work(GATHERING)
        self.refresh_forecast()
        self.work_on_forecast(perf_counter() + FORESEEING)
        self.work_on_film(perf_counter() + FORESEEING)
        self.picture.dress = self.dress
        self.picture.show(self.model.position.ground)
        if self.picture.work(self.steering.camera, PAINTING):
            self.learn(perf_counter() + LEARNING)
        self.autosave()
        self._announce_end()
        if self.tutorial is not None:
            self.tutorial.watch(self)

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

    _followed = 0
    """The frame of the last tick: keys and clicks move on between two of them."""
    _told_end = False

    def _points(self, number: int) -> dict[str, Point]:
        position = self.model.position_at(number)
        grid = position.map.grid
        return {unit.id: grid.point(unit.cell) for unit in position.state.units if unit.cell is not None}

    def _announce_end(self) -> None:
        """Show how it ended, once."""
        if self.model.playback.is_over and not self._told_end:
            self._told_end = True
            self.show_summary()
        elif not self.session.over:
            self._told_end = False

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
            self.window = Window("help", help_blocks(), wide=1460)

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
            case pygame.TEXTINPUT if isinstance(self.model.playback.wanted, Draw) and self.window is None:
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
        code, mods = event.key, getattr(event, "mod", 0)
        if code in ARROWS:
            self._press_arrow(code, mods)
            return
        if mods & CTRL and code in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.focus is not None:
                self.do(self.focus)
            return
        typing_card = isinstance(self.model.playback.wanted, Draw) and self.window is None
        if typing_card and code == pygame.K_BACKSPACE:
            self.erase_text()
            return
        if (button := self._button_of(code, mods)) is not None:
            self.do(button.do)
            return
        if typing_card and not mods & CTRL and pygame.K_SPACE <= code <= pygame.K_z:
            return  # it comes again as text
        key = key_for(code, mods)
        if key is not None and key.do is not None and (self.window is None or key.do.name in _IN_WINDOWS):
            self.do(key.do)

    def _press_arrow(self, code: int, mods: int) -> None:
        right, down = ARROWS[code]
        if self.window is not None:
            self.panels["window"].scroll_by(-down)
        elif mods & SHIFT:
            self._held |= {code}
        elif mods & CTRL:
            self._move_focus(down or right)
        else:
            self.move_cell_cursor(right, down)

    def _move_focus(self, step: int) -> None:
        """Go to the next thing that can be clicked in the right column."""
        panel = self.panels["side"]
        # The same rule is cited by many lines: each thing that can be done is gone to once.
        dos = list(dict.fromkeys(spot.do for name in ("tabs", "side") for spot in self.panels[name].spots))
        if not dos:
            return
        place = dos.index(self.focus) + step if self.focus in dos else (0 if step > 0 else len(dos) - 1)
        if not 0 <= place < len(dos):
            panel.scroll_by(-3 * step)
            place = min(max(place, 0), len(dos) - 1)
        self.focus = dos[place]

    def _button_of(self, code: int, mods: int) -> Button | None:
        """Return the button that has a key written on it: in the window if one is open, else anywhere."""
        if mods & (CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        name = _DIGITS.get(code) or _NAMES.get(code) or (chr(code).upper() if 97 <= code <= 122 else "")
        if not name:
            return None
        # Not what was painted last: whoever types fast means what the keys before have led to.
        for block in front_part(self) if self.is_fronted else () if self.places.is_narrow else orders_part(self):
            buttons = block.buttons if isinstance(block, Buttons) else (block,)
            for button in buttons:
                if isinstance(button, Button) and button.key == name and not button.refusal:
                    return button
        return None

    @property
    def is_fronted(self) -> bool:
        """Say whether something lies over the map that must be dealt with first."""
        return self.window is not None or isinstance(self.model.playback.wanted, Throw | Draw)

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

    def spot_at(self, at: Point) -> Spot | None:
        """Return what can be clicked under a pixel, other than the map."""
        if self.places.is_narrow and not self.is_fronted:
            return None
        for name in ("window",) if self.is_fronted else ("lesson", "status", "orders", "tabs", "side", "hover"):
            if (spot := self.panels[name].spot_at(at)) is not None:
                return spot
        if self.is_fronted:
            return None
        return next((spot for spot in self.timeline.spots if spot.box.collidepoint(at)), None)

    @property
    def timeline(self) -> TimeLine:
        """The time line in its place."""
        return TimeLine(self.places.bar, self.ui, timeline_of(self))

    def _button_down(self, button: int, at: Point) -> None:
        self.mouse, self.cell_cursor = at, None
        self._pressed_spot = self.spot_at(at)
        if self._pressed_spot is not None or self.is_fronted:
            return
        if not self.places.is_narrow and (frame := self.timeline.frame_at(at)) is not None:
            self._scrubbing = True
            self.jump(frame)
        elif not self.places.is_narrow and not self.sees_all and self._minimap_rect.collidepoint(at):
            self.steering.centre(point_at(at, self._minimap_rect, self.layout.bounds))
        elif self.is_over_map(at):
            self.steering.press(button, at)

    _pressed_spot: Spot | None = None

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

    def _click(self, spot: Spot) -> None:
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

    # -- drawing -----------------------------------------------------------------------------------------

    _drawn: object = None
    _behind: tuple[object, pygame.Surface] | None = None
    _wedges: tuple[tuple[pygame.Rect, int], ...] = ()

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw the whole window if anything in it has changed; say whether it was drawn."""
        inputs = (surface.get_size(), *self._inputs())
        if inputs == self._drawn:
            return False
        self._place_panels(composed(self))
        overlaid, camera = overlaid_of(self), self.steering.camera
        key = ground_key(self.picture.ground, camera, self.picture, overlaid.key)
        self._paint_ground(surface, key, overlaid.overlaid)
        marked = marked_of(self)
        spots, wedges = paint_pieces(surface, self.model.position, camera, marked, self.motion, self.ui)
        self.counter_spots, self._wedges = spots, tuple(wedges)
        paint_overlay_words(surface, self.layout, camera, overlaid.overlaid, self.places.room, self.ui)
        pointed = self._pointed_do
        if not self.places.is_narrow:
            self._paint_panels(surface, pointed)
        elif self.is_fronted:
            self.panels["window"].paint(surface, pointed, solid=True)
        # Where things lie, and how far a panel can be scrolled, is known only now.
        self._drawn = (surface.get_size(), *self._inputs())
        return True

    @property
    def _pointed_do(self) -> Do | None:
        """What the mouse points at, of all that can be clicked."""
        spot = self.spot_at(self.mouse) if self.mouse is not None else None
        return spot.do if spot is not None else None

    def _inputs(self) -> tuple[object, ...]:
        """Return all that decides what the window looks like: small values, so that a still window costs nothing."""
        playback, menu, shown = self.model.playback, self.menu, self.shown
        asked = menu and (id(menu), menu.unit, menu.verb, menu.aim, menu.facing, menu.manner)
        gathered = menu and (menu.is_complete, len(menu.of_unit(menu.unit)), len(menu.of_unit(None)))
        when = (id(self.session), len(self.session.entries), playback.cursor, playback.playing, playback.speed)
        what = (self.selected, self.pointed_cell, self.pointed_unit, self._pointed_do, self.focus, self.picked_note)
        panels = (self.tab, self.window, self.message, tuple(self.typed), self.filter, self.asks_why_not)
        ahead = (id(self.forecast), self.prospect, playback.goal, gathered, len(playback.branches))
        over = (shown.ruler, shown.view, shown.facing, shown.fire, shown.threat, shown.reach, shown.cover, self.dress)
        look = (self.steering.camera, self.steering.dragging, self.picture.version, self.settings, theme())
        taught = self.tutorial and (self.tutorial.number, self.tutorial.blocks(self))
        scrolls = tuple(panel.scroll for panel in self.panels.values())
        return asked, when, what, panels, ahead, over, look, scrolls, taught, self.motion.done

    def _paint_ground(self, surface: pygame.Surface, key: object, overlaid: object) -> None:
        behind = self._behind
        if behind is None or behind[0] != key or behind[1].get_size() != surface.get_size():
            picture = behind[1] if behind is not None and behind[1].get_size() == surface.get_size() else None
            if picture is None:
                picture = pygame.Surface(surface.get_size(), depth=32)
            paint_ground(picture, self.picture, self.steering.camera, overlaid, self.ui)  # type: ignore[arg-type]
            self._behind = behind = (key, picture)
        surface.blit(behind[1], (0, 0))

    def _place_panels(self, blocks: object) -> None:
        for name, (rect, content) in blocks.items():  # type: ignore[attr-defined]
            self.panels[name].place(rect, content, self.ui)
        if self._reveals:
            self._reveals = False
            self._reveal()

    def _reveal(self) -> None:
        """Scroll the right panel: the log to the event, the reasons to the first instruction that could be followed."""
        panel = self.panels["side"]
        if self.tab == "log":
            panel.reveal(log_place(self.model))
        elif self.tab == "reasons":
            taken = (n for n, b in enumerate(panel.blocks) if isinstance(b, Line) and b.text.startswith(YES))
            panel.reveal_first(next(taken, 0))

    def _paint_panels(self, surface: pygame.Surface, do: Do | None) -> None:
        for name in ("status", "orders", "tabs", "side", "hover"):
            if self.panels[name].rect.height > 0:
                self.panels[name].paint(surface, do, self.focus)
        self.timeline.paint(surface, do)
        self._paint_minimap(surface)
        for name in ("lesson", "message"):
            if self.panels[name].blocks:
                self.panels[name].paint(surface, do)
        if self.is_fronted:
            paint_veil(surface)
            self.panels["window"].paint(surface, do, solid=True)

    @property
    def sees_all(self) -> bool:
        """Say whether the whole map lies in the room that panels leave."""
        bounds, camera, room = self.layout.bounds, self.steering.camera, self.places.room
        left, top = camera.pixel((bounds.left, bounds.top))
        right, bottom = camera.pixel((bounds.right, bounds.bottom))
        return left >= room.left - 2 and top >= room.top - 2 and right <= room.right + 2 and bottom <= room.bottom + 2

    @property
    def _minimap_rect(self) -> pygame.Rect:
        bounds = self.layout.bounds
        return self.places.minimap(bounds.width, bounds.height)

    def _paint_minimap(self, surface: pygame.Surface) -> None:
        """Draw the small map, unless the window shows all of the large one."""
        if self.sees_all:
            return
        position = self.model.position
        grid = position.map.grid
        sides = [side.id for side in position.battle.sides]
        dots = [
            (grid.point(unit.cell), side_livery(position, unit.side).field, sides.index(unit.side) % 2 == 0)
            for unit in position.state.units
            if unit.cell is not None and unit.side in sides
        ]
        board = self.picture.thumbnail
        room = self.places.room
        paint_minimap(surface, self._minimap_rect, board, self.layout.bounds, self.steering.camera, room, dots)

    # -- the end -----------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Save the battle: the window closes, or another screen comes."""
        if len(self.session.entries) != self._saved_at or isinstance(self.session.wanted, Ask):
            self.save()

    def finish(self) -> None:
        """Do everything that is under way to its end: for a picture."""
        while not self.picture.work(self.steering.camera, 1.0):
            pass
        if self.menu is not None:
            self.menu.work(60.0)
        self.motion.stop()
        self._drawn = theme()


_IN_WINDOWS = ("toggle_help", "escape", "change_scale", "toggle_play")
"""What keys still do while a window lies over the map."""
