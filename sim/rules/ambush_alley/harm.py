"""What happens to men and vehicles: shots and their casualties, first aid, morale, assaults, damage."""

from __future__ import annotations

from typing import Any, Literal

from sim.engine.domains import UnitId
from sim.engine.events import Event
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.happening import UnitChanged
from sim.rules.ambush_alley.events import Deed, figures_text
from sim.rules.ambush_alley.units import AasState, Combat

WRECK = "wreck"
"""The feature of the terrain set that a knocked-out vehicle leaves behind."""

# -- fire and damage ---------------------------------------------------------------------------------------------


class Fired(Deed):
    """A unit fired at another: how many dice hit, and whom that cost."""

    ordered = True
    target: UnitId
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
        return _bereft(state, self.target, self.casualties, downed=self.downed)

    def told(self, position: Any) -> str:
        """Say what it came to."""
        fires = super().told(position)
        if not self.hits:
            return f"{fires} and misses"
        units = position.state.units
        if self.target in units and units[self.target].profile.kind == "vehicle":
            return f"{fires}: {counted(self.hits, 'hit')} on it"
        lost = f"{figures_text(self.casualties)} {'down' if self.downed else 'out'}"
        return f"{fires}: {counted(self.hits, 'hit')}, {lost if self.casualties else 'nobody is hurt'}"

    def _did(self) -> str:
        return f"fires at {self.target}"


class Struck(Deed):
    """Fire from off the table, stray shots, a vehicle that burns: a unit took casualties from nobody's order."""

    casualties: int
    downed: bool
    why: str
    at: Cell | None = None
    """Where shots from off the table fell: that is combat, for all who are near."""

    def apply(self, state: AasState) -> AasState:
        """Take the casualties off."""
        if self.at is not None:
            state = state.changed(combats=(*state.combats, Combat(self.at, self.at)))
        return _bereft(state, self.unit, self.casualties, downed=self.downed)

    def told(self, position: Any) -> str:
        """Say how many, and by what."""
        return f"{self.why}: {super().told(position)}"

    def _did(self) -> str:
        return f"has {figures_text(self.casualties)} {'down' if self.downed else 'out'}"


class Damaged(Deed):
    """AAS-R-damage: a vehicle was hit and damaged."""

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

    def _did(self) -> str:
        result = self.result if self.result != "weapon out" else "without its weapon"
        return f"is {result}"


# -- morale and first aid ----------------------------------------------------------------------------------------


class MoraleTested(Deed):
    """A unit was tested for its morale."""

    passed: bool

    def _did(self) -> str:
        return "keeps its nerve" if self.passed else "loses its nerve"


class Pinned(Deed):
    """A unit is pinned until the end of a turn."""

    says = "{unit} {unit:is|are} pinned until the end of turn {until}"
    until: int

    def apply(self, state: AasState) -> AasState:
        """Pin it; it watches no longer."""
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(pinned=max(unit.pinned, self.until), overwatch=False))


class Barred(UnitChanged[AasState]):
    """An Insurgent unit can do nothing more this turn; what it has not checked it will not check."""

    says, sets = "{unit} {unit:does|do} nothing more this turn", {"barred": True, "checked": True}


Wound = Literal["dead", "serious", "light", "fine"]
WOUNDS: dict[Wound, str] = {
    "dead": "is dead",
    "serious": "is seriously wounded",
    "light": "is lightly wounded, and fights on",
    "fine": "is fine",
}


class Treated(Deed):
    """First aid: what became of one who was down."""

    result: Wound

    def apply(self, state: AasState) -> AasState:
        """Let him fight again, be carried, or be dead."""
        unit, result = state.unit(self.unit), self.result
        unit = unit.changed(
            downed=unit.downed - 1,
            serious=unit.serious + (result == "serious"),
            light=unit.light + (result == "light"),
            figures=unit.figures + (result in ("light", "fine")),
        )
        return _gone_if_empty(state.with_unit(unit), self.unit)

    def told(self, position: Any) -> str:
        """Say what."""
        return f"one of {self.unit} {WOUNDS[self.result]}"


class OnlyReacts(UnitChanged[AasState]):
    """A unit that looks after its casualties can only react until the end of a turn."""

    says = "{unit} {unit:looks after its|look after their} casualties, and only {unit:reacts|react} this turn"
    takes, formerly = ("only_reacts",), {"until": "only_reacts"}
    only_reacts: int


class Evacuated(Deed):
    """The wounded of a unit were taken away."""

    says = "the wounded of {unit} are taken away"

    def apply(self, state: AasState) -> AasState:
        """Free the unit of its penalty: the lightly wounded fight on without it."""
        return _gone_if_empty(state.with_unit(state.unit(self.unit).changed(serious=0, light=0)), self.unit)


# -- close assault -----------------------------------------------------------------------------------------------


class AssaultTested(Deed):
    """A unit found the heart to close, or to stand; or not."""

    ordered = True
    enemy: UnitId
    what: Literal["close", "stand"]
    passed: bool

    def _did(self) -> str:
        closes = "closes with" if self.passed else "hangs back from"
        stands = "stands against" if self.passed else "does not stand against"
        return f"{closes if self.what == 'close' else stands} {self.enemy}"


class Fought(Deed):
    """A close assault: what each of two units lost."""

    ordered = True
    enemy: UnitId
    unit_losses: int
    enemy_losses: int
    unit_downed: bool
    enemy_downed: bool
    by: Cell
    at: Cell

    def apply(self, state: AasState) -> AasState:
        """Take the casualties off both."""
        state = state.changed(combats=(*state.combats, Combat(self.by, self.at)))
        state = _bereft(state, self.unit, self.unit_losses, downed=self.unit_downed)
        return _bereft(state, self.enemy, self.enemy_losses, downed=self.enemy_downed)

    def told(self, position: Any) -> str:
        """Say what both lost."""
        return f"close assault: {super().told(position)}"

    def _did(self) -> str:
        return f"loses {figures_text(self.unit_losses)}, {self.enemy} {figures_text(self.enemy_losses)}"


# -- what several events do --------------------------------------------------------------------------------------


def _bereft(state: AasState, id_: str, casualties: int, *, downed: bool) -> AasState:
    """Take casualties off a unit; a leader who is left alone with the dead falls with them."""
    if not casualties:
        return state
    unit = state.unit(id_)
    lost = min(casualties, unit.figures)
    unit = unit.changed(figures=unit.figures - lost, downed=unit.downed + (lost if downed else 0))
    if not unit.figures:
        unit = unit.changed(leader=0, overwatch=False)
    return _gone_if_empty(state.with_unit(unit), id_)


def _gone_if_empty(state: AasState, id_: str) -> AasState:
    """Take a unit off the table of whom nobody is left, not even wounded."""
    unit = state.unit(id_)
    return state.with_unit(unit.changed(cell=None, aboard="")) if unit.gone else state


EVENTS_OF_HARM: tuple[type[Event[Any]], ...] = (
    Fired, Struck, Damaged, MoraleTested, Pinned, Barred, Treated, OnlyReacts, Evacuated, AssaultTested, Fought,
)  # fmt: skip
