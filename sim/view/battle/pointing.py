"""The mouse: what a click, a drag and the wheel mean, by where they happen."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pygame

from sim.grid import Point
from sim.view.battle.minimap import point_at
from sim.view.blocks.context import Pointed
from sim.view.ui.measure_blocks import ClickArea

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

_BUTTONS = (1, 2, 3)
_SCROLLED = ("context", "window", "message", "lesson", "status", "orders", "tabs", "side", "hover")
"""The panels that the wheel scrolls, from the top."""
_INSIDE = 0.55
"""How far from the middle of a cell, in cells, the mouse points at no direction yet."""


class Pointing:
    """Whoever holds the mouse."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.is_scrubbing = False
        self._pressed: ClickArea | None = None
        self._closes = False
        """Whether the button went down beside an open menu, which only closes that."""
        self._turns: bool | None = None
        """Whether the mouse was drawn out of a cell whose facing is left to choose; None while it is not held."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of the mouse."""
        match event.type:
            case pygame.MOUSEWHEEL:
                self._turn_wheel(event.y)
            case pygame.MOUSEBUTTONDOWN if event.button in _BUTTONS:
                self._down(event.button, event.pos)
            case pygame.MOUSEBUTTONUP if event.button in _BUTTONS:
                self._up(event.button, event.pos)
            case pygame.MOUSEMOTION:
                self._move(event.pos)

    def let_go(self) -> None:
        """Forget about buttons: the window has lost the mouse."""
        self.is_scrubbing, self._turns = False, None
        self._screen.steering.let_go()
        self._screen.panes.release()

    def _turn_wheel(self, notches: int) -> None:
        screen, at = self._screen, self._screen.looking.mouse
        if at is not None and not screen.places.is_narrow:
            for name in _SCROLLED:
                if screen.panels[name].holds(at):
                    screen.panels[name].scroll_by(notches)
                    return
        if not screen.is_fronted:
            screen.context.close()
            screen.steering.turn_wheel(notches, at or screen.places.room.center)

    def _down(self, button: int, at: Point) -> None:
        screen = self._screen
        screen.looking.mouse, screen.looking.cell_cursor = at, None
        self._closes = screen.context.about is not None and not screen.panels["context"].holds(at)
        if self._closes:
            screen.context.close()
        self._pressed = screen.spot_at(at)
        if screen.front is not None:
            return
        if button == 1 and not self._closes and screen.panes.press(at):
            return
        if self._pressed is not None:
            return
        if not screen.places.is_narrow and (frame := screen.picture.timeline.frame_at(at)) is not None:
            self.is_scrubbing = True
            screen.timing.jump(frame)
        elif (small := screen.picture.floats.places.get("small map")) is not None and small.collidepoint(at):
            screen.steering.centre(point_at(at, small, screen.picture.layout.bounds))
        elif screen.is_over_map(at):
            cell = screen.ordering.facing_cell
            if button == 1 and cell is not None and screen.looking.pointed_cell == cell:
                self._turns = False
            else:
                screen.steering.press(button, at)

    def _up(self, button: int, at: Point) -> None:
        screen = self._screen
        screen.looking.mouse, self.is_scrubbing = at, False
        pressed, self._pressed = self._pressed, None
        clicked = screen.steering.release(button)
        turns, self._turns = self._turns, None
        if screen.panes.release():
            return
        if turns and self._face(at):
            screen.ordering.confirm()
        elif turns is False:
            self._click_map(at)
        if turns is not None:
            return
        spot = screen.spot_at(at)
        if pressed is not None:
            if spot is not None and spot.do == pressed.do and button == 1:
                screen.click(spot)
        elif self._leaves_page(at):
            screen.pages.close_window()
        elif clicked and button == 3:
            self._open_menu(at)
        elif clicked and button == 1 and not self._closes:
            self._click_map(at)

    def _leaves_page(self, at: Point) -> bool:
        """Say whether a click went beside a page: that closes it, for its button may have to be scrolled to."""
        return self._screen.pages.window is not None and not self._screen.panels["window"].holds(at)

    def _open_menu(self, at: Point) -> None:
        """Open the menu of what was clicked; beside the map there is nothing to ask about, so a step is taken back."""
        looking = self._screen.looking
        if looking.pointed_cell is None or self._screen.places.is_narrow:
            self._screen.ordering.step_back()
        else:
            self._screen.context.open(at, Pointed(looking.pointed_cell, looking.pointed_unit))

    def _click_map(self, at: Point) -> None:
        screen = self._screen
        facing = next((facing for rect, facing in screen.picture.wedges if rect.collidepoint(at)), None)
        if facing is not None:
            screen.ordering.choose_facing(facing)
        else:
            screen.ordering.click_map(screen.looking.pointed_cell, screen.looking.pointed_unit)

    def _move(self, at: Point) -> None:
        screen = self._screen
        screen.looking.mouse = at
        screen.stage.use_cursor(screen.panes.cursor_at(at))
        if self.is_scrubbing:
            timeline = screen.picture.timeline
            if (frame := timeline.frame_at((at[0], timeline.track.centery))) is not None:
                screen.timing.jump(frame)
        elif self._turns is not None:
            self._turns = self._face(at) or self._turns
        elif not screen.panes.drag(at):
            screen.steering.drag(at)

    def _face(self, at: Point) -> bool:
        """Have a unit look afterwards to where the mouse is drawn; say whether it has left the cell."""
        screen = self._screen
        cell, camera = screen.ordering.facing_cell, screen.steering.camera
        if cell is None:
            return False
        x, y = camera.pixel(screen.picture.layout.map.grid.point(cell))
        right, down = at[0] - x, at[1] - y
        if hypot(right, down) < _INSIDE * camera.scale:
            return False
        screen.ordering.face_towards(right, down)
        return True
