"""Looking: overlays, panels, reasons, forecasts, and everything else that changes nothing in the battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from sim.engine.battle import Position
from sim.engine.chance import DrawCard
from sim.engine.forecast import Forecast, ForecastRefused, PlayerDecides, forecast_steps
from sim.engine.insight import Scene
from sim.engine.notes import Selection, walk
from sim.files import write_atomically
from sim.grid import Cell
from sim.view.battle.core import Core, Dialog, Tab
from sim.view.battle.forecast_view import asked_text
from sim.view.battle.layers import SameObject
from sim.view.battle.outlook import LookAhead, outlook_of
from sim.view.battle.reasons import reason_text, rule_blocks
from sim.view.screen import ScreenDone
from sim.view.settings import SCALES, ViewSettings, ui_scale
from sim.view.snapshot import stamped
from sim.view.ui.blocks import Block, Button, Divider, Do, Row, SmallPrint, TextLine, Title, in_line
from sim.view.ui.frame_budget import Job
from sim.view.ui.palette import THEME_NAMES, use_theme

_FORECAST_RUNS = 6_000
"""How many ways are followed at most for a forecast on the screen: more would keep a player waiting too long."""


class LookCommands(Core):
    """What the keys of overlays and panels do."""

    # -- overlays ----------------------------------------------------------------------------------------

    def toggle_ruler(self) -> None:
        """Show or hide the line of sight from what is selected to the cursor."""
        self.shown.ruler = not self.shown.ruler
        if self.shown.ruler and self.selected is None:
            self.say("Select a unit or a cell first: the ruler runs from there to the cursor.")

    def toggle_view(self) -> None:
        """Show what can be seen from what is selected or under the cursor: as it faces, or not at all."""
        self.shown.view, self.shown.facing = not self.shown.view, None

    def turn_view(self) -> None:
        """Show the field of view after turning to the next facing."""
        if self.selected_unit is None:
            self.say("Select a unit first, to see what turning would change.")
            return
        facings = len(self.session.battle.map.grid.directions)
        now = self.shown.facing
        if now is None:
            now = self.model.position.state.units[self.selected_unit].facing
        self.shown.view, self.shown.facing = True, (now + 1) % facings
        self._tell_turn(self.selected_unit, self.shown.facing)

    def _tell_turn(self, unit: str, facing: int) -> None:
        """Say which way a unit is turned in thought, and if that changes nothing of what it sees."""
        position = self.model.position
        told = f"{self.model.naming(unit)} turned to {position.map.grid.directions[facing]}"
        is_same = self.answers.view(position, unit, facing) == self.answers.view(position, unit)
        self.say(
            f"{told} would see the same as now."
            if is_same
            else f"{told}: what it would see, and what it would lose sight of."
        )

    def cycle_fire(self) -> None:
        """Show the fire zones of one side after the other, then none."""
        sides = [side.id for side in self.session.battle.sides]
        own = self.own_side
        order: list[str | None] = [*(side for side in sides if side != own), own, None]
        now = self.shown.fire
        self.shown.fire = order[(order.index(now) + 1) % len(order)] if now in order and now is not None else order[0]
        if self.shown.fire is not None:
            self.say(f"Fire zones of {self.model.mentioning(self.shown.fire)}")

    def toggle_threat(self) -> None:
        """Show or hide how many enemies can fire at each cell."""
        self.shown.threat = not self.shown.threat

    def toggle_reach(self) -> None:
        """Show or hide where the selected unit can get to."""
        self.shown.reach = not self.shown.reach
        if self.shown.reach and self.selected_unit is None:
            self.say("Select a unit first, to see where it can go.")

    def toggle_cover(self) -> None:
        """Show or hide what each cell adds to a defence."""
        self.shown.cover = not self.shown.cover

    def toggle_heights(self) -> None:
        """Show or hide the heights of cells."""
        self.set_dress(heights=not self.dress.heights)

    def toggle_coordinates(self) -> None:
        """Show or hide the names of cells."""
        self.set_dress(coordinates=not self.dress.coordinates)
        self.keep(replace(self.settings, coordinates=self.dress.coordinates))

    def toggle_grid(self) -> None:
        """Show or hide the lines between cells."""
        self.set_dress(grid=not self.dress.grid)
        self.keep(replace(self.settings, grid=self.dress.grid))

    def toggle_small_map(self) -> None:
        """Show or hide the small map."""
        self.keep(replace(self.settings, small_map=not self.settings.small_map))

    # -- the map -----------------------------------------------------------------------------------------

    def zoom_in(self) -> None:
        """Zoom in."""
        self.steering.zoom(True)

    def zoom_out(self) -> None:
        """Zoom out."""
        self.steering.zoom(False)

    def fit(self) -> None:
        """Show the whole map."""
        self.steering.fit()

    def look_at_unit(self, unit: str) -> None:
        """Select a unit and bring it into view."""
        self.select_unit(unit)
        self.look_at(self.model.where(unit))

    def move_cell_cursor(self, right: int, down: int) -> None:
        """Move the cursor of the keyboard to the neighbour that lies nearest to a direction."""
        battle_map, grid = self.session.battle.map, self.session.battle.map.grid
        now = self.cell_cursor or self.selected_cell or self.pointed_cell
        if now is None:
            now = min(battle_map.whole, key=lambda cell: _away(self.steering.camera.pixel(grid.point(cell)), self))
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
        """Show the log, the reasons or the forecast."""
        self.tab, self._reveals = tab, True
        self.panels["side"].scroll = 0
        if tab == "forecast":
            self.start_forecast()

    def read_left(self, pages: int) -> None:
        """Scroll how the battle stands and the orders: a breakdown must be readable without a mouse."""
        for name in ("status", "orders"):
            self.panels[name].scroll_by(-3 * pages)

    def read_hover(self, pages: int) -> None:
        """Scroll what lies under the cursor: by mouse one would have to leave it."""
        self.panels["hover"].scroll_by(-3 * pages)

    def show_candidates(self, number: int, step: int | None = None) -> None:
        """Paint the candidates of a choice on the map; the same again takes them off."""
        self.picked_note = None if self.picked_note == (number, step) else (number, step)

    def picked_choice(self) -> Selection | None:
        """Return the choice whose candidates are painted."""
        if self.picked_note is None:
            return None
        notes = list(walk(self.model.notes))
        number = self.picked_note[0]
        note = notes[number] if number < len(notes) else None
        return note if isinstance(note, Selection) else None

    def toggle_why_not(self) -> None:
        """Answer "why not here?" for whatever is under the cursor."""
        self.asks_why_not = not self.asks_why_not
        if self.asks_why_not:
            self.tab = "reasons"
            self.say("Why not here? Point at any cell or unit; the panel at the lower right answers.")

    def show_rule(self, rule: str) -> None:
        """Show the text of a rule."""
        self.window = Dialog("rule", (*rule_blocks(self.session.ruleset.rulebook, rule), _CLOSE))

    def copy_reasons(self) -> None:
        """Copy the reasons as text; without a clipboard they go into a file."""
        text = reason_text(self.model.notes, self.model.naming)
        headline = f"{self.model.told(self.model.playback.cursor)}\n{text}\n"
        if self.pygame_clipboard(headline):
            self.say("The reasons have been copied.")
            return
        file = stamped(f"sandtable-reasons-{self.model.playback.frame.number}", ".txt")
        try:
            write_atomically(file, headline.encode())
        except OSError as refused:
            self.say(f"There is no clipboard, and the reasons could not be written: {refused.strerror or refused}")
            return
        self.say(f"There is no clipboard; the reasons have been saved as {file.name}")

    # -- forecasts ---------------------------------------------------------------------------------------

    outlook: LookAhead | None = None
    """From where the forecast looks ahead."""

    def refresh_forecast(self) -> None:
        """Drop a forecast of another moment; while its tab is open and play stands still, begin a new one."""
        playback = self.model.playback
        moment = (SameObject(self.session), len(self.session.entries), playback.cursor)
        if moment != self._foreseen_at:
            self._foreseen_at, self.forecast, self.outlook, self.prospect = moment, None, None, None
        stands_still = playback.goal is None and not (playback.playing and playback.may_go_on)
        if self.tab == "forecast" and stands_still:
            self.start_forecast()

    _foreseen_at: object = None

    def start_forecast(self) -> None:
        """Begin to work out what the automated side may do next."""
        if self.forecast is not None:
            return
        outlook = outlook_of(self.session, self.model.playback.cursor)
        if outlook.start is None:
            self.forecast, self.outlook = outlook.words, None
            return
        self.outlook = outlook
        players = dict(self.session.players)
        steps = forecast_steps(self.session.battle, outlook.start, players, "order", _FORECAST_RUNS)
        self.forecast = Job(steps)

    def work_on_forecast(self, until: float) -> None:
        """Go on with a forecast that is under way."""
        if not isinstance(self.forecast, Job):
            return
        try:
            start = self.outlook.start if self.outlook is not None else None
            if self.forecast.work(until) and self.forecast.result is not None and start is not None:
                self.forecast = self.model.reader.forecast(self.forecast.result, start)
        except PlayerDecides as refused:
            side, asks = self.model.mentioning(refused.asks.side), asked_text(refused.asks, self.model.mentioning)
            self.forecast = f"The next decision is up to a player of {side}: {asks}."
        except ForecastRefused as refused:
            text = str(refused)
            self.forecast = text[:1].upper() + text[1:] + "."

    def show_prospect(self, number: int) -> None:
        """Show one of the things that may come on the map."""
        self.prospect = None if self.prospect == number else number

    @property
    def foreseen(self) -> Forecast | None:
        """The forecast, once it is there; what hidden enemies may do is in it as one thing that cannot be seen."""
        return self.forecast if isinstance(self.forecast, Forecast) else None

    @property
    def foreseen_from(self) -> Scene:
        """The moment that the forecast looks ahead from, as far as it may be known: there its arrows begin."""
        if self.outlook is None or self.outlook.start is None:
            return self.model.position
        return Position(self.session.battle, self.model.reader.known(self.outlook.start))

    # -- windows -----------------------------------------------------------------------------------------

    def close_window(self) -> None:
        """Close whatever lies over the map."""
        self.window = None

    def show_briefing(self) -> None:
        """Show what the battle is about."""
        paragraphs = [" ".join(part.split()) for part in self.scenario.briefing.strip().split("\n\n")]
        blocks: list[Block] = [Title(self.scenario.title or self.scenario.name)]
        blocks += [TextLine(text) for text in paragraphs if text]
        for side, text in self.scenario.side_briefings.items():
            if text.strip() and side in (self.model.humans or tuple(self.scenario.side_briefings)):
                blocks += [SmallPrint(self.model.side_name(side), "accent"), TextLine(" ".join(text.split()))]
        if stakes := self.model.insight.stakes(self.model.position):
            blocks += [Divider(), TextLine("What counts", "accent", bold=True)]
            blocks += in_line(Row(fact.label, fact.text) for fact in stakes)
        self.window = Dialog("briefing", (*blocks, _CLOSE), wide=700)

    def show_lines(self) -> None:
        """Show the other lines of the battle that are kept."""
        branches = self.model.playback.branches
        blocks: list[Block] = [Title("Lines of this battle")]
        if not branches:
            blocks.append(
                SmallPrint(
                    "There is only one line so far. Go back and press B to play on from there; this line is kept."
                )
            )
        playback = self.model.playback
        now = playback.frames[playback.shown - 1]
        blocks.append(Row("now", f"frame {now.number}, turn {now.state.turn}"))
        for n, branch in enumerate(branches):
            last = branch.session.last_frame
            ended = ", finished" if branch.session.over else ""
            text = f"Line {n + 1}: left at frame {branch.left_at}; {last.number} frames, turn {last.state.turn}{ended}"
            blocks.append(Button(text, Do("switch_line", (n,)), str(n + 1) if n < 9 else ""))
        self.window = Dialog("lines", (*blocks, _CLOSE))

    def show_menu(self) -> None:
        """Show what else there is to do: settings, saving, leaving."""
        scale, theme = self.settings.scale, self.settings.theme
        safe, slides = ("on" if flag else "off" for flag in (self.settings.safe, self.settings.animations))
        blocks: Sequence[Block] = (
            Title(self.scenario.title or self.scenario.name),
            Button("Continue", Do("close_window"), "Esc"),
            Button("Briefing", Do("show_briefing"), "1"),
            Button("Summary: losses, luck, turning points", Do("show_summary"), "2"),
            Button("Other lines of this battle", Do("show_lines"), "3"),
            Button(f"Text size: {scale} %", Do("next_scale"), "4", note=self._scales),
            Button(f"Theme: {theme}", Do("next_theme"), "5"),
            Button(f"Colour-blind safe colours: {safe}", Do("toggle_safe"), "6"),
            Button(f"Animations: {slides}", Do("toggle_animations"), "7"),
            Button("Save now", Do("save_now"), "8"),
            Button("All keys", Do("toggle_help"), "F1"),
            Button(f"Leave the battle ({self.safety})", Do("leave_battle"), "Q"),
        )
        self.window = Dialog("menu", tuple(blocks), wide=460)

    @property
    def _scales(self) -> str:
        """Say how large letters can be; if this window has no room for what is chosen, that it shows them smaller."""
        wanted = ui_scale(self.size, self.settings.scale)
        return f"{SCALES[0]} to {SCALES[1]} %" if self.ui >= wanted else "this window is too small for more"

    def save_now(self) -> None:
        """Save the battle."""
        self.save(loud=True)

    def leave_battle(self) -> None:
        """Go back to where one came from."""
        self.next = ScreenDone()

    def skip_lesson(self) -> None:
        """Go on to the next lesson of the tutorial."""
        if self.tutorial is not None:
            self.tutorial.skip()

    def close_tutorial(self) -> None:
        """Go on without lessons."""
        self.tutorial = None

    # -- settings ----------------------------------------------------------------------------------------

    def _take(self, settings: ViewSettings) -> None:
        """Go by other settings from now on, and keep them."""
        self.keep(settings)
        if self.window is not None and self.window.name == "menu":
            self.show_menu()

    def change_scale(self, step: int) -> None:
        """Make letters and panels larger or smaller."""
        low, high = SCALES
        self._take(replace(self.settings, scale=min(max(self.settings.scale + step, low), high)))
        self.say(f"Text size: {self.settings.scale} %")

    def next_scale(self) -> None:
        """Go to the next size, and from the largest to the smallest."""
        low, high = SCALES
        scale = self.settings.scale
        self._take(replace(self.settings, scale=low if scale >= high else min(scale + 25, high)))

    def next_theme(self) -> None:
        """Go to the next theme."""
        following = THEME_NAMES.index(self.settings.theme) + 1
        self._take(replace(self.settings, theme=THEME_NAMES[following % len(THEME_NAMES)]))
        self._use_theme()

    def toggle_safe(self) -> None:
        """Use colours that everybody can tell apart, or the usual ones."""
        self._take(replace(self.settings, safe=not self.settings.safe))
        self._use_theme()

    def _use_theme(self) -> None:
        use_theme(self.settings.theme, safe=self.settings.safe)

    def toggle_animations(self) -> None:
        """Let counters slide, or jump."""
        self._take(replace(self.settings, animations=not self.settings.animations))

    # -- typing ------------------------------------------------------------------------------------------

    def type_text(self, text: str) -> None:
        """Take letters for the name of a card."""
        if isinstance(self.model.playback.wanted, DrawCard):
            self.filter = (self.filter + text)[:40]

    def erase_text(self) -> None:
        """Take the last letter back."""
        self.filter = self.filter[:-1]


_CLOSE = Button("Close", Do("close_window"), "Esc")


def _away(pixel: tuple[float, float], core: Core) -> float:
    room: pygame.Rect = core.places.room
    return (pixel[0] - room.centerx) ** 2 + (pixel[1] - room.centery) ** 2
