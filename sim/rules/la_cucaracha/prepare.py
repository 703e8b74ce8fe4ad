"""From a scenario to a battle of La Cucaracha and its first state."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.convention import TABLETOP
from sim.engine.battle import Battle
from sim.engine.decks import Deck
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Mustered, Setup, SetupRefused
from sim.engine.units import Roster
from sim.files import Way, counted, shown
from sim.grid import Cell
from sim.rules.common.places import Places, article
from sim.rules.la_cucaracha.data import Arrival, CucData, Engagement, Exit, Objective, Readings
from sim.rules.la_cucaracha.entries import Extras, Settings, TroopEntry, Victory
from sim.rules.la_cucaracha.figures import TERRAIN_SET, Movement, TroopProfile, figures, profiles
from sim.rules.la_cucaracha.geometry import BOAT, barred
from sim.rules.la_cucaracha.units import DECK, JOKER, CucState, Troop

__all__ = ["SYSTEM", "Extras", "Preparation", "Settings", "TroopEntry", "Victory", "prepared"]

SYSTEM = "la_cucaracha"
PARTIES = 2
"""Sides of a battle: the deck and the tables know of no third."""
NEVER_MET = ("air", BOAT)
"""The movement classes of those whom nobody charges, and so nobody fights hand to hand."""


def prepared(ruleset: Ruleset[CucState, CucData], setup: Setup) -> tuple[Battle[CucData], CucState]:
    """Return the battle and its first state, or raise `SetupRefused` with everything that is wrong."""
    return Preparation(ruleset, setup).prepared()


class Preparation:
    """Gathers everything that is wrong with a scenario before it gives up."""

    def __init__(self, ruleset: Ruleset[CucState, CucData], setup: Setup) -> None:
        self.ruleset, self.setup, self.map = ruleset, setup, setup.map
        self.extras: Extras = setup.extras
        self.figures, self.profiles = figures(), profiles()
        self.sides = [side.id for side in setup.sides]
        self.places = Places(setup.map)
        self.refuse = self.places.refuse

    def prepared(self) -> tuple[Battle[CucData], CucState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        self.places.check_inches(TERRAIN_SET)
        if not self.places.mistakes:
            self._check_sides()
            state = self._state()
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
        if JOKER in self.sides:
            self.refuse(("sides", JOKER), f"a side called {shown(JOKER)}", "another id, for a card of the deck has it")
        if self.setup.turns is None:
            self.refuse(("limits",), "nothing", "the number of turns, as in turns = 10")
        for key, named in (("needs", victory.needs), ("breaks_at", victory.breaks_at)):
            for side in named:
                self.places.one_of(("victory", key, side), side, self.sides)
        for side, most in victory.breaks_at.items():
            there = sum(unit.side == side for unit in self.setup.units)
            if side in self.sides and most > there:
                self.refuse(("victory", "breaks_at", side), f"{most} units of {there}", "no more than it has")
        if victory.tie is not None:
            self.places.one_of(("victory", "tie"), victory.tie, self.sides)

    # -- the first state ---------------------------------------------------------------------------------

    def _state(self) -> CucState:
        units = self._with_opponents(list(self._troops()))
        holders = ((objective.id, objective.holder) for objective in self.setup.objectives)
        return CucState(
            units=Roster(units),
            turn=0,
            changes=self.places.worked(self.extras.doors, (SYSTEM, "doors")),
            decks=(Deck(DECK, ()),),
            holders=tuple((id, holder) for id, holder in holders if holder),
        )

    def _troops(self) -> Iterator[Troop]:
        taken: set[tuple[bool, Cell]] = set()
        # Whoever has a cell of its own keeps it: those of an area make room.
        named = {unit.cells[0] for unit in self.setup.units if len(unit.cells) == 1 and not unit.turn}
        for unit in self.setup.units:
            profile = self._profile(unit)
            self._check_unit(unit, profile)
            yield self._troop(unit, profile, self._placed(unit, profile, taken, named))

    def _profile(self, unit: Mustered) -> TroopProfile:
        if self.places.one_of((*unit.way, "profile"), unit.entry.profile, list(self.profiles)):
            return self.profiles[unit.entry.profile]
        return next(iter(self.profiles.values()))

    def _placed(
        self, unit: Mustered, profile: TroopProfile, taken: set[tuple[bool, Cell]], named: set[Cell]
    ) -> Cell | None:
        """Return where a unit stands, and tell if it cannot stand there. Those who come later stand nowhere yet.

        An aircraft and a ground unit do not take room from each other.
        """
        way, movement = (*unit.way, "at"), self.figures.movements[profile.troop]
        if not unit.cells:
            self.refuse(way, "nothing", "where it stands" if not unit.turn else "where it comes on")
            return None
        fit = [cell for cell in unit.cells if not barred(self.map, cell, movement)]
        if not fit:
            # A unit of an unknown kind has no movement that could be judged.
            if unit.entry.profile in self.profiles:
                self.refuse(way, *self._told_barred(unit, profile, movement))
            return None
        if unit.turn:
            return None
        flies = profile.style == "aircraft"
        free = [cell for cell in fit if (flies, cell) not in taken and (len(unit.cells) == 1 or cell not in named)]
        if not free:
            self.refuse(way, f"{shown(unit.id)} in a cell that is taken", "a cell of its own")
            return None
        taken.add((flies, free[0]))
        return free[0]

    def _told_barred(self, unit: Mustered, profile: TroopProfile, movement: Movement) -> tuple[str, str]:
        cell = unit.cells[0]
        where = f"{shown(unit.id)}, {article(profile.name)}, in {self.map.grid.name(cell)}"
        if movement.movement == "rail":
            return f"{where}, off the rails", "a cell with a railway"
        expected = "deep water" if movement.movement == "boat" else "ground that it can enter"
        return f"{where}, on {barred(self.map, cell, movement)}", expected

    def _check_unit(self, unit: Mustered, profile: TroopProfile) -> None:
        """Refuse what cannot be true of a unit of its kind."""
        entry: TroopEntry = unit.entry
        if entry.profile not in self.profiles:
            return
        if entry.figures is not None and entry.figures > profile.figures:
            found = f"{counted(entry.figures, 'figure')} of {profile.name}"
            self.refuse((*unit.way, "figures"), found, f"at most {profile.figures}")
        if entry.deployed and profile.style != "crew":
            self.refuse((*unit.way, "deployed"), f"{profile.name} that deploy", "a crewed weapon, or nothing")
        weapon = self.figures.weapons.get(profile.weapon)
        if not entry.loaded and (weapon is None or weapon.reload != "slow"):
            found = f"an unloaded {weapon.name}" if weapon else f"{profile.name} without a weapon"
            self.refuse((*unit.way, "loaded"), found, "a weapon that takes a card to reload")
        if entry.fighting and unit.turn:
            self.refuse((*unit.way, "fighting"), f"somebody who comes on turn {unit.turn}", "a unit that is there")

    def _troop(self, unit: Mustered, profile: TroopProfile, cell: Cell | None) -> Troop:
        entry: TroopEntry = unit.entry
        figures_ = profile.figures if entry.figures is None else entry.figures
        return Troop(
            id=unit.id,
            side=unit.side,
            profile=profile,
            cell=cell,
            facing=unit.facing,
            figures=figures_,
            leader=entry.leader,
            # Vehicles and aircraft are always ready to shoot (ruling 4.3.9).
            deployed=entry.deployed or profile.style in ("vehicle", "aircraft"),
            loaded=entry.loaded,
            shaken=entry.shaken,
            # Whoever begins at half strength has got used to it.
            halved=2 * figures_ <= profile.figures,
        )

    # -- close combats that are on at the beginning ------------------------------------------------------

    def _with_opponents(self, units: list[Troop]) -> list[Troop]:
        """CUC-OVERRIDE: set those against each other who fight from the first moment on."""
        known = {unit.id: unit for unit in units}
        pairs: set[tuple[str, str]] = set()
        for mustered in self.setup.units:
            for place, other in enumerate(mustered.entry.fighting):
                way = (*mustered.way, "fighting", place)
                if self._can_fight(way, known[mustered.id], other, known):
                    pairs |= {(mustered.id, other), (other, mustered.id)}
        return [
            unit.changed(fighting=tuple(other.id for other in units if (unit.id, other.id) in pairs)) for unit in units
        ]

    def _can_fight(self, way: Way, unit: Troop, other: str, known: dict[str, Troop]) -> bool:
        enemies = [enemy.id for enemy in known.values() if enemy.side != unit.side]
        if not self.places.one_of(way, other, enemies):
            return False
        enemy = known[other]
        if unit.cell is None or enemy.cell is None or enemy.cell not in self.map.grid.neighbours(unit.cell):
            self.refuse(way, f"{shown(other)}, who is not beside {shown(unit.id)}", "an enemy in the next cell")
            return False
        for each in (unit, enemy):
            if self.figures.movements[each.profile.troop].movement in NEVER_MET:
                self.refuse(way, f"{article(each.profile.name)} in close combat", "units on the ground")
                return False
        return True

    # -- what stays as it is -----------------------------------------------------------------------------

    def _data(self) -> CucData:
        victory: Victory = self.setup.victory
        settings: Settings = self.setup.settings
        return CucData(
            **vars(self.figures),
            engagement=Engagement(
                nominate=settings.nominate,
                exits=tuple(self._exits()),
                objectives=tuple(
                    Objective(there.id, there.title, there.cells, there.points) for there in self.setup.objectives
                ),
                arrivals=tuple(self._arrivals()),
                needs=victory.needs,
                breaks_at=victory.breaks_at,
                tie=victory.tie or "",
            ),
            readings=Readings(**settings.model_dump(exclude={"nominate"})),
        )

    def _arrivals(self) -> Iterator[Arrival]:
        for unit in self.setup.units:
            profile = self.profiles.get(unit.entry.profile)
            if unit.turn and profile is not None:
                movement = self.figures.movements[profile.troop]
                cells = tuple(cell for cell in unit.cells if not barred(self.map, cell, movement))
                yield Arrival(unit.id, unit.turn, cells)

    def _exits(self) -> Iterator[Exit]:
        for place, entry in enumerate(self.extras.exits):
            way: Way = (SYSTEM, "exits", place)
            self.places.one_of((*way, "side"), entry.side, self.sides)
            cells = self.places.at_the_edge(entry.at, (*way, "at"))
            yield Exit(entry.side, cells, entry.points)
