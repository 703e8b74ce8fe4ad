"""The menu of orders: who, what, at whom, how. What cannot be done is there too, with the rules' own reason."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.insight import Insight, Odds
from sim.engine.orders import Ask, Intent
from sim.engine.session import Session
from sim.grid import Cell
from sim.resources import find_scenario
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_ACTED
from sim.scenario.scenario import load_scenario
from sim.view.blocks.kinds import Button, Buttons, Gauge, Row, SmallPrint, TextLine, Title
from sim.view.blocks.orders import OrderAnswers, order_blocks, preview_of
from sim.view.blocks.reports import odds_blocks
from sim.view.model.menu import MenuEntry, OrderMenu
from sim.view.model.model import Model
from sim.view.model.playback import Playback
from sim.view.worker.questions import OFFERED_AT_ONCE
from tests.picket.rules import ACTION, Shoot, Stay, Walk
from tests.picket_positions import AMES, HOTSEAT, Stand
from tests.view.battle.bot import asked, first_question, opened, picket, picket_scenario, whole_menu
from tests.view.battle.bot import menu as menu_on

KAMENKA = "conflict_of_heroes/farm_at_kamenka"
FAR, NEAR = Stand("red-1", "H6", 4), Stand("red-2", "D4", 5)


def menu_of(*men: Stand, unit: str = "ames") -> OrderMenu:
    """Return the whole menu of a man who is to act."""
    session = picket(*(men or (AMES, FAR, NEAR))).session(players=HOTSEAT)
    return whole_menu(session, Ask("picket", ACTION, unit))


def coh_menu() -> OrderMenu:
    """Return the whole menu of a battle that has facings and several ways to pay."""
    return first_question(KAMENKA)[1]


# -- gathering --------------------------------------------------------------------------------------------


def test_every_offer_of_the_rules_is_in_the_menu_though_they_come_in_parts() -> None:
    """None is left out, and none is made up; nothing is taken for granted before the last has come."""
    menu = menu_on(asked(opened(KAMENKA)))
    assert len(menu.choices) > OFFERED_AT_ONCE
    offers = [*menu.position.battle.ruleset.offers(menu.position, menu.ask)]
    assert [choice.offer for choice in menu.choices] == offers


# -- who and what -----------------------------------------------------------------------------------------


def test_who_can_do_nothing_is_not_offered_and_whatever_is_grey_says_why() -> None:
    """Whoever has nothing but refusals is no actor; every unit, and the side as a whole, has a reason for each."""
    menu = coh_menu()
    assert set(menu.actors) == {choice.unit for choice in menu.choices if not choice.offer.refusal and choice.unit}
    for unit in {choice.unit for choice in menu.choices}:
        for verb in menu.verbs(unit):
            assert verb.ways or verb.refusal, (unit, verb.name)
    _, menu = first_question("outlaws/saloon_brawl")
    grey = [verb for verb in menu.verbs(menu.ask.unit) if not verb.ways]
    assert {"crawl", "reload"} <= {verb.name for verb in grey}
    assert all("(OUT-" in verb.refusal for verb in grey), grey


def test_what_cannot_be_done_says_why_in_the_words_of_the_rules() -> None:
    """The man out of range can still be found in the menu, with the reason; further reasons are counted."""
    assert menu_of(AMES, FAR).refusal_at("red-1") == "red-1 is out of range (PKT-FIRE)"
    for men, told in ((1, ""), (2, " (and 1 other reason)"), (3, " (and 2 other reasons)")):
        far = [Stand(f"red-{n}", cell, 4) for n, cell in enumerate(("H6", "H5", "H4")[:men], 1)]
        verb = next(verb for verb in menu_of(AMES, *far).verbs("ames") if verb.name == "shoot")
        assert (verb.ways, verb.refusal) == (0, f"red-1 is out of range (PKT-FIRE){told}")


def test_the_ways_of_an_entry_are_those_that_are_allowed() -> None:
    """One shot is refused and one is not: there is one way to shoot."""
    menu = menu_of()
    ways = {verb.name: verb.ways for verb in menu.verbs("ames")}
    assert ways["shoot"] == 1 and ways["stay"] == 1
    assert ways["walk"] == sum(isinstance(c.offer.intent, Walk) for c in menu.choices)


# -- aiming -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aim", "verb", "ready"),
    [
        (None, "shoot", Shoot("ames", "red-2")),  # the near one can be shot at, the far one cannot
        ("red-2", None, Shoot("ames", "red-2")),  # there is one thing to do to an enemy: pointing at him is enough
        (None, "stay", Stay("ames")),  # to stay is to stay
        (None, "walk", None),  # nobody walks anywhere before it was said where
        ("red-2", "walk", None),  # from "shoot red-2" to "walk": where to is open again
    ],
)
def test_an_order_is_ready_once_nothing_is_left_to_choose(
    aim: str | None, verb: str | None, ready: Intent | None
) -> None:
    """What is refused is no choice, and an aim that does not fit another entry is let go."""
    menu = menu_of()
    if aim:
        menu.choose_aim(aim)
    if verb:
        menu.choose_verb(verb)
    assert (menu.picked and menu.picked.offer.intent) == ready
    if ready is None:
        assert menu.needs_aim and menu.aim is None


def test_nothing_is_ready_before_anything_was_chosen_and_choices_are_taken_back_one_by_one() -> None:
    """A stray Enter gives no order. First the aim goes, then the entry; the man who was asked stays."""
    assert coh_menu().picked is None
    menu = menu_of()
    assert menu.picked is None
    menu.choose_verb("shoot")
    menu.choose_aim("red-2")
    assert menu.step_back() and menu.aim is None and menu.verb == "shoot"
    assert menu.step_back() and menu.verb is None
    assert not menu.step_back() and menu.unit == "ames"


# -- how --------------------------------------------------------------------------------------------------


def moving() -> OrderMenu:
    """Return the menu with a move of some counter chosen, which has several facings."""
    menu = coh_menu()
    for unit in menu.actors:
        menu.choose_unit(unit)
        menu.choose_verb("move")
        if menu.aims:
            menu.choose_aim(menu.aims[0])
            if len(menu.facings) > 1:
                return menu
    raise AssertionError("nobody can move")


def test_every_facing_and_manner_that_is_offered_can_be_chosen() -> None:
    """The order that stands ready has what was asked for; each way to pay keeps unit and aim. Without a choice a unit
    faces the way it goes: nobody expects to walk backwards."""
    menu = moving()
    assert menu.picked is not None and menu.unit is not None
    sketch, start = menu.picked.sketch, menu.position.state.units[menu.unit].place
    cells = [start, *sketch.way]
    assert sketch.facing == menu.position.map.grid.steps.index(cells[-1].minus(cells[-2]))
    for manner in {choice.sketch.manner for choice in menu.manners}:
        menu.manner = manner
        assert (menu.picked.sketch.manner, menu.picked.unit, menu.picked.aim) == (manner, menu.unit, menu.aim)
    for facing in menu.facings:
        menu.facing = facing
        assert menu.picked.sketch.facing == facing


def test_every_open_offer_can_be_reached_through_the_menu() -> None:
    """Unit, entry, aim, facing, manner: whatever the rules allow can be ordered, and it is that very order."""
    menu = coh_menu()
    reached = 0
    for choice in menu.choices:
        if choice.offer.refusal:
            continue
        menu.choose_unit(choice.unit)
        menu.choose_verb(choice.sketch.verb)
        if choice.aim is not None:
            menu.choose_aim(choice.aim)
        menu.facing, menu.manner = choice.sketch.facing, choice.sketch.manner
        assert menu.picked is not None, choice.offer.text
        assert menu.picked.offer.intent == choice.offer.intent, choice.offer.text
        reached += 1
    assert reached > 20


# -- the panel --------------------------------------------------------------------------------------------


def picket_model() -> Model:
    """Return what is shown around the menu of ames."""
    start = picket(AMES, FAR, NEAR)
    return Model(picket_scenario(start), Playback(start.session(players=HOTSEAT)))


def answers(menu: OrderMenu) -> OrderAnswers:
    """Return what the rules say of what has been chosen."""
    preview = preview_of(menu.position, menu.ask, menu.picked) if menu.picked is not None else None
    return OrderAnswers(preview)


def buttons_of(model: Model, menu: OrderMenu) -> list[Button]:
    """Return the buttons of the panel from the top."""
    rows = (getattr(block, "buttons", (block,)) for block in order_blocks(model, menu, answers(menu)))
    return [each for row in rows for each in row if isinstance(each, Button)]


def panel(menu: OrderMenu) -> dict[str, Button]:
    """Return the buttons of the panel of ames by their words."""
    return {button.text: button for button in buttons_of(picket_model(), menu)}


def test_what_is_impossible_has_no_key_and_no_key_stands_on_two_buttons() -> None:
    """A key that does nothing would only confuse; whatever is pressed means one thing."""
    buttons = panel(menu_of(AMES, FAR))
    assert "out of range" in buttons["Shoot"].refusal and not buttons["Shoot"].key
    assert not buttons["Walk"].refusal and buttons["Walk"].key
    for verb in (None, "walk", "shoot", "stay"):
        menu = menu_of()
        menu.choose_verb(verb)
        keys = [button.key for button in panel(menu).values() if button.key]
        assert len(keys) == len(set(keys)), verb


def stunned_menu() -> tuple[Model, OrderMenu]:
    """Return the menu of a man who can fall prone and nothing else, with what is shown around it."""
    scenario = load_scenario(find_scenario("la_petite_guerre/behaviour/stunned_and_wounded"))
    stunned = scenario.state.unit("Stunned").changed(left=1)
    state = scenario.state.with_unit(stunned).changed(phase="actions", side="militia")
    session: Session[Any, Any] = Session(scenario.battle, state, scenario.players, Seeded(1))
    menu = whole_menu(session, Ask("militia", "action"))
    menu.choose_unit("Stunned")
    return Model(scenario, Playback(session)), menu


def test_what_can_be_ordered_stands_before_what_cannot() -> None:
    """A player who can do one thing of ten need not look for it below the nine; no reason is written twice, and every
    order that it forbids is named with it. Who can do nothing is told so above the reasons."""
    model, menu = stunned_menu()
    buttons = buttons_of(model, menu)
    is_refused = [bool(button.refusal) for button in buttons if button.do.name == "choose_verb"]
    assert is_refused == sorted(is_refused)
    assert [*map(bool, (verb.ways for verb in menu.verbs("Stunned")))] != is_refused
    assert buttons[0].text == "Lie down" and buttons[0].key == "D"
    refused = [button for button in buttons if button.refusal]
    assert len({button.refusal for button in refused}) == len(refused)
    named = {name for button in refused for name in button.text.lower().split(", ")}
    assert named == {verb.name for verb in menu.verbs("Stunned") if not verb.ways}
    own = menu.of_unit("Stunned")
    own[:] = [choice for choice in own if not choice.is_open]
    blocks = order_blocks(model, menu, OrderAnswers())
    told = blocks.index(SmallPrint("Stunned cannot be given an order now."))
    assert told < min(n for n, block in enumerate(blocks) if isinstance(block, Button) and block.refusal)


@pytest.mark.parametrize("unit", [None, "Rifles Bely"])
def test_nothing_that_can_be_pressed_stands_below_what_cannot(unit: str | None) -> None:
    """The orders of the side and the commander at one's side stay in sight, however much is refused."""
    menu = coh_menu()
    menu.choose_unit(unit)
    refused = [bool(button.refusal) for button in buttons_of(first_question(KAMENKA)[0], menu)]
    assert any(refused) and refused == sorted(refused)


