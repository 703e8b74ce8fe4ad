"""What the player's stand-in reckons with: what shots are worth, who sees what, where units are wanted and by when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from sim.board.sight import LinesOfSight
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.play.tally import Exit
from sim.rules.ambush_alley.activations import is_able
from sim.rules.ambush_alley.choices import Here
from sim.rules.ambush_alley.fire import fire_refusal, losses, mobs_in_line
from sim.rules.ambush_alley.odds import mean
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Scene, insurgents, regulars
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.victory import accomplished
from sim.rules.ambush_alley.walking import allowance, leads
from sim.solo.priority import Shown
from sim.tabletop.inches import within

VALUABLE = 2
"""Points for leaving the table that make a unit one that the others escort."""
ESCORT, GUNS = 6, 10
"""Inches from who is escorted, and from a place that men search, that are near enough."""


def shown(number: Fraction) -> Shown:
    """Show a fraction as players would."""
    return Shown(number, f"{float(number):.2f}")


# -- shots -------------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Shot:
    """Fire of a unit at an enemy that is possible now."""

    unit: Team
    target: Team
    kills: Fraction
    """How many it is likely to hit."""
    mobs: int
    """Crowds in the line of fire."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.target.id


def shots(position: Scene, unit: Team) -> Iterator[Shot]:
    """Yield what a unit could fire at, in roster order."""
    for enemy in insurgents(position):
        if unit.cell is not None and fire_refusal(position, unit, enemy) is None:
            yield shot(position, unit, enemy)


def shot(position: Scene, unit: Team, enemy: Team, *, reacting: bool = False) -> Shot:
    """Reckon what fire at an enemy is worth."""
    kills = mean(losses(position, unit, enemy, reacting=reacting))
    return Shot(unit, enemy, kills, len(mobs_in_line(position, unit, enemy)))


# -- who sees ----------------------------------------------------------------------------------------------------


def watchers(position: Scene) -> list[int]:
    """Return, by the ordinal of every cell, how many Insurgents see it."""
    return _watchers(position.lines, tuple(enemy.place for enemy in insurgents(position)))


@lru_cache(maxsize=64)
def _watchers(lines: LinesOfSight, cells: tuple[Cell, ...]) -> list[int]:
    counts = np.zeros(len(lines.ground.map.cells), dtype=np.int64)
    for cell in cells:
        counts += lines.field_of_view(cell).mask()
    return [int(count) for count in counts]


def is_seen(position: Scene, cell: Cell) -> bool:
    """Say whether some Insurgent sees a cell."""
    return watchers(position)[position.map.ordinal(cell)] > 0


# -- where one is wanted -----------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Errand:
    """A unit and where it is wanted."""

    unit: Team
    cells: tuple[Cell, ...]
    goal: Cell
    """The nearest of the cells by the way there."""
    way: int
    """Half inches that are left to go."""
    rank: int
    """What comes first: a lower number does."""
    what: str

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id}: {self.what}"


def turns_left(here: Here) -> int:
    """Return how many turns are left, this one included; many where there is no last one."""
    last = here.battle.turns
    return 99 if last is None else max(1, last - here.state.turn + 1)


def own(here: Here) -> list[Team]:
    """Return the Regulars who can do something, those aboard vehicles too, in roster order."""
    return [unit for unit in here.state.units if unit.side == here.side and is_able(unit)]


def exits_for(here: Here, unit: Team) -> list[Exit]:
    """Return the exits over which a unit is rewarded for leaving."""
    return [
        each
        for each in here.battle.data.mission.exits
        if each.side == unit.side and each.points > 0 and (not each.units or unit.id in each.units)
    ]


def is_valuable(here: Here, unit: Team) -> bool:
    """Say whether the others have to see a unit off the table."""
    return any(each.points >= VALUABLE for each in exits_for(here, unit))


def errand_to(here: Here, unit: Team, cells: tuple[Cell, ...], rank: int, what: str) -> Errand | None:
    """Return the errand to the nearest of some cells; None where there is no way, or the unit is there."""
    if unit.cell is None or unit.cell in cells:
        return None
    found = [(cost, cell) for cell in cells if (cost := _way(here.position, unit, cell)) is not None]
    if not found:
        return None
    way, goal = min(found, key=lambda each: (each[0], here.position.map.ordinal(each[1])))
    return Errand(unit, cells, goal, way, rank, what)


def _way(position: Scene, unit: Team, cell: Cell) -> int | None:
    return leads(position, unit, cell).cost(unit.place)


