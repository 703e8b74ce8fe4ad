"""What a player is offered, and the words of orders and events."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from sim.engine.events import Passed
from sim.engine.orders import TABLE_SENSE, Ask, Offer
from sim.play.tally import Exit
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley.events import (
    ActionChecked,
    AssetPlayed,
    CameOn,
    CardLaid,
    Damaged,
    Dispersed,
    Fired,
    Moved,
    ReactionTested,
    Struck,
    Treated,
)
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders import fighting, moving, tasks
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import (
    ACTIVATE,
    END_OF_TURN,
    HOT_SPOT,
    INTERRUPT,
    OVERWATCH,
    REACTION,
    RETURN_FIRE,
    AasPosition,
    Pace,
)
from tests.rules.ambush_alley.table import (
    INSURGENTS,
    REGULARS,
    Placed,
    chief,
    position,
    refusal,
    squares,
    team,
    unit,
    vehicle,
    with_cells,
)
from tests.rules.positions import way

MAP = squares()
RULE_IDS = {rule.id for rule in AMBUSH_ALLEY.rulebook} | {TABLE_SENSE}
SMOKE = Card("smoke", "Smoke grenades", "Smoke where you want it.", "smoke")
AID = Card("aid", "A doctor", "Better first aid.", "extra aid", 1, "one regular", "this turn")


def offered(scene: AasPosition, ask: Ask) -> list[Offer]:
    """Return everything that is on offer."""
    return list(AMBUSH_ALLEY.offers(scene, ask))


def open_kinds(scene: AasPosition, ask: Ask) -> Counter[str]:
    """Count the kinds of orders that can be given."""
    return Counter(type(offer.intent).__name__ for offer in offered(scene, ask) if not offer.refusal)


def everything() -> AasPosition:
    """Return a moment in which r1 could do anything that there is."""
    mission = {
        "objectives": (Task("cache", "The cache", (MAP.cell("A10"),), 3, kind="search"),),
        "exits": (Exit(REGULARS, (MAP.cell("A10"),), 5),),
    }
    return position(
        team("r1", "A10"),
        vehicle("r2", "B10", seats=8),
        team("r3", "A12"),
        team("r4", None, aboard="r2"),
        team("i1", "E10"),
        team("m1", "B11"),
        assets=[SMOKE, AID],
        hand=("smoke", "aid"),
        mission=mission,
    )


def test_every_kind_of_order_is_offered_where_it_can_be_given() -> None:
    """Nothing has to be guessed."""
    kinds = set(open_kinds(everything(), Ask(REGULARS, ACTIVATE)))
    assert kinds == {intent.__name__ for intent in AMBUSH_ALLEY.intents} - {"PlaceHotSpot"}


def test_all_who_may_act_are_offered() -> None:
    """And once one acts, only it."""
    scene = everything()
    units = {getattr(offer.intent, "unit", "") for offer in offered(scene, Ask(REGULARS, ACTIVATE))}
    assert {"r1", "r2", "r3", "r4"} <= units
    only = [offer for offer in offered(scene, Ask(REGULARS, ACTIVATE, "r3")) if not hasattr(offer.intent, "card")]
    assert {offer.intent.unit for offer in only} == {"r3"}  # type: ignore[attr-defined]


def test_what_cannot_be_done_is_offered_with_the_reason() -> None:
    """Fire at somebody out of sight."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1", fired=True)
    found = [offer.refusal for offer in offered(scene, Ask(REGULARS, ACTIVATE, "r1")) if "fire at" in offer.text]
    assert found == ["r1 has fired already"]


def refused(scene: AasPosition, ask: Ask, *beginnings: str) -> dict[str, str]:
    """Return the orders that cannot be given and begin so, with their reasons."""
    found = {offer.text: offer.refusal for offer in offered(scene, ask) if offer.text.startswith(beginnings)}
    return {text: reason for text, reason in found.items() if reason}


@pytest.mark.parametrize(
    ("words", "move", "rapid"),
    [
        ({}, "", ""),
        ({"light": 1}, "", "no Rapid move: it has wounded with it"),
        ({"pinned": 1}, "pinned", "pinned"),
    ],
)
def test_a_unit_that_cannot_move_is_told_why(words: dict[str, int], move: str, rapid: str) -> None:
    """An order that is missing would leave the player to guess."""
    scene = position(team("r1", "C10", **words), team("i1", "H10"), actor="r1")
    found = refused(scene, Ask(REGULARS, ACTIVATE, "r1"), "r1 move", "r1 rapid")
    assert sorted(found.values()) == sorted(reason for reason in (move, rapid) if reason)


