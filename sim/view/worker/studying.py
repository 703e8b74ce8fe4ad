"""A study that is played while the window goes on: in a process of its own, which may be ended at any moment.

What has been played lies in the file of the study, so that to end the process loses one game at most, and the next time
it goes on from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from sim.engine.words import counted
from sim.process import Meanwhile, Worker, WorkerInProcess, WorkerProcess
from sim.view.blocks.kinds import Block, Gauge, SmallPrint, TextLine
from sim.view.worker.files import Unreadable, reason

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.study.plan import Arm
    from sim.study.rates import Rate
    from sim.study.store import Store

BASE = 1
"""The base seed of studies that the window plays: whoever plays a battle again adds to them."""
OFTEN = 0.5
"""Seconds between two pieces of news."""
PATIENCE = 600.0
"""Seconds that one game may take."""

Heat = Mapping[tuple[str, str], Mapping[str, float]]
"""By what and whose it is, how often it happens in each cell, by its name, in a game."""


@dataclass(frozen=True)
class PlayStudy:
    """Play what is missing of so many games of a scenario, or of none: then it is only told what there is."""

    name: str
    text: str
    map_text: str
    players: Mapping[str, str]
    games: int

    @classmethod
    def of(cls, scenario: Scenario, games: int) -> PlayStudy:
        """Return the question for a scenario in which the commander plays for people."""
        players = {side: "commander" if who == "human" else who for side, who in scenario.players.items()}
        return cls(scenario.name, scenario.text, scenario.map_text, players, games)

    @property
    def arm(self) -> Arm:
        """The arm of a study that this is."""
        from sim.study.plan import Arm

        return Arm(self.name, self.text, self.map_text, dict(self.players), {})


@dataclass(frozen=True)
class StudyNews:
    """How far a study has come, and what it says."""

    games: int
    """All that there are of it."""
    left: float | None
    """Seconds that the rest will take; None once it is over."""
    broken: int
    wins: Mapping[str, Rate]
    turns: float
    heat: Heat


def wins_blocks(news: StudyNews, scenario: Scenario) -> Iterator[Block]:
    """Yield how often each side has won, and how sure that is."""
    yield TextLine(f"{counted(news.games, 'game')}, {news.turns:.1f} turns on average", bold=True)
    if news.broken:
        yield SmallPrint(f"{counted(news.broken, 'game')} broke a rule or the program.", "bad")
    names = {side.id: side.name for side in scenario.battle.sides}
    won = {names.get(side, "Nobody"): rate for side, rate in news.wins.items() if rate.won}
    for name, rate in won.items():
        low, high = rate.interval
        yield Gauge(name, rate.share, f"wins {rate.share:.0%} ({low:.0%} to {high:.0%})", among=tuple(won))


def study_process() -> Worker:
    """Start a process that plays studies."""
    return WorkerProcess("player of a study", partial(StudyPlayer, True), patience=PATIENCE)


def study_at_once() -> Worker:
    """Return somebody who plays studies in this process: for pictures and tests."""
    return WorkerInProcess(StudyPlayer)


class StudyPlayer:
    """Plays studies, in the process beside the window."""

    def __init__(self, is_beside: bool = False) -> None:
        self._is_beside = is_beside

    def __call__(self, wanted: PlayStudy, meanwhile: Meanwhile) -> Iterator[StudyNews | Unreadable]:
        try:
            yield from self._news(wanted)
        except Exception as wrong:
            yield Unreadable(reason(wrong))

    def _news(self, wanted: PlayStudy) -> Iterator[StudyNews]:
        from sim.study.running import Processes, coming
        from sim.study.store import Store

        file = wanted.arm.usual_file
        if not wanted.games and not file.exists():
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(Store.begun(file, BASE)) as store:
            told = monotonic()
            for progress in coming(store, [wanted.arm], wanted.games, Processes(1), most=1):
                if self._is_beside and monotonic() - told >= OFTEN:
                    told = monotonic()
                    yield news_of(store, wanted.arm, progress.left)
            yield news_of(store, wanted.arm, None)


def news_of(store: Store, arm: Arm, left: float | None) -> StudyNews:
    """Return what an arm of a study says so far."""
    from sim.study.comparing import arm_figures

    id_ = store.arm(arm)
    figures = arm_figures(store, id_, arm)
    ((broken,),) = store.connection.execute("SELECT COUNT(*) FROM broken WHERE arm = ?", (id_,))
    return StudyNews(figures.games, left, broken, figures.wins, figures.turns.mean, heat_of(store, id_))


def heat_of(store: Store, arm: int) -> Heat:
    """Return what happens where in a game of an arm, of each side, and of all of them under the empty name."""
    ((games,),) = store.connection.execute("SELECT COUNT(*) FROM game WHERE arm = ?", (arm,))
    found: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    question = "SELECT what, side, cell, SUM(count) FROM cell WHERE arm = ? GROUP BY what, side, cell"
    for what, side, cell, count in store.connection.execute(question, (arm,)):
        for whose in {side, ""}:
            found[what, whose][cell] += count / games
    return {key: dict(cells) for key, cells in sorted(found.items())}


def heat_for(scenario: Scenario, what: str, side: str) -> Mapping[str, float] | None:
    """Return what happens where in the games of a scenario that the window had played; None if there are none."""
    import sqlite3

    from sim.study.store import NotAStudy, Store

    asked = PlayStudy.of(scenario, 0)
    file: Path = asked.arm.usual_file
    if not file.is_file():
        return None
    try:
        with closing(Store.read(file)) as store:
            id_ = {arm.digest: id_ for id_, arm in store.arms()}.get(asked.arm.digest)
            return None if id_ is None else heat_of(store, id_).get((what, side), {})
    except (NotAStudy, OSError, sqlite3.Error):
        return None  # what is wrong with the file is said where the study is played
