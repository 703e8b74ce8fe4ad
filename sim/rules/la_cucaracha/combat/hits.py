"""Dice that hit, go through armour and cost figures, by shots and by blows alike.

A die must reach a number; every modifier of the die is taken off that number, so that one is left which the bare die
must reach. A 10 always hits, or strikes home, and a 1 never does.

Ruling (CUC-SHOOT): "one missed die may be rolled again" is the die to hit, never the one for armour or for the
casualty.
"""

from __future__ import annotations

from dataclasses import replace

from sim.engine.dice import D10, Throw, at_least, at_most
from sim.rules.la_cucaracha import events
from sim.rules.la_cucaracha.state import CucGame

LOWEST, HIGHEST = 2, 10
"""A 1 never hits and a 10 always does."""
ARMOUR = "through the armour"


def on_a_die(number: int) -> int:
    """Return the number that a die is thrown against: a 1 always misses and a 10 always hits.

    >>> on_a_die(12), on_a_die(0), on_a_die(7)
    (10, 2, 7)
    """
    return min(HIGHEST, max(LOWEST, number))


def why_clamped(total: int, need: int) -> str:
    """Say why the parts do not add up to what the die must show."""
    if total == need:
        return ""
    return f" (not {total}: a {HIGHEST} always hits)" if total > need else f" (not {total}: a 1 always misses)"


def throw_hits(
    game: CucGame, target: str, dice: Throw, second: int | None, casualty: int, rule: str, *, reroll: bool
) -> tuple[int, int]:
    """Throw to hit, one missed die once more where that is allowed, then for armour, then for casualties.

    Return the hits, and the figures that the target loses.
    """
    stages = ((ARMOUR, second), ("casualties", casualty))
    further = [replace(dice, purpose=what, need=at_least(need, each=True)) for what, need in stages if need is not None]
    if not dice.count:
        return 0, 0
    if reroll:
        hits = game.successes(dice, rule)
        if hits < dice.count:
            hits += game.successes(replace(dice, purpose="one missed die again", count=1), rule)
        *_, lost = game.chain(replace(further[0], count=hits), *further[1:], rule=rule) if hits else (0,)
    else:
        hits, *_, lost = game.chain(dice, *further, rule=rule)
    return hits, min(lost, game.state.unit(target).figures)


def leader_dice(game: CucGame, id_: str, losses: int) -> None:
    """Throw whether the leader is among the fallen; with a unit that is lost he is lost as well."""
    unit = game.state.unit(id_)
    falls = at_most(game.battle.data.numbers.leader_falls, each=True)
    if unit.leader and (unit.lost or game.met(Throw(D10, "the leader falls", id_, falls, losses), "CUC-COURAGE")):
        game.happen(events.LeaderLost(id_))
