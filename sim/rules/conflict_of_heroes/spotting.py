"""Indirect fire: what a mortar hits without seeing it."""

from __future__ import annotations

from sim.engine.keeping import Kept
from sim.grid import Cell
from sim.rules.conflict_of_heroes.units import Counter, Scene


def sees(position: Scene, unit: Counter, cell: Cell) -> bool:
    """Say whether a counter itself has a line of sight to a hex."""
    return cell == unit.place or cell in position.lines.field_of_view(unit.place)


def spotter_hex(position: Scene, unit: Counter, cell: Cell) -> Cell | None:
    """Return the hex from which a mortar's fire at a hex is directed; None if it sees it itself, or if there is none.

    Base game 13: any hex within two hexes of the mortar and in its clear sight will do, whoever stands there, because
    the spotters are men of the mortar's own crew. Sight and height are those of the spotter, range and arc those of
    the mortar. Ruling: of several hexes the highest is taken, which is the best for the attack, and of those the first
    in map order. Smoke in the mortar's own hex still hinders it. AIs fire so as well, at what they may fire at.

    Only mortars with a printed price for it fire indirectly, and a rumour is no mortar yet.
    """
    if unit.profile.indirect_ap is None or sees(position, unit, cell):
        return None
    reach = position.battle.data.numbers.spotter_distance
    return _SPOTTERS.answer((position.lines, unit.place, cell, reach), lambda: _spotter(position, unit, cell, reach))


_SPOTTERS: Kept[Cell | None] = Kept()


def _spotter(position: Scene, unit: Counter, cell: Cell, reach: int) -> Cell | None:
    around = position.map.grid.disc(unit.place, reach)
    near = [there for there in around if there != unit.place and there in position.map and sees(position, unit, there)]
    found = [there for there in near if there == cell or cell in position.lines.field_of_view(there)]
    return max(found, key=position.ground.height_at, default=None)


def eye(position: Scene, unit: Counter, cell: Cell) -> Cell:
    """Return the hex from which a counter's attack on a hex is seen: its own, or that of its spotter."""
    return spotter_hex(position, unit, cell) or unit.place
