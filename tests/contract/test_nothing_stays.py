"""Nothing stays: what is worked out in a battle is gone with it."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.scenario.scenario import parse_scenario
from tests.contract.battles import FILES, players, scenario

ONE_OF_EACH = {scenario(file).ruleset.id: file for file in reversed(FILES)}


@pytest.mark.parametrize("file", ONE_OF_EACH.values(), ids=ONE_OF_EACH)
def test_a_battle_that_is_over_leaves_nothing(file: Path) -> None:
    """Neither its map nor anything that was found out about it: whoever plays many battles needs no more memory.

    The collector of garbage does not come meanwhile: all that is made is of the youngest generation then, and when it
    is over nothing else has to be looked through.
    """
    known = scenario(file)
    gc.disable()
    try:
        of = parse_scenario(f"{known.text}\n# a map of its own\n", "again.toml", map_text=known.map_source)
        session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(1))
        for _ in range(40):
            session.advance()
        map_ = ref(of.setup.map)
        del of, session
        gc.collect(0)
    finally:
        gc.enable()
    assert map_() is None
