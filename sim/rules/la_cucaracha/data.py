"""Every figure of La Cucaracha, read from numbers.toml. Lengths are inches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sim.rules.la_cucaracha.units import Quality


@dataclass(frozen=True)
class Movement:
    """How a type of troops moves."""

    id: str
    name: str
    movement: str
    """The movement class of the terrain set."""
    advance: int
    rapid: int
    """A Rapid Advance, and a charge."""
    charges: bool = True
    """Whether it can charge at all: crewed weapons, gunboats, trains and aircraft cannot."""
    large: bool = False
    """Mounted troops and vehicles are easier to hit."""


@dataclass(frozen=True)
class Weapon:
    """A weapon as numbers.toml describes it."""

    id: str
    name: str
    short: int
    long: int
    least: int = 0
    """Nearer than this it cannot shoot."""
    dice: int = 0
    """Dice of a crewed or mounted weapon; 0 for one die a figure."""
    reload: Literal["none", "single", "slow"] = "none"
    """"single": hasty in consecutive activations; "slow": an activation to reload after every shot."""
    gun: bool = False
    """It harms what is armoured like a gun."""
    anti_aircraft: bool = False
    """It shoots at aircraft at any range; others at short range only, and worse."""


@dataclass(frozen=True)
class Numbers:
    """The figures that belong to no weapon and no kind of troops; base_games.md 4.2 has them."""

    hit_short: int
    hit_long: int
    hasty: int
    soft_cover: int
    hard_cover: int
    large_target: int
    skirmishing_target: int
    marksmen: int
    shaken: int
    aircraft_target: int
    """For everybody but anti-aircraft weapons."""
    armour_small_arms: int
    armour_guns: int
    aircraft_pierced: int
    """What a second die needs against an aircraft that was hit."""
    casualty: int
    """A hit by shooting costs a figure on this or more."""
    courage: Mapping[Quality, int]
    leader_distance: int
    leader: int
    most_fallen: int
    """The most that losses of this turn take off a courage test."""
    shaken_by: int
    """A courage test that fails by so much or less leaves a unit shaken; by more it breaks and retires."""
    respond: int
    respond_leader: int
    respond_raw: int
    respond_shaken: int
    melee: int
    melee_charging: int
    melee_mounted: int
    """Mounted against foot in the open."""
    melee_back_foot: int
    melee_obstacle: int
    """Defending what stands on the side between, or hard cover."""
    melee_aggressive: int
    """In the first round."""
    melee_casualty: int
    melee_armour: int
    """What a second die needs in close combat against what is armoured."""
    leader_falls: int
    """On this or less for each figure lost the leader is it."""
    joker_share: int
    """The joker ends the turn when no more than one in so many of the cards are left."""
