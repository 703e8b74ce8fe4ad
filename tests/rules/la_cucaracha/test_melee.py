"""La Cucaracha: what a blow must show in close combat, and what a round comes to."""

from fractions import Fraction
from typing import Any

import pytest

from sim.board.battlemap import BattleMap
from sim.play.commander import Bout, mean
from sim.rules.la_cucaracha.combat.melee import blow_needed, melee_pierce, obstacle, rides_down
from sim.rules.la_cucaracha.commander.values import melee_losses, round_odds, spread
from sim.rules.la_cucaracha.state import CucPosition
from tests.rules.la_cucaracha.table import hexes, position, squares, troop, unit, with_cells


def fight(*, who: Any = None, whom: Any = None, on: BattleMap | None = None, at: str = "C4") -> CucPosition:
    """A unit in C3 and its enemy, south of it unless said otherwise."""
    return position(troop("p1", "C3", **(who or {})), troop("a1", at, **(whom or {})), on=on)


def pair(scene: CucPosition) -> tuple[Any, Any]:
    """Both of them."""
    return unit(scene, "p1"), unit(scene, "a1")


def number(scene: CucPosition, *, charging: bool = False, first: bool = False, defending: bool = False) -> int:
    """What a die of p1 must reach."""
    return blow_needed(scene, *pair(scene), charging=charging, first=first, defending=defending).total


# -- modifiers, each alone ---------------------------------------------------------------------------------------


def test_a_blow_needs_six() -> None:
    """Nothing else being said, 6 or more."""
    assert number(fight()) == 6


@pytest.mark.parametrize(("first", "total"), [(True, 5), (False, 6)])
@pytest.mark.rule("CUC-MELEE")
def test_a_charge_counts_in_the_first_round(first: bool, total: int) -> None:
    """One better, and not in later rounds; a first round without a charge is nothing."""
    assert number(fight(), charging=True, first=first) == total
    assert number(fight(), first=first) == 6


@pytest.mark.parametrize(("first", "total"), [(True, 5), (False, 6)])
def test_aggressive_troops_are_better_in_the_first_round(first: bool, total: int) -> None:
    """Theirs, and not their enemy's."""
    assert number(fight(who={"aggressive": True}), first=first) == total
    assert number(fight(whom={"aggressive": True}), first=first) == 6


def test_the_back_foot_is_two_worse() -> None:
    """One's own, and not the enemy's."""
    assert number(fight(who={"back_foot": True})) == 8
    assert number(fight(whom={"back_foot": True})) == 6


def test_the_shaken_strike_worse() -> None:
    """One worse."""
    assert number(fight(who={"shaken": True})) == 7


@pytest.mark.parametrize(
    ("who", "whom", "rows", "laid", "total"),
    [
        ("mounted", "foot", {}, {}, 5),
        ("mounted", "crew", {}, {}, 5),
        ("mounted", "mounted", {}, {}, 6),
        ("mounted", "armoured_car", {}, {}, 6),
        ("foot", "mounted", {}, {}, 6),
        ("mounted", "foot", {"C4": "s"}, {}, 6),
        ("mounted", "foot", {"C4": "g"}, {}, 6),
        ("mounted", "foot", {"C4": "r"}, {}, 6),
        ("mounted", "foot", {"C4": "w"}, {}, 6),
        ("mounted", "foot", {}, {"hedge": "C3/s"}, 6),
        ("mounted", "foot", {}, {"river_bank": "C3/s"}, 6),
        ("mounted", "foot", {"C3": "s"}, {}, 5),
    ],
)
@pytest.mark.rule("CUC-MELEE")
def test_riders_are_better_against_foot_in_the_open(who: str, whom: str, rows: Any, laid: Any, total: int) -> None:
    """Against people on foot who have neither cover nor bad ground nor an obstacle about them."""
    scene = fight(who={"troop": who}, whom={"troop": whom}, on=squares(with_cells(**rows), **laid))
    assert number(scene) == total
    assert rides_down(scene, *pair(scene)) is (total == 5)


# -- obstacles ---------------------------------------------------------------------------------------------------

