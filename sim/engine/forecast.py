"""Forecasts: what an automated side may do next, with exact probabilities.

The very code that decides is run from the checkpoint again and again, each time with other answers of chance, until
every die, every card and every tie has fallen in every possible way: once for each way, which takes the first result
wherever nothing is known yet, and leaves the others to later runs. Nothing is sampled.

That can take seconds. Whoever has something else to do meanwhile does it in the `pause` after each run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Literal

from sim.engine.battle import Battle
from sim.engine.chance import Request, Result, Wanted, named_by, outcomes
from sim.engine.decide import GivenOrder, UpToOrder
from sim.engine.game import Answered, Answers, Frame, Game, Ordered, Start
from sim.engine.notes import Note
from sim.engine.orders import Ask
from sim.engine.session import deciders_of
from sim.engine.state import State

RUNS = 20_000
"""How often the activation is run at most."""
SAMPLE = 500
"""From how many ways on it can be told how many there are in all."""


class ForecastRefused(Exception):
    """Tell why there is no forecast: too many possibilities, or nothing automated to come."""


class PlayerDecides(ForecastRefused):
    """Tell that the next decision is a player's, and which."""

    def __init__(self, asks: Ask) -> None:
        super().__init__(f"the next decision is a player's: {asks}")
        self.asks = asks


class TooManyWays(ForecastRefused):
    """Tell that there are too many possibilities: somebody with time may ask for more of them to be followed."""


@dataclass(frozen=True)
class ChanceBranch:
    """One way that chance may go, as far as it has been followed."""

    answers: tuple[Answered, ...]
    probability: Fraction


@dataclass(frozen=True)
class ForecastOutcome:
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
    ways: tuple[ChanceBranch, ...] = ()
    """Every way that leads there, in the order of faces and cards: which cards, which faces."""


@dataclass(frozen=True)
class Forecast:
    """Everything that may come, the likeliest first. The probabilities add up to 1."""

    prospects: tuple[ForecastOutcome, ...]
    runs: int


@dataclass
class _Gathered:
    """All ways that lead to the same end: their probabilities together, and the likeliest of them."""

    total: Fraction
    likeliest: Fraction
    prospect: ForecastOutcome
    ways: list[ChanceBranch]


@dataclass
class _Followed:
    """How far a forecast has come."""

    runs: int
    """How many there may be."""
    found: dict[object, _Gathered] = field(default_factory=dict)
    waiting: list[ChanceBranch] = field(default_factory=lambda: [ChanceBranch((), Fraction(1))])
    done: int = 0
    ended: int = 0
    settled: Fraction = Fraction(0)
    """How much of the whole the ways that have come to their end make up."""

    def wait(self, ways: Sequence[ChanceBranch]) -> None:
        """Leave ways for later, the first to be followed first, or refuse if there are too many."""
        self.waiting += reversed(ways)
        if self.done + len(self.waiting) > self.runs or self._hopeless:
            raise TooManyWays(f"there are more than {self.runs} ways in which this can go")

    @property
    def _hopeless(self) -> bool:
        """Say whether it is plain that there are too many ways, long before all of them have been tried.

        If so many ways make up so little of the whole, the whole has that many times as many: a thousand times too many
        is plain. No less: what follows on three ones may be many ways, and on anything else none. Nor of a few ways:
        where dice are thrown again and again they come first, and are the rarest.
        """
        return self.ended >= SAMPLE and self.ended > 1000 * self.runs * self.settled

    def end(self, way: ChanceBranch, game: Game[Any, Any], asks: Ask | None) -> None:
        """Keep a way that has come to its end."""
        self.ended += 1
        self.settled += way.probability
        _gather(self.found, way, game, asks)

    def forecast(self) -> Forecast:
        """Return what was found, the likeliest first."""
        ends = sorted(self.found.values(), key=lambda gathered: -gathered.total)
        asked = [end.prospect.asks for end in ends if end.prospect.asks is not None and not end.prospect.orders]
        if asked and len(asked) == len(ends):
            raise PlayerDecides(asked[0])
        prospects = (replace(end.prospect, probability=end.total, ways=tuple(end.ways)) for end in ends)
        return Forecast(tuple(prospects), self.done)


@dataclass
class _FirstWay:
    """A source that knows nothing: every request is a fork in the road. It goes the first way, and keeps the others."""

    followed: _Followed
    way: ChanceBranch
    """How far it has gone."""

    def result(self, request: Request, number: int) -> Result:
        self.way, *others = _forks(self.way, request, self.followed.runs)
        self.followed.wait(others)
        return self.way.answers[-1].result


def forecast(
    battle: Battle[Any],
    state: State[Any],
    players: Mapping[str, str],
    upto: Literal["order", "activation"] = "order",
    runs: int = RUNS,
    pause: Callable[[], None] = lambda: None,
) -> Forecast:
    """Return what may come next from a checkpoint: up to the next automated order, or to the end of the activation.

    `pause` is called after every run of the activation, which takes a few milliseconds; what it raises ends the work.
    """
    if state.outcome is not None:
        raise ForecastRefused(f"the battle is over: {state.outcome.reason}")
    deciders = deciders_of(battle.ruleset, players)
    kind: type[Game[Any, Any]] = UpToOrder if upto == "order" else Game
    followed = _Followed(runs)
    while followed.waiting:
        source = _FirstWay(followed, way := followed.waiting.pop())
        followed.done += 1
        game = kind(battle, Start(state), deciders, source, Answers(way.answers))
        asks = _played(game)
        followed.end(source.way, game, asks)
        pause()
    return followed.forecast()


def _played(game: Game[Any, Any]) -> Ask | None:
    """Run the activation once, to its end, to an automated order, or to the question to a person that is returned."""
    try:
        game.battle.ruleset.play(game)
    except GivenOrder:
        pass
    except Wanted as wanted:
        assert isinstance(wanted.request, Ask)
        return wanted.request
    return None


def _forks(way: ChanceBranch, request: Request, most: int) -> Iterator[ChanceBranch]:
    """Yield the ways that part here, as many as are needed to see that there are too many."""
    asked, named = str(request), named_by(request)
    for result, share in islice(outcomes(request), most + 1):
        yield ChanceBranch((*way.answers, Answered(asked, result, named)), way.probability * share)


def _gather(found: dict[object, _Gathered], way: ChanceBranch, game: Game[Any, Any], asks: Ask | None) -> None:
    """Add a way that has come to its end to those that ended alike."""
    orders = tuple(entry for entry in game.log if isinstance(entry, Ordered))
    frames = [entry for entry in game.log if isinstance(entry, Frame)]
    events = tuple(frame.event for frame in frames)
    decided = tuple((order.ask, order.intent) for order in orders)
    # Up to an order or a question only cards go by: which card it was belongs to the reasons, not to the decision.
    short = isinstance(game, UpToOrder) and (orders or asks)
    key = (asks, () if short else events, decided)
    why = (*(note for frame in frames for note in frame.why), *game.notebook.seal())
    prospect = ForecastOutcome(orders, events, way.probability, why, way.answers, asks)
    known = found.get(key)
    if known is None:
        found[key] = _Gathered(way.probability, way.probability, prospect, [way])
        return
    known.total += way.probability
    known.ways.append(way)
    if way.probability > known.likeliest:
        known.likeliest, known.prospect = way.probability, prospect
