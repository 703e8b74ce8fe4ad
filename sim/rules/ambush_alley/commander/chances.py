"""What the commander hopes for: chances of fire and of assaults, and who sees a cell.

It weighs hundreds of shots where a player looks at one, so its chances stand in closed form. They are no rules: what is
thrown is asked of those, and a test compares each with what comes of the order.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sim.engine.dice import at_least
from sim.engine.matching import Spread, exchange, spread
from sim.memo import memo
from sim.play import commander
from sim.rules.ambush_alley.combat import fire
from sim.rules.ambush_alley.combat.assault import assault_dice
from sim.rules.ambush_alley.state import AasPosition, AasSituation, Team, check_die, quality


def losses(position: AasPosition, unit: Team, target: Team, *, reacting: bool = False) -> Spread:
    """Return how likely a target loses each number of figures; of a vehicle, how likely it is hit so often."""
    attack = fire.attack_dice(position, unit, target, reacting=reacting).total
    defence = fire.defence_dice(position, unit, target, attack).total
    dice = (attack, quality(position, unit)), (defence, fire.defence_faces(position, target, unit.place))
    need, success = fire.hit_need(position, unit, target), position.battle.data.numbers.success
    return spread(*dice, need, success, attack if target.profile.kind == "vehicle" else target.figures)


def quality_chance(position: AasPosition, unit: Team) -> Fraction:
    """AAS-CHECK-3: return how likely a unit passes a Quality check."""
    return at_least(position.battle.data.numbers.success).chance(check_die(position, unit))


class AssaultOdds(NamedTuple):
    """How a close assault may go, from the beginning: the attacker hangs back, the defender pulls back, or a bout."""

    hangs_back: Fraction
    pulls_back: Fraction
    won: Fraction
    equal: Fraction
    lost: Fraction


def assault_odds(position: AasPosition, attacker: Team, defender: Team) -> AssaultOdds:
    """Return how likely each end of a close assault is, if a defender who does not stand pulls back."""
    closes, stands = quality_chance(position, attacker), quality_chance(position, defender)
    one, other = ((assault_dice(position, unit).total, quality(position, unit)) for unit in (attacker, defender))
    lost = exchange(one, other, position.battle.data.numbers.success, (attacker.figures, defender.figures))
    fought = commander.bout((theirs, mine, chance) for (mine, theirs), chance in lost.items())
    return AssaultOdds(1 - closes, closes * (1 - stands), *(closes * stands * chance for chance in fought))


class Shot(NamedTuple):
    """Fire at an enemy that is possible now."""

    subject: str
    target: Team
    kills: Fraction
    """How many it is likely to hit."""
    mobs: int
    """Crowds in the line of fire."""


def shot(position: AasPosition, unit: Team, enemy: Team, *, reacting: bool = False) -> Shot:
    """Work out what fire at an enemy is worth."""
    kills = commander.mean(losses(position, unit, enemy, reacting=reacting))
    return Shot(enemy.id, enemy, kills, len(fire.mobs_in_line(position, unit, enemy)))


@memo(by=lambda _, unit: unit.id)
def shots(position: AasPosition, unit: Team) -> list[Shot]:
    """Return what a Regular unit could fire at, in roster order."""
    return [shot(position, unit, enemy) for enemy in fire.open_to_fire(position, unit)]


def best_kills(here: AasSituation, unit: Team) -> Fraction:
    """Return how many the best shot of a unit is likely to hit."""
    return max((each.kills for each in shots(here.position, unit) if not each.mobs), default=Fraction(0))
