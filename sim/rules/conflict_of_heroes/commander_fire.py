"""How the player's stand-in fires: which shots there are, what they are worth, and what it spends on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.rules.conflict_of_heroes.combat.attacks import Attack, Support, attack, chance_of, refusal, support_refusal
from sim.rules.conflict_of_heroes.ground.moving import cannot_move
from sim.rules.conflict_of_heroes.ground.zones import sees
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.move import Pivot
from sim.rules.conflict_of_heroes.solo.choosing import Here, printed_firepower
from sim.rules.conflict_of_heroes.units import CohData, Counter, Scene, friends, opponents
from sim.solo.plans import Cannot
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require

WORTHWHILE = 9
"""The highest number on two dice for which a Unit fires."""
WORTH_CAPS = 8
"""The highest for which CAPs are spent on a Unit that is spent already."""
HARD_TO_HIT = 7
"""The lowest number for which a card or CAPs that make a hit likelier are worth it."""


@lru_cache(maxsize=256)
def risk(data: CohData, ap: int) -> float:
    """Return how likely an action of so many AP spends whoever takes it, by the cards of the mission."""
    cards = data.orders.values()
    spending = sum(card.spends(ap) for card in cards)
    return spending / len(cards) if ap > 0 else 0.0


@quickly_made
@dataclass(frozen=True)
class Chance:
    """A shot that a Unit could make, with what it would be worth."""

    attack: Attack
    unit: Counter
    target: Counter
    destroyed_by: int
    """By how much a roll must beat the number needed to destroy at once."""
    supporters: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """What notes call it."""
        group = f" with {', '.join(self.supporters)}" if self.supporters else ""
        return f"{self.unit.id}{group} at {self.target.id}"

    @property
    def worth(self) -> float:
        """The chance of a hit; a target that is hit already would be destroyed."""
        return worth(self.attack.needed, self.target, self.destroyed_by)


def worth(needed: int, target: Counter, destroyed_by: int) -> float:
    """Return what a shot is worth: how likely it hits, and again how likely it destroys."""
    hit = chance_of(needed)
    return hit + (hit if target.hit else chance_of(needed + destroyed_by))


def chances(position: Scene, units: Iterable[Counter]) -> list[Chance]:
    """Return every shot that some Units could take, each by itself."""
    return [chance for unit in units for chance in _chances(position, unit.id)]


@lru_cache(maxsize=512)
def _chances(position: Scene, id_: str) -> tuple[Chance, ...]:
    """Return the shots that one Unit could take. Kept, because one option of a turn after the other asks for them."""
    unit = position.state.unit(id_)
    return tuple(
        [
            Chance(attack(position, unit, target), unit, target, position.battle.data.numbers.destroyed_by)
            for target in opponents(position, unit.side)
            if refusal(position, unit, target) is None
        ]
    )


# -- groups ---------------------------------------------------------------------------------------------------


def with_support(position: Scene, alone: list[Chance]) -> list[Chance]:
    """Let others support a shot for which that is worth more than what they could do by themselves.

    A supporter adds 1 and risks being spent by the leader's action. It is asked what it gains so for that risk, and
    what its own best shot would gain for the risk of that.
    """
    own: dict[str, float] = {}
    for chance in alone:
        if chance.attack.needed <= WORTHWHILE:
            own[chance.unit.id] = max(own.get(chance.unit.id, 0.0), _gain(position, chance))
    near = {id_: _neighbours(position, id_) for id_ in {chance.unit.id for chance in alone}}
    return [_supported(position, chance, own, near[chance.unit.id]) for chance in alone]


def _gain(position: Scene, chance: Chance) -> float:
    return chance.worth / max(0.1, risk(position.battle.data, chance.attack.cost.total))


def _supported(position: Scene, chance: Chance, own: dict[str, float], near: list[Counter]) -> Chance:
    able = [unit for unit in near if support_refusal(position, chance.unit, unit, chance.target) is None]
    if not able:
        return chance
    spending = max(0.1, risk(position.battle.data, chance.attack.cost.total))
    helpers = sorted(able, key=lambda unit: own.get(unit.id, 0.0))
    taken: list[str] = []
    for unit in helpers:
        needed = chance.attack.needed - len(taken)
        more = _worth(chance, needed - 1) - _worth(chance, needed)
        if more / spending > own.get(unit.id, 0.0) and needed > 3:
            taken.append(unit.id)
    if not taken:
        return chance
    made = attack(position, chance.unit, chance.target, Support(len(taken)))
    return replace(chance, attack=made, supporters=tuple(taken))


def _worth(chance: Chance, needed: int) -> float:
    return worth(needed, chance.target, chance.destroyed_by)


def _neighbours(position: Scene, id_: str) -> list[Counter]:
    """Return the fresh Units that stand near enough to a leader to support it."""
    leader, distance = position.state.unit(id_), position.map.grid.distance
    near = position.battle.data.numbers.group_distance
    others = [unit for unit in friends(position, leader.side) if unit.id != id_ and not unit.spent]
    return [unit for unit in others if distance(unit.place, leader.place) <= near]


# -- which shot -----------------------------------------------------------------------------------------------


@cache
def best_shot(limit: int) -> Priority[Chance]:
    """Return the list that chooses a shot: in close combat first, then what is worth most, then what costs least."""
    return Priority(
        "HOUSE-SHOOT",
        "which shot to take",
        require(Measure(f"a shot that needs {limit} or less", lambda _, chance: chance.attack.needed <= limit)),
        prefer(Measure("in close combat", lambda _, chance: chance.attack.range == "close combat")),
        most(Measure("worth", lambda _, chance: Shown(chance.worth, f"{chance.worth:.2f}"))),
        least(Measure("AP", lambda _, chance: chance.attack.cost.total)),
        most(Measure("firepower of the target", lambda here, each: printed_firepower(here.position, each.target))),
    )


def fire(situation: Here) -> Intent | Cannot:
    """Take the best shot of a fresh Unit, with others in support where that pays."""
    position = situation.position
    fresh = [unit for unit in friends(position, situation.side) if unit.fresh]
    found = with_support(position, chances(position, fresh))
    chance = best_shot(WORTHWHILE).choose(situation, found, "shots of fresh Units")
    if chance is None:
        return Cannot("no shot is worth it")
    return _ordered(situation, chance, others=len({each.unit.id for each in found}) > 1)


def _ordered(situation: Here, chance: Chance, others: bool) -> Fire:
    """Return the order for a shot, with the card and the CAPs on its dice that are worth it."""
    caps = situation.state.caps
    card = _card_for(situation, chance, others)
    caps -= situation.battle.data.action_cards[card].caps or 0 if card else 0
    left = chance.attack.needed - (situation.battle.data.action_cards[card].value if _aims(situation, card) else 0)
    most_caps = situation.battle.data.numbers.caps_on_dice
    dice_caps = min(most_caps, caps, max(0, left - 2)) if chance.target.hit and left >= HARD_TO_HIT - 1 else 0
    if dice_caps:
        situation.say(f"{dice_caps} CAPs on the dice: a second hit destroys {chance.target.id}", "COH-3.2.1")
    return Fire(chance.unit.id, chance.target.id, chance.supporters, dice_caps=dice_caps, card=card)


def _aims(situation: Here, card: str) -> bool:
    return bool(card) and situation.battle.data.action_cards[card].effect == "firepower"


def _card_for(situation: Here, chance: Chance, others: bool) -> str:
    """Return the card to play with a shot: careful aiming on a hard one, a second turn while others can fire."""
    cards, state = situation.battle.data.action_cards, situation.state
    for name in dict.fromkeys(state.hand):
        card = cards[name]
        if (card.caps or 0) > state.caps:
            continue
        if card.effect == "firepower" and chance.attack.needed >= HARD_TO_HIT:
            return name  # needs of 7 to 9: two more firepower always tell
        if card.effect == "second_turn" and others:
            return name
    return ""


# -- shots of spent Units -------------------------------------------------------------------------------------


def fire_by_card(situation: Here) -> Intent | Cannot:
    """COH-3.3: take the best shot of a spent Unit with a card that makes it free."""
    cards, state = situation.battle.data.action_cards, situation.state
    free = [name for name in state.hand if cards[name].effect in ("free_action_spent", "free_action")]
    if not free:
        return Cannot("no card makes an action free")
    position = situation.position
    spent = [unit for unit in friends(position, situation.side) if unit.spent]
    found = chances(position, spent)
    chance = best_shot(WORTH_CAPS).choose(situation, found, "shots of spent Units")
    if chance is None:
        return Cannot("no shot is worth a card")
    # The card that only spent Units can use goes first.
    card = min(free, key=lambda name: cards[name].effect != "free_action_spent")
    return Fire(chance.unit.id, chance.target.id, card=card)


def fire_by_caps(situation: Here) -> Intent | Cannot:
    """COH-3.2.2: take the best shot of a spent Unit for CAPs alone."""
    caps = situation.state.caps
    if not caps:
        return Cannot("no CAPs are left")
    position = situation.position
    spent = [unit for unit in friends(position, situation.side) if unit.spent]
    payable = [each for each in chances(position, spent) if each.attack.cost.total <= caps]
    chance = best_shot(WORTH_CAPS).choose(situation, payable, "shots of spent Units that CAPs can pay")
    if chance is None:
        return Cannot("no shot is worth CAPs")
    return Fire(chance.unit.id, chance.target.id, caps=chance.attack.cost.total)


# -- turning to fire ------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Turn:
    """A Unit that would have a shot if it faced another way."""

    unit: Counter
    facing: int
    target: Counter
    needed: int

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id} towards {self.target.id}"


_WHO_TURNS: Priority[Turn] = Priority(
    "HOUSE-TURN",
    "who turns to fire",
    require(Measure(f"a turn to a shot that needs {WORTHWHILE} or less", lambda _, turn: turn.needed <= WORTHWHILE)),
    least(Measure("number needed", lambda _, turn: turn.needed)),
    most(Measure("firepower", lambda here, turn: printed_firepower(here.position, turn.unit))),
)


def turn_to_fire(situation: Here) -> Intent | Cannot:
    """Turn a Unit that has nobody before it towards an enemy whom it could then fire at."""
    position = situation.position
    enemies = opponents(position, situation.side)
    found = [
        turn
        for unit in friends(position, situation.side)
        if unit.fresh and not unit.profile.turret and not cannot_move(position, unit)
        if not _chances(position, unit.id)
        for enemy in enemies
        if (turn := _turned(position, unit, enemy)) is not None
    ]
    turn = _WHO_TURNS.choose(situation, found, "Units that would have a shot")
    return Cannot("turning gives nobody a shot") if turn is None else Pivot(turn.unit.id, turn.facing)


def _turned(position: Scene, unit: Counter, enemy: Counter) -> Turn | None:
    if unit.place == enemy.place or not sees(position, unit, enemy.place):
        return None
    facing = position.map.grid.towards(unit.place, enemy.place)[0]
    turned = unit.changed(facing=facing)
    if facing == unit.facing or refusal(position, turned, enemy) is not None:
        return None
    return Turn(unit, facing, enemy, attack(position, turned, enemy).needed)
