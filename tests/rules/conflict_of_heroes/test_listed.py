"""Whatever befalls a counter, each kind of order is listed: legal, or with its reason and rule, and told apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.dice import probability
from sim.engine.insight import Odds, Sketch
from sim.engine.orders import Ask, Intent, Offer
from sim.engine.session import Session
from sim.resources import shipped_scenarios
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_ACTED, REROLL
from sim.rules.conflict_of_heroes.figures import action_cards, hits
from sim.rules.conflict_of_heroes.ground.zones import field_of_fire, short_zone_of, zone_of
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN, CohOrder
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import CounterMove, Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally
from sim.rules.conflict_of_heroes.state import POOLS, CohPosition
from sim.scenario.scenario import load_scenario
from tests.rules.conflict_of_heroes.questions import INSIGHT, order_of, staged

ASK = Ask("reds", TURN)
KINDS = (Move, Pivot, Fire, ReconByFire, Rally, DigIn, Hide, LaySmoke)
SCENARIOS = [path for path in shipped_scenarios() if "conflict_of_heroes" in path.parts]
SMALL = "map\n" + ".......\n" * 12 + "\n"
"""Enough for what is listed here, and soon gone through."""
PAIR = f"{SMALL}reds: u1 soviet_rifles_41 C7 n\ngreys: a1 german_rifles_41 C4 s\n"
CROWD = f"""{SMALL}
    reds: u1 soviet_rifles_41 C7 n | u2 soviet_82mm_mortar C8 n hit:soft_suppressed
    reds: u3 soviet_t34a E7 n spent | u4 soviet_rifles_41 F9 n hit:soft_pinned
    greys: a1 german_rifles_41 C4 s | a2 german_mg34 E7 s | a3 german_rifles_41 G1 s hidden
    features mines C7 wire B7
    ground C5:b A9:~
    set hand:{",".join(action_cards())}
