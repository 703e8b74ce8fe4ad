"""Everything that the player may order, in words that can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sim.engine.orders import Ask, Intent, Offer
from sim.grid import Cell
from sim.rules.conflict_of_heroes.actions import (
    AI_TURN,
    TURN,
    DigIn,
    Fire,
    Hide,
    LaySmoke,
    Move,
    Pass,
    Pivot,
    PlayCard,
    Rally,
    ReconByFire,
    Stall,
    Step,
)
from sim.rules.conflict_of_heroes.combat import Support, attack
from sim.rules.conflict_of_heroes.combat import refusal as attack_refusal
from sim.rules.conflict_of_heroes.costs import cost as price
from sim.rules.conflict_of_heroes.costs import full_cost
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.group_offers import group_moves, group_rallies
from sim.rules.conflict_of_heroes.legality import ALONE_TOO, CARD_ORDERS, REACTIONS, refusal, support_refusal
from sim.rules.conflict_of_heroes.moving import Way, ways
from sim.rules.conflict_of_heroes.recon_by_fire import recon_needs, suspected
from sim.rules.conflict_of_heroes.spotting import sees, spotter_hex
from sim.rules.conflict_of_heroes.units import Counter, Scene, friends, opponents


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield what may be answered; what is impossible comes with the reason."""
    if ask.occasion in REACTIONS:
        yield from _reactions(position, ask)
    elif ask.occasion == TURN:
        played = set()
        for unit in friends(position, ask.side):
            for offer in _of_unit(position, ask, unit):
                played.add(getattr(offer.intent, "card", ""))
                yield offer
        yield from _cards(position, ask, played)
        yield _offer(position, ask, Stall(), "stall with a CAP", f"{position.battle.data.numbers.stall} CAP")
        yield _offer(position, ask, Pass(), "pass")
    elif ask.occasion == AI_TURN:
        for unit in friends(position, ask.side):
            for intent, text in _actions(position, unit):
                yield _offer(position, ask, intent, text, _ap(position, intent))
            yield from _refused(position, ask, unit)
        yield _offer(position, ask, Pass(), "pass")


def _offer(position: Scene, ask: Ask, intent: Intent, text: str, cost: str = "") -> Offer:
    return Offer(intent, text, refusal(position, ask, intent) or "", cost)


def _refused(position: Scene, ask: Ask, unit: Counter) -> Iterator[Offer]:
    """Yield the kinds of action that a counter has no aim for now, so that each is listed with its reason."""
    enemies = opponents(position, unit.side)
    found: list[tuple[Intent, str]] = []
    if not enemies:
        found.append((Fire(unit.id, ""), f"{unit.id} fire"))
    if not suspected(position, unit):
        found.append((ReconByFire(unit.id, unit.place), f"{unit.id} search"))
    if not unit.profile.smoke or not any(True for _ in _smoke_cells(position, unit)):
        found.append((LaySmoke(unit.place, unit.id), f"{unit.id} smoke"))
    entered = {way.end for way in ways(position, unit)}
    for cell in position.map.grid.neighbours(unit.place):
        if cell in position.map and cell not in entered:
            step = Step(unit.id, (cell,), unit.facing)
            found.append((Move((step,)), f"{unit.id} move {position.name(cell)}"))
    yield from (_offer(position, ask, intent, text) for intent, text in found)


def _reactions(position: Scene, ask: Ask) -> Iterator[Offer]:
    for card in dict.fromkeys(position.state.hand):
        name = position.battle.data.action_cards[card].name
        yield _offer(position, ask, PlayCard(card), f"play {name}")
    yield Offer(Pass(), "let it be")


def _of_unit(position: Scene, ask: Ask, unit: Counter) -> Iterator[Offer]:
    for intent, text in _actions(position, unit):
        yield from _by_ap_or_caps(position, ask, intent, text)
    yield from _refused(position, ask, unit)
    yield from _further(position, ask, unit)
    for group, text in (*group_moves(position, unit), *group_rallies(position, unit)):
        yield from _by_ap_or_caps(position, ask, group, text)
    yield _offer(position, ask, Stall(unit.id), f"{unit.id} stall", "1 AP")


