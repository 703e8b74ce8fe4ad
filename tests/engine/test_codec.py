"""The codec: everything that can occur in a battle comes back from JSON as it was, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.board.ground import NO_CHANGES, Changes
from sim.engine.codec import Codec, Family, Unfit
from sim.engine.decks import Deck
from sim.engine.dice import AVERAGE_DIE, D6, Die, die
from sim.engine.events import Event
from sim.engine.notes import NOTES, Note, Rolled, Selection, SelectionStep
from sim.engine.orders import Ask, Done, Intent
from sim.engine.record import codec_of
from sim.engine.units import Roster
from sim.files.document import Document
from sim.grid import Cell, Edge, HexGrid, SquareGrid
from tests.board.drawn import GRIDS, drawn
from tests.picket import PICKET
from tests.picket.men import PROFILES, Man, ManProfile, PicketState
from tests.picket.rules import BOOK, Shoot, Stay, Walk
from tests.picket_positions import field

FIELD = field()
MAP = FIELD.map
CODEC = codec_of(FIELD.battle)
CELLS = list(MAP.cells)

# -- every kind of value there is ---------------------------------------------------------------------------------

cells = st.sampled_from(CELLS)
dice = st.integers(1, 1500).map(die) | st.just(AVERAGE_DIE)
small = st.integers(-3, 3)


@cache
def built(kind: Any) -> st.SearchStrategy[Any]:
    """Make up things of one class."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{part.name: any_of(hints[part.name]) for part in fields(kind)})


def any_of(hint: Any) -> st.SearchStrategy[Any]:
    """Make up values of a type: of every kind of a family, with fields of the types that each names."""
    parts = get_args(hint)
    match get_origin(hint):
        case None if hint in LEAVES:
            return LEAVES[hint]
        case None:
            return st.sampled_from(hint) if issubclass(hint, Enum) else st.deferred(lambda: built(hint))
        case origin if origin in LEAVES:
            return LEAVES[origin]
        case origin if origin is Literal:
            return st.sampled_from(parts)
        case origin if origin is Mapping:
            return st.dictionaries(*map(any_of, parts), max_size=2)
        case origin if origin is tuple and parts[-1] is ...:
            return st.lists(any_of(parts[0]), max_size=3).map(tuple)
        case origin if origin is tuple:
            return st.tuples(*map(any_of, parts))
        case _:
            return st.one_of(*map(any_of, parts))


LEAVES: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(["ames", "red-1", "", "@home", "@@"]),
    int: small | st.integers(-(2**63), 2**63 - 1),
    bool: st.booleans(),
    type(None): st.none(),
    Fraction: st.fractions(-(10**20), 10**20, max_denominator=10**20),
    Cell: cells,
    Edge: st.builds(MAP.grid.edge, cells, st.sampled_from(MAP.grid.sides)),
    Die: dice | st.builds(Die, st.text(max_size=3), st.lists(small, min_size=1, max_size=4).map(tuple)),
    ManProfile: st.sampled_from(list(PROFILES().values())),
    Roster: st.lists(st.deferred(lambda: any_of(Man)), max_size=4, unique_by=lambda man: man.id).map(Roster),
    Event: st.deferred(lambda: st.one_of(*map(any_of, PICKET.events))),
    Intent: st.deferred(lambda: st.one_of(*map(any_of, (Done, *BOOK.kinds)))),
    Note: st.deferred(lambda: st.one_of(*map(any_of, NOTES))),
}


def assert_comes_back(codec: Codec, kind: Any, value: Any) -> None:
    """Write a value as JSON text and read it back. The text form tells 1 from True, which equality does not."""
    text = json.dumps(codec.encode(kind, value))
    back = codec.decode(kind, json.loads(text))
    assert back == value
    assert repr(back) == repr(value)
    assert type(back) is type(value)
    assert json.dumps(codec.encode(kind, back)) == text


TRIPS = {
    "states": PicketState,
    "every kind of event, of the engine and of the system": Event,
    "every kind of order": Intent,
    "every kind of note, with what lies inside": Note,
    "what play has done to the ground, with edges that are gone": Changes,
    "what somebody was asked": Ask,
    "dice, ordinary and with faces of their own": Die,
    "fractions, which are exact": Fraction,
}


@pytest.mark.parametrize("kind", TRIPS.values(), ids=TRIPS)
def test_it_comes_back(kind: Any) -> None:
    """It is the same after a trip through JSON."""

    @given(any_of(kind))
    def there_and_back(value: Any) -> None:
        assert_comes_back(CODEC, kind, value)

    there_and_back()


