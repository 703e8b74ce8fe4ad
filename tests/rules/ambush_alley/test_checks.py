"""Ambush Alley: Quality checks, reaction tests and morale."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.engine.dice import die
from sim.engine.orders import Ask, Intent
from sim.play.odds import odds_of
from sim.rules.ambush_alley.combat.losses import at_half_strength, morale_check, reaction_check, takes_morale
from sim.rules.ambush_alley.commander.chances import quality_chance
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.reactions import comes_first, quicker
from sim.rules.ambush_alley.state import INTERRUPT, AasPosition, check_die, is_pinned, is_shaken, quality, quality_die
from tests.rules.ambush_alley.table import chief, position, team, thinking, unit, vehicle
from tests.rules.positions import with_state

BETTER = Card("better", "Foreign fighters", "", "quality", 1, "one insurgent", "for good")
WORSE = Card("worse", "Gas masks", "", "quality", -1, "regulars", "for good")
NERVOUS = Card("nervous", "Nervous", "", "reaction", -1, "regulars", "for good")
FANATICS = Card("fanatics", "Fanatics", "", "morale", 2, "one insurgent", "for good")
CARDS = (BETTER, WORSE, NERVOUS, FANATICS)


def alone(**more: Any) -> AasPosition:
    """One Insurgent."""
    return position(team("i1", "A1", **more), fog=CARDS)


# -- the die -----------------------------------------------------------------------------------------------------


def test_a_unit_throws_its_own_die() -> None:
    """Fire and defence are thrown with the die of the card, whatever leader is with the unit."""
    scene = alone(quality=6, leader=10)
    assert quality_die(scene, unit(scene, "i1")) == die(6)


@pytest.mark.rule("AAS-R-dice")
@pytest.mark.parametrize(("leader", "expected"), [(0, 8), (6, 8), (8, 8), (10, 10)])
def test_a_better_leader_lends_his_die_for_checks(leader: int, expected: int) -> None:
    """The leader's die is thrown if it is better than that of his men."""
    scene = alone(quality=8, leader=leader)
    assert check_die(scene, unit(scene, "i1")) == die(expected)


@pytest.mark.rule("AAS-R-dice")
@pytest.mark.parametrize(("marks", "faces", "expected"), [((), 6, 6), (("better",), 6, 8), (("better",), 12, 12)])
def test_a_card_on_a_unit_changes_its_die(marks: tuple[str, ...], faces: int, expected: int) -> None:
    """A step is two faces, and nothing is better than a D12."""
    scene = alone(quality=faces, marks=marks)
    assert quality(scene, unit(scene, "i1")) == expected


@pytest.mark.parametrize(("faces", "expected"), [(10, 8), (6, 6)])
def test_a_card_on_a_side_changes_the_dice_of_that_side(faces: int, expected: int) -> None:
    """Gas masks make every Regular worse, though none worse than a D6, and leave Insurgents alone."""
    scene = position(team("r1", "A1", quality=faces), team("i1", "B1", quality=10), fog=CARDS, in_force=("worse",))
    assert quality(scene, unit(scene, "r1")) == expected
    assert quality(scene, unit(scene, "i1")) == 10


# -- pinned and shaken -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("until", "turn", "expected"), [(0, 0, False), (0, 1, False), (2, 2, True), (2, 3, False)])
def test_pinned_and_shaken_until_the_end_of_a_turn(until: int, turn: int, expected: bool) -> None:
    """Until the end of the turn that is named, and never where none is."""
    scene = with_state(position(vehicle("r1", "A1", pinned=until, shaken=until)), turn=turn)
    assert is_pinned(scene, unit(scene, "r1")) is expected
    assert is_shaken(scene, unit(scene, "r1")) is expected


# -- Quality checks ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-CHECK-3")
@pytest.mark.parametrize(
    ("faces", "expected"), [(6, Fraction(1, 2)), (8, Fraction(5, 8)), (10, Fraction(7, 10)), (12, Fraction(3, 4))]
)
def test_how_likely_a_quality_check_is_passed(faces: int, expected: Fraction) -> None:
    """By the faces of four and more."""
    scene = alone(quality=faces)
    assert quality_chance(scene, unit(scene, "i1")) == expected


