"""`sandtable explain`: the reasons of one frame of a record, why not another, the code, and what a unit could ask."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import eyes_option, frame_option, record_read
from sim.cli.output import Refused, as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.battle import Battle
    from sim.engine.citations import Citation
    from sim.engine.game import Frame
    from sim.engine.insight import UnitAnswer
    from sim.engine.notes import Note, Subject
    from sim.engine.rulebook import Rule
    from sim.engine.ruleset import Ruleset
    from sim.engine.units import Unit
    from sim.scenario.records import Record
    from sim.solo.explain import Verdict

LISTED = 24
"""How many cells or units of one answer are written out."""


@click.command("explain")
@click.argument("name", metavar="RECORD")
@frame_option
@eyes_option
@click.option("--why-not", "other", metavar="CELL|UNIT", help="Show instead why it was not this one.")
@click.option("--code", is_flag=True, help="Show instead where in the source its rules are.")
@click.option("--unit", "whose", metavar="UNIT", help="Show instead what the rules find out about this unit by eye.")
@click.option("--against", metavar="UNIT", help="With --unit: the enemy that flank and cover are asked against.")
@as_json_option
def explain_command(
    name: str,
    frame: int,
    eyes: str | None,
    other: str | None,
    code: bool,
    whose: str | None,
    against: str | None,
    as_json: bool,
) -> None:
    """Show the reasons behind one frame of a record.

    --why-not shows what became of a cell or a unit in every choice of that activation up to the frame. --code leads
    from every rule that the reasons name to the functions and classes that carry it out. --unit shows the answers that
    need no card and no die, as things stand after the frame: nearest enemy, field of view, fire zone, cover and more.
    """
    from sim.cli.telling import LogFormatter, notes_of, say
    from sim.engine.session import led_to
    from sim.surface import subject_called

    if sum((code, other is not None, whose is not None)) > 1:
        raise click.UsageError("only one of --code, --why-not and --unit can be used at a time")
    if against is not None and whose is None:
        raise click.UsageError("--against goes with --unit")
    record = record_read(name, eyes)
    if not 0 <= frame < len(record.frames):
        raise Refused(f"there is no frame {frame}; the record has frames 0 to {len(record.frames) - 1}")
    asked = record.frames[frame]
    if whose is not None:
        found_by_eye = answers_of(record, asked, whose, against)
        named = LogFormatter(record.header.battle).name
        if as_json:
            echo_json({"frame": frame, "unit": whose, "answers": [answer_data(each, named) for each in found_by_eye]})
        else:
            say(answer_lines(whose, found_by_eye, named))
        return
    if code:
        found = Code.of(record, asked)
        echo_json(found.data()) if as_json else say(found.lines())
        return
    if other is None:
        if as_json:
            echo_json(frame_data(record, asked))
        else:
            say(frame_lines(record, asked))
        return
    subject = subject_called(record.header.battle, (record.header.state, asked.state), other)
    notes = notes_of(led_to(record.entries, frame))
    if as_json:
        echo_json({"frame": frame, "subject": other, "verdicts": verdicts_data(record.header.battle, notes, subject)})
    else:
        say(verdict_lines(record.header.battle, notes, subject))


def frame_lines(record: Record, frame: Frame) -> Iterator[str]:
    """Yield a frame and its reasons; one that has none points to the nearest before it that has."""
    from sim.cli.telling import LogFormatter
    from sim.solo.explain import ALL

    formatter = LogFormatter(record.header.battle)
    yield f"frame {frame.number}, turn {frame.state.turn}: {formatter.event(frame.state, frame.event)}"
    yield from formatter.reasons(frame.why, "  ", ALL)
    if frame.why:
        return
    earlier = with_reasons(record.frames[: frame.number])
    if earlier is None:
        yield "It has no reasons of its own, nor has any frame before it."
        return
    yield f"It has no reasons of its own; the nearest before it are those of frame {earlier.number}:"
    yield f"  {formatter.event(earlier.state, earlier.event)}"
    yield f"  (sandtable explain {record.file} --frame {earlier.number})"


def with_reasons(frames: Sequence[Frame]) -> Frame | None:
    """Return the last frame that has reasons."""
    return next((frame for frame in reversed(frames) if frame.why), None)


def frame_data(record: Record, frame: Frame) -> dict[str, Any]:
    """Return a frame with its reasons as data."""
    from sim.cli.telling import LogFormatter

    earlier = None if frame.why else with_reasons(record.frames[: frame.number])
    data = LogFormatter(record.header.battle).frame_data(record.header.scribe, frame, explain=True)
    return {**data, "nearest_reasons": earlier.number if earlier else None}


# -- why not? -----------------------------------------------------------------------------------------------------


def verdicts(notes: tuple[Note, ...], subject: Subject) -> tuple[Verdict, ...]:
    """Return what became of a cell or a unit."""
    from sim.solo.explain import why_not

    return why_not(notes, subject)


def verdict_lines(battle: Battle[Any], notes: tuple[Note, ...], subject: Subject) -> Iterator[str]:
    """Yield a sentence for each choice in which such a thing could have been chosen."""
    from sim.cli.telling import LogFormatter
    from sim.solo.explain import verdict_text

    called = LogFormatter(battle).name(subject)
    found = verdicts(notes, subject)
    if not found:
        yield f"{called}: no choice among {'units' if isinstance(subject, str) else 'cells'} was made here"
    for verdict in found:
        yield verdict_text(verdict, called)


def verdicts_data(battle: Battle[Any], notes: tuple[Note, ...], subject: Subject) -> list[dict[str, Any]]:
    """Return the verdicts as data."""
    from dataclasses import asdict

    from sim.cli.telling import LogFormatter
    from sim.solo.explain import verdict_text

    called = LogFormatter(battle).name(subject)
    return [{**asdict(verdict), "text": verdict_text(verdict, called)} for verdict in verdicts(notes, subject)]


# -- answers by eye -----------------------------------------------------------------------------------------------


def answers_of(record: Record, frame: Frame, whose: str, against: str | None) -> tuple[UnitAnswer, ...]:
    """Return what the rules find out about a unit after a frame, against an enemy if one is named."""
    from sim.engine.battle import Position

    unit = _unit_called(whose, list(frame.state.units))
    enemies = [other for other in frame.state.units if other.side != unit.side and other.cell is not None]
    about = None if against is None else _unit_called(against, enemies, f" that {unit.id} could face").id
    position: Position[Any, Any] = Position(record.header.battle, frame.state)
    return record.header.battle.ruleset.insight.answers(position, unit, about)


def _unit_called(text: str, among: Sequence[Unit], which: str = "") -> Unit:
    from sim.files import did_you_mean, shown

    found = next((unit for unit in among if unit.id.casefold() == text.strip().casefold()), None)
    if found is None:
        guess = did_you_mean(text, [unit.id for unit in among])
        raise Refused(f"there is no unit {shown(text)}{which} at this frame{f'; {guess}' if guess else ''}")
    return found


def answer_lines(whose: str, answers: Sequence[UnitAnswer], named: Callable[[Subject], str]) -> Iterator[str]:
    """Yield each answer, and below it all that was weighed, with its place; a dash for what is ruled out."""
    if not answers:
        yield f"{whose}: there is nothing to tell: off the map, out of the fight, or in a game without such answers"
    for answer in answers:
        yield f"{answer.rule}: {answer.name}: {answer.text}"
        for each in answer.ranked[:LISTED]:
            cited = f" [{each.rule}]" if each.rule and each.rule != answer.rule else ""
            yield f"  {each.place or '-'} {named(each.subject)}: {each.text}{cited}"
        if (more := len(answer.ranked) - LISTED) > 0:
            yield f"  and {more} more (--json tells them all)"


def answer_data(answer: UnitAnswer, named: Callable[[Subject], str]) -> dict[str, Any]:
    """Return an answer as data, cells by their names."""
    from dataclasses import asdict

    ranked = [{**asdict(each), "subject": named(each.subject)} for each in answer.ranked]
    areas = {area.name: [named(cell) for cell in area.cells] for area in answer.areas}
    return {"name": answer.name, "rule": answer.rule, "text": answer.text, "ranked": ranked, "areas": areas}


# -- the code -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Code:
    """Where in the source to look for what made a frame."""

    frame: Frame
    told: str
    event: str
    """Where its class stands, and the name of it."""
    behind: tuple[tuple[Rule, tuple[Citation, ...]], ...]
    """Each rule that its reasons or its event name, with the places that tell it, that cite it and that speak of it."""
    read: int
    """How many modules could be read."""

    @classmethod
    def of(cls, record: Record, frame: Frame) -> Code:
        """Look for the rules of a frame in the system's own package, and in what all systems share."""
        from sim.cli.telling import LogFormatter
        from sim.engine.citations import citations, sources

        battle, kind = record.header.battle, type(frame.event)
        rulebook, files = battle.ruleset.rulebook, sources(*_packages(battle.ruleset))
        found = sorted(citations(files, rulebook), key=lambda each: 0 if each.tells else 2 - each.given)
        own = [each.rule for each in found if (each.name, each.file) == (kind.__name__, _file_of(kind))]
        rules = [rulebook.rule(id_) for id_ in (*rules_named(frame.why), *own) if id_ in rulebook]
        return cls(
            frame,
            LogFormatter(battle).event(frame.state, frame.event),
            f"{_line_of(kind)}  {kind.__name__}".strip(),
            tuple((rule, tuple(each for each in found if each.rule == rule.id)) for rule in dict.fromkeys(rules)),
            len(files),
        )

    def lines(self) -> Iterator[str]:
        """Yield the places as an editor can open them, each with the function or class that stands there."""
        yield f"frame {self.frame.number}, turn {self.frame.state.turn}: {self.told}"
        yield f"  the event: {self.event}"
        for rule, places in self.behind:
            yield f"  {rule.id}  {rule.title}"
            yield from (f"    {_place(each)}" for each in places)
            if not places and self.read:
                yield "    no function names it"
        if not self.behind:
            yield "Neither its reasons nor its event name a rule."
        if not self.read:
            yield "The sources of this system are not installed: only the names of its rules can be shown."

    def data(self) -> dict[str, Any]:
        """Return the same as data."""
        rules = [
            {"id": rule.id, "title": rule.title, "code": [_place_data(each) for each in places]}
            for rule, places in self.behind
        ]
        return {
            "frame": self.frame.number,
            "text": self.told,
            "event": self.event,
            "rules": rules,
            "modules": self.read,
        }


