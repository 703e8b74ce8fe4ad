"""`sandtable view`: open a map in the viewer, or draw one frame of it into a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.cli.map_files import loaded, read_picture
from sim.cli.output import ExitCode
from sim.resources import UnknownName, find_map, map_name, shipped_maps
from sim.startup import report_pygame_clash

if TYPE_CHECKING:
    from sim.board.battlemap import BattleMap

WINDOW = 1280, 800
"""How large the window is unless another size is asked for."""
LARGEST, MOST_PIXELS = 16_384, 70_000_000
"""The longest side of a window or shot, and its pixels in all: 8K fits twice over, memory does not run out."""


def read_size(context: click.Context, option: click.Parameter, text: str) -> tuple[int, int]:
    """Read a size as people write it: 1280x720."""
    width, cross, height = text.lower().replace("×", "x").partition("x")
    if not (cross and width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise click.BadParameter(f"'{text}' is not a size; write width and height in pixels, as in 1280x720")
    size = int(width[:6]), int(height[:6])
    if not all(1 <= length <= LARGEST for length in size) or size[0] * size[1] > MOST_PIXELS:
        limits = f"1 to {LARGEST} pixels on a side, at most {MOST_PIXELS // 1_000_000} million in all"
        raise click.BadParameter(f"'{text}' is out of range: {limits}")
    return size


@click.command("view")
@click.argument("map_", metavar="[MAP]", required=False)
@click.option(
    "--size", metavar="WxH", default="{}x{}".format(*WINDOW), callback=read_size, help="Size of the window in pixels."
)
@click.option(
    "--shot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png",
    callback=read_picture,
    help="Draw one frame into a PNG file and exit.",
)
def view_command(map_: str | None, size: tuple[int, int], shot: Path | None) -> int:
    """Open a map in the viewer.

    MAP is the name of a shipped map or the path of a map file; without it the first battle map is shown.
    """
    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    battle_map = loaded(_chosen(map_))
    if shot is not None:
        _draw(battle_map, size, shot)
        return ExitCode.OK
    look_at(battle_map, size)
    return ExitCode.OK


def look_at(battle_map: BattleMap, size: tuple[int, int]) -> None:
    """Run the viewer until its window is closed; where there is no display to open it on, show the map as text."""
    if not _look(battle_map, size):
        _describe(battle_map)


def _chosen(name: str | None) -> Path:
    """Return the file of the map that is meant: the first battle if none is, else any."""
    if name is not None:
        return find_map(name)
    shipped = shipped_maps()
    battles = [file for file in shipped if map_name(file).startswith("battles/")]
    if not shipped:
        raise UnknownName("no maps are shipped with this installation; name a map file")
    return (battles or list(shipped))[0]


def _draw(battle_map: BattleMap, size: tuple[int, int], file: Path) -> None:
    """Draw what a window of that size would show once all is painted, without a window."""
    from sim.files import write_atomically
    from sim.view.board.render import png_bytes
    from sim.view.map_viewer import MapViewer
    from sim.view.window import MemoryStage

    sheet = MemoryStage(size)
    viewer = MapViewer(sheet, battle_map)
    viewer.finish_painting()
    write_atomically(file, png_bytes(sheet.surface()))


def _look(battle_map: BattleMap, size: tuple[int, int]) -> bool:
    """Run the viewer until its window is closed; say whether there was a display to open it on."""
    from sim.view.window import NoDisplay, has_display

    if not has_display():
        return False
    from sim.view.map_viewer import run

    try:
        run(battle_map, size, shipped_maps())
    except NoDisplay:
        return False
    return True


def _describe(battle_map: BattleMap) -> None:
    """Say that there is no display, and show the map as text instead."""
    from sim.board.text_view import text_view

    click.echo("There is no display to open a window on; here is the map as text.", err=True)
    click.echo("(`sandtable view MAP --shot FILE.png` draws it into a file without a window.)", err=True)
    click.echo(text_view(battle_map, ascii_only=not _can_draw_lines()))


def _can_draw_lines() -> bool:
    """Say whether the terminal can show the characters that walls and tracks are drawn with."""
    try:
        "─│°".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
