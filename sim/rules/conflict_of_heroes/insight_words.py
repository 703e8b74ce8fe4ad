"""Orders as they look on the map and in a menu, and what cards and hit markers say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from sim.engine.insight import CardFace, Sketch
from sim.engine.orders import Ask, Done, Intent
from sim.rules.conflict_of_heroes import actions
from sim.rules.conflict_of_heroes.actions import (
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
from sim.rules.conflict_of_heroes.costs import full_cost
from sim.rules.conflict_of_heroes.figures import ActionCard, HitMarker
from sim.rules.conflict_of_heroes.printed_cards import OrderCard
from sim.rules.conflict_of_heroes.units import ACTION_CARDS, ARMOURED_HITS, ORDERS, RUMOURS, SOFT_HITS, Scene
from sim.rules.conflict_of_heroes.words import of_counters

VERBS: dict[type[Intent], str] = {
    Move: "move",
    Pivot: "pivot",
    Fire: "fire",
    ReconByFire: "search by fire",
    Rally: "rally",
    DigIn: "dig in",
    LaySmoke: "smoke",
    Hide: "hide",
    PlayCard: "card",
    Stall: "stall",
    Pass: "pass",
    Done: "done",
}
SAID = ("unit", "units", "supporters", "steps", "target", "cell", "facing", "caps", "dice_caps", "card")
"""The fields that a sketch has a place or words for; any other is named in its manner."""


def sketch(position: Scene, intent: Intent) -> Sketch:
    """Return how an order looks. Orders that are not known here are told by their class and fields."""
    said = _fields(intent)
    steps: tuple[Step, ...] = said.get("steps", ())
    leader = steps[0] if steps else None
    way = leader.way if leader else ()
    units = said.get("units") or ((said["unit"],) if said.get("unit") else tuple(step.unit for step in steps))
    return Sketch(
        VERBS.get(type(intent)) or _spaced(type(intent).__name__),
        (*units, *said.get("supporters", ())),
        said.get("target") or None,
        way[-1] if way else said.get("cell"),
        way,
        leader.facing if leader else said.get("facing"),
        ", ".join(_manner(position, intent, said)),
        said.get("card", ""),
    )


def _fields(intent: Any) -> dict[str, Any]:
    """Return what an order says: every field that is not as it would be if nobody had said anything."""
    said = ((field, getattr(intent, field.name)) for field in fields(intent))
    return {field.name: value for field, value in said if field.default is MISSING or value != field.default}


def _spaced(name: str) -> str:
    """Part a name of several words.

    >>> _spaced("ReconByFire")
    'recon by fire'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _manner(position: Scene, intent: Intent, said: dict[str, Any]) -> Iterator[str]:
    """Yield what tells an order from others like it."""
    if isinstance(intent, Fire) and _share_a_hex(position, intent.unit, intent.target):
        yield "in close combat"
    others = (*said.get("units", ())[1:], *said.get("supporters", ()))
    if others:
        yield f"with {' and '.join(others)}"
    for step in said.get("steps", ())[1:]:
        hexes = " ".join(map(position.name, step.way))
        yield f"{step.unit} to {hexes} facing {position.map.grid.directions[step.facing]}"
    if said.get("dice_caps"):
        yield f"aiming with {caps_text(said['dice_caps'])}"
    if said.get("caps"):
        yield "by CAPs" if _wholly_in_caps(position, intent, said) else f"paying {caps_text(said['caps'])}"
    if isinstance(intent, Stall) and not intent.unit:
        yield "by CAPs"
    if card := said.get("card"):
        known = position.battle.data.action_cards
        name = known[card].name if card in known else card
        yield name if isinstance(intent, PlayCard) else f"playing {name}"
    for name, value in said.items():
        if name not in SAID:
            yield name.replace("_", " ") if value is True else f"{name.replace('_', ' ')} {value}"


def caps_text(number: int) -> str:
    """Count CAPs.

    >>> caps_text(1), caps_text(2)
    ('1 CAP', '2 CAPs')
    """
    return f"{number} {'CAP' if number == 1 else 'CAPs'}"


def _share_a_hex(position: Scene, unit: str, target: str) -> bool:
    units = position.state.units
    return unit in units and target in units and units[unit].cell == units[target].cell


