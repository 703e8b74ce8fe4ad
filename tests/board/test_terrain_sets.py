from importlib.resources import files

import pytest

from sim.board.convention import CONVENTIONS
from sim.board.terrain import OFF_MAP, VOID, MoveCost, TerrainKind, TerrainSet, WayKind
from sim.board.terrain_sets import TERRAIN_SET_IDS, read_terrain_set, terrain_set
from sim.files import FileMistakes, UnsupportedVersion, parse_toml

SMALL = """
format = 1
name = "small"
sight = "town"
cover_classes = ["none", "soft"]

[movement.walk]
name = "a walker"
source = "proposal"

[terrain.street]
letter = "."
source = "proposal"
"""


@pytest.fixture(params=TERRAIN_SET_IDS)
def shipped(request: pytest.FixtureRequest) -> TerrainSet:
    """Give every shipped set in turn."""
    return terrain_set(request.param)


def told(text: str) -> str:
    """Return what is said of a bad set."""
    with pytest.raises(FileMistakes) as error:
        read_terrain_set(parse_toml(text, "set.toml"), "small")
    return str(error.value)


# -- all sets ------------------------------------------------------------------------------------------------


def test_a_set_is_whole(shipped: TerrainSet) -> None:
    """Read once, with a known convention, holes, a visible letter for each kind, doors that work back."""
    assert terrain_set(shipped.id) is shipped
    assert shipped.sight in CONVENTIONS
    assert shipped.terrain[VOID] is OFF_MAP
    letters = [kind.letter for kind in shipped.terrain.values()]
    assert len(letters) == len({*letters})
    assert all(len(letter) == 1 and letter.isprintable() and letter != " " for letter in letters)
    worked = [kind for kind in shipped.edges.values() if kind.becomes]
    assert [shipped.edges[kind.becomes].becomes for kind in worked] == [kind.id for kind in worked]


def test_every_kind_has_a_source_a_look_and_a_name(shipped: TerrainSet) -> None:
    """Printed or proposed; a key for the painter, words for the player."""
    groups = (shipped.terrain, shipped.features, shipped.edges, shipped.ways)
    assert [key for group in (*groups, shipped.movement) for key, kind in group.items() if not kind.source] == [VOID]
    kinds = [kind for group in groups for key, kind in group.items() if key != VOID]
    assert all(kind.look and kind.name and "_" not in kind.name for kind in kinds)


def test_what_blocks_or_hinders_sight_rises_above_an_eye(shipped: TerrainSet) -> None:
    """Of a man on the same level: what no line between men could meet would be a slip."""
    eye = CONVENTIONS[shipped.sight].eye
    blocking = [kind for kind in shipped.terrain.values() if kind.blocks_sight and kind.id != VOID]
    assert all(kind.sight_height > eye for kind in blocking)
    cells = [*shipped.terrain.values(), *shipped.features.values()]
    assert all(kind.sight_height > eye for kind in cells if kind.hindrance)


def test_an_unknown_set_is_answered_with_the_near_one() -> None:
    """A misspelt id is told with what there is."""
    with pytest.raises(ValueError, match=r'"twon".*battlefield, town, tabletop; did you mean "town"\?'):
        terrain_set("twon")


# -- figures -------------------------------------------------------------------------------------------------

PRINTED = {
    "open": (0, 0, 0, 0),
    "light_woods": (1, 0, 2, 1),
    "heavy_woods": (2, 1, None, 2),
    "wood_building": (1, 1, 2, 1),
    "stone_building": (2, 1, 3, 2),
    "plowed_field": (0, 0, None, 0),
    "water": (-1, 5, None, None),
}
"""Defence modifier and the extra cost for foot, wheels and tracks, as the terrain chart prints them."""


@pytest.mark.parametrize(("key", "figures"), PRINTED.items())
def test_the_battlefield_has_the_printed_figures(key: str, figures: tuple[int | None, ...]) -> None:
    """Defence and move costs of the printed terrain are those of the chart."""
    kind = terrain_set("battlefield").terrain[key]
    costs = [kind.move[movement] for movement in ("foot", "wheeled", "tracked")]
    assert (kind.defence, *(cost and cost.extra for cost in costs)) == figures


