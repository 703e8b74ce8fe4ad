"""`sandtable dataset`: the file that it writes."""

import json
from pathlib import Path

import pytest

from sim.cli.output import ExitCode
from tests.cli.commands import Command


def test_the_command_writes_the_same_file_again(sandtable: Command, folder: Path) -> None:
    """By the seed; a file that is there is not overwritten, and an ending that means nothing is refused."""
    words = ["dataset", "target_choice", "--games", "1", "--seed", "3", "--out"]
    assert "decisions of 1 game, seed 3" in sandtable(*words, "a.jsonl").out
    assert sandtable("dataset", "target_choice", *words[1:], "b.jsonl").code == ExitCode.OK  # named twice, played once
    assert (folder / "a.jsonl").read_bytes() == (folder / "b.jsonl").read_bytes()
    assert "exists already" in sandtable(*words, "a.jsonl").refused(ExitCode.INPUT_OUTPUT)
    assert "nowhere: there is no such folder" in sandtable(*words, "nowhere/a.jsonl").refused(ExitCode.INPUT_OUTPUT)
    told = sandtable(*words, "c.jsonl", "--players", "germans=human").refused(ExitCode.USAGE)
    assert "`sandtable dataset` cannot ask anybody to play germans; `sandtable table` can" in told
    assert "ends in neither .jsonl nor .parquet" in sandtable(*words, "a.csv").refused(ExitCode.USAGE)
    assert sorted(file.name for file in folder.glob("?.*")) == ["a.jsonl", "b.jsonl"]


def test_a_table_for_those_who_have_the_extra(sandtable: Command, folder: Path) -> None:
    """One row for each decision, the parts as JSON; what is said of whole battles is metadata of the file."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet is an extra")
    assert (
        sandtable("dataset", "target_choice", "--games", "1", "--seed", "3", "--out", "a.parquet").code == ExitCode.OK
    )
    rows = parquet.read_table(folder / "a.parquet").to_pylist()
    assert rows and json.loads(rows[0]["state"])["units"]
    told = json.loads(parquet.read_metadata(folder / "a.parquet").metadata[b"sandtable"])
    assert told["dataset"] == 1 and [(each["game"], each["winner"]) for each in told["battles"]] == [(0, "germans")]
    assert {row["won"] for row in rows if row["side"] == "germans"} == {True}
