"""Odds: what is told of all that may come of an order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import Passed
from sim.engine.game import Game
from sim.engine.insight import Odds
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Intent
from sim.play.consequences import Course, consequences
from sim.play.odds import Telling, Told, odds_of, otherwise, worst_first
from tests.picket.rules import ACTION, MoodSet, Shoot, Shot
from tests.picket_positions import AMES, RED, Stand, field

Resolve = Callable[[Game[Any, Any]], None]
TWO = Throw(D6, "to hit", "ames", at_least(8), count=2)


def position(*men: Stand) -> Position[Any, Any]:
    """Return a battle of two men, or of those named."""
    there = field(*(men or (AMES, RED)))
    return Position(there.battle, there.state)


def says(game: Game[Any, Any], text: object) -> None:
    """Let something happen that tells how it went."""
    game.happen(Passed("picket", None, str(text)))


def shoots(game: Game[Any, Any]) -> None:
    """Throw for a number with parts, and then for what it does."""
    game.note(Checked(Check("weather").plus(1, "wind")))
    game.throw(Throw(D6, "wind", "bell"))
    game.note(Checked(Check("attack").plus(3, "aim")))
    game.note(Said("from near"))
    hit = game.met(TWO)
    game.note(Said("in the leg"))
    says(game, "dead" if hit and game.met(Throw(D6, "what it does", "red-1", at_least(5))) else "alive")


def told_of(*told: Told, resolve: Resolve = shoots) -> tuple[Odds, ...]:
    """Return what is told of something that is carried out."""
    return odds_of(
        position(), Ask("picket", ACTION, "ames"), Intent(), [replace(each, resolve=resolve) for each in told]
    )


def test_odds_are_those_of_the_throw_that_is_named() -> None:
    """Chance, dice and need, the numbers since the throw before it, and what was said of it, before and after it."""
    told = Told("a hit", "ames", "red-1", "to hit", because=lambda telling: ", ".join(telling.said_before))
    (odds,) = told_of(told)
    assert (odds.what, odds.unit, odds.target, odds.chance) == ("a hit", "ames", "red-1", Fraction(15, 36))
    assert odds.throw == TWO
    assert odds.checks == (Check("attack").plus(3, "aim"),)
    assert odds.reckoning == "from near"
    (odds,) = told_of(Told("a hit", "ames", throw="to hit", because=lambda telling: ", ".join(telling.said_after)))
    assert odds.reckoning == "in the leg"


def test_results_are_named_by_a_table_or_by_what_happened() -> None:
    """The first name of a table that fits, in its order and without what cannot be; others in the order given."""
    table = {"flies": lambda run: run.has(MoodSet), "dead": lambda run: run.has(Passed, why="dead"), "alive": otherwise}
    (odds,) = told_of(Told("a hit", "ames", throw="to hit", ends=table))
    assert odds.results == (("dead", Fraction(5, 36)), ("alive", Fraction(31, 36)))
    told = Told("a hit", "ames", throw="to hit", ends=lambda run: run.all_of(Passed)[0].why, order=("dead",))
    (odds,) = told_of(told)
    assert [name for name, _ in odds.results] == ["dead", "alive"]


def test_cards_and_throws_of_any_run_can_be_spoken_of() -> None:
    """The die for the wound is thrown in some runs only, and no card is drawn in any."""

    def why(telling: Telling) -> str:
        wound = telling.thrown("what it does", "red-1")
        return f"{wound.throw.dice if wound else ''} {telling.thrown('luck')} {telling.is_drawn('wound')}"

    (odds,) = told_of(Told("a hit", "ames", throw="to hit", because=why))
    assert odds.reckoning == "D6 None False"


def test_what_is_thrown_later_is_told_as_if_it_came_to_that() -> None:
    """5 or more of 6 for the wound; what is never thrown, or for somebody else, is not told, and the worst is first."""
    (odds,) = told_of(Told("death", "red-1", throw="what it does"))
    assert odds.chance == Fraction(1, 3)
    assert told_of(Told("luck", "ames", throw="luck"), Told("luck", "bell", throw="to hit")) == ()
    one, other = (Told("a hit", "ames", throw="to hit"), Told("death", "red-1", throw="what it does"))
    found = told_of(other, one)
    assert [odds.what for odds in worst_first(found)] == ["a hit", "death"]


def test_an_end_may_stand_for_success() -> None:
    """Without a throw to name, and under a condition; and words may name the chance of something else."""

    def dead(run: Course) -> bool:
        return run.has(Passed, why="dead")

    (plain,) = told_of(Told("death", "ames", so=dead, feared=True))
    assert (plain.chance, plain.throw, plain.feared) == (Fraction(5, 36), None, True)
    (given,) = told_of(Told("death", "ames", so=dead, given=lambda run: run.has(Passed, why="alive")))
    assert given.chance == 0

    def hit(run: Course) -> bool:
        return run.thrown("what it does") is not None

    def why(telling: Telling) -> str:
        return f"{telling.chance(dead)}, {telling.chance(dead, given=hit)}"

    (odds,) = told_of(Told("a hit", "ames", throw="to hit", because=why))
    assert odds.reckoning == "5/36, 1/3"


def test_what_is_needed_may_be_said_besides() -> None:
    """Where the rules read a bare die off a table."""
    (odds,) = told_of(
        Told("a hit", "ames", throw="burst", so=lambda run: run.has(Passed, why="6"), need=at_least(6)),
        resolve=lambda game: says(game, game.throw(Throw(D6, "burst", "ames")).total),
    )
    assert odds.throw is not None and odds.throw.need == at_least(6)
    assert odds.chance == Fraction(1, 6)


def test_an_order_is_carried_out_as_its_system_does() -> None:
    """A shot of Picket: aim 2 against a target of ten, and the wood."""
    there = position(Stand("ames", "C3", 1), Stand("red-1", "D2", 4))
    told = Told("a hit on red-1", "ames", "red-1", "ames fires at red-1", ends=lambda run: str(run.all_of(Shot)[0].hit))
    (odds,) = odds_of(there, Ask("picket", ACTION, "ames"), Shoot("ames", "red-1"), [told])
    assert odds.throw is not None and odds.throw.need is not None
    assert odds.chance == odds.throw.need.chance(D6, 2)
    assert dict(odds.results)["True"] == odds.chance


def test_of_threats_as_likely_the_graver_comes_first() -> None:
    """By the ends that are named."""
    table = {"dead": lambda run: run.has(Passed, why="dead"), "alive": otherwise}
    mild, grave = (Told(what, "ames", throw="to hit", ends=ends) for what, ends in (("mild", None), ("grave", table)))
    assert [odds.what for odds in worst_first(told_of(mild, grave), "dead")] == ["grave", "mild"]


def test_what_dice_must_show_is_told_where_nothing_else_is_said() -> None:
    """Of two dice, of one, and of what they cannot show."""

    def thrown(low: int, count: int) -> str:
        dice = Throw(D6, "a try", "ames", at_least(low), count=count)
        return told_of(Told("luck", "ames", throw="a try"), resolve=lambda game: says(game, game.met(dice)))[
            0
        ].reckoning

    assert thrown(8, 2) == "8 or more on 2D6"
    assert thrown(13, 2) == "13 or more on 2D6, which they cannot show"
    assert thrown(4, 1) == "4 or more on a die"


def test_what_each_die_must_show_can_be_told() -> None:
    """Of one die, and of several."""

    def thrown(count: int) -> str:
        dice = Throw(D6, "a try", "ames", at_least(4, each=True), count=count)
        because = Told("luck", "ames", throw="a try", because=lambda telling: telling.on_each)
        return told_of(because, resolve=lambda game: says(game, game.successes(dice)))[0].reckoning

    assert (thrown(1), thrown(3)) == ("1 die, 4 or more on each", "3 dice, 4 or more on each")


def test_of_several_throws_of_a_kind_one_is_told() -> None:
    """The first, or the second: told of the ways in which it is thrown."""

    def twice(game: Game[Any, Any]) -> None:
        for need in (6, 3):
            if not game.met(Throw(D6, "a try", "ames", at_least(need))):
                break

    first, second = told_of(Told("1", "ames", throw="a try"), Told("2", "ames", throw="a try", nth=1), resolve=twice)
    assert (first.chance, second.chance) == (Fraction(1, 6), Fraction(4, 6))


def test_the_numbers_of_both_sides_say_whose_they_are() -> None:
    """Where both throw for the same."""

    def fight(game: Game[Any, Any]) -> None:
        for who, skill in (("ames", 1), ("red-1", 2)):
            game.note(Checked(Check("blows").plus(skill, "skill")))
            game.met(Throw(D6, "a blow", who, at_least(4)))

    (odds,) = told_of(Told("a blow", "ames", "red-1", "a blow", against="a blow"), resolve=fight)
    assert [str(check) for check in odds.checks] == ["blows, ames 1: +1 skill", "blows, red-1 2: +2 skill"]


def test_a_throw_that_does_not_decide_alone_is_not_told() -> None:
    """Its numbers are; without a throw to name, those before any die."""
    (odds,) = told_of(Told("a hit", "ames", throw="to hit", alone=False, given=otherwise))
    assert (odds.throw, odds.chance) == (None, Fraction(15, 36))
    assert odds.checks == (Check("attack").plus(3, "aim"),)
    (odds,) = told_of(Told("death", "ames", so=otherwise))
    assert odds.checks == (Check("weather").plus(1, "wind"),)


def test_who_throws_need_not_be_for_whom_the_dice_are() -> None:
    """The odds are his, the dice the other's; and what is added to a die may be told as taken off what is asked."""
    (odds,) = told_of(Told("death", "ames", "red-1", "what it does", whom="red-1"))
    assert odds.unit == "ames"
    assert odds.throw is not None and odds.throw.whom == "red-1"
    (odds,) = told_of(Told("a hit", "ames", throw="to hit", asks="the range"))
    assert odds.checks == (Check("needed on a die").plus(11, "the range").plus(-3, "aim"),)


def test_what_is_found_out_in_the_same_way_is_found_out_once() -> None:
    """Two things are told of one set of runs; one of another way has its own, and so has what is known already."""
    runs = []

    def counted(game: Game[Any, Any]) -> None:
        runs.append(game)
        shoots(game)

    told_of(Told("a hit", "ames", throw="to hit"), Told("death", "red-1", throw="what it does"), resolve=counted)
    once = len(runs)
    known = consequences(position(), shoots)
    told_of(Told("a hit", "ames", throw="to hit", found=known), resolve=counted)
    assert len(runs) == once
    told_of(Told("a hit", "ames", throw="to hit"), Told("death", "ames", until=lambda _: False), resolve=counted)
    assert len(runs) == 3 * once


def test_another_moment_may_be_told() -> None:
    """As if somebody stood elsewhere."""
    near = position(Stand("ames", "C3", 1), Stand("red-1", "D2", 4))
    told = Told("a hit", "ames", "red-1", "ames fires at red-1", at=near)
    (odds,) = odds_of(position(), Ask("picket", ACTION, "ames"), Shoot("ames", "red-1"), [told])
    assert "next to the target" in str(odds.checks[0])