def _actions(position: Scene, unit: Counter) -> Iterator[tuple[Any, str]]:
    directions = position.map.grid.directions
    for enemy in opponents(position, unit.side):
        odds = ""
        if attack_refusal(position, unit, enemy) is None:
            made = attack(position, unit, enemy)
            odds = f" ({'indirect, ' if made.spotter else ''}needs {made.needed})"
        yield Fire(unit.id, enemy.id), f"{unit.id} fire {enemy.id}{odds}"
        if odds and (others := _supporters(position, unit, enemy)):
            together = attack(position, unit, enemy, Support(len(others))).needed
            text = f"{unit.id} fire {enemy.id} with {' and '.join(others)} (needs {together})"
            yield Fire(unit.id, enemy.id, others), text
    for cell in suspected(position, unit):
        odds = f"(needs {recon_needs(position, unit, cell).total} to find anybody)"
        yield ReconByFire(unit.id, cell), f"{unit.id} search {position.name(cell)} {odds}"
    for way in ways(position, unit):
        for facing, direction in enumerate(directions):
            step = Step(unit.id, way.cells, facing)
            yield Move((step,)), f"{unit.id} move {position.name(way.end)} facing {direction}"
    for facing, direction in enumerate(directions):
        if facing != unit.facing:
            yield Pivot(unit.id, facing), f"{unit.id} pivot {direction}"
    yield Rally((unit.id,)), f"{unit.id} rally"
    yield DigIn(unit.id), f"{unit.id} dig in"
    yield Hide(unit.id), f"{unit.id} hide"
    if unit.profile.smoke:
        for cell in _smoke_cells(position, unit):
            yield LaySmoke(cell, unit.id), f"{unit.id} smoke {position.name(cell)}"


def _supporters(position: Scene, leader: Counter, target: Counter) -> tuple[str, ...]:
    """Return everybody who could support an attack for AP: fresh, near, and in range."""
    others = [unit for unit in friends(position, leader.side) if unit.id != leader.id and unit.fresh]
    return tuple(unit.id for unit in others if support_refusal(position, leader, unit, target) is None)


def _smoke_cells(position: Scene, unit: Counter) -> Iterator[Cell]:
    """Yield the hexes in range that a counter sees, and those that its spotters see."""
    for cell in position.map.whole:
        hexes = position.map.distance(unit.place, cell)
        if max(1, unit.profile.min_range) <= hexes <= unit.profile.range and (
            sees(position, unit, cell) or spotter_hex(position, unit, cell) is not None
        ):
            yield cell


def _ap(position: Scene, intent: Intent) -> str:
    return f"{full_cost(position, intent).total} AP"


def _by_ap_or_caps(position: Scene, ask: Ask, intent: Any, text: str) -> Iterator[Offer]:
    """Offer an action for AP; then, where that is possible, with CAPs, with CAPs on the dice, and with a card."""
    yield _offer(position, ask, intent, text, _ap(position, intent))
    ap, caps = full_cost(position, intent).total, position.state.caps
    for paid in range(1, min(ap, caps) + 1):
        if paid == ap:
            yield from _if_legal(position, ask, replace(intent, caps=ap), f"{text} by CAPs", _caps(paid))
        else:
            cost = f"{ap - paid} AP, {_caps(paid)}"
            yield from _if_legal(position, ask, replace(intent, caps=paid), f"{text} paying {_caps(paid)}", cost)
    if isinstance(intent, Fire | ReconByFire | Rally):
        verb, rolls = ("urged on with", len(intent.units)) if isinstance(intent, Rally) else ("aiming with", 1)
        for aimed in range(1, min(position.battle.data.numbers.caps_on_dice, caps) + 1):
            words, cost = f"{text} {verb} {_caps(aimed)}", f"{ap} AP, {_caps(aimed * rolls)}"
            yield from _if_legal(position, ask, replace(intent, dice_caps=aimed), words, cost)
    for name in dict.fromkeys(position.state.hand):
        card = position.battle.data.action_cards[name]
        if isinstance(intent, CARD_ORDERS.get(card.effect, ())) and card.effect != "extra_hex":
            played = replace(intent, card=name)
            cost = ", ".join(filter(None, (f"{price(position, played).total} AP", _caps(card.caps or 0))))
            yield from _if_legal(position, ask, played, f"{text} playing {card.name}", cost)


