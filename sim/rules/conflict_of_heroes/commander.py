"""The player's stand-in: a plan that plays Units when nobody does.

It looks no further than one action, as the AI does: rally what can be rallied, fire where it counts, take and keep
objectives, and otherwise come closer under cover. CAPs go into shots of Units that are spent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.rules.conflict_of_heroes.actions import (
    ENEMY_ACTED,
    ENEMY_MOVED,
    REROLL,
    TURN,
    Fire,
    Move,
    Pass,
    PlayCard,
    Rally,
    Step,
)
from sim.rules.conflict_of_heroes.aims import Aim, Here
from sim.rules.conflict_of_heroes.combat import Attack, attack, chance_of, refusal
from sim.rules.conflict_of_heroes.facing import facing_after
from sim.rules.conflict_of_heroes.hexes import OUT_OF_ZONES, hex_shelter
from sim.rules.conflict_of_heroes.legality import REACTIONS
from sim.rules.conflict_of_heroes.moving import Way, cannot_move, ways
from sim.rules.conflict_of_heroes.rallying import rally_needs, rally_refusal
from sim.rules.conflict_of_heroes.units import Counter, Scene, friends, opponents
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Measure, Priority, Shown, least, most, prefer, require

WORTHWHILE = 9
"""The highest number on two dice for which a fresh Unit fires."""
WORTH_CAPS = 7
"""The highest for which CAPs are spent on a Unit that is spent already."""
CLOSE_CALL = 3
"""How much a roll may fall short for a card to be worth it."""
DANGEROUS = 4
"""Firepower of an AI on which a card is worth it."""
RULE = "COH-3.0"


@quickly_made
@dataclass(frozen=True)
class Chance:
    """A shot that a Unit could make, with what it would be worth."""

    attack: Attack
    unit: Counter
    target: Counter
    caps: int = 0

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id} at {self.target.id}"

    @property
    def worth(self) -> float:
        """The chance of a hit; a target that is hit already would be destroyed."""
        chance = self.attack.chance
        return chance + (chance if self.target.hit else chance_of(self.attack.needed + 4))


def _chances(position: Scene, side: str, spent: bool) -> list[Chance]:
    found = []
    for unit in friends(position, side):
        if unit.spent != spent:
            continue
        for target in opponents(position, side):
            if refusal(position, unit, target) is None:
                made = attack(position, unit, target)
                found.append(Chance(made, unit, target, made.cost.total if spent else 0))
    return found


def _worth(_: Here, chance: Chance) -> Shown:
    worth = chance.worth
    return Shown(worth, f"{worth:.2f}")


@cache
def _best_shot(limit: int) -> Priority[Chance]:
    return Priority(
        RULE,
        "which shot to take",
        require(Measure(f"needs {limit} or less", lambda _, chance: chance.attack.needed <= limit)),
        most(Measure("worth", _worth)),
        least(Measure("AP", lambda _, chance: chance.attack.cost.total)),
    )


def fire(situation: Here) -> Intent | Cannot:
    """Take the best shot of a fresh Unit."""
    found = _chances(situation.position, situation.side, spent=False)
    chance = _best_shot(WORTHWHILE).choose(situation, found, "shots of fresh Units")
    return Cannot("no shot is worth it") if chance is None else Fire(chance.unit.id, chance.target.id)


def fire_by_caps(situation: Here) -> Intent | Cannot:
    """COH-3.2.2: take the best shot of a spent Unit for CAPs alone."""
    caps = situation.state.caps
    if not caps:
        return Cannot("no CAPs are left")
    found = [chance for chance in _chances(situation.position, situation.side, spent=True) if chance.caps <= caps]
    chance = _best_shot(WORTH_CAPS).choose(situation, found, "shots of spent Units that CAPs can pay")
    return (
        Cannot("no shot is worth CAPs") if chance is None else Fire(chance.unit.id, chance.target.id, caps=chance.caps)
    )


_WHO_RALLIES: Priority[Counter] = Priority(
    RULE,
    "which Unit rallies",
    least(Measure("needs", lambda situation, unit: rally_needs(situation.position, unit).total)),
)


def rally(situation: Here) -> Intent | Cannot:
    """Rally the Unit that is likeliest to come round."""
    position = situation.position
    hit = [u for u in friends(position, situation.side) if u.fresh and u.hit and not rally_refusal(position, u)]
    unit = _WHO_RALLIES.choose(situation, hit, "fresh Units that can rally")
    return Cannot("nobody can rally") if unit is None else Rally((unit.id,))


# -- moving ---------------------------------------------------------------------------------------------------


def _goal(position: Scene, unit: Counter) -> Aim | None:
    """Return what a Unit makes for: the nearest objective that the enemy holds or nobody, else the nearest enemy."""
    wanted = [
        Aim(objective.id, objective.cells)
        for objective in position.battle.data.objectives.values()
        if position.state.holder(objective.id) != unit.side
    ]
    found = wanted or [Aim(enemy.id, (enemy.place,), enemy) for enemy in opponents(position, unit.side)]
    return min(found, key=lambda aim: aim.hexes_from(position, unit.place), default=None)


def _keeps_post(position: Scene, unit: Counter) -> bool:
    """Say whether a Unit is the only one on an objective that its side holds."""
    for objective in position.battle.data.objectives.values():
        if unit.cell in objective.cells and position.state.holder(objective.id) == unit.side:
            others = [u for cell in objective.cells for u in position.state.units.at(cell) if u.side == unit.side]
            return len(others) == 1
    return False


@quickly_made
@dataclass(frozen=True)
class Advance:
    """A Unit that can come closer to what it makes for."""

    unit: Counter
    goal: Aim
    ways: tuple[Way, ...]
    hexes: int

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.unit.id


_WHO: Priority[Advance] = Priority(
    RULE,
    "which Unit advances",
    prefer(Measure("unhit", lambda _, each: not each.unit.hit)),
    least(Measure("AP to move", lambda _, each: each.unit.profile.move_ap)),
    least(Measure("hexes from its goal", lambda _, each: each.hexes)),
)


_WHERE: Priority[Way] = Priority(
    RULE,
    "where to advance",
    prefer(OUT_OF_ZONES),
    most(Measure("DM", lambda here, way: hex_shelter(here.position, way.end, here.target))),
    least(Measure("hexes from the goal", lambda here, way: here.target.hexes_from(here.position, way.end))),
)
"""Its target is the goal of the Unit that advances."""


def advance(situation: Here) -> Intent | Cannot:
    """Bring the Unit that is nearest to its goal one hex nearer, under cover if it can be."""
    position = situation.position
    fresh = [unit for unit in friends(position, situation.side) if unit.fresh]
    found = [each for unit in fresh if (each := _advance(position, unit)) is not None]
    chosen = _WHO.choose(situation, found, "fresh Units that can come closer")
    if chosen is None:
        return Cannot("nobody can come closer")
    way = _WHERE.choose(situation.against(chosen.goal), chosen.ways, "hexes nearer to the goal")
    assert way is not None
    return Move((Step(chosen.unit.id, way.cells, facing_after(situation, chosen.unit, way.end)),))


def _advance(position: Scene, unit: Counter) -> Advance | None:
    """Return the moves of a Unit that lead nearer to its goal and into nobody's hex; None if there are none."""
    goal = _goal(position, unit)
    if goal is None or _keeps_post(position, unit) or unit.profile.non_combat or cannot_move(position, unit):
        return None
    here = goal.hexes_from(position, unit.place)
    enemies = {enemy.place for enemy in opponents(position, unit.side)}
    nearer = [way for way in ways(position, unit) if goal.hexes_from(position, way.end) < here]
    free = tuple(way for way in nearer if way.end not in enemies)
    return Advance(unit, goal, free, here) if free else None


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
    cards = situation.battle.data.action_cards
    for name in situation.state.hand:
        card = cards[name]
        if card.effect in REACTIONS[situation.ask.occasion] and (card.caps or 0) <= situation.state.caps:
            return PlayCard(name)
    return Cannot("no card fits")


