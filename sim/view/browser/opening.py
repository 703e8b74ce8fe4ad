"""What is opened from the browser and by commands: new battles, battles that were put aside, and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sim.files import FileMistakes
from sim.resources import is_shipped_scenario
from sim.view.browser.choices import Choices, usual
from sim.view.browser.library import Library
from sim.view.screen import Screen
from sim.view.settings import ViewSettings
from sim.view.window import Stage
from sim.view.worker.files import OpenedFile, Unreadable

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.view.worker.beside import Beside
    from sim.view.worker.engine import StartBattle
    from sim.workshop.map_document import MapDocument
    from sim.workshop.scenario_document import ScenarioDocument


def dropped_files(stage: Stage, beside: Beside) -> Callable[[Path], Screen]:
    """Return what opens a file that is dropped on a battle or on the editor: a browser, which goes back there."""

    def opened(path: Path) -> Screen:
        from sim.view.browser.screen import BrowserScreen
        from sim.view.settings import load_settings

        browser = BrowserScreen(stage, beside, load_settings())
        browser.open_file(path)
        return browser

    return opened


def editor_screen(
    stage: Stage,
    beside: Beside,
    document: MapDocument | ScenarioDocument,
    settings: ViewSettings,
    *,
    is_new: bool = False,
    on_saved: Callable[[Path], None] = lambda path: None,
) -> Screen:
    """Return the editor of a map or of a scenario, from which battles can be played; `on_saved` hears of its files."""
    from sim.engine.chance import Seeded
    from sim.view.editor.battle_editor import BattleEditor
    from sim.view.editor.screen import EditorScreen
    from sim.view.worker.engine import StartBattle
    from sim.workshop.scenario_document import ScenarioDocument

    def opens(scenario: Scenario, settings: ViewSettings) -> Screen:
        """Open a battle that is tried and not kept: the saves of whoever plays it in earnest are left alone."""
        seed = usual(scenario).number or 0
        start = StartBattle(scenario, dict(scenario.players), Seeded(seed), seed, None)
        return battle_screen(stage, beside, start, None, settings, briefed=True)

    if isinstance(document, ScenarioDocument):
        return BattleEditor(
            stage, beside.painter, settings, document, is_new=is_new, opens=opens, make_worker=beside.studies,
            on_saved=on_saved,
        )  # fmt: skip
    return EditorScreen(stage, beside.painter, settings, document, is_new=is_new, opens=opens)


class Tells(Protocol):
    """Takes in what comes of a file, and shows messages."""

    message: str

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show it until something else is done."""

    def refuse(self, path: Path, why: Unreadable) -> None:
        """Show all that is wrong with a file."""

    def add(self, path: Path) -> None:
        """Put a scenario into the list."""

    def note(self, path: Path) -> None:
        """Note that a file was opened."""

    def reload(self) -> None:
        """Read everything again: files may have changed."""


def battle_screen(
    stage: Stage,
    beside: Beside,
    start: StartBattle,
    aside: Path | None,
    settings: ViewSettings,
    *,
    briefed: bool = False,
    play_to: int | None = None,
    told: str = "",
) -> Screen:
    """Return the screen of a battle, which may begin with its briefing, or with the reasons of a frame.

    The save that lay in the way of its own is named: somebody may want it back. What there is to tell of a battle that
    is only looked at is told, and it stands still until somebody has it go on.
    """
    from sim.view.battle.pages import AfterBattle
    from sim.view.battle.screen import BattleScreen
    from sim.view.worker.engine import Engine, new_battle

    def again(settings: ViewSettings) -> Screen:
        choices = Choices(tuple(start.players.items()), "typed" if start.seed is None else "seeded")
        return battle_screen(stage, beside, *new_battle(start.scenario, start.players, choices.number), settings)

    def following(name: str, settings: ViewSettings) -> Screen:
        from sim.view.browser.screen import BrowserScreen

        browser = BrowserScreen(stage, beside, settings)
        browser.desk.go_on_to(name)
        return browser

    screen = BattleScreen(stage, Engine.beside(beside.worker.extension(), start), settings, beside.painter)
    screen.pages.onward = AfterBattle(again, following)
    if briefed:
        screen.pages.brief()
    if play_to is not None:
        screen.pages.show_briefing()
        screen.model.playback.play_to(play_to)
        screen.looking.tab = "reasons"
    if told:
        screen.model.playback.halt()
        screen.say(told)
    if aside is not None:
        screen.say(f"The earlier save of this scenario is kept as {aside.name}")
    return screen


