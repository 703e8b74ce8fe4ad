"""PNG files."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue, or these and how solid it is."""
_KINDS = {3: 2, 4: 6}
"""What the head of a file calls pixels of three and of four numbers."""


def png(pixels: Pixels) -> bytes:
    """Return the bytes of a file with a picture."""
    high, wide, numbers = pixels.shape
    # Each row stands after a 0, which says "not filtered".
    rows = np.hstack([np.zeros((high, 1), dtype=np.uint8), pixels.reshape(high, -1)])
    head = struct.pack(">IIBBBBB", wide, high, 8, _KINDS[numbers], 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
