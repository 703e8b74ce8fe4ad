"""Fire as it is thrown: casualties, morale, people in the way, and how often one fires."""

from dataclasses import replace

import pytest

from sim.engine.orders import Ask
from sim.rules.ambush_alley.events import Barred, Fired, LevelChanged, MoraleTested, Moved, Pinned, Struck
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.state import ACTIVATE, AasPosition, Combat
from sim.tabletop.inches import sees
from tests.rules.ambush_alley.alley import misses
from tests.rules.ambush_alley.table import REGULARS, Placed, order, position, refusal, squares, team, with_cells


def range_(*more: Placed, **insurgent: object) -> AasPosition:
    """Return r1 who is about to fire at i1, five inches away in the open, who has had its check."""
    words = {"checked": True, "reacted": True, **insurgent}
    return position(team("r1", "C10"), team("i1", "H10", **words), *more, actor="r1")


@pytest.mark.rule("AAS-R-defence")
def test_hits_that_are_not_saved_are_casualties() -> None:
    """Two successes, one cancelled by one as high: an Insurgent is out of it."""
    played = order(range_(), Fire("r1", "i1"), dice=(8, 5, *misses(4), 5, 2, 2, 2, 4))
    assert played.of(Fired)[0].hits == 2
    assert played.of(Fired)[0].casualties == 1
    assert played.unit("i1").figures == 3


def test_no_defence_is_thrown_where_nothing_hits() -> None:
    """Six dice, and none of the target's."""
    assert order(range_(), Fire("r1", "i1"), dice=misses(6)).of(Fired)[0].casualties == 0


def test_regulars_who_are_hit_are_down_and_not_dead() -> None:
    """They wait for first aid."""
    scene = position(team("r1", "C10", reacted=True), team("i1", "H10"), phase="insurgents")
    played = order(scene, Fire("i1", "r1"), dice=(8, *misses(5), 2, 2, 2, 2, 4))
    assert (played.unit("r1").figures, played.unit("r1").downed) == (3, 1)


def test_a_unit_that_loses_its_last_man_leaves_the_table() -> None:
    """An Insurgent unit; of Regulars the wounded stay."""
    played = order(range_(figures=1), Fire("r1", "i1"), dice=(8, *misses(5), 2))
    assert played.unit("i1").gone
    assert played.unit("i1").cell is None


def test_no_more_are_out_than_there_were() -> None:
    """Three hits on two men cost two of them, and that is what is told."""
    played = order(range_(figures=2), Fire("r1", "i1"), dice=(8, 8, 8, *misses(3), 2, 2))
    assert played.of(Fired) == [replace(played.of(Fired)[0], hits=3, casualties=2)]


def test_regulars_who_are_all_down_stay_where_they_are() -> None:
    """Until somebody sees to them."""
    scene = position(team("r1", "C10", figures=1), team("i1", "H10"), phase="insurgents")
    played = order(scene, Fire("i1", "r1"), dice=(8, *misses(5), 2))
    assert played.unit("r1").cell is not None
    assert not played.unit("r1").gone


@pytest.mark.rule("AAS-R-left-out")
def test_a_leader_falls_with_the_last_of_his_men() -> None:
    """Nobody is left to lead."""
    played = order(range_(figures=1, leader=8), Fire("r1", "i1"), dice=(8, *misses(5), 2))
    assert played.unit("i1").leader == 0


def test_a_shot_is_remembered_as_combat() -> None:
    """With both places: mobs and units near it will know."""
    scene = range_()
    played = order(scene, Fire("r1", "i1"), dice=misses(6))
    assert played.scene.state.combats == (Combat(scene.map.cell("C10"), scene.map.cell("H10")),)


def test_a_second_shot_has_a_die_less() -> None:
    """For each fire after the first in the turn."""
    scene = position(team("r1", "C10", shots=1), team("i1", "H10", checked=True, reacted=True), actor="r1")
    assert order(scene, Fire("r1", "i1"), dice=misses(5)).unit("r1").shots == 2


@pytest.mark.rule("AAS-R-fire")
def test_a_third_shot_is_refused() -> None:
    """Twice a turn, and no more."""
    scene = position(team("r1", "C10", shots=2), team("i1", "H10"), actor="r1")
    assert refusal(scene, Ask(REGULARS, ACTIVATE, "r1"), Fire("r1", "i1")) == "it has fired 2 times this turn"


