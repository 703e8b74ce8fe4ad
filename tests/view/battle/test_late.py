"""The window never waits: while the engine is at work it says so, answers keys, and gives no order twice."""

from sim.engine.game import Ordered
from sim.view.battle.compose import orders_part
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Block, SmallPrint, Title
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from tests.picket_positions import AMES, RED
from tests.view.battle.bot import asked, keys, passed, picket
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
