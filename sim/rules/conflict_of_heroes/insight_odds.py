"""What is told of the chances of an order: each is read off all that may come of it.

Everything is told as things stand, for one roll after the other: what an earlier roll of the same order changes for a
later one (a friend that has just rallied) is left out, and so are the cards by which the player could still change one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from sim.engine.battle import Position
from sim.engine.dice import D6, at_least
from sim.engine.events import Passed
from sim.engine.insight import Odds
from sim.engine.notes import Rolled
from sim.engine.orders import Ask, Intent
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.consequences import (
    End,
    Outcomes,
    Run,
    Told,
    consequences,
    either,
    happens,
    nothing,
    odds_of,
    of_order,
    otherwise,
    throws,
)
from sim.rules.conflict_of_heroes.actions import AI_TURN, TURN, Fire, Move, PlayCard, Rally, ReconByFire
from sim.rules.conflict_of_heroes.choosing import Manner, shot
from sim.rules.conflict_of_heroes.combat import Attack, refusal
from sim.rules.conflict_of_heroes.costs import actors, cost, full_cost, payment_refusal
from sim.rules.conflict_of_heroes.events import Attacked, Destroyed, HitTaken, Moved, Revealed, Searched, SpentChecked
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.legality import action_refusal
from sim.rules.conflict_of_heroes.players_dice import luck
from sim.rules.conflict_of_heroes.resolving import Play, is_checked, spent_check, stick, sticking
from sim.rules.conflict_of_heroes.rumours import reveal
from sim.rules.conflict_of_heroes.units import NOTHING, ORDERS, RUMOURS, CohData, Counter, Scene, opponents
from sim.rules.conflict_of_heroes.words import said_of

MARKER, MINES, WHAT_IT_IS = "hit marker", "mines", "what it is"
AFTERWARDS = throws("spent check", "command card to remove")
"""The cards that are drawn when an action is done: of the spent check, and of an AI that is lost."""


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed, then the spent check that follows; nothing of what cannot be done."""
    units = position.state.units
    if not all(unit in units and units[unit].cell is not None for unit in actors(intent)):
        return ()
    if action_refusal(position, intent):
        return ()
    return (*_of_action(_without_cards(position, intent), ask, intent), *_spent_check(position, ask, intent))


def _without_cards(position: Scene, intent: Intent) -> Scene:
    """Put the player's hand aside, but for the card of the order: whether another is played is up to the player."""
    played = tuple(card for card in position.state.hand if card == getattr(intent, "card", ""))
    return Position(position.battle, replace(position.state, hand=played))


def _of_action(position: Scene, ask: Ask, intent: Intent) -> Iterator[Odds]:
    match intent:
        case Fire():
            yield from _fire(position, ask, intent)
        case ReconByFire(unit=unit, cell=cell):
            name = position.name(cell)
            found = of_order(position, ask, intent, until=happens(Searched))
            told = Told(
                f"finding whoever hides in {name}",
                unit,
                throw=said_of(unit, f"searches {name} by fire"),
                because=lambda _, rolled: f"{_or_more(rolled)}, if anybody is there",
            )
            yield from odds_of(found, told)
        case Rally(units=units):
            for place, unit in enumerate(units):
                yield from _rally(position, ask, intent, unit, units[:place])
        case PlayCard(card=name) if name in position.battle.data.action_cards:
            yield from _card(position, ask, intent, position.battle.data.action_cards[name])
        case _:
            yield from _mines(position, ask, intent)


def _or_more(rolled: Rolled) -> str:
    need = rolled.throw.need
    needed = need.low if need is not None and need.low is not None else 0
    most = rolled.throw.count * max(rolled.throw.die.faces)
    return f"{needed} or more on {rolled.throw.dice}" + (", which they cannot show" if needed > most else "")


# -- attacks --------------------------------------------------------------------------------------------------


def _fire(position: Scene, ask: Ask, intent: Fire) -> Iterator[Odds]:
    """Yield the odds against everybody who is rolled for; a rumour shows first what it is (COH-6.0)."""
    unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
    if unit.is_rumour:
        yield what_it_is(position, unit)
        return
    found = of_order(position, ask, intent, until=AFTERWARDS, matters=throws(WHAT_IT_IS))
    fired_at = {event.target for run in _runs(found) for event in run.all_of(Attacked)}
    there = [other for other in position.state.units.at(target.place) if other.id != target.id]
    for other in (target, *(there if unit.place != target.place else ())):
        if other.is_rumour:
            yield what_it_is(position, other)
        elif other.id in fired_at:
            yield from _attack(position, ask, intent, other)


