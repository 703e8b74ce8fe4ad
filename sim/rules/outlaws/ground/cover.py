"""Cover (OUT-COVER, OUT-COVER-taken): what shelters a square from an enemy in another.

- What one stands in (rocks), and a low object or low side (trough, table, fence) that the line crosses directly before
  the target, give cover always.
- Corners, windows and open doors give it without an action only on the diagonal: where the line passes exactly through
  the corner of the target's square at which they stand. A line that merely passes close by gives nothing.
- After Take Cover they give it against every enemy whose line comes in over the side that they belong to: the side of
  the window or door itself, and the open side that a wall, a closed door or a high object beside the square carries on.
  A wall of the square that ends at the corner of an open side shelters only from lines that lean towards it.
- Nobody has cover from somebody who has no line to him: he is unseen, which is another thing.
"""

from __future__ import annotations

from typing import NamedTuple

from sim.board.area import Area
from sim.board.cover import Cover, How, cover_along
from sim.board.ground import Ground
from sim.board.sight import LinesOfSight
from sim.board.terrain import EdgeKind
from sim.engine.orders import Refusal
from sim.grid import Between, Cell, Edge, trace_from_origin
from sim.memo import memo
from sim.rules.outlaws.state import Character, OutlawsPosition

OPENINGS = frozenset({"window", "door_open", "batwing_door"})
"""Sides that one can see through and hides beside, by their look: kinds of a map's own look like their model.

What else shelters and can be seen across (fences, railings, low walls) is low, and one is always behind it.
"""


class LineEnd(NamedTuple):
    """How a line comes into the target's square, which is all that cover asks of it.

    `step` leads from the target to the neighbour that the line comes out of: over a side, or (diagonally) through a
    corner. `lean` says over which half of the side it comes: -1 or 1 towards that end, 0 through its middle.
    """

    step: Cell
    lean: int = 0
    beside: bool = False
    """The enemy stands in that neighbour itself, so that nothing in it is in the way."""


def arrival(target: Cell, enemy: Cell) -> LineEnd | None:
    """Return how the line from an enemy comes in; None from the target's own square."""
    across, down = enemy.q - target.q, enemy.r - target.r
    if across == down == 0:
        return None
    step, beside = Cell((across > 0) - (across < 0), (down > 0) - (down < 0)), max(abs(across), abs(down)) == 1
    if abs(across) == abs(down):
        return LineEnd(step, 0, beside)
    if abs(across) > abs(down):
        return LineEnd(Cell(step.q, 0), step.r, beside)
    return LineEnd(Cell(0, step.r), step.q, beside)


def cover_from(position: OutlawsPosition, target: Cell, enemy: Cell, *, covering: bool) -> tuple[Cover, ...]:
    """OUT-COVER: what shelters a square from an enemy in another, each thing with its reason.

    With `covering`: as it is for somebody who has taken cover there. Nothing where no line leads from one to the other.
    """
    if target not in position.lines.field_of_view(enemy):
        return ()
    return _shelter(position.lines, target, arrival(target, enemy), covering)


def in_cover(position: OutlawsPosition, unit: Character, enemy: Character) -> bool:
    """OUT-COVER, OUT-DIE-prone: say whether a character has cover from an enemy; being prone is none.

    It does not depend on where the enemy faces, but on whether a line leads to it.
    """
    there = unit.cell is not None and enemy.cell is not None
    return there and bool(cover_from(position, unit.place, enemy.place, covering=unit.covering))


def can_take_cover(position: OutlawsPosition, unit: Character) -> Refusal | None:
    """OUT-COVER: say why a character cannot Take Cover; None if it can. Prone ones can, riders cannot."""
    if unit.covering:
        return Refusal(f"{unit.id} has taken cover already", "OUT-COVER")
    if unit.mounted:
        return Refusal("a rider cannot take cover: dismount first", "OUT-COVER")
    if not _shelters(position.lines, unit.place):
        return Refusal(f"there is no corner, door or window beside {position.name(unit.place)}", "OUT-COVER")
    return None


@memo
def _shelter(lines: LinesOfSight, target: Cell, come: LineEnd | None, covering: bool) -> tuple[Cover, ...]:
    """Return the cover of a square against all lines that come in like this one."""
    ground = lines.ground
    if come is None:
        return cover_along(ground, lines.convention, (), target)
    # The board judges by the last two things that a line meets, and those of all such lines are the same.
    aside = Cell(abs(come.step.r) * come.lean, abs(come.step.q) * come.lean)
    view = come.step if come.beside else come.step.times(3).plus(aside)
    met = tuple(met.moved(target.plus(view)) for met in trace_from_origin(ground.map.grid, Cell(-view.q, -view.r))[-2:])
    printed = cover_along(ground, lines.convention, met, target)
    counts = [
        cover
        for cover in printed
        if cover.how != "crossed" or not isinstance(cover.place, Edge) or not _opening(ground.edge_at(cover.place))
    ]
    if isinstance(met[-1], Between) and not any(cover.how == "grazed" for cover in counts):
        counts += _far_sides(ground, target, come.step)
    if covering:
        counts += [cover for cover in _taken(lines, target, come) if cover not in counts]
    return tuple(counts)


