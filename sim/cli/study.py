"""`sandtable study`: many battles, and what they say of a scenario."""

from __future__ import annotations

import csv
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
    from sim.study.comparing import ArmFigures, Compared
    from sim.study.heatmap import MapPicture
    from sim.study.plan import Arm
    from sim.study.rates import Rate
    from sim.study.running import Progress
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
def run_command(
    names: tuple[str, ...],
    games: int,
    out: Path,
    seed: int | None,
    players: str | None,
    vary: tuple[str, ...],
    processes: int | None,
) -> ExitCode:
    """Play many games of scenarios, and keep what came of each.

    The same command goes on with a study that was stopped or killed: what FILE has is not played again. The dice of a
    game follow from the seed, the scenario, its settings and the number of the game, whatever plays it.
    """
    from sim.study.running import ProcessKeepsDying, processors, run
    from sim.study.store import Store

    arms = [arm for name in names for arm in _arms(name, players, vary)]
    with closing(_opened(lambda: Store.begun(out, _base(out, seed)))) as store:
        bar = _Bar(out)
        try:
            progress = run(store, arms, games, processes or processors(), bar)
        except ProcessKeepsDying as dying:
            raise Refused(str(dying)) from None
        except KeyboardInterrupt:
            bar.end()
            echo(f"stopped; the same command goes on with {out}", err=True)
            raise
        bar.end()
        for line in _shown(store):
            echo(line)
        return _broken(store, progress)


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

    def __init__(self, out: Path) -> None:
        self._out, self._on_terminal, self._last = out, sys.stderr.isatty(), 0.0

    def __call__(self, progress: Progress) -> None:
        from time import monotonic

        if self._on_terminal:
            full = round(30 * progress.done / progress.wanted)
            echo_line(f"\r[{'#' * full}{'.' * (30 - full)}] {_so_far(progress)} ")
        elif monotonic() - self._last >= _EVERY or progress.done == progress.wanted:
            self._last = monotonic()
            echo(_so_far(progress), err=True)

    def end(self) -> None:
        """Leave the line."""
        if self._on_terminal:
            echo("", err=True)


def echo_line(text: str) -> None:
    """Write over the line of a terminal."""
    click.echo(text, nl=False, err=True)


def _so_far(progress: Progress) -> str:
    minutes, seconds = divmod(round(progress.left), 60)
    return f"{progress.done} of {progress.wanted} games, {progress.rate:.1f} a second, {minutes}:{seconds:02d} left"


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
    from sim.study.comparing import compared, unlike

    first, second = _figures_called(one), _figures_called(other)
    differences, figures = list(unlike(first.arm, second.arm)), list(compared(first, second))
    if as_json:
        arms = [{"arm": name, "games": each.games} for name, each in ((one, first), (other, second))]
        unlikes = [{"what": what, "first": mine, "second": theirs} for what, mine, theirs in differences]
        echo_json({"arms": arms, "unlike": unlikes, "figures": [each.data() for each in figures]})
        return
    for name, each in ((one, first), (other, second)):
        echo(f"{name}: {each.arm.name}, {each.games} games")
    for what, mine, theirs in differences or [("arms", "the same", "the same")]:
        echo(f"  {what}: {mine} | {theirs}")
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
    one, other = (_with_interval(each, style) for each in figure.difference)
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
    from sim.study.heatmap import MapPicture
    from sim.view.board.board_picture import whole_board
    from sim.view.board.layout import layout
    from sim.view.board.render import png_bytes, render_surface

    battle_map = scenario.battle.map
    pixels = min(CELL, PICTURE / layout(battle_map).bounds.width)
    surface, bare = (
        render_surface(battle_map, pixels_per_cell=pixels, coordinates=True),
        whole_board(battle_map, pixels),
    )
    width, height = surface.get_size()
    margin = (width - bare.width) // 2  # room for the names of rows and columns, alike on all sides
    return MapPicture(png_bytes(surface), width, height, pixels, bare.left - margin, bare.top - margin)


@study_group.command("export")
@file_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="Where the tables go.")
def export_command(file: Path, out: Path) -> None:
    """Write the tables of a study as CSV files, one for each."""
    from sim.cli.map_files import check_targets
    from sim.study.store import TABLES, Store

    targets = [out / f"{table}.csv" for table in TABLES]
    with closing(_opened(lambda: Store.read(file))) as store:
        check_targets(targets, force=False)
        out.mkdir(parents=True, exist_ok=True)
        for table, target in zip(TABLES, targets, strict=True):
            with target.open("w", encoding="utf-8", newline="") as opened:
                csv.writer(opened).writerows(store.dump(table))
    echo(f"{len(TABLES)} tables written to {out}")