@pytest.mark.parametrize("grid", GRIDS)
def test_every_edge_comes_back(grid: HexGrid | SquareGrid) -> None:
    """On every grid, rims of map and hole included: an edge goes by a cell that is there, and a hole is none."""
    map_ = drawn("....\n._..\n....", grid=grid)
    codec = Codec(map_, {}, Man, ())
    for cell in map_.whole:
        for side in grid.sides:
            assert_comes_back(codec, Edge, grid.edge(cell, side))
    with pytest.raises(Unfit):
        codec.decode(Cell, "B2")


def test_a_link_across_a_corner_comes_back() -> None:
    """Roads on squares may run from corner to corner, where no side lies between."""
    map_ = drawn("...\n...\n...", grid=SquareGrid(8))
    codec = Codec(map_, {}, Man, ())
    middle = map_.cell("B2")
    for cell in map_.grid.neighbours(middle):
        assert_comes_back(codec, Edge, Edge.between(middle, cell))
    assert codec.encode(Edge, Edge.between(map_.cell("A1"), middle)) == "A1-B2"


class Mood(Enum):
    CALM = "calm"
    ANGRY = "angry"


class Grade(Enum):
    A = 1
    B = 2


@dataclass(frozen=True)
class Curious:
    """One of everything that a system might keep."""

    mood: Mood
    grade: Grade
    share: Fraction
    pair: tuple[int, str]
    table: Mapping[str, tuple[int, ...]]
    word: Literal["yes", "no", 1]
    flag: int | bool
    perhaps: int | str | None = None
    where: Cell | str | None = None
    roll: Rolled | None = None
    inner: Curious | None = None
    hand: tuple[Deck, ...] = ()


@given(any_of(Curious))
def test_whatever_a_system_keeps_comes_back(thing: Curious) -> None:
    """Words, numbers, fractions, pairs, tables, unions, things inside things of their own kind."""
    assert_comes_back(CODEC, Curious, thing)


# -- the form on paper --------------------------------------------------------------------------------------------


def test_what_has_its_default_is_left_out() -> None:
    """A file shows what is special, and reads as it was meant; the 1 that a line needed is not the default True."""
    man = Man(id="ames", side="picket", profile=PROFILES()["rifleman"], cell=MAP.cell("B3"))
    assert CODEC.encode(Man, man) == {"id": "ames", "side": "picket", "profile": "rifleman", "cell": "B3"}
    assert CODEC.decode(PicketState, {"units": []}) == PicketState(units=Roster())
    assert "changes" not in CODEC.encode(PicketState, FIELD.state)
    assert CODEC.decode(PicketState, CODEC.encode(PicketState, FIELD.state)).changes == NO_CHANGES
    step = SelectionStep("least", "hexes", "R", (1, 2), (0,), 1)
    assert CODEC.encode(SelectionStep, step)["wanted"] == 1
    assert CODEC.decode(SelectionStep, CODEC.encode(SelectionStep, step)).wanted is not True


def test_a_state_is_written_the_same_after_another() -> None:
    """What is kept of units never stands for one that has changed, nor for what somebody did to the data."""
    start = field().state
    ames = start.unit("ames")
    moved = start.with_unit(ames.changed(cell=Cell(2, 2)))
    for state in (start, moved, start.without_unit("ames"), start, moved):
        written = codec_of(field().battle).encode(PicketState, state)
        assert CODEC.encode(PicketState, state) == written
    state = field().state
    written, again = CODEC.encode(PicketState, state), json.dumps(CODEC.encode(PicketState, state))
    written["units"][0]["cell"] = "nowhere"
    assert json.dumps(CODEC.encode(PicketState, state)) == again


def test_things_go_by_the_names_that_players_use() -> None:
    """C4 with a sign among candidates, an edge by either cell, D6, other dice with faces, a family by its tag."""
    cell = MAP.cell("C4")
    assert CODEC.encode(Cell, cell) == "C4"
    assert CODEC.encode(Edge, MAP.grid.edge(cell, "se")) == "C4/se"
    below = MAP.grid.neighbour(cell, "s")
    assert CODEC.decode(Edge, "C4/s") == CODEC.decode(Edge, f"{MAP.grid.name(below)}/n")
    note = Selection("what", "pool", (MAP.cell("C4"), "C4", "@C4"), (), None)
    assert CODEC.encode(Note, note)["candidates"] == ["@C4", "C4", "@@C4"]
    assert CODEC.encode(Die, D6) == "D6"
    assert CODEC.encode(Die, AVERAGE_DIE) == ["average die", 2, 3, 3, 4, 4, 5]
    data = CODEC.encode(Intent, Shoot("ames", "red-1"))
    assert list(data.items()) == [("intent", "Shoot"), ("unit", "ames"), ("target", "red-1")]


