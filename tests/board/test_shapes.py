from itertools import pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.board.battlemap import BattleMap
from sim.board.mapfile import parse_map
from sim.board.mapfile.shapes import DrawingSheet
from sim.files import FileMistakes
from sim.grid import Edge, Grid
from tests.grid.drawing import EVERY_GRID as GRIDS


def squares(shape: str, size: str = "[6, 5]", cell: float = 1, neighbours: int = 8) -> BattleMap:
    """Read a tabletop of squares with one or more shapes."""
    return parse_map(
        f'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nsize = {size}\nfill = "open"\n'
        f'[grid]\nkind = "square"\nneighbours = {neighbours}\ncell = {cell}\n[[shape]]\n{shape}\n'
    )


def hexes(shape: str, size: str = "[6, 5]", top: str = "flat") -> BattleMap:
    """Read a tabletop of hexes with one or more shapes."""
    return parse_map(
        f'format = 1\ntitle = "x"\nterrain_set = "tabletop"\nsize = {size}\nfill = "open"\n'
        f'[grid]\nkind = "hex"\ntop = "{top}"\n[[shape]]\n{shape}\n'
    )


def woods(figure: str) -> str:
    """Return a shape that lays woods."""
    return f'{figure}\nterrain = "woods"'


def drawn(battle_map: BattleMap) -> list[str]:
    """Draw where the woods are."""
    marks = ["w" if kind == "woods" else "." for kind in battle_map.terrain]
    return ["".join(marks[n : n + battle_map.width]) for n in range(0, len(marks), battle_map.width)]


def sides(battle_map: BattleMap) -> set[str]:
    """Return the sides that have an edge, by the cells on both hands in map order."""
    return {
        "/".join(_name(battle_map, cell) for cell in sorted(edge, key=lambda c: (c.r, c.q)))
        for edge in battle_map.edges
    }


def _name(battle_map: BattleMap, cell: object) -> str:
    return battle_map.grid.name(cell) if cell in battle_map else "-"  # type: ignore[arg-type]


def links(battle_map: BattleMap) -> list[str]:
    """Return the links of ways by the names of their ends, in order."""
    return sorted("-".join(sorted(map(battle_map.grid.name, link))) for link in battle_map.ways)


def told(shape: str, **board: object) -> str:
    """Return what is said of a bad shape."""
    with pytest.raises(FileMistakes) as error:
        squares(shape, **board)  # type: ignore[arg-type]
    return str(error.value)


# -- which cells ---------------------------------------------------------------------------------------------


WOODS = {
    "a triangle takes every square of which it covers the centre": (
        "polygon = [[0, 0], [5, 0], [0, 5]]",
        "wwwww. wwww.. www... ww.... w.....",
    ),
    "a centre on the boundary counts as inside": (
        "polygon = [[0.5, 0.5], [2.5, 0.5], [2.5, 1.5], [0.5, 1.5]]",
        "www... www... ...... ...... ......",
    ),
    "a bay in the outline stays outside": (
        "polygon = [[0, 0], [6, 0], [6, 5], [4, 5], [4, 2], [2, 2], [2, 5], [0, 5]]",
        "wwwwww wwwwww ww..ww ww..ww ww..ww",
    ),
    "centres at the radius of a circle belong to it": ("circle = [2.5, 2.5, 2]", "..w... .www.. wwwww. .www.. ..w..."),
    "a river is drawn as a line": ("line = [[0.5, 0.5], [5.5, 2.6]]", "ww.... .wwww. ....ww ...... ......"),
}


@pytest.mark.parametrize(("shape", "rows"), WOODS.values(), ids=WOODS)
def test_a_figure_lays_terrain_on_the_cells_that_it_covers(shape: str, rows: str) -> None:
    """Those whose centres lie in it; a line on those that it visits."""
    assert drawn(squares(f'{shape}\nterrain = "woods"')) == rows.split()


@pytest.mark.parametrize("cell", [0.1, 0.3, 0.7, 1.1])
def test_decimal_fractions_do_not_spoil_the_boundary(cell: float) -> None:
    """A boundary through centres takes them whatever the size of a cell, though 0.1 has no exact form."""
    x0, x1, x2 = (f"{cell * n:.3f}" for n in (0.5, 2.5, 3.5))
    battle_map = squares(
        f'polygon = [[{x0}, {x0}], [{x1}, {x0}], [{x1}, {x2}], [{x0}, {x2}]]\nterrain = "woods"', cell=cell
    )
    assert drawn(battle_map) == ["www...", "www...", "www...", "www...", "......"]


