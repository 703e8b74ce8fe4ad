"""What a scenario says in the words of OUTLAWS!, and how the first state comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cached_property
from itertools import chain, count
from typing import Any

from sim.engine.decks import Deck
from sim.engine.ruleset import SOLO
from sim.engine.setup import NamedFacing, NamedSpot, RosterEntry, TypedName, UnitEntry
from sim.engine.units import Roster
from sim.files import counted, shown
from sim.files.strict import Strict
from sim.grid import Cell
from sim.play.figures import Faults
from sim.play.limits import Small
from sim.play.setup import Preparation, TableExtras, barred
from sim.rules.outlaws.figures import HANDS, LOOT, NOTHING, TERRAIN_SET, Hand, Kit, Thing, cast, figures
from sim.rules.outlaws.state import (
    CUP,
    WOUNDS,
    Character,
    Horse,
    Item,
    LootExit,
    OutlawsData,
    OutlawsState,
    Settings,
    Shootout,
)

# -- what the file may say -----------------------------------------------------------------------------------------


class CharacterEntry(UnitEntry):
    """What a scenario says of a character. One of whom it says nothing has the usual kit of its profile."""

    kit: str | None = None
    """A kit of characters.toml, in place of the usual one."""
    hands: tuple[Thing, ...] | None = None
    """What is held, the favoured hand first; "nothing" for an empty hand."""
    carried: tuple[Thing, ...] | None = None
    favours: Hand = "right"
    """The favoured hand."""
    mounted: bool = False
    prone: bool = False
    covering: bool = False
    """Has taken cover."""
    lost: Small = 0
    """Actions that an old wound has cost for good."""
    leg: bool = False
    arms: tuple[Hand, ...] = ()
    """Wounded arms."""


class LootEntry(Strict):
    """Loot that lies on the floor."""

    at: NamedSpot


class HorseEntry(LootEntry):
    """A horse without a rider."""

    id: TypedName | None = None
    facing: NamedFacing | None = None


class Extras(TableExtras):
    """The table of the system in a scenario file."""

    autos: tuple[str, ...] | None = None
    """The sides that the solitaire rules run; left out, those whose player is "solo"."""
    exits: tuple[LootExit, ...] = ()
    loot: tuple[LootEntry, ...] = ()
    objects: tuple[str, ...] = ()
    """Where there is something to strike with, besides tables, chairs and the like."""
    horses: tuple[HorseEntry, ...] = ()
    lead_horses: bool = False
    """OUT-RIDE-2: whoever gets off a horse leads it along when walking, as far as a horse can go there."""
    targets: tuple[str, ...] = ()
    """OUT-T-groups: groups that are targets in this shootout."""


# -- the first state -----------------------------------------------------------------------------------------------

EIGHT = 8
"""Directions that a character can face."""


class Muster(Preparation[OutlawsState, OutlawsData]):
    """The characters of a scenario with all they have, and what cannot be true of them."""

    kinds = staticmethod(lambda: cast().profiles)
    terrain_set = TERRAIN_SET
    cell, table, units, own = "square", "board", "characters", "its own, or an enemy's"
    most_sides = None
    reinforcements = False
    """All counters are in the cup from the first turn on."""
    last_turn = "the number of turns, as in turns = 12"
    extras: Extras

    _item_ids: cached_property[list[str]] = cached_property(lambda _: [])

    # -- what may be wrong -------------------------------------------------------------------------------

    def check_frame(self) -> None:
        ways = len(self.map.grid.directions)
        if ways != EIGHT:
            kind = "squares" if self.map.grid.kind == "square" else "hexes"
            self.refuse(("map",), f"{kind} with {ways} neighbours", f"squares with {EIGHT}")
        else:
            super().check_frame()

    def check(self) -> None:
        super().check()
        self.all_of((self.ruleset.id, "autos"), self.extras.autos or (), self.sides)
        known = [unit for unit in self.setup.units if self.is_known(unit)]
        groups = [unit.id for unit in known if self.profile(unit).group]
        others = [unit.id for unit in self.setup.units if unit.id not in groups]
        for place, id in enumerate(self.extras.targets):
            way = (self.ruleset.id, "targets", place)
            if id in others:
                self.refuse(way, f"{shown(id)}, who is a target anyway", "a group")
            elif not groups:
                self.refuse(way, shown(id), "a group, of which there is none")
            else:
                self.one_of(way, id, groups)

    # -- where they stand --------------------------------------------------------------------------------

    def movement(self, unit: RosterEntry, profile: Any) -> str:
        """Return the gait of a character as it stands there."""
        return "ride" if unit.entry.mounted else "crawl" if unit.entry.prone else "walk"

    def shares(self, unit: RosterEntry, other: RosterEntry) -> bool:
        """Say that enemies may brawl in a square from the start, if the scenario puts them there."""
        return len(unit.cells) == 1 and other.side != unit.side

    def told_barred(self, unit: RosterEntry, profile: Any, ground: str) -> tuple[str, str]:
        """Say where a character cannot stand, and whether it could without its horse."""
        name = self.map.grid.name(unit.cells[0])
        if unit.entry.mounted and not barred(self.map, unit.cells[0], "walk"):
            expected = "ground that a horse can enter, or mounted = false"
            return f"{shown(unit.id)} mounted in {name}, on {ground}", expected
        return f"{shown(unit.id)} in {name}, inside {ground}", "a square that can be entered"

    # -- what they are and have --------------------------------------------------------------------------

    def unit(self, unit: RosterEntry, entry: CharacterEntry, profile: Any, cell: Cell | None) -> Character:
        kit = self._kit(unit, entry, profile)
        held = [None if thing.kind == NOTHING else self._item(unit, thing) for thing in kit.hands]
        told = self.said(unit, profile, cell)
        told |= zip(HANDS if entry.favours == "right" else HANDS[::-1], held, strict=False)
        told["carried"] = tuple(self._item(unit, thing) for thing in kit.carried)
        told["arms"] = tuple(hand for hand in HANDS if hand in entry.arms)
        return Character(**told)

    def faults(self, unit: RosterEntry, entry: CharacterEntry, profile: Any, cell: Cell | None) -> Faults:
        if entry.mounted and (entry.prone or entry.covering):
            found = f"{shown(unit.id)} mounted and {'prone' if entry.prone else 'in cover'}"
            yield "mounted", found, "one or the other"
        if entry.lost >= profile.actions:
            found = f"{counted(entry.lost, 'action')} lost of {profile.actions}"
            yield "lost", found, "at least one left: with none it is unconscious"
        if profile.group and (entry.kit or entry.hands or entry.carried or entry.mounted):
            self.refuse(unit.way, f"a group ({profile.name}) that is armed or mounted", "a group on foot with nothing")

    def _kit(self, unit: RosterEntry, entry: CharacterEntry, profile: Any) -> Kit:
        """Return what a character holds and what it carries, or nothing, with what is wrong told."""
        own = Kit("", entry.hands or (), entry.carried or ())
        if entry.hands is None and entry.carried is None:
            name = profile.kit if entry.kit is None else entry.kit
            return cast().kits[name] if self.one_of((*unit.way, "kit"), name, list(cast().kits)) else own
        if entry.kit is not None:
            self.refuse((*unit.way, "kit"), "a kit beside things of its own", "either kit, or hands and carried")
        return Kit("") if self.notes_any(unit.way, own.faults()) else own

    def _item(self, unit: RosterEntry, thing: Thing) -> Item:
        kind = figures().weapons[thing.kind]
        loaded = kind.capacity if thing.loaded is None else thing.loaded
        return Item(self._item_id(f"{thing.kind}-{unit.id}"), thing.kind, loaded, thing.reloads)

    def _item_id(self, stem: str) -> str:
        """Return an id that nothing else has: the second Colt of Ames is "colt_45-Ames-2"."""
        names = chain([stem], (f"{stem}-{number}" for number in count(2)))
        self._item_ids.append(next(name for name in names if name not in self._item_ids))
        return self._item_ids[-1]

    # -- the first moment --------------------------------------------------------------------------------

    def state(self, units: list[Character]) -> OutlawsState:
        pool = tuple(sorted(chit.id for chit in figures().chits.values() for _ in range(chit.count)))
        return OutlawsState(
            units=Roster(units),
            turn=0,
            changes=self.doors(),
            decks=(Deck(CUP, ()), Deck(WOUNDS, pool)),
            horses=tuple(self._horses()),
            lying=tuple(self._loot()),
        )

    def _horses(self) -> Iterator[Horse]:
        names: set[str] = set()
        directions = list(self.map.grid.directions)
        for place, entry in enumerate(self.extras.horses):
            way, expected = (self.ruleset.id, "horses", place), "ground that a horse can enter"
            free = self.open_cells(entry.at, (*way, "at"), "ride", "a horse on {ground}", expected)
            name = entry.id or f"horse-{place + 1}"
            if name.casefold() in names:
                self.refuse((*way, "id"), shown(name), "an id of its own")
            names.add(name.casefold())
            facing = (entry.facing or directions[0]).casefold()
            if self.one_of((*way, "facing"), facing, directions) and free:
                yield Horse(name, free[0], directions.index(facing))

    def _loot(self) -> Iterator[tuple[Cell, Item]]:
        for place, entry in enumerate(self.extras.loot):
            way, expected = (self.ruleset.id, "loot", place, "at"), "a square that can be entered"
            for cell in self.open_cells(entry.at, way, "walk", "loot inside {ground}", expected)[:1]:
                yield cell, Item(self._item_id(f"{LOOT}-{place + 1}"), LOOT)

    # -- what stays as it is -----------------------------------------------------------------------------

    def data(self, units: list[Character]) -> OutlawsData:
        """Return what stays as it is: figures that the scenario sets are set in the numbers."""
        settings: Settings = self.setup.settings
        autos = self.extras.autos
        if autos is None:
            autos = tuple(side.id for side in self.setup.sides if side.player == SOLO)
        numbers = {number.name for number in fields(figures().numbers)}
        told: Any = settings.model_dump(exclude_none=True, include=numbers)
        printed = {**vars(figures()), "numbers": replace(figures().numbers, **told)}
        right_handed = {unit.id: unit.entry.favours == "right" for unit in self.setup.units}
        own = {"right_handed": right_handed, "targets_allowed": self.extras.targets, "objects": self._objects()}
        return OutlawsData(**printed, shootout=self.stakes(Shootout, **own), autos=autos, readings=settings)

    def _objects(self) -> tuple[Cell, ...]:
        """OUT-BRAWL-2: the squares that have something in them to strike with, in map order."""
        way, map_ = (self.ruleset.id, "objects"), self.map
        there = {cell for place, name in enumerate(self.extras.objects) for cell in self.cells(name, (*way, place))}
        for cell in map_.whole:
            if any(kind.id in figures().objects for kind in (map_.terrain_at(cell), *map_.features_at(cell))):
                there.add(cell)
        return tuple(cell for cell in map_.whole if cell in there)
