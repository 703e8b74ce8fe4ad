"""How blocks are measured and drawn. Nothing here remembers anything but pictures of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import pygame

from sim.view.lettering import Face, font, lettered, shortened, width_of, wrapped
from sim.view.palette import Colour, between, theme
from sim.view.sight_ruler import paint_profile
from sim.view.ui.blocks import (
    Block,
    Button,
    Buttons,
    Chart,
    Columns,
    Do,
    Faces,
    Field,
    Gauge,
    Image,
    Line,
    Note,
    Row,
    Rule,
    Space,
    Title,
    Tone,
)
from sim.view.ui.pips import paint_die

TEXT, TITLE, SMALL = 16, 21, 14
"""Heights of text at scale 1, in pixels."""
GAP = 5
"""Between two blocks."""
_LABEL = 92
_INDENT = 14
_PRESS = 30
"""The height of a button."""
_CHART = 104
_DIE = 34
_BETWEEN = 26
"""Air between two columns."""


@dataclass(frozen=True)
class Spot:
    """A place that can be clicked: what it does, or why it cannot be done now."""

    box: pygame.Rect
    do: Do
    refusal: str = ""


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


def size_of(block: Block, ui: float) -> int:
    """Return the height of a block's letters."""
    match block:
        case Title():
            return round(TITLE * ui)
        case Note():
            return round(SMALL * ui)
        case _:
            return round(TEXT * ui)


def _line_height(size: int, face: Face = "plain") -> int:
    return font(face, size).get_linesize()


def _face(block: Block) -> Face:
    return "bold" if isinstance(block, Title) or (isinstance(block, Line) and block.bold) else "plain"


# -- measuring --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def lines_of(block: Block, width: int, ui: float) -> tuple[str, ...]:
    """Return the lines of text that a block takes."""
    size = size_of(block, ui)
    match block:
        case Title(text) | Note(text):
            return tuple(wrapped(text, size, width, _face(block)))
        case Row(text=text):
            return tuple(wrapped(text, size, width - _column(block, width, ui)))
        case Line(text, tag=tag):
            room = width - _indent(block, ui) - (_tag_width(tag, ui) if tag else 0)
            return tuple(wrapped(text, size, max(room, round(40 * ui)), _face(block)))
        case _:
            return ()


