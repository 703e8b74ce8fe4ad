"""The stage of the cases for tests in Python: a position from the same lines."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import sim.rules.ambush_alley
from sim.engine.battle import Position
from sim.rules.ambush_alley.state import AasPosition
from sim.scenario.position_text import parse_position

FOLDER = Path(sim.rules.ambush_alley.__file__).parent
CASES = Path(__file__).parent / "cases"


def staged(text: str = "", scale: float = 1) -> AasPosition:
    """Set the stage and what some lines change of it; on squares of so many inches."""
    stage, scenario, board = (
        (CASES / name).read_text(encoding="utf-8") for name in ("stage.txt", "stage.toml", "yard.toml")
    )
    carried = f"scenario below\n--- scenario\n{scenario}--- map\n{board.replace('cell = 1', f'cell = {scale}')}"
    opened = parse_position(f"{stage}{text}\n{carried if scale != 1 else ''}", "stage.txt", CASES)
    return cast(AasPosition, Position(opened.battle, opened.state))


def drawn_at_random(dice: Random, letters: str, weights: tuple[int, ...], size: int = 14, heights: str = "") -> str:
    """Draw ground at random, with some walls, as lines of a position."""
    rows = "\n".join("".join(dice.choices(letters, weights, k=size)) for _ in range(size))
    steep = "\n".join("".join(dice.choices(heights, k=size)) for _ in range(size)) if heights else ""
    raised = f"heights\n{steep}\n\n" if heights else ""
    return f"map\n{rows}\n\n{raised}edges low_wall C3/n G7/s J9/n hedge E11/n\n"
