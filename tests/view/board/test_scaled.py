"""What stands in for a moment is scaled straight to where it is shown."""

import numpy as np
import pygame
import pytest

from sim.view.board.board_picture import show_scaled
from tests.view.drawn import pixels

FORMS = {
    "as a screen has it": pygame.Surface((8, 6), depth=32),
    "three bytes": pygame.Surface((8, 6), depth=24),
    "blue first": pygame.Surface((8, 6), 0, 32, (0xFF, 0xFF00, 0xFF0000, 0)),
}


def chequered(form: str = "as a screen has it") -> pygame.Surface:
    """Return a picture of 8 by 6 pixels, no two of one colour."""
    picture = FORMS[form].copy()
    for x in range(8):
        for y in range(6):
            picture.set_at((x, y), (30 * x, 40 * y, 90))
    return picture


@pytest.mark.parametrize("place", [(0, 0), (-25, -15), (10, 20)])
@pytest.mark.parametrize("form", FORMS)
def test_it_is_the_whole_picture_enlarged_and_cut(place: tuple[int, int], form: str) -> None:
    """On whole pixels there is no difference, in whatever order a screen has its colours."""
    surface, wanted = pygame.Surface((40, 30), depth=32), pygame.Surface((40, 30), depth=32)
    show_scaled(surface, chequered(form), pygame.Rect(place, (40, 30)))
    wanted.blit(pygame.transform.scale(chequered(form), (40, 30)), place)
    assert np.array_equal(pixels(surface), pixels(wanted))


def test_only_the_clip_is_drawn_on_and_out_of_sight_nothing() -> None:
    """The rest of the surface stays; a map may have been moved out of the window."""
    surface = pygame.Surface((40, 30), depth=32)
    show_scaled(surface, chequered(), pygame.Rect(50, 0, 40, 30))
    assert not pixels(surface).any()
    surface.set_clip((10, 10, 5, 5))
    show_scaled(surface, chequered(), pygame.Rect(0, 0, 40, 30))
    surface.set_clip(None)
    assert surface.get_at((9, 10))[:3] == surface.get_at((15, 15))[:3] == (0, 0, 0)
    assert surface.get_at((10, 10))[:3] == (60, 80, 90)
