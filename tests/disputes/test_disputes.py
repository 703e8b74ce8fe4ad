"""Disputes: every file here says what somebody thought right, and the program must do it."""

from pathlib import Path

import pytest

from sim.cli.output import ExitCode
from sim.files import FileMistakes
from sim.scenario.disputes import done_now, is_met
from sim.scenario.records import departure, load_record
from sim.scenario.saves import autosave_file, load_save
from tests.cli.commands import Command
from tests.cli.test_play import opened

DISPUTES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("file", DISPUTES, ids=lambda file: file.stem)
def test_the_program_does_what_is_thought_right(file: Path) -> None:
    """With the dice, cards and orders that are in the file."""
    record = load_record(file)
    told, dispute = list(done_now(record)), record.header.dispute
    assert dispute is not None and dispute.frame == len(record.frames) - 1
    assert is_met(dispute.expected, told), f"expected {dispute.expected!r}; the program: {'; '.join(told)}"


def test_a_dispute_of_a_dispute_is_the_same_and_opens_everywhere(sandtable: Command, tmp_path: Path) -> None:
    """Only what is expected differs; it verifies, decides with its own card, and says that the two differ."""
    file, again = DISPUTES[0], tmp_path / "again.jsonl"
    record = load_record(file)
    said = sandtable(
        "dispute", str(file), "--frame", str(len(record.frames) - 1), "--expect", "it rains", "--out", str(again)
    )
    assert said.code == 0 and "that is in dispute" in said.out and "expected: it rains" in said.out
    other = load_record(again)
    assert other.lines == record.lines and departure(other) is None
    assert not is_met("it rains", list(done_now(other)))
    assert sandtable("replay", str(again), "--verify").code == 0
    decided = sandtable("decide", str(again))
    assert decided.code == 0 and "What is thought right: it rains" in decided.out


def test_the_window_shows_the_moment_and_stops_there(folder: Path) -> None:
    """What is thought right comes first, then the moment with its reasons; nothing is saved of it."""
    dispute = load_record(DISPUTES[0]).header.dispute
    screen = opened(str(DISPUTES[0]))
    assert dispute is not None and screen.scenario.briefing.startswith(str(dispute))
    assert screen.pages.window.name == "briefing"
    for _ in range(200):
        screen.tick(1 / 60)
    playback = screen.model.playback
    assert (playback.cursor, playback.goal, playback.playing) == (dispute.frame, None, False)
    told = list(done_now(load_record(DISPUTES[0])))
    assert screen.model.told(dispute.frame).startswith(told[dispute.frame - 1])
    screen.leave()
    assert not autosave_file(screen.scenario).exists()


def test_a_dispute_that_cannot_be_shown_is_told_of_before_a_window_opens(sandtable: Command, folder: Path) -> None:
    """The program would do otherwise now; the moment itself is not there."""
    lines = DISPUTES[0].read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(lines[:3]), encoding="utf-8")
    assert "cut.jsonl:1: found a dispute of frame" in sandtable("play", "cut.jsonl").refused(ExitCode.INVALID_INPUT)
    place = next(n for n, line in enumerate(lines) if line.startswith('{"order"'))
    lines[place] = lines[place].replace('"by":"solo"', '"by":"commander"')
    (folder / "other.jsonl").write_text("".join(lines), encoding="utf-8")
    said = sandtable("play", "other.jsonl").refused(ExitCode.INVALID_INPUT)
    assert f"line {place + 1}: the program does otherwise now" in said


def test_a_dispute_is_not_played_on() -> None:
    """It has the dice of one activation; whoever opens it as a save is told what does open it."""
    with pytest.raises(FileMistakes, match="found a moment in dispute, expected a save; `sandtable play`"):
        load_save(DISPUTES[0])


@pytest.mark.parametrize(("frame", "expected", "told"), [("0", "x", "frames 1 to"), ("1", " ", "a sentence of 1 to")])
def test_what_cannot_be_disputed_is_one_sentence(
    frame: str, expected: str, told: str, sandtable: Command, tmp_path: Path
) -> None:
    """The beginning, and nothing at all; nothing is written."""
    out = tmp_path / "x.jsonl"
    said = sandtable("dispute", str(DISPUTES[0]), "--frame", frame, "--expect", expected, "--out", str(out))
    assert said.code and told in said.err and not out.exists()
