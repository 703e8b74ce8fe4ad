"""Brawls: who may do what, opposed dice, and what a blow does (base_games 2.2)."""

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.notes import Opposed, Rolled, Said, walk
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.engine.summary import summary_of
from sim.resources import find_scenario
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.combat.brawls import brawlers, in_brawl
from sim.rules.outlaws.events import BlowStruck, ObjectBroke, Wounded
from sim.rules.outlaws.orders.brawling import BodyBlow, Stab, Strike
from sim.rules.outlaws.orders.handling import Draw, PickUp
from sim.rules.outlaws.orders.moving import GetUp, HitTheDirt, Turnaround, Walk
from sim.rules.outlaws.orders.shooting import Shoot
from sim.rules.outlaws.solo.tables import Move
from sim.rules.outlaws.state import Character, OutlawsPosition
from sim.scenario.scenario import load_scenario
from tests.rules.outlaws.deciding import followed
from tests.rules.outlaws.stage import cell, character, position, way
from tests.rules.outlaws.table import ask_of, order, why_not

BLOW = BodyBlow("p1", "a1")


def brawl(mine: dict[str, Any] | None = None, **theirs: Any) -> OutlawsPosition:
    """Return p1 and a1 in one square, with p1's counter out of the cup."""
    theirs.setdefault("actions", 4)
    return position(character("p1", "C10", **(mine or {})), character("a1", "C10", **theirs), actor="p1", actions=4)


def test_a_brawl_is_an_enemy_in_the_square() -> None:
    """Conscious enemies count; friends, groups and the fallen do not."""
    scene = position(
        character("p1", "C10"),
        character("p2", "C10"),
        character("a1", "C10"),
        character("a2", "C10", conscious=False),
        character("a3", "C10", group=True),
        character("a4", "C9"),
    )
    assert [other.id for other in brawlers(scene, scene.state.unit("p1"))] == ["a1"]
    assert not in_brawl(scene, scene.state.unit("a4"))


def test_a_brawl_holds_both() -> None:
    """Nobody walks out of it, lies down or turns away."""
    for intent in (Walk("p1", way("C9 n")), HitTheDirt("p1"), Turnaround("p1", 3)):
        assert why_not(brawl(), intent) == "p1 is in a brawl with a1"
    assert why_not(brawl({"carried": ("knife",)}), Draw("p1", "knife-p1")) is None
    assert why_not(brawl({"prone": True}), GetUp("p1")) is None


@pytest.mark.rule("OUT-BRAWL-1")
@pytest.mark.parametrize(
    ("dice", "hurt"),
    [
        ((3, 3), {}),
        ((2, 6), {}),
        ((3, 2), {"owed": 1}),
        ((4, 2), {"owed": 1}),
        ((4, 1), {"prone": True}),
        ((5, 1), {"prone": True}),
        ((6, 1), {"prone": True, "conscious": False}),
    ],
)
def test_a_body_blow_hurts_by_how_much_it_wins(dice: tuple[int, int], hurt: dict[str, Any]) -> None:
    """Won by 1-2: an action less; by 3: knocked down; by 5: unconscious. A draw or a loss does nothing."""
    played = order(brawl(), BLOW, dice=dice)
    assert played.unit("a1") == brawl().state.unit("a1").changed(**hurt)
    assert played.of(BlowStruck) == [BlowStruck("p1", "a1", "body blow", dice[0] - dice[1], spent=1)]
    assert played.state.actions == 3


def test_skill_counts_on_both_sides() -> None:
    """Each adds its Brawl to its die."""
    assert order(brawl({"brawl": 2}), BLOW, dice=(3, 3)).of(BlowStruck)[0].won_by == 2
    assert order(brawl({}, brawl=2), BLOW, dice=(3, 3)).of(BlowStruck)[0].won_by == -2


