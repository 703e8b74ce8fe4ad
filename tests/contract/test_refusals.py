"""Every order that may not be given says why, and which rule says so."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.play.order import Order
from sim.resources import shipped_scenarios
from sim.rules import SHIPPED, shipped
from sim.scenario.scenario import load_scenario

EVERY = 7
"""Every how many questions of a battle all offers are looked at."""
ENOUGH = 4
"""Questions of a scenario that are looked at."""
SCENARIOS = [file for file in shipped_scenarios() if file.parent.name != "tutorial"]


class Listening:
    """Answers as the commander does, after looking at what could have been answered."""

    def __init__(self, decider: Any, seen: list[tuple[Any, Ask, Any]]) -> None:
        self._decider, self._seen, self._asked = decider, seen, 0

    def orders(self, game: Game[Any, Any], ask: Ask) -> Any:
        """Write down every so many questions."""
        if self._asked % EVERY == 0 and len(self._seen) < ENOUGH:
            self._seen.append((game.known_to(ask.side), ask, game.battle.ruleset))
        self._asked += 1
        return self._decider.orders(game, ask)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_every_refusal_names_its_rule(file: Any) -> None:
    """One of the rulebook, or it is table sense; and whatever is allowed has no reason."""
    scenario = load_scenario(file)
    seen: list[tuple[Any, Ask, Any]] = []
    deciders = {
        side: (player, Listening(scenario.ruleset.decider(COMMANDER if player == HUMAN else player), seen))
        for side, player in scenario.players.items()
    }
    state, requests = scenario.state, 0
    while state.outcome is None and len(seen) < ENOUGH:
        game: Game[Any, Any] = Game(scenario.battle, Start(state, 0, requests), deciders, Seeded(3))
        scenario.ruleset.play(game)
        state, requests = game.state, game.requests
    known = {rule.id for rule in scenario.ruleset.rulebook.rules} | {TABLE_SENSE}
    for position, ask, ruleset in seen:
        for offer in ruleset.offers(position, ask):
            if offer.refusal:
                assert isinstance(offer.refusal, Refusal) and offer.refusal.rule in known, (ask, offer)
            else:
                assert ruleset.refusal(position, ask, offer.intent) is None


ANSWERS = {"Nominate", "RollAgain", "Accept"}
"""CUC-NOMINATE, CUC-REROLL: orders that whoever asks reads himself."""


@pytest.mark.parametrize("system", SHIPPED)
def test_every_order_says_what_comes_of_it(system: str) -> None:
    """Only an answer that whoever asks reads himself has nothing to carry out."""
    ruleset: Any = shipped(system)
    assert {kind.__name__ for kind in ruleset.book.kinds if kind.resolve is Order.resolve} <= ANSWERS
