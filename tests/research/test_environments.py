"""The environments pass the tests of the libraries that they are made for."""

from __future__ import annotations

import sys
import warnings
from copy import deepcopy
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from sim.engine.ruleset import HUMAN


@pytest.fixture(scope="module")
def environments() -> Any:
    """Import the environments, for those who have the extra."""
    for needed in ("gymnasium", "pettingzoo"):
        pytest.importorskip(needed, reason=f"{needed} is of the extra rl: pip install 'sandtable[rl]'")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo warns of itself when it is imported
        return import_module("sim.research.environments")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_one_side_passes_the_check_of_gymnasium(environments: Any) -> None:
    """Its spaces, resets by a seed, steps that can be told again."""
    from gymnasium.utils.env_checker import check_env

    check_env(environments.SideEnv("target_choice"), skip_render_check=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:Observation is not:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each:UserWarning", "ignore:We recommend:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning", "ignore:.*render:UserWarning")
def test_all_sides_pass_the_tests_of_pettingzoo(environments: Any, capsys: Any) -> None:
    """The warnings are about dictionaries of arrays, names of sides, and that nothing can be chosen at the end."""
    from pettingzoo.test import api_test, seed_test

    def made() -> Any:
        return environments.SidesEnv("target_choice", players={"soviets": HUMAN})

    api_test(made(), num_cycles=120)
    seed_test(made, num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_a_battle_of_one_side_goes_to_its_end(environments: Any) -> None:
    """By the masks alone; a number that they leave out is refused, and changes nothing."""
    env = environments.SideEnv("tutorial", "soviets", most_steps=2000)
    seen, _ = env.reset(seed=1)
    again, reward, over, stopped, info = env.step(0)
    assert "0 cannot be chosen now" in info["refused"] and not (reward or over or stopped)
    assert all(np.array_equal(seen[name], again[name]) for name in seen)
    other, env.action_space = deepcopy(env), env.action_space
    env.action_space.seed(1)
    while not over:
        seen, reward, over, stopped, info = env.step(env.action_space.sample(seen["action_mask"]))
        assert not info and not stopped and env.observation_space.contains(seen)
    assert reward and not seen["action_mask"].any() and np.array_equal(env.action_masks(), seen["action_mask"])
    assert other.match.choosing is not None
    assert environments.SideEnv("tutorial", most_steps=1).step(0)[3]


def test_gymnasium_makes_one_by_its_name(environments: Any) -> None:
    """As it makes any other, several at once included."""
    from gymnasium import make, make_vec

    env = make("sim.research.environments:Sandtable-v0", scenario="tutorial")
    seen, _ = env.reset(seed=1)
    env.step(env.action_space.sample(seen["action_mask"]))
    several = make_vec("sim.research.environments:Sandtable-v0", 2, "sync", scenario="tutorial")
    seen, _ = several.reset(seed=1)
    assert seen["units"].shape == (2, 16, 37)
    several.step(np.array([mask.argmax() for mask in seen["action_mask"]]))


def test_which_side_is_played_is_said(environments: Any) -> None:
    """The printed AI plays the others; where several are left, one has to be named."""
    assert environments.SideEnv("bridge_at_rio_colorado", "federals").match.sides == ("federals",)
    with pytest.raises(ValueError, match="one side must be left to play"):
        environments.SideEnv("tutorial", players={"germans": HUMAN})


def test_who_lacks_the_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one sentence that says what to install."""
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "sim.research.environments", raising=False)
    with pytest.raises(ImportError, match=r'environments need gymnasium.*pip install "sandtable\[rl\]"'):
        import_module("sim.research.environments")
