"""What a step costs, and where steps lead."""

from itertools import pairwise

import networkx
import pytest

from sim.board.battlemap import BattleMap
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.board.movement import BARRED, Mover, StepCost, Turning, step_cost, step_costs
from sim.board.nearest import furthest_in_cells, nearest_in_cells
from sim.board.paths import (
    Limits,
    Stand,
    alternative_ways,
    choke_points,
    movement_graph,
    reach,
    reach_turning,
    safest_ways,
)
from sim.grid import Cell, Edge, SquareGrid
from tests.board.drawn import GRIDS, at, drawn, random_map

SQUARES = SquareGrid(8)
WALK = Turning(step=(0, 0, None, None, 0), pivot=(0, 1, 1, 1, 1), after=(0, 0, None, None, None))
"""OUTLAWS!: three squares ahead or back off, turning by one on the way; a turnaround costs an action."""
HEX_FOOT = Turning(step=(0, 0, 1, 1), pivot=(0, 1, 1, 1), after=(0, 0, 0, 0))
"""Conflict of Heroes: backwards costs one more, a pivot one, and a pivot after a move nothing."""


def step(battle_map: BattleMap, line: str, mover: Mover, changes: Changes = NO_CHANGES) -> StepCost:
    """The step between two named cells."""
    return step_cost(Ground(battle_map, changes), mover, *at(battle_map, line))


# -- one step -------------------------------------------------------------------------------------------------


def test_terrain_costs_or_bars() -> None:
    """Open ground costs the mover's own step, woods add 1, tall trees double, wire adds; what bars says why."""
    assert step(drawn(".\n."), "A1 A2", Mover("foot", 2)).cost == 2
    assert step(drawn(".\nw"), "A1 A2", Mover("foot", 2)).parts == ((3, "woods"),)
    assert step(drawn(".\nT"), "A1 A2", Mover("foot", 2)).parts == ((4, "tall trees"),)
    assert step(drawn(".\nw", features={"A2": "wire"}), "A1 A2", Mover("foot")).parts == ((2, "woods"), (3, "wire"))
    barred = step(drawn(".\nw"), "A1 A2", Mover("cart"))
    assert not barred
    assert barred.cost == BARRED
    assert barred.barred == "cart may not enter woods"


@pytest.mark.parametrize(
    ("levels", "mover", "cost"),
    [
        ("01", "foot", 2),
        ("02", "foot", 3),
        ("03", "foot", BARRED),
        ("10", "foot", 1),
        ("20", "foot", 2),
        ("30", "foot", BARRED),
        ("01", "cart", 3),
        ("02", "cart", BARRED),
        ("10", "cart", 2),
        ("03", "air", 1),
    ],
)
def test_slopes(levels: str, mover: str, cost: int) -> None:
    """Climbing and descending cost by the step, and too much of either cannot be done."""
    battle_map = drawn(".\n.", heights="\n".join(levels))
    assert step(battle_map, "A1 A2", Mover(mover)).cost == cost


def test_edges_cost_or_bar() -> None:
    """A low wall costs one more on foot, a wall bars, an open door is free."""
    kinds = ("low_wall", "wall", "door_open")
    costs = [step(drawn(".\n.", edges={"A1/s": kind}), "A1 A2", Mover("foot")).cost for kind in kinds]
    assert costs == [2, BARRED, 1]


def test_road_takes_the_place_of_terrain_and_wall_but_not_of_the_slope() -> None:
    """Road to road ignores what grows beside it and what it passes through; the climb stays."""
    battle_map = drawn(".\nw", heights=".\n1", edges={"A1/s": "wall"}, ways={"road": ["A1", "A2"]})
    assert step(battle_map, "A1 A2", Mover("foot")).parts == ((1, "road"), (1, "1 up"))


def test_trains_boats_and_aircraft() -> None:
    """A train keeps to its rails, a boat to water; to aircraft nothing bars the way but the edge of the map."""
    battle_map = drawn("...\n...", ways={"rail": ["A1", "B1"]})
    assert step(battle_map, "A1 B1", Mover("train")).cost == 1
    assert not step(battle_map, "A1 A2", Mover("train"))
    battle_map = drawn("~\n~\n.")
    assert step(battle_map, "A1 A2", Mover("boat")).cost == 1
    assert not step(battle_map, "A2 A3", Mover("boat"))
    battle_map = drawn(".\nw", heights=".\n9", edges={"A1/s": "wall"})
    assert step(battle_map, "A1 A2", Mover("air", 3)).cost == 3
    assert not step(battle_map, "A2 A3", Mover("air", 3))


