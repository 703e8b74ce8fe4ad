"""What an event looks like on the map: who went where, and who fired at whom.

Ways are read from two moments, the one before the event and the one after it. Who fired at whom is in the order that
led to the event: its sketch names both, as it did while the order was being put together. Only what the viewer may
know is looked at, so that nothing is given away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.engine.insight import Scene, Sketch
from sim.engine.notes import Rolled
from sim.grid import Cell
from sim.view.model.model import Model, concerned, result_text

_BACK = 12
"""Frames before an event in which its order is looked for: an attack is told in several, with reactions between."""
_MOST = 24
"""Ways drawn for one event: more are no longer one move, but a table that is set up."""


_AT_ONCE = 4
"""Places that can be looked at together: an event that speaks of more is about the whole battle."""


@dataclass(frozen=True)
class TrackGone:
    """Where a unit went: from where, and the cells that it entered."""

    unit: str
    start: Cell
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class ActedAgainst:
    """Who acted against whom, by where they stood."""

    unit: str
    start: Cell
    end: Cell
    words: str = ""
    """What was thrown for it, where something was needed."""


@dataclass(frozen=True)
class Happened:
    """All of one event that can be drawn."""

    ways: tuple[TrackGone, ...] = ()
    fired: ActedAgainst | None = None

    def actors(self, concerned: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return where to look to see it: at both ends of a shot, at whoever went, else at those it speaks of."""
        if self.fired is not None:
            return self.fired.start, self.fired.end
        cells = tuple(way.cells[-1] for way in self.ways) or concerned
        return cells if len(cells) <= _AT_ONCE else ()


NOTHING = Happened()
"""Of most events nothing can be drawn."""


def happened_at(model: Model, number: int) -> Happened:
    """Return what the event of a frame looks like on the map, as far as the viewer may know of it."""
    if number == 0 or model.is_secret(number):
        return NOTHING
    before, after = model.position_at(number - 1), model.position_at(number)
    sketches = list(_sketches(model, number))
    moves = tuple(_moves(before, after, sketches))
    return Happened(moves if len(moves) <= _MOST else (), _fired(model, number, sketches))


def _sketches(model: Model, number: int) -> Iterator[Sketch]:
    """Yield the orders that may have led to an event, the latest first, each as it looked when it was given."""
    frames = model.playback.frames
    for n in range(number, max(number - _BACK, 0), -1):
        if frames[n].state.turn != frames[number].state.turn:
            return
        for order in reversed(model.orders_of(n)):
            yield model.insight.drawn(model.position_at(n - 1), order.intent)


def _moves(before: Scene, after: Scene, sketches: list[Sketch]) -> Iterator[TrackGone]:
    for unit in after.state.units:
        start = before.state.units[unit.id].cell if unit.id in before.state.units else None
        if start is None or unit.cell is None or start == unit.cell:
            continue
        ordered = (sketch.way for sketch in sketches if unit.id in sketch.units and sketch.way[-1:] == (unit.cell,))
        way = next(ordered, ())
        # Of a way that is told cell by cell each event is its last stretch.
        cells = way[way.index(start) + 1 :] if start in way else way
        yield TrackGone(unit.id, start, cells or (unit.cell,))


def _fired(model: Model, number: int, sketches: list[Sketch]) -> ActedAgainst | None:
    units = model.position_at(number - 1).state.units
    frame = model.playback.frames[number]
    ids, _ = concerned(frame.event, (unit.id for unit in units))
    for sketch in sketches:
        actor = next((unit for unit in sketch.units if unit in ids), None)
        if actor is None or sketch.target is None or sketch.target not in ids or actor not in units:
            continue
        start, end = units[actor].cell, units[sketch.target].cell
        if start is None or end is None or start == end or units[actor].side == units[sketch.target].side:
            continue
        return ActedAgainst(actor, start, end, _words(model, number))
    return None


def _words(model: Model, number: int) -> str:
    """Say what was thrown for an event and what was needed."""
    thrown = next(
        (note for note in model.frame_at(number).why if isinstance(note, Rolled) and note.throw.need is not None), None
    )
    if thrown is None or thrown.throw.need is None:
        return ""
    if thrown.throw.need.each:
        return result_text(thrown)
    return f"{thrown.total} rolled, {thrown.throw.need} needed"
