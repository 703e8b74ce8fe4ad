"""The battle as one viewer may see it: positions, names and words of every frame.

Somebody who plays one side sees what that side may know. Where nobody plays, everything is shown. Where people share a
screen, it shows what the one who sits at it may know; while it is handed over, what all of them do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard

from sim.engine.battle import Position, mentioned
from sim.engine.chance import DrawCard
from sim.engine.dice import Throw
from sim.engine.events import Event, Unseen
from sim.engine.game import Frame, Ordered
from sim.engine.insight import CardFace, Insight, Scene
from sim.engine.notes import Note, Opposed, Rolled, Subject
from sim.engine.orders import Ask
from sim.engine.reader import Reader, people_of
from sim.engine.session import LogEntry, Session
from sim.engine.state import State
from sim.files import printable
from sim.grid import Cell
from sim.scenario.scenario import Scenario
from sim.view.model.playback import Playback

_LONGEST = 600
"""Characters of one line of the log: the words of a system are shorter, and those of a stranger not worth more."""


class _Told(NamedTuple):
    """What was told of a frame, to whom, and of which part of it."""

    frame: Frame
    reader: Reader
    read: Frame
    text: str


class Model:
    """What is shown of a battle, without how it is drawn."""

    def __init__(self, scenario: Scenario, playback: Playback, reader: Reader | None = None) -> None:
        self.scenario, self.playback = scenario, playback
        self._read_by = reader
        """Who reads for good; nobody while it is whoever is asked."""
        self.at_screen: str | None = None
        """The side whose player sits at the screen, where people share it."""
        self._secrets: tuple[State[Any] | None, bool] = (None, False)
        self._positions: dict[tuple[int, Reader], tuple[Frame, Scene]] = {}
        self._told: dict[int, _Told] = {}
        self._reader: Reader | None = None
        """Who read last: a reader keeps what he knows of a moment."""
        self._read: dict[tuple[int, Reader], tuple[Frame, Frame]] = {}
        self._reasons: tuple[tuple[Note, ...], Reader, tuple[Note, ...]] | None = None

    @property
    def session(self) -> Session[Any, Any]:
        """The line of the battle that is being played."""
        return self.playback.session

    @property
    def insight(self) -> Insight:
        """What the system can tell of positions."""
        return self.session.ruleset.insight

    # -- who looks ---------------------------------------------------------------------------------------

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides that people play."""
        return people_of(self.session)

    @property
    def eyes(self) -> str | None:
        """The side through whose eyes the battle is shown; None if it is no one side's."""
        if self._read_by is not None:
            return self._read_by.sides[0] if len(self._read_by.sides) == 1 else None
        humans = self.humans
        if len(humans) < 2:
            return humans[0] if humans else None
        return self.at_screen if self.hands_over_to is None else None

    @property
    def reader(self) -> Reader:
        """Who reads: he is told what he may know, and everything once it is over."""
        if self._read_by is not None:
            return self._read_by
        eyes = self.eyes
        sides = () if self.session.over else self.humans if eyes is None else (eyes,)
        kept, battle = self._reader, self.session.battle
        if kept is None or kept.battle is not battle or kept.sides != sides:
            kept = self._reader = Reader(battle, sides)
        return kept

    @property
    def hands_over_to(self) -> str | None:
        """The side whose player must come to the screen before anything goes on; None if he sits there already.

        Where nobody hides anything from anybody, nobody need get up.
        """
        wanted, humans = self.playback.wanted, self.humans
        if self._read_by is not None or len(humans) < 2 or not isinstance(wanted, Ask) or wanted.side not in humans:
            return None
        return wanted.side if wanted.side != self.at_screen and self._has_secrets else None

    @property
    def _has_secrets(self) -> bool:
        """Say whether a unit is hidden from one of the people at the screen."""
        state, battle = self.session.state, self.session.battle
        if self._secrets[0] is not state:
            self._secrets = (state, any(Reader(battle, (side,)).hidden(state) for side in self.humans))
        return self._secrets[1]

    def seat(self) -> None:
        """Let whoever is asked sit at the screen."""
        if isinstance(wanted := self.playback.wanted, Ask) and wanted.side in self.humans:
            self.at_screen = wanted.side

    # -- what is seen ------------------------------------------------------------------------------------

    @property
    def position(self) -> Scene:
        """The moment that is shown, as far as it may be known."""
        return self.position_at(self.playback.cursor)

    def position_at(self, number: int) -> Scene:
        """Return the moment of a frame, as far as it may be known."""
        frame, reader = self.playback.frames[number], self.reader
        known = self._positions.get((number, reader))
        if known is None or known[0] is not frame:
            if len(self._positions) > 64:
                self._positions.clear()
            position = Position(self.session.battle, reader.known(frame.state))
            known = self._positions[number, reader] = (frame, position)
        return known[1]

    def frame_at(self, number: int) -> Frame:
        """Return a frame as it may be read: what happened, and why."""
        frame, reader = self.playback.frames[number], self.reader
        known = self._read.get((number, reader))
        if known is None or known[0] is not frame:
            if len(self._read) > 64:
                self._read.clear()
            before = self.playback.frames[max(number - 1, 0)].state
            known = self._read[number, reader] = (frame, reader.frame(before, frame))
        return known[1]

    @property
    def wanted(self) -> Ask | Throw | DrawCard | None:
        """What is asked for at the moment that is shown, as it may be read."""
        return None if self.playback.wanted is None else self.reader.wanted(self.session)

    @property
    def waiting_for(self) -> tuple[Note, ...]:
        """What has led so far to what is asked for, as it may be read."""
        why, reader = self.session.why, self.reader
        # Painting asks many times for the reasons of the same moment.
        if self._reasons is None or self._reasons[0] is not why or self._reasons[1] != reader:
            self._reasons = (why, reader, reader.why(self.session))
        return self._reasons[2]

    @property
    def notes(self) -> tuple[Note, ...]:
        """Why the frame that is shown came about; while somebody is asked, what led to the question."""
        waiting = self.waiting_for if self.playback.wanted is not None else ()
        return waiting or self.frame_at(self.playback.cursor).why

    def is_secret(self, number: int) -> bool:
        """Say whether a frame is about somebody of whom the viewer may not know: a hidden enemy that moves."""
        return isinstance(self.frame_at(number).event, Unseen)

    def orders_of(self, number: int) -> list[Ordered]:
        """Return the orders that led to a frame, as far as they may be read."""
        before = self.playback.frames[max(number - 1, 0)].state
        led: tuple[LogEntry, ...] = (*self.playback.pasts[number].orders, self.playback.frames[number])
        return [entry for entry in self.reader.entries(led, before) if isinstance(entry, Ordered)]

    # -- words -------------------------------------------------------------------------------------------

    def naming(self, subject: Subject) -> str:
        """Return what players call a cell, a unit or a side."""
        if isinstance(subject, Cell):
            return self.session.position.name(subject)
        sides = {side.id: side.name for side in self.session.battle.sides}
        return printable(sides.get(subject, subject), 60)

    def mentioning(self, subject: Subject) -> str:
        """Return what players call a cell, a unit or a side in the middle of a sentence."""
        named = self.naming(subject)
        return mentioned(named) if any(side.id == subject for side in self.session.battle.sides) else named

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the units that a text speaks of, as far as they are known of at the moment that is shown."""
        # A sentence may begin with a name that is written small.
        names = {self.naming(unit.id).casefold(): unit.id for unit in self.position.state.units}
        return tuple(dict.fromkeys(names[name] for name in _any_of(tuple(names)).findall(text.casefold())))

    def told(self, number: int) -> str:
        """Tell what happened in a frame.

        Somebody else who looks on, or all because it is over, is told anew only what he reads otherwise.
        """
        frame, reader, known = self.playback.frames[number], self.reader, self._told.get(number)
        if known is None or known.frame is not frame or known.reader is not reader:
            read = self.frame_at(number)
            text = known.text if known is not None and known.read is read else self.tell(read)
            known = self._told[number] = _Told(frame, reader, read, text)
        return known.text

    def tell(self, read: Frame) -> str:
        """Tell what happens in a frame, as it may be read."""
        told = self.session.ruleset.event_text(Position(self.session.battle, read.state), read.event)
        text = printable(told + _rolled(read.why), _LONGEST)
        return text[:1].upper() + text[1:]

    def card(self, deck: str, card: str) -> CardFace:
        """Return what a card says."""
        return self.insight.card(self.session.position, deck, card)

    def side_name(self, side: str) -> str:
        """Return what a side is called."""
        return printable(self.session.battle.side(side).name, 40)

    def concerned_at(self, number: int) -> tuple[Cell, ...]:
        """Return the cells of those whom the event of a frame speaks of, as far as the viewer may know."""
        if number == 0:
            return ()
        units = self.position_at(number).state.units
        ids, cells = concerned(self.frame_at(number).event, (unit.id for unit in units))
        return tuple(sorted({*cells, *(unit.cell for unit in units if unit.id in ids and unit.cell is not None)}))

    def side_at(self, number: int) -> str | None:
        """Return the side whose deed or fate a frame tells of: the first that its event names, itself or by units.

        Where those are of several sides, as when all counters go into a cup, it is nobody's.
        """
        units = self.position_at(number).state.units, self.position_at(max(number - 1, 0)).state.units
        sides = {side.id for side in self.session.battle.sides}
        event = self.frame_at(number).event
        for value in (getattr(event, each.name) for each in fields(event)):
            names = [name for name in (value if isinstance(value, tuple) else (value,)) if isinstance(name, str)]
            named = {*names} & sides | {each[name].side for name in names for each in units if name in each}
            if named:
                return named.pop() if len(named) == 1 else None
        return None

    def where(self, subject: Subject) -> Cell | None:
        """Return the cell of a unit as it is shown, or the cell itself."""
        if isinstance(subject, Cell):
            return subject
        units = self.position.state.units
        return units[subject].cell if subject in units else None


@lru_cache(maxsize=8)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds any of some names as whole words: of two that begin alike, the longer."""
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)" if names else r"(?!)")


