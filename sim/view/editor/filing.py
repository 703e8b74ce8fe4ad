"""Filing: the pages that lie over the map, and what becomes of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pygame

from sim.files import FileMistakes
from sim.view.editor.pages import (
    Form,
    board_edit,
    draft_page,
    kind_page,
    leave_page,
    map_page,
    name_page,
    new_page,
    outside_page,
    rename_page,
    save_page,
    usual_form,
)
from sim.view.screen import ScreenDone
from sim.view.settings import keep_changes, noted
from sim.view.ui.keys import SHIFT
from sim.workshop.document import ChangedOutside, Workpiece
from sim.workshop.edits import Impossible

if TYPE_CHECKING:
    from sim.view.editor.screen import EditorScreen
    from sim.view.editor.workbench import Workbench


class Filing:
    """The page that is open, and the file."""

    def __init__(self, screen: Workbench) -> None:
        self._screen = screen
        self.page: Form | None = None
        self._told_of: Workpiece[Any, Any] | None = None
        """The document of which it was told that its file was changed outside."""
        self._draft_thread: Thread | None = None
        self._draft_refused = ""

    def ask_for_draft(self) -> None:
        """Ask what to do with a draft that a crash has left, if there is one."""
        if self._screen.document.draft is not None:
            self.page = draft_page(self._screen)

    def close_page(self) -> None:
        """Close the page that lies over the map."""
        self.page = None

    def focus_field(self, name: str) -> None:
        """Type into a field."""
        assert self.page is not None
        self.page.focus, self.page.on = name, None

    def do_page(self, what: str = "") -> None:
        """Do what the page says, and close it unless something is wrong with it."""
        page = self.page
        assert page is not None
        try:
            complaint = self.do_other(page, what) if what else page.submit(page) if page.submit is not None else ""
        except Impossible as refused:
            complaint = str(refused)
        page.complaint = f"{complaint[:1].upper()}{complaint[1:]}" if complaint else ""
        if not complaint and self.page is page:
            self.page = None

    def do_other(self, page: Form, what: str) -> str:
        """Do what another button of a page says than the one that submits it; return why it cannot be done."""
        return ""

    def press_form(self, name: str, choice: str) -> None:
        """Choose something on a page."""
        assert self.page is not None
        self.page.chosen[name] = choice

    def press_in_page(self, code: int, modifiers: int) -> None:
        """Do what a key does on a page."""
        page = self.page
        assert page is not None
        if page.focus and page.fields[page.focus].press(code, modifiers):
            return
        match code:
            case pygame.K_ESCAPE if page.can_be_left:
                self.close_page()
            case pygame.K_TAB | pygame.K_DOWN | pygame.K_UP | pygame.K_LEFT | pygame.K_RIGHT:
                page.go_round(-1 if code in (pygame.K_UP, pygame.K_LEFT) or modifiers & SHIFT else 1)
            case pygame.K_SPACE if page.on is not None:
                self._screen.press(page.on)
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if page.on is not None:
                    self._screen.press(page.on)
                elif page.submit is not None:
                    self.do_page()
                elif page.buttons:
                    self._screen.press(page.buttons[0].do)

    def save(self) -> None:
        """Save into the file; ask for one if there is none."""
        if self._screen.document.path is None:
            self.page = save_page(self._screen)
            return
        complaint = self.save_as(None)
        if complaint:
            self._screen.say(complaint)

    def save_then(self, then: Callable[[], None]) -> None:
        """Save, and do something else once that is done."""
        if self._screen.document.path is None:
            self.page = save_page(self._screen, then=then)
            return
        complaint = self.save_as(None)
        if complaint:
            self._screen.say(complaint)
        elif self.page is None:
            then()

    def ask_name(self) -> None:
        """Ask under which name to save."""
        self.page = save_page(self._screen)

    def save_as(self, path: Path | None) -> str:
        """Save, and say so; return why it cannot be saved."""
        self.finish_draft()
        try:
            saved = self._screen.document.save(path)
        except ChangedOutside:
            self.page = outside_page(self._screen)
            return ""
        except (OSError, FileMistakes) as refused:
            return f"Not saved: {refused}"
        before = self._screen.settings
        self._screen.settings = noted(before, saved)
        keep_changes(before, self._screen.settings)
        self._screen.say(f"Saved: {saved}")
        return ""

    def reload(self) -> None:
        """Read the file again, and forget what was done; if it cannot be read, nothing is forgotten."""
        document, self.page = self._screen.document, None
        self.finish_draft()
        if document.path is None:
            return
        try:
            opened = type(document).opened(document.path)
        except (OSError, FileMistakes) as wrong:
            self._told_of = document
            self._screen.say(f"The file cannot be read: {str(wrong).splitlines()[0]}")
            return
        document.forget_draft()
        self._screen.open(opened)
        self._screen.say("This is the file as it is now.")

    def take_draft(self) -> None:
        """Go on with what a crash has left."""
        self.page = None
        try:
            self._screen.show(self._screen.document.take_draft())
        except (OSError, FileMistakes) as wrong:
            self._screen.say(f"The draft cannot be read: {str(wrong).splitlines()[0]}")

    def drop_draft(self) -> None:
        """Throw away what a crash has left."""
        self.page = None
        self._screen.document.forget_draft()

    def keep_draft(self) -> None:
        """Have written down what is not saved, which a crash would leave; a thread does it while one draws on."""
        if self._draft_thread is not None and self._draft_thread.is_alive():
            return
        self.finish_draft()
        write = self._screen.document.to_keep()
        if write is None:
            return

        def kept() -> None:
            try:
                write()
            except OSError as refused:
                self._draft_refused = f"No draft can be kept: {refused}"

        self._draft_thread = Thread(target=kept, name="draft")
        self._draft_thread.start()

    def keep_what_is_done(self) -> None:
        """Have all strokes so far in the draft before another is made: a crash loses the last one at most."""
        self.finish_draft()
        self.keep_draft()
        self.finish_draft()

    def finish_draft(self) -> None:
        """Wait for the draft that is being written: whatever is done to its file comes after it."""
        if self._draft_thread is not None:
            self._draft_thread.join()
            self._draft_thread = None
        if self._draft_refused:
            self._screen.say(self._draft_refused)
            self._draft_refused = ""

    def look_outside(self) -> None:
        """See whether somebody else has changed the file."""
        if (
            self.page is not None
            or self._told_of is self._screen.document
            or not self._screen.document.is_changed_outside
        ):
            return
        if self._screen.document.is_saved:
            self.reload()
        else:
            self._told_of = self._screen.document
            self.page = outside_page(self._screen)

    def ask_to_leave(self) -> None:
        """Leave; if anything would be lost, ask first."""
        if self._screen.is_unsaved():
            self.page = leave_page(self._screen)
        else:
            self.leave_for_good()

    def save_and_leave(self) -> None:
        """Save, and leave once that is done."""
        self.page = None
        self.save_then(self.leave_for_good)

    def leave_for_good(self) -> None:
        """Leave without saving."""
        self.finish_draft()
        self._screen.document.forget_draft()
        self._screen.next = ScreenDone()


class MapFiling(Filing):
    """The pages of the map editor, and the file of its map."""

    _screen: EditorScreen

    def show_new_page(self) -> None:
        """Show the page that begins a map."""
        self.page = new_page(self._screen)

    def show_map_page(self) -> None:
        """Show the page of the map."""
        self.page = map_page(self._screen)

    def show_own_kind(self) -> None:
        """Show the page that makes a kind."""
        self.page = kind_page(self._screen)

    def show_name_page(self) -> None:
        """Show the page that asks for a name."""
        self.page = name_page(self._screen)

    def rename(self) -> None:
        """Show the page that asks for another name."""
        self.page = rename_page(self._screen)

    def press_form(self, name: str, choice: str) -> None:
        """Choose something on a page; a map of another terrain set usually has another form."""
        super().press_form(name, choice)
        if name == "terrain_set" and self.page is not None:
            usual_form(self.page)

    def do_other(self, page: Form, what: str) -> str:
        """Turn, mirror, flip, cut or join the board."""
        self._screen.drawing.do(board_edit(self._screen, page, what))
        return ""
