"""What can happen in a mission of Ambush Alley, in past tense: what it changes, and how it is told.

What happens to men and vehicles under fire is in `harm.py`.
"""

from __future__ import annotations

from typing import Any, Literal

from sim.engine.domains import UnitId
from sim.engine.events import Event
from sim.engine.words import Name, counted, filled
from sim.grid import Cell
from sim.play import happening
from sim.play.happening import PointsWon, StateChanged, UnitChanged
from sim.rules.ambush_alley.units import ASSETS, LEVELS, AasState, HotSpot, Pace, Phase, Team

SMOKE = "smoke"
"""The feature of the terrain set that a smoke card lays."""
PHASES: dict[Phase, str] = {
    "cards": "cards are drawn",
    "hot spots": "hot spots are placed",
    "arrivals": "new Insurgents, and first aid",
    "regulars": "the Regulars act",
    "insurgents": "the Insurgents act who have not reacted",
}


class Deed(Event[AasState]):
    """Something that a unit did, or that befell it. One that only tells of a test changes nothing."""

    unit: UnitId

    def apply(self, state: AasState) -> AasState:
        """Change nothing: what comes of it is an event of its own."""
        return state

    def told(self, position: Any) -> str:
        """Say what it did, in agreement with its name."""
        if self.says:
            return filled(self.says, position, self)
        name: Name = position.battle.ruleset.name(position, self.unit)
        return name.does(self._did())

    def _did(self) -> str:
        """Say what it did, as one would say it of one; a deed with a sentence in `says` needs no more."""
        raise NotImplementedError(f"{type(self).__name__} neither has a sentence nor says what it did")


def said(position: Any, card: str) -> str:
    """Name a card and say what it says."""
    found = position.battle.data.card(card)
    return f"{found.name}. {found.text}".removesuffix(".")


def figures_text(count: int) -> str:
    """Count figures.

    >>> figures_text(0), figures_text(1), figures_text(3)
    ('nobody', '1 figure', '3 figures')
    """
    return counted(count, "figure") if count else "nobody"


# -- the sequence of play ----------------------------------------------------------------------------------------


class PhaseBegan(StateChanged[AasState]):
    """AAS-SEQ: the next step of the sequence began."""

    takes = ("phase",)
    phase: Phase

    def told(self, position: Any) -> str:
        """Say what it is about."""
        return PHASES[self.phase]


class TurnReadied(Event[AasState]):
    """With a new turn everybody may act again, and what lasts for a turn is over."""

    says = "everybody may act again"
    expired: tuple[str, ...] = ()
    """Cards that are no longer in force."""

    def apply(self, state: AasState) -> AasState:
        """Clear what lasts for a turn; whoever is on overwatch watches no longer, but for those set up so."""
        for unit in state.units:
            marks = tuple(card for card in unit.marks if card not in self.expired)
            on = unit.overwatch and state.turn == 1
            ready = unit.changed(
                acted=False, checked=False, barred=False, reacted=False, overwatch=on, shots=0, pace="", marks=marks
            )
            state = state.with_unit(ready)
        left = tuple(card for card in state.in_force if card not in self.expired)
        return state.changed(in_force=left, combats=(), raised=False, lowered=False, actor="", moved=False, fired=False)


class ActivationBegan(Deed):
    """A Regular unit began to act."""

    says, ordered = "{unit} {unit:acts|act}", True
    player: str = ""
    """AAS-COOP: whose order it was."""

    def apply(self, state: AasState) -> AasState:
        """Let it act; a unit that acts no longer watches."""
        actor = state.unit(self.unit).changed(overwatch=False)
        return state.with_unit(actor).changed(actor=self.unit, moved=False, fired=False)


class ActivationEnded(Deed):
    """A unit has done what it does this turn."""

    says = "{unit} {unit:is|are} done"

    def apply(self, state: AasState) -> AasState:
        """Count it as having acted."""
        state = state.with_unit(state.unit(self.unit).changed(acted=True))
        return state.changed(actor="", moved=False, fired=False) if state.actor == self.unit else state


# -- hot spots and the insurgency --------------------------------------------------------------------------------


