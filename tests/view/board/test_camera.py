from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from sim.view.board.camera import LARGEST, SMALLEST, Camera, PlaneBox, fitted

pixels = st.floats(-5000, 5000)
points = st.tuples(st.floats(-300, 300), st.floats(-300, 300))
cameras = st.builds(Camera, st.floats(1, 400), pixels, pixels, st.integers(1, 4000), st.integers(1, 3000))
BOUNDS = PlaneBox(-0.6, -0.5, 40.2, 30.0)


@given(cameras, points)
def test_a_point_drawn_and_read_back_is_the_same_point(camera: Camera, point: tuple[float, float]) -> None:
    """Plane to screen and back changes nothing."""
    assert camera.point(camera.pixel(point)) == approx(point, abs=1e-6)


@given(cameras, st.floats(0.001, 1000), st.tuples(pixels, pixels))
def test_zooming_keeps_what_is_under_the_cursor(camera: Camera, factor: float, at: tuple[float, float]) -> None:
    """And leads no further than to the smallest or the largest scale."""
    zoomed = camera.zoomed(factor, at)
    assert zoomed.point(at) == approx(camera.point(at), abs=1e-6)
    assert SMALLEST <= zoomed.scale <= LARGEST


@given(cameras, pixels, pixels)
def test_a_clamped_camera_always_shows_some_of_the_map(camera: Camera, right: float, down: float) -> None:
    """However far one pans; and one that is clamped already does not move."""
    once = camera.panned(right, down).clamped(BOUNDS)
    again, view = once.clamped(BOUNDS), once.view
    assert view.left < BOUNDS.right and view.right > BOUNDS.left
    assert view.top < BOUNDS.bottom and view.bottom > BOUNDS.top
    assert (again.left, again.top) == approx((once.left, once.top), abs=1e-6)


@given(st.integers(200, 4000), st.integers(200, 3000))
def test_a_fitted_map_is_wholly_in_the_window(width: int, height: int) -> None:
    """After fitting, no edge of the map lies outside the window."""
    view = fitted(BOUNDS, width, height).view
    assert view.left <= BOUNDS.left and view.right >= BOUNDS.right
    assert view.top <= BOUNDS.top and view.bottom >= BOUNDS.bottom


def test_resizing_keeps_the_middle_and_a_window_of_one_pixel_has_a_camera() -> None:
    """Fitting into a single pixel ends in the smallest scale, not in a division by nothing."""
    camera = Camera(30, 100, 50, 800, 600)
    assert camera.resized(300, 1000).point((150, 500)) == approx(camera.point((400, 300)))
    assert fitted(BOUNDS, 1, 1).scale == SMALLEST
