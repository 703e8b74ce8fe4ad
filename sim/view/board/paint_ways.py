"""Roads, trails, streets, railways and streams: curves laid into the ground.

They are drawn as a mask of how near each pixel is to the middle of the way, and mixed into the ground with noise, so
that verges are ragged and ruts run along; only rails and sleepers are drawn on top as lines.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame

from sim.grid import Cell, Edge, Point
from sim.view.board.camera import Camera
from sim.view.board.curves import PIECES, Curve, Curves, Link, Network, bend, evenly
from sim.view.board.ground_styles import DUST, WATER
from sim.view.board.landscape import Landscape
from sim.view.board.patch import Field, Patch
from sim.view.board.pixels import flat, reach, tones
from sim.view.ui.palette import Colour

_STRAIGHTENED = 0.2
"""How far a way may leave the centres of its cells to run straighter."""
_THINNEST = 2.4
"""Pixels of width below which no way falls, however small the map is drawn."""
_NARROW = 30
"""Pixels of width below which a way is drawn larger and shrunk."""


@dataclass(frozen=True)
class WayStyle:
    """How a way looks."""

    width: float
    """From verge to verge, in cells."""
    ramp: tuple[Colour, ...]
    edge: Colour
    ragged: float
    """How much the verges fray."""
    ruts: float = 0.0
    wander: float = 0.03
    """How far it strays from the straight line, in cells."""
    strength: float = 1.0


WAY_STYLES: dict[str, WayStyle] = {
    "trail": WayStyle(0.13, DUST, (126, 108, 70), 0.30, wander=0.07, strength=0.80),
    "rail": WayStyle(0.30, ((112, 102, 88), (136, 126, 110), (154, 144, 127)), (104, 92, 72), 0.22, wander=0.0),
    "road": WayStyle(0.27, DUST, (120, 100, 66), 0.16, ruts=0.35),
    "street": WayStyle(0.62, DUST, (140, 116, 78), 0.14, ruts=0.12, wander=0.0),
}
"""In the order in which they are laid: later ones cover earlier ones at crossings."""
FALLBACK = WayStyle(0.2, ((140, 140, 140), (170, 170, 170), (190, 190, 190)), (90, 90, 90), 0.0, wander=0.0)

STREAM = WayStyle(0.15, WATER, (70, 84, 66), 0.18, wander=0.10)
STREAMS = {"stream": STREAM}
"""Looks of edges that are water running along the side."""


def lay_ways(pixels: Field, landscape: Landscape, patch: Patch) -> None:
    """Lay streams and then all ways of a patch into its ground."""
    for name, curves in stream_curves(landscape).items():
        _lay(pixels, STREAMS[name], patch, curves)
    for name, curves in way_curves(landscape).items():
        _lay(pixels, WAY_STYLES.get(name, FALLBACK), patch, curves)


def _lay(pixels: Field, style: WayStyle, patch: Patch, curves: Curves) -> None:
    """Mix one kind of way into the ground."""
    width = max(style.width, _THINNEST / patch.camera.scale)
    near = _nearness(patch.camera, curves, width)
    box = reach(near)
    if box is None:
        return
    part, near, below = patch.part(*box), near[box], pixels[:, box[0], box[1]]
    frayed = near + np.float32(style.ragged) * (part.noise(7, 10.0) * 0.6 + part.noise(5, 3.2) * 0.5)
    # `near` is 0.5 at the verge and changes by 1 over the way's width.
    pixel = np.float32(max(1.2 / (width * patch.camera.scale), 0.05))
    on_it = (near > 0.02).astype(np.float32)
    body = np.clip((frayed - 0.5) / pixel + 0.5, 0, 1) * on_it * np.float32(style.strength)
    verge = np.clip(1 - np.abs(frayed - 0.47) / (2.2 * pixel), 0, 1) * on_it * np.float32(0.55)
    ruts = np.float32(style.ruts) * np.clip(1 - np.abs(near - 0.80) / 0.10, 0, 1)
    below += (flat(style.edge) - below) * verge
    below += (tones(style.ramp, 0.55 + 0.22 * part.noise(6, 0.9) + 0.2 * part.noise(4, 15.0) - ruts) - below) * body


def _nearness(camera: Camera, curves: Curves, width: float) -> Field:
    """Return how near each pixel is to the middle of a way: 1 there, 0.5 at its verge, 0 half as far again.

    Drawn as ribbons of ever lighter shades; narrow ways are drawn twice as large and shrunk, for smooth verges.
    """
    large = camera.magnified(2 if width * camera.scale < _NARROW else 1)
    ribbons = curves.in_view(large, width)
    if not len(ribbons):
        return np.zeros((1, 1), dtype=np.float32)
    surface = pygame.Surface((large.width, large.height), depth=32)
    across = 2 * width * large.scale
    steps = min(max(round(across / 5), 6), 26)
    for n in range(steps):
        shade = round(255 * (n + 1) / steps)
        ribbons.draw(surface, (shade, shade, shade), across * (1 - n / steps))
    if large.scale != camera.scale:
        surface = pygame.transform.smoothscale(surface, (camera.width, camera.height))
    return (pygame.surfarray.pixels_red(surface).T / np.float32(255)).astype(np.float32)


# -- where they run --------------------------------------------------------------------------------------


def way_curves(landscape: Landscape) -> dict[str, Curves]:
    """Return the curves of all ways of a landscape, by look, in the order in which they are laid."""
    return landscape.once("way_curves", _way_curves)


def _way_curves(landscape: Landscape) -> dict[str, Curves]:
    known = [*WAY_STYLES, *sorted({*landscape.ways.values()} - {*WAY_STYLES})]
    return {name: _curves_of(landscape, name) for name in known if name in landscape.ways.values()}


def _curves_of(landscape: Landscape, name: str) -> Curves:
    network = _network_of(landscape, name)
    return Curves(curve for cell in network.places for curve in network.curves(cell, _onward(landscape, network, cell)))


def _network_of(landscape: Landscape, name: str) -> Network[Cell]:
    grid, style = landscape.ground.map.grid, WAY_STYLES.get(name, FALLBACK)
    links = [link for link, look in landscape.ways.items() if look == name]
    places = {cell: grid.point(cell) for link in links for cell in link}
    return Network(places, [_link(places, link, style.wander) for link in links]).relaxed(_STRAIGHTENED)


def _link(places: dict[Cell, Point], link: Edge, wander: float) -> Link[Cell]:
    return Link(link.first, link.second, bend(places[link.first], places[link.second], wander))


def _onward(landscape: Landscape, network: Network[Cell], cell: Cell) -> list[Point]:
    """Return the direction in which a way leaves the map: as straight on as the last cell allows."""
    links = network.links[cell]
    if len(links) != 1:
        return []
    grid = landscape.ground.map.grid
    back = links[0].other if links[0].one == cell else links[0].one
    straight = cell.minus(back)
    ways = [straight, *(step for step in grid.steps if grid.adjacent(Cell(0, 0), step.minus(straight)))]
    out = [step for step in ways if cell.plus(step) not in landscape.ground.map]
    if not out:
        return []
    here, there = grid.point(cell), grid.point(cell.plus(out[0]))
    return [(there[0] - here[0], there[1] - here[1])]


def stream_curves(landscape: Landscape) -> dict[str, Curves]:
    """Return the curves of all streams of a landscape: along sides, from corner to corner."""
    return landscape.once("stream_curves", _stream_curves)


def _stream_curves(landscape: Landscape) -> dict[str, Curves]:
    found = {}
    for name, style in STREAMS.items():
        sides = [landscape.side_points(edge) for edge, look in landscape.edges.items() if look == name]
        places = {_corner(end): end for side in sides for end in side}
        links = [Link(_corner(one), _corner(other), bend(one, other, style.wander)) for one, other in sides]
        network = Network(places, links).relaxed(_STRAIGHTENED / 2)
        if sides:
            found[name] = Curves(curve for corner in places for curve in network.curves(corner))
    return found


def _corner(point: Point) -> tuple[int, int]:
    """Return a name for a corner that is the same from all cells that meet there."""
    return round(point[0] * 1000), round(point[1] * 1000)


# -- rails -----------------------------------------------------------------------------------------------

SLEEPER, RAIL = (86, 66, 46), (64, 62, 62)


def paint_rails(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw sleepers and rails on top of their ballast."""
    curves = way_curves(landscape).get("rail")
    if curves is None:
        return
    rails = curves.in_view(camera, 0.3)
    thick, reach = max(1, round(0.045 * camera.scale)), 0.105 * camera.scale
    for points in rails.points.tolist():
        for (x, y), (along, down) in evenly(points, 0.11 * camera.scale):
            start, end = (x - down * reach, y + along * reach), (x + down * reach, y - along * reach)
            pygame.draw.line(surface, SLEEPER, start, end, thick)
    for side in (-1, 1):
        rail = rails.beside(side * 0.06 * camera.scale)
        rail.draw(surface, RAIL, 0.022 * camera.scale)
        if camera.scale > 120:
            rail.draw(surface, (150, 148, 146), 0.008 * camera.scale)


