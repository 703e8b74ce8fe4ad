"""Snapshots in the middle of an enemy's counter, both ways."""

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.engine.orders import Ask
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.events import CounterDrawn, EnteredSquare, Shot, SnapshotTried, WentProne
from sim.rules.outlaws.orders.moving import HitTheDirt, Wait, Walk
from sim.rules.outlaws.orders.shooting import Shoot, Snap, ThrowWeapon
from sim.rules.outlaws.state import SNAPSHOT, OutlawsPosition
from tests.rules.outlaws.stage import GANG, LAW, cell, character, item, position, way
from tests.rules.outlaws.table import counter, order

ACROSS = Walk("p1", way("D9 n", "D8 n"))


def ambush(auto: dict[str, Any] | None = None, **mover: Any) -> OutlawsPosition:
    """Return p1 in D10 who walks north, and a1 in A8 who faces north-east: p1 comes into its view in D8."""
    words: dict[str, Any] = {"right": "colt", "gun": 1, "actions": 4, **(auto or {})}
    at, towards = words.pop("at", "A8"), words.pop("towards", "ne")
    return position(
        character("p1", "D10", "n", actions=4, **mover),
        character("a1", at, towards, **words),
        actor="p1",
        actions=4,
    )


@pytest.mark.rule("OUT-SNAP-1")
def test_an_auto_tries_when_somebody_moves_into_its_view() -> None:
    """In mid-move, at the square where it comes into view, and not before."""
    played = order(ambush(), Walk("p1", way("D9 n", "D8 n", "D7 n")), dice=(3,), snap=("a1",))
    assert played.names() == ["EnteredSquare", "EnteredSquare", "SnapshotTried", "EnteredSquare"]
    assert played.asked == [Ask(GANG, SNAPSHOT, "a1", "p1")]


@pytest.mark.rule("OUT-SNAP-1")
def test_whoever_was_in_view_before_does_not_move_into_it() -> None:
    """A walk within the field of view is no reason."""
    played = order(ambush({"at": "D4", "towards": "s"}), ACROSS, snap=("a1",))
    assert played.names() == ["EnteredSquare", "EnteredSquare"]
    assert not played.asked


@pytest.mark.rule("OUT-SNAP-1")
def test_an_auto_that_runs_tries_none() -> None:
    """Whoever has run does not shoot until its next counter."""
    assert not order(ambush({"running": True}), ACROSS, snap=("a1",)).asked


@pytest.mark.rule("OUT-SNAP-1")
@pytest.mark.parametrize(
    ("weapon", "skill", "near", "far"),
    [("colt", 1, "G8", "H8"), ("winchester", 0, "J8", "K8"), ("shotgun", 2, "G8", "H8")],
)
def test_range_hangs_on_weapon_and_skill(weapon: str, skill: int, near: str, far: str) -> None:
    """Handgun 4 + skill, rifle and bow 8 + skill, shotgun 3 + skill."""
    for square, within in ((near, True), (far, False)):
        auto = character("a1", "B8", "n", right=weapon, gun=skill)
        scene = position(character("p1", square, right="colt"), auto, actor="p1", actions=4)
        refused = OUTLAWS.refusal(scene, Ask(GANG, SNAPSHOT, "a1", "p1"), Snap("a1", "p1"))
        assert (refused is None) == within, refused


@pytest.mark.rule("OUT-SNAP-1")
def test_a_bow_goes_by_bow_skill() -> None:
    """Eight squares and the skill with the bow."""
    auto = character("a1", "A8", "e", right="bow", bow=2, gun=0)
    for square, within in (("K8", True), ("L8", False)):
        scene = position(character("p1", square), auto, actor="p1", actions=4)
        assert (OUTLAWS.refusal(scene, Ask(GANG, SNAPSHOT, "a1", "p1"), Snap("a1", "p1")) is None) == within


