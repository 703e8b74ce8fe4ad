"""The map editor: what mouse and keys do, and what is drawn of it. Everything ends in an edit of the document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from sim.board.battlemap import BattleMap
from sim.grid import Cell, Edge
from sim.process import Worker, WorkerProcess
from sim.view.blocks.kinds import Block
from sim.view.board.board_picture import BoardPicture, MapPainter
from sim.view.board.paint_grid import are_in_cells, paint_edge_names
from sim.view.board.paint_names import paint_names
from sim.view.board.steering import Steering
from sim.view.editor.battle_filing import begin_page
from sim.view.editor.commands import TABLE
from sim.view.editor.drawing import Drawing
from sim.view.editor.filing import MapFiling
from sim.view.editor.insights import Advisor, MapQuestion, insights
from sim.view.editor.pages import Form
from sim.view.editor.paint_editor import paint_corners, paint_cursor, paint_insight, paint_wet
from sim.view.editor.palette import paint_next
from sim.view.editor.panels import map_blocks, palette_blocks
from sim.view.editor.tools import (
    kinds_of,
    with_defaults,
)
from sim.view.editor.trying import OpensBattle
from sim.view.editor.workbench import Workbench
from sim.view.settings import ViewSettings
from sim.view.ui.keys import SHIFT
from sim.view.ui.measure_blocks import SMALL
from sim.view.window import Stage
from sim.workshop.change import Change
from sim.workshop.figures import disc_of, placings
from sim.workshop.map_document import MapDocument
from sim.workshop.random_battle import WrongMap
from sim.workshop.scenario_document import ScenarioDocument

_MANY = 40
"""Cells under the brush beyond which only the one in its middle is outlined."""


def advisor_process() -> Worker:
    """Start the process that looks at the map while it is drawn."""
    return WorkerProcess("adviser of the editor", insights)


class EditorScreen(Workbench):
    """A map that is being drawn, in a window."""

    table = TABLE
    filing: MapFiling

    def __init__(
        self,
        stage: Stage,
        painter: MapPainter,
        settings: ViewSettings,
        document: MapDocument,
        *,
        is_new: bool = False,
        opens: OpensBattle | None = None,
        make_worker: Callable[[], Worker] = advisor_process,
    ) -> None:
        super().__init__(stage, painter, settings)
        self.shows_view = self.shows_reach = self.shows_lint = False
        self.advisor, self._opens = Advisor(make_worker), opens
        self._finding = -1
        """The finding that was gone to last."""
        self._steps = 0
        """How many maps there have been: the number of the one that is shown."""
        self._wet = Change("")
        """What has been drawn since the painter was done: shown in flat colours until it is."""
        self.drawing, self.filing = Drawing(self, document), MapFiling(self)
        self.show(None)
        self.filing.ask_for_draft()
        if is_new and self.filing.page is None:
            self.filing.show_new_page()

    # -- the document ------------------------------------------------------------------------------------

    @property
    def document(self) -> MapDocument:
        return self.drawing.document

    @property
    def battle_map(self) -> BattleMap:
        return self.drawing.document.map

    @property
    def title(self) -> str:
        return self.battle_map.title or self.battle_map.name

    @property
    def owners(self) -> tuple[Any, ...]:
        return (self.drawing,)

    def open(self, document: MapDocument) -> None:
        """Draw on another map."""
        self.drawing.open(document)

    def make_battle(self) -> None:
        """Begin a battle on this map, once the map is in a file."""
        if self.document.path is None or not self.document.is_saved:
            self.filing.save_then(self.make_battle)
        else:
            self.filing.page = begin_page(self, self._begin_battle)

    def _begin_battle(self, form: Form) -> str:
        from sim.view.editor.battle_editor import BattleEditor

        path = self.document.path
        assert path is not None
        try:
            document = ScenarioDocument.begun_on(
                form.chosen["system"], self.battle_map, path.name, form.text("title") or "New battle", path.parent,
                forces=form.chosen["forces"] == "two",
            )  # fmt: skip
        except WrongMap as refused:
            return str(refused)
        self.next = BattleEditor(self.stage, self._painter, self.settings, document, opens=self._opens)
        return ""

    def is_unsaved(self) -> bool:
        """Say whether leaving would lose anything: an untouched new map is nothing to lose."""
        is_blank = self.document.path is None and self.document.map is self.drawing.blank
        return not self.document.is_saved and not is_blank

    def show(self, change: Change | None) -> None:
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

    # -- time --------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        return self.drawing.strike is not None

    def work(self) -> None:
        """Take in what was worked out, and paint a picture of the palette."""
        self._ask()
        if self.advisor.hear() and self.advisor.trouble:
            self.say(self.advisor.trouble)
        if self.drawing.strike is None:
            hand, battle_map = self.drawing.hand, self.drawing.document.map
            paint_next(battle_map, hand.layer, kinds_of(battle_map, hand.layer))

    def _ask(self) -> None:
        cell = self.drawing.hovered
        viewer = cell if self.shows_view else None
        walker = cell if self.shows_reach else None
        self.advisor.ask(self._steps, MapQuestion(self.drawing.document.map, viewer, walker, self.shows_lint))

    # -- what is drawn -----------------------------------------------------------------------------------

    def left_blocks(self) -> tuple[Block, ...]:
        return palette_blocks(self)

    def right_blocks(self) -> tuple[Block, ...]:
        return map_blocks(self)

    def look(self) -> object:
        drawn = (self._steps, self.drawing.hand, self.drawing.hovered, self.drawing.edge, self.drawing.preview)
        return *drawn, self.shows_view, self.shows_reach, self.shows_lint, self.advisor.newest

    def paint_board(self, surface: pygame.Surface) -> None:
        """Draw the map and what lies over it."""
        camera, plan, battle_map = self.steering.camera, self.layout, self.drawing.document.map
        preview = self.drawing.preview
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

    # -- mouse -------------------------------------------------------------------------------------------

    def drag_map(self, at: tuple[int, int], *, is_held: bool) -> None:
        self.drawing.cursor = None
        if self.drawing.strike is not None and (is_held or self.drawing.strike.is_of_corners):
            self.drawing.strike.go_to(self.steering.camera.point(at))

    def press_map(self, at: tuple[int, int]) -> None:
        point = self.steering.camera.point(at)
        if self.drawing.strike is not None and self.drawing.strike.is_of_corners:
            self.drawing.click_corner(point)
        else:
            self.drawing.begin(
                point, erases=bool(pygame.key.get_mods() & SHIFT) if pygame.display.get_init() else False
            )

    def release_map(self, at: tuple[int, int]) -> bool:
        if self.drawing.strike is None or self.drawing.strike.is_of_corners:
            return False
        self.drawing.strike.go_to(self.steering.camera.point(at))
        self.drawing.finish()
        return True

    def release_right(self, at: tuple[int, int]) -> None:
        """Do nothing: the right button takes hold of nothing here."""

    def click_right(self, at: tuple[int, int]) -> None:
        if self.drawing.strike is not None:
            self.drawing.finish()
        else:
            self.drawing.pick()

    # -- keys --------------------------------------------------------------------------------------------

    def move_cursor(self, right: int, down: int) -> None:
        self.drawing.move_cursor(right, down)

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

    def toggle_view(self) -> None:
        """Show or hide what can be seen from the cell under the cursor."""
        self.shows_view = not self.shows_view

    def toggle_reach(self) -> None:
        """Show or hide how far one gets from there."""
        self.shows_reach = not self.shows_reach

    def toggle_lint(self) -> None:
        """Show or hide what a designer should look at."""
        self.shows_lint = not self.shows_lint

    def next_finding(self) -> None:
        """Go to the next thing that a designer should look at; show them first."""
        findings = self.advisor.newest.findings if self.shows_lint else ()
        if findings:
            self._finding = (self._finding + 1) % len(findings)
            found = findings[self._finding]
            self.look_at(found.where)
            self.say(f"{found.where}: {found.text}")
        elif self.shows_lint:
            self.say("There is nothing to look at.")
        self.shows_lint = True

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
        self.filing.finish_draft()
        if self.next is None:
            self.filing.keep_draft()
            self.filing.finish_draft()
