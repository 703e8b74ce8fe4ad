"""La Cucaracha on the screen: nominations, hasty shots after an Advance, charges and the responses to them."""

from __future__ import annotations

import pygame
import pytest

from sim.engine.game import Ordered
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.rules.la_cucaracha.orders.card import Hold, Nominate
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import StandFast
from sim.rules.la_cucaracha.state import ACTION, CHARGED, NOMINATE
from sim.view.battle.compose import marked_of
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Do, SmallPrint
from tests.view.battle.bot import asked, click_named, clicked, opened, passed, pressed

SCENES = "la_cucaracha/behaviour"
SMALL = (900, 600)


def question(screen: BattleScreen) -> Ask:
    """Return what is asked now."""
    assert screen.ordering.menu is not None
    return screen.ordering.menu.ask


def given(screen: BattleScreen) -> list[Intent]:
    """Return the orders of people, in order."""
    return [entry.intent for entry in screen.session.entries if isinstance(entry, Ordered) and entry.by == "human"]


def until(screen: BattleScreen, occasion: str) -> BattleScreen:
    """Pass and nominate until something is asked for the first time."""
    for _ in range(60):
        asked(screen)
        if screen.ordering.menu is None or question(screen).occasion == occasion:
            break
        choice = next(
            choice for choice in screen.ordering.menu.choices if choice.is_open and _passes(choice.offer.intent)
        )
        assert choice.unit is not None
        screen.ordering.choose_unit(choice.unit)
        screen.ordering.choose_verb(choice.sketch.verb)
        screen.ordering.confirm()
    assert question(screen).occasion == occasion
    return screen


def _passes(intent: Intent) -> bool:
    return isinstance(intent, StandFast | Nominate)


def test_who_may_act_is_framed_until_somebody_is_chosen() -> None:
    """The units that can be chosen are found on the map, not in the list alone."""
    screen = until(opened(f"{SCENES}/nomination", size=SMALL), NOMINATE)
    assert set(marked_of(screen).ready) == {"Lorry", "Macheteros", "Riflemen"}
    screen.ordering.choose_unit("Lorry")
    assert marked_of(screen).ready == ()


@pytest.mark.rule("CUC-NOMINATE")
def test_the_player_nominates_a_unit_of_the_enemy_by_two_clicks() -> None:
    """The enemy's units are listed; one is chosen, and the order given: nothing else can be done with it."""
    screen = until(opened(f"{SCENES}/nomination", size=SMALL), NOMINATE)
    assert screen.ordering.menu is not None
    assert set(screen.ordering.menu.actors) == {"Lorry", "Macheteros", "Riflemen"}
    notes = [block.text for block in screen.panels["orders"].blocks if isinstance(block, SmallPrint)]
    assert any("one of these units" in text for text in notes)
    click_named(screen, "choose_unit", "Macheteros")
    click_named(screen, "confirm")
    assert Nominate("Macheteros") in given(screen)


@pytest.mark.rule("CUC-NOMINATE")
def test_the_player_nominates_a_unit_of_the_enemy_on_the_map() -> None:
    """A click on its counter chooses it, Esc lets it go, a second click on it gives the order."""
    screen = until(opened(f"{SCENES}/nomination", size=SMALL), NOMINATE)
    assert screen.ordering.menu is not None
    passed(screen)
    counter = next(spot.rect.center for spot in screen.looking.counter_spots if spot.id == "Macheteros")
    clicked(screen, counter)
    assert screen.ordering.menu.picked is not None
    assert screen.ordering.menu.picked.offer.intent == Nominate("Macheteros")
    pressed(screen, pygame.K_ESCAPE)
    assert screen.ordering.menu.unit is None
    clicked(screen, counter)
    clicked(screen, counter)
    assert Nominate("Macheteros") in given(screen)


def test_a_unit_is_told_to_hold_by_the_keyboard() -> None:
    """Tab chooses it, the letter its order, Enter gives it."""
    screen = until(opened(f"{SCENES}/hold", size=SMALL), ACTION)
    pressed(screen, pygame.K_TAB)
    assert screen.ordering.menu is not None
    unit = screen.ordering.menu.unit
    pressed(screen, pygame.K_h)
    pressed(screen, pygame.K_RETURN)
    assert unit is not None
    assert Hold(unit) in given(screen)


