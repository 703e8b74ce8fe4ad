"""What is known of every unit of a side, mended from one position to the next.

A position is another one after every event, and hardly anything in it is: one unit has moved, or is spent. What is
worked out for all units of a side is therefore handed on. A unit that is the same thing as before has not changed,
since every change makes another one; so whoever mends is told who has, and works out nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from sim.board.area import Area
from sim.board.sight import LinesOfSight
from sim.engine.battle import Battle, Position
from sim.engine.units import Roster, UnitT
from sim.engine.zones import Zones
from sim.memo import KeepsAnswers, memo

T = TypeVar("T")
Here = Position[Any, Any]
Made = Callable[[Here, str, T | None, Sequence[UnitT]], T]
"""Makes something for a side: all of it, or what is otherwise than in what it made before. It is told who has changed,
as they were and as they are."""
OfSide = Callable[[Here, str], Sequence[UnitT]]
"""Finds the units of a side on the map, or its enemies, in roster order."""


@dataclass
class _Last:
    """What was made last for a side, and of what."""

    lines: LinesOfSight | None = None
    units: Roster[Any] | None = None
    found: Any = None


def mended(made: Made[T, UnitT]) -> Callable[[Here, str], T]:
    """Keep with a position what a function makes for a side, out of what it made for another one before.

    Nothing but time depends on which that was. On other ground, or in another battle, everything is made anew.
    """

    @memo
    def last(battle: Battle[Any], side: str) -> _Last:
        return _Last()

    @memo
    def found(position: Here, side: str) -> T:
        before, units = last(position.battle, side), position.state.units
        if before.units is None or before.lines is not position.lines:
            value = made(position, side, None, ())
        elif changed := changed_between(before.units, units):
            value = made(position, side, before.found, changed)
        else:
            value = before.found
        before.lines, before.units, before.found = position.lines, units, value
        return value

    return found


def changed_between(before: Roster[UnitT], now: Roster[UnitT]) -> list[UnitT]:
    """Return everybody who is not the same as before, as they were and as they are."""
    if before is now:
        return []
    differing = [*compress(zip(before, now, strict=False), map(is_not, before, now))]
    if len(before) == len(now) and all(one.id == other.id for one, other in differing):
        return [unit for pair in differing for unit in pair]
    were, are = ({id(unit): unit for unit in units} for units in (before, now))
    gone = [unit for key, unit in were.items() if key not in are]
    return gone + [unit for key, unit in are.items() if key not in were]


Alike = Callable[[UnitT, UnitT], bool]
"""Says whether a unit that has changed is still the same in all that is asked about here."""


def _stirred(changed: Sequence[UnitT], alike: Alike[UnitT]) -> list[UnitT]:
    """Return those who have changed in what is asked about, as they were and as they are; who came or went has."""
    found, were = list[UnitT](), dict[str, UnitT]()
    for unit in changed:
        was = were.setdefault(unit.id, unit)
        if was is not unit:
            del were[unit.id]
            found += [] if alike(was, unit) else [was, unit]
    return [*found, *were.values()]


# -- who can do something to whom ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Targets(KeepsAnswers, Generic[UnitT]):
    """A unit with all enemies to whom it could do something, in roster order.

    It stays the same thing from position to position while the unit and they do, and who shares their cells. What
    depends on no more than that is kept with it.
    """

    unit: UnitT
    reach: int
    """How many cells off they may be."""
    found: tuple[UnitT, ...]
    ids: frozenset[str]
    """Theirs."""


def mended_targets(
    own: OfSide[UnitT],
    enemies: OfSide[UnitT],
    reach: Callable[[Here, UnitT], int],
    able: Callable[[Here, UnitT, UnitT], bool],
    alike: Alike[UnitT],
) -> Callable[[Here, UnitT], Targets[UnitT]]:
    """Return what finds the targets of a unit, given its reach and who is able to do it to whom.

    Whether one is able hangs on the two, and on who is in their cells: everybody in a cell in which somebody has
    changed is looked at again, and nobody else.
    """

    def among(position: Here, unit: UnitT, limit: int, others: Iterable[UnitT]) -> list[UnitT]:
        # By the straight way first: of most others that is all there is to know.
        distance, here = position.map.grid.distance, unit.place
        return [each for each in others if distance(here, each.place) <= limit and able(position, unit, each)]

    def told(unit: UnitT, limit: int, found: Iterable[UnitT]) -> Targets[UnitT]:
        targets = tuple(found)
        return Targets(unit, limit, targets, frozenset([each.id for each in targets]))

    @mended
    def of_all(
        position: Here, side: str, before: dict[str, Targets[UnitT]] | None, changed: Sequence[UnitT]
    ) -> dict[str, Targets[UnitT]]:
        others, moved = enemies(position, side), _stirred(changed, alike)
        stirred = {unit.cell for unit in moved}
        doubtful = [each for each in others if each.cell in stirred]
        doubted = {unit.id for unit in (*moved, *doubtful)}
        renewed = {*doubted, *(unit.id for unit in changed)}
        found: dict[str, Targets[UnitT]] = {}
        for unit in own(position, side):
            known = before.get(unit.id) if before is not None else None
            if known is None or unit.id in doubted or unit.cell in stirred:
                known = told(unit, limit := reach(position, unit), among(position, unit, limit, others))
            else:
                new = among(position, unit, known.reach, doubtful) if doubtful else []
                if (
                    new
                    or known.unit is not unit
                    or not (known.ids.isdisjoint(renewed) and known.ids.isdisjoint(doubted))
                ):
                    ids = {*(known.ids - doubted), *(each.id for each in new)}
                    known = told(unit, known.reach, [each for each in others if each.id in ids])
            found[unit.id] = known
        return found

    def of_one(position: Here, unit: UnitT, *_: object) -> Targets[UnitT]:
        known = of_all(position, unit.side).get(unit.id)
        if known is not None and known.unit is unit:
            return known
        return told(unit, limit := reach(position, unit), among(position, unit, limit, enemies(position, unit.side)))

    return of_one


# -- what lies around a unit -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Around(KeepsAnswers, Generic[UnitT]):
    """A unit where it stands, with the cells that matter to its next move, its own among them.

    It stays the same thing from position to position while the unit is alike, and who is in those cells, and whose
    zones lie over them. What depends on no more than that is kept with it.
    """

    unit: UnitT
    area: Area


def mended_surroundings(
    own: OfSide[UnitT], zones: Callable[[Here, str], Zones], area: Callable[[Here, UnitT], Area], alike: Alike[UnitT]
) -> Callable[[Here, UnitT], Around[UnitT]]:
    """Return what finds the surroundings of a unit, given the zones of its enemies and the cells that matter to it."""

    @mended
    def of_all(
        position: Here, side: str, before: tuple[Zones, dict[str, Around[UnitT]]] | None, changed: Sequence[UnitT]
    ) -> tuple[Zones, dict[str, Around[UnitT]]]:
        then, known = (None, dict[str, Around[UnitT]]()) if before is None else before
        now = zones(position, side)
        stirred = position.map.area(*(unit.cell for unit in _stirred(changed, alike) if unit.cell is not None)).bits
        for zone in {*then.zones} ^ {*now.zones} if then is not None and then is not now else ():
            stirred |= zone.area.bits
        found: dict[str, Around[UnitT]] = {}
        for unit in own(position, side):
            here = known.get(unit.id)
            if here is None or here.area.bits & stirred:
                here = Around(unit, area(position, unit))
            found[unit.id] = here
        return now, found

    def of_one(position: Here, unit: UnitT, *_: object) -> Around[UnitT]:
        known = of_all(position, unit.side)[1].get(unit.id)
        if known is not None and (known.unit is unit or alike(known.unit, unit)):
            return known
        return Around(unit, area(position, unit))

    return of_one
