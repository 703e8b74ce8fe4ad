"""The battle screen: one battle in the window, from its first frame to its last.

    model       what is shown of the battle: time, positions as they may be known, words
    engine      who plays it, beside the window: commands go there, questions are answered from there
    ordering timing looking pages films       what can be done, each part of it; `commands.py` lists all of it
    picture     how it is drawn (`picture.py`, from what `compose.py` says)

tick     let time pass, and take in what has come from the engine
handle   a key or a click becomes a `Do`, which names a command
paint    draw, if anything that shows has changed
"""

from __future__ import annotations

import sys
from dataclasses import replace
from time import perf_counter
from typing import Any

import pygame

from sim.engine.chance import DrawCard
from sim.engine.dice import Throw
from sim.engine.session import Session
from sim.grid import Point
from sim.scenario.scenario import Scenario
from sim.view.battle.commands import COMMANDS, key_for
from sim.view.battle.compose import front_part, orders_part
from sim.view.battle.film import Films
from sim.view.battle.looking import Looking
from sim.view.battle.minimap import point_at
from sim.view.battle.motion import Motion
from sim.view.battle.ordering import Ordering
from sim.view.battle.pages import Pages
from sim.view.battle.picture import BattlePicture
from sim.view.battle.places import BattleLayout, readable_scale
from sim.view.battle.timing import Timing
from sim.view.battle.toolbar import GROUPS
from sim.view.battle.tutorial import Tutorial
from sim.view.blocks.kinds import Button, Buttons, Do
from sim.view.blocks.log import Log
from sim.view.board.board_look import BoardOptions
from sim.view.board.board_picture import Painter
from sim.view.board.layout import layout
from sim.view.board.steering import Steering
from sim.view.map_keys import ARROWS
from sim.view.model.model import Model
from sim.view.model.playback import Playback
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import ViewSettings, keep_changes
from sim.view.ui.keys import CTRL, SHIFT, digit_of
from sim.view.ui.measure_blocks import ClickArea
from sim.view.ui.panel import Panel
from sim.view.window import Stage
from sim.view.worker.engine import Engine

PANELS = ("lesson", "status", "orders", "tabs", "side", "hover", "message", "window")
MESSAGE_TIME = 5.0
TUTORIAL = "conflict_of_heroes/tutorial"
"""The scenario over which the lessons are laid."""
_BUTTONS = (1, 2, 3)
_NAMES = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Backspace",
}


