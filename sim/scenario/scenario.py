"""Scenarios: from a file to the first state of a battle.

Every mistake of a file is told at once, those of its map and those that only the system can see among them. Three
things end the reading early: text that is no TOML, a format that is not known, and a file of which no form can be
made out. The system looks at a scenario only once its form is sound, for its own models take whole tables or none. What
it gets then is complete, if need be with stand-ins: two to eight sides, units with cells, turns and holders that exist.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from sim.board.any_map import FOREIGN, load_any_map
from sim.board.battlemap import BattleMap
from sim.board.findings import Findings
from sim.board.mapfile import MAP_LIMITS, map_text, parse_map
from sim.engine.battle import Battle, Side
from sim.engine.ruleset import COMMANDER, HUMAN, Ruleset
from sim.engine.setup import Setup, SetupRefused
from sim.engine.state import Outcome, State
from sim.files import (
    FileLocation,
    FileMistakes,
    TomlDocument,
    UnsupportedVersion,
    one_of,
    parse_toml,
    path_within,
    printable,
    read_text,
    read_toml,
    require_version,
    shown,
)
from sim.files.toml_text import overgrowth
from sim.memo import KeepsAnswers
from sim.resources import UnknownName, find_shipped_map, is_shipped_scenario, scenario_name
from sim.scenario.mending import sound_part, system_of
from sim.scenario.mustering import Gazetteer, RollCall, objectives
from sim.scenario.schema import FEWEST_SIDES, MOST_SIDES, EpilogueTable, ScenarioFile, own_table

_ENDINGS = (".toml", *FOREIGN)
_MAPS: WeakValueDictionary[tuple[str, ...], BattleMap] = WeakValueDictionary()
"""The maps that somebody has, by what each is called, the texts of its scenario and itself, and the settings. The
browser, saves and records read them again and again: the same texts give the same map, and what was worked out or
painted of it need not be once more. Two scenarios never share one, nor do two readings of a scenario, for what rules
work out of a map may depend on the settings of the battle."""


@dataclass(frozen=True, eq=False)
class Scenario(KeepsAnswers):
    """A scenario, ready to be played, with the texts that it was made from."""

    name: str
    """Of a shipped one the path below `scenarios/` without its ending, else the stem of the file."""
    title: str
    briefing: str
    author: str
    notes: str
    ruleset: Ruleset[Any, Any]
    setup: Setup
    battle: Battle[Any]
    state: State[Any]
    players: Mapping[str, str]
    """Who plays each side unless somebody says otherwise: human, solo or commander."""
    side_briefings: Mapping[str, str]
    epilogues: Mapping[str, EpilogueTable]
    """What each side is told once the battle is over."""
    difficulty: int | None
    """From 1 (easy) to 5; None if the file does not say."""
    text: str = field(repr=False)
    """The file as it was read."""
    map_source: str = field(repr=False)
    """The file of its map as it was read."""
    origin: str = ""
    """Of one that is not shipped: digits by which it differs from those of the same name in other folders. They do not
    say where it lies: a save may be passed on."""

    def epilogue(self, side: str, outcome: Outcome) -> str:
        """Return what a side is told of how the battle ended; empty if the file has no word on it."""
        told = self.epilogues[side]
        return told.drawn if outcome.winner is None else told.won if outcome.winner == side else told.lost

    @cached_property
    def map_text(self) -> str:
        """The map in a form that `parse_scenario` takes: the canonical one, by which two maps can be compared.

        Made when it is first asked for, because that takes as long as reading. Written out cell by cell, what
        shapes and rectangles have laid can outgrow what is read again; then it is the file as it was.
        """
        text = map_text(self.setup.map)
        return self.map_source if overgrowth(text, MAP_LIMITS) else text


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Read a scenario file, or raise `FileMistakes` with every mistake in it."""
    file = Path(path)
    return _Reading(read_toml(path), _name_of(file), file.parent, origin=_origin_of(file)).scenario()


def parse_scenario(
    text: str, file: str, folder: Path | None = None, map_text: str | None = None, name: str | None = None
) -> Scenario:
    """Read a scenario from text; `file` is the name that mistakes give, and without a `name` gives the scenario's.

    `folder` is where a map that is given as a file lies. With `map_text` no map is looked for.
    """
    called = PurePath(file).stem if name is None else name
    return _Reading(parse_toml(text, file), called, folder, map_text).scenario()


