"""Unpack the tiles of a layer that Tiled has saved as text: CSV, or base64, plain or compressed.

A few bytes of compressed zeros can stand for gigabytes, so never more is unpacked than the map has cells.
"""

from __future__ import annotations

import binascii
import sys
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from sim.files import counted, shown

_BYTES = 4
"""Bytes of one tile: a whole number without a sign, the lowest byte first."""
_SOUND = "data as Tiled saves it"
_LONGEST = 10
"""Digits of the largest tile number."""


class CannotUnpack(ValueError):
    """Tell what was found in place of the tiles of a layer, and what would be right."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(found, expected)
        self.found, self.expected = found, expected


def unpacked(text: str, encoding: object, compression: object, cells: int) -> list[int]:
    """Return the tile numbers of a layer of so many cells.

    >>> unpacked("1,2,\\n3,0", "csv", "", 4)
    [1, 2, 3, 0]
    >>> unpacked("AQAAAAIAAAA=", "base64", "", 2)
    [1, 2]
    """
    match encoding:
        case "csv":
            return _from_csv(text, cells)
        case "base64":
            return _from_base64(text, compression, cells)
    raise CannotUnpack(f"{shown(encoding)} data", "CSV, or base64")


def _from_csv(text: str, cells: int) -> list[int]:
    if text.count(",") != cells - 1:
        raise CannotUnpack(counted(text.count(",") + 1, "tile"), f"{cells} of them")
    numbers = [part.strip() for part in text.split(",")]
    wrong = next((part for part in numbers if not (len(part) <= _LONGEST and part.isdecimal())), None)
    if wrong is not None:
        raise CannotUnpack(shown(wrong), "a tile number")
    return [int(number) for number in numbers]


def _from_base64(text: str, compression: object, cells: int) -> list[int]:
    try:
        data = binascii.a2b_base64("".join(text.split()), strict_mode=True)
    except (binascii.Error, ValueError) as error:
        raise CannotUnpack(f"what is no base64 ({error})", "base64 data") from None
    if compression:
        if compression not in _COMPRESSIONS:
            raise CannotUnpack(f"the compression {shown(compression)}", "zlib, gzip or zstd, or none")
        data = _COMPRESSIONS[compression](data, cells * _BYTES)
    if len(data) != cells * _BYTES:
        size = f"more than {cells * _BYTES}" if len(data) > cells * _BYTES else str(len(data))
        raise CannotUnpack(f"{size} bytes of tiles", f"{cells * _BYTES}, four for each of {cells} cells")
    tiles: list[int] = np.frombuffer(data, dtype="<u4").tolist()
    return tiles


def _inflated(bits: int) -> Callable[[bytes, int], bytes]:
    """Return what unpacks zlib (15 bits of window) or gzip (the same and 16)."""

    def inflate(data: bytes, most: int) -> bytes:
        unpacker = zlib.decompressobj(bits)
        try:
            tiles = unpacker.decompress(data, most + 1)
        except zlib.error as error:
            raise CannotUnpack(f"damaged data ({error})", _SOUND) from None
        return _whole(tiles, unpacker.eof, most)

    return inflate


def _from_zstd(data: bytes, most: int) -> bytes:
    zstd = _zstd()
    unpacker = zstd.ZstdDecompressor()
    try:
        tiles = unpacker.decompress(data, most + 1)
    except zstd.ZstdError as error:
        raise CannotUnpack(f"damaged data ({error})", _SOUND) from None
    return _whole(tiles, unpacker.eof, most)


def _whole(tiles: bytes, is_at_end: bool, most: int) -> bytes:
    """Return what was unpacked, unless the data breaks off. What is too long is told by whoever counts it."""
    if not is_at_end and len(tiles) <= most:
        raise CannotUnpack("data that breaks off", _SOUND)
    return tiles


def _zstd() -> Any:
    """Return what unpacks Zstandard: part of Python from 3.14 on, and before that the same from a package."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


_COMPRESSIONS: dict[object, Callable[[bytes, int], bytes]] = {
    "zlib": _inflated(zlib.MAX_WBITS),
    "gzip": _inflated(zlib.MAX_WBITS | 16),
    "zstd": _from_zstd,
}
