"""`sandtable play`: choose a scenario in the browser and play it; `sandtable shot`: a picture of a battle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import (
    chosen_players,
    frame_option,
    players_option,
    scenario_called,
    seed_option,
)
from sim.cli.map_files import loaded, read_picture
from sim.cli.output import ExitCode, Refused
from sim.cli.view import WINDOW, look_at, read_size
from sim.startup import report_pygame_clash

if TYPE_CHECKING:
    from sim.engine.session import Session
    from sim.scenario.envelope import Dispute
    from sim.scenario.file_kinds import Kind
    from sim.scenario.records import Record
    from sim.scenario.scenario import Scenario
    from sim.view.browser.choices import Choices
    from sim.view.screen import Screen
    from sim.view.settings import ViewSettings
    from sim.view.window import Stage
    from sim.view.worker.beside import Beside
    from sim.view.worker.engine import StartBattle

THEMES = ("dark", "light", "contrast")
"""The same as `THEME_NAMES` of the palette, which is not imported for a help text."""
SMALLEST, LARGEST = 75, 250
"""The same as `SCALES` of the settings."""
_SHOT_SEED = 1
"""The seed of a picture's dice unless one is given: the same command draws the same picture."""

Opening = Callable[["Stage", "Beside", "ViewSettings"], "Screen"]


