"""Our definitions held against those of public peers, on the same maps: python-tcod and networkx.

Reach and ways must be the same, cell by cell. Fields of view must not be: there the peers answer another question, and
the tests say exactly how it differs.

Ours, on a flat map of squares with blockers only: the straight line between two centres is blocked by every blocking
square that it passes through, and at a corner only if the squares on both hands block.

tcod's symmetric shadow-cast sweeps outward row by row and lets a blocking tile hide what lies behind the tile's middle
line, drawn across the direction of the row. A line to a floor tile is therefore blocked where it crosses such a middle
line, which means: where, at some step along the longer of its two directions, the tile nearest to it blocks. Lines that
only clip a blocker's corner pass.

        V . . . . .
        . . # . . .      The line from V to T passes through a corner of the blocker (ours: blocked), but where it
        . . . . . .      crosses the middle of the blocker's column it is nearer to the tile below (tcod: clear).
        . . . . . .
        . . . . . T

So whatever we see tcod sees, and not the other way about. If we see a target, no blocker's inside is touched, least of
all its middle line, and the gap between line and middle line is far wider than tcod's rounding.

Where the line goes exactly through the end of a middle line, halfway between two tiles, tcod lets it pass if one of
the two blocks, and holds it if both do; but when it has met such ends on both hands, the sector of light has no width
any more, and what comes of it depends on rounding: there, and only there, tcod may even disagree with itself there and
back. We are blocked in all these cases, since such a line passes through the blocking tile.

Of tcod's other algorithms only the most permissive one is symmetric: two tiles see each other if any point of the one
sees any point of the other. It too sees whatever we see, on every map tried here; that is found, not proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.convention import HIGH_GROUND
from sim.board.ground import Ground
from sim.board.movement import Mover, Turning, step_cost, step_costs
from sim.board.paths import UNREACHED, Limits, Reach, Stand, movement_graph, reach, reach_turning, safest_ways, ways_to
from sim.board.sight import LinesOfSight
from sim.grid import Between, Cell, Grid, SquareGrid, Through
from tests.board.drawn import GRIDS, SMALL_SET, drawn, random_map

tcod = pytest.importorskip("tcod")
SYMMETRIC_SHADOWCAST = tcod.constants.FOV_SYMMETRIC_SHADOWCAST
MOST_PERMISSIVE = tcod.constants.FOV_PERMISSIVE_8
SQUARES = SquareGrid(8)

Seen = NDArray[np.bool_]
"""Who sees whom: a row for each viewer, a column for each target, in map order."""


# -- fields of view -------------------------------------------------------------------------------------------


def blockers(seed: int) -> BattleMap:
    """Make a flat map of squares of which some, from hardly any to half of them, block."""
    chance = Random(seed)
    width, height = chance.randint(6, 14), chance.randint(6, 14)
    share = (0.02, 0.1, 0.2, 0.3, 0.5)[seed % 5]
    terrain = tuple("woods" if chance.random() < share else "open" for _ in range(width * height))
    return BattleMap(f"blockers {seed}", SQUARES, width, height, SMALL_SET, terrain, (0,) * len(terrain))


SEEDED = tuple(blockers(seed) for seed in range(15))


def transparent(battle_map: BattleMap) -> Seen:
    """Return where sight passes, by row and column, as tcod takes it."""
    return np.array([kind == "open" for kind in battle_map.terrain]).reshape(battle_map.height, battle_map.width)


@cache
def our_views(battle_map: BattleMap) -> Seen:
    """Return who sees whom by our lines of sight."""
    lines = LinesOfSight(Ground(battle_map), HIGH_GROUND)
    return np.array([lines.field_of_view(cell).mask() for cell in battle_map.cells])


@cache
def tcod_views(battle_map: BattleMap, algorithm: int) -> Seen:
    """Return who sees whom by one of tcod's algorithms."""
    clear = transparent(battle_map)
    views = (tcod.map.compute_fov(clear, (cell.r, cell.q), algorithm=algorithm) for cell in battle_map.cells)
    return np.array([view.ravel() for view in views])


def among_floor(battle_map: BattleMap, seen: Seen) -> Seen:
    """Leave out viewers and targets that block: tcod lights a blocking tile up if it sees any part of it."""
    floor = transparent(battle_map).ravel()
    return seen[np.ix_(floor, floor)]


