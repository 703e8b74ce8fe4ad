"""The window never waits: while the engine is at work it says so, answers keys, and gives no order twice."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.game import Ordered
from sim.view.battle.compose import orders_part
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Block, SmallPrint, Title
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from sim.view.worker import following
from sim.view.worker.engine import Engine, EngineHandler, StartBattle
from tests.picket_positions import AMES, AUTOMATED, RED
from tests.view.battle.bot import asked, keys, passed, picket, picket_scenario
from tests.view.worker.late import Late, late


def at_an_order() -> tuple[Late, BattleScreen]:
    """Return a battle in which a person is asked; from now on its engine is late."""
    worker, engine = late(picket(AMES, RED))
    screen = asked(BattleScreen(MemoryStage((1000, 600)), engine, ViewSettings(animations=False)))
    worker.comes = False
    return worker, screen


def let_through(worker: Late, screen: BattleScreen) -> None:
    """Let the answers come, and time pass until somebody is asked again."""
    worker.comes = True
    asked(screen)


def test_an_order_on_its_way_cannot_be_given_again() -> None:
    """However often Enter is pressed: the panel says that it is being carried out, and it is, once."""
    worker, screen = at_an_order()
    before = len(screen.session.entries)
    screen.ordering.choose_verb("stay")
    for _ in range(3):
        assert orders_part(keys(screen, "return")) == (Title("Carrying out your order"),)
    let_through(worker, screen)
    given = [entry for entry in screen.session.entries[before:] if isinstance(entry, Ordered)]
    assert len(given) == 1 and screen.ordering.menu is not None


def test_until_all_orders_have_come_the_panel_says_so() -> None:
    """The map can be moved meanwhile, and nothing can be ordered by chance."""
    worker, screen = at_an_order()
    screen.ordering.forget()
    passed(screen)
    waiting: Block = SmallPrint("working out what you can order …")
    assert waiting in orders_part(screen)
    camera = screen.steering.camera
    assert keys(screen, "+ 1 return").steering.camera != camera and waiting in orders_part(screen)
    let_through(worker, screen)
    assert waiting not in orders_part(screen)


def test_a_page_that_is_worked_out_is_there_at_once_and_says_what_it_waits_for() -> None:
    """Losses and luck come later; on a page that was closed meanwhile they do not come."""
    worker, screen = at_an_order()
    for is_closed in (False, True):
        worker.comes = False
        assert headlines(keys(screen, "f3")) == [Title("Adding up the battle …")]
        if is_closed:
            keys(screen, "escape")
        let_through(worker, screen)
        assert headlines(screen) == ([] if is_closed else [Title("How things stand in turn 1")])
        screen.pages.close_window()


def headlines(screen: BattleScreen) -> list[Block]:
    """Return what the page is called that lies over the map, if one does."""
    return [*screen.pages.window.blocks[:1]] if screen.pages.window is not None else []


def test_word_of_another_line_that_comes_in_the_middle_of_a_frame_waits_for_the_next() -> None:
    """Else the frame that is shown would be asked of a line that is shorter than that."""
    worker, screen = at_an_order()
    let_through(worker, screen)
    screen.ordering.choose_verb("stay")
    let_through(worker, keys(screen, "return"))
    worker.comes, before = False, screen.session
    keys(screen, "u")
    worker.comes = True
    screen.pages.show_summary()
    assert screen.session is before
    screen.tick(0)
    assert screen.session is screen.model.session is not before


class OneByOne(Late):
    """Tells one thing in each frame of the window."""

    def __init__(self) -> None:
        super().__init__(EngineHandler)
        self._to_tell: list[tuple[int, Any]] = []

    def answers(self) -> list[tuple[int, Any]]:
        self._to_tell += super().answers()
        told, self._to_tell = self._to_tell[:1], self._to_tell[1:]
        return told

    def restart(self) -> None:
        super().restart()
        self.fault, self._to_tell = "", []


@pytest.mark.parametrize("dies", [False, True])
def test_a_battle_that_is_gone_on_with_is_shown_where_it_was_left(dies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many parts the word of it comes in, nothing of it is played once more; so it is after a crash."""
    monkeypatch.setattr(following, "AT_ONCE", 5)
    start, worker = picket(AMES, RED), OneByOne()
    left = start.session(players=AUTOMATED)
    for _ in range(4):
        left.advance()
    told = following.sent_log(left.entries)
    battle = StartBattle(picket_scenario(start), AUTOMATED, Seeded(1), 1, None, told=told)
    screen = BattleScreen(MemoryStage((1000, 600)), Engine.beside(worker, battle), ViewSettings(animations=False))
    screen.model.playback.halt()
    if dies:
        passed(screen, 20)
        worker.fault = "The engine has ended."
    screen.tick(0.0)
    parts = [len(screen.session.frames)]
    assert orders_part(screen) == (Title("Opening the battle"),)
    for _ in range(40):
        screen.tick(0.1)
        parts.append(len(screen.session.frames))
    assert len(set(parts)) > 3
    assert screen.model.playback.cursor == len(left.frames) - 1 == len(screen.session.frames) - 1
