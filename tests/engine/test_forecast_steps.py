"""Forecasts in small steps: the same answer, with time for something else in between."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Literal

import pytest

from sim.engine.dice import D6, Throw
from sim.engine.events import Passed
from sim.engine.forecast import Forecast, ForecastRefused, TooManyWays, forecast, forecast_steps
from sim.engine.game import Game
from sim.engine.session import Session
from sim.resources import scenarios_folder
from sim.scenario.scenario import load_scenario
from tests.picket import Picket
from tests.picket.men import Data, PicketState
from tests.picket_positions import AMES, AUTOMATED, HUMAN_PICKET, RED, Stand, field

MEN = (AMES, Stand("bell", "C5", 1), RED)


def stepped(*args: Any, meanwhile: Callable[[], object] = lambda: None, **more: Any) -> tuple[Forecast, int]:
    """Return a forecast that was made step by step, and how many steps it took; `meanwhile` is done between two."""
    steps, count = forecast_steps(*args, **more), 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value, count
        count += 1
        meanwhile()


MARKSMAN = Stand("red-1", "G2", 4, "marksman")


@pytest.mark.parametrize(("upto", "men"), [("order", (AMES, RED)), ("order", MEN), ("activation", (AMES, MARKSMAN))])
def test_step_by_step_gives_the_same_as_the_whole(upto: Literal["order", "activation"], men: tuple[Stand, ...]) -> None:
    """Prospects, probabilities, reasons and answers are equal."""
    battlefield = field(*men)
    whole = forecast(battlefield.battle, battlefield.state, AUTOMATED, upto)
    assert stepped(battlefield.battle, battlefield.state, AUTOMATED, upto)[0] == whole
    assert len(whole.prospects) > 2


def test_there_is_a_pause_after_every_run() -> None:
    """So nobody waits longer than for one."""
    battlefield = field(*MEN)
    found, steps = stepped(battlefield.battle, battlefield.state, AUTOMATED)
    assert steps == found.runs > 20


def test_work_of_others_in_between_changes_nothing() -> None:
    """Another battle on the same field is played between the steps."""
    battlefield = field(*MEN)
    session: Session[Any, Any] = battlefield.session()
    found, _ = stepped(battlefield.battle, battlefield.state, AUTOMATED, meanwhile=session.advance)
    assert found == forecast(battlefield.battle, battlefield.state, AUTOMATED)
    assert len(session.frames) > 5


def test_a_step_is_short_in_a_real_battle() -> None:
    """On a shipped map half of the steps end within 5 ms, whatever the machine is busy with besides."""
    scenario = load_scenario(scenarios_folder() / "conflict_of_heroes" / "farm_at_kamenka.toml")
    times, start = [], perf_counter()
    for _ in forecast_steps(scenario.battle, scenario.state, {"soviets": "commander", "germans": "solo"}):
        times.append(perf_counter() - start)
        start = perf_counter()
    assert sorted(times)[len(times) // 2] < 0.005


def test_the_ways_of_a_prospect_make_up_its_probability() -> None:
    """Each has its own answers, and the one that is told is among them."""
    battlefield = field(*MEN)
    for prospect in forecast(battlefield.battle, battlefield.state, AUTOMATED).prospects:
        assert sum(way.probability for way in prospect.ways) == prospect.probability
        assert len({way.answers for way in prospect.ways}) == len(prospect.ways)
        likeliest = max(prospect.ways, key=lambda way: way.probability)
        assert likeliest.answers == prospect.answers


# -- refused ------------------------------------------------------------------------------------------------------


def test_too_many_ways_are_refused_on_the_way() -> None:
    """At the fork where it becomes plain, without the reasons of the machinery behind it."""

    class Handful(Picket):
        def play(self, game: Game[PicketState, Data]) -> None:
            """Throw dice."""
            game.throw(Throw(D6, "x", count=20))
            game.happen(Passed("picket"))

    battlefield = field(ruleset=Handful())
    with pytest.raises(TooManyWays, match="more than 50 ways") as caught:
        stepped(battlefield.battle, battlefield.state, AUTOMATED, runs=50)
    assert caught.value.__suppress_context__


def test_a_player_s_decision_is_refused_at_the_end() -> None:
    """As in the whole."""
    battlefield = field()
    with pytest.raises(ForecastRefused, match="the next decision is a player's"):
        stepped(battlefield.battle, battlefield.state, {**HUMAN_PICKET, "raiders": "human"})
