from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import pi
from time import process_time

import pygame
import pytest

from sim.view.board.camera import Camera
from sim.view.counters.livery import LIVERIES
from sim.view.counters.paint_counter import counter_picture, keep_picture, question_of, stand_in
from sim.view.counters.paint_counters import Placed, counter_size, paint_counters, paint_spread
from sim.view.counters.portrait import Portrait
from sim.view.counters.stacks import counter_at
from tests.view.counters.pictures import FULL

CAMERA = Camera(scale=60.0, left=-40, top=-40, width=400, height=300)
MAN = Portrait(symbol="infantry", label="Rifles")


@pytest.fixture
def window() -> pygame.Surface:
    """An empty window."""
    return pygame.Surface((400, 300), depth=32)


def test_a_counter_is_drawn_on_its_point(window: pygame.Surface) -> None:
    """The spot of a single counter has its point in the middle, and that is where the picture is; any point, as of a
    counter that moves. Counters beyond the window are neither drawn nor told."""
    (moving,) = paint_counters(pygame.Surface((400, 300)), CAMERA, [Placed("a", MAN, (2.5, 1.0))])
    far = Placed("far", MAN, (30.0, 1.0))
    (spot,) = paint_counters(window, CAMERA, [far, Placed("a", MAN, (2.0, 1.0), 0.0)])
    assert moving.rect.left - spot.rect.left == 30
    assert spot.rect.center == (160, 100)
    assert spot.rect.width == spot.rect.height == counter_size(CAMERA)
    assert window.get_at((160, spot.rect.top + 6))[:3] != (0, 0, 0)
    assert window.get_at((160, spot.rect.bottom + 20))[:3] == (0, 0, 0)


@pytest.mark.parametrize(
    ("scale", "ui", "size"),
    [(3.0, 1.0, 22), (18.0, 2.0, 44), (30.0, 1.0, 27), (42.0, 1.0, 38), (60.0, 1.0, 41), (90.0, 1.0, 61)],
)
def test_a_counter_is_never_too_small_to_be_told_and_clicked(scale: float, ui: float, size: int) -> None:
    """It is two thirds of a cell, nine tenths of a small one, and at least 22 pixels at scale 1."""
    assert counter_size(replace(CAMERA, scale=scale), ui) == size


def test_whoever_acts_lies_on_top(window: pygame.Surface) -> None:
    """He is drawn last of all, whatever his place in his pile and on the map."""
    placed = [Placed("a", MAN, (1.0, 1.0)), Placed("b", MAN, (1.0, 1.0)), Placed("c", MAN, (3.0, 3.0))]
    assert [spot.id for spot in paint_counters(window, CAMERA, placed, top="a")] == ["c", "b", "a"]


def test_counters_larger_than_their_cells_make_room_for_one_another(window: pygame.Surface) -> None:
    """Neighbours move apart, and each stays over the middle of its own cell."""
    camera = replace(CAMERA, scale=18.0)
    spots = paint_counters(window, camera, [Placed(id_, MAN, (x, 1.0)) for id_, x in (("a", 1.0), ("b", 2.0))])
    (one, other), middles = (spot.rect for spot in spots), [camera.pixel((x, 1.0)) for x in (1.0, 2.0)]
    assert one.right <= other.left + 1
    assert all(rect.collidepoint(middle) for rect, middle in zip((one, other), middles, strict=True))


def test_counters_are_drawn_by_row_then_in_their_pile(window: pygame.Surface) -> None:
    """Rows farther up come first; in a pile the last of the sequence comes last and lies on top."""
    placed = [
        Placed("low", MAN, (1.0, 2.0)),
        Placed("under", MAN, (3.0, 1.0)),
        Placed("left", MAN, (1.0, 1.0)),
        Placed("over", MAN, (3.0, 1.0)),
    ]
    spots = paint_counters(window, CAMERA, placed)
    assert [spot.id for spot in spots] == ["left", "under", "over", "low"]
    under, over = spots[1].rect, spots[2].rect
    assert counter_at(spots, over.center) == "over"
    assert counter_at(spots, (under.left + 2, under.top + 2)) == "under"


def test_a_pile_laid_out_shows_every_counter(window: pygame.Surface) -> None:
    """Laid out at the edge of the window no counter hides another, and each can be hit."""
    placed = [Placed(f"u{n}", replace(MAN, colours=LIVERIES[n]), (-0.4, -0.4), 0.0) for n in range(5)]
    spots = paint_spread(window, CAMERA, placed)
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(spots, 2))
    assert all(window.get_rect().contains(spot.rect) for spot in spots)
    assert [counter_at(spots, spot.rect.center) for spot in spots] == [spot.id for spot in spots]
    assert paint_spread(window, CAMERA, []) == []


@pytest.mark.parametrize("scale", [24.0, 48.0, 90.0])
def test_forty_counters_are_drawn_at_once(scale: float) -> None:
    """Once their pictures are kept they are laid on the window, and nothing is drawn again."""
    window = pygame.Surface((1920, 1080), depth=32)
    camera = Camera(scale, -60, -60, 1920, 1080)
    kinds = [replace(FULL, label=f"R{n}", colours=LIVERIES[n % 4]) for n in range(6)]
    placed = [Placed(f"u{n}", kinds[n % 6], (n % 10 * 2.0, n // 10 * 2.0), n % 6 * pi / 3) for n in range(40)]
    spots = paint_counters(window, camera, placed)
    assert len(spots) == 40
    plain = [(pygame.Surface(spot.rect.size, pygame.SRCALPHA, 32), spot.rect) for spot in spots]
    for picture, _ in plain:
        picture.fill((90, 90, 90, 128))

    def taken(work: Callable[[], object]) -> float:
        start = process_time()
        work()
        return process_time() - start

    # In turn, so that a busy machine slows both alike.
    pairs = [
        (taken(lambda: paint_counters(window, camera, placed)), taken(lambda: window.blits(plain))) for _ in range(40)
    ]
    painted, laid = (min(column) for column in zip(*pairs, strict=True))
    # Small ones take 16 times as long, for what surrounds a picture costs the same at any size; made anew, hundreds.
    assert painted < 25 * laid


def test_whoever_paints_them_gives_the_pictures(window: pygame.Surface) -> None:
    """Each counter is asked for in its size and angle, and what comes back is shown."""
    asked = []

    def red(portrait: Portrait, size_px: int, angle: float | None) -> pygame.Surface:
        asked.append((portrait, size_px, angle))
        picture = pygame.Surface((size_px, size_px), depth=32)
        picture.fill((200, 0, 0))
        return picture

    (spot,) = paint_counters(window, CAMERA, [Placed("a", MAN, (2.0, 1.0), 0.5)], red)
    assert asked == [(MAN, counter_size(CAMERA), 0.5)]
    assert window.get_at(spot.rect.center)[:3] == (200, 0, 0)


def test_the_picture_of_another_size_or_a_plain_card_stands_in() -> None:
    """As large as the one that is missing, so that it lies in the same place; in the colour of its side."""
    portrait = replace(FULL, label="S1")
    keep_picture(question_of(portrait, 40, None), counter_picture(portrait, 40))
    assert stand_in(portrait, 60).get_size() == counter_picture(portrait, 60).get_size()
    card = stand_in(replace(FULL, label="never drawn"), 60)
    assert card.get_at(card.get_rect().center)[:3] == FULL.colours.field
