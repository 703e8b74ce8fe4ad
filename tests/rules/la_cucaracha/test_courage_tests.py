"""Courage as it is thrown: who is shaken, who breaks, where the broken run to, who rallies, who responds."""

from __future__ import annotations

from functools import partial

import pytest

from sim.engine.chance import Scripted
from sim.rules.la_cucaracha.combat.courage import take_courage_test
from sim.rules.la_cucaracha.combat.responses import passes_response
from sim.rules.la_cucaracha.events import CourageTested, Fled, Moved, Rallied
from sim.rules.la_cucaracha.orders.fight import Rally, Shoot
from sim.rules.la_cucaracha.state import CucPosition, gone
from tests.rules.la_cucaracha.table import (
    FEDERALES,
    OPEN,
    Played,
    order,
    position,
    squares,
    troop,
)
from tests.rules.playing import hand, played

SOUTH = 2
"""The second of two edges that are equally near."""


def proved(scene: CucPosition, *dice: int, minus: int = 0, id_: str = "a1") -> Played:
    """Test the courage of a unit."""
    run = partial(take_courage_test, id_=id_, minus=minus)
    return played(scene, hand(None), Scripted(dice), run, {FEDERALES: "solo"})


def duel(**words: object) -> CucPosition:
    """Return a unit twelve inches from its enemy, in the middle of the table; the enemy is to the north."""
    return position(troop("p1", "L1"), troop("a1", "L13", **words))


# -- the test ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "result"), [(5, "passed"), (4, "shaken"), (2, "shaken"), (1, "broken")])
def test_an_average_unit_passes_by_a_five_is_shaken_by_up_to_three_less_and_breaks_below(die: int, result: str) -> None:
    """Nothing else counts here; the one who breaks runs, where a die may be needed for."""
    more = [1] if result == "broken" else []
    played = proved(duel(), die, *more)
    assert played.of(CourageTested) == [CourageTested("a1", result)]  # type: ignore[arg-type]


def test_what_was_lost_this_turn_counts_up_to_three() -> None:
    """Of five figures lost three count: eight is needed."""
    assert not proved(duel(fallen=5), 8).unit("a1").shaken
    assert proved(duel(fallen=5), 7).unit("a1").shaken


def test_a_leader_within_eight_inches_helps() -> None:
    """A four is enough."""
    scene = position(troop("p1", "L1"), troop("a1", "L13"), troop("a2", "L21", leader=True))
    assert not proved(scene, 4).unit("a1").shaken


def test_a_shaken_unit_that_fails_again_breaks() -> None:
    """By however little."""
    assert proved(duel(shaken=True), 4, 1).unit("a1").broken == 1


def test_a_test_at_half_strength_does_for_the_one_that_being_there_asks() -> None:
    """It is written down, and asked no more."""
    scene = position(troop("p1", "L1"), troop("a1", "L13"))
    halved = type(scene)(scene.battle, scene.state.with_unit(scene.state.unit("a1").changed(figures=3)))
    assert proved(halved, 10).unit("a1").halved
    assert not proved(scene, 10).unit("a1").halved


# -- the broken --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-COURAGE")
def test_a_broken_unit_retires_a_rapid_advance_away_and_is_shaken() -> None:
    """Ten inches straight to the nearest edge away from the enemy; two are as near, and the die says south."""
    played = proved(duel(), 1, SOUTH)
    assert played.of(Moved)[0].how == "retire"
    assert played.scene.name(played.unit("a1").cell) == "L23"
    assert played.unit("a1").shaken


def test_a_broken_unit_that_reaches_the_edge_with_a_step_left_is_lost() -> None:
    """It runs off the table, and counts as lost."""
    played = proved(position(troop("p1", "L8"), troop("a1", "L20")), 1)
    assert played.of(Fled) == [Fled("a1")]
    assert gone(played.scene, played.unit("a1"))


def test_a_broken_unit_that_just_reaches_the_edge_stays() -> None:
    """Ten inches take it there and no further."""
    played = proved(position(troop("p1", "L4"), troop("a1", "L14")), 1)
    assert played.scene.name(played.unit("a1").cell) == "L24"


def test_a_unit_at_the_edge_breaks_off_the_table() -> None:
    """It need not move for that."""
    played = proved(position(troop("p1", "L4"), troop("a1", "L24")), 1)
    assert played.of(Moved, Fled) == [Fled("a1")]


