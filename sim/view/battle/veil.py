"""The reasons of a decision without what the reader may not know: enemies that are hidden from him.

Whoever is hidden is no candidate any more, and a note that cannot be told without naming him says only that there is
something. What is left is true, and its figures are of those who are seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace

from sim.engine.notes import Note, Rolled, Said, Sifted, Step, Tried, Value

UNTOLD = "something that you cannot see is weighed"
"""In place of a note about somebody who is hidden."""
_UNTOLD_VALUE = "because of something that you cannot see"


class Veil:
    """Says what may be told while some units are hidden."""

    def __init__(self, hidden: Iterable[str]) -> None:
        self._hidden = frozenset(hidden)
        names = "|".join(re.escape(name) for name in sorted(self._hidden, key=len, reverse=True))
        self._named = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])") if names else None

    def notes(self, notes: tuple[Note, ...]) -> tuple[Note, ...]:
        """Return notes as they may be told; several in a row of which nothing may be told are one."""
        if self._named is None:
            return notes
        told: list[Note] = []
        for note in map(self._note, notes):
            if not (told and told[-1] == note == Said(UNTOLD)):
                told.append(note)
        return tuple(told)

    def _note(self, note: Note) -> Note:
        match note:
            case Sifted():
                return self._sifted(note)
            case Tried(notes=inside):
                return self._or_untold(replace(note, notes=self.notes(inside)))
            case _:
                return self._or_untold(note)

    def _or_untold(self, note: Note) -> Note:
        return Said(UNTOLD) if self.names(note) else note

    def _sifted(self, note: Sifted) -> Note:
        """Return a choice without hidden candidates; one that fell on them, or on which a die decided, is not told."""
        seen = [n for n, candidate in enumerate(note.candidates) if candidate not in self._hidden]
        if (note.chosen is not None and note.chosen not in seen) or self.names(note.roll) or not seen:
            return Said(UNTOLD) if note.candidates else note
        places = {old: new for new, old in enumerate(seen)}
        chosen = None if note.chosen is None else places[note.chosen]
        steps = tuple(self._steps(note, places))
        candidates = tuple(note.candidates[n] for n in seen)
        return self._or_untold(replace(note, candidates=candidates, steps=steps, chosen=chosen))

    def _steps(self, note: Sifted, places: dict[int, int]) -> Iterator[Step]:
        left = list(range(len(note.candidates)))
        for step in note.steps:
            values = tuple(self._value(v) for n, v in zip(left, step.values, strict=True) if n in places)
            kept = tuple(places[n] for n in step.kept if n in places)
            yield replace(step, values=values, kept=kept, wanted=self._value(step.wanted))
            left = list(step.kept)

    def _value(self, value: Value) -> Value:
        return _UNTOLD_VALUE if self.names(value) else value

    def names(self, thing: object) -> bool:
        """Say whether somebody hidden is named anywhere in a note or a part of it."""
        if isinstance(thing, str):
            return self._named is not None and self._named.search(thing) is not None
        if isinstance(thing, tuple):
            return any(map(self.names, thing))
        if isinstance(thing, Rolled):
            return self.names((thing.throw.purpose, thing.throw.whom, thing.throw.options))
        if is_dataclass(thing):
            return any(self.names(getattr(thing, field.name)) for field in fields(thing))
        return False