@pytest.mark.parametrize(
    ("edges", "on_foot", "by_cart"),
    [
        ((), True, True),
        (("A1/e",), True, False),
        (("A1/e", "A1/s"), False, False),
        (("A1/e", "A2/e"), False, False),
        (("A1/e", "B1/s"), True, False),
    ],
)
def test_diagonal_steps_need_a_way_round(edges: tuple[str, ...], on_foot: bool, by_cart: bool) -> None:
    """A diagonal step needs one free way round the corner, or both where the class is unwieldy."""
    battle_map = drawn("..\n..", grid=SQUARES, edges=dict.fromkeys(edges, "wall"))
    assert bool(step(battle_map, "A1 B2", Mover("foot"))) is on_foot
    assert bool(step(battle_map, "A1 B2", Mover("cart"))) is by_cart


@pytest.mark.parametrize(
    ("edges", "cost"),
    [
        ((), 1),
        (("A1/s",), 1),  # the low wall ends at the corner: round its end there is nothing to climb
        (("A1/s", "B1/s"), 2),
        (("A1/s", "B1/s", "A1/e"), 2),
        (("A1/s", "B1/s", "A1/e", "A2/e"), 3),
    ],
)
def test_a_diagonal_step_pays_for_the_sides_of_its_easier_hand(edges: tuple[str, ...], cost: int) -> None:
    """Nobody gets over a wall for nothing by crossing it aslant."""
    battle_map = drawn("..\n..", grid=SQUARES, edges=dict.fromkeys(edges, "low_wall"))
    assert step(battle_map, "A1 B2", Mover("foot")).cost == cost
    assert step(battle_map, "B2 A1", Mover("foot")).cost == cost


def test_somebody_who_opens_doors_pays_for_it() -> None:
    """A closed door bars the way, unless the mover opens it; a wall always does; an open door costs nothing more."""
    battle_map = drawn("...\n...", grid=SQUARES, edges={"A1/e": "door", "B1/e": "wall", "A2/e": "door_open"})
    opener = Mover("foot", opening=2)
    assert not step(battle_map, "A1 B1", Mover("foot"))
    assert step(battle_map, "A1 B1", opener).parts == ((1, "open ground"), (2, "opening: door"))
    assert not step(battle_map, "B1 C1", opener)
    assert step(battle_map, "A2 B2", opener).cost == 1


@pytest.mark.parametrize("rushes", [False, True])
def test_who_rushes_takes_no_difficult_ground(rushes: bool) -> None:
    """Woods that cost more than open ground bar whoever rushes, and say so."""
    found = step(drawn(".\nw"), "A1 A2", Mover("foot", rushes=rushes))
    assert bool(found) is not rushes
    assert found.barred == ("too difficult for a rush: woods" if rushes else "")


def test_slopes_in_a_rush_and_diagonals() -> None:
    """A slope costs as much in a rush; diagonal steps may cost another figure: 2 and 3 for half inches."""
    uphill = drawn(".\n.", heights="0\n1")
    assert step(uphill, "A1 A2", Mover("foot", rushes=True)).cost == step(uphill, "A1 A2", Mover("foot")).cost == 2
    battle_map = drawn("..\n..", grid=SQUARES)
    assert step(battle_map, "A1 B1", Mover("foot", 2, 3)).cost == 2
    assert step(battle_map, "A1 B2", Mover("foot", 2, 3)).cost == 3


# -- all steps ------------------------------------------------------------------------------------------------

MOVERS = (
    Mover("foot", 2, 3),
    Mover("cart"),
    Mover("boat"),
    Mover("train"),
    Mover("air", 3, 4),
    Mover("foot", opening=2),
    Mover("foot", 2, 3, rushes=True),
    Mover("cart", rushes=True),
)


def change(battle_map: BattleMap) -> Changes:
    """A door opened, a wall raised, smoke and rubble: one of each."""
    cells = tuple(battle_map.whole)
    one = next(edge for edge in sorted(battle_map.edges))
    bare = next(
        Edge.between(cell, cell.plus(battle_map.grid.side_steps[1]))
        for cell in cells
        if cell.plus(battle_map.grid.side_steps[1]) in battle_map
    )
    changes = Changes().with_edge(one, None).with_edge(bare, "wall")
    printed, (feature, *_) = sorted(battle_map.features.items())[0]
    changes = changes.with_way(sorted(battle_map.ways)[0], None).without_feature(printed, feature)
    return changes.with_feature(cells[20], "wire").with_terrain(cells[25], "high")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("changed", [False, True])
