"""The page of a study: how many games, how far it has come, what it says, and where on the map it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from sim.process import Failure, Worker
from sim.view.blocks.kinds import Block, Button, Buttons, Do, Gap, Gauge, Image, Row, SmallPrint, TextLine, Title
from sim.view.worker.files import Unreadable
from sim.view.worker.studying import PlayStudy, StudyNews, wins_blocks

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.view.board.shades import ShadedCells

GAMES = (20, 100, 500, 1000)
"""How many games can be asked for."""
HIGH = 380
"""How high the map is at scale 1."""


class StudyDesk:
    """The studies that are played from the browser: one at a time, in a process that is started when it is needed."""

    def __init__(self, process: Callable[[], Worker]) -> None:
        self._process = process
        self._worker: Worker | None = None
        self._played: Path | None = None
        """The scenario whose study is played or looked at."""
        self._news: dict[Path, StudyNews | None] = {}
        """What is known of each; None where nothing has been played."""
        self.games = GAMES[1]
        self.what, self.side = "fire taken", ""
        """What is shown over the map, and whose it is; empty for everybody's."""
        self.message = ""
        self._wanted = 0
        """How many games are being played; none while a study is only looked at."""

    @property
    def is_playing(self) -> bool:
        """Whether games are played now."""
        return self._wanted > 0 and self._is_busy

    @property
    def _is_busy(self) -> bool:
        return self._worker is not None and self._worker.is_busy

    def look(self, path: Path, scenario: Scenario) -> None:
        """See what there is of a scenario's study, unless another one is being played."""
        if path not in self._news and not self._is_busy:
            self._ask(path, PlayStudy.of(scenario, 0))

    def begin(self, path: Path, scenario: Scenario) -> None:
        """Have games played that its study lacks."""
        if not self.is_playing:
            self._ask(path, PlayStudy.of(scenario, self.games))

    def _ask(self, path: Path, question: PlayStudy) -> None:
        if self._worker is None:
            self._worker = self._process()
        self._played, self._wanted, self.message = path, question.games, ""
        self._news.setdefault(path, None)
        self._worker.ask(question)

    def cancel(self) -> None:
        """Play no further; what has been played is kept."""
        if self.is_playing and self._played is not None:
            self.close()
            del self._news[self._played]  # it is read anew: a game may have come since

    def close(self) -> None:
        """End the process."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def work(self) -> None:
        """Take in what has come."""
        if self._worker is None or self._played is None:
            return
        for _, answer in self._worker.answers():
            match answer:
                case StudyNews():
                    self._news[self._played] = answer
                case Unreadable(reason=text) | Failure(text=text):
                    self.message = text
        if fault := self._worker.fault:
            self.message = fault
            self.close()

    # -- what is shown -----------------------------------------------------------------------------------

    def shades(self, path: Path, scenario: Scenario) -> tuple[ShadedCells, ...]:
        """Return what lies over the map of a scenario."""
        news = self._news.get(path)
        cells = news.heat.get((self.what, self.side)) if news is not None else None
        if not cells:
            return ()
        from sim.view.battle.overlays import shaded_heat
        from sim.view.board.layout import layout

        of = scenario.setup.map
        return (shaded_heat(layout(of), {of.cell(name): often for name, often in cells.items() if name}),)

    def blocks(self, path: Path | None, scenario: Scenario | None, picture: pygame.Surface | None) -> tuple[Block, ...]:
        """Return the page."""
        back = Button("Back to the scenario", Do("show_page", ("battles",)), "Esc")
        if path is None or scenario is None:
            return Title("Study"), SmallPrint("No scenario is selected."), back
        shown = () if picture is None else (Image(picture, HIGH),)
        return (
            Title(f"Study: {scenario.title or scenario.name}"),
            SmallPrint("The program plays many battles by itself, and counts who wins, and what happens where."),
            *self._playing(path),
            *self._found(path, scenario),
            *shown,
            Gap(4),
            back,
        )

    def _playing(self, path: Path) -> Iterator[Block]:
        news = self._news.get(path)
        if self.message:
            yield SmallPrint(self.message, "bad")
        if self.is_playing and self._played == path:
            games = 0 if news is None else news.games
            left = "" if news is None or news.left is None else f", {_minutes(news.left)} left"
            share = min(games / self._wanted, 1.0)
            yield Gauge(f"{games} of {self._wanted} games", share, f"{share:.0%}{left}")
            yield Button("Cancel", Do("cancel_study"), note="what has been played is kept")
            return
        counts = (Button(f"{count} games", Do("take_games", (count,)), chosen=count == self.games) for count in GAMES)
        yield Buttons(tuple(counts), 4)
        elsewhere = "another study is being played" if self.is_playing else ""
        enough = "" if news is None or news.games < self.games else "they have been played"
        yield Button("Play them", Do("play_study"), refusal=elsewhere or enough)

    def _found(self, path: Path, scenario: Scenario) -> Iterator[Block]:
        news = self._news.get(path)
        if news is None or not news.games:
            yield SmallPrint("Nothing has been played yet.")
            return
        names = {side.id: side.name for side in scenario.battle.sides}
        yield from wins_blocks(news, scenario)
        kinds = tuple(dict.fromkeys(what for what, _ in news.heat))
        sides = tuple(dict.fromkeys(side for of, side in news.heat if of == self.what))
        yield TextLine("On the map")
        yield Buttons(tuple(Button(kind, Do("show_heat", (kind,)), chosen=kind == self.what) for kind in kinds), 5)
        whose = (
            Button(names.get(side, "everybody's"), Do("show_heat_of", (side,)), chosen=side == self.side)
            for side in sorted(sides)
        )
        yield Buttons(tuple(whose), 3)
        cells = news.heat.get((self.what, self.side), {})
        most = sorted(cells, key=lambda cell: -cells[cell])[:3]
        if most:
            yield Row("most of it in a game", ", ".join(f"{cell} ({cells[cell]:.1f})" for cell in most))


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
