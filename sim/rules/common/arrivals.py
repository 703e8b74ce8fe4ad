"""Reinforcements: a unit comes onto the map somewhere in an area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.engine.events import Arrived, Passed
from sim.engine.game import Game
from sim.grid import Cell


def bring_on(game: Game[Any, Any], unit: str, cells: Sequence[Cell], facing: int) -> bool:
    """Bring a unit on in one of these cells, a free one at random; say whether there was one.

    A unit that finds no room waits, and that it waited is told.
    """
    free = [cell for cell in cells if not game.state.units.at(cell)]
    if not free:
        game.happen(Passed(game.state.unit(unit).side, unit, "no room to come on"))
        return False
    names = [game.position.name(cell) for cell in free]
    game.happen(Arrived(unit, game.choose(free, "where to come on", unit, names), facing))
    return True
