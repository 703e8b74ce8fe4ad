"""LPG-ACT-1, LPG-ACT-2, LPG-CMD, LPG-CHARGE: why an order cannot be given, each reason by itself."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.orders import Ask, Intent
from sim.play.tally import Exit
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.commands import Assess, Control, GoFirst, HearReport, Indicate, Wait
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire
from sim.rules.la_petite_guerre.orders.moves import Charge, Face, Follow, Leave, RollMove
from sim.rules.la_petite_guerre.orders.order import (
    ACTION,
    CHARGES,
    COMMAND,
    FIRST_MOVE,
    FixBayonet,
    LieDown,
    Limber,
    Mount,
    Reload,
    StandUp,
)
from sim.rules.la_petite_guerre.scenario import complaints
from sim.rules.la_petite_guerre.state import Charges, LpgPosition
from tests.rules.la_petite_guerre.table import METIS, MILITIA, E, N, W, gun, man, position, squares, with_cells
from tests.rules.positions import changed, with_state

ACT = Ask(MILITIA, ACTION)
LEAD = Ask(MILITIA, COMMAND, "captain")
CHARGE = Ask(MILITIA, CHARGES)


def field(**words: Any) -> LpgPosition:
    """A man, a captain, a served field gun and two enemies, one of them far away."""
    return position(
        man("p1", "C10", E, **words),
        man("captain", "C12", E, command=1, side=MILITIA),
        gun("gun", "C6", E, "field_gun", side=MILITIA),
        man("p2", "B5", E, serves="gun"),
        man("p3", "B7", E, serves="gun"),
        man("a1", "L10", W),
        man("a2", "Z1", W),
        engagement={"exits": (Exit(MILITIA, (squares().cell("A1"),), 3), Exit(METIS, (squares().cell("C10"),), 3))},
    )


def why(intent: Intent, scene: LpgPosition | None = None, ask: Ask = ACT) -> str | None:
    """Return why an order is refused."""
    return BOOK.refusal(field() if scene is None else scene, ask, intent)


# -- whose order it is --------------------------------------------------------------------------------------------


def test_who_may_be_ordered() -> None:
    """One's own men, who are there, and of several the one who is asked."""
    assert why(LieDown("nobody")) == "there is no nobody"
    assert why(LieDown("a1")) == "a1 does not belong to the militia"
    assert why(LieDown("p1"), changed(field(), "p1", cell=None)) == "p1 is not on the map"
    assert why(LieDown("p1"), ask=Ask(MILITIA, ACTION, "p2")) == "p2 is to act, not p1"
    begun = Position(field().battle, field().state.changed(actor="p2"))
    assert why(LieDown("p1"), begun) == "p2 is to act, not p1"
    assert why(Wait("")) is None
    assert why(Wait(""), ask=Ask(MILITIA, ACTION, "p1")) == "p1 is to act"
    assert why(LieDown("")) == "no unit is named"


def test_what_is_no_order_of_this_game() -> None:
    """Nor one of this moment."""
    assert why(Intent()) == "La Petite Guerre 1885 has no such order"
    assert why(GoFirst(MILITIA)) == "that cannot be done now"
    assert why(GoFirst(METIS), ask=Ask(MILITIA, FIRST_MOVE)) == "the militia choose"
    assert why(GoFirst(MILITIA), ask=Ask(MILITIA, FIRST_MOVE)) is None
    assert why(Control("captain")) == "that is not done with an action"
    assert why(LieDown("p1"), ask=Ask(MILITIA, "tea")) == "that cannot be done now"


# -- command ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CMD")
def test_what_a_leader_cannot_do() -> None:
    """Without points, of people who are not there, of friends, or what is nothing for a leader."""
    assert why(Control("captain"), changed(field(), "captain", spent=1), LEAD) == "captain has no command points left"
    assert why(Wait("captain"), changed(field(), "captain", spent=1), LEAD) is None
    assert why(LieDown("captain"), ask=LEAD) == "that is not done with a command point"
    assert why(Assess("captain", "a9"), ask=LEAD) == "there is no a9"
    assert why(Assess("captain", "p1"), ask=LEAD) == "p1 is a friend"
    assert why(Indicate("captain", "a9"), ask=LEAD) == "there is no a9"
    assert why(Indicate("captain", "p1"), ask=LEAD) == "captain has not acquired p1 himself"
    gone = changed(changed(field(), "captain", acquired=("a1",)), "a1", cell=None)
    assert why(Indicate("captain", "a1"), gone, LEAD) == "captain has not acquired a1 himself"
    assert why(HearReport("captain", "p9", "a1"), ask=LEAD) == "there is no p9"
    assert why(HearReport("captain", "p1", "a9"), ask=LEAD) == "there is no a9"
    told = changed(field(), "p1", acquired=("a1",))
    assert why(HearReport("captain", "p1", "a1"), told, LEAD) is None
    assert why(HearReport("captain", "p1", "a1"), changed(told, "a1", cell=None), LEAD) is not None
    both = changed(told, "captain", acquired=("a1",))
    assert why(HearReport("captain", "p1", "a1"), both, LEAD) == "captain has acquired a1 already"


