"""Write a map as a map file.

The form is canonical: the same map always gives the same text, and reading it gives a map of the same digest.
Shapes are gone by then, for a map remembers only what they laid. What is off the map is left out, and the features of
a cell come in the order of the terrain set.
"""

from __future__ import annotations

import json
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Literal

from sim.board.battlemap import BattleMap
from sim.board.mapfile.rows import LEVELS
from sim.board.polylines import chains, straightened
from sim.board.terrain import OFF_MAP, VOID, Kind, MoveCost
from sim.board.terrain_sets import terrain_set
from sim.board.terrain_sets.kind_tables import move_figure
from sim.grid import Cell, HexGrid, SquareGrid

WIDTH = 100
"""About how long the lines of a list become."""


def map_text(battle_map: BattleMap) -> str:
    """Return the map as the text of a map file."""
    letters = _letters(battle_map)
    parts = [_head(battle_map, letters), _grid(battle_map)]
    legend = {letter: key for key, letter in letters.items() if _set_letters(battle_map).get(key) != letter}
    if legend:
        parts.append(_table("legend", ((letter, quoted(key)) for letter, key in legend.items())))
    parts += [_marks("edges", _edges(battle_map)), _marks("features", _features(battle_map))]
    parts += [
        _ways(battle_map),
        _named(battle_map, "places"),
        _named(battle_map, "areas"),
        *own_kind_tables(battle_map).values(),
    ]
    return "\n".join(part for part in parts if part)


# -- words ---------------------------------------------------------------------------------------------------


