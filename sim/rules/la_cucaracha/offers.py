"""What a player may order: every order that is possible, and those that are not, with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Ask, Intent, Offer
from sim.rules.la_cucaracha import actions
from sim.rules.la_cucaracha.actions import (
    Accept,
    Advance,
    AnotherOrder,
    Charge,
    Deploy,
    FightOn,
    Hold,
    Leave,
    Nominate,
    PackUp,
    Rally,
    Reload,
    Respond,
    RollAgain,
    Shoot,
    Stand,
)
from sim.rules.la_cucaracha.legality import refusal
from sim.rules.la_cucaracha.scene import Scene, enemies, friends
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import charge_ways, reach
from sim.rules.la_cucaracha.words import worded


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield what may be answered."""
    for intent in _answers(position, ask):
        why = refusal(position, ask, intent) or ""
        yield Offer(intent, worded(position, intent), why)


def _answers(position: Scene, ask: Ask) -> Iterator[Intent]:
    state = position.state
    match ask.occasion:
        case actions.NOMINATE:
            yield from (Nominate(unit.id) for unit in friends(position, ask.about or ""))
        case actions.REROLL:
            yield RollAgain(ask.unit or "")
            yield Accept(ask.unit or "")
        case actions.CHARGED:
            yield from _responses(position, state.unit(ask.unit or ""), ask.about or "")
        case actions.HOLD:
            unit = state.unit(ask.unit or "")
            yield Respond(unit.id, ask.about or "", "shoot")
            yield Stand(unit.id)
        case _:
            for unit in _actors(position, ask):
                yield from _orders(position, unit)


def _actors(position: Scene, ask: Ask) -> tuple[Troop, ...]:
    if position.state.actor:
        return (position.state.unit(position.state.actor),)
    return tuple(unit for unit in friends(position, ask.side) if not unit.acted)


def _responses(position: Scene, unit: Troop, enemy: str) -> Iterator[Intent]:
    hasty = not unit.holding
    yield Respond(unit.id, enemy, "shoot", hasty=hasty)
    yield Respond(unit.id, enemy, "evade")
    yield Respond(unit.id, enemy, "counter-attack")
    yield Stand(unit.id)


def _orders(position: Scene, unit: Troop) -> Iterator[Intent]:
    """Yield what one unit could be ordered, moves last because there are many."""
    if unit.fighting:
        yield FightOn(unit.id)
    if unit.shaken:
        yield Rally(unit.id)
    for enemy in enemies(position, unit.side):
        yield Shoot(unit.id, enemy.id, hasty=bool(position.state.moved))
    for enemy in enemies(position, unit.side):
        yield from (Charge(unit.id, enemy.id, way) for way in charge_ways(position, unit, enemy).values())
    yield from (order(unit.id) for order in (Reload, Deploy, PackUp, Hold, Leave))
    if unit.score is not None:
        yield AnotherOrder(unit.id)
    yield Stand(unit.id)
    yield from _moves(position, unit)


def _moves(position: Scene, unit: Troop) -> Iterator[Intent]:
    """Yield a move to every cell in reach: at an Advance where that is enough, for one may shoot after it."""
    if position.state.moved or unit.fighting:
        return
    near = reach(position, unit, "half" if unit.shaken else "advance")
    for cell in near.area:
        if cell != unit.cell:
            yield Advance(unit.id, near.way(cell)[1:], "half" if unit.shaken else "advance")
    if not unit.shaken:
        far = reach(position, unit, "rapid")
        yield from (Advance(unit.id, far.way(cell)[1:], "rapid") for cell in far.area if cell not in near.area)
