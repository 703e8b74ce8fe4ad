"""The sight ruler: the line between two cells on the map, where it is stopped and by what."""

from __future__ import annotations

import pygame

from sim.board.sight import MetOnLine, Sight
from sim.grid import Across, Between, Point, Through
from sim.view.blocks.sight_profile import share_of_way
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import theme
from sim.view.ui.sight_profile import draw_cross, draw_dashes, draw_line
from sim.view.ui.strokes import draw_outline, on_way


def paint_ruler(surface: pygame.Surface, layout: Layout, camera: Camera, sight: Sight) -> None:
    """Draw a line of sight: solid green where it is clear; red and broken behind whatever stops it."""
    grid = layout.map.grid
    start, end = camera.pixel(grid.point(sight.viewer)), camera.pixel(grid.point(sight.target))
    stop = on_way(start, end, share_of_way(sight.blocker)) if sight.blocker else end
    width = min(max(camera.scale / 18, 2.0), 7.0) * theme().weight
    draw_line(surface, theme().clear_line, start, stop, width)
    if sight.blocker:
        draw_dashes(surface, theme().blocked_line, stop, end, width)
        _paint_blocker(surface, layout, camera, sight.blocker)
        draw_cross(surface, stop, max(6.0, camera.scale * 0.14))
    for passed in sight.passed:
        if passed.hindrance:
            _paint_hindrance(surface, on_way(start, end, share_of_way(passed)), passed.hindrance, camera.scale)
    for point in (start, end):
        pygame.draw.circle(surface, theme().map_ink, point, width + 3)
        pygame.draw.circle(surface, theme().clear_line if sight.clear else theme().hover, point, width + 1)


def _paint_hindrance(surface: pygame.Surface, at: Point, hindrance: int, scale: float) -> None:
    radius = max(7.0, scale * 0.13)
    pygame.draw.circle(surface, theme().map_ink, at, radius + 2)
    pygame.draw.circle(surface, theme().selected, at, radius)
    figure = lettered(str(hindrance), max(9, round(radius * 1.5)), theme().map_ink, "bold")
    surface.blit(figure, figure.get_rect(center=(round(at[0]), round(at[1]))))


def _paint_blocker(surface: pygame.Surface, layout: Layout, camera: Camera, blocker: MetOnLine) -> None:
    """Mark the cells or sides that stop the line."""
    grid, width = layout.map.grid, min(max(camera.scale / 14, 3.0), 9.0) * theme().weight
    match blocker.met:
        case Through(cell):
            cells, edges = [cell], []
        case Across(edge):
            cells, edges = [], [edge]
        case Between(left, right):
            cells = [bank.cell for bank in (left, right) if bank.cell is not None]
            edges = [edge for bank in (left, right) if bank.cell is None for edge, _ in bank.edges]
    for cell in cells:
        shape = camera.pixels(grid.outline(cell))
        draw_outline(surface, theme().map_ink, shape, width + 2.5)
        draw_outline(surface, theme().blocked_line, shape, width)
    for edge in edges:
        one, other = grid.side_points(edge.first, grid.side_steps.index(edge.second.minus(edge.first)))
        draw_line(surface, theme().blocked_line, camera.pixel(one), camera.pixel(other), width + 2)


def paint_verdict(surface: pygame.Surface, camera: Camera, at: Point, sight: Sight, size: int) -> None:
    """Write the verdict beside the end of the ruler, on a small label."""
    words = "clear" if sight.clear else "blocked"
    text = lettered(words, size, theme().good if sight.clear else theme().bad, "bold")
    label = text.get_rect().inflate(size, size // 2)
    label.midleft = (round(at[0] + camera.scale * 0.6 + 4), round(at[1]))
    label.clamp_ip(surface.get_rect())
    pygame.draw.rect(surface, theme().panel[:3], label, border_radius=size // 3)
    surface.blit(text, text.get_rect(center=label.center))