class HotSpotPlaced(Event[AasState]):
    """AAS-HOT: a hot spot was placed."""

    says = "a hot spot in {cell}"
    cell: Cell

    def apply(self, state: AasState) -> AasState:
        """Number it: the dice choose by number."""
        spot = HotSpot(str(len(state.hot_spots) + 1), self.cell)
        return state.changed(hot_spots=(*state.hot_spots, spot))


class HotSpotRemoved(Event[AasState]):
    """A hot spot is one no longer: Regulars stood on it, or have cleared it."""

    spot: str
    why: Literal["blocked", "cleared"]

    def apply(self, state: AasState) -> AasState:
        """Leave it where it is, for the numbers of the others, but out of use."""
        spots = (HotSpot(each.id, each.cell, each.active and each.id != self.spot) for each in state.hot_spots)
        return state.changed(hot_spots=tuple(spots))

    def told(self, position: Any) -> str:
        """Say why."""
        blocked = "blocked: nobody comes, now or later"
        return f"hot spot {self.spot} is {blocked if self.why == 'blocked' else 'cleared'}"


class InsurgencyRolled(StateChanged[AasState]):
    """The die against the insurgency level."""

    die: int
    comes: bool

    def told(self, position: Any) -> str:
        """Say what it was thrown against."""
        who = "somebody" if self.comes else "nobody"
        return f"a {self.die} for an insurgency level of {position.state.level}: {who} comes"


class CameOn(Event[AasState]):
    """Somebody who was in no roster came onto the table."""

    unit: Team

    def apply(self, state: AasState) -> AasState:
        """Put it at the end of the roster."""
        return state.with_unit(self.unit).changed(arrived=state.arrived + 1)

    def told(self, position: Any) -> str:
        """Say who, how many and where."""
        return f"{self.unit.id}, {figures_text(self.unit.figures)}, comes on in {position.name(self.unit.cell)}"


class LevelChanged(Event[AasState]):
    """The insurgency level rose or fell."""

    by: int
    civilians: bool = False
    """AAS-CIV-5: for civilians who were hit, which counts once a turn either way."""

    def apply(self, state: AasState) -> AasState:
        """Keep it between the lowest and the highest."""
        level = max(LEVELS[0], min(LEVELS[-1], state.level + self.by))
        raised, lowered = self.civilians and self.by > 0, self.civilians and self.by < 0
        return state.changed(level=level, raised=state.raised or raised, lowered=state.lowered or lowered)

    def told(self, position: Any) -> str:
        """Say to what."""
        return f"the insurgency level {'rises' if self.by > 0 else 'falls'} to {position.state.level}"


# -- checks and interruptions ------------------------------------------------------------------------------------


class ActionChecked(Deed):
    """AAS-CHECK-4: an Insurgent unit had its action check of the turn; AAS-R-fail: who fails does nothing more."""

    passed: bool

    def apply(self, state: AasState) -> AasState:
        """Use the check up."""
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(checked=True, barred=unit.barred or not self.passed))

    def _did(self) -> str:
        failed = "fails its check: nothing more this turn"
        return "checks for action" if self.passed else failed


class ReactionTested(Deed):
    """Two units threw for who comes first; whoever reacts has reacted, whatever came of it."""

    ordered = True
    against: UnitId
    first: bool
    how: Literal["interruption", "overwatch"] = "interruption"

    def apply(self, state: AasState) -> AasState:
        """Remember that it has reacted; an overwatch is used up."""
        unit = state.unit(self.unit)
        if self.how == "overwatch":
            return state.with_unit(unit.changed(overwatch=False))
        return state.with_unit(unit.changed(reacted=True))

    def _did(self) -> str:
        what = "interrupts" if self.how == "interruption" else "on overwatch"
        return f"{what}, {'quicker' if self.first else 'slower'} than {self.against}"


class Reacted(UnitChanged[AasState]):
    """A unit that was fired at answers: the one reaction that it has this turn."""

    says, sets, ordered = "{unit} {unit:answers|answer} {about}", {"reacted": True}, True
    about: UnitId


class WentOnWatch(UnitChanged[AasState]):
    """A unit went on overwatch."""

    says, sets, ordered = "{unit} {unit:goes|go} on overwatch", {"overwatch": True}, True


