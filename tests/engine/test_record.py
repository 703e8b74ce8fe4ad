"""Records: a session as lines of JSON, and back."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sim.board.ground import Changes
from sim.engine.chance import Seeded
from sim.engine.codec import Unfit
from sim.engine.events import Began, CardTaken, Event
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.record import Mark, Scribe, json_line
from sim.engine.session import Checkpoint, Session
from tests.picket.rules import ACTION, MoodSet, Stay, Stepped
from tests.picket_positions import AMES, RED, Stand, field

MEN = (AMES, Stand("bell", "C5", 1, hidden=True), RED, Stand("red-2", "H4", 4, turn=2))
SCRIBE = Scribe(field().battle)
STATE = field().state


def session_lines(session: Session[Any, Any], scribe: Scribe | None = None) -> Iterator[str]:
    """Yield the lines of a session's log, without the header."""
    return (scribe or Scribe(session.battle)).lines(session.entries)


def played(seed: int) -> Session[Any, Any]:
    """Return a battle that was played to its end."""
    session = field(*MEN).session(Seeded(seed))
    session.play_out()
    return session


@pytest.mark.parametrize("seed", range(4))
def test_lines_read_back_entry_by_entry(seed: int) -> None:
    """The same entries, by folding the events the same states, and the line anew; a checkpoint has a fingerprint."""
    session = played(seed)
    scribe = Scribe(session.battle)
    state = session.frames[0].state
    for entry, line in zip(session.entries, session_lines(session), strict=True):
        back = scribe.entry(json.loads(line), state)
        if isinstance(entry, Checkpoint):
            assert back == Mark(entry.number, scribe.fingerprint(state))
            assert entry.state == state
        else:
            assert back == entry
            assert repr(back) == repr(entry)
            assert scribe.line(back) == line
        if isinstance(back, Frame):
            state = back.state
    assert state == session.state


