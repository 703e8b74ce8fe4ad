"""Findings for those who design maps: what is valid, and still probably not meant.

A map file that breaks the rules of the format is refused when it is read. What is here needs judgement: a meadow that
nobody can get to, a door onto a wall, a hill from which everything is seen. Nothing of it stops a battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.ground import Changes
from sim.board.movement import BARRED, Mover, step_costs
from sim.board.terrain import FREE, VOID, EdgeKind, MovementClass
from sim.files import counted
from sim.grid import Cell, Edge

Severity = Literal["warning", "note"]
Ordinals = NDArray[np.intp]

_PARTS = 5
"""How many findings of one sort are told one by one. Who mends these will check again."""
_MOST_OBSTACLES = 8_000
"""How many edges, ways and features there may be for reach to be looked at. Each touches a dozen steps that have to be
judged one by one; so many take three seconds, and bare ground of any size one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a designer should look at.

    A warning is most likely a slip; a note is worth knowing and may well be meant.

    >>> print(Finding("warning", "C4/e", "the door leads off the map"))
    warning: C4/e: the door leads off the map
    """

    severity: Severity
    where: str
    """A cell, an edge or a place by its name; "map" where it is all of it."""
    text: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.text}"


def lint(battle_map: BattleMap, seed: int = 0) -> tuple[Finding, ...]:
    """Return what there is to say about a map, warnings first.

    Large maps are judged by a sample of their lines of sight; the seed says which, so that a finding can be had again.
    """
    from sim.board.lint_sight import sight_findings  # here, because it is the only part that needs kernels

    findings = [*quick_findings(battle_map), *sight_findings(battle_map, seed)]
    return tuple(sorted(findings, key=lambda finding: finding.severity != "warning"))


def quick_findings(battle_map: BattleMap) -> tuple[Finding, ...]:
    """Return what there is to say without looking along lines of sight: soon enough to be said after every stroke."""
    findings = [*place_findings(battle_map), *edge_findings(battle_map)]
    walker = usual_walker(battle_map)
    if walker is not None:
        findings += [*reach_findings(battle_map, walker), *door_findings(battle_map, walker)]
    return tuple(sorted(findings, key=lambda finding: finding.severity != "warning"))


# -- reach ----------------------------------------------------------------------------------------------------


def usual_walker(battle_map: BattleMap) -> MovementClass | None:
    """Return the movement class that stands for everybody: on foot, or whoever else keeps to the ground."""
    known = battle_map.terrain_set.movement
    on_ground = [movement for movement in known.values() if not movement.flies]
    return known.get("foot") or known.get("walk") or next(iter(on_ground), None)


def reach_findings(battle_map: BattleMap, movement: MovementClass) -> Iterator[Finding]:
    """Tell of ground that could be walked on and cannot be got to: all but the largest connected part."""
    obstacles = len(battle_map.edges) + len(battle_map.ways) + len(battle_map.features)
    if obstacles > _MOST_OBSTACLES:
        found = f"{obstacles} edges, ways and cells with features are more than {_MOST_OBSTACLES}"
        yield Finding("note", "map", f"not looked at for ground that cannot be reached: {found}")
        return
    parts = _connected_parts(battle_map, movement)[1:]
    for part in parts[:_PARTS]:
        text = (
            f"{counted(len(part), 'cell')} that {movement.name} could enter cannot be reached from the rest of the map"
        )
        yield Finding("warning", _names(battle_map, part), text)
    if len(parts) > _PARTS:
        cells = sum(len(part) for part in parts[_PARTS:])
        parts_left = counted(len(parts) - _PARTS, "more part")
        text = f"{parts_left}, {counted(cells, 'cell')}, cannot be reached by {movement.name}"
        yield Finding("warning", "map", text)


def unreachable(battle_map: BattleMap) -> Ordinals:
    """Return the cells that the usual walker could enter and cannot get to, in map order."""
    walker = usual_walker(battle_map)
    parts = [] if walker is None else _connected_parts(battle_map, walker)[1:]
    return np.concatenate([np.zeros(0, dtype=np.intp), *parts])


def _connected_parts(battle_map: BattleMap, movement: MovementClass) -> list[Ordinals]:
    """Return the parts of a map between which there is no step in either direction, the largest first.

    Doors count as open.
    """
    slots = battle_map.slots
    costs = step_costs(battle_map, Mover(movement.id), _doors_opened(battle_map, movement)).costs
    slot, direction = np.nonzero(costs != BARRED)
    start, end = slots.to_cell[slot], slots.to_cell[slot + slots.step_jumps[direction]]
    # Leaving water is a step like any other; without a way into it, though, nobody gets there to leave it.
    standing = [kind for kind in {*battle_map.terrain} if _may_stand(battle_map, kind, movement)]
    enterable = np.isin(np.array(battle_map.terrain), standing)
    enterable[end] = True
    links = np.stack((start, end))[:, enterable[start]].astype(np.intp)
    cells = np.flatnonzero(enterable)
    label = _lowest_connected(len(enterable), *links)[cells]
    order = np.argsort(label, kind="stable")
    parts = np.split(cells[order], np.flatnonzero(np.diff(label[order])) + 1)
    return sorted(parts, key=len, reverse=True)


def _lowest_connected(count: int, start: Ordinals, end: Ordinals) -> Ordinals:
    """Return for every cell the lowest ordinal that is connected with it by links of two cells each.

    In arrays, because a graph of objects takes half a gigabyte for the largest map. Every part joins the lowest part
    next to it until none has a lower neighbour; how many there are shrinks so fast that a dozen rounds are many.
    """
    label = np.arange(count)
    while True:
        joined = label.copy()
        low = np.minimum(label[start], label[end])
        np.minimum.at(joined, label[start], low)
        np.minimum.at(joined, label[end], low)
        while not np.array_equal(joined, joined[joined]):
            joined = joined[joined]
        if np.array_equal(joined, label):
            return label
        label = joined


def _may_stand(battle_map: BattleMap, kind: str, movement: MovementClass) -> bool:
    return kind != VOID and battle_map.terrain_set.terrain[kind].move.get(movement.id, movement.default) is not None


def _doors_opened(battle_map: BattleMap, movement: MovementClass) -> Changes:
    """Return the ground on which everything that can be opened stands open."""
    opened = {}
    for edge, kind_id in battle_map.edges.items():
        kind = battle_map.terrain_set.edges[kind_id]
        other = battle_map.terrain_set.edges.get(kind.becomes)
        if other is not None and not _may_cross(kind, movement) and _may_cross(other, movement):
            opened[edge] = other.id
    return Changes(edges=tuple(sorted(opened.items())))


def _may_cross(kind: EdgeKind, movement: MovementClass) -> bool:
    return kind.move.get(movement.id, FREE) is not None


# -- edges ----------------------------------------------------------------------------------------------------


def door_findings(battle_map: BattleMap, movement: MovementClass) -> Iterator[Finding]:
    """Tell of doors that lead nowhere: off the map, or onto ground that nobody may enter."""
    doors = []
    for edge, kind_id in sorted(battle_map.edges.items()):
        kind = battle_map.terrain_set.edges[kind_id]
        closed = _closed_behind(battle_map, movement, edge) if kind.becomes else ""
        if closed:
            doors.append(Finding("warning", battle_map.grid.edge_name(edge), f"the {kind.name} leads {closed}"))
    yield from _first_of(doors, "doors that lead nowhere")


def _closed_behind(battle_map: BattleMap, movement: MovementClass, edge: Edge) -> str:
    """Say where a door would lead that nobody can go, or nothing."""
    if any(cell not in battle_map for cell in edge):
        return "off the map"
    kinds = (battle_map.terrain_at(cell) for cell in edge)
    closed = [kind.name for kind in kinds if not _may_stand(battle_map, kind.id, movement)]
    return f"into {closed[0]}, closed to {movement.name}" if closed else ""


def edge_findings(battle_map: BattleMap) -> Iterator[Finding]:
    """Tell of wall pieces that touch nothing else: the rest of the wall was probably forgotten."""
    walls = [edge for edge, kind in battle_map.edges.items() if battle_map.terrain_set.edges[kind].blocks_sight]
    meeting = Counter(corner for edge in battle_map.edges for corner in _ends(battle_map, edge))
    lonely = [edge for edge in walls if all(meeting[corner] == 1 for corner in _ends(battle_map, edge))]
    pieces = []
    for edge in sorted(lonely):
        name = battle_map.terrain_set.edges[battle_map.edges[edge]].name
        pieces.append(Finding("note", battle_map.grid.edge_name(edge), f"a piece of {name} that touches no other"))
    yield from _first_of(pieces, "wall pieces that touch no other")


def _ends(battle_map: BattleMap, edge: Edge) -> tuple[Cell, Cell]:
    """Return both ends of an edge as lattice points."""
    grid = battle_map.grid
    side = grid.side_steps.index(edge.second.minus(edge.first))
    centre = grid.centre(edge.first)
    return centre.plus(grid.corners[side - 1]), centre.plus(grid.corners[side])


# -- places ---------------------------------------------------------------------------------------------------


def place_findings(battle_map: BattleMap) -> Iterator[Finding]:
    """Tell of places without cells, and of places that are the same ground under two names; likewise of areas."""
    for sort, parts in (("place", battle_map.places), ("area", battle_map.areas)):
        known: dict[bytes, str] = {}
        empty, alike = [], []
        for name, cells in parts.items():
            ordinals = [battle_map.ordinal(cell) for cell in cells if cell in battle_map]
            # Not areas: each is as large as the map, and a map may have thousands of places.
            ground = np.unique(np.array(ordinals, dtype=np.int32)).tobytes()
            first = known.setdefault(ground, name)
            if not ordinals:
                empty.append(Finding("warning", name, f"the {sort} has no cells on the map"))
            elif first != name:
                alike.append(Finding("note", name, f'the {sort} has the same cells as "{first}"'))
        yield from _first_of(empty, f"{sort}s without cells on the map")
        yield from _first_of(alike, f"{sort}s with the same cells as another")


# -- wording --------------------------------------------------------------------------------------------------


def _first_of(findings: Sequence[Finding], sort: str) -> Iterator[Finding]:
    """Yield the first of many findings of one sort, and then how many more there are."""
    yield from findings[:_PARTS]
    if len(findings) > _PARTS:
        yield Finding(findings[0].severity, "map", f"… and {len(findings) - _PARTS} more {sort}")


def _names(battle_map: BattleMap, ordinals: Ordinals, most: int = 4) -> str:
    names = [battle_map.grid.name(battle_map.cells[n]) for n in ordinals[:most].tolist()]
    return " ".join(names) + (" …" if len(ordinals) > most else "")