def test_a_vehicle_that_is_immobilised_is_told_why() -> None:
    """At either pace."""
    scene = position(vehicle("r1", "C10", immobilised=True), team("i1", "H10"), actor="r1")
    found = refused(scene, Ask(REGULARS, ACTIVATE, "r1"), "r1 patrol", "r1 cruise")
    assert list(found.values()) == ["immobilised", "immobilised"]


def test_after_a_move_there_is_no_second_one_and_no_overwatch() -> None:
    """Both stay in the list, with the reason."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1", moved=True)
    found = refused(scene, Ask(REGULARS, ACTIVATE, "r1"), "r1 move", "r1 rapid", "r1 overwatch")
    assert sorted(found.values()) == ["r1 has moved already"] * 2 + ["r1 has moved or fired already"]


def test_an_insurgent_who_interrupts_a_unit_that_has_moved_may_move_himself() -> None:
    """What the Regular has done is no reason to refuse him anything."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1", moved=True)
    assert not refused(scene, Ask(INSURGENTS, INTERRUPT, "i1", "r1"), "i1")


@pytest.mark.parametrize(
    ("side", "occasion", "who", "about", "kinds"),
    [
        (INSURGENTS, INTERRUPT, "i1", "r1", {"Fire", "Move", "Stay"}),
        (INSURGENTS, RETURN_FIRE, "i1", "r1", {"Fire", "Move", "Stay"}),
        (REGULARS, REACTION, "r1", "i1", {"Fire", "Stay"}),
        (REGULARS, OVERWATCH, "r1", "i1", {"Fire", "Stay"}),
        (REGULARS, RETURN_FIRE, "r1", "i1", {"Fire", "Stay"}),
        (INSURGENTS, END_OF_TURN, "i1", None, {"Fire", "Move", "Stay"}),
    ],
)
def test_what_each_question_offers(side: str, occasion: str, who: str, about: str | None, kinds: set[str]) -> None:
    """A person may play either side: the questions are the same."""
    scene = position(team("r1", "C10"), team("i1", "H10"))
    assert set(open_kinds(scene, Ask(side, occasion, who, about))) == kinds


def test_insurgents_who_may_leave_are_offered_it() -> None:
    """At the end of the turn, where the mission has an exit for them; from elsewhere with the reason why not."""
    exits = (Exit(INSURGENTS, (MAP.cell("A10"),), 2),)
    for at, why in (("A10", None), ("C10", "C10 is not at the edge of the table")):
        scene = position(team("r1", "T10"), team("i1", at), mission={"exits": exits}, phase="insurgents")
        found = [
            offer
            for offer in AMBUSH_ALLEY.offers(scene, Ask(INSURGENTS, END_OF_TURN, "i1"))
            if offer.text == "i1 leave"
        ]
        assert [offer.refusal for offer in found] == [why]


@pytest.mark.rule("AAS-HOT")
def test_a_hot_spot_may_be_placed_in_any_cell_where_one_can_stand() -> None:
    """On screen one points at it."""
    scene = position(phase="hot spots", turn=0)
    assert open_kinds(scene, Ask(REGULARS, HOT_SPOT, number=1))["PlaceHotSpot"] == 26 * 26


@pytest.mark.parametrize("words", [{}, {"pinned": 1}, {"light": 1}])
def test_what_is_offered_of_moves_is_what_the_rules_say_of_each(words: dict[str, int]) -> None:
    """They are judged together, and each by itself would be judged alike."""
    ground = squares(with_cells(E10="w", F10="b", E11="r"), low_wall="D8/s C8/s", adobe_wall="D12/s")
    scene = position(team("r1", "C10", **words), team("i1", "G12"), on=ground, actor="r1")
    ask = Ask(REGULARS, ACTIVATE, "r1")
    for offer in offered(scene, ask):
        assert offer.refusal == refusal(scene, ask, offer.intent)


def test_a_move_says_how_far_it_is() -> None:
    """In inches."""
    scene = position(team("r1", "C10"), actor="r1")
    costs = {offer.text: offer.cost for offer in offered(scene, Ask(REGULARS, ACTIVATE, "r1"))}
    assert (costs["r1 move to E10"], costs["r1 rapid move to L10"], costs["r1 stay"]) == ('2"', '9"', "")


def test_no_two_offers_read_the_same() -> None:
    """They can be typed."""
    texts = [offer.text for offer in offered(everything(), Ask(REGULARS, ACTIVATE))]
    assert len(set(texts)) == len(texts)


# -- every kind of order, in every state ---------------------------------------------------------------------------

