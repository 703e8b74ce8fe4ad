"""Films open again elsewhere, with the pictures and the times that were asked for."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from sim.view.battle import gif
from sim.view.battle.gif import write_gif
from sim.view.board.board_picture import board_surface
from sim.view.board.render import PictureTooLarge
from sim.view.worker.table import Superseded
from tests.view.drawn import drawn, pixels

ROWS = """
    ..WW..pp
    .WWW..pp
    ....~~~~
    bB..~~..
    ....ww..
"""
RED, GREEN, BLUE = (200, 30, 30), (30, 160, 60), (40, 60, 200)


def plain(colour: tuple[int, int, int], size: tuple[int, int] = (64, 48)) -> pygame.Surface:
    """Return a picture of one colour."""
    surface = pygame.Surface(size, depth=32)
    surface.fill(colour)
    return surface


def moving(count: int, size: tuple[int, int] = (320, 240)) -> Iterator[pygame.Surface]:
    """Yield one and the same surface: a board, with a disc that moves over it."""
    board = pygame.transform.smoothscale(board_surface(drawn(ROWS), 40), size)
    surface = pygame.Surface(size, depth=32)
    for n in range(count):
        surface.blit(board, (0, 0))
        pygame.draw.circle(surface, (250, 40, 200), (20 + 12 * n, size[1] // 2), 10)
        yield surface


def opened(path: Path) -> tuple[list[np.ndarray], list[int], tuple[int, int]]:
    """Open a film as a stranger would: its pictures, their times in milliseconds, and its size."""
    pictures, times = [], []
    with Image.open(path) as film:
        for n in range(getattr(film, "n_frames", 1)):
            film.seek(n)
            times.append(round(film.info["duration"]))
            pictures.append(np.asarray(film.convert("RGB")).astype(np.int16))
        return pictures, times, film.size


def test_a_film_opens_with_its_pictures_size_and_times(tmp_path: Path) -> None:
    """Three plain pictures come back exactly, each with its own time, and are shown again and again."""
    path = tmp_path / "film.gif"
    assert write_gif(path, [plain(RED), plain(GREEN), plain(BLUE)], [0.5, 1.0, 0.25]) == 3
    pictures, times, size = opened(path)
    assert (times, size) == ([500, 1000, 250], (64, 48))
    for picture, colour in zip(pictures, (RED, GREEN, BLUE), strict=True):
        assert (picture == colour).all()
    with Image.open(path) as film:
        assert film.info["loop"] == 0


def test_pictures_that_do_not_change_are_merged(tmp_path: Path) -> None:
    """A picture that stays is one picture for a longer time, also at the beginning and at the end."""
    path = tmp_path / "film.gif"
    frames = [plain(RED), plain(RED), plain(GREEN), plain(RED), plain(RED), plain(RED)]
    assert write_gif(path, frames, [0.2] * 6) == 3
    assert opened(path)[1] == [400, 200, 600]


def test_a_board_looks_like_itself_and_does_not_flicker(tmp_path: Path) -> None:
    """With its few colours it is close to what was drawn, and a counter has its own; away from it no bit changes."""
    path = tmp_path / "film.gif"
    drawn_ = [pixels(frame) for frame in moving(8)]
    assert write_gif(path, moving(8), [0.1] * 8) == 8
    pictures = opened(path)[0]
    for n, (wanted, found) in enumerate(zip(drawn_, pictures, strict=True)):
        assert np.abs(wanted - found).mean() < 5
        assert np.abs(found[120, 20 + 12 * n] - (250, 40, 200)).max() < 16
    for one, other in pairwise(pictures):
        assert (one[:100] == other[:100]).all()


def test_a_new_colour_is_shown_though_the_first_picture_had_none_like_it(tmp_path: Path) -> None:
    """Colours are picked anew when those of the picture before do not serve."""
    board = board_surface(drawn(ROWS), 40)
    marked = board.copy()
    pygame.draw.rect(marked, (0, 255, 255), (60, 60, 30, 30))
    write_gif(tmp_path / "film.gif", [board, marked], [0.1] * 2)
    assert np.abs(opened(tmp_path / "film.gif")[0][1][75, 75] - (0, 255, 255)).max() < 16


def test_only_what_changes_takes_room(tmp_path: Path) -> None:
    """Seven more pictures with a small change each cost less than the first one."""
    write_gif(tmp_path / "one.gif", moving(1), [0.1])
    write_gif(tmp_path / "eight.gif", moving(8), [0.1] * 8)
    assert (tmp_path / "eight.gif").stat().st_size < 2 * (tmp_path / "one.gif").stat().st_size


# -- times, and what is refused ---------------------------------------------------------------------------


def test_times_are_rounded_without_running_away(tmp_path: Path) -> None:
    """Sixty pictures to the second are a hundredth or two each: a GIF cannot do less than two, nor lose a third."""
    film, frames = tmp_path / "film.gif", [plain((n * 8, 0, 0)) for n in range(30)]
    for count, seconds, times in ((3, 0.0, [20, 20, 20]), (1, 1e9, [655_350])):
        write_gif(film, frames[:count], [seconds] * count)
        assert opened(film)[1] == times
    write_gif(film, frames, [1 / 30] * 30)
    assert sum(opened(film)[1]) == 1000


@pytest.mark.parametrize(
    ("pictures", "seconds", "kind", "told"),
    [
        (2, 1, ValueError, "argument 2"),
        (2, 3, ValueError, "argument 2"),
        (40, 40, PictureTooLarge, "fewer or smaller"),
    ],
    ids=["too few times", "too many", "too large for the memory it is kept in until it is done"],
)
def test_what_cannot_be_a_film_is_refused_and_no_file_is_left(
    pictures: int, seconds: int, kind: type[Exception], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every picture has its time, and a film has an end."""
    monkeypatch.setattr(gif, "MOST_BYTES", 20_000 if pictures > 2 else gif.MOST_BYTES)
    with pytest.raises(kind, match=told):
        write_gif(tmp_path / "film.gif", moving(pictures), [0.1] * seconds)
    assert not list(tmp_path.iterdir())


def test_a_film_that_is_broken_off_leaves_the_old_one_as_it_was(tmp_path: Path) -> None:
    """Nothing is written before the last picture, and no file is left beside it; a folder that is not there is an error
    of the system, as with every file."""

    def broken_off() -> Iterator[pygame.Surface]:
        yield from moving(3)
        raise Superseded

    path = tmp_path / "film.gif"
    path.write_bytes(b"old")
    with pytest.raises(Superseded):
        write_gif(path, broken_off(), [0.1] * 3)
    assert path.read_bytes() == b"old" and [*tmp_path.iterdir()] == [path]
    with pytest.raises(OSError, match="there is no folder"):
        write_gif(tmp_path / "none" / "film.gif", [plain(RED)], [1.0])
