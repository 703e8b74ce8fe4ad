"""What can happen in a battle of 1885, in past tense, and in the words of the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Literal

from sim.engine.domains import SideId, UnitId
from sim.engine.events import Event, Passed
from sim.engine.words import Name
from sim.grid import Cell
from sim.play import happening
from sim.play.happening import PointsWon, UnitChanged
from sim.rules.la_petite_guerre.units import NO_CHARGES, Doing, Done, LpgState, Phase

Command = Literal["control", "assess", "indicate", "report", "encourage", "move"]
Gait = Literal["walk", "ride", "crawl", "shuffle", "charge", "run", "retire", "pursue", "follow"]
Harm = Literal["nothing", "stunned", "wounded", "killed", "thrown"]
"""LPG-HIT: what a hit does; a rider who is thrown is stunned, and his horse is dead."""
Sightings = tuple[tuple[UnitId, tuple[UnitId, ...]], ...]
"""LPG-ACQ: of each man for whom that has changed, of either side: whom he has acquired."""
MOVES: tuple[Doing, ...] = ("move", "crawl", "shuffle")
IN_FILE: tuple[Gait, ...] = ("walk", "ride", "follow")
"""LPG-MOVE-3: how a file moves; whoever moves otherwise leaves it."""
STEPS: dict[Phase, str] = {
    "first move": "the first move", "command": "command", "control": "control tests", "actions": "actions",
    "charges": "charges", "morale": "morale", "end": "the end of the turn",
}  # fmt: skip


# -- what several events do alike ----------------------------------------------------------------------------------


def with_man(state: LpgState, id_: str, **changes: Any) -> LpgState:
    """Return the state with some things changed of a man."""
    return state.with_unit(state.unit(id_).changed(**changes))


def headed(state: LpgState, id_: str, what: tuple[Doing, ...], facing: int) -> LpgState:
    """LPG-CTRL: write down which way a man went, or turned, in what he has just done: that way he does it again."""
    man = state.unit(id_)
    if not man.did or man.did[-1].what not in what:
        return state
    return with_man(state, id_, did=(*man.did[:-1], replace(man.did[-1], facing=facing)))


def sighted(state: LpgState, sightings: Sightings) -> LpgState:
    """LPG-ACQ: write down whom men have acquired."""
    for id_, acquired in sightings:
        state = with_man(state, id_, acquired=acquired)
    return state


def fell(state: LpgState, id_: str) -> LpgState:
    """Remember for this turn that somebody was killed or broke, and where."""
    man = state.unit(id_)
    if man.cell is None or man.profile.kind == "gun" or any(id_ == other for other, _ in state.fallen):
        return state
    return state.changed(fallen=(*state.fallen, (id_, man.cell)))


def charge_begun(state: LpgState, id_: str) -> LpgState:
    """LPG-CHARGE: leave those charges to come that were declared after a man's; who was passed over does not charge."""
    declared = [charger for charger, _ in state.charges.to_come]
    if id_ not in declared:
        return state
    to_come = state.charges.to_come[declared.index(id_) + 1 :]
    return state.changed(charges=replace(state.charges, to_come=to_come))


def hurt_to_death(state: LpgState, id_: str) -> LpgState:
    """Let a man die; he lies where he fell and is in nobody's way."""
    return taken_off(with_man(fell(state, id_), id_, dead=True), id_)


def let_go(state: LpgState, id_: str) -> LpgState:
    """LPG-MOVE-3: let nobody follow a man in single file any more."""
    for man in state.units:
        if man.follows == id_:
            state = with_man(state, man.id, follows="")
    return state


def fallen_out(state: LpgState, id_: str) -> LpgState:
    """LPG-MOVE-3: let a man follow nobody, and nobody him: he goes another way, or at another pace, than his file."""
    return with_man(let_go(state, id_), id_, follows="")


def taken_off(state: LpgState, id_: str) -> LpgState:
    """Take a man off the table; whoever followed him follows nobody."""
    return with_man(let_go(state, id_), id_, cell=None, left=0, hidden=False)


class ManEvent(Event[LpgState]):
    """Something that a man did, or that befell him."""

    unit: UnitId


# -- the sequence of play ------------------------------------------------------------------------------------------


class Refrained(Passed):
    """A man, or a side, did not do what might have been done; `why` is what is said of him: "does not pursue"."""

    def told(self, position: Any) -> str:
        name: Name = position.battle.side(self.side).mention
        if self.unit:
            name = position.battle.ruleset.name(position, self.unit)
        return name.does(self.why)


