"""Ways over the ground: what they cost, why they cannot be gone, and which of them an order may name."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from sim.board.ground import Ground
from sim.board.movement import BARRED, Mover, StepCost, step_cost, step_costs
from sim.board.paths import Reach
from sim.engine.check import Check
from sim.engine.insight import Scene
from sim.grid import Cell
from sim.memo import memo
from sim.play.order import Choice


@memo(most=1 << 16)
def step_price(ground: Ground, moving: Mover, start: Cell, end: Cell) -> StepCost:
    """Price a step once: all ways over a stretch of ground are made of the same steps."""
    return step_cost(ground, moving, start, end)


def way_price(
    position: Scene, moving: Mover, start: Cell, way: Sequence[Cell], taken: Container[Cell | None]
) -> Check | str:
    """Add up what a way costs, its start left out, by the reasons of its steps; a str says why it cannot be gone."""
    if not way:
        return "that leads nowhere"
    parts: dict[str, int] = {}
    before = start
    for cell in way:
        if cell not in position.map or not position.map.grid.adjacent(before, cell):
            return f"{position.name(before)} has no such neighbour"
        if cell in taken:
            return f"another unit is in {position.name(cell)}"
        step = step_price(position.ground, moving, before, cell)
        if not step:
            return f"no way into {position.name(cell)}: {step.barred}"
        for cost, reason in step.parts:
            parts[reason] = parts.get(reason, 0) + cost
        before = cell
    check = Check("cost of the way")
    for reason, cost in parts.items():
        check = check.plus(cost, reason)
    return check


def way_cost(
    position: Scene, moving: Mover, start: Cell, way: Sequence[Cell], taken: Container[Cell | None]
) -> int | str:
    """Add up what a way costs in all, by the table of all steps: what `way_price` comes to, without its reasons."""
    costs, slots = step_costs(position.map, moving, position.ground.changes).costs, position.map.slots
    steps, ordinal, total, before = position.map.grid.steps, position.map.ordinal_if_there, 0, start
    for cell in way:
        step, place = cell.minus(before), ordinal(before)
        cost = BARRED if place is None or step not in steps else int(costs[slots.of_cell[place], steps.index(step)])
        if cost == BARRED or cell in taken:
            break
        total, before = total + cost, cell
    else:
        if way:
            return total
    price = way_price(position, moving, start, way, taken)
    return price if isinstance(price, str) else price.total


def along(reach: Callable[[Any, Any], Reach]) -> Choice:
    """Let a unit choose among the ways of a search: to any cell but its own, which is left out.

    `way: Annotated[tuple[Cell, ...], along(reach_of)]`
    """

    def ways(position: Scene, unit: Any) -> list[tuple[Cell, ...]]:
        run = reach(position, unit)
        return [run.way(cell)[1:] for cell in run.area if cell != unit.cell]

    return Choice("way", lambda position, ask, unit: ways(position, unit))
