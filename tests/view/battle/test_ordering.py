"""Giving orders by letters and by cards: what stands ready, what is given at once, and what is said beside it."""

from __future__ import annotations

import pytest

from sim.view.battle.compose import orders_part
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Block, Button, Buttons, Do, SmallPrint, TextLine
from sim.view.blocks.orders import meeting_text
from sim.view.model.menu import OrderMenu
from tests.view.battle.bot import keys, opened
from tests.view.battle.test_inputs import asked

KAMENKA = "conflict_of_heroes/farm_at_kamenka"
FIRST_OF_EACH = (
    KAMENKA,
    "outlaws/street_gunfight",
    "ambush_alley/airport_road",
    "la_petite_guerre/ambush_at_fish_coulee",
    "la_cucaracha/bridge_at_rio_colorado",
)


def question(name: str = KAMENKA, seed: int = 1) -> tuple[BattleScreen, OrderMenu]:
    """Return a battle at the first question to the player."""
    screen = opened(name, seed=seed)
    menu = asked(screen)
    assert menu is not None
    return screen, menu


def buttons(blocks: tuple[Block, ...]) -> list[Button]:
    """Return all buttons of a panel."""
    lists = [block.buttons if isinstance(block, Buttons) else (block,) for block in blocks]
    return [each for parts in lists for each in parts if isinstance(each, Button)]


def to_the_last_pass(screen: BattleScreen) -> OrderMenu:
    """Take the commander's advice until a pass would end the round."""
    while (menu := asked(screen)) is not None:
        choice = menu.passing
        brings = screen.ordering._brings(choice) if choice is not None else None
        if brings is not None and brings.ends_turn:
            return menu
        screen.ordering.take_advice()
        screen.ordering.confirm()
    raise AssertionError("no pass ever ends a round")


@pytest.mark.parametrize("name", FIRST_OF_EACH)
def test_every_button_of_an_order_tells_its_rule(name: str) -> None:
    """Pointed at, it says in a line what it does and by which rule; and none of them counts ways or options."""
    screen, menu = question(name)
    screen.ordering.choose_unit(menu.unit or menu.actors[0])
    found = [button for button in buttons(orders_part(screen)) if button.do.name in ("choose_verb", "pass_on")]
    assert found and all(button.key or button.refusal for button in found)
    for button in found:
        assert " way" not in button.note and "option" not in button.note
        tip = screen.ordering.tip(button.do)
        assert isinstance(tip[0], TextLine) and tip[0].tag and isinstance(tip[1], SmallPrint) and tip[1].text


def test_a_letter_chooses_who_can_and_his_first_target_and_goes_on_to_the_next() -> None:
    """F aims the first who can fire at the first enemy, F again at the next; Enter gives it."""
    screen, menu = question()
    keys(screen, "f")
    assert (menu.unit, menu.verb, menu.aim) == ("Rifles Antonov", "fire", "Rifles Ahrens")
    keys(screen, "f")
    assert menu.aim == "Rifles Brandt" and menu.picked is not None
    assert keys(screen, "return").ordering.menu is not menu


def test_a_letter_of_what_cannot_be_done_says_why_and_with_shift_is_no_order() -> None:
    """R for a unit that is not hit; a letter whose order nobody is offered now; Shift F shows fire zones."""
    screen, menu = question()
    assert "G is for walk: nobody" in keys(question("outlaws/street_gunfight")[0], "g").message
    assert keys(screen, "shift-f").looking.shown.fire is not None and not menu.has_choice
    screen.ordering.choose_unit("Maxim")
    assert "is not hit (COH-RALLY)" in keys(screen, "r").message


def test_one_key_ends_an_activation() -> None:
    """E lets a snapshot be, and is the answer; where nobody is chosen it has the first who may act stand ready, and
    gives it if pressed again."""
    screen, menu = question("outlaws/street_gunfight")
    assert keys(screen, "e").ordering.menu is not menu
    screen, menu = question("la_cucaracha/bridge_at_rio_colorado")
    assert keys(screen, "e").ordering.menu is menu and menu.picked is not None and menu.picked.sketch.passes
    assert keys(screen, "e").ordering.menu is not menu


def test_a_pass_that_ends_the_round_asks_once_and_says_what_it_brings() -> None:
    """It stands ready with the new round and who arrives in it, all of which then happens; what may come says it first,
    before the first card of the AI is drawn."""
    screen, _ = question()
    menu, before = to_the_last_pass(screen), len(screen.session.frames)
    screen.looking.show_tab("forecast")
    screen.tick(0.0)
    foreseen = screen.looking.foreseen
    assert foreseen is not None and "Round 2 begins" in foreseen.brings
    assert foreseen.blocks == (), "nobody gives an order in that"
    assert keys(screen, "e").ordering.menu is menu and screen.message.startswith("This ends the turn")
    brings = screen.ordering.answers.brings
    assert brings is not None and "Round 2 begins" in brings.lines and "Rifles Clemens arrives in J5" in brings.lines
    assert SmallPrint("Round 2 begins", "accent") in orders_part(screen)
    asked(keys(screen, "e"))
    told = [screen.model.told(number) for number in range(before, len(screen.session.frames))]
    assert {*brings.lines[:-1]} <= {*told}


