"""What can happen in a battle of La Cucaracha, in past tense."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.play.happening import PointsWon as PointsWon
from sim.rules.la_cucaracha.courage import Nerve
from sim.rules.la_cucaracha.units import DECK, CucState, Move, Troop

# -- the sequence of play ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TroopsReadied(Event[CucState]):
    """CUC-CARD: with a new turn everybody may act again, and what lasts for a turn is over."""

    def apply(self, state: CucState) -> CucState:
        """Clear what lasts for a turn."""
        for unit in state.units:
            state = state.with_unit(unit.changed(acted=False, score=None, holding=False, responded=False, fallen=0))
        return state


@quickly_made
@dataclass(frozen=True)
class CardTurned(Event[CucState]):
    """CUC-CARD: a card of a side was turned over."""

    side: str

    def apply(self, state: CucState) -> CucState:
        """Remember whose card it is."""
        return state.changed(card=self.side, actor="", moved="", shot=False, extra=0)


@dataclass(frozen=True)
class JokerTurned(Event[CucState]):
    """CUC-CARD: the joker was turned over; late in a turn it ends it."""

    ends: bool

    def apply(self, state: CucState) -> CucState:
        """Throw away what is left of the deck, if the turn is over."""
        return state.with_deck(state.deck(DECK).refilled(())) if self.ends else state


@quickly_made
@dataclass(frozen=True)
class Nominated(Event[CucState]):
    """CUC-NOMINATE: a unit was named for the card."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Let it act; a unit that held has its card now, and holds no longer."""
        actor = state.unit(self.unit).changed(holding=False)
        return state.with_unit(actor).changed(actor=self.unit, moved="", shot=False)


@quickly_made
@dataclass(frozen=True)
class OrdersRolled(Event[CucState]):
    """CUC-NOMINATE, CUC-REACT: the die for the orders of a unit."""

    unit: str
    score: int

    def apply(self, state: CucState) -> CucState:
        """Keep it: the reaction to a charge hangs on it for the rest of the turn."""
        return state.with_unit(state.unit(self.unit).changed(score=self.score))


@quickly_made
@dataclass(frozen=True)
class CardSpent(Event[CucState]):
    """A card is done with: a unit has done what it does with it, or nobody was there to use it."""

    unit: str = ""

    def apply(self, state: CucState) -> CucState:
        """Count it as having acted; what is loaded shot by shot rests if it was not fired."""
        if self.unit in state.units:
            state = state.with_unit(state.unit(self.unit).changed(acted=True, rested=not state.shot))
        return state.changed(card="", actor="", moved="", shot=False, extra=0)


@dataclass(frozen=True)
class ExtraOrderWon(Event[CucState]):
    """CUC-EXTRA: a unit has another order with the same card."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Let it begin afresh, once."""
        return state.changed(moved="", shot=False, extra=state.extra + 1)


@dataclass(frozen=True)
class ObjectiveTaken(Event[CucState]):
    """A side took an objective."""

    objective: str
    side: str

    def apply(self, state: CucState) -> CucState:
        """Write down who holds it."""
        return state.changed(holders=tuple(sorted({**dict(state.holders), self.objective: self.side}.items())))


# -- moving ------------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Moved(Event[CucState]):
    """A unit moved: every cell that it entered, in order."""

    unit: str
    way: tuple[Cell, ...]
    facing: int
    how: Move = "advance"

    def apply(self, state: CucState) -> CucState:
        """Put it at the end of its way."""
        state = state.with_unit(state.unit(self.unit).changed(cell=self.way[-1], facing=self.facing))
        return state.changed(moved=self.how) if state.actor == self.unit else state


@dataclass(frozen=True)
class LeftTable(Event[CucState]):
    """A unit left the table on purpose."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Take it off."""
        return _gone(state, self.unit).changed(left=(*state.left, self.unit))


@dataclass(frozen=True)
class Fled(Event[CucState]):
    """A broken unit left the table, or would not stand any more: it is lost."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Take it off."""
        return _gone(state, self.unit)


# -- what a weapon needs -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deployed(Event[CucState]):
    """A crewed weapon was made ready to shoot."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Deploy it, in place of a move."""
        state = state.with_unit(state.unit(self.unit).changed(deployed=True))
        return state.changed(moved="deploy") if state.actor == self.unit else state


@dataclass(frozen=True)
class PackedUp(Event[CucState]):
    """A crewed weapon was made ready to move."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Pack it up."""
        return state.with_unit(state.unit(self.unit).changed(deployed=False))


@dataclass(frozen=True)
class Reloaded(Event[CucState]):
    """A unit reloaded."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Load it, in place of a shot."""
        state = state.with_unit(state.unit(self.unit).changed(loaded=True))
        return state.changed(shot=True) if state.actor == self.unit else state


@dataclass(frozen=True)
class Held(Event[CucState]):
    """CUC-HOLD: a unit waits for the enemy."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Let it hold."""
        return state.with_unit(state.unit(self.unit).changed(holding=True))


@dataclass(frozen=True)
class Responded(Event[CucState]):
    """CUC-HOLD: a unit tried to respond to the enemy, and did or did not."""

    unit: str
    enemy: str
    how: str
    succeeded: bool

    def apply(self, state: CucState) -> CucState:
        """Its hold is used up, whatever came of it."""
        return state.with_unit(state.unit(self.unit).changed(responded=True, holding=False))


