"""Animated GIFs: a battle, or a piece of one, as a film that any browser shows.

A GIF has at most 256 colours to a picture and keeps time in hundredths of a second. A picture here holds only what has
changed since the one before; one that changes nothing makes the one before last longer::

    surface -> copied -> in few colours, those of before while they serve -> what has changed -> packed

Pillow picks the colours and packs the pictures, each as a GIF of its own, and the film is put together from those:
Pillow's own films keep all pictures in memory.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray
from PIL import Image

from sim.files import write_atomically
from sim.view.board.render import PictureTooLarge

MOST_BYTES = 256 << 20
"""Where a film is given up: nobody could show it, and it is kept in memory until it is done."""
_COLOURS = 255
"""One less than there could be: the last number means that a pixel stays as it was."""
_SAME = _COLOURS
_SHORTEST, _LONGEST = 2, 65_535
"""Hundredths of a second. Browsers take anything shorter for a slip, and show it for a tenth."""
_SPARSE = 3
"""Every how manieth pixel is looked at, across and down, to pick colours."""
_FAR, _FEW = 40, 4
"""A pixel whose colour is off by more is wrong; so many more wrong ones than usual may be, of those looked at."""

_Words = NDArray[np.uint32]
"""Pixels as numbers, red in the lowest byte: quick to compare."""
_Numbers = NDArray[np.uint8]
"""Pixels as numbers of colours."""


def write_gif(path: str | os.PathLike[str], frames: Iterable[pygame.Surface], seconds: Sequence[float]) -> int:
    """Write pictures of one size as an animated GIF that starts over at its end, and return how many are in it.

    `seconds` says how long each picture stays. A picture is taken from `frames` when its turn has come and copied at
    once, so they may all be the same surface, drawn on anew each time. The file appears whole, at the end. Needs no
    window and no display.
    """
    shown: list[_Shown] = []
    before: _Words | None = None
    palette: _Palette | None = None
    for surface, stays in zip(frames, seconds, strict=True):
        pixels = _pixels(surface)
        changed = None if before is None else _changed(before, pixels)
        if changed is not None and not changed.any():
            shown[-1] = _Shown(shown[-1].packed, shown[-1].seconds + stays)
            continue
        numbers, palette = _numbered(pixels, changed, palette)
        shown.append(_Shown(_packed(numbers, changed, palette), stays))
        _check_size(shown)
        before = pixels
    assert before is not None, "a film needs at least one picture"
    high, wide = before.shape
    write_atomically(path, b"".join(_film(shown, (wide, high))))
    return len(shown)


def _pixels(surface: pygame.Surface) -> _Words:
    """Return a copy of a picture."""
    wide, high = surface.get_size()
    data = pygame.image.tobytes(surface, "RGBX")
    return np.frombuffer(data, dtype="<u4").reshape(high, wide) & np.uint32(0xFFFFFF)


# -- colours ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Palette:
    """The colours of a picture: as Pillow wants them to find the nearest, and as an array."""

    image: Image.Image
    colours: NDArray[np.int16]
    wrong: float
    """The share of wrong pixels in the picture that they were picked for."""

    @property
    def table(self) -> bytes:
        return self.colours.astype(np.uint8).tobytes()


def _numbered(pixels: _Words, changed: NDArray[np.bool_] | None, palette: _Palette | None) -> tuple[_Numbers, _Palette]:
    """Return a picture in numbers of colours, with the colours; those of the picture before if they still serve.

    Colours take a moment to pick, and new ones are needed only if the picture brings some, as with a counter unlike
    any other before.
    """
    if palette is not None and changed is not None:
        numbers = _nearest(pixels, palette)
        if _serves(palette, pixels, numbers, changed):
            return numbers, palette
    colours = _picked(pixels)
    image = Image.new("P", (1, 1))
    image.putpalette(colours.astype(np.uint8).tobytes())
    numbers = _nearest(pixels, _Palette(image, colours, 0.0))
    return numbers, _Palette(image, colours, float(_wrong(colours, pixels, numbers).mean()))


def _picked(pixels: _Words) -> NDArray[np.int16]:
    """Pick the colours for a picture.

    Each shade counts with the root of its pixels: a plain count would give every colour to the grass, and none to a
    counter that stands on it. An octree, because the median cut mixes the counter with what is nearest.
    """
    sparse = pixels[::_SPARSE, ::_SPARSE].ravel()
    _, first, count = np.unique(sparse & np.uint32(0xF8F8F8), return_index=True, return_counts=True)
    chosen = np.repeat(sparse[first], np.ceil(np.sqrt(count)).astype(np.intp))
    found = _image(chosen[None, :]).quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    table = np.array(found.getpalette() or [0, 0, 0], dtype=np.int16).reshape(-1, 3)[:_COLOURS]
    return np.concatenate([table, np.repeat(table[-1:], _COLOURS + 1 - len(table), axis=0)])


def _nearest(pixels: _Words, palette: _Palette) -> _Numbers:
    """Return for each pixel the number of the nearest colour. No dithering: it would crawl, and pack badly."""
    numbers = np.array(_image(pixels).quantize(palette=palette.image, dither=Image.Dither.NONE), dtype=np.uint8)
    return np.minimum(numbers, np.uint8(_COLOURS - 1))  # the one after the last colour repeats it


def _serves(palette: _Palette, pixels: _Words, numbers: _Numbers, changed: NDArray[np.bool_]) -> bool:
    """Say whether what has changed is shown as well as the picture that the colours were picked for."""
    sparse = changed[::_SPARSE, ::_SPARSE]
    wrong = int((_wrong(palette.colours, pixels, numbers) & sparse).sum())
    return wrong <= 2 * palette.wrong * int(sparse.sum()) + _FEW


def _wrong(colours: NDArray[np.int16], pixels: _Words, numbers: _Numbers) -> NDArray[np.bool_]:
    """Return which pixels, of those looked at, have a colour that is plainly another."""
    sparse = pixels[::_SPARSE, ::_SPARSE]
    wanted = np.stack([sparse & 255, sparse >> 8 & 255, sparse >> 16], axis=-1).astype(np.int16)
    off: NDArray[np.int16] = np.abs(colours[numbers[::_SPARSE, ::_SPARSE]] - wanted).max(axis=-1)
    return off > _FAR


def _image(pixels: _Words) -> Image.Image:
    size = (pixels.shape[1], pixels.shape[0])
    return Image.frombytes("RGB", size, pixels.astype("<u4").tobytes(), "raw", "RGBX")


# -- packing ---------------------------------------------------------------------------------------------


class _Shown(NamedTuple):
    """A picture of the film, packed, and how long it stays."""

    packed: bytes
    seconds: float


def _changed(before: _Words, pixels: _Words) -> NDArray[np.bool_]:
    changed: NDArray[np.bool_] = before != pixels
    return changed


def _packed(numbers: _Numbers, changed: NDArray[np.bool_] | None, palette: _Palette) -> bytes:
    """Return a picture as a block of a GIF: the rectangle that holds all changes, unchanged pixels left out."""
    left, top, right, bottom = 0, 0, numbers.shape[1], numbers.shape[0]
    if changed is not None:
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        left, top, right, bottom = (int(end) for end in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))
        part = (slice(top, bottom), slice(left, right))
        numbers = np.where(changed[part], numbers[part], np.uint8(_SAME))
    size = (right - left, bottom - top)
    place = struct.pack("<cHHHHB", b",", left, top, *size, 0x80 | 7)  # with 256 colours of its own
    return place + palette.table + _pixel_data(numbers, size, palette.table)


def _pixel_data(numbers: _Numbers, size: tuple[int, int], table: bytes) -> bytes:
    """Have Pillow write one picture as a GIF, and take the packed pixels out of it."""
    image = Image.frombytes("P", size, np.ascontiguousarray(numbers).tobytes())
    image.putpalette(table)
    buffer = BytesIO()
    image.save(buffer, "GIF", optimize=False, interlace=0)
    data = buffer.getvalue()
    at = 13 + _table_length(data[10])
    while data[at] == 0x21:  # an extension: two bytes, then blocks that each begin with their length, the last 0
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return data[at + 10 + _table_length(data[at + 9]) : -1]


def _table_length(flags: int) -> int:
    """Return how many bytes the table of colours has, from the flags before it."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _check_size(shown: Sequence[_Shown]) -> None:
    if sum(len(picture.packed) for picture in shown) > MOST_BYTES:
        raise PictureTooLarge(
            f"a film of {len(shown)} pictures is larger than {MOST_BYTES >> 20} MiB; "
            "fewer or smaller pictures would fit"
        )


def _film(shown: Sequence[_Shown], size: tuple[int, int]) -> Iterator[bytes]:
    """Return the parts of the file: its head, the order to start over, each picture with its time, the end."""
    yield b"GIF89a" + struct.pack("<HHBBB", *size, 0x70, 0, 0)
    yield b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    for n, (picture, time) in enumerate(zip(shown, _hundredths(shown), strict=True)):
        # Each stays where it is when the next is drawn over it; from the second on, one number means "as before".
        yield struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 1 << 2 | (n > 0), time, _SAME if n else 0, 0)
        yield picture.packed
    yield b"\x3b"


def _hundredths(shown: Sequence[_Shown]) -> Iterator[int]:
    """Return how long each picture stays; what rounding takes from one it gives to the next.

    >>> list(_hundredths([_Shown(b"", 1 / 3)] * 3))
    [33, 34, 33]
    """
    due = spent = 0.0
    for picture in shown:
        due += picture.seconds * 100
        time = min(max(round(due - spent), _SHORTEST), _LONGEST)
        spent += time
        yield time
