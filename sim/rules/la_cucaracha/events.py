"""What can happen in a battle of La Cucaracha, in past tense, and in the words of the log."""

from __future__ import annotations

from sim.engine.domains import SideId, UnitId
from sim.engine.events import Event
from sim.engine.words import counted
from sim.play import happening
from sim.play.happening import EverybodyChanged, Left, PointsWon, UnitChanged
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.units import DECK, CucState, Move, Nerve, Troop, figures_text

# -- the sequence of play ----------------------------------------------------------------------------------------


class TroopsReadied(EverybodyChanged[CucState]):
    """CUC-CARD: with a new turn everybody may act again, and what lasts for a turn is over."""

    says = "everybody is ready"
    sets = {"acted": False, "score": None, "holding": False, "responded": False, "fallen": 0}


class CardTurned(Event[CucState]):
    """CUC-CARD: a card of a side was turned over."""

    says = "{side} may act"
    side: SideId

    def apply(self, state: CucState) -> CucState:
        """Remember whose card it is."""
        return state.changed(card=self.side, actor="", moved="", shot=False, extra=0)


class JokerTurned(Event[CucState]):
    """CUC-CARD: the joker was turned over; late in a turn it ends it."""

    ends: bool

    def apply(self, state: CucState) -> CucState:
        """Throw away what is left of the deck, if the turn is over."""
        return state.with_deck(state.deck(DECK).refilled(())) if self.ends else state

    def told(self, position: Scene) -> str:
        """Say whether it counts."""
        return "the joker ends the turn" if self.ends else "the joker changes nothing"


class Nominated(Event[CucState]):
    """CUC-NOMINATE: a unit was named for the card."""

    says = "{unit} {unit:acts|act}"
    unit: UnitId

    def apply(self, state: CucState) -> CucState:
        """Let it act; a unit that held has its card now, and holds no longer."""
        actor = state.unit(self.unit).changed(holding=False)
        return state.with_unit(actor).changed(actor=self.unit, moved="", shot=False)


class OrdersRolled(UnitChanged[CucState]):
    """CUC-NOMINATE, CUC-REACT: the die for the orders of a unit, on which its reaction hangs until the turn is over."""

    says, takes = "{unit} {unit:rolls|roll} {score} for {unit:its|their} orders", ("score",)
    score: int


class CardSpent(Event[CucState]):
    """A card is done with: a unit has done what it does with it, or nobody was there to use it."""

    unit: UnitId = ""

    def apply(self, state: CucState) -> CucState:
        """Count it as having acted; what is loaded shot by shot rests if it was not fired."""
        if self.unit in state.units:
            state = state.with_unit(state.unit(self.unit).changed(acted=True, rested=not state.shot))
        return state.changed(card="", actor="", moved="", shot=False, extra=0)

    def told(self, position: Scene) -> str:
        """Say who is done."""
        return _does(position, self.unit, "is done") if self.unit else "the card is done with"


class ExtraOrderWon(Event[CucState]):
    """CUC-EXTRA: a unit has another order with the same card."""

    says = "{unit} {unit:has|have} another order"
    unit: UnitId

    def apply(self, state: CucState) -> CucState:
        """Let it begin afresh, once."""
        return state.changed(moved="", shot=False, extra=state.extra + 1)


class ObjectiveTaken(Event[CucState]):
    """A side took an objective."""

    says = "{title} falls to {side}"
    objective: str
    side: SideId

    def apply(self, state: CucState) -> CucState:
        """Write down who holds it."""
        return state.changed(holders=tuple(sorted({**dict(state.holders), self.objective: self.side}.items())))

    def title(self, position: Scene) -> str:
        """Name the objective."""
        known = {each.id: each.title for each in position.battle.data.engagement.objectives}
        return known.get(self.objective, self.objective)


# -- moving ------------------------------------------------------------------------------------------------------

GAITS: dict[Move, str] = {
    "half": "makes half an Advance",
    "advance": "advances",
    "rapid": "makes a Rapid Advance",
    "charge": "charges",
    "evade": "evades",
    "retire": "retires",
}


class Moved(happening.Moved[CucState]):
    """A unit moved: every cell that it entered, in order."""

    how: Move = "advance"

    def apply(self, state: CucState) -> CucState:
        """Put it at the end of its way."""
        state = state.with_unit(state.unit(self.unit).changed(cell=self.way[-1], facing=self.facing))
        return state.changed(moved=self.how) if state.actor == self.unit else state

    def told(self, position: Scene) -> str:
        """Say how, and where to."""
        return f"{_does(position, self.unit, GAITS[self.how])} to {position.name(self.cell)}"


class Fled(Event[CucState]):
    """A broken unit left the table, or would not stand any more: it is lost."""

    says = "{unit} {unit:is|are} gone for good"
    unit: UnitId

    def apply(self, state: CucState) -> CucState:
        """Take it off."""
        return _gone(state, self.unit)


# -- what a weapon needs -----------------------------------------------------------------------------------------


class Deployed(UnitChanged[CucState]):
    """A crewed weapon was made ready to shoot."""

    says, sets = "{unit} {unit:deploys|deploy}", {"deployed": True}

    def apply(self, state: CucState) -> CucState:
        """Deploy it, in place of a move."""
        state = super().apply(state)
        return state.changed(moved="deploy") if state.actor == self.unit else state


class PackedUp(UnitChanged[CucState]):
    """A crewed weapon was made ready to move."""

    says, sets = "{unit} {unit:packs|pack} up", {"deployed": False}