def test_a_walk_shows_its_way_its_cost_and_the_enemys_odds_after_it_before_it_is_ordered() -> None:
    """The cost is the one of the offer, the way ends where it was aimed; whoever walks next to an enemy is told what
    that enemy could do to him there, not where he stands now."""
    menu = menu_of()
    aim = max(_walks(menu), key=lambda cell: -menu.position.map.distance(cell, menu.position.map.cell("D4")))
    menu.choose_verb("walk")
    menu.choose_aim(aim)
    assert menu.picked is not None and menu.picked.sketch.way[-1] == aim
    blocks = order_blocks(picket_model(), menu, answers(menu))
    assert Row("cost", menu.picked.offer.cost) in blocks and menu.picked.offer.cost.endswith("steps")
    preview = preview_of(menu.position, menu.ask, menu.picked)
    moved = menu.position.state.unit("ames").changed(cell=aim)
    there = type(menu.position)(menu.position.battle, menu.position.state.with_unit(moved))
    assert preview.threats == menu.position.battle.ruleset.insight.threats(there, "ames")


def _walks(menu: OrderMenu) -> list[Cell]:
    return [choice.aim for choice in menu.choices if choice.sketch.verb == "walk" and isinstance(choice.aim, Cell)]


def test_a_shot_shows_its_exact_chance_and_reads_like_the_log() -> None:
    """The preview has the odds of this very shot, in a sentence of the rules, not in words typed at a table."""
    menu, model = menu_of(), picket_model()
    menu.choose_aim("red-2")
    assert menu.picked is not None
    (odds,) = preview_of(menu.position, menu.ask, menu.picked).odds
    assert (odds.unit, odds.target) == ("ames", "red-2") and odds.throw is not None and 0 < odds.chance < 1
    told = model.session.ruleset.order_text(menu.position, menu.picked.offer.intent)
    lines = [block for block in order_blocks(model, menu, OrderAnswers()) if isinstance(block, TextLine)]
    assert [line.text for line in lines if line.bold] == [told[:1].upper() + told[1:]]