def test_somebody_prone_defends_at_minus_two() -> None:
    """Lying down is bad for whoever is struck, and only for him."""
    scene = brawl({}, prone=True)
    assert BLOW.defence(scene).total == -2
    lying = brawl({"prone": True})
    assert BLOW.attack(lying).total == 0


def test_bare_hands_are_worse_against_an_object() -> None:
    """Unarmed against an object, a rifle or a shotgun: -1, for whoever strikes and whoever is struck."""
    scene = brawl({}, right="object")
    assert BLOW.attack(scene).total == -1
    assert BLOW.defence(scene).total == 0
    armed = brawl({"right": "knife"}, right="object")
    assert BLOW.attack(armed).total == 0
    pistol = brawl({}, right="colt")
    assert BLOW.attack(pistol).total == 0


@pytest.mark.rule("OUT-BRAWL-3")
def test_a_strike_draws_a_chit_if_it_wins_by_two() -> None:
    """An object adds one; won by two it draws a wound chit, won by one it costs an action."""
    scene, blow = brawl({"right": "object"}, right="knife"), Strike("p1", "a1", "object-p1")
    assert order(scene, blow, dice=(4, 3), chits=["leg"]).unit("a1").leg
    assert order(scene, blow, dice=(3, 3)).unit("a1").owed == 1
    assert order(scene, blow, dice=(2, 3)).of(Wounded) == []


@pytest.mark.rule("OUT-BRAWL-3")
def test_a_strike_kills_nobody() -> None:
    """The worst chit of a strike is unconsciousness."""
    played = order(brawl({"right": "object"}, right="knife"), Strike("p1", "a1", "object-p1"), (6, 1), ["dead"])
    assert not played.unit("a1").conscious and not played.unit("a1").dead


@pytest.mark.rule("OUT-BRAWL-3")
def test_an_object_breaks_on_a_natural_one() -> None:
    """A chair leg breaks, a rifle does not."""
    played = order(brawl({"right": "object"}), Strike("p1", "a1", "object-p1"), dice=(1, 6))
    assert played.of(ObjectBroke) == [ObjectBroke("p1", "right")]
    assert played.unit("p1").right is None
    rifle = order(brawl({"right": "winchester"}), Strike("p1", "a1", "winchester-p1"), dice=(1, 6))
    assert rifle.unit("p1").right is not None


@pytest.mark.rule("OUT-BRAWL-3")
def test_an_object_holds_on_a_natural_two() -> None:
    """Only a one breaks it."""
    assert not order(brawl({"right": "object"}), Strike("p1", "a1", "object-p1"), dice=(2, 6)).of(ObjectBroke)


@pytest.mark.rule("OUT-BRAWL-4")
def test_a_stab_that_would_only_knock_down_is_a_light_wound() -> None:
    """The chit is less severe than that, and counts as it."""
    hurt = order(brawl({"right": "knife"}), Stab("p1", "a1", "knife-p1"), (6, 1), ["knocked_down"]).unit("a1")
    assert (hurt.lost, hurt.prone) == (1, False)


@pytest.mark.rule("OUT-BRAWL-4")
def test_a_stab_is_at_least_a_light_wound() -> None:
    """A stab that wins at all is a chit, and never less than Light; it may kill."""
    scene, stab = brawl({"right": "knife"}, actions=4), Stab("p1", "a1", "knife-p1")
    assert order(scene, stab, dice=(3, 3), chits=["graze"]).unit("a1").lost == 1
    assert order(scene, stab, dice=(3, 3), chits=["dead"]).unit("a1").dead
    assert order(scene, stab, dice=(2, 3)).of(Wounded) == []


@pytest.mark.rule("OUT-BRAWL-4")
def test_nobody_stabs_lying_down() -> None:
    """With a knife one gets up first."""
    scene = brawl({"right": "knife", "prone": True})
    assert why_not(scene, Stab("p1", "a1", "knife-p1")) == "p1 is prone: Get Up first"


