"""What stands in the figures is what is played: another figure, another battle."""

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.rules.la_petite_guerre.combat.guns import blast
from sim.rules.la_petite_guerre.ground.moving import reveal
from sim.rules.la_petite_guerre.orders.moves import RollMove, free_turns
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.cases import Answer, Asked
from tests.rules.la_petite_guerre.questions import QUESTIONS
from tests.rules.la_petite_guerre.table import ACTIONS, run, scene, unit, way

GUN = "militia: gun nine_pounder C5 e crew:2 | g1 gunner C3 e serves:gun | g2 gunner C6 e serves:gun"


def with_figures(here: LpgPosition, *, table: str = "numbers", **figures: Any) -> LpgPosition:
    """Return a position in which some figures are others."""
    data = replace(here.battle.data, **{table: replace(getattr(here.battle.data, table), **figures)})
    return Position(replace(here.battle, data=data), here.state)


def asked(here: LpgPosition, question: str, *words: str, dice: tuple[int, ...] = ()) -> str:
    """Ask what a case would ask."""
    answer = QUESTIONS[question](Asked(here, words, dice))
    if isinstance(answer, str | int):
        return str(answer)
    return " | ".join(answer.lines if isinstance(answer, Answer) else answer)


CHARGE = ACTIONS.replace("actions", "charges")


@pytest.mark.parametrize(
    ("lines", "question", "now", "figures", "then"),
    [
        ((GUN,), ("can", "gun face n"), "yes", {"beside": 1}, "gun has no crew to serve it (LPG-GUNS)"),
        ((GUN,), ("can", "gun face n"), "yes", {"served": 3}, "gun has no crew to serve it (LPG-GUNS)"),
        ((GUN, "gun left:1"), ("can", "gun limber"), "it takes 2 actions (LPG-ACT-1)", {"limber": 1}, "yes"),
        (
            ("p1 C5 e | a1 K5 w", CHARGE), ("can", "p1 charge a1"),
            "a1 is too far away for any charge (LPG-MOVE-1)", {"charge": 2}, "yes",
        ),
        (("p1 C5 weapon:snider_enfield bayonet",), ("handiness", "p1"), "2", {"bayonet": 3}, "3"),
        (("a1 H5",), ("burst", "E5", "a1"), "out of reach", {"burst_two": 3}, "5+"),
    ],
)  # fmt: skip
@pytest.mark.rule("LPG-ACT-1", "LPG-CHARGE", "LPG-MELEE", "LPG-SHELL")
def test_what_changes_with_a_figure(
    lines: tuple[str, ...], question: tuple[str, ...], now: str, figures: dict[str, Any], then: str
) -> None:
    """Who serves a gun, what limbering takes, how far a charge and a burst reach, what a bayonet is worth."""
    here = scene(*lines)
    assert asked(here, *question) == now
    assert asked(with_figures(here, **figures), *question) == then


@pytest.mark.rule("LPG-HIDDEN")
@pytest.mark.parametrize(("inches", "seen"), [(6, True), (4, False)])
def test_how_near_one_comes_upon_a_hidden_man(inches: int, seen: bool) -> None:
    """Five inches are within six, and not within four."""
    here = with_figures(scene("p1 C5 | a1 H5 hidden"), come_upon=inches)
    assert unit(run(here, reveal).position, "a1").hidden is not seen


@pytest.mark.rule("LPG-MOVE-1", "LPG-ROUT")
def test_how_many_dice_a_horse_and_a_runner_go_with() -> None:
    """Two; three, where the figures say so, and then not two."""
    here = scene("p1 C5 rides mounted")
    for gallop, allowed in ((2, [1, 2]), (3, [1, 3])):
        now = with_figures(here, gallop=gallop)
        found = [dice for dice in (1, 2, 3) if not any(RollMove("p1", dice).reasons(now, unit(now, "p1")))]
        assert found == allowed
    runner = scene("p1 H5 broken | a1 J5")
    assert asked(runner, "flee", "p1", dice=(3, 3)).startswith("p1 runs")
    assert asked(with_figures(runner, full_speed=1), "flee", "p1", dice=(3,)).startswith("p1 runs")


@pytest.mark.rule("LPG-SHELL")
def test_how_many_arrows_the_scatter_die_has() -> None:
    """Four of six faces; with three the odds are even, and a four is no arrow. A wider burst endangers more cells."""
    here = scene(GUN, "a1 N5")
    assert " 1/3" in asked(here, "odds", "gun fire at N5")
    three = with_figures(here, arrows=3)
    assert " 1/2" in asked(three, "odds", "gun fire at N5")
    assert "gun drops a shell on N5: 1 under fire" in asked(three, "do", "gun fire at N5", dice=(4, 1))
    cell = here.map.cell("N5")
    assert len(blast(with_figures(here, burst_two=3), cell)) > len(blast(here, cell))


@pytest.mark.rule("LPG-FRONT")
def test_how_far_one_turns_after_a_move() -> None:
    """To either hand on squares, 45 degrees apart; with less for nothing, not at all."""
    here = scene("p1 H5")
    assert len(free_turns(here, unit(here, "p1"), way(here, "H6"))) == 3
    assert len(free_turns(with_figures(here, free_turn=30), unit(here, "p1"), way(here, "H6"))) == 1


@pytest.mark.rule("LPG-SOLO")
def test_the_planner_goes_by_the_figures() -> None:
    """With what is close quarters a defender goes back before two enemies against four inches, or stays."""
    here = scene("militia: p2 militia_veteran M8 w", "a1 J10 e | p1 N10 w", "set side:metis")
    assert asked(here, "defend") == "a1 move"
    assert asked(with_figures(here, table="planner", close=3), "defend") != "a1 move"
