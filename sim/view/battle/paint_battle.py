"""How the battle is drawn: the board, what the overlays say, the counters, and what is chosen.

    board        with what the overlays say: copied from the tiles of its picture (`board/board_picture.py`)
    marks        markers, names, aims, paths, candidates, arrows, ruler
    counters     copied from kept pictures; those of the cell that is looked at are laid out side by side

Every function takes the surface, what is shown, and the camera. Nothing is worked out here; what a system marks on
the map is asked of its insight as units are of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from sim.board.sight import Sight
from sim.engine.insight import Danger, Marker, Scene
from sim.grid import Cell, Point
from sim.view.battle.aims import AimCells, AimUnits, aims_legend, paint_aims, paint_aims_at_counters
from sim.view.battle.candidates import Candidates, paint_candidates
from sim.view.battle.marked_places import paint_places, place_boxes
from sim.view.battle.marks import (
    paint_card,
    paint_facing_choice,
    paint_frame,
    paint_path,
    paint_shot_line,
    paint_template,
)
from sim.view.battle.motion import Motion
from sim.view.battle.overlays import Overlaid, heights_legend, legend
from sim.view.battle.paint_arrows import paint_prospects
from sim.view.battle.paint_trail import paint_trail
from sim.view.battle.plates import paint_plates
from sim.view.blocks.forecasts import Arrow
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout, layout
from sim.view.board.paint_names import Box, FiguredCells, paint_names
from sim.view.board.paint_overlay import paint_outline
from sim.view.board.sight_ruler import paint_ruler, paint_verdict
from sim.view.counters.loose import paint_loose
from sim.view.counters.paint_counter import counter_picture
from sim.view.counters.paint_counters import CounterPictures, Placed, counter_size, paint_counters, paint_spread
from sim.view.counters.portray import placed_loose, placed_units, side_livery
from sim.view.counters.stacks import CounterBox
from sim.view.model.happened import NOTHING, Happened
from sim.view.model.trail import TrailStep
from sim.view.ui.measure_blocks import TEXT
from sim.view.ui.palette import Colour, theme
from sim.view.ui.panel import paint_sheet

_SHEET_PAD = 8
"""The air around what the shades mean, at scale 1."""


@dataclass(frozen=True)
class OrderInHand:
    """The order that is being put together, on the map."""

    aim_cells: AimCells = ()
    aim_units: AimUnits = ()
    chosen: Cell | None = None
    start: Cell | None = None
    way: tuple[Cell, ...] = ()
    costs: tuple[str, ...] = ()
    shot_at: Cell | None = None
    chance: str = ""
    facings: tuple[int, ...] = ()
    facing: int | None = None
    facing_cell: Cell | None = None
    danger: Danger | None = None
    """What it endangers besides its target."""
    reached: tuple[Cell, ...] = ()
    """Where those stand whom it reaches besides its target."""
    outlines: tuple[tuple[Point, ...], ...] = ()
    """How far it reaches."""


@dataclass(frozen=True)
class Marked:
    """What is drawn over the board besides counters."""

    selected: Cell | None = None
    pointed: Cell | None = None
    ruler: Sight | None = None
    """The line that is measured."""
    concerned: tuple[Cell, ...] = ()
    happened: Happened = NOTHING
    """What the event that is shown looks like."""
    trail: tuple[TrailStep, ...] = ()
    """What the others did since one's last order."""
    is_aimed: bool = False
    """Whether an order is being aimed: then the trail is hardly to be seen."""
    order: OrderInHand = OrderInHand()
    candidates: Candidates | None = None
    arrows: tuple[Arrow, ...] = ()
    spread_at: Cell | None = None
    """The cell whose counters are laid out side by side."""
    on_top: str | None = None
    """Who lies above all others: whoever acts, or is selected."""
    ready: tuple[str, ...] = ()
    """Who may be chosen to act."""
    plates: pygame.Rect | None = None
    """Where counters have plates with their names, if they have any: the part of the window that no panel hides."""
    areas: bool = False
    """Whether the areas of the game are named as well."""
    reached: str = ""
    """What it costs to get to the cell that is pointed at, where reach is shown."""
    figures: FiguredCells | None = None
    """Where overlays write figures."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that somebody looks for just now, besides the one that the mouse is on."""
        named = (self.selected, self.order.start, self.order.chosen, self.order.shot_at)
        order = self.order
        aims = (*(cell for cell, _ in order.aim_cells), *order.way, *(cell for _, cell, _ in order.aim_units))
        return (*(cell for cell in named if cell is not None), *self.concerned, *aims)


