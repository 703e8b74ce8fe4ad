"""The reasons of a decision as a panel: what was drawn, thrown, tried, and who was ruled out by which line.

Everything is made of the notes that the engine sealed into a frame. A line cites its rule as a tag that can be clicked;
a choice among candidates can be clicked to see them on the map, as a whole or after one of its lines. Choices are known
by their place in `list(walk(notes))`, since two of them may be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.engine.dice import Need
from sim.engine.insight import CardFace
from sim.engine.notes import (
    Checked,
    Drawn,
    Note,
    Opposed,
    Rolled,
    Said,
    Scored,
    Selection,
    SelectionStep,
    Subject,
    Tried,
    walk,
)
from sim.engine.rulebook import BASE, RULING, Rulebook
from sim.solo.explain import (
    ALL,
    LISTED,
    NONE_UNUSUAL,
    Naming,
    Unusual,
    Verdict,
    criterion_text,
    explained,
    opposed_text,
    pool_text,
    under_reading,
    value_text,
    verdict_text,
    why_not,
)
from sim.view.blocks.kinds import Block, Divider, Do, Faces, Gap, Row, SmallPrint, TextLine, Title, Tone

Card = Callable[[str, str], CardFace]
"""Returns what a card says, by its deck and its id."""

YES, NO = "√", "×"
"""A tick and a cross: signs that the bundled fonts have."""

_GOOD: Tone = "good"
_BAD: Tone = "bad"
_AIR = 3
"""Between two notes that do not belong to each other."""
_SENTENCE = 24
"""Characters from which a value is told on a line of its own."""
_FATES: dict[str, tuple[str, Tone]] = {
    "chosen": (YES, "good"),
    "removed": (NO, "bad"),
    "lost the roll": ("=", "ink"),
    "no candidate": ("–", "faint"),
}


def reason_blocks(
    notes: tuple[Note, ...],
    naming: Naming,
    *,
    picked: int | None = None,
    card: Card | None = None,
    picked_step: int | None = None,
    under: Unusual = NONE_UNUSUAL,
) -> tuple[Block, ...]:
    """Return the reasons that notes give, those inside others set in.

    `picked` is the choice that the map shows, by its place in `walk`; `picked_step` the line of it, counted from 0. A
    line that decided `under` a reading that is not the usual one names it.
    """
    if not notes:
        return (SmallPrint("No reasons were recorded for this."),)
    told, first, found = _Told(naming, card, picked, picked_step), 0, list[Block]()
    for note in notes:
        found += [*([Gap(_AIR)] if found else []), *told.blocks((note,), 0, first)]
        first += sum(1 for _ in walk((note,)))
    return tuple(_under(block, under) for block in found) if under else tuple(found)


def _under(block: Block, under: Unusual) -> Block:
    if not isinstance(block, TextLine) or block.tag not in under:
        return block
    return replace(block, text=f"{block.text}{under_reading(block.tag, under)}")


def reason_text(notes: tuple[Note, ...], naming: Naming, under: Unusual = NONE_UNUSUAL) -> str:
    """Return all reasons as plain text, to be copied: everybody by name, however many there are."""
    return "\n".join(explained(notes, naming, listed=ALL, under=under))


@dataclass(frozen=True)
class _Told:
    """How notes are told: the names, the cards, and where the reader is."""

    naming: Naming
    card: Card | None
    picked: int | None
    picked_step: int | None

    def blocks(self, notes: tuple[Note, ...], depth: int, first: int) -> Iterator[Block]:
        """Yield the blocks of notes, of which the first has a number."""
        for note in notes:
            yield from self._blocks_of(note, depth, first)
            first += sum(1 for _ in walk((note,)))

    def _blocks_of(self, note: Note, depth: int, number: int) -> Iterator[Block]:
        match note:
            case Said(text=text):
                yield _line(text, depth, note.rule)
            case Rolled():
                yield from _rolled(note, depth)
            case Opposed():
                yield from self.blocks(note.inside(), depth, number + 1)
                yield _compared(note, depth + 1)
            case Drawn():
                yield from self._drawn(note, depth)
            case Checked():
                yield from _checked(note, depth)
            case Scored(table=table, score=score, row=row):
                yield _line(f"{table}: {score}, row {row}", depth, note.rule, bold=True)
                yield from self.blocks(note.inside(), depth + 1, number + 1)
            case Tried():
                yield from _tried(note, depth)
                yield from self.blocks(note.inside(), depth + 1, number + 1)
            case Selection():
                yield from self._sifted(note, depth, number)
                yield from self.blocks(note.inside(), depth + 1, number + 1)
            case _:
                raise TypeError(f"there are no blocks for {note}")

    def _drawn(self, note: Drawn, depth: int) -> Iterator[Block]:
        face = self.card(note.deck, note.card) if self.card else CardFace(note.card, note.card, "")
        yield _line(f'card "{face.name}" of the deck "{note.deck}"', depth, note.rule, bold=True)
        whom = f" (for {note.whom})" if note.whom else ""
        if note.purpose or whom:
            yield _line(f"{note.purpose}{whom}".strip(), depth + 1, tone="faint")
        told = (text.strip() for text in face.text.splitlines())
        yield from (_line(_arrowed(text), depth + 1) for text in told if text not in ("", face.name))

    # -- choices -----------------------------------------------------------------------------------------

    def _sifted(self, note: Selection, depth: int, number: int) -> Iterator[Block]:
        """Yield the headline, who the candidates were, and for each line of the list what it asked and whom it took."""
        here, show = self.picked == number, Do("show_candidates", (number,))
        chosen = _nobody(note) if note.chosen is None else self.naming(note.candidates[note.chosen])
        marked = here and self.picked_step is None
        yield _line(f"{note.what}: {chosen}", depth, note.rule, bold=True, do=show, chosen=marked)
        yield _line(pool_text(note), depth + 1, tone="faint")
        left = list(range(len(note.candidates)))
        for n, step in enumerate(note.steps):
            show, marked = Do("show_candidates", (number, n)), here and self.picked_step == n
            text = f"{n + 1}. {_step_text(note, step, len(left))}"
            yield _line(text, depth + 1, step.rule, do=show, chosen=marked)
            for gone in self._gone(note, step, left):
                yield _line(f"{NO} {gone}", depth + 2, tone="faint", do=show)
            left = list(step.kept)

    def _gone(self, note: Selection, step: SelectionStep, left: Sequence[int]) -> Iterator[str]:
        """Name those whom a line removed, each with its value; one below the other where values are sentences."""
        out = [(n, value_text(value)) for n, value in zip(left, step.values, strict=True) if n not in step.kept]
        told = [f"{self.naming(note.candidates[n])}: {value}" for n, value in out[:LISTED]]
        more = f"and {len(out) - LISTED} more" if len(out) > LISTED else ""
        if any(len(value) > _SENTENCE for _, value in out[:LISTED]):
            yield from (*told, *([more] if more else []))
        elif told:
            yield f"{'; '.join(told)} {more}".strip()


def _nobody(note: Selection) -> str:
    """Say that there is none, of cells or of units."""
    return "none" if note.candidates and not isinstance(note.candidates[0], str) else "nobody"


def _step_text(note: Selection, step: SelectionStep, before: int) -> str:
    """Say what a line of a priority list asked for, and how many it kept."""
    best = f"{value_text(step.wanted)}; " if step.kind in ("least", "most") else ""
    unmet = "not possible; " if step.kind == "prefer" and step.wanted is False else ""
    return f"{criterion_text(step)}: {best}{unmet}kept {len(step.kept)} of {before}"


# -- single notes -----------------------------------------------------------------------------------------


def _line(
    text: str,
    depth: int,
    rule: str = "",
    *,
    tone: Tone = "ink",
    bold: bool = False,
    do: Do | None = None,
    chosen: bool = False,
) -> TextLine:
    """Return a line that cites its rule."""
    show = Do("show_rule", (rule,)) if rule else None
    return TextLine(text, tone, depth, do, chosen, rule, show, bold)


def _arrowed(text: str) -> str:
    """Return text with a real arrow where an instruction was typed with a makeshift one."""
    return text.replace(" -> ", " → ")


def _tried(note: Tried, depth: int) -> Iterator[Block]:
    """Yield an instruction with a tick or a cross, and why it failed."""
    sign, tone = (YES, _GOOD) if note.taken else (NO, _BAD)
    yield _line(f"{sign} {_arrowed(note.option)}", depth, note.rule, tone=tone, bold=note.taken)
    if note.reason:
        yield _line(note.reason, depth + 1)


def _checked(note: Checked, depth: int) -> Iterator[Block]:
    """Yield a number, and every part of it."""
    yield _line(f"{note.check.name} {note.check.total}", depth, note.rule, bold=True)
    for part in note.check.parts:
        yield _line(str(part), depth + 1, part.rule)


def _rolled(note: Rolled, depth: int) -> Iterator[Block]:
    """Yield what was thrown and why, the dice as they lie, and what that means."""
    throw = note.throw
    whom = f" for {throw.whom}" if throw.whom else ""
    yield _line(f"{throw.dice}{whom}: {throw.purpose}", depth, note.rule)
    yield from _dice(note)
    if throw.options:
        yield from _settled(note, depth + 1)
    elif throw.need is not None:
        yield _met(note, throw.need, depth + 1)
    elif len(note.faces) > 1:
        yield _line(f"{_sum(note.faces)}", depth + 1, bold=True)


def _dice(note: Rolled) -> Iterator[Block]:
    """Yield the dice; where each is judged by itself, first those that are good enough."""
    need, sides = note.throw.need, len(note.throw.die.faces)
    if need is None:
        yield Faces(note.faces, sides)
    elif not need.each:
        yield Faces(note.faces, sides, need.met_by(note.total))
    else:
        for good in (True, False):
            if faces := tuple(face for face in note.faces if need.met_by(face) is good):
                yield Faces(faces, sides, good)


def _met(note: Rolled, need: Need, depth: int) -> TextLine:
    """Say whether dice were good enough."""
    if need.each:
        good = sum(need.met_by(face) for face in note.faces)
        tone = _GOOD if good else _BAD
        return _line(f"{YES if good else NO} {good} of {len(note.faces)}: {need} needed", depth, tone=tone, bold=True)
    met = need.met_by(note.total)
    text = f"{YES if met else NO} {_sum(note.faces)}: {need} needed"
    return _line(text, depth, tone=_GOOD if met else _BAD, bold=True)


def _compared(note: Opposed, depth: int) -> TextLine:
    """Say whether one throw ended above the other."""
    good = note.margin > 0
    text = f"{YES if good else NO} {opposed_text(note)}"
    return _line(text, depth, note.rule, tone=_GOOD if good else _BAD, bold=True)


def _sum(faces: Sequence[int]) -> str:
    added = " + ".join(map(str, faces))
    return added if len(faces) == 1 else f"{added} = {sum(faces)}"


def _settled(note: Rolled, depth: int) -> Iterator[Block]:
    """Name what a die decided for, and what the other faces would have meant."""
    named = list(zip(note.throw.die.faces, note.throw.options, strict=False))
    yield from (_line(f"{YES} {f} = {name}", depth, tone=_GOOD, bold=True) for f, name in named if f in note.faces)
    others = [f"{face} = {name}" for face, name in named if face not in note.faces]
    more = f" and {len(others) - LISTED} more" if len(others) > LISTED else ""
    if others:
        yield _line(f"not {', '.join(others[:LISTED])}{more}", depth, tone="faint")


NO_READINGS: Mapping[str, Any] = {}

# -- rules ------------------------------------------------------------------------------------------------


def rule_blocks(rulebook: Rulebook, rule_id: str, readings: Mapping[str, Any] = NO_READINGS) -> tuple[Block, ...]:
    """Return a rule as a card: what it says, where it stands, how it can be read, and how it is read in this battle."""
    try:
        rule = rulebook.rule(rule_id)
    except LookupError as unknown:
        return Title(rule_id), SmallPrint(f"{unknown}.".replace("?.", "?"), "bad")
    told: list[Block] = [Title(rule.id), TextLine(rule.title, bold=True), TextLine(rule.text), Divider()]
    told.append(Row("source", rule.source))
    if rule.ruling:
        told.append(Row("ruling", RULING))
    if rule.base:
        told.append(Row("base game", BASE))
    for reading in rule.readings:
        chosen = str(readings.get(rule.setting)) == reading.value
        told.append(TextLine(f"{YES if chosen else NO} {reading}", _GOOD if chosen else "faint", bold=chosen))
    if rule.readings:
        told += [SmallPrint(f"{rule.setting} in [settings] chooses; {rule.readings[0].typed} is usual: {rule.why}")]
    further = [other for other in rulebook.beginning(rule.id) if other is not rule]
    if further:
        told += [Divider(), SmallPrint("see also")]
        told += [_line(other.title, 0, other.id, do=Do("show_rule", (other.id,))) for other in further]
    return tuple(told)


# -- why not? ---------------------------------------------------------------------------------------------


def verdict_blocks(notes: tuple[Note, ...], subject: Subject, called: str) -> tuple[Block, ...]:
    """Return what became of a cell or a unit in every choice of a decision; `called` is its name.

    First comes what decided, then what was tried in vain. Each can be clicked to see that choice on the map.
    """
    decisive = _decisive(notes)
    found = [
        (number, verdict)
        for number, note in enumerate(walk(notes))
        if isinstance(note, Selection)
        for verdict in why_not((note,), subject)
    ]
    title = Title(f"Why {called}?" if any(each.fate == "chosen" for _, each in found) else f"Why not {called}?")
    things = "units" if isinstance(subject, str) else "cells"
    if not found:
        return title, SmallPrint(f"{called} was not considered: no choice among {things} was made here.")
    first = [_verdict_line(number, verdict, called) for number, verdict in found if number in decisive]
    lines = [_verdict_line(number, verdict, called) for number, verdict in found if number not in decisive]
    between = [SmallPrint("In what was tried earlier, without success:")] if first and lines else []
    if all(verdict.fate == "no candidate" for _, verdict in found):
        return title, TextLine(f"This decision never considered {called}.", bold=True), *first, *between, *lines
    return title, *first, *between, *lines


def _decisive(notes: tuple[Note, ...]) -> frozenset[int]:
    """Return the places, from the top, of all notes that lie in no try that came to nothing: they made the decision."""
    found: set[int] = set()
    number = -1

    def look(inner: tuple[Note, ...], taken: bool) -> None:
        nonlocal number
        for note in inner:
            number += 1
            if taken:
                found.add(number)
            look(note.inside(), taken and not (isinstance(note, Tried) and not note.taken))

    look(notes, True)
    return frozenset(found)


def _verdict_line(number: int, verdict: Verdict, called: str) -> TextLine:
    sign, tone = _FATES[verdict.fate]
    text = f"{sign} {verdict_text(verdict, called, cites=not verdict.rule)}"
    return _line(text, 0, verdict.rule, tone=tone, do=Do("show_candidates", (number,)))
