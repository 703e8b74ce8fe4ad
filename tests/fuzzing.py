"""Ways to spoil a file that somebody shares, and a search for files on which a loader fails."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from sim.files import FileMistakes

Load = Callable[[bytes], object]
Mangle = Callable[[Random], bytes]


def mangled_lines(lines: Sequence[str], fragments: Sequence[str], random: Random) -> list[str]:
    """Return lines of which some were dropped, doubled, moved or replaced."""
    mangled = list(lines)
    for _ in range(random.randint(1, 5)):
        place = random.randrange(len(mangled))
        match random.randrange(5):
            case 0:
                del mangled[place : place + random.randint(1, 6)]
            case 1:
                mangled.insert(random.randrange(len(mangled)), mangled[place])
            case 2:
                mangled[place] = random.choice(fragments)
            case 3:
                mangled.insert(place, random.choice(fragments))
            case 4:
                other = random.randrange(len(mangled))
                mangled[place], mangled[other] = mangled[other], mangled[place]
        mangled = mangled or list(lines)
    return mangled


def spoilt_bytes(text: str, random: Random) -> bytes:
    """Return a text as bytes, perhaps with a few of them changed, or its end cut off."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        data[random.randrange(len(data))] = random.randrange(256)
    if random.random() < 0.1:
        del data[random.randrange(len(data)) :]
    return bytes(data)


VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 10**6, 10**30, 1.5, 1e18, "", "A1", "Z99", "@A1", "@", "@Z99", "ames", "é\n"),
    *("D6", "D0", "D9999", "\x1b[31m", "\ud800", "1/0", "Stepped", "record", "position", "solo", "human"),
    *([], {}, [[]], [None], {"": 0}, {"x": 1}, {"event": "Stepped"}, {"note": "Tried"}, {"intent": "Done"}),
    *([1, 2, 3], ["A1", "B2"], {"note": "Selection", "candidates": 3}),
)


def altered(data: Any, random: Random) -> Any:
    """Return JSON data with one value, somewhere inside, dropped or replaced."""
    if isinstance(data, dict) and data and random.random() < 0.9:
        key = random.choice(sorted(data))
        match random.randrange(8):
            case 0:
                return {other: value for other, value in data.items() if other != key}
            case 1:
                return {**data, random.choice(("x", key + "s", "")): data[key]}
            case _:
                return {**data, key: altered(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.9:
        place = random.randrange(len(data))
        match random.randrange(8):
            case 0:
                return data[:place] + data[place + 1 :]
            case 1:
                return [*data, data[place]]
            case _:
                return [*data[:place], altered(data[place], random), *data[place + 1 :]]
    return random.choice(VALUES)


def is_sound(load: Load, data: bytes) -> bool:
    """Say whether bytes can be loaded; mistakes that can be printed are the only other ending."""
    try:
        load(data)
    except FileMistakes as mistakes:
        assert all(str(mistake).isprintable() for mistake in mistakes.mistakes)
        return False
    return True


def search(mangle: Mangle, load: Load) -> None:
    """Load mangled files for as long as `SANDTABLE_FUZZ_SECONDS` says, 600 if it says nothing; none may take long."""
    random = Random()
    end = time.monotonic() + float(os.environ.get("SANDTABLE_FUZZ_SECONDS", "600"))
    while time.monotonic() < end:
        seed = random.getrandbits(64)
        start = time.process_time()
        try:
            is_sound(load, mangle(Random(seed)))
        except Exception as error:
            raise AssertionError(f"{mangle.__name__}(Random({seed})) is not refused properly") from error
        assert time.process_time() - start < 5, f"{mangle.__name__}(Random({seed})) takes too long"