def test_table_equals_definition(seed: int, changed: bool) -> None:
    """The table of all step costs holds what `step_cost` says of each, before and after changes."""
    battle_map = random_map(GRIDS[seed % 4], 9, 8, seed)
    changes = change(battle_map) if changed else NO_CHANGES
    ground = Ground(battle_map, changes)
    for mover in MOVERS:
        table = step_costs(battle_map, mover, changes)
        for start in battle_map.whole:
            slot = battle_map.slots.of_cell[battle_map.ordinal(start)]
            for direction, end in enumerate(battle_map.grid.neighbours(start)):
                assert table.costs[slot, direction] == step_cost(ground, mover, start, end).cost, (mover, start, end)


@pytest.mark.parametrize("seed", range(8))
def test_reach_equals_networkx(seed: int) -> None:
    """Reach finds the same costs as networkx on the movement graph, and its ways cost what it says."""
    battle_map = random_map(GRIDS[seed % 4], 9, 8, seed)
    ground = Ground(battle_map)
    for mover in MOVERS:
        graph = movement_graph(ground, mover)
        for start in tuple(battle_map.whole)[::13]:
            found = reach(ground, mover, start)
            costs = networkx.single_source_dijkstra_path_length(graph, start)
            assert {cell: found.cost(cell) for cell in found.area} == costs
            for end in found.area:
                way = found.way(end)
                assert (way[0], way[-1]) == (start, end)
                assert sum(step_cost(ground, mover, *ends).cost for ends in pairwise(way)) == costs[end]


# -- reach ----------------------------------------------------------------------------------------------------


def test_budget_is_the_last_cost_that_counts() -> None:
    """A budget of 3 reaches what costs 3 and not 4; one search answers for smaller ones; with nothing one stays."""
    battle_map = drawn("......", grid=SQUARES)
    found = reach(Ground(battle_map), Mover("foot"), battle_map.cell("A1"), Limits(budget=3))
    assert list(found.area) == at(battle_map, "A1 B1 C1 D1")
    assert found.cost(battle_map.cell("E1")) is None
    assert found.way(battle_map.cell("E1")) == ()
    found = reach(Ground(battle_map), Mover("foot"), battle_map.cell("A1"))
    assert list(found.within(2)) == at(battle_map, "A1 B1 C1")
    battle_map = drawn("...", grid=SQUARES)
    one = at(battle_map, "A1")[0]
    assert list(reach(Ground(battle_map), Mover("foot"), one, Limits(budget=0)).area) == [one]


def test_closed_cells_are_gone_round() -> None:
    """Closed cells are not entered."""
    battle_map = drawn("...\n...", grid=SquareGrid(4))
    start, closed, end = at(battle_map, "A1 B1 C1")
    found = reach(Ground(battle_map), Mover("foot"), start, Limits(closed=battle_map.area(closed)))
    assert found.cost(closed) is None
    assert found.cost(end) == 4


def test_where_movement_ends_and_where_it_may_not() -> None:
    """Nobody goes on from a last cell, or stops in one that is only passed; starting there is no hindrance."""
    battle_map = drawn("...", grid=SQUARES)
    one, two, three = at(battle_map, "A1 B1 C1")
    limits = Limits(last=battle_map.area(two))
    assert reach(Ground(battle_map), Mover("foot"), one, limits).cost(two) == 1
    assert reach(Ground(battle_map), Mover("foot"), one, limits).cost(three) is None
    assert reach(Ground(battle_map), Mover("foot"), two, limits).cost(three) == 1
    found = reach(Ground(battle_map), Mover("air"), one, Limits(passing=battle_map.area(one, two)))
    assert (found.cost(one), found.cost(two), found.cost(three)) == (0, None, 2)
    assert found.way(three) == (one, two, three)


def test_one_step_may_be_dearer_than_the_budget() -> None:
    """Where a first step is always allowed it is reached at its price, and nothing beyond it; closed cells are not."""
    battle_map = drawn(".ww\n.w.", grid=SQUARES)
    start, woods, beyond, shut = at(battle_map, "A1 B1 C1 B2")
    limits = Limits(budget=1, closed=battle_map.area(shut), one_step=True)
    found = reach(Ground(battle_map), Mover("foot", 2, 3), start, limits)
    assert found.way(woods) == (start, woods)
    assert found.cost(woods) == 3
    assert (found.cost(beyond), found.cost(shut)) == (None, None)
    assert reach(Ground(battle_map), Mover("foot", 2, 3), start, Limits(budget=1)).cost(woods) is None


