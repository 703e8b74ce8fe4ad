"""Wheel, mouse and keys move a camera over a map, within the room that panels leave."""

import pygame
import pytest

from sim.grid import Point
from sim.view.board.camera import PlaneBox
from sim.view.board.steering import GLIDE, HANDS_ON, RUNG, Steering

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
    """What was under the mouse goes with it; another button is no click, nor one that was let go of elsewhere."""
    steering.zoom(True)
    steering.press(1, (500, 300))
    steering.drag((502, 301))
    assert steering.release(1)
    steering.press(1, (500, 300))
    point = steering.camera.point((500, 300))
    steering.drag((530, 320))
    assert steering.camera.pixel(point) == pytest.approx((530, 320))
    assert steering.dragging and not steering.release(1)
    steering.press(1, (500, 300))
    assert not steering.release(3)
    steering.press(1, (500, 300))
    steering.let_go()
    assert not steering.release(1)


def test_what_is_in_view_is_not_moved_to_reveal_it_and_a_point_is_brought_to_the_middle(steering: Steering) -> None:
    """Only what lies outside the room is brought in, with some air around it; the middle is that of the room, not
    of the window, half of which panels may cover."""
    for _ in range(6):
        steering.zoom(True)
    before = steering.camera
    steering.reveal(before.point(ROOM.center))
    assert steering.camera == before
    steering.reveal((38.0, 18.0))
    assert in_room(steering, (38.0, 18.0))
    steering.centre((20.0, 10.0))
    assert steering.camera.pixel((20.0, 10.0)) == pytest.approx(ROOM.center)


# -- by itself --------------------------------------------------------------------------------------------


def in_room(steering: Steering, point: Point) -> bool:
    """Say whether a point is in the part of the window that panels leave free."""
    return ROOM.collidepoint(steering.camera.pixel(point))


@pytest.fixture
def near(steering: Steering) -> Steering:
    """Return a camera that sees a part of the map, which nobody has touched for a while."""
    for _ in range(6):
        steering.zoom(True)
    steering.tick(HANDS_ON)
    return steering


def test_the_map_glides_to_who_acts_and_comes_to_rest(near: Steering) -> None:
    """It is on its way after half of the time, there after all of it, and where it is going is known meanwhile."""
    start, far = near.camera, (38.0, 18.0)
    near.follow([start.point((ROOM.right - 0.6 * start.scale, ROOM.centery))], glides=True)
    assert near.aim == start, "a counter near the edge of the room that is seen whole moves nothing"
    near.follow([far], glides=True)
    assert near.camera == start != near.aim
    near.tick(GLIDE / 2)
    assert start.left < near.camera.left < near.aim.left and near.camera.scale == start.scale
    near.tick(GLIDE)
    assert near.camera == near.aim and in_room(near, far)


def test_without_animations_it_is_there_at_once_and_shrinks_only_for_those_who_do_not_fit(near: Steering) -> None:
    """Two neighbours far away are shown as large as before; two at both ends of the map as large as fits both."""
    scale, ends = near.camera.scale, [(2.0, 2.0), (38.0, 18.0)]
    near.follow([(38.0, 18.0), (37.0, 18.0)], glides=False)
    assert near.camera == near.aim and in_room(near, (38.0, 18.0)) and near.camera.scale == scale
    near.follow(ends, glides=False)
    assert near.camera.scale < scale and all(in_room(near, end) for end in ends)


def test_a_hand_on_the_map_is_left_alone_and_for_a_moment_after(near: Steering) -> None:
    """Neither a drag nor a view that was just chosen is taken from whoever chose it; whoever takes the map while it
    glides has it."""
    far = (38.0, 18.0)
    near.press(1, ROOM.center)
    near.drag((ROOM.centerx + 40, ROOM.centery))
    near.tick(HANDS_ON)
    near.follow([far], glides=False)
    assert not in_room(near, far)
    near.release(1)
    near.pan(1, 0)
    near.follow([far], glides=False)
    assert not in_room(near, far)
    near.tick(HANDS_ON)
    near.follow([far], glides=True)
    near.tick(GLIDE / 2)
    near.pan(-3, 0)
    held = near.camera
    near.tick(GLIDE)
    assert near.camera == held
    near.tick(HANDS_ON)
    near.follow([far], glides=False)
    assert in_room(near, far)
