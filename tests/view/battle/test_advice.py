"""The commander at one's side: what he would order stands ready, and the rest of a step can be left to him."""

from __future__ import annotations

from sim.engine.advice import advised
from sim.engine.game import Ordered
from sim.rules.la_petite_guerre.orders.order import ACTION, COMMAND
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Buttons, Title
from tests.view.battle.bot import asked, click_named, keys, menu, opened, passed

SCENE, SMALL = "la_petite_guerre/behaviour/single_file", (1000, 700)


def orders(screen: BattleScreen) -> list[Ordered]:
    """Return the orders of the battle so far."""
    return [entry for entry in screen.session.entries if isinstance(entry, Ordered)]


def test_o_has_the_order_of_the_commander_stand_ready() -> None:
    """With its unit, aim and odds; it is given by Enter like any other, and not before, or let go by Esc. The buttons
    of the commander make room for the odds of an order that stands ready."""
    screen = asked(opened(SCENE, size=SMALL))
    wanted, before = advised(screen.session), len(orders(screen))
    assert {"take_advice", "delegate"} <= buttons(screen)
    assert menu(screen).ask.occasion in (ACTION, COMMAND, "first move")
    for _ in range(2):
        picked = menu(keys(screen, "o")).picked
        assert picked is not None and picked.offer.intent == wanted and len(orders(screen)) == before
        assert "delegate" not in buttons(screen)
        assert menu(keys(screen, "escape")).picked is None
    keys(screen, "o return")
    assert orders(screen)[before].intent == wanted


def buttons(screen: BattleScreen) -> set[str]:
    """Return what the buttons of the panel of orders do."""
    rows = [block.buttons for block in screen.panels["orders"].blocks if isinstance(block, Buttons)]
    return {button.do.name for row in rows for button in row}


def test_every_advice_of_a_battle_stands_ready_as_it_was_given() -> None:
    """Ways and facings included, while offers are still coming in, too."""
    screen = opened(SCENE, size=SMALL)
    for _ in range(60):
        asked(screen)
        if screen.ordering.menu is None:
            break
        wanted = advised(screen.session)
        screen.ordering.take_advice()
        assert screen.ordering.menu.picked is not None and screen.ordering.menu.picked.offer.intent == wanted
        screen.ordering.confirm()


def commanded(screen: BattleScreen) -> BattleScreen:
    """Wait until the commander has ordered all that was left to him, and somebody is asked again."""
    for _ in range(4000):
        screen.tick(0.6)
        if not screen.ordering.is_deputised:
            break
    return asked(screen)


def test_the_rest_of_a_step_is_left_to_the_commander() -> None:
    """By a click on the button or P; he orders until somebody else has decided something, and then the player is asked,
    or after Space at once."""
    held = keys(asked(opened(SCENE, size=SMALL)), "p")
    assert held.ordering.is_deputised
    passed(keys(held, "space"))
    assert not held.ordering.is_deputised
    screen = asked(opened(SCENE, size=SMALL))
    turn = screen.session.state.turn
    click_named(screen, "delegate")
    assert screen.ordering.is_deputised
    assert any(isinstance(block, Title) and "commander" in block.text for block in screen.panels["orders"].blocks)
    given = orders(commanded(keys(screen, "s")))
    assert any(order.by == "human" for order in given) and screen.session.state.turn >= turn
    assert screen.ordering.menu is not None or screen.model.playback.is_over


def test_a_step_ends_where_another_kind_of_question_begins() -> None:
    """Who has the leaders commanded orders his men himself, even if nobody else has decided anything in between."""
    screen = keys(asked(opened("la_petite_guerre/behaviour/gatling", size=SMALL, seed=3)), "o return")
    assert menu(asked(screen)).ask.occasion == COMMAND
    assert menu(commanded(keys(screen, "p"))).ask.occasion == ACTION


def test_nobody_commands_after_the_end() -> None:
    """Who leaves every step to the commander comes to the end of the battle, and is told that it is over."""
    screen = opened("la_petite_guerre/behaviour/gatling", size=SMALL)
    for _ in range(4000):
        if screen.model.playback.is_over:
            break
        if screen.ordering.menu is not None and not screen.ordering.is_deputised:
            screen.ordering.delegate()
            screen.timing.skip()
        screen.tick(0.6)
    assert screen.model.playback.is_over
    passed(screen)
    assert not screen.ordering.is_deputised
