"""Facts that every game tells in the same way: how the battle stands, what it is about, and what lies on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sim.engine.battle import Position
from sim.engine.insight import Fact, Marker
from sim.engine.setup import Objective
from sim.engine.words import counted, verdict_text
from sim.play.tally import Exit, Stakes

Scene = Position[Any, Any]
SCENARIO = "scenario"
"""Where facts come from that the scenario says."""


def course(position: Scene) -> Iterator[Fact]:
    """Yield how it ended, if it has, and which turn it is."""
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("turn", f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn), SCENARIO)


def points(
    position: Scene, standing: Mapping[str, int], stakes: Stakes, lost: Callable[[str], str] | None = None
) -> Iterator[Fact]:
    """Yield the points of every side, how far it is from its goal, and from giving up; `lost` counts its losses."""
    for side, gained in standing.items():
        words = [counted(gained, "point")]
        if needs := stakes.needs.get(side):
            words.append(f"{needs} to win")
        if lost is not None and (bears := stakes.breaks_at.get(side)):
            words.append(f"{lost(side)} lost: {bears} {'is' if bears == 1 else 'are'} too many")
        yield Fact(position.battle.side(side).name, ", ".join(words), SCENARIO)


def stakes_of(
    position: Scene, stakes: Stakes, *, objective: Callable[[Any], str], each: str, ends: str
) -> Iterator[Fact]:
    """Yield what brings points to whom, and what ends the battle: what all games say of it.

    `objective` says what a place is worth to whom, `each` what leaves by an exit, and `ends` what ends it besides the
    last turn.
    """
    battle = position.battle
    for place in stakes.objectives:
        yield Fact(place.title, f"{counted(place.points, 'point')} for {objective(place)}", SCENARIO)
    for leave in stakes.exits:
        yield Fact("leaving", _exit_text(position, leave, each), SCENARIO)
    for side, needs in stakes.needs.items():
        yield Fact("at once", f"victory for {battle.side(side).mention} with {counted(needs, 'point')}", SCENARIO)
    if stakes.tie:
        yield Fact("equal points", f"victory for {battle.side(stakes.tie).mention}", SCENARIO)
    if battle.turns:
        yield Fact("end", f"with turn {battle.turns}, or when {ends}", SCENARIO)


def _exit_text(position: Scene, leave: Exit, each: str) -> str:
    who, whose = ", ".join(leave.units) or f"each {each}", position.battle.side(leave.side).mention
    apiece = " each" if len(leave.units) > 1 else ""
    return f"{counted(leave.points, 'point')}{apiece} for {whose}: {who} by {position.span(leave.cells)}"


def exit_markers(position: Scene, exits: Iterable[Exit]) -> Iterator[Marker]:
    """Yield where leaving is rewarded, and for whom."""
    for leave in exits:
        units = f" ({', '.join(leave.units)})" if leave.units else ""
        text = f"{position.battle.side(leave.side).name}{units} may leave here: {counted(leave.points, 'point')}"
        yield from (Marker(cell, "exit", text, leave.side) for cell in leave.cells)


def objective_markers(
    position: Scene, objectives: Iterable[Objective], holder: Callable[[Any], str | None]
) -> Iterator[Marker]:
    """Yield objectives with what they are worth and who holds them."""
    for place in objectives:
        side = holder(place) or None
        held = f", held by {position.battle.side(side).mention}" if side else ""
        text = f"{place.title}: {counted(place.points, 'point')}{held}"
        yield from (Marker(cell, "objective", text, side) for cell in place.cells)


def states(*told: tuple[object, str] | tuple[object, str, str]) -> Iterator[Fact]:
    """Yield what has befallen a unit: each of these that is so, with the rule that says what it means."""
    for so, text, *source in told:
        if so:
            yield Fact("state", text, *source)
