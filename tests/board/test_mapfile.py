import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.board.battlemap import BattleMap, Scale
from sim.board.convention import CONVENTIONS
from sim.board.mapfile import load_map, map_text, parse_map
from sim.board.mapfile.model import HexTable, SquareTable
from sim.board.sight import lines_of_sight
from sim.board.terrain import VOID, MoveCost
from sim.board.terrain_sets import TERRAIN_SET_IDS, terrain_set
from sim.board.tiled import parse_tiled, tiled_text
from sim.board.tiled import reading as tiled_reading
from sim.grid import Cell, Edge, Grid, HexGrid, SquareGrid
from tests.grid.drawing import EVERY_GRID as GRIDS

MAPS = Path(__file__).parent.parent.parent / "maps"
FEATURES = sorted((MAPS / "features").glob("*.toml"))
README = (MAPS / "README.md").read_text(encoding="utf-8")


def head(terrain_set: str = "battlefield") -> str:
    """Return how every map begins."""
    return f'format = 1\ntitle = "A map"\nterrain_set = "{terrain_set}"\n'


def hexes(rest: str, rows: str = "....\n....\n....") -> BattleMap:
    """Read a map of flat hexes with these rows and what follows them."""
    plain, _, tables = rest.partition("[")
    return parse_map(f'{head()}rows = """\n{rows}\n"""\n{plain}[grid]\nkind = "hex"\n{"[" if tables else ""}{tables}')


def squares(rest: str, size: str = "[6, 5]", fill: str = "street", terrain_set: str = "town") -> BattleMap:
    """Read a map of squares of one fill and what is laid on it."""
    return parse_map(f'{head(terrain_set)}size = {size}\nfill = "{fill}"\n[grid]\nkind = "square"\n{rest}')


def names(battle_map: BattleMap, cells: object) -> list[str]:
    """Return the names of cells."""
    return [battle_map.grid.name(cell) for cell in cells]  # type: ignore[attr-defined]


def kinds_of(battle_map: BattleMap) -> object:
    """Return the kinds that a map knows, its own among them."""
    kinds = battle_map.terrain_set
    return kinds.terrain, kinds.edges, kinds.features


def edges(battle_map: BattleMap, kind: str) -> set[str]:
    """Return the sides of one kind by name, seen from their first cell on the map."""
    found = set()
    for edge, here in battle_map.edges.items():
        if here == kind:
            cell = next(cell for cell in edge if cell in battle_map)
            side = battle_map.grid.side_steps.index(edge.other(cell).minus(cell))
            found.add(f"{battle_map.grid.name(cell)}/{battle_map.grid.sides[side]}")
    return found


def side(battle_map: BattleMap, name: str) -> Edge:
    """Return the edge of that name."""
    cell, _, direction = name.partition("/")
    return battle_map.grid.edge(battle_map.grid.cell(cell), direction)


# -- head and grid -------------------------------------------------------------------------------------------


def test_a_map_has_a_name_a_title_and_a_scale(tmp_path: Path) -> None:
    """Named after its file; from centre to centre is measured in the map's unit."""
    file = tmp_path / "crossing.toml"
    file.write_text(head() + 'rows = "."\ngrid = { kind = "hex" }', encoding="utf-8")
    assert (load_map(file).name, load_map(file).title) == ("crossing", "A map")
    battle_map = parse_map(head() + 'rows = "..."\n[grid]\nkind = "square"\ncell = 50\nunit = "metre"')
    assert battle_map.scale == Scale(50.0, "metre")
    assert battle_map.length(battle_map.cell("A1"), battle_map.cell("C1")) == 100


@pytest.mark.parametrize(
    ("table", "grid"),
    [
        ('kind = "hex"', HexGrid("flat", "odd")),
        ('kind = "hex"\ntop = "pointy"\nshifted = "even"', HexGrid("pointy", "even")),
        ('kind = "square"', SquareGrid(8)),
        ('kind = "square"\nneighbours = 4', SquareGrid(4)),
    ],
)
def test_the_grid_is_what_the_file_says(table: str, grid: Grid) -> None:
    """Kind, top, shift and neighbours make the grid."""
    assert parse_map(f'{head()}rows = "."\n[grid]\n{table}').grid == grid


# -- rows, legend, heights -----------------------------------------------------------------------------------