class OrderSettled(Event[LpgState]):
    """LPG-SEQ: it was settled who takes every step of the turn first."""

    order: tuple[SideId, ...]

    def apply(self, state: LpgState) -> LpgState:
        return state.changed(order=self.order)

    def told(self, position: Any) -> str:
        return f"{position.battle.side(self.order[0]).mention} go first"


class StepBegan(Event[LpgState]):
    """LPG-SEQ: a side begins a step of the turn."""

    phase: Phase
    side: str = ""

    def apply(self, state: LpgState) -> LpgState:
        return state.changed(phase=self.phase, side=self.side, actor="", rolled=0, charges=NO_CHARGES)

    def told(self, position: Any) -> str:
        return f"{STEPS[self.phase]}{f': {position.battle.side(self.side).mention}' if self.side else ''}"


class TurnEnded(Event[LpgState]):
    """LPG-SEQ: the turn is over: expired markers go, and what lasts for a turn is forgotten."""

    says = "the turn is over"
    sightings: Sightings = ()

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


class ActionsGiven(Event[LpgState]):
    """LPG-ACT-1: a man, or a gun, has so many actions this turn."""

    units: tuple[UnitId, ...]
    actions: tuple[int, ...]
    sightings: Sightings = ()

    def apply(self, state: LpgState) -> LpgState:
        state = sighted(state, self.sightings)
        for id_, actions in zip(self.units, self.actions, strict=True):
            state = with_man(state, id_, left=actions)
        return state

    def told(self, position: Any) -> str:
        return f"{sum(number > 0 for number in self.actions)} of {len(self.units)} can act"


class ActorNamed(ManEvent):
    """A man begins with his actions, or a leader with his command points."""

    says, aside = "{unit} acts", True

    def apply(self, state: LpgState) -> LpgState:
        return state.changed(actor=self.unit, rolled=0)


class ActorDone(ManEvent):
    """A man has done what he does this turn."""

    says, aside = "{unit} is done", True

    def apply(self, state: LpgState) -> LpgState:
        man = state.unit(self.unit)
        spent = man.profile.command if state.phase == "command" else man.spent
        left = 0 if state.phase == "actions" else man.left
        return with_man(state, self.unit, left=left, spent=spent).changed(actor="", rolled=0)


# -- command and control -------------------------------------------------------------------------------------------

COMMANDS: dict[Command, str] = {
    "control": "controls", "assess": "assesses the situation", "indicate": "indicates", "report": "hears a report",
    "encourage": "encourages", "move": "leads on",
}  # fmt: skip


class Commanded(ManEvent):
    """LPG-CMD: a leader spent a command point."""

    how: Command

    def apply(self, state: LpgState) -> LpgState:
        leader = state.unit(self.unit)
        more = 1 if self.how == "encourage" else 0
        return with_man(state, self.unit, spent=leader.spent + 1, encourages=leader.encourages + more)

    def told(self, position: Any) -> str:
        return f"{self.unit} {COMMANDS[self.how]}"


class BefellMen(Event[LpgState]):
    """Something that befell several men at once."""

    units: tuple[UnitId, ...]

    @property
    def who(self) -> str:
        """Their names."""
        return ", ".join(self.units) or "nobody"


class Controlled(BefellMen):
    """LPG-CMD: men are under control and do as they are told; those who ran pull themselves together."""

    says = "{who} {units:is|are} under control"

    def apply(self, state: LpgState) -> LpgState:
        for id_ in self.units:
            state = with_man(state, id_, control="free", broken=False)
        return state


class ControlTested(ManEvent):
    """LPG-CTRL: a man was left to himself."""

    result: Literal["free", "repeats", "nothing"]

    def apply(self, state: LpgState) -> LpgState:
        man = state.unit(self.unit)
        return with_man(state, self.unit, control=self.result, broken=man.broken and self.result != "free")

    def told(self, position: Any) -> str:
        words = {"free": "keeps his head", "repeats": "does what he did before", "nothing": "does nothing"}
        return f"{self.unit} {words[self.result]}"


class TargetNoted(BefellMen):
    """LPG-ACQ: men know of a target now."""

    kept_in: ClassVar[str]
    target: UnitId

    def apply(self, state: LpgState) -> LpgState:
        for id_ in self.units:
            known = getattr(state.unit(id_), self.kept_in)
            if self.target not in known:
                state = with_man(state, id_, **{self.kept_in: (*known, self.target)})
        return state


