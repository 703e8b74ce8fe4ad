"""How likely orders are to succeed, from the numbers and decks that decide them.

Everything is told as things stand. What an earlier roll of the same order changes for a later one (a vehicle that is
shot away beside riflemen, a friend that has just rallied) is left out of the numbers, and named where it can happen.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sim.engine.dice import D6, Throw, at_least, die, probability
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.rules.conflict_of_heroes.choosing import Manner, shot
from sim.rules.conflict_of_heroes.combat import ALONE, Attack, Support, attack, refusal, support_refusal
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN, CohOrder
from sim.rules.conflict_of_heroes.orders.cards import PlayCard
from sim.rules.conflict_of_heroes.orders.fire import Fire, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rest import Rally
from sim.rules.conflict_of_heroes.rallying import rally_needs
from sim.rules.conflict_of_heroes.recon_by_fire import recon_needs
from sim.rules.conflict_of_heroes.units import (
    ARMOURED_HITS,
    NOTHING,
    ORDERS,
    RUMOURS,
    SOFT_HITS,
    CohData,
    Counter,
    Scene,
    opponents,
)
from sim.rules.conflict_of_heroes.words import said_of

Results = tuple[tuple[str, Fraction], ...]
MOST = 12
"""What two dice can show."""


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed, then the spent check that follows; nothing of what cannot be done."""
    if not isinstance(intent, CohOrder) or not _all_there(position, intent) or any(intent.hindrances(position)):
        return ()
    return (*_of_action(position, ask, intent), *_spent_check(position, ask, intent))


def _all_there(position: Scene, intent: CohOrder) -> bool:
    units = position.state.units
    return all(unit in units and units[unit].cell is not None for unit in intent.units)


