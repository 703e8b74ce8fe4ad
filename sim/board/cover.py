"""Cover: what shelters a target from one direction, each part with its reason.

Cover is a matter of what stands on the line near the target: its own ground, a wall on the side that the line crosses
into its cell, a low object directly before it, and (by convention) a corner or wall end that the line grazes there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sim.board.convention import SightConvention
from sim.board.ground import Ground
from sim.board.terrain import CellKind, Kind
from sim.grid import Across, Bank, Between, Cell, Edge, Met, Through

VEIL = "veil"
"""The trait of what shelters not only those in it, but whoever is behind it."""
How = Literal["own", "crossed", "behind", "grazed"]


@dataclass(frozen=True, slots=True)
class Cover:
    """One thing that shelters a target: its defence modifier, its class of cover, and why it counts."""

    defence: int
    cover: str
    reason: str
    place: Cell | Edge
    kind: str
    """The id of the terrain, feature or edge, for rules that let some things count and others not."""
    how: How
    """The target's own cell, a side crossed into it, an object before it, or a corner or wall end grazed."""
    traits: tuple[str, ...] = ()
    """Those of its kind."""


def own_cover(ground: Ground, cell: Cell) -> tuple[Cover, ...]:
    """Return what shelters a cell from all sides: its ground and its features, but no object that one is beside."""
    name = ground.map.grid.name(cell)
    return tuple(
        _cover(kind, "own", f"{kind.name} in {name}", cell)
        for kind in _contents(ground, cell)
        if _shelters(kind) and not kind.shelters_behind
    )


def cover_along(ground: Ground, convention: SightConvention, met: tuple[Met, ...], target: Cell) -> tuple[Cover, ...]:
    """Return what shelters the target from a line that met these things on its way."""
    return own_cover(ground, target) + tuple(_near_cover(ground, convention, met, target))


def veil_cover(ground: Ground, hindering: Iterable[Met]) -> Iterator[Cover]:
    """Yield the veils that a line goes through on its way: what has the trait shelters whoever is behind it.

    A line along a side goes through a veil only if there is one on both hands, and the thinner counts.
    """
    for met in hindering:
        match met:
            case Through(cell):
                cells = [cell]
            case Between(left, right):
                cells = [bank.cell for bank in (left, right) if bank.cell is not None]
            case _:
                cells = []
        veils = [_veil(ground, cell) for cell in cells]
        found = [veil for veil in veils if veil is not None]
        if found and len(found) == len(veils):
            yield min(found, key=lambda cover: (cover.defence, cover.kind))


def _veil(ground: Ground, cell: Cell) -> Cover | None:
    if cell not in ground.map:
        return None
    veils = [kind for kind in _contents(ground, cell) if VEIL in kind.traits]
    if not veils:
        return None
    thickest = max(veils, key=lambda kind: kind.defence)
    reason = f"fire through {thickest.name} in {ground.map.grid.name(cell)}"
    cover = _cover(thickest, "behind", reason, cell)
    return replace(cover, defence=sum(kind.defence for kind in veils))


def _near_cover(ground: Ground, convention: SightConvention, met: tuple[Met, ...], target: Cell) -> Iterator[Cover]:
    """Yield what stands directly before the target on the line."""
    if not met:
        return
    match met[-1]:
        case Across(edge):
            yield from _edge_cover(ground, edge, "crossed")
            if len(met) > 1 and isinstance(met[-2], Through):
                yield from _object_cover(ground, met[-2].cell, "behind")
        case Between(left, right):
            yield from _grazed_cover(ground, convention, [left, right], target)


def _grazed_cover(ground: Ground, convention: SightConvention, banks: list[Bank], target: Cell) -> Iterator[Cover]:
    """Yield what a line that grazes the target's corner gives.

    Where one hand is enough, the better hand counts; where both are needed, the worse one does, as in sight the freer
    hand decides. Equal hands are told apart by kind and never by side: a mirrored board gives the same cover.
    """

    def worth(cover: Cover) -> tuple[int, int, str]:
        return cover.defence, ground.map.terrain_set.cover_classes.index(cover.cover), cover.kind

    best = [max(found, key=worth) for bank in banks if (found := tuple(_bank_cover(ground, convention, bank, target)))]
    if convention.grazing_cover and best:
        yield max(best, key=worth)
    elif len(best) == len(banks):
        yield min(best, key=worth)


def _edge_cover(ground: Ground, edge: Edge, how: Literal["crossed", "grazed"]) -> Iterator[Cover]:
    kind = ground.edge_at(edge)
    if kind is not None and _shelters(kind):
        words = "crossed into" if how == "crossed" else "grazed beside"
        yield _cover(kind, how, f"{kind.name} {words} the cell", edge)


def _object_cover(ground: Ground, cell: Cell, how: Literal["behind", "grazed"]) -> Iterator[Cover]:
    """Yield the low objects of the cell that the line crosses, or grazes, just before the target."""
    if cell not in ground.map:
        return
    for kind in _contents(ground, cell):
        if kind.shelters_behind:
            yield _cover(kind, how, f"behind {kind.name} in {ground.map.grid.name(cell)}", cell)


def _bank_cover(ground: Ground, convention: SightConvention, bank: Bank, target: Cell) -> Iterator[Cover]:
    """Yield what one hand of a line that grazes the target's corner gives: a wall end, a corner, an object.

    A cell that blocks sight is itself the corner one shelters behind, whatever its own class of cover.
    """
    for edge, _ in bank.edges:
        if target in edge:
            yield from _edge_cover(ground, edge, "grazed")
    cell = bank.cell
    if cell is None or cell not in ground.map or not convention.corners:
        return
    yield from _object_cover(ground, cell, "grazed")
    for kind in _contents(ground, cell):
        if kind.blocks_sight and not kind.shelters_behind:
            yield _cover(kind, "grazed", f"corner of {kind.name} in {ground.map.grid.name(cell)}", cell)


def _cover(kind: Kind, how: How, reason: str, place: Cell | Edge) -> Cover:
    return Cover(kind.defence, kind.cover, reason, place, kind.id, how, kind.traits)


def _shelters(kind: Kind) -> bool:
    return kind.defence != 0 or kind.cover != "none"


def _contents(ground: Ground, cell: Cell) -> tuple[CellKind, ...]:
    return (ground.terrain_at(cell), *ground.features_at(cell))
