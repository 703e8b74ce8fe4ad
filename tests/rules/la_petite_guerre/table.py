"""For tests that are no cases: positions in the same lines, on the same stages, and battles to be spoilt or shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sim.rules.la_petite_guerre
from sim.engine.battle import Position
from sim.rules.la_petite_guerre.state import LpgPosition, Man
from sim.scenario.position_text import opened
from sim.scenario.scenario import Scenario, load_scenario
from sim.scenario.statements import statements
from tests.rules.samples import Sample

FOLDER = Path(sim.rules.la_petite_guerre.__file__).parent / "figures"
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_petite_guerre"
CASES = Path(__file__).parent / "cases"
CROSSING = Sample(
    "crossing.toml", *((CASES / name).read_text(encoding="utf-8") for name in ("crossing.toml", "maps/crossing.toml"))
)
"""A battle for a crossing, and its table of twenty-four inches by twelve: a house, a trail, rifle pits, a river."""
ACTIONS = "set turn:3 phase:actions side:militia order:militia,metis"
WIDE = "map\n" + "\n".join(["." * 60] * 5) + "\n\n"
"""A strip long enough for every range: columns A to BH, five rows."""


def scene(*lines: str, on: str = "stage.toml") -> LpgPosition:
    """Return the position of some lines, in the actions of the militia unless they say otherwise."""
    text = "\n".join((f"scenario {on}", ACTIONS, *lines))
    found = opened(list(statements(enumerate(text.splitlines(), 1), "table.txt")), "table.txt", CASES)
    state: Any = found.state
    return Position(found.battle, state)


def unit(of: LpgPosition, id_: str) -> Man:
    """Return a man of a position."""
    return of.state.unit(id_)


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