class Acquired(TargetNoted):
    """LPG-ACQ: men have a target now; perhaps after an action spent on looking."""

    says, kept_in = "{who} {units:has|have} seen {target}", "acquired"


class Shown(TargetNoted):
    """LPG-ACQ: a leader pointed out a target to men who could not see it: they will look for it this turn."""

    says, kept_in = "{who} {units:is|are} told of {target}", "shown"


class Looked(UnitChanged[LpgState]):
    """A man spent an action on looking for a target, and did not find it; the action is counted by itself."""

    says = "{unit} does not make out {target}"
    target: UnitId


class Revealed(UnitChanged[LpgState]):
    """A hidden man gave himself away, or was come upon."""

    says, sets = "{unit} is discovered", {"hidden": False}


# -- actions -------------------------------------------------------------------------------------------------------

DOES: dict[Doing, str] = {
    "fire": "takes aim", "move": "moves off", "crawl": "crawls on", "shuffle": "shuffles on", "turn": "turns",
    "reload": "reloads", "prone": "goes down", "stand": "gets up", "acquire": "looks out", "mount": "is at his horse",
    "dismount": "is at his horse", "weapon": "sees to his weapon", "fix bayonet": "sees to his weapon",
    "unfix bayonet": "sees to his weapon", "fire gun": "is worked", "fire canister": "is worked",
    "limber": "is worked", "unlimber": "is worked",
}  # fmt: skip


class Acted(ManEvent):
    """LPG-ACT-1: an action was spent."""

    what: Doing
    target: str = ""
    actions: int = 1
    dice: int = 1
    """For a move: two for a horse that is spurred on."""

    def apply(self, state: LpgState) -> LpgState:
        """Count it, and remember it for who is out of control next turn; by a command point a leader moves for free."""
        man = state.unit(self.unit)
        left = man.left if state.phase == "command" else max(0, man.left - self.actions)
        done = Done(self.what, man.facing, self.target, self.dice)
        return with_man(state, self.unit, left=left, did=(*man.did, done))

    def told(self, position: Any) -> str:
        return f"{self.unit} {DOES.get(self.what, self.what)}"


class MoveRolled(ManEvent):
    """LPG-MOVE-1: a man rolled for his move."""

    says = '{unit} has {inches}" to move'
    inches: int

    def apply(self, state: LpgState) -> LpgState:
        return state.changed(rolled=self.inches, actor=self.unit)


class Moved(happening.Moved[LpgState]):
    """A man moved: every cell that he entered, in order."""

    gait: Gait = "walk"
    along: int | None = None
    """The direction of his last step, if he does not face that way."""

    def apply(self, state: LpgState) -> LpgState:
        """Put him at the end of his way; a gun's crew has to lay it anew."""
        man = state.unit(self.unit)
        prone = man.prone and self.gait == "crawl"
        pursued = man.pursued or self.gait == "pursue"
        there = man.changed(cell=self.way[-1], facing=self.facing, moved=True, prone=prone, hidden=False, laid="")
        state = state.with_unit(there.changed(pursued=pursued))
        state = headed(state, self.unit, MOVES, self.facing if self.along is None else self.along)
        state = state if self.gait in IN_FILE else fallen_out(state, self.unit)
        return state.changed(rolled=0) if state.actor == self.unit else state

    def told(self, position: Any) -> str:
        goes = "goes" if self.gait == "walk" else f"{self.gait}s"
        return f"{self.unit} {goes} to {position.name(self.cell)}"


class MoveGivenUp(ManEvent):
    """A man rolled and could go nowhere."""

    says = "{unit} can go nowhere"

    def apply(self, state: LpgState) -> LpgState:
        return state.changed(rolled=0)


class Turned(happening.Turned[LpgState]):
    """A man turned to face another way; a gun's crew has to lay it anew."""

    says, sets = "{unit} faces {direction}", {"laid": ""}

    def apply(self, state: LpgState) -> LpgState:
        return headed(super().apply(state), self.unit, ("turn",), self.facing)


