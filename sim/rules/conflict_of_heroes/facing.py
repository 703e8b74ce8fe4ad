"""Moves and turns of an AI, with the facing that nothing printed says and that it must have."""

from __future__ import annotations

from dataclasses import replace

from sim.grid import Cell
from sim.rules.conflict_of_heroes.actions import Move, Pivot, Step
from sim.rules.conflict_of_heroes.aims import Aim, Here
from sim.rules.conflict_of_heroes.moving import Way
from sim.rules.conflict_of_heroes.units import Counter, opponents
from sim.rules.conflict_of_heroes.zones import in_front
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer


def facing_after(situation: Here, ai: Counter, cell: Cell, towards: Cell | None = None) -> int:
    """Return the direction in which an AI puts most Units before it, then the nearest, then turns least.

    With `towards`, that cell must lie before it. A proposal of base game 1.8. A rumoured enemy has no facing to choose.
    """
    if ai.is_rumour:
        return ai.facing
    position = situation.position
    grid = position.map.grid
    enemies = opponents(position, situation.side)
    seen = [unit for unit in enemies if unit.place in position.lines.field_of_view(cell)] or list(enemies)
    nearest = min((position.map.distance(cell, unit.place) for unit in seen), default=0)

    def before(direction: int) -> list[Counter]:
        turned = replace(ai, cell=cell, facing=direction)
        return [unit for unit in seen if in_front(position, turned, unit.place)]

    def counted(_: Here, name: str) -> Shown:
        units = before(grid.directions.index(name))
        return Shown(len(units), f"{len(units)} ({', '.join(unit.id for unit in units)})" if units else "0")

    def faces_nearest(_: Here, name: str) -> bool:
        units = before(grid.directions.index(name))
        return any(position.map.distance(cell, unit.place) == nearest for unit in units)

    def faces_target(_: Here, name: str) -> bool:
        turned = replace(ai, cell=cell, facing=grid.directions.index(name))
        return towards is not None and in_front(position, turned, towards)

    def turned_by(_: Here, name: str) -> int:
        turn = abs(grid.directions.index(name) - ai.facing) % len(grid.directions)
        return min(turn, len(grid.directions) - turn)

    order: Priority[str] = Priority(
        "COH-5.3",
        "where to face",
        *([prefer(Measure("towards the target", faces_target))] if towards else []),
        most(Measure("Units before it", counted)),
        prefer(Measure("facing the nearest Unit", faces_nearest)),
        least(Measure("hexsides turned", turned_by)),
    )
    chosen = order.choose(situation, grid.directions, "directions")
    assert chosen is not None
    return grid.directions.index(chosen)


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
