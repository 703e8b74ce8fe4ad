"""A battle that goes to another process is the same battle there, and takes along nothing that can be found again.

Run as a program it reads scenarios from a pickle, plays each, and prints a digest of its record.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sim.board.ground import Changes
from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.grid import Cell
from sim.rules.conflict_of_heroes.solo.grammar import parse_order
from sim.scenario.records import Writer
from sim.scenario.scenario import Scenario, load_scenario
from tests.contract.battles import FILES, SYSTEMS, few_of_each_system, players
from tests.picket import Picket

ROOT = Path(__file__).parent.parent.parent
HASHES = "import pickle, sys; print(*(hash(one) == hash(other) for one, other in pickle.load(sys.stdin.buffer)))"


def digest(of: Scenario) -> str:
    """Play a scenario to its end, and return the digest of all that happened."""
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(1))
    session.play_out()
    return sha256(Writer(of, session, 1).text(session).encode()).hexdigest()


def told_elsewhere(pickled: bytes, *words: str) -> list[str]:
    """Return what a process prints that gets a pickle, and hashes texts otherwise than this one."""
    env = {**os.environ, "PYTHONHASHSEED": "4242" if os.environ.get("PYTHONHASHSEED") != "4242" else "0"}
    run = subprocess.run([sys.executable, *words], input=pickled, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    return run.stdout.decode().split()


def copied(of: Any) -> Any:
    """Return what is read from a pickle."""
    return pickle.loads(pickle.dumps(of))


def check(files: Iterable[Path]) -> None:
    """Play scenarios, and have them played once more by another process that gets them then."""
    fresh = [load_scenario(file) for file in files]
    before = [len(pickle.dumps(of)) for of in fresh]
    played = [digest(of) for of in fresh]
    assert [len(pickle.dumps(of)) for of in fresh] == before
    assert told_elsewhere(pickle.dumps(fresh), "-m", "tests.contract.test_copies") == played


def test_a_battle_elsewhere_is_the_same_to_the_last_die() -> None:
    """Some battles of each system: a copy is no larger when they have been played, and plays as they did."""
    check(few_of_each_system())


@pytest.mark.long
def test_every_battle_elsewhere_is_the_same_to_the_last_die() -> None:
    """The same of all."""
    check(FILES)


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
    assert told_elsewhere(pickle.dumps([(one, other), (order, like_it)]), "-c", HASHES) == ["True", "True"]


if __name__ == "__main__":
    print(*map(digest, pickle.load(sys.stdin.buffer)), sep="\n")
