"""How large blocks are, where their parts lie, and what of them can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import pygame

from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Chart,
    Columns,
    Divider,
    Do,
    Faces,
    Field,
    Gap,
    Gauge,
    Image,
    Row,
    SmallPrint,
    Swatch,
    Swatches,
    TextLine,
    Title,
)
from sim.view.ui.lettering import Face, font, width_of, wrapped

TEXT, TITLE, SMALL = 16, 21, 14
"""Heights of text at scale 1, in pixels."""
GAP = 5
"""Between two blocks."""
_BAR = 24
"""The least room for a bar."""
_LABEL = 98
_NARROW = 0.36
"""The share of a panel that a label may take for a text of several lines to stand beside it."""
_INDENT, _LESS = 14, 0.76
"""How far the first step is set in, and by what each further one is smaller."""
SIGN = 17
"""The room for the sign before a line."""
PRESS = 30
"""The height of a button."""
_SLIM = 0.48
"""How wide a letter is on average, as a share of the height of the text."""
_CHART = 104
DIE = 34
_BETWEEN = 26
"""Air between two columns."""


@dataclass(frozen=True)
class ClickArea:
    """A place that can be clicked: what it does, or why it cannot be done now."""

    box: pygame.Rect
    do: Do
    refusal: str = ""


def size_of(block: Block, ui: float) -> int:
    """Return the height of a block's letters."""
    match block:
        case Title():
            return round(TITLE * ui)
        case SmallPrint():
            return round(SMALL * ui)
        case _:
            return round(TEXT * ui)


def line_height(size: int, face: Face = "plain") -> int:
    """Return how far apart the lines of a text are."""
    return font(face, size).get_linesize()


def face_of(block: Block) -> Face:
    """Return the face of a block's letters."""
    return "bold" if isinstance(block, Title) or (isinstance(block, TextLine) and block.bold) else "plain"


# -- measuring --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def lines_of(block: Block, width: int, ui: float) -> tuple[str, ...]:
    """Return the lines of text that a block takes."""
    size = size_of(block, ui)
    match block:
        case Title(text) | SmallPrint(text):
            return tuple(wrapped(text, size, width, face_of(block)))
        case Row(text=text):
            return tuple(wrapped(text, size, width - label_place(block, width, ui).column))
        case TextLine(text, tag=tag):
            room, face = max(width - indent_of(block, ui), round(40 * ui)), face_of(block)
            lines = tuple(wrapped(text, size, room, face))
            # Beside the last line if there is room, else on a line of its own: no text is squeezed by its rule.
            fits = not tag or width_of(lines[-1], size, face) + _tag_width(tag, ui) <= room
            return lines if fits else (*lines, "")
        case _:
            return ()


