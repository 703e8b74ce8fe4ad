"""The battle as it is drawn: what lies where in the window, and the window painted anew whenever that has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from time import perf_counter

import pygame

from sim.engine.chance import DrawCard
from sim.engine.dice import Throw
from sim.grid import Cell, Point
from sim.view.battle.advice_commands import AdviceCommands
from sim.view.battle.compose import Composed, OverlaidAt, composed, marked_of, overlaid_of, timeline_of
from sim.view.battle.figures import paint_tags
from sim.view.battle.film import FilmCommands
from sim.view.battle.floats import Float
from sim.view.battle.happened import NOTHING, Happened, happened_at
from sim.view.battle.layers import SameObject
from sim.view.battle.look_commands import LookCommands
from sim.view.battle.minimap import paint_minimap
from sim.view.battle.paint_battle import (
    Marked,
    Overlaid,
    ground_key,
    ground_steps,
    meanings_of,
    meanings_size,
    paint_ground,
    paint_meanings,
    paint_pieces,
    prepare_ground,
)
from sim.view.battle.reasons import YES
from sim.view.battle.side_blocks import log_place
from sim.view.battle.summary import LookBackCommands
from sim.view.battle.timeline import TimeLine
from sim.view.board.paint_grid import are_in_cells, edge_bands, paint_edge_names, prepare_edge_names
from sim.view.counters.portray import side_livery
from sim.view.ui.blocks import Do, TextLine
from sim.view.ui.frame_budget import FrameBudget
from sim.view.ui.measure_blocks import SMALL, ClickArea
from sim.view.ui.palette import theme
from sim.view.ui.panel import paint_veil
from sim.view.window import share_of_time

LATE = 0.006
"""Seconds of work in a tick after which its picture leaves what is new to the next one."""
PAGE = 0.4
"""The share of its patience that a window keeps while a page lies over the map, which takes long to draw by itself."""
WRITING = 0.8
"""The share of its patience that a window has for letters, besides that for all else: text is waited for first."""
AT_ONCE = 4_200_000
"""Pixels up to which the ground is put together in one go, all its layers counted: some six milliseconds' worth."""


