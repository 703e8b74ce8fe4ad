"""Write a file so that a crash leaves either the old one or the new one, never half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], data: bytes, keep_previous: bool = False) -> None:
    """Put `data` at `path` in one step.

    The data goes to a temporary file in the same folder, because only within one file system is the
    replacing a single step; it is forced to the disk before the name changes, and the name after. With
    `keep_previous` the file that stood there is kept under the same name plus `.bak`. A link is followed:
    the file it leads to is replaced, and the link stays. What the system refuses is an `OSError` that names
    `path` as it was given: the temporary file is nobody's business.
    """
    target = Path(os.path.realpath(path))
    if keep_previous and target.is_file():
        # Copied, not renamed: a crash in between must not leave the name empty.
        write_atomically(target.with_name(target.name + ".bak"), target.read_bytes())
    # Not `tempfile`: its files are closed to other readers, and the replaced file would be as well.
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}.tmp")
    try:
        _check_target(target)
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, _reason(error, Path(path), target), os.fspath(path)) from error
        raise
    _force_folder(target.parent)


def _check_target(target: Path) -> None:
    """Refuse to replace what is no file: a pipe or a device would be gone, and a folder cannot be."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder")
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "is not a regular file")


def _reason(error: OSError, path: Path, target: Path) -> str:
    """Say why a file could not be written; the system's own words leave open which part of the path they mean."""
    folder = path.parent if path.parent.resolve() == target.parent else target.parent
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR if not target.parent.exists():
            return f"there is no folder '{folder}'"
        case errno.ENOENT | errno.ENOTDIR if not target.parent.is_dir():
            return f"'{folder}' is not a folder"
        case errno.EACCES | errno.EPERM:
            return f"no permission to write into the folder '{folder}'"
        case _:
            return error.strerror or str(error)


def _force_folder(folder: Path) -> None:
    """Force the new name to the disk, where the system can: Windows opens no folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
