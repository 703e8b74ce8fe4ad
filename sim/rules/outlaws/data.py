"""Every figure of OUTLAWS!, read from numbers.toml, and what a shootout adds to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.grid import Cell
from sim.rules.outlaws.units import Aim, WeaponClass


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


@dataclass(frozen=True)
class Exit:
    """An edge of the board over which a side is rewarded for leaving."""

    side: str
    cells: tuple[Cell, ...]
    points: int
    loot_points: int = 0
    """More for whoever carries the loot."""


@dataclass(frozen=True)
class Shootout:
    """What a scenario says in the words of the game."""

    right_handed: Mapping[str, bool]
    exits: tuple[Exit, ...] = ()
    kill_points: int = 1
    """For each enemy out of action at the end."""
    last_standing: bool = True
    """The shootout ends as soon as one side has nobody left who is conscious."""
    needs: Mapping[str, int] = field(default_factory=dict)
    """Points at which a side wins at once, by side."""
    tie: str = ""
    """The side that wins a draw in points; empty for a draw."""
    targets_allowed: tuple[str, ...] = ()
    """OUT-T-groups: groups that are targets after all."""
    objects: tuple[Cell, ...] = ()
    """OUT-BRAWL-2: squares with something in them to pick up and strike with, in map order."""
    lead_horses: bool = False
    """OUT-RIDE-2: whoever gets off a horse leads it along at a walk."""


CouldWound = Literal["by a roll", "by distance"]
ProneAway = Literal["crawls", "stands up"]
ProneArcher = Literal["gets up", "gets up to shoot"]
ProneRun = Literal["gets up", "moves"]
NoWay = Literal["waits", "goes nearer"]
InPlace = Literal["stays", "goes on"]


@dataclass(frozen=True)
class Readings:
    """How clauses that can be read in two ways are read, each with the id of its rule; a scenario may set them."""

    could_wound: CouldWound = "by a roll"
    """OUT-READ-wound."""
    prone_away: ProneAway = "crawls"
    """OUT-READ-away."""
    prone_archer: ProneArcher = "gets up"
    """OUT-READ-archer."""
    prone_run: ProneRun = "gets up"
    """OUT-READ-run."""
    no_way: NoWay = "waits"
    """OUT-READ-no-way."""
    in_place: InPlace = "stays"
    """OUT-READ-in-place."""


@dataclass(frozen=True)
class OutData:
    """What a battle of OUTLAWS! keeps for its length."""

    weapons: Mapping[str, WeaponKind]
    chits: Mapping[str, WoundChit]
    numbers: Numbers
    shootout: Shootout
    autos: tuple[str, ...]
    """The sides whose characters are run by the solitaire rules."""
    readings: Readings = Readings()
