"""What rolls and steps leave behind: cards that change them, hits, losses, control, and who comes to light."""

from __future__ import annotations

from typing import Any, Literal

from sim.board.cover import own_cover
from sim.board.ground import Ground
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import CardTaken, DeckShuffled, Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.grid import Cell, Edge
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.combat import attacks
from sim.rules.conflict_of_heroes.combat.attacks import Pair, Support
from sim.rules.conflict_of_heroes.figures import ActionCard, CounterProfile
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, field_of_fire, range_of, sees
from sim.rules.conflict_of_heroes.state import (
    ARMOURED_HITS,
    LIGHT_SMOKE,
    NOTHING,
    ORDERS,
    RUMOUR,
    RUMOURS,
    SOFT_HITS,
    Counter,
    HitPool,
    Play,
    Scene,
    called,
    friends,
    in_close_combat,
    marker_of,
    named,
    pool_of,
)

REROLL, ENEMY_ACTED, ENEMY_MOVED = "own roll", "enemy has acted", "enemy vehicle has moved"
"""The occasions on which the player may answer with a card."""
REACTIONS = {REROLL: ("reroll", "luck"), ENEMY_ACTED: ("enemy_cost",), ENEMY_MOVED: ("bog_down",)}
"""By occasion what the cards do that answer it."""


def held(position: Scene, *effects: str) -> list[ActionCard]:
    """Return the cards in the hand that do one of these things, and for which there are CAPs."""
    state, cards = position.state, position.battle.data.action_cards
    return [card for name in state.hand if (card := cards[name]).effect in effects and (card.caps or 0) <= state.caps]


def answered(game: Play, ask: Ask) -> ActionCard | None:
    """COH-3.3: ask the player for a card that answers what has happened; nobody who holds none is asked."""
    if not held(game.position, *REACTIONS[ask.occasion]):
        return None
    answer: Any = game.order(ask)
    answer.resolve(game, ask)
    return None if answer.passes else game.battle.data.action_cards[answer.card]


def player_roll(game: Play, throw: Throw, side: str, rule: str, *beyond: int) -> int:
    """Throw dice; the player who holds a card that changes a roll, and has missed, is asked.

    `beyond` are the numbers besides what is needed that the roll is compared with.
    """
    needed = throw.need.low if throw.need is not None and throw.need.low is not None else 0
    if side != game.battle.data.player or not held(game.position, *REACTIONS[REROLL]):
        return game.total(throw, rule, (needed, *beyond))
    faces, added, changed = game.throw(throw, rule).faces, 0, False
    while (missing := needed - sum(faces) - added) > 0:
        if missing > most_added(game.position, faces):
            break
        card = answered(game, Ask(game.battle.data.player, REROLL, throw.whom, number=missing))
        if card is None:
            break
        changed = True
        if card.effect == "luck":
            added += luck(game, card, throw.whom)
        else:
            # Which dice is the player's choice, and of a roll that has missed there are none better than the lowest.
            kept, lowest = sorted(faces)[card.value :], sorted(faces)[: card.value]
            words = f"{card.name}: the {' and '.join(map(str, lowest))} again"
            thrown = game.throw(Throw(D6, words, throw.whom, count=len(lowest)), "COH-3.3")
            faces = (*thrown.faces, *kept)
    if changed:
        game.note(Said(f"with the card the roll is {sum(faces) + added}", rule=rule))
    return sum(faces) + added


def most_added(position: Scene, faces: tuple[int, ...]) -> int:
    """Return what the cards in the hand can add to a roll at most: luck, and a 6 of every die that is thrown again."""
    by_luck = sum(card.value for card in held(position, "luck"))
    again = sum(card.value for card in held(position, "reroll"))
    return by_luck + sum(D6.faces[-1] - face for face in sorted(faces)[:again])


def luck(game: Play, card: ActionCard, whom: str) -> int:
    """Return what luck adds to a roll."""
    numbers = game.battle.data.numbers
    thrown = game.throw(Throw(D6, card.name, whom), "COH-3.3").total
    return numbers.luck_spoilt if thrown <= numbers.luck_spoilt_at else card.value


