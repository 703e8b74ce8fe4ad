"""What viewers are told: sketches, odds, threats, views, zones, reach, facts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.board import movement
from sim.engine.dice import D10
from sim.engine.orders import Ask
from sim.engine.setup import Objective
from sim.engine.state import Outcome
from sim.play.tally import Exit
from sim.rules.la_cucaracha import LA_CUCARACHA
from sim.rules.la_cucaracha import state as occasions
from sim.rules.la_cucaracha.combat.hits import on_a_die, why_clamped
from sim.rules.la_cucaracha.events import CourageTested, RoundFought
from sim.rules.la_cucaracha.orders.card import Accept, AnotherOrder, Hold
from sim.rules.la_cucaracha.orders.fight import FightOn, PackUp, Rally, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import ACTION, CHARGED, DECK, HOLD, JOKER, NOMINATE, REROLL, CucPosition
from sim.tabletop.inches import within
from tests.rules.la_cucaracha.table import (
    FEDERALES,
    OPEN,
    REBELS,
    WIDE,
    ask_of,
    order,
    position,
    squares,
    troop,
    unit,
    with_cells,
)
from tests.rules.positions import changed, way

INSIGHT = LA_CUCARACHA.insight


def facing(mine: dict[str, Any] | None = None, **theirs: Any) -> CucPosition:
    """Return p1, who acts, six inches from a1."""
    return position(troop("p1", "L6", **(mine or {})), troop("a1", theirs.pop("at", "L12"), **theirs), actor="p1")


def odds(scene: CucPosition, intent: Any, ask: Ask | None = None) -> Any:
    """Return the odds of an order."""
    return INSIGHT.odds(scene, ask or ask_of(scene, "p1"), intent)


# -- sketches ----------------------------------------------------------------------------------------------------


def test_a_move_is_sketched_by_its_way_and_its_pace() -> None:
    """The menu calls it by its pace."""
    scene = facing()
    sketch = INSIGHT.sketch(scene, Advance("p1", way(scene, "L7", "L8"), "rapid"))
    assert (sketch.verb, sketch.units, sketch.cell) == ("rapid advance", ("p1",), scene.map.cell("L8"))
    assert sketch.way == way(scene, "L7", "L8")


def test_a_charge_is_sketched_by_its_target_and_its_way() -> None:
    """What tells it from others is its manner."""
    scene = facing()
    sketch = INSIGHT.sketch(scene, Charge("p1", "a1", way(scene, "L7"), back_foot=True))
    assert (sketch.verb, sketch.target, sketch.cell) == ("charge", "a1", scene.map.cell("L7"))
    assert sketch.manner == "from L7, on the Back Foot"


def test_shots_and_responses_are_sketched_by_whom_they_are_for() -> None:
    """Haste and a missed die again are manners; a response is called by what is done."""
    scene = facing()
    assert INSIGHT.sketch(scene, Shoot("p1", "a1", hasty=True)).manner == "in haste"
    assert INSIGHT.sketch(scene, Shoot("p1", "a1", reroll=True)).manner == "one missed die again"
    response = INSIGHT.sketch(scene, Respond("p1", "a1", "counter-attack"))
    assert (response.verb, response.target) == ("counter-attack", "a1")


def test_other_orders_are_sketched_by_their_names() -> None:
    """In words."""
    assert INSIGHT.sketch(facing(), PackUp("p1")).verb == "pack up"
    assert INSIGHT.sketch(facing(), Hold("p1")).verb == "hold"


def test_to_stand_is_to_pass() -> None:
    """A die is let be; a nomination cannot be passed."""
    scene = facing()
    assert INSIGHT.passing(scene, Ask(REBELS, ACTION)) == StandFast("p1")
    assert INSIGHT.passing(scene, Ask(REBELS, CHARGED, "p1", "a1")) == StandFast("p1")
    assert INSIGHT.passing(scene, Ask(REBELS, REROLL, "p1", number=1)) == Accept("p1")
    assert INSIGHT.passing(scene, Ask(REBELS, NOMINATE, about=FEDERALES)) is None


def test_with_nobody_left_to_act_nobody_passes() -> None:
    """There is no unit to stand."""
    scene = position(troop("p1", "L6", acted=True), troop("a1", "L12"))
    assert INSIGHT.passing(scene, Ask(REBELS, ACTION)) is None


@pytest.mark.rule("CUC-CARD")
def test_who_has_acted_is_told_why_there_is_no_order_for_him() -> None:
    """In a sentence, with the rule."""
    scene = position(troop("p1", "L6"), troop("p2", "M6", acted=True), troop("a1", "L12"))
    assert INSIGHT.idle(scene, Ask(REBELS, ACTION), unit(scene, "p2")) == "p2 has acted already this turn (CUC-CARD)"
    assert INSIGHT.idle(scene, Ask(REBELS, ACTION), unit(scene, "p1")) == ""


# -- odds --------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_volley_are_those_of_anybody_falling() -> None:
    """Six dice, seven or more, a figure on five or more; each number of losses has its chance."""
    scene = facing()
    (told,) = odds(scene, Shoot("p1", "a1"))
    nobody = (1 - Fraction(4, 10) * Fraction(6, 10)) ** 6
    assert told.chance == 1 - nobody
    assert told.results[0] == ("nobody lost", nobody)
    assert told.results[-1] == ("6 figures lost", (Fraction(4, 10) * Fraction(6, 10)) ** 6)
    assert sum(chance for _, chance in told.results) == 1
    assert told.reckoning == "6 dice for 6 figures, 7 or more on each; a figure falls on 5 or more"


def test_a_missed_die_that_is_thrown_again_is_counted_in() -> None:
    """One man: 4 of 10 hit, and 4 of 10 of the rest; a figure falls to 6 of 10 of them."""
    (told,) = odds(facing({"figures": 1, "score": 10}), Shoot("p1", "a1", reroll=True))
    assert told.chance == (1 - Fraction(6, 10) ** 2) * Fraction(6, 10)
    assert ", one miss rolled again" in told.reckoning


@pytest.mark.parametrize(("more", "words"), [(4, " (not 11: a 10 always hits)"), (-6, " (not 1: a 1 always misses)")])
def test_the_odds_of_a_volley_say_why_the_die_needs_less_or_more(more: int, words: str) -> None:
    """Where the parts add up to what no die shows, the number under them is another: that is explained."""
    assert volley_words(7 + more) == f"{min(max(7 + more, 2), 10)} or more on each{words}"
    assert volley_words(7) == "7 or more on each"


def volley_words(total: int) -> str:
    """Say what a die needs, of parts that add up to a total."""
    return f"{on_a_die(total)} or more on each{why_clamped(total, on_a_die(total))}"


def test_the_odds_of_a_volley_say_why_it_is_so_many_dice() -> None:
    """Those of the weapon, not one a figure; a man alone works it half as fast."""
    for figures, words in ((3, "5 dice of the machine gun, "), (1, "3 dice of the machine gun with one man left, ")):
        gun = {"style": "crew", "troop": "crew", "weapon": "machine_gun", "deployed": True, "figures": figures}
        (told,) = odds(facing(gun), Shoot("p1", "a1"))
        assert told.reckoning.startswith(words)


def test_the_odds_of_a_volley_say_what_armour_needs() -> None:
    """A second die for each hit; and that one die is thrown again."""
    scene = facing({"score": 10}, troop="armoured_car", armoured=True)
    (told,) = odds(scene, Shoot("p1", "a1", reroll=True))
    assert "one miss rolled again; then 10 or more for each hit" in told.reckoning


def test_what_cannot_be_ordered_has_no_odds() -> None:
    """A shot that is out of range, and what needs no die."""
    assert odds(facing({"weapon": "pistol"}, at="X24"), Shoot("p1", "a1")) == ()
    assert odds(facing(), StandFast("p1")) == ()


def test_the_odds_of_a_charge_tell_the_first_round_and_its_targets_courage() -> None:
    """Average men keep it by a five, and stand shaken by a two."""
    scene = facing()
    battle, nerve = odds(scene, Charge("p1", "a1", way(scene, *(f"L{row}" for row in range(7, 12)))))
    assert nerve.chance == Fraction(6, 10)
    assert dict(nerve.results) == {
        "keeps its courage": Fraction(6, 10),
        "is shaken": Fraction(3, 10),
        "breaks": Fraction(1, 10),
    }
    assert battle.what == "a round won against a1"
    assert sum(chance for _, chance in battle.results) == 1


def test_the_odds_of_a_charge_are_those_of_the_dice() -> None:
    """One man against one: every throw of the first round is played, and the counts agree exactly."""
    scene = position(troop("p1", "L11", figures=1), troop("a1", "L12", figures=1), actor="p1")
    intent = Charge("p1", "a1", ())
    counted = {"won": Fraction(0), "equal": Fraction(0), "lost": Fraction(0)}
    for mine, theirs, falls, fell in product(D10.faces, repeat=4):
        struck, hurt = mine >= 5, theirs >= 6
        won, lost = struck and falls >= 4, hurt and fell >= 4
        result = "equal" if won == lost else "won" if won else "lost"
        counted[result] += Fraction(1, 10_000)
    battle, _ = odds(scene, intent)
    assert dict(battle.results) == counted
    dice = [10, 5, 4, 5]
    played = order(scene, intent, dice, replies={CHARGED: [StandFast("a1")]})
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 1)]


def test_the_odds_of_a_later_round_count_no_charge() -> None:
    """Both strike by a six: won as often as lost."""
    scene = changed(facing({"fighting": ("a1",)}, at="L7"), "a1", fighting=("p1",))
    (told,) = odds(scene, FightOn("p1"))
    results = dict(told.results)
    assert results["won"] == results["lost"]


def test_the_odds_of_a_rally_are_those_of_a_courage_test() -> None:
    """Five or more."""
    (told,) = odds(facing({"shaken": True}), Rally("p1"))
    assert told.chance == Fraction(6, 10)
    assert [str(check) for check in told.checks] == ["needed on a die 5: +5 courage of average troops"]


def test_what_a_test_needs_is_told_part_by_part() -> None:
    """Two figures lost this turn: the parts add up to the number that the throw names."""
    (told,) = odds(facing({"shaken": True, "fallen": 2}), Rally("p1"))
    assert [str(check) for check in told.checks] == [
        "needed on a die 7: +5 courage of average troops, +2 lost this turn"
    ]
    assert told.throw is not None
    assert str(told.throw.need) == "7+"


@pytest.mark.rule("CUC-HOLD")
def test_the_odds_of_a_response_tell_the_volley_and_the_test() -> None:
    """The drilled throw twice. Nobody falls to those who do not respond: that is counted in."""
    ask, scene = Ask(REBELS, CHARGED, "p1", "a1"), facing({"drilled": True})
    volley, test = odds(scene, Respond("p1", "a1", "shoot", hasty=True), ask)
    nobody = (1 - Fraction(2, 10) * Fraction(6, 10)) ** 6
    assert volley.chance == (1 - nobody) * test.chance
    assert volley.results[0] == ("no response", 1 - test.chance)
    assert sum(chance for _, chance in volley.results) == 1
    assert test.chance == 1 - Fraction(4, 10) ** 2
    assert [str(check) for check in test.checks] == ["needed on a die 5: +5 test to respond"]
    assert "9 or more" in volley.reckoning
    (alone,) = odds(facing({"skirmisher": True}), Respond("p1", "a1", "evade"), ask)
    assert alone.chance == Fraction(6, 10)


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_on_hold_is_told_its_odds() -> None:
    """What comes of the volley, then the test."""
    told = odds(facing({"holding": True}), Respond("p1", "a1", "shoot"), Ask(REBELS, HOLD, "p1", "a1"))
    assert len(told) == 2


@pytest.mark.rule("CUC-EXTRA")
def test_another_order_has_odds_only_where_it_is_tested_for() -> None:
    """A fighter simply has it."""
    for style, count in (("fighter", 0), ("vehicle", 1)):
        kind = {"style": style, "score": 10, "troop": "armoured_car"}
        scene = position(troop("p1", "L6", **kind), troop("a1", "L12"), actor="p1", moved="rapid")
        assert len(odds(scene, AnotherOrder("p1"))) == count


# -- threats -----------------------------------------------------------------------------------------------------


def test_threats_are_what_each_enemy_could_do_the_worst_first() -> None:
    """A volley of many, a charge, and nothing of who cannot reach."""
    scene = position(
        troop("p1", "L6"),
        troop("a1", "L24", weapon="bow"),
        troop("a2", "L12"),
        troop("a3", "M12", weapon="", style="fighter", figures=2),
    )
    told = INSIGHT.threats(scene, "p1")
    assert {threat.unit for threat in told} == {"a2", "a3"}
    assert [threat.chance for threat in told] == sorted((threat.chance for threat in told), reverse=True)


@pytest.mark.rule("CUC-NEAREST")
def test_an_automated_unit_threatens_only_the_nearest() -> None:
    """It shoots at the nearest and charges the nearest; a person may choose."""
    scene = position(troop("p1", "L6"), troop("p2", "N6"), troop("a1", "L12"))
    assert [threat.unit for threat in INSIGHT.threats(scene, "p1")] == ["a1"]
    assert INSIGHT.threats(scene, "p2") == ()
    theirs = position(troop("a1", "L6"), troop("a2", "N6"), troop("p1", "L12"))
    assert [threat.unit for unit in ("a1", "a2") for threat in INSIGHT.threats(theirs, unit)] == ["p1", "p1"]


@pytest.mark.rule("CUC-CAT")
@pytest.mark.parametrize("kind", ["crew", "armoured_car", "tank"])
def test_an_automated_unit_whose_table_knows_no_charge_threatens_none(kind: str) -> None:
    """Crews and vehicles shoot, if at all; a person's vehicle may well drive into somebody."""
    scene = position(troop("p1", "L6"), troop("a1", "L8", troop=kind, loaded=False))
    assert INSIGHT.threats(scene, "p1") == ()


