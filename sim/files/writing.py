"""Write a file so that a crash leaves either the old one or the new one, never half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
from pathlib import Path

_STRAY = re.compile(r".\.[0-9a-f]{16}\.tmp\Z")
_LOCKS = sys.platform != "win32"
"""Whether a file that is open can be locked, removed and replaced."""
_OLD, _NEW = 24 * 3600, 60
"""Seconds."""


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
    temporary = _temporary(target)
    try:
        _check_target(target)
        while not _written(temporary, target, data):
            temporary = _temporary(target)
        if not _LOCKS:
            temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, _reason(error, Path(path), target), os.fspath(path)) from error
        raise
    _force_folder(target.parent)


def _temporary(target: Path) -> Path:
    # Not `tempfile`: its files are closed to other readers, and the replaced file would be as well.
    return target.with_name(f"{_before_the_digits(target.name)}{os.urandom(8).hex()}.tmp")


def _before_the_digits(name: str) -> str:
    return f".{name[:100]}."


def _written(temporary: Path, target: Path, data: bytes) -> bool:
    """Write the temporary file, and where it can be replaced while it is open, put it in its place.

    It is locked for as long as it is there, by which others see that it is no stray. Say whether that succeeded: in the
    moment before it is locked it looks like one.
    """
    with temporary.open("xb") as file:
        if not _is_ours(file.fileno()):
            return False
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        if _LOCKS:
            temporary.replace(target)
    return True


def _is_ours(file: int) -> bool:
    """Lock a file that is still there; where the system locks nothing, it is ours anyway."""
    try:
        return _lock(file) and os.fstat(file).st_nlink > 0
    except OSError:
        return True


def _lock(file: int) -> bool:
    """Lock a file; say whether nobody else had. The lock goes with whoever holds it, however that ends."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def remove_strays(folder: Path, name: str | None = None) -> None:
    """Remove the temporary files in a folder whose writers are dead; with a name, those of that file alone.

    A writer that is alive has its file locked, or where the system knows no such locks, open: then the system does not
    remove it, and for the moment between closing and replacing, one that is new is left alone. So is one of which the
    file system cannot tell, until it is old.
    """
    beginning = "." if name is None else _before_the_digits(name)
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(beginning) and _STRAY.search(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_stray(Path(entry))


def _remove_stray(file: Path) -> None:
    age = time.time() - file.stat().st_mtime
    if not _LOCKS:
        if age > _NEW:
            file.unlink()
        return
    with file.open("r+b") as stray:
        if age > _OLD or _lock(stray.fileno()):
            file.unlink()


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