def paint_pieces(
    surface: pygame.Surface,
    position: Scene,
    camera: Camera,
    marked: Marked,
    motion: Motion,
    ui: float,
    pictures: CounterPictures = counter_picture,
) -> tuple[list[CounterBox], list[tuple[pygame.Rect, int]]]:
    """Draw markers, counters and marks; return where counters lie and where facings can be clicked.

    `pictures` are those of the counters: painted at once, or by somebody else while others stand in.
    """
    plan, insight = layout(position.map), position.battle.ruleset.insight

    def livery_colour(side: str | None) -> Colour:
        return side_livery(position, side).field if side is not None else theme().map_halo

    places = [marker for marker in insight.markers(position) if marker.kind != "horse"]
    paint_places(surface, plan, camera, places, livery_colour, ui)
    hiding = _hiding(position, plan, camera, places, ui)
    paint_names(surface, position.map, camera, ui, zones=marked.areas, beside=hiding, off=marked.figures)
    paint_trail(surface, plan, camera, marked.trail, livery_colour, ui, faint=marked.is_aimed)
    _paint_under(surface, plan, camera, marked, ui)
    paint_loose(surface, camera, placed_loose(position), ui)
    spots = _paint_counters(surface, position, camera, marked, motion, ui, pictures)
    _paint_frames(surface, position, camera, marked, spots, ui)
    if (fired := marked.happened.fired) is not None:
        paint_shot_line(surface, plan, camera, fired.start, fired.end, ui, fired.words, [spot.rect for spot in spots])
    wedges = _paint_order(surface, plan, camera, marked.order, ui, {spot.id: spot.rect for spot in spots})
    if marked.plates is not None:
        # Over the marks: whoever asks for names wants to read them. Who lies on top has the first choice of a place.
        portraits = {one.id: one.portrait for one in placed_units(position)}
        paint_plates(surface, spots[::-1], portraits, marked.plates, ui)
    if marked.pointed is not None and marked.reached:
        x, y = camera.pixel(plan.map.grid.point(marked.pointed))
        paint_card(surface, marked.reached, (x, y - max(camera.scale * 0.5, 16 * ui)), round(TEXT * ui))
    if marked.candidates is not None:
        paint_candidates(surface, plan, camera, marked.candidates, ui)
    if marked.arrows:
        paint_prospects(surface, plan, camera, marked.arrows, ui)
    if marked.ruler is not None:
        end = camera.pixel(plan.map.grid.point(marked.ruler.target))
        paint_ruler(surface, plan, camera, marked.ruler)
        paint_verdict(surface, camera, end, marked.ruler, round(TEXT * ui))
    return spots, wedges


def _hiding(position: Scene, plan: Layout, camera: Camera, places: Sequence[Marker], ui: float) -> tuple[Box, ...]:
    """Return the boxes that hide names: of markers, and of counters where they stand, not where they slide."""
    still, size = replace(camera, left=0.0, top=0.0), counter_size(camera, ui)
    boxes = place_boxes(plan, still, places, ui)
    for cell in sorted({unit.cell for unit in position.state.units if unit.cell is not None}):
        box = pygame.Rect(0, 0, size, size)
        x, y = still.pixel(plan.map.grid.point(cell))
        box.center = round(x), round(y)
        boxes.append(box)
    return tuple((box.left, box.top, box.width, box.height) for box in boxes)


def _paint_under(surface: pygame.Surface, plan: Layout, camera: Camera, marked: Marked, ui: float) -> None:
    """Draw the outlines that belong under the counters."""
    if (danger := marked.order.danger) is not None:
        for outline in danger.outlines:
            paint_template(surface, camera, outline, ui)
    for outline in marked.order.outlines:
        paint_template(surface, camera, outline, ui)
    for way in marked.happened.ways:
        # Under the counter that went there: what was a plan while it was ordered is only its track now.
        paint_path(surface, plan, camera, way.start, way.cells, ui)
    for cell, colour in _outlined(marked):
        paint_outline(surface, plan, camera, cell, colour)
    if marked.order.aim_cells:
        paint_aims(surface, plan, camera, marked.order.aim_cells, ui, marked.order.chosen)


