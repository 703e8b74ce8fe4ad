"""The rules of a piece of ground: what its terrain, its features, its sides and its ways do, each with its source."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.ground import Ground
from sim.board.kind_words import effects
from sim.board.terrain import Kind, TerrainSet, WayKind
from sim.engine.check import Check
from sim.grid import Cell, Edge
from sim.view.blocks.kinds import Block, Divider, Row, SmallPrint, TextLine, Title, in_line
from sim.view.blocks.reports import check_blocks


def ground_blocks(ground: Ground, cell: Cell, defence: Check) -> tuple[Block, ...]:
    """Return what the rules say of a cell: the defence that it gives, part by part, and each thing that is there."""
    blocks: list[Block] = [Title(f"The ground of {ground.map.grid.name(cell)}"), *check_blocks(defence)]
    for kind in _kinds(ground, cell):
        rows = in_line(kind_rows(ground.map.terrain_set, kind))
        blocks += [Divider(), TextLine(kind.name, bold=True), *rows]
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


def kind_rows(kinds: TerrainSet, kind: Kind | WayKind) -> Iterator[Row]:
    """Say line by line what a kind of a terrain set does, and where its figures come from."""
    yield from (Row(about, words) for about, words in effects(kind, kinds))
    if kind.source:
        yield Row("source", kind.source, "faint")