# -- moving ------------------------------------------------------------------------------------------------------


class Moved(happening.Moved[AasState]):
    """A unit moved: every cell that it entered, in order. A move that is interrupted happens in parts."""

    ordered = True
    pace: Pace = "cautious"
    pulled_back: bool = False

    def apply(self, state: AasState) -> AasState:
        """Put it at the end of its way."""
        unit = state.unit(self.unit).changed(cell=self.way[-1], facing=self.facing, pace=self.pace)
        state = state.with_unit(unit)
        return state.changed(moved=True) if state.actor == self.unit else state

    def told(self, position: Any) -> str:
        """Say at which pace."""
        how = "{unit:pulls|pull} back" if self.pulled_back else position.state.unit(self.unit).goes(self.pace)
        return filled(f"{{unit}} {how} to {{way}}", position, self)


class Turned(happening.Turned[AasState]):
    """A vehicle turned on the spot."""

    ordered, formerly = True, {"TurnedTo": "Turned"}


class Embarked(UnitChanged[AasState]):
    """A unit got off the table, into a vehicle."""

    says, ordered = "{unit} {unit:gets|get} into {aboard}", True
    sets, takes = {"cell": None, "overwatch": False}, ("aboard",)
    formerly = {"vehicle": "aboard"}
    aboard: UnitId


class Disembarked(Deed):
    """A unit got out of a vehicle, or out of its wreck."""

    says, ordered = "{unit} {unit:gets|get} out in {cell}", True
    cell: Cell

    def apply(self, state: AasState) -> AasState:
        """Put it beside the vehicle."""
        state = state.with_unit(state.unit(self.unit).changed(cell=self.cell, aboard="", pace="cautious"))
        return state.changed(moved=True) if state.actor == self.unit else state


class Joined(Deed):
    """A leader, or a unit, joined another of its side."""

    other: UnitId
    player: str = ""
    """AAS-COOP: whose order it was; who joins is no unit any more that could be asked."""

    def apply(self, state: AasState) -> AasState:
        """Make one of the two. What either has used up this turn is used up: no second check, and no second move.

        Only a leader who comes to his men does not keep them from acting.
        """
        unit, other = state.unit(self.unit), state.unit(self.other)
        lone = unit.profile.kind == "leader"
        both = {name: getattr(other, name) + getattr(unit, name) for name in ("support", "downed", "light", "serious")}
        used = {name: getattr(other, name) or getattr(unit, name) for name in ("checked", "barred", "reacted")}
        most = {name: max(getattr(other, name), getattr(unit, name)) for name in ("leader", "shots", "pinned")}
        joined = other.changed(
            figures=other.figures + (0 if lone else unit.figures),
            strength=(other.strength or other.profile.figures) + (0 if lone else unit.strength or unit.profile.figures),
            acted=other.acted or (not lone and (unit.acted or bool(unit.pace) or state.actor == self.unit)),
            **both, **used, **most,
        )  # fmt: skip
        state = state.with_unit(joined).without_unit(self.unit)
        return state.changed(actor="", moved=False, fired=False) if state.actor == self.unit else state

    def told(self, position: Any) -> str:
        """Say who, and by whose order."""
        return f"{self.player}: {super().told(position)}" if self.player else super().told(position)

    def _did(self) -> str:
        return f"joins {self.other}"


class Left(happening.Left):
    """A unit left the table on purpose, with all who are aboard."""

    ordered = True

    def apply(self, state: AasState) -> AasState:
        """Take them off."""
        going = [self.unit, *(each.id for each in state.units if each.aboard == self.unit)]
        for id_ in going:
            state = state.with_unit(state.unit(id_).changed(cell=None, acted=True, overwatch=False))
        return state.changed(left=(*state.left, *going))


class Searched(Deed):
    """A place was searched."""

    says, ordered = "{unit} {unit:has|have} been through {cell}", True
    cell: Cell

    def apply(self, state: AasState) -> AasState:
        """Write it down."""
        return state if self.cell in state.searched else state.changed(searched=(*state.searched, self.cell))