@pytest.mark.rule("CUC-S5")
def test_an_automated_shooter_who_can_shoot_or_come_nearer_threatens_no_charge() -> None:
    """The charge is the last option of his cells: for who has nobody to shoot at and no step nearer."""
    (told,) = INSIGHT.threats(position(troop("p1", "L6"), troop("a1", "L12", quality="elite", figures=12)), "p1")
    assert told.what == "casualties of p1"
    blind = squares(OPEN, wall="K9/s L9/s M9/s J9/s N9/s")
    assert INSIGHT.threats(position(troop("p1", "L9"), troop("a1", "L10"), on=blind), "p1") == ()


@pytest.mark.rule("CUC-F5")
def test_an_automated_fighter_with_missiles_threatens_a_volley_only_where_he_can_come_no_nearer() -> None:
    """Above the shots of his cells stand the charge and the moves; and where he shoots it is in haste."""
    assert INSIGHT.threats(position(troop("p1", "L1"), troop("a1", "L20", style="fighter")), "p1") == ()
    river = squares("\n".join(["." * 24] * 10 + ["~" * 24] + ["." * 24] * 6))
    (told,) = INSIGHT.threats(position(troop("p1", "L9"), troop("a1", "L12", style="fighter"), on=river), "p1")
    assert "hasty" in str(told.checks)