def _outlined(marked: Marked) -> Iterator[tuple[Cell, Colour]]:
    """Yield the cells that have an outline, and its colour; what comes later lies above."""
    for cell in (*marked.concerned, *marked.order.reached):
        yield cell, theme().chosen[:3]
    acting = marked.order.start
    if marked.selected is not None:
        yield marked.selected, theme().selected if acting is None else theme().hover
    if acting is not None:
        # Something else may have been clicked meanwhile: whoever is being ordered must be found all the same.
        yield acting, theme().selected
    if marked.pointed is not None and marked.pointed != marked.selected:
        yield marked.pointed, theme().hover


def _paint_frames(
    surface: pygame.Surface, position: Scene, camera: Camera, marked: Marked, spots: list[CounterBox], ui: float
) -> None:
    """Draw frames around counters that hide the outlines of their cells."""
    if counter_size(camera, ui) > camera.scale:
        top = {position.state.units[spot.id].cell: spot.rect for spot in spots}
        for cell, colour in _outlined(marked):
            if cell in top:
                paint_frame(surface, top[cell], colour, 2.2 * ui)


def _paint_counters(
    surface: pygame.Surface,
    position: Scene,
    camera: Camera,
    marked: Marked,
    motion: Motion,
    ui: float,
    pictures: CounterPictures,
) -> list[CounterBox]:
    """Draw the counters; return where they lie."""
    placed = placed_units(position)
    if motion.is_on:
        placed = [Placed(p.id, p.portrait, motion.place(p.id, p.point), p.angle) for p in placed]
    laid_out: list[Placed] = []
    if marked.spread_at is not None:
        point = position.map.grid.point(marked.spread_at)
        laid_out = [one for one in placed if one.point == point]
    if len(laid_out) < 2:
        laid_out = []
    lying = [one for one in placed if one not in laid_out] if laid_out else placed

    def frame(spot: CounterBox) -> None:
        if spot.id in marked.ready:
            paint_frame(surface, spot.rect, theme().selected, 1.6 * ui)

    spots = paint_counters(surface, camera, lying, pictures, ui=ui, top=marked.on_top, under=frame)
    spots += paint_spread(surface, camera, laid_out, pictures, ui=ui)
    return spots


def _paint_order(
    surface: pygame.Surface,
    plan: Layout,
    camera: Camera,
    order: OrderInHand,
    ui: float,
    counters: dict[str, pygame.Rect],
) -> list[tuple[pygame.Rect, int]]:
    """Draw the order that is being put together; the way lies over the facings, for it runs through one of them."""
    wedges: list[tuple[pygame.Rect, int]] = []
    if order.facing_cell is not None:
        wedges = paint_facing_choice(surface, plan, camera, order.facing_cell, order.facings, order.facing, ui)
    aims = (order.aim_cells, order.aim_units)
    paint_aims_at_counters(surface, plan, camera, aims, counters, ui, shot_at=order.shot_at)
    if order.start is not None and order.way:
        paint_path(surface, plan, camera, order.start, order.way, ui, order.costs)
    if order.start is not None and order.shot_at is not None and order.start != order.shot_at:
        paint_shot_line(surface, plan, camera, order.start, order.shot_at, ui, order.chance, [*counters.values()])
    return wedges


def meanings_of(
    overlaid: Overlaid, order: OrderInHand, plan: Layout, ui: float, width: int, *, heights: bool
) -> list[pygame.Surface]:
    """Return what marks and shades mean, a picture for each overlay that is shown, no wider than this."""
    wide = max(width, 1)
    pictures = [legend(name, plan.map.grid, ui, wide, words) for name, words in overlaid.meanings.items()]
    if heights:
        pictures.append(heights_legend(plan, ui, wide))
    pictures.append(aims_legend({kind for _, kind in order.aim_cells} | {kind for *_, kind in order.aim_units}, ui))
    return [each.subsurface(each.get_bounding_rect()) for each in pictures if each is not None]


def meanings_size(pictures: Sequence[pygame.Surface], ui: float) -> tuple[int, int]:
    """Return the size of the sheet on which all of them stand."""
    pad = round(_SHEET_PAD * ui)
    high = sum(picture.get_height() + pad for picture in pictures)
    return max(picture.get_width() for picture in pictures) + 2 * pad, high + pad


def paint_meanings(surface: pygame.Surface, rect: pygame.Rect, pictures: Sequence[pygame.Surface], ui: float) -> None:
    """Draw the sheet that says what the shades mean."""
    paint_sheet(surface, rect, ui)
    pad = round(_SHEET_PAD * ui)
    y = rect.top + pad
    for picture in pictures:
        surface.blit(picture, (rect.left + pad, y))
        y += picture.get_height() + pad