def test_a_unit_with_its_back_to_the_wall_stays_where_it_breaks() -> None:
    """Nobody runs past the enemy."""
    shut = squares(OPEN, wall="L12/n L12/e L12/s K12/n K12/s M12/n M12/s")
    scene = position(troop("p1", "K12"), troop("a1", "L12"), on=shut)
    played = proved(scene, 1)
    assert played.unit("a1").broken == 1
    assert played.scene.name(played.unit("a1").cell) == "L12"


@pytest.mark.rule("CUC-COURAGE")
@pytest.mark.rule("CUC-RETIRE")
def test_who_breaks_for_the_second_time_is_lost() -> None:
    """Wherever it stands."""
    played = proved(duel(broken=1), 1)
    assert played.of(Fled) == [Fled("a1")]
    assert gone(played.scene, played.unit("a1"))


@pytest.mark.rule("CUC-DEPLOY")
def test_a_crew_that_breaks_abandons_its_weapon() -> None:
    """It is lost at once."""
    played = proved(duel(troop="crew", deployed=True), 1)
    assert played.of(Moved, Fled) == [Fled("a1")]


def test_a_broken_aircraft_flies_away_over_everybody() -> None:
    """CUC-AIR: a Rapid Advance of 32 inches takes it off a small table."""
    assert proved(duel(troop="aircraft"), 1, SOUTH).of(Fled) == [Fled("a1")]


def test_who_breaks_is_out_of_close_combat() -> None:
    """And its enemy is free."""
    scene = position(troop("p1", "L12", fighting=("a1",)), troop("a1", "L13", fighting=("p1",)))
    played = proved(scene, 1, SOUTH)
    assert played.unit("a1").fighting == played.unit("p1").fighting == ()


def test_a_die_decides_from_which_of_two_equally_near_enemies_one_runs() -> None:
    """CUC-NEAREST: from the one to the south the edge is near, from the other it is not."""
    scene = position(troop("p1", "L3"), troop("p2", "L9"), troop("a1", "L6"))
    assert proved(scene, 1, 1).of(Fled) == []
    assert proved(scene, 1, 2).of(Fled) == [Fled("a1")]


# -- rallying ----------------------------------------------------------------------------------------------------


def test_a_shaken_unit_rallies_by_a_courage_test() -> None:
    """A five for average men."""
    scene = position(troop("p1", "L1"), troop("a1", "L13", shaken=True), actor="a1")
    assert order(scene, Rally("a1"), [5]).of(Rallied) == [Rallied("a1", True)]


def test_a_failed_try_to_rally_changes_nothing() -> None:
    """Nobody breaks of trying."""
    scene = position(troop("p1", "L1"), troop("a1", "L13", shaken=True), actor="a1")
    played = order(scene, Rally("a1"), [1])
    assert played.unit("a1").shaken
    assert not played.unit("a1").broken


def test_shots_can_break_a_unit() -> None:
    """Three figures lost: eight is needed, and a two is too bad."""
    scene = position(troop("p1", "L5", figures=3), troop("a1", "L9"), actor="p1")
    played = order(scene, Shoot("p1", "a1"), [10, 10, 10, 5, 5, 5, 2])
    assert played.unit("a1").broken == 1


# -- the test to respond -----------------------------------------------------------------------------------------


def responds(scene: CucPosition, *dice: int) -> bool:
    """Say whether a1 passes the test to respond."""
    passed = []
    played(scene, hand(None), Scripted(dice), lambda game: passed.append(passes_response(game, "a1")))
    return passed[0]


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.parametrize(
    ("words", "need"), [({}, 5), ({"quality": "raw"}, 6), ({"shaken": True}, 7), ({"leader": True}, 4)]
)
def test_the_test_to_respond_needs_five_more_for_the_raw_and_the_shaken_less_with_a_leader(
    words: dict[str, object], need: int
) -> None:
    """The number itself passes, one less fails."""
    assert responds(duel(**words), need)
    assert not responds(duel(**words), need - 1)


@pytest.mark.rule("CUC-HOLD")
def test_drilled_troops_throw_a_failed_test_to_respond_once_more() -> None:
    """The second die stands."""
    assert responds(duel(drilled=True), 4, 5)
    assert not responds(duel(drilled=True), 4, 4)