def _rolled(why: tuple[Note, ...]) -> str:
    """Add what was thrown for an event, where something was needed: the words of a system tell only what came of it."""
    thrown = [note for note in why if _could_fail(note)]
    return f" ({', '.join(map(result_text, thrown))})" if thrown else ""


def _could_fail(note: Note) -> TypeGuard[Rolled | Opposed]:
    return isinstance(note, Opposed) or (isinstance(note, Rolled) and note.throw.need is not None)


def result_text(rolled: Rolled | Opposed) -> str:
    """Say what came of dice: their total, or of those that count each for itself how many were good enough."""
    if isinstance(rolled, Opposed):
        return f"{result_text(rolled.one)} against {rolled.other.total}"
    need = rolled.throw.need
    if need is None or not need.each:
        return f"{rolled.total} on {rolled.throw.dice}"
    return f"{sum(need.met_by(face) for face in rolled.faces)} of {rolled.throw.dice}"


def concerned(event: Event[Any], units: Iterable[str]) -> tuple[frozenset[str], frozenset[Cell]]:
    """Return the units and the cells that an event speaks of, so that they can be pointed at."""
    known = frozenset(units)
    found_units: set[str] = set()
    found_cells: set[Cell] = set()

    def look(value: object, depth: int = 0) -> None:
        match value:
            case Cell():
                found_cells.add(value)
            case str():
                found_units.update({value} & known)
            case tuple() if depth < 3:
                for part in value:
                    look(part, depth + 1)

    for each in fields(event):
        look(getattr(event, each.name))
    return frozenset(found_units), frozenset(found_cells)
