"""The picture of a board, kept in tiles so that a frame is a few copies, and painted bit by bit.

A zoom level is a grid of square tiles. What is not painted yet is stood in for by what there is of another
zoom, scaled, or by flat colours cell by cell. `work` goes on painting for as long as it is given, from the
middle of the window outwards, so the window never waits for the picture.

What was painted of a ground is kept for a while beyond the picture it was painted for: a battle that is opened again,
a moment before the smoke came, the next film of a turn find it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from math import log
from time import perf_counter

import numpy as np
import pygame

from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.files.steps import Steps, finished
from sim.view.board.camera import Camera
from sim.view.board.ground_styles import OBJECTS, ground_style
from sim.view.board.landscape import Landscape, landscape_of, landscape_steps
from sim.view.board.layout import Layout, layout
from sim.view.board.paint_board import board_steps, preparing
from sim.view.board.paint_grid import paint_cell_names, paint_grid, paint_heights
from sim.view.board.picture_cache import Shelves
from sim.view.board.scaled import show_scaled
from sim.view.board.survey import look
from sim.view.ui.frame_budget import FrameBudget, Job
from sim.view.ui.palette import Colour, keeps_pictures, theme

TILE = 256
"""Pixels of a tile in either direction."""
_KEPT = 1400
"""Tiles kept in memory, a quarter of a megabyte each."""
_AT_ONCE = 32
"""Tiles that are put into a picture between two looks at the clock: about two milliseconds' worth."""

Spot = tuple[float, int, int]
"""A tile: its scale, column and row."""

_PAINTED: Shelves[tuple[BattleMap, Changes, Spot], pygame.Surface] = Shelves(400)
"""Tiles of all grounds that were shown lately, as they are before anything is drawn over them."""
_SET: Shelves[tuple[BattleMap, Changes], Landscape] = Shelves(8)
"""The landscapes of those grounds, with all that painters derive from them."""
keeps_pictures(_PAINTED.clear)


@dataclass(frozen=True)
class BoardOptions:
    """What is drawn over the terrain itself."""

    grid: bool = True
    coordinates: bool = False
    heights: bool = False
    letters: float = 1.0
    """The scale of letters: names stand in cells only where they can be read."""

    @property
    def is_plain(self) -> bool:
        """Say whether there is nothing to draw."""
        return not (self.grid or self.coordinates or self.heights)


PLAIN = BoardOptions(grid=False)
GRIDDED = BoardOptions()


