"""What can happen in a mission of Ambush Alley, in past tense: what it changes, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any, ClassVar, Literal

from sim.engine.domains import UnitId
from sim.engine.events import Event
from sim.engine.words import filled
from sim.grid import Cell
from sim.play import happening
from sim.play.happening import StateChanged, UnitChanged, figures, given, unit_changed, word_by
from sim.rules.ambush_alley.figures import Wound
from sim.rules.ambush_alley.state import ASSETS, LEVELS, AasState, Combat, HotSpot, Pace, Phase, Team

SMOKE, WRECK = "smoke", "wreck"
"""The features of the terrain set that a smoke card lays, and that a knocked-out vehicle leaves behind."""
PHASES: dict[Phase, str] = {
    "cards": "cards are drawn",
    "hot spots": "hot spots are placed",
    "arrivals": "new Insurgents, and first aid",
    "regulars": "the Regulars act",
    "insurgents": "the Insurgents who have not reacted act",
}
NOBODY_ACTS = {"actor": "", "moved": False, "fired": False}
READY = {"acted": False, "checked": False, "barred": False, "reacted": False, "shots": 0, "pace": ""}
"""What a unit has done in a turn that has only begun."""
Deed = UnitChanged[AasState]
"""Something that a unit did, or that befell it. One that only tells of a test changes nothing."""


def said(position: Any, card: str) -> str:
    """Name a card and say what it says."""
    found = position.battle.data.card(card)
    return f"{found.name}. {found.text}".removesuffix(".")


# -- the sequence of play ----------------------------------------------------------------------------------------


class PhaseBegan(StateChanged[AasState]):
    """AAS-SEQ: the next step of the sequence began."""

    says, takes, step = "{step}", ("phase",), word_by("phase", PHASES)
    phase: Phase


class TurnReadied(Event[AasState]):
    """With a new turn everybody may act again, and what lasts for a turn is over."""

    says = "everybody may act again"
    expired: tuple[str, ...] = ()
    """Cards that are no longer in force."""

    def apply(self, state: AasState) -> AasState:
        """Clear what lasts for a turn; whoever is on overwatch watches no longer, but for those set up so."""
        for unit in state.units:
            on, marks = unit.overwatch and state.turn == 1, self._left(unit.marks)
            state = state.with_unit(unit.changed(overwatch=on, marks=marks, **READY))
        left = self._left(state.in_force)
        return state.changed(in_force=left, combats=(), raised=False, lowered=False, **NOBODY_ACTS)

    def _left(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if card not in self.expired)


class ActivationBegan(Deed):
    """A Regular unit began to act; one that acts no longer watches."""

    says, ordered, sets = "{unit} {unit:acts|act}", True, {"overwatch": False}
    battle = {**NOBODY_ACTS, "actor": lambda event, state: event.unit}
    player: str = ""
    """AAS-COOP: whose order it was."""


class ActivationEnded(Deed):
    """A unit has done what it does this turn."""

    says, sets, acting = "{unit} {unit:is|are} done", {"acted": True}, NOBODY_ACTS


# -- hot spots and the insurgency --------------------------------------------------------------------------------


class HotSpotPlaced(StateChanged[AasState]):
    """AAS-HOT: a hot spot was placed, and numbered: the dice choose by number."""

    says = "a hot spot in {cell}"
    sets = {"hot_spots": lambda event, state: (*state.hot_spots, HotSpot(str(len(state.hot_spots) + 1), event.cell))}
    cell: Cell


class HotSpotRemoved(StateChanged[AasState]):
    """A hot spot is one no longer: Regulars stood on it, or have cleared it.

    It is left where it is, for the numbers of the others, but out of use.
    """

    says = "hot spot {spot} is {how}"
    how = word_by("why", {"blocked": "blocked: nobody comes, now or later", "cleared": "cleared"})
    sets = {
        "hot_spots": lambda event, state: tuple(
            replace(each, active=each.active and each.id != event.spot) for each in state.hot_spots
        )
    }
    spot: str
    why: Literal["blocked", "cleared"]


class InsurgencyRolled(StateChanged[AasState]):
    """The die against the insurgency level."""

    says = "a {die} for an insurgency level of {level}: {comes:somebody|nobody} comes"
    level = attrgetter("state.level")
    die: int
    comes: bool


class CameOn(Event[AasState]):
    """Somebody who was in no roster came onto the table."""

    unit: Team

    def apply(self, state: AasState) -> AasState:
        """Put it at the end of the roster."""
        return state.with_unit(self.unit).changed(arrived=state.arrived + 1)

    def event_text(self, position: Any) -> str:
        number = happening.figures_text(self.unit.figures)
        return f"{self.unit.id}, {number}, comes on in {position.name(self.unit.cell)}"


class LevelChanged(StateChanged[AasState]):
    """The insurgency level rose or fell, between the lowest and the highest."""

    says = "the insurgency level {rises} to {level}"
    level, rises = attrgetter("state.level"), lambda event, position: "rises" if event.by > 0 else "falls"
    sets = {
        "level": lambda event, state: max(LEVELS[0], min(LEVELS[-1], state.level + event.by)),
        "raised": lambda event, state: state.raised or (event.civilians and event.by > 0),
        "lowered": lambda event, state: state.lowered or (event.civilians and event.by < 0),
    }
    by: int
    civilians: bool = False
    """AAS-CIV-5: for civilians who were hit, which counts once a turn either way."""


# -- checks and interruptions ------------------------------------------------------------------------------------


class ActionChecked(Deed):
    """AAS-CHECK-4: an Insurgent unit had its action check of the turn; AAS-R-fail: who fails does nothing more."""

    says = "{unit} {passed:{unit:passes|pass}|{unit:fails|fail}} the action check{barred}"
    barred = given("bars", ", and {unit:does|do} nothing more this turn")
    sets = {"checked": True, "barred": lambda event, unit: unit.barred or event.bars}
    passed: bool
    spared: bool = False
    """AAS-R-fail: it has failed, and acts at the end of the turn all the same."""

    @property
    def bars(self) -> bool:
        """Whether the unit does nothing more this turn."""
        return not (self.passed or self.spared)


class ReactionTested(Deed):
    """Two units threw for who comes first; whoever reacts has reacted, whatever came of it."""

    says, ordered = "{unit} {what}", True
    what = word_by("how", {
        "interruption": "{first:{unit:interrupts|interrupt} {against}|"
                        "{unit:wants|want} to interrupt {against}, but {unit:is|are} slower}",
        "overwatch": "on overwatch {unit:is|are} {first:quicker|slower} than {against}",
    })  # fmt: skip
    against: UnitId
    first: bool
    how: Literal["interruption", "overwatch"] = "interruption"

    def becomes(self, state: AasState) -> dict[str, Any]:
        """Remember that it has reacted; an overwatch is used up."""
        return {"overwatch": False} if self.how == "overwatch" else {"reacted": True}


class Reacted(Deed):
    """A unit that was fired at answers: the one reaction that it has this turn."""

    says, sets, ordered = "{unit} {unit:answers|answer} {about}", {"reacted": True}, True
    about: UnitId


class WentOnWatch(Deed):
    """A unit went on overwatch."""

    says, sets, ordered = "{unit} {unit:goes|go} on overwatch", {"overwatch": True}, True


# -- moving ------------------------------------------------------------------------------------------------------


class Moved(happening.Moved[AasState]):
    """A unit moved: every cell that it entered, in order. A move that is interrupted happens in parts."""

    says, ordered = "{unit} {goes} to {way}", True
    takes, acting = ("cell", "facing", "pace"), {"moved": True}
    pace: Pace = "cautious"
    pulled_back: bool = False

    def goes(self, position: Any) -> str:
        """Say at which pace."""
        unit: Team = position.state.unit(self.unit)
        return f"{unit.name:pulls|pull} back" if self.pulled_back else unit.goes(self.pace)


class Turned(happening.Turned[AasState]):
    """A vehicle turned on the spot."""

    ordered, formerly = True, {"TurnedTo": "Turned"}


class Embarked(Deed):
    """A unit got off the table, into a vehicle."""

    says, ordered = "{unit} {unit:gets|get} into {aboard}", True
    sets, takes = {"cell": None, "overwatch": False}, ("aboard",)
    formerly = {"vehicle": "aboard"}
    aboard: UnitId


class Disembarked(Deed):
    """A unit got out of a vehicle, or out of its wreck."""

    says, ordered = "{unit} {unit:gets|get} out in {cell}", True
    sets, takes, acting = {"aboard": "", "pace": "cautious"}, ("cell",), {"moved": True}
    cell: Cell


class Joined(Deed):
    """A leader, or a unit, joined another of its side."""

    says, whose = "{whose}{unit} {unit:joins|join} {other}", given("player", "{player}: ")
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
        return state.changed(**NOBODY_ACTS) if state.actor == self.unit else state


class Left(happening.Left):
    """A unit left the table on purpose, with all who are aboard."""

    ordered = True

    def apply(self, state: AasState) -> AasState:
        going = [self.unit, *(each.id for each in state.units if each.aboard == self.unit)]
        for id_ in going:
            state = unit_changed(state, id_, cell=None, acted=True, overwatch=False)
        return state.changed(left=(*state.left, *going))


class Searched(Deed):
    """A place was searched."""

    says, ordered = "{unit} {unit:has|have} been through {cell}", True
    battle = {"searched": lambda event, state: happening.noted(state.searched, event.cell)}
    cell: Cell


class Dispersed(Deed):
    """A unit tried to disperse a mob, and did or did not."""

    says = "{unit} {succeeded:{unit:disperses|disperse} {mob}|{unit:fails|fail} to disperse {mob}}"
    ordered = True
    mob: UnitId
    succeeded: bool

    def then(self, state: AasState) -> AasState:
        """Send the people home, if it succeeded."""
        return unit_changed(state, self.mob, cell=None, figures=0) if self.succeeded else state


# -- cards -------------------------------------------------------------------------------------------------------


def _title(event: Any, position: Any) -> str:
    """Name the card: a slot of `says`."""
    return str(position.battle.data.card(event.card).name)


class AssetDealt(Event[AasState]):
    """The Regulars got an asset card."""

    card: str

    def apply(self, state: AasState) -> AasState:
        """Take it out of the deck, if it is there, into the hand."""
        deck = state.deck(ASSETS)
        if self.card in deck.left:
            state = state.with_deck(deck.without(self.card))
        return state.changed(hand=(*state.hand, self.card))

    def event_text(self, position: Any) -> str:
        return f"asset: {said(position, self.card)}"


class AssetPlayed(StateChanged[AasState]):
    """An asset card was played."""

    says, title, who = "{who}the Regulars play {title}{where}", _title, given("player", "{player}: ")
    where, at = given("unit", " on {unit}", "{at}"), given("cell", " at {cell}")
    sets = {"hand": lambda event, state: happening.without_one(state.hand, event.card)}
    card: str
    unit: str = ""
    cell: Cell | None = None
    player: str = ""
    """AAS-COOP: who played it, for all."""


class _InForce(Event[AasState]):
    """What is in force changed: on one unit, or on everybody that a card speaks of."""

    title = _title
    row: ClassVar[Callable[[Any, tuple[str, ...]], tuple[str, ...]]]
    """The cards that lie there afterwards, of the event and those that did."""
    card: str
    unit: str = ""

    def apply(self, state: AasState) -> AasState:
        """Change what lies with the unit, or beside the table."""
        if self.unit:
            return unit_changed(state, self.unit, marks=self.row(state.unit(self.unit).marks))
        return state.changed(in_force=self.row(state.in_force))


class CardLaid(_InForce):
    """A card came into force."""

    says, on = "{title} is in force{on}", given("unit", " on {unit}")

    def row(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return (*cards, self.card)


class CardLifted(_InForce):
    """A card is no longer in force."""

    says, whom = "{title} is over{whom}", given("unit", " for {unit}")

    def row(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if card != self.card)


class SmokeLaid(happening.SmokeLaid):
    """Smoke covers some cells: one, and those beside it."""

    def event_text(self, position: Any) -> str:
        """Name the middle."""
        return f"smoke in {position.name(self.cells[0])}"


class SmokeCleared(Event[AasState]):
    """The smoke has drifted away."""

    says = "the smoke drifts away"
    cells: tuple[Cell, ...]

    def apply(self, state: AasState) -> AasState:
        changes = state.changes
        for cell in self.cells:
            changes = changes.without_feature(cell, SMOKE)
        return state.changed(changes=changes)


class Reactivated(Deed):
    """A unit that has acted may act again."""

    says, sets = "{unit} may act again", {"acted": False, "only_reacts": 0}


# -- fire and damage ---------------------------------------------------------------------------------------------


class Fired(Deed):
    """A unit fired at another: how many dice hit, and whom that cost."""

    says, ordered = "{unit} {unit:fires|fire} at {target}{result}", True
    lost = figures("casualties")
    sets, takes = {"shots": lambda event, unit: unit.shots + 1}, ("facing",)
    battle = {"combats": lambda event, state: (*state.combats, Combat(event.by, event.at))}
    acting = {"fired": lambda event, state: state.fired or not event.reacting}
    target: UnitId
    hits: int
    casualties: int
    downed: bool
    """The casualties are Regulars, who wait for first aid; others are out of it."""
    by: Cell
    at: Cell
    facing: int
    reacting: bool = False
    """In answer to somebody, and not with the activation: who reacts may still fire when it acts."""

    def then(self, state: AasState) -> AasState:
        return _bereft(state, self.target, self.casualties, self.downed)

    def result(self, position: Any) -> str:
        """Say what it came to."""
        if not self.hits:
            return " and misses"
        units, hurt = position.state.units, ", {lost} {downed:down|out}" if self.casualties else ", nobody is hurt"
        machine = self.target in units and units[self.target].profile.kind == "vehicle"
        return filled(f": {{hits}} {{hits:hit|hits}}{' on it' if machine else hurt}", position, self)


class Struck(Deed):
    """Fire from off the table, stray shots, a vehicle that burns: a unit took casualties from nobody's order."""

    says, lost = "{why}: {unit} {unit:has|have} {lost} {downed:down|out}", figures("casualties")
    casualties: int
    downed: bool
    why: str
    at: Cell | None = None
    """Where shots from off the table fell: that is combat, for all who are near."""

    def apply(self, state: AasState) -> AasState:
        if self.at is not None:
            state = state.changed(combats=(*state.combats, Combat(self.at, self.at)))
        return _bereft(state, self.unit, self.casualties, self.downed)