# -- shooting and fighting ---------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Shot(Event[CucState]):
    """A unit shot at another: how many dice hit, and how many figures that cost."""

    unit: str
    target: str
    hits: int
    losses: int
    facing: int
    unloads: bool = False

    def apply(self, state: CucState) -> CucState:
        """Empty the weapon, and take the figures off the target."""
        unit = state.unit(self.unit)
        state = state.with_unit(unit.changed(loaded=unit.loaded and not self.unloads, facing=self.facing))
        if state.actor == self.unit:
            state = state.changed(shot=True)
        return _bereft(state, self.target, self.losses)


@dataclass(frozen=True)
class LeaderLost(Event[CucState]):
    """The leader with a unit was among those who fell."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Take the leader away."""
        return state.with_unit(state.unit(self.unit).changed(leader=False))


@dataclass(frozen=True)
class ChargeDeclared(Event[CucState]):
    """A unit charges another; nobody has moved yet."""

    unit: str
    target: str

    def apply(self, state: CucState) -> CucState:
        """Remember that the card has been used for it."""
        return state.changed(moved="charge") if state.actor == self.unit else state


@dataclass(frozen=True)
class ChargeFailed(Event[CucState]):
    """A charge came to nothing."""

    unit: str
    why: str

    def apply(self, state: CucState) -> CucState:
        """Change nothing."""
        return state


@dataclass(frozen=True)
class PutOnBackFoot(Event[CucState]):
    """A unit fights on the Back Foot."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Put it there until the fight is over."""
        return state.with_unit(state.unit(self.unit).changed(back_foot=True))


@dataclass(frozen=True)
class Engaged(Event[CucState]):
    """Two units came to blows."""

    unit: str
    enemy: str

    def apply(self, state: CucState) -> CucState:
        """Lock them."""
        for one, other in ((self.unit, self.enemy), (self.enemy, self.unit)):
            unit = state.unit(one)
            if other not in unit.fighting:
                state = state.with_unit(unit.changed(fighting=(*unit.fighting, other)))
        return state


@dataclass(frozen=True)
class RoundFought(Event[CucState]):
    """A round of close combat: what each of two units lost."""

    unit: str
    enemy: str
    unit_losses: int
    enemy_losses: int

    def apply(self, state: CucState) -> CucState:
        """Take the figures off both; who is on the Back Foot stays there while the fight lasts."""
        for id_, losses in ((self.unit, self.unit_losses), (self.enemy, self.enemy_losses)):
            state = _bereft(state, id_, losses)
        return state


@dataclass(frozen=True)
class BrokeOff(Event[CucState]):
    """A unit is free of close combat."""

    unit: str

    def apply(self, state: CucState) -> CucState:
        """Unlock it from everybody."""
        return _disengaged(state, self.unit)


@dataclass(frozen=True)
class CourageTested(Event[CucState]):
    """A unit was tested for its courage."""

    unit: str
    result: Nerve
    halved: bool = False
    """The test was its one for being at half strength, or did for that as well."""

    def apply(self, state: CucState) -> CucState:
        """Shake it or break it."""
        unit = state.unit(self.unit)
        if self.halved:
            unit = unit.changed(halved=True)
        match self.result:
            case "shaken":
                unit = unit.changed(shaken=True, holding=False)
            case "broken":
                unit = unit.changed(shaken=True, holding=False, broken=unit.broken + 1)
            case "passed":
                pass
        return state.with_unit(unit)


@dataclass(frozen=True)
class Rallied(Event[CucState]):
    """A shaken unit tried to get over it."""

    unit: str
    succeeded: bool

    def apply(self, state: CucState) -> CucState:
        """Let it be itself again, if it succeeded."""
        return state.with_unit(state.unit(self.unit).changed(shaken=not self.succeeded))


# -- what several events do --------------------------------------------------------------------------------------


def _bereft(state: CucState, id_: str, losses: int) -> CucState:
    """Take figures off a unit; the last one takes it off the table."""
    if not losses:
        return state
    unit: Troop = state.unit(id_)
    lost = min(losses, unit.figures)
    state = state.with_unit(unit.changed(figures=unit.figures - lost, fallen=unit.fallen + lost))
    return _gone(state, id_) if lost == unit.figures else state


def _gone(state: CucState, id_: str) -> CucState:
    state = _disengaged(state, id_)
    return state.with_unit(state.unit(id_).changed(cell=None, holding=False))


def _disengaged(state: CucState, id_: str) -> CucState:
    """Free a unit from everybody with whom it fights."""
    for other in state.unit(id_).fighting:
        enemy = state.unit(other)
        left = tuple(each for each in enemy.fighting if each != id_)
        state = state.with_unit(enemy.changed(fighting=left, back_foot=enemy.back_foot and bool(left)))
    return state.with_unit(state.unit(id_).changed(fighting=(), back_foot=False))


EVENTS: tuple[type[Event[CucState]], ...] = (
    TroopsReadied, CardTurned, JokerTurned, Nominated, OrdersRolled, CardSpent, ExtraOrderWon, PointsWon,
    ObjectiveTaken, Moved, LeftTable, Fled, Deployed, PackedUp, Reloaded, Held, Responded, Shot, LeaderLost,
    ChargeDeclared, ChargeFailed, PutOnBackFoot, Engaged, RoundFought, BrokeOff, CourageTested, Rallied,
)  # fmt: skip
