"""La Petite Guerre on the screen: whom a command reaches, why somebody has no orders, guns on bare ground, files."""

from __future__ import annotations

import pytest

from sim.rules.la_petite_guerre.events import Acted, ActorDone, ActorNamed
from sim.rules.la_petite_guerre.orders.commands import Control, Encourage, GoFirst, Wait
from sim.rules.la_petite_guerre.orders.fire import FireGun
from sim.rules.la_petite_guerre.orders.order import ACTION, COMMAND
from sim.view.battle.compose import marked_of, orders_part
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Button, Row, SmallPrint, TextLine
from sim.view.blocks.orders import OrderAnswers, order_blocks
from tests.view.battle.bot import asked, menu, opened, passed

PITS, SMALL = "rifle_pits_of_saint_damase", (1000, 700)


def until(occasion: str, name: str = PITS) -> BattleScreen:
    """Go first, and let leaders do nothing, until something is asked for the first time."""
    screen = asked(opened(f"la_petite_guerre/{name}", size=SMALL))
    for _ in range(60):
        if (ask := menu(screen).ask).occasion == occasion:
            return screen
        screen.model.playback.answer(GoFirst(ask.side) if ask.unit is None else Wait(ask.unit))
        asked(screen)
    raise AssertionError(f"nobody was asked for {occasion}")


def rows(screen: BattleScreen) -> dict[str, str]:
    """Return the rows of the panel of orders."""
    return {block.label: block.text for block in orders_part(screen) if isinstance(block, Row)}


def test_the_log_tells_what_men_do_and_not_that_it_is_their_turn() -> None:
    """Every frame can still be stepped to: it belongs to the line before it. What the AI ordered stands out."""
    screen = opened(PITS, size=SMALL, players={"canada": "commander", "metis": "solo"})
    model, place = screen.model, screen.log.place
    while model.session.state.turn < 2:
        model.playback.forward()
    lines, frames = screen.log.lines, model.playback.frames
    asides = [n for n, frame in enumerate(frames) if isinstance(frame.event, ActorNamed | ActorDone)]
    assert len(asides) > 40 and not any(line.text.endswith((" acts", " is done")) for line in lines)
    for n, frame in enumerate(frames):
        at = place(n)
        assert at == place(n - 1) if n in asides else lines[at].text == model.told(n)
        opened_by = frames[n - 1].event
        if isinstance(frame.event, Acted) and isinstance(opened_by, ActorNamed) and opened_by.unit == frame.event.unit:
            assert lines[at].depth == 0
    screen.timing.jump(asides[0])
    chosen = [n for n, line in enumerate(screen.log.blocks()) if isinstance(line, TextLine) and line.chosen]
    assert chosen == [place(asides[0])] and "acts" in model.told(asides[0])


@pytest.mark.rule("LPG-CMD")
def test_a_command_shows_whom_it_reaches_before_it_is_given() -> None:
    """The men within four inches are named, marked on the map, and the circle is drawn; a second one is refused. To
    wait reaches nobody."""
    screen = until(COMMAND)
    insight, position, leader = screen.model.insight, menu(screen).position, str(menu(screen).unit)
    assert insight.scope(position, Control(leader)) and insight.scope(position, Encourage(leader))
    assert insight.scope(position, Wait(leader)) is None
    screen.ordering.choose_verb("control")
    names = rows(screen)["controls"].split(", ")
    assert {"Captain Straubenzie", "Sergeant Wyld", "Right-3"} <= set(names)
    assert "Left-1" not in names
    order = marked_of(screen).order
    assert len(order.reached) == len(names) - 1 and len(order.outlines) == 1
    passed(screen)
    screen.ordering.confirm()
    asked(screen)
    grey = next(block for block in orders_part(screen) if isinstance(block, Button) and "Control" in block.text)
    assert grey.refusal.startswith("nobody within 4 inches of Captain Straubenzie")
    screen.ordering.choose_verb("encourage")
    assert "Sergeant Wyld" in rows(screen)["encourages"]


@pytest.mark.rule("LPG-ACT-1")
def test_whoever_can_be_given_no_order_has_a_reason() -> None:
    """The crew of a gun is ordered by its gun. With many men what the side may do stands before them: nobody scrolls
    past thirty names to say that they do nothing more."""
    screen = until(ACTION)
    units, acting = screen.model.position.state.units, menu(screen).actors
    assert len(acting) > 9
    blocks = order_blocks(screen.model, menu(screen), OrderAnswers())
    first_man = next(n for n, b in enumerate(blocks) if isinstance(b, TextLine) and b.do and b.do.name == "choose_unit")
    assert next(n for n, b in enumerate(blocks) if isinstance(b, Button) and b.do.name == "pass_on") < first_man
    crew = next(unit for unit in units if unit.serves == "Gatling" and unit.id not in acting)
    screen.ordering.choose_unit(crew.id)
    told = [block.text for block in orders_part(screen) if isinstance(block, SmallPrint)]
    assert any(text.startswith(crew.id) and text.endswith(".") for text in told)


@pytest.mark.rule("LPG-SHELL")
def test_a_shell_is_laid_on_a_pit_in_which_nobody_is_known_to_be() -> None:
    """By a click on the ground: both circles are drawn, and the chance that it falls there is told."""
    screen = until(ACTION, "behaviour/shell")
    shots = [each for each in menu(screen).choices if isinstance(each.offer.intent, FireGun) and each.is_open]
    offer = next(each for each in shots if each.sketch.target is None)
    assert offer.unit is not None
    screen.ordering.choose_unit(offer.unit)
    screen.ordering.click_map(offer.sketch.cell, None)
    screen.ordering.choose_verb(offer.sketch.verb)
    preview = screen.ordering.preview
    assert preview is not None and preview.danger is not None and len(preview.danger.outlines) == 2
    assert preview.odds[0].chance
    passed(screen)


@pytest.mark.rule("LPG-GATLING")
def test_no_friend_is_marked_as_a_target_of_a_gun() -> None:
    """He may stand in the beaten zone, which is told, but nobody aims at him."""
    screen = until(ACTION, "behaviour/gatling")
    screen.ordering.choose_unit("Gatling")
    own = {unit.id for unit in screen.model.position.state.units if unit.side == menu(screen).ask.side}
    aims = menu(screen).all_aims
    assert aims and not own & {aim for aim in aims if isinstance(aim, str)}


@pytest.mark.rule("LPG-MOVE-3")
def test_a_man_in_a_file_can_be_told_to_fall_out_and_its_head_is_told_who_goes_along() -> None:
    """To fall out is an order of its own: to follow is aimed at somebody, and this is not. The head is told before his
    dice are rolled."""
    screen = until(ACTION, "behaviour/single_file")
    units = screen.model.position.state.units
    followed, acting = {unit.follows for unit in units if unit.follows}, menu(screen).actors
    screen.ordering.choose_unit(next(unit.id for unit in units if unit.follows and unit.id in acting))
    screen.ordering.choose_verb("fall out")
    assert menu(screen).picked is not None
    head = next(unit.id for unit in units if unit.id in followed and not unit.follows and unit.id in acting)
    screen.ordering.choose_unit(head)
    screen.ordering.choose_verb("move")
    assert rows(screen)["with him"] and marked_of(screen).order.reached
