"""Ambush Alley: where the searches leave off: what will not do, how far they look, and what their lines are called."""

from typing import Any

import pytest

from sim.engine.notes import Sifted
from sim.rules.ambush_alley.ground.moves import into_cover, out_of_sight, price, pull_back, way_refusal
from sim.rules.ambush_alley.solo.searches import into_optimum, safest_way
from sim.solo.moves import Going
from sim.solo.plans import Cannot
from tests.rules.ambush_alley.table import Thinking, position, squares, team, thinking, unit, with_cells


def lines(thought: Thinking) -> list[str]:
    """Return what the lines of the choice that was noted are called."""
    note = next(note for note in thought.notes if isinstance(note, Sifted))
    return [f"{step.kind} {step.what}" for step in note.steps]


@pytest.mark.rule("AAS-N-8", "AAS-W-9", "AAS-R-nothing")
@pytest.mark.parametrize(
    ("seen", "pit", "line"), [(True, "J2", "an enemy is in sight"), (False, "E1", "out of sight of every enemy")]
)
def test_cover_of_the_other_kind_will_not_do(seen: bool, pit: str, line: str) -> None:
    """A pit behind the house sees nobody, one before it is seen: neither is taken for the other."""
    rows = with_cells("\n".join(["." * 14] * 3), H2="b")
    scene = position(team("i1", "F2"), team("r1", "A2"), team("i2", "H2"), on=squares(rows, rifle_pit=pit))
    thought = thinking(scene, "i1")
    assert isinstance(into_cover(thought.here, "x", seen=seen), Cannot)
    assert lines(thought)[0] == f"require {line}"
    assert isinstance(into_cover(thought.here, "x", seen=not seen), Going)


@pytest.mark.rule("AAS-N-4", "AAS-R-nothing")
def test_range_without_sight_will_not_do() -> None:
    """A wall across the street: within range of him nobody could fire at him."""
    street = squares("\n".join(["." * 20] * 3), wall="E1/e E2/e E3/e")
    scene = position(team("i1", "K2", quality=6), team("r1", "A2"), on=street)
    going = into_optimum(thinking(scene, "i1").here, unit(scene, "r1"), "AAS-N-4")
    assert isinstance(going, Cannot)


@pytest.mark.parametrize("search", [out_of_sight, into_cover, into_optimum])
def test_where_no_speed_is_named_a_rapid_move_is_looked_at(search: Any) -> None:
    """Ten inches away: a house to hide behind or in, or the range of who has a D6."""
    if search is into_optimum:
        scene = position(team("i1", "R1", quality=6), team("r1", "B1"), on=squares("." * 40))
    else:
        scene = position(team("i1", "C1"), team("r1", "A1"), on=squares(with_cells("." * 40, M1="b")))
    target = (unit(scene, "r1"),) if search is into_optimum else ()
    here = thinking(scene, "i1").here
    assert isinstance(search(here, *target, "x"), Going)
    assert isinstance(search(here, *target, "x", pace="cautious"), Cannot)


@pytest.mark.parametrize("search", [out_of_sight, into_cover, pull_back])
def test_the_way_that_is_found_can_be_walked(search: Any) -> None:
    """Step by step from where the unit stands, and as dear as it was said to be."""
    rows = with_cells("\n".join(["." * 20] * 3), I2="b")
    scene = position(team("i1", "C2"), team("r1", "A2"), on=squares(rows))
    who = unit(scene, "i1")
    going = search(thinking(scene, "i1", dice=[1] * 2).here, "x")
    assert isinstance(going, Going)
    assert way_refusal(scene, who, going.way, "rapid") is None
    assert getattr(price(scene, who, going.way), "total", None) == going.cost


@pytest.mark.rule("AAS-R-safest", "AAS-L-3")
def test_of_the_cells_in_cohesion_the_nearest_is_not_taken_if_it_is_watched() -> None:
    """The Regular looks up a walled lane that ends in F3, the nearest to come into cohesion; G2 is further."""
    lane = " ".join(f"F{row}/{side}" for row in range(4, 8) for side in "we")
    scene = position(
        team("i1", "A3"), team("i2", "H3"), team("r1", "F7"), on=squares("\n".join(["." * 12] * 7), wall=f"{lane} F3/n")
    )
    thought = thinking(scene, "i1")
    going = safest_way(thought.here, scene.map.cell("H3"), "rapid", "AAS-L-3")
    assert isinstance(going, Going)
    assert scene.name(going.end) == "G2"
    assert lines(thought) == ["least cells in sight of the enemy on the way", "least length of the way"]
