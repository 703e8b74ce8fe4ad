"""Where units are wanted: places to search, to reach and to hold, hot spots, exits, and who is escorted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sim.grid import Cell
from sim.memo import memo
from sim.play import commander
from sim.play.tally import Exit
from sim.rules.ambush_alley.ground.moves import allowance, nearest_of
from sim.rules.ambush_alley.state import AasSituation, Task, Team, insurgents, regulars
from sim.tabletop.inches import within

VALUABLE = 2
"""Points for leaving the table that make a unit one that the others escort."""
OUT = 4
"""Errands of this rank and later ones are worth less than to get away."""
ESCORT, GUNS, NEAR = 6, 10, 6
"""Near enough, in inches: from whoever is escorted, from a place that men search, and from one where men get out."""


class Errand(NamedTuple):
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


def turns_left(here: AasSituation) -> int:
    """Return how many turns are left, this one included; many where there is no last one."""
    last = here.battle.turns
    return 99 if last is None else max(1, last - here.state.turn + 1)


def exits_for(here: AasSituation, unit: Team) -> list[Exit]:
    """Return the exits over which a unit is rewarded for leaving."""
    return [each for each in here.battle.data.mission.exits_of(unit) if each.points > 0]


def is_valuable(here: AasSituation, unit: Team) -> bool:
    """Say whether the others have to see a unit off the table."""
    return any(each.points >= VALUABLE for each in exits_for(here, unit))


def undone(here: AasSituation) -> list[Task]:
    """Return the places where there is something to be done."""
    objectives = here.battle.data.mission.objectives
    return [each for each in objectives if each.kind != "hold" and not each.is_accomplished(here.state)]


def to_hold(here: AasSituation) -> list[Task]:
    """Return the places that count at the end."""
    return [each for each in here.battle.data.mission.objectives if each.kind == "hold"]


def guards(here: AasSituation, unit: Team) -> bool:
    """Say whether a unit holds a place that no other Regular holds."""
    return commander.keeps_alone(unit, regulars(here.position), to_hold(here))


def errand_to(here: AasSituation, unit: Team, cells: tuple[Cell, ...], rank: int, what: str) -> Iterator[Errand]:
    """Yield the errand to the nearest of some cells; nothing where there is no way, or the unit is there."""
    place = unit.cell
    if place is not None and place not in cells and (found := nearest_of(here.position, unit, cells)):
        yield Errand(unit, cells, found[1], found[0], rank, what)


@memo(of=lambda here, _: here.position, by=lambda here, unit: (here.side, unit.id))
def errands(here: AasSituation, unit: Team) -> tuple[Errand, ...]:
    """Return where a unit is wanted; nothing for one that cannot move, or guards a place."""
    return tuple(_errands(here, unit))


def _errands(here: AasSituation, unit: Team) -> Iterator[Errand]:
    if unit.cell is None or not allowance(here.position, unit, "cautious"):
        return
    yield from _away(here, unit)
    yield from _to_do(here, unit)
    if is_valuable(here, unit) or guards(here, unit):
        return
    # Who is to be escorted: go with them.
    for other in regulars(here.position):
        if is_valuable(here, other) and not within(here.position, unit.place, other.place, ESCORT):
            yield from errand_to(here, unit, (other.place,), 3, f"to {other.id}")
    for objective in to_hold(here):
        if not any(other.cell in objective.cells for other in regulars(here.position)):
            yield from errand_to(here, unit, objective.cells, 4, f"to hold {objective.title}")
    yield from _hot_spots(here, unit)


def _away(here: AasSituation, unit: Team) -> Iterator[Errand]:
    """The way out: at once for whoever is valuable; for the others when nothing else is to be done, or it is time."""
    cells = tuple(cell for each in exits_for(here, unit) for cell in each.cells)
    if is_valuable(here, unit):
        yield from errand_to(here, unit, cells, 0, "to the exit")
        return
    found = next(errand_to(here, unit, cells, 5, "to the exit"), None)
    if found is None or guards(here, unit):
        return
    others = (each for each in here.state.units.of(here.side) if each.is_able and each.id != unit.id)
    if not undone(here) and not any(is_valuable(here, other) for other in others):
        yield found
    elif found.way >= allowance(here.position, unit, "cautious") * (turns_left(here) - 1):
        yield found._replace(rank=1, what="to the exit in time")


def _to_do(here: AasSituation, unit: Team) -> Iterator[Errand]:
    """Places to search and to reach; vehicles search nothing, but their guns are welcome there.

    Two others on foot who are nearer to a place are enough.
    """
    squared = here.position.map.grid.squared
    men = [each for each in regulars(here.position) if each.profile.kind == "team" and each.id != unit.id]
    for objective in undone(here):
        first = objective.cells[0]
        if unit.profile.kind == "vehicle" and objective.kind != "reach":
            if not any(within(here.position, unit.place, cell, GUNS) for cell in objective.cells):
                yield from errand_to(here, unit, objective.cells, 4, f"to {objective.title} with its guns")
        elif guards(here, unit):
            continue
        elif sum(squared(each.place, first) < squared(unit.place, first) for each in men) < 2:
            yield from errand_to(here, unit, objective.cells, 2, f"to {objective.title}")


def _hot_spots(here: AasSituation, unit: Team) -> Iterator[Errand]:
    """Hot spots that a single move puts out of action, with no Insurgent near."""
    numbers, position = here.battle.data.numbers, here.position
    clear = numbers.hot_spot_clear + numbers.hot_spot_taken
    for spot in here.state.hot_spots if unit.profile.kind != "vehicle" else ():
        if not spot.active or within(position, unit.place, spot.cell, numbers.hot_spot_taken):
            continue
        if not any(within(position, spot.cell, enemy.place, clear) for enemy in insurgents(position)):
            found = errand_to(here, unit, (spot.cell,), 1, f"to the hot spot in {position.name(spot.cell)}")
            yield from (each for each in found if each.way <= allowance(position, unit, "cautious"))


def errand_of(here: AasSituation, unit: Team) -> Errand | None:
    """Return where a unit is wanted most, without a note."""
    return min(errands(here, unit), key=lambda each: (each.rank, each.way), default=None)


def is_late(here: AasSituation, errand: Errand) -> bool:
    """Say whether Cautious moves would hardly bring a unit there in time."""
    return errand.way * 4 > allowance(here.position, errand.unit, "cautious") * 3 * turns_left(here)