# -- bridges ---------------------------------------------------------------------------------------------

_BRIDGED = {"road": 0.34, "street": 0.70, "trail": 0.22, "rail": 0.30}
"""Ways that get a bridge where they cross water, and its width in cells."""
_BEAM, _DECK, _JOINT = (62, 46, 32), (164, 134, 96), (116, 90, 62)


def paint_bridges(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw a bridge wherever a way crosses water: a stream along a side, or cells of open water."""
    for name, curves in landscape.once("bridges", _bridge_curves).items():
        deck, width = curves.in_view(camera, 0.5), _BRIDGED[name] * camera.scale
        deck.draw(surface, _BEAM, width + 0.09 * camera.scale, blunt=True)
        deck.draw(surface, _DECK, width, blunt=True)
        thick, reach = max(1, round(0.014 * camera.scale)), width / 2
        for points in deck.points.tolist():
            for (x, y), (along, down) in evenly(points, 0.055 * camera.scale):
                start, end = (x - down * reach, y + along * reach), (x + down * reach, y - along * reach)
                pygame.draw.line(surface, _JOINT, start, end, thick)
        for side in (-1, 1):
            deck.beside(side * (width / 2 + 0.02 * camera.scale)).draw(surface, _BEAM, 0.05 * camera.scale)


def _bridge_curves(landscape: Landscape) -> dict[str, Curves]:
    """Return the bridges of a landscape by look of their way: through cells of water, and across streams."""
    grid, found = landscape.ground.map.grid, {}
    for name in _BRIDGED:
        links = [link for link, look in landscape.ways.items() if look == name]
        if links:
            network = _network_of(landscape, name)
            over = [cell for cell in network.places if _is_water(landscape, cell)]
            curves = [curve for cell in over for curve in network.curves(cell, _onward(landscape, network, cell))]
            curves += [
                _span(grid.point(a), grid.point(b)) for a, b in links if landscape.edges.get(Edge(a, b)) in STREAMS
            ]
            found[name] = Curves(curves)
    return found


def _is_water(landscape: Landscape, cell: Cell) -> bool:
    style = landscape.style_at(cell)
    return style.wet and style.texture != "ford"


def _span(one: Point, other: Point) -> Curve:
    """Return a short straight bridge across the side between two centres."""
    share = [0.34 + 0.32 * n / PIECES for n in range(PIECES + 1)]
    return tuple((one[0] + (other[0] - one[0]) * s, one[1] + (other[1] - one[1]) * s) for s in share)
