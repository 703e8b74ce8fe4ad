"""What can happen in a battle of 1885, in past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.la_petite_guerre.bookkeeping import did, fallen_out, headed, sighted, taken_off, with_man
from sim.rules.la_petite_guerre.combat_events import (
    Broke,
    ChargeDeclared,
    ChargeFailed,
    ChargeTested,
    Fired,
    GunFired,
    GunTaken,
    Hit,
    MoraleTested,
    RanOff,
    Struck,
    Stunned,
)
from sim.rules.la_petite_guerre.units import NO_CHARGES, Doing, Done, LpgState, Phase

__all__ = [
    "EVENTS",
    "Acquired",
    "Acted",
    "ActionsGiven",
    "ActorDone",
    "ActorNamed",
    "Broke",
    "ChargeDeclared",
    "ChargeFailed",
    "ChargeTested",
    "Command",
    "Commanded",
    "ControlTested",
    "Controlled",
    "Fired",
    "Gait",
    "GunFired",
    "GunTaken",
    "Hit",
    "LeftTable",
    "Looked",
    "MoraleTested",
    "MoveGivenUp",
    "MoveRolled",
    "Moved",
    "OrderSettled",
    "PointsWon",
    "PostureChanged",
    "RanOff",
    "Reloaded",
    "Revealed",
    "Shown",
    "StepBegan",
    "Struck",
    "Stunned",
    "TurnEnded",
    "Turned",
]  # fmt: skip

Command = Literal["control", "assess", "indicate", "report", "encourage", "move"]
Gait = Literal["walk", "ride", "crawl", "shuffle", "charge", "run", "retire", "pursue", "follow"]
MOVES: tuple[Doing, ...] = ("move", "crawl", "shuffle")
IN_FILE: tuple[Gait, ...] = ("walk", "ride", "follow")
"""LPG-MOVE-3: how a file moves; whoever moves otherwise leaves it."""

# -- the sequence of play ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OrderSettled(Event[LpgState]):
    """LPG-SEQ: it was settled who takes every step of the turn first."""

    order: tuple[str, ...]

    def apply(self, state: LpgState) -> LpgState:
        """Keep the order for the turn."""
        return state.changed(order=self.order)


@quickly_made
@dataclass(frozen=True)
class StepBegan(Event[LpgState]):
    """LPG-SEQ: a side begins a step of the turn."""

    phase: Phase
    side: str = ""

    def apply(self, state: LpgState) -> LpgState:
        """Nobody is in the middle of anything."""
        return state.changed(phase=self.phase, side=self.side, actor="", rolled=0, charges=NO_CHARGES)


@dataclass(frozen=True)
class TurnEnded(Event[LpgState]):
    """LPG-SEQ: the turn is over: expired markers go, and what lasts for a turn is forgotten."""

    sightings: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """LPG-ACQ: of each man for whom that has changed: whom he has acquired."""

    def apply(self, state: LpgState) -> LpgState:
        """Begin afresh; LPG-STUN: who was stunned until now comes to himself."""
        state = sighted(state, self.sightings)
        for man in state.units:
            if man.out:
                continue
            stunned = 0 if man.stunned and man.stunned <= state.turn else man.stunned
            rested = man.changed(stunned=stunned, last=man.did, did=(), left=0, fired=0, moved=False)
            rested = rested.changed(charged=False, was_charged=False, pursued=False, fought=())
            state = state.with_unit(rested.changed(control="", spent=0, encourages=0, shown=()))
        return state.changed(phase="first move", side="", actor="", rolled=0, fallen=(), tested=(), order=())


@dataclass(frozen=True)
class ActionsGiven(Event[LpgState]):
    """LPG-ACT-1: a man, or a gun, has so many actions this turn."""

    units: tuple[str, ...]
    actions: tuple[int, ...]
    sightings: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """LPG-ACQ: of each man for whom that has changed, of either side: whom he has acquired."""

    def apply(self, state: LpgState) -> LpgState:
        """Give them."""
        state = sighted(state, self.sightings)
        for id_, actions in zip(self.units, self.actions, strict=True):
            state = with_man(state, id_, left=actions)
        return state


@quickly_made
@dataclass(frozen=True)
class ActorNamed(Event[LpgState]):
    """A man begins with his actions, or a leader with his command points."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Let him."""
        return state.changed(actor=self.unit, rolled=0)


