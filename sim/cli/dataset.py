"""`sandtable dataset`: every decision of many battles as data, for those who research opponents."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import force_option, made_up_seed, players_option, scenario_called, seed_option
from sim.cli.map_files import check_targets
from sim.cli.output import Refused, echo
from sim.cli.run import headless_players

if TYPE_CHECKING:
    from sim.study.plan import Arm

Line = dict[str, Any]
_ENDINGS = (".jsonl", ".parquet")
_AT_ONCE = 2_000
"""Decisions that are put into a table at once; some kilobytes each."""


def _read_target(context: click.Context, option: click.Parameter, file: Path) -> Path:
    if file.suffix.lower() not in _ENDINGS:
        raise click.BadParameter(f"'{file}' ends in neither {' nor '.join(_ENDINGS)}")
    return file


@click.command("dataset")
@click.argument("names", metavar="SCENARIO...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="Games of each.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", callback=_read_target)
@seed_option
@players_option
@force_option
def dataset_command(
    names: tuple[str, ...], games: int, out: Path, seed: int | None, players: str | None, force: bool
) -> None:
    """Write each decision of battles with what the side knew, all candidates, the dice and the outcome.

    FILE is JSON lines (.jsonl) or a Parquet table (.parquet, which takes an extra). sim/study/README.md explains every
    key. The same seed makes the same file.
    """
    from sim.study.plan import Arm

    check_targets([out], force)
    if not out.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(out.parent))
    write = _write_parquet if out.suffix.lower() == ".parquet" else _write_lines
    if write is _write_parquet:
        _pyarrow()
    arms = []
    for name in names:
        scenario = scenario_called(name)
        arm = Arm(scenario.name, scenario.text, scenario.map_text, headless_players(scenario, players), {})
        if arm not in arms:  # by the same seeds it would be the same games once more
            arms.append(arm)
    base = made_up_seed() if seed is None else seed
    decisions = write(out, _played(arms, base, games))
    from sim.files import counted

    echo(f"wrote {out}: {counted(decisions, 'decision')} of {counted(len(arms) * games, 'game')}, seed {base}")


def _played(arms: list[Arm], base: int, games: int) -> Iterator[Line]:
    from sim.study.dataset import battle_lines

    for arm in arms:
        for number in range(games):
            yield from battle_lines(arm, base, number)
            echo(f"{arm.name}: {number + 1} of {games} games", err=True)


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """Have something written beside a file, which it replaces once all of it is there."""
    part = out.with_name(f"{out.name}.part")
    try:
        yield part
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _write_lines(out: Path, lines: Iterator[Line]) -> int:
    """Write lines as they come; return how many decisions there were."""
    from sim.engine.record import json_line

    decisions = 0
    with _beside(out) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for line in lines:
            file.write(f"{json_line(line)}\n")
            decisions += "decision" in line
    return decisions


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Refused('Parquet needs pyarrow, which is not installed: `pip install "sandtable[parquet]"`') from None
    return pyarrow


def _write_parquet(out: Path, lines: Iterator[Line]) -> int:
    """Write the decisions as a table, and what is said of whole battles as what the file says of itself.

    What has parts of its own is JSON in a column of text. Only some thousand decisions are kept at a time.
    """
    from sim.engine.record import json_line
    from sim.study.dataset import COLUMNS, FORMAT

    arrow = _pyarrow()
    kinds = {int: arrow.int64(), bool: arrow.bool_()}
    schema = arrow.schema([(key, kinds.get(kind, arrow.string())) for key, kind in COLUMNS.items()])
    battles: list[Line] = []

    def rows() -> Iterator[Line]:
        for line in lines:
            if "decision" in line:
                yield {k: json_line(value) if isinstance(value, dict | list) else value for k, value in line.items()}
            elif "dataset" in line:
                battles.append(line)
            else:
                battles[-1] |= line

    decisions, every = 0, rows()
    with _beside(out) as part, arrow.parquet.ParquetWriter(part, schema) as file:
        while some := list(islice(every, _AT_ONCE)):
            file.write_table(arrow.Table.from_pylist(some, schema))
            decisions += len(some)
        file.add_key_value_metadata({"sandtable": json_line({"dataset": FORMAT, "battles": battles})})
    return decisions
