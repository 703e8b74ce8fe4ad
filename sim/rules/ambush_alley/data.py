"""Every figure of Ambush Alley, read from numbers.toml. Lengths are inches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Support:
    """A support weapon."""

    id: str
    name: str
    dice: int
    """Firepower dice that it adds; none in close assault."""
    anti_tank: int = 0
    """Dice against vehicles; without any it harms none."""
    damage: int = 0
    """What it adds to the damage die: light 0, medium 1, heavy 2."""
    mounted: bool = False
    """On a vehicle or emplaced: always within optimum range."""


@dataclass(frozen=True)
class Paces:
    """How far a movement class goes, in inches."""

    cautious: int
    rapid: int


@dataclass(frozen=True)
class Numbers:
    """The figures that belong to no weapon and no team; base_games.md 3.1 and 3.2 have them."""

    success: int
    """What a die needs: 4."""
    paces: Mapping[str, Paces]
    """By movement class."""
    mob_move: int
    support_range: int
    """Support weapons multiply the optimum range by this."""
    optimum_dice: int
    rapid_target: int
    exposed_target: int
    rapid_firer: int
    later_fire: int
    """For each fire of a unit in a turn after the first."""
    pinned_firer: int
    most_dice: int
    cover: Mapping[str, int]
    """Defence dice by class of cover: soft, hard."""
    shots_a_turn: int
    half_strength: int
    assault_morale: int
    cohesion: int
    disperse_distance: int
    brave: int
    """AAS-R-six: the Firepower that counts as more than six."""
    combat_near: int
    combat_far: int
    leader_hot_spot: int
    hot_spot_blocked: int
    hot_spot_taken: int
    hot_spot_clear: int
    hot_spot_from_entry: int
    hot_spot_apart: int
    hot_spot_count: int
    penalty: int
    """The casualty penalty on reaction tests."""
    small_arms_harm: int
    """What small arms need to harm a soft-skinned vehicle."""
    passenger_safe: int
    first_aid: Mapping[int, str]
    """By D6: dead, serious, light or fine."""
    damage: Mapping[int, str]
    """By D6 and the weapon: shaken, immobilised, weapon out or knocked out."""
    most_rolls: int
    """Of the reinforcement table at a time."""
    medic: int = 1
    """What a medic with the unit adds to the first-aid die."""
    line_of_fire: int = 2
    """A mob so near to the line of fire may be hit by stray shots."""
    most_level: int = 6
    """The insurgency level goes from 0 to this."""
    leader_die: int = 8
    """The Quality die of a leader who comes with reinforcements."""


@dataclass(frozen=True)
class Arrivals:
    """A row of the reinforcement table: which profile comes, with how many."""

    profile: str
    figures: str
    """"D6", "D6/2+1" or a number."""
    leader: bool = False
    again: int = 0
    """Roll so many times more instead."""


Effect = Literal[
    "defence dice", "firepower dice", "quality", "level", "pinned", "arrival", "sniper", "smoke", "strike", "medevac",
    "reaction", "no rapid", "cover lost", "morale", "reactivate", "mob", "recon", "extra aid", "nothing",
]  # fmt: skip


@dataclass(frozen=True)
class Card:
    """A card of either deck, as cards.toml writes it."""

    id: str
    name: str
    text: str
    effect: Effect
    amount: int = 0
    whom: Literal["", "regulars", "insurgents", "one regular", "one insurgent", "nearest", "random"] = ""
    lasts: Literal["at once", "this turn", "until it moves", "for good"] = "at once"