class Damaged(Deed):
    """AAS-R-damage: a vehicle was hit and damaged."""

    says, how = "{unit} {unit:is|are} {how}", lambda event, _: event.result.replace("weapon out", "without its weapon")
    result: str
    """As the damage table says: shaken, immobilised, weapon out, knocked out."""
    until: int = 0
    """The turn until whose end it is shaken."""

    def apply(self, state: AasState) -> AasState:
        """Let it suffer that; of a vehicle that is knocked out a wreck is left."""
        match self.result:
            case "shaken":
                return unit_changed(state, self.unit, shaken=self.until)
            case "immobilised" | "weapon out":
                return unit_changed(state, self.unit, **{self.result.replace(" ", "_"): True})
        if (cell := state.unit(self.unit).cell) is not None:
            state = state.changed(changes=state.changes.with_feature(cell, WRECK))
        return unit_changed(state, self.unit, cell=None, figures=0, downed=0, serious=0, overwatch=False)


# -- morale and first aid ----------------------------------------------------------------------------------------


class MoraleTested(Deed):
    """A unit was tested for its morale."""

    says = "{unit} {passed:{unit:keeps its|keep their}|{unit:loses its|lose their}} nerve"
    passed: bool


class Pinned(Deed):
    """A unit is pinned until the end of a turn; it watches no longer."""

    says = "{unit} {unit:is|are} pinned until the end of turn {until}"
    sets = {"pinned": lambda event, unit: max(unit.pinned, event.until), "overwatch": False}
    until: int


