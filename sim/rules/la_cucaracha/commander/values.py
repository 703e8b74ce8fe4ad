"""What a player reckons with: what a shot, a charge or a place is worth, in exact figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import NamedTuple, get_args

from sim.board.area import Area
from sim.engine.dice import D10, at_least
from sim.engine.matching import Spread
from sim.engine.setup import Objective
from sim.grid import Cell
from sim.play.commander import Bout, bout, keeps_alone, mean
from sim.rules.la_cucaracha.combat import fire, melee
from sim.rules.la_cucaracha.combat.courage import nerve
from sim.rules.la_cucaracha.combat.hits import on_a_die
from sim.rules.la_cucaracha.combat.responses import respond_needed
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.la_cucaracha.ground.sight import shot_area, shot_refusal
from sim.rules.la_cucaracha.state import CucPosition, CucSituation, Nerve, Troop, enemies, flies, friends, standing
from sim.tabletop.inches import CellPath


def ready(here: CucSituation) -> Iterator[Troop]:
    """Yield the units of the side that could still act this turn, in roster order."""
    return (unit for unit in friends(here.position, here.side) if not unit.acted)


def at_ease(here: CucSituation) -> list[Troop]:
    """Return those of them that are neither fighting nor shaken."""
    return [unit for unit in ready(here) if not unit.fighting and not unit.shaken]


def worth(enemy: Troop) -> Fraction:
    """Return what a figure of an enemy is worth: the fewer are left the more, for the last one takes the points."""
    return Fraction(enemy.profile.points, enemy.figures)


def is_ahead(here: CucSituation) -> bool:
    """Say whether the side would win if the battle ended now."""
    points = standing(here.position)
    ours = points[here.side]
    others = max(count for side, count in points.items() if side != here.side)
    return ours > others or (ours == others and here.battle.data.engagement.tie == here.side)


class Attack(NamedTuple):
    """A volley that could be shot, or a charge that could be made: who, at whom, and the points to be expected."""

    unit: Troop
    target: Troop
    points: Fraction
    """Points to be won less points to be lost."""
    way: CellPath = ()
    won: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)
    """Of a charge: by which way, and how likely the first round is won and lost."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id} at {self.target.id}"


def volley(position: CucPosition, unit: Troop, target: Troop, *, hasty: bool) -> Attack:
    """Return what a volley is worth."""
    figures = mean_losses(position, unit, target, hasty=hasty or fire.always_hasty(position, unit))
    return Attack(unit, target, figures * worth(target))


def volleys(position: CucPosition, unit: Troop, *, hasty: bool = False) -> list[Attack]:
    """Return every volley that a unit could shoot from where it stands."""
    able = (enemy for enemy in enemies(position, unit.side) if shot_refusal(position, unit, enemy) is None)
    return [volley(position, unit, enemy, hasty=hasty) for enemy in able]


Zones = tuple[tuple[Troop, Area], ...]
"""Enemies, in roster order, and where a unit can shoot at each or be shot at by it."""


def targets(position: CucPosition, unit: Troop) -> Zones:
    """Return from where a unit, which is loaded and deployed or not, would have each enemy in range and sight."""
    free = [enemy for enemy in enemies(position, unit.side) if not enemy.fighting]
    return tuple((enemy, shot_area(position, unit, enemy, enemy.place)) for enemy in free)


def threats(position: CucPosition, unit: Troop) -> Zones:
    """Return where each enemy would have a unit in range and sight."""
    free = [enemy for enemy in enemies(position, unit.side) if not enemy.fighting]
    return tuple((enemy, shot_area(position, enemy, unit, enemy.place)) for enemy in free)


def exposure(position: CucPosition, unit: Troop, cell: Cell, threatened: Zones) -> Fraction:
    """Return the figures that a unit in a cell would lose if everybody who sees it there shot at it, hastily.

    Whoever asks of many cells looks once for what is threatened.
    """
    there = unit.changed(cell=cell)
    shooters = [enemy for enemy, zone in threatened if cell in zone]
    return sum((mean_losses(position, enemy, there, hasty=True) for enemy in shooters), Fraction(0))


