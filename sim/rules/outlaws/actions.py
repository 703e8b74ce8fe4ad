"""OUTLAWS!: what may be ordered. Every named action of the game, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass

from sim.board.paths import Stand
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.outlaws.figures import Aim
from sim.rules.outlaws.units import Hand

ACTION, SNAPSHOT, BRAWL = "action", "snapshot", "brawl"
"""The occasions: a counter came out of the cup; an enemy moved into view or fired; a brawl is on."""


@dataclass(frozen=True)
class Walk(Intent):
    """Walk, with the turns on the spot that belong to it: every stand after the present one, in order."""

    unit: str
    way: tuple[Stand, ...]


@dataclass(frozen=True)
class Run(Intent):
    """Run with all actions: two squares for each, straight or turning by 45 degrees."""

    unit: str
    way: tuple[Stand, ...]


@dataclass(frozen=True)
class Crawl(Intent):
    """Crawl while prone."""

    unit: str
    way: tuple[Stand, ...]


@dataclass(frozen=True)
class Ride(Intent):
    """Ride two squares for each action."""

    unit: str
    way: tuple[Stand, ...]


@dataclass(frozen=True)
class Turnaround(Intent):
    """Turn on the spot to any facing."""

    unit: str
    facing: int


@dataclass(frozen=True)
class WorkDoor(Intent):
    """Open or close the door on the side towards a neighbouring square."""

    unit: str
    beyond: Cell


@dataclass(frozen=True)
class TakeCover(Intent):
    """Take cover behind a corner, a door or a window beside the square."""

    unit: str


@dataclass(frozen=True)
class HitTheDirt(Intent):
    """Go prone; it costs nothing."""

    unit: str


@dataclass(frozen=True)
class GetUp(Intent):
    """Stand up."""

    unit: str


@dataclass(frozen=True)
class SaddleUp(Intent):
    """Mount a horse in the square, or dismount."""

    unit: str


@dataclass(frozen=True)
class Draw(Intent):
    """Take a carried item into a hand."""

    unit: str
    item: str
    hand: Hand = "right"


@dataclass(frozen=True)
class Stow(Intent):
    """Put what a hand holds away."""

    unit: str
    hand: Hand


@dataclass(frozen=True)
class Drop(Intent):
    """Let go of what a hand holds; it costs nothing."""

    unit: str
    hand: Hand


@dataclass(frozen=True)
class Reload(Intent):
    """Put rounds into a weapon that is held."""

    unit: str
    item: str


@dataclass(frozen=True)
class Shoot(Intent):
    """Fire a held weapon at somebody."""

    unit: str
    target: str
    item: str
    aim: Aim = "standard"
    both: bool = False
    """Both barrels of a shotgun."""


@dataclass(frozen=True)
class Throw(Intent):
    """Throw a lance, a knife or a tomahawk."""

    unit: str
    target: str
    item: str


@dataclass(frozen=True)
class Snap(Intent):
    """Attempt a snapshot: the answer to a snapshot question; `Wait` lets it be."""

    unit: str
    target: str


@dataclass(frozen=True)
class PickUp(Intent):
    """Pick up an object that is printed in the square, or an item that lies there."""

    unit: str


@dataclass(frozen=True)
class BodyBlow(Intent):
    """Strike with the fist at somebody in the same square."""

    unit: str
    target: str


@dataclass(frozen=True)
class Strike(Intent):
    """Strike with an object, a rifle or a shotgun at somebody in the same square."""

    unit: str
    target: str
    item: str


@dataclass(frozen=True)
class Stab(Intent):
    """Stab with a knife at somebody in the same square."""

    unit: str
    target: str
    item: str


@dataclass(frozen=True)
class Leave(Intent):
    """Leave the board over the edge of the square that one stands on."""

    unit: str


@dataclass(frozen=True)
class Wait(Intent):
    """Do nothing with what is left of the counter."""

    unit: str


INTENTS: tuple[type[Intent], ...] = (
    Walk, Run, Crawl, Ride, Turnaround, WorkDoor, TakeCover, HitTheDirt, GetUp, SaddleUp, Draw, Stow, Drop, Reload,
    Shoot, Throw, Snap, PickUp, BodyBlow, Strike, Stab, Leave, Wait,
)  # fmt: skip
