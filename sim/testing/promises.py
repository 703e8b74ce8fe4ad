"""What every system promises, checked on every scenario that there is of it."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.decide import Decision, decide
from sim.engine.game import Answered, Frame, Game, Ordered, Start
from sim.engine.notes import Subject, walk
from sim.engine.orders import TABLE_SENSE, Ask
from sim.engine.reader import Reader
from sim.engine.record import Scribe
from sim.engine.ruleset import HUMAN, Ruleset
from sim.engine.session import LogEntry, Session, deciders_of
from sim.engine.state import State
from sim.grid import Cell
from sim.rules import SHIPPED
from sim.scenario.envelope import Contents
from sim.scenario.position_text import parse_position
from sim.scenario.position_writing import position_text
from sim.scenario.records import Writer, departure
from sim.scenario.scenario import Scenario, load_scenario
from sim.solo.explain import ALL, explained
from sim.solo.plans import options
from sim.testing.battles import (
    Battles,
    activations,
    address,
    adopted,
    asked,
    battle,
    digest_of,
    players,
    read_back,
    record,
    scenario,
)
from sim.testing.options import Battle, named_options, never_taken

Test = TypeVar("Test", bound=Callable[..., None])
Systems = Ruleset[Any, Any] | Sequence[Ruleset[Any, Any]]


def contract(
    ruleset: Systems,
    files: Sequence[Path] | None = None,
    *,
    long_ones: Collection[Path] = (),
    options_first: Sequence[Battle] = (),
) -> type[Contract]:
    """Return the contract as a class of tests, to be bound to a name that begins with Test.

    It is asked of a system, or of several, on `files`: all their scenarios, if left out the folder `scenarios` beside
    the system. Of `long_ones` a sample is asked; `options_first` are battles known to take rare options of the tables.
    """
    rulesets = (ruleset,) if isinstance(ruleset, Ruleset) else tuple(ruleset)
    for each in rulesets:
        if each.id not in SHIPPED:
            adopted(each)
    found = tuple(files) if files is not None else tuple(file for each in rulesets for file in _beside(each))
    own = Battles(rulesets, found, frozenset(long_ones))
    if lacking := [each.id for each in rulesets if not own.of(each)]:
        raise ValueError(f"no scenario of {', '.join(lacking)}: give the files, or put them into a folder `scenarios`")
    return type("Contract", (Contract,), {"own": own, "options_first": tuple(options_first)})


def _beside(ruleset: Ruleset[Any, Any]) -> list[Path]:
    home = Path(sys.modules[type(ruleset).__module__].__file__ or "").parent
    return sorted(home.glob("scenarios/**/*.toml"))


def one_in(many: int) -> Callable[[Test], Test]:
    """Ask a test of one in so many long scenarios; of the others it is a long test."""

    def marked(test: Test) -> Test:
        vars(test)["one_in"] = many
        return test

    return marked


class Contract:
    """What every system promises. `contract` makes one for a system."""

    own: ClassVar[Battles]
    options_first: ClassVar[tuple[Battle, ...]] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Ask each test of every battle, every scenario, or every system, as its arguments say."""
        wanted, often = metafunc.fixturenames, getattr(metafunc.function, "one_in", 1)
        if "seed" in wanted:
            battles = [(file, seed) for file in self.own.files for seed in self.own.seeds(file)]
            cases = [
                pytest.param(file, seed, id=f"{file.stem}-{seed}", marks=self._marks(file, place, often))
                for place, (file, seed) in enumerate(battles)
            ]
            metafunc.parametrize(("file", "seed"), cases)
        elif "file" in wanted:
            files = [
                pytest.param(file, id=file.stem, marks=self._marks(file, place, often))
                for place, file in enumerate(self.own.files)
            ]
            metafunc.parametrize("file", files)
        elif "ruleset" in wanted:
            metafunc.parametrize("ruleset", self.own.rulesets, ids=[ruleset.id for ruleset in self.own.rulesets])

    def _marks(self, file: Path, place: int, often: int) -> Collection[pytest.MarkDecorator]:
        return (pytest.mark.long,) if file in self.own.long_ones and place % often else ()

    # -- battles and their records -------------------------------------------------------------------------------------

    def test_a_battle_ends_within_its_limit(self, file: Path, seed: int) -> None:
        """A battle comes to an outcome, by its last turn at the latest."""
        session = battle(file, seed)
        assert session.over
        assert session.battle.turns is None or session.state.turn <= session.battle.turns + 1

    def test_the_same_seed_gives_the_same_record_under_any_hash_seed(self) -> None:
        """Two processes that hash differently write the same records of some battles of each system, byte for byte."""
        few = self.own.few_of_each_system()
        assert self.own.digests(few) == hashed_otherwise(self.own, few)

    def test_a_battle_elsewhere_is_the_same_to_the_last_die(self) -> None:
        """Some battles of each system go to another process, as to that of the window, and are played there."""
        assert_plays_elsewhere(self.own, self.own.few_of_each_system())

    def test_a_record_leads_to_the_same_state(self, file: Path, seed: int) -> None:
        """A record that is read back has every checkpoint where it was, and its events lead to the same end."""
        assert read_back(file, seed).frames[-1].state == battle(file, seed).state

    @one_in(3)
    def test_a_record_verifies(self, file: Path, seed: int) -> None:
        """A record that is read back verifies line by line."""
        assert departure(read_back(file, seed)) is None

    @one_in(12)
    def test_reasons_can_be_left_out_and_found_later(self, file: Path) -> None:
        """Without reasons the same happens to the last die, no frame has any, and played again all are there, byte for
        byte."""
        seed = self.own.seeds(file)[0]
        quiet, told = without_reasons(file, seed), battle(file, seed)
        assert not any(entry.why for entry in quiet.log if isinstance(entry, Frame))
        assert quiet.log == [each._replace(why=()) if isinstance(each, Frame) else each for each in told.log]
        assert Writer(scenario(file), told, seed).text(quiet.with_reasons()) == record(file, seed)

    def test_play_restarts_from_the_json_of_every_checkpoint(self, file: Path, seed: int) -> None:
        """From each checkpoint, read back from its JSON form, the activation that follows is the same to the last
        entry.

        Each then ends at the next checkpoint, so a restart anywhere arrives at the same end.
        """
        session = battle(file, seed)
        scribe = Scribe(session.battle)
        for checkpoint, requests, entries in self.own.sampled(activations(session), file, 3):
            state = scribe.state(scribe.state_data(checkpoint.state))
            assert state == checkpoint.state
            first = next(entry.number for entry in entries if isinstance(entry, Frame))
            assert list(scribe.lines(restarted(session, state, requests, first))) == list(scribe.lines(entries))

    def test_a_checkpoint_reads_back_from_its_text(self, file: Path, seed: int) -> None:
        """A position from the middle of the battle and the last one, written in words and read again."""
        session, of = battle(file, seed), scenario(file)
        states = [checkpoint.state for checkpoint, _, _ in activations(session)]
        for state in (states[len(states) // 2], session.state):
            again = parse_position(position_text(of, Contents(dict(session.players), seed, state)), "x.txt")
            assert again.state == state
            assert again.players == dict(session.players)

    # -- decisions and orders ------------------------------------------------------------------------------------------

    def test_every_automated_decision_cites_a_rule(self, file: Path, seed: int) -> None:
        """The event after an automated order has a note that cites a rule of the rulebook; no note cites anything
        else."""
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

    def test_what_is_offered_is_legal(self, file: Path, seed: int) -> None:
        """Each offer without a refusal is allowed, no other is, and those name a rule; of a long battle three times."""
        session = battle(file, seed)
        for state, ask in self.own.spread(asked(session), file, 3):
            assert_offers_legal(session, state, ask)

    def test_options_have_names_of_their_own(self, ruleset: Ruleset[Any, Any]) -> None:
        """No two options of a system's tables have the same rule and words: the trace tells them apart."""
        tables = ruleset.tables().values()
        named = Counter((option.rule, option.text) for plan in tables for option in set(options(plan)))
        assert named
        assert [name for name, count in named.items() if count > 1] == []

    def test_every_option_of_every_table_is_reached(self, ruleset: Ruleset[Any, Any]) -> None:
        """Over the battles of a system's scenarios every option of every table is taken at least once."""
        own = self.own.of(ruleset)
        first = [(file, seed) for file, seed in self.options_first if file in own]
        missing = sorted(never_taken(own, named_options(ruleset), first))
        told = "; ".join(f"{rule}: {text}" for rule, text in missing)
        assert not missing, f"no battle takes {told}: add a scenario in which it comes to that, or leave the option out"

    def test_what_a_side_cannot_know_changes_none_of_its_decisions(self, file: Path, seed: int) -> None:
        """Moving somebody a side does not know of leaves its order and its reasons as they were."""
        for before, after in unknown_moves(self.own, file, seed):
            assert after.order == before.order
            assert after.notes == before.notes

    def test_a_battle_names_nobody_before_he_is_known(self, file: Path, seed: int) -> None:
        """No event, order, die or reason does, nor where he lies, to whoever reads along from the first frame on.

        Where somebody lies is not asked of small scenarios, where one's own plans are about the same few cells.
        """
        for side in sides_in_the_dark(scenario(file)):
            assert not leaks(battle(file, seed), side, cells=file in self.own.long_ones)


def hashed_otherwise(own: Battles, files: Sequence[Path]) -> list[str]:
    """Return the digests of the records that a process writes whose hash seed is not ours."""
    return told_elsewhere(own, *(f"{file.resolve()}:{seed}" for file in files for seed in own.seeds(file)))


def told_elsewhere(own: Battles, *words: str, pickled: bytes = b"") -> list[str]:
    """Return the digests that a process prints which knows the same systems, and whose hash seed is not ours."""
    other = "4242" if os.environ.get("PYTHONHASHSEED") != "4242" else "0"
    env = {**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    systems = [address(ruleset) for ruleset in own.rulesets if ruleset.id not in SHIPPED]
    command = [sys.executable, "-m", "sim.testing.battles", *systems, *words]
    run = subprocess.run(command, input=pickled, env=env, stdout=subprocess.PIPE, timeout=600, check=True)
    return run.stdout.decode().split()


def assert_plays_elsewhere(own: Battles, files: Sequence[Path]) -> None:
    """Check that copies of scenarios play elsewhere as they do here, and are no larger once they have been played."""
    fresh = [load_scenario(file) for file in files]
    before = [len(pickle.dumps(of)) for of in fresh]
    played = [digest_of(of) for of in fresh]
    assert [len(pickle.dumps(of)) for of in fresh] == before
    assert told_elsewhere(own, "-", pickled=pickle.dumps(fresh)) == played


def without_reasons(file: Path, seed: int) -> Session[Any, Any]:
    """Return a battle that was played to its end with its reasons left out."""
    of = scenario(file)
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(seed), reasons=False)
    session.play_out()
    return session


def restarted(session: Session[Any, Any], state: State[Any], requests: int, frames: int) -> list[LogEntry]:
    """Return what the activation that follows on a checkpoint writes down when it is played from there alone."""
    deciders = deciders_of(session.ruleset, session.players)
    game: Game[Any, Any] = Game(session.battle, Start(state, frames, requests), deciders, session.source)
    session.ruleset.play(game)
    return list(game.log)


def assert_offers_legal(session: Session[Any, Any], state: State[Any], ask: Ask) -> None:
    """Check what is offered in answer to one question."""
    position: Position[Any, Any] = Position(session.battle, state)
    for offer in session.ruleset.offers(position, ask):
        allowed = session.ruleset.refusal(position, ask, offer.intent) is None
        assert allowed == (not offer.refusal), offer
        rule = offer.refusal.rule if offer.refusal else TABLE_SENSE
        assert rule == TABLE_SENSE or rule in session.ruleset.rulebook, offer


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


def unknown_moves(own: Battles, file: Path, seed: int) -> Iterator[tuple[Decision, Decision]]:
    """Yield pairs of decisions of a side, the second after somebody unknown to it was moved."""
    session = battle(file, seed)

    def decision(state: State[Any], requests: int) -> Decision:
        return decide(session.battle, state, session.players, session.source, requests)

    for checkpoint, requests, _ in own.sampled(activations(session), file):
        if checkpoint.state.outcome is not None:
            continue
        before = decision(checkpoint.state, requests)
        if before.order is None:
            continue
        for other in moved(session, checkpoint.state, before.order.ask.side):
            yield before, decision(other, requests)


def sides_in_the_dark(of: Scenario) -> Iterator[str]:
    """Yield the sides from which somebody is hidden at the beginning."""
    for side in of.battle.sides:
        if any(getattr(unit, "hidden", False) for unit in of.state.units if unit.side != side.id):
            yield side.id


def leaks(session: Session[Any, Any], side: str, *, cells: bool) -> list[str]:
    """Return what a side would read of a battle about those whom it does not know then, and in whose `cells`."""
    reader, found = Reader(session.battle, (side,)), list[str]()
    met: set[str] = set()

    def name(subject: Subject) -> str:
        return session.position.name(subject) if isinstance(subject, Cell) else subject

    before, lines = session.frames[0].state, list[str]()
    for entry in reader.entries(session.entries, before):
        match entry:
            case Ordered(intent=intent):
                lines.append(session.ruleset.order_text(Position(session.battle, before), intent))
            case Answered(asked=request):
                lines.append(request)
            case Frame():
                lines.append(session.ruleset.event_text(Position(session.battle, entry.state), entry.event))
                lines += explained(entry.why, name, listed=ALL)
                really = session.frames[entry.number].state
                # An order may come to light by what it leads to.
                met |= {unit.id for state in (before, really) for unit in reader.known(state).units}
                hidden = [unit for state in (before, really) for unit in state.units if unit.id not in met]
                words = {unit.id for unit in hidden}
                words |= {name(unit.cell) for unit in hidden if cells and unit.cell is not None}
                found += [line for line in lines if any(speaks_of(line, word) for word in words)]
                before, lines = really, []
    return found


@cache
def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")


def speaks_of(line: str, word: str) -> bool:
    """Say whether a word stands in a line, and not only as a part of another.

    >>> speaks_of("red-1 fires", "red-1"), speaks_of("red-11 fires", "red-1")
    (True, False)
    """
    return word in line and _word(word).search(line) is not None
