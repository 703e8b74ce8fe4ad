"""A mission and a moment of it: who is there, what has befallen them, what is in force on them, and who has won.

Points are what a side has gained for good (enemies who are gone, Regulars who are dead or seriously wounded, places
that were reached or searched, exits) and, at the end, the places that it holds.

Rulings:
- A card for everybody, or for a side, lies beside the table; one for a single unit lies with that unit.
- A card that lasts but does not say how long is in force until the turn ends.
- The leader who is with a unit lends it his die for checks and reaction tests, if it is better; never for fire.
- Cards change the Quality die by steps of two faces; it stays between a D6 and a D12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Literal, NamedTuple

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.dice import Die, die
from sim.engine.domains import UnitId
from sim.engine.game import Game
from sim.engine.setup import Objective
from sim.engine.state import Outcome, State
from sim.engine.units import Unit
from sim.engine.words import Name, is_plural
from sim.files.strict import Strict
from sim.grid import Cell
from sim.memo import memo
from sim.play.happening import Points, PointsBySide
from sim.play.limits import Small
from sim.play.tally import PointsVictory, Reckoning, Stakes, Tally
from sim.rules.ambush_alley.figures import Card, Cards, Effect, Figures, TeamProfile
from sim.solo.situation import Situation
from sim.tabletop.inches import least_of, misplaced

FOG, ASSETS = "fog of war", "assets"
"""The two decks."""

Pace = Literal["cautious", "rapid"]
"""Cautious and Rapid; of vehicles, Patrol and Cruise."""
Phase = Literal["cards", "hot spots", "arrivals", "regulars", "insurgents"]
"""AAS-SEQ: steps 2-3, step 5, step 8, steps 9-11, step 12."""
LEVELS = range(7)
"""What the insurgency level can be: a die is thrown against it."""
BODIES = ("team", "mob")
"""The kinds of units of which one speaks in the plural, if their names are."""


class PaceWords(NamedTuple):
    """What the rulebook calls a pace, the order to go at it, and what one and several do."""

    name: str
    order: str
    goes: str


PACES: Mapping[tuple[bool, str], PaceWords] = {
    (False, "cautious"): PaceWords("Cautious", "move", "moves|move"),
    (False, "rapid"): PaceWords("Rapid", "rapid move", "moves Rapid|move Rapid"),
    (True, "cautious"): PaceWords("Patrol", "patrol", "patrols|patrol"),
    (True, "rapid"): PaceWords("Cruise", "cruise", "cruises|cruise"),
}
"""Of men, and of vehicles."""

# -- the occasions --------------------------------------------------------------------------------------------

HOT_SPOT, ACTIVATE, INTERRUPT, REACTION, RETURN_FIRE, OVERWATCH, END_OF_TURN = (
    "hot spot", "activate", "interrupt", "reaction", "return fire", "overwatch", "end of turn",
)  # fmt: skip
"""The occasions: a hot spot is to be placed (AAS-HOT); a Regular unit acts; an Insurgent may interrupt (AAS-CHECK-1);
a Regular was quicker than the interruption; the survivors of a shot may answer it; a unit on overwatch may shoot first;
an Insurgent or a mob that has not reacted acts at the end of the turn."""
REACTIONS = (INTERRUPT, REACTION, RETURN_FIRE, OVERWATCH)
"""Those on which a unit answers what another does."""
MOVES, FIRED_AT, FIRES, ACTS = 0, 1, 2, 3
"""What the other one does, as the number of a question: he moves, he fires at the very unit that is asked, he fires at
another, he does something else where he is."""

# -- units ----------------------------------------------------------------------------------------------------


@cache
def _name(id_: str, body: bool) -> Name:
    return Name(id_, body and is_plural(id_))


class Team(Unit):
    """A team, a lone leader, a mob or a vehicle, and what has befallen it. It stands in one cell."""

    profile: TeamProfile
    figures: int = 4
    """Those who can fight; of a vehicle, its crew."""
    strength: int = 0
    """How many they were when they came; 0 for as many as the card says."""
    leader: int = 0
    """The Quality die of the leader who is with it; 0 for none. A lone leader has his own."""
    support: tuple[str, ...] = ()
    player: str = ""
    """AAS-COOP: who commands it; empty where nobody shares."""
    downed: int = 0
    """Regulars who wait for first aid."""
    light: int = 0
    """Lightly wounded who fight on."""
    serious: int = 0
    """Seriously wounded who have to be carried."""
    acted: bool = False
    checked: bool = False
    """AAS-CHECK-4: it has had its action check this turn."""
    barred: bool = False
    """AAS-R-fail: it can do nothing more this turn."""
    reacted: bool = False
    """It has interrupted or returned fire this turn, and does not act at the end of it."""
    only_reacts: int = 0
    """The turn until whose end it can react, and nothing else."""
    overwatch: bool = False
    pinned: int = 0
    """The turn until whose end it is pinned."""
    shots: int = 0
    """How often it has fired this turn."""
    pace: Literal["", "cautious", "rapid"] = ""
    """How it moved last this turn."""
    shaken: int = 0
    """Of a vehicle: the turn until whose end it cannot fire."""
    immobilised: bool = False
    weapon_out: bool = False
    aboard: UnitId = ""
    """The vehicle that carries it; it has no cell of its own then."""
    marks: tuple[str, ...] = ()
    """Cards that are in force on it."""

    @property
    def name(self) -> Name:
        """What it is called: a team or a mob may be several by its name, a vehicle and a leader are one."""
        return _name(self.id, self.profile.kind in BODIES)

    def at_pace(self, pace: str) -> PaceWords:
        """Return the words for a pace of its kind."""
        return PACES[self.profile.kind == "vehicle", pace]

    def goes(self, pace: str) -> str:
        """Say what it does at a pace, as it agrees with its name."""
        return f"{self.name:{self.at_pace(pace).goes}}"

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table and has somebody left to act."""
        return self.cell is not None and self.figures > 0

    @property
    def is_able(self) -> bool:
        """Whether it has somebody on the table, or in a vehicle, who can do something."""
        return self.figures > 0 and (self.cell is not None or bool(self.aboard))

    @property
    def can_still_act(self) -> bool:
        """Whether it is there and not barred from everything."""
        return self.on_table and not self.barred

    @property
    def gone(self) -> bool:
        """Say whether it is out of the mission."""
        return self.figures <= 0 and not self.downed and not self.serious

    @property
    def penalty(self) -> bool:
        """Say whether it suffers the casualty penalty: wounded who are with it slow it down."""
        return bool(self.downed or self.light or self.serious)


