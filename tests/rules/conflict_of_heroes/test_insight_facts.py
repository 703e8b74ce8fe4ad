"""What the viewer is told of counters, hexes and the battle, and who can be ordered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.engine.orders import Ask
from sim.rules.conflict_of_heroes.combat.reactions import REROLL
from sim.rules.conflict_of_heroes.orders.base import AI_TURN
from tests.rules.conflict_of_heroes.insight_questions import ASK, INSIGHT
from tests.rules.conflict_of_heroes.stage import (
    BLUE,
    GREYS,
    NEVER_SPENT,
    REDS,
    TANK,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)
from tests.rules.conflict_of_heroes.test_offers import crowded

# -- what there is to know --------------------------------------------------------------------------------------


def facts(field: Stage, id_: str) -> dict[str, tuple[str, str]]:
    """Return the facts of a counter by their labels."""
    return {fact.label: (fact.text, fact.source) for fact in INSIGHT.facts(field.position, field.counter(id_))}


@pytest.mark.rule("COH-3.1")
def test_the_figures_of_a_counter_are_told() -> None:
    """Soviet rifles: attack 4, move 1, 3 red and 0 blue, range 5, 12 in front and 11 in flank."""
    found = facts(stage(unit("u1", "C7"), ai("a1", "C4"), rows=with_terrain(C7="W")), "u1")
    assert found["attack"] == ("4 AP", "counter")
    assert (found["red firepower"], found["blue firepower"]) == (("3", "counter"), ("0", "counter"))
    assert found["range"] == ("5, long range to 10", "counter")
    assert (found["front defence"][0], found["flank defence"][0]) == ("12 soft", "11 soft")
    assert found["move"] == ("1 AP, foot", "counter")
    assert found["shelter"] == ("+2 heavy woods in C7", "ground")
    assert "fresh" in found and found["facing"][0] == "n"
    assert not {"hit", "rally", "hidden", "hasty defence", "spent"} & found.keys()


@pytest.mark.rule("COH-3.1")
def test_a_hit_is_told_with_all_that_it_does() -> None:
    """Cowering: attack +2 AP, move +1 AP, range 1, defence +1; rallies at 8, in a building at 7 (21 of 36)."""
    found = facts(stage(unit("u1", "C7", hit="soft_cowering"), ai("a1", "A1"), rows=with_terrain(C7="b")), "u1")
    assert found["attack"] == ("6 AP", "counter 4, hit: Cowering +2")
    assert found["move"] == ("2 AP, foot", "counter 1, hit: Cowering +1")
    assert found["range"] == ("1, long range to 2", "counter 5, hit: Cowering")
    assert found["front defence"] == ("13 soft", "counter 12, hit: Cowering +1")
    assert found["hit"][0].startswith("Cowering: range 1, +2 AP to attack, +1 AP to move and pivot")
    assert found["rally"] == ("7 or more on 2D6 (58 %)", "+8 Cowering, -1 building")


@pytest.mark.rule("COH-3.1")
def test_what_a_hit_forbids_is_told() -> None:
    """Panicked cannot attack, pinned cannot move, a damaged gun is out of order, and immobilised cannot be rallied."""
    assert facts(stage(unit("u1", "C7", hit="soft_panicked"), ai("a1", "A1")), "u1")["attack"][0] == "cannot attack"
    assert (
        facts(stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1")), "u1")["move"][0]
        == "u1 is pinned and cannot move or turn"
    )
    tank = facts(stage(unit("u1", "C7", TANK, hit="armoured_gun_damaged_blue"), ai("a1", "A1")), "u1")
    assert (tank["blue firepower"][0], tank["red firepower"][0]) == ("out of order", "5")
    assert tank["rally"][0] == "Gun damaged (blue) cannot be rallied"
    assert tank["front defence"][0] == "19 armoured"


@pytest.mark.rule("COH-3.1")
def test_the_state_of_a_counter_is_told() -> None:
    """Spent, in hasty defence, hidden, a rumour, not yet there."""
    field = stage(
        unit("u1", "C7", spent=True, dug_in=True),
        unit("u2", "D7", hidden=True),
        unit("u3", "A1", turn=3),
        ai("a1", "C4", "rumour", spent=True),
        mission={"rumours": {"german_mg34": 1, "nothing": 3}},
    )
    assert facts(field, "u1")["spent"][0] == "acts for CAPs only"
    assert facts(field, "u1")["hasty defence"][0].startswith("+1")
    assert "hidden" in facts(field, "u2")
    assert facts(field, "u3")["off the map"][0] == "round 3"
    assert facts(field, "a1")["spent"][0] == "acts on blue cards only"
    assert facts(field, "a1")["may be"][0] == "MG34 25 %, nothing 75 %"
    assert "red firepower" not in facts(field, "a1")


@pytest.mark.rule("COH-3.1")
def test_the_defence_of_a_hex_is_told_part_by_part() -> None:
    """Woods 1, smoke 3 of which 2 count; water takes one off; open ground gives nothing."""
    more = '[features]\nheavy_smoke = ["C5"]\nlight_smoke = ["C5"]\nbunker = ["D5"]'
    field = stage(unit("u1", "C7"), ai("a1", "C4"), rows=with_terrain(C5="w", C6="~"), more=more)
    totals = {name: INSIGHT.defence(field.position, field.cell(name)).total for name in ("C5", "C6", "C7", "D5")}
    assert totals == {"C5": 3, "C6": -1, "C7": 0, "D5": 3}
    assert INSIGHT.defence(field.position, field.cell("C5")).parts[0].reason == "light woods in C5"


@pytest.mark.rule("COH-3.6")
def test_the_status_tells_how_the_battle_stands() -> None:
    """Round, turn, points, CAPs, cards, mission track, deck."""
    track = [{"event": "sniper fire"}, {"event": "swift action", "number": 2}]
    field = stage(unit("u1", "C7"), ai("a1", "C4"), mission={"track": track, "hand": 4}, hand=("luck",))
    field = field.changed(turn=2, caps=3, cap_level=4, track=1, points=3, passed=True)
    told = {fact.label: fact.text for fact in INSIGHT.status(field.left("orders", BLUE, "03").position)}
    assert told["round"] == "2 of 5"
    assert told["turn"] == "The reds"
    assert told["victory"] == "The reds: ahead by 3"
    assert told["CAPs"] == "3 of 4"
    assert told["action cards"].startswith("1 of 4 in hand")
    assert told["mission track"] == "space 1 of 2; next: swift action, 2 turns in a row"
    assert told["order deck"] == "2 left (1 blue), 0 discarded"
    assert told["spent check"].startswith("1 AP 0 %")
    assert told["spent check"].endswith("5 AP 50 %, 6 AP 50 %, 7 AP 100 %")
    assert told["initiative"] == "next round: the greys with 7 or more on 2D6 (58 %)"
    assert "passed" in told


@pytest.mark.rule("COH-3.6")
def test_who_leads_has_all_the_points() -> None:
    """There is one marker on the track."""
    field = stage(unit("u1", "C7"), ai("a1", "C4")).changed(points=4, leader=GREYS)
    assert INSIGHT.standing(field.position) == {REDS: 0, GREYS: 4}


@pytest.mark.rule("COH-5.0-obj")
def test_objectives_and_places_of_arrival_lie_on_the_map() -> None:
    """Held or not, with their points; and where who comes on, until he is there."""
    field = stage(
        unit("u1", "C7"),
        unit("u2", "A1 B1", turn=3),
        ai("a1", "C4"),
        objectives={"mill": ("D3", GREYS), "ford": ("E5", None)},
        points=2,
    )
    found = [(field.position.name(m.cell), m.kind, m.side, m.text) for m in INSIGHT.markers(field.position)]
    assert found == [
        ("D3", "control", GREYS, "mill, 2 points each round, held by the greys"),
        ("E5", "objective", None, "ford, 2 points each round"),
        ("A1", "spot", REDS, "comes on here: u2 (round 3)"),
        ("B1", "spot", REDS, "comes on here: u2 (round 3)"),
    ]
    arrived = field.state.with_unit(field.counter("u2").changed(cell=field.cell("A1")))
    assert len(INSIGHT.markers(replace(field, state=arrived).position)) == 2


# -- who can be ordered -----------------------------------------------------------------------------------------


def orderable(field: Stage, ask: Ask = ASK) -> tuple[str, ...]:
    """Return who may be given orders."""
    return INSIGHT.actors(field.position, ask)


@pytest.mark.rule("COH-3.2.2")
@pytest.mark.parametrize(
    ("caps", "hand", "who"),
    [
        (0, (), ("u1",)),
        (0, ("luck",), ("u1",)),
        (0, ("adrenaline",), ("u1", "u2", "u3")),
        (1, (), ("u1", "u2")),
        (4, (), ("u1", "u2", "u3")),
    ],
)
def test_spent_units_can_be_ordered_by_caps_and_cards(caps: int, hand: tuple[str, ...], who: tuple[str, ...]) -> None:
    """A pivot is 1; whoever is pinned can only fire, for 4, and one who is off the map nothing at all."""
    pinned = unit("u3", "B7", spent=True, hit="soft_pinned")
    pieces = (unit("u1", "C7"), unit("u2", "D7", spent=True), pinned, unit("u4", "A1", turn=4), ai("a1", "B4"))
    assert orderable(stage(*pieces, caps=caps, hand=hand)) == who


@pytest.mark.rule("COH-4.2")
@pytest.mark.parametrize(("card", "who"), [(NEVER_SPENT, ("a1",)), (BLUE, ("a1", "a2"))])
def test_spent_ais_can_be_ordered_on_blue_cards(card: str, who: tuple[str, ...]) -> None:
    """On green ones only those who are fresh."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "D4", spent=True))
    assert orderable(field, Ask(GREYS, AI_TURN, about=card)) == who


@pytest.mark.rule("COH-3.3")
def test_nobody_is_ordered_while_a_card_is_asked_for() -> None:
    """It is the hand that answers."""
    assert orderable(crowded(), Ask(REDS, REROLL, "u1", number=1)) == ()


@pytest.mark.rule("COH-3.0")
@pytest.mark.parametrize("caps", [0, 1, 5])
def test_who_can_be_ordered_is_who_has_an_offer(caps: int) -> None:
    """The same as going through all offers, only faster."""
    field = crowded(caps)
    offered = {who for offer in field.offers() if not offer.refusal for who in offer.intent.units}
    assert set(orderable(field)) == offered
