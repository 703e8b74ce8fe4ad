"""What lies behind everything is painted only when it would look different."""

import pygame
import pytest

from sim.view.backdrop import Backdrop

RED, BLUE = (200, 30, 30), (30, 30, 200)


class Painter:
    """Fills a picture, and counts how often."""

    def __init__(self) -> None:
        self.colour, self.times = RED, 0

    def __call__(self, surface: pygame.Surface) -> None:
        self.times += 1
        surface.fill(self.colour)


def test_the_same_key_is_painted_once() -> None:
    """A window that is drawn again gets a copy."""
    backdrop, paint = Backdrop(), Painter()
    for _ in range(3):
        surface = pygame.Surface((40, 30))
        backdrop.show(surface, "key", paint)
        assert surface.get_at((39, 29))[:3] == RED
    assert paint.times == 1


@pytest.mark.parametrize(("key", "size"), [("other", (40, 30)), ("key", (50, 30)), ("other", (50, 40))])
def test_another_key_or_size_is_painted_anew(key: str, size: tuple[int, int]) -> None:
    """Nothing of what was there before shows."""
    backdrop, paint = Backdrop(), Painter()
    backdrop.show(pygame.Surface((40, 30)), "key", paint)
    paint.colour = BLUE
    surface = pygame.Surface(size)
    backdrop.show(surface, key, paint)
    assert surface.get_at((size[0] - 1, size[1] - 1))[:3] == BLUE
    assert paint.times == 2
