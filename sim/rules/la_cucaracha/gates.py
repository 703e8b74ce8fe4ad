"""What all orders have in common: who may be given one and when, and what may be chosen for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from sim.engine.domains import UnitId
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.grid import Cell
from sim.play.book import unknown
from sim.play.order import Choice, Refused
from sim.rules.la_cucaracha.scene import ACTION, CHARGED, HOLD, NOMINATE, REROLL, CucOrder, Scene, enemies, friends
from sim.rules.la_cucaracha.units import Troop


def on_table(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """Say that a unit is not there."""
    if order.unit not in position.state.units:
        return unknown(order.unit)
    unit = order.troop(position)
    return None if unit.on_table else Refusal(unit.name.does("is not on the table"), TABLE_SENSE)


def timely(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """Say what is to be ordered now, where this is not."""
    return None if ask.occasion in order.on else untimely(ask)


def untimely(ask: Ask) -> Refusal:
    """Say what is to be ordered now instead."""
    told = {
        NOMINATE: ("a unit of the automated side is to be named", "CUC-NOMINATE"),
        REROLL: ("the die for orders stands, or is rolled again", "CUC-REROLL"),
        CHARGED: (f"only a response to {ask.about} can be ordered now, or to stand", "CUC-REACT"),
        HOLD: (f"only shots at {ask.about} can be ordered now, or to hold on", "CUC-HOLD"),
    }
    return Refusal(*told.get(ask.occasion, ("that is no order for a card", "CUC-CARD")))


def asked(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """CUC-CARD, CUC-REROLL, CUC-REACT, CUC-HOLD: say that another unit is meant, or that this one has had its card."""
    unit, actor = order.troop(position), position.state.actor
    if ask.occasion == NOMINATE:
        return _card_refusal(unit, ask.about)
    if ask.occasion == ACTION:
        if actor and unit.id != actor and unit.side == ask.side:
            return Refusal(f"{actor} acts with this card, not {unit.id}", "CUC-CARD")
        return _card_refusal(unit, ask.side, may_have_acted=bool(actor))
    if unit.id == ask.unit:
        return None
    told = {
        REROLL: (f"the die was rolled for {ask.unit}, not for {unit.id}", "CUC-REROLL"),
        CHARGED: (f"{ask.unit} is charged, not {unit.id}", "CUC-REACT"),
        HOLD: (f"{ask.unit} may respond now, not {unit.id}", "CUC-HOLD"),
    }
    return Refusal(*told[ask.occasion])


def _card_refusal(unit: Troop, side: str | None, *, may_have_acted: bool = False) -> Refusal | None:
    """CUC-CARD: say why a card is not for a unit."""
    if unit.side != side:
        return Refusal(unit.name.does(f"is not a unit of {side}"), "CUC-CARD")
    if unit.acted and not may_have_acted:
        return Refusal(unit.name.does("has acted already this turn"), "CUC-CARD")
    return None


def plight(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """CUC-OVERRIDE: say what a unit's plight keeps it from, and what it has done already with its card."""
    unit = order.troop(position)
    if ask.occasion != ACTION or order.passes:
        return None
    if unit.fighting:
        locked = Refusal(unit.name.does(f"is in close combat with {unit.fighting[0]}"), "CUC-OVERRIDE")
        return None if "fighting" in order.plights else locked
    if unit.shaken and "shaken" not in order.plights:
        can = "it can rally, stand, or go half an Advance away from the enemy"
        return Refusal(unit.name.does(f"is shaken: {can}"), "CUC-COURAGE")
    if position.state.shot:
        return Refusal(unit.name.does("has shot already with this card"), "CUC-CARD")
    return unmoved(position, order) if order.begins else None


def unmoved(position: Scene, order: CucOrder) -> Refusal | None:
    """CUC-CARD: say why a unit that has moved or deployed with this order cannot begin anything else."""
    moved = position.state.moved
    return Refusal(order.troop(position).name.does("has moved already with this order"), "CUC-CARD") if moved else None


GATES = (on_table, timely, asked, plight)


def cannot_begin(position: Scene, ask: Ask, order: CucOrder) -> bool:
    """Say whether something stands against an order, wherever it leads."""
    return any(gate(position, ask, order) for gate in GATES)


def actors(position: Scene, ask: Ask) -> Iterator[Troop]:
    """CUC-NOMINATE: yield whoever was named; else everybody who has not acted."""
    if settled := ask.unit or position.state.actor:
        yield position.state.unit(settled)
    else:
        side = (ask.about or "") if ask.occasion == NOMINATE else ask.side
        yield from (unit for unit in friends(position, side) if not unit.acted)


def _if(words: str) -> Callable[[Scene, bool], str]:
    return lambda position, so: words if so else ""


def foes(position: Scene, ask: Ask, unit: Troop) -> Iterator[str]:
    """Yield whom a unit may be ordered against."""
    return (enemy.id for enemy in enemies(position, unit.side))


def ends(words: str) -> Callable[[Any, Scene], str]:
    """Return the slot of a sentence that names the end of a way, where there is one."""
    return lambda order, position: f"{words} {position.name(order.way[-1])}" if order.way else ""


Foe = Annotated[UnitId, Choice("target", foes, none="")]
ByWay = Annotated[tuple[Cell, ...], Choice("way")]
Hasty = Annotated[bool, Choice(values=lambda position, *_: (bool(position.state.moved),), shown=_if(" in haste"))]
Again = Annotated[bool, Choice(shown=_if(", one missed die again"))]
"""CUC-S10, CUC-F10 and the like: one die that misses may be rolled again."""
OnBackFoot = Annotated[bool, Choice(shown=_if(", on the Back Foot"))]
Tested = Annotated[bool, Choice(shown=lambda position, test: "" if test else ", without a test")]
