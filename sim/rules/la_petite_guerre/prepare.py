"""From a scenario to a battle of 1885 and its first state."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.convention import TABLETOP
from sim.board.ground import NO_CHANGES, Changes
from sim.engine.battle import Battle
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Mustered, Setup, SetupMistake, SetupRefused
from sim.engine.units import Roster
from sim.files import Way, did_you_mean, one_of, shown
from sim.grid import Cell, Edge
from sim.rules.la_petite_guerre.data import Arrival, Company, Engagement, Exit, LpgData, Objective
from sim.rules.la_petite_guerre.entries import CompanyEntry, Extras, ManEntry, Settings, Victory
from sim.rules.la_petite_guerre.loading import TERRAIN_SET, figures, profiles
from sim.rules.la_petite_guerre.muster import Roll, covered
from sim.rules.la_petite_guerre.units import LpgState, Man, ManProfile

__all__ = ["SYSTEM", "Extras", "ManEntry", "Preparation", "Settings", "Victory", "prepared"]

SYSTEM = "la_petite_guerre"
PARTIES = 2
"""Sides of a battle: first move, charges and pursuit know of no third."""


def prepared(ruleset: Ruleset[LpgState, LpgData], setup: Setup) -> tuple[Battle[LpgData], LpgState]:
    """Return the battle and its first state, or raise `SetupRefused` with everything that is wrong."""
    return Preparation(ruleset, setup).prepared()


class Preparation:
    """Gathers everything that is wrong with a scenario before it gives up."""

    def __init__(self, ruleset: Ruleset[LpgState, LpgData], setup: Setup) -> None:
        self.ruleset, self.setup, self.map = ruleset, setup, setup.map
        self.extras: Extras = setup.extras
        self.figures, self.profiles = figures(), profiles()
        self.sides = [side.id for side in setup.sides]
        self.mistakes: list[SetupMistake] = []

    def prepared(self) -> tuple[Battle[LpgData], LpgState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        self._check_map()
        if not self.mistakes:
            self._check_sides()
            state = LpgState(units=Roster(self._men()), turn=0, changes=self._changes())
            data = self._data()
        if self.mistakes:
            raise SetupRefused(self.mistakes)
        battle = Battle(self.ruleset, self.map, TABLETOP, self.setup.sides, data, self.profiles, self.setup.turns)
        return battle, state

    # -- what may be wrong -------------------------------------------------------------------------------

    def refuse(self, way: Way, found: str, expected: str, hint: str = "") -> None:
        """Note a mistake, once: those of whom a scenario has several share their entry, and its mistakes."""
        mistake = SetupMistake(way, found, expected, hint)
        if mistake not in self.mistakes:
            self.mistakes.append(mistake)

    def one_of(self, way: Way, word: str, known: list[str]) -> bool:
        """Say whether a word is one of those that are known, and note the mistake if it is not."""
        if word not in known:
            expected = one_of(known) if known else "nothing: there is none"
            self.refuse(way, shown(word) if word else "nothing", expected, did_you_mean(word, known))
        return word in known

    def _check_map(self) -> None:
        """Refuse a map on which nothing could be measured or entered as the game says."""
        set_, unit = self.map.terrain_set.id, self.map.scale.unit
        if set_ != TERRAIN_SET:
            self.refuse(("map",), f"the terrain set {shown(set_)}", f"a map of the set {shown(TERRAIN_SET)}")
        elif unit != "inch":
            self.refuse(("map",), f"a map measured by the {unit}", "one measured in inches")

    def _check_sides(self) -> None:
        victory: Victory = self.setup.victory
        if len(self.sides) != PARTIES:
            self.refuse(("sides",), f"{len(self.sides)} sides", "two")
        if self.setup.turns is None:
            self.refuse(("limits",), "nothing", "the number of turns, as in turns = 10")
        for key, named in (("needs", victory.needs), ("breaks_at", victory.breaks_at)):
            for side in named:
                self.one_of(("victory", key, side), side, self.sides)
        for side, most in victory.breaks_at.items():
            there = sum(unit.side == side and not self._is_gun(unit) for unit in self.setup.units)
            if side in self.sides and most > there:
                self.refuse(("victory", "breaks_at", side), f"{most} men of {there}", "no more than it has")
        if victory.tie is not None:
            self.one_of(("victory", "tie"), victory.tie, self.sides)

    def _is_gun(self, unit: Mustered) -> bool:
        profile = self.profiles.get(unit.entry.profile)
        return profile is not None and profile.kind == "gun"

    # -- the first state ---------------------------------------------------------------------------------

    def _men(self) -> Iterator[Man]:
        roll = Roll(self)
        taken: set[Cell] = set()
        # Whoever has a cell of his own keeps it: those of an area make room.
        named = {unit.cells[0] for unit in self.setup.units if len(unit.cells) == 1 and not unit.turn}
        for unit in self.setup.units:
            profile = self._profile(unit)
            cell = self._placed(unit, profile, taken, named)
            if unit.entry.profile in self.profiles:
                roll.check(unit, profile, cell)
            yield roll.man(unit, profile, cell)

    def _profile(self, unit: Mustered) -> ManProfile:
        if self.one_of((*unit.way, "profile"), unit.entry.profile, list(self.profiles)):
            return self.profiles[unit.entry.profile]
        return next(iter(self.profiles.values()))

    def _placed(self, unit: Mustered, profile: ManProfile, taken: set[Cell], named: set[Cell]) -> Cell | None:
        """Return where a man stands, and tell if he cannot stand there. Those who come later stand nowhere yet."""
        way, class_ = (*unit.way, "at"), _movement(unit, profile)
        if not unit.cells:
            self.refuse(way, "nothing", "where he stands" if not unit.turn else "where he comes on")
            return None
        fit = [cell for cell in unit.cells if not self._barred(cell, class_)]
        if not fit:
            # Of an unknown kind of man nobody knows whether he rides.
            if unit.entry.profile in self.profiles:
                self.refuse(way, *self._told_barred(unit, class_))
            return None
        if unit.turn:
            return None
        if unit.entry.hidden:
            # Of an area those cells that hide a man come first: the others would only be refused.
            fit.sort(key=lambda cell: not covered(self.map, cell))
        free = [cell for cell in fit if cell not in taken and (len(unit.cells) == 1 or cell not in named)]
        if not free:
            self.refuse(way, f"{shown(unit.id)} in a cell that is taken", "a cell of his own")
            return None
        taken.add(free[0])
        return free[0]

    def _barred(self, cell: Cell, class_: str) -> str:
        """Return what keeps somebody out of a cell; nothing if he can stand there.

        A trail through the cell lets those in who could not enter the ground beside it (LPG-MOVE-2).
        """
        movement = self.map.terrain_set.movement[class_]
        if class_ in self._ways_through(cell):
            return ""
        for kind in (self.map.terrain_at(cell), *self.map.features_at(cell)):
            if kind.move.get(class_, movement.default) is None:
                return kind.name
        return ""

    def _ways_through(self, cell: Cell) -> set[str]:
        """Return the movement classes that have a way through a cell."""
        links = (Edge.between(cell, other) for other in self.map.grid.neighbours(cell))
        kinds = (self.map.way_at(link) for link in links)
        return {class_ for kind in kinds if kind for class_, cost in kind.move.items() if cost is not None}

    def _told_barred(self, unit: Mustered, class_: str) -> tuple[str, str]:
        cell = unit.cells[0]
        how = {"man": "", "horseman": " mounted", "gun": " with its wheels"}[class_]
        found = f"{shown(unit.id)}{how} in {self.map.grid.name(cell)}, on {self._barred(cell, class_)}"
        return found, "ground that can be entered"

    # -- what stays as it is -----------------------------------------------------------------------------

    def _data(self) -> LpgData:
        victory: Victory = self.setup.victory
        exits = tuple(self._exits())
        return LpgData(
            weapons=self.figures.weapons,
            numbers=self.figures.numbers,
            engagement=Engagement(
                companies=self._companies(),
                objectives=tuple(
                    Objective(there.id, there.title, there.cells, there.points, there.holder or "")
                    for there in self.setup.objectives
                ),
                exits=exits,
                arrivals=tuple(self._arrivals()),
                hidden=tuple(unit.id for unit in self.setup.units if unit.entry.hidden),
                needs=victory.needs,
                breaks_at=victory.breaks_at,
                tie=victory.tie or "",
            ),
        )

    def _companies(self) -> dict[str, Company]:
        """Return the companies of the scenario, and one for a side that has none."""
        found = {id: self._company(id, entry) for id, entry in self.extras.companies.items()}
        for side in self.setup.sides:
            if all(company.side != side.id for company in found.values()):
                found[side.id] = Company(side.id, side.name, side.id)
        return found

    def _company(self, id: str, entry: CompanyEntry) -> Company:
        way: Way = (SYSTEM, "companies", id)
        self.one_of((*way, "side"), entry.side, self.sides)
        cells: tuple[Cell, ...] = ()
        if entry.goal is not None:
            cells = self._goal(entry.goal, (*way, "goal"))
        return Company(id, entry.name or id, entry.side, entry.stance, entry.goal or "", cells)

    def _goal(self, name: str, way: Way) -> tuple[Cell, ...]:
        objectives = {there.id: there.cells for there in self.setup.objectives}
        return objectives[name] if name in objectives else self._cells(name, way, list(objectives))

    def _cells(self, name: str, way: Way, objectives: list[str]) -> tuple[Cell, ...]:
        """Return the cell of that name, else those of the place or the area; none, with the mistake told."""
        try:
            return (self.map.cell(name),)
        except ValueError:
            pass
        for named in (self.map.places, self.map.areas):
            if name in named:
                return named[name]
        known = [*objectives, *self.map.places, *self.map.areas]
        last = self.map.grid.name(self.map.cells[-1])
        what = "an objective, a place or an area" if objectives else "a place or area"
        others = f", or {what}: {one_of(known)}" if known else ""
        self.refuse(way, shown(name), f"a cell of the map, which ends at {last}{others}", did_you_mean(name, known))
        return ()

    def _arrivals(self) -> Iterator[Arrival]:
        for unit in self.setup.units:
            profile = self.profiles.get(unit.entry.profile)
            if unit.turn and profile is not None:
                class_ = _movement(unit, profile)
                yield Arrival(unit.id, unit.turn, tuple(cell for cell in unit.cells if not self._barred(cell, class_)))

    def _exits(self) -> Iterator[Exit]:
        for place, entry in enumerate(self.extras.exits):
            way: Way = (SYSTEM, "exits", place)
            self.one_of((*way, "side"), entry.side, self.sides)
            cells = self._cells(entry.at, (*way, "at"), [])
            within = next((cell for cell in cells if not self.map.is_at_edge(cell)), None)
            if within is not None:
                name = self.map.grid.name(within)
                self.refuse((*way, "at"), f"{name}, in the middle of the table", "cells at an edge of the table")
            yield Exit(entry.side, cells, entry.points)

    def _changes(self) -> Changes:
        """Work the doors and gates that the scenario names."""
        changes = NO_CHANGES
        for place, name in enumerate(self.extras.doors):
            edge = self._door(name, (SYSTEM, "doors", place))
            kind = self.map.edge_at(edge) if edge else None
            if edge and kind:
                changes = changes.with_edge(edge, kind.becomes)
        return changes

    def _door(self, name: str, way: Way) -> Edge | None:
        first, slash, side = name.partition("/")
        if not slash or side not in self.map.grid.sides:
            self.refuse(way, shown(name), f'a side of a cell, as in "A1/{self.map.grid.sides[0]}"')
            return None
        try:
            edge = self.map.grid.edge(self.map.cell(first), side)
        except ValueError:
            self.refuse(way, f"a door on {shown(name)}, which is no part of the map", "a side of a cell of the map")
            return None
        kind = self.map.edge_at(edge)
        if kind is None or not kind.becomes:
            found = f"{shown(name)}, where there is {'a ' + kind.name if kind else 'nothing'}"
            doors = [e for e in self.map.edges if (there := self.map.edge_at(e)) and there.becomes]
            known = [self.map.grid.edge_name(e) for e in sorted(doors)]
            self.refuse(way, found, f"a door: {one_of(known)}" if known else "a door, of which the map has none")
            return None
        return edge


def _movement(unit: Mustered, profile: ManProfile) -> str:
    """Return the movement class of a man or a gun as he stands there."""
    if profile.kind == "gun":
        return "gun"
    return "horseman" if unit.entry.mounted else "man"
