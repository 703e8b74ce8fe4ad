"""What can be done to a battle: units are placed, moved, turned, put off, sides and places come and go.

Each function looks at what the text says now and returns an edit of it. Nothing here asks whether the system would
have it: a battle is put together in any order, and `BattleDraft.mistakes` tells what is still wrong.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from sim.board.battlemap import BattleMap
from sim.files import KeyPath, written
from sim.grid import Cell
from sim.scenario.schema import MOST_SIDES
from sim.workshop.battle_draft import BattleDraft, PlacedUnit
from sim.workshop.edits import Impossible
from sim.workshop.scenario_document import ScenarioEdit
from sim.workshop.toml_edits import Add, Put, Shift, Take, TomlEdit, value_at

# -- units -------------------------------------------------------------------------------------------------------


def place(draft: BattleDraft, side: str, profile: str, cell: Cell, facing: int, turn: int = 0) -> ScenarioEdit:
    """Put another unit on the map, from the start or on a later turn."""
    battle_map = _map(draft)
    if side not in draft.sides:
        raise Impossible("a unit belongs to a side, and there is none yet")
    entry = {"profile": profile, "at": _spot(draft, cell, turn)}
    if any(field.key == "facing" for field in draft.form(("sides", side, "units", 0))):
        entry["facing"] = battle_map.grid.directions[facing % len(battle_map.grid.directions)]
    path, edits = _entered(draft.data, side, entry, turn)
    return ScenarioEdit(f"{profile} in {entry['at']}", edits, path)


def _entered(data: Any, side: str, entry: dict[str, Any], turn: int) -> tuple[KeyPath, tuple[TomlEdit, ...]]:
    """Return where an entry comes to stand in the file, and what puts it there."""
    way: KeyPath = ("sides", side)
    if not turn:
        path = (*way, "units")
        return (*path, len(_items(data, path))), (Add(path, entry),)
    groups = _items(data, (*way, "reinforcements"))
    for n, group in enumerate(groups):
        if group.get("turn") == turn:
            path = (*way, "reinforcements", n, "units")
            return (*path, len(_items(group, ("units",)))), (Add(path, entry),)
    path = (*way, "reinforcements")
    return (*path, len(groups), "units", 0), (Add(path, {"turn": turn, "units": [entry]}),)


def _items(data: Any, path: KeyPath) -> list[dict[str, Any]]:
    """Return the tables of an array, as it is before another comes to it; `Impossible` where there is no array."""
    found = value_at(data, path)
    if found is not None and not isinstance(found, list):
        raise Impossible(f"{written(path)}: the file has something else there than a list")
    return [item if isinstance(item, dict) else {} for item in found or ()]


def move(draft: BattleDraft, unit: PlacedUnit, cell: Cell) -> ScenarioEdit:
    """Have a unit stand elsewhere, or all those of its entry; of one that comes later, over another edge."""
    name = _spot(draft, cell, unit.turn)
    return ScenarioEdit(f"{called(unit)} to {name}", (Put((*unit.path, "at"), name),), unit.path)


def turn_by(draft: BattleDraft, unit: PlacedUnit, steps: int) -> ScenarioEdit:
    """Have a unit face another way."""
    directions = _map(draft).grid.directions
    facing = directions[(unit.facing + steps) % len(directions)]
    return ScenarioEdit(f"{called(unit)} faces {facing}", (Put((*unit.path, "facing"), facing),), unit.path)


def face(draft: BattleDraft, unit: PlacedUnit, facing: int) -> ScenarioEdit:
    """Have a unit face that way."""
    return turn_by(draft, unit, facing - unit.facing)


def count_of(unit: PlacedUnit, count: int) -> ScenarioEdit:
    """Have so many units like it."""
    if not 1 <= count <= 50:
        raise Impossible("of one entry there are from 1 to 50 units")
    edit: TomlEdit = Put((*unit.path, "count"), count)
    if count == 1 and unit.count != 1:
        edit = Take((*unit.path, "count"))
    return ScenarioEdit(f"{count} of {called(unit)}", (edit,) if count != unit.count else (), unit.path)


def remove(draft: BattleDraft, unit: PlacedUnit) -> ScenarioEdit:
    """Take a unit out, with the group it comes with if it is the last of it."""
    return ScenarioEdit(f"{called(unit)} removed", (Take(_whole(draft, unit)),), unit.path[:2])


def _whole(draft: BattleDraft, unit: PlacedUnit) -> KeyPath:
    """Return the entry of a unit, or the group of which it is all."""
    is_last = len(unit.path) == 6 and len(draft.value(unit.path[:5])) == 1
    return unit.path[:4] if is_last else unit.path


def bring(draft: BattleDraft, unit: PlacedUnit, *, turn: int | None = None, side: str | None = None) -> ScenarioEdit:
    """Have a unit come on another turn, 0 for the start, or belong to another side."""
    turn, side = unit.turn if turn is None else turn, unit.side if side is None else side
    if (turn, side) == (unit.turn, unit.side):
        return ScenarioEdit("", (), unit.path)
    entry = dict(draft.entry(unit))
    if unit.at:
        entry["at"] = unit.at  # what it has from its group it takes along
    taken, left = Take(_whole(draft, unit)), deepcopy(draft.data)
    taken.apply(left)  # what is left without it decides where it comes to stand
    path, edits = _entered(left, side, entry, turn)
    said = f"{called(unit)} on turn {turn}" if turn else f"{called(unit)} from the start"
    name = said if side == unit.side else f"{called(unit)} to {draft.side_name(side)}"
    return ScenarioEdit(name, (taken, *edits), path)


def copy(draft: BattleDraft, unit: PlacedUnit, cell: Cell) -> ScenarioEdit:
    """Put another unit like it elsewhere; a name it has is its own."""
    entry = {key: value for key, value in draft.entry(unit).items() if key != "id"}
    entry["at"] = _spot(draft, cell, unit.turn)
    path, edits = _entered(draft.data, unit.side, entry, unit.turn)
    return ScenarioEdit(f"another {called(unit)}", edits, path)


def called(unit: PlacedUnit) -> str:
    """Return what a unit is called, for people who read what was done."""
    return unit.name or unit.profile.replace("_", " ")


# -- sides -------------------------------------------------------------------------------------------------------


def add_side(draft: BattleDraft, name: str) -> ScenarioEdit:
    """Begin another side."""
    if len(draft.sides) >= MOST_SIDES:
        raise Impossible(f"a battle has at most {MOST_SIDES} sides")
    if not name.strip():
        raise Impossible("a side has a name")
    side = _free_id(name, draft.sides, "side")
    player = "human" if not draft.sides else "solo"
    return ScenarioEdit(
        f"side {name}", (Put(("sides", side), {"name": name.strip(), "player": player}),), ("sides", side)
    )


def remove_side(draft: BattleDraft, side: str) -> ScenarioEdit:
    """Take a side out, with all its units."""
    return ScenarioEdit(f"side {draft.side_name(side)} removed", (Take(("sides", side)),), ("sides",))


def _free_id(name: str, taken: tuple[str, ...], usual: str) -> str:
    stem = re.sub(r"[^a-z0-9]+", "_", name.casefold().encode("ascii", "ignore").decode()).strip("_")[:36] or usual
    stem = stem if stem[0].isalpha() else f"{usual}_{stem}"
    return next(each for n in range(1, 1000) if (each := stem if n == 1 else f"{stem}_{n}") not in taken)


# -- places ------------------------------------------------------------------------------------------------------


def add_objective(draft: BattleDraft, cell: Cell) -> ScenarioEdit:
    """Have a cell matter; the place that is there gives it its name."""
    battle_map = _map(draft)
    there = [name for name, cells in battle_map.places.items() if cell in cells]
    tables = _items(draft.data, ("objectives",))
    taken = tuple(str(each.get("id", "")).casefold() for each in tables)
    stem = (there[0] if there else f"objective {len(tables) + 1}")[:36]
    id_ = next(each for n in range(1, 1000) if (each := stem if n == 1 else f"{stem} {n}").casefold() not in taken)
    at = there[0] if there else battle_map.grid.name(cell)
    path = ("objectives", len(tables))
    return ScenarioEdit(f"objective {id_}", (Add(("objectives",), {"id": id_, "at": at, "points": 1}),), path)


def add_exit(draft: BattleDraft, cell: Cell, side: str) -> ScenarioEdit:
    """Have units of a side leave over the edge of the map there."""
    battle_map = _map(draft)
    if draft.ruleset is None or not any(field.key == "exits" for field in draft.form((draft.ruleset.id,))):
        raise Impossible("nobody leaves the map for a reward in this game")
    if not battle_map.is_at_edge(cell):
        raise Impossible("an exit lies at an edge of the map")
    at = _edge_at(battle_map, cell)
    way: KeyPath = (draft.ruleset.id, "exits")
    path = (*way, len(_items(draft.data, way)))
    return ScenarioEdit(f"exit at {at}", (Add(way, {"side": side, "at": at, "points": 1}),), path)


def _spot(draft: BattleDraft, cell: Cell, turn: int) -> str:
    """Return the name of a cell as a unit of the start has it; of one that comes later, that of the map's edge."""
    return _edge_at(_map(draft), cell) if turn else _map(draft).grid.name(cell)


