"""Looking into a unit: what the rules find out about it by eye, and which of their answers is shown on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.engine.insight import UnitAnswer
from sim.engine.notes import Subject
from sim.grid import Cell
from sim.view.battle.candidates import Candidates, weighed
from sim.view.blocks.answers import NOBODY, against_buttons, answer_blocks, weighed_blocks
from sim.view.blocks.kinds import Block, SmallPrint, Title
from sim.view.worker.questions import ByEye, FoundByEye, OverlayCells

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen


class Inspecting:
    """The unit that is looked into, and what is asked of it."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.clicked: str | None = None
        """The unit that was clicked last; nobody once another is selected in some other way."""
        self.chosen: str | None = None
        """The enemy whom it is asked against by choice."""
        self.picked: tuple[str, str] | None = None
        """The topic and the name of the answer on the map: of another unit, the one that comes nearest to it."""

    @property
    def unit(self) -> str | None:
        """The unit that is looked into, as far as whoever looks knows of it."""
        units = self._screen.model.position.state.units
        menu = self._screen.ordering.menu
        asked = (self.clicked, self._screen.looking.selected_unit, menu.unit if menu is not None else None)
        return next((unit for unit in asked if unit is not None and unit in units), None)

    @property
    def cell(self) -> Cell | None:
        """Where the unit stands that is looked into, while its tab is open."""
        unit = self.unit if self._screen.looking.tab == "unit" else None
        return self._screen.model.where(unit) if unit is not None else None

    @property
    def against(self) -> str | None:
        """The enemy whom it is asked against: the chosen one, else who aims at it or is aimed at by it."""
        menu, unit, units = self._screen.ordering.menu, self.unit, self._screen.model.position.state.units
        aim = (menu.unit, menu.aim) if menu is not None else ()
        for other in (self.chosen, *(aim if unit in aim else ())):
            if unit is not None and isinstance(other, str) and other in units and units[other].side != units[unit].side:
                return other
        return None

    # -- what is known -----------------------------------------------------------------------------------

    @property
    def found(self) -> FoundByEye | None:
        """What the rules find out, once that is known; asked while its tab is open."""
        looking, unit = self._screen.looking, self.unit
        if looking.tab != "unit" or unit is None:
            return None
        return self._screen.engine.answer("answers", ByEye(looking.moment, unit, self.against))

    @property
    def answer(self) -> UnitAnswer | None:
        """The answer that is shown on the map."""
        found = self.found
        if found is None or self.picked is None:
            return None
        topic, name = self.picked
        alike = [answer for answer in found.answers if answer.topic == topic]
        return next((answer for answer in alike if answer.name == name), next(iter(alike), None))

    @property
    def candidates(self) -> Candidates | None:
        """Whom the answer weighs, on the map."""
        answer = self.answer
        return weighed(answer, self._screen.model.where) if answer is not None and answer.ranked else None

    @property
    def overlay(self) -> OverlayCells | None:
        """What the answer lays over the map: a field of view, fire zones."""
        found, answer = self.found, self.answer
        return found.overlays.get(answer.name) if found is not None and answer is not None else None

    # -- what is said ------------------------------------------------------------------------------------

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What its tab shows."""
        unit, found, model = self.unit, self.found, self._screen.model
        if unit is None:
            return NOBODY
        side = model.position.state.units[unit].side
        basis = model.side_name(side) + ("" if model.eyes in (None, side) else ", as far as you know")
        if found is None:
            return Title(model.naming(unit)), SmallPrint(basis), SmallPrint("looking …")
        answer, buttons = self.answer, against_buttons(found.enemies, self.against, model.naming)
        offered = buttons if answer is not None and answer.is_against else ()
        return answer_blocks(model.naming(unit), basis, found.answers, answer, model.naming, offered)

    def said_of(self, unit: str | None, cell: Cell) -> tuple[Block, ...]:
        """Return what the answer on the map says of what is pointed at."""
        answer = self.answer
        return weighed_blocks(answer, (unit, cell), self._screen.model.naming) if answer is not None else ()

    # -- what can be done --------------------------------------------------------------------------------

    def look_into(self, unit: str) -> None:
        """Show what the rules see of a unit."""
        self.clicked = unit
        self._screen.looking.show_tab("unit")

    def show_answer(self, topic: str, name: str = "") -> None:
        """Show an answer about the unit on the map; the same again takes it off."""
        self.picked = None if self.picked == (topic, name) else (topic, name)

    def choose_against(self, enemy: str) -> None:
        """Ask against another enemy; against nobody in particular, the rules say who it is."""
        self.chosen = enemy or None

    def find(self, subject: Subject) -> None:
        """Bring a unit or a cell into view."""
        self._screen.looking.look_at(self._screen.model.where(subject))
