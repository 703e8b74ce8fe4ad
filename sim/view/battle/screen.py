"""The battle screen: one battle in the window, from its first frame to its last.

    model       what is shown of the battle: time, positions as they may be known, words
    engine      who plays it, beside the window: commands go there, questions are answered from there
    ordering timing looking inspecting pages films sharing   what can be done, each part of it; `commands.py` lists all
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
from sim.resources import TUTORIAL
from sim.scenario.scenario import Scenario
from sim.view.battle.commands import COMMANDS, key_for
from sim.view.battle.compose import front_part, orders_part, side_sign
from sim.view.battle.context import ContextMenu
from sim.view.battle.film import Films
from sim.view.battle.hearing import Hearing
from sim.view.battle.inspecting import Inspecting
from sim.view.battle.looking import Looking
from sim.view.battle.motion import Motion
from sim.view.battle.ordering import Ordering
from sim.view.battle.pages import Pages
from sim.view.battle.panes import Panes
from sim.view.battle.picture import BattlePicture
from sim.view.battle.places import BattleLayout, readable_scale
from sim.view.battle.pointing import Pointing
from sim.view.battle.sharing import Sharing
from sim.view.battle.timing import Timing
from sim.view.battle.toolbar import GROUPS
from sim.view.battle.tutorial import Tutorial
from sim.view.blocks.kinds import Block, Button, Buttons, Do
from sim.view.blocks.log import Log
from sim.view.board.board_look import BoardOptions
from sim.view.board.board_picture import MapPainter
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

PANELS = ("lesson", "status", "orders", "tabs", "side", "hover", "message", "window", "context", "tip")
MESSAGE_TIME = 5.0
_ALT = (pygame.K_LALT, pygame.K_RALT)
_NAMES = {
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Backspace",
}


class BattleScreen:
    """A battle on the screen."""

    next: Screen | ScreenDone | None = None

    def __init__(self, stage: Stage, engine: Engine, settings: ViewSettings, painter: MapPainter | None = None) -> None:
        self.stage, self.engine, self.settings = stage, engine, settings
        self.tutorial = Tutorial() if engine.scenario.name == TUTORIAL else None
        self.model = Model(engine.scenario, Playback(engine.session, engine, speed=settings.speed))
        places = {side.id: place for place, side in enumerate(engine.session.battle.sides)}
        self.log = Log(self.model, lambda side: side_sign(places[side]))
        self.panels = {name: Panel() for name in PANELS}
        self.steering = Steering(layout(engine.session.battle.map).bounds, self.size, self.places.room)
        self.motion = Motion()
        self.hearing: Hearing = Hearing(self)
        self.looking: Looking = Looking(self, BoardOptions(grid=settings.grid, coordinates=settings.coordinates))
        self.inspecting: Inspecting = Inspecting(self)
        self.ordering: Ordering = Ordering(self)
        self.timing: Timing = Timing(self)
        self.pages: Pages = Pages(self)
        self.films: Films = Films(self)
        self.sharing: Sharing = Sharing(self)
        self.context: ContextMenu = ContextMenu(self)
        self.panes: Panes = Panes(self)
        self.pointing: Pointing = Pointing(self)
        self.picture = BattlePicture(self, painter)
        self.focus: Do | None = None
        """What the keyboard is on, of all that can be clicked."""
        self._message, self._message_until = "", 0.0
        self._followed = 0
        """The frame of the last tick: keys and clicks move on between two of them."""
        self._told_end = False
        self._held: frozenset[int] = frozenset()

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
        chosen = self.settings
        widths = chosen.left_width, chosen.right_width
        places = BattleLayout(self.size, self.ui, 0, GROUPS, widths, chosen.hover_height, chosen.folded)
        if self.tutorial is None or places.is_narrow:
            return places
        return replace(places, lesson_height=self.tutorial.height(places.lesson(0).width, self.ui))

    @property
    def is_fronted(self) -> bool:
        """Say whether something lies over the map that must be dealt with first."""
        return self.pages.window is not None or isinstance(self.model.playback.wanted, Throw | DrawCard)

    @property
    def open_panels(self) -> tuple[str, ...]:
        """The panels that can be pointed at: where something must be dealt with first, that alone."""
        if self.front is not None:
            return (self.front,)
        return () if self.places.is_narrow else ("lesson", "status", "orders", "tabs", "side", "hover")

    def spot_at(self, at: Point) -> ClickArea | None:
        """Return what can be clicked under a pixel, other than the map."""
        if self.places.is_narrow and not self.is_fronted:
            return None
        if self.front is not None:
            return self.panels[self.front].spot_at(at)
        icons = (*self.panes.spots, *self.picture.toolbar.spots, *self.picture.timeline.spots)
        found = (spot for spot in icons if spot.box.collidepoint(at))
        lines = (self.panels[name].spot_at(at) for name in self.open_panels)
        return next(found, None) or next((spot for spot in lines if spot is not None), None)

    @property
    def front(self) -> str | None:
        """The panel over all others, which has the mouse and the keys: a page, dice, a menu; None most of the time."""
        return "window" if self.is_fronted else "context" if self.context.about is not None else None

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
        self.steering.tick(seconds)
        self.engine.tick()
        if said := self.engine.said():
            self.say(said)
        self.model.playback.tick(seconds)
        self._follow(self._followed)
        self._followed = self.model.playback.cursor
        self.motion.tick(seconds)
        self.looking.tick(seconds)
        self.pages.watch()
        self.ordering.work_on_delegation()
        self.ordering.refresh()
        self.log.go_on()
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
        if self.model.playback.goal is None and not self.pointing.is_scrubbing:
            self.looking.follow_event()
            self.hearing.hear_frames(before, now)

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
        self.hearing.close()
        if said := self.engine.close():
            print(f"sandtable: {said}", file=sys.stderr)

    # -- events ------------------------------------------------------------------------------------------

    def do(self, what: Do) -> None:
        """Carry out what a key or a click stands for; what was said before is out of date by then."""
        self._message = ""
        menu_of = self.context.about
        COMMANDS[what.name].run(self, *what.args)
        if self.context.about is menu_of:
            self.context.close()

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of a key, the mouse or the window."""
        match event.type:
            case pygame.KEYDOWN:
                self._press(event)
            case pygame.KEYUP:
                self._held -= {event.key}
                self.looking.holds_alt &= event.key not in _ALT
            case pygame.TEXTINPUT if self.pages.takes_text:
                self.pages.type_text(event.text)
            case pygame.TEXTINPUT if isinstance(self.model.playback.wanted, DrawCard) and self.pages.window is None:
                self.ordering.type_text(event.text)
            case pygame.WINDOWFOCUSLOST:
                self._held, self.looking.holds_alt = frozenset(), False
                self.pointing.let_go()
            case pygame.WINDOWLEAVE:
                self.looking.mouse = None
            case pygame.VIDEORESIZE:
                self.stage.resize(event.size)
                self.picture.forget()
            case pygame.VIDEOEXPOSE:
                self.picture.forget()
            case _:
                self.pointing.handle(event)

    def _press(self, event: pygame.event.Event) -> None:
        code, mods, typed = event.key, getattr(event, "mod", 0), getattr(event, "unicode", "")
        self.looking.holds_alt |= code in _ALT
        if self.pages.takes_text and self.pages.press_key(code, mods):
            return
        if code in ARROWS:
            self._press_arrow(code, mods)
            return
        presses = mods & CTRL or self.front == "context"
        if presses and code in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if (spot := next((spot for spot in self._focusable if spot.do == self.focus), None)) is not None:
                self.click(spot)
            return
        typing_card = isinstance(self.model.playback.wanted, DrawCard) and self.pages.window is None
        if typing_card and self.ordering.card.press(code, mods):
            return
        is_plain = not mods & (CTRL | SHIFT | pygame.KMOD_ALT | pygame.KMOD_META)
        is_letter = is_plain and pygame.K_a <= code <= pygame.K_z and not self.is_fronted
        if is_letter and self.ordering.press_letter(chr(code).upper()):
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
        elif is_letter:
            self.ordering.refuse_letter(chr(code).upper())

    def _press_arrow(self, code: int, mods: int) -> None:
        right, down = ARROWS[code]
        if mods & CTRL:
            self._move_focus(down or right)
        elif self.pages.window is not None:
            self.panels["window"].scroll_by(-down)
        elif self.context.about is not None:
            self._move_focus(down or right)
        elif mods & SHIFT:
            self._held |= {code}
        else:
            self.looking.move_cell_cursor(right, down)

    def _move_focus(self, step: int) -> None:
        """Go to the next thing that can be clicked: in the window if one is open, else in the right column."""
        panel = self.panels[self.front or "side"]
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
        names = ("tabs", "side") if self.front is None else (self.front,)
        return [spot for name in names for spot in self.panels[name].spots]

    @property
    def _blocks_with_keys(self) -> tuple[Block, ...]:
        if self.front is not None:
            return front_part(self) if self.is_fronted else self.context.blocks
        return () if self.places.is_narrow else orders_part(self)

    def _button_of(self, code: int, mods: int, typed: str) -> Button | None:
        """Return the button that has a key written on it: in the window if one is open, else anywhere."""
        if mods & (CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        letter = chr(code).upper() if pygame.K_a <= code <= pygame.K_z and not mods & SHIFT else ""
        name = digit_of(code, typed) or _NAMES.get(code) or letter
        if not name:
            return None
        # Not what was painted last: whoever types fast means what the keys before have led to.
        for block in self._blocks_with_keys:
            buttons = block.buttons if isinstance(block, Buttons) else (block,)
            for button in buttons:
                if isinstance(button, Button) and button.key == name and not button.refusal:
                    return button
        return None

    def click(self, spot: ClickArea) -> None:
        """Do what was clicked, or say why that cannot be done now."""
        if spot.refusal:
            self.say(spot.refusal)
        else:
            self.do(spot.do)
