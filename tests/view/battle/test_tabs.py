"""The right column: the way to reasons where there are none, and marks that belong to one tab only."""

import pytest

from sim.engine.ruleset import COMMANDER, SOLO
from sim.view.battle.compose import marked_of, orders_part, side_part
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Do, Row, SmallPrint
from sim.view.blocks.log import Log
from sim.view.model.happened import NOTHING
from sim.view.model.outlook import outlook_of
from tests.picket_positions import AUTOMATED
from tests.view.battle.bot import asked, ended, keys, opened, passed, picketed, spots


def after_an_order() -> BattleScreen:
    """Return the smallest battle of Conflict of Heroes at the question after the AI's first decision."""
    screen = asked(opened("farm_at_kamenka", seed=5))
    assert screen.ordering.menu is not None
    for _ in range(12):
        if screen.model.playback.decisions:
            break
        screen.do(Do("choose_side_order", ("pass",)))
        asked(screen)
    assert screen.model.playback.decisions
    return screen


def test_where_nothing_was_decided_the_reasons_lead_to_the_last_decision() -> None:
    """What the AI decided is one click away, with its words beside it; before any decision there is nothing to lead to,
    nor to copy. Candidates are painted beside their reasons only: over a forecast they would be taken for its own."""
    screen = after_an_order()
    latest, last = screen.model.playback.cursor, screen.model.playback.decisions[-1]
    screen.timing.jump(0)
    keys(screen, "w")
    assert not [block for block in side_part(screen) if not isinstance(block, SmallPrint)][1:]
    screen.timing.jump(latest)
    assert not screen.model.notes
    assert [block.do for block in side_part(screen) if isinstance(block, Button)] == [Do("previous_decision")]
    assert SmallPrint(screen.model.told(last)) in side_part(screen)
    spot = next(spot for spot in spots(screen) if spot.do == Do("previous_decision") and spot.box.left > 900)
    screen.do(spot.do)
    assert screen.model.playback.cursor == last and screen.model.notes
    number = next(spot.do.args[0] for spot in spots(screen) if spot.do.name == "show_candidates")
    screen.looking.show_candidates(int(str(number)))
    assert marked_of(screen).candidates is not None
    for key, is_painted in (("a", False), ("w", True)):
        assert (marked_of(keys(screen, key)).candidates is not None) == is_painted


def test_arrows_begin_where_the_forecast_looks_ahead_from() -> None:
    """Looking back at a move, what else might have come begins where the unit stood before it."""
    screen = after_an_order()
    playback = screen.model.playback
    for number in playback.decisions:
        screen.timing.jump(number)
        keys(screen, "a")
        before = outlook_of(screen.session, number).start
        assert before is not None
        assert marked_of(screen).happened == NOTHING
        starts = {arrow.start for arrow in marked_of(screen).arrows}
        assert starts and starts <= {unit.cell for unit in before.units}


def test_what_may_be_ordered_keeps_off_a_forecast() -> None:
    """The aims of the unit that is chosen come back with another tab; who is chosen is marked all the while."""
    screen = after_an_order()
    assert screen.ordering.menu is not None
    screen.ordering.choose_unit(screen.ordering.menu.actors[0])
    passed(screen, 2)
    assert marked_of(screen).order.aim_cells
    assert marked_of(keys(screen, "a")).arrows
    assert not marked_of(screen).order.aim_cells and marked_of(screen).order.start is not None
    assert marked_of(keys(screen, "j")).order.aim_cells


def test_the_keys_of_the_ais_turn_are_a_list() -> None:
    """In a sentence a full stop that is a key would be read as its end."""
    screen = opened("farm_at_kamenka", seed=5, players={"soviets": SOLO, "germans": COMMANDER})
    passed(screen)
    assert [block.label for block in orders_part(screen) if isinstance(block, Row)] == ["Space", ".", "Shift .", "S"]


def test_the_log_of_a_battle_that_was_skipped_shows_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told in parts, some of them after the last event has come."""
    monkeypatch.setattr(Log.go_on, "__defaults__", (10,))
    screen = ended(picketed(players=AUTOMATED, size=(1000, 600)))
    passed(screen, 10)
    panel = screen.panels["side"]
    assert panel.scroll == panel.most > 0