class PaintedBattle(AdviceCommands, LookCommands, LookBackCommands, FilmCommands):
    """A battle in a window, with all that can be done in it; keys and the mouse come on top (`screen.py`)."""

    # -- what lies where ---------------------------------------------------------------------------------

    @property
    def is_fronted(self) -> bool:
        """Say whether something lies over the map that must be dealt with first."""
        return self.window is not None or isinstance(self.model.playback.wanted, Throw | DrawCard)

    def spot_at(self, at: Point) -> ClickArea | None:
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
    def happened(self) -> Happened:
        """What the event that is shown looks like on the map; worked out once for all pictures of it."""
        playback, eyes = self.model.playback, self.model.eyes
        if self._happened[0] != (key := (SameObject(playback.frame), eyes, self.session.over)):
            self._happened = (key, happened_at(self.model, playback.cursor))
        return self._happened[1]

    _happened: tuple[object, Happened] = (None, NOTHING)

    @property
    def timeline(self) -> TimeLine:
        """The time line in its place."""
        return TimeLine(self.places.bar, self.ui, timeline_of(self))

    # -- drawing -----------------------------------------------------------------------------------------

    _drawn: object = None
    """All that decided what the window looks like; nothing while something is left out of it."""
    _shown: object = None
    """The same of the last picture, whole or not."""
    _wedges: tuple[tuple[pygame.Rect, int], ...] = ()

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw the whole window if anything in it has changed; say whether it was drawn."""
        if self._puts_off and not self._wants_whole:
            return False
        inputs = (surface.get_size(), *self._inputs())
        is_late = self._is_late and not self._wants_whole
        if inputs == self._drawn or (is_late and inputs == self._shown):
            # The second could only leave out once more what it left out before.
            self._owes = inputs != self._drawn
            return False
        is_new = self._tell_again_in(surface.get_size())
        began = self.clock()
        self._place_panels(composed(self))
        # Else a slow machine would never come to write. For another size of letters it is a turn of its own.
        had_its_turn = self._only_measured or self._owes or (self._has_measured and not is_new)
        took_long = self.clock() - began > LATE
        self._has_measured = not had_its_turn and (is_new or took_long)
        self._only_measured = self._has_measured and took_long and self._patience < 0
        if self._only_measured:
            return False  # the next tick shows what was measured in this one
        budget = FrameBudget(self._patience, self.clock)
        overlaid, camera = overlaid_of(self, budget), self.steering.camera
        if not self._paint_ground(surface, overlaid, budget):
            self._made_room = inputs != self._shown
            return False
        marked = marked_of(self)
        if overlaid is not None:
            marked = replace(marked, figures=overlaid.overlaid.figures.cells(self.layout, camera.scale))
        spots, wedges = paint_pieces(surface, self.model.position, camera, marked, self.motion, self.ui, budget)
        self.counter_spots, self._wedges = spots, tuple(wedges)
        names = round(SMALL * self.ui)
        if self._has_edge_names and prepare_edge_names(self.layout, camera, names, budget):
            paint_edge_names(surface, self.layout, camera, names, self.places.room)
        if overlaid is not None:
            paint_tags(surface, self.layout, camera, overlaid.overlaid.tags(self.layout, camera.scale), self.ui)
        self._paint_floats(surface, overlaid, marked, budget)
        letters = FrameBudget(self._writing_time(), self.clock)
        if not self.places.is_narrow:
            self._paint_panels(surface, self._pointed_do, letters)
        elif self.is_fronted:
            self.panels["window"].paint(surface, self._pointed_do, solid=True, budget=letters)
        # Where things lie, and how far a panel can be scrolled, is known only now.
        left_out = budget.left_out or letters.left_out
        is_whole = not left_out and not self._is_telling
        self._owes = left_out and is_late
        self._shown, self._shown_as = (surface.get_size(), *self._inputs()), self._look
        self._drawn = self._shown if is_whole else None
        self._wants_whole = self._made_room = False
        return True

    def _paint_ground(self, surface: pygame.Surface, at: OverlaidAt | None, budget: FrameBudget) -> bool:
        """Draw what lies under the counters; while parts of it are being made, what was there before stands in.

        Say whether it was drawn: where room was made for something, the picture comes with the next tick.
        """
        picture, camera = self.picture, self.steering.camera
        if at is not None:
            key, overlaid = ground_key(picture.ground, camera, picture, at.key), at.overlaid
            copying = budget if self._is_large(surface, overlaid) else FrameBudget()
            if self._backdrop.is_current(surface, key) or (
                prepare_ground(picture, camera, overlaid, self.ui, budget)
                and self._backdrop.prepare(
                    surface.get_size(), key, lambda under: self._ground_steps(under, overlaid), camera, copying
                )
            ):
                self._renew_ground(overlaid, budget, copying)
                if not budget.is_over:
                    self._backdrop.copy(surface)
                return not budget.is_over
        if not budget.is_over:
            self._backdrop.show_meanwhile(surface, camera, lambda under: picture.draw_flat(under, camera))
        return not budget.is_over

    _ground_version = 0
    """Up to which version the backdrop shows the tiles of the board."""

    def _ground_steps(self, under: pygame.Surface, overlaid: Overlaid) -> Iterator[None]:
        begun_at = self.picture.version
        yield from ground_steps(under, self.picture, self.steering.camera, overlaid, self.ui)
        self._ground_version = begun_at

    def _renew_ground(self, overlaid: Overlaid, budget: FrameBudget, copying: FrameBudget) -> None:
        """Show the tiles that were painted since: each is put in its place, and the others stay as they are."""
        picture, camera = self.picture, self.steering.camera
        for version, part in picture.news(self._ground_version, camera):
            # What lies over the tile may have been let go meanwhile.
            if not prepare_ground(picture, camera, overlaid, self.ui, budget) or not copying.has_time():
                return
            self._backdrop.renew(part, lambda under: paint_ground(under, picture, camera, overlaid, self.ui))
            self._ground_version = version
        self._ground_version = picture.version

    @staticmethod
    def _is_large(surface: pygame.Surface, overlaid: Overlaid) -> bool:
        """Say whether it takes long to put the ground together from what was made for it."""
        return surface.get_width() * surface.get_height() * (1 + overlaid.layers) > AT_ONCE

    # -- taking turns ------------------------------------------------------------------------------------

    _took = 0.0
    """How long the last tick has worked."""
    _owes = False
    """Whether the last picture left something out because of that: then the next tick works less instead."""
    _puts_off = False
    """Whether a tick has worked so long that its picture comes with the next one, which does nothing else."""

    _made_room = False
    """Whether something new was not shown because room was made: the next picture shows it, whatever is missing.

    Else whoever turns the wheel quickly, with overlays on, would see nothing of it until he stops.
    """

    @property
    def _is_late(self) -> bool:
        """Say whether a tick has worked so long that its picture must do with what there is."""
        return self.stage.patience < inf and not self._owes and self._took > LATE

    @property
    def _look(self) -> tuple[object, ...]:
        """What decides how everything in the window is measured and written."""
        return self.size, self.ui, theme(), self.window and self.window.name

    _shown_as: tuple[object, ...] = ()
    """The same of the last picture."""

    @property
    def _leaves_work(self) -> bool:
        """Say whether a tick leaves to the next what can wait: it owes a picture, or must write all of one anew."""
        return self._owes or self._look != self._shown_as

    @property
    def _patience(self) -> float:
        """How long this picture may work on what was never drawn before."""
        if self._wants_whole:
            return inf
        if self._is_late or self._made_room or (self._has_measured and self.stage.patience < inf):
            return -1.0
        return self._window_patience * (PAGE if self.window is not None else 1)

    @property
    def _window_patience(self) -> float:
        """The patience of a window of this size."""
        return self.stage.patience * share_of_time(self.size)

    def _writing_time(self) -> float:
        """How long this picture may work on letters: where much had to be measured, that was enough at first."""
        patience = inf if self._wants_whole else self._window_patience
        return -1.0 if self._has_measured and patience < inf else patience * WRITING

    _only_measured = False
    """Whether the picture before this one was left out for measuring."""
    _has_measured = False
    """Whether this picture, or what was to be one, has worked long on where everything lies; the one before has not."""

    def _tell_again_in(self, size: tuple[int, int]) -> bool:
        """Have the log told anew, some lines in each picture, where it must be measured for another width.

        Say whether that is so.
        """
        room = (size, self.ui)
        is_new = room != self._told_in
        if is_new and self.model.told_at_once is not None and not self._wants_whole:
            self.model.tell_again()
            self._reveals = True
        self._told_in = room
        return is_new

    _told_in: tuple[tuple[int, int], float] | None = None

    @property
    def _is_telling(self) -> bool:
        """Say whether the log is shown, but not all of it yet."""
        return self.tab == "log" and not self.places.is_narrow and not self.model.has_told_all

    @property
    def is_settled(self) -> bool:
        """Say whether the window shows all there is, and nothing that only stands in for it."""
        return self._drawn is not None

    clock: Callable[[], float] = staticmethod(perf_counter)
    """What tells the time of drawing."""
    _wants_whole = False

    @property
    def _pointed_do(self) -> Do | None:
        """What the mouse points at, of all that can be clicked."""
        spot = self.spot_at(self.mouse) if self.mouse is not None else None
        return spot.do if spot is not None else None

    def _inputs(self) -> tuple[object, ...]:
        """Return all that decides what the window looks like: small values, so that a still window costs nothing."""
        playback, menu, shown = self.model.playback, self.menu, self.shown
        asked = menu and (SameObject(menu), menu.unit, menu.verb, menu.aim, menu.facing, menu.manner)
        gathered = menu and (menu.is_complete, len(menu.of_unit(menu.unit)), len(menu.of_unit(None)))
        when = (SameObject(self.session), len(self.session.entries), playback.cursor, playback.playing, playback.speed)
        prompt = SameObject(playback.wanted)  # a card may be asked for without anything else happening
        what = (self.selected, self.pointed_cell, self.pointed_unit, self._pointed_do, self.focus, self.picked_note)
        panels = (self.tab, self.window, self.message, tuple(self.typed), self.filter, self.asks_why_not)
        ahead = (
            SameObject(self.forecast),
            self.prospect,
            playback.goal,
            gathered,
            len(playback.branches),
            self.is_deputised,
        )
        over = (shown.ruler, shown.view, shown.facing, shown.fire, shown.threat, shown.reach, shown.cover, self.dress)
        look = (self.steering.camera, self.steering.dragging, self.picture.version, self.settings, theme())
        taught = self.tutorial and (self.tutorial.number, self.tutorial.blocks(self))
        scrolls = tuple(panel.scroll for panel in self.panels.values())
        return asked, when, prompt, what, panels, ahead, over, look, scrolls, taught, self.motion.done, self.is_cold

    def _place_panels(self, blocks: Composed) -> None:
        for name, (rect, content) in blocks.items():
            self.panels[name].place(rect, content, self.ui)
        if self._reveals:
            self._reveals = self._is_telling
            self._reveal()

    def _reveal(self) -> None:
        """Scroll the right panel: the log to the event, the reasons to the first instruction that could be followed."""
        panel = self.panels["side"]
        if self.tab == "log":
            panel.reveal(log_place(self.model))
        elif self.tab == "reasons":
            taken = (n for n, b in enumerate(panel.blocks) if isinstance(b, TextLine) and b.text.startswith(YES))
            panel.reveal_first(next(taken, 0))

    def _paint_panels(self, surface: pygame.Surface, do: Do | None, letters: FrameBudget) -> None:
        for name in ("status", "orders", "tabs", "side", "hover"):
            if self.panels[name].rect.height > 0:
                self.panels[name].paint(surface, do, self.focus, budget=letters)
        self.timeline.paint(surface, do)
        if self.panels["lesson"].blocks:
            self.panels["lesson"].paint(surface, do, budget=letters)
        if self.is_fronted:
            paint_veil(surface, self.panels["window"].rect, self.ui)
            self.panels["window"].paint(surface, do, self.focus, solid=True, budget=letters)
        if self.panels["message"].blocks:
            self.panels["message"].paint(surface, do, solid=self.is_fronted, budget=letters)

    @property
    def sees_all(self) -> bool:
        """Say whether the whole map lies in the room that panels leave."""
        bounds, camera, room = self.layout.bounds, self.steering.camera, self.places.room
        left, top = camera.pixel((bounds.left, bounds.top))
        right, bottom = camera.pixel((bounds.right, bounds.bottom))
        return left >= room.left - 2 and top >= room.top - 2 and right <= room.right + 2 and bottom <= room.bottom + 2

    def _paint_floats(
        self, surface: pygame.Surface, at: OverlaidAt | None, marked: Marked, budget: FrameBudget
    ) -> None:
        """Draw what floats over the map: the small map, and what the shades mean."""
        places, plan, ui = self.places, self.layout, self.ui
        if places.is_narrow:
            self.floats.places = {}
            return
        over = at.overlaid if at is not None else Overlaid()
        pictures = meanings_of(over, plan, ui, places.widest_float, budget, heights=self.dress.heights)
        wanted = {"meanings": Float(meanings_size(pictures, ui), "topleft")} if pictures else {}
        if self.settings.small_map and not self.sees_all:
            wanted["small map"] = Float(places.minimap(plan.bounds.width, plan.bounds.height), "bottomleft")
        room = places.room
        if self._has_edge_names:
            columns, rows = edge_bands(plan, self.steering.camera, round(SMALL * ui), room)
            room = pygame.Rect(rows.right, columns.bottom, room.right - rows.right, room.bottom - columns.bottom)
        cells = (*marked.cells, *((self.cell_cursor,) if self.cell_cursor is not None else ()))
        boxes = [spot.rect for spot in self.counter_spots] + [self._cell_box(cell) for cell in cells]
        is_in_use = self.steering.dragging or (self.mouse is not None and self.floats.holds(self.mouse))
        self.floats.place(wanted, room.inflate(*places.float_air), boxes, moves=not is_in_use)
        if pictures:
            paint_meanings(surface, self.floats.places["meanings"], pictures, ui)
        if (rect := self.floats.places.get("small map")) is not None:
            self._paint_minimap(surface, rect)

    @property
    def _has_edge_names(self) -> bool:
        """Say whether coordinates stand along the edges of the map."""
        return self.dress.coordinates and not are_in_cells(self.steering.camera.scale, self.ui)

    def _cell_box(self, cell: Cell) -> pygame.Rect:
        camera = self.steering.camera
        box = pygame.Rect(0, 0, round(camera.scale), round(camera.scale))
        x, y = camera.pixel(self.layout.map.grid.point(cell))
        box.center = round(x), round(y)
        return box

    def _paint_minimap(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the small map."""
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
        paint_minimap(surface, rect, board, self.layout.bounds, self.steering.camera, room, dots)

    def finish(self) -> None:
        """Do everything that is under way to its end: for a picture."""
        while self.is_cold:
            self.is_warming_up()
        while not self.picture.work(self.steering.camera, 1.0):
            pass
        if self.menu is not None:
            self.menu.work(60.0)
        self.motion.stop()
        while not self.model.has_told_all:
            _ = self.model.log_lines
        self._drawn, self._wants_whole = None, True
