from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.engine.chance import DrawCard, Typed
from sim.engine.dice import Throw
from sim.engine.game import Answered
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.files import FileMistakes, UnsupportedVersion
from sim.scenario.records import Writer, departure, load_record, parse_record
from tests.picket.rules import Stay
from tests.scenario.battles import AUTOMATED, WITH_A_PERSON, begun, ford, played, text_of


def lines_of(seed: int = 1) -> list[str]:
    """Return the lines of a record, each with its end."""
    return text_of(played(seed)).splitlines(keepends=True)


def complaint(text: str) -> str:
    """Return what the loader says of a text."""
    with pytest.raises(FileMistakes) as refused:
        parse_record(text, "battle.jsonl")
    return str(refused.value)


def test_a_record_reads_back_as_it_was_written() -> None:
    """Every entry, the states of the frames included, comes back equal; who played and the seed from the header."""
    session = played(7)
    record = parse_record(text_of(session, 7), "battle.jsonl")
    assert (list(record.entries), record.players, record.seed) == (session.entries, AUTOMATED, 7)


def test_a_record_needs_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario and map are carried along: it loads where neither exists."""
    file = tmp_path / "battle.jsonl"
    file.write_text(text_of(played()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    record = load_record(file)
    assert record.scenario.title == "The ford"
    assert record.over


def test_a_growing_record_is_the_same_as_one_written_at_once() -> None:
    """Writing after every activation gives the same text as writing at the end."""
    session = begun()
    writer = Writer(ford(), session, 1)
    while session.advance():
        text = writer.text(session)
    assert text == text_of(played())


def test_a_writer_follows_a_branch() -> None:
    """After a branch only what both lines share is kept."""
    session = played()
    writer = Writer(ford(), session, 1)
    writer.text(session)
    branch = session.branch(10)
    assert writer.text(branch) == text_of(branch)


def test_a_record_that_breaks_off_at_a_line_goes_as_far_as_it_goes() -> None:
    """Without its last lines it is the record of a battle that is not over, and verifies."""
    record = parse_record("".join(lines_of()[:40]), "battle.jsonl")
    assert not record.over
    assert departure(record) is None


def test_a_record_plays_on() -> None:
    """The session of an unfinished record goes on to the very end that the battle had."""
    session = parse_record("".join(lines_of()[:40]), "battle.jsonl").session()
    session.play_out()
    assert session.state == played().state
    assert text_of(session) == text_of(played())


def test_typed_dice_are_replayed_from_the_record() -> None:
    """Where dice were typed in, verifying takes them from the record, and still decides anew."""
    session: Session[Any, Any] = Session(ford().battle, ford().state, AUTOMATED, Typed())
    for _ in range(60):
        session.advance()
        match session.wanted:
            case Throw() as throw:
                session.answer(throw.die.faces[-1:] * throw.count)
            case DrawCard() as draw:
                session.answer(draw.deck.left[0])
    record = parse_record(text_of(session, None), "battle.jsonl")
    assert record.seed is None
    assert sum(isinstance(entry, Answered) for entry in record.entries) > 10
    assert departure(record) is None


def waiting() -> Session[Any, Any]:
    """Return a battle that waits for a person in the middle of it."""
    session = begun(WITH_A_PERSON)
    session.play_out()
    assert isinstance(session.wanted, Ask)
    assert session.wanted.unit is not None
    session.answer(Stay(session.wanted.unit))
    session.play_out()
    return session


def test_a_battle_that_waits_for_a_person_is_resumed_where_it_waits() -> None:
    """A save inside an activation comes back with the same question and frames, and verifies with a person's orders."""
    session = waiting()
    record = parse_record(text_of(session), "save.jsonl")
    assert departure(record) is None
    again = record.session()
    assert again.frames == session.frames
    again.advance()
    assert again.wanted == session.wanted


# -- departures -----------------------------------------------------------------------------------------------


def changed(old: str, new: str, after: int = 0) -> tuple[int, str]:
    """Return a record with one text replaced in the first line from `after` on that has it, and that line's number."""
    lines = lines_of()
    place = next(n for n, line in enumerate(lines) if n >= after and old in line)
    lines[place] = lines[place].replace(old, new, 1)
    return place + 1, "".join(lines)


