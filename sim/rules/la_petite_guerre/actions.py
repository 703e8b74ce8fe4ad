"""La Petite Guerre: what may be ordered, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.orders import Intent
from sim.grid import Cell

FIRST_MOVE, COMMAND, ACTION, MOVING, CHARGES = "first move", "command", "action", "moving", "charges"
"""The occasions: who has won the dice chooses who goes first; a leader's command points; a man's actions; a way for the
inches that were rolled; charges are declared."""


@dataclass(frozen=True)
class GoFirst(Intent):
    """LPG-SEQ: take every step first, or let the enemy do so."""

    side: str
    first: bool = True


# -- command points (LPG-CMD): each costs one --------------------------------------------------------------------


@dataclass(frozen=True)
class Control(Intent):
    """Control the troops near the leader: they need no test."""

    unit: str


@dataclass(frozen=True)
class Assess(Intent):
    """Assess the situation: try to acquire a target."""

    unit: str
    target: str


@dataclass(frozen=True)
class Indicate(Intent):
    """Indicate a target that the leader has acquired to the men near him."""

    unit: str
    target: str


@dataclass(frozen=True)
class HearReport(Intent):
    """Listen to a report: acquire what one of the men near the leader has acquired."""

    unit: str
    man: str
    target: str


@dataclass(frozen=True)
class Encourage(Intent):
    """Encourage the troops: for the charge tests and the morale of this turn."""

    unit: str


# -- actions (LPG-ACT-1) -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RollMove(Intent):
    """Roll the dice for a move; `dice` is 2 for a horse that is spurred on. A leader may do so with a command point."""

    unit: str
    dice: int = 1


@dataclass(frozen=True)
class Move(Intent):
    """Go the inches that were rolled, all of them: every cell after the present one, in order.

    At the end he may turn by up to 45 degrees from where he went; left out, he looks where he went.
    """

    unit: str
    way: tuple[Cell, ...]
    facing: int | None = None


@dataclass(frozen=True)
class Follow(Intent):
    """LPG-MOVE-3: fall in behind a man in single file: move when he moves, on his dice, and act as he does."""

    unit: str
    lead: str


@dataclass(frozen=True)
class Crawl(Intent):
    """Crawl up to two inches, prone, or shuffle as far, standing."""

    unit: str
    way: tuple[Cell, ...]


@dataclass(frozen=True)
class Face(Intent):
    """Turn to face another way."""

    unit: str
    facing: int


@dataclass(frozen=True)
class LieDown(Intent):
    """Fall prone."""

    unit: str


@dataclass(frozen=True)
class StandUp(Intent):
    """Stand up."""

    unit: str


@dataclass(frozen=True)
class Mount(Intent):
    """Mount the horse, or dismount."""

    unit: str


@dataclass(frozen=True)
class Fire(Intent):
    """Fire small arms at an enemy: aimed if he has been acquired and can be hit, blind if not (LPG-FIRE, LPG-BLIND)."""

    unit: str
    target: str


@dataclass(frozen=True)
class FireGun(Intent):
    """Fire a gun: the Gatling's or the canister's wedge, or a shell, laid on an enemy or a cell."""

    unit: str
    cell: Cell
    canister: bool = False
    again: bool = False
    """LPG-SHELL: throw the scatter die again if it misses, at the same target and range."""


@dataclass(frozen=True)
class Reload(Intent):
    """Reload, one action of it."""

    unit: str


@dataclass(frozen=True)
class Limber(Intent):
    """Limber a gun, or unlimber it: both actions."""

    unit: str


@dataclass(frozen=True)
class Acquire(Intent):
    """LPG-ACQ: try to acquire a target."""

    unit: str
    target: str


@dataclass(frozen=True)
class ChangeWeapon(Intent):
    """Change the weapon in hand for the other one."""

    unit: str


@dataclass(frozen=True)
class FixBayonet(Intent):
    """Fix the bayonet, or unfix it."""

    unit: str


@dataclass(frozen=True)
class Charge(Intent):
    """LPG-CHARGE: charge an enemy; `dice` is 2 for a horse that is spurred on."""

    unit: str
    target: str
    dice: int = 1


@dataclass(frozen=True)
class Leave(Intent):
    """Leave the table over the edge of the cell in which he stands."""

    unit: str


@dataclass(frozen=True)
class Wait(Intent):
    """Do nothing with what is left."""

    unit: str


INTENTS: tuple[type[Intent], ...] = (
    GoFirst, Control, Assess, Indicate, HearReport, Encourage, RollMove, Move, Follow, Crawl, Face, LieDown, StandUp,
    Mount, Fire, FireGun, Reload, Limber, Acquire, ChangeWeapon, FixBayonet, Charge, Leave, Wait,
)  # fmt: skip
