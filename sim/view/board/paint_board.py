"""The whole board: all layers in their order, from the ground up to the smoke.

Everything but the ground is drawn at twice the size and shrunk: straight lines, crowns and shadows then have smooth
edges, which pygame's own shapes lack. The ground is mixed pixel by pixel and smooth by itself.
"""

from __future__ import annotations

import pygame

from sim.grid import Edge
from sim.view.board.camera import Camera
from sim.view.board.growth import paint_plant_shadows, paint_plants, plants_in_view
from sim.view.board.landscape import Landscape
from sim.view.board.paint_edges import paint_edge_shadows, paint_edges
from sim.view.board.paint_features import paint_feature_shadows, paint_features, paint_smoke
from sim.view.board.paint_ground import painted_ground
from sim.view.board.paint_roofs import paint_roof_shadows, paint_roofs
from sim.view.board.paint_ways import paint_bridges, paint_rails
from sim.view.board.pen import shadow_layer
from sim.view.ui.palette import theme

LARGE = 2
"""How much larger the board is drawn before it is shrunk."""


def painted_board(landscape: Landscape, camera: Camera) -> pygame.Surface:
    """Paint the part of a board that a camera sees; the camera's corner lies on a whole pixel."""
    ground, beyond = painted_ground(landscape, camera)
    large = camera.magnified(LARGE)
    surface = pygame.transform.scale(ground, (large.width, large.height))
    paint_bridges(surface, landscape, large)
    paint_rails(surface, landscape, large)
    plants = plants_in_view(landscape, large, camera.scale)
    shadows = shadow_layer(surface.get_size())
    paint_plant_shadows(shadows, plants, large)
    paint_roof_shadows(shadows, landscape, large)
    paint_feature_shadows(shadows, landscape, large)
    paint_edge_shadows(shadows, landscape, large)
    surface.blit(shadows, (0, 0))
    paint_features(surface, landscape, large)
    paint_edges(surface, landscape, large)
    paint_roofs(surface, landscape, large)
    paint_plants(surface, plants, large)
    paint_smoke(surface, landscape, large)
    if beyond is not None:
        surface.blit(pygame.transform.scale(beyond, (large.width, large.height)), (0, 0))
        paint_frame(surface, landscape, large)
    return pygame.transform.smoothscale(surface, (camera.width, camera.height))


def paint_frame(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw a line around the map and its holes; it also covers the rough edge of the ground."""
    width = max(2, round(0.045 * camera.scale * theme().weight))
    grid, battle_map = landscape.ground.map.grid, landscape.ground.map
    for cell in landscape.layout.cells_in_view(camera, 1.0):
        for side, step in enumerate(grid.side_steps):
            if cell.plus(step) not in battle_map and Edge.between(cell, cell.plus(step)) not in landscape.edges:
                one, other = (camera.pixel(point) for point in grid.side_points(cell, side))
                pygame.draw.line(surface, theme().frame, one, other, width)
                pygame.draw.circle(surface, theme().frame, one, width / 2)
                pygame.draw.circle(surface, theme().frame, other, width / 2)
