"""Who may act, who comes next, and whose unit it is (AAS-SEQ, AAS-COOP).

Rulings:
- A Regular unit moves and fires, in either order and once each. Instead of firing it may do one other thing where it
  is: disperse a mob, search, get into a vehicle, join another unit, leave the table. Whoever goes on overwatch or
  assaults does nothing else.
- Passengers act too: they get out, and may fire then.
- Players who share the Regulars are asked in turn, those who have nobody left are passed over; whoever is asked may
  order any unit, and then its owner gives it its further orders.
"""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.rules.ambush_alley.actions import ACTIVATE
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team


def only_reacts(position: Scene, unit: Team) -> bool:
    """Say whether a unit looks after its casualties and can only react this turn."""
    return unit.only_reacts > 0 and position.state.turn <= unit.only_reacts


def is_able(unit: Team) -> bool:
    """Say whether a unit has somebody on the table, or in a vehicle, who can do something."""
    return unit.figures > 0 and (unit.cell is not None or bool(unit.aboard))


def can_still_act(unit: Team) -> bool:
    """Say whether an Insurgent unit is there and not barred from everything."""
    return unit.figures > 0 and unit.cell is not None and not unit.barred


def ready(position: Scene) -> list[Team]:
    """AAS-SEQ: return the Regular units that are still to act this turn, in roster order."""
    side = position.battle.data.mission.regulars
    return [
        unit
        for unit in position.state.units
        if unit.side == side
        and is_able(unit)
        and not unit.acted
        and not only_reacts(position, unit)
        and unit.id not in position.state.left
    ]


def ready_for(position: Scene, player: str) -> list[Team]:
    """AAS-COOP: return who is still to act, the units of a player before those of the others."""
    return sorted(ready(position), key=lambda unit: bool(player) and unit.player != player)


def owner(position: Scene, id_: str) -> str:
    """AAS-COOP: return who commands a unit; empty where nobody shares."""
    return position.state.unit(id_).player if position.battle.data.mission.players else ""


def next_player(position: Scene) -> str:
    """AAS-COOP: return whose turn with the mouse it is: round the table, past those who have nobody left to act."""
    players = position.battle.data.mission.players
    waiting = ready(position)
    if not players or not waiting:
        return ""
    side = position.battle.data.mission.regulars
    acted = sum(unit.acted for unit in position.state.units if unit.side == side)
    order = [players[(acted + place) % len(players)] for place in range(len(players))]
    have = {unit.player for unit in waiting}
    return next((player for player in order if player in have), order[0])


def activation_ask(position: Scene) -> Ask:
    """Return what the Regulars are asked now: a unit and its order, or the next order of the unit that acts."""
    side, actor = position.battle.data.mission.regulars, position.state.actor
    if actor:
        return Ask(side, ACTIVATE, actor, player=owner(position, actor))
    return Ask(side, ACTIVATE, player=next_player(position))


def ask_unit(position: Scene, occasion: str, unit: str, about: str, number: int | None = None) -> Ask:
    """Return a question to a unit about another; in co-op it goes to whoever commands the unit."""
    return Ask(position.state.unit(unit).side, occasion, unit, about, owner(position, unit), number)