def test_rows_are_drawn_one_letter_a_cell() -> None:
    """From the upper left; spaces at the end are no cells, a legend counts before the set, an underscore is a hole."""
    battle_map = hexes("", ".wB\n~.p")
    kinds = ("open", "light_woods", "stone_building", "water", "open", "plowed_field")
    assert (battle_map.width, battle_map.height, battle_map.terrain) == (3, 2, kinds)
    assert hexes("", ".w.  \n...\n   ").height == 2
    battle_map = hexes('[legend]\n"#" = "stone_building"\nw = "water"\n', "#w.")
    assert battle_map.terrain == ("stone_building", "water", "open")
    battle_map = hexes("", "._.")
    assert names(battle_map, battle_map.whole) == ["A1", "C1"]
    filled = squares("", "[3, 2]", "sand")  # A map can be filled instead of drawn.
    assert (filled.width, filled.height, {*filled.terrain}) == (3, 2, {"sand"})


def test_heights_are_drawn_like_rows() -> None:
    """A dot is level 0, then digits and letters, less a base; with spaces they are numbers, and may be negative."""
    assert hexes('heights = """\n.09\naz1\n"""\n', "...\n...").heights == (0, 0, 9, 10, 35, 1)
    assert hexes('height_base = 2\nheights = ".03"\n', "...").heights == (0, -2, 1)
    assert hexes('heights = """\n120 -99 .\n  0   7 999\n"""\n', "...\n...").heights == (120, -99, 0, 0, 7, 999)


# -- edges, features, ways, places ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["B2/s", "B3/n", "B2/B3", "b3/b2"])
def test_a_side_has_many_names(name: str) -> None:
    """From either cell, by direction or by the cell beyond; a side of the border has one cell, and that is enough."""
    battle_map = hexes(f'[edges]\nwall = ["{name}", "A1/n"]\n')
    assert battle_map.edges == {side(battle_map, "B2/s"): "wall", side(battle_map, "A1/n"): "wall"}


def test_features_lie_in_cells_and_rectangles() -> None:
    """In the order of the terrain set, B1:C2 in map order; a way fills the straight parts between waypoints itself."""
    battle_map = hexes('[features]\nwire = ["B2"]\ntrench = ["B2", "C1:C3"]\n')
    assert battle_map.features[battle_map.cell("B2")] == ("trench", "wire")
    battle_map = hexes('[features]\nwire = ["B1:C2"]\n')
    assert names(battle_map, battle_map.features) == ["B1", "C1", "B2", "C2"]
    battle_map = squares('[ways]\nroad = [["A1", "C3", "C5"]]\n', fill="open", terrain_set="tabletop")
    cells = [battle_map.cell(name) for name in ("A1", "B2", "C3", "C4", "C5")]
    assert {*battle_map.ways} == {Edge.between(one, other) for one, other in pairwise(cells)}


def test_places_and_areas_are_cells_lists_and_rectangles() -> None:
    """In the order of the file and without holes; an area, which only scenarios name, is no place."""
    battle_map = hexes('[areas]\nnorth_edge = "A1:C1"\n')
    assert names(battle_map, battle_map.areas["north_edge"]) == ["A1", "B1", "C1"]
    assert not battle_map.places
    battle_map = hexes('[places]\nbridge = "B2"\n"two woods" = ["C3", "A1"]\ntown = "A1:B2"\n')
    assert {place: names(battle_map, cells) for place, cells in battle_map.places.items()} == {
        "bridge": ["B2"],
        "two woods": ["C3", "A1"],
        "town": ["A1", "B1", "A2", "B2"],
    }
    battle_map = hexes('[places]\ntown = "A1:C1"\n', "._.")
    assert names(battle_map, battle_map.places["town"]) == ["A1", "C1"]


# -- the order in which things are laid ----------------------------------------------------------------------

HOUSE = '[[shape]]\nbox = "B2:D4"\nterrain = "floor"\nedge = "wall"\n'


def test_a_later_edge_replaces_what_a_shape_laid() -> None:
    """A door in [edges] the wall around a house, none leaves a gap; where figures meet the later edge counts."""
    battle_map = squares(HOUSE + '[edges]\ndoor_open = ["C4/s"]\n')
    assert battle_map.edges[side(battle_map, "C4/s")] == "door_open"
    assert len(edges(battle_map, "wall")) == 11
    battle_map = squares(HOUSE + '[edges]\nnone = ["C4/s"]\n')
    assert side(battle_map, "C4/s") not in battle_map.edges
    battle_map = squares(HOUSE + '[[shape]]\nbox = "E2:F4"\nedge = "fence"\n')
    assert battle_map.edges[side(battle_map, "D3/e")] == "fence"


