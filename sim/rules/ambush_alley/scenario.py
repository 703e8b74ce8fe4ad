"""What a scenario says in the words of Ambush Alley, and how the first state comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from pydantic import Field

from sim.engine.decks import Deck
from sim.engine.ruleset import Ruleset
from sim.engine.setup import NamedSide, NamedSpot, RosterEntry, Setup, TypedName, UnitEntry
from sim.engine.units import Roster
from sim.files import KeyPath, counted, shown
from sim.grid import Cell
from sim.play.figures import Faults
from sim.play.limits import Count, Small
from sim.play.setup import Preparation, TableExtras, article
from sim.play.tally import Exit
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.figures import TERRAIN_SET, Die, TeamProfile, cards, figures, teams
from sim.rules.ambush_alley.state import AasData, AasState, HotSpot, Mission, Placing, Settings, Task, TaskKind, Team

# -- what the file may say -----------------------------------------------------------------------------------------


class TeamEntry(UnitEntry):
    """What a scenario says of a unit. One of whom it says nothing is at full strength, unhurt and without a leader."""

    figures: Count | None = None
    """Who can fight; fewer than its kind has."""
    leader: Die | None = None
    """The Quality die of the leader who is with it."""
    support: tuple[str, ...] | None = None
    """Support weapons in place of those of its kind."""
    player: str | None = None
    """AAS-COOP: who commands it."""
    downed: Small = 0
    light: Small = 0
    serious: Small = 0
    pinned: bool = False
    """Until the end of the first turn."""
    overwatch: bool = False
    """From the first turn on, until it acts."""
    aboard: str | None = None
    """The vehicle that it rides in, in place of a cell."""

    def able(self, profile: TeamProfile) -> int:
        """Return how many can fight: as the scenario says, else all who are not wounded."""
        return max(0, profile.figures - self.downed - self.serious) if self.figures is None else self.figures

    def there(self, profile: TeamProfile) -> int:
        """Return how many there are, the wounded with them."""
        return self.able(profile) + self.downed + self.serious


class TeamExit(Exit):
    """An edge of the table over which a side, or some units of it, are rewarded for leaving."""

    unwritten: ClassVar = frozenset({"cells"})


class Extras(TableExtras):
    """The table of the system in a scenario file."""

    regulars: NamedSide | None = None
    """The side of the Regulars; left out, the first of the file."""
    insurgents: NamedSide | None = None
    """The side of the Insurgents; left out, the second."""
    civilians: NamedSide | None = None
    """The side of the civilians; left out, the third, if there is one."""
    level: Annotated[int, Field(ge=0, le=6)] = 3
    """The insurgency level at the beginning."""
    entry: NamedSpot | None = None
    """Where the Regulars come from, from where no hot spot may be seen; left out, where they stand."""
    hot_spots: tuple[NamedSpot, ...] = ()
    """AAS-HOT: a cell each."""
    fog_cards: Small = 0
    """Cards of the fog of war that are drawn before the first turn."""
    asset_cards: Small = 0
    """Asset cards that the Regulars draw before the first turn."""
    assets: tuple[str, ...] = ()
    """Asset cards that they have in any case."""
    players: Annotated[tuple[TypedName, ...], Field(max_length=4)] = ()
    """AAS-COOP: who shares the Regulars, in the order in which the mouse goes round."""
    objectives: dict[str, TaskKind] = Field(default_factory=dict)
    """What is to be done at an objective, by its id; left out, it is to be held."""
    exits: tuple[TeamExit, ...] = ()


# -- the first state -----------------------------------------------------------------------------------------------


class Muster(Preparation[AasState, AasData]):
    """The units of a scenario in their three parties, and what cannot be true of them."""

    kinds = staticmethod(teams)
    terrain_set, inches = TERRAIN_SET, True
    stands, reinforcements = "stands, or aboard what", False
    most_sides, sides_wanted = 3, "two, or three with civilians"
    extras: Extras

    def __init__(self, ruleset: Ruleset[AasState, AasData], setup: Setup) -> None:
        super().__init__(ruleset, setup)
        # Regulars, Insurgents and civilians, as named, else in the order of the file.
        named = [self.extras.regulars, self.extras.insurgents, self.extras.civilians][: len(self.sides)]
        others = iter([side for side in self.sides if side not in named])
        self._parties = [name or next(others, "") for name in named]
        self.regulars, self.insurgents, self.civilians = [*self._parties, ""][:3]

    # -- the parties -------------------------------------------------------------------------------------

    def check_frame(self) -> None:
        """Note what is wrong with map and parties: of units nothing is said before it is known whose they are."""
        super().check_frame()
        for key in ("regulars", "insurgents", "civilians"):
            if (said := getattr(self.extras, key)) is not None:
                self.one_of((self.ruleset.id, key), said, self.sides)
        if len(set(self._parties)) < len(self._parties):
            self.refuse((self.ruleset.id,), "one side in two parts", "Regulars, Insurgents and civilians apart")
        if self.mistakes or len(self.sides) > len(self._parties):
            self.check()

    def winners(self) -> list[str]:
        """Return the sides that can win, which civilians cannot; any may be, while it is not known which is which."""
        known = all(side in self.sides for side in self._parties)
        return [side for side in self.sides if not known or side != self.civilians]

    # -- units -------------------------------------------------------------------------------------------

    def placed(self, unit: RosterEntry) -> Cell | None:
        """Return where a unit stands. Passengers have no cell of their own."""
        return super().placed(unit) if unit.entry.aboard is None or unit.turn else None

    def unit(self, unit: RosterEntry, entry: TeamEntry, profile: TeamProfile, cell: Cell | None) -> Team:
        """Return a unit as it is before the first turn."""
        told: dict[str, Any] = {
            "figures": entry.able(profile),
            "strength": 0 if entry.figures is None else entry.there(profile),
            "leader": profile.quality if profile.kind == "leader" else 0,
            "support": profile.support,
            **self.said(unit, profile, cell),
            "pinned": int(entry.pinned),
        }
        return Team(**told)

    def faults(self, unit: RosterEntry, entry: TeamEntry, profile: TeamProfile, cell: Cell | None) -> Faults:
        """Yield what cannot be true of a unit of its kind."""
        yield from self._of_party(unit, entry, profile)
        if entry.aboard is not None:
            yield from self._of_a_passenger(unit, entry.aboard)
        there, able = entry.there(profile), entry.able(profile)
        if there > profile.figures:
            key = "figures" if able > profile.figures else "downed" if entry.downed else "serious"
            yield key, f"{there} of {profile.name}", f"at most {profile.figures}"
        elif entry.light > able:
            found = f"{entry.light} lightly wounded of {able} who can fight"
            yield "light", found, "no more than there are"
        if entry.leader is not None and profile.kind != "team":
            yield "leader", f"a leader with {article(profile.name)}", "a leader with a team"
        supports = figures().supports
        for place, weapon in enumerate(entry.support or ()):
            way = (*unit.way, "support", place)
            if self.one_of(way, weapon, list(supports)) and supports[weapon].mounted and profile.kind != "vehicle":
                self.refuse(way, f"{shown(weapon)}, which is mounted, with {article(profile.name)}", "a vehicle")

    def _of_party(self, unit: RosterEntry, entry: TeamEntry, profile: TeamProfile) -> Faults:
        """Yield what only another party can have."""
        regular, whose = unit.side == self.regulars, f"{article(profile.name)} of {shown(unit.side)}"
        if (unit.side == self.civilians) != (profile.kind == "mob"):
            expected = "a mob" if unit.side == self.civilians else "no mob: those are a side of their own"
            yield "profile", whose, expected
        theirs = next((key for key in ("downed", "light", "serious", "overwatch") if getattr(entry, key)), None)
        if theirs and not regular:
            how = "on overwatch" if theirs == "overwatch" else theirs
            yield theirs, f"{whose} {how}", "a Regular unit"
        players = self.extras.players
        if entry.player is not None and not regular:
            yield "player", f"a player for {shown(unit.side)}", "a Regular unit"
        elif entry.player is not None and not players:
            expected = f"players = [names] in [{self.ruleset.id}], of whom it is one"
            yield "player", shown(entry.player), expected
        elif entry.player is not None:
            self.one_of((*unit.way, "player"), entry.player, players)
        elif players and regular:
            yield "player", "nothing", f"who commands it: {', '.join(players)}"

    def _of_a_passenger(self, unit: RosterEntry, aboard: str) -> Faults:
        """Yield that a passenger has a cell of its own, no vehicle of its side, or no seat in it."""
        if unit.cells:
            yield "at", f"{shown(unit.id)} aboard a vehicle and in a cell", "one or the other"
        own = [other for other in self.setup.units if other.side == unit.side and self.is_known(other)]
        vehicles = {other.id: self.profile(other) for other in own if self.profile(other).kind == "vehicle"}
        if not self.one_of((*unit.way, "aboard"), aboard, list(vehicles)):
            return
        riders = [other for other in self.setup.units if other.entry.aboard == aboard]
        known = [(other.entry, self.profile(other)) for other in riders if self.is_known(other)]
        there = sum(entry.there(profile) + (entry.leader is not None) for entry, profile in known)
        if there > vehicles[aboard].seats and unit is riders[-1]:
            found = f"{counted(there, 'passenger')} of {shown(aboard)}"
            yield "aboard", found, f"at most {vehicles[aboard].seats}"

    # -- the first moment --------------------------------------------------------------------------------

    def state(self, units: list[Team]) -> AasState:
        """Return the moment before the cards."""
        return AasState(
            units=Roster(units),
            turn=0,
            changes=self.doors(),
            decks=(Deck(state.FOG, tuple(sorted(cards().fog))), Deck(state.ASSETS, tuple(sorted(cards().assets)))),
            level=self.extras.level,
            hot_spots=tuple(self._hot_spots()) if self._placing() == "scenario" else (),
        )

    def _placing(self) -> Placing:
        settings: Settings = self.setup.settings
        return settings.hot_spots or ("scenario" if self.extras.hot_spots else "automatic")

    def _hot_spots(self) -> Iterator[HotSpot]:
        """AAS-HOT: those that the scenario sets, numbered as a die finds them."""
        names, most = self.extras.hot_spots, figures().numbers.hot_spot_count
        if not names:
            expected = f'"player", "automatic", or hot_spots in [{self.ruleset.id}]'
            self.refuse(("settings", "hot_spots"), "hot spots of the scenario, which names none", expected)
        if len(names) > most:
            self.refuse((self.ruleset.id, "hot_spots"), f"{len(names)} hot spots", f"at most {most}")
        found: list[Cell] = []
        for place, name in enumerate(names):
            way: KeyPath = (self.ruleset.id, "hot_spots", place)
            expected = "ground that somebody can stand on"
            fit = self.open_cells(name, way, "foot", f"a hot spot in {shown(name)}", expected)
            if fit and fit[0] in found:
                self.refuse(way, f"two hot spots in {shown(name)}", "a cell of its own")
            elif fit:
                found.append(fit[0])
                yield HotSpot(str(place + 1), fit[0])

    # -- what stays as it is -----------------------------------------------------------------------------

    def data(self, units: list[Team]) -> AasData:
        known, asked = cards(), self.extras
        for place, card in enumerate(asked.assets):
            way: KeyPath = (self.ruleset.id, "assets", place)
            if self.one_of(way, card, list(known.assets)) and card in asked.assets[:place]:
                self.refuse(way, f"{shown(card)} twice", "every card once")
        for key, drawn, deck in (
            ("asset_cards", len(asked.assets) + asked.asset_cards, known.assets),
            ("fog_cards", asked.fog_cards, known.fog),
        ):
            if drawn > len(deck):
                found = f"{drawn} {key.replace('fog_', 'fog-of-war ').replace('_', ' ')}"
                self.refuse((self.ruleset.id, key), found, f"at most {len(deck)}")
        own = [unit for unit in units if unit.side == self.regulars]
        if not own:
            self.refuse(("sides", self.regulars), "no units", "Regulars, who have a mission")
        self._check_players(own)
        entry = self.cells(asked.entry, (self.ruleset.id, "entry")) if asked.entry is not None else ()
        mission = self.stakes(
            Mission,
            regulars=self.regulars,
            insurgents=self.insurgents,
            civilians=self.civilians,
            placing=self._placing(),
            entry=entry or tuple(unit.cell for unit in own if unit.cell is not None),
            strength={u.id: u.figures + u.downed + u.serious for u in own if u.profile.kind == "team"},
            objectives=tuple(self._tasks()),
        )
        return AasData(**vars(figures()), **vars(known), mission=mission, readings=self.setup.settings)

    def _check_players(self, own: list[Team]) -> None:
        players, way = self.extras.players, (self.ruleset.id, "players")
        if len(players) == 1 or len(set(players)) < len(players):
            self.refuse(way, ", ".join(players), "at least 2 names that differ")
        # A name that is misspelt at a unit leaves somebody without any: that is one mistake, and told already.
        for place, player in enumerate(() if self.mistakes else players):
            if not any(unit.player == player for unit in own):
                self.refuse((*way, place), f"{shown(player)}, who commands nobody", "a unit for every player")

    def _tasks(self) -> Iterator[Task]:
        known = [there.id for there in self.setup.objectives]
        self.all_of((self.ruleset.id, "objectives"), self.extras.objectives, known)
        for place, there in enumerate(self.setup.objectives):
            kind, way = self.extras.objectives.get(there.id, "hold"), ("objectives", place, "holder")
            if kind != "hold" and there.holder:
                self.refuse(way, f"a holder of what is to {kind}", "nobody, or an objective to hold")
            elif there.holder and there.holder == self.civilians:
                self.one_of(way, there.holder, self.winners())
            yield Task(there.id, there.title, there.cells, there.points, there.holder, kind)
