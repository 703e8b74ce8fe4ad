"""How a battle ends in a game of points, and how somebody comes who was not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import pytest

from sim.engine.game import Frame
from sim.engine.state import Outcome
from sim.play.tally import Arrival, Exit, Stakes, Tally, bring_on_due
from tests.picket_positions import AMES, Field, Stand, field

SIDES = {"law": 3, "gang": 5}


def tally(points: Mapping[str, int] = SIDES, tie: str = "") -> Tally:
    """Return the points as they stand."""
    return Tally(lambda: points, tie)


def test_points_are_counted_only_when_a_clause_holds() -> None:
    """A battle asks after everything that happens."""

    def counted() -> Mapping[str, int]:
        raise AssertionError("nobody has won yet")

    goes_on = Tally(counted)
    assert goes_on.enough({"law": 4}, SIDES.__getitem__) is None
    assert goes_on.gave_up({"law": 2}, lambda side: 1, lambda side, lost: "") is None
    assert goes_on.alone(["law", "gang"], lambda: True) is None
    assert goes_on.time_is_up(7, 8) is None
    assert goes_on.time_is_up(9, None) is None


def test_a_side_with_the_points_it_needs_has_won() -> None:
    """Whatever the other one has."""
    assert tally().enough({"law": 3}, SIDES.__getitem__) == Outcome(
        "law", "having gained what was needed", (("law", 3), ("gang", 5))
    )


@pytest.mark.parametrize(("tie", "winner"), [("", None), ("gang", "gang")])
def test_of_two_with_the_points_they_need_the_better_one_has_won(tie: str, winner: str | None) -> None:
    """Of equal ones whoever the scenario names."""
    needs = {"law": 1, "gang": 1}
    assert cast(Outcome, tally().enough(needs, SIDES.__getitem__)).winner == "gang"
    assert cast(Outcome, tally(needs, tie).enough(needs, needs.__getitem__)).winner == winner


def test_a_side_that_gives_up_has_lost() -> None:
    """Even if it is ahead, which is told."""
    ended = tally().gave_up({"gang": 2}, lambda side: 2, "the {} broke after {}".format)
    assert ended == Outcome("law", "the gang broke after 2, though ahead on points", (("law", 3), ("gang", 5)))


def test_if_both_give_up_at_once_points_decide() -> None:
    """Nobody is left to have won."""
    ended = cast(Outcome, tally().gave_up({"law": 1, "gang": 1}, lambda side: 1, "{}{}".format))
    assert (ended.winner, ended.reason) == ("gang", "on points: both sides have had enough")


@pytest.mark.parametrize(
    ("there", "away", "winner", "reason"),
    [
        (["law"], False, "law", "nobody is left against them"),
        (["law"], True, "gang", "on points: nobody is left to fight"),
        ([], False, "gang", "on points: nobody is left to fight"),
    ],
)
def test_the_last_side_has_won_unless_some_of_the_other_got_away(
    there: list[str], away: bool, winner: str, reason: str
) -> None:
    """Then points decide, and likewise if nobody is left at all."""
    ended = cast(Outcome, tally().alone(there, lambda: away))
    assert (ended.winner, ended.reason) == (winner, reason)


def test_the_last_turn_ends_it() -> None:
    """By points."""
    assert cast(Outcome, tally().time_is_up(8, 8)).reason == "on points: the last turn is over"


# -- reinforcements -----------------------------------------------------------------------------------------------


def coming(turn: int, *arrivals: Arrival) -> list[str]:
    """Bring on who is due on a turn, and return what happened. Ames and red are there, late is not."""
    position = field(AMES, Stand("red-1", "G2"), Stand("late", "B3", turn=2))
    game = Field(position.battle, position.state.changed(turn=turn)).game()
    bring_on_due(game, arrivals, lambda man: man.cell is None)
    return [str(frame.event) for frame in game.log if isinstance(frame, Frame)]


def at(cell: str, unit: str = "late", turn: int = 2) -> Arrival:
    """Return that somebody comes in a cell."""
    return Arrival(unit, turn, (field().map.cell(cell),))


def test_whoever_is_due_comes_on() -> None:
    """On his turn, or later if there was no room before, and not earlier."""
    assert [len(coming(turn, at("A1"))) for turn in (1, 2, 3)] == [0, 1, 1]


def test_whoever_finds_no_room_waits() -> None:
    """That he waited is told."""
    (told,) = coming(2, at("G2"))
    assert "no room to come on" in told


def test_whoever_has_been_there_does_not_come_again() -> None:
    """He stands on the map, or is no longer in the battle at all."""
    assert coming(2, at("A1", "ames"), at("A2", "gone")) == []


def test_an_exit_rewards_one_side_or_those_of_it_that_are_named() -> None:
    """And whoever stands there may leave over it."""
    man = field().situation("red-1").unit
    all_, named, others = (Exit("raiders", (man.place,)), Exit("raiders", (), units=("red-1",)), Exit("picket", ()))
    stakes = Stakes(exits=(all_, named, others, Exit("raiders", (), units=("red-2",))))
    assert stakes.exits_of(man) == [all_, named]
    assert stakes.exits_at(man) == [all_]