def test_advice_gives_its_reasons() -> None:
    """What he has decided on stands beside the order, and a click shows all he has weighed."""
    screen, menu = question()
    before = [menu.verbs(unit) for unit in menu.actors]
    keys(screen, "o")
    assert [[verb.name for verb in menu.verbs(unit)] for unit in menu.actors] == [
        [verb.name for verb in verbs] for verbs in before
    ], "every button stays where it was"
    shown = [block.text for block in orders_part(screen) if isinstance(block, TextLine)]
    assert any(text.endswith("fire") for text in shown)
    assert not any(text.startswith("which shot") for text in shown), "the order says so"
    screen.do(Do("show_advice"))
    window = screen.pages.window
    weighed = [block.text for block in window.blocks if isinstance(block, TextLine)] if window is not None else []
    assert any(text.endswith("get crews out of close combat") for text in weighed)


@pytest.mark.parametrize(("name", "refused"), [(KAMENKA, True), ("ambush_alley/airport_road", False)])
def test_the_hand_is_listed_by_name_with_what_each_card_does(name: str, refused: bool) -> None:
    """A card that cannot be played now is grey and says why."""
    screen, menu = question(name)
    panel = orders_part(screen)
    cards = {button.text: button for button in buttons(panel) if button.do.name == "choose_card"}
    assert [*cards] == [face.name for face in menu.facts.hand]
    assert all(SmallPrint(face.text) in panel for face in menu.facts.hand)
    assert all(bool(button.refusal) is refused for button in cards.values())


def test_a_card_is_one_click_from_its_use() -> None:
    """Of a card that is only played, the order stands ready; of one that is laid somewhere, the place is asked for."""
    screen, menu = question("ambush_alley/airport_road")
    screen.do(Do("choose_card", ("drilled",)))
    assert menu.picked is not None and menu.picked.sketch.card == "drilled"
    screen.ordering.step_back()
    screen.do(Do("choose_card", ("smoke_grenades",)))
    assert menu.needs_aim
    while menu.step_back():
        pass
    assert menu.card is None and len(menu.actors) == 4


def test_who_goes_into_an_enemys_cell_is_aimed_at_him_with_both_odds() -> None:
    """The move is offered on the enemy himself, beside the shot, and says how both would fare face to face."""
    screen, _ = question()
    while (menu := asked(screen)) is not None:
        entering = [c for unit in menu.actors for c in menu.of_unit(unit) if c.is_open and menu.met_by(c)]
        if entering:
            break
        goal = menu.position.state.units["Rifles Ahrens"].place
        ways = [c for c in menu.choices if c.is_open and c.sketch.way]
        menu.take(min(ways, key=lambda choice: menu.position.map.distance(choice.sketch.way[-1], goal)))
        screen.ordering.confirm()
    assert menu is not None and entering[0].unit is not None
    screen.ordering.choose_unit(entering[0].unit)
    assert "Rifles Ahrens" in menu.all_aims and entering[0].sketch.cell not in menu.all_aims
    screen.ordering.click_map(entering[0].sketch.cell, None)
    assert menu.aim == "Rifles Ahrens" and any(menu.met_by(choice) for choice in menu.verbs_there)
    assert ", his " in meeting_text(menu.position, menu.ask, entering[0])


@pytest.mark.rule("COH-RECON")
@pytest.mark.parametrize(("name", "hides"), [(KAMENKA, False), ("conflict_of_heroes/orlovka_street", True)])
def test_nobody_is_searched_for_where_nobody_hides(name: str, hides: bool) -> None:
    """Searching by fire is open only in a mission that gives the AI hidden counters."""
    _, menu = question(name)
    found = [verb for unit in menu.actors for verb in menu.verbs(unit) if verb.name == "search by fire"]
    assert found and any(verb.ways for verb in found) is hides


def test_a_click_on_a_friend_leaves_whom_the_question_names() -> None:
    """The friend is looked at; Esc lets go of him, and not of the only man who may act."""
    screen, menu = question("outlaws/street_gunfight")
    friend = next(u.id for u in menu.position.state.units.of(menu.ask.side) if u.id != menu.unit and u.cell)
    screen.ordering.click_map(screen.model.where(friend), friend)
    assert menu.unit == menu.ask.unit and screen.looking.selected == friend
    keys(screen, "escape")
    assert menu.unit == menu.ask.unit == screen.looking.selected


def test_whoever_acted_last_goes_on() -> None:
    """Who may act again stays chosen for the next order."""
    screen, menu = question()
    unit = menu.actors[2]
    menu.take(next(choice for choice in menu.of_unit(unit) if choice.is_open and choice.sketch.way))
    screen.ordering.confirm()
    following = asked(screen)
    assert following is not None and (following.unit == unit or unit not in following.actors)
