"""What a player may order: every order that is possible, and those that are not, with the reason.

The short orders of every unit come first, and then the moves, unit by unit, as they are asked for: there are hundreds.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.area import Area
from sim.board.paths import Reach
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
    Pace,
    PackUp,
    Rally,
    Reload,
    Respond,
    RollAgain,
    Shoot,
    Stand,
)
from sim.rules.la_cucaracha.legality import beginning_refusal, pace_refusal, refusal
from sim.rules.la_cucaracha.scene import Scene, enemies, friends
from sim.rules.la_cucaracha.shooting import weapon_of
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import charge_ways, never_charged, reach
from sim.rules.la_cucaracha.words import typed

NOBODY = ""
"""The target of an order where there is no enemy on the table."""


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield what may be answered."""
    for intent in _answers(position, ask):
        yield Offer(intent, typed(position, intent), refusal(position, ask, intent) or "")
    if ask.occasion != actions.ACTION:
        return
    actors = _actors(position, ask)
    for unit in actors:
        yield from _charges(position, ask, unit)
    for unit in actors:
        yield from _moves(position, ask, unit)


def _answers(position: Scene, ask: Ask) -> Iterator[Intent]:
    unit, about = ask.unit or "", ask.about or ""
    match ask.occasion:
        case actions.NOMINATE:
            yield from (Nominate(each.id) for each in friends(position, about))
        case actions.REROLL:
            yield from (RollAgain(unit), Accept(unit))
        case actions.CHARGED:
            yield from _responses(position.state.unit(unit), about)
        case actions.HOLD:
            yield from (Respond(unit, about, "shoot"), Stand(unit))
        case _:
            for actor in _actors(position, ask):
                yield from _orders(position, actor)


def _actors(position: Scene, ask: Ask) -> tuple[Troop, ...]:
    if position.state.actor:
        return (position.state.unit(position.state.actor),)
    return tuple(unit for unit in friends(position, ask.side) if not unit.acted)


def _responses(unit: Troop, enemy: str) -> Iterator[Intent]:
    """Yield what a charged unit can try; to fight back is not among them, for whoever stands does."""
    yield Respond(unit.id, enemy, "shoot", hasty=not unit.holding)
    yield Respond(unit.id, enemy, "evade")
    yield Respond(unit.id, enemy, "counter-attack")
    yield Stand(unit.id)


def _orders(position: Scene, unit: Troop) -> Iterator[Intent]:
    """Yield what one unit could be ordered in some plight or other, but for what needs a way."""
    yield from (FightOn(unit.id), Rally(unit.id))
    foes = [enemy.id for enemy in enemies(position, unit.side)] or [NOBODY]
    yield from (Shoot(unit.id, enemy, hasty=bool(position.state.moved)) for enemy in foes)
    weapon = weapon_of(position, unit)
    if weapon is not None and weapon.reload == "slow":
        yield Reload(unit.id)
    if unit.profile.style == "crew":
        yield from (Deploy(unit.id), PackUp(unit.id))
    yield Hold(unit.id)
    if any(each.side == unit.side for each in position.battle.data.engagement.exits):
        yield Leave(unit.id)
    if unit.score is not None:
        yield AnotherOrder(unit.id)
    yield Stand(unit.id)


# -- what needs a way: found by a search, which finds nothing that is not allowed ---------------------------------


def _charges(position: Scene, ask: Ask, unit: Troop) -> Iterator[Offer]:
    """Offer every cell from which a charge strikes each enemy; of one that no charge reaches one offer says why."""
    foes = tuple(enemies(position, unit.side))
    if not foes:
        none = Charge(unit.id, NOBODY, ())
        yield Offer(none, typed(position, none), refusal(position, ask, none) or "")
    for enemy in foes:
        none = Charge(unit.id, enemy.id, ())
        why = beginning_refusal(position, ask, unit, none) or never_charged(position, unit, enemy)
        ways = {} if why else charge_ways(position, unit, enemy)
        if not ways:
            yield Offer(none, typed(position, none), why or "no charge reaches it")
        for way in ways.values():
            intent = Charge(unit.id, enemy.id, way)
            yield Offer(intent, typed(position, intent))


def _moves(position: Scene, ask: Ask, unit: Troop) -> Iterator[Offer]:
    """Offer every cell in reach: at an Advance where that is enough, for one may shoot after it.

    Of a pace that leads nowhere one offer says why.
    """
    paces: tuple[Pace, ...] = ("half", "advance", "rapid") if unit.shaken else ("advance", "rapid")
    open_ = Area.of(position.map, [unit.place])
    for pace in paces:
        none = Advance(unit.id, (), pace)
        why = beginning_refusal(position, ask, unit, none) or pace_refusal(position, unit, pace)
        if why:
            yield Offer(none, typed(position, none), why)
            continue
        run = reach(position, unit, pace)
        for cell in run.area - open_:
            intent = Advance(unit.id, run.way(cell)[1:], pace)
            # Whoever is shaken may go only away from the enemy, which the search does not know.
            yield _move(position, intent, run, refusal(position, ask, intent) if unit.shaken else None)
        open_ |= run.area


def _move(position: Scene, intent: Advance, run: Reach, why: str | None = None) -> Offer:
    cost = run.cost(intent.way[-1]) or 0
    return Offer(intent, typed(position, intent), why or "", f'{cost / 2:g}"')
