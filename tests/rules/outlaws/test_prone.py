"""The instruction Prone: OUT-P-1 to OUT-P-6."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.outlaws.solo.tables import prone
from sim.solo.plans import Option
from tests.rules.outlaws.deciding import Decision, followed
from tests.rules.outlaws.stage import character, position

PLAIN, RANGE, STAR = prone(), prone(1, 3), prone(1, 3, star=True)


def lies_down(plan: Option, *dice: int, enemy: str = "C2 s", **auto: Any) -> Decision:
    """Let a1 in C6 follow a Prone with p1 looking on."""
    at, towards = enemy.split()
    scene = position(
        character("a1", "C6", right="colt", **auto),
        character("p1", at, towards),
        actor="a1",
        actions=auto.get("left", 0),
    )
    return followed(scene, plan, *dice)


@pytest.mark.rule("OUT-P-1")
def test_prone_hits_the_dirt_even_without_actions() -> None:
    """It costs nothing, and without a range no die is thrown."""
    decision = lies_down(PLAIN)
    assert decision.orders == ["HitTheDirt"]
    assert decision.state.unit("a1").prone


@pytest.mark.rule("OUT-P-1")
@pytest.mark.rule("OUT-RIDE-2")
def test_a_rider_dismounts_at_no_cost() -> None:
    """It stands beside its horse, and the horse stays there."""
    decision = lies_down(PLAIN, mounted=True)
    auto = decision.state.unit("a1")
    assert (auto.mounted, auto.prone, auto.dismounted) == (False, False, True)
    assert [horse.cell for horse in decision.state.horses] == [auto.cell]


@pytest.mark.rule("OUT-P-2")
@pytest.mark.parametrize(("die", "down"), [(1, True), (3, True), (4, False), (6, False)])
def test_with_a_range_a_second_die_decides(die: int, down: bool) -> None:
    """Only in the range is it done."""
    decision = lies_down(RANGE, die)
    assert decision.orders == (["HitTheDirt"] if down else [])
    assert "1-3 needed" in decision.thrown[0]


@pytest.mark.rule("OUT-P-3")
def test_with_a_star_it_rolls_only_in_an_enemys_view() -> None:
    """An enemy that looks the other way has it in sight, and not in view."""
    assert lies_down(STAR, 1).orders == ["HitTheDirt"]
    away = lies_down(STAR, enemy="C2 n")
    assert (away.orders, away.thrown) == ([], [])


@pytest.mark.rule("OUT-P-3")
def test_without_a_star_it_rolls_whoever_looks() -> None:
    """Nobody has it in view, and the die is thrown all the same."""
    assert lies_down(RANGE, 1, enemy="C2 n").orders == ["HitTheDirt"]


@pytest.mark.rule("OUT-P-4")
def test_in_an_enemys_square_prone_is_ignored() -> None:
    """Without a die."""
    decision = lies_down(RANGE, enemy="C6 s")
    assert (decision.orders, decision.thrown) == ([], [])
    assert "OUT-P-4" in decision.text


@pytest.mark.rule("OUT-P-5")
def test_who_lies_already_ignores_it() -> None:
    """Without a die."""
    decision = lies_down(RANGE, prone=True)
    assert (decision.orders, decision.thrown) == ([], [])


@pytest.mark.rule("OUT-P-6")
@pytest.mark.parametrize(("dice", "down"), [((2, 4), True), ((2, 3), False), ((5,), False)])
def test_a_tuwa_dismounts_only_on_an_even_number_besides(dice: tuple[int, ...], down: bool) -> None:
    """The range first; both must be good."""
    assert lies_down(RANGE, *dice, mounted=True, tuwa=True).orders == (["HitTheDirt"] if down else [])


@pytest.mark.rule("OUT-P-6")
def test_a_tuwa_on_foot_throws_no_further_die() -> None:
    """Only dismounting asks for one."""
    assert lies_down(RANGE, 2, tuwa=True).orders == ["HitTheDirt"]
