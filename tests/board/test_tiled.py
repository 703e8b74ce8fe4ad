"""Maps go to Tiled and come back the same; what Tiled writes is read as drawn; what cannot be read is named."""

import base64
import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map, parse_map
from sim.board.tiled import load_tiled, parse_tiled, tile_picture, tiled_text
from sim.board.tiled.layout import PixelLayout
from sim.files import FileMistakes
from sim.grid import Cell, SquareGrid
from sim.resources import shipped_maps
from tests.grid.drawing import EVERY_GRID as GRIDS

FEATURES = [file for file in shipped_maps() if file.parent.name == "features"]
SAMPLES = Path(__file__).parent / "samples" / "tiled"
CHECKOUT = Path(__file__).parent.parent.parent
Json = dict[str, Any]

DRAWN = {
    "ridge": '''
        format = 1
        title = "Ridge by hand"
        terrain_set = "battlefield"
        rows = """
        ..w._
        ..ww.
        .....
        ...w.
        """
        heights = """
          .  .  1  .  .
          .  1  2  1  .
          .  .  1  .  .
         -2  .  .  .  .
        """
        grid = { kind = "hex", cell = 50, unit = "metre" }
        edges = { wall = ["A1/se", "A1/s"], hedge = ["C3/se", "D3/s"] }
        features = { wire = ["A4"] }
        ways = { road = [["A2", "B2", "C2", "E3"]] }
        [places]
        crest = ["C2", "E2"]
        west = ["A1", "B1", "A2", "B2", "A3", "B3", "A4"]
        hill = ["B1", "C1", "D1", "B2", "C2", "D2", "C3"]
        south = "A4:E4"
    ''',
    "pass": '''
        format = 1
        title = "pass"
        terrain_set = "tabletop"
        rows = """
        .k..
        ..k.
        k...
        """
        heights = """
        3...
        ....
        ...3
        """
        grid = { kind = "hex", top = "pointy", shifted = "even" }
        edges = { low_wall = ["A1/se", "A2/e", "A2/se"] }
        places = { pass = "B2" }
    ''',
    "saloon": '''
        format = 1
        title = "Saloon by hand"
        terrain_set = "town"
        rows = """
        .....
        .::r.
        .:r:.
        ...._
        """
        grid = { kind = "square", neighbours = 4, cell = 2, unit = "metre" }
        legend = { r = "rug" }
        features = { table = ["B2"] }
        places = { "bar room" = "B2:D3", door = "C3" }
        [edges]
        wall = ["B2/n", "C2/n", "D2/n", "D2/e", "D3/e", "D3/s", "B3/w"]
        door = ["C3/s"]
        low_wall = ["B3/s"]
        curtain = ["B2/w"]
        [terrain.rug]
        like = "floor"
        name = "red rug"
        [edge_kinds.curtain]
        like = "window"
        blocks_sight = true
    ''',
}
"""What the samples are meant to be."""


def drawn(name: str) -> BattleMap:
    """Return what a sample is meant to be."""
    lines = DRAWN[name].splitlines()
    return parse_map("\n".join(line.removeprefix("        ") for line in lines), f"{name}.toml")


# -- there and back ---------------------------------------------------------------------------------------------


def test_own_kinds_and_shipped_maps_come_back() -> None:
    """Own kinds travel in a property, with all figures; the same map always gives the same text."""
    there = drawn("saloon")
    back = parse_tiled(tiled_text(there))
    assert back.terrain_set.terrain == there.terrain_set.terrain
    assert back.terrain_set.edges["curtain"] == there.terrain_set.edges["curtain"]
    for file in shipped_maps():
        there = load_map(file)
        assert parse_tiled(tiled_text(there)).digest == there.digest, file.name
    assert tiled_text(drawn("ridge")) == tiled_text(drawn("ridge"))