@pytest.mark.parametrize("seed", range(4))
def test_last_steps_are_those_of_the_ways(seed: int) -> None:
    """Every cell but the start has one, it comes from the cell before it on its way, and that one was listed before."""
    battle_map = random_map(GRIDS[seed], 9, 8, seed)
    found = reach(Ground(battle_map), Mover("foot", 2, 3), tuple(battle_map.whole)[40], Limits(budget=12))
    listed = {found.start}
    for place, before, cost in found.steps():
        end = battle_map.cells[place]
        assert found.way(end)[-2] == battle_map.cells[before] and battle_map.cells[before] in listed
        assert found.cost(end) == cost
        listed.add(end)
    assert listed == set(found.area) and len(listed) > 3


def test_furthest_and_nearest_reached() -> None:
    """The furthest reached cells from another are all of them, a tie to be settled by the rules."""
    battle_map = drawn("...\n...\n...", grid=SquareGrid(4))
    start, other = at(battle_map, "B2 A2")
    found = reach(Ground(battle_map), Mover("foot"), start, Limits(budget=1))
    assert furthest_in_cells(battle_map, other, found.area).cells == (*at(battle_map, "B1 C2 B3"),)
    assert furthest_in_cells(battle_map, start, found.area).cells == (*at(battle_map, "B1 A2 C2 B3"),)
    assert nearest_in_cells(battle_map, other, found.area).cells == (other,)


# -- facing ---------------------------------------------------------------------------------------------------


def test_walking_straight_ahead_needs_no_turn() -> None:
    """OUT-T-suspected counts Walk and Turnaround: three squares ahead are three actions, behind one turn more."""
    battle_map = drawn(".......", grid=SQUARES)
    start = Stand(battle_map.cell("D1"), SQUARES.directions.index("e"))
    found = reach_turning(Ground(battle_map), Mover("foot", turning=WALK), start)
    assert found.cost(battle_map.cell("G1")) == 3
    assert found.cost(battle_map.cell("B1")) == 2, "backing off twice beats a turnaround"
    assert found.cost(battle_map.cell("A1")) == 3
    assert found.cost(battle_map.cell("A1"), SQUARES.directions.index("w")) == 4


def test_way_with_turns_shows_every_stand() -> None:
    """The way lists turns on the spot as stands of their own."""
    battle_map = drawn(".\n.", grid=SQUARES)
    start, end = at(battle_map, "A1 A2")
    found = reach_turning(Ground(battle_map), Mover("foot", turning=WALK), Stand(start, SQUARES.directions.index("e")))
    way = found.way(end)
    assert [stand.cell for stand in way] == [start, start, end]
    assert way[0].facing == SQUARES.directions.index("e")
    assert way[1].facing in (0, 3, 4, 5), "turned so that the square below lies ahead, or straight behind to back off"
    assert found.cost(end) == 2


def test_hex_backwards_costs_one_more() -> None:
    """A step into the own flank costs one more, and turning after a move nothing."""
    battle_map = drawn(".\n.\n.")
    middle, back, front = at(battle_map, "A2 A3 A1")
    found = reach_turning(Ground(battle_map), Mover("foot", turning=HEX_FOOT), Stand(middle, 0))
    assert (found.cost(front), found.cost(back)) == (1, 2)
    assert [found.cost(front, facing) for facing in range(6)] == [1] * 6


# -- safest way -----------------------------------------------------------------------------------------------


def test_safest_way() -> None:
    """AAS-R-safest: the fewest cells seen, then the shortest; where danger must be crossed it is thinnest."""
    battle_map = drawn(".....\n.....\n.....", grid=SquareGrid(4))
    start, end = at(battle_map, "A1 E1")
    danger = battle_map.area(*at(battle_map, "B1 C1 D1"))
    found = safest_ways(Ground(battle_map), Mover("foot"), start, danger)
    assert found.way(end) == (*at(battle_map, "A1 A2 B2 C2 D2 E2 E1"),)
    assert found.danger(end) == 0
    battle_map = drawn(".....\n.....\n.....\n.....", grid=SquareGrid(4))
    start, end = at(battle_map, "A1 E1")
    danger = battle_map.area(*at(battle_map, "B1 C1 D1 B2 C2 D2 B3 C3 D3 C4"))
    found = safest_ways(Ground(battle_map), Mover("foot"), start, danger)
    assert found.danger(end) == 1
    assert found.cost(end) == 10
    battle_map = drawn("...\n.T.\n...", grid=SquareGrid(4))
    start, end = at(battle_map, "A2 C2")
    found = safest_ways(Ground(battle_map), Mover("foot"), start, battle_map.area())
    assert found.cost(end) == 3


