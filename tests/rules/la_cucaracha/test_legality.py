"""What may be ordered, and the reason why not."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.decks import Deck
from sim.engine.orders import Ask, Intent
from sim.play.happening import Left, PointsWon
from sim.play.tally import Exit
from sim.rules.la_cucaracha import BOOK, LA_CUCARACHA
from sim.rules.la_cucaracha.events import Deployed, Held, PackedUp
from sim.rules.la_cucaracha.orders.card import Accept, AnotherOrder, Hold, Leave, Nominate, RollAgain
from sim.rules.la_cucaracha.orders.fight import Deploy, FightOn, PackUp, Rally, Reload, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import CHARGED, DECK, HOLD, NOMINATE, REROLL, CucPosition
from tests.rules.la_cucaracha.table import FEDERALES, OPEN, REBELS, ask_of, order, position, squares, troop
from tests.rules.positions import changed, way

OTHERS = troop("a1", "L12")


def acting(**words: Any) -> CucPosition:
    """Return p1, who acts, six inches from a1."""
    state = {word: words.pop(word) for word in ("moved", "shot", "extra", "engagement") if word in words}
    return position(troop("p1", words.pop("at", "L6"), **words), OTHERS, actor="p1", **state)


def why_not(scene: CucPosition, intent: Any, ask: Ask | None = None) -> str:
    """Say why an order is refused; empty if it is allowed."""
    return BOOK.refusal(scene, ask or ask_of(scene, "p1"), intent) or ""


def south(scene: CucPosition) -> Advance:
    """Return an Advance of one step towards the enemy."""
    return Advance("p1", way(scene, "L7"))


# -- who ---------------------------------------------------------------------------------------------------------


def test_orders_go_to_units_that_are_there() -> None:
    """Not to the unknown, the lost or those who have not come yet."""
    scene = position(troop("p1", "L6"), OTHERS, troop("p2", None), actor="p1")
    assert why_not(scene, StandFast("p9")) == "there is no p9"
    assert why_not(scene, StandFast("p2")) == "p2 is not on the table"


def test_a_card_is_for_one_unit_of_its_side() -> None:
    """Not for the enemy, and not for another one once a unit acts."""
    scene = position(troop("p1", "L6"), OTHERS, troop("p2", "M6"), actor="p1")
    assert why_not(scene, StandFast("a1")) == "a1 is not a unit of rebels"
    assert why_not(scene, StandFast("p2")) == "p1 acts with this card, not p2"


@pytest.mark.rule("CUC-NOMINATE")
@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Nominate("a1"), ""),
        (Nominate("a2"), "a2 has acted already this turn"),
        (Nominate("p1"), "p1 is not a unit of federales"),
        (StandFast("a1"), "a unit of the automated side is to be named"),
    ],
)
def test_a_unit_of_the_automated_side_that_has_not_acted_is_named(intent: Intent, reason: str) -> None:
    """And nothing else is an answer."""
    scene = position(troop("p1", "L6"), OTHERS, troop("a2", "M12", acted=True))
    assert why_not(scene, intent, Ask(REBELS, NOMINATE, about=FEDERALES)) == reason


@pytest.mark.rule("CUC-REROLL")
@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (RollAgain("a1"), "a1 is neither drilled nor aggressive"),
        (Accept("a1"), ""),
        (Accept("p1"), "the die was rolled for a1, not for p1"),
        (StandFast("a1"), "the die for orders stands, or is rolled again"),
    ],
)
def test_a_die_stands_or_is_rolled_again(intent: Intent, reason: str) -> None:
    """For the unit that it was rolled for."""
    assert why_not(acting(), intent, Ask(FEDERALES, REROLL, "a1", number=1)) == reason


# -- plights -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_unit_in_close_combat_does_nothing_but_fight_on() -> None:
    """Or stands."""
    scene = changed(acting(at="L11", fighting=("a1",)), "a1", fighting=("p1",))
    assert why_not(scene, FightOn("p1")) == ""
    assert why_not(scene, StandFast("p1")) == ""
    for intent in (Hold("p1"), Shoot("p1", "a1"), Charge("p1", "a1", ())):
        assert why_not(scene, intent) == "p1 is in close combat with a1"


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_shaken_unit_rallies_stands_or_goes_half_an_advance_away() -> None:
    """North is away from the enemy."""
    scene = acting(shaken=True)
    assert why_not(scene, Rally("p1")) == ""
    assert why_not(scene, StandFast("p1")) == ""
    assert why_not(scene, Advance("p1", way(scene, "L5"), "half")) == ""
    assert "half an Advance and no more" in why_not(scene, Advance("p1", way(scene, "L5")))
    assert "only away from the enemy" in why_not(scene, Advance("p1", way(scene, "L7"), "half"))
    assert "it can rally" in why_not(scene, Hold("p1"))
    assert "it can rally" in why_not(scene, Shoot("p1", "a1"))


@pytest.mark.rule("CUC-OVERRIDE")
def test_who_was_shaken_on_its_way_does_not_rally_with_the_same_card() -> None:
    """It has moved already."""
    assert why_not(acting(shaken=True, moved="advance"), Rally("p1")) == "p1 has moved already with this order"


def test_nobody_fights_on_without_a_fight_or_rallies_without_need() -> None:
    """The reasons say so."""
    assert why_not(acting(), FightOn("p1")) == "p1 is not in close combat"
    assert why_not(acting(), Rally("p1")) == "p1 is not shaken"


# -- with a card -------------------------------------------------------------------------------------------------


def test_a_unit_moves_once_with_an_order() -> None:
    """Nothing that begins something new comes after a move."""
    scene = acting(moved="advance")
    for intent in (south(scene), Charge("p1", "a1", ()), Hold("p1")):
        assert why_not(scene, intent) == "p1 has moved already with this order"


def test_a_unit_never_shoots_twice() -> None:
    """Whatever it rolled."""
    assert why_not(acting(shot=True, score=10), Shoot("p1", "a1")) == "p1 has shot already with this card"


def test_after_an_advance_shots_are_hasty() -> None:
    """Without haste they are refused, after half of one as well."""
    for moved in ("half", "advance"):
        scene = acting(moved=moved)
        assert why_not(scene, Shoot("p1", "a1", hasty=True)) == ""
        assert why_not(scene, Shoot("p1", "a1")) == "after a move shots are hasty"


@pytest.mark.rule("CUC-S10")
def test_with_a_ten_shots_after_an_advance_are_not_hasty() -> None:
    """Nor need they be."""
    assert why_not(acting(moved="advance", score=10), Shoot("p1", "a1")) == ""


def test_nobody_shoots_after_a_rapid_advance() -> None:
    """Not even by a ten."""
    assert "Rapid Advance" in why_not(acting(moved="rapid", score=10), Shoot("p1", "a1", hasty=True))


@pytest.mark.rule("CUC-S10")
@pytest.mark.parametrize(
    ("score", "moved", "allowed"), [(10, "", True), (9, "", False), (None, "", False), (10, "advance", False)]
)
def test_a_missed_die_again_is_to_be_had_with_a_ten_and_from_a_stand(
    score: int | None, moved: str, allowed: bool
) -> None:
    """Never for units without a die."""
    scene = acting(score=score, moved=moved)
    assert (why_not(scene, Shoot("p1", "a1", reroll=True)) == "") is allowed


@pytest.mark.rule("CUC-F10")
def test_a_charge_with_a_missed_die_again_needs_a_ten() -> None:
    """Never for units without a die."""
    scene = acting(at="L11")
    assert "only with a 10" in why_not(scene, Charge("p1", "a1", (), reroll=True))
    assert why_not(changed(scene, "p1", score=10), Charge("p1", "a1", (), reroll=True)) == ""


@pytest.mark.parametrize("intent", [Shoot("p1", "a9"), Charge("p1", "a9", ())])
def test_nobody_attacks_the_unknown(intent: Intent) -> None:
    """There is no a9."""
    assert why_not(acting(), intent) == "there is no a9"


@pytest.mark.rule("CUC-EXTRA")
@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        ({"style": "fighter", "score": 10, "moved": "rapid"}, True),
        ({"style": "fighter", "score": 9, "moved": "rapid"}, False),
        ({"style": "fighter", "score": 10, "moved": "advance"}, False),
        ({"style": "fighter", "score": 10, "moved": "rapid", "extra": 1}, False),
        ({"style": "shooter", "score": 10, "moved": "rapid"}, False),
        ({"troop": "crew", "score": 10, "moved": "advance"}, True),
        ({"troop": "armoured_car", "score": 10, "moved": "rapid"}, True),
        ({"troop": "aircraft", "score": 10, "moved": "rapid"}, True),
        ({"troop": "crew", "moved": "advance"}, False),
    ],
)
def test_another_order_comes_with_a_ten_after_the_move_of_the_table_and_once(
    words: dict[str, Any], allowed: bool
) -> None:
    """Fighters, vehicles and aircraft after a Rapid Advance, crews after an Advance, shooters never."""
    assert (why_not(acting(**words), AnotherOrder("p1")) == "") is allowed


@pytest.mark.rule("CUC-C5")
@pytest.mark.parametrize(
    ("score", "hasty", "allowed"),
    [(4, True, False), (5, True, True), (9, False, False), (10, False, True), (None, True, False)],
)
def test_a_crew_shoots_after_it_has_deployed_with_a_five_or_more(score: int | None, hasty: bool, allowed: bool) -> None:
    """In haste, but with a ten; without a die it waits for its next card."""
    scene = acting(troop="crew", deployed=True, moved="deploy", score=score)
    assert (why_not(scene, Shoot("p1", "a1", hasty)) == "") is allowed


# -- weapons and edges -------------------------------------------------------------------------------------------


def test_a_crewed_weapon_is_deployed_and_packed_up() -> None:
    """Each where it is otherwise, and nothing but a crewed weapon."""
    packed, ready = acting(troop="crew"), acting(troop="crew", deployed=True)
    assert order(packed, Deploy("p1")).of(Deployed) == [Deployed("p1")]
    assert order(ready, PackUp("p1")).of(PackedUp) == [PackedUp("p1")]
    assert (why_not(ready, Deploy("p1")), why_not(packed, PackUp("p1"))) == (
        "it is deployed already",
        "it is packed up already",
    )
    assert why_not(acting(), Deploy("p1")) == "there is no weapon to deploy"
    assert why_not(acting(), PackUp("p1")) == "there is no weapon to pack up"


def test_a_deployed_weapon_does_not_move() -> None:
    """It has to be packed up first."""
    scene = acting(troop="crew", deployed=True)
    assert why_not(scene, south(scene)) == "deployed: it has to be packed up first"


def test_what_is_loaded_is_not_reloaded() -> None:
    """And what is not, is."""
    assert why_not(acting(weapon="musket"), Reload("p1")) == "it is loaded already"
    assert why_not(acting(weapon="musket", loaded=False), Reload("p1")) == ""


@pytest.mark.rule("CUC-HOLD")
def test_everybody_but_aircraft_may_hold() -> None:
    """They wait for the enemy then."""
    assert order(acting(), Hold("p1")).of(Held) == [Held("p1")]
    assert why_not(acting(troop="aircraft"), Hold("p1")) == "aircraft cannot hold"


def exits(*cells: str, side: str = REBELS) -> dict[str, Any]:
    """Return an engagement in which a side may leave from some cells for three points."""
    return {"exits": (Exit(side, tuple(map(squares().cell, cells)), 3),)}


def test_a_unit_leaves_from_an_exit_and_is_rewarded() -> None:
    """The points come at once."""
    played = order(acting(at="A6", engagement=exits("A6")), Leave("p1"))
    assert played.of(Left) == [Left("p1")]
    assert played.of(PointsWon)[0].points == 3
    assert played.scene.state.left == ("p1",)


def test_an_exit_without_points_is_an_exit() -> None:
    """Nothing is won."""
    engagement = {"exits": (Exit(REBELS, (squares().cell("A6"),), 0),)}
    assert order(acting(at="A6", engagement=engagement), Leave("p1")).of(PointsWon) == []


@pytest.mark.rule("CUC-LEAVE")
def test_nobody_leaves_but_from_an_exit_of_its_side() -> None:
    """Not over any edge, not by the enemy's exit, not from the middle of the table."""
    assert why_not(acting(at="A6", engagement=exits("A7")), Leave("p1")) == "A6 is no exit for the rebels"
    assert (
        why_not(acting(at="A6", engagement=exits("A6", side=FEDERALES)), Leave("p1")) == "A6 is no exit for the rebels"
    )
    assert why_not(acting(engagement=exits("A6")), Leave("p1")) == "L6 is not at the edge of the table"