def _of_action(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    state = position.state
    match intent:
        case Fire():
            return _fire(position, intent)
        case ReconByFire(unit=unit):
            return (_search(position, state.unit(unit), intent),)
        case Rally(units=units, dice_caps=caps):
            return tuple(_rally(position, state.unit(unit), units[:place], caps) for place, unit in enumerate(units))
        case Move(steps=steps):
            return tuple(each for step in steps for each in _mines(position, state.unit(step.unit), step.way))
        case Pivot(unit=unit):
            return _mines(position, state.unit(unit), (state.unit(unit).place,))
        case PlayCard(card=name) if name in position.battle.data.action_cards:
            return _card(position, ask, intent, position.battle.data.action_cards[name])
        case _:
            return ()


# -- attacks --------------------------------------------------------------------------------------------------


def _fire(position: Scene, intent: Fire) -> tuple[Odds, ...]:
    """Return the odds against everybody who is rolled for; a rumour shows first what it is (COH-6.0)."""
    unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
    if unit.is_rumour:
        return (what_it_is(position, unit),)
    supporters = [position.state.unit(other) for other in intent.supporters]
    helping = sum(support_refusal(position, unit, other, target) is None for other in supporters)
    card = intent.played(position)
    bonus = card.value if card is not None and card.effect == "firepower" else 0
    support = Support(helping, intent.dice_caps, bonus)
    # CAPs on the dice help one roll alone: that against the target that was named.
    by_the_way = support._replace(dice_caps=0)
    return tuple(
        what_it_is(position, other)
        if other.is_rumour
        else attack_odds(position, unit, other, support if other is target else by_the_way)
        for other in _fired_at(position, unit, target)
    )


def _fired_at(position: Scene, unit: Counter, target: Counter) -> list[Counter]:
    """Return whom an attack is rolled for: from afar everybody in the hex, in close combat one (base game 6).

    The own side's as well: whether the gun can touch them is asked as if they were the enemy's.
    """
    if unit.place == target.place:
        return [target]
    others = [other for other in position.state.units.at(target.place) if other.id != target.id]
    exposed = [other for other in others if refusal(position, unit, other.changed(side=target.side)) is None]
    return [target, *exposed]


def attack_odds(position: Scene, unit: Counter, target: Counter, support: Support = ALONE) -> Odds:
    """Return the odds of one attack that is allowed."""
    return _told(position, target, attack(position, unit, target, support))


def _told(position: Scene, target: Counter, made: Attack) -> Odds:
    needed, pool = made.needed, ARMOURED_HITS if made.armoured else SOFT_HITS
    return Odds(
        f"a hit on {made.target}",
        made.attacker,
        made.target,
        two_dice(needed),
        Throw(D6, said_of(made.attacker, f"attacks {made.target}"), made.attacker, at_least(needed), count=2),
        (made.rating, made.defence),
        f"defence {made.defence.total} less attack {made.rating.total}: {_or_more(needed)}"
        + _deadly(position, target, needed, pool),
        hit_results(position, target, needed, pool),
    )


@lru_cache(maxsize=256)
def two_dice(needed: int) -> Fraction:
    """Return how likely two dice are to reach a number."""
    return probability(D6, 2, at_least(needed))


def _or_more(needed: int) -> str:
    return f"{needed} or more on 2D6" + (", which they cannot show" if needed > MOST else "")


def hit_results(position: Scene, target: Counter, needed: int, pool: str) -> Results:
    """Return what may come of a roll against a counter, exactly (base game 7).

    It is destroyed by a roll far above what is needed, by a second hit, by a marker that says so, and where no marker
    is left to draw.
    """
    struck = two_dice(needed)
    crushed = struck if target.hit else two_dice(needed + position.battle.data.numbers.destroyed_by)
    destroyed = crushed + (struck - crushed) * _deadly_markers(position, pool)
    results = (("miss", 1 - struck), ("hit", struck - destroyed), ("destroyed", destroyed))
    return tuple((result, chance) for result, chance in results if chance)


def _deadly_markers(position: Scene, pool: str) -> Fraction:
    left, hits = position.state.deck(pool).left, position.battle.data.hits
    return Fraction(sum(hits[marker].destroys for marker in left), len(left)) if left else Fraction(1)


def _deadly(position: Scene, target: Counter, needed: int, pool: str) -> str:
    """Say what destroys at once, where anything does."""
    if needed > MOST:
        return ""
    if target.hit:
        return f"; {said_of(target.id, 'is hit already')}, and a second hit destroys"
    left, crushing = position.state.deck(pool).left, needed + position.battle.data.numbers.destroyed_by
    marked = sum(position.battle.data.hits[marker].destroys for marker in left)
    by_roll = f"; {max(crushing, 2)} or more destroys" if crushing <= MOST else ""
    destroying = f"; {marked} of {len(left)} hit markers {'destroys' if marked == 1 else 'destroy'}"
    return by_roll + (destroying if marked or not left else "")


def what_it_is(position: Scene, rumour: Counter) -> Odds:
    """COH-6.0: how likely a rumour is to be anybody: it shows that before a die is thrown for or against it."""
    left, profiles = position.state.deck(RUMOURS).left, position.battle.profiles
    names = [card.rpartition("-")[0] for card in left] or [NOTHING]
    counts = {name: Fraction(names.count(name), len(names)) for name in dict.fromkeys(names)}
    nothing = counts.get(NOTHING, Fraction(0))
    return Odds(
        f"{rumour.id} is somebody",
        rumour.id,
        None,
        1 - nothing,
        reckoning=f"it shows what it is before anybody rolls: {len(left)} left in the cup",
        results=tuple((name if name == NOTHING else profiles[name].name, part) for name, part in counts.items()),
    )


# -- threats --------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Counter) -> tuple[Odds, ...]:
    """Return what every known enemy could do to a counter by itself as things stand, the worst first.

    Nobody knows what a rumour can do, so that it has no fire zone (COH-FZ) and is no threat either.
    """
    if target.cell is None or target.hidden:
        return ()
    found = [
        _told(position, target, made)
        for enemy in opponents(position, target.side)
        if not enemy.is_rumour and (made := _threat(position, enemy, target))
    ]
    return tuple(sorted(found, key=lambda each: (-each.chance, -_of_destruction(each))))


def _of_destruction(told: Odds) -> Fraction:
    return dict(told.results).get("destroyed", Fraction(0))


def _threat(position: Scene, enemy: Counter, target: Counter) -> Attack | None:
    """Return the attack that an enemy could make: an AI only one that it would (COH-5.1-eleven)."""
    if enemy.side == position.battle.data.ai:
        manner = Manner(long_range=_orders_long_range(position.battle.data))
        made = shot(position, enemy.id, target.id, manner) if _ai_may_act(position, enemy) else ""
        return made if isinstance(made, Attack) else None
    if refusal(position, enemy, target) or not _player_can_pay(position, Fire(enemy.id, target.id)):
        return None
    return attack(position, enemy, target)


@lru_cache(maxsize=64)
def _orders_long_range(data: CohData) -> bool:
    """COH-5.1-long: say whether anything lets AIs fire at long range: an order of a card, or one of the mission."""
    orders = [order for card in data.orders.values() for order in card.orders]
    orders += [each.order for each in (*data.mission.counteractions, *data.mission.mission_orders)]
    return any(order.action == "long_range_fire" for order in orders)


def _ai_may_act(position: Scene, enemy: Counter) -> bool:
    """COH-4.1, COH-4.2: a spent AI acts on a blue card, of which one at least stays in any deck that has them."""
    deck, orders = position.state.deck(ORDERS), position.battle.data.orders
    return enemy.fresh or any(orders[card].colour == "blue" for card in (*deck.left, *deck.discarded))


def _player_can_pay(position: Scene, intent: Fire) -> bool:
    """COH-3.1, COH-3.2.2: fresh Units pay in AP, spent ones wholly in CAPs."""
    if intent.payment_refusal(position) is None:
        return True
    wholly = Fire(intent.unit, intent.target, caps=intent.full_cost(position).total)
    return wholly.payment_refusal(position) is None


# -- rallies, mines, cards ------------------------------------------------------------------------------------


def _search(position: Scene, unit: Counter, intent: ReconByFire) -> Odds:
    """Return how likely it is that whoever hides in a hex is found; that somebody does, nobody knows."""
    check, name = recon_needs(position, unit, intent.cell, intent.dice_caps), position.name(intent.cell)
    throw = Throw(D6, said_of(unit.id, f"searches {name} by fire"), unit.id, at_least(check.total), count=2)
    told = f"{_or_more(check.total)}, if anybody is there"
    return Odds(f"finding whoever hides in {name}", unit.id, None, two_dice(check.total), throw, (check,), told)


def _rally(position: Scene, unit: Counter, before: tuple[str, ...], dice_caps: int) -> Odds:
    check = rally_needs(position, unit, dice_caps)
    beside = [other for other in before if position.state.unit(other).place == unit.place]
    friends = f"; less for each of {', '.join(beside)} that rallies first" if beside else ""
    return Odds(
        said_of(unit.id, "rallies"),
        unit.id,
        None,
        two_dice(check.total),
        Throw(D6, said_of(unit.id, "rallies"), unit.id, at_least(check.total), count=2),
        (check,),
        _or_more(check.total) + friends,
    )


def _mines(position: Scene, unit: Counter, cells: tuple[Cell, ...]) -> tuple[Odds, ...]:
    """Return the odds of every minefield that is entered, or turned in."""
    needed = position.battle.data.numbers.mines_need
    pool = ARMOURED_HITS if unit.profile.flank_armoured else SOFT_HITS
    mined = [cell for cell in cells if any(feature.id == "mines" for feature in position.ground.features_at(cell))]
    return tuple(
        Odds(
            f"mines in {position.name(cell)} hit {unit.id}",
            unit.id,
            unit.id,
            two_dice(needed),
            Throw(D6, "mines", unit.id, at_least(needed), count=2),
            reckoning=_or_more(needed) + _deadly(position, unit, needed, pool),
            results=() if unit.is_rumour else hit_results(position, unit, needed, pool),
            feared=True,
        )
        for cell in mined
    )


def _card(position: Scene, ask: Ask, intent: PlayCard, card: ActionCard) -> tuple[Odds, ...]:
    """Return the odds of a card that has a die of its own.

    None for a roll that is thrown again: what lay there before is not in the position.
    """
    who = intent.unit or position.battle.data.player
    match card.effect:
        case "caps_die":
            caps = tuple(
                (f"{face} {'CAP' if face == 1 else 'CAPs'}", _of_one(card.value)) for face in range(1, card.value + 1)
            )
            throw = Throw(die(card.value), card.name, who, at_least(1))
            return (Odds("more CAPs", who, None, Fraction(1), throw, (), "as many as the die shows", caps),)
        case "bog_down" if ask.about is not None and _can_stick(position):
            throw = Throw(D6, card.name, ask.about, at_least(card.value), count=2)
            return (
                Odds(f"{ask.about} is stuck", who, ask.about, two_dice(card.value), throw, (), _or_more(card.value)),
            )
        case "luck" if ask.number is not None:
            spoilt = position.battle.data.numbers.luck_spoilt_at
            least = spoilt + 1 if card.value >= ask.number else len(D6.faces) + 1
            throw = Throw(D6, card.name, ask.unit or who, at_least(least))
            words = f"{ask.number} more are needed; above {spoilt} luck adds {card.value}"
            return (Odds("the roll is good", ask.unit or who, None, _one_die(least), throw, (), words),)
        case _:
            return ()


def _of_one(sides: int) -> Fraction:
    return Fraction(1, sides)


def _one_die(least: int) -> Fraction:
    return probability(D6, 1, at_least(least))


def _can_stick(position: Scene) -> bool:
    return any(position.battle.data.hits[marker].no_move for marker in position.state.deck(ARMOURED_HITS).left)


# -- the spent check ------------------------------------------------------------------------------------------


def chance_to_be_spent(position: Scene, ap: int) -> Fraction | None:
    """COH-3.1.1, COH-DECK-1: the part of the order cards left that spend at a cost; None without a deck.

    The discards lie open, so that whoever cares can count what is left.
    """
    cards = cards_to_draw(position)
    return Fraction(_spending(position, ap), len(cards)) if cards else None


def cards_to_draw(position: Scene) -> tuple[str, ...]:
    """COH-DECK-1: the order cards of which the next one is drawn."""
    deck = position.state.deck(ORDERS)
    return deck.left or deck.discarded


def _spending(position: Scene, ap: int) -> int:
    cards = [position.battle.data.orders[card] for card in cards_to_draw(position)]
    return sum(not card.remain_fresh and ap >= card.spent_number for card in cards)


def _spent_check(position: Scene, ask: Ask, intent: CohOrder) -> tuple[Odds, ...]:
    """COH-3.1.1, COH-3.1.1-group: one check for all who took part and are fresh, of an action that costs AP."""
    acting = [unit for unit in intent.units if position.state.unit(unit).fresh]
    price = intent.price(position)
    if not acting or price.total <= 0 or not _is_checked(position, ask):
        return ()
    chance = chance_to_be_spent(position, price.total)
    if chance is None:
        return ()
    spending, cards = _spending(position, price.total), len(cards_to_draw(position))
    return (
        Odds(
            said_of(acting[0], "is spent") if len(acting) == 1 else f"{', '.join(acting)} are spent",
            acting[0],
            None,
            chance,
            checks=(price,),
            reckoning=f"{price.total} AP: {spending} of {cards} order cards {'spends' if spending == 1 else 'spend'} "
            f"at that{_afterthought(position, intent)}",
            results=tuple((said, part) for said, part in (("spent", chance), ("fresh", 1 - chance)) if part),
            feared=True,
        ),
    )


def _is_checked(position: Scene, ask: Ask) -> bool:
    """COH-4.1, COH-4.2: after a command order nobody checks."""
    if ask.occasion == AI_TURN and ask.about is not None:
        return position.battle.data.orders[ask.about].colour == "green"
    return ask.occasion in (TURN, AI_TURN)


def _afterthought(position: Scene, intent: Intent) -> str:
    """Say what may happen before the check and change it: an AI lost shuffles the deck, and wire costs a die."""
    match intent:
        case Fire(target=target) if position.state.unit(target).side == position.battle.data.ai:
            return "; an AI destroyed shuffles the deck first"
        case Move(steps=steps) if any(_crosses_wire(position, step.unit, step.way) for step in steps):
            return "; wire asks for a die in place of what is counted for it"
        case _:
            return ""


def _crosses_wire(position: Scene, unit: str, way: tuple[Cell, ...]) -> bool:
    foot = position.state.unit(unit).profile.kind == "foot"
    return foot and any(feature.id == "wire" for cell in way for feature in position.ground.features_at(cell))