def test_each_blow_needs_its_weapon() -> None:
    """Nobody strikes with a knife, stabs with a rifle, or hits anybody in another square."""
    assert why_not(brawl({"right": "knife"}), Strike("p1", "a1", "knife-p1")) == "the knife is nothing to strike with"
    assert (
        why_not(brawl({"right": "winchester"}), Stab("p1", "a1", "winchester-p1"))
        == "the Winchester is nothing to stab with"
    )
    assert why_not(brawl(), Strike("p1", "a1", "object-p1")) == "p1 does not hold object-p1"
    apart = position(character("p1", "C10"), character("a1", "C9"), actor="p1", actions=4)
    assert why_not(apart, BLOW) == "a1 is not in the same square"


def test_only_a_handgun_is_fired_in_a_brawl() -> None:
    """At -1 on the dice, and at point blank with two chits."""
    scene = brawl({"right": "colt"})
    assert why_not(brawl({"right": "winchester"}), Shoot("p1", "a1", "winchester-p1")) is not None
    assert order(scene, Shoot("p1", "a1", "colt-p1"), dice=(4, 4), chits=["graze", "light"]).unit("a1").lost == 1
    assert not order(scene, Shoot("p1", "a1", "colt-p1"), dice=(3, 4)).of(Wounded)


@pytest.mark.rule("OUT-BRAWL-2")
def test_objects_are_picked_up_in_a_brawl() -> None:
    """A square with objects has something to strike with, for whoever has a hand free."""
    units = brawl().state.units
    scene = position(*units, actor="p1", actions=4, shootout={"objects": (units["p1"].place,)})
    assert order(scene, PickUp("p1")).unit("p1").right is not None


@pytest.mark.parametrize(
    ("blow", "rule"),
    [
        pytest.param(BLOW, "OUT-BRAWL-1", marks=pytest.mark.rule("OUT-BRAWL-1")),
        pytest.param(Strike("p1", "a1", "object-p1"), "OUT-BRAWL-3", marks=pytest.mark.rule("OUT-BRAWL-3")),
        pytest.param(Stab("p1", "a1", "knife-p1"), "OUT-BRAWL-4", marks=pytest.mark.rule("OUT-BRAWL-4")),
    ],
)
def test_the_dice_of_a_blow_are_noted_as_a_contest(blow: Any, rule: str) -> None:
    """Both dice, what is added, and the rule of the blow."""
    played = order(brawl({"right": "object", "left": "knife"}), blow, dice=(2, 5))
    (contest,) = [note for frame in played.frames for note in frame.why if isinstance(note, Opposed)]
    assert (contest.one.faces, contest.other.faces, contest.rule) == ((2,), (5,), rule)
    assert (contest.one.throw.whom, contest.other.throw.whom) == ("p1", "a1")
    assert contest.margin == played.of(BlowStruck)[0].won_by


def test_a_blow_that_fells_somebody_on_the_ground_says_so() -> None:
    """He is down already, and nothing else comes of it."""
    played = order(brawl({}, prone=True), BLOW, dice=(3, 2))
    assert played.unit("a1") == brawl({}, prone=True).state.unit("a1")
    assert "a1 is prone already: the blow does nothing more" in [
        note.text for frame in played.frames for note in frame.why if isinstance(note, Said)
    ]


def test_blows_count_for_the_luck_of_who_strikes() -> None:
    """As a shot does: one throw, with the chance that the blow lands, whoever parries it."""
    scenario = load_scenario(find_scenario("outlaws/saloon_brawl"))
    players = {side: "commander" if player == HUMAN else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(1))
    session.play_out()
    units, notes = session.state.units, [note for frame in session.frames for note in walk(frame.why)]
    blows = [note for note in notes if isinstance(note, Opposed)]
    assert blows
    for luck in summary_of(session).luck:
        own = [note for note in blows if units[note.one.throw.whom].side == luck.side]
        needs = [
            note
            for note in notes
            if isinstance(note, Rolled) and note.throw.need and units[note.throw.whom].side == luck.side
        ]
        assert luck.throws == len(own) + len(needs)
        assert luck.actual >= sum(note.margin > 0 for note in own)


