"""What the figures of La Petite Guerre look like: what a man is, what is in his hands, and what has befallen him."""

import pytest

from sim.rules.la_petite_guerre.figures import GUNS, figures
from sim.view.counters.la_petite_guerre import HELD, PORTRAYAL
from sim.view.counters.portrait import Portrait, Strength
from tests.rules.la_petite_guerre.table import scene, unit

GATLING = "militia: gun gatling B2 e crew:2 | g1 gunner B3 e serves:gun | g2 gunner C2 e serves:gun"


def portrait(*lines: str, of: str = "p1") -> Portrait:
    """Return the portrait of a man or a gun on a table."""
    here = scene("p1 weapon:winchester", *lines)
    return PORTRAYAL.portrait(here, unit(here, of))


@pytest.mark.parametrize(
    ("line", "of", "looks"),
    [
        ("", "p1", ("pawn", "infantry", "carbine")),
        ("p1 weapon:musket", "p1", ("pawn", "infantry", "rifle")),
        ("p1 weapon:revolver", "p1", ("pawn", "infantry", "pistol")),
        ("p1 command:2", "p1", ("pawn", "leader", "carbine")),
        ("p1 rides mounted", "p1", ("rider", "cavalry", "carbine")),
        ("p1 rides mounted weapon:sabre", "p1", ("rider", "cavalry", "sabre")),
        (GATLING, "gun", ("gun", "gatling", "none")),
        (GATLING.replace("gatling", "nine_pounder"), "gun", ("gun", "artillery", "none")),
    ],
)
def test_what_he_is_and_what_is_in_his_hands(line: str, of: str, looks: tuple[str, str, str]) -> None:
    """A man from above, a rider, a gun: each with its symbol, facing as he does, and men with any weapon there is."""
    found = portrait(line, of=of)
    assert (found.form, found.symbol, found.weapon, found.facing) == (*looks, 2)
    assert set(HELD) == {id for id, weapon in figures().weapons.items() if weapon.kind not in GUNS}


def test_grade_command_and_actions_stand_beside_him() -> None:
    """The grade always; what a leader has left of his points; actions only in the step of his own side."""
    leader = "p1 grade:A command:3 spent:1 left:2"
    assert {(figure.corner, figure.text) for figure in portrait(leader).figures} == {
        ("nw", "A"), ("ne", "2"), ("sw", "2"),
    }  # fmt: skip
    assert {figure.corner for figure in portrait(leader, "set side:metis").figures} == {"nw", "ne"}
    assert {figure.corner for figure in portrait(leader, "set phase:morale").figures} == {"nw", "ne"}


def test_a_gun_tells_how_many_of_its_crew_can_serve_it() -> None:
    """Two of the two beside it; one once the other is stunned; no figures of its own."""
    served = portrait(GATLING, of="gun")
    assert served.strength == Strength(2, 2) and served.figures == ()
    assert portrait(GATLING, "g1 stunned:2", of="gun").strength == Strength(1, 2)
    assert portrait().strength is None


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("broken", "routed"),
        ("stunned:3", "stunned"),
        ("wounded", "wounded"),
        ("control:nothing", "shaken"),
        ("control:repeats", "shaken"),
        ("-loaded", "reloading"),
        ("prone", "prone"),
        ("hidden", "hidden"),
        ("weapon:snider_enfield bayonet", "bayonet"),
        ("rides mounted", "mounted"),
        ("limbered", "limbered"),
        ("command:2", "leader"),
    ],
)
def test_what_has_befallen_a_man_shows(words: str, mark: str) -> None:
    """One mark each, and none on a man in good order."""
    assert portrait(f"p1 {words}").marks == (mark,)
    assert portrait().marks == ()
