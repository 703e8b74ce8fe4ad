"""What battles take: one automated turn with its full trace, a round of interruptions, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from bench_timing import Contender, Effort, Line, Target, race

from sim.board.mapfile import parse_map
from sim.engine.battle import Battle, Position
from sim.engine.chance import Seeded
from sim.engine.decide import decide
from sim.engine.game import Game, Start
from sim.engine.ruleset import COMMANDER, HUMAN, SOLO
from sim.engine.session import Checkpoint, Session
from sim.engine.units import Roster
from sim.resources import find_scenario
from sim.rules.ambush_alley.interruptions import meet
from sim.rules.ambush_alley.units import Team
from sim.scenario.scenario import Scenario, load_scenario

SMALLEST, LARGEST = "farm_at_kamenka", "zimovets_ridge"
GAMES = 4
TOWN, INSURGENTS, ROUNDS = 48, 12, 64
"""Inches of a table, units that check, and positions: more than the searches keep, so that each is worked out anew."""


@cache
def _scenario(name: str) -> Scenario:
    return load_scenario(find_scenario(f"conflict_of_heroes/{name}"))


def _players(of: Scenario) -> dict[str, str]:
    return {side: COMMANDER if player == HUMAN else player for side, player in of.players.items()}


def _played(name: str, seed: int) -> Session[Any, Any]:
    of = _scenario(name)
    session: Session[Any, Any] = Session(of.battle, of.state, _players(of), Seeded(seed))
    session.play_out()
    return session


@cache
def _ai_turns(name: str) -> list[Checkpoint]:
    """Return the checkpoints of one battle from which the AI is to act."""
    session = _played(name, 1)
    ai = session.battle.data.ai
    marks = [entry for entry in session.log if isinstance(entry, Checkpoint)]
    return [mark for mark in marks if mark.state.stage == "turn" and mark.state.mover == ai and not mark.state.outcome]


def ai_turns(effort: Effort) -> Iterator[Line]:
    """Decide an AI's turn, trace and all, over the turns of one battle."""
    for name, limit in ((SMALLEST, 1e-3), (LARGEST, 3e-3)):
        turns, of = _ai_turns(name), _scenario(name)

        def deciding(turns: list[Checkpoint] = turns, of: Scenario = of) -> Any:
            def run() -> None:
                for turn in turns:
                    decide(of.battle, turn.state, _players(of), Seeded(1), turn.number)

            return run

        (ours,) = race([Contender(deciding, len(turns))], effort)
        yield Line(f"coh-turn-{name}", f"an AI turn with its trace, {name}", ours, target=Target(under=limit))


def games(effort: Effort) -> Iterator[Line]:
    """Play the smallest set battle to its end; 25 games a second are wanted."""

    def playing() -> Any:
        def run() -> None:
            for seed in range(GAMES):
                _played(SMALLEST, seed)

        return run

    (ours,) = race([Contender(playing, GAMES)], effort)
    yield Line("coh-game", f"a whole game without a window, {SMALLEST}", ours, target=Target(under=1 / 25))


# -- Ambush Alley -------------------------------------------------------------------------------------------------


def _houses(row: int) -> str:
    """Draw a row of a town: houses of three inches, yards with crops, and streets of three inches between them."""
    return "".join(".....bbb.....ggg"[(column + (row // 6) * 3) % 16] if row % 6 < 3 else "." for column in range(TOWN))


@cache
def _town() -> Battle[Any]:
    """Return a mission on a table of 48 by 48 inches."""
    rows = "\n".join(map(_houses, range(TOWN)))
    text = f'format = 1\ntitle = "Town"\nterrain_set = "tabletop"\nrows = """\n{rows}\n"""\n'
    grid = '[grid]\nkind = "square"\nneighbours = 8\ncell = 1\nunit = "inch"\n'
    battle = load_scenario(find_scenario("ambush_alley/airport_road")).battle
    return replace(battle, map=parse_map(text + grid, "town.toml"))


@cache
def _encounters() -> tuple[Position[Any, Any], ...]:
    """Return positions in which twelve Insurgent units of four kinds see a Regular one."""
    battle, first = _town(), load_scenario(find_scenario("ambush_alley/airport_road")).state
    mission, free = battle.data.mission, [cell for cell in battle.map.cells if battle.map.terrain_at(cell).id == "open"]
    kinds = [unit for unit in first.units if unit.side == mission.insurgents]
    regular = next(unit for unit in first.units if unit.side == mission.regulars)
    found: list[Position[Any, Any]] = []
    for cell in free[:: len(free) // (4 * ROUNDS)]:
        seen = [other for other in Position(battle, first).lines.field_of_view(cell) if other != cell]
        places = seen[:: max(1, len(seen) // INSURGENTS)][:INSURGENTS]
        if len(places) == INSURGENTS and len(found) < ROUNDS:
            units = [kinds[n % len(kinds)].changed(id=f"i{n}", cell=place) for n, place in enumerate(places)]
            # So many that nobody need stop the round by shooting the last of them.
            units.append(regular.changed(id="r", cell=cell, figures=60))
            found.append(Position(battle, first.changed(units=Roster[Team](units), phase="regulars", turn=1)))
    assert len(found) == ROUNDS
    return tuple(found)


def interruptions(effort: Effort) -> Iterator[Line]:
    """Let twelve Insurgent units check, decide and interrupt one Regular unit: rows, searches, dice, trace and all."""

    def meeting() -> Any:
        games = []
        for seed, position in enumerate(_encounters()):
            deciders = {side.id: (SOLO, position.battle.ruleset.decider(SOLO)) for side in position.battle.sides}
            games.append(Game(position.battle, Start(position.state), deciders, Seeded(seed)))

        def run() -> None:
            for game in games:
                meet(game, "r", [])

        return run

    (ours,) = race([Contender(meeting, ROUNDS)], effort)
    said = f"a round of interruptions by {INSURGENTS} units, {TOWN} x {TOWN} inches"
    yield Line("aas-interrupt", said, ours, target=Target(under=20e-3))
