"""A file that somebody works on: what was done to it, where it is kept, and what is left if everything stops.

do, undo, redo     it as it is now, with the list of changes behind it and before it
save               into the file, in one step, unless somebody else has changed it meanwhile
keep               a draft beside the user's data, after every stroke: what a crash leaves
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from sim.files import FileMistakes, read_text, write_atomically
from sim.resources import user_data_folder

ThingT = TypeVar("ThingT")
"""What is worked on: a map, the text of a scenario."""


class Undoable(Protocol[ThingT]):
    """What was done to a thing: to be taken back, and done again."""

    @property
    def name(self) -> str:
        """What was done, as it is told when it is taken back."""

    def applied(self, thing: ThingT, /) -> ThingT:
        """Return the thing after it."""

    def undone(self, thing: ThingT, /) -> ThingT:
        """Return the thing before it."""

    def __bool__(self) -> bool:
        """Say whether anything is different at all."""


ChangeT = TypeVar("ChangeT", bound=Undoable[Any])
ThingIn = TypeVar("ThingIn", contravariant=True)
ChangeOut = TypeVar("ChangeOut", covariant=True)


class Edits(Protocol[ThingIn, ChangeOut]):
    """Something that can be done to a thing."""

    def change(self, thing: ThingIn, /) -> ChangeOut:
        """Return what it changes."""


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


class Workpiece(ABC, Generic[ThingT, ChangeT]):
    """Something that is worked on, its file, and everything that was done to it."""

    kind: ClassVar[str]
    """What such a thing is called."""
    limit: ClassVar[int]
    """How many bytes its file may have."""

    def __init__(self, thing: ThingT, text: str, path: Path | None, *, is_new: bool = False) -> None:
        self.now, self.path = thing, path
        self._opened = text
        self._done: list[ChangeT] = []
        self._undone: list[ChangeT] = []
        self._stamp = None if path is None else _Stamp.of(path)
        self._on_disk = None if is_new else text
        """The text that the file has as far as is known."""
        self._saved: ThingT | None = None if is_new else thing
        """What was last saved."""
        self._kept: ThingT | None = thing
        self._draft = self._draft_of(path)

    @classmethod
    @abstractmethod
    def opened(cls, path: Path) -> Self:
        """Open a file; `FileMistakes` and `OSError` say why it cannot be."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The text of the file as it would be saved now."""

    @abstractmethod
    def take_draft(self) -> ChangeT:
        """Go on with the draft: as one change, that can be taken back."""

    def _is_same(self, one: ThingT, other: ThingT) -> bool:
        """Say whether two states of it come to the same file."""
        return one == other

    # -- what is done ------------------------------------------------------------------------------------

    def do(self, edit: Edits[ThingT, ChangeT]) -> ChangeT:
        """Make an edit; one that changes nothing leaves no trace. `Impossible` says why it cannot be made."""
        change = edit.change(self.now)
        if change:
            self.now = change.applied(self.now)
            self._done.append(change)
            self._undone.clear()
        return change

    def undo(self) -> ChangeT | None:
        """Take back the last change; None where there is none."""
        if not self._done:
            return None
        change = self._done.pop()
        self._undone.append(change)
        self.now = change.undone(self.now)
        return change

    def redo(self) -> ChangeT | None:
        """Do again what was taken back last; None where nothing was."""
        if not self._undone:
            return None
        change = self._undone.pop()
        self._done.append(change)
        self.now = change.applied(self.now)
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
    def is_saved(self) -> bool:
        """Whether the file holds all of it as it is now."""
        return self._saved is self.now or (self._saved is not None and self._is_same(self._saved, self.now))

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
                if read_text(self.path, limit=self.limit) == self._on_disk:
                    self._stamp = now  # somebody has touched it, and changed nothing
                    return False
            except (FileMistakes, OSError):
                pass
        return True

    def save(self, path: Path | None = None) -> Path:
        """Write it into its file, or into another one, which is its file from then on.

        A file that is not what this was read from is never written over: `ChangedOutside`, and `FileExistsError`
        of another file.
        """
        target = path or self.path
        if target is None:
            raise ValueError(f"a {self.kind} without a file is saved under a name")
        is_own = self.path is not None and os.path.realpath(target) == os.path.realpath(self.path)
        if is_own and self.is_changed_outside:
            raise ChangedOutside(f"{target} was changed by somebody else since it was opened; nothing was written")
        if (not is_own or self._on_disk is None) and target.exists():
            raise FileExistsError(f"{target} is there already; choose another name")
        text = self.text
        write_atomically(target, text.encode(), keep_previous=is_own)
        self.forget_draft()
        self.path, self._stamp, self._on_disk = Path(os.path.realpath(target)), _Stamp.of(target), text
        self._saved = self._kept = self.now
        self._draft = self._draft_of(self.path)
        return target

    # -- drafts ------------------------------------------------------------------------------------------

    def keep(self) -> bool:
        """Write a draft of what is not saved, if anything has changed since; say whether it was written."""
        write = self.to_keep()
        if write is not None:
            write()
        return write is not None

    def to_keep(self) -> Callable[[], None] | None:
        """Return what writes that draft, which another thread may do; None where nothing is to be kept."""
        if self._kept is self.now:
            return None
        self._kept = self.now
        if self.is_saved:
            self.forget_draft()
            return None
        draft = self._draft

        def write() -> None:
            draft.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(draft, self.text.encode())

        return write

    @property
    def draft(self) -> Path | None:
        """A draft of this file that a crash has left, if it says something else than the file."""
        try:
            left = read_text(self._draft, limit=self.limit)
        except (FileMistakes, OSError):
            return None
        return self._draft if left != self._opened else None

    def forget_draft(self) -> None:
        """Throw the draft away; nothing is kept until something else is done."""
        self._kept = self.now
        self._draft.unlink(missing_ok=True)

    def _draft_of(self, path: Path | None) -> Path:
        """Return where the draft of a file is; what has no file yet has one for all of its kind."""
        if path is None:
            return drafts_folder() / f"new {self.kind}.toml"
        return drafts_folder() / f"{path.stem[:60]}-{digits_of(os.fspath(path))}.toml"


def digits_of(text: str) -> str:
    """Return digits by which a text is told from others, for the names of drafts."""
    return sha256(text.encode()).hexdigest()[:16]