@dataclass(frozen=True)
class HotSpot:
    """AAS-HOT: where Insurgents come from."""

    id: str
    cell: Cell
    active: bool = True


@dataclass(frozen=True)
class Combat:
    """A shot that was fired this turn, or an assault: where from and where to (ruling 3.3.14).

    Both are one place where nobody knows where the shot came from.
    """

    by: Cell
    at: Cell


class AasState(PointsBySide, State[Team]):
    """A moment of a mission."""

    phase: Phase = "cards"
    actor: UnitId = ""
    """The Regular unit that is acting; empty between activations."""
    moved: bool = False
    fired: bool = False
    level: int = 3
    """The insurgency level, 0 to 6."""
    raised: bool = False
    lowered: bool = False
    """AAS-CIV-5: at most one rise and one drop a turn."""
    hot_spots: tuple[HotSpot, ...] = ()
    combats: tuple[Combat, ...] = ()
    """Of this turn."""
    hand: tuple[str, ...] = ()
    """Asset cards that the Regulars hold."""
    in_force: tuple[str, ...] = ()
    """Fog-of-war cards that are in force on everybody."""
    searched: tuple[Cell, ...] = ()
    """Places that have been searched."""
    arrived: int = 0
    """How many units have come from hot spots: their ids go on from there."""
    points: Points = ()
    left: tuple[str, ...] = ()
    """Units that have left the table on purpose."""


# -- what stays as it is ---------------------------------------------------------------------------------------

Placing = Literal["scenario", "player", "automatic"]


class Settings(Strict):
    """What may be played in one way or another; what each reading means says the rulebook."""

    hot_spots: Placing | None = None
    """AAS-HOT: who places the hot spots. Left out, the scenario does where it names any, and else they are placed
    automatically."""
    late_interruption: Literal["anew", "kept"] = "anew"
    action_checks: Literal["activations", "moves and fire"] = "activations"
    listed_firepower: Literal["without leader", "with leader"] = "without leader"
    support_range: Literal["its own dice", "whole unit"] = "its own dice"
    firepower_of_six: Literal["more", "less"] = "more"
    one_or_three: Literal["1 to 3", "1 or 3"] = "1 to 3"
    failed_check: Literal["whole turn", "interruptions"] = "whole turn"


class Victory(PointsVictory, kw_only=True):
    """How it is decided who has won."""

    casualties: Small = 0
    """Points that the Insurgents get for each Regular who is dead or seriously wounded."""


TaskKind = Literal["hold", "reach", "search", "rescue"]


