"""Best play, exact: against values worked out by hand, and against the walk that knows no memory."""

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import BattleEnded, Passed, TurnBegan
from sim.engine.game import Game
from sim.engine.orders import Ask
from sim.engine.solve import Solver, Unsolved, victory
from sim.engine.state import Outcome
from tests.picket.rules import ACTION, Stay
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, HUMAN_PICKET, RED, Odd, field


def daring(game: Game[Any, Any]) -> None:
    """Ask to stay or to try, three times: whoever tries wins on 5 or 6, whoever stays loses, and so does time."""
    if game.state.turn > 3:
        game.happen(BattleEnded(Outcome("raiders", "too late")))
        return
    tries = not isinstance(game.order(Ask("picket", ACTION, "ames")), Stay)
    met = tries and game.met(Throw(D6, "dare", need=at_least(5)))
    game.happen(BattleEnded(Outcome("picket", "it dared")) if met else TurnBegan(game.state.turn + 1))


def still(game: Game[Any, Any]) -> None:
    """Ask for ever."""
    game.order(Ask("picket", ACTION, "ames"))
    game.happen(Passed("picket", why="nothing"))


DARE = field(AMES, RED, ruleset=Odd(daring))
BEST = 1 - (2 / 3) ** 3


def solver(**parts: Any) -> Solver:
    """Return who solves the daring game for the picket."""
    return replace(Solver(DARE.battle, HUMAN_PICKET, "picket"), **parts)


def test_best_play_has_the_value_that_it_has_by_hand() -> None:
    """And of its orders the best has that value, staying the one of two tries."""
    best = solver()
    assert best.value(DARE.state) == pytest.approx(BEST, abs=1e-12)
    worth = {offer.text: value for value, offer in best.orders(DARE.state)}
    assert max(worth.values()) == pytest.approx(BEST, abs=1e-12)
    assert worth["ames stay"] == pytest.approx(1 - (2 / 3) ** 2, abs=1e-12)


def test_a_plan_is_worth_no_more_than_best_play() -> None:
    """The commander walks towards the objective, and tries by it: the same value here, and nothing is chosen."""
    assert solver(players=AUTOMATED).value(DARE.state) <= BEST + 1e-12


def test_what_was_solved_is_told_and_is_not_solved_again() -> None:
    """One state a turn; whoever brings them along looks at the first moment only."""
    kept: dict[str, float] = {}
    solver(solved=kept.__setitem__).value(DARE.state)
    again = solver(known=dict(kept))
    again.value(DARE.state)
    assert len(kept) == 3
    assert [*kept.values()][-1] == pytest.approx(BEST, abs=1e-12)
    assert again.met < 70


@pytest.mark.parametrize(
    ("parts", "ruleset", "told"),
    [
        ({"most": 2}, daring, "more than 2 states"),
        ({}, still, "come back to where it was"),
        ({"players": HOTSEAT}, daring, "raiders would be played by people"),
    ],
)
def test_what_has_no_exact_value_is_refused(parts: dict[str, Any], ruleset: Any, told: str) -> None:
    """In a sentence that says why."""
    battlefield = field(AMES, RED, ruleset=Odd(ruleset))
    with pytest.raises(Unsolved, match=told):
        solver(battle=battlefield.battle, **parts).value(battlefield.state)


def test_nobody_looks_ahead_past_what_he_knows() -> None:
    """With a hidden enemy the best of all worlds is no best play."""
    hidden = field(AMES, replace(RED, hidden=True), ruleset=Odd(daring))
    with pytest.raises(Unsolved, match="hidden units"):
        solver(battle=hidden.battle).value(hidden.state)


def test_a_draw_counts_as_half_a_victory() -> None:
    """The value of an end."""
    assert [victory(Outcome(winner, ""), "picket") for winner in ("picket", None, "raiders")] == [1, 0.5, 0]
