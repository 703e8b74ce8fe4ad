"""Arcs, fire zones, flanks and spotters: what a counter covers, and what it sees."""

from __future__ import annotations

from collections.abc import Sequence

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.sight import LinesOfSight
from sim.board.zones import Front, disc, fire_zone, flank_cells, way_to_flank
from sim.engine.mending import mended
from sim.engine.zones import Zones, zones
from sim.grid import Cell
from sim.memo import memo
from sim.rules.conflict_of_heroes.state import CohPosition, Counter, marker_of, opponents

SPREAD = 3
"""Compass points of 30 degrees either side of the facing: the three front hexes, extended outwards."""


def lines_of(position: CohPosition, *_: object) -> LinesOfSight:
    """Return the lines of sight, with which answers about the ground are kept while it stays as it is."""
    return position.lines


def arc_of_fire(position: CohPosition, unit: Counter) -> Front:
    """COH-FZ: turreted vehicles fire all round; a rumoured enemy has no facing."""
    all_round = unit.profile.turret or unit.is_rumour
    return Front(unit.place, unit.facing, None if all_round else SPREAD, position.battle.data.abeam_in_front)


def in_front(position: CohPosition, unit: Counter, cell: Cell) -> bool:
    """COH-FLANK: say whether a cell lies in the front arc of a counter."""
    arcs = arcs_over(position, unit.place, cell)
    return arcs[unit.facing % len(arcs)]


def arcs_over(position: CohPosition, here: Cell, cell: Cell) -> tuple[bool, ...]:
    """COH-FLANK: say for each facing whether a cell lies in the front arc of a counter here."""
    return _arcs_over(position.map, cell.q - here.q, cell.r - here.r, position.battle.data.abeam_in_front)


