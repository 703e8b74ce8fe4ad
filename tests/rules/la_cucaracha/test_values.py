"""What the commander of La Cucaracha reckons with: losses, rounds and courage on average."""

from fractions import Fraction

import pytest

from sim.play.commander import Bout, mean
from sim.rules.la_cucaracha.combat.hits import on_a_die
from sim.rules.la_cucaracha.commander import values
from sim.rules.la_cucaracha.commander.values import melee_losses, round_odds, spread
from tests.rules.la_cucaracha.stage import pair, stood

BESIDE = "rebels: p1 villista_infantry C3 | federales: a1 villista_infantry C4"


@pytest.mark.parametrize(("total", "die"), [(1, 2), (2, 2), (10, 10), (11, 10), (13, 10), (-3, 2)])
def test_a_ten_always_hits_and_a_one_never_does(total: int, die: int) -> None:
    """No number on a die is below 2 or above 10."""
    assert on_a_die(total) == die


def test_who_has_no_weapon_costs_nobody_anything() -> None:
    """Six dice, 8 to hit, a 10 to pierce, 5 for the casualty: nearly 0.108 figures; without a weapon none."""
    assert mean(spread(6, (8, 10, 5), 99)) == 6 * Fraction(3, 10) * Fraction(1, 10) * Fraction(6, 10)
    scene = stood("rebels: p1 zapatista_macheteros C3 | federales: a1 villista_infantry C9")
    with pytest.raises(ValueError, match="nothing to shoot with"):
        values.mean_losses(scene, *pair(scene), hasty=False)


def test_losses_in_close_combat_are_exact() -> None:
    """Six blows at 6, casualties at 4; all that a blow needs is in them, and a die is bounded like that of a shot."""
    scene = stood(BESIDE)
    found = melee_losses(scene, *pair(scene))
    assert found == spread(6, (6, 1, 4), 6)
    assert mean(found) == Fraction(21, 10)
    scene = stood("edges hedge C3/s", "rebels: p1 villista_infantry C3 | federales: a1 light_tank C4 figures:3")
    found = melee_losses(scene, *pair(scene), charging=True, first=True, defending=True)
    assert found == spread(6, (4, 8, 4), 3)
    worn = stood(BESIDE, "rebels: p1 villista_infantry C3 figures:1", "p1 back_foot shaken")
    assert melee_losses(worn, *pair(worn))[1] == Fraction(2, 10) * Fraction(7, 10)


def test_a_round_is_won_by_more_losses() -> None:
    """More inflicted than suffered wins, as many is equal, fewer loses; equal sides have equal odds."""
    half = Fraction(1, 2)
    assert round_odds({0: half, 2: half}, {0: half, 1: half}) == Bout(
        won=half, equal=Fraction(1, 4), lost=Fraction(1, 4)
    )
    scene = stood(BESIDE)
    one, other = pair(scene)
    odds = round_odds(melee_losses(scene, one, other), melee_losses(scene, other, one))
    assert odds.won == odds.lost
    assert sum(odds) == 1


@pytest.mark.rule("CUC-COURAGE", "CUC-HOLD")
def test_the_chances_of_courage_count_the_faces() -> None:
    """Raw troops: five faces pass, three shake, two break; of the shaken all that fail break. The drilled try twice."""
    for shaken, odds in (("", (5, 3, 2)), (" shaken", (5, 0, 5))):
        scene = stood(f"p1 quality:raw{shaken}")
        assert tuple(values.nerve_odds(scene, pair(scene)[0]).values()) == tuple(Fraction(face, 10) for face in odds)
    for line, chance in (("p1 -drilled", Fraction(6, 10)), ("p1 drilled", Fraction(84, 100))):
        scene = stood(line)
        assert values.respond_chance(scene, pair(scene)[0]) == chance
