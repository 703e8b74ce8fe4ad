"""What a scenario says in the words of La Petite Guerre, and how the first state comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from pydantic import Field

from sim.board.battlemap import BattleMap
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Objective, RosterEntry, Setup, UnitEntry
from sim.engine.units import Roster
from sim.files import KeyPath, one_of, shown
from sim.grid import Cell
from sim.play.figures import Faults
from sim.play.limits import KindId
from sim.play.setup import Preparation, TableExtras
from sim.play.tally import Reckoning
from sim.rules.la_petite_guerre.figures import TERRAIN_SET, ManProfile, figures, men
from sim.rules.la_petite_guerre.state import Company, Engagement, LpgData, LpgPosition, LpgState, Man
from sim.tabletop.inches import least_of, misplaced

# -- what the file may say -----------------------------------------------------------------------------------------


class ManEntry(UnitEntry):
    """What a scenario says of a man or a gun. By default he stands on foot, unhurt and loaded."""

    company: str | None = None
    """One of the companies of the scenario; it can be left out where his side has only one, or none."""
    serves: str | None = None
    """The gun of whose crew he is."""
    weapon: str | None = None
    """Which of his two weapons he has in his hands; left out, the first."""
    loaded: bool = True
    bayonet: bool = False
    """It is fixed."""
    mounted: bool = False
    limbered: bool = False
    """Of a gun: it is ready to move, and not to fire."""
    prone: bool = False
    stunned: bool = False
    """Until the end of the first turn."""
    wounded: bool = False
    broken: bool = False
    """He runs."""
    under_fire: bool = False
    """He has just been shot at."""
    hidden: bool = False
    """He lies in a rifle pit or other cover, and the enemy does not know of him."""
    follows: str | None = None
    """LPG-MOVE-3: the man behind whom he goes in single file."""
    acquired: tuple[str, ...] = ()
    """LPG-ACQ: enemies whom he has seen already."""


_OF_GUNS = ("company", "loaded", "limbered", "under_fire")
_OF_MEN = tuple(key for key in ManEntry.model_fields if key not in {*UnitEntry.model_fields, *_OF_GUNS})
"""What a scenario says of guns too, and what of men alone."""


class Extras(TableExtras):
    """The table of the system in a scenario file."""

    companies: dict[KindId, Company] = Field(default_factory=dict)


# -- the first state -----------------------------------------------------------------------------------------------


class Muster(Preparation[LpgState, LpgData]):
    """The men and guns of a scenario, each as the file has him, and what cannot be true of him."""

    kinds = staticmethod(men)
    terrain_set, inches = TERRAIN_SET, True
    units, own, subject = "men", "his own", "he"
    extras: Extras

    def __init__(self, ruleset: Ruleset[LpgState, LpgData], setup: Setup) -> None:
        super().__init__(ruleset, setup)
        self._by_id = {unit.id: unit for unit in setup.units}
        known = (unit for unit in setup.units if self.is_known(unit))
        self._guns = {unit.id: unit for unit in known if self.profile(unit).kind == "gun"}
        self._crews: dict[str, int] = {}
        self._followed: dict[str, str] = {}

    @cached_property
    def _companies(self) -> dict[str, list[str]]:
        """The ids of the companies of each side."""
        named = self.extras.companies.items()
        return {side: [id for id, entry in named if entry.side == side] for side in self.sides}

    def can_be_lost(self, unit: RosterEntry) -> bool:
        """Leave out guns: what a side bears is counted in men."""
        return unit.id not in self._guns

    # -- where he stands ---------------------------------------------------------------------------------

    def movement(self, unit: RosterEntry, profile: ManProfile) -> str:
        if profile.kind == "gun":
            return "gun"
        return "horseman" if unit.entry.mounted else "man"

    def preferred(self, unit: RosterEntry, cells: list[Cell]) -> list[Cell]:
        """Put those cells first that hide a man who is to be hidden: the others would only be refused."""
        return sorted(cells, key=lambda cell: not covered(self.map, cell)) if unit.entry.hidden else cells

    def told_barred(self, unit: RosterEntry, profile: ManProfile, ground: str) -> tuple[str, str]:
        how = {"man": "", "horseman": " mounted", "gun": " with its wheels"}[self.movement(unit, profile)]
        found = f"{shown(unit.id)}{how} in {self.map.grid.name(unit.cells[0])}, on {ground}"
        return found, "ground that can be entered"

    # -- what he is --------------------------------------------------------------------------------------

    def unit(self, unit: RosterEntry, entry: ManEntry, profile: ManProfile, cell: Cell | None) -> Man:
        own = self._companies[unit.side]
        told: dict[str, Any] = {
            "company": own[0] if own else unit.side,
            "weapon": profile.weapon,
            **self.said(unit, profile, cell),
            "stunned": int(entry.stunned),
            "under_fire": int(entry.under_fire),
        }
        return Man(**told)

    def faults(self, unit: RosterEntry, entry: ManEntry, profile: ManProfile, cell: Cell | None) -> Faults:
        """Yield what cannot be true of a man, or a gun."""
        if profile.kind == "gun":
            yield from self._of_a_gun(unit)
        else:
            yield from self._of_a_man(unit, entry, profile, cell)
            yield from self._of_others(unit, entry)
        name, own = entry.company, self._companies[unit.side]
        if name is None and len(own) > 1:
            yield "company", "nothing", f"his company: {one_of(own)}"
        elif name is not None and not own:
            yield "company", shown(name), "nothing: the scenario has no companies for his side"
        elif name is not None:
            self.one_of((*unit.way, "company"), name, own)

    def _of_a_gun(self, unit: RosterEntry) -> Faults:
        for key in _OF_MEN:
            if getattr(unit.entry, key):
                yield key, f"{key} = … for a gun", "nothing: its crew are men of their own"
        served = sum(other.entry.serves == unit.id for other in self.setup.units)
        # Whoever serves a gun that is not there may have been meant for this one, and is told of by himself.
        astray = any(other.entry.serves and other.entry.serves not in self._guns for other in self.setup.units)
        needed = figures().numbers.served
        if served < needed and not astray:
            found = f"{shown(unit.id)} with {'one man' if served else 'nobody'} to serve it"
            yield "id", found, f'{needed} or more, each with serves = "{unit.id}"'

    def _of_a_man(self, unit: RosterEntry, entry: ManEntry, profile: ManProfile, cell: Cell | None) -> Faults:
        """Yield arms that he has not, what nobody is at once, and hiding where there is nothing to hide in."""
        arms = [id for id in (profile.weapon, profile.second) if id]
        if entry.weapon is None or self.one_of((*unit.way, "weapon"), entry.weapon, arms):
            weapon = figures().weapons[entry.weapon or profile.weapon]
            if entry.bayonet and not weapon.bayonet:
                yield "bayonet", f"a bayonet on a {weapon.name}", "a rifle that takes one"
            if not entry.loaded and not weapon.load:
                yield "loaded", f"an unloaded {weapon.name}", "a weapon that takes time to load"
        if entry.limbered:
            yield "limbered", "limbered = … for a man", "a gun"
        if entry.mounted and not profile.rides:
            yield "mounted", f"{profile.name} on a horse", "somebody who rides"
        for other, how in (("prone", "prone"), ("hidden", "hidden"), ("serves", "serving a gun")):
            if entry.mounted and getattr(entry, other):
                yield "mounted", f"{shown(unit.id)} mounted and {how}", "one or the other"
        if entry.broken and (entry.stunned or entry.hidden):
            found = f"{shown(unit.id)} running and {'stunned' if entry.stunned else 'hidden'}"
            yield "broken", found, "one or the other"
        if entry.hidden and unit.turn:
            yield "hidden", f"somebody who comes on turn {unit.turn}", "a man who is there"
        elif entry.hidden and cell is not None and not covered(self.map, cell):
            found = f"{shown(unit.id)} hidden in {self.map.grid.name(cell)}, on {self.map.terrain_at(cell).name}"
            yield "hidden", found, "a rifle pit, or other cover"

    def _of_others(self, unit: RosterEntry, entry: ManEntry) -> Faults:
        """Yield guns, leads and targets that are not there, and crews that are too many."""
        men = [other for other in self.setup.units if other.id not in self._guns]
        guns = [id for id, there in self._guns.items() if there.side == unit.side]
        if entry.serves is not None and not guns:
            yield "serves", shown(entry.serves), "a gun of his side, which has none"
        elif entry.serves is not None and self.one_of((*unit.way, "serves"), entry.serves, guns):
            self._crews[entry.serves] = self._crews.get(entry.serves, 0) + 1
            most = self.profile(self._guns[entry.serves]).crew
            if self._crews[entry.serves] > most:
                yield "serves", f"a crew of more than {most} for {shown(entry.serves)}", f"at most {most} men"
        own = [other.id for other in men if other.side == unit.side and other is not unit]
        if entry.follows is not None and self.one_of((*unit.way, "follows"), entry.follows, own):
            yield from self._of_file(unit, self._by_id[entry.follows])
        enemies = [other.id for other in men if other.side != unit.side]
        for place, target in enumerate(entry.acquired):
            way = (*unit.way, "acquired", place)
            if self.one_of(way, target, enemies) and self._by_id[target].entry.hidden:
                self.refuse(way, f"{shown(target)}, who is hidden", "somebody of whom his side knows")

    def _of_file(self, unit: RosterEntry, lead: RosterEntry) -> Faults:
        """LPG-MOVE-3: refuse a file in which nobody could move: as `Follow` would be refused in play."""
        before, file = unit.entry.follows, set[str]()
        while before in self._by_id and before not in file:
            file.add(before)
            before = self._by_id[before].entry.follows
        # Of those who come later nobody knows where they will be.
        there = not unit.turn and not lead.turn and unit.cells and lead.cells
        if unit.id in file:
            yield "follows", f"a file in which {shown(unit.id)} follows himself", "a lead man who follows nobody"
        elif lead.entry.mounted != unit.entry.mounted:
            yield "follows", "a file of riders and men on foot", "either all of them or none mounted"
        elif self._followed.setdefault(lead.id, unit.id) != unit.id:
            yield "follows", f"a second man behind {shown(lead.id)}", "one behind each"
        elif there and not any(self.map.grid.adjacent(one, other) for one in unit.cells for other in lead.cells):
            yield "follows", f"{shown(unit.id)} behind {shown(lead.id)}, who is elsewhere", "a cell beside him"

    # -- the battle --------------------------------------------------------------------------------------

    def state(self, units: list[Man]) -> LpgState:
        return LpgState(units=Roster(units), turn=0, changes=self.doors())

    def data(self, units: list[Man]) -> LpgData:
        companies = {id: self._company(id, entry) for id, entry in self.extras.companies.items()}
        for side in self.setup.sides:
            if not self._companies[side.id]:
                companies[side.id] = Company(side.id, side.id, side.name)
        hidden = tuple(unit.id for unit in units if unit.hidden)
        engagement = self.stakes(Engagement, companies=companies, hidden=hidden)
        return LpgData(**vars(figures()), engagement=engagement, readings=self.setup.settings)

    def _company(self, id: str, entry: Company) -> Company:
        way: KeyPath = (self.ruleset.id, "companies", id)
        known = self.one_of((*way, "side"), entry.side, self.sides)
        # The only company of a side need not be named by its men.
        if known and len(self._companies[entry.side]) > 1 and not any(u.entry.company == id for u in self.setup.units):
            self.refuse((*way, "side"), f"the company {shown(id)} without a man", f'men with company = "{id}", or none')
        cells = () if entry.goal is None else self.cells(entry.goal, (*way, "goal"), objectives=True)
        return replace(entry, id=id, name=entry.name or id, cells=cells)


def covered(map_: BattleMap, cell: Cell) -> bool:
    """Say whether there is anything in a cell that a man can hide in."""
    return any(kind.cover != "none" for kind in (map_.terrain_at(cell), *map_.features_at(cell)))


# -- positions that were edited by hand ---------------------------------------------------------------------------


def complaints(position: LpgPosition) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    yield from misplaced(position)
    for man in position.state.units:
        if man.cell is not None and man.dead:
            yield f"{man.id} is dead and on the table"
        if man.cell is not None and man.weapon and man.weapon not in position.battle.data.weapons:
            yield f"{man.id} holds a {man.weapon}, which nobody has described"
    state, sides = position.state, [side.id for side in position.battle.sides]
    if state.order and sorted(state.order) != sorted(sides):
        yield f"the order of the sides is {', '.join(state.order)}: expected each of {', '.join(sides)} once"
    if state.phase not in ("first move", "end") and (not state.order or not state.side):
        yield f"it is the step of {state.phase}: expected an order of the sides, and the side whose step it is"
    for arrival in position.battle.data.engagement.arrivals:
        if arrival.unit not in state.units:
            yield f"there is no {arrival.unit}, who comes on turn {arrival.turn}"
    if state.charges.to_come and state.phase != "charges":
        yield "charges are to come, and it is not their step"


# -- who has won ---------------------------------------------------------------------------------------------------


class LpgReckoning(Reckoning):
    """Points for objectives, for those lost and for deeds; a side gives up when enough men are dead or run.

    The end is asked for before every activation, but for charges that were declared and are still to be driven home.
    """

    stakes, fallen, left = attrgetter("battle.data.engagement"), attrgetter("dead"), attrgetter("gone")

    def holder(self, position: LpgPosition, objective: Objective) -> str:
        """LPG-PLACE: return who has an objective: the side with more able men there.

        Where neither has more, because nobody is there or because they fight for it, it stays with the side that had it
        before the battle; empty for nobody.
        """
        near = (unit for unit in position.state.units if unit.cell in objective.ground)
        there = [unit.side for unit in near if unit.able and self.fights(unit)]
        best = least_of([side.id for side in position.battle.sides], lambda side: -there.count(side))
        return best[0] if len(best) == 1 else objective.holder or ""

    def fights(self, unit: Man) -> bool:
        """Leave out guns, which are nothing without men."""
        return unit.profile.kind == "man"

    def lost(self, position: LpgPosition, unit: Man) -> bool:
        """Say whether a man or a gun is lost to his side: a gun if it was put out of action or taken, or with the last
        of its crew.
        """
        if unit.profile.kind == "gun" and unit.id not in position.state.gone:
            own = [man for man in position.state.units if man.serves == unit.id]
            if own and all(self.lost(position, man) for man in own):
                return True
        return super().lost(position, unit)

    def losses(self, position: LpgPosition, side: str) -> int:
        """Return how many men of a side are dead, fled, or run at this moment."""
        harmed = [unit for unit in position.state.units if unit.dead or unit.broken]
        own = (unit for unit in harmed if unit.side == side and self.fights(unit))
        return sum(self.lost(position, unit) or (unit.broken and not unit.out) for unit in own)

    def gave_up(self, position: LpgPosition, side: str, lost: int) -> str:
        return f"{position.battle.side(side).mention} gave up with {lost} dead or on the run"


_COUNT = LpgReckoning()
outcome, standing, gained, holder = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.holder
lost, losses, bring_on = _COUNT.lost, _COUNT.losses, _COUNT.bring_on
