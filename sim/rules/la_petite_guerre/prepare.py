"""From a scenario to a battle of 1885 and its first state."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.convention import TABLETOP
from sim.engine.battle import Battle
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Mustered, Setup, SetupRefused
from sim.engine.units import Roster
from sim.files import Way, counted, shown
from sim.grid import Cell
from sim.rules.common.places import Places
from sim.rules.la_petite_guerre.data import Arrival, Company, Engagement, Exit, LpgData, Objective, Readings
from sim.rules.la_petite_guerre.entries import CompanyEntry, Extras, ManEntry, Settings, Victory
from sim.rules.la_petite_guerre.figures import TERRAIN_SET, ManProfile, figures, profiles
from sim.rules.la_petite_guerre.muster import Roll, covered
from sim.rules.la_petite_guerre.units import LpgState, Man

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
        self.places = Places(setup.map)
        self.refuse, self.one_of = self.places.refuse, self.places.one_of

    def prepared(self) -> tuple[Battle[LpgData], LpgState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        self.places.check_inches(TERRAIN_SET)
        if not self.places.mistakes:
            self._check_sides()
            changes = self.places.worked(self.extras.doors, (SYSTEM, "doors"))
            state = LpgState(units=Roster(self._men()), turn=0, changes=changes)
            data = self._data()
        if self.places.mistakes:
            raise SetupRefused(self.places.mistakes)
        battle = Battle(self.ruleset, self.map, TABLETOP, self.setup.sides, data, self.profiles, self.setup.turns)
        return battle, state

    # -- what may be wrong -------------------------------------------------------------------------------

    def _check_sides(self) -> None:
        victory: Victory = self.setup.victory
        if len(self.sides) != PARTIES:
            self.refuse(("sides",), counted(len(self.sides), "side"), "two")
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
        fit = [cell for cell in unit.cells if not self.places.barred(cell, class_)]
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

    def _told_barred(self, unit: Mustered, class_: str) -> tuple[str, str]:
        cell = unit.cells[0]
        how = {"man": "", "horseman": " mounted", "gun": " with its wheels"}[class_]
        found = f"{shown(unit.id)}{how} in {self.map.grid.name(cell)}, on {self.places.barred(cell, class_)}"
        return found, "ground that can be entered"

    # -- what stays as it is -----------------------------------------------------------------------------

    def _data(self) -> LpgData:
        victory: Victory = self.setup.victory
        exits = tuple(self._exits())
        return LpgData(
            **vars(self.figures),
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
            readings=Readings(**self.setup.settings.model_dump()),
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
        known = self.one_of((*way, "side"), entry.side, self.sides)
        if known and not any(unit.entry.company == id for unit in self.setup.units) and not self._is_only(id, entry):
            self.refuse((*way, "side"), f"the company {shown(id)} without a man", f'men with company = "{id}", or none')
        cells: tuple[Cell, ...] = ()
        if entry.goal is not None:
            cells = self._goal(entry.goal, (*way, "goal"))
        return Company(id, entry.name or id, entry.side, entry.stance, entry.goal or "", cells)

    def _is_only(self, id: str, entry: CompanyEntry) -> bool:
        """Say whether a company is the only one of its side, which need not be named by its men."""
        return all(other == id or each.side != entry.side for other, each in self.extras.companies.items())

    def _goal(self, name: str, way: Way) -> tuple[Cell, ...]:
        objectives = {there.id: there.cells for there in self.setup.objectives}
        return objectives[name] if name in objectives else self.places.cells(name, way, list(objectives))

    def _arrivals(self) -> Iterator[Arrival]:
        for unit in self.setup.units:
            profile = self.profiles.get(unit.entry.profile)
            if unit.turn and profile is not None:
                class_ = _movement(unit, profile)
                cells = tuple(cell for cell in unit.cells if not self.places.barred(cell, class_))
                yield Arrival(unit.id, unit.turn, cells)

    def _exits(self) -> Iterator[Exit]:
        for place, entry in enumerate(self.extras.exits):
            way: Way = (SYSTEM, "exits", place)
            self.one_of((*way, "side"), entry.side, self.sides)
            yield Exit(entry.side, self.places.at_the_edge(entry.at, (*way, "at")), entry.points)


def _movement(unit: Mustered, profile: ManProfile) -> str:
    """Return the movement class of a man or a gun as he stands there."""
    if profile.kind == "gun":
        return "gun"
    return "horseman" if unit.entry.mounted else "man"