def rules_named(notes: tuple[Note, ...]) -> Iterator[str]:
    """Yield the ids that notes name, from the top: their own, those of the lines of a list, of parts of a sum."""
    from sim.engine.notes import Checked, Selection, walk

    for note in walk(notes):
        yield note.rule
        match note:
            case Selection(steps=steps):
                yield from (step.rule for step in steps)
            case Checked(check=check):
                yield from (part.rule for part in check.parts)


def _packages(ruleset: Ruleset[Any, Any]) -> list[Path]:
    """Return where the source of a system lies, and of what it shares with others; a system may be a single module."""
    import sim.play
    import sim.tabletop

    module = sys.modules[type(ruleset).__module__]
    package = sys.modules.get(module.__package__ or "", module)
    homes = [Path(next(iter(each.__path__))) for each in (sim.play, sim.tabletop)]
    own = next(iter(getattr(package, "__path__", ())), None)
    return [Path(own or package.__file__ or ""), *homes]


def _file_of(kind: type) -> Path:
    return Path(sys.modules[kind.__module__].__file__ or "")


def _line_of(kind: type) -> str:
    """Return where a class stands; nothing if its source is not there."""
    from inspect import getsourcelines

    try:
        return f"{_shown(_file_of(kind))}:{getsourcelines(kind)[1]}"
    except OSError:
        return ""


def _shown(file: Path) -> str:
    """Write a path from the current folder on, if it lies in there."""
    here = Path.cwd()
    return str(file.relative_to(here)) if file.is_relative_to(here) else str(file)


def _place(place: Citation) -> str:
    cited = "" if place.tells else ", which cites it" if place.given else ", which speaks of it"
    return f"{_shown(place.file)}:{place.line}  {place.name or 'the module'}{cited}"


def _place_data(place: Citation) -> dict[str, Any]:
    return {"file": str(place.file), "line": place.line, "name": place.name, "tells": place.tells, "given": place.given}
