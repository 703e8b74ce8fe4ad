"""`sandtable study`: many battles, and what they say of a scenario."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import (
    check_record_target,
    explain_option,
    force_option,
    made_up_seed,
    players_option,
    players_text,
    record_option,
    scenario_called,
    seed_option,
)
from sim.cli.output import ExitCode, Refused, as_json_option, echo, echo_json
from sim.cli.run import headless_players

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.share.map_picture import MapPicture
    from sim.study.comparing import ArmFigures, Compared
    from sim.study.plan import Arm
    from sim.study.rates import Rate
    from sim.study.running import Crew, Progress
    from sim.study.store import Store

_EVERY = 10.0
"""Seconds between two lines of progress where nobody watches a terminal."""

file_argument = click.argument("file", type=click.Path(path_type=Path))


@click.group("study")
def study_group() -> None:
    """Play many battles of a scenario, and see what they say of it."""


# -- running ------------------------------------------------------------------------------------------------------


@study_group.command("run")
@click.argument("names", metavar="SCENARIO...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="Games of each.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file of the study.")
@seed_option
@players_option
@click.option("--vary", multiple=True, metavar="settings.KEY=VALUE,...|all", help="Play every value of a setting.")
@click.option("--processes", type=click.IntRange(1, 256), metavar="N", help="If left out: one for each processor.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a cluster of dask, as tcp://host:8786; local begins one.")
def run_command(
    names: tuple[str, ...],
    games: int,
    out: Path,
    seed: int | None,
    players: str | None,
    vary: tuple[str, ...],
    processes: int | None,
    cluster: str | None,
) -> ExitCode:
    """Play many games of scenarios, and keep what came of each.

    The same command goes on with a study that was stopped or killed: what FILE has is not played again. The dice of a
    game follow from the seed, the scenario, its settings and the number of the game, whatever plays it.
    """
    from sim.study.store import Store

    arms = [arm for name in names for arm in _arms(name, players, vary)]
    with _crew(cluster, processes) as crew, closing(_opened(lambda: Store.begun(out, _base(out, seed)))) as store:
        progress = _run(store, arms, games, crew, out)
        for line in _shown(store):
            echo(line)
        return _broken(store, progress)


@study_group.command("rulings")
@click.argument("names", metavar="[SCENARIO]...", nargs=-1)
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=500, show_default=True, help="Games of each reading."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file of the study.")
@click.option("--page", type=click.Path(path_type=Path), metavar="PAGE.md", help="Write what FILE has as a page, too.")
@seed_option
@players_option
@click.option("--processes", type=click.IntRange(1, 256), metavar="N", help="If left out: one for each processor.")
@force_option
def rulings_command(
    names: tuple[str, ...],
    games: int,
    out: Path,
    page: Path | None,
    seed: int | None,
    players: str | None,
    processes: int | None,
    force: bool,
) -> ExitCode:
    """Measure how far each reading of a rule moves the win rate.

    Each battle is played as its file reads the rules, and with every other reading of each clause that can be read in
    two ways (`sandtable rulings`), by the same seeds, so that games can be compared one by one. The same command goes
    on with a study that was stopped, or plays more games of it. Without SCENARIO what FILE has is shown.
    """
    from sim.cli.map_files import check_targets
    from sim.files import write_atomically
    from sim.study import readings
    from sim.study.store import Store

    check_targets([] if page is None else [page], force)
    arms = [arm for name in names for arm in _reading_arms(name, players)]
    begun = (lambda: Store.begun(out, _base(out, seed), paired=True)) if names else (lambda: Store.read(out))
    with _crew(None, processes) as crew, closing(_opened(begun)) as store:
        progress = _run(store, arms, games, crew, out) if names else None
        battles = [battle for battle in readings.measured(store) if battle.figures]
        if not battles:
            raise Refused(
                f"{out} has no battle in which readings were measured; `study rulings SCENARIO` measures them"
            )
        for battle in battles:
            for line in readings.lines(battle):
                echo(line)
        if page is not None:
            command = f"sandtable study rulings --seed {store.base} --out {out.name} --page {page.name}"
            write_atomically(page, readings.page(battles, command).encode())
        return ExitCode.OK if progress is None else _broken(store, progress)


def _run(store: Store, arms: list[Arm], games: int, crew: Crew, out: Path) -> Progress:
    """Play what a study lacks, and tell how far it has come."""
    from sim.study.running import ProcessKeepsDying, run

    bar = _Bar()
    try:
        return run(store, arms, games, crew, bar)
    except ProcessKeepsDying as dying:
        raise Refused(str(dying)) from None
    except (KeyboardInterrupt, OSError) as ending:
        stopped = "stopped" if isinstance(ending, KeyboardInterrupt) else "what has been played is kept"
        bar.end()
        echo(f"{stopped}; the same command goes on with {out}", err=True)
        raise
    finally:
        bar.end()


def _reading_arms(name: str, players: str | None) -> Iterator[Arm]:
    from sim.study.readings import reading_arms

    scenario = scenario_called(name)
    arms = list(reading_arms(scenario, headless_players(scenario, players)))
    if len(arms) == 1:
        raise Refused(f"{name}: no rule of {scenario.ruleset.title} can be read in more than one way")
    for arm in arms:
        arm.scenario()  # what a reading makes impossible is told before anything is played
        yield arm


@contextmanager
def _crew(address: str | None, processes: int | None) -> Iterator[Crew]:
    """Give those who play: processes of this machine, or a cluster."""
    from sim.study.running import Processes, processors

    if address is None:
        yield Processes(processes or processors())
        return
    from sim.study.cluster import LOCAL, NoCluster, cluster

    if processes is not None and address != LOCAL:
        raise click.BadParameter("a cluster has the workers it has", param_hint="--processes")
    try:
        with cluster(address, processes or processors()) as crew:
            yield crew
    except NoCluster as reason:
        raise Refused(str(reason)) from None


def _base(out: Path, seed: int | None) -> int:
    """Return the base seed: what is given, else that of the study, else one that is made up."""
    from sim.study.store import Store

    if seed is not None:
        return seed
    if out.exists() and out.stat().st_size:
        with closing(Store.read(out)) as store:
            return store.base
    return made_up_seed()


def _arms(name: str, players: str | None, vary: tuple[str, ...]) -> Iterator[Arm]:
    from sim.study.plan import SETTINGS, Arm, CannotVary, varied

    scenario = scenario_called(name)
    wanted = dict(part.partition("=")[::2] for part in vary)
    for key, text in wanted.items():
        if not key.startswith(SETTINGS) or not text:
            told = f'"{key}" cannot be varied: expected {SETTINGS}KEY=VALUE, or {SETTINGS}KEY=all'
            raise click.BadParameter(told, param_hint="--vary")
    sides = headless_players(scenario, players)
    try:
        for settings in varied(scenario, wanted):
            arm = Arm(scenario.name, scenario.text, scenario.map_text, sides, settings)
            arm.scenario()  # what a setting makes impossible is told before anything is played
            yield arm
    except CannotVary as reason:
        raise click.BadParameter(str(reason), param_hint="--vary") from None


def _opened(opening: Callable[[], Store]) -> Store:
    from sim.study.store import NotAStudy

    try:
        return opening()
    except NotAStudy as reason:
        raise Refused(str(reason)) from None


def _broken(store: Store, progress: Progress) -> ExitCode:
    if not progress.broken:
        return ExitCode.OK
    for number, seed, error, bundle in store.connection.execute("SELECT number, seed, error, bundle FROM broken"):
        echo(f"game {number} (seed {seed}) broke: {error}\n  {bundle}", err=True)
    return ExitCode.BROKEN_GAMES


class _Bar:
    """Tells how far a run has come: on a terminal in one line, elsewhere in a line now and then."""

    def __init__(self) -> None:
        self._on_terminal, self._last = sys.stderr.isatty(), 0.0

    def __call__(self, progress: Progress) -> None:
        from time import monotonic

        if self._on_terminal:
            self._last = monotonic()
            full = round(30 * progress.done / progress.wanted)
            echo_line(f"\r[{'#' * full}{'.' * (30 - full)}] {_so_far(progress)} ")
        elif monotonic() - self._last >= _EVERY or progress.done == progress.wanted:
            self._last = monotonic()
            echo(_so_far(progress), err=True)

    def end(self) -> None:
        """Leave the line."""
        if self._on_terminal and self._last:
            echo("", err=True)
        self._last = 0.0


def echo_line(text: str) -> None:
    """Write over the line of a terminal."""
    click.echo(text, nl=False, err=True)


def _so_far(progress: Progress) -> str:
    minutes, seconds = divmod(round(progress.left), 60)
    return f"{progress.done} of {progress.wanted} games, {progress.rate:.1f} a second, {minutes}:{seconds:02d} left"


@study_group.command("tune")
@click.argument("name", metavar="SCENARIO")
@click.option(
    "--target", type=click.FloatRange(1, 99), default=50.0, show_default=True, help="Percent of games to win."
)
@click.option("--side", help="Who is to win so often; if left out: the first side that people play.")
@click.option("--games", type=click.IntRange(8, 10_000), default=200, show_default=True, help="Games of the best.")
@click.option("--study", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games, and go on with them.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE.toml", help="Write a proposal as a scenario.")
@click.option("--take", type=click.IntRange(1), default=1, show_default=True, help="Which one to write.")
@seed_option
@players_option
@click.option("--processes", type=click.IntRange(1, 256), metavar="N", help="If left out: one for each processor.")
@force_option
def tune_command(
    name: str,
    target: float,
    side: str | None,
    games: int,
    study: Path | None,
    out: Path | None,
    take: int,
    seed: int | None,
    players: str | None,
    processes: int | None,
    force: bool,
) -> None:
    """Propose changes of a scenario with which a side wins as often as wanted.

    Each changes one thing that the file says: the last turn, points, what decides, a figure of the system, who is
    there and when. All are tried with a few games, and the nearer ones with more and more.
    """
    from tempfile import TemporaryDirectory

    from sim.cli.map_files import check_targets
    from sim.files import write_atomically
    from sim.study.store import Store
    from sim.study.tuning import tuned

    check_targets([out] if out else [], force)
    (arm,) = _arms(name, players, ())
    sides = scenario_called(name).players
    whose = side or next((one for one, player in sides.items() if player == "human"), next(iter(sides)))
    if whose not in sides:
        raise click.BadParameter(f'there is no side "{whose}": expected {", ".join(sides)}', param_hint="--side")
    bar = _Bar()
    with TemporaryDirectory() as folder, _crew(None, processes) as crew:
        file = study or Path(folder) / "tune.study"
        with closing(_opened(lambda: Store.begun(file, _base(file, seed)))) as store:
            try:
                as_it_is, found = tuned(store, arm, whose, target / 100, games, crew, bar)
            finally:
                bar.end()
    echo(f"{whose} wins {as_it_is} of {as_it_is.games} games as the file is; wanted: {target:g} %")
    for number, outcome in enumerate(found, 1):
        echo(f"{number:3}. {outcome.rate!s:25} {outcome.rate.games:5} games  {outcome.proposal.change}")
    if not found:
        echo("there is nothing in the file that could be changed")
    elif out:
        if take > len(found):
            raise click.BadParameter(f"there are {len(found)} proposals", param_hint="--take")
        write_atomically(out, found[take - 1].proposal.arm.text.encode())
        echo(f"{found[take - 1].proposal.change}: written to {out}")


# -- reading ------------------------------------------------------------------------------------------------------


@study_group.command("show")
@file_argument
@as_json_option
def show_command(file: Path, as_json: bool) -> None:
    """Show who wins how often, how long it takes, and what it costs."""
    from sim.study.store import Store

    with closing(_opened(lambda: Store.read(file))) as store:
        if as_json:
            echo_json([_figures(store, id_, arm) for id_, arm in store.arms()])
        for line in () if as_json else _shown(store):
            echo(line)


def _shown(store: Store) -> Iterator[str]:
    from sim.study.rates import Rate

    for id_, arm in store.arms():
        figures = _figures(store, id_, arm)
        settings = f" ({arm.shown_settings})" if arm.settings else ""
        yield f"{id_}. {arm.name}{settings}: {figures['games']} games; {players_text(arm.players)}"
        for winner, count in figures["wins"].items():
            rate: Rate = Rate(count, figures["games"])
            yield f"  {'nobody' if winner is None else winner:12} wins {rate}"
        yield f"  {figures['turns']:.1f} turns on average"
        for side, (lost, fielded) in figures["losses"].items():
            yield f"  {side:12} loses {lost:.1f} of {fielded:.1f} units"


def _figures(store: Store, id_: int, arm: Arm) -> dict[str, Any]:
    """Return the first figures of an arm."""
    ask = store.connection.execute
    games, turns = ask("SELECT COUNT(*), AVG(turn) FROM game WHERE arm = ?", (id_,)).fetchone()
    wins = ask("SELECT winner, COUNT(*) FROM game WHERE arm = ? GROUP BY winner ORDER BY 2 DESC", (id_,)).fetchall()
    losses = ask("SELECT side, AVG(lost), AVG(fielded) FROM side WHERE arm = ? GROUP BY side", (id_,)).fetchall()
    return {
        "arm": id_,
        "scenario": arm.name,
        "players": arm.players,
        "settings": arm.settings,
        "games": games,
        "wins": dict(wins),
        "turns": turns or 0.0,
        "losses": {side: (lost, fielded) for side, lost, fielded in losses},
    }


@study_group.command("compare")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@as_json_option
def compare_command(one: str, other: str, as_json: bool) -> None:
    """Tell two arms apart: two versions of a scenario, two readings of a rule, two commanders.

    A and B are files of studies. Where a file has several arms, FILE:2 is the second that `study show FILE` lists.
    """
    from sim.files import counted
    from sim.study.comparing import compared, pairs_of, unlike

    first, second = _figures_called(one), _figures_called(other)
    differences, figures = list(unlike(first.arm, second.arm)), list(compared(first, second))
    pairs = len(pairs_of(first, second))
    if as_json:
        arms = [{"arm": name, "games": each.games} for name, each in ((one, first), (other, second))]
        unlikes = [{"what": what, "first": mine, "second": theirs} for what, mine, theirs in differences]
        echo_json({"arms": arms, "unlike": unlikes, "pairs": pairs, "figures": [each.data() for each in figures]})
        return
    for name, each in ((one, first), (other, second)):
        echo(f"{name}: {each.arm.name}, {each.games} games")
    for what, mine, theirs in differences or [("arms", "the same", "the same")]:
        echo(f"  {what}: {mine} | {theirs}")
    if pairs:
        echo(f"  {counted(pairs, 'game')} with the same seeds, compared one by one")
    for figure in figures:
        echo(_compared(figure))


def _figures_called(name: str) -> ArmFigures:
    """Return the figures of the arm that FILE or FILE:ARM names."""
    from sim.study.comparing import arm_figures

    with _arm_called(name) as (store, id_, arm):
        figures = arm_figures(store, id_, arm)
    if not figures.games:
        raise Refused(f"{name} has no games yet; `sandtable study run` plays them")
    return figures


@contextmanager
def _arm_called(name: str) -> Iterator[tuple[Store, int, Arm]]:
    """Give a store, and the arm of it that FILE or FILE:ARM names."""
    from sim.study.store import Store

    file, sign, number = name.rpartition(":")
    is_numbered = bool(sign) and number.isdecimal() and not Path(name).exists()
    path = Path(file if is_numbered else name)
    with closing(_opened(lambda: Store.read(path))) as store:
        arms = dict(store.arms())
        if not is_numbered and len(arms) > 1:
            raise Refused(f"{path} has {len(arms)} arms: name one, as in {path}:1; `sandtable study show` lists them")
        id_ = int(number) if is_numbered else next(iter(arms), 0)
        if id_ not in arms:
            raise Refused(f"{path} has no arm {id_}; `sandtable study show {path}` lists those it has")
        yield store, id_, arms[id_]


def _compared(figure: Compared) -> str:
    """Return the line of a figure: of both arms, the difference, and whether it is more than chance."""
    from sim.study.rates import told

    style = ".1%" if figure.is_share else ".2f"
    one, other = (_with_interval(each, style) for each in (figure.difference.one, figure.difference.other))
    difference = _with_interval(figure.difference, f"+{style}")
    who = f"{figure.side} {figure.what}".strip()
    return f"{who:24} {one} | {other}; {difference}: {told(figure.difference.is_told_from_chance)}"


def _with_interval(figure: Any, style: str) -> str:
    value = figure.share if hasattr(figure, "share") else figure.mean
    low, high = figure.interval
    return f"{value:{style}} ({low:{style}} to {high:{style}})"


@study_group.command("game")
@click.argument("arm_name", metavar="FILE[:ARM]")
@click.argument("number", type=click.IntRange(0), metavar="NUMBER")
@record_option
@force_option
@explain_option
@click.option("--quiet", is_flag=True, help="Print no log.")
@as_json_option
def game_command(arm_name: str, number: int, record: Path | None, force: bool, **options: Any) -> None:
    """Play a game of a study again, and print what happens.

    It is played from what the study keeps, whatever has become of the scenario's file since.
    """
    from sim.cli.battles import reader_called
    from sim.cli.run import HeadlessRun, RunOptions

    check_record_target(record, force)
    with _arm_called(arm_name) as (store, _, arm):
        scenario, seed = arm.scenario(), arm.seed(store.base, number)
    reader = reader_called(scenario.battle, {}, False, None)
    HeadlessRun(scenario, dict(arm.players), seed).play(
        record, RunOptions(reader=reader, max_activations=None, **options)
    )


# -- writing ------------------------------------------------------------------------------------------------------

PICTURE = 1100
"""How many pixels wide the map of a report is at most: sharp enough for paper."""
CELL = 48
"""How many pixels wide a cell of it is at most."""


@study_group.command("report")
@file_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE.html", help="The page to write.")
@force_option
def report_command(file: Path, out: Path, force: bool) -> ExitCode:
    """Write a page that shows what a study says: charts, heat maps over the map, what decided, games to look at.

    It is one file that needs nothing beside it and no network, for a browser and for paper.
    """
    from sim.cli.map_files import check_targets
    from sim.files import write_atomically
    from sim.startup import report_pygame_clash
    from sim.study.report import report
    from sim.study.store import Store

    check_targets([out], force)
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    with closing(_opened(lambda: Store.read(file))) as store:
        page = report(store, file, _drawn).encode()
    write_atomically(out, page)
    echo(f"wrote {out}")
    return ExitCode.OK


def _drawn(scenario: Scenario) -> MapPicture:
    """Return the map of a scenario as the viewer draws it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sim.view.board.render import map_picture

    return map_picture(scenario.battle.map, PICTURE, CELL)


