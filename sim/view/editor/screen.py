"""The map editor: what mouse and keys do, and what is drawn of it. Everything ends in an edit of the document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import pygame

from sim.grid import Cell, Edge, Point
from sim.process import Worker, WorkerProcess
from sim.view.blocks.kinds import Block, Do, SmallPrint, TextLine
from sim.view.board.board_look import BoardLook, BoardOptions
from sim.view.board.board_picture import BoardPicture, MapPainter
from sim.view.board.layout import Layout, layout
from sim.view.board.paint_grid import are_in_cells, paint_edge_names
from sim.view.board.paint_names import paint_names
from sim.view.board.steering import Steering
from sim.view.editor.commands import COMMANDS, help_blocks, help_for, key_for
from sim.view.editor.drawing import Drawing
from sim.view.editor.filing import Filing
from sim.view.editor.insights import Advisor, MapQuestion, insights
from sim.view.editor.paint_editor import paint_corners, paint_cursor, paint_insight, paint_wet
from sim.view.editor.palette import paint_next
from sim.view.editor.panels import map_blocks, palette_blocks
from sim.view.editor.tools import (
    kinds_of,
    with_defaults,
)
from sim.view.map_keys import ARROWS
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import SCALES, ViewSettings, keep_changes, ui_scale
from sim.view.ui.icons import Icon, paint_icon_button
from sim.view.ui.keys import CTRL, SHIFT
from sim.view.ui.measure_blocks import SMALL, ClickArea
from sim.view.ui.palette import theme, use_theme
from sim.view.ui.panel import Panel, natural_height, paint_panel, paint_sheet, paint_veil, tip_width
from sim.view.window import Stage
from sim.workshop.change import Change
from sim.workshop.figures import disc_of, placings
from sim.workshop.map_document import MapDocument

_PANEL = 304
"""The width of the panels at scale 1."""
_TOOL, _AIR = 36, 8
"""The side of a button of the toolbar, and the air around things."""
_MESSAGE_TIME, _LOOK_OUTSIDE, _TIP_AFTER = 5.0, 1.0, 0.45
"""Seconds: how long a message stays, how often the file is looked at, after which a button says what it does."""
_PAGE = 640
_MANY = 40
"""Cells under the brush beyond which only the one in its middle is outlined."""


def advisor_process() -> Worker:
    """Start the process that looks at the map while it is drawn."""
    return WorkerProcess("adviser of the editor", insights)


class EditorScreen:
    """A map that is being drawn, in a window."""

    picture: BoardPicture
    steering: Steering

    def __init__(
        self,
        stage: Stage,
        painter: MapPainter,
        settings: ViewSettings,
        document: MapDocument,
        *,
        is_new: bool = False,
        make_worker: Callable[[], Worker] = advisor_process,
    ) -> None:
        use_theme(settings.theme, safe=settings.safe)
        self.stage, self.settings, self._painter = stage, settings, painter
        self.next: Screen | ScreenDone | None = None
        self.options = BoardOptions(grid=settings.grid, coordinates=settings.coordinates)
        self.shows_view = self.shows_reach = self.shows_lint = self.shows_help = False
        self.advisor = Advisor(make_worker)
        self._panels = {"left": Panel(), "right": Panel(), "page": Panel()}
        self._mouse: tuple[int, int] | None = None
        self._pressed: Do | None = None
        self._pointed_since = 0.0
        self._pointed: Do | None = None
        self._message, self._message_until = "", 0.0
        self._looked_outside = perf_counter()
        self._drawn: object = None
        self._steps = 0
        """How many maps there have been: the number of the one that is shown."""
        self._wet = Change("")
        """What has been drawn since the painter was done: shown in flat colours until it is."""
        self.drawing, self.filing = Drawing(self, document), Filing(self)
        self.show_map(None)
        self.filing.ask_for_draft()
        if is_new and self.filing.page is None:
            self.filing.show_new_page()

    # -- the document ------------------------------------------------------------------------------------

    def show_map(self, change: Change | None) -> None:
        """Show the map of the document after a change; None where it is another map altogether."""
        battle_map = self.drawing.document.map
        self._steps += 1
        if change is not None and not change.is_of_board:
            self.picture.redraw(battle_map, change.touched(battle_map))
            self._wet = self._wet.with_later(change) if self._wet else change
            if self.steering.bounds != self.layout.bounds:
                self.steering.bounds = self.layout.bounds
            return
        self._wet = Change("")
        if hasattr(self, "picture"):
            self.picture.close()
        self.picture = BoardPicture(battle_map, self._painter)
        self.steering = Steering(self.layout.bounds, self.size, self.room)
        self.drawing.hand = with_defaults(self.drawing.hand, battle_map)

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
        return layout(self.drawing.document.map)

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
        commands = [command for command in COMMANDS.values() if command.toolbar is not None]
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
        self._ask()
        if self.advisor.hear() and self.advisor.trouble:
            self.say(self.advisor.trouble)
        if self.drawing.strike is None:
            paint_next(
                self.drawing.document.map,
                self.drawing.hand.layer,
                kinds_of(self.drawing.document.map, self.drawing.hand.layer),
            )
            self.filing.keep_draft()
        now = perf_counter()
        if now > self._message_until:
            self._message = ""
        if now - self._looked_outside > _LOOK_OUTSIDE:
            self._looked_outside = now
            self.filing.look_outside()

    def _ask(self) -> None:
        cell = self.drawing.hovered
        viewer = cell if self.shows_view else None
        walker = cell if self.shows_reach else None
        self.advisor.ask(self._steps, MapQuestion(self.drawing.document.map, viewer, walker, self.shows_lint))

    def _pan(self, seconds: float) -> None:
        if self.filing.page is not None or not pygame.display.get_init():
            return
        held = pygame.key.get_pressed() if pygame.key.get_mods() & SHIFT and self.drawing.strike is None else None
        if held is not None:
            right = sum(step[0] for key, step in ARROWS.items() if held[key])
            down = sum(step[1] for key, step in ARROWS.items() if held[key])
            self.steering.pan_by_keys(right, down, seconds)

    # -- what is drawn -----------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw if anything has changed."""
        self._lay_out()
        preview = self.drawing.preview
        tip = self._tip()
        key = (
            (self._steps, self.picture.version, self.steering.camera, self.size, theme(), self.ui),
            (self.drawing.hand, self.drawing.hovered, self.drawing.edge, preview, self._message, tip, self._pointed),
            (self.shows_view, self.shows_reach, self.shows_lint, self.shows_help, self.advisor.newest),
            tuple((panel.blocks, panel.scroll) for panel in self._panels.values()),
            tuple(tool[1:] for tool in self.tools),
        )
        if key == self._drawn:
            return False
        self._drawn = key
        self._paint_map(surface, preview)
        self._paint_bar(surface)
        for name in ("left", "right"):
            self._panels[name].paint(surface, self._pointed)
        if self.filing.page is not None or self.shows_help:
            paint_veil(surface, self._panels["page"].rect, self.ui)
            self._panels["page"].paint(surface, self._pointed, solid=True)
        self._paint_words(surface, tip)
        return True

    def _paint_map(self, surface: pygame.Surface, preview: Change | None) -> None:
        camera, plan, battle_map = self.steering.camera, self.layout, self.drawing.document.map
        surface.set_clip(self.room)
        surface.fill(theme().table, self.room)
        if self.picture.draw(surface, camera):
            self._wet = Change("")
        elif self._wet:
            paint_wet(surface, battle_map, plan, camera, self._wet)
        paint_names(surface, battle_map, camera, self.ui)
        if self.options.coordinates and not are_in_cells(camera.scale, self.ui):
            paint_edge_names(surface, plan, camera, round(SMALL * self.ui))
        newest = self.advisor.newest
        paint_insight(
            surface, plan, camera, newest,
            view=self.shows_view, reach=self.shows_reach, lint=self.shows_lint and newest.is_linted,
        )  # fmt: skip
        if preview:
            paint_wet(surface, preview.applied(battle_map), plan, camera, preview)
        if self.drawing.strike is not None and self.drawing.strike.is_of_corners:
            paint_corners(surface, plan, camera, self.drawing.strike.corners)
        elif self.drawing.strike is None:
            self._paint_brush(surface)
        if self.drawing.hand.layer == "names" and self.drawing.hand.kind:
            named = getattr(battle_map, self.drawing.hand.table).get(self.drawing.hand.kind, ())
            paint_cursor(surface, plan, camera, named, (), erases=False)
        surface.set_clip(None)

    def _paint_brush(self, surface: pygame.Surface) -> None:
        cell, hand, battle_map = self.drawing.hovered, self.drawing.hand, self.drawing.document.map
        if cell is None:
            return
        edge = self.drawing.edge
        others = list(placings(battle_map, hand.symmetry))
        if hand.layer == "sides":
            on = hand.stroke in ("brush", "line")
            edges = [] if edge is None or not on else [edge, *(Edge.between(*map(place, edge)) for place in others)]
            cells: list[Cell] = [cell] if not edges else []
            paint_cursor(surface, self.layout, self.steering.camera, cells, edges, erases=hand.erases)
            return
        wide = hand.stroke in ("brush", "line") and hand.layer != "ways"
        under = disc_of(battle_map, cell, hand.size) if wide else (cell,)
        cells = list(under) if len(under) <= _MANY else [cell]
        cells += [place(each) for place in others for each in cells]
        paint_cursor(surface, self.layout, self.steering.camera, cells, (), erases=hand.erases)

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
        return f"{help_for(self._pointed)}{f' — {refusal}' if refusal else ''}".strip(" —")

    def _lay_out(self) -> None:
        wide, (width, height), ui = self._side_width, self.size, self.ui
        self._panels["left"].place(pygame.Rect(0, 0, wide, height), palette_blocks(self), ui)
        self._panels["right"].place(pygame.Rect(width - wide, 0, wide, height), map_blocks(self), ui)
        blocks: tuple[Block, ...] = ()
        across = _PAGE
        if self.filing.page is not None:
            blocks = self.filing.page.blocks
        elif self.shows_help:
            blocks, across = help_blocks(), 2 * _PAGE
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

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of what has happened."""
        match event.type:
            case pygame.KEYDOWN:
                self._press_key(event.key, getattr(event, "mod", 0), getattr(event, "unicode", ""))
            case pygame.TEXTINPUT if self.filing.page is not None and self.filing.page.focus:
                self.filing.page.fields[self.filing.page.focus].type(event.text)
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
        self._mouse, self.drawing.cursor = at, None
        spot = self._spot_at(at)
        do = None if spot is None else spot.do
        if do != self._pointed:
            self._pointed, self._pointed_since = do, perf_counter()
        if self.drawing.strike is not None and (buttons[0] or self.drawing.strike.is_of_corners):
            self.drawing.strike.go_to(self.steering.camera.point(at))
        elif len(buttons) > 2 and (buttons[1] or buttons[2]):
            self.steering.drag(at)

    def _press_button(self, button: int, at: tuple[int, int]) -> None:
        self._move_mouse(at, (0, 0, 0))
        self._lay_out()
        spot = self._spot_at(at)
        self._pressed = None if spot is None or button != 1 else spot.do
        if spot is not None or self.filing.page is not None or self.shows_help or not self.room.collidepoint(at):
            return
        if button != 1:
            self.steering.press(button, at)
            return
        point = self.steering.camera.point(at)
        if self.drawing.strike is not None and self.drawing.strike.is_of_corners:
            self.drawing.click_corner(point)
        else:
            self.drawing.begin(
                point, erases=bool(pygame.key.get_mods() & SHIFT) if pygame.display.get_init() else False
            )

    def _release_button(self, button: int, at: tuple[int, int]) -> None:
        if button == 1 and self.drawing.strike is not None and not self.drawing.strike.is_of_corners:
            self.drawing.strike.go_to(self.steering.camera.point(at))
            self.drawing.finish()
            return
        if button != 1:
            was_click = self.steering.release(button)
            if was_click and self.room.collidepoint(at):
                if self.drawing.strike is not None:
                    self.drawing.finish()
                elif button == 3:
                    self.drawing.pick()
            return
        spot, pressed, self._pressed = self._spot_at(at), self._pressed, None
        if spot is not None and spot.do == pressed:
            self.press(spot.do, spot.refusal)

    def press(self, do: Do, refusal: str = "") -> None:
        """Do what a button says; if it cannot be done now, say why."""
        if refusal:
            self.say(f"{refusal[:1].upper()}{refusal[1:]}.")
        elif do.name in COMMANDS:
            owner = next(owner for owner in (self.drawing, self.filing, self) if hasattr(owner, do.name))
            getattr(owner, do.name)(*do.args)

    def _turn_wheel(self, notches: int) -> None:
        names = ("page",) if self.filing.page is not None or self.shows_help else ("left", "right")
        for name in names:
            if self._mouse is not None and self._panels[name].holds(self._mouse):
                self._panels[name].scroll_by(notches)
                return
        if self.filing.page is None and not self.shows_help:
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
        if code in ARROWS and not modifiers & (CTRL | SHIFT):
            self.drawing.move_cursor(*ARROWS[code])
            return
        key = key_for(code, modifiers, typed)
        if key is not None and key.do is not None:
            command = COMMANDS[key.do.name]
            self.press(key.do, command.refusal(self) if command.refusal is not None else "")

    def escape(self) -> None:
        """Give up what is under way: a stroke, the eraser, the editor."""
        if self.drawing.strike is not None:
            self.drawing.strike = None
        elif self.drawing.cursor is not None:
            self.drawing.cursor = None
        elif self.drawing.hand.erases:
            self.drawing.toggle_erasing()
        else:
            self.filing.ask_to_leave()

    # -- undo, looks, time -------------------------------------------------------------------------------

    def toggle_view(self) -> None:
        """Show or hide what can be seen from the cell under the cursor."""
        self.shows_view = not self.shows_view

    def toggle_reach(self) -> None:
        """Show or hide how far one gets from there."""
        self.shows_reach = not self.shows_reach

    def toggle_lint(self) -> None:
        """Show or hide what a designer should look at."""
        self.shows_lint = not self.shows_lint

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

    def look_at(self, where: str) -> None:
        """Bring to the middle what a finding is about: a cell, a side, the first cell of a name."""
        battle_map = self.drawing.document.map
        cells = [*battle_map.places.get(where, ()), *battle_map.areas.get(where, ())]
        first = where.split()[0].partition("/")[0] if where.split() else ""
        try:
            cell = cells[0] if cells else battle_map.cell(first)
        except ValueError:
            return
        self.steering.centre(battle_map.grid.point(cell))
        self.drawing.cursor = cell

    # -- files -------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Keep a draft of what is not saved: the window may have been closed by accident."""
        self.advisor.close()
        if self.next is None:
            self.filing.keep_draft()

    def say(self, text: str) -> None:
        """Show a message for a few seconds."""
        self._message, self._message_until = text, perf_counter() + _MESSAGE_TIME
