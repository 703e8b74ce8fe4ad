r"""Smooth curves through a network of links: roads from cell to cell, streams from corner to corner.

A curve is drawn node by node, from the middle of one link to the middle of the next, and always crosses a middle in
the link's own direction. Pieces therefore join smoothly, and each can be drawn on its own, tile by tile.

        \                     The straight pieces a road is made of (left) would show the grid through the road;
         o----          )     a curve that passes near the node (right) does not. The middles are pushed aside a
        /              (__    little, by chance but the same for both nodes, so that no road is quite straight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Generic, TypeVar

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame.typing import ColorLike

from sim.grid import Point
from sim.view.board.camera import Camera
from sim.view.board.chance import PlaceNumbers

Node = TypeVar("Node", bound=Hashable)
Curve = tuple[Point, ...]

PIECES = 10
"""Straight pieces per curve: enough to look round at the largest zoom."""
_SHARP = -0.35
"""Cosine beyond which two links at a junction are too sharp a turn to be driven."""


@dataclass(frozen=True)
class Link(Generic[Node]):
    """A stretch between two nodes."""

    one: Node
    other: Node
    bend: float = 0.0
    """How far its middle is pushed aside, in cells."""


class Network(Generic[Node]):
    """Nodes with their places, and the links between them."""

    def __init__(self, places: dict[Node, Point], links: Iterable[Link[Node]]) -> None:
        self.places = places
        self.links: dict[Node, list[Link[Node]]] = {}
        for link in links:
            self.links.setdefault(link.one, []).append(link)
            self.links.setdefault(link.other, []).append(link)

    def relaxed(self, most: float) -> Network[Node]:
        """Return the network with nodes on the way pulled towards their neighbours, by so much at the most.

        A straight road across hexes zigzags from centre to centre; pulled straight, it still keeps to its cells.
        """
        places = dict(self.places)
        for _ in range(3):
            places = {node: self._pulled(node, places, most) for node in places}
        links = {id(link): link for links in self.links.values() for link in links}
        return Network(places, links.values())

    def _pulled(self, node: Node, places: dict[Node, Point], most: float) -> Point:
        links = self.links.get(node, ())
        if len(links) != 2:
            return places[node]
        ends = [places[link.other if link.one == node else link.one] for link in links]
        goal = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        home, here = self.places[node], places[node]
        x, y = (here[0] + goal[0]) / 2 - home[0], (here[1] + goal[1]) / 2 - home[1]
        far = max(hypot(x, y) / most, 1.0)
        return home[0] + x / far, home[1] + y / far

    def curves(self, node: Node, onward: Iterable[Point] = ()) -> list[Curve]:
        """Return the curves through a node; `onward` are directions in which it goes on without a link."""
        arms = [self._arm(node, link) for link in self.links.get(node, ())]
        arms += [(_sum(self.places[node], _times(way, 0.5)), _times(way, -1.0)) for way in onward]
        here = self.places[node]
        if len(arms) == 1:
            return [_cubic(arms[0], (here, (0.0, 0.0)))]
        pairs = [(a, b) for n, a in enumerate(arms) for b in arms[n + 1 :]]
        gentle = [(a, b) for a, b in pairs if _dot(a[1], b[1]) < -_SHARP or len(arms) == 2]
        curves = [_cubic(a, b) for a, b in gentle]
        if len(arms) > 2:
            curves += [_cubic(arm, (here, (0.0, 0.0))) for arm in arms]
        return curves

    def _arm(self, node: Node, link: Link[Node]) -> tuple[Point, Point]:
        """Return the middle of a link, and the direction in which the curve comes from it to the node."""
        one, other = self.places[link.one], self.places[link.other]
        run = (other[0] - one[0], other[1] - one[1])
        middle = ((one[0] + other[0]) / 2 - run[1] * link.bend, (one[1] + other[1]) / 2 + run[0] * link.bend)
        return middle, run if node == link.other else (-run[0], -run[1])


def bend(one: Point, other: Point, most: float) -> float:
    """Return how far the link between two places is pushed aside: by chance, but always the same."""
    key = [round(value * 1024) for value in (*one, *other)]
    return PlaceNumbers(*key, 41).between(-most, most)


def _cubic(start: tuple[Point, Point], end: tuple[Point, Point]) -> Curve:
    """Return the curve that leaves one middle and arrives at another, each in its own direction."""
    (ax, ay), (bx, by) = start[0], _sum(start[0], _times(start[1], 0.3))
    (cx, cy), (dx, dy) = _sum(end[0], _times(end[1], 0.3)), end[0]
    points = []
    for n in range(PIECES + 1):
        t = n / PIECES
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy))
    return tuple(points)


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _times(vector: Point, factor: float) -> Point:
    return vector[0] * factor, vector[1] * factor


def _dot(one: Point, other: Point) -> float:
    """Return the cosine of the angle between two directions."""
    return (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other) or 1.0)


class Curves:
    """Many curves of as many points each, in one array, so that a tile finds those it needs in no time."""

    def __init__(self, curves: Iterable[Curve | list[Point]]) -> None:
        found = list(curves)
        shape = (len(found), len(found[0]) if found else 2, 2)
        self.points = np.array(found, dtype=np.float64).reshape(shape)

    def __len__(self) -> int:
        return len(self.points)

    def in_view(self, camera: Camera, margin: float) -> Ribbons:
        """Return the curves that come near a camera's view, as ribbons on its screen; the margin is in cells."""
        view = camera.view
        low, high = self.points.min(axis=1), self.points.max(axis=1)
        near = (low[:, 0] < view.right + margin) & (low[:, 1] < view.bottom + margin)
        near &= (high[:, 0] > view.left - margin) & (high[:, 1] > view.top - margin)
        return Ribbons(self.points[near] * camera.scale - (camera.left, camera.top))


class Ribbons:
    """Curves on the screen that can be drawn in any width, with round ends: pygame's wide lines gape at bends."""

    def __init__(self, points: NDArray[np.float64]) -> None:
        self.points = points

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def normals(self) -> NDArray[np.float64]:
        """The direction to the right of each curve at each point."""
        run = np.gradient(self.points, axis=1)
        length = np.maximum(np.hypot(run[..., 0], run[..., 1]), 1e-9)
        return np.stack([-run[..., 1] / length, run[..., 0] / length], axis=-1)

    def beside(self, distance: float) -> Ribbons:
        """Return the lines that run beside the curves at a distance, on the right of their direction."""
        return Ribbons(self.points + self.normals * distance)

    def draw(self, surface: pygame.Surface, colour: ColorLike, width: float, *, blunt: bool = False) -> None:
        """Draw the curves in a width, with round ends or blunt ones."""
        half = width / 2
        if half < 0.75:
            for line in self.points.tolist():
                pygame.draw.lines(surface, colour, False, line, max(1, round(width)))
            return
        right, left = self.points + self.normals * half, self.points - self.normals * half
        for shape in np.concatenate([right, left[:, ::-1]], axis=1).tolist():
            pygame.draw.polygon(surface, colour, shape)
        ends = [] if blunt else self.points[:, [0, -1]].reshape(-1, 2).tolist()
        for end in ends:
            pygame.draw.circle(surface, colour, end, half)


def evenly(points: Curve | list[Point], step: float) -> list[tuple[Point, Point]]:
    """Return places at even distances along a curve, each with its direction: where sleepers and posts stand."""
    found, left_over = [], step / 2
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length == 0:
            continue
        along = ((bx - ax) / length, (by - ay) / length)
        while left_over <= length:
            found.append(((ax + along[0] * left_over, ay + along[1] * left_over), along))
            left_over += step
        left_over -= length
    return found