def test_where_a_box_lies() -> None:
    """In the unit of the map; a named box counts columns and rows, though on hexes it is ragged."""
    battle_map = squares(woods("box = [0, 0, 4, 2]"), cell=2)
    assert drawn(battle_map)[:2] == ["ww....", "......"]
    assert drawn(hexes('box = "B2:D3"\nterrain = "woods"')) == ["......", ".www..", ".www..", "......", "......"]


def test_the_origin_is_the_left_and_upper_end_of_the_outline() -> None:
    """The first centre lies 1/√3 from one side and half a cell from the other."""
    at = f"{1 / sqrt(3):.6f}, 0.5"
    assert drawn(hexes(f'circle = [{at}, 0.01]\nterrain = "woods"'))[0] == "w....."
    at = f"0.5, {1 / sqrt(3):.6f}"
    assert drawn(hexes(f'circle = [{at}, 0.01]\nterrain = "woods"', top="pointy"))[0] == "w....."


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 4), (4, 1), (5, 6)])
def test_the_outline_of_every_board_begins_at_the_origin(grid: Grid, width: int, height: int) -> None:
    """No corner of a cell lies left of or above the origin, and some lie on both axes."""
    sheet = DrawingSheet(grid, width, height, 1.0)
    corners = [
        (x - px + sheet.centre(cell)[0], y - py + sheet.centre(cell)[1])
        for cell in grid.rectangle(width, height)
        for px, py in [grid.point(cell)]
        for x, y in grid.outline(cell)
    ]
    assert min(x for x, _ in corners) == pytest.approx(0, abs=1e-9)
    assert min(y for _, y in corners) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_a_circle_takes_what_a_ruler_takes(grid: Grid) -> None:
    """The cells of a circle about a centre are those whose distance is at most its radius."""
    sheet = DrawingSheet(grid, 9, 8, 2.0)
    centre = grid.at(4, 3)
    x, y = sheet.centre(centre)
    taken = {divmod(int(n), 9) for n in sheet.in_circle(2 * x, 2 * y, 5.0)}
    near = [cell for cell in grid.rectangle(9, 8) if 4 * grid.squared(centre, cell) <= 25]
    assert taken == {grid.offset(cell)[::-1] for cell in near}


# -- heights and features ------------------------------------------------------------------------------------


def test_a_shape_lays_heights_and_features() -> None:
    """`height` sets a level, `raise` adds; only heights when all is laid count; every cell gets the feature."""
    battle_map = squares('box = "A1:C1"\nheight = 2\n[[shape]]\nbox = "B1:D1"\nraise = -3')
    assert battle_map.heights[:5] == (2, -1, -1, -3, 0)
    battle_map = squares('box = "A1:B1"\nfeature = "wire"')
    assert [battle_map.grid.name(cell) for cell in battle_map.features] == ["A1", "B1"]
    battle_map = squares(
        'box = "A1:A1"\nraise = 999\n[[shape]]\nbox = "A1:A1"\nraise = 1\n[[shape]]\nbox = "A1:A1"\nraise = -2'
    )
    assert battle_map.heights[0] == 998