STATES: dict[str, dict[str, Any]] = {
    "fresh": {},
    "pinned": {"pinned": 1},
    "wounded": {"light": 1, "downed": 1},
    "fired twice": {"shots": 2},
    "acted": {"acted": True},
    "only reacts": {"only_reacts": 1},
    "shaken": {"shaken": 1},
    "immobilised": {"immobilised": True},
    "without its weapon": {"weapon_out": True},
    "on overwatch": {"overwatch": True},
    "aboard": {"aboard": "r9", "cell": None},
}
MOMENTS: dict[str, dict[str, Any]] = {
    "begins": {}, "has moved": {"moved": True}, "has fired": {"fired": True}, "done": {"moved": True, "fired": True},
}  # fmt: skip
WHO = {
    "team": lambda **more: team("r1", "C10", **more),
    "leader": lambda **more: chief("r1", "C10", **more),
    "vehicle": lambda **more: vehicle("r1", "C10", seats=8, **more),
}
ALONE = (vehicle("r9", "D10", seats=8),)
AMONG = (*ALONE, team("r2", "C11"), team("i1", "H10"), vehicle("i2", "H20"), team("m1", "T20"))
ORDERS = {kind.__name__ for kind in AMBUSH_ALLEY.intents} - {"PlaceHotSpot"}


@pytest.mark.parametrize("others", [(), ALONE, AMONG], ids=["alone", "with a vehicle", "among others"])
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("kind", WHO)
def test_no_kind_of_order_vanishes(kind: str, state: str, moment: str, others: tuple[Placed, ...]) -> None:
    """Whoever acts, in whatever state: each is there, at both paces, and what cannot be ordered names its rule."""
    words = {word: value for word, value in STATES[state].items() if word != "cell"}
    if state == "aboard" and (kind == "vehicle" or not others):
        return
    who = WHO[kind](**words)
    placed = replace(who, at=None) if state == "aboard" else who
    acting = "" if state in ("acted", "only reacts") else "r1"
    scene = position(placed, *others, actor=acting, **(MOMENTS[moment] if acting else {}))
    found = offered(scene, Ask(REGULARS, ACTIVATE, acting or None))
    own = [offer for offer in found if getattr(offer.intent, "unit", "") == "r1" or hasattr(offer.intent, "card")]
    assert {type(offer.intent).__name__ for offer in own} == ORDERS
    assert {offer.intent.pace for offer in own if isinstance(offer.intent, moving.Move)} == {"cautious", "rapid"}
    for offer in own:
        assert not offer.refusal or offer.refusal.rule in RULE_IDS, offer


@pytest.mark.parametrize("others", [(), AMONG], ids=["alone", "among others"])
def test_an_order_that_stands_for_its_kind_is_aimed_at_nobody(others: tuple[Placed, ...]) -> None:
    """The window finds no unit without a name, and no cell to get out into."""
    scene = position(team("r1", "C10"), *others, actor="r1")
    ask = Ask(REGULARS, ACTIVATE, "r1")
    sketches = [(offer, AMBUSH_ALLEY.insight.sketch(scene, offer.intent)) for offer in offered(scene, ask)]
    assert all(sketch.target is None or sketch.target in scene.state.units for _, sketch in sketches)
    assert [sketch.cell for offer, sketch in sketches if offer.text == "r1 get out"] == [None]
    assert not any(AMBUSH_ALLEY.insight.odds(scene, ask, offer.intent) for offer, _ in sketches if offer.refusal)


@pytest.mark.rule("AAS-R-active")
@pytest.mark.parametrize("intent", [tasks.Search("r1"), moving.Turn("r2", 2), tasks.Join("r1", "r3")])
def test_who_may_interrupt_what_is_done_on_the_spot_is_foreseen(intent: Any) -> None:
    """As before a move: those who see it and have not checked."""
    odds = AMBUSH_ALLEY.insight.odds(everything(), Ask(REGULARS, ACTIVATE), intent)
    assert [each.what for each in odds] == ["interruption by i1, which comes first"]


@pytest.mark.parametrize("kind", ["team", "leader", "mob"])
def test_no_kind_of_order_vanishes_at_the_end_of_a_turn(kind: str) -> None:
    """For whoever plays Insurgents or civilians: what is no order then says so, by its rule."""
    who = team("m1", "H10") if kind == "mob" else team("i1", "H10", kind=kind)
    scene = position(team("r1", "C10"), who, phase="insurgents")
    found = offered(scene, Ask(who.unit.side, END_OF_TURN, who.unit.id))
    assert {type(offer.intent).__name__ for offer in found} == ORDERS - {"PlayAsset"}
    for offer in found:
        assert not offer.refusal or offer.refusal.rule in RULE_IDS, offer


