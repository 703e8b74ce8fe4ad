"""Moves that Insurgents and mobs make, and how any unit takes its steps.

A way is walked in parts: up to the first step at which somebody may react, and on from there.
"""

from __future__ import annotations

from collections.abc import Callable

from sim.grid import Cell
from sim.rules.ambush_alley.activations import can_still_act
from sim.rules.ambush_alley.events import Moved
from sim.rules.ambush_alley.morale import drop_cards
from sim.rules.ambush_alley.overwatch import Watchers, challenge, fire_late, watched_at
from sim.rules.ambush_alley.tests_thrown import Play
from sim.rules.ambush_alley.units import Pace

Way = tuple[Cell, ...]


def steps_until(way: Way, met: Callable[[Cell], bool]) -> int:
    """Return how many steps lead to the first cell where something is met; all of them, if nothing is."""
    return next((place for place, cell in enumerate(way, 1) if met(cell)), len(way))


def step(game: Play, id_: str, way: Way, pace: Pace) -> None:
    """Take some steps, and drop the cards that last until the unit moves."""
    unit = game.state.unit(id_)
    before = (unit.place, *way)[-2]
    game.happen(Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], pace))
    drop_cards(game, id_)


def go(game: Play, id_: str, way: Way, pace: Pace, watchers: Watchers | None = None) -> None:
    """Move an Insurgent unit or a mob; Regulars on overwatch may fire at the first step that they see."""
    watchers = watchers or Watchers()
    while way:
        position, unit = game.position, game.state.unit(id_)
        count = steps_until(way, lambda cell: watched_at(position, unit, cell, watchers))  # noqa: B023
        step(game, id_, way[:count], pace)
        way, here = way[count:], game.state.unit(id_).cell
        if not challenge(game, id_, watchers) or not can_still_act(game.state.unit(id_)):
            break
        if game.state.unit(id_).cell != here:
            break
    fire_late(game, id_, watchers)
