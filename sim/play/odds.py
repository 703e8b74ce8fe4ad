"""Odds: what is told of all that may come of an order. A system says what is told, and the rest is read off the runs.

The chance is that of the throw that decides, or of an end that is named; the numbers are those that were worked out for
that throw; the results are the ends by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.dice import Need, Throw
from sim.engine.insight import Odds
from sim.engine.notes import Drawn, Opposed, Rolled
from sim.engine.orders import Ask, Intent
from sim.play.consequences import (
    Course,
    End,
    Ends,
    Enough,
    Matters,
    Outcomes,
    Resolve,
    consequences,
    everything,
    nothing,
    of_order,
)


@dataclass(frozen=True)
class Telling:
    """What the words beside a chance can be made of: all runs, one of them, and the throw that decides in it."""

    found: Outcomes
    run: Course
    note: Rolled | Opposed | None

    @property
    def runs(self) -> tuple[Course, ...]:
        """All runs that it is told of."""
        return self.found.runs

    def chance(self, end: End, given: End | None = None) -> Fraction:
        """Return how likely something else is that the words name, perhaps where something is so."""
        return (self.found.given(given) if given is not None else self.found).chance(end)

    @property
    def throw(self) -> Throw:
        """The dice that decide."""
        assert isinstance(self.note, Rolled)
        return self.note.throw

    @property
    def low(self) -> int:
        """The number that they, or each of them, must show."""
        return low_of(self.note)

    @property
    def or_more(self) -> str:
        """What they must show, in words."""
        most = self.throw.count * max(self.throw.die.faces)
        beyond = ", which they cannot show" if self.throw.count > 1 and self.low > most else ""
        return f"{self.low} or more on {'a die' if self.throw.count == 1 else self.throw.dice}{beyond}"

    @property
    def on_each(self) -> str:
        """What each of them must show, in words."""
        return f"{self.throw.count} {'die' if self.throw.count == 1 else 'dice'}, {self.low} or more on each"

    @property
    def said_before(self) -> tuple[str, ...]:
        """What was said of the throw before it."""
        return self.run.said_before(self.note) if self.note is not None else ()

    @property
    def said_after(self) -> tuple[str, ...]:
        """What was said of it once the dice had fallen."""
        return self.run.said_after(self.note) if self.note is not None else ()

    def thrown(self, purpose: str, whom: str = "") -> Rolled | None:
        """Return a throw of any run, by what it is for and for whom."""
        found = (run.thrown(purpose, whom) for run in self.runs)
        return next((note for note in found if isinstance(note, Rolled)), None)

    def is_drawn(self, purpose: str) -> bool:
        """Say whether any run comes to a card for something."""
        notes = (note for run in self.runs for note in run.notes)
        return any(isinstance(note, Drawn) and note.purpose == purpose for note in notes)


def low_of(note: Rolled | Opposed | None) -> int:
    """Return the number that dice must show."""
    need = note.throw.need if isinstance(note, Rolled) else None
    return need.low if need is not None and need.low is not None else 0


@dataclass(frozen=True)
class Told:
    """Something that is told of an order: who throws for what, when it has succeeded, and how it is found out."""

    what: str
    unit: str
    target: str | None = None
    throw: str = ""
    """What the throw that decides is for; where nothing else is said, the order succeeds if it is good enough, and is
    told of the ways in which it is thrown at all."""
    alone: bool = True
    """Whether the throw is told: not where others before it decide as well."""
    against: str = ""
    """What the target throws against it for: its numbers are told as well."""
    whom: str = ""
    """For whom it is thrown, where that is not the one who throws."""
    nth: int = 0
    """Which of several such throws, counted from 0."""
    so: End | None = None
    given: End | None = None
    ends: Ends | None = None
    order: tuple[str, ...] = ()
    """In which order the ends are told where no table says it; what is not in it comes last, as it was found."""
    need: Need | None = None
    """What the throw must show, where the rules read it off a table once it has fallen."""
    because: str | Callable[[Telling], str] | None = None
    """How the numbers lead to what is needed, in words; what the dice must show, where nothing is said."""
    asks: str = ""
    """What asks for a number: "courage of raw troops". What is added to the die is then told as taken off that."""
    feared: bool = False
    found: Outcomes | None = None
    """All that may come of it, where that is known already."""
    resolve: Resolve | None = None
    """How what is told comes about, where that is not the whole order."""
    at: Position[Any, Any] | None = None
    """The moment in which it does, where that is not the present one."""
    until: Enough = nothing
    matters: Matters = everything


def otherwise(_: Course) -> bool:
    """Match any run: the last end of a table, for what has come to none of the others."""
    return True


def odds_of(position: Position[Any, Any], ask: Ask, intent: Intent, told: Iterable[Told]) -> tuple[Odds, ...]:
    """Return all that is told of an order with its chances; nothing of what is not thrown for at all.

    What is found out in the same way is found out once.
    """
    known: dict[object, Outcomes] = {}
    found: list[Odds] = []
    for each in told:
        key = each.resolve, each.at, each.until, each.matters
        if each.found is not None:
            found += _odds(each.found, each)
            continue
        if key not in known:
            there = each.at or position
            if each.resolve is None:
                known[key] = of_order(there, ask, intent, until=each.until, matters=each.matters)
            else:
                known[key] = consequences(there, each.resolve, until=each.until, matters=each.matters)
        found += _odds(known[key], each)
    return tuple(found)


def _odds(outcomes: Outcomes, told: Told) -> Iterable[Odds]:
    def thrown(run: Course) -> Rolled | Opposed | None:
        return run.thrown(told.throw, told.whom or told.unit, told.nth) if told.throw else None

    def is_good(run: Course) -> bool:
        note = thrown(run)
        return note.margin > 0 if isinstance(note, Opposed) else note is not None and note.is_good

    if told.throw or told.given:
        outcomes = outcomes.given(told.given or (lambda run: thrown(run) is not None))
    for first in [run for run in outcomes.runs if not told.throw or thrown(run)][:1]:
        telling = Telling(outcomes, first, thrown(first))
        yield Odds(
            told.what,
            told.unit,
            told.target,
            outcomes.chance(told.so or is_good),
            _throw(telling, told),
            _checks(telling, told),
            _words(telling, told),
            _results(outcomes, told),
            told.feared,
        )


def _throw(telling: Telling, told: Told) -> Throw | None:
    if not told.alone or not isinstance(telling.note, Rolled):
        return None
    return replace(telling.throw, need=told.need or telling.throw.need)


def _checks(telling: Telling, told: Told) -> tuple[Check, ...]:
    """Return the numbers that were worked out for the throw, and for one against it; of two of a kind whose each is."""
    checks = telling.run.checks_before(telling.note)
    if told.asks:
        added = [part for check in checks for part in check.parts]
        needed = Check("needed on a die").plus(telling.low + sum(part.value for part in added), told.asks)
        for part in added:
            needed = needed.plus(-part.value, part.reason, part.rule)
        return (needed,)
    if not told.against:
        return checks
    other = next(((run, note) for run in telling.runs if (note := run.thrown(told.against, told.target or ""))), None)
    others = other[0].checks_before(other[1]) if other is not None else ()
    if told.against != told.throw:
        return (*checks, *others)
    whose = [(check, told.unit) for check in checks] + [(check, told.target) for check in others]
    return tuple(replace(check, name=f"{check.name}, {whom}") for check, whom in whose)


def _words(telling: Telling, told: Told) -> str:
    if isinstance(told.because, str):
        return told.because
    if told.because is not None:
        return told.because(telling)
    return telling.or_more if isinstance(telling.note, Rolled) else ""


def _results(outcomes: Outcomes, told: Told) -> tuple[tuple[str, Any], ...]:
    if told.ends is None:
        return ()
    chances, order = outcomes.chances(told.ends), told.order
    return tuple(sorted(chances, key=lambda each: order.index(each[0]) if each[0] in order else len(order)))


def worst_first(found: Iterable[Odds], *grave: str) -> tuple[Odds, ...]:
    """Return what enemies could do, the likeliest first; of those as likely first what more often has a grave end."""

    def severity(odds: Odds) -> tuple[Any, Any]:
        return odds.chance, sum(share for name, share in odds.results if name in grave)

    return tuple(sorted(found, key=severity, reverse=True))
