"""Wheel, mouse and keys move a camera over a map, within the room that panels leave."""

import pygame
import pytest

from sim.view.board.camera import PlaneBox
from sim.view.board.steering import RUNG, Steering

BOUNDS = PlaneBox(0.0, 0.0, 40.0, 20.0)
SIZE, ROOM = (1000, 600), pygame.Rect(200, 50, 600, 400)


@pytest.fixture
def steering() -> Steering:
    """Return a camera over a map of 40 by 20."""
    return Steering(BOUNDS, SIZE, ROOM)


def test_a_fitted_map_lies_in_its_room(steering: Steering) -> None:
    """All of it, in the middle; the camera sees the window."""
    left, top = steering.camera.pixel((0, 0))
    right, bottom = steering.camera.pixel((40, 20))
    assert ROOM.contains(pygame.Rect(left, top, right - left, bottom - top))
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx(ROOM.center)
    assert (steering.camera.width, steering.camera.height) == SIZE


def test_a_fitted_map_is_fitted_again_and_another_view_keeps_its_middle(steering: Steering) -> None:
    """When the window changes its size."""
    steering.follow_size((800, 500), pygame.Rect(0, 0, 800, 500))
    assert steering.is_fitted
    steering.zoom(True)
    middle = steering.camera.view.middle
    steering.follow_size((900, 700), pygame.Rect(0, 0, 900, 700))
    assert steering.camera.view.middle == pytest.approx(middle)
    assert not steering.is_fitted


def test_zooms_lie_on_a_ladder(steering: Steering) -> None:
    """There and back again is the same zoom, and what lies under the cursor stays there."""
    steering.zoom(True)
    rung, at = steering.camera.scale, (420.0, 260.0)
    point = steering.camera.point(at)
    steering.turn_wheel(2, at)
    assert steering.camera.scale == pytest.approx(rung * RUNG**2)
    assert steering.camera.point(at) == pytest.approx(point)
    steering.turn_wheel(-2, at)
    assert steering.camera.scale == pytest.approx(rung)


def test_a_short_way_is_a_click_and_a_long_one_a_drag(steering: Steering) -> None:
    """What was under the mouse goes with it."""
    steering.zoom(True)
    steering.press(1, (500, 300))
    steering.drag((502, 301))
    assert steering.release(1)
    steering.press(1, (500, 300))
    point = steering.camera.point((500, 300))
    steering.drag((530, 320))
    assert steering.camera.pixel(point) == pytest.approx((530, 320))
    assert steering.dragging
    assert not steering.release(1)


def test_another_button_is_no_click(steering: Steering) -> None:
    """Nor is one that was let go of outside the window."""
    steering.press(1, (500, 300))
    assert not steering.release(3)
    steering.press(1, (500, 300))
    steering.let_go()
    assert not steering.release(1)


def test_what_is_in_view_is_not_moved_to_reveal_it(steering: Steering) -> None:
    """Only what lies outside the room is brought in, with some air around it."""
    for _ in range(6):
        steering.zoom(True)
    before = steering.camera
    steering.reveal(before.point(ROOM.center))
    assert steering.camera == before
    steering.reveal((38.0, 18.0))
    assert ROOM.collidepoint(steering.camera.pixel((38.0, 18.0)))


def test_a_point_is_brought_to_the_middle_of_the_room(steering: Steering) -> None:
    """Not of the window, half of which panels may cover."""
    for _ in range(6):
        steering.zoom(True)
    steering.centre((20.0, 10.0))
    assert steering.camera.pixel((20.0, 10.0)) == pytest.approx(ROOM.center)