def nearest_tiles(start: Cell, end: Cell) -> Iterator[tuple[Cell, ...]]:
    """Yield what tcod asks for: at each step along the longer direction the tile nearest to the line, or two tiles,
    those on one hand of the line always first, where it passes halfway between them."""
    across, down = end.minus(start)
    length = max(abs(across), abs(down))
    for step in range(1, length):
        places = {
            Cell(start.q + _rounded(across * step, length, up), start.r + _rounded(down * step, length, up))
            for up in (False, True)
        }
        yield tuple(sorted(places))


def _rounded(numerator: int, denominator: int, up: bool) -> int:
    """Round to the nearest whole number, halves up or down."""
    doubled = 2 * numerator + denominator
    return doubled // (2 * denominator) if up else -((denominator - 2 * numerator) // (2 * denominator))


@cache
def nearest_tile_rule(battle_map: BattleMap) -> tuple[Seen, Seen]:
    """Return who sees whom by the nearest tile, and where that is a matter of rounding: held on both hands."""
    blocks = ~transparent(battle_map)
    seen, unsure = (np.zeros((len(battle_map.cells),) * 2, dtype=np.bool_) for _ in range(2))
    for n, viewer in enumerate(battle_map.cells):
        for m, target in enumerate(battle_map.cells):
            steps = [[bool(blocks[cell.r, cell.q]) for cell in tiles] for tiles in nearest_tiles(viewer, target)]
            seen[n, m] = not any(all(step) for step in steps)
            unsure[n, m] = [True, False] in steps and [False, True] in steps
    return seen, unsure & seen


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (9, 6), (20, 30)])
@pytest.mark.parametrize("algorithm", [SYMMETRIC_SHADOWCAST, MOST_PERMISSIVE])
def test_on_empty_maps_all_see_everything(width: int, height: int, algorithm: int) -> None:
    """Where nothing blocks there is nothing to define."""
    empty = drawn("\n".join(["." * width] * height), grid=SQUARES)
    assert our_views(empty).all()
    assert tcod_views(empty, algorithm).all()


@pytest.mark.parametrize("battle_map", SEEDED, ids=lambda battle_map: battle_map.name)
@pytest.mark.parametrize("algorithm", [SYMMETRIC_SHADOWCAST, MOST_PERMISSIVE])
def test_whatever_we_see_tcod_sees(battle_map: BattleMap, algorithm: int) -> None:
    """Ours is the stricter definition, for targets that block as for floor."""
    assert not (our_views(battle_map) & ~tcod_views(battle_map, algorithm)).any()


@pytest.mark.parametrize("battle_map", SEEDED, ids=lambda battle_map: battle_map.name)
def test_tcod_asks_for_the_nearest_tile(battle_map: BattleMap) -> None:
    """Between floor tiles tcod's verdict is that of the nearest tile at each step, up to lines held on both hands."""
    seen, unsure = (among_floor(battle_map, part) for part in nearest_tile_rule(battle_map))
    theirs = among_floor(battle_map, tcod_views(battle_map, SYMMETRIC_SHADOWCAST))
    assert (theirs == seen)[~unsure].all()


def test_few_lines_are_held_on_both_hands() -> None:
    """What the nearest tile leaves open is less than a hundredth of all lines."""
    open_questions = [among_floor(battle_map, nearest_tile_rule(battle_map)[1]) for battle_map in SEEDED]
    assert sum(part.sum() for part in open_questions) < 0.01 * sum(part.size for part in open_questions)


@pytest.mark.parametrize("battle_map", SEEDED, ids=lambda battle_map: battle_map.name)
def test_what_only_tcod_sees_lies_behind_a_clipped_corner(battle_map: BattleMap) -> None:
    """Each line that is clear for tcod alone passes through a blocker off its middle, or between two at a corner."""
    floor = transparent(battle_map).ravel()
    differ = tcod_views(battle_map, SYMMETRIC_SHADOWCAST) & ~our_views(battle_map) & floor[:, None] & floor
    lines = LinesOfSight(Ground(battle_map), HIGH_GROUND)
    for n, m in np.argwhere(differ):
        viewer, target = battle_map.cells[n], battle_map.cells[m]
        blocker = lines.sight(viewer, target).blocker
        assert blocker is not None
        match blocker.met:
            case Through(cell):
                assert battle_map.terrain_at(cell).id == "woods"
                assert (cell,) not in nearest_tiles(viewer, target)
            case Between(left, right):
                banks = [bank.cell and battle_map.terrain_at(bank.cell).id for bank in (left, right)]
                assert banks == ["woods", "woods"]
            case _:
                pytest.fail("there are no walls on this map")


