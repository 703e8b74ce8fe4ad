"""What the player is offered: all of it legal, the impossible with its reason, everything with its price."""

import pytest

from sim.engine.chance import Seeded
from sim.engine.orders import Ask, Offer
from sim.engine.session import Session
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_MOVED, REROLL
from sim.rules.conflict_of_heroes.orders.base import AI_TURN
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Rally
from tests.rules.conflict_of_heroes.stage import (
    BLUE,
    BY_HAND,
    GREYS,
    NEVER_SPENT,
    REDS,
    Stage,
    ai,
    stage,
    unit,
    with_terrain,
)

ALL_CARDS = (
    "adrenaline",
    "command_action",
    "follow_me",
    "rally_up",
    "frontline_officer",
    "seek_cover",
    "obstacle_clearing",
    "mine_laying",
    "artillery_smoke",
    "rapid_deployment",
    "careful_aiming",
    "veteran_nco",
    "luck",
    "swift_action",
    "scout_teams",
    "battlefield_confusion",
    "bogged_down",
)
CROWD = (
    unit("u1", "C7"),
    unit("u2", "C8", "soviet_82mm_mortar", hit="soft_suppressed"),
    unit("u3", "E7", "soviet_t34a", spent=True),
    unit("u4", "F9", hit="soft_pinned"),
    ai("a1", "C4"),
    ai("a2", "E7", "german_mg34"),
    ai("a3", "G1", hidden=True),
)
MINES = '[features]\nmines = ["C7"]\nwire = ["B7"]'


def crowded(caps: int = 5) -> Stage:
    """Return a stage with a bit of everything."""
    return stage(*CROWD, hand=ALL_CARDS, caps=caps, rows=with_terrain(C5="b", A9="~"), more=MINES)


def found(offers: list[Offer], text: str) -> Offer:
    """Return the offer of that text."""
    (offer,) = [offer for offer in offers if offer.text == text]
    return offer


@pytest.mark.rule("COH-3.0")
def test_whatever_is_offered_without_a_reason_is_legal() -> None:
    """And whatever has a reason is refused for it."""
    field = crowded()
    known = field.changed(units=CONFLICT_OF_HEROES.known(field.position, REDS).units)
    for offer in known.offers():
        assert offer.refusal == field.refusal(offer.intent), offer.text


@pytest.mark.rule("COH-3.0")
def test_whatever_is_offered_can_be_carried_out() -> None:
    """Each is played from the same position, and changes it or says that nothing was done."""
    field = crowded()
    for offer in [
        offer for offer in field.changed(units=field.state.units.without("a3")).offers() if not offer.refusal
    ][::5]:
        session = Session(field.battle, field.state, BY_HAND, Seeded(1))
        session.advance()
        session.answer(offer.intent)
        while isinstance(session.wanted, Ask):
            session.answer(Pass())
        assert len(session.frames) > 2, offer.text


@pytest.mark.rule("COH-3.0")
def test_no_two_offers_read_the_same() -> None:
    """They are typed."""
    texts = [offer.text for offer in crowded().offers()]
    assert len(texts) == len(set(texts))


@pytest.mark.rule("COH-3.0")
def test_every_kind_of_action_is_offered() -> None:
    """Unit action, command action, card action, stall and pass."""
    kinds = {type(offer.intent) for offer in crowded().offers() if not offer.refusal}
    assert kinds >= {Move, Pivot, Fire, Rally, DigIn, LaySmoke, PlayCard, Stall, Pass}


@pytest.mark.rule("COH-3.0")
def test_an_impossible_shot_is_offered_with_its_reason() -> None:
    """Out of the arc, or out of sight."""
    field = stage(unit("u1", "C7", facing="s"), ai("a1", "C4"))
    offer = found(field.offers(), "u1 fire a1")
    assert offer.refusal == "a1 is outside the arc of fire"


@pytest.mark.rule("COH-3.0")
def test_a_shot_says_what_it_needs() -> None:
    """9 against rifles in the open."""
    offer = found(stage(unit("u1", "C7"), ai("a1", "C4")).offers(), "u1 fire a1 (needs 9)")
    assert (offer.refusal, offer.cost) == (None, "4 AP")


