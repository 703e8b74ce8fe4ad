"""The log in words: groups are several, and a man may be called James."""

from sim.rules.outlaws.events import CounterSpent
from sim.rules.outlaws.words import told
from tests.rules.outlaws.stage import character, position


def test_a_group_agrees_with_its_verb() -> None:
    """And nobody else does."""
    scene = position(character("loafers", "C6", group=True), character("James", "C8"))
    assert told(scene, CounterSpent("loafers")) == "loafers are done"
    assert told(scene, CounterSpent("James")) == "James is done"
