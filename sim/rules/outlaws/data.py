"""Every figure of OUTLAWS!, read from numbers.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.rules.outlaws.actions import Aim
from sim.rules.outlaws.units import WeaponClass


@dataclass(frozen=True)
class ShotKind:
    """One way to fire a weapon: what it costs in actions, and what it adds to the dice."""

    actions: int
    aim: int


@dataclass(frozen=True)
class WeaponKind:
    """A weapon as numbers.toml describes it."""

    id: str
    name: str
    cls: WeaponClass
    hands: int = 1
    base: int = 7
    """What two dice need at no distance."""
    per: int = 2
    """How many squares make it harder by one."""
    longest: int | None = None
    """Squares beyond which it cannot hit at all; None without limit."""
    capacity: int = 0
    reload: int = 0
    """Rounds that one action of reloading puts in; 0 for what is not reloaded."""
    barrels: int = 1
    shots: Mapping[Aim, ShotKind] = field(default_factory=dict)
    """The ways to fire it; empty for what is only thrown or struck with."""
    thrown: int = 0
    """Squares it can be thrown; 0 if it cannot."""
    strikes: bool = False
    """OUT-BRAWL-3: it can be struck with like an object."""
    stands: bool = False
    """OUT-SHOOT-8: it can be fired only by somebody who stands: a bow."""

    @property
    def is_long(self) -> bool:
        """Say whether it is a long gun: a rifle or a shotgun."""
        return self.cls in ("rifle", "shotgun")


@dataclass(frozen=True)
class WoundChit:
    """A wound chit, and how many of it are in the pool. The order of numbers.toml is that of severity."""

    id: str
    name: str
    count: int
    severity: int
    owed: int = 0
    lost: int = 0
    prone: bool = False
    arm: bool = False
    leg: bool = False
    unconscious: bool = False
    dead: bool = False


@dataclass(frozen=True)
class Numbers:
    """The figures that belong to no weapon and no wound; base_games.md 2.2 has them all."""

    walk: int
    back_off: int
    turnaround: int
    run_squares: int
    """Squares run for each action."""
    crawl: int
    get_up: int
    take_cover: int
    draw: int
    stow: int
    door: int
    window: int
    pick_up: int
    saddle_up: int
    ride_squares: int
    leg_walk: int
    """What a step costs with a wounded leg."""
    snapshot_needs: int
    snapshot_aim: int
    snapshot_range: Mapping[WeaponClass, int]
    """OUT-SNAP-1, before skill is added."""
    cover: int
    prone_target: int
    prone_from: int
    """Squares from which on a prone target is harder to hit."""
    running_target: int
    mounted_target: int
    mounted_shooter: int
    off_hand: int
    wounded_arm: int
    brawl_strike: int
    brawl_stab: int
    brawl_prone: int
    brawl_unarmed: int
    brawl_handgun: int
    tuwa_distance: int
    """OUT-ADV-ride-tuwa: five squares."""
    lance_distance: int
    """OUT-MOVE-ride-tuwa-1: three squares."""
    townsman_points: int
    """What a side loses for each of the townsfolk that it hits."""
    throw: int = 1
    """Actions of a throw."""
    brawl: int = 1
    """Actions of a blow, a strike or a stab."""
    brawl_room: int = 4
    """OUT-BRAWL-join: how many characters brawl in one square."""
    point_blank: int = 1
    """Squares within which two chits are drawn and the more severe is kept."""
    blow_fells: int = 3
    """A body blow that wins by so much knocks down; by less it costs an action."""
    blow_stuns: int = 5
    """A body blow that wins by so much leaves its victim unconscious."""
    strike_wounds: int = 2
    """A strike that wins by so much draws a chit; by less it is a body blow."""
    object_breaks: int = 1
    """What the die of a strike shows when the object breaks."""
