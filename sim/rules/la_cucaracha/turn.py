"""The sequence of play: a deck of cards says whose unit acts (CUC-CARD), and a die what automated ones do."""

from __future__ import annotations

from typing import Any

from sim.engine.dice import D10, Throw
from sim.engine.events import BattleEnded, CardTaken, DeckShuffled, Passed, TurnBegan
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.ruleset import HUMAN, SOLO
from sim.play.book import one_by_one
from sim.rules.la_cucaracha import events, state
from sim.rules.la_cucaracha.ground.sight import open_to_shots
from sim.rules.la_cucaracha.state import ACTION, DECK, JOKER, CucGame, Troop, enemies, friends
from sim.tabletop.inches import inches, nearest

MAY_GO_ON_AFTER = ("", "half", "advance", "rapid", "deploy")
"""After these moves there may be something to do with the same card: a shot, or after a Rapid Advance another order."""


def play(game: CucGame) -> None:
    """CUC-CARD: turn a card over and let a unit act; an empty deck begins a turn, unless the battle is over."""
    ended = not game.state.deck(DECK).left and game.state.turn > 0
    if over := state.outcome(game.position, ended):
        game.happen(BattleEnded(over))
    elif game.state.deck(DECK).left:
        _turn_card(game)
    else:
        game.happen(TurnBegan(game.state.turn + 1))
        game.happen(events.TroopsReadied())
        state.bring_on(game)
        there = [unit.side for side in game.battle.sides for unit in friends(game.position, side.id)]
        game.note(Said("a card for every unit, and the joker", rule="CUC-CARD"))
        game.happen(DeckShuffled(DECK, (*there, JOKER)))


def _turn_card(game: CucGame) -> None:
    """CUC-CARD: a card of a side lets a unit act; the joker ends the turn when few cards are left."""
    card = game.draw(DECK, "whose card", rule="CUC-CARD")
    game.happen(CardTaken(DECK, card))
    if card == JOKER:
        deck = game.state.deck(DECK)
        left, all_ = len(deck.left), len(deck.left) + len(deck.discarded)
        game.note(Said(f"{left} of {all_} cards are left", rule="CUC-CARD"))
        game.happen(events.JokerTurned(left * game.battle.data.numbers.joker_share <= all_))
        return
    game.happen(events.CardTurned(card))
    ready = [unit for unit in friends(game.position, card) if not unit.acted]
    if not ready:
        game.happen(Passed(card, None, "has nobody left to act"))
        game.happen(events.CardSpent())
        return
    if game.deciders[card][0] == SOLO:
        _automated(game, _nominated(game, card, ready))
    else:
        _act(game, card)
    claim(game)


def _nominated(game: CucGame, side: str, ready: list[Troop]) -> str:
    """CUC-NOMINATE: return the unit that acts: named as the scenario says, or by the other player, or by a die.

    Where the other side is automated too, there is no player to ask.
    """
    if len(ready) == 1:
        return ready[0].id
    other = next(each.id for each in game.battle.sides if each.id != side)
    player = game.deciders[other][0]
    setting = game.battle.data.readings.nominate
    if setting == "as played":
        setting = "player" if player == HUMAN else "random"
    if setting == "player" and player != SOLO:
        order: Any = game.order(Ask(other, state.NOMINATE, about=side))
        return str(order.unit)
    if setting == "nearest":
        ready = _nearest_to_the_enemy(game, ready)
    else:
        game.note(Said("nominated at random", rule="CUC-NOMINATE"))
    return game.choose([unit.id for unit in ready], "which unit acts", side)


def _nearest_to_the_enemy(game: CucGame, ready: list[Troop]) -> list[Troop]:
    """CUC-NOMINATE, CUC-NEAREST: return those of several units that are nearest to an enemy."""
    position, squared = game.position, game.battle.map.grid.squared
    lengths: dict[str, int] = {}
    for unit in ready:
        for enemy in nearest(position, unit.place, enemies(position, unit.side))[:1]:
            lengths[unit.id] = squared(unit.place, enemy.place)
            away = inches(position, unit.place, enemy.place)
            game.note(Said(f"{unit.id} is {away:.1f} inches from {enemy.id}", rule="CUC-NEAREST"))
    return [unit for unit in ready if lengths.get(unit.id) == min(lengths.values(), default=None)]


def _automated(game: CucGame, id_: str) -> None:
    """CUC-NOMINATE, CUC-OVERRIDE: roll for the orders of a unit, unless it is fighting or shaken, and follow them."""
    game.happen(events.Nominated(id_))
    unit = game.state.unit(id_)
    if not unit.fighting and not unit.shaken:
        _roll_orders(game, unit)
    while _follow(game, unit.side):
        _roll_orders(game, game.state.unit(id_))
    game.happen(events.CardSpent(id_))


def _roll_orders(game: CucGame, unit: Troop) -> None:
    """CUC-NOMINATE, CUC-REROLL: throw the die for orders; the drilled and the aggressive may throw it once more."""
    score = game.throw(Throw(D10, "orders", unit.id), "CUC-NOMINATE").total
    if unit.profile.drilled or unit.profile.aggressive:
        order: Any = next(game.orders(Ask(unit.side, state.REROLL, unit.id, number=score)), None)
        if order is not None and order.rolls_again:
            score = game.throw(Throw(D10, "orders, again", unit.id), "CUC-REROLL").total
    game.happen(events.OrdersRolled(unit.id, score))


def _follow(game: CucGame, side: str) -> bool:
    """Take orders for the unit that acts; say whether it has won another."""
    extra = game.state.extra
    for ask, order in one_by_one(game, lambda: Ask(side, ACTION, game.state.actor)):
        order.resolve(game, ask)
        if game.state.extra > extra:
            return True
        unit, moved = game.state.unit(game.state.actor), game.state.moved
        if order.wants_more or unit.cell is None or game.state.shot or moved not in MAY_GO_ON_AFTER:
            return False
    return False


def _act(game: CucGame, side: str) -> None:
    """Let a side name a unit by its first order, and give that unit orders while the card lasts."""
    for ask, order in one_by_one(game, lambda: Ask(side, ACTION, game.state.actor or None)):
        if not game.state.actor:
            game.happen(events.Nominated(order.unit))
        order.resolve(game, ask)
        if order.passes or not _goes_on(game):
            break
    if not game.state.actor:
        game.happen(Passed(side, None, "lets the card go"))
    game.happen(events.CardSpent(game.state.actor))


def _goes_on(game: CucGame) -> bool:
    """Say whether a unit that nobody rolls for may still shoot: after an Advance, at somebody, and not if shaken."""
    position, unit = game.position, game.state.unit(game.state.actor)
    if game.state.moved not in ("half", "advance") or game.state.shot or unit.shaken:
        return False
    return bool(open_to_shots(position, unit))


def claim(game: CucGame) -> None:
    """CUC-PLACE: give an objective to a side that is the only one with units on the ground there."""
    holders = dict(game.state.holders)
    flying = state.aircraft(game.battle)
    ground = [unit for unit in game.state.units if unit.on_table and unit.profile.troop not in flying]
    for objective in game.battle.data.engagement.objectives:
        there = {unit.side for unit in ground if unit.cell in objective.ground}
        if len(there) == 1 and holders.get(objective.id) not in there:
            game.happen(events.ObjectiveTaken(objective.id, there.pop()))
