"""What can happen in a battle of 1885, in past tense, and in the words of the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from sim.engine.domains import SideId, UnitId
from sim.engine.events import Event, Passed
from sim.grid import Cell
from sim.play import happening
from sim.play.happening import StateChanged, UnitChanged, UnitsChanged, given, noted, unit_changed, word_by
from sim.rules.la_petite_guerre.state import NO_CHARGES, ActionTaken, Doing, LpgState, Phase

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
Befell = UnitChanged[LpgState]
"""Something that a man did, or that befell him."""


# -- what several events do alike ----------------------------------------------------------------------------------


def headed(state: LpgState, id_: str, what: tuple[Doing, ...], facing: int) -> LpgState:
    """LPG-CTRL: note which way a man went or turned in his last action: if he repeats it, he goes that way again."""
    man = state.unit(id_)
    if not man.did or man.did[-1].what not in what:
        return state
    return unit_changed(state, id_, did=(*man.did[:-1], replace(man.did[-1], facing=facing)))


def sighted(state: LpgState, sightings: Sightings) -> LpgState:
    """LPG-ACQ: write down whom men have acquired."""
    for id_, acquired in sightings:
        state = unit_changed(state, id_, acquired=acquired)
    return state


def shot_at(state: LpgState, units: tuple[UnitId, ...]) -> LpgState:
    """Write down who came under fire."""
    for id_ in units:
        state = unit_changed(state, id_, under_fire=state.turn)
    return state


def dazed(state: LpgState, id_: str, **changes: Any) -> LpgState:
    """LPG-STUN: stun a man until the end of the next turn."""
    return unit_changed(state, id_, stunned=state.turn + 1, left=0, **changes)


def fell(state: LpgState, id_: str) -> LpgState:
    """Remember for this turn that somebody was killed or broke, and where."""
    man = state.unit(id_)
    if man.cell is None or man.profile.kind == "gun" or any(id_ == other for other, _ in state.fallen):
        return state
    return state.changed(fallen=(*state.fallen, (id_, man.cell)))


def charge_begun(state: LpgState, id_: str) -> LpgState:
    """LPG-CHARGE: keep the charges declared after a man's; those passed over are not made."""
    declared = [charger for charger, _ in state.charges.to_come]
    if id_ not in declared:
        return state
    to_come = state.charges.to_come[declared.index(id_) + 1 :]
    return state.changed(charges=replace(state.charges, to_come=to_come))


def hurt_to_death(state: LpgState, id_: str) -> LpgState:
    """Let a man die; he lies where he fell and is in nobody's way."""
    return taken_off(unit_changed(fell(state, id_), id_, dead=True), id_)


def fallen_out(state: LpgState, id_: str) -> LpgState:
    """LPG-MOVE-3: take a man out of his file, before and behind: he goes another way, or at another pace."""
    return unit_changed(let_go(state, id_), id_, follows="")


def let_go(state: LpgState, id_: str) -> LpgState:
    """LPG-MOVE-3: let nobody follow a man in single file any more."""
    for man in state.units:
        if man.follows == id_:
            state = unit_changed(state, man.id, follows="")
    return state


def taken_off(state: LpgState, id_: str) -> LpgState:
    """Take a man off the table; whoever followed him follows nobody."""
    return unit_changed(let_go(state, id_), id_, cell=None, left=0, hidden=False)


# -- the sequence of play ------------------------------------------------------------------------------------------


class Refrained(Passed):
    """A man, or a side, did not do what might have been done; `why` is what is said of him: "does not pursue"."""


class OrderSettled(StateChanged[LpgState]):
    """LPG-SEQ: it was settled who takes every step of the turn first."""

    takes = ("order",)
    order: tuple[SideId, ...]

    def event_text(self, position: Any) -> str:
        return f"{(who := position.battle.side(self.order[0]).mention)} {who:goes|go} first"


