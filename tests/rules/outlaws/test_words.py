"""The log in words: groups are several, and a man may be called James."""

import pytest

from sim.cli.table_words import _rule_of_order
from sim.engine.codec import Codec, Family
from sim.engine.orders import Intent
from sim.grid import Edge
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.events import BlowStruck, CounterSpent, DoorWorked, Wounded
from sim.rules.outlaws.orders.handling import Stow
from sim.rules.outlaws.orders.moving import Crawl, Walk
from sim.rules.outlaws.orders.shooting import ThrowWeapon
from sim.rules.outlaws.solo.tables import ShootPlus
from sim.rules.outlaws.state import Character
from tests.rules.outlaws.deciding import followed
from tests.rules.outlaws.stage import cell, character, position, town, way
from tests.rules.outlaws.table import order


def test_a_group_agrees_with_its_verb() -> None:
    """And nobody else does."""
    scene = position(character("loafers", "C6", group=True), character("James", "C8"))
    assert OUTLAWS.told(scene, CounterSpent("loafers")) == "loafers are done"
    assert OUTLAWS.told(scene, CounterSpent("James")) == "James is done"


def test_a_blow_that_changes_nothing_says_so() -> None:
    """Who lies on the ground already is knocked down for nothing; the first time it puts him there."""
    scene = position(character("James", "C8"))
    assert OUTLAWS.told(scene, Wounded("James", "knocked down", prone=True)) == "James: knocked down, prone"
    assert OUTLAWS.told(scene, Wounded("James", "knocked down")) == "James: knocked down, which changes nothing"
    assert OUTLAWS.told(scene, Wounded("James", "Dead", dead=True)) == "James: dead"


def test_a_turn_on_the_way_is_told_as_a_turn() -> None:
    """Nobody walks to where he stands."""
    scene = position(character("p1", "C6", "n"), actor="p1", actions=3)
    played = order(scene, Walk("p1", way("C6 e", "D6 e")))
    assert played.names() == ["TurnedAround", "EnteredSquare"]
    assert played.state.actions == 1
    assert OUTLAWS.worded(scene, Crawl("p1", way("C6 e"))) == "p1 turns, facing e"


def test_what_is_put_away_is_named() -> None:
    """The order has it in the hand still."""
    assert OUTLAWS.worded(position(character("p1", "C6", right="colt")), Stow("p1", "right")) == "p1 stows the Colt"


@pytest.mark.rule("OUT-THROW")
def test_a_thrown_knife_is_thrown_and_no_lance() -> None:
    """The dice say so, and the rule is that of throws, not of mounted Tuwa."""
    scene = position(character("p1", "C6", right="knife"), character("a1", "C4", "n"), actor="p1", actions=3)
    played = order(scene, ThrowWeapon("p1", "a1", "knife-p1"), dice=(1, 2))
    why = played.frames[0].why
    assert [note.rule for note in why if note.rule] == ["OUT-THROW"]
    assert "p1 throws at a1" in str(why)


def test_the_rule_of_an_order_is_that_of_the_clause_which_led_to_it() -> None:
    """A Shoot+ that became a Move: who gets up does so by the Move's own clause."""
    wall = town(wall="A6/s B6/s C6/s D6/s")
    scene = position(
        character("a1", "C8", right="colt", prone=True), character("p1", "C2"), on=wall, actor="a1", actions=3
    )
    decided = followed(scene, ShootPlus, 2)
    assert decided.orders[0] == "GetUp"
    first = [note for note in decided.notes if note.rule == "OUT-SHOOT-plus"][:1]
    assert _rule_of_order(tuple(first)) == "OUT-MOVE-walk-0"


def test_a_throw_of_an_older_file_is_read() -> None:
    """It was called Throw, as dice are thrown."""
    codec = Codec(town(), {}, Character, [Family(Intent, "intent", OUTLAWS.intents)])
    old = {"intent": "Throw", "unit": "p1", "target": "a1", "item": "knife-p1"}
    assert codec.decode(Intent, old) == ThrowWeapon("p1", "a1", "knife-p1")


def test_a_blow_says_whether_it_lands() -> None:
    """And by how much it wins if it does."""
    scene = position(character("p1", "C10"), character("a1", "C10"))
    assert OUTLAWS.told(scene, BlowStruck("p1", "a1", "strike", 2)) == "p1 strikes at a1 and wins by 2"
    assert OUTLAWS.told(scene, BlowStruck("p1", "a1", "stab", 0)) == "p1 stabs at a1 and does not land it"


@pytest.mark.parametrize(("kind", "does"), [("door_open", "opens"), ("door", "closes")])
def test_a_door_is_opened_or_closed(kind: str, does: str) -> None:
    """The log says which, by what the door has become."""
    scene = position(character("p1", "C9"))
    told = OUTLAWS.told(scene, DoorWorked("p1", Edge.between(cell("C9"), cell("C8")), kind))
    assert told.startswith(f"p1 {does} the door between ")