def _read_size(context: click.Context, option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    return None if text is None else read_size(context, option, text)


@click.command("play")
@click.argument("names", metavar="[SCENARIO]", nargs=-1)
@seed_option
@players_option
@click.option(
    "--dice",
    type=click.Choice(["typed", "seeded"]),
    help="typed: real dice, typed in; seeded: the program rolls (the default).",
)
@click.option("--demo", is_flag=True, help="Let the program play both sides.")
@click.option("--resume", is_flag=True, help="Continue the battle that was saved last.")
@click.option("--size", metavar="WxH", callback=_read_size, help="Size of the window in pixels.")
@click.option("--ui", type=click.IntRange(SMALLEST, LARGEST), metavar="PERCENT", help="Size of text and panels.")
@click.option("--theme", type=click.Choice(THEMES), help="Colours of the window.")
@click.option("--no-sound", "--quiet", "quiet", is_flag=True, help="Make no sound this time.")
def play_command(
    names: tuple[str, ...], size: tuple[int, int] | None, ui: int | None, theme: str | None, quiet: bool, **wishes: Any
) -> int:
    """Play a scenario in a window.

    SCENARIO is a file or the name of a shipped scenario, a save to continue, or the record of a finished battle, a
    position, a moment in dispute, or a map, to look at. Without it, or with several, the scenario browser opens.
    """
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    _check_options(names, **wishes)
    if _is_a("map", names) and not wishes["resume"]:
        _look_at_map(Path(names[0]), size, **wishes, ui=ui, theme=theme)
        return ExitCode.OK
    if quiet:
        _make_no_sound()
    if not _played(lambda: _opening(names, **wishes)[0], size, ui, theme):
        _, told = _opening(names, **wishes)
        click.echo("There is no display to open a window on.", err=True)
        click.echo("(`sandtable table SCENARIO` plays in a terminal, `sandtable shot` draws a picture.)", err=True)
        told()
    return ExitCode.OK


def _check_options(
    names: tuple[str, ...], *, seed: int | None, players: str | None, dice: str | None, demo: bool, resume: bool
) -> None:
    """Refuse options that contradict each other, before anything is opened."""
    chosen = {"--seed": seed is not None, "--players": players is not None, "--dice": dice is not None, "--demo": demo}
    given = [name for name, is_given in chosen.items() if is_given]
    if resume and given:
        raise click.UsageError(f"a battle that is resumed keeps its dice and players: leave out {', '.join(given)}")
    if len(names) > 1 and (given or resume):
        raise click.UsageError(f"{(given or ['--resume'])[0]} needs exactly one scenario")
    if not names and [name for name in given if name != "--demo"]:
        raise click.UsageError(f"{given[0]} needs a scenario")
    if dice == "typed" and seed is not None:
        raise click.UsageError("--seed cannot be used with --dice typed")
    if demo and (players is not None or dice == "typed"):
        raise click.UsageError("--demo plays by itself: leave out --players and --dice typed")


def _played(opening: Callable[[], Opening], size: tuple[int, int] | None, ui: int | None, theme: str | None) -> bool:
    """Open the window and stay until it is closed; say whether there was a display to open it on.

    The window shows its title first, and loads everything else behind it: a second and more on a slow machine.
    """
    from sim.view.window import NoDisplay, SystemWindow, has_display

    if not has_display():
        return False
    from sim.view.loading import WindowClosed, loaded_behind
    from sim.view.settings import load_settings
    from sim.view.ui.palette import use_theme

    settings = _with_wishes(load_settings(), ui, theme)
    if size is not None:
        settings = replace(settings, full_screen=False)
    use_theme(settings.theme, safe=settings.safe)
    try:
        with SystemWindow(size or settings.window, "Sandtable") as window:
            if settings.full_screen:
                window.toggle_full_screen()
            loaded_behind(window, _load_screens)
            from sim.view.app import run
            from sim.view.browser.opening import dropped_files
            from sim.view.worker.beside import Beside

            with closing(Beside.processes()) as beside:
                first = loaded_behind(window, opening)(window, beside, settings)
                run(window, first, dropped_files(window, beside))
    except NoDisplay:
        return False
    except WindowClosed:
        return True
    return True


def _look_at_map(file: Path, size: tuple[int, int] | None, **wishes: Any) -> None:
    """Open a map as `sandtable view` does."""
    if given := [f"--{name}" for name, wish in wishes.items() if wish not in (None, False)]:
        raise click.UsageError(f"a map is only looked at: leave out {', '.join(given)}")
    look_at(loaded(file), size or WINDOW)


def _make_no_sound() -> None:
    """Keep the window silent for this run; what the settings say of sound stays as it is."""
    from sim.view.battle.sound import Sounds

    Sounds.allowed = False


def _load_screens() -> None:
    """Load all that screens take."""
    from importlib import import_module

    for module in ("sim.view.battle.screen", "sim.view.browser.screen"):
        import_module(module)


def _with_wishes(settings: ViewSettings, ui: int | None, theme: str | None) -> ViewSettings:
    """Return settings with what the command line says for this time."""
    changes: dict[str, Any] = {"scale": ui, "theme": theme}
    return replace(settings, **{name: value for name, value in changes.items() if value is not None})


# -- what is opened -----------------------------------------------------------------------------------------------


def _opening(names: tuple[str, ...], *, demo: bool, resume: bool, **wishes: Any) -> tuple[Opening, Callable[[], None]]:
    """Return how to open the first screen, and what to print where there is no display to do so."""
    from sim.scenario.saves import tidy_up

    tidy_up()
    if resume:
        return _going_on(_last_save(names))
    is_position = _is_a("position", names)
    if is_position or _is_a("record", names):
        from sim.scenario.records import load_record
        from sim.scenario.saves import to_go_on

        if demo or any(wish is not None for wish in wishes.values()):
            what = "position" if is_position else "save"
            raise click.UsageError(f"a {what} keeps its dice and players: leave out --seed, --players, --dice, --demo")
        if is_position:
            return _looking_at(Path(names[0]))
        record = load_record(names[0])
        return (
            _going_on(to_go_on(record)) if record.header.dispute is None else _disputed(record, record.header.dispute)
        )
    if len(names) == 1 or demo:
        name = names[0] if names else _first_name()
        scenario = scenario_called(name)
        return _beginning(scenario, _choices(scenario, demo=demo, **wishes), "" if demo else name)
    return _browsing(names)


def _browsing(names: tuple[str, ...]) -> tuple[Opening, Callable[[], None]]:
    from sim.resources import find_scenario

    files = [find_scenario(name) for name in names]

    def opened(stage: Stage, beside: Beside, settings: ViewSettings) -> Screen:
        from sim.view.browser.screen import BrowserScreen

        return BrowserScreen(stage, beside, settings, files)

    return opened, _list_scenarios


def _list_scenarios() -> None:
    from sim.cli.listing import kept, lines
    from sim.cli.output import echo

    for line in lines(kept("scenarios")):
        echo(line)


def _beginning(scenario: Scenario, choices: Choices, name: str) -> tuple[Opening, Callable[[], None]]:
    """Open a new battle; one that was called by a name has its briefing first, and is selected the next time."""

    def opened(stage: Stage, beside: Beside, settings: ViewSettings) -> Screen:
        from sim.view.browser.opening import battle_screen
        from sim.view.worker.engine import new_battle

        start = new_battle(scenario, dict(choices.players), choices.number)
        kept = _remembering(name, scenario, settings) if name else settings
        return battle_screen(stage, beside, *start, kept, briefed=bool(name))

    return opened, lambda: _describe(scenario)


def _remembering(name: str, scenario: Scenario, settings: ViewSettings) -> ViewSettings:
    """Note in the settings which scenario was played last; where they cannot be written, for this time only."""
    from sim.resources import find_scenario, is_shipped_scenario
    from sim.view.settings import keep_changes

    file = find_scenario(name).absolute()
    is_shipped = is_shipped_scenario(file.resolve())
    after = replace(settings, last_scenario=scenario.name if is_shipped else str(file))
    keep_changes(settings, after)
    return after


def _going_on(record: Record) -> tuple[Opening, Callable[[], None]]:
    def opened(stage: Stage, beside: Beside, settings: ViewSettings) -> Screen:
        from sim.view.browser.opening import battle_screen
        from sim.view.worker.engine import StartBattle, old_battle
        from sim.view.worker.following import sent_log

        told = sent_log(record.entries)
        start = StartBattle(record.scenario, record.players, record.header.source, record.seed, None, told)
        return battle_screen(stage, beside, *old_battle(start, Path(record.file)), settings)

    return opened, lambda: _describe(record.scenario)


def _looking_at(position: Path) -> tuple[Opening, Callable[[], None]]:
    from sim.view.worker.files import OpenFile

    start: StartBattle = OpenFile(position).read().content

    def opened(stage: Stage, beside: Beside, settings: ViewSettings) -> Screen:
        from sim.view.browser.opening import looked_at

        return looked_at(stage, beside, start, settings)

    return opened, lambda: _describe(start.scenario)


def _disputed(record: Record, dispute: Dispute) -> tuple[Opening, Callable[[], None]]:
    """Open a moment in dispute, with its reasons: what follows on it is thrown at the table, and kept nowhere."""
    from sim.cli.output import Refused
    from sim.scenario.records import departure

    if gone := departure(record):
        hint = "the program does otherwise now: `sandtable replay --explain` and `share` show what it did"
        raise Refused(f"{record.file}, line {gone.line}: {hint}")

    def opened(stage: Stage, beside: Beside, settings: ViewSettings) -> Screen:
        from sim.view.browser.opening import battle_screen
        from sim.view.worker.engine import StartBattle
        from sim.view.worker.following import sent_log

        briefing = f"{dispute}\n\n{record.scenario.briefing}"
        scenario = replace(record.scenario, state=record.header.state, briefing=briefing)
        start = StartBattle(scenario, record.players, record.header.source, None, None, sent_log(record.entries))
        return battle_screen(stage, beside, start, None, settings, play_to=dispute.frame)

    return opened, lambda: _describe(record.scenario)


def _describe(scenario: Scenario) -> None:
    from sim.cli.telling import say
    from sim.engine.words import paragraphs

    say([f"{scenario.title or scenario.name} ({scenario.ruleset.title})", *paragraphs(scenario.briefing)])


def _is_a(kind: Kind, names: tuple[str, ...]) -> bool:
    """Say whether one file was named, and what is in it is of this kind."""
    from sim.scenario.file_kinds import kind_of

    return len(names) == 1 and Path(names[0]).is_file() and kind_of(names[0]) == kind


def _first_name() -> str:
    """Return the scenario that a demo shows if none is named: the first of the list."""
    from sim.resources import UnknownName
    from sim.view.browser.shelf import groups, shelf, shown

    found = next(shown(groups(shelf()), frozenset()), None)
    if found is None:
        raise UnknownName("no scenarios are shipped with this installation; name a scenario file")
    return str(found.path)


def _choices(scenario: Scenario, *, demo: bool, seed: int | None, players: str | None, dice: str | None) -> Choices:
    from sim.view.browser.choices import Choices
    from sim.view.browser.choices import demo as playing_itself

    playing = chosen_players(scenario, dict(playing_itself(scenario).players) if demo else scenario.players, players)
    order = tuple((side.id, playing[side.id]) for side in scenario.battle.sides)
    return Choices(order, "typed" if dice == "typed" else "seeded", "" if seed is None else str(seed))


def _last_save(names: tuple[str, ...]) -> Record:
    """Read the autosave of a scenario, or the latest of all; a damaged one is named, with the sound one before it."""
    from sim.scenario import saves

    if _is_a("record", names):
        return saves.load_save(names[0])
    if names:
        scenario = scenario_called(names[0])
        file = saves.autosave_file(scenario)
        if not file.is_file():
            raise Refused(saves.no_save(file, scenario))
    else:
        file = next((save for save in saves.saves() if save.name.endswith(f".auto{saves.ENDING}")), Path())
        if not file.is_file():
            raise Refused("there is no save to continue")
    return saves.load_save(file)


# -- pictures -----------------------------------------------------------------------------------------------------


@click.command("shot")
@click.argument("name", metavar="SCENARIO|RECORD")
@frame_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png",
    required=True,
    callback=read_picture,
    help="The picture to write.",
)
@click.option("--size", metavar="WxH", default="1280x720", callback=read_size, help="Size of the picture in pixels.")
@seed_option
@players_option
@click.option("--ui", type=click.IntRange(SMALLEST, LARGEST), metavar="PERCENT", help="Size of text and panels.")
@click.option("--theme", type=click.Choice(THEMES), help="Colours of the window.")
def shot_command(
    name: str, frame: int, out: Path, size: tuple[int, int], ui: int | None, theme: str | None, **wishes: Any
) -> int:
    """Draw the battle screen at one frame as a PNG file, without a window.

    A scenario is first played up to that frame, by the commander in place of people, and without --seed always with the
    same dice. In a record the frame is looked up.
    """
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    session, scenario, seed = _battle_at(name, frame, **wishes)
    _draw(scenario, session, seed, size, out, ui, theme)
    return ExitCode.OK