def test_a_straight_wall_is_one_stroke() -> None:
    """Whoever opens the map in Tiled moves walls, not bricks."""
    text = 'format = 1\ntitle = "x"\nterrain_set = "town"\nrows = "...."\ngrid.kind = "square"\n'
    walled = parse_map(text + 'edges = { wall = ["A1/s", "B1/s", "C1/s", "C1/e"] }')
    layers = {layer["name"]: layer for layer in json.loads(tiled_text(walled))["layers"]}
    (wall,) = layers["edges"]["objects"]
    assert [(point["x"], point["y"]) for point in wall["polyline"]] == [(0, 0), (144, 0), (144, -48)]


@pytest.mark.parametrize("name", DRAWN)
def test_the_picture_has_the_size_that_the_tileset_says(name: str) -> None:
    """Tiled cuts the picture by these figures; the rows are all there."""
    tileset, picture = json.loads(tiled_text(drawn(name), "tiles.png"))["tilesets"][0], tile_picture(drawn(name))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", picture[16:24])
    assert (wide, high) == (tileset["imagewidth"], tileset["imageheight"])
    assert len(zlib.decompress(picture[picture.index(b"IDAT") + 4 : -16])) == high * (1 + 4 * wide)


# -- samples ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRAWN)
def test_what_tiled_wrote_is_read_as_drawn(name: str) -> None:
    """Classes and properties, groups, turned tiles, sparse tilesets, lines by hand: each sample has some of it."""
    assert load_tiled(SAMPLES / f"{name}.tmj").digest == drawn(name).digest
    assert load_tiled(SAMPLES / f"{name}.tmx").digest == drawn(name).digest


@pytest.mark.parametrize("compression", ["", "zlib", "gzip", "zstd"])
def test_tiles_may_be_packed(compression: str, tmp_path: Path) -> None:
    """In XML and in JSON alike; damaged, cut off or too long they are refused."""
    packers: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        "zlib": zlib.compress,
        "gzip": gzip.compress,
        "zstd": zstd.compress,
    }
    pack = packers[compression]
    text = (SAMPLES / "ridge.tmx").read_text(encoding="utf-8")

    def packed(text: str, change: Callable[[bytes], bytes] = bytes) -> str:
        def data(rows: re.Match[str]) -> str:
            tiles = [int(number) for number in rows[1].split(",")]
            inner = base64.b64encode(change(pack(struct.pack(f"<{len(tiles)}I", *tiles)))).decode()
            return f'<data encoding="base64" compression="{compression}">\n  {inner}\n</data>'

        return re.sub('<data encoding="csv">(.*?)</data>', data, text, flags=re.DOTALL)

    assert parse_tiled(packed(text), "x.tmx").digest == drawn("ridge").digest
    data = sample("ridge")
    tiles = pack(struct.pack("<20I", *ground(data)["data"]))
    ground(data).update(encoding="base64", compression=compression, data=base64.b64encode(tiles).decode())
    assert parse_tiled(json.dumps(data)).digest == drawn("ridge").digest
    for change in (lambda tiles: tiles[:-9], lambda tiles: b"?" + tiles, lambda tiles: b""):
        with pytest.raises(FileMistakes, match="data: found"):
            parse_tiled(packed(text, change), "x.tmx")


def test_titles_and_the_class_of_tiled_1_9() -> None:
    """A map without a title is called by its file; that release alone wrote `class` where others write `type`."""
    assert load_tiled(SAMPLES / "pass.tmj").title == "pass"
    data = sample("ridge")
    for tile in data["tilesets"][0]["tiles"]:
        tile["class"] = tile.pop("type")
    for layer in data["layers"]:
        for thing in layer.get("objects", []):
            thing["class"] = thing.pop("type", "")
    assert parse_tiled(json.dumps(data)).digest == drawn("ridge").digest


def needs_tiled() -> str:
    """Return the real program, or skip the test where it is missing."""
    program = shutil.which("tiled")
    if program is None:
        pytest.skip("the Tiled editor is not installed here")
    return program


