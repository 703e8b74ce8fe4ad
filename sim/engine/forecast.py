"""Forecasts: what an automated side may do next, with exact probabilities.

The very code that decides is run from the checkpoint again and again, each time with other answers of chance, until
every die, every card and every tie has fallen in every possible way. Nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Literal

from sim.engine.battle import Battle
from sim.engine.chance import Draw, Request, Result, Wanted, outcomes
from sim.engine.decide import GivenOrder, UpToOrder
from sim.engine.dice import Throw
from sim.engine.game import Answered, Answers, Frame, Game, Ordered, Start
from sim.engine.notes import Note
from sim.engine.orders import Ask
from sim.engine.session import deciders_of
from sim.engine.state import State

RUNS = 20_000
"""How often the activation is run at most."""


class ForecastRefused(Exception):
    """Tell why there is no forecast: too many possibilities, or nothing automated to come."""


class TooManyWays(ForecastRefused):
    """Tell that there are too many possibilities: somebody with time may ask for more of them to be followed."""


@dataclass(frozen=True)
class Prospect:
    """One thing that may come, and how likely it is."""

    orders: tuple[Ordered, ...]
    """The order that is given first; of a whole activation all of them."""
    events: tuple[Any, ...]
    """What happens; up to the order, or to the end of the activation."""
    probability: Fraction
    why: tuple[Note, ...]
    """The notes of the likeliest way that leads there."""
    answers: tuple[Answered, ...]
    """The dice and cards of that way: played with these, it comes about."""
    asks: Ask | None = None
    """The question to a person with which it ends: nobody foresees people."""


@dataclass(frozen=True)
class Forecast:
    """Everything that may come, the likeliest first. The probabilities add up to 1."""

    prospects: tuple[Prospect, ...]
    runs: int


class _Unknown:
    """A source that knows nothing: every request is a fork in the road."""

    def result(self, request: Request, number: int) -> Result:
        raise Wanted(request)


@dataclass(frozen=True)
class _Way:
    """One way that chance may go, as far as it has been followed."""

    answers: tuple[Answered, ...]
    probability: Fraction


@dataclass
class _Gathered:
    """All ways that lead to the same end: their probabilities together, and the likeliest of them."""

    total: Fraction
    likeliest: Fraction
    prospect: Prospect


def forecast(
    battle: Battle[Any],
    state: State[Any],
    players: Mapping[str, str],
    upto: Literal["order", "activation"] = "order",
    runs: int = RUNS,
) -> Forecast:
    """Return what may come next from a checkpoint: up to the next automated order, or to the end of the activation."""
    if state.outcome is not None:
        raise ForecastRefused(f"the battle is over: {state.outcome.reason}")
    deciders = deciders_of(battle.ruleset, players)
    kind: type[Game[Any, Any]] = UpToOrder if upto == "order" else Game
    found: dict[object, _Gathered] = {}
    waiting = [_Way((), Fraction(1))]
    done = 0
    ended: list[Fraction] = []
    while waiting:
        way = waiting.pop()
        done += 1
        game = kind(battle, Start(state), deciders, _Unknown(), Answers(way.answers))
        try:
            battle.ruleset.play(game)
        except Wanted as wanted:
            if isinstance(wanted.request, Ask):
                ended.append(way.probability)
                _gather(found, way, game, wanted.request)
                continue
            waiting += _forks(way, wanted.request, runs)
            if done + len(waiting) > runs or _hopeless(ended, runs):
                raise TooManyWays(f"there are more than {runs} ways in which this can go") from None
            continue
        except GivenOrder:
            pass
        ended.append(way.probability)
        _gather(found, way, game)
    ends = sorted(found.values(), key=lambda gathered: -gathered.total)
    if ends and all(end.prospect.asks and not end.prospect.orders for end in ends):
        raise ForecastRefused(f"the next decision is a player's: {ends[0].prospect.asks}")
    return Forecast(tuple(replace(end.prospect, probability=end.total) for end in ends), done)


def _hopeless(ended: list[Fraction], runs: int) -> bool:
    """Say whether it is plain that there are too many ways, long before all of them have been tried.

    If so many ways make up so little of the whole, the whole has that many times as many: ten times too many is plain.
    """
    return len(ended) % 500 == 499 and len(ended) > 10 * runs * sum(ended)


def _forks(way: _Way, request: object, runs: int) -> Iterator[_Way]:
    """Yield the ways that part here, last outcome first: the first is then the next to be followed."""
    assert isinstance(request, Throw | Draw)
    asked = str(request)
    for result, share in reversed(list(islice(outcomes(request), runs + 1))):
        yield _Way((*way.answers, Answered(asked, result)), way.probability * share)


def _gather(found: dict[object, _Gathered], way: _Way, game: Game[Any, Any], asks: Ask | None = None) -> None:
    """Add a way that has come to its end to those that ended alike."""
    orders = tuple(entry for entry in game.log if isinstance(entry, Ordered))
    frames = [entry for entry in game.log if isinstance(entry, Frame)]
    events = tuple(frame.event for frame in frames)
    decided = tuple((order.ask, order.intent) for order in orders)
    # Up to an order or a question only cards go by: which card it was belongs to the reasons, not to the decision.
    short = isinstance(game, UpToOrder) and (orders or asks)
    key = (asks, () if short else events, decided)
    why = (*(note for frame in frames for note in frame.why), *game.notebook.seal())
    prospect = Prospect(orders, events, way.probability, why, way.answers, asks)
    known = found.get(key)
    if known is None:
        found[key] = _Gathered(way.probability, way.probability, prospect)
        return
    known.total += way.probability
    if way.probability > known.likeliest:
        known.likeliest, known.prospect = way.probability, prospect