@dataclass(frozen=True)
class Task(Objective):
    """A place that counts, and what is to be done there."""

    kind: TaskKind = "hold"
    """"hold" counts at the end for whoever stands there alone; "reach" once a Regular unit has ended its activation
    there; "search" and "rescue" once one has searched there. Those three are in `AasState.searched` then."""

    def is_searched(self, now: AasState) -> bool:
        """Say whether Regulars have been there."""
        return any(cell in now.searched for cell in self.cells)

    def is_accomplished(self, now: AasState) -> bool:
        """Say whether the Regulars have done what was to be done there, whoever is there now."""
        return self.kind != "hold" and self.is_searched(now)


class Mission(Stakes, Victory, kw_only=True):
    """What a scenario says in the words of the game."""

    objectives: tuple[Task, ...] = ()
    regulars: str
    insurgents: str
    civilians: str = ""
    placing: Placing = "scenario"
    entry: tuple[Cell, ...] = ()
    """Where the Regulars come from."""
    fog_cards: int = 0
    asset_cards: int = 0
    assets: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    strength: Mapping[str, int] = field(default_factory=dict)
    """Figures of every Regular team at the beginning, the wounded with them: the fallen are those who are missing."""


class AasData(Figures, Cards, kw_only=True):
    """What a mission keeps for its length: the figures and the cards, and what the scenario adds to them."""

    mission: Mission
    readings: Settings = field(default_factory=Settings)

    def card(self, id_: str) -> Card:
        """Return a card of either deck."""
        return self.fog[id_] if id_ in self.fog else self.assets[id_]


# -- who is there ----------------------------------------------------------------------------------------------

AasPosition = Position[AasState, AasData]
AasGame = Game[AasState, AasData]
AasSituation = Situation[AasState, AasData]


def regulars(position: AasPosition) -> tuple[Team, ...]:
    """Return the Regular units on the table that can still do something, in roster order."""
    return on_table(position, position.battle.data.mission.regulars)


def insurgents(position: AasPosition) -> tuple[Team, ...]:
    """Return the Insurgent units and leaders on the table, in roster order."""
    return on_table(position, position.battle.data.mission.insurgents)


def mobs(position: AasPosition) -> tuple[Team, ...]:
    """Return the civilians on the table, in roster order."""
    return on_table(position, position.battle.data.mission.civilians)


@memo
def on_table(position: AasPosition, side: str) -> tuple[Team, ...]:
    """Return the units of a side that stand on the table and have somebody left to act, in roster order."""
    return tuple([unit for unit in position.state.units if unit.side == side and unit.on_table])


def enemies(position: AasPosition, side: str) -> tuple[Team, ...]:
    """Return whom a side fights, in roster order: Regulars and Insurgents each other, civilians nobody."""
    mission = position.battle.data.mission
    if side == mission.regulars:
        return insurgents(position)
    return regulars(position) if side == mission.insurgents else ()


def nearest_to_regulars(position: AasPosition, units: Iterable[Team]) -> tuple[Team, ...]:
    """AAS-SEQ: return those of some units that are nearest to any Regular; all of them where there is none."""
    squared, places = position.map.grid.squared, [unit.place for unit in regulars(position)]
    return least_of(units, lambda unit: min((squared(unit.place, place) for place in places), default=0))


# -- cards in force -----------------------------------------------------------------------------------------------


def in_force(position: AasPosition, unit: Team, effect: Effect) -> tuple[Card, ...]:
    """Return the cards with an effect that are in force on a unit, those for everybody first."""
    state, data = position.state, position.battle.data
    if not state.in_force and not unit.marks:
        return ()
    sides = {"regulars": data.mission.regulars, "insurgents": data.mission.insurgents}
    cards = [card for card in map(data.card, state.in_force) if sides.get(card.whom, unit.side) == unit.side]
    return tuple(card for card in (*cards, *map(data.card, unit.marks)) if card.effect == effect)


def with_cards(check: Check, position: AasPosition, unit: Team, effect: Effect) -> Check:
    """Add to a number what the cards with an effect that are in force on a unit add to it."""
    for card in in_force(position, unit, effect):
        check = check.plus(card.amount, card.name)
    return check


# -- what a unit is like now --------------------------------------------------------------------------------------

LOWEST, HIGHEST = 6, 12
"""The faces of the worst and the best Quality die."""
STEP = 2
"""Faces by which one Quality die is better than the next."""


def quality(position: AasPosition, unit: Team) -> int:
    """Return the faces of a unit's own Quality die, as cards leave it."""
    cards = in_force(position, unit, "quality")
    if not cards:
        return unit.profile.quality
    faces = unit.profile.quality + STEP * sum(card.amount for card in cards)
    return max(LOWEST, min(HIGHEST, faces))


def quality_die(position: AasPosition, unit: Team) -> Die:
    """Return the die of a unit's fire, its defence and its blows."""
    return die(quality(position, unit))