# -- who is charged, where ---------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-AIR")
def test_nobody_charges_an_aircraft() -> None:
    """It is out of reach."""
    scene = position(troop("p1", "L11"), troop("a1", "L12", troop="aircraft"), actor="p1")
    assert why_not(scene, Charge("p1", "a1", ())) == "nobody charges an aircraft"


@pytest.mark.parametrize("kind", ["crew", "aircraft"])
def test_crews_and_aircraft_never_charge(kind: str) -> None:
    """Nor do trains and gunboats."""
    assert "never charges" in why_not(acting(at="L11", troop=kind), Charge("p1", "a1", ()))


def test_nobody_charges_what_is_not_beside_the_end_of_the_way() -> None:
    """The way has to lead there."""
    scene = acting()
    assert "is not beside" in why_not(scene, Charge("p1", "a1", way(scene, "L7")))


# -- responses ---------------------------------------------------------------------------------------------------


def response(intent: Intent, occasion: str = CHARGED, **words: Any) -> str:
    """Say why p1, whom a1 has charged or moved before, cannot answer so."""
    return why_not(acting(**words), intent, Ask(REBELS, occasion, "p1", "a1"))


@pytest.mark.rule("CUC-REACT")
def test_the_charged_unit_answers_its_charger() -> None:
    """Nobody else, nobody else's charge, and no order of a card."""
    scene = position(troop("p1", "L6"), troop("p2", "M6"), OTHERS)
    ask = Ask(REBELS, CHARGED, "p1", "a1")
    assert why_not(scene, StandFast("p2"), ask) == "p1 is charged, not p2"
    assert "only a response to a1" in why_not(scene, Respond("p1", "p2", "evade"), ask)
    assert "only a response to a1" in why_not(scene, Hold("p1"), ask)
    assert why_not(scene, StandFast("p1"), ask) == ""
    assert why_not(scene, Respond("p1", "a1", "fight back"), ask) == ""


