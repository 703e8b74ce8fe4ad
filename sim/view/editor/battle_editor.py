"""The battle editor: units, places and forms of a scenario. Everything ends in an edit of its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from sim.board.battlemap import BattleMap
from sim.files import path_within, printable
from sim.grid import Cell
from sim.process import Worker
from sim.view.blocks.kinds import Block, Do
from sim.view.board.board_picture import BoardPicture, MapPainter
from sim.view.board.paint_grid import are_in_cells, paint_edge_names
from sim.view.board.paint_names import paint_names
from sim.view.board.paint_overlay import paint_outline
from sim.view.board.steering import Steering
from sim.view.counters.paint_counters import Placed, paint_counters
from sim.view.counters.portray import angle_of
from sim.view.counters.stacks import CounterBox, counter_at
from sim.view.editor.battle_commands import TABLE
from sim.view.editor.battle_filing import BattleFiling
from sim.view.editor.battle_form import FILTER, BattleForm
from sim.view.editor.battle_panels import battle_blocks, palette_blocks
from sim.view.editor.paint_setting import paint_frame, paint_ghost, paint_note, paint_places
from sim.view.editor.pieces import Pieces, pieces_of
from sim.view.editor.placing import Placing
from sim.view.editor.trying import OpensBattle, Trying
from sim.view.editor.workbench import Workbench
from sim.view.settings import ViewSettings
from sim.view.ui.keys import CTRL
from sim.view.ui.measure_blocks import SMALL
from sim.view.ui.palette import theme
from sim.view.window import Stage
from sim.view.worker.studying import study_process
from sim.workshop.battle_draft import BattleDraft, PlacedUnit
from sim.workshop.blank import BlankMap
from sim.workshop.edits import Impossible
from sim.workshop.map_document import MapDocument
from sim.workshop.scenario_document import ScenarioDocument, ScenarioEdit, TextChange


class BattleEditor(Workbench):
    """A scenario that is being written, in a window."""

    table = TABLE
    filing: BattleFiling

    def __init__(
        self,
        stage: Stage,
        painter: MapPainter,
        settings: ViewSettings,
        document: ScenarioDocument,
        *,
        is_new: bool = False,
        opens: OpensBattle | None = None,
        make_worker: Callable[[], Worker] = study_process,
        on_saved: Callable[[Path], None] = lambda path: None,
    ) -> None:
        super().__init__(stage, painter, settings)
        self._document, self._blank = document, document.text
        self.page, self.on_saved = "units", on_saved
        self.shows_later = True
        self._map_shown: BattleMap | None = None
        self._boxes: list[CounterBox] = []
        self._painted: tuple[PlacedUnit, ...] = ()
        """The units by whose numbers the boxes are called."""
        self.placing, self.form, self.filing = Placing(self), BattleForm(self), BattleFiling(self)
        self.trying = Trying(self, opens, make_worker)
        self.show(None)
        self.filing.ask_for_draft()
        if is_new and self.filing.page is None:
            self.filing.show_new_page()

    # -- the document ------------------------------------------------------------------------------------

    @property
    def document(self) -> ScenarioDocument:
        return self._document

    @property
    def draft(self) -> BattleDraft:
        """What the text says now."""
        return self._document.draft_of_battle

    @property
    def battle_map(self) -> BattleMap:
        """The map; while the text names none that can be read, the one before, or an empty one."""
        return self.draft.map or self._map_shown or BlankMap().map()

    @property
    def title(self) -> str:
        return printable(str(self.draft.data.get("title") or "A battle without a title"))

    @property
    def owners(self) -> tuple[Any, ...]:
        return (self.placing, self.form, self.trying)

    @property
    def home(self) -> Any:
        return self._document.folder if self.draft.names_a_file else None

    @property
    def pieces(self) -> Pieces | None:
        """The units of the system."""
        return None if self.draft.ruleset is None else pieces_of(self.draft.ruleset)

    @property
    def kinds(self) -> list[str]:
        """The kinds that the palette shows."""
        return [] if self.pieces is None else self.pieces.found(self.form.filter)

    def open(self, document: ScenarioDocument) -> None:
        """Work on another scenario."""
        self._document, self._blank = document, document.text
        self.placing, self.form = Placing(self), BattleForm(self)
        self.show(None)

    def show(self, change: TextChange | None) -> None:
        """Show the battle after a change of it."""
        battle_map = self.battle_map
        if battle_map is not self._map_shown:
            if self._map_shown is not None:
                self.picture.close()
            self._map_shown = battle_map
            self.picture = BoardPicture(battle_map, self._painter)
            if not hasattr(self, "steering") or self.steering.bounds != self.layout.bounds:
                self.steering = Steering(self.layout.bounds, self.size, self.room)
        self.placing.settle()
        self.form.settle()

    def is_unsaved(self) -> bool:
        """Say whether leaving would lose anything: a scenario that was only begun is nothing to lose."""
        is_blank = self._document.path is None and self._document.now is self._blank
        return not self._document.is_saved and not is_blank

    def do(self, edit: ScenarioEdit) -> TextChange | None:
        """Make an edit; None if it changes nothing."""
        self.filing.keep_what_is_done()
        change = self._document.do(edit)
        if not change:
            return None
        self.show(change)
        return change

    def attempt(self, edit: Callable[[], ScenarioEdit]) -> TextChange | None:
        """Make an edit, or say why it cannot be made."""
        try:
            return self.do(edit())
        except Impossible as refused:
            self.say(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
            return None

    # -- pages -------------------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Show units, forms, or what is wrong."""
        if page != self.page:
            self._panels["right"].scroll = 0
        self.page = page

    def scroll_page(self, share: float) -> None:
        """Scroll a page to about that far down."""
        panel = self._panels["page"]
        panel.scroll = round(panel.most * share)

    def deselect(self) -> None:
        """Have nobody chosen."""
        self.placing.selected = None

    def edit_filter(self) -> None:
        """Type what the palette shall show."""
        self.form.edit_field(FILTER)

    def toggle_later(self) -> None:
        """Show or hide those who come later."""
        self.shows_later = not self.shows_later

    @property
    def play_refusal(self) -> str:
        """Why it cannot be played; mistakes are no reason: they are shown then."""
        return self.trying.play_refusal

    @property
    def map_refusal(self) -> str:
        """Why the map cannot be drawn on."""
        if not self.draft.names_a_file or self._document.folder is None:
            return "this map came with the program: draw on a copy of it, from the list of scenarios"
        if str(self.draft.data["map"]).lower().endswith(".toml"):
            return ""
        return "it is a map of another program; `sandtable map convert` makes one of ours of it"

    def edit_map(self) -> None:
        """Draw on the map, and come back."""
        from sim.files import FileMistakes
        from sim.view.editor.screen import EditorScreen

        assert self._document.folder is not None
        try:
            opened = MapDocument.opened(path_within(self._document.folder, str(self.draft.data["map"])))
        except (OSError, FileMistakes) as wrong:
            self.say(f"The map cannot be drawn on: {str(wrong).splitlines()[0]}")
            return
        self.next = EditorScreen(self.stage, self._painter, self.settings, opened, opens=self.trying.opens)

    # -- time --------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        return self.placing.held is not None or self.placing.placed_at is not None

    def work(self) -> None:
        """Take in what has been played."""
        self.trying.work()

    def leave(self) -> None:
        """Keep a draft of what is not saved: the window may have been closed by accident."""
        self.trying.stop_study()
        self.form.commit()
        self.filing.finish_draft()
        if self.next is None:
            self.filing.keep_draft()
            self.filing.finish_draft()

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of what has happened; a map that was drawn on meanwhile is read anew."""
        if event.type == pygame.VIDEOEXPOSE:
            self._document.forget_map()
            self.show(None)
        super().handle(event)

    # -- what is drawn -----------------------------------------------------------------------------------

    def left_blocks(self) -> tuple[Block, ...]:
        return palette_blocks(self)

    def right_blocks(self) -> tuple[Block, ...]:
        return battle_blocks(self)

    def tips(self, do: Do) -> str:
        """Return the help of the field that a button belongs to."""
        path = do.args[0] if do.args and isinstance(do.args[0], tuple) else None
        field = self.draft.field(path) if path and path != FILTER else None
        return field.help if field is not None else ""

    def look(self) -> object:
        placing = self.placing
        hand = (placing.tool, placing.kind, placing.side, placing.turn, placing.facing, placing.selected)
        moved = (placing.held, placing.placed_at, placing.faces_to, self._mouse if self.is_busy else None)
        return self._document.now, hand, moved, placing.hovered, self.shows_later, self.form.picks

    def stands(self, unit: PlacedUnit) -> Sequence[Cell]:
        """Return the cells in which the units of an entry stand, as the system has put them if all is well."""
        scenario = self.draft.scenario
        if scenario is not None and not unit.turn and unit.count > 1:
            own = [each.id for each in scenario.setup.units if each.way == unit.path]
            there = [scenario.state.units[id_].cell for id_ in own if id_ in scenario.state.units]
            if all(cell is not None for cell in there) and there:
                return [cell for cell in there if cell is not None]
        return unit.cells[: unit.count] if len(unit.cells) > 1 else unit.cells * unit.count

    def _placed(self) -> list[Placed]:
        grid, pieces, draft = self.battle_map.grid, self.pieces, self.draft
        if pieces is None:
            return []
        found = []
        for n, unit in enumerate(draft.units):
            if unit.turn and not self.shows_later:
                continue
            facing = self.placing.faces_to if self.placing.faces == unit else None
            shown = unit if facing is None else replace(unit, facing=facing)
            portrait, angle = pieces.counter(shown, draft.entry(unit), draft.sides.index(unit.side), grid)
            found += [Placed(str(n), portrait, grid.point(cell), angle) for cell in self.stands(unit)]
        return found

    def paint_board(self, surface: pygame.Surface) -> None:
        """Draw the map and what lies over it."""
        camera, plan, battle_map, draft = self.steering.camera, self.layout, self.battle_map, self.draft
        placing = self.placing
        self.picture.draw(surface, camera)
        chosen = None if placing.selected is None else placing.place_of(placing.selected)
        paint_places(surface, draft, camera, chosen, battle_map.grid, self.ui)
        paint_names(surface, battle_map, camera, self.ui)
        if self.options.coordinates and not are_in_cells(camera.scale, self.ui):
            paint_edge_names(surface, plan, camera, round(SMALL * self.ui))
        unit = placing.unit
        top = None if unit is None else str(draft.units.index(unit))
        self._painted = draft.units
        self._boxes = paint_counters(surface, camera, self._placed(), ui=self.ui, top=top)
        for box in self._boxes:
            shown = draft.units[int(box.id)]
            if box.id == top:
                paint_frame(surface, box.rect, theme().selected, self.ui)
            if shown.turn:
                paint_note(surface, box.rect, f"turn {shown.turn}", self.ui)
        cell = placing.hovered
        if cell is not None:
            paint_outline(surface, plan, camera, cell, theme().hover)
            self._paint_hand(surface, cell)

    def _paint_hand(self, surface: pygame.Surface, cell: Cell) -> None:
        """Draw who would come to stand where."""
        placing, grid, pieces = self.placing, self.battle_map.grid, self.pieces
        ghost = partial(paint_ghost, surface, self.steering.camera)
        if pieces is None or self.form.picks is not None:
            return
        held = placing.held
        if isinstance(held, PlacedUnit) and cell != placing.held_from:
            number = self.draft.sides.index(held.side)
            portrait, angle = pieces.counter(held, self.draft.entry(held), number, grid)
            ghost(grid.point(cell), portrait, angle, self.ui)
        elif placing.tool == "units" and placing.kind and held is None and self._unit_at_mouse() is None:
            at = placing.placed_at or cell
            facing = placing.facing if at == cell else placing.towards(at, cell)
            portrait = pieces.portrait({"profile": placing.kind}, placing.side_number, facing)
            ghost(grid.point(at), portrait, angle_of(grid, portrait.facing), self.ui)

    # -- mouse -------------------------------------------------------------------------------------------

    def unit_under(self) -> PlacedUnit | None:
        """Return the unit under the mouse, or in the cell of the cursor."""
        cursor = self.placing.cursor
        if cursor is not None:
            return next((unit for unit in reversed(self.draft.units) if cursor in self.stands(unit)), None)
        return self._unit_at_mouse()

    def _unit_at_mouse(self) -> PlacedUnit | None:
        if self._mouse is None or not self.room.collidepoint(self._mouse):
            return None
        found = counter_at(self._boxes, self._mouse)
        unit = None if found is None else self._painted[int(found)]
        return unit if unit in self.draft.units else None  # he may be gone since the picture was drawn

    def press(self, do: Do, refusal: str = "") -> None:
        """Do what a button says, once what was being typed is written down."""
        if self._walks and self._mouse is not None and do == self._pointed:
            self._walks = ""  # whoever takes the mouse has left the panel
        if do.name not in ("edit_field", "edit_filter") or self.form.focus not in do.args:
            self.form.commit()
        super().press(do, refusal)

    def press_map(self, at: tuple[int, int]) -> None:
        self.form.commit()
        self.placing.cursor = None
        cell = self.placing.hovered
        if self.form.picks is not None:
            if cell is not None:
                self.give_spot(cell)
            return
        self.placing.press_at(cell)

    def give_spot(self, cell: Cell) -> None:
        """Say in the form that was open which cell is meant: by the name of the place, where it has one."""
        path, self.form.picks = self.form.picks, None
        if path is not None:
            self.form.set_value(path, self.battle_map.grid.name(cell))

    def drag_map(self, at: tuple[int, int], *, is_held: bool) -> None:
        self.placing.cursor = None
        self.placing.look_towards(self.placing.hovered)

    def release_map(self, at: tuple[int, int]) -> bool:
        if not self.is_busy:
            return False
        copies = bool(pygame.key.get_mods() & CTRL) if pygame.display.get_init() else False
        self.placing.release_at(self.placing.hovered, copies=copies)
        return True

    def press_right(self, at: tuple[int, int]) -> bool:
        return self.placing.take_to_turn(self._unit_at_mouse())

    def release_right(self, at: tuple[int, int]) -> None:
        self.placing.turn_held()

    def click_right(self, at: tuple[int, int]) -> None:
        if self.placing.kind:
            self.placing.kind = ""
        else:
            self.deselect()

    def turn_wheel(self, notches: int) -> None:
        """Turn the chosen unit that is under the mouse, else zoom."""
        unit = self.placing.unit
        if unit is not None and self._unit_at_mouse() == unit:
            self.placing.turn_unit(-notches)
        else:
            super().turn_wheel(notches)

    # -- keys --------------------------------------------------------------------------------------------

    def field_typed_into(self) -> object:
        return self.form.focus

    def take_text(self, text: str) -> bool:
        return self.form.take_text(text)

    def take_key(self, code: int, modifiers: int) -> bool:
        return self.form.take_key(code, modifiers) or self.take_walking_key(code, modifiers)

    def move_cursor(self, right: int, down: int) -> None:
        self.placing.move_cursor(right, down)

    def reveal(self, cells: Sequence[Cell]) -> None:
        """Bring cells into view."""
        if cells:
            self.steering.reveal(*(self.battle_map.grid.point(cell) for cell in cells))

    def escape(self) -> None:
        """Give up what is under way: a click that is asked for, what is in hand, who is chosen, the editor."""
        placing = self.placing
        if self.form.picks is not None:
            self.form.picks = None
        elif placing.held is not None or placing.placed_at is not None:
            placing.held = placing.placed_at = None
        elif placing.cursor is not None:
            placing.cursor = None
        elif placing.kind:
            placing.kind = ""
        elif placing.selected is not None:
            placing.selected = None
        else:
            self.filing.ask_to_leave()
