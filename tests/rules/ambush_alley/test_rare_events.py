"""What rarely happens, and must end well all the same."""

from dataclasses import replace

import pytest

from sim.engine.events import Passed
from sim.rules.ambush_alley.events import CameOn, CardLaid, Fired, Fought, Searched, Struck, Treated
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.fighting import Assault, Fire
from sim.rules.ambush_alley.orders.moving import Embark, Move
from sim.rules.ambush_alley.orders.tasks import PlayAsset
from sim.rules.ambush_alley.state import ACTIVATE, HotSpot
from tests.rules.ambush_alley.alley import FIRE_AT_R1, FIRST, PASS, SECOND, alley, go_north, misses, says
from tests.rules.ambush_alley.table import (
    INSURGENTS,
    NUMBERS,
    REGULARS,
    order,
    play_step,
    position,
    squares,
    team,
    vehicle,
)
from tests.rules.positions import changed, names, way

MAP = squares()
ALL_HIT = (*(8,) * 6, *(2,) * 4)
"""Six hits on four men, and no defence."""


def test_who_is_shot_down_before_his_fire_does_not_fire() -> None:
    """The interruption came first."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    played = order(scene, Fire("r1", "i1"), dice=(PASS, *FIRST, *ALL_HIT), replies=says(interrupt=[FIRE_AT_R1]))
    assert played.of(Passed)[-1] == Passed(REGULARS, "r1", "cannot fire any more")
    assert [shot.unit for shot in played.of(Fired)] == ["i1"]


def test_who_is_shot_down_on_the_way_lies_where_he_fell() -> None:
    """The rest of the way is not walked."""
    scene = alley()
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *ALL_HIT), replies=says(interrupt=[FIRE_AT_R1]))
    assert names(scene, [played.unit("r1").place]) == ["E5"]
    assert (played.unit("r1").figures, played.unit("r1").downed) == (0, 4)


def test_a_regular_who_cannot_fire_is_not_asked_whether_he_does() -> None:
    """He was quicker, and has fired twice: he goes on."""
    scene = alley(regular={"shots": 2})
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *misses(6)), replies=replies)
    assert [ask.occasion for ask in played.asked] == ["interrupt", "interrupt"]
    assert played.names()[-1] == "Fired"


def test_an_assault_is_run_and_may_be_stopped_on_the_way() -> None:
    """Whoever does not come to close quarters has tried."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    run = Assault("r1", "i1", way(scene, "D10", "E10", "F10", "G10"))
    replies = says(interrupt=[FIRE_AT_R1])
    played = order(scene, run, dice=(PASS, PASS, *FIRST, *ALL_HIT), replies=replies)
    assert not played.of(Fought)
    assert isinstance(played.events[-1], Passed)


def test_an_assault_that_arrives_is_fought() -> None:
    """At the end of the run."""
    scene = position(team("r1", "C10"), team("i1", "H10", checked=True, reacted=True), actor="r1")
    run = Assault("r1", "i1", way(scene, "D10", "E10", "F10", "G10"))
    played = order(scene, run, dice=(PASS, PASS, *(2,) * 4, *(2,) * 4))
    assert played.of(Fought)
    assert names(scene, [played.unit("r1").place]) == ["G10"]


def test_who_is_shot_down_does_not_get_in() -> None:
    """The vehicle waits for nobody."""
    scene = position(team("r1", "C10"), vehicle("r2", "C11", seats=6), team("i1", "H10"), actor="r1")
    played = order(scene, Embark("r1", "r2"), dice=(PASS, *FIRST, *ALL_HIT), replies=says(interrupt=[FIRE_AT_R1]))
    assert played.unit("r1").aboard == ""
    assert played.of(Passed)[-1] == Passed(REGULARS, "r1", "does not get into r2")


def test_overwatch_that_comes_too_late_has_nothing_to_fire_at() -> None:
    """The Insurgent has moved out of sight; the watch is used up."""
    scene = alley(team("i1", "H6"), team("r2", "J2", overwatch=True))
    away = Move("i1", way(scene, "G7", "G8"))
    replies = says(interrupt=[away], overwatch=[Fire("r2", "i1")])
    ground = changed(scene, "r2", cell="E2")
    played = order(ground, go_north(ground), dice=(PASS, *SECOND, *FIRST), replies=replies)
    assert Passed(REGULARS, "r2", "is too late to fire") in played.of(Passed)


def test_nobody_fires_on_overwatch_at_civilians() -> None:
    """A crowd comes nearer, and is not asked about."""
    scene = position(team("r1", "C10", overwatch=True), team("m1", "H10"), phase="insurgents")
    played = play_step(scene, {"end of turn": [Move("m1", way(scene, "G10"))]})
    assert [ask.occasion for ask in played.asked] == ["end of turn"]


def test_a_deck_without_cards_draws_none() -> None:
    """And says so."""
    scene = position(team("r1", "C10"), mission={"fog_cards": 1}, phase="cards", turn=0)
    assert play_step(scene).of(Passed) == [Passed(REGULARS, None, "had no fog-of-war card to draw")]


def test_a_strike_may_hit_nobody() -> None:
    """An empty street."""
    card = Card("strike", "Mortars", "Mortars where you want them.", "strike", 3)
    scene = position(team("r1", "C10"), assets=[card], hand=("strike",))
    played = play_step(scene, {ACTIVATE: [PlayAsset("strike", cell=MAP.cell("T20"))]})
    assert played.of(Passed) == [Passed(REGULARS, None, "hit nobody")]


