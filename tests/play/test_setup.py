"""From a scenario to a battle: what is the same in every system, shown on a drill of two squads."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.convention import TABLETOP
from sim.board.mapfile import parse_map
from sim.engine.battle import Battle, Side
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Objective, RosterEntry, Setup, SetupRefused, UnitEntry
from sim.engine.state import State
from sim.engine.units import Profile, Roster, Unit
from sim.grid import Edge
from sim.play.figures import Faults
from sim.play.setup import Preparation, TableExtras, barred
from sim.play.tally import BreakingVictory, Exit, PointsVictory, Stakes
from tests.picket import PICKET
from tests.picket.men import ManProfile
from tests.rules.tabletop import squares

MAP = squares(
    """
    ......
    ..~...
    ......
    """,
    door="B1/e",
    wall="E1/e",
    road="A3-F3",
)
PROFILES = {id_: ManProfile(id_, id_.title(), pace=3, range=4, aim=0) for id_ in ("guard", "usher")}


class GuardEntry(UnitEntry):
    """A guard may be hidden, have been hit, and have a name for his post."""

    hidden: bool = False
    hits: int | None = None
    post: str | None = None


class Drill(Preparation[Any, Stakes]):
    """Two squads on a table."""

    kinds = staticmethod(lambda: PROFILES)
    terrain_set, inches = "tabletop", True

    def movement(self, unit: RosterEntry, profile: Profile) -> str:
        """Return that all go on foot."""
        return "foot"

    def faults(self, unit: RosterEntry, entry: GuardEntry, profile: Profile, cell: Any) -> Faults:
        """Yield that nobody hides at the gate."""
        if entry.hidden and entry.post == "gate":
            yield "hidden", "somebody hidden at the gate", "another post"

    def state(self, units: list[Unit]) -> State[Unit]:
        """Return the first state."""
        return State(units=Roster(units), turn=0, changes=self.doors())

    def data(self, units: list[Unit]) -> Stakes:
        """Return what it is about."""
        return self.stakes(Stakes)


def guard(id_: str, at: str = "", side: str = "reds", turn: int = 0, **said: Any) -> RosterEntry:
    """Return a guard of a squad; of several cells he may stand in any."""
    cells = tuple(map(MAP.cell, at.split()))
    entry = GuardEntry(**{"profile": "guard", **said})
    return RosterEntry(id_, side, entry, cells, 0, turn, ("units", id_))


HERE = (guard("r1", "A1"), guard("b1", "F1", side="blues"))


def drill(*units: RosterEntry, sides: str = "reds blues", turns: int | None = 5, on: Any = MAP, **more: Any) -> Drill:
    """Return a drill about to be prepared; `more` are keywords of the tables."""
    victory = BreakingVictory(**{key: more.pop(key) for key in ("needs", "breaks_at", "tie") if key in more})
    objectives = more.pop("objectives", ())
    parties = tuple(Side(id_, id_.title()) for id_ in sides.split())
    system: Ruleset[Any, Any] = PICKET
    extras = TableExtras(**more)
    return Drill(system, Setup("drill", on, parties, units or HERE, objectives, turns, None, victory, extras))


def mistakes(*units: RosterEntry, **more: Any) -> list[tuple[Any, ...]]:
    """Return what is wrong with a drill: where, what was found, what would be right."""
    with pytest.raises(SetupRefused) as refused:
        drill(*units, **more).prepared()
    return [(mistake.way, mistake.found, mistake.expected) for mistake in refused.value.mistakes]


def prepared(*units: RosterEntry, **more: Any) -> tuple[Battle[Stakes], State[Unit]]:
    """Return a drill that can be played."""
    return drill(*units, **more).prepared()


def cells_of(*units: RosterEntry, **more: Any) -> dict[str, str]:
    """Return where everybody stands, by name."""
    return {unit.id: MAP.grid.name(unit.cell) if unit.cell else "" for unit in prepared(*units, **more)[1].units}


def way_out(side: str, at: str, points: int = 0) -> tuple[Exit, ...]:
    """Return one exit of a side."""
    return (Exit(side, (), points, at=at),)


# -- the frame ----------------------------------------------------------------------------------------------------


def test_the_convention_of_sight_is_that_of_the_map() -> None:
    """A terrain set names it."""
    assert prepared()[0].convention is TABLETOP


def test_a_map_of_another_terrain_set_is_refused_before_anything_else() -> None:
    """Nothing could be said of units on it."""
    class_ = type("Field", (Drill,), {"terrain_set": "town"})
    with pytest.raises(SetupRefused) as refused:
        class_(PICKET, drill(guard("r1")).setup).prepared()
    (told,) = refused.value.mistakes
    assert (told.found, told.expected) == ('the terrain set "tabletop"', 'a map of the set "town"')


def test_several_mistakes_are_told_at_once() -> None:
    """Nobody has to mend them one by one."""
    found = mistakes(guard("r1"), guard("b1", "F1", side="blues", profile="gard"), turns=None, tie="greens")
    assert [way for way, *_ in found] == [
        ("limits",), ("victory", "tie"), ("units", "r1", "at"), ("units", "b1", "profile"),
    ]  # fmt: skip


REDS = ("victory", "breaks_at", "reds")
EXITS, DOORS = ("picket", "exits", 0), ("picket", "doors", 0)
REFUSED: dict[str, tuple[dict[str, Any], tuple[Any, ...], str, str]] = {
    "the rules know of two sides": ({"sides": "reds blues greens"}, ("sides",), "3 sides", "two"),
    "it might never end": ({"turns": None}, ("limits",), "nothing", "the number of turns, as in turns = 10"),
    "points are those of a side": ({"needs": {"a": 1}}, ("victory", "needs", "a"), '"a"', "one of reds, blues"),
    "so are losses": ({"breaks_at": {"a": 1}}, ("victory", "breaks_at", "a"), '"a"', "one of reds, blues"),
    "nobody bears more than it has": ({"breaks_at": {"reds": 2}}, REDS, "2 units of 1", "no more than it has"),
    "an exit of nobody": ({"exits": way_out("rads", "A2")}, (*EXITS, "side"), '"rads"', "one of reds, blues"),
    "an exit in the middle": (
        {"exits": way_out("reds", "B2")},
        (*EXITS, "at"),
        "B2, in the middle of the table",
        "cells at an edge of the table",
    ),
    "an exit off the map": (
        {"exits": way_out("reds", "Z9")},
        (*EXITS, "at"),
        '"Z9"',
        "a cell of the map, which ends at F3",
    ),
    "a door on no side": ({"doors": ("B1",)}, DOORS, '"B1"', 'a side of a cell, as in "A1/n"'),
    "a door off the map": (
        {"doors": ("Z9/n",)},
        DOORS,
        'a door on "Z9/n", which is no part of the map',
        "a side of a cell of the map",
    ),
    "no door at all": ({"doors": ("A2/e",)}, DOORS, '"A2/e", where there is nothing', 'a door: "B1/e"'),
    "a wall": ({"doors": ("E1/e",)}, DOORS, '"E1/e", where there is a wall', 'a door: "B1/e"'),
}


@pytest.mark.parametrize(("said", "way", "found", "expected"), REFUSED.values(), ids=REFUSED)
def test_what_a_drill_cannot_have_is_told(
    said: dict[str, Any], way: tuple[Any, ...], found: str, expected: str
) -> None:
    """Where it stands, and what would be right: those that there are are named."""
    assert mistakes(**said) == [(way, found, expected)]


def test_what_decides_is_as_the_scenario_says() -> None:
    """Points, losses that a side bears, and who wins a draw; in a game without breaking points nobody gives up."""
    data = prepared(needs={"reds": 4}, breaks_at={"blues": 1}, tie="blues")[0].data
    assert (data.needs, data.breaks_at, data.tie) == ({"reds": 4}, {"blues": 1}, "blues")
    here = drill()
    object.__setattr__(here.setup, "victory", PointsVictory(tie="reds"))
    assert here.prepared()[0].data == Stakes(tie="reds")


# -- where everybody stands ---------------------------------------------------------------------------------------


def test_an_unknown_profile_is_one_mistake_of_all_who_share_it() -> None:
    """Nothing else is said of them: a stand-in is judged by nobody."""
    two = [RosterEntry(id_, "reds", GuardEntry(profile="gurd"), (MAP.cell("C2"),), 0, 0, ("units", 0)) for id_ in "ab"]
    assert mistakes(*two) == [(("units", 0, "profile"), '"gurd"', "one of guard, usher")]


def test_whoever_has_a_cell_of_his_own_keeps_it() -> None:
    """Those of an area make room, even if they come first in the file."""
    assert cells_of(guard("r1", "A1 B1 C1"), guard("r2", "A1"), guard("r3", "A1 B1 C1")) == {
        "r1": "B1", "r2": "A1", "r3": "C1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("units", "found", "expected"),
    [
        ([guard(f"r{n}", "A1 B1") for n in range(3)], '"r2" in a cell that is taken', "a cell of its own"),
        ([guard("r2")], "nothing", "where it stands"),
        ([guard("r2", turn=2)], "nothing", "where it comes on"),
    ],
    ids=["the third of three finds no room in two cells", "nowhere", "nowhere to come on"],
)
def test_everybody_has_to_be_somewhere(units: list[RosterEntry], found: str, expected: str) -> None:
    """Or to come on somewhere."""
    assert mistakes(*units) == [(("units", "r2", "at"), found, expected)]


def test_nobody_stands_where_he_cannot_go() -> None:
    """The ground is named; of an area the other cells do, and a road leads through a ford."""
    assert cells_of(guard("r1", "C2 D2"))["r1"] == "D2"
    (told,) = mistakes(guard("r1", "C2"))
    assert told == (("units", "r1", "at"), '"r1", a Guard, in C2, on deep water', "ground that it can enter")
    ford = squares("~~~", road="A1-C1")
    assert [barred(on, on.cell("B1"), "foot") for on in (ford, squares("~~~"))] == ["", "deep water"]


def test_whatever_flies_stands_anywhere() -> None:
    """Even over ground of a map's own that says otherwise: in the air there is none."""
    text = 'format = 1\ntitle = "Sky"\nterrain_set = "tabletop"\nrows = "F"\n[grid]\nkind = "square"\n'
    sky = parse_map(
        f'{text}[terrain.fog]\nlike = "open"\nletter = "F"\nmove = {{ air = "no", foot = "no" }}\n', "sky.toml"
    )
    assert [barred(sky, sky.cell("A1"), movement) for movement in ("air", "foot")] == ["", "fog"]


