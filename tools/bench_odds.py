"""How long the odds of an order take: in the set battles of every system, for whatever could be ordered there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from bench_timing import CLOCK, Effort, Figures, Line, Target

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.orders import Ask, Decider, Intent
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario

BATTLES = (
    "conflict_of_heroes/farm_at_kamenka",
    "outlaws/street_gunfight",
    "la_cucaracha/vespers_at_san_isidro",
    "ambush_alley/airport_road",
    "la_petite_guerre/rifle_pits_of_saint_damase",
)
ACTIVATIONS, EVERY = 60, 5
"""How much of a battle is looked at, and every how many of its questions all offers are."""
SHARE = 0.95
TARGET = Target(under=30e-3)
"""What that share of all orders should take no longer than."""

Question = tuple[Position[Any, Any], Ask, Intent]


class Listening:
    """Answers as somebody else does, and keeps what is offered at some questions."""

    def __init__(self, decider: Decider) -> None:
        self._decider, self._asked, self.kept = decider, 0, list[Question]()

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Keep the offers, then let the other answer."""
        self._asked += 1
        if self._asked % EVERY == 0:
            position = game.known_to(ask.side)
            offers = game.battle.ruleset.offers(position, ask)
            self.kept += [(position, ask, offer.intent) for offer in offers if not offer.refusal]
        return self._decider.orders(game, ask)


@cache
def _questions(name: str) -> list[Question]:
    """Return what could be ordered at some moments of a battle, of those orders that have odds."""
    scenario = load_scenario(find_scenario(name))
    heard = [Listening(scenario.ruleset.decider(COMMANDER))]
    deciders: dict[str, tuple[str, Decider]] = {
        side: (player, heard[0] if player == HUMAN else scenario.ruleset.decider(player))
        for side, player in scenario.players.items()
    }
    state, requests = scenario.state, 0
    for _ in range(ACTIVATIONS):
        if state.outcome is None:
            game: Game[Any, Any] = Game(scenario.battle, Start(state, 0, requests), deciders, Seeded(1))
            scenario.ruleset.play(game)
            state, requests = game.state, game.requests
    return [question for question in heard[0].kept if scenario.ruleset.insight.odds(*question)]


def _took(position: Position[Any, Any], ask: Ask, intent: Intent) -> float:
    began = CLOCK()
    position.battle.ruleset.insight.odds(position, ask, intent)
    return CLOCK() - began


def odds_of_orders(effort: Effort) -> Iterator[Line]:
    """Ask for the odds of every order; told is what 95 of 100 take no longer than, and what half of them do."""
    for name in BATTLES:
        questions, rounds = _questions(name), list[list[float]]()
        for _ in range(effort.rounds):
            # What is kept with a position was found out in another round: each begins with positions of its own.
            fresh = {position: Position(position.battle, position.state) for position, _, _ in questions}
            rounds.append(sorted(_took(fresh[position], ask, intent) for position, ask, intent in questions))
        battle = name.rpartition("/")[2]
        for label, share, target in (("95 of 100", SHARE, TARGET), ("half", 0.5, Target()), ("all", 1.0, Target())):
            place = min(len(questions) - 1, int(share * len(questions)))
            figures = Figures(tuple(took[place] for took in rounds))
            what = f"the odds of {label} of {len(questions)} orders take no longer ({battle})"
            yield Line(f"odds-{battle}-{label.replace(' ', '-')}", what, figures, target=target)
