"""Pages that lie over the map: the menu, the briefing, the summary, a rule, the other lines; and what they set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.engine.notes import Subject
from sim.grid import Cell
from sim.view.blocks.kinds import Block, Button, Divider, Do, Row, SmallPrint, TextLine, Title, in_line
from sim.view.blocks.reasons import rule_blocks, verdict_blocks
from sim.view.screen import ScreenDone
from sim.view.settings import SCALES, ui_scale
from sim.view.ui.palette import THEME_NAMES, use_theme
from sim.view.worker.questions import GroundRules, LookBack

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

CLOSE = Button("Close", Do("close_window"), "Esc")


@dataclass(frozen=True)
class Dialog:
    """Something that must be looked at before anything else: help, a rule, the end of the battle."""

    name: str
    blocks: tuple[Block, ...]
    wide: int = 560


class Pages:
    """What can be opened over the map."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.window: Dialog | None = None
        """What is open; nothing most of the time."""

    def close_window(self) -> None:
        """Close whatever lies over the map."""
        self.window = None

    def show_rule(self, rule: str) -> None:
        """Show the text of a rule."""
        self.window = Dialog("rule", (*rule_blocks(self._screen.engine.session.ruleset.rulebook, rule), CLOSE))

    def show_ground(self, cell: Cell) -> None:
        """Show the rules of the ground of a cell."""
        screen = self._screen
        self.window = Dialog("ground", (Title(screen.model.naming(cell)), CLOSE))
        screen.engine.ask("ground", GroundRules(screen.looking.moment, cell), self._take_ground)

    def _take_ground(self, blocks: tuple[Block, ...]) -> None:
        if self.window is not None and self.window.name == "ground":
            self.window = Dialog("ground", (*blocks, CLOSE))

    def show_verdict(self, subject: Subject) -> None:
        """Show what became of a cell or a unit in the decision that led to what is shown."""
        model = self._screen.model
        self.window = Dialog("verdict", (*verdict_blocks(model.notes, subject, model.naming(subject)), CLOSE))

    def toggle_help(self) -> None:
        """Show or hide the table of keys."""
        from sim.view.battle.commands import help_blocks

        is_open = self.window is not None and self.window.name == "help"
        self.window = None if is_open else Dialog("help", help_blocks(), wide=1460)

    def show_briefing(self) -> None:
        """Show what the battle is about."""
        scenario, model = self._screen.scenario, self._screen.model
        paragraphs = [" ".join(part.split()) for part in scenario.briefing.strip().split("\n\n")]
        blocks: list[Block] = [Title(scenario.title or scenario.name)]
        blocks += [TextLine(text) for text in paragraphs if text]
        for side, text in scenario.side_briefings.items():
            if text.strip() and side in (model.humans or tuple(scenario.side_briefings)):
                blocks += [SmallPrint(model.side_name(side), "accent"), TextLine(" ".join(text.split()))]
        if stakes := model.insight.stakes(model.position):
            blocks += [Divider(), TextLine("What counts", "accent", bold=True)]
            blocks += in_line(Row(fact.label, fact.text) for fact in stakes)
        self.window = Dialog("briefing", (*blocks, CLOSE), wide=700)

    def show_summary(self) -> None:
        """Show what became of the battle so far: losses, luck, turning points."""
        self.window = Dialog("summary", (Title("Adding up the battle …"), CLOSE), wide=760)
        screen = self._screen
        screen.engine.ask("look back", LookBack(screen.looking.moment), self._take_summary)

    def _take_summary(self, blocks: tuple[Block, ...]) -> None:
        if self.window is not None and self.window.name == "summary":  # else nobody waits for it any more
            self.window = Dialog("summary", (*blocks, CLOSE), wide=760)

    def show_lines(self) -> None:
        """Show the other lines of the battle that are kept."""
        playback = self._screen.model.playback
        blocks: list[Block] = [Title("Lines of this battle")]
        if not playback.branches:
            text = "There is only one line so far. Go back and press B to play on from there; this line is kept."
            blocks.append(SmallPrint(text))
        now = playback.frames[playback.shown - 1]
        blocks.append(Row("now", f"frame {now.number}, turn {now.state.turn}"))
        for n, branch in enumerate(playback.branches):
            ended = ", finished" if branch.is_over else ""
            text = f"Line {n + 1}: left at frame {branch.left_at}; {branch.frames} frames, turn {branch.turn}{ended}"
            blocks.append(Button(text, Do("switch_line", (n,)), str(n + 1) if n < 9 else ""))
            if branch.words:
                blocks.append(SmallPrint(f"parts at frame {branch.parted_at}: there {branch.words}"))
        self.window = Dialog("lines", (*blocks, CLOSE))

    def show_menu(self) -> None:
        """Show what else there is to do: settings, saving, leaving."""
        screen, settings = self._screen, self._screen.settings
        safe, slides = ("on" if flag else "off" for flag in (settings.safe, settings.animations))
        self.window = Dialog("menu", (
            Title(screen.scenario.title or screen.scenario.name),
            Button("Continue", Do("close_window"), "Esc"),
            Button("Briefing", Do("show_briefing"), "1"),
            Button("Summary: losses, luck, turning points", Do("show_summary"), "2"),
            Button("Other lines of this battle", Do("show_lines"), "3"),
            Button(f"Text size: {settings.scale} %", Do("next_scale"), "4", note=self._scales),
            Button(f"Theme: {settings.theme}", Do("next_theme"), "5"),
            Button(f"Colour-blind safe colours: {safe}", Do("toggle_safe"), "6"),
            Button(f"Animations: {slides}", Do("toggle_animations"), "7"),
            Button("Save now", Do("save_now"), "8"),
            Button("All keys", Do("toggle_help"), "F1"),
            Button(f"Leave the battle ({self._safety})", Do("leave_battle"), "Q"),
        ), wide=460)  # fmt: skip

    @property
    def _scales(self) -> str:
        """Say how large letters can be; if this window has no room for what is chosen, that it shows them smaller."""
        wanted = ui_scale(self._screen.size, self._screen.settings.scale)
        return f"{SCALES[0]} to {SCALES[1]} %" if self._screen.ui >= wanted else "this window is too small for more"

    @property
    def _safety(self) -> str:
        """Say in a few words whether the battle can be resumed another day."""
        saved = self._screen.engine.saved
        if not saved.file:
            return "you are only watching it"
        return "it could NOT be saved" if saved.refusal else "it is saved"

    def save_now(self) -> None:
        """Save the battle."""
        self._screen.engine.save()

    def ask_to_leave(self) -> None:
        """Ask whether the battle is to be left: a button that is pressed by mistake must not end an evening."""
        self.window = Dialog("leave", (
            Title("Leave the battle?"),
            SmallPrint(f"{self._safety[:1].upper()}{self._safety[1:]}."),
            Button("Leave", Do("leave_battle"), "Enter"),
            Button("Stay", Do("close_window"), "Esc"),
        ), wide=380)  # fmt: skip

    def leave_battle(self) -> None:
        """Go back to where one came from."""
        self._screen.next = ScreenDone()

    def skip_lesson(self) -> None:
        """Go on to the next lesson of the tutorial."""
        if self._screen.tutorial is not None:
            self._screen.tutorial.skip()

    def close_tutorial(self) -> None:
        """Go on without lessons."""
        self._screen.tutorial = None

    # -- settings ----------------------------------------------------------------------------------------

    def _set(self, **changes: object) -> None:
        """Go by other settings from now on, and keep them."""
        self._screen.keep(**changes)
        if self.window is not None and self.window.name == "menu":
            self.show_menu()

    def change_scale(self, step: int) -> None:
        """Make letters and panels larger or smaller."""
        low, high = SCALES
        self._set(scale=min(max(self._screen.settings.scale + step, low), high))
        self._screen.say(f"Text size: {self._screen.settings.scale} %")

    def next_scale(self) -> None:
        """Go to the next size, and from the largest to the smallest."""
        low, high = SCALES
        scale = self._screen.settings.scale
        self._set(scale=low if scale >= high else min(scale + 25, high))

    def next_theme(self) -> None:
        """Go to the next theme."""
        following = THEME_NAMES.index(self._screen.settings.theme) + 1
        self._set(theme=THEME_NAMES[following % len(THEME_NAMES)])
        self._use_theme()

    def toggle_safe(self) -> None:
        """Use colours that everybody can tell apart, or the usual ones."""
        self._set(safe=not self._screen.settings.safe)
        self._use_theme()

    def _use_theme(self) -> None:
        use_theme(self._screen.settings.theme, safe=self._screen.settings.safe)

    def toggle_animations(self) -> None:
        """Let counters slide, or jump."""
        self._set(animations=not self._screen.settings.animations)
