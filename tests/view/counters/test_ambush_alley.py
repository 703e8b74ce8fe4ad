"""How the units of Ambush Alley look."""

from typing import Any

import pytest

import sim.rules.ambush_alley  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.view.counters.ambush_alley import PORTRAYAL
from sim.view.counters.portrait import Portrait, Strength
from tests.rules.ambush_alley.table import Placed, chief, position, team, unit, vehicle


def portrait(placed: Placed, **words: Any) -> Portrait:
    """Return the portrait of a unit on a table."""
    scene = position(placed, **words)
    return PORTRAYAL.portrait(scene, unit(scene, placed.unit.id))


@pytest.mark.parametrize(
    ("placed", "form", "symbol"),
    [
        (team("r1", "C10"), "unit", "infantry"),
        (team("i1", "C10"), "unit", "militia"),
        (team("i1", "C10", support=("rpg",)), "unit", "tank_hunters"),
        (team("r1", "C10", support=("medium",)), "unit", "machine_gun"),
        (team("r1", "C10", medic=True), "unit", "medic"),
        (chief("i1", "C10"), "pawn", "leader"),
        (team("m1", "C10"), "mob", "civilian"),
        (vehicle("r1", "C10"), "vehicle", "armoured_car"),
        (vehicle("r1", "C10", soft_skinned=True), "vehicle", "truck"),
    ],
)
def test_what_kind_of_thing_it_is(placed: Placed, form: str, symbol: str) -> None:
    """A card for a team, a pawn for a leader alone, a crowd, a machine from above."""
    found = portrait(placed)
    assert (found.form, found.symbol) == (form, symbol)


def test_strength_and_dice_are_on_the_card() -> None:
    """How many can fight, the dice of fire, quality, the leader's die, how many are wounded."""
    found = portrait(team("r1", "C10", quality=10, figures=3, full=4, leader=12, downed=1))
    assert found.strength == Strength(3, 4)
    assert {(figure.corner, figure.text) for figure in found.figures} == {
        ("nw", "4"), ("sw", "D10"), ("ne", "D12"), ("se", "+1"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ({"downed": 1}, "wounded"),
        ({"figures": 0, "downed": 2}, "unconscious"),
        ({"pinned": 1}, "pinned"),
        ({"overwatch": True}, "overwatch"),
        ({"acted": True}, "spent"),
        ({"leader": 8}, "leader"),
        ({"only_reacts": 1}, "suppressed"),
    ],
)
def test_what_has_befallen_it_is_marked(words: dict[str, Any], mark: str) -> None:
    """Each state has its own sign."""
    assert mark in portrait(team("r1", "C10", **words)).marks


def test_only_vehicles_and_pawns_face_somewhere() -> None:
    """A team looks everywhere."""
    assert portrait(vehicle("r1", "C10", 3)).facing == 3
    assert portrait(team("r1", "C10", 3)).facing is None


def test_a_crowd_has_as_many_heads_as_people() -> None:
    """Until they are fewer."""
    assert portrait(team("m1", "C10", figures=5)).count == 5


@pytest.mark.parametrize(
    ("name", "player", "players", "label"),
    [("r1", "Anna", ("Anna", "Ben"), "A: r1"), ("r1", "Anna", (), "r1"), ("r Truck", "r", ("r", "Ben"), "r: Truck")],
)
def test_the_name_says_whose_unit_it_is(name: str, player: str, players: tuple[str, ...], label: str) -> None:
    """Where several share the Regulars, and only there; one called after its player does not say it twice."""
    words = {"mission": {"players": players}} if players else {}
    assert portrait(team(name, "C10", player=player), **words).label == label
