"""Say where things are: what Sandtable ships, and the folders of whoever uses it.

The same question has two answers. In a checkout the maps lie at the top, where people draw and compare
them; in an installed wheel they must live inside the package::

    checkout/maps/...          site-packages/sim/shipped/maps/...
    checkout/sim/...           site-packages/sim/...

Nothing else in the package knows the difference.
"""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

_PACKAGE = Path(__file__).resolve().parent
TUTORIAL = "conflict_of_heroes/tutorial"
"""The scenario where everybody begins, over which the lessons are laid."""


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


GROUP, VARIABLE = "sandtable.systems", "SANDTABLE_SYSTEMS"
"""Where systems that are not shipped are found: the entry points of this group, and the modules of this variable."""


class PlugIn(NamedTuple):
    """A system that is not shipped, as far as it is known before anything of it is imported."""

    id: str
    """The id of its system: how the entry point is called, or the module."""
    module: str
    attribute: str
    """What the system is called in its module; empty: the only one that stands there."""
    found: str
    """Where it was found, for whoever has to mend it."""

    @property
    def folder(self) -> Path | None:
        """The folder of its package, in which `scenarios` and `maps` of its own may lie; None if it is not there."""
        from importlib.util import find_spec

        try:
            spec = find_spec(self.module)
        except (ImportError, ValueError, AttributeError):
            return None
        return Path(spec.origin).parent if spec is not None and spec.origin else None


@cache
def plug_ins() -> tuple[PlugIn, ...]:
    """Return the systems that are installed beside Sandtable, then those that the variable names, by name each once."""
    found: dict[str, PlugIn] = {}
    for each in (*_installed(), *_named_ones()):
        found.setdefault(each.id, each)
    return tuple(found.values())


def _installed() -> Iterator[PlugIn]:
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = f" of the package {point.dist.name}" if point.dist else ""
        yield PlugIn(point.name, point.module, point.attr or "", f"the entry point {point.name}{package}")


def _named_ones() -> Iterator[PlugIn]:
    for named in filter(None, map(str.strip, os.environ.get(VARIABLE, "").split(","))):
        module, _, attribute = named.partition(":")
        yield PlugIn(module.rpartition(".")[2], module, attribute, f"{module}, named in {VARIABLE}")


class _Shelf(NamedTuple):
    """One kind of thing that is shipped as files, and the words for it."""

    word: str
    folder: Callable[[], Path]
    listed_by: str
    """The command that lists them."""
    left_out: str
    """The name of folders whose files are no such things."""

    def files(self, folder: Path | None) -> tuple[Path, ...]:
        """List the files in the order of their names below the folder, with `/` on every system."""
        return tuple(self.named(folder).values())

    def name(self, file: Path, folder: Path | None) -> str:
        """Return what a file is called: its path below the folder, without the ending; after the id of a plug-in."""
        for lead, top in self.tops(folder):
            if file.is_relative_to(top):
                return lead + file.relative_to(top).with_suffix("").as_posix()
        raise ValueError(f"{file} is no {self.word} that is shipped")

    def tops(self, folder: Path | None) -> Iterator[tuple[str, Path]]:
        """Yield the folder that is meant; where none is, that of Sandtable and those of plug-ins, with their ids."""
        yield "", self.folder() if folder is None else folder
        for plug_in in plug_ins() if folder is None else ():
            if (home := plug_in.folder) is not None:
                yield f"{plug_in.id}/", home / f"{self.word}s"

    def named(self, folder: Path | None) -> dict[str, Path]:
        """Return the files by their names, in that order; those of plug-ins come last."""
        found: dict[str, Path] = {}
        for lead, top in self.tops(folder):
            found |= {lead + name: file for name, file in self._below(top).items()}
        return found

    def _below(self, folder: Path) -> dict[str, Path]:
        """Return the files of a folder by their names, in that order.

        Not by `rglob`: the list is made for every scenario that names a map, and paths are slow to take apart.
        """
        top = os.fspath(folder)
        found: dict[str, Path] = {}
        for place, folders, files in os.walk(top):
            folders[:] = [name for name in folders if name != self.left_out]
            below = f"{place}{os.sep}"[len(top) + 1 :].replace(os.sep, "/")
            found |= {below + name: Path(place, name) for name in files if name.endswith(".toml")}
        return {name.removesuffix(".toml"): found[name] for name in sorted(found)}

    def find(self, name_or_path: str | os.PathLike[str], folder: Path | None) -> Path:
        """Find the file that somebody means: a path first, else a shipped one by its name."""
        if not os.fspath(name_or_path):
            raise UnknownName(f"the name of the {self.word} is empty")  # as a path it would be the current folder
        path = Path(name_or_path)
        if path.is_file():
            return path
        found = self.fitting(path, folder)
        if found is None:
            raise UnknownName(self._missing(path, folder))
        return found

    def fitting(self, path: Path, folder: Path | None) -> Path | None:
        """Return the shipped file of that name, whole or short; None if there is none."""
        wanted = path.as_posix().removesuffix(".toml").casefold()
        shipped = self.named(folder)
        fitting = [name for name in shipped if wanted in (name.casefold(), Path(name).name.casefold())]
        exact = [name for name in fitting if name.casefold() == wanted]
        match exact or fitting:
            case [only]:
                return shipped[only]
            case []:
                return None
            case several:
                raise UnknownName(f"'{path}' could be any of these {self.word}s: {', '.join(several)}")

    def find_shipped(self, name: str, folder: Path | None) -> Path:
        """Find what is shipped by its name alone, and never look for a file of that name."""
        found = self.fitting(Path(name), folder)
        if found is None:
            raise UnknownName(f"there is no shipped {self.word} '{name}';{self.guess(Path(name), folder)}".rstrip(";"))
        return found

    def guess(self, path: Path, folder: Path | None) -> str:
        """Ask whether something of a similar name was meant; say nothing if there is none."""
        near = _near_misses(path.as_posix().removesuffix(".toml"), list(self.named(folder)))
        return f" did you mean {' or '.join(near)}?" if near else ""

    def _missing(self, path: Path, folder: Path | None) -> str:
        """Say what was looked for, and what the person may have meant."""
        if path.is_dir():
            return f"'{path}' is a folder, not a {self.word} file"
        if path.exists():
            return f"'{path}' is not a regular file"
        missing = f"there is neither a file '{path}' nor a shipped {self.word} of that name"
        return f"{missing};{self.guess(path, folder)} `{self.listed_by}` lists the shipped {self.word}s"


