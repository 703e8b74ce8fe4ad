from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.files import FileMistakes, UnsupportedVersion
from sim.resources import find_scenario
from sim.scenario.records import write_record
from sim.scenario.saves import (
    DamagedSave,
    SaveFile,
    autosave_file,
    freed_autosave,
    load_save,
    no_save,
    previous,
    saves,
    tidy_up,
)
from sim.scenario.scenario import Scenario, load_scenario
from tests.picket import SCENARIOS
from tests.scenario.battles import begun, ford, played, text_of

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the user's folders lie in a temporary one."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a save may lie."""
    return tmp_path / "x.save.jsonl"


def saved_twice(path: Path) -> SaveFile:
    """Save a battle at frame 0 and at its end."""
    session = played()
    file = SaveFile(path, ford(), session, 1)
    file.save(session.branch(0))
    file.save(session)
    return file


def test_a_save_comes_back_and_the_one_before_is_kept(path: Path) -> None:
    """What was saved is resumed with all its frames; the second save leaves the first under its name with .bak."""
    saved_twice(path)
    assert len(load_save(previous(path)).frames) == 1
    assert load_save(path).session().frames == played().frames


def test_a_damaged_save_is_named_and_the_one_before_offered(path: Path) -> None:
    """A save cut short says so with its line, and where a sound one lies, unless that is damaged as well."""
    saved_twice(path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(DamagedSave) as refused:
        load_save(path)
    assert refused.value.sound == previous(path)
    assert "this save is damaged; the save before it is sound" in str(refused.value)
    previous(path).write_text("{}\n")
    with pytest.raises(DamagedSave, match="there is no sound save before it"):
        load_save(path)


def test_a_damaged_save_does_not_take_the_place_of_a_sound_one(path: Path) -> None:
    """Saving over a damaged file keeps the save before it as it was."""
    saved_twice(path)
    kept = previous(path).read_bytes()
    path.write_bytes(path.read_bytes()[:-30])
    session = played()
    SaveFile(path, ford(), session, 1).save(session)
    assert previous(path).read_bytes() == kept
    assert load_save(path).over


def test_a_save_of_another_format_is_not_called_damaged(path: Path) -> None:
    """A save that a newer release wrote is refused as what it is."""
    path.write_text(text_of(begun()).replace('"format":1', '"format":99', 1), encoding="utf-8")
    with pytest.raises(UnsupportedVersion, match="found 99, expected 1"):
        load_save(path)


def test_a_save_that_fails_leaves_the_old_one(path: Path) -> None:
    """If the new save cannot be made, the file is as it was."""
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


def copied(folder: Path, name: str = "ford.toml") -> Scenario:
    """Return the scenario of a file in another folder."""
    folder.mkdir(exist_ok=True)
    return load_scenario(shutil.copy(SCENARIOS[0], folder / name))


def test_each_scenario_has_an_autosave_of_its_own(home: Path) -> None:
    """By system, name and the folder that its file lies in, however it is named; a shipped one is found by name."""
    file = autosave_file(ford())
    assert file == home / "data" / "saves" / f"picket-ford-{ford().origin}.auto.save.jsonl"
    one, other = copied(home / "one"), copied(home / "other")
    assert one.name == other.name
    assert autosave_file(one) != autosave_file(other)
    assert autosave_file(one) == autosave_file(load_scenario(home / "other" / ".." / "one" / "ford.toml"))
    shipped = load_scenario(find_scenario("farm_at_kamenka"))
    name = "conflict_of_heroes-conflict_of_heroes-farm_at_kamenka.auto.save.jsonl"
    assert (shipped.origin, autosave_file(shipped).name) == ("", name)


@pytest.mark.parametrize("name", ["ford", "ü" * 120])
def test_a_battle_that_goes_on_is_saved_where_it_was(home: Path, name: str) -> None:
    """A save says of which scenario it is, but not where that lies; names may be as long as a file system takes."""
    scenario, session = copied(home / "secret", f"{name}.toml"), begun()
    file = autosave_file(scenario)
    SaveFile(file, scenario, session, 1).save(session)
    again = load_save(file).scenario
    assert (autosave_file(again), again.name) == (file, name)
    assert "secret" not in file.read_text()


def test_records_are_the_same_wherever_their_scenario_lies(tmp_path: Path) -> None:
    """The same seed and the same orders give the same bytes."""
    texts = []
    for place in ("one", "other"):
        write_record(tmp_path / "r.jsonl", copied(tmp_path / place), begun(), 1)
        texts.append((tmp_path / "r.jsonl").read_bytes())
    assert texts[0] == texts[1]


def test_where_there_is_no_save_those_of_the_same_name_are_told(home: Path) -> None:
    """A scenario may have been moved since."""
    before, now, session = copied(home / "before"), copied(home / "now"), begun()
    told = no_save(autosave_file(now), now)
    assert told == f"there is no save to continue: {autosave_file(now)}"
    SaveFile(autosave_file(before), before, session, 1).save(session)
    assert no_save(autosave_file(now), now) == f"{told}; saves of scenarios of that name: {autosave_file(before)}"


# -- checksums ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a battle, once for all that look at it."""
    path, session = tmp_path_factory.mktemp("saved") / "x.save.jsonl", begun()
    for _ in range(3):
        session.advance()
    SaveFile(path, ford(), session, 1).save(session)
    return path


def test_a_flipped_bit_is_found_wherever_it_is(saved: Path, path: Path) -> None:
    """In the texts of map and scenario, in an order, in the checksum itself, at the end of a line."""
    data = saved.read_bytes()
    header = data.index(b"\n")
    chance = random.Random(1)
    around_the_checksum = [(place, place % 8) for place in range(header - 48, header + 2)]
    anywhere = [(chance.randrange(len(data)), chance.randrange(8)) for _ in range(100)]
    for place, bit in around_the_checksum + anywhere:
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])
        with pytest.raises(FileMistakes):
            load_save(path)