@study_group.command("export")
@file_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="Where the tables go.")
@click.option("--format", "kind", type=click.Choice(["csv", "parquet"]), default="csv", show_default=True)
@force_option
def export_command(file: Path, out: Path, kind: str, force: bool) -> None:
    """Write the tables of a study as CSV or Parquet files, one for each."""
    from sim.cli.map_files import check_targets
    from sim.files import write_atomically
    from sim.study.store import TABLES, Store

    written = {"csv": _csv, "parquet": _parquet}[kind]
    targets = [out / f"{table}.{kind}" for table in TABLES]
    with closing(_opened(lambda: Store.read(file))) as store:
        check_targets(targets, force)
        first = written(store, TABLES[0])  # before a folder is made: what it takes may be missing
        out.mkdir(parents=True, exist_ok=True)
        for table, target in zip(TABLES, targets, strict=True):
            write_atomically(target, first if table == TABLES[0] else written(store, table))
    echo(f"{len(TABLES)} tables written to {out}")


def _csv(store: Store, table: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(store.dump(table))
    return text.getvalue().encode()


def _parquet(store: Store, table: str) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise Refused('Parquet needs pyarrow, which is not installed: `pip install "sandtable[parquet]"`') from None
    kinds = {"INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "TEXT": pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in store.columns(table)])
    _, *rows = store.dump(table)
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in schema]
    parquet.write_table(pyarrow.table(columns, schema=schema), data := io.BytesIO())
    return data.getvalue()
