"""Answers before any card or die: what a list of a printed AI says of every candidate, as things stand.

The lists are those that the AI decides by; here nobody is chosen for anything, nothing is noted, and no die is thrown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

from sim.engine.battle import Position
from sim.engine.chance import Scripted
from sim.engine.game import Game, Start
from sim.engine.insight import Ranked, UnitAnswer
from sim.engine.notes import Subject, Value
from sim.engine.orders import Ask
from sim.engine.units import Unit
from sim.engine.words import is_plural
from sim.memo import memo
from sim.solo.explain import value_text
from sim.solo.priority import Kind, Line, Priority, Rated, named, subject
from sim.solo.situation import Situation

C = TypeVar("C")
Here = Situation[Any, Any]


def asked_about(position: Position[Any, Any], unit: Unit) -> Here:
    """Return the situation of a unit as its side knows it, with nobody asking for an order and no dice to throw."""
    return _situation(position, unit.side).acting(unit.id)


@memo
def _situation(position: Position[Any, Any], side: str) -> Here:
    """Return it for a side: what is worked out of a position is kept with it, from one answer to the next."""
    return Situation(Game(position.battle, Start(position.state), {}, Scripted()), Ask(side, "answers"))


def by_list(
    name: str, here: Here, order: Priority[C], candidates: Iterable[C], none: str = "there is none"
) -> UnitAnswer:
    """Return what a list says of some candidates; `none` says that it leaves nobody."""
    ranked = tuple(
        Ranked(subject(each.candidate), line_texts(each), each.place, failed_rule(order, each))
        for each in order.ranked(here, candidates)
    )
    return UnitAnswer(name, order.rule, taken_text(here, ranked, none), ranked)


def under(topic: str, *answers: UnitAnswer) -> Iterator[UnitAnswer]:
    """Yield answers as parts of a topic."""
    return (replace(answer, topic=topic) for answer in answers)


class Clause(NamedTuple, Generic[C]):
    """One of several lists that are tried in turn: what it permits, whom it is for, and that it leaves none."""

    rule: str
    text: str
    order: Priority[C]
    candidates: Sequence[C]
    pool: str
    none: str


def by_clauses(here: Here, clauses: Iterable[Clause[C]]) -> tuple[Ranked, ...]:
    """Return whom lists that are tried in turn take, in this order, then whom all of them rule out, and why.

    What a later one permits comes after all that an earlier one does.
    """
    taken, out = dict[Subject, Ranked](), dict[Subject, Ranked]()
    for clause in clauses:
        before, left = len(taken), [each for each in clause.candidates if subject(each) not in taken]
        for each in clause.order.ranked(here, left):
            whom, told = subject(each.candidate), line_texts(each, "require")
            if each.place:
                taken[whom] = Ranked(whom, f"{clause.text}: {told}", before + each.place, clause.rule)
            elif whom not in out or told not in out[whom].text:
                also = f"{out[whom].text}; {told}" if whom in out else told
                out[whom] = Ranked(whom, also, 0, failed_rule(clause.order, each))
    return (*taken.values(), *(each for whom, each in out.items() if whom not in taken))


def taken_text(here: Here, ranked: tuple[Ranked, ...], none: str) -> str:
    """Say which of several the rules would take, or that a die would decide, or that there is none."""
    best = [each for each in ranked if each.place == 1]
    if not best:
        return none
    names = " or ".join(each.subject if isinstance(each.subject, str) else named(here, each.subject) for each in best)
    return f"{names}{', by a die' if len(best) > 1 else ''}: {best[0].text}"


def failed_rule(order: Priority[C], placed: Rated[C]) -> str:
    """Return the rule of the line that rules a candidate out; nothing for who is left."""
    return "" if placed.place else placed.values[-1][0].rule or order.rule


def line_texts(placed: Rated[Any], *untold: Kind) -> str:
    """Say what the lines of a list saw of a candidate, kinds of lines left out; of one that is ruled out, why."""
    if not placed.place:
        line, value = placed.values[-1]
        return f"{line.measure.what}: {value_text(value)}"
    told = (_line_text(line, value) for line, value in placed.values if line.kind not in untold)
    return ", ".join(filter(None, told)) or "nothing against it"


def _line_text(line: Line[Any, Any], value: Value) -> str:
    """Say what one line saw; that a condition is met goes without saying."""
    what, text = line.measure.what, value_text(value)
    if line.kind in ("require", "prefer"):
        return "" if value in (True, False) or text == "yes" else text
    if what.startswith("inches ") and text.endswith('"'):
        return f"{text} {what.removeprefix('inches ')}"
    counts, _, rest = what.partition(" ")
    if not what.endswith(" away") and (counts == "its" or not is_plural(counts)):
        return f"{what} {text}"
    one = counts.removesuffix("es") if counts.endswith("xes") else counts.removesuffix("s")
    return f"{text} {one if text == '1' else counts} {rest}".rstrip()