def test_a_wrong_checksum_is_told_in_one_clear_sentence(saved: Path, path: Path) -> None:
    """With the file, and whether the save before it is sound."""
    path.write_bytes(saved.read_bytes().replace(b"raiders", b"raidess", 1))
    with pytest.raises(DamagedSave) as refused:
        load_save(path)
    told = "the file does not agree with its checksum: it is damaged, or was edited after it was written"
    assert str(refused.value).splitlines() == [
        f"{path}: this save is damaged; there is no sound save before it",
        f"{path}:1: {told}",
    ]


def test_a_save_cut_short_at_the_end_of_a_line_is_found(saved: Path, path: Path) -> None:
    """What is left would be a save, of an earlier moment."""
    path.write_bytes(b"".join(saved.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(DamagedSave, match="does not agree with its checksum"):
        load_save(path)


def test_a_save_without_a_checksum_still_loads(path: Path) -> None:
    """Those of earlier releases have none."""
    path.write_text(text_of(played()), encoding="utf-8")
    assert load_save(path).over


# -- what killed saves leave ----------------------------------------------------------------------------------------


def test_strays_are_removed_from_the_users_folders(home: Path) -> None:
    """At the next start of a command that saves."""
    for kind in ("data/saves", "settings", "logs"):
        (home / kind).mkdir(parents=True)
        (home / kind / ".x.save.jsonl.0123456789abcdef.tmp").touch()
        (home / kind / "mine.tmp").touch()
    tidy_up()
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["mine.tmp"] * 3


def test_a_save_of_nothing_makes_room(home: Path) -> None:
    """Nothing had happened in that battle; whoever has saved nothing has no folder either."""
    assert saves() == ()
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


def test_a_missing_save_is_an_error_of_the_system(tmp_path: Path) -> None:
    """A file that is not there is not called damaged."""
    with pytest.raises((OSError, FileMistakes)) as refused:
        load_save(tmp_path / "none.save.jsonl")
    assert not isinstance(refused.value, DamagedSave)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, which this system does not have")
@pytest.mark.parametrize("kills", [20, pytest.param(1000, marks=pytest.mark.long)])
def test_kills_in_the_middle_of_saving_lose_no_save(kills: int) -> None:
    """Whenever the process is killed, the file holds the last save that was finished, or the one after it."""
    command = [sys.executable, "-m", "tests.scenario.killed_saver", str(kills)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert f"{kills} kills" in answer.stdout


def test_what_was_read_from_a_save_is_not_written_again(path: Path) -> None:
    """Gone on with, a battle has only its new entries to put into lines, and the file is the same as ever."""
    session = begun()
    for _ in range(5):
        session.advance()
    lines = text_of(session).splitlines()
    lines[5] = lines[5].replace(",", ", ", 1)  # as nobody writes it here
    path.write_text("\n".join((*lines, "")))
    record = load_save(path)
    again = record.session()
    again.advance()
    SaveFile.resumed(path, record, again).save(again)
    session.advance()
    written, whole = path.read_text().splitlines(), text_of(session).splitlines()
    assert written[1:] == [*lines[1:], *whole[len(lines) :]]
    assert len(load_save(previous(path)).entries) == len(record.entries)


def test_a_battle_gone_on_with_elsewhere_leaves_a_damaged_file_no_place_of_a_sound_one(path: Path) -> None:
    """Only the very file that was read is known to be sound."""
    other, session = path.with_name("other.save.jsonl"), begun()
    SaveFile(other, ford(), session, 1).save(session)
    path.write_text("damaged")
    previous(path).write_text("sound, once")
    record = load_save(other)
    SaveFile.resumed(path, record, record.session()).save(record.session())
    assert previous(path).read_text() == "sound, once"
