"""Work out what a scenario file calls by name: where units stand, how they face, what they are called.

Mistakes are gathered on the way. What cannot be found gets a stand-in that harms nobody, and is doubtful from then on:
the system may still look at all the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count, islice
from typing import Any, TypeVar

from sim.board.battlemap import BattleMap
from sim.board.findings import Findings
from sim.engine.setup import Objective, RosterEntry
from sim.files import KeyPath, did_you_mean, one_of, printable, shown, written
from sim.grid import Cell
from sim.scenario.schema import MOST_SIDES, MOST_UNITS, ScenarioFile, SideTable

_MOST_GUESSES = 40
"""How often the name that was meant is looked for; a list of mistakes shows no more, and each search takes its time."""
_MOST_NAMES = 300
"""Among how many names it is looked for; no honest map has as many."""

T = TypeVar("T")


class Gazetteer:
    """The names of a map. Without a map, every name is taken as it is and nothing is said."""

    def __init__(self, battle_map: BattleMap | None, findings: Findings) -> None:
        self._map = battle_map
        self._findings = findings
        self._guesses = 0
        self.doubtful: set[KeyPath] = set()
        """Whatever has a stand-in for its place or its facing: no more is said of that."""

    def cells(self, name: str | None, way: KeyPath) -> tuple[Cell, ...]:
        """Return the cell of that name, else those of the place, else those of the area; none for no name."""
        if name is None or self._map is None:
            return ()
        if way in self.doubtful:
            return self._anywhere  # The units of one reinforcement share their place, and its mistake.
        cell = self._cell(name)
        if cell is not None and cell in self._map:
            return (cell,)
        for named in (self._map.places, self._map.areas):
            if name in named:
                return named[name]
        self._tell(name, cell, way)
        self.doubtful |= {way, way[:-1]}
        return self._anywhere

    def facing(self, name: str | None, way: KeyPath) -> int:
        """Return the number of a direction, in small or capital letters; 0 for no name."""
        if name is None or self._map is None:
            return 0
        directions = self._map.grid.directions
        if name.casefold() in directions:
            return directions.index(name.casefold())
        self._findings.not_among(way, name, directions)
        self.doubtful.add(way)
        return 0

    @cached_property
    def _anywhere(self) -> tuple[Cell, ...]:
        """Some cells, for what stands nobody knows where: enough for all units, few enough to be looked at for each."""
        return tuple(islice(self._map.whole, MOST_UNITS)) if self._map else ()

    def _cell(self, name: str) -> Cell | None:
        assert self._map is not None
        try:
            return self._map.grid.cell(name)
        except ValueError:
            return None

    def _tell(self, name: str, cell: Cell | None, way: KeyPath) -> None:
        """Tell of a name that the map has not, and what it has."""
        assert self._map is not None
        if cell is not None and cell in self._board:
            self._findings.add(way, f"{shown(name)}, a hole", "a cell that is part of the map")
            return
        last = self._map.grid.name(self._map.cells[-1])
        named = [*self._map.places, *self._map.areas]
        expected = f"a cell of the map, which ends at {last}" if cell is not None or not named else "a cell"
        self._findings.add(way, shown(name), expected + self._others(named), self._guess(name, named))

    @cached_property
    def _board(self) -> frozenset[Cell]:
        return frozenset(self._map.cells) if self._map else frozenset()

    def _others(self, named: Sequence[str]) -> str:
        return f", or a place or area: {one_of(named)}" if named else ""

    def _guess(self, name: str, named: Sequence[str]) -> str:
        self._guesses += 1
        return did_you_mean(name, named[:_MOST_NAMES]) if self._guesses <= _MOST_GUESSES else ""


def numbered(way: KeyPath, items: Iterable[T], findings: Findings) -> Iterator[tuple[KeyPath, T]]:
    """Yield the sound items of a list in the file, each with its own way: those that are spoilt are not among them."""
    ways = (spot for n in count() if (spot := (*way, n)) not in findings.spoilt)
    # The items come first: `zip` would otherwise take a number too many, and for ever look for the next.
    return ((spot, item) for item, spot in zip(items, ways, strict=False))


@dataclass(frozen=True)
class _Listed:
    """A unit entry, with what the file says around it."""

    side: str
    entry: Any
    way: KeyPath
    turn: int
    at: str | None
    at_way: KeyPath


class RollCall:
    """Calls the roll of a scenario: every unit by a name of its own."""

    def __init__(self, file: ScenarioFile[Any], gazetteer: Gazetteer, findings: Findings) -> None:
        self._file, self._gazetteer, self._findings = file, gazetteer, findings
        self._owners: dict[str, KeyPath] = {}
        """Who has a name, in small letters: players type names in any case."""
        self._numbers: Counter[str] = Counter()

    def units(self) -> tuple[RosterEntry, ...]:
        """Return the units in the order of the file, those who are there before those who come later."""
        listed = self._within_bounds([*self._listed()])
        names = {one.way: self._own_names(one) for one in listed if one.entry.id is not None}
        return tuple(unit for one in listed for unit in self._mustered(one, names.get(one.way)))

    # -- the list ----------------------------------------------------------------------------------------

    def _listed(self) -> Iterator[_Listed]:
        for side, table in self._file.sides.items():
            way: KeyPath = ("sides", side)
            for spot, entry in numbered((*way, "units"), table.units, self._findings):
                yield _Listed(side, entry, spot, 0, entry.at, (*spot, "at"))
            yield from self._listed_later(side, table)

    def _listed_later(self, side: str, table: SideTable[Any]) -> Iterator[_Listed]:
        for group_way, group in numbered(("sides", side, "reinforcements"), table.reinforcements, self._findings):
            turn = self._turn(group.turn, (*group_way, "turn"))
            units_way = (*group_way, "units")
            if not group.units and group_way not in self._thinned:
                self._findings.add(group_way, "no units", "at least one, below [[sides.….reinforcements.units]]")
            for spot, entry in numbered(units_way, group.units, self._findings):
                own = entry.at is not None
                at_way = (*spot, "at") if own else (*group_way, "at")
                yield _Listed(side, entry, spot, turn, entry.at if own else group.at, at_way)

    @cached_property
    def _thinned(self) -> set[KeyPath]:
        """The groups of which units have been left out."""
        return {path[:4] for path in self._findings.spoilt if path[2:3] == ("reinforcements",)}

    def _turn(self, turn: int, way: KeyPath) -> int:
        """Return a turn of arrival; the last one for a turn that never comes."""
        last = self._file.limits.turns
        if last is None or turn <= last:
            return turn
        self._findings.add(way, f"turn {turn}", f"a turn up to {last}, which is the last (limits.turns)")
        return last

    def _within_bounds(self, listed: list[_Listed]) -> list[_Listed]:
        """Return the first of the units if there are too many; 20,000 times 50 would be a million."""
        totals = list(accumulate((one.entry.count for one in listed), initial=0))
        if totals[-1] > MOST_UNITS:
            self._findings.add(("sides",), f"{totals[-1]:,} units in all", f"at most {MOST_UNITS}")
            return [one for one, total in zip(listed, totals[1:], strict=True) if total <= MOST_UNITS]
        if not listed and not self._findings.spoilt:
            self._findings.add(("sides",), "no units", "at least one, below [[sides.….units]]")
        return listed

    # -- names -------------------------------------------------------------------------------------------

    def _own_names(self, one: _Listed) -> list[str]:
        """Take the names that an entry gives itself; a number is added where there are several of it.

        One word stays one, which is typed without quotes.
        """
        own, many = one.entry.id, one.entry.count
        joint = " " if " " in own else "-"
        names = [own] if many == 1 else [f"{own}{joint}{n}" for n in range(1, many + 1)]
        return [name if self._take(name, one.way) else self._numbered_name(name, one.way) for name in names]

    def _take(self, name: str, way: KeyPath) -> bool:
        """Take a name for a unit, or tell who has it already."""
        owner = self._owners.setdefault(name.casefold(), way)
        if owner is way:
            return True
        line = self._findings.document.line_of((*owner, "id"))
        found = f"{shown(name)}, which is the id of {written(owner)} on line {line}"
        self._findings.add((*way, "id"), found, "an id of its own")
        return False

    def _numbered_name(self, stem: str, way: KeyPath) -> str:
        """Return a name that nobody has: the stem and the next number."""
        while True:
            self._numbers[stem] += 1
            name = f"{stem}-{self._numbers[stem]}"
            if self._owners.setdefault(name.casefold(), way) is way:
                return name

    # -- the units ---------------------------------------------------------------------------------------

    def _mustered(self, one: _Listed, names: list[str] | None) -> Iterator[RosterEntry]:
        cells = self._gazetteer.cells(one.at, one.at_way)
        if one.at_way in self._gazetteer.doubtful:
            self._gazetteer.doubtful.add(one.way)
        facing = self._gazetteer.facing(one.entry.facing, (*one.way, "facing"))
        # A profile can be any text until the system has looked at it.
        stem = printable(one.entry.profile, 40)
        for name in names or [self._numbered_name(stem, one.way) for _ in range(one.entry.count)]:
            yield RosterEntry(name, one.side, one.entry, cells, facing, one.turn, one.way)


def objectives(file: ScenarioFile[Any], gazetteer: Gazetteer, findings: Findings) -> tuple[Objective, ...]:
    """Return the objectives in the order of the file."""
    first: dict[str, KeyPath] = {}
    found = []
    for way, table in numbered(("objectives",), file.objectives, findings):
        owner = first.setdefault(table.id.casefold(), way)
        if owner is not way:
            line = findings.document.line_of((*owner, "id"))
            told = f"{shown(table.id)}, which is the id of {written(owner)} on line {line}"
            findings.add((*way, "id"), told, "an id of its own")
        cells = gazetteer.cells(table.at, (*way, "at"))
        # The sides as the file names them: one that is spoilt is a side all the same.
        sides = findings.document.data["sides"]
        holder = table.holder
        if holder is not None and holder not in sides:
            # Among thousands of sides, which are a mistake themselves, the search would take long.
            findings.not_among((*way, "holder"), holder, [*sides][:MOST_SIDES])
            holder = None
        found.append(Objective(table.id, table.title or table.id, cells, table.points, holder))
    return tuple(found)
