"""A battle that goes to another process is the same battle there, and takes along nothing that can be found again."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.board.ground import Changes
from sim.engine.battle import Position
from sim.grid import Cell
from sim.rules.conflict_of_heroes.solo.grammar import parse_order
from sim.scenario.scenario import load_scenario
from sim.testing.promises import assert_plays_elsewhere
from tests.contract.battles import FILES, OWN, SYSTEMS
from tests.picket import Picket

ROOT = Path(__file__).parent.parent.parent
HASHES = "import pickle, sys; print(*(hash(one) == hash(other) for one, other in pickle.load(sys.stdin.buffer)))"


def told_elsewhere(pickled: bytes) -> list[str]:
    """Return what a process that hashes texts otherwise finds of pairs of things that should hash alike."""
    env = {**os.environ, "PYTHONHASHSEED": "4242" if os.environ.get("PYTHONHASHSEED") != "4242" else "0"}
    command = [sys.executable, "-c", HASHES]
    run = subprocess.run(command, input=pickled, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    return run.stdout.decode().split()


def copied(of: Any) -> Any:
    """Return what is read from a pickle."""
    return pickle.loads(pickle.dumps(of))


@pytest.mark.long
def test_every_battle_elsewhere_is_the_same_to_the_last_die() -> None:
    """All of them; the contract asks it of some."""
    assert_plays_elsewhere(OWN, FILES)


@pytest.mark.parametrize("ruleset", SYSTEMS, ids=[ruleset.id for ruleset in SYSTEMS])
def test_a_system_is_never_copied(ruleset: Any) -> None:
    """Whoever reads a pickle has the system of its own process."""
    assert copied(ruleset) is ruleset


class Loose(Picket):
    """A system that stands nowhere by a name."""

    mood = "merry"


def test_a_scenario_is_one_whole_when_it_is_copied() -> None:
    """System, battle and map are the copy's; a system that nobody can find is copied as an ordinary object."""
    of = load_scenario(FILES[-1])
    again = copied(of)
    assert again.ruleset is again.battle.ruleset is of.ruleset
    assert again.setup.map is again.battle.map is not of.battle.map
    assert again.map_text == of.map_text
    loose = Loose()
    loose.mood = "grim"
    again = copied(loose)
    assert again is not loose and type(again) is Loose and again.mood == "grim"


def test_lines_of_sight_are_those_of_the_map_that_they_are_read_with() -> None:
    """They see the same, and nobody works them out twice."""
    of = load_scenario(FILES[-1])
    here = Position(of.battle, of.state)
    seen = here.lines.field_of_view(here.map.cells[0])
    again, lines = copied((here, here.lines))
    assert lines is again.lines and lines.ground.map is again.map
    assert lines.field_of_view(here.map.cells[0]).bits == seen.bits


def test_a_hash_that_is_kept_stays_where_it_was_made() -> None:
    """Texts hash otherwise in every process: what was asked for its hash is found there all the same."""
    one, other = (Changes().with_terrain(Cell(0, 0), "woods") for _ in range(2))
    order, like_it = (parse_order(f"AI closest to Unit {arrow} Fire") for arrow in ("->", "→"))
    assert len({one, order}) == 2
    assert told_elsewhere(pickle.dumps([(one, other), (order, like_it)])) == ["True", "True"]
