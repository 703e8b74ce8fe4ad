"""Whatever is wrong in a file is told as a mistake that names file, line and key, and nothing else comes of it.

Every field of every file is spoilt in every way that its schema knows (`spoiling.py`): what systems read of their own,
scenarios, maps, terrain sets, rulebooks. What the schema forbids is tried every day, many mistakes in one file at once;
a share of all ways singly, and under `-m long` each of them, in every file and in several entries of every list.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from pathlib import Path as File
from typing import Any

import pytest
from pydantic import TypeAdapter

import sim.board.terrain_sets
import sim.rules
from sim.board.mapfile import parse_map
from sim.board.mapfile.schema import map_schema
from sim.board.terrain_sets import TerrainSetFile, read_terrain_set
from sim.engine.rulebook import RulebookFile, parse_rulebook
from sim.engine.ruleset import Ruleset
from sim.files import FileMistakes, parse_toml, written
from sim.play.figures import OwnFile
from sim.resources import shipped_maps
from sim.rules.conflict_of_heroes.solo.cards import OrdersFile, read_orders
from sim.scenario.scenario import parse_scenario
from sim.scenario.schema import scenario_model
from tests.contract.battles import FILES, SYSTEMS
from tests.contract.spoiling import Path, Spoiling, Written, spoilings, spoilt
from tests.rules.samples import figure_files

EVERYDAY = 12
"""How many ways to spoil files of a kind are tried singly in the everyday run."""
ENTRIES = 3
"""How many entries of a list are spoilt: a map names thousands of cells, each as good as the next."""
TOGETHER = 400
"""How many mistakes one file may have: of more than a thousand not all are told."""

ASKED_FIRST = (("format",), ("system",), ("grid", "kind"))
"""What decides how the rest is read: if it is wrong, that is not looked at."""

PROSE = {
    "id", "name", "title", "text", "briefing", "notes", "source", "look", "traits", "won", "lost", "drawn",
    "why", "setting", "readings",  # of a rule: how it can be read; that settings fit them is a test of the systems
    "words",
}  # fmt: skip
"""Keys under which any text may stand. Under any other it is the name of something, and a stranger is told of."""
NAMING = {"group", "players", "cover_classes"}
"""Keys under which names are given: who uses the old one is told of."""
UNCHECKED = {"objects", "arrival", "system"}
"""Tables whose names nobody looks up when they are read: of ground that a brawl breaks, which maps bring; of teams,
whose file is read later and tells it; of the system that a rulebook is of."""


def names_nothing(change: Spoiling) -> bool:
    """Say whether a text is there in place of a name."""
    key = next(step for step in reversed(change.field) if isinstance(step, str) and step != "*")
    return change.how == "another text" and key not in PROSE | NAMING and change.field[0] not in UNCHECKED


@dataclass(frozen=True)
class FileKind:
    """A kind of file that somebody may write: sound ones, what they may hold, and who reads them."""

    name: str
    """By which mistakes call the file."""
    schema: Mapping[str, Any] = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)
    read: Callable[[str], object] = field(repr=False)

    @cached_property
    def every(self) -> list[tuple[Any, Spoiling]]:
        """Every way to spoil each of the files, beside what stands in that file; of long lists the first entries."""
        found: list[tuple[Any, Spoiling]] = []
        for data in map(tomllib.loads, self.texts):
            seen: Counter[tuple[object, ...]] = Counter()
            for change in spoilings(self.schema, data):
                seen[change.how, change.field] += 1
                if seen[change.how, change.field] <= ENTRIES:
                    found.append((data, change))
        return found

    @cached_property
    def fields(self) -> list[tuple[Any, Spoiling]]:
        """The same of each field once, however many entries of lists have it."""
        return list({(change.how, change.field): (data, change) for data, change in reversed(self.every)}.values())

    def told(self, said: Written) -> FileMistakes | None:
        """Return what is told of a file. Whatever stands in it, nothing else may come of reading it."""
        try:
            self.read(said.text)
        except FileMistakes as mistakes:
            return mistakes
        return None

    def untold(self, data: Any, changes: list[Spoiling]) -> Iterator[str]:
        """Spoil a file, and yield what is not told of it as it should be."""
        said = Written(spoilt(data, changes))
        mistakes = self.told(said)
        told = [str(each) for each in mistakes.mistakes] if mistakes else []
        for change in changes:
            here, around = (self._spot(said, path) for path in (change.path, change.path[:-1]))
            # One too few of many, or a thing by its name alone, may be told of what is around.
            right = (here, f"{around}: ") if change.of_list or names_nothing(change) else here
            wrong = change.is_mistake or names_nothing(change)
            if wrong and not any(each.startswith(right) for each in told):
                yield f"{change.how}, {change.value!r:.50}: {here}: is not told, but {told[:3]}"

    def _spot(self, said: Written, path: Path) -> str:
        """Return how a mistake begins that is told of a value."""
        line = said.line_of(path)
        return f"{self.name}{'' if line is None else f':{line}'}: {written(path)}"


def table_file(file: OwnFile[Any], system: str) -> FileKind:
    """Describe a file that a system reads as a table of figures."""
    name, said = f"{system}/{file.name}", TypeAdapter(file.kind).json_schema()
    properties, required = {"format": {"const": 1}, **said["properties"]}, ["format", *said["required"]]
    schema = {**said, "properties": properties, "required": required}
    return FileKind(name, schema, (file.text,), lambda text: file.parsed(parse_toml(text, name)))


def scenario_file(ruleset: Ruleset[Any, Any]) -> FileKind:
    """Describe the scenarios of a system, small ones first."""
    name, files = f"{ruleset.id}.toml", [file for file in FILES if ruleset.id in file.parts]
    folder = next((file.parent for file in files if file.parent.name == "behaviour"), None)
    schema = scenario_model(ruleset).model_json_schema()
    return FileKind(name, schema, texts_of(files), lambda text: parse_scenario(text, name, folder))


def texts_of(files: Iterable[File]) -> tuple[str, ...]:
    """Return what files say, small ones first."""
    return tuple(sorted((file.read_text(encoding="utf-8") for file in files), key=len))


def file_kinds() -> Iterator[FileKind]:
    """Yield every kind of file that somebody may write."""
    for name in sim.rules.SHIPPED:
        yield from (table_file(file, name) for file in figure_files(name))
    yield from map(scenario_file, SYSTEMS)
    rules, sets = File(sim.rules.__file__).parent, File(sim.board.terrain_sets.__file__).parent

    def orders(text: str) -> object:
        return read_orders([parse_toml(text, "orders.toml")])

    def terrain(text: str) -> object:
        return read_terrain_set(parse_toml(text, "set.toml"), "set")

    yield FileKind("orders.toml", OrdersFile.model_json_schema(), texts_of(rules.rglob("orders.toml")), orders)
    rulebooks = texts_of(rules.rglob("rulebook.toml"))
    yield FileKind(
        "rulebook.toml", RulebookFile.model_json_schema(), rulebooks, partial(parse_rulebook, file="rulebook.toml")
    )
    yield FileKind("set.toml", TerrainSetFile.model_json_schema(), texts_of(sets.glob("*.toml")), terrain)
    yield FileKind("map.toml", map_schema(), texts_of(shipped_maps()), parse_map)


KINDS = tuple(file_kinds())
FIGURES = tuple(kind for kind in KINDS if "/" in kind.name)
"""What systems read of their own, by system and file."""
EVERY_KIND = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])


def batches(ways: Iterable[tuple[Any, Spoiling]]) -> list[tuple[Any, list[Spoiling]]]:
    """Gather what can be wrong in the same file at the same time."""
    gathered: list[tuple[Any, list[Spoiling]]] = []
    for data, change in ways:
        for sound, changes in gathered:
            alone = any(each.path in ASKED_FIRST for each in (change, *changes))
            if sound is data and not alone and len(changes) < TOGETHER and not any(map(change.overlaps, changes)):
                changes.append(change)
                break
        else:
            gathered.append((data, [change]))
    return gathered


@EVERY_KIND
def test_a_file_is_sound_before_it_is_spoilt(kind: FileKind) -> None:
    """Written anew it says what it said."""
    said = Written(tomllib.loads(kind.texts[0]))
    assert tomllib.loads(said.text) == tomllib.loads(kind.texts[0])
    assert kind.told(said) is None


@EVERY_KIND
def test_every_mistake_of_every_field_is_told(kind: FileKind) -> None:
    """Each with its line and its key, however many there are."""
    wrong = [(data, change) for data, change in kind.fields if change.is_mistake]
    assert [text for data, changes in batches(wrong) for text in kind.untold(data, changes)] == []


@EVERY_KIND
def test_a_name_of_nothing_is_told(kind: FileKind) -> None:
    """Sides, units, cells, weapons, kinds of ground: whatever is named somewhere is there, or the name is a mistake."""
    named = [(data, change) for data, change in kind.fields if names_nothing(change) and not change.is_mistake]
    assert [text for data, change in named for text in kind.untold(data, [change])] == []


@EVERY_KIND
def test_a_single_mistake_is_told(kind: FileKind) -> None:
    """Alone it leaves more of the file to be looked at, by whoever reads it next."""
    share = sorted(kind.fields, key=lambda way: way[1].number)[:EVERYDAY]
    assert [text for data, change in share for text in kind.untold(data, [change])] == []


@pytest.mark.parametrize("kind", FIGURES, ids=[kind.name for kind in FIGURES])
def test_a_mistake_in_a_figure_is_told_once(kind: FileKind) -> None:
    """It tells nothing of other figures; only where all is missing each of them is told of."""
    wrong = [way for way in kind.fields if way[1].is_mistake and not way[1].how.startswith("an empty")]
    for data, change in sorted(wrong, key=lambda way: way[1].number)[:EVERYDAY]:
        mistakes = kind.told(Written(spoilt(data, [change])))
        assert mistakes is not None and len(mistakes.mistakes) == 1, (change, str(mistakes))


@pytest.mark.long
@EVERY_KIND
def test_every_single_mistake_is_told(kind: FileKind) -> None:
    """The same of every file, and of several entries of every list."""
    assert list(islice((text for data, change in kind.every for text in kind.untold(data, [change])), 20)) == []
