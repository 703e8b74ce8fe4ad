"""Calling the roll of a scenario: each man and gun as the file has him, and what cannot be true of him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.board.battlemap import BattleMap
from sim.engine.setup import Mustered
from sim.files import Way, one_of, shown
from sim.grid import Cell
from sim.rules.la_petite_guerre.entries import ManEntry
from sim.rules.la_petite_guerre.figures import ManProfile
from sim.rules.la_petite_guerre.units import Man

if TYPE_CHECKING:
    from sim.rules.la_petite_guerre.prepare import Preparation

_OF_MEN = (
    "serves", "weapon", "bayonet", "mounted", "prone", "stunned", "wounded", "broken", "hidden", "follows", "acquired",
)  # fmt: skip
"""What a scenario says of men and never of guns."""


def covered(map_: BattleMap, cell: Cell) -> bool:
    """Say whether there is anything in a cell that a man can hide in."""
    return any(kind.cover != "none" for kind in (map_.terrain_at(cell), *map_.features_at(cell)))


class Roll:
    """The men of a scenario: what is wrong with each is noted where everything else is."""

    def __init__(self, preparation: Preparation) -> None:
        self._told = preparation
        self._setup, self._map = preparation.setup, preparation.map
        self._sides = {unit.id: unit.side for unit in self._setup.units}
        self._guns = {unit.id: unit for unit in self._setup.units if self._kind(unit) == "gun"}
        self._units = {unit.id: unit for unit in self._setup.units}
        self._crews: dict[str, int] = {}
        self._followed: dict[str, str] = {}
        self._leads = {unit.id: unit.entry.follows for unit in self._setup.units}

    def _kind(self, unit: Mustered) -> str:
        profile = self._told.profiles.get(unit.entry.profile)
        return profile.kind if profile else ""

    # -- what cannot be true -----------------------------------------------------------------------------

    def check(self, unit: Mustered, profile: ManProfile, cell: Cell | None) -> None:
        """Note what cannot be true of a man, or a gun, of that kind who stands there."""
        if profile.kind == "gun":
            self._check_gun(unit)
        else:
            self._check_arms(unit, profile)
            self._check_state(unit, profile)
            self._check_hiding(unit, cell)
            self._check_others(unit)
        self._check_company(unit)

    def _check_gun(self, unit: Mustered) -> None:
        for key in _OF_MEN:
            if getattr(unit.entry, key):
                self._told.refuse((*unit.way, key), f"{key} = … for a gun", "nothing: its crew are men of their own")
        served = sum(other.entry.serves == unit.id for other in self._setup.units)
        # Whoever serves a gun that is not there may have been meant for this one, and is told of by himself.
        astray = any(other.entry.serves and other.entry.serves not in self._guns for other in self._setup.units)
        needed = self._told.figures.numbers.served
        if served < needed and not astray:
            found = f"{shown(unit.id)} with {'one man' if served else 'nobody'} to serve it"
            self._told.refuse((*unit.way, "id"), found, f'{needed} or more, each with serves = "{unit.id}"')

    def _check_arms(self, unit: Mustered, profile: ManProfile) -> None:
        entry: ManEntry = unit.entry
        own = [id for id in (profile.weapon, profile.second) if id]
        if entry.weapon is not None and entry.weapon not in own:
            self._told.one_of((*unit.way, "weapon"), entry.weapon, own)
            return
        weapon = self._told.figures.weapons[entry.weapon or profile.weapon]
        if entry.bayonet and not weapon.bayonet:
            self._told.refuse((*unit.way, "bayonet"), f"a bayonet on a {weapon.name}", "a rifle that takes one")
        if not entry.loaded and not weapon.load:
            self._told.refuse((*unit.way, "loaded"), f"an unloaded {weapon.name}", "a weapon that takes time to load")

    def _check_state(self, unit: Mustered, profile: ManProfile) -> None:
        entry: ManEntry = unit.entry
        if entry.limbered:
            self._told.refuse((*unit.way, "limbered"), "limbered = … for a man", "a gun")
        if entry.mounted and not profile.rides:
            self._told.refuse((*unit.way, "mounted"), f"{profile.name} on a horse", "somebody who rides")
        for other in ("prone", "hidden", "serves"):
            if entry.mounted and getattr(entry, other):
                how = "serving a gun" if other == "serves" else other
                self._told.refuse((*unit.way, "mounted"), f"{shown(unit.id)} mounted and {how}", "one or the other")
        if entry.broken and (entry.stunned or entry.hidden):
            found = f"{shown(unit.id)} running and {'stunned' if entry.stunned else 'hidden'}"
            self._told.refuse((*unit.way, "broken"), found, "one or the other")

    def _check_hiding(self, unit: Mustered, cell: Cell | None) -> None:
        """Refuse somebody who hides where there is nothing to hide in."""
        if not unit.entry.hidden:
            return
        if unit.turn:
            self._told.refuse((*unit.way, "hidden"), f"somebody who comes on turn {unit.turn}", "a man who is there")
        elif cell is not None and not covered(self._map, cell):
            found = f"{shown(unit.id)} hidden in {self._map.grid.name(cell)}, on {self._map.terrain_at(cell).name}"
            self._told.refuse((*unit.way, "hidden"), found, "a rifle pit, or other cover")

    def _check_others(self, unit: Mustered) -> None:
        """Refuse guns, leads and targets that are not there."""
        entry: ManEntry = unit.entry
        own = [id for id, side in self._sides.items() if side == unit.side and id != unit.id]
        enemies = [id for id, side in self._sides.items() if side != unit.side and id not in self._guns]
        if entry.serves is not None:
            self._check_crew(unit, (*unit.way, "serves"), entry.serves)
        if entry.follows is not None and self._told.one_of(
            (*unit.way, "follows"), entry.follows, [id for id in own if id not in self._guns]
        ):
            self._check_file(unit, (*unit.way, "follows"), self._units[entry.follows])
        for place, target in enumerate(entry.acquired):
            way = (*unit.way, "acquired", place)
            if self._told.one_of(way, target, enemies) and self._units[target].entry.hidden:
                self._told.refuse(way, f"{shown(target)}, who is hidden", "somebody of whom his side knows")

    def _check_file(self, unit: Mustered, way: Way, lead: Mustered) -> None:
        """LPG-MOVE-3: refuse a file in which nobody could move: as `Follow` would be refused in play."""
        entry: ManEntry = unit.entry
        if self._circles(unit):
            found, expected = f"a file in which {shown(unit.id)} follows himself", "a lead man who follows nobody"
        elif lead.entry.mounted != entry.mounted:
            found, expected = "a file of riders and men on foot", "either all of them or none mounted"
        elif self._followed.setdefault(lead.id, unit.id) != unit.id:
            found, expected = f"a second man behind {shown(lead.id)}", "one behind each"
        elif not self._may_stand_beside(unit, lead):
            found, expected = f"{shown(unit.id)} behind {shown(lead.id)}, who is elsewhere", "a cell beside him"
        else:
            return
        self._told.refuse(way, found, expected)

    def _may_stand_beside(self, unit: Mustered, lead: Mustered) -> bool:
        """Say whether any of the cells of two men are neighbours; of those who come later nobody knows."""
        if unit.turn or lead.turn or not unit.cells or not lead.cells:
            return True
        adjacent = self._map.grid.adjacent
        return any(adjacent(one, other) for one in unit.cells for other in lead.cells)

    def _circles(self, unit: Mustered) -> bool:
        """Say whether the file in which a man goes comes back to him."""
        lead, seen = self._leads.get(unit.id), set[str]()
        while lead and lead not in seen:
            seen.add(lead)
            lead = self._leads.get(lead)
        return unit.id in seen

    def _check_crew(self, unit: Mustered, way: Way, gun: str) -> None:
        own = [id for id, there in self._guns.items() if there.side == unit.side]
        if not own:
            self._told.refuse(way, shown(gun), "a gun of his side, which has none")
        elif self._told.one_of(way, gun, own):
            self._crews[gun] = self._crews.get(gun, 0) + 1
            most = self._told.profiles[self._guns[gun].entry.profile].crew
            if self._crews[gun] > most:
                self._told.refuse(way, f"a crew of more than {most} for {shown(gun)}", f"at most {most} men")

    def _check_company(self, unit: Mustered) -> None:
        way, own = (*unit.way, "company"), self._companies(unit.side)
        name: str | None = unit.entry.company
        if name is None:
            if len(own) > 1:
                self._told.refuse(way, "nothing", f"his company: {one_of(own)}")
        elif not own:
            self._told.refuse(way, shown(name), "nothing: the scenario has no companies for his side")
        else:
            self._told.one_of(way, name, own)

    def _companies(self, side: str) -> list[str]:
        return [id for id, entry in self._told.extras.companies.items() if entry.side == side]

    # -- as the file has him -----------------------------------------------------------------------------

    def man(self, unit: Mustered, profile: ManProfile, cell: Cell | None) -> Man:
        """Return a man, or a gun, as he is before the first turn."""
        entry: ManEntry = unit.entry
        own = self._companies(unit.side)
        return Man(
            id=unit.id,
            side=unit.side,
            profile=profile,
            cell=cell,
            facing=unit.facing,
            company=entry.company or (own[0] if own else unit.side),
            serves=entry.serves or "",
            weapon=entry.weapon or profile.weapon,
            loaded=entry.loaded,
            bayonet=entry.bayonet,
            mounted=entry.mounted,
            limbered=entry.limbered,
            prone=entry.prone,
            stunned=int(entry.stunned),
            wounded=entry.wounded,
            broken=entry.broken,
            under_fire=int(entry.under_fire),
            hidden=entry.hidden,
            follows=entry.follows or "",
            acquired=entry.acquired,
        )