def charges(position: CucPosition, unit: Troop) -> Iterator[Attack]:
    """Yield every charge that a unit could make by its shortest way: the target may not wait, and may shoot before."""
    for enemy in enemies(position, unit.side):
        ways = charge_ways(position, unit, enemy)
        if not ways:
            continue
        feared = Fraction(0)
        if not enemy.fighting and shot_refusal(position, enemy, unit) is None:
            feared = mean_losses(position, enemy, unit, hasty=not enemy.holding) * respond_chance(position, enemy)
        there = unit.changed(cell=ways.cells[0], figures=max(1, unit.figures - round(feared)))
        struck = melee_losses(position, there, enemy, charging=True, first=True)
        taken = melee_losses(position, enemy, there, first=True, defending=True)
        odds = round_odds(struck, taken)
        flight = Fraction(0) if enemy.fighting else nerve_odds(position, enemy)["broken"]
        gain = mean(struck) * worth(enemy) + (odds.won + flight) * enemy.profile.points / 4
        loss = (mean(taken) + feared) * worth(unit) + odds.lost * unit.profile.points / 4
        yield Attack(unit, enemy, gain - loss, ways[ways.cells[0]], odds.won, odds.lost)


def wanted(here: CucSituation) -> list[Objective]:
    """Return the objectives that the side does not hold."""
    holders = dict(here.state.holders)
    return [each for each in here.battle.data.engagement.objectives if holders.get(each.id) != here.side]


def guards(position: CucPosition, unit: Troop) -> bool:
    """Say whether a unit is the only one of its side that keeps an objective from the enemy."""
    ours = tuple(friends(position, unit.side))
    return not flies(position, unit) and keeps_alone(unit, ours, position.battle.data.engagement.objectives)


# -- chances in closed form: hundreds are weighed where a player looks at one; tests compare them with the dice ------


@cache
def spread(dice: int, needs: tuple[int, ...], most: int) -> Spread:
    """Return the chances of each number of losses: so many dice, each thrown for one need after the other.

    No more than `most` figures can be lost.
    """
    chance, found = prod((at_least(need).chance(D10) for need in needs), start=Fraction(1)), dict[int, Fraction]()
    for count in range(dice + 1):
        if share := comb(dice, count) * chance**count * (1 - chance) ** (dice - count):
            found[min(count, most)] = found.get(min(count, most), Fraction(0)) + share
    return found


def mean_losses(position: CucPosition, unit: Troop, target: Troop, *, hasty: bool) -> Fraction:
    """CUC-SHOOT: how many figures a target loses to a volley on average, if no die is rolled again."""
    need = on_a_die(fire.needed(position, unit, target, hasty=hasty).total)
    second, casualty = fire.pierce(position, unit, target) or 1, position.battle.data.numbers.casualty
    return _mean(fire.dice_of(position, unit), (need, second, casualty), target.figures)


@cache
def _mean(dice: int, needs: tuple[int, ...], most: int) -> Fraction:
    return mean(spread(dice, needs, most))


def melee_losses(position: CucPosition, unit: Troop, enemy: Troop, **how: bool) -> Spread:
    """CUC-MELEE: how likely an enemy loses each number of figures to a unit in one round; `how` as in `blow_needed`."""
    check = melee.blow_needed(position, unit, enemy, **how)
    second, casualty = melee.melee_pierce(position, enemy) or 1, position.battle.data.numbers.melee_casualty
    return spread(unit.figures, (on_a_die(check.total), second, casualty), enemy.figures)


def round_odds(inflicted: Spread, suffered: Spread) -> Bout:
    """CUC-MELEE: how likely a round is won, equal or lost: more figures inflicted than suffered wins it."""
    return bout((mine, theirs, one * other) for mine, one in inflicted.items() for theirs, other in suffered.items())


def nerve_odds(position: CucPosition, unit: Troop, minus: int = 0) -> dict[Nerve, Fraction]:
    """CUC-COURAGE: how likely each result of a courage test is."""
    results = [nerve(position, unit, face, minus) for face in D10.faces]
    return {each: Fraction(results.count(each), len(results)) for each in get_args(Nerve)}


def respond_chance(position: CucPosition, unit: Troop) -> Fraction:
    """CUC-HOLD: how likely a unit passes a test to respond, with the second die of drilled troops."""
    chance = at_least(respond_needed(position, unit)).chance(D10)
    return 1 - (1 - chance) ** 2 if unit.profile.drilled else chance