# -- the map as a graph ---------------------------------------------------------------------------------------


def test_the_map_as_a_graph() -> None:
    """Choke points, without which it falls apart; ways cheapest first, without loops, none where there is none."""
    battle_map = drawn(".O.\n...\n.O.", grid=SquareGrid(4))
    assert choke_points(Ground(battle_map), Mover("foot")) == (*at(battle_map, "A2 B2 C2"),)
    battle_map = drawn("..O\n...", grid=SquareGrid(4))
    start, end, wall = at(battle_map, "A1 B2 C1")
    ways = alternative_ways(Ground(battle_map), Mover("foot"), start, end, 5)
    assert sorted(ways) == sorted([(start, Cell(1, 0), end), (start, Cell(0, 1), end)])
    assert alternative_ways(Ground(battle_map), Mover("foot"), start, wall, 5) == ()


# -- limits of all searches -----------------------------------------------------------------------------------


def test_turning_and_safest_heed_closed_and_last_cells() -> None:
    """Closed cells are not entered and last cells not left, whichever search it is."""
    battle_map = drawn("...", grid=SQUARES)
    one, two, three = at(battle_map, "A1 B1 C1")
    east, walker = Stand(one, SQUARES.directions.index("e")), Mover("foot", turning=WALK)
    ground, nothing = Ground(battle_map), battle_map.area()
    for limits, costs in (
        (Limits(closed=battle_map.area(two)), (None, None)),
        (Limits(last=battle_map.area(two)), (1, None)),
        (Limits(closed=battle_map.area(two), last=battle_map.area(two)), (None, None)),
        (Limits(), (1, 2)),
    ):
        for found in (reach_turning(ground, walker, east, limits), safest_ways(ground, walker, one, nothing, limits)):
            assert (found.cost(two), found.cost(three)) == costs


def test_turning_after_a_step_may_cost() -> None:
    """A turn as part of a step adds its own figure; the way without a facing is the one that costs least."""
    battle_map = drawn("..", grid=SQUARES)
    one, two = at(battle_map, "A1 B1")
    slow = Turning(step=(0, 0, None, None, 0), pivot=(0, 9, 9, 9, 9), after=(0, 5, None, None, None))
    found = reach_turning(Ground(battle_map), Mover("foot", turning=slow), Stand(one, 2))
    assert [found.cost(two, facing) for facing in (2, 1, 3)] == [1, 6, 6]
    assert found.way(two) == (Stand(one, 2), Stand(two, 2))


def test_nonsense_is_refused() -> None:
    """A facing, a turning, a budget or a step that cannot be are errors, not answers."""
    battle_map = drawn("...", grid=SQUARES)
    ground, one = Ground(battle_map), at(battle_map, "A1")[0]
    walker = Mover("foot", turning=WALK)
    with pytest.raises(ValueError, match="facing 8"):
        reach_turning(ground, walker, Stand(one, 8))
    with pytest.raises(ValueError, match="needs 5 figures"):
        reach_turning(ground, Mover("foot", turning=HEX_FOOT), Stand(one, 0))
    with pytest.raises(ValueError, match="less than nothing"):
        reach(ground, walker, one, Limits(budget=-1))
    with pytest.raises(ValueError, match="not neighbours"):
        step(battle_map, "A1 C1", Mover("foot"))
    with pytest.raises(ValueError, match="no step may cost more"):
        reach(ground, Mover("foot", 40_000), one)


def test_what_play_puts_across_a_road_counts() -> None:
    """A barricade raised on a road bars it; a bridge blown is no way any more."""
    battle_map = drawn("..", grid=SQUARES, ways={"road": ["A1", "B1"]})
    link = Edge.between(*at(battle_map, "A1 B1"))
    assert step(battle_map, "A1 B1", Mover("foot")).parts == ((1, "road"),)
    assert not step(battle_map, "A1 B1", Mover("foot"), Changes().with_edge(link, "wall"))
    blown = step(battle_map, "A1 B1", Mover("foot"), Changes().with_way(link, None))
    assert blown.parts == ((1, "open ground"),)


def test_same_question_same_table() -> None:
    """Facing and the way of asking do not make another table."""
    battle_map = drawn("..")
    table = step_costs(battle_map, Mover("foot"))
    assert step_costs(battle_map, Mover("foot", turning=HEX_FOOT), NO_CHANGES) is table
