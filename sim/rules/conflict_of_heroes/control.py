"""Control markers: who holds an objective."""

from __future__ import annotations

from sim.engine.game import Game
from sim.grid import Cell
from sim.rules.conflict_of_heroes.events import ControlTaken
from sim.rules.conflict_of_heroes.units import CohData, CohState

Play = Game[CohState, CohData]


def take_control(game: Play, unit: str) -> None:
    """Turn over the control marker of an objective that an armed counter is in and its owner is not (base game 4)."""
    counter = game.state.unit(unit)
    if max(counter.profile.red, counter.profile.blue) <= 0:
        return
    for objective in game.battle.data.objectives.values():
        holder = game.state.holder(objective.id)
        if counter.cell not in objective.cells or holder == counter.side:
            continue
        owners = [other for cell in objective.cells for other in game.state.units.at(cell) if other.side == holder]
        if not owners:
            game.happen(ControlTaken(objective.id, counter.side))


def settle_control(game: Play, cell: Cell) -> None:
    """See who holds a hex from which a counter has gone: the winner of a close combat is there already."""
    for unit in game.state.units.at(cell):
        take_control(game, unit.id)