class PostureChanged(ManEvent):
    """A man fell prone or stood up, mounted or dismounted, fixed his bayonet or took it off, changed his weapon."""

    prone: bool | None = None
    mounted: bool | None = None
    bayonet: bool | None = None
    weapon: str | None = None
    limbered: bool | None = None
    follows: str | None = None

    def apply(self, state: LpgState) -> LpgState:
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

    def told(self, position: Any) -> str:
        if self.weapon is not None:
            weapon = position.battle.data.weapons.get(self.weapon)
            return f"{self.unit} takes up his {weapon.name if weapon else self.weapon}"
        told = (
            (self.prone is True, "falls prone"),
            (self.mounted is True, "mounts"),
            (self.mounted is False, "dismounts"),
            (self.prone is False and self.mounted is None, "stands up"),
            (self.bayonet is True, "fixes his bayonet"),
            (self.bayonet is False, "unfixes his bayonet"),
            (self.limbered is True, "is limbered"),
            (self.limbered is False, "is unlimbered"),
            (bool(self.follows), f"follows {self.follows}"),
            (self.follows == "", "follows nobody"),
        )
        return f"{self.unit} {next((text for so, text in told if so), 'waits')}"


class Reloaded(ManEvent):
    """An action of reloading was done; with the last the weapon is loaded."""

    loaded: bool

    def apply(self, state: LpgState) -> LpgState:
        man = state.unit(self.unit)
        return with_man(state, self.unit, loaded=self.loaded, loading=0 if self.loaded else man.loading + 1)

    def told(self, position: Any) -> str:
        return f"{self.unit} {'has loaded' if self.loaded else 'is loading'}"


class Left(happening.Left):
    """LPG-LEAVE: a man left the table on purpose."""

    def apply(self, state: LpgState) -> LpgState:
        return taken_off(state, self.unit).changed(gone=(*state.gone, self.unit))


# -- fire ----------------------------------------------------------------------------------------------------------


class Fired(ManEvent):
    """A man fired at another."""

    target: UnitId
    hit: bool
    blind: bool = False
    empties: bool = True

    def apply(self, state: LpgState) -> LpgState:
        """Empty his weapon; both are in the firefight now."""
        man = state.unit(self.unit)
        loaded = man.loaded and not self.empties
        state = with_man(state, self.unit, fired=man.fired + 1, shot=state.turn, loaded=loaded, hidden=False)
        return with_man(state, self.target, under_fire=state.turn)

    def told(self, position: Any) -> str:
        how, hits = "fires blind" if self.blind else "fires", "hits" if self.hit else "misses"
        return f"{self.unit} {how} at {self.target} and {hits}"


class GunFired(ManEvent):
    """A gun was fired, and these men came under its fire."""

    cell: Cell
    what: Literal["gatling", "canister", "shell"]
    burst: Cell | None
    """Where a shell burst; None off the table, or for a wedge."""
    under_fire: tuple[UnitId, ...]
    laid: str = ""

    def apply(self, state: LpgState) -> LpgState:
        gun = state.unit(self.unit)
        state = with_man(state, self.unit, loaded=False, fired=gun.fired + 1, shot=state.turn, laid=self.laid)
        for id_ in self.under_fire:
            state = with_man(state, id_, under_fire=state.turn)
        return state

    def told(self, position: Any) -> str:
        fires = {"gatling": "sweeps", "canister": "fires canister at", "shell": "drops a shell on"}[self.what]
        return f"{self.unit} {fires} {position.name(self.burst or self.cell)}: {len(self.under_fire)} under fire"


class Hit(ManEvent):
    """LPG-HIT: what a hit did."""

    harm: Harm

    def apply(self, state: LpgState) -> LpgState:
        """Let him suffer it: LPG-STUN until the end of the next turn; LPG-WOUND: a second wound kills."""
        man, until = state.unit(self.unit), state.turn + 1
        match self.harm:
            case "killed":
                return hurt_to_death(state, self.unit)
            case "wounded" if man.wounded:
                return hurt_to_death(state, self.unit)
            case "wounded":
                return with_man(state, self.unit, wounded=True, stunned=until, left=0)
            case "stunned":
                return with_man(state, self.unit, stunned=until, left=0)
            case "thrown":
                state = fallen_out(state, self.unit)
                return with_man(state, self.unit, mounted=False, unhorsed=True, stunned=until, left=0)
        return state

    def told(self, position: Any) -> str:
        if position.state.unit(self.unit).profile.kind == "gun":
            return f"{self.unit} {'is put out of action' if self.harm == 'killed' else 'is not damaged'}"
        words: dict[Harm, str] = {"nothing": "is not hurt", "thrown": "is thrown: his horse is dead"}
        return f"{self.unit} {words.get(self.harm, f'is {self.harm}')}"


# -- fear and blows ------------------------------------------------------------------------------------------------


class Stunned(ManEvent):
    """LPG-CTRL, LPG-CHARGE: a man was stunned without being hit."""

    says = "{unit} stands as if stunned"

    def apply(self, state: LpgState) -> LpgState:
        return with_man(state, self.unit, stunned=state.turn + 1, left=0, control="nothing")


