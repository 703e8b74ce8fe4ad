"""The log in words: groups are several, and a man may be called James."""

from sim.rules.outlaws.events import CounterSpent, Wounded
from sim.rules.outlaws.words import told
from tests.rules.outlaws.stage import character, position


def test_a_group_agrees_with_its_verb() -> None:
    """And nobody else does."""
    scene = position(character("loafers", "C6", group=True), character("James", "C8"))
    assert told(scene, CounterSpent("loafers")) == "loafers are done"
    assert told(scene, CounterSpent("James")) == "James is done"


def test_a_blow_that_changes_nothing_says_so() -> None:
    """Who lies on the ground already is knocked down for nothing; the first time it puts him there."""
    scene = position(character("James", "C8"))
    assert told(scene, Wounded("James", "knocked down", prone=True)) == "James: knocked down, prone"
    assert told(scene, Wounded("James", "knocked down")) == "James: knocked down, which changes nothing"
    assert told(scene, Wounded("James", "Dead", dead=True)) == "James: dead"
