"""What a battle of 1885 is about, and what a player is asked, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.insight import Fact
from sim.engine.orders import Ask
from sim.engine.setup import Objective
from sim.engine.words import counted
from sim.play.tally import Exit
from sim.rules.la_petite_guerre import actions
from sim.rules.la_petite_guerre.scene import Scene

SCENARIO = "scenario"


def question(position: Scene, ask: Ask) -> str:
    """Return what a player is asked, and what comes of it."""
    match ask.occasion:
        case actions.FIRST_MOVE:
            return "Your die was the higher: every step of this turn is taken by one side first. Which is it to be?"
        case actions.COMMAND:
            left = counted(points_left(position, ask.unit or ""), "command point")
            return f"{ask.unit} has {left}. Whom nobody controls has to test himself."
        case actions.MOVING:
            return f'{ask.unit} has {ask.number}" to go, and goes all of it unless something stops him.'
        case actions.CHARGES:
            return "Declare who charges whom. They test and run in when all are declared."
        case actions.ACTION if ask.unit and position.state.actor == ask.unit:
            return f"{ask.unit} is acting. What he leaves undone now, he cannot do later this turn."
        case _:
            return ""


def points_left(position: Scene, unit: str) -> int:
    """LPG-CMD: return the command points that a leader has left."""
    man = position.state.unit(unit)
    return man.profile.command - man.spent


def stakes(position: Scene) -> Iterator[Fact]:
    """Yield what brings points to whom, and what ends the battle."""
    battle, engagement = position.battle, position.battle.data.engagement
    for objective in engagement.objectives:
        yield Fact(objective.title, _objective_text(position, objective), SCENARIO)
    for leave in engagement.exits:
        yield Fact("leaving", _exit_text(position, leave), SCENARIO)
    yield Fact("losses", "points for each enemy who is dead or has fled, by what he is worth", SCENARIO)
    for side, points in engagement.needs.items():
        yield Fact("at once", f"victory for {battle.side(side).mention} with {counted(points, 'point')}", SCENARIO)
    for side, most in engagement.breaks_at.items():
        yield Fact("giving up", f"{battle.side(side).mention}, with {most} men dead, fled or running", SCENARIO)
    if engagement.tie:
        yield Fact("equal points", f"victory for {battle.side(engagement.tie).mention}", SCENARIO)
    if battle.turns:
        yield Fact("end", f"with turn {battle.turns}, or when a side has nobody left", SCENARIO)


def _objective_text(position: Scene, objective: Objective) -> str:
    points = counted(objective.points, "point")
    begins = f"; else for {position.battle.side(objective.holder).mention}" if objective.holder else ""
    return f"{points} for whoever has more able men there at the end{begins}"


def _exit_text(position: Scene, leave: Exit) -> str:
    whose = position.battle.side(leave.side).mention
    return f"{counted(leave.points, 'point')} for {whose}: each man by {position.span(leave.cells)}"
