"""From a scenario to a mission and its first state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from sim.board.convention import TABLETOP
from sim.engine.battle import Battle
from sim.engine.decks import Deck
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Mustered, Setup, SetupRefused
from sim.engine.units import Roster
from sim.files import Way, counted, shown
from sim.grid import Cell
from sim.rules.ambush_alley.data import AasData, Exit, Mission, Objective, Placing, Readings
from sim.rules.ambush_alley.entries import Extras, Settings, TeamEntry, Victory
from sim.rules.ambush_alley.figures import TERRAIN_SET, TeamProfile, cards, figures, profiles
from sim.rules.ambush_alley.units import ASSETS, FOG, AasState, HotSpot, Team
from sim.rules.common.places import Places, article

__all__ = ["SYSTEM", "Extras", "Preparation", "Settings", "TeamEntry", "Victory", "prepared"]

SYSTEM = "ambush_alley"
PARTIES = (2, 3)
"""Regulars and Insurgents, and civilians where there are any."""
SHARED = 2
"""Players who share the Regulars, at least."""


def prepared(ruleset: Ruleset[AasState, AasData], setup: Setup) -> tuple[Battle[AasData], AasState]:
    """Return the mission and its first state, or raise `SetupRefused` with everything that is wrong."""
    return Preparation(ruleset, setup).prepared()


class Preparation:
    """Gathers everything that is wrong with a scenario before it gives up."""

    def __init__(self, ruleset: Ruleset[AasState, AasData], setup: Setup) -> None:
        self.ruleset, self.setup, self.map = ruleset, setup, setup.map
        self.extras: Extras = setup.extras
        self.figures, self.profiles, self.cards = figures(), profiles(), cards()
        self.sides = [side.id for side in setup.sides]
        self.places = Places(setup.map)
        self.refuse = self.places.refuse

    def prepared(self) -> tuple[Battle[AasData], AasState]:
        """Return the mission and its first state, or raise `SetupRefused`."""
        self.places.check_inches(TERRAIN_SET)
        self._check_sides()
        if not self.places.mistakes:
            units = list(self._teams())
            data = self._data(units)
            state = self._state(units, data.mission)
        if self.places.mistakes:
            raise SetupRefused(self.places.mistakes)
        battle = Battle(self.ruleset, self.map, TABLETOP, self.setup.sides, data, self.profiles, self.setup.turns)
        return battle, state

    # -- the frame ---------------------------------------------------------------------------------------

    def _check_sides(self) -> None:
        if len(self.sides) not in PARTIES:
            self.refuse(("sides",), counted(len(self.sides), "side"), "two, or three with civilians")
            return
        if self.setup.turns is None:
            self.refuse(("limits",), "nothing", "the number of turns, as in turns = 10")
        for key, said in (("regulars", self.extras.regulars), ("insurgents", self.extras.insurgents)):
            if said is not None:
                self.places.one_of((SYSTEM, key), said, self.sides)
        if self.extras.civilians is not None:
            self.places.one_of((SYSTEM, "civilians"), self.extras.civilians, self.sides)
        parties = self._parties()
        if len(set(parties)) < len(parties):
            self.refuse((SYSTEM,), "one side in two parts", "Regulars, Insurgents and civilians apart")
        victory: Victory = self.setup.victory
        for side in victory.needs:
            self.places.one_of(("victory", "needs", side), side, self._fighting())
        if victory.tie is not None:
            self.places.one_of(("victory", "tie"), victory.tie, self._fighting())

    def _parties(self) -> tuple[str, ...]:
        """Return the sides of Regulars, Insurgents and civilians: as named, else in the order of the file."""
        named = [self.extras.regulars, self.extras.insurgents, self.extras.civilians][: len(self.sides)]
        others = iter([side for side in self.sides if side not in named])
        return tuple(name or next(others, "") for name in named)

    def _fighting(self) -> list[str]:
        """Return the sides that can win, which civilians cannot; any may be, while it is not known which is which."""
        known = all(side in self.sides for side in self._parties())
        return [side for side in self.sides if not known or side != self.civilians]

    @property
    def regulars(self) -> str:
        """The side of the Regulars."""
        return self._parties()[0]

    @property
    def insurgents(self) -> str:
        """The side of the Insurgents."""
        return self._parties()[1]

    @property
    def civilians(self) -> str:
        """The side of the civilians, or nothing."""
        return "".join(self._parties()[2:])

    # -- units -------------------------------------------------------------------------------------------

    def _teams(self) -> Iterator[Team]:
        taken: dict[Cell, Mustered] = {}
        # Whoever has a cell of its own keeps it: those of an area make room.
        named = {unit.cells[0] for unit in self.setup.units if len(unit.cells) == 1}
        for unit in self.setup.units:
            profile = self._profile(unit)
            known = unit.entry.profile in self.profiles
            if known:
                self._check_unit(unit, profile)
                self._check_party(unit, profile)
            if unit.turn:
                self.refuse(unit.way, f"somebody who comes on turn {unit.turn}", "units that are there from the start")
            elif unit.entry.aboard is not None:
                self._check_passenger(unit)
            cell = self._placed(unit, profile, taken, named) if known and not unit.turn else None
            yield self._team(unit, profile, cell)

    def _profile(self, unit: Mustered) -> TeamProfile:
        if self.places.one_of((*unit.way, "profile"), unit.entry.profile, list(self.profiles)):
            return self.profiles[unit.entry.profile]
        return next(iter(self.profiles.values()))

    def _placed(
        self, unit: Mustered, profile: TeamProfile, taken: dict[Cell, Mustered], named: set[Cell]
    ) -> Cell | None:
        """Return where a unit stands, and tell if it cannot stand there. Passengers have no cell of their own."""
        way = (*unit.way, "at")
        if unit.entry.aboard is not None:
            if unit.cells:
                self.refuse(way, f"{shown(unit.id)} aboard a vehicle and in a cell", "one or the other")
            return None
        if not unit.cells:
            self.refuse(way, "nothing", "where it stands, or aboard what")
            return None
        fit = [cell for cell in unit.cells if not self.places.barred(cell, profile.movement)]
        if not fit:
            cell = unit.cells[0]
            where = f"{shown(unit.id)}, {article(profile.name)}, in {self.map.grid.name(cell)}"
            found = f"{where}, on {self.places.barred(cell, profile.movement)}"
            self.refuse(way, found, "ground that it can enter")
            return None
        free = [cell for cell in fit if cell not in taken and (len(unit.cells) == 1 or cell not in named)]
        if not free:
            self.refuse(way, f"{shown(unit.id)} in a cell that is taken", "a cell of its own")
            return None
        taken[free[0]] = unit
        return free[0]

    def _check_unit(self, unit: Mustered, profile: TeamProfile) -> None:
        """Refuse what cannot be true of a unit of its kind."""
        entry: TeamEntry = unit.entry
        there = self._fit(unit, profile) + entry.downed + entry.serious
        if there > profile.figures:
            key = "figures" if entry.figures is not None and entry.figures > profile.figures else "downed"
            key = key if key == "figures" or entry.downed else "serious"
            self.refuse((*unit.way, key), f"{there} of {profile.name}", f"at most {profile.figures}")
        elif entry.light > self._fit(unit, profile):
            found = f"{entry.light} lightly wounded of {self._fit(unit, profile)} who can fight"
            self.refuse((*unit.way, "light"), found, "no more than there are")
        if entry.leader is not None and profile.kind != "team":
            self.refuse((*unit.way, "leader"), f"a leader with {article(profile.name)}", "a leader with a team")
        for place, weapon in enumerate(entry.support or ()):
            way = (*unit.way, "support", place)
            if (
                self.places.one_of(way, weapon, list(self.figures.supports))
                and self.figures.supports[weapon].mounted
                and profile.kind != "vehicle"
            ):
                self.refuse(way, f"{shown(weapon)}, which is mounted, with {article(profile.name)}", "a vehicle")

    def _fit(self, unit: Mustered, profile: TeamProfile) -> int:
        """Return how many of a unit can fight: as the scenario says, else all who are not wounded."""
        entry: TeamEntry = unit.entry
        return max(0, profile.figures - entry.downed - entry.serious) if entry.figures is None else entry.figures

    def _check_party(self, unit: Mustered, profile: TeamProfile) -> None:
        """Refuse what only another party can have."""
        entry: TeamEntry = unit.entry
        if (unit.side == self.civilians) != (profile.kind == "mob"):
            expected = "a mob" if unit.side == self.civilians else "no mob: those are a side of their own"
            self.refuse((*unit.way, "profile"), f"{article(profile.name)} of {shown(unit.side)}", expected)
        wounded = next((key for key in ("downed", "light", "serious") if getattr(entry, key)), None)
        if unit.side != self.regulars and (wounded or entry.overwatch):
            found = f"{article(profile.name)} of {shown(unit.side)} {wounded or 'on overwatch'}"
            self.refuse((*unit.way, wounded or "overwatch"), found, "a Regular unit")
        players = list(self.extras.players)
        if entry.player is not None and unit.side != self.regulars:
            self.refuse((*unit.way, "player"), f"a player for {shown(unit.side)}", "a Regular unit")
        elif entry.player is not None and not players:
            self.refuse(
                (*unit.way, "player"), shown(entry.player), f"players = [names] in [{SYSTEM}], of whom it is one"
            )
        elif entry.player is not None:
            self.places.one_of((*unit.way, "player"), entry.player, players)
        elif players and unit.side == self.regulars:
            self.refuse((*unit.way, "player"), "nothing", f"who commands it: {', '.join(players)}")

    def _check_passenger(self, unit: Mustered) -> None:
        """Refuse a passenger without a vehicle of its side, or without a seat."""
        way, entry = (*unit.way, "aboard"), unit.entry
        vehicles = {
            other.id: self.profiles[other.entry.profile]
            for other in self.setup.units
            if other.side == unit.side
            and other.entry.profile in self.profiles
            and self.profiles[other.entry.profile].kind == "vehicle"
        }
        if not self.places.one_of(way, entry.aboard, list(vehicles)):
            return
        riders = [other for other in self.setup.units if other.entry.aboard == entry.aboard]
        known = [other for other in riders if other.entry.profile in self.profiles]
        there = sum(self._all_of(other, self.profiles[other.entry.profile]) for other in known)
        there += sum(other.entry.leader is not None for other in known)
        if there > vehicles[entry.aboard].seats and unit is riders[-1]:
            found = f"{counted(there, 'passenger')} of {shown(entry.aboard)}"
            self.refuse(way, found, f"at most {vehicles[entry.aboard].seats}")

    def _all_of(self, unit: Mustered, profile: TeamProfile) -> int:
        entry: TeamEntry = unit.entry
        return self._fit(unit, profile) + entry.downed + entry.serious

    def _team(self, unit: Mustered, profile: TeamProfile, cell: Cell | None) -> Team:
        entry: TeamEntry = unit.entry
        return Team(
            id=unit.id,
            side=unit.side,
            profile=profile,
            cell=cell,
            facing=unit.facing,
            figures=self._fit(unit, profile),
            strength=0 if entry.figures is None else self._all_of(unit, profile),
            leader=profile.quality if profile.kind == "leader" else entry.leader or 0,
            support=profile.support if entry.support is None else entry.support,
            player=entry.player or "",
            downed=entry.downed,
            light=entry.light,
            serious=entry.serious,
            pinned=1 if entry.pinned else 0,
            overwatch=entry.overwatch,
            aboard=entry.aboard or "",
        )

    # -- the first state ---------------------------------------------------------------------------------

    def _state(self, units: list[Team], mission: Mission) -> AasState:
        return AasState(
            units=Roster({unit.id: unit for unit in units}.values()),
            turn=0,
            changes=self.places.worked(self.extras.doors, (SYSTEM, "doors")),
            decks=(Deck(FOG, tuple(sorted(self.cards.fog))), Deck(ASSETS, tuple(sorted(self.cards.assets)))),
            level=self.extras.level,
            hot_spots=tuple(self._hot_spots()) if mission.placing == "scenario" else (),
        )

    def _hot_spots(self) -> Iterator[HotSpot]:
        """AAS-HOT: those that the scenario sets, numbered as a die finds them."""
        most = self.figures.numbers.hot_spot_count
        if len(self.extras.hot_spots) > most:
            self.refuse((SYSTEM, "hot_spots"), f"{len(self.extras.hot_spots)} hot spots", f"at most {most}")
        found: list[Cell] = []
        for place, name in enumerate(self.extras.hot_spots):
            way: Way = (SYSTEM, "hot_spots", place)
            fit = [cell for cell in self.places.cells(name, way) if not self.places.barred(cell, "foot")]
            if not fit or fit[0] in found:
                if self.places.cells(name, way):
                    told = f"two hot spots in {shown(name)}" if fit else f"a hot spot in {shown(name)}"
                    self.refuse(way, told, "a cell of its own" if fit else "ground that somebody can stand on")
                continue
            found.append(fit[0])
            yield HotSpot(str(place + 1), fit[0])

    # -- what stays as it is -----------------------------------------------------------------------------

    def _data(self, units: list[Team]) -> AasData:
        self._check_cards()
        return AasData(
            **vars(self.figures),
            **vars(self.cards),
            mission=self._mission(units),
            readings=self._readings(),
        )

    def _readings(self) -> Readings:
        """Return how the clauses are read that can be read in two ways."""
        settings: Settings = self.setup.settings
        return Readings(**{each.name: getattr(settings, each.name) for each in fields(Readings)})

    def _check_cards(self) -> None:
        for place, card in enumerate(self.extras.assets):
            way: Way = (SYSTEM, "assets", place)
            if self.places.one_of(way, card, list(self.cards.assets)) and card in self.extras.assets[:place]:
                self.refuse(way, f"{shown(card)} twice", "every card once")
        drawn = len(self.extras.assets) + self.extras.asset_cards
        if drawn > len(self.cards.assets):
            self.refuse((SYSTEM, "asset_cards"), f"{drawn} asset cards", f"at most {len(self.cards.assets)}")
        if self.extras.fog_cards > len(self.cards.fog):
            found = f"{self.extras.fog_cards} fog-of-war cards"
            self.refuse((SYSTEM, "fog_cards"), found, f"at most {len(self.cards.fog)}")

    def _mission(self, units: list[Team]) -> Mission:
        victory: Victory = self.setup.victory
        own = [unit for unit in units if unit.side == self.regulars]
        if not own:
            self.refuse(("sides", self.regulars), "no units", "Regulars, who have a mission")
        if len(self.extras.players) == 1 or len(set(self.extras.players)) < len(self.extras.players):
            self.refuse((SYSTEM, "players"), ", ".join(self.extras.players), f"at least {SHARED} names that differ")
        # A name that is misspelt at a unit leaves somebody without any: that is one mistake, and told already.
        for place, player in enumerate(() if self.places.mistakes else self.extras.players):
            if not any(unit.player == player for unit in own):
                found = f"{shown(player)}, who commands nobody"
                self.refuse((SYSTEM, "players", place), found, "a unit for every player")
        entry = self.places.cells(self.extras.entry, (SYSTEM, "entry")) if self.extras.entry is not None else ()
        return Mission(
            regulars=self.regulars,
            insurgents=self.insurgents,
            civilians=self.civilians,
            placing=self._placing(),
            entry=entry or tuple(unit.cell for unit in own if unit.cell is not None),
            fog_cards=self.extras.fog_cards,
            asset_cards=self.extras.asset_cards,
            assets=self.extras.assets,
            objectives=tuple(self._objectives()),
            exits=tuple(self._exits()),
            needs=victory.needs,
            casualties=victory.casualties,
            tie=victory.tie or "",
            players=self.extras.players,
            strength={
                unit.id: unit.figures + unit.downed + unit.serious for unit in own if unit.profile.kind == "team"
            },
        )

    def _placing(self) -> Placing:
        settings: Settings = self.setup.settings
        if settings.hot_spots == "scenario" and not self.extras.hot_spots:
            found = "hot spots of the scenario, which names none"
            self.refuse(("settings", "hot_spots"), found, f'"player", "automatic", or hot_spots in [{SYSTEM}]')
        return settings.hot_spots or ("scenario" if self.extras.hot_spots else "automatic")

    def _objectives(self) -> Iterator[Objective]:
        known = [objective.id for objective in self.setup.objectives]
        for id in self.extras.objectives:
            self.places.one_of((SYSTEM, "objectives", id), id, known)
        for place, there in enumerate(self.setup.objectives):
            kind = self.extras.objectives.get(there.id, "hold")
            if kind != "hold" and there.holder:
                told = f"a holder of what is to {kind}"
                self.refuse(("objectives", place, "holder"), told, "nobody, or an objective to hold")
            elif there.holder and there.holder == self.civilians:
                self.places.one_of(("objectives", place, "holder"), there.holder, self._fighting())
            yield Objective(there.id, there.title, there.cells, there.points, kind, there.holder or "")

    def _exits(self) -> Iterator[Exit]:
        for place, entry in enumerate(self.extras.exits):
            way: Way = (SYSTEM, "exits", place)
            known = self.places.one_of((*way, "side"), entry.side, self._fighting())
            own = [unit.id for unit in self.setup.units if unit.side == entry.side]
            for number, id in enumerate(entry.units if known else ()):
                self.places.one_of((*way, "units", number), id, own)
            yield Exit(entry.side, self.places.at_the_edge(entry.at, (*way, "at")), entry.points, entry.units)
