"""Rules as text: positions, what is asked of them, and what the rules say, in `cases/*.txt` of a system.

    # Shoot                                                     a section; what follows it stands for all its cases
    a1 faces p1, four squares ahead.                            prose is for people

        scenario stage.toml                                     four spaces: a position (sim/scenario/position_text.py)
        gang: a1 gunman C8 n hands:colt
        law: p1 gunman C4 s

    ## OUT-SHOOT-1: it turns so that the target is in view      a case: rules, and the fact
        a1 s | dice 1 2 | shoot => Turnaround n | Shoot p1      an example: changes, dice, a question => its answer
        then p1.prone => false                                  asked of the position that the example has led to

A line without an arrow changes the position for the rest of its case; what stands before the question of an example
changes it for that example alone. A line that is indented further goes on with the one above it. `=>` wants exactly
these lines, `=~` wants each of these texts somewhere in the answer, in this order, `=!` none of them. Questions that
every system answers are below and in `rules/questions.py`; what only one can be asked stands in `questions.py` beside
its tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import pytest

from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused, Scripted
from sim.engine.decide import NoDecision, decide
from sim.engine.events import Event
from sim.engine.game import Answered, Frame
from sim.engine.notes import Note, Selection, Tried, walk
from sim.engine.orders import Ask
from sim.engine.record import Scribe
from sim.engine.session import Session
from sim.files import FileMistakes
from sim.scenario.envelope import Opened
from sim.scenario.position_text import opened
from sim.scenario.statements import CELL, DRAWN, Statement, split, statements, unquoted, value_text
from sim.solo.explain import ALL, explained, verdict_text, why_not

NO_UNIT = "no such unit"
NoteT = TypeVar("NoteT", bound=Note)

HEADING = re.compile(r"## (?:((?:[A-Z]{2,}-[\w.+-]+,? )*[A-Z]{2,}-[\w.+-]+): )?(.+)")
ARROW = re.compile(r" (=>|=~|=!)(?: |$)")
BAR = re.compile(r" +\| +")
"""What stands between the lines of an answer, in which a quotation mark may stand for inches."""


# -- asking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A question: the position, the words after the verb, and the dice and cards that may be used."""

    position: Position[Any, Any]
    words: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def source(self) -> Scripted:
        """The dice and cards; all of them must be used."""
        return Scripted(self.dice, self.cards)

    def unit(self, number: int = 0) -> Any:
        """The unit that a word names."""
        return self.position.state.unit(self.words[number])

    def cell(self, number: int) -> Any:
        """The cell that a word names."""
        return self.position.map.cell(self.words[number])


