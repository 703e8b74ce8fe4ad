"""Battles for the tests of La Cucaracha: the halt of the cases, to be broken on purpose, and those that are shipped."""

from __future__ import annotations

from pathlib import Path

from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.la_cucaracha.stage import CASES
from tests.rules.samples import Sample

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_cucaracha"
FIELD = (CASES / "halt_map.toml").read_text(encoding="utf-8")
"""A halt on a railway: a building in E3 with a door to the south, a wood in H4, rails along row 5, the river below."""
VALID = (CASES / "halt.toml").read_text(encoding="utf-8")
HALT = Sample("halt.toml", VALID, FIELD)


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