@pytest.mark.rule("CUC-REACT")
def test_a_charged_unit_shoots_only_if_it_can() -> None:
    """Loaded, and with something to shoot with."""
    assert "not loaded" in response(Respond("p1", "a1", "shoot", hasty=True), loaded=False)
    assert "nothing to shoot with" in response(Respond("p1", "a1", "shoot", hasty=True), weapon="")
    assert "not deployed" in response(Respond("p1", "a1", "shoot", hasty=True), troop="crew")


@pytest.mark.rule("CUC-REACT")
def test_skirmishers_with_nowhere_to_go_do_not_evade() -> None:
    """They stand in the corner."""
    scene = position(troop("p1", "A1", skirmisher=True), troop("a1", "B2"))
    reason = why_not(scene, Respond("p1", "a1", "evade"), Ask(REBELS, CHARGED, "p1", "a1"))
    assert reason == "there is nowhere to evade to"


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Respond("p1", "a1", "shoot"), ""),
        (StandFast("p1"), ""),
        (Respond("p1", "a1", "evade"), "only shots at a1 can be ordered now, or to hold on"),
        (Respond("p1", "a1", "shoot", test=False), "a response needs the test"),
        (StandFast("a1"), "p1 may respond now, not a1"),
    ],
)
def test_a_unit_on_hold_shoots_or_holds_on(intent: Intent, reason: str) -> None:
    """By the test to respond."""
    assert response(intent, HOLD, holding=True) == reason


