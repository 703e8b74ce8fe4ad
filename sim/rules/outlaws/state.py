"""What OUTLAWS! keeps track of: characters with hands and pockets, horses, the counter that is out of the cup.

Besides, what stays as it is for the length of a shootout: its figures, what it is about, and how its clauses are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from sim.engine.battle import Position
from sim.engine.domains import UnitId
from sim.engine.game import Game
from sim.engine.orders import Refusal
from sim.engine.state import State
from sim.engine.units import Unit
from sim.engine.words import Name, counted, is_plural
from sim.files.strict import Strict
from sim.grid import Cell
from sim.memo import memo
from sim.play.happening import Points, PointsBySide
from sim.play.limits import Small
from sim.play.tally import Exit, PointsVictory, Stakes
from sim.rules.outlaws.figures import HANDS, LOOT, CharacterProfile, Figures, Hand, WeaponKind

CUP = "cup"
"""OUT-CUP: the deck of action counters; a card is the id of a character."""
WOUNDS = "wounds"
"""The pool of wound chits; each goes back after it was drawn."""
ACTION, SNAPSHOT, BRAWL = "action", "snapshot", "brawl"
"""The occasions: a counter came out of the cup; an enemy moved into view, or fired; a brawl is on."""


def actions_text(number: int) -> str:
    """Count actions.

    >>> actions_text(1), actions_text(2), actions_text(0)
    ('1 action', '2 actions', 'free')
    """
    return counted(number, "action") if number else "free"


def fewer(owed: int, lost: int) -> list[str]:
    """Say what wounds take off the actions of a character: of its next counter, and for good."""
    told = ((owed, "with the next counter"), (lost, "for good"))
    return [f"{actions_text(number)} fewer {when}" for number, when in told if number]


@dataclass(frozen=True)
class Item:
    """Something that a character holds or carries: a weapon, a chair leg, the loot."""

    id: str
    """Its own among everything of a battle: "colt-ames"."""
    kind: str
    """The weapon in numbers.toml, or "object" or "loot"."""
    loaded: int = 0
    """Rounds in the weapon, barrels of a shotgun, an arrow on the string."""
    reloads: int = 0
    """Full magazines that are left to reload with, none of them opened."""
    loose: int = 0
    """Rounds left of a magazine that has been opened: reloading takes several actions, and nothing of it is lost."""

    def can_be_loaded(self, kind: WeaponKind) -> bool:
        """OUT-WEAPON: say whether there is room in a weapon of this kind, and anything to put into it."""
        return bool(kind.reload) and self.loaded < kind.capacity and bool(self.loose or self.reloads)


class Character(Unit):
    """A character and what has befallen it."""

    profile: CharacterProfile
    right: Item | None = None
    left: Item | None = None
    carried: tuple[Item, ...] = ()
    prone: bool = False
    covering: bool = False
    """It has taken cover and neither moved nor turned since."""
    conscious: bool = True
    dead: bool = False
    mounted: bool = False
    dismounted: bool = False
    """OUT-RIDE-1: it has left its horse; an auto never mounts again."""
    running: bool = False
    """It has run with its last counter, which makes it harder to hit until its next."""
    lost: int = 0
    """Actions lost for good."""
    owed: int = 0
    """Actions that its next counter has less."""
    leg: bool = False
    arms: tuple[Hand, ...] = ()
    """The arms that are wounded."""
    snapped: tuple[UnitId, ...] = ()
    """At whom it has attempted a snapshot since that character's counter came out of the cup."""
    done: bool = False
    """OUT-AMMO-2: it lies down for good and does nothing but defend itself."""

    @property
    def name(self) -> Name:
        """What it is called: a man may be James, and only groups are several."""
        return Name(self.id, self.profile.group and is_plural(self.id))

    @property
    def held(self) -> tuple[Item, ...]:
        """What it has in its hands."""
        return tuple(item for item in (self.right, self.left) if item is not None)

    @property
    def full_hands(self) -> tuple[Hand, ...]:
        """The hands that hold something."""
        return tuple(hand for hand in HANDS if getattr(self, hand) is not None)

    def holding(self, id_: str) -> Item | None:
        """Return an item that it holds; None if it does not."""
        return next((item for item in self.held if item.id == id_), None)

    def hand_of(self, id_: str) -> Hand | None:
        """Return the hand that holds an item."""
        return next((hand for hand in HANDS if (held := getattr(self, hand)) is not None and held.id == id_), None)

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything that it has, what is in the hands first."""
        return (*self.held, *self.carried)

    @property
    def has_loot(self) -> bool:
        """Say whether it carries the loot."""
        return any(item.kind == LOOT for item in self.items)

    @property
    def allowance(self) -> int:
        """The actions of a counter, before what is owed; never below nothing."""
        return max(0, self.profile.actions - self.lost)

    @property
    def out(self) -> bool:
        """Say whether it can do nothing any more."""
        return self.dead or not self.conscious


@dataclass(frozen=True)
class Horse:
    """OUT-RIDE-2: a horse that stands where its rider left it."""

    id: str
    cell: Cell
    facing: int
    rider: str = ""
    """Who got off it, and leads it along where the shootout says so."""


class OutlawsState(PointsBySide, State[Character]):
    """A moment of a shootout."""

    actor: UnitId = ""
    """Whose counter is out of the cup; empty between counters."""
    actions: int = 0
    """What the actor has left."""
    ran: bool = False
    """The actor has run: it cannot shoot any more this turn."""
    fired: bool = False
    """The actor has fired: it cannot run any more this turn."""
    horses: tuple[Horse, ...] = ()
    spent_objects: tuple[Cell, ...] = ()
    """Squares whose objects have been picked up."""
    lying: tuple[tuple[Cell, Item], ...] = ()
    """What lies on the ground: dropped, thrown, or fallen from a hand."""
    gunfire: Cell | None = None
    """Where the last shot was fired: groups go away from it."""
    points: Points = ()
    """Victory points by side, for what cannot be read off the board."""
    left: tuple[str, ...] = ()
    """Characters that have left the board on purpose, with what they carried."""


# -- what stays as it is -----------------------------------------------------------------------------------------


class Settings(Strict):
    """Figures that a shootout may set otherwise, and clauses that can be read in two ways, as the rulebook tells."""

    townsman_points: Small | None = None
    """What a side loses for each of the townsfolk that it hits."""
    snapshot_needs: Annotated[int, Field(ge=1, le=9)] | None = None
    """What a die and the skill must reach for a snapshot."""
    mixed_cover: Literal["medium", "light"] = "medium"
    could_wound: Literal["by a roll", "by distance"] = "by a roll"
    prone_away: Literal["crawls", "stands up"] = "crawls"
    prone_archer: Literal["gets up", "gets up to shoot"] = "gets up"
    prone_run: Literal["gets up", "moves"] = "gets up"
    no_way: Literal["waits", "goes nearer"] = "waits"
    in_place: Literal["stays", "goes on"] = "stays"


class Victory(PointsVictory, kw_only=True):
    """How it is decided who has won."""

    kill_points: Small = 1
    """For each enemy that is out of action."""
    last_standing: bool = True
    """The shootout is over as soon as one side at most has anybody left who is conscious."""


class LootExit(Exit):
    """An edge of the board over which a side is rewarded for leaving."""

    loot_points: Small = 0
    """More for whoever carries the loot."""


class Shootout(Stakes, Victory, kw_only=True):
    """What a scenario says in the words of the game."""

    exits: tuple[LootExit, ...] = ()
    right_handed: Mapping[str, bool]
    targets_allowed: tuple[str, ...] = ()
    """OUT-T-groups: groups that are targets after all."""
    objects: tuple[Cell, ...] = ()
    """OUT-BRAWL-2: squares with something in them to pick up and strike with, in map order."""
    lead_horses: bool = False
    """OUT-RIDE-2: whoever gets off a horse leads it along at a walk."""


class OutlawsData(Figures, kw_only=True):
    """What a battle of OUTLAWS! keeps for its length: the figures, and what the scenario adds to them."""

    shootout: Shootout
    autos: tuple[str, ...]
    """The sides whose characters are run by the solitaire rules."""
    readings: Settings = field(default_factory=Settings)


# -- who is there -------------------------------------------------------------------------------------------------

OutlawsPosition = Position[OutlawsState, OutlawsData]
OutlawsGame = Game[OutlawsState, OutlawsData]


def others(position: OutlawsPosition, side: str, *, groups: bool = False) -> Iterator[Character]:
    """Yield the conscious enemies of a side that are on the board, in roster order; or their groups (OUT-T-groups)."""
    for unit in position.state.units:
        if unit.side != side and unit.cell is not None and not unit.out and unit.profile.group is groups:
            yield unit


def is_spared(position: OutlawsPosition, unit: Character) -> bool:
    """OUT-T-groups: say whether somebody is a group, and the shootout makes no target of it."""
    return unit.profile.group and unit.id not in position.battle.data.shootout.targets_allowed


@memo
def enemies(position: OutlawsPosition, side: str) -> tuple[Character, ...]:
    """OUT-T-groups: the conscious enemies on the board; of groups only those that the shootout makes targets."""
    groups = others(position, side, groups=True) if position.battle.data.shootout.targets_allowed else ()
    return (*others(position, side), *(group for group in groups if not is_spared(position, group)))


# -- hands and pockets (OUT-HANDS) --------------------------------------------------------------------------------


def kind_of(position: OutlawsPosition, item: Item) -> WeaponKind:
    """Return what numbers.toml says of an item."""
    return position.battle.data.weapons[item.kind]


def favoured(position: OutlawsPosition, unit: Character) -> tuple[Hand, Hand]:
    """Return a character's hands, the better one first."""
    return HANDS if position.battle.data.shootout.right_handed.get(unit.id, True) else ("left", "right")