def _label_width(width: int, ui: float) -> int:
    return min(round(_LABEL * ui), width // 2)


def _is_stacked(row: Row, width: int, ui: float) -> bool:
    """Say whether a label is too long for its column, so that it gets a line of its own."""
    return bool(row.label) and width_of(row.label, size_of(row, ui)) > _label_width(width, ui) - round(6 * ui)


def _column(row: Row, width: int, ui: float) -> int:
    """Return how far the text of a row is set in."""
    if not row.label:
        return 0
    return round(_INDENT * ui) if _is_stacked(row, width, ui) else _label_width(width, ui)


def _indent(block: Line, ui: float) -> int:
    return round(min(block.depth, 6) * _INDENT * ui)


def _tag_width(tag: str, ui: float) -> int:
    """Return the room that a tag takes, with the air around it."""
    return width_of(tag, round(SMALL * ui)) + round(22 * ui)


@lru_cache(maxsize=8192)
def height_of(block: Block, width: int, ui: float) -> int:
    """Return how high a block is at a width."""
    match block:
        case Rule():
            return max(1, round(ui))
        case Space(height):
            return round(height * ui)
        case Chart():
            return round(_CHART * ui)
        case Button():
            return _button_height(block, width, ui)
        case Buttons(buttons, columns):
            across = _across(width, columns, ui)
            rows = [buttons[n : n + columns] for n in range(0, len(buttons), columns)]
            tall = sum(max(_button_height(button, across, ui) for button in row) for row in rows)
            return tall + _gap(ui) * max(len(rows) - 1, 0)
        case Gauge():
            return round(_PRESS * 0.85 * ui)
        case Faces(faces):
            die, gap = round(_DIE * ui), _gap(ui)
            in_row = max(1, (width + gap) // (die + gap))
            return ceil(len(faces) / in_row) * (die + gap) - gap if faces else 0
        case Image():
            return image_size(block, width, ui)[1]
        case Field():
            return round(_PRESS * ui)
        case Columns():
            across = _column_width(block, width, ui)
            return max((_stacked(column, across, ui) for column in block.columns), default=0)
        case Row(source=source):
            lines = len(lines_of(block, width, ui)) + _is_stacked(block, width, ui)
            small = len(_source_lines(block, width, ui)) if source else 0
            return _line_height(size_of(block, ui)) * lines + _line_height(round(SMALL * ui)) * small
        case _:
            return _line_height(size_of(block, ui), _face(block)) * len(lines_of(block, width, ui))


def _column_width(block: Columns, width: int, ui: float) -> int:
    count = max(len(block.columns), 1)
    return (width - round(_BETWEEN * ui) * (count - 1)) // count


def _stacked(blocks: Sequence[Block], width: int, ui: float) -> int:
    return sum(height_of(block, width, ui) for block in blocks) + _gap(ui) * max(len(blocks) - 1, 0)


def _in_columns(block: Columns, rect: pygame.Rect, ui: float) -> list[tuple[Block, pygame.Rect]]:
    """Return the blocks of columns, each with its place."""
    across, placed = _column_width(block, rect.width, ui), []
    for n, column in enumerate(block.columns):
        y = rect.top
        for inner in column:
            high = height_of(inner, across, ui)
            placed.append((inner, pygame.Rect(rect.left + n * (across + round(_BETWEEN * ui)), y, across, high)))
            y += high + _gap(ui)
    return placed


def _source_lines(row: Row, width: int, ui: float) -> list[str]:
    return wrapped(row.source, round(SMALL * ui), width - _column(row, width, ui))


def _gap(ui: float) -> int:
    return round(GAP * ui)


def _across(width: int, columns: int, ui: float) -> int:
    return (width - _gap(ui) * (columns - 1)) // columns


def _button_texts(button: Button, width: int, ui: float) -> list[str]:
    size = round(TEXT * ui)
    aside = _aside_width(button, ui)
    return wrapped(button.text, size, max(width - round(18 * ui) - aside, round(30 * ui)))


def _aside_width(button: Button, ui: float) -> int:
    """Return the room that the key and the small print of a button take."""
    small = round(SMALL * ui)
    key = width_of(button.key, small, "bold") + round(14 * ui) if button.key else 0
    note = width_of(button.note, small) + round(8 * ui) if button.note else 0
    return key + note


def _button_height(button: Button, width: int, ui: float) -> int:
    text = _line_height(round(TEXT * ui)) * len(_button_texts(button, width, ui)) + round(9 * ui)
    if button.refusal:
        text += _line_height(round(SMALL * ui)) * len(_refusal_lines(button, width, ui))
    return max(round(_PRESS * ui), text)


def _refusal_lines(button: Button, width: int, ui: float) -> list[str]:
    return wrapped(button.refusal, round(SMALL * ui), width - round(18 * ui))


def image_size(block: Image, width: int, ui: float) -> tuple[int, int]:
    """Return how large a picture is shown."""
    wide, high = block.surface.get_size()
    shrink = min(width / wide, block.height * ui / high)
    return max(1, round(wide * shrink)), max(1, round(high * shrink))


# -- what can be clicked ----------------------------------------------------------------------------------


def spots_of(block: Block, rect: pygame.Rect, ui: float) -> list[Spot]:
    """Return what can be clicked of a block that is drawn in a rectangle."""
    match block:
        case Button(do=do, refusal=refusal):
            return [Spot(rect, do, refusal)]
        case Buttons():
            return [Spot(box, button.do, button.refusal) for button, box in _placed(block, rect, ui)]
        case Line(tag=tag, tag_do=tag_do):
            spots = [Spot(_tag_rect(tag, rect, ui), tag_do)] if tag and tag_do else []
            return [*spots, Spot(rect, block.do)] if block.do else spots
        case Row(do=do) | Note(do=do) | Image(do=do) if do is not None:
            return [Spot(rect, do)]
        case Field(do=do):
            return [Spot(rect, do)]
        case Columns():
            return [spot for inner, box in _in_columns(block, rect, ui) for spot in spots_of(inner, box, ui)]
        case _:
            return []


def _placed(block: Buttons, rect: pygame.Rect, ui: float) -> list[tuple[Button, pygame.Rect]]:
    across, gap, y, placed = _across(rect.width, block.columns, ui), _gap(ui), rect.top, []
    for start in range(0, len(block.buttons), block.columns):
        row = block.buttons[start : start + block.columns]
        tall = max(_button_height(button, across, ui) for button in row)
        for n, button in enumerate(row):
            placed.append((button, pygame.Rect(rect.left + n * (across + gap), y, across, tall)))
        y += tall + gap
    return placed


def _tag_rect(tag: str, rect: pygame.Rect, ui: float) -> pygame.Rect:
    wide, high = _tag_width(tag, ui) - round(8 * ui), _line_height(round(SMALL * ui)) + round(2 * ui)
    return pygame.Rect(rect.right - wide, rect.top, wide, high)


# -- drawing ----------------------------------------------------------------------------------------------


def paint_block(surface: pygame.Surface, block: Block, rect: pygame.Rect, ui: float) -> None:
    """Draw a block into a rectangle of its height."""
    match block:
        case Rule():
            pygame.draw.rect(surface, theme().panel_edge, rect)
        case Chart(profile):
            paint_profile(surface, rect, profile)
        case Button():
            _paint_button(surface, block, rect, ui)
        case Buttons():
            for button, box in _placed(block, rect, ui):
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
        case Field():
            _paint_field(surface, block, rect, ui)
        case Row():
            _paint_row(surface, block, rect, ui)
        case Line():
            _paint_line(surface, block, rect, ui)
        case Title():
            _write(surface, block, rect, ui, "accent")
        case Note(tone=tone):
            _write(surface, block, rect, ui, tone)
        case Columns():
            for inner, box in _in_columns(block, rect, ui):
                paint_block(surface, inner, box, ui)
        case Space():
            pass


def _write(surface: pygame.Surface, block: Block, rect: pygame.Rect, ui: float, tone: Tone, indent: int = 0) -> None:
    face, size = _face(block), size_of(block, ui)
    for n, line in enumerate(lines_of(block, rect.width, ui)):
        y = rect.top + n * _line_height(size, face)
        surface.blit(lettered(line, size, tone_colour(tone), face), (rect.left + indent, y))


def _paint_row(surface: pygame.Surface, row: Row, rect: pygame.Rect, ui: float) -> None:
    column, size, small = _column(row, rect.width, ui), size_of(row, ui), round(SMALL * ui)
    if row.label:
        surface.blit(lettered(shortened(row.label, size, rect.width), size, theme().faint), rect.topleft)
    below = _line_height(size) if _is_stacked(row, rect.width, ui) else 0
    _write(surface, row, rect.move(0, below), ui, row.tone, column)
    if row.source:
        y = rect.top + below + _line_height(size) * len(lines_of(row, rect.width, ui))
        for n, line in enumerate(_source_lines(row, rect.width, ui)):
            place = (rect.left + column, y + n * _line_height(small))
            surface.blit(lettered(line, small, theme().faint), place)


def _paint_line(surface: pygame.Surface, line: Line, rect: pygame.Rect, ui: float) -> None:
    if line.chosen:
        box = rect.inflate(round(10 * ui), round(3 * ui))
        pygame.draw.rect(surface, button_colour(chosen=True), box, border_radius=round(3 * ui))
        bar = pygame.Rect(box.left, box.top, max(2, round(3 * ui)), box.height)
        pygame.draw.rect(surface, theme().accent, bar)
    _write(surface, line, rect, ui, line.tone, _indent(line, ui))
    if line.tag:
        box, small = _tag_rect(line.tag, rect, ui), round(SMALL * ui)
        edge = theme().accent if line.chosen else theme().panel_edge
        pygame.draw.rect(surface, edge, box, max(1, round(ui)), round(3 * ui))
        text = lettered(line.tag, small, theme().faint)
        surface.blit(text, text.get_rect(center=box.center))


def _paint_button(surface: pygame.Surface, button: Button, rect: pygame.Rect, ui: float) -> None:
    size, small, pad = round(TEXT * ui), round(SMALL * ui), round(9 * ui)
    dim = bool(button.refusal)
    radius = round(5 * ui)
    pygame.draw.rect(surface, button_colour(chosen=button.chosen, dim=dim), rect, border_radius=radius)
    edge = theme().accent if button.chosen else theme().panel_edge
    pygame.draw.rect(surface, edge, rect, max(1, round((2 if button.chosen else 1) * ui)), radius)
    lines, step = _button_texts(button, rect.width, ui), _line_height(size)
    refused = _refusal_lines(button, rect.width, ui) if dim else []
    tall = step * len(lines) + _line_height(small) * len(refused)
    y = rect.top + (rect.height - tall) // 2
    for n, line in enumerate(lines):
        surface.blit(lettered(line, size, theme().faint if dim else theme().ink), (rect.left + pad, y + n * step))
    for n, line in enumerate(refused):
        place = (rect.left + pad, y + step * len(lines) + n * _line_height(small))
        surface.blit(lettered(line, small, theme().faint), place)
    _paint_aside(surface, button, rect, ui)


def _paint_aside(surface: pygame.Surface, button: Button, rect: pygame.Rect, ui: float) -> None:
    """Write the key and the small print at the right of a button."""
    small, right = round(SMALL * ui), rect.right - round(7 * ui)
    middle = rect.centery if not button.refusal else rect.top + round(_PRESS * ui) // 2
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
    size, column = round(TEXT * ui), _label_width(rect.width, ui) if gauge.label else 0
    if gauge.label:
        label = lettered(shortened(gauge.label, size, column - round(6 * ui)), size, theme().faint)
        surface.blit(label, label.get_rect(midleft=rect.midleft))
    text = lettered(gauge.text, size, theme().ink, "bold")
    room = pygame.Rect(rect.left + column, rect.top, rect.width - column - text.get_width() - round(8 * ui), 0)
    room.height, room.centery = max(4, round(9 * ui)), rect.centery
    pygame.draw.rect(surface, button_colour(), room, border_radius=round(4 * ui))
    filled = room.copy()
    filled.width = round(room.width * min(max(gauge.share, 0.0), 1.0))
    pygame.draw.rect(surface, tone_colour(gauge.tone), filled, border_radius=round(4 * ui))
    surface.blit(text, text.get_rect(midright=rect.midright))


def _paint_faces(surface: pygame.Surface, block: Faces, rect: pygame.Rect, ui: float) -> None:
    die, gap = round(_DIE * ui), _gap(ui)
    in_row = max(1, (rect.width + gap) // (die + gap))
    for n, face in enumerate(block.faces):
        box = pygame.Rect(rect.left + n % in_row * (die + gap), rect.top + n // in_row * (die + gap), die, die)
        paint_die(surface, box, face, block.sides, block.good)


def _paint_field(surface: pygame.Surface, field: Field, rect: pygame.Rect, ui: float) -> None:
    size, column = round(TEXT * ui), _label_width(rect.width, ui) if field.label else 0
    if field.label:
        label = lettered(field.label, size, theme().faint)
        surface.blit(label, label.get_rect(midleft=rect.midleft))
    box = pygame.Rect(rect.left + column, rect.top, rect.width - column, rect.height)
    pygame.draw.rect(surface, between(panel_colour(), (0, 0, 0), 0.25), box, border_radius=round(4 * ui))
    edge = theme().accent if field.focused else theme().panel_edge
    pygame.draw.rect(surface, edge, box, max(1, round((2 if field.focused else 1) * ui)), round(4 * ui))
    caret = "|" if field.focused else ""
    text = lettered(shortened(field.text, size, box.width - round(20 * ui)) + caret, size, theme().ink)
    surface.blit(text, text.get_rect(midleft=(box.left + round(8 * ui), box.centery)))


@lru_cache(maxsize=64)
def _scaled(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    return picture if picture.get_size() == size else pygame.transform.smoothscale(picture, size)