def test_no_crowd_comes_where_there_is_no_hot_spot() -> None:
    """Nor where nobody plays the civilians."""
    card = Card("mob", "A crowd", "People come to look.", "mob", 5)
    scene = position(team("r1", "C10"), fog=[card], phase="arrivals", in_force=("mob",))
    assert play_step(scene).of(Passed) == [Passed(REGULARS, None, "saw nobody come")]


def test_of_two_insurgents_equally_near_a_die_chooses() -> None:
    """For a card that concerns the nearest."""
    card = Card("card", "The card", "Somebody knows his trade.", "quality", 1, "nearest", "for good")
    units = (team("r1", "M10"), team("i1", "T10"), team("i2", "F10"))
    scene = position(*units, fog=[card], mission={"fog_cards": 1}, phase="cards", turn=0)
    assert play_step(scene, dice=(2,), cards=("card",)).of(CardLaid) == [CardLaid("card", "i2")]


def test_an_asset_that_kills_the_unit_that_acts_ends_its_activation() -> None:
    """A strike too near."""
    card = Card("strike", "Mortars", "Mortars where you want them.", "strike", 6)
    scene = position(
        team("r1", "C10"), team("r2", "T20"), team("i1", "V24"), assets=[card], hand=("strike",), actor="r1"
    )
    played = play_step(scene, {ACTIVATE: [PlayAsset("strike", cell=MAP.cell("C10"))]}, dice=(*(8,) * 6, *(2,) * 4))
    assert played.unit("r1").acted
    assert played.scene.state.actor == ""


def test_cover_and_cards_help_against_a_sniper() -> None:
    """Of one's own ground: a house is hard cover, two dice."""
    sniper = Card("sniper", "A sniper", "One shot, from nowhere.", "sniper", 1, "random")
    house = squares("\n".join(["b" * 26] * 26))
    scene = position(team("r1", "C10"), on=house, fog=[sniper], mission={"fog_cards": 1}, phase="cards", turn=0)
    played = play_step(scene, dice=(8, 2, 2, 8), cards=("sniper",))
    assert played.of(Struck)[0].casualties == 0


def test_fewer_hot_spots_will_do() -> None:
    """A player who places no more of them."""
    scene = position(team("r1", "C10"), mission={"placing": "player"}, phase="hot spots", turn=0)
    assert play_step(scene).scene.state.turn == 1


def test_a_table_that_is_full_has_no_room() -> None:
    """Nobody comes on, and that is told."""
    full = squares("..\n..")
    units = (team("r1", "A1"), team("m1", "B1"), team("m2", "A2"), team("m3", "B2"))
    spots = (HotSpot("1", full.cell("B2")),)
    numbers = replace(NUMBERS, hot_spot_blocked=0)
    scene = position(*units, on=full, phase="arrivals", turn=2, hot_spots=spots, mission={"numbers": numbers})
    played = play_step(scene, dice=(1, 1, 4))
    assert played.of(Passed) == [Passed(INSURGENTS, None, "found no room for Rifles at B2")]


def test_who_finds_his_id_taken_has_the_next() -> None:
    """A scenario may have used it."""
    spots = (HotSpot("1", MAP.cell("V13")),)
    taken = team("rifles-1", "T24", side=INSURGENTS)
    scene = position(team("r1", "C10"), taken, phase="arrivals", turn=2, hot_spots=spots)
    assert play_step(scene, dice=(1, 1, 4)).of(CameOn)[0].unit.id == "rifles-2"


@pytest.mark.parametrize(("die", "result"), [(3, "serious"), (6, "fine")])
def test_first_aid_helps_those_aboard_a_vehicle_too(die: int, result: str) -> None:
    """They are with their unit, and no medic from outside is with them."""
    unit = team("r1", None, aboard="r2", figures=3, full=4, downed=1)
    scene = position(unit, vehicle("r2", "C10"), team("r3", "C11", medic=True), phase="arrivals", turn=2, level=1)
    assert [event.result for event in play_step(scene, dice=(6, die)).of(Treated)] == [result]


def test_an_armour_of_no_dice_stops_nothing() -> None:
    """A car without any."""
    car = vehicle("r1", "C10", 2, armour=(0, 0, 0), reacted=True)
    scene = position(car, team("i1", "H10", support=("rpg",)), phase="insurgents")
    played = order(scene, Fire("i1", "r1"), dice=(8, 2, 1))
    assert played.unit("r1").shaken == 2


def test_a_pinned_unit_that_loses_its_nerve_stays_where_it_is() -> None:
    """It cannot pull back, and does nothing more."""
    unit = team("i1", "H10", checked=True, reacted=True, pinned=3)
    scene = position(team("r1", "C10"), unit, actor="r1")
    played = order(scene, Fire("r1", "i1"), dice=(8, *misses(5), 2, 2, 2, 2, 3))
    assert played.unit("i1").barred
    assert played.unit("i1").place == scene.map.cell("H10")


def test_a_place_that_has_been_searched_is_written_down_once() -> None:
    """Reached again, it is the same."""
    scene = position(team("r1", "C10"), searched=(MAP.cell("C10"),))
    assert Searched("r1", MAP.cell("C10")).apply(scene.state) == scene.state
