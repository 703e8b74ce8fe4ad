"""A place for ambushes: a row of houses with a corner, behind which Regulars come into sight.

E4  .  .  .  .  i1         r1 goes north from E10, behind the houses in F6 to F14. It is first seen in E5, from J4
E5  .  .  .  .  .          and from N4, which is further away.
E6  F6
…   …
E10 F10
"""

from __future__ import annotations

from typing import Any

import sim.rules.ambush_alley  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Stay
from sim.rules.ambush_alley.state import INTERRUPT, OVERWATCH, REACTION, RETURN_FIRE, AasPosition
from tests.rules.ambush_alley.table import Placed, position, squares, team, with_cells
from tests.rules.positions import way

HOUSES = with_cells(**{f"F{row}": "b" for row in range(6, 15)})
NORTH = ("E9", "E8", "E7", "E6", "E5", "E4")

PASS, FAIL = 4, 3
"""A die that succeeds, and one that does not."""
FIRST = (8, 2)
"""A reaction test that the one who reacts wins: 8 against 2."""
SECOND = (4, 6)
"""One that it loses."""


def alley(*more: Placed, regular: dict[str, Any] | None = None, **words: Any) -> AasPosition:
    """Return r1 in E10, and i1 in J4, unless others are given."""
    there = more or (team("i1", "J4"),)
    return position(team("r1", "E10", **(regular or {})), *there, on=squares(HOUSES), actor="r1", **words)


def go_north(scene: AasPosition, *names: str) -> Move:
    """Return the order to go north round the corner."""
    return Move("r1", way(scene, *(names or NORTH)))


def says(**replies: list[Any]) -> dict[str, list[Any]]:
    """Return replies by occasion."""
    names = {
        "interrupt": INTERRUPT,
        "reaction": REACTION,
        "return_fire": RETURN_FIRE,
        "overwatch": OVERWATCH,
    }
    return {names[name]: given for name, given in replies.items()}


def misses(dice: int) -> tuple[int, ...]:
    """Return dice that all fail, and are no stray shots."""
    return (2,) * dice


FIRE_AT_R1, LET_BE = Fire("i1", "r1"), Stay("i1")
