"""What an order can be aimed at: Units and objectives, and which of them one AI has in mind (rules 5.0, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from sim.engine.check import Check
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.conflict_of_heroes.combat.attacks import attack, firepower, hex_defence
from sim.rules.conflict_of_heroes.solo.grammar import Order, TargetFilter
from sim.rules.conflict_of_heroes.units import CohData, CohState, Counter, Scene, marker_of, opponents
from sim.solo.situation import Situation

Here = Situation[CohState, CohData]
FAR = 1 << 20
"""Further than anything on a map."""


# -- targets --------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Aim:
    """Something that an order can be aimed at: a Unit, or a mission objective (COH-5.0-obj)."""

    subject: str
    cells: tuple[Cell, ...]
    unit: Counter | None = None

    def hexes_from(self, position: Scene, cell: Cell) -> int:
        """Return the distance of its nearest hex."""
        distance, cells = position.battle.map.grid.distance, self.cells
        return distance(cell, cells[0]) if len(cells) == 1 else min(distance(cell, here) for here in cells)

    def nearest(self, position: Scene, cell: Cell) -> Cell:
        """Return its hex nearest to a cell; the first in map order of several."""
        return min(self.cells, key=lambda here: position.map.distance(cell, here))


@lru_cache(maxsize=256)
def aims(position: Scene, order: Order, side: str) -> tuple[Aim, ...]:
    """COH-5.0-obj: everything on the map that the order's target words fit."""
    if order.target is None:
        return ()
    if order.target.kind == "Objective":
        return tuple(_objective_aims(position, order, side))
    found, tests = _unit_aims(position, side), _tests(order.target.filters)
    return tuple([aim for aim in found if aim.unit and _fits(position, aim.unit, tests)]) if tests else found


@lru_cache(maxsize=64)
def _unit_aims(position: Scene, side: str) -> tuple[Aim, ...]:
    """Return the Units that a side can aim at; the orders of a card, one after the other, all begin with these."""
    return tuple([Aim(unit.id, (unit.place,), unit) for unit in opponents(position, side)])


def _objective_aims(position: Scene, order: Order, side: str) -> list[Aim]:
    assert order.target is not None
    wanted = "player_controlled" in order.target.filters
    return [
        Aim(objective.id, objective.cells)
        for objective in position.battle.data.objectives.values()
        # Nobody's name is empty: what nobody holds, the player does not hold either.
        if not wanted or position.state.holder(objective.id) not in (None, "", side)
    ]


Test = Callable[[Scene, Counter], bool]
_TARGET_TESTS: dict[str, Test] = {
    "hit": lambda position, unit: bool(unit.hit),
    "unhit": lambda position, unit: not unit.hit,
    "spent": lambda position, unit: unit.spent,
    "fresh": lambda position, unit: unit.fresh,
    "foot": lambda position, unit: unit.profile.kind == "foot",
    "vehicle": lambda position, unit: unit.profile.kind == "vehicle",
    "in_open": lambda position, unit: not in_cover(position, unit),
}


@cache
def _tests(filters: tuple[TargetFilter, ...]) -> tuple[Test, ...]:
    return tuple(_TARGET_TESTS[word] for word in filters if word in _TARGET_TESTS)


def _fits(position: Scene, unit: Counter, tests: tuple[Test, ...]) -> bool:
    return all(test(position, unit) for test in tests)


def in_cover(position: Scene, unit: Counter) -> bool:
    """Say whether the hex of a counter shelters it; water, which does the opposite, is no cover."""
    return hex_defence(position, unit) > 0


# -- the targets of one AI ------------------------------------------------------------------------------------


def words_of(order: Order) -> tuple[TargetFilter, ...]:
    """Return what an order says of its target."""
    return order.target.filters if order.target else ()


@lru_cache(maxsize=2048)
def targets(position: Scene, id_: str, order: Order) -> tuple[Aim, ...]:
    """COH-5.0-hfp: what an order means to one AI that is to move, rally or turn: the lowest or highest of what fits."""
    unit = position.state.unit(id_)
    return tuple(singled_out(position, unit, meant(position, unit, order), order))


def meant(position: Scene, unit: Counter, order: Order) -> list[Aim]:
    """Return what the words of an order can mean to one AI: of adjacent targets those next to it, and no others."""
    found = aims(position, order, unit.side)
    if "adjacent" not in words_of(order):
        return list(found)
    return [aim for aim in found if aim.hexes_from(position, unit.place) <= 1]


def singled_out(position: Scene, unit: Counter, found: list[Aim], order: Order) -> list[Aim]:
    """COH-5.0-hfp: of the targets that an AI has, those with the lowest DV or the highest firepower, if asked for."""
    words = words_of(order)
    if "lowest_dv" in words and found:
        values = [defence_against(position, unit, aim).total for aim in found]
        found = [aim for aim, value in zip(found, values, strict=True) if value == min(values)]
    if "highest_fp" in words and found:
        powers = [target_firepower(position, unit, aim) for aim in found]
        found = [aim for aim, power in zip(found, powers, strict=True) if power == max(powers)]
    return found


def nearest_of(position: Scene, unit: Counter, found: Iterable[Aim]) -> list[Aim]:
    """Return of the targets of an AI the nearest; several, if they are equally near."""
    hexes = [(aim.hexes_from(position, unit.place), aim) for aim in found]
    least_hexes = min((distance for distance, _ in hexes), default=FAR)
    return [aim for distance, aim in hexes if distance == least_hexes]


def defence_against(position: Scene, unit: Counter, aim: Aim) -> Check:
    """COH-5.0-hfp: the total DV of a target as it would be against this AI, from where that stands."""
    return attack(position, unit, aim.unit).defence if aim.unit else Check("defence")


def target_firepower(position: Scene, unit: Counter, aim: Aim) -> int:
    """COH-5.2-power: the firepower of a target against the AI that asks; by the other reading its better one."""
    if aim.unit is None:
        return 0
    if position.battle.data.readings.target_firepower == "printed":
        return printed_firepower(position, aim.unit)
    return firepower(position, aim.unit, unit)


def printed_firepower(position: Scene, unit: Counter) -> int:
    """Return the better firepower of a counter, whoever its target may be, with what a hit takes off."""
    marker, profile = marker_of(position, unit), unit.profile
    if marker is None:
        return max(profile.red, profile.blue)
    guns = [(profile.red + marker.red, marker.no_red), (profile.blue + marker.blue, marker.no_blue)]
    return max((power for power, lost in guns if not lost), default=0)
