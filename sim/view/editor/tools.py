"""What is in the designer's hand, and what a stroke of it would do: layers, strokes, kinds. No window is known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from sim.board.battlemap import BattleMap
from sim.grid import Cell, Edge, Point
from sim.workshop.blank import base_ground
from sim.workshop.edits import DrawWay, Edit, NameCells, Paint, PutFeature, SetHeight, SetSides, Table, Together
from sim.workshop.figures import (
    Symmetry,
    disc_of,
    filled_from,
    is_on_board,
    line_of,
    placings,
    polygon_of,
    rectangle_of,
    side_at,
    sides_along,
    sides_around,
    steps_of,
)

Layer = Literal["ground", "height", "sides", "ways", "features", "names"]
LAYERS: Mapping[Layer, str] = {
    "ground": "Ground",
    "height": "Height",
    "sides": "Sides",
    "ways": "Ways",
    "features": "Features",
    "names": "Names",
}
"""What is drawn, each as its button calls it."""
Stroke = Literal["brush", "line", "rectangle", "polygon", "fill"]
STROKES: Mapping[Stroke, str] = {
    "brush": "brush",
    "line": "line",
    "rectangle": "rectangle",
    "polygon": "polygon",
    "fill": "fill",
}
"""How it is drawn."""
SYMMETRIES: Mapping[Symmetry, str] = {
    "none": "no symmetry",
    "mirror": "left and right alike",
    "flip": "above and below alike",
    "turn": "turned by half",
    "four": "four quarters alike",
}
BIGGEST_BRUSH = 9
RAISE, LOWER = "raise", "lower"
"""Kinds of height besides the levels themselves."""


def strokes_of(layer: Layer) -> tuple[Stroke, ...]:
    """Return how something can be drawn: a way has no area."""
    return ("brush", "line", "polygon") if layer == "ways" else tuple(STROKES)


@dataclass(frozen=True)
class Hand:
    """What is drawn with."""

    layer: Layer = "ground"
    stroke: Stroke = "brush"
    size: int = 1
    symmetry: Symmetry = "none"
    kinds: Mapping[Layer, str] = field(default_factory=dict)
    """What is chosen in each layer: a kind, a level, a name; none where nothing is chosen yet."""
    table: Table = "places"
    """What names are given to."""
    erases: bool = False

    @property
    def kind(self) -> str:
        """What is chosen in the layer at hand."""
        return self.kinds.get(self.layer, "")

    def taking(self, layer: Layer) -> Hand:
        """Return the hand with another layer; a stroke that it does not know becomes a brush."""
        stroke = self.stroke if self.stroke in strokes_of(layer) else "brush"
        return replace(self, layer=layer, stroke=stroke)

    def choosing(self, layer: Layer, kind: str) -> Hand:
        """Return the hand with another kind."""
        return replace(self.taking(layer), kinds={**self.kinds, layer: kind}, erases=False)


def kinds_of(battle_map: BattleMap, layer: Layer, table: Table = "places") -> tuple[str, ...]:
    """Return what can be chosen in a layer."""
    kinds = battle_map.terrain_set
    match layer:
        case "ground":
            return (*(kind for kind in kinds.terrain if kind != "void"), "void")
        case "height":
            low, high = min(0, *battle_map.heights), max(3, *battle_map.heights)
            return (RAISE, LOWER, *(str(level) for level in range(max(low - 1, -9), min(high + 2, 30))))
        case "sides":
            return tuple(kinds.edges)
        case "ways":
            return tuple(kinds.ways)
        case "features":
            return tuple(kinds.features)
        case "names":
            return tuple(getattr(battle_map, table))


def with_defaults(hand: Hand, battle_map: BattleMap) -> Hand:
    """Return a hand in which something of the map is chosen wherever there is anything to choose."""
    kinds = dict(hand.kinds)
    for layer in LAYERS:
        known = kinds_of(battle_map, layer, hand.table)
        if kinds.get(layer) not in known:
            kinds[layer] = known[0] if known else ""
    if hand.kinds.get("ground") not in kinds_of(battle_map, "ground"):
        base = base_ground(battle_map)
        kinds["ground"] = next((kind for kind in kinds_of(battle_map, "ground") if kind != base), base)
    return replace(hand, kinds=kinds)


def picked(hand: Hand, battle_map: BattleMap, cell: Cell, edge: Edge | None) -> Hand | None:
    """Return the hand with what lies under the mouse: what it is about to draw, else whatever there is most of."""
    n = battle_map.ordinal_if_there(cell)
    side = None if edge is None else battle_map.edges.get(edge)
    if hand.layer == "sides" and side:
        return hand.choosing("sides", side)
    if n is None:
        return hand.choosing("ground", "void") if is_on_board(battle_map, cell) else None
    match hand.layer:
        case "height":
            return hand.choosing("height", str(battle_map.heights[n]))
        case "features" if there := battle_map.features.get(cell):
            return hand.choosing("features", there[-1])
        case "ways":
            found = [kind for link, kind in battle_map.ways.items() if cell in link]
            if found:
                return hand.choosing("ways", found[0])
        case "names":
            for table in ("places", "areas"):
                for name, cells in getattr(battle_map, table).items():
                    if cell in cells:
                        return replace(hand.choosing("names", name), table=table)
    return hand.choosing("ground", battle_map.terrain[n])


class UnderWay:
    """A stroke under way: where it began and where it has come to.

    A brush gathers what it passes; a line and a rectangle have two ends; the corners of a polygon, and those of a way
    that is drawn with it, are clicked one by one.
    """

    def __init__(self, hand: Hand, battle_map: BattleMap, point: Point, *, erases: bool = False) -> None:
        self.hand = replace(hand, erases=hand.erases or erases)
        self.map = battle_map
        self._start = self._last = point
        first = self._cell(point)
        self._corners = [first]
        self._chain = [first]
        self._cells = dict.fromkeys(disc_of(battle_map, first, hand.size))
        edge = side_at(battle_map, point)
        self._edges = {} if edge is None else {edge: None}

    def _cell(self, point: Point) -> Cell:
        return self.map.grid.cell_at(point)

    @property
    def is_of_corners(self) -> bool:
        """Whether it goes on after the button is let go."""
        return self.hand.stroke == "polygon"

    def go_to(self, point: Point) -> None:
        """Follow the mouse."""
        if self.hand.stroke == "brush":
            end = self._cell(point)
            self._cells.update(dict.fromkeys(line_of(self.map, self._cell(self._last), end, self.hand.size)))
            if self.hand.layer == "sides":
                self._edges.update(dict.fromkeys(sides_along(self.map, self._last, point)))
            if end != self._chain[-1]:
                self._chain += steps_of(self.map.grid, self._chain[-1], end)[1:]
        self._last = point

    def add_corner(self) -> None:
        """Put a corner where the mouse is."""
        end = self._cell(self._last)
        if end != self._corners[-1]:
            self._corners.append(end)

    def closes_at(self, point: Point) -> bool:
        """Say whether a click there closes the figure: on its first corner, or twice on its last."""
        cell = self._cell(point)
        is_back = cell == self._corners[0] and len(self._corners) > 2 and self.hand.layer != "ways"
        return is_back or (cell == self._corners[-1] and len(self._corners) > 1)

    # -- what it comes to --------------------------------------------------------------------------------

    @property
    def corners(self) -> tuple[Cell, ...]:
        """The corners so far, with the one under the mouse."""
        return tuple(dict.fromkeys((*self._corners, self._cell(self._last))))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it covers."""
        start, end = self._cell(self._start), self._cell(self._last)
        match self.hand.stroke:
            case "brush":
                cells: Iterable[Cell] = self._cells
            case "line":
                cells = line_of(self.map, start, end, self.hand.size)
            case "rectangle":
                cells = rectangle_of(self.map, start, end)
            case "polygon":
                cells = polygon_of(self.map, self.corners)
            case "fill":
                cells = filled_from(self.map, end, "heights" if self.hand.layer == "height" else "terrain")
        return tuple(cell for cell in cells if is_on_board(self.map, cell))

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The sides that it passes, or those around what it covers."""
        match self.hand.stroke:
            case "brush":
                return tuple(self._edges)
            case "line":
                return sides_along(self.map, self._start, self._last)
        return sides_around(self.map, self.cells)

    @property
    def chain(self) -> tuple[Cell, ...]:
        """The cells from which to which a way is drawn."""
        match self.hand.stroke:
            case "brush":
                return tuple(self._chain)
            case "line":
                return self._cell(self._start), self._cell(self._last)
        return (*self._corners, self._cell(self._last))

    def edit(self) -> Edit:
        """Return what it would do to the map, on all sides of the symmetry."""
        others = list(placings(self.map, self.hand.symmetry))

        def mirrored(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
            there = (place(cell) for place in others for cell in cells)
            return tuple(dict.fromkeys((*cells, *(cell for cell in there if is_on_board(self.map, cell)))))

        hand, kind, erases = self.hand, self.hand.kind, self.hand.erases
        match hand.layer:
            case "ground":
                return Paint(mirrored(self.cells), base_ground(self.map) if erases else kind)
            case "height":
                cells = mirrored(self.cells)
                if kind in (RAISE, LOWER):
                    return SetHeight(cells, by=1 if (kind == RAISE) != erases else -1)
                return SetHeight(cells, to=0 if erases else int(kind))
            case "sides":
                sides = SetSides(self.edges, None if erases or not kind else kind)
                return Together((sides, *(sides.moved(place) for place in others)))
            case "ways":
                way = DrawWay(self.chain, None if erases or not kind else kind)
                return Together((way, *(way.moved(place) for place in others)))
            case "features":
                return PutFeature(mirrored(self.cells), kind or None, is_there=not erases)
            case "names":
                named = getattr(self.map, hand.table).get(kind, ())
                cells = mirrored(self.cells)
                kept = [cell for cell in named if cell not in {*cells}] if erases else [*named, *cells]
                return NameCells(hand.table, kind, tuple(sorted(kept, key=self._order)))

    def _order(self, cell: Cell) -> tuple[int, int]:
        column, row = self.map.grid.offset(cell)
        return row, column