@memo
def _arcs_over(battle_map: BattleMap, q: int, r: int, closed: bool) -> tuple[bool, ...]:
    """Return the same for a step, which is the same from any hex."""
    grid, here, there = battle_map.grid, Cell(0, 0), Cell(q, r)
    points = len(grid.directions)
    front = [grid.in_arc(here, facing, there, SPREAD) for facing in range(points)]
    # Only what is exactly abeam lies in the arc of one who faces the other way as well.
    return tuple(
        ahead and (closed or here == there or not front[facing - points // 2]) for facing, ahead in enumerate(front)
    )


def range_of(position: CohPosition, unit: Counter) -> int:
    """Return the range of a counter in hexes, as its hit leaves it."""
    marker = marker_of(position, unit)
    limit = None if marker is None else marker.range
    return unit.profile.range if limit is None else min(unit.profile.range, limit)


def can_attack_at_all(position: CohPosition, unit: Counter) -> bool:
    """Say whether a counter is able to attack anybody: armed, and not kept from it by its hit."""
    if unit.profile.attack_ap is None:
        return False
    marker = marker_of(position, unit)
    return marker is None or not (marker.no_attack or marker.only_rally)


def zone_of(position: CohPosition, unit: Counter) -> Area:
    """COH-FZ: the hexes in a counter's arc of fire, in its line of sight, within twice its range.

    COH-FZ-idle: it has its zone though it cannot attack for the moment, or not so near; by the other reading none.
    """
    if position.battle.data.readings.idle_zones == "none":
        return field_of_fire(position, unit)
    return _zone_from(position, unit, 1)


def field_of_fire(position: CohPosition, unit: Counter) -> Area:
    """Return the part of a fire zone that a counter can fire into now: not nearer than its least range."""
    if not can_attack_at_all(position, unit):
        return Area(position.map, 0)
    return _zone_from(position, unit, max(1, unit.profile.min_range))


def _zone_from(position: CohPosition, unit: Counter, least: int) -> Area:
    data = position.battle.data
    if unit.profile.attack_ap is None or unit.is_rumour or unit.profile.range == 0:
        return Area(position.map, 0)
    reach = max(range_of(position, unit) * data.fire_zone_factor, data.numbers.short_range_distance)
    return _zone(position.lines, arc_of_fire(position, unit), reach, least)


_zone = memo(fire_zone)
_way_to_flank = memo(way_to_flank)


def short_zone_of(position: CohPosition, unit: Counter) -> Area:
    """COH-FZ: the part of a fire zone at short range: the hexes next to it."""
    return zone_of(position, unit) & disc(position.map, unit.place, position.battle.data.numbers.short_range_distance)


@mended
def enemy_zones(position: CohPosition, side: str, before: Zones | None, changed: Sequence[Counter]) -> Zones:
    """Return the fire zones of everybody that threatens a side and is known to it."""
    return zones(position.map, opponents(position, side), lambda unit: zone_of(position, unit), before, changed)


@mended
def enemy_short_zones(position: CohPosition, side: str, before: Zones | None, changed: Sequence[Counter]) -> Zones:
    """Return the parts at short range of those zones."""
    return zones(position.map, opponents(position, side), lambda unit: short_zone_of(position, unit), before, changed)


def steps_to_flank(position: CohPosition, start: Cell, unit: Counter, target: Counter) -> int | None:
    """COH-FLANK: the fewest steps to a hex on the target's flank from which the unit could fire at it."""
    way = _way_to_flank(position.lines, start, *_flanked(position, unit, target))
    return None if way is None else way.steps


def flank_of(position: CohPosition, unit: Counter, target: Counter) -> Area:
    """COH-FLANK: the hexes on the target's flank from which the unit could fire at it."""
    return flank_cells(position.lines, *_flanked(position, unit, target))


def _flanked(position: CohPosition, unit: Counter, target: Counter) -> tuple[Front, int, int]:
    """Return the front of a target, and how far off and how near a unit could fire at it."""
    # The front arc is that of the counter, whatever its turret can do.
    front = Front(target.place, target.facing, SPREAD, position.battle.data.abeam_in_front)
    return front, max(1, range_of(position, unit)), max(1, unit.profile.min_range)


# -- indirect fire ---------------------------------------------------------------------------------------------


def sees(position: CohPosition, unit: Counter, cell: Cell) -> bool:
    """Say whether a counter itself has a line of sight to a hex."""
    return cell == unit.place or cell in position.lines.field_of_view(unit.place)


def spotter_hex(position: CohPosition, unit: Counter, cell: Cell) -> Cell | None:
    """Return the hex from which a mortar's fire at a hex is directed; None if it sees it itself, or if there is none.

    Base game 13: any hex within two hexes of the mortar and in its clear sight will do, whoever stands there, because
    the spotters are men of the mortar's own crew. Sight and height are those of the spotter, range and arc those of
    the mortar. Ruling: of several hexes the highest is taken, which is the best for the attack, and of those the first
    in map order. Smoke in the mortar's own hex still hinders it. AIs fire so as well, at what they may fire at.

    Only mortars with a printed price for it fire indirectly, and a rumour is no mortar yet.
    """
    if unit.profile.indirect_ap is None or sees(position, unit, cell):
        return None
    return _spotter(position, unit.place, cell)


@memo(of=lines_of, by=lambda position, here, cell: (here, cell, position.battle.data))
def _spotter(position: CohPosition, here: Cell, cell: Cell) -> Cell | None:
    around = position.map.grid.disc(here, position.battle.data.numbers.spotter_distance)
    # Two hexes see each other or neither does: two fields of view tell, and not one for each hex around.
    mine, theirs = (position.lines.field_of_view(each) for each in (here, cell))
    found = [there for there in around if there != here and there in mine and there in theirs]
    return max(found, key=position.ground.height_at, default=None)


def eye(position: CohPosition, unit: Counter, cell: Cell) -> Cell:
    """Return the hex from which a counter's attack on a hex is seen: its own, or that of its spotter."""
    return spotter_hex(position, unit, cell) or unit.place
