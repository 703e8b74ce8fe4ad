"""What enemies could do to a counter."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sim.engine.insight import Odds
from sim.engine.orders import Ask
from sim.rules.conflict_of_heroes.choosing import Manner, shot
from sim.rules.conflict_of_heroes.combat import Attack, refusal
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.odds import attack_odds, without_cards
from sim.rules.conflict_of_heroes.units import ORDERS, CohData, Counter, Scene, opponents


def threats(position: Scene, target: Counter) -> tuple[Odds, ...]:
    """Return what every known enemy could do to a counter by itself as things stand, the worst first.

    Nobody knows what a rumour can do, so that it has no fire zone (COH-FZ) and is no threat either; nor what it stands.
    """
    if target.cell is None or target.hidden or target.is_rumour:
        return ()
    there = without_cards(position)
    enemies = [enemy for enemy in opponents(position, target.side) if not enemy.is_rumour]
    found = [told for enemy in enemies for told in _threat(there, enemy, target)]
    return tuple(sorted(found, key=lambda told: (-told.chance, -dict(told.results).get("destroyed", Fraction(0)))))


def _threat(position: Scene, enemy: Counter, target: Counter) -> tuple[Odds, ...]:
    """Return the odds of the attack that an enemy could make: an AI only one that it would (COH-5.1-eleven)."""
    intent = Fire(enemy.id, target.id)
    if enemy.side == position.battle.data.ai:
        manner = Manner(long_range=_orders_long_range(position.battle.data))
        if not _ai_may_act(position, enemy) or not isinstance(shot(position, enemy.id, target.id, manner), Attack):
            return ()
        return attack_odds(position, Ask(enemy.side, AI_TURN), intent, enemy.id, target)
    if refusal(position, enemy, target):
        return ()
    # COH-3.1, COH-3.2.2: fresh Units pay in AP, spent ones wholly in CAPs.
    ways = (intent, Fire(enemy.id, target.id, caps=intent.full_cost(position).total))
    payable = (way for way in ways if way.payment_refusal(position) is None)
    return next((attack_odds(position, Ask(enemy.side, TURN), way, enemy.id, target) for way in payable), ())


@lru_cache(maxsize=64)
def _orders_long_range(data: CohData) -> bool:
    """COH-5.1-long: say whether anything lets AIs fire at long range: an order of a card, or one of the mission."""
    orders = [order for card in data.orders.values() for order in card.orders]
    orders += [each.parsed for each in (*data.mission.counteractions, *data.mission.mission_orders)]
    return any(order.action == "long_range_fire" for order in orders)


def _ai_may_act(position: Scene, enemy: Counter) -> bool:
    """COH-4.1, COH-4.2: a spent AI acts on a blue card, of which one at least stays in any deck that has them."""
    deck, orders = position.state.deck(ORDERS), position.battle.data.orders
    return enemy.fresh or any(orders[card].colour == "blue" for card in (*deck.left, *deck.discarded))
