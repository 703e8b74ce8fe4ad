"""A map as text shows who is next to whom, what stands between, and what the signs mean."""

from dataclasses import replace
from textwrap import dedent

import pytest

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map, parse_map
from sim.board.text_view import text_view
from sim.grid import Cell, Grid, HexGrid, SquareGrid
from sim.resources import shipped_maps

FLAT = 'grid = { kind = "hex" }'
SQUARE = 'grid = { kind = "square" }'


def drawn(rows: str, grid: str, terrain_set: str = "battlefield", more: str = "") -> BattleMap:
    """Return a map drawn in rows, named "x"."""
    lines = dedent(rows).strip()
    head = f'format = 1\ntitle = "x"\nterrain_set = "{terrain_set}"\nrows = """\n{lines}\n"""\n{grid}\n'
    return replace(parse_map(head + dedent(more), "x.toml"), title="")


def picture(battle_map: BattleMap, **settings: bool) -> str:
    """Return the view without its heading."""
    return text_view(battle_map, **settings).split("\n", 2)[2]


def expected(text: str) -> str:
    """Return a drawing of a test as the view writes it: a bar at the left stands for the margin."""
    return "\n".join(line.partition("|")[2] for line in text.splitlines() if "|" in line)


def test_flat_hexes_shift_their_columns() -> None:
    """Every second column lies half a hex lower: B1 is between A1 and A2."""
    assert picture(drawn("..w\nw..", FLAT)) == expected("""
        |     A B C
        |  1  .   w
        |       .
        |  2  w   .
        |       .
        |
        |. open ground   w light woods
    """)


def test_pointy_hexes_shift_their_rows() -> None:
    """Every second row lies half a hex to the right."""
    grid = 'grid = { kind = "hex", top = "pointy" }'
    assert picture(drawn("..w\nw..", grid)) == expected("""
        |     A B C
        |  1  . . w
        |  2   w . .
        |
        |. open ground   w light woods
    """)


def test_walls_doors_and_windows_of_squares_differ() -> None:
    """Walls are lines that join at corners, a door has a plus, a window a double line."""
    edges = """
        [edges]
        wall = ["B2/n", "B2/w", "C2/e"]
        door = ["C2/n"]
        window = ["B2/s"]
        fence = ["C2/s"]
    """
    assert picture(drawn("....\n....\n....", SQUARE, "town", edges)) == expected("""
        |     A B C D
        |  1  . . . .
        |      ┌──+┐
        |  2  .│. .│.
        |      └═─┄┘
        |  3  . . . .
        |
        |. street   ─── │ wall   ─+─ + closed door   ═══ ║ window   ┄┄┄ ┆ fence
    """)


def test_old_terminals_get_plain_signs() -> None:
    """No sign outside ASCII, whatever the map is called."""
    edges = '[edges]\nwall = ["B1/s", "B1/e"]\nwindow = ["B1/w"]'
    walled = replace(drawn("..\n..", SQUARE, "town", edges), title="Über")
    text = text_view(walled, ascii_only=True)
    assert text.isascii()
    heading, _, columns, _, first, side, *_ = text.splitlines()
    assert heading == "x, ?ber: squares, 2 x 2, 1 inch a cell"
    assert [columns, first, side] == ["     A B", "  1  .H.|", "      +-+"]


def test_hexsides_are_drawn_between_their_hexes() -> None:
    """All six sides around C2, slanted as they lie."""
    walls = '[edges]\nwall = ["C2/n", "C2/ne", "C2/se", "C2/s", "C2/sw", "C2/nw"]'
    lines = picture(drawn(".....\n.....\n.....", FLAT, "tabletop", walls)).splitlines()
    assert lines[:8] == [
        "     A B C D E",
        "  1  .   .   .",
        "       . ─ .",
        "  2  .  /.\\  .",
        "       .\\─/.",
        "  3  .   .   .",
        "       .   .",
        "",
    ]