def read_scenario(document: TomlDocument, name: str, map_source: str) -> Scenario:
    """Read a scenario from the data of a file, which somebody may have changed, and the text of its map."""
    return _Reading(document, name, None, map_source).scenario()


def map_source_of(document: TomlDocument, folder: Path | None) -> str:
    """Return the text of the map that a scenario in a folder, or in none yet, names."""
    return _text_of_map(_Reading(document, "", folder)._map_path(str(document.data.get("map"))))


def _text_of_map(path: Path) -> str:
    """Return a map as the text of a map file, whatever kind of file it is: records and saves carry it along as that."""
    if path.suffix.lower() in FOREIGN:
        return map_text(load_any_map(path))
    return read_text(path, limit=MAP_LIMITS.size)


def carried_scenario(
    text: str, file: str, map_text: str, name: str, origin: str = "", readings: Mapping[str, Any] = MappingProxyType({})
) -> Scenario:
    """Read a scenario that a record or a save carries along, with its map, so that it can be read anywhere.

    Its clauses are read as they were in that battle, whatever has become the usual reading since.
    """
    return _Reading(with_settings(parse_toml(text, file), readings), name, None, map_text, origin).scenario()


def with_settings(document: TomlDocument, settings: Mapping[str, Any]) -> TomlDocument:
    """Return the document of a scenario with settings in place of its own."""
    own = document.data.get("settings", {})
    if settings and isinstance(own, dict):
        document.data["settings"] = {**own, **settings}
    return document