def send_an_officer(situation: Here) -> Intent | Cannot:
    """Play the card that brings CAPs: with a Unit that is hit, or with any once the CAPs are used up."""
    cards, state = situation.battle.data.action_cards, situation.state
    held = [name for name in state.hand if cards[name].effect == "caps_die"]
    if not held:
        return Cannot("there is no officer in the hand")
    fresh = [unit for unit in friends(situation.position, situation.side) if unit.fresh]
    hit = [unit for unit in fresh if unit.hit]
    unit = next(iter(hit or (fresh if not state.caps else ())), None)
    return Cannot("nobody can be spared for it") if unit is None else PlayCard(held[0], unit.id)


PASS = Option("COH-3.5", "pass", lambda situation: Pass())

COMMANDER: dict[str, Plan] = {
    TURN: FirstOf(
        Option(RULE, "fire", fire),
        Option("COH-3.2.2", "fire by CAPs", fire_by_caps),
        Option(RULE, "rally", rally),
        Option("COH-3.3", "send an officer", send_an_officer),
        Option(RULE, "advance", advance),
        PASS,
    ),
    REROLL: FirstOf(
        Option("COH-3.3", "change the roll", change_the_roll),
        Option("COH-3.3", "let the roll stand", lambda _: Pass()),
    ),
    ENEMY_ACTED: FirstOf(
        Option("COH-3.3", "answer with a card", answer_the_enemy),
        Option("COH-3.3", "keep the cards", lambda _: Pass()),
    ),
    ENEMY_MOVED: Option("COH-3.3", "bog the vehicle down", _first_card),
}
