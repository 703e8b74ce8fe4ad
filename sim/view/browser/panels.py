"""What the panels of the browser say: from what has been chosen to blocks, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sim.engine.words import counted, paragraphs
from sim.files import printable
from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Divider,
    Do,
    Field,
    Gap,
    Row,
    SmallPrint,
    TextLine,
    Title,
    in_line,
)
from sim.view.browser.choices import Choices, FieldName, editing, field_of, player_words
from sim.view.browser.shelf import Group, ShelfEntry, system_words
from sim.view.ui.lettering import width_of
from sim.view.ui.measure_blocks import TEXT
from sim.view.ui.palette import THEME_NAMES
from sim.view.ui.text_field import TextField
from sim.view.worker.files import FoundSave

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.view.settings import ViewSettings

Page = Literal["battles", "settings", "saves", "study", "files", "refused", "keys", "leaving"]
"""What lies beside the list: the selected scenario, or a page in its place."""

HINT = "↑ ↓ choose  ·  type to filter  ·  Tab moves on  ·  Enter starts  ·  PgUp PgDn scroll  ·  F1 all keys"
_FULL, _EMPTY = "●", "○"
SCALES = (75, 85, 100, 115, 130, 150, 200, 250)
"""The sizes of letters to choose from, in percent."""
_SPEEDS = ("Slow", "Normal", "Fast")


# -- finding ----------------------------------------------------------------------------------------------


def find_blocks(fields: Mapping[FieldName, TextField], focus: Do | None, width: int, ui: float) -> tuple[Block, ...]:
    """Return the two fields above the list, and the doors to the map editor."""
    on, find, path = field_of(focus), fields["filter"], fields["path"]
    shown = tail(path.text, width - round(150 * ui), ui)
    return (
        Field("Filter", find.text, editing("filter"), on == "filter", find.is_marked),
        Field("Open file", shown, editing("path"), on == "path", path.is_marked),
        Button("Open a file …", Do("show_page", ("files",)), "Ctrl O"),
        Buttons(
            (
                Button("New map", Do("new_map"), "F7"),
                Button("Edit map", Do("edit_map"), "F8"),
                Button("New battle", Do("new_battle"), "Shift F7"),
                Button("Edit battle", Do("edit_battle"), "Shift F8"),
            ),
            2,
        ),
    )


def tail(text: str, width: int, ui: float) -> str:
    """Return the end of a text that is too long for its field: it is what one types at."""
    size = round(TEXT * ui)
    if width_of(text, size) <= width:
        return text
    while text and width_of("…" + text, size) > width:
        text = text[1:]
    return "…" + text


def list_blocks(
    found: Iterable[Group], folded: frozenset[str], selected: ShelfEntry | None, broken: Callable[[ShelfEntry], str]
) -> tuple[Block, ...]:
    """Return the list of scenarios under their headings."""
    blocks: list[Block] = []
    for group in found:
        sign = "+" if group.title in folded else "−"
        fold = Do("fold", (group.title,))
        blocks.append(TextLine(f"{sign} {group.title}", "accent", do=fold, bold=True, tag=str(len(group.entries))))
        if group.title not in folded:
            for entry in group.entries:
                blocks += _entry_blocks(entry, entry == selected, broken(entry))
        blocks.append(Gap(3))
    if not blocks:
        blocks.append(SmallPrint("No scenario matches. Esc clears the filter."))
    return tuple(blocks)


def _entry_blocks(entry: ShelfEntry, chosen: bool, broken: str) -> Iterator[Block]:
    do = Do("select", (str(entry.path),))
    level = "" if entry.difficulty is None else dots(entry.difficulty)
    yield TextLine(entry.title, "faint" if broken else "ink", 1, do, chosen, level)
    if broken:
        why = broken.removeprefix(str(entry.path)).lstrip(": ")
        yield SmallPrint(f"Cannot be played: {printable(why, 90)}", "faint", do)


def dots(difficulty: int) -> str:
    """Return a difficulty as dots.

    >>> dots(2)
    '●●○○○'
    """
    return _FULL * difficulty + _EMPTY * (5 - difficulty)


# -- the scenario -----------------------------------------------------------------------------------------


def about_blocks(
    entry: ShelfEntry | None, scenario: Scenario | None, mistakes: Sequence[str] = ()
) -> tuple[Block, ...]:
    """Return what there is to read of a scenario; of one that cannot be played, all that is wrong with it."""
    if entry is None:
        return (Title("No scenario"), SmallPrint("None is shipped with this installation. Open a file by its path."))
    if scenario is None:
        told = mistake_blocks(entry.path, mistakes, Do("reload"), "F5") if mistakes else (SmallPrint("Reading …"),)
        return Title(entry.title), SmallPrint(system_words(entry.system)), *told
    return Title(scenario.title or entry.title), *_briefing(scenario)


def mistake_blocks(path: Path, mistakes: Sequence[str], again: Do, key: str) -> Iterator[Block]:
    """Yield all that is wrong with a file, each with its line, and the button that reads it again once it is mended."""
    yield TextLine(printable(str(path), 300), bold=True)
    yield SmallPrint(f"{counted(len(mistakes), 'mistake')} in it. Mend the file, and read it again.")
    yield Button("Reload", again, key)
    yield Gap(4)
    for mistake in mistakes:
        told = mistake.removeprefix(f"{path}:")
        yield TextLine(f"line {told}" if told[:1].isdigit() else told.strip(), "bad")


def _facts(scenario: Scenario) -> Iterator[Block]:
    level, turns = scenario.difficulty, scenario.setup.turns
    yield Row("System", scenario.ruleset.title)
    yield Row("Map", _map_text(scenario))
    yield Row("Difficulty", "not given" if level is None else f"{dots(level)}  {level} of 5")
    yield Row("Length", "until it is decided" if turns is None else counted(turns, "turn"))
    if scenario.author:
        yield Row("Author", scenario.author)


def _map_text(scenario: Scenario) -> str:
    battle_map = scenario.setup.map
    shape = {"hex": "hexes", "square": "squares"}[battle_map.grid.kind]
    return f"{battle_map.title or battle_map.name}, {battle_map.width} × {battle_map.height} {shape}"


def _strength(scenario: Scenario, side: str) -> str:
    """Say how many units a side has, and how many come later."""
    arrivals = [unit.turn for unit in scenario.setup.units if unit.side == side]
    later = sum(turn > 0 for turn in arrivals)
    more = f", {later} more arriving later" if later else ""
    return f"{counted(len(arrivals) - later, 'unit')}{more}"


def _briefing(scenario: Scenario) -> Iterator[Block]:
    """Yield the briefing, and what only the sides of people are told."""
    texts = [scenario.briefing]
    texts += [scenario.side_briefings.get(side, "") for side, who in scenario.players.items() if who == "human"]
    for text in texts:
        for paragraph in paragraphs(text):
            yield TextLine(paragraph)
            yield Gap(4)


# -- choices ----------------------------------------------------------------------------------------------


def choice_blocks(
    scenario: Scenario | None, choices: Choices | None, possible: tuple[str, ...], focus: Do | None, marked: bool
) -> tuple[Block, ...]:
    """Return what kind of battle it is, who plays, and where the dice come from."""
    if scenario is None or choices is None:
        return (Title("Who plays"),)
    return (
        *_facts(scenario),
        Divider(),
        Title("Who plays"),
        *_player_blocks(scenario, choices, possible),
        Title("Dice"),
        *_dice(choices, focus, marked),
    )


def _player_blocks(scenario: Scenario, choices: Choices, possible: tuple[str, ...]) -> Iterator[Block]:
    playing = dict(choices.players)
    for side in scenario.battle.sides:
        yield TextLine(side.name)
        yield SmallPrint(_strength(scenario, side.id))
        buttons = (
            Button(player_words(who), Do("play_side", (side.id, who)), chosen=playing[side.id] == who)
            for who in possible
        )
        yield Buttons(tuple(buttons), 3)
        yield Gap(2)


def _dice(choices: Choices, focus: Do | None, marked: bool) -> Iterator[Block]:
    made, by_hand = choices.dice == "seeded", choices.dice == "typed"
    yield Buttons(
        (
            Button("By the program", Do("take_dice", ("seeded",)), chosen=made),
            Button("Typed by you", Do("take_dice", ("typed",)), chosen=by_hand),
        ),
        2,
    )
    if by_hand:
        yield SmallPrint("You roll real dice and draw real cards; the program says which, and for what.")
        return
    yield Field("Seed", choices.seed, editing("seed"), field_of(focus) == "seed", marked)
    told = "The same seed and orders give the same battle." if choices.seed else "Leave it empty for random dice."
    yield SmallPrint(choices.refusal or told, "bad" if choices.refusal else "faint")


def action_blocks(
    refusal: str, kept: FoundSave | None, tutorial: str, demo: str, page: Page = "battles"
) -> tuple[Block, ...]:
    """Return the buttons that start something; what cannot be started now says why."""
    return (
        Button("Start", Do("start"), "Enter", refusal, chosen=not refusal),
        *_resuming(kept, refusal if demo else ""),  # without a demo nothing is known of it yet
        Buttons(
            (
                Button("Tutorial", Do("start_tutorial"), "F3", tutorial),
                Button("Demo", Do("start_demo"), "F4", demo),
                Button("Saves", Do("show_page", ("saves",)), "F6", chosen=page == "saves"),
                Button("Study", Do("show_page", ("study",)), "F9", chosen=page == "study"),
                Button("Keys", Do("show_page", ("keys",)), "F1", chosen=page == "keys"),
                Button("Quit", Do("show_page", ("leaving",)), "Esc"),
            ),
            3,
        ),
        Button("Settings", Do("show_page", ("settings",)), "F10", chosen=page == "settings"),
    )


def _resuming(kept: FoundSave | None, unread: str) -> Iterator[Block]:
    if kept is None:
        yield Button("Resume", Do("resume"), "F2", unread or "there is no saved battle of this scenario")
    elif not kept.damage:
        yield Button("View the last battle" if kept.over else "Resume", Do("resume"), "F2", note=kept.about)
    else:
        yield SmallPrint(f"The autosave of {kept.about.removeprefix('damaged, ')} is damaged: {kept.damage}", "bad")
        if kept.before is None:
            yield Button("Resume", Do("resume"), "F2", "there is no intact save before it")
        else:
            yield Button("Resume the one before that", Do("resume"), "F2", note=kept.before.about)


# -- settings ---------------------------------------------------------------------------------------------


def settings_blocks(settings: ViewSettings) -> tuple[Block, ...]:
    """Return the page of settings."""

    def choice(text: str, name: str, value: str | int | bool) -> Button:
        return Button(text, Do("set", (name, value)), chosen=getattr(settings, name) == value)

    def on_off(name: str) -> Buttons:
        return Buttons((choice("On", name, True), choice("Off", name, False)), 4)

    return (
        Title("Settings"),
        SmallPrint("They are saved for next time."),
        Gap(4),
        TextLine("Size of text and panels"),
        Buttons(tuple(choice(f"{scale} %", "scale", scale) for scale in SCALES), 4),
        TextLine("Theme"),
        Buttons(tuple(choice(name.capitalize(), "theme", name) for name in THEME_NAMES), 4),
        TextLine("Colours"),
        Buttons((choice("Standard", "safe", False), choice("Colour-blind safe", "safe", True)), 2),
        TextLine("Speed of the AI"),
        Buttons(tuple(choice(text, "speed", n + 1) for n, text in enumerate(_SPEEDS)), 4),
        TextLine("Animations"),
        on_off("animations"),
        TextLine("Grid on the map"),
        on_off("grid"),
        TextLine("Coordinates on the map"),
        on_off("coordinates"),
        Gap(6),
        Button("Back to the scenarios", Do("show_page", ("battles",)), "Esc"),
        *(SmallPrint(mistake, "bad") for mistake in settings.mistakes),
    )


KEYS = (
    ("↑ ↓", "choose a scenario; Home and End go to the first and the last"),
    ("letters", "narrow the list down; Backspace takes one back, Esc all of them"),
    ("Enter", "start the scenario, or press what the keyboard is on"),
    ("Tab, Shift Tab", "go through everything that can be pressed; Space presses it"),
    ("Ctrl A, C, X, V", "mark, copy, cut and paste in a field"),
    ("PgUp, PgDn", "scroll what is read"),
    ("F1", "these keys"),
    ("F2", "resume the battle of this scenario that was saved last"),
    ("F3", "the tutorial"),
    ("F4", "let the program play the scenario by itself"),
    ("F7", "draw a new map"),
    ("F8", "draw on a copy of the map of the scenario"),
    ("Shift F7", "write a battle"),
    ("Shift F8", "write on in the scenario, or in a copy of a shipped one"),
    ("F5", "read all files again"),
    ("Ctrl O", "files: the last ones, and those of any folder; or drop one on the window"),
    ("F6", "saved battles"),
    ("F9", "a study: many battles that the program plays by itself"),
    ("F10", "settings"),
    ("F11", "full screen"),
    ("F12", "save a picture of the window in the current folder"),
    ("Esc", "back; at last, leave"),
)


def key_blocks() -> tuple[Block, ...]:
    """Return the page of keys."""
    back = Button("Back to the scenarios", Do("show_page", ("battles",)), "Esc")
    return Title("Keys"), *in_line(Row(name, text) for name, text in KEYS), Gap(6), back


def leaving_blocks() -> tuple[Block, ...]:
    """Ask whether somebody means to leave."""
    leave, stay = Button("Leave", Do("quit"), "Enter"), Button("Stay", Do("show_page", ("battles",)), "Esc")
    return Title("Leave Sandtable?"), SmallPrint("Battles are saved as you play them."), Buttons((leave, stay), 2)


def status_blocks(message: str, tone_is_bad: bool) -> tuple[Block, ...]:
    """Return the line at the bottom: a message, or the keys."""
    if message:
        return (SmallPrint(message, "bad" if tone_is_bad else "good"),)
    return (SmallPrint(HINT),)
