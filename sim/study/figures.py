"""What a report shows of an arm, read from the tables of its study."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from sim.study.comparing import NOBODY
from sim.study.played import CellCount
from sim.study.rates import Rate
from sim.study.store import Store

ByTurn = dict[str, dict[int, float]]
"""Figures by side or winner, and by turn."""


@dataclass(frozen=True)
class ArmTables:
    """An arm of a study, asked for what a report shows of it."""

    store: Store
    id: int

    def _rows(self, question: str) -> list[tuple[Any, ...]]:
        return self.store.connection.execute(question, (self.id,)).fetchall()

    @cached_property
    def games(self) -> dict[str, int]:
        """How many games each side, or nobody, has won."""
        rows = self._rows("SELECT winner, COUNT(*) FROM game WHERE arm = ? GROUP BY winner ORDER BY winner")
        return {_winner(who): count for who, count in rows}

    @property
    def last_turns(self) -> ByTurn:
        """By the winner, how many games ended in each turn."""
        found: ByTurn = defaultdict(dict)
        for winner, turn, count in self._rows(
            "SELECT winner, turn, COUNT(*) FROM game WHERE arm = ? GROUP BY winner, turn"
        ):
            found[_winner(winner)][turn] = count
        return dict(found)

    @cached_property
    def losses(self) -> ByTurn:
        """By the side, what part of all it fielded was lost by the end of each turn; what is over stays as it is."""
        fielded = dict(self._rows("SELECT side, SUM(fielded) FROM side WHERE arm = ? GROUP BY side"))
        lost = self._rows("SELECT side, turn, COUNT(*) FROM loss WHERE arm = ? GROUP BY side, turn")
        ((last,),) = self._rows("SELECT MAX(turn) FROM game WHERE arm = ?")
        by_turn = {(side, turn): count for side, turn, count in lost}
        found: ByTurn = {}
        for side in sorted(side for side, count in fielded.items() if count):
            so_far, found[side] = by_turn.get((side, 0), 0), {}
            for turn in range(1, (last or 1) + 1):
                so_far += by_turn.get((side, turn), 0)
                found[side][turn] = so_far / fielded[side]
        return found

    @property
    def points(self) -> ByTurn:
        """By the side, its points at the end of each turn, on average; what is over stays as it is."""
        ((last,),) = self._rows("SELECT MAX(turn) FROM game WHERE arm = ?")
        total: dict[str, Counter[int]] = defaultdict(Counter)
        now: dict[tuple[int, str], tuple[int, int]] = {}
        for number, side, turn, points in self._rows(
            "SELECT number, side, turn, points FROM points WHERE arm = ? ORDER BY turn"
        ):
            since, before = now.get((number, side), (turn, 0))
            total[side].update(dict.fromkeys(range(since, turn), before))
            now[number, side] = turn, points
        for (_, side), (since, points) in now.items():
            total[side].update(dict.fromkeys(range(since, (last or 0) + 1), points))
        games = sum(self.games.values())
        return {side: {turn: total[side][turn] / games for turn in sorted(total[side])} for side in sorted(total)}

    @property
    def turning_points(self) -> dict[int, float]:
        """In how many games each turn held one of the moments that changed most."""
        found: Counter[int] = Counter()
        for (points,) in self._rows("SELECT turning_points FROM game WHERE arm = ?"):
            found.update({turn for turn, _ in json.loads(points)})
        return dict(found)

    @cached_property
    def lost_units(self) -> dict[tuple[str, str], int]:
        """By side and id, in how many games a unit was lost."""
        rows = self._rows("SELECT side, unit, COUNT(*) FROM loss WHERE arm = ? GROUP BY side, unit")
        return {(side, unit): count for side, unit, count in rows}

    @property
    def luck(self) -> dict[str, tuple[int, float, int]]:
        """By side the dice that could succeed, how many were expected to, and how many did."""
        rows = self._rows("SELECT side, SUM(throws), SUM(expected), SUM(good) FROM side WHERE arm = ? GROUP BY side")
        return {side: tuple(rest) for side, *rest in rows}

    @property
    def reasons(self) -> list[tuple[str, str, int]]:
        """Who won and why, and how often."""
        question = "SELECT winner, reason, COUNT(*) FROM game WHERE arm = ? GROUP BY winner, reason ORDER BY 3 DESC"
        return [(_winner(winner), reason, count) for winner, reason, count in self._rows(question)]

    @property
    def broken(self) -> list[tuple[Any, ...]]:
        """Number, seed, error and bundle of every game that broke."""
        return self._rows("SELECT number, seed, error, bundle FROM broken WHERE arm = ?")

    @cached_property
    def clauses(self) -> list[ClauseCount]:
        """Everything that decided, most often first."""
        count: Counter[str] = Counter()
        games: Counter[str] = Counter()
        for (text,) in self._rows("SELECT clauses FROM game WHERE arm = ?"):
            own = json.loads(text)
            count.update(own)
            games.update(own.keys())
        rows = self.store.connection.execute("SELECT id, kind, rule, text FROM clause")
        known = {id_: (kind, rule, words) for id_, kind, rule, words in rows}
        found = [ClauseCount(*known[id_], count=often, games=games[id_]) for id_, often in count.items()]
        return sorted(found, key=lambda clause: (-clause.count, clause))

    @property
    def cells(self) -> list[CellRow]:
        """What was counted of cells."""
        question = "SELECT what, side, winner, turn, cell, count FROM cell WHERE arm = ?"
        rows = (CellRow(*row) for row in self._rows(f"{question} ORDER BY what, side, winner, turn, cell"))
        return [row if row.winner else row._replace(winner=NOBODY) for row in rows]

    def survival(self, unit: tuple[str, str]) -> Rate:
        """In how many games a unit that the scenario places, by side and id, was not lost."""
        played = sum(self.games.values())
        return Rate(played - self.lost_units.get(unit, 0), played)

    # -- games to look at ----------------------------------------------------------------------------------

    @property
    def telling_games(self) -> list[tuple[str, GameRow]]:
        """The games that are most worth looking at, each with what it is the example of."""
        games = list(self._games())
        if not games:
            return []
        means = [(fmean(own), pstdev(own) or 1.0) for own in zip(*(game.figures for game in games), strict=True)]

        def unusual(game: GameRow) -> float:
            figures = zip(game.figures, means, strict=True)
            return sqrt(sum(((figure - mean) / spread) ** 2 for figure, (mean, spread) in figures))

        wanted: list[tuple[str, Callable[[GameRow], float], str | None]] = [
            ("the most usual: nearest to the mean of turns, losses and points", lambda game: -unusual(game), None),
            ("the least usual", unusual, None),
            ("the longest", lambda game: game.turn + game.activations / 1e6, None),
            ("the shortest", lambda game: -game.turn - game.activations / 1e6, None),
        ]
        for side in sorted({game.winner for game in games} - {NOBODY}):
            wanted.append((f"the most one-sided that {side} won", lambda game: game.margin, side))
            wanted.append((f"the hardest that {side} won", lambda game: -game.margin, side))
        for side in sorted(games[0].luck):
            wanted.append((f"the luckiest for {side}", lambda game, side=side: game.luck.get(side, 0.0), None))  # type: ignore[misc]
        return [
            (why, max((game for game in games if winner in (None, game.winner)), key=weight))
            for why, weight, winner in wanted
        ]

    def _games(self) -> Iterator[GameRow]:
        sides: dict[int, dict[str, tuple[float, int, float]]] = defaultdict(dict)
        question = "SELECT number, side, lost, fielded, points, good - expected FROM side WHERE arm = ? ORDER BY 1, 2"
        for number, side, lost, fielded, points, luck in self._rows(question):
            sides[number][side] = lost / max(fielded, 1), points, luck
        question = "SELECT number, seed, winner, reason, turn, activations FROM game WHERE arm = ? ORDER BY 1"
        for number, seed, winner, reason, turn, activations in self._rows(question):
            own = sides[number]
            lost = {side: share for side, (share, _, _) in own.items()}
            others = [share for side, share in lost.items() if side != winner]
            yield GameRow(
                number,
                seed,
                _winner(winner),
                reason,
                turn,
                activations,
                margin=max(others, default=0.0) - lost.get(winner, 0.0),
                figures=(turn, *(figure for share, points, _ in own.values() for figure in (share, points))),
                luck={side: luck for side, (_, _, luck) in own.items()},
            )


class CellRow(NamedTuple):
    """How often something happened in a cell to a side, in one turn of all games with one winner."""

    what: CellCount
    side: str
    winner: str
    turn: int
    cell: str
    often: int


@dataclass(frozen=True, order=True)
class ClauseCount:
    """Something that decided: how often, and in how many games."""

    kind: str
    rule: str
    text: str
    count: int
    games: int


@dataclass(frozen=True)
class GameRow:
    """A game as it is weighed against the others."""

    number: int
    seed: int
    winner: str
    reason: str
    turn: int
    activations: int
    margin: float
    """By how much more the others lost of their units than the winner of his."""
    figures: tuple[float, ...]
    luck: dict[str, float]
    """By side, by how many dice more than expected succeeded."""


def _winner(side: str | None) -> str:
    return NOBODY if side is None else side