def _opening(kind: EdgeKind | None) -> bool:
    return kind is not None and not kind.blocks_sight and kind.look in OPENINGS


def _far_sides(ground: Ground, target: Cell, step: Cell) -> list[Cover]:
    """Return the wall end or frame that a diagonal line passes on the far side of the target's corner."""
    sides = [Edge.between(target.plus(aside), target.plus(step)) for aside in (Cell(step.q, 0), Cell(0, step.r))]
    kinds = [(kind, edge) for edge in sides if (kind := ground.edge_at(edge)) is not None]
    ends = [(kind, edge) for kind, edge in kinds if kind.blocks_sight or _opening(kind)]
    found = [_edge_cover(kind, edge, f"corner of the {kind.name} beside the square") for kind, edge in ends]
    return sorted(found, key=lambda cover: (cover.defence, cover.kind), reverse=True)[:1]


def _taken(lines: LinesOfSight, target: Cell, come: LineEnd) -> list[Cover]:
    """Return what somebody who took cover has besides, against lines that come in so."""
    if 0 in come.step:
        leans = {come.step: come.lean}
    else:  # a line through a corner passes within both sides, at their ends
        leans = {Cell(come.step.q, 0): come.step.r, Cell(0, come.step.r): come.step.q}
    found = [
        shelter.cover
        for shelter in _shelters(lines, target)
        if shelter.side in leans and shelter.lean in (None, leans[shelter.side])
    ]
    # Equals are told apart by what they are and never by side: a mirrored board gives the same cover.
    return [max(found, key=lambda cover: (cover.defence, cover.how == "crossed", cover.kind))] if found else []


class _Shelter(NamedTuple):
    """Something to take cover at, and for which lines it counts."""

    side: Cell
    """The step over the side that it belongs to."""
    lean: int | None
    """Which half of the side it shelters; None for all of it."""
    cover: Cover


@memo
def _shelters(lines: LinesOfSight, cell: Cell) -> tuple[_Shelter, ...]:
    """Return what one can take cover at in a square."""
    ground = lines.ground
    found: list[_Shelter] = []
    for side in ground.map.grid.side_steps:
        edge = Edge.between(cell, cell.plus(side))
        own = ground.edge_at(edge)
        if own is not None and own.blocks_sight:
            continue
        if own is not None and _opening(own):
            found.append(_Shelter(side, None, _edge_cover(own, edge, f"beside the {own.name}", "crossed")))
        for hand in (-1, 1):
            found += _corner(ground, cell, side, hand)
    return tuple(found)


def _corner(ground: Ground, cell: Cell, side: Cell, hand: int) -> list[_Shelter]:
    """Return what shelters an open side at one of its ends: what carries the side on, or an own wall that ends."""
    aside = Cell(abs(side.r) * hand, abs(side.q) * hand)
    beside, ahead = cell.plus(aside), cell.plus(side)
    on = Edge.between(beside, beside.plus(side))
    kind = ground.edge_at(on)
    if kind is not None and kind.blocks_sight:
        return [_Shelter(side, None, _edge_cover(kind, on, f"corner of the {kind.name} beside the square"))]
    for place in (beside, beside.plus(side)):
        for high in (ground.terrain_at(place), *ground.features_at(place)) if place in ground.map else ():
            if high.blocks_sight and not high.shelters_behind:
                reason = f"corner of {high.name} in {ground.map.grid.name(place)}"
                return [_Shelter(side, None, Cover(high.defence, high.cover, reason, place, high.id, "grazed"))]
    own, further = Edge.between(cell, beside), Edge.between(ahead, ahead.plus(aside))
    wall, next_wall = ground.edge_at(own), ground.edge_at(further)
    if wall is not None and wall.blocks_sight and (next_wall is None or not next_wall.blocks_sight):
        return [_Shelter(side, hand, _edge_cover(wall, own, f"end of the {wall.name} of the square"))]
    return []


def _edge_cover(kind: EdgeKind, edge: Edge, reason: str, how: How = "grazed") -> Cover:
    return Cover(kind.defence, kind.cover, reason, edge, kind.id, how)


@memo
def doors_and_windows(ground: Ground) -> Area:
    """OUT-ADV-run-2: return the squares with a door or a window on one of their sides: who runs there is seen."""
    battle_map, steps = ground.map, ground.map.grid.side_steps

    def has_one(cell: Cell) -> bool:
        kinds = (ground.edge_at(Edge.between(cell, cell.plus(step))) for step in steps)
        return any(kind is not None and kind.look in {*OPENINGS, "door"} for kind in kinds)

    return Area.of(battle_map, filter(has_one, battle_map.whole))