"""
"""A bit of everything, and all cards in the hand."""
WALLS = "edges wall C7/n C7/ne C7/se C7/s C7/sw C7/nw"
SOFT, ARMOURED = ([id_ for id_, each in hits().items() if each.pool == pool and not each.destroys] for pool in POOLS)
STATES = {
    "fresh": "",
    "spent": "u1 spent\nset caps:0",
    "hidden": "u1 hidden\na1 G1\nground C7:w",
    "in close combat": "a1 C7",
    "a mortar in close combat": "u1 profile:soviet_82mm_mortar\na1 C7",
    "in the water": "ground C7:~",
    "dug in": "u1 dug_in",
    "nobody there": "a1 hidden",
    "a mortar with nothing in sight": "u1 profile:soviet_82mm_mortar\na1 C1\nground B6:w C6:w D6:w B7:w D7:w C8:w",
    "a wagon": "u1 profile:soviet_wagon",
    "a truck": "u1 profile:soviet_truck",
    "walled in": f"u1 profile:soviet_truck\n{WALLS}",
    **{hit: f"u1 hit:{hit}" for hit in SOFT},
    **{f"a mortar, {hit}": f"u1 profile:soviet_82mm_mortar hit:{hit}\na1 C3" for hit in SOFT},
    **{f"a tank, {hit}": f"u1 profile:soviet_t34a hit:{hit}" for hit in ARMOURED},
}


def offers(position: CohPosition, ask: Ask = ASK) -> list[Offer]:
    """Return what is listed, as far as the side may know."""
    known = Position(position.battle, CONFLICT_OF_HEROES.known(position, ask.side))
    return list(CONFLICT_OF_HEROES.offers(known, ask))


def refusal(position: CohPosition, intent: Intent, ask: Ask = ASK) -> str | None:
    """Say why an order is refused, as far as the side may know."""
    known = Position(position.battle, CONFLICT_OF_HEROES.known(position, ask.side))
    return CONFLICT_OF_HEROES.refusal(known, ask, intent)


def units_of(offer: Offer) -> tuple[str, ...]:
    """Return who would carry an order out."""
    assert isinstance(offer.intent, CohOrder)
    return offer.intent.units


@pytest.mark.rule("COH-3.1", "COH-HIT", "COH-MOVE", "COH-RANGE", "COH-GROUP", "COH-DIG", "COH-HIDE", "COH-RECON")
@pytest.mark.parametrize("state", STATES)
def test_every_kind_of_order_is_listed_in_every_state(state: str) -> None:
    """Open, or with the reason and a rule of the rulebook; all of it can be shown, in words and with its odds."""
    position = staged(f"{PAIR}{STATES[state]}")
    listed = [offer for offer in offers(position) if units_of(offer)[:1] == ("u1",)]
    rules = {rule.id for rule in CONFLICT_OF_HEROES.rulebook}
    assert [kind for kind in (*KINDS, Stall) if not any(isinstance(offer.intent, kind) for offer in listed)] == []
    for offer in listed:
        assert offer.refusal is None or offer.refusal.rule in rules, offer
        assert offer.refusal == refusal(position, offer.intent), offer
        shown = INSIGHT.sketch(position, offer.intent)
        assert shown.verb and shown.target != "" and CONFLICT_OF_HEROES.order_text(position, offer.intent)
        INSIGHT.odds(position, ASK, offer.intent)


@pytest.mark.rule("COH-4.2")
def test_an_ai_that_is_moved_by_hand_has_every_kind_listed_too() -> None:
    """Its list is that of a Unit, without CAPs and cards."""
    listed = offers(staged(f"{PAIR}a1 hit:soft_pinned"), Ask("greys", AI_TURN, about="03"))
    assert [kind for kind in KINDS if not any(isinstance(offer.intent, kind) for offer in listed)] == []


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("card", sorted(action_cards()))
@pytest.mark.parametrize("state", ["a1 G1", "a1 A1\nu1 spent\nset caps:0"])
def test_every_card_in_the_hand_is_listed(card: str, state: str) -> None:
    """As an order, along with one, or with the reason why it cannot be played."""
    listed = [o for o in offers(staged(f"{PAIR}{state}\nset hand:{card}")) if getattr(o.intent, "card", "") == card]
    assert listed
    assert all(o.refusal.rule for o in listed if isinstance(o.intent, PlayCard) and o.refusal)


@pytest.mark.rule("COH-3.0")
@pytest.mark.parametrize("caps", [0, 1, 5])
def test_what_is_offered_in_a_crowd(caps: int) -> None:
    """All of it legal, every kind among it, and whoever has an offer can be ordered; all odds add up."""
    position = staged(f"{CROWD}set caps:{caps}")
    found = offers(position)
    assert [offer for offer in found if offer.refusal != refusal(position, offer.intent)] == []
    assert len({offer.text for offer in found}) == len(found)
    open_ = [offer for offer in found if not offer.refusal]
    assert {type(o.intent) for o in open_} >= {Move, Pivot, Fire, Rally, DigIn, PlayCard, Pass}
    assert set(INSIGHT.actors(position, ASK)) == {who for offer in open_ for who in units_of(offer)}
    told = [each for offer in found[:: 1 if caps == 5 else 10] for each in INSIGHT.odds(position, ASK, offer.intent)]
    assert len(told) > 20 and all(map(adds_up, told))


def adds_up(told: Odds) -> bool:
    """Say whether the chance is that of the throw, and what may come of it is certain."""
    if told.throw is not None:
        assert told.throw.need is not None
        assert told.chance == probability(told.throw.die, told.throw.count, told.throw.need)
    return not told.results or sum(chance for _, chance in told.results) == 1


@pytest.mark.rule("COH-3.0")
def test_whatever_is_offered_can_be_carried_out() -> None:
    """Each is played from the same position, and changes it or says that nothing was done."""
    position = staged(CROWD)
    for offer in [offer for offer in offers(position) if not offer.refusal][::5]:
        people = {"reds": "human", "greys": "human"}
        session: Session[Any, Any] = Session(position.battle, position.state, people, Seeded(1))
        session.advance()
        session.answer(offer.intent)
        while isinstance(session.wanted, Ask):
            session.answer(Pass())
        assert len(session.frames) > 2, offer.text


@cache
def moments(file: Path) -> tuple[CohPosition, ...]:
    """Return two moments of a scenario: its first turn, and the last turn of the player in a short while of play."""
    loaded = load_scenario(file)
    players = {side.id: "solo" if side.id == loaded.battle.data.ai else "commander" for side in loaded.battle.sides}
    session: Session[Any, Any] = Session(loaded.battle, loaded.state, players, Seeded(7))
    found: list[Any] = []
    while len(session.frames) < 400 and not session.over and len(found) < 20:
        session.advance()
        if session.state.stage == "turn" and session.state.mover == loaded.battle.data.player:
            found.append(session.state)
    states: list[Any] = [found[0], found[-1]] if found else [loaded.state]
    return tuple(Position(loaded.battle, state) for state in states)


def asked_in(file: Path) -> Iterator[tuple[CohPosition, Ask]]:
    """Yield both sides' turns in two moments of a scenario, with a card to pay with and two to play along."""
    for scene in moments(file):
        data, hand = scene.battle.data, ("command_action", "careful_aiming", "rapid_deployment")
        rich = Position(scene.battle, scene.state.changed(hand=hand, caps=2))
        yield rich, Ask(data.player, TURN)
        yield rich, Ask(data.ai, AI_TURN, about=next(iter(data.orders)))


