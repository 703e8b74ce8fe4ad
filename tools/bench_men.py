"""What a turn of single men takes: La Petite Guerre with forty a side on a table of six feet by four."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from bench_table import drawn, letters
from bench_timing import Contender, Effort, Line, Target, race

from sim.engine.chance import Seeded
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.session import Checkpoint, Session
from sim.scenario.scenario import Scenario, parse_scenario

TURNS = 6
PLAYERS = {"canada": COMMANDER, "metis": SOLO}
OURS = (
    "militia_colonel", "gatling", *["gatling_gunner"] * 3, "nine_pounder", *["gunner"] * 5, *["scout"] * 6,
    *["militia_captain", *["militia_private"] * 8, "militia_sergeant"] * 2, "infantry_school_sergeant",
    *["infantry_school"] * 4,
)  # fmt: skip
"""Guns are no men: with their crews, leaders and scouts these are forty."""
THEIRS = (
    "gabriel_dumont", *["metis_rider"] * 6,
    *["metis_captain", *["metis_hunter"] * 8, "cree_warrior", "metis_farmer"] * 3,
)  # fmt: skip


@cache
def battle() -> Scenario:
    """Return the battle: one side goes forward on foot, on horse and with guns, the other skirmishes."""
    text = f"""\
format = 1
system = "la_petite_guerre"
title = "Forty a side"
map = "table.toml"
briefing = "A whole table."
[limits]
turns = {TURNS + 1}
[la_petite_guerre.companies.field_force]
side = "canada"
stance = "advance"
[la_petite_guerre.companies.hunt]
side = "metis"
stance = "skirmish"
[sides.canada]
name = "The field force"
{_units("canada", OURS, 34)}
[sides.metis]
name = "The hunt"
player = "solo"
{_units("metis", THEIRS, 16)}
"""
    return parse_scenario(text, "bench.toml", map_text=drawn())


def _units(side: str, profiles: tuple[str, ...], row: int) -> str:
    """Put them down in three ranks, a gun before those who serve it."""
    entries, gun = [], ""
    for number, profile in enumerate(profiles):
        at = f"{letters(6 + number // 3 * 4)}{row + number % 3 * 2}"
        entry = f'[[sides.{side}.units]]\nid = "{side}-{number}"\nprofile = "{profile}"\nat = "{at}"\n'
        if profile in ("gatling", "nine_pounder"):
            gun = f"{side}-{number}"
        elif "gunner" in profile:
            entry += f'serves = "{gun}"\n'
        elif profile in ("scout", "metis_rider"):
            entry += "mounted = true\n"
        entries.append(entry)
    return "\n".join(entries)


@cache
def _turns() -> list[Any]:
    """Return the states of one battle in which its turns begin."""
    of = battle()
    session: Session[Any, Any] = Session(of.battle, of.state, PLAYERS, Seeded(1))
    session.play_out()
    marks = (entry.state for entry in session.log if isinstance(entry, Checkpoint))
    return [state for state in marks if state.phase == "first move"][:TURNS]


def lpg_turns(effort: Effort) -> Iterator[Line]:
    """Play whole turns of both sides, trace and all; the dearest of them counts.

    Searches for ways are kept with the table, and no battle comes to the same position twice: every round has a table
    of its own, of which nothing is known beforehand.
    """
    of = battle()

    def playing(state: Any) -> Any:
        fresh = replace(of.battle, map=replace(of.battle.map))
        session: Session[Any, Any] = Session(fresh, state, PLAYERS, Seeded(state.turn))

        def run() -> None:
            while session.advance() and session.state.phase != "first move":
                pass

        return run

    measured = race([Contender(partial(playing, state)) for state in _turns()], effort)
    ours = max(measured, key=lambda figures: figures.median)
    words = "a whole turn with its trace, 40 men a side, 72x48 inches"
    yield Line("lpg-turn", words, ours, target=Target(under=1.0))
