"""Ambush Alley: how likely the player's stand-in thinks that something is: counted, and not by the resolver."""

from fractions import Fraction
from itertools import product

import pytest

from sim.engine.matching import spread
from sim.engine.orders import Ask, Intent
from sim.play.odds import odds_of
from sim.rules.ambush_alley.commander.chances import AssaultOdds, assault_odds, losses, quality_chance
from sim.rules.ambush_alley.orders.reactions import quicker
from sim.rules.ambush_alley.state import INTERRUPT
from tests.rules.ambush_alley.staged import staged


def odds_of_assault(text: str) -> AssaultOdds:
    """Return how an assault of r1 on i1 may go."""
    scene = staged(f"r1 A1 | i1 B1\n{text}")
    return assault_odds(scene, scene.state.unit("r1"), scene.state.unit("i1"))


@pytest.mark.parametrize(
    ("text", "attack", "defence", "most"),
    [
        ("i1 A3 figures:5 | r1 I3 quality:10 body_armour:1\nedges low_wall I3/w", (6, 8), (7, 10), 4),
        ("i1 A3 support:rocket | car U3 w figures:1", (2, 8), (3, 6), 2),
        ("i1 H4 support:rocket | car H10 n armour:3,2,2 armour_die:8 rear_die:6", (2, 8), (3, 8), 2),
        ("i1 D10 support:rocket | car H10 n armour:3,2,2 armour_die:8 rear_die:6", (2, 8), (2, 8), 2),
        ("i1 H16 support:rocket | car H10 n armour:3,2,2 armour_die:8 rear_die:6", (2, 8), (2, 6), 2),
    ],
)
def test_losses_are_those_of_these_dice(
    text: str, attack: tuple[int, int], defence: tuple[int, int], most: int
) -> None:
    """Dice and faces of either; of a vehicle they are hits, of which a crew of one can take two."""
    scene = staged(text)
    target = scene.state.unit("car" if "car" in text else "r1")
    assert losses(scene, scene.state.unit("i1"), target) == spread(attack, defence, 4, 4, most)


@pytest.mark.rule("AAS-CHECK-3")
@pytest.mark.parametrize(("faces", "chance"), [(6, "1/2"), (8, "5/8"), (10, "7/10"), (12, "3/4")])
def test_how_likely_a_quality_check_is_passed(faces: int, chance: str) -> None:
    """By the faces of four and more."""
    scene = staged(f"i1 A1 quality:{faces}")
    assert quality_chance(scene, scene.state.unit("i1")) == Fraction(chance)


@pytest.mark.parametrize("wounded", [0, 1])
@pytest.mark.parametrize("leader", [0, 10])
def test_how_likely_an_interruption_is_first(wounded: int, leader: int) -> None:
    """Counted over all throws of both dice, the leader's die and the penalty with them."""
    scene = staged(f"i1 A1 quality:6 leader:{leader} | r1 B1 light:{wounded}")
    throws = list(product(range(1, max(6, leader) + 1), range(1, 9)))
    good = sum(mine >= 4 and mine > theirs - wounded for mine, theirs in throws)
    (told,) = odds_of(scene, Ask("insurgents", INTERRUPT, "i1", "r1"), Intent(), [quicker(scene, "i1", "r1")])
    assert told.chance == Fraction(good, len(throws))


@pytest.mark.rule("AAS-R-bout")
def test_who_does_not_close_who_does_not_stand_and_who_has_lost() -> None:
    """By Quality checks, for which a leader lends his die; who loses more has lost, and a wall changes nothing."""
    led = odds_of_assault("r1 quality:6 leader:10 figures:1 | i1 figures:1")
    assert (led.hangs_back, led.pulls_back) == (Fraction(3, 10), Fraction(7, 10) * Fraction(3, 8))
    assert sum(led) == 1
    even = odds_of_assault("r1 quality:6 figures:1 | i1 quality:6 figures:1")
    third = Fraction(1, 4) * Fraction(12, 36)
    assert even == AssaultOdds(Fraction(1, 2), Fraction(1, 4), third, third, third)
    assert odds_of_assault("") == odds_of_assault("edges low_wall A1/e")