def quoted(value: str) -> str:
    """Write a text in quotes. JSON escapes all that TOML wants escaped, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def key_text(word: str) -> str:
    """Write a key, in quotes if it needs them."""
    bare = word.isascii() and word.replace("_", "").replace("-", "").isalnum()
    return word if bare else quoted(word)


def paragraphs(value: str) -> str:
    """Write a text over several lines if it has several."""
    if "\n" not in value:
        return quoted(value)
    return '"""\n' + "\n".join(quoted(line)[1:-1] for line in value.split("\n")) + '"""'


def drawing_text(key: str, rows: Iterable[str]) -> str:
    """Write rows of letters as a text over several lines."""
    return f'{key} = """\n' + "".join(f"{row}\n" for row in rows) + '"""\n'


def list_text(items: Sequence[str]) -> str:
    """Write an array of written items, wrapped if it is long."""
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDTH:
        return line
    lines, here = [], "   "
    for item in items:
        if len(here) + len(item) > WIDTH:
            lines.append(here)
            here = "   "
        here += f" {item},"
    return "\n".join(["[", *lines, here, "]"])


def _table(header: str, entries: Iterable[tuple[str, str]]) -> str:
    lines = [f"{key_text(key)} = {value}\n" for key, value in entries]
    return "".join([f"[{header}]\n", *lines]) if lines else ""


# -- what is drawn -------------------------------------------------------------------------------------------


def _set_letters(battle_map: BattleMap) -> dict[str, str]:
    """Return the letters that rows have without a legend."""
    kinds = battle_map.terrain_set.terrain
    base = terrain_set(battle_map.terrain_set.id).terrain
    own = {kind.letter: key for key, kind in kinds.items() if kind.letter and base.get(key) != kind}
    of_set = {kind.letter: key for key, kind in kinds.items() if kind.letter and base.get(key) == kind}
    return {key: letter for letter, key in {**of_set, **own}.items()}


def _letters(battle_map: BattleMap) -> dict[str, str]:
    """Return a letter for every kind of terrain on the map: its own if it has one, else one that is free."""
    usual = _set_letters(battle_map)
    used = [key for key in battle_map.terrain_set.terrain if key in {*battle_map.terrain}]
    taken = {*usual.values(), OFF_MAP.letter}
    spare = (letter for letter in spare_letters() if letter not in taken)
    return {key: usual.get(key) or next(spare) for key in used}


def spare_letters() -> Iterator[str]:
    """Yield letters for kinds that have none."""
    yield from string.ascii_letters + string.digits
    yield from (letter for letter in map(chr, range(0xC0, 0x2000)) if letter.isalpha())


def _head(battle_map: BattleMap, letters: Mapping[str, str]) -> str:
    drawn = [letters[kind] for kind in battle_map.terrain]
    lines = ["format = 1", f"title = {quoted(battle_map.title or battle_map.name)}"]
    if battle_map.notes:
        lines.append(f"notes = {paragraphs(battle_map.notes)}")
    lines += [f"terrain_set = {quoted(battle_map.terrain_set.id)}", drawing_text("rows", _rows(battle_map, drawn))]
    return "\n".join(lines) + _heights(battle_map)


def _rows(battle_map: BattleMap, drawn: Sequence[str]) -> Iterator[str]:
    width = battle_map.width
    return ("".join(drawn[start : start + width]) for start in range(0, len(drawn), width))


def _heights(battle_map: BattleMap) -> str:
    """Draw the heights: one letter a cell if they lie near enough to each other, else as numbers."""
    heights = battle_map.heights
    lowest, highest = min(*heights, 0), max(*heights, 0)
    if lowest == highest == 0:
        return ""
    if highest - lowest < len(LEVELS):
        drawn = ["." if level == 0 else LEVELS[level - lowest] for level in heights]
        base = f"height_base = {-lowest}\n" if lowest else ""
        return base + drawing_text("heights", _rows(battle_map, drawn))
    room = max(len(str(lowest)), len(str(highest))) + 1
    return drawing_text("heights", _rows(battle_map, [f"{level or '.':>{room}}" for level in heights]))


def _grid(battle_map: BattleMap) -> str:
    match battle_map.grid:
        case HexGrid(top, shifted):
            entries = [("kind", '"hex"'), ("top", quoted(top)), ("shifted", quoted(shifted))]
        case SquareGrid(ways):
            entries = [("kind", '"square"'), ("neighbours", str(ways))]
        case other:
            raise ValueError(f"no map file can tell of the grid {other}")
    cell = battle_map.scale.per_cell
    size = str(int(cell)) if cell == int(cell) else repr(cell)
    return _table("grid", [*entries, ("cell", size), ("unit", quoted(battle_map.scale.unit))])


# -- what is named -------------------------------------------------------------------------------------------


def _marks(header: str, marks: Mapping[str, list[str]]) -> str:
    return _table(header, ((kind, list_text([quoted(name) for name in names])) for kind, names in marks.items()))


def _edges(battle_map: BattleMap) -> dict[str, list[str]]:
    """Return the sides by kind, each named from its first cell on the map, in map order."""
    named: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    grid = battle_map.grid
    for edge, kind in battle_map.edges.items():
        ends = sorted((battle_map.ordinal(cell), cell) for cell in edge if cell in battle_map)
        if ends:
            ordinal, cell = ends[0]
            side = grid.side_steps.index(edge.other(cell).minus(cell))
            named[kind].append((ordinal, side, f"{grid.name(cell)}/{grid.sides[side]}"))
    kinds = battle_map.terrain_set.edges
    return {kind: [name for _, _, name in sorted(named[kind])] for kind in kinds if kind in named}


def _features(battle_map: BattleMap) -> dict[str, list[str]]:
    where: dict[str, list[str]] = {kind: [] for kind in battle_map.terrain_set.features}
    for cell in battle_map.whole:
        for kind in dict.fromkeys(battle_map.features.get(cell, ())):
            where[kind].append(battle_map.grid.name(cell))
    return {kind: names for kind, names in where.items() if names}


def _ways(battle_map: BattleMap) -> str:
    entries = []
    for kind in battle_map.terrain_set.ways:
        links = [link for link, way in battle_map.ways.items() if way == kind]
        drawn = [
            list_text([quoted(battle_map.grid.name(cell)) for cell in straightened(chain)]) for chain in chains(links)
        ]
        if drawn:
            entries.append((kind, list_text(drawn) if len(drawn) == 1 else "[\n    " + ",\n    ".join(drawn) + ",\n]"))
    return _table("ways", entries)


def chain_text(battle_map: BattleMap, chain: Sequence[Cell]) -> str:
    """Write a chain of a way by the cells at which it bends."""
    return list_text([quoted(battle_map.grid.name(cell)) for cell in straightened(chain)])


def _named(battle_map: BattleMap, table: Literal["places", "areas"]) -> str:
    entries = []
    for place, cells in (battle_map.places if table == "places" else battle_map.areas).items():
        entries.append((place, cells_text(battle_map, cells)))
    return _table(table, entries)


def cells_text(battle_map: BattleMap, cells: tuple[Cell, ...]) -> str:
    """Write the cells of a place in the shortest form that there is."""
    names = [quoted(battle_map.grid.name(cell)) for cell in cells]
    return names[0] if len(names) == 1 else _rectangle(battle_map, cells) or list_text(names)


def _rectangle(battle_map: BattleMap, cells: tuple[Cell, ...]) -> str:
    """Return the short form of cells that fill a rectangle in map order."""
    (left, top), (right, bottom) = (battle_map.grid.offset(cells[end]) for end in (0, -1))
    columns, rows = range(left, right + 1), range(top, bottom + 1)
    filled = tuple(battle_map.grid.at(column, row) for row in rows for column in columns)
    return quoted(":".join(battle_map.grid.name(cells[end]) for end in (0, -1))) if filled == cells else ""


# -- own kinds -----------------------------------------------------------------------------------------------


def own_kind_tables(battle_map: BattleMap) -> dict[tuple[str, str], str]:
    """Return a table for every kind that differs from the set's, by its section and id."""
    kinds = battle_map.terrain_set
    base = terrain_set(kinds.id)
    sections: list[tuple[str, Mapping[str, Kind], Mapping[str, Kind]]] = [
        ("terrain", kinds.terrain, base.terrain),
        ("feature_kinds", kinds.features, base.features),
        ("edge_kinds", kinds.edges, base.edges),
    ]
    return {
        (section, key): _table(f"{section}.{key_text(key)}", _entries(kind, theirs.get(key)))
        for section, ours, theirs in sections
        for key, kind in ours.items()
        if key != VOID and theirs.get(key) != kind
    }


def _entries(kind: Kind, base: Kind | None) -> Iterator[tuple[str, str]]:
    """Yield what a kind says that a blank one, or the set's kind of the same id, would not say by itself."""
    blank = base or type(kind)(kind.id, "", source="map")
    for field in fields(kind):
        value = getattr(kind, field.name)
        if field.name in ("id", "move") or value == getattr(blank, field.name):
            continue
        yield field.name, quoted(value) if isinstance(value, str) else json.dumps(value)
    if kind.move != blank.move:
        yield "move", _moves(kind.move)


def _moves(move: Mapping[str, MoveCost | None]) -> str:
    figures = ((movement, json.dumps(move_figure(cost))) for movement, cost in move.items())
    return "{ " + ", ".join(f"{key_text(movement)} = {figure}" for movement, figure in figures) + " }"