def _wholly_in_caps(position: Scene, intent: Intent, said: dict[str, Any]) -> bool:
    """COH-3.2.2: say whether CAPs pay all of an order, whose counters need not be there any more."""
    steps = said.get("steps", ())
    named = {said.get("unit"), said.get("target"), *(step.unit for step in steps)} - {None, ""}
    if not all(name in position.state.units and position.state.unit(name).cell is not None for name in named):
        return False
    if not all(step.way for step in steps) or (isinstance(intent, Move) and not steps):
        return False
    return full_cost(position, intent).total == int(said["caps"])


# -- cards ----------------------------------------------------------------------------------------------------


def card_face(position: Scene, deck: str, card: str) -> CardFace:
    """Return what a card, a hit marker or a counter out of the cup says."""
    data, name = position.battle.data, card.rpartition("-")[0] or card
    if deck == ORDERS and card in data.orders:
        return order_face(data.orders[card])
    if deck == ACTION_CARDS and (found := data.action_cards.get(card) or data.action_cards.get(name)):
        return action_face(found, card)
    if deck in (SOFT_HITS, ARMOURED_HITS) and card in data.hits:
        marker = data.hits[card]
        return CardFace(card, marker.name, ", ".join(effects(marker)))
    if deck == RUMOURS:
        profile = position.battle.profiles.get(name)
        return CardFace(card, profile.name if profile else name, "" if profile else "there is nobody")
    return CardFace(card, card, "")


def action_face(card: ActionCard, id_: str) -> CardFace:
    """COH-3.3: return what an action card says, its cost first."""
    price = f"{card.ap} AP" if card.ap is not None else caps_text(card.caps or 0)
    return CardFace(id_, card.name, f"{price}. {card.text}")


def order_face(card: OrderCard) -> CardFace:
    """COH-4.5: return an order card from top to bottom, a line each."""
    blue = card.colour == "blue"
    kind = (
        "command order: fresh and spent AIs, no spent check" if blue else "action order: fresh AIs, spent check after"
    )
    lines = [kind]
    if card.track is not None:
        spaces = "1 space" if card.advance == 1 else f"{card.advance} spaces"
        lines.append(f"mission track: {spaces} if {card.track} counters or fewer are in play")
    lines += [f"priority: {order.text}" for order in card.priority]
    lines += [f"tactical: {order.text}" for order in card.tactical]
    fresh = ", remain fresh" if card.remain_fresh else ""
    lines.append(f"spent number {card.spent_number}{fresh}; hex number {card.hex_number} (not used: COH-HEX)")
    return CardFace(card.id, f"Order {card.number} ({card.colour})", "\n".join(lines))


def effects(marker: HitMarker) -> tuple[str, ...]:
    """Return what a hit marker does, and what it takes to be rid of it."""
    barred = (
        (marker.destroys, "destroyed"),
        (marker.only_rally, "can only rally"),
        (marker.no_attack, "cannot attack"),
        (marker.no_move, "cannot move or pivot"),
        (marker.no_red, "no red firepower"),
        (marker.no_blue, "no blue firepower"),
        (marker.range is not None, f"range {marker.range}"),
    )
    figures = (
        (marker.attack_ap, "AP to attack"),
        (marker.move_ap, "AP to move and pivot"),
        (marker.red, "red firepower"),
        (marker.blue, "blue firepower"),
        (marker.front, "front defence"),
        (marker.flank, "flank defence"),
    )
    rally = "cannot be rallied" if marker.rally is None else f"rallies at {marker.rally}"
    told = [words for so, words in barred if so]
    told += [f"{figure:+d} {words}" for figure, words in figures if figure]
    return tuple(told) if marker.destroys else (*told, rally)


def question(position: Scene, ask: Ask) -> str:
    """Return what the player is asked, and what comes of it."""
    match ask.occasion:
        case actions.TURN:
            return "One action, a card, a stall or a pass; then it is the AI's turn. Two passes in a row end the round."
        case actions.REROLL if ask.number and ask.number > 0:
            return f"The roll falls short by {ask.number}. A card may change it before it counts."
        case actions.REROLL:
            return "The roll is good enough. A card may still change it before it counts."
        case actions.ENEMY_ACTED | actions.ENEMY_MOVED:
            acted = of_counters(position, f"{ask.about} has acted")
            return f"{acted}. A card may answer that now, or the cards are kept."
        case _:
            return ""
