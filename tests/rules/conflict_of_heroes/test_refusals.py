"""No kind of order vanishes: whatever befalls a counter, each is listed, and says by its rule why not."""

from __future__ import annotations

import pytest

from sim.engine.orders import Ask, Offer
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.reactions import REROLL
from sim.rules.conflict_of_heroes.figures import action_cards, hits
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.orders.cards import PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally
from tests.rules.conflict_of_heroes.stage import GREYS, NEVER_SPENT, REDS, TANK, Stage, ai, stage, unit, with_terrain

KINDS = (Move, Pivot, Fire, ReconByFire, Rally, DigIn, Hide, LaySmoke)
SOFT = sorted(hit for hit in hits() if hit.startswith("soft") and hit != "soft_destroyed")
ARMOURED = sorted(hit for hit in hits() if hit.startswith("armoured") and hit != "armoured_destroyed")
MORTAR = "soviet_82mm_mortar"
INSIGHT = CONFLICT_OF_HEROES.insight

STATES: dict[str, Stage] = {
    "fresh": stage(unit("u1", "C7"), ai("a1", "C4")),
    "spent": stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=0),
    "hidden": stage(unit("u1", "C7", hidden=True), ai("a1", "G1"), rows=with_terrain(C7="w")),
    "in close combat": stage(unit("u1", "C7"), ai("a1", "C7")),
    "a mortar in close combat": stage(unit("u1", "C7", MORTAR), ai("a1", "C7")),
    "in the water": stage(unit("u1", "C7"), ai("a1", "C4"), rows=with_terrain(C7="~")),
    "dug in": stage(unit("u1", "C7", dug_in=True), ai("a1", "C4")),
    "nobody there": stage(unit("u1", "C7"), ai("a1", "C4", hidden=True)),
    "a mortar with nothing in sight": stage(
        unit("u1", "C7", MORTAR), ai("a1", "C1"), rows=with_terrain(B6="w", C6="w", D6="w", B7="w", D7="w", C8="w")
    ),
    "a wagon": stage(unit("u1", "C7", "soviet_wagon"), ai("a1", "C4")),
    "a truck": stage(unit("u1", "C7", "soviet_truck"), ai("a1", "C4")),
    "walled in": stage(
        unit("u1", "C7", "soviet_truck"),
        ai("a1", "C4"),
        more='[edges]\nwall = ["C7/n", "C7/ne", "C7/se", "C7/s", "C7/sw", "C7/nw"]',
    ),
    **{hit: stage(unit("u1", "C7", hit=hit), ai("a1", "C4")) for hit in SOFT},
    **{f"a mortar, {hit}": stage(unit("u1", "C7", MORTAR, hit=hit), ai("a1", "C3")) for hit in SOFT},
    **{f"a tank, {hit}": stage(unit("u1", "C7", TANK, hit=hit), ai("a1", "C4")) for hit in ARMOURED},
}


def of_u1(field: Stage) -> list[Offer]:
    """Return what is listed for the Unit, as far as its side may know."""
    known = field.changed(units=CONFLICT_OF_HEROES.known(field.position, REDS).units)
    return [offer for offer in known.offers() if offer.intent.units[:1] == ("u1",)]


@pytest.mark.rule("COH-3.1")
@pytest.mark.rule("COH-HIT")
@pytest.mark.rule("COH-MOVE")
@pytest.mark.rule("COH-RANGE")
@pytest.mark.rule("COH-GROUP")
@pytest.mark.rule("COH-DIG")
@pytest.mark.rule("COH-HIDE")
@pytest.mark.rule("COH-RECON")
@pytest.mark.parametrize("state", STATES)
def test_every_kind_of_order_is_listed_in_every_state(state: str) -> None:
    """Open, or with the reason and a rule of the rulebook."""
    listed = of_u1(STATES[state])
    rules = {rule.id for rule in CONFLICT_OF_HEROES.rulebook}
    for kind in (*KINDS, Stall):
        assert [offer for offer in listed if isinstance(offer.intent, kind)], f"{kind.__name__} is missing"
    for offer in listed:
        if offer.refusal:
            assert offer.refusal.rule in rules, offer
            assert STATES[state].refusal(offer.intent), offer