def through_tiled(source: Path, target: Path) -> None:
    """Let the real program read one file and write the other."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(target.parent)}
    sort = "tmx" if target.suffix == ".tmx" else "json"
    command = [needs_tiled(), "--export-map", sort, str(source), str(target)]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize("file", FEATURES, ids=lambda file: file.stem)
def test_a_map_survives_tiled_itself(file: Path, tmp_path: Path) -> None:
    """Exported, opened and saved by Tiled, opened and exported again: the same map."""
    there = load_map(file)
    (tmp_path / "there.tmj").write_text(tiled_text(there, "there-tiles.png"), encoding="utf-8")
    (tmp_path / "there-tiles.png").write_bytes(tile_picture(there))
    through_tiled(tmp_path / "there.tmj", tmp_path / "between.tmx")
    through_tiled(tmp_path / "between.tmx", tmp_path / "back.tmj")
    back = load_tiled(tmp_path / "back.tmj")
    assert (back.digest, back.title, back.notes) == (there.digest, there.title, there.notes)


@pytest.mark.parametrize("name", DRAWN)
def test_the_installed_tiled_writes_the_samples_alike(name: str, tmp_path: Path) -> None:
    """A newer Tiled that writes another dialect is noticed here."""
    shutil.copytree(SAMPLES, tmp_path / "samples")
    through_tiled(tmp_path / "samples" / f"{name}.tmx", tmp_path / "samples" / f"{name}.tmj")
    assert load_tiled(tmp_path / "samples" / f"{name}.tmj").digest == drawn(name).digest


# -- pixels -----------------------------------------------------------------------------------------------------

LAYOUTS = [
    *(PixelLayout(grid, 56, 48, 28) for grid in GRIDS[:2]),
    *(PixelLayout(grid, 48, 56, 28) for grid in GRIDS[2:4]),
    PixelLayout(GRIDS[0], 32, 28, 12),
    PixelLayout(GRIDS[3], 20, 34, 22),
    PixelLayout(GRIDS[4], 32, 24),
]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_a_pixel_means_what_is_near(layout: PixelLayout) -> None:
    """The corner, also on hexes that are not regular and if the hand was off by two; else the cell."""
    for cell in layout.grid.rectangle(4, 4):
        for vector in layout.grid.corners:
            corner = layout.grid.centre(cell).plus(vector)
            x, y = layout.corner(corner)
            assert {layout.corner_at((x + dx, y + dy)) for dx in (-2, 0, 2) for dy in (-2, 0, 2)} == {corner}
    for cell in layout.grid.rectangle(4, 4):
        x, y = layout.centre(cell)
        assert layout.cell_at((x + 3, y - 3)) == cell
        assert layout.corner_at((x, y)) is None


def test_columns_are_shifted_as_tiled_shifts_them() -> None:
    """Stagger index "even" pushes the first column down, "odd" the second."""
    odd, even = LAYOUTS[0], LAYOUTS[1]
    assert [odd.centre(odd.grid.at(column, 0)) for column in (0, 1)] == [(28, 24), (70, 48)]
    assert [even.centre(even.grid.at(column, 0)) for column in (0, 1)] == [(28, 48), (70, 24)]


# -- refusals ---------------------------------------------------------------------------------------------------


def sample(name: str = "ridge") -> Json:
    """Return a sample as data, to be spoilt."""
    data: Json = json.loads((SAMPLES / f"{name}.tmj").read_text(encoding="utf-8"))
    return data


def ground(data: Json) -> Json:
    """Return the terrain layer of the ridge."""
    layer: Json = data["layers"][0]["layers"][0]
    return layer


def objects(data: Json, name: str) -> list[Json]:
    """Return the objects of one layer."""
    return next(layer["objects"] for layer in data["layers"] if layer["name"] == name)


def mistakes_in(data: object, folder: Path | None = None) -> list[str]:
    """Return everything that is told of a map."""
    with pytest.raises(FileMistakes) as raised:
        parse_tiled(json.dumps(data), "x.tmj", folder)
    return [str(mistake) for mistake in raised.value.mistakes]


def spoil(data: Json, path: str, value: object) -> None:
    """Put a value at a path such as `layers.0.name`."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = data
    for step in way:
        place = place[step]
    place[last] = value


