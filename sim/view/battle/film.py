"""A film of one turn: every frame of it drawn as the window would show it, written as an animated GIF bit by bit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

import pygame

from sim.engine.insight import Scene
from sim.files.steps import Steps
from sim.importing import import_steps
from sim.view.battle.core import Core
from sim.view.battle.happened import NOTHING, Happened, happened_at
from sim.view.battle.model import Model
from sim.view.battle.motion import Motion
from sim.view.battle.paint_battle import Marked, Overlaid, paint_ground, paint_pieces
from sim.view.board.board_picture import BoardPicture
from sim.view.board.camera import Camera, fitted
from sim.view.board.render import PictureTooLarge
from sim.view.snapshot import stamped
from sim.view.ui.frame_budget import FrameBudget, Job
from sim.view.ui.lettering import lettered, shortened
from sim.view.ui.palette import theme

SIZE = (960, 720)
SECONDS, BRIEFLY, LAST = 1.2, 0.45, 2.5
"""How long a picture stays on which somebody goes or fires, one that only its words tell of, and the last of all."""
_CAPTION = 40
"""Pixels below the map for the words of the event."""


class FilmCommands(Core):
    """Writes films."""

    _film: Job[int] | None = None
    _film_file = ""
    _film_board: tuple[BoardPicture, Camera]

    def film_turn(self) -> None:
        """Begin to write a film of the turn that is shown, into the current folder."""
        if self._film is not None:
            self.say("A film is already being written.")
            return
        turn = self.model.playback.frame.state.turn
        # Taken down now: while the film is written, an undo may take frames away, and another line bring others; and
        # where two play at one screen, the other may be asked, who sees what is hidden from this one.
        past = self.model.as_it_is()
        shown = past.playback.frames[: self.model.playback.shown]  # those after them give away what comes
        numbers = [n for n, frame in enumerate(shown) if frame.state.turn == turn]
        inner = fitted(self.layout.bounds, SIZE[0], SIZE[1] - _CAPTION)
        camera = Camera(inner.scale, inner.left, inner.top, *SIZE)
        self._film_board = (BoardPicture(past.position_at(numbers[0]).ground), camera)
        file = stamped(f"sandtable-{self.scenario.ruleset.id}-turn-{turn}", ".gif")
        self._film_file = file.name
        self._film = Job(self._film_steps(file, past, numbers))
        self.say("Writing a film of this turn …")

    def _film_steps(self, file: Path, past: Model, numbers: Sequence[int]) -> Steps[int]:
        """Gather what happened in each frame of a turn, and write the film of it; both in small steps."""
        scenes, rough = [], pygame.Surface(SIZE, depth=32)
        for number in numbers:
            position = past.position_at(number)
            scenes.append((position, past.told(number), happened_at(past, number)))
            yield
            while not _is_drawn(rough, position, self._film_board[1]):
                yield
        yield from import_steps("sim.view.battle.gif")  # Pillow takes its time, and few films are made
        from sim.view.battle.gif import gif_steps

        return (yield from gif_steps(file, self._pictures(scenes), times([scene[2] for scene in scenes]), SIZE))

    def _pictures(self, scenes: Sequence[tuple[Scene, str, Happened]]) -> Iterator[pygame.Surface]:
        """Draw the frames of a turn, one after the other, on a picture of its own."""
        board, camera = self._film_board
        surface = pygame.Surface(SIZE, depth=32)
        for n, (position, words, happened) in enumerate(scenes):
            board.show(position.ground)
            while not board.work(camera, 0.1):
                pass
            paint_ground(surface, board, camera, Overlaid(), 1.0)
            paint_pieces(surface, position, camera, Marked(happened=happened), Motion(), 1.0)
            band = pygame.Rect(0, SIZE[1] - _CAPTION, SIZE[0], _CAPTION)
            surface.fill(theme().panel[:3], band)
            text = lettered(shortened(words, 18, SIZE[0] - 24), 18, theme().ink)
            surface.blit(text, text.get_rect(midleft=(12, band.centery)))
            if n + 1 < len(scenes):
                board.show(scenes[n + 1][0].ground)  # painted bit by bit before the next picture is asked for
            yield surface

    def work_on_film(self, until: float) -> None:
        """Go on with a film that is being written."""
        if self._film is None:
            return
        board, camera = self._film_board
        if not board.work(camera, max(until - perf_counter(), 0.0)):
            return  # the ground alone takes longer than a tick may
        try:
            while not self._film.work(0.0):
                if not board.work(camera, max(until - perf_counter(), 0.0)) or perf_counter() >= until:
                    return
            self.say(f"Saved {self._film_file}, {self._film.result} pictures")
        except (OSError, PictureTooLarge) as refused:
            self.say(f"The film could not be written: {refused}")
        self._film = None


def _is_drawn(surface: pygame.Surface, position: Scene, camera: Camera) -> bool:
    """Draw one more of the counters and names that were never drawn in this size; say whether none is left."""
    budget = FrameBudget(0.0)
    paint_pieces(surface, position, camera, Marked(), Motion(), 1.0, budget)
    return not budget.left_out


def times(moments: Sequence[Happened]) -> list[float]:
    """Return how long each picture of a film stays: most events of a turn are cards and names, and few are deeds."""
    return [BRIEFLY if moment == NOTHING else SECONDS for moment in moments[:-1]] + [LAST] * bool(moments)
