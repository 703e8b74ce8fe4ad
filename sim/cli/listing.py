"""`sandtable list`: everything that can be played or viewed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from sim.cli.output import as_json_option, echo, echo_json
from sim.resources import map_name, scenario_name, shipped_maps, shipped_scenarios

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
        found = {name: [entry.data() for entry in _LISTS[name]()] for name in wanted}
        echo_json(found[what] if what else found)
        return
    for place, name in enumerate(wanted):
        if not what:
            echo(("\n" if place else "") + name.capitalize())
        for line in lines(list(_LISTS[name]()), "" if what else "  "):
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
