"""What is on offer: everything that is allowed, and what is not with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.orders import Ask, Intent, Offer
from sim.play.tally import Exit
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.la_cucaracha.ground.moves import reach
from sim.rules.la_cucaracha.orders.card import Accept, AnotherOrder, Hold, Leave, Nominate, RollAgain
from sim.rules.la_cucaracha.orders.fight import Deploy, FightOn, PackUp, Rally, Reload, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import ACTION, CHARGED, HOLD, NOMINATE, REROLL, CucPosition
from tests.rules.la_cucaracha.battles import shipped
from tests.rules.la_cucaracha.table import FEDERALES, OPEN, REBELS, position, squares, troop, unit
from tests.rules.positions import changed


def offered(scene: CucPosition, ask: Ask | None = None) -> list[Offer]:
    """Return everything that is on offer, which must agree with the rules, and be told apart."""
    asked = ask or Ask(REBELS, ACTION)
    found = list(BOOK.offers(scene, asked))
    for offer in found:
        refused = BOOK.refusal(scene, asked, offer.intent)
        assert bool(refused) is bool(offer.refusal), (offer, refused)
    assert len({offer.text for offer in found}) == len(found), "two offers read the same"
    assert len({offer.intent for offer in found}) == len(found), "two offers are the same"
    return found


def of(found: list[Offer], kind: type[Intent]) -> list[Offer]:
    """Return the offers of a kind."""
    return [offer for offer in found if isinstance(offer.intent, kind)]


def possible(found: list[Offer]) -> set[type[Intent]]:
    """Return the kinds of orders that can be given."""
    return {type(offer.intent) for offer in found if not offer.refusal}


def facing(**words: Any) -> CucPosition:
    """Return p1 six inches from a1, nobody having acted."""
    state = {word: words.pop(word) for word in ("moved", "engagement", "actor") if word in words}
    other = {"fighting": ("p1",)} if "fighting" in words else {}
    return position(troop("p1", words.pop("at", "L6"), **words), troop("a1", "L12", **other), **state)


def san_isidro() -> CucPosition:
    """Return the first moment of the battle on the largest map."""
    scenario = shipped("vespers_at_san_isidro")
    return Position(scenario.battle, scenario.state)


@pytest.mark.rule("CUC-CARD")
def test_a_card_offers_the_orders_of_everybody_who_has_not_acted() -> None:
    """The first order names the unit."""
    scene = position(troop("p1", "L6"), troop("p2", "M6"), troop("p3", "N6", acted=True), troop("a1", "L12"))
    assert {offer.intent.unit for offer in offered(scene)} == {"p1", "p2"}  # type: ignore[attr-defined]


def test_once_a_unit_acts_only_its_orders_are_offered() -> None:
    """The others wait for a card."""
    scene = position(troop("p1", "L6"), troop("p2", "M6"), troop("a1", "L12"), actor="p1")
    assert {offer.intent.unit for offer in offered(scene)} == {"p1"}  # type: ignore[attr-defined]


def test_a_unit_in_range_may_advance_charge_shoot_hold_or_stand() -> None:
    """That is all there is for riflemen in good order."""
    assert possible(offered(facing())) == {Advance, Charge, Shoot, Hold, StandFast}


def test_every_cell_in_reach_is_offered_once_with_its_inches() -> None:
    """At an Advance where that is enough, by a Rapid Advance beyond."""
    scene = facing()
    moves = {offer.intent.way[-1]: offer for offer in of(offered(scene), Advance)}  # type: ignore[attr-defined]
    near, far = (reach(scene, unit(scene, "p1"), pace) for pace in ("advance", "rapid"))  # type: ignore[arg-type]
    cells = set(near.area) | set(far.area)
    assert set(moves) == cells - {unit(scene, "p1").cell}
    cell = scene.map.cell("L9")
    assert (moves[cell].intent.pace, moves[cell].cost) == ("advance", '3"')  # type: ignore[attr-defined]
    distant = scene.map.cell("D6")
    assert (moves[distant].intent.pace, moves[distant].cost) == ("rapid", '8"')  # type: ignore[attr-defined]


def test_a_charge_is_offered_from_every_cell_that_it_can_strike_from() -> None:
    """The cheapest first."""
    scene = facing()
    ways = charge_ways(scene, unit(scene, "p1"), unit(scene, "a1"))
    assert [offer.intent.way for offer in of(offered(scene), Charge)] == list(ways.values())  # type: ignore[attr-defined]


def test_of_an_enemy_whom_no_charge_reaches_one_offer_says_so() -> None:
    """It is too far away."""
    (offer,) = of(offered(facing(at="A1")), Charge)
    assert offer.refusal == "no charge reaches it"


def test_a_shot_that_cannot_be_is_offered_with_the_reason() -> None:
    """Too far for a pistol."""
    (offer,) = of(offered(facing(at="X24", weapon="pistol")), Shoot)
    assert "too far" in offer.refusal


def test_after_an_advance_hasty_shots_are_offered_and_no_move() -> None:
    """One offer says why nobody moves again."""
    found = offered(facing(actor="p1", moved="advance"))
    assert possible(found) == {Shoot, StandFast}
    (shot,) = of(found, Shoot)
    assert shot.intent == Shoot("p1", "a1", hasty=True)
    move, _ = of(found, Advance)
    assert move.refusal == "p1 has moved already with this order"


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_unit_in_close_combat_is_offered_to_fight_on() -> None:
    """Everything else has the reason."""
    scene = changed(facing(at="L11", fighting=("a1",)), "a1", fighting=("p1",))
    found = offered(scene)
    assert possible(found) == {FightOn, StandFast}
    assert {offer.refusal for offer in found} == {None, "p1 is in close combat with a1"}


@pytest.mark.rule("CUC-OVERRIDE")
def test_a_shaken_unit_is_offered_to_rally_and_to_go_back() -> None:
    """Cells that are not further from the enemy have the reason."""
    found = offered(facing(shaken=True))
    assert possible(found) == {Rally, StandFast, Advance}
    moves = of(found, Advance)
    assert any(offer.refusal for offer in moves)
    assert {offer.intent.pace for offer in moves if not offer.refusal} == {"half"}  # type: ignore[attr-defined]


def test_a_deployed_weapon_is_offered_to_pack_up_and_no_move() -> None:
    """One that is packed is offered to deploy."""
    deployed, packed = offered(facing(troop="crew", deployed=True)), offered(facing(troop="crew"))
    assert PackUp in possible(deployed)
    assert Advance not in possible(deployed)
    assert [offer.refusal for offer in of(deployed, Deploy)] == ["it is deployed already"]
    assert Deploy in possible(packed)
    assert [offer.refusal for offer in of(packed, PackUp)] == ["it is packed up already"]


def test_reloading_is_offered_for_slow_weapons_alone() -> None:
    """An empty one can be reloaded, a full one says that it is."""
    assert Reload in possible(offered(facing(weapon="musket", loaded=False)))
    (full,) = of(offered(facing(weapon="musket")), Reload)
    assert full.refusal == "it is loaded already"
    assert of(offered(facing()), Reload) == []


def test_leaving_is_offered_where_a_side_has_an_exit() -> None:
    """From the exit, and with the reason elsewhere."""
    engagement = {"exits": (Exit(REBELS, (squares().cell("A6"),), 3),)}
    assert Leave in possible(offered(facing(at="A6", engagement=engagement)))
    (offer,) = of(offered(facing(engagement=engagement)), Leave)
    assert offer.refusal == "L6 is not at the edge of the table"
    assert of(offered(facing()), Leave) == []


@pytest.mark.rule("CUC-EXTRA")
def test_another_order_is_offered_to_units_with_a_die() -> None:
    """Nobody else hears of it."""
    scene = facing(style="fighter", score=10, actor="p1", moved="rapid")
    assert AnotherOrder in possible(offered(scene))
    assert of(offered(facing()), AnotherOrder) == []


@pytest.mark.rule("CUC-NOMINATE")
def test_a_nomination_offers_the_units_of_the_automated_side() -> None:
    """Those who have acted say so."""
    scene = position(troop("p1", "L6"), troop("a1", "L12"), troop("a2", "M12", acted=True))
    found = offered(scene, Ask(REBELS, NOMINATE, about=FEDERALES))
    assert [(offer.intent, offer.refusal) for offer in found] == [
        (Nominate("a1"), None),
        (Nominate("a2"), "a2 has acted already this turn"),
    ]


@pytest.mark.rule("CUC-REROLL")
def test_a_die_is_offered_to_be_rolled_again_or_to_stand() -> None:
    """Nothing else."""
    found = offered(facing(), Ask(REBELS, REROLL, "p1", number=1))
    assert [offer.intent for offer in found] == [RollAgain("p1"), Accept("p1")]


@pytest.mark.rule("CUC-REACT")
def test_a_charged_unit_is_offered_every_response() -> None:
    """Hasty shots, unless it holds; what it is not made for has the reason."""
    found = offered(facing(), Ask(REBELS, CHARGED, "p1", "a1"))
    assert [offer.intent for offer in found if not offer.refusal] == [
        Respond("p1", "a1", "shoot", hasty=True),
        StandFast("p1"),
    ]
    assert len(found) == 4
    held = offered(facing(holding=True, skirmisher=True, style="fighter"), Ask(REBELS, CHARGED, "p1", "a1"))
    assert all(not offer.refusal for offer in held)
    assert held[0].intent == Respond("p1", "a1", "shoot")


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_on_hold_is_offered_to_shoot_or_to_hold_on() -> None:
    """Nothing else."""
    found = offered(facing(holding=True), Ask(REBELS, HOLD, "p1", "a1"))
    assert [offer.intent for offer in found] == [Respond("p1", "a1", "shoot"), StandFast("p1")]


def test_every_kind_of_order_is_on_offer_somewhere() -> None:
    """Nothing that the rules know is out of a player's reach."""
    engagement = {"exits": (Exit(REBELS, (squares().cell("A6"),), 3),)}
    scenes = [
        (facing(at="A6", engagement=engagement), Ask(REBELS, ACTION)),
        (facing(weapon="musket", loaded=False), Ask(REBELS, ACTION)),
        (facing(troop="crew"), Ask(REBELS, ACTION)),
        (facing(troop="crew", deployed=True), Ask(REBELS, ACTION)),
        (facing(shaken=True), Ask(REBELS, ACTION)),
        (changed(facing(at="L11", fighting=("a1",)), "a1", fighting=("p1",)), Ask(REBELS, ACTION)),
        (facing(style="fighter", score=10, actor="p1", moved="rapid"), Ask(REBELS, ACTION)),
        (facing(), Ask(REBELS, ACTION)),
        (facing(), Ask(REBELS, NOMINATE, about=FEDERALES)),
        (facing(style="fighter", drilled=True), Ask(REBELS, REROLL, "p1", number=1)),
        (facing(), Ask(REBELS, CHARGED, "p1", "a1")),
    ]
    assert {kind for scene, ask in scenes for kind in possible(offered(scene, ask))} == set(BOOK.kinds)


