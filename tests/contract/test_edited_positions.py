"""Positions that somebody has edited: what is accepted can be played, decided, foreseen and shown, whatever it is.

Positions of every system, from the beginning of a battle to well into it, are spoilt field by field: left out, of
another type, unknown, of the other side, empty, negative, huge, unprintable. Whatever the loader takes must then do
everything that a position is for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, fields
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from sim.cli.telling import LogFormatter
from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.codec import Unfit
from sim.engine.decide import NoDecision, decide
from sim.engine.forecast import ForecastRefused, forecast
from sim.engine.orders import Ask
from sim.engine.reader import Reader
from sim.engine.record import Scribe
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, Session
from sim.engine.state import State
from sim.engine.summary import summary_of
from sim.files import FileMistakes, parse_json
from sim.scenario.envelope import look_over
from sim.scenario.records import Writer, parse_record
from sim.scenario.scenario import Scenario
from tests.contract.battles import FILES, SYSTEMS, battle, few_of_each_system, players, sampled, scenario

MOMENTS = (1, 4, 9, 17, 30)
"""The activations after which a position is taken, besides the first."""
VALUES: tuple[Any, ...] = (
    *("", "nobody", "x\0y", "A1", "ZZ99", "turn", -1, 0, 1, 99, 10**9, True, False, None, 1.5),
    *([], {}, ["nobody"], [["nobody", 3]], [["a", "b"]]),
)
KeyPath = tuple[str | int, ...]


@dataclass(frozen=True)
class Stood:
    """A position as data, with its scenario."""

    scenario: Scenario
    scribe: Scribe
    players: dict[str, str]
    data: Any


def _begun(file: Path) -> Session[Any, Any]:
    """Begin a battle in which the commander stands in for people."""
    told = scenario(file)
    return Session(told.battle, told.state, players(told), Seeded(1))


@cache
def _positions(file: Path) -> tuple[Stood, ...]:
    """Return positions of a battle at several moments."""
    told, session = scenario(file), _begun(file)
    scribe, states = Scribe(told.battle), [told.state]
    while session.checkpoint.number < MOMENTS[-1] and session.advance() and not session.over:
        if session.checkpoint.number in MOMENTS:
            states.append(session.state)
    return tuple(Stood(told, scribe, players(told), scribe.state_data(state)) for state in states)


def _ways(data: Any, way: KeyPath = ()) -> Iterator[KeyPath]:
    if way:
        yield way
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _ways(value, (*way, key))
    elif isinstance(data, list):
        for place, value in enumerate(data[:6]):
            yield from _ways(value, (*way, place))


def _at(data: Any, way: KeyPath) -> Any:
    for step in way:
        data = data[step]
    return data


def spoilt(stood: Stood, random: Random) -> Any:
    """Return the data of a position with one thing wrong, or two."""
    data = deepcopy(stood.data)
    for _ in range(random.choice((1, 1, 1, 2))):
        ways = list(_ways(data))
        way = random.choice(ways)
        parent, key = _at(data, way[:-1]), way[-1]
        value = parent[key]
        match random.randrange(6):
            case 0:
                del parent[key]
            case 1:
                alike = [other for other in (_at(data, each) for each in ways) if type(other) is type(value)]
                parent[key] = deepcopy(random.choice(alike))
            case 2 if isinstance(parent, dict):
                ruleset = stood.scenario.ruleset
                kind = ruleset.unit_type if way[:1] == ("units",) else ruleset.state_type
                parent[random.choice(fields(kind)).name] = random.choice(VALUES)
            case 3 if isinstance(value, list):
                value.append(deepcopy(random.choice(value))) if value else value.append(random.choice(VALUES))
            case 4 if isinstance(value, list):
                value.clear()
            case _:
                parent[key] = deepcopy(random.choice(VALUES))
    return data


def accepted(stood: Stood, data: Any) -> State[Any] | None:
    """Return the state of a position that the loader takes; None of one that it refuses, in words."""
    document = parse_json(json.dumps({"state": data}), "x.position.json")
    try:
        state = stood.scribe.state(document.data["state"])
        look_over(document, stood.scenario, state)
    except Unfit as wrong:
        assert str(wrong.mistake(document, ("state",))).isprintable()
        return None
    except FileMistakes as mistakes:
        assert all(str(mistake).isprintable() for mistake in mistakes.mistakes)
        return None
    return state


def used(stood: Stood, state: State[Any]) -> None:
    """Do everything with a position that it is for."""
    battle, ruleset = stood.scenario.battle, stood.scenario.ruleset
    with suppress(NoDecision):
        decide(battle, state, stood.players, Seeded(1))
    with suppress(ForecastRefused):
        forecast(battle, state, stood.players, runs=10)
    session: Session[Any, Any] = Session(battle, state, stood.players, Seeded(2))
    for _ in range(4):
        session.advance()
    for frame in session.frames:
        ruleset.event_text(Position(battle, frame.state), frame.event)
    _shown(stood, state)


def _shown(stood: Stood, state: State[Any]) -> None:
    """Show a position to people who play all sides."""
    battle, ruleset = stood.scenario.battle, stood.scenario.ruleset
    session: Session[Any, Any] = Session(battle, state, dict.fromkeys(stood.players, HUMAN), Seeded(2))
    session.play_out()
    if not isinstance(session.wanted, Ask):
        return
    here, insight = session.known_to(session.wanted.side), ruleset.insight
    list(islice(ruleset.offers(here, session.wanted), 100))
    for tell in (insight.status, insight.stakes, insight.markers, insight.standing, insight.lost):
        tell(here)
    insight.hand(here, session.wanted.side)
    insight.actors(here, session.wanted)
    for unit in islice(here.state.units, 4):
        insight.facts(here, unit)


def _try(files: tuple[Path, ...], seed: int) -> bool:
    """Spoil one position, and use it if it is accepted; say whether it was."""
    random = Random(seed)
    stood = random.choice(_positions(random.choice(files)))
    data = spoilt(stood, random)
    state = accepted(stood, data)
    if state is None:
        return False
    try:
        used(stood, state)
    except Exception as error:
        raise AssertionError(f"seed {seed}, {stood.scenario.name}: a position was accepted and breaks play") from error
    return True


def _of(system: str) -> tuple[Path, ...]:
    return tuple(file for file in few_of_each_system() if scenario(file).ruleset.id == system)


@pytest.mark.parametrize("system", [ruleset.id for ruleset in SYSTEMS])
def test_a_position_that_is_accepted_can_be_used(system: str) -> None:
    """Of some hundred that were spoilt, each is refused in words or plays."""
    assert sum(_try(_of(system), seed) for seed in range(150)) > 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_position_of_a_battle_is_accepted(file: Path) -> None:
    """Nothing that play comes to is a mistake, from the first activation to the last."""
    stood, session = _positions(file)[0], battle(file, 1)
    states = [entry.state for entry in session.log if isinstance(entry, Checkpoint)]
    for state in (*sampled(states, file, 15), states[-1]):
        assert accepted(stood, stood.scribe.state_data(state)) is not None


# -- records ------------------------------------------------------------------------------------------------------


@cache
def _record(file: Path) -> tuple[str, ...]:
    """Return the lines of a record that breaks off inside an activation, behind its last checkpoint."""
    session = _begun(file)
    while session.checkpoint.number < MOMENTS[-1] and session.advance() and not session.over:
        pass
    lines = Writer(scenario(file), session, 1).text(session).splitlines()
    return tuple(lines[:-1] if '"checkpoint"' in lines[-1] else lines)


def _spoilt_line(line: str, random: Random) -> str:
    data = json.loads(line)
    ways = list(_ways(data))
    way = random.choice(ways)
    parent = _at(data, way[:-1])
    match random.randrange(3):
        case 0:
            del parent[way[-1]]
        case 1:
            alike = [each for each in (_at(data, other) for other in ways) if type(each) is type(parent[way[-1]])]
            parent[way[-1]] = deepcopy(random.choice(alike))
        case _:
            parent[way[-1]] = deepcopy(random.choice(VALUES))
    return json.dumps(data)


def _try_record(files: tuple[Path, ...], seed: int) -> bool:
    """Spoil a line of a record, and tell everything of it if it is accepted; say whether it was."""
    random = Random(seed)
    lines = list(_record(random.choice(files)))
    # What lies behind the last checkpoint has no digest to compare with.
    place = random.choice((random.randrange(1, len(lines)), len(lines) - 1))
    lines[place] = _spoilt_line(lines[place], random)
    try:
        record = parse_record("\n".join(lines) + "\n", "x.jsonl")
    except FileMistakes as mistakes:
        assert all(str(mistake).isprintable() for mistake in mistakes.mistakes)
        return False
    try:
        session, teller = record.session(), LogFormatter(record.header.battle)
        list(teller.log(record.frames, explain=True))
        for side in record.players:
            reader = Reader(record.header.battle, (side,))
            list(teller.log(reader.frames(record.frames), explain=True))
            list(reader.entries(record.entries, record.header.state))
            summary_of(session, reader)
    except Exception as error:
        raise AssertionError(
            f"seed {seed}, {record.scenario.name}: a record was accepted and cannot be told"
        ) from error
    return True


@pytest.mark.parametrize("system", [ruleset.id for ruleset in SYSTEMS])
def test_a_record_that_is_accepted_can_be_told(system: str) -> None:
    """To whoever looks on and to either side, with all its reasons, and looked back on."""
    files = min(_of(system), key=lambda file: len(_record(file)))
    assert sum(_try_record((files,), seed) for seed in range(40)) > 2


@pytest.mark.long
@pytest.mark.parametrize("attempt", [_try, _try_record])
def test_what_is_accepted_can_be_used(attempt: Callable[[tuple[Path, ...], int], bool]) -> None:
    """The same of every scenario, for as long as `SANDTABLE_FUZZ_SECONDS` says."""
    end, random = monotonic() + float(os.environ.get("SANDTABLE_FUZZ_SECONDS", "600")), Random()
    while monotonic() < end:
        attempt(FILES, random.getrandbits(64))


# -- by name ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "way", "value", "told"),
    [
        ("orlovka_street", ("decks", 0, "left", 0), "999", 'state.decks[0].left[0]: found "999", expected a card of'),
        ("orlovka_street", ("hand",), ["ace"], 'state.hand[0]: found "ace", expected an action card'),
        ("orlovka_street", ("leader",), "romans", 'state.leader: found "romans", expected a side'),
        ("orlovka_street", ("units", 0, "hit"), "sore", 'state.units[0].hit: found "sore", expected a hit marker'),
        ("orlovka_street", ("units", 0, "side"), "romans", 'state.units[0].side: found "romans"'),
        ("orlovka_street", ("units", 0, "id"), "x\0y", "state.units[0].id: found"),
        ("bank_hold_up", ("decks", 0, "left"), ["nobody"], 'a counter "nobody", and there is nobody of that name'),
        ("bank_hold_up", ("decks", 1, "left"), [], "the pool of wounds has 0 chits left: expected 2 or more"),
        ("bank_hold_up", ("actor",), "nobody", 'state.actor: found "nobody", expected a unit of the battle'),
        ("ambush_at_fish_coulee", ("order",), ["column"], "expected each of"),
        ("ambush_at_fish_coulee", ("actor",), "nobody", 'state.actor: found "nobody", expected a unit of the battle'),
        ("ambush_at_fish_coulee", ("units", 0, "left"), -3, "state.units[0].left: found -3, expected a number from 0"),
        ("airport_road", ("units", 0, "downed"), 10**9, "expected a number from 0 to 1000"),
        ("airport_road", ("outcome",), {"winner": "romans", "reason": "x"}, 'found "romans", expected a side'),
        ("airport_road", ("actor",), "nobody", 'state.actor: found "nobody", expected a unit of the battle'),
        ("vespers_at_san_isidro", ("card",), "romans", 'state.card: found "romans", expected a side'),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_what_would_be_right(
    name: str, way: KeyPath, value: Any, told: str
) -> None:
    """A position is looked at as strictly as a scenario."""
    stood = _positions(next(file for file in FILES if file.stem == name))[0]
    data = deepcopy(stood.data)
    _at(data, way[:-1])[way[-1]] = value
    document = parse_json(json.dumps({"state": data}), "x.position.json")
    with pytest.raises(FileMistakes) as refused:
        look_over(document, stood.scenario, stood.scribe.state(document.data["state"]))
    assert told in str(refused.value)