def label_width(width: int, ui: float) -> int:
    """Return the width of the column of labels: never more than half, so that the text has room."""
    return min(round(_LABEL * ui), width // 2)


class LabelPlace(NamedTuple):
    """Where a label leaves room for what it stands before."""

    column: int
    """How far the text is set in."""
    is_above: bool = False
    """Whether the label has a line of its own."""


def label_place(block: Row | Gauge, width: int, ui: float) -> LabelPlace:
    """Place a label, of which nothing is ever cut away.

    range   5, long range to 10        in the column of labels
    front defence  12 soft             too long for it: a short text follows all the same, and so does any where
                                       the label takes little of a wide panel
    front defence                      else a longer one, or a bar, stands below; so does a bar with a long figure
        12 soft, in heavy woods …

    In a list, all texts that follow longer labels begin where that after the longest of them does.
    """
    if not block.label:
        return LabelPlace(0)
    size, air, column = round(TEXT * ui), round(6 * ui), label_width(width, ui)
    label = width_of(block.label, size)
    longest = max((label, *(width_of(other, size) for other in block.among))) + 2 * air
    if isinstance(block, Gauge):
        wide = max(longest - air, column)
        fits = wide + round(_BAR * ui) + figure_width(block, ui) <= width
        return LabelPlace(wide) if fits else LabelPlace(round(_INDENT * ui), True)
    if longest <= width * _NARROW:
        return LabelPlace(max(longest, column))
    if label <= column - air:
        return LabelPlace(column)
    for wide in (longest, label + 2 * air):
        if wide + width_of(block.text, size) <= width:
            return LabelPlace(wide)
    return LabelPlace(round(_INDENT * ui), True)


def figure_width(gauge: Gauge, ui: float) -> int:
    """Return the room for the figure beside a bar: that of the longest, for bars of a list must be to one scale."""
    size = round(TEXT * ui)
    return max(width_of(gauge.text, size, "bold"), width_of("99 % (119/120)", size, "bold")) + round(8 * ui)


def indent_of(block: TextLine, ui: float) -> int:
    """Return how far a line of a list is set in: with each step less, so that deep ones have room to write on.

    >>> [indent_of(TextLine("", depth=depth), 1.0) for depth in (0, 1, 2, 3, 6, 12)]
    [0, 14, 25, 33, 47, 56]
    """
    sign = SIGN if block.sign is not None else 0
    return round((sign + _INDENT * (1 - _LESS**block.depth) / (1 - _LESS)) * ui)


def _tag_width(tag: str, ui: float) -> int:
    """Return the room that a tag takes, with the air around it."""
    return width_of(tag, round(SMALL * ui)) + round(22 * ui)


@lru_cache(maxsize=8192)
def height_of(block: Block, width: int, ui: float) -> int:
    """Return how high a block is at a width."""
    match block:
        case Divider():
            return max(1, round(ui))
        case Gap(height):
            return round(height * ui)
        case Chart():
            return round(_CHART * ui)
        case Button():
            return _button_height(block, width, ui)
        case Buttons(buttons, columns):
            across = _across(width, columns, ui)
            rows = [buttons[n : n + columns] for n in range(0, len(buttons), columns)]
            tall = sum(max(_button_height(button, across, ui) for button in row) for row in rows)
            return tall + gap_of(ui) * max(len(rows) - 1, 0)
        case Gauge():
            above = line_height(size_of(block, ui)) if label_place(block, width, ui).is_above else 0
            return round(PRESS * 0.85 * ui) + above
        case Faces(faces):
            die, gap = round(DIE * ui), gap_of(ui)
            in_row = max(1, (width + gap) // (die + gap))
            return ceil(len(faces) / in_row) * (die + gap) - gap if faces else 0
        case Image():
            return image_size(block, width, ui)[1]
        case Swatches(swatches, columns):
            deep = ceil(len(swatches) / columns)
            return max(deep * (swatch_size(block, width, ui)[1] + gap_of(ui)) - gap_of(ui), 0)
        case Field():
            return round(PRESS * ui)
        case Columns():
            across = _column_width(block, width, ui)
            return max((_stacked(column, across, ui) for column in block.columns), default=0)
        case Row(source=source):
            lines = len(lines_of(block, width, ui)) + label_place(block, width, ui).is_above
            small = len(source_lines(block, width, ui)) if source else 0
            return line_height(size_of(block, ui)) * lines + line_height(round(SMALL * ui)) * small
        case _:
            return line_height(size_of(block, ui), face_of(block)) * len(lines_of(block, width, ui))


def guessed_height(block: Block, width: int, ui: float) -> int:
    """Return about how high a block is, without setting the letters of its text."""
    if not isinstance(block, TextLine):
        return height_of(block, width, ui)
    size, room = size_of(block, ui), max(width - indent_of(block, ui), round(40 * ui))
    return line_height(size, face_of(block)) * ceil(max(len(block.text) * size * _SLIM, 1) / room)


def _column_width(block: Columns, width: int, ui: float) -> int:
    count = max(len(block.columns), 1)
    return (width - round(_BETWEEN * ui) * (count - 1)) // count


def _stacked(blocks: Sequence[Block], width: int, ui: float) -> int:
    return sum(height_of(block, width, ui) for block in blocks) + gap_of(ui) * max(len(blocks) - 1, 0)


def in_columns(block: Columns, rect: pygame.Rect, ui: float) -> list[tuple[Block, pygame.Rect]]:
    """Return the blocks of columns, each with its place."""
    across, placed = _column_width(block, rect.width, ui), []
    for n, column in enumerate(block.columns):
        y = rect.top
        for inner in column:
            high = height_of(inner, across, ui)
            placed.append((inner, pygame.Rect(rect.left + n * (across + round(_BETWEEN * ui)), y, across, high)))
            y += high + gap_of(ui)
    return placed


def source_lines(row: Row, width: int, ui: float) -> list[str]:
    """Return the lines of the small print."""
    return wrapped(row.source, round(SMALL * ui), width - source_column(row, width, ui))


def source_column(row: Row, width: int, ui: float) -> int:
    """Return how far the small print is set in: below the text; if it is too long for that after a long label, less."""
    column = label_place(row, width, ui).column
    fits = column + width_of(row.source, round(SMALL * ui)) <= width
    return column if fits or column <= label_width(width, ui) else round(_INDENT * ui)


def gap_of(ui: float) -> int:
    """Return the air between two blocks."""
    return round(GAP * ui)


def _across(width: int, columns: int, ui: float) -> int:
    return (width - gap_of(ui) * (columns - 1)) // columns


def button_texts(button: Button, width: int, ui: float) -> list[str]:
    """Return the lines on a button, beside its key and its small print."""
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
    text = line_height(round(TEXT * ui)) * len(button_texts(button, width, ui)) + round(9 * ui)
    if button.refusal:
        text += line_height(round(SMALL * ui)) * len(refusal_lines(button, width, ui))
    return max(round(PRESS * ui), text)


def refusal_lines(button: Button, width: int, ui: float) -> list[str]:
    """Return the lines that say why a button cannot be pressed."""
    return wrapped(button.refusal, round(SMALL * ui), width - round(18 * ui))


def image_size(block: Image, width: int, ui: float) -> tuple[int, int]:
    """Return how large a picture is shown."""
    wide, high = block.surface.get_size()
    shrink = min(width / wide, block.height * ui / high)
    return max(1, round(wide * shrink)), max(1, round(high * shrink))


def swatch_size(block: Swatches, width: int, ui: float) -> tuple[int, int]:
    """Return how large a picture of a palette is with its name below."""
    across = _across(width, block.columns, ui)
    return across, round(across * 0.72) + line_height(round(SMALL * 0.86 * ui))


def swatches_placed(block: Swatches, rect: pygame.Rect, ui: float) -> list[tuple[Swatch, pygame.Rect]]:
    """Return the pictures of a palette with their places."""
    (across, high), gap = swatch_size(block, rect.width, ui), gap_of(ui)
    places = (divmod(n, block.columns) for n in range(len(block.swatches)))
    boxes = (
        pygame.Rect(rect.left + column * (across + gap), rect.top + row * (high + gap), across, high)
        for row, column in places
    )
    return list(zip(block.swatches, boxes, strict=True))


# -- what can be clicked ----------------------------------------------------------------------------------


def spots_of(block: Block, rect: pygame.Rect, ui: float) -> list[ClickArea]:
    """Return what can be clicked of a block that is drawn in a rectangle."""
    match block:
        case Button(do=do, refusal=refusal):
            return [ClickArea(rect, do, refusal)]
        case Buttons():
            return [ClickArea(box, button.do, button.refusal) for button, box in buttons_placed(block, rect, ui)]
        case TextLine(tag=tag, tag_do=tag_do):
            spots = [ClickArea(tag_rect(tag, rect, ui), tag_do)] if tag and tag_do else []
            return [*spots, ClickArea(rect, block.do)] if block.do else spots
        case Row(do=do) | SmallPrint(do=do) | Image(do=do) if do is not None:
            return [ClickArea(rect, do)]
        case Swatches():
            return [ClickArea(box, swatch.do) for swatch, box in swatches_placed(block, rect, ui)]
        case Field(do=do):
            return [ClickArea(rect, do)]
        case Columns():
            return [spot for inner, box in in_columns(block, rect, ui) for spot in spots_of(inner, box, ui)]
        case _:
            return []


def buttons_placed(block: Buttons, rect: pygame.Rect, ui: float) -> list[tuple[Button, pygame.Rect]]:
    """Return the buttons with their places; those of a row are as high as the highest."""
    across, gap, y, placed = _across(rect.width, block.columns, ui), gap_of(ui), rect.top, []
    for start in range(0, len(block.buttons), block.columns):
        row = block.buttons[start : start + block.columns]
        tall = max(_button_height(button, across, ui) for button in row)
        for n, button in enumerate(row):
            placed.append((button, pygame.Rect(rect.left + n * (across + gap), y, across, tall)))
        y += tall + gap
    return placed


def tag_rect(tag: str, rect: pygame.Rect, ui: float) -> pygame.Rect:
    """Return the place of a tag, at the right end of the last line."""
    wide, high = _tag_width(tag, ui) - round(8 * ui), line_height(round(SMALL * ui)) + round(2 * ui)
    return pygame.Rect(rect.right - wide, rect.bottom - high, wide, high)


# -- what can be read -------------------------------------------------------------------------------------


def text_at(block: Block, rect: pygame.Rect, ui: float, at: tuple[float, float]) -> str:
    """Return what is written under a pixel of a block that is drawn in a rectangle."""
    inner: list[tuple[Block, pygame.Rect]] = []
    match block:
        case Title(text) | SmallPrint(text) | TextLine(text) | Button(text):
            return text
        case Row(label, text) | Gauge(label, text=text):
            return f"{label} {text}"
        case Buttons():
            inner = [*buttons_placed(block, rect, ui)]
        case Columns():
            inner = in_columns(block, rect, ui)
    return next((text_at(part, box, ui, at) for part, box in inner if box.collidepoint(at)), "")
