"""The checksum of a save, by which a flipped bit is found wherever it is.

It stands last in the header and is that of the file as it would be without it::

    {"sandtable":"record", … ,"checksum":"8a54…"}

Much of a save could be wrong without anybody noticing: the texts of scenario and map, a name, an order that is allowed
as well. A save without a checksum is of an earlier release, or was edited by somebody who left it out; it loads, and is
checked as records are, by what follows from what.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from sim.files import FileLocation, FileMistakes

_MARK = re.compile(rb',"checksum":"([^"\n]*)"\}(?=\r?\n)')


def with_checksum(text: bytes) -> bytes:
    """Return a record with its checksum.

    >>> with_checksum(b'{"sandtable":"record"}\\n')
    b'{"sandtable":"record","checksum":"b9b2a7b9f0a09d571e659d8f88fa6a86"}\\n'
    """
    header, end, rest = text.partition(b"\n")
    return b"".join((header[:-1], b',"checksum":"', _sum(text), b'"}', end, rest))


def without_checksum(data: bytes, file: str) -> bytes:
    """Return a record without its checksum, if it has one; refuse one that does not agree with it."""
    header, end, rest = data.partition(b"\n")
    found = _MARK.search(header + end)
    if found is None or not header.rstrip(b"\r").endswith(found[0]):
        return data
    text = b"".join((header[: found.start()], b"}", header[found.end() :], end, rest))
    if _sum(text) != found[1]:
        told = "the file does not agree with its checksum: it is damaged, or was edited after it was written"
        raise FileMistakes([FileLocation(file, 1).mistake("", told)])
    return text


def _sum(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).hexdigest().encode()
