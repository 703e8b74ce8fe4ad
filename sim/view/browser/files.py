"""The page of files: those that were opened last, the files of a folder, and what is wrong with one that is broken."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath

from sim.board.any_map import FOREIGN
from sim.files import printable
from sim.view.blocks.kinds import Block, Button, Buttons, Divider, Do, Gap, SmallPrint, TextLine, Title
from sim.view.browser.panels import mistake_blocks

ENDINGS = (".toml", ".jsonl", ".txt", *FOREIGN)
"""What may be one of ours or a map of another program; what it really is, its content says."""
_MOST = 400
"""Entries of a folder that are listed; in a larger one the path is typed."""


def answers(question: Callable[[], bool]) -> bool:
    """Return what is asked of a file; no, where nothing can be asked: its name is too long, it is a link to itself."""
    try:
        return question()
    except OSError:
        return False


class FileShelf:
    """The folder that is looked at, and the file that could not be opened."""

    def __init__(self) -> None:
        self.folder = Path.cwd()
        self.refused: tuple[Path, tuple[str, ...]] | None = None
        """A file that could not be opened, and all that is wrong with it."""
        self._folders: tuple[Path, ...] = ()
        self._files: tuple[Path, ...] = ()
        self._recent: tuple[Path, ...] = ()
        self._complaint = ""

    def recall(self, recent: Iterable[str]) -> None:
        """See which of the files that were opened last are still there."""
        self._recent = tuple(path for path in map(Path, recent) if answers(path.is_file))

    def look(self, folder: Path | None = None) -> None:
        """See what there is in a folder, or again in the one that was looked at; one that is closed is only told of."""
        wanted = self.folder if folder is None else folder
        try:
            with os.scandir(wanted) as found:
                seen = sorted((each for each in found if each.name[0] != "."), key=lambda each: each.name.casefold())
            self._folders = tuple(wanted / each.name for each in seen if answers(each.is_dir))
            named = [each for each in seen if PurePath(each.name).suffix.lower() in ENDINGS]
            self._files = tuple(wanted / each.name for each in named if answers(each.is_file))
        except OSError as refused:
            self._complaint = f"{wanted} cannot be listed: {refused.strerror or refused}"
            return
        self.folder, self._complaint = wanted, ""

    def blocks(self) -> tuple[Block, ...]:
        """Return the page."""
        back = Button("Back to the scenarios", Do("show_page", ("battles",)), "Esc")
        told = SmallPrint(
            "A scenario comes into the list, a map into the editor; a battle or a position is opened as it stands. "
            "A file can also be dropped on the window."
        )
        return (Title("Open a file"), told, *self._opened_last(), *self._listed(), Gap(6), back)

    def _opened_last(self) -> Iterator[Block]:
        if self._recent:
            yield TextLine("Opened last", bold=True)
        for path in self._recent:
            yield _line(path.name, Do("open_file", (str(path),)), tag=printable(str(path.parent), 60))

    def _listed(self) -> Iterator[Block]:
        yield Divider()
        yield TextLine(printable(str(self.folder), 200), bold=True)
        if self._complaint:
            yield SmallPrint(printable(self._complaint, 300), "bad")
        places = (("Folder above", self.folder.parent), ("Home", Path.home()), ("Here", Path.cwd()))
        yield Buttons(tuple(Button(word, Do("open_folder", (str(path),))) for word, path in places), 3)
        entries = [_line(f"{path.name}/", Do("open_folder", (str(path),)), tag="folder") for path in self._folders]
        entries += [_line(path.name, Do("open_file", (str(path),))) for path in self._files]
        yield from entries[:_MOST]
        if len(entries) > _MOST:
            yield SmallPrint(f"… and {len(entries) - _MOST} more: type the path of one into the field “Open file”.")
        if not entries:
            yield SmallPrint("There is nothing here that could be opened.")

    def refused_blocks(self) -> tuple[Block, ...]:
        """Return what is wrong with the file that could not be opened."""
        back = Button("Back to the scenarios", Do("show_page", ("battles",)), "Esc")
        if self.refused is None:
            return Title("Nothing was refused"), back
        return (
            Title("This file cannot be opened"), *mistake_blocks(*self.refused, Do("try_again"), "Enter"), Gap(6), back
        )  # fmt: skip


def _line(text: str, do: Do, tag: str = "") -> Block:
    return TextLine(printable(text, 120), "ink", 1, do, tag=tag)
