"""How the units of Ambush Alley look."""

import pytest

from sim.view.counters.ambush_alley import PORTRAYAL
from sim.view.counters.portrait import Portrait, Strength
from tests.rules.ambush_alley.staged import staged

SHARED = "regulars: r1 peacekeepers C10 player:Anna | Bens peacekeepers C12 player:Ben\nrules players:Anna,Ben"


def portrait(text: str, id_: str = "") -> Portrait:
    """Return the portrait of a unit on the stage: the one that the text begins with, unless it is named."""
    scene = staged(text)
    return PORTRAYAL.portrait(scene, scene.state.unit(id_ or text.split()[0]))


@pytest.mark.parametrize(
    ("text", "form", "symbol"),
    [
        ("r1 C10", "unit", "infantry"),
        ("i1 C10", "unit", "militia"),
        ("i1 C10 support:rocket", "unit", "tank_hunters"),
        ("r1 C10 support:machine_gun", "unit", "machine_gun"),
        ("r1 C10 medic", "unit", "medic"),
        ("boss C10", "pawn", "leader"),
        ("m1 C10", "mob", "civilian"),
        ("car C10", "vehicle", "armoured_car"),
        ("car C10 soft_skinned", "vehicle", "truck"),
    ],
)
def test_what_kind_of_thing_it_is(text: str, form: str, symbol: str) -> None:
    """A card for a team, a pawn for a leader alone, a crowd, a machine from above."""
    found = portrait(text)
    assert (found.form, found.symbol) == (form, symbol)


def test_strength_and_dice_are_on_the_card() -> None:
    """How many can fight, the dice of fire, quality, the leader's die, how many are wounded."""
    found = portrait("r1 C10 quality:10 figures:3 leader:12 downed:1")
    assert found.strength == Strength(3, 4)
    assert {(figure.corner, figure.text) for figure in found.figures} == {
        ("nw", "4"), ("sw", "D10"), ("ne", "D12"), ("se", "+1"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("downed:1", "wounded"),
        ("figures:0 downed:2", "unconscious"),
        ("pinned:1", "pinned"),
        ("overwatch", "overwatch"),
        ("acted", "spent"),
        ("leader:8", "leader"),
        ("only_reacts:1", "suppressed"),
    ],
)
def test_what_has_befallen_it_is_marked(words: str, mark: str) -> None:
    """Each state has its own sign."""
    assert mark in portrait(f"r1 C10 {words}").marks


def test_only_vehicles_and_pawns_face_somewhere_and_a_crowd_has_as_many_heads_as_people() -> None:
    """A team looks everywhere."""
    assert portrait("car C10 se").facing == 3
    assert portrait("r1 C10 se").facing is None
    assert portrait("m1 C10 figures:5").count == 5


def test_the_name_says_whose_unit_it_is() -> None:
    """Where several share the Regulars, and only there; not twice, where it is called after its player."""
    assert portrait(SHARED, "r1").label == "A: r1"
    assert portrait("r1 C10").label == "r1"
    assert portrait(f'{SHARED}\nregulars: "Anna Truck" cargo_truck C14 player:Anna', "Anna Truck").label == "A: Truck"
