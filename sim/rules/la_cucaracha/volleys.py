"""The dice of a volley or of blows, as they are thrown: to hit, through armour, and for casualties.

Dice that are judged alike are thrown together. What they need comes from shooting.py and melee.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sim.engine.dice import D10, Throw, at_least, at_most
from sim.engine.notes import Checked
from sim.rules.la_cucaracha.courage_tests import after_losses
from sim.rules.la_cucaracha.events import LeaderLost, Shot
from sim.rules.la_cucaracha.scene import Play
from sim.rules.la_cucaracha.shooting import SHOOT, always_hasty, dice_of, needed, on_a_die, pierce, weapon_of


@dataclass(frozen=True)
class Dice:
    """What is thrown by one unit at another."""

    unit: str
    target: str
    purpose: str
    count: int
    need: int
    second: int | None
    """What a second die for each hit must show, against armour and aircraft; None where none is thrown."""
    casualty: int
    rule: str
    """By which they are thrown."""
    reroll: bool = False


@dataclass(frozen=True)
class Effect:
    """What came of the dice."""

    hits: int
    losses: int


def thrown(game: Play, dice: Dice) -> Effect:
    """Throw to hit, one missed die once more where that is allowed, then for armour, then for casualties."""
    first, fallen = _throw(dice, dice.purpose, dice.count, dice.need), _throw(dice, "casualties", 0, dice.casualty)
    further = [fallen] if dice.second is None else [_throw(dice, "through the armour", 0, dice.second), fallen]
    if not dice.count:
        return Effect(0, 0)
    if dice.reroll:
        hits = game.successes(first, dice.rule)
        if hits < dice.count:
            hits += game.successes(_throw(dice, "one missed die again", 1, dice.need), dice.rule)
        lost = 0
        if hits:
            *_, lost = game.chain(replace(further[0], count=hits), *further[1:], rule=dice.rule)
    else:
        hits, *_, lost = game.chain(first, *further, rule=dice.rule)
    return Effect(hits, min(lost, game.state.unit(dice.target).figures))


def _throw(dice: Dice, purpose: str, count: int, need: int) -> Throw:
    return Throw(D10, purpose, dice.unit, at_least(need, each=True), count)


def shoot(game: Play, id_: str, target: str, *, hasty: bool, reroll: bool = False) -> None:
    """Shoot a volley, with all that follows from it: casualties, the leader's fate, courage."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    hasty = hasty or always_hasty(position, unit)
    check = needed(position, unit, enemy, hasty=hasty)
    game.note(Checked(check, rule=SHOOT))
    casualty, second = game.battle.data.numbers.casualty, pierce(position, unit, enemy)
    count, need = dice_of(position, unit), on_a_die(check.total)
    dice = Dice(id_, target, "to hit", count, need, second, casualty, SHOOT, reroll)
    effect = thrown(game, dice)
    weapon = weapon_of(position, unit)
    facing = game.battle.map.grid.towards(unit.place, enemy.place)[0]
    empties = weapon is not None and weapon.reload == "slow"
    game.happen(Shot(id_, target, effect.hits, effect.losses, facing, empties))
    if effect.losses:
        leader_dice(game, target, effect.losses)
        after_losses(game, target)


def leader_dice(game: Play, id_: str, losses: int) -> None:
    """Throw whether the leader is among the fallen; with a unit that is lost he is lost as well."""
    unit = game.state.unit(id_)
    if not unit.leader:
        return
    if unit.lost:
        game.happen(LeaderLost(id_))
        return
    falls = at_most(game.battle.data.numbers.leader_falls, each=True)
    if game.met(Throw(D10, "the leader falls", id_, falls, losses), "CUC-COURAGE"):
        game.happen(LeaderLost(id_))
