"""Blocks: what panels are put together from. Frozen values, so that a panel that is equal looks the same.

A block that can be clicked carries a `Do`: the name of something that the screen can do, and what it is given. A mouse,
the keyboard and a test all find the same values, and none of them needs to know where anything is drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from sim.view.blocks.sight_profile import SightProfile

if TYPE_CHECKING:  # blocks are made where there is no window, too
    import pygame

Tone = Literal["ink", "faint", "accent", "good", "bad"]


@dataclass(frozen=True)
class Do:
    """Something that a screen can do: the name of its method, and what that is given."""

    name: str
    args: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class Title:
    """The first line of a panel or of a part of it."""

    text: str


@dataclass(frozen=True)
class Row:
    """A label and what there is to say; the source, in small print, says where that comes from."""

    label: str
    text: str
    tone: Tone = "ink"
    source: str = ""
    do: Do | None = None
    among: tuple[str, ...] = ()
    """The labels of the list that it stands in: what is said then begins in one line (`in_line`)."""


@dataclass(frozen=True)
class SmallPrint:
    """A line of small print."""

    text: str
    tone: Tone = "faint"
    do: Do | None = None


@dataclass(frozen=True)
class Sign:
    """A small sign before a line: its colour, that of its edge, and its corners about the middle, one away from it."""

    colour: tuple[int, int, int]
    edge: tuple[int, int, int]
    corners: tuple[tuple[float, float], ...]


NO_SIGN = Sign((0, 0, 0), (0, 0, 0), ())
"""In the place of one, among lines that have signs."""


@dataclass(frozen=True)
class TextLine:
    """A line of a list: of a log, of reasons. It may lie deeper than the one before, and may be clicked."""

    text: str
    tone: Tone = "ink"
    depth: int = 0
    do: Do | None = None
    chosen: bool = False
    """Where the reader is now."""
    tag: str = ""
    """A word in a frame at the end: the id of a rule."""
    tag_do: Do | None = None
    bold: bool = False
    sign: Sign | None = None
    """Whose line it is."""


@dataclass(frozen=True)
class Divider:
    """A thin line between two parts."""


@dataclass(frozen=True)
class Gap:
    """Air, in pixels at scale 1."""

    height: int = 8


@dataclass(frozen=True)
class Chart:
    """A profile of a line of sight."""

    profile: SightProfile


@dataclass(frozen=True)
class Button:
    """Something to press. One that cannot be pressed now says why."""

    text: str
    do: Do
    key: str = ""
    """The key that does the same, as it is written on the keyboard."""
    refusal: str = ""
    chosen: bool = False
    note: str = ""
    """Small print at the right: what it costs."""


@dataclass(frozen=True)
class Buttons:
    """Several buttons side by side, in rows of at most `columns`."""

    buttons: tuple[Button, ...]
    columns: int = 4


@dataclass(frozen=True)
class Gauge:
    """How likely or how far, as a bar with its figure."""

    label: str
    share: float
    text: str
    tone: Tone = "accent"
    among: tuple[str, ...] = ()
    """The labels of the list that it stands in."""


@dataclass(frozen=True)
class Faces:
    """Dice as they lie: their faces, and which of them were good enough."""

    faces: tuple[int, ...]
    sides: int = 6
    good: bool | None = None


@dataclass(frozen=True)
class Image:
    """A picture, scaled down to the width of the panel if it is wider."""

    surface: pygame.Surface
    height: int
    """The most it may take, in pixels at scale 1."""
    do: Do | None = None


@dataclass(frozen=True)
class Swatch:
    """A picture that is chosen from a palette, with its name below."""

    surface: pygame.Surface
    text: str
    do: Do
    chosen: bool = False


@dataclass(frozen=True)
class Swatches:
    """A palette: pictures side by side, in rows of so many."""

    swatches: tuple[Swatch, ...]
    columns: int = 4


@dataclass(frozen=True)
class Field:
    """Something that is typed."""

    label: str
    text: str
    do: Do
    focused: bool = False
    marked: bool = False
    """Whether all of it is marked, to be replaced or copied."""


@dataclass(frozen=True)
class Columns:
    """Blocks in columns of the same width, side by side."""

    columns: tuple[tuple[Block, ...], ...]


Block = (
    Title
    | Row
    | SmallPrint
    | TextLine
    | Divider
    | Gap
    | Chart
    | Button
    | Buttons
    | Gauge
    | Faces
    | Image
    | Swatches
    | Field
    | Columns
)

Labelled = TypeVar("Labelled", Row, Gauge)


def in_line(rows: Iterable[Labelled]) -> list[Labelled]:
    """Return rows or bars of one list, so that what they say begins in one line.

    >>> [row.among for row in in_line((Row("The town", "0"), Row("The Hatchers", "2")))]
    [('The town', 'The Hatchers'), ('The town', 'The Hatchers')]
    """
    listed = list(rows)
    labels = tuple(dict.fromkeys(row.label for row in listed))
    return [replace(row, among=labels) for row in listed]
