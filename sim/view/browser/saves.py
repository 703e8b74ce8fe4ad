"""The list of saves: each with its battle, turn, date and a small picture of how it stood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from sim.view.blocks.kinds import Block, Button, Buttons, Columns, Divider, Do, Image, SmallPrint, TextLine, Title
from sim.view.settings import ViewSettings
from sim.view.ui.palette import ThemeName
from sim.view.worker.files import FileQuestion, FindSave, FoundSave, Unreadable

if TYPE_CHECKING:
    from sim.view.browser.library import Library

SIZE = (300, 170)
"""How large a picture is."""


@dataclass(frozen=True)
class ListedSave:
    """A save as the list has it."""

    found: FoundSave
    title: str = ""
    """What its battle is called; empty if it is damaged."""
    picture: bytes = b""
    """The pixels of its picture."""


@dataclass(frozen=True)
class ListSave(FileQuestion):
    """Look at a save, and draw how the battle stood, as far as the people who play it may know."""

    theme: ThemeName
    safe: bool

    def read(self) -> ListedSave:
        found: FoundSave = FindSave(self.path).read()
        if found.latest is None:
            return ListedSave(found)
        from sim.engine.ruleset import HUMAN
        from sim.scenario.records import load_record
        from sim.view.board.board_picture import PainterAtOnce
        from sim.view.browser.preview import ScenarioPicture
        from sim.view.ui.palette import theme, use_theme

        use_theme(self.theme, safe=self.safe)
        record = load_record(found.latest)
        people = tuple(side for side, player in record.players.items() if player == HUMAN)
        surface = pygame.Surface(SIZE, depth=32)
        surface.fill(theme().table)
        preview = ScenarioPicture(record.scenario, PainterAtOnce(), record.frames[-1].state, people)
        preview.work(SIZE, 0.8)
        preview.paint(surface, surface.get_rect(), 0.8)
        title = record.scenario.title or record.scenario.name
        return ListedSave(found, title, pygame.image.tobytes(surface, "RGB"))


class SaveShelf:
    """The saves that there are, the latest first."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.files: tuple[Path, ...] = ()
        self._listed: dict[Path, ListedSave | Unreadable | None] = {}
        """What is known of each; None while it is looked at."""
        self._pictures: dict[Path, pygame.Surface] = {}
        self.asks: Path | None = None
        """The one that is to be deleted, if whoever wants that says so again."""

    def look(self) -> None:
        """See which saves there are now."""
        from sim.scenario.saves import saves

        self.files, self.asks = saves(), None
        self._listed.clear()
        self._pictures.clear()

    def work(self, settings: ViewSettings) -> None:
        """Have the next save looked at; one at a time, so that whatever else is asked for comes soon."""
        if None in self._listed.values():
            return
        if (file := next((file for file in self.files if file not in self._listed), None)) is not None:
            self._listed[file] = None
            question = ListSave(file, settings.theme, settings.safe)
            self._library.ask(question, lambda found: self._take(file, found))

    def _take(self, file: Path, found: ListedSave | Unreadable) -> None:
        if file in self._listed:
            self._listed[file] = found
            if isinstance(found, ListedSave) and found.picture:
                self._pictures[file] = pygame.image.frombytes(found.picture, SIZE, "RGB")

    def found(self, file: Path) -> FoundSave | None:
        """Return what is known of a save."""
        listed = self._listed.get(file)
        return listed.found if isinstance(listed, ListedSave) else None

    def delete(self, file: Path) -> str:
        """Put a save away, and say where; it is asked for once more before."""
        from sim.scenario.saves import put_away

        if self.asks != file:
            self.asks = file
            return ""
        try:
            aside = put_away(file)
        except OSError as refused:
            return f"It could not be deleted: {refused.strerror or refused}"
        self.files, self.asks = tuple(other for other in self.files if other != file), None
        return f"Deleted. It is kept as {aside}, until you remove it there."

    # -- the page ----------------------------------------------------------------------------------------

    def blocks(self) -> tuple[Block, ...]:
        """Return the list."""
        back = Button("Back to the scenarios", Do("show_page", ("battles",)), "Esc")
        if not self.files:
            return Title("Saved battles"), back, SmallPrint("There are none yet: a battle is saved as you play it.")
        return (Title("Saved battles"), back, *(block for file in self.files for block in self._entry(file)))

    def _entry(self, file: Path) -> Iterator[Block]:
        yield Divider()
        picture = self._pictures.get(file)
        told = tuple(self._told(file, self._listed.get(file)))
        yield Columns((told, (Image(picture, SIZE[1]),))) if picture is not None else Columns((told,))

    def _told(self, file: Path, listed: ListedSave | Unreadable | None) -> Iterator[Block]:
        if not isinstance(listed, ListedSave):
            yield TextLine(file.name, bold=True)
            yield SmallPrint("looking at it …" if listed is None else listed.reason, "bad" if listed else "faint")
            return
        found = listed.found
        yield TextLine(listed.title or file.name, bold=True)
        yield SmallPrint(f"{found.about} · {file.name}" if listed.title else found.about)
        if found.damage:
            yield SmallPrint(f"It is damaged: {found.damage.removeprefix(str(file)).lstrip(':0123456789 ')}", "bad")
        if self.asks == file:
            yield TextLine("Delete this save?")
            sure = Button("Delete", Do("delete_save", (str(file),)))
            yield Buttons((sure, Button("Keep it", Do("keep_save"))), 2)
            return
        if found.before is not None:
            yield SmallPrint(f"The one before it is sound: {found.before.about}")
        refusal = "there is no intact save before it" if found.latest is None else ""
        resume = Button("Resume", Do("open_save", (str(file),)), refusal=refusal)
        look = Button("Look at it", Do("look_at_save", (str(file),)), refusal=refusal)
        delete = Button("Delete …", Do("delete_save", (str(file),)))
        yield Buttons((look, delete) if found.over else (resume, look, delete), 3)