def check_die(position: AasPosition, unit: Team) -> Die:
    """Return the die of a unit's Quality checks and reaction tests: its leader's, if that is better."""
    return die(max(quality(position, unit), unit.leader))


def is_pinned(position: AasPosition, unit: Team) -> bool:
    """Say whether a unit is pinned: it cannot move, and fires worse."""
    return unit.pinned > 0 and position.state.turn <= unit.pinned


def is_shaken(position: AasPosition, unit: Team) -> bool:
    """Say whether a vehicle is shaken: it cannot fire."""
    return unit.shaken > 0 and position.state.turn <= unit.shaken


def only_reacts(position: AasPosition, unit: Team) -> bool:
    """Say whether a unit looks after its casualties and can only react this turn."""
    return unit.only_reacts > 0 and position.state.turn <= unit.only_reacts


# -- who has won -------------------------------------------------------------------------------------------------


def casualties(position: AasPosition) -> int:
    """Return how many men of the Regulars' teams are dead or seriously wounded.

    Counted over all teams, because men may join another; whoever has left the table is still there to be counted, and
    whoever waits for first aid may yet be fine.
    """
    mission = position.battle.data.mission
    teams = (unit for unit in position.state.units.of(mission.regulars) if unit.profile.kind == "team")
    return max(0, sum(mission.strength.values()) - sum(unit.figures + unit.downed for unit in teams))


class AasReckoning(Reckoning):
    """Points for Regulars and Insurgents; civilians have none to win, and nobody comes but from hot spots.

    It is over when no Regular is left on the table, or no Insurgent and no hot spot that others could come from.
    """

    stakes, fallen = attrgetter("battle.data.mission"), attrgetter("gone")

    def sides(self, position: AasPosition) -> tuple[str, str]:
        """Leave out civilians."""
        return position.battle.data.mission.regulars, position.battle.data.mission.insurgents

    def holder(self, position: AasPosition, objective: Task) -> str:
        """AAS-R-hold: return who has a place: whoever stands there alone, else whose it was at the beginning.

        Nobody if both do; civilians hold nothing.
        """
        if objective.kind != "hold":
            return ""
        units = {side: [unit.cell for unit in on_table(position, side)] for side in self.sides(position)}
        there = [side for side, cells in units.items() if not set(cells).isdisjoint(objective.cells)]
        return "" if len(there) > 1 else there[0] if there else objective.holder or ""

    def gained(self, position: AasPosition, side: str) -> int:
        """Return the points that nobody can take from a side; a unit that has joined another has none of its own."""
        regulars, insurgents = self.sides(position)
        mission, points = position.battle.data.mission, position.state.score(side)
        if side == insurgents:
            points += mission.casualties * casualties(position)
        elif side == regulars:
            points += sum(task.points for task in mission.objectives if task.is_accomplished(position.state))
        other = {regulars: insurgents, insurgents: regulars}.get(side)
        return points + sum(unit.profile.points for unit in position.state.units if unit.gone and unit.side == other)

    def nobody_left(self, position: AasPosition, tally: Tally) -> Outcome | None:
        """Return how it ends when nobody can do anything here any more, on one side or the other.

        If all Regulars have fallen, they have lost; else points decide. Where nobody is left of the Insurgents, and no
        hot spot of several, the Regulars have won.
        """
        now, (regulars, insurgents) = position.state, self.sides(position)
        own = now.units.of(regulars)
        if not any(unit.is_able for unit in own):
            return tally.alone([insurgents], lambda: any(unit.id in now.left for unit in own))
        if not now.hot_spots or any(spot.active for spot in now.hot_spots) or any(on_table(position, insurgents)):
            return None
        return tally.won(regulars, "nobody is left against them, or will come")


_COUNT = AasReckoning()
outcome, standing, gained, holder = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.holder


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: AasPosition) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state, data = position.state, position.battle.data
    cards = {*data.fog, *data.assets}
    yield from misplaced(position)
    for unit in state.units:
        if unit.aboard and unit.cell is not None:
            yield f"{unit.id} is aboard {unit.aboard} and on the table"
        if min(unit.figures, unit.downed, unit.light, unit.serious) < 0:
            yield f"{unit.id} has fewer than no figures"
        yield from (f"{unit.id} has a {each}, which nobody knows" for each in unit.support if each not in data.supports)
        yield from (f"there is no card {card}" for card in unit.marks if card not in cards)
    if state.level not in LEVELS:
        yield f"the insurgency level is {state.level}, and goes from {LEVELS[0]} to {LEVELS[-1]}"
    yield from (f"there is no card {card}" for card in (*state.hand, *state.in_force) if card not in cards)