def test_heights_and_features_stand_behind_the_letters() -> None:
    """Heights below zero and of two figures; one feature by its letter, several as a star, both explained."""
    heights = 'heights = """\n1 12\n. -3\n"""\n'
    hills = parse_map(f'format = 1\ntitle = "x"\nterrain_set = "town"\nrows = """\n..\n..\n"""\n{heights}{SQUARE}')
    assert picture(hills, heights=True).splitlines()[:3] == ["     A   B", "  1  .1  .12", "  2  .0  .-3"]
    features = '[features]\ntrench = ["A1", "C1"]\nmines = ["C1"]'
    lines = picture(drawn("...", SQUARE, more=features)).splitlines()
    assert lines[1] == "  1  .t .  .*"
    assert lines[-1] == ". open ground   t trench   m mines   * several"


def test_roads_are_marked_where_they_leave_a_cell() -> None:
    """On the side that a road crosses, or at the corner of a diagonal step."""
    ways = '[ways]\nroad = [["A1", "B1", "C2"]]'
    lines = picture(drawn("...\n...", SQUARE, "tabletop", ways)).splitlines()
    assert lines[1:4] == ["  1  .°. .", "        °", "  2  . . ."]


def test_holes_columns_and_signs_of_strangers() -> None:
    """Holes stay blank, two letters stand above each other, coordinates may be left out, titles are escaped."""
    assert picture(drawn("._.", SQUARE, "town")).splitlines()[1] == "  1  .   ."
    assert picture(drawn("..", SQUARE, "town"), coordinates=False).splitlines()[0] == " . ."
    lines = picture(drawn("." * 28, SQUARE, "town")).splitlines()
    assert lines[0].endswith("A A")
    assert lines[1].endswith("Y Z A B")
    assert "\x1b" not in text_view(replace(drawn(".", SQUARE, "town"), title="\x1b[31m"))


def test_places_are_listed() -> None:
    """With their first cells, and how many there are."""
    places = '[places]\nhill = ["A1", "B1"]\nall = "A1:T1"'
    lines = picture(drawn("." * 20, SQUARE, "town", places)).splitlines()
    assert lines[-2] == "hill: A1 B1"
    assert lines[-1].endswith("L1 … (20 in all)")


def test_every_kind_has_a_sign_of_its_own() -> None:
    """No two entries of a legend begin alike, on any shipped map, in either set of signs."""
    for file in shipped_maps():
        battle_map = load_map(file)
        for ascii_only in (False, True):
            text = text_view(battle_map, ascii_only=ascii_only)
            first = next(iter(battle_map.places), None)
            below = text.rpartition("\n\n")[2].partition(f"\n{first}: ")[0]
            signs = [entry.split(" ")[0] for line in below.splitlines() for entry in line.split("   ")]
            assert len(signs) == len(set(signs)), (file.name, signs)


GRIDS = [HexGrid(top, shifted) for top in ("flat", "pointy") for shifted in ("odd", "even")]


@pytest.mark.parametrize("grid", [*GRIDS, SquareGrid(8)], ids=str)
@pytest.mark.parametrize("walled", [False, True])
def test_neighbours_are_neighbours_in_the_text(grid: Grid, walled: bool) -> None:
    """Two letters lie next to each other in the picture exactly if their cells do on the board."""
    blank = drawn(".....\n.....\n.....\n.....", FLAT, "town")
    edges = {grid.edge(Cell(0, 0), grid.sides[0]): "wall"} if walled else {}

    def place(cell: Cell) -> tuple[int, int]:
        terrain = tuple("tree" if here == cell else "street" for here in grid.rectangle(5, 4))
        lines = picture(replace(blank, grid=grid, terrain=terrain, edges=edges)).splitlines()
        row = next(n for n, line in enumerate(lines) if "T" in line)
        return lines[row].index("T"), row

    places = {cell: place(cell) for cell in grid.rectangle(5, 4)}
    steps: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
    for one, (x, y) in places.items():
        for other, (across, down) in places.items():
            if one != other:
                steps[grid.adjacent(one, other)].add((across - x, down - y))
    assert len(steps[True]) == len(grid.steps)
    assert not steps[True] & steps[False]
