"""The battle as it is drawn: the map with what lies on it, panels, the time line; anew whenever that has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.grid import Cell, Point
from sim.view.battle.compose import composed, marked_of, overlaid_of, timeline_of
from sim.view.battle.floats import Float, Floats
from sim.view.battle.marks import paint_named
from sim.view.battle.minimap import paint_minimap
from sim.view.battle.overlays import Overlaid, layers_over
from sim.view.battle.paint_battle import Marked, meanings_of, meanings_size, paint_meanings, paint_pieces
from sim.view.battle.timeline import TimeLine
from sim.view.battle.toolbar import Toolbar, tools_of
from sim.view.blocks.kinds import Do, TextLine
from sim.view.blocks.reasons import YES
from sim.view.board.board_look import BoardLook, OnBoard
from sim.view.board.board_picture import BoardPicture, MapPainter, PainterAtOnce
from sim.view.board.cell_figures import paint_tags
from sim.view.board.layout import Layout, layout
from sim.view.board.paint_grid import are_in_cells, edge_bands, paint_edge_names
from sim.view.counters.paint_counter import counter_picture
from sim.view.counters.paint_counters import CounterPictures
from sim.view.counters.portray import side_livery
from sim.view.model.happened import NOTHING, Happened, happened_at
from sim.view.ui.measure_blocks import SMALL
from sim.view.ui.palette import theme
from sim.view.ui.panel import paint_veil
from sim.view.worker.painter import PainterProcess

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen


class _Same:
    """Something taken to be the same for as long as it is the same object; it is held on to meanwhile."""

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._thing is other._thing

    def __hash__(self) -> int:
        return id(self._thing)


class BattlePicture:
    """What the window shows of a battle."""

    def __init__(self, screen: BattleScreen, painter: MapPainter | None) -> None:
        self._screen = screen
        self._painter = painter or PainterAtOnce()
        self.board = BoardPicture(screen.engine.session.battle.map, self._painter)
        self._overlaid = Overlaid()
        self._shades: tuple[OnBoard, ...] = ()
        self.floats = Floats()
        self.wedges: tuple[tuple[pygame.Rect, int], ...] = ()
        """Where facings can be clicked."""
        self._drawn: object = None
        """All that decided what the window looks like."""
        self._lettered: object = None
        """For which window, scale and colours the letters of the panels are set."""
        self._happened: tuple[object, Happened] = (None, NOTHING)

    def forget(self) -> None:
        """Draw everything anew: nothing is left of what was drawn."""
        self._drawn = None

    @property
    def layout(self) -> Layout:
        """Where the map lies on the plane."""
        return layout(self._screen.engine.session.battle.map)

    @property
    def timeline(self) -> TimeLine:
        """The time line in its place."""
        return TimeLine(self._screen.places.bar, self._screen.ui, timeline_of(self._screen))

    @property
    def toolbar(self) -> Toolbar:
        """The toolbar in its place."""
        places = self._screen.places
        return Toolbar(places.toolbar, places.tool_boxes, self._screen.ui, tools_of(self._screen))

    @property
    def happened(self) -> Happened:
        """What the event that is shown looks like on the map; worked out once for all pictures of it."""
        model = self._screen.model
        key = (_Same(model.playback.frame), model.eyes, model.session.over)
        if self._happened[0] != key:
            self._happened = (key, happened_at(model, model.playback.cursor))
        return self._happened[1]

    def tick(self) -> None:
        """Have the board painted as it is to look now, and take over what has been painted of it."""
        screen, overlaid = self._screen, overlaid_of(self._screen)
        if said := self._painter.mend():
            screen.say(said)
        options = replace(screen.looking.options, letters=screen.ui)
        if not self._is_same(overlaid):
            self._overlaid = overlaid
            self._shades = layers_over(self.layout, overlaid, screen.ui, names=options.coordinates)
        self.board.show(BoardLook(screen.model.position.state.changes, options, self._shades))
        self.board.want(screen.steering.aim)
        self.board.take()

    def _is_same(self, overlaid: Overlaid) -> bool:
        """Say whether what lies over the board is made of the answers that it was made of before."""
        now, before = vars(overlaid), vars(self._overlaid)
        look = (self._screen.ui, self._screen.looking.options.coordinates, theme())
        is_same = look == self._shades_look and all(
            now[name] is before[name] or (name in ("occupied", "view") and now[name] == before[name])
            for name in ("view", "fire", "threat", "reach", "cover", "heat", "occupied", "danger")
        )
        self._shades_look = look
        return is_same

    _shades_look: object = None

    @property
    def _counters(self) -> CounterPictures:
        """Who gives the pictures of counters."""
        return self._painter.counter if isinstance(self._painter, PainterProcess) else counter_picture

    # -- drawing -----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw the whole window if anything in it has changed; say whether it was drawn."""
        screen = self._screen
        if (surface.get_size(), *self._inputs()) == self._drawn:
            return False
        for name, (rect, content) in composed(screen).items():
            screen.panels[name].place(rect, content, screen.ui)
        if screen.model.hands_over_to is not None:
            self._cover(surface)
            return True
        self._reveal()
        if self._sets_letters(surface):
            return True
        camera, overlaid = screen.steering.camera, self._overlaid
        self.board.draw(surface, camera)
        figures = overlaid.figures(self.layout, screen.ui).cells(self.layout, camera.scale)
        there = (overlaid.reach or {}).get(screen.looking.pointed_cell) if screen.looking.pointed_cell else None
        marked = replace(marked_of(screen), figures=figures, reached=there.text if there is not None else "")
        position = screen.model.position
        spots, wedges = paint_pieces(surface, position, camera, marked, screen.motion, screen.ui, self._counters)
        screen.looking.counter_spots, self.wedges = spots, tuple(wedges)
        named = [box for unit in screen.looking.named_units if (box := self._unit_box(unit)) is not None]
        paint_named(surface, named, screen.places.room, screen.ui)
        if self._has_edge_names:
            paint_edge_names(surface, self.layout, camera, round(SMALL * screen.ui), screen.places.room)
        paint_tags(surface, self.layout, camera, overlaid.tags(self.layout, camera.scale), screen.ui)
        self._paint_floats(surface, overlaid, marked)
        if not screen.places.is_narrow:
            self._paint_panels(surface)
        elif screen.is_fronted:
            screen.panels["window"].paint(surface, self._pointed_do, solid=True)
        # Where things lie, and how far a panel can be scrolled, is known only now.
        self._drawn = (surface.get_size(), *self._inputs())
        return True

    def _sets_letters(self, surface: pygame.Surface) -> bool:
        """Draw the panels alone where all their letters must be set anew; say whether it was so: the map comes next.

        Both in one frame take too long in a large window. A picture that is painted at once is wanted whole.
        """
        letters, places = (surface.get_size(), self._screen.ui, theme()), self._screen.places
        if letters == self._lettered or not self._painter.paints_ahead or places.is_narrow:
            return False
        self._lettered, self._drawn = letters, None
        for rect in (places.bar, places.toolbar, *(panel.rect for panel in self._screen.panels.values())):
            surface.fill(theme().table, rect)  # what was there before would shine through
        self._paint_panels(surface)
        return True

    def _cover(self, surface: pygame.Surface) -> None:
        """Draw the page that lies over the map, and nothing else: the screen is being handed over."""
        screen = self._screen
        surface.fill(theme().table)
        screen.looking.counter_spots, self.wedges, self.floats.places = [], (), {}
        for name in ("window", "message"):
            if screen.panels[name].blocks:
                screen.panels[name].paint(surface, self._pointed_do, screen.focus, solid=True)
        self._drawn = (surface.get_size(), *self._inputs())

    @property
    def _pointed_do(self) -> Do | None:
        """What the mouse points at, of all that can be clicked."""
        mouse = self._screen.looking.mouse
        spot = self._screen.spot_at(mouse) if mouse is not None else None
        return spot.do if spot is not None else None

    def _inputs(self) -> tuple[object, ...]:
        """Return all that decides what the window looks like: small values, so that a still window costs nothing."""
        screen, looking = self._screen, self._screen.looking
        playback, menu, shown = screen.model.playback, screen.ordering.menu, looking.shown
        asked = menu and (_Same(menu), menu.unit, menu.verb, menu.aim, menu.facing, menu.manner, len(menu.choices))
        session = playback.session
        when = (_Same(session), len(session.entries), playback.cursor, playback.playing, playback.speed)
        prompt = (_Same(playback.wanted), screen.engine.version, playback.goal, screen.ordering.is_deputised)
        what = (
            looking.selected,
            looking.told_of,
            screen.context.about,
            looking.pointed_cell,
            looking.pointed_unit,
            self._pointed_do,
            screen.focus,
        )
        typed = (tuple(screen.ordering.typed), screen.ordering.card.text, screen.ordering.card.is_marked)
        eye = (screen.inspecting.unit, screen.inspecting.against, screen.inspecting.picked)
        panels = (eye, looking.tab, looking.picked_note, looking.prospect, looking.asks_why_not, screen.pages.window)
        over = (shown.ruler, shown.view, shown.facing, shown.fire, shown.threat, shown.reach, shown.cover, shown.heat)
        painted = (self.board.version, self._painter.version if isinstance(self._painter, PainterProcess) else 0)
        look = (screen.steering.camera, screen.steering.dragging, painted, screen.settings, theme())
        taught = screen.tutorial and (screen.tutorial.number, screen.tutorial.blocks(screen))
        scrolls = tuple(panel.scroll for panel in screen.panels.values())
        named = (looking.named_units, looking.holds_alt)
        seen = (looking.options, screen.model.eyes, tools_of(screen), named)
        more = (screen.message, seen, taught, screen.motion.done, screen.log.version)
        return asked, when, prompt, what, typed, panels, over, look, scrolls, more

    def _reveal(self) -> None:
        """Scroll the right panel: the log to the event, reasons to the first instruction that could be followed."""
        screen, panel = self._screen, self._screen.panels["side"]
        inspecting, tab, cursor = screen.inspecting, screen.looking.tab, screen.model.playback.cursor
        is_to_come = tab == "unit" and inspecting.unit and inspecting.found is None
        if not screen.looking.reveals or is_to_come or (tab == "log" and not screen.log.tells_of(cursor)):
            return
        screen.looking.reveals = False
        if tab == "log":
            panel.reveal(screen.log.place(cursor))
        elif tab == "reasons":
            taken = (n for n, b in enumerate(panel.blocks) if isinstance(b, TextLine) and b.text.startswith(YES))
            panel.reveal_first(next(taken, 0))
        elif tab == "unit":
            picked = (n for n, b in enumerate(panel.blocks) if isinstance(b, TextLine) and b.chosen)
            panel.reveal_first(next(picked, 0))

    def _paint_panels(self, surface: pygame.Surface) -> None:
        screen, do, focus = self._screen, self._pointed_do, self._screen.focus
        panels = screen.panels
        for name in ("status", "orders", "tabs", "side", "hover"):
            if panels[name].rect.height > 0:
                panels[name].paint(surface, do, focus)
        self.timeline.paint(surface, do)
        self.toolbar.paint(surface, do)
        screen.panes.paint(surface, do)
        if panels["lesson"].blocks:
            panels["lesson"].paint(surface, do)
        if panels["context"].blocks:
            panels["context"].paint(surface, do, focus, solid=True)
        if screen.is_fronted:
            paint_veil(surface, panels["window"].rect, screen.ui)
            panels["window"].paint(surface, do, focus, solid=True)
        if panels["message"].blocks:
            panels["message"].paint(surface, do, solid=screen.is_fronted)
        if panels["tip"].blocks:
            panels["tip"].paint(surface, solid=True)

    # -- what floats -------------------------------------------------------------------------------------

    @property
    def sees_all(self) -> bool:
        """Say whether the whole map lies in the room that panels leave."""
        bounds, camera, room = self.layout.bounds, self._screen.steering.camera, self._screen.places.room
        left, top = camera.pixel((bounds.left, bounds.top))
        right, bottom = camera.pixel((bounds.right, bounds.bottom))
        return left >= room.left - 2 and top >= room.top - 2 and right <= room.right + 2 and bottom <= room.bottom + 2

    def _paint_floats(self, surface: pygame.Surface, overlaid: Overlaid, marked: Marked) -> None:
        """Draw what floats over the map: the small map, and what the shades mean."""
        screen, places, plan, ui = self._screen, self._screen.places, self.layout, self._screen.ui
        if places.is_narrow:
            self.floats.places = {}
            return
        heights = screen.looking.options.heights
        pictures = meanings_of(overlaid, marked.order, plan, ui, places.widest_float, heights=heights)
        wanted = {"meanings": Float(meanings_size(pictures, ui), "topleft")} if pictures else {}
        if screen.settings.small_map and not self.sees_all:
            wanted["small map"] = Float(places.minimap(plan.bounds.width, plan.bounds.height), "bottomleft")
        room = places.room
        if self._has_edge_names:
            columns, rows = edge_bands(plan, screen.steering.camera, round(SMALL * ui), room)
            room = pygame.Rect(rows.right, columns.bottom, room.right - rows.right, room.bottom - columns.bottom)
        looking = screen.looking
        cells = (*marked.cells, *((looking.cell_cursor,) if looking.cell_cursor is not None else ()))
        boxes = [spot.rect for spot in looking.counter_spots] + [self._cell_box(cell) for cell in cells]
        is_in_use = screen.steering.dragging or (looking.mouse is not None and self.floats.holds(looking.mouse))
        self.floats.place(wanted, room.inflate(*places.float_air), boxes, moves=not is_in_use)
        if pictures:
            paint_meanings(surface, self.floats.places["meanings"], pictures, ui)
        if (rect := self.floats.places.get("small map")) is not None:
            self._paint_minimap(surface, rect)

    @property
    def _has_edge_names(self) -> bool:
        """Say whether coordinates stand along the edges of the map."""
        return self._screen.looking.options.coordinates and not are_in_cells(
            self._screen.steering.camera.scale, self._screen.ui
        )

    def _unit_box(self, unit: str) -> pygame.Rect | None:
        """Return where the counter of a unit lies, be it outside the window; None for one that is not on the map."""
        drawn = next((spot.rect for spot in self._screen.looking.counter_spots if spot.id == unit), None)
        cell = self._screen.model.where(unit)
        return drawn or (self._cell_box(cell) if cell is not None else None)

    def _cell_box(self, cell: Cell) -> pygame.Rect:
        camera = self._screen.steering.camera
        box = pygame.Rect(0, 0, round(camera.scale), round(camera.scale))
        x, y = camera.pixel(self.layout.map.grid.point(cell))
        box.center = round(x), round(y)
        return box

    def _paint_minimap(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the small map."""
        position = self._screen.model.position
        grid = position.map.grid
        sides = [side.id for side in position.battle.sides]
        dots = [
            (grid.point(unit.cell), side_livery(position, unit.side).field, sides.index(unit.side) % 2 == 0)
            for unit in position.state.units
            if unit.cell is not None and unit.side in sides
        ]
        board, room = self.board.thumbnail, self._screen.places.room
        paint_minimap(surface, rect, board, self.layout.bounds, self._screen.steering.camera, room, dots)

    def points(self, number: int) -> dict[str, Point]:
        """Return where everybody stands in a frame."""
        position = self._screen.model.position_at(number)
        grid = position.map.grid
        return {unit.id: grid.point(unit.cell) for unit in position.state.units if unit.cell is not None}
