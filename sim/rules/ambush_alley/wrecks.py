"""Hits on vehicles: what they do, and what becomes of those aboard (base_games.md 3.2).

Rulings:
- Every hit that the armour does not stop is a roll of the damage table; the first that knocks the vehicle out is the
  last. What is immobilised or disarmed already is so again.
- The crew is lost with its vehicle. Each passenger who does not save himself is a casualty; all of them are put beside
  the wreck, as near as there is room.
- A shaken vehicle cannot fire until the end of the next turn.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked
from sim.grid import Cell
from sim.rules.ambush_alley.events import Disembarked
from sim.rules.ambush_alley.harm import Damaged, Struck
from sim.rules.ambush_alley.morale import after_casualties
from sim.rules.ambush_alley.room import nearest_room
from sim.rules.ambush_alley.scene import Play, quality_die
from sim.rules.ambush_alley.vehicles import KNOCKED_OUT, damage


def damage_vehicle(game: Play, id_: str, hits: int, check: Check) -> None:
    """Roll for every hit on a vehicle; `check` is what the weapon adds."""
    for _ in range(hits):
        if check.parts:
            game.note(Checked(check))
        total = game.throw(Throw(D6, "damage", id_)).total + check.total
        result = damage(game.position, total)
        place = game.state.unit(id_).place
        game.happen(Damaged(id_, result, max(1, game.state.turn) + 1 if result == "shaken" else 0))
        if result == KNOCKED_OUT:
            _bail_out(game, id_, place)
            return


def _bail_out(game: Play, vehicle: str, place: Cell) -> None:
    """Let the passengers of a vehicle that is knocked out save themselves, or not."""
    for passenger in [unit.id for unit in game.state.units if unit.aboard == vehicle]:
        unit = game.state.unit(passenger)
        lost = 0
        if unit.figures:
            need = at_least(game.battle.data.numbers.passenger_safe, each=True)
            throw = Throw(quality_die(game.position, unit), "to get out", passenger, need, unit.figures)
            lost = sum(not need.met_by(face) for face in game.throw(throw).faces)
        free = nearest_room(game.position, unit, place, beside=True)
        names = [game.position.name(cell) for cell in free]
        game.happen(Disembarked(passenger, game.choose(free, "where they get out", passenger, names)))
        downed = unit.side == game.battle.data.mission.regulars
        if lost:
            game.happen(Struck(passenger, lost, downed, f"in the wreck of {vehicle}"))
            after_casualties(game, passenger)
