"""What the texts and numbers of a state may be, said beside its fields, and whether those of a given one are that.

Types alone let a file name a unit that is not there, a card of another game or a thousand million wounded. A field
whose text means something says so: `actor: UnitId`. Numbers count something unless the field says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from sim.engine.battle import Position
from sim.engine.setup import NAME, NAMED
from sim.engine.units import Profile, Roster
from sim.files.mistakes import KeyPath, did_you_mean, one_of, shown

MOST = 1000
"""More than anything that a state counts."""
_LISTED = 12


@dataclass(frozen=True)
class Among:
    """A text that is one of those that a battle has."""

    what: str
    """What it names: "a unit of the battle"."""
    of: Callable[[Position[Any, Any]], Collection[str]]
    shown: Callable[[Position[Any, Any], str], str] | None = None
    """How it is written in a sentence; left out, as it is."""


@dataclass(frozen=True)
class NumberBetween:
    """A number between two limits."""

    low: int
    high: int = MOST


def _named(position: Position[Any, Any], unit: str) -> str:
    return position.battle.ruleset.name(position, unit)


def _mentioned(position: Position[Any, Any], side: str) -> str:
    return position.battle.side(side).mention


UnitId = Annotated[
    str, Among("a unit of the battle", lambda position: [unit.id for unit in position.state.units], _named)
]
SideId = Annotated[str, Among("a side", lambda position: [side.id for side in position.battle.sides], _mentioned)]
Holder = Annotated[str, Among("a side, or nobody", lambda position: ["", *(side.id for side in position.battle.sides)])]
AnyNumber = Annotated[int, NumberBetween(-1_000_000, 1_000_000)]


class Misfit(NamedTuple):
    """Something in a state that cannot be, where it stands, and what could."""

    way: KeyPath
    found: str
    expected: str
    hint: str = ""


def misfits(position: Position[Any, Any]) -> Iterator[Misfit]:
    """Yield everything in the state of a position that its fields do not allow."""
    yield from _within(position, position.state, ())
    yield from _ground(position)
    yield from _outcome(position)
    for place, unit in enumerate(position.state.units):
        if unit.id.isprintable() and not re.fullmatch(NAME, unit.id):
            yield Misfit(("units", place, "id"), shown(unit.id), NAMED)


def _outcome(position: Position[Any, Any]) -> Iterator[Misfit]:
    """Yield every side that is said to have won, or to have points, and that there is not."""
    outcome, sides = position.state.outcome, [side.id for side in position.battle.sides]
    if outcome is None:
        return
    named: list[tuple[KeyPath, str]] = [(("outcome", "winner"), outcome.winner or sides[0])]
    named += [(("outcome", "scores", place), side) for place, (side, _) in enumerate(outcome.scores)]
    for way, side in named:
        if side not in sides:
            yield Misfit(way, shown(side), f"a side ({one_of(sides)})", did_you_mean(side, sides))


def _ground(position: Position[Any, Any]) -> Iterator[Misfit]:
    """Yield every kind of ground that play is said to have made and that the map does not know."""
    legend, changes = position.map.terrain_set, position.state.changes
    for part, known in (("features", legend.features), ("cleared", legend.features), ("terrain", legend.terrain)):
        for place, (_, kinds) in enumerate(getattr(changes, part)):
            for kind in (kinds,) if isinstance(kinds, str) else kinds:
                if kind not in known:
                    yield Misfit(("changes", part, place), shown(kind), "a kind of the map", did_you_mean(kind, known))
    for part, links in (("edges", legend.edges), ("ways", legend.ways)):
        for place, (_, kind) in enumerate(getattr(changes, part)):
            if kind is not None and kind not in links:
                yield Misfit(("changes", part, place), shown(kind), "a kind of the map", did_you_mean(kind, links))


def _within(position: Position[Any, Any], thing: Any, way: KeyPath) -> Iterator[Misfit]:
    """Look through the fields of a thing; what is as by default is always allowed."""
    made_as: Any = type(thing)
    for name, kind, default in _kinds(made_as):
        value = getattr(thing, name)
        if value is not default and value != default:
            yield from _of(position, value, kind, (*way, name))


@cache
def _kinds(kind: Any) -> tuple[tuple[str, Any, Any], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((each.name, hints[each.name], each.default) for each in fields(kind))


def _of(position: Position[Any, Any], value: Any, kind: Any, way: KeyPath) -> Iterator[Misfit]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _misfit(position, value, arguments[1:], way)
    elif origin in (Union, UnionType):
        if value is not None:
            yield from _of(position, value, next(each for each in arguments if each is not type(None)), way)
    elif isinstance(value, Roster):
        for place, unit in enumerate(value):
            yield from _within(position, unit, (*way, place))
    elif origin is tuple:
        kinds = arguments[:1] * len(value) if arguments[1:] == (...,) else arguments
        for place, (each, its) in enumerate(zip(value, kinds, strict=True)):
            yield from _of(position, each, its, (*way, place))
    elif kind is int:
        yield from _misfit(position, value, (NumberBetween(0),), way)
    elif kind is str and not value.isprintable():
        yield Misfit(way, shown(value), "a text that can be printed")
    elif is_dataclass(value) and not isinstance(value, Profile):
        yield from _within(position, value, way)


def _misfit(position: Position[Any, Any], value: Any, domains: tuple[Any, ...], way: KeyPath) -> Iterator[Misfit]:
    for domain in domains:
        match domain:
            case Among(what, of) if value not in (known := of(position)):
                listed = f"{what} ({one_of(known)})" if 0 < len(known) <= _LISTED else what
                yield Misfit(way, shown(value), listed, did_you_mean(value, known))
            case NumberBetween(low, high) if not low <= value <= high:
                yield Misfit(way, str(value), f"a number from {low} to {high}")
