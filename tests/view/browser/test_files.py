"""Files of every kind: opened from the list, by their path or dropped, and told of in full where they are broken."""

from pathlib import Path

import pygame
import pytest

from sim.board.mapfile import load_map
from sim.resources import find_map
from sim.scenario.positions import position_at, write_position
from sim.scenario.records import load_record
from sim.view.app import App
from sim.view.blocks.kinds import Do
from sim.view.browser.opening import dropped_files
from sim.view.browser.screen import BrowserScreen
from sim.view.editor.screen import EditorScreen
from sim.view.settings import RECENT, ViewSettings, load_settings, noted
from sim.view.window import MemoryStage
from sim.view.worker.beside import Beside
from tests.picket import SCENARIOS
from tests.view.browser.table import Table
from tests.view.browser.test_autosaves import saved

FORD = next(file for file in SCENARIOS if file.stem == "ford")
FIELDS = find_map("features/hexes_flat")
BROKEN = FIELDS.read_text(encoding="utf-8").replace('terrain_set = "battlefield"', 'terrain_set = "moon"\nsise = 3')


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with a map, a folder in it, and what nobody can open."""
    folder = tmp_path / "here"
    (folder / "deeper").mkdir(parents=True)
    (folder / "fields.toml").write_bytes(FIELDS.read_bytes())
    (folder / "picture.png").write_bytes(b"")
    (folder / "deeper" / "ford.toml").write_bytes(FORD.read_bytes())
    monkeypatch.chdir(folder)
    return folder


def drawn(table: Table) -> EditorScreen:
    """Return the editor that was opened."""
    assert isinstance(table.screen.next, EditorScreen), table.desk.message
    return table.screen.next


def test_a_map_is_opened_in_the_editor_and_one_of_another_program_or_a_shipped_one_as_a_copy(here: Path) -> None:
    """What is drawn on a file of one's own is saved there; the others stay as they are."""
    (here / "old.board").write_text('size 2 1\nhex 0101 1 "" ""\nhex 0201 0 "woods:1" ""\nend\n')
    for path, own in ((here / "fields.toml", True), (here / "old.board", False), (FIELDS, False)):
        table = Table()
        table.desk.open_path(str(path))
        table.tick()
        document = drawn(table).drawing.document
        assert document.path == (path if own else None)
        assert document.map.terrain[-1] == ("light_woods" if path.suffix == ".board" else load_map(path).terrain[-1])


def test_a_position_is_opened_where_it_stands_and_not_saved(here: Path) -> None:
    """With the dice that would have come up in its battle; its own save is left alone."""
    _, session, file = saved(4)
    before = file.read_bytes()
    record = load_record(file)
    write_position(here / "now.json", record.header, position_at(record, len(record.frames) - 1))
    table = Table()
    table.desk.open_path("now.json")
    table.tick()
    assert table.battle.session.checkpoint.state == session.checkpoint.state
    assert table.battle.engine._start.save is None and "not saved" in table.battle._message
    assert not table.battle.model.playback.playing
    assert file.read_bytes() == before


def test_files_are_chosen_by_keys_alone_and_are_in_the_list_the_next_time(here: Path) -> None:
    """Ctrl O; into a folder and out of it again; what is no file of ours is not listed."""
    table = Table().key(pygame.K_o, mod=pygame.KMOD_CTRL)
    assert "fields.toml" in table.texts and "picture" not in table.texts and "Opened last" not in table.texts
    table.press(Do("open_folder", (str(here / "deeper"),)))
    assert "ford.toml" in table.texts and "fields.toml" not in table.texts
    while table.screen.focus != Do("open_file", (str(here / "deeper" / "ford.toml"),)):
        assert table.key(pygame.K_DOWN).screen.focus is not None
    table.key(pygame.K_RETURN)
    assert table.desk.selected is not None and table.desk.selected.path.name == "ford.toml"
    again = Table(recent=load_settings().recent).key(pygame.K_o, mod=pygame.KMOD_CTRL)
    assert "Opened last\nford.toml" in again.texts
    (here / "deeper" / "ford.toml").unlink()
    assert "ford.toml" not in again.key(pygame.K_ESCAPE).key(pygame.K_o, mod=pygame.KMOD_CTRL).texts
    again.desk.open_folder(str(here.parent / "gone"))
    again.tick()
    assert "cannot be listed" in again.texts and "fields.toml" in again.texts


