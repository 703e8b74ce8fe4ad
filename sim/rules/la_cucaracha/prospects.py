"""What a player reckons with: what a shot, a charge or a place is worth, in exact figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sim.board.area import Area
from sim.engine.frozen import quickly_made
from sim.engine.setup import Objective
from sim.grid import Cell
from sim.rules.la_cucaracha.choices import Here
from sim.rules.la_cucaracha.commander_chances import (
    mean,
    mean_losses,
    melee_losses,
    nerve_odds,
    respond_chance,
    round_odds,
)
from sim.rules.la_cucaracha.geometry import flies
from sim.rules.la_cucaracha.scene import Scene, enemies, friends
from sim.rules.la_cucaracha.shooting import always_hasty, has_target_from, shot_area, shot_refusal
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.victory import standing
from sim.rules.la_cucaracha.walking import charge_ways
from sim.tabletop.inches import Way


def ready(here: Here) -> Iterator[Troop]:
    """Yield the units of the side that could still act this turn, in roster order."""
    return (unit for unit in friends(here.position, here.side) if not unit.acted)


def at_ease(here: Here) -> list[Troop]:
    """Return those of them that are neither fighting nor shaken."""
    return [unit for unit in ready(here) if not unit.fighting and not unit.shaken]


def worth(enemy: Troop) -> Fraction:
    """Return what a figure of an enemy is worth: the fewer are left the more, for the last one takes the points."""
    return Fraction(enemy.profile.points, enemy.figures)


def is_ahead(here: Here) -> bool:
    """Say whether the side would win if the battle ended now."""
    points = standing(here.position)
    ours = points[here.side]
    others = max(count for side, count in points.items() if side != here.side)
    return ours > others or (ours == others and here.battle.data.engagement.tie == here.side)


# -- shots -------------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Volley:
    """A volley that could be shot: who, at whom, and the figures and points to be hoped for."""

    unit: Troop
    target: Troop
    figures: Fraction
    points: Fraction

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id} at {self.target.id}"


def volley(position: Scene, unit: Troop, target: Troop, *, hasty: bool) -> Volley:
    """Return what a volley is worth."""
    hope = mean_losses(position, unit, target, hasty=hasty or always_hasty(position, unit))
    return Volley(unit, target, hope, hope * worth(target))


def volleys(position: Scene, unit: Troop, *, hasty: bool = False) -> list[Volley]:
    """Return every volley that a unit could shoot from where it stands."""
    return [
        volley(position, unit, enemy, hasty=hasty)
        for enemy in enemies(position, unit.side)
        if shot_refusal(position, unit, enemy) is None
    ]


def could_aim(position: Scene, unit: Troop) -> bool:
    """Say whether somebody would be in range and sight of a unit, were it loaded and deployed."""
    return has_target_from(position, unit, unit.place)


Zones = tuple[tuple[Troop, Area], ...]
"""Enemies, in roster order, and where a unit can shoot at each or be shot at by it."""


def targets(position: Scene, unit: Troop) -> Zones:
    """Return from where a unit, which is loaded and deployed or not, would have each enemy in range and sight."""
    free = [enemy for enemy in enemies(position, unit.side) if not enemy.fighting]
    return tuple((enemy, shot_area(position, unit, enemy, enemy.place)) for enemy in free)


def threats(position: Scene, unit: Troop) -> Zones:
    """Return where each enemy would have a unit in range and sight."""
    free = [enemy for enemy in enemies(position, unit.side) if not enemy.fighting]
    return tuple((enemy, shot_area(position, enemy, unit, enemy.place)) for enemy in free)


def exposure(position: Scene, unit: Troop, cell: Cell, threatened: Zones) -> Fraction:
    """Return the figures that a unit in a cell would lose if everybody who sees it there shot at it, hastily.

    Whoever asks of many cells looks once for what is threatened.
    """
    there = unit.changed(cell=cell)
    shooters = [enemy for enemy, zone in threatened if cell in zone]
    return sum((mean_losses(position, enemy, there, hasty=True) for enemy in shooters), Fraction(0))


# -- charges -----------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Onset:
    """A charge that could be made: who, at whom, by which way, and what is to be hoped for."""

    unit: Troop
    target: Troop
    way: Way
    won: Fraction
    lost: Fraction
    points: Fraction
    """Points to be won less points to be lost."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id} at {self.target.id}"


def onsets(position: Scene, unit: Troop) -> Iterator[Onset]:
    """Yield every charge that a unit could make, each by its shortest way."""
    for enemy in enemies(position, unit.side):
        ways = charge_ways(position, unit, enemy)
        if ways:
            cell = ways.cells[0]
            yield onset(position, unit, enemy, cell, ways[cell])


def onset(position: Scene, unit: Troop, enemy: Troop, cell: Cell, way: Way) -> Onset:
    """Return what a charge is worth: the target may not wait for it, and may shoot before it is met."""
    feared = Fraction(0)
    if not enemy.fighting and shot_refusal(position, enemy, unit) is None:
        shots = mean_losses(position, enemy, unit, hasty=not enemy.holding)
        feared = shots * respond_chance(position, enemy)
    there = unit.changed(cell=cell, figures=max(1, unit.figures - round(feared)))
    struck = melee_losses(position, there, enemy, charging=True, first=True)
    taken = melee_losses(position, enemy, there, first=True, defending=True)
    odds = round_odds(struck, taken)
    flight = Fraction(0) if enemy.fighting else nerve_odds(position, enemy).broken
    gain = mean(struck) * worth(enemy) + (odds.won + flight) * enemy.profile.points / 4
    loss = (mean(taken) + feared) * worth(unit) + odds.lost * unit.profile.points / 4
    return Onset(unit, enemy, way, odds.won, odds.lost, gain - loss)


# -- objectives --------------------------------------------------------------------------------------------------


def objectives(position: Scene) -> tuple[Objective, ...]:
    """Return the objectives of the battle."""
    return position.battle.data.engagement.objectives


def held_by(position: Scene, objective: Objective) -> str | None:
    """Return who holds an objective."""
    return dict(position.state.holders).get(objective.id)


def guards(position: Scene, unit: Troop) -> Objective | None:
    """Return the objective that a unit alone of its side keeps from the enemy; None for one that may go."""
    if flies(position, unit):
        return None
    for objective in objectives(position):
        cells = set(objective.cells)
        if unit.cell in cells and not any(
            friend.cell in cells for friend in friends(position, unit.side) if friend.id != unit.id
        ):
            return objective
    return None