# -- reaction tests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("insurgent", "regular", "expected"), [(4, 3, True), (3, 2, False), (4, 4, False), (5, 4, True), (6, 7, False)]
)
def test_who_interrupts_needs_a_success_and_more(insurgent: int, regular: int, expected: bool) -> None:
    """Four or more, and more than the Regular: equal is not enough."""
    game = thinking(position(team("i1", "A1"), team("r1", "C1")), "i1", dice=[insurgent, regular]).game
    assert comes_first(game, "i1", "r1", "interruption") is expected


@pytest.mark.parametrize("wound", ["downed", "light", "serious"])
def test_wounded_hamper_a_reaction(wound: str) -> None:
    """Anybody wounded with a unit takes one off its die; without any, nothing is."""
    hale, hurt = position(team("r1", "A1")), position(team("r1", "A1", **{wound: 1}))
    assert reaction_check(hale, unit(hale, "r1")).total == 0
    assert reaction_check(hurt, unit(hurt, "r1")).total == -1


def test_a_card_hampers_a_reaction() -> None:
    """A card on the Regulars is added to theirs, and to nobody else's."""
    scene = position(team("r1", "A1"), team("i1", "B1"), fog=CARDS, in_force=("nervous",))
    assert reaction_check(scene, unit(scene, "r1")).total == -1
    assert reaction_check(scene, unit(scene, "i1")).total == 0


@pytest.mark.parametrize("wounded", [0, 1])
@pytest.mark.parametrize("leader", [0, 10])
def test_how_likely_an_interruption_is_first(wounded: int, leader: int) -> None:
    """Counted over all throws of both dice, the leader's die and the penalty with them."""
    scene = position(team("i1", "A1", quality=6, leader=leader), team("r1", "B1", quality=8, light=wounded))
    throws = list(product(range(1, max(6, leader) + 1), range(1, 9)))
    good = sum(mine >= 4 and mine > theirs - wounded for mine, theirs in throws)
    (told,) = odds_of(scene, Ask("insurgents", INTERRUPT, "i1", "r1"), Intent(), [quicker(scene, "i1", "r1")])
    assert told.chance == Fraction(good, len(throws))


# -- morale ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figures", "full", "expected"), [(4, 4, False), (3, 4, False), (2, 4, True), (3, 5, False), (2, 5, True)]
)
def test_half_strength(figures: int, full: int, expected: bool) -> None:
    """Half of those on the card or fewer are half strength."""
    scene = alone(figures=figures, full=full)
    assert at_half_strength(unit(scene, "i1")) is expected
    assert morale_check(scene, unit(scene, "i1")).total == (-1 if expected else 0)


def test_half_of_those_who_came() -> None:
    """Two who came as two are at full strength, whatever the card says, and one of them is half."""
    both, one = alone(figures=2, full=6, strength=2), alone(figures=1, full=6, strength=2)
    assert not at_half_strength(unit(both, "i1"))
    assert at_half_strength(unit(one, "i1"))


def test_the_loser_of_an_assault_has_a_worse_morale() -> None:
    """What is taken off for it is a part of its own."""
    scene = alone()
    assert morale_check(scene, unit(scene, "i1"), 1).total == -1


def test_a_card_lifts_morale() -> None:
    """A card on the unit is added."""
    scene = alone(marks=("fanatics",))
    assert morale_check(scene, unit(scene, "i1")).total == 2


@pytest.mark.parametrize(("more", "needed"), [({}, 4), ({"figures": 2, "full": 4}, 5), ({"marks": ("fanatics",)}, 2)])
def test_what_a_morale_die_must_show(more: dict[str, Any], needed: int) -> None:
    """With the Morale die, which is not the Quality die, and all that is added to it."""
    scene = alone(quality=6, morale=10, **more)
    assert 4 - morale_check(scene, unit(scene, "i1")).total == needed


def test_vehicles_and_mobs_take_no_morale_test() -> None:
    """Teams and leaders do."""
    scene = position(team("i1", "A1"), chief("i2", "B1"), vehicle("r1", "C1"), team("m1", "D1"))
    assert [takes_morale(each) for each in scene.state.units] == [True, True, False, False]
