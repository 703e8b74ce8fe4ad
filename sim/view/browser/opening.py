"""What is opened from the browser and by commands: new battles, battles that were put aside, and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sim.files import FileMistakes
from sim.view.browser.choices import Choices
from sim.view.browser.library import Library
from sim.view.screen import Screen
from sim.view.settings import ViewSettings
from sim.view.window import Stage
from sim.view.worker.files import Unreadable, reason

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.view.worker.beside import Beside
    from sim.view.worker.engine import StartBattle


class Tells(Protocol):
    """Shows a message."""

    message: str

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show it until something else is done."""


def battle_screen(
    stage: Stage,
    beside: Beside,
    start: StartBattle,
    aside: Path | None,
    settings: ViewSettings,
    *,
    briefed: bool = False,
) -> Screen:
    """Return the screen of a battle, which may begin with its briefing.

    The save that lay in the way of its own is named: somebody may want it back.
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
    if aside is not None:
        screen.say(f"The earlier save of this scenario is kept as {aside.name}")
    return screen


class Opening:
    """Opens screens on a stage. What cannot be opened is said, and there is no screen then."""

    def __init__(self, stage: Stage, beside: Beside, library: Library, desk: Tells) -> None:
        self._stage, self._beside, self._library, self._desk = stage, beside, library, desk

    def begun(
        self, scenario: Scenario, choices: Choices, settings: ViewSettings, *, briefed: bool = False
    ) -> Screen | None:
        """Return a new battle."""
        from sim.view.worker.engine import new_battle

        players, seed = dict(choices.players), choices.number
        return self._opened(lambda: new_battle(scenario, players, seed), settings, briefed=briefed)

    def editor(self, scenario: Scenario | None, settings: ViewSettings) -> Screen:
        """Return the map editor, with a copy of the map of a scenario or an empty one."""
        from sim.view.editor.screen import EditorScreen
        from sim.workshop.blank import BlankMap
        from sim.workshop.map_document import MapDocument

        if scenario is None:
            document = MapDocument.begun(BlankMap().map())
        else:
            document = MapDocument.copy_of(scenario.map_source, scenario.setup.map)
        return EditorScreen(self._stage, self._beside.painter, settings, document, is_new=scenario is None)

    def _opened(
        self, start: Callable[[], tuple[StartBattle, Path | None]], settings: ViewSettings, *, briefed: bool = False
    ) -> Screen | None:
        """Return another screen, unless the system refuses something."""
        try:
            return battle_screen(self._stage, self._beside, *start(), settings, briefed=briefed)
        except (OSError, ImportError) as refused:
            self._desk.say(f"The battle cannot be opened: {refused}", bad=True)
        return None

    # -- files -------------------------------------------------------------------------------------------

    def scenario_at(self, text: str, opened: Callable[[Path], None]) -> Path | None:
        """Return the file of a scenario that somebody names by its path; a save or a record is to be opened."""
        from sim.scenario.file_kinds import kind_of

        path = Path(text.strip().strip('"')).expanduser()
        try:
            kind = kind_of(path)
        except (OSError, FileMistakes, ValueError, RuntimeError) as wrong:
            self._desk.say(f"{path} cannot be opened: {reason(wrong)}", bad=True)
            return None
        if kind == "scenario":
            return path
        if kind == "record":
            opened(path)
        else:
            self._desk.say(f"{path} is a {kind}: open a scenario, a save or a record instead", bad=True)
        return None

    def read(
        self, path: Path, settings: ViewSettings, then: Callable[[Screen | None], None], *, only_looks: bool = False
    ) -> None:
        """Have a save or a record read, and its battle opened, unless something else is done meanwhile.

        One that is only looked at is not saved again, whatever is done to it.
        """
        from sim.view.worker.engine import old_battle

        said = f"Reading {path.name} …"
        self._desk.say(said)

        def opened(start: StartBattle | Unreadable) -> None:
            if self._desk.message != said:
                return
            if isinstance(start, Unreadable):
                self._desk.say(f"{path} cannot be opened: {start.reason}", bad=True)
                return
            self._desk.say("")
            then(self._opened(lambda: (start, None) if only_looks else old_battle(start, path), settings))

        self._library.open_battle(path, opened)
