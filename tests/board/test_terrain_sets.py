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


def test_a_set_is_read_once(shipped: TerrainSet) -> None:
    """The same id gives the same object, so that maps of one set can be joined."""
    assert terrain_set(shipped.id) is shipped


def test_the_sight_convention_of_a_set_exists(shipped: TerrainSet) -> None:
    """Every set names a convention that the program knows."""
    assert shipped.sight in CONVENTIONS


def test_every_set_has_holes(shipped: TerrainSet) -> None:
    """Void is part of every set without being written there."""
    assert shipped.terrain[VOID] is OFF_MAP


def test_every_letter_draws_one_kind(shipped: TerrainSet) -> None:
    """Terrain letters are single, visible and different."""
    letters = [kind.letter for kind in shipped.terrain.values()]
    assert len(letters) == len({*letters})
    assert all(len(letter) == 1 and letter.isprintable() and letter != " " for letter in letters)


def test_every_figure_has_a_source(shipped: TerrainSet) -> None:
    """Whatever has figures says whether they are printed or proposed."""
    groups = (shipped.terrain, shipped.features, shipped.edges, shipped.ways, shipped.movement)
    assert [key for group in groups for key, kind in group.items() if not kind.source] == [VOID]


def test_every_kind_has_a_look_and_a_name(shipped: TerrainSet) -> None:
    """The painter finds a key, and the player words, for every kind."""
    groups = (shipped.terrain, shipped.features, shipped.edges, shipped.ways)
    kinds = [kind for group in groups for key, kind in group.items() if key != VOID]
    assert all(kind.look and kind.name and "_" not in kind.name for kind in kinds)


def test_what_blocks_sight_rises_above_an_eye(shipped: TerrainSet) -> None:
    """Terrain that blocks is higher than the eye of a man who stands on the same level."""
    eye = CONVENTIONS[shipped.sight].eye
    blocking = [kind for kind in shipped.terrain.values() if kind.blocks_sight and kind.id != VOID]
    assert all(kind.sight_height > eye for kind in blocking)


def test_what_hinders_sight_rises_above_an_eye(shipped: TerrainSet) -> None:
    """A hindrance that no line between men could meet would be a slip."""
    eye = CONVENTIONS[shipped.sight].eye
    cells = [*shipped.terrain.values(), *shipped.features.values()]
    assert all(kind.sight_height > eye for kind in cells if kind.hindrance)


def test_worked_edges_work_back(shipped: TerrainSet) -> None:
    """What a door becomes becomes the door again."""
    worked = [kind for kind in shipped.edges.values() if kind.becomes]
    assert [shipped.edges[kind.becomes].becomes for kind in worked] == [kind.id for kind in worked]


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


def test_a_battlefield_wall_shelters_and_does_not_block() -> None:
    """A wall on a hexside is worth one and can be seen across."""
    wall = terrain_set("battlefield").edges["wall"]
    assert (wall.defence, wall.blocks_sight) == (1, False)


def test_vehicles_climb_one_level_for_nothing() -> None:
    """Foot pays for one level up and for two either way; two are too steep for vehicles."""
    movement = terrain_set("battlefield").movement
    assert (movement["foot"].up, movement["foot"].down) == ((0, 1, 2), (0, 0, 2))
    assert movement["tracked"].up == movement["wheeled"].down == (0, 0)


def test_difficult_ground_halves_on_the_tabletop() -> None:
    """Woods double the cost of a step on foot and stop the mounted."""
    woods = terrain_set("tabletop").terrain["woods"]
    assert (woods.move["foot"], woods.move["mounted"]) == (MoveCost(times=2), None)


def test_extra_costs_on_the_tabletop_are_half_inches() -> None:
    """A hedge costs troops on foot an inch, and so does a slope that is two steps high."""
    tabletop = terrain_set("tabletop")
    assert tabletop.edges["hedge"].move["foot"] == MoveCost(extra=2)
    assert tabletop.movement["foot"].up == tabletop.movement["foot"].down == (0, 0, 2)


@pytest.mark.parametrize("movement", ["boat", "rail"])
def test_boats_and_trains_go_only_where_they_are_named(movement: str) -> None:
    """Their default is that they may not enter."""
    assert terrain_set("tabletop").movement[movement].default is None


def test_boats_go_on_deep_water_alone() -> None:
    """No other terrain names them."""
    terrain = terrain_set("tabletop").terrain
    assert [key for key, kind in terrain.items() if kind.move.get("boat")] == ["deep_water"]


def test_trains_go_on_rails_alone() -> None:
    """No terrain and no other way names them."""
    tabletop = terrain_set("tabletop")
    kinds: list[TerrainKind | WayKind] = [*tabletop.terrain.values(), *tabletop.ways.values()]
    assert [kind.id for kind in kinds if "rail" in kind.move] == ["rail"]


def test_a_window_is_climbed_for_two() -> None:
    """Crossing a window costs a walker two more, and gives cover without blocking."""
    window = terrain_set("town").edges["window"]
    assert window.move["walk"] == MoveCost(extra=2)
    assert (window.cover, window.blocks_sight) == ("hard", False)


@pytest.mark.parametrize("key", ["table", "barrel", "stacked_crates"])
def test_an_object_is_terrain_and_feature(key: str) -> None:
    """Objects of the town can be drawn by their letter or laid on any ground, with the same figures."""
    town = terrain_set("town")
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
    "a letter twice": (
        '[terrain.sand]\nletter = "."\nsource = "x"',
        'terrain.sand.letter: found ".", which draws',
    ),
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