def test_a_system_that_sketches_nothing_can_still_be_played() -> None:
    """Where all orders look alike, each is still there to be chosen: an order that cannot be reached is a dead end."""
    whole = menu_of()
    menu = OrderMenu(whole.position, whole.ask)
    menu.add(MenuEntry(choice.offer, Insight().sketch(menu.position, choice.offer.intent)) for choice in whole.choices)
    menu.complete()
    menu.choose_unit(None)
    menu.choose_verb("walk")
    orders = {choice.offer.intent for choice in menu.choices if isinstance(choice.offer.intent, Walk)}
    assert {choice.offer.intent for choice in menu.manners} == orders


def test_an_order_of_the_whole_side_lists_what_it_may_be_aimed_at() -> None:
    """A place for a hot spot: on the map, or from the panel, as an order of a unit."""
    model, menu = first_question("ambush_alley/behaviour/hot_spots_by_the_player")
    assert menu.verb == "hot spot"  # there is nothing else to do, so that a click on the map says where
    aims = [button for button in buttons_of(model, menu) if button.do.name == "choose_aim"]
    assert 1 < len(aims) < len(menu.aims)
    menu.choose_aim(menu.aims[0])
    assert menu.picked is not None


def mission_asked() -> tuple[Model, OrderMenu]:
    """Return a mission of Ambush Alley at its first question, with two asset cards in the hand."""
    return first_question("ambush_alley/airport_road", seed=11)