def looked_at(stage: Stage, beside: Beside, start: StartBattle, settings: ViewSettings) -> Screen:
    """Return the screen of a battle that is only looked at: whatever is done to it is not saved."""
    told = "" if start.is_over else "Look at it, and play on as you like: it is not saved."
    return battle_screen(stage, beside, start, None, settings, told=told)


class Opening:
    """Opens screens on a stage. What cannot be opened is said, and there is no screen then."""

    def __init__(self, stage: Stage, beside: Beside, library: Library, desk: Tells) -> None:
        self._stage, self._beside, self._library, self._desk = stage, beside, library, desk

    def begun(
        self, scenario: Scenario, choices: Choices, settings: ViewSettings, *, briefed: bool = False
    ) -> Screen | None:
        """Return a new battle."""
        from sim.view.worker.engine import new_battle

        def opened() -> Screen:
            start = new_battle(scenario, dict(choices.players), choices.number)
            return battle_screen(self._stage, self._beside, *start, settings, briefed=briefed)

        return self._opened(opened)

    def editor(self, scenario: Scenario | None, settings: ViewSettings) -> Screen:
        """Return the map editor, with a copy of the map of a scenario or an empty one."""
        from sim.workshop.blank import BlankMap
        from sim.workshop.map_document import MapDocument

        if scenario is None:
            return self._map_editor(MapDocument.begun(BlankMap().map()), settings, is_new=True)
        return self._map_editor(MapDocument.copy_of(scenario.map_source, scenario.setup.map), settings)

    def _map_editor(self, document: MapDocument, settings: ViewSettings, *, is_new: bool = False) -> Screen:
        return editor_screen(self._stage, self._beside, document, settings, is_new=is_new)

    def battle_editor(self, path: Path | None, settings: ViewSettings) -> Screen | None:
        """Return the battle editor, with a scenario of one's own, a copy of a shipped one, or a new one."""
        from sim.workshop.scenario_document import ScenarioDocument, first_battle

        try:
            if path is None:
                document = first_battle()
            elif is_shipped_scenario(path.resolve()):
                document = ScenarioDocument.copied(path)
            else:
                document = ScenarioDocument.opened(path)
        except (OSError, FileMistakes) as wrong:
            self._desk.say(f"The battle cannot be edited: {str(wrong).splitlines()[0]}", bad=True)
            return None
        is_new = path is None
        return editor_screen(self._stage, self._beside, document, settings, is_new=is_new, on_saved=self._saved)

    def _saved(self, path: Path) -> None:
        """Have a scenario that was written in the list, as it is now."""
        self._desk.add(path)
        self._desk.reload()
        self._desk.note(path)

    def _opened(self, opens: Callable[[], Screen]) -> Screen | None:
        """Return another screen, unless the system refuses something."""
        try:
            return opens()
        except (OSError, ImportError) as refused:
            self._desk.say(f"The battle cannot be opened: {refused}", bad=True)
        return None

    # -- files -------------------------------------------------------------------------------------------

    def read(
        self, path: Path, settings: ViewSettings, then: Callable[[Screen], None], *, only_looks: bool = False
    ) -> None:
        """Have a file read, and opened as what it is, unless something else is done meanwhile.

        A scenario comes into the list, a map into the editor. A battle is gone on with; a position, and a battle that
        is only looked at, are not saved again, whatever is done to them.
        """
        said = f"Reading {path.name} …"
        self._desk.say(said)

        def opened(found: OpenedFile | Unreadable) -> None:
            if self._desk.message != said:
                return
            self._desk.say("")
            screen: Screen | None = None
            match found:
                case Unreadable():
                    self._desk.refuse(path, found)
                    return
                case OpenedFile("scenario"):
                    self._desk.add(path)
                case OpenedFile("map", document):
                    screen = self._map_editor(document, settings)
                case OpenedFile(kind, start):
                    screen = self._battle(start, path, settings, only_looks=only_looks or kind == "position")
            self._desk.note(path)
            if screen is not None:
                then(screen)

        self._library.open_file(path, opened)

    def _battle(self, start: StartBattle, path: Path, settings: ViewSettings, *, only_looks: bool) -> Screen | None:
        from sim.view.worker.engine import old_battle

        if only_looks:
            return self._opened(lambda: looked_at(self._stage, self._beside, start, settings))
        return self._opened(lambda: battle_screen(self._stage, self._beside, *old_battle(start, path), settings))
