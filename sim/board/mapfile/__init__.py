"""Map files: maps as TOML that a person can draw, read and compare.

reading.py       a file, layer by layer, to a map
model.py         what a file may say; schema.py the same for editors
rows.py          drawn rows and heights        shape_layers.py, shapes.py   polygons, lines, circles, boxes
marks.py         edges, features, ways, names  own_kinds.py                 kinds of the map's own
draft.py         the map while it is being read
mending.py       what is sound in a file with mistakes
text.py          a map back to the text of a file
"""

from sim.board.mapfile.reading import MAP_LIMITS, load_map, parse_map
from sim.board.mapfile.text import map_text

__all__ = ["MAP_LIMITS", "load_map", "map_text", "parse_map"]
