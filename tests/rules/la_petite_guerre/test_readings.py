"""Clauses that can be read in two ways: what is played if a scenario says nothing, and what the other reading does."""

from dataclasses import replace
from typing import Any

import pytest

import sim.rules.la_petite_guerre  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.engine.battle import Position
from sim.engine.events import Passed
from sim.rules.la_petite_guerre.combat.charge import melee_check, rout
from sim.rules.la_petite_guerre.events import Moved, Struck
from sim.rules.la_petite_guerre.ground.moving import run as run_away
from sim.rules.la_petite_guerre.ground.sight import in_arc
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.orders.order import CHARGES
from sim.rules.la_petite_guerre.state import LpgPosition, Settings
from tests.rules.la_petite_guerre.table import MILITIA, Ask, E, W, hexes, man, position, refusal_of, run, unit


def read(scene: LpgPosition, **readings: Any) -> LpgPosition:
    """Return a position in which some clauses are read otherwise."""
    data = replace(scene.battle.data, readings=Settings(**readings))
    return Position(replace(scene.battle, data=data), scene.state)


@pytest.mark.rule("LPG-CHARGE-order")
@pytest.mark.rule("LPG-CHARGE")
def test_who_was_charged_may_charge_in_his_own_step() -> None:
    """By the other reading he may not."""
    scene = position(man("p1", "I10", E, was_charged=True), man("a1", "M10", W), phase="charges")
    assert refusal_of(scene, Charge("p1", "a1"), Ask(MILITIA, CHARGES)) is None
    other = read(scene, charged_men="do not charge")
    assert refusal_of(other, Charge("p1", "a1"), Ask(MILITIA, CHARGES)) == "p1 has been charged himself this turn"


@pytest.mark.rule("LPG-ROUT", "LPG-WOUND")
def test_wounded_men_run_one_move() -> None:
    """By the other reading two, as everybody else."""
    scene = position(man("p1", "M10", E, broken=True, wounded=True), man("a1", "P10", W))
    assert len(run(scene, lambda game: run_away(game, "p1"), [4]).of(Moved)[0].way) == 4
    other = read(scene, wounded_men="run two moves")
    assert len(run(other, lambda game: run_away(game, "p1"), [3, 4]).of(Moved)[0].way) == 7


@pytest.mark.rule("LPG-PURSUE")
def test_prone_men_do_not_pursue() -> None:
    """No die is thrown for them; by the other reading one is, and they are up and away at once."""
    scene = position(man("p1", "L10", E, prone=True), man("a1", "M10", W, broken=True), phase="charges")
    stays = run(scene, lambda game: rout(game, "a1"), [5, 5])
    assert [event.why for event in stays.of(Passed)] == ["is lying down and does not pursue"]
    played = run(read(scene, prone_men="pursue"), lambda game: rout(game, "a1"), [5, 5, 4, 2])
    assert [event.gait for event in played.of(Moved)] == ["run", "pursue"]
    assert not played.unit("p1").prone


@pytest.mark.rule("LPG-PURSUE", "LPG-MELEE")
@pytest.mark.parametrize(("reading", "hit"), [("is no charge", ""), ("is a charge", "a1")])
def test_catching_a_runner(reading: str, hit: str) -> None:
    """Equal dice hit nobody, for it is no charge; by the other reading it is, and the pursuer has the advantage."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W, broken=True, wounded=False), phase="charges")
    scene = read(scene, catching=reading)
    after = [1] if hit else [2, 2]
    played = run(scene, lambda game: rout(game, "a1"), [2, 2, 4, 4, 3, 3, *after])
    assert played.of(Struck)[0].hit == hit


@pytest.mark.rule("LPG-MELEE")
def test_several_advantages_add_one() -> None:
    """A rider who charges a wounded man on foot; by the other reading each of the three counts."""
    scene = position(man("p1", "L10", E, mounted=True), man("a1", "M10", W, wounded=True))
    for reading, worth in (("together", 1), ("each", 3)):
        now = read(scene, advantages=reading)
        check = melee_check(now, unit(now, "p1"), unit(now, "a1"), charging=True)
        assert check.total == worth
        assert all(word in str(check) for word in ("wounded", "mounted", "charging"))


@pytest.mark.rule("LPG-FRONT")
@pytest.mark.rule("LPG-FIRE")
def test_the_front_on_hexes_is_120_degrees() -> None:
    """By the other reading half of it: the hexes along the next directions are outside then, those between are not."""
    scene = position(man("p1", "J10", 0), on=hexes())
    here, grid = unit(scene, "p1"), scene.map.grid
    aside = here.place.plus(grid.steps[1]).plus(grid.steps[1])
    between = here.place.plus(grid.steps[0]).plus(grid.steps[1])
    assert (in_arc(scene, here, aside), in_arc(scene, here, between)) == (True, True)
    narrow = read(scene, hex_front=60)
    assert (in_arc(narrow, here, aside), in_arc(narrow, here, between)) == (False, True)


@pytest.mark.rule("LPG-FIRE")
def test_the_setting_is_for_hexes_alone() -> None:
    """On squares the front is 90 degrees."""
    scene = position(man("p1", "J10", 0))
    here, grid = unit(scene, "p1"), scene.map.grid
    aside = here.place.plus(grid.steps[1]).plus(grid.steps[1])
    assert in_arc(scene, here, aside) and in_arc(read(scene, hex_front=60), here, aside)