@pytest.mark.rule("CUC-ONE-NEAREST")
def test_of_two_who_are_equally_near_an_automated_unit_threatens_both() -> None:
    """The die for the nearest may name either."""
    scene = position(troop("p1", "L6"), troop("p2", "N6"), troop("a1", "M12"))
    assert [len(INSIGHT.threats(scene, unit)) for unit in ("p1", "p2")] == [1, 1]


def test_a_shaken_enemy_threatens_nobody() -> None:
    """He can only rally or go away; but one in close combat fights on."""
    assert INSIGHT.threats(facing(shaken=True), "p1") == ()
    locked = changed(facing({"fighting": ("a1",)}, at="L7", fighting=("p1",)), "a1", shaken=True)
    (told,) = INSIGHT.threats(locked, "p1")
    assert told.what == "a round won against p1"


def test_nothing_threatens_who_is_not_there() -> None:
    """A unit that has not come yet."""
    assert INSIGHT.threats(position(troop("p1", None), troop("a1", "L12")), "p1") == ()


# -- areas -------------------------------------------------------------------------------------------------------


def test_everybody_sees_all_round_and_aircraft_see_everything() -> None:
    """Woods end the view of a man, not of a pilot."""
    board = squares(
        with_cells(OPEN, **{f"{column}9": "w" for column in "IJKLMNO"}, **{f"{c}10": "w" for c in "IJKLMNO"})
    )
    man = position(troop("p1", "L6"), troop("a1", "L24"), on=board)
    assert board.cell("L24") not in INSIGHT.view(man, unit(man, "p1"))
    pilot = position(troop("p1", "L6", troop="aircraft"), troop("a1", "L24"), on=board)
    assert INSIGHT.view(pilot, unit(pilot, "p1")) == board.whole
    absent = position(troop("p1", None), troop("a1", "L24"), on=board)
    assert not INSIGHT.view(absent, unit(absent, "p1"))