@pytest.mark.rule("OUT-SNAP-1")
def test_an_auto_tries_after_it_was_shot_at() -> None:
    """Hit or missed, whoever was shot at tries; the fallen do not."""
    scene = ambush({"at": "D6", "towards": "s"}, right="colt")
    missed = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2, 3), snap=("a1",))
    assert missed.names() == ["Shot", "SnapshotTried"]
    hit = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(6, 6, 3), chits=["graze"], snap=("a1",))
    assert hit.names() == ["Shot", "Wounded", "SnapshotTried"]
    assert not order(scene, Shoot("p1", "a1", "colt-p1"), dice=(6, 6), chits=["dead"], snap=("a1",)).asked


@pytest.mark.rule("OUT-SNAP-1")
def test_an_auto_tries_after_something_was_thrown_at_it() -> None:
    """A lance is a shot like others; from the next square a hit draws two chits."""
    scene = ambush({"at": "D9", "towards": "s"}, right="lance")
    thrown = order(scene, ThrowWeapon("p1", "a1", "lance-p1"), dice=(6, 6, 3), chits=["graze", "light"], snap=("a1",))
    assert thrown.asked == [Ask(GANG, SNAPSHOT, "a1", "p1")]
    assert thrown.unit("a1").lost == 1


@pytest.mark.rule("OUT-SNAP-1")
def test_an_attempt_needs_five_with_skill() -> None:
    """A die and the skill: with skill 1 a 4 will do, and a 3 will not."""
    scene = ambush({"at": "D6", "towards": "s"}, right="colt")
    shot = Shoot("p1", "a1", "colt-p1")
    late = order(scene, shot, dice=(1, 2, 3), snap=("a1",))
    assert late.of(SnapshotTried) == [SnapshotTried("a1", "p1", False)]
    quick = order(scene, shot, dice=(1, 2, 4, 1, 2), snap=("a1",))
    assert quick.of(SnapshotTried) == [SnapshotTried("a1", "p1", True)]


@pytest.mark.rule("OUT-SNAP-1")
def test_a_snapshot_is_a_shot_at_minus_two_for_no_action() -> None:
    """Four squares with skill 1 need 7 + 2 - 1 and two more: ten."""
    scene = ambush({"at": "D6", "towards": "s"}, right="colt")
    for dice, hit in (((5, 5), True), ((4, 5), False)):
        chits = ["graze"] if hit else []
        played = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2, 4, *dice), chits=chits, snap=("a1",))
        snap = played.of(Shot)[1]
        assert (snap.unit, snap.hit, snap.snap, snap.spent) == ("a1", hit, True, 0)
        held = played.unit("a1").right
        assert held is not None and held.loaded == 5


@pytest.mark.rule("OUT-SNAP-1")
@pytest.mark.rule("OUT-SNAP-once")
def test_one_attempt_for_each_counter_of_an_enemy() -> None:
    """A second shot of the same counter finds nobody who tries again; the next counter does."""
    scene = ambush({"at": "D6", "towards": "s"}, right="colt")
    shot = Shoot("p1", "a1", "colt-p1")
    first = order(scene, shot, dice=(1, 2, 3), snap=("a1",))
    assert first.unit("a1").snapped == ("p1",)
    second = order(first.game.position, shot, dice=(1, 2), snap=("a1",))
    assert not second.asked
    state = CounterDrawn("p1", 4).apply(second.state)
    assert state.unit("a1").snapped == ()


@pytest.mark.rule("OUT-SNAP-2")
def test_an_auto_that_sees_the_firer_shoots() -> None:
    """Whatever the die of the response would show: it is not thrown."""
    scene = ambush({"at": "D6", "towards": "s"}, right="colt")
    played = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2, 4, 1, 2), snap=("a1",))
    assert played.names() == ["Shot", "SnapshotTried", "Shot"]


@pytest.mark.rule("OUT-SNAP-2")
@pytest.mark.parametrize(("die", "prone"), [(1, False), (3, False), (4, True), (6, True)])
def test_an_auto_that_does_not_see_the_firer_lies_down_on_four(die: int, prone: bool) -> None:
    """1-3: nothing; 4-6: Hit the Dirt."""
    scene = ambush({"at": "D6", "towards": "n"}, right="colt")
    played = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2, 4, die), snap=("a1",))
    assert played.unit("a1").prone == prone
    assert [type(event) for event in played.events[2:]] == [WentProne if prone else Passed]