# -- what is refused ----------------------------------------------------------------------------------------------

GOOD_MAN = {"id": "ames", "side": "picket", "profile": "rifleman"}


def state_with(**changed: Any) -> dict[str, Any]:
    """Return the data of a state with some keys of its one man changed; None takes a key away."""
    return {"units": [{key: value for key, value in {**GOOD_MAN, **changed}.items() if value is not None}]}


def empty(**more: Any) -> dict[str, Any]:
    """Return the data of a state without men, with further keys."""
    return {"units": [], **more}


def scored(*scores: Any, winner: Any = None) -> dict[str, Any]:
    """Return the data of a state after a battle that ended so."""
    return empty(outcome={"winner": winner, "reason": "x", "scores": list(scores)})


def among(*candidates: Any) -> dict[str, Any]:
    """Return the data of a note of a choice."""
    return {"note": "Selection", "what": "", "pool": "", "candidates": [*candidates], "steps": [], "chosen": None}


TRIED = {"note": "Tried", "option": "x", "taken": True}
STEP = {"kind": "least", "what": "", "rule": "", "values": [], "kept": []}


REFUSED: list[tuple[Any, Any, tuple[str | int, ...], str, str]] = [
    # kind, data, way, found, expected
    (PicketState, 7, (), "7", "a table (PicketState)"),
    (PicketState, [], (), "an empty array", "a table (PicketState)"),
    (PicketState, {}, ("units",), "nothing", 'the key "units" of PicketState'),
    (PicketState, empty(turm=2), ("turm",), 'the key "turm"', "one of units, turn, changes"),
    (PicketState, empty(turm=2), ("turm",), 'the key "turm"', '; did you mean "turn"?'),
    (PicketState, state_with(profile="rifelman"), ("units", 0, "profile"), '"rifelman"', '; did you mean "rifleman"?'),
    (Intent, {"intent": "Wolk"}, ("intent",), '"Wolk"', '; did you mean "Walk"?'),
    (Cell, "Z9", (), '"Z9"', '; "Z9" is not on the map "drawn", which ends at H6'),
    (PicketState, empty(turn="2"), ("turn",), '"2"', "a whole number"),
    (PicketState, empty(turn=2.0), ("turn",), "2.0", "a whole number"),
    (PicketState, empty(turn=True), ("turn",), "true", "a whole number"),
    (PicketState, empty(turn=None), ("turn",), "null", "a whole number"),
    (PicketState, empty(mood=4), ("mood",), "4", "a text"),
    (PicketState, {"units": {}}, ("units",), "an empty table", "an array"),
    (PicketState, {"units": [[]]}, ("units", 0), "an empty array", "a table (Man)"),
    (PicketState, state_with(id=None), ("units", 0, "id"), "nothing", 'the key "id" of Man'),
    (PicketState, state_with(profile="rifle"), ("units", 0, "profile"), '"rifle"', "one of rifleman, marksman, runner"),
    (PicketState, state_with(profile=1), ("units", 0, "profile"), "1", "one of rifleman, marksman, runner"),
    (PicketState, state_with(profile={"id": "x"}), ("units", 0, "profile"), "a table of 1", "one of rifleman"),
    (PicketState, state_with(cell="Z9"), ("units", 0, "cell"), '"Z9"', "a cell of the map"),
    (PicketState, state_with(cell="B"), ("units", 0, "cell"), '"B"', "a cell of the map"),
    (PicketState, state_with(cell=[1, 2]), ("units", 0, "cell"), "an array of 2", "a cell of the map"),
    (PicketState, state_with(hidden=1), ("units", 0, "hidden"), "1", "true or false"),
    (PicketState, state_with(hits=False), ("units", 0, "hits"), "false", "a whole number"),
    (PicketState, {"units": [GOOD_MAN, GOOD_MAN]}, ("units", 1, "id"), '"ames"', "an id that no other unit has"),
    (PicketState, scored(winner=5), ("outcome", "winner"), "5", "a text or null"),
    (PicketState, scored(["picket"]), ("outcome", "scores", 0), "an array of 1", "an array of 2"),
    (PicketState, scored(["picket", "3"]), ("outcome", "scores", 0, 1), '"3"', "a whole number"),
    (Edge, "B2/up", (), '"B2/up"', 'a cell and a side (n, ne, se, s, sw, nw), as in "C2/n"'),
    (Edge, "Z9/n", (), '"Z9"', "a cell of the map"),
    (Edge, "B2-B3", (), '"B2-B3"', "a cell and a side"),
    (Edge, "A1-H6", (), '"A1-H6"', "a cell and a side"),
    (Edge, 5, (), "5", "an edge"),
    (Event, {"event": "Passed", "side": 4}, ("side",), "4", "a text"),
    (Event, {"event": "Exploded"}, ("event",), '"Exploded"', "the kind of event, one of Began, TurnBegan"),
    (Event, {}, ("event",), "null", "the kind of event"),
    (Event, {"event": ["Passed"]}, ("event",), "an array of 1", "the kind of event"),
    (Event, "Passed", (), '"Passed"', 'a table with the key "event"'),
    (Event, {"event": "CardTaken", "deck": "d", "card": "c", "to": "bin"}, ("to",), '"bin"', "one of discard, removed"),
    (Event, {"event": "CardTaken", "deck": "d", "card": "c", "to": []}, ("to",), "an empty array", "one of discard"),
    (Event, {"event": "Stepped", "unit": "a", "cell": "B2", "facing": 0, "x": 1}, ("x",), 'the key "x"', "one of unit"),
    (Intent, {"intent": "Walk", "unit": "a", "way": ["B2", "Q7"]}, ("way", 1), '"Q7"', "a cell of the map"),
    (Intent, {"intent": "Walk", "unit": "a", "way": "B2"}, ("way",), '"B2"', "an array"),
    (Event, {"event": "Walk", "unit": "ames", "way": []}, ("event",), '"Walk"', "the kind of event"),
    (Event, {"event": "Said", "text": ""}, ("event",), '"Said"', "the kind of event"),
    (Note, {**TRIED, "taken": 1}, ("taken",), "1", "true or false"),
    (Note, {**TRIED, "notes": [{"note": "Said"}]}, ("notes", 0, "text"), "nothing", 'the key "text" of Said'),
    (Note, among("@Z9"), ("candidates", 0), '"Z9"', "a cell of the map"),
    (Note, among(7), ("candidates", 0), "7", "a text, or a cell as in @C3"),
    (SelectionStep, {**STEP, "values": [None]}, ("values", 0), "null", "a text"),
    (SelectionStep, {**STEP, "kind": "best"}, ("kind",), '"best"', "one of require"),
    (Die, "D0", (), '"D0"', 'a die, as in "D6"'),
    (Die, "D", (), '"D"', "a die"),
    (Die, "D06", (), '"D06"', "a die"),
    (Die, "D٣", (), '"D٣"', "a die"),
    (Die, "D999999", (), '"D999999"', "a die"),
    (Die, ["odd"], (), "an array of 1", "a die"),
    (Die, ["odd", True], (), "an array of 2", "a die"),
    (Die, [1, 2], (), "an array of 2", "a die"),
    (Die, {"name": "D6"}, (), "a table of 1", "a die"),
    (Fraction, "3/0", (), '"3/0"', 'a fraction, as in "3/4"'),
    (Fraction, "1e999999999", (), '"1e999999999"', "a fraction"),
    (Fraction, "0.5", (), '"0.5"', "a fraction"),
    (Fraction, 3, (), "3", "a fraction"),
    (Mood, "furious", (), '"furious"', "one of calm, angry"),
    (Mood, "clam", (), '"clam"', '; did you mean "calm"?'),
    (Mood, None, (), "null", "one of calm, angry"),
    (Grade, "A", (), '"A"', "one of 1, 2"),
    (Grade, True, (), "true", "one of 1, 2"),
    (Literal[0, 1], True, (), "true", "one of 0, 1"),
    (int | bool, "x", (), '"x"', "a whole number or true or false"),
    (int | None, "x", (), '"x"', "a whole number or null"),
    (Mapping[str, int], {"a": 1, "b": "2"}, ("b",), '"2"', "a whole number"),
    (Mapping[str, int], [1], (), "an array of 1", "a table"),
]


