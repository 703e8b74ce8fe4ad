"""What can happen in a shootout, in past tense."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell, Edge
from sim.rules.outlaws.bookkeeping import fallen, out_of_the_cup, paid, unhorsed, with_item
from sim.rules.outlaws.figures import Aim
from sim.rules.outlaws.units import HANDS, GaitName, Hand, Item, OutState

# -- the sequence of play -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CounterDrawn(Event[OutState]):
    """OUT-CUP: a counter came out of the cup, and its character has so many actions."""

    unit: str
    actions: int

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


@dataclass(frozen=True)
class CounterSpent(Event[OutState]):
    """A character has done what it does with its counter."""

    unit: str

    def apply(self, state: OutState) -> OutState:
        """Leave the cup to the next."""
        return state.changed(actor="", actions=0, ran=False, fired=False)


@dataclass(frozen=True)
class GaveUp(Event[OutState]):
    """OUT-AMMO-2: a character has no rounds left and takes no further part, whatever it may come to hold later."""

    unit: str

    def apply(self, state: OutState) -> OutState:
        """Remember it for the rest of the shootout."""
        return state.with_unit(state.unit(self.unit).changed(done=True))


@dataclass(frozen=True)
class PointsWon(Event[OutState]):
    """A side won points, or lost them."""

    side: str
    points: int
    why: str = ""

    def apply(self, state: OutState) -> OutState:
        """Count them."""
        points = {**dict(state.points), self.side: state.score(self.side) + self.points}
        return state.changed(points=tuple(sorted(points.items())))


# -- moving ---------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Moved(Event[OutState]):
    """A character entered a square, or turned on the way."""

    unit: str
    cell: Cell
    facing: int
    gait: GaitName = "walk"
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Put it there; cover that was taken is given up, and whoever runs does not shoot."""
        running = self.gait == "run"
        unit = state.unit(self.unit)
        moved = unit.changed(cell=self.cell, facing=self.facing, covering=False, running=unit.running or running)
        state = paid(state.with_unit(moved), self.spent)
        return state.changed(ran=True) if running and state.actor == self.unit else state


@dataclass(frozen=True)
class TurnedAround(Event[OutState]):
    """A character turned on the spot."""

    unit: str
    facing: int
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Turn it; cover that was taken is given up."""
        turned = state.unit(self.unit).changed(facing=self.facing, covering=False)
        return paid(state.with_unit(turned), self.spent)


@dataclass(frozen=True)
class DoorWorked(Event[OutState]):
    """A door was opened or closed."""

    unit: str
    edge: Edge
    kind: str
    """The kind of edge that it has become."""
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Change the edge."""
        return paid(state.changed(changes=state.changes.with_edge(self.edge, self.kind)), self.spent)


@dataclass(frozen=True)
class CoverTaken(Event[OutState]):
    """A character took cover."""

    unit: str
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Remember it until the character moves or turns."""
        return paid(state.with_unit(state.unit(self.unit).changed(covering=True)), self.spent)


@dataclass(frozen=True)
class WentProne(Event[OutState]):
    """A character hit the dirt."""

    unit: str

    def apply(self, state: OutState) -> OutState:
        """Lay it down."""
        return state.with_unit(state.unit(self.unit).changed(prone=True))


@dataclass(frozen=True)
class GotUp(Event[OutState]):
    """A character stood up."""

    unit: str
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Let it stand."""
        return paid(state.with_unit(state.unit(self.unit).changed(prone=False)), self.spent)


@dataclass(frozen=True)
class Mounted(Event[OutState]):
    """A character mounted a horse."""

    unit: str
    horse: str
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Put the rider on the horse."""
        left = tuple(horse for horse in state.horses if horse.id != self.horse)
        unit = state.unit(self.unit).changed(mounted=True, covering=False)
        return paid(state.changed(horses=left).with_unit(unit), self.spent)


@dataclass(frozen=True)
class Dismounted(Event[OutState]):
    """OUT-RIDE-2: a character dismounted, and its horse stays behind."""

    unit: str
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Leave the horse in the square."""
        return paid(unhorsed(state, state.unit(self.unit)), self.spent)


@dataclass(frozen=True)
class HorseLed(Event[OutState]):
    """OUT-RIDE-2: a character led the horse that it got off along."""

    unit: str
    horse: str
    cell: Cell
    facing: int

    def apply(self, state: OutState) -> OutState:
        """Put the horse beside its rider."""
        led = tuple(
            replace(horse, cell=self.cell, facing=self.facing) if horse.id == self.horse else horse
            for horse in state.horses
        )
        return state.changed(horses=led)


@dataclass(frozen=True)
class LeftBoard(Event[OutState]):
    """A character left the board on purpose, with what it carries."""

    unit: str
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Take it off the board; its counter does not come out of the cup again."""
        gone = state.unit(self.unit).changed(cell=None, covering=False)
        state = out_of_the_cup(paid(state.with_unit(gone), self.spent), self.unit)
        return state.changed(left=(*state.left, self.unit))


# -- hands and pockets ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ItemDrawn(Event[OutState]):
    """A character took an item into a hand."""

    unit: str
    item: str
    hand: Hand
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Move it from the pockets to the hand."""
        unit = state.unit(self.unit)
        item = next(each for each in unit.carried if each.id == self.item)
        carried = tuple(each for each in unit.carried if each.id != self.item)
        return paid(state.with_unit(unit.changed(carried=carried, **{self.hand: item})), self.spent)


