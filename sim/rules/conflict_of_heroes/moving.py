"""Where a counter can move by one action, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sim.board.movement import Mover, StepCost, step_cost
from sim.engine.check import Check
from sim.engine.keeping import Kept
from sim.grid import Cell, Edge
from sim.rules.conflict_of_heroes.units import Counter, Scene, marker_of
from sim.rules.conflict_of_heroes.zones import in_front

OPEN_TO_TRACKS = ("open", "brush", "grain")
"""Ground on which a track symbol gains a hex; ploughed land and anything with a cost is not."""
HAMPERING = ("wire", "mines", "trench", "heavy_smoke")
ROAD = "road"


@dataclass(frozen=True)
class Way:
    """A move that one action allows: the hexes entered, and its cost."""

    cells: tuple[Cell, ...]
    cost: Check

    @cached_property
    def end(self) -> Cell:
        """The hex it ends in."""
        return self.cells[-1]

    @cached_property
    def subject(self) -> Cell:
        """What notes call it."""
        return self.end


def cannot_move(position: Scene, unit: Counter) -> str | None:
    """Say why a counter cannot move or pivot at all; None if it can."""
    marker = marker_of(position, unit)
    if marker and (marker.no_move or marker.only_rally):
        return f"{unit.id} is {marker.name.lower()}"
    return None


def step_of(position: Scene, unit: Counter, here: Cell, there: Cell) -> StepCost:
    """Return what the ground asks for one step."""
    return step_cost(position.ground, Mover(unit.profile.movement, unit.profile.move_ap), here, there)


def cost_of_step(position: Scene, unit: Counter, there: Cell) -> Check | None:
    """Return what the first hex of a move costs; None where it cannot be entered (base game 4, 12, 15)."""
    key = (position.lines, position.battle.data, unit.cell, unit.facing, unit.profile, unit.hit, there)
    return _COSTS.answer(key, _cost_of_step, position, unit, there)


_COSTS: Kept[Check | None] = Kept()


def _cost_of_step(position: Scene, unit: Counter, there: Cell) -> Check | None:
    step = step_of(position, unit, unit.place, there)
    if not step:
        return None
    numbers, marker = position.battle.data.numbers, marker_of(position, unit)
    check = Check("cost").plus(unit.profile.move_ap, "move")
    check = check.plus(step.cost - unit.profile.move_ap, "ground and slope")
    if not unit.is_rumour and not in_front(position, unit, there):
        check = check.plus(numbers.backward_ap, "backwards")
    return check.plus(marker.move_ap if marker else 0, f"hit: {marker.name}" if marker else "")


def ways(position: Scene, unit: Counter) -> tuple[Way, ...]:
    """Return every move that one action allows: each neighbour, and for vehicles the hexes won beyond it."""
    if cannot_move(position, unit) or unit.cell is None:
        return ()
    # Where enemies stand matters to vehicles alone: they win nothing beyond an enemy's hex.
    bonus = unit.profile.wheels + unit.profile.tracks
    enemies = tuple(other.cell for other in position.state.units if other.side != unit.side) if bonus else ()
    key = (position.lines, position.battle.data, unit.place, unit.facing, unit.profile, unit.hit, enemies)
    found = _WAYS.answer(key, _ways, position, unit)
    barred = barred_hexes(position, unit)
    return tuple(way for way in found if barred.isdisjoint(way.cells)) if barred else found


def barred_hexes(position: Scene, unit: Counter) -> frozenset[Cell]:
    """Return where a counter may not withdraw to from close combat (base game 6).

    An enemy who has just entered its hex bars the hex that he came from and the two beside it:

        2 1 2       The enemy came from 1 into the hex of @. In the turn after that @ may leave to 3, and not to 1 or 2.
         3@3        The figures beside each other are the six neighbours of @, beginning on top.
          3

    Ruling: this holds for one turn of the side that was walked in on, as in the published game; after it the enemy is
    as much a defender there as anybody.
    """
    here = position.state.units.at(unit.place)
    if len(here) == 1 and here[0].side == unit.side:
        return _NOWHERE
    neighbours = position.map.grid.neighbours
    barred: set[Cell] = set()
    for other in here:
        if other.side != unit.side and other.came_from is not None:
            barred |= {other.came_from, *({*neighbours(other.came_from)} & {*neighbours(unit.place)})}
    return frozenset(barred)


_NOWHERE: frozenset[Cell] = frozenset()
_WAYS: Kept[tuple[Way, ...]] = Kept(most=2_000)
"""Fewer than of other answers: each has dozens of cells in it, and a battle asks for a hundred or so."""


def _ways(position: Scene, unit: Counter) -> tuple[Way, ...]:
    found = []
    for there in position.map.grid.neighbours(unit.place):
        if there not in position.map:
            continue
        cost = cost_of_step(position, unit, there)
        if cost is not None:
            found.append(Way((there,), cost))
            found += [Way((there, *further), cost) for further in _bonus(position, unit, there, cost)]
    return tuple(_cheapest(found))


def _cheapest(found: list[Way]) -> list[Way]:
    """Keep of the ways to one hex the cheapest, and of those the shortest."""
    best: dict[Cell, Way] = {}
    for way in found:
        known = best.get(way.end)
        if known is None or (way.cost.total, len(way.cells)) < (known.cost.total, len(known.cells)):
            best[way.end] = way
    return list(best.values())


def _bonus(position: Scene, unit: Counter, first: Cell, cost: Check) -> list[tuple[Cell, ...]]:
    """Return the further hexes a vehicle wins: by wheels from road to road, by tracks over road or open ground.

    Nothing is won if the first hex was difficult or entered backwards.
    """
    profile = unit.profile
    if not (profile.wheels or profile.tracks) or cost.total > profile.move_ap or _enemies_in(position, unit, first):
        return []
    found: list[tuple[Cell, ...]] = []
    edge: list[tuple[Cell, ...]] = [(first,)]
    for left in range(profile.wheels + profile.tracks, 0, -1):
        onward = [
            (*way, there)
            for way in edge
            for there in position.map.grid.neighbours(way[-1])
            if there not in (unit.place, *way) and _gains(position, unit, way[-1], there, left)
        ]
        found += [way[1:] for way in onward]
        edge = [way for way in onward if not _enemies_in(position, unit, way[-1])]
    return found


def _gains(position: Scene, unit: Counter, here: Cell, there: Cell, left: int) -> bool:
    """Say whether one more hex is free: road to road for anybody, open ground while there are tracks to spend."""
    if there not in position.map:
        return False
    step = step_of(position, unit, here, there)
    if not step or step.cost > unit.profile.move_ap or _hampered(position, here, there):
        return False
    way = position.ground.way_at(Edge.between(here, there))
    if way is not None and way.id == ROAD:
        return True
    used = unit.profile.wheels + unit.profile.tracks - left
    return used < unit.profile.tracks and position.ground.terrain_at(there).id in OPEN_TO_TRACKS


def _hampered(position: Scene, here: Cell, there: Cell) -> bool:
    """Say whether something lies in or between two hexes that no vehicle drives over for nothing (base game 15)."""
    if position.ground.edge_at(Edge.between(here, there)) is not None:
        return position.ground.way_at(Edge.between(here, there)) is None
    features = (*position.ground.features_at(here), *position.ground.features_at(there))
    return any(feature.id in HAMPERING for feature in features)


def _enemies_in(position: Scene, unit: Counter, cell: Cell) -> bool:
    return any(other.side != unit.side and not other.hidden for other in position.state.units.at(cell))
