"""Learn: `.venv/bin/python tools/learn.py [SCENARIO] [--side SIDE]` teaches a side to play, and tells how well it does.

An example of how to use `sim.research`, in nothing but numpy: a linear policy over what each number that the mask
allows would mean. It first watches the commander play, and is then taught by its own games (REINFORCE, Adam). It knows
no rule and no system; what it looks at are the arrays. Afterwards it plays games that it was not taught by, beside
random play of the same games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.engine.advice import advised
from sim.research.match import Match, against, scenario_called
from sim.study.rates import Rate

Array = NDArray[np.float64]
BATCH, CHOICES = 8, 32
"""Games of its own between two changes of the policy, and choices of the commander that it watches."""
RATE = 0.02
"""How large a change is."""
LATER, SLOW = 0.95, 0.01
"""What a reward is worth one choice later; how quickly what is usual follows what happens."""
WATCHED_SEEDS, TEST_SEEDS = 500_000, 7_420_000
"""From here on are the seeds of games of the commander, and of games that nobody is taught by."""


class Features:
    """What each number that may be chosen would mean, as a row of numbers."""

    def __init__(self, match: Match) -> None:
        self.words, observer = match.words, match.observer
        self.unit = {name: place for place, name in enumerate(observer.unit_columns)}
        self.choice = {name: place for place, name in enumerate(observer.choice_columns)}
        self.goals = [observer.layers.index(name) for name in ("objective", "control", "exit")]
        self.kinds, self.columns, self.layers = len(self.words.kinds) + 1, len(self.unit), len(observer.layers)
        self._actor = self.columns + 4
        self.size = self.kinds * (self._actor + 6) + self.columns + 1 + self.layers + 9

    def of(self, seen: dict[str, Any], numbers: tuple[int, ...]) -> Array:
        """Return a row for each number."""
        units, choice = np.tanh(seen["units"] / 4.0), seen["choice"]
        places = seen["units"][:, [self.unit["cell row"], self.unit["cell column"]]].astype(float)
        sides, on_map = seen["units"][:, self.unit["side"]], seen["units"][:, self.unit["cell row"]] >= 0
        foes = places[(sides > 1) & on_map]
        goals = np.argwhere((seen["map"][self.goals] > 0).any(axis=0)).astype(float)
        who = int(choice[self.choice["who"]] or choice[self.choice["unit"]]) - 1
        kind = int(choice[self.choice["order"]])
        rows = np.zeros((len(numbers), self.size))
        for row, number in zip(rows, numbers, strict=True):
            block, place = self.words.meaning(number)
            order, acting = (place + 1 if block == "order" else kind), (place if block == "unit" and not kind else who)
            here = places[acting] if acting >= 0 else None
            about = row[order * (self._actor + 6) :][: self._actor + 6]
            about[0] = 1
            if here is not None:
                about[1 : 1 + self.columns] = units[acting]
                about[1 + self.columns : 3 + self.columns] = _near(here, foes), _near(here, goals)
            about[3 + self.columns] = seen["battle"][0] / max(seen["battle"][1], 1)
            rest = row[self.kinds * (self._actor + 6) :]
            match block:
                case "unit":
                    about[self._actor], rest[: self.columns] = _near(places[place], goals), units[place]
                case "cell":
                    there = np.array(divmod(place, seen["map"].shape[2]), dtype=float)
                    foe, goal = _near(there, foes), _near(there, goals)
                    about[self._actor + 1 : self._actor + 3] = foe, goal
                    if here is not None:
                        about[self._actor + 3 :] = foe - _near(here, foes), goal - _near(here, goals), 1
                    rest[self.columns : self.columns + self.layers] = np.tanh(
                        seen["map"][:, int(there[0]), int(there[1])]
                    )
                case "number":
                    rest[self.columns + self.layers + min(place, 8)] = 1
        return rows


def _near(here: Array, those: Array) -> float:
    """Return how near the nearest of some places is: 1 for here, towards 0 far away."""
    return float(1 / (1 + np.abs(those - here).max(axis=1).min())) if len(those) else 0.0


@dataclass
class Policy:
    """Chooses by the sum of weighted features, the better the likelier; without weights at random."""

    features: Features
    weights: Array = field(init=False)
    _mean: Array = field(init=False)
    _square: Array = field(init=False)
    _steps: int = 0

    def __post_init__(self) -> None:
        self.weights, self._mean, self._square = (np.zeros(self.features.size) for _ in range(3))

    def chances(self, rows: Array) -> Array:
        """Return how likely each of some numbers is."""
        weighed = rows @ self.weights
        chances = np.exp(weighed - weighed.max())
        return np.asarray(chances / chances.sum())

    def learn(self, gradient: Array) -> None:
        """Change the weights in the direction of better play (Adam)."""
        self._steps += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        mean, square = self._mean / (1 - 0.9**self._steps), self._square / (1 - 0.99**self._steps)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-8)


@dataclass
class Played:
    """A game, choice by choice: in which turn, in which direction it would have been likelier, what was got for it."""

    turns: list[int] = field(default_factory=list)
    directions: list[Array] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)

    @property
    def returns(self) -> list[float]:
        """What came after each choice, the later the less."""
        found, after = list[float](), 0.0
        for reward in reversed(self.rewards):
            after = reward + LATER * after
            found.append(after)
        return found[::-1]


def play(match: Match, policy: Policy, seed: int, random: np.random.Generator) -> Played:
    """Play a game."""
    match.reset(seed)
    side, played = match.sides[0], Played()
    while match.choosing is not None:
        numbers, seen = match.choosing.numbers, match.observation(side)
        rows = policy.features.of(seen, numbers)
        chances = policy.chances(rows)
        chosen = int(random.choice(len(numbers), p=chances))
        played.turns.append(int(seen["battle"][0]))
        played.directions.append(rows[chosen] - chances @ rows)
        played.rewards.append(match.choose(numbers[chosen])[side])
    return played


def watch(match: Match, policy: Policy, seed: int, random: np.random.Generator) -> None:
    """Play a game as the commander would, and make what he chooses likelier."""
    match.reset(seed)
    side, directions, order = match.sides[0], list[Array](), None
    while match.choosing is not None:
        if not match.choosing.chosen:
            order = advised(match.session)
        numbers, seen = match.choosing.numbers, match.observation(side)
        chosen = match.choosing.towards(order) if order is not None else None
        if chosen is None:  # he has no advice, or one that nobody is offered
            chosen = int(random.choice(numbers))
        else:
            rows = policy.features.of(seen, numbers)
            directions.append(rows[numbers.index(chosen)] - policy.chances(rows) @ rows)
        match.choose(chosen)
        if len(directions) >= CHOICES:
            policy.learn(np.mean(directions, axis=0))
            directions.clear()


def taught(match: Match, policy: Policy, minutes: float, games: int, seed: int) -> Iterator[tuple[int, float]]:
    """Teach a policy by so many of its own games at most, in so many minutes; yield how far it is after each change.

    What comes after a choice is held against what usually comes after that turn.
    """
    random, until = np.random.default_rng(seed), process_time() + 60 * minutes
    usual, number = dict[int, float](), 0
    while process_time() < until and number < games:
        played = [play(match, policy, number + n, random) for n in range(BATCH)]
        number += BATCH
        better: list[float] = []
        for game in played:
            for turn, after in zip(game.turns, game.returns, strict=True):
                before = usual.setdefault(turn, after)
                better.append(after - before)
                usual[turn] = before + SLOW * (after - before)
        directions = [direction for game in played for direction in game.directions]
        policy.learn(np.array(better) @ np.array(directions) / (float(np.std(better)) or 1.0) / BATCH)
        yield number, float(np.mean([sum(game.rewards) for game in played]))


def won(match: Match, policy: Policy, games: int) -> Rate:
    """Return how many of some games a policy wins that it was not taught by."""
    random, side, wins = np.random.default_rng(0), match.sides[0], 0
    for number in range(games):
        play(match, policy, TEST_SEEDS + number, random)
        outcome = match.session.state.outcome
        wins += outcome is not None and outcome.winner == side
    return Rate(wins, games)


def main(words: list[str]) -> int:
    """Teach, and tell how often the side wins, before and after."""
    parser = argparse.ArgumentParser(prog="learn", description=__doc__.partition("\n")[0])
    parser.add_argument("scenario", nargs="?", default="tutorial")
    parser.add_argument("--side", help="the side that learns; left out, the one that a human plays")
    parser.add_argument("--minutes", type=float, default=4.0, help="how long it is taught, in processor time")
    parser.add_argument("--games", type=int, default=160, help="how many games are played to see how well it plays")
    parser.add_argument("--watched", type=int, default=160, help="how many games of the commander it watches first")
    parser.add_argument("--lessons", type=int, default=1_000_000, help="how many games it is taught by at most")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    begun = scenario_called(given.scenario)
    match = Match(begun, against(begun, given.side or Match(begun).sides[0]))
    print(f"{match.scenario.name}: {match.sides[0]} against {match.players}, numbers {match.words.size}")
    policy = Policy(Features(match))
    print(f"random play wins {won(match, policy, given.games)} of {given.games} games", flush=True)
    if given.watched:
        random = np.random.default_rng(given.seed)
        for number in range(given.watched):
            watch(match, policy, WATCHED_SEEDS + number, random)
        print(
            f"after watching {given.watched} games of the commander it wins {won(match, policy, given.games)}",
            flush=True,
        )
    number = 0
    for number, got in taught(match, policy, given.minutes, given.lessons, given.seed):
        if number % (BATCH * 10) == 0:
            print(f"{number} games, {got:+.2f} a game", file=sys.stderr, flush=True)
    if number:
        print(f"after {number} games of its own it wins {won(match, policy, given.games)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
