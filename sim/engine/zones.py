"""Zones over the state of a battle: who covers which cell with fire, and how many do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.zones import threat_count
from sim.engine.frozen import fast_frozen
from sim.engine.units import UnitT
from sim.grid import Cell
from sim.memo import kept_property


@fast_frozen
@dataclass(frozen=True, eq=False)
class Zone:
    """What one unit covers."""

    unit: str
    area: Area


@dataclass(frozen=True, eq=False)
class Zones:
    """What several units cover: for rules ("out of every fire zone"), for the trace (whose), for the picture."""

    map: BattleMap
    zones: tuple[Zone, ...]

    @kept_property
    def area(self) -> Area:
        """The cells that anybody covers."""
        bits = 0
        for zone in self.zones:
            bits |= zone.area.bits
        return Area(self.map, bits)

    def over(self, cell: Cell) -> tuple[str, ...]:
        """Return the units that cover a cell, in roster order."""
        if cell not in self.area:
            return ()
        bit = 1 << self.map.ordinal(cell)
        return tuple([zone.unit for zone in self.zones if zone.area.bits & bit])

    def of(self, unit: str) -> Area:
        """Return what one unit covers; nothing, if it is not among these."""
        return next((zone.area for zone in self.zones if zone.unit == unit), Area(self.map, 0))

    @cached_property
    def threat(self) -> NDArray[np.int16]:
        """How many units cover each cell, in map order."""
        return threat_count(self.map, (zone.area for zone in self.zones))


def zones(
    battle_map: BattleMap,
    units: Iterable[UnitT],
    covered: Callable[[UnitT], Area],
    before: Zones | None = None,
    changed: Iterable[UnitT] = (),
) -> Zones:
    """Gather the zones of units that are on the map; `covered` is the system's own rule for one of them.

    Where others were gathered before, of units of whom only some have changed since, the zones of all who cover the
    same as then are the same things; and so is the whole, if they all are.
    """
    known = {} if before is None else {zone.unit: zone for zone in before.zones}
    doubtful, found = {unit.id for unit in changed}, list[Zone]()
    for unit in units:
        if unit.cell is not None:
            zone = known.get(unit.id)
            if zone is None or unit.id in doubtful:
                area = covered(unit)
                zone = zone if zone is not None and zone.area == area else Zone(unit.id, area)
            found.append(zone)
    return before if before is not None and before.zones == tuple(found) else Zones(battle_map, tuple(found))
