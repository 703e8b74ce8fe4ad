"""The maps of the set battles: each is a place, can be walked over, and is worth fighting for."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.ground import Changes, Ground
from sim.board.lint import door_findings, edge_findings, place_findings, reach_findings, usual_walker
from sim.board.mapfile import load_map
from sim.board.movement import Mover
from sim.board.paths import reach
from sim.board.sight import lines_of_sight
from sim.board.terrain import FREE, MovementClass
from sim.grid import Cell
from sim.resources import maps_folder

NAMES = sorted(file.stem for file in (maps_folder() / "battles").glob("*.toml"))
MAPS = {
    "ain_suhail": ((36, 36), "wheeled: east_road > gate | foot: south_road > storehouse"),
    "bab_harun": ((36, 36), "wheeled: west_road > east_road | foot: bazaar > hotel_roof"),
    "fish_coulee": ((72, 48), "gun: trail_south > trail_north | mounted: trail_south > ford"),
    "kamenka_fields": ((10, 10), "wheeled: west_edge > bridge"),
    "laguna_seca": (
        (34, 22),
        "wheeled: road_east > sheds | tracked: south_track > dry_lake | gun: road_west > hacienda",
    ),
    "orlovka_village": ((12, 17), "tracked: south_road > crossroads | wheeled: west_road > east_road"),
    "presidio_san_isidro": ((48, 48), "wheeled: south_road > plaza | mounted: dry_wash > churchyard"),
    "rio_colorado_crossing": (
        (36, 24),
        "boat: gunboat_entry > bridge | rail: train_west > train_east | wheeled: road_west > ford_east | "
        "foot: station > blockhouse",
    ),
    "saint_damase": ((60, 40), "gun: trail_east > street | horseman: trail_east > ferry"),
    "two_loons": (
        (60, 40),
        "horseman: trail_east > north wood | horseman: trail_east > south wood | man: east_edge > west_edge",
    ),
    "tell_nahla": ((36, 36), "wheeled: east_road > south_street | foot: palm_garden > minaret"),
    "zimovets_ridge": ((26, 18), "tracked: ford_track > east_knoll | wheeled: south_road > north_road"),
}
"""Columns and rows that a battle needs at least, for the rules of some games count on them; who goes where."""
VIEWERS = 240
"""Cells from which the view is taken; on small maps all of them."""

every_map = pytest.mark.parametrize("name", NAMES)


@cache
def battle_map(name: str) -> BattleMap:
    """A map, read once for all tests."""
    return load_map(Path(maps_folder() / "battles" / f"{name}.toml"))


def named(on: BattleMap) -> dict[str, tuple[Cell, ...]]:
    """All that a scenario can name: places and areas."""
    return {**on.areas, **on.places}


def views_of(on: BattleMap, viewers: Iterable[Cell]) -> list[Area]:
    """What is seen from each of these cells."""
    lines = lines_of_sight(on, CONVENTIONS[on.terrain_set.sight])
    return [lines.field_of_view(viewer) for viewer in viewers]


def walker(on: BattleMap) -> MovementClass:
    """Whoever goes on foot there."""
    movement = usual_walker(on)
    assert movement is not None
    return movement


def opened(on: BattleMap) -> Ground:
    """The map with every door and gate open that would otherwise bar the way."""
    kinds, movement = on.terrain_set.edges, walker(on)
    doors = [
        (edge, kinds[kind].becomes)
        for edge, kind in sorted(on.edges.items())
        if kinds[kind].becomes and kinds[kind].move.get(movement.id, FREE) is None
    ]
    return Ground(on, Changes(edges=tuple(doors)))


@cache
def walked(name: str) -> Area:
    """Where somebody on foot gets to from the first place that has a name, with doors opened."""
    on = battle_map(name)
    return reach(opened(on), Mover(walker(on).id), next(iter(named(on).values()))[0]).area


# -- every map ------------------------------------------------------------------------------------------------


@every_map
def test_it_says_what_it_is(name: str) -> None:
    """A title, what it asks of attacker and defender, four places to name, six kinds of terrain."""
    on = battle_map(name)
    assert on.title != name
    assert len(on.notes.split(".")) > 2
    assert len(on.places) >= 4
    assert len(set(on.terrain)) >= 6


@every_map
def test_what_has_a_name_can_be_walked_to(name: str) -> None:
    """On foot, with doors opened, into it or up to it, and into at least four places."""
    on = battle_map(name)

    def up_to(cells: tuple[Cell, ...]) -> bool:
        return any(near in walked(name) for cell in cells for near in (cell, *on.grid.neighbours(cell)))

    assert [part for part, cells in named(on).items() if not up_to(cells)] == []
    assert sum(any(cell in walked(name) for cell in cells) for cells in on.places.values()) >= 4


@every_map
def test_one_sees_something_and_not_everything(name: str) -> None:
    """From the median cell one sees between a twentieth and seven tenths of the map."""
    on = battle_map(name)
    cells = tuple(on.whole)
    views = views_of(on, cells[:: max(1, len(cells) // VIEWERS)])
    assert 0.05 <= median(map(len, views)) / len(cells) <= 0.70


@every_map
def test_nothing_looks_like_a_slip(name: str) -> None:
    """No door leads nowhere, no place is empty, nothing that somebody could enter is cut off."""
    on = battle_map(name)
    foot = walker(on)
    findings = [*place_findings(on), *edge_findings(on), *reach_findings(on, foot), *door_findings(on, foot)]
    assert [str(finding) for finding in findings if finding.severity == "warning"] == []


@pytest.mark.parametrize("name", MAPS)
def test_it_is_large_enough(name: str) -> None:
    """A map that is meant for a game of some size has it."""
    (columns, rows), on = MAPS[name][0], battle_map(name)
    assert on.width >= columns and on.height >= rows


# -- who gets where -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "route"), [(name, way) for name in MAPS for way in MAPS[name][1].split(" | ")])
def test_each_arm_has_its_way(name: str, route: str) -> None:
    """Guns, wheels, trains and boats get where the map was drawn for them to go."""
    movement, start, end = route.replace(": ", " > ").split(" > ")
    on = battle_map(name)
    found = reach(Ground(on), Mover(movement), named(on)[start][0])
    assert any(found.cost(cell) is not None for cell in named(on)[end])


def test_boats_stop_at_the_gravel_bars() -> None:
    """The river is closed above the island: only the ford leads across there."""
    on = battle_map("rio_colorado_crossing")
    found = reach(Ground(on), Mover("boat"), on.areas["gunboat_entry"][0])
    assert all(found.cost(cell) is None for cell in on.places["gravel_bars"])


def test_wheels_cross_the_arroyo_by_the_bridge_only() -> None:
    """Without its planks an armoured car from the east never sees the sheds from near."""
    on = battle_map("laguna_seca")
    planks = tuple((link, None) for link in sorted(on.ways) if set(on.places["bridge"]) & set(link))
    found = reach(Ground(on, Changes(ways=planks)), Mover("wheeled"), on.areas["road_east"][0])
    assert all(found.cost(cell) is None for cell in (*on.places["sheds"], *on.areas["road_west"]))


@pytest.mark.parametrize(
    ("name", "viewers", "hidden"),
    [("fish_coulee", "trail_south", "ford"), ("saint_damase", "church", "street"), ("saint_damase", "church", "ferry")],
)
def test_what_the_ground_hides(name: str, viewers: str, hidden: str) -> None:
    """Who comes by the trail does not see the ford, and who stands at the church neither street nor ferry."""
    on = battle_map(name)
    assert all(cell not in view for view in views_of(on, named(on)[viewers]) for cell in on.places[hidden])


def test_horses_cross_the_neck_by_ford_or_reeds() -> None:
    """The creek itself lets nobody through: without the ford and the marsh a rider stays on his bank."""
    on = battle_map("two_loons")
    wet = tuple((cell, "deep_water") for cell in on.whole if on.terrain_at(cell).id in ("ford", "marsh"))
    trail = tuple((link, None) for link in sorted(on.ways) if set(on.places["ford"]) & set(link))
    flooded = Ground(on, Changes(terrain=wet, ways=trail))
    found = reach(flooded, Mover("horseman"), on.areas["trail_east"][0])
    assert all(found.cost(cell) is None for cell in on.areas["trail_west"])


@pytest.mark.parametrize(
    ("name", "tower", "below"),
    [
        ("presidio_san_isidro", "bell_tower", "plaza"),
        ("tell_nahla", "minaret", "market"),
        ("ain_suhail", "minaret", "market"),
    ],
)
def test_a_tower_sees_over_roofs_and_walls(name: str, tower: str, below: str) -> None:
    """From it one sees more than from anywhere on the plaza or in the market."""
    on = battle_map(name)
    views = [max(map(len, views_of(on, named(on)[part]))) for part in (tower, below)]
    assert views[0] > views[1]


def test_wheels_go_round_the_rubble_on_either_side() -> None:
    """The road of Bab Harun is barred. North or south of it there is a way round, and with neither there is none."""
    on = battle_map("bab_harun")
    road = {on.grid.offset(cell)[1] for cell in on.areas["west_road"]}

    def arrives(*barred: Cell) -> bool:
        rubble = Changes(features=tuple((cell, ("barricade",)) for cell in sorted(barred)))
        found = reach(Ground(on, rubble), Mover("wheeled"), on.areas["west_road"][0])
        return any(found.cost(cell) is not None for cell in on.areas["east_road"])

    north = [cell for cell in on.whole if on.grid.offset(cell)[1] < min(road)]
    south = [cell for cell in on.whole if on.grid.offset(cell)[1] > max(road)]
    assert (arrives(*north), arrives(*south), arrives(*north, *south)) == (True, True, False)
