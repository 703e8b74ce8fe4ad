"""PNG files, packed a strip of the picture at a time: a large window would stand still for half a second."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sim.files.steps import Steps

Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue, or these and how solid it is."""
_KINDS = {3: 2, 4: 6}
"""What the head of a file calls pixels of three and of four numbers."""


def png_steps(size: tuple[int, int], strips: Iterable[Pixels]) -> Steps[bytes]:
    """Return the bytes of a file with a picture whose strips come from the top down, one packed in each step."""
    packer, packed, numbers = zlib.compressobj(), [], 3
    for strip in strips:
        numbers = strip.shape[2]
        # Each row stands after a 0, which says "not filtered".
        rows = np.hstack([np.zeros((len(strip), 1), dtype=np.uint8), strip.reshape(len(strip), -1)])
        packed.append(packer.compress(rows.tobytes()))
        yield
    packed.append(packer.flush())
    head = struct.pack(">IIBBBBB", *size, 8, _KINDS[numbers], 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", b"".join(packed)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
