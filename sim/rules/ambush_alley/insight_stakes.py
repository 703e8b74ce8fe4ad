"""What a mission is about, and what a player is asked, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.insight import Fact
from sim.engine.orders import Ask
from sim.engine.words import counted
from sim.play.tally import Exit
from sim.rules.ambush_alley import activations as actions
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Scene

SCENARIO = "scenario"


def question(position: Scene, ask: Ask) -> str:
    """Return what has happened that somebody is asked, and what comes of either answer."""
    unit, other = (position.battle.ruleset.name(position, id_ or "") for id_ in (ask.unit, ask.about))
    match ask.occasion:
        case actions.HOT_SPOT:
            count = position.battle.data.numbers.hot_spot_count
            return f"Hot spot {ask.number} of {count}: choose a cell out of which new Insurgents may come."
        case actions.REACTION:
            means = f"would interrupt to {'move' if ask.number == actions.MOVES else f'fire at {unit}'}"
            quicker = unit.does("is quicker: fire first, or do nothing and go on first.")
            return f"{other} {means}, but {quicker}"
        case actions.RETURN_FIRE:
            return f"{other} fired at {unit}, which may answer once."
        case actions.OVERWATCH:
            means = "moves" if ask.number == actions.MOVES else "is about to fire"
            return other.does(f"{means} in sight of {unit}, on overwatch: try to fire first, or let it be.")
        case actions.ACTIVATE if unit and position.state.actor == unit:
            return unit.does("is acting. What is left undone now cannot be done later this turn.")
        case _:
            return ""


def stakes(position: Scene) -> Iterator[Fact]:
    """Yield what brings points to whom, and what ends the mission."""
    battle, mission = position.battle, position.battle.data.mission
    regulars, insurgents = battle.side(mission.regulars).mention, battle.side(mission.insurgents).mention
    for objective in mission.objectives:
        yield Fact(objective.title, _objective_text(objective, regulars), SCENARIO)
    for leave in mission.exits:
        yield Fact("leaving", _exit_text(position, leave), SCENARIO)
    if mission.casualties:
        each = counted(mission.casualties, "point")
        yield Fact("casualties", f"{each} for {insurgents}: each of the others dead or seriously wounded", SCENARIO)
    for side, points in mission.needs.items():
        yield Fact("at once", f"victory for {battle.side(side).mention} with {counted(points, 'point')}", SCENARIO)
    if mission.tie:
        yield Fact("equal points", f"victory for {battle.side(mission.tie).mention}", SCENARIO)
    if battle.turns:
        yield Fact("end", f"with turn {battle.turns}, or when nobody is left to fight", SCENARIO)


def _objective_text(objective: Task, regulars: str) -> str:
    points = counted(objective.points, "point")
    match objective.kind:
        case "hold":
            return f"{points} for whoever is there alone at the end"
        case "reach":
            return f"{points} for {regulars}: end an activation there"
        case _:
            return f"{points} for {regulars}: {objective.kind} there, by an order of its own"


def _exit_text(position: Scene, leave: Exit) -> str:
    who = ", ".join(leave.units) or "each unit"
    each = " each" if len(leave.units) > 1 else ""
    whose = position.battle.side(leave.side).mention
    return f"{counted(leave.points, 'point')}{each} for {whose}: {who} by {position.span(leave.cells)}"