@pytest.mark.rule("OUT-SNAP-2")
def test_an_auto_that_cannot_shoot_lies_down_instead() -> None:
    """It sees the firer, but its weapon is empty."""
    scene = ambush({"at": "D6", "towards": "s", "right": item("colt", "a1", loaded=0)}, right="colt")
    played = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2, 4), snap=("a1",))
    assert played.names() == ["Shot", "SnapshotTried", "WentProne"]


@pytest.mark.rule("OUT-SNAP-2")
@pytest.mark.parametrize("where", [{"prone": True}, {"mounted": True}], ids=["prone", "mounted"])
@pytest.mark.parametrize(
    "why",
    [{"towards": "n"}, {"towards": "s", "right": item("colt", "a1", loaded=0)}],
    ids=["does not see the firer", "has an empty Colt"],
)
def test_who_could_neither_shoot_nor_drop_tries_no_snapshot(where: dict[str, Any], why: dict[str, Any]) -> None:
    """There is no lower than the dirt, and nobody hits it from the saddle: not even the attempt is thrown for."""
    scene = ambush({"at": "D6", **where, **why}, right="colt")
    played = order(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2), snap=("a1",))
    assert played.names() == ["Shot"]


@pytest.mark.rule("OUT-HURT")
def test_a_hit_ends_the_move() -> None:
    """Whoever is hit in mid-move goes no further, and pays what it walked."""
    scene = ambush({"gun": 3})
    wanted = Walk("p1", way("D9 n", "D8 n", "D7 n", "D6 n"))
    plain = order(scene, wanted)
    steps = len(plain.of(EnteredSquare))
    played = order(scene, wanted, dice=(6, 6, 6), chits=["graze"], snap=("a1",))
    assert len(played.of(EnteredSquare)) < steps
    assert played.state.actions == 4 - len(played.of(EnteredSquare))
    assert played.unit("p1").cell != cell("D6")


@pytest.mark.rule("OUT-SNAP-1")
def test_nobody_snaps_at_the_fallen() -> None:
    """p1 comes into the view of two at once: the first kills him, and the second is not asked."""
    scene = ambush({"gun": 3})
    both = position(*scene.state.units, character("a2", "A8", "ne", right="colt"), actor="p1", actions=4)
    played = order(both, ACROSS, dice=(6, 6, 6), chits=["dead"], snap=("a1", "a2"))
    assert [ask.unit for ask in played.asked] == ["a1"]


@pytest.mark.rule("OUT-HURT")
def test_a_miss_does_not_end_the_move() -> None:
    """Bullets that pass are no reason to stop."""
    played = order(ambush(), Walk("p1", way("D9 n", "D8 n", "D7 n", "D6 n")), dice=(6, 1, 2), snap=("a1",))
    assert played.unit("p1").cell == cell("D6")


# -- the other way --------------------------------------------------------------------------------------------


def reversed_roles(**words: Any) -> OutlawsPosition:
    """Return an auto that shoots, and p1 who looks at it."""
    words = {"right": "colt", "gun": 2, **words}
    return position(
        character("a1", "D6", "s", right="colt"),
        character("p1", "D10", words.pop("towards", "n"), **words),
        actor="a1",
        actions=3,
    )


@pytest.mark.rule("OUT-SNAP-1")
def test_a_players_character_may_snap_at_an_auto() -> None:
    """The player is asked; an attempt that succeeds is a shot at once, without the autos' die."""
    shot = Shoot("a1", "p1", "colt-a1")
    played = order(reversed_roles(), shot, dice=(1, 2, 3, 6, 6), chits=["light"], snap=("p1",))
    assert played.asked == [Ask(LAW, SNAPSHOT, "p1", "a1")]
    assert played.names() == ["Shot", "SnapshotTried", "Shot", "Wounded"]


@pytest.mark.rule("OUT-SNAP-1")
def test_a_player_may_let_it_be() -> None:
    """Then nothing happens but that."""
    played = order(reversed_roles(), Shoot("a1", "p1", "colt-a1"), dice=(1, 2))
    assert played.of(Passed) == [Passed(LAW, "p1", "lets it be")]


