"""A film of one turn: every frame of it drawn as the window would show it, written as an animated GIF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from sim.engine.insight import Scene
from sim.view.battle.motion import Motion
from sim.view.battle.paint_battle import Marked, paint_pieces
from sim.view.board.board_look import BoardLook
from sim.view.board.board_picture import BoardPicture
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import layout
from sim.view.board.render import PictureTooLarge
from sim.view.model.happened import NOTHING, Happened, happened_at
from sim.view.snapshot import timestamped
from sim.view.ui.lettering import lettered, shortened
from sim.view.ui.palette import ThemeName, theme, use_theme
from sim.view.worker.questions import Question
from sim.view.worker.table import BattleTable

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

SIZE = (960, 720)
SECONDS, BRIEFLY, LAST = 1.2, 0.45, 2.5
"""How long a picture stays on which somebody goes or fires, one that only its words tell of, and the last of all."""
_CAPTION = 40
"""Pixels below the map for the words of the event."""


@dataclass(frozen=True)
class Film(Question[str]):
    """What is to be told of a film of a turn, once it is written?"""

    shown: int
    """How many frames have been shown: those after them give away what comes."""
    file: Path
    theme: ThemeName
    safe: bool
    lasts, too_late = True, "No film was written: its turn was left before it began"

    def answer(self, table: BattleTable, pause: Callable[[], None]) -> str:
        from sim.view.battle.gif import write_gif

        use_theme(self.theme, safe=self.safe)
        past = table.model_of(self.at)
        frames = past.playback.frames[: self.shown]
        turn = frames[self.at.frame].state.turn
        numbers = [n for n, frame in enumerate(frames) if frame.state.turn == turn]
        scenes = [(past.position_at(n), past.told(n), happened_at(past, n)) for n in numbers]
        try:
            pictures = write_gif(self.file, _pictures(scenes, pause), times([scene[2] for scene in scenes]))
        except (OSError, PictureTooLarge) as refused:
            return f"The film could not be written: {refused}"
        return f"Saved {self.file.name}, {pictures} pictures"


class Films:
    """Has films written."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen

    def film_turn(self) -> None:
        """Begin to write a film of the turn that is shown, into the current folder; one that is begun is given up."""
        screen = self._screen
        turn, playback = screen.model.playback.frame.state.turn, screen.model.playback
        file = timestamped(f"sandtable-{screen.scenario.ruleset.id}-turn-{turn}", ".gif")
        screen.say("Writing a film of this turn …")
        settings = screen.settings
        question = Film(screen.looking.moment, playback.shown, file, settings.theme, settings.safe)
        screen.engine.ask("film", question, screen.say)


def _pictures(scenes: Sequence[tuple[Scene, str, Happened]], pause: Callable[[], None]) -> Iterator[pygame.Surface]:
    """Draw the frames of a turn, one after the other, on a picture of its own."""
    inner = fitted(layout(scenes[0][0].map).bounds, SIZE[0], SIZE[1] - _CAPTION)
    camera = Camera(inner.scale, inner.left, inner.top, *SIZE)
    board = BoardPicture(scenes[0][0].map)
    surface = pygame.Surface(SIZE, depth=32)
    for position, words, happened in scenes:
        board.show(BoardLook(position.state.changes))
        board.want(camera)
        board.take()
        board.draw(surface, camera)
        paint_pieces(surface, position, camera, Marked(happened=happened), Motion(), 1.0)
        band = pygame.Rect(0, SIZE[1] - _CAPTION, SIZE[0], _CAPTION)
        surface.fill(theme().panel[:3], band)
        text = lettered(shortened(words, 18, SIZE[0] - 24), 18, theme().ink)
        surface.blit(text, text.get_rect(midleft=(12, band.centery)))
        yield surface
        pause()


def times(moments: Sequence[Happened]) -> list[float]:
    """Return how long each picture of a film stays: most events of a turn are cards and names, and few are deeds."""
    return [BRIEFLY if moment == NOTHING else SECONDS for moment in moments[:-1]] + [LAST] * bool(moments)
