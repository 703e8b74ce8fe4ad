"""Moves and turns of an AI, with the facing that nothing printed says and that it must have."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.conflict_of_heroes.aims import Aim, Here
from sim.rules.conflict_of_heroes.moving import Way
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot, Step
from sim.rules.conflict_of_heroes.units import Counter, opponents
from sim.rules.conflict_of_heroes.zones import arcs_over
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer


@quickly_made
@dataclass(frozen=True)
class Facing:
    """A direction in which an AI may face, with what would lie before it."""

    subject: str
    """What the direction is called."""
    units: tuple[str, ...]
    to_target: bool
    to_nearest: bool
    turned: int


def _counted(_: Here, facing: Facing) -> Shown:
    units = facing.units
    return Shown(len(units), f"{len(units)} ({', '.join(units)})" if units else "0")


_MOST_UNITS: tuple[Line[Here, Facing], ...] = (
    most(Measure("Units before it", _counted)),
    prefer(Measure("facing the nearest Unit", lambda _, facing: facing.to_nearest)),
    least(Measure("hexsides turned", lambda _, facing: facing.turned)),
)
_TO_TARGET: Line[Here, Facing] = prefer(Measure("towards the target", lambda _, facing: facing.to_target))
_FACING: Priority[Facing] = Priority("COH-FACE", "where to face", *_MOST_UNITS)
_FACING_TARGET: Priority[Facing] = Priority("COH-FACE", "where to face", _TO_TARGET, *_MOST_UNITS)


def facing_after(situation: Here, ai: Counter, cell: Cell, towards: Cell | None = None) -> int:
    """Return the direction in which an AI puts most Units before it, then the nearest, then turns least.

    COH-FACE. With `towards`, that cell must lie before it. A rumoured enemy has no facing to choose.
    """
    if ai.is_rumour:
        return ai.facing
    directions = situation.position.map.grid.directions
    order = _FACING_TARGET if towards else _FACING
    chosen = order.choose(situation, _facings(situation, ai, cell, towards), "directions")
    assert chosen is not None
    return directions.index(chosen.subject)


def _facings(situation: Here, ai: Counter, cell: Cell, towards: Cell | None) -> list[Facing]:
    position = situation.position
    enemies = opponents(position, situation.side)
    view = position.lines.field_of_view(cell)
    seen = [unit for unit in enemies if unit.place in view] or list(enemies)
    hexes = [position.map.distance(cell, unit.place) for unit in seen]
    arcs = [arcs_over(position, cell, unit.place) for unit in seen]
    nearest = min(hexes, default=0)
    near = [arc for arc, distance in zip(arcs, hexes, strict=True) if distance == nearest]
    ahead = None if towards is None else arcs_over(position, cell, towards)
    directions = position.map.grid.directions
    found = []
    for direction, name in enumerate(directions):
        units = tuple([unit.id for unit, arc in zip(seen, arcs, strict=True) if arc[direction]])
        to_nearest = True in [arc[direction] for arc in near]
        to_target = ahead is not None and ahead[direction]
        turn = abs(direction - ai.facing) % len(directions)
        found.append(Facing(name, units, to_target, to_nearest, min(turn, len(directions) - turn)))
    return found


def hexes_from_ai(ai: Counter) -> Measure[Here, Aim]:
    """Count the hexes from an AI to a target."""
    return Measure("hexes from the AI", lambda here, aim: aim.hexes_from(here.position, ai.place))


def nearest_aim(situation: Here, ai: Counter, found: list[Aim], what: str) -> Aim:
    """COH-5.2-move: the nearest of several; a die if they are equally near."""
    aim = Priority("COH-5.2-move", what, least(hexes_from_ai(ai))).choose(situation, found, "Units")
    assert aim is not None
    return aim


def move_along(situation: Here, ai: Counter, way: Way) -> Move:
    """Return the order to make a move, and face where most Units are."""
    return Move((Step(ai.id, way.cells, facing_after(situation, ai, way.end)),))


def turn_towards(situation: Here, ai: Counter, found: list[Aim]) -> Pivot:
    """Return the order to turn towards the nearest of several."""
    aim = nearest_aim(situation, ai, found, "what to turn towards")
    return Pivot(ai.id, facing_after(situation, ai, ai.place, aim.nearest(situation.position, ai.place)))
