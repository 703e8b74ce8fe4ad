"""The battle that tests of files spoil, and where those that are shipped lie."""

from __future__ import annotations

from pathlib import Path

import sim.rules.la_petite_guerre
from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.samples import Sample

FOLDER = Path(sim.rules.la_petite_guerre.__file__).parent / "figures"
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_petite_guerre"
CASES = Path(__file__).parent / "cases"
VALID, FIELD = ((CASES / name).read_text(encoding="utf-8") for name in ("crossing.toml", "maps/crossing.toml"))
"""A battle for a crossing, and its table of twenty-four inches by twelve: a house, a trail, rifle pits, a river."""
CROSSING = Sample("crossing.toml", VALID, FIELD)
battle = CROSSING.scenario
changed = CROSSING.changed


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
