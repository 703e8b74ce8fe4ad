"""What the rows of the tables of motivations leave alone: soft skins, cover without sight, unseen friends."""

import pytest

from tests.rules.ambush_alley.deciding import Question, decide
from tests.rules.ambush_alley.rows import FAR, armed, asked_at_end, hidden, strip, table
from tests.rules.ambush_alley.table import Placed, chief, team, vehicle
from tests.rules.positions import with_state


@pytest.mark.rule("AAS-N-1")
def test_small_arms_are_no_support_weapon_that_would_harm_a_vehicle() -> None:
    """Not even a soft-skinned one, which they could harm: cover comes first."""
    scene = table(
        vehicle("r1", "A3", soft_skinned=True), team("i1", FAR, figures=6), at=None, on=strip(rifle_pit="BD5")
    )
    assert decide(Question(scene)).rule == "AAS-N-2"


@pytest.mark.rule("AAS-R-gap")
def test_cover_without_sight_of_the_enemy_will_not_do() -> None:
    """Behind the wall nobody would be in sight: nothing fits."""
    scene = table(armed("BD3", 5, led=True), on=strip(wall="BF2/w BF3/w BF4/w BF5/w"))
    assert decide(asked_at_end(scene)).order == "stays"


@pytest.mark.rule("AAS-N-10", "AAS-L-4")
def test_friends_out_of_sight_are_not_sought_although_a_way_leads_to_them() -> None:
    """Around the end of a wall."""
    wall = " ".join(f"AR{row}/e" for row in range(1, 6))
    scene = table(armed("AM3", 5), chief("i2", "AW3"), at=None, on=strip(wall=wall))
    assert decide(asked_at_end(scene)).rule == "AAS-R-nothing"


@pytest.mark.rule("AAS-W-11")
def test_at_the_objective_the_row_fits_and_it_stays() -> None:
    """It has what it came for."""
    decision = decide(asked_at_end(hidden(armed("AM3", 5, led=True), objective="AM3")))
    assert (decision.rule, decision.order) == ("AAS-W-11", "stays")


@pytest.mark.rule("AAS-CIV-3", "AAS-W-11")
@pytest.mark.parametrize("placed", [armed("AM3", 5, led=True), team("m1", "AM3")], ids=["unit", "mob"])
def test_a_place_that_has_been_searched_draws_nobody(placed: Placed) -> None:
    """Nothing is left to be done there."""
    scene = hidden(placed, objective="BC3", kind="search")
    scene = with_state(scene, searched=(scene.map.cell("BC3"),))
    assert decide(asked_at_end(scene, placed.unit.id)).rule == "AAS-R-nothing"


@pytest.mark.rule("AAS-R-gap")
def test_in_cover_with_nobody_to_fire_at_it_does_not_change_for_other_cover() -> None:
    """It can do nothing against armour; another pit is near."""
    pits = strip(rifle_pit="AM3 AM5")
    scene = table(vehicle("r1", "A3"), armed("AM3", 5, led=True), at=None, on=pits)
    assert decide(asked_at_end(scene)).rule == "AAS-R-nothing"