# -- morale ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-morale")
def test_insurgents_who_lose_their_nerve_pull_back_out_of_sight() -> None:
    """At their best pace, and they do nothing more this turn."""
    house = squares(with_cells(H12="b", H13="b", G12="b", I12="b"))
    scene = position(team("r1", "C10"), team("i1", "H10", checked=True, reacted=True), on=house, actor="r1")
    played = order(scene, Fire("r1", "i1"), dice=(8, *misses(5), 2, 2, 2, 2, 3))
    assert played.of(MoraleTested) == [MoraleTested("i1", passed=False)]
    assert played.of(Moved)[0].pulled_back
    assert played.of(Barred) == [Barred("i1")]
    assert not sees(played.scene, played.unit("r1"), played.unit("i1"))


@pytest.mark.rule("AAS-R-morale")
def test_where_there_is_nowhere_to_go_they_stay_and_do_nothing() -> None:
    """An open field."""
    played = order(range_(), Fire("r1", "i1"), dice=(8, *misses(5), 2, 2, 2, 2, 3))
    assert not played.of(Moved)
    assert played.unit("i1").barred


@pytest.mark.rule("AAS-R-morale")
def test_regulars_who_lose_their_nerve_are_pinned() -> None:
    """Until the end of the next turn."""
    scene = position(team("r1", "C10", reacted=True), team("i1", "H10"), phase="insurgents", turn=4)
    played = order(scene, Fire("i1", "r1"), dice=(8, *misses(5), 2, 2, 2, 2, 3))
    assert played.of(Pinned) == [Pinned("r1", 5)]


@pytest.mark.rule("AAS-R-morale")
@pytest.mark.parametrize(("figures", "die", "passed"), [(4, 4, True), (3, 4, False), (3, 5, True)])
def test_half_strength_costs_one(figures: int, die: int, passed: bool) -> None:
    """Of four, two are left: a 4 is no longer enough."""
    scene = range_(figures=figures, full=4)
    played = order(scene, Fire("r1", "i1"), dice=(8, *misses(5), *(2,) * figures, die))
    assert played.of(MoraleTested)[0].passed == passed


# -- people in the way -------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-CIV-5", "AAS-R-line")
def test_a_one_hits_the_crowd_in_the_line_of_fire() -> None:
    """Each of them somebody; and the insurgency rises by one for all."""
    played = order(range_(team("m1", "G11")), Fire("r1", "i1"), dice=(1, 1, *misses(4)))
    assert played.of(Struck)[0].casualties == 2
    assert played.scene.state.level == 4


@pytest.mark.rule("AAS-CIV-5")
def test_a_crowd_away_from_the_line_is_safe() -> None:
    """More than two inches from it."""
    played = order(range_(team("m1", "G14")), Fire("r1", "i1"), dice=(1, 1, *misses(4)))
    assert not played.of(Struck, LevelChanged)


@pytest.mark.rule("AAS-CIV-5")
def test_the_level_falls_where_insurgents_hit_people() -> None:
    """By one."""
    scene = position(team("r1", "C10", reacted=True), team("i1", "H10"), team("m1", "E10"), phase="insurgents")
    assert order(scene, Fire("i1", "r1"), dice=(1, *misses(5))).scene.state.level == 2


@pytest.mark.rule("AAS-CIV-5")
def test_one_rise_and_one_drop_a_turn() -> None:
    """The second crowd of the turn changes nothing."""
    scene = position(
        team("r1", "C10"), team("i1", "H10", checked=True, reacted=True), team("m1", "G11"), actor="r1", raised=True
    )
    played = order(scene, Fire("r1", "i1"), dice=(1, *misses(5)))
    assert played.of(Struck)
    assert played.scene.state.level == 3


@pytest.mark.rule("AAS-CIV-5")
@pytest.mark.parametrize(("level", "by", "then"), [(6, 1, 6), (0, -1, 0), (5, 1, 6), (1, -1, 0)])
def test_the_level_stays_between_nothing_and_six(level: int, by: int, then: int) -> None:
    """Clamped at both ends."""
    scene = position(level=level)
    assert LevelChanged(by).apply(scene.state).level == then