@pytest.mark.rule("COH-3.0")
@pytest.mark.parametrize("file", SCENARIOS, ids=lambda path: path.stem)
def test_no_two_offers_look_the_same_and_the_pass_is_one_of_them(file: Path) -> None:
    """What differs as an order differs as a sketch; what the insight calls the pass is what the rules offer."""
    for scene, ask in asked_in(file):
        check_all_different(scene, ask)
        passes = [
            o.intent for o in CONFLICT_OF_HEROES.offers(scene, ask) if isinstance(o.intent, Pass) and not o.refusal
        ]
        assert INSIGHT.passing(scene, ask) == (passes[0] if passes else None)


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("ask", [ASK, Ask("reds", REROLL, "u1", number=1), Ask("reds", ENEMY_ACTED, None, "a1")])
def test_no_two_offers_look_the_same_whatever_cards_are_held(ask: Ask) -> None:
    """In one's own turn and in that of the enemy, in which nobody can be ordered."""
    check_all_different(staged(CROWD), ask)
    assert bool(INSIGHT.actors(staged(CROWD), ask)) is (ask is ASK)


def check_all_different(scene: CohPosition, ask: Ask) -> None:
    """Fail if two offers have one sketch."""
    seen: dict[Sketch, Intent] = {}
    for offer in CONFLICT_OF_HEROES.offers(scene, ask):
        told = INSIGHT.sketch(scene, offer.intent)
        assert seen.setdefault(told, offer.intent) == offer.intent, told
    assert seen


@pytest.mark.rule("COH-3.1.1")
@pytest.mark.rule("COH-3.1")
def test_to_be_spent_is_feared_and_an_order_leaves_a_counter_otherwise() -> None:
    """Nobody boasts of a move; a hasty defence is there once dug, and stays behind when its Unit moves or pivots."""
    position = staged(PAIR)
    (spent,) = INSIGHT.odds(position, ASK, order_of(position, "u1 move C6"))
    assert spent.feared and spent.what == "u1 is spent"
    man = position.state.unit("u1")
    dug = INSIGHT.once_done(DigIn("u1"), man)
    assert dug == man.changed(dug_in=True)
    left = [INSIGHT.once_done(order_of(position, text), dug) for text in ("u1 move C6", "u1 pivot ne", "u1 fire a1")]
    assert left == [man, man, dug]


@pytest.mark.rule("COH-FZ")
@pytest.mark.parametrize("text", [CROWD, f"{PAIR}u1 profile:soviet_t34a\na1 hit:soft_cowering"])
def test_a_fire_zone_is_that_of_the_rules_in_parts(text: str) -> None:
    """All bands together are the zone, none has a cell of another, and the nearest is the zone at short range."""
    position = staged(text)
    for counter in position.state.units:
        bands = INSIGHT.fire_zone(position, counter)
        cells = [cell for band in bands for cell in band.area]
        assert len(cells) == len(set(cells)) and set(cells) == set(zone_of(position, counter))
        short = next((set(band.area) for band in bands if band.name == "short range"), set())
        assert short == set(short_zone_of(position, counter) & field_of_fire(position, counter))


@pytest.mark.rule("COH-FZ")
def test_one_sees_all_round() -> None:
    """Facing is for fire, not for sight; who is off the map sees, covers and reaches nothing."""
    position = staged(f"{PAIR}reds: u2 soviet_rifles_41 A1 n\nu2 off")
    one, waiting = position.state.unit("u1"), position.state.unit("u2")
    for facing in (None, 3):
        assert {position.map.cell("C6"), position.map.cell("C8")} <= set(INSIGHT.view(position, one, facing))
    assert not INSIGHT.view(position, waiting) and not INSIGHT.fire_zone(position, waiting)
    assert not INSIGHT.reach(position, waiting) and not INSIGHT.threats(position, "u2")


@pytest.mark.rule("COH-3.1")
def test_orders_that_nobody_could_type_are_refused() -> None:
    """There are six directions, somebody must move or rally; whoever is asked for a card is told that by its rule."""
    position = staged(PAIR)
    cell = position.map.cell("C6")
    odd: dict[str, Intent] = {
        "there are 6 directions": Move((CounterMove("u1", (cell,), 6),)),
        "there are 6 directions ": Pivot("u1", -1),
        "nobody moves": Move(()),
        "nobody rallies": Rally(()),
    }
    assert {text: refusal(position, intent) for text, intent in odd.items()} == {text: text.strip() for text in odd}
    roll = Ask("reds", REROLL, "u1", number=1)
    told = INSIGHT.unreached(staged(f"{PAIR}set hand:veteran_nco"), roll, position.state.unit("u1"), cell)
    assert told == "only a card can be played now, or nothing done (COH-3.3)"
