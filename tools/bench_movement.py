"""Movement against its peers: reach over a whole map, within a few action points, and with a facing.

The peers are networkx's Dijkstra and python-tcod's pathfinder, and their answers are compared with ours before
anything is timed. networkx searches the movement graph of the same map. tcod is asked twice: by `SimpleGraph`, its
everyday form, which knows the cost of entering a square and nothing of walls and slopes; and by `CustomGraph` with a
layer of costs for each direction, through which it can be given exactly our steps, hexes included, and must then give
exactly our answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import networkx
import numpy as np
import tcod.path
from bench_maps import WALKER, Field
from bench_timing import Batch, Contender, Effort, Line, Target, race, repeated
from bench_yardstick import REACH_FACING, CReach, expect, yardstick

from sim.board.movement import StepCost, Turning, step_cost, step_costs
from sim.board.paths import UNREACHED, Limits, Reach, Stand, TurningReach, movement_graph, reach, reach_turning
from sim.grid import Cell

ACTION_POINTS = 12
NETWORKX = "networkx Dijkstra"

Place = tuple[Cell, int]
"""A cell and a facing."""


# -- over the whole map ---------------------------------------------------------------------------------------


def reach_everywhere(field: Field, effort: Effort) -> Iterator[Line]:
    """Search a whole map from one cell."""
    start = _start(field)
    graph, custom = movement_graph(field.ground, WALKER), _custom_graph(field)
    answer = _by_cell(reach(field.ground, WALKER, start))
    expect(answer, networkx.single_source_dijkstra_path_length(graph, start))
    expect(answer, _tcod_answer(field, custom, start))
    contenders = {
        "": repeated(lambda: reach(field.ground, WALKER, start)),
        NETWORKX: repeated(lambda: networkx.single_source_dijkstra_path_length(graph, start)),
        "tcod pathfinder, same steps": repeated(lambda: _resolved(custom, _place(field, start))),
    }
    if field.name == "square":
        simple, root = _simple_graph(field), field.row_and_column(start)
        contenders["tcod pathfinder, no walls or slopes"] = repeated(lambda: _resolved(simple, root))
    ours, *theirs = race(list(contenders.values()), effort)
    names = ("networkx", "tcod", "tcod-simple")
    for name, peer, figures in zip(names, list(contenders)[1:], theirs, strict=False):
        target = Target(times=50 if peer == NETWORKX else 4)
        yield Line(f"reach-{field.name}-{name}", f"reach, whole map, {field}", ours, peer, figures, target)


def _start(field: Field) -> Cell:
    """Return a cell near the middle from which most of the map can be reached."""
    middle = field.map.grid.at(field.size.width // 2, field.size.height // 2)
    candidates = sorted(field.viewers(100), key=lambda cell: field.map.grid.distance(cell, middle))
    return max(candidates[:10], key=lambda cell: len(reach(field.ground, WALKER, cell).area))


def _custom_graph(field: Field) -> tcod.path.CustomGraph:
    """Lay out the steps for tcod, in our slots: there a step goes the same way everywhere, on hexes as on squares."""
    slots, costs = field.map.slots, step_costs(field.map, WALKER).costs
    graph = tcod.path.CustomGraph((slots.count // slots.stride, slots.stride))
    for direction, step in enumerate(field.map.grid.steps):
        entering = np.roll(np.maximum(costs[:, direction], 0), slots.step_jumps[direction])
        graph.add_edge((step.r, step.q), 1, cost=entering.reshape(-1, slots.stride))
    return graph


def _simple_graph(field: Field) -> tcod.path.SimpleGraph:
    costs = {"open": 1, "rough": 2, "rock": 0}
    entering = np.array([costs[kind] for kind in field.map.terrain], dtype=np.int16)
    return tcod.path.SimpleGraph(
        cost=entering.reshape(field.size.height, field.size.width),
        cardinal=WALKER.step,
        diagonal=WALKER.diagonal,
    )


def _place(field: Field, cell: Cell) -> tuple[int, int]:
    """Return where a cell lies in the rectangle of our slots."""
    return divmod(int(field.map.slots.of_cell[field.map.ordinal(cell)]), field.map.slots.stride)


def _resolved(graph: tcod.path.CustomGraph | tcod.path.SimpleGraph, root: tuple[int, int]) -> tcod.path.Pathfinder:
    """Search a whole graph, from nothing: a pathfinder remembers what it has resolved."""
    finder = tcod.path.Pathfinder(graph)
    finder.add_root(root)
    finder.resolve()
    return finder


def _tcod_answer(field: Field, graph: tcod.path.CustomGraph, start: Cell) -> dict[Cell, int]:
    costs = _resolved(graph, _place(field, start)).distance.ravel()[field.map.slots.of_cell]
    far = np.iinfo(costs.dtype).max
    return {cell: int(cost) for cell, cost in zip(field.map.cells, costs, strict=True) if cost != far}


def _by_cell(answer: Reach) -> dict[Cell, int]:
    return {cell: int(cost) for cell, cost in zip(answer.map.cells, answer.spent, strict=True) if cost != UNREACHED}


# -- within action points -------------------------------------------------------------------------------------


def reach_nearby(field: Field, effort: Effort) -> Iterator[Line]:
    """Search as far as a few action points go on a big map: the question of every move."""
    start, limits = _start(field), Limits(budget=ACTION_POINTS)
    graph = _graph_nearby(field, start)
    expect(_by_cell(reach(field.ground, WALKER, start, limits)), _networkx_answer(graph, start))
    ours = repeated(lambda: reach(field.ground, WALKER, start, limits), 5)
    theirs = repeated(lambda: _networkx_answer(graph, start), 5)
    figures = race([ours, theirs], effort)
    what = f"reach, {ACTION_POINTS} points, {field}"
    yield Line(f"reach-near-{field.name}", what, figures[0], NETWORKX, figures[1])


def reach_facing(field: Field, effort: Effort) -> Iterator[Line]:
    """Search as far as a few action points go where turning costs."""
    stand, limits = Stand(_start(field), 0), Limits(budget=ACTION_POINTS)
    graph, start = _graph_facing(field, stand.cell), (stand.cell, stand.facing)
    expect(_by_place(reach_turning(field.ground, field.turner, stand, limits)), _networkx_answer(graph, start))
    ours = repeated(lambda: reach_turning(field.ground, field.turner, stand, limits), 5)
    theirs = repeated(lambda: _networkx_answer(graph, start), 5)
    contenders = [ours, theirs]
    if library := yardstick():
        in_c = CReach(library, field, ACTION_POINTS)
        expect(in_c.answer(*start), _networkx_answer(graph, start))
        contenders.append(repeated(lambda: in_c.search(*start), 5))
    figures = race(contenders, effort)
    what = f"reach with facing, {ACTION_POINTS} points, {field}"
    yield Line(f"reach-facing-{field.name}", what, figures[0], NETWORKX, figures[1])
    if library:
        yield Line(f"reach-facing-{field.name}-c", what, figures[0], REACH_FACING, figures[2])


def _networkx_answer(graph: networkx.DiGraph[tuple[object, object]], start: tuple[object, object]) -> object:
    return networkx.single_source_dijkstra_path_length(graph, start, cutoff=ACTION_POINTS)


def _graph_nearby(field: Field, start: Cell) -> networkx.DiGraph[tuple[object, object]]:
    """Return the movement graph as far as the points could go; the cut-off keeps networkx from looking further."""
    graph: networkx.DiGraph[tuple[object, object]] = networkx.DiGraph()
    for cell in _cells_nearby(field, start):
        for near in field.map.grid.neighbours(cell):
            step = step_cost(field.ground, WALKER, cell, near)
            if step:
                graph.add_edge(cell, near, weight=step.cost)
    return graph


def _cells_nearby(field: Field, start: Cell) -> list[Cell]:
    return [cell for cell in field.map.grid.disc(start, ACTION_POINTS) if cell in field.map]


def _graph_facing(field: Field, start: Cell) -> networkx.DiGraph[tuple[object, object]]:
    """Return a graph of cells and facings as far as the points could go: pivots, and steps with a turn after them."""
    graph: networkx.DiGraph[tuple[object, object]] = networkx.DiGraph()
    for cell in _cells_nearby(field, start):
        ends = field.map.grid.neighbours(cell)
        steps = [step_cost(field.ground, field.turner, cell, end) for end in ends]
        for facing in range(len(ends)):
            here, cheapest = (cell, facing), dict[Place, int]()
            for place, cost in _ways_on(field.turning, here, list(zip(ends, steps, strict=True))):
                cheapest[place] = min(cost, cheapest.get(place, cost))
            graph.add_weighted_edges_from((here, place, cost) for place, cost in cheapest.items())
    return graph


def _ways_on(turning: Turning, here: Place, steps: list[tuple[Cell, StepCost]]) -> Iterator[tuple[Place, int]]:
    """Yield every place that one can get to at once from a cell and facing, and the cost."""
    cell, facing = here
    count = len(steps)
    for turn in range(count):
        off, ahead = min(turn, count - turn), (facing + turn) % count
        pivot, aside, (end, step) = turning.pivot[off], turning.step[off], steps[ahead]
        if pivot is not None:
            yield (cell, ahead), pivot
        if aside is None or not step:
            continue
        for bend in range(count):
            after = turning.after[min(bend, count - bend)]
            if after is not None:
                yield (end, (facing + bend) % count), step.cost + aside + after


def _by_place(answer: TurningReach) -> dict[Place, int]:
    rows = zip(answer.map.cells, answer.spent, strict=True)
    return {(cell, n): int(cost) for cell, row in rows for n, cost in enumerate(row) if cost != UNREACHED}


# -- laying out -----------------------------------------------------------------------------------------------


def step_tables(field: Field, effort: Effort) -> Iterator[Line]:
    """Work out the cost of every step of a map, which the first search on it has to wait for."""

    def new_table() -> Batch:
        battle_map = replace(field.map)
        return lambda: step_costs(battle_map, WALKER)

    (figures,) = race([Contender(new_table)], effort)
    yield Line(f"step-table-{field.name}-{field.size.name}", f"lay out the steps of a map, {field}", figures)
