"""Plans: options, lists, sequences, tables and targets, and the notes they leave."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sim.engine.chance import Scripted
from sim.engine.dice import AVERAGE_DIE, D6, Die, Throw
from sim.engine.events import Passed
from sim.engine.game import Game
from sim.engine.notes import Note, Rolled, Said, Scored, Tried
from sim.engine.orders import Ask, Intent
from sim.solo.plans import Against, Automated, ByScore, Cannot, FirstOf, InTurn, Option, Plan, When, options, row_name
from sim.solo.situation import Situation
from tests.picket.rules import ACTION, SNAP, MoodSet, Shoot, Stay
from tests.picket_positions import field

FIELD = field()
Here = Situation[Any, Any]


def does(word: str) -> Option:
    """Return an option that can be done: it gives an order to whoever is called so."""
    return Option("PKT-X", word, lambda _: Stay(word))


def cannot(word: str) -> Option:
    """Return an option that cannot be done."""
    return Option("PKT-X", word, lambda _: Cannot(f"no {word}"))


def followed(plan: Plan, *dice: int, occasion: str = ACTION) -> tuple[list[str], tuple[Note, ...]]:
    """Follow a plan to its end and return whom it orders, and the notes; no die may be left over."""
    source = Scripted(dice)
    here = FIELD.situation("red-1", source, occasion)
    inner, page = here.page()
    orders = [intent.unit for intent in plan.orders(inner) if isinstance(intent, Stay)]
    source.finish()
    return orders, page.close()


def no(word: str) -> Tried:
    """Return the note of such an option that was not taken."""
    return Tried(word, False, f"no {word}", rule="PKT-X")


def yes(word: str) -> Tried:
    """Return the note of one that was."""
    return Tried(word, True, rule="PKT-X")


def looks(situation: Here) -> Cannot:
    """Look at something, and find that it cannot be done."""
    situation.say("a hill")
    return Cannot("too steep")


# -- options ------------------------------------------------------------------------------------------------------


SO: dict[str, Callable[[Here], bool]] = {"day": lambda _: True, "night": lambda _: False}
NOBODY = Against("PKT-A", "who", lambda _: None, does("a"))
NO_TARGET = Tried("who", False, "there is no such target", rule="PKT-A")
DAY, NIGHT = (When("PKT-X", f"if it is {time}", so, does("a")) for time, so in SO.items())
FOLLOWED: dict[str, tuple[Plan, str, list[Note]]] = {
    "an option that can be done gives its order, and says so under its rule": (does("a"), "a", [yes("a")]),
    "an option that cannot be done says why, and gives none": (cannot("a"), "", [no("a")]),
    "an option may lead to a plan, whose notes lie inside": (
        Option("PKT-Y", "outer", does("a")),
        "a",
        [Tried("outer", True, "", (yes("a"),), rule="PKT-Y")],
    ),
    "also to one that is found when it is tried": (
        Option("PKT-Y", "outer", lambda _: does("a")),
        "a",
        [Tried("outer", True, "", (yes("a"),), rule="PKT-Y")],
    ),
    "an option whose plan has no orders is not taken": (
        Option("PKT-Y", "outer", FirstOf(cannot("a"))),
        "",
        [Tried("outer", False, "nothing of it can be done", (no("a"),), rule="PKT-Y")],
    ),
    "later orders of an option leave their notes outside: they belong to later events": (
        Option("PKT-Y", "outer", InTurn(does("a"), does("b"))),
        "ab",
        [Tried("outer", True, "", (yes("a"),), rule="PKT-Y"), yes("b")],
    ),
    "an option says in words of its own when it is for": (
        Option("PKT-X", "a", lambda _: Stay("a"), on=SNAP, when="at a run past it"),
        "",
        [Tried("a", False, "only at a run past it", rule="PKT-X")],
    ),
    "what an option looked at lies inside its note, whether it was taken or not": (
        Option("PKT-X", "climb", looks),
        "",
        [Tried("climb", False, "too steep", (Said("a hill"),), rule="PKT-X")],
    ),
    "of a list the first that can be done": (FirstOf(cannot("a"), does("b"), does("c")), "b", [no("a"), yes("b")]),
    "of a list of what cannot be done all are tried": (FirstOf(cannot("a"), cannot("b")), "", [no("a"), no("b")]),
    "an entry of a list may be a sequence": (
        FirstOf(cannot("a"), InTurn(does("b"), does("c")), does("d")),
        "bc",
        [no("a"), yes("b"), yes("c")],
    ),
    "each of a sequence": (InTurn(does("a"), does("b")), "ab", [yes("a"), yes("b")]),
    "what cannot be followed is skipped": (
        InTurn(does("a"), cannot("b"), does("c")),
        "ac",
        [yes("a"), no("b"), yes("c")],
    ),
    "without a target there are no orders, and the note says why": (NOBODY, "", [NO_TARGET]),
    "a list goes on after a target that is not there": (FirstOf(NOBODY, does("b")), "b", [NO_TARGET, yes("b")]),
    "when it is so": (DAY, "a", [Tried("if it is day", True, "", (), rule="PKT-X"), yes("a")]),
    "when it is not so whoever tried it goes on": (
        FirstOf(NIGHT, does("b")),
        "b",
        [Tried("if it is night", False, "that is not the case", (), rule="PKT-X"), yes("b")],
    ),
}


@pytest.mark.parametrize(("plan", "orders", "notes"), FOLLOWED.values(), ids=FOLLOWED)
def test_a_plan_gives_orders_and_leaves_notes(plan: Plan, orders: str, notes: list[Note]) -> None:
    """In the order in which things were tried, and of no others."""
    assert followed(plan) == (list(orders), tuple(notes))


# -- occasions ----------------------------------------------------------------------------------------------------


def test_an_option_is_for_its_occasions() -> None:
    """For one, for several or for all; on others it says so, and is not even tried."""
    for on in (SNAP, (SNAP,), ("charged", SNAP)):
        assert followed(Option("PKT-X", "a", lambda _: Stay("a"), on=on), occasion=SNAP)[0] == ["a"]
    assert [followed(does("a"), occasion=occasion)[0] for occasion in (ACTION, SNAP)] == [["a"], ["a"]]

    def never(_: Here) -> Intent:
        raise AssertionError("it was tried")

    orders, notes = followed(Option("PKT-X", "a", never, on=("charged", SNAP)))
    assert (orders, notes) == ([], (Tried("a", False, "only on charged or snap shot", rule="PKT-X"),))


# -- lists --------------------------------------------------------------------------------------------------------


def test_between_orders_the_battle_has_become_another() -> None:
    """A sequence looks at it after each of its orders, whose notes are sealed with their own events."""
    game: Game[Any, Any] = FIELD.game()
    moods: list[str] = []

    def look(situation: Here) -> Intent:
        moods.append(situation.state.mood)
        return Stay("red-1")

    plan = InTurn(Option("PKT-X", "first", look), Option("PKT-X", "second", look))
    orders = plan.orders(Situation(game, Ask("raiders", ACTION, "red-1")))
    next(orders)
    assert moods == ["wary"]
    game.happen(MoodSet("bold"))
    next(orders)
    assert moods == ["wary", "bold"]
    game = FIELD.game()
    orders = InTurn(does("a"), does("b")).orders(Situation(game, Ask("raiders", ACTION, "red-1")))
    for _ in orders:
        game.happen(Passed("raiders"))
    assert [entry.why for entry in game.log] == [(yes("a"),), (yes("b"),)]  # type: ignore[union-attr]


# -- tables -------------------------------------------------------------------------------------------------------

ROWS: dict[int | range, Plan] = {1: does("one"), range(2, 5): does("some"), range(5, 7): does("many")}


def modified(situation: Here) -> int:
    """Throw a die and add one."""
    situation.say("in cover: +1")
    return situation.throw(Throw(D6, "control", "red-1")).total + 1


def twice(situation: Here) -> int:
    """Throw a die, and then another that counts."""
    situation.throw(Throw(D6, "first", "red-1"))
    return situation.throw(Throw(D6, "reroll", "red-1")).total


def roll(face: int, purpose: str = "table", die: Die = D6) -> Rolled:
    """Return a die that was thrown for red-1."""
    return Rolled(Throw(die, purpose, "red-1"), (face,))


def scored(face: int, row: str, rolled: Rolled | None) -> Scored:
    """Return the note of a row."""
    return Scored("table", face, row, rolled, rule="PKT-T")


def table(rows: dict[int | range, Plan] = ROWS, die: Die = D6, score: Callable[[Here], int] | None = None) -> ByScore:
    """Return a table."""
    return ByScore("PKT-T", "table", die, rows, score=score)


SCORES: dict[str, tuple[ByScore, tuple[int, ...], str, list[Note]]] = {
    **{
        f"a {face} leads to the row {row}": (table(), (face,), order, [scored(face, row, roll(face)), yes(order)])
        for face, order, row in ((1, "one", "1"), (2, "some", "2-4"), (4, "some", "2-4"), (5, "many", "5-6"))
    },
    "where a row cannot be followed another is not tried": (
        table({1: cannot("a"), range(2, 7): does("b")}),
        (1,),
        "",
        [scored(1, "1", roll(1)), no("a")],
    ),
    "only the faces that are there need a row": (
        table({2: does("a"), range(3, 6): does("b")}, AVERAGE_DIE),
        (5,),
        "b",
        [scored(5, "3-5", roll(5, die=AVERAGE_DIE)), yes("b")],
    ),
    "a number that somebody remembers needs no die": (
        table(score=lambda _: 3),
        (),
        "some",
        [scored(3, "2-4", None), yes("some")],
    ),
    "with modifiers rows may lie beyond the faces, and the die stands in the note": (
        table({**ROWS, 7: does("seven")}, score=modified),
        (6,),
        "seven",
        [Said("in cover: +1"), scored(7, "7", roll(6, "control")), yes("seven")],
    ),
    "of two dice the last is that of the score, and the other keeps a note of its own": (
        table(score=twice),
        (2, 6),
        "many",
        [roll(2, "first"), scored(6, "5-6", roll(6, "reroll")), yes("many")],
    ),
}


@pytest.mark.parametrize(("plan", "dice", "order", "notes"), SCORES.values(), ids=SCORES)
def test_the_row_of_the_score_is_followed(plan: Plan, dice: tuple[int, ...], order: str, notes: list[Note]) -> None:
    """The note has the score, the row, and the die, which was thrown for the unit and the table."""
    assert followed(plan, *dice) == ([order] * bool(order), tuple(notes))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({range(1, 6): does("a")}, "table: 0 rows for a 6"),
        ({range(1, 7): does("a"), 3: does("b")}, "table: 2 rows for a 3"),
        ({}, "table: 0 rows for a 1"),
        ({range(1, 7): does("a"), 7: does("b")}, "table: no face of the D6 leads to the row 7"),
        ({range(1, 7): does("a"), range(0): does("b")}, "table: no face of the D6 leads to the row"),
    ],
)
def test_every_face_has_one_row_and_every_row_a_face(rows: Any, said: str) -> None:
    """A printed table that was copied wrong is found before the first die falls."""
    with pytest.raises(ValueError, match=said):
        ByScore("PKT-T", "table", D6, rows)


def test_a_table_for_a_side_is_rolled_for_the_side() -> None:
    """Where no unit is asked; a score without a row is an error that names both."""
    source = Scripted([1])
    here = Situation(FIELD.game(source), Ask("raiders", ACTION))
    inner, page = here.page()
    list(ByScore("PKT-T", "table", D6, ROWS).orders(inner))
    scored = page.close()[0]
    assert isinstance(scored, Scored)
    assert scored.roll is not None
    assert scored.roll.throw.whom == "raiders"
    with pytest.raises(LookupError, match="table: there is no row for a 9"):
        followed(ByScore("PKT-T", "table", D6, ROWS, score=lambda _: 9))


@pytest.mark.parametrize(
    ("row", "name"), [(6, "6"), (range(2, 5), "2-4"), (range(5, 6), "5"), (range(2, 7, 2), "2, 4, 6")]
)
def test_rows_are_called_as_they_are_printed(row: int | range, name: str) -> None:
    """One number, from and to, or one by one where some between are not meant."""
    assert row_name(row) == name


# -- targets ------------------------------------------------------------------------------------------------------


def aimed(situation: Here) -> Intent:
    """Order a shot at the target."""
    return Shoot("red-1", situation.target)


def test_the_plan_is_followed_against_the_target() -> None:
    """The target is found first, and its note has what was looked at; outside of its plan there is the one before."""

    def found(situation: Here) -> str:
        situation.say("he is near")
        return "ames"

    here = FIELD.situation("red-1").against("bell")
    inner, page = here.page()
    plan = Against("PKT-A", "the nearest", found, Option("PKT-X", "fire", aimed))
    assert list(plan.orders(inner)) == [Shoot("red-1", "ames")]
    assert page.close() == (Tried("the nearest", True, "", (Said("he is near"),), rule="PKT-A"), yes("fire"))
    assert inner.target == "bell"


# -- all together -------------------------------------------------------------------------------------------------


def test_every_option_of_a_plan_is_found() -> None:
    """From the top, through lists, sequences, tables, targets, conditions and options that lead to plans."""
    plan = FirstOf(
        Option("PKT-X", "a", Option("PKT-X", "b", InTurn(does("c")))),
        Against("PKT-A", "who", lambda _: None, ByScore("PKT-T", "t", D6, {1: does("d"), range(2, 7): does("e")})),
        InTurn(FirstOf(does("f"), When("PKT-X", "x", lambda _: False, does("g")))),
    )
    assert [option.text for option in options(plan)] == list("abcdefg")


class Echo:
    """A plan of somebody's own: it orders whoever is asked."""

    def orders(self, situation: Here) -> Iterator[Intent]:
        """Give one order."""
        yield Stay(f"{situation.ask.occasion}/{situation.ask.unit}")

    def parts(self) -> Iterator[Plan]:
        """There are none."""
        return iter(())


def test_an_automated_side_follows_the_plan_for_the_occasion() -> None:
    """One plan for each, or one for all."""
    game = FIELD.game()
    ask = Ask("raiders", SNAP, "red-1")
    each: dict[str, Plan] = {ACTION: does("no"), SNAP: Echo()}
    for plans in (each, Echo()):
        assert list(Automated(plans).orders(game, ask)) == [Stay("snap shot/red-1")]
