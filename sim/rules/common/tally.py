"""Who has won by points, and in which words the end of a battle is told, in every game that counts points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sim.engine.state import Outcome


@dataclass(frozen=True)
class Tally:
    """The points of every side that fights, and the side that has won if they are equal.

    Reasons do not name the winner: whoever tells an outcome has said who it is.

    >>> Tally({"law": 3, "gang": 1}).by_points("the last turn is over")
    Outcome(winner='law', reason='on points: the last turn is over', scores=(('law', 3), ('gang', 1)))
    >>> Tally({"law": 2, "gang": 2}).by_points("nobody is left to fight").reason
    'the points are equal: nobody is left to fight'
    >>> Tally({"law": 2, "gang": 2}, tie="gang").by_points("the last turn is over").reason
    'the points are equal, and then the day is theirs: the last turn is over'
    """

    points: Mapping[str, int]
    tie: str = ""
    """Empty where nobody has won by a tie."""

    def won(self, winner: str, reason: str) -> Outcome:
        """Return that a side has won, whatever the points are."""
        return Outcome(winner, reason, tuple(self.points.items()))

    def enough(self, sides: Iterable[str]) -> Outcome:
        """Return that of these sides, which have the points they need, the one with the most has won."""
        best = self._best(sides)
        reason = "having gained what was needed" if best else "both sides have what they need"
        return Outcome(best, reason, tuple(self.points.items()))

    def gave_up(self, beaten: Mapping[str, str]) -> Outcome:
        """Return how it ends when these sides have had enough, each told of in words; if all have at once, by points.

        >>> Tally({"law": 3, "gang": 5}).gave_up({"gang": "the gang broke with 4 men lost"}).reason
        'the gang broke with 4 men lost, though ahead on points'
        """
        left = [side for side in self.points if side not in beaten]
        if len(left) != 1:
            return self.by_points("both sides have had enough")
        ahead = ", though ahead on points" if max(self.points[side] for side in beaten) > self.points[left[0]] else ""
        return self.won(left[0], " and ".join(beaten.values()) + ahead)

    def by_points(self, why: str) -> Outcome:
        """Return who has the most points now that the battle is over, and why it is."""
        best = self._best(self.points)
        if len(self._leaders(self.points)) == 1:
            how = "on points"
        else:
            how = "the points are equal" + (", and then the day is theirs" if best else "")
        return Outcome(best, f"{how}: {why}", tuple(self.points.items()))

    def time_is_up(self, turn: int, turns: int | None) -> Outcome | None:
        """Return who has won when a turn is over, if it was the last.

        >>> Tally({"law": 3, "gang": 5}).time_is_up(7, 8) is None
        True
        """
        return None if turns is None or turn < turns else self.by_points("the last turn is over")

    def _best(self, sides: Iterable[str]) -> str | None:
        """Return the side with the most points; of equal ones the one that the scenario names, else none."""
        best = self._leaders(sides)
        if len(best) == 1:
            return best[0]
        return self.tie if self.tie in best else None

    def _leaders(self, sides: Iterable[str]) -> list[str]:
        there = list(sides)
        most = max((self.points[side] for side in there), default=0)
        return [side for side in there if self.points[side] == most]
