"""What La Petite Guerre keeps track of: single men and guns, what each has seen, and what the scenario says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from sim.engine.battle import Position, mentioned
from sim.engine.domains import SideId, UnitId
from sim.engine.game import Game
from sim.engine.setup import NamedSide, NamedSpot
from sim.engine.state import State
from sim.engine.units import Unit
from sim.files.strict import Strict
from sim.grid import Cell
from sim.memo import memo
from sim.play.figures import Table
from sim.play.happening import Points, PointsBySide
from sim.play.limits import Name
from sim.play.tally import Stakes
from sim.rules.la_petite_guerre.figures import Figures, ManProfile

Stance = Literal["defend", "advance", "skirmish", "delay"]
"""LPG-SOLO: what a scenario orders the planner of a unit to do."""
Phase = Literal["first move", "command", "control", "actions", "charges", "morale", "end"]
"""LPG-SEQ: the six steps; command actions come before the control tests of those whom they did not reach."""
Doing = Literal[
    "", "fire", "move", "crawl", "shuffle", "turn", "reload", "prone", "stand", "acquire", "mount", "dismount",
    "weapon", "fix bayonet", "unfix bayonet", "fire gun", "fire canister", "limber", "unlimber",
]  # fmt: skip
"""What a man or a gun did with an action: what is repeated by who is out of control."""


@dataclass(frozen=True)
class ActionTaken:
    """An action that was taken: what it was, which way, at whom, where or with what, and how many dice for a move."""

    what: Doing
    facing: int = 0
    target: str = ""
    dice: int = 1


class Man(Unit):
    """A man, or a gun, and what has befallen him."""

    profile: ManProfile
    company: str = ""
    """The unit that he belongs to: it tests its morale together, and has its stance together."""
    serves: UnitId = ""
    """The gun that he is of the crew of."""
    weapon: str = ""
    """What he has in his hands now."""
    loaded: bool = True
    loading: int = 0
    """Actions that have been spent on reloading what is not loaded yet."""
    bayonet: bool = False
    mounted: bool = False
    unhorsed: bool = False
    """LPG-HIT: his horse is dead, and he has no other."""
    limbered: bool = False
    prone: bool = False
    stunned: int = 0
    """LPG-STUN: the turn at the end of which he comes to himself again; 0 while he is himself."""
    wounded: bool = False
    broken: bool = False
    """LPG-ROUT: he runs."""
    dead: bool = False
    left: int = 2
    """Actions that he has left this turn."""
    fired: int = 0
    """Shots this turn."""
    control: Literal["", "free", "repeats", "nothing"] = ""
    """LPG-CTRL: what he may do this turn; empty before that is settled."""
    did: tuple[ActionTaken, ...] = ()
    """What he has done this turn."""
    last: tuple[ActionTaken, ...] = ()
    """What he did in the turn before, which is what he repeats."""
    acquired: tuple[UnitId, ...] = ()
    """LPG-ACQ: the enemies that he has seen, for as long as he has a line of sight to them."""
    shown: tuple[UnitId, ...] = ()
    """LPG-ACQ: enemies that a leader has pointed out to him this turn, and whom he could not see then."""
    shot: int = 0
    """The last turn in which he fired: that draws attention. Of a gun likewise."""
    under_fire: int = 0
    """The last turn in which he was shot at, whether hit or not."""
    moved: bool = False
    """He has moved this turn: he is easier to see, and sees less."""
    spent: int = 0
    """LPG-CMD: command points that a leader has spent this turn."""
    encourages: int = 0
    """Command points that a leader has spent on encouraging this turn."""
    charged: bool = False
    """He has declared a charge this turn."""
    was_charged: bool = False
    """A charge at him was declared this turn."""
    pursued: bool = False
    """LPG-PURSUE: he has gone after somebody this turn."""
    fought: tuple[UnitId, ...] = ()
    """LPG-MELEE: enemies with whom he has come to blows this turn."""
    follows: UnitId = ""
    """LPG-MOVE-3: the man whom he follows in single file."""
    hidden: bool = False
    """He lies in a rifle pit, or other cover, and the enemy does not know of him: until he fires or moves, or they come
    upon him."""
    laid: str = ""
    """LPG-SHELL: of a gun: the target of its last shell, while neither has moved since."""

    @property
    def out(self) -> bool:
        """Say whether he takes no further part."""
        return self.dead or self.cell is None

    @property
    def can_command(self) -> bool:
        """LPG-CMD: whether he has command points left to spend; a stunned or running man may not."""
        return self.able and self.spent < self.profile.command

    @property
    def other_weapon(self) -> str:
        """What he has besides the weapon in his hands; empty for nothing."""
        return self.profile.second and (
            self.profile.second if self.weapon == self.profile.weapon else self.profile.weapon
        )

    @property
    def able(self) -> bool:
        """Say whether he can act as he is told: neither out, nor stunned, nor running."""
        return not self.out and not self.stunned and not self.broken


@dataclass(frozen=True)
class Charges:
    """LPG-CHARGE: the charges that a side has declared in its step, while they are resolved."""

    to_come: tuple[tuple[UnitId, UnitId], ...] = ()
    """Who is still to charge, and whom, in the order in which they were declared."""
    going: tuple[UnitId, ...] = ()
    """Everybody who has declared a charge, before or after it, but for who did not charge when it came to it."""
    spurred: tuple[UnitId, ...] = ()
    """LPG-MOVE-1: riders who charge with two dice."""
    stood: tuple[UnitId, ...] = ()
    """Who was charged and stands: tested once, however many come."""
    fled: tuple[UnitId, ...] = ()
    """Who was charged and did not wait for it."""


NO_CHARGES = Charges()


class LpgState(PointsBySide, State[Man]):
    """A moment of a battle of 1885."""

    phase: Phase = "first move"
    order: tuple[SideId, ...] = ()
    """The sides in the order in which they take each step of this turn."""
    side: SideId = ""
    """Whose step it is; empty where both take it together."""
    actor: UnitId = ""
    """Who is in the middle of his actions, or of his command points."""
    rolled: int = 0
    """LPG-MOVE-1: inches that the actor has rolled and has yet to move."""
    charges: Charges = NO_CHARGES
    fallen: tuple[tuple[UnitId, Cell], ...] = ()
    """Who was killed or broke this turn, and where."""
    tested: tuple[str, ...] = ()
    """LPG-MORALE: companies that have tested their morale this turn."""
    points: Points = ()
    gone: tuple[UnitId, ...] = ()
    """Men who have left the table on purpose."""


# -- what a battle keeps of its scenario -----------------------------------------------------------------------------


class Settings(Strict):
    """Clauses that can be read in two ways; what each reading means says the rulebook."""

    charged_men: Literal["may charge", "do not charge"] = "may charge"
    wounded_men: Literal["run one move", "run two moves"] = "run one move"
    keen_men: Literal["add one", "take one off"] = "add one"
    prone_men: Literal["do not pursue", "pursue"] = "do not pursue"
    catching: Literal["is no charge", "is a charge"] = "is no charge"
    advantages: Literal["together", "each"] = "together"
    hex_front: Literal[120, 60] = 120


class Company(Table):
    """A unit of men, which tests its morale together, and what the planner is to do with it."""

    unwritten: ClassVar = frozenset({"id", "cells"})

    id: str
    side: NamedSide
    name: Name = ""
    """Left out, its id."""
    stance: Stance = "defend"
    goal: NamedSpot | None = None
    """LPG-SOLO: an objective, or a cell, a place or an area of the map, such as an exit; left out, the enemy."""
    cells: tuple[Cell, ...] = ()
    """The cells of that goal."""

    @property
    def mention(self) -> str:
        """The name as it stands in the middle of a sentence."""
        return mentioned(self.name)


class Engagement(Stakes, kw_only=True):
    """What a scenario says in the words of the game."""

    companies: Mapping[str, Company] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    """Men in rifle pits whom nobody knows of before they fire or are come upon."""

    def mention(self, company: str) -> str:
        """Return the name of a company as it stands in the middle of a sentence; its id if it has none."""
        return self.companies[company].mention if company in self.companies else company


class LpgData(Figures, kw_only=True):
    """What a battle of La Petite Guerre keeps for its length: the figures, and what the scenario adds to them."""

    engagement: Engagement
    readings: Settings = field(default_factory=Settings)


LpgPosition = Position[LpgState, LpgData]
LpgGame = Game[LpgState, LpgData]


# -- who is there ----------------------------------------------------------------------------------------------------


@memo
def _living(position: LpgPosition) -> tuple[Man, ...]:
    return tuple([unit for unit in position.state.units if not unit.out and unit.profile.kind == "man"])


@memo
def men(position: LpgPosition, side: str) -> tuple[Man, ...]:
    """Return the living men of a side on the table, guns left out, in roster order."""
    return tuple([man for man in _living(position) if man.side == side])


@memo
def enemies(position: LpgPosition, side: str) -> tuple[Man, ...]:
    """Return the living men of the other side on the table, guns left out, in roster order."""
    return tuple([man for man in _living(position) if man.side != side])


@memo
def known_enemies(position: LpgPosition, side: str) -> tuple[Man, ...]:
    """Return the enemies a side knows of: men who are not hidden."""
    return tuple([man for man in enemies(position, side) if not man.hidden])


@memo
def known_places(position: LpgPosition, side: str) -> tuple[Cell, ...]:
    """Return the cells of the enemies a side knows of, in the same order."""
    return tuple([man.place for man in known_enemies(position, side)])


def guns(position: LpgPosition, side: str) -> Iterator[Man]:
    """Yield the guns of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "gun")


def targets(position: LpgPosition, side: str) -> Iterator[Man]:
    """Yield whom a side can aim at, as far as it knows: men of the other side who do not lie hidden, and its guns."""
    yield from known_enemies(position, side)
    yield from (unit for other in position.battle.sides if other.id != side for unit in guns(position, other.id))


def crew(position: LpgPosition, gun: Man) -> Iterator[Man]:
    """Yield the living men who serve a gun, in roster order."""
    return (unit for unit in position.state.units if unit.serves == gun.id and not unit.out)


def is_under_fire(position: LpgPosition, man: Man) -> bool:
    """Ruling 5.3.8: say whether a man has been shot at this turn or in the last, hit or not."""
    return bool(man.under_fire) and man.under_fire >= position.state.turn - 1
