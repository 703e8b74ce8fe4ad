"""Positions for the tests that are no cases: written in the same lines, on the same stages."""

from __future__ import annotations

from typing import Any

from sim.engine.battle import Position
from sim.rules.la_petite_guerre.state import LpgPosition, Man
from sim.scenario.position_text import opened
from sim.scenario.statements import statements
from tests.rules.la_petite_guerre.battles import CASES

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
