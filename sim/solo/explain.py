"""Reasons in words: the text of notes, and the answer to "why not here?"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

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
    Value,
    walk,
)
from sim.engine.rulebook import Reading
from sim.engine.words import is_plural

Naming = Callable[[Subject], str]
"""Returns what players call a cell or a unit."""
Unusual = Mapping[str, Reading]
"""By the rule, readings that are not the default."""
NONE_UNUSUAL: Unusual = {}

LISTED = 8
"""How many of those that a line kept or removed are named in a running log; the rest are counted."""
ALL = 1 << 30
"""Name everybody: for whoever asks about one moment."""


def explained(
    notes: tuple[Note, ...], name: Naming, depth: int = 0, listed: int = LISTED, under: Unusual = NONE_UNUSUAL
) -> Iterator[str]:
    """Yield the lines that tell what notes say, those inside others further to the right; `listed` or ALL by name.

    A rule that the battle reads otherwise than usual (`Battle.unusual`) is cited with its reading.
    """
    for note in notes:
        lead = "  " * depth
        cited = f"{note.rule}{under_reading(note.rule, under)}: " if note.rule else ""
        match note:
            case Selection():
                yield f"{lead}{cited}{_headline(note, name)}"
                yield from (f"{lead}  {line}" for line in _sifting(note, name, listed, under))
            case Tried(option=option, taken=taken, reason=reason):
                yield f"{lead}{cited}{option}: {'yes' if taken else 'no'}{f' ({reason})' if reason else ''}"
                yield from explained(note.notes, name, depth + 1, listed, under)
            case Opposed():
                yield f"{lead}{cited}{opposed_text(note)}"
                yield from explained(note.inside(), name, depth + 1, listed, under)
            case Scored(table=table, score=score, row=row, roll=roll):
                thrown = f" ({rolled_text(roll)})" if roll else ""
                yield f"{lead}{cited}{table}: {score}, row {row}{thrown}"
            case _:
                yield f"{lead}{cited}{_plain(note)}"


def under_reading(rule: str, under: Unusual) -> str:
    """Name the reading under which a rule decided, behind its id; nothing where it is the usual one."""
    return f", under the reading {under[rule].typed}" if rule in under else ""


def _plain(note: Note) -> str:
    match note:
        case Said(text=text):
            return text
        case Rolled():
            return rolled_text(note)
        case Drawn(deck=deck, purpose=purpose, whom=whom, card=card):
            return f'card {card} of the deck "{deck}"{f" for {whom}" if whom else ""}: {purpose}'
        case Checked(check=check):
            return str(check)
        case _:
            raise TypeError(f"there are no words for {note}")


def rolled_text(note: Rolled) -> str:
    """Tell how dice fell: "2D6 for rifles-1: to hit, 8+ needed: 3 + 6 = 9"."""
    faces = " + ".join(map(str, note.faces))
    total = f" = {note.total}" if len(note.faces) > 1 else ""
    return f"{note.throw}: {faces}{total}"


def opposed_text(note: Opposed) -> str:
    """Tell how two throws compare: "6 +1 against 4: higher by 3"."""
    added = f" {note.ahead:+d}" if note.ahead else ""
    ends = f"higher by {note.margin}" if note.margin > 0 else "not higher"
    return f"{note.one.total}{added} against {note.other.total}: {ends}"


def _headline(note: Selection, name: Naming) -> str:
    """Say who was chosen, and of how many; the pool has a name for several of them only."""
    if not note.candidates:
        return f"{note.what}: {pool_text(note)}"
    chosen = _none(note) if note.chosen is None else name(note.candidates[note.chosen])
    return f"{note.what}: {chosen} ({pool_text(note)})"


def pool_text(note: Selection) -> str:
    """Say among how many something was chosen, or that all of them were ruled out."""
    count, pool = len(note.candidates), note.pool
    if count == 0:
        return f"there are no {pool}"
    if note.chosen is not None:
        return f"the only one of the {pool}" if count == 1 else f"from {count} {pool}"
    all_ = {1: f"the only one of the {pool} is", 2: f"both {pool} are"}.get(count, f"all {count} {pool} are")
    return f"{all_} ruled out"


def _none(note: Selection) -> str:
    """Say that there is none, of cells or of units."""
    return "nobody" if isinstance(note.candidates[0], str) else "none"


def _sifting(note: Selection, name: Naming, listed: int, under: Unusual) -> Iterator[str]:
    left = list(range(len(note.candidates)))
    for step in note.steps:
        yield _step_text(note, step, left, name, listed, under)
        left = list(step.kept)
    if note.roll:
        yield rolled_text(note.roll)


def _step_text(note: Selection, step: SelectionStep, left: list[int], name: Naming, listed: int, under: Unusual) -> str:
    cited = f" [{step.rule}{under_reading(step.rule, under)}]" if step.rule and step.rule != note.rule else ""
    values = dict(zip(left, step.values, strict=True))
    gone = [n for n in left if n not in step.kept]
    best = _in_brackets(step.wanted) if step.kind in ("least", "most") else ""
    out = [f"{name(note.candidates[n])}{_in_brackets(values[n])}" for n in gone[:listed]]
    if len(gone) > listed:
        out.append(f"{len(gone) - listed} more")
    kept = ", ".join(name(note.candidates[n]) for n in step.kept[:listed]) or _none(note)
    if len(step.kept) > listed:
        kept = f"{len(step.kept)} of {len(left)}"
    removed = f"; out: {', '.join(out)}" if out else ""
    unmet = "not possible, " if step.kind == "prefer" and step.wanted is False else ""
    return f"{criterion_text(step)}{best}{cited}: {unmet}keeps {kept}{removed}"


def criterion_text(step: SelectionStep) -> str:
    """Put what a line asks for in words. Measures are nouns, adjectives or whole clauses, and each must fit.

    >>> told = [("require", "hits on 8 or better"), ("prefer", "in cover"), ("least", "hexes away"), ("most", "DM")]
    >>> [criterion_text(SelectionStep(kind, what, "", (), ())) for kind, what in told]
    ['only if hits on 8 or better', 'if possible, in cover', 'fewest hexes away', 'highest DM']
    """
    match step.kind:
        case "require":
            return f"only if {step.what}"
        case "prefer":
            return f"if possible, {step.what}"
    counts = is_plural(step.what.partition(" ")[0])
    if step.kind == "least":
        return f"{'fewest' if counts else 'lowest'} {step.what}"
    return f"{'most' if counts else 'highest'} {step.what}"


def _in_brackets(value: Value) -> str:
    """Show what somebody had; a bare no goes without saying, and brackets inside brackets are hard to read.

    >>> _in_brackets(3), _in_brackets(False), _in_brackets("3 (SMG Chernov, Maxim)")
    (' (3)', '', ' (3: SMG Chernov, Maxim)')
    """
    if value is False:
        return ""
    text = value_text(value)
    if text.endswith(")") and text.count("(") == 1:
        text = text.removesuffix(")").replace(" (", ": ")
    return f" ({text})"


def value_text(value: Value) -> str:
    """Show a value that was measured."""
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case _:
            return str(value)


@dataclass(frozen=True)
class Verdict:
    """What became of one candidate in one choice."""

    what: str
    """What was being chosen."""
    rule: str
    fate: Literal["chosen", "removed", "lost the roll", "no candidate"]
    criterion: str = ""
    """The line that removed it."""
    value: Value = ""
    """What it had there, and what it would have needed."""
    wanted: Value = ""
    pool: str = ""


def why_not(notes: tuple[Note, ...], subject: Subject) -> tuple[Verdict, ...]:
    """Return what became of a cell or a unit in every choice among such things, from the first to the last."""
    sifted = [note for note in walk(notes) if isinstance(note, Selection) and _of_a_kind(note, subject)]
    return tuple(_verdict(note, subject) for note in sifted)


def _of_a_kind(note: Selection, subject: Subject) -> bool:
    """Say whether a choice was among cells, for a cell, or among other things, for a name."""
    return bool(note.candidates) and isinstance(note.candidates[0], str) == isinstance(subject, str)


def _verdict(note: Selection, subject: Subject) -> Verdict:
    if subject not in note.candidates:
        return Verdict(note.what, note.rule, "no candidate", pool=note.pool)
    if note.chosen is not None and note.candidates[note.chosen] == subject:
        return Verdict(note.what, note.rule, "chosen", pool=note.pool)
    # The same man may stand there twice, with one weapon and with another: what lasted longest tells most.
    places = [n for n, candidate in enumerate(note.candidates) if candidate == subject]
    left = list(range(len(note.candidates)))
    for step in note.steps:
        if not any(place in step.kept for place in places):
            value = step.values[left.index(next(place for place in places if place in left))]
            return Verdict(note.what, step.rule, "removed", step.what, value, step.wanted, note.pool)
        left = list(step.kept)
    return Verdict(note.what, note.rule, "lost the roll", pool=note.pool)


def verdict_text(verdict: Verdict, called: str, *, cites: bool = True) -> str:
    """Put a verdict in a sentence; where the rule is shown beside it, the sentence need not cite it.

    >>> print(verdict_text(Verdict("the hex", "COH-5.3", "removed", "hexes from the target", 3, 2), "C4"))
    the hex: C4 was ruled out by COH-5.3, hexes from the target: it has 3, 2 was needed
    >>> print(verdict_text(Verdict("the hex", "COH-5.3", "removed", "out of sight", "seen by rifles-1", True), "C4"))
    the hex: C4 was ruled out by COH-5.3, out of sight: seen by rifles-1
    """
    match verdict.fate:
        case "chosen":
            return f"{verdict.what}: {called} was chosen"
        case "no candidate":
            return f"{verdict.what}: {called} was not among the {verdict.pool}"
        case "lost the roll":
            return f"{verdict.what}: {called} was as good as the chosen one, and the die decided"
        case "removed":
            had = value_text(verdict.value)
            if verdict.wanted is not True:
                had = f"it has {had}, {value_text(verdict.wanted)} was needed"
            rule = f" by {verdict.rule}" if cites else ""
            return f"{verdict.what}: {called} was ruled out{rule}, {verdict.criterion}: {had}"