@pytest.mark.parametrize(
    ("words", "text", "why"),
    [
        ({}, "r1 assault i1", "out of reach: no Rapid move of 12 inches ends beside i1"),
        ({"light": 1}, "r1 assault i1", "out of reach: no Cautious move of 6 inches ends beside i1"),
        ({}, "r1 turn n", "only vehicles have a facing"),
        ({}, "r1 disperse", "there is no crowd on the table"),
        ({}, "r1 join", "there is nobody else to join"),
        ({}, "r1 leave", "the mission rewards nobody for leaving"),
        ({}, "r1 get into a vehicle", "there is no vehicle of its own side on the table"),
        ({}, "r1 get out", "r1 is in no vehicle"),
        ({}, "play a card", "there is no card in the hand"),
    ],
)
def test_what_cannot_be_ordered_at_all_says_why(words: dict[str, Any], text: str, why: str) -> None:
    """In words of its own."""
    scene = position(team("r1", "C10", **words), team("i1", "Z26"), actor="r1")
    assert refused(scene, Ask(REGULARS, ACTIVATE, "r1"), text) == {text: why}


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Fired("r1", "i1", 0, 0, False, MAP.cell("A1"), MAP.cell("A2"), 0), "r1 fires at i1 and misses"),
        (Fired("r1", "i1", 3, 1, False, MAP.cell("A1"), MAP.cell("A2"), 0), "r1 fires at i1: 3 hits, 1 figure out"),
        (Fired("r1", "i1", 3, 0, False, MAP.cell("A1"), MAP.cell("A2"), 0), "r1 fires at i1: 3 hits, nobody is hurt"),
        (Fired("i1", "r1", 1, 2, True, MAP.cell("A1"), MAP.cell("A2"), 0), "i1 fires at r1: 1 hit, 2 figures down"),
        (Moved("r1", (MAP.cell("C4"),), 0, "rapid"), "r1 moves Rapid to C4"),
        (Moved("i1", (MAP.cell("C4"),), 0, "rapid", pulled_back=True), "i1 pulls back to C4"),
        (ActionChecked("i1", passed=True), "i1 passes the action check"),
        (ActionChecked("i1", passed=False), "i1 fails the action check, and does nothing more this turn"),
        (ReactionTested("i1", "r1", first=True), "i1 interrupts r1"),
        (ReactionTested("i1", "r1", first=False), "i1 wants to interrupt r1, but is slower"),
        (Dispersed("r1", "i1", succeeded=False), "r1 fails to disperse i1"),
        (ReactionTested("r1", "i1", first=False, how="overwatch"), "r1 on overwatch is slower than i1"),
        (Treated("r1", "serious"), "r1: one is seriously wounded"),
        (Struck("r1", 1, downed=True, why="A sniper"), "A sniper: r1 has 1 figure down"),
        (Damaged("r1", "weapon out"), "r1 is without its weapon"),
        (AssetPlayed("smoke", cell=MAP.cell("C4")), "the Regulars play Smoke grenades at C4"),
        (CardLaid("aid", "r1"), "A doctor is in force on r1"),
        (Passed(REGULARS, "r1", "stays"), "r1 stays"),
    ],
)
def test_events_are_told_in_a_sentence(event: object, text: str) -> None:
    """In the words of the game."""
    scene = position(team("r1", "C10"), team("i1", "H10"), assets=[SMOKE, AID])
    assert AMBUSH_ALLEY.told(scene, event) == text  # type: ignore[arg-type]


def test_every_event_has_words_of_its_own() -> None:
    """None is told as a list of what is in it."""
    from dataclasses import fields

    scene = position(team("r1", "C10"), team("i1", "H10"), assets=[SMOKE])
    values = {
        "cell": MAP.cell("C4"), "cells": (MAP.cell("C4"),), "way": (MAP.cell("C4"),), "by": MAP.cell("C4"),
        "at": MAP.cell("C4"), "unit": "r1", "card": "smoke", "side": REGULARS, "phase": "regulars", "why": "blocked",
        "result": "dead", "target": "i1", "enemy": "i1", "other": "i1", "mob": "i1", "aboard": "i1", "against": "i1",
        "about": "i1", "what": "close", "spot": "1", "player": "",
    }  # fmt: skip
    for kind in AMBUSH_ALLEY.own_events:
        words = {field.name: values.get(field.name, 1) for field in fields(kind)}  # type: ignore[arg-type]
        if kind is CameOn:
            words["unit"] = unit(scene, "i1")
        if kind.__name__ == "LevelChanged":
            words["by"] = 1
        if kind.__name__ == "ReactionTested":
            words["how"] = "overwatch"
        assert AMBUSH_ALLEY.told(scene, kind(**words)), kind


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (fighting.Fire("r1", "i1"), "r1 fire at i1"),
        (fighting.Watch("r1"), "r1 overwatch"),
        (tasks.PlayAsset("smoke", cell=MAP.cell("C4")), "play Smoke grenades at C4"),
        (tasks.PlaceHotSpot(MAP.cell("C4")), "hot spot C4"),
        (moving.Turn("r1", 2), "r1 turn e"),
        (moving.Disembark("r1", MAP.cell("C4")), "r1 get out to C4"),
    ],
)
def test_orders_in_words(intent: Any, text: str) -> None:
    """As one would type them."""
    assert intent.text(position(team("r1", "C10"), assets=[SMOKE])) == text


