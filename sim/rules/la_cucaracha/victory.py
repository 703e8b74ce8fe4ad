"""Who has won a battle of La Cucaracha, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.state import Outcome
from sim.engine.words import counted
from sim.rules.common.tally import Tally
from sim.rules.la_cucaracha.scene import Scene, friends
from sim.rules.la_cucaracha.units import Troop


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the battle ended; None while it goes on.

    Asked after everything that happens. A side that has the points it needs wins at once, and one that has lost as
    many units as it bears gives up; else the battle is over when only one side has anybody left, and at the latest
    with the last turn, if `turn_ended`.
    """
    return (
        _enough(position)
        or _given_up(position)
        or _alone(position)
        or (_tally(position).time_is_up(position.state.turn, position.battle.turns) if turn_ended else None)
    )


def standing(position: Scene) -> Mapping[str, int]:
    """Return the points of every side as if the battle ended now: those gained for good, and its objectives."""
    return {side.id: gained(position, side.id) + held(position, side.id) for side in position.battle.sides}


def gained(position: Scene, side: str) -> int:
    """Return the points that nobody can take from a side: for what it did, and for enemies who are gone."""
    enemies = (unit for unit in position.state.units if unit.side != side)
    return position.state.score(side) + sum(unit.profile.points for unit in enemies if gone(position, unit))


def held(position: Scene, side: str) -> int:
    """Return what the objectives of a side are worth."""
    holders = dict(position.state.holders)
    objectives = position.battle.data.engagement.objectives
    return sum(objective.points for objective in objectives if holders.get(objective.id) == side)


def gone(position: Scene, unit: Troop) -> bool:
    """Say whether a unit is lost to its side: destroyed, or fled from the table.

    Whoever has left on purpose is not, nor is whoever has not come yet; a unit that fled has broken before.
    """
    if unit.id in position.state.left:
        return False
    return unit.lost or (unit.cell is None and unit.broken > 0)


def _enough(position: Scene) -> Outcome | None:
    """A side has gained the points that it needs; of several the one with the most."""
    needs = position.battle.data.engagement.needs
    there = [side for side, least in needs.items() if gained(position, side) >= least]
    return _tally(position).enough(there) if there else None


def _given_up(position: Scene) -> Outcome | None:
    """A side has lost as many units as it bears. If both have at once, points decide."""
    breaks_at = position.battle.data.engagement.breaks_at
    losses = {side: _losses(position, side) for side in breaks_at}
    beaten = {side: _broke(position, side, lost) for side, lost in losses.items() if lost >= breaks_at[side]}
    return _tally(position).gave_up(beaten) if beaten else None


def _broke(position: Scene, side: str, lost: int) -> str:
    return f"{position.battle.side(side).mention} broke with {counted(lost, 'unit')} lost"


def _losses(position: Scene, side: str) -> int:
    return sum(gone(position, unit) for unit in position.state.units if unit.side == side)


def _alone(position: Scene) -> Outcome | None:
    """One side at most has anybody left, on the table or on the way to it.

    A side that was destroyed has lost. But if some of it have left over the edge of the table, points decide.
    """
    sides = [side.id for side in position.battle.sides]
    there = [side for side in sides if any(True for _ in friends(position, side)) or _expected(position, side)]
    if len(there) > 1:
        return None
    got_away = any(unit.id in position.state.left for unit in position.state.units if unit.side not in there)
    if there and not got_away:
        return _tally(position).won(there[0], "nobody is left against them")
    return _tally(position).by_points("nobody is left to fight")


def _expected(position: Scene, side: str) -> bool:
    """Say whether somebody of a side is still to come."""
    coming = (position.state.unit(arrival.unit) for arrival in position.battle.data.engagement.arrivals)
    return any(
        unit.side == side and unit.cell is None and unit.id not in position.state.left and not gone(position, unit)
        for unit in coming
    )


def _tally(position: Scene) -> Tally:
    return Tally(standing(position), position.battle.data.engagement.tie)