# -- actions ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-STUN")
@pytest.mark.parametrize(
    ("words", "down", "off"),
    [
        ({}, True, False),
        ({"prone": True}, False, False),
        ({"mounted": True}, False, True),
    ],
)
def test_what_a_stunned_man_may_do(words: dict[str, Any], down: bool, off: bool) -> None:
    """Fall prone from his feet, or get off his horse; nobody mounts."""
    scene = field(stunned=4, **words)
    assert (why(LieDown("p1"), scene) is None, why(Mount("p1"), scene) is None) == (down, off)
    assert why(Face("p1", N), scene) is not None
    assert why(Mount("p1"), field(stunned=4, rides=True)) is not None


@pytest.mark.rule("LPG-ACT-1")
def test_what_a_man_cannot_do_with_an_action() -> None:
    """Each of them has its reason."""
    assert why(LieDown("p1"), field(left=0)) == "p1 has no actions left"
    assert why(LieDown("p1"), field(broken=True)) == "p1 is running away"
    assert why(LieDown("p1"), field(prone=True)) == "he is prone"
    assert why(LieDown("p1"), field(mounted=True)) == "he is mounted"
    assert why(StandUp("p1")) == "he is not prone"
    assert why(Mount("p1"), field(rides=True, prone=True)) == "p1 is prone"
    assert why(Mount("p1")) == "p1 has no horse"
    assert why(Mount("p1"), field(rides=True, unhorsed=True)) == "p1 has no horse"
    assert why(Mount("p1"), field(rides=True)) is None
    assert why(Mount("p1"), field(mounted=True, rides=False)) is None
    assert why(Face("p1", E)) == "p1 already faces that way"
    assert why(Face("p1", N)) is None
    assert why(Fire("p1", "a9")) == why(Acquire("p1", "a9")) == "there is no a9"
    assert why(FixBayonet("p1"), field(weapon="fists")) == "no bayonet fits the weapon in his hands"


@pytest.mark.rule("LPG-ACT-1", "LPG-WPN")
@pytest.mark.parametrize(
    ("weapon", "loaded", "allowed"),
    [("musket", False, True), ("musket", True, False), ("winchester", False, False), ("fists", False, False)],
)
def test_what_can_be_loaded(weapon: str, loaded: bool, allowed: bool) -> None:
    """What takes time to load and is empty."""
    assert (why(Reload("p1"), field(weapon=weapon, loaded=loaded)) is None) is allowed


@pytest.mark.rule("LPG-MOVE-1")
@pytest.mark.parametrize(
    ("dice", "mounted", "allowed"),
    [(1, False, True), (2, False, False), (2, True, True), (3, True, False), (0, True, False)],
)
def test_how_many_dice(dice: int, mounted: bool, allowed: bool) -> None:
    """One on foot, one or two on a horse."""
    assert (why(RollMove("p1", dice), field(mounted=mounted)) is None) is allowed


@pytest.mark.rule("LPG-MOVE-3")
def test_whom_nobody_follows() -> None:
    """Enemies, guns, the dead, himself, riders on foot, and whom somebody else follows."""
    there = [
        man("p1", "F10", E), man("p2", "E10", E), man("p3", "F11", E, mounted=True), man("p4", "F9", E),
        man("p5", None, dead=True), gun("gun", "E11", E, side=MILITIA), man("a1", "E9", W),
    ]  # fmt: skip
    scene = position(*there)
    for lead in ("a1", "gun", "p5"):
        assert why(Follow("p2", lead), scene) == f"p2 cannot follow {lead}"
    assert why(Follow("p2", "p2"), scene) == "there is no friend to follow"
    assert why(Follow("p2", "p9"), scene) == "there is no p9"
    assert why(Follow("p1", "p3"), scene) == "men on foot and riders cannot form a file"
    assert why(Follow("p2", "p1"), changed(scene, "p4", follows="p1")) == "somebody else already follows p1"
    assert why(Follow("p2", "p1"), changed(scene, "p2", follows="p1")) is None
    assert why(Follow("p2", ""), scene) == "p2 follows nobody"
    three = changed(changed(scene, "p1", follows="p4"), "p4", follows="p2", cell="E9")
    assert why(Follow("p2", "p1"), three) == "that would be a circle"
    assert why(Follow("p2", "p1"), changed(scene, "p1", follows="p9")) is None


@pytest.mark.rule("LPG-MOVE-3")
def test_who_follows_a_man_who_is_gone_moves_by_himself() -> None:
    """There is nobody to move with."""
    scene = position(man("p1", "F10", E, follows="p2"), man("p2", None, dead=True))
    assert why(RollMove("p1"), scene) is None
    assert why(RollMove("p1"), changed(scene, "p1", follows="p9")) is None