class StepBegan(StateChanged[LpgState]):
    """LPG-SEQ: a side begins a step of the turn."""

    says, step, whose = "{step}{whose}", word_by("phase", STEPS), given("side", ": {side}")
    sets, takes = {"actor": "", "rolled": 0, "charges": NO_CHARGES}, ("phase", "side")
    phase: Phase
    side: SideId = ""


RESTED = {
    "did": (), "left": 0, "fired": 0, "moved": False, "charged": False, "was_charged": False, "pursued": False,
    "fought": (), "control": "", "spent": 0, "encourages": 0, "shown": (),
}  # fmt: skip
"""What a man has done in a turn that has only begun."""


class TurnEnded(Event[LpgState]):
    """LPG-SEQ: the turn is over: expired markers go, and what lasts for a turn is forgotten."""

    says = "the turn is over"
    sightings: Sightings = ()

    def apply(self, state: LpgState) -> LpgState:
        """Begin afresh; LPG-STUN: men stunned until now recover."""
        state = sighted(state, self.sightings)
        for man in state.units:
            if not man.out:
                stunned = man.stunned if man.stunned > state.turn else 0
                state = unit_changed(state, man.id, stunned=stunned, last=man.did, **RESTED)
        return state.changed(phase="first move", side="", actor="", rolled=0, fallen=(), tested=(), order=())


class ActionsGiven(Event[LpgState]):
    """LPG-ACT-1: a man, or a gun, has so many actions this turn."""

    units: tuple[UnitId, ...]
    actions: tuple[int, ...]
    sightings: Sightings = ()

    def apply(self, state: LpgState) -> LpgState:
        state = sighted(state, self.sightings)
        for id_, actions in zip(self.units, self.actions, strict=True):
            state = unit_changed(state, id_, left=actions)
        return state

    def event_text(self, position: Any) -> str:
        return f"{sum(number > 0 for number in self.actions)} of {len(self.units)} can act"


class ActorNamed(Befell):
    """A man begins with his actions, or a leader with his command points."""

    says, aside = "{unit} acts", True
    battle = {"actor": lambda event, state: event.unit, "rolled": 0}


class ActorDone(Befell):
    """A man has done what he does this turn."""

    says, aside, battle = "{unit} is done", True, {"actor": "", "rolled": 0}

    def becomes(self, state: LpgState) -> dict[str, Any]:
        """Let nothing be left of his command points, or of his actions."""
        if state.phase == "command":
            return {"spent": state.unit(self.unit).profile.command}
        return {"left": 0} if state.phase == "actions" else {}


# -- command and control -------------------------------------------------------------------------------------------

COMMANDS: dict[Command, str] = {
    "control": "controls his men", "assess": "assesses the situation", "indicate": "points out a target",
    "report": "hears a report", "encourage": "encourages his men", "move": "moves up",
}  # fmt: skip


class Commanded(Befell):
    """LPG-CMD: a leader spent a command point."""

    says, does = "{unit} {does}", word_by("how", COMMANDS)
    sets = {
        "spent": lambda event, leader: leader.spent + 1,
        "encourages": lambda event, leader: leader.encourages + (event.how == "encourage"),
    }
    how: Command


class Controlled(UnitsChanged[LpgState]):
    """LPG-CMD: men are under control and do as they are told; those who ran pull themselves together."""

    says, sets = "{who} {who:is|are} under control", {"control": "free", "broken": False}


CONTROL = {"free": "keeps his head", "repeats": "does what he did before", "nothing": "does nothing"}


class ControlTested(Befell):
    """LPG-CTRL: a man was left to himself."""

    says, does = "{unit} {does}", word_by("result", CONTROL)
    sets = {
        "control": lambda event, man: event.result,
        "broken": lambda event, man: man.broken and event.result != "free",
    }
    result: Literal["free", "repeats", "nothing"]


class Acquired(UnitsChanged[LpgState]):
    """LPG-ACQ: men have a target now; perhaps after an action spent on looking."""

    says = "{who} {who:has|have} seen {target}"
    sets = {"acquired": lambda event, man: noted(man.acquired, event.target)}
    target: UnitId


