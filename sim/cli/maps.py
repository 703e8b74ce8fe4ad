"""`sandtable map`: list, check, show, draw and convert map files.

A map is named by its path or, if it comes with Sandtable, by its name. Files ending in `.tmj` or `.tmx` are maps of
the Tiled editor, in `.board` boards of MegaMek, in `.map` maps of Wesnoth, all others map files. What is imported
inside the commands takes long to load, and `--help` needs none of it.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.map_files import check_targets, loaded, read_picture, size_text, write_all
from sim.cli.output import ExitCode, as_json_option, echo, echo_json
from sim.resources import UnknownName, find_map, map_name, shipped_maps

if TYPE_CHECKING:
    from sim.board.battlemap import BattleMap
    from sim.board.lint import Finding
    from sim.files import Mistake

_force = click.option("--force", is_flag=True, help="Overwrite existing files.")


@click.group()
def map_group() -> None:
    """Work with map files.

    A map is named by its path or, if it comes with Sandtable, by its name; `sandtable map list` lists those names.
    """


# -- list -------------------------------------------------------------------------------------------------------


@map_group.command("list")
@as_json_option
def list_maps(as_json: bool) -> None:
    """List the maps that come with Sandtable."""
    maps = {map_name(file): loaded(file) for file in shipped_maps()}
    if as_json:
        echo_json([_entry(name, battle_map) for name, battle_map in maps.items()])
        return
    names, titles = max(map(len, maps), default=0), max((len(each.title) for each in maps.values()), default=0)
    for name, battle_map in maps.items():
        echo(f"{name:{names}}  {battle_map.title:{titles}}  {size_text(battle_map)}")


def _entry(name: str, battle_map: BattleMap) -> dict[str, Any]:
    size = {"width": battle_map.width, "height": battle_map.height}
    return {"name": name, "title": battle_map.title, "grid": battle_map.grid.kind, **size}


# -- check ----------------------------------------------------------------------------------------------------


@map_group.command()
@click.argument("files", nargs=-1, required=True, metavar="MAP...")
@click.option("--lint/--no-lint", default=True, help="Also point out what is valid but probably not meant.")
@as_json_option
def check(files: tuple[str, ...], lint: bool, as_json: bool) -> ExitCode:
    """Check map files for mistakes, and list all of them at once.

    The exit code is 3 if a map is not valid. What looks odd in a valid map does not change it.
    """
    reports = [_Report(name, lint) for name in files]
    if as_json:
        echo_json([report.data() for report in reports])
    else:
        for report in reports:
            for line in report.lines():
                echo(line)
    # The first of these that happened: what the author of the map can mend comes first.
    endings = (ExitCode.INVALID_INPUT, ExitCode.UNSUPPORTED_VERSION, ExitCode.INPUT_OUTPUT)
    found = {report.ending for report in reports}
    return next((ending for ending in endings if ending in found), ExitCode.OK)


class _Report:
    """What checking one map has brought to light."""

    def __init__(self, name: str, lint: bool) -> None:
        from sim.files import FileMistakes, UnsupportedVersion

        self.name, self.ending, self.refusal = name, ExitCode.OK, ""
        self.map: BattleMap | None = None
        self.mistakes: tuple[Mistake, ...] = ()
        self.unlisted = 0
        self.findings: tuple[Finding, ...] = ()
        try:
            self.map = loaded(find_map(name))
        except FileMistakes as mistakes:
            self.mistakes, self.unlisted = mistakes.mistakes, mistakes.unlisted
            older = isinstance(mistakes, UnsupportedVersion)
            self.ending = ExitCode.UNSUPPORTED_VERSION if older else ExitCode.INVALID_INPUT
        except UnknownName as error:
            self.refusal, self.ending = str(error), ExitCode.INVALID_INPUT
        except OSError as error:
            self.refusal, self.ending = f"{name}: {error.strerror or error}", ExitCode.INPUT_OUTPUT
        if self.map is not None and lint:
            from sim.board.lint import lint as look_at

            self.findings = look_at(self.map)

    def lines(self) -> Iterable[str]:
        """Yield the report as text."""
        yield from map(str, self.mistakes)
        if self.unlisted:
            yield f"{self.name}: ... and {self.unlisted} more"
        if self.refusal:
            yield self.refusal
        if self.map is not None:
            yield f"{self.name}: valid, {size_text(self.map)}"
        yield from (f"{self.name}: {finding}" for finding in self.findings)

    def data(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "map": self.name,
            "valid": self.map is not None,
            "digest": self.map.digest if self.map is not None else None,
            "error": self.refusal or None,
            "mistakes": [{**asdict(mistake), "text": str(mistake)} for mistake in self.mistakes],
            "unlisted": self.unlisted,
            "findings": [asdict(finding) for finding in self.findings],
        }


# -- show -----------------------------------------------------------------------------------------------------


@map_group.command()
@click.argument("name", metavar="MAP")
@click.option("--heights", is_flag=True, help="Write the level of each cell behind its letter.")
@click.option("--coordinates/--no-coordinates", default=True, help="Write the names of columns and rows around it.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use only characters that old terminals have.")
@as_json_option
def show(name: str, heights: bool, coordinates: bool, ascii_only: bool, as_json: bool) -> None:
    """Show a map as text."""
    from sim.board.text_view import text_view

    battle_map = loaded(find_map(name))
    text = text_view(battle_map, heights=heights, coordinates=coordinates, ascii_only=ascii_only)
    if as_json:
        echo_json({**_facts(battle_map), "picture": text.splitlines()})
    elif _can_print(text):
        click.echo(text)
    else:
        click.echo(text_view(battle_map, heights=heights, coordinates=coordinates, ascii_only=True))


def _can_print(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _facts(battle_map: BattleMap) -> dict[str, Any]:
    from collections import Counter

    name = battle_map.grid.name
    return {
        "name": battle_map.name,
        "title": battle_map.title,
        "notes": battle_map.notes,
        "digest": battle_map.digest,
        "terrain_set": battle_map.terrain_set.id,
        "grid": {"kind": battle_map.grid.kind, **asdict(battle_map.grid)},  # type: ignore[call-overload]  # each is one
        "width": battle_map.width,
        "height": battle_map.height,
        "scale": asdict(battle_map.scale),
        "terrain": dict(Counter(battle_map.terrain)),
        "heights": {"lowest": min(battle_map.heights), "highest": max(battle_map.heights)},
        "edges": dict(Counter(battle_map.edges.values())),
        "features": dict(Counter(kind for here in battle_map.features.values() for kind in here)),
        "ways": dict(Counter(battle_map.ways.values())),
        "places": {place: [name(cell) for cell in cells] for place, cells in battle_map.places.items()},
        "areas": {area: [name(cell) for cell in cells] for area, cells in battle_map.areas.items()},
    }


# -- render ---------------------------------------------------------------------------------------------------


LEAST_PIXELS, MOST_PIXELS = 4, 512
"""How small and how large a cell is drawn."""


def _a_number(context: click.Context, option: click.Parameter, pixels: float) -> float:
    """Refuse `nan`, which passes every range: no comparison says that it is too small or too large."""
    if math.isnan(pixels):
        raise click.BadParameter(f"nan is not in the range {LEAST_PIXELS}<=x<={MOST_PIXELS}.")
    return pixels


_cell_option = click.option(
    "--cell",
    "pixels",
    type=click.FloatRange(LEAST_PIXELS, MOST_PIXELS),
    default=48,
    show_default=True,
    callback=_a_number,
    help="Pixels a cell.",
)


@map_group.command()
@click.argument("name", metavar="MAP")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE.png",
    callback=read_picture,
    help="The picture to write.",
)
@_cell_option
@click.option("--coordinates", is_flag=True, help="Write the names of columns and rows.")
@click.option("--areas", is_flag=True, help="Write the names of the areas that scenarios refer to.")
@click.option("--heights", is_flag=True, help="Write the level of each cell.")
@click.option("--fov", metavar="CELL", help="Show the field of view from this cell, as in C4.")
@_force
def render(name: str, out: Path, pixels: float, fov: str | None, force: bool, **shown: bool) -> ExitCode:
    """Draw a map into a PNG file."""
    check_targets([out], force)
    battle_map = loaded(find_map(name))
    try:
        viewer = None if fov is None else battle_map.cell(fov)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--fov") from None
    from sim.startup import report_pygame_clash

    if report_pygame_clash():
        return ExitCode.INVALID_INPUT
    _draw(battle_map, out, viewer, {"pixels_per_cell": pixels, **shown})
    echo(f"wrote {out}")
    return ExitCode.OK


def _draw(battle_map: BattleMap, out: Path, viewer: Any, settings: dict[str, Any]) -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sim.files import write_atomically
    from sim.view.board.paint_overlay import Overlay
    from sim.view.board.render import PictureTooLarge, png_bytes, render_surface

    try:
        surface = render_surface(battle_map, overlay=Overlay(view_from=viewer) if viewer else None, **settings)
    except PictureTooLarge as error:
        raise click.BadParameter(str(error), param_hint="--cell") from None
    write_atomically(out, png_bytes(surface))


# -- convert --------------------------------------------------------------------------------------------------


@map_group.command()
@click.argument("name", metavar="IN")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@_force
@as_json_option
def convert(name: str, out: Path, force: bool, as_json: bool) -> None:
    """Turn a map of any kind into a map file or a Tiled map.

    The endings say which: .toml is a map file, .tmj and .tmx are Tiled maps, .board is a board of MegaMek and .map a
    map of Wesnoth. Only .toml and .tmj can be written; beside a Tiled map a picture of its tiles is written. What of a
    foreign map has no counterpart is listed, and stands in the notes of the new map.
    """
    source = find_map(name)
    if out.exists() and out.samefile(source):
        raise click.BadParameter(f"'{out}' is the map that is read; name another file to write", param_hint="OUT")
    battle_map = loaded(source)
    files = _converted(battle_map, out)
    check_targets(files, force)
    # The map comes last: while it is missing, nobody takes its picture for the whole.
    write_all(dict(sorted(files.items(), key=lambda item: item[0] == out)))
    if as_json:
        notes = battle_map.notes.splitlines()
        echo_json({"written": [str(path) for path in files], "digest": battle_map.digest, "notes": notes})
        return
    from sim.board.any_map import UNLIKE

    echo(f"wrote {' and '.join(str(path) for path in files)}")
    if source.suffix.lower() in UNLIKE:
        echo(battle_map.notes)


def _converted(battle_map: BattleMap, out: Path) -> dict[Path, bytes]:
    """Return the files to write, after reading them back to be sure that they say the same."""
    match out.suffix.lower():
        case ".toml":
            from sim.board.mapfile import map_text, parse_map

            text = map_text(battle_map)
            again = parse_map(text, str(out))
            files = {out: text.encode()}
        case ".tmj":
            from sim.board.tiled import parse_tiled, tile_picture, tiled_text

            picture = out.with_name(f"{out.stem}-tiles.png")
            text = tiled_text(battle_map, picture.name)
            again = parse_tiled(text, str(out))
            files = {out: text.encode(), picture: tile_picture(battle_map)}
        case other:
            raise click.BadParameter(
                f"'{other or out}' is not an ending of a map file: expected .toml or .tmj", param_hint="OUT"
            )
    if again.digest != battle_map.digest:
        raise click.ClickException(f"'{battle_map.name}' cannot be written in full as a {out.suffix} file")
    return files


# -- schema ---------------------------------------------------------------------------------------------------


@map_group.command()
def schema() -> None:
    """Print the JSON Schema of map files, for editors that complete and check them."""
    from sim.board.mapfile.schema import map_schema

    echo_json(map_schema())
