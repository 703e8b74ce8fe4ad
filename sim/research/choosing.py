"""An order, chosen one number at a time: who, what, and whatever is still open of it, until one order is left.

What may be ordered is what a person is offered. The orders that are left are parted by the first thing in which they
differ: who carries them out, which kind they are, then whatever stands in them, one after the other. Each part has a
number, and the numbers that have a part are the mask: none of them leads nowhere, and every order is reached by some.
The numbers are laid out as

    kinds of orders | rows of the table of units | cells in map order | plain numbers

Plain numbers are for facings, cards and whatever else: what stands in the order where that is a small number, its place
in the list of what can stand there, or its place among what is left. If there are more parts than plain numbers, a
number stands for several, which are told apart by the next.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

from sim.engine.battle import Battle, Position
from sim.engine.domains import Among
from sim.engine.orders import Done, Intent
from sim.engine.ruleset import OpenActor, OpenKind
from sim.grid import Cell

PLAIN = 32
"""How many plain numbers there are."""
Block = Literal["order", "unit", "cell", "number"]
Mask = NDArray[np.int8]
T = TypeVar("T")


class Numbering:
    """What each number of a battle stands for; the same from its first moment to its last.

    >>> from sim.resources import find_scenario
    >>> from sim.scenario.scenario import load_scenario
    >>> words = Numbering(load_scenario(find_scenario("tutorial")).battle, 16)
    >>> words.size, words.meaning(0), words.meaning(words.cells_from + 5), words.kinds[0].__name__
    (159, ('order', 0), ('cell', 5), 'Done')
    """

    def __init__(self, battle: Battle[Any], units: int) -> None:
        self.map = battle.map
        self.kinds: tuple[type[Intent], ...] = (Done, *battle.ruleset.intents)
        self.units_from = len(self.kinds)
        self.cells_from = self.units_from + units
        self.plain_from = self.cells_from + battle.map.width * battle.map.height
        self.size = self.plain_from + PLAIN

    def meaning(self, number: int) -> tuple[Block, int]:
        """Return what sort of thing a number stands for, and its place among those."""
        blocks: tuple[tuple[Block, int], ...] = (
            ("number", self.plain_from), ("cell", self.cells_from), ("unit", self.units_from),
        )  # fmt: skip
        return next(((block, number - start) for block, start in blocks if number >= start), ("order", number))


@dataclass(frozen=True, eq=False)
class Basis:
    """What choosing an order takes for granted: the words, the battle as the side knows it, who has which row."""

    words: Numbering
    position: Position[Any, Any]
    rows: Mapping[str, int]
    """The row of each unit in the table of units; one that found no room there is chosen by a plain number."""


class Choosing:
    """How far an order has been chosen. Immutable: to choose on makes another."""

    def __init__(
        self,
        basis: Basis,
        left: Sequence[OpenActor] | Sequence[OpenKind] | Sequence[_Leaf],
        chosen: tuple[int, ...] = (),
        stage: int = 0,
        again: bool = False,
    ) -> None:
        self.basis, self.chosen = basis, chosen
        self.order: Intent | None = None
        """The order that was chosen; None while something is open."""
        self._parts: Mapping[int, Sequence[Any]] = {}
        self._stage = stage
        """The field of the order that parts what is left, once it is settled who does what."""
        self._part(left, again)

    @property
    def mask(self) -> Mask:
        """Which numbers may be chosen next: 1 for each that may, 0 for all others."""
        mask = np.zeros(self.basis.words.size, dtype=np.int8)
        mask[list(self._parts)] = 1
        return mask

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that may be chosen next."""
        return tuple(self._parts)

    def then(self, number: int) -> Choosing:
        """Choose one of the numbers."""
        # Ways that end in one cell share its number, and so do several of a long list: the next tells them apart.
        return Choosing(self.basis, self._parts[number], (*self.chosen, number), self._stage, again=True)

    def towards(self, order: Intent) -> int | None:
        """Return the number that leads on to an order; None where it is not among those that are left."""
        who = getattr(order, "units", ())[:1]
        for number, part in self._parts.items():
            for each in part:
                match each:
                    case OpenActor(unit=unit):
                        leads = unit in who
                    case OpenKind(kind=kind):
                        leads = kind is type(order) and not (who and self._is_about_whom)
                    case _:
                        leads = each.order == order
                if leads:
                    return number
        return None

    @property
    def _is_about_whom(self) -> bool:
        return any(isinstance(part[0], OpenActor) for part in self._parts.values())

    def _part(self, left: Sequence[Any], again: bool) -> None:
        match left[0]:
            case OpenActor():
                self._part_openings(left)
            case OpenKind():
                self._part_kinds(left)
            case _:
                self._part_orders(left, again)

    def _part_openings(self, openings: Sequence[OpenActor]) -> None:
        """Part by who acts, where several can; what the side itself does is a kind of order at once."""
        acting = [each.unit for each in openings if each.unit is not None]
        if len(acting) < 2:
            self._part_kinds([kind for each in openings for kind in each.kinds()])
            return
        words, parts = self.basis.words, dict[int, list[Any]]()
        places = _by_place([unit for unit in acting if unit not in self.basis.rows])
        for each in openings:
            if each.unit is None:
                for kind in each.kinds():
                    parts.setdefault(words.kinds.index(kind.kind), []).append(kind)
            else:
                row = self.basis.rows.get(each.unit)
                number = words.plain_from + places[each.unit] if row is None else words.units_from + row
                parts.setdefault(number, []).append(each)
        self._parts = parts

    def _part_kinds(self, kinds: Sequence[OpenKind]) -> None:
        """Part by what is done."""
        parts: dict[int, list[OpenKind]] = {}
        for each in kinds:
            parts.setdefault(self.basis.words.kinds.index(each.kind), []).append(each)
        if len(parts) > 1:
            self._parts = parts
        else:
            self._part_orders([_leaf(order) for each in kinds for order in each.orders()], again=False)

    def _part_orders(self, leaves: Sequence[_Leaf], again: bool) -> None:
        """Part by the first thing in which orders of one kind differ."""
        longest = max(leaves, key=lambda leaf: len(leaf.atoms)).atoms
        while len(leaves) > 1 and self._stage < len(longest):
            values: dict[Hashable, list[_Leaf]] = {}
            for leaf in leaves:
                atom = leaf.atoms[self._stage].value if self._stage < len(leaf.atoms) else None
                values.setdefault(atom, []).append(leaf)
            if len(values) > 1:
                numbers = self._numbers(longest[self._stage], list(values), again)
                parts: dict[int, list[_Leaf]] = {}
                for value, alike in values.items():
                    parts.setdefault(numbers[value], []).extend(alike)
                if len(parts) > 1:
                    self._parts = parts
                    return
                again = True  # all of them end in one cell
            else:
                self._stage, again = self._stage + 1, False
        self.order = leaves[0].order

    def _numbers(self, atom: _Atom, values: list[Any], again: bool) -> dict[Any, int]:
        """Return the number of each value that stands in one place of the orders."""
        words, found = self.basis.words, dict[Any, int]()
        for value in () if again else values:
            match value:
                case Cell():
                    found[value] = words.cells_from + words.map.ordinal(value)
                case (*_, Cell() as last):
                    found[value] = words.cells_from + words.map.ordinal(last)
                case str() if value in self.basis.rows:
                    found[value] = words.units_from + self.basis.rows[value]
        others = [value for value in values if value not in found]
        plain = None if again else self._as_they_are(atom, others)
        places = _by_place(others) if plain is None else plain
        return found | {value: words.plain_from + place for value, place in places.items()}

    def _as_they_are(self, atom: _Atom, values: list[Any]) -> dict[Any, int] | None:
        """Return small numbers as they are, and names by their place in the list of what there is; None if too many."""
        domain = _domain(atom.owner, atom.name)
        if domain is not None:
            known = list(domain.of(self.basis.position))
            places = {value: known.index(value) for value in values if value in known}
        else:
            places = {value: value for value in values if type(value) is int}
        fits = len(places) == len(values) and all(0 <= place < PLAIN for place in places.values())
        return places if fits else None