def test_a_player_is_asked_only_about_what_would_be_a_shot() -> None:
    """With the back turned, an empty weapon or none, nobody is asked."""
    shot = Shoot("a1", "p1", "colt-a1")
    for words in ({"towards": "s"}, {"right": item("colt", "p1", loaded=0)}, {"right": None}, {"running": True}):
        assert not order(reversed_roles(**words), shot, dice=(1, 2), snap=("p1",)).asked


@pytest.mark.rule("OUT-SNAP-once")
def test_the_better_weapon_is_fired() -> None:
    """Of two guns the one that is more likely to hit: the favoured hand."""
    scene = reversed_roles(left=item("colt", "second"))
    played = order(scene, Shoot("a1", "p1", "colt-a1"), dice=(1, 2, 3, 1, 2), snap=("p1",))
    assert played.of(Shot)[1].item == "colt-p1"


# -- what may be answered -------------------------------------------------------------------------------------


def test_a_snapshot_question_takes_a_snapshot_or_nothing() -> None:
    """No other order, and no other target, is an answer."""
    scene = position(
        character("p1", "D10", right="colt"), character("a1", "D6", "s"), character("a2", "D5"), actor="a1", actions=2
    )
    ask = Ask(LAW, SNAPSHOT, "p1", "a1")
    assert OUTLAWS.refusal(scene, ask, Snap("p1", "a1")) is None
    assert OUTLAWS.refusal(scene, ask, Wait("p1")) is None
    assert OUTLAWS.refusal(scene, ask, HitTheDirt("p1")) == "only a snapshot can be tried now, or nothing done"
    assert OUTLAWS.refusal(scene, ask, Snap("p1", "a2")) == "only a1 can be shot at now"


def test_nobody_snaps_out_of_turn() -> None:
    """Not in one's own counter, not at a friend's, not in a brawl, and groups neither way."""
    scene = position(character("p1", "D10", right="colt"), character("a1", "D6", "s"), actor="p1", actions=2)
    assert OUTLAWS.refusal(scene, Ask(LAW, SNAPSHOT, "p1", "a1"), Snap("p1", "a1")) == "the counter of a1 is not out"
    brawl = position(
        character("p1", "D10", right="colt"), character("a1", "D6"), character("a2", "D10"), actor="a1", actions=2
    )
    assert OUTLAWS.refusal(brawl, Ask(LAW, SNAPSHOT, "p1", "a1"), Snap("p1", "a1")) == "p1 is in a brawl"
    friends = position(character("p1", "D10", right="colt"), character("p2", "D6"), actor="p2", actions=2)
    assert OUTLAWS.refusal(friends, Ask(LAW, SNAPSHOT, "p1", "p2"), Snap("p1", "p2")) == "p2 is no target"


@pytest.mark.rule("OUT-T-groups")
@pytest.mark.parametrize("group", ["p1", "a1"])
@pytest.mark.rule("OUT-SNAP-once")
def test_groups_neither_snap_nor_are_snapped_at(group: str) -> None:
    """Whichever of the two is one."""
    scene = position(
        *(
            character(id_, at, towards, right="colt", group=id_ == group)
            for id_, at, towards in (("p1", "D10", "n"), ("a1", "D6", "s"))
        ),
        actor="a1",
        actions=2,
    )
    refused = OUTLAWS.refusal(scene, Ask(LAW, SNAPSHOT, "p1", "a1"), Snap("p1", "a1"))
    assert refused == "groups neither try snapshots nor draw them"


def test_a_snapshot_can_end_a_counter() -> None:
    """Whoever is shot down in its own counter has no more of it."""
    scene = position(character("p1", "D10", right="colt"), character("a1", "D6", "s", right="colt", gun=3))
    played = counter(scene, Shoot("p1", "a1", "colt-p1"), dice=(1, 2, 2, 6, 6), cards=["p1", "dead"], snap=("a1",))
    assert played.names()[-2:] == ["Wounded", "CounterSpent"]
    assert (played.state.actor, played.state.actions) == ("", 0)