def test_what_comes_later_lies_over_what_was_there() -> None:
    """Shapes over rows and earlier shapes; a named feature stands beside a laid one, a named way in its place."""
    battle_map = squares(HOUSE + '[[shape]]\nbox = "C3:F5"\nterrain = "sand"\nedge = "none"\n')
    assert battle_map.terrain_at(battle_map.cell("C3")).id == "sand"
    assert side(battle_map, "B2/w") in battle_map.edges
    battle_map = hexes('[[shape]]\nbox = "A1:B2"\nterrain = "water"\nheight = 3\n', "www\nwww")
    assert battle_map.terrain == ("water", "water", "light_woods") * 2
    assert battle_map.heights == (3, 3, 0) * 2
    battle_map = hexes('[features]\ntrench = ["A1"]\n[[shape]]\nbox = "A1:B1"\nfeature = "wire"\n')
    assert battle_map.features[battle_map.cell("A1")] == ("trench", "wire")
    rest = '[ways]\nrail = [["A1", "B1"]]\n[[shape]]\nline = [[0.5, 0.5], [2.5, 0.5]]\nway = "road"\n'
    battle_map = squares(rest, fill="open", terrain_set="tabletop")
    assert sorted(battle_map.ways.values()) == ["rail", "road"]


# -- own kinds -----------------------------------------------------------------------------------------------

OWN = """
[terrain.vineyard]
like = "orchard"
letter = "v"
move = { tracked = 1 }
defence = 0

[terrain.hop_field]
like = "vineyard"

[edge_kinds.bocage]
like = "hedge"
blocks_sight = true
sight_height = 1

[feature_kinds.foxhole]
defence = 2
"""


def test_an_own_kind_is_like_another_but_for_what_it_says() -> None:
    """It keeps costs and looks of its model, which may be an own kind; without one it starts blank."""
    vineyard = hexes(OWN, "v..").terrain_set.terrain["vineyard"]
    assert (vineyard.move["wheeled"], vineyard.move["tracked"]) == (MoveCost(extra=1), MoveCost(extra=1))
    assert (vineyard.name, vineyard.defence, vineyard.hindrance, vineyard.look) == ("vineyard", 0, 1, "orchard")
    assert hexes(OWN, "v").terrain_set.terrain["hop_field"].move["tracked"] == MoveCost(extra=1)
    bocage = hexes(OWN, "v").terrain_set.edges["bocage"]
    assert (bocage.defence, bocage.blocks_sight) == (1, True)
    foxhole = hexes(OWN, "v").terrain_set.features["foxhole"]
    assert (foxhole.name, foxhole.defence, foxhole.cover) == ("foxhole", 2, "none")


def test_the_letter_of_an_own_kind_is_its_own() -> None:
    """The letter of the model keeps drawing the model; one of the set draws the own kind that takes it."""
    assert hexes(OWN, "vo").terrain == ("vineyard", "orchard")
    battle_map = hexes('[terrain.fen]\nlike = "marsh"\nletter = "w"\n', "wm")
    assert battle_map.terrain == ("fen", "marsh")
    assert parse_map(map_text(battle_map)).terrain == ("fen", "marsh")


def test_a_kind_of_the_set_can_be_changed_for_one_map() -> None:
    """The set itself is left alone; maps without own kinds hold the same set, so that they can be joined."""
    battle_map = hexes("[terrain.water]\nmove = { foot = 2 }\n", "~")
    assert battle_map.terrain_at(battle_map.cell("A1")).move["foot"] == MoveCost(extra=2)
    assert terrain_set("battlefield").terrain["water"].move["foot"] == MoveCost(extra=5)
    assert hexes("").terrain_set is terrain_set("battlefield")


# -- shipped maps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FEATURES, ids=lambda file: file.stem)
def test_a_feature_map_shows_what_it_promises(file: Path) -> None:
    """Small, with a title and notes; from "eye" one sees the cells called so; written and read it is the same."""
    battle_map = load_map(file)
    assert battle_map.title and len(battle_map.notes) > 60
    assert 6 <= battle_map.width <= 12 and 5 <= battle_map.height <= 10
    los = lines_of_sight(battle_map, CONVENTIONS[battle_map.terrain_set.sight])
    for eye in battle_map.places.get("eye", ()):
        seen = [cell for cell in battle_map.places["seen"] if los.sight(eye, cell)]
        hidden = [cell for cell in battle_map.places.get("hidden", ()) if not los.sight(eye, cell)]
        assert names(battle_map, seen) == names(battle_map, battle_map.places["seen"])
        assert names(battle_map, hidden) == names(battle_map, battle_map.places.get("hidden", ()))
    again = parse_map(map_text(battle_map))
    assert again.digest == battle_map.digest
    assert kinds_of(again) == kinds_of(battle_map)


