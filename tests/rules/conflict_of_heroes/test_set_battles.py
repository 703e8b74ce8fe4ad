"""The set battles: what is at stake in them until the last round."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.rules.conflict_of_heroes.events import PointsWon
from sim.scenario.scenario import load_scenario
from tests.contract.battles import players


@pytest.mark.rule("COH-3.6")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_farm_at_kamenka_counts_when_the_last_round_is_over(seed: int) -> None:
    """Before that only losses do, so that whoever holds house and barn in the end has most of what there is to win."""
    of = load_scenario(find_scenario("conflict_of_heroes/farm_at_kamenka"))
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(seed))
    session.play_out()
    held = [frame for frame in session.frames if isinstance(frame.event, PointsWon) and "holds" in frame.event.why]
    assert {frame.state.turn for frame in held} <= {of.battle.turns}
    stakes = sum(objective.points for objective in of.battle.data.objectives.values())
    assert stakes == 6 > sum(unit.side == "germans" for unit in of.state.units)
