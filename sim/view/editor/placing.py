"""Placing: what is in hand, who is chosen, and what mouse and keys do to units and places on the map."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2
from typing import TYPE_CHECKING, Literal

from sim.files import KeyPath
from sim.grid import Cell
from sim.view.counters.portray import angle_of
from sim.workshop import roster_edits as rosters
from sim.workshop.battle_draft import NamedPlace, PlacedUnit

if TYPE_CHECKING:
    from sim.view.editor.battle_editor import BattleEditor
    from sim.workshop.battle_draft import BattleDraft
    from sim.workshop.scenario_document import ScenarioEdit, TextChange

Tool = Literal["units", "objectives", "exits"]
TOOLS: dict[Tool, str] = {"units": "Units", "objectives": "Objectives", "exits": "Exits"}
"""What a click on the map puts there, each as its button calls it."""


class Placing:
    """What is in hand, and whom it is done to."""

    def __init__(self, screen: BattleEditor) -> None:
        self._screen = screen
        self.tool: Tool = "units"
        self.kind = ""
        """The kind of unit in hand; nothing, while those on the map are chosen and moved."""
        self.side = ""
        self.turn = 0
        """The turn on which those who are placed come; 0 for the start."""
        self.facing = 0
        self.selected: KeyPath | None = None
        """The entry of the unit, or the table of the place, that is chosen."""
        self.cursor: Cell | None = None
        """The cell cursor, while keys are used."""
        self.held: PlacedUnit | NamedPlace | None = None
        """What is being moved."""
        self.held_from: Cell | None = None
        self.faces: PlacedUnit | None = None
        """Who is being turned."""
        self.faces_to: int | None = None
        """The way that he will face."""
        self.placed_at: Cell | None = None
        """Where a unit is being put: it will face where the mouse lets go."""

    @property
    def _draft(self) -> BattleDraft:
        return self._screen.draft

    def settle(self) -> None:
        """Let go of what is not there any more."""
        draft = self._draft
        if self.side not in draft.sides:
            self.side = draft.sides[0] if draft.sides else ""
        if self.selected is not None and draft.value(self.selected) is None:
            self.selected = None
        if self.held not in (*draft.units, *draft.places):
            self.held = None
        if self.faces not in draft.units:
            self.faces = None

    @property
    def side_number(self) -> int:
        """The place of the side in hand among all: its colours."""
        return self._draft.sides.index(self.side) if self.side in self._draft.sides else 0

    @property
    def unit(self) -> PlacedUnit | None:
        """The unit that is chosen."""
        return None if self.selected is None else self._draft.unit_at(self.selected)

    @property
    def hovered(self) -> Cell | None:
        """The cell under the mouse or the cell cursor."""
        if self.cursor is not None:
            return self.cursor
        point, battle_map = self._screen.mouse_point, self._screen.battle_map
        if point is None:
            return None
        cell = battle_map.grid.cell_at(point)
        return cell if cell in battle_map else None

    # -- the hand ----------------------------------------------------------------------------------------

    def take_tool(self, tool: Tool) -> None:
        """Place something else."""
        self.tool, self.kind = tool, self.kind if tool == "units" else ""
        self._screen.show_page("units")

    def take_side(self, side: str) -> None:
        """Place units of that side."""
        self.side = side

    def next_side(self) -> None:
        """Place units of the next side."""
        sides = self._draft.sides
        if sides:
            self.side = sides[(self.side_number + 1) % len(sides)]

    def take_kind(self, kind: str) -> None:
        """Take a kind of unit in hand, or put it back."""
        self.tool, self.kind = "units", "" if kind == self.kind else kind

    def next_kind(self, step: int) -> None:
        """Take the next kind of the palette."""
        kinds = self._screen.kinds
        if kinds:
            now = kinds.index(self.kind) if self.kind in kinds else -1 if step > 0 else 0
            self.kind, self.tool = kinds[(now + step) % len(kinds)], "units"

    def change_turn(self, step: int) -> None:
        """Have the chosen unit, or those who are placed next, come later or earlier."""
        last = self._draft.turns or 1000
        unit = self.unit
        if unit is not None and not self.kind:
            turn = _later(unit.turn, step, last)
            self.select_after(lambda: rosters.bring(self._draft, unit, turn=turn))
        else:
            self.turn = _later(self.turn, step, last)

    def pick(self) -> None:
        """Take in hand the kind of whoever is under the cursor."""
        found = self._screen.unit_under()
        if found is not None:
            self.kind, self.side, self.turn, self.tool = found.profile, found.side, found.turn, "units"
            self.facing = found.facing

    # -- whoever is chosen -------------------------------------------------------------------------------

    def select(self, path: KeyPath) -> None:
        """Choose a unit or a place."""
        self.selected = path
        unit = self._draft.unit_at(path)
        if unit is not None:
            self._screen.show_page("units")
            self._screen.reveal(unit.cells[:1])

    def select_after(self, edit: Callable[[], ScenarioEdit]) -> None:
        """Make an edit, and choose what it is about."""
        change = self._screen.attempt(edit)
        if change is not None:
            self.selected = change.where

    def turn_unit(self, step: int) -> None:
        """Turn the chosen unit, or what is in hand."""
        unit = self.unit
        if unit is not None and not self.kind:
            self._screen.attempt(lambda: rosters.turn_by(self._draft, unit, step))
        else:
            self.facing = (self.facing + step) % len(self._screen.battle_map.grid.directions)

    def change_count(self, step: int) -> None:
        """Have more or fewer like the chosen unit."""
        unit = self.unit
        if unit is not None:
            self._screen.attempt(lambda: rosters.count_of(unit, unit.count + step))

    def remove_chosen(self) -> None:
        """Take the chosen unit or place out of the battle."""
        unit = self.unit
        if unit is not None:
            self._screen.attempt(lambda: rosters.remove(self._draft, unit))
        elif self.selected is not None:
            path = self.selected
            self._screen.attempt(lambda: rosters.forget(self._draft, path))

    def change_side(self, side: str) -> None:
        """Have the chosen unit belong to another side."""
        unit = self.unit
        if unit is not None:
            self.select_after(lambda: rosters.bring(self._draft, unit, side=side))

    def move_here(self) -> None:
        """Move the chosen unit or place to the cell cursor."""
        cell, unit = self.hovered, self.unit
        place = None if self.selected is None else self.place_of(self.selected)
        if cell is not None and unit is not None:
            self._screen.attempt(lambda: rosters.move(self._draft, unit, cell))
        elif cell is not None and place is not None:
            self._screen.attempt(lambda: rosters.move_place(self._draft, place.path, cell))

    def place_of(self, path: KeyPath) -> NamedPlace | None:
        """Return the place whose table stands at a path."""
        return next((place for place in self._draft.places if place.owner == path), None)

    # -- on the map --------------------------------------------------------------------------------------

    def press_at(self, cell: Cell | None) -> None:
        """Take hold of who or what is there, or begin to put somebody there."""
        unit = self._screen.unit_under()
        if unit is not None and not (self.kind and self.cursor is not None):
            self.held, self.held_from, self.selected = unit, cell, unit.path
            self._screen.show_page("units")
            return
        place = None if cell is None or self.kind else next(
            (each for each in self._draft.places if cell in each.cells and self.tool != "units"), None
        )  # fmt: skip
        if place is not None:
            self.held, self.held_from, self.selected = place, cell, place.owner
            self._screen.form.open_form(place.owner)
        elif cell is not None and self.tool == "units" and self.kind:
            self.placed_at = cell
        elif cell is not None and self.tool != "units":
            self._put_place(cell)
        else:
            self.selected = None

    def _put_place(self, cell: Cell) -> None:
        draft = self._draft
        if self.tool == "objectives":
            change = self._screen.attempt(lambda: rosters.add_objective(draft, cell))
        else:
            change = self._screen.attempt(lambda: rosters.add_exit(draft, cell, self.side))
        if change is not None:
            self.selected = change.where
            self._screen.form.open_form(change.where)

    def release_at(self, cell: Cell | None, *, copies: bool = False) -> None:
        """Let go: move who was held, put down who is in hand."""
        held, start, self.held, self.held_from = self.held, self.held_from, None, None
        placed, self.placed_at = self.placed_at, None
        draft = self._draft
        if placed is not None:
            facing = self.facing if cell is None or cell == placed else self.towards(placed, cell)
            self.facing = facing
            self._screen.attempt(lambda: rosters.place(draft, self.side, self.kind, placed, facing, self.turn))
            return
        if cell is None or cell == start or held is None:
            return
        if isinstance(held, PlacedUnit):
            self.select_after(lambda: rosters.copy(draft, held, cell) if copies else rosters.move(draft, held, cell))
        else:
            self._screen.attempt(lambda: rosters.move_place(draft, held.path, cell))

    def towards(self, start: Cell, end: Cell) -> int:
        """Return the direction in which one cell lies from another."""
        grid = self._screen.battle_map.grid
        (x, y), (to_x, to_y) = grid.point(start), grid.point(end)
        wanted = atan2(to_y - y, to_x - x)

        def off(facing: int) -> float:
            gap = abs((angle_of(grid, facing) or 0.0) - wanted) % 6.283185307179586
            return min(gap, 6.283185307179586 - gap)

        return min(range(len(grid.directions)), key=off)

    def take_to_turn(self, unit: PlacedUnit | None) -> bool:
        """Begin to turn a unit; say whether there is one."""
        self.faces, self.faces_to = unit, None
        if unit is not None:
            self.selected = unit.path
        return unit is not None

    def look_towards(self, cell: Cell | None) -> None:
        """Have who is being turned look at a cell."""
        unit = self.faces
        if unit is not None and cell is not None and unit.cells:
            self.faces_to = None if cell in unit.cells else self.towards(unit.cells[0], cell)

    def turn_held(self) -> None:
        """Turn whoever was taken to be turned: where he looks, or by one side if that is nowhere else."""
        unit, facing, self.faces, self.faces_to = self.faces, self.faces_to, None, None
        if unit is not None:
            draft = self._draft
            self._screen.attempt(
                lambda: rosters.turn_by(draft, unit, 1) if facing is None else rosters.face(draft, unit, facing)
            )

    def press_cursor(self) -> None:
        """Do at the cell cursor what a click does."""
        if self.cursor is None:
            self.move_cursor(0, 0)
            return
        if self._screen.form.picks is not None:
            self._screen.give_spot(self.cursor)
            return
        self.press_at(self.cursor)
        self.release_at(self.cursor)

    def move_cursor(self, right: int, down: int) -> None:
        """Move the cell cursor."""
        battle_map = self._screen.battle_map
        start = self.hovered or battle_map.grid.at(battle_map.width // 2, battle_map.height // 2)
        column, row = battle_map.grid.offset(start)
        column = min(max(column + right, 0), battle_map.width - 1)
        row = min(max(row + down, 0), battle_map.height - 1)
        self.cursor = battle_map.grid.at(column, row)
        self._screen.steering.reveal(battle_map.grid.point(self.cursor))

    # -- back and forth ----------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last change."""
        change = self._screen.document.undo()
        if change is not None:
            self._show(change)
            self._screen.say(f"Undone: {change.name}")

    def redo(self) -> None:
        """Do again what was taken back."""
        change = self._screen.document.redo()
        if change is not None:
            self._show(change)
            self._screen.say(f"Done again: {change.name}")

    def _show(self, change: TextChange) -> None:
        """Show what a change was about."""
        self._screen.show(change)
        unit = self._draft.unit_at(change.where)
        if unit is not None:
            self.selected = unit.path
            self._screen.reveal(unit.cells[:1])


def _later(turn: int, step: int, last: int) -> int:
    """Return another turn of arrival: from the start, or from the second turn to the last.

    >>> [_later(0, 1, 5), _later(2, -1, 5), _later(5, 1, 5)]
    [2, 0, 5]
    """
    found = turn + step
    if 0 < found < 2:
        found = 2 if step > 0 else 0
    return min(max(found, 0), last)