def test_a_card_says_what_it_does_before_it_is_played() -> None:
    """Under its button, and while a place is chosen for it; of very many cells those are listed in which somebody is,
    and who that is: the others are on the map."""
    model, menu = mission_asked()
    text = SmallPrint("Smoke in a cell and those beside it, until the turn ends.")
    assert text in order_blocks(model, menu, OrderAnswers())
    menu.choose_verb("play Smoke grenades")
    assert text in order_blocks(model, menu, OrderAnswers())
    listed = [button.text for button in buttons_of(model, menu) if button.do.name == "choose_aim"]
    assert "AL17 · First team" in listed and len(listed) < 20


@pytest.mark.rule("AAS-R-vehicle", "AAS-R-search", "AAS-R-exit")
def test_a_button_says_in_plain_words_what_there_is_to_choose_or_which_rule_forbids_it() -> None:
    """And nothing where there is only one way; of men on foot far from everybody, most kinds of orders are refused."""
    model, menu = mission_asked()
    menu.choose_unit("Contractors")
    notes = {button.text: button.note for button in buttons_of(model, menu)}
    open_ones = [verb for verb in menu.verbs("Contractors") if verb.ways]
    assert len({verb.ways > 1 for verb in open_ones}) == 2
    for verb in open_ones:
        assert notes[verb.name.capitalize()] == verb.to_choose
    told = {verb.name: verb.refusal for verb in menu.verbs("Second team") if not verb.ways}
    assert told["turn"] == "only vehicles have a facing (AAS-R-vehicle)"
    assert told["search"] == "there is nothing to search for in AL19 (AAS-R-search)"
    assert told["leave"] == "AL19 is not at the edge of the table (AAS-R-exit)"
    assert {"assault", "disperse", "get in", "get out"} <= set(told)