def test_a_fire_zone_has_a_short_and_a_long_band() -> None:
    """A rifle: sixteen inches and thirty-two; no cell is in both."""
    scene = position(troop("p1", "A3"), troop("a1", "CF3"), on=squares(WIDE))
    short, long = INSIGHT.fire_zone(scene, unit(scene, "p1"))
    here = unit(scene, "p1").place
    assert (short.name, long.name) == ("short range", "long range")
    assert all(within(scene, here, cell, 16) for cell in short.area)
    assert all(within(scene, here, cell, 32) and not within(scene, here, cell, 16) for cell in long.area)
    assert not short.area & long.area


def test_a_gun_covers_nothing_that_is_too_near() -> None:
    """Five inches are, six are not."""
    scene = position(troop("p1", "A3", troop="crew", weapon="field_gun"), troop("a1", "CF3"), on=squares(WIDE))
    short, _ = INSIGHT.fire_zone(scene, unit(scene, "p1"))
    assert scene.map.cell("F3") not in short.area
    assert scene.map.cell("G3") in short.area


def test_who_has_no_weapon_or_is_not_there_covers_nothing() -> None:
    """No band at all."""
    scene = facing({"weapon": ""})
    assert INSIGHT.fire_zone(scene, unit(scene, "p1")) == ()
    absent = position(troop("p1", None), troop("a1", "L24"))
    assert INSIGHT.fire_zone(absent, unit(absent, "p1")) == ()