@pytest.mark.rule("COH-3.1")
def test_what_a_spent_unit_cannot_pay_is_offered_with_the_reason() -> None:
    """Without CAPs there is no action for it."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=0)
    offers = field.offers()
    assert found(offers, "u1 fire a1 (needs 9)").refusal.startswith("u1 is spent")
    assert found(offers, "u1 stall").refusal.startswith("u1 is spent")


@pytest.mark.rule("COH-3.2.2")
@pytest.mark.parametrize(("caps", "offered"), [(3, False), (4, True)])
def test_a_command_action_is_offered_to_who_can_pay_it(caps: int, offered: bool) -> None:
    """4 CAPs for a shot of rifles."""
    texts = {offer.text: offer for offer in stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=caps).offers()}
    assert ("u1 fire a1 (needs 9) by CAPs" in texts) is offered
    if offered:
        assert texts["u1 fire a1 (needs 9) by CAPs"].cost == "4 CAPs"


@pytest.mark.rule("COH-3.2.1")
def test_part_of_a_price_is_offered_in_caps() -> None:
    """One to three of four, and CAPs on the dice, one and two."""
    offers = stage(unit("u1", "C7"), ai("a1", "C4")).offers()
    assert found(offers, "u1 fire a1 (needs 9) paying 1 CAP").cost == "3 AP, 1 CAP"
    assert found(offers, "u1 fire a1 (needs 9) paying 3 CAPs").cost == "1 AP, 3 CAPs"
    aiming = [offer for offer in offers if "aiming" in offer.text]
    assert [offer.intent for offer in aiming] == [Fire("u1", "a1", dice_caps=n) for n in (1, 2)]


@pytest.mark.rule("COH-3.2.1")
def test_a_rally_is_offered_with_caps_on_the_dice() -> None:
    """One and two, besides those that pay for it."""
    offers = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C4")).offers()
    assert found(offers, "u1 rally urged on with 1 CAP").intent == Rally(("u1",), dice_caps=1)
    assert found(offers, "u1 rally urged on with 2 CAPs").cost == "5 AP, 2 CAPs"


@pytest.mark.rule("COH-3.4")
@pytest.mark.parametrize(("caps", "refusal"), [(1, None), (0, "that takes 1 CAP, and you have 0")])
def test_a_stall_is_offered_with_its_price(caps: int, refusal: str | None) -> None:
    """For a CAP, and for 1 AP of a Unit."""
    offers = stage(unit("u1", "C7"), ai("a1", "C4"), caps=caps).offers()
    assert (found(offers, "stall with a CAP").refusal, found(offers, "stall with a CAP").cost) == (refusal, "1 CAP")
    assert found(offers, "u1 stall").cost == "1 AP"


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize(
    ("card", "text", "cost"),
    [
        ("command_action", "u1 fire a1 (needs 9) playing Command Action", "0 AP"),
        ("careful_aiming", "u1 fire a1 (needs 9) playing Careful Aiming", "4 AP"),
        ("swift_action", "u1 pivot s playing Swift Action", "1 AP, 1 CAP"),
        ("seek_cover", "u1 dig in playing Seek Cover!", "0 AP"),
        ("frontline_officer", "play Frontline Officer with u1", "2 AP"),
        ("scout_teams", "play Scout Teams", "1 CAP"),
        ("mine_laying", "play Mine-Laying with u1 in C6", "2 AP"),
        ("artillery_smoke", "play Artillery Smoke in C6", "2 CAPs"),
    ],
)
def test_cards_are_offered_with_what_they_go_with(card: str, text: str, cost: str) -> None:
    """Those that are actions by themselves, and those that come along with one."""
    offer = found(stage(unit("u1", "C7"), ai("a1", "C4"), hand=(card,)).offers(), text)
    assert (offer.refusal, offer.cost) == (None, cost)


@pytest.mark.rule("COH-3.3")
def test_mines_are_not_offered_under_anybodys_feet() -> None:
    """The hex of another counter comes with the reason, and one's own not at all."""
    offers = stage(unit("u1", "C7"), unit("u2", "C8"), ai("a1", "C4"), hand=("mine_laying",)).offers()
    assert found(offers, "play Mine-Laying with u1 in C8").refusal == "C8 is not empty"
    assert not [offer for offer in offers if offer.text == "play Mine-Laying with u1 in C7"]


