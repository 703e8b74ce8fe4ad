"""A battle, which is what stays the same from its first frame to its last, and a position, which is a moment of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sim.board.battlemap import BattleMap
from sim.board.convention import SightConvention
from sim.board.ground import Ground
from sim.board.sight import LinesOfSight, Sight, lines_of_sight
from sim.engine.frozen import fast_frozen
from sim.engine.state import StateT
from sim.engine.units import Profile
from sim.engine.words import Name, is_plural
from sim.grid import Cell
from sim.memo import KeepsAnswers, kept_property

if TYPE_CHECKING:
    from sim.engine.rulebook import Reading
    from sim.engine.ruleset import Ruleset

DataT = TypeVar("DataT")
"""What a system keeps for the length of a battle: its numbers, its cards, what the scenario says in its own words."""


@dataclass(frozen=True)
class Side:
    """One of the parties of a battle."""

    id: str
    name: str
    player: str = "human"
    """Who plays it unless somebody says otherwise: human, solo or commander."""

    @property
    def mention(self) -> Name:
        """The name as it stands in the middle of a sentence; `name` is for labels."""
        return Name(mentioned(self.name), is_plural(self.name))


def mentioned(name: str) -> str:
    """Write a name that begins with an article as it stands in the middle of a sentence.

    >>> mentioned("The flying field"), mentioned("Theresa's bunch"), mentioned("Yaquis")
    ('the flying field', "Theresa's bunch", 'Yaquis')
    """
    return f"the {name[4:]}" if name.startswith("The ") else name


@dataclass(frozen=True, eq=False)
class Battle(KeepsAnswers, Generic[DataT]):
    """Everything that play cannot change."""

    ruleset: Ruleset[Any, DataT]
    map: BattleMap
    convention: SightConvention
    sides: tuple[Side, ...]
    data: DataT
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    turns: int | None = None
    """The last turn; None where the scenario ends otherwise."""
    settings: Any = None
    """What the system's `settings` model made of the scenario's: how clauses are read, among other choices."""

    @kept_property
    def readings(self) -> dict[str, Any]:
        """Every reading in force, by its setting."""
        return {rule.setting: getattr(self.settings, rule.setting) for rule in self.ruleset.rulebook.rulings}

    @kept_property
    def unusual(self) -> dict[str, Reading]:
        """The readings in force that are not the default, by the rules that are read so."""
        return self.ruleset.rulebook.unusual(self.settings)

    @property
    def otherwise(self) -> dict[str, str]:
        """Those as sentences, by their rules: what the clause is about, and how it is read."""
        return {id_: f"{self.ruleset.rulebook.rule(id_).title}: {reading}" for id_, reading in self.unusual.items()}

    def side(self, id_: str) -> Side:
        """Return a side by its id."""
        for side in self.sides:
            if side.id == id_:
                return side
        raise LookupError(f'there is no side "{id_}" in this battle')


@fast_frozen
@dataclass(frozen=True, eq=False)
class Position(KeepsAnswers, Generic[StateT, DataT]):
    """A moment of a battle: what rules and plans look at. The ground and the lines of sight are those of the moment."""

    battle: Battle[DataT]
    state: StateT

    @property
    def map(self) -> BattleMap:
        """The map without what play has changed on it; nearly everybody wants `ground`."""
        return self.battle.map

    @kept_property
    def ground(self) -> Ground:
        """The ground as it is now."""
        return self.lines.ground

    @kept_property
    def lines(self) -> LinesOfSight:
        """All lines of sight as they are now."""
        return lines_of_sight(self.battle.map, self.battle.convention, self.state.changes)

    def sight(self, one: Cell, other: Cell) -> Sight:
        """Return the line of sight between two cells, with what it meets."""
        return self.lines.sight(one, other)

    def name(self, cell: Cell | None) -> str:
        """Return what players call a cell."""
        return "off the map" if cell is None else self.battle.map.grid.name(cell)

    def span(self, cells: Sequence[Cell]) -> str:
        """Name the first and the last of some cells in a row, or the only one."""
        first, last = self.name(cells[0]), self.name(cells[-1])
        return first if first == last else f"{first} to {last}"
