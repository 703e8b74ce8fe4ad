"""Consequences: all that may come of an order, exactly, from the code that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.decks import Deck
from sim.engine.dice import D6, D10, Throw, at_least
from sim.engine.events import CardTaken, Passed
from sim.engine.game import Game
from sim.engine.notes import Checked, Rolled, Said
from sim.engine.orders import Ask
from sim.play.consequences import (
    Outcomes,
    Run,
    Told,
    chance_of,
    consequences,
    either,
    happens,
    odds_of,
    of_order,
    otherwise,
    throws,
    worst_first,
)
from tests.picket.actions import ACTION, SNAP, MoodSet, Shoot, Shot, Walk
from tests.picket_positions import AMES, RED, Stand, field

Resolve = Callable[[Game[Any, Any]], None]
TWO = Throw(D6, "to hit", "ames", at_least(8), count=2)


def position(*men: Stand) -> Position[Any, Any]:
    """Return a battle of two men, or of those named."""
    there = field(*(men or (AMES, RED)))
    return Position(there.battle, there.state)


def found(resolve: Resolve, **more: Any) -> Outcomes:
    """Return all that may come of something."""
    outcomes = consequences(position(), resolve, **more)
    assert outcomes is not None
    return outcomes


def says(game: Game[Any, Any], text: object) -> None:
    """Let something happen that tells how it went."""
    game.happen(Passed("picket", None, str(text)))


def ends(outcomes: Outcomes) -> dict[str, Fraction]:
    """Return what was said last, and how likely."""
    return dict(outcomes.chances(lambda run: run.all_of(Passed)[-1].why))


# -- every way ----------------------------------------------------------------------------------------------------


def test_every_face_is_tried() -> None:
    """A die has six ends, each as likely."""
    outcomes = found(lambda game: says(game, game.throw(Throw(D6, "a die")).total))
    assert ends(outcomes) == {str(face): Fraction(1, 6) for face in D6.faces}


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


def test_cards_count_as_often_as_they_are_there() -> None:
    """Two of three cards of a kind are two thirds."""
    there = position()
    there = Position(there.battle, there.state.with_deck(Deck("moods", ("calm-1", "bold-1", "bold-1"))))
    outcomes = consequences(there, lambda game: says(game, game.take("moods", "mood")))
    assert outcomes is not None
    assert ends(outcomes) == {"calm-1": Fraction(1, 3), "bold-1": Fraction(2, 3)}
    assert all(run.has(CardTaken) for run in outcomes.runs)


def test_too_much_to_follow_is_not_told_at_all() -> None:
    """No figure is better than a wrong one: neither for too many throws, nor for one of too many dice."""

    def many(game: Game[Any, Any]) -> None:
        for number in range(6):
            game.throw(Throw(D6, f"die {number}"))

    assert consequences(position(), many) is None
    assert consequences(position(), lambda game: (game.throw(Throw(D10, "all", count=20)), None)[1]) is None
    assert odds_of(None, Told("anything", "ames")) == ()


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
    assert outcomes is not None
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


# -- what is read off them ----------------------------------------------------------------------------------------


def shoots(game: Game[Any, Any]) -> None:
    """Throw for a number with parts, and then for what it does."""
    game.note(Checked(Check("weather").plus(1, "wind")))
    game.throw(Throw(D6, "wind", "bell"))
    game.note(Checked(Check("attack").plus(3, "aim")))
    game.note(Said("from near"))
    hit = game.met(TWO)
    game.note(Said("in the leg"))
    says(game, "dead" if hit and game.met(Throw(D6, "what it does", "red-1", at_least(5))) else "alive")


def test_odds_are_those_of_the_throw_that_is_named() -> None:
    """Its chance, its dice and what is needed, the numbers since the throw before it, and what was said of it."""
    told = Told("a hit", "ames", "red-1", "to hit", because=lambda run, note: ", ".join(run.said_before(note)))
    (odds,) = odds_of(found(shoots), told)
    assert (odds.what, odds.unit, odds.target, odds.chance) == ("a hit", "ames", "red-1", Fraction(15, 36))
    assert odds.throw == TWO
    assert odds.checks == (Check("attack").plus(3, "aim"),)
    assert odds.reckoning == "from near"


def test_what_is_said_after_a_throw_is_told_apart_from_what_is_said_before() -> None:
    """Up to the next throw."""
    run = found(shoots).runs[0]
    note = run.thrown("to hit", "ames")
    assert isinstance(note, Rolled)
    assert run.said_after(note) == ("in the leg",)
    assert run.thrown("to hit", "bell") is None
    assert run.thrown("to hit", "ames", nth=1) is None


def test_results_are_named_by_a_table() -> None:
    """The first name that fits counts, in the order of the table; what cannot be is left out."""
    table = {
        "flies": lambda run: run.has(MoodSet),
        "dead": lambda run: run.has(Passed, why="dead"),
        "alive": otherwise,
    }
    (odds,) = odds_of(found(shoots), Told("a hit", "ames", throw="to hit", ends=table))
    assert odds.results == (("dead", Fraction(5, 36)), ("alive", Fraction(31, 36)))


def test_results_that_are_named_by_what_happened_come_in_the_order_given() -> None:
    """What is not in it comes last."""
    told = Told("a hit", "ames", throw="to hit", ends=lambda run: run.all_of(Passed)[0].why, order=("dead",))
    (odds,) = odds_of(found(shoots), told)
    assert [name for name, _ in odds.results] == ["dead", "alive"]


def test_what_is_thrown_later_is_told_as_if_it_came_to_that() -> None:
    """The die for the wound is told where there is one: 5 or more of 6."""
    (odds,) = odds_of(found(shoots), Told("death", "red-1", throw="what it does"))
    assert odds.chance == Fraction(1, 3)


def test_what_is_never_thrown_is_not_told() -> None:
    """Nor what is thrown for somebody else."""
    assert odds_of(found(shoots), Told("luck", "ames", throw="luck"), Told("luck", "bell", throw="to hit")) == ()


def test_an_end_may_stand_for_success() -> None:
    """Without a throw to name, and under a condition."""

    def dead(run: Run) -> bool:
        return run.has(Passed, why="dead")

    (plain,) = odds_of(found(shoots), Told("death", "ames", so=dead, feared=True))
    assert (plain.chance, plain.throw, plain.feared) == (Fraction(5, 36), None, True)
    (given,) = odds_of(found(shoots), Told("death", "ames", so=dead, given=lambda run: run.has(Passed, why="alive")))
    assert given.chance == 0


def test_what_is_needed_may_be_said_besides() -> None:
    """Where the rules read a bare die off a table."""
    (odds,) = odds_of(
        found(lambda game: says(game, game.throw(Throw(D6, "burst", "ames")).total)),
        Told("a hit", "ames", throw="burst", so=lambda run: run.has(Passed, why="6"), need=at_least(6)),
    )
    assert odds.throw is not None and odds.throw.need == at_least(6)
    assert odds.chance == Fraction(1, 6)


def test_an_order_is_carried_out_as_its_system_does() -> None:
    """A shot of Picket: aim 2 against a target of ten, and the wood."""
    there = position(Stand("ames", "C3", 1), Stand("red-1", "D2", 4))
    outcomes = of_order(there, Ask("picket", ACTION, "ames"), Shoot("ames", "red-1"))
    told = Told("a hit on red-1", "ames", "red-1", "ames fires at red-1")
    (odds,) = odds_of(outcomes, told)
    assert odds.throw is not None and odds.throw.need is not None
    assert odds.chance == odds.throw.need.chance(D6, 2)
    assert outcomes is not None
    assert outcomes.chance(lambda run: run.has(Shot, hit=True)) == odds.chance


def test_how_likely_something_is_can_be_asked_of_an_order_alone() -> None:
    """As far as it need be followed: a shot that hits, whatever comes of that."""
    there = position(Stand("ames", "C3", 1), Stand("red-1", "D2", 4))
    ask, shot = Ask("picket", ACTION, "ames"), Shoot("ames", "red-1")
    outcomes = of_order(there, ask, shot)
    assert outcomes is not None
    hit = chance_of(there, ask, shot, lambda run: run.has(Shot, hit=True), happens(Shot))
    assert 0 < hit == outcomes.chance(lambda run: run.has(Shot, hit=True))


def test_threats_come_the_worst_first() -> None:
    """By how likely they are."""
    one, other = (Told("a hit", "ames", throw="to hit"), Told("death", "red-1", throw="what it does"))
    found_ = odds_of(found(shoots), other, one)
    assert [odds.what for odds in worst_first(found_)] == ["a hit", "death"]
