"""How blocks are drawn, each into a rectangle of its height. Only pictures are remembered."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

import pygame

from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Chart,
    Columns,
    Divider,
    Faces,
    Field,
    Gap,
    Gauge,
    Image,
    Row,
    Sign,
    SmallPrint,
    Swatches,
    TextLine,
    Title,
    Tone,
)
from sim.view.ui.lettering import lettered, shortened
from sim.view.ui.measure_blocks import (
    DIE,
    PRESS,
    SIGN,
    SMALL,
    TEXT,
    button_texts,
    buttons_placed,
    face_of,
    figure_width,
    gap_of,
    image_size,
    in_columns,
    indent_of,
    label_place,
    label_width,
    line_height,
    lines_of,
    refusal_lines,
    size_of,
    source_column,
    source_lines,
    swatches_placed,
    tag_rect,
)
from sim.view.ui.palette import Colour, between, luminance, theme
from sim.view.ui.sight_profile import paint_profile


def tone_colour(tone: Tone) -> Colour:
    """Return the colour of a tone on a panel."""
    colour: Colour = getattr(theme(), tone)
    return colour


def panel_colour() -> Colour:
    """Return the colour of a panel without what shines through it."""
    red, green, blue, _ = theme().panel
    return red, green, blue


def button_colour(*, chosen: bool = False, dim: bool = False) -> Colour:
    """Return what a button is filled with."""
    if chosen:
        return between(panel_colour(), theme().accent, 0.32)
    return between(panel_colour(), theme().ink, 0.05 if dim else 0.13)


def field_colour() -> Colour:
    """Return what a field is filled with: farther from the ink than the panel, so that what is typed reads best."""
    is_light = luminance(theme().ink) < luminance(panel_colour())
    return between(panel_colour(), (255, 255, 255) if is_light else (0, 0, 0), 0.4)


# -- drawing ----------------------------------------------------------------------------------------------


def paint_block(surface: pygame.Surface, block: Block, rect: pygame.Rect, ui: float) -> None:
    """Draw a block into a rectangle of its height."""
    match block:
        case Divider():
            pygame.draw.rect(surface, theme().panel_edge, rect)
        case Chart(profile):
            paint_profile(surface, rect, profile)
        case Button():
            _paint_button(surface, block, rect, ui)
        case Buttons():
            for button, box in buttons_placed(block, rect, ui):
                _paint_button(surface, button, box, ui)
        case Gauge():
            _paint_gauge(surface, block, rect, ui)
        case Faces():
            _paint_faces(surface, block, rect, ui)
        case Image(picture):
            size = image_size(block, rect.width, ui)
            place = pygame.Rect((0, 0), size)
            place.midtop = rect.midtop
            surface.blit(_scaled(picture, size), place)
        case Swatches():
            _paint_swatches(surface, block, rect, ui)
        case Field():
            _paint_field(surface, block, rect, ui)
        case Row():
            _paint_row(surface, block, rect, ui)
        case TextLine():
            _paint_line(surface, block, rect, ui)
        case Title():
            _write(surface, block, rect, ui, "accent")
        case SmallPrint(tone=tone):
            _write(surface, block, rect, ui, tone)
        case Columns():
            for inner, box in in_columns(block, rect, ui):
                paint_block(surface, inner, box, ui)
        case Gap():
            pass


def _write(surface: pygame.Surface, block: Block, rect: pygame.Rect, ui: float, tone: Tone, indent: int = 0) -> None:
    face, size = face_of(block), size_of(block, ui)
    for n, line in enumerate(lines_of(block, rect.width, ui)):
        y = rect.top + n * line_height(size, face)
        surface.blit(lettered(line, size, tone_colour(tone), face), (rect.left + indent, y))


def _paint_row(surface: pygame.Surface, row: Row, rect: pygame.Rect, ui: float) -> None:
    place, size, small = label_place(row, rect.width, ui), size_of(row, ui), round(SMALL * ui)
    if row.label:
        label = lettered(shortened(row.label, size, rect.width), size, theme().faint)
        surface.blit(label, rect.topleft)
        if row.do is not None:
            y, dash = rect.top + line_height(size) - 1, max(1, round(ui))
            for x in range(rect.left, rect.left + label.get_width(), 3 * dash):
                pygame.draw.rect(surface, theme().faint, (x, y, dash, dash))
    below = line_height(size) if place.is_above else 0
    _write(surface, row, rect.move(0, below), ui, row.tone, place.column)
    if row.source:
        y = rect.top + below + line_height(size) * len(lines_of(row, rect.width, ui))
        x = rect.left + source_column(row, rect.width, ui)
        for n, line in enumerate(source_lines(row, rect.width, ui)):
            surface.blit(lettered(line, small, theme().faint), (x, y + n * line_height(small)))


def _paint_line(surface: pygame.Surface, line: TextLine, rect: pygame.Rect, ui: float) -> None:
    if line.chosen:
        box = rect.inflate(round(12 * ui), round(3 * ui)).move(-round(2 * ui), 0)
        pygame.draw.rect(surface, button_colour(chosen=True), box, border_radius=round(3 * ui))
        bar = pygame.Rect(box.left, box.top, max(2, round(3 * ui)), box.height)
        pygame.draw.rect(surface, theme().accent, bar)
    _write(surface, line, rect, ui, line.tone, indent_of(line, ui))
    if line.sign is not None and line.sign.corners:
        middle = rect.left + indent_of(line, ui) - SIGN * ui * 0.62, rect.top + line_height(size_of(line, ui)) / 2
        _paint_sign(surface, line.sign, middle, SIGN * ui * 0.32)
    if line.tag:
        box, small = tag_rect(line.tag, rect, ui), round(SMALL * ui)
        edge = theme().accent if line.chosen else theme().panel_edge
        pygame.draw.rect(surface, edge, box, max(1, round(ui)), round(3 * ui))
        text = lettered(line.tag, small, theme().faint)
        surface.blit(text, text.get_rect(center=box.center))


def _paint_sign(surface: pygame.Surface, sign: Sign, at: tuple[float, float], radius: float) -> None:
    for colour, size in ((sign.edge, radius + 1.2), (sign.colour, radius)):
        corners = [(at[0] + x * size, at[1] + y * size) for x, y in sign.corners]
        pygame.draw.polygon(surface, colour, corners)
        pygame.draw.aalines(surface, colour, True, corners)


def _paint_button(surface: pygame.Surface, button: Button, rect: pygame.Rect, ui: float) -> None:
    size, small, pad = round(TEXT * ui), round(SMALL * ui), round(9 * ui)
    dim = bool(button.refusal)
    radius = round(5 * ui)
    pygame.draw.rect(surface, button_colour(chosen=button.chosen, dim=dim), rect, border_radius=radius)
    edge = theme().accent if button.chosen else theme().panel_edge
    pygame.draw.rect(surface, edge, rect, max(1, round((2 if button.chosen else 1) * ui)), radius)
    lines, step = button_texts(button, rect.width, ui), line_height(size)
    refused = refusal_lines(button, rect.width, ui) if dim else []
    tall = step * len(lines) + line_height(small) * len(refused)
    y = rect.top + (rect.height - tall) // 2
    for n, line in enumerate(lines):
        surface.blit(lettered(line, size, theme().faint if dim else theme().ink), (rect.left + pad, y + n * step))
    for n, line in enumerate(refused):
        place = (rect.left + pad, y + step * len(lines) + n * line_height(small))
        surface.blit(lettered(line, small, theme().faint), place)
    _paint_aside(surface, button, rect, ui)


def _paint_aside(surface: pygame.Surface, button: Button, rect: pygame.Rect, ui: float) -> None:
    """Write the key and the small print at the right of a button."""
    small, right = round(SMALL * ui), rect.right - round(7 * ui)
    middle = rect.centery if not button.refusal else rect.top + round(PRESS * ui) // 2
    if button.key:
        text = lettered(button.key, small, theme().accent, "bold")
        box = text.get_rect(midright=(right - round(3 * ui), middle))
        pygame.draw.rect(surface, theme().panel_edge, box.inflate(round(7 * ui), round(2 * ui)), 1, round(3 * ui))
        surface.blit(text, box)
        right = box.left - round(10 * ui)
    if button.note:
        text = lettered(button.note, small, theme().faint)
        surface.blit(text, text.get_rect(midright=(right, middle)))


def _paint_gauge(surface: pygame.Surface, gauge: Gauge, rect: pygame.Rect, ui: float) -> None:
    size, (column, is_above) = size_of(gauge, ui), label_place(gauge, rect.width, ui)
    label = lettered(shortened(gauge.label, size, rect.width), size, theme().faint)
    if is_above:
        surface.blit(label, rect.topleft)
        high = line_height(size)
        rect = pygame.Rect(rect.left, rect.top + high, rect.width, rect.height - high)
    else:
        surface.blit(label, label.get_rect(midleft=rect.midleft))
    text = lettered(gauge.text, size, theme().ink, "bold")
    room = pygame.Rect(rect.left + column, rect.top, max(rect.width - column - figure_width(gauge, ui), 1), 0)
    room.height, room.centery = max(4, round(9 * ui)), rect.centery
    pygame.draw.rect(surface, button_colour(), room, border_radius=round(4 * ui))
    filled = room.copy()
    filled.width = round(room.width * min(max(gauge.share, 0.0), 1.0))
    pygame.draw.rect(surface, tone_colour(gauge.tone), filled, border_radius=round(4 * ui))
    surface.blit(text, text.get_rect(midright=rect.midright))


def _paint_faces(surface: pygame.Surface, block: Faces, rect: pygame.Rect, ui: float) -> None:
    die, gap = round(DIE * ui), gap_of(ui)
    in_row = max(1, (rect.width + gap) // (die + gap))
    for n, face in enumerate(block.faces):
        box = pygame.Rect(rect.left + n % in_row * (die + gap), rect.top + n // in_row * (die + gap), die, die)
        _paint_die(surface, box, face, block.sides, block.good)


_BONE: Colour = (244, 238, 222)
_INK: Colour = (34, 28, 20)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_CORNERS = {4: 3, 8: 4, 10: 5, 12: 6, 20: 8}
"""How many corners the outline of a die has, by its sides."""


def _paint_die(surface: pygame.Surface, box: pygame.Rect, face: int, sides: int, good: bool | None = None) -> None:
    """Draw a die; one that was not good enough is struck through, and the edge says so too."""
    edge = _INK if good is None else theme().good if good else theme().bad
    width = max(1, box.width // (16 if good is None else 9))
    if sides == 6 and face in _PIPS:
        pygame.draw.rect(surface, _BONE, box, border_radius=box.width // 5)
        pygame.draw.rect(surface, edge, box, width, box.width // 5)
        for x, y in _PIPS[face]:
            centre = (box.centerx + x * box.width * 0.25, box.centery + y * box.height * 0.25)
            pygame.draw.circle(surface, _INK, centre, max(1.5, box.width * 0.085))
    else:
        shape = _outline(box, _CORNERS.get(sides, 6))
        pygame.draw.polygon(surface, _BONE, shape)
        pygame.draw.polygon(surface, edge, shape, width)
        figure = lettered(str(face), max(8, round(box.width * 0.48)), _INK, "bold")
        surface.blit(figure, figure.get_rect(center=box.center))
    if good is False:
        pygame.draw.line(surface, edge, box.bottomleft, box.topright, width)


def _outline(box: pygame.Rect, corners: int) -> list[tuple[float, float]]:
    turns = [2 * pi * n / corners - pi / 2 for n in range(corners)]
    return [(box.centerx + cos(t) * box.width / 2, box.centery + sin(t) * box.height / 2) for t in turns]


def _paint_field(surface: pygame.Surface, field: Field, rect: pygame.Rect, ui: float) -> None:
    size, column = round(TEXT * ui), label_width(rect.width, ui) if field.label else 0
    if field.label:
        label = lettered(field.label, size, theme().faint)
        surface.blit(label, label.get_rect(midleft=rect.midleft))
    box = pygame.Rect(rect.left + column, rect.top, rect.width - column, rect.height)
    pygame.draw.rect(surface, field_colour(), box, border_radius=round(4 * ui))
    edge = theme().accent if field.focused else theme().panel_edge
    pygame.draw.rect(surface, edge, box, max(1, round((2 if field.focused else 1) * ui)), round(4 * ui))
    caret = "|" if field.focused and not field.marked else ""
    ink = field_colour() if field.marked else theme().ink
    text = lettered(shortened(field.text, size, box.width - round(20 * ui)) + caret, size, ink)
    place = text.get_rect(midleft=(box.left + round(8 * ui), box.centery))
    if field.marked:
        surface.fill(theme().accent, place)
    surface.blit(text, place)


def _paint_swatches(surface: pygame.Surface, block: Swatches, rect: pygame.Rect, ui: float) -> None:
    """Draw a palette; what is chosen has a frame and a name on a bright ground: colour is not the only sign."""
    size = round(SMALL * 0.86 * ui)
    for swatch, box in swatches_placed(block, rect, ui):
        high = box.height - line_height(size)
        picture = swatch.surface
        part = pygame.Rect(
            0, 0, picture.get_width(), min(picture.get_width() * high // box.width, picture.get_height())
        )
        part.center = picture.get_rect().center
        if swatch.chosen:
            pygame.draw.rect(surface, button_colour(chosen=True), box, border_radius=round(4 * ui))
        surface.blit(_scaled(picture.subsurface(part), (box.width, high)), box)
        thick = max(1, round((3 if swatch.chosen else 1) * ui))
        edge = theme().accent if swatch.chosen else theme().panel_edge
        pygame.draw.rect(surface, edge, (box.left, box.top, box.width, high), thick, round(3 * ui))
        name = lettered(shortened(swatch.text, size, box.width), size, theme().ink)
        surface.blit(name, name.get_rect(midbottom=box.midbottom))


@lru_cache(maxsize=64)
def _scaled(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    return picture if picture.get_size() == size else pygame.transform.smoothscale(picture, size)
