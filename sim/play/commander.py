"""Candidate actions: what a commander, or a printed AI, does with what it has found out, in the same few shapes.

A commander is a list of options under `HOUSE-` ids. What an option does is nearly always one of these: choose the best
of some candidates by a priority list and give its order; send a unit somewhere; let a chosen unit follow a plan. What
is worth having, and in which order, is all that a system says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from sim.engine.orders import Intent
from sim.engine.setup import Objective
from sim.engine.units import Unit
from sim.solo.moves import Going
from sim.solo.plans import Act, Cannot, Plan
from sim.solo.priority import Priority, Shown
from sim.solo.situation import Situation

Here = Situation[Any, Any]
C = TypeVar("C")


def ordered(here: Here, intent: Intent) -> Intent | Cannot:
    """Return an order, or why the rules would not take it."""
    refused = here.battle.ruleset.refusal(here.position, here.ask, intent)
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


def goes(search: Callable[[Here], Going | Cannot], order: Callable[[Here, Going], Intent]) -> Act:
    """Return the action of moving where a search of `sim.solo.moves` leads."""

    def act(here: Here) -> Intent | Cannot:
        going = search(here)
        return going if isinstance(going, Cannot) else ordered(here, order(here, going))

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
        """The plan stands elsewhere."""
        return iter(())


def keeps_alone(unit: Unit, friends: Iterable[Unit], places: Iterable[Objective]) -> bool:
    """Say whether a unit is the only one of its side in one of some places: if it left, nobody would keep it."""
    kept = [place.cells for place in places if unit.cell in place.cells]
    return bool(kept) and any(not any(each.id != unit.id and each.cell in cells for each in friends) for cells in kept)


def hundredths(number: Any) -> Shown:
    """Show what is hoped for as players would: 0.25."""
    return Shown(number, f"{float(number):.2f}")