SPOILT = [
    ("orientation", "isometric", 'orientation: found "isometric", expected one of hexagonal, orthogonal'),
    ("orientation", "staggered", "expected one of hexagonal, orthogonal"),
    ("infinite", True, "expected a map of fixed size; in Tiled: Map > Map Properties > Infinite: off"),
    ("width", 0, "width: found 0, expected a whole number from 1 to 512"),
    ("width", 513, "width: found 513, expected a whole number from 1 to 512"),
    ("height", "4", 'height: found "4", expected a whole number'),
    ("height", True, "height: found true, expected a whole number"),
    ("tilewidth", 0, "tilewidth: found 0"),
    ("staggeraxis", "z", 'staggeraxis: found "z", expected one of x, y'),
    ("hexsidelength", 99, "hexsidelength: found 99"),
    ("type", "tileset", "this is another file of Tiled"),
    ("layers.0.layers.0.data", "eJwDAAAAAAE=", 'Tile Layer Format: "CSV"'),
    ("layers.0.layers.0.data", "1,2,3", "found 3 tiles, expected 20 of them"),
    ("layers.0.layers.0.data", "1," * 19 + "-1", 'found "-1", expected a tile number'),
    ("layers.0.layers.0.data", [1, 2, 3], "found an array of 3, expected an array of 20, which is 5 by 4"),
    ("layers.0.layers.0.data.3", 1.5, "data[3]: found 1.5, expected a tile number"),
    ("layers.0.layers.0.data.3", -1, "data[3]: found -1, expected a tile number"),
    ("layers.0.layers.0.data.3", 99, "found tile 99 in D1, which no tileset has"),
    ("layers.0.layers.0.data.3", 4, 'found tile 4 in D1, number 0 of "levels", expected a tile of the map'),
    ("layers.0.layers.0.data", [0] * 20, "expected at least one cell of the map"),
    ("layers.0.layers.0.data", [0] * 19 + [1], "expected one of the map"),
    ("layers.0.layers.0.name", "terain", 'did you mean "terrain"?'),
    ("layers.0.layers.1.data.0", 2, 'number 1 of "ground", of class "light_woods", expected a tile with the'),
    ("layers.0.layers.1.name", "terrain", "found a second layer"),
    ("layers.0.type", "sprite", "expected one of tilelayer, objectgroup, imagelayer, group"),
    ("layers.1.offsetx", 12, "found 12, expected 0, or nothing lies where it seems to lie"),
    ("tilesets.0.tiles.1.type", "light_wods", 'found "light_wods" in C1, the first of 4'),
    ("tilesets.0.tilecount", 10, "both in"),
    ("tilesets.0.firstgid", 0, "firstgid: found 0"),
    ("tilesets.1.tiles.0.properties.0.value", "two", 'found height = "two", expected a whole number'),
    ("tilesets", {"0": {}}, "Save it again with a newer one"),
    ("properties", [], "expected the property terrain_set"),
    ("properties.1.value", "batlefield", 'did you mean "battlefield"?'),
    ("properties.1.name", "terrain_sett", 'did you mean "terrain_set"?'),
    ("properties.0.value", 0, "found cell = 0, expected a number above 0"),
    ("properties.0.value", "nan", 'found cell = "nan"'),
    ("properties.2.value", 7, "found title = 7, expected a text"),
    ("properties.3.value", "foot", 'found "foot", expected one of inch, metre'),
    ("layers.1.objects.0.type", "wal", 'found "wal", expected one of wall'),
    ("layers.1.objects.0.type", "", "found no class, expected its kind, one of wall"),
    ("layers.1.objects.0.x", 50, "expected one along the sides of cells, corner to corner"),
    ("layers.1.objects.0.rotation", 45, "rotation: found 45, expected 0"),
    ("layers.1.objects.1.properties.0.value", "C9/se", 'found "C9", expected a cell of the map'),
    ("layers.1.objects.1.properties.0.value", "C3/e", "which are the sides of hexes with a flat top"),
    ("layers.1.objects.0.template", "wall.tx", "expected a plain object"),
    ("layers.2.objects.0.polyline.0.x", -500, "which lies off the map"),
    ("layers.2.objects.0.polyline.3.y", -40, "which lies in the hole E1"),
    ("layers.2.objects.0.polyline.1", {"x": 24, "y": 42}, "are not neighbours: put a point into a cell between"),
    ("layers.2.objects.0.polyline", [{"x": 0, "y": 0}], "found a polyline of one point, expected a line from cell"),
    ("layers.1.objects.0.polyline", [{"x": 0, "y": 0}], "found a polyline of one point, expected a line along"),
    ("layers.2.objects.0.type", "motorway", 'found "motorway", expected one of road, trail, rail'),
    ("layers.4.objects.0.name", "", "expected the name of a place"),
    ("layers.4.objects.0.x", 9999, "which lies off the map"),
    ("layers.4.objects.1.width", 1, "around no cell's centre"),
    ("layers.4.objects.3.polygon.0", {"x": 200, "y": 10}, "an outline that meets itself"),
    ("layers.4.objects.0.x", 1e300, "expected a number, at most"),
]


