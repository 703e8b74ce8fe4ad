"""What can happen in a battle of La Cucaracha, in past tense, and in the words of the log."""

from __future__ import annotations

from sim.engine.domains import SideId, UnitId
from sim.play import happening
from sim.play.happening import EverybodyChanged, StateChanged, UnitChanged, does_by, figures, given
from sim.rules.la_cucaracha.state import DECK, CucPosition, CucState, Move, Nerve, Troop

Befell = UnitChanged[CucState]
"""Something that a unit did, or that befell it."""

# -- the sequence of play ----------------------------------------------------------------------------------------


class TroopsReadied(EverybodyChanged[CucState]):
    """CUC-CARD: with a new turn everybody may act again, and what lasts for a turn is over."""

    says = "everybody is ready"
    sets = {"acted": False, "score": None, "holding": False, "responded": False, "fallen": 0}


NO_ORDER = {"actor": "", "moved": "", "shot": False, "extra": 0}
"""Nobody has been nominated, and nobody has done anything with a card."""


class CardTurned(StateChanged[CucState]):
    """CUC-CARD: a card of a side was turned over."""

    says, sets = "{side} may act", {"card": lambda event, state: event.side, **NO_ORDER}
    side: SideId


class JokerTurned(StateChanged[CucState]):
    """CUC-CARD: the joker was turned over; late in a turn it ends it, and what is left of the deck is thrown away."""

    says = "the joker {ends:ends the turn|changes nothing}"
    then = lambda event, state: state.with_deck(state.deck(DECK).refilled(())) if event.ends else state  # noqa: E731
    ends: bool


class Nominated(Befell):
    """CUC-NOMINATE: a unit was named for the card; one that held has its card now, and holds no longer."""

    says, sets = "{unit} {unit:acts|act}", {"holding": False}
    battle = {"actor": lambda event, state: event.unit, "moved": "", "shot": False}


class OrdersRolled(Befell):
    """CUC-NOMINATE, CUC-REACT: the die for the orders of a unit, on which its reaction hangs until the turn is over."""

    says, takes = "{unit} {unit:rolls|roll} {score} for {unit:its|their} orders", ("score",)
    score: int


class CardSpent(StateChanged[CucState]):
    """A card is spent: a unit has acted with it, or nobody was there to use it."""

    says, sets = "{who}", {"card": "", **NO_ORDER}
    who = given("unit", "{unit} {unit:is|are} done", "the card is spent")
    unit: UnitId = ""

    def apply(self, state: CucState) -> CucState:
        """Count it as having acted; what is loaded shot by shot rests if it was not fired."""
        if self.unit in state.units:
            state = state.with_unit(state.unit(self.unit).changed(acted=True, rested=not state.shot))
        return super().apply(state)


class ExtraOrderWon(Befell):
    """CUC-EXTRA: a unit has another order with the same card: it begins afresh, once."""

    says = "{unit} {unit:has|have} another order"
    battle = {"moved": "", "shot": False, "extra": lambda event, state: state.extra + 1}


class ObjectiveTaken(StateChanged[CucState]):
    """CUC-PLACE: a side took an objective."""

    says = "{title} falls to {side}"
    sets = {"holders": lambda event, state: tuple(sorted({**dict(state.holders), event.objective: event.side}.items()))}
    objective: str
    side: SideId

    def title(self, position: CucPosition) -> str:
        """Name the objective."""
        known = {each.id: each.title for each in position.battle.data.engagement.objectives}
        return known.get(self.objective, self.objective)


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

    says, does = "{does} to {way}", does_by("how", GAITS)
    acting = {"moved": lambda event, state: event.how}
    how: Move = "advance"


class Fled(Befell):
    """A broken unit left the table, or would not stand any more: it is lost."""

    says, then = "{unit} {unit:is|are} gone for good", lambda event, state: _gone(state, event.unit)


# -- what a weapon needs -----------------------------------------------------------------------------------------


class Deployed(Befell):
    """A crewed weapon was made ready to shoot, in place of a move."""

    says, sets, acting = "{unit} {unit:deploys|deploy}", {"deployed": True}, {"moved": "deploy"}