class Barred(Deed):
    """An Insurgent unit can do nothing more this turn; what it has not checked it will not check."""

    says, sets = "{unit} {unit:does|do} nothing more this turn", {"barred": True, "checked": True}


WOUNDS: dict[Wound, str] = {
    "dead": "is dead",
    "serious": "is seriously wounded",
    "light": "is lightly wounded, and fights on",
    "fine": "is fine",
}


class Treated(Deed):
    """First aid: what became of one who was down. He fights again, is carried, or is dead."""

    says = "{unit}: one {fate}"
    fate, then = word_by("result", WOUNDS), lambda event, state: _gone_if_empty(state, event.unit)
    sets = {
        "downed": lambda event, unit: unit.downed - 1,
        "serious": lambda event, unit: unit.serious + (event.result == "serious"),
        "light": lambda event, unit: unit.light + (event.result == "light"),
        "figures": lambda event, unit: unit.figures + (event.result in ("light", "fine")),
    }
    result: Wound


class OnlyReacts(Deed):
    """A unit that looks after its casualties can only react until the end of a turn."""

    says = "{unit} {unit:looks after its|look after their} casualties, and only {unit:reacts|react} this turn"
    takes, formerly = ("only_reacts",), {"until": "only_reacts"}
    only_reacts: int


class Evacuated(Deed):
    """The wounded of a unit were taken away, and its penalty with them: the lightly wounded fight on without it."""

    says = "the wounded of {unit} are taken away"
    sets, then = {"serious": 0, "light": 0}, lambda event, state: _gone_if_empty(state, event.unit)