def test_the_same_seed_writes_the_same_bytes() -> None:
    """Also in another process with another hash seed."""
    here = Path(__file__).parents[2]
    code = (
        "from hashlib import sha256; from tests.engine.test_record import played, session_lines;"
        "print(sha256('\\n'.join(session_lines(played(3))).encode()).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(here)}
    told = subprocess.check_output([sys.executable, "-c", code], cwd=here, env=environment, text=True).strip()
    assert told == sha256("\n".join(session_lines(played(3))).encode()).hexdigest()


# -- the form of each line ----------------------------------------------------------------------------------------

ASK = Ask("picket", ACTION, "ames")
LINES: list[tuple[Any, dict[str, Any]]] = [
    (Answered("D6: x", (3, 5)), {"roll": [3, 5], "asked": "D6: x"}),
    (Answered("a card", "17"), {"card": "17", "asked": "a card"}),
    (
        Ordered(ASK, Stay("ames"), "human"),
        {
            "order": {"intent": "Stay", "unit": "ames"},
            "by": "human",
            "ask": {"side": "picket", "occasion": "action", "unit": "ames"},
        },
    ),
    (
        Frame(4, MoodSet("bold"), replace(STATE, mood="bold"), ()),
        {"frame": 4, "event": {"event": "MoodSet", "mood": "bold"}},
    ),
    (
        Frame(4, Began(), STATE, (Said("x", rule="R"),)),
        {"frame": 4, "event": {"event": "Began"}, "why": [{"note": "Said", "rule": "R", "text": "x"}]},
    ),
]


@pytest.mark.parametrize(("entry", "data"), LINES)
def test_each_kind_of_line_has_its_keys(entry: Any, data: dict[str, Any]) -> None:
    """Written so, and read so."""
    assert json.loads(SCRIBE.line(entry)) == data
    assert SCRIBE.line(entry) == json_line(data)
    assert SCRIBE.entry(data, STATE) == entry


def test_a_checkpoint_has_the_fingerprint_of_its_state() -> None:
    """Sixteen digits, other for another state; states come back from JSON; a line is one, whatever a note says."""
    line = json.loads(SCRIBE.line(Checkpoint(3, STATE)))
    assert line == {"checkpoint": 3, "state": SCRIBE.fingerprint(STATE)}
    assert len(line["state"]) == 16
    assert SCRIBE.fingerprint(replace(STATE, turn=2)) != line["state"]
    assert SCRIBE.entry(line, STATE) == Mark(3, line["state"])
    state = replace(STATE, changes=Changes().with_feature(field().map.cell("B2"), "light_smoke"))
    assert SCRIBE.state(json.loads(json_line(SCRIBE.state_data(state)))) == state
    line = SCRIBE.line(Frame(3, Began(), STATE, (Said("two\nlines, “quoted”"),)))
    assert "\n" not in line
    assert "“quoted”" in line


# -- what is refused ----------------------------------------------------------------------------------------------

GOOD_ORDER = LINES[2][1]


@pytest.mark.parametrize(
    ("data", "way"),
    [
        ({}, ()),
        ([], ()),
        (None, ()),
        ("frame", ()),
        ({"roll": [1]}, ()),
        ({"roll": [1], "asked": "x", "more": 1}, ()),
        ({"frame": 1}, ()),
        ({"frame": 1, "event": {"event": "Began"}, "because": []}, ()),
        ({"roll": [1], "card": "x", "asked": "x"}, ()),
        ({"roll": ["1"], "asked": "x"}, ("roll", 0)),
        ({"roll": 1, "asked": "x"}, ("roll",)),
        ({"roll": [True], "asked": "x"}, ("roll", 0)),
        ({"roll": [1], "asked": 5}, ("asked",)),
        ({"card": 5, "asked": "x"}, ("card",)),
        ({**GOOD_ORDER, "by": 5}, ("by",)),
        ({**GOOD_ORDER, "order": {"intent": "Fly"}}, ("order", "intent")),
        ({**GOOD_ORDER, "order": {"intent": "Stay", "unit": 5}}, ("order", "unit")),
        ({**GOOD_ORDER, "ask": {"side": "picket"}}, ("ask", "occasion")),
        ({"frame": "1", "event": {"event": "Began"}}, ("frame",)),
        ({"frame": 1, "event": {"event": "Began"}, "why": [{"note": "Felt"}]}, ("why", 0, "note")),
        ({"checkpoint": 1, "state": 5}, ("state",)),
        ({"checkpoint": None, "state": "x"}, ("checkpoint",)),
    ],
)
def test_a_line_that_is_none_is_refused(data: Any, way: tuple[str | int, ...]) -> None:
    """One error, with the way from the beginning of the line."""
    with pytest.raises(Unfit) as refused:
        SCRIBE.entry(data, STATE)
    assert refused.value.way == way


@pytest.mark.parametrize(
    "event", [Stepped("nobody", field().map.cell("B2"), 0), CardTaken("cup", "nobody"), CardTaken("tarot", "death")]
)
def test_an_event_that_cannot_follow_is_refused(event: Any) -> None:
    """It speaks of a man, a card or a deck that is not there."""
    data = {"frame": 1, "event": SCRIBE.codec.encode(Event, event)}
    with pytest.raises(Unfit, match=f"{type(event).__name__}, which cannot follow here"):
        SCRIBE.entry(data, STATE)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"candidates": ["ames"]}, "line 1 of 2 values for 1 candidates"),
        ({"candidates": []}, "line 1 of 2 values for 0 candidates"),
        ({"kept": [0, 9]}, "line 1 that keeps others than were left"),
        ({"kept": [-1]}, "line 1 that keeps others than were left"),
        ({"values": [1]}, "line 1 of 1 values for 2 candidates"),
        ({"chosen": 1}, "a choice of another than was left"),
        ({"chosen": 7}, "a choice of another than was left"),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_a_choice_that_does_not_add_up_is_refused(changes: dict[str, Any], told: str, inside: bool) -> None:
    """Edited by hand: whoever tells it counts on as many values as candidates, also inside a try."""
    step = {"kind": "least", "what": "cells", "rule": "R", "values": [1, 2], "kept": [0], "wanted": 1}
    step |= {key: changes[key] for key in ("values", "kept") if key in changes}
    note: dict[str, Any] = {"note": "Selection", "rule": "R", "what": "whom", "pool": "men", "steps": [step]}
    note |= {"candidates": ["ames", "bell"], "chosen": 0}
    note |= {key: changes[key] for key in ("candidates", "chosen") if key in changes}
    notes = [{"note": "Tried", "option": "shoot", "taken": True, "notes": [note]}] if inside else [note]
    with pytest.raises(Unfit) as refused:
        SCRIBE.entry({"frame": 1, "event": {"event": "Began"}, "why": notes}, STATE)
    assert refused.value.found == f"a choice (whom) with {told}"
    assert refused.value.way == ("why",)