class Dispersed(Deed):
    """A unit tried to disperse a mob, and did or did not."""

    ordered = True
    mob: UnitId
    succeeded: bool

    def apply(self, state: AasState) -> AasState:
        """Send the people home, if it succeeded."""
        return state.with_unit(state.unit(self.mob).changed(cell=None, figures=0)) if self.succeeded else state

    def _did(self) -> str:
        return f"disperses {self.mob}" if self.succeeded else f"does not get {self.mob} to go"


# -- cards -------------------------------------------------------------------------------------------------------


class AssetDealt(Event[AasState]):
    """The Regulars got an asset card."""

    card: str

    def apply(self, state: AasState) -> AasState:
        """Take it out of the deck, if it is there, into the hand."""
        deck = state.deck(ASSETS)
        if self.card in deck.left:
            state = state.with_deck(deck.without(self.card))
        return state.changed(hand=(*state.hand, self.card))

    def told(self, position: Any) -> str:
        """Say what it says."""
        return f"asset: {said(position, self.card)}"


class AssetPlayed(Event[AasState]):
    """An asset card was played."""

    card: str
    unit: str = ""
    cell: Cell | None = None
    player: str = ""
    """AAS-COOP: who played it, for all."""

    def apply(self, state: AasState) -> AasState:
        """Take it out of the hand."""
        place = state.hand.index(self.card)
        return state.changed(hand=state.hand[:place] + state.hand[place + 1 :])

    def told(self, position: Any) -> str:
        """Say who, and on whom or where."""
        where = f" at {position.name(self.cell)}" if self.cell is not None else ""
        who, where = f"{self.player}: " if self.player else "", f" on {self.unit}" if self.unit else where
        return f"{who}the Regulars play {position.battle.data.card(self.card).name}{where}"


class CardLaid(Event[AasState]):
    """A card came into force: on one unit, or on everybody it speaks of."""

    card: str
    unit: str = ""

    def apply(self, state: AasState) -> AasState:
        """Lay it with the unit, or beside the table."""
        if not self.unit:
            return state.changed(in_force=(*state.in_force, self.card))
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(marks=(*unit.marks, self.card)))

    def told(self, position: Any) -> str:
        """Say on whom."""
        on = f" on {self.unit}" if self.unit else ""
        return f"{position.battle.data.card(self.card).name} is in force{on}"


class CardLifted(Event[AasState]):
    """A card is no longer in force."""

    card: str
    unit: str = ""

    def apply(self, state: AasState) -> AasState:
        """Take it away."""
        if not self.unit:
            return state.changed(in_force=tuple(card for card in state.in_force if card != self.card))
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(marks=tuple(card for card in unit.marks if card != self.card)))

    def told(self, position: Any) -> str:
        """Say for whom."""
        whom = f" for {self.unit}" if self.unit else ""
        return f"{position.battle.data.card(self.card).name} is over{whom}"


class SmokeLaid(happening.SmokeLaid):
    """Smoke covers some cells: one, and those beside it."""

    def told(self, position: Any) -> str:
        """Name the middle."""
        return f"smoke in {position.name(self.cells[0])}"


class SmokeCleared(Event[AasState]):
    """The smoke has drifted away."""

    says = "the smoke drifts away"
    cells: tuple[Cell, ...]

    def apply(self, state: AasState) -> AasState:
        """Take it away."""
        changes = state.changes
        for cell in self.cells:
            changes = changes.without_feature(cell, SMOKE)
        return state.changed(changes=changes)


class Reactivated(UnitChanged[AasState]):
    """A unit that has acted may act again."""

    says, sets = "{unit} may act again", {"acted": False, "only_reacts": 0}


EVENTS_OF_PLAY: tuple[type[Event[Any]], ...] = (
    PhaseBegan, TurnReadied, ActivationBegan, ActivationEnded, PointsWon, HotSpotPlaced, HotSpotRemoved,
    InsurgencyRolled, CameOn, LevelChanged, ActionChecked, ReactionTested, Reacted, WentOnWatch, Moved, Turned,
    Embarked, Disembarked, Joined, Left, Searched, Dispersed, AssetDealt, AssetPlayed, CardLaid, CardLifted,
    SmokeLaid, SmokeCleared, Reactivated,
)  # fmt: skip
