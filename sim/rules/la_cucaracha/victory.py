"""Who has won a battle of La Cucaracha, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sim.engine.state import Outcome
from sim.engine.words import counted
from sim.play.tally import Tally
from sim.rules.la_cucaracha.scene import Scene, friends
from sim.rules.la_cucaracha.units import Troop


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the battle ended; None while it goes on.

    Asked after everything that happens. A side that has the points it needs wins at once, and one that has lost as
    many units as it bears gives up; else the battle is over when only one side has anybody left, and at the latest
    with the last turn, if `turn_ended`.
    """
    stakes, state = position.battle.data.engagement, position.state
    tally = Tally(partial(standing, position), stakes.tie)
    there = [side.id for side in position.battle.sides if _is_there(position, side.id)]
    return (
        tally.enough(stakes.needs, partial(gained, position))
        or tally.gave_up(stakes.breaks_at, partial(losses, position), partial(_broke, position))
        or tally.alone(there, lambda: any(unit.id in state.left for unit in state.units if unit.side not in there))
        or (tally.time_is_up(state.turn, position.battle.turns) if turn_ended else None)
    )


def standing(position: Scene) -> Mapping[str, int]:
    """Return the points of every side as if the battle ended now: those gained for good, and its objectives."""
    points = {side.id: gained(position, side.id) for side in position.battle.sides}
    holders = dict(position.state.holders)
    for objective in position.battle.data.engagement.objectives:
        if (side := holders.get(objective.id)) in points:
            points[side] += objective.points
    return points


def gained(position: Scene, side: str) -> int:
    """Return the points that nobody can take from a side: for what it did, and for enemies who are gone."""
    enemies = (unit for unit in position.state.units if unit.side != side)
    return position.state.score(side) + sum(unit.profile.points for unit in enemies if gone(position, unit))


def gone(position: Scene, unit: Troop) -> bool:
    """Say whether a unit is lost to its side: destroyed, or fled from the table.

    Whoever has left on purpose is not, nor is whoever has not come yet; a unit that fled has broken before.
    """
    if unit.id in position.state.left:
        return False
    return unit.lost or (unit.cell is None and unit.broken > 0)


def losses(position: Scene, side: str) -> int:
    """Return how many units a side has lost."""
    return sum(gone(position, unit) for unit in position.state.units if unit.side == side)


def _broke(position: Scene, side: str, lost: int) -> str:
    return f"{position.battle.side(side).mention} broke with {counted(lost, 'unit')} lost"


def is_to_come(position: Scene, unit: Troop) -> bool:
    """Say whether a unit has not been on the table yet: who fled or left over its edge does not come back."""
    return unit.cell is None and not unit.lost and not unit.broken and unit.id not in position.state.left


def _is_there(position: Scene, side: str) -> bool:
    """Say whether a side has anybody on the table, or on the way to it."""
    if any(True for _ in friends(position, side)):
        return True
    coming = (position.state.unit(arrival.unit) for arrival in position.battle.data.engagement.arrivals)
    return any(unit.side == side and is_to_come(position, unit) for unit in coming)
