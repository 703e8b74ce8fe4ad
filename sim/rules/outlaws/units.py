"""What OUTLAWS! keeps track of: characters with hands and pockets, horses, and whose counter is out of the cup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.domains import UnitId
from sim.engine.state import State
from sim.engine.units import Unit
from sim.engine.words import Name, counted, is_plural
from sim.grid import Cell
from sim.play.happening import Points, PointsBySide
from sim.rules.outlaws.figures import Aim, CharacterProfile

CUP = "cup"
"""OUT-CUP: the deck of action counters; a card is the id of a character."""
WOUNDS = "wounds"
"""The pool of wound chits; each goes back after it was drawn."""

Hand = Literal["right", "left"]
HANDS: tuple[Hand, Hand] = ("right", "left")
SHOTS: dict[Aim, str] = {"poor": "Poor Shot", "standard": "Shoot", "best": "Best Shot", "steady": "Steady Aim"}
"""What the game calls the ways to fire a weapon."""
GaitName = Literal["walk", "run", "crawl", "ride"]


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

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything that it has, what is in the hands first."""
        return (*self.held, *self.carried)

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


class OutState(PointsBySide, State[Character]):
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
