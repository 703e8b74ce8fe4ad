"""Ambush Alley: where Insurgents run to who have lost heart, and what they leave behind."""

from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.engine.notes import Sifted
from sim.rules.ambush_alley.events import CardLifted, Moved
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.ground.moves import pull_back
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Disembark, Embark
from sim.rules.ambush_alley.state import AasPosition, HotSpot
from sim.solo.explain import why_not
from sim.solo.moves import Going
from sim.solo.plans import Cannot
from tests.rules.ambush_alley.alley import misses
from tests.rules.ambush_alley.table import (
    order,
    position,
    squares,
    team,
    thinking,
    vehicle,
    with_cells,
)

BELTS = Card("belts", "Fresh belts", "", "firepower dice", 1, "one insurgent", "until it moves")
CORNER = Card("corner", "A good corner", "", "defence dice", 2, "one regular", "until it moves")

LANE = with_cells("\n".join(["." * 12] * 3), D2="b")
"""A house in a lane: behind it, in row 2 to the east, nobody in A2 sees anything."""


def lane(*spots: HotSpot, on: BattleMap | None = None, **insurgent: Any) -> AasPosition:
    """An Insurgent before the house, and a Regular at the west end of the lane."""
    return position(
        team("i1", "C2", **insurgent), team("r1", "A2"), on=on or squares(LANE), hot_spots=spots, fog=(BELTS,)
    )


def refuge(scene: AasPosition) -> str:
    """Say where i1 pulls back to; nothing if nowhere."""
    going = pull_back(thinking(scene, "i1").here, "AAS-R-morale")
    return scene.name(going.end) if isinstance(going, Going) else ""


@pytest.mark.rule("AAS-R-morale")
def test_the_nearest_place_out_of_sight_will_do() -> None:
    """Behind the house; that is no cover where nobody looks and no wall stands."""
    assert refuge(lane()) == "E2"


@pytest.mark.rule("AAS-R-morale")
def test_they_run_as_far_as_a_rapid_move_leads() -> None:
    """Eleven inches to the only place out of sight."""
    far = squares(with_cells("." * 20, M1="b"))
    scene = position(team("i1", "C1"), team("r1", "A1"), on=far)
    assert refuge(scene) == "N1"


@pytest.mark.rule("AAS-R-morale")
@pytest.mark.parametrize(("spot", "expected"), [("K2", "H2"), ("L2", "I2")])
def test_a_hot_spot_is_a_refuge(spot: str, expected: str) -> None:
    """Out of sight and within three inches of one, by the shortest way, rather than right behind the house."""
    assert refuge(lane(HotSpot("1", squares(LANE).cell(spot)))) == expected


@pytest.mark.rule("AAS-R-morale")
def test_a_hot_spot_out_of_use_is_none() -> None:
    """Nobody is there to run to."""
    assert refuge(lane(HotSpot("1", squares(LANE).cell("K2"), active=False))) == "E2"


@pytest.mark.rule("AAS-R-morale")
def test_of_cover_and_a_hot_spot_the_nearer_is_taken() -> None:
    """Neither goes before the other."""
    walled = squares(LANE, low_wall="G2/e")
    spot = HotSpot("1", walled.cell("L2"))
    assert refuge(lane(spot, on=walled)) == "G2"
    assert refuge(lane(HotSpot("1", walled.cell("H2")), on=walled)) == "E2"


@pytest.mark.rule("AAS-R-morale")
def test_the_trace_says_what_makes_a_refuge() -> None:
    """The hot spot by its number, and what is missing elsewhere."""
    scene = lane(HotSpot("1", squares(LANE).cell("K2")))
    thought = thinking(scene, "i1")
    pull_back(thought.here, "AAS-R-morale")
    notes = thought.notes
    told = why_not(notes, scene.map.cell("E2"))[0]
    assert (told.criterion, told.value) == ("in cover or at a hot spot", "unseen, nothing to stand behind")
    step = next(note for note in notes if isinstance(note, Sifted)).steps[1]
    assert set(step.values) == {"at hot spot 1", "unseen, nothing to stand behind"}
    assert why_not(notes, scene.map.cell("B2"))[0].value == "seen by r1"


@pytest.mark.rule("AAS-R-morale")
def test_without_a_way_out_of_sight_cover_is_the_next_best() -> None:
    """A pit in the open, which the Regular sees."""
    field = squares("\n".join(["." * 12] * 3), rifle_pit="H2")
    assert refuge(lane(on=field)) == "H2"


@pytest.mark.rule("AAS-R-morale")
def test_who_is_in_cover_and_finds_no_way_out_of_sight_stays_there() -> None:
    """From pit to pit nothing is won."""
    field = squares("\n".join(["." * 12] * 3), rifle_pit="C2 H2")
    scene = lane(on=field)
    assert isinstance(pull_back(thinking(scene, "i1").here), Cannot)


@pytest.mark.rule("AAS-R-morale")
def test_who_pulls_back_has_moved_and_loses_what_lasts_until_then() -> None:
    """Fresh belts are left where they lay."""
    scene = lane(checked=True, reacted=True, marks=("belts",))
    played = order(scene, Fire("r1", "i1"), dice=(8, *misses(5), 2, 2, 2, 2, 3))
    assert played.of(Moved)[0].pulled_back
    assert played.of(CardLifted) == [CardLifted("belts", "i1")]


def test_to_get_in_or_out_is_to_move() -> None:
    """The good corner is no longer theirs."""
    aboard = position(
        team("r1", None, aboard="r2", marks=("corner",)), vehicle("r2", "D10", seats=6), actor="r1", assets=(CORNER,)
    )
    out = order(aboard, Disembark("r1", aboard.map.cell("E10")))
    beside = position(team("r1", "C10", marks=("corner",)), vehicle("r2", "D10", seats=6), actor="r1", assets=(CORNER,))
    into = order(beside, Embark("r1", "r2"))
    assert [played.of(CardLifted) for played in (out, into)] == [[CardLifted("corner", "r1")]] * 2
