"""Sets of cells of one map, kept as the bits of a whole number.

"Seen by any of these", "reachable and in cover", "in no fire zone" are then single operations, and iteration is
always in map order: a plain set would make decisions depend on hashing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.grid import Cell

if TYPE_CHECKING:
    from sim.board.battlemap import BattleMap


class Area:
    """An immutable set of cells of one map. Combine with `&`, `|`, `-`, `^` and `~`; iterate in map order."""

    __slots__ = ("bits", "map")

    def __init__(self, battle_map: BattleMap, bits: int) -> None:
        self.map = battle_map
        self.bits = bits

    @classmethod
    def of(cls, battle_map: BattleMap, cells: Iterable[Cell]) -> Area:
        """Gather cells; those off the map are left out."""
        bits = 0
        for cell in cells:
            if cell in battle_map:
                bits |= 1 << battle_map.ordinal(cell)
        return cls(battle_map, bits)

    @classmethod
    def where(cls, battle_map: BattleMap, mask: NDArray[np.bool_] | NDArray[np.uint8]) -> Area:
        """Gather the cells at which a mask in map order is true."""
        return cls.of_packed(battle_map, np.packbits(mask, bitorder="little"))

    @classmethod
    def of_packed(cls, battle_map: BattleMap, packed: NDArray[np.uint8]) -> Area:
        """Gather the cells whose bits are set, eight to a byte in map order."""
        return cls(battle_map, int.from_bytes(packed.tobytes(), "little"))

    def packed(self) -> NDArray[np.uint8]:
        """Return the set as bits, eight to a byte in map order; not to be written to."""
        return np.frombuffer(self.bits.to_bytes((len(self.map.terrain) + 7) // 8, "little"), dtype=np.uint8)

    def mask(self) -> NDArray[np.bool_]:
        """Return the set as a true/false array in map order."""
        return np.unpackbits(self.packed(), count=len(self.map.terrain), bitorder="little").view(np.bool_)

    def __contains__(self, cell: object) -> bool:
        place = self.map.ordinal_if_there(cell)
        return place is not None and bool(self.bits >> place & 1)

    def __iter__(self) -> Iterator[Cell]:
        return self.map.cells_at(np.flatnonzero(self.mask()))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __and__(self, other: Area) -> Area:
        return Area(self.map, self.bits & other.bits)

    def __or__(self, other: Area) -> Area:
        return Area(self.map, self.bits | other.bits)

    def __sub__(self, other: Area) -> Area:
        return Area(self.map, self.bits & ~other.bits)

    def __xor__(self, other: Area) -> Area:
        return Area(self.map, self.bits ^ other.bits)

    def __invert__(self) -> Area:
        return self.map.whole - self

    def __le__(self, other: Area) -> bool:
        return self.bits & ~other.bits == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Area) and self.bits == other.bits and self.map is other.map

    def __hash__(self) -> int:
        return hash(self.bits)

    def __repr__(self) -> str:
        return f"Area({', '.join(self.map.grid.name(cell) for cell in self)})"
