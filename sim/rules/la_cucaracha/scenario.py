"""What a scenario says in the words of La Cucaracha, and how the first state comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sim.engine.decks import Deck
from sim.engine.dice import D10
from sim.engine.setup import RosterEntry, UnitEntry
from sim.engine.units import Roster
from sim.files import KeyPath, counted, shown
from sim.grid import Cell
from sim.play.figures import Faults
from sim.play.limits import Count
from sim.play.setup import Preparation, article, barred
from sim.play.tally import Stakes
from sim.rules.la_cucaracha.figures import TERRAIN_SET, TroopProfile, figures, troops
from sim.rules.la_cucaracha.state import DECK, JOKER, CucData, CucPosition, CucState, Troop, class_of, flies
from sim.tabletop.inches import misplaced


class TroopEntry(UnitEntry):
    """What a scenario says of a unit. One of whom it says nothing is at full strength, loaded and packed up."""

    figures: Count | None = None
    """Fewer than its kind has."""
    leader: bool = False
    """A leader is with it."""
    deployed: bool = False
    """A crewed weapon stands ready to shoot."""
    loaded: bool = True
    """A weapon that takes a card to reload is loaded."""
    shaken: bool = False
    fighting: tuple[str, ...] = ()
    """CUC-OVERRIDE: enemies beside it with whom it is in close combat; of the two one is enough to say so."""


class Muster(Preparation[CucState, CucData]):
    """The troops of a scenario, and what cannot be true of them."""

    kinds = staticmethod(troops)
    terrain_set, inches = TERRAIN_SET, True

    def check(self) -> None:
        """Refuse a side with the name of a card of the deck, besides what is wrong in any game."""
        super().check()
        if JOKER in self.sides:
            self.refuse(("sides", JOKER), f"a side called {shown(JOKER)}", "another id, for a card of the deck has it")

    def movement(self, unit: RosterEntry, profile: TroopProfile) -> str:
        return figures().movements[profile.troop].movement

    def shares(self, unit: RosterEntry, other: RosterEntry) -> bool:
        """Say that an aircraft and a ground unit can share a cell."""
        return [self.profile(each).style for each in (unit, other)].count("aircraft") == 1

    def told_barred(self, unit: RosterEntry, profile: TroopProfile, ground: str) -> tuple[str, str]:
        """Say where a unit cannot stand, and where it could: a train on rails, a boat in deep water."""
        found, expected = super().told_barred(unit, profile, ground)
        match self.movement(unit, profile):
            case "rail":
                return f"{found.removesuffix(f', on {ground}')}, off the rails", "a cell with a railway"
            case "boat":
                return found, "deep water"
        return found, expected

    def unit(self, unit: RosterEntry, entry: TroopEntry, profile: TroopProfile, cell: Cell | None) -> Troop:
        """Return a unit as it is before the first turn; whom it fights is settled when all are there."""
        told: dict[str, Any] = {"figures": profile.figures, **self.said(unit, profile, cell), "fighting": ()}
        # Vehicles and aircraft are always ready to shoot (ruling 4.3.9).
        told["deployed"] |= profile.style in ("vehicle", "aircraft")
        # Whoever begins at half strength has got used to it.
        return Troop(**told, halved=2 * told["figures"] <= profile.figures)

    def faults(self, unit: RosterEntry, entry: TroopEntry, profile: TroopProfile, cell: Cell | None) -> Faults:
        if entry.figures is not None and entry.figures > profile.figures:
            found = f"{counted(entry.figures, 'figure')} of {profile.name}"
            yield "figures", found, f"at most {profile.figures}"
        if entry.deployed and profile.style != "crew":
            yield "deployed", f"{profile.name} that deploy", "a crewed weapon, or nothing"
        weapon = figures().weapons.get(profile.weapon)
        if not entry.loaded and (weapon is None or weapon.reload != "slow"):
            found = f"an unloaded {weapon.name}" if weapon else f"{profile.name} without a weapon"
            yield "loaded", found, "a weapon that takes a card to reload"
        if entry.fighting and unit.turn:
            yield "fighting", f"somebody who comes on turn {unit.turn}", "a unit that is there"

    def _can_fight(self, way: KeyPath, unit: Troop, other: str, known: Mapping[str, Troop]) -> bool:
        if not self.one_of(way, other, [enemy.id for enemy in known.values() if enemy.side != unit.side]):
            return False
        enemy = known[other]
        if unit.cell is None or enemy.cell is None or enemy.cell not in self.map.grid.neighbours(unit.cell):
            self.refuse(way, f"{shown(other)}, who is not beside {shown(unit.id)}", "an enemy in the next cell")
            return False
        # Nobody charges what flies or swims, and so nobody fights it hand to hand.
        never = [u for u in (unit, enemy) if figures().movements[u.profile.troop].movement in ("air", "boat")]
        if never:
            self.refuse(way, f"{article(never[0].profile.name)} in close combat", "units on the ground")
        return not never

    def state(self, units: list[Troop]) -> CucState:
        """CUC-OVERRIDE: lock the units in close combat that begin the battle in it."""
        known = {unit.id: unit for unit in units}
        pairs: set[tuple[str, str]] = set()
        for each in self.setup.units:
            for place, other in enumerate(each.entry.fighting):
                if self._can_fight((*each.way, "fighting", place), known[each.id], other, known):
                    pairs |= {(each.id, other), (other, each.id)}
        return CucState(
            units=Roster(unit.changed(fighting=tuple(o for o in known if (unit.id, o) in pairs)) for unit in units),
            turn=0,
            changes=self.doors(),
            decks=(Deck(DECK, ()),),
            holders=tuple((there.id, there.holder) for there in self.setup.objectives if there.holder),
        )

    def data(self, units: list[Troop]) -> CucData:
        return CucData(**vars(figures()), engagement=self.stakes(Stakes), readings=self.setup.settings)


# -- positions that were edited by hand ------------------------------------------------------------------------------


def complaints(position: CucPosition) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    yield from misplaced(position, lambda position, unit: flies(position, unit) if unit.on_table else unit.id)
    for unit in position.state.units:
        yield from _unit_complaints(position, unit)
    cards = {JOKER, *(side.id for side in position.battle.sides)}
    for card in dict.fromkeys(card for deck in position.state.decks for card in deck.left):
        if card not in cards:
            yield f'the deck has a card "{card}", and there is no such side'


def _unit_complaints(position: CucPosition, unit: Troop) -> Iterator[str]:
    here, known = unit.cell, position.state.units
    if here and here in position.map and (ground := barred(position.map, here, class_of(position, unit).id)):
        yield f"{unit.id} stands in {position.name(here)}, on {ground}, where it cannot be"
    if unit.figures > unit.profile.figures or unit.figures < 0:
        yield f"{unit.id} has {unit.figures} figures of {unit.profile.figures}"
    if unit.score is not None and unit.score not in D10.faces:
        yield f"the die of {unit.id} shows {unit.score}"
    if unit.fighting and here is None:
        yield f"{unit.id} is off the map, and fights"
    for enemy in unit.fighting:
        if enemy not in known or known[enemy].side == unit.side or unit.id not in known[enemy].fighting:
            yield f"{unit.id} fights {enemy}, who does not fight it"
        elif here is not None and (there := known[enemy].cell) and not position.map.grid.adjacent(here, there):
            yield f"{unit.id} fights {enemy}, who is not beside it"
