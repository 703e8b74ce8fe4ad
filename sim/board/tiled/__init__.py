"""Maps of the Tiled editor, hexagonal and orthogonal: XML and JSON are read, JSON (`.tmj`) is written.

reading.py    a file, layer by layer, to a map    head.py       grid, size and properties
tiles.py      tile layers and tilesets            objects.py    edges, ways, features and names drawn as objects
table.py      JSON objects with their mistakes    document.py   where a mistake stands, in Tiled's words
xml.py        XML as the tables of JSON           packed.py     tiles as CSV or base64, compressed or not
layout.py     cells and corners in Tiled's pixels
export.py     a map as a Tiled file               picture.py    the picture of its tiles
"""

from sim.board.tiled.export import tile_picture, tiled_text
from sim.board.tiled.reading import TILED_LIMITS, load_tiled, parse_tiled

__all__ = ["TILED_LIMITS", "load_tiled", "parse_tiled", "tile_picture", "tiled_text"]