def _edge_at(battle_map: BattleMap, cell: Cell) -> str:
    """Return the name of the stretch of the map's edge that a cell is part of, if it has one; else that of the cell."""
    named = (name for name, cells in battle_map.areas.items() if cell in cells)
    edges = (name for name in named if all(map(battle_map.is_at_edge, battle_map.areas[name])))
    return next(edges, battle_map.grid.name(cell))


def move_place(draft: BattleDraft, path: KeyPath, cell: Cell) -> ScenarioEdit:
    """Have a place that the scenario names lie elsewhere."""
    name = _map(draft).grid.name(cell)
    return ScenarioEdit(f"{draft.value(path)} to {name}", (Put(path, name),), path)


def _map(draft: BattleDraft) -> BattleMap:
    if draft.map is None:
        raise Impossible("there is no map to do that on")
    return draft.map


# -- anything that a form says ---------------------------------------------------------------------------------


def put(path: KeyPath, value: Any) -> ScenarioEdit:
    """Say something, or nothing any more."""
    label = str(next(step for step in reversed(path) if isinstance(step, str))).replace("_", " ")
    return ScenarioEdit(label, (Put(path, value),), path)


def forget(draft: BattleDraft, path: KeyPath) -> ScenarioEdit:
    """Say nothing of a key any more, or take an item of a list away."""
    label = str(next(step for step in reversed(path) if isinstance(step, str))).replace("_", " ")
    return ScenarioEdit(f"{label} left out", (Take(path),) if draft.value(path) is not None else (), path[:-1])


