"""For tests that stay Python: positions as text, on the stages of the cases; battles to be broken, and shipped ones."""

from __future__ import annotations

from pathlib import Path

from sim.engine.battle import Position
from sim.rules.la_cucaracha.state import CucPosition, Troop
from sim.scenario.position_text import parse_position
from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.samples import Sample

CASES = Path(__file__).parent / "cases"
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_cucaracha"
HALT = Sample("halt.toml", *((CASES / name).read_text(encoding="utf-8") for name in ("halt.toml", "halt_map.toml")))
"""A halt on a railway: a building in E3 with a door to the south, a wood in H4, rails along row 5, the river below."""


def stood(*lines: str, stage: str = "stage", inches: float | None = None) -> CucPosition:
    """Set up a position on a stage, whose cells may have another size."""
    text = "\n".join(lines) + "\n"
    if inches is None:
        opened = parse_position(f"scenario {stage}.toml\n{text}", "x.txt", CASES)
    else:
        map_ = (CASES / ("hexes.toml" if stage == "on_hexes" else "table.toml")).read_text(encoding="utf-8")
        map_ = "\n".join(f"cell = {inches}" if line.startswith("cell = ") else line for line in map_.splitlines())
        scenario = (CASES / f"{stage}.toml").read_text(encoding="utf-8")
        opened = parse_position(f"scenario below\n{text}--- scenario\n{scenario}\n--- map\n{map_}\n", "x.txt")
    return Position(opened.battle, opened.state)  # type: ignore[arg-type]  # the stages are of this system


def pair(position: CucPosition) -> tuple[Troop, Troop]:
    """Return p1 and a1."""
    return position.state.unit("p1"), position.state.unit("a1")


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
