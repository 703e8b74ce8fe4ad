"""`sandtable list`: everything that can be played or viewed, and what scenarios and maps are made of."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

import sim
from sim.cli.output import as_json_option, echo, echo_json
from sim.resources import (
    map_name,
    plug_ins,
    scenario_name,
    shipped_folder,
    shipped_maps,
    shipped_scenarios,
    user_cache_folder,
)

_LONGEST = 100
"""Characters of one title."""


@dataclass(frozen=True)
class ListedThing:
    """One thing that can be named in a command."""

    name: str
    title: str = ""
    about: str = ""
    """What is worth knowing in a word or two: the system of a scenario, the size of a map."""
    broken: str = ""
    """The first mistake in its file; empty if there is none."""

    def data(self) -> dict[str, Any]:
        """Return it as data."""
        return asdict(self)


@click.command("list")
@click.argument("what", type=click.Choice(["systems", "scenarios", "maps", "profiles", "terrain"]), required=False)
@click.argument("of", metavar="[SYSTEM|SET]", required=False)
@as_json_option
def list_command(what: str | None, of: str | None, as_json: bool) -> None:
    """List what can be played or viewed: systems, scenarios and maps.

    A file that cannot be read is listed as broken, with the first mistake in it; `sandtable check FILE` lists them all.

    For those who write scenarios, `list profiles SYSTEM` lists the kinds of units of a system, and for those who draw
    maps, `list terrain SET` what a terrain set has and what it does.
    """
    if what in _PARTS:
        _list_parts(what, of, as_json)
        return
    if of is not None:
        raise click.UsageError(f"'{of}' is too much: {what} are listed without more words")
    wanted = [what] if what else list(_LISTS)
    if as_json:
        found = {name: [entry.data() for entry in kept(name)] for name in wanted}
        echo_json(found[what] if what else found)
        return
    for place, name in enumerate(wanted):
        if not what:
            echo(("\n" if place else "") + name.capitalize())
        for line in lines(kept(name), "" if what else "  "):
            echo(line)


def lines(entries: list[ListedThing], lead: str = "") -> Iterator[str]:
    """Yield a table of entries."""
    from sim.files import printable

    if not entries:
        yield f"{lead}none yet"
    shown = [(printable(entry.name, _LONGEST), printable(entry.title, _LONGEST), entry) for entry in entries]
    names = max((len(name) for name, _, _ in shown), default=0)
    titles = max((len(title) for _, title, entry in shown if not entry.broken), default=0)
    for name, title, entry in shown:
        if entry.broken:
            yield f"{lead}{name:{names}}  broken: {printable(entry.broken, 1000)}"
        else:
            yield f"{lead}{name:{names}}  {title:{titles}}  {printable(entry.about, _LONGEST)}".rstrip()


# -- what there is ------------------------------------------------------------------------------------------------


def systems_entries() -> Iterator[ListedThing]:
    """Yield the systems."""
    from sim.scenario.systems import systems

    for ruleset in systems():
        count = len(ruleset.rulebook)
        yield ListedThing(ruleset.id, ruleset.title, "1 rule" if count == 1 else f"{count} rules")


def scenario_entries(folder: Path | None = None) -> Iterator[ListedThing]:
    """Yield the scenarios, those that cannot be read among them."""
    for file in shipped_scenarios(folder):
        yield _entry(scenario_name(file, folder), file, _scenario_entry)


def map_entries(folder: Path | None = None) -> Iterator[ListedThing]:
    """Yield the maps, those that cannot be read among them."""
    for file in shipped_maps(folder):
        yield _entry(map_name(file, folder), file, _map_entry)


def _entry(name: str, file: Path, read: Callable[[str, Path], ListedThing]) -> ListedThing:
    from sim.files import FileMistakes

    try:
        return read(name, file)
    except FileMistakes as wrong:
        return ListedThing(name, broken=str(wrong.mistakes[0]))
    except OSError as refused:
        return ListedThing(name, broken=f"{file}: {refused.strerror or refused}")


def _scenario_entry(name: str, file: Path) -> ListedThing:
    from sim.scenario.scenario import load_scenario

    scenario = load_scenario(file)
    return ListedThing(name, scenario.title, scenario.ruleset.title)


def _map_entry(name: str, file: Path) -> ListedThing:
    from sim.cli.map_files import loaded, size_text

    battle_map = loaded(file)
    return ListedThing(name, battle_map.title, size_text(battle_map))


_LISTS: dict[str, Callable[[], Iterator[ListedThing]]] = {
    "systems": systems_entries,
    "scenarios": scenario_entries,
    "maps": map_entries,
}


# -- what scenarios and maps are made of --------------------------------------------------------------------------


@dataclass(frozen=True)
class Nameable:
    """A kind of something that a scenario or map can name: what a file writes, what it is called, what it does."""

    sort: str
    """The heading under which it is listed."""
    id: str
    name: str
    facts: dict[str, Any]


def _profiles(system: str) -> Iterator[Nameable]:
    """Yield the kinds of units of a system, with whatever a figure says of them."""
    from sim.play.system import System
    from sim.scenario.systems import system_of_id

    ruleset = system_of_id(system)
    for id, profile in ruleset.muster.kinds().items() if isinstance(ruleset, System) else ():
        said = {field.name: getattr(profile, field.name) for field in fields(profile)}
        facts = {name: value for name, value in said.items() if value not in _NOTHING and name not in ("id", "name")}
        yield Nameable("profiles", id, profile.name, facts)


def _kinds_of_ground(named: str) -> Iterator[Nameable]:
    """Yield terrain, edges, features and ways of a terrain set, with what they do."""
    from sim.board.kind_words import effects
    from sim.board.terrain import VOID
    from sim.board.terrain_sets import terrain_set

    of = terrain_set(named)
    for sort in ("terrain", "edges", "features", "ways"):
        kinds: dict[str, Any] = getattr(of, sort)
        for id, kind in kinds.items():
            letter = {"letter": kind.letter} if getattr(kind, "letter", "") else {}
            if id != VOID:
                yield Nameable(sort, id, kind.name, letter | dict(effects(kind, of)))


_NOTHING: tuple[object, ...] = (False, None, 0, "", (), (0, 0, 0))
_PARTS: dict[str, tuple[str, Callable[[str], Iterator[Nameable]]]] = {
    "profiles": ("SYSTEM", _profiles),
    "terrain": ("SET", _kinds_of_ground),
}


def _list_parts(what: str, of: str | None, as_json: bool) -> None:
    metavar, parts = _PARTS[what]
    known = _known_of(what)
    if of not in known:
        found = f"'{of}' is none: " if of else ""
        expected = ", ".join(known)
        raise click.BadParameter(f"{found}expected one of {expected}", param_hint=metavar)
    found_parts = list(parts(of))
    if as_json:
        echo_json([asdict(part) for part in found_parts])
        return
    ids, names = (max((len(text) for text in column), default=0) for column in _columns(found_parts))
    heading = ""
    for part in found_parts:
        if what == "terrain" and part.sort != heading:
            echo(("\n" if heading else "") + part.sort.capitalize())
            heading = part.sort
        lead = "  " if heading else ""
        echo(f"{lead}{part.id:{ids}}  {part.name:{names}}  {', '.join(_said(part.facts))}".rstrip())


def _columns(parts: list[Nameable]) -> tuple[list[str], list[str]]:
    return [part.id for part in parts], [part.name for part in parts]


def _said(facts: dict[str, Any]) -> Iterator[str]:
    for name, value in facts.items():
        about = name.replace("_", " ")
        if value is True:
            yield about
        elif name != "source":
            yield f"{about} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"


def _known_of(what: str) -> tuple[str, ...]:
    """Return what has such parts: the systems, or the terrain sets."""
    if what == "terrain":
        from sim.board.terrain_sets import TERRAIN_SET_IDS

        return TERRAIN_SET_IDS
    from sim.scenario.systems import system_ids

    return tuple(system_ids())


# -- kept from one time to the next -------------------------------------------------------------------------------


def kept(what: str) -> list[ListedThing]:
    """Return one of the lists, as it was when all that it depends on was last as it is now; else make it.

    To find what is broken every file is read whole, which takes seconds. What is kept is kept with the fingerprint of
    all of it: where that does not fit, for whatever reason, nothing is believed, and nobody hears of it.
    """
    stamp = _fingerprint()
    if stamp is None:
        return list(_LISTS[what]())
    lists = _read_index(stamp)
    if what not in lists:
        lists[what] = list(_LISTS[what]())
        if not _faulty_plug_ins():
            _write_index(stamp, lists)
    return lists[what]


def _faulty_plug_ins() -> bool:
    """Say whether a plug-in had to be left out: that is told every time, and so nothing is kept."""
    from sim.scenario.systems import left_out, system_of_id

    for plug_in in plug_ins():
        system_of_id(plug_in.id)
    return bool(left_out())


def _fingerprint() -> bytes | None:
    """Return a fingerprint of what is shipped and of the program that reads it; None where there can be none.

    Maps and scenarios count by what they say; the program by the size and time of its files, by which Python tells what
    to compile anew. Of a system that was added for this run nobody knows the files.
    """
    from sim.scenario.systems import adopted

    shipped = shipped_folder()
    digest = sha256(repr((sys.version, os.fspath(shipped))).encode())
    try:
        for file in _files(Path(sim.__file__).parent, (".py", ".toml")):
            status = file.stat()
            digest.update(repr((str(file), status.st_size, status.st_mtime_ns)).encode())
        for plug_in in plug_ins():
            digest.update(repr(plug_in).encode())
            for file in _files(plug_in.folder, (".py", ".toml")) if plug_in.folder else ():
                digest.update(repr((str(file), sha256(file.read_bytes()).hexdigest())).encode())
        for file in (*_files(shipped / "maps", (".toml",)), *_files(shipped / "scenarios", (".toml",))):
            digest.update(repr((str(file), sha256(file.read_bytes()).hexdigest())).encode())
    except OSError:
        return None
    return None if adopted() else digest.digest()


def _files(top: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    for folder, folders, names in os.walk(top):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(endings))


def _index() -> Path:
    return user_cache_folder() / "lists.json"


def _read_index(stamp: bytes) -> dict[str, list[ListedThing]]:
    """Return the lists that are kept under this fingerprint; the first line proves them whole and of today."""
    try:
        proof, _, data = _index().read_bytes().partition(b"\n")
    except OSError:
        return {}
    if proof != _proof(stamp, data):
        return {}
    return {what: [ListedThing(**entry) for entry in entries] for what, entries in json.loads(data).items()}


def _write_index(stamp: bytes, lists: dict[str, list[ListedThing]]) -> None:
    from sim.files import write_atomically

    data = json.dumps({what: [entry.data() for entry in entries] for what, entries in lists.items()}).encode()
    with suppress(OSError):  # then the list is made anew every time
        _index().parent.mkdir(parents=True, exist_ok=True)
        write_atomically(_index(), _proof(stamp, data) + b"\n" + data)


def _proof(stamp: bytes, data: bytes) -> bytes:
    return sha256(stamp + data).hexdigest().encode()
