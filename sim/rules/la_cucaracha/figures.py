"""Every figure of La Cucaracha: numbers, ways to move, weapons, troops. Lengths are inches."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal, get_args

from pydantic import Field

from sim.board.terrain_sets import terrain_set
from sim.engine.units import Profile
from sim.files import shown
from sim.play.figures import Entry, Faults, ListFile, OwnFile, Table
from sim.play.limits import Count, Every, KindId, Length, Listed, ListedThere, Name, Small, figure

TERRAIN_SET = "tabletop"
"""Whose ground the troops move over."""

Style = Literal["shooter", "fighter", "crew", "vehicle", "aircraft"]
"""CUC-CAT: the five fighting styles."""
STYLES: tuple[Style, ...] = get_args(Style)
CREWED: tuple[Style, ...] = ("crew", "vehicle", "aircraft")
"""The styles that are nothing without their weapon."""
Quality = Literal["elite", "veteran", "average", "raw"]

Figure = Annotated[int, figure(-9, 99)]


# -- numbers.toml --------------------------------------------------------------------------------------------------


class Numbers(Table):
    """The figures that belong to no weapon and no kind of troops; base_games.md 4.2 has them."""

    hit_short: Figure
    hit_long: Figure
    hasty: Figure
    soft_cover: Figure
    hard_cover: Figure
    large_target: Figure
    skirmishing_target: Figure
    marksmen: Figure
    shaken: Figure
    aircraft_target: Figure
    """For everybody but anti-aircraft weapons."""
    armour_small_arms: Figure
    armour_guns: Figure
    aircraft_pierced: Figure
    """What a second die needs against an aircraft that was hit."""
    casualty: Figure
    """A hit by shooting costs a figure on this or more."""
    leader_distance: Figure
    leader: Figure
    most_fallen: Figure
    """The most that losses of this turn take off a courage test."""
    shaken_by: Figure
    """A courage test that fails by so much or less leaves a unit shaken; by more it breaks and retires."""
    breaks: Figure
    """A unit that breaks so often is lost."""
    respond: Figure
    respond_leader: Figure
    respond_raw: Figure
    respond_shaken: Figure
    melee: Figure
    melee_charging: Figure
    melee_mounted: Figure
    """Mounted against foot in the open."""
    melee_back_foot: Figure
    melee_obstacle: Figure
    """Defending what stands on the side between, or hard cover."""
    melee_aggressive: Figure
    """In the first round."""
    melee_casualty: Figure
    melee_armour: Figure
    """What a second die needs in close combat against what is armoured."""
    leader_falls: Figure
    """On this or less for each figure lost the leader is it."""
    joker_share: Annotated[int, figure(1, 99)]
    """The joker ends the turn when no more than one in so many of the cards are left."""


class Movement(Entry):
    """How a type of troops moves."""

    id: str
    name: Name
    movement: Annotated[KindId, Field(alias="class"), ListedThere(partial(terrain_set, TERRAIN_SET), "movement")]
    """The movement class of the terrain set."""
    advance: Length
    rapid: Length
    """A Rapid Advance, and a charge."""
    charges: bool = True
    """Whether it can charge at all: crewed weapons, gunboats, trains and aircraft cannot."""
    large: bool = False
    """Mounted troops and vehicles are easier to hit."""

    def faults(self) -> Faults:
        if self.rapid < self.advance:
            found = f"a Rapid Advance of {self.rapid} inches"
            yield "rapid", found, f"no less than the Advance, {self.advance}"


class Weapon(Entry):
    """A weapon."""

    id: str
    name: Name
    short: Length
    long: Length
    least: Small = 0
    """Nearer than this it cannot shoot."""
    dice: Small = 0
    """Dice of a crewed or mounted weapon; 0 for one die a figure."""
    reload: Literal["none", "single", "slow"] = "none"
    """"single": hasty in consecutive activations; "slow": an activation to reload after every shot."""
    gun: bool = False
    """It harms what is armoured like a gun."""
    anti_aircraft: bool = False
    """It shoots at aircraft at any range; others at short range only, and worse."""

    def faults(self) -> Faults:
        if self.long < self.short:
            yield "long", f"{self.long} inches", f"no less than the short range, {self.short}"
        if self.least >= self.long:
            yield "least", f"{self.least} inches", f"less than the long range, {self.long}"


class Figures(Table, kw_only=True):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    courage: Every[Quality, Annotated[int, figure(1, 10)]]
    """What a courage test must reach."""
    movements: Annotated[Listed[Movement], Field(alias="movement")]
    weapons: Annotated[Listed[Weapon], Field(alias="weapon")]


figures = OwnFile(Figures, __name__, "figures/numbers.toml")


# -- troops.toml ---------------------------------------------------------------------------------------------------


class TroopProfile(Profile, Entry):
    """A kind of troops."""

    name: Name
    style: Style
    troop: Annotated[KindId, ListedThere(figures, "movements")]
    """Its entry among the movements of numbers.toml: foot, mounted, crew, tank, train, …"""
    figures: Count
    """Men, or what a vehicle can lose before it is a wreck."""
    quality: Quality
    weapon: Annotated[KindId, ListedThere(figures, "weapons")] = ""
    """Its entry among the weapons of numbers.toml; empty for those who only fight hand to hand."""
    drilled: bool = False
    aggressive: bool = False
    skirmisher: bool = False
    marksmen: bool = False
    armoured: bool = False
    """Small arms need a second die to harm it."""
    points: Small = 1
    """What its loss is worth to the enemy."""

    def faults(self) -> Faults:
        movement, weapon = figures().movements.get(self.troop), figures().weapons.get(self.weapon)
        if movement and (self.style == "aircraft") != (movement.movement == "air"):
            found = f"{shown(self.style)} that moves like {shown(self.troop)}"
            yield "style", found, "aircraft that fly, and no others"
        if not self.weapon and self.style != "fighter":
            yield "weapon", "nothing", f"a weapon, which only fighters can do without: {self.style}"
        if weapon and self.style == "crew" and not weapon.dice:
            yield "weapon", f"{shown(self.weapon)}, which needs no crew", "one that has dice of its own"
        if weapon and self.style in ("shooter", "fighter") and weapon.dice:
            yield "weapon", f"{shown(self.weapon)} in the hands of every man", 'style = "crew"'
        if self.skirmisher and self.style in CREWED:
            yield "skirmisher", f"skirmishers of the style {shown(self.style)}", "shooters or fighters"


troops = ListFile("troop", TroopProfile, __name__, "figures/troops.toml")
