"""Make a map that looks like a place, from a number: the same number makes the same map.

Three sorts of places, after the terrain sets: country in hexes, with levels; a town street with houses that can be
entered; country in inches. What makes a place is laid in the order in which it came there: ground and hills, the
stream, roads that lead from one edge to another and go round what is in their way, houses along the roads, fields
round the houses, woods where nobody has cleared them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import Literal

from sim.board.battlemap import BattleMap, Scale
from sim.board.terrain_sets import TerrainSetId, terrain_set
from sim.grid import Cell, Edge, Grid, HexGrid, SquareGrid

Size = Literal["small", "medium", "large"]
SIZES: tuple[Size, ...] = ("small", "medium", "large")

_EXTENT: dict[TerrainSetId, dict[Size, tuple[int, int]]] = {
    "battlefield": {"small": (12, 11), "medium": (17, 14), "large": (24, 19)},
    "town": {"small": (26, 21), "medium": (34, 25), "large": (44, 31)},
    "tabletop": {"small": (30, 26), "medium": (40, 34), "large": (52, 44)},
}
"""Columns and rows."""
_GRIDS: dict[TerrainSetId, tuple[Grid, Scale]] = {
    "battlefield": (HexGrid("flat", "odd"), Scale(50.0, "metre")),
    "town": (SquareGrid(8), Scale(2.0, "metre")),
    "tabletop": (SquareGrid(8), Scale(1.0, "inch")),
}
_FIRST = ("Cold", "Old", "Upper", "Broken", "Long", "Three", "Lost", "Dry", "Black", "Quiet", "Far", "Split")
_LAST = ("Farm", "Crossing", "Corner", "Wells", "Gate", "Acre", "Oaks", "Stones")
_BY_WATER, _BY_HILLS = ("Ford", "Mill", "Bend"), ("Ridge", "Hill", "Slopes")


@dataclass(frozen=True)
class Words:
    """What the things of a country place are called in a terrain set."""

    field: tuple[str, ...]
    woods: tuple[str, ...]
    rough: tuple[str, ...]
    house: tuple[str, ...]
    water: str
    crossing: str
    hedges: tuple[str, ...]


_WORDS: dict[TerrainSetId, Words] = {
    "battlefield": Words(
        ("grain", "grain", "plowed_field", "orchard"),
        ("light_woods", "light_woods", "heavy_woods"),
        ("brush", "brush", "rubble", "marsh"),
        ("wood_building", "wood_building", "stone_building"),
        "water",
        "open",
        ("hedge", "fence", "low_wall"),
    ),
    "tabletop": Words(
        ("crops", "crops", "field"),
        ("woods",),
        ("scrub", "scrub", "rough"),
        ("building",),
        "shallow_water",
        "ford",
        ("hedge", "fence", "low_wall"),
    ),
}


def random_place(terrain: TerrainSetId, size: Size, seed: int) -> BattleMap:
    """Return a place of that size.

    >>> place = random_place("battlefield", "small", 7)
    >>> place.digest == random_place("battlefield", "small", 7).digest, sorted(place.places)[:1]
    (True, ['crossroads'])
    """
    chance = Random(f"{terrain} {size} {seed}")
    sheet = _Sheet(terrain, *_EXTENT[terrain][size], chance)
    if terrain == "town":
        _town(sheet)
    else:
        _country(sheet, _WORDS[terrain])
    by_water = _BY_WATER if any("water" in kind for kind in sheet.terrain.values()) else ()
    by_hills = _BY_HILLS if any(sheet.heights.values()) else ()
    return sheet.map(f"{chance.choice(_FIRST)} {chance.choice((*_LAST, *by_water, *by_hills))}")


class _Sheet:
    """A map in the making."""

    def __init__(self, terrain: TerrainSetId, width: int, height: int, chance: Random) -> None:
        self.kinds, self.width, self.height, self.chance = terrain_set(terrain), width, height, chance
        self.grid, self.scale = _GRIDS[terrain]
        self.cells = list(self.grid.rectangle(width, height))
        ground = "street" if terrain == "town" else "open"
        self.terrain = dict.fromkeys(self.cells, ground)
        self.heights = dict.fromkeys(self.cells, 0)
        self.edges: dict[Edge, str] = {}
        self.ways: dict[Edge, str] = {}
        self.features: dict[Cell, tuple[str, ...]] = {}
        self.places: dict[str, tuple[Cell, ...]] = {}
        self.areas: dict[str, tuple[Cell, ...]] = {}
        self.taken: set[Cell] = set()
        """Cells of roads, water and houses, where nothing else is laid."""

    def map(self, title: str) -> BattleMap:
        return BattleMap(
            title,
            self.grid,
            self.width,
            self.height,
            self.kinds,
            tuple(self.terrain[cell] for cell in self.cells),
            tuple(self.heights[cell] for cell in self.cells),
            self.edges,
            self.features,
            self.ways,
            self.places,
            self.scale,
            title,
            "A place made by chance.",
            self.areas,
        )

    def at(self, column: int, row: int) -> Cell:
        return self.grid.at(column, row)

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells across the sides of a cell."""
        return (near for step in self.grid.side_steps if (near := cell.plus(step)) in self.terrain)

    def disc(self, centre: Cell, radius: int) -> Iterator[Cell]:
        return (cell for cell in self.grid.disc(centre, radius) if cell in self.terrain)

    def columns(self, first: int, last: int) -> tuple[Cell, ...]:
        """Return all cells of some columns."""
        return tuple(cell for cell in self.cells if first <= self.grid.offset(cell)[0] <= last)

    def blob(self, centre: Cell, count: int) -> list[Cell]:
        """Return so many cells that hang together around a centre, in no regular form."""
        found, rim = [centre], [cell for cell in self.beside(centre) if cell not in self.taken]
        while rim and len(found) < count:
            cell = rim.pop(self.chance.randrange(len(rim)))
            if cell not in found and cell not in self.taken:
                found.append(cell)
                rim += [near for near in self.beside(cell) if near not in found and near not in self.taken]
        return found

    def free(self) -> list[Cell]:
        """Return the cells on which nothing has been laid, in map order."""
        return [cell for cell in self.cells if cell not in self.taken]

    def path(self, start: Cell, goals: Iterable[Cell], price: Callable[[Cell], float]) -> list[Cell]:
        """Return the cheapest way to one of some goals, across sides: roads bend around what is dear."""
        wanted = set(goals)
        cost, before = {start: 0.0}, {start: start}
        queue = [(0.0, 0, start)]
        order = 0
        while queue:
            spent, _, here = heappop(queue)
            if here in wanted:
                way = [here]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            for near in self.beside(here):
                total = spent + price(near)
                if total < cost.get(near, float("inf")):
                    cost[near], before[near] = total, here
                    order += 1
                    heappush(queue, (total, order, near))
        return []


