"""No kind of order is ever missing from what a player is offered, and what is none is refused."""

from typing import Any

import pytest

from sim.engine.orders import TABLE_SENSE, Ask, Done
from sim.grid import Cell
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import PlaceHotSpot
from sim.rules.ambush_alley.state import ACTIVATE, END_OF_TURN, HOT_SPOT
from tests.rules.ambush_alley.staged import staged

RULE_IDS = {rule.id for rule in AMBUSH_ALLEY.rulebook} | {TABLE_SENSE}
ORDERS = {kind.__name__ for kind in AMBUSH_ALLEY.intents} - {"PlaceHotSpot"}
STATES = (
    *("", "pinned:1", "light:1 downed:1", "shots:2", "acted", "only_reacts:1", "shaken:1", "immobilised", "weapon_out"),
    *("overwatch", "off aboard:r9"),
)
OTHERS = {"alone": "", "with a vehicle": "r9 D3", "among others": "r9 D3 | r2 C4 | i1 A1 | van D1 | m1 A5"}
YARD = "map\n" + "....\n" * 5 + "\n"
WHO = ("r1", "sarge", "car")


def check_offers(text: str, ask: Ask, who: str, wanted: set[str]) -> None:
    """See that each kind of order is there, at both paces, and that what cannot be ordered names its rule."""
    truck = '{"id": "r9", "side": "regulars", "profile": "cargo_truck", "figures": 2}'
    scene = staged(f"{YARD}unit {truck}\n{text}")
    found: list[Any] = [
        offer
        for offer in AMBUSH_ALLEY.offers(scene, ask)
        if getattr(offer.intent, "unit", "") == who or hasattr(offer.intent, "card")
    ]
    assert {type(offer.intent).__name__ for offer in found} == wanted
    assert {offer.intent.pace for offer in found if isinstance(offer.intent, Move)} == {"cautious", "rapid"}
    assert all(not offer.refusal or offer.refusal.rule in RULE_IDS for offer in found)


@pytest.mark.parametrize("others", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", WHO)
def test_no_kind_of_order_vanishes(who: str, state: str, others: str) -> None:
    """Whoever acts, in whatever state, whether it has moved and fired or not."""
    if "aboard" in state and (who == "car" or not others):
        return
    acting = "" if state in ("acted", "only_reacts:1") else who
    for moment in ("", "moved", "fired", "moved fired") if acting else ("",):
        text = f"{who} C3 {state}\n{others}\nset actor:{acting} {moment}"
        check_offers(text, Ask("regulars", ACTIVATE, acting or None), who, ORDERS)


@pytest.mark.parametrize("who", ["i1", "boss", "m1"])
def test_no_kind_of_order_vanishes_at_the_end_of_a_turn(who: str) -> None:
    """For whoever plays Insurgents or civilians: what is no order then says so, by its rule."""
    side = "civilians" if who == "m1" else "insurgents"
    text = f"r1 C3 | {who} A5\nset phase:insurgents"
    check_offers(text, Ask(side, END_OF_TURN, who), who, ORDERS - {"PlayAsset"})


def test_orders_that_are_none_are_refused() -> None:
    """One of another game, and a hot spot off the map."""
    scene = staged('settings hot_spots:player\nr1 C10\nset phase:"hot spots" turn:0')
    ask = Ask("regulars", HOT_SPOT, number=1)
    assert AMBUSH_ALLEY.refusal(scene, ask, PlaceHotSpot(Cell(99, 99))) == "that is off the map"
    told = AMBUSH_ALLEY.refusal(scene, Ask("regulars", ACTIVATE), Done())
    assert told == "Ambush Alley, solo and co-op has no such order"
