"""What a battle on the screen consists of: the battle itself, where one looks, what is chosen, what is shown.

The commands, which are what keys and clicks do, are in `time_commands.py`, `order_commands.py` and `look_commands.py`;
`screen.py` puts them together.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from dataclasses import dataclass, replace
from itertools import count, product
from math import inf
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter
from typing import Any, Literal

import pygame

from sim.board.warm_up import warming
from sim.engine.forecast import Forecast
from sim.engine.insight import Scene
from sim.engine.notes import Subject
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.files import write_atomically
from sim.grid import Cell, Point
from sim.scenario.saves import ENDING, SaveFile
from sim.scenario.scenario import Scenario
from sim.view.battle.answers import OverlayAnswers
from sim.view.battle.floats import Floats
from sim.view.battle.menu import OrderMenu
from sim.view.battle.model import Model
from sim.view.battle.motion import Motion
from sim.view.battle.order_blocks import OrderPreview
from sim.view.battle.places import BattleLayout, readable_scale
from sim.view.battle.tutorial import Tutorial
from sim.view.board.backdrop import Backdrop
from sim.view.board.board_picture import BoardOptions, BoardPicture
from sim.view.board.layout import Layout, layout
from sim.view.board.steering import Steering
from sim.view.counters.stacks import CounterBox as CounterSpot
from sim.view.counters.stacks import counter_at
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import ViewSettings, keep_changes
from sim.view.snapshot import stamped
from sim.view.ui.blocks import Block, Do
from sim.view.ui.frame_budget import Job
from sim.view.ui.panel import Panel
from sim.view.window import Stage

Tab = Literal["log", "reasons", "forecast"]
PANELS = ("lesson", "status", "orders", "tabs", "side", "hover", "message", "window")
MESSAGE_TIME = 5.0
WARMING = 0.012
"""Seconds that one tick gives to loading kernels: it draws nothing new meanwhile."""
LOOKING, LOOKS = 0.02, 40
"""Seconds that one tick gives to looking around before a decision, and how many ticks do so at the most on a ground."""
TOLD_AT_ONCE = 40
"""Lines of the log that are told for one picture in a window."""
SAVED_EVERY = 60
"""Entries of the log after which a battle that nobody plays is saved."""
SAVING = 0.004
"""Seconds that one tick gives to putting into words what is going to be saved."""
_MOST_SAVING = 5
"""So many times as much at the most, where much has happened since the last save."""
TUTORIAL = "conflict_of_heroes/tutorial"
"""The scenario over which the lessons are laid."""


@dataclass(frozen=True)
class Dialog:
    """Something that must be looked at before anything else: help, a rule, the end of the battle."""

    name: str
    blocks: tuple[Block, ...]
    wide: int = 560


@dataclass
class OverlayChoice:
    """Which overlays are on."""

    ruler: bool = False
    view: bool = False
    facing: int | None = None
    """The facing that the field of view is shown for; None as the unit stands."""
    fire: str | None = None
    """The side whose fire zones are shown."""
    threat: bool = False
    reach: bool = False
    cover: bool = False


def _learning(position: Scene) -> Generator[None, None, bool]:
    """Look around from every cell, those of units first, and see what steps cost: who decides later finds it there."""
    grid, battle_map = position.map.grid, position.map
    standing = [(unit.side, unit.cell) for unit in position.state.units if unit.cell is not None]
    yield from position.battle.ruleset.insight.look_around(position)
    for (side, viewer), (other, target) in product(standing, standing):
        if side != other:
            position.lines.sight(viewer, target)
            yield
    places = [cell for _, cell in standing]
    around = [cell for place in places for cell in grid.disc(place, 2) if cell in battle_map]
    for cell in dict.fromkeys((*places, *around, *battle_map.whole)):
        position.lines.field_of_view(cell)
        yield
    return True


class Core:
    """The state of the battle screen."""

    next: Screen | ScreenDone | None = None

    def __init__(
        self,
        stage: Stage,
        scenario: Scenario,
        session: Session[Any, Any],
        *,
        seed: int | None,
        save: SaveFile | None,
        settings: ViewSettings,
    ) -> None:
        self.stage, self.scenario, self.seed = stage, scenario, seed
        self.settings, self._save_file = settings, save
        self.tutorial = Tutorial() if scenario.name == TUTORIAL else None
        self.model = Model(scenario, session, speed=settings.speed)
        self.model.told_at_once = None if stage.patience == inf else TOLD_AT_ONCE
        self.answers = OverlayAnswers(self.model.insight)
        self.picture, self._backdrop = BoardPicture(self.model.position.ground), Backdrop()
        self.dress = BoardOptions(grid=settings.grid, coordinates=settings.coordinates)
        self.steering = Steering(self.layout.bounds, self.size, self.places.room)
        self.panels = {name: Panel() for name in PANELS}
        self.shown, self.motion, self.floats = OverlayChoice(), Motion(), Floats()
        self.tab: Tab = "log"
        self.window: Dialog | None = None
        self.menu: OrderMenu | None = None
        self.preview: tuple[object, OrderPreview] | None = None
        self.selected: Subject | None = None
        self.mouse: Point | None = None
        self.cell_cursor: Cell | None = None
        self.counter_spots: list[CounterSpot] = []
        self.picked_note: tuple[int, int | None] | None = None
        self.asks_why_not = False
        self.forecast: Forecast | Job[Forecast] | str | None = None
        self.prospect: int | None = None
        self.typed: list[int] = []
        self.filter = ""
        self.focus: Do | None = None
        self._reveals = True
        """Whether the right panel is to be scrolled to what belongs to the frame that is shown."""
        self._message, self._message_until = "", 0.0
        self._saved_at, self._is_safe = -1, True

    # -- where things are --------------------------------------------------------------------------------

    @property
    def session(self) -> Session[Any, Any]:
        """The line of the battle that is being played."""
        return self.model.session

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window."""
        return self.stage.surface().get_size()

    @property
    def ui(self) -> float:
        """The scale of letters and panels."""
        return readable_scale(self.size, self.settings.scale)

    @property
    def places(self) -> BattleLayout:
        """Where everything lies in the window."""
        places = BattleLayout(self.size, self.ui)
        if self.tutorial is None or places.is_narrow:
            return places
        return replace(places, lesson_height=self.tutorial.height(places.lesson(0).width, self.ui))

    @property
    def layout(self) -> Layout:
        """Where the map lies on the plane."""
        return layout(self.session.battle.map)

    # -- the map -----------------------------------------------------------------------------------------

    def learn(self, until: float) -> None:
        """Go on looking around the map while nothing else is to do: no decision then waits for fields of view."""
        position = self.model.position
        if self._learned is None or self._learned[0] is not position.lines:
            self._learned, self._looked = (position.lines, Job(_learning(position))), 0
        self._learned[1].work(until)

    def looks_around_first(self) -> bool:
        """Go on looking around before somebody decides who would otherwise have to; say whether that was done.

        A decision is taken in one go. Where it asks for a hundred fields of view that nobody has looked at yet, the
        window would wait for it; so the first decision on a ground comes a moment later instead. Only a window has a
        reason to: a picture in memory waits for anything.
        """
        learned = self._learned
        is_new = learned is None or learned[0] is not self.model.position.lines
        is_enough = learned is not None and not is_new and (learned[1].result or self._looked >= LOOKS)
        if self.stage.patience == inf or is_enough:
            return False
        self.learn(perf_counter() + LOOKING)
        self._looked += 1
        return True

    _learned: tuple[object, Job[bool]] | None = None
    _looked = 0
    """How often a decision on this ground has waited for it."""

    def is_warming_up(self) -> bool:
        """Have the compiled kernels loaded, once; say whether that is still going on.

        To import numba and to read the kernels takes half a second, and the picture of a board needs neither. So the
        first picture comes before all that; then they are loaded one by one, a little in every tick. Whatever asks for
        sight waits until then. Only a window has a reason to: in memory all of it is done in the second tick.
        """
        if self._warmth is None:
            self._warmth = Job(self._warming())
            return True
        return not self._warmth.work(perf_counter() + WARMING if self.stage.patience < inf else inf)

    _warmth: Job[bool] | None = None

    @property
    def is_cold(self) -> bool:
        """Say whether a window shows a board on which nothing can be answered yet that takes sight."""
        return self.stage.patience < inf and (self._warmth is None or not self._warmth.result)

    def _warming(self) -> Generator[None, None, bool]:
        """Load what sight takes."""
        position = self.model.position
        if self.stage.patience < inf:
            yield from warming()
        position.lines.field_of_view(position.map.cells[0])
        return True

    # -- what is pointed at ------------------------------------------------------------------------------

    @property
    def pointed_unit(self) -> str | None:
        """The unit under the mouse: of those that lie on one another, the one on top."""
        if self.mouse is None or not self.is_over_map(self.mouse):
            return None
        return counter_at(self.counter_spots, self.mouse)

    @property
    def pointed_cell(self) -> Cell | None:
        """The cell under the mouse, or the one that the keys have gone to."""
        if self.mouse is None or not self.is_over_map(self.mouse):
            return self.cell_cursor if self.mouse is None else None
        unit = self.pointed_unit
        if unit is not None and (cell := self.model.where(unit)) is not None:
            return cell
        battle_map = self.session.battle.map
        cell = battle_map.grid.cell_at(self.steering.camera.point(self.mouse))
        return cell if cell in battle_map else None

    def is_over_map(self, at: Point) -> bool:
        """Say whether a pixel belongs to the map and to no panel."""
        if self.places.is_narrow:
            return True
        if self.floats.holds(at) or self.places.bar.collidepoint(at):
            return False
        return not any(panel.holds(at) for panel in self.panels.values())

    @property
    def selected_cell(self) -> Cell | None:
        """The cell that is selected, or that of the selected unit."""
        return None if self.selected is None else self.model.where(self.selected)

    @property
    def selected_unit(self) -> str | None:
        """The unit that is selected, if one is and it is still there."""
        unit = self.selected
        return unit if isinstance(unit, str) and unit in self.model.position.state.units else None

    @property
    def own_side(self) -> str:
        """The side that overlays take for one's own: that which is asked, or that of the selected unit."""
        wanted = self.session.wanted
        if isinstance(wanted, Ask):
            return wanted.side
        if self.selected_unit is not None:
            return str(self.model.position.state.units[self.selected_unit].side)
        return self.model.eyes or self.session.battle.sides[0].id

    def select_unit(self, unit: str) -> None:
        """Select a unit; the cursor of the keyboard, if it is out, goes along."""
        self.selected = unit
        if self.cell_cursor is not None:
            self.cell_cursor = self.model.where(unit) or self.cell_cursor

    # -- telling -----------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a message for a few seconds."""
        self._message, self._message_until = text, perf_counter() + MESSAGE_TIME

    @property
    def message(self) -> str:
        """What is being said."""
        return self._message if perf_counter() < self._message_until else ""

    def keep(self, settings: ViewSettings) -> None:
        """Go by other settings from now on, and keep them for other days."""
        before, self.settings = self.settings, settings
        if complaint := keep_changes(before, settings):
            self.say(complaint)

    def set_dress(self, **changes: bool) -> None:
        """Change what is drawn over the terrain."""
        self.dress = replace(self.dress, **changes)
        self.dress_board()

    def dress_board(self) -> None:
        """Have everything drawn over the terrain that is wanted, in letters of this window."""
        self.picture.dress = replace(self.dress, letters=self.ui)

    def look_at(self, cell: Cell | None) -> None:
        """Bring a cell into view."""
        if cell is not None:
            self.steering.reveal(self.session.battle.map.grid.point(cell))

    # -- saving ------------------------------------------------------------------------------------------

    def save(self, *, loud: bool = False) -> None:
        """Save the battle; where that fails it is said, and the battle goes on."""
        if self._save_file is None:
            if loud:
                self.say("This battle is not saved: you are only watching it.")
            return
        try:
            self._save_file.save(self.session)
        except OSError as refused:
            self._refusal = f"could not be saved in {self._save_file.path.parent}: {refused.strerror or refused}"
            self.say(f"The battle {self._refusal}")
            self._is_safe = False
            return
        self._saved_at, self._is_safe = len(self.session.entries), True
        if loud:
            self.say(f"Saved as {self._save_file.path.name}")

    _refusal = ""
    """Why the battle could not be saved the last time that it could not."""

    def rescue(self) -> None:
        """Keep a battle that cannot be saved where it belongs among temporary files; its window is about to close."""
        if self._save_file is None:
            return
        file = Path(gettempdir(), stamped(f"sandtable-{self.scenario.ruleset.id}", ENDING).name)
        try:
            self._save_file.copy(file, self.session)
            told = f"it is kept in {file}; `sandtable play {file}` resumes it"
        except OSError as refused:
            told = f"nor in {file}: {refused.strerror or refused}"
        print(f"sandtable: the battle {self._refusal}; {told}", file=sys.stderr)

    @property
    def safety(self) -> str:
        """Say in a few words whether the battle can be gone on with another day."""
        if self._save_file is None:
            return "you are only watching it"
        return "it is saved" if self._is_safe else "it could NOT be saved"

    def autosave(self) -> None:
        """Save if anything has happened since the last time and somebody is to choose, or it is over.

        While only the AI plays it is saved now and then as well: a little often takes less than all of it at the end.
        """
        grown = len(self.session.entries) - self._saved_at
        waits = isinstance(self.session.wanted, Ask) or self.session.over
        if grown != 0 and self._is_prepared(grown) and (waits or grown > SAVED_EVERY):
            # One that fails is tried again when there is something new, and not in every tick.
            self._saved_at = len(self.session.entries)
            self.save()

    def _is_prepared(self, grown: int) -> bool:
        """Do a little of what saving takes; say whether only the writing is left. In memory there is time for all.

        The more there is the longer it takes: a battle that is hurried through must not outrun its save.
        """
        if self._save_file is None or self.stage.patience == inf:
            return True
        until = perf_counter() + SAVING * min(1 + grown // SAVED_EVERY, _MOST_SAVING)
        return self._save_file.prepare(self.session, lambda: perf_counter() < until)

    def keep_line(self) -> None:
        """Keep the line that is about to be left in a file of its own, beside the save."""
        if self._save_file is None:
            return
        self.save()
        path = self._save_file.path
        name = path.name.removesuffix(ENDING).removesuffix(".auto")
        lines = (path.with_name(f"{name}-line-{n}{ENDING}") for n in count(1))
        try:
            write_atomically(next(line for line in lines if not line.exists()), path.read_bytes())
        except OSError as refused:
            self.say(f"The other line is kept until you leave; it could not be saved: {refused.strerror or refused}")

    def pygame_clipboard(self, text: str) -> bool:
        """Put a text on the clipboard; say whether there is one."""
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return False
        return True
