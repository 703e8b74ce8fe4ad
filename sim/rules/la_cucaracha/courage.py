"""Courage and the test to respond (base_games.md 4.2, CUC-HOLD): what a D10 must show.

Rulings (CUC-COURAGE, CUC-HOLD):
- A courage test that fails by no more than `shaken_by` leaves a unit shaken; by more it breaks. A unit that is shaken
  already breaks by any failure.
- A drilled unit rolls a failed test to respond once more, always.
"""

from __future__ import annotations

from typing import Literal

from sim.engine.check import Check
from sim.rules.la_cucaracha.geometry import leader_near
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.units import Troop

Nerve = Literal["passed", "shaken", "broken"]
"""What a courage test comes to."""


def courage_number(position: Scene, unit: Troop) -> int:
    """Return what a courage test must reach, by quality."""
    return position.battle.data.courage[unit.profile.quality]


def courage_check(position: Scene, unit: Troop, minus: int = 0) -> Check:
    """Return what is added to the die of a courage test; `minus` is the difference by which a round was lost."""
    numbers, check = position.battle.data.numbers, Check("courage")
    if leader_near(position, unit):
        check = check.plus(numbers.leader, "leader near")
    fallen = min(unit.fallen, numbers.most_fallen)
    return check.plus(-fallen, "lost this turn").plus(-minus, "worse in close combat")


def courage_needed(position: Scene, unit: Troop, minus: int = 0) -> int:
    """Return what the bare die of a courage test must show."""
    return courage_number(position, unit) - courage_check(position, unit, minus).total


def nerve(position: Scene, unit: Troop, die: int, minus: int = 0) -> Nerve:
    """Return what a die of a courage test comes to."""
    short = courage_needed(position, unit, minus) - die
    return _nerve(short, position.battle.data.numbers.shaken_by, shaken=unit.shaken)


def _nerve(short: int, shaken_by: int, *, shaken: bool) -> Nerve:
    if short <= 0:
        return "passed"
    return "broken" if shaken or short > shaken_by else "shaken"


def respond_check(position: Scene, unit: Troop) -> Check:
    """CUC-HOLD: what is added to the die of a test to respond."""
    numbers, check = position.battle.data.numbers, Check("to respond")
    if leader_near(position, unit):
        check = check.plus(numbers.respond_leader, "leader near", "CUC-HOLD")
    if unit.profile.quality == "raw":
        check = check.plus(numbers.respond_raw, "raw", "CUC-HOLD")
    if unit.shaken:
        check = check.plus(numbers.respond_shaken, "shaken", "CUC-HOLD")
    return check


def respond_needed(position: Scene, unit: Troop) -> int:
    """CUC-HOLD: what the bare die of a test to respond must show."""
    return position.battle.data.numbers.respond - respond_check(position, unit).total