ALWAYS = {Advance, Charge, Shoot, Hold, FightOn, Rally, StandFast}
"""What any unit could be ordered in some plight or other."""
CREW = {*ALWAYS, Deploy, PackUp}
LOCKED: dict[str, Any] = {"at": "L11", "fighting": ("a1",)}
PLIGHTS: dict[str, tuple[dict[str, Any], set[type[Intent]]]] = {
    "in good order": ({}, ALWAYS),
    "in close combat": (LOCKED, ALWAYS),
    "shaken": ({"shaken": True}, ALWAYS),
    "with nothing to shoot with": ({"weapon": ""}, ALWAYS),
    "with muskets": ({"weapon": "musket"}, {*ALWAYS, Reload}),
    "with empty muskets": ({"weapon": "musket", "loaded": False}, {*ALWAYS, Reload}),
    "packed up": ({"troop": "crew"}, CREW),
    "deployed": ({"troop": "crew", "deployed": True}, CREW),
    "deployed and shaken": ({"troop": "crew", "deployed": True, "shaken": True}, CREW),
    "a car": ({"troop": "armoured_car"}, ALWAYS),
    "a car in close combat": ({"troop": "armoured_car", **LOCKED}, ALWAYS),
    "an aeroplane": ({"troop": "aircraft"}, ALWAYS),
    "on the way": ({"actor": "p1", "moved": "advance"}, ALWAYS),
    "after a Rapid Advance": ({"actor": "p1", "moved": "rapid"}, ALWAYS),
}