@pytest.mark.parametrize(("kind", "data", "way", "found", "expected"), REFUSED)
def test_what_the_types_do_not_allow_is_refused(
    kind: Any, data: Any, way: tuple[str | int, ...], found: str, expected: str
) -> None:
    """One error: the way to the place, from the top of its file, what was found there, what would be right, a hint."""
    with pytest.raises(Unfit) as refused:
        CODEC.decode(kind, data)
    assert (refused.value.way, refused.value.found) == (way, found)
    assert expected in f"{refused.value.expected}; {refused.value.hint}"
    place = Document("x.json", {}).at(("state", *way))
    assert refused.value.mistake(Document("x.json", {}), ("state",)).where == place.mistake("", "").where


def test_endless_notes_are_refused() -> None:
    """By an error of the file, not of Python; a large roster takes no longer for each further unit."""
    data: dict[str, Any] = {"note": "Said", "text": "deep"}
    for _ in range(2000):
        data = {**TRIED, "notes": [data]}
    with pytest.raises(Unfit, match="without end"):
        CODEC.decode(Note, data)
    units = [{**GOOD_MAN, "id": f"man {n}"} for n in range(20_000)]
    assert len(CODEC.decode(PicketState, {"units": units}).units) == 20_000


@pytest.mark.parametrize("tag", ["Man", "PicketState", "Event", "Note", "Exception", "os.system", "__import__", ""])
@pytest.mark.parametrize(("base", "key"), [(Event, "event"), (Intent, "intent"), (Note, "note")])
def test_no_name_is_looked_up_outside_the_family(base: type, key: str, tag: str) -> None:
    """A tag names a member of its family or nothing."""
    with pytest.raises(Unfit):
        CODEC.decode(base, {key: tag})


