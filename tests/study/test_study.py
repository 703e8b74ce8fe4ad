"""Many battles: the same whoever plays them, kept as they come, and nothing lost or played twice."""

import importlib.util
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.engine.game import Frame, Ordered
from sim.engine.session import Session
from sim.process import WorkerInProcess, WorkerProcess
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.study import running
from sim.study.plan import Arm, CannotVary, session_of, varied
from sim.study.played import Played, played
from sim.study.rates import Difference, Rate
from sim.study.running import Processes, run
from sim.study.store import TABLES, Store

TUTORIAL, SALOON = "conflict_of_heroes/tutorial", "outlaws/saloon_brawl"
Rows = dict[str, list[tuple[Any, ...]]]


def arm_of(name: str, **settings: Any) -> Arm:
    """Return an arm in which the commander plays for people."""
    of = load_scenario(find_scenario(name))
    players = {side: "commander" if player == "human" else player for side, player in of.players.items()}
    return Arm(of.name, of.text, of.map_text, players, settings)


def tables(path: Path) -> Rows:
    """Return everything in a study's file."""
    with closing(Store.read(path)) as store:
        return {table: list(store.dump(table)) for table in TABLES}


def study(path: Path, games: int = 6, processes: int = 1, arms: tuple[Arm, ...] = ()) -> Rows:
    """Play a study, or what it lacks, and return everything in its file."""
    with closing(Store.begun(path, 7)) as store:
        run(store, list(arms or (arm_of(TUTORIAL),)), games, Processes(processes))
    return tables(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """A study that was played in one go, by one process."""
    return study(tmp_path_factory.mktemp("study") / "whole.study")


# -- the same, whoever plays ----------------------------------------------------------------------------------------


def test_a_study_is_the_same_in_parts_and_by_several_processes(whole: Rows, tmp_path: Path) -> None:
    """One process in one go, one that was stopped after two games, and two at once write the same tables."""
    parts = tmp_path / "parts.study"
    study(parts, games=2)
    assert study(parts) == whole
    assert study(tmp_path / "two.study", processes=2) == whole
    assert len(whole["game"]) == 7 and whole["broken"][1:] == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_process_that_is_killed_costs_nothing_but_time(
    whole: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of two processes is killed at its first chunk: others play it, and the study is the same."""
    killed: list[int] = []

    def started(processes: int) -> Any:
        worker = WorkerProcess("player of battles", running.Player)
        if len(killed) < 2:
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)
        return worker

    monkeypatch.setattr(running, "_worker", started)
    assert study(tmp_path / "killed.study", processes=2) == whole
    assert len(killed) == 2


def test_a_chunk_over_which_every_process_dies_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever: it is said which games they were."""

    class Dying(WorkerInProcess):
        fault = "The player of battles has ended unexpectedly."

        def ask(self, question: Any, /) -> int:
            return 1

    monkeypatch.setattr(running, "_worker", lambda processes: Dying(running.Player))
    with pytest.raises(running.ProcessKeepsDying, match=r"games 0 to 0 of conflict_of_heroes/tutorial"):
        study(tmp_path / "dying.study", games=1)


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Have a library missing."""
    return lambda name: monkeypatch.setitem(sys.modules, name, None)


def test_a_cluster_of_its_own_writes_the_same_tables(tmp_path: Path) -> None:
    """One worker of dask, in a process of its own, plays what two processes began."""
    pytest.importorskip("distributed")
    study(path := tmp_path / "dask.study", games=2, processes=2)
    out = ["--out", str(path), "--cluster", "local", "--processes", "1", "--vary", "settings.fire_zone=long"]
    assert main(["study", "run", "tutorial", "--games", "2", *out]) == ExitCode.OK
    varied_too = study(tmp_path / "both.study", games=2, arms=(arm_of(TUTORIAL), arm_of(TUTORIAL, fire_zone="long")))
    assert tables(path) == varied_too


def test_a_cluster_that_is_not_there_is_said_soon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], without: Callable[[str], None]
) -> None:
    """With what was typed and what is missing, and no file is made."""
    command = ["study", "run", "tutorial", "--games", "1", "--out", str(tmp_path / "no.study"), "--cluster"]
    if importlib.util.find_spec("distributed"):
        from sim.study import cluster

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cluster, "SOON", 1)
            assert main([*command, "tcp://127.0.0.1:9"]) == ExitCode.INPUT_OUTPUT
        assert "tcp://127.0.0.1:9: no scheduler of dask has answered there" in capsys.readouterr().err
        assert main([*command, "nonsense"]) == ExitCode.INVALID_INPUT
        assert "nonsense is no address of a cluster" in capsys.readouterr().err
    without("distributed")
    assert main([*command, "local"]) == ExitCode.INVALID_INPUT
    assert 'pip install "sandtable[cluster]"' in capsys.readouterr().err
    assert main([*command, "tcp://host:1", "--processes", "2"]) == ExitCode.USAGE
    assert not list(tmp_path.iterdir())


def test_what_two_runs_play_at_once_is_written_once(whole: Rows, tmp_path: Path) -> None:
    """The second to come with a game finds it there, and adds nothing to the counts of cells."""
    with closing(Store.begun(path := tmp_path / "twice.study", 7)) as one, closing(Store.begun(path, 7)) as other:
        arm, numbers = arm_of(TUTORIAL), tuple(range(6))
        games = list(running.Player()(running.Chunk(arm, one.arm(arm), 7, numbers)))
        one.add(1, games[:4])
        other.add(1, games)
    assert tables(path) == whole


def children(pid: int) -> list[int]:
    """Return the processes that a process has begun."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("crew", [["--processes", "2"], ["--cluster", "local", "--processes", "2"]])
def test_ten_kills_change_nothing(crew: list[str], tmp_path: Path) -> None:
    """Workers and the run itself are killed at random moments; gone on with, it writes the same tables.

    A run that is through before its last kill is to play more games.
    """
    if "--cluster" in crew:
        pytest.importorskip("distributed")
    chance, path, games, left, of_run = Random(5), tmp_path / "killed.study", 100, 10, 0
    command = [sys.executable, "-m", "sim", "study", "run", "saloon_brawl", "--seed", "7", *crew, "--out", str(path)]
    ended = None
    while left or ended != ExitCode.OK:
        games += 100 * (ended == ExitCode.OK)
        going = subprocess.Popen(
            [*command, "--games", str(games)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while left and going.poll() is None:
            sleep(chance.uniform(0.5, 4))
            below = [own for child in children(going.pid) for own in (*children(child), child)]
            victim = going.pid if left % 3 == 0 else chance.choice([going.pid, *below])
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
                left, of_run = left - 1, of_run + (victim == going.pid)
        ended = going.wait()
    assert of_run >= 3
    assert tables(path) == study(tmp_path / "whole.study", games=games, arms=(arm_of(SALOON),))


def test_seeds_follow_from_base_arm_and_number() -> None:
    """Another base, another setting or another number is another game; nothing else is."""
    arm, other = arm_of(TUTORIAL), arm_of(TUTORIAL, fire_zone="normal")
    seeds = {arm.seed(1, 0), arm.seed(1, 1), arm.seed(2, 0), other.seed(1, 0)}
    assert len(seeds) == 4 and arm.seed(1, 0) == arm_of(TUTORIAL).seed(1, 0)


# -- what is kept ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def brawl() -> tuple[Session[Any, Any], Played]:
    """A battle that is over, and what is kept of it."""
    arm = arm_of(SALOON)
    session = session_of(arm.scenario(), arm.players, 3)
    session.play_out()
    return session, played(session)


def test_what_is_kept_agrees_with_the_log(brawl: tuple[Session[Any, Any], Played]) -> None:
    """Winner, turns, who is gone and where he stood, and who stood where at every checkpoint."""
    session, kept = brawl
    outcome = session.state.outcome
    assert outcome is not None
    assert (kept.winner, kept.reason, kept.turn) == (outcome.winner, outcome.reason, session.state.turn)
    lost = session.ruleset.insight.lost(session.position)
    assert lost is not None and {each.unit for each in kept.lost} <= lost
    states = [entry.state for entry in session.log if not isinstance(entry, Frame) and hasattr(entry, "state")]
    stood = Counter(unit.side for state in states for unit in state.units if unit.cell is not None)
    counted: Counter[str] = Counter()
    for cells in kept.cells:
        if cells.what == "stood":
            counted[cells.side] += sum(cells.cells.values())
    assert counted == stood


def test_shots_are_counted_where_they_are_fired_and_where_they_go(brawl: tuple[Session[Any, Any], Played]) -> None:
    """As many as orders to fire, hand to hand among them, were given."""
    session, kept = brawl
    drawn = [
        session.ruleset.insight.drawn(session.position, entry.intent)
        for entry in session.log
        if isinstance(entry, Ordered)
    ]
    shots = sum(sketch.aimed_to == "fire" for sketch in drawn)
    taken = sum(sum(cells.cells.values()) for cells in kept.cells if cells.what == "fire taken")
    assert 0 < taken <= shots


def test_a_clause_that_decided_is_counted_with_its_rule(brawl: tuple[Session[Any, Any], Played]) -> None:
    """Options that were taken carry ids of the rulebook; rows of tables and lines of lists are there as well."""
    session, kept = brawl
    kinds = {clause.kind for clause in kept.clauses}
    assert {"option", "line", "rule"} <= kinds
    assert all(clause.rule in session.ruleset.rulebook for clause in kept.clauses if clause.rule)


def test_a_place_of_many_cells_is_kept_once() -> None:
    """The roundabout of Eleven Kilometres and its highway are 100 cells, and two places."""
    arm = arm_of("ambush_alley/eleven_kilometres")
    session = session_of(arm.scenario(), arm.players, 5)
    session.play_out()
    assert {place.name for place in played(session).places} == {"U13", "AM16"}


def test_places_of_the_same_title_are_two() -> None:
    """Though the same side holds both, for as many points: house and barn at Kamenka, each from the first turn on."""
    arm = arm_of("farm_at_kamenka")
    arm = replace(arm, text=arm.text.replace('"the house"', '"a roof"').replace('"the barn"', '"a roof"'))
    of = arm.scenario()
    assert [place.title for place in of.setup.objectives] == ["a roof", "a roof"]
    session = session_of(of, arm.players, 1)
    session.play_out()
    cells = {session.position.name(place.cells[0]) for place in of.setup.objectives}
    places = played(session).places
    assert {place.name for place in places if place.turn == places[0].turn} == cells


def test_a_game_takes_little_room(tmp_path: Path) -> None:
    """Under 6 KiB for each further game: what is counted of cells adds up, and clauses are written once."""
    sizes = []
    for games in (20, 60):
        study(path := tmp_path / "room.study", games=games)
        sizes.append(path.stat().st_size)
    assert 0 < (sizes[1] - sizes[0]) / 40 < 6 * 1024


def test_a_game_that_breaks_is_kept_with_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are played all the same, and it is not tried again by the next run."""
    arm, wrong = arm_of(TUTORIAL), RuntimeError("the rules broke")
    bad = arm.seed(7, 1)

    def breaking(scenario: Any, players: Any, seed: int) -> Any:
        session = session_of(scenario, players, seed)
        if seed == bad:
            monkeypatch.setattr(session, "play_out", lambda: (_ for _ in ()).throw(wrong))
        return session

    monkeypatch.setattr(running, "session_of", breaking)
    found = study(path := tmp_path / "broken.study", games=3)
    assert [row[:4] for row in found["broken"][1:]] == [(1, 1, bad, "RuntimeError: the rules broke")]
    assert [row[1] for row in found["game"][1:]] == [0, 2]
    assert study(path, games=3) == found


# -- settings -------------------------------------------------------------------------------------------------------


def test_a_setting_is_varied_over_all_it_can_be() -> None:
    """Every value of a key, with every value of the others; an arm of each plays by it."""
    of = load_scenario(find_scenario(TUTORIAL))
    both = list(varied(of, {"settings.fire_zone": "all", "settings.abeam": "flank"}))
    assert both == [{"fire_zone": "long", "abeam": "flank"}, {"fire_zone": "normal", "abeam": "flank"}]
    assert arm_of(TUTORIAL, fire_zone="normal").scenario().setup.settings.fire_zone == "normal"
    for wanted, told in (({"settings.fire": "all"}, "fire_zone"), ({"settings.fire_zone": "far"}, "long, normal")):
        with pytest.raises(CannotVary, match=told):
            list(varied(of, wanted))


# -- shares ---------------------------------------------------------------------------------------------------------


def test_a_difference_is_told_from_chance_only_if_it_can_be() -> None:
    """60 of 100 against 40 can be, 6 of 10 against 4 cannot."""
    assert Difference(Rate(40, 100), Rate(60, 100)).is_told_from_chance
    assert not Difference(Rate(4, 10), Rate(6, 10)).is_told_from_chance


# -- the command ----------------------------------------------------------------------------------------------------


def spoilt(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield files that are no study, each with what is said of it."""
    (text := folder / "text.study").write_text("a letter to my aunt, which nobody wants to lose")
    yield text, "is no study: it is no SQLite file"
    with closing(sqlite3.connect(other := folder / "other.study")) as database:
        database.execute("CREATE TABLE shopping (what TEXT)")
    yield other, "is no study: it is a database of something else"


def test_a_file_that_is_something_else_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One clear message, and not a byte of it is changed; for reading and for writing alike."""
    for path, told in spoilt(tmp_path):
        before = path.read_bytes()
        for command in (["run", "tutorial", "--games", "1", "--out", str(path)], ["show", str(path)]):
            assert main(["study", *command]) == ExitCode.INVALID_INPUT
            assert told in capsys.readouterr().err
        assert path.read_bytes() == before


def test_where_nothing_can_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder in the way, and one that is not there: one message, and nothing is made."""
    for place, told in ((tmp_path, "is a folder"), (tmp_path / "none" / "x.study", "there is no such folder")):
        assert main(["study", "run", "tutorial", "--games", "1", "--out", str(place)]) == ExitCode.INPUT_OUTPUT
        assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_full_disk_leaves_a_study_that_goes_on(
    whole: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files may not grow any more after the first games: it is said, and with more room the rest is played."""
    resource = pytest.importorskip("resource")
    study(path := tmp_path / "full.study", games=2)
    command = ["study", "run", "tutorial", "--games", "6", "--out", str(path), "--processes", "1"]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
        assert main(command) == ExitCode.INPUT_OUTPUT
        resource.setrlimit(resource.RLIMIT_FSIZE, (16_000, before[1]))
        assert main([*command[:5], "--out", str(tmp_path / "new.study")]) == ExitCode.INPUT_OUTPUT
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    told = capsys.readouterr().err
    assert f"{path}: cannot be read or written" in told and "the same command goes on with" in told
    assert not (tmp_path / "new.study").exists()
    assert study(path) == whole


def test_tables_go_out_as_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same rows, with the types of the file; without the library it is said, and no folder is made."""
    parquet = pytest.importorskip("pyarrow.parquet")
    found = study(path := tmp_path / "s.study", games=2)
    command = ["study", "export", str(path), "--format", "parquet", "--out"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyarrow", None)
        assert main([*command, str(tmp_path / "none")]) == ExitCode.INVALID_INPUT
    assert 'pip install "sandtable[parquet]"' in capsys.readouterr().err and not (tmp_path / "none").exists()
    assert main([*command, str(tmp_path / "all")]) == ExitCode.OK
    for table, (names, *rows) in found.items():
        data = parquet.read_table(tmp_path / "all" / f"{table}.parquet").to_pydict()
        assert list(zip(*data.values(), strict=True)) == rows and tuple(data) == names


def test_a_study_is_run_shown_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As its user would: run, go on, show, write tables; another base seed is refused."""
    out = str(tmp_path / "s.study")
    command = ["study", "run", "tutorial", "--games", "3", "--out", out, "--processes", "1"]
    assert main([*command, "--seed", "7"]) == ExitCode.OK
    assert "tutorial: 3 games" in capsys.readouterr().out
    assert main([*command, "--vary", "settings.fire_zone=all"]) == ExitCode.OK
    assert "tutorial (fire_zone=normal): 3 games" in capsys.readouterr().out
    assert main([*command, "--seed", "8"]) == ExitCode.INVALID_INPUT
    assert "a study with the base seed 7, and not 8" in capsys.readouterr().err
    assert main(["study", "export", out, "--out", str(tmp_path / "csv")]) == ExitCode.OK
    assert (tmp_path / "csv" / "game.csv").read_text().startswith("arm,number,seed,winner,")
    for wrong, told in (("fire_zone=all", "expected settings.KEY"), ("settings.none=all", 'no setting "none"')):
        assert main([*command, "--vary", wrong]) == ExitCode.USAGE
        assert told in capsys.readouterr().err


def test_a_study_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is made by looking for it."""
    assert main(["study", "show", str(tmp_path / "none.study")]) == ExitCode.INPUT_OUTPUT
    assert "there is no such file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