# -- country --------------------------------------------------------------------------------------------------------


def _country(sheet: _Sheet, words: Words) -> None:
    chance, wide, high = sheet.chance, sheet.width, sheet.height
    in_hexes = sheet.kinds.id == "battlefield"
    if in_hexes:
        for _ in range(1 + wide // 10):
            _hill(sheet)
    bumps = {cell: chance.random() * 3 for cell in sheet.cells}
    water = _stream(sheet, words, bumps) if chance.random() < 0.6 else set()

    def price(cell: Cell) -> float:
        climb = 4 * sheet.heights[cell]
        return 1 + bumps[cell] + climb + (12 if cell in water else 0)

    centre = sheet.at(wide // 2 + chance.randint(-1, 1), high // 2 + chance.randint(-1, 1))
    dry = (cell for cell in sheet.disc(centre, 3) if cell not in water)
    crossroads = min(dry, key=lambda cell: (sheet.grid.distance(centre, cell), cell))
    west, east = sheet.columns(0, 0), sheet.columns(wide - 1, wide - 1)
    across = [
        cell for cell in sheet.cells if sheet.grid.offset(cell)[1] in ((0,) if chance.random() < 0.5 else (high - 1,))
    ]
    for kind, goals in (("road", west), ("road", east), ("trail", across)):
        _road(sheet, words, sheet.path(crossroads, [cell for cell in goals if cell not in water], price), kind, water)
    sheet.places["crossroads"] = (crossroads,)
    roads = {cell for way in sheet.ways for cell in way}
    houses = _hamlet(sheet, words, crossroads, roads)
    for house in houses[: max(2, len(houses) // 2)]:
        _field(sheet, words, house)
    for _ in range(3 + wide * high // 150):
        rim = [cell for cell in sheet.free() if not any(near in roads for near in sheet.beside(cell))]
        if rim:
            for cell in sheet.blob(chance.choice(rim), chance.randint(3, 4 + wide * high // 50)):
                sheet.terrain[cell] = chance.choice(words.woods)
                sheet.taken.add(cell)
    for _ in range(wide * high // 40 + 1):
        if free := sheet.free():
            for cell in sheet.blob(chance.choice(free), chance.randint(1, 4)):
                sheet.terrain[cell] = chance.choice(words.rough)
                sheet.taken.add(cell)
    sheet.areas["west edge"], sheet.areas["east edge"] = sheet.columns(0, 1), sheet.columns(wide - 2, wide - 1)


def _hill(sheet: _Sheet) -> None:
    """Raise a hill: one level, and another on its crest."""
    chance = sheet.chance
    crest = chance.choice(sheet.cells)
    radius = chance.randint(2, 2 + sheet.width // 8)
    for cell in sheet.disc(crest, radius):
        ragged = sheet.grid.distance(crest, cell) + chance.random()
        if ragged <= radius:
            sheet.heights[cell] = max(sheet.heights[cell], 2 if ragged <= radius / 2.5 else 1)


def _stream(sheet: _Sheet, words: Words, bumps: dict[Cell, float]) -> set[Cell]:
    """Let a stream run from the upper edge to the lower one, through the low ground."""
    chance, third = sheet.chance, max(2, sheet.width // 3)
    column = chance.choice((third, sheet.width - 1 - third)) + chance.randint(-1, 1)
    goals = [cell for cell in sheet.cells if sheet.grid.offset(cell)[1] == sheet.height - 1]
    run = sheet.path(sheet.at(column, 0), goals, lambda cell: 1 + 2 * bumps[cell] + 20 * sheet.heights[cell])
    for cell in run:
        sheet.terrain[cell], sheet.heights[cell] = words.water, 0
        sheet.taken.add(cell)
    # There is more than one place where a stream can be waded.
    for cell in run[2::5]:
        sheet.terrain[cell] = words.crossing if sheet.kinds.id == "tabletop" else "marsh"
    return set(run)


def _road(sheet: _Sheet, words: Words, cells: Sequence[Cell], kind: str, water: set[Cell]) -> None:
    for one, other in pairwise(cells):
        sheet.ways.setdefault(Edge.between(one, other), kind)
    for cell in cells:
        if cell in water:
            sheet.terrain[cell] = words.crossing
        sheet.taken.add(cell)


def _hamlet(sheet: _Sheet, words: Words, centre: Cell, roads: set[Cell]) -> list[Cell]:
    """Put houses along the roads near the crossroads, with their doors to the road where they have any."""
    chance = sheet.chance
    found: list[Cell] = []
    reach = 2 + sheet.width // 8
    sites = [cell for cell in sheet.disc(centre, reach) if cell not in sheet.taken]
    sites = [cell for cell in sites if any(near in roads for near in sheet.beside(cell))]
    chance.shuffle(sites)
    for site in sites:
        if len(found) == 3 + sheet.width // 6 or site in sheet.taken:
            continue
        if sheet.kinds.id == "battlefield":
            if not any(near in found for near in sheet.beside(site)) or chance.random() < 0.3:
                sheet.terrain[site] = chance.choice(words.house)
                sheet.taken.add(site)
                found.append(site)
        elif house := _house(sheet, words, site, roads):
            found.append(house)
    for number, house in enumerate(found[:3]):
        sheet.places[("farm", "mill", "inn")[number]] = (house,)
    return found


def _house(sheet: _Sheet, words: Words, site: Cell, roads: set[Cell]) -> Cell | None:
    """Build a house of several squares on a site beside a road; None if there is no room."""
    chance = sheet.chance
    wide, high = chance.randint(2, 4), chance.randint(2, 3)
    column, row = sheet.grid.offset(site)
    room = {sheet.at(column + x, row + y) for x in range(wide) for y in range(high)}
    garden = {near for cell in room for near in sheet.beside(cell)} - room
    if not all(cell in sheet.terrain and cell not in sheet.taken for cell in room):
        return None
    if any(sheet.terrain.get(cell) in words.house for cell in garden):
        return None
    _walls(sheet, room, next((near for near in garden if near in roads), None), 0.25)
    for cell in room:
        sheet.terrain[cell] = chance.choice(words.house)
    sheet.taken |= room
    return site


def _walls(sheet: _Sheet, room: set[Cell], towards: Cell | None, windows: float) -> None:
    """Put walls around a room, a door towards a cell and another one elsewhere, and windows here and there."""
    outside = [
        (Edge.between(cell, cell.plus(step)), cell.plus(step))
        for cell in sorted(room)
        for step in sheet.grid.side_steps
        if cell.plus(step) not in room
    ]
    for edge, beyond in outside:
        opening = beyond in sheet.terrain and sheet.chance.random() < windows
        sheet.edges[edge] = "window" if opening else "wall"
    open_to = [edge for edge, beyond in outside if beyond in sheet.terrain and beyond not in sheet.taken]
    front = [edge for edge, beyond in outside if beyond == towards]
    for choice in (front or open_to, open_to):
        if choice:
            sheet.edges[sheet.chance.choice(choice)] = "door"


def _field(sheet: _Sheet, words: Words, house: Cell) -> None:
    """Lay a field near a house, of one crop, with a hedge or fence on one of its sides."""
    chance = sheet.chance
    column, row = sheet.grid.offset(house)
    wide, high = chance.randint(2, 2 + sheet.width // 8), chance.randint(2, 2 + sheet.height // 8)
    left = column + chance.choice((-wide - 1, 1, 2))
    top = row + chance.choice((-high, 0, 1))
    cells = {sheet.at(left + x, top + y) for x in range(wide) for y in range(high)}
    cells = {cell for cell in cells if cell in sheet.terrain and cell not in sheet.taken}
    crop, fence = chance.choice(words.field), chance.choice(words.hedges)
    side = chance.choice(sheet.grid.side_steps)
    for cell in sorted(cells):
        sheet.terrain[cell] = crop
        beyond = cell.plus(side)
        if beyond in sheet.terrain and beyond not in cells and beyond not in sheet.taken:
            sheet.edges.setdefault(Edge.between(cell, beyond), fence)
    sheet.taken |= cells


# -- a town ---------------------------------------------------------------------------------------------------------


@dataclass
class _Row:
    """Houses on one side of the main street."""

    front: int
    """The row of squares that is the boardwalk."""
    inward: int
    """1 if the houses lie below the boardwalk, -1 if above."""
    houses: list[set[Cell]] = field(default_factory=list)


_HOUSES = (
    *("saloon", "store", "bank", "hotel", "jail", "stable", "office", "smithy"),
    *("barber", "chapel", "undertaker", "livery", "assay office", "laundry"),
)


def _town(sheet: _Sheet) -> None:
    """A main street from edge to edge, boardwalks, houses with front and back doors, alleys, and yards behind."""
    chance, wide, high = sheet.chance, sheet.width, sheet.height
    middle = high // 2
    names = list(_HOUSES)
    chance.shuffle(names)
    for row in (_Row(middle - 3, -1), _Row(middle + 3, 1)):
        column = chance.randint(1, 2)
        while column < wide - 5:
            length, depth = chance.randint(4, 7), chance.randint(4, 5)
            length = min(length, wide - 1 - column)
            _town_house(sheet, row, column, length, depth, names)
            column += length + chance.choice((1, 2, 2, 3))
    outskirts = [cell for cell in sheet.free() if abs(sheet.grid.offset(cell)[1] - middle) > 5]
    for kind in ("grass", "sand", "grass", "sand", "grass"):
        for cell in sheet.blob(chance.choice(outskirts), wide):
            if cell in outskirts:
                sheet.terrain[cell] = kind
    _clutter(sheet, middle)
    street = tuple(sheet.at(column, middle) for column in range(wide // 2 - 2, wide // 2 + 3))
    sheet.places["main street"] = street
    sheet.areas["west edge"], sheet.areas["east edge"] = sheet.columns(0, 1), sheet.columns(wide - 2, wide - 1)


def _town_house(sheet: _Sheet, row: _Row, column: int, length: int, depth: int, names: list[str]) -> None:
    chance = sheet.chance
    first = row.front + row.inward
    room = {sheet.at(column + x, first + row.inward * y) for x in range(length) for y in range(depth)}
    if not all(cell in sheet.terrain for cell in room):
        return
    sheet.taken |= room
    for x in range(-1, length + 1):
        walk = sheet.at(column + x, row.front)
        if walk in sheet.terrain:
            sheet.terrain[walk] = "boardwalk"
    door = sheet.at(column + length // 2, row.front)
    _walls(sheet, room, door, 0.3)
    back = sheet.at(column + chance.randrange(length), first + row.inward * (depth - 1))
    behind = back.plus(Cell(0, row.inward))
    if behind in sheet.terrain:
        sheet.edges[Edge.between(back, behind)] = "door"
    for cell in room:
        sheet.terrain[cell] = "floor"
    inner = sorted(cell for cell in room if all(near in room for near in sheet.beside(cell)))
    for cell in inner[1::4]:
        sheet.features[cell] = (chance.choice(("table", "crate", "barrel", "wardrobe")),)
    if names:
        sheet.places[names.pop()] = tuple(sorted(room))
    row.houses.append(room)


def _clutter(sheet: _Sheet, middle: int) -> None:
    """Put troughs and barrels before the houses, crates and boulders behind them: what a gunfight needs."""
    chance = sheet.chance
    outdoors = [cell for cell in sheet.cells if cell not in sheet.taken]
    street = [cell for cell in outdoors if abs(sheet.grid.offset(cell)[1] - middle) in (2, 3)]
    yards = [cell for cell in outdoors if abs(sheet.grid.offset(cell)[1] - middle) > 3]
    for cells, kinds in (
        (street, ("water_trough", "barrel", "crate")),
        (yards, ("barrel", "boulder", "stacked_crates")),
    ):
        for cell in chance.sample(cells, min(len(cells), sheet.width // 4)):
            doors = [sheet.edges.get(Edge.between(cell, near)) for near in sheet.beside(cell)]
            if "door" not in doors:
                sheet.features[cell] = (chance.choice(kinds),)