class Unlisted(Intent):
    man: str


def test_what_could_not_be_read_back_cannot_be_written() -> None:
    """Kinds that are not listed, namesakes of one that is, two of one name, a field that hides the tag."""
    with pytest.raises(TypeError, match="Unlisted is not among the kinds of intent"):
        CODEC.encode(Intent, Unlisted("ames"))
    namesake = type("Stay", (Intent,), {"__annotations__": {"unit": str}})
    with pytest.raises(TypeError, match="Stay is not among"):
        CODEC.encode(Intent, namesake("ames"))
    namesake = type("Stay", (Intent,), {"__annotations__": {"unit": str}})
    with pytest.raises(TypeError, match="two kinds of intent have one name"):
        Codec(MAP, {}, Man, [Family(Intent, "intent", (Stay, namesake))]).encode(Intent, Stay("x"))
    hiding = type("Hiding", (Intent,), {"__annotations__": {"intent": str}})
    with pytest.raises(TypeError, match='may have a field "intent"'):
        Codec(MAP, {}, Man, [Family(Intent, "intent", (hiding,))]).encode(Intent, hiding("x"))


@pytest.mark.parametrize(
    "kind",
    [list[int], frozenset[Cell], Mapping[Cell, int], Cell | int, Walk | Shoot, float, object, Enum("X", {"HALF": 0.5})],
)
def test_a_type_that_json_cannot_tell_is_refused_from_the_start(kind: Any) -> None:
    """Before anything is written: a mistake of the system, not of a file."""
    with pytest.raises(TypeError, match="there is no way to"):
        CODEC.encode(kind, None)


# -- files from before ---------------------------------------------------------------------------------------------


class Shelled(Event[Any]):
    """Cells were shelled, one at a time in older files, and by somebody who was called otherwise there."""

    formerly = {"Bombed": "Shelled", "gun": "unit", "cell": "cells[]"}
    unit: str
    cells: tuple[Cell, ...]

    def apply(self, state: Any) -> Any:
        """Change nothing."""
        return state


OLDER = Codec(MAP, {}, Man, [Family(Event, "event", (Shelled,))])


@pytest.mark.parametrize("kind", ["Bombed", "Shelled"])
def test_what_has_another_name_now_is_read_by_its_old_one(kind: str) -> None:
    """A kind of event and its fields may be renamed, and saves from before still load; now it is written as it is."""
    read = OLDER.decode(Event, {"event": kind, "gun": "red-1", "cell": "B2"})
    assert read == Shelled("red-1", (MAP.cell("B2"),))
    assert OLDER.encode(Event, read) == {"event": "Shelled", "unit": "red-1", "cells": ["B2"]}


def test_an_old_name_beside_the_new_one_is_a_mistake() -> None:
    """Nobody could say which of them counts."""
    with pytest.raises(Unfit, match='the key "gun"'):
        OLDER.decode(Event, {"event": "Shelled", "gun": "red-1", "unit": "red-2", "cells": []})
