"""Battles as environments: for one side against the printed AI (Gymnasium), and for all sides that play (PettingZoo).

Both need the extra `rl`. What they observe, choose and get is that of `Match`; nothing here knows a rule. A number that
the mask leaves out is refused as a wrong order of a person is: nothing happens, and `refused` in the info says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.research.choosing import Mask
from sim.research.match import PER_POINT, Match, NotAllowed, ScenarioName, against, scenario_called
from sim.research.observing import LIMIT

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ImportError(
        f'environments need {missing.name}, which is not installed: pip install "sandtable[rl]"'
    ) from None

SEEDS = 2**31 - 1


class SideEnv(gymnasium.Env):
    """One side of a battle; the printed AI plays the others, or the commander where there is none of theirs.

    An observation has the arrays `map`, `units`, `battle`, `choice` and `action_mask`; an action is a number that the
    mask allows. `reset(seed=...)` begins the same battle again, to the last die.
    """

    def __init__(
        self,
        scenario: ScenarioName,
        side: str | None = None,
        *,
        players: Mapping[str, str] | None = None,
        units: int | None = None,
        per_point: float = PER_POINT,
        most_steps: int | None = None,
    ) -> None:
        begun = scenario_called(scenario)
        self.match = Match(begun, against(begun, side, players), units, per_point)
        if len(self.match.sides) != 1:
            raise ValueError(f"one side must be left to play, not {' and '.join(self.match.sides)}: name it as `side`")
        self.side = self.match.sides[0]
        self.observation_space = _observations(self.match)
        self.action_space = spaces.Discrete(self.match.words.size)
        self.most_steps = most_steps
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a battle; without a seed the dice of the last one's generator go on."""
        super().reset(seed=seed)
        self._steps = 0
        self.match.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        return self._observed(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Choose a number; return what is seen then, the reward, and whether it is over or has been broken off."""
        rewards, info = _chosen(self.match, action)
        self._steps += 1
        stopped = self.match.stands_still or self._steps == self.most_steps
        return self._observed(), rewards[self.side], self.match.session.over, stopped, info

    def action_masks(self) -> Mask:
        """Return which numbers can be chosen now, by the name under which other libraries ask for it."""
        return self.match.mask(self.side)

    def _observed(self) -> dict[str, Any]:
        return {**self.match.observation(self.side), "action_mask": self.match.mask(self.side)}


class SidesEnv(AECEnv):
    """All sides of a battle that nobody else plays, each asked when the rules ask it, several times for one order."""

    metadata = {"name": "sandtable", "is_parallelizable": False, "render_modes": []}

    def __init__(
        self,
        scenario: ScenarioName,
        *,
        players: Mapping[str, str] | None = None,
        units: int | None = None,
        per_point: float = PER_POINT,
        most_steps: int | None = None,
    ) -> None:
        super().__init__()
        self.match = Match(scenario, players, units, per_point)
        self.possible_agents = list(self.match.sides)
        self.agents = list(self.possible_agents)
        self.observation_spaces = {side: _observations(self.match) for side in self.possible_agents}
        self.action_spaces = {side: spaces.Discrete(self.match.words.size) for side in self.possible_agents}
        self.most_steps = most_steps
        self._seeds = np.random.default_rng()
        self._steps = 0

    def observation_space(self, agent: str) -> Any:
        """Return what a side can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the numbers that a side can choose."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle; without a seed the dice of the last one's generator go on."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.match.reset(int(self._seeds.integers(SEEDS)) if seed is None else seed)
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self._end()
        self.agent_selection = self.match.side or self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a side may know now; nothing can be chosen while another is asked."""
        return {**self.match.observation(agent), "action_mask": self.match.mask(agent)}

    def step(self, action: int | None) -> None:
        """Choose a number for the side that is asked."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        chooser = self.agent_selection
        self.rewards, info = _chosen(self.match, action)
        self.infos = {side: info if side == chooser else {} for side in self.agents}
        self._steps += 1
        self._end()
        self.agent_selection = self.match.side or self.agents[0]
        self._accumulate_rewards()

    def _end(self) -> None:
        """Take note that the battle is over, or has been broken off."""
        stopped = self.match.stands_still or self._steps == self.most_steps
        self.terminations = dict.fromkeys(self.agents, self.match.session.over)
        self.truncations = dict.fromkeys(self.agents, stopped)


def _chosen(match: Match, number: Any) -> tuple[dict[str, float], dict[str, Any]]:
    """Choose a number; return the rewards, and in the info why it was refused, if it was."""
    try:
        return match.choose(number), {}
    except NotAllowed as refused:
        return dict.fromkeys(match.sides, 0.0), {"refused": str(refused)}


def _observations(match: Match) -> Any:
    """Return the space of all observations of a battle."""
    parts: dict[str, Any] = {
        name: spaces.Box(-LIMIT - 1, LIMIT, shape, np.int16) for name, shape in match.observer.shapes.items()
    }
    return spaces.Dict({**parts, "action_mask": spaces.Box(0, 1, (match.words.size,), np.int8)})


gymnasium.register("Sandtable-v0", entry_point=SideEnv)
