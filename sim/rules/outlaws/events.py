"""What can happen in a shootout, in past tense, and how the log tells it."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, Literal

from sim.engine.domains import UnitId
from sim.engine.events import Event
from sim.engine.words import Name, counted
from sim.grid import Cell, Edge
from sim.play.happening import PointsWon, StateChanged, UnitChanged
from sim.rules.outlaws.figures import LOOT, Aim
from sim.rules.outlaws.hands import named, thing
from sim.rules.outlaws.units import CUP, HANDS, SHOTS, Character, GaitName, Hand, Horse, Item, OutState, fewer


class Paid(UnitChanged[OutState]):
    """Something that a character did, and paid with actions of the counter that is out of the cup."""

    spent: int = field(default=0, kw_only=True)

    def apply(self, state: OutState) -> OutState:
        """Let it be done, and take the actions off."""
        state = self.done(state, state.unit(self.unit))
        return state.changed(actions=max(0, state.actions - self.spent)) if self.spent else state

    def done(self, state: OutState, unit: Character) -> OutState:
        """Return the state once it is done: with the character changed, where nothing else is."""
        return super().apply(state)


# -- the sequence of play -------------------------------------------------------------------------------------


class CounterDrawn(Event[OutState]):
    """OUT-CUP: a counter came out of the cup, and its character has so many actions."""

    says = "{unit} {unit:has|have} {number}"
    unit: UnitId
    actions: int

    @property
    def number(self) -> str:
        """How many actions there are."""
        return counted(self.actions, "action")

    def apply(self, state: OutState) -> OutState:
        """Begin afresh with what lasts for a counter: running, what is owed, and who has snapped at it."""
        for other in state.units:
            if self.unit in other.snapped:
                left = tuple(id_ for id_ in other.snapped if id_ != self.unit)
                state = state.with_unit(other.changed(snapped=left))
        unit = state.unit(self.unit)
        if unit.running or unit.owed:
            state = state.with_unit(unit.changed(running=False, owed=0))
        return state.changed(actor=self.unit, actions=self.actions, ran=False, fired=False)


class CounterSpent(StateChanged[OutState]):
    """A character has done what it does with its counter: the cup is left to the next."""

    says, sets = "{unit} {unit:is|are} done", {"actor": "", "actions": 0, "ran": False, "fired": False}
    unit: UnitId


class GaveUp(UnitChanged[OutState]):
    """OUT-AMMO-2: a character has no rounds left and takes no further part, whatever it may come to hold later."""

    says, sets = "{unit} has nothing left to fight with and takes no further part", {"done": True}


# -- moving ---------------------------------------------------------------------------------------------------


class Moved(Paid):
    """A character entered a square; cover that was taken is given up, and whoever runs does not shoot."""

    cell: Cell
    facing: int
    gait: GaitName = "walk"

    def done(self, state: OutState, unit: Character) -> OutState:
        """Put it there."""
        runs = self.gait == "run"
        moved = unit.changed(cell=self.cell, facing=self.facing, covering=False, running=unit.running or runs)
        state = state.with_unit(moved)
        return state.changed(ran=True) if runs and state.actor == self.unit else state

    def told(self, position: Any) -> str:
        """Say where to, and which way it faces."""
        where = f"{position.name(self.cell)}, facing {position.map.grid.directions[self.facing]}"
        name: Name = position.battle.ruleset.name(position, self.unit)
        return name.does(f"{self.gait}s to {where}")


class TurnedAround(Paid):
    """A character turned on the spot; cover that was taken is given up."""

    says, sets, takes = "{unit} turns to face {direction}", {"covering": False}, ("facing",)
    facing: int

    def direction(self, position: Any) -> str:
        """Name the direction in which it faces now."""
        return str(position.map.grid.directions[self.facing])


class DoorWorked(Paid):
    """A door was opened or closed."""

    edge: Edge
    kind: str
    """The kind of edge that it has become."""

    def done(self, state: OutState, unit: Character) -> OutState:
        """Change the edge."""
        return state.changed(changes=state.changes.with_edge(self.edge, self.kind))

    def told(self, position: Any) -> str:
        """Say which door, and what it has become."""
        where = " and ".join(position.name(cell) for cell in self.edge)
        return f"{self.unit} works the door between {where}: {position.map.terrain_set.edges[self.kind].name}"


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

    says = "{unit} mounts a horse"
    horse: str

    def done(self, state: OutState, unit: Character) -> OutState:
        """Put the rider on the horse."""
        left = tuple(horse for horse in state.horses if horse.id != self.horse)
        return state.changed(horses=left).with_unit(unit.changed(mounted=True, covering=False))


class Dismounted(Paid):
    """OUT-RIDE-2: a character dismounted, and its horse stays behind."""

    says = "{unit} dismounts"

    def done(self, state: OutState, unit: Character) -> OutState:
        """Leave the horse in the square."""
        return _unhorsed(state, unit)


def _unhorsed(state: OutState, unit: Character) -> OutState:
    """OUT-RIDE-2: the horse stays where its rider leaves it."""
    known = {horse.id for horse in state.horses}
    number = next(n for n in range(1, len(known) + 2) if f"horse-{unit.id}-{n}" not in known)
    horse = Horse(f"horse-{unit.id}-{number}", unit.place, unit.facing, unit.id)
    state = state.changed(horses=(*state.horses, horse))
    return state.with_unit(unit.changed(mounted=False, dismounted=True, covering=False))


class HorseLed(Event[OutState]):
    """OUT-RIDE-2: a character led the horse that it got off along."""

    says = "{unit} leads the horse to {cell}"
    unit: UnitId
    horse: str
    cell: Cell
    facing: int

    def apply(self, state: OutState) -> OutState:
        """Put the horse beside its rider."""
        led = (
            replace(horse, cell=self.cell, facing=self.facing) if horse.id == self.horse else horse
            for horse in state.horses
        )
        return state.changed(horses=tuple(led))


class Left(Paid):
    """A character left the board on purpose, with what it carries."""

    says, formerly = "{unit} leaves the board", {"LeftBoard": "Left"}

    def done(self, state: OutState, unit: Character) -> OutState:
        """Take it off the board; its counter does not come out of the cup again."""
        state = _out_of_the_cup(state.with_unit(unit.changed(cell=None, covering=False)), self.unit)
        return state.changed(left=(*state.left, self.unit))


def _out_of_the_cup(state: OutState, id_: str) -> OutState:
    """OUT-CUP: only who is conscious, and on the board, has a counter in the cup."""
    cup = state.deck(CUP)
    return state.with_deck(cup.without(id_)) if id_ in cup.left else state


# -- hands and pockets ----------------------------------------------------------------------------------------


class ItemDrawn(Paid):
    """A character took an item into a hand."""

    item: str
    hand: Hand

    def done(self, state: OutState, unit: Character) -> OutState:
        """Move it from the pockets to the hand."""
        item = next(each for each in unit.carried if each.id == self.item)
        carried = tuple(each for each in unit.carried if each.id != self.item)
        return state.with_unit(unit.changed(carried=carried, **{self.hand: item}))

    def told(self, position: Any) -> str:
        """Name it."""
        return f"{self.unit} draws {thing(position, self.unit, self.item)} with the {self.hand} hand"


class ItemStowed(Paid):
    """A character put away what a hand held."""

    says = "{unit} puts away what the {hand} hand held"
    hand: Hand

    def done(self, state: OutState, unit: Character) -> OutState:
        """Move it from the hand to the pockets."""
        held: Item = getattr(unit, self.hand)
        return state.with_unit(unit.changed(carried=(*unit.carried, held), **{self.hand: None}))


class ItemDropped(Paid):
    """A character let go of what a hand held; it lies in the square."""

    says = "{unit} drops what the {hand} hand held"
    hand: Hand

    def done(self, state: OutState, unit: Character) -> OutState:
        """Lay it on the ground."""
        held: Item = getattr(unit, self.hand)
        return state.changed(lying=(*state.lying, (unit.place, held))).with_unit(unit.changed(**{self.hand: None}))


class ItemPickedUp(Paid):
    """A character picked up what lies in its square, or an object that is printed there, which is there once."""

    item: Item
    hand: Hand | None
    """None for what is carried and not held: the loot."""
    printed: bool = False

    def done(self, state: OutState, unit: Character) -> OutState:
        """Give it to the character."""
        if self.hand is None:
            state = state.with_unit(unit.changed(carried=(*unit.carried, self.item)))
        else:
            state = state.with_unit(unit.changed(**{self.hand: self.item}))
        if self.printed:
            return state.changed(spent_objects=(*state.spent_objects, unit.place))
        return state.changed(lying=tuple(each for each in state.lying if each[1].id != self.item.id))

    def told(self, position: Any) -> str:
        """Name it."""
        return f"{self.unit} picks up {named(position, self.item)}"


class ObjectBroke(UnitChanged[OutState]):
    """What a character struck with broke in its hand."""

    says = "what {unit} struck with breaks in the {hand} hand"
    hand: Hand

    def apply(self, state: OutState) -> OutState:
        """Throw it away."""
        return state.with_unit(state.unit(self.unit).changed(**{self.hand: None}))


class Reloaded(Paid):
    """A character put rounds into a weapon."""

    item: Item
    """The weapon as it is now."""

    def done(self, state: OutState, unit: Character) -> OutState:
        """Replace the weapon by what it has become."""
        return state.with_unit(_with_item(unit, self.item))

    def told(self, position: Any) -> str:
        """Say how many rounds are in it."""
        capacity = position.battle.data.weapons[self.item.kind].capacity
        return f"{self.unit} reloads {named(position, self.item)}: {self.item.loaded} of {capacity}"


def _with_item(unit: Character, item: Item) -> Character:
    """Return a character with one of its items as it now is."""
    for hand in HANDS:
        held: Item | None = getattr(unit, hand)
        if held is not None and held.id == item.id:
            return unit.changed(**{hand: item})
    return unit.changed(carried=tuple(item if each.id == item.id else each for each in unit.carried))


# -- fighting -------------------------------------------------------------------------------------------------


class Shot(Paid):
    """A character fired; what becomes of its target is another event."""

    target: UnitId
    item: str
    hit: bool
    aim: Aim = "standard"
    rounds: int = 1
    snap: bool = False

    def done(self, state: OutState, unit: Character) -> OutState:
        """Use up the rounds; groups hear it."""
        item = next(each for each in unit.held if each.id == self.item)
        fired = _with_item(unit, replace(item, loaded=max(0, item.loaded - self.rounds)))
        return state.with_unit(fired).changed(gunfire=unit.place, fired=state.fired or state.actor == self.unit)

    def told(self, position: Any) -> str:
        """Say at whom, with what, how, and whether it hit."""
        how = ("snapshot" if self.snap else SHOTS[self.aim]) + (", both barrels" if self.rounds > 1 else "")
        weapon = thing(position, self.unit, self.item)
        return f"{self.unit} shoots at {self.target} with {weapon} ({how}): {'hit' if self.hit else 'missed'}"


class Thrown(Paid):
    """A character threw a lance, a knife or a tomahawk; it lies where its target stood."""

    target: UnitId
    item: str
    hit: bool

    def done(self, state: OutState, unit: Character) -> OutState:
        """Take it out of the hand."""
        cell, item = state.unit(self.target).place, next(each for each in unit.held if each.id == self.item)
        empty = next(hand for hand in HANDS if getattr(unit, hand) is item)
        return state.with_unit(unit.changed(**{empty: None})).changed(lying=(*state.lying, (cell, item)))

    def told(self, position: Any) -> str:
        """Say at whom, and whether it hit."""
        weapon = thing(position, self.unit, self.item)
        return f"{self.unit} throws {weapon} at {self.target}: {'hit' if self.hit else 'missed'}"


class SnapshotTried(UnitChanged[OutState]):
    """OUT-SNAP-1: a character attempted a snapshot; the shot, if it comes to one, is another event."""

    says = "{unit} tries a snapshot at {target}{late}"
    target: UnitId
    succeeded: bool

    @property
    def late(self) -> str:
        """What is added where it came to nothing."""
        return "" if self.succeeded else ", too late"

    def apply(self, state: OutState) -> OutState:
        """Remember it: there is one attempt at each counter of an enemy."""
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(snapped=(*unit.snapped, self.target)))


class BystanderHit(UnitChanged[OutState]):
    """A shot went into a group of townsfolk; the points are another event."""

    says = "the shot of {unit} goes into {group}"
    group: UnitId

    def apply(self, state: OutState) -> OutState:
        """Change nothing."""
        return state


class Wounded(UnitChanged[OutState]):
    """A character took a wound: what the chit does to it, worked out."""

    chit: str
    owed: int = 0
    lost: int = 0
    prone: bool = False
    arm: Hand | None = None
    leg: bool = False
    unconscious: bool = False
    dead: bool = False

    def apply(self, state: OutState) -> OutState:
        """Let it suffer that: an arm lets go, a rider who falls leaves the horse, whoever is out drops the loot."""
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
            arms=unit.arms if self.arm is None or self.arm in unit.arms else (*unit.arms, self.arm),
            conscious=unit.conscious and not out,
            dead=unit.dead or self.dead,
            covering=unit.covering and not out,
        )
        return _fallen(state, hurt) if out else state.with_unit(hurt)

    def told(self, position: Any) -> str:
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


def _fallen(state: OutState, unit: Character) -> OutState:
    """Let somebody who is out drop the loot and lose the rest of the counter."""
    loot = tuple((unit.place, item) for item in unit.items if item.kind == LOOT)
    kept = {hand: None for hand in HANDS if (held := getattr(unit, hand)) is not None and held.kind == LOOT}
    carried = tuple(item for item in unit.carried if item.kind != LOOT)
    state = state.with_unit(unit.changed(carried=carried, **kept)).changed(lying=(*state.lying, *loot))
    state = _out_of_the_cup(state, unit.id)
    return state.changed(actions=0) if state.actor == unit.id else state


BlowKind = Literal["body blow", "strike", "stab"]
BLOWS: dict[BlowKind, str] = {"body blow": "hits out at", "strike": "strikes at", "stab": "stabs at"}


class BlowStruck(Paid):
    """A blow in a brawl; what becomes of whom it was meant for is another event."""

    target: UnitId
    kind: BlowKind
    won_by: int
    """How much the attacker had more; nothing or less is a blow that did not land."""

    def told(self, position: Any) -> str:
        """Say whether it landed."""
        won = f"wins by {self.won_by}" if self.won_by > 0 else "it does not land"
        return f"{self.unit} {BLOWS[self.kind]} {self.target}: {won}"


EVENTS: tuple[type[Event[Any]], ...] = (
    CounterDrawn, CounterSpent, GaveUp, PointsWon, Moved, TurnedAround, DoorWorked, CoverTaken, WentProne, GotUp,
    Mounted, Dismounted, HorseLed, Left, ItemDrawn, ItemStowed, ItemDropped, ItemPickedUp, ObjectBroke, Reloaded,
    Shot, Thrown, SnapshotTried, BystanderHit, Wounded, BlowStruck,
)  # fmt: skip