def test_a_button_has_no_chance_that_is_the_enemys() -> None:
    """A move has its cost on it; how likely it is to be interrupted is told once it stands ready, as a threat."""
    screen = asked(opened("ambush_alley/airport_road", seed=11))
    menu = menu_on(screen)
    menu.choose_unit("Contractors")
    menu.choose_verb("move")
    notes = screen.ordering.answers.chances
    assert notes and not [note for note in notes.values() if note.endswith("%")]
    menu.choose_aim(next(aim for aim in menu.aims if screen.model.naming(aim) == "J16"))
    blocks = order_blocks(screen.model, menu, screen.ordering.answers)
    gauges = [block for block in blocks if isinstance(block, Gauge) and block.label == "chance"]
    assert [gauge.tone for gauge in gauges if gauge.share < 0.25] == ["good"]
    assert [gauge.tone for gauge in gauges if gauge.share > 0.5] == ["accent"] * 2


def test_where_players_share_a_side_the_panel_says_whose_unit_it_is() -> None:
    """In the list of those who may act, and above the orders of the one that is chosen."""
    model, menu = first_question("ambush_alley/house_of_the_spring", seed=5)
    blocks = order_blocks(model, menu, OrderAnswers())
    told = [block.text for block in blocks if isinstance(block, SmallPrint)]
    assert blocks[0] == Title("Amber: activate") and {"Commanded by Amber:", "Commanded by Cobalt:"} <= set(told)
    menu.choose_unit("Cobalt Truck")
    assert order_blocks(model, menu, OrderAnswers())[0] == Title("Cobalt: activate")


def test_what_is_feared_is_bad_news_where_it_is_likely() -> None:
    """A button shows the cost instead of such a chance, and the bar is red where it is high."""
    screen = asked(opened("farm_at_kamenka", seed=5))
    menu = menu_on(screen)
    screen.ordering.choose_unit(menu.actors[0])
    menu.choose_verb("move")
    notes = screen.ordering.answers.chances
    assert notes and all(note.endswith("AP") for note in notes.values())
    (tone,) = {g.tone for g in odds_blocks(replace(ODDS, feared=True), feared=True) if isinstance(g, Gauge)}
    assert tone == "bad"


def test_facings_that_cost_more_say_so_and_who_would_run_is_harder_to_hit_in_the_preview() -> None:
    """In OUTLAWS! who walks backwards need not turn, and the enemy's odds are against somebody who runs; where all
    facings cost the same nothing is said."""
    screen = asked(opened("outlaws/bank_hold_up", seed=4))
    menu = menu_on(screen)
    for cell, verb in (("H3", "walk"), ("L10", "run")):
        there = screen.session.battle.map.cell(cell)
        screen.ordering.choose_aim(there.q, there.r)
        menu.choose_verb(verb)
        if verb == "walk":
            rows = [b for b in order_blocks(screen.model, menu, OrderAnswers()) if isinstance(b, Buttons)]
            notes = {b.text: b.note for row in rows for b in row.buttons if b.do.name == "choose_facing"}
            assert (notes["s"], notes["n"]) == ("2", "3")
            screen.ordering.step_back()
    preview = screen.ordering.preview
    assert preview is not None and preview.threats
    for odds in preview.threats:
        assert "target running" in [part.reason for check in odds.checks for part in check.parts]
    shown = order_blocks(first_question(KAMENKA)[0], moving(), OrderAnswers())
    assert not any(b.note for row in shown if isinstance(row, Buttons) for b in row.buttons)


def test_the_only_card_that_can_be_played_is_named_before_it_is() -> None:
    """A click gives the order: of two cards in the hand it must be read which, and why not the other."""
    model, _ = first_question("conflict_of_heroes/orlovka_street", hand=("seek_cover", "battlefield_confusion"))
    menu = whole_menu(model.session, Ask("germans", ENEMY_ACTED, about="SMG Orlov"))
    buttons = {button.text: button for button in buttons_of(model, menu)}
    can, cannot = buttons["Battlefield Confusion"], buttons["Seek Cover!"]
    assert can.key == "1" and not can.refusal and cannot.refusal and not cannot.key


ODDS = Odds("ames is spent", "ames", None, Fraction(5, 6))
