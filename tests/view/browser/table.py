"""A browser as a person uses it: keys, clicks and letters in, what it shows out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from sim.engine.chance import Source
from sim.engine.session import Session
from sim.process import WorkerInProcess
from sim.scenario.systems import adopt
from sim.view.battle.screen import BattleScreen
from sim.view.blocks.kinds import Block, Button, Buttons, Columns, Do, Row, SmallPrint, TextLine, Title
from sim.view.browser.desk import Desk
from sim.view.browser.screen import BrowserScreen
from sim.view.settings import ViewSettings
from sim.view.ui.measure_blocks import ClickArea
from sim.view.window import MemoryStage
from sim.view.worker.beside import Beside
from sim.view.worker.engine import EngineHandler
from sim.view.worker.shared import SharedWorker
from sim.view.worker.studying import PlayStudy, StudyPlayer
from tests.picket import PICKET
from tests.view.flat import FlatPainter

adopt(PICKET)

WIDE, MIDDLING, NARROW = (1280, 720), (760, 560), (400, 500)


class SlowReader(WorkerInProcess):
    """Reads what it is asked for, and keeps it to itself for a while."""

    keeps = False

    def answers(self) -> list[tuple[int, Any]]:
        """Return what was read, unless it is kept."""
        return [] if self.keeps else super().answers()


class FewGames(WorkerInProcess):
    """Plays studies of two games, however many are asked for."""

    def ask(self, question: PlayStudy, /) -> int:
        """Put a question."""
        return super().ask(replace(question, games=min(question.games, 2)))


class Table:
    """Somebody at a browser."""

    def __init__(self, size: tuple[int, int] = WIDE, files: tuple[Path, ...] = (), **settings: Any) -> None:
        self.stage, self.reader = MemoryStage(size), SlowReader(lambda: EngineHandler(packs=False))
        beside = Beside(SharedWorker(self.reader), FlatPainter(), lambda: FewGames(StudyPlayer), reads_ahead=False)
        self.screen = BrowserScreen(self.stage, beside, ViewSettings(**settings), files)
        self.tick()

    @property
    def desk(self) -> Desk:
        """What lies in front of them."""
        return self.screen.desk

    def tick(self, times: int = 1) -> bool:
        """Let time pass; say whether anything was drawn."""
        drawn = False
        for _ in range(times):
            self.screen.tick(1 / 60)
            drawn = self.screen.paint(self.stage.surface()) or drawn
        return drawn

    def key(self, *codes: int, mod: int = 0) -> Table:
        """Press keys."""
        for code in codes:
            self.screen.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
            self.tick()
        return self

    def type(self, text: str) -> Table:
        """Type letters."""
        for letter in text:
            self.screen.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        self.tick()
        return self

    def click(self, at: tuple[int, int]) -> Table:
        """Click on a pixel."""
        self.screen.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.screen.handle(pygame.event.Event(kind, pos=at, button=1))
        self.tick()
        return self

    def press(self, do: Do) -> Table:
        """Click on the button that does something."""
        spot = next(spot for spot in self.screen.spots if spot.do == do)
        return self.click(spot.box.center)

    @property
    def spots(self) -> list[ClickArea]:
        """Everything that can be clicked."""
        return self.screen.spots

    @property
    def texts(self) -> str:
        """Everything that stands in the panels, a line for each block."""
        blocks = [block for name in self.screen.places.panels for block in self.screen.panel(name).blocks]
        return "\n".join(_text(block) for block in blocks)

    @property
    def battle(self) -> BattleScreen:
        """The battle that was opened."""
        assert isinstance(self.screen.next, BattleScreen), self.desk.message or "no battle was opened"
        return self.screen.next

    @property
    def session(self) -> Session[Any, Any]:
        """The battle itself."""
        return self.battle.session

    @property
    def dice(self) -> Source:
        """Where its dice come from."""
        return self.battle.engine._start.source


def _text(block: Block) -> str:
    match block:
        case Title(text) | SmallPrint(text) | TextLine(text):
            return text
        case Row(label, text):
            return f"{label}: {text}"
        case Button(text, note=note, refusal=refusal):
            return f"[{text}] {note}{refusal}"
        case Buttons(buttons):
            return " ".join(_text(button) for button in buttons)
        case Columns(columns):
            return "\n".join(_text(inner) for column in columns for inner in column)
        case _:
            return ""