DEFENDED = {
    "nothing": ({}, {}, ""),
    "hedge": ({}, {"hedge": "C3/s"}, "hedge crossed into the cell"),
    "low wall": ({}, {"low_wall": "C3/s"}, "low wall crossed into the cell"),
    "adobe wall": ({}, {"adobe_wall": "C3/s"}, "adobe wall"),
    "river bank": ({}, {"river_bank": "C3/s"}, "river bank"),
    "rocks": ({"C3": "k"}, {}, "rocky ground in C3"),
    "house": ({"C3": "b"}, {}, "building in C3"),
    "scrub": ({"C3": "s"}, {}, ""),
    "rough ground": ({"C3": "r"}, {}, ""),
    "hedge and scrub": ({"C3": "s"}, {"hedge": "C3/s"}, "hedge crossed into the cell"),
    "wire": ({}, {"wire": "C3"}, "barbed wire"),
    "wire before the enemy": ({}, {"wire": "C4"}, ""),
    "hedge elsewhere": ({}, {"hedge": "C3/n"}, ""),
    "rocks under the enemy": ({"C4": "k"}, {}, ""),
}


@pytest.mark.parametrize("case", DEFENDED)
@pytest.mark.rule("CUC-MELEE")
def test_who_was_charged_defends_obstacles_and_hard_cover(case: str) -> None:
    """One better behind what stands between or in hard cover, but only for who was charged."""
    rows, laid, reason = DEFENDED[case]
    scene = fight(on=squares(with_cells(**rows), **laid))
    assert obstacle(scene, *pair(scene)) == reason
    assert number(scene, defending=True) == (5 if reason else 6)
    assert number(scene, defending=False) == 6


def test_a_slope_is_no_obstacle() -> None:
    """Who stands two steps higher has nothing to defend, though the climb costs extra."""
    heights = "\n".join(["2" * 24] * 3 + ["." * 24] * 21)
    scene = fight(on=squares(heights=heights))
    assert obstacle(scene, *pair(scene)) == ""


def test_an_obstacle_is_defended_on_hexes() -> None:
    """On the side between, and on no other."""
    behind, beside = fight(on=hexes(hedge="C3/s")), fight(on=hexes(hedge="C3/n"))
    assert (number(behind, defending=True), number(beside, defending=True)) == (5, 6)


def test_an_obstacle_is_defended_aslant() -> None:
    """A hedge that turns the corner between two squares aslant counts, one that leaves a way round does not."""
    corner = fight(on=squares(hedge="C3/s C3/e D3/s C4/e"), at="D4")
    half = fight(on=squares(hedge="C3/s"), at="D4")
    assert (number(corner, defending=True), number(half, defending=True)) == (5, 6)


# -- what comes of it --------------------------------------------------------------------------------------------


def test_there_is_a_blow_a_figure() -> None:
    """Four men strike four times."""
    scene = fight(who={"figures": 4})
    assert max(melee_losses(scene, unit(scene, "p1"), unit(scene, "a1"))) == 4


@pytest.mark.parametrize(("armoured", "second"), [(True, 8), (False, None)])
def test_armour_asks_for_a_second_die(armoured: bool, second: int | None) -> None:
    """An 8 against what is armoured."""
    scene = fight(whom={"troop": "tank", "armoured": armoured})
    assert melee_pierce(scene, unit(scene, "a1")) == second


def test_losses_in_close_combat_are_exact() -> None:
    """Six blows at 6 and casualties at 4: 6 times a half times seven tenths on average."""
    scene = fight()
    found = melee_losses(scene, *pair(scene))
    assert found == spread(6, (6, 1, 4), 6)
    assert mean(found) == Fraction(21, 10)


def test_losses_heed_charge_armour_and_defence() -> None:
    """All that a blow needs is in the losses."""
    scene = fight(whom={"troop": "tank", "armoured": True}, on=squares(hedge="C3/s"))
    found = melee_losses(scene, *pair(scene), charging=True, first=True, defending=True)
    assert found == spread(6, (4, 8, 4), 3)


def test_a_blow_is_bounded_like_a_shot() -> None:
    """However bad the position, a 10 strikes home."""
    scene = fight(who={"back_foot": True, "shaken": True, "figures": 1})
    assert number(scene) == 9
    assert melee_losses(scene, *pair(scene))[1] == Fraction(2, 10) * Fraction(7, 10)


def test_a_round_is_won_by_more_losses() -> None:
    """More inflicted than suffered wins, as many is equal, fewer loses."""
    half = Fraction(1, 2)
    found = round_odds({0: half, 2: half}, {0: half, 1: half})
    assert found == Bout(won=half, equal=Fraction(1, 4), lost=Fraction(1, 4))


def test_equal_sides_have_equal_odds() -> None:
    """What one wins the other loses."""
    scene = fight()
    one, other = pair(scene)
    odds = round_odds(melee_losses(scene, one, other), melee_losses(scene, other, one))
    assert odds.won == odds.lost
    assert sum(odds) == 1
