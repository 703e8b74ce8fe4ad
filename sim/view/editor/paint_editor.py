"""What the editor draws over the map: paint that is still wet, the brush, and what the map says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pygame

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID
from sim.grid import Cell, Edge
from sim.view.board.camera import Camera
from sim.view.board.flat_board import flat_colour
from sim.view.board.layout import Layout
from sim.view.board.paint_overlay import paint_eye, paint_field_of_view, paint_outline
from sim.view.board.shades import Shade, ShadedCells
from sim.view.editor.insights import FAR, STEPS, MapInsight
from sim.view.ui.lettering import haloed
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_stroke
from sim.workshop.change import Change

_CLOSED = Shade((214, 40, 36, 120), "crossed")
_DISPUTED = tuple(Shade((250, 206, 40, 40 + 45 * n), border="none") for n in range(4))
_DOMINATES = Shade((40, 110, 230, 96))
_REACHED = tuple(Shade((40, 150 - 14 * n, 90 + 20 * n, 120 - 18 * n)) for n in range(FAR // STEPS + 1))
_SHADE_OF = (2, 5, 10, 20)
"""From how many of a hundred disputed lines on a cell has each shade of yellow."""


def paint_wet(surface: pygame.Surface, battle_map: BattleMap, layout: Layout, camera: Camera, change: Change) -> None:
    """Draw what a change has put on the map, in flat colours: the painter follows within a moment."""
    cells = battle_map.cells
    for n in change.terrain:
        _fill(surface, layout, camera, cells[n], flat_colour(battle_map, battle_map.terrain[n]))
    for n in change.heights:
        if battle_map.terrain[n] != VOID:
            _write(surface, layout, camera, cells[n], str(battle_map.heights[n]))
    for link, (_, kind) in change.ways.items():
        colour = (196, 168, 122) if kind else theme().bad
        one, other = (camera.pixel(battle_map.grid.point(cell)) for cell in link)
        draw_stroke(surface, colour, one, other, max(camera.scale * (0.22 if kind else 0.06), 2))
    for cell, (_, kinds) in change.features.items():
        _write(surface, layout, camera, cell, ", ".join(kinds) if kinds else "–")
    for edge, (_, kind) in change.edges.items():
        paint_side(surface, battle_map, camera, edge, theme().mark if kind else theme().bad)
    for table in ("places", "areas"):
        if table in change.whole:
            before, after = change.whole[table]
            named = {cell for name, there in after.items() if there != before.get(name) for cell in there}
            for cell in named:
                paint_outline(surface, layout, camera, cell, theme().selected)


def _fill(surface: pygame.Surface, layout: Layout, camera: Camera, cell: Cell, colour: Colour) -> None:
    pygame.draw.polygon(surface, colour, camera.pixels(layout.map.grid.outline(cell)))


def _write(surface: pygame.Surface, layout: Layout, camera: Camera, cell: Cell, text: str) -> None:
    letters = haloed(text, max(round(camera.scale * 0.3), 9), theme().map_ink, theme().map_halo, "bold")
    surface.blit(letters, letters.get_rect(center=camera.pixel(layout.map.grid.point(cell))))


def paint_side(surface: pygame.Surface, battle_map: BattleMap, camera: Camera, edge: Edge, colour: Colour) -> None:
    """Draw a thick line along a side."""
    grid = battle_map.grid
    side = grid.side_steps.index(edge.second.minus(edge.first))
    one, other = (camera.pixel(point) for point in grid.side_points(edge.first, side))
    width = max(camera.scale * 0.13, 4.0)
    draw_stroke(surface, theme().map_ink, one, other, width + 3)
    draw_stroke(surface, colour, one, other, width)


def paint_cursor(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    cells: Iterable[Cell],
    edges: Iterable[Edge],
    *,
    erases: bool,
) -> None:
    """Draw where the next stroke would fall."""
    colour = theme().bad if erases else theme().hover
    for cell in cells:
        paint_outline(surface, layout, camera, cell, colour)
    for edge in edges:
        paint_side(surface, layout.map, camera, edge, colour)


def paint_corners(surface: pygame.Surface, layout: Layout, camera: Camera, corners: Sequence[Cell]) -> None:
    """Draw the corners of a figure under way, and the lines between them."""
    points = [camera.pixel(layout.map.grid.point(cell)) for cell in corners]
    for one, other in pairwise(points):
        draw_stroke(surface, theme().mark, one, other, 3)
    for x, y in points:
        pygame.draw.circle(surface, theme().map_ink, (x, y), max(camera.scale * 0.12, 5))
        pygame.draw.circle(surface, theme().mark, (x, y), max(camera.scale * 0.09, 4))


# -- what the map says -----------------------------------------------------------------------------------


def paint_insight(
    surface: pygame.Surface, layout: Layout, camera: Camera, insight: MapInsight, *, view: bool, reach: bool, lint: bool
) -> None:
    """Draw what is known of the map as overlays; of a board of another size, nothing."""
    count = len(layout.map.terrain)
    if view and insight.viewer is not None and len(insight.seen) == count:
        seen = Area.where(layout.map, np.frombuffer(insight.seen, dtype=np.bool_))
        paint_field_of_view(surface, layout, camera, seen, insight.viewer)
    if reach and insight.walker is not None and len(insight.reached) == count:
        ShadedCells(_REACHED, insight.reached).paint(surface, layout, camera)
        paint_eye(surface, layout, camera, insight.walker)
    if lint and insight.is_linted and len(insight.closed) == count:
        disputed = np.frombuffer(insight.disputed, dtype=np.uint8)
        ShadedCells.of(_DISPUTED, np.searchsorted(_SHADE_OF, disputed, side="right")).paint(surface, layout, camera)
        ShadedCells.of((_DOMINATES,), np.frombuffer(insight.dominating, dtype=np.uint8) > 0).paint(
            surface, layout, camera
        )
        ShadedCells.of((_CLOSED,), np.frombuffer(insight.closed, dtype=np.uint8)).paint(surface, layout, camera)
