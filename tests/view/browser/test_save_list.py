"""The list of saves in the browser, and the page of its keys."""

from pathlib import Path
from typing import Any

import pygame

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.scenario.records import load_record
from sim.scenario.saves import SaveFile, previous, saves
from sim.scenario.scenario import load_scenario
from sim.view.blocks.kinds import Columns, Do, Image
from sim.view.board.board_picture import PainterAtOnce
from sim.view.browser.preview import ScenarioPicture
from sim.view.browser.saves import SIZE, ListSave
from sim.view.ui.palette import theme
from tests.view.browser.table import WIDE, Table
from tests.view.browser.test_autosaves import saved


def listed(size: tuple[int, int] = WIDE) -> Table:
    """Open the browser at its list of saves."""
    table = Table(size).key(pygame.K_F6)
    table.tick(8)
    return table


def test_a_save_is_listed_with_battle_turn_date_and_picture() -> None:
    """What it is, how far it has come and when, and how it stood; one click resumes it. Of a damaged one it is said
    what is wrong with it, and resuming goes on with the sound one before it."""
    _, session, file = saved(5)
    table = listed()
    page = table.screen.panel("page").blocks
    assert all(words in table.texts for words in ("The ford", f"turn {session.state.turn}, today"))
    assert [block for block in page if isinstance(block, Columns) and isinstance(block.columns[-1][0], Image)]
    table.press(Do("open_save", (str(file),)))
    assert [frame.event for frame in table.session.frames] == [frame.event for frame in session.frames]
    file.write_bytes(file.read_bytes()[:-40])
    table = listed()
    assert "It is damaged: " in table.texts and "The one before it is sound: turn" in table.texts
    assert table.press(Do("open_save", (str(file),))).session.frames


def test_whoever_only_looks_at_a_save_leaves_it_as_it_is() -> None:
    """It is not saved again, whatever is done to it."""
    _, _, file = saved(5)
    before = file.read_bytes()
    table = listed().press(Do("look_at_save", (str(file),)))
    assert table.session.frames
    table.screen.next.leave()  # type: ignore[union-attr]
    assert file.read_bytes() == before and saves() == (file,)


def test_a_save_is_deleted_when_that_is_asked_for_twice_and_kept_aside() -> None:
    """One click asks, the second does it; nothing is lost, nor is the save before it."""
    _, _, file = saved(5)
    told, before = file.read_bytes(), previous(file).read_bytes()
    delete = Do("delete_save", (str(file),))
    table = listed().press(delete)
    assert file.is_file() and "Delete this save?" in table.texts
    table.press(Do("keep_save"))
    assert "Delete this save?" not in table.texts
    table.press(delete).press(delete)
    (aside,) = (file.parent / "deleted").glob("*.jsonl")
    assert saves() == () and (aside.read_bytes(), previous(aside).read_bytes()) == (told, before)
    assert aside.name in table.desk.message and "There are none yet" in table.texts


def test_the_picture_of_a_save_shows_no_more_than_its_player_may_know(tmp_path: Path) -> None:
    """Men who are hidden from whoever plays are not in it; to those who only watch they are shown."""
    scenario = load_scenario(find_scenario("conflict_of_heroes/orlovka_street"))
    pictures = []
    for number, human in enumerate(("human", "commander")):
        session: Session[Any, Any] = Session(
            scenario.battle, scenario.state, {"germans": human, "soviets": "solo"}, Seeded(1)
        )
        file = tmp_path / f"{number}.save.jsonl"
        SaveFile(file, scenario, session, 1).save(session)
        pictures.append(ListSave(file, "dark", False).read().picture)
    scenario = load_record(file).scenario
    seen = ScenarioPicture(scenario, PainterAtOnce(), scenario.state, ("germans",))
    everything = ScenarioPicture(scenario, PainterAtOnce(), scenario.state, ())
    assert pictures == [drawn(seen), drawn(everything)] and pictures[0] != pictures[1]


def drawn(picture: ScenarioPicture) -> bytes:
    """Return the pixels of a picture as the list has them."""
    surface = pygame.Surface(SIZE, depth=32)
    surface.fill(theme().table)
    picture.work(SIZE, 0.8)
    picture.paint(surface, surface.get_rect(), 0.8)
    return pygame.image.tobytes(surface, "RGB")


def test_f1_lists_the_keys_and_all_of_a_field_is_marked_and_replaced() -> None:
    """Each key that does something is there, and Esc goes back to the scenarios. Ctrl A, then a letter: in the filter
    without a click, in the seed after one."""
    table = Table().key(pygame.K_F1)
    assert all(f"F{n}: " in table.texts for n in (1, 2, 3, 4, 5, 6, 10, 11, 12))
    assert table.key(pygame.K_ESCAPE).desk.page == "battles"
    table = Table().type("farm").key(pygame.K_a, mod=pygame.KMOD_LCTRL).type("saloon")
    assert table.desk.filter == "saloon"
    table.press(Do("edit", ("seed",))).type("12").key(pygame.K_a, mod=pygame.KMOD_LCTRL).type("x3")
    assert table.desk.choices is not None and table.desk.choices.seed == "3"