@pytest.mark.parametrize("state", STATES)
def test_whatever_is_listed_can_be_shown(state: str) -> None:
    """In a menu, in words and with its odds, which what cannot be done has none of."""
    position = STATES[state].position
    for offer in STATES[state].offers():
        shown = INSIGHT.sketch(position, offer.intent)
        assert shown.verb
        assert CONFLICT_OF_HEROES.worded(position, offer.intent)
        assert shown.target != ""
        INSIGHT.odds(position, Ask(REDS, TURN), offer.intent)


@pytest.mark.rule("COH-HIT")
def test_a_pinned_unit_has_its_moves_listed_with_the_reason() -> None:
    """Each hex next to it, once."""
    moves = [offer for offer in of_u1(STATES["soft_pinned"]) if isinstance(offer.intent, Move)]
    assert [offer.text for offer in moves] == [f"u1 move {name}" for name in ("C6", "D6", "D7", "C8", "B7", "B6")]
    assert {offer.refusal for offer in moves} == {"u1 is pinned and cannot move or turn"}
    assert {offer.refusal.rule for offer in moves} == {"COH-HIT"}


@pytest.mark.rule("COH-MOVE")
def test_a_hex_that_cannot_be_entered_is_listed_with_what_bars_it() -> None:
    """A wall stops a truck."""
    moves = [offer for offer in of_u1(STATES["walled in"]) if isinstance(offer.intent, Move)]
    assert len(moves) == 6
    assert all(offer.refusal.startswith("no step leads to ") and "wall" in offer.refusal for offer in moves)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("state", "kind", "reason", "rule"),
    [
        ("fresh", Rally, "u1 is not hit", "COH-RALLY"),
        ("fresh", LaySmoke, "u1 has no smoke", "COH-SMOKE"),
        ("in close combat", ReconByFire, "u1 is in close combat and cannot fire out of its hex", "COH-CC"),
        ("in the water", Fire, "u1 is in the water", "COH-WATER"),
        ("nobody there", Fire, "no enemy is known to be on the map", "COH-RANGE"),
        ("soft_panicked", Fire, "u1 cannot attack: panicked", "COH-HIT"),
        ("a wagon", Fire, "u1 cannot attack: it is unarmed", "COH-RANGE"),
        ("hidden", Hide, "u1 is hidden already", "COH-HIDE"),
        ("dug in", DigIn, "u1 is in hasty defence already", "COH-DIG"),
        ("fresh", ReconByFire, "no hex in reach could hide anybody", "COH-RECON"),
    ],
)
def test_the_reason_and_its_rule(state: str, kind: type, reason: str, rule: str) -> None:
    """What is told of a kind of order that cannot be given."""
    refused = [offer for offer in of_u1(STATES[state]) if isinstance(offer.intent, kind)]
    assert {offer.refusal for offer in refused} == {reason}
    assert {offer.refusal.rule for offer in refused} == {rule}


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("card", sorted(action_cards()))
def test_every_card_in_the_hand_is_listed(card: str) -> None:
    """As an order, along with one, or with the reason why it cannot be played."""
    for field in (
        stage(unit("u1", "C7"), ai("a1", "G1"), hand=(card,)),
        stage(unit("u1", "C7", spent=True), ai("a1", "A1"), hand=(card,), caps=0),
    ):
        listed = [offer for offer in field.offers(Ask(REDS, TURN)) if getattr(offer.intent, "card", "") == card]
        assert listed
        for offer in listed:
            if isinstance(offer.intent, PlayCard) and offer.refusal:
                assert offer.refusal.rule


@pytest.mark.rule("COH-4.2")
def test_an_ai_that_is_moved_by_hand_has_every_kind_listed_too() -> None:
    """Its list is that of a Unit, without CAPs and cards."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", hit="soft_pinned"))
    listed = field.offers(Ask(GREYS, AI_TURN, about=NEVER_SPENT))
    for kind in KINDS:
        assert [offer for offer in listed if isinstance(offer.intent, kind)], kind


@pytest.mark.rule("COH-3.3")
def test_whoever_is_asked_for_a_card_is_told_so_by_the_rule_of_cards() -> None:
    """A move typed while a roll may still be changed is refused for that, and not by the rules of movement."""
    field = stage(unit("u1", "C7"), ai("a1", "G1"), hand=("veteran_nco",))
    ask = Ask(REDS, REROLL, "u1", number=1)
    told = INSIGHT.unreached(field.position, ask, field.counter("u1"), field.cell("C6"))
    assert told == "only a card can be played now, or nothing done (COH-3.3)"