def test_a_folder_is_listed_whatever_lies_in_it(here: Path) -> None:
    """A link to itself is no file; neither is a name that is too long, opened last or typed; nothing ends by them."""
    (here / "loop.toml").symlink_to("loop.toml")
    long = str(here / f"{'a' * 300}.toml")
    table = Table(recent=(long,)).key(pygame.K_o, mod=pygame.KMOD_CTRL)
    assert "fields.toml" in table.texts and "loop" not in table.texts and "aaa" not in table.texts
    table.desk.open_path(long)
    table.tick()
    assert "cannot be opened" in table.desk.message and table.desk.page == "files"


def test_a_path_that_cannot_be_written_down_is_not_kept_in_mind() -> None:
    """The others are, and the settings can be saved."""
    known = noted(ViewSettings(), Path("/maps/ford.toml"))
    for name in ("two\nlines.toml", "\udcff.toml", f"{'a' * 1000}.toml"):
        assert noted(known, Path(name)) == known


def test_a_dozen_files_are_kept_in_mind() -> None:
    """The latest first, each once."""
    settings = ViewSettings()
    for n in (*range(20), 15):
        settings = noted(settings, Path(f"/maps/{n}.toml"))
    assert [Path(name).stem for name in settings.recent[:3]] == ["15", "19", "18"] and len(settings.recent) == RECENT


def test_all_that_is_wrong_with_a_map_is_told_and_it_is_opened_once_it_is_mended(here: Path) -> None:
    """Each mistake with its line, and a button that reads the file again."""
    (here / "fields.toml").write_text(BROKEN, encoding="utf-8")
    table = Table()
    table.screen.handle(pygame.event.Event(pygame.DROPFILE, file=str(here / "fields.toml")))
    table.tick()
    assert (
        "2 mistakes" in table.texts
        and 'line 9: terrain_set: found "moon"' in table.texts
        and "line 10: sise:" in table.texts
    )
    assert table.press(Do("try_again")).desk.page == "refused"
    (here / "fields.toml").write_bytes(FIELDS.read_bytes())
    table.key(pygame.K_RETURN)
    assert drawn(table).drawing.document.path == here / "fields.toml"


def test_all_that_is_wrong_with_a_scenario_is_told_beside_the_list(here: Path) -> None:
    """Not its first mistake alone; Reload reads it again."""
    file = here / "deeper" / "ford.toml"
    file.write_text(FORD.read_text(encoding="utf-8").replace("format = 1", "format = 1\nsise = 3\ncolour = 4"))
    table = Table(files=(file,))
    table.tick(2)
    assert "line 2: sise:" in table.texts and "line 3: colour:" in table.texts
    file.write_bytes(FORD.read_bytes())
    table.press(Do("reload"))
    table.tick(2)
    assert table.desk.scenario is not None


def test_what_is_dropped_on_a_battle_is_opened_and_leads_back_to_it(here: Path) -> None:
    """By a browser that lies over it."""
    stage, beside = MemoryStage((640, 400)), Beside.in_process()
    _, _, save = saved(4)
    table = Table()
    table.desk.open_path(str(save))
    table.tick()
    app = App(stage, table.battle, dropped_files(stage, beside))
    app.tick([pygame.event.Event(pygame.DROPFILE, file=str(FORD))])
    assert isinstance(app.screen, BrowserScreen)
    assert app.screen.desk.selected is not None and app.screen.desk.selected.path == FORD
    for code in (pygame.K_ESCAPE, pygame.K_RETURN):
        app.tick([pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="")])
    shown: object = app.screen
    assert shown is table.battle