class TargetIndicated(UnitsChanged[LpgState]):
    """LPG-ACQ: a leader pointed out a target to men who could not see it: they will look for it this turn."""

    says, formerly = "{who} {who:is|are} told of {target}", {"Shown": "TargetIndicated"}
    sets = {"shown": lambda event, man: noted(man.shown, event.target)}
    target: UnitId


class Looked(Befell):
    """A man spent an action on looking for a target, and did not find it; the action is counted by itself."""

    says = "{unit} does not spot {target}"
    target: UnitId


class Revealed(Befell):
    """A hidden man gave himself away, or was come upon."""

    says, sets = "{unit} is discovered", {"hidden": False}


# -- actions -------------------------------------------------------------------------------------------------------

DOES: dict[Doing, str] = {
    "fire": "takes aim", "move": "moves off", "crawl": "crawls on", "shuffle": "shuffles on", "turn": "turns",
    "reload": "reloads", "prone": "gets down", "stand": "gets up", "acquire": "looks for the enemy",
    "mount": "sees to his horse", "dismount": "sees to his horse", "weapon": "sees to his weapon",
    "fix bayonet": "sees to his weapon", "unfix bayonet": "sees to his weapon", "fire gun": "is manned",
    "fire canister": "is manned", "limber": "is manned", "unlimber": "is manned",
}  # fmt: skip


class Acted(Befell):
    """LPG-ACT-1: an action was spent."""

    says, does = "{unit} {does}", word_by("what", DOES)
    what: Doing
    target: str = ""
    actions: int = 1
    dice: int = 1
    """For a move: two for a horse that is spurred on."""

    def apply(self, state: LpgState) -> LpgState:
        """Count it, and remember it in case he has to repeat it; a leader moves for free with a command point."""
        man = state.unit(self.unit)
        left = man.left if state.phase == "command" else max(0, man.left - self.actions)
        done = ActionTaken(self.what, man.facing, self.target, self.dice)
        return unit_changed(state, self.unit, left=left, did=(*man.did, done))


class MoveRolled(Befell):
    """LPG-MOVE-1: a man rolled for his move."""

    says = '{unit} has {inches}" to move'
    battle = {"rolled": lambda event, state: event.inches, "actor": lambda event, state: event.unit}
    inches: int


class Moved(happening.Moved[LpgState]):
    """A man moved: every cell that he entered, in order; a gun's crew has to lay it anew."""

    sets = {
        "moved": True, "hidden": False, "laid": "",
        "prone": lambda event, man: man.prone and event.gait == "crawl",
        "pursued": lambda event, man: man.pursued or event.gait == "pursue",
    }  # fmt: skip
    acting = {"rolled": 0}
    gait: Gait = "walk"
    along: int | None = None
    """The direction of his last step, if he does not face that way."""

    def then(self, state: LpgState) -> LpgState:
        state = headed(state, self.unit, MOVES, self.facing if self.along is None else self.along)
        return state if self.gait in IN_FILE else fallen_out(state, self.unit)

    def event_text(self, position: Any) -> str:
        return f"{self.unit} {'goes' if self.gait == 'walk' else f'{self.gait}s'} to {position.name(self.cell)}"


class MoveGivenUp(Befell):
    """A man rolled and could go nowhere."""

    says, battle = "{unit} can go nowhere", {"rolled": 0}


class Turned(happening.Turned[LpgState]):
    """A man turned to face another way; a gun's crew has to lay it anew."""

    says = "{unit} faces {facing}"
    sets, then = {"laid": ""}, lambda event, state: headed(state, event.unit, ("turn",), event.facing)


