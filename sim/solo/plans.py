"""Plans: the few shapes of which printed AIs are made. Each is one small class and leaves the trace by itself.

A plan yields orders one by one; each is carried out before it is asked for the next, so a plan always looks at the
battle as it has become. A plan that yields nothing could not be followed: whoever tried it goes on to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sim.engine.dice import Die, Throw
from sim.engine.frozen import fast_frozen
from sim.engine.game import Game
from sim.engine.notes import Note, Notebook, Rolled, Scored, Tried
from sim.engine.orders import Ask, Intent
from sim.memo import memo
from sim.solo.situation import Situation

Here = Situation[Any, Any]


@fast_frozen
@dataclass(frozen=True)
class Cannot:
    """An instruction that cannot be followed, and why."""

    reason: str
    about: tuple[str, ...] = ()
    """The units that the reason counts or names, other than who acts."""


class Plan(Protocol):
    """Anything that turns a situation into orders."""

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Yield orders; none if the plan cannot be followed."""

    def parts(self) -> Iterator[Plan]:
        """Yield the plans it is made of."""


Act = Callable[[Here], "Intent | Cannot | Plan"]
"""What an option does: an intent, the reason why it cannot, or a plan to go on with."""


class Option:
    """One entry of a printed list, under the id of its rule."""

    def __init__(self, rule: str, text: str, act: Act | Plan, on: str | Collection[str] = (), when: str = "") -> None:
        self.rule, self.text, self.act = rule, text, act
        self.on = (on,) if isinstance(on, str) else tuple(on)
        """The occasions it is for; all, if none is named."""
        self._when = when or f"on {' or '.join(self.on)}"
        """The same as a person says it."""

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Try it: leave a note that says what came of it, then give its orders."""
        if self.on and situation.ask.occasion not in self.on:
            situation.note(Tried(self.text, False, f"only {self._when}", rule=self.rule))
            return
        inner, page = situation.page()
        result = self.act(inner) if callable(self.act) else self.act
        # Most options come to nothing, or to one order: for those no further plan need be set going.
        if isinstance(result, Cannot):
            if situation.keeps_notes:
                situation.note(inner.marked(self._refused(result.reason, page.close()), *result.about))
        elif isinstance(result, Intent):
            if situation.keeps_notes:
                situation.note(inner.marked(Tried(self.text, True, "", page.close(), rule=self.rule)))
            yield result
        else:
            orders = result.orders(inner)
            first = next(orders, None)
            if situation.keeps_notes:
                reason = "" if first is not None else "nothing of it can be done"
                situation.note(inner.marked(Tried(self.text, first is not None, reason, page.close(), rule=self.rule)))
            if first is not None:
                yield first
                yield from orders

    def _refused(self, reason: str, notes: tuple[Note, ...]) -> Tried:
        """Return the note of a try that came to nothing.

        Half of all tries end at once, turn after turn for the same few reasons: of those one note serves for all.
        """
        if notes:
            return Tried(self.text, False, reason, notes, rule=self.rule)
        return self._refused_barely(reason)

    @memo
    def _refused_barely(self, reason: str) -> Tried:
        return Tried(self.text, False, reason, rule=self.rule)

    def parts(self) -> Iterator[Plan]:
        """Yield the plan it leads to, if that is one."""
        if not callable(self.act):
            yield self.act


class _Several:
    def __init__(self, *plans: Plan) -> None:
        self.plans = plans

    def parts(self) -> Iterator[Plan]:
        """Yield the plans in order."""
        return iter(self.plans)


class FirstOf(_Several):
    """ "… or … or …": work down the list; the first that can be done is done, and no other."""

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Give the orders of the first plan that has any."""
        for plan in self.plans:
            orders = plan.orders(situation)
            first = next(orders, None)
            if first is not None:
                yield first
                yield from orders
                return


