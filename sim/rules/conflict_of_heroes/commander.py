"""The player's stand-in: a plan that plays Units when nobody does.

It looks no further than one action, as the AI does, and works down one list: get crews out of close combat, walk
into objectives that are open, storm who cannot strike back, fire where it counts (in groups, with cards and CAPs where
they pay), rally, come closer under cover and smoke, and dig in where there is nothing better to do. How it
fires is told in `commander_fire.py`, how it moves in `commander_moves.py`.
"""

from __future__ import annotations

from sim.engine.orders import Ask, Intent
from sim.rules.conflict_of_heroes import answers
from sim.rules.conflict_of_heroes.answers import ENEMY_ACTED, ENEMY_MOVED, REACTIONS, REROLL
from sim.rules.conflict_of_heroes.combat.attacks import hex_defence
from sim.rules.conflict_of_heroes.commander_fire import fire, fire_by_caps, fire_by_card, turn_to_fire
from sim.rules.conflict_of_heroes.commander_moves import (
    advance,
    advance_by_caps,
    hexes_to_smoke,
    keeps_post,
    leave_close_combat,
    storm,
    take_objective,
)
from sim.rules.conflict_of_heroes.ground.zones import enemy_zones
from sim.rules.conflict_of_heroes.orders.base import TURN
from sim.rules.conflict_of_heroes.orders.cards import BOOK, Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import LaySmoke
from sim.rules.conflict_of_heroes.orders.rest import DigIn, Rally, rally_needs, rally_refusal
from sim.rules.conflict_of_heroes.solo.choosing import Here
from sim.rules.conflict_of_heroes.units import Counter, friends
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, least, most, prefer

CLOSE_CALL = 3
"""How much a roll may fall short for a card to be worth it."""
DANGEROUS = 4
"""Firepower of an AI on which a card is worth it."""
EASY_RALLY = 6
"""What a rally may need without CAPs on its dice."""


def held(situation: Here, *effects: str) -> list[str]:
    """Return the cards in the hand that do one of these things and can be paid."""
    return [card.id for card in answers.held(situation.position, *effects)]


# -- rallying -------------------------------------------------------------------------------------------------


_TO_RALLY: Priority[Counter] = Priority(
    "HOUSE-RALLY",
    "which Unit rallies",
    least(Measure("number needed", lambda here, unit: rally_needs(here.position, unit).total)),
    most(Measure("firepower", lambda _, unit: max(unit.profile.red, unit.profile.blue))),
)


def rally(situation: Here) -> Intent | Cannot:
    """Rally the Unit that is likeliest to come round, with CAPs on the dice if it is hard."""
    position = situation.position
    hit = [u for u in friends(position, situation.side) if u.fresh and u.hit and not rally_refusal(position, u)]
    unit = _TO_RALLY.choose(situation, hit, "fresh Units that can rally")
    if unit is None:
        return Cannot("nobody can rally")
    hard = rally_needs(position, unit).total - EASY_RALLY
    caps = min(max(0, hard), situation.battle.data.numbers.caps_on_dice, situation.state.caps)
    return Rally((unit.id,), dice_caps=caps)


def rally_by_card(situation: Here) -> Intent | Cannot:
    """COH-3.3: let a hit Unit come round by a card: for certain, or by a roll that costs nothing."""
    position = situation.position
    hit = [unit for unit in friends(position, situation.side) if unit.hit]
    sure = held(situation, "rally_at_once")
    fresh = [unit for unit in hit if unit.fresh]
    if sure and fresh:
        unit = max(fresh, key=lambda unit: (max(unit.profile.red, unit.profile.blue), unit.id))
        return PlayCard(sure[0], unit.id)
    able = [unit for unit in hit if rally_refusal(position, unit) is None]
    tries = held(situation, "rally_try")
    if not tries or not able:
        return Cannot("no card, or nobody whom it helps")
    unit_ = _TO_RALLY.choose(situation, able, "Units that a card lets rally")
    assert unit_ is not None
    return Rally((unit_.id,), card=tries[0])


# -- digging in, smoke, scouts --------------------------------------------------------------------------------


_WHO_DIGS: Priority[Counter] = Priority(
    "HOUSE-COVER",
    "who digs in",
    prefer(Measure("holds an objective", lambda here, unit: keeps_post(here.position, unit))),
    least(Measure("DM of its hex", lambda here, unit: hex_defence(here.position, unit))),
)


def dig_in(situation: Here) -> Intent | Cannot:
    """Take up a hasty defence with a Unit that is under fire and has nothing else to do."""
    position = situation.position
    cards = held(situation, "hasty_defence")
    if not situation.state.passed and not cards:
        return Cannot("the enemy is still moving")
    zones = enemy_zones(position, situation.side).area
    card = cards[0] if cards else ""
    ask = Ask(situation.side, TURN)
    found = [
        unit
        for unit in friends(position, situation.side)
        if unit.place in zones and BOOK.refusal(position, ask, DigIn(unit.id, card=card)) is None
    ]
    unit = _WHO_DIGS.choose(situation, found, "Units under fire")
    return Cannot("nobody idle is under fire") if unit is None else DigIn(unit.id, card=card)


