"""What is on offer: everything that is allowed, and what is not with the reason."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from sim.engine.orders import Ask, Offer
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.orders.brawling import BodyBlow, Stab, Strike
from sim.rules.outlaws.orders.handling import Draw, Drop, PickUp, Reload, Stow
from sim.rules.outlaws.orders.moving import (
    Crawl,
    GetUp,
    HitTheDirt,
    Leave,
    Ride,
    Run,
    SaddleUp,
    TakeCover,
    Turnaround,
    Wait,
    Walk,
    WorkDoor,
)
from sim.rules.outlaws.orders.shooting import Shoot, Snap, ThrowWeapon
from sim.rules.outlaws.state import ACTION, SNAPSHOT, Horse, OutlawsPosition
from tests.rules.outlaws.stage import LAW, OPEN, cell, character, item, position, town, with_squares
from tests.rules.outlaws.table import ask_of

HOUSE = town(OPEN, wall="B9/n D9/n", door="C9/n")


def offered(scene: OutlawsPosition, unit: str = "p1") -> list[Offer]:
    """Return everything that is on offer for a character, which must agree with the rules."""
    ask = ask_of(scene, unit)
    found = list(OUTLAWS.offers(scene, ask))
    for offer in found:
        assert offer.refusal == OUTLAWS.refusal(scene, ask, offer.intent), offer
    assert len({offer.text for offer in found}) == len(found), "two offers read the same"
    assert len({offer.intent for offer in found}) == len(found), "two offers are the same"
    return found


def street(**words: Any) -> OutlawsPosition:
    """Return p1 in the street with its counter out of the cup, and an enemy to the north."""
    more = {key: words.pop(key) for key in ("on", "horses", "shootout", "lying") if key in words}
    at = words.pop("at", "C9")
    return position(character("p1", at, **words), character("a1", "C4", "s"), actor="p1", actions=3, **more)


def kinds(found: list[Offer], open_only: bool = True) -> set[type]:
    """Return the kinds of orders on offer."""
    return {type(offer.intent) for offer in found if not (open_only and offer.refusal)}


def test_what_a_character_on_foot_may_do() -> None:
    """Walk, run, turn, open the door, lie down, draw, stow, drop, shoot, wait."""
    found = offered(street(towards="s", right=item("colt", "p1", loaded=3), carried=("knife",), on=HOUSE))
    expected = {Walk, Run, Turnaround, WorkDoor, HitTheDirt, Draw, Stow, Drop, Reload, Wait}
    assert expected <= kinds(found)
    assert Ride not in kinds(found, open_only=False)


def test_every_order_says_what_it_costs() -> None:
    """In actions; what costs nothing is free, and a run takes everything."""
    costs = {type(offer.intent): offer.cost for offer in offered(street(right="colt", carried=("knife",)))}
    assert costs[Turnaround] == "1 action"
    assert costs[HitTheDirt] == "free"
    assert costs[Drop] == "free"
    assert costs[Run] == "3 actions"
    walks = {offer.cost for offer in offered(street()) if isinstance(offer.intent, Walk)}
    assert walks == {"1 action", "2 actions", "3 actions"}


def test_walks_are_offered_to_every_square_and_facing_in_reach() -> None:
    """Each with its way, in words that can be typed."""
    found = [offer for offer in offered(street()) if isinstance(offer.intent, Walk)]
    texts = {offer.text: offer.cost for offer in found}
    assert texts["p1 walk C8 facing n"] == "1 action"
    assert texts["p1 walk C8 facing s"] == "2 actions"
    assert texts["p1 walk C6 facing n"] == "3 actions"
    assert "p1 walk C5 facing n" not in texts


def test_shots_come_with_every_aim() -> None:
    """Shoot, Best Shot and Steady Aim; what is impossible says why."""
    found = [offer for offer in offered(street(right="colt")) if isinstance(offer.intent, Shoot)]
    assert [(offer.text, offer.cost) for offer in found] == [
        ("p1 shoot a1 with colt-p1", "1 action"),
        ("p1 best shot a1 with colt-p1", "2 actions"),
        ("p1 steady aim a1 with colt-p1", "3 actions"),
    ]
    empty = [offer for offer in offered(street(right=item("colt", "p1", loaded=0))) if isinstance(offer.intent, Shoot)]
    assert {offer.refusal for offer in empty} == {"the Colt is empty"}
    rifle = [offer for offer in offered(street(right="winchester")) if isinstance(offer.intent, Shoot)]
    assert [offer.refusal for offer in rifle] == [None, None, None, "it takes 4 actions, and 3 are left"]


def test_a_hand_can_be_named_for_what_is_drawn() -> None:
    """Each of the two in words of its own; what takes both needs none."""
    found = [offer.text for offer in offered(street(carried=("colt", "winchester"))) if isinstance(offer.intent, Draw)]
    assert found == ["p1 draw colt-p1 right", "p1 draw colt-p1 left", "p1 draw winchester-p1"]


def test_both_barrels_are_offered_with_a_double_shotgun() -> None:
    """Each aim with one barrel and with two."""
    found = [offer.text for offer in offered(street(right="double_shotgun")) if isinstance(offer.intent, Shoot)]
    assert "p1 shoot a1 with double_shotgun-p1 both barrels" in found


def test_impossible_orders_are_greyed_with_a_reason() -> None:
    """Crawling upright, getting cover in the open: shown, and why not."""
    refused = {type(offer.intent).__name__: offer.refusal for offer in offered(street()) if offer.refusal}
    assert refused["Crawl"] == "p1 is not prone"
    assert "TakeCover" in refused
    prone = {type(offer.intent).__name__: offer.refusal for offer in offered(street(prone=True)) if offer.refusal}
    assert prone["Walk"] == prone["Run"] == "p1 is prone"
    assert GetUp in kinds(offered(street(prone=True)))


def test_riders_ride_and_dismount() -> None:
    """In the saddle the ways are those of the horse."""
    found = offered(street(mounted=True, right="lance"))
    assert {Ride, SaddleUp} <= kinds(found)
    assert not {Walk, Run} & kinds(found)
    afoot = offered(street(horses=(Horse("grey", cell("C9"), 0),)))
    assert SaddleUp in kinds(afoot)


def test_a_lance_can_be_thrown() -> None:
    """At whoever is near enough; at others with the reason."""
    near = position(character("p1", "C9", right="lance"), character("a1", "C7"), actor="p1", actions=3)
    assert ThrowWeapon in kinds(offered(near))
    far = [offer for offer in offered(street(right="lance")) if isinstance(offer.intent, ThrowWeapon)]
    assert far[0].refusal


def test_what_lies_there_can_be_picked_up() -> None:
    """Named by what it is."""
    texts = {offer.text for offer in offered(street(lying=((cell("C9"), item("loot")),)))}
    assert "p1 pick up loot-x" in texts
    assert PickUp not in kinds(offered(street()))


def test_leaving_is_offered_at_the_edge() -> None:
    """And nowhere else."""
    assert Leave in kinds(offered(street(at="A9")))
    assert Leave not in kinds(offered(street()))


def test_a_brawl_has_its_own_list() -> None:
    """Blows with what is in the hands; no ways out."""
    scene = position(character("p1", "C9", right="object", left="knife"), character("a1", "C9"), actor="p1", actions=3)
    found = kinds(offered(scene))
    assert {BodyBlow, Strike, Stab, Drop, Wait} <= found
    assert not {Walk, Run, Turnaround, TakeCover} & found


def test_a_snapshot_is_tried_or_let_be() -> None:
    """Two answers."""
    scene = position(character("p1", "C9", right="colt"), character("a1", "C4", "s"), actor="a1", actions=3)
    found = list(OUTLAWS.offers(scene, Ask(LAW, SNAPSHOT, "p1", "a1")))
    assert [offer.intent for offer in found] == [Snap("p1", "a1"), Wait("p1")]


def test_with_no_action_left_only_what_is_free_is_open() -> None:
    """Lie down, drop, or wait."""
    scene = position(character("p1", "C9", right="colt"), character("a1", "C4"), actor="p1", actions=0)
    assert kinds(offered(scene)) == {HitTheDirt, Drop, Wait}


def test_nobody_else_is_offered_anything() -> None:
    """Without somebody to ask there is nothing to offer."""
    assert not list(OUTLAWS.offers(street(), Ask(LAW, ACTION)))


def test_every_intent_is_on_offer_somewhere() -> None:
    """No order can be given that is never offered."""
    horses = (Horse("grey", cell("C9"), 0),)
    brawl = position(character("p1", "C9", right="object", left="knife"), character("a1", "C9"), actor="p1", actions=3)
    snap = position(character("p1", "C9", right="colt"), character("a1", "C4", "s"), actor="a1", actions=3)
    found = (
        kinds(offered(street(towards="s", right=item("colt", "p1", loaded=3), on=HOUSE)), open_only=False)
        | kinds(offered(street(carried=("knife",))))
        | kinds(offered(street(prone=True)))
        | kinds(offered(street(mounted=True, right="lance")), open_only=False)
        | kinds(offered(street(horses=horses, at="C9")))
        | kinds(offered(street(at="A9", lying=((cell("A9"), item("colt")),))))
        | kinds(offered(brawl))
        | kinds(list(OUTLAWS.offers(snap, Ask(LAW, SNAPSHOT, "p1", "a1"))))
    )
    assert found == set(OUTLAWS.intents)


# -- no kind of order vanishes ------------------------------------------------------------------------------------

STATES: dict[str, dict[str, Any]] = {
    "on foot": {},
    "prone": {"prone": True},
    "wounded in the leg": {"leg": True},
    "wounded in the leg and prone": {"leg": True, "prone": True},
    "in the saddle": {"mounted": True},
    "having taken cover": {"covering": True},
    "with a revolver": {"right": "colt"},
    "with an empty revolver": {"right": item("colt", "p1", loaded=0, reloads=0)},
    "with a rifle": {"right": "winchester", "carried": ("knife",)},
    "with a bow": {"right": "bow"},
    "prone with a bow": {"right": "bow", "prone": True},
    "with two barrels": {"right": item("double_shotgun", "p1", loaded=1)},
    "with a knife": {"right": "knife"},
    "prone with a knife": {"right": "knife", "prone": True},
    "with a chair leg in both hands": {"right": "object", "left": item("object", "p1left")},
    "with the loot": {"carried": (item("loot", "p1"),)},
}
BOXED = town(
    with_squares(B8="W", C8="W", D8="W", B9="W", D9="W", B10="W", C10="W", D10="W"),
)
"""C9 has a wardrobe on every side."""


def states() -> Iterator[tuple[str, OutlawsPosition]]:
    """Yield p1 in every state that matters, with no action to three, alone, in a brawl, boxed in, at the edge."""
    for name, words in STATES.items():
        for actions in range(4):
            for enemy, on, at in (("C4", None, "C9"), ("C9", None, "C9"), ("C4", HOUSE, "C9"), ("A4", BOXED, "C9"),
                                  ("C4", None, "A9")):  # fmt: skip
                for ran, fired in ((False, False), (True, False), (False, True))[: 3 if actions == 1 else 1]:
                    two = character("p1", at, **words), character("a1", enemy, "s")
                    horses = (Horse("grey", cell("K9"), 0),)
                    scene = position(*two, on=on, actor="p1", actions=actions, horses=horses, ran=ran, fired=fired)
                    yield f"{name}, {actions} actions, enemy in {enemy}, in {at}, ran {ran}, fired {fired}", scene


EVERY_STATE = dict(states())


@pytest.mark.rule("OUT-CUP")
def test_no_kind_of_order_vanishes() -> None:
    """In every state each kind is on offer or refused with a reason; a snapshot is an answer, and no order."""
    for name, scene in EVERY_STATE.items():
        missing = set(OUTLAWS.intents) - {Snap} - kinds(offered(scene), open_only=False)
        assert not missing, f"{name}: {missing}"


@pytest.mark.rule("OUT-GAIT")
@pytest.mark.rule("OUT-HANDS")
@pytest.mark.rule("OUT-WEAPON")
def test_every_refusal_names_its_rule() -> None:
    """One that the rulebook knows."""
    known = {rule.id for rule in OUTLAWS.rulebook.rules}
    for name, scene in EVERY_STATE.items():
        for offer in offered(scene):
            assert not offer.refusal or cast(Any, offer.refusal).rule in known, f"{name}: {offer.text}: {offer.refusal}"


def refused(scene: OutlawsPosition, kind: type) -> set[str]:
    """Return why a kind of order cannot be given; nothing if it can."""
    found = [offer for offer in offered(scene) if isinstance(offer.intent, kind)]
    return set() if any(not offer.refusal for offer in found) else {offer.refusal for offer in found}


@pytest.mark.rule("OUT-GAIT")
def test_a_wounded_leg_and_one_action_say_why_there_is_no_walk() -> None:
    """A step takes two."""
    scene = position(character("p1", "C9", leg=True), character("a1", "C4"), actor="p1", actions=1)
    assert refused(scene, Walk) == {"even one square is too much: the way takes 2 actions, and 1 is left"}
    assert refused(scene, Run) == {"p1 is wounded in the leg"}
    assert not refused(position(*scene.state.units, actor="p1", actions=2), Walk)


@pytest.mark.rule("OUT-GAIT")
def test_crawling_with_one_action_says_why_not() -> None:
    """It takes two a square."""
    scene = position(character("p1", "C9", prone=True), character("a1", "C4"), actor="p1", actions=1)
    assert refused(scene, Crawl) == {"even one square is too much: the way takes 2 actions, and 1 is left"}


@pytest.mark.rule("OUT-GAIT")
def test_a_run_that_the_first_square_is_too_dear_for_says_so() -> None:
    """One action makes two squares of a run, and furniture ahead costs more than it has."""
    ahead = town(with_squares(B8="W", C8="t", D8="W"), window="C9/n")
    scene = position(character("p1", "C9", "n"), character("a1", "A4"), on=ahead, actor="p1", actions=1)
    (reason,) = refused(scene, Run)
    assert reason.startswith("even one square is too much: too far to run: ")


@pytest.mark.rule("OUT-GAIT")
def test_who_is_boxed_in_is_told_so() -> None:
    """No square beside him can be entered, and none ahead for a run."""
    scene = position(character("p1", "C9"), character("a1", "A4"), on=BOXED, actor="p1", actions=3)
    assert refused(scene, Walk) == {"no square beside p1 can be entered"}
    assert refused(scene, Run) == {"no square ahead of p1 can be entered"}


@pytest.mark.rule("OUT-BRAWL-0")
def test_a_brawl_says_why_nobody_leaves_it() -> None:
    """Every way, turn and posture is refused because of the brawl; blows say what they lack."""
    scene = position(character("p1", "C9"), character("a1", "C9"), actor="p1", actions=3)
    for kind in (Walk, Run, Crawl, Turnaround, WorkDoor, TakeCover, HitTheDirt, Leave, Reload, ThrowWeapon):
        assert refused(scene, kind) == {"p1 is in a brawl with a1"}
    assert refused(scene, Strike) == {"p1 does not hold anything to strike with"}
    assert refused(scene, Stab) == {"p1 does not hold a knife to stab with"}
    assert not refused(scene, BodyBlow)


def test_out_of_a_brawl_blows_say_whom_they_lack() -> None:
    """Nobody is in the square."""
    for kind in (BodyBlow, Strike, Stab):
        assert refused(street(right="object"), kind) == {"no enemy is in the square"}


def test_empty_hands_say_so() -> None:
    """Of everything that needs something in a hand or on the belt."""
    words = {
        Shoot: "p1 does not hold anything to shoot with",
        ThrowWeapon: "p1 does not hold anything to throw",
        Reload: "p1 does not hold anything to reload",
        Draw: "p1 does not carry anything to draw",
        Stow: "p1 has nothing in either hand",
        Drop: "p1 has nothing in either hand",
        PickUp: "there is nothing to pick up in the square",
    }
    assert {kind: refused(street(), kind) for kind in words} == {kind: {text} for kind, text in words.items()}


def test_who_is_not_asked_is_told_whose_counter_it_is() -> None:
    """Nobody else acts."""
    scene = street()
    told = OUTLAWS.insight.idle(scene, ask_of(scene, "p1"), scene.state.unit("a1"))
    assert told == "The counter of p1 is out of the cup: nobody else acts now (OUT-CUP)."
