"""Read JSON lines: one value on each line, as in the record of a battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sim.files.document import FileLimits
from sim.files.json_document import parse_json
from sim.files.mistakes import FileLocation, FileMistakes

LINE_LIMITS = FileLimits(size=1 << 20, depth=64, values=100_000, tables=20_000)
"""For one line. The notes of the busiest decision take about a tenth of it."""


def lines_of(text: str, file: str, most: int) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line. The last must be whole: a file that breaks off has lost its end."""
    lines = text.split("\n")
    if len(lines) > most:
        raise FileMistakes([FileLocation(file).mistake(f"{len(lines)} lines", f"at most {most}")])
    if lines[-1]:
        raise FileMistakes(
            [FileLocation(file, len(lines)).mistake("a line that breaks off", "a line end", "is it damaged?")]
        )
    yield from enumerate(lines[:-1], start=1)


def parse_line(text: str, file: str, line: int) -> Any:
    """Return the value on one line.

    Most lines go the short way, through the parser alone: a record has thousands. Whatever could hold something that
    `parse_json` refuses goes through that.
    """
    import json  # here, because most commands read no JSON

    if len(text) < 1 << 17 and "\\u" not in text and "NaN" not in text and "Infinity" not in text:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass  # `parse_json` knows how to say what is wrong.
    try:
        return parse_json(text, file, LINE_LIMITS).data
    except FileMistakes as wrong:
        raise FileMistakes(replace(mistake, line=line) for mistake in wrong.mistakes) from None
