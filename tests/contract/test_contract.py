"""What every system promises, checked on every scenario that there is; and that the checks can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.events import Event
from sim.files import FileMistakes
from sim.play.order import Order
from sim.rules import SHIPPED, shipped
from sim.scenario.records import departure, parse_record
from sim.scenario.scenario import parse_scenario
from sim.scenario.systems import SystemRefused
from sim.testing import contract
from sim.testing.battles import asked
from sim.testing.options import never_taken
from sim.testing.promises import assert_offers_legal, hashed_otherwise, unknown_moves
from tests.contract.battles import FILES, OWN, SYSTEMS, battle, record, scenario
from tests.contract.reached import kept
from tests.picket import SCENARIOS, Picket
from tests.picket.rules import Stay

TestContract = contract(SYSTEMS, FILES, long_ones=OWN.long_ones, options_first=kept())


@pytest.mark.long
def test_every_record_is_the_same_under_any_hash_seed() -> None:
    """Two processes that hash differently write the same records of all battles, byte for byte.

    What happens in all of them is compared with the golden battles, under another hash seed on every run.
    """
    assert OWN.digests(FILES) == hashed_otherwise(OWN, FILES)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_whatever_is_offered_in_a_battle_is_legal(file: Path) -> None:
    """Whatever a side is asked in a battle, each offer without a refusal is allowed, and no other is."""
    session = battle(file, 1)
    for state, ask in asked(session):
        assert_offers_legal(session, state, ask)


@pytest.mark.parametrize("system", ["ambush_alley", "la_cucaracha", "la_petite_guerre"])
def test_games_in_inches_refuse_a_map_in_metres(system: str) -> None:
    """Nothing could be measured on it."""
    of = next(scenario(file) for file in FILES if scenario(file).ruleset is shipped(system))
    metres = of.map_text.replace('unit = "inch"', 'unit = "metre"')
    with pytest.raises(FileMistakes, match="a map measured by the metre, expected one measured in inches"):
        parse_scenario(of.text, "metres.toml", map_text=metres)


@pytest.mark.parametrize("system", SHIPPED)
def test_every_order_says_what_comes_of_it(system: str) -> None:
    """CUC-NOMINATE, CUC-REROLL: only an answer that whoever asks reads himself has nothing to carry out."""
    ruleset: Any = shipped(system)
    unresolved = {kind.__name__ for kind in ruleset.book.kinds if kind.resolve is Order.resolve}
    assert unresolved <= {"Nominate", "RollAgain", "Accept"}


@pytest.mark.parametrize("system", SHIPPED)
def test_every_event_has_words_of_its_own(system: str) -> None:
    """None is told by the names of its fields."""
    assert [kind for kind in shipped(system).events if not kind.says and kind.event_text is Event.event_text] == []


def test_an_option_that_no_battle_takes_is_named() -> None:
    """The search for options ends, and tells what was never taken: the contract can fail."""
    unheard = {("PKT-TABLE", "fly")}
    assert never_taken(list(SCENARIOS), unheard, most=2) == unheard


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"intents": [Stay]}, "`intents` is a list: a tuple is needed"),
        ({}, "the system picket that is installed"),
    ],
)
def test_a_system_that_cannot_be_proved_is_told(parts: dict[str, Any], told: str) -> None:
    """Before any test: one with mistakes, and one whose id another has."""
    other = Picket()
    vars(other).update(parts)
    with pytest.raises((SystemRefused, LookupError), match=told):
        contract(other, SCENARIOS)


def test_there_is_something_that_a_side_cannot_know() -> None:
    """The contract has something to move: on both sides of the tiny system somebody is hidden."""
    pairs = [pair for file in SCENARIOS for seed in OWN.seeds(file) for pair in unknown_moves(OWN, file, seed)]
    sides = {before.order.ask.side for before, _ in pairs if before.order}
    assert sides == {"picket", "raiders"}


def test_another_seed_is_another_battle() -> None:
    """Seeds matter; one die that fell otherwise in a record is named with its line: the check can fail."""
    assert record(FILES[0], 1) != record(FILES[0], 2)
    assert isinstance(battle(FILES[0], 1).source, Seeded)
    lines = record(FILES[0], 1).splitlines(keepends=True)
    place, line = next((n, line) for n, line in enumerate(lines) if line.startswith('{"roll":[1]'))
    lines[place] = line.replace("[1]", "[2]", 1)
    gone = departure(parse_record("".join(lines), "record"))
    assert gone is not None
    assert gone.line == place + 1
