"""What stands in the figures is what is played: another figure, another battle."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import sim.rules.la_petite_guerre  # noqa: F401  # the table looks for the rule set among what has been imported
from sim.engine.battle import Position
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.combat.charge import handiness
from sim.rules.la_petite_guerre.combat.fire import serve_refusal
from sim.rules.la_petite_guerre.combat.guns import blast, shell_needed
from sim.rules.la_petite_guerre.ground.moving import reveal
from sim.rules.la_petite_guerre.ground.moving import run as run_away
from sim.rules.la_petite_guerre.orders.fire import FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge, RollMove, free_turns
from sim.rules.la_petite_guerre.orders.order import CHARGES, Limber
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.deciding import ordered, stage
from tests.rules.la_petite_guerre.table import (
    MILITIA,
    Ask,
    E,
    W,
    ask_of,
    gun,
    man,
    order,
    position,
    refusal_of,
    run,
    unit,
)


def with_figures(scene: LpgPosition, **figures: Any) -> LpgPosition:
    """Return a position in which some figures are others."""
    data = replace(scene.battle.data, numbers=replace(scene.battle.data.numbers, **figures))
    return Position(replace(scene.battle, data=data), scene.state)


@pytest.mark.rule("LPG-HIDDEN")
@pytest.mark.rule("LPG-MOVE-4")
@pytest.mark.parametrize(("inches", "seen"), [(6, True), (4, False)])
def test_how_near_one_comes_upon_a_hidden_man(inches: int, seen: bool) -> None:
    """Five inches are within six, and not within four."""
    scene = with_figures(position(man("p1", "C5"), man("a1", "H5", hidden=True)), come_upon=inches)
    assert run(scene, reveal).unit("a1").hidden is not seen


@pytest.mark.rule("LPG-ACT-1")
@pytest.mark.parametrize(("figure", "value"), [("beside", 1), ("served", 3)])
def test_who_serves_a_gun(figure: str, value: int) -> None:
    """Two men within two inches of it do, unless the figures ask for nearer ones, or more."""
    crew = (man("p1", "C4", serves="pgun"), man("p2", "C7", serves="pgun"))
    scene = position(gun("pgun", "C5"), *crew)
    assert serve_refusal(scene, unit(scene, "pgun")) is None
    changed = with_figures(scene, **{figure: value})
    assert serve_refusal(changed, unit(changed, "pgun"))


@pytest.mark.rule("LPG-ACT-1")
def test_what_limbering_takes() -> None:
    """Two actions; one, where the figures say so."""
    scene = position(gun("pgun", "C5", left=1), man("p1", "C4", serves="pgun"), man("p2", "C6", serves="pgun"))
    assert refusal_of(scene, Limber("pgun")) == "it takes 2 actions"
    assert order(with_figures(scene, limber=1), Limber("pgun")).unit("pgun").limbered


@pytest.mark.rule("LPG-MOVE-1")
def test_how_many_dice_a_horse_goes_with() -> None:
    """Two; three, where the figures say so, and then not two."""
    scene = position(man("p1", "C5", mounted=True))
    assert [refusal_of(scene, RollMove("p1", dice)) is None for dice in (1, 2, 3)] == [True, True, False]
    faster = with_figures(scene, gallop=3)
    assert [refusal_of(faster, RollMove("p1", dice)) is None for dice in (1, 2, 3)] == [True, False, True]


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(("more", "far"), [(1, True), (2, False)])
def test_how_far_a_charge_can_go(more: int, far: bool) -> None:
    """The best of an average die and the inches of a charge: seven steps are too many for five and one."""
    scene = position(man("p1", "C5"), man("a1", "K5"), phase="charges")
    scene = with_figures(scene, charge=more)
    refused = refusal_of(scene, Charge("p1", "a1"), Ask(MILITIA, CHARGES))
    assert (refused is not None) is far


@pytest.mark.rule("LPG-MELEE")
def test_what_a_bayonet_is_worth() -> None:
    """As the figures say."""
    scene = position(man("p1", "C5", weapon="snider_enfield", bayonet=True))
    assert handiness(scene, unit(scene, "p1")) == 2
    assert handiness(with_figures(scene, bayonet=3), unit(scene, "p1")) == 3


@pytest.mark.rule("LPG-SHELL")
def test_how_many_arrows_the_scatter_die_has() -> None:
    """Four of six faces; with three the odds are even, and the die says what it asks for."""
    crew = tuple(man(f"p{n}", f"C{n + 2}", serves="pgun") for n in (1, 2))
    scene = position(gun("pgun", "C5", towards=2, weapon="field_gun"), *crew, man("a1", "N5"))
    shot = FireGun("pgun", scene.map.cell("N5"))
    for arrows, chance in ((4, Fraction(1, 3)), (3, Fraction(1, 2))):
        now = with_figures(scene, arrows=arrows)
        assert LA_PETITE_GUERRE.insight.odds(now, ask_of(now, "pgun"), shot)[0].chance == chance
    thrown = order(with_figures(scene, arrows=3), shot, [4, 6, 1])
    assert thrown.unit("a1").under_fire


@pytest.mark.rule("LPG-SHELL")
def test_how_far_a_burst_reaches() -> None:
    """Two inches; three where the figures say so."""
    scene = position(man("a1", "H5"))
    wide = with_figures(scene, burst_two=3)
    cell = scene.map.cell("E5")
    assert (shell_needed(scene, cell, unit(scene, "a1")), shell_needed(wide, cell, unit(wide, "a1"))) == (None, 5)
    assert len(blast(wide, cell)) > len(blast(scene, cell))


@pytest.mark.rule("LPG-ROUT")
def test_how_many_moves_who_runs_makes() -> None:
    """As many average dice as the figures say: two."""
    scene = position(man("p1", "H5", broken=True), man("a1", "J5"))
    run(scene, lambda game: run_away(game, "p1"), [3, 3])
    run(with_figures(scene, full_speed=1), lambda game: run_away(game, "p1"), [3])


@pytest.mark.rule("LPG-FRONT")
def test_how_far_one_turns_after_a_move() -> None:
    """To either hand on squares, 45 degrees apart; with less for nothing, not at all."""
    scene = position(man("p1", "H5"))
    way = (scene.map.cell("H6"),)
    assert len(free_turns(scene, unit(scene, "p1"), way)) == 3
    assert len(free_turns(with_figures(scene, free_turn=30), unit(scene, "p1"), way)) == 1


@pytest.mark.rule("LPG-SOLO")
@pytest.mark.parametrize(("inches", "back"), [(4, True), (3, False)])
def test_the_planner_goes_by_the_figures(inches: int, back: bool) -> None:
    """With what is close quarters a defender goes back before two enemies against four inches, or stays."""
    scene = stage(man("a1", "J10", E), man("p1", "N10", W), man("p2", "M8", W))
    data = replace(scene.battle.data, planner=replace(scene.battle.data.planner, close=inches))
    assert (ordered(Position(replace(scene.battle, data=data), scene.state)) == "RollMove 1") is back
