"""Where a counter can move by one action, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sim.board.area import Area
from sim.board.movement import Mover, StepCost, step_cost
from sim.board.terrain import Kind
from sim.engine.check import Check
from sim.engine.mending import mended_surroundings
from sim.engine.orders import Refusal
from sim.grid import Cell, Edge
from sim.memo import memo
from sim.rules.conflict_of_heroes.ground.zones import enemy_short_zones, enemy_zones, in_front, lines_of
from sim.rules.conflict_of_heroes.state import CohPosition, Counter, friends, marker_of, opponents, stands_alike

ROAD = "road"
"""The kind of way that wheels win hexes along."""


@dataclass(frozen=True)
class MovePath:
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


def cannot_move(position: CohPosition, unit: Counter) -> Refusal | None:
    """COH-HIT: say why a counter cannot move or pivot at all; None if it can."""
    marker, name = marker_of(position, unit), unit.name
    if marker and (marker.no_move or marker.only_rally):
        return Refusal(f"{name} {name:is|are} {marker.name.lower()} and cannot move or turn", "COH-HIT")
    return None


def has_feature(position: CohPosition, cell: Cell, *kinds: str) -> bool:
    """Say whether there is wire in a hex, or mines, or smoke."""
    return any(feature.id in kinds for feature in position.ground.features_at(cell))


def step_of(position: CohPosition, unit: Counter, here: Cell, there: Cell) -> StepCost:
    """Return what one step costs on this ground, or what bars it."""
    return step_cost(position.ground, Mover(unit.profile.movement, unit.profile.move_ap), here, there)


@memo(of=lines_of, by=lambda position, unit, there: (
    position.battle.data, unit.cell, unit.facing, unit.profile.id, unit.hit, there
))  # fmt: skip
def cost_of_step(position: CohPosition, unit: Counter, there: Cell) -> Check | None:
    """Return what the first hex of a move costs; None where it cannot be entered (base game 4, 12, 15)."""
    if not (step := step_of(position, unit, unit.place, there)):
        return None
    check = Check("cost").plus(unit.profile.move_ap, "move")
    check = check.plus(step.cost - unit.profile.move_ap, "ground and slope")
    if not unit.is_rumour and not in_front(position, unit, there):
        check = check.plus(position.battle.data.numbers.backward_ap, "backwards")
    return _with_marker(position, unit, check)


def cost_of_move(position: CohPosition, unit: Counter, way: tuple[Cell, ...]) -> Check:
    """Return what a move costs; a hidden counter pays the same on any ground."""
    if unit.hidden:
        hidden = Check("cost").plus(position.battle.data.numbers.hide_ap, "hidden move")
        return _with_marker(position, unit, hidden)
    return (cost_of_step(position, unit, way[0]) if way else None) or Check("cost")


def cost_of_pivot(position: CohPosition, unit: Counter) -> Check:
    """Return what it costs to turn."""
    return _with_marker(position, unit, Check("cost").plus(position.battle.data.numbers.pivot_ap, "pivot"))


def _with_marker(position: CohPosition, unit: Counter, cost: Check) -> Check:
    marker = marker_of(position, unit)
    return cost.plus(marker.move_ap, f"hit: {marker.name}") if marker else cost


def all_move_paths(position: CohPosition, unit: Counter) -> tuple[MovePath, ...]:
    """Return every move that one action allows: each neighbour, and for vehicles the hexes won beyond it.

    Several ways may lead to the same hex; a vehicle takes whichever it likes.
    """
    if cannot_move(position, unit) or unit.cell is None:
        return ()
    found, barred = _move_paths(position, unit), barred_hexes(position, unit)
    if unit.profile.wheels or unit.profile.tracks:
        held = enemy_hexes(position, unit.side)
        if not held.isdisjoint(_crossed(position, unit)):
            found = tuple([way for way in found if held.isdisjoint(way.cells[:-1])])
    return tuple(way for way in found if barred.isdisjoint(way.cells)) if barred else found


@memo
def enemy_hexes(position: CohPosition, side: str) -> frozenset[Cell]:
    """Return the hexes beyond which nobody of a side wins another: those of enemies that are known to it."""
    return frozenset([enemy.place for enemy in opponents(position, side)])


def _what_paths_depend_on(position: CohPosition, unit: Counter) -> Hashable:
    """Say what the paths of a counter depend on, wherever others are."""
    bonus = unit.profile.wheels, unit.profile.tracks
    return position.battle.data, unit.place, unit.facing, unit.profile.id, bonus, unit.hit


@memo(of=lines_of, by=_what_paths_depend_on, most=2_000)
def _move_paths(position: CohPosition, unit: Counter) -> tuple[MovePath, ...]:
    """Return every move that the ground allows, as if nobody were in the way."""
    around = [there for there in position.map.grid.neighbours(unit.place) if there in position.map]
    costs = [(there, cost) for there in around if (cost := cost_of_step(position, unit, there)) is not None]
    return tuple(
        MovePath((there, *further), cost) for there, cost in costs for further in ((), *_bonus(position, unit, there))
    )


@memo(of=lines_of, by=_what_paths_depend_on, most=2_000)
def _crossed(position: CohPosition, unit: Counter) -> frozenset[Cell]:
    """Return the hexes that some of these moves go beyond."""
    return frozenset([cell for way in _move_paths(position, unit) for cell in way.cells[:-1]])


def is_move_path(position: CohPosition, unit: Counter, cells: tuple[Cell, ...]) -> bool:
    """Say whether one action takes a counter along these hexes."""
    return any(way.cells == cells for way in all_move_paths(position, unit))


def move_paths(position: CohPosition, unit: Counter) -> tuple[MovePath, ...]:
    """Return one move to each hex within one action: the cheapest, and of those the shortest."""
    return one_to_each(all_move_paths(position, unit), lambda way: ())


def one_to_each(found: tuple[MovePath, ...], worse: Callable[[MovePath], tuple[int, ...]]) -> tuple[MovePath, ...]:
    """Keep one path to each hex: the one that is least worse, then the cheapest, the shortest, the first."""

    def rank(way: MovePath) -> tuple[tuple[int, ...], int, int]:
        return worse(way), way.cost.total, len(way.cells)

    best: dict[Cell, MovePath] = {}
    for way in found:
        known = best.setdefault(way.end, way)
        if known is not way and rank(way) < rank(known):
            best[way.end] = way
    return found if len(best) == len(found) else tuple(best.values())


def barred_hexes(position: CohPosition, unit: Counter) -> frozenset[Cell]:
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


class Bonus(NamedTuple):
    """COH-BONUS: the bonus hexes that a vehicle has left: those of its wheels, and those of its tracks."""

    wheels: int
    tracks: int

    def after(self, gain: Gain) -> Bonus | None:
        """Return what is left after one more hex; None if it cannot be won. On a road the wheels go first."""
        if gain.by_road and self.wheels:
            return self._replace(wheels=self.wheels - 1)
        return self._replace(tracks=self.tracks - 1) if self.tracks and (gain.by_road or gain.by_tracks) else None


class Gain(NamedTuple):
    """COH-BONUS: what a step means for the bonus hexes of a vehicle."""

    by_road: bool
    """Can be won as a bonus hex of a wheel or of a track."""
    by_tracks: bool
    """Can be won as a bonus hex of a track."""
    ends_it: bool
    """Nothing is won after it, nor by it."""


NO_GAIN = Gain(by_road=False, by_tracks=False, ends_it=True)


def _bonus(position: CohPosition, unit: Counter, first: Cell) -> list[tuple[Cell, ...]]:
    """COH-BONUS: the further hexes a vehicle wins: by wheels from road to road, by tracks over road or open ground.

    None after a first step that was difficult, backwards or hampered. Nor beyond an enemy's hex: see `all_move_paths`.
    """
    bonus = Bonus(unit.profile.wheels, unit.profile.tracks)
    easy = any(bonus) and in_front(position, unit, first) and not gain(position, unit, unit.place, first).ends_it
    found: list[tuple[Cell, ...]] = []
    edge: list[tuple[tuple[Cell, ...], Bonus]] = [((first,), bonus)] if easy else []
    while edge:
        edge = [
            ((*way, there), after)
            for way, left in edge
            for there, gained in _gains(position, unit, way[-1])
            if there != unit.place and there not in way and (after := left.after(gained)) is not None
        ]
        found += [way[1:] for way, _ in edge]
    return found


@memo(of=lines_of, by=lambda position, unit, here: (unit.profile.movement, unit.profile.move_ap, here))
def _gains(position: CohPosition, unit: Counter, here: Cell) -> tuple[tuple[Cell, Gain], ...]:
    """COH-BONUS: return the hexes around another that can be won from it, and how."""
    around = [there for there in position.map.grid.neighbours(here) if there in position.map]
    gains = [(there, gain(position, unit, here, there)) for there in around]
    return tuple([(there, gained) for there, gained in gains if gained.by_road or gained.by_tracks])


def gain(position: CohPosition, unit: Counter, here: Cell, there: Cell) -> Gain:
    """COH-BONUS: say whether one more hex is won along a road, or by tracks in the open, and what ends a bonus."""
    ground, link, profile = position.ground, Edge.between(here, there), unit.profile
    way, side = ground.way_at(link), ground.edge_at(link)
    # A way leads through a wall and over ploughed land; it does not take wire or mines off.
    passed: list[Kind] = [*ground.features_at(there)]
    if way is None or profile.movement not in way.move:
        passed += [ground.terrain_at(there)] if side is None else [ground.terrain_at(there), side]
    step = step_of(position, unit, here, there)
    if not step or step.cost > profile.move_ap or any("bonus_lost" in kind.traits for kind in passed):
        return NO_GAIN
    by_road = way is not None and way.id == ROAD
    return Gain(by_road, "easy_going" in ground.terrain_at(there).traits, ends_it=False)


@memo(of=lines_of, by=_what_paths_depend_on, most=2_000)
def _entered(position: CohPosition, unit: Counter) -> Area:
    """Return the hexes that one action could take a counter to or through, and its own."""
    return position.map.area(unit.place, *(cell for way in _move_paths(position, unit) for cell in way.cells))


around = mended_surroundings(friends, enemy_zones, _entered, stands_alike)
"""Returns what a counter has around it, with which answers about its moves are kept."""


@memo(of=around, by=lambda position, unit: ())
def enterable(position: CohPosition, unit: Counter) -> tuple[MovePath, ...]:
    """COH-5.3-stack, COH-5.1-cc: the moves an AI may make: no stacking with AIs, no close combat for crewed weapons.

    COH-WAYS: of the ways to one hex the one that goes through fewest hexes at short range, then under fire.
    """
    found, at = all_move_paths(position, unit), position.state.units.at
    if any(len(way.cells) > 1 for way in found):
        areas = [each(position, unit.side).area for each in (enemy_short_zones, enemy_zones)]
        found = one_to_each(found, lambda way: tuple(sum(cell in area for cell in way.cells) for area in areas))

    def may_end(here: tuple[Counter, ...]) -> bool:
        return not unit.profile.crewed and all(other.side != unit.side for other in here)

    return tuple([way for way in found if not (here := at(way.end)) or may_end(here)])
