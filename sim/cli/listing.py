"""`sandtable list`: everything that can be played or viewed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

import sim
from sim.cli.output import as_json_option, echo, echo_json
from sim.resources import map_name, scenario_name, shipped_folder, shipped_maps, shipped_scenarios, user_cache_folder

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
@click.argument("what", type=click.Choice(["systems", "scenarios", "maps"]), required=False)
@as_json_option
def list_command(what: str | None, as_json: bool) -> None:
    """List what can be played or viewed: systems, scenarios and maps.

    A file that cannot be read is listed as broken, with the first mistake in it; `sandtable check FILE` lists them all.
    """
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
        _write_index(stamp, lists)
    return lists[what]


def _fingerprint() -> bytes | None:
    """Return a fingerprint of what is shipped and of the program that reads it; None where there can be none.

    Maps and scenarios count by what they say; the program by the size and time of its files, by which Python tells what
    to compile anew. Of a system that was added for this run nobody knows the files.
    """
    from sim.rules import SHIPPED
    from sim.scenario.systems import system_ids

    shipped = shipped_folder()
    digest = sha256(repr((sys.version, os.fspath(shipped))).encode())
    try:
        for file in _files(Path(sim.__file__).parent, (".py", ".toml")):
            status = file.stat()
            digest.update(repr((str(file), status.st_size, status.st_mtime_ns)).encode())
        for file in (*_files(shipped / "maps", (".toml",)), *_files(shipped / "scenarios", (".toml",))):
            digest.update(repr((str(file), sha256(file.read_bytes()).hexdigest())).encode())
    except OSError:
        return None
    return digest.digest() if system_ids() == SHIPPED else None


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
