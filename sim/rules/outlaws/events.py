"""What can happen in a shootout, in past tense, and how the log tells it."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, Literal

from sim.engine.domains import UnitId
from sim.engine.events import Event
from sim.grid import Cell, Edge
from sim.play import happening
from sim.play.happening import StateChanged, UnitChanged, noted, without_one
from sim.play.order import Facing
from sim.rules.outlaws.figures import LOOT, SHOTS, Aim, GaitName, Hand
from sim.rules.outlaws.state import CUP, Character, Horse, Item, OutlawsState, fewer, named, thing


class Paid(UnitChanged[OutlawsState]):
    """Something that a character did, and paid with actions of the counter that is out of the cup."""

    spent: int = field(default=0, kw_only=True)

    def apply(self, state: OutlawsState) -> OutlawsState:
        state = super().apply(state)
        return state.changed(actions=max(0, state.actions - self.spent)) if self.spent else state


# -- the sequence of play -------------------------------------------------------------------------------------


class CounterDrawn(UnitChanged[OutlawsState]):
    """OUT-CUP: a counter came out of the cup, and its character has so many actions.

    What lasts for a counter begins afresh: running, what is owed, and who has snapped at it.
    """

    says, sets = "{unit} {unit:has|have} {actions} {actions:action|actions}", {"running": False, "owed": 0}
    battle = {
        "actor": lambda event, state: event.unit, "actions": lambda event, state: event.actions,
        "ran": False, "fired": False,
    }  # fmt: skip
    actions: int

    def apply(self, state: OutlawsState) -> OutlawsState:
        for other in [other for other in state.units if self.unit in other.snapped]:
            state = state.with_unit(other.changed(snapped=without_one(other.snapped, self.unit)))
        return super().apply(state)


class CounterSpent(StateChanged[OutlawsState]):
    """A character has done what it does with its counter: the cup is left to the next."""

    says, sets = "{unit} {unit:is|are} done", {"actor": "", "actions": 0, "ran": False, "fired": False}
    unit: UnitId


class GaveUp(UnitChanged[OutlawsState]):
    """OUT-AMMO-2: a character has no rounds left and takes no further part, whatever it may come to hold later."""

    says, sets = "{unit} has nothing left to fight with and takes no further part", {"done": True}


# -- moving ---------------------------------------------------------------------------------------------------


class EnteredSquare(Paid):
    """A character entered a square; cover that was taken is given up, and whoever runs does not shoot."""

    formerly = {"Moved": "EnteredSquare"}
    says = "{unit} {unit:{gait}s|{gait}} to {cell}, facing {facing}"
    sets = {"covering": False, "running": lambda event, unit: unit.running or event.gait == "run"}
    takes, acting = ("cell", "facing"), {"ran": lambda event, state: state.ran or event.gait == "run"}
    cell: Cell
    facing: Facing
    gait: GaitName = "walk"


class TurnedAround(Paid):
    """A character turned on the spot; cover that was taken is given up."""

    says, sets, takes = "{unit} turns to face {facing}", {"covering": False}, ("facing",)
    facing: Facing


def _beside(event: Any, position: Any) -> str:
    return " and ".join(map(position.name, event.edge))


def _is_shut(event: Any, position: Any) -> bool:
    return bool(position.map.terrain_set.edges[event.kind].blocks_sight)


class DoorWorked(Paid):
    """A door was opened or closed."""

    says = "{unit} {does} the door between {cells}"
    battle = {"changes": lambda event, state: state.changes.with_edge(event.edge, event.kind)}
    cells, does = _beside, lambda event, position: "closes" if _is_shut(event, position) else "opens"
    edge: Edge
    kind: str
    """The kind of edge that it has become."""


class CoverTaken(Paid):
    """A character took cover, until it moves or turns."""

    says, sets = "{unit} takes cover", {"covering": True}


class WentProne(Paid):
    """A character hit the dirt."""

    says, sets = "{unit} hits the dirt", {"prone": True}


class GotUp(Paid):
    """A character stood up."""

    says, sets = "{unit} gets up", {"prone": False}


class Mounted(Paid):
    """A character mounted a horse."""

    says, sets = "{unit} mounts a horse", {"mounted": True, "covering": False}
    battle = {"horses": lambda event, state: tuple(horse for horse in state.horses if horse.id != event.horse)}
    horse: str


class Dismounted(Paid):
    """OUT-RIDE-2: a character dismounted, and its horse stays behind."""

    says, then = "{unit} dismounts", lambda event, state: _unhorsed(state, state.unit(event.unit))


def _unhorsed(state: OutlawsState, unit: Character) -> OutlawsState:
    """OUT-RIDE-2: the horse stays where its rider leaves it."""
    known = {horse.id for horse in state.horses}
    number = next(n for n in range(1, len(known) + 2) if f"horse-{unit.id}-{n}" not in known)
    horse = Horse(f"horse-{unit.id}-{number}", unit.place, unit.facing, unit.id)
    state = state.changed(horses=(*state.horses, horse))
    return state.with_unit(unit.changed(mounted=False, dismounted=True, covering=False))


class HorseLed(Event[OutlawsState]):
    """OUT-RIDE-2: a character led the horse that it got off along."""

    says = "{unit} leads the horse to {cell}"
    unit: UnitId
    horse: str
    cell: Cell
    facing: int

    def apply(self, state: OutlawsState) -> OutlawsState:
        led = {horse.id: horse for horse in state.horses}
        led[self.horse] = replace(led[self.horse], cell=self.cell, facing=self.facing)
        return state.changed(horses=tuple(led.values()))


class Left(Paid, happening.Left):
    """A character left the board on purpose, with what it carries."""

    says, sets = "{unit} leaves the board", {"cell": None, "covering": False}
    formerly, then = {"LeftBoard": "Left"}, lambda event, state: _out_of_the_cup(state, event.unit)


def _out_of_the_cup(state: OutlawsState, id_: str) -> OutlawsState:
    """OUT-CUP: only who is conscious, and on the board, has a counter in the cup."""
    cup = state.deck(CUP)
    return state.with_deck(cup.without(id_)) if id_ in cup.left else state


# -- hands and pockets ----------------------------------------------------------------------------------------


def _weapon(event: Any, position: Any) -> str:
    """Name what it was done with: a slot of `says`."""
    return thing(position, event.unit, event.item)


class ItemDrawn(Paid):
    """A character took an item into a hand."""

    says, weapon = "{unit} draws {weapon} with the {hand} hand", _weapon
    item: str
    hand: Hand

    def becomes(self, state: OutlawsState) -> dict[str, Any]:
        carried = {each.id: each for each in state.unit(self.unit).carried}
        return {self.hand: carried.pop(self.item), "carried": tuple(carried.values())}


class ItemStowed(Paid):
    """A character put away what a hand held."""

    says = "{unit} puts away what was in the {hand} hand"
    hand: Hand

    def becomes(self, state: OutlawsState) -> dict[str, Any]:
        unit = state.unit(self.unit)
        return {self.hand: None, "carried": (*unit.carried, getattr(unit, self.hand))}


def _lets_go(event: Any, state: OutlawsState) -> dict[str, Any]:
    return {event.hand: None}


class ItemDropped(Paid):
    """A character let go of what a hand held; it lies in the square."""

    says = "{unit} drops what was in the {hand} hand"
    becomes = _lets_go
    hand: Hand

    def apply(self, state: OutlawsState) -> OutlawsState:
        unit = state.unit(self.unit)
        return super().apply(_lying(state, unit.place, getattr(unit, self.hand)))


def _lying(state: OutlawsState, cell: Cell, *items: Item) -> OutlawsState:
    return state.changed(lying=(*state.lying, *((cell, item) for item in items)))


class ItemPickedUp(Paid):
    """A character picked up what lies in its square, or an object that is printed there, which is there once."""

    says, what = "{unit} picks up {what}", lambda event, position: named(position, event.item)
    item: Item
    hand: Hand | None
    """None for what is carried and not held: the loot."""
    printed: bool = False

    def apply(self, state: OutlawsState) -> OutlawsState:
        if self.printed:
            objects = (*state.spent_objects, state.unit(self.unit).place)
            return super().apply(state.changed(spent_objects=objects))
        return super().apply(state.changed(lying=tuple(each for each in state.lying if each[1].id != self.item.id)))

    def becomes(self, state: OutlawsState) -> dict[str, Any]:
        return {self.hand: self.item} if self.hand else {"carried": (*state.unit(self.unit).carried, self.item)}


class ObjectBroke(UnitChanged[OutlawsState]):
    """What a character struck with broke in its hand."""

    says, becomes = "the object in the {hand} hand of {unit} breaks", _lets_go
    hand: Hand


class Reloaded(Paid):
    """A character put rounds into a weapon."""

    item: Item
    """The weapon as it is now."""

    def becomes(self, state: OutlawsState) -> dict[str, Any]:
        return _with_item(state.unit(self.unit), self.item)

    def event_text(self, position: Any) -> str:
        capacity = position.battle.data.weapons[self.item.kind].capacity
        return f"{self.unit} reloads {named(position, self.item)}: {self.item.loaded} of {capacity}"


def _with_item(unit: Character, item: Item) -> dict[str, Any]:
    """Return what changes of a character when one of its items is as it now is."""
    if hand := unit.hand_of(item.id):
        return {hand: item}
    return {"carried": tuple(item if each.id == item.id else each for each in unit.carried)}


# -- fighting -------------------------------------------------------------------------------------------------


class Shot(Paid):
    """A character fired, and groups hear it; what becomes of its target is another event."""

    says, weapon = "{unit} shoots at {target} with {weapon} ({how}): {hit:hit|missed}", _weapon
    battle = {"gunfire": lambda event, state: state.unit(event.unit).place}
    acting = {"fired": True}
    target: UnitId
    item: str
    hit: bool
    aim: Aim = "standard"
    rounds: int = 1
    snap: bool = False

    def becomes(self, state: OutlawsState) -> dict[str, Any]:
        """Use up the rounds."""
        unit = state.unit(self.unit)
        item = next(each for each in unit.held if each.id == self.item)
        return _with_item(unit, replace(item, loaded=max(0, item.loaded - self.rounds)))

    @property
    def how(self) -> str:
        """What the game calls it."""
        return ("snapshot" if self.snap else SHOTS[self.aim]) + (", both barrels" if self.rounds > 1 else "")


class Thrown(Paid):
    """A character threw a lance, a knife or a tomahawk; it lies where its target stood."""

    says, weapon = "{unit} throws {weapon} at {target}: {hit:hit|missed}", _weapon
    target: UnitId
    item: str
    hit: bool

    def apply(self, state: OutlawsState) -> OutlawsState:
        item = next(each for each in state.unit(self.unit).held if each.id == self.item)
        return _lying(super().apply(state), state.unit(self.target).place, item)

    def becomes(self, state: OutlawsState) -> dict[str, Any]:
        return {str(state.unit(self.unit).hand_of(self.item)): None}


class SnapshotTried(UnitChanged[OutlawsState]):
    """OUT-SNAP-1: a character attempted a snapshot, once at each counter of an enemy; the shot is another event."""

    says = "{unit} tries a snapshot at {target}{succeeded:|, but too late}"
    sets = {"snapped": lambda event, unit: (*unit.snapped, event.target)}
    target: UnitId
    succeeded: bool


class BystanderHit(UnitChanged[OutlawsState]):
    """A shot went into a group of townsfolk; the points are another event."""

    says = "the shot of {unit} hits {group}"
    group: UnitId


class Wounded(UnitChanged[OutlawsState]):
    """A character took a wound: what the chit does to it, worked out."""

    chit: str
    owed: int = 0
    lost: int = 0
    prone: bool = False
    arm: Hand | None = None
    leg: bool = False
    unconscious: bool = False
    dead: bool = False

    def apply(self, state: OutlawsState) -> OutlawsState:
        """Let it suffer that: a rider who falls leaves the horse; who is out drops the loot and loses the counter."""
        unit = state.unit(self.unit)
        out = self.dead or self.unconscious
        if unit.mounted and (self.prone or out):
            state = _unhorsed(state, unit)
            unit = state.unit(self.unit)
        hurt = unit.changed(
            owed=unit.owed + self.owed,
            lost=unit.lost + self.lost,
            prone=unit.prone or self.prone,
            leg=unit.leg or self.leg,
            arms=unit.arms if self.arm is None else noted(unit.arms, self.arm),
            conscious=unit.conscious and not out,
            dead=unit.dead or self.dead,
            covering=unit.covering and not out,
        )
        if not out:
            return state.with_unit(hurt)
        loot = [item for item in hurt.items if item.kind == LOOT]
        dropped: dict[str, Any] = {hand: None for hand in hurt.full_hands if getattr(hurt, hand) in loot}
        dropped["carried"] = tuple(item for item in hurt.carried if item not in loot)
        state = _lying(state.with_unit(hurt.changed(**dropped)), hurt.place, *loot)
        state = _out_of_the_cup(state, hurt.id)
        return state.changed(actions=0) if state.actor == hurt.id else state

    def event_text(self, position: Any) -> str:
        """Say what the wound does, its name first; what the name says already is left out."""
        told = (
            *((True, text) for text in fewer(self.owed, self.lost)),
            (self.arm is not None, f"{self.arm} arm"),
            (self.leg, "no running"),
            (self.prone, "prone"),
            (self.unconscious, "unconscious"),
            (self.dead, "dead"),
        )
        name, felt = self.chit.lower(), [text for so, text in told if so]
        more = [text for text in felt if text != name] if felt else ["which changes nothing"]
        return f"{self.unit}: {', '.join((name, *more))}"


BlowKind = Literal["body blow", "strike", "stab"]
BLOWS: dict[BlowKind, str] = {"body blow": "hits out at", "strike": "strikes at", "stab": "stabs at"}


class BlowStruck(Paid):
    """A blow in a brawl; what becomes of whom it was meant for is another event."""

    target: UnitId
    kind: BlowKind
    won_by: int
    """How much the attacker had more; nothing or less is a blow that did not land."""

    def event_text(self, position: Any) -> str:
        won = f"wins by {self.won_by}" if self.won_by > 0 else "does not land it"
        return f"{self.unit} {BLOWS[self.kind]} {self.target} and {won}"