# -- positions that were edited ----------------------------------------------------------------------------------


def complaints(scene: CucPosition) -> list[str]:
    """Return what is impossible about a position."""
    return list(LA_CUCARACHA.complaints(scene))


@pytest.mark.rule("CUC-CONTACT")
def test_who_fights_stands_beside_whom_it_fights() -> None:
    """Close combat is between neighbouring cells; a hand may have moved one of the two."""
    beside = position(troop("p1", "L6", fighting=("a1",)), troop("a1", "M7", fighting=("p1",)))
    assert complaints(beside) == []
    apart = position(troop("p1", "L6", fighting=("a1",)), troop("a1", "L8", fighting=("p1",)))
    assert complaints(apart) == ["p1 fights a1, who is not beside it", "a1 fights p1, who is not beside it"]


def test_a_sound_position_gives_no_complaint() -> None:
    """An aircraft may be above somebody."""
    assert complaints(position(troop("p1", "L6"), troop("a1", "L6", troop="aircraft"))) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"cell": "L12"}, "a1 and p1 are both in L12"),
        ({"figures": 7}, "p1 has 7 figures of 6"),
        ({"score": 11}, "the die of p1 shows 11"),
        ({"fighting": ("a1",)}, "p1 fights a1, who does not fight it"),
    ],
)
def test_a_position_that_was_edited_badly_is_complained_of(words: dict[str, Any], complaint: str) -> None:
    """In words."""
    assert complaints(changed(position(troop("p1", "L6"), OTHERS), "p1", **words)) == [complaint]


