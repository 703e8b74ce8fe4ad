"""What battles take: one automated turn with its full trace, and whole games without a window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from bench_timing import Contender, Effort, Line, Target, race

from sim.engine.chance import Seeded
from sim.engine.decide import decide
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.engine.session import Checkpoint, Session
from sim.resources import find_scenario
from sim.scenario.scenario import Scenario, load_scenario

SMALLEST, LARGEST = "farm_at_kamenka", "zimovets_ridge"
GAMES = 4


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
