"""Pictures of units that are in no battle yet: of a kind in the palette, of an entry wherever a scenario puts it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from typing import Any

import pygame
from pydantic import ValidationError

from sim.board.mapfile import map_text
from sim.engine.battle import Position
from sim.engine.ruleset import Ruleset
from sim.engine.setup import RosterEntry
from sim.files import FileMistakes
from sim.grid import Grid
from sim.scenario.scenario import parse_scenario
from sim.view.counters.livery import livery
from sim.view.counters.paint_counter import counter_picture
from sim.view.counters.portrait import Portrait
from sim.view.counters.portray import angle_of, portrayal
from sim.workshop.battle_draft import PlacedUnit
from sim.workshop.blank import SCALES, BlankMap
from sim.workshop.random_battle import first_draft, terrain_of

_SIDE = 64
"""Pixels of a picture in the palette."""
_UNSAID: tuple[object, ...] = (False, None, 0, "", (), (0, 0, 0))
_KNOWN = ("id", "name", "source")


class Pieces:
    """The units of a system, as they would look on the map.

    How a unit looks is asked of its system, which wants a battle for that: a small one on an empty map does.
    """

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        self.ruleset = ruleset
        muster: Any = getattr(ruleset, "muster", None)
        self.kinds: Mapping[str, Any] = muster.kinds() if muster is not None else {}

    @cached_property
    def _stage(self) -> tuple[Any, Position[Any, Any]] | None:
        kind = terrain_of(self.ruleset.id)
        empty = BlankMap(kind, SCALES[kind][0]).map()
        muster: Any = getattr(self.ruleset, "muster", None)
        if muster is None:
            return None
        text = first_draft(self.ruleset.id, empty, "empty.toml", "A stage")
        try:
            scenario = parse_scenario(text, "stage.toml", None, map_text(empty))
        except FileMistakes:
            return None  # a system from elsewhere may want to be told more than anybody knows here
        return muster(self.ruleset, scenario.setup), Position(scenario.battle, scenario.state)

    def kind_name(self, kind: str) -> str:
        """Return what a kind is called."""
        return self.kinds[kind].name if kind in self.kinds else kind

    def facts(self, kind: str) -> list[tuple[str, str]]:
        """Return the figures of a kind, each with its label."""
        profile = self.kinds.get(kind)
        if profile is None:
            return []
        told = {each.name: getattr(profile, each.name) for each in fields(profile) if each.name not in _KNOWN}
        return [(name.replace("_", " "), _worded(value)) for name, value in told.items() if value not in _UNSAID]

    def found(self, words: str) -> list[str]:
        """Return the kinds that a filter leaves: all whose id or name has all of its words."""
        wanted = words.casefold().split()
        return [
            kind
            for kind, profile in self.kinds.items()
            if all(word in f"{kind} {profile.name}".casefold() for word in wanted)
        ]

    def portrait(self, entry: Mapping[str, Any], side: int, facing: int | None, name: str = "") -> Portrait:
        """Return what a unit of an entry looks like, plainly where that cannot be made out."""
        kind = str(entry.get("profile", ""))
        own = {key: value for key, value in entry.items() if key in self.ruleset.entry.model_fields}
        return self._portrait(kind, _frozen(own), side, facing, name)

    @lru_cache(maxsize=1000)  # noqa: B019  # as many as there are systems, kept for good
    def _portrait(self, kind: str, own: Any, side: int, facing: int | None, name: str) -> Portrait:
        plain = Portrait(colours=livery(side), label=name or self.kind_name(kind), facing=facing)
        if self._stage is None or kind not in self.kinds:
            return plain
        muster, position = self._stage
        cell, of = next(iter(position.map.whole)), next(iter(muster.sides))
        try:
            entry = self.ruleset.entry(**{**_thawed(own), "at": None, "facing": None, "count": 1})
            told = RosterEntry(name or self.kind_name(kind), of, entry, (cell,), facing or 0, 0, ())
            unit = muster.unit(told, entry, self.kinds[kind], cell)
            there = Position(position.battle, position.state.with_unit(unit) if unit.id else position.state)
            found = portrayal(self.ruleset.id).portrait(there, unit)
        except (ValidationError, LookupError, TypeError, ValueError, AttributeError):
            # What an entry says may be anything at all; that it is wrong is told elsewhere.
            return plain
        shown = replace(found, colours=livery(side))
        return replace(shown, facing=facing) if shown.facing is not None else shown

    def counter(self, unit: PlacedUnit, entry: Mapping[str, Any], side: int, grid: Grid) -> tuple[Portrait, Any]:
        """Return what a unit on the map looks like, and the angle at which it faces."""
        portrait = self.portrait(entry, side, unit.facing, unit.name)
        return portrait, angle_of(grid, portrait.facing)

    def picture(self, kind: str, side: int) -> pygame.Surface:
        """Return the picture of a kind, in the colours of a side."""
        return counter_picture(self.portrait({"profile": kind}, side, None), _SIDE)


@lru_cache(maxsize=32)
def pieces_of(ruleset: Ruleset[Any, Any]) -> Pieces:
    """Return the units of a system."""
    return Pieces(ruleset)


def _worded(value: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, tuple | list):
        return ", ".join(map(_worded, value))
    return str(getattr(value, "name", value))


def _frozen(value: Any) -> Any:
    match value:
        case dict():
            return ("{", *((key, _frozen(each)) for key, each in value.items()))
        case list() | tuple():
            return ("[", *map(_frozen, value))
    return value


def _thawed(value: Any) -> Any:
    match value:
        case ("{", *pairs):
            return {key: _thawed(each) for key, each in pairs}
        case ("[", *items):
            return tuple(_thawed(each) for each in items)
    return value