@quickly_made
@dataclass(frozen=True)
class ActorDone(Event[LpgState]):
    """A man has done what he does this turn."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Leave him nothing more to do in this step."""
        man = state.unit(self.unit)
        spent = man.profile.command if state.phase == "command" else man.spent
        left = 0 if state.phase == "actions" else man.left
        return with_man(state, self.unit, left=left, spent=spent).changed(actor="", rolled=0)


@dataclass(frozen=True)
class PointsWon(Event[LpgState]):
    """A side won points."""

    side: str
    points: int
    why: str = ""

    def apply(self, state: LpgState) -> LpgState:
        """Count them."""
        points = {**dict(state.points), self.side: state.score(self.side) + self.points}
        return state.changed(points=tuple(sorted(points.items())))


# -- command and control -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Commanded(Event[LpgState]):
    """LPG-CMD: a leader spent a command point."""

    unit: str
    how: Command

    def apply(self, state: LpgState) -> LpgState:
        """Count it."""
        leader = state.unit(self.unit)
        more = 1 if self.how == "encourage" else 0
        return with_man(state, self.unit, spent=leader.spent + 1, encourages=leader.encourages + more)


@dataclass(frozen=True)
class Controlled(Event[LpgState]):
    """LPG-CMD: men are under control and do as they are told; those who ran pull themselves together."""

    units: tuple[str, ...]

    def apply(self, state: LpgState) -> LpgState:
        """Free them to act."""
        for id_ in self.units:
            state = with_man(state, id_, control="free", broken=False)
        return state


@quickly_made
@dataclass(frozen=True)
class ControlTested(Event[LpgState]):
    """LPG-CTRL: a man was left to himself."""

    unit: str
    result: Literal["free", "repeats", "nothing"]

    def apply(self, state: LpgState) -> LpgState:
        """Write down what he may do."""
        man = state.unit(self.unit)
        return with_man(state, self.unit, control=self.result, broken=man.broken and self.result != "free")


@dataclass(frozen=True)
class Acquired(Event[LpgState]):
    """LPG-ACQ: men have a target now; perhaps after an action spent on looking."""

    units: tuple[str, ...]
    target: str

    def apply(self, state: LpgState) -> LpgState:
        """Remember it."""
        for id_ in self.units:
            man = state.unit(id_)
            if self.target not in man.acquired:
                state = with_man(state, id_, acquired=(*man.acquired, self.target))
        return state


@dataclass(frozen=True)
class Shown(Event[LpgState]):
    """LPG-ACQ: a leader pointed out a target to men who could not see it: they will look for it."""

    units: tuple[str, ...]
    target: str

    def apply(self, state: LpgState) -> LpgState:
        """Draw their attention to it for this turn."""
        for id_ in self.units:
            man = state.unit(id_)
            if self.target not in man.shown:
                state = with_man(state, id_, shown=(*man.shown, self.target))
        return state


@dataclass(frozen=True)
class Looked(Event[LpgState]):
    """A man spent an action on looking for a target, and did not find it."""

    unit: str
    target: str

    def apply(self, state: LpgState) -> LpgState:
        """Change nothing: the action is counted by itself."""
        return state


@dataclass(frozen=True)
class Revealed(Event[LpgState]):
    """A hidden man gave himself away, or was come upon."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Hide him no longer."""
        return with_man(state, self.unit, hidden=False)


# -- actions -----------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Acted(Event[LpgState]):
    """LPG-ACT-1: an action was spent."""

    unit: str
    what: Doing
    target: str = ""
    actions: int = 1
    dice: int = 1
    """For a move: two for a horse that is spurred on."""

    def apply(self, state: LpgState) -> LpgState:
        """Count it, and remember it for who is out of control next turn."""
        man = state.unit(self.unit)
        return did(state, self.unit, Done(self.what, man.facing, self.target, self.dice), self.actions)


