"""The desk of the browser: what has been found, chosen and typed, and everything that a button can do.

The screen knows where things are drawn; the desk knows nothing of that, and a test can use it like a person would.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from sim.resources import TUTORIAL, is_shipped_scenario
from sim.view.blocks.kinds import Block, Do, Image
from sim.view.browser import panels
from sim.view.browser.choices import Choices, Dice, FieldName, demo, possible, text_fields, usual
from sim.view.browser.files import FileShelf, answers
from sim.view.browser.library import Library
from sim.view.browser.opening import Opening
from sim.view.browser.panels import Page
from sim.view.browser.pictures import INSET, Pictures, inset_size
from sim.view.browser.saves import SaveShelf
from sim.view.browser.shelf import Group, ShelfEntry, entry_of, groups, shelf, shown
from sim.view.browser.studies import HIGH, StudyDesk
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import ViewSettings, changes, keep_changes, load_settings, noted
from sim.view.ui.palette import use_theme
from sim.view.ui.text_field import TextField
from sim.view.window import Stage
from sim.view.worker.files import FoundSave, Unreadable

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.view.worker.beside import Beside


class Desk:
    """What somebody at the browser has in front of them."""

    def __init__(self, stage: Stage, beside: Beside, settings: ViewSettings, files: Sequence[Path] = ()) -> None:
        self.settings = settings
        self._saved, self._on_file = settings, load_settings()
        self.next: Screen | ScreenDone | None = None
        self.fields = text_fields()
        self.page: Page = "battles"
        self.message, self.message_is_bad = "", False
        self.library = Library(beside.worker.extension(), reads_ahead=beside.reads_ahead)
        self._own = _own_files(files, settings.last_scenario)
        self._choices: dict[Path, Choices] = {}
        self.saves, self.files = SaveShelf(self.library), FileShelf()
        self.studies = StudyDesk(beside.studies)
        self.pictures, self._opening = Pictures(beside.painter), Opening(stage, beside, self.library, self)
        self.entries = shelf(self._own)
        self._groups_of: tuple[object, tuple[Group, ...]] = (None, ())
        self.folded = frozenset(group.title for group in self.groups if group.is_behaviour)
        self.selected = self._first(settings.last_scenario, files)
        for mistake in settings.mistakes[:1]:
            self.say(mistake, bad=True)

    @property
    def is_on_page(self) -> bool:
        """Say whether a page lies where a scenario is told of."""
        return self.page != "battles"

    def show_page(self, page: Page) -> None:
        """Show a page, or go back from it to the scenarios."""
        before, self.page = self.page, "battles" if page == self.page else page
        if before == "settings":
            self.keep_settings()
        if self.page == "saves":
            self.saves.look()
        elif self.page == "files":
            self.files.recall(self.settings.recent)
            self.files.look()

    # -- studies -----------------------------------------------------------------------------------------

    def take_games(self, count: int) -> None:
        """Say how many games a study shall have."""
        self.studies.games = count

    def play_study(self) -> None:
        """Have games of the selected scenario played."""
        if self.selected is not None and self.scenario is not None:
            self.studies.begin(self.selected.path, self.scenario)

    def cancel_study(self) -> None:
        """Have no further games played."""
        self.studies.cancel()

    def show_heat(self, what: str) -> None:
        """Choose what is shown over the map."""
        self.studies.what, self.studies.side = what, ""

    def show_heat_of(self, side: str) -> None:
        """Choose whose it is; empty for everybody's."""
        self.studies.side = side

    # -- the list ----------------------------------------------------------------------------------------

    def _first(self, last: str, files: Sequence[Path] = ()) -> ShelfEntry | None:
        """Return what is selected at the beginning: a file that was named, else what was played last, else the top.

        Whoever has not played anything yet is shown the tutorial.
        """
        named = [entry for entry in self.entries if entry.path in files]
        played = [entry for entry in self.entries if (last or TUTORIAL) in (entry.name, str(entry.path))]
        return next(iter((*named, *played, *shown(self.groups, self.folded), *self.entries)), None)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The list under its headings, as far as the filter leaves it."""
        key = self.entries, self.filter
        if self._groups_of[0] != key:
            self._groups_of = key, groups(self.entries, self.filter)
        return self._groups_of[1]

    @property
    def _folded_now(self) -> frozenset[str]:
        """Which groups are folded: none while a filter is on, or what it finds could not be seen."""
        return frozenset() if self.filter else self.folded

    @property
    def shown(self) -> list[ShelfEntry]:
        """The entries that can be seen, from the top down."""
        return list(shown(self.groups, self._folded_now))

    @property
    def scenario(self) -> Scenario | None:
        """The selected scenario, once it has been read."""
        return None if self.selected is None else self.library.scenario(self.selected.path)

    @property
    def broken(self) -> str:
        """Why the selected scenario cannot be played."""
        return "" if self.selected is None else self.library.broken(self.selected)

    @property
    def mistakes(self) -> tuple[str, ...]:
        """All that is wrong with the selected scenario, a line each."""
        return () if self.selected is None else self.library.mistakes(self.selected)

    def select(self, path: str) -> None:
        """Select a scenario by the path of its file."""
        self.selected = next((entry for entry in self.entries if str(entry.path) == path), self.selected)
        self.page = "battles"

    def step(self, steps: int) -> None:
        """Select another one further up or down."""
        entries = self.shown
        if not entries:
            return
        place = entries.index(self.selected) if self.selected in entries else -1 if steps > 0 else len(entries)
        self.selected = entries[min(max(place + steps, 0), len(entries) - 1)]
        self.say("")

    def fold(self, title: str) -> None:
        """Fold a group away, or open it."""
        self.folded ^= {title}

    def reload(self) -> None:
        """Read everything again: files may have changed."""
        self.library.forget()
        self.pictures.forget()
        self.entries = shelf(self._own)
        path = None if self.selected is None else self.selected.path
        self.selected = next((entry for entry in self.entries if entry.path == path), self._first(""))
        self.look_again()
        self.say("The list has been reloaded.")

    def look_again(self) -> None:
        """Look at autosaves and settings again: a battle may have been played."""
        self.library.look_again()
        if self.page == "saves":
            self.saves.look()
        self._follow_settings()

    # -- typing ------------------------------------------------------------------------------------------

    def edit(self, field: FieldName) -> None:
        """Nothing to do: whoever clicks a field has the keyboard on it by that."""

    @property
    def filter(self) -> str:
        """What the list is narrowed down to."""
        return self.fields["filter"].text

    @property
    def path(self) -> str:
        """The path of a file to open."""
        return self.fields["path"].text

    def _field(self, name: FieldName) -> TextField:
        """Return a field; that of the seed has what was chosen for the selected scenario."""
        if name == "seed":
            self.fields[name].text = self.choices.seed if self.choices is not None else ""
        return self.fields[name]

    def _follow(self, name: FieldName) -> None:
        """Do what comes of another text in a field."""
        if name == "seed" and self.choices is not None:
            self._choose(replace(self.choices, seed=self.fields[name].text))
        elif name == "filter":
            self._follow_filter()

    def type_into(self, name: FieldName, text: str) -> None:
        """Take what was typed."""
        self.say("")
        self._field(name).type(text)
        self._follow(name)

    def press_in(self, name: FieldName, code: int, modifiers: int) -> bool:
        """Do what a key does in a field; say whether it does anything there."""
        does = self._field(name).press(code, modifiers)
        if does:
            self._follow(name)
        return does

    def clear_filter(self) -> None:
        """Show everything again; what is selected can be seen then."""
        self.fields["filter"].clear()
        if self.selected is not None:
            self.folded -= {self.selected.group}

    def _follow_filter(self) -> None:
        entries = self.shown
        if entries and self.selected not in entries:
            self.selected = entries[0]

    # -- choices -----------------------------------------------------------------------------------------

    @property
    def choices(self) -> Choices | None:
        """What has been chosen for the selected scenario."""
        scenario = self.scenario
        if scenario is None or self.selected is None:
            return None
        return self._choices.setdefault(self.selected.path, usual(scenario))

    def _choose(self, choices: Choices) -> None:
        if self.selected is not None:
            self._choices[self.selected.path] = choices

    def play_side(self, side: str, player: str) -> None:
        """Say who plays a side."""
        if self.choices is not None:
            self._choose(self.choices.with_player(side, player))

    def take_dice(self, dice: Dice) -> None:
        """Say where the dice come from."""
        if self.choices is not None:
            self._choose(replace(self.choices, dice=dice))

    # -- starting ----------------------------------------------------------------------------------------

    @property
    def kept(self) -> FoundSave | None:
        """The autosave of the selected scenario, as far as it is known."""
        return None if self.scenario is None else self.library.save_of(self.scenario)

    def start(self) -> None:
        """Start the selected scenario as it was chosen."""
        if self.scenario is not None and self.choices is not None and not self.choices.refusal:
            self._begin(self.scenario, self.choices)

    def start_demo(self) -> None:
        """Let the program play the selected scenario by itself."""
        if self.scenario is not None:
            self._begin(self.scenario, demo(self.scenario))

    def start_tutorial(self) -> None:
        """Start the scenario that teaches the game, as soon as it is read."""
        self._start_when_read(TUTORIAL, self._tutorial_refusal or "The tutorial cannot be read.")

    def new_map(self) -> None:
        """Draw a map."""
        self.next = self._opening.editor(None, self.settings)

    def edit_map(self) -> None:
        """Draw on a copy of the map of the selected scenario."""
        if self.scenario is None:
            self.say("Choose a scenario first: a copy of its map is drawn on.", bad=True)
        else:
            self.next = self._opening.editor(self.scenario, self.settings)

    def new_battle(self) -> None:
        """Write a battle."""
        self.next = self._opening.battle_editor(None, self.settings)

    def edit_battle(self) -> None:
        """Write on: in the selected scenario, or a copy of it if it came with the program."""
        if self.selected is None:
            self.say("Choose a scenario first: a copy of it is written on.", bad=True)
        else:
            self.next = self._opening.battle_editor(self.selected.path, self.settings)

    def go_on_to(self, name: str) -> None:
        """Start another battle after one that is over, as soon as it is read; it begins with its briefing."""
        self._start_when_read(name, f"{name} cannot be read.", briefed=True)

    def _start_when_read(self, name: str, refusal: str, *, briefed: bool = False) -> None:
        entry = next((entry for entry in self.entries if entry.name == name), None)
        if entry is None or self.library.broken(entry):
            self.say(refusal, bad=True)
            return
        self.selected, self.page, self._starts, self._briefed = entry, "battles", True, briefed

    _starts = _briefed = False

    def resume(self) -> None:
        """Go on with the battle that was put aside; of a damaged save, with the one before it."""
        file = None if self.kept is None else self.kept.latest
        if file is not None:
            self._remember()
            self._open(file)

    def _open(self, file: Path, *, only_looks: bool = False) -> None:
        self._opening.read(file, self.settings, self._go_to, only_looks=only_looks)

    def open_save(self, file: str) -> None:
        """Go on with a save of the list; of a damaged one, with the one before it."""
        found = self.saves.found(Path(file))
        if found is not None and found.latest is not None:
            self._open(found.latest)

    def look_at_save(self, file: str) -> None:
        """Look at a save of the list, without going on with it."""
        found = self.saves.found(Path(file))
        if found is not None and found.latest is not None:
            self._open(found.latest, only_looks=True)

    def delete_save(self, file: str) -> None:
        """Put a save of the list away, once that was asked for twice."""
        self.say(self.saves.delete(Path(file)))

    def keep_save(self) -> None:
        """Keep the save that was to be deleted."""
        self.saves.asks = None

    def _go_to(self, screen: Screen) -> None:
        self.next = screen

    def _begin(self, scenario: Scenario, choices: Choices, *, briefed: bool = False) -> None:
        self._remember()
        self.next = self._opening.begun(scenario, choices, self.settings, briefed=briefed)

    def _remember(self) -> None:
        """Note which scenario was played last: it is selected the next time."""
        if self.selected is not None:
            name = str(self.selected.path.absolute()) if self.selected.is_own else self.selected.name
            self.settings = replace(self.settings, last_scenario=name)
            self.keep_settings()

    def open_path(self, text: str) -> None:
        """Open a file by its path: a scenario is added to the list, anything else is opened at once."""
        path = Path(text.strip().strip('"'))
        with suppress(RuntimeError):  # there is nobody of that name: then there is no such file either
            path = path.expanduser()
        self._open(path)

    def open_file(self, path: str) -> None:
        """Open a file of the list."""
        self._open(Path(path))

    def open_folder(self, path: str) -> None:
        """List the files of another folder."""
        self.files.look(Path(path))

    def refuse(self, path: Path, why: Unreadable) -> None:
        """Show all that is wrong with a file that cannot be opened."""
        self.say(f"{path} cannot be opened: {why.reason}", bad=True)
        if len(why.mistakes) > 1 or answers(path.is_file):
            self.files.refused, self.page = (path, why.mistakes or (why.reason,)), "refused"

    def try_again(self) -> None:
        """Open the file again that could not be opened: somebody may have mended it."""
        if self.files.refused is not None:
            self.page = "battles"
            self._open(self.files.refused[0])

    def note(self, path: Path) -> None:
        """Note that a file was opened: it stands in the list of files the next time."""
        self.settings = noted(self.settings, path)
        self.keep_settings()

    def add(self, path: Path) -> None:
        """Put a scenario into the list, and select it."""
        known = next((entry for entry in self.entries if entry.path.resolve() == path.resolve()), None)
        if known is None:
            known = entry_of(path, own=True)
            self._own = (*self._own, path)
            self.entries = (known, *self.entries)
        self.fields["filter"].clear()
        self.fields["path"].clear()
        self.selected, self.page = known, "battles"
        self.folded -= {known.group}

    def quit(self) -> None:
        """Close the window."""
        self.next = ScreenDone()

    # -- settings ----------------------------------------------------------------------------------------

    def set(self, name: str, value: object) -> None:
        """Change a setting; it shows at once."""
        change: dict[str, Any] = {name: value}
        self.settings = replace(self.settings, **change)
        use_theme(self.settings.theme, safe=self.settings.safe)
        self.keep_settings()

    def keep_settings(self) -> None:
        """Write the settings down, if they have changed; if that fails, say so once and go on."""
        before, self._saved = self._saved, self.settings
        if refused := keep_changes(before, self.settings):
            self.say(refused, bad=True)
        self._on_file = replace(self._on_file, **changes(before, self.settings))

    def _follow_settings(self) -> None:
        """Take over what was set elsewhere: in a battle."""
        now = load_settings()
        changed = changes(self._on_file, now)
        if changed:
            self.settings = self._saved = replace(self.settings, **changed)
            use_theme(self.settings.theme, safe=self.settings.safe)
        self._on_file = now

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a message until something else is done."""
        self.message, self.message_is_bad = text, bad

    # -- what takes its time -----------------------------------------------------------------------------

    def work(self, picture: tuple[int, int] | None, width: int, ui: float) -> None:
        """Take in what has been read and painted, and have more of it done, what is selected first."""
        self.library.work(self.selected, self.entries)
        if self.library.complaint:
            self.say(self.library.complaint, bad=True)
            self.library.complaint = ""
        if self.page == "saves":
            self.saves.work(self.settings)
        self.studies.work()
        scenario = self.scenario
        if scenario is None or self.selected is None:
            return
        if self._starts:
            self._starts = False
            self._begin(scenario, usual(scenario), briefed=self._briefed)
        elif not self.is_on_page:
            preview = self.pictures.of(self.selected.path, scenario)
            preview.shades = ()
            preview.work(picture or inset_size(width, ui), ui)
        elif self.page == "study":
            self.studies.look(self.selected.path, scenario)
            preview = self.pictures.of(self.selected.path, scenario)
            preview.shades = self.studies.shades(self.selected.path, scenario)
            preview.work(inset_size(width, ui, HIGH), ui)

    @property
    def picture_key(self) -> object:
        """What the picture depends on: if it stays the same, nothing has to be drawn."""
        return self.pictures.key(self.selected.path if self.selected else None)

    def paint_picture(self, surface: pygame.Surface, rect: pygame.Rect, ui: float) -> None:
        """Draw the picture of the selected scenario."""
        if self.selected is not None:
            self.pictures.paint(self.selected.path, surface, rect, ui)

    # -- what the panels say -----------------------------------------------------------------------------

    def blocks(self, name: str, focus: Do | None, width: int, ui: float) -> tuple[Block, ...]:
        """Return what a panel says."""
        match name:
            case "find":
                return panels.find_blocks(self.fields, focus, width or round(300 * ui), ui)
            case "list":
                return panels.list_blocks(self.groups, self._folded_now, self.selected, self.library.broken)
            case "about":
                return panels.about_blocks(self.selected, self.scenario, self.mistakes)
            case "choices":
                able = () if self.scenario is None else possible(self.scenario)
                return panels.choice_blocks(self.scenario, self.choices, able, focus, self.fields["seed"].is_marked)
            case "actions":
                refusals = self._start_refusal, self.kept, self._tutorial_refusal, self._demo_refusal
                return panels.action_blocks(*refusals, self.page)
            case "page":
                return self._study_blocks(width, ui) if self.page == "study" else self._page_blocks
            case "status":
                return panels.status_blocks(self.message, self.message_is_bad)
            case "detail":
                parts = (self.blocks(part, focus, width, ui) for part in ("actions", "choices", "about"))
                return (*self._inset_blocks(width, ui), *(block for part in parts for block in part))
            case _:
                first = ("status", "page") if self.is_on_page else ("status", "find", "list", "detail")
                return tuple(block for part in first for block in self.blocks(part, focus, width, ui))

    @property
    def _page_blocks(self) -> tuple[Block, ...]:
        match self.page:
            case "saves":
                return self.saves.blocks()
            case "files":
                return self.files.blocks()
            case "refused":
                return self.files.refused_blocks()
            case "keys":
                return panels.key_blocks()
            case "leaving":
                return panels.leaving_blocks()
            case _:
                return panels.settings_blocks(self.settings)

    def _study_blocks(self, width: int, ui: float) -> tuple[Block, ...]:
        path = None if self.selected is None else self.selected.path
        picture = None if path is None else self.pictures.inset(path, width, ui, HIGH)
        return self.studies.blocks(path, self.scenario, picture)

    def _inset_blocks(self, width: int, ui: float) -> tuple[Block, ...]:
        """Return the picture as a block."""
        inset = None if self.selected is None else self.pictures.inset(self.selected.path, width, ui)
        return () if inset is None else (Image(inset, INSET),)

    @property
    def _start_refusal(self) -> str:
        if self.selected is None:
            return "no scenario is selected"
        if self.broken:
            return "this scenario cannot be played"
        if self.choices is None:
            return "it is still being read"
        return self.choices.refusal

    @property
    def _tutorial_refusal(self) -> str:
        entry = next((entry for entry in self.entries if entry.name == TUTORIAL), None)
        if entry is None:
            return "not part of this release"
        return "its file cannot be read" if self.library.broken(entry) else ""

    @property
    def _demo_refusal(self) -> str:
        if self.scenario is None:
            return "nothing to show yet"
        players = {player for _, player in demo(self.scenario).players}
        return "" if players <= set(possible(self.scenario)) else "the system has no commander"


def _own_files(files: Sequence[Path], last: str) -> tuple[Path, ...]:
    """Return the files to list besides the shipped ones: those named, and the one played last if it is a file."""
    own = list(files)
    if last.endswith(".toml") and Path(last).is_file():
        own.append(Path(last))
    return tuple(dict.fromkeys(file for file in own if not is_shipped_scenario(file.resolve())))
