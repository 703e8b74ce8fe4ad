"""What the text of a scenario says, whole or not: who stands where, what matters, and what is wrong with it.

A scenario can only be played when nothing is wrong with it, but it has to be seen before. So the places of units are
taken from the text as far as they can be found, and the mistakes, each with its way, from the reader of scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sim.board.any_map import FOREIGN
from sim.board.battlemap import BattleMap
from sim.board.mapfile import parse_map
from sim.engine.ruleset import Ruleset
from sim.files import FileMistakes, KeyPath, Mistake, TomlDocument, parse_toml, printable
from sim.grid import Cell
from sim.resources import UnknownName
from sim.scenario.scenario import Scenario, map_source_of, parse_scenario
from sim.scenario.schema import OpenScenario, scenario_model
from sim.scenario.systems import system_of_id
from sim.workshop.forms import FormField, field_at, form_of
from sim.workshop.toml_edits import value_at


@dataclass(frozen=True)
class PlacedUnit:
    """A unit entry, as far as it can be made out."""

    path: KeyPath
    side: str
    profile: str
    name: str
    """What it is called; nothing, where the file gives it no name."""
    at: str
    cells: tuple[Cell, ...]
    """Where it may stand: none, if that is nowhere on the map."""
    facing: int
    count: int
    turn: int
    """The turn of its arrival; 0 for those who are there from the start."""


@dataclass(frozen=True)
class NamedPlace:
    """A place that the scenario names for something besides a unit: an objective, an exit."""

    path: KeyPath
    """Of the name."""
    owner: KeyPath
    """Of the table that it stands in."""
    label: str
    side: str
    cells: tuple[Cell, ...]


class DraftMaps:
    """The maps of a scenario, by what it calls them: read once, for its text changes with every edit."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, BattleMap] | FileMistakes] = {}
        self._before: dict[str, tuple[str, BattleMap] | FileMistakes] = {}

    def look_again(self) -> None:
        """Read files anew when next asked: a map that says the same is the same map still."""
        self._before, self._known = self._known, {}

    def read(self, document: TomlDocument, folder: Path | None) -> tuple[str, BattleMap] | None:
        """Return the text of the map and the map; None where it cannot be read, which the scenario's reader tells."""
        name = document.data.get("map")
        if not isinstance(name, str):
            return None
        if name not in self._known:
            try:
                source, before = map_source_of(document, folder), self._before.get(name)
                is_same = isinstance(before, tuple) and before[0] == source
                self._known[name] = before if before and is_same else (source, parse_map(source, name))
            except FileMistakes as wrong:
                self._known[name] = wrong
            except (UnknownName, OSError):
                return None
        known = self._known[name]
        return None if isinstance(known, FileMistakes) else known


