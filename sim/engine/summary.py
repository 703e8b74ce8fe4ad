"""What became of a battle: losses, luck, and the moments that turned it. All of it read from the frames."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.engine.battle import Position
from sim.engine.dice import probability
from sim.engine.game import Frame
from sim.engine.notes import Note, Opposed, Rolled, walk
from sim.engine.reader import Reader
from sim.engine.session import Checkpoint, Session
from sim.engine.state import Outcome
from sim.engine.units import Roster

TURNING_POINTS = 6


@dataclass(frozen=True)
class Losses:
    """What a side had and what it lost."""

    side: str
    fielded: int
    """Units that were on the map at some time."""
    lost: tuple[tuple[str, int], ...]
    """Those that are gone for good, each with the frame that took it."""


@dataclass(frozen=True)
class Luck:
    """What a side's dice were expected to bring, and what they did; only throws that could succeed or fail count."""

    side: str
    chances: tuple[float, ...]
    """Of every throw, how likely it was to succeed."""
    actual: int
    """How many did."""

    @property
    def throws(self) -> int:
        """How many there were."""
        return len(self.chances)

    @property
    def expected(self) -> float:
        """How many were to be expected to succeed."""
        return sum(self.chances)

    @property
    def share(self) -> float:
        """How much of all battles with these throws had fewer successes, those with as many counted half.

        0.5 is fair, near 1 is luck, near 0 the lack of it. Counted whole, they would call a single miss lucky.
        """
        return _share_below(self.chances, self.actual)


@dataclass(frozen=True)
class TurningPoint:
    """A moment after which the battle stood differently."""

    frame: int
    turn: int
    lost: tuple[str, ...]
    points: tuple[tuple[str, int], ...]
    """By how much each side's points changed."""


@dataclass(frozen=True)
class Summary:
    """A battle looked back on."""

    outcome: Outcome | None
    turn: int
    losses: tuple[Losses, ...]
    luck: tuple[Luck, ...]
    turning_points: tuple[TurningPoint, ...]


def summary_of(session: Session[Any, Any], reader: Reader | None = None) -> Summary:
    """Look back on a battle, as far as it has come; to somebody who reads of it, without what is hidden from him."""
    really = session.frames
    frames = really if reader is None or not reader.sides else list(reader.frames(really))
    sides = [side.id for side in session.battle.sides]
    fielded = _fielded(frames)
    ever = {unit for units in fielded.values() for unit in units}
    # Whoever goes out of sight is not lost: who is gone is read from what really is.
    gone = [one for one in gone_for_good(session, really) if one[2] in ever]
    rolled = list(_rolled(frames))
    luck = (_luck(side, rolled) for side in sides)
    last = frames[-1].state
    return Summary(
        last.outcome,
        last.turn,
        tuple(_losses(side, fielded.get(side, {}), gone) for side in sides),
        tuple(each for each in luck if each.throws),
        tuple(_turning_points(session, frames, gone)),
    )


# -- losses -----------------------------------------------------------------------------------------------


_Gone = tuple[int, str, str]
"""A unit that was lost for good: the frame, its side, its id."""


def gone_for_good(session: Session[Any, Any], frames: Sequence[Frame]) -> list[_Gone]:
    """Return every unit that was lost for good in the course of some frames, in the order of time."""

    def lost(frame: Frame, among: Collection[str] | None = None) -> frozenset[str] | None:
        return session.ruleset.insight.lost(Position(session.battle, frame.state), among)

    at_last, at_first = lost(frames[-1]), lost(frames[0])
    if at_last is None or at_first is None:
        return list(_out_of_the_roster(frames))
    found: list[_Gone] = []
    left, units = at_last - at_first, frames[0].state.units
    for frame in frames[1:]:
        if frame.state.units is not units:
            units, now = frame.state.units, lost(frame, left) or frozenset()
            found += ((frame.number, units[id_].side, id_) for id_ in sorted(now))
            left -= now
    return found


def _out_of_the_roster(frames: Sequence[Frame]) -> Iterator[_Gone]:
    """Yield frame, side and id of every unit that left the roster and did not come back under its name.

    Of one whose name was given again, as those of rumours are, the last time counts.
    """
    last = frames[-1].state.units
    before = frames[0].state.units
    found: dict[str, _Gone] = {}
    for frame in frames[1:]:
        now = frame.state.units
        if now is not before:
            for unit in before:
                if unit.id not in now and unit.id not in last:
                    found[unit.id] = frame.number, unit.side, unit.id
        before = now
    yield from sorted(found.values())


def _fielded(frames: Sequence[Frame]) -> dict[str, dict[str, bool]]:
    """Return every unit that there ever was, by side, and whether it was on the map at some time.

    Most frames leave the units as they were, and most units are known from the frame before.
    """
    found: dict[str, dict[str, bool]] = {}
    before: Roster[Any] = Roster()
    for frame in frames:
        units = frame.state.units
        for unit in units.since(before) if units is not before else ():
            of_side = found.setdefault(unit.side, {})
            if not of_side.get(unit.id):
                of_side[unit.id] = unit.cell is not None
        before = units
    return found


