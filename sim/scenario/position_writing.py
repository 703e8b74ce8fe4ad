"""Write positions as text: a scenario's first state and what differs from it, in lines that read back the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sim.board.text_view import text_view
from sim.engine.record import Scribe
from sim.engine.state import State
from sim.files import FileMistakes
from sim.resources import UnknownName, find_shipped_scenario
from sim.scenario.envelope import Contents, Opened
from sim.scenario.position_text import BELOW, hints_of, parse_position
from sim.scenario.scenario import Scenario, load_scenario
from sim.scenario.statements import value_text


class Unwritable(Exception):
    """Tell why a position cannot be written as text."""


def position_text(scenario: Scenario, contents: Contents) -> str:
    """Write a position as text that is read back as the same position, to the last field."""
    return _Writing(scenario, contents).text()


class _Writing:
    """One position while it is being written: the scenario's first state, and what differs from it."""

    def __init__(self, scenario: Scenario, contents: Contents) -> None:
        self._scenario, self._contents, self._state = scenario, contents, contents.state
        self._scribe = Scribe(scenario.battle)

    def text(self) -> str:
        """Return the text, or raise `Unwritable`."""
        head, carried = self._head()
        first = self._scenario.state
        known = {unit.id for unit in first.units}
        brought = [unit for unit in self._state.units if unit.id not in known]
        lines = [*head, *map(self._brought, brought)]
        try:
            first = self._read([*lines, *carried]).state if brought else first
        except FileMistakes:  # Where it is now no scenario could have placed it: it is written out field by field.
            lines = [*head, *map(self._whole, brought)]
            first = first.changed(units=type(first.units)([*first.units, *brought]))
        try:
            lines += [*self._units(first), *self._order(first), *self._fields(first), *self._decks(first)]
            text = "\n".join([*self._drawing(), *lines, *carried]) + "\n"
            again = self._read([text])
        except FileMistakes as mistakes:
            raise Unwritable(f"it cannot be written as text; write it as JSON, without --text ({mistakes})") from None
        if Scribe(again.battle).state_data(again.state) != self._scribe.state_data(self._state):
            raise Unwritable("something in this state has no words yet; write it as JSON, without --text")
        return text

    def _read(self, lines: Sequence[str]) -> Opened:
        return parse_position("\n".join(lines), self._scenario.name)

    def _head(self) -> tuple[list[str], list[str]]:
        """Return the lines that name the scenario, and those that carry it along if nobody else has it."""
        scenario, players = self._scenario, self._contents.players
        others = [f"{side}:{player}" for side, player in players.items() if scenario.players.get(side) != player]
        said = [f"players {' '.join(others)}"] if others else []
        if self._is_shipped():
            return [f"scenario {value_text(scenario.name)}", *said], []
        return [f"scenario {BELOW}", *said], [
            "--- scenario",
            scenario.text.rstrip("\n"),
            "--- map",
            scenario.map_text.rstrip("\n"),
        ]

    def _is_shipped(self) -> bool:
        """Say whether the scenario is one that everybody has, word for word, on the same map."""
        try:
            shipped = load_scenario(find_shipped_scenario(self._scenario.name))
        except (UnknownName, FileMistakes):
            return False
        return (shipped.text, shipped.map_text) == (self._scenario.text, self._scenario.map_text)

    def _drawing(self) -> list[str]:
        """Draw the map for whoever reads the text; nobody reads it back."""
        drawn = text_view(self._scenario.battle.map, ascii_only=True, places=False)
        return [f"# {line}".rstrip() for line in drawn.splitlines()]

    def _brought(self, unit: Any) -> str:
        return f"{unit.side}: {value_text(unit.id)} {value_text(unit.profile.id)} {self._place(unit)}"

    def _whole(self, unit: Any) -> str:
        return f"unit {json.dumps(self._scribe.codec.encode(type(unit), unit), ensure_ascii=False)}"

    def _place(self, unit: Any) -> str:
        grid = self._scenario.battle.map.grid
        return f"{'off' if unit.cell is None else grid.name(unit.cell)} {grid.directions[unit.facing]}"

    def _units(self, first: State[Any]) -> Iterator[str]:
        """Yield a line for each unit that is otherwise, and one for those who are gone."""
        left = {unit.id for unit in self._state.units}
        gone = [value_text(unit.id) for unit in first.units if unit.id not in left]
        if gone:
            yield f"gone {' '.join(gone)}"
        for unit in self._state.units:
            others = [*self._otherwise(first.unit(unit.id), unit, ("id", "side", "cell", "facing"))]
            if others or self._place(unit) != self._place(first.unit(unit.id)):
                yield " ".join([f"{unit.side}: {value_text(unit.id)} {self._place(unit)}", *others])

    def _order(self, first: State[Any]) -> Iterator[str]:
        """Yield the order of the units, in which they are candidates, where it is not that of the text."""
        now = [unit.id for unit in self._state.units]
        if now != [unit.id for unit in first.units if unit.id in {*now}]:
            yield f"order {' '.join(map(value_text, now))}"

    def _fields(self, first: State[Any]) -> Iterator[str]:
        if others := [*self._otherwise(first, self._state, ("units", "decks"))]:
            yield " ".join(["set", *others])

    def _decks(self, first: State[Any]) -> Iterator[str]:
        for before, deck in zip(first.decks, self._state.decks, strict=True):
            piles = [
                f"{pile}:{value_text(list(getattr(deck, pile)))}"
                for pile in ("left", "discarded", "removed")
                if getattr(deck, pile) != getattr(before, pile)
            ]
            if piles:
                yield " ".join([f"deck {value_text(deck.name)}", *piles])

    def _otherwise(self, before: Any, now: Any, apart: Sequence[str]) -> Iterator[str]:
        """Yield the fields that differ."""
        for name, hint in hints_of(type(now)).items():
            if name not in apart and getattr(before, name) != (entry := getattr(now, name)):
                data = self._scribe.codec.encode(hint, entry)
                yield name if data is True else f"-{name}" if data is False else f"{name}:{value_text(data)}"