def test_whoever_comes_later_stands_nowhere_and_takes_no_room() -> None:
    """He comes on where he can go."""
    battle, state = prepared(guard("r1", "C2 D2", turn=3), guard("r2", "D2"))
    assert (state.unit("r1").cell, state.unit("r2").cell) == (None, MAP.cell("D2"))
    assert cells_of(guard("r1", "D2", turn=3), guard("r2", "D2 E2")) == {"r1": "", "r2": "D2"}
    (arrival,) = battle.data.arrivals
    assert (arrival.unit, arrival.turn, arrival.cells) == ("r1", 3, (MAP.cell("D2"),))


def test_what_a_file_leaves_out_is_left_to_the_system() -> None:
    """What it says under the name of a field of the unit goes there; anything else the system reads itself."""
    here = drill()
    said = here.said(guard("r1", "A1", hidden=True, post="gate"), PROFILES["guard"], None)
    assert set(said) == {"id", "side", "profile", "cell", "facing", "hidden"}


def test_what_cannot_be_true_of_a_unit_is_told_under_its_key() -> None:
    """Of one of an unknown kind nothing is judged."""
    seen: dict[str, Any] = {"hidden": True, "post": "gate"}
    assert mistakes(guard("r1", "A1", **seen)) == [
        (("units", "r1", "hidden"), "somebody hidden at the gate", "another post")
    ]
    assert [way[-1] for way, *_ in mistakes(guard("r1", "A1", profile="x", **seen))] == ["profile"]