@pytest.mark.parametrize("battle_map", SEEDED, ids=lambda battle_map: battle_map.name)
def test_all_are_symmetric_up_to_rounding(battle_map: BattleMap) -> None:
    """Ours is symmetric, so is the most permissive; the shadow-cast is, but for lines held on both hands."""
    ours = our_views(battle_map)
    permissive = among_floor(battle_map, tcod_views(battle_map, MOST_PERMISSIVE))
    shadowcast = among_floor(battle_map, tcod_views(battle_map, SYMMETRIC_SHADOWCAST))
    unsure = among_floor(battle_map, nearest_tile_rule(battle_map)[1])
    assert (ours == ours.T).all()
    assert (permissive == permissive.T).all()
    assert not ((shadowcast != shadowcast.T) & ~unsure).any()


def test_how_much_more_tcod_sees() -> None:
    """With a fifth of a 50x40 map blocking, the shadow-cast sees some 1.7 times as much as we, the permissive 2.5."""
    chance = Random(1)
    terrain = tuple("woods" if chance.random() < 0.2 else "open" for _ in range(2000))
    battle_map = BattleMap("dense", SQUARES, 50, 40, SMALL_SET, terrain, (0,) * 2000)
    floor, lines = transparent(battle_map), LinesOfSight(Ground(battle_map), HIGH_GROUND)
    ours, shadowcast, permissive = 0, 0, 0
    for viewer in chance.sample([cell for cell in battle_map.cells if floor[cell.r, cell.q]], 100):
        place = (viewer.r, viewer.q)
        ours += (lines.field_of_view(viewer).mask() & floor.ravel()).sum()
        shadowcast += (tcod.map.compute_fov(floor, place, algorithm=SYMMETRIC_SHADOWCAST) & floor).sum()
        permissive += (tcod.map.compute_fov(floor, place, algorithm=MOST_PERMISSIVE) & floor).sum()
    assert 1.6 < shadowcast / ours < 1.9
    assert 2.3 < permissive / ours < 2.8


def one_pillar(width: int, height: int, pillar: Cell) -> BattleMap:
    """Make an empty map with one blocker."""
    terrain = tuple("woods" if cell == pillar else "open" for cell in SQUARES.rectangle(width, height))
    return BattleMap("one pillar", SQUARES, width, height, SMALL_SET, terrain, (0,) * len(terrain))


@pytest.mark.parametrize("column", range(6))
def test_one_pillar_anywhere(column: int) -> None:
    """With one blocker the difference is exactly the lines that pass through it and are nearest to another tile."""
    viewer = Cell(5, 5)
    for pillar in (Cell(column, row) for row in range(11) if (column, row) != viewer):
        battle_map = one_pillar(11, 11, pillar)
        ours = LinesOfSight(Ground(battle_map), HIGH_GROUND).field_of_view(viewer)
        theirs = tcod.map.compute_fov(transparent(battle_map), (5, 5), algorithm=SYMMETRIC_SHADOWCAST)
        only_tcod = {cell for cell in battle_map.cells if theirs[cell.r, cell.q] and cell not in ours}
        passing = {cell for cell in battle_map.cells if pillar in SQUARES.line(viewer, cell)[1:-1]}
        assert only_tcod == {cell for cell in passing if (pillar,) not in nearest_tiles(viewer, cell)}


# -- reach ----------------------------------------------------------------------------------------------------

MOVERS = (
    Mover("foot"),
    Mover("foot", step=2, diagonal=3),
    Mover("cart", step=3, diagonal=4),
    Mover("train"),
    Mover("air", step=2, diagonal=3),
)


def mover_name(mover: Mover) -> str:
    """Name a case by who moves."""
    return f"{mover.movement}-{mover.step}-{mover.diagonal}"


