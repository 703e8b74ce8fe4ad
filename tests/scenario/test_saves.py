from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.files import FileMistakes, UnsupportedVersion
from sim.scenario.saves import DamagedSave, SaveFile, autosave_file, freed_autosave, load_save, previous, saves
from tests.scenario.battles import begun, ford, played, text_of

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the user's folders lie in a temporary one."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    return tmp_path


def saved_twice(path: Path) -> SaveFile:
    """Save a battle at frame 0 and at its end."""
    session = played()
    file = SaveFile(path, ford(), session, 1)
    file.save(session.branch(0))
    file.save(session)
    return file


def test_a_save_comes_back(tmp_path: Path) -> None:
    """What was saved is resumed with all its frames."""
    session = begun()
    for _ in range(5):
        session.advance()
    path = tmp_path / "x.save.jsonl"
    SaveFile(path, ford(), session, 1).save(session)
    assert load_save(path).session().frames == session.frames


def test_the_save_before_is_kept(tmp_path: Path) -> None:
    """The second save leaves the first under its name with .bak."""
    path = tmp_path / "x.save.jsonl"
    saved_twice(path)
    assert len(load_save(previous(path)).frames) == 1
    assert load_save(path).over


def test_a_damaged_save_is_named_and_the_one_before_offered(tmp_path: Path) -> None:
    """A save cut short says so with its line, and where a sound one lies."""
    path = tmp_path / "x.save.jsonl"
    saved_twice(path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(DamagedSave) as refused:
        load_save(path)
    assert refused.value.sound == previous(path)
    assert "this save is damaged; the save before it is sound" in str(refused.value)


def test_a_damaged_save_without_another_says_so(tmp_path: Path) -> None:
    """Where the one before is damaged as well, nothing is promised."""
    path = tmp_path / "x.save.jsonl"
    saved_twice(path)
    for file in (path, previous(path)):
        file.write_text("{}\n")
    with pytest.raises(DamagedSave, match="there is no sound save before it"):
        load_save(path)


def test_a_damaged_save_does_not_take_the_place_of_a_sound_one(tmp_path: Path) -> None:
    """Saving over a damaged file keeps the save before it as it was."""
    path = tmp_path / "x.save.jsonl"
    saved_twice(path)
    kept = previous(path).read_bytes()
    path.write_bytes(path.read_bytes()[:-30])
    session = played()
    SaveFile(path, ford(), session, 1).save(session)
    assert previous(path).read_bytes() == kept
    assert load_save(path).over


def test_a_save_of_another_format_is_not_called_damaged(tmp_path: Path) -> None:
    """A save that a newer release wrote is refused as what it is."""
    path = tmp_path / "x.save.jsonl"
    path.write_text(text_of(begun()).replace('"format":1', '"format":99', 1), encoding="utf-8")
    with pytest.raises(UnsupportedVersion, match="found 99, expected 1"):
        load_save(path)


def test_a_save_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    """If the new save cannot be made, the file is as it was."""
    path = tmp_path / "x.save.jsonl"
    file = saved_twice(path)
    before = path.read_bytes()
    spoilt = played().branch(3)
    spoilt.log.append("no entry")  # type: ignore[arg-type]
    with pytest.raises(Exception):  # noqa: B017  # whichever it is, nothing may be lost
        file.save(spoilt)
    assert path.read_bytes() == before


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    """The first save makes its folder."""
    path = tmp_path / "deep" / "er" / "x.save.jsonl"
    session = begun()
    SaveFile(path, ford(), session, 1).save(session)
    assert path.is_file()


def test_a_file_in_the_way_is_an_error_that_names_it(tmp_path: Path) -> None:
    """What the system refuses is told with the path."""
    (tmp_path / "x.save.jsonl").mkdir()
    session = begun()
    with pytest.raises(OSError, match="is a folder"):
        SaveFile(tmp_path / "x.save.jsonl", ford(), session, 1).save(session)


def test_each_scenario_has_an_autosave_of_its_own(home: Path) -> None:
    """The autosave lies in the user's folder, under system and scenario."""
    assert autosave_file(ford()) == home / "data" / "saves" / "picket-ford.auto.save.jsonl"


def test_a_save_of_nothing_makes_room(home: Path) -> None:
    """Nothing had happened in that battle."""
    session = begun()
    SaveFile(autosave_file(ford()), ford(), session, 1).save(session)
    assert freed_autosave(ford()) == (autosave_file(ford()), None)
    assert saves() == ()


@pytest.mark.parametrize("left", [b"", b"half a line", b"{}\n{}\n{}\n"])
def test_a_damaged_save_is_put_aside_however_short_it_is(home: Path, left: bytes) -> None:
    """And with it the save before it, which the saves of the new battle would write over."""
    file = autosave_file(ford())
    saved_twice(file)
    file.write_bytes(left)
    before = previous(file).read_bytes()
    _, aside = freed_autosave(ford())
    assert aside is not None and "-damaged" in aside.name
    assert (aside.read_bytes(), previous(aside).read_bytes()) == (left, before)
    assert not file.exists() and not previous(file).exists()


def test_saves_of_the_same_second_are_put_aside_under_different_names(home: Path) -> None:
    """The second does not take the place of the first."""
    file, asides = autosave_file(ford()), []
    for text in (b"one", b"other"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
        os.utime(file, (1_000_000, 1_000_000))
        asides.append(freed_autosave(ford())[1])
    assert [aside.read_bytes() for aside in asides if aside] == [b"one", b"other"]


def test_saves_are_listed_latest_first(home: Path) -> None:
    """The latest save comes first, and kept ones are no saves of their own."""
    folder = home / "data" / "saves"
    session = begun()
    for name, time in (("old", 1), ("new", 2)):
        path = folder / f"{name}.save.jsonl"
        SaveFile(path, ford(), session, 1).save(session)
        SaveFile(path, ford(), session, 1).save(session)
        os.utime(path, (time, time))
    assert [file.name for file in saves()] == ["new.save.jsonl", "old.save.jsonl"]


def test_no_saves_is_an_empty_list(home: Path) -> None:
    """A user who has saved nothing has no folder either."""
    assert saves() == ()


def test_a_missing_save_is_an_error_of_the_system(tmp_path: Path) -> None:
    """A file that is not there is not called damaged."""
    with pytest.raises((OSError, FileMistakes)) as refused:
        load_save(tmp_path / "none.save.jsonl")
    assert not isinstance(refused.value, DamagedSave)


def killed(times: int) -> str:
    """Kill a saver so many times in a process of its own, and return what it says."""
    command = [sys.executable, "-m", "tests.scenario.killed_saver", str(times)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, which this system does not have")
def test_twenty_kills_in_the_middle_of_saving_lose_no_save() -> None:
    """Whenever the process is killed, the file holds the last save that was finished, or the one after it."""
    assert "20 kills" in killed(20)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, which this system does not have")
def test_a_thousand_kills_in_the_middle_of_saving_lose_no_save() -> None:
    """The same, a thousand times."""
    assert "1000 kills" in killed(1000)


def test_what_was_read_from_a_save_is_not_written_again(tmp_path: Path) -> None:
    """Gone on with, a battle has only its new entries to put into lines, and the file is the same as ever."""
    path, session = tmp_path / "x.save.jsonl", begun()
    for _ in range(5):
        session.advance()
    SaveFile(path, ford(), session, 1).save(session)
    record = load_save(path)
    again = record.session()
    file = SaveFile.resumed(path, record, again)
    assert file.prepare(again, lambda: False)
    again.advance()
    file.save(again)
    session.advance()
    assert path.read_text() == text_of(session)
    assert len(load_save(previous(path)).entries) == len(record.entries)


def test_a_battle_gone_on_with_elsewhere_leaves_a_damaged_file_no_place_of_a_sound_one(tmp_path: Path) -> None:
    """Only the very file that was read is known to be sound."""
    path, other, session = tmp_path / "x.save.jsonl", tmp_path / "other.save.jsonl", begun()
    SaveFile(other, ford(), session, 1).save(session)
    path.write_text("damaged")
    previous(path).write_text("sound, once")
    record = load_save(other)
    SaveFile.resumed(path, record, record.session()).save(record.session())
    assert previous(path).read_text() == "sound, once"


def test_a_save_is_prepared_bit_by_bit(tmp_path: Path) -> None:
    """Asked often enough, everything is ready to be written; what is written is the same as at once."""
    session = played()
    file = SaveFile(tmp_path / "x.save.jsonl", ford(), session, 1)
    asked = next(n for n in range(1, 10_000) if file.prepare(session, lambda: False))
    assert asked == len(session.entries)
    assert not file.path.exists()
    file.save(session)
    assert file.path.read_text() == text_of(session)
