"""What happens to men and vehicles: shots and their casualties, first aid, morale, assaults, damage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.ambush_alley.figures import Wound
from sim.rules.ambush_alley.units import AasState, Combat, Team

WRECK = "wreck"
"""The feature of the terrain set that a knocked-out vehicle leaves behind."""

# -- fire --------------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Fired(Event[AasState]):
    """A unit fired at another: how many dice hit, and whom that cost."""

    unit: str
    target: str
    hits: int
    casualties: int
    downed: bool
    """The casualties are Regulars, who wait for first aid; others are out of it."""
    by: Cell
    at: Cell
    facing: int
    reacting: bool = False
    """In answer to somebody, and not with the activation."""

    def apply(self, state: AasState) -> AasState:
        """Count the shot, and take the casualties off the target; who reacts may still fire when it acts."""
        unit = state.unit(self.unit)
        state = state.with_unit(unit.changed(shots=unit.shots + 1, facing=self.facing))
        state = state.changed(combats=(*state.combats, Combat(self.by, self.at)))
        if state.actor == self.unit and not self.reacting:
            state = state.changed(fired=True)
        return bereft(state, self.target, self.casualties, downed=self.downed)


@dataclass(frozen=True)
class Struck(Event[AasState]):
    """Fire from off the table, stray shots, a vehicle that burns: a unit took casualties from nobody's order."""

    unit: str
    casualties: int
    downed: bool
    why: str
    at: Cell | None = None
    """Where shots from off the table fell: that is combat, for all who are near."""

    def apply(self, state: AasState) -> AasState:
        """Take the casualties off."""
        if self.at is not None:
            state = state.changed(combats=(*state.combats, Combat(self.at, self.at)))
        return bereft(state, self.unit, self.casualties, downed=self.downed)


@dataclass(frozen=True)
class Damaged(Event[AasState]):
    """AAS base game: a vehicle was hit and damaged."""

    unit: str
    result: str
    """As the damage table says: shaken, immobilised, weapon out, knocked out."""
    until: int = 0
    """The turn until whose end it is shaken."""

    def apply(self, state: AasState) -> AasState:
        """Let it suffer that; of a vehicle that is knocked out a wreck is left."""
        unit = state.unit(self.unit)
        match self.result:
            case "shaken":
                return state.with_unit(unit.changed(shaken=self.until))
            case "immobilised":
                return state.with_unit(unit.changed(immobilised=True))
            case "weapon out":
                return state.with_unit(unit.changed(weapon_out=True))
        if unit.cell is not None:
            state = state.changed(changes=state.changes.with_feature(unit.cell, WRECK))
        return state.with_unit(unit.changed(cell=None, figures=0, downed=0, serious=0, overwatch=False))


# -- morale ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoraleTested(Event[AasState]):
    """A unit was tested for its morale."""

    unit: str
    passed: bool

    def apply(self, state: AasState) -> AasState:
        """Change nothing: what comes of a failure is an event of its own."""
        return state


@dataclass(frozen=True)
class Pinned(Event[AasState]):
    """A unit is pinned until the end of a turn."""

    unit: str
    until: int

    def apply(self, state: AasState) -> AasState:
        """Pin it; it watches no longer."""
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(pinned=max(unit.pinned, self.until), overwatch=False))


@dataclass(frozen=True)
class Barred(Event[AasState]):
    """An Insurgent unit can do nothing more this turn."""

    unit: str

    def apply(self, state: AasState) -> AasState:
        """Bar it; what it has not checked it will not check."""
        return state.with_unit(state.unit(self.unit).changed(barred=True, checked=True))


# -- first aid ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Treated(Event[AasState]):
    """First aid: what became of one who was down."""

    unit: str
    result: Wound

    def apply(self, state: AasState) -> AasState:
        """Let him fight again, be carried, or be dead."""
        unit = state.unit(self.unit)
        unit = unit.changed(downed=unit.downed - 1)
        match self.result:
            case "serious":
                unit = unit.changed(serious=unit.serious + 1)
            case "light":
                unit = unit.changed(light=unit.light + 1, figures=unit.figures + 1)
            case "fine":
                unit = unit.changed(figures=unit.figures + 1)
            case "dead":
                pass
        return _gone_if_empty(state.with_unit(unit), self.unit)


@dataclass(frozen=True)
class OnlyReacts(Event[AasState]):
    """A unit that looks after its casualties can only react until the end of a turn."""

    unit: str
    until: int

    def apply(self, state: AasState) -> AasState:
        """Keep it from acting."""
        return state.with_unit(state.unit(self.unit).changed(only_reacts=self.until))


@dataclass(frozen=True)
class Evacuated(Event[AasState]):
    """The wounded of a unit were taken away."""

    unit: str

    def apply(self, state: AasState) -> AasState:
        """Free the unit of its penalty: the lightly wounded fight on without it."""
        return _gone_if_empty(state.with_unit(state.unit(self.unit).changed(serious=0, light=0)), self.unit)


# -- close assault -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AssaultTested(Event[AasState]):
    """A unit found the heart to close, or to stand; or not."""

    unit: str
    enemy: str
    what: Literal["close", "stand"]
    passed: bool

    def apply(self, state: AasState) -> AasState:
        """Change nothing: what comes of a failure is an event of its own."""
        return state


@dataclass(frozen=True)
class Fought(Event[AasState]):
    """A close assault: what each of two units lost."""

    unit: str
    enemy: str
    unit_losses: int
    enemy_losses: int
    unit_downed: bool
    enemy_downed: bool
    by: Cell
    at: Cell

    def apply(self, state: AasState) -> AasState:
        """Take the casualties off both."""
        state = state.changed(combats=(*state.combats, Combat(self.by, self.at)))
        state = bereft(state, self.unit, self.unit_losses, downed=self.unit_downed)
        return bereft(state, self.enemy, self.enemy_losses, downed=self.enemy_downed)


# -- what several events do --------------------------------------------------------------------------------------


def bereft(state: AasState, id_: str, casualties: int, *, downed: bool) -> AasState:
    """Take casualties off a unit; a leader who is left alone with the dead falls with them."""
    if not casualties:
        return state
    unit: Team = state.unit(id_)
    lost = min(casualties, unit.figures)
    unit = unit.changed(figures=unit.figures - lost, downed=unit.downed + (lost if downed else 0))
    if not unit.figures:
        unit = unit.changed(leader=0, overwatch=False)
    return _gone_if_empty(state.with_unit(unit), id_)


def _gone_if_empty(state: AasState, id_: str) -> AasState:
    """Take a unit off the table of whom nobody is left, not even wounded."""
    unit = state.unit(id_)
    return state.with_unit(unit.changed(cell=None, aboard="")) if unit.gone else state


EVENTS_OF_HARM: tuple[type[Event[AasState]], ...] = (
    Fired, Struck, Damaged, MoraleTested, Pinned, Barred, Treated, OnlyReacts, Evacuated, AssaultTested, Fought,
)  # fmt: skip