def attack_hex(game: Play, unit: str, target: str, supporters: tuple[str, ...], support: Support) -> None:
    """Attack: from afar everybody in the target's hex is rolled for, in close combat one alone (base game 6).

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


def attack_purpose(unit: str, target: str) -> str:
    """Say what the dice of an attack are thrown for."""
    return f"{called(unit)} {called(unit):attacks|attack} {target}"


def _attack(game: Play, unit: str, target: str, supporters: tuple[str, ...], support: Support) -> None:
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


def hit(game: Play, target: str, pool: HitPool) -> None:
    """Draw a hit marker; a second hit, and the marker that says so, destroy (base game 7)."""
    if game.state.unit(target).hit or not game.state.deck(pool).left:
        destroy(game, target)
        return
    marker = game.draw(pool, "hit marker", target, "COH-HIT")
    game.happen(events.HitTaken(target, marker, pool))
    if game.battle.data.hits[marker].destroys:
        destroy(game, target)


def recover(game: Play, unit: str) -> None:
    """COH-RALLY: let a counter shake off its hit; the marker goes back."""
    game.happen(events.RallyTried(unit, True, pool_of(game.position, game.state.unit(unit))))


def destroy(game: Play, target: str) -> None:
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


def _remove_command_card(game: Play) -> None:
    """COH-7.3-ai: draw until a blue card comes, put it out of the game, and shuffle; the last blue card stays."""
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


def take_control(game: Play, unit: str) -> None:
    """Turn over the control marker of an objective that an armed counter is in and its owner is not (base game 4)."""
    counter = game.state.unit(unit)
    armed = max(counter.profile.red, counter.profile.blue) > 0
    for objective in game.battle.data.objectives.values() if armed else ():
        holder = game.state.holder(objective.id)
        there = [other.side for cell in objective.cells for other in game.state.units.at(cell)]
        if counter.cell in objective.cells and holder != counter.side and holder not in there:
            game.happen(events.ControlTaken(objective.id, counter.side))


def conceals(ground: Ground, cell: Cell) -> bool:
    """Say whether somebody can lie hidden in a hex with an enemy next to it: defensive ground, or heavy smoke."""
    return any(cover.defence > 0 and cover.kind != LIGHT_SMOKE for cover in own_cover(ground, cell))


def recon_refusal(position: Scene, unit: Counter, cell: Cell) -> Refusal | None:
    """COH-RECON: say why a counter cannot search a hex by fire; None if it can.

    The hex lies in its fire zone, and nobody is known to be there: at whom one sees, rumour or not, one fires.
    """
    if cell not in position.map:
        return Refusal("recon by fire needs a hex of the map", TABLE_SENSE)
    if not can_attack_at_all(position, unit) or unit.is_rumour:
        return attacks.cannot_attack(position, unit)
    if in_close_combat(position, unit):
        return attacks.cannot_fire_out(unit)
    if attacks.in_the_water(position, unit):
        return Refusal(f"{unit.name} {unit.name:is|are} in the water", "COH-WATER")
    name = position.name(cell)
    if cell == unit.place:
        hides = suspected(position, unit)
        return Refusal("nobody hides in its own hex" if hides else "no hex in reach could hide anybody", "COH-RECON")
    known = [other for other in position.state.units.at(cell) if not other.hidden or other.side == unit.side]
    if known:
        return Refusal(f"{name} is known to hold {named(known)}", "COH-RECON")
    if position.map.distance(unit.place, cell) < unit.profile.min_range:
        return Refusal(f"{name} is nearer than {unit.profile.min_range} hexes", "COH-RECON")
    if cell not in field_of_fire(position, unit):
        return Refusal(f"{name} is not in the fire zone of {unit.name}", "COH-RECON")
    return None


def recon_needs(position: Scene, unit: Counter, cell: Cell, dice_caps: int = 0) -> Check:
    """Return what two dice must reach to bring to light whoever hides in a hex: 6 and the defence of its terrain.

    The terrain is the ground of the hex and a wall that the fire crosses into it; works and smoke are none. Shells
    come over walls. Ruling: CAPs on the dice go on this roll, and none on the attack that may follow at once.
    """
    numbers = position.battle.data.numbers
    check = Check("recon").plus(numbers.recon_needs, "recon by fire")
    ground = position.ground.terrain_at(cell).id
    for cover in position.sight(unit.place, cell).cover:
        if cover.kind == ground or (isinstance(cover.place, Edge) and not unit.profile.explosive):
            check = check.plus(cover.defence, cover.reason)
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


def suspected(position: Scene, unit: Counter) -> list[Cell]:
    """Return the hexes that are worth searching: at normal range, with room to hide, and nobody known to be there.

    Others may be searched too; but most of a map is empty, and nobody wants to read through all of it.
    """
    reach = range_of(position, unit)
    return [
        cell
        for cell in field_of_fire(position, unit)
        if conceals(position.ground, cell)
        and position.map.distance(unit.place, cell) <= reach
        and recon_refusal(position, unit, cell) is None
    ]


def look_around(game: Play, unit: str) -> None:
    """COH-6.0: see after a step who has come to light: rumours near a Unit, hidden ones that an enemy makes out."""
    if not any(each.hidden or each.is_rumour for each in game.state.units):
        return
    for other in [other.id for other in game.state.units if other.cell is not None]:
        # Twice: a rumour that turns out to be somebody has eyes from then on.
        for seer, secret in ((unit, other), (other, unit)) * 2:
            if seer in game.state.units and secret in game.state.units:
                _uncover(game, game.state.unit(seer), game.state.unit(secret))


def _uncover(game: Play, seer: Counter, secret: Counter) -> None:
    """Bring one secret of the other side to light if somebody is near enough and sees it.

    A hidden counter is made out by whoever enters its hex in ground that conceals it; elsewhere foot from near by, and
    others by whoever sees them (base game 11).
    """
    if seer.side == secret.side or seer.cell is None or secret.cell is None or seer.is_rumour:
        return
    numbers, position = game.battle.data.numbers, game.position
    if secret.is_rumour:
        near: int | None = numbers.reveal_distance
    elif not secret.hidden:
        return
    elif conceals(position.ground, secret.place):
        near = 0
    else:
        near = numbers.hidden_seen_at if secret.profile.kind == "foot" else None
    if near is not None and position.map.distance(seer.place, secret.place) > near:
        return
    if sees(position, seer, secret.place) and (not secret.is_rumour or seer.side == game.battle.data.player):
        if not secret.is_rumour:
            game.note(Said(f"{seer.name} {seer.name:makes|make} it out", rule="COH-6.0"))
        _bring_to_light(game, secret)


def _bring_to_light(game: Play, secret: Counter) -> None:
    if secret.is_rumour:
        reveal(game, secret.id)
    else:
        game.happen(events.Concealed(secret.id, False))


def come_into_the_open(game: Play, unit: str) -> None:
    """COH-HIDE: show a hidden counter that does anything but move, rally or stall."""
    if game.state.unit(unit).hidden:
        game.happen(events.Concealed(unit, False))


def recon(game: Play, side: str, distance: int) -> None:
    """COH-6.0: uncover everything that the Units of a side see within a distance."""
    found = False
    for secret in [unit for unit in game.state.units if unit.side != side and (unit.hidden or unit.is_rumour)]:
        near = [unit for unit in friends(game.position, side) if secret.cell is not None]
        near = [unit for unit in near if game.battle.map.distance(unit.place, secret.place) <= distance]
        if any(secret.place in game.position.lines.field_of_view(unit.place) for unit in near):
            found = True
            _bring_to_light(game, secret)
    if not found:
        game.happen(Passed(side, None, "the scouts find nobody"))


def reveal(game: Play, unit: str) -> bool:
    """COH-6.0: draw what a rumoured enemy is; say whether it is anything at all.

    It faces the nearest Unit; of two directions that are as good a die takes one.
    """
    name = NOTHING
    if game.state.deck(RUMOURS).left:
        drawn = game.draw(RUMOURS, "what it is", unit, "COH-6.0")
        game.happen(CardTaken(RUMOURS, drawn, "removed"))
        name = drawn.rpartition("-")[0]
    if name == NOTHING:
        game.happen(events.Revealed(unit, None))
        return False
    profile, map_, counter = game.battle.profiles[name], game.battle.map, game.state.unit(unit)
    assert isinstance(profile, CounterProfile)
    facing, place = counter.facing, counter.place
    enemies = [other for other in game.state.units if other.side != counter.side and other.cell is not None]
    if enemies:
        nearest = min(enemies, key=lambda other: map_.distance(place, other.place))
        ways = map_.grid.towards(place, nearest.place)
        facing = game.choose(ways, "where it faces", unit, [map_.grid.directions[way] for way in ways])
    game.happen(events.Revealed(unit, profile, facing))
    return True
