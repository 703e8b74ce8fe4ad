from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.engine.decide import decide
from sim.engine.session import Session
from sim.files import FileMistakes, UnsupportedVersion
from sim.scenario.positions import load_position, position_at, write_position
from sim.scenario.records import Record, Writer, departure, inputs, parse_record
from tests.scenario.battles import played, text_of


@pytest.fixture
def record() -> Record:
    """A battle that was played to its end."""
    return parse_record(text_of(played()), "battle.jsonl")


def written(record: Record, frame: int, path: Path) -> dict[str, Any]:
    """Write the position at a frame and return what is in the file."""
    write_position(path, record.header, position_at(record, frame))
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def changed(tmp_path: Path, record: Record, change: Any, frame: int = 0) -> str:
    """Write a position, change its data, and return what the loader says of it."""
    path = tmp_path / "x.position.json"
    data = written(record, frame, path)
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FileMistakes) as refused:
        load_position(path)
    return str(refused.value)


def test_a_position_reads_back_as_it_was_written(tmp_path: Path, record: Record) -> None:
    """State, players, seed and the count of dice, so that the next decision is that of the battle."""
    path = tmp_path / "x.position.json"
    for frame in (0, 39):
        contents = position_at(record, frame)
        write_position(path, record.header, contents)
        again = load_position(path)
        assert again.state == contents.state
        assert (again.players, again.seed, again.requests) == (contents.players, contents.seed, contents.requests)
        decision = decide(again.battle, again.state, again.players, again.source)
        assert decision.order in record.entries


def test_a_battle_that_goes_on_from_a_position_keeps_a_record_that_replays(tmp_path: Path, record: Record) -> None:
    """With the dice that would have come up, and a position out of that record counts them all."""
    path, frame = tmp_path / "x.position.json", 39
    write_position(path, record.header, position_at(record, frame))
    begun = load_position(path)
    session: Session[Any, Any] = Session(begun.battle, begun.state, begun.players, begun.source)
    session.tail = list(inputs(list(record.entries[record.entries.index(record.frames[frame]) + 1 :]), typed=False))
    session.play_out()
    again = parse_record(Writer(begun.scenario, session, begun.seed).text(session), "again.jsonl")
    assert departure(again) is None
    assert [again.frames[-1].event, again.frames[-1].state] == [record.frames[-1].event, record.frames[-1].state]
    last = [position_at(each, len(each.frames) - 1).requests for each in (record, again)]
    assert last[0] == last[1] > begun.requests > 0


def test_a_frame_inside_an_activation_gives_its_checkpoint(record: Record) -> None:
    """Half of an activation is no position: the checkpoint before it is taken; the last frame is one itself."""
    steps = [frame.number for frame in record.frames if type(frame.event).__name__ == "Stepped"]
    inside = next(n for n in steps if n + 1 in steps)
    assert position_at(record, inside).frame < inside
    last = len(record.frames) - 1
    assert (position_at(record, last).frame, position_at(record, last).state) == (last, record.frames[-1].state)
    with pytest.raises(LookupError, match=f"frames 0 to {last}"):
        position_at(record, 10_000)


def test_an_edited_position_is_taken_as_edited(tmp_path: Path, record: Record) -> None:
    """Moving a man in the file moves him."""
    path = tmp_path / "x.position.json"
    data = written(record, 0, path)
    data["state"]["units"][0]["cell"] = "D2"
    path.write_text(json.dumps(data), encoding="utf-8")
    again = load_position(path)
    assert again.battle.map.grid.name(again.state.unit("ames").cell) == "D2"


Edit = tuple[tuple[str | int, ...], object]
WRONG: dict[str, tuple[list[Edit], list[str]]] = {
    "a cell off the map": (
        [(("units", 0, "cell"), "Z9")],
        ['state.units[0].cell: found "Z9", expected a cell of the map'],
    ),
    "an unknown profile, with the likely one": (
        [(("units", 0, "profile"), "rifelman")],
        ['state.units[0].profile: found "rifelman"', 'did you mean "rifleman"?'],
    ),
    "two units with one id: the second is pointed at": (
        [(("units", 1, "id"), "ames")],
        ['state.units[1].id: found "ames", expected an id that no other unit has'],
    ),
    "all that is wrong with the units is told at once": (
        [(("units", 0, "side"), "piket"), (("units", 1, "facing"), 17)],
        ['state.units[0].side: found "piket"', "state.units[1].facing: found 17, expected a direction from 0 to 5"],
    ),
    "what only the system can know, it says": ([(("units", 0, "hits"), 5)], ["ames has 5 hits, and one is the most"]),
    "without the scenario's decks it could not be played": (
        [(("decks",), [])],
        ["expected the decks of the scenario: cup, moods"],
    ),
    "a slip in a key is not ignored": ([(("units", 0, "hit"), 1)], ['found the key "hit"', 'did you mean "hits"?']),
}


@pytest.mark.parametrize(("edits", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_position_is_told(tmp_path: Path, record: Record, edits: list[Edit], told: list[str]) -> None:
    """The way to the value, the value, and what would be right."""

    def change(data: dict[str, Any]) -> None:
        for (*way, last), value in edits:
            place: Any = data["state"]
            for step in way:
                place = place[step]
            place[last] = value

    said = changed(tmp_path, record, change)
    assert [words for words in told if words not in said] == []


def test_a_newer_format_is_refused_as_such(tmp_path: Path, record: Record) -> None:
    """Not as a mistake of the file."""
    path = tmp_path / "x.position.json"
    data = written(record, 0, path)
    path.write_text(json.dumps({**data, "format": 3}), encoding="utf-8")
    with pytest.raises(UnsupportedVersion):
        load_position(path)
