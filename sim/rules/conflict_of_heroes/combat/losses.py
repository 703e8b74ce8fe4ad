"""What an attack leaves behind: hits, losses, and who controls what."""

from __future__ import annotations

from typing import Literal

from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import CardTaken, DeckShuffled
from sim.engine.notes import Checked, Said
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.combat import attacks
from sim.rules.conflict_of_heroes.combat.attacks import Pair, Support, attack_purpose
from sim.rules.conflict_of_heroes.combat.reactions import player_roll
from sim.rules.conflict_of_heroes.ground.zones import sees
from sim.rules.conflict_of_heroes.state import (
    ARMOURED_HITS,
    ORDERS,
    RUMOUR,
    SOFT_HITS,
    CohGame,
    HitPool,
    marker_of,
    pool_of,
)


def attack_hex(game: CohGame, unit: str, target: str, supporters: tuple[str, ...], support: Support) -> None:
    """Attack everybody in the target's hex, or in close combat the target alone (base game 6).

    A CAP on the dice counts for a single roll: that against the target which was named.
    """
    attacker, first = game.state.unit(unit), game.state.unit(target)
    there = game.state.units.at(first.place) if attacker.place != first.place else ()
    for id_ in (target, *(other.id for other in there if other.id != target and not other.hidden)):
        if id_ not in game.state.units:
            continue
        # The gun that counts against a target must be sound: others in its hex may be of another colour.
        marker = marker_of(game.position, attacker)
        armoured = attacks.is_armoured(game.position, Pair(attacker, game.state.unit(id_)))
        if marker is None or not (marker.no_blue if armoured else marker.no_red):
            _attack(game, unit, id_, supporters, support if id_ == target else support._replace(dice_caps=0))


def _attack(game: CohGame, unit: str, target: str, supporters: tuple[str, ...], support: Support) -> None:
    attacker, attacked = game.state.unit(unit), game.state.unit(target)
    made = attacks.attack(game.position, attacker, attacked, support)
    game.note(Checked(made.rating, rule="COH-ATTACK"))
    game.note(Checked(made.defence, rule="COH-ATTACK"))
    throw = Throw(D6, attack_purpose(unit, target), unit, at_least(made.needed), count=2)
    crushing = made.needed + game.battle.data.numbers.destroyed_by
    total = player_roll(game, throw, attacker.side, "COH-ATTACK", crushing)
    struck = total >= made.needed
    crushed = struck and (total >= crushing or bool(attacked.hit))
    result: Literal["missed", "hit", "destroyed"] = "destroyed" if crushed else "hit" if struck else "missed"
    # Indirect fire does not betray whoever stands where no enemy sees (base game 13).
    enemies = [other for other in game.state.units if other.side != attacker.side and other.cell is not None]
    seen = made.spotter is None or any(sees(game.position, enemy, attacker.place) for enemy in enemies)
    by_unit = attacker.side == game.battle.data.player
    game.happen(events.Attacked(unit, target, made.needed, result, supporters, by_unit, made.spotter, not seen))
    if crushed:
        destroy(game, target)
    elif struck:
        hit(game, target, ARMOURED_HITS if made.armoured else SOFT_HITS)


def hit(game: CohGame, target: str, pool: HitPool) -> None:
    """Draw a hit marker; a second hit, and the marker that says so, destroy (base game 7)."""
    if game.state.unit(target).hit or not game.state.deck(pool).left:
        destroy(game, target)
        return
    marker = game.draw(pool, "hit marker", target, "COH-HIT")
    game.happen(events.HitTaken(target, marker, pool))
    if game.battle.data.hits[marker].destroys:
        destroy(game, target)


def recover(game: CohGame, unit: str) -> None:
    """COH-RALLY: let a counter shake off its hit; the marker goes back."""
    game.happen(events.RallyTried(unit, True, pool_of(game.position, game.state.unit(unit))))


def destroy(game: CohGame, target: str) -> None:
    """COH-7.3-unit, COH-7.3-ai: take a counter off the map, with all that follows."""
    counter, data, level = game.state.unit(target), game.battle.data, None
    if counter.side == data.player:
        game.note(Said("a Unit lost lowers the CAPs of every round to come", rule="COH-7.3-unit"))
        level = max(min(game.state.cap_level, data.cap_floor), game.state.cap_level - data.numbers.cap_loss)
    else:
        game.note(Said("an AI is lost", rule="COH-7.3-ai"))
    game.happen(events.Destroyed(target, level, pool_of(game.position, counter)))
    winner = next(side.id for side in game.battle.sides if side.id != counter.side)
    points = data.victory.per_loss.get(winner, 1)
    if points and not counter.is_rumour:
        was = f" ({counter.profile.name})" if counter.id.startswith(f"{RUMOUR}-") else ""
        game.happen(events.PointsWon(winner, points, f"{counter.name}{was} {counter.name:is|are} destroyed"))
    # Who holds the hex that it has left: the winner of a close combat is there already.
    for unit in game.state.units.at(counter.place):
        take_control(game, unit.id)
    if counter.side == data.ai:
        _remove_command_card(game)


def _remove_command_card(game: CohGame) -> None:
    """COH-7.3-ai: draw until a blue card comes, remove it from the game, and shuffle; the last blue card stays."""
    orders, deck = game.battle.data.orders, game.state.deck(ORDERS)
    done = sum(orders[card].colour == "blue" for card in (*deck.left, *deck.discarded)) <= 1
    if done:
        game.note(Said("the last command card is not removed", rule="COH-7.3-ai"))
    while not done:
        if not game.state.deck(ORDERS).left:
            game.happen(DeckShuffled(ORDERS))
        card = game.draw(ORDERS, "command card to remove", rule="COH-7.3-ai")
        done = orders[card].colour == "blue"
        game.happen(CardTaken(ORDERS, card, "removed" if done else "discard"))
    game.happen(DeckShuffled(ORDERS))


def take_control(game: CohGame, unit: str) -> None:
    """COH-CONTROL: turn over the marker of an objective that an armed counter is in and its owner is not."""
    counter = game.state.unit(unit)
    armed = max(counter.profile.red, counter.profile.blue) > 0
    for objective in game.battle.data.objectives.values() if armed else ():
        holder = game.state.holder(objective.id)
        there = [other.side for cell in objective.cells for other in game.state.units.at(cell)]
        if counter.cell in objective.cells and holder != counter.side and holder not in there:
            game.happen(events.ControlTaken(objective.id, counter.side))