def add_table(draft: BattleDraft, path: KeyPath, name: str = "") -> ScenarioEdit:
    """Add a table to an array, or one by its name, with what it has to say as far as that can be known."""
    field = draft.field(path)
    entry = {each.key: _likely(draft, each) for each in draft.form((*path, 0)) if each.is_needed}
    if field is not None and field.sort == "named":
        id_ = _free_id(name, tuple(draft.value(path) or ()), field.label)
        return ScenarioEdit(f"{field.label}: {name}", (Put((*path, id_), entry),), (*path, id_))
    label = field.label if field is not None else str(path[-1])
    return ScenarioEdit(f"more {label}", (Add(path, entry),), (*path, len(_items(draft.data, path))))


def _likely(draft: BattleDraft, field: Any) -> Any:
    """Return what may stand in a key that has to say something."""
    if field.words:
        return field.words[0]
    if field.names == "side" and draft.sides:
        return draft.sides[0]
    if field.names == "spot" and draft.map is not None:
        return draft.map.grid.name(next(iter(draft.map.whole)))
    fitting: dict[str, Any] = {"yes_no": False, "number": 1, "decimal": 1.0, "list": [], "tables": [], "table": {}}
    return fitting.get(field.sort, "?")


def shift(path: KeyPath, to: int) -> ScenarioEdit:
    """Move an item of a list earlier or later."""
    return ScenarioEdit("order changed", (Shift(path, to),), (*path[:-1], to))
