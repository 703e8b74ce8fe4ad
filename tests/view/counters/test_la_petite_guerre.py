"""What the figures of La Petite Guerre look like: what a man is, what is in his hands, and what has befallen him."""

from typing import Any

import pytest

import sim.rules.la_petite_guerre  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.rules.la_petite_guerre.figures import GUNS, figures
from sim.view.counters.la_petite_guerre import HELD, PORTRAYAL
from sim.view.counters.portrait import Portrait, Strength
from tests.rules.la_petite_guerre.table import METIS, Placed, gun, man, position, unit


def portrait(placed: Placed, *others: Placed, **words: Any) -> Portrait:
    """Return the portrait of a man or a gun on a table."""
    scene = position(placed, *others, **words)
    return PORTRAYAL.portrait(scene, unit(scene, placed.unit.id))


@pytest.mark.parametrize(
    ("placed", "looks"),
    [
        (man("b1", "B2"), ("pawn", "infantry", "carbine")),
        (man("b1", "B2", weapon="musket"), ("pawn", "infantry", "rifle")),
        (man("b1", "B2", command=2), ("pawn", "leader", "carbine")),
        (man("b1", "B2", mounted=True), ("rider", "cavalry", "carbine")),
        (gun("b1", "B2"), ("gun", "gatling", "none")),
        (gun("b1", "B2", weapon="field_gun"), ("gun", "artillery", "none")),
    ],
)
def test_what_he_is_and_what_is_in_his_hands(placed: Placed, looks: tuple[str, str, str]) -> None:
    """A man from above, a rider, a gun: each with its symbol, and men with their weapon."""
    found = portrait(placed)
    assert (found.form, found.symbol, found.weapon) == looks


def test_every_weapon_of_a_man_is_drawn() -> None:
    """None that the rules know is left out of his hands."""
    assert set(HELD) == {id for id, weapon in figures().weapons.items() if weapon.kind not in GUNS}


def test_grade_command_and_actions_stand_beside_him() -> None:
    """The grade always; what a leader has left of his points; actions only in the step of his own side."""
    leader = man("b1", "B2", grade="A", command=3, spent=1, left=2)
    assert {(figure.corner, figure.text) for figure in portrait(leader).figures} == {
        ("nw", "A"), ("ne", "2"), ("sw", "2"),
    }  # fmt: skip
    assert {figure.corner for figure in portrait(leader, side=METIS).figures} == {"nw", "ne"}
    assert {figure.corner for figure in portrait(leader, phase="morale").figures} == {"nw", "ne"}


def test_a_gun_tells_how_many_of_its_crew_can_serve_it() -> None:
    """Two of the two beside it; one once the other is stunned; no figures of its own."""
    crew = man("b2", "B3", serves="b1"), man("b3", "C2", serves="b1")
    served = portrait(gun("b1", "B2"), *crew)
    assert served.strength == Strength(2, 2) and served.figures == ()
    hurt = man("b2", "B3", serves="b1", stunned=2), man("b3", "C2", serves="b1")
    assert portrait(gun("b1", "B2"), *hurt).strength == Strength(1, 2)
    assert portrait(man("b4", "E5")).strength is None


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ({"broken": True}, "routed"),
        ({"stunned": 3}, "stunned"),
        ({"wounded": True}, "wounded"),
        ({"control": "nothing"}, "shaken"),
        ({"loaded": False}, "reloading"),
        ({"prone": True}, "prone"),
        ({"hidden": True}, "hidden"),
        ({"bayonet": True, "weapon": "snider_enfield"}, "bayonet"),
        ({"mounted": True}, "mounted"),
        ({"limbered": True}, "limbered"),
        ({"command": 2}, "leader"),
    ],
)
def test_what_has_befallen_a_man_shows(words: dict[str, Any], mark: str) -> None:
    """One mark each, and none on a man in good order."""
    assert portrait(man("b1", "B2", **words)).marks == (mark,)
    assert portrait(man("b1", "B2")).marks == ()
