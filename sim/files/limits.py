"""How large a file from a stranger may be in every direction in which it can grow.

A file can be small in bytes and still exhaust time or memory: by nesting, by very many tiny tables, by one
very long number. Each field here stops one such way; the figures come from measuring the worst file that
passes, which must load within two seconds and 256 MiB.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FileLimits:
    """Bounds of one document.

    - `size`: bytes of the file, and characters of its text.
    - `depth`: tables and arrays within each other at any one value.
    - `values`: keys, parts of dotted keys and items of arrays together.
    - `tables`: tables alone. They are counted apart because each can miss a dozen keys, and each of those
      is a mistake to be remembered.
    """

    size: int
    depth: int
    values: int
    tables: int


TOML_LIMITS = FileLimits(size=1 << 20, depth=16, values=60_000, tables=20_000)
"""For files that people write. The parser is plain Python: four times as much takes over two seconds."""

JSON_LIMITS = FileLimits(size=4 << 20, depth=32, values=250_000, tables=20_000)
"""For files that programs write. A map of 150 by 150 cells in ten layers fits."""
