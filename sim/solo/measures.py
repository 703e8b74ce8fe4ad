"""Measures that every system needs, ready for priority lists. A system writes its own beside these.

A candidate may be a cell or a unit; of a unit its cell is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sim.board.area import Area
from sim.board.cover import own_cover
from sim.board.paths import Reach, TurningReach
from sim.engine.units import Unit
from sim.engine.zones import Zones
from sim.grid import Cell
from sim.solo.priority import Measure, Measured
from sim.solo.situation import Situation

Here = Situation[Any, Any]
Candidate = Cell | Unit
Goal = Callable[[Here], Cell]
"""Finds the cell that something is measured from or to."""


def cell_of(candidate: Candidate) -> Cell:
    """Return where a candidate is."""
    return candidate.place if isinstance(candidate, Unit) else candidate


def target_cell(situation: Here) -> Cell:
    """Return the cell of the target that the plan is about."""
    return cell_of(situation.target)


def own_cell(situation: Here) -> Cell:
    """Return the cell of the unit that acts."""
    return cell_of(situation.unit)


def cells_from(what: str, goal: Goal) -> Measure[Here, Candidate]:
    """Count the cells to a goal: "cells from the target"."""
    return Measure(
        f"cells from {what}", lambda situation, at: situation.position.map.distance(cell_of(at), goal(situation))
    )


def length_from(what: str, goal: Goal) -> Measure[Here, Candidate]:
    """Measure the straight way to a goal in the map's unit. Squares are compared, so that ties are exact."""

    def length(situation: Here, at: Candidate) -> Measured:
        map_, end = situation.position.map, goal(situation)
        mark = '"' if map_.scale.unit == "inch" else " m"
        shown = f"{map_.length(cell_of(at), end):.1f}{mark}"
        return Measured(map_.grid.squared(cell_of(at), end), shown)

    return Measure(f"distance from {what}", length)


def cost_of(reach: Reach | TurningReach, what: str = "cost of the move") -> Measure[Here, Candidate]:
    """Count what it takes to get there; what cannot be reached costs more than anything that can."""

    def cost(situation: Here, at: Candidate) -> Measured | int:
        spent = reach.cost(cell_of(at))
        return Measured(1 << 30, "out of reach") if spent is None else spent

    return Measure(what, cost)


def inside(what: str, area: Callable[[Here], Area]) -> Measure[Here, Candidate]:
    """Say whether it lies in an area: "in the village"."""
    return Measure(what, lambda situation, at: cell_of(at) in area(situation))


def outside(what: str, area: Callable[[Here], Area]) -> Measure[Here, Candidate]:
    """Say whether it lies outside an area: "out of every fire zone"."""
    return Measure(what, lambda situation, at: cell_of(at) not in area(situation))


def threats(what: str, zones: Callable[[Here], Zones]) -> Measure[Here, Candidate]:
    """Count the units whose zones cover it, and name them."""

    def covered(situation: Here, at: Candidate) -> Measured:
        units = zones(situation).over(cell_of(at))
        return Measured(len(units), f"{len(units)} ({', '.join(units)})" if units else "0")

    return Measure(what, covered)


def unseen_by(what: str, viewers: Callable[[Here], Iterable[Unit]]) -> Measure[Here, Candidate]:
    """Say whether none of the viewers has a line of sight to it: "out of sight of the Regulars"."""

    def unseen(situation: Here, at: Candidate) -> Measured:
        row = situation.position.lines.field_of_view(cell_of(at))
        seen = [viewer.id for viewer in viewers(situation) if viewer.cell is not None and viewer.cell in row]
        return Measured(not seen, f"seen by {', '.join(seen)}" if seen else "unseen")

    return Measure(what, unseen)


def sheltered_from(what: str, viewers: Callable[[Here], Iterable[Unit]]) -> Measure[Here, Candidate]:
    """Say whether it has cover from every viewer that can see it: "in cover from the enemy"."""

    def sheltered(situation: Here, at: Candidate) -> Measured:
        cell = cell_of(at)
        # Cover of the cell's own needs no line, and is what most candidates that have cover have.
        if own := own_cover(situation.position.ground, cell):
            return Measured(True, own[0].reason)
        bare = [viewer.id for viewer in viewers(situation) if _bare(situation, viewer, cell)]
        return Measured(not bare, f"no cover from {', '.join(bare)}" if bare else "covered or unseen")

    return Measure(what, sheltered)


def _bare(situation: Here, viewer: Unit, cell: Cell) -> bool:
    if viewer.cell is None or viewer.cell not in situation.position.lines.field_of_view(cell):
        return False
    return not situation.position.sight(viewer.cell, cell).cover


def defence_modifier(what: str, attacker: Goal) -> Measure[Here, Candidate]:
    """Add up what shelters it from an attacker, with the reasons."""

    def modifier(situation: Here, at: Candidate) -> Measured:
        sight = situation.position.sight(attacker(situation), cell_of(at))
        reasons = ", ".join(f"{cover.defence:+d} {cover.reason}" for cover in sight.cover if cover.defence)
        return Measured(sight.defence_modifier, f"{sight.defence_modifier} ({reasons})" if reasons else "0")

    return Measure(what, modifier)
