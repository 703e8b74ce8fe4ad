"""What cards and hit markers say, and what the player is asked."""

from __future__ import annotations

from sim.engine.insight import CardFace
from sim.engine.orders import Ask
from sim.engine.words import counted
from sim.rules.conflict_of_heroes.answers import ENEMY_ACTED, ENEMY_MOVED, REROLL
from sim.rules.conflict_of_heroes.figures import ActionCard, HitMarker
from sim.rules.conflict_of_heroes.orders.base import TURN
from sim.rules.conflict_of_heroes.printed_cards import OrderCard
from sim.rules.conflict_of_heroes.units import ACTION_CARDS, ARMOURED_HITS, ORDERS, RUMOURS, SOFT_HITS, Scene, called


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
    price = f"{card.ap} AP" if card.ap is not None else counted(card.caps or 0, "CAP")
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
    if ask.occasion == TURN:
        return "One action, a card, a stall or a pass; then it is the AI's turn. Two passes in a row end the round."
    if ask.occasion == REROLL:
        short = ask.number and ask.number > 0
        return (
            f"The roll falls short by {ask.number}. A card may change it before it counts."
            if short
            else "The roll is good enough. A card may still change it before it counts."
        )
    if ask.occasion in (ENEMY_ACTED, ENEMY_MOVED) and ask.about:
        name = called(ask.about)
        return f"{name} {name:has|have} acted. A card may answer that now, or the cards are kept."
    return ""