class _Reading:
    """One scenario while it is being read."""

    def __init__(
        self,
        document: TomlDocument,
        name: str,
        folder: Path | None,
        map_source: str | None = None,
        origin: str = "",
    ) -> None:
        self._document, self._name, self._folder, self._origin = document, name, folder, origin
        self._findings = Findings(document)
        self._map_source = map_source or ""
        self._brings_map = map_source is not None

    def scenario(self) -> Scenario:
        """Return the scenario, or raise every mistake."""
        if not self._document.text.strip():
            raise FileMistakes([FileLocation(self._document.file).mistake("", "the file is empty")])
        require_version(self._document)
        ruleset = system_of(self._document, self._findings)
        file, is_whole = sound_part(self._document, ruleset, self._findings)
        battle_map = self._map(file)
        sides_fit = self._sides_fit()
        self._check_players(file, ruleset)
        gazetteer = Gazetteer(battle_map, self._findings)
        units = RollCall(file, gazetteer, self._findings).units()
        places = objectives(file, gazetteer, self._findings)
        if ruleset is None or battle_map is None or not (is_whole and sides_fit and units):
            self._findings.settle()
            raise AssertionError("a mistake has been noted")
        setup = Setup(
            name=self._name,
            map=battle_map,
            sides=tuple(Side(side, table.name, table.player) for side, table in file.sides.items()),
            units=units,
            objectives=places,
            turns=file.limits.turns,
            settings=own_table(file, "settings"),
            victory=own_table(file, "victory"),
            extras=own_table(file, "extras"),
        )
        battle, state = self._prepared(ruleset, setup, gazetteer)
        return self._finished(file, setup, battle, state)

    # -- the map -----------------------------------------------------------------------------------------

    def _map(self, file: ScenarioFile[Any]) -> BattleMap | None:
        """Return the map; None, with its mistakes noted, if there is none to play on."""
        name = f"{self._document.file}: map"
        try:
            if not self._brings_map:
                if ("map",) in self._findings.spoilt:
                    return None
                path = self._map_path(file.map)
                name, self._map_source = os.fspath(path), _text_of_map(path)
            # Messages show the name of a map, and one that was brought along may say anything here.
            called = printable(PurePath(file.map).name, 60)
            called = next((called[: -len(end)] for end in _ENDINGS if called.lower().endswith(end)), called)
            key = (called, self._document.text, self._map_source, repr(self._document.data.get("settings")))
            if (known := _MAPS.get(key)) is not None:
                return known
            read = parse_map(self._map_source, name)
            return _MAPS.setdefault(key, replace(read, name=called or "map"))
        except UnsupportedVersion:
            raise
        except FileMistakes as mistakes:
            self._findings.take(mistakes)
        except UnknownName as error:
            hint = 'a map beside the scenario is named with its ending, as in "ford.toml"'
            self._findings.add(("map",), "", str(error), hint)
        except OSError as error:
            found = f"{shown(file.map)}, which cannot be read: {error.strerror or error}"
            self._findings.add(("map",), found, "a map file")
        return None

    def _map_path(self, name: str) -> Path:
        """Find the file of a map: a shipped one by its name, or one below the scenario's folder by its path."""
        where = partial(self._document.at, ("map",))
        if not name.lower().endswith(_ENDINGS):
            return find_shipped_map(name)
        if self._folder is None:
            hint = "no folder to look in is known"
            raise FileMistakes([where().mistake(shown(name), "the name of a shipped map", hint)])
        path = path_within(self._folder, name, where)
        # Asked first, because to open a pipe would be to wait for ever.
        if not path.is_file():
            raise FileMistakes(
                [where().mistake(f"{shown(name)}, which is not a file", "a map file beside the scenario")]
            )
        return path

    # -- the sides ---------------------------------------------------------------------------------------

    def _sides_fit(self) -> bool:
        """Say whether there are as many sides as a battle may have, and tell if not."""
        number = len(self._document.data["sides"])
        fits = FEWEST_SIDES <= number <= MOST_SIDES
        if not fits:
            found = f"{number} side{'' if number == 1 else 's'}"
            self._findings.add(("sides",), found, f"{FEWEST_SIDES} to {MOST_SIDES}, each as [sides.NAME]")
        return fits

    def _check_players(self, file: ScenarioFile[Any], ruleset: Ruleset[Any, Any] | None) -> None:
        """Tell of players of whom the system has no plan."""
        if ruleset is None:
            return
        players = [HUMAN, *ruleset.players]
        for side, table in file.sides.items():
            if table.player not in players:
                found = f"{shown(table.player)}, of which {ruleset.title} has no plan"
                self._findings.add(("sides", side, "player"), found, one_of(players))

    # -- the system --------------------------------------------------------------------------------------

    def _prepared(
        self, ruleset: Ruleset[Any, Any], setup: Setup, gazetteer: Gazetteer
    ) -> tuple[Battle[Any], State[Any]]:
        """Let the system make the first state of it, or raise what it and others cannot use."""
        try:
            battle, state = ruleset.prepare(setup)
        except SetupRefused as refused:
            for mistake in refused.mistakes:
                # Where a stand-in is placed says nothing; that its place is not known has been told.
                if mistake.way not in gazetteer.doubtful:
                    self._findings.add(mistake.way, mistake.found, mistake.expected, mistake.hint)
            if not self._findings:
                self._findings.add((), "", f"{ruleset.title} cannot use this scenario")
            self._findings.settle()
            raise
        self._findings.settle()
        return battle, state

    def _finished(self, file: ScenarioFile[Any], setup: Setup, battle: Battle[Any], state: State[Any]) -> Scenario:
        return Scenario(
            name=setup.name,
            title=file.title,
            briefing=file.briefing,
            author=file.author,
            notes=file.notes,
            ruleset=battle.ruleset,
            setup=setup,
            battle=battle,
            state=state,
            players={side: table.player for side, table in file.sides.items()},
            side_briefings={side: table.briefing for side, table in file.sides.items()},
            epilogues={side: table.epilogue for side, table in file.sides.items()},
            difficulty=file.difficulty,
            text=self._document.text,
            map_source=self._map_source,
            origin=self._origin,
        )


def automated(players: Mapping[str, str]) -> dict[str, str]:
    """Return who plays where nobody sits at the table: the commander stands in for people."""
    return {side: COMMANDER if player == HUMAN else player for side, player in players.items()}


def can_play(ruleset: Ruleset[Any, Any], player: str) -> bool:
    """Say whether a side can be played so: a person plays anything, and of the plans a system may have one only."""
    return player == HUMAN or player in ruleset.players


def _name_of(file: Path) -> str:
    """Return what the scenario of a file is called."""
    path = file.resolve()
    return scenario_name(path) if is_shipped_scenario(path) else path.stem


def _origin_of(file: Path) -> str:
    """Return what tells the scenario of a file from others of the same name; nothing for a shipped one."""
    path = file.resolve()
    return "" if is_shipped_scenario(path) else sha256(os.fsencode(path)).hexdigest()[:8]
