"""What somebody may read of a battle: what others hide from him is taken out before any words are made.

Everything says whom it is about: an event and an order by their fields, a die by whom it is thrown for, a note by its
candidates, its die, and those whom it names besides. Whatever is about somebody of whom the reader knows neither before
nor after it is not told, or told without him. Every way out of a battle (the window, the table, reasons, forecasts,
films, what became of it) reads through one of these, so that none can forget it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.chance import DrawCard, Request, Result, complaint, named_by
from sim.engine.decide import Decision
from sim.engine.dice import Throw
from sim.engine.events import Unseen
from sim.engine.forecast import Forecast, ForecastOutcome
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.notes import Checked, Drawn, Note, Opposed, Rolled, Said, Scored, Selection, SelectionStep, Tried, Value
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, LogEntry, Session
from sim.engine.state import State
from sim.grid import Cell

UNTOLD = "something that you cannot see is weighed"
"""In place of a note about somebody who is hidden."""
_UNTOLD = Said(UNTOLD)
UNTOLD_VALUE = "because of something that you cannot see"
UNTOLD_DIE = "for somebody whom you cannot see"
UNTOLD_ORDER = "an order for somebody whom you cannot see"

Hidden = frozenset[str]
"""The units that the reader knows nothing of."""


@dataclass(frozen=True)
class Reader:
    """Somebody who reads of a battle: one side, or several at once, of whom each may know it; else whoever looks on."""

    battle: Battle[Any]
    sides: tuple[str, ...] = ()
    _known: dict[int, tuple[State[Any], State[Any]]] = field(default_factory=dict, compare=False, repr=False)
    """The states that were asked for last, each with what is known of it: a moment is the end of one frame and the
    beginning of the next."""

    # -- what is known -----------------------------------------------------------------------------------

    def known(self, state: State[Any]) -> State[Any]:
        """Return a state as far as it may be known; once a battle is over, everything may."""
        if not self.sides or state.outcome is not None:
            return state
        kept = self._known.get(id(state))
        if kept is None or kept[0] is not state:
            if len(self._known) > 3:
                self._known.clear()
            known = state
            for side in self.sides:
                known = self.battle.ruleset.known(Position(self.battle, known), side)
            kept = self._known[id(state)] = (state, known)
        return kept[1]

    def hidden(self, *moments: State[Any]) -> Hidden:
        """Return the units that are there in one of several moments and known in none of them."""
        if all(self.known(state) is state for state in moments):
            return Hidden()
        there = {unit.id for state in moments for unit in state.units}
        return frozenset(there - {unit.id for state in moments for unit in self.known(state).units})

    # -- what has happened -------------------------------------------------------------------------------

    def frame(self, before: State[Any], frame: Frame) -> Frame:
        """Return a frame as it may be read; of what is about somebody hidden only that there was something."""
        if not self.sides:
            return frame
        hidden = self.hidden(before, frame.state)
        state = self.known(frame.state)
        if state is frame.state and not hidden:
            return frame
        if names(frame.event, hidden):
            return Frame(frame.number, Unseen(), state, ())
        return Frame(frame.number, frame.event, state, self.notes(frame.why, hidden))

    def frames(self, frames: Sequence[Frame]) -> Iterator[Frame]:
        """Yield the frames of a battle from its beginning as they may be read."""
        for n, frame in enumerate(frames):
            yield self.frame(frames[max(n - 1, 0)].state, frame)

    def entries(self, entries: Sequence[LogEntry], before: State[Any]) -> Iterator[LogEntry]:
        """Yield a part of a log as it may be read; the state is the one before it.

        Orders and dice that led to something unseen are left out, and so are those about somebody hidden.
        """
        since: list[LogEntry] = []
        for entry in entries:
            match entry:
                case Frame():
                    shown = self.frame(before, entry)
                    hidden = self.hidden(before, entry.state)
                    yield from self._open(since, hidden, is_unseen=isinstance(shown.event, Unseen))
                    yield shown
                    since, before = [], entry.state
                case Checkpoint():
                    yield from (*self._open(since, self.hidden(before)), entry)
                    since = []
                case _:
                    since.append(entry)
        yield from self._open(since, self.hidden(before))

    def _open(self, entries: Iterable[LogEntry], hidden: Hidden, is_unseen: bool = False) -> Iterator[LogEntry]:
        for entry in entries:
            match entry:
                case Ordered(ask=ask):
                    told = ask.side in self.sides or not (is_unseen or self.is_secret(entry, hidden))
                case Answered(about=about):
                    told = not (is_unseen and hidden) and hidden.isdisjoint(about)
                case _:
                    told = True
            if told:
                yield entry

    def is_secret(self, order: Ordered, hidden: Hidden) -> bool:
        """Say whether an order is about somebody hidden."""
        return names(order.intent, hidden) or names(order.ask, hidden)

    # -- why ---------------------------------------------------------------------------------------------

    def notes(self, notes: tuple[Note, ...], hidden: Hidden) -> tuple[Note, ...]:
        """Return notes as they may be read; several hidden ones in a row become one."""
        if not hidden:
            return notes
        told: list[Note] = []
        for note in notes:
            shown = self._note(note, hidden)
            if shown == _UNTOLD and isinstance(note, Rolled):
                # What is added to a die stands before it.
                while told and isinstance(told[-1], Checked):
                    told.pop()
            if not (told and told[-1] == shown == _UNTOLD):
                told.append(shown)
        return tuple(told)

    def why(self, session: Session[Any, Any]) -> tuple[Note, ...]:
        """Return what has led so far to what play waits for, as it may be read."""
        if not session.why or self._is_hidden(session):
            return (_UNTOLD,) if session.why else ()
        return self.notes(session.why, self.hidden(session.state))

    def _note(self, note: Note, hidden: Hidden) -> Note:
        if not hidden.isdisjoint(note.about):
            return _UNTOLD
        match note:
            case Selection():
                return _sifted(note, hidden)
            case Tried(notes=inside):
                return replace(note, notes=self.notes(inside, hidden))
            case Rolled(throw=throw) | Scored(roll=Rolled(throw=throw)):
                return _UNTOLD if _concerns(throw, hidden) else note
            case Opposed(one=one, other=other):
                return _UNTOLD if _concerns(one.throw, hidden) or _concerns(other.throw, hidden) else note
            case Drawn(whom=whom, card=card):
                return _UNTOLD if whom in hidden or card in hidden else note
            case _:
                return note

    # -- what is asked for -------------------------------------------------------------------------------

    def wanted(self, session: Session[Any, Any]) -> Ask | Request | None:
        """Return what play waits for as it may be read: a die for somebody hidden has no purpose."""
        match session.wanted:
            case Ask(about=about) as ask:
                return replace(ask, about=None) if about in self.hidden(session.state) else ask
            case Throw() as throw if self._is_hidden(session):
                return Throw(throw.die, UNTOLD_DIE, count=throw.count)
            case DrawCard() as draw:
                decks = (*self.known(session.state).decks, draw.deck)
                known = replace(draw, deck=next(deck for deck in decks if deck.name == draw.deck.name))
                return replace(known, purpose=UNTOLD_DIE, whom="") if self._is_hidden(session) else known
            case other:
                return other

    def _is_hidden(self, session: Session[Any, Any]) -> bool:
        """Say whether a die or a card that play waits for is for somebody hidden, or comes of his order."""
        hidden = self.hidden(session.state)
        ordered = next((each for each in reversed(session.tail) if not isinstance(each, Answered)), None)
        if isinstance(session.wanted, Throw | DrawCard) and _concerns(session.wanted, hidden):
            return True
        return isinstance(ordered, Ordered) and self.is_secret(ordered, hidden)

    def complaint(self, session: Session[Any, Any], result: Result) -> str:
        """Say why something cannot be the answer to what is asked for, without saying more of it than may be read."""
        wanted = self.wanted(session)
        return (complaint(wanted, result) if isinstance(wanted, Throw | DrawCard) else None) or "that cannot be"

    # -- what may come -----------------------------------------------------------------------------------

    def decision(self, decision: Decision, state: State[Any]) -> Decision:
        """Return a decision that was taken in a state, as it may be read."""
        frames, last = [], state
        for frame in decision.frames:
            frames.append(self.frame(last, frame))
            last = frame.state
        hidden = self.hidden(last)
        if decision.order is not None and self.is_secret(decision.order, hidden):
            return Decision(None, tuple(frames), (_UNTOLD,), is_unseen=True)
        return Decision(decision.order, tuple(frames), self.notes(decision.why, hidden))

    def forecast(self, forecast: Forecast, state: State[Any]) -> Forecast:
        """Return a forecast from a state in which all that hidden units may do is one thing that cannot be seen."""
        hidden = self.hidden(state)
        if not hidden:
            return forecast
        told = [prospect for prospect in forecast.prospects if not self._is_secret(prospect, hidden)]
        shown = [self._prospect(prospect, hidden) for prospect in told]
        if len(told) < len(forecast.prospects):
            rest = 1 - sum((prospect.probability for prospect in told), Fraction(0))
            shown.append(ForecastOutcome((), (Unseen(),), rest, (), ()))
        return replace(forecast, prospects=tuple(shown))

    def _is_secret(self, prospect: ForecastOutcome, hidden: Hidden) -> bool:
        orders = any(self.is_secret(order, hidden) for order in prospect.orders)
        return orders or any(names(event, hidden) for event in prospect.events)

    def _prospect(self, prospect: ForecastOutcome, hidden: Hidden) -> ForecastOutcome:
        def told(answers: tuple[Answered, ...]) -> tuple[Answered, ...]:
            return tuple(each for each in answers if hidden.isdisjoint((*each.about, each.result)))

        ways = tuple(replace(way, answers=told(way.answers)) for way in prospect.ways)
        why = self.notes(prospect.why, hidden)
        return replace(prospect, answers=told(prospect.answers), ways=ways, why=why)


def people_of(session: Session[Any, Any]) -> tuple[str, ...]:
    """Return the sides that people play."""
    return tuple(side for side, player in session.players.items() if player == HUMAN)


def reader_of(session: Session[Any, Any]) -> Reader:
    """Return who reads of a battle that is played: whoever is asked, else all people together; nobody, all is told."""
    if session.over:
        return Reader(session.battle)
    people = people_of(session)
    is_asked = isinstance(session.wanted, Ask) and session.wanted.side in people
    return Reader(session.battle, (session.wanted.side,) if is_asked else people)  # type: ignore[union-attr]


def names(thing: object, hidden: Hidden, depth: int = 0) -> bool:
    """Say whether somebody hidden is a field of an event, an order or a question, or of what lies in its fields."""
    if isinstance(thing, str):
        return thing in hidden
    if not hidden or thing is None or isinstance(thing, int | Cell) or depth > 4:
        return False
    if isinstance(thing, tuple):
        return any(names(part, hidden, depth + 1) for part in thing)
    if is_dataclass(thing):
        return any(names(getattr(thing, each.name), hidden, depth + 1) for each in fields(thing))
    return False


def _concerns(request: Request, hidden: Hidden) -> bool:
    """Say whether a die or a card is for somebody hidden, or may fall on him."""
    return not hidden.isdisjoint(named_by(request))


def _sifted(note: Selection, hidden: Hidden) -> Note:
    """Return a choice without hidden candidates; one that fell on them, or on which a die decided, is not told."""
    seen = [n for n, candidate in enumerate(note.candidates) if candidate not in hidden]
    decided = note.roll is not None and _concerns(note.roll.throw, hidden)
    if note.candidates and (decided or not seen or (note.chosen is not None and note.chosen not in seen)):
        return _UNTOLD
    places = {old: new for new, old in enumerate(seen)}
    chosen = None if note.chosen is None else places[note.chosen]
    candidates = tuple(note.candidates[n] for n in seen)
    return replace(note, candidates=candidates, steps=tuple(_steps(note, places, hidden)), chosen=chosen)


def _steps(note: Selection, places: dict[int, int], hidden: Hidden) -> Iterator[SelectionStep]:
    left: Sequence[int] = range(len(note.candidates))
    for step in note.steps:
        names_hidden = not hidden.isdisjoint(step.about)
        values = (value for n, value in zip(left, step.values, strict=True) if n in places)
        yield replace(
            step,
            values=tuple(_value(value, names_hidden) for value in values),
            kept=tuple(places[n] for n in step.kept if n in places),
            wanted=_value(step.wanted, names_hidden),
            about=(),
        )
        left = step.kept


def _value(value: Value, names_hidden: bool) -> Value:
    return UNTOLD_VALUE if names_hidden and isinstance(value, str) else value