def test_who_may_leave() -> None:
    """Over an edge that is his side's."""
    assert why(Leave("p1")) == "C10 is not an exit"
    assert why(Leave("p1"), changed(field(), "p1", cell="A1")) is None


# -- guns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-ACT-1")
def test_what_a_gun_cannot_do() -> None:
    """What men do; anything without a crew; load what is loaded, or on its limber; gallop."""
    assert why(LieDown("gun")) == "a gun cannot do that"
    assert why(Leave("gun")) == "a gun cannot do that"
    alone = changed(field(), "p2", cell="T5")
    for intent in (LieDown("gun"), Limber("gun"), Reload("gun"), Face("gun", N), Acquire("gun", "a1")):
        expected = "a gun cannot do that" if intent == LieDown("gun") else "gun has no crew to serve it"
        assert why(intent, alone) == expected
    assert why(Reload("gun")) == "gun is loaded"
    assert why(Reload("gun"), changed(field(), "gun", loaded=False)) is None
    assert why(Reload("gun"), changed(field(), "gun", loaded=False, limbered=True)) == "gun is limbered"
    assert why(RollMove("gun", 2), changed(field(), "gun", limbered=True)) == "only a horse moves with two dice"
    assert why(RollMove("gun"), changed(field(), "gun", limbered=True)) is None


# -- charges ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CHARGE")
def test_who_and_whom_nobody_charges() -> None:
    """Guns, friends, the dead, who hides, who is behind a house, and what is no charge."""
    scene = changed(changed(field(), "a1", cell="F10"), "p1", control="free")
    assert why(Charge("p1", "a1"), scene, CHARGE) is None
    assert why(LieDown("p1"), scene, CHARGE) == "only charges are declared now"
    assert why(Wait("p1"), scene, CHARGE) is None
    assert why(Charge("p1", "a9"), scene, CHARGE) == "there is no a9"
    assert why(Charge("p1", "gun"), scene, CHARGE) == "gun cannot be charged"
    assert why(Charge("gun", "a1"), scene, CHARGE) == "a gun cannot charge"
    assert why(Charge("p1", "p2"), scene, CHARGE) == "p2 cannot be charged"
    assert why(Charge("p1", "a1"), changed(scene, "a1", cell=None), CHARGE) == "a1 cannot be charged"
    assert why(Charge("p1", "a1"), changed(scene, "a1", hidden=True), CHARGE) == "a1 cannot be charged"
    house = position(
        man("p1", "C10", E), man("a1", "F10", W), on=squares(with_cells(D10="b", E10="b", D9="b", D11="b"))
    )
    assert why(Charge("p1", "a1"), house, CHARGE) == "no line of sight to a1"
    captain = changed(scene, "captain", cell="E12", control="nothing")
    assert why(Charge("captain", "a1"), captain, CHARGE) is None


@pytest.mark.rule("LPG-CHARGE", "LPG-MOVE-1")
@pytest.mark.parametrize(
    ("dice", "cell", "allowed"),
    [(1, "J10", True), (1, "K10", False), (2, "O10", True), (2, "P10", False)],
)
def test_how_far_a_charge_may_be_declared(dice: int, cell: str, allowed: bool) -> None:
    """Six inches with one die and eleven with two lead beside a man who is one inch farther."""
    scene = position(man("p1", "C10", E, mounted=True), man("a1", cell, W))
    assert (why(Charge("p1", "a1", dice), scene, CHARGE) is None) is allowed
    assert why(Charge("p1", "a1", 2), changed(scene, "p1", mounted=False), CHARGE) == "only a horse moves with two dice"


# -- positions that were edited by hand ---------------------------------------------------------------------------


def test_what_is_wrong_with_a_position() -> None:
    """Off the map, two in a cell, a weapon that there is not; who is away is in order."""
    scene = position(man("p1", "C10", E), man("p2", None, E), man("p3", "D10", E, weapon=""), man("a1", "Z10", W))
    assert not list(complaints(scene))
    off = scene.map.cell("A1")
    away = changed(scene, "p1", cell=type(off)(off.q - 5, off.r))
    assert list(complaints(away)) == ["p1 stands off the map"]
    assert not list(complaints(Position(scene.battle, scene.state.changed(actor="p1"))))


def test_what_is_wrong_with_charges_that_are_to_come() -> None:
    """They are in their step."""
    scene = position(man("p1", "C10", E), man("a1", "Z10", W), phase="charges")

    def found(phase: str, *charges: tuple[str, str], going: tuple[str, ...] = ()) -> list[str]:
        return list(complaints(with_state(scene, phase=phase, charges=Charges(charges, going))))

    assert found("charges", ("p1", "a1"), going=("p1",)) == []
    assert found("morale", ("p1", "a1")) == ["charges are to come, and it is not their step"]