class BoardPicture:
    """The picture of one ground at any zoom."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.dress = BoardOptions()
        self._landscape: Job[Landscape] = Job(_prepared(ground))
        self._tiles: OrderedDict[Spot, pygame.Surface] = OrderedDict()
        self._dressed: OrderedDict[tuple[Spot, BoardOptions], pygame.Surface] = OrderedDict()
        self._under_way: tuple[Spot, Job[pygame.Surface]] | None = None
        self._colours = theme().board
        self.version = 0
        """Goes up whenever something new can be shown."""
        self._news: deque[tuple[int, Spot]] = deque(maxlen=_KEPT)
        """The tiles that were painted last, each with the version that it made."""

    # -- what it shows -----------------------------------------------------------------------------------

    @property
    def map(self) -> BattleMap:
        return self.ground.map

    @cached_property
    def layout(self) -> Layout:
        return layout(self.ground.map)

    def show(self, ground: Ground) -> None:
        """Show the ground after a change: only the tiles that the change touches are painted again."""
        if ground.changes == self.ground.changes and ground.map is self.ground.map:
            return
        touched = {*self.ground.changed_cells, *ground.changed_cells}
        points = [ground.map.grid.point(cell) for cell in touched]
        self._landscape, before = Job(_prepared(ground, self._landscape.result)), self._tiles
        self.ground, self._under_way = ground, None
        stale = [spot for spot in before if any(_touches(spot, point) for point in points)]
        for spot in stale:
            del self._tiles[spot]
        for key in [key for key in self._dressed if key[0] in stale]:
            del self._dressed[key]
        self.version += 1

    def _follow_theme(self) -> None:
        """Paint everything again if the theme has changed in what the board shows of it."""
        if theme().board == self._colours:
            return
        self._colours, self._under_way = theme().board, None
        self._tiles.clear()
        self._dressed.clear()
        self._stand_ins.clear()
        self.__dict__.pop("_thumbnail", None)
        self.version += 1

    # -- drawing -----------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, camera: Camera) -> bool:
        """Draw the board as far as it is painted and the clip goes; say whether everything shown is final."""
        return finished(self.draw_steps(surface, camera))

    def draw_steps(self, surface: pygame.Surface, camera: Camera) -> Steps[bool]:
        """Do the same some tiles at a time: in a large window there are more than a hundred."""
        self._follow_theme()
        complete, clip = True, surface.get_clip()
        surface.fill(theme().table)
        shown = ((spot, place) for spot in self._spots(camera) if (place := _place(spot, camera)).colliderect(clip))
        for n, (spot, place) in enumerate(shown):
            if n and n % _AT_ONCE == 0:
                yield
            tile = self._finished_tile(spot)
            if tile is None:
                complete = False
                tile = self._stand_in(spot)
            surface.blit(tile, place)
        return complete

    def draw_painted(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw what is painted so far, over flat colours: to have something stand in for every tile takes longer."""
        self._follow_theme()
        tiles = [(self._finished_tile(spot) or self._tiles.get(spot), spot) for spot in self._spots(camera)]
        if all(tile is not None for tile, _ in tiles):
            surface.fill(theme().table)
        else:
            self.draw_flat(surface, camera)
        surface.blits([(tile, _place(spot, camera)) for tile, spot in tiles if tile is not None], doreturn=False)

    def news(self, version: int, camera: Camera) -> list[tuple[int, pygame.Rect]]:
        """Return where a camera sees tiles that were painted after a version, each with the version that it made."""
        painted = takewhile(lambda news: news[0] > version, reversed(self._news))
        return [(made, _place(spot, camera)) for made, spot in painted if spot[0] == camera.scale][::-1]

    def prepare(self, camera: Camera, budget: FrameBudget) -> bool:
        """Make what stands in for tiles that are not painted, for as long as is allowed; say whether all is there."""
        self._follow_theme()
        for spot in self._spots(camera):
            if self._finished_tile(spot) is None and spot not in self._tiles and spot not in self._stand_ins:
                if not budget.has_time():
                    return False
                self._stand_in(spot)
        return True

    def draw_flat(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw the board in flat colours within the clip, which takes next to no time."""
        surface.fill(theme().table)
        small, per_cell = self._thumbnail
        show_scaled(surface, small, camera.pixel(self.layout.bounds[:2]), camera.scale / per_cell)

    def _finished_tile(self, spot: Spot) -> pygame.Surface | None:
        tile = self._tiles.get(spot)
        if tile is None or self.dress.is_plain:
            return tile
        return self._dressed.get((spot, self.dress))

    def _spots(self, camera: Camera) -> list[Spot]:
        """Return the tiles in view that show any of the map, those nearest to the middle first."""
        bounds, scale = self.layout.bounds, camera.scale
        left, top = round(camera.left), round(camera.top)
        first = (
            max(left, _floor(bounds.left * scale) - 3) // TILE,
            max(top, _floor(bounds.top * scale) - 3) // TILE,
        )
        last = (
            min(left + camera.width - 1, _floor(bounds.right * scale) + 3) // TILE,
            min(top + camera.height - 1, _floor(bounds.bottom * scale) + 3) // TILE,
        )
        middle = ((left + camera.width / 2) / TILE - 0.5, (top + camera.height / 2) / TILE - 0.5)
        spots = [(scale, c, r) for r in range(first[1], last[1] + 1) for c in range(first[0], last[0] + 1)]
        return sorted(spots, key=lambda spot: (spot[1] - middle[0]) ** 2 + (spot[2] - middle[1]) ** 2)

    # -- painting ----------------------------------------------------------------------------------------

    def work(self, camera: Camera, seconds: float) -> bool:
        """Paint what is missing in view for about so long; say whether nothing is left to do."""
        until = perf_counter() + seconds
        self._follow_theme()
        if not self._landscape.work(until):
            return False
        while perf_counter() < until:
            spot = self._next(camera)
            if spot is None:
                return True
            self._paint(spot, until)
        return self._next(camera) is None

    def _next(self, camera: Camera) -> Spot | None:
        """Return the tile to work on: the one under way if it is still wanted, else the nearest to the middle."""
        missing = [spot for spot in self._spots(camera) if self._finished_tile(spot) is None]
        if self._under_way and self._under_way[0] in missing:
            return self._under_way[0]
        return missing[0] if missing else None

    def _paint(self, spot: Spot, until: float) -> None:
        tile = self._tiles.get(spot)
        if tile is None:
            tile = _PAINTED.known((self.map, self.ground.changes, spot)) or self._painted(spot, until)
            if tile is None:
                return
            self._keep(spot, tile)
        if not self.dress.is_plain:
            self._dressed[spot, self.dress] = self._put_on(tile, _camera_of(spot))
            while len(self._dressed) > _KEPT:
                self._dressed.popitem(last=False)
        self.version += 1
        self._news.append((self.version, spot))

    def _painted(self, spot: Spot, until: float) -> pygame.Surface | None:
        """Paint a tile, and return it once it is done."""
        landscape = self._landscape.result
        assert landscape is not None
        if self._under_way is None or self._under_way[0] != spot:
            self._under_way = (spot, Job(board_steps(landscape, _camera_of(spot))))
        job = self._under_way[1]
        if job.work(until):
            self._under_way = None
        return job.result

    def _keep(self, spot: Spot, tile: pygame.Surface) -> None:
        self._tiles[spot] = _PAINTED.keep((self.map, self.ground.changes, spot), tile)
        self._stand_ins.pop(spot, None)
        while len(self._tiles) > _KEPT:
            self._tiles.popitem(last=False)

    def _put_on(self, tile: pygame.Surface, camera: Camera) -> pygame.Surface:
        """Return a tile with the grid and what else was asked for."""
        dressed = tile.copy()
        if self.dress.heights:
            paint_heights(dressed, self.layout, camera)
        if self.dress.grid:
            paint_grid(dressed, self.layout, camera)
        if self.dress.coordinates:
            paint_cell_names(dressed, self.layout, camera, self.dress.letters)
        return dressed

    # -- meanwhile ---------------------------------------------------------------------------------------

    @cached_property
    def _stand_ins(self) -> dict[Spot, tuple[int, pygame.Surface]]:
        return {}

    def _stand_in(self, spot: Spot) -> pygame.Surface:
        """Return something to show until a tile is painted: the tile undressed, another zoom, or flat colours."""
        plain = self._tiles.get(spot)
        if plain is not None:
            return plain
        known = self._stand_ins.get(spot)
        if known is not None:
            return known[1]
        if len(self._stand_ins) > 200:
            self._stand_ins.clear()
        picture = self._from_other_zoom(spot) or self._flat_tile(spot)
        self._stand_ins[spot] = (self.version, picture)
        return picture

    def _from_other_zoom(self, spot: Spot) -> pygame.Surface | None:
        """Return a tile put together from those of the nearest zoom that has all of it; None if there is none.

        Zooms far off are left alone: much smaller ones show nothing, and much larger ones need a huge picture.
        """
        camera = _camera_of(spot)
        scales = {other[0] for other in self._tiles if other[0] != spot[0] and 1 / 8 <= other[0] / spot[0] <= 4}
        for scale in sorted(scales, key=lambda other: abs(log(other / spot[0]))):
            source = _enlarged_source(camera, scale)
            parts = self._spots(source)
            if all(part in self._tiles for part in parts):
                picture = pygame.Surface((source.width, source.height), depth=32)
                picture.fill(theme().table)
                for part in parts:
                    place = (part[1] * TILE - round(source.left), part[2] * TILE - round(source.top))
                    picture.blit(self._tiles[part], place)
                return pygame.transform.smoothscale(picture, (TILE, TILE))
        return None

    def _flat_tile(self, spot: Spot) -> pygame.Surface:
        """Return a tile cut out of the thumbnail of flat colours."""
        scale, per_cell, (left, top) = spot[0], self._thumbnail[1], self.layout.bounds[:2]
        shrink = per_cell / scale
        x, y = (spot[1] * TILE / scale - left) * per_cell, (spot[2] * TILE / scale - top) * per_cell
        wide = max(1, round(TILE * shrink))
        cut = pygame.Surface((wide, wide), depth=32)
        cut.fill(theme().table)
        cut.blit(self._thumbnail[0], (-round(x), -round(y)))
        return pygame.transform.scale(cut, (TILE, TILE))

    def makes_thumbnail(self) -> bool:
        """Make the whole map in flat colours, if there is none; say whether that was to be done: it takes a moment."""
        self._follow_theme()
        is_missing = "_thumbnail" not in self.__dict__
        _ = self._thumbnail
        return is_missing

    @property
    def thumbnail(self) -> pygame.Surface:
        """The whole map in flat colours, small."""
        return self._thumbnail[0]

    @cached_property
    def _thumbnail(self) -> tuple[pygame.Surface, float]:
        """The whole map in flat colours, some pixels per cell: made in a blink, shown before anything else is."""
        bounds = self.layout.bounds
        per_cell = min(8.0, (120_000 / (bounds.width * bounds.height)) ** 0.5)
        wide, high = max(1, round(bounds.width * per_cell)), max(1, round(bounds.height * per_cell))
        # Half as exact as usual takes half the time, and is exact enough for what is seen for a moment.
        x = bounds.left + (np.arange(wide, dtype=np.float32) + 0.5) / per_cell
        y = bounds.top + (np.arange(high, dtype=np.float32) + 0.5) / per_cell
        ordinals = self.layout.ordinals_at(x[None, :], y[:, None])
        colours = np.array([*self._flat_colours(), theme().table], dtype=np.uint8)
        pixels = colours[ordinals]
        flat = pygame.Surface((wide, high), depth=32)
        flat.blit(pygame.image.frombuffer(pixels.tobytes(), (wide, high), "RGB"), (0, 0))
        return flat, per_cell

    def _flat_colours(self) -> list[Colour]:
        """Return one colour for each cell, in map order: the middle of its ground's ramp."""
        terrain_set, known = self.map.terrain_set, {}
        for kind in set(self.map.terrain):
            name = look(terrain_set.terrain[kind])
            style = ground_style("dirt" if name in OBJECTS else name, terrain_set.id)
            known[kind] = style.ramp[len(style.ramp) // 2]
        return [known[kind] for kind in self.map.terrain]


def _prepared(ground: Ground, before: Landscape | None = None) -> Steps[Landscape]:
    """Set a landscape and all that painters derive from it, in small steps."""
    landscape = _SET.known((ground.map, ground.changes))
    if landscape is None:
        landscape = yield from landscape_steps(ground, before)
        yield from preparing(landscape)
        _SET.keep((ground.map, ground.changes), landscape)
    return landscape


def forget_painted() -> None:
    """Let go of everything that is kept of grounds."""
    _PAINTED.clear()
    _SET.clear()


def _floor(value: float) -> int:
    return int(np.floor(value))


def _place(spot: Spot, camera: Camera) -> pygame.Rect:
    """Return where a camera sees a tile."""
    return pygame.Rect(spot[1] * TILE - round(camera.left), spot[2] * TILE - round(camera.top), TILE, TILE)


def _camera_of(spot: Spot) -> Camera:
    scale, column, row = spot
    return Camera(scale, column * TILE, row * TILE, TILE, TILE)


def _enlarged_source(camera: Camera, scale: float) -> Camera:
    """Return the same view at another scale, on whole pixels."""
    factor = scale / camera.scale
    wide = max(1, round(TILE * factor))
    return Camera(scale, round(camera.left * factor), round(camera.top * factor), wide, wide)


def _touches(spot: Spot, point: tuple[float, float]) -> bool:
    """Say whether a change in the cell at a point can show on a tile: features reach a little beyond their cell."""
    x, y = point[0] * spot[0], point[1] * spot[0]
    reach = 1.8 * spot[0]
    left, top = spot[1] * TILE, spot[2] * TILE
    return left - reach < x < left + TILE + reach and top - reach < y < top + TILE + reach


# -- in one go -------------------------------------------------------------------------------------------


def board_surface(
    battle_map: BattleMap | Ground, pixels_per_cell: float, *, dress: BoardOptions = GRIDDED, margin: int = 0
) -> pygame.Surface:
    """Return the whole board at one zoom as a single picture, with a margin of table around it."""
    ground = battle_map if isinstance(battle_map, Ground) else Ground(battle_map)
    camera = whole_board(ground.map, pixels_per_cell, margin)
    surface = pygame.Surface((camera.width, camera.height), depth=32)
    surface.fill(theme().table)
    landscape, plan = landscape_of(ground), layout(ground.map)
    for row in range(0, camera.height, TILE):
        for column in range(0, camera.width, TILE):
            part = Camera(
                camera.scale, camera.left + column, camera.top + row,
                min(TILE, camera.width - column), min(TILE, camera.height - row),
            )  # fmt: skip
            tile = finished(board_steps(landscape, part))
            if dress.heights:
                paint_heights(tile, plan, part)
            if dress.grid:
                paint_grid(tile, plan, part)
            if dress.coordinates:
                paint_cell_names(tile, plan, part, dress.letters)
            surface.blit(tile, (column, row))
    return surface


def whole_board(battle_map: BattleMap, pixels_per_cell: float, margin: int = 0) -> Camera:
    """Return the camera that sees exactly a whole board, on whole pixels."""
    bounds, scale = layout(battle_map).bounds, pixels_per_cell
    left, top = _floor(bounds.left * scale) - 2 - margin, _floor(bounds.top * scale) - 2 - margin
    right, bottom = _floor(bounds.right * scale) + 3 + margin, _floor(bounds.bottom * scale) + 3 + margin
    return Camera(scale, left, top, right - left, bottom - top)
