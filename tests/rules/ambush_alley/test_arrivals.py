"""New Insurgents: the roll against the level, the table, the hot spots."""

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley.combat.losses import at_half_strength
from sim.rules.ambush_alley.events import CameOn, HotSpotRemoved, InsurgencyRolled
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.state import AasPosition, HotSpot
from tests.rules.ambush_alley.table import INSURGENTS, Placed, play_step, position, squares, team
from tests.rules.positions import names, way

SPOTS = ("V3", "V8", "V13", "V18", "V23")


def arriving(*more: Placed, spots: tuple[str, ...] = SPOTS, **words: Any) -> AasPosition:
    """Return the beginning of turn 2, with hot spots in the east and r1 in the west."""
    map_ = squares()
    hot = tuple(HotSpot(str(number), map_.cell(name)) for number, name in enumerate(spots, 1))
    state = {"phase": "arrivals", "turn": 2, "hot_spots": hot, **words}
    return position(*(more or (team("r1", "C10"),)), **state)


@pytest.mark.rule("AAS-SEQ")
def test_nobody_comes_in_the_first_turn() -> None:
    """No die is thrown."""
    assert play_step(arriving(turn=1)).names() == ["PhaseBegan"]


@pytest.mark.rule("AAS-SEQ")
@pytest.mark.parametrize(("die", "comes"), [(3, True), (4, False)])
def test_a_die_no_higher_than_the_level_brings_somebody(die: int, comes: bool) -> None:
    """At level 3."""
    played = play_step(arriving(), dice=(die, *((1, 2, 4) if comes else ())))
    assert played.of(InsurgencyRolled) == [InsurgencyRolled(die, comes)]
    assert bool(played.of(CameOn)) == comes


def test_the_table_says_who_and_a_die_how_many() -> None:
    """Rifles, as many as a D6; they stand on the hot spot of the number."""
    played = play_step(arriving(), dice=(1, 2, 3, 5))
    unit = played.of(CameOn)[0].unit
    assert (unit.profile.id, unit.figures, unit.leader, unit.side) == ("rifles", 5, 0, INSURGENTS)
    assert names(played.scene, [unit.place]) == ["V13"]


@pytest.mark.parametrize(("die", "figures"), [(1, 2), (2, 2), (3, 3), (5, 4), (6, 4)])
def test_half_a_die_and_one_is_rounded_up(die: int, figures: int) -> None:
    """The rocket teams."""
    played = play_step(arriving(), dice=(1, 6, 3, die))
    assert played.of(CameOn)[0].unit.figures == figures


@pytest.mark.parametrize("figures", [1, 2, 6])
def test_who_came_few_are_at_full_strength(figures: int) -> None:
    """The card of the rifles has six figures: half strength is half of those who came."""
    unit = play_step(arriving(), dice=(1, 1, 3, figures)).of(CameOn)[0].unit
    assert unit.figures == figures
    assert not at_half_strength(unit)


def test_a_leader_may_come_with_them() -> None:
    """With a die of his own."""
    unit = play_step(arriving(), dice=(1, 9, 3, 5)).of(CameOn)[0].unit
    assert (unit.profile.kind, unit.leader) == ("team", 8)


def test_a_leader_may_come_alone() -> None:
    """He has no number to be thrown."""
    unit = play_step(arriving(), dice=(1, 8, 3)).of(CameOn)[0].unit
    assert (unit.profile.kind, unit.leader, unit.figures) == ("leader", 8, 1)


def test_two_rolls_instead_of_one() -> None:
    """The last row, and two others."""
    played = play_step(arriving(), dice=(1, 10, 1, 2, 4, 8, 3))
    assert [event.unit.profile.id for event in played.of(CameOn)] == ["rifles", "chief"]


def test_no_more_than_so_many_rolls_at_a_time() -> None:
    """Three throws of the table, whatever they show."""
    played = play_step(arriving(), dice=(1, 10, 10, 10))
    assert not played.of(CameOn)
    assert played.of(Passed)


@pytest.mark.rule("AAS-HOT", "AAS-R-come")
def test_a_six_is_thrown_again_and_so_is_a_hot_spot_out_of_use() -> None:
    """Until a number comes up that is one."""
    scene = arriving()
    spots = tuple(HotSpot(spot.id, spot.cell, spot.id != "2") for spot in scene.state.hot_spots)
    played = play_step(arriving(hot_spots=spots), dice=(1, 1, 6, 2, 4, 3))
    assert names(scene, [played.of(CameOn)[0].unit.place]) == ["V18"]


