from datetime import datetime
from pathlib import Path
from typing import Any

import pygame
import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.scenario.saves import SaveFile, autosave_file, previous, saves_folder
from sim.scenario.scenario import Scenario, load_scenario
from sim.view.worker.files import when
from tests.picket import SCENARIOS
from tests.view.browser.table import Table

FORD = next(file for file in SCENARIOS if file.stem == "ford")


def saved(activations: int) -> tuple[Scenario, Session[Any, Any], Path]:
    """Play the ford a little, saving after every activation."""
    scenario = load_scenario(FORD)
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, _automatic(scenario), Seeded(3))
    save = SaveFile(autosave_file(scenario), scenario, session, 3)
    for _ in range(activations):
        session.advance()
        save.save(session)
    return scenario, session, save.path


def _automatic(scenario: Scenario) -> dict[str, str]:
    return {side: "commander" if who == "human" else who for side, who in scenario.players.items()}


def table() -> Table:
    """Open the browser with the ford selected."""
    return Table(files=(FORD,))


def test_an_autosave_is_told_and_resuming_goes_on_where_the_battle_was() -> None:
    """With its turn, and today's time, since it was just made; the same frames, players and dice. Without one there is
    nothing to resume, and the button says so; a battle that is over can be looked at."""
    there = table()
    assert there.desk.kept is None and there.key(pygame.K_F2).screen.next is None
    assert "no saved battle" in there.desk.message
    scenario, session, _ = saved(5)
    there = table()
    assert f"[Resume] turn {session.state.turn}, today" in there.texts
    there.key(pygame.K_F2)
    assert [frame.event for frame in there.session.frames] == [frame.event for frame in session.frames]
    assert (there.session.players, there.dice) == (session.players, Seeded(3))
    session.play_out()
    SaveFile(autosave_file(scenario), scenario, session, 3).save(session)
    there = table()
    assert "[View the last battle]" in there.texts and there.key(pygame.K_F2).session.over


def test_a_damaged_autosave_is_named_and_the_one_before_it_offered() -> None:
    """The message says what is wrong with it; it is put aside, where somebody may mend it. Of two damaged ones there is
    nothing to resume."""
    _, _, file = saved(5)
    damaged = file.read_bytes()[:-40]
    file.write_bytes(damaged)
    there = table()
    assert "is damaged" in there.texts and "[Resume the one before that] turn" in there.texts
    assert len(there.key(pygame.K_F2).session.frames) > 1
    assert damaged in [other.read_bytes() for other in saves_folder().iterdir()]
    file.write_bytes(b"{}")
    previous(file).write_bytes(b"\xff\xff")
    there = table()
    assert "there is no intact save before it" in there.texts
    assert there.key(pygame.K_F2).screen.next is None


def test_an_autosave_that_was_written_since_is_looked_at_again_and_a_new_battle_puts_it_aside() -> None:
    """Whoever comes back from a battle finds it; nothing is written over."""
    scenario, session, file = saved(3)
    there = table()
    for activations in (0, 20):
        for _ in range(activations):
            session.advance()
        SaveFile(file, scenario, session, 3).save(session)
        there.tick()
        assert there.desk.kept is not None and there.desk.kept.turn == session.state.turn
    before = file.read_bytes()
    assert table().key(pygame.K_RETURN).session is not None
    assert before in [other.read_bytes() for other in saves_folder().iterdir()]


@pytest.mark.parametrize("is_torn", [False, True])
def test_a_record_is_opened_by_its_path(tmp_path: Path, is_torn: bool) -> None:
    """A save of a friend is gone on with as soon as it is read; of a damaged one it is told what is wrong in it."""
    _, session, file = saved(4)
    other = tmp_path / "from_a_friend.jsonl"
    other.write_bytes(file.read_bytes()[: -40 if is_torn else None])
    there = reading(other)
    assert there.desk.message == "Reading from_a_friend.jsonl …"
    there.reader.keeps = False
    there.tick()
    if is_torn:
        assert "from_a_friend.jsonl cannot be opened: " in there.desk.message and there.screen.next is None
    else:
        assert len(there.session.frames) == len(session.frames) and there.desk.message == ""


@pytest.mark.parametrize("code", [pygame.K_DOWN, pygame.K_RETURN, pygame.K_F10])
def test_a_record_that_is_being_read_is_forgotten_when_something_else_is_done(code: int) -> None:
    """Whoever presses a key meanwhile is not taken away from there, nor when the browser comes back."""
    _, _, file = saved(4)
    there = reading(file).key(code)
    there.screen.next = None
    there.reader.keeps = False
    there.tick(3)
    assert there.screen.next is None


def reading(file: Path) -> Table:
    """Return a browser to which a record was given a moment ago."""
    there = Table()
    there.reader.keeps = True
    there.desk.open_path(str(file))
    return there


def test_days_are_told_as_one_says_them() -> None:
    """Today, yesterday, or the date."""
    now = datetime(2024, 3, 1, 0, 30)
    assert when(datetime(2024, 2, 29, 23, 50), now) == "yesterday 23:50"
    assert when(datetime(2023, 3, 1, 0, 30), now) == "1 Mar 2023"
