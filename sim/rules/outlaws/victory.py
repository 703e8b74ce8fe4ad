"""Who has won a shootout, and when it is over."""

from __future__ import annotations

from sim.engine.state import Outcome
from sim.rules.outlaws.scene import Scene, friends
from sim.rules.outlaws.units import Character


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the shootout ended; None while it goes on.

    Asked after everything that happens. A side that has the points it needs wins at once; else the shootout is over
    when only one side has anybody left on the board, and at the latest with the last turn, if `turn_ended`.
    """
    return _enough(position) or _alone(position) or (_time_is_up(position) if turn_ended else None)


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
    there = [side for side in parties(position) if side in needs and points(position, side) >= needs[side]]
    if not there:
        return None
    return _ended(
        position, _best(position, there), "{winner}: they have what they came for", "both sides have what they need"
    )


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
        return _ended(position, standing[0], "{winner}: nobody is left against them", "")
    why = "nobody is left to fight"
    return _ended(position, _best(position, sides), f"{{winner}}: the day is theirs, for {why}", f"{why}: a draw")


def _got_away(position: Scene, unit: Character) -> bool:
    return unit.id in position.state.left and not unit.out and not unit.profile.group


def _time_is_up(position: Scene) -> Outcome | None:
    turns = position.battle.turns
    if turns is None or position.state.turn < turns:
        return None
    why = "the last turn is over"
    return _ended(
        position, _best(position, parties(position)), f"{{winner}}: the day is theirs, for {why}", f"{why}: a draw"
    )


def _best(position: Scene, sides: tuple[str, ...] | list[str]) -> str | None:
    """Return the side with the most points; of equal ones the one that the shootout names, else none."""
    most = max((points(position, side) for side in sides), default=0)
    best = [side for side in sides if points(position, side) == most]
    tie = position.battle.data.shootout.tie
    if len(best) == 1:
        return best[0]
    return tie if tie in best else None


def _ended(position: Scene, winner: str | None, won: str, drawn: str) -> Outcome:
    scores = tuple((side, points(position, side)) for side in parties(position))
    name = position.battle.side(winner).name if winner else ""
    return Outcome(winner, won.format(winner=name) if winner else drawn, scores)