def undone(here: Here) -> list[Task]:
    """Return the places where there is something to be done."""
    objectives = here.battle.data.mission.objectives
    return [each for each in objectives if each.kind != "hold" and not accomplished(here.position, each)]


def to_hold(here: Here) -> list[Task]:
    """Return the places that count at the end."""
    return [each for each in here.battle.data.mission.objectives if each.kind == "hold"]


def guards(here: Here, unit: Team) -> bool:
    """Say whether a unit holds a place that no other Regular holds."""
    return any(
        unit.cell in each.cells
        and not any(other.id != unit.id and other.cell in each.cells for other in regulars(here.position))
        for each in to_hold(here)
    )


def errands(here: Here, unit: Team) -> Iterator[Errand]:
    """Yield where a unit is wanted; nothing for one that cannot move, or guards a place."""
    if unit.cell is None or not allowance(here.position, unit, "cautious"):
        return
    for found in (*_away(here, unit), *_to_do(here, unit), *_company(here, unit), *_posts(here, unit)):
        if found is not None:
            yield found
    yield from _hot_spots(here, unit)


def _away(here: Here, unit: Team) -> Iterator[Errand | None]:
    """The way out: at once for who is valuable; for the others when nothing else is to be done, or it is time."""
    exits = exits_for(here, unit)
    if not exits:
        return
    cells = tuple(cell for each in exits for cell in each.cells)
    if is_valuable(here, unit):
        yield errand_to(here, unit, cells, 0, "to the exit")
        return
    found = errand_to(here, unit, cells, 5, "to the exit")
    if found is None or guards(here, unit):
        return
    waiting = undone(here) or any(is_valuable(here, other) for other in own(here) if other.id != unit.id)
    if not waiting:
        yield found
    elif found.way >= allowance(here.position, unit, "cautious") * (turns_left(here) - 1):
        yield errand_to(here, unit, cells, 1, "to the exit in time")


def _to_do(here: Here, unit: Team) -> Iterator[Errand | None]:
    """Places to search and to reach; vehicles search nothing, but their guns are welcome there."""
    for objective in undone(here):
        if unit.profile.kind == "vehicle" and objective.kind != "reach":
            if not any(within(here.position, unit.place, cell, GUNS) for cell in objective.cells):
                yield errand_to(here, unit, objective.cells, 4, f"with guns to {objective.title}")
        elif not guards(here, unit) and not _enough_others(here, unit, objective):
            yield errand_to(here, unit, objective.cells, 2, f"to {objective.title}")


def _enough_others(here: Here, unit: Team, objective: Task) -> bool:
    """Say whether two others on foot are nearer to a place."""
    cell, squared = objective.cells[0], here.position.map.grid.squared
    near = squared(unit.place, cell)
    others = [each for each in regulars(here.position) if each.profile.kind == "team" and each.id != unit.id]
    return sum(squared(each.place, cell) < near for each in others) >= 2


def _company(here: Here, unit: Team) -> Iterator[Errand | None]:
    """Who is to be escorted: go with them."""
    if is_valuable(here, unit) or guards(here, unit):
        return
    for other in regulars(here.position):
        if is_valuable(here, other) and not within(here.position, unit.place, other.place, ESCORT):
            yield errand_to(here, unit, (other.place,), 3, f"to {other.id}")


def _posts(here: Here, unit: Team) -> Iterator[Errand | None]:
    """Places to hold that no Regular holds."""
    if is_valuable(here, unit) or guards(here, unit):
        return
    for objective in to_hold(here):
        if not any(other.cell in objective.cells for other in regulars(here.position)):
            yield errand_to(here, unit, objective.cells, 4, f"to hold {objective.title}")


def _hot_spots(here: Here, unit: Team) -> Iterator[Errand]:
    """Hot spots that a single move puts out of action, with no Insurgent near."""
    if is_valuable(here, unit) or guards(here, unit) or unit.profile.kind == "vehicle":
        return
    numbers, position = here.battle.data.numbers, here.position
    for spot in here.state.hot_spots:
        clear = not any(
            within(position, spot.cell, enemy.place, numbers.hot_spot_clear + numbers.hot_spot_taken)
            for enemy in insurgents(position)
        )
        if spot.active and clear and not within(position, unit.place, spot.cell, numbers.hot_spot_taken):
            found = errand_to(here, unit, (spot.cell,), 1, f"to the hot spot in {position.name(spot.cell)}")
            if found is not None and found.way <= allowance(position, unit, "cautious"):
                yield found