def lay_smoke(situation: Here) -> Intent | Cannot:
    """Put smoke on open ground that the next Unit has to cross under fire: by a card, or by whoever has no shot."""
    position = situation.position
    cards = held(situation, "smoke")
    layers = [unit for unit in friends(position, situation.side) if unit.fresh and unit.profile.smoke]
    if not cards and not layers:
        return Cannot("there is no smoke")
    cells = hexes_to_smoke(situation)
    ask = Ask(situation.side, TURN)
    for cell in cells:
        orders = [*(LaySmoke(cell, unit.id) for unit in layers), *(LaySmoke(cell, card=card) for card in cards)]
        for order in orders:
            if BOOK.refusal(position, ask, order) is None:
                return order
    return Cannot("nobody has to cross open ground that smoke can be laid on")


def send_scouts(situation: Here) -> Intent | Cannot:
    """COH-3.3: play the card that uncovers, when nothing better can be done."""
    cards = held(situation, "scout")
    return PlayCard(cards[0]) if cards else Cannot("there are no scouts in the hand")


def stall(situation: Here) -> Intent | Cannot:
    """COH-3.4: in the last round keep the battle going with a CAP while the side is behind: the enemy may come out."""
    state = situation.state
    if not state.passed:
        return Cannot("a pass does not end the round yet")
    if state.leader == situation.side or state.turn < (situation.battle.turns or 1):
        return Cannot("the round may end")
    return Stall() if state.caps else Cannot("no CAPs are left")


# -- cards ----------------------------------------------------------------------------------------------------


def change_the_roll(situation: Here) -> Intent | Cannot:
    """Play a card on a roll that falls short by little; what is far off is left alone."""
    missing = situation.ask.number or 0
    if missing > CLOSE_CALL:
        return Cannot(f"it falls short by {missing}")
    return _first_card(situation)


def answer_the_enemy(situation: Here) -> Intent | Cannot:
    """Play a card on an AI that is worth it: a vehicle, or one with firepower to speak of."""
    about = situation.ask.about
    if about is None or about not in situation.state.units:
        return Cannot("it is gone")
    profile = situation.state.unit(about).profile
    if profile.kind != "vehicle" and max(profile.red, profile.blue) < DANGEROUS:
        return Cannot(f"{about} is not dangerous enough")
    return _first_card(situation)


def _first_card(situation: Here) -> Intent | Cannot:
    """Play the first card that answers what has happened."""
    held_cards = [PlayCard(name) for name in held(situation, *REACTIONS[situation.ask.occasion])]
    fitting = [each for each in held_cards if BOOK.refusal(situation.position, situation.ask, each) is None]
    return fitting[0] if fitting else Cannot("no card fits")


def send_an_officer(situation: Here) -> Intent | Cannot:
    """Play the card that brings CAPs: with a Unit that is hit, or with any once the CAPs are used up."""
    cards, state = situation.battle.data.action_cards, situation.state
    officers = [name for name in state.hand if cards[name].effect == "caps_die"]
    if not officers:
        return Cannot("there is no officer in the hand")
    fresh = [unit for unit in friends(situation.position, situation.side) if unit.fresh]
    hit = [unit for unit in fresh if unit.hit]
    unit = next(iter(hit or (fresh if not state.caps else ())), None)
    return Cannot("nobody can be spared for it") if unit is None else PlayCard(officers[0], unit.id)


PASS = Option("HOUSE-WAIT", "pass", lambda situation: Pass())

COMMANDER: dict[str, Plan] = {
    TURN: FirstOf(
        Option("HOUSE-SAVE", "get crews out of close combat", leave_close_combat),
        Option("HOUSE-TAKE", "take an objective", take_objective),
        Option("HOUSE-RALLY", "rally by a card", rally_by_card),
        Option("HOUSE-STORM", "storm", storm),
        Option("HOUSE-SHOOT", "fire", fire),
        Option("HOUSE-SHOOT", "fire by a card", fire_by_card),
        Option("HOUSE-SHOOT", "fire by CAPs", fire_by_caps),
        Option("HOUSE-TURN", "turn to fire", turn_to_fire),
        Option("HOUSE-RALLY", "rally", rally),
        Option("HOUSE-CARD", "send an officer", send_an_officer),
        Option("HOUSE-SMOKE", "lay smoke", lay_smoke),
        Option("HOUSE-CLOSER", "advance", advance),
        Option("HOUSE-TAKE", "advance by CAPs", advance_by_caps),
        Option("HOUSE-CARD", "send scouts", send_scouts),
        Option("HOUSE-COVER", "dig in", dig_in),
        Option("HOUSE-STALL", "stall", stall),
        PASS,
    ),
    REROLL: FirstOf(
        Option("HOUSE-CARD", "change the roll", change_the_roll),
        Option("HOUSE-CARD", "let the roll stand", lambda _: Pass()),
    ),
    ENEMY_ACTED: FirstOf(
        Option("HOUSE-ANSWER", "answer with a card", answer_the_enemy),
        Option("HOUSE-ANSWER", "keep the cards", lambda _: Pass()),
    ),
    ENEMY_MOVED: Option("HOUSE-ANSWER", "bog the vehicle down", _first_card),
}
