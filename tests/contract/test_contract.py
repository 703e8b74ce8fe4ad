"""What every system promises, checked on every scenario that there is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.decide import Decision, decide
from sim.engine.events import Event
from sim.engine.game import Answered, Frame, Game, Ordered, Start
from sim.engine.notes import walk
from sim.engine.orders import TABLE_SENSE, Ask
from sim.engine.record import Scribe
from sim.engine.ruleset import HUMAN, Ruleset
from sim.engine.session import Checkpoint, LogEntry, Session, deciders_of
from sim.engine.state import State
from sim.files import FileMistakes
from sim.play.order import Order
from sim.rules import SHIPPED, shipped
from sim.scenario.envelope import Contents
from sim.scenario.position_text import parse_position
from sim.scenario.position_writing import position_text
from sim.scenario.records import Writer, departure, parse_record
from sim.scenario.scenario import parse_scenario
from sim.solo.plans import options
from tests.contract.battles import (
    FILES,
    SEEDS,
    SYSTEMS,
    battle,
    digests,
    few_of_each_system,
    players,
    read_back,
    record,
    sampled,
    scenario,
    seeds,
    spread,
)
from tests.contract.reached import named_options, never_taken

BATTLES = [pytest.param(file, seed, id=f"{file.stem}-{seed}") for file in FILES for seed in seeds(file)]
EVERY_BATTLE = pytest.mark.parametrize(("file", "seed"), BATTLES)
EVERY_SYSTEM = pytest.mark.parametrize("ruleset", SYSTEMS, ids=[ruleset.id for ruleset in SYSTEMS])
ROOT = Path(__file__).parent.parent.parent


def hashed_otherwise(files: Sequence[Path]) -> list[str]:
    """Return the digests of the records that a process writes whose hash seed is not ours."""
    other = "4242" if os.environ.get("PYTHONHASHSEED") != "4242" else "0"
    command = [sys.executable, "-m", "tests.contract.battles", *map(str, files)]
    env = {**os.environ, "PYTHONHASHSEED": other}
    run = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, timeout=300, check=True)
    return run.stdout.splitlines()


def test_the_same_seed_gives_the_same_record_under_any_hash_seed() -> None:
    """Two processes that hash differently write the same records of some battles of each system, byte for byte.

    What happens in all the others is compared with the golden battles, under another hash seed on every run.
    """
    few = few_of_each_system()
    assert {scenario(file).ruleset for file in few} == set(SYSTEMS)
    assert digests(few) == hashed_otherwise(few)


@pytest.mark.long
def test_every_record_is_the_same_under_any_hash_seed() -> None:
    """Two processes that hash differently write the same records of all battles, byte for byte."""
    assert digests(FILES) == hashed_otherwise(FILES)


@EVERY_BATTLE
def test_a_battle_ends_within_its_limit(file: Path, seed: int) -> None:
    """A battle comes to an outcome, by its last turn at the latest."""
    session = battle(file, seed)
    assert session.over
    assert session.battle.turns is None or session.state.turn <= session.battle.turns + 1


@EVERY_BATTLE
def test_a_record_leads_to_the_same_state(file: Path, seed: int) -> None:
    """A record that is read back has every checkpoint where it was, and its events lead to the same end."""
    assert read_back(file, seed).frames[-1].state == battle(file, seed).state


@pytest.mark.parametrize(
    ("file", "seed"),
    [
        pytest.param(*case.values, id=case.id, marks=() if place % 3 == 0 else pytest.mark.long)
        for place, case in enumerate(BATTLES)
    ],
)
def test_a_record_verifies(file: Path, seed: int) -> None:
    """A record that is read back verifies line by line: one in three every day, all of them in the long run.

    Of all the others every day a third of the activations are played again, from their checkpoints.
    """
    assert departure(read_back(file, seed)) is None


def without_reasons(file: Path) -> Session[Any, Any]:
    """Return a battle that was played to its end with its reasons left out."""
    of = scenario(file)
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(SEEDS[0]), reasons=False)
    session.play_out()
    return session


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=() if place % 12 == 0 else pytest.mark.long)
        for place, file in enumerate(FILES)
    ],
)
def test_reasons_can_be_left_out_and_found_later(file: Path) -> None:
    """Without reasons the same happens to the last die, no frame has any, and played again all are there, byte for
    byte."""
    quiet, told = without_reasons(file), battle(file, SEEDS[0])
    assert not any(entry.why for entry in quiet.log if isinstance(entry, Frame))
    assert quiet.log == [e._replace(why=()) if isinstance(e, Frame) else e for e in told.log]
    assert Writer(scenario(file), told, SEEDS[0]).text(quiet.with_reasons()) == record(file, SEEDS[0])


def activations(session: Session[Any, Any]) -> Iterator[tuple[Checkpoint, int, list[LogEntry]]]:
    """Yield each checkpoint, the requests before it, and the entries of the activation that follows."""
    requests, start = 0, None
    entries: list[LogEntry] = []
    for entry in session.entries:
        if isinstance(entry, Checkpoint):
            if start is not None:
                yield start, requests, entries
                requests += sum(isinstance(done, Answered) for done in entries)
            start, entries = entry, []
        elif start is not None:
            entries.append(entry)


def restarted(session: Session[Any, Any], state: State[Any], requests: int, frames: int) -> list[LogEntry]:
    """Return what the activation that follows on a checkpoint writes down when it is played from there alone."""
    deciders = deciders_of(session.ruleset, session.players)
    game: Game[Any, Any] = Game(session.battle, Start(state, frames, requests), deciders, session.source)
    session.ruleset.play(game)
    return list(game.log)


@EVERY_BATTLE
def test_play_restarts_from_the_json_of_every_checkpoint(file: Path, seed: int) -> None:
    """From each checkpoint, read back from its JSON form, the activation that follows is the same to the last entry.

    Each then ends at the next checkpoint, so a restart anywhere arrives at the same end.
    """
    session = battle(file, seed)
    scribe = Scribe(session.battle)
    for checkpoint, requests, entries in sampled(activations(session), file, 3):
        state = scribe.state(scribe.state_data(checkpoint.state))
        assert state == checkpoint.state
        first = next(entry.number for entry in entries if isinstance(entry, Frame))
        assert list(scribe.lines(restarted(session, state, requests, first))) == list(scribe.lines(entries))


@EVERY_BATTLE
def test_a_checkpoint_reads_back_from_its_text(file: Path, seed: int) -> None:
    """A position from the middle of the battle and the last one, written in words and read again."""
    session, of = battle(file, seed), scenario(file)
    states = [checkpoint.state for checkpoint, _, _ in activations(session)]
    for state in (states[len(states) // 2], session.state):
        again = parse_position(position_text(of, Contents(dict(session.players), seed, state)), "x.txt")
        assert again.state == state
        assert again.players == dict(session.players)


@EVERY_BATTLE
def test_every_automated_decision_cites_a_rule(file: Path, seed: int) -> None:
    """The event after an automated order has a note that cites a rule of the rulebook; no note cites anything else."""
    session = battle(file, seed)
    rulebook, waiting = session.ruleset.rulebook, None
    for entry in session.entries:
        match entry:
            case Ordered(by=by) if by != HUMAN:
                waiting = entry
            case Frame(why=why):
                cited = {note.rule for note in walk(why) if note.rule}
                assert all(rule in rulebook for rule in cited), cited
                assert waiting is None or cited, f"no reason for {waiting}"
                waiting = None


@EVERY_BATTLE
def test_what_is_offered_is_legal(file: Path, seed: int) -> None:
    """At up to five moments of a battle each offer without a refusal is allowed, no other is, and those name a rule."""
    session = battle(file, seed)
    for state, ask in spread(asked(session), file, 5):
        assert_offers_legal(session, state, ask)


@pytest.mark.long
@EVERY_BATTLE
def test_whatever_is_offered_in_a_battle_is_legal(file: Path, seed: int) -> None:
    """Whatever a side is asked in a battle, each offer without a refusal is allowed, and no other is."""
    session = battle(file, seed)
    for state, ask in asked(session):
        assert_offers_legal(session, state, ask)


def assert_offers_legal(session: Session[Any, Any], state: State[Any], ask: Ask) -> None:
    """Check what is offered in answer to one question."""
    position: Position[Any, Any] = Position(session.battle, state)
    for offer in session.ruleset.offers(position, ask):
        allowed = session.ruleset.refusal(position, ask, offer.intent) is None
        assert allowed == (not offer.refusal), offer
        rule = offer.refusal.rule if offer.refusal else TABLE_SENSE
        assert rule == TABLE_SENSE or rule in session.ruleset.rulebook, offer


def asked(session: Session[Any, Any]) -> Iterator[tuple[State[Any], Ask]]:
    """Yield every question of a battle with the state in which it was asked."""
    state = session.frames[0].state
    for entry in session.entries:
        match entry:
            case Frame():
                state = entry.state
            case Ordered(ask=ask):
                yield state, ask


@EVERY_SYSTEM
def test_options_have_names_of_their_own(ruleset: Ruleset[Any, Any]) -> None:
    """No two options of a system's tables have the same rule and words: the trace tells them apart."""
    named = Counter((option.rule, option.text) for plan in ruleset.tables().values() for option in set(options(plan)))
    assert named
    assert [name for name, count in named.items() if count > 1] == []


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


