"""The commander at one's side: what he would order stands ready, and the rest of a step can be left to him."""

from __future__ import annotations

import pygame

from sim.engine.advice import advised
from sim.engine.game import Ordered
from sim.rules.la_petite_guerre.orders.order import ACTION, COMMAND
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Buttons, Title
from tests.view.battle.bot import asked, click_named, opened, passed, pressed

SCENE, SMALL = "la_petite_guerre/behaviour/single_file", (1000, 700)


def orders(screen: BattleScreen) -> list[Ordered]:
    """Return the orders of the battle so far."""
    return [entry for entry in screen.session.entries if isinstance(entry, Ordered)]


def test_o_has_the_order_of_the_commander_stand_ready() -> None:
    """With its unit, aim and odds; it is given by Enter like any other, and not before."""
    screen = asked(opened(SCENE, size=SMALL))
    wanted, before = advised(screen.session), len(orders(screen))
    pressed(screen, pygame.K_o)
    assert screen.ordering.menu is not None and screen.ordering.menu.picked is not None
    assert screen.ordering.menu.picked.offer.intent == wanted
    assert len(orders(screen)) == before
    pressed(screen, pygame.K_RETURN)
    assert orders(screen)[before].intent == wanted


def test_advice_and_commands_can_be_taken_back() -> None:
    """Esc lets go of an advice as of any order; after Space the next question is the player's again."""
    screen = asked(opened(SCENE, size=SMALL))
    pressed(screen, pygame.K_o)
    pressed(screen, pygame.K_ESCAPE)
    assert screen.ordering.menu is not None and screen.ordering.menu.picked is None
    pressed(screen, pygame.K_p)
    assert screen.ordering.is_deputised
    pressed(screen, pygame.K_SPACE)
    passed(screen)
    assert not screen.ordering.is_deputised


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


def test_the_rest_of_a_step_is_left_to_the_commander() -> None:
    """By a click on the button; he orders until somebody else has decided something, and then the player is asked."""
    screen = asked(opened(SCENE, size=SMALL))
    assert screen.ordering.menu is not None
    turn = screen.session.state.turn
    click_named(screen, "delegate")
    assert screen.ordering.is_deputised
    assert any(isinstance(block, Title) and "commander" in block.text for block in screen.panels["orders"].blocks)
    pressed(screen, pygame.K_s)
    for _ in range(4000):
        screen.tick(0.6)
        if not screen.ordering.is_deputised:
            break
    given = orders(screen)
    assert given and screen.session.state.turn >= turn
    assert any(order.by == "human" for order in given)
    asked(screen)
    assert screen.ordering.menu is not None or screen.model.playback.is_over


def test_a_step_ends_where_another_kind_of_question_begins() -> None:
    """Who has the leaders commanded orders his men himself, even if nobody else has decided anything in between."""
    screen = asked(opened("la_petite_guerre/behaviour/gatling", size=SMALL, seed=3))
    pressed(screen, pygame.K_o)
    pressed(screen, pygame.K_RETURN)
    asked(screen)
    assert screen.ordering.menu is not None and screen.ordering.menu.ask.occasion == COMMAND
    pressed(screen, pygame.K_p)
    for _ in range(2000):
        screen.tick(0.6)
        if not screen.ordering.is_deputised:
            break
    asked(screen)
    assert screen.ordering.menu.ask.occasion == ACTION


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


def test_the_buttons_of_the_commander_are_there_before_an_order_is_chosen() -> None:
    """They make room for the odds of an order that stands ready."""
    screen = asked(opened(SCENE, size=SMALL))

    def buttons() -> set[str]:
        rows = [block.buttons for block in screen.panels["orders"].blocks if isinstance(block, Buttons)]
        return {button.do.name for row in rows for button in row}

    assert {"take_advice", "delegate"} <= buttons()
    pressed(screen, pygame.K_o)
    assert "delegate" not in buttons()
    assert screen.ordering.menu is not None and screen.ordering.menu.ask.occasion in (ACTION, COMMAND, "first move")
