"""Tiles and counters from a process beside the window: the same as painted at once, whatever befalls who paints."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pygame
import pytest

from sim.view.board.board_look import BoardLook
from sim.view.board.board_picture import BoardPicture
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import Layout, layout
from sim.view.counters.paint_counter import drawn_picture, known_picture, question_of
from sim.view.worker.painter import PainterProcess
from tests.test_process import lives, until
from tests.view.counters.pictures import FULL
from tests.view.drawn import difference, drawn, pixels

BOARD = drawn("..WW..pp\n.WWW..pp\n....~~~~")
CAMERA = fitted(layout(BOARD).bounds, 320, 240)


@dataclass(frozen=True)
class Unpaintable:
    """Something on a board that cannot be painted."""

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        """Fail."""
        raise ValueError("no such colour")


@pytest.fixture
def painter() -> Iterator[PainterProcess]:
    """Start a painter."""
    made = PainterProcess()
    yield made
    made.close()
    assert not lives(made.pid)


def shown(picture: BoardPicture) -> np.ndarray:
    """Return a board as soon as all of it is painted."""
    surface = pygame.Surface((320, 240), depth=32)

    def is_final() -> bool:
        picture.want(CAMERA)
        picture.take()
        return picture.draw(surface, CAMERA)

    until(is_final)
    return pixels(surface)


def kill(painter: PainterProcess) -> str:
    """End the process; return what is said of that."""
    os.kill(painter.pid, signal.SIGKILL)
    until(lambda: bool(painter._worker.fault))
    return painter.mend()


def test_a_painter_that_dies_is_started_again_a_few_times_and_paints_the_same(painter: PainterProcess) -> None:
    """Each time that is said in a sentence; in the end the map stays as it is, and no process is left."""
    picture, wanted = BoardPicture(BOARD, painter), shown(BoardPicture(BOARD))
    assert difference(shown(picture), wanted).max() == 0
    gone = "The painter of the map has ended unexpectedly."
    assert kill(painter) == f"{gone} It was started again."
    picture.show(BoardLook(theme="light"))
    shown(picture)
    picture.show(BoardLook())
    assert difference(shown(picture), wanted).max() == 0
    assert [kill(painter) for _ in range(4)] == [
        *[f"{gone} It was started again."] * 3,
        f"{gone} The map stays as it is.",
    ]
    assert painter.mend() == ""
    picture.want(CAMERA)
    assert not lives(painter.pid)


def test_what_cannot_be_painted_is_flat_and_told_of_once(painter: PainterProcess) -> None:
    """The rest of the window goes on, and so does the painter."""
    picture = BoardPicture(BOARD, painter)
    picture.show(BoardLook(shades=(Unpaintable(),)))
    flat = shown(picture)
    assert painter.mend() == "A part of the map could not be painted: ValueError: no such colour"
    assert painter.mend() == ""
    picture.show(BoardLook())
    assert difference(flat, shown(picture)).max() > 20


def test_counters_of_a_new_size_are_stood_in_for_and_few_changed_ones_drawn_at_once(painter: PainterProcess) -> None:
    """Those that were stood in for are the same once they are painted as if they had been drawn at once."""
    picture = BoardPicture(BOARD, painter)
    new, changed = ([replace(FULL, label=f"{word} {n}") for n in range(7)] for word in ("no.", "now"))
    first = [painter.counter(portrait, 47) for portrait in new]
    assert not any(known_picture(portrait, 47) for portrait in new)

    def have_come() -> bool:
        picture.want(CAMERA)
        picture.take()
        return painter.version == len(new)

    until(have_come)
    for stood_in, portrait in zip(first, new, strict=True):
        come, at_once = painter.counter(portrait, 47), drawn_picture(question_of(portrait, 47, None))
        assert pygame.image.tobytes(come, "RGBA") == pygame.image.tobytes(at_once, "RGBA") and come is not stood_in
    for portrait in changed:
        painter.counter(portrait, 47)
    assert [known_picture(portrait, 47) is not None for portrait in changed] == [True] * 2 + [False] * 5
