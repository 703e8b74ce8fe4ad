"""Who has won a shootout, and when it is over."""

from __future__ import annotations

from functools import partial

from sim.engine.state import Outcome
from sim.play.tally import Tally
from sim.rules.outlaws.scene import Scene, friends


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the shootout ended; None while it goes on.

    Asked after everything that happens. A side that has the points it needs wins at once; else the shootout is over
    when only one side has anybody left on the board, and at the latest with the last turn, if `turn_ended`.
    """
    stakes = position.battle.data.shootout
    tally = Tally(partial(standing, position), stakes.tie)
    return (
        tally.enough(stakes.needs, partial(points, position))
        or _alone(position, tally)
        or (tally.time_is_up(position.state.turn, position.battle.turns) if turn_ended else None)
    )


def standing(position: Scene) -> dict[str, int]:
    """Return the points of every side that fights."""
    return {side: points(position, side) for side in parties(position)}


def points(position: Scene, side: str) -> int:
    """Return the points of a side: what it was given in play, and those for enemies who are out of action."""
    fallen = sum(unit.out for unit in position.state.units if unit.side != side and not unit.profile.group)
    return position.state.score(side) + position.battle.data.shootout.kill_points * fallen


def parties(position: Scene) -> tuple[str, ...]:
    """Return the sides that fight: one that has groups of townsfolk only does not."""
    fighting = {unit.side for unit in position.state.units if not unit.profile.group}
    return tuple(side.id for side in position.battle.sides if side.id in fighting)


def _alone(position: Scene, tally: Tally) -> Outcome | None:
    """One side at most has anybody left; where it may go on alone, the shootout ends when nobody is left."""
    state = position.state
    there = [side for side in parties(position) if any(True for _ in friends(position, side))]
    if there and not position.battle.data.shootout.last_standing:
        return None
    others = (unit for unit in state.units if unit.side not in there and not unit.out and not unit.profile.group)
    return tally.alone(there, lambda: any(unit.id in state.left for unit in others))
