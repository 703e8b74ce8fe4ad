"""The picture of the tiles that an exported map brings along: a PNG file, so that Tiled has something to show.

A plain colour and initials for each kind, a number for each level. It is for drawing maps; the viewer has pictures of
its own. Colours go by words in a kind's id, since a map may bring kinds that nobody has heard of.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.files.png import png
from sim.grid import Grid, HexGrid

COLUMNS = 8
"""How many tiles the picture has side by side."""
_WIDE, _HIGH, _SIDE = 56, 48, 28
_COLOURS = {
    "wood": "5f9a4e",
    "tree": "4f8a45",
    "orchard": "86b06a",
    "brush": "93a860",
    "scrub": "9aa763",
    "grass": "a9c77d",
    "grain": "dcc467",
    "crop": "d3bd5e",
    "field": "c9a66b",
    "plowed": "b98f5a",
    "marsh": "7fae9c",
    "shallow": "8fc3dd",
    "ford": "9cc9dc",
    "water": "5a9bd0",
    "river": "6aa6d6",
    "stone": "8d8d94",
    "building": "a98d7c",
    "ruin": "9d9288",
    "rubble": "a39a90",
    "rock": "97948c",
    "boulder": "86837c",
    "street": "cbbd9f",
    "road": "cbbd9f",
    "plaza": "d8cdb4",
    "sand": "e5d5a1",
    "floor": "d2b48c",
    "boardwalk": "bd9c72",
    "dirt": "b89b74",
    "smoke": "c4c4c8",
    "open": "bcd48f",
}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
_DOTS = (
    "25755656563444365556746477464434553557557222711152556554444757755577752555265644255736565534216722225555755552"
    "557755525555222712472555226227612476121655711746163465271122252522531600700"
)
"""Letters of three by five dots, one after the other, row by row as octal digits."""
_INK = (38, 34, 30, 255)

Picture = NDArray[np.uint8]


def tile_sizes(grid: Grid) -> tuple[int, int, int]:
    """Return width, height and side length of the tiles of a grid, in pixels."""
    match grid:
        case HexGrid("flat", _):
            return _WIDE, _HIGH, _SIDE
        case HexGrid():
            return _HIGH, _WIDE, _SIDE
        case _:
            return _HIGH, _HIGH, 0


def colour(kind: str) -> str:
    """Return the colour of a kind as six hexadecimal digits, the same on every machine.

    >>> colour("light_woods"), colour("open")
    ('5f9a4e', 'bcd48f')
    """
    words = kind.split("_")
    for known, value in _COLOURS.items():
        if any(word.startswith(known) for word in words):
            return value
    mixed = zlib.crc32(kind.encode())
    return "".join(f"{128 + (mixed >> shift) % 96:02x}" for shift in (0, 8, 16))


def drawn_tiles(grid: Grid, kinds: Sequence[str], levels: Sequence[int]) -> bytes:
    """Return the picture of all tiles, in their order, as a PNG file."""
    wide, high, _ = tile_sizes(grid)
    tiles = [_kind_tile(grid, kind) for kind in kinds] + [_level_tile(grid, level) for level in levels]
    rows = -(-len(tiles) // COLUMNS)
    picture: Picture = np.zeros((rows * high, COLUMNS * wide, 4), dtype=np.uint8)
    for n, tile in enumerate(tiles):
        row, column = divmod(n, COLUMNS)
        picture[row * high : (row + 1) * high, column * wide : (column + 1) * wide] = tile
    return png(picture)


def _kind_tile(grid: Grid, kind: str) -> Picture:
    wide, high, _ = tile_sizes(grid)
    tile: Picture = np.zeros((high, wide, 4), dtype=np.uint8)
    inside = _inside(grid)
    tile[inside] = (*bytes.fromhex(colour(kind)), 255)
    words = kind.upper().split("_")
    initials = "".join(word[:1] for word in words[:2]) if len(words) > 1 else kind.upper()[:2]
    _write(tile, initials, high // 2, _INK)
    return tile


def _level_tile(grid: Grid, level: int) -> Picture:
    """A number low in the cell, on nothing: the terrain below stays to be seen."""
    wide, high, _ = tile_sizes(grid)
    tile: Picture = np.zeros((high, wide, 4), dtype=np.uint8)
    _write(tile, str(level), high * 3 // 4, (150, 20, 20, 255))
    return tile


def _inside(grid: Grid) -> NDArray[np.bool_]:
    """Return which pixels of a tile's box belong to its cell."""
    wide, high, side = tile_sizes(grid)
    down, across = np.mgrid[0:high, 0:wide] + 0.5
    away_x, away_y = abs(across - wide / 2), abs(down - high / 2)
    match grid:
        case HexGrid("flat", _):
            return np.asarray(away_x <= wide / 2 - (wide - side) / high * away_y)
        case HexGrid():
            return np.asarray(away_y <= high / 2 - (high - side) / wide * away_x)
        case _:
            return np.ones((high, wide), dtype=np.bool_)


def _write(tile: Picture, text: str, middle: int, ink: tuple[int, int, int, int], dot: int = 2) -> None:
    """Write letters centred on a line of the tile."""
    left = tile.shape[1] // 2 - (4 * len(text) - 1) * dot // 2
    top = middle - 5 * dot // 2
    for n, letter in enumerate(text):
        place = 5 * _LETTERS.find(letter)
        for row, dots in enumerate(_DOTS[place : place + 5] if place >= 0 else "77777"):
            for column in range(3):
                if int(dots) >> 2 - column & 1:
                    x, y = left + (4 * n + column) * dot, top + row * dot
                    tile[y : y + dot, x : x + dot] = ink