@quickly_made
@dataclass(frozen=True)
class MoveRolled(Event[LpgState]):
    """LPG-MOVE-1: a man rolled for his move."""

    unit: str
    inches: int

    def apply(self, state: LpgState) -> LpgState:
        """Keep it until he has gone it."""
        return state.changed(rolled=self.inches, actor=self.unit)


@quickly_made
@dataclass(frozen=True)
class Moved(Event[LpgState]):
    """A man moved: every cell that he entered, in order."""

    unit: str
    way: tuple[Cell, ...]
    facing: int
    gait: Gait = "walk"
    along: int | None = None
    """The direction of his last step, if he does not face that way."""

    def apply(self, state: LpgState) -> LpgState:
        """Put him at the end of his way; a gun's crew has to lay it anew."""
        man = state.unit(self.unit)
        prone = man.prone and self.gait == "crawl"
        pursued = man.pursued or self.gait == "pursue"
        state = with_man(
            state, self.unit, cell=self.way[-1], facing=self.facing, moved=True, prone=prone, hidden=False, laid=""
        )
        state = with_man(state, self.unit, pursued=pursued)
        state = headed(state, self.unit, MOVES, self.facing if self.along is None else self.along)
        state = state if self.gait in IN_FILE else fallen_out(state, self.unit)
        return state.changed(rolled=0) if state.actor == self.unit else state


@dataclass(frozen=True)
class MoveGivenUp(Event[LpgState]):
    """A man rolled and could go nowhere."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Forget the inches."""
        return state.changed(rolled=0)


@dataclass(frozen=True)
class Turned(Event[LpgState]):
    """A man turned to face another way."""

    unit: str
    facing: int

    def apply(self, state: LpgState) -> LpgState:
        """Turn him."""
        state = with_man(state, self.unit, facing=self.facing, laid="")
        return headed(state, self.unit, ("turn",), self.facing)


@dataclass(frozen=True)
class PostureChanged(Event[LpgState]):
    """A man fell prone or stood up, mounted or dismounted, fixed his bayonet or took it off, changed his weapon."""

    unit: str
    prone: bool | None = None
    mounted: bool | None = None
    bayonet: bool | None = None
    weapon: str | None = None
    limbered: bool | None = None
    follows: str | None = None

    def apply(self, state: LpgState) -> LpgState:
        """Change what is named."""
        named = ("prone", "mounted", "bayonet", "weapon", "limbered", "follows")
        changes = {key: value for key in named if (value := getattr(self, key)) is not None}
        if self.weapon is not None:
            changes |= {"bayonet": False, "loading": 0}
        if self.mounted is not None:
            # Men on foot and riders do not make a file.
            state = fallen_out(state, self.unit)
        state = with_man(state, self.unit, **changes)
        # LPG-MOVE-3: who falls in goes with his lead, and keeps his actions until then.
        return state.changed(actor="") if self.follows and state.actor == self.unit else state


@dataclass(frozen=True)
class Reloaded(Event[LpgState]):
    """An action of reloading was done; with the last the weapon is loaded."""

    unit: str
    loaded: bool

    def apply(self, state: LpgState) -> LpgState:
        """Count it."""
        man = state.unit(self.unit)
        return with_man(state, self.unit, loaded=self.loaded, loading=0 if self.loaded else man.loading + 1)


@dataclass(frozen=True)
class LeftTable(Event[LpgState]):
    """A man left the table on purpose."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Take him off."""
        return taken_off(state, self.unit).changed(gone=(*state.gone, self.unit))


EVENTS: tuple[type[Event[LpgState]], ...] = (
    OrderSettled, StepBegan, TurnEnded, ActionsGiven, ActorNamed, ActorDone, PointsWon, Commanded, Controlled,
    ControlTested, Acquired, Shown, Looked, Revealed, Acted, MoveRolled, Moved, MoveGivenUp, Turned, PostureChanged,
    Reloaded, LeftTable, Fired, GunFired, Hit, Stunned, Broke, RanOff, ChargeDeclared, ChargeTested, ChargeFailed,
    Struck, GunTaken, MoraleTested,
)  # fmt: skip
