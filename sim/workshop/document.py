"""A map that is being drawn: its file, what was done to it, and what is kept of it if everything stops.

do, undo, redo     the map as it is now, with the list of changes behind it and before it
save               into the file, in one step, unless somebody else has changed it meanwhile
keep               a draft beside the user's data, after every stroke: what a crash leaves
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sim.board.battlemap import BattleMap
from sim.board.mapfile import MAP_LIMITS, map_text
from sim.files import FileMistakes, read_text, write_atomically
from sim.resources import user_data_folder
from sim.workshop.change import Change
from sim.workshop.edits import Edit
from sim.workshop.map_text import MapText
from sim.workshop.rewriting import text_with


class ChangedOutside(Exception):
    """Tell that a file is not what it was when it was read or last saved: it is not written."""


@dataclass(frozen=True)
class _Stamp:
    """What tells whether a file is still the same, without reading it."""

    size: int
    time: int
    node: int

    @classmethod
    def of(cls, path: Path) -> _Stamp | None:
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_size, found.st_mtime_ns, found.st_ino)


def drafts_folder() -> Path:
    """Return the folder of drafts."""
    return user_data_folder() / "drafts"


class MapDocument:
    """A map, its file, and everything that was done to it."""

    def __init__(self, text: str, path: Path | None, *, is_new: bool = False) -> None:
        self.source = MapText(text, str(path or "map.toml"))
        self.map = self.source.map
        self.path = path
        self._done: list[Change] = []
        self._undone: list[Change] = []
        self._stamp = None if path is None else _Stamp.of(path)
        self._on_disk = None if is_new else text
        """The text that the file has as far as is known."""
        self._saved: BattleMap | None = None if is_new else self.map
        """The map that was last saved."""
        self._kept: BattleMap | None = self.map
        self._draft = _draft_of(path)

    @classmethod
    def opened(cls, path: Path) -> MapDocument:
        """Open a file; `FileMistakes` and `OSError` say why it cannot be."""
        path = Path(os.path.realpath(path))
        return cls(read_text(path, limit=MAP_LIMITS.size), path)

    @classmethod
    def begun(cls, battle_map: BattleMap, path: Path | None = None) -> MapDocument:
        """Begin a map that is in no file yet."""
        return cls(map_text(battle_map), path, is_new=True)

    @classmethod
    def copied(cls, path: Path) -> MapDocument:
        """Begin a map as a copy of a file, which is not touched."""
        return cls._copy(read_text(path, limit=MAP_LIMITS.size))

    @classmethod
    def copy_of(cls, text: str, battle_map: BattleMap) -> MapDocument:
        """Begin a map as a copy of one, with the text that it was read from if that is a map file of ours."""
        try:
            return cls._copy(text)
        except FileMistakes:
            return cls._copy(map_text(battle_map))

    @classmethod
    def _copy(cls, text: str) -> MapDocument:
        document = cls(text, None, is_new=True)
        document._draft = drafts_folder() / f"copy-{_digits(text)}.toml"
        return document

    # -- what is done ------------------------------------------------------------------------------------

    def do(self, edit: Edit) -> Change:
        """Make an edit; one that changes nothing leaves no trace. `Impossible` says why it cannot be made."""
        change = edit.change(self.map)
        if change:
            self.map = change.applied(self.map)
            self._done.append(change)
            self._undone.clear()
        return change

    def undo(self) -> Change | None:
        """Take back the last change; None where there is none."""
        if not self._done:
            return None
        change = self._done.pop()
        self._undone.append(change)
        self.map = change.undone(self.map)
        return change

    def redo(self) -> Change | None:
        """Do again what was taken back last; None where nothing was."""
        if not self._undone:
            return None
        change = self._undone.pop()
        self._done.append(change)
        self.map = change.applied(self.map)
        return change

    @property
    def last(self) -> str:
        """What `undo` would take back; nothing, if there is nothing."""
        return self._done[-1].name if self._done else ""

    @property
    def next(self) -> str:
        """What `redo` would do again."""
        return self._undone[-1].name if self._undone else ""

    # -- its file ----------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text of the file as it would be saved now."""
        return text_with(self.source, self.map)

    @property
    def is_saved(self) -> bool:
        """Whether the file holds the map as it is now."""
        return self._saved is self.map or (self._saved is not None and _same(self._saved, self.map))

    @property
    def is_changed_outside(self) -> bool:
        """Whether the file has become another one since it was read or saved."""
        if self.path is None:
            return False
        now = _Stamp.of(self.path)
        if now == self._stamp:
            return False
        if now is not None and self._on_disk is not None:
            try:
                if read_text(self.path, limit=MAP_LIMITS.size) == self._on_disk:
                    self._stamp = now  # somebody has touched it, and changed nothing
                    return False
            except (FileMistakes, OSError):
                pass
        return True

    def save(self, path: Path | None = None) -> Path:
        """Write the map into its file, or into another one, which is its file from then on.

        A file that is not what this map was read from is never written over: `ChangedOutside`, and `FileExistsError`
        of another file.
        """
        target = path or self.path
        if target is None:
            raise ValueError("a map without a file is saved under a name")
        is_own = self.path is not None and os.path.realpath(target) == os.path.realpath(self.path)
        if is_own and self.is_changed_outside:
            raise ChangedOutside(f"{target} was changed by somebody else since it was opened; nothing was written")
        if (not is_own or self._on_disk is None) and target.exists():
            raise FileExistsError(f"{target} is there already; choose another name")
        text = self.text
        write_atomically(target, text.encode(), keep_previous=is_own)
        self.forget_draft()
        self.path, self._stamp, self._on_disk = Path(os.path.realpath(target)), _Stamp.of(target), text
        self._saved = self._kept = self.map
        self._draft = _draft_of(self.path)
        return target

    # -- drafts ------------------------------------------------------------------------------------------

    def keep(self) -> bool:
        """Write a draft of what is not saved, if anything has changed since; say whether it was written."""
        if self._kept is self.map:
            return False
        self._kept = self.map
        if self.is_saved:
            self.forget_draft()
            return False
        self._draft.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._draft, self.text.encode())
        return True

    @property
    def draft(self) -> Path | None:
        """A draft of this file that a crash has left, if it says something else than the file."""
        try:
            left = read_text(self._draft, limit=MAP_LIMITS.size)
        except (FileMistakes, OSError):
            return None
        return self._draft if left != self.source.text else None

    def take_draft(self) -> Change:
        """Go on with the draft: as one change, that can be taken back."""
        found = MapText(read_text(self._draft, limit=MAP_LIMITS.size), str(self._draft))
        return self.do(_Became(found.map))

    def forget_draft(self) -> None:
        """Throw the draft away."""
        self._draft.unlink(missing_ok=True)


@dataclass(frozen=True)
class _Became:
    """Put another map in the place of one, all of it."""

    map: BattleMap

    def change(self, battle_map: BattleMap) -> Change:
        names = ("width", "height", "grid", "terrain", "heights", "edges", "features", "ways", "places", "areas")
        parts = (*names, "scale", "title", "notes", "terrain_set")
        turns = {name: (getattr(battle_map, name), getattr(self.map, name)) for name in parts}
        return Change("the draft", whole={name: turn for name, turn in turns.items() if turn[0] != turn[1]})


def _same(one: BattleMap, other: BattleMap) -> bool:
    parts = ("terrain", "heights", "edges", "features", "ways", "places", "areas", "grid", "scale", "title", "notes")
    sized = all(getattr(one, part) == getattr(other, part) for part in ("width", "height", "terrain_set"))
    return sized and all(getattr(one, part) == getattr(other, part) for part in parts)


def _draft_of(path: Path | None) -> Path:
    """Return where the draft of a file is; maps that have no file yet have one for all."""
    if path is None:
        return drafts_folder() / "new map.toml"
    return drafts_folder() / f"{path.stem[:60]}-{_digits(os.fspath(path))}.toml"


def _digits(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