class PostureChanged(Befell):
    """A man fell prone or stood up, mounted or dismounted, fixed his bayonet or took it off, changed his weapon."""

    prone: bool | None = None
    mounted: bool | None = None
    bayonet: bool | None = None
    weapon: str | None = None
    limbered: bool | None = None
    follows: str | None = None

    def apply(self, state: LpgState) -> LpgState:
        changes = {key: value for key, value in vars(self).items() if key != "unit" and value is not None}
        if self.weapon is not None:
            changes |= {"bayonet": False, "loading": 0}
        if self.mounted is not None:
            # Men on foot and riders cannot form a file.
            state = fallen_out(state, self.unit)
        state = unit_changed(state, self.unit, **changes)
        # LPG-MOVE-3: a man who falls in goes with his lead, and keeps his actions until then.
        return state.changed(actor="") if self.follows and state.actor == self.unit else state

    def event_text(self, position: Any) -> str:
        if self.weapon is not None:
            weapon = position.battle.data.weapons.get(self.weapon)
            return f"{self.unit} takes up his {weapon.name if weapon else self.weapon}"
        told: tuple[tuple[object, str, str], ...] = (
            (self.mounted, "mounts", "dismounts"),
            (self.prone, "lies down", "stands up"),
            (self.bayonet, "fixes his bayonet", "unfixes his bayonet"),
            (self.limbered, "is limbered", "is unlimbered"),
            (self.follows, f"follows {self.follows}", "follows nobody"),
        )
        return f"{self.unit} {next((so if now else no for now, so, no in told if now is not None), 'waits')}"


class Reloaded(Befell):
    """An action of reloading was done; with the last the weapon is loaded."""

    says, takes = "{unit} {loaded:has loaded|is loading}", ("loaded",)
    sets = {"loading": lambda event, man: 0 if event.loaded else man.loading + 1}
    loaded: bool


class Left(happening.Left):
    """LPG-LEAVE: a man left the table on purpose."""

    def apply(self, state: LpgState) -> LpgState:
        return taken_off(state, self.unit).changed(gone=(*state.gone, self.unit))


# -- fire ----------------------------------------------------------------------------------------------------------


class Fired(Befell):
    """A man fired at another; both are in the firefight now."""

    says = "{unit} {blind:fires blind|fires} at {target} and {hit:hits|misses}"
    sets = {
        "fired": lambda event, man: man.fired + 1, "hidden": False,
        "loaded": lambda event, man: man.loaded and not event.empties,
    }  # fmt: skip
    target: UnitId
    hit: bool
    blind: bool = False
    empties: bool = True

    def then(self, state: LpgState) -> LpgState:
        return shot_at(unit_changed(state, self.unit, shot=state.turn), (self.target,))


class GunFired(Befell):
    """A gun was fired, and these men came under its fire."""

    sets, takes = {"loaded": False, "fired": lambda event, gun: gun.fired + 1}, ("laid",)
    cell: Cell
    what: Literal["gatling", "canister", "shell"]
    burst: Cell | None
    """Where a shell burst; None off the table, or for a wedge."""
    under_fire: tuple[UnitId, ...]
    laid: str = ""

    def then(self, state: LpgState) -> LpgState:
        return shot_at(unit_changed(state, self.unit, shot=state.turn), self.under_fire)

    def event_text(self, position: Any) -> str:
        fires = {"gatling": "sweeps", "canister": "fires canister at", "shell": "drops a shell on"}[self.what]
        return f"{self.unit} {fires} {position.name(self.burst or self.cell)}: {len(self.under_fire)} under fire"


class Hit(Befell):
    """LPG-HIT: what a hit did."""

    harm: Harm

    def apply(self, state: LpgState) -> LpgState:
        """Let him suffer it; LPG-WOUND: a second wound kills."""
        match self.harm:
            case "wounded" if not state.unit(self.unit).wounded:
                return dazed(state, self.unit, wounded=True)
            case "killed" | "wounded":
                return hurt_to_death(state, self.unit)
            case "stunned":
                return dazed(state, self.unit)
            case "thrown":
                return dazed(fallen_out(state, self.unit), self.unit, mounted=False, unhorsed=True)
        return state

    def event_text(self, position: Any) -> str:
        if position.state.unit(self.unit).profile.kind == "gun":
            return f"{self.unit} {'is put out of action' if self.harm == 'killed' else 'is not damaged'}"
        words: dict[Harm, str] = {"nothing": "is not hurt", "thrown": "is thrown: his horse is dead"}
        return f"{self.unit} {words.get(self.harm, f'is {self.harm}')}"


