"""`sandtable new`: begin a map, a scenario or a whole system of one's own."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import click

from sim.cli.map_files import check_targets, loaded, write_all
from sim.cli.output import echo
from sim.resources import find_map, map_name, maps_folder

_FORMS = ("hex", "pointy_hex", "square", "square_of_four")
_force = click.option("--force", is_flag=True, help="Overwrite existing files.")


def _read_size(context: click.Context, option: click.Parameter, text: str) -> tuple[int, int]:
    columns, _, rows = text.lower().replace("×", "x").partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and 1 <= int(columns[:4]) <= 512 and 1 <= int(rows[:4]) <= 512):
        raise click.BadParameter(f"'{text}' is not a size: expected columns and rows up to 512x512, as in 20x16")
    return int(columns), int(rows)


def _read_target(context: click.Context, option: click.Parameter, file: Path) -> Path:
    if file.suffix.lower() != ".toml":
        raise click.BadParameter(f"'{file}' does not end in .toml")
    return file


def _title(file: Path) -> str:
    return file.stem.replace("_", " ").strip().capitalize() or "New"


@click.group("new")
def new_group() -> None:
    """Begin a map, a scenario or a system of your own."""


@new_group.command("map")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml", callback=_read_target)
@click.option("--set", "terrain", type=click.Choice(["battlefield", "town", "tabletop"]), default="battlefield")
@click.option("--grid", type=click.Choice(_FORMS), help="The usual one of the terrain set, if left out.")
@click.option("--size", metavar="COLUMNSxROWS", default="20x16", show_default=True, callback=_read_size)
@click.option("--title", help="From the name of the file, if left out.")
@_force
def new_map(file: Path, terrain: str, grid: str | None, size: tuple[int, int], title: str | None, force: bool) -> None:
    """Write an empty map, to be drawn on with an editor."""
    from sim.board.mapfile import map_text, parse_map
    from sim.workshop.blank import SCALES, BlankMap

    check_targets([file], force)
    blank = BlankMap(terrain, grid or SCALES[terrain][0], *size, title or _title(file))  # type: ignore[arg-type,index]
    text = map_text(blank.map())
    parse_map(text, str(file))
    write_all({file: text.encode()})
    echo(f"wrote {file}; `sandtable view {file}` shows it, maps/README.md explains what can be drawn")


@new_group.command("scenario")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml", callback=_read_target)
@click.option("--system", required=True, help="The id of the system, as `sandtable list systems` shows it.")
@click.option("--map", "map_", metavar="MAP", help="A shipped map by its name, or a map file beside the scenario.")
@click.option("--random", "by_chance", is_flag=True, help="Make place, forces and mission by chance.")
@click.option("--size", type=click.Choice(["small", "medium", "large"]), help="How large, with --random.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="The number that it is made from, with --random.")
@_force
def new_scenario(
    file: Path,
    system: str,
    map_: str | None,
    by_chance: bool,
    size: str | None,
    seed: int | None,
    force: bool,
) -> None:
    """Write a scenario that can be played at once, to go on from.

    With --map it lies on that map; with --random a map is made as well, and written beside it: a place with roads,
    houses, fields and woods, two forces of equal worth, and a mission. The same seed makes the same files.
    """
    from sim.scenario.systems import system_ids, system_of_id

    if system_of_id(system) is None:
        raise click.BadParameter(f"there is no system '{system}': expected one of {', '.join(system_ids())}")
    if by_chance == (map_ is not None):
        raise click.UsageError("a scenario lies on a map, --map MAP, or on a place made by chance, --random")
    if not by_chance and (size is not None or seed is not None):
        raise click.UsageError("--size and --seed go with --random")
    texts = _by_chance(file, system, size or "small", seed or 0) if by_chance else _on_map(file, system, str(map_))
    check_targets(texts, force)
    write_all({path: text.encode() for path, text in texts.items()})
    echo(f"wrote {' and '.join(map(str, texts))}; `sandtable play {file}` plays it, `sandtable check {file}` checks it")


@new_group.command("system")
@click.argument("name", metavar="NAME")
def new_system(name: str) -> None:
    """Write a package with a whole small game, to be turned into yours.

    The folder NAME is made here. It installs, is found by `sandtable list`, and passes the contract that every system
    keeps; its README.md says how to go on.
    """
    from sim.workshop.new_system import WrongName, package_files

    try:
        texts = package_files(name)
    except WrongName as wrong:
        raise click.BadParameter(str(wrong), param_hint="NAME") from None
    folder = Path(name)
    if folder.exists() or folder.is_symlink():
        raise click.BadParameter(f"'{name}' exists already: a system is begun in a new folder", param_hint="NAME")
    folder.mkdir()
    try:
        for way in texts:
            (folder / way).parent.mkdir(parents=True, exist_ok=True)
        write_all({folder / way: text.encode() for way, text in texts.items()})
    except BaseException:
        rmtree(folder, ignore_errors=True)  # half a package is none
        raise
    echo(f"wrote {name}; `pip install -e {name}` installs it, {Path(name, 'README.md')} says how to go on")


def _by_chance(file: Path, system: str, size: str, seed: int) -> dict[Path, str]:
    from sim.workshop.random_battle import random_battle

    battle = random_battle(system, size, seed)  # type: ignore[arg-type]  # one of the three
    beside = file.with_name(f"{file.stem}_map.toml")
    text = battle.scenario.replace(f'"{battle.name}_map.toml"', f'"{beside.name}"', 1)
    _prove(text, file, battle.map)
    return {beside: battle.map, file: text}


def _on_map(file: Path, system: str, name: str) -> dict[Path, str]:
    from sim.board.mapfile import map_text
    from sim.workshop.random_battle import WrongMap, first_draft

    source = find_map(name)
    battle_map = loaded(source)
    try:
        text = first_draft(system, battle_map, _called(source, file), _title(file))
    except WrongMap as error:
        raise click.BadParameter(str(error), param_hint="--map") from None
    _prove(text, file, map_text(battle_map))
    return {file: text}


def _called(source: Path, file: Path) -> str:
    """Return what a scenario calls a map: a shipped one by its name, another by its way from the scenario."""
    if source.resolve().is_relative_to(maps_folder().resolve()):
        return map_name(source)
    try:
        return source.resolve().relative_to(file.resolve().parent).as_posix()
    except ValueError:
        told = (
            f"'{source}' lies neither beside '{file}' nor below it, and a scenario names no other maps; copy it there"
        )
        raise click.BadParameter(told, param_hint="--map") from None


def _prove(text: str, file: Path, its_map: str) -> None:
    """Read a scenario before it is written: one that cannot be played is told of, and not left behind."""
    from sim.files import parse_toml
    from sim.scenario.scenario import read_scenario

    read_scenario(parse_toml(text, str(file)), str(file), its_map)
