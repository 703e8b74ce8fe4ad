"""The orders of a system in one list, and all that is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sim.engine.battle import DataT, Position
from sim.engine.orders import TABLE_SENSE, Ask, Intent, Offer, Refusal
from sim.engine.ruleset import HUMAN, OpenActor, OpenKind
from sim.engine.state import StateT
from sim.play.order import Order, Refused

if TYPE_CHECKING:
    from sim.engine.game import Game

T = TypeVar("T")
Gate = Callable[[Any, Ask, Any], Refused]
"""A condition of all orders: the position, what is asked, and the order; why not, or None."""
UNTIMELY = "that cannot be done now"


def unknown(id_: str) -> Refusal:
    """Say that there is nobody of this name, or that nobody is named."""
    return Refusal(f"there is no {id_}" if id_ else "no unit is named", TABLE_SENSE)


def present(position: Position[Any, Any], ask: Ask, order: Order[Any, Any]) -> Refusal | None:
    """Refuse an order that names somebody who is not there, not of the side, not asked to act, or named twice."""
    acting, units = order.units, position.state.units
    for id_ in order.targets:
        if id_ not in units:
            return unknown(id_)
    for id_ in acting:
        if id_ not in units:
            return unknown(id_)
        unit = units[id_]
        if unit.side != ask.side:
            return Refusal(f"{id_} does not belong to {position.battle.side(ask.side).mention}", TABLE_SENSE)
        if unit.cell is None:
            return Refusal(f"{id_} is not on the map", TABLE_SENSE)
    if ask.unit is not None and acting and acting[0] != ask.unit:
        return Refusal(f"{ask.unit} is to act, not {acting[0]}", TABLE_SENSE)
    return Refusal("a unit cannot act twice in one order", TABLE_SENSE) if len(set(acting)) < len(acting) else None


def default_actors(position: Position[Any, Any], ask: Ask) -> Iterator[Any]:
    """Yield who can be given orders unless a system says otherwise: the unit that is asked, else all of a side."""
    for unit in position.state.units.of(ask.side):
        if unit.cell is not None and ask.unit in (None, unit.id):
            yield unit


class OrderBook(Generic[StateT, DataT]):
    """Every kind of order that a system has, in the order in which it is offered.

    Gates are what all orders have in common; the first that has something to say counts, and then the order itself.
    """

    def __init__(
        self,
        *kinds: type[Order[StateT, DataT]],
        gates: tuple[Gate, ...] = (present,),
        actors: Callable[[Any, Ask], Iterable[Any]] = default_actors,
    ) -> None:
        self.kinds = kinds
        self.actors = actors
        self._gates, self._known = gates, frozenset(kinds)

    def refusal(self, position: Position[StateT, DataT], ask: Ask, intent: Intent) -> Refusal | None:
        """Say why an order may not be given as an answer; None if it may."""
        if type(intent) not in self._known or not isinstance(intent, Order):
            return Refusal(f"{position.battle.ruleset.title} has no such order", TABLE_SENSE)
        for gate in self._gates:
            if refused := gate(position, ask, intent):
                return _with_rule(refused, intent)
        if intent.on and ask.occasion not in intent.on:
            return Refusal(UNTIMELY, intent.rule)
        return first_of(intent, position, ask)

    def offers(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[Offer]:
        """Yield what may be answered: unit by unit, then what the side may do, then what there are hundreds of."""
        kinds = [kind for kind in self.kinds if not kind.on or ask.occasion in kind.on]
        units = (*self.actors(position, ask), None)
        for ample in (False, True):
            for unit in units:
                for kind in kinds:
                    if kind.ample is ample:
                        yield from self._offered(position, ask, kind.candidates(position, ask, unit))

    def _offered(
        self, position: Position[StateT, DataT], ask: Ask, orders: Iterable[Order[StateT, DataT]]
    ) -> Iterator[Offer]:
        for order, refused in self.judged(position, ask, orders):
            if refused is None or order.listed_refused:
                yield Offer(order, order.text_for(position, ask), refused, order.cost(position, ask))

    def judged(
        self, position: Position[StateT, DataT], ask: Ask, orders: Iterable[Order[StateT, DataT]]
    ) -> Iterator[tuple[Order[StateT, DataT], Refusal | None]]:
        """Yield orders with why they may not be given; what orders of one unit share is asked once."""
        judged: dict[object, Refusal | None] = {}
        for order in orders:
            if (alike := order.alike()) is None:
                yield order, self.refusal(position, ask, order)
            else:
                if alike not in judged:
                    judged[alike] = self.refusal(position, ask, order)
                yield order, judged[alike]

    def openings(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[OpenActor]:
        """Yield who may do what as an answer; no more is looked at than is asked for, and nothing twice."""
        for unit in (*self.actors(position, ask), None):
            kinds = _kept(self._open_kinds(position, ask, unit))
            if next(kinds(), None) is not None:
                yield OpenActor(None if unit is None else unit.id, kinds)

    def _open_kinds(self, position: Position[StateT, DataT], ask: Ask, unit: Any) -> Iterator[OpenKind]:
        for kind in self.kinds:
            orders = _kept(self._allowed(kind, position, ask, unit))
            if (not kind.on or ask.occasion in kind.on) and next(orders(), None) is not None:
                yield OpenKind(kind, orders)

    def _allowed(
        self, kind: type[Order[StateT, DataT]], position: Position[StateT, DataT], ask: Ask, unit: Any
    ) -> Iterator[Intent]:
        judged = self.judged(position, ask, kind.candidates(position, ask, unit))
        return (order for order, refused in judged if refused is None)

    def resolve(self, game: Game[StateT, DataT], ask: Ask, intent: Intent) -> None:
        """Carry out an order that is allowed."""
        of_this_book(intent).resolve(game, ask)

    def passing(self, position: Position[StateT, DataT], ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done; None where something must be."""
        units = (*(unit for unit in self.actors(position, ask) if unit.id == ask.unit), None)
        for kind in self.kinds:
            for unit in units if kind.passes else ():
                for order in kind.candidates(position, ask, unit):
                    if self.refusal(position, ask, order) is None:
                        return order
        return None


def first_of(order: Order[StateT, DataT], position: Position[StateT, DataT], ask: Ask) -> Refusal | None:
    """Return the first refusal of the order itself; None if it has none."""
    for refused in order.refusals(position, ask):
        if refused:
            return _with_rule(refused, order)
    return None


def _kept(found: Iterator[T]) -> Callable[[], Iterator[T]]:
    """Return what gives all that an iterator finds, from the first on, as often as it is called."""
    return partial(copy, tee(found, 1)[0])


def of_this_book(intent: Intent) -> Order[Any, Any]:
    """Return an intent as the order that it is; `Done` and those of other games are none."""
    if not isinstance(intent, Order):
        raise TypeError(f"{type(intent).__name__} is no order that can be carried out")
    return intent


def _with_rule(refused: Refusal | str, order: Order[Any, Any]) -> Refusal:
    return refused if isinstance(refused, Refusal) else Refusal(refused, order.rule)


def one_by_one(game: Game[Any, Any], ask: Callable[[], Ask]) -> Iterator[tuple[Ask, Any]]:
    """Yield the orders of a side, each with the question it answers, as long as it gives any.

    A person is asked anew after each order, because it has settled who acts; a plan goes on where it was.
    """
    going = True
    while going:
        going, asked = False, ask()
        for order in game.orders(asked):
            yield asked, order
            if going := game.deciders[asked.side][0] == HUMAN:
                break
