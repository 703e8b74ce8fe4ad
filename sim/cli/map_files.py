"""Read the map file that a command was given, and write what it makes: all of it or nothing."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sim.board.battlemap import BattleMap


def loaded(path: Path) -> BattleMap:
    """Read a map of any kind; what is plainly something else is named rather than taken for a broken map."""
    from sim.board.any_map import load_any_map
    from sim.files import FileMistakes

    try:
        return load_any_map(path)
    except FileMistakes:
        _name_another_kind(path)
        raise


def _name_another_kind(path: Path) -> None:
    """Say so if a file is none of a map: fifty mistakes of a scenario that was taken for one help nobody."""
    from sim.files import FileLocation, FileMistakes
    from sim.scenario.file_kinds import kind_of

    try:
        kind = kind_of(path)
    except (OSError, FileMistakes):
        return
    if kind != "map":
        raise FileMistakes([FileLocation(str(path)).mistake(f"a {kind}", "a map")]) from None


def size_text(battle_map: BattleMap) -> str:
    """Say how large a map is, as in "18 by 14 squares"."""
    plural = "es" if battle_map.grid.kind == "hex" else "s"
    return f"{battle_map.width} by {battle_map.height} {battle_map.grid.kind}{plural}"


def read_picture(context: click.Context, option: click.Parameter, file: Path | None) -> Path | None:
    """Take the name of a picture: a PNG file under another ending would be opened by nothing that goes by endings."""
    if file is not None and file.suffix.lower() != ".png":
        raise click.BadParameter(f"'{file}' does not end in .png")
    return file


def check_targets(paths: Iterable[Path], force: bool) -> None:
    """Refuse what stands in the way before anything is written."""
    for path in paths:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(path))
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "is not a regular file", str(path))
        if path.exists() and not force:
            raise FileExistsError(errno.EEXIST, "exists already; --force overwrites it", str(path))


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write several files in this order; if one cannot be written, put back what stood in place of those before it."""
    from sim.files import write_atomically

    before = {path: path.read_bytes() if path.is_file() else None for path in files}
    written: list[Path] = []
    try:
        for path, data in files.items():
            written.append(path)
            write_atomically(path, data)
    except BaseException:
        # The last one is among them: whoever stops us may do so just after it was written.
        for path in written:
            with suppress(OSError):
                _put_back(path, before[path])
        raise


def _put_back(path: Path, data: bytes | None) -> None:
    from sim.files import write_atomically

    if data is None:
        if path.is_file():
            path.unlink()
    elif path.read_bytes() != data:
        write_atomically(path, data)