def _attack(position: Scene, ask: Ask, intent: Fire, target: Counter) -> tuple[Odds, ...]:
    """Return the odds of one of the attacks of an order."""
    purpose = said_of(intent.unit, f"attacks {target.id}")
    matters = either(throws(purpose, WHAT_IT_IS), throws(MARKER, whom=target.id))
    found = of_order(position, ask, intent, until=AFTERWARDS, matters=matters)

    def why(run: Run, rolled: Rolled) -> str:
        attack, defence = run.checks_before(rolled)
        words = f"defence {defence.total} less attack {attack.total}: {_or_more(rolled)}"
        return words + _deadly(position, found, target, rolled)

    told = Told(f"a hit on {target.id}", intent.unit, target.id, purpose, ends=_ends(target), because=why)
    return odds_of(found, told)


def _ends(target: Counter) -> dict[str, End]:
    return {
        "miss": lambda run: not run.has(Destroyed, unit=target.id) and not run.has(HitTaken, unit=target.id),
        "hit": lambda run: not run.has(Destroyed, unit=target.id),
        "destroyed": otherwise,
    }


def _deadly(position: Scene, found: Outcomes | None, target: Counter, rolled: Rolled) -> str:
    """Say what destroys at once, where anything does."""
    lost = [run for run in _runs(found) if run.has(Destroyed, unit=target.id)]
    if target.hit:
        return f"; {said_of(target.id, 'is hit already')}, and a second hit destroys" if lost else ""
    marked = [run for run in _runs(found) if run.has(HitTaken, unit=target.id)]
    if lost and not marked:
        return "; no hit marker is left, and any hit destroys"
    words, need = "", rolled.throw.need
    if need is not None and need.low is not None and any(not run.has(HitTaken, unit=target.id) for run in lost):
        words = f"; {max(need.low + position.battle.data.numbers.destroyed_by, rolled.throw.count)} or more destroys"
    for event in marked[0].all_of(HitTaken, unit=target.id) if marked else ():
        left, hits = position.state.deck(event.pool).left, position.battle.data.hits
        deadly = sum(hits[marker].destroys for marker in left)
        words += f"; {deadly} of {len(left)} hit markers {'destroys' if deadly == 1 else 'destroy'}" if deadly else ""
    return words


def what_it_is(position: Scene, rumour: Counter) -> Odds:
    """COH-6.0: how likely a rumour is to be anybody: it shows that before a die is thrown for or against it."""
    found = consequences(position, lambda game: (reveal(game, rumour.id), None)[1], until=happens(Revealed))
    assert found is not None

    def name(run: Run) -> str:
        profile = run.all_of(Revealed)[0].profile
        return NOTHING if profile is None else str(profile.name)

    left = len(position.state.deck(RUMOURS).left)
    told = Told(
        f"{rumour.id} is somebody",
        rumour.id,
        so=lambda run: name(run) != NOTHING,
        ends=name,
        because=f"it shows what it is before anybody rolls: {left} left in the cup",
    )
    return odds_of(found, told)[0]


# -- threats --------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Counter) -> tuple[Odds, ...]:
    """Return what every known enemy could do to a counter by itself as things stand, the worst first.

    Nobody knows what a rumour can do, so that it has no fire zone (COH-FZ) and is no threat either; nor what it stands.
    """
    if target.cell is None or target.hidden or target.is_rumour:
        return ()
    there = _without_cards(position, Intent())
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
        return _attack(position, Ask(enemy.side, AI_TURN), intent, target)
    if refusal(position, enemy, target):
        return ()
    # COH-3.1, COH-3.2.2: fresh Units pay in AP, spent ones wholly in CAPs.
    ways = (intent, Fire(enemy.id, target.id, caps=full_cost(position, intent).total))
    payable = (way for way in ways if payment_refusal(position, way) is None)
    return next((_attack(position, Ask(enemy.side, TURN), way, target) for way in payable), ())


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


# -- rallies, mines, cards ------------------------------------------------------------------------------------


def _rally(position: Scene, ask: Ask, intent: Rally, unit: str, before: tuple[str, ...]) -> tuple[Odds, ...]:
    purpose, place = said_of(unit, "rallies"), position.state.unit(unit).place
    beside = [other for other in before if position.state.unit(other).place == place]
    friends = f"; less for each of {', '.join(beside)} that rallies first" if beside else ""
    told = Told(purpose, unit, None, purpose, because=lambda _, rolled: _or_more(rolled) + friends)
    return odds_of(of_order(position, ask, intent, until=AFTERWARDS, matters=throws(purpose)), told)