@dataclass(frozen=True)
class Answer:
    """What the rules say, line by line, and what came of it."""

    lines: list[str]
    position: Position[Any, Any]
    events: list[Event[Any]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    notes: tuple[Note, ...] = ()
    thrown: list[str] = field(default_factory=list)
    """The dice and cards that were asked for, in words."""


Question = Callable[[Asked], Any]
"""Returns an `Answer`, or a text, a number or a list of them."""


def in_words(position: Position[Any, Any], thing: Any, hint: Any = None) -> str:
    """Write a value as the text of a position does: cells by their names, yes as true. `hint` is what it may be."""
    encode = Scribe(position.battle).codec.encode
    try:
        many = hint is None and type(thing) in (list, tuple)  # a cell is a tuple by its class
        return value_text([encode(type(each), each) for each in thing] if many else encode(hint or type(thing), thing))
    except TypeError:
        return str(thing)


def answer_of(game_log: Iterable[Any], before: Position[Any, Any], lines: list[str] | None = None) -> Answer:
    """Make an answer of the log of a game: what it says is what happened, unless `lines` are given."""
    entries, ruleset = list(game_log), before.battle.ruleset
    frames = [entry for entry in entries if isinstance(entry, Frame)]
    told = [ruleset.event_text(Position(before.battle, frame.state), frame.event) for frame in frames]
    return Answer(
        told if lines is None else lines,
        Position(before.battle, frames[-1].state) if frames else before,
        [frame.event for frame in frames],
        told,
        tuple(note for frame in frames for note in frame.why),
        [entry.asked for entry in entries if isinstance(entry, Answered)],
    )


def decided(asked: Asked) -> Answer:
    """`decide`: what the automated side orders next, as it is typed."""
    position = asked.position
    decision = decide(position.battle, position.state, asked.players, asked.source)
    asked.source.finish()
    answer = answer_of(decision.frames, position)
    intent = None if decision.order is None else decision.order.intent
    now = answer.position
    text = "none" if intent is None else position.battle.ruleset.order_text(now, intent)
    return replace(answer, lines=[text], notes=decision.notes)


def played(asked: Asked) -> Answer:
    """`play "ORDER" …`: the log of one activation, in which people give these orders as they are typed."""
    session: Session[Any, Any] = Session(asked.position.battle, asked.position.state, asked.players, asked.source)
    orders, first = list(asked.words), len(session.entries)
    session.advance()
    while isinstance(session.wanted, Ask) and orders:
        now = Position(session.battle, session.state)
        session.answer(order_typed(now, session.wanted, orders.pop(0)))
    assert not orders, f"nobody asked for {orders}"
    asked.source.finish()
    return answer_of(session.entries[first:], asked.position)


def order_typed(position: Position[Any, Any], ask: Ask, text: str) -> Any:
    """Return the order that somebody types: the first offer whose text begins so."""
    offers = []
    for offer in position.battle.ruleset.offers(position, ask):
        if offer.text == text:
            return offer.intent  # There may be hundreds of ways behind it.
        offers.append(offer)
    found = next((offer for offer in offers if offer.text.startswith(text)), None)
    assert found is not None, f"{text} is not among the offers: {', '.join(offer.text for offer in offers)}"
    return found.intent


def wanted(asked: Asked) -> tuple[Position[Any, Any], Ask]:
    """Play to the first question that a person is asked."""
    session: Session[Any, Any] = Session(asked.position.battle, asked.position.state, asked.players, asked.source)
    session.advance()
    assert isinstance(session.wanted, Ask), "nobody is asked"
    return Position(session.battle, session.state), session.wanted


def offered(asked: Asked) -> list[str]:
    """`offers WORD`: what can be ordered, of those orders that begin so."""
    position, ask = wanted(asked)
    begin = asked.words[0] if asked.words else ""
    offers = position.battle.ruleset.offers(position, ask)
    return [offer.text for offer in offers if offer.refusal is None and offer.text.startswith(begin)]


def seen(asked: Asked) -> str:
    """`sight CELL CELL`: clear, or what stops the line."""
    return asked.position.sight(asked.cell(0), asked.cell(1)).reason


def by_eye(asked: Asked) -> list[str]:
    """`eye UNIT "NAME" [ENEMY]`: what is told of a unit without a card or a die: rule and text, then all weighed."""
    about = asked.words[2] if len(asked.words) > 2 else None
    found = asked.position.battle.ruleset.insight.answers(asked.position, asked.unit(), about)
    told = next((each for each in found if each.name == asked.words[1]), None)
    if told is None:
        return [f"none such: {', '.join(each.name for each in found)}"]
    name, cells = asked.position.name, {area.name: len(area.cells) for area in told.areas}
    shown = [each.subject if isinstance(each.subject, str) else name(each.subject) for each in told.ranked]
    ranked = [f"{each.place} {whom}: {each.text}" for each, whom in zip(told.ranked, shown, strict=True)]
    return [f"{told.rule}: {told.text}", *ranked, *(f"{part}: {number}" for part, number in cells.items())]


QUESTIONS: Mapping[str, Question] = {
    "decide": decided,
    "play": played,
    "offers": offered,
    "sight": seen,
    "eye": by_eye,
}
"""What every system can be asked. Besides: `UNIT.FIELD` and `state.FIELD`, and after an example `then why`, `then log`,
`then dice`, `then events` and `then rules`."""


def told_after(answer: Answer, words: tuple[str, ...]) -> list[str] | None:
    """Say more of an answer: why, what happened, which dice were asked for, how a choice was made."""
    verb, *rest = words
    name = answer.position.name

    def named(subject: Any) -> str:
        return subject if isinstance(subject, str) else name(subject)

    match verb:
        case "why":
            return list(explained(answer.notes, named, listed=ALL))
        case "log":
            return answer.log
        case "dice":
            return answer.thrown
        case "events":
            return [type(event).__name__ for event in answer.events]
        case "rules":
            return sorted({note.rule for note in walk(answer.notes)})
        case "taken":
            return [f"{note.rule} {note.option}" for note in _notes(answer, Tried) if note.taken]
        case "tried":
            note = next(note for note in reversed(_notes(answer, Tried)) if note.option == rest[0])
            return [note.reason or ("yes" if note.taken else "no")]
        case "chose":
            choice = _choice(answer, rest[0])
            return ["nobody" if choice.chosen is None else named(choice.candidates[choice.chosen])]
        case "whynot":
            subject = answer.position.map.cell(rest[0]) if CELL.fullmatch(rest[0]) else rest[0]
            return [verdict_text(verdict, rest[0]) for verdict in why_not(answer.notes, subject)]
        case "decided":
            return [decided_by(_choice(answer, rest[0]))]
        case "counted":
            return counted(_choice(answer, rest[0]))
        case "values":
            choice = _choice(answer, rest[0])
            left = list(range(len(choice.candidates)))
            for step in choice.steps:
                if step.what == rest[1]:
                    found = zip(left, step.values, strict=True)
                    return [f"{named(choice.candidates[n])} {in_words(answer.position, value)}" for n, value in found]
                left = list(step.kept)
            raise AssertionError(f"{rest[0]} has no line {rest[1]}: {[step.what for step in choice.steps]}")
    return None


def _notes(answer: Answer, kind: type[NoteT]) -> list[NoteT]:
    return [note for note in walk(answer.notes) if isinstance(note, kind)]


def _choice(answer: Answer, what: str) -> Selection:
    """Return the last choice of something, which is the one that counted."""
    choices = _notes(answer, Selection)
    found = [note for note in choices if note.what == what]
    assert found, f"nobody chose {what}: {', '.join(sorted({note.what for note in choices}))}"
    return found[-1]


def counted(choice: Selection) -> list[str]:
    """Return the lines of a list that left somebody out, in their order."""
    before = [len(choice.candidates), *(len(step.kept) for step in choice.steps)]
    return [step.what for step, were in zip(choice.steps, before, strict=False) if len(step.kept) < were]


def decided_by(choice: Selection) -> str:
    """Return rule and words of the line after which one candidate was left, or that a die or nothing decided."""
    if choice.roll:
        return f"{choice.rule} die"
    left, decisive = len(choice.candidates), "only one"
    for step in choice.steps:
        if len(step.kept) < left:
            decisive = f"{step.rule} {step.what}"
        left = len(step.kept)
    return decisive


def field_of(position: Position[Any, Any], word: str) -> str | None:
    """Read `a1.prone`, `a1.right.loaded` or `state.turn`, each as the text of a position writes it."""
    names = {unit.id for unit in position.state.units} | {"state"}
    whose = next((name for name in sorted(names, key=len, reverse=True) if word.startswith(f"{name}.")), None)
    if whose is None:
        return NO_UNIT if "." in word and word.rpartition(".")[2].isidentifier() else None
    thing: Any = position.state if whose == "state" else position.state.unit(whose)
    said = ""
    for name in word.removeprefix(f"{whose}.").split("."):
        if thing is None:
            return "none"
        hints = get_type_hints(type(thing)) if is_dataclass(thing) else {}
        thing = getattr(thing, name)
        said = in_words(position, thing, hints.get(name))
    return said


# -- a case ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One fact with its examples."""

    file: Path
    line: int
    rules: tuple[str, ...]
    fact: str
    base: tuple[tuple[int, str], ...]
    lines: tuple[tuple[int, str], ...]

    def complaints(self, questions: Mapping[str, Question]) -> Iterator[str]:
        """Yield what is not as it says; whatever else goes wrong names its line, too."""
        said = list(statements(self.base, self.file.name))
        last: list[Answer] = []
        examples = 0
        for rows in self._joined():
            line, text = rows[0]
            asked, *wanted = ARROW.split(text)
            if not wanted:
                said += statements(rows, self.file.name)
                continue
            examples += 1
            try:
                last = self._answers(said, line, asked, last, questions)
            except (FileMistakes, ChanceRefused, NoDecision, AssertionError) as wrong:
                yield f"{self.file.name}:{line}: {asked.strip()}\n    {type(wrong).__name__}: {wrong}"
                continue
            for arrow, wants in zip(wanted[::2], wanted[1::2], strict=True):
                yield from self._compared(line, asked, arrow, BAR.split(wants.strip()) if wants.strip() else [], last)
        if not examples:
            yield f"{self.file.name}:{self.line}: no example"

    def _joined(self) -> Iterator[list[tuple[int, str]]]:
        """Yield the lines one by one, with those that go on with them; a drawing with all its rows."""
        whole: list[tuple[int, str]] = []
        for line, text in self.lines:
            if text.startswith(" ") and whole and whole[-1][1].strip() and not _is_drawing(whole):
                whole[-1] = (whole[-1][0], f"{whole[-1][1]} {text.strip()}")
            else:
                whole.append((line, text))
        yield from _with_drawings(whole)

    def _answers(
        self, said: list[Statement], line: int, text: str, last: list[Answer], questions: Mapping[str, Question]
    ) -> list[Answer]:
        """Return the answer to an example, or those for each of its words."""
        *changes, question = split(text, "|", line, self.file.name) or [""]
        if changes and changes[0].startswith("each "):
            named = split(changes[0], " ", line, self.file.name)[1:]
            rest = " | ".join((*changes[1:], question))
            return [self._answers(said, line, rest.replace("*", word), last, questions)[0] for word in named]
        assert question, "there is no question before the arrow"
        words = tuple(map(unquoted, split(question, " ", line, self.file.name)))
        if words[0] == "then":
            assert last and not changes, "then asks of the example before it, as that has left things"
            return [_asked(each, words[1:], Asked(each.position), questions) for each in last]
        more = statements([(line, " | ".join(changes))], self.file.name)
        if words[0] == "mistakes":
            return [self._mistakes(said, more)]
        position = set_up((*said, *more), self.file)
        here = Position(position.battle, position.state)
        asked = Asked(here, (), position.dice or (), position.cards or (), position.players)
        first = words.index("then") if "then" in words else len(words)
        answer = _asked(None, words[:first], asked, questions)
        further = words[first + 1 :]
        return [_asked(answer, further, Asked(answer.position), questions) if further else answer]

    def _mistakes(self, said: list[Statement], more: Iterable[Statement]) -> Answer:
        """`mistakes`: what is wrong with the changes of an example, line by line; those of the case must be right."""
        before = set_up(tuple(said), self.file)
        lines = ["none"]
        try:
            set_up((*said, *more), self.file)
        except FileMistakes as wrong:
            lines = [str(mistake) for mistake in wrong.mistakes]
        return Answer(lines, Position(before.battle, before.state))

    def _compared(self, line: int, asked: str, arrow: str, wants: list[str], answers: list[Answer]) -> Iterator[str]:
        several = len(answers) > 1
        found = [", ".join(each.lines) for each in answers] if several else answers[0].lines
        text, rest = "\n".join(found), "\n".join(found)
        # Nothing to look for, or a unit that is not there, would fit whatever the program does.
        if several and len(wants) == 1 and arrow != "=!":
            wants = wants * len(found)
        fits = wants == [line.strip() for line in found] if arrow == "=>" else bool(wants)
        fits = fits and not (arrow == "=!" and NO_UNIT in found)
        one_by_one = arrow == "=~" and several
        if one_by_one:
            fits = len(wants) == len(found) and all(want in line for want, line in zip(wants, found, strict=True))
        for want in wants if arrow != "=>" and not one_by_one else ():
            _, there, after = rest.partition(want)
            rest = after if there else rest
            fits = fits and bool(there) == (arrow == "=~")
        if not fits:
            answer = " | ".join(text.splitlines())
            yield f"{self.file.name}:{line}: {asked.strip()} {arrow} {' | '.join(wants)}\n  is: {answer}"


def _is_drawing(lines: list[tuple[int, str]]) -> bool:
    for _, text in reversed(lines):
        if not text.strip():
            return False
        if text.strip() in DRAWN:
            return True
    return False


def _with_drawings(lines: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    drawing: list[tuple[int, str]] = []
    for line, text in (*lines, (0, "")):
        if drawing or text.strip() in DRAWN:
            drawing.append((line, text))
            if not text.strip():
                yield drawing
                drawing = []
        elif text.strip():
            yield [(line, text)]


def _asked(last: Answer | None, words: tuple[str, ...], asked: Asked, questions: Mapping[str, Question]) -> Answer:
    """Find who answers, and make an answer of whatever is said."""
    verb, *rest = words
    if last is not None and (more := told_after(last, words)) is not None:
        return replace(last, lines=more)
    if verb in questions:
        found = questions[verb](replace(asked, words=tuple(rest)))
    else:
        found = [field_of(asked.position, word) for word in words]
        if None in found:
            raise AssertionError(f"{words[found.index(None)]} is no question: {', '.join(sorted(questions))}")
    if isinstance(found, Answer):
        return found
    listed = found if isinstance(found, list | tuple) else [found]
    lines = [str(each) if isinstance(each, str) else in_words(asked.position, each) for each in listed]
    return Answer(lines, asked.position) if last is None else replace(last, lines=lines)


@lru_cache(maxsize=16)
def set_up(said: tuple[Statement, ...], file: Path) -> Opened:
    """Set a position up; the examples of a case often ask of the same."""
    return opened(said, file.name, file.parent)


def read_cases(file: Path) -> Iterator[Case]:
    """Yield the cases of a file; what `stage.txt` beside it says stands for every section."""
    stage = file.with_name("stage.txt")
    common = [(0, text) for text in stage.read_text(encoding="utf-8").splitlines()] if stage.exists() else []
    base: list[tuple[int, str]] = [*common]
    heading: tuple[int, tuple[str, ...], str] | None = None
    lines: list[tuple[int, str]] = []
    for number, text in enumerate((*file.read_text(encoding="utf-8").splitlines(), "# end"), 1):
        if text.startswith(("# ", "## ")) and heading is not None:
            yield Case(file, *heading, tuple(base), tuple(lines))
            heading = None
        if text.startswith("## "):
            found = HEADING.fullmatch(text)
            assert found is not None
            heading = (number, tuple((found[1] or "").replace(",", "").split()), found[2])
            lines = []
        elif text.startswith("# "):
            base = [*common]
        elif text.startswith("    ") or not text.strip():
            (base if heading is None else lines).append((number, text[4:]))


# -- as tests --------------------------------------------------------------------------------------------------------


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each case."""
        for case in read_cases(self.path):
            name = re.sub(r"[^\w.+-]+", "_", " ".join((*case.rules, case.fact)))[:100]
            item = CaseItem.from_parent(self, name=name, case=case)
            if case.rules:
                item.add_marker(pytest.mark.rule(*case.rules))
            yield item


class CaseItem(pytest.Item):
    """One case as a test."""

    def __init__(self, *, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    def runtest(self) -> None:
        """Ask everything that the case asks."""
        folder = self.path.parent.parent.name
        module = f"tests.rules.{folder}.questions"
        own: Mapping[str, Question] = import_module(module).QUESTIONS if _has(module) else {}
        complaints = list(self.case.complaints({**QUESTIONS, **own}))
        if complaints:
            raise CaseFailed("\n".join([self.case.fact, *complaints]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what was asked and what was said; a traceback would show this file."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where the case stands."""
        return self.path, self.case.line - 1, f"{self.path.name}: {self.case.fact}"


class CaseFailed(Exception):
    """Tell what is not as a case says."""


@lru_cache(maxsize=64)
def _has(module: str) -> bool:
    return Path(*module.split(".")).with_suffix(".py").exists()


def is_case_file(path: Path) -> bool:
    """Say whether a file is one of cases."""
    return path.suffix == ".txt" and path.parent.name == "cases"
