"""From a scenario file to a battle and its first state: what every system says and checks in the same way.

A system writes a subclass of `Preparation` that makes one of its units, its first state and what it keeps for the
length of a battle. Everything that is wrong is gathered before it gives up, in the words of its rulebook.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, ClassVar, Generic, TypeVar

from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.ground import NO_CHANGES, Changes
from sim.engine.battle import Battle, DataT
from sim.engine.ruleset import Ruleset
from sim.engine.setup import RosterEntry, Setup, SetupMistake, SetupRefused, UnitEntry
from sim.engine.state import StateT
from sim.engine.units import Profile
from sim.files import KeyPath, counted, did_you_mean, one_of, shown
from sim.files.strict import Strict
from sim.grid import Cell, Edge
from sim.play.figures import Fault, Faults, way_of
from sim.play.tally import Arrival, BreakingVictory, Exit, PointsVictory, Stakes

StakesT = TypeVar("StakesT", bound=Stakes)

# -- what a scenario file may say ----------------------------------------------------------------------------------


class TableExtras(Strict):
    """What the table of a system says in any game with exits and doors; a system adds its own keys."""

    exits: tuple[Exit, ...] = ()
    doors: tuple[str, ...] = ()
    """Doors and gates that are worked before the first turn, as in "I15/s": a closed one stands open, an open one is
    closed."""


# -- the first state -----------------------------------------------------------------------------------------------


class Preparation(ABC, Generic[StateT, DataT]):
    """A battle and its first state out of a scenario, or everything that is wrong with it."""

    terrain_set: ClassVar[str] = ""
    """The only one whose maps the game can be played on; empty for any."""
    inches: ClassVar[bool] = False
    """The map has to be measured in inches."""
    cell: ClassVar[str] = "cell"
    table: ClassVar[str] = "table"
    units: ClassVar[str] = "units"
    own: ClassVar[str] = "its own"
    subject: ClassVar[str] = "it"
    """What the game calls a cell, the map, those who fight, and one of them."""
    stands: ClassVar[str] = "stands"
    """What a file has to say of where a unit is."""
    most_sides: ClassVar[int | None] = 2
    sides_wanted: ClassVar[str] = "two"
    """How many sides the rules know of; None for any number."""
    reinforcements: ClassVar[bool] = True
    """Units may come later."""
    stacks: ClassVar[bool] = False
    """Any number of units stand in a cell."""
    last_turn: ClassVar[str] = "the number of turns, as in turns = 10"
    """How a file says when the battle ends at the latest; empty where it need not."""

    def __init__(self, ruleset: Ruleset[StateT, DataT], setup: Setup) -> None:
        self.ruleset, self.setup, self.map, self.profiles = ruleset, setup, setup.map, self.kinds()
        self.extras: Any = setup.extras
        self.sides = [side.id for side in setup.sides]
        self.mistakes: list[SetupMistake] = []
        self.taken: dict[Cell, list[RosterEntry]] = {}
        # Whoever has a cell of its own keeps it: those of an area make room.
        self._named = {unit.cells[0] for unit in setup.units if len(unit.cells) == 1 and not unit.turn}

    def prepared(self) -> tuple[Battle[DataT], StateT]:
        """Return the battle and its first state, or raise `SetupRefused` with everything that is wrong."""
        self.check_frame()
        if not self.mistakes:
            self.check()
            units = [self._made(unit) for unit in self.setup.units]
            data = self.data(units)
            state = self.state(units)
        if self.mistakes:
            raise SetupRefused(self.mistakes)
        convention = CONVENTIONS[self.map.terrain_set.sight]
        fixed = (self.ruleset, self.map, convention, self.setup.sides, data)
        battle = Battle(*fixed, self.profiles, self.setup.turns, self.setup.settings)
        return battle, state

    def _made(self, unit: RosterEntry) -> Any:
        profile, cell = self.profile(unit), self.placed(unit)
        if self.is_known(unit):
            self.notes_any(unit.way, self.faults(unit, unit.entry, profile, cell))
        return self.unit(unit, unit.entry, profile, cell)

    # -- what a system says ------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def kinds() -> Mapping[str, Profile]:
        """Return the profiles that there are, by their ids."""

    def unit(self, unit: RosterEntry, entry: Any, profile: Any, cell: Cell | None) -> Any:
        """Return a unit as it is before the first turn."""
        return self.ruleset.unit_type(**self.said(unit, profile, cell))

    def faults(self, unit: RosterEntry, entry: Any, profile: Any, cell: Cell | None) -> Faults:
        """Yield what cannot be true of a unit of that kind which stands there."""
        return iter(())

    def data(self, units: list[Any]) -> DataT:
        """Return what stays the same for the length of the battle; as it is, all that the scenario says."""
        return self.setup  # type: ignore[return-value]

    @abstractmethod
    def state(self, units: list[Any]) -> StateT:
        """Return the first state."""

    def movement(self, unit: RosterEntry, profile: Any) -> str:
        """Return the movement class of a unit as it stands there; empty in a game in which no ground bars anybody."""
        return getattr(profile, "movement", "")

    def shares(self, unit: RosterEntry, other: RosterEntry) -> bool:
        """Say whether a unit finds room in the cell of another."""
        return False

    def preferred(self, unit: RosterEntry, cells: list[Cell]) -> list[Cell]:
        """Return cells in the order in which a unit takes them."""
        return cells

    def told_barred(self, unit: RosterEntry, profile: Any, ground: str) -> tuple[str, str]:
        """Say where a unit cannot stand, and where it could."""
        where = f"{shown(unit.id)}, {article(profile.name)}, in {self.map.grid.name(unit.cells[0])}"
        return f"{where}, on {ground}", "ground that it can enter"

    # -- what may be wrong -------------------------------------------------------------------------------

    def refuse(self, way: KeyPath, found: str, expected: str, hint: str = "") -> None:
        """Note a mistake."""
        mistake = SetupMistake(way, found, expected, hint)
        # Those of whom a scenario has several share their entry, and its mistakes.
        if mistake not in self.mistakes:
            self.mistakes.append(mistake)

    def notes_any(self, way: KeyPath, faults: Iterable[Fault]) -> bool:
        """Note what is wrong with an entry; say whether anything is."""
        found = list(faults)
        for fault in found:
            self.refuse((*way, *way_of(fault[0])), *fault[1:])
        return bool(found)

    def one_of(self, way: KeyPath, word: str, known: Sequence[str]) -> bool:
        """Say whether a word is among those known, and note it if not."""
        if word not in known:
            expected = one_of(known, like=word) if known else "nobody: there is none to name"
            self.refuse(way, shown(word) if word else "nothing", expected, did_you_mean(word, known))
        return word in known

    def all_of(self, way: KeyPath, words: Iterable[str], known: Sequence[str]) -> None:
        """Note those of several words, or of the keys of a table, that are not among those known."""
        for place, word in enumerate(words):
            self.one_of((*way, word if isinstance(words, Mapping) else place), word, known)

    def check_frame(self) -> None:
        """Note what is wrong with the map: on another nothing could be measured, or entered as the game says."""
        set_, unit = self.map.terrain_set.id, self.map.scale.unit
        if self.terrain_set not in ("", set_):
            self.refuse(("map",), f"the terrain set {shown(set_)}", f"a map of the set {shown(self.terrain_set)}")
        elif self.inches and unit != "inch":
            self.refuse(("map",), f"a map measured by the {unit}", "one measured in inches")

    def check(self) -> None:
        """Note what is wrong with the sides and the end of the battle: it has to have one."""
        if self.most_sides and len(self.sides) > self.most_sides:
            self.refuse(("sides",), counted(len(self.sides), "side"), self.sides_wanted)
        if self.last_turn and self.setup.turns is None:
            self.refuse(("limits",), "nothing", self.last_turn)
        victory = self.setup.victory
        if isinstance(victory, PointsVictory):
            self.all_of(("victory", "needs"), victory.needs, self.winners())
            if victory.tie is not None:
                self.one_of(("victory", "tie"), victory.tie, self.winners())
        if isinstance(victory, BreakingVictory):
            for side, most in victory.breaks_at.items():
                there = sum(unit.side == side and self.can_be_lost(unit) for unit in self.setup.units)
                if self.one_of(("victory", "breaks_at", side), side, self.winners()) and most > there:
                    found = f"{most} {self.units} of {there}"
                    self.refuse(("victory", "breaks_at", side), found, "no more than it has")

    def winners(self) -> list[str]:
        """Return the sides that can win."""
        return self.sides

    def can_be_lost(self, unit: RosterEntry) -> bool:
        """Say whether a unit counts among those whose loss a side bears."""
        return True

    # -- units -------------------------------------------------------------------------------------------

    def is_known(self, unit: RosterEntry) -> bool:
        """Say whether there is a profile as the file says; of others nothing can be judged."""
        return unit.entry.profile in self.profiles

    def profile(self, unit: RosterEntry) -> Any:
        """Return the profile of a unit; any other, with the mistake told, for one that does not exist."""
        if self.one_of((*unit.way, "profile"), unit.entry.profile, list(self.profiles)):
            return self.profiles[unit.entry.profile]
        return next(iter(self.profiles.values()))

    def placed(self, unit: RosterEntry) -> Cell | None:
        """Return where a unit stands, and tell if it cannot stand there. Those who come later stand nowhere yet."""
        way = (*unit.way, "at")
        if unit.turn and not self.reinforcements:
            found = f"somebody who comes on turn {unit.turn}"
            self.refuse(unit.way, found, f"{self.units} that are there from the start")
            return None
        if not unit.cells:
            self.refuse(way, "nothing", f"where {self.subject} {'comes on' if unit.turn else self.stands}")
            return None
        fit = self.fit(unit)
        if not fit:
            profile = self.profile(unit)
            if self.is_known(unit):
                ground = barred(self.map, unit.cells[0], self.movement(unit, profile))
                self.refuse(way, *self.told_barred(unit, profile, ground))
            return None
        if self.waits(unit):
            return None
        free = [cell for cell in self.preferred(unit, fit) if self._is_free(unit, cell)]
        if not free:
            found = f"{shown(unit.id)} in a {self.cell} that is taken"
            self.refuse(way, found, f"a {self.cell} of {self.own}")
            return None
        self.taken.setdefault(free[0], []).append(unit)
        return free[0]

    def fit(self, unit: RosterEntry) -> list[Cell]:
        """Return those of the cells of a unit that it can stand in."""
        movement = self.movement(unit, self.profile(unit))
        return [cell for cell in unit.cells if not barred(self.map, cell, movement)]

    def waits(self, unit: RosterEntry) -> bool:
        """Say whether a unit comes later."""
        return bool(unit.turn)

    def _is_free(self, unit: RosterEntry, cell: Cell) -> bool:
        if self.stacks:
            return True
        if len(unit.cells) > 1 and cell in self._named:
            return False
        return all(self.shares(unit, other) for other in self.taken.get(cell, ()))

    def said(self, unit: RosterEntry, profile: Profile, cell: Cell | None) -> dict[str, Any]:
        """Return the fields of a unit that its entry has under the same name; what the file leaves out is not there."""
        own = type(unit.entry).model_fields.keys() - UnitEntry.model_fields.keys()
        known = own & {each.name for each in fields(self.ruleset.unit_type)}
        told = {key: said for key in known if (said := getattr(unit.entry, key)) is not None}
        return {"id": unit.id, "side": unit.side, "profile": profile, "cell": cell, "facing": unit.facing, **told}

    # -- what it is about --------------------------------------------------------------------------------

    def stakes(self, kind: Callable[..., StakesT], **own: Any) -> StakesT:
        """Return what the battle is about: what the file says under the same name, and what a system has made of it."""
        told = {
            **vars(self.extras),
            **vars(self.setup.victory),
            "objectives": self.setup.objectives,
            "exits": tuple(self.exits()),
            "arrivals": tuple(self.arrivals()),
            **own,
        }
        known = {each.name for each in fields(kind)}  # type: ignore[arg-type]  # a dataclass is no kind of callable
        return kind(**{name: said for name, said in told.items() if name in known})

    def arrivals(self) -> Iterator[Arrival]:
        """Yield who comes later, and where he can."""
        for unit in self.setup.units:
            if unit.turn:
                yield Arrival(unit.id, unit.turn, tuple(self.fit(unit)))

    def exits(self) -> Iterator[Exit]:
        """Yield the edges over which a side is rewarded for leaving."""
        for place, leave in enumerate(self.extras.exits):
            way: KeyPath = (self.ruleset.id, "exits", place)
            if self.one_of((*way, "side"), leave.side, self.winners()):
                own = [unit.id for unit in self.setup.units if unit.side == leave.side]
                self.all_of((*way, "units"), leave.units, own)
            yield replace(leave, cells=self._at_the_edge(leave.at, (*way, "at")))

    def _at_the_edge(self, name: str, way: KeyPath) -> tuple[Cell, ...]:
        """Return cells that one can leave the map from."""
        cells = self.cells(name, way)
        within = next((cell for cell in cells if not self.map.is_at_edge(cell)), None)
        if within is not None:
            told = f"{self.map.grid.name(within)}, in the middle of the {self.table}"
            self.refuse(way, told, f"{self.cell}s at an edge of the {self.table}")
        return cells

    # -- places and doors --------------------------------------------------------------------------------

    def cells(self, name: str, way: KeyPath, *, objectives: bool = False) -> tuple[Cell, ...]:
        """Return the cell of that name, else those of the place or the area; none, with the mistake told.

        With `objectives` an objective may be named as well.
        """
        known = {there.id: there.cells for there in self.setup.objectives} if objectives else {}
        if name in known:
            return known[name]
        try:
            return (self.map.cell(name),)
        except ValueError:
            pass
        for named in (self.map.places, self.map.areas):
            if name in named:
                return named[name]
        names = [*known, *self.map.places, *self.map.areas]
        last = self.map.grid.name(self.map.cells[-1])
        what = "an objective, a place or an area" if known else "a place or area"
        others = f", or {what}: {one_of(names, like=name)}" if names else ""
        expected = f"a {self.cell} of the map, which ends at {last}{others}"
        self.refuse(way, shown(name), expected, did_you_mean(name, names))
        return ()

    def open_cells(self, name: str, way: KeyPath, movement: str, found: str, expected: str) -> list[Cell]:
        """Return those of the cells of that name that a movement class can enter; tell what was found if none is."""
        cells = self.cells(name, way)
        fit = [cell for cell in cells if not barred(self.map, cell, movement)]
        if cells and not fit:
            self.refuse(way, found.format(ground=barred(self.map, cells[0], movement)), expected)
        return fit

    def doors(self) -> Changes:
        """Return the doors and gates that the scenario names worked: open ones closed, closed ones opened."""
        changes = NO_CHANGES
        for place, name in enumerate(self.extras.doors):
            edge = self._door(name, (self.ruleset.id, "doors", place))
            kind = self.map.edge_at(edge) if edge else None
            if edge and kind:
                changes = changes.with_edge(edge, kind.becomes)
        return changes

    def _door(self, name: str, way: KeyPath) -> Edge | None:
        first, slash, side = name.partition("/")
        if not slash or side not in self.map.grid.sides:
            self.refuse(way, shown(name), f'a side of a {self.cell}, as in "A1/{self.map.grid.sides[0]}"')
            return None
        try:
            edge = self.map.grid.edge(self.map.cell(first), side)
        except ValueError:
            found = f"a door on {shown(name)}, which is no part of the map"
            self.refuse(way, found, f"a side of a {self.cell} of the map")
            return None
        kind = self.map.edge_at(edge)
        if kind is None or not kind.becomes:
            found = f"{shown(name)}, where there is {article(kind.name) if kind else 'nothing'}"
            doors = [e for e in self.map.edges if (there := self.map.edge_at(e)) and there.becomes]
            known = [self.map.grid.edge_name(e) for e in sorted(doors)]
            self.refuse(way, found, f"a door: {one_of(known)}" if known else "a door, of which the map has none")
            return None
        return edge


def barred(battle_map: BattleMap, cell: Cell, movement: str) -> str:
    """Return what keeps a movement class out of a cell; nothing if it can stand there.

    A road or a railway through the cell lets those in who could not enter the ground beside it.
    """
    if not movement:
        return ""
    class_ = battle_map.terrain_set.movement[movement]
    links = (Edge.between(cell, other) for other in battle_map.grid.neighbours(cell))
    if class_.flies or any((way := battle_map.way_at(link)) and way.move.get(movement) is not None for link in links):
        return ""
    for kind in (battle_map.terrain_at(cell), *battle_map.features_at(cell)):
        if kind.move.get(class_.id, class_.default) is None:
            return kind.name
    return ""


def numbered(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return ids for cards or counters that are there several times.

    >>> numbered({"luck": 2, "nothing": 1})
    ('luck-1', 'luck-2', 'nothing-1')
    """
    return tuple(sorted(f"{name}-{n}" for name, count in counts.items() for n in range(1, count + 1)))


def article(name: str) -> str:
    """Put an article before a name, unless it is one of many.

    >>> article("ambulance"), article("gun truck"), article("riflemen")
    ('an ambulance', 'a gun truck', 'riflemen')
    """
    if name.endswith(("s", "men")):
        return name
    return f"{'an' if name[0].casefold() in 'aeiou' else 'a'} {name}"
