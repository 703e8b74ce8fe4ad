"""Overwatch: Regulars who gave up their activation fire at Insurgents who interrupt, or move at the end of a turn.

Rulings:
- They are asked when an Insurgent is about to interrupt, and at the first step of a move of his that they see, once for
  each thing that he does. Whoever loses the reaction test fires after it, if there is still something to fire at.
- Nobody fires on overwatch at civilians.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.engine.events import Passed
from sim.grid import Cell
from sim.rules.ambush_alley.actions import MOVES, OVERWATCH, Fire
from sim.rules.ambush_alley.activations import ask_unit, can_still_act
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.geometry import sees
from sim.rules.ambush_alley.scene import Scene, regulars
from sim.rules.ambush_alley.shooting import shoot
from sim.rules.ambush_alley.tests_thrown import Play, comes_first
from sim.rules.ambush_alley.units import Team


@dataclass
class Watchers:
    """Who watches one thing that an Insurgent does, a move or fire: who has been asked, and who was too slow."""

    does: int = MOVES
    asked: set[str] = field(default_factory=set)
    late: list[str] = field(default_factory=list)


def watched_at(position: Scene, unit: Team, cell: Cell, watchers: Watchers) -> bool:
    """Say whether anybody on overwatch who was not asked yet would see a unit in a cell."""
    there = unit.changed(cell=cell)
    return any(sees(position, each, there) for each in _on_watch(position, watchers))


def _on_watch(position: Scene, watchers: Watchers) -> list[Team]:
    return [unit for unit in regulars(position) if unit.overwatch and unit.id not in watchers.asked]


def challenge(game: Play, id_: str, watchers: Watchers) -> bool:
    """Let those on overwatch who see an Insurgent fire first; say whether he can still go on."""
    if game.state.unit(id_).side != game.battle.data.mission.insurgents:
        return True
    for each in _on_watch(game.position, watchers):
        watcher, target = game.state.unit(each.id), game.state.unit(id_)
        if fire_refusal(game.position, watcher, target) is not None:
            continue
        watchers.asked.add(watcher.id)
        _ask(game, watcher.id, id_, watchers)
        if not can_still_act(game.state.unit(id_)):
            return False
    return True


def _ask(game: Play, watcher: str, id_: str, watchers: Watchers) -> None:
    ask = ask_unit(game.position, OVERWATCH, watcher, id_, watchers.does)
    if not isinstance(next(game.orders(ask), None), Fire):
        game.happen(Passed(ask.side, watcher, "goes on watching"))
    elif comes_first(game, watcher, id_, "overwatch"):
        shoot(game, watcher, id_, reacting=True)
    else:
        watchers.late.append(watcher)


def fire_late(game: Play, id_: str, watchers: Watchers) -> None:
    """Let those who were too slow fire now, if they still can."""
    for watcher in watchers.late:
        unit, target = game.state.unit(watcher), game.state.unit(id_)
        if target.cell is None or unit.cell is None or fire_refusal(game.position, unit, target) is not None:
            game.happen(Passed(unit.side, watcher, "is too late to fire"))
        else:
            shoot(game, watcher, id_, reacting=True)
    watchers.late.clear()
