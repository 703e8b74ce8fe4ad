"""Who has won a mission, and when it is over.

Points are what a side has gained for good (enemies who are gone, Regulars who are dead or seriously wounded, places
that were reached or searched, exits) and, at the end, the places that it holds.
"""

from __future__ import annotations

from operator import attrgetter

from sim.engine.state import Outcome
from sim.play.tally import Reckoning, Tally
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Scene, on_table


def casualties(position: Scene) -> int:
    """Return how many men of the Regulars' teams are dead or seriously wounded.

    Counted over all teams, because men may join another; whoever has left the table is still there to be counted, and
    whoever waits for first aid may yet be fine.
    """
    mission = position.battle.data.mission
    there = sum(
        unit.figures + unit.downed
        for unit in position.state.units
        if unit.side == mission.regulars and unit.profile.kind == "team"
    )
    return max(0, sum(mission.strength.values()) - there)


def accomplished(position: Scene, objective: Task) -> bool:
    """Say whether the Regulars have done what was to be done at a place, whoever is there now."""
    return objective.kind != "hold" and any(cell in position.state.searched for cell in objective.cells)


def holder(position: Scene, objective: Task) -> str:
    """Return who has a place: whoever stands there alone, else whose it was at the beginning; nobody if both do.

    Civilians hold nothing.
    """
    mission = position.battle.data.mission
    there = {
        side
        for side in (mission.regulars, mission.insurgents)
        for unit in on_table(position, side)
        if unit.cell in objective.cells
    }
    if len(there) > 1:
        return ""
    return there.pop() if there else objective.holder or ""


class AasReckoning(Reckoning):
    """Points for Regulars and Insurgents; civilians have none to win, and nobody comes but from hot spots.

    It is over when no Regular is left on the table, or no Insurgent and no hot spot that others could come from.
    """

    stakes, fallen = attrgetter("battle.data.mission"), attrgetter("gone")

    def sides(self, position: Scene) -> tuple[str, str]:
        """Leave out civilians."""
        return position.battle.data.mission.regulars, position.battle.data.mission.insurgents

    def holder(self, position: Scene, objective: Task) -> str:
        """Return who has a place that is to be held."""
        return holder(position, objective) if objective.kind == "hold" else ""

    def gained(self, position: Scene, side: str) -> int:
        """Return the points that nobody can take from a side; a unit that has joined another has none of its own."""
        regulars, insurgents = self.sides(position)
        points = position.state.score(side)
        if side == insurgents:
            points += position.battle.data.mission.casualties * casualties(position)
        elif side == regulars:
            points += sum(task.points for task in self.stakes(position).objectives if accomplished(position, task))
        other = {regulars: insurgents, insurgents: regulars}.get(side)
        return points + sum(unit.profile.points for unit in position.state.units if unit.gone and unit.side == other)

    def nobody_left(self, position: Scene, tally: Tally) -> Outcome | None:
        """Return how it ends when nobody can do anything here any more, on one side or the other.

        If all Regulars have fallen, they have lost; else points decide. Where nobody is left of the Insurgents, and no
        hot spot of several, the Regulars have won.
        """
        state, (regulars, insurgents) = position.state, self.sides(position)
        own = [unit for unit in state.units if unit.side == regulars]
        if not any((unit.cell is not None or unit.aboard) and unit.figures > 0 for unit in own):
            return tally.alone([insurgents], lambda: any(unit.id in state.left for unit in own))
        if not state.hot_spots or any(spot.active for spot in state.hot_spots) or any(on_table(position, insurgents)):
            return None
        return tally.won(regulars, "nobody is left against them, or will come")


_COUNT = AasReckoning()
outcome, standing, gained = _COUNT.outcome, _COUNT.standing, _COUNT.gained
