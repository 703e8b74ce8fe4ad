"""What La Cucaracha keeps track of: units of several figures, whose card has come up, who fights whom, who has won."""

from __future__ import annotations

from dataclasses import field
from operator import attrgetter
from typing import Literal

from sim.board.terrain import MovementClass
from sim.engine.battle import Battle, Position
from sim.engine.domains import Holder, SideId, UnitId
from sim.engine.game import Game
from sim.engine.setup import Objective
from sim.engine.state import State
from sim.engine.units import Unit
from sim.engine.words import Name, counted, is_plural
from sim.files.strict import Strict
from sim.memo import memo
from sim.play.happening import Points, PointsBySide
from sim.play.tally import Reckoning, Stakes
from sim.rules.la_cucaracha.figures import Figures, Movement, TroopProfile, Weapon
from sim.solo.situation import Situation

NOMINATE, REROLL, ACTION, CHARGED, HOLD = "nominate", "reroll", "action", "charged", "hold"
"""The occasions: who acts with a card of the automated side (CUC-NOMINATE); a die that may be rolled again
(CUC-REROLL); a side's card, or the unit that has begun to act with it; an enemy charges the unit (CUC-REACT); an enemy
has moved or shot before a unit on Hold (CUC-HOLD)."""
OCCASIONS = {
    NOMINATE: ("CUC-NOMINATE", "a unit of the automated side is to be named", ""),
    REROLL: ("CUC-REROLL", "the die for orders stands, or is rolled again", "the die was rolled for {}, not for {}"),
    ACTION: ("CUC-CARD", "that cannot be ordered with a card", "{} acts with this card, not {}"),
    CHARGED: ("CUC-REACT", "only a response to {} can be ordered now, or to stand", "{} is charged, not {}"),
    HOLD: ("CUC-HOLD", "only shots at {} can be ordered now, or to hold on", "{} may respond now, not {}"),
}
"""Of every occasion its rule, what is to be ordered on it, and what is said of an order to another than is asked."""
DECK = "activation"
"""CUC-CARD: the activation deck; a card is the id of a side, or the joker."""
JOKER = "joker"

Pace = Literal["half", "advance", "rapid"]
"""Half an Advance, an Advance, a Rapid Advance."""
BANDS = HESITANT, CAUTIOUS, STEADY, BEST = range(1, 2), range(2, 5), range(5, 10), range(10, 11)
"""CUC-BAND: the die for orders; "5+" means 5-9, because 10 has a cell of its own."""
Nerve = Literal["passed", "shaken", "broken"]
"""What a courage test comes to."""
Move = Literal["", "half", "advance", "rapid", "charge", "evade", "retire", "deploy"]
"""How the acting unit has moved; empty while it stands. To deploy a weapon takes the place of a move."""


class Troop(Unit):
    """A unit and what has befallen it. It stands in one cell; contact is with a neighbouring one."""

    profile: TroopProfile
    figures: int = 6
    leader: bool = False
    """A leader is with it."""
    acted: bool = False
    """It has had its card this turn."""
    score: int | None = None
    """CUC-REACT: the last die for its orders this turn; None before there was one."""
    loaded: bool = True
    rested: bool = True
    """It has not shot with its last card: what is loaded shot by shot shoots hastily otherwise."""
    deployed: bool = False
    """A crewed weapon stands ready to shoot; vehicles and aircraft always count as deployed (ruling 4.3.9)."""
    holding: bool = False
    """It was ordered to Hold: it may respond to the enemy until its next card or the end of the turn."""
    responded: bool = False
    """It has responded, or tried to, this turn."""
    shaken: bool = False
    broken: int = 0
    """How often it has failed its courage badly: the second time it is lost."""
    back_foot: bool = False
    """On the Back Foot in the fight that is on."""
    fighting: tuple[UnitId, ...] = ()
    """CUC-OVERRIDE: the enemies with whom it is in close combat."""
    fallen: int = 0
    """Figures lost this turn."""
    halved: bool = False
    """It has tested for being at half strength."""

    def __hash__(self) -> int:
        """Tell units apart by what changes most; all of their fields would take ten times as long."""
        return hash((self.id, self.cell, self.figures, self.acted, self.score, self.fallen, self.shaken, self.holding))

    @property
    def name(self) -> Name:
        """What it is called: the name of a body of men may be plural; that of a gunboat called Las Animas is not."""
        return Name(self.id, self.profile.figures > 1 and is_plural(self.id))

    @property
    def on_table(self) -> bool:
        """Say whether it stands on the table."""
        return self.cell is not None and self.figures > 0  # asked of everybody, time and again

    @property
    def lost(self) -> bool:
        """Say whether it is out of the battle for good."""
        return self.figures <= 0

    @property
    def ready(self) -> bool:
        """Say whether it is deployed, or has no need to be: only a crewed weapon has."""
        return self.deployed or self.profile.style != "crew"