class Reloaded(UnitChanged[CucState]):
    """A unit reloaded."""

    says, sets = "{unit} {unit:reloads|reload}", {"loaded": True}

    def apply(self, state: CucState) -> CucState:
        """Load it, in place of a shot."""
        state = super().apply(state)
        return state.changed(shot=True) if state.actor == self.unit else state


class Held(UnitChanged[CucState]):
    """CUC-HOLD: a unit waits for the enemy."""

    says, sets = "{unit} {unit:holds|hold}", {"holding": True}


class Responded(UnitChanged[CucState]):
    """CUC-HOLD: a unit tried to respond to the enemy, and did or did not; its hold is used up in any case."""

    sets = {"responded": True, "holding": False}
    enemy: UnitId
    how: str
    succeeded: bool

    def told(self, position: Scene) -> str:
        """Say what it did, if it could."""
        enemy = position.state.unit(self.enemy).name
        does = f"responds to {enemy}: {self.how}" if self.succeeded else f"fails to respond to {enemy}"
        return _does(position, self.unit, does)


# -- shooting and fighting ---------------------------------------------------------------------------------------


class Shot(Event[CucState]):
    """A unit shot at another: how many dice hit, and how many figures that cost."""

    says = "{unit} {unit:shoots|shoot} at {target}: {result}"
    unit: UnitId
    target: UnitId
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

    @property
    def result(self) -> str:
        """Say what came of it."""
        return f"{counted(self.hits, 'hit')}, {figures_text(self.losses)} lost" if self.hits else "missed"


class LeaderLost(UnitChanged[CucState]):
    """The leader with a unit was among those who fell."""

    says, sets = "the leader with {unit} falls", {"leader": False}


class ChargeDeclared(Event[CucState]):
    """A unit charges another; nobody has moved yet."""

    says = "{unit} {unit:charges|charge} {target}"
    unit: UnitId
    target: UnitId

    def apply(self, state: CucState) -> CucState:
        """Remember that the card has been used for it."""
        return state.changed(moved="charge") if state.actor == self.unit else state


class ChargeFailed(Event[CucState]):
    """A charge came to nothing."""

    says = "the charge of {unit} comes to nothing: {why}"
    unit: UnitId
    why: str

    def apply(self, state: CucState) -> CucState:
        """Change nothing."""
        return state


class PutOnBackFoot(UnitChanged[CucState]):
    """A unit fights on the Back Foot, until the fight is over."""

    says, sets = "{unit} {unit:is|are} on the Back Foot", {"back_foot": True}


class Engaged(Event[CucState]):
    """Two units came to blows."""

    says = "{unit} and {enemy} come to blows"
    unit: UnitId
    enemy: UnitId

    def apply(self, state: CucState) -> CucState:
        """Lock them."""
        for one, other in ((self.unit, self.enemy), (self.enemy, self.unit)):
            unit = state.unit(one)
            if other not in unit.fighting:
                state = state.with_unit(unit.changed(fighting=(*unit.fighting, other)))
        return state


class RoundFought(Event[CucState]):
    """A round of close combat: what each of two units lost."""

    unit: UnitId
    enemy: UnitId
    unit_losses: int
    enemy_losses: int

    def apply(self, state: CucState) -> CucState:
        """Take the figures off both; who is on the Back Foot stays there while the fight lasts."""
        for id_, losses in ((self.unit, self.unit_losses), (self.enemy, self.enemy_losses)):
            state = _bereft(state, id_, losses)
        return state

    def told(self, position: Scene) -> str:
        """Say what it cost."""
        lost = ((self.unit, self.unit_losses), (self.enemy, self.enemy_losses))
        return ", ".join(_does(position, id_, f"loses {figures_text(count)}") for id_, count in lost)


class BrokeOff(Event[CucState]):
    """A unit is free of close combat."""

    says = "{unit} {unit:is|are} out of the fight"
    unit: UnitId

    def apply(self, state: CucState) -> CucState:
        """Unlock it from everybody."""
        return _disengaged(state, self.unit)


class CourageTested(Event[CucState]):
    """A unit was tested for its courage."""

    unit: UnitId
    result: Nerve
    halved: bool = False
    """The test was its one for being at half strength, or did for that as well."""

    def apply(self, state: CucState) -> CucState:
        """Shake it or break it."""
        unit = state.unit(self.unit)
        if self.halved:
            unit = unit.changed(halved=True)
        if self.result != "passed":
            unit = unit.changed(shaken=True, holding=False, broken=unit.broken + (self.result == "broken"))
        return state.with_unit(unit)

    def told(self, position: Scene) -> str:
        """Say what came of it."""
        return _does(position, self.unit, NERVES[self.result])


NERVES: dict[Nerve, str] = {"passed": "keeps its courage", "shaken": "is shaken", "broken": "breaks"}


class Rallied(Event[CucState]):
    """A shaken unit tried to get over it."""

    unit: UnitId
    succeeded: bool

    def apply(self, state: CucState) -> CucState:
        """Let it be itself again, if it succeeded."""
        return state.with_unit(state.unit(self.unit).changed(shaken=not self.succeeded))

    def told(self, position: Scene) -> str:
        """Say whether it did."""
        return _does(position, self.unit, "rallies" if self.succeeded else "stays shaken")


# -- what several events do --------------------------------------------------------------------------------------


def _does(position: Scene, unit: str, what: str) -> str:
    return position.state.unit(unit).name.does(what)


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
    ObjectiveTaken, Moved, Left, Fled, Deployed, PackedUp, Reloaded, Held, Responded, Shot, LeaderLost,
    ChargeDeclared, ChargeFailed, PutOnBackFoot, Engaged, RoundFought, BrokeOff, CourageTested, Rallied,
)  # fmt: skip