# -- exits, doors, places -----------------------------------------------------------------------------------------


def test_exits_and_doors_are_edges_of_the_map() -> None:
    """An exit with its side and what it is worth; a closed door that is worked before the first turn stands open."""
    (found,) = prepared(exits=way_out("reds", "A2", 3))[0].data.exits
    assert (found.side, found.cells, found.points) == ("reds", (MAP.cell("A2"),), 3)
    edge = Edge.between(MAP.cell("B1"), MAP.cell("C1"))
    assert prepared(doors=("B1/e",))[1].changes.edges == ((edge, "door_open"),)


def test_an_objective_may_be_named_as_a_place() -> None:
    """Where the system says so; its id is proposed with the other names."""
    here = drill(objectives=(Objective("well", "The well", (MAP.cell("D2"),)),))
    assert here.cells("well", (), objectives=True) == (MAP.cell("D2"),)
    assert here.cells("wall", (), objectives=True) == ()
    assert here.mistakes[0].hint == 'did you mean "well"?'


def test_nobody_comes_later_where_the_game_has_no_reinforcements() -> None:
    """It says so of the unit as a whole."""
    class_ = type("Parade", (Drill,), {"reinforcements": False})
    with pytest.raises(SetupRefused) as refused:
        class_(PICKET, drill(guard("r1", "A1", turn=4)).setup).prepared()
    (told,) = refused.value.mistakes
    assert (told.way, told.found) == (("units", "r1"), "somebody who comes on turn 4")
    assert told.expected == "units that are there from the start"


def test_several_may_stand_in_a_cell_where_the_game_says_so() -> None:
    """Each of them takes the first of its cells."""
    class_ = type("Crowd", (Drill,), {"stacks": True})
    _, state = class_(PICKET, drill(guard("r1", "A1"), guard("r2", "A1 B1")).setup).prepared()
    assert {unit.cell for unit in state.units} == {MAP.cell("A1")}
