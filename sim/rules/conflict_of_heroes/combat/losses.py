"""What attacks and losses leave behind: hits, points, who controls what, and the order cards that a loss costs."""

from __future__ import annotations

from typing import Literal

from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import CardTaken, DeckShuffled
from sim.engine.notes import Checked, Said
from sim.grid import Cell
from sim.rules.conflict_of_heroes.answers import player_roll
from sim.rules.conflict_of_heroes.combat.attacks import Pair, Support, attack, is_armoured
from sim.rules.conflict_of_heroes.events import Attacked, ControlTaken, Destroyed, HitTaken, PointsWon, RallyTried
from sim.rules.conflict_of_heroes.ground.zones import sees
from sim.rules.conflict_of_heroes.units import (
    ARMOURED_HITS,
    ORDERS,
    RUMOUR,
    SOFT_HITS,
    Counter,
    HitPool,
    Play,
    called,
    marker_of,
    pool_of,
)


def attack_hex(game: Play, unit: str, target: str, supporters: tuple[str, ...], support: Support) -> None:
    """Attack: from afar everybody in the target's hex is rolled for, in close combat one alone (base game 6).

    A CAP on the dice counts for a single roll: that against the target which was named.
    """
    attacker, first = game.state.unit(unit), game.state.unit(target)
    targets = [target]
    if attacker.place != first.place:
        others = game.state.units.at(first.place)
        targets += [other.id for other in others if other.id != target and not other.hidden]
    for id_ in targets:
        if id_ in game.state.units and _has_gun_for(game, unit, id_):
            _attack(game, unit, id_, supporters, support if id_ == target else support._replace(dice_caps=0))


def attack_purpose(unit: str, target: str) -> str:
    """Say what the dice of an attack are thrown for."""
    return f"{called(unit)} {called(unit):attacks|attack} {target}"


def _has_gun_for(game: Play, unit: str, target: str) -> bool:
    """Say whether the gun that counts against a target is sound: others in its hex may be of another colour."""
    attacker = game.state.unit(unit)
    marker = marker_of(game.position, attacker)
    armoured = is_armoured(game.position, Pair(attacker, game.state.unit(target)))
    return marker is None or not (marker.no_blue if armoured else marker.no_red)


def _attack(game: Play, unit: str, target: str, supporters: tuple[str, ...], support: Support) -> None:
    numbers = game.battle.data.numbers
    made = attack(game.position, game.state.unit(unit), game.state.unit(target), support)
    game.note(Checked(made.rating, rule="COH-ATTACK"))
    game.note(Checked(made.defence, rule="COH-ATTACK"))
    throw = Throw(D6, attack_purpose(unit, target), unit, at_least(made.needed), count=2)
    total = player_roll(game, throw, game.state.unit(unit).side, "COH-ATTACK", made.needed + numbers.destroyed_by)
    struck = total >= made.needed
    crushed = struck and (total >= made.needed + numbers.destroyed_by or bool(game.state.unit(target).hit))
    result: Literal["missed", "hit", "destroyed"] = "destroyed" if crushed else "hit" if struck else "missed"
    by_unit = game.state.unit(unit).side == game.battle.data.player
    unseen = made.spotter is not None and not _is_seen(game, game.state.unit(unit))
    game.happen(Attacked(unit, target, made.needed, result, supporters, by_unit, made.spotter, unseen))
    if crushed:
        destroy(game, target)
    elif struck:
        hit(game, target, ARMOURED_HITS if made.armoured else SOFT_HITS)


def _is_seen(game: Play, counter: Counter) -> bool:
    """Say whether any enemy sees the hex of a counter; if not, its indirect fire does not betray it (base game 13)."""
    enemies = (other for other in game.state.units if other.side != counter.side and other.cell is not None)
    return any(sees(game.position, enemy, counter.place) for enemy in enemies)


def hit(game: Play, target: str, pool: HitPool) -> None:
    """Draw a hit marker; a second hit, and the marker that says so, destroy (base game 7)."""
    if game.state.unit(target).hit or not game.state.deck(pool).left:
        destroy(game, target)
        return
    marker = game.draw(pool, "hit marker", target, "COH-HIT")
    game.happen(HitTaken(target, marker, pool))
    if game.battle.data.hits[marker].destroys:
        destroy(game, target)


def recover(game: Play, unit: str) -> None:
    """COH-RALLY: let a counter shake off its hit; the marker goes back."""
    game.happen(RallyTried(unit, True, pool_of(game.position, game.state.unit(unit))))


def destroy(game: Play, target: str) -> None:
    """COH-7.3-unit, COH-7.3-ai: take a counter off the map, with all that follows."""
    counter, data = game.state.unit(target), game.battle.data
    pool = pool_of(game.position, counter)
    if counter.side == data.player:
        game.note(Said("a Unit lost lowers the CAPs of every round to come", rule="COH-7.3-unit"))
        game.happen(Destroyed(target, _lower_caps(game), pool))
    else:
        game.note(Said("an AI is lost", rule="COH-7.3-ai"))
        game.happen(Destroyed(target, None, pool))
    _award(game, counter)
    settle_control(game, counter.place)
    if counter.side == data.ai:
        remove_command_card(game)


def _lower_caps(game: Play) -> int:
    lowered = game.state.cap_level - game.battle.data.numbers.cap_loss
    return max(min(game.state.cap_level, game.battle.data.cap_floor), lowered)


def _award(game: Play, counter: Counter) -> None:
    """Give the other side its points for a loss."""
    winner = next(side.id for side in game.battle.sides if side.id != counter.side)
    points = game.battle.data.victory.per_loss.get(winner, 1)
    if points and not counter.is_rumour:
        was = f" ({counter.profile.name})" if counter.id.startswith(f"{RUMOUR}-") else ""
        game.happen(PointsWon(winner, points, f"{counter.name}{was} {counter.name:is|are} destroyed"))


def remove_command_card(game: Play) -> None:
    """COH-7.3-ai: draw until a blue card comes, put it out of the game, and shuffle; the last blue card stays."""
    orders = game.battle.data.orders
    deck = game.state.deck(ORDERS)
    blue = [card for card in (*deck.left, *deck.discarded) if orders[card].colour == "blue"]
    if len(blue) <= 1:
        game.note(Said("the last command card is not removed", rule="COH-7.3-ai"))
        game.happen(DeckShuffled(ORDERS))
        return
    while True:
        if not game.state.deck(ORDERS).left:
            game.happen(DeckShuffled(ORDERS))
        card = game.draw(ORDERS, "command card to remove", rule="COH-7.3-ai")
        is_blue = orders[card].colour == "blue"
        game.happen(CardTaken(ORDERS, card, "removed" if is_blue else "discard"))
        if is_blue:
            break
    game.happen(DeckShuffled(ORDERS))


# -- control markers -------------------------------------------------------------------------------------------


def take_control(game: Play, unit: str) -> None:
    """Turn over the control marker of an objective that an armed counter is in and its owner is not (base game 4)."""
    counter = game.state.unit(unit)
    if max(counter.profile.red, counter.profile.blue) <= 0:
        return
    for objective in game.battle.data.objectives.values():
        holder = game.state.holder(objective.id)
        if counter.cell not in objective.cells or holder == counter.side:
            continue
        owners = [other for cell in objective.cells for other in game.state.units.at(cell) if other.side == holder]
        if not owners:
            game.happen(ControlTaken(objective.id, counter.side))


def settle_control(game: Play, cell: Cell) -> None:
    """See who holds a hex from which a counter has gone: the winner of a close combat is there already."""
    for unit in game.state.units.at(cell):
        take_control(game, unit.id)