@EVERY_SYSTEM
def test_every_option_of_every_table_is_reached(ruleset: Ruleset[Any, Any]) -> None:
    """Over the battles of a system's scenarios every option of every table is taken at least once."""
    assert sorted(never_taken(ruleset, named_options(ruleset))) == []


def test_an_option_that_no_battle_takes_is_named() -> None:
    """The search for options ends, and tells what was never taken: the test above can fail."""
    unheard = {("PKT-TABLE", "fly")}
    assert never_taken(scenario(FILES[0]).ruleset, unheard, most=2) == unheard


def decision(session: Session[Any, Any], state: State[Any], requests: int) -> Decision:
    """Return the decision that follows on a checkpoint."""
    return decide(session.battle, state, session.players, session.source, requests)


def moved(session: Session[Any, Any], state: State[Any], side: str) -> Iterator[State[Any]]:
    """Yield states that differ from one only in where somebody stands of whom a side does not know."""
    ruleset, whole = session.ruleset, session.battle.map.whole
    known = ruleset.known(Position(session.battle, state), side).units
    for unit in state.units:
        if unit.id in known or unit.cell is None:
            continue
        free = [cell for cell in whole if not state.units.at(cell)]
        for cell in free[:: max(1, len(free) // 4)]:
            other = state.with_unit(replace(unit, cell=cell))
            if unit.id not in ruleset.known(Position(session.battle, other), side).units:
                yield other


def unknown_moves(file: Path, seed: int) -> Iterator[tuple[Decision, Decision]]:
    """Yield pairs of decisions of a side, the second after somebody unknown to it was moved."""
    session = battle(file, seed)
    for checkpoint, requests, _ in sampled(activations(session), file):
        if checkpoint.state.outcome is not None:
            continue
        before = decision(session, checkpoint.state, requests)
        if before.order is None:
            continue
        for other in moved(session, checkpoint.state, before.order.ask.side):
            yield before, decision(session, other, requests)


@EVERY_BATTLE
def test_what_a_side_cannot_know_changes_none_of_its_decisions(file: Path, seed: int) -> None:
    """Moving somebody a side does not know of leaves its order and its reasons as they were."""
    for before, after in unknown_moves(file, seed):
        assert after.order == before.order
        assert after.notes == before.notes


def test_there_is_something_that_a_side_cannot_know() -> None:
    """The test above has something to move: on both sides of the tiny system somebody is hidden."""
    pairs = [pair for file in FILES[:2] for seed in SEEDS for pair in unknown_moves(file, seed)]
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