def test_an_automated_order_that_is_another_departs_at_its_line() -> None:
    """Somebody edited an order: verifying names the line."""
    line, text = changed('"intent":"Shoot"', '"intent":"Stay","unit":"red-1"', 2)
    lines = text.splitlines(keepends=True)
    data = json.loads(lines[line - 1])
    data["order"] = {"intent": "Stay", "unit": data["order"]["unit"]}
    lines[line - 1] = json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"
    gone = departure(parse_record("".join(lines), "battle.jsonl"))
    assert gone is not None
    assert gone.line == line
    assert '"Stay"' in gone.recorded
    assert '"Shoot"' in gone.replayed


def test_a_reason_that_is_another_departs_at_its_line() -> None:
    """The notes are part of what is verified."""
    line, text = changed("nobody can be fired at", "he was afraid")
    gone = departure(parse_record(text, "battle.jsonl"))
    assert gone is not None
    assert gone.line == line


# -- damage ---------------------------------------------------------------------------------------------------


def test_an_event_that_does_not_lead_to_the_checkpoint_is_damage() -> None:
    """A cell changed in an event is found at the next checkpoint by the state's fingerprint."""
    lines = lines_of()
    place = next(n for n, line in enumerate(lines) if "Stepped" in line and "checkpoint" in lines[n + 1])
    data = json.loads(lines[place])
    data["event"]["cell"] = "A1"
    lines[place] = json.dumps(data) + "\n"
    said = complaint("".join(lines))
    assert f"battle.jsonl:{place + 2}: found a checkpoint of the state" in said
    assert "the file is damaged or was edited" in said


def test_a_line_that_breaks_off_is_named() -> None:
    """A file cut in the middle of a line says which."""
    text = text_of(played())
    assert f"battle.jsonl:{text.count(chr(10))}: found a line that breaks off" in complaint(text[:-20])


def test_a_missing_line_is_found() -> None:
    """Frames are counted: one that is gone is missed at the next."""
    lines = lines_of()
    place = next(n for n, line in enumerate(lines) if line.startswith('{"frame":3'))
    assert "expected frame 3" in complaint("".join(lines[:place] + lines[place + 1 :]))


def test_a_newer_format_is_refused_as_such() -> None:
    """A record of a later format is not called damaged."""
    text = text_of(played()).replace('"format":1', '"format":2', 1)
    with pytest.raises(UnsupportedVersion, match="written by a newer Sandtable"):
        parse_record(text, "battle.jsonl")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"sandtable":"record"', '"sandtable":"position"', 'found "position", expected "record"'),
        ('"raiders":"solo"', '"riders":"solo"', "the sides of the scenario"),
        ('{"event":"Stepped"', '{"event":"Steped"', 'battle.jsonl:{line}: event.event: found "Steped"'),
        ('{"event":"Stepped"', '{"event":"Steped"', 'did you mean "Stepped"?'),
    ],
)
def test_a_record_that_says_something_else_is_told(old: str, new: str, told: str) -> None:
    """The kind of file is looked at first, its players are the sides of its scenario, and events have their line."""
    line, text = changed(old, new)
    assert told.format(line=line) in complaint(text)


@pytest.mark.parametrize("text", ["", "\n", "{}\n", "[]\n", "nonsense\n", '{"sandtable":"record"}\n'])
def test_what_is_no_record_is_refused(text: str) -> None:
    """Anything else is one clear mistake; a header alone is no battle."""
    assert complaint(text)
    assert "at least frame 0 and checkpoint 0" in complaint(lines_of()[0])


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"event": "Passed", "side": "romans"}, "Passed, which cannot be told"),
        ({"event": "Stepped", "unit": "nobody", "cell": "A1", "facing": 0}, "Stepped, which cannot follow here"),
    ],
)
def test_an_event_that_speaks_of_what_is_not_there_is_a_mistake_of_its_line(event: dict[str, Any], told: str) -> None:
    """Whoever reads a record is told it: what cannot be told is refused when it is loaded."""
    lines = text_of(played()).splitlines()
    line = next(n for n, text in enumerate(lines) if '"frame":3,' in text)
    lines[line] = json.dumps({"frame": 3, "event": event})
    with pytest.raises(FileMistakes, match=f":{line + 1}: .*{told}"):
        parse_record("\n".join(lines) + "\n", "battle.jsonl")