class PackedUp(Befell):
    """A crewed weapon was made ready to move."""

    says, sets = "{unit} {unit:packs|pack} up", {"deployed": False}


class Reloaded(Befell):
    """A unit reloaded, in place of a shot."""

    says, sets, acting = "{unit} {unit:reloads|reload}", {"loaded": True}, {"shot": True}


class Held(Befell):
    """CUC-HOLD: a unit waits for the enemy."""

    says, sets = "{unit} {unit:holds|hold}", {"holding": True}


class Responded(Befell):
    """CUC-HOLD: a unit tried to respond to the enemy, and did or did not; its hold is used up in any case."""

    says, sets = "{unit} {what}", {"responded": True, "holding": False}
    what = given("succeeded", "{unit:responds|respond} to {enemy}: {how}", "{unit:fails|fail} to respond to {enemy}")
    enemy: UnitId
    how: str
    succeeded: bool


# -- shooting and fighting ---------------------------------------------------------------------------------------


class Shot(Befell):
    """A unit shot at another: how many dice hit, and how many figures that cost the target."""

    says = "{unit} {unit:shoots|shoot} at {target}: {result}"
    sets = {"loaded": lambda event, unit: unit.loaded and not event.unloads}
    takes, acting = ("facing",), {"shot": True}
    then = lambda event, state: _with_losses(state, event.target, event.losses)  # noqa: E731
    result, lost = given("hits", "{hits} {hits:hit|hits}, {lost} lost", "missed"), figures("losses")
    target: UnitId
    hits: int
    losses: int
    facing: int
    unloads: bool = False


class LeaderLost(Befell):
    """The leader with a unit was among those who fell."""

    says, sets = "the leader with {unit} falls", {"leader": False}


class ChargeDeclared(Befell):
    """A unit charges another; nobody has moved yet, but the card has been used for it."""

    says, acting = "{unit} {unit:charges|charge} {target}", {"moved": "charge"}
    target: UnitId


class ChargeFailed(Befell):
    """A charge came to nothing."""

    says = "the charge of {unit} comes to nothing: {why}"
    why: str


class PutOnBackFoot(Befell):
    """A unit fights on the Back Foot, until the fight is over."""

    says, sets = "{unit} {unit:is|are} on the Back Foot", {"back_foot": True}


class Engaged(happening.CameToBlows[CucState]):
    """Two units came to blows."""

    says, locks = "{unit} and {enemy} come to blows", "fighting"


class RoundFought(Befell):
    """A round of close combat: what each of two units lost; who is on the Back Foot stays there while it lasts."""

    says = "{unit} {unit:loses|lose} {ours}, {enemy} {enemy:loses|lose} {theirs}"
    ours, theirs = figures("unit_losses"), figures("enemy_losses")
    enemy: UnitId
    unit_losses: int
    enemy_losses: int

    def apply(self, state: CucState) -> CucState:
        return _with_losses(_with_losses(state, self.unit, self.unit_losses), self.enemy, self.enemy_losses)


class BrokeOff(Befell):
    """A unit is free of close combat."""

    says, then = "{unit} {unit:is|are} out of the fight", lambda event, state: _disengaged(state, event.unit)


NERVES: dict[Nerve, str] = {"passed": "keeps its courage", "shaken": "is shaken", "broken": "breaks"}


class CourageTested(Befell):
    """A unit was tested for its courage."""

    says, does = "{does}", does_by("result", NERVES)
    sets = {
        "halved": lambda event, unit: unit.halved or event.halved,
        "shaken": lambda event, unit: unit.shaken or event.result != "passed",
        "holding": lambda event, unit: unit.holding and event.result == "passed",
        "broken": lambda event, unit: unit.broken + (event.result == "broken"),
    }
    result: Nerve
    halved: bool = False
    """The test was its one for being at half strength, or did for that as well."""


class Rallied(Befell):
    """A shaken unit tried to get over it."""

    says = "{unit} {succeeded:{unit:rallies|rally}|{unit:stays|stay} shaken}"
    sets = {"shaken": lambda event, unit: not event.succeeded}
    succeeded: bool


# -- what several events do --------------------------------------------------------------------------------------


def _with_losses(state: CucState, id_: str, losses: int) -> CucState:
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