def _battle_at(
    name: str, frame: int, *, seed: int | None, players: str | None
) -> tuple[Session[Any, Any], Scenario, int | None]:
    """Return a battle that has come just as far as a frame."""
    if _is_a("record", (name,)):
        from sim.scenario.records import load_record

        if seed is not None or players is not None:
            raise click.UsageError("a record keeps its dice and players: leave out --seed and --players")
        record = load_record(name)
        return _cut(record.session(), frame), record.scenario, record.seed
    from sim.cli.run import headless_players
    from sim.engine.chance import Seeded
    from sim.engine.session import Session

    scenario = scenario_called(name)
    if frame < 0:
        raise Refused(f"there is no frame {frame}: frames are numbered from 0 on")
    number = _SHOT_SEED if seed is None else seed
    session: Session[Any, Any] = Session(
        scenario.battle, scenario.state, headless_players(scenario, players), Seeded(number)
    )
    while session.last_frame.number < frame and session.advance():
        pass
    return _cut(session, frame), scenario, number


def _cut(session: Session[Any, Any], frame: int) -> Session[Any, Any]:
    """Return a battle as it was at a frame; a scenario has been played no further than was asked for."""
    last = session.last_frame.number
    if not 0 <= frame <= last:
        raise Refused(f"there is no frame {frame}; the battle has frames 0 to {last}")
    return session.branch(frame)


def _draw(
    scenario: Scenario,
    session: Session[Any, Any],
    seed: int | None,
    size: tuple[int, int],
    out: Path,
    ui: int | None,
    theme: str | None,
) -> None:
    """Draw what a window of that size would show once all is painted."""
    from sim.files import write_atomically
    from sim.view.battle.screen import BattleScreen
    from sim.view.board.render import png_bytes
    from sim.view.settings import ViewSettings
    from sim.view.ui.palette import use_theme
    from sim.view.window import MemoryStage
    from sim.view.worker.engine import Engine

    settings = _with_wishes(ViewSettings(animations=False), ui, theme)
    use_theme(settings.theme, safe=settings.safe)
    sheet = MemoryStage(size)
    screen = BattleScreen(sheet, Engine.in_process(scenario, session, seed), settings)
    screen.tick(0.0)
    screen.paint(sheet.surface())
    write_atomically(out, png_bytes(sheet.surface()))
