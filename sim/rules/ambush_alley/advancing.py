"""Moves and fire of a Regular unit in its activation, which Insurgents may interrupt (AAS-CHECK-1, AAS-R-step)."""

from __future__ import annotations

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.words import agreeing
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.interruptions import Late, carry_out_late, meet, seen_at
from sim.rules.ambush_alley.morale import Play
from sim.rules.ambush_alley.moving import Way, step, steps_until
from sim.rules.ambush_alley.return_fire import exchange_fire
from sim.rules.ambush_alley.units import Pace
from sim.rules.ambush_alley.walking import way_refusal


def advance(game: Play, id_: str, way: Way, pace: Pace) -> None:
    """AAS-R-step: move, and let Insurgents interrupt where the unit stands and at the first step that they see."""
    late: Late = []
    meet(game, id_, late)
    while way:
        unit = game.state.unit(id_)
        if unit.cell is None or unit.figures <= 0:
            break
        if reason := way_refusal(game.position, unit, way, pace):
            game.note(Said(agreeing(id_, f"{id_} goes no further: {reason}")))
            game.happen(Passed(unit.side, id_, "is stopped"))
            break
        position = game.position
        count = steps_until(way, lambda cell: seen_at(position, unit, cell))  # noqa: B023
        step(game, id_, way[:count], pace)
        way = way[count:]
        meet(game, id_, late)
    carry_out_late(game, id_, late)


def open_fire(game: Play, id_: str, target: str) -> None:
    """AAS-CHECK-1: fire at somebody; Insurgents who see it may interrupt, and the target may answer."""
    late: Late = []
    meet(game, id_, late, fired_at=target)
    unit, enemy = game.state.unit(id_), game.state.unit(target)
    if reason := fire_refusal(game.position, unit, enemy):
        game.note(Said(agreeing(id_, f"{id_} does not fire: {reason}")))
        game.happen(Passed(unit.side, id_, "cannot fire any more"))
    else:
        exchange_fire(game, id_, target)
    carry_out_late(game, id_, late)
