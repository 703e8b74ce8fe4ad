"""What a battle is about and how it ends, in every game that counts points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, ClassVar

from sim.engine.battle import Position
from sim.engine.events import Arrived, Passed
from sim.engine.game import Game
from sim.engine.setup import NamedSide, NamedSpot, Objective
from sim.engine.state import Outcome
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.figures import Table
from sim.play.limits import Count, Small

# -- what a scenario says of it ------------------------------------------------------------------------------------


class Exit(Table):
    """An edge of the map over which a side is rewarded for leaving. A system that lets files name units says so."""

    unwritten: ClassVar = frozenset({"cells", "units"})
    demanded: ClassVar = frozenset({"at"})

    side: NamedSide
    """Whose units are rewarded."""
    cells: tuple[Cell, ...]
    points: Small = 0
    """For each who leaves."""
    units: tuple[str, ...] = ()
    """For these alone; for all, if none is named."""
    at: NamedSpot = field(default="", compare=False)
    """What a file calls the cells."""


@dataclass(frozen=True)
class Arrival:
    """A unit that comes on later."""

    unit: str
    turn: int
    cells: tuple[Cell, ...]


class PointsVictory(Table, kw_only=True):
    """How it is decided who has won, in a game of points."""

    needs: Mapping[str, Count] = field(default_factory=dict)
    """Points at which a side wins at once. Places to hold are not among them: they count at the end."""
    tie: NamedSide | None = None
    """The side that wins if the points are equal; left out, nobody does."""


class BreakingVictory(PointsVictory, kw_only=True):
    """The same in a game in which a side gives up when it has lost enough."""

    breaks_at: Mapping[str, Count] = field(default_factory=dict)
    """Those lost, or fled from the table, at which a side gives up."""


class Stakes(BreakingVictory, kw_only=True):
    """What a battle is about; a system adds what else a scenario says in its own words."""

    objectives: tuple[Objective, ...] = ()
    exits: tuple[Exit, ...] = ()
    arrivals: tuple[Arrival, ...] = ()

    def exits_of(self, unit: Unit) -> list[Any]:
        """Return the exits over which a unit is rewarded for leaving."""
        return [each for each in self.exits if each.side == unit.side and (not each.units or unit.id in each.units)]

    def exits_at(self, unit: Unit) -> list[Any]:
        """Return those of them where it stands."""
        return [each for each in self.exits_of(unit) if unit.cell in each.cells]


# -- reinforcements ------------------------------------------------------------------------------------------------


def bring_on_due(game: Game[Any, Any], arrivals: Iterable[Arrival], is_to_come: Callable[[Any], bool]) -> None:
    """Bring on everybody whose turn has come, and whoever found no room before."""
    for arrival in arrivals:
        if arrival.turn > game.state.turn or arrival.unit not in game.state.units:
            continue
        if is_to_come(unit := game.state.unit(arrival.unit)):
            bring_on(game, arrival.unit, arrival.cells, unit.facing)


def bring_on(game: Game[Any, Any], unit: str, cells: Sequence[Cell], facing: int) -> bool:
    """Bring a unit on in one of these cells, a free one at random; say whether there was one.

    A unit that finds no room waits, and that it waited is told.
    """
    free = [cell for cell in cells if not game.state.units.at(cell)]
    if not free:
        game.happen(Passed(game.state.unit(unit).side, unit, "finds no room to come on"))
        return False
    names = [game.position.name(cell) for cell in free]
    game.happen(Arrived(unit, game.choose(free, "where to come on", unit, names), facing))
    return True


# -- who has won ---------------------------------------------------------------------------------------------------


class Tally:
    """The points of every side that fights, and the clauses by which a battle ends.

    A game asks them in the order of its rules; each returns None while the battle goes on. The points are counted only
    when one of them holds. Reasons do not name the winner: whoever tells an outcome has said who it is.

    >>> Tally(lambda: {"law": 3, "gang": 1}).by_points("the last turn is over")
    Outcome(winner='law', reason='on points: the last turn is over', scores=(('law', 3), ('gang', 1)))
    >>> Tally(lambda: {"law": 2, "gang": 2}).by_points("nobody is left to fight").reason
    'the points are equal: nobody is left to fight'
    >>> Tally(lambda: {"law": 2, "gang": 2}, tie="gang").by_points("the last turn is over").reason
    'the points are equal, and then the day is theirs: the last turn is over'
    """

    def __init__(self, standing: Callable[[], Mapping[str, int]], tie: str | None = None) -> None:
        self._standing = standing
        self.tie = tie
        """The side that wins by a tie, if there is one."""

    @cached_property
    def points(self) -> Mapping[str, int]:
        """The points of every side as if the battle ended now."""
        return self._standing()

    def won(self, winner: str | None, reason: str) -> Outcome:
        """Return that a side has won, whatever the points are."""
        return Outcome(winner, reason, tuple(self.points.items()))

    def enough(self, needs: Mapping[str, int], gained: Callable[[str], int]) -> Outcome | None:
        """Return that a side has gained the points that it needs; of several the one with the most has won."""
        there = [side for side, least in needs.items() if gained(side) >= least]
        if not there:
            return None
        best = self._best(there)
        return self.won(best, "having gained what was needed" if best else "both sides have what they need")

    def gave_up(
        self, breaks_at: Mapping[str, int], lost: Callable[[str], int], told: Callable[[str, int], str]
    ) -> Outcome | None:
        """Return how it ends when sides have lost what they bear, which is told in words; if all have, by points.

        >>> ahead = Tally(lambda: {"law": 3, "gang": 5})
        >>> told = "the {} broke with {} men lost".format
        >>> ahead.gave_up({"gang": 4}, lambda side: 4, told).reason
        'the gang broke with 4 men lost, though ahead on points'
        """
        losses = {side: lost(side) for side in breaks_at}
        beaten = {side: told(side, number) for side, number in losses.items() if number >= breaks_at[side]}
        if not beaten:
            return None
        left = [side for side in self.points if side not in beaten]
        if len(left) != 1:
            return self.by_points("both sides have had enough")
        ahead = ", though ahead on points" if max(self.points[side] for side in beaten) > self.points[left[0]] else ""
        return self.won(left[0], " and ".join(beaten.values()) + ahead)

    def alone(self, there: Sequence[str], got_away: Callable[[], bool]) -> Outcome | None:
        """Return how it ends when one side at most has anybody left, on the map or on the way to it.

        A side that was destroyed has lost. But if some of it got away, over the edge of the map, points decide.
        """
        if len(there) > 1:
            return None
        if there and not got_away():
            return self.won(there[0], "nobody is left against them")
        return self.by_points("nobody is left to fight")

    def time_is_up(self, turn: int, turns: int | None) -> Outcome | None:
        """Return who has won when a turn is over, if it was the last.

        >>> Tally(lambda: {"law": 3, "gang": 5}).time_is_up(7, 8) is None
        True
        """
        return None if turns is None or turn < turns else self.by_points("the last turn is over")

    def by_points(self, why: str) -> Outcome:
        """Return who has the most points now that the battle is over, and why it is."""
        best = self._best(self.points)
        if len(self._leaders(self.points)) == 1:
            how = "on points"
        else:
            how = "the points are equal" + (", and then the day is theirs" if best else "")
        return self.won(best, f"{how}: {why}")

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


class Reckoning:
    """What the sides of a battle have gained, and when it is over; a game adds or replaces clauses of its own.

    A side that has the points it needs wins at once, and one that has lost as many as it bears gives up; else the
    battle is over when only one side has anybody left, and at the latest with the last turn.
    """

    stakes: attrgetter[Any]
    """Finds the `Stakes` of a position."""
    fallen: attrgetter[Any]
    """Finds whether a unit is destroyed."""
    left: attrgetter[Any] = attrgetter("left")
    """Finds those in a state who have left on purpose."""

    def outcome(self, position: Position[Any, Any], turn_ended: bool) -> Outcome | None:
        """Return how the battle ended; None while it goes on. Only when a turn has ended it can have been the last."""
        stakes = self.stakes(position)
        tally = Tally(partial(self.standing, position), stakes.tie)
        return (
            tally.enough(stakes.needs, partial(self.gained, position))
            or tally.gave_up(stakes.breaks_at, partial(self.losses, position), partial(self.gave_up, position))
            or self.nobody_left(position, tally)
            or (tally.time_is_up(position.state.turn, position.battle.turns) if turn_ended else None)
        )

    def sides(self, position: Position[Any, Any]) -> Sequence[str]:
        """Return the sides that can win."""
        return [side.id for side in position.battle.sides]

    # -- points ------------------------------------------------------------------------------------------

    def standing(self, position: Position[Any, Any]) -> Mapping[str, int]:
        """Return the points of every side as if the battle ended now: those gained for good, and its objectives."""
        points = {side: self.gained(position, side) for side in self.sides(position)}
        for objective in self.stakes(position).objectives:
            if (side := self.holder(position, objective)) in points:
                points[side] += objective.points
        return points

    def gained(self, position: Position[Any, Any], side: str) -> int:
        """Return the points that nobody can take from a side: for what it did, and for enemies who are lost."""
        enemies = (unit for unit in position.state.units if unit.side != side)
        points: int = position.state.score(side)
        return points + sum(int(unit.profile.points) for unit in enemies if self.lost(position, unit))

    def holder(self, position: Position[Any, Any], objective: Any) -> str:
        """Return who has an objective; empty for nobody, and in a game in which no place counts."""
        return ""

    # -- those who are lost, gone or to come -------------------------------------------------------------

    def lost(self, position: Position[Any, Any], unit: Any) -> bool:
        """Say whether a unit is lost to its side: destroyed, or fled from the table.

        Whoever has left on purpose is not, nor is whoever has not come yet; a unit that fled has broken before.
        """
        if not (self.fallen(unit) or (unit.cell is None and unit.broken)):
            return False
        return unit.id not in self.left(position.state)

    def losses(self, position: Position[Any, Any], side: str) -> int:
        """Return how many units a side has lost."""
        return sum(self.lost(position, unit) for unit in position.state.units if unit.side == side)

    def gave_up(self, position: Position[Any, Any], side: str, lost: int) -> str:
        """Say that a side gave up with so many lost."""
        return f"{position.battle.side(side).mention} gave up with {lost} lost"

    def fights(self, unit: Any) -> bool:
        """Say whether a side is not beaten while it has that unit."""
        return True

    def is_to_come(self, position: Position[Any, Any], unit: Any) -> bool:
        """Say whether a unit has not been on the table yet: who fled or left over its edge does not come back."""
        return not (unit.cell is not None or self.fallen(unit) or unit.broken or unit.id in self.left(position.state))

    def bring_on(self, game: Game[Any, Any]) -> None:
        """Bring on everybody whose turn has come, and whoever found no room before."""
        bring_on_due(game, self.stakes(game.position).arrivals, lambda unit: self.is_to_come(game.position, unit))

    def there(self, position: Position[Any, Any]) -> list[str]:
        """Return the sides that have anybody on the table, or on the way to it."""
        here, coming = set[str](), {arrival.unit for arrival in self.stakes(position).arrivals}
        for unit in position.state.units:  # one of a side is enough
            if unit.side in here or self.fallen(unit) or not self.fights(unit):
                continue
            if unit.cell is not None or (unit.id in coming and self.is_to_come(position, unit)):
                here.add(unit.side)
        return [side for side in self.sides(position) if side in here]

    def nobody_left(self, position: Position[Any, Any], tally: Tally) -> Outcome | None:
        """Return how it ends when one side at most has anybody left; None while more have."""
        there, left = self.there(position), self.left(position.state)
        beaten = [side for side in self.sides(position) if side not in there]
        return tally.alone(there, lambda: any(unit.id in left for unit in position.state.units if unit.side in beaten))
