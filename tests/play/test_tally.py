"""How a battle ends in a game of points, and how somebody comes who was not there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, cast

import pytest

from sim.engine.battle import Battle, Position, Side
from sim.engine.game import Frame
from sim.engine.setup import Objective
from sim.engine.state import Outcome, State
from sim.engine.units import Profile, Roster, Unit
from sim.play.happening import Points, PointsBySide
from sim.play.tally import Arrival, Exit, Reckoning, Stakes, Tally, bring_on_due
from tests.picket import PICKET
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
    """Even if it is ahead, which is told; if both give up at once points decide, and so they do after the last turn."""
    ended = tally().gave_up({"gang": 2}, lambda side: 2, "the {} broke after {}".format)
    assert ended == Outcome("law", "the gang broke after 2, though ahead on points", (("law", 3), ("gang", 5)))
    ended = cast(Outcome, tally().gave_up({"law": 1, "gang": 1}, lambda side: 1, "{}{}".format))
    assert (ended.winner, ended.reason) == ("gang", "on points: both sides have had enough")
    assert cast(Outcome, tally().time_is_up(8, 8)).reason == "on points: the last turn is over"


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
    """On his turn or when there is room, which is told, and never again: he is on the map, or out of the battle."""
    assert [len(coming(turn, at("A1"))) for turn in (1, 2, 3)] == [0, 1, 1]
    (told,) = coming(2, at("G2"))
    assert "no room to come on" in told
    assert coming(2, at("A1", "ames"), at("A2", "gone")) == []


def test_an_exit_rewards_one_side_or_those_of_it_that_are_named() -> None:
    """And whoever stands there may leave over it."""
    man = field().situation("red-1").unit
    all_, named, others = (Exit("raiders", (man.place,)), Exit("raiders", (), units=("red-1",)), Exit("picket", ()))
    stakes = Stakes(exits=(all_, named, others, Exit("raiders", (), units=("red-2",))))
    assert stakes.exits_of(man) == [all_, named]
    assert stakes.exits_at(man) == [all_]


# -- who has gained what, and when it is over ---------------------------------------------------------------------


@dataclass(frozen=True)
class Worth(Profile):
    """What a fighter is worth to his enemies."""

    points: int = 2


class Fighter(Unit):
    """Somebody who can fall, or flee."""

    profile: Worth
    dead: bool = False
    broken: bool = False


class Fray(PointsBySide, State[Fighter]):
    """A fight with points, which some have left."""

    points: Points = ()
    left: tuple[str, ...] = ()


class Duel(Reckoning):
    """A game in which a ford counts for whoever stands in it."""

    stakes, fallen = attrgetter("battle.data"), attrgetter("dead")

    def holder(self, position: Position[Any, Any], objective: Any) -> str:
        return next((unit.side for unit in position.state.units if unit.cell in objective.cells), "")


DUEL, MAP = Duel(), field().map
FORD = Objective("ford", "The ford", (MAP.cell("C4"),), points=3)
FIGHTERS = ("law-1 A1", "law-2 A2", "gang-1 C4", "gang-2 D1")


def fray(*men: str, turn: int = 1, points: Points = (), left: tuple[str, ...] = (), **said: Any) -> Position[Any, Any]:
    """Put men on a map: "law-1 A1"; "law-2 dead" has fallen, "law-3 fled" and "law-4 late" are off it."""
    units = []
    for id_, where in (man.split() for man in men):
        cell = None if where in ("dead", "fled", "late") else MAP.cell(where)
        dead, broken, card = where == "dead", where == "fled", Worth("man", "Man")
        units.append(Fighter(id=id_, side=id_[:-2], profile=card, cell=cell, dead=dead, broken=broken))
    sides = (Side("law", "The law"), Side("gang", "The gang"))
    battle: Battle[Any] = Battle(cast(Any, PICKET), MAP, field().battle.convention, sides, Stakes(**said), turns=8)
    return Position(battle, Fray(turn=turn, units=Roster(units), points=points, left=left))


def test_a_side_gains_for_what_it_did_for_enemies_who_are_lost_and_for_places() -> None:
    """Whoever fled is lost, but not who left on purpose or is yet to come; places count as if it ended now."""
    law = ("law-1 A1", "law-2 dead", "law-3 fled", "law-4 late", "law-5 fled")
    now = fray(*law, "gang-1 C4", points=(("gang", 1),), left=("law-5",), objectives=(FORD,))
    assert (DUEL.gained(now, "gang"), DUEL.gained(now, "law"), DUEL.losses(now, "law")) == (1 + 2 * 2, 0, 2)
    assert DUEL.standing(now) == {"law": 0, "gang": 1 + 2 * 2 + 3}


def test_a_battle_goes_on_while_no_clause_holds() -> None:
    """And however late it is, its last turn is not over before it has ended."""
    assert DUEL.outcome(fray(*FIGHTERS), turn_ended=True) is None
    assert DUEL.outcome(fray(*FIGHTERS, turn=8), turn_ended=False) is None


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        (fray(*FIGHTERS, "gang-3 dead", needs={"law": 2}), "law", "having gained what was needed"),
        (fray(*FIGHTERS, "gang-3 dead", breaks_at={"gang": 1}), "law", "the gang gave up with 1 lost"),
        (fray("law-1 A1", "gang-1 dead"), "law", "nobody is left against them"),
        (fray("law-1 A1", "gang-1 late", points=(("gang", 1),), left=("gang-1",)), "gang", "on points: nobody is left"),
        (fray(*FIGHTERS, turn=8, objectives=(FORD,)), "gang", "on points: the last turn is over"),
    ],
)
def test_a_battle_is_over_when_a_clause_holds(position: Position[Any, Any], winner: str, reason: str) -> None:
    """Enough points, too many losses, nobody left, nobody left because they got away, and the last turn."""
    ended = cast(Outcome, DUEL.outcome(position, turn_ended=True))
    assert (ended.winner, ended.reason[: len(reason)]) == (winner, reason)


def test_a_side_that_has_somebody_on_the_way_is_there() -> None:
    """But not for one who has been there: he fled, or left."""
    coming = [Arrival(id_, 3, FORD.cells) for id_ in ("gang-1", "gang-2", "gang-3")]
    there = [
        DUEL.there(fray("law-1 A1", man, arrivals=tuple(coming), left=("gang-3",)))
        for man in ("gang-1 late", "gang-2 fled", "gang-3 late", "gang-4 late")
    ]
    assert there == [["law", "gang"], ["law"], ["law"], ["law"]]