class CucState(PointsBySide, State[Troop]):
    """A moment of a battle of La Cucaracha."""

    card: SideId = ""
    """The side whose card is on the table; empty between cards."""
    actor: UnitId = ""
    """The unit that was nominated for it."""
    moved: Move = ""
    """How the actor has moved with this order."""
    shot: bool = False
    """The actor has shot, or reloaded, with this order."""
    extra: int = 0
    """CUC-EXTRA: extra orders that this card has given."""
    points: Points = ()
    """Victory points by side, for what cannot be read off the map."""
    left: tuple[str, ...] = ()
    """Units that have left the table on purpose."""
    holders: tuple[tuple[str, Holder], ...] = ()
    """Who holds which objective: (objective, side)."""


# -- a moment, and who is in it --------------------------------------------------------------------------------------


class Settings(Strict):
    """Clauses that can be read in two ways; what each reading means says the rulebook."""

    nominate: Literal["as played", "player", "nearest", "random"] = "as played"
    reroll: Literal["closing", "drilled"] = "closing"
    failed_response: Literal["nothing", "back_foot"] = "nothing"
    extra_orders: Literal["one", "each time"] = "one"
    nearer: Literal["way", "inches"] = "way"
    contact: Literal["short", "touching"] = "short"


class CucData(Figures, kw_only=True):
    """What stays the same for a whole battle of La Cucaracha."""

    engagement: Stakes
    readings: Settings = field(default_factory=Settings)


CucPosition = Position[CucState, CucData]
CucGame = Game[CucState, CucData]
CucSituation = Situation[CucState, CucData]


@memo
def enemies(position: CucPosition, side: str) -> tuple[Troop, ...]:
    """Return the enemies of a side on the table, in roster order."""
    return tuple([unit for unit in position.state.units if unit.side != side and unit.on_table])


@memo
def friends(position: CucPosition, side: str) -> tuple[Troop, ...]:
    """Return the units of a side on the table, in roster order."""
    return tuple([unit for unit in position.state.units if unit.side == side and unit.on_table])


def movement_of(position: CucPosition, unit: Troop) -> Movement:
    """Return how a unit moves, as numbers.toml says."""
    return position.battle.data.movements[unit.profile.troop]


def class_of(position: CucPosition, unit: Troop) -> MovementClass:
    """Return the movement class of a unit."""
    return position.map.terrain_set.movement[movement_of(position, unit).movement]


def flies(position: CucPosition, unit: Troop) -> bool:
    """CUC-AIR: say whether a unit is an aircraft."""
    return unit.profile.troop in aircraft(position.battle)


@memo
def aircraft(battle: Battle[CucData]) -> frozenset[str]:
    """CUC-AIR: return the types of troops whose movement class flies."""
    flying = {id_ for id_, movement in battle.map.terrain_set.movement.items() if movement.flies}
    return frozenset(id_ for id_, movement in battle.data.movements.items() if movement.movement in flying)


def weapon_of(position: CucPosition, unit: Troop) -> Weapon | None:
    """Return what a unit shoots with; None for those who only fight hand to hand."""
    return position.battle.data.weapons[unit.profile.weapon] if unit.profile.weapon else None


# -- who has won -----------------------------------------------------------------------------------------------------


class CucReckoning(Reckoning):
    """Points for objectives, for units lost and for deeds; a side gives up when it has lost enough units."""

    stakes, fallen = attrgetter("battle.data.engagement"), attrgetter("lost")

    def holder(self, position: CucPosition, objective: Objective) -> str:
        """Return the side that was the last to be there alone."""
        return dict(position.state.holders).get(objective.id, "")

    def gave_up(self, position: CucPosition, side: str, lost: int) -> str:
        """Say that a side broke."""
        return f"{position.battle.side(side).mention} broke with {counted(lost, 'unit')} lost"


_COUNT = CucReckoning()
outcome, standing, gained, losses = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.losses
gone, bring_on = _COUNT.lost, _COUNT.bring_on
