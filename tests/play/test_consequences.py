"""Consequences: all that may come of an order, exactly, from the code that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.decks import Deck
from sim.engine.dice import D6, D8, D10, Throw, at_least
from sim.engine.events import CardTaken, Passed
from sim.engine.game import Game
from sim.engine.matching import unsaved
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.play.consequences import Outcomes, chance_of, consequences, either, happens, of_order, throws
from tests.picket.rules import ACTION, SNAP, MoodSet, Shoot, Shot, Walk
from tests.picket_positions import AMES, RED, Stand, field

Resolve = Callable[[Game[Any, Any]], None]
TWO = Throw(D6, "to hit", "ames", at_least(8), count=2)


def position(*men: Stand) -> Position[Any, Any]:
    """Return a battle of two men, or of those named."""
    there = field(*(men or (AMES, RED)))
    return Position(there.battle, there.state)


def found(resolve: Resolve, **more: Any) -> Outcomes:
    """Return all that may come of something."""
    return consequences(position(), resolve, **more)


def says(game: Game[Any, Any], text: object) -> None:
    """Let something happen that tells how it went."""
    game.happen(Passed("picket", None, str(text)))


def ends(outcomes: Outcomes) -> dict[str, Fraction]:
    """Return what was said last, and how likely."""
    return dict(outcomes.chances(lambda run: run.all_of(Passed)[-1].why))


# -- every way ----------------------------------------------------------------------------------------------------


def test_every_face_and_every_card_is_tried() -> None:
    """Six ends of a die, each as likely; two of three cards of a kind are two thirds."""
    outcomes = found(lambda game: says(game, game.throw(Throw(D6, "a die")).total))
    assert ends(outcomes) == {str(face): Fraction(1, 6) for face in D6.faces}
    there = position()
    there = Position(there.battle, there.state.with_deck(Deck("moods", ("calm-1", "bold-1", "bold-1"))))
    outcomes = consequences(there, lambda game: says(game, game.take("moods", "mood")))
    assert ends(outcomes) == {"calm-1": Fraction(1, 3), "bold-1": Fraction(2, 3)}
    assert all(run.has(CardTaken) for run in outcomes.runs)


def test_what_cannot_be_told_apart_is_run_once() -> None:
    """Two dice have 21 ways whichever shows what, 11 totals, and two ways to be good enough or not."""
    resolvers: list[Resolve] = [lambda game: (game.throw(TWO), None)[1], lambda game: (game.total(TWO), None)[1]]
    resolvers.append(lambda game: (game.met(TWO), None)[1])
    assert [len(found(resolve).runs) for resolve in resolvers] == [21, 11, 2]


def test_a_total_that_is_compared_with_some_numbers_parts_by_them() -> None:
    """Two dice against 8 and 12: below, between, and above; 21, 14 and 1 of 36."""

    def resolve(game: Game[Any, Any]) -> None:
        total = game.total(TWO, against=(8, 12))
        says(game, "above" if total >= 12 else "between" if total >= 8 else "below")

    outcomes = found(resolve)
    assert len(outcomes.runs) == 3
    assert ends(outcomes) == {"below": Fraction(21, 36), "between": Fraction(14, 36), "above": Fraction(1, 36)}


@pytest.mark.parametrize("read", ["throw", "total", "met"])
def test_what_rules_learn_of_a_throw_does_not_change_its_chances(read: str) -> None:
    """Eight or more on two dice is 15 of 36, whether they look at the faces, at the sum, or at neither."""

    def resolve(game: Game[Any, Any]) -> None:
        got = getattr(game, read)(TWO)
        number = got if isinstance(got, int) else got.total
        says(game, bool(got) if read == "met" else number >= 8)

    assert ends(found(resolve)) == {"False": Fraction(21, 36), "True": Fraction(15, 36)}


def test_dice_that_are_counted_part_by_how_many_are_good_enough() -> None:
    """Twelve dice have thirteen ways, as a binomial has them, and not ten to the twelfth."""
    dice = Throw(D10, "volley", "ames", at_least(8, each=True), count=12)
    outcomes = found(lambda game: says(game, game.successes(dice)))
    assert len(outcomes.runs) == 13
    assert ends(outcomes)["12"] == Fraction(3, 10) ** 12
    assert ends(outcomes)["1"] == 12 * Fraction(3, 10) * Fraction(7, 10) ** 11


@pytest.mark.parametrize("needs", [(8, 5), (1, 5), (8, 1), (11, 5), (1, 1)])
def test_dice_that_are_thrown_on_part_by_how_many_are_left_in_the_end(needs: tuple[int, int]) -> None:
    """As if every stage were thrown by itself; also where every die is good enough at a stage, or none is."""
    first, then = (Throw(D10, f"stage {need}", "ames", at_least(need, each=True), count=5) for need in needs)

    def one_by_one(game: Game[Any, Any]) -> None:
        hits = game.successes(first)
        says(game, game.successes(replace(then, count=hits)) if hits else 0)

    chained = found(lambda game: says(game, game.chain(first, then)[-1]))
    assert len(chained.runs) <= 6
    assert ends(chained) == ends(found(one_by_one))
    assert all(run.thrown(f"stage {needs[0]}", "ames") for run in chained.runs)


def test_dice_that_cancel_each_other_part_by_how_many_are_left() -> None:
    """As if every face were tried: three D8 against two D6, and both ways."""
    one = Throw(D8, "fire", "ames", at_least(4, each=True), count=3)
    other = Throw(D6, "defence", "red-1", at_least(4, each=True), count=2)
    note = Said("behind a wall")

    def by_faces(game: Game[Any, Any]) -> None:
        mine, theirs = game.throw(one).faces, game.throw(other).faces
        says(game, (unsaved(theirs, mine), unsaved(mine, theirs)))

    matched = found(lambda game: says(game, game.matched(one, other, note).left))
    assert len(matched.runs) == 4
    every = ends(found(by_faces))
    left = {str(n): sum(share for pair, share in every.items() if pair.endswith(f"{n})")) for n in range(4)}
    assert ends(matched) == left
    assert ends(found(lambda game: says(game, game.exchanged(one, other, note)))) == every


def test_dice_against_each_other_part_by_their_margin() -> None:
    """A die with one added beats another in 21 of 36; of two dice eleven margins can be told apart."""
    one, other = Throw(D6, "a blow", "ames"), Throw(D6, "a blow", "red-1")
    outcomes = found(lambda game: says(game, game.margin(one, other, 1) > 0))
    assert len(outcomes.runs) == 11
    assert ends(outcomes)["True"] == Fraction(21, 36)


def test_later_throws_are_tried_for_each_of_the_earlier() -> None:
    """And only where they are thrown: a second die after a six."""

    def resolve(game: Game[Any, Any]) -> None:
        says(game, game.throw(Throw(D6, "first")).total == 6 and game.throw(Throw(D6, "second")).total == 6)

    outcomes = found(resolve)
    assert len(outcomes.runs) == 11
    assert ends(outcomes) == {"False": Fraction(35, 36), "True": Fraction(1, 36)}


def test_too_much_to_follow_is_not_told_at_all() -> None:
    """No figure is better than a wrong one: neither for too many throws, nor for one of too many dice."""

    def many(game: Game[Any, Any]) -> None:
        for number in range(6):
            game.throw(Throw(D6, f"die {number}"))

    assert consequences(position(), many).runs == ()
    assert consequences(position(), lambda game: (game.throw(Throw(D10, "all", count=20)), None)[1]).runs == ()


def test_nothing_of_it_really_happens() -> None:
    """The position is what it was."""
    there = position()
    before = there.state
    consequences(there, lambda game: game.happen(MoodSet("bold")))
    assert there.state is before


# -- where a run ends ---------------------------------------------------------------------------------------------


def test_a_run_ends_where_somebody_is_asked() -> None:
    """Nobody foresees people: a snap shot is up to who may fire it."""
    there = position(Stand("ames", "B3", 1), Stand("red-1", "D3", 4))
    walk = Walk("ames", (there.map.cell("C3"),))
    outcomes = of_order(there, Ask("picket", ACTION, "ames"), walk)
    assert [run.ended for run in outcomes.runs] == [Ask("raiders", SNAP, "red-1", "ames")]


def test_a_run_ends_at_what_is_enough() -> None:
    """At an event, or before a throw."""

    def resolve(game: Game[Any, Any]) -> None:
        game.happen(MoodSet("bold"))
        says(game, game.throw(Throw(D6, "a die", "ames")).total)

    assert [run.events for run in found(resolve, until=happens(MoodSet)).runs] == [(MoodSet("bold"),)]
    (run,) = found(resolve, until=throws("a die", whom="ames")).runs
    assert run.ended == Throw(D6, "a die", "ames")
    assert len(found(resolve, until=throws("a die", whom="bell")).runs) == 6
    assert len(found(resolve, until=either(happens(Shot), throws("a"))).runs) == 1


def test_throws_that_do_not_matter_have_one_result() -> None:
    """What others throw is not told apart."""

    def resolve(game: Game[Any, Any]) -> None:
        game.throw(Throw(D6, "his die", "bell"))
        says(game, game.throw(Throw(D6, "my die", "ames")).total)

    outcomes = found(resolve, matters=throws("my die"))
    assert len(outcomes.runs) == 6
    assert sum(run.share for run in outcomes.runs) == 1


def test_how_likely_something_is_can_be_asked_of_an_order_alone() -> None:
    """As far as it need be followed: a shot that hits, whatever comes of that."""
    there = position(Stand("ames", "C3", 1), Stand("red-1", "D2", 4))
    ask, shot = Ask("picket", ACTION, "ames"), Shoot("ames", "red-1")
    hit = chance_of(there, ask, shot, lambda run: run.has(Shot, hit=True), happens(Shot))
    assert 0 < hit == of_order(there, ask, shot).chance(lambda run: run.has(Shot, hit=True))
