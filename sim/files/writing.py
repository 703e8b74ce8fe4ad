"""Write a file so that a crash leaves either the old one or the new one, never half of one."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], data: bytes, keep_previous: bool = False) -> None:
    """Put `data` at `path` in one step.

    The data goes to a temporary file in the same folder, because only within one file system is the
    replacing a single step; it is forced to the disk before the name changes, and the name after. With
    `keep_previous` the file that stood there is kept under the same name plus `.bak`. A link is followed:
    the file it leads to is replaced, and the link stays.
    """
    target = Path(os.path.realpath(path))
    if keep_previous and target.is_file():
        # Copied, not renamed: a crash in between must not leave the name empty.
        write_atomically(target.with_name(target.name + ".bak"), target.read_bytes())
    # Not `tempfile`: its files are closed to other readers, and the replaced file would be as well.
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _force_folder(target.parent)


def _force_folder(folder: Path) -> None:
    """Force the new name to the disk, where the system can: Windows opens no folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
