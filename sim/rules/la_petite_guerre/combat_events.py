"""What fire, blows and fear do to men, in past tense."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.la_petite_guerre.bookkeeping import charge_begun, fallen_out, fell, hurt_to_death, taken_off, with_man
from sim.rules.la_petite_guerre.units import LpgState


@quickly_made
@dataclass(frozen=True)
class Fired(Event[LpgState]):
    """A man fired at another."""

    unit: str
    target: str
    hit: bool
    blind: bool = False
    empties: bool = True

    def apply(self, state: LpgState) -> LpgState:
        """Empty his weapon; both are in the firefight now."""
        man = state.unit(self.unit)
        loaded = man.loaded and not self.empties
        state = with_man(state, self.unit, fired=man.fired + 1, shot=state.turn, loaded=loaded, hidden=False)
        return with_man(state, self.target, under_fire=state.turn)


@dataclass(frozen=True)
class GunFired(Event[LpgState]):
    """A gun was fired, and these men came under its fire."""

    unit: str
    cell: Cell
    what: Literal["gatling", "canister", "shell"]
    burst: Cell | None
    """Where a shell burst; None off the table, or for a wedge."""
    under_fire: tuple[str, ...]
    laid: str = ""

    def apply(self, state: LpgState) -> LpgState:
        """Empty it."""
        gun = state.unit(self.unit)
        state = with_man(state, self.unit, loaded=False, fired=gun.fired + 1, shot=state.turn, laid=self.laid)
        for id_ in self.under_fire:
            state = with_man(state, id_, under_fire=state.turn)
        return state


@quickly_made
@dataclass(frozen=True)
class Hit(Event[LpgState]):
    """LPG-HIT: what a hit did."""

    unit: str
    harm: Literal["nothing", "stunned", "wounded", "killed", "thrown"]

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


@dataclass(frozen=True)
class Stunned(Event[LpgState]):
    """LPG-CTRL, LPG-CHARGE: a man was stunned without being hit."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Leave him so until the end of the next turn."""
        return with_man(state, self.unit, stunned=state.turn + 1, left=0, control="nothing")


@dataclass(frozen=True)
class Broke(Event[LpgState]):
    """LPG-ROUT: a man broke and runs."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Let him run, stunned or not; nobody follows him there."""
        state = fallen_out(fell(state, self.unit), self.unit)
        return with_man(state, self.unit, broken=True, stunned=0, prone=False, left=0, hidden=False, control="nothing")


@dataclass(frozen=True)
class RanOff(Event[LpgState]):
    """A man who ran left the table for good."""

    unit: str

    def apply(self, state: LpgState) -> LpgState:
        """Take him off."""
        return taken_off(state, self.unit)


@dataclass(frozen=True)
class ChargeDeclared(Event[LpgState]):
    """LPG-CHARGE: a man means to charge another."""

    unit: str
    target: str
    dice: int = 1

    def apply(self, state: LpgState) -> LpgState:
        """Both are in it, and it is resolved after those that were declared before it."""
        state = with_man(state, self.unit, charged=True, hidden=False)
        state = with_man(state, self.target, was_charged=True)
        declared = state.charges
        to_come, going = (*declared.to_come, (self.unit, self.target)), (*declared.going, self.unit)
        spurred = (*declared.spurred, self.unit) if self.dice > 1 else declared.spurred
        return state.changed(charges=replace(declared, to_come=to_come, going=going, spurred=spurred))


@dataclass(frozen=True)
class ChargeTested(Event[LpgState]):
    """LPG-CHARGE: it was tested whether a man charges, or whether he stands where he is charged."""

    unit: str
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


@dataclass(frozen=True)
class ChargeFailed(Event[LpgState]):
    """LPG-CHARGE: the charge of a man came to nothing, tested or not."""

    unit: str
    why: str

    def apply(self, state: LpgState) -> LpgState:
        """Let the next one charge."""
        return charge_begun(state, self.unit)


@dataclass(frozen=True)
class Struck(Event[LpgState]):
    """LPG-MELEE: blows were exchanged; `hit` is who was hit, empty for nobody."""

    unit: str
    enemy: str
    hit: str = ""

    def apply(self, state: LpgState) -> LpgState:
        """Remember who fights whom; what the hit does is told by itself."""
        for one, other in ((self.unit, self.enemy), (self.enemy, self.unit)):
            man = state.unit(one)
            if other not in man.fought:
                state = with_man(state, one, fought=(*man.fought, other))
        return state


@dataclass(frozen=True)
class GunTaken(Event[LpgState]):
    """LPG-GUNS: a gun was taken by an enemy."""

    unit: str
    by: str

    def apply(self, state: LpgState) -> LpgState:
        """Take it out of the fight: it is lost to its side, and nobody knows how to serve it on the other."""
        return hurt_to_death(state, self.unit)


@dataclass(frozen=True)
class MoraleTested(Event[LpgState]):
    """LPG-MORALE: a company was tested."""

    company: str
    holds: bool

    def apply(self, state: LpgState) -> LpgState:
        """It is not tested again this turn."""
        return state.changed(tested=(*state.tested, self.company))
