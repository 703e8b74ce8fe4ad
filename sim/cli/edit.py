"""`sandtable edit`: draw a map, or write a battle, in a window."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.cli.output import ExitCode
from sim.cli.view import read_size
from sim.resources import UnknownName, find_map, find_scenario, is_shipped_scenario, maps_folder
from sim.startup import report_pygame_clash

if TYPE_CHECKING:
    from sim.workshop.map_document import MapDocument
    from sim.workshop.scenario_document import ScenarioDocument


@click.command("edit")
@click.argument("file", metavar="[MAP|SCENARIO]", required=False)
@click.option("--copy", is_flag=True, help="Work on a copy; the file itself stays as it is.")
@click.option("--size", metavar="WxH", default="1280x800", callback=read_size, help="Size of the window in pixels.")
def edit_command(file: str | None, copy: bool, size: tuple[int, int]) -> int:
    """Draw a map, or write a battle, in a window.

    A map: ground, heights, walls, roads, names. A scenario: sides, units, what matters and every rule of its system,
    checked and played from the same place. What is named is a file, or a shipped map or scenario, of which a copy is
    worked on; without a name a new map is begun. What a person has written into the file, comments and all, stays.
    """
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    document = _document(file, copy=copy)
    if not _edited(document, size, is_new=file is None):
        click.echo("There is no display to open a window on; the file is a text that can be edited as well.", err=True)
        click.echo(
            "(maps/README.md and scenarios/README.md say how, and `sandtable check FILE` what is wrong.)", err=True
        )
    return ExitCode.OK


def _document(name: str | None, *, copy: bool) -> MapDocument | ScenarioDocument:
    from sim.workshop.blank import BlankMap
    from sim.workshop.map_document import MapDocument
    from sim.workshop.scenario_document import ScenarioDocument

    if name is None:
        return MapDocument.begun(BlankMap().map())
    scenario = _scenario(name)
    if scenario is not None:
        is_shipped = is_shipped_scenario(scenario.resolve())
        return ScenarioDocument.copied(scenario) if copy or is_shipped else ScenarioDocument.opened(scenario)
    path = find_map(name)
    is_shipped = path.resolve().is_relative_to(maps_folder().resolve()) and not Path(name).exists()
    return MapDocument.copied(path) if copy or is_shipped else MapDocument.opened(path)


def _scenario(name: str) -> Path | None:
    """Return the file of a scenario of that name, or at that path; None for anything else, which is a map then."""
    from sim.files import FileMistakes
    from sim.scenario.file_kinds import kind_of

    path = Path(name)
    if path.is_file():
        try:
            return path if kind_of(path) == "scenario" else None
        except FileMistakes:
            return None
    try:
        return find_scenario(name)
    except (UnknownName, OSError):
        return None


def _edited(document: MapDocument | ScenarioDocument, size: tuple[int, int], *, is_new: bool) -> bool:
    """Stay in the editor until its window is closed; say whether there was a display to open it on."""
    from sim.view.window import NoDisplay, SystemWindow, has_display

    if not has_display():
        return False
    from sim.view.app import run
    from sim.view.browser.opening import dropped_files, editor_screen
    from sim.view.settings import load_settings
    from sim.view.worker.beside import Beside

    try:
        with SystemWindow(size, "Sandtable") as window, closing(Beside.processes()) as beside:
            screen = editor_screen(window, beside, document, load_settings(), is_new=is_new)
            run(window, screen, dropped_files(window, beside))
    except NoDisplay:
        return False
    return True