@pytest.mark.rule("COH-3.1.1-group")
def test_a_group_attack_is_offered() -> None:
    """With everybody fresh who can support it; it says what it needs then."""
    field = stage(unit("u1", "C7"), unit("u2", "B7"), unit("u3", "C8", spent=True), ai("a1", "C4"))
    assert found(field.offers(), "u1 fire a1 with u2 (needs 8)").intent == Fire("u1", "a1", ("u2",))


@pytest.mark.rule("COH-3.1")
def test_only_who_is_hit_can_rally() -> None:
    """There is nothing to shake off otherwise, and the list says so."""
    offers = stage(unit("u1", "C7"), unit("u2", "A9", hit="soft_pinned"), ai("a1", "C4")).offers()
    assert found(offers, "u1 rally").refusal == "u1 is not hit"
    assert found(offers, "u2 rally").refusal is None


@pytest.mark.rule("COH-3.1")
def test_nobody_is_offered_to_pivot_where_he_faces() -> None:
    """Five ways to turn."""
    offers = stage(unit("u1", "C7"), ai("a1", "C4"), caps=0).offers()
    assert [offer.text for offer in offers if "pivot" in offer.text] == [
        f"u1 pivot {d}" for d in ("ne", "se", "s", "sw", "nw")
    ]


@pytest.mark.rule("COH-3.1")
def test_hidden_ais_are_not_offered_as_targets() -> None:
    """The player does not know of them."""
    offers = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "C3", hidden=True)).offers()
    assert not [offer for offer in offers if "a2" in offer.text]


@pytest.mark.rule("COH-3.3")
def test_answers_to_a_roll_are_offered() -> None:
    """The cards that fit, those that do not with the reason, and to let it be."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), hand=("luck", "bogged_down"))
    said = {offer.text: offer.refusal for offer in field.offers(Ask(REDS, REROLL, "u1"))}
    assert said == {"play Luck!": None, "play Bogged Down": "Bogged Down cannot answer that", "let it be": None}
    moved = {offer.text: bool(offer.refusal) for offer in field.offers(Ask(REDS, ENEMY_MOVED, None, "a1"))}
    assert moved == {"play Luck!": True, "play Bogged Down": False, "let it be": False}


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize(("card", "free"), [(NEVER_SPENT, False), (BLUE, True)])
def test_a_person_can_play_the_ais(card: str, free: bool) -> None:
    """Fresh ones on a green card, all on a blue one; without CAPs, cards and stalls, and a pass is always there."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "B4", spent=True), hand=("command_action",))
    ask = Ask(GREYS, AI_TURN, about=card)
    offers = field.offers(ask)
    assert all(offer.refusal == field.refusal(offer.intent, GREYS, card) for offer in offers)
    assert found(offers, "a1 fire u1 (needs 10)").refusal is None
    assert found(offers, "a1 fire u1 (needs 10)").cost == "3 AP"
    assert (found(offers, "a2 fire u1 (needs 10)").refusal is None) is free
    assert found(offers, "pass").refusal is None
    assert not [offer for offer in offers if "CAP" in offer.text or "play" in offer.text or "stall" in offer.text]


@pytest.mark.rule("COH-3.0")
def test_a_session_offers_to_a_person_who_plays_the_ais() -> None:
    """The battle does not stop there."""
    field = stage(unit("u1", "C7"), ai("a1", "C4")).changed(mover=GREYS)
    session = field.session(cards=(NEVER_SPENT,))
    session.advance()
    assert isinstance(session.wanted, Ask) and session.wanted.occasion == AI_TURN
    assert field.offers(session.wanted)
