"""What lies behind everything is painted only when it would look different."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from sim.view.board.backdrop import Backdrop
from sim.view.board.camera import Camera
from sim.view.ui.frame_budget import FrameBudget

RED, BLUE, GREEN = (200, 30, 30), (30, 30, 200), (30, 200, 30)


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


def halves(surface: pygame.Surface) -> None:
    """Paint the left half red and the right half blue."""
    surface.fill(RED)
    surface.fill(BLUE, (20, 0, 20, 30))


@pytest.mark.parametrize(
    ("camera", "edge"),
    [
        (Camera(10.0, 0, 0, 40, 30), 20),
        (Camera(10.0, 5, 0, 40, 30), 15),
        (Camera(20.0, 10, 10, 40, 30), 30),
        (Camera(5.0, 0, 0, 40, 30), 10),
    ],
)
def test_a_picture_stands_in_for_that_of_another_camera(camera: Camera, edge: int) -> None:
    """Moved or scaled, everything lies where the other camera sees it."""
    backdrop, surface = Backdrop(), pygame.Surface((40, 30))
    backdrop.show(surface, "key", halves, Camera(10.0, 0, 0, 40, 30))
    assert backdrop.stand_in(surface, camera)
    assert [surface.get_at((x, 5))[:3] for x in (edge - 2, edge + 2)] == [RED, BLUE]


def test_nothing_stands_in_before_the_first_picture() -> None:
    """A window that has just opened has nothing to show."""
    assert not Backdrop().stand_in(pygame.Surface((40, 30)), Camera(10.0, 0, 0, 40, 30))


def test_a_picture_is_current_for_its_key_and_its_size() -> None:
    """Anything else must be painted."""
    backdrop, surface = Backdrop(), pygame.Surface((40, 30))
    told = [backdrop.is_current(surface, "key")]
    backdrop.show(surface, "key", halves)
    told += [backdrop.is_current(surface, "key"), backdrop.is_current(surface, "other")]
    told.append(backdrop.is_current(pygame.Surface((50, 30)), "key"))
    assert told == [False, True, False, False]


def layered(colours: list[tuple[int, int, int]]) -> Callable[[pygame.Surface], Iterator[None]]:
    """Return what paints a picture in layers, each over the one before."""

    def steps(surface: pygame.Surface) -> Iterator[None]:
        for colour in colours:
            surface.fill(colour)
            yield

    return steps


def test_a_picture_without_time_is_painted_a_layer_at_a_time() -> None:
    """The one of before is there until the new one is whole."""
    backdrop, surface, camera = Backdrop(), pygame.Surface((40, 30)), Camera(10.0, 0, 0, 40, 30)
    backdrop.show(surface, "old", halves)
    seen = []
    for _ in range(5):
        is_there = backdrop.prepare((40, 30), "new", layered([RED, BLUE, RED]), camera, FrameBudget(0.0))
        backdrop.copy(surface)
        seen.append((is_there, surface.get_at((39, 29))[:3]))
    assert seen == [(False, BLUE)] * 4 + [(True, RED)]  # the first only makes room for it
    assert backdrop.is_current(surface, "new")


def test_room_for_a_picture_is_made_before_anything_is_painted_on_it() -> None:
    """In a large window that takes as long as painting; in the next picture the room is there. Once is enough."""
    backdrop, camera, told = Backdrop(), Camera(10.0, 0, 0, 40, 30), []
    for size in ((40, 30), (40, 30), (50, 30), (50, 30)):
        budget = FrameBudget(60.0)
        told.append((backdrop.prepare(size, size, layered([RED, BLUE]), camera, budget), budget.left_out))
    assert told == [(False, True), (True, False)] * 2


def test_with_all_the_time_room_is_made_at_once() -> None:
    """A picture in memory waits for it."""
    backdrop = Backdrop()
    assert backdrop.prepare((40, 30), "key", layered([RED, BLUE]), Camera(10.0, 0, 0, 40, 30), FrameBudget())


def test_another_key_begins_anew() -> None:
    """What was painted of a picture that nobody wants any more is not shown."""
    backdrop, camera = Backdrop(), Camera(10.0, 0, 0, 40, 30)
    backdrop.prepare((40, 30), "one", layered([RED, RED]), camera, FrameBudget(0.0))
    assert not backdrop.prepare((40, 30), "other", layered([BLUE, BLUE]), camera, FrameBudget(0.0))
    assert backdrop.prepare((40, 30), "other", layered([RED]), camera, FrameBudget())
    surface = pygame.Surface((40, 30))
    backdrop.copy(surface)
    assert surface.get_at((39, 29))[:3] == BLUE


def test_less_time_than_none_begins_nothing() -> None:
    """A tick that is late leaves the picture to the next one."""
    backdrop, painted = Backdrop(), list[pygame.Surface]()

    def steps(surface: pygame.Surface) -> Iterator[None]:
        painted.append(surface)
        return iter(())

    assert not backdrop.prepare((40, 30), "key", steps, Camera(10.0, 0, 0, 40, 30), FrameBudget(-1.0))
    assert not painted


def stood_in(camera: Camera) -> tuple[pygame.Surface, list[pygame.Rect]]:
    """Show what stands in for a camera where there is a picture of another; return it and where it was painted."""
    backdrop, surface, painted = Backdrop(), pygame.Surface((40, 30)), []
    backdrop.show(pygame.Surface((40, 30)), "key", halves, Camera(10.0, 0, 0, 40, 30))

    def paint(under: pygame.Surface) -> None:
        painted.append(under.get_clip())
        under.fill(GREEN)

    backdrop.show_meanwhile(surface, camera, paint)
    assert surface.get_clip() == surface.get_rect()
    return surface, painted


@pytest.mark.parametrize("camera", [Camera(10.0, 0, 0, 40, 30), Camera(20.0, 10, 10, 40, 30)])
def test_nothing_is_painted_under_what_stands_in_everywhere(camera: Camera) -> None:
    """The same camera with something new in its picture, or one that is nearer: the picture of before fills it."""
    surface, painted = stood_in(camera)
    assert not painted
    assert GREEN not in {surface.get_at((x, y))[:3] for x in range(40) for y in range(30)}


@pytest.mark.parametrize(
    ("camera", "parts"),
    [
        (Camera(10.0, 5, 0, 40, 30), [(35, 0, 5, 30)]),
        (Camera(10.0, -5, -4, 40, 30), [(0, 0, 40, 4), (0, 4, 5, 26)]),
        (Camera(5.0, -10, -5, 40, 30), [(0, 0, 40, 5), (0, 20, 40, 10), (0, 5, 10, 15), (30, 5, 10, 15)]),
        (Camera(10.0, 90, 0, 40, 30), [(0, 0, 40, 30)]),
    ],
)
def test_only_what_the_picture_of_before_does_not_reach_is_painted(
    camera: Camera, parts: list[tuple[int, int, int, int]]
) -> None:
    """Strips along the edges, each once; all the rest is the picture, and nothing is left as it was."""
    surface, painted = stood_in(camera)
    assert [tuple(rect) for rect in painted] == parts
    for x in range(40):
        for y in range(30):
            is_outside = any(rect.collidepoint(x, y) for rect in painted)
            assert (surface.get_at((x, y))[:3] == GREEN) == is_outside
            assert surface.get_at((x, y))[:3] in (RED, BLUE, GREEN)


def test_before_the_first_picture_all_is_painted() -> None:
    """A window that has just opened shows flat colours."""
    surface, paint = pygame.Surface((40, 30)), Painter()
    Backdrop().show_meanwhile(surface, Camera(10.0, 0, 0, 40, 30), paint)
    assert (paint.times, surface.get_at((39, 29))[:3]) == (1, RED)


def test_a_part_is_painted_again_and_the_rest_stays() -> None:
    """The clip is set to the part; what lies outside the window is left out."""
    backdrop, surface, clips = Backdrop(), pygame.Surface((40, 30)), []
    backdrop.show(surface, "key", halves, Camera(10.0, 0, 0, 40, 30))
    before = surface.copy()

    def paint(under: pygame.Surface) -> None:
        clips.append(tuple(under.get_clip()))
        under.fill(GREEN)

    for part in ((4, 4, 6, 6), (35, 25, 16, 16), (99, 0, 5, 5)):
        backdrop.renew(pygame.Rect(part), paint)
    backdrop.copy(surface)
    assert clips == [(4, 4, 6, 6), (35, 25, 5, 5)]
    for x, y in ((4, 4), (9, 9), (39, 29)):
        assert surface.get_at((x, y))[:3] == GREEN
    for x, y in ((3, 4), (10, 9), (34, 29)):
        assert surface.get_at((x, y)) == before.get_at((x, y))

    def redden(under: pygame.Surface) -> None:
        under.fill(RED)

    backdrop.show(surface, "another", redden, Camera(10.0, 0, 0, 40, 30))
    assert surface.get_at((20, 15))[:3] == RED  # no clip was left behind
