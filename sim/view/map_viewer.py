"""The map viewer: look at a map, zoom, pan, and ask it what can be seen from where.

One `tick` handles what has happened and draws what there is, and never waits: whoever owns the loop decides how often.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pygame

from sim.board.battlemap import BattleMap
from sim.board.ground import Ground
from sim.files import FileMistakes
from sim.grid import Cell, Point
from sim.view.blocks.cell_report import sight_lines
from sim.view.board.board_look import BoardLook, BoardOptions, FieldOfView
from sim.view.board.board_picture import BoardPicture, MapPainter, PainterAtOnce
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout, layout
from sim.view.board.steering import Steering
from sim.view.map_keys import ARROWS, KEYS
from sim.view.paint_map_frame import MapFrame, map_room, paint_board, paint_marks, paint_panels, panel_left
from sim.view.settings import SCALES, keep_changes, load_settings, ui_scale
from sim.view.snapshot import Snapshot
from sim.view.ui.keys import entry_for
from sim.view.ui.palette import theme, use_theme
from sim.view.window import Stage, SystemWindow
from sim.view.worker.painter import PainterProcess

MESSAGE_TIME = 4.0
_BUTTONS = (1, 2, 3)


def _load(path: Path) -> BattleMap:
    from sim.board.any_map import load_any_map  # pydantic takes its time; not needed until a map is read

    return load_any_map(path)


class MapViewer:
    """A viewer for one map at a time, on a stage."""

    steering: Steering

    def __init__(
        self,
        stage: Stage,
        battle_map: BattleMap,
        *,
        maps: Sequence[Path] = (),
        load: Callable[[Path], BattleMap] = _load,
        painter: MapPainter | None = None,
        scale: int = 100,
    ) -> None:
        self.stage, self._painter = stage, painter or PainterAtOnce()
        self.maps, self._load, self._turned_to = tuple(maps), load, -1
        self.dress, self.scale = BoardOptions(), scale
        self.shows_view = self.shows_ruler = self.shows_help = False
        self.selected: Cell | None = None
        self.cursor: Point | None = None
        self._held: set[int] = set()
        self._open = True
        self._message, self._message_until = "", 0.0
        self._last_tick = perf_counter()
        self._drawn: MapFrame | None = None
        self._snapshot: Snapshot | None = None
        """The picture that is being saved."""
        self.open_map(battle_map)

    # -- the map -----------------------------------------------------------------------------------------

    def open_map(self, battle_map: BattleMap) -> None:
        """Show another map, all of it."""
        self.ground = Ground(battle_map)
        self.picture = BoardPicture(battle_map, self._painter)
        self.steering = Steering(self.layout.bounds, self.size, self._room)
        self.selected = None

    @property
    def layout(self) -> Layout:
        return layout(self.ground.map)

    @property
    def size(self) -> tuple[int, int]:
        return self.stage.surface().get_size()

    @property
    def _room(self) -> pygame.Rect:
        """The part of the window that the panel leaves to the map."""
        return map_room(self.size, self.scale)

    @property
    def camera(self) -> Camera:
        """What part of the map the window shows."""
        return self.steering.camera

    @property
    def hovered(self) -> Cell | None:
        """The cell under the cursor, if there is one."""
        if self.cursor is None:
            return None
        cell = self.ground.map.grid.cell_at(self.camera.point(self.cursor))
        return cell if cell in self.ground.map else None

    @property
    def frame(self) -> MapFrame:
        """What the window shows now."""
        hovered = self.hovered
        return MapFrame(
            self.ground,
            self.camera,
            self.dress,
            self.picture.version,
            self.selected,
            hovered,
            self.shows_ruler,
            panel_left(self.cursor, self.size, self.scale),
            self.shows_help,
            self.scale,
            self._message,
        )

    # -- one tick ----------------------------------------------------------------------------------------

    def tick(self, events: Sequence[pygame.event.Event]) -> bool:
        """Handle what has happened, draw if anything changed; say whether to go on."""
        now = perf_counter()
        passed, self._last_tick = min(now - self._last_tick, 0.05), now
        for event in events:
            self._handle(event)
        if not self._open:
            return False
        self.steering.follow_size(self.size, self._room)
        self._pan_by_keys(passed)
        if said := self._painter.mend():
            self.say(said)
        self._tell_of_snapshot()
        self._show_board()
        if now > self._message_until:
            self._message = ""
        frame = self.frame
        if frame != self._drawn:
            self._drawn = frame
            self.paint(self.stage.surface(), frame)
            self.stage.show()
        return True

    def _show_board(self) -> None:
        """Have the board painted as it is to look, and take over what there is of it."""
        viewer = (self.selected or self.hovered) if self.shows_view else None
        asked = (self.ground, self.dress, self.size, self.scale, viewer, theme())
        if asked != self._asked:
            self._asked = asked
            options = replace(self.dress, letters=ui_scale(self.size, self.scale))
            seen = () if viewer is None else (FieldOfView.of(sight_lines(self.ground).field_of_view(viewer), viewer),)
            self.picture.show(BoardLook(self.ground.changes, options, seen))
        self.picture.want(self.camera)
        self.picture.take()

    _asked: object = None
    """What the look of the board was last made of: to look around takes a moment."""

    def finish_painting(self) -> None:
        """Draw the window with everything in it, for a picture of it; who paints at once has it all."""
        self.tick([])

    def paint(self, surface: pygame.Surface, frame: MapFrame) -> None:
        """Draw a whole window."""
        paint_board(surface, frame, self.picture)
        paint_marks(surface, frame)
        paint_panels(surface, frame)

    def _pan_by_keys(self, seconds: float) -> None:
        right = sum(ARROWS[key][0] for key in self._held)
        down = sum(ARROWS[key][1] for key in self._held)
        self.steering.pan_by_keys(right, down, seconds)

    # -- events ------------------------------------------------------------------------------------------

    def _handle(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.QUIT:
                self._open = False
            case pygame.KEYDOWN:
                self._press_key(event.key, getattr(event, "mod", 0), getattr(event, "unicode", ""))
            case pygame.KEYUP:
                self._held.discard(event.key)
            case pygame.WINDOWFOCUSLOST:
                self._held.clear()
                self.steering.let_go()
            case pygame.WINDOWLEAVE:
                self.cursor = None
            case pygame.VIDEORESIZE:
                self.stage.resize(event.size)
            case pygame.MOUSEWHEEL:
                self.steering.turn_wheel(event.y, self.cursor or self._middle)
            case pygame.MOUSEBUTTONDOWN if event.button in _BUTTONS:
                self.cursor = event.pos
                self.steering.press(event.button, event.pos)
            case pygame.MOUSEBUTTONUP if event.button in _BUTTONS:
                self._release(event.button, event.pos)
            case pygame.MOUSEMOTION:
                self.cursor = event.pos
                self.steering.drag(event.pos)

    def _press_key(self, code: int, modifiers: int, typed: str) -> None:
        if code in ARROWS and not modifiers & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            self._held.add(code)
        key = entry_for(KEYS, code, modifiers, typed)
        if key is not None and key.do is not None:
            getattr(self, key.do.name)(*key.do.args)

    def _release(self, button: int, at: Point) -> None:
        self.cursor = at
        if self.steering.release(button) and button == 1:
            self.select(self.hovered)

    # -- what keys do ------------------------------------------------------------------------------------

    def select(self, cell: Cell | None) -> None:
        """Select a cell; the same one again lets it go."""
        self.selected = None if cell == self.selected else cell

    @property
    def _middle(self) -> Point:
        """The middle of the window, not of the room beside the panel: the panel changes sides with the cursor."""
        return self.size[0] / 2, self.size[1] / 2

    def zoom_in(self) -> None:
        """Zoom in on the middle of the window."""
        self.steering.zoom(True, self._middle)

    def zoom_out(self) -> None:
        """Zoom out from the middle of the window."""
        self.steering.zoom(False, self._middle)

    def fit(self) -> None:
        """Show the whole map."""
        self.steering.fit()

    def change_scale(self, step: int) -> None:
        """Make letters and panels larger or smaller."""
        low, high = SCALES
        self.scale = min(max(self.scale + step, low), high)
        self.say(f"Text size: {self.scale} %")

    def toggle_grid(self) -> None:
        """Show or hide the lines between cells."""
        self.dress = replace(self.dress, grid=not self.dress.grid)

    def toggle_coordinates(self) -> None:
        """Show or hide the names of cells."""
        self.dress = replace(self.dress, coordinates=not self.dress.coordinates)

    def toggle_heights(self) -> None:
        """Show or hide the heights of cells."""
        self.dress = replace(self.dress, heights=not self.dress.heights)

    def toggle_view(self) -> None:
        """Show or hide what can be seen from a cell."""
        self.shows_view = not self.shows_view

    def toggle_ruler(self) -> None:
        """Show or hide the line of sight."""
        self.shows_ruler = not self.shows_ruler
        if self.shows_ruler and self.selected is None:
            self.say("Click a cell first: the ruler runs from there to the cursor.")

    def toggle_help(self) -> None:
        """Show or hide the table of keys."""
        self.shows_help = not self.shows_help

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""
        self.stage.toggle_full_screen()

    def next_map(self) -> None:
        """Open the next map of the list."""
        self._turn_over(1)

    def previous_map(self) -> None:
        """Open the previous map of the list."""
        self._turn_over(-1)

    def _turn_over(self, step: int) -> None:
        if not self.maps:
            self.say("There are no other maps to show.")
            return
        self._turned_to = (max(self._turned_to, 0 if step < 0 else -1) + step) % len(self.maps)
        path = self.maps[self._turned_to]
        try:
            self.open_map(self._load(path))
        except (FileMistakes, OSError) as mistake:
            self.say(f"{path.name} cannot be opened: {str(mistake).splitlines()[0]}")

    def take_picture(self) -> None:
        """Save what the window shows as a PNG file in the current folder."""
        if self._snapshot is None:
            self._snapshot = Snapshot(self.stage.surface())

    def _tell_of_snapshot(self) -> None:
        if self._snapshot is not None and self._snapshot.result:
            self.say(self._snapshot.result)
            self._snapshot = None

    def leave(self) -> None:
        """Close the help if it is open, else the viewer."""
        if self.shows_help:
            self.shows_help = False
        else:
            self._open = False

    def say(self, text: str) -> None:
        """Show a message for a few seconds."""
        self._message, self._message_until = text, perf_counter() + MESSAGE_TIME


def run(battle_map: BattleMap, size: tuple[int, int], maps: Sequence[Path] = ()) -> None:
    """Open a window and let somebody look at a map until they close it."""
    with SystemWindow(size, "Sandtable") as window, closing(PainterProcess()) as painter:
        settings, clock = load_settings(), pygame.time.Clock()
        use_theme(settings.theme, safe=settings.safe)
        viewer = MapViewer(window, battle_map, maps=maps, painter=painter, scale=settings.scale)
        # What has been loaded by now stays; without this, Python looks through all of it again and again, and a
        # frame in twenty takes a tenth of a second.
        gc.freeze()
        while viewer.tick(pygame.event.get()):
            clock.tick(60)
        keep_changes(settings, replace(settings, scale=viewer.scale))
