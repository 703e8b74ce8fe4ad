"""The trail: what the others did since one's last order, as it stays drawn on the map until the next.

Each step is an event as it was drawn when it happened (`happened.py`), so that nothing is in it that the viewer may not
know; a walk that is told cell by cell is one step, and so is an attack that is told in several events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sim.engine.ruleset import HUMAN
from sim.grid import Cell
from sim.view.model.cues import is_attack, landed
from sim.view.model.happened import Happened, happened_at
from sim.view.model.model import Model
from sim.view.model.playback import Playback

_FAR = 240
"""Frames after which nobody remembers his last order."""
_MOST = 24
"""Steps that are drawn: of more, the latest."""


@dataclass(frozen=True)
class TrailStep:
    """Something that one unit did: where it went, or at whom it fired."""

    frame: int
    unit: str
    side: str
    cells: tuple[Cell, ...]
    """Its way, from where it stood; of a shot, both ends of it."""
    is_shot: bool = False
    hit: bool | None = None
    """Whether a shot came to something; None where nobody can say."""


def last_order(playback: Playback, side: str, number: int) -> int:
    """Return the frame to which the last order of a person led that plays a side; of none, the first.

    An answer to what somebody else does is no order: it is given while the others act.
    """
    for n in range(number, max(number - _FAR, 0), -1):
        for order in playback.pasts[n].orders:
            if order.by == HUMAN and order.ask.side == side and order.ask.about is None:
                return n
    return max(number - _FAR, 0)


def trail_of(model: Model, first: int, last: int) -> tuple[TrailStep, ...]:
    """Return what everybody but the viewer's own side did from one frame to another, in the order of time."""
    return tuple(step for step in steps_of(model, first, last) if step.side != model.eyes)[-_MOST:]


def steps_of(model: Model, first: int, last: int) -> list[TrailStep]:
    """Return what everybody did from one frame to another, in the order of time."""
    steps: list[TrailStep] = []
    for number in range(max(first, 1), last + 1):
        for step in _steps(model, number, happened_at(model, number)):
            if steps and (joined := _joined(steps[-1], step)) is not None:
                steps[-1] = joined
            else:
                steps.append(step)
    return steps


def _steps(model: Model, number: int, happened: Happened) -> Iterator[TrailStep]:
    units = model.position_at(number - 1).state.units
    for way in happened.ways:
        yield TrailStep(number, way.unit, units[way.unit].side, (way.start, *way.cells))
    fired, event = happened.fired, model.frame_at(number).event
    if fired is not None and is_attack(event):  # to take aim is none
        yield TrailStep(number, fired.unit, units[fired.unit].side, (fired.start, fired.end), True, landed(event))


def _joined(before: TrailStep, step: TrailStep) -> TrailStep | None:
    """Return two steps as one, if the second goes on with the first."""
    if (before.unit, before.is_shot) != (step.unit, step.is_shot):
        return None
    if not step.is_shot:
        return replace(before, cells=before.cells + step.cells[1:]) if before.cells[-1] == step.cells[0] else None
    known = [hit for hit in (before.hit, step.hit) if hit is not None]
    return replace(before, hit=any(known) if known else None) if before.cells == step.cells else None
