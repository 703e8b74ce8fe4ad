"""Read a file of bounded size as text, and name what makes it unreadable."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from sim.files.mistakes import FileLocation, FileMistakes

READ_LIMIT = 4 << 20
"""The most bytes that are read where nobody says otherwise."""

# UTF-32 comes first because its little-endian mark begins with that of UTF-16.
_OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def read_bytes(path: str | os.PathLike[str], limit: int = READ_LIMIT) -> bytes:
    """Read at most `limit` bytes, and refuse a file that holds more.

    The size is asked first, so that a large file costs nothing, and watched while reading, because a pipe
    or a device has no size to ask. A file that is missing, a folder or forbidden stays an `OSError`.
    """
    name = os.fspath(path)
    if "\0" in name:
        raise FileNotFoundError(errno.ENOENT, "no file name holds a NUL", name)
    if Path(name).is_dir():
        # Windows would call this a lack of permission.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    with Path(name).open("rb") as file:
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode) and status.st_size > limit:
            raise _too_large(name, f"{status.st_size} bytes", limit)
        try:
            data = file.read(limit + 1)
        except OSError as error:
            # Unlike opening, reading does not know what it reads from.
            raise OSError(error.errno, error.strerror, name) from None
    if len(data) > limit:
        raise _too_large(name, f"more than {limit} bytes", limit)
    return data


def read_text(path: str | os.PathLike[str], *, limit: int = READ_LIMIT) -> str:
    """Read a UTF-8 file of at most `limit` bytes."""
    return decoded(read_bytes(path, limit), os.fspath(path))


def decoded(data: bytes, file: str) -> str:
    r"""Turn the bytes of a file into text, or say which byte is not UTF-8.

    The mark that some editors put before UTF-8 is dropped; a NUL is refused because no file of ours has
    one and much that reads text stops at it. `file` is the name that a mistake gives.

    >>> decoded(b"\xef\xbb\xbfname", "x.toml")
    'name'
    >>> decoded(b"name = 'Ren\xe9'", "x.toml")
    Traceback (most recent call last):
    sim.files.mistakes.FileMistakes: x.toml:1: byte 12: found 0xe9, expected UTF-8 text
    """
    for mark, encoding in _OTHER_MARKS:
        if data.startswith(mark):
            raise FileMistakes([FileLocation(file, 1).mistake(f"{encoding} text", "UTF-8 text", "save it as UTF-8")])
    nul = data.find(b"\0")
    if nul >= 0:
        raise FileMistakes([_spot_of_byte(file, data, nul).mistake("a NUL byte", "UTF-8 text without it")])
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        found = f"0x{data[fault.start]:02x}"
        raise FileMistakes([_spot_of_byte(file, data, fault.start).mistake(found, "UTF-8 text")]) from None


def _spot_of_byte(file: str, data: bytes, place: int) -> FileLocation:
    line_start = data.rfind(b"\n", 0, place) + 1
    return FileLocation(file, data.count(b"\n", 0, place) + 1, f"byte {place - line_start + 1}")


def _too_large(file: str, found: str, limit: int) -> FileMistakes:
    return FileMistakes([FileLocation(file).mistake(found, f"at most {limit} bytes")])