class InTurn(_Several):
    """Undertake each in sequence; what cannot be followed is skipped."""

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Give the orders of each plan, one plan after the other."""
        for plan in self.plans:
            yield from plan.orders(situation)


Rows = Mapping[int | range, Plan]


class ByScore:
    """A table with a row for each score: "2-4: …". The die is thrown here, or `score` finds it otherwise.

    Every face of the die must have its row, and one only. A score that is found otherwise may lie beyond the faces
    (a die with modifiers), and so may its rows.
    """

    def __init__(self, rule: str, table: str, die: Die, rows: Rows, score: Callable[[Here], int] | None = None) -> None:
        self.rule, self.table, self.die, self.rows, self._score = rule, table, die, rows, score
        for face in die.faces:
            fitting = [row for row in rows if face in _faces(row)]
            if len(fitting) != 1:
                raise ValueError(f"{table}: {len(fitting)} rows for a {face}")
        for row in rows:
            if score is None and not any(face in _faces(row) for face in die.faces):
                raise ValueError(f"{table}: no face of the {die.name} leads to the row {row_name(row)}")

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Find the row, note it, and follow it."""
        inner, page = situation.page()
        score = self._score(inner) if self._score else inner.throw(Throw(self.die, self.table, _whom(situation))).total
        row = next((row for row in self.rows if score in _faces(row)), None)
        if row is None:
            raise LookupError(f"{self.table}: there is no row for a {score}")
        roll = _close(page, situation)
        situation.note(Scored(self.table, score, row_name(row), roll, rule=self.rule))
        yield from self.rows[row].orders(situation)

    def parts(self) -> Iterator[Plan]:
        """Yield the rows."""
        return iter(self.rows.values())


def _close(page: Notebook, situation: Here) -> Rolled | None:
    """Close the page of a score and return its die; what else is on it is kept as notes of their own.

    The last die is the one that stands: a reroll comes after what it replaces.
    """
    notes = page.close()
    roll = next((note for note in reversed(notes) if isinstance(note, Rolled)), None)
    for note in notes:
        if note is not roll:
            situation.note(note)
    return roll


def _whom(situation: Here) -> str:
    return situation.ask.unit or situation.side


def _faces(row: int | range) -> Collection[int]:
    return (row,) if isinstance(row, int) else row


def row_name(row: int | range) -> str:
    """Return what a row is called. Of one with a step, as for even numbers, every number is named.

    >>> row_name(6), row_name(range(2, 5)), row_name(range(2, 7, 2))
    ('6', '2-4', '2, 4, 6')
    """
    if isinstance(row, range) and row.step == 1 and len(row) > 1:
        return f"{row[0]}-{row[-1]}"
    return ", ".join(map(str, _faces(row)))


class Against:
    """ "The top instruction identifies the target": find it, then follow the plan against it."""

    def __init__(self, rule: str, text: str, target: Callable[[Here], Any], plan: Plan) -> None:
        self.rule, self.text, self.target, self.plan = rule, text, target, plan

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Find the target and go on against it; without one there are no orders."""
        inner, page = situation.page()
        target = self.target(inner)
        reason = "" if target is not None else "there is no such target"
        situation.note(Tried(self.text, target is not None, reason, page.close(), rule=self.rule))
        if target is not None:
            yield from self.plan.orders(situation.against(target))

    def parts(self) -> Iterator[Plan]:
        """Yield the plan."""
        yield self.plan


class When:
    """ "If he is in cover: …": a plan that is followed only under a condition, which is noted either way."""

    def __init__(self, rule: str, text: str, condition: Callable[[Here], bool], plan: Plan) -> None:
        self.rule, self.text, self.condition, self.plan = rule, text, condition, plan

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Look, and follow the plan if it is so."""
        inner, page = situation.page()
        holds = self.condition(inner)
        situation.note(Tried(self.text, holds, "" if holds else "that is not the case", page.close(), rule=self.rule))
        if holds:
            yield from self.plan.orders(situation)

    def parts(self) -> Iterator[Plan]:
        """Yield the plan."""
        yield self.plan


def options(plan: Plan) -> Iterator[Option]:
    """Yield every option of a plan, from the top."""
    if isinstance(plan, Option):
        yield plan
    for part in plan.parts():
        yield from options(part)


class Automated:
    """A side that is played by plans: one for each occasion."""

    def __init__(self, plans: Mapping[str, Plan] | Plan) -> None:
        self._always = None if isinstance(plans, Mapping) else plans
        self._by_occasion = plans if isinstance(plans, Mapping) else {}

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Follow the plan for the occasion, seeing what the side may see."""
        plan = self._by_occasion.get(ask.occasion) if self._always is None else self._always
        if plan is None:
            raise LookupError(f"{ask.side} has no plan for {ask.occasion!r}, only for {', '.join(self._by_occasion)}")
        return plan.orders(Situation(game, ask))