@pytest.mark.parametrize(("path", "value", "expected"), SPOILT, ids=[f"{p}={str(v)[:20]}" for p, v, _ in SPOILT])
def test_a_mistake_is_named(path: str, value: object, expected: str) -> None:
    """What was found, where, and what would be right."""
    data = sample()
    spoil(data, path, value)
    told = mistakes_in(data)
    assert any(expected in mistake for mistake in told), told
    assert all(mistake.startswith("x.tmj: ") for mistake in told)


def test_all_mistakes_are_told_at_once() -> None:
    """One run of the check is enough; a missing property does not hide that tiles are packed."""
    data = sample()
    for path, value in (
        ("layers.0.layers.0.data.3", 99),
        ("layers.0.layers.1.data", "AAAA"),
        ("layers.1.objects.0.type", "wal"),
        ("layers.2.objects.0.type", "rod"),
        ("layers.4.objects.0.name", ""),
        ("properties.3.value", "foot"),
    ):
        spoil(data, path, value)
    assert len(mistakes_in(data)) == 6
    data = sample()
    data["properties"] = []
    ground(data)["data"] = "AAAA"
    assert len(mistakes_in(data)) == 2


def test_many_alike_are_told_once() -> None:
    """A thousand tiles of one misspelt class; a million values that are no tables; groups nest four deep."""
    data = sample()
    data["tilesets"][0]["tiles"][0]["type"] = "opn"
    (told,) = [mistake for mistake in mistakes_in(data) if "opn" in mistake]
    assert 'found "opn" in A1, the first of 15' in told
    assert 'did you mean "open"?' in told
    data = sample()
    data["layers"] += [1] * 100
    *first, last = mistakes_in(data)
    assert len(first) == 40
    assert "layers: found 60 more values like that, expected tables" in last
    data = sample()
    for _ in range(5):
        data["layers"] = [{"type": "group", "name": "group", "layers": data["layers"]}]
    assert "more than 4 groups within each other" in mistakes_in(data)[0]


def test_a_mistake_in_the_kinds_of_its_own_gives_the_line() -> None:
    """The property is a text of many lines."""
    data = sample("saloon")
    said = next(said for said in data["properties"] if said["name"] == "own_kinds")
    said["value"] = said["value"].replace('like = "window"', 'like = "windoe"')
    assert "own_kinds, line 6: edge_kinds.curtain.like" in mistakes_in(data)[0]


def test_two_kinds_on_one_side_contradict_each_other() -> None:
    """The same side drawn twice is a mistake only if it differs."""
    data = sample()
    objects(data, "edges").append({**deepcopy(objects(data, "edges")[0]), "id": 90})
    assert parse_tiled(json.dumps(data)).digest == drawn("ridge").digest
    objects(data, "edges")[-1]["type"] = "hedge"
    assert "hedge on A1/se, which is wall already" in mistakes_in(data)[0]