@pytest.mark.parametrize(("kind", "ground"), [("gunboat", "open ground"), ("train", "open ground")])
def test_a_machine_off_its_element_is_complained_of(kind: str, ground: str) -> None:
    """A gunboat on land, or a train off its rails, could never have got there."""
    scene = position(troop("p1", "L6", troop=kind), OTHERS)
    assert complaints(scene) == [f"p1 stands in L6, on {ground}, where it cannot be"]


def test_a_train_on_its_rails_gives_no_complaint() -> None:
    """The rails let it in where the ground beside them does not."""
    assert complaints(position(troop("p1", "L6", troop="train"), OTHERS, on=squares(OPEN, rail="A6-X6"))) == []


@pytest.mark.rule("CUC-CARD")
def test_a_card_of_nobody_is_complained_of() -> None:
    """Nobody could act with it."""
    scene = position(troop("p1", "L6"), OTHERS)
    decks = (Deck(DECK, ("rebels", "rebel", "joker")),)
    edited = type(scene)(scene.battle, scene.state.changed(decks=decks))
    assert complaints(edited) == ['the deck has a card "rebel", and there is no such side']


@pytest.mark.parametrize(("name", "has"), [("Yaquis", "have"), ("Horsemen", "have"), ("Escort", "has")])
def test_what_is_refused_agrees_with_the_name_of_a_body(name: str, has: str) -> None:
    """As the log does."""
    scene = position(troop(name, "L6", side=REBELS, acted=True), OTHERS)
    asked = Ask(FEDERALES, NOMINATE, about=REBELS)
    assert why_not(scene, Nominate(name), asked) == f"{name} {has} acted already this turn"