def _by_place(values: Sequence[T]) -> dict[T, int]:
    """Number values by their place; so that the numbers suffice, several in a row share one.

    >>> _by_place("abc"), _by_place(range(70))[69]
    ({'a': 0, 'b': 1, 'c': 2}, 23)
    """
    share = -(-len(values) // PLAIN)
    return {value: place // share for place, value in enumerate(values)}


class _Atom(NamedTuple):
    """Something that stands in an order: a unit, a way, a facing; and in which field of what it stands."""

    value: Any
    owner: Any
    name: str


class _Leaf(NamedTuple):
    """An order with all that stands in it, one after the other."""

    order: Intent
    atoms: tuple[_Atom, ...]


def _leaf(order: Intent) -> _Leaf:
    return _Leaf(order, tuple(_atoms(order)))


def _atoms(thing: Any) -> Iterator[_Atom]:
    """Take an order apart: what each of several units does is a part of its own."""
    owner: Any = type(thing)
    for name in _names(owner):
        value = getattr(thing, name)
        if is_dataclass(value):
            yield from _atoms(value)
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            for each in value:
                yield from _atoms(each)
        else:
            yield _Atom(value, owner, name)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _domain(kind: Any, name: str) -> Among | None:
    hint = get_type_hints(kind, include_extras=True)[name]
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Among)), None)
