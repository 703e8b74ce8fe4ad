"""What a player may order: every order that is possible, and those that are not, with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Ask, Intent, Offer
from sim.engine.words import cited
from sim.rules.la_petite_guerre import actions
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.actions import (
    Acquire,
    Assess,
    ChangeWeapon,
    Charge,
    Control,
    Crawl,
    Encourage,
    Face,
    Fire,
    FireGun,
    FixBayonet,
    Follow,
    GoFirst,
    HearReport,
    Indicate,
    Leave,
    LieDown,
    Limber,
    Mount,
    Move,
    Reload,
    RollMove,
    StandUp,
    Wait,
)
from sim.rules.la_petite_guerre.command import in_earshot
from sim.rules.la_petite_guerre.gunnery import fire_gun_refusal, gun_weapon
from sim.rules.la_petite_guerre.legality import GALLOP, free_turns, refusal
from sim.rules.la_petite_guerre.scene import Scene, men, targets
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.unreached import rule_for
from sim.rules.la_petite_guerre.walking import crawl_ways, full_ways
from sim.rules.la_petite_guerre.words import typed
from sim.tabletop.inches import area_within

NOBODY = ""
"""Whom an order is aimed at that can be aimed at nobody."""


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield what may be answered."""
    for intent in _answers(position, ask):
        refused = refusal(position, ask, intent) or ""
        told = cited(refused, rule_for(intent, refused))
        yield Offer(intent, typed(position, intent), told, _cost(ask, intent))


def _cost(ask: Ask, intent: Intent) -> str:
    if ask.occasion == actions.COMMAND and not isinstance(intent, Wait):
        return "1 command point"
    if ask.occasion != actions.ACTION or isinstance(intent, Wait | Follow | Leave):
        return ""
    return "2 actions" if isinstance(intent, Limber) else "1 action"


def _answers(position: Scene, ask: Ask) -> Iterator[Intent]:
    match ask.occasion:
        case actions.FIRST_MOVE:
            yield GoFirst(ask.side, True)
            yield GoFirst(ask.side, False)
        case actions.COMMAND:
            yield from _commands(position, position.state.unit(ask.unit or ""))
        case actions.MOVING:
            man = position.state.unit(ask.unit or "")
            for way in full_ways(position, man, position.state.rolled).values():
                yield from (Move(man.id, way, facing) for facing in free_turns(position, man, way))
        case actions.CHARGES:
            yield from _charges(position, ask.side)
            yield Wait("")
        case actions.ACTION:
            for man in _actors(position, ask):
                yield from _orders(position, man)
            if ask.unit is None:
                yield Wait("")
            # There are hundreds of them, and nobody else is to wait for his orders until they are found.
            for man in _actors(position, ask):
                if man.profile.kind == "gun":
                    yield from _shots_at_ground(position, man)


def _actors(position: Scene, ask: Ask) -> Iterator[Man]:
    actor = position.state.actor
    if actor:
        yield position.state.unit(actor)
        return
    yield from (man for man in position.state.units if man.side == ask.side and not man.out and man.left > 0)


def _aims(position: Scene, side: str) -> list[str]:
    """Return whom an order could be aimed at, by their ids; nobody is one, so that no kind of order is missing."""
    return [enemy.id for enemy in targets(position, side)] or [NOBODY]


def _commands(position: Scene, leader: Man) -> Iterator[Intent]:
    yield Control(leader.id)
    yield Encourage(leader.id)
    for enemy in _aims(position, leader.side):
        yield Assess(leader.id, enemy)
        yield Indicate(leader.id, enemy)
    reports = [
        HearReport(leader.id, man.id, enemy.id)
        for man in in_earshot(position, leader)
        for enemy in targets(position, leader.side)
        if acquires(position, man, enemy)
    ]
    yield from reports or [HearReport(leader.id, NOBODY, NOBODY)]
    yield RollMove(leader.id)
    if leader.mounted:
        yield RollMove(leader.id, GALLOP)
    yield Wait(leader.id)


def _orders(position: Scene, man: Man) -> Iterator[Intent]:
    """Yield what one man or gun could be ordered."""
    if man.profile.kind == "gun":
        yield from _gun_orders(position, man)
        return
    yield RollMove(man.id)
    if man.mounted:
        yield RollMove(man.id, GALLOP)
    for enemy in _aims(position, man.side):
        yield Fire(man.id, enemy)
        yield Acquire(man.id, enemy)
    yield from (order(man.id) for order in (Reload, LieDown, StandUp, Mount, ChangeWeapon, FixBayonet, Leave))
    yield from (Face(man.id, facing) for facing in range(len(position.map.grid.directions)) if facing != man.facing)
    yield from _files(position, man)
    yield Follow(man.id, NOBODY)
    ways = {} if man.mounted else crawl_ways(position, man)
    yield from (Crawl(man.id, way) for way in (ways.values() or ((),)))
    yield Wait(man.id)


def _files(position: Scene, man: Man) -> Iterator[Intent]:
    """LPG-MOVE-3: yield whom a man could fall in behind: those beside him; if there is nobody, the nearest."""
    squared, adjacent = position.map.grid.squared, position.map.grid.adjacent
    friends = [friend for friend in men(position, man.side) if friend.id != man.id]
    beside = [friend for friend in friends if adjacent(friend.place, man.place)]
    nearest = min(friends, key=lambda friend: squared(man.place, friend.place), default=man)
    yield from (Follow(man.id, friend.id) for friend in beside or [nearest])


def _gun_orders(position: Scene, gun: Man) -> Iterator[Intent]:
    is_field_gun = gun_weapon(position, gun).kind == "field gun"
    # With nobody known its own cell stands for a target: it says why nothing can be fired at.
    for cell in [enemy.place for enemy in targets(position, gun.side)] or [gun.place]:
        yield FireGun(gun.id, cell, again=is_field_gun)
        if is_field_gun:
            yield FireGun(gun.id, cell, canister=True)
    yield from (Acquire(gun.id, enemy) for enemy in _aims(position, gun.side))
    yield Reload(gun.id)
    yield Limber(gun.id)
    yield RollMove(gun.id)
    yield from (Face(gun.id, facing) for facing in range(len(position.map.grid.directions)) if facing != gun.facing)
    yield Wait(gun.id)


def _shots_at_ground(position: Scene, gun: Man) -> Iterator[Intent]:
    """Yield shots at cells in which nobody is known to be: at a pit that may be manned, between two men."""
    known = {enemy.place for enemy in targets(position, gun.side)}
    weapon, canister = gun_weapon(position, gun), position.battle.data.numbers.canister
    is_field_gun = weapon.kind == "field gun"
    near = area_within(position, gun.place, canister)
    for cell in position.lines.field_of_view(gun.place) & area_within(position, gun.place, weapon.longest):
        if cell in known or gun.fired or fire_gun_refusal(position, gun, cell, canister=False):
            continue
        yield FireGun(gun.id, cell, again=is_field_gun)
        if is_field_gun and cell in near:
            yield FireGun(gun.id, cell, canister=True)


def _charges(position: Scene, side: str) -> Iterator[Intent]:
    for man in men(position, side):
        for enemy in _aims(position, side):
            yield from (Charge(man.id, enemy, dice) for dice in ((1, GALLOP) if man.mounted else (1,)))
