"""What a player reckons with: what a shot, a charge or a place is worth, in exact figures."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import NamedTuple, get_args

from sim.board.area import Area
from sim.engine.dice import D10, at_least
from sim.engine.matching import Spread
from sim.engine.setup import Objective
from sim.grid import Cell
from sim.memo import memo
from sim.play.commander import Bout, bout, keeps_alone, mean
from sim.rules.la_cucaracha.combat import fire, melee
from sim.rules.la_cucaracha.combat.courage import nerves
from sim.rules.la_cucaracha.combat.hits import on_a_die
from sim.rules.la_cucaracha.combat.responses import respond_needed
from sim.rules.la_cucaracha.ground.charges import charge_ways, near_enough
from sim.rules.la_cucaracha.ground.moves import area_near, occupied
from sim.rules.la_cucaracha.ground.sight import leader_near, open_to_shots, shot_area, shot_refusal
from sim.rules.la_cucaracha.state import CucPosition, CucSituation, Nerve, Troop, enemies, flies, friends, standing
from sim.tabletop.inches import CellPath


def ready(here: CucSituation) -> list[Troop]:
    """Return the units of the side that could still act this turn, in roster order."""
    return [unit for unit in friends(here.position, here.side) if not unit.acted]


def at_ease(here: CucSituation) -> list[Troop]:
    """Return those of them that are neither fighting nor shaken."""
    return _at_ease(here.position, here.side)


@memo
def _at_ease(position: CucPosition, side: str) -> list[Troop]:
    return [unit for unit in friends(position, side) if not unit.acted and not unit.fighting and not unit.shaken]


def worth(enemy: Troop) -> Fraction:
    """Return what a figure of an enemy is worth: the fewer are left the more, for the last one takes the points."""
    return _worth(enemy.profile.points, enemy.figures)


_worth = cache(Fraction)


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


@memo(
    of=lambda position, *_, **__: position.battle,
    by=lambda position, unit, target, *, hasty: (position.lines, unit, target, hasty),
    most=2048,
)
def volley(position: CucPosition, unit: Troop, target: Troop, *, hasty: bool) -> Attack:
    """Return what a volley is worth."""
    figures = mean_losses(position, unit, target, hasty=hasty or fire.always_hasty(position, unit))
    return Attack(unit, target, figures * worth(target) if figures else figures)


@memo
def volleys(position: CucPosition, unit: Troop, hasty: bool = False) -> list[Attack]:
    """Return every volley that a unit could shoot from where it stands."""
    return [volley(position, unit, enemy, hasty=hasty) for enemy in open_to_shots(position, unit)]


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


def charges(position: CucPosition, unit: Troop) -> list[Attack]:
    """Return every charge that a unit could make by its shortest way: the target may not wait, and may shoot before."""
    near = near_enough(position, unit)
    return _charges(position, unit, near, occupied(position, unit) & area_near(position, unit)) if near else []


@memo(
    of=lambda position, *_: position.battle,
    by=lambda position, unit, near, occupied: (
        position.lines,
        unit,
        *near,
        occupied,
        *[leader_near(position, enemy) for enemy in near],
    ),
    most=2048,
)
def _charges(position: CucPosition, unit: Troop, near: list[Troop], occupied: Area) -> list[Attack]:
    """Weigh them once for as long as neither the unit, its enemies, their leaders nor who is in its way change."""
    found = list[Attack]()
    for enemy in near:
        ways = charge_ways(position, unit, enemy)
        if not ways:
            continue
        feared = Fraction(0)
        if not enemy.fighting and shot_refusal(position, enemy, unit) is None:
            feared = mean_losses(position, enemy, unit, hasty=not enemy.holding) * respond_chance(position, enemy)
        there = unit.changed(cell=ways.cells[0], figures=max(1, unit.figures - round(feared)))
        struck = melee_dice(position, there, enemy, charging=True, first=True)
        taken = melee_dice(position, enemy, there, first=True, defending=True)
        odds = odds_of(struck, taken)
        flight = Fraction(0) if enemy.fighting else nerve_odds(position, enemy)["broken"]
        gain = mean_of(struck) * worth(enemy) + (odds.won + flight) * enemy.profile.points / 4
        loss = (mean_of(taken) + feared) * worth(unit) + odds.lost * unit.profile.points / 4
        found.append(Attack(unit, enemy, gain - loss, ways[ways.cells[0]], odds.won, odds.lost))
    return found


def wanted(here: CucSituation) -> list[Objective]:
    """Return the objectives that the side does not hold."""
    holders = dict(here.state.holders)
    return [each for each in here.battle.data.engagement.objectives if holders.get(each.id) != here.side]


def guards(position: CucPosition, unit: Troop) -> bool:
    """Say whether a unit is the only one of its side that keeps an objective from the enemy."""
    ours, places = friends(position, unit.side), position.battle.data.engagement.objectives
    return not flies(position, unit) and keeps_alone(unit, ours, places)


# -- chances in closed form: hundreds are weighed where a player looks at one; tests compare them with the dice ------


class Dice(NamedTuple):
    """Dice that are each thrown for one need after the other, and the most figures that can be lost to them."""

    number: int
    needs: tuple[int, ...]
    most: int


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
    return losses_for(position, unit, target, fire.aim(position, unit, target), hasty)


@memo(
    of=lambda position, *_: position.battle,
    by=lambda _, unit, target, *how: (
        unit.profile.id,
        unit.figures,
        unit.shaken,
        target.profile.id,
        target.figures,
        *how,
    ),
)
def losses_for(position: CucPosition, unit: Troop, target: Troop, aim: fire.Aim, hasty: bool) -> Fraction:
    """CUC-SHOOT: the same for units wherever they are."""
    need = on_a_die(fire.needed_for(position, unit, target, aim, hasty).total)
    second, casualty = fire.pierce(position, unit, target) or 1, position.battle.data.numbers.casualty
    return mean_of(Dice(fire.dice_of(position, unit), (need, second, casualty), target.figures))


@cache
def mean_of(dice: Dice) -> Fraction:
    """Return how many figures are lost to dice on average."""
    return mean(spread(*dice))


def melee_losses(position: CucPosition, unit: Troop, enemy: Troop, **how: bool) -> Spread:
    """CUC-MELEE: how likely an enemy loses each number of figures to a unit in one round; `how` as in `blow_needed`."""
    return spread(*melee_dice(position, unit, enemy, **how))


def melee_dice(position: CucPosition, unit: Troop, enemy: Troop, **how: bool) -> Dice:
    """CUC-MELEE: the dice of a unit against an enemy in one round; `how` as in `blow_needed`."""
    check = melee.blow_needed(position, unit, enemy, **how)
    second, casualty = melee.melee_pierce(position, enemy) or 1, position.battle.data.numbers.melee_casualty
    return Dice(unit.figures, (on_a_die(check.total), second, casualty), enemy.figures)


@cache
def odds_of(struck: Dice, taken: Dice) -> Bout:
    """CUC-MELEE: how likely a round is won, equal or lost with dice against dice."""
    return round_odds(spread(*struck), spread(*taken))


def round_odds(inflicted: Spread, suffered: Spread) -> Bout:
    """CUC-MELEE: how likely a round is won, equal or lost: more figures inflicted than suffered wins it."""
    return bout((mine, theirs, one * other) for mine, one in inflicted.items() for theirs, other in suffered.items())


def nerve_odds(position: CucPosition, unit: Troop, minus: int = 0) -> dict[Nerve, Fraction]:
    """CUC-COURAGE: how likely each result of a courage test is."""
    results = nerves(position, unit, D10.faces, minus)
    return {each: Fraction(results.count(each), len(results)) for each in get_args(Nerve)}


def respond_chance(position: CucPosition, unit: Troop) -> Fraction:
    """CUC-HOLD: how likely a unit passes a test to respond, with the second die of drilled troops."""
    chance = at_least(respond_needed(position, unit)).chance(D10)
    return 1 - (1 - chance) ** 2 if unit.profile.drilled else chance