# -- close assault -----------------------------------------------------------------------------------------------


class AssaultTested(Deed):
    """A unit found the heart to close, or to stand; or not."""

    says, ordered = "{unit} {heart} {enemy}", True
    heart = word_by("what", {
        "close": "{passed:{unit:closes|close} with|{unit:hangs|hang} back from}",
        "stand": "{passed:{unit:stands|stand}|{unit:does|do} not stand} against",
    })  # fmt: skip
    enemy: UnitId
    what: Literal["close", "stand"]
    passed: bool


class Fought(Deed):
    """A close assault: what each of two units lost."""

    says, ordered = "close assault: {unit} {unit:loses|lose} {ours}, {enemy} {theirs}", True
    ours, theirs = figures("unit_losses"), figures("enemy_losses")
    battle = {"combats": lambda event, state: (*state.combats, Combat(event.by, event.at))}
    enemy: UnitId
    unit_losses: int
    enemy_losses: int
    unit_downed: bool
    enemy_downed: bool
    by: Cell
    at: Cell

    def then(self, state: AasState) -> AasState:
        """Take the casualties off both."""
        state = _bereft(state, self.unit, self.unit_losses, self.unit_downed)
        return _bereft(state, self.enemy, self.enemy_losses, self.enemy_downed)


# -- what several events do --------------------------------------------------------------------------------------


def _bereft(state: AasState, id_: str, casualties: int, downed: bool) -> AasState:
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
    return unit_changed(state, id_, cell=None, aboard="") if state.unit(id_).gone else state