# -- joining ------------------------------------------------------------------------------------------------------


def two_against(*more: Character, at: str = "C10") -> OutlawsPosition:
    """Return p1 beside a square in which p2 and a1 brawl."""
    two = character("p2", "C9"), character("a1", "C9")
    return position(character("p1", at, "n"), *two, *more, actor="p1", actions=3)


@pytest.mark.rule("OUT-BRAWL-join")
def test_a_second_man_joins_a_brawl() -> None:
    """He enters the square though his friend is in it, stops there, and brawls with the same enemy."""
    played = order(two_against(), Walk("p1", way("C9 n")))
    assert [other.id for other in brawlers(played.scene, played.unit("p1"))] == ["a1"]
    assert {other.id for other in brawlers(played.scene, played.unit("a1"))} == {"p1", "p2"}
    assert why_not(played.scene, BLOW) is None
    assert why_not(played.scene, Walk("p1", way("C8 n"))) == "p1 is in a brawl with a1"


@pytest.mark.rule("OUT-BRAWL-join")
def test_the_way_ends_in_the_brawl() -> None:
    """Nobody walks through it."""
    assert why_not(two_against(), Walk("p1", way("C9 n", "C8 n"))) == "an enemy is in C9: the move ends there"


@pytest.mark.rule("OUT-BRAWL-join")
@pytest.mark.parametrize("more", [("p3",), ("a2",)])
def test_four_to_a_square(more: tuple[str, ...]) -> None:
    """A fourth finds room, whichever side the third was of; a fifth does not."""
    third = two_against(*(character(id_, "C9") for id_ in more))
    assert why_not(third, Walk("p1", way("C9 n"))) is None
    full = two_against(*(character(id_, "C9") for id_ in (*more, "a9")))
    assert why_not(full, Walk("p1", way("C9 n"))) == "4 are brawling in C9, and there is no room for more"
    assert OUTLAWS.insight.unreached(full, ask_of(full, "p1"), full.state.unit("p1"), cell("C9")) == (
        "4 are brawling in C9, and there is no room for more (OUT-BRAWL-join)"
    )


@pytest.mark.rule("OUT-BRAWL-join")
def test_who_is_out_takes_no_room() -> None:
    """The fallen lie on the ground."""
    scene = two_against(*(character(f"a{n}", "C9", conscious=False) for n in range(2, 6)))
    assert why_not(scene, Walk("p1", way("C9 n"))) is None


@pytest.mark.rule("OUT-SQUARE")
def test_a_friend_alone_keeps_others_out() -> None:
    """So does a group, even with an enemy in its square; the reason names them and the rule."""
    friend = position(character("p1", "C10", "n"), character("p2", "C9"), character("a1", "C4"), actor="p1", actions=3)
    assert why_not(friend, Walk("p1", way("C9 n"))) == "C9 is taken by p2"
    assert OUTLAWS.insight.unreached(friend, ask_of(friend, "p1"), friend.state.unit("p1"), cell("C9")) == (
        "C9 is taken by p2 (OUT-SQUARE)"
    )
    crowd = two_against(character("crowd", "C9", side="town", group=True))
    assert why_not(crowd, Walk("p1", way("C9 n"))) == "C9 is taken by crowd"


@pytest.mark.rule("OUT-BRAWL-join")
def test_an_auto_joins_a_brawl() -> None:
    """Behind the target's back it walks straight for it, though a friend of its own is there already."""
    scene = position(
        character("p1", "C6", "n"), character("a2", "C6"), character("a1", "C8", "n"), actor="a1", actions=3
    )
    assert followed(scene, Move, 2).orders == ["Walk C6 n"]
