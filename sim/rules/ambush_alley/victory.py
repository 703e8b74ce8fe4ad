"""Who has won a mission, and when it is over.

Points are what a side has gained for good (enemies who are gone, Regulars who are dead or seriously wounded, places
that were reached or searched, exits) and, at the end, the places that it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sim.engine.state import Outcome
from sim.play.tally import Tally
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Scene, on_table


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the mission ended; None while it goes on.

    Asked after everything that happens. A side that has the points it needs wins at once. Else the mission is over when
    no Regular is left on the table, or no Insurgent and no hot spot that others could come from, and at the latest with
    the last turn, if `turn_ended`.
    """
    mission = position.battle.data.mission
    tally = Tally(partial(standing, position), mission.tie)
    return (
        tally.enough(mission.needs, partial(gained, position))
        or _no_regulars(position, tally)
        or _no_insurgents(position, tally)
        or (tally.time_is_up(position.state.turn, position.battle.turns) if turn_ended else None)
    )


def standing(position: Scene) -> Mapping[str, int]:
    """Return the points of Regulars and Insurgents as if the mission ended now; civilians have none to win."""
    mission = position.battle.data.mission
    points = {side: gained(position, side) for side in (mission.regulars, mission.insurgents)}
    for task in mission.objectives:
        if task.kind == "hold" and (side := holder(position, task)) in points:
            points[side] += task.points
    return points


def gained(position: Scene, side: str) -> int:
    """Return the points that nobody can take from a side; a unit that has joined another has none of its own."""
    mission = position.battle.data.mission
    points = position.state.score(side)
    fallen = (unit for unit in position.state.units if unit.gone)
    if side == mission.insurgents:
        points += mission.casualties * casualties(position)
        points += sum(unit.profile.points for unit in fallen if unit.side == mission.regulars)
    elif side == mission.regulars:
        points += sum(objective.points for objective in mission.objectives if accomplished(position, objective))
        points += sum(unit.profile.points for unit in fallen if unit.side == mission.insurgents)
    return points


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


def _no_regulars(position: Scene, tally: Tally) -> Outcome | None:
    """No Regular can do anything here any more. If all of them have fallen, they have lost; else points decide."""
    mission, state = position.battle.data.mission, position.state
    own = [unit for unit in state.units if unit.side == mission.regulars]
    if any((unit.cell is not None or unit.aboard) and unit.figures > 0 for unit in own):
        return None
    return tally.alone([mission.insurgents], lambda: any(unit.id in state.left for unit in own))


def _no_insurgents(position: Scene, tally: Tally) -> Outcome | None:
    """Nobody is left of the Insurgents, and no hot spot is left of several: whoever holds the place has won."""
    state, mission = position.state, position.battle.data.mission
    if not state.hot_spots or any(spot.active for spot in state.hot_spots):
        return None
    if any(True for _ in on_table(position, mission.insurgents)):
        return None
    return tally.won(mission.regulars, "nobody is left against them, or will come")
