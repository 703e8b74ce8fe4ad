"""What a kind of ground, edge, feature or way does, in words: for panels, palettes and lists."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.terrain import CellKind, Kind, MoveCost, TerrainSet, WayKind


def effects(kind: Kind | WayKind, terrain_set: TerrainSet) -> Iterator[tuple[str, str]]:
    """Yield what a kind does, each with what it is about: who pays what to enter, shelter, sight.

    >>> from sim.board.terrain_sets import terrain_set
    >>> field = terrain_set("battlefield")
    >>> dict(effects(field.terrain["light_woods"], field))["sight"]
    'blocks it, 1 high'
    """
    # Who is not named pays an ordinary step.
    for mover, cost in kind.move.items():
        yield terrain_set.movement[mover].name if mover in terrain_set.movement else mover, cost_words(cost)
    if isinstance(kind, Kind):
        if kind.defence or kind.cover != "none":
            yield "cover", f"{kind.defence:+d}, {kind.cover}"
        high = f", {kind.sight_height} high" if kind.sight_height else ""
        if kind.blocks_sight:
            yield "sight", f"blocks it{high}"
        elif isinstance(kind, CellKind) and kind.hindrance:
            yield "sight", f"hindrance {kind.hindrance}{high}"


def cost_words(cost: MoveCost | None) -> str:
    """Say what entering costs, as printed rules do.

    >>> cost_words(MoveCost(times=2)), cost_words(MoveCost(extra=1)), cost_words(None)
    ('costs × 2', 'costs +1', 'cannot enter')
    """
    if cost is None:
        return "cannot enter"
    parts = [*([f"× {cost.times}"] if cost.times != 1 else []), *([f"{cost.extra:+d}"] if cost.extra else [])]
    return f"costs {' '.join(parts)}" if parts else "an ordinary step"
