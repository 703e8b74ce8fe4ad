"""One frame of the map viewer: what it shows, as a frozen value, and how that is drawn.

Two frames that are equal look the same, so the viewer draws only when the frame has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from sim.board.ground import Ground
from sim.grid import Cell, Point
from sim.view.blocks.cell_report import UNITS, cell_report, sight_lines
from sim.view.blocks.kinds import Block, Divider, Row, SmallPrint, Title
from sim.view.board.board_look import BoardOptions
from sim.view.board.board_picture import BoardPicture
from sim.view.board.camera import Camera
from sim.view.board.layout import layout
from sim.view.board.paint_grid import are_in_cells, paint_edge_names
from sim.view.board.paint_names import paint_names
from sim.view.board.paint_overlay import paint_outline
from sim.view.board.sight_ruler import paint_ruler, paint_verdict
from sim.view.map_keys import KEYS
from sim.view.settings import ui_scale
from sim.view.ui.measure_blocks import SMALL, TEXT
from sim.view.ui.palette import Theme, theme
from sim.view.ui.panel import natural_height, paint_panel


@dataclass(frozen=True)
class MapFrame:
    """All that decides what the window looks like."""

    ground: Ground
    camera: Camera
    dress: BoardOptions
    painted: int
    """The version of the board's picture: it goes up as more of it is painted."""
    selected: Cell | None = None
    hovered: Cell | None = None
    ruler: bool = False
    panel_left: bool = False
    """The hover panel stands at the left, because the cursor is at the right."""
    help: bool = False
    scale: int = 100
    """The size of panels and letters in percent of what suits the window."""
    message: str = ""
    theme: Theme = field(default_factory=theme)

    @property
    def ui(self) -> float:
        return ui_scale((self.camera.width, self.camera.height), self.scale)


def paint_board(surface: pygame.Surface, frame: MapFrame, picture: BoardPicture) -> None:
    """Draw the board with the names of places."""
    battle_map, plan = frame.ground.map, layout(frame.ground.map)
    picture.draw(surface, frame.camera)
    paint_names(surface, battle_map, frame.camera, frame.ui, zones=frame.dress.coordinates)
    if frame.dress.coordinates and not are_in_cells(frame.camera.scale, frame.ui):
        paint_edge_names(surface, plan, frame.camera, round(SMALL * frame.ui))


def paint_marks(surface: pygame.Surface, frame: MapFrame) -> None:
    """Draw what follows the cursor on the map: the ruler, and the outlines of cells."""
    plan, camera = layout(frame.ground.map), frame.camera
    ends = ruler_ends(frame)
    if ends is not None:
        sight = sight_lines(frame.ground).sight(*ends)
        paint_ruler(surface, plan, camera, sight)
        end = camera.pixel(plan.map.grid.point(sight.target))
        paint_verdict(surface, camera, end, sight, round(TEXT * frame.ui))
    if frame.selected is not None:
        paint_outline(surface, plan, camera, frame.selected, theme().selected)
    if frame.hovered is not None and frame.hovered != frame.selected:
        paint_outline(surface, plan, camera, frame.hovered, theme().hover)


def ruler_ends(frame: MapFrame) -> tuple[Cell, Cell] | None:
    """Return from where to where the ruler runs, if it is shown and has two ends."""
    one, other = frame.selected, frame.hovered
    return (one, other) if frame.ruler and one is not None and other is not None and one != other else None


def paint_panels(surface: pygame.Surface, frame: MapFrame) -> None:
    """Draw the panels; in a window with no room for a word, none."""
    width, height = surface.get_size()
    ui, pad = frame.ui, round(_PAD * frame.ui)
    if width < 240 * ui or height < 120 * ui:
        return
    blocks = _about_map(frame)
    if frame.hovered is not None:
        report = cell_report(frame.ground, frame.hovered, frame.selected, ruler=frame.ruler)
        blocks = (*blocks, Divider(), *report)
    wide = panel_width(width, ui)
    place = pygame.Rect(pad if frame.panel_left else width - wide - pad, pad, wide, height - 2 * pad)
    place.height = min(place.height, natural_height(blocks, wide, ui))
    paint_panel(surface, blocks, place, ui)
    if frame.message:
        _paint_message(surface, frame, pad)
    if frame.help:
        _paint_help(surface, ui)


_PAD = 12
_PANEL = 330
_HELP = 560
"""Pixels at scale 1: the air around panels, and the widths of the panel at the side and of the table of keys."""


def panel_width(width: int, ui: float) -> int:
    """Return how wide the panel is in a window of that width."""
    return min(round(_PANEL * ui), width - 2 * round(_PAD * ui))


def map_room(size: tuple[int, int], scale: int = 100) -> pygame.Rect:
    """Return the part of a window that the panel leaves to the map: all where it is too narrow for both."""
    (width, height), ui = size, ui_scale(size, scale)
    left = width - panel_width(width, ui) - round(_PAD * ui)
    return pygame.Rect(0, 0, left if left > 0.55 * width else width, height)


def panel_left(cursor: Point | None, size: tuple[int, int], scale: int = 100) -> bool:
    """Say whether the panel must give way to the cursor, to the left side."""
    width, ui = size[0], ui_scale(size, scale)
    reach = panel_width(width, ui) + 2 * round(_PAD * ui)
    return cursor is not None and cursor[0] > width - reach and width > 2 * reach


def _paint_message(surface: pygame.Surface, frame: MapFrame, pad: int) -> None:
    blocks = (Row("", frame.message),)
    width = min(round(560 * frame.ui), surface.get_width() - 2 * pad)
    place = pygame.Rect(0, 0, width, natural_height(blocks, width, frame.ui))
    place.midbottom = (surface.get_width() // 2, surface.get_height() - pad)
    paint_panel(surface, blocks, place, frame.ui)


def _paint_help(surface: pygame.Surface, ui: float) -> None:
    """Draw the table of keys in the middle; if it does not fit, smaller: here nothing can be scrolled."""
    blocks: tuple[Block, ...] = (Title("Keys"), *(Row(key.name, key.text) for key in KEYS))
    most = surface.get_rect().inflate(-8, -8)
    while True:
        width = min(round(_HELP * ui), most.width)
        height = natural_height(blocks, width, ui)
        if height <= most.height or ui <= 0.3:
            break
        ui *= 0.92
    place = pygame.Rect(0, 0, width, min(height, most.height))
    place.center = most.center
    paint_panel(surface, blocks, place, ui, solid=True)


def _about_map(frame: MapFrame) -> tuple[Block, ...]:
    battle_map = frame.ground.map
    unit = UNITS[battle_map.scale.unit]
    shape = {"hex": "hexes", "square": "squares"}[battle_map.grid.kind]
    size = f"{battle_map.width} × {battle_map.height} {shape} of {battle_map.scale.per_cell:g} {unit}"
    return Title(battle_map.title or battle_map.name), SmallPrint(f"{size}  ·  F1 for keys")
