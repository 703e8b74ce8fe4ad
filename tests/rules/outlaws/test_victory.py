"""When a shootout is over, and who has won it."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.state import Outcome
from sim.rules.outlaws.state import OutlawsPosition
from sim.rules.outlaws.turn import outcome, parties, points
from tests.rules.outlaws.shootouts import changed, shootout

YARD = changed()
PLAIN = changed(('kill_points = 2\nneeds = { gang = 9 }\ntie = "law"', "kill_points = 1"))
"""The yard without conditions of its own: one point for each who falls, and a draw if they are equal."""


def scene(
    text: str = PLAIN, turn: int = 1, points: tuple[tuple[str, int], ...] = (), **units: dict[str, Any]
) -> OutlawsPosition:
    """Return the yard with something done to some of its characters."""
    scenario = shootout(text)
    state = scenario.state.changed(turn=turn, points=points)
    for id_, changes in units.items():
        state = state.with_unit(state.unit(id_).changed(**changes))
    left = tuple(id_ for id_, changes in units.items() if "cell" in changes)
    return Position(scenario.battle, state.changed(left=left))


DEAD, STUNNED, GONE = {"dead": True}, {"conscious": False}, {"cell": None}


def test_a_shootout_goes_on_while_both_sides_stand() -> None:
    """Whether the turn has ended or not."""
    assert outcome(scene(), False) is None
    assert outcome(scene(), True) is None


@pytest.mark.parametrize("fate", [DEAD, STUNNED], ids=["dead", "unconscious"])
def test_the_last_side_standing_has_won(fate: dict[str, Any]) -> None:
    """At once, in the middle of a turn."""
    ended = outcome(scene(Ames=fate), False)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("gang", "nobody is left against them")


@pytest.mark.rule("OUT-T-groups")
def test_groups_do_not_stand_for_their_side() -> None:
    """The townsfolk are left, and the law has lost."""
    assert not scene(Ames=DEAD).state.unit("folk").out
    assert outcome(scene(Ames=DEAD), False) is not None


def test_one_of_two_is_enough_to_go_on() -> None:
    """Scar still rides."""
    assert outcome(scene(Boone=DEAD), False) is None


def test_it_may_go_on_to_the_last_turn() -> None:
    """Where the scenario says so."""
    text = changed(("kill_points = 1", "kill_points = 1\nlast_standing = false"), text=PLAIN)
    assert outcome(scene(text, Ames=DEAD), True) is None


def test_nobody_left_at_all() -> None:
    """Then points decide: the law has two, the gang one."""
    ended = outcome(scene(Ames=DEAD, Boone=DEAD, Scar=STUNNED), False)
    assert ended is not None
    assert (ended.winner, ended.scores) == ("law", (("law", 2), ("gang", 1)))


def test_who_got_away_has_not_been_beaten() -> None:
    """The gang has left over the edge with two points, the law has none."""
    ended = outcome(scene(points=(("gang", 2),), Boone=GONE, Scar=GONE), False)
    assert ended is not None and ended.winner == "gang"


def test_who_got_away_with_nothing_has_gained_nothing() -> None:
    """The points are equal, and the scenario gives a tie to the law."""
    ended = outcome(scene(YARD, Boone=GONE, Scar=GONE), False)
    assert ended is not None and ended.winner == "law"


def test_a_friend_who_got_away_takes_nothing_from_those_who_stand() -> None:
    """Boone has left with nothing, Scar has shot down the law: no tie, but a victory."""
    ended = outcome(scene(changed(("kill_points = 2", "kill_points = 0")), Boone=GONE, Ames=DEAD), False)
    assert ended is not None and ended.winner == "gang"


def test_enough_points_win_at_once() -> None:
    """The gang needs nine."""
    assert outcome(scene(YARD, points=(("gang", 8),)), False) is None
    ended = outcome(scene(YARD, points=(("gang", 9),)), False)
    assert ended is not None and ended.winner == "gang"


def test_the_fallen_count_towards_it() -> None:
    """Seven, and two for Ames; the gang would have won by his fall alone."""
    ended = outcome(scene(YARD, points=(("gang", 7),), Ames=DEAD), False)
    assert ended is not None
    assert ended.reason == "having gained what was needed"


def test_the_last_turn_ends_it() -> None:
    """By points, and not before that turn is over."""
    late = scene(turn=8, Boone=STUNNED)
    assert outcome(late, False) is None
    assert outcome(late, True) == Outcome("law", "on points: the last turn is over", (("law", 1), ("gang", 0)))


def test_points_are_those_won_and_those_for_the_fallen() -> None:
    """Who hit a townsman has lost some."""
    position = scene(YARD, points=(("law", -1),), Boone=DEAD, Scar=STUNNED)
    assert points(position, "law") == 3
    assert points(position, "gang") == 0


def test_fallen_townsfolk_are_nobodys_kill() -> None:
    """A group counts for no side."""
    assert points(scene(folk=DEAD), "gang") == 0


def test_a_side_of_groups_is_no_party() -> None:
    """Townsfolk of a side of their own neither win nor keep a shootout going."""
    town = '\n[sides.town]\nname = "The town"\n\n[[sides.town.units]]\nid = "crowd"\nprofile = "townsfolk"\nat = "J6"\n'
    assert parties(scene(PLAIN + town)) == ("law", "gang")
    ended = outcome(scene(PLAIN + town, Ames=DEAD), False)
    assert ended is not None and [side for side, _ in ended.scores] == ["law", "gang"]