@dataclass(frozen=True)
class ItemStowed(Event[OutState]):
    """A character put away what a hand held."""

    unit: str
    hand: Hand
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Move it from the hand to the pockets."""
        unit = state.unit(self.unit)
        held: Item = getattr(unit, self.hand)
        return paid(state.with_unit(unit.changed(carried=(*unit.carried, held), **{self.hand: None})), self.spent)


@dataclass(frozen=True)
class ItemDropped(Event[OutState]):
    """A character let go of what a hand held; it lies in the square."""

    unit: str
    hand: Hand

    def apply(self, state: OutState) -> OutState:
        """Lay it on the ground."""
        unit = state.unit(self.unit)
        held: Item = getattr(unit, self.hand)
        lying = (*state.lying, (unit.place, held))
        return state.changed(lying=lying).with_unit(unit.changed(**{self.hand: None}))


@dataclass(frozen=True)
class ItemPickedUp(Event[OutState]):
    """A character picked up what lies in its square, or an object that is printed there."""

    unit: str
    item: Item
    hand: Hand | None
    """None for what is carried and not held: the loot."""
    printed: bool = False
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Give it to the character; a printed object is there once."""
        unit = state.unit(self.unit)
        if self.printed:
            state = state.changed(spent_objects=(*state.spent_objects, unit.place))
        else:
            state = state.changed(lying=tuple(each for each in state.lying if each[1].id != self.item.id))
        if self.hand is None:
            unit = unit.changed(carried=(*unit.carried, self.item))
        else:
            unit = unit.changed(**{self.hand: self.item})
        return paid(state.with_unit(unit), self.spent)


@dataclass(frozen=True)
class ObjectBroke(Event[OutState]):
    """What a character struck with broke in its hand."""

    unit: str
    hand: Hand

    def apply(self, state: OutState) -> OutState:
        """Throw it away."""
        return state.with_unit(state.unit(self.unit).changed(**{self.hand: None}))


@dataclass(frozen=True)
class Reloaded(Event[OutState]):
    """A character put rounds into a weapon."""

    unit: str
    item: Item
    """The weapon as it is now."""
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Replace the weapon by what it has become."""
        return paid(state.with_unit(with_item(state.unit(self.unit), self.item)), self.spent)


# -- shooting -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shot(Event[OutState]):
    """A character fired; what becomes of its target is another event."""

    unit: str
    target: str
    item: str
    hit: bool
    aim: Aim = "standard"
    rounds: int = 1
    snap: bool = False
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Use up the rounds; groups hear it."""
        unit = state.unit(self.unit)
        item = next(each for each in unit.held if each.id == self.item)
        fired = with_item(unit, replace(item, loaded=max(0, item.loaded - self.rounds)))
        state = state.with_unit(fired).changed(gunfire=unit.place, fired=state.fired or state.actor == self.unit)
        return paid(state, self.spent)


@dataclass(frozen=True)
class Thrown(Event[OutState]):
    """A character threw a lance, a knife or a tomahawk; it lies where its target stood."""

    unit: str
    target: str
    item: str
    hit: bool
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Take it out of the hand."""
        unit, cell = state.unit(self.unit), state.unit(self.target).place
        for hand in HANDS:
            held: Item | None = getattr(unit, hand)
            if held is not None and held.id == self.item:
                state = state.with_unit(unit.changed(**{hand: None})).changed(lying=(*state.lying, (cell, held)))
                break
        return paid(state, self.spent)


@dataclass(frozen=True)
class SnapshotTried(Event[OutState]):
    """OUT-SNAP-1: a character attempted a snapshot; the shot, if it comes to one, is another event."""

    unit: str
    target: str
    succeeded: bool

    def apply(self, state: OutState) -> OutState:
        """Remember it: there is one attempt at each counter of an enemy."""
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(snapped=(*unit.snapped, self.target)))


@dataclass(frozen=True)
class BystanderHit(Event[OutState]):
    """A shot went into a group of townsfolk."""

    unit: str
    group: str

    def apply(self, state: OutState) -> OutState:
        """Change nothing: the points are another event."""
        return state


# -- wounds and blows -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wounded(Event[OutState]):
    """A character took a wound: what the chit does to it, worked out."""

    unit: str
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
            state = unhorsed(state, unit)
            unit = state.unit(self.unit)
        state = state.with_unit(
            unit.changed(
                owed=unit.owed + self.owed,
                lost=unit.lost + self.lost,
                prone=unit.prone or self.prone,
                leg=unit.leg or self.leg,
                arms=unit.arms if self.arm is None or self.arm in unit.arms else (*unit.arms, self.arm),
                conscious=unit.conscious and not out,
                dead=unit.dead or self.dead,
                covering=unit.covering and not out,
            )
        )
        return fallen(state, self.unit) if out else state


@dataclass(frozen=True)
class BlowStruck(Event[OutState]):
    """A blow in a brawl; what becomes of whom it was meant for is another event."""

    unit: str
    target: str
    kind: Literal["body blow", "strike", "stab"]
    won_by: int
    """How much the attacker had more; nothing or less is a blow that did not land."""
    spent: int = 0

    def apply(self, state: OutState) -> OutState:
        """Take the actions."""
        return paid(state, self.spent)


EVENTS: tuple[type[Event[OutState]], ...] = (
    CounterDrawn, CounterSpent, GaveUp, PointsWon, Moved, TurnedAround, DoorWorked, CoverTaken, WentProne, GotUp,
    Mounted, Dismounted, HorseLed, LeftBoard, ItemDrawn, ItemStowed, ItemDropped, ItemPickedUp, ObjectBroke, Reloaded,
    Shot, Thrown, SnapshotTried, BystanderHit, Wounded, BlowStruck,
)  # fmt: skip