# -- fear and blows ------------------------------------------------------------------------------------------------


class Stunned(Befell):
    """LPG-CTRL, LPG-CHARGE: a man was stunned without being hit."""

    says = "{unit} stands as if stunned"
    sets, then = {"control": "nothing"}, lambda event, state: dazed(state, event.unit)


class Broke(Befell):
    """LPG-ROUT: a man broke and runs, stunned or not; he leaves his file."""

    says, then = "{unit} breaks and runs", lambda event, state: fallen_out(fell(state, event.unit), event.unit)
    sets = {"broken": True, "stunned": 0, "prone": False, "left": 0, "hidden": False, "control": "nothing"}


class RanOff(Befell):
    """LPG-ROUT: a man who ran left the table for good."""

    says, then = "{unit} runs off the table", lambda event, state: taken_off(state, event.unit)


class ChargeDeclared(Befell):
    """LPG-CHARGE: a man means to charge another."""

    says, sets = "{unit} declares a charge at {target}", {"charged": True, "hidden": False}
    target: UnitId
    dice: int = 1

    def then(self, state: LpgState) -> LpgState:
        state, declared = unit_changed(state, self.target, was_charged=True), state.charges
        to_come, going = (*declared.to_come, (self.unit, self.target)), (*declared.going, self.unit)
        spurred = (*declared.spurred, self.unit) if self.dice > 1 else declared.spurred
        return state.changed(charges=replace(declared, to_come=to_come, going=going, spurred=spurred))


class ChargeTested(Befell):
    """LPG-CHARGE: it was tested whether a man charges, or whether he stands where he is charged."""

    says = "{unit} {holds:has|does not have} the heart to {charging:charge|stand}"
    charging: bool
    holds: bool

    def apply(self, state: LpgState) -> LpgState:
        """Remember it for the other charges: a charger heartens his friends, and a man charged is tested once."""
        charges = state.charges
        if self.charging:
            going = charges.going if self.holds else tuple(id_ for id_ in charges.going if id_ != self.unit)
            return charge_begun(state.changed(charges=replace(charges, going=going)), self.unit)
        result = "stood" if self.holds else "fled"
        return state.changed(charges=replace(charges, **{result: (*getattr(charges, result), self.unit)}))


class ChargeFailed(Befell):
    """LPG-CHARGE: a man's charge failed, tested or not."""

    says, then = "{unit}'s charge fails: {why}", lambda event, state: charge_begun(state, event.unit)
    why: str


class Struck(happening.CameToBlows[LpgState]):
    """LPG-MELEE: blows were exchanged; what the hit does is told by itself."""

    says, locks = "{unit} and {enemy} come to blows: {whom} is hit", "fought"
    whom = given("hit", "{hit}", "nobody")
    hit: str = ""
    """Who was hit; empty for nobody."""


class GunTaken(Befell):
    """LPG-GUNS: a gun was taken by an enemy: it is lost to its side, and nobody knows how to serve it on the other."""

    says, then = "{unit} is taken by {by}", lambda event, state: hurt_to_death(state, event.unit)
    by: UnitId


class MoraleTested(StateChanged[LpgState]):
    """LPG-MORALE: a company was tested."""

    says = "{who} {holds:carry on|retire}"
    sets = {"tested": lambda event, state: (*state.tested, event.company)}
    company: str
    holds: bool

    def who(self, position: Any) -> str:
        return str(position.battle.data.engagement.mention(self.company))