def test_an_advance_is_followed_by_hasty_shots() -> None:
    """The same unit is asked again; its menu shoots in haste and moves no more."""
    screen = until(opened(f"{SCENES}/nomination", size=SMALL), ACTION)
    assert screen.ordering.menu is not None
    screen.ordering.choose_unit("Company")
    screen.ordering.choose_verb("advance")
    (cell, *_) = [aim for aim in screen.ordering.menu.aims if isinstance(aim, Cell)]
    screen.ordering.click_map(cell, None)
    screen.ordering.click_map(cell, None)
    asked(screen)
    assert isinstance(given(screen)[-1], Advance)
    assert question(screen) == Ask("column", ACTION, "Company")
    ways = {verb.name: verb.ways for verb in screen.ordering.menu.verbs("Company")}
    assert ways["shoot"] > 0
    assert ways["advance"] == 0
    assert {choice.sketch.manner for choice in screen.ordering.menu.choices if choice.sketch.verb == "shoot"} == {
        "in haste"
    }


@pytest.mark.rule("CUC-REACT")
def test_a_charge_shows_its_odds_and_is_answered_in_the_middle() -> None:
    """Both sides are people: one charges with the odds before its eyes, the other is asked what the target does."""
    players = {"column": "human", "enemy": "human"}
    screen = until(opened(f"{SCENES}/skirmishers_evade", players=players, seed=2, size=SMALL), ACTION)
    for _ in range(30):
        assert screen.ordering.menu is not None
        if question(screen).occasion == CHARGED:
            break
        charges = [
            each for each in screen.ordering.menu.choices if isinstance(each.offer.intent, Charge) and each.is_open
        ]
        if charges:
            unit, aim = charges[0].unit, charges[0].aim
            assert unit is not None and isinstance(aim, str)
            screen.ordering.choose_unit(unit)
            screen.ordering.choose_verb("charge")
            screen.ordering.choose_aim(aim)
            preview = screen.ordering.preview
            assert preview is not None
            assert [odds.what.split()[-1] for odds in preview.odds] == [charges[0].aim, "courage"]
            screen.ordering.confirm()
        else:
            standing = next(each for each in screen.ordering.menu.choices if isinstance(each.offer.intent, StandFast))
            assert standing.unit is not None
            screen.ordering.choose_unit(standing.unit)
            screen.ordering.choose_verb("stand")
            screen.ordering.confirm()
        asked(screen)
    assert question(screen).occasion == CHARGED
    assert screen.ordering.menu is not None
    verbs = {verb.name: verb.ways for verb in screen.ordering.menu.verbs(screen.ordering.menu.unit)}
    assert verbs["stand"]
    assert "evade" in verbs


def test_every_overlay_and_panel_can_be_shown() -> None:
    """Fire zones, reach, cover, view, threat, reasons and the outlook, for an armoured train and its enemies."""
    screen = until(opened("la_cucaracha/bridge_at_rio_colorado", size=SMALL), ACTION)
    pressed(screen, pygame.K_TAB)
    for name in ("cycle_fire", "toggle_reach", "toggle_cover", "toggle_view", "toggle_threat"):
        screen.do(Do(name))
        passed(screen, 5)
    for key in (pygame.K_w, pygame.K_a):
        pressed(screen, key)
        passed(screen, 5)
        assert screen.ordering.menu is not None


@pytest.mark.rule("CUC-ORDER")
def test_who_has_advanced_may_let_the_hasty_shot_be() -> None:
    """To stand is the end of it: nobody is asked for the same shot again."""
    screen = until(opened(f"{SCENES}/nomination", size=SMALL), ACTION)
    way = (Cell(3, 5), Cell(4, 5), Cell(5, 5))
    screen.model.playback.answer(Advance("Guards", way, "advance"))
    asked(screen)
    assert question(screen).unit == "Guards"
    screen.model.playback.answer(StandFast("Guards"))
    asked(screen)
    assert screen.ordering.menu is None or question(screen).unit != "Guards"
