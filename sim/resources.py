"""Say where things are: what Sandtable ships, and the folders of whoever uses it.

The same question has two answers. In a checkout the maps lie at the top, where people draw and compare
them; in an installed wheel they must live inside the package::

    checkout/maps/...          site-packages/sim/shipped/maps/...
    checkout/sim/...           site-packages/sim/...

Nothing else in the package knows the difference.
"""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class UnknownName(LookupError):
    """Tell that nothing of this name exists; the text is meant for the person who typed it."""


def shipped_folder() -> Path:
    """Return the folder that holds `maps`, `scenarios` and `assets`.

    The inside of the package is asked first: in an installed wheel the folder above is `site-packages`,
    where a `maps` folder could be anybody's.
    """
    inside = _PACKAGE / "shipped"
    return inside if inside.is_dir() else _PACKAGE.parent


def maps_folder() -> Path:
    """Return the folder of the shipped maps."""
    return shipped_folder() / "maps"


def scenarios_folder() -> Path:
    """Return the folder of the shipped scenarios."""
    return shipped_folder() / "scenarios"


def assets_folder() -> Path:
    """Return the folder of fonts and symbols."""
    return shipped_folder() / "assets"


def shipped_maps(folder: Path | None = None) -> tuple[Path, ...]:
    """List the map files that come with Sandtable, in the order of their names.

    `maps/terrain/` is left out: it holds what maps are made of, not maps. The order is that of the names
    below the folder, with `/` on every system, so that lists look the same everywhere.
    """
    top = maps_folder() if folder is None else folder
    found = {file.relative_to(top).as_posix(): file for file in top.rglob("*.toml")}
    return tuple(found[name] for name in sorted(found) if not name.startswith("terrain/"))


def map_name(file: Path, folder: Path | None = None) -> str:
    """Return what a shipped map is called: its path below the maps folder, without the ending."""
    top = maps_folder() if folder is None else folder
    return file.relative_to(top).with_suffix("").as_posix()


def find_map(name_or_path: str | os.PathLike[str], folder: Path | None = None) -> Path:
    """Find the map file that somebody means: a path first, else the name of a shipped map.

    A path wins because it is what the person sees in front of them; a shipped map can always be told apart
    from it by leaving the ending away. `village` and `coh/village` both work; if the short form fits two
    maps, both are named and neither is picked.
    """
    if not os.fspath(name_or_path):
        raise UnknownName("the name of the map is empty")  # as a path it would be the current folder
    path = Path(name_or_path)
    if path.is_file():
        return path
    wanted = path.as_posix().removesuffix(".toml").casefold()
    shipped = {map_name(file, folder): file for file in shipped_maps(folder)}
    fitting = [name for name in shipped if wanted in (name.casefold(), Path(name).name.casefold())]
    exact = [name for name in fitting if name.casefold() == wanted]
    match exact or fitting:
        case [only]:
            return shipped[only]
        case []:
            raise UnknownName(_no_such_map(path, list(shipped)))
        case several:
            raise UnknownName(f"'{path}' could be any of these maps: {', '.join(several)}")


def _no_such_map(path: Path, names: list[str]) -> str:
    """Say what was looked for, and what the person may have meant."""
    if path.is_dir():
        return f"'{path}' is a folder, not a map file"
    if path.exists():
        return f"'{path}' is not a regular file"
    missing = f"there is neither a file '{path}' nor a shipped map of that name"
    near = _near_misses(path.as_posix().removesuffix(".toml"), names)
    guess = f"; did you mean {' or '.join(near)}?" if near else ";"
    return f"{missing}{guess} `sandtable map list` lists the shipped maps"


def _near_misses(wanted: str, names: list[str]) -> list[str]:
    """Return up to three names that look like the one wanted, whether typed short or in full.

    A name that holds the wanted one comes before one that is merely spelt like it: `saloon` is part of
    `lucky_strike_saloon`. Less than three letters are part of nearly anything.
    """
    from difflib import get_close_matches  # only needed once something has gone wrong

    spelled = {name.casefold(): name for name in names}
    spelled |= {Path(name).name.casefold(): name for name in names}
    sought = wanted.casefold()
    holding = [name for name in names if len(sought) > 2 and sought in name.casefold()]
    close = get_close_matches(sought, spelled, n=3, cutoff=0.6)
    return list(dict.fromkeys([*holding, *(spelled[form] for form in close)]))[:3]


def user_data_folder() -> Path:
    """Return where saves, records and the user's own maps are kept; it may not exist yet."""
    return _user_folder("data")


def user_settings_folder() -> Path:
    """Return where settings are kept; it may not exist yet."""
    return _user_folder("settings")


def user_logs_folder() -> Path:
    """Return where logs and crash files are kept; it may not exist yet."""
    return _user_folder("logs")


def _user_folder(kind: str) -> Path:
    """Return the system's usual place, or a folder below `SANDTABLE_HOME` if that is set.

    The variable is for those who carry everything on a stick, and keeps tests away from real folders on
    systems where the usual place cannot be moved.
    """
    home = os.environ.get("SANDTABLE_HOME")
    if home:
        return Path(home) / kind
    import platformdirs  # not needed for `--help`, so not paid for by it

    usual = platformdirs.PlatformDirs("sandtable", appauthor=False)
    places = {"data": usual.user_data_path, "settings": usual.user_config_path, "logs": usual.user_log_path}
    return places[kind]