_MAPS = _Shelf("map", maps_folder, "sandtable map list", left_out="terrain")
_SCENARIOS = _Shelf("scenario", scenarios_folder, "sandtable list scenarios", left_out="maps")


def shipped_maps(folder: Path | None = None) -> tuple[Path, ...]:
    """List the map files that come with Sandtable, in the order of their names.

    `maps/terrain/` is left out: it holds what maps are made of, not maps. The order is that of the names
    below the folder, so that lists look the same everywhere.
    """
    return _MAPS.files(folder)


def map_name(file: Path, folder: Path | None = None) -> str:
    """Return what a shipped map is called: its path below the maps folder, without the ending."""
    return _MAPS.name(file, folder)


def find_map(name_or_path: str | os.PathLike[str], folder: Path | None = None) -> Path:
    """Find the map file that somebody means: a path first, else the name of a shipped map.

    A path wins because it is what the person sees in front of them; a shipped map can always be told apart
    from it by leaving the ending away. `village` and `coh/village` both work; if the short form fits two
    maps, both are named and neither is picked.
    """
    return _MAPS.find(name_or_path, folder)


def find_shipped_map(name: str, folder: Path | None = None) -> Path:
    """Find a shipped map by its name alone: what a file from a stranger names must not be looked for on the disk."""
    return _MAPS.find_shipped(name, folder)


def shipped_scenarios(folder: Path | None = None) -> tuple[Path, ...]:
    """List the scenario files that come with Sandtable, in the order of their names."""
    return _SCENARIOS.files(folder)


def scenario_name(file: Path, folder: Path | None = None) -> str:
    """Return what a shipped scenario is called: its path below the scenarios folder, without the ending."""
    return _SCENARIOS.name(file, folder)


def is_shipped_scenario(file: Path) -> bool:
    """Say whether a scenario comes with Sandtable or with a plug-in."""
    return any(file.is_relative_to(top.resolve()) for _, top in _SCENARIOS.tops(None))


def find_scenario(name_or_path: str | os.PathLike[str], folder: Path | None = None) -> Path:
    """Find the scenario file that somebody means, in the manner of `find_map`."""
    return _SCENARIOS.find(name_or_path, folder)


def find_shipped_scenario(name: str, folder: Path | None = None) -> Path:
    """Find a shipped scenario by its name alone, in the manner of `find_shipped_map`."""
    return _SCENARIOS.find_shipped(name, folder)


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


def user_cache_folder() -> Path:
    """Return where answers are kept that can be found again at any time; it may not exist yet."""
    return _user_folder("cache")


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
    places = {
        "data": usual.user_data_path,
        "settings": usual.user_config_path,
        "logs": usual.user_log_path,
        "cache": usual.user_cache_path,
    }
    return places[kind]