class BattleDraft:
    """What a text says."""

    def __init__(self, text: str, file: str, folder: Path | None, maps: DraftMaps) -> None:
        self.text, self._folder = text, folder
        self._document = parse_toml(text, file)
        self.data: dict[str, Any] = self._document.data
        found = maps.read(self._document, folder)
        self.map_source: str | None = None if found is None else found[0]
        self.map: BattleMap | None = None if found is None else found[1]
        self.scenario: Scenario | None = None
        """The scenario, if nothing is wrong with it."""
        self.mistakes: tuple[Mistake, ...] = ()
        try:
            self.scenario = parse_scenario(text, file, folder, self.map_source)
        except FileMistakes as wrong:
            self.mistakes = wrong.mistakes

    @cached_property
    def ruleset(self) -> Ruleset[Any, Any] | None:
        """The system, if the text names one that is known."""
        named = self.data.get("system")
        return system_of_id(named) if isinstance(named, str) else None

    @cached_property
    def model(self) -> Any:
        """The model of the whole file."""
        return scenario_model(self.ruleset) if self.ruleset is not None else OpenScenario

    @property
    def names_a_file(self) -> bool:
        """Whether the map is a file beside the scenario."""
        return str(self.data.get("map", "")).lower().endswith((".toml", *FOREIGN))

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides."""
        sides = self.data.get("sides")
        return tuple(sides) if isinstance(sides, dict) else ()

    @property
    def turns(self) -> int | None:
        """The last turn, if the text names one."""
        said = value_at(self.data, ("limits", "turns"))
        return said if isinstance(said, int) else None

    def side_name(self, side: str) -> str:
        """Return what a side is called."""
        return printable(str(value_at(self.data, ("sides", side, "name")) or side))

    def value(self, path: KeyPath) -> Any:
        """Return what the text says at a path."""
        return value_at(self.data, path)

    def cells(self, name: object) -> tuple[Cell, ...]:
        """Return the cells of that name; none, if the map has it not."""
        if self.map is None or not isinstance(name, str):
            return ()
        try:
            return (self.map.cell(name),)
        except ValueError:
            return self.map.places.get(name) or self.map.areas.get(name) or ()

    # -- units -------------------------------------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[PlacedUnit, ...]:
        """The units in the order of the file, those who are there before those who come later."""
        return tuple(self._units())

    def _units(self) -> Iterator[PlacedUnit]:
        for side in self.sides:
            way: KeyPath = ("sides", side)
            for n, entry in enumerate(_tables(self.value((*way, "units")))):
                yield self._unit(side, entry, (*way, "units", n), 0, None)
            for k, group in enumerate(_tables(self.value((*way, "reinforcements")))):
                turn = group.get("turn")
                for n, entry in enumerate(_tables(group.get("units"))):
                    path = (*way, "reinforcements", k, "units", n)
                    yield self._unit(side, entry, path, turn if isinstance(turn, int) else 1, group.get("at"))

    def _unit(self, side: str, entry: dict[str, Any], path: KeyPath, turn: int, at: object) -> PlacedUnit:
        named, facing, count = entry.get("at", at), entry.get("facing"), entry.get("count", 1)
        directions = self.map.grid.directions if self.map is not None else ()
        known = isinstance(facing, str) and facing.casefold() in directions
        return PlacedUnit(
            path,
            side,
            printable(str(entry.get("profile", ""))),
            printable(str(entry.get("id", ""))),
            printable(str(named or "")),
            self.cells(named),
            directions.index(str(facing).casefold()) if known else 0,
            count if isinstance(count, int) and 1 <= count <= 50 else 1,
            turn,
        )

    def entry(self, unit: PlacedUnit) -> dict[str, Any]:
        """Return what the file says of a unit; nothing, where it says what is no table."""
        found = self.value(unit.path)
        return found if isinstance(found, dict) else {}

    def unit_at(self, path: KeyPath) -> PlacedUnit | None:
        """Return the unit whose entry stands at a path, or around it."""
        return next((unit for unit in self.units if path[: len(unit.path)] == unit.path), None)

    # -- places ------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[NamedPlace, ...]:
        """Every place that the scenario names, but for those of units: of objectives first."""
        found = []
        for path, said, around in _texts((), self.data):
            if path[:1] == ("sides",):
                continue
            field = field_at(self.model, path)
            if field is None or field.names != "spot":
                continue
            owner = path[:-1] if isinstance(path[-1], str) else path[:-2]
            label = next((str(around[key]) for key in ("title", "id", "name") if key in around), "")
            side = next((str(around[key]) for key in ("side", "holder") if key in around), "")
            found.append(
                NamedPlace(path, owner, printable(label or self._kind_of(owner, field)), side, self.cells(said))
            )
        return tuple(sorted(found, key=lambda place: place.path[0] != "objectives"))

    def _kind_of(self, owner: KeyPath, field: FormField) -> str:
        words = [str(step) for step in owner if isinstance(step, str)]
        if len(owner) > 1 and isinstance(owner[-1], int):
            return words[-1].replace("_", " ").removesuffix("s")
        return field.label

    # -- forms -------------------------------------------------------------------------------------------

    def form(self, path: KeyPath) -> tuple[FormField, ...]:
        """Return the fields of the table at a path."""
        if not path:
            return form_of(self.model)
        field = field_at(self.model, path)
        fields = form_of(field.kind) if field is not None else ()
        return tuple(self._explained(path, each) for each in fields)

    def field(self, path: KeyPath) -> FormField | None:
        """Return the field of the value at a path."""
        field = field_at(self.model, path)
        return None if field is None else self._explained(path[:-1], field)

    def _explained(self, table: KeyPath, field: FormField) -> FormField:
        """Return a field with what the rulebook says of it, where it chooses how a clause is read."""
        rulings = self.ruleset.rulebook.rulings if table == ("settings",) and self.ruleset is not None else ()
        rule = next((rule for rule in rulings if rule.setting == field.key), None)
        if rule is None:
            return field
        return replace(field, help=f"{rule.id}, {rule.title}. " + " ".join(map(str, rule.readings)))


def _tables(value: object) -> list[dict[str, Any]]:
    """Return the tables of an array; what is none counts as an empty one, so that the others keep their numbers."""
    return [each if isinstance(each, dict) else {} for each in value] if isinstance(value, list) else []


def _texts(path: KeyPath, value: Any, around: Any = None) -> Iterator[tuple[KeyPath, str, dict[str, Any]]]:
    """Yield every text of the data, with its path and the table around it."""
    match value:
        case dict():
            for key, each in value.items():
                yield from _texts((*path, key), each, value)
        case list():
            for n, each in enumerate(value):
                yield from _texts((*path, n), each, around)
        case str():
            yield path, value, around if isinstance(around, dict) else {}
