"""Reasons as rows of a page: every line in the words of `explain`, and of every choice what became of each candidate.

All sentences are made here, and the script only chooses among them. A row is
`[depth, kind, line, choice?]`, and a choice `[is of cells, candidates, fates, the fate of whoever was none]`. Kinds,
lines, names and fates are places in tables that all rows share; a fate is `[sign, label on the map, sentence]`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sim.engine.notes import Note, Selection, Tried
from sim.engine.rulebook import Rulebook
from sim.grid import Cell
from sim.solo.explain import Naming, Verdict, explained, value_text, verdict_text, why_not

NAME = "\ue000"
"""Stands in a sentence for whoever it is about: nobody can type it."""
_NOWHERE = Cell(1 << 20, 1 << 20)
_SIGNS = {"chosen": "chosen", "removed": "out", "lost the roll": "tied", "no candidate": "none"}
KINDS = ("line", "choice", "yes", "no")
LISTED = 3
"""How many a line names: below it stand all candidates, each with what became of it."""
_LABEL = 6
"""Characters of a value that have room in a cell."""


class Numbered:
    """Things that are named by their place in a list, each of them once."""

    def __init__(self) -> None:
        self._places: dict[Hashable, int] = {}

    def place(self, thing: Hashable) -> int:
        """Return the place of a thing; a new one comes last."""
        return self._places.setdefault(thing, len(self._places))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._places)


class ReasonRows:
    """Puts notes into rows, and keeps the tables that they share."""

    def __init__(self, naming: Naming, places: Mapping[Any, int]) -> None:
        self._naming, self._places = naming, places
        """What candidates are called, and the number of each cell."""
        self.lines, self.names, self.fates = Numbered(), Numbered(), Numbered()

    def rows(self, notes: tuple[Note, ...], depth: int = 0) -> Iterator[list[Any]]:
        """Yield a row for each line that tells what notes say."""
        for note in notes:
            match note:
                case Tried(taken=taken):
                    yield from self._said(replace(note, notes=()), depth, "yes" if taken else "no")
                    yield from self.rows(note.notes, depth + 1)
                case Selection(candidates=candidates) if candidates:
                    first, *rest = self._said(note, depth, "line")
                    yield [first[0], KINDS.index("choice"), first[2], self._choice(note)]
                    yield from rest
                case _:
                    yield from self._said(note, depth, "line")

    def _said(self, note: Note, depth: int, kind: str) -> Iterator[list[Any]]:
        for line in explained((note,), self._naming, listed=LISTED):
            text = line.lstrip()
            yield [depth + (len(line) - len(text)) // 2, KINDS.index(kind), self.lines.place(text)]

    def _choice(self, note: Selection) -> list[Any]:
        of_cells = not isinstance(note.candidates[0], str)
        known = dict.fromkeys(note.candidates)
        subjects = [self._places[each] if of_cells else self.names.place(self._naming(each)) for each in known]
        fates = [self._fate(verdict) for each in known for verdict in why_not((note,), each)]
        stranger = self._fate(*why_not((note,), _NOWHERE if of_cells else NAME))
        return [int(of_cells), subjects, fates, stranger]

    def _fate(self, verdict: Verdict) -> int:
        label = value_text(verdict.value) if verdict.fate == "removed" else ""
        short = label if len(label) <= _LABEL else ""
        return self.fates.place((_SIGNS[verdict.fate], short, verdict_text(verdict, NAME)))


def rules_in(texts: Iterator[str], rulebook: Rulebook) -> dict[str, list[str]]:
    """Return the rules whose ids stand in texts: title, text and source of each."""
    found: dict[str, list[str]] = {}
    for text in texts:
        for word in text.replace("[", " ").replace("]", " ").split():
            id_ = word.strip(".,:;()")
            if id_ in rulebook and id_ not in found:
                rule = rulebook.rule(id_)
                found[id_] = [rule.title, rule.text, rule.source]
    return found
