"""The ground as it stands now: an immutable map and what play has changed on it.

Smoke drifts in, doors open, walls come down. None of it rebuilds the map: `Changes` is a small value that belongs to
the state of a battle, and `Ground` reads through it. Everything derived from the unchanged map is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.terrain import EdgeKind, FeatureKind, TerrainKind, WayKind
from sim.grid import Cell, Edge
from sim.memo import KeepsAnswers


@dataclass(frozen=True)
class Changes(KeepsAnswers):
    """What play has changed on a map. A value: equal changes are equal, and it can be a dictionary key.

    Each part is in order, so that the same changes made in another order are the same.
    """

    features: tuple[tuple[Cell, tuple[str, ...]], ...] = ()
    """Features added to cells: smoke, a hasty barricade."""
    cleared: tuple[tuple[Cell, str], ...] = ()
    """Printed features that are gone: wire cut, a barricade pulled down."""
    terrain: tuple[tuple[Cell, str], ...] = ()
    """Ground that has become another kind: a house burnt down to rubble."""
    edges: tuple[tuple[Edge, str | None], ...] = ()
    """Edges that have become another kind, or are gone."""
    ways: tuple[tuple[Edge, str | None], ...] = ()
    """Links between cells that have become another kind of way, or are gone: a bridge blown, a rail torn up."""

    @cached_property
    def _hash(self) -> int:
        return hash((self.features, self.cleared, self.terrain, self.edges, self.ways))

    def __hash__(self) -> int:
        """Return the hash, worked out once: changes are the key to everything that is kept of a ground."""
        return self._hash

    def with_feature(self, cell: Cell, kind: str) -> Changes:
        """Add a feature to a cell."""
        here = dict(self.features)
        here[cell] = tuple(sorted((*here.get(cell, ()), kind)))
        return replace(self, features=tuple(sorted(here.items())))

    def without_feature(self, cell: Cell, kind: str) -> Changes:
        """Take a feature away from a cell: one that play has put there, or else the printed one."""
        here = dict(self.features)
        left = list(here.get(cell, ()))
        if kind not in left:
            return replace(self, cleared=tuple(sorted({*self.cleared, (cell, kind)})))
        left.remove(kind)
        here[cell] = tuple(left)
        return replace(self, features=tuple(sorted(item for item in here.items() if item[1])))

    def with_terrain(self, cell: Cell, kind: str) -> Changes:
        """Turn the ground of a cell into another kind."""
        return replace(self, terrain=tuple(sorted({**dict(self.terrain), cell: kind}.items())))

    def with_way(self, link: Edge, kind: str | None) -> Changes:
        """Turn a link between two cells into another kind of way; None takes it away."""
        here: dict[Edge, str | None] = {**dict(self.ways), link: kind}
        return replace(self, ways=tuple(sorted(here.items(), key=lambda item: item[0])))

    def with_edge(self, edge: Edge, kind: str | None) -> Changes:
        """Turn an edge into another kind; None takes it away."""
        here: dict[Edge, str | None] = {**dict(self.edges), edge: kind}
        return replace(self, edges=tuple(sorted(here.items(), key=lambda item: item[0])))


NO_CHANGES = Changes()


@dataclass(frozen=True, eq=False)
class Ground(KeepsAnswers):
    """A map with its changes. All rules read the ground, never the bare map."""

    map: BattleMap
    changes: Changes = NO_CHANGES

    @cached_property
    def _features(self) -> Mapping[Cell, tuple[str, ...]]:
        return dict(self.changes.features)

    @cached_property
    def _terrain(self) -> Mapping[Cell, str]:
        return dict(self.changes.terrain)

    @cached_property
    def _edges(self) -> Mapping[Edge, str | None]:
        return dict(self.changes.edges)

    @cached_property
    def _ways(self) -> Mapping[Edge, str | None]:
        return dict(self.changes.ways)

    def terrain_at(self, cell: Cell) -> TerrainKind:
        """Return the ground of a cell as it is now."""
        changed = self._terrain.get(cell)
        return self.map.terrain_set.terrain[changed] if changed else self.map.terrain_at(cell)

    def features_at(self, cell: Cell) -> tuple[FeatureKind, ...]:
        """Return the features of a cell, those added in play last."""
        added = self._features.get(cell)
        printed = self.map.features_at(cell)
        if self.changes.cleared:
            printed = tuple(kind for kind in printed if (cell, kind.id) not in self.changes.cleared)
        return (*printed, *(self.map.terrain_set.features[kind] for kind in added)) if added else printed

    def edge_at(self, edge: Edge) -> EdgeKind | None:
        """Return what stands on an edge now."""
        if edge not in self._edges:
            return self.map.edge_at(edge)
        kind = self._edges[edge]
        return self.map.terrain_set.edges[kind] if kind else None

    def way_at(self, link: Edge) -> WayKind | None:
        """Return the road or rail between two cells as it is now."""
        if link not in self._ways:
            return self.map.way_at(link)
        kind = self._ways[link]
        return self.map.terrain_set.ways[kind] if kind else None

    def overlaid(self, link: Edge, cell: Cell) -> bool:
        """Say whether play has put something across a link, or into the cell it leads to, that a way does not pass."""
        return self._edges.get(link) is not None or cell in self._terrain

    def height_at(self, cell: Cell) -> int:
        """Return the level of a cell's ground."""
        return self.map.height_at(cell)

    @cached_property
    def changed_cells(self) -> tuple[Cell, ...]:
        """Every cell that a change touches, in map order; an edge touches the cells on both its sides."""
        touched = {cell for cell, _ in (*self.changes.features, *self.changes.cleared, *self.changes.terrain)}
        touched |= {cell for edge, _ in self.changes.edges for cell in edge}
        return tuple(Area.of(self.map, touched))
