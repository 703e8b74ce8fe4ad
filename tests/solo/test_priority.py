"""Priority lists: each kind of line, their order, ties, and the note that tells it all."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine.chance import Scripted
from sim.engine.dice import Throw, die
from sim.engine.notes import Rolled, Selection, SelectionStep
from sim.engine.orders import Ask
from sim.solo.priority import (
    Line,
    Measure,
    Measured,
    Priority,
    at_a_look,
    least,
    measure,
    most,
    named,
    prefer,
    require,
    subject,
)
from sim.solo.situation import Situation
from tests.picket_positions import Field, field

FIELD: Field = field()


def situation(*dice: int) -> Situation[Any, Any]:
    """Return the situation of red-1, with dice for the ties."""
    return FIELD.situation("red-1", Scripted(dice))


def by(what: str, values: Mapping[str, Any]) -> Measure[Any, str]:
    """Measure a candidate by a table."""
    return Measure(what, lambda _, candidate: values[candidate])


SIZE = by("size", {"a": 3, "b": 1, "c": 2, "d": 1})
RED = by("red", {"a": True, "b": False, "c": True, "d": False})
BLUE = by("blue", {"a": False, "b": False, "c": False, "d": False})


def sifted(lines: tuple[Line[Any, str], ...], candidates: str = "abcd", dice: tuple[int, ...] = ()) -> Selection:
    """Apply a list, and return the one note it leaves; no die may be left over."""
    source = Scripted(dice)
    here = FIELD.situation("red-1", source)
    inner, page = here.page()
    chosen = Priority("PKT-X", "the letter", *lines).choose(inner, candidates, "letters")
    source.finish()
    (note,) = page.close()
    assert isinstance(note, Selection)
    assert chosen == (None if note.chosen is None else candidates[note.chosen])
    return note


# -- each line alone ----------------------------------------------------------------------------------------------


KEPT: dict[str, tuple[Line[Any, str], str, tuple[int, ...], object]] = {
    "require keeps those of whom it is true": (require(RED), "require", (0, 2), True),
    "it may leave nobody: never is meant": (require(BLUE), "require", (), True),
    "prefer keeps those of whom it is true": (prefer(RED), "prefer", (0, 2), True),
    "or all if it is true of nobody, and the wish was not met": (prefer(BLUE), "prefer", (0, 1, 2, 3), False),
    "least keeps all who are the smallest": (least(SIZE), "least", (1, 3), 1),
    "most keeps the largest": (most(SIZE), "most", (0,), 3),
}


@pytest.mark.parametrize(("line", "kind", "kept", "wanted"), KEPT.values(), ids=KEPT)
def test_a_line_keeps_some(line: Line[Any, str], kind: str, kept: tuple[int, ...], wanted: object) -> None:
    """The trace shows what kind of line it was and what it wanted; only where several are left a die is thrown."""
    note = sifted((line,), dice=(2,) if len(kept) > 1 else ())
    (step,) = note.steps
    assert (step.kind, step.kept, step.wanted) == (kind, kept, wanted)
    assert note.chosen == (kept[min(1, len(kept) - 1)] if kept else None)


# -- order --------------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 4), max_size=6), st.permutations([least, most, prefer]))
def test_all_are_ranked_as_the_list_would_choose(rows: list[tuple[int, ...]], kinds: list[Any]) -> None:
    """Who has the first place is whom a die decides among; without those the next place is, and so to the last."""
    marks = [by(f"m{n}", {str(place): row[n] for place, row in enumerate(rows)}) for n in range(4)]
    lines = tuple(kind(mark) for kind, mark in zip([require, *kinds], marks, strict=True))
    places = Priority("PKT-X", "the letter", *lines).ranked(situation(), [str(n) for n in range(len(rows))])
    remaining = [each for each in places if each.place]
    while remaining:
        candidates = "".join(sorted(each.candidate for each in places if each in remaining or not each.place))
        level = [each.candidate for each in remaining if each.place == remaining[0].place]
        note = sifted(lines, candidates, dice=(1,) if len(level) > 1 else ())
        last = note.steps[-1].kept if note.steps else range(len(candidates))
        assert [candidates[n] for n in last] == level
        remaining = [each for each in remaining if each.candidate not in level]
    out = "".join(each.candidate for each in places if not each.place)
    assert sifted(lines, out).chosen is None


def test_where_a_ban_follows_a_preference_nobody_can_be_ranked() -> None:
    """The ban may leave nobody of those who are preferred, and then nobody is chosen, though others would pass."""
    with pytest.raises(ValueError, match="a ban after a preference"):
        Priority("PKT-X", "the letter", least(SIZE), require(RED)).ranked(situation(), "abcd")


@given(
    st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=6),
    st.permutations(range(3)),
    st.integers(0, 1000),
)
def test_a_list_is_lexicographic(rows: list[tuple[int, int, int]], order: list[int], luck: int) -> None:
    """Lines of least and most choose what sorting by them in that order would put first."""
    marks = [by(f"m{n}", {str(place): row[n] for place, row in enumerate(rows)}) for n in range(3)]
    lines = tuple(most(marks[n]) if n == 1 else least(marks[n]) for n in order)
    keys = [tuple(-row[n] if n == 1 else row[n] for n in order) for row in rows]
    tied = [place for place, key in enumerate(keys) if key == min(keys)]
    candidates = "".join(map(str, range(len(rows))))
    dice = (luck % len(tied) + 1,) if len(tied) > 1 else ()
    assert sifted(lines, candidates, dice).chosen == tied[luck % len(tied)]


def test_what_is_the_same_for_all_candidates_is_looked_at_once() -> None:
    """A measure in two steps says the same of each, in a list and when asked of one."""
    looks = []

    @at_a_look("size")
    def size(here: Situation[Any, Any]) -> Callable[[str], int]:
        looks.append(here.unit.id)
        return partial(SIZE.of, here)

    assert sifted((least(size),), dice=(1,)).steps == sifted((least(SIZE),), dice=(1,)).steps
    assert looks == ["red-1"] and size.of(situation(), "a") == 3


# -- when lines no longer matter ----------------------------------------------------------------------------------


LOOKED_AT: dict[str, tuple[tuple[Line[Any, str], ...], str, list[str], int | None]] = {
    "with one left what is preferred changes nothing": ((most(SIZE), prefer(BLUE)), "abcd", ["size"], 0),
    "nor what is least, in whichever order they are given": ((most(SIZE), least(BLUE)), "dbac", ["size"], 2),
    "nor what is most": ((most(SIZE), most(BLUE)), "abcd", ["size"], 0),
    "a ban removes even the last candidate": ((most(SIZE), require(BLUE)), "abcd", ["size", "blue"], None),
    "or lets it stay, if it is true of it": ((most(SIZE), require(RED)), "abcd", ["size", "red"], 0),
    "with nobody left neither wish nor ban": ((require(BLUE), least(SIZE), require(RED)), "abcd", ["blue"], None),
    "of no candidates": ((least(SIZE),), "", [], None),
    "of one candidate": ((least(SIZE),), "a", [], 0),
}


@pytest.mark.parametrize(("lines", "candidates", "looked_at", "chosen"), LOOKED_AT.values(), ids=LOOKED_AT)
def test_what_could_not_change_the_choice_is_not_looked_at(
    lines: tuple[Line[Any, str], ...], candidates: str, looked_at: list[str], chosen: int | None
) -> None:
    """And no die is thrown for it."""
    note = sifted(lines, candidates)
    assert [step.what for step in note.steps] == looked_at
    assert (note.candidates, note.chosen, note.roll) == (tuple(candidates), chosen, None)


# -- ties ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [1, 2])
def test_a_tie_is_rolled_for(face: int) -> None:
    """With a die of as many faces as there are candidates left, and the options are visible."""
    note = sifted((least(SIZE),), dice=(face,))
    throw = Throw(die(2), "tie: the letter", "red-1", options=("b", "d"))
    assert note.roll == Rolled(throw, (face,))
    assert note.chosen == (1, 3)[face - 1]


def test_without_lines_all_are_tied() -> None:
    """A list of nothing is a throw among all."""
    note = sifted((), dice=(4,))
    assert (note.chosen, note.roll.throw.die if note.roll else None) == (3, die(4))


def test_a_tie_of_a_side_is_rolled_by_the_side_and_cells_go_by_their_names() -> None:
    """Where nobody has been chosen to act yet; the player who rolls reads cells as they are printed."""
    here = Situation(FIELD.game(Scripted([2])), Ask("raiders", "action"))
    inner, page = here.page()
    cells = [FIELD.map.cell("B2"), FIELD.map.cell("C3")]
    assert Priority[Any]("PKT-X", "the cell").choose(inner, cells, "cells") == cells[1]
    (note,) = page.close()
    assert isinstance(note, Selection) and note.roll is not None
    assert (note.roll.throw.options, note.roll.throw.whom) == (("B2", "C3"), "raiders")


# -- the note -----------------------------------------------------------------------------------------------------


def test_the_note_tells_the_whole_choice() -> None:
    """What was chosen among whom under which rule, and what every line saw, wanted and kept."""
    note = sifted((prefer(RED, "PKT-Y"), least(SIZE)))
    assert note == Selection(
        "the letter",
        "letters",
        ("a", "b", "c", "d"),
        (
            SelectionStep("prefer", "red", "PKT-Y", (True, False, True, False), (0, 2), True),
            SelectionStep("least", "size", "PKT-X", (3, 2), (2,), 2),
        ),
        2,
        rule="PKT-X",
    )


FAR = by("far", {"a": Measured(200, '14.1"'), "b": Measured(25, '5.0"'), "c": Measured(25, '5.0"')})
UNSEEN = by("unseen", {"a": Measured(False, "seen by x"), "b": Measured(True, "unseen")})
PAIRS = by("pairs", {"a": (1, 2), "b": (1, 1)})


@pytest.mark.parametrize(
    ("line", "candidates", "values", "wanted", "kept"),
    [
        (least(FAR), "abc", ('14.1"', '5.0"', '5.0"'), '5.0"', (1, 2)),
        (require(UNSEEN), "ab", ("seen by x", "unseen"), True, (1,)),
        (least(PAIRS), "ab", ("(1, 2)", "(1, 1)"), "(1, 1)", (1,)),
    ],
    ids=["squares decide, inches are read", "a truth", "what is neither number nor truth is shown as text"],
)
def test_a_value_is_compared_in_one_form_and_shown_in_another(
    line: Line[Any, str], candidates: str, values: tuple[str, ...], wanted: object, kept: tuple[int, ...]
) -> None:
    """What is shown of a truth does not make it true."""
    step = sifted((line,), candidates, (1,) if len(kept) > 1 else ()).steps[0]
    assert (step.values, step.wanted, step.kept) == (values, wanted, kept)


def test_values_are_measured_once() -> None:
    """Measuring may be dear."""
    seen: list[str] = []

    @measure("size")
    def size(_: Any, candidate: str) -> int:
        seen.append(candidate)
        return 1

    sifted((least(size),), "abc", (1,))
    assert seen == ["a", "b", "c"]


def test_words_that_take_long_are_made_only_where_notes_are_kept() -> None:
    """Who chooses is the same either way."""
    seen: list[str] = []

    def told(candidate: str) -> str:
        seen.append(candidate)
        return f"{candidate} far"

    far = Measure[Any, str]("far", lambda _, candidate: Measured(candidate, lambda: told(candidate)))
    game = FIELD.game(Scripted(()))
    bare = Situation(replace(game, reasons=False), situation().ask)
    assert Priority("PKT-X", "the letter", most(far)).choose(bare, "abc", "letters") == "c" and not seen
    assert sifted((most(far),), "abc").steps[0].values == ("a far", "b far", "c far") and set(seen) == {*"abc"}


# -- what a candidate is called -----------------------------------------------------------------------------------


class Weapon:
    """Something of a system's own."""

    def __init__(self, own: object) -> None:
        self.subject = own

    def __str__(self) -> str:
        return "a weapon"


def test_a_candidate_is_called_by_cell_id_or_its_own_word() -> None:
    """Cells stay cells, units go by their ids, other things by what they bring, or by their text."""
    cell = FIELD.map.cell("B2")
    man = FIELD.state.unit("ames")
    candidates = (cell, "word", man, Weapon("rifle"), Weapon(cell), Weapon(7), 12)
    assert [subject(candidate) for candidate in candidates] == [cell, "word", "ames", "rifle", cell, "a weapon", "12"]
    assert [named(situation(), candidate) for candidate in (cell, man)] == ["B2", "ames"]
