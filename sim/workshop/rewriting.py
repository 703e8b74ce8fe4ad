"""Write a map that was changed into the text that somebody has written.

What differs from the map that the text says is put in its place: a letter of a row, an item of a list, a line of a
table. All else stays to the letter: comments, order, shapes, empty lines.

    layer      where it is written                        what a shape has laid
    terrain    its letter in `rows`                       a box is laid over it, at the end of the shapes
    heights    its sign in `heights`                      likewise
    edges      an item of `[edges]`                       the item overrules it; "none" clears
    features   an item of `[features]`                    can only be taken out of the shape: its cells are then named
    ways       a chain in `[ways]`                        likewise

A board of another size or form has another drawing: rows are written anew, and shapes are drawn into them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.findings import Findings
from sim.board.mapfile import map_text
from sim.board.mapfile.draft import Draft
from sim.board.mapfile.marks import NO_EDGE, links_of
from sim.board.mapfile.own_kinds import letters_of
from sim.board.mapfile.rows import LEVELS, drawn_rows
from sim.board.mapfile.shape_layers import LAID
from sim.board.mapfile.text import (
    cells_text,
    chain_text,
    drawing_text,
    key_text,
    own_kind_tables,
    paragraphs,
    quoted,
    spare_letters,
)
from sim.board.polylines import chains
from sim.board.terrain import VOID
from sim.files.toml_spans import Span, TomlStatement
from sim.grid import Cell, Edge
from sim.workshop.map_text import PATCHES, MapText, says
from sim.workshop.splices import Splices

_LINE = re.compile(r"[^\n\"']*")


def text_with(source: MapText, battle_map: BattleMap) -> str:
    """Return a text with another map in it, read back to be sure that it says that map.

    Should it not, the plain form of the map is returned: a comment is worth less than a map.
    """
    if battle_map is source.map:
        return source.text
    written = rewritten(source, battle_map)
    return written if says(written, battle_map) else map_text(battle_map)


def rewritten(source: MapText, battle_map: BattleMap) -> str:
    """Return a text with another map in it; of a reflected board a new text, for its names of cells mean others."""
    if battle_map is source.map:
        return source.text
    if battle_map.grid != source.map.grid:
        return map_text(battle_map)
    return _Rewriting(source, battle_map).written()


class _Rewriting(Splices):
    """A text in which parts are being replaced."""

    def __init__(self, source: MapText, battle_map: BattleMap) -> None:
        super().__init__(source.text, source.statements)
        self.source, self.map, self.old = source, battle_map, source.map
        self.same_board = all(
            getattr(self.old, name) == getattr(battle_map, name) for name in ("grid", "width", "height")
        )
        inline = any(found.path == ("shape",) and not found.is_header for found in source.statements)
        self.keeps_shapes = self.same_board and not (inline and self._lies_otherwise())
        self._without: set[str] = set()
        """What is taken out of shapes: "feature", "way"."""
        self._in_grid: dict[str, str] = {}
        """The keys of a grid in one line, once one of them is written."""

    def written(self) -> str:
        self._head()
        self._own_kinds()
        self._ground()
        self._heights()
        self._edges()
        self._features()
        self._ways()
        for table in ("places", "areas"):
            self._names(table)
        self._shapes()
        return self._joined()

    def _lies_otherwise(self) -> bool:
        parts = ("terrain", "heights", "features", "ways")
        return any(getattr(self.map, part) != getattr(self.old, part) for part in parts)

    # -- the head ----------------------------------------------------------------------------------------

    def _head(self) -> None:
        old, new = self.old, self.map
        if new.title != old.title:
            self._set("", "title", quoted(new.title))
        if new.notes != old.notes:
            found = self._at("notes")
            if new.notes or found is None:
                self._set("", "notes", paragraphs(new.notes))
            else:
                self._take_out(found[0])
        if new.scale.per_cell != old.scale.per_cell:
            self._set_in_grid("cell", f"{new.scale.per_cell:.12g}")
        if new.scale.unit != old.scale.unit:
            self._set_in_grid("unit", quoted(new.scale.unit))

    def _set_in_grid(self, key: str, value: str) -> None:
        """Write a key of the grid, which often stands in one line: `grid = { … }`."""
        found = self._at("grid")
        if found is None or found[1].value is None:
            self._set("grid", key, value)
            return
        said = self.source.begun.file.grid.model_dump(exclude_unset=True)
        pairs = {name: json.dumps(each) for name, each in said.items()} | {key: value} | self._in_grid
        self._in_grid = pairs
        self._put(found[1].value, "{ " + ", ".join(f"{name} = {each}" for name, each in pairs.items()) + " }")

    def _own_kinds(self) -> None:
        if self.map.terrain_set is self.old.terrain_set:
            return
        before, after = own_kind_tables(self.old), own_kind_tables(self.map)
        for section, key in {**before, **after}:
            if before.get((section, key)) == after.get((section, key)):
                continue
            for n, found in enumerate(self.statements):
                if found.path[:2] == (section, key):
                    self._take_out(n)
            if (section, key) in after:
                head, _, body = after[section, key].partition("\n")
                self._added[head.strip()[1:-1]].append(body)

    # -- what is drawn -----------------------------------------------------------------------------------

    @cached_property
    def _covered(self) -> NDArray[np.bool_]:
        """The cells whose ground is a shape's, whatever is drawn below."""
        if not self.keeps_shapes:
            return np.zeros(len(self.map.terrain), dtype=np.bool_)
        return np.asarray(self.source.laid.terrain != "")

    def _ground(self) -> None:
        drawn = self.source.begun.terrain if self.same_board else None
        wanted = np.array(self.map.terrain, dtype=np.object_)
        if drawn is not None:
            wanted[self._covered] = drawn[self._covered]
        letters = self._letters(wanted)
        found = self._at("rows")
        if drawn is not None and (wanted == drawn).all():
            return
        if found is None or drawn is None or not self._put_letters(found[1], drawn, wanted, letters):
            self._draw("rows", [letters[kind] for kind in wanted.tolist()], replacing=("size", "fill"))

    def _letters(self, wanted: NDArray[np.object_]) -> dict[str, str]:
        """Return a letter for every kind that is drawn; what has none is given one in the legend."""
        file, kinds = self.source.begun.file, self.map.terrain_set
        known = letters_of(file, self.old.terrain_set, Findings(self.source.begun.findings.document))
        own = {key: kind for key, kind in kinds.terrain.items() if kind != self.old.terrain_set.terrain.get(key)}
        for key, kind in own.items():
            known = {letter: other for letter, other in known.items() if other != key or letter in file.legend}
            if kind.letter and kind.letter not in file.legend:
                known[kind.letter] = key
        letters: dict[str, str] = {}
        for letter, key in known.items():
            letters.setdefault(key, letter)
        spare = (letter for letter in spare_letters() if letter not in known)
        for key in dict.fromkeys(wanted.tolist()):
            if key not in letters:
                letters[key] = next(spare)
                self._added["legend"].append(f"{key_text(letters[key])} = {quoted(key)}\n")
        return letters

    def _put_letters(
        self, found: TomlStatement, drawn: NDArray[np.object_], wanted: NDArray[np.object_], letters: Mapping[str, str]
    ) -> bool:
        """Change single letters of the rows; say whether the text draws them plainly, a letter a cell."""
        rows = self._plain_rows(found, "rows")
        if rows is None:
            return False
        for n in np.flatnonzero(wanted != drawn).tolist():
            row, column = divmod(n, self.map.width)
            at = rows[row] + column
            self._parts.append((at, at + 1, letters[wanted[n]]))
        return True

    def _plain_rows(self, found: TomlStatement, key: str) -> list[int] | None:
        """Return where each row of a drawing begins in the text; None if its letters are written with escapes."""
        assert found.value is not None
        value = found.value.of(self.text)
        said = getattr(self.source.begun.file, key)
        quotes = value[:3]
        if quotes not in ('"""', "'''") or (quotes == '"""' and "\\" in value):
            return None
        start = found.value.start + 3
        if self.text.startswith("\r\n", start):
            start += 2
        elif self.text.startswith("\n", start):
            start += 1
        lines = self.text[start : found.value.end - 3].split("\n")
        if [line.rstrip() for line in lines] != [line.rstrip() for line in said.split("\n")]:
            return None
        starts = [start]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts[: len(drawn_rows(said))]

    def _draw(self, key: str, drawn: Sequence[str], *, replacing: tuple[str, ...] = (), joint: str = "") -> None:
        """Write a whole drawing, in the place of one or of what stood for it."""
        width = self.map.width
        rows = [joint.join(drawn[start : start + width]) for start in range(0, len(drawn), width)]
        text = drawing_text(key, rows).rstrip("\n")
        found = self._at(key)
        for other in replacing:
            gone = self._at(other)
            if gone is not None and found is None:
                found = gone
            elif gone is not None:
                self._take_out(gone[0])
        if found is not None:
            self._put(found[1].span, text)
        else:
            self._added[""].append(text + "\n")

    def _heights(self) -> None:
        source = self.source
        wanted = np.array(self.map.heights, dtype=np.int64)
        base = source.begun.file.height_base
        if self.same_board:
            drawn = source.begun.heights
            if self.keeps_shapes:
                wanted = np.where(source.raised, wanted - source.laid.heights, drawn)
            if (wanted == drawn).all():
                return
            found = self._at("heights")
            rows = None if found is None else self._plain_rows(found[1], "heights")
            if rows is not None and self._put_levels(rows, drawn, wanted, base):
                return
        elif not wanted.any() and (found := self._at("heights")) is not None:
            self._take_out(found[0])
            return
        elif not wanted.any():
            return
        lowest, highest = min(int(wanted.min()), 0), max(int(wanted.max()), 0)
        old_base = self._at("height_base")
        if highest - lowest < len(LEVELS):
            base = base if -base <= lowest and highest + base < len(LEVELS) else -lowest
            if base and old_base is None:
                self._added[""].append(f"height_base = {base}\n")
            elif old_base is not None and old_base[1].value is not None:
                self._put(old_base[1].value, str(base))
            self._draw("heights", ["." if level == 0 else LEVELS[level + base] for level in wanted.tolist()])
        else:
            if old_base is not None:
                self._take_out(old_base[0])
            room = max(len(str(lowest)), len(str(highest))) + 1
            self._draw("heights", [f"{level or '.':>{room}}" for level in wanted.tolist()])

    def _put_levels(self, rows: Sequence[int], drawn: NDArray[np.int64], wanted: NDArray[np.int64], base: int) -> bool:
        """Change single signs of the heights; say whether that can be done."""
        width = self.map.width
        lines = [_LINE.match(self.text, start)[0] for start in rows]  # type: ignore[index]  # it matches nothing, too
        spaced = any(" " in (line.strip() if width > 1 else line.rstrip()) for line in lines)
        changed = np.flatnonzero(wanted != drawn).tolist()
        if not spaced:
            if any(not 0 <= wanted[n] + base < len(LEVELS) for n in changed):
                return False
            for n in changed:
                at = rows[n // width] + n % width
                self._parts.append((at, at + 1, "." if wanted[n] == 0 else LEVELS[int(wanted[n]) + base]))
            return True
        for row in sorted({n // width for n in changed}):
            levels = wanted[row * width : (row + 1) * width].tolist()
            signs = ["." if level == 0 else str(level + base) for level in levels]
            line = lines[row].rstrip()
            room = max(len(line) // width + 1, max(map(len, signs)) + 1)
            self._parts.append((rows[row], rows[row] + len(line), "".join(f"{sign:>{room}}" for sign in signs)))
        return True

    # -- lists -------------------------------------------------------------------------------------------

    def _kept_draft(self) -> Draft:
        """Return a draft by which names of the new map are read: what it cannot place was on the old one."""
        draft = self.source.begun
        return replace(
            draft,
            findings=Findings(draft.findings.document),
            width=self.map.width,
            height=self.map.height,
            terrain=np.array(self.map.terrain, dtype=np.object_),
            _named=0,
        )

    def _section(self, table: str) -> dict[str, tuple[str, ...]] | None:
        """Return the lists of a table; None, and the table is taken out, where it is written in one line or dotted."""
        entries: Mapping[str, Sequence[object]] = getattr(self.source.begun.file, table)
        plain = all(self._at(table, kind) is not None for kind in entries)
        headed = not entries or self._has_header(table)
        if plain and headed:
            return dict(entries)  # type: ignore[arg-type]
        for n, found in enumerate(self.statements):
            if found.path[:1] == (table,):
                self._take_out(n)
        self._moved.add(table)
        return None

    def _edges(self) -> None:
        if self.same_board and self.map.edges == self.old.edges and self.keeps_shapes and self._same_holes:
            return
        laid = self.source.laid.edges if self.keeps_shapes else {}
        draft, named = self._kept_draft(), set[Edge]()
        section = self._section("edges")
        keeps: dict[str, list[bool]] = {}
        for kind, names in (section or {}).items():
            for name in names:
                edge = draft.edge_named(name, ())
                stays = edge is not None and self.map.edges.get(edge, NO_EDGE) == kind and edge not in named
                if stays and edge is not None and (kind != NO_EDGE or laid.get(edge, NO_EDGE) != NO_EDGE):
                    named.add(edge)
                else:
                    stays = False
                keeps.setdefault(kind, []).append(stays)
        added: defaultdict[str, list[Edge]] = defaultdict(list)
        for edge in sorted({*self.map.edges, *laid}, key=self._order):
            kind = self.map.edges.get(edge, NO_EDGE)
            if edge not in named and laid.get(edge, NO_EDGE) != kind and draft.has_side(edge):
                added[kind].append(edge)
        order = [kind for kind in (*self.map.terrain_set.edges, NO_EDGE) if kind in added and kind not in keeps]
        for kind in (*keeps, *order):
            new = [quoted(self._side_name(edge)) for edge in added[kind]]
            self._list("edges", kind, keeps.get(kind, []), new)

    @property
    def _same_holes(self) -> bool:
        old, new = self.old.terrain, self.map.terrain
        return old is new or all((a == VOID) == (b == VOID) for a, b in zip(old, new, strict=True))

    def _order(self, edge: Edge) -> tuple[int, int, Edge]:
        column, row = self.map.grid.offset(edge.first)
        return row, column, edge

    def _side_name(self, edge: Edge) -> str:
        """Return the name of a side, from the cell that is part of the map."""
        cell = edge.first if edge.first in self.map else edge.second
        side = self.map.grid.side_steps.index(edge.other(cell).minus(cell))
        return f"{self.map.grid.name(cell)}/{self.map.grid.sides[side]}"

    def _features(self) -> None:
        if self.keeps_shapes and self.map.features == self.old.features and self._same_holes:
            return
        wanted: dict[str, dict[Cell, None]] = {kind: {} for kind in self.map.terrain_set.features}
        for cell, kinds in self.map.features.items():
            for kind in kinds:
                wanted[kind][cell] = None
        laid: dict[str, set[Cell]] = {}
        if self.keeps_shapes:
            for kind, mask in self.source.laid.features.items():
                laid[kind] = {self.map.cells[n] for n in np.flatnonzero(mask)} & {*self.map.whole}
        if any(laid[kind] - wanted[kind].keys() for kind in laid):
            self._without.add("feature")
            laid = {}
        draft, section = self._kept_draft(), self._section("features")
        for kind, names in (section or {}).items():
            keeps: list[bool] = []
            named = set[Cell]()
            for name in names:
                cells = draft.cells_named(name, ())
                keeps.append(bool(cells) and all(cell in wanted[kind] for cell in cells))
                if keeps[-1]:
                    named.update(cells)
            rest = [cell for cell in wanted[kind] if cell not in named and cell not in laid.get(kind, ())]
            self._list("features", kind, keeps, self._cell_items(rest))
        for kind in wanted:
            if kind not in (section or {}):
                rest = [cell for cell in wanted[kind] if cell not in laid.get(kind, ())]
                self._list("features", kind, [], self._cell_items(rest))

    def _cell_items(self, cells: Iterable[Cell]) -> list[str]:
        """Name cells, runs of three and more of a row as rectangles."""
        grid = self.map.grid
        rows: defaultdict[int, list[int]] = defaultdict(list)
        for cell in cells:
            column, row = grid.offset(cell)
            rows[row].append(column)
        items: list[str] = []
        for row, columns in sorted(rows.items()):
            for first, last in _runs(sorted(columns)):
                names = [grid.name(grid.at(column, row)) for column in range(first, last + 1)]
                items += [quoted(f"{names[0]}:{names[-1]}")] if len(names) > 2 else map(quoted, names)
        return items

    def _ways(self) -> None:
        if self.keeps_shapes and self.map.ways == self.old.ways and self._same_holes:
            return
        laid = dict(self.source.laid.ways) if self.keeps_shapes else {}
        draft = self._kept_draft()
        laid = {link: kind for link, kind in laid.items() if draft.has(link.first) and draft.has(link.second)}
        if any(link not in self.map.ways for link in laid):
            self._without.add("way")
            laid = {}
        section, named = self._section("ways"), set[Edge]()
        for kind, named_chains in (section or {}).items():
            keeps = []
            for chain in named_chains:
                links = self._links(draft, chain)
                keeps.append(bool(links) and all(self.map.ways.get(link) == kind for link in links))
                if keeps[-1]:
                    named.update(links)
            self._list("ways", kind, keeps, self._chain_items(kind, named, laid), inline=False)
        for kind in self.map.terrain_set.ways:
            if kind not in (section or {}):
                self._list("ways", kind, [], self._chain_items(kind, named, laid), inline=False)

    def _links(self, draft: Draft, chain: Sequence[str]) -> list[Edge]:
        points = [draft.cell_named(name, ()) for name in chain]
        links: list[Edge] = []
        for one, other in pairwise(points):
            if one is None or other is None:
                return []
            links += links_of(self.map.grid.line(one, other))
        return links

    def _chain_items(self, kind: str, named: set[Edge], laid: Mapping[Edge, str]) -> list[str]:
        rest = [
            link for link, way in self.map.ways.items() if way == kind and link not in named and laid.get(link) != kind
        ]
        return [chain_text(self.map, chain) for chain in chains(rest)]

    def _names(self, table: str) -> None:
        before, after = getattr(self.old, table), getattr(self.map, table)
        if before == after and self.same_board and self._same_holes:
            return
        section = self._section(table)
        renamed = self._renamed(before, after) if section is not None and self.same_board else {}
        for name in section or {}:
            found = self._at(table, name)
            if found is None or found[1].value is None:
                continue
            if name in renamed:
                self._put(Span(found[1].span.start, found[1].value.start), f"{key_text(renamed[name])} = ")
            elif name not in after:
                self._take_out(found[0])
            elif after[name] != before.get(name) or not self.same_board or not self._still_names(found[1], after[name]):
                self._put(found[1].value, cells_text(self.map, after[name]))
        for name, cells in after.items():
            if (section is None or name not in section) and name not in renamed.values():
                self._added[table].append(f"{key_text(name)} = {cells_text(self.map, cells)}\n")

    @staticmethod
    def _renamed(before: Mapping[str, tuple[Cell, ...]], after: Mapping[str, tuple[Cell, ...]]) -> dict[str, str]:
        """Return the names that have become others: the same cells, and a name that is gone and one that is new."""
        new = {cells: name for name, cells in after.items() if name not in before}
        return {name: new.pop(cells) for name, cells in before.items() if name not in after and cells in new}

    def _still_names(self, found: TomlStatement, cells: tuple[Cell, ...]) -> bool:
        draft = self._kept_draft()
        said = getattr(self.source.begun.file, str(found.path[0]))[str(found.path[1])]
        names = [said] if isinstance(said, str) else said
        read = tuple(dict.fromkeys(cell for name in names for cell in draft.cells_named(name, ())))
        return read == cells and not draft.findings

    # -- shapes ------------------------------------------------------------------------------------------

    def _shapes(self) -> None:
        """Take out of shapes what they shall not lay any more, and lay patches over them."""
        source = self.source
        self._forget_patches()
        if not self.keeps_shapes:
            for n, found in enumerate(source.statements):
                if found.path[:1] == ("shape",):
                    self._take_out(n)
            return
        for number, shape in enumerate(source.begun.file.shape[: source.first_patch]):
            lays = {key for key in LAID if getattr(shape, {"raise": "raise_"}.get(key, key)) is not None}
            if not lays & self._without:
                continue
            for n, found in enumerate(source.statements):
                if found.path[:2] == ("shape", number) and (
                    not lays - self._without or found.path[2:] in {(key,) for key in self._without}
                ):
                    self._take_out(n)
        patches = self._patches()
        if patches:
            self._parts.append((self._patch_place(), self._patch_place(), patches))

    def _forget_patches(self) -> None:
        source, mark = self.source, self.text.rfind(f"\n{PATCHES}\n")
        if source.first_patch == len(source.begun.file.shape):
            return
        last = max(self._lines(found).end for found in source.statements if found.path[:1] == ("shape",))
        self._parts.append((mark, last, ""))

    def _patch_place(self) -> int:
        """Return where patches stand: after the last of the shapes."""
        source = self.source
        own = [
            found
            for found in source.statements
            if found.path[:1] == ("shape",) and int(found.path[1]) < source.first_patch
        ]
        return max((self._lines(found).end for found in own), default=len(self.text))

    def _patches(self) -> str:
        source, battle_map = self.source, self.map
        wanted = np.array(battle_map.terrain, dtype=np.object_)
        ground = self._covered & (wanted != source.laid.terrain)
        levels = np.array(battle_map.heights, dtype=np.int64)
        lifted = ~source.raised & (levels != source.laid.heights)
        texts = [self._boxes(ground, wanted, "terrain"), self._boxes(lifted, levels, "height")]
        return f"\n{PATCHES}\n" + "\n".join(filter(None, texts)) if any(texts) else ""

    def _boxes(self, where: NDArray[np.bool_], values: NDArray[np.object_] | NDArray[np.int64], key: str) -> str:
        """Lay boxes over cells, as few as runs of rows that go on below each other allow."""
        grid, width = self.map.grid, self.map.width
        runs: dict[tuple[int, int, object], list[int]] = {}
        boxes: list[tuple[int, int, int, int, object]] = []
        for row in sorted({n // width for n in np.flatnonzero(where).tolist()}):
            columns = [n % width for n in np.flatnonzero(where[row * width : (row + 1) * width]).tolist()]
            here: dict[tuple[int, int, object], list[int]] = {}
            for value in dict.fromkeys(values[row * width + column] for column in columns):
                for run in _runs([column for column in columns if values[row * width + column] == value]):
                    above = runs.pop((*run, value), None)
                    here[(*run, value)] = [above[0] if above and above[1] == row - 1 else row, row]
                    if above and above[1] != row - 1:
                        boxes.append((run[0], above[0], run[1], above[1], value))
            boxes += [(first, rows[0], last, rows[1], value) for (first, last, value), rows in runs.items()]
            runs = here
        boxes += [(first, rows[0], last, rows[1], value) for (first, last, value), rows in runs.items()]
        texts = []
        for left, top, right, bottom, value in sorted(boxes, key=lambda box: (box[1], box[0])):
            name = f"{grid.name(grid.at(left, top))}:{grid.name(grid.at(right, bottom))}"
            texts.append(
                f"[[shape]]\nbox = {quoted(name)}\n{key} = {quoted(value) if isinstance(value, str) else value}\n"
            )
        return "\n".join(texts)


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of numbers that follow each other.

    >>> list(_runs([1, 2, 3, 7, 9, 10]))
    [(1, 3), (7, 7), (9, 10)]
    """
    start = 0
    for n in range(1, len(numbers) + 1):
        if n == len(numbers) or numbers[n] != numbers[n - 1] + 1:
            yield numbers[start], numbers[n - 1]
            start = n
