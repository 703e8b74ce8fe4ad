"""Who has won a shootout, and when it is over."""

from __future__ import annotations

from sim.engine.state import Outcome
from sim.rules.common.tally import Tally
from sim.rules.outlaws.scene import Scene, friends
from sim.rules.outlaws.units import Character


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the shootout ended; None while it goes on.

    Asked after everything that happens. A side that has the points it needs wins at once; else the shootout is over
    when only one side has anybody left on the board, and at the latest with the last turn, if `turn_ended`.
    """
    return (
        _enough(position)
        or _alone(position)
        or (_tally(position).time_is_up(position.state.turn, position.battle.turns) if turn_ended else None)
    )


def points(position: Scene, side: str) -> int:
    """Return the points of a side: what it was given in play, and those for enemies who are out of action."""
    fallen = sum(unit.out for unit in position.state.units if unit.side != side and not unit.profile.group)
    return position.state.score(side) + position.battle.data.shootout.kill_points * fallen


def parties(position: Scene) -> tuple[str, ...]:
    """Return the sides that fight: one that has groups of townsfolk only does not."""
    fighting = {unit.side for unit in position.state.units if not unit.profile.group}
    return tuple(side.id for side in position.battle.sides if side.id in fighting)


def _enough(position: Scene) -> Outcome | None:
    """A side has reached the points that it needs; of several the one with the most."""
    needs = position.battle.data.shootout.needs
    there = [side for side, least in needs.items() if points(position, side) >= least]
    return _tally(position).enough(there) if there else None


def _alone(position: Scene) -> Outcome | None:
    """One side at most has anybody left.

    A side that was shot down has lost. But if some of it have left over the edge of the board, points decide.
    """
    sides = parties(position)
    standing = [side for side in sides if any(True for _ in friends(position, side))]
    if len(standing) > 1 or (standing and not position.battle.data.shootout.last_standing):
        return None
    got_away = any(_got_away(position, unit) for unit in position.state.units if unit.side not in standing)
    if standing and not got_away:
        return _tally(position).won(standing[0], "nobody is left against them")
    return _tally(position).by_points("nobody is left to fight")


def _got_away(position: Scene, unit: Character) -> bool:
    return unit.id in position.state.left and not unit.out and not unit.profile.group


def _tally(position: Scene) -> Tally:
    scores = {side: points(position, side) for side in parties(position)}
    return Tally(scores, position.battle.data.shootout.tie)
