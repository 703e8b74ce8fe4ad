"""What all orders have in common: who may be given one and when, and what may be chosen for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Self

from sim.engine.insight import Odds
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import filled
from sim.grid import Cell
from sim.play.book import unknown
from sim.play.happening import UnitChanged
from sim.play.order import Actor, Choice, Order, Refused
from sim.rules.la_cucaracha import state
from sim.rules.la_cucaracha.combat.responses import Stance
from sim.rules.la_cucaracha.state import (
    ACTION,
    NOMINATE,
    OCCASIONS,
    CucData,
    CucGame,
    CucPosition,
    CucState,
    Troop,
    friends,
)


class CucOrder(Order[CucState, CucData]):
    """An order to a unit."""

    on: ClassVar[tuple[str, ...]] = (ACTION,)
    manners: ClassVar[str] = ""
    """What tells it from others like it, as a sentence with slots."""
    plights: ClassVar[tuple[str, ...]] = ()
    """CUC-OVERRIDE: the plights in which it may be given: "fighting", "shaken"."""
    begins: ClassVar[bool] = True
    """Whether it cannot follow a move with the same order."""
    rolls_again: ClassVar[bool] = False
    """CUC-REROLL: whether it has the die for orders thrown once more."""
    wants_more: ClassVar[bool] = False
    """CUC-EXTRA: whether it asks for another order with the same card."""
    concerns: ClassVar[Any] = staticmethod(lambda position, unit: True)
    """Whether it is worth offering to a unit at all."""

    unit: Actor

    @classmethod
    def candidates(cls, position: CucPosition, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield what is worth offering to a unit, if it concerns the unit at all."""
        if unit is not None and cls.concerns(position, unit):
            yield from super().candidates(position, ask, unit)

    def troop(self, position: CucPosition) -> Troop:
        """Return who carries it out."""
        return position.state.unit(self.unit)

    def manner(self, position: CucPosition) -> str:
        return filled(self.manners, position, self).strip(" ,")

    def reaction(self, game: CucGame) -> Stance | None:
        """CUC-REACT: carry out the answer to a charge, and return how the unit fights then; None: it stands."""
        return None

    def threat(self, position: CucPosition, target: Troop) -> tuple[Odds, ...]:
        """Return what the order would do to a target, whoever's card it is; nothing if it does not attack it."""
        return ()


class Handling(CucOrder):
    """What a unit does with itself and its weapon, which nobody can prevent."""

    done: ClassVar[type[UnitChanged[state.CucState]]]
    """What happens on it."""

    def resolve(self, game: CucGame, ask: Ask) -> None:
        game.happen(self.done(self.unit))


# -- who may be given one --------------------------------------------------------------------------------------------


def untimely(ask: Ask) -> Refusal:
    """Say what is to be ordered now instead."""
    rule, wanted, _ = OCCASIONS[ask.occasion]
    return Refusal(wanted.format(ask.about), rule)


def gate(position: CucPosition, ask: Ask, order: CucOrder) -> Refused:
    """Say why an order may not be given to its unit now, whatever else stands in it; None if it may."""
    if order.unit not in position.state.units:
        return unknown(order.unit)
    unit = order.troop(position)
    if not unit.on_table:
        return Refusal(unit.name.does("is not on the table"), TABLE_SENSE)
    if ask.occasion not in order.on:
        return untimely(ask)
    rule, _, another = OCCASIONS[ask.occasion]
    if ask.occasion == NOMINATE:
        return _no_card(position, unit, ask.about or "")
    if ask.occasion == ACTION:
        actor = position.state.actor
        if actor and unit.id != actor and unit.side == ask.side:
            return Refusal(another.format(actor, unit.id), rule)
        return _no_card(position, unit, ask.side, acts=bool(actor)) or _plight(position, unit, order)
    return None if unit.id == ask.unit else Refusal(another.format(ask.unit, unit.id), rule)


def _no_card(position: CucPosition, unit: Troop, side: str, *, acts: bool = False) -> Refusal | None:
    """CUC-CARD: say why a card is not for a unit."""
    if unit.side != side:
        return Refusal(unit.name.does(f"is not a unit of {position.battle.side(side).mention}"), "CUC-CARD")
    return Refusal(unit.name.does("has acted already this turn"), "CUC-CARD") if unit.acted and not acts else None


def _plight(position: CucPosition, unit: Troop, order: CucOrder) -> Refusal | None:
    """CUC-OVERRIDE: say what a unit's plight keeps it from, and what it has done already with its card."""
    if order.passes or (unit.fighting and "fighting" in order.plights):
        return None
    if unit.fighting:
        return Refusal(unit.name.does(f"is in close combat with {unit.fighting[0]}"), "CUC-OVERRIDE")
    if unit.shaken and "shaken" not in order.plights:
        can = "it can rally, stand, or go half an Advance away from the enemy"
        return Refusal(unit.name.does(f"is shaken: {can}"), "CUC-COURAGE")
    if position.state.shot:
        return Refusal(unit.name.does("has shot already with this card"), "CUC-CARD")
    return unmoved(position, order) if order.begins else None


def unmoved(position: CucPosition, order: CucOrder) -> Refusal | None:
    """CUC-CARD: say why a unit that has moved or deployed with this order cannot begin anything else."""
    moved = position.state.moved
    return Refusal(order.troop(position).name.does("has moved already with this order"), "CUC-CARD") if moved else None


def actors(position: CucPosition, ask: Ask) -> Iterator[Troop]:
    """CUC-NOMINATE: yield whoever was named; else everybody who has not acted."""
    if settled := ask.unit or position.state.actor:
        yield position.state.unit(settled)
    else:
        side = (ask.about or "") if ask.occasion == NOMINATE else ask.side
        yield from (unit for unit in friends(position, side) if not unit.acted)


def no_such_enemy(position: CucPosition, target: str) -> Refusal | None:
    """Say that there is nobody of that name, or nobody at all."""
    if not target:
        return Refusal("there is no enemy on the table", TABLE_SENSE)
    return None if target in position.state.units else unknown(target)


NO_AGAIN = "a missed die is rolled again only with a 10 for orders"


# -- what may be chosen ----------------------------------------------------------------------------------------------


def _if(words: str) -> Callable[[CucPosition, bool], str]:
    return lambda position, so: words if so else ""


def ends(words: str) -> Callable[[Any, CucPosition], str]:
    """Return the slot of a sentence that names the end of a way, where there is one."""
    return lambda order, position: f"{words} {position.name(order.way[-1])}" if order.way else ""


ByWay = Annotated[tuple[Cell, ...], Choice("way")]
Hasty = Annotated[bool, Choice(values=lambda position, *_: (bool(position.state.moved),), shown=_if(" in haste"))]
Again = Annotated[bool, Choice(shown=_if(", one missed die again"))]
"""CUC-S10, CUC-F10 and the like: one die that misses may be rolled again."""
OnBackFoot = Annotated[bool, Choice(shown=_if(", on the Back Foot"))]
Tested = Annotated[bool, Choice(shown=lambda position, test: "" if test else ", without a test")]
