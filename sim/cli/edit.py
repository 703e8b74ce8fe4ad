"""`sandtable edit`: draw a map in a window."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.cli.output import ExitCode
from sim.cli.view import read_size
from sim.resources import find_map, maps_folder
from sim.startup import report_pygame_clash

if TYPE_CHECKING:
    from sim.workshop.map_document import MapDocument


@click.command("edit")
@click.argument("map_", metavar="[MAP]", required=False)
@click.option("--copy", is_flag=True, help="Draw on a copy; MAP itself stays as it is.")
@click.option("--size", metavar="WxH", default="1280x800", callback=read_size, help="Size of the window in pixels.")
def edit_command(map_: str | None, copy: bool, size: tuple[int, int]) -> int:
    """Draw a map in a window: ground, heights, walls, roads, names.

    MAP is the path of a map file or the name of a shipped map, of which a copy is drawn on; without it a new map is
    begun. What a person has written into the file, comments and all, stays as it is.
    """
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    document = _document(map_, copy=copy)
    if not _drawn(document, size, is_new=map_ is None):
        click.echo("There is no display to open a window on; a map is a text that can be edited as well.", err=True)
        click.echo("(maps/README.md says how, and `sandtable map check FILE` what is wrong.)", err=True)
    return ExitCode.OK


def _document(name: str | None, *, copy: bool) -> MapDocument:
    from sim.workshop.blank import BlankMap
    from sim.workshop.map_document import MapDocument

    if name is None:
        return MapDocument.begun(BlankMap().map())
    path = find_map(name)
    is_shipped = path.resolve().is_relative_to(maps_folder().resolve()) and not Path(name).exists()
    return MapDocument.copied(path) if copy or is_shipped else MapDocument.opened(path)


def _drawn(document: MapDocument, size: tuple[int, int], *, is_new: bool) -> bool:
    """Stay in the editor until its window is closed; say whether there was a display to open it on."""
    from sim.view.window import NoDisplay, SystemWindow, has_display

    if not has_display():
        return False
    from sim.view.app import run
    from sim.view.editor.screen import EditorScreen
    from sim.view.settings import load_settings
    from sim.view.worker.painter import PainterProcess

    try:
        with SystemWindow(size, "Sandtable") as window, closing(PainterProcess()) as painter:
            run(window, EditorScreen(window, painter, load_settings(), document, is_new=is_new))
    except NoDisplay:
        return False
    return True