def test_the_ruler_of_the_inch_map_says_what_its_notes_say() -> None:
    """Four hexes are eight inches down a column and less than seven across."""
    battle_map = load_map(MAPS / "features" / "inches.toml")
    corner, near, far = (battle_map.places[place][0] for place in ("corner", "near", "far"))
    assert battle_map.distance(corner, near) == battle_map.distance(corner, far) == 4
    assert (round(battle_map.length(corner, near), 1), battle_map.length(corner, far)) == (6.9, 8.0)


def test_the_examples_of_the_readme_load() -> None:
    """The whole map in maps/README.md is a map, and what the others show can stand in one."""
    example, *pieces = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    battle_map = parse_map(example, "maps/README.md")
    assert edges(battle_map, "batwing_door") == {"C6/s"}
    assert names(battle_map, battle_map.areas["posse"]) == ["K1", "L1"]
    assert hexes("\n".join(pieces), "\n".join(["........"] * 6)).terrain_set.edges["bocage"].blocks_sight


@pytest.mark.parametrize("id", TERRAIN_SET_IDS)
def test_the_readme_lists_every_word_of_a_set(id: str) -> None:
    """Letters, edges, features, ways, movement and cover classes in maps/README.md are those of the sets."""
    listed = re.search(rf"^- {id}: (.*?)\n(?:\n|- )", README, re.DOTALL | re.MULTILINE)
    assert listed
    letters = {kind.letter: key for key, kind in terrain_set(id).terrain.items() if key != VOID}
    assert dict(re.findall(r"`(.)` (\w+)", listed[1])) == letters
    lines = re.findall(rf"^\| {id} \| (\w+) \| (.*) \|$", README, re.MULTILINE)
    kinds = terrain_set(id)
    assert {sort: re.findall(r"`(\w+)`", words) for sort, words in lines} == {
        "edges": list(kinds.edges),
        "features": list(kinds.features),
        "ways": list(kinds.ways),
        "movement": list(kinds.movement),
        "cover": list(kinds.cover_classes),
    }


def test_the_readme_names_grid_and_layers() -> None:
    """What maps/README.md says of a grid that says nothing is what it gets; its layers are those of Tiled."""
    said = dict(re.findall(r"^\| `(\w+)` \|[^\n]*?`\"?(\w+)\"?` \(if left out\)", README, re.M))
    hexes, squares = HexTable.model_fields, SquareTable.model_fields
    defaults = {key: hexes[key] for key in ("top", "shifted", "unit")} | {"neighbours": squares["neighbours"]}
    assert said == {key: str(field.default) for key, field in defaults.items()}
    listed = re.findall(r"^\| (tile|object) layer \| `(\w+)` \|", README, re.M)
    assert listed == re.findall(r'^    (tile|object) layer "(\w+)"', tiled_reading.__doc__ or "", re.M)


def test_a_map_without_polygons_does_not_load_shapely() -> None:
    """Shapely takes long to load, so only a polygon asks for it."""
    file = MAPS / "features" / "doors_and_windows.toml"
    code = f"import sys; from sim.board.mapfile import load_map; load_map({str(file)!r}); print([*sys.modules])"
    loaded = subprocess.check_output([sys.executable, "-c", code], cwd=MAPS.parent, text=True)
    assert "'sim.board.mapfile'" in loaded and "'shapely'" not in loaded


# -- writing -------------------------------------------------------------------------------------------------


def test_a_text_is_written_for_the_eye() -> None:
    """Rows are drawn, sides named by kind, ways by where they bend, places in their shortest form."""
    rest = (
        'heights = "..2"\n[edges]\nwall = ["B1/s", "A1/n"]\n[ways]\nroad = [["A1", "B1"]]\n'
        '[places]\nall = ["A1", "B1", "C1"]\nend = "C1"\n'
    )
    assert map_text(replace(hexes(rest, ".wW"), notes="one\ntwo")) == (
        'format = 1\ntitle = "A map"\nnotes = """\none\ntwo"""\nterrain_set = "battlefield"\n'
        'rows = """\n.wW\n"""\nheights = """\n..2\n"""\n\n'
        '[grid]\nkind = "hex"\ntop = "flat"\nshifted = "odd"\ncell = 1\nunit = "inch"\n\n'
        '[edges]\nwall = ["A1/n", "B1/s"]\n\n[ways]\nroad = [["A1", "B1"]]\n\n'
        '[places]\nall = "A1:C1"\nend = "C1"\n'
    )
    battle_map = squares('[ways]\nroad = [["A1", "A4", "D4"]]\n', fill="open", terrain_set="tabletop")
    assert '\nroad = [["A1", "A4", "D4"]]\n' in map_text(battle_map)


