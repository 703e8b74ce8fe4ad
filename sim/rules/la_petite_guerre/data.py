"""Every figure of La Petite Guerre, read from numbers.toml. Lengths are inches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sim.rules.la_petite_guerre.units import Grade


@dataclass(frozen=True)
class Weapon:
    """LPG-WPN: a weapon."""

    id: str
    name: str
    short: int
    longest: int
    load: int
    """Actions to load; 0 for a repeater, which may fire twice."""
    kind: Literal["small arm", "gatling", "field gun", "melee"] = "small arm"
    bayonet: bool = False
    """A bayonet can be fixed to it."""
    melee: int = 0
    """How good it is hand to hand: the better one has the advantage."""


@dataclass(frozen=True)
class Numbers:
    """The figures of the seed and of base_games.md 5.2 that belong to no weapon."""

    actions: int
    wounded_actions: int
    crawl: int
    full_speed: int
    """LPG-ROUT: moves that a man who runs makes at once."""
    free_turn: int
    """Degrees that one turns for nothing at the end of a move."""
    charge: int
    """Inches that a charge adds to a move."""
    woods: int
    scrub: int
    stop: int
    """LPG-MOVE-4: normal movement stops so far from the enemy."""
    front: int
    """Degrees before a man in which he can shoot, on squares."""
    command: int
    """LPG-CMD: how far a leader controls, indicates and encourages."""
    control_free: int
    control_repeat: int
    control_grade: Mapping[Grade, int]
    control_cover: int
    acquire_open: int
    acquire_cover: int
    acquire_needs: int
    acquire: Mapping[str, int]
    """attention, moving, mounted, higher, prone, cover, far, observer."""
    acquire_far: int
    come_upon: int
    """Inches at which a hidden man is noticed by an enemy who sees his place."""
    hit: int
    fire: Mapping[str, int]
    """short, marksman, mounted, second, bayonet, prone, cover."""
    blind_hit: int
    blind_harmless: int
    killed: int
    wounded: int
    stunned: int
    thrown: int
    """LPG-HIT: a mounted man's second die up to which the horse is killed."""
    beside: int
    """Inches within which the crew of a gun has to be."""
    served: int
    """Able men of the crew whom a gun needs to do anything."""
    limber: int
    """LPG-ACT-1: actions to limber or unlimber a gun."""
    wedge_half_angle: str
    """Of the beaten zone, in degrees: half of 11.25."""
    wedge_least: str
    """Inches of half its width that it never falls below."""
    wedge_dice: Mapping[int, int]
    """LPG-GATLING: dice by the inches up to which they count, the nearest first."""
    wedge_far_dice: int
    wedge: Mapping[str, int]
    """prone, cover, mounted."""
    canister: int
    arrows: int
    """LPG-SHELL: faces of the scatter die with an arrow."""
    scatter_near: int
    """LPG-SHELL: a D6 of so much or more is off by the shorter length, less by the longer."""
    scatter_short: int
    scatter_long: int
    scatter_first: int
    burst_one: int
    """LPG-SHELL: inches that a burst reaches with the lower score, and with the higher."""
    burst_two: int
    shell_one: int
    shell_two: int
    shell_cover: int
    charge_stand: int
    charge_weak: int
    charge_grade: Mapping[Grade, int]
    charge_test: Mapping[str, int]
    """encouraged, friends, fire, wounded, fallen, mounted."""
    charge_friends: int
    charge_fallen: int
    bayonet: int
    """LPG-MELEE: what a fixed bayonet is worth hand to hand."""
    rout: int
    pursue: int
    pursue_within: int
    pursuit: Mapping[str, int]
    """mounted, metis, pit, a_grade."""
    morale: int
    morale_grade: Mapping[Grade, int]
    planner: Mapping[str, int]
    """LPG-SOLO: what the automated side goes by, most of it in inches."""
