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

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes
from sim.board.movement import BARRED, Mover, step_costs
from sim.board.terrain import FREE, VOID, EdgeKind, MovementClass
from sim.grid import Cell, Edge

Severity = Literal["warning", "note"]

_PARTS = 5
"""How many cut-off parts of a map are told one by one."""


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

    findings = [*place_findings(battle_map), *edge_findings(battle_map)]
    walker = usual_walker(battle_map)
    if walker is not None:
        findings += [*reach_findings(battle_map, walker), *door_findings(battle_map, walker)]
    findings += sight_findings(battle_map, seed)
    return tuple(sorted(findings, key=lambda finding: finding.severity != "warning"))


# -- reach ----------------------------------------------------------------------------------------------------


def usual_walker(battle_map: BattleMap) -> MovementClass | None:
    """Return the movement class that stands for everybody: on foot, or whoever else keeps to the ground."""
    known = battle_map.terrain_set.movement
    on_ground = [movement for movement in known.values() if not movement.flies]
    return known.get("foot") or known.get("walk") or next(iter(on_ground), None)


def reach_findings(battle_map: BattleMap, movement: MovementClass) -> Iterator[Finding]:
    """Tell of ground that could be walked on and cannot be got to: all but the largest connected part."""
    parts = sorted(_connected_parts(battle_map, movement), key=len, reverse=True)[1:]
    for part in parts[:_PARTS]:
        count = "1 cell" if len(part) == 1 else f"{len(part)} cells"
        text = f"{count} that {movement.name} could enter cannot be reached from the rest of the map"
        yield Finding("warning", _names(battle_map, part), text)
    if len(parts) > _PARTS:
        cells = sum(len(part) for part in parts[_PARTS:])
        text = f"{len(parts) - _PARTS} more parts, {cells} cells, cannot be reached by {movement.name}"
        yield Finding("warning", "map", text)


def _connected_parts(battle_map: BattleMap, movement: MovementClass) -> Iterator[Area]:
    """Yield the parts of a map between which there is no step in either direction, doors counting as open."""
    import networkx  # here, because it is slow to import

    slots = battle_map.slots
    costs = step_costs(battle_map, Mover(movement.id), _doors_opened(battle_map, movement)).costs
    slot, direction = np.nonzero(costs != BARRED)
    start, end = slots.to_cell[slot], slots.to_cell[slot + slots.step_jumps[direction]]
    # Leaving water is a step like any other; without a way into it, though, nobody gets there to leave it.
    enterable = np.array([_may_stand(battle_map, kind, movement) for kind in battle_map.terrain])
    enterable[end] = True
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(np.flatnonzero(enterable).tolist())
    both = enterable[start]
    graph.add_edges_from(zip(start[both].tolist(), end[both].tolist(), strict=True))
    for part in networkx.connected_components(graph):
        mask = np.zeros(len(battle_map.cells), dtype=np.bool_)
        mask[list(part)] = True
        yield Area.where(battle_map, mask)


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
    for edge, kind_id in sorted(battle_map.edges.items()):
        kind = battle_map.terrain_set.edges[kind_id]
        closed = _closed_behind(battle_map, movement, edge) if kind.becomes else ""
        if closed:
            yield Finding("warning", battle_map.grid.edge_name(edge), f"the {kind.name} leads {closed}")


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
    for edge in sorted(lonely)[:_PARTS]:
        name = battle_map.terrain_set.edges[battle_map.edges[edge]].name
        yield Finding("note", battle_map.grid.edge_name(edge), f"a piece of {name} that touches no other")
    if len(lonely) > _PARTS:
        yield Finding("note", "map", f"{len(lonely) - _PARTS} more wall pieces that touch no other")


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
        known: dict[int, str] = {}
        for name, cells in parts.items():
            bits = battle_map.area(*cells).bits
            if not bits:
                yield Finding("warning", name, f"the {sort} has no cells on the map")
            elif bits in known:
                yield Finding("note", name, f'the {sort} has the same cells as "{known[bits]}"')
            known.setdefault(bits, name)


def _names(battle_map: BattleMap, cells: Area, most: int = 4) -> str:
    names: Sequence[str] = [battle_map.grid.name(cell) for cell, _ in zip(cells, range(most), strict=False)]
    return " ".join(names) + (" …" if len(cells) > most else "")