def grid_name(grid: Grid) -> str:
    """Name a case by its board."""
    return f"{grid.kind}{len(grid.steps)}"


def standing(battle_map: BattleMap, seed: int) -> Cell:
    """Choose where to start from."""
    return Random(seed).choice(list(battle_map.whole))


def by_cell(answer: Reach) -> dict[Cell, int]:
    """Return what was reached and at what cost, as networkx tells it."""
    return {cell: int(cost) for cell, cost in zip(answer.map.cells, answer.spent, strict=True) if cost != UNREACHED}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mover", MOVERS, ids=mover_name)
@pytest.mark.parametrize("grid", GRIDS, ids=grid_name)
def test_ways_to_a_cell_are_networkx_dijkstra_against_the_arrows(grid: Grid, mover: Mover, seed: int) -> None:
    """From every cell it costs as much to get there as networkx finds; reach itself is held so in test_movement.py."""
    ground = Ground(random_map(grid, 14, 11, seed))
    goal = standing(ground.map, seed)
    graph = movement_graph(ground, mover).reverse()
    assert by_cell(ways_to(ground, mover, goal)) == networkx.single_source_dijkstra_path_length(graph, goal)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("grid", GRIDS, ids=grid_name)
def test_reach_within_limits_is_networkx_with_a_cut_off(grid: Grid, seed: int) -> None:
    """A budget is a cut-off, closed cells are no nodes, and cells that are last have no way out."""
    ground, mover = Ground(random_map(grid, 14, 11, seed)), Mover("foot", step=2, diagonal=3)
    start, chance = standing(ground.map, seed), Random(seed)
    others = [cell for cell in ground.map.whole if cell != start]
    closed, last = chance.sample(others, 10), chance.sample(others, 25)
    graph = movement_graph(ground, mover)
    graph.remove_edges_from([edge for edge in graph.edges if edge[0] in last])
    graph.remove_nodes_from(closed)
    limits = Limits(13, ground.map.area(*closed), ground.map.area(*last))
    expected = networkx.single_source_dijkstra_path_length(graph, start, cutoff=13)
    assert by_cell(reach(ground, mover, start, limits)) == expected


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mover", MOVERS, ids=mover_name)
@pytest.mark.parametrize("grid", GRIDS, ids=grid_name)
def test_reach_is_tcods_pathfinder(grid: Grid, mover: Mover, seed: int) -> None:
    """Given our steps, a layer of costs for each direction, tcod's pathfinder comes to the same costs."""
    ground = Ground(random_map(grid, 14, 11, seed))
    start, slots, costs = standing(ground.map, seed), ground.map.slots, step_costs(ground.map, mover).costs
    graph = tcod.path.CustomGraph((slots.count // slots.stride, slots.stride))
    for direction, step in enumerate(grid.steps):
        entering = np.roll(np.maximum(costs[:, direction], 0), slots.step_jumps[direction])
        graph.add_edge((step.r, step.q), 1, cost=entering.reshape(-1, slots.stride))
    finder = tcod.path.Pathfinder(graph)
    finder.add_root(divmod(int(slots.of_cell[ground.map.ordinal(start)]), slots.stride))
    finder.resolve()
    theirs = finder.distance.ravel()[slots.of_cell]
    theirs[theirs == np.iinfo(theirs.dtype).max] = UNREACHED
    assert (theirs == reach(ground, mover, start).spent).all()


# -- reach with a facing --------------------------------------------------------------------------------------

WALKER = Turning(step=(0, 0, None, None, 0), pivot=(0, 1, 1, 1, 1), after=(0, 0, None, None, None))
WAGON = Turning(step=(0, None, None, 3, 2), pivot=(0, 2, None, None, None), after=(0, 1, None, None, None))
DRILL = Turning(step=(0, 1, 2, 3, 4), pivot=(0, 1, 2, 3, 4), after=(0, None, 3, 1, None))

MARCH = Turning(step=(0, 0, 1, 1, 1), pivot=(0, 1, 1, 1, 1), after=(0, 0, 0, 0, 0))
Place = tuple[Cell, int]


def facing_graph(ground: Ground, mover: Mover) -> networkx.DiGraph[Place]:
    """Build the graph of cells and facings edge by edge, as the figures of `Turning` are written."""
    graph: networkx.DiGraph[Place] = networkx.DiGraph()
    directions = range(len(ground.map.grid.directions))
    for cell in ground.map.whole:
        for facing in directions:
            graph.add_node((cell, facing))
            for place, cost in ways_on(ground, mover, (cell, facing)):
                known = graph.get_edge_data((cell, facing), place, {"weight": cost})
                graph.add_edge((cell, facing), place, weight=min(cost, known["weight"]))
    return graph


def ways_on(ground: Ground, mover: Mover, here: Place) -> Iterator[tuple[Place, int]]:
    """Yield where one can get to from a cell and facing by one turn on the spot or one step."""
    (cell, facing), turning, count = here, mover.turning, len(ground.map.grid.directions)
    assert turning is not None
    off = [min(turn, count - turn) for turn in range(count)]
    for turn in range(count):
        pivot, aside = turning.pivot[off[turn]], turning.step[off[turn]]
        if pivot is not None:
            yield (cell, (facing + turn) % count), pivot
        end = cell.plus(ground.map.grid.steps[(facing + turn) % count])
        step = step_cost(ground, mover, cell, end)
        for bend in range(count):
            after = turning.after[off[bend]]
            if step and aside is not None and after is not None:
                yield (end, (facing + bend) % count), step.cost + aside + after


@pytest.mark.parametrize("budget", [7, 1000])
@pytest.mark.parametrize("turning", [WALKER, WAGON, DRILL, MARCH], ids=["walker", "wagon", "drill", "march"])
@pytest.mark.parametrize("grid", GRIDS, ids=grid_name)
def test_reach_with_a_facing_is_networkx_on_cells_and_facings(grid: Grid, turning: Turning, budget: int) -> None:
    """Every cell is reached in every facing at the cost that networkx finds."""
    figures = len(grid.directions) // 2 + 1
    turning = Turning(turning.step[:figures], turning.pivot[:figures], turning.after[:figures])
    ground, mover = Ground(random_map(grid, 9, 8, 5)), Mover("foot", step=1, diagonal=2, turning=turning)
    start = standing(ground.map, 5)
    answer = reach_turning(ground, mover, Stand(start, 1), Limits(budget))
    ours = {(cell, n): answer.cost(cell, n) for cell in answer.area for n in answer.facings(cell)}
    graph = facing_graph(ground, mover)
    assert ours == networkx.single_source_dijkstra_path_length(graph, (start, 1), cutoff=budget)


# -- the safest ways ------------------------------------------------------------------------------------------


def safest_by_hand(ground: Ground, mover: Mover, start: Cell, danger: set[Cell]) -> dict[Cell, tuple[int, int]]:
    """Search with pairs (cells of danger entered, cost) in the place of costs: Dijkstra, ordered as a rulebook says."""
    best: dict[Cell, tuple[int, int]] = {}
    queue = [((0, 0), start)]
    while queue:
        (risk, spent), cell = heappop(queue)
        if cell in best:
            continue
        best[cell] = (risk, spent)
        for near in ground.map.grid.neighbours(cell):
            step = step_cost(ground, mover, cell, near)
            if step:
                heappush(queue, ((risk + (near in danger), spent + step.cost), near))
    return best


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grid", GRIDS, ids=grid_name)
def test_the_safest_ways_order_danger_before_cost(grid: Grid, seed: int) -> None:
    """Danger and cost of every cell are those of a search by pairs, and the way told has that danger and cost."""
    ground, mover = Ground(random_map(grid, 12, 10, seed)), Mover("foot", step=2, diagonal=3)
    start = standing(ground.map, seed)
    danger = set(Random(seed).sample(list(ground.map.whole), 40))
    answer = safest_ways(ground, mover, start, ground.map.area(*danger))
    expected = safest_by_hand(ground, mover, start, danger)
    assert set(answer.area) == set(expected)
    for cell, (risk, spent) in expected.items():
        way = answer.way(cell)
        assert (answer.danger(cell), answer.cost(cell)) == (risk, spent)
        assert sum(step in danger for step in way[1:]) == risk
        assert sum(step_cost(ground, mover, *pair).cost for pair in pairwise(way)) == spent
