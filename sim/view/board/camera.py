"""The camera: which part of the plane a window shows, and how large.

    plane (cells)                       window (pixels)
      x = 0 ------------->                0 ------ width
      |    centre of A1                   |
      |    is near (0, 0)                 |   pixel = point * scale - (left, top)
      v                                 height

`left` and `top` are counted in pixels at the camera's own scale, not in cells: a tile of the picture then starts on a
whole pixel, and tiles painted one by one fit together without a seam.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from sim.grid import Point

SMALLEST, LARGEST = 1.0, 400.0
"""Pixels per cell within which one can zoom: a big map as a thumbnail, a hex as large as a hand."""
SLACK = 0.35
"""How much of the window may show nothing at the most, so that a map's corner can be brought to the middle."""


class PlaneBox(NamedTuple):
    """An upright rectangle on the plane."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Camera:
    """A window onto the plane.

    >>> camera = Camera(scale=50.0, left=-100, top=-60, width=800, height=600)
    >>> camera.pixel((1, 2)), camera.point((150, 160))
    ((150.0, 160.0), (1.0, 2.0))
    """

    scale: float
    """Pixels between the centres of neighbouring cells."""
    left: float
    top: float
    width: int
    height: int

    def pixel(self, point: Point) -> Point:
        """Return where a point of the plane is drawn."""
        return point[0] * self.scale - self.left, point[1] * self.scale - self.top

    def point(self, pixel: Point) -> Point:
        """Return the point of the plane under a pixel."""
        return (pixel[0] + self.left) / self.scale, (pixel[1] + self.top) / self.scale

    def pixels(self, points: list[Point] | tuple[Point, ...]) -> list[Point]:
        """Return where several points are drawn."""
        scale, left, top = self.scale, self.left, self.top
        return [(x * scale - left, y * scale - top) for x, y in points]

    @property
    def view(self) -> PlaneBox:
        """The part of the plane that the window shows."""
        return PlaneBox(*self.point((0, 0)), *self.point((self.width, self.height)))

    def zoomed(self, factor: float, at: Point) -> Camera:
        """Return the camera with everything larger or smaller, and the point under the cursor still under it."""
        scale = min(max(self.scale * factor, SMALLEST), LARGEST)
        x, y = self.point(at)
        return replace(self, scale=scale, left=x * scale - at[0], top=y * scale - at[1])

    def panned(self, right: float, down: float) -> Camera:
        """Return the camera moved over the map by that many pixels."""
        return replace(self, left=self.left + right, top=self.top + down)

    def resized(self, width: int, height: int) -> Camera:
        """Return the camera for a window of another size, its middle still on the same point."""
        across, down = (self.width - width) / 2, (self.height - height) / 2
        return replace(self, left=self.left + across, top=self.top + down, width=width, height=height)

    def centred(self, point: Point) -> Camera:
        """Return the camera with a point in the middle of the window."""
        left, top = point[0] * self.scale - self.width / 2, point[1] * self.scale - self.height / 2
        return replace(self, left=left, top=top)

    def clamped(self, bounds: PlaneBox) -> Camera:
        """Return the camera moved as little as needed to keep a map of these bounds in the window.

        What fits is centred only if it has wandered out of the window; a map never gets lost, and never jumps.
        """
        left = _clamped(self.left, bounds.left * self.scale, bounds.right * self.scale, self.width)
        top = _clamped(self.top, bounds.top * self.scale, bounds.bottom * self.scale, self.height)
        return replace(self, left=left, top=top)

    def magnified(self, factor: int) -> Camera:
        """Return the same view drawn with that many pixels for each one: for drawing large and shrinking."""
        return Camera(
            self.scale * factor,
            self.left * factor,
            self.top * factor,
            self.width * factor,
            self.height * factor,
        )


def _clamped(start: float, low: float, high: float, length: float) -> float:
    slack = SLACK * length
    least, most = low - slack, high - length + slack
    if least > most:  # the map is smaller than the window less its slack: keep all of it inside
        least, most = min(high - length, low), max(high - length, low)
    return min(max(start, least), most)


def fitted(bounds: PlaneBox, width: int, height: int, margin: float = 0.03) -> Camera:
    """Return the camera that shows a whole map in a window, with a little air around it."""
    air = 1 - 2 * margin
    across = air * width / max(bounds.width, 1e-9)
    down = air * height / max(bounds.height, 1e-9)
    scale = min(max(min(across, down), SMALLEST), LARGEST)
    return Camera(scale, 0.0, 0.0, width, height).centred(bounds.middle)
