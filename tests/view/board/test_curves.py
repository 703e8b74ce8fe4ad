from itertools import pairwise
from math import hypot

import pytest

from sim.board.ground import Ground
from sim.grid import Edge
from sim.view.board.curves import Link, Network, evenly
from sim.view.board.landscape import landscape_of
from sim.view.board.paint_ways import stream_curves, way_curves
from tests.view.drawn import drawn

PLACES = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (1.5, 0.87), "d": (2.5, 0.87)}
LINKS = [Link("a", "b"), Link("b", "c"), Link("c", "d")]


def test_curves_join_at_the_middles_of_links_and_a_relaxed_road_keeps_to_its_cells() -> None:
    """Where one piece ends the next begins, going the same way. Nodes are pulled towards their neighbours, never
    further than allowed; the ends stay."""
    network = Network(PLACES, LINKS)
    (into,), (onward,) = network.curves("b"), network.curves("c")
    assert into[-1] == pytest.approx(onward[0])
    ends = (into[-2], into[-1]), (onward[0], onward[1])
    angles = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in ends]
    assert angles[0] == pytest.approx(angles[1], abs=0.15)
    relaxed = network.relaxed(0.2)
    assert relaxed.places["a"] == PLACES["a"] and relaxed.places["b"] != PLACES["b"]
    for node, (x, y) in relaxed.places.items():
        assert hypot(x - PLACES[node][0], y - PLACES[node][1]) <= 0.2 + 1e-9


@pytest.mark.parametrize(("names", "beyond"), [(("A4", "A5"), 0.5), (("B2", "B3"), 0.0)])
def test_a_road_leaves_the_map_at_its_edge_and_ends_inside_elsewhere(names: tuple[str, str], beyond: float) -> None:
    """It does not stop in the middle of the last cell; but a farm track stops at the farm."""
    rows = "....\n....\n....\n....\n...."
    grid = drawn(rows).grid
    cells = [grid.cell(name) for name in names]
    landscape = landscape_of(Ground(drawn(rows, ways={Edge.between(*cells): "road"})))
    assert way_curves(landscape)["road"].points[..., 1].max() == pytest.approx(grid.point(cells[1])[1] + beyond)


def test_a_stream_follows_its_sides() -> None:
    """Along hexsides, within a fifth of a cell."""
    plain = drawn("...\n...\n...")
    edges = [plain.grid.edge(plain.cell("B2"), side) for side in ("n", "ne", "se")]
    landscape = landscape_of(Ground(drawn("...\n...\n...", edges=dict.fromkeys(edges, "stream"))))
    sides = [landscape.side_points(edge) for edge in edges]
    for x, y in stream_curves(landscape)["stream"].points.reshape(-1, 2):
        assert min(distance((x, y), side) for side in sides) < 0.2


def distance(point: tuple[float, float], side: tuple[tuple[float, float], tuple[float, float]]) -> float:
    """Return how far a point lies from a straight piece."""
    (ax, ay), (bx, by) = side
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - ax - share * (bx - ax), point[1] - ay - share * (by - ay))


def test_posts_stand_at_even_distances() -> None:
    """Neighbouring places along a straight line are one step apart, half a step from its ends."""
    places = [place for place, _ in evenly([(0.0, 0.0), (4.0, 0.0), (10.0, 0.0)], 2.0)]
    assert places[0] == (1.0, 0.0)
    assert all(b[0] - a[0] == pytest.approx(2.0) for a, b in pairwise(places))
    assert len(places) == 5
