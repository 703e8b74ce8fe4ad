"""Ambush Alley: what both throw in a close assault, and how it may go."""

from fractions import Fraction
from typing import Any

import pytest

from sim.rules.ambush_alley.combat.assault import assault_dice
from sim.rules.ambush_alley.commander.chances import AssaultOdds, assault_odds
from sim.rules.ambush_alley.state import AasPosition
from tests.rules.ambush_alley.table import position, squares, team, unit


def bout_of(who: dict[str, Any], whom: dict[str, Any] | None = None, **laid: str) -> AasPosition:
    """A Regular in A1 assaults an Insurgent in B1."""
    return position(team("r1", "A1", **who), team("i1", "B1", **(whom or {})), on=squares(**laid))


@pytest.mark.rule("AAS-R-bout")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"figures": 4}, 4),
        ({"figures": 4, "support": ("rpg", "lmg")}, 4),
        ({"figures": 4, "leader": 8}, 5),
        ({"figures": 1, "kind": "leader"}, 1),
        ({"figures": 12}, 10),
        ({"figures": 4, "body_armour": 2, "pace": "rapid", "pinned": 1, "shots": 2}, 4),
    ],
)
def test_a_die_a_figure_and_nothing_else(more: dict[str, Any], expected: int) -> None:
    """One a figure and one for a leader with them; no support, no armour, no more than ten."""
    scene = bout_of(more)
    assert assault_dice(scene, unit(scene, "r1")).total == expected


def test_cover_does_not_count_in_a_bout() -> None:
    """A wall between changes nothing."""
    open_, walled = bout_of({}), bout_of({}, low_wall="A1/e")
    odds = [assault_odds(scene, unit(scene, "r1"), unit(scene, "i1")) for scene in (open_, walled)]
    assert odds[0] == odds[1]


def test_who_does_not_close_and_who_does_not_stand() -> None:
    """The attacker hangs back by a Quality check, the defender pulls back by one; a leader lends his die to it."""
    scene = bout_of({"quality": 6, "leader": 10, "figures": 1}, {"quality": 8, "figures": 1})
    odds = assault_odds(scene, unit(scene, "r1"), unit(scene, "i1"))
    assert odds.hangs_back == Fraction(3, 10)
    assert odds.pulls_back == Fraction(7, 10) * Fraction(3, 8)
    assert sum(odds) == 1


@pytest.mark.rule("AAS-R-bout")
def test_who_loses_more_has_lost() -> None:
    """One D6 against one D6 is even, and otherwise whoever throws the higher success wins."""
    scene = bout_of({"quality": 6, "figures": 1}, {"quality": 6, "figures": 1})
    odds = assault_odds(scene, unit(scene, "r1"), unit(scene, "i1"))
    met = Fraction(1, 4)
    assert odds == AssaultOdds(
        Fraction(1, 2), Fraction(1, 4), met * Fraction(12, 36), met * Fraction(12, 36), met * Fraction(12, 36)
    )
