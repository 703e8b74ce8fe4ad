"""Who has won a battle of 1885, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.state import Outcome
from sim.rules.common.tally import Tally
from sim.rules.la_petite_guerre.data import Objective
from sim.rules.la_petite_guerre.scene import Scene, men
from sim.rules.la_petite_guerre.units import Man


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the battle ended; None while it goes on.

    Asked before every activation, but for charges that were declared and are still to be driven home. A side that has
    the points it needs wins at once, and one that has lost as many men as it bears gives up; else the battle is over
    when only one side has anybody left, and at the latest with the last turn, if `turn_ended`.
    """
    return (
        _enough(position)
        or _given_up(position)
        or _alone(position)
        or (_tally(position).time_is_up(position.state.turn, position.battle.turns) if turn_ended else None)
    )


def standing(position: Scene) -> Mapping[str, int]:
    """Return the points of every side as if the battle ended now: those gained for good, and its objectives."""
    points = {side.id: gained(position, side.id) for side in position.battle.sides}
    for objective in position.battle.data.engagement.objectives:
        if (side := holder(position, objective)) in points:
            points[side] += objective.points
    return points


def gained(position: Scene, side: str) -> int:
    """Return the points that nobody can take from a side: for what it did, and for enemies who are lost."""
    enemies = (unit for unit in position.state.units if unit.side != side)
    return position.state.score(side) + sum(unit.profile.points for unit in enemies if lost(position, unit))


def holder(position: Scene, objective: Objective) -> str:
    """Return who has an objective: the side with more able men there.

    Where neither has more, because nobody is there or because they fight for it, it stays with the side that had it
    before the battle; empty for nobody.
    """
    there = [unit.side for unit in position.state.units if unit.cell in objective.ground and _counts(unit)]
    numbers = {side.id: there.count(side.id) for side in position.battle.sides}
    most = max(numbers.values())
    best = [side for side, number in numbers.items() if number == most]
    return best[0] if len(best) == 1 else objective.holder


def _counts(unit: Man) -> bool:
    return unit.able and unit.profile.kind == "man"


def lost(position: Scene, unit: Man) -> bool:
    """Say whether a man or a gun is lost to his side: killed, or fled from the table; a gun if it was put out
    of action or taken, or with the last of its crew.

    Whoever has left on purpose is not, nor is whoever has not come yet.
    """
    if unit.id in position.state.gone:
        return False
    if unit.profile.kind == "gun":
        own = [man for man in position.state.units if man.serves == unit.id]
        return unit.dead or (bool(own) and all(lost(position, man) for man in own))
    return unit.dead or (unit.cell is None and unit.broken)


def _enough(position: Scene) -> Outcome | None:
    """A side has gained the points that it needs; of several the one with the most."""
    needs = position.battle.data.engagement.needs
    there = [side for side, least in needs.items() if gained(position, side) >= least]
    return _tally(position).enough(there) if there else None


def _given_up(position: Scene) -> Outcome | None:
    """A side has lost as many men as it bears. If both have at once, points decide."""
    breaks_at = position.battle.data.engagement.breaks_at
    numbers = {side: losses(position, side) for side in breaks_at}
    beaten = {side: _broke(position, side, lost) for side, lost in numbers.items() if lost >= breaks_at[side]}
    return _tally(position).gave_up(beaten) if beaten else None


def _broke(position: Scene, side: str, lost: int) -> str:
    return f"{position.battle.side(side).mention} gave up with {lost} dead or on the run"


def losses(position: Scene, side: str) -> int:
    """Return how many men of a side are dead, fled, or run at this moment."""
    own = (unit for unit in position.state.units if unit.side == side and unit.profile.kind == "man")
    return sum(lost(position, unit) or (unit.broken and not unit.out) for unit in own)


def _alone(position: Scene) -> Outcome | None:
    """One side at most has anybody left, on the table or on the way to it.

    A side that was destroyed has lost. But if some of it have left over the edge of the table, points decide.
    """
    sides = [side.id for side in position.battle.sides]
    there = [side for side in sides if any(True for _ in men(position, side)) or _expected(position, side)]
    if len(there) > 1:
        return None
    got_away = any(unit.id in position.state.gone for unit in position.state.units if unit.side not in there)
    if there and not got_away:
        return _tally(position).won(there[0], "nobody is left against them")
    return _tally(position).by_points("nobody is left to fight")


def _expected(position: Scene, side: str) -> bool:
    """Say whether a man of a side is still to come."""
    coming = (position.state.unit(arrival.unit) for arrival in position.battle.data.engagement.arrivals)
    return any(
        unit.side == side
        and unit.profile.kind == "man"
        and unit.out
        and unit.id not in position.state.gone
        and not lost(position, unit)
        for unit in coming
    )


def _tally(position: Scene) -> Tally:
    return Tally(standing(position), position.battle.data.engagement.tie)