@pytest.mark.rule("AAS-HOT")
def test_the_last_hot_spot_in_use_needs_no_die() -> None:
    """There is nothing to choose."""
    scene = arriving()
    spots = tuple(HotSpot(spot.id, spot.cell, spot.id == "4") for spot in scene.state.hot_spots)
    played = play_step(arriving(hot_spots=spots), dice=(1, 1, 3))
    assert names(scene, [played.of(CameOn)[0].unit.place]) == ["V18"]


@pytest.mark.rule("AAS-HOT", "AAS-R-come")
@pytest.mark.parametrize(("at", "blocked"), [("V16", True), ("V17", False), ("S13", True)])
def test_regulars_near_a_hot_spot_close_it(at: str, blocked: bool) -> None:
    """Within three inches: nobody comes, now or later."""
    played = play_step(arriving(team("r1", at)), dice=(1, 1, 3, *(() if blocked else (4,))))
    assert played.of(HotSpotRemoved) == ([HotSpotRemoved("3", "blocked")] if blocked else [])
    assert bool(played.of(CameOn)) != blocked
    assert played.scene.state.hot_spots[2].active != blocked


@pytest.mark.rule("AAS-HOT")
def test_without_a_hot_spot_nobody_comes() -> None:
    """All of them are closed."""
    played = play_step(arriving(spots=()), dice=(1, 1))
    assert played.of(Passed) == [Passed(INSURGENTS, None, "had no hot spot left to come from")]


@pytest.mark.rule("AAS-R-come")
def test_who_finds_somebody_there_stands_beside_him() -> None:
    """As near as there is room, and a die settles where."""
    played = play_step(arriving(team("r1", "C10"), team("i1", "V13")), dice=(1, 1, 3, 4, 1))
    assert names(played.scene, [played.of(CameOn)[0].unit.place]) == ["V12"]


def test_nobody_has_the_id_of_another() -> None:
    """Two of a kind are told apart."""
    first = play_step(arriving(), dice=(1, 1, 3, 4)).of(CameOn)[0].unit
    again = play_step(arriving(team("r1", "C10"), arrived=1), dice=(1, 1, 3, 4)).of(CameOn)[0].unit
    assert (first.id, again.id) == ("rifles-1", "rifles-2")


def test_who_came_may_act_in_the_same_turn() -> None:
    """He has neither checked nor acted."""
    unit = play_step(arriving(), dice=(1, 1, 3, 4)).of(CameOn)[0].unit
    assert not (unit.checked or unit.acted or unit.barred)


def test_a_scouted_turn_brings_nobody() -> None:
    """The card is used up by it."""
    card = Card("scout", "Scouts", "The next roll brings nobody.", "recon")
    played = play_step(arriving(assets=[card], in_force=("scout",)))
    assert played.names() == ["CardLifted", "PhaseBegan"]
    assert not played.scene.state.in_force


# -- taken by Regulars -------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-HOT", "AAS-R-come")
@pytest.mark.parametrize(
    ("end", "insurgent", "cleared"), [("T13", "A1", True), ("S13", "A1", False), ("T13", "T19", False)]
)
def test_a_unit_that_ends_its_activation_there_clears_a_hot_spot(end: str, insurgent: str, cleared: bool) -> None:
    """Within two inches, with no Insurgent within six."""
    scene = arriving(team("r1", "R13", acted=False), team("i1", insurgent, checked=True), phase="regulars")
    move = Move("r1", way(scene, "S13", "T13")[: 1 if end == "S13" else 2])
    given: dict[str, Any] = {"activate": [move]}
    played = play_step(scene, given)
    if not played.unit("r1").acted:
        played = play_step(played.scene)
    assert played.scene.state.hot_spots[2].active != cleared


@pytest.mark.rule("AAS-SEQ")
def test_the_log_names_the_level_beside_the_die() -> None:
    """So that nobody takes the one for the other."""
    assert AMBUSH_ALLEY.told(position(team("r1", "C10"), level=4), InsurgencyRolled(6, comes=False)) == (
        "a 6 for an insurgency level of 4: nobody comes"
    )