class Broke(ManEvent):
    """LPG-ROUT: a man broke and runs."""

    says = "{unit} breaks and runs"

    def apply(self, state: LpgState) -> LpgState:
        """Let him run, stunned or not; nobody follows him there."""
        state = fallen_out(fell(state, self.unit), self.unit)
        return with_man(state, self.unit, broken=True, stunned=0, prone=False, left=0, hidden=False, control="nothing")


class RanOff(ManEvent):
    """LPG-ROUT: a man who ran left the table for good."""

    says = "{unit} runs off the table"

    def apply(self, state: LpgState) -> LpgState:
        return taken_off(state, self.unit)


class ChargeDeclared(ManEvent):
    """LPG-CHARGE: a man means to charge another."""

    says = "{unit} charges {target}"
    target: UnitId
    dice: int = 1

    def apply(self, state: LpgState) -> LpgState:
        state = with_man(state, self.unit, charged=True, hidden=False)
        state = with_man(state, self.target, was_charged=True)
        declared = state.charges
        to_come, going = (*declared.to_come, (self.unit, self.target)), (*declared.going, self.unit)
        spurred = (*declared.spurred, self.unit) if self.dice > 1 else declared.spurred
        return state.changed(charges=replace(declared, to_come=to_come, going=going, spurred=spurred))


class ChargeTested(ManEvent):
    """LPG-CHARGE: it was tested whether a man charges, or whether he stands where he is charged."""

    charging: bool
    holds: bool

    def apply(self, state: LpgState) -> LpgState:
        """Remember it for the other charges: who goes heartens his friends, and who is charged is tested once."""
        charges = state.charges
        if self.charging:
            going = charges.going if self.holds else tuple(id_ for id_ in charges.going if id_ != self.unit)
            return charge_begun(state.changed(charges=replace(charges, going=going)), self.unit)
        if self.holds:
            return state.changed(charges=replace(charges, stood=(*charges.stood, self.unit)))
        return state.changed(charges=replace(charges, fled=(*charges.fled, self.unit)))

    def told(self, position: Any) -> str:
        return f"{self.unit} {'has' if self.holds else 'has not'} the heart to {'charge' if self.charging else 'stand'}"


class ChargeFailed(ManEvent):
    """LPG-CHARGE: the charge of a man came to nothing, tested or not."""

    says = "the charge of {unit} comes to nothing: {why}"
    why: str

    def apply(self, state: LpgState) -> LpgState:
        return charge_begun(state, self.unit)


class Struck(ManEvent):
    """LPG-MELEE: blows were exchanged; `hit` is who was hit, empty for nobody."""

    enemy: UnitId
    hit: str = ""

    def apply(self, state: LpgState) -> LpgState:
        """Remember who fights whom; what the hit does is told by itself."""
        for one, other in ((self.unit, self.enemy), (self.enemy, self.unit)):
            man = state.unit(one)
            if other not in man.fought:
                state = with_man(state, one, fought=(*man.fought, other))
        return state

    def told(self, position: Any) -> str:
        return f"{self.unit} and {self.enemy} come to blows: {self.hit or 'nobody'} is hit"


class GunTaken(ManEvent):
    """LPG-GUNS: a gun was taken by an enemy."""

    says = "{unit} is taken by {by}"
    by: UnitId

    def apply(self, state: LpgState) -> LpgState:
        """Take it out of the fight: it is lost to its side, and nobody knows how to serve it on the other."""
        return hurt_to_death(state, self.unit)


class MoraleTested(Event[LpgState]):
    """LPG-MORALE: a company was tested."""

    company: str
    holds: bool

    def apply(self, state: LpgState) -> LpgState:
        return state.changed(tested=(*state.tested, self.company))

    def told(self, position: Any) -> str:
        name = position.battle.data.engagement.mention(self.company)
        return f"{name} carry on" if self.holds else f"{name} retire"


EVENTS: tuple[type[Event[Any]], ...] = (
    Refrained, OrderSettled, StepBegan, TurnEnded, ActionsGiven, ActorNamed, ActorDone, PointsWon, Commanded,
    Controlled, ControlTested, Acquired, Shown, Looked, Revealed, Acted, MoveRolled, Moved, MoveGivenUp, Turned,
    PostureChanged, Reloaded, Left, Fired, GunFired, Hit, Stunned, Broke, RanOff, ChargeDeclared, ChargeTested,
    ChargeFailed, Struck, GunTaken, MoraleTested,
)  # fmt: skip
