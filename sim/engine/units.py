"""Units: what the counter says, and what has befallen it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from sim.engine.frozen import FrozenByName, changed
from sim.engine.words import Name
from sim.grid import Cell


@dataclass(frozen=True)
class Profile:
    """What a counter says: the same for all units of a kind, read from data, never changed in play.

    A system adds its figures in a subclass.
    """

    id: str
    name: str


class Unit(FrozenByName):
    """Where a counter stands and what has befallen it. A system adds what it keeps track of in a subclass."""

    id: str
    side: str
    profile: Profile
    cell: Cell | None = None
    """None while it is off the map."""
    facing: int = 0
    """A direction of the grid, counted clockwise."""

    def changed(self, **changes: Any) -> Self:
        """Return the unit with some fields changed."""
        return changed(self, changes)

    @property
    def name(self) -> Name:
        """What it is called in sentences; a system whose units are bodies of men says which of them are several."""
        return Name(self.id)

    @property
    def place(self) -> Cell:
        """The cell of a unit that is known to be on the map."""
        if self.cell is None:
            raise ValueError(f"{self.id} is not on the map")
        return self.cell


UnitT = TypeVar("UnitT", bound=Unit)


class Roster(Generic[UnitT]):
    """The units of a battle in the order of the scenario. Immutable: every change is another roster.

    That order is the order of candidates everywhere, so that no decision hangs on hashing.
    """

    __slots__ = ("_by_cell", "_by_id", "_hidden")

    def __init__(self, units: Iterable[UnitT] = ()) -> None:
        units = tuple(units)
        self._by_id: dict[str, UnitT] = {unit.id: unit for unit in units}
        self._by_cell: dict[Cell | None, tuple[UnitT, ...]] | None = None
        self._hidden: tuple[UnitT, ...] | None = None
        if len(self._by_id) < len(units):
            raise ValueError("two units have one id")

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out of a pickle who is where, which the units say themselves."""
        return Roster, (tuple(self),)

    def __iter__(self) -> Iterator[UnitT]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __getitem__(self, id_: str) -> UnitT:
        return self._by_id[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self._by_id

    @property
    def ids(self) -> KeysView[str]:
        """The ids of all units, in order; as a set of them where one is compared with another roster's."""
        return self._by_id.keys()

    def with_unit(self, unit: UnitT) -> Roster[UnitT]:
        """Return the roster with a unit as it now is; a new one comes last."""
        hidden = self._hidden
        # Who hides is asked after every event; one who does not, and did not, changes nothing about it.
        if hidden is not None and (getattr(unit, "hidden", False) or any(each.id == unit.id for each in hidden)):
            hidden = None
        return self._from({**self._by_id, unit.id: unit}, hidden)

    def without(self, *ids: str) -> Roster[UnitT]:
        """Return the roster without some units."""
        left = self._by_id.copy()
        for id_ in ids:
            left.pop(id_, None)
        return self._from(left)

    def since(self, before: Roster[UnitT]) -> list[UnitT]:
        """Return the units that are not as they were in another roster, and those that were not in it."""
        known = before._by_id
        return [unit for id_, unit in self._by_id.items() if known.get(id_) is not unit]

    def of(self, side: str) -> tuple[UnitT, ...]:
        """Return the units of a side."""
        return tuple(unit for unit in self if unit.side == side)

    def against(self, side: str) -> tuple[UnitT, ...]:
        """Return the units on the map that are not of a side."""
        return tuple(unit for unit in self if unit.side != side and unit.cell is not None)

    @property
    def hidden(self) -> tuple[UnitT, ...]:
        """The units that hide, in systems where a unit can."""
        if self._hidden is None:
            self._hidden = tuple([unit for unit in self._by_id.values() if getattr(unit, "hidden", False)])
        return self._hidden

    def at(self, cell: Cell) -> tuple[UnitT, ...]:
        """Return the units in a cell."""
        if self._by_cell is None:
            self._by_cell = self._sorted_by_cell()
        return self._by_cell.get(cell, ())

    def _sorted_by_cell(self) -> dict[Cell | None, tuple[UnitT, ...]]:
        # Worked out once: where a roster is asked at all, it is asked of every cell around a unit.
        found: dict[Cell | None, tuple[UnitT, ...]] = {}
        for unit in self._by_id.values():
            found[unit.cell] = (*found.get(unit.cell, ()), unit)
        return found

    @staticmethod
    def _from(by_id: dict[str, UnitT], hidden: tuple[UnitT, ...] | None = None) -> Roster[UnitT]:
        roster: Roster[UnitT] = Roster.__new__(Roster)
        roster._by_id, roster._by_cell, roster._hidden = by_id, None, hidden
        return roster

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roster):
            return NotImplemented
        # A dictionary does not compare its order, and the order is part of what a roster says.
        return self._by_id == other._by_id and list(self._by_id) == list(other._by_id)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Roster({', '.join(self._by_id)})"