# -- edges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "walls"),
    [
        ('box = "B2:C2"', "B1/B2 C1/C2 A2/B2 C2/D2 B2/B3 C2/C3"),
        ("line = [[2, 1], [2, 4], [4, 4]]", "B2/C2 B3/C3 B4/C4 C4/C5 D4/D5"),
        ("line = [[0, 0.2], [3, 2.2]]", "-/A1 A1/A2 B1/B2 B2/C2 C2/C3"),
        ('box = "A1:A1"', "-/A1 A1/B1 A1/A2"),
        ("line = [[0, 0], [3, 0]]", "-/A1 -/B1 -/C1"),
    ],
    ids=["a house", "along columns and round a corner", "a stair, from the border on", "a corner", "the border"],
)
def test_edges_run_around_figures_and_along_lines(shape: str, walls: str) -> None:
    """Between inside and outside, or on the sides that a line follows or parts."""
    assert sides(squares(f'{shape}\nedge = "wall"')) == set(walls.split())


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_the_sides_around_cells_are_those_that_lead_out(grid: Grid) -> None:
    """For any cells the sides are exactly the ones with one of them on one hand and none on the other."""
    sheet = DrawingSheet(grid, 6, 5, 1.0)
    ordinals = sheet.in_circle(3.0, 2.5, 2.2)
    inside = {grid.at(int(n) % 6, int(n) // 6) for n in ordinals}
    steps = [(cell, cell.plus(step)) for cell in inside for step in grid.side_steps]
    assert {*sheet.around(ordinals)} == {Edge.between(one, other) for one, other in steps if other not in inside}


@given(
    grid=st.sampled_from(GRIDS),
    points=st.lists(st.tuples(st.integers(-20, 80), st.integers(-20, 80)), min_size=2, max_size=4, unique=True),
)
def test_a_line_lays_every_side_it_parts_and_no_other(grid: Grid, points: list[tuple[int, int]]) -> None:
    """The walk along a line finds what comparing it with the way between all neighbours finds."""
    shapely = pytest.importorskip("shapely")
    # Odd figures keep the line off centres and off the ends of ways.
    line = [(x / 10 + 0.0137, y / 10 + 0.0071) for x, y in points]
    sheet = DrawingSheet(grid, 6, 5, 1.0)
    drawing = shapely.LineString(line)
    parted = set()
    for cell in grid.rectangle(6, 5):
        for step in grid.side_steps:
            beyond = cell.plus(step)
            if shapely.LineString([sheet.centre(cell), sheet.centre(beyond)]).crosses(drawing):
                parted.add(Edge.between(cell, beyond))
    on_board = {*grid.rectangle(6, 5)}
    assert {edge for edge in sheet.parted_by(line) if {*edge} & on_board} == parted


# -- lines as cells and ways ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "road"),
    [
        ("[[0.5, 0.5], [2.5, 0.5], [2.5, 2.5]]", "A1-B1 B1-C1 C1-C2 C2-C3"),
        ("[[0.5, 0.5], [2.5, 2.5]]", "A1-B2 B2-C3"),
        ("[[-30, 0.5], [1.5, 0.5], [1.5, -30]]", "A1-B1"),
    ],
    ids=["in the order of the line", "through corners", "what lies outside is left out"],
)
def test_a_way_links_the_cells_that_its_line_comes_to(line: str, road: str) -> None:
    """From square to square."""
    assert links(squares(f'line = {line}\nway = "road"')) == road.split()


def test_a_line_that_is_a_matter_of_chance_is_refused() -> None:
    """Between squares with four neighbours, along the side of two, through a centre."""
    said = told('line = [[0.5, 0.5], [2.5, 2.5]]\nway = "road"', neighbours=4)
    assert "found a line that passes between cells from A1 to B2" in said
    assert "found a line along the side between A1 and A2" in told('line = [[0, 1], [4, 1]]\nway = "road"')
    assert "shape[0].line: found a line through the centre of A1" in told('line = [[0, 0], [3, 3]]\nedge = "wall"')


@given(
    grid=st.sampled_from(GRIDS),
    ends=st.tuples(st.integers(0, 60), st.integers(0, 50), st.integers(0, 60), st.integers(0, 50)),
)
def test_a_line_visits_every_cell_it_passes_through(grid: Grid, ends: tuple[int, int, int, int]) -> None:
    """The cells are those of which a part of the line lies inside, each next to the one before."""
    shapely = pytest.importorskip("shapely")
    start, end = (ends[0] / 10 + 0.0137, ends[1] / 10 + 0.0071), (ends[2] / 10 + 0.0137, ends[3] / 10 + 0.0093)
    if hypot(start[0] - end[0], start[1] - end[1]) < 0.1:
        return
    sheet = DrawingSheet(grid, 8, 7, 1.0)
    drawing = shapely.LineString([start, end])
    visited = sheet.visited_by([start, end])
    for cell in {*visited, *grid.rectangle(8, 7)}:
        (x, y), (px, py) = sheet.centre(cell), grid.point(cell)
        outline = shapely.Polygon([(cx - px + x, cy - py + y) for cx, cy in grid.outline(cell)])
        length = drawing.intersection(outline).length
        assert (length > 1e-5) <= (cell in visited) <= (length > 0)
    assert all(grid.share_side(one, other) for one, other in pairwise(visited))


# -- slips ---------------------------------------------------------------------------------------------------

BAD = {
    "crossing itself": (
        woods("polygon = [[0, 0], [4, 4], [4, 0], [0, 4]]"),
        "shape[0].polygon: found an outline that meets itself at 2, 2",
    ),
    "touching itself": (
        woods("polygon = [[0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2]]"),
        "found an outline that meets itself at 2, 2",
    ),
    "all in one line": (woods("polygon = [[0, 0], [2, 2], [4, 4]]"), "shape[0].polygon: found an outline"),
    "all in one point": (woods("polygon = [[1, 1], [1, 1], [1, 1]]"), "shape[0].polygon: found an outline"),
    "two points": (woods("polygon = [[0, 0], [4, 4]]"), "found 2 points, expected at least 3"),
    "a line of one point": ('line = [[1, 1]]\nedge = "wall"', "shape[0].line: found 1 point, expected at least 2"),
    "no figure": ('terrain = "woods"', "shape[0]: found no figure, expected exactly one of polygon, line, circle, box"),
    "two figures": (woods('circle = [1, 1, 1]\nbox = "A1:B2"'), "shape[0]: found circle and box"),
    "nothing to lay": ("circle = [1, 1, 1]", "shape[0]: found nothing to lay"),
    "terrain that is not there": ('circle = [1, 1, 1]\nterrain = "wods"', 'did you mean "woods"?'),
    "an edge that is not there": ('circle = [1, 1, 1]\nedge = "wal"', 'did you mean "wall"?'),
    "a feature that is not there": ('circle = [1, 1, 1]\nfeature = "wir"', 'did you mean "wire"?'),
    "a way that is not there": ('line = [[0.5, 0.5], [1.5, 0.5]]\nway = "raod"', 'did you mean "road"?'),
    "a way without a line": ('circle = [1, 1, 1]\nway = "road"', "found a way without a line"),
    "off the board": (woods("circle = [50, 50, 3]"), "found a figure in which no centre of a cell lies"),
    "a line off the board": ('line = [[50, 0], [50, 9]]\nedge = "wall"', "found a line that parts no cells"),
    "a way off the board": ('line = [[50, 0], [50, 9]]\nway = "road"', "found a line that visits no cell"),
    "a box inside out": (woods("box = [3, 0, 1, 4]"), "expected left, top, right, bottom"),
    "a named box inside out": (woods('box = "C3:A1"'), "the upper left corner before the lower right one"),
    "a named box off the map": (woods('box = "A1:Z9"'), 'shape[0].box: found "Z9", expected a cell of the map'),
    "no box": (woods('box = "all"'), 'shape[0].box: found "all", expected'),
    "a point of three": ('line = [[0, 0, 0], [1, 1]]\nedge = "wall"', "shape[0].line[0]"),
    "a radius of nothing": (woods("circle = [1, 1, 0]"), "shape[0].circle[2]: found 0, expected more than 0"),
    "far away": (woods("circle = [1e300, 1, 1]"), "expected at most 1000000"),
    "an unknown key": ('circle = [1, 1, 1]\nterain = "woods"', 'did you mean "terrain"?'),
    "too high": (
        'box = "B2:B2"\nraise = 999\n[[shape]]\nbox = "B2:C2"\nraise = 1',
        "shape[1]: found height 1000 in B2",
    ),
    "too many points in all": (
        "\n[[shape]]\n".join(
            [f'line = [{", ".join(f"[{n % 6}, {n // 6}]" for n in range(6_000))}]\nedge = "wall"'] * 2
        ),
        "shape: found shapes of 12000 points in all, expected at most 10000",
    ),
    "too low": ('box = "B2:B2"\nraise = -100', "shape[0]: found height -100 in B2, expected heights from -99 to 999"),
}


@pytest.mark.parametrize(("shape", "saying"), BAD.values(), ids=BAD)
def test_a_bad_shape_is_told(shape: str, saying: str) -> None:
    """Every slip in a shape is one mistake with its place and what would be right."""
    said = told(shape)
    assert saying in said
    assert said.count("\n") == 0