def _losses(side: str, fielded: Mapping[str, bool], gone: Sequence[_Gone]) -> Losses:
    lost = tuple((unit, frame) for frame, of, unit in gone if of == side and fielded.get(unit))
    return Losses(side, sum(fielded.values()), lost)


# -- luck -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Throws:
    """Dice that could succeed or fail, each with the same chance."""

    whom: str
    chance: float
    dice: int
    good: int


def _thrown(note: Note) -> _Throws | None:
    """Return what a note says of luck: nothing of dice that only pick one of several, or say how much."""
    match note:
        case Rolled(throw=throw) if throw.need is not None:
            numbers = note.faces if throw.need.each else (note.total,)
            chance = float(probability(throw.die, throw.count, throw.need))
            return _Throws(throw.whom, chance, len(numbers), sum(map(throw.need.met_by, numbers)))
        case Opposed(one=one):
            return _Throws(one.throw.whom, float(note.chance), 1, int(note.margin > 0))
        case _:
            return None


def _rolled(frames: Sequence[Frame]) -> Iterator[tuple[str, _Throws]]:
    """Yield every throw that could succeed or fail, with the side that threw."""
    for frame in frames:
        for note in walk(frame.why):
            if isinstance(note, (Rolled, Opposed)) and (thrown := _thrown(note)) is not None:
                yield _side_of(thrown.whom, frame), thrown


def _luck(side: str, rolled: Sequence[tuple[str, _Throws]]) -> Luck:
    own = [thrown for of, thrown in rolled if of == side]
    chances = tuple(thrown.chance for thrown in own for _ in range(thrown.dice))
    return Luck(side, chances, sum(thrown.good for thrown in own))


def _side_of(whom: str, frame: Frame) -> str:
    units = frame.state.units
    return str(units[whom].side) if whom in units else whom


def _share_below(chances: Sequence[float], successes: int) -> float:
    """Return how probable fewer successes were, and half of how probable as many were.

    >>> _share_below([0.5], 0), _share_below([0.5, 0.5], 1), _share_below([], 0)
    (0.25, 0.5, 0.5)
    """
    return (at_most(chances, successes) + at_most(chances, successes - 1)) / 2


def at_most(chances: Sequence[float], successes: int) -> float:
    """Return how probable it is that so many or fewer of several throws succeed.

    >>> at_most([0.5, 0.5], 1), at_most([], 0)
    (0.75, 1.0)
    """
    ways = np.zeros(len(chances) + 1)
    ways[0] = 1.0
    for chance in chances:
        ways[1:] = ways[1:] * (1 - chance) + ways[:-1] * chance
        ways[0] *= 1 - chance
    return min(float(ways[: successes + 1].sum()), 1.0)


# -- turning points ---------------------------------------------------------------------------------------


def _turning_points(session: Session[Any, Any], frames: Sequence[Frame], gone: Sequence[_Gone]) -> list[TurningPoint]:
    """Return the moments that changed most, in the order of time: by points, which decide, and then by losses."""
    insight = session.ruleset.insight
    lost: dict[int, list[str]] = {}
    for number, _, unit in gone:
        lost.setdefault(number, []).append(unit)
    found: list[tuple[tuple[int, int], TurningPoint]] = []
    before = insight.standing(Position(session.battle, frames[0].state))
    for activation in _by_activation(session, frames[1:]):
        # To reckon points takes long, and most activations change none: only where one has is it asked by what.
        fell = any(frame.number in lost for frame in activation)
        if not fell and insight.standing(Position(session.battle, activation[-1].state)) == before:
            continue
        for frame in activation:
            now = insight.standing(Position(session.battle, frame.state))
            points = tuple((side, now[side] - before.get(side, 0)) for side in now if now[side] != before.get(side, 0))
            before = now
            fallen = tuple(lost.get(frame.number, ()))
            if points or fallen:
                weight = (sum(abs(change) for _, change in points), len(fallen))
                found.append((weight, TurningPoint(frame.number, frame.state.turn, fallen, points)))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return sorted((point for _, point in found[:TURNING_POINTS]), key=lambda point: point.frame)


def _by_activation(session: Session[Any, Any], frames: Sequence[Frame]) -> Iterator[list[Frame]]:
    """Yield the frames of one activation after the other."""
    ends, last = set[int](), 0
    for entry in session.log:
        if isinstance(entry, Frame):
            last = entry.number
        elif isinstance(entry, Checkpoint):
            ends.add(last)
    activation: list[Frame] = []
    for frame in frames:
        activation.append(frame)
        if frame.number in ends:
            yield activation
            activation = []
    if activation:
        yield activation
