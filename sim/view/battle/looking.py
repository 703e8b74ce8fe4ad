"""What whoever plays looks at: what is selected and pointed at, which overlays are on, which panel is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import pygame

from sim.engine.notes import Selection, Subject, walk
from sim.engine.orders import Ask, Intent
from sim.files import write_atomically
from sim.grid import Cell, Point
from sim.view.battle.attention import Attention
from sim.view.blocks.context import Pointed
from sim.view.blocks.reasons import reason_text
from sim.view.board.board_look import BoardOptions
from sim.view.counters.stacks import CounterBox, counter_at
from sim.view.model.meanwhile import MeanwhileLine
from sim.view.model.trail import TrailStep, last_order
from sim.view.snapshot import timestamped
from sim.view.worker.questions import (
    Ahead,
    Foreseen,
    Hover,
    Moment,
    NewsSince,
    OverlayCells,
    Overlays,
    TrailSince,
    UnderCursor,
)

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

Tab = Literal["log", "reasons", "forecast", "unit"]


HEATS = (None, "fire taken", "lost", "entered")
"""What of a study is shown over the map, one after the other."""


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
    heat: str | None = None
    """What is shown of the study of this battle."""


class Looking:
    """Where the eye is, and everything that changes only what is seen."""

    def __init__(self, screen: BattleScreen, options: BoardOptions) -> None:
        self._screen = screen
        self.selected: Subject | None = None
        self.mouse: Point | None = None
        self.cell_cursor: Cell | None = None
        """Where the keys have gone to; None while the mouse points."""
        self.counter_spots: list[CounterBox] = []
        """Where counters were drawn last."""
        self.attention = Attention()
        self._ruler_from: Subject | None = None
        """What the ruler was told to measure from, whoever is being ordered."""
        self.shown = OverlayChoice()
        self.options = options
        """What is drawn over the terrain."""
        self.tab: Tab = "log"
        self.picked_note: tuple[int, int | None] | None = None
        """The choice among the reasons whose candidates are on the map, and which line of it."""
        self.prospect: int | None = None
        """The one of all that may come that is shown."""
        self.asks_why_not = False
        self.holds_alt = False
        self.reveals = True
        """Whether the right panel is to be scrolled to what belongs to the frame that is shown."""

    # -- what is asked of the engine ---------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """The moment that is shown, and who looks at it."""
        model = self._screen.model
        return Moment(self._screen.engine.session.line, model.playback.cursor, model.reader.sides)

    @property
    def under_cursor(self) -> UnderCursor | None:
        """What there is to say of what lies under the cursor; until that is known, what was said last."""
        cell = self.told_of.cell if self.told_of is not None else None
        if cell is None:
            return None
        shown = self.shown
        question = Hover(self.moment, cell, self._measured_from, self.own_side, shown.ruler, shown.threat)
        return self._screen.engine.latest("hover", question)

    @property
    def told_of(self) -> Pointed | None:
        """What the panel at the lower right tells of: what was pointed at last, else what is selected."""
        if self.attention.about is not None or self.selected_cell is None:
            return self.attention.about
        return Pointed(self.selected_cell, self.selected_unit)

    def tick(self, seconds: float) -> None:
        """Let the panel at the lower right follow the mouse, unless that is over a panel or on its way to this."""
        cell = self.pointed_cell
        about = Pointed(cell, self.pointed_unit) if cell is not None else None
        if self.mouse is None or (self.shown.ruler and about is not None):
            self.attention.point_at(about)
        elif self._screen.is_over_map(self.mouse):
            self.attention.follow(about, self.mouse, self._screen.places.hover, seconds)

    @property
    def _measured_from(self) -> Subject | None:
        """What the ruler and the panel measure from: whoever is being ordered, else what is selected."""
        menu = self._screen.ordering.menu
        if self.shown.ruler and self._ruler_from is not None:
            return self._ruler_from
        return menu.unit if menu is not None and menu.unit is not None else self.selected

    @property
    def overlays(self) -> Overlays | None:
        """What is to be asked for the overlays that are on; None if none is."""
        shown, unit, place = self.shown, self.selected_unit, self.selected or self.pointed_cell
        on_map = self._screen.model.where(unit) is not None if unit is not None else False
        question = Overlays(
            self.moment,
            view=(unit if unit is not None and on_map else self._screen.model.where(place))
            if shown.view and place
            else None,
            facing=shown.facing if on_map else None,
            fire=shown.fire,
            threat=self.own_side if shown.threat else None,
            reach=unit if shown.reach and on_map else None,
            cover=shown.cover,
            heat=(shown.heat, self.own_side) if shown.heat else None,
        )
        return None if question == Overlays(self.moment) else question

    @property
    def foreseen(self) -> Foreseen | None:
        """What may come next: worked out while its tab is open and play stands still."""
        playback = self._screen.model.playback
        stands_still = playback.goal is None and not (playback.playing and playback.may_go_on)
        if self.tab != "forecast" or not stands_still:
            return None
        return self._screen.engine.answer("ahead", Ahead(self.moment, self.prospect, self._aimed))

    @property
    def trail(self) -> tuple[TrailStep, ...]:
        """What the others did since one's last order; nothing where nobody plays, or it is not wanted."""
        model, side = self._screen.model, self._screen.model.eyes
        if side not in model.humans or not self._screen.settings.trail or model.session.over:
            return ()
        first = last_order(model.playback, side, model.playback.cursor)
        return self._screen.engine.latest("trail", TrailSince(self.moment, first)) or ()

    @property
    def meanwhile(self) -> tuple[MeanwhileLine, ...]:
        """What happened while was skipped; nothing most of the time."""
        playback = self._screen.model.playback
        if playback.skipped is None or playback.goal is not None:
            return ()
        first, last = playback.skipped
        return self._screen.engine.answer("meanwhile", NewsSince(replace(self.moment, frame=last), first)) or ()

    @property
    def _aimed(self) -> Intent | None:
        """The order that stands ready: what may come is told of after it."""
        menu = self._screen.ordering.menu
        picked = menu.picked if menu is not None else None
        return picked.offer.intent if picked is not None else None

    # -- what is pointed at ------------------------------------------------------------------------------

    @property
    def pointed_unit(self) -> str | None:
        """The unit under the mouse: of those that lie on one another, the one on top."""
        if self.mouse is None or not self._screen.is_over_map(self.mouse):
            return None
        return counter_at(self.counter_spots, self.mouse)

    @property
    def pointed_cell(self) -> Cell | None:
        """The cell under the mouse, or the one that the keys have gone to."""
        screen = self._screen
        if self.mouse is None or not screen.is_over_map(self.mouse):
            return self.cell_cursor if self.mouse is None else None
        unit = self.pointed_unit
        if unit is not None and (cell := screen.model.where(unit)) is not None:
            return cell
        battle_map = screen.engine.session.battle.map
        cell = battle_map.grid.cell_at(screen.steering.camera.point(self.mouse))
        return cell if cell in battle_map else None

    @property
    def selected_cell(self) -> Cell | None:
        """The cell that is selected, or that of the selected unit."""
        return None if self.selected is None else self._screen.model.where(self.selected)

    @property
    def selected_unit(self) -> str | None:
        """The unit that is selected, if one is and it is still there."""
        unit = self.selected
        return unit if isinstance(unit, str) and unit in self._screen.model.position.state.units else None

    @property
    def own_side(self) -> str:
        """The side that overlays take for one's own: that which is asked, or that of the selected unit."""
        model = self._screen.model
        wanted = model.session.wanted
        if isinstance(wanted, Ask):
            return wanted.side
        if self.selected_unit is not None:
            return str(model.position.state.units[self.selected_unit].side)
        return model.eyes or model.session.battle.sides[0].id

    @property
    def named_units(self) -> tuple[str, ...]:
        """Those whom the line speaks of that the mouse, or else the keyboard, is on, in whatever panel."""
        panels = [self._screen.panels[name] for name in self._screen.open_panels]
        text = next((panel.text_at(self.mouse) for panel in panels if self.mouse and panel.holds(self.mouse)), "")
        focus = self._screen.focus
        if not text and focus is not None:
            text = next(
                (panel.text_at(spot.box.center) for panel in panels for spot in panel.spots if spot.do == focus), ""
            )
        return self._screen.model.named_in(text) if text else ()

    def select_unit(self, unit: str) -> None:
        """Select a unit; the cursor of the keyboard, if it is out, goes along."""
        self.selected, self._screen.inspecting.clicked = unit, None
        if self.cell_cursor is not None:
            self.cell_cursor = self._screen.model.where(unit) or self.cell_cursor

    def look_at(self, cell: Cell | None) -> None:
        """Bring a cell into view."""
        if cell is not None:
            self._screen.steering.reveal(self._point(cell), glides=self._screen.settings.animations)

    def follow_event(self) -> None:
        """Show who acts in the event that is shown, and against whom."""
        model, happened = self._screen.model, self._screen.picture.happened
        self._follow(happened.actors(model.concerned_at(model.playback.cursor)))

    def follow_question(self, ask: Ask) -> None:
        """Show who is asked for, and who gave the occasion."""
        model = self._screen.model
        self._follow([cell for unit in (ask.unit, ask.about) if unit and (cell := model.where(unit)) is not None])

    def _follow(self, cells: Sequence[Cell]) -> None:
        settings = self._screen.settings
        if settings.follow:
            self._screen.steering.follow([self._point(cell) for cell in cells], glides=settings.animations)

    def _point(self, cell: Cell) -> Point:
        return self._screen.engine.session.battle.map.grid.point(cell)

    def centre_on(self, subject: Subject) -> None:
        """Bring a cell or a unit to the middle of the map."""
        if (cell := self._screen.model.where(subject)) is not None:
            self._screen.steering.centre(self._screen.engine.session.battle.map.grid.point(cell))

    def look_at_unit(self, unit: str) -> None:
        """Select a unit and bring it into view."""
        self.select_unit(unit)
        self.look_at(self._screen.model.where(unit))

    # -- overlays ----------------------------------------------------------------------------------------

    def toggle_ruler(self) -> None:
        """Show or hide the line of sight from what is selected to the cursor."""
        self.shown.ruler, self._ruler_from = not self.shown.ruler, None
        if self.shown.ruler and self._measured_from is None:
            self._screen.say("Select a unit or a cell first: the ruler runs from there to the cursor.")

    def sight_from(self, subject: Subject) -> None:
        """Measure from a cell or a unit to the cursor."""
        self.shown.ruler, self._ruler_from = True, subject
        self._screen.say(f"The ruler runs from {self._screen.model.naming(subject)} to the cursor.")

    def view_from(self, subject: Subject) -> None:
        """Show what can be seen from a cell, or what a unit sees."""
        self.selected, self.shown.view, self.shown.facing = subject, True, None

    def toggle_view(self) -> None:
        """Show what can be seen from what is selected or under the cursor: as it faces, or not at all."""
        self.shown.view, self.shown.facing = not self.shown.view, None

    def turn_view(self) -> None:
        """Show the field of view after turning to the next facing."""
        unit = self.selected_unit
        if unit is None:
            self._screen.say("Select a unit first, to see what turning would change.")
            return
        position = self._screen.model.position
        now = self.shown.facing if self.shown.facing is not None else position.state.units[unit].facing
        directions = position.map.grid.directions
        self.shown.view, self.shown.facing = True, (now + 1) % len(directions)
        turned = f"{self._screen.model.naming(unit)} turned to {directions[self.shown.facing]}"
        question = Overlays(self.moment, view=unit, facing=self.shown.facing)
        self._screen.engine.ask("turned", question, lambda cells: self._screen.say(turned + _told_of_turning(cells)))

    def cycle_fire(self) -> None:
        """Show the fire zones of one side after the other, then none."""
        model = self._screen.model
        sides = [side.id for side in model.session.battle.sides]
        own = self.own_side
        order: list[str | None] = [*(side for side in sides if side != own), own, None]
        now = self.shown.fire
        self.shown.fire = order[(order.index(now) + 1) % len(order)] if now in order and now is not None else order[0]
        if self.shown.fire is not None:
            self._screen.say(f"Fire zones of {model.mentioning(self.shown.fire)}")

    def toggle_threat(self) -> None:
        """Show or hide how many enemies can fire at each cell."""
        self.shown.threat = not self.shown.threat

    def toggle_reach(self) -> None:
        """Show or hide where the selected unit can get to."""
        self.shown.reach = not self.shown.reach
        if self.shown.reach and self.selected_unit is None:
            self._screen.say("Select a unit first, to see where it can go.")

    def toggle_cover(self) -> None:
        """Show or hide what each cell adds to a defence."""
        self.shown.cover = not self.shown.cover

    def cycle_heat(self) -> None:
        """Show where in the study of this battle one's own side was fired at, lost units and went; then nothing.

        Only one's own: where the others usually stand, one may not know.
        """
        now = self.shown.heat
        self.shown.heat = HEATS[(HEATS.index(now) + 1) % len(HEATS)]
        if (heat := self.shown.heat) is not None:
            side = self._screen.model.mentioning(self.own_side)
            question = Overlays(self.moment, heat=(heat, self.own_side))
            none = "No study of this battle has been played: the list of battles does that (F9)."
            told = f"In its study, {side}: {heat}"
            self._screen.engine.ask("heat", question, lambda found: self._screen.say(told if found.heat else none))

    def toggle_heights(self) -> None:
        """Show or hide the heights of cells."""
        self.options = replace(self.options, heights=not self.options.heights)

    def toggle_coordinates(self) -> None:
        """Show or hide the names of cells."""
        self.options = replace(self.options, coordinates=not self.options.coordinates)
        self._screen.keep(coordinates=self.options.coordinates)

    @property
    def shows_names(self) -> bool:
        """Say whether names stand beside counters."""
        return self.holds_alt or self._screen.settings.names

    def toggle_names(self) -> None:
        """Show names and strengths beside all counters, or hide them."""
        self._screen.keep(names=not self._screen.settings.names)

    def toggle_grid(self) -> None:
        """Show or hide the lines between cells."""
        self.options = replace(self.options, grid=not self.options.grid)
        self._screen.keep(grid=self.options.grid)

    def toggle_small_map(self) -> None:
        """Show or hide the small map."""
        self._screen.keep(small_map=not self._screen.settings.small_map)

    # -- the map -----------------------------------------------------------------------------------------

    def zoom_in(self) -> None:
        """Zoom in."""
        self._screen.steering.zoom(True)

    def zoom_out(self) -> None:
        """Zoom out."""
        self._screen.steering.zoom(False)

    def fit(self) -> None:
        """Show the whole map."""
        self._screen.steering.fit()

    def move_cell_cursor(self, right: int, down: int) -> None:
        """Move the cursor of the keyboard to the neighbour that lies nearest to a direction."""
        battle_map = self._screen.engine.session.battle.map
        grid = battle_map.grid
        now = self.cell_cursor or self.selected_cell or self.pointed_cell
        if now is None:
            camera, room = self._screen.steering.camera, self._screen.places.room
            now = min(battle_map.whole, key=lambda cell: _away(camera.pixel(grid.point(cell)), room))
            self.cell_cursor, self.mouse = now, None
            return
        x, y = grid.point(now)
        beside = [cell for cell in (now.plus(step) for step in grid.steps) if cell in battle_map]

        def along(cell: Cell) -> float:
            a, b = grid.point(cell)
            length = ((a - x) ** 2 + (b - y) ** 2) ** 0.5
            return float(((a - x) * right + (b - y) * down) / length)

        best = max(beside, key=along, default=None)
        if best is not None and along(best) > 0.3:
            now = best
        self.cell_cursor, self.mouse = now, None
        self.look_at(now)

    # -- panels ------------------------------------------------------------------------------------------

    def show_tab(self, tab: Tab) -> None:
        """Show the log, the reasons, the forecast, or what the rules see of a unit."""
        self.tab, self.reveals = tab, True
        self._screen.panels["side"].scroll = 0

    def read_left(self, pages: int) -> None:
        """Scroll how the battle stands and the orders: a breakdown must be readable without a mouse."""
        for name in ("status", "orders"):
            self._screen.panels[name].scroll_by(-3 * pages)

    def read_hover(self, pages: int) -> None:
        """Scroll what lies under the cursor: by mouse one would have to leave it."""
        self._screen.panels["hover"].scroll_by(-3 * pages)

    def show_candidates(self, number: int, step: int | None = None) -> None:
        """Paint the candidates of a choice on the map; the same again takes them off."""
        self.picked_note = None if self.picked_note == (number, step) else (number, step)

    @property
    def picked_choice(self) -> Selection | None:
        """The choice whose candidates are painted."""
        if self.picked_note is None:
            return None
        notes = list(walk(self._screen.model.notes))
        number = self.picked_note[0]
        note = notes[number] if number < len(notes) else None
        return note if isinstance(note, Selection) else None

    def show_prospect(self, number: int) -> None:
        """Show one of the things that may come on the map."""
        self.prospect = None if self.prospect == number else number

    def toggle_why_not(self) -> None:
        """Answer "why not here?" for whatever is under the cursor."""
        self.asks_why_not = not self.asks_why_not
        if self.asks_why_not:
            self.tab = "reasons"
            self._screen.say("Why not here? Point at any cell or unit; the panel at the lower right answers.")

    def copy_reasons(self) -> None:
        """Copy the reasons as text; without a clipboard they go into a file."""
        model = self._screen.model
        text = reason_text(model.notes, model.naming, model.session.battle.unusual)
        headline = f"{model.told(model.playback.cursor)}\n{text}\n"
        try:
            pygame.scrap.put_text(headline)
            self._screen.say("The reasons have been copied.")
            return
        except pygame.error:
            file = timestamped(f"sandtable-reasons-{model.playback.frame.number}", ".txt")
        try:
            write_atomically(file, headline.encode())
        except OSError as refused:
            reason = refused.strerror or refused
            self._screen.say(f"There is no clipboard, and the reasons could not be written: {reason}")
            return
        self._screen.say(f"There is no clipboard; the reasons have been saved as {file.name}")

    def forget_moment(self) -> None:
        """Forget what belonged to another moment."""
        self.picked_note = self.prospect = None


def _away(pixel: tuple[float, float], room: pygame.Rect) -> float:
    return (pixel[0] - room.centerx) ** 2 + (pixel[1] - room.centery) ** 2


def _told_of_turning(cells: OverlayCells) -> str:
    """Say what turning would change; where that is nothing, the picture stays as it is, and the key would seem dead."""
    is_same = cells.view is None or cells.view[0] == cells.view[2]
    return " would see the same as now." if is_same else ": what it would see, and what it would lose sight of."
