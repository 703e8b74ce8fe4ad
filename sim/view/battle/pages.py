"""Pages that lie over the map: the menu, briefing, summary, rules, other lines, handing over; and what they set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pygame

from sim.engine.battle import Battle
from sim.engine.notes import Subject
from sim.engine.rulebook import Rulebook
from sim.engine.words import paragraphs
from sim.grid import Cell
from sim.view.blocks.kinds import Block, Button, Buttons, Divider, Do, Field, Row, SmallPrint, TextLine, Title, in_line
from sim.view.blocks.reasons import verdict_blocks
from sim.view.blocks.rules import found_rules, rulebook_blocks
from sim.view.screen import Screen, ScreenDone
from sim.view.settings import SCALES, VOLUMES, ViewSettings, ui_scale
from sim.view.ui.keys import CTRL
from sim.view.ui.palette import THEME_NAMES, use_theme
from sim.view.ui.text_field import TextField
from sim.view.worker.questions import GroundRules, KeptLines, LookBack, Question

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

CLOSE = Button("Close", Do("close_window"), "Esc")
_VOLUME_STEP = 20
_FOLLOW, _TRAIL = "The map follows who acts", "The AI's moves stay drawn"


@dataclass(frozen=True)
class Dialog:
    """Something that must be looked at before anything else: help, a rule, the end of the battle."""

    name: str
    blocks: tuple[Block, ...]
    wide: int = 560


@dataclass(frozen=True)
class AfterBattle:
    """How to go on when a battle is over; each is given the settings as they are then."""

    again: Callable[[ViewSettings], Screen]
    following: Callable[[str, ViewSettings], Screen]
    """Opens another battle by the name of its scenario."""


class Pages:
    """What can be opened over the map."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.window: Dialog | None = None
        """What is open; nothing most of the time."""
        self.onward: AfterBattle | None = None
        """Where the buttons at the end lead; nowhere in a picture."""
        self._search, self._rule = TextField(), ""
        self._begins = False
        """Whether the battle begins when the page is closed."""

    def watch(self) -> None:
        """Have the screen handed over, before anything is shown that only the other side may know."""
        model = self._screen.model
        if model.hands_over_to is None:
            model.seat()
            if self.window is not None and self.window.name == "hand over":
                self.window = None
        elif self.window is None:
            side = model.mentioning(model.hands_over_to)
            ready = Button("I am ready", Do("take_over"), "Enter")
            self.window = Dialog("hand over", (
                Title(f"Hand over to {side}"),
                TextLine("The map is covered, so that nobody sees what the other side hides."),
                ready,
            ))  # fmt: skip

    def take_over(self) -> None:
        """Sit down at the screen: from now on it shows what one's own side may know."""
        self._screen.model.seat()
        self._screen.looking.forget_moment()
        self._screen.looking.selected = None
        self._screen.context.close()
        self.window = None

    def close_window(self) -> None:
        """Close whatever lies over the map; the battle begins if it was waiting for that."""
        self.window = None
        if self._begins:
            self._begins, self._screen.model.playback.playing = False, True

    # -- rules -------------------------------------------------------------------------------------------

    def show_rules(self) -> None:
        """Show the rulebook, to browse and to search."""
        self._search = TextField()
        self.show_rule("")

    def show_rule(self, rule: str) -> None:
        """Show the text of a rule, above all others."""
        self._rule, search = rule, self._search
        field = Field("Search", search.text, Do("nothing"), focused=True, marked=search.is_marked)
        # The list may be long: the way out stands above it.
        title, search_line, *rest = rulebook_blocks(self._rulebook, field, rule, self._battle.readings)
        self.window = Dialog("rules", (title, search_line, CLOSE, *rest), wide=760)
        self._screen.panels["window"].scroll = 0

    @property
    def _rulebook(self) -> Rulebook:
        return self._battle.ruleset.rulebook

    @property
    def _battle(self) -> Battle[Any]:
        return self._screen.engine.session.battle

    @property
    def takes_text(self) -> bool:
        """Say whether what is typed goes into a field of the page."""
        return self.window is not None and self.window.name == "rules"

    def type_text(self, text: str) -> None:
        """Search for what was typed: the first rule that has it is read."""
        self._search.type(text)
        self._find()

    def _find(self) -> None:
        found = found_rules(self._rulebook, self._search.text)
        self.show_rule(found[0].id if found and self._search.text.strip() else "")

    def press_key(self, code: int, modifiers: int) -> bool:
        """Do what a key does on a page that is typed into; say whether it does anything there."""
        if code in (pygame.K_UP, pygame.K_DOWN) and not modifiers & CTRL:
            found = [rule.id for rule in found_rules(self._rulebook, self._search.text)]
            step = 1 if code == pygame.K_DOWN else -1
            place = found.index(self._rule) + step if self._rule in found else 0
            self.show_rule(found[min(max(place, 0), len(found) - 1)] if found else "")
            return True
        before = self._search.text
        if not self._search.press(code, modifiers):
            return not modifiers & CTRL and pygame.K_SPACE <= code <= pygame.K_z  # it comes again as text
        if self._search.text != before:
            self._find()
        else:
            self.show_rule(self._rule)
        return True

    # -- what the battle is about, and what became of it --------------------------------------------------

    def show_ground(self, cell: Cell) -> None:
        """Show the rules of the ground of a cell."""
        screen = self._screen
        self._ask("ground", screen.model.naming(cell), GroundRules(screen.looking.moment, cell))

    def show_verdict(self, subject: Subject) -> None:
        """Show what became of a cell or a unit in the decision that led to what is shown."""
        model = self._screen.model
        self.window = Dialog("verdict", (*verdict_blocks(model.notes, subject, model.naming(subject)), CLOSE))

    def toggle_help(self) -> None:
        """Show or hide the table of keys."""
        from sim.view.battle.commands import help_blocks

        is_open = self.window is not None and self.window.name == "help"
        self.window = None if is_open else Dialog("help", help_blocks(self._screen.model.insight.letters()), wide=1460)

    def show_briefing(self) -> None:
        """Show what the battle is about."""
        self.window = Dialog("briefing", (*self._briefing, CLOSE), wide=700)

    def brief(self) -> None:
        """Show what the battle is about before it begins."""
        self._begins, self._screen.model.playback.playing = True, False
        self.window = Dialog("briefing", (*self._briefing, Button("Begin", Do("close_window"), "Enter")), wide=700)

    @property
    def _briefing(self) -> tuple[Block, ...]:
        """What the battle is about; of what is meant for one side, what is meant for whoever looks."""
        scenario, model = self._screen.scenario, self._screen.model
        blocks: list[Block] = [Title(scenario.title or scenario.name)]
        blocks += [TextLine(text) for text in paragraphs(scenario.briefing)]
        readers = tuple(scenario.side_briefings) if not model.humans else (model.eyes,)
        for side, text in scenario.side_briefings.items():
            if text.strip() and side in readers:
                blocks += [SmallPrint(model.side_name(side), "accent"), *map(TextLine, paragraphs(text))]
        if stakes := model.insight.stakes(model.position):
            blocks += [Divider(), TextLine("What counts", "accent", bold=True)]
            blocks += in_line(Row(fact.label, fact.text) for fact in stakes)
        if otherwise := self._battle.otherwise:
            blocks += [Divider(), TextLine("Read otherwise than usual", "accent", bold=True)]
            show = {rule: Do("show_rule", (rule,)) for rule in otherwise}
            blocks += [TextLine(told, do=show[rule], tag=rule, tag_do=show[rule]) for rule, told in otherwise.items()]
        return tuple(blocks)

    def show_summary(self) -> None:
        """Show what became of the battle so far: losses, luck, turning points; at its end, and how to go on."""
        self._ask("summary", "Adding up the battle …", LookBack(self._screen.looking.moment))

    def show_lines(self) -> None:
        """Show all lines of the battle, and where they part."""
        self._ask(
            "lines", "Comparing the lines …", KeptLines(self._screen.looking.moment, self._screen.model.playback.shown)
        )

    def _ask(self, name: str, waiting: str, question: Question[tuple[Block, ...]]) -> None:
        """Open a page whose contents the engine works out."""
        self.window = Dialog(name, (Title(waiting), CLOSE), wide=760)

        def take(blocks: tuple[Block, ...]) -> None:
            if self.window is not None and self.window.name == name:  # else nobody waits for it any more
                self.window = Dialog(
                    name, blocks if any(isinstance(block, Buttons) for block in blocks) else (*blocks, CLOSE), wide=760
                )

        self._screen.engine.ask(name, question, take)

    def play_again(self) -> None:
        """Play the same battle from its beginning, with new dice."""
        if (onward := self.onward) is not None:
            self._leave_for(onward.again)

    def play_next(self, name: str) -> None:
        """Go on to the next battle."""
        if (onward := self.onward) is not None:
            self._leave_for(lambda settings: onward.following(name, settings))

    def _leave_for(self, opened: Callable[[ViewSettings], Screen]) -> None:
        self._screen.next = ScreenDone(then=lambda: opened(self._screen.settings))

    # -- the menu ----------------------------------------------------------------------------------------

    def show_menu(self) -> None:
        """Show what else there is to do: settings, saving, leaving."""
        screen, settings = self._screen, self._screen.settings
        sound = f"{settings.volume} %" if settings.sound else "off"
        self.window = Dialog("menu", (
            Title(screen.scenario.title or screen.scenario.name),
            Button("Continue", Do("close_window"), "Esc"),
            Button("Briefing", Do("show_briefing"), "1"),
            Button("Summary: losses, luck, turning points", Do("show_summary"), "2"),
            Button("All lines of this battle", Do("show_lines"), "3"),
            Button("Rules", Do("show_rules"), "4"),
            Button(f"Text size: {settings.scale} %", Do("next_scale"), "5", note=self._scales),
            Button(f"Theme: {settings.theme}", Do("next_theme"), "6"),
            Button(f"Colour-blind safe colours: {_on(settings.safe)}", Do("toggle_safe"), "7"),
            Button(f"Animations: {_on(settings.animations)}", Do("toggle_animations"), "8"),
            Button(f"Sound: {sound}", Do("next_volume"), "9"),
            Button(f"{_FOLLOW}: {_on(settings.follow)}", Do("toggle_follow"), "Ctrl F"),
            Button(f"{_TRAIL}: {_on(settings.trail)}", Do("toggle_trail"), "Shift J"),
            Button("Save now", Do("save_now"), "0"),
            Button("All keys", Do("toggle_help"), "F1"),
            Button(f"Leave the battle ({self._safety})", Do("leave_battle"), "Q"),
        ), wide=460)  # fmt: skip

    @property
    def _scales(self) -> str:
        """Say how large letters can be; if this window has no room for what is chosen, that it shows them smaller."""
        return f"{SCALES[0]} to {SCALES[1]} %" if self._fits else "this window is too small for more"

    @property
    def _fits(self) -> bool:
        """Say whether this window has room for letters of the size that is chosen."""
        return self._screen.ui >= ui_scale(self._screen.size, self._screen.settings.scale)

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
        self._screen.model.playback.follow()

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
        """Go by other settings from now on, and keep them; what is read stays in sight when letters grow."""
        self._screen.keep(**changes)
        self._screen.looking.reveals |= "scale" in changes
        if self.window is not None and self.window.name == "menu":
            self.show_menu()

    def change_scale(self, step: int) -> None:
        """Make letters and panels larger or smaller."""
        low, high = SCALES
        self._set(scale=min(max(self._screen.settings.scale + step, low), high))
        note = "" if self._fits else "; this window is too small for more"
        self._screen.say(f"Text size: {self._screen.settings.scale} %{note}")

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

    def toggle_follow(self) -> None:
        """Let the map move to show who acts, or leave it where it is."""
        self._switch("follow", _FOLLOW)

    def toggle_trail(self) -> None:
        """Keep drawn what the others did since one's last order, or not."""
        self._switch("trail", _TRAIL)

    def toggle_sound(self) -> None:
        """Have sounds, or none."""
        self._switch("sound", "Sound")

    def next_volume(self) -> None:
        """Go to the next volume, and from the loudest to none."""
        settings, (_, loudest) = self._screen.settings, VOLUMES
        if not settings.sound:
            self._set(sound=True, volume=_VOLUME_STEP)
        elif settings.volume >= loudest:
            self._set(sound=False)
        else:
            self._set(volume=min(settings.volume + _VOLUME_STEP, loudest))

    def _switch(self, name: str, words: str) -> None:
        """Turn a setting on or off, and say so where no menu shows it."""
        is_on = not getattr(self._screen.settings, name)
        self._set(**{name: is_on})
        if self.window is None:
            self._screen.say(f"{words}: {_on(is_on)}")


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
