"""Candidate actions: what a commander, or a printed AI, does with what it has found out, in the same few shapes.

A commander is a list of options under `HOUSE-` ids. What an option does is nearly always one of these: choose the best
of some candidates by a priority list and give its order; send a unit somewhere; let a chosen unit follow a plan. What
is worth having, and in which order, is all that a system says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from sim.board.paths import Reach
from sim.engine.matching import Spread
from sim.engine.orders import Intent
from sim.engine.setup import Objective
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.book import of_this_book
from sim.solo.moves import Going
from sim.solo.plans import Act, Cannot, Here, Option, Plan
from sim.solo.priority import Measure, Measured, Priority, at_a_look

C = TypeVar("C")


def ordered(here: Here, intent: Intent) -> Intent | Cannot:
    """Return an order, or why the rules would not take it."""
    refused = here.refusal(intent)
    return Cannot(refused) if refused else intent


def allowed(here: Here, intent: Intent) -> bool:
    """Say whether the rules would take an order."""
    return not isinstance(ordered(here, intent), Cannot)


def first_allowed(here: Here, intents: Iterable[Intent], none: str) -> Intent | Cannot:
    """Return the first of several orders that the rules would take; `none` says what it means that there is none."""
    return next((intent for intent in intents if allowed(here, intent)), None) or Cannot(none)


def best(
    choice: Priority[C],
    candidates: Callable[[Here], Iterable[C] | Cannot],
    pool: str,
    order: Callable[[Here, C], Intent | Cannot | Plan],
    none: str,
) -> Act:
    """Return the action that chooses the best of some candidates and gives the order that it stands for.

    `pool` says in notes what the candidates are, and `none` why nothing comes of it where there is none to choose.
    Where nobody need look for any, `candidates` says why.
    """

    def act(here: Here) -> Intent | Cannot | Plan:
        among = candidates(here)
        if isinstance(among, Cannot):
            return among
        chosen = choice.choose(here, among, pool)
        if chosen is None:
            return Cannot(none)
        found = order(here, chosen)
        return ordered(here, found) if isinstance(found, Intent) else found

    return act


def chosen(choice: Priority[C], candidates: Callable[[Here], Iterable[C]], pool: str) -> Callable[[Here], C | None]:
    """Return what finds the best of some candidates, such as the target of `Against`; None where there are none."""
    return lambda here: choice.choose(here, candidates(here), pool)


def choosing(
    text: str,
    choice: Priority[C],
    candidates: Callable[[Here], Iterable[C] | Cannot],
    pool: str,
    order: Callable[[Here, C], Intent | Cannot | Plan],
    none: str,
) -> Option:
    """Return the option to do the best of what some candidates could do, under the idea of the list that chooses."""
    return Option(choice.rule, text, best(choice, candidates, pool, order, none))


def unless(
    reasons: Mapping[str, Callable[[Any], object]] | Callable[[Here], str], act: Callable[[Here], C]
) -> Callable[[Here], C | Cannot]:
    """Return an action that is taken unless there is a reason against it.

    The reasons are a table, of which the first that holds is told; or a function that says one in words.
    """

    def unless_barred(here: Here) -> C | Cannot:
        if callable(reasons):
            reason = reasons(here)
        else:
            reason = next((reason for reason, holds in reasons.items() if holds(here)), "")
        return Cannot(reason) if reason else act(here)

    return unless_barred


def does(order: Callable[[str], Intent]) -> Callable[[Here], Intent | Cannot]:
    """Return the action of giving the acting unit an order that needs nothing else: Reload, Wait."""
    return lambda here: ordered(here, order(here.unit.id))


def at(order: Callable[[str, str], Intent]) -> Callable[[Here, Unit], Intent]:
    """Return the action of ordering the acting unit to do something to the chosen one: Fire, Assault."""
    return lambda here, target: order(here.unit.id, target.id)


def to(
    order: Callable[[str, tuple[Cell, ...]], Intent], reach: Callable[[Here], Reach]
) -> Callable[[Here, Cell], Intent]:
    """Return the action of ordering the acting unit to the chosen cell, along the way of a search: Move."""
    return lambda here, cell: order(here.unit.id, reach(here).way(cell)[1:])


def goes(order: Callable[[str, tuple[Cell, ...]], Intent], search: Callable[[Here], Going | Cannot]) -> Act:
    """Return the action of moving where a search of `sim.solo.moves` leads, by an order that names the way."""

    def act(here: Here) -> Intent | Cannot:
        going = search(here)
        return going if isinstance(going, Cannot) else ordered(here, order(here.unit.id, going.way))

    return act


@dataclass(frozen=True)
class Acting:
    """A plan for one unit, once a side has settled on it."""

    unit: str
    plan: Plan

    def orders(self, here: Here) -> Iterator[Intent]:
        """Follow the plan for the unit."""
        return self.plan.orders(here.acting(self.unit))

    def parts(self) -> Iterator[Plan]:
        """Yield nothing: the plan is listed where it stands."""
        return iter(())


class Planned:
    """A plan whose orders a function finds, and the plans that it is made of."""

    def __init__(self, orders: Callable[[Here], Iterator[Intent]], parts: tuple[Plan, ...]) -> None:
        self.orders, self._parts = orders, parts

    def parts(self) -> Iterator[Plan]:
        """Yield them."""
        return iter(self._parts)


def plan_of(*parts: Plan) -> Callable[[Callable[[Here], Iterator[Intent]]], Planned]:
    """Make a plan of a function that yields orders, or goes on with one of some plans."""
    return lambda orders: Planned(orders, parts)


class Again:
    """Work down a plan again and again while it has orders, and there is something left to give them with.

    Never more often than `most` times: whatever costs nothing could go on for ever.
    """

    def __init__(self, plan: Plan, most: int = 12, able: Callable[[Here], object] = lambda _: True) -> None:
        self.plan, self.most, self.able = plan, most, able

    def orders(self, here: Here) -> Iterator[Intent]:
        """Give the orders of the plan for as long as it has any; a pass ends it."""
        for _ in range(self.most):
            given = False
            for intent in self.plan.orders(here) if self.able(here) else ():
                given = True
                yield intent
                if of_this_book(intent).passes:
                    return
            if not given:
                return

    def parts(self) -> Iterator[Plan]:
        """Yield the plan."""
        yield self.plan


# -- values ------------------------------------------------------------------------------------------------------


def some(what: str, count: Measure[Any, C]) -> Measure[Any, C]:
    """Return the measure of whether there is anything where another counts it: "an enemy in sight"."""

    @at_a_look(what)
    def there_is(here: Here) -> Callable[[C], bool]:
        found = count.each(here)
        return lambda each: bool(getattr(value := found(each), "key", value))

    return there_is


def keeps_alone(unit: Unit, friends: Iterable[Unit], places: Iterable[Objective]) -> bool:
    """Say whether a unit is the only one of its side in one of some places: if it left, nobody would keep it."""
    kept = [place.ground for place in places if unit.cell in place.ground]
    return bool(kept) and any(not any(each.id != unit.id and each.cell in cells for each in friends) for cells in kept)


def mean(chances: Spread) -> Fraction:
    """Return the number that is to be expected."""
    return sum((count * chance for count, chance in chances.items()), Fraction(0))


class Bout(NamedTuple):
    """How likely somebody does better than another, as well, or worse."""

    won: Fraction
    equal: Fraction
    lost: Fraction


def bout(results: Iterable[tuple[int, int, Fraction]]) -> Bout:
    """Add up how likely the first of two numbers is the higher, equal, or the lower; each pair has its chance.

    >>> bout([(1, 0, Fraction(1, 2)), (0, 0, Fraction(1, 2))])
    Bout(won=Fraction(1, 2), equal=Fraction(1, 2), lost=Fraction(0, 1))
    """
    won = equal = Fraction(0)
    for one, other, chance in results:
        if one > other:
            won += chance
        elif one == other:
            equal += chance
    return Bout(won, equal, 1 - won - equal)


def possible(what: str, why_not: Callable[[Any, C], str | None]) -> Measure[Any, C]:
    """Return the measure of whether a candidate can do something: yes, or the reason why not."""
    return Measure(what, lambda here, each: Measured(not (reason := why_not(here, each)), reason or "yes"))


def hundredths(number: Any) -> Measured:
    """Show what is hoped for as players would: 0.25."""
    return Measured(number, lambda: f"{float(number):.2f}")