def test_own_kinds_are_written_and_read_again() -> None:
    """One without a letter gets a free one in the legend; a map of a set that no file can name has no text."""
    battle_map = hexes(OWN + '[edges]\nbocage = ["A1/s"]\n', "v.o")
    assert kinds_of(parse_map(map_text(battle_map))) == kinds_of(battle_map)
    battle_map = hexes('[legend]\nh = "hop_field"\n' + OWN, "h.")
    assert '\n[legend]\na = "hop_field"\n' in map_text(battle_map)
    assert parse_map(map_text(battle_map)).terrain == battle_map.terrain
    battle_map = hexes("")
    with pytest.raises(ValueError, match='no terrain set is called "mine"'):
        map_text(replace(battle_map, terrain_set=replace(battle_map.terrain_set, id="mine")))


# -- any map -------------------------------------------------------------------------------------------------

TITLES = st.text(min_size=1, max_size=40)


@st.composite
def maps(draw: st.DrawFn) -> BattleMap:
    """Draw any map that a file could hold."""
    kinds = terrain_set(draw(st.sampled_from(TERRAIN_SET_IDS)))
    grid = draw(st.sampled_from(GRIDS))
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    size = width * height
    terrain = draw(st.lists(st.sampled_from([*kinds.terrain]), min_size=size, max_size=size))
    cells = [cell for cell, kind in zip(grid.rectangle(width, height), terrain, strict=True) if kind != VOID]
    if not cells:
        terrain[0], cells = next(kind for kind in kinds.terrain if kind != VOID), [grid.at(0, 0)]
    some_cells = st.lists(st.sampled_from(cells), min_size=1, max_size=6, unique=True).map(tuple)
    level = draw(st.sampled_from([st.just(0), st.integers(0, 9), st.integers(-3, 30), st.integers(-99, 999)]))
    return BattleMap(
        name="any",
        grid=grid,
        width=width,
        height=height,
        terrain_set=kinds,
        terrain=tuple(terrain),
        heights=tuple(draw(st.lists(level, min_size=size, max_size=size))),
        edges=draw(_links(cells, grid.side_steps, [*kinds.edges], set())),
        features=draw(st.dictionaries(st.sampled_from(cells), _features([*kinds.features]), max_size=5)),
        ways=draw(_links(cells, grid.steps, [*kinds.ways], {*cells})) if kinds.ways else {},
        places=draw(st.dictionaries(TITLES, some_cells, max_size=3)),
        areas=draw(st.dictionaries(TITLES, some_cells, max_size=3)),
        scale=Scale(draw(st.floats(0.001, 100_000)), draw(st.sampled_from(["inch", "metre"]))),
        title=draw(TITLES),
        notes=draw(st.text(max_size=60)),
    )


def _features(kinds: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    some = st.sets(st.sampled_from(kinds), min_size=1)
    return some.map(lambda chosen: tuple(kind for kind in kinds if kind in chosen))


def _links(
    cells: list[Cell], steps: tuple[Cell, ...], kinds: list[str], ends: set[Cell]
) -> st.SearchStrategy[dict[Edge, str]]:
    """Draw links from these cells; if `ends` are given, only to one of those."""
    links = [Edge.between(cell, cell.plus(step)) for cell in cells for step in steps]
    allowed = [link for link in links if not ends or {*link} <= ends]
    if not allowed:
        return st.just({})
    return st.dictionaries(st.sampled_from(allowed), st.sampled_from(kinds), max_size=12)


@given(maps())
def test_any_map_survives_its_text_and_tiled(battle_map: BattleMap) -> None:
    """Reading what was written gives the same ground, title and notes, and writing it again the same text."""
    text = map_text(battle_map)
    for again in (parse_map(text), parse_tiled(tiled_text(battle_map))):
        assert again.digest == battle_map.digest
        assert (again.title, again.notes) == (battle_map.title, battle_map.notes)
    assert map_text(parse_map(text)) == text