def test_a_place_by_hand_need_not_hit_a_centre() -> None:
    """A point stands for the cell that it lies in."""
    data = sample()
    objects(data, "places")[0].update(x=58, y=52)
    assert parse_tiled(json.dumps(data)).places["crest"][0] == Cell(2, 0)


def test_a_wall_drawn_as_a_rectangle_stands_around_a_room() -> None:
    """On squares the quickest way to draw a house."""
    data = sample("saloon")
    wall = {"id": 1, "type": "wall", "name": "", "x": 32, "y": 32, "width": 64, "height": 32, "rotation": 0}
    data["layers"] = [layer for layer in data["layers"] if layer["name"] != "edges"]
    data["layers"].append({"type": "objectgroup", "name": "edges", "objects": [wall]})
    grid = SquareGrid(4)
    cells = {"B2": "nsw", "C2": "nes"}
    expected = {grid.edge(grid.cell(name), side) for name, sides in cells.items() for side in sides}
    assert set(parse_tiled(json.dumps(data)).edges) == expected


def test_a_way_where_the_set_has_none_is_refused() -> None:
    """The town has no roads, with a class or without."""
    data = sample("saloon")
    line = {"id": 1, "type": "road", "x": 16, "y": 16, "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 0}]}
    data["layers"].append({"type": "objectgroup", "name": "ways", "objects": [line, {**line, "id": 2, "type": ""}]})
    assert [mistake.partition("expected")[0] for mistake in mistakes_in(data)] == [
        'x.tmj: layer "ways", object 2, class: found no class, ',
        'x.tmj: layer "ways", object 1, class: found "road", ',
    ]


@pytest.mark.parametrize("data", [[], 3, "map", None])
def test_json_that_is_no_map_is_refused(data: object) -> None:
    """Whatever else JSON can say."""
    assert "expected a Tiled map" in mistakes_in(data)[0]


# -- tilesets of their own --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("../pass.tsj", 'expected a file name without ".."'),
        ("pass.png", "expected a tileset, as in tiles.tsx or tiles.tsj; embed"),
        ("gone.tsx", "No such file"),
        ("gone.tsj", "No such file"),
    ],
)
def test_a_tileset_lies_beside_the_map(source: str, expected: str) -> None:
    """Else that is the one mistake: that its tiles are in no tileset follows from it, and is not told for each."""
    data = sample("pass")
    data["tilesets"][0]["source"] = source
    stone = {"id": 3, "gid": data["tilesets"][0]["firstgid"], "x": 0, "y": 40, "width": 40, "height": 40}
    data["layers"].append({"type": "objectgroup", "name": "features", "objects": [stone]})
    (told,) = mistakes_in(data, SAMPLES)
    assert "source: found" in told
    assert expected in told


def test_a_mistake_stands_where_tiled_shows_it() -> None:
    """Layers and properties by name and objects by number; what has no name by its number in the JSON."""
    data = sample()
    data["layers"][1]["objects"][0]["rotation"] = 45
    data["layers"][0]["layers"][0]["data"][3] = 99
    data["properties"][0]["value"] = 0
    number = data["layers"][1]["objects"][0]["id"]
    group = data["layers"][0]["name"]
    assert [mistake.partition(": found")[0] for mistake in mistakes_in(data)] == [
        'x.tmj: property "cell"',
        f'x.tmj: layer "{group}", layer "terrain", data',
        f'x.tmj: layer "edges", object {number}, rotation',
    ]
    data = sample()
    data["layers"].append({"type": "sprite"})
    (told,) = mistakes_in(data)
    assert told.startswith(f"x.tmj: layers[{len(data['layers']) - 1}].type: ")