def test_a_move_in_words_says_its_pace() -> None:
    """Cautious is simply to move."""
    scene = position(team("r1", "C10"))
    assert moving.Move("r1", way(scene, "D10")).text(scene) == "r1 move to D10"
    assert moving.Move("r1", way(scene, "D10"), "rapid").text(scene) == "r1 rapid move to D10"


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (moving.Move("Marines", (MAP.cell("D10"),)), "Marines move to D10"),
        (moving.Move("Marines", (MAP.cell("D10"),), "rapid"), "Marines move Rapid to D10"),
        (fighting.Fire("r2", "i1"), "r2 fires at i1"),
        (fighting.Assault("r2", "i1", (MAP.cell("D10"),)), "r2 assaults i1, coming from D10"),
        (tasks.Disperse("Marines", "i1"), "Marines try to disperse i1"),
        (fighting.Watch("Marines"), "Marines go on overwatch"),
        (tasks.Search("r2"), "r2 searches the place"),
        (moving.Embark("r2", "Truck"), "r2 gets into Truck"),
        (moving.Disembark("r2", MAP.cell("C4")), "r2 gets out in C4"),
        (moving.Turn("r2", 2), "r2 turns e"),
        (tasks.Join("r2", "Marines"), "r2 joins Marines"),
        (moving.Leave("Marines"), "Marines leave the table"),
        (tasks.Stay("Marines"), "Marines do nothing"),
        (tasks.PlaceHotSpot(MAP.cell("C4")), "a hot spot is placed in C4"),
        (tasks.PlayAsset("smoke", cell=MAP.cell("C4")), "the Regulars play Smoke grenades at C4"),
    ],
)
def test_an_order_that_stands_ready_is_a_sentence(intent: Any, text: str) -> None:
    """It agrees with whoever is to carry it out, if that is a body of men, and speaks as the log will."""
    scene = position(team("Marines", "C10", side=REGULARS), team("r2", "C11"), assets=[SMOKE])
    assert AMBUSH_ALLEY.worded(scene, intent) == text


@pytest.mark.parametrize(("pace", "name"), [("cautious", "patrol"), ("rapid", "cruise")])
def test_a_vehicle_patrols_and_cruises_wherever_its_pace_is_named(pace: Pace, name: str) -> None:
    """In the menu, in the order, in its reach and in what is refused; men move Cautious and Rapid."""
    scene = position(vehicle("r1", "C10"), team("i1", "Z3"), actor="r1")
    move = moving.Move("r1", way(scene, "D10"), pace)
    assert move.text(scene) == f"r1 {name} to D10" and move.sentence(scene) == f"r1 {name}s to D10"
    assert AMBUSH_ALLEY.insight.sketch(scene, move).verb == name
    far = moving.Move("r1", way(scene, *(f"{column}10" for column in "DEFGHIJKLMNOPQRSTUVWXYZ")), pace)
    assert f"a {name.capitalize()} move is" in (refusal(scene, Ask(REGULARS, ACTIVATE, "r1"), far) or "")
    fast = {reached.text for reached in AMBUSH_ALLEY.insight.reach(scene, scene.state.unit("r1")).values()}
    assert any(text.endswith(", Cruise") for text in fast) and not any("Rapid" in text for text in fast)


@pytest.mark.parametrize(("name", "has"), [("Contractors", "have"), ("Spahis", "have"), ("Amber One", "has")])
def test_what_is_refused_agrees_with_the_name_of_a_team(name: str, has: str) -> None:
    """As the log does."""
    scene = position(team(name, "C10", side=REGULARS, acted=True), team("i1", "H10"))
    assert refusal(scene, Ask(REGULARS, ACTIVATE), fighting.Watch(name)) == f"{name} {has} acted already this turn"