class BattleScreen:
    """A battle on the screen."""

    next: Screen | ScreenDone | None = None

    def __init__(self, stage: Stage, engine: Engine, settings: ViewSettings, painter: Painter | None = None) -> None:
        self.stage, self.engine, self.settings = stage, engine, settings
        self.tutorial = Tutorial() if engine.scenario.name == TUTORIAL else None
        self.model = Model(engine.scenario, Playback(engine.session, engine, speed=settings.speed))
        self.log = Log(self.model)
        self.panels = {name: Panel() for name in PANELS}
        self.steering = Steering(layout(engine.session.battle.map).bounds, self.size, self.places.room)
        self.motion = Motion()
        self.looking: Looking = Looking(self, BoardOptions(grid=settings.grid, coordinates=settings.coordinates))
        self.ordering: Ordering = Ordering(self)
        self.timing: Timing = Timing(self)
        self.pages: Pages = Pages(self)
        self.films: Films = Films(self)
        self.picture = BattlePicture(self, painter)
        self.focus: Do | None = None
        """What the keyboard is on, of all that can be clicked."""
        self._message, self._message_until = "", 0.0
        self._followed = 0
        """The frame of the last tick: keys and clicks move on between two of them."""
        self._told_end = False
        self._held: frozenset[int] = frozenset()
        self._scrubbing = False
        self._pressed_spot: ClickArea | None = None

    # -- what the app asks -------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        return self.engine.scenario

    @property
    def session(self) -> Session[Any, Any]:
        """The line of the battle that is being played."""
        return self.engine.session

    @property
    def seed(self) -> int | None:
        """The seed of its dice."""
        return self.engine.seed

    # -- where things are --------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window."""
        return self.stage.surface().get_size()

    @property
    def ui(self) -> float:
        """The scale of letters and panels."""
        return readable_scale(self.size, self.settings.scale)

    @property
    def places(self) -> BattleLayout:
        """Where everything lies in the window."""
        places = BattleLayout(self.size, self.ui, tools=GROUPS)
        if self.tutorial is None or places.is_narrow:
            return places
        return replace(places, lesson_height=self.tutorial.height(places.lesson(0).width, self.ui))

    @property
    def is_fronted(self) -> bool:
        """Say whether something lies over the map that must be dealt with first."""
        return self.pages.window is not None or isinstance(self.model.playback.wanted, Throw | DrawCard)

    def spot_at(self, at: Point) -> ClickArea | None:
        """Return what can be clicked under a pixel, other than the map."""
        if self.places.is_narrow and not self.is_fronted:
            return None
        for name in ("window",) if self.is_fronted else ("lesson", "status", "orders", "tabs", "side", "hover"):
            if (spot := self.panels[name].spot_at(at)) is not None:
                return spot
        if self.is_fronted:
            return None
        icons = (*self.picture.toolbar.spots, *self.picture.timeline.spots)
        return next((spot for spot in icons if spot.box.collidepoint(at)), None)

    def is_over_map(self, at: Point) -> bool:
        """Say whether a pixel belongs to the map and to no panel."""
        if self.places.is_narrow:
            return True
        if self.picture.floats.holds(at) or self.places.bar.collidepoint(at) or self.places.toolbar.collidepoint(at):
            return False
        return not any(panel.holds(at) for panel in self.panels.values())

    # -- telling -----------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a message for a few seconds."""
        self._message, self._message_until = text, perf_counter() + MESSAGE_TIME

    @property
    def message(self) -> str:
        """What is being said."""
        return self._message if perf_counter() < self._message_until else ""

    def keep(self, **changes: Any) -> None:
        """Go by other settings from now on, and keep them for other days."""
        before, self.settings = self.settings, replace(self.settings, **changes)
        if complaint := keep_changes(before, self.settings):
            self.say(complaint)

    # -- one tick ----------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> None:
        """Let time pass, and take in what has come from the engine."""
        self.steering.follow_size(self.size, self.places.room)
        self._pan(seconds)
        self.engine.tick()
        if said := self.engine.said():
            self.say(said)
        self.model.playback.tick(seconds)
        self._follow(self._followed)
        self._followed = self.model.playback.cursor
        self.motion.tick(seconds)
        self.ordering.work_on_delegation()
        self.ordering.refresh()
        self.picture.tick()
        self._announce_end()
        if self.tutorial is not None:
            self.tutorial.watch(self)

    def _follow(self, before: int) -> None:
        """Let counters slide after a step forward, and keep what happens in view."""
        now = self.model.playback.cursor
        if now == before:
            return
        self.looking.forget_moment()
        if now == before + 1 and self.settings.animations:
            self.motion.begin(self.picture.points(before), self.picture.points(now))
        else:
            self.motion.stop()
        self.looking.reveals = True

    def _announce_end(self) -> None:
        """Show how it ended, once."""
        if self.model.playback.is_over and not self._told_end:
            self._told_end = True
            self.pages.show_summary()
        elif not self.session.over:
            self._told_end = False

    def _pan(self, seconds: float) -> None:
        pressed = [ARROWS[code] for code in self._held]
        right, down = sum(step[0] for step in pressed), sum(step[1] for step in pressed)
        self.steering.pan_by_keys(right, down, seconds)

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw the whole window if anything in it has changed; say whether it was drawn."""
        return self.picture.paint(surface)

    def leave(self) -> None:
        """Save the battle: the window closes, or another screen comes."""
        if said := self.engine.close():
            print(f"sandtable: {said}", file=sys.stderr)

    # -- events ------------------------------------------------------------------------------------------

    def do(self, what: Do) -> None:
        """Carry out what a key or a click stands for; what was said before is out of date by then."""
        self._message = ""
        COMMANDS[what.name].run(self, *what.args)

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of a key, the mouse or the window."""
        match event.type:
            case pygame.KEYDOWN:
                self._press(event)
            case pygame.KEYUP:
                self._held -= {event.key}
            case pygame.TEXTINPUT if isinstance(self.model.playback.wanted, DrawCard) and self.pages.window is None:
                self.ordering.type_text(event.text)
            case pygame.WINDOWFOCUSLOST:
                self._held, self._scrubbing = frozenset(), False
                self.steering.let_go()
            case pygame.WINDOWLEAVE:
                self.looking.mouse = None
            case pygame.VIDEORESIZE:
                self.stage.resize(event.size)
                self.picture.forget()
            case pygame.VIDEOEXPOSE:
                self.picture.forget()
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
        typing_card = isinstance(self.model.playback.wanted, DrawCard) and self.pages.window is None
        if typing_card and code == pygame.K_BACKSPACE:
            self.ordering.erase_text()
            return
        if (button := self._button_of(code, mods, typed)) is not None:
            self.do(button.do)
            return
        if typing_card and not mods & CTRL and pygame.K_SPACE <= code <= pygame.K_z:
            return  # it comes again as text
        if self.pages.window is None and not mods & CTRL and (digit := digit_of(code, typed)):
            self.ordering.refuse_digit(digit)
        key = key_for(code, mods, typed)
        if key is not None and key.do is not None and (self.pages.window is None or COMMANDS[key.do.name].in_windows):
            self.do(key.do)

    def _press_arrow(self, code: int, mods: int) -> None:
        right, down = ARROWS[code]
        if mods & CTRL:
            self._move_focus(down or right)
        elif self.pages.window is not None:
            self.panels["window"].scroll_by(-down)
        elif mods & SHIFT:
            self._held |= {code}
        else:
            self.looking.move_cell_cursor(right, down)

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
        at = self.looking.mouse
        if at is not None and not self.places.is_narrow:
            for name in ("window", "message", "lesson", "status", "orders", "tabs", "side", "hover"):
                if self.panels[name].holds(at):
                    self.panels[name].scroll_by(notches)
                    return
        if not self.is_fronted:
            self.steering.turn_wheel(notches, at or self.places.room.center)

    def _button_down(self, button: int, at: Point) -> None:
        self.looking.mouse, self.looking.cell_cursor = at, None
        self._pressed_spot = self.spot_at(at)
        if self._pressed_spot is not None or self.is_fronted:
            return
        if not self.places.is_narrow and (frame := self.picture.timeline.frame_at(at)) is not None:
            self._scrubbing = True
            self.timing.jump(frame)
        elif (small := self.picture.floats.places.get("small map")) is not None and small.collidepoint(at):
            self.steering.centre(point_at(at, small, self.picture.layout.bounds))
        elif self.is_over_map(at):
            self.steering.press(button, at)

    def _button_up(self, button: int, at: Point) -> None:
        self.looking.mouse, self._scrubbing = at, False
        pressed, self._pressed_spot = self._pressed_spot, None
        clicked = self.steering.release(button)
        spot = self.spot_at(at)
        if pressed is not None:
            if spot is not None and spot.do == pressed.do and button == 1:
                self._click(spot)
        elif clicked and button == 3:
            self.ordering.step_back()
        elif clicked and button == 1:
            self._click_map(at)

    def _click(self, spot: ClickArea) -> None:
        if spot.refusal:
            self.say(spot.refusal)
        else:
            self.do(spot.do)

    def _click_map(self, at: Point) -> None:
        facing = next((facing for rect, facing in self.picture.wedges if rect.collidepoint(at)), None)
        if facing is not None:
            self.ordering.choose_facing(facing)
        else:
            self.ordering.click_map(self.looking.pointed_cell, self.looking.pointed_unit)

    def _move_mouse(self, at: Point) -> None:
        self.looking.mouse = at
        if self._scrubbing:
            timeline = self.picture.timeline
            if (frame := timeline.frame_at((at[0], timeline.track.centery))) is not None:
                self.timing.jump(frame)
        else:
            self.steering.drag(at)
