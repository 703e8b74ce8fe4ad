"""Cover: what shelters a target from one direction, each part with its reason.

Cover is a matter of what stands on the line near the target: its own ground, a wall on the side that the line crosses
into its cell, a low object directly before it, and (by convention) a corner or wall end that the line grazes there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.board.convention import SightConvention
from sim.board.ground import Ground
from sim.board.terrain import CellKind, Kind
from sim.grid import Across, Bank, Between, Cell, Edge, Met, Through


@dataclass(frozen=True, slots=True)
class Cover:
    """One thing that shelters a target: its defence modifier, its class of cover, and why it counts."""

    defence: int
    cover: str
    reason: str
    place: Cell | Edge


def own_cover(ground: Ground, cell: Cell) -> tuple[Cover, ...]:
    """Return what shelters a cell from all sides: its ground and its features, but no object that one is beside."""
    name = ground.map.grid.name(cell)
    return tuple(
        Cover(kind.defence, kind.cover, f"{kind.name} in {name}", cell)
        for kind in _contents(ground, cell)
        if _shelters(kind) and not kind.shelters_behind
    )


def cover_along(
    ground: Ground, convention: SightConvention, met: tuple[Met, ...], target: Cell
) -> tuple[Cover, ...]:
    """Return what shelters the target from a line that met these things on its way."""
    return own_cover(ground, target) + tuple(_near_cover(ground, convention, met, target))


def _near_cover(
    ground: Ground, convention: SightConvention, met: tuple[Met, ...], target: Cell
) -> Iterator[Cover]:
    """Yield what stands directly before the target on the line."""
    if not met:
        return
    match met[-1]:
        case Across(edge):
            yield from _edge_cover(ground, edge, "crossed into")
            if len(met) > 1 and isinstance(met[-2], Through):
                yield from _object_cover(ground, met[-2].cell)
        case Between(left, right):
            banks = [tuple(_bank_cover(ground, bank, target)) for bank in (left, right)]
            if all(banks) or (convention.grazing_cover and any(banks)):
                yield max((cover for bank in banks for cover in bank), key=lambda part: part.defence)


def _edge_cover(ground: Ground, edge: Edge, how: str) -> Iterator[Cover]:
    kind = ground.edge_at(edge)
    if kind is not None and _shelters(kind):
        yield Cover(kind.defence, kind.cover, f"{kind.name} {how} the cell", edge)


def _object_cover(ground: Ground, cell: Cell) -> Iterator[Cover]:
    """Yield the low objects of the cell that the line crosses just before the target."""
    if cell not in ground.map:
        return
    for kind in _contents(ground, cell):
        if kind.shelters_behind:
            reason = f"behind {kind.name} in {ground.map.grid.name(cell)}"
            yield Cover(kind.defence, kind.cover, reason, cell)


def _bank_cover(ground: Ground, bank: Bank, target: Cell) -> Iterator[Cover]:
    """Yield what one hand of a line that grazes the target's corner gives: a wall end, a corner, an object.

    A cell that blocks sight is itself the corner one shelters behind, whatever its own class of cover.
    """
    for edge, _ in bank.edges:
        if target in edge:
            yield from _edge_cover(ground, edge, "grazed beside")
    cell = bank.cell
    if cell is None or cell not in ground.map:
        return
    yield from _object_cover(ground, cell)
    for kind in _contents(ground, cell):
        if kind.blocks_sight and not kind.shelters_behind:
            yield Cover(kind.defence, kind.cover, f"corner of {kind.name} in {ground.map.grid.name(cell)}", cell)


def _shelters(kind: Kind) -> bool:
    return kind.defence != 0 or kind.cover != "none"


def _contents(ground: Ground, cell: Cell) -> tuple[CellKind, ...]:
    return (ground.terrain_at(cell), *ground.features_at(cell))