@pytest.mark.rule("CUC-ORDER")
@pytest.mark.parametrize("plight", PLIGHTS)
def test_no_kind_of_order_vanishes(plight: str) -> None:
    """Whatever has befallen a unit, each order that it could have is listed, and what it cannot be ordered says why."""
    words, kinds = PLIGHTS[plight]
    found = offered(facing(**words))
    assert {type(offer.intent) for offer in found} == kinds
    paces = {offer.intent.pace for offer in of(found, Advance)}  # type: ignore[attr-defined]
    assert {"advance", "rapid"} <= paces


def test_where_nobody_runs_the_rapid_advance_says_so() -> None:
    """In a wood on all sides."""
    wood = squares(OPEN.replace(".", "w"))
    found = offered(position(troop("p1", "L6"), troop("a1", "L12"), on=wood))
    (rapid,) = [offer for offer in of(found, Advance) if offer.intent.pace == "rapid"]  # type: ignore[attr-defined]
    assert rapid.refusal == "there is nowhere it could run to"


def test_without_an_enemy_shots_and_charges_say_so() -> None:
    """He is still to come."""
    found = offered(position(troop("p1", "L6"), troop("a1", None)))
    refused = [offer.refusal for kind in (Shoot, Charge) for offer in of(found, kind)]
    assert refused == ["there is no enemy on the table"] * 2


def test_the_offers_of_a_large_battle_agree_with_the_rules() -> None:
    """Every one of the hundreds at San Isidro, for either side."""
    scene = san_isidro()
    for side in scene.battle.sides:
        assert len(offered(scene, Ask(side.id, ACTION))) > 300


def test_the_short_orders_of_everybody_come_before_any_move() -> None:
    """A viewer that gathers them bit by bit can show soon who may act."""
    found = list(BOOK.offers(san_isidro(), Ask("garrison", ACTION)))
    first = next(n for n, offer in enumerate(found) if isinstance(offer.intent, Advance | Charge))
    assert all(isinstance(offer.intent, Advance | Charge) for offer in found[first:])
