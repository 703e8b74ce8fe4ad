from itertools import combinations, pairwise

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.view.counters.stacks import REACH, CounterBox, counter_at, fanned, spread

WINDOW = pygame.Rect(0, 0, 1000, 700)


@pytest.mark.parametrize("count", range(1, 13))
def test_a_pile_shows_a_corner_of_every_counter(count: int) -> None:
    """Each counter lies a step down and right of the one below it, and the pile stays in its cell."""
    places = fanned(count, 100)
    assert len(places) == count
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)]
    assert all(x > 1.5 and y > 1.5 for x, y in steps)
    assert max(abs(part) for place in places for part in place) <= 100 * REACH / 2 + 1e-9


@settings(max_examples=40)
@given(
    count=st.integers(1, 12),
    size=st.integers(12, 120),
    x=st.floats(-200, 1200),
    y=st.floats(-200, 900),
)
def test_counters_laid_out_do_not_overlap_and_stay_in_the_window(count: int, size: int, x: float, y: float) -> None:
    """Wherever the pile is, all of its counters are in the window, whole and apart."""
    rects = spread(count, size, (x, y), WINDOW)
    assert len(rects) == count
    assert all(WINDOW.contains(rect) and rect.size == (size, size) for rect in rects)
    assert not any(one.colliderect(other) for one, other in combinations(rects, 2))


@settings(max_examples=40)
@given(count=st.integers(1, 40), size=st.integers(12, 200), wide=st.integers(60, 300), high=st.integers(60, 300))
def test_a_small_window_makes_them_overlap_rather_than_leave_it(count: int, size: int, wide: int, high: int) -> None:
    """Where there is no room for all, each still has a place of its own."""
    rects = spread(count, size, (wide / 2, high / 2), pygame.Rect(0, 0, wide, high))
    assert len({rect.topleft for rect in rects}) == count


def test_a_pile_in_the_open_is_laid_out_about_its_cell() -> None:
    """With room on all sides the middle of the row is the middle of the cell; nothing is laid nowhere."""
    rects = spread(3, 60, (500, 350), WINDOW)
    assert rects[1].center == (500, 350)
    assert len({rect.top for rect in rects}) == 1
    assert (*fanned(0, 50), *spread(0, 30, (5, 5), WINDOW)) == ()


def test_the_topmost_counter_under_a_pixel_is_found() -> None:
    """Spots are in the order of drawing: the last one that holds the pixel lies on top."""
    spots = [CounterBox("a", pygame.Rect(0, 0, 40, 40)), CounterBox("b", pygame.Rect(10, 10, 40, 40))]
    assert counter_at(spots, (20, 20)) == "b"
    assert counter_at(spots, (5, 5)) == "a"
    assert counter_at(spots, (80, 80)) is None
