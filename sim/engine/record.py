"""Records: a battle as lines of JSON, to watch, to verify, and to go on with.

    {"sandtable": "record", "format": 1, …}                    the header: scenario, map, who plays, dice, first state
    {"roll": [3, 5], "asked": "2D6 for rifles-1: to hit, …"}   what chance or a hand made of a request
    {"card": "17", "asked": "a card of the deck …"}
    {"order": {"intent": "Fire", …}, "by": "solo", "ask": …}   an order
    {"frame": 12, "event": {"event": "Fired", …}, "why": […]}  what happened, and why
    {"checkpoint": 4, "state": "9f2c…"}                        the end of an activation, with the state's fingerprint

Watching folds the events. Verifying plays the dice and orders again and names the first line that departs. A save is
the record of a battle that is not over yet: one format, one reader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.codec import Codec, Family, Unfit
from sim.engine.events import Event
from sim.engine.game import Answered, Entry, Frame, Ordered
from sim.engine.notes import NOTES, Note, Selection, walk
from sim.engine.orders import Ask, Done, Intent
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, LogEntry
from sim.engine.state import State
from sim.files import one_of, printable, shown


def json_line(data: Any) -> str:
    """Write JSON data on one line, always in the same way."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def codec_of(battle: Battle[Any]) -> Codec:
    """Return the codec for everything that can occur in a battle."""
    ruleset = battle.ruleset
    families = (
        Family(Event, "event", ruleset.events),
        Family(Intent, "intent", (Done, *ruleset.intents)),
        Family(Note, "note", NOTES),
    )
    return Codec(battle.map, battle.profiles, ruleset.unit_type, families)


def fingerprint(codec: Codec, state_type: type, state: State[Any]) -> str:
    """Return a short digest of a state."""
    return sha256(json_line(codec.encode(state_type, state)).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Mark:
    """A checkpoint as a record has it: the state is known by its fingerprint alone."""

    number: int
    state: str


class Scribe:
    """Writes and reads the lines of one battle's record."""

    def __init__(self, battle: Battle[Any]) -> None:
        self.battle = battle
        self.codec = codec_of(battle)
        self._taken: tuple[State[Any] | None, str] = (None, "")
        """The state whose fingerprint was taken last: a checkpoint is written, and read back at once."""

    # -- writing -----------------------------------------------------------------------------------------

    def line(self, entry: LogEntry) -> str:
        """Return an entry of the log as a line, without its end."""
        return json_line(self._data(entry))

    def lines(self, entries: Iterable[LogEntry]) -> Iterator[str]:
        """Yield the lines of several entries."""
        return map(self.line, entries)

    def _data(self, entry: LogEntry) -> dict[str, Any]:
        encode = self.codec.encode
        match entry:
            case Answered(asked, result, about):
                fell = {"card": result} if isinstance(result, str) else {"roll": list(result)}
                return {**fell, "asked": asked, **({"about": list(about)} if about else {})}
            case Ordered(ask, intent, by):
                return {"order": encode(Intent, intent), "by": by, "ask": encode(Ask, ask)}
            case Frame(number, event, _, why):
                data = {"frame": number, "event": encode(Event, event)}
                return {**data, "why": encode(tuple[Note, ...], why)} if why else data
            case Checkpoint(number, state):
                return {"checkpoint": number, "state": self.fingerprint(state)}

    def fingerprint(self, state: State[Any]) -> str:
        """Return a short digest of a state of this battle."""
        if self._taken[0] is not state:
            self._taken = (state, fingerprint(self.codec, self.battle.ruleset.state_type, state))
        return self._taken[1]

    def state_data(self, state: State[Any]) -> Any:
        """Return a state as JSON data."""
        return self.codec.encode(self.battle.ruleset.state_type, state)

    # -- reading -----------------------------------------------------------------------------------------

    def state(self, data: Any) -> State[Any]:
        """Return the state that JSON data describes, or raise `Unfit`."""
        state: State[Any] = self.codec.decode(self.battle.ruleset.state_type, data)
        return state

    def entry(self, data: Any, state: State[Any]) -> Entry | Mark:
        """Return the entry that the data of a line describes; `state` is the one before it."""

        def part(key: str, kind: Any) -> Any:
            try:
                return self.codec.decode(kind, data[key])
            except Unfit as wrong:
                raise wrong.within(key) from None

        keys = frozenset(data) if isinstance(data, dict) else frozenset()
        if keys - {"about"} in ({"roll", "asked"}, {"card", "asked"}):
            result = part("card", str) if "card" in keys else part("roll", tuple[int, ...])
            return Answered(part("asked", str), result, part("about", tuple[str, ...]) if "about" in keys else ())
        if keys == {"order", "by", "ask"}:
            ask, intent = part("ask", Ask), part("order", Intent)
            if ask.side not in (sides := [side.id for side in self.battle.sides]):
                raise Unfit(shown(ask.side), f"a side ({one_of(sides)})", way=("ask", "side"))
            if not isinstance(intent, Done):
                self._expect_words(intent, lambda: self.battle.ruleset.order_text(Position(self.battle, state), intent))
            by, players = part("by", str), (HUMAN, *self.battle.ruleset.players)
            if by not in players:
                raise Unfit(shown(by), one_of(players), way=("by",))
            return Ordered(ask, intent, by)
        if keys == {"checkpoint", "state"}:
            return Mark(part("checkpoint", int), part("state", str))
        if keys in ({"frame", "event"}, {"frame", "event", "why"}):
            event = part("event", Event)
            why = part("why", tuple[Note, ...]) if "why" in keys else ()
            _check_choices(why)
            after = _applied(event, state)
            self._expect_words(event, lambda: self.battle.ruleset.event_text(Position(self.battle, after), event))
            return Frame(part("frame", int), event, after, why)
        raise Unfit("a line of another kind", "a roll, a card, an order, a frame or a checkpoint")

    @staticmethod
    def _expect_words(thing: object, words: Callable[[], str]) -> None:
        """Refuse what cannot be told: everybody who reads a record is told it."""
        try:
            words()
        except _WRONG:
            found = f"{type(thing).__name__}, which cannot be told as it is"
            raise Unfit(found, "one that speaks of units, sides and cards that are there") from None


_WRONG = (LookupError, ValueError, TypeError, AttributeError, StopIteration)
"""What comes of an event or an order that speaks of things that are not there."""


def _applied(event: Event[Any], state: State[Any]) -> State[Any]:
    """Apply an event that was read from a file: it may speak of things that are not there."""
    try:
        after: State[Any] = event.apply(state)
    except _WRONG as wrong:
        raise Unfit(f"{type(event).__name__}, which cannot follow here ({wrong})", "an event that can") from None
    return after


def _check_choices(notes: tuple[Note, ...]) -> None:
    """Refuse choices whose lines speak of candidates that are not there: whoever tells them counts on it."""
    for note in walk(notes):
        if isinstance(note, Selection) and (wrong := _broken(note)):
            raise Unfit(f"a choice ({printable(note.what)}) with {wrong}", "one that adds up").within("why")


def _broken(note: Selection) -> str:
    left = list(range(len(note.candidates)))
    for number, step in enumerate(note.steps, 1):
        if len(step.values) != len(left):
            return f"line {number} of {len(step.values)} values for {len(left)} candidates"
        if not set(step.kept) <= set(left):
            return f"line {number} that keeps others than were left"
        left = list(step.kept)
    if note.chosen is not None and note.chosen not in left:
        return "a choice of another than was left"
    return ""
