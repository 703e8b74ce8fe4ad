"""`sandtable dataset`: every decision of many battles as data, for those who research opponents."""

from __future__ import annotations

import io
from collections.abc import Iterator
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
    write = _write_parquet if out.suffix.lower() == ".parquet" else _write_lines
    if write is _write_parquet:
        _pyarrow()
    arms = []
    for name in names:
        scenario = scenario_called(name)
        arms.append(Arm(scenario.name, scenario.text, scenario.map_text, headless_players(scenario, players), {}))
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


def _write_lines(out: Path, lines: Iterator[Line]) -> int:
    """Write lines as they come, beside the file until all are there; return how many decisions there were."""
    from sim.engine.record import json_line

    beside, decisions = out.with_name(f"{out.name}.part"), 0
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(f"{json_line(line)}\n")
                decisions += "decision" in line
        beside.replace(out)
    finally:
        beside.unlink(missing_ok=True)
    return decisions


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Refused('Parquet needs pyarrow, which is not installed: `pip install "sandtable[parquet]"`') from None
    return pyarrow


def _write_parquet(out: Path, lines: Iterator[Line]) -> int:
    """Write the decisions as a table: what has parts of its own is JSON in a column of text."""
    from sim.files import write_atomically

    arrow = _pyarrow()
    rows = list(_rows(lines))
    columns = {key: [row.get(key) for row in rows] for key in (rows[0] if rows else ())}
    arrow.parquet.write_table(arrow.table(columns), data := io.BytesIO())
    write_atomically(out, data.getvalue())
    return len(rows)


def _rows(lines: Iterator[Line]) -> Iterator[Line]:
    from sim.engine.record import json_line

    for line in lines:
        if "decision" in line:
            yield {key: json_line(value) if isinstance(value, dict | list) else value for key, value in line.items()}