def test_reach_tells_inches_and_where_a_rapid_advance_is_needed() -> None:
    """Six inches, and ten."""
    scene = facing()
    reached = INSIGHT.reach(scene, unit(scene, "p1"))
    assert reached[scene.map.cell("L9")].text == '3"'
    assert (reached[scene.map.cell("M7")].text, reached[scene.map.cell("M7")].cost) == ('1.5"', 2)
    assert reached[scene.map.cell("D6")].text == '8", Rapid Advance'
    assert scene.map.cell("A6") not in reached
    assert unit(scene, "p1").cell not in reached


def test_all_steps_of_both_paces_are_worked_out_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no window waits for it: to find where a unit gets to, none is left to be priced."""
    scene = position(troop("p1", "L6"), troop("a1", "L12"), on=squares(OPEN, hedge="L7/s M7/s"))
    assert sum(1 for _ in INSIGHT.reach_steps(scene, unit(scene, "p1"))) >= 2 * 2

    def too_late(*_: object) -> None:
        raise AssertionError("priced too late")

    monkeypatch.setattr(movement, "step_cost", too_late)
    assert INSIGHT.reach(scene, unit(scene, "p1"))


def test_a_shaken_unit_reaches_half_an_advance_and_one_in_close_combat_nothing() -> None:
    """Three inches."""
    scene = facing({"shaken": True})
    assert max(each.cost for each in INSIGHT.reach(scene, unit(scene, "p1")).values()) == 3
    locked = facing({"fighting": ("a1",)})
    assert INSIGHT.reach(locked, unit(locked, "p1")) == {}


def test_the_cover_of_a_cell_is_what_it_takes_off_a_die() -> None:
    """One for woods, nothing in the open."""
    board = squares(with_cells(OPEN, C5="w"))
    scene = position(troop("p1", "L6"), troop("a1", "L12"), on=board)
    assert INSIGHT.defence(scene, board.cell("C5")).total == 1
    assert INSIGHT.defence(scene, board.cell("C6")).total == 0


def test_of_all_that_shelters_on_a_line_the_best_counts() -> None:
    """A wall before woods takes off what the wall does."""
    board = squares(with_cells(OPEN, C5="w"), low_wall="C5/n")
    scene = position(troop("p1", "C2"), troop("a1", "C5"), on=board)
    (part,) = INSIGHT.shelter(scene, board.cell("C2"), board.cell("C5")).parts
    assert part.value == 2 and part.reason.startswith("hard cover")


# -- facts -------------------------------------------------------------------------------------------------------


def facts(scene: CucPosition, id_: str = "p1") -> dict[str, list[str]]:
    """Return the facts of a unit by their labels."""
    found: dict[str, list[str]] = {}
    for fact in INSIGHT.facts(scene, unit(scene, id_)):
        found.setdefault(fact.label, []).append(fact.text)
    return found


def test_the_facts_of_a_unit_tell_its_strength_arms_and_courage() -> None:
    """Each figure of its card."""
    told = facts(facing({"drilled": True, "marksmen": True}))
    assert told["figures"] == ["6"]
    assert told["courage"] == ["average, 5 or more on a die"]
    assert told["traits"] == ["drilled, marksmen"]
    assert told["moves"] == ["Advance 6, Rapid Advance 10 inches"]
    assert told["weapon"] == ["rifle, 16 and 32 inches"]
    assert told["shoots with"] == ["6 dice"]
    assert facts(facing({"figures": 1}))["shoots with"] == ["1 die"]


def test_the_facts_of_a_unit_tell_what_has_befallen_it() -> None:
    """One line for each."""
    plight = {"shaken": True, "back_foot": True, "loaded": False, "holding": True, "broken": 1, "acted": True}
    scene = changed(facing({**plight, "fighting": ("a1",), "score": 4}), "p1", figures=4, fallen=2)
    told = facts(scene)
    assert told["figures"] == ["4 of 6, 2 of them this turn"]
    assert len(told["state"]) == 7
    assert told["die for orders"] == ["4, in the band 2-4"]


def test_the_facts_of_a_crew_say_whether_it_is_deployed() -> None:
    """And how near its gun can shoot."""
    told = facts(facing({"troop": "crew", "weapon": "field_gun"}))
    assert told["state"] == ["packed up"]
    assert told["weapon"] == ["field gun, 24 and 72 inches, not nearer than 6"]


def test_leaders_are_told_of() -> None:
    """One who is with the unit, and one who is near."""
    scene = position(troop("p1", "L6"), troop("p2", "L7", leader=True), troop("a1", "L24"))
    assert facts(scene)["leader"] == ["within 8 inches: +1"]
    assert facts(scene, "p2")["leader"] == ["is with it"]


def test_the_facts_of_a_unit_tell_who_sees_it() -> None:
    """And what shelters it from him."""
    assert facts(facing({"weapon": ""}))["seen by"] == ["a1: no cover"]
    assert facts(facing({"weapon": ""}))["weapon"] == ["none, only close combat"]


def test_of_a_unit_that_is_lost_nobody_asks_who_sees_it() -> None:
    """It is out of the battle."""
    told = facts(changed(facing(), "p1", figures=0, cell=None))
    assert told["state"] == ["out of the battle"]
    assert "seen by" not in told


def test_the_status_tells_turn_card_cards_and_points() -> None:
    """And at what losses a side gives up."""
    engagement = {"needs": {REBELS: 9}, "breaks_at": {FEDERALES: 2}}
    scene = position(
        troop("p1", "L6"), troop("a1", None, figures=0), troop("a2", "L12"), actor="p1", turn=2, turns=8,
        engagement=engagement,
    )  # fmt: skip
    told = {fact.label: fact.text for fact in INSIGHT.status(scene)}
    assert told["turn"] == "2 of 8"
    assert told["card"] == "The rebels, p1"
    assert told["cards left"] == "0 of the rebels, 2 of the federales, and the joker"
    assert told["The rebels"] == "1 point, 9 to win"
    assert told["The federales"] == "0 points, 1 unit lost: 2 are too many"


def test_the_status_tells_the_result() -> None:
    """When the battle is over."""
    scene = position(troop("p1", "L6"), troop("a1", "L12"), outcome=Outcome(REBELS, "a fine day"))
    assert INSIGHT.status(scene)[0].text == "victory for the rebels, a fine day"
    assert "cards left" not in {fact.label for fact in INSIGHT.status(scene)}


def test_markers_are_objectives_and_exits() -> None:
    """With whoever holds them."""
    board = squares()
    engagement = {
        "objectives": (Objective("well", "The well", (board.cell("C3"),), 2),),
        "exits": (Exit(REBELS, (board.cell("A1"),), 3),),
    }
    scene = position(troop("p1", "L6"), troop("a1", "L12"), engagement=engagement, holders=(("well", FEDERALES),))
    objective, leave = INSIGHT.markers(scene)
    assert (objective.kind, objective.text, objective.side) == (
        "objective", "The well: 2 points, held by the federales", FEDERALES,
    )  # fmt: skip
    assert (leave.kind, leave.text, leave.side) == ("exit", "The rebels may leave here: 3 points", REBELS)


def test_the_stakes_say_what_brings_points_and_what_ends_it() -> None:
    """Objectives, leaving, losses, points and losses that decide at once, and the last turn."""
    board = squares()
    engagement = {
        "objectives": (Objective("well", "The well", (board.cell("C3"),), 2),),
        "exits": (Exit(REBELS, (board.cell("A1"), board.cell("A2")), 1),),
        "needs": {REBELS: 9}, "breaks_at": {FEDERALES: 2}, "tie": FEDERALES,
    }  # fmt: skip
    scene = position(troop("p1", "L6"), troop("a1", "L12"), engagement=engagement, turns=8)
    told = {fact.label: fact.text for fact in INSIGHT.stakes(scene)}
    last = "2 points for whoever was there last when the battle ends"
    assert told.pop("The well") == f"{last}, and not for a victory at once"
    assert told.pop("leaving") == "1 point for the rebels: each unit by A1 to A2"
    assert told.pop("losses").startswith("points for each enemy unit that is destroyed or has fled")
    assert told.pop("at once") == "victory for the rebels with 9 points"
    assert told.pop("giving up") == "the federales, with 2 units lost"
    assert told.pop("equal points") == "victory for the federales"
    assert told.pop("end") == "with turn 8, or when a side has nobody left"
    assert not told


def test_cards_have_faces() -> None:
    """A side's, and the joker's."""
    assert INSIGHT.card(facing(), DECK, REBELS).name == "The rebels"
    assert INSIGHT.card(facing(), DECK, JOKER).name == "Joker"


def test_the_points_of_both_sides_are_told() -> None:
    """As things stand."""
    assert INSIGHT.standing(facing()) == {REBELS: 0, FEDERALES: 0}


@pytest.mark.rule("CUC-NOMINATE")
def test_whoever_may_be_ordered_or_named_is_told() -> None:
    """All who have not acted; of the automated side when it is nominated for; or the one who is asked."""
    scene = position(troop("p1", "L6"), troop("p2", "M6", acted=True), troop("a1", "L12"))
    assert INSIGHT.actors(scene, Ask(REBELS, ACTION)) == ("p1",)
    assert INSIGHT.actors(scene, Ask(REBELS, NOMINATE, about=FEDERALES)) == ("a1",)
    assert INSIGHT.actors(scene, Ask(REBELS, CHARGED, "p2", "a1")) == ("p2",)


def test_the_odds_of_courage_are_those_of_the_dice() -> None:
    """Ten dice, each played: a charge against average men."""
    scene = position(troop("p1", "L11", figures=1), troop("a1", "L12", figures=1), actor="p1")
    _, nerve = odds(scene, Charge("p1", "a1", ()))
    counted = {"passed": 0, "shaken": 0, "broken": 0}
    for die in D10.faces:
        # Who breaks runs, and there is no fight; the others fight a round in which nobody strikes.
        more = [] if die == 1 else [1, 1]
        replies = {CHARGED: [StandFast("a1")]}
        played = order(scene, Charge("p1", "a1", ()), [die, *more], replies=replies)
        counted[played.of(CourageTested)[0].result] += 1
    assert [Fraction(count, 10) for count in counted.values()] == [chance for _, chance in nerve.results]


def test_every_question_says_what_it_is_about() -> None:
    """Who asks for it, what the die shows, and what comes of it."""
    scene = position(troop("p1", "L6"), troop("a1", "L12"))
    for occasion in (occasions.REROLL, occasions.CHARGED, occasions.HOLD):
        assert "p1" in INSIGHT.question(scene, Ask(REBELS, occasion, "p1", "a1", number=8)), occasion
    assert "shows 8" in INSIGHT.question(scene, Ask(REBELS, occasions.REROLL, "p1", number=8))
    assert "its table say what" in INSIGHT.question(scene, Ask(REBELS, occasions.NOMINATE, about=FEDERALES))
    assert "has not acted" in INSIGHT.question(scene, Ask(REBELS, occasions.ACTION))
    assert INSIGHT.question(scene, Ask(REBELS, occasions.ACTION, "p1")) == "p1 acts with this card."


def test_questions_speak_of_several_as_of_several() -> None:
    """Yaquis act; they are charged, and may respond if they pass a test."""
    scene = position(troop("Yaquis", "L6"), troop("Rurales", "L12", side=FEDERALES))
    charged = INSIGHT.question(scene, Ask(REBELS, occasions.CHARGED, "Yaquis", "Rurales"))
    assert charged.startswith("Rurales charge Yaquis, who may respond if they pass a test")
    assert "Rurales have shown themselves" in INSIGHT.question(scene, Ask(REBELS, occasions.HOLD, "Yaquis", "Rurales"))
    assert INSIGHT.question(scene, Ask(REBELS, occasions.ACTION, "Yaquis")) == "Yaquis act with this card."


# -- why not there -------------------------------------------------------------------------------------------------


def why_not_there(scene: CucPosition, cell: str) -> str:
    """Say why p1 cannot be ordered to a cell."""
    return LA_CUCARACHA.insight.unreached(scene, Ask(REBELS, ACTION), unit(scene, "p1"), scene.map.cell(cell))


@pytest.mark.rule("CUC-CONTACT")
def test_a_cell_beside_an_enemy_is_for_a_charge() -> None:
    """Near enough or not: the rule is named."""
    scene = position(troop("p1", "C3"), troop("a1", "C8"))
    assert why_not_there(scene, "C7") == "C7 is beside an enemy: only a charge comes into contact (CUC-CONTACT)"


@pytest.mark.rule("CUC-PACE")
def test_what_is_too_far_says_how_far_it_is() -> None:
    """Round the enemy, for the straight way leads past him."""
    scene = position(troop("p1", "C3"), troop("a1", "C8"))
    told = why_not_there(scene, "C15")
    assert told.startswith("too far: ") and told.endswith("a Rapid Advance is 10 inches (CUC-PACE)")


@pytest.mark.rule("CUC-CONTACT")
def test_where_every_way_leads_past_the_enemy_that_is_said() -> None:
    """In a lane between waters."""
    lane = squares("~" * 12 + "\n" + "." * 12 + "\n" + "." * 12 + "\n" + "~" * 12)
    scene = position(troop("p1", "A2"), troop("a1", "E2"), on=lane)
    assert why_not_there(scene, "I3") == "D2 is beside an enemy: only a charge comes into contact (CUC-CONTACT)"