def test_walls_and_slopes_of_the_battlefield() -> None:
    """A wall is worth one and seen across; foot pays for levels, and two are too steep for vehicles."""
    wall = terrain_set("battlefield").edges["wall"]
    assert (wall.defence, wall.blocks_sight) == (1, False)
    movement = terrain_set("battlefield").movement
    assert (movement["foot"].up, movement["foot"].down) == ((0, 1, 2), (0, 0, 2))
    assert movement["tracked"].up == movement["wheeled"].down == (0, 0)


def test_costs_on_the_tabletop() -> None:
    """Woods double a step on foot and stop the mounted; a hedge is an inch, as a slope of two steps."""
    woods = terrain_set("tabletop").terrain["woods"]
    assert (woods.move["foot"], woods.move["mounted"]) == (MoveCost(times=2), None)
    tabletop = terrain_set("tabletop")
    assert tabletop.edges["hedge"].move["foot"] == MoveCost(extra=2)
    assert tabletop.movement["foot"].up == tabletop.movement["foot"].down == (0, 0, 2)


def test_boats_and_trains_go_only_where_they_are_named() -> None:
    """On deep water and on rails alone."""
    tabletop = terrain_set("tabletop")
    assert [tabletop.movement[movement].default for movement in ("boat", "rail")] == [None, None]
    kinds: list[TerrainKind | WayKind] = [*tabletop.terrain.values(), *tabletop.ways.values()]
    assert [kind.id for kind in tabletop.terrain.values() if kind.move.get("boat")] == ["deep_water"]
    assert [kind.id for kind in kinds if "rail" in kind.move] == ["rail"]


def test_windows_and_objects_of_the_town() -> None:
    """A window costs two more and is cover to look through; an object is terrain and feature with the same figures."""
    town = terrain_set("town")
    window = town.edges["window"]
    assert (window.move["walk"], window.cover, window.blocks_sight) == (MoveCost(extra=2), "hard", False)
    for key in ("table", "barrel", "stacked_crates"):
        assert town.terrain[key].move == town.features[key].move
        assert town.terrain[key].letter == town.features[key].letter


# -- bad sets ------------------------------------------------------------------------------------------------


def test_a_small_set_is_enough() -> None:
    """What a set leaves out has sensible values."""
    made = read_terrain_set(parse_toml(SMALL, "set.toml"), "small")
    assert (made.id, made.terrain["street"].name, dict(made.edges)) == ("small", "street", {})


def test_a_newer_set_is_refused() -> None:
    """The version of the format is asked first."""
    with pytest.raises(UnsupportedVersion):
        read_terrain_set(parse_toml("format = 2", "set.toml"), "small")


BAD = {
    "a letter twice": ('[terrain.sand]\nletter = "."\nsource = "x"', 'terrain.sand.letter: found ".", which draws'),
    "no letter": ('[terrain.sand]\nsource = "x"', "expected the letter that draws it"),
    "no source": ('[terrain.sand]\nletter = "s"', "expected the source of its figures"),
    "a class that is not there": (
        '[terrain.sand]\nletter = "s"\nsource = "x"\nmove = { wlak = 1 }',
        'found "wlak", expected "walk"; did you mean "walk"?',
    ),
    "a door that opens to nothing": ('[edge_kinds.door]\nsource = "x"\nbecomes = "dor"', 'did you mean "door"?'),
    "a cost that is none": (
        '[terrain.sand]\nletter = "s"\nsource = "x"\nmove = { walk = "half" }',
        "expected a whole number, or one of no, x2, x3, x4",
    ),
    "a reserved id": ('[edge_kinds.none]\nsource = "x"', "another name"),
}


@pytest.mark.parametrize(("addition", "saying"), BAD.values(), ids=BAD)
def test_a_bad_set_is_told(addition: str, saying: str) -> None:
    """Every slip in a set is told with its place and what would be right."""
    assert saying in told(f"{SMALL}\n{addition}\n")


def test_the_sets_lie_beside_the_code() -> None:
    """There is a file for every id, and an id for every file."""
    names = {file.name for file in files("sim.board.terrain_sets").iterdir()}
    assert {name for name in names if name.endswith(".toml")} == {f"{id}.toml" for id in TERRAIN_SET_IDS}