def test_mistakes_in_a_tileset_name_its_file(tmp_path: Path) -> None:
    """They are told together with those of the map; without a folder no tileset is opened."""
    assert any("expected a tileset embedded" in mistake for mistake in mistakes_in(sample("pass")))
    tileset = json.loads((SAMPLES / "pass.tsj").read_text(encoding="utf-8"))
    tileset["tiles"][2]["properties"][0]["value"] = "high"
    (tmp_path / "pass.tsj").write_text(json.dumps(tileset), encoding="utf-8")
    data = sample("pass")
    data["layers"][0]["name"] = "terain"
    told = mistakes_in(data, tmp_path)
    assert any('pass.tsj: tile 2, property "height": ' in mistake for mistake in told)
    assert any("terain" in mistake for mistake in told)


# -- bad files ----------------------------------------------------------------------------------------------------


HOSTILE = """
import json, time
from tests.memory import peak_memory
from sim.board.tiled import parse_tiled
from sim.files import FileMistakes

head = {"type": "map", "orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "hexsidelength": 28,
        "tilewidth": 56, "tileheight": 48, "infinite": False,
        "properties": [{"name": "terrain_set", "value": "battlefield"}]}
tiles = {"firstgid": 1, "name": "t", "tilecount": 1 << 20, "tiles": [{"id": 0, "type": "open"}]}

def board(size, data, *objects):
    ground = {"type": "tilelayer", "name": "terrain", "data": data}
    layers = [ground, *({"type": "objectgroup", "name": name, "objects": list(drawn)} for name, drawn in objects)]
    return {**head, "width": size, "height": size, "tilesets": [tiles], "layers": layers}

def figure(n, **fields):
    return {"id": n, "name": f"p{n}", "x": 0, "y": 0, "width": 9000, "height": 9000, **fields}

def way(n):
    return {"id": n, "type": "road", "x": 28, "y": 24, "polyline": [{"x": 0, "y": 0}, {"x": 21000, "y": 11000 + n}]}

cases = {
    "a million tiles": board(1000, [1] * 1_000_000),
    "every tile another": board(512, list(range(1, 512 * 512 + 1))),
    "ellipses without end": board(512, [1] * 512 * 512, ("places", (figure(n, ellipse=True) for n in range(15000)))),
    "rectangles without end": board(1, [1], ("places", (figure(n) for n in range(15000)))),
    "classes without end": board(1, [1], ("edges", ({"id": n, "type": f"wall{n}"} for n in range(19000)))),
    "objects beyond all bounds": board(1, [1], ("places", (figure(n) for n in range(55000)))),
    "keys without end": {f"k{n}": 1 for n in range(400000)},
    "no tables at all": board(1, [1], ("edges", [1] * 800000)),
    "ways without end": board(512, [1] * 512 * 512, ("ways", (way(n) for n in range(4000)))),
    "points of one name": board(99, [1] * 99 * 99, ("places", (figure(n, name="p", x=n % 4000 + 50, y=n // 5 + 50,
                                                                      point=True) for n in range(18000)))),
}
for name, case in cases.items():
    text = json.dumps(case)
    start = time.process_time()
    try:
        parse_tiled(text)
        end = "read"
    except FileMistakes as mistakes:
        end = str(mistakes.mistakes[0])
    print(name, "|", time.process_time() - start, "|", end)
print("memory", "|", peak_memory())
"""


@pytest.mark.skipif(os.name == "nt", reason="memory cannot be measured this way on Windows")
def test_hostile_files_end_soon_and_small() -> None:
    """Two seconds and 256 MiB are enough for any; a busy machine is given twice the time."""
    run = [sys.executable, "-c", HOSTILE]
    answer = subprocess.run(run, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    *cases, memory = [line.split(" | ") for line in answer.stdout.splitlines()]
    assert [name for name, seconds, _ in cases if float(seconds) > 4] == []
    assert float(memory[1]) < 256
    ends = {name: end for name, _, end in cases}
    assert "850000 values" in ends["a million tiles"]
    assert "fewer or smaller" in ends["ellipses without end"]