def hand_refusal(position: OutlawsPosition, unit: Character, item: Item, hand: Hand) -> Refusal | None:
    """OUT-HANDS: say why a hand cannot take an item: a long gun or a bow takes both, whichever it is counted to."""
    held: Item | None = getattr(unit, hand)
    if held is not None:
        return Refusal(f"{unit.id} has {named(position, held)} in the {hand} hand", "OUT-HANDS")
    for other in unit.held:
        if kind_of(position, other).hands > 1:
            return Refusal(f"{named(position, other)} takes both hands", "OUT-HANDS")
        if kind_of(position, item).hands > 1:
            both = f"{named(position, item)} takes both hands, and one holds {named(position, other)}"
            return Refusal(both, "OUT-HANDS")
    return None


def free_hand(position: OutlawsPosition, unit: Character, item: Item) -> Hand | None:
    """Return the hand that can take an item, the better one if both can."""
    return next((hand for hand in favoured(position, unit) if not hand_refusal(position, unit, item, hand)), None)


def named(position: OutlawsPosition, item: Item) -> str:
    """Return what an item is called, with its article."""
    name = kind_of(position, item).name
    return name if name.startswith("the ") else f"the {name}"


def thing(position: OutlawsPosition, unit: str, item: str) -> str:
    """Return what an item of somebody is called, wherever it is now."""
    known, lying = position.state.units, (each for _, each in position.state.lying)
    things = (*(known[unit].items if unit in known else ()), *lying)
    return next((named(position, each) for each in things if each.id == item), item)
