"""Events that every system shares, and how they are told."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from sim.engine.battle import Position, Side
from sim.engine.domains import misfits
from sim.engine.state import State
from sim.engine.units import Roster
from sim.engine.words import Name
from sim.play.happening import (
    CameToBlows,
    EverybodyChanged,
    Left,
    Moved,
    Points,
    PointsBySide,
    PointsWon,
    SmokeLaid,
    StateChanged,
    Turned,
    UnitChanged,
    UnitsChanged,
    does_by,
    figures,
    given,
    noted,
    without_one,
    word_by,
)
from tests.picket.men import Man, PicketState
from tests.picket_positions import AMES, RED, Stand, field


class Startled(UnitChanged[Any]):
    """A man was hit and shows himself."""

    says, sets, takes = "{unit} {unit:is|are} startled {hits} times", {"hidden": False}, ("hits",)
    hits: int


class Counting(PointsBySide, State[Man]):
    """A state that counts who has left, and points."""

    left: tuple[str, ...] = ()
    points: Points = ()


class Acting(PicketState):
    """A state in which somebody acts."""

    actor: str = ""


def test_points_stand_where_the_state_has_them() -> None:
    """To count points moves no field, which fingerprints go by; some things cost some, so they may be below none."""
    assert [each.name for each in fields(Counting)][-2:] == ["left", "points"]
    scene = field(AMES, RED).game().position
    counting = Counting(units=scene.state.units, points=(("picket", -2),))
    assert list(misfits(Position(scene.battle, counting))) == []


def test_an_event_says_which_fields_of_a_unit_or_the_battle_it_changes() -> None:
    """Some are set always, some are taken over from the event; nothing else changes, and by a mere telling nothing."""
    state = field(AMES, RED).state
    before, after = state.unit("ames"), Startled("ames", 1).apply(state).unit("ames")
    assert (after.hits, after.hidden) == (1, False)
    assert after.changed(hits=0) == before
    after = Nightfall(9).apply(state)
    assert (after.mood, after.turn, after.units) == ("", 9, state.units)
    told: UnitChanged[Any] = UnitChanged("ames")
    assert told.apply(state) is state


class Nightfall(StateChanged[Any]):
    """The turn is a late one, and the mood is gone."""

    sets, takes = {"mood": ""}, ("turn",)
    turn: int


class Calm(EverybodyChanged[Any]):
    """Nobody is hidden any more."""

    sets = {"hidden": False}


def test_an_event_is_a_frozen_dataclass_without_saying_so() -> None:
    """It is equal to one with the same fields, and nobody changes it."""
    night = Nightfall(9)
    assert night == Nightfall(turn=9) != Nightfall(8) and repr(night) == "Nightfall(turn=9)"
    with pytest.raises(FrozenInstanceError):
        night.turn = 8  # type: ignore[misc]


class Grazed(UnitChanged[Any]):
    """A man was hit once more: the turn ends early, and whoever was acting is in a mood."""

    sets = {"hits": lambda event, man: man.hits + event.by}
    battle, acting = {"turn": lambda event, state: state.turn + event.by}, {"mood": "shaken"}
    says, then = "", lambda event, state: state.without_unit(event.unit) if state.unit(event.unit).hits > 2 else state
    by: int


@pytest.mark.parametrize(("actor", "mood"), [("ames", "shaken"), ("red-1", "")])
def test_what_hangs_on_how_things_were_is_a_function(actor: str, mood: str) -> None:
    """It is asked of the event and of what it changes: the unit, the battle, and what the one who acts has used up."""
    acting = Acting(**{**vars(field(AMES, RED).state), "actor": actor, "mood": ""})
    after = Grazed("ames", 2).apply(acting)
    assert (after.unit("ames").hits, after.turn, after.mood) == (2, acting.turn + 2, mood)


def test_what_else_comes_of_an_event_sees_what_it_has_changed() -> None:
    """The unit is as it is by then."""
    acting = Acting(**vars(field(AMES, RED).state))
    assert [len(Grazed("ames", hits).apply(acting).units) for hits in (2, 3)] == [2, 1]


class AllFound(UnitsChanged[Any]):
    """Some were found."""

    says, sets = "{who} {who:is|are} found", {"hidden": False}


def test_an_event_may_change_several_or_everybody() -> None:
    """Those of them who are still there; it names them all, and whoever is so already stays the very same."""
    at = field(AMES, Stand("red-1", "G2", hidden=True), Stand("red-2", "G3", hidden=True))
    after = AllFound(("red-1", "gone")).apply(at.state)
    assert [man.hidden for man in after.units] == [False, False, True]
    told = [AllFound(who).event_text(at.game().position) for who in ((), ("ames",), ("ames", "red-1"))]
    assert told == ["nobody is found", "ames is found", "ames, red-1 are found"]
    state = field(AMES, Stand("red-1", "G2", hidden=True)).state
    after = Calm().apply(state)
    assert not any(man.hidden for man in after.units) and after.unit("ames") is state.unit("ames")


class Shaken(UnitChanged[Any]):
    """A man was tried, by whatever it was."""

    says = "{unit} {passed:stands|runs} {how}{why}, {dice} {dice:die|dice}, {few}: {does}"
    how, why = word_by("by", {"fire": "under {by}", "night": "in the dark"}), given("because", " ({because})")
    few = figures("dice")
    does = does_by("passed", {True: "keeps its head", False: "loses its head"})
    passed: bool
    by: str
    dice: int = 1
    because: str = ""


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Shaken("ames", True, "fire"), "ames stands under fire, 1 die, 1 figure: ames keeps its head"),
        (
            Shaken("ames", False, "night", 2, "alone"),
            "ames runs in the dark (alone), 2 dice, 2 figures: ames loses its head",
        ),
    ],
)
def test_words_go_by_what_an_event_holds(event: Shaken, text: str) -> None:
    """By what is so or not, by a number, by a table, by whether there is anything to be said."""
    assert event.event_text(field(AMES, RED).game().position) == text


def test_rows_are_lengthened_and_shortened_by_one() -> None:
    """What is noted already is not noted twice; of twins one goes."""
    assert noted(("a",), "b") == ("a", "b") == noted(("a", "b"), "a")
    assert without_one(("a", "b", "a"), "a") == ("b", "a")


class Brawler(Man):
    """A man who remembers whom he fights."""

    fights: tuple[str, ...] = ()


class Brawled(CameToBlows[Any]):
    """Two men came to blows."""

    locks = "fights"


def test_who_comes_to_blows_is_written_down_with_the_other() -> None:
    """Once, however often they fight."""
    men = Roster(Brawler(**vars(man)) for man in field(AMES, RED, Stand("red-2", "G3")).state.units)
    state: Any = State(units=men)
    for enemy in ("red-1", "red-2", "red-1"):
        state = Brawled("ames", enemy).apply(state)
    assert [man.fights for man in state.units] == [("red-1", "red-2"), ("ames",), ("ames",)]


def test_an_event_is_told_by_its_template() -> None:
    """With the names of units, which say whether they are several."""
    position = field(AMES, RED).game().position
    assert Startled("ames", 2).event_text(position) == "ames is startled 2 times"
    assert Startled("somebody gone", 2).event_text(position) == "somebody gone is startled 2 times"


def test_a_move_ends_in_the_last_cell_of_its_way() -> None:
    """The unit stands there and faces as it was said; who leaves is off the map, and listed as gone of his own will."""
    at = field(AMES, RED)
    way = (at.map.cell("B2"), at.map.cell("B1"))
    moved: Moved[Any] = Moved("ames", way, 5)
    assert (moved.apply(at.state).unit("ames").cell, moved.cell) == (way[-1], way[-1])
    assert moved.apply(at.state).unit("ames").facing == 5
    assert moved.event_text(at.game().position) == "ames moves to B1"
    turned: Turned[Any] = Turned("ames", 3)
    assert turned.apply(at.state).unit("ames").facing == 3 and turned.event_text(at.game().position) == "ames turns s"
    state = Left("ames").apply(Counting(units=at.state.units))
    assert state.unit("ames").cell is None and state.left == ("ames",)


def test_points_are_counted_by_side_and_told() -> None:
    """What is won is added; what is lost is taken off, and said to be lost."""
    at = field(AMES, RED)
    state = Counting(units=at.state.units)
    state = PointsWon("picket", 3).apply(PointsWon("raiders", 1).apply(PointsWon("picket", 2).apply(state)))
    assert state.points == (("picket", 5), ("raiders", 1)) and state.score("picket") == 5
    position = at.game().position
    assert PointsWon("picket", 1, "the ford").event_text(position) == "1 point for the picket: the ford"
    assert PointsWon("raiders", -2).event_text(position) == "the raiders lose 2 points"


def test_smoke_lies_on_the_map() -> None:
    """In every cell that is named, and no other."""
    at = field(AMES, RED)
    cells = (at.map.cell("C3"), at.map.cell("C4"))
    changes = SmokeLaid(cells).apply(at.state).changes
    assert {cell for cell, features in changes.features if "smoke" in features} == set(cells)
    assert SmokeLaid(cells).event_text(at.game().position) == "smoke rises in C3, C4"


@pytest.mark.parametrize(("name", "verb"), [("Germans", "win"), ("The picket", "wins"), ("The men of Tell", "win")])
def test_the_name_of_a_side_agrees(name: str, verb: str) -> None:
    """A side whose name speaks of several takes the verb of several."""
    assert f"{Side('x', name).mention:wins|win}" == verb


def test_a_name_is_written_as_it_is() -> None:
    """Only two words with a bar between them ask for agreement; widths do what they do for any text."""
    assert f"[{Name('Kern'):>6}] {Name('Kern')}" == "[  Kern] Kern"
