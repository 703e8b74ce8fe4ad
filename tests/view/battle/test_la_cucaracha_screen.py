"""La Cucaracha on the screen: nominations, hasty shots after an Advance, charges and the responses to them."""

from __future__ import annotations

from typing import Any

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
from sim.view.model.menu import MenuEntry
from tests.view.battle.bot import asked, click_named, clicked, keys, menu, opened, passed


def given(screen: BattleScreen) -> list[Intent]:
    """Return the orders of people, in order."""
    return [entry.intent for entry in screen.session.entries if isinstance(entry, Ordered) and entry.by == "human"]


def order(screen: BattleScreen, choice: MenuEntry) -> None:
    """Give an order of the menu."""
    assert choice.unit is not None
    screen.ordering.choose_unit(choice.unit)
    screen.ordering.choose_verb(choice.sketch.verb)
    if isinstance(choice.aim, str):
        screen.ordering.choose_aim(choice.aim)
    screen.ordering.confirm()


def until(occasion: str, name: str = "behaviour/nomination", **more: Any) -> BattleScreen:
    """Pass and nominate until something is asked for the first time."""
    screen = asked(opened(f"la_cucaracha/{name}", size=(900, 600), **more))
    for _ in range(60):
        if menu(screen).ask.occasion == occasion:
            return screen
        choices = [each for each in menu(screen).choices if each.is_open]
        order(screen, next(each for each in choices if isinstance(each.offer.intent, StandFast | Nominate)))
        asked(screen)
    raise AssertionError(f"nobody was asked for {occasion}")


@pytest.mark.rule("CUC-NOMINATE")
def test_the_player_nominates_a_unit_of_the_enemy_by_two_clicks() -> None:
    """The enemy's units are listed, and framed on the map until one is chosen; one is chosen, and the order given:
    nothing else can be done with it."""
    screen = until(NOMINATE)
    assert set(menu(screen).actors) == set(marked_of(screen).ready) == {"Lorry", "Macheteros", "Riflemen"}
    notes = [block.text for block in screen.panels["orders"].blocks if isinstance(block, SmallPrint)]
    assert any("one of these units" in text for text in notes)
    click_named(screen, "choose_unit", "Macheteros")
    assert marked_of(screen).ready == ()
    click_named(screen, "confirm")
    assert Nominate("Macheteros") in given(screen)


@pytest.mark.rule("CUC-NOMINATE")
def test_the_player_nominates_a_unit_of_the_enemy_on_the_map() -> None:
    """A click on its counter chooses it, Esc lets it go, a second click on it gives the order."""
    screen = until(NOMINATE)
    passed(screen)
    counter = next(spot.rect.center for spot in screen.looking.counter_spots if spot.id == "Macheteros")
    clicked(screen, counter)
    picked = menu(screen).picked
    assert picked is not None and picked.offer.intent == Nominate("Macheteros")
    assert menu(keys(screen, "escape")).unit is None
    clicked(screen, counter)
    clicked(screen, counter)
    assert Nominate("Macheteros") in given(screen)


def test_a_unit_is_told_to_hold_by_the_keyboard() -> None:
    """Tab chooses it, the letter its order, Enter gives it."""
    screen = until(ACTION, "behaviour/hold")
    unit = menu(keys(screen, "tab")).unit
    keys(screen, "h return")
    assert unit is not None and Hold(unit) in given(screen)


@pytest.mark.rule("CUC-ORDER")
def test_an_advance_is_followed_by_hasty_shots_which_may_be_let_be() -> None:
    """The same unit is asked again; its menu shoots in haste and moves no more. To stand is the end of it: nobody is
    asked for the same shot again."""
    screen = until(ACTION)
    screen.ordering.choose_unit("Company")
    screen.ordering.choose_verb("advance")
    (cell, *_) = [aim for aim in menu(screen).aims if isinstance(aim, Cell)]
    for _ in range(2):
        screen.ordering.click_map(cell, None)
    asked(screen)
    assert isinstance(given(screen)[-1], Advance)
    assert menu(screen).ask == Ask("column", ACTION, "Company")
    ways = {verb.name: verb.ways for verb in menu(screen).verbs("Company")}
    assert ways["shoot"] > 0 and ways["advance"] == 0
    assert {each.sketch.manner for each in menu(screen).choices if each.sketch.verb == "shoot"} == {"in haste"}
    screen.model.playback.answer(StandFast("Company"))
    asked(screen)
    assert screen.ordering.menu is None or screen.ordering.menu.ask.unit != "Company"


@pytest.mark.rule("CUC-REACT")
def test_a_charge_shows_its_odds_and_is_answered_in_the_middle() -> None:
    """Both sides are people: one charges with the odds before its eyes, the other is asked what the target does."""
    players = {"column": "human", "enemy": "human"}
    screen = until(ACTION, "behaviour/skirmishers_evade", players=players, seed=2)
    for _ in range(30):
        if menu(screen).ask.occasion == CHARGED:
            break
        choices = [each for each in menu(screen).choices if each.is_open]
        charge = next((each for each in choices if isinstance(each.offer.intent, Charge)), None)
        if charge is not None:
            menu(screen).take(charge)
            preview = screen.ordering.preview
            assert preview is not None
            assert [odds.what.split()[-1] for odds in preview.odds] == [charge.aim, "courage"]
        order(screen, charge or next(each for each in choices if isinstance(each.offer.intent, StandFast)))
        asked(screen)
    assert menu(screen).ask.occasion == CHARGED
    verbs = {verb.name: verb.ways for verb in menu(screen).verbs(menu(screen).unit)}
    assert verbs["stand"] and "evade" in verbs


def test_every_overlay_and_panel_can_be_shown() -> None:
    """Fire zones, reach, cover, view, threat, reasons and the outlook, for an armoured train and its enemies."""
    screen = keys(until(ACTION, "bridge_at_rio_colorado"), "tab")
    for name in ("cycle_fire", "toggle_reach", "toggle_cover", "toggle_view", "toggle_threat"):
        screen.do(Do(name))
        passed(screen, 5)
    for key in "wa":
        passed(keys(screen, key), 5)
        assert screen.ordering.menu is not None
