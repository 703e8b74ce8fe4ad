"""Fronts, flanks, fire zones, threat, and the nearest of several."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from sim.board.battlemap import Scale
from sim.board.convention import HIGH_GROUND, TOWN
from sim.board.ground import Ground
from sim.board.movement import Mover
from sim.board.nearest import nearest_in_actions, nearest_in_cells, nearest_in_length
from sim.board.paths import reach
from sim.board.sight import lines_of_sight
from sim.board.zones import (
    Front,
    WayToFlank,
    arc,
    disc,
    field_of_view,
    fire_zone,
    fire_zone_by_ruler,
    flank,
    threat_count,
    way_to_flank,
)
from sim.grid import SquareGrid
from tests.board.drawn import GRIDS, at, drawn, random_map

SQUARES = SquareGrid(8)
OPEN = "\n".join(["." * 9] * 9)


@pytest.mark.parametrize("grid", GRIDS)
def test_arc_equals_the_grid(grid) -> None:  # type: ignore[no-untyped-def]
    """An arc holds the cells that `Grid.in_arc` names, for every facing and every spread."""
    battle_map = random_map(grid, 9, 9, 1)
    for origin in tuple(battle_map.whole)[::17]:
        for facing in range(len(grid.directions)):
            for spread in range(len(grid.compass) // 2 + 1):
                zone = arc(battle_map, Front(origin, facing, spread))
                assert set(zone) == {c for c in battle_map.whole if grid.in_arc(origin, facing, c, spread)}


def test_hex_front_and_flank() -> None:
    """COH-FLANK: three hexes ahead are the front, three behind the flank; a turret or a look round has none."""
    battle_map = drawn(OPEN)
    cell = at(battle_map, "E5")[0]
    front = Front(cell, 0, 3)
    near = battle_map.area(*battle_map.grid.neighbours(cell))
    assert set(arc(battle_map, front) & near) == set(at(battle_map, "D4 E4 F4"))
    assert set(flank(battle_map, front) & near) == set(at(battle_map, "D5 E6 F5"))
    front = Front(battle_map.cell("E5"), 0, None)
    assert arc(battle_map, front) == battle_map.whole
    assert not flank(battle_map, front)


def test_town_cone() -> None:
    """OUT-FOV: what lies behind is seen by turning."""
    battle_map = drawn(OPEN, grid=SQUARES)
    lines, (here, beside, behind) = lines_of_sight(battle_map, TOWN), at(battle_map, "E5 F4 E8")
    cone, all_round = (field_of_view(lines, Front(here, 0, spread)) for spread in (1, None))
    assert (beside in cone, behind in cone, behind in all_round) == (True, False, True)


def test_fire_zone_needs_arc_sight_and_range() -> None:
    """COH-FZ: in the arc, in sight, within range; each of the three alone takes a hex out."""
    battle_map = drawn("\n".join(["." * 9] * 3 + ["....w...."] + ["." * 9] * 5))
    lines = lines_of_sight(battle_map, HIGH_GROUND)
    front = Front(battle_map.cell("E7"), 0, 3)
    zone = fire_zone(lines, front, 4)
    inside, behind_woods, too_far, flanking = at(battle_map, "E4 E3 B3 E8")
    assert inside in zone
    assert behind_woods not in zone
    assert battle_map.distance(front.cell, too_far) == 5
    assert too_far not in zone
    assert flanking not in zone
    assert front.cell not in zone


def test_fire_zone_ranges() -> None:
    """A mortar fires at nothing nearer than its shortest range; by ruler four inches are a round zone."""
    battle_map = drawn(OPEN)
    zone = fire_zone(lines_of_sight(battle_map, HIGH_GROUND), Front(battle_map.cell("E9"), 0, 3), 5, at_least=3)
    assert [cell in zone for cell in at(battle_map, "E8 E7 E6 E4 E3")] == [False, False, True, True, False]
    battle_map = drawn(OPEN, grid=SQUARES)
    zone = fire_zone_by_ruler(lines_of_sight(battle_map, TOWN), Front(battle_map.cell("E9"), 0, 1), Fraction(4))
    assert [cell in zone for cell in at(battle_map, "E5 F5 E4 E9 D6")] == [True, False, False, False, True]


def test_threat_counts_zones() -> None:
    """A cell in two fire zones counts two."""
    battle_map = drawn("...\n...\n...")
    one, two, none = at(battle_map, "A1 B1 C3")
    zones = [battle_map.area(one, two), battle_map.area(two)]
    count = threat_count(battle_map, zones)
    assert [count[battle_map.ordinal(cell)] for cell in (one, two, none)] == [1, 2, 0]


def test_way_to_flank() -> None:
    """COH-FLANK: the fewest steps to a flank hex from which the target is seen and in range; all ties are named."""
    battle_map = drawn(OPEN)
    lines = lines_of_sight(battle_map, HIGH_GROUND)
    target = Front(battle_map.cell("E5"), 0, 3)
    straight_ahead = way_to_flank(lines, at(battle_map, "E3")[0], target, 8)
    assert straight_ahead is not None
    assert straight_ahead.steps == 3
    assert way_to_flank(lines, at(battle_map, "E8")[0], target, 8) == WayToFlank(0, (*at(battle_map, "E8"),))
    assert way_to_flank(lines, at(battle_map, "A1")[0], Front(battle_map.cell("E5"), 0, None), 8) is None
    start, target = at(battle_map, "E9")[0], Front(battle_map.cell("E2"), 0, 3)
    found = way_to_flank(lines, start, target, 2)
    assert found is not None
    assert found.steps == 5
    picture = "\n".join(["." * 5, "." * 5, "wwwww", "." * 5])
    battle_map = drawn(picture)
    lines = lines_of_sight(battle_map, HIGH_GROUND)
    found = way_to_flank(lines, at(battle_map, "C4")[0], Front(battle_map.cell("C1"), 0, 3), 3)
    assert found is not None
    assert at(battle_map, "C4")[0] not in found.cells


@pytest.mark.parametrize("grid", GRIDS)
def test_disc_equals_the_grid(grid) -> None:  # type: ignore[no-untyped-def]
    """A disc holds the cells that `Grid.disc` names, as far as they are on the map; of -1 it is empty."""
    battle_map = random_map(grid, 9, 7, 1)
    for centre in tuple(battle_map.whole)[::13]:
        for radius in (0, 1, 2, 5, 12):
            around = [cell for cell in grid.disc(centre, radius) if cell in battle_map]
            assert disc(battle_map, centre, radius) == battle_map.area(*around)
        assert not disc(battle_map, centre, -1)
        assert disc(battle_map, centre, 10_000) == battle_map.whole


# -- nearest --------------------------------------------------------------------------------------------------


def test_nearest_in_cells_and_in_inches() -> None:
    """Ties are all named; by ruler the diagonal is further by the root of two; two inches a cell double lengths."""
    battle_map = drawn("...\n...\n...", grid=SQUARES)
    here, one, two, far = at(battle_map, "A1 B2 A2 C3")
    found = nearest_in_cells(battle_map, here, [one, two, far])
    assert (found.measure, found.cells, found.distance, found.tied) == ("cells", (one, two), 1, True)
    here, diagonal, straight = at(battle_map, "A1 B2 A2")
    assert nearest_in_length(battle_map, here, [diagonal, straight]).cells == (straight,)
    assert nearest_in_length(battle_map, here, [diagonal]).distance == pytest.approx(sqrt(2))
    assert nearest_in_length(battle_map, here, [diagonal]).measure == "inch"
    battle_map = drawn("...", grid=SQUARES)
    battle_map = replace(battle_map, scale=Scale(2.0, "inch"))
    assert battle_map.length(*at(battle_map, "A1 C1")) == 4.0


@pytest.mark.parametrize("grid", GRIDS)
def test_distances_of_many_are_those_of_each(grid) -> None:  # type: ignore[no-untyped-def]
    """By rows from these cells, by columns to those; of nobody there are none."""
    battle_map = drawn("\n".join(["......."] * 6), grid=grid)
    ones, others = battle_map.cells[::3], battle_map.cells[::5]
    expected = [[battle_map.distance(one, other) for other in others] for one in ones]
    assert battle_map.distances(ones, others).tolist() == expected
    assert battle_map.distances(ones, ()).shape == (len(ones), 0)
    assert battle_map.nearest(ones) == [
        min(battle_map.distance(one, cell) for one in ones) for cell in battle_map.cells
    ]


@pytest.mark.parametrize("grid", GRIDS)
def test_the_edge_is_the_outer_row_of_cells(grid) -> None:  # type: ignore[no-untyped-def]
    """Of five columns and four rows, three by two lie within; all others are at an edge, corners among them."""
    battle_map = drawn("\n".join(["....."] * 4), grid=grid)
    within = {grid.name(cell) for cell in battle_map.whole if not battle_map.is_at_edge(cell)}
    assert within == {"B2", "C2", "D2", "B3", "C3", "D3"}


def test_nearest_in_actions_counts_the_way() -> None:
    """Nearest by the way to go can be further off by ruler; what cannot be reached does not count."""
    battle_map = drawn("...\n...", grid=SquareGrid(4), edges={"A1/e": "wall"})
    here, behind_wall, other = at(battle_map, "A1 B1 B2")
    found = reach(Ground(battle_map), Mover("foot"), here)
    assert nearest_in_actions(found, [behind_wall, other]).cells == (other,)
    sealed = drawn("..", grid=SquareGrid(4), edges={"A1/e": "wall"})
    lost = reach(Ground(sealed), Mover("foot"), at(sealed, "A1")[0])
    assert nearest_in_actions(lost, at(sealed, "B1")).cells == ()
