"""How many games a second each set battle gives, and how long its longest activation is: what a study has to wait for.

One subject is one battle (`games-farm_at_kamenka`): two hundred games with all reasons, of which a few are played
without them as well. They take from ten seconds to minutes, so that none is measured unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bench_timing import CLOCK, Effort, Figures, Line, Target

from sim.board import kernels
from sim.board.warm_up import warm_up
from sim.engine.chance import Seeded
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.engine.session import Session
from sim.resources import find_scenario, scenario_name, shipped_scenarios
from sim.scenario.scenario import Scenario, load_scenario
from sim.startup import look_between_battles, seldom_collected

LONGEST = Target(under=40e-3)
WITHOUT_REASONS = 20
"""Games of each battle that are played without reasons, too."""
SMALLEST, QUICK_ENOUGH = "conflict_of_heroes/farm_at_kamenka", Target(under=1 / 60)


@dataclass(frozen=True)
class SetBattle:
    """One shipped battle, played by the commander against the automated side again and again."""

    scenario: str

    @property
    def name(self) -> str:
        """What the benchmark calls it."""
        return f"games-{self.scenario.rpartition('/')[2]}"

    def __call__(self, effort: Effort) -> Iterator[Line]:
        """Play a game for every round, each with dice of its own, as a study does: the collector looks between games.

        The first game is not counted: in it kernels are loaded, and what hangs on the map alone is worked out.
        """
        of = load_scenario(find_scenario(self.scenario))
        kernels.compile_all()
        warm_up()
        with seldom_collected():
            _activations(of, effort.rounds, reasons=True)
            games = [_activations(of, seed, reasons=True) for seed in range(effort.rounds)]
            bare = [_activations(of, seed, reasons=False) for seed in range(min(effort.rounds, WITHOUT_REASONS))]
        times, longest = [sum(each) for each in games], [max(each) for each in games]
        told = f"of {self.scenario} ({1 / fmean(times):.1f} a second)"
        yield Line(self.name, f"a game {told}", Figures(tuple(times)))
        quick, plain = [sum(each) for each in bare], QUICK_ENOUGH if self.scenario == SMALLEST else Target()
        told = f"without reasons ({1 / fmean(quick):.1f} a second)"
        yield Line(f"{self.name}-bare", f"a game of it {told}", Figures(tuple(quick)), target=plain)
        what = f"the longest activation of its {len(games)} games"
        yield Line(f"{self.name}-longest", what, Figures((max(longest),)), target=LONGEST)


def _activations(of: Scenario, seed: int, *, reasons: bool) -> list[float]:
    """Play a game, and return what each activation took."""
    look_between_battles()
    players = {side: COMMANDER if player == HUMAN else player for side, player in of.players.items()}
    session: Session[Any, Any] = Session(of.battle, of.state, players, Seeded(seed), reasons=reasons)
    took, began = list[float](), CLOCK()
    while session.advance():
        ended = CLOCK()
        took.append(ended - began)
        began = ended
    return took


def set_battles() -> Iterator[SetBattle]:
    """Return every shipped battle that is no exercise in one rule."""
    names = (scenario_name(file) for file in shipped_scenarios())
    yield from (SetBattle(name) for name in names if "/behaviour/" not in name)
