"""The rules of a piece of ground: what its terrain, its features, its sides and its ways do, each with its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sim.board.ground import Ground
from sim.board.terrain import CellKind, Kind, MoveCost, WayKind
from sim.engine.check import Check
from sim.grid import Cell, Edge
from sim.view.blocks.kinds import Block, Divider, Row, SmallPrint, TextLine, Title, in_line
from sim.view.blocks.reports import check_blocks


def ground_blocks(ground: Ground, cell: Cell, defence: Check) -> tuple[Block, ...]:
    """Return what the rules say of a cell: the defence that it gives, part by part, and each thing that is there."""
    blocks: list[Block] = [Title(f"The ground of {ground.map.grid.name(cell)}"), *check_blocks(defence)]
    for kind in _kinds(ground, cell):
        blocks += [Divider(), TextLine(kind.name, bold=True), *in_line(_rows(ground, kind))]
        traits = kind.traits if isinstance(kind, Kind) else ()
        blocks += [SmallPrint(ground.map.terrain_set.traits.get(trait, trait)) for trait in traits]
    return tuple(blocks)


def _kinds(ground: Ground, cell: Cell) -> list[Kind | WayKind]:
    """Return what is there, each kind once: in the cell, on its sides, and the ways through it."""
    grid = ground.map.grid
    edges = (ground.edge_at(grid.edge(cell, side)) for side in grid.sides)
    ways = (ground.way_at(Edge.between(cell, cell.plus(step))) for step in grid.steps)
    found = (ground.terrain_at(cell), *ground.features_at(cell), *edges, *ways)
    return list({kind.id: kind for kind in found if kind is not None}.values())


def _rows(ground: Ground, kind: Kind | WayKind) -> Iterator[Row]:
    yield from _costs(ground, kind.move)
    if isinstance(kind, Kind):
        yield from _shelter(kind)
    if kind.source:
        yield Row("source", kind.source, "faint")


def _shelter(kind: Kind) -> Iterator[Row]:
    if kind.defence or kind.cover != "none":
        yield Row("cover", f"{kind.defence:+d}, {kind.cover}")
    high = f", {kind.sight_height} high" if kind.sight_height else ""
    if kind.blocks_sight:
        yield Row("sight", f"blocks it{high}")
    elif isinstance(kind, CellKind) and kind.hindrance:
        yield Row("sight", f"hindrance {kind.hindrance}{high}")


def _costs(ground: Ground, move: Mapping[str, MoveCost | None]) -> Iterator[Row]:
    """Say what entering costs whom; who is not named pays an ordinary step."""
    movers = ground.map.terrain_set.movement
    for mover, cost in move.items():
        yield Row(movers[mover].name if mover in movers else mover, _cost(cost))


def _cost(cost: MoveCost | None) -> str:
    """Say what entering costs, as printed rules do.

    >>> _cost(MoveCost(times=2)), _cost(MoveCost(extra=1)), _cost(None)
    ('costs × 2', 'costs +1', 'cannot enter')
    """
    if cost is None:
        return "cannot enter"
    parts = [*([f"× {cost.times}"] if cost.times != 1 else []), *([f"{cost.extra:+d}"] if cost.extra else [])]
    return f"costs {' '.join(parts)}" if parts else "an ordinary step"