def _further(position: Scene, ask: Ask, unit: Counter) -> Iterator[Offer]:
    """Offer the moves that a card takes beyond what the action gives: one to each hex, the cheapest."""
    cards = position.battle.data.action_cards
    within = ways(position, unit)
    near = {unit.place, *(way.end for way in within)}
    neighbours = position.map.grid.neighbours
    for name in dict.fromkeys(position.state.hand):
        if cards[name].effect != "extra_hex":
            continue
        beyond: dict[Cell, Way] = {}
        for way in sorted(within, key=lambda way: (way.cost.total, len(way.cells))):
            for there in neighbours(way.end):
                if there in position.map and there not in near:
                    beyond.setdefault(there, Way((*way.cells, there), way.cost))
        for way in beyond.values():
            for facing, direction in enumerate(position.map.grid.directions):
                intent = Move((Step(unit.id, way.cells, facing),), card=name)
                text = f"{unit.id} move {position.name(way.end)} facing {direction} playing {cards[name].name}"
                cost = ", ".join(filter(None, (f"{price(position, intent).total} AP", _caps(cards[name].caps or 0))))
                yield from _if_legal(position, ask, intent, text, cost)


def _caps(number: int) -> str:
    return f"{number} {'CAP' if number == 1 else 'CAPs'}" if number else ""


def _if_legal(position: Scene, ask: Ask, intent: Intent, text: str, cost: str) -> Iterator[Offer]:
    """Offer what is one of several ways to pay, unless it is none."""
    if refusal(position, ask, intent) is None:
        yield Offer(intent, text, "", cost)


def _cards(position: Scene, ask: Ask, played: set[str]) -> Iterator[Offer]:
    """Offer the cards that are actions by themselves; others that go along with nothing now come with the reason."""
    for name in dict.fromkeys(position.state.hand):
        card = position.battle.data.action_cards[name]
        if card.effect == "smoke":
            for cell in _seen(position, ask.side):
                text = f"play {card.name} in {position.name(cell)}"
                for offer in _if_legal(position, ask, LaySmoke(cell, card=name), text, _caps(card.caps or 0)):
                    played.add(name)
                    yield offer
        if card.ap or card.effect == "rally_at_once":
            for unit in friends(position, ask.side):
                yield from _card_of_unit(position, ask, card, unit)
        elif card.effect in ALONE_TOO or name not in played:
            yield _offer(position, ask, PlayCard(name), f"play {card.name}", _caps(card.caps or 0))


def _card_of_unit(position: Scene, ask: Ask, card: ActionCard, unit: Counter) -> Iterator[Offer]:
    text, cost = f"play {card.name} with {unit.id}", f"{card.ap} AP" if card.ap else ""
    if card.effect != "lay_mines":
        yield _offer(position, ask, PlayCard(card.id, unit.id), text, cost)
        return
    for cell in position.map.whole:
        if 0 < position.map.distance(unit.place, cell) <= card.value:
            words = f"{text} in {position.name(cell)}"
            yield _offer(position, ask, PlayCard(card.id, unit.id, cell), words, cost)


def _seen(position: Scene, side: str) -> Iterator[Cell]:
    return iter(position.lines.seen_by_any(tuple(unit.place for unit in friends(position, side))))
