"""Drawing: the document, what is in hand, and the stroke under way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sim.grid import Cell, Edge, Point
from sim.view.editor.tools import (
    BIGGEST_BRUSH,
    SYMMETRIES,
    Hand,
    Layer,
    Stroke,
    UnderWay,
    kinds_of,
    picked,
    with_defaults,
)
from sim.workshop.change import Change
from sim.workshop.edits import Edit, Impossible, NameCells, Table
from sim.workshop.figures import is_on_board, side_at
from sim.workshop.map_document import MapDocument

if TYPE_CHECKING:
    from sim.view.editor.screen import EditorScreen


class Drawing:
    """What mouse and keys do to the map; everything ends in an edit of the document."""

    def __init__(self, screen: EditorScreen, document: MapDocument) -> None:
        self._screen = screen
        self.document, self.blank = document, document.map
        self.hand = with_defaults(Hand(), document.map)
        self.strike: UnderWay | None = None
        self.cursor: Cell | None = None
        """The cell cursor, while keys are used."""
        self._side = 0
        self._preview: tuple[object, Change] | None = None

    def open(self, document: MapDocument) -> None:
        """Draw on another map."""
        self.document, self.blank = document, document.map
        self.hand = with_defaults(Hand(layer=self.hand.layer, stroke=self.hand.stroke), document.map)
        self.strike = self.cursor = None
        self._screen.show(None)

    def do(self, edit: Edit) -> None:
        """Make an edit; `Impossible` is told by whoever asks."""
        self._screen.filing.keep_what_is_done()
        change = self.document.do(edit)
        if change:
            self._screen.show(change)
        self.hand = with_defaults(self.hand, self.document.map) if change.whole else self.hand

    def _try(self, edit: Edit) -> None:
        """Make an edit, or say why it cannot be made."""
        try:
            self.do(edit)
        except Impossible as refused:
            self._screen.say(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")

    # -- where the stroke is ----------------------------------------------------------------------------

    @property
    def hovered(self) -> Cell | None:
        """The cell under the mouse or the cell cursor, a hole of the board as well."""
        if self.point is None:
            return None
        cell = self.cursor or self.document.map.grid.cell_at(self.point)
        return cell if is_on_board(self.document.map, cell) else None

    @property
    def point(self) -> Point | None:
        """Where on the plane the mouse or the cell cursor is; None off the map's room."""
        if self.cursor is not None:
            grid = self.document.map.grid
            if self.hand.layer == "sides":
                (ax, ay), (bx, by) = grid.side_points(self.cursor, self._side)
                x, y = grid.point(self.cursor)
                return 0.45 * (ax + bx) + 0.1 * x, 0.45 * (ay + by) + 0.1 * y  # within its own cell
            return grid.point(self.cursor)
        return self._screen.mouse_point

    @property
    def edge(self) -> Edge | None:
        """The side that a stroke would begin at."""
        return side_at(self.document.map, self.point) if self.hand.layer == "sides" and self.point is not None else None

    @property
    def preview(self) -> Change | None:
        """Return what the stroke under way would change; worked out once for each place of the mouse."""
        if self.strike is None:
            return None
        key = (self.strike, self.point, self.document.map, len(self.strike.corners))
        if self._preview is None or self._preview[0] != key:
            try:
                change = self.strike.edit().change(self.document.map)
            except Impossible:
                change = Change("")
            self._preview = key, change
        return self._preview[1]

    # -- strokes -----------------------------------------------------------------------------------------

    def begin(self, point: Point, *, erases: bool = False) -> None:
        """Begin a stroke."""
        if self.hand.layer == "names" and not self.hand.kind:
            self._screen.filing.show_name_page()
            return
        if not self.hand.kind:
            self._screen.say("There is nothing of that sort in this terrain set.")
            return
        self.strike = UnderWay(self.hand, self.document.map, point, erases=erases)

    def click_corner(self, point: Point) -> None:
        """Put a corner of a figure, or close it."""
        assert self.strike is not None
        if self.strike.closes_at(point):
            self.finish()
        else:
            self.strike.go_to(point)
            self.strike.add_corner()

    def finish(self) -> None:
        """End the stroke under way, and have it done."""
        strike, self.strike, self._preview = self.strike, None, None
        if strike is not None:
            self._try(strike.edit())

    def press_cursor(self) -> None:
        """Begin a stroke at the cell cursor, or end the one that was begun."""
        point = self.point
        if point is None:
            self.move_cursor(0, 0)
        elif self.strike is None:
            self.begin(point)
            if self.hand.stroke in ("brush", "fill") and self.hand.layer != "ways":
                self.finish()
        elif self.strike.is_of_corners:
            self.click_corner(point)
        else:
            self.finish()

    def close_figure(self) -> None:
        """End a polygon or a way where it is."""
        if self.strike is not None:
            self.finish()

    def turn_side(self, step: int) -> None:
        """Point the cell cursor at its next side."""
        if self.cursor is None:
            self.move_cursor(0, 0)
        self._side = (self._side + step) % len(self.document.map.grid.sides)

    def move_cursor(self, right: int, down: int) -> None:
        """Move the cell cursor by columns and rows."""
        battle_map = self.document.map
        start = self.cursor or self.hovered or battle_map.grid.at(battle_map.width // 2, battle_map.height // 2)
        column, row = battle_map.grid.offset(start)
        column = min(max(column + right, 0), battle_map.width - 1)
        row = min(max(row + down, 0), battle_map.height - 1)
        self.cursor = battle_map.grid.at(column, row)
        self._screen.steering.reveal(battle_map.grid.point(self.cursor))
        if self.strike is not None and self.point is not None:
            self.strike.go_to(self.point)

    # -- the hand ----------------------------------------------------------------------------------------

    def take(self, layer: Layer) -> None:
        """Draw something else."""
        self.strike, self.hand = None, self.hand.taking(layer)

    def draw_with(self, stroke: Stroke) -> None:
        """Draw in another way."""
        self.strike, self.hand = None, replace(self.hand, stroke=stroke).taking(self.hand.layer)

    def choose(self, kind: str) -> None:
        """Choose what is drawn."""
        self.hand = self.hand.choosing(self.hand.layer, kind)

    def next_kind(self, step: int) -> None:
        """Choose the next kind of the palette."""
        kinds = kinds_of(self.document.map, self.hand.layer, self.hand.table)
        if kinds:
            now = kinds.index(self.hand.kind) if self.hand.kind in kinds else -1
            self.choose(kinds[(now + step) % len(kinds)])

    def change_size(self, step: int) -> None:
        """Make the brush larger or smaller."""
        self.hand = replace(self.hand, size=min(max(self.hand.size + step, 1), BIGGEST_BRUSH))

    def toggle_erasing(self) -> None:
        """Erase instead of draw, or draw again."""
        self.hand = replace(self.hand, erases=not self.hand.erases)

    def next_symmetry(self) -> None:
        """Go through the symmetries."""
        names = list(SYMMETRIES)
        symmetry = names[(names.index(self.hand.symmetry) + 1) % len(names)]
        self.hand = replace(self.hand, symmetry=symmetry)
        self._screen.say(f"Symmetry: {SYMMETRIES[symmetry]}.")

    def pick(self) -> None:
        """Take from the map what is under the cursor."""
        cell, point = self.hovered, self.point
        if cell is None or point is None:
            return
        found = picked(self.hand, self.document.map, cell, side_at(self.document.map, point))
        if found is not None:
            self.hand = found

    def use_table(self, table: Table) -> None:
        """Name places, or areas."""
        self.hand = with_defaults(replace(self.hand, table=table), self.document.map)

    def swap_tables(self) -> None:
        """Name areas if places were named, and the other way round."""
        self.take("names")
        self.use_table("places" if self.hand.table == "areas" else "areas")

    @property
    def named(self) -> bool:
        """Whether a place or an area is chosen."""
        return self.hand.layer == "names" and self.hand.kind in getattr(self.document.map, self.hand.table)

    def begin_name(self, name: str, table: str) -> None:
        """Have what is drawn next belong to a name."""
        chosen: Table = "areas" if table == "areas" else "places"
        self.hand = replace(self.hand.choosing("names", name), table=chosen)
        self._screen.say(f"Draw the cells of “{name}”.")

    def forget_name(self) -> None:
        """Take a name off the map."""
        self._try(NameCells(self.hand.table, self.hand.kind, ()))

    # -- back and forth ----------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last change."""
        self.strike = None
        change = self.document.undo()
        if change is not None:
            self._screen.show(change.reversed)
            self._screen.say(f"Undone: {change.name}")

    def redo(self) -> None:
        """Do again what was taken back."""
        self.strike = None
        change = self.document.redo()
        if change is not None:
            self._screen.show(change)
            self._screen.say(f"Done again: {change.name}")