def _mines(position: Scene, ask: Ask, intent: Intent) -> Iterator[Odds]:
    """Yield the odds of every minefield that is entered, or turned in."""
    (run,) = _runs(of_order(position, ask, intent, until=AFTERWARDS, matters=nothing))
    thrown = [note.throw.whom for note in run.notes if isinstance(note, Rolled) and note.throw.purpose == MINES]
    for id_ in dict.fromkeys(thrown):
        unit = position.state.unit(id_)
        matters = throws(MINES, MARKER, whom=id_)
        found = of_order(position, ask, intent, until=AFTERWARDS, matters=matters)

        def why(_: Run, rolled: Rolled, found: Outcomes | None = found, unit: Counter = unit) -> str:
            return _or_more(rolled) + _deadly(position, found, unit, rolled)

        for nth, cell in enumerate(_mined(position, run, id_)):
            what = f"mines in {position.name(cell)} hit {id_}"
            ends = None if unit.is_rumour else _ends(unit)
            yield from odds_of(found, Told(what, id_, id_, MINES, nth, ends=ends, because=why, feared=True))


def _mined(position: Scene, run: Run, unit: str) -> list[Cell]:
    """Return the minefields that a counter enters, or turns in, in a run."""
    ground = position.ground
    cells = [event.cell for event in run.all_of(Moved, unit=unit)]
    return [cell for cell in cells if any(feature.id == MINES for feature in ground.features_at(cell))]


def _runs(outcomes: Outcomes | None) -> tuple[Run, ...]:
    return outcomes.runs if outcomes is not None else ()


def _card(position: Scene, ask: Ask, intent: PlayCard, card: ActionCard) -> tuple[Odds, ...]:
    """Return the odds of a card that has a die of its own.

    None for a roll that is thrown again: what lay there before is not in the position.
    """
    who = intent.unit or position.battle.data.player
    match card.effect:
        case "caps_die":
            told = Told(
                "more CAPs",
                who,
                None,
                card.name,
                so=otherwise,
                ends=_caps(card),
                need=at_least(1),
                because="as many as the die shows",
            )
            return odds_of(of_order(position, ask, intent), told)
        case "bog_down" if (vehicle := ask.about) is not None and sticking(position):
            found = consequences(position, lambda game: stick(game, card, vehicle))
            told = Told(f"{vehicle} is stuck", vehicle, vehicle, card.name, because=lambda _, rolled: _or_more(rolled))
            return tuple(replace(each, unit=who) for each in odds_of(found, told))
        case "luck" if ask.number is not None:
            return _luck(position, ask, card, ask.number)
        case _:
            return ()


def _caps(card: ActionCard) -> Callable[[Run], str]:
    def name(run: Run) -> str:
        rolled = run.thrown(card.name)
        assert isinstance(rolled, Rolled)
        return counted(rolled.total, "CAP")

    return name


def _luck(position: Scene, ask: Ask, card: ActionCard, missing: int) -> tuple[Odds, ...]:
    whom, good = ask.unit or position.battle.data.player, "the roll is good"

    def tried(game: Play) -> None:
        if luck(game, card, whom) >= missing:
            game.happen(Passed(ask.side, None, good))

    found = consequences(position, tried)
    rolls = [run.thrown(card.name) for run in _runs(found) if run.has(Passed)]
    least = min((roll.total for roll in rolls if isinstance(roll, Rolled)), default=max(D6.faces) + 1)
    spoilt = position.battle.data.numbers.luck_spoilt_at
    why = f"{missing} more are needed; above {spoilt} luck adds {card.value}"
    told = Told(good, whom, None, card.name, so=lambda run: run.has(Passed), need=at_least(least), because=why)
    return odds_of(found, told)


# -- the spent check ------------------------------------------------------------------------------------------


def _spent_check(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """COH-3.1.1, COH-3.1.1-group: one check for all who took part and are fresh, of an action that costs AP."""
    acting = [unit for unit in actors(intent) if position.state.unit(unit).fresh]
    price, cards = cost(position, intent), cards_to_draw(position)
    if not acting or price.total <= 0 or not cards or not is_checked(position, ask):
        return ()
    found = consequences(position, lambda game: spent_check(game, tuple(acting), price.total))
    assert found is not None
    spending = int(len(cards) * found.chance(_is_spent))
    told = Told(
        said_of(acting[0], "is spent") if len(acting) == 1 else f"{', '.join(acting)} are spent",
        acting[0],
        so=_is_spent,
        ends={"spent": _is_spent, "fresh": otherwise},
        because=f"{price.total} AP: {spending} of {len(cards)} order cards {'spends' if spending == 1 else 'spend'} "
        f"at that{_afterthought(position, intent)}",
        feared=True,
    )
    return tuple(replace(each, checks=(price,)) for each in odds_of(found, told))


def _is_spent(run: Run) -> bool:
    return run.has(SpentChecked, spent=True)


def cards_to_draw(position: Scene) -> tuple[str, ...]:
    """COH-DECK-1: the order cards of which the next one is drawn; the discards lie open, so that all can be counted."""
    deck = position.state.deck(ORDERS)
    return deck.left or deck.discarded


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
