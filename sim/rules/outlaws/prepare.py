"""From a scenario to a shootout and its first state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Literal

from sim.board.convention import TOWN
from sim.engine.battle import Battle
from sim.engine.decks import Deck
from sim.engine.ruleset import SOLO, Ruleset
from sim.engine.setup import Mustered, Setup, SetupRefused
from sim.engine.units import Roster
from sim.files import Way, counted, did_you_mean, one_of, shown
from sim.grid import Cell
from sim.rules.common.places import Places
from sim.rules.outlaws.data import Exit, OutData, Readings, Shootout
from sim.rules.outlaws.entries import CharacterEntry, Extras, Settings, Victory
from sim.rules.outlaws.figures import (
    LOOT,
    NOTHING,
    TERRAIN_SET,
    CharacterProfile,
    ItemTable,
    Numbers,
    cast,
    figures,
    item_table,
    kit_faults,
)
from sim.rules.outlaws.units import CUP, HANDS, WOUNDS, Character, Horse, Item, OutState

__all__ = ["SYSTEM", "CharacterEntry", "Extras", "Preparation", "Settings", "Victory", "prepared"]

SYSTEM = "outlaws"
EIGHT = 8
"""Directions that a character can face."""

Gait = Literal["walk", "crawl", "ride"]


def prepared(ruleset: Ruleset[OutState, OutData], setup: Setup) -> tuple[Battle[OutData], OutState]:
    """Return the battle and its first state, or raise `SetupRefused` with everything that is wrong."""
    return Preparation(ruleset, setup).prepared()


class Preparation:
    """Gathers everything that is wrong with a scenario before it gives up."""

    def __init__(self, ruleset: Ruleset[OutState, OutData], setup: Setup) -> None:
        self.ruleset, self.setup, self.map = ruleset, setup, setup.map
        self.extras: Extras = setup.extras
        self.figures, self.cast = figures(), cast()
        self.sides = [side.id for side in setup.sides]
        self.places = Places(setup.map, cell="square", table="board")
        self.refuse = self.places.refuse
        self.item_ids: set[str] = set()

    def prepared(self) -> tuple[Battle[OutData], OutState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        self._check_board()
        if not self.places.mistakes:
            self._check_sides()
            state = self._state()
            data = self._data()
        if self.places.mistakes:
            raise SetupRefused(self.places.mistakes)
        return Battle(self.ruleset, self.map, TOWN, self.setup.sides, data, self.cast.profiles, self.setup.turns), state

    # -- what may be wrong -------------------------------------------------------------------------------

    def _check_board(self) -> None:
        """Refuse a map that nobody could walk as the game says."""
        ways, set_ = len(self.map.grid.directions), self.map.terrain_set.id
        if ways != EIGHT:
            kind = "squares" if self.map.grid.kind == "square" else "hexes"
            self.refuse(("map",), f"{kind} with {ways} neighbours", f"squares with {EIGHT}")
        elif set_ != TERRAIN_SET:
            self.refuse(("map",), f"the terrain set {shown(set_)}", f"a map of the set {shown(TERRAIN_SET)}")

    def _check_sides(self) -> None:
        victory: Victory = self.setup.victory
        if self.setup.turns is None:
            self.refuse(("limits",), "nothing", "the number of turns, as in turns = 12")
        for side in victory.needs:
            self.places.one_of(("victory", "needs", side), side, self.sides)
        if victory.tie is not None:
            self.places.one_of(("victory", "tie"), victory.tie, self.sides)
        for place, side in enumerate(self.extras.autos or ()):
            self.places.one_of((SYSTEM, "autos", place), side, self.sides)
        units = {unit.id: unit.entry.profile for unit in self.setup.units}
        groups = [id for id, profile in units.items() if self._is_group(profile)]
        for place, id in enumerate(self.extras.targets):
            if id in units and id not in groups:
                self.refuse((SYSTEM, "targets", place), f"{shown(id)}, who is a target anyway", "a group")
            elif id not in groups:
                told = one_of(groups) if groups else "a group, of which there is none"
                self.refuse((SYSTEM, "targets", place), shown(id), told, did_you_mean(id, groups))

    def _is_group(self, profile: str) -> bool:
        return profile in self.cast.profiles and self.cast.profiles[profile].group

    # -- places ------------------------------------------------------------------------------------------

    def _barred(self, cell: Cell, gait: Gait) -> str:
        """Return what keeps somebody out of a square; nothing if it can be entered."""
        movement = self.map.terrain_set.movement[gait]
        for kind in (self.map.terrain_at(cell), *self.map.features_at(cell)):
            if kind.move.get(gait, movement.default) is None:
                return kind.name
        return ""

    def _facing(self, name: str | None, way: Way) -> int:
        directions = self.map.grid.directions
        if name is None or not self.places.one_of(way, name.casefold(), list(directions)):
            return 0
        return directions.index(name.casefold())

    # -- the first state ---------------------------------------------------------------------------------

    def _state(self) -> OutState:
        units = list(self._characters())
        for first, unit in enumerate(units):
            if unit.id in {other.id for other in units[:first]}:
                self.refuse((*self.setup.units[first].way, "id"), shown(unit.id), "an id of its own")
        if self.places.mistakes:
            units = list({unit.id: unit for unit in units}.values())
        chits = self.figures.chits.values()
        pool = tuple(sorted(chit.id for chit in chits for _ in range(chit.count)))
        return OutState(
            units=Roster(units),
            turn=0,
            changes=self.places.worked(self.extras.doors, (SYSTEM, "doors")),
            decks=(Deck(CUP, ()), Deck(WOUNDS, pool)),
            horses=tuple(self._horses()),
            lying=tuple(self._loot()),
        )

    def _characters(self) -> Iterator[Character]:
        placed: dict[Cell, list[Mustered]] = {}
        # Whoever has a square of their own keeps it: those of an area make room.
        named = {unit.cells[0] for unit in self.setup.units if len(unit.cells) == 1}
        for unit in self.setup.units:
            profile = self._profile(unit)
            cell = self._placed(unit, placed, named)
            yield self._character(unit, profile, cell)

    def _profile(self, unit: Mustered) -> CharacterProfile:
        known = self.cast.profiles
        if self.places.one_of((*unit.way, "profile"), unit.entry.profile, list(known)):
            return known[unit.entry.profile]
        return next(iter(known.values()))

    def _placed(self, unit: Mustered, placed: dict[Cell, list[Mustered]], named: set[Cell]) -> Cell | None:
        """Return where a character stands, and tell if it cannot stand there."""
        way = (*unit.way, "at")
        if unit.turn:
            self.refuse(unit.way, f"somebody who comes on turn {unit.turn}", "characters that are there from the start")
            return None
        if not unit.cells:
            self.refuse(way, "nothing", "where it stands")
            return None
        free = [cell for cell in unit.cells if not self._barred(cell, self._gait(unit))]
        if not free:
            self.refuse(way, *self._told_barred(unit))
            return None
        if len(unit.cells) > 1:
            free = [cell for cell in free if cell not in placed and cell not in named]
        else:
            free = [cell for cell in free if all(other.side != unit.side for other in placed.get(cell, ()))]
        if not free:
            self.refuse(way, f"{shown(unit.id)} in a square that is taken", "a square of its own, or an enemy's")
            return None
        placed.setdefault(free[0], []).append(unit)
        return free[0]

    @staticmethod
    def _gait(unit: Mustered) -> Gait:
        if unit.entry.mounted:
            return "ride"
        return "crawl" if unit.entry.prone else "walk"

    def _told_barred(self, unit: Mustered) -> tuple[str, str]:
        cell, name = unit.cells[0], self.map.grid.name(unit.cells[0])
        kind = self._barred(cell, self._gait(unit))
        if unit.entry.mounted and not self._barred(cell, "walk"):
            return f"{shown(unit.id)} mounted in {name}, on {kind}", "ground that a horse can enter, or mounted = false"
        return f"{shown(unit.id)} in {name}, inside {kind}", "a square that can be entered"

    def _character(self, unit: Mustered, profile: CharacterProfile, cell: Cell | None) -> Character:
        entry: CharacterEntry = unit.entry
        self._check_state(unit, profile)
        hands, carried = self._kit(unit, profile)
        held = [None if thing.kind == NOTHING else self._item(unit, thing) for thing in hands]
        favoured, other = HANDS if entry.favours == "right" else HANDS[::-1]
        in_hand: dict[str, Any] = dict(zip((favoured, other), held, strict=False))
        return Character(
            id=unit.id,
            side=unit.side,
            profile=profile,
            cell=cell,
            facing=unit.facing,
            **in_hand,
            carried=tuple(self._item(unit, thing) for thing in carried),
            prone=entry.prone,
            covering=entry.covering,
            mounted=entry.mounted,
            lost=entry.lost,
            leg=entry.leg,
            arms=tuple(hand for hand in HANDS if hand in entry.arms),
        )

    def _check_state(self, unit: Mustered, profile: CharacterProfile) -> None:
        """Refuse what cannot be true of a character at once."""
        entry: CharacterEntry = unit.entry
        if entry.mounted and (entry.prone or entry.covering):
            found = f"{shown(unit.id)} mounted and {'prone' if entry.prone else 'in cover'}"
            self.refuse((*unit.way, "mounted"), found, "one or the other")
        if entry.lost >= profile.actions:
            found = f"{counted(entry.lost, 'action')} lost of {profile.actions}"
            self.refuse((*unit.way, "lost"), found, "at least one left: with none it is unconscious")
        if profile.group and (entry.kit or entry.hands or entry.carried or entry.mounted):
            self.refuse(unit.way, f"a group ({profile.name}) that is armed or mounted", "a group on foot with nothing")

    def _kit(self, unit: Mustered, profile: CharacterProfile) -> tuple[list[ItemTable], list[ItemTable]]:
        """Return what a character holds and what it carries, or nothing, with what is wrong told."""
        entry: CharacterEntry = unit.entry
        own = entry.hands is not None or entry.carried is not None
        if entry.kit is not None and own:
            self.refuse((*unit.way, "kit"), "a kit beside things of its own", "either kit, or hands and carried")
        if not own:
            name = profile.kit if entry.kit is None else entry.kit
            if not self.places.one_of((*unit.way, "kit"), name, list(self.cast.kits)):
                return [], []
            kit = self.cast.kits[name]
            return [item_table(thing) for thing in kit.hands], [item_table(thing) for thing in kit.carried]
        hands, carried = entry.hands or (), entry.carried or ()
        faults = kit_faults(hands, carried, self.figures.weapons)
        for key, *told in faults:
            self.refuse((*unit.way, *key), *told)
        return (
            ([], []) if faults else ([item_table(thing) for thing in hands], [item_table(thing) for thing in carried])
        )

    def _item(self, unit: Mustered, thing: ItemTable) -> Item:
        kind = self.figures.weapons[thing.kind]
        loaded = kind.capacity if thing.loaded is None else thing.loaded
        return Item(self._item_id(f"{thing.kind}-{unit.id}"), thing.kind, loaded, thing.reloads)

    def _item_id(self, stem: str) -> str:
        """Return an id that nothing else has: the second Colt of Ames is "colt_45-Ames-2"."""
        name, number = stem, 1
        while name in self.item_ids:
            number += 1
            name = f"{stem}-{number}"
        self.item_ids.add(name)
        return name

    # -- what else there is ------------------------------------------------------------------------------

    def _horses(self) -> Iterator[Horse]:
        names: set[str] = set()
        for place, entry in enumerate(self.extras.horses):
            way: Way = (SYSTEM, "horses", place)
            cells = self.places.cells(entry.at, (*way, "at"))
            free = [cell for cell in cells if not self._barred(cell, "ride")]
            if cells and not free:
                kind = self._barred(cells[0], "ride")
                self.refuse((*way, "at"), f"a horse on {kind}", "ground that a horse can enter")
            name = entry.id or f"horse-{place + 1}"
            if name.casefold() in names:
                self.refuse((*way, "id"), shown(name), "an id of its own")
            names.add(name.casefold())
            facing = self._facing(entry.facing, (*way, "facing"))
            if free:
                yield Horse(name, free[0], facing)

    def _loot(self) -> Iterator[tuple[Cell, Item]]:
        for place, entry in enumerate(self.extras.loot):
            way = (SYSTEM, "loot", place, "at")
            cells = self.places.cells(entry.at, way)
            free = [cell for cell in cells if not self._barred(cell, "walk")]
            if cells and not free:
                self.refuse(way, f"loot inside {self._barred(cells[0], 'walk')}", "a square that can be entered")
            for cell in free[:1]:
                yield cell, Item(self._item_id(f"{LOOT}-{place + 1}"), LOOT)

    # -- what stays as it is -----------------------------------------------------------------------------

    def _data(self) -> OutData:
        victory: Victory = self.setup.victory
        autos = self.extras.autos
        return OutData(
            **{**vars(self.figures), "numbers": self._numbers()},
            shootout=Shootout(
                right_handed={unit.id: unit.entry.favours == "right" for unit in self.setup.units},
                exits=tuple(self._exits()),
                kill_points=victory.kill_points,
                last_standing=victory.last_standing,
                needs=victory.needs,
                tie=victory.tie or "",
                targets_allowed=self.extras.targets,
                objects=self._objects(),
                lead_horses=self.extras.lead_horses,
            ),
            autos=tuple(side.id for side in self.setup.sides if side.player == SOLO) if autos is None else autos,
            readings=Readings(**self._set(Readings)),
        )

    def _numbers(self) -> Numbers:
        return replace(self.figures.numbers, **self._set(Numbers))

    def _set(self, table: type[Numbers] | type[Readings]) -> Mapping[str, Any]:
        """Return the settings of a scenario that belong to one table."""
        settings: Settings = self.setup.settings
        return settings.model_dump(exclude_none=True, include={field.name for field in fields(table)})

    def _exits(self) -> Iterator[Exit]:
        for place, entry in enumerate(self.extras.exits):
            way: Way = (SYSTEM, "exits", place)
            self.places.one_of((*way, "side"), entry.side, self.sides)
            cells = self.places.at_the_edge(entry.at, (*way, "at"))
            yield Exit(entry.side, cells, entry.points, entry.loot_points)

    def _objects(self) -> tuple[Cell, ...]:
        """OUT-BRAWL-2: the squares that have something in them to strike with, in map order."""
        named = {
            cell
            for place, name in enumerate(self.extras.objects)
            for cell in self.places.cells(name, (SYSTEM, "objects", place))
        }
        kinds = self.figures.objects
        return tuple(
            cell
            for cell in self.map.whole
            if cell in named
            or self.map.terrain_at(cell).id in kinds
            or any(feature.id in kinds for feature in self.map.features_at(cell))
        )
