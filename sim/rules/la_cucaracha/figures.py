"""Every figure of La Cucaracha: numbers, ways to move, weapons, troops. Lengths are inches.

All of them are TOML beside this module, each with its source, because the printed ones are not public: whoever owns
the rules can compare them, correct them, and have a file of their own read. Terrain is not here: its figures are those
of the terrain set "tabletop".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import Field

from sim.board.findings import Findings
from sim.board.terrain_sets import terrain_set
from sim.engine.units import Profile
from sim.files import shown
from sim.play.figures import Entry, Every, KindId, Listed, Name, OwnFile, Table, figure

TERRAIN_SET = "tabletop"
"""Whose ground the troops move over."""

Style = Literal["shooter", "fighter", "crew", "vehicle", "aircraft"]
"""CUC-CAT: the five fighting styles."""
STYLES: tuple[Style, ...] = get_args(Style)
CREWED: tuple[Style, ...] = ("crew", "vehicle", "aircraft")
"""The styles that are nothing without their weapon."""
Quality = Literal["elite", "veteran", "average", "raw"]

Figure = Annotated[int, figure(-9, 99)]
Length = Annotated[int, Field(ge=1, le=200)]
Small = Annotated[int, Field(ge=0, le=99)]


# -- numbers.toml --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Movement(Entry):
    """How a type of troops moves."""

    id: str
    name: Name
    movement: Annotated[KindId, Field(alias="class")]
    """The movement class of the terrain set."""
    advance: Length
    rapid: Length
    """A Rapid Advance, and a charge."""
    charges: bool = True
    """Whether it can charge at all: crewed weapons, gunboats, trains and aircraft cannot."""
    large: bool = False
    """Mounted troops and vehicles are easier to hit."""


@dataclass(frozen=True)
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


@dataclass(frozen=True, kw_only=True)
class Figures(Table):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    courage: Every[Quality, Annotated[int, figure(1, 10)]]
    """What a courage test must reach."""
    movements: Annotated[Listed[Movement], Field(alias="movement")]
    weapons: Annotated[Listed[Weapon], Field(alias="weapon")]


def _check_figures(figures: Figures, findings: Findings) -> None:
    """Note what no single key of a way to move or of a weapon can tell."""
    classes = list(terrain_set(TERRAIN_SET).movement)
    for id, movement in figures.movements.items():
        if movement.movement not in classes:
            findings.not_among(("movement", id, "class"), movement.movement, classes)
        if movement.rapid < movement.advance:
            found = f"a Rapid Advance of {movement.rapid} inches"
            findings.add(("movement", id, "rapid"), found, f"no less than the Advance, {movement.advance}")
    for id, weapon in figures.weapons.items():
        if weapon.long < weapon.short:
            told = f"no less than the short range, {weapon.short}"
            findings.add(("weapon", id, "long"), f"{weapon.long} inches", told)
        if weapon.least >= weapon.long:
            told = f"less than the long range, {weapon.long}"
            findings.add(("weapon", id, "least"), f"{weapon.least} inches", told)


figures = OwnFile(Figures, __name__, "numbers.toml", _check_figures)


# -- troops.toml ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TroopProfile(Profile, Entry):
    """A kind of troops."""

    name: Name
    style: Style
    troop: KindId
    """Its entry among the movements of numbers.toml: foot, mounted, crew, tank, train, …"""
    figures: Annotated[int, Field(ge=1, le=99)]
    """Men, or what a vehicle can lose before it is a wreck."""
    quality: Quality
    weapon: KindId = ""
    """Its entry among the weapons of numbers.toml; empty for those who only fight hand to hand."""
    drilled: bool = False
    aggressive: bool = False
    skirmisher: bool = False
    marksmen: bool = False
    armoured: bool = False
    """Small arms need a second die to harm it."""
    points: Small = 1
    """What its loss is worth to the enemy."""


@dataclass(frozen=True)
class Troops(Table):
    """What troops.toml says."""

    troop: Listed[TroopProfile]


def _check_troops(troops: Troops, findings: Findings) -> None:
    movements = figures().movements
    for id, troop in troops.troop.items():
        way, movement = ("troop", id), movements.get(troop.troop)
        if movement is None:
            findings.not_among((*way, "troop"), troop.troop, list(movements))
        elif (troop.style == "aircraft") != (movement.movement == "air"):
            found = f"{shown(troop.style)} that moves like {shown(troop.troop)}"
            findings.add((*way, "style"), found, "aircraft that fly, and no others")
        _check_arms(way, troop, figures().weapons, findings)
        if troop.skirmisher and troop.style in CREWED:
            found = f"skirmishers of the style {shown(troop.style)}"
            findings.add((*way, "skirmisher"), found, "shooters or fighters")


def _check_arms(way: tuple[str, str], troop: TroopProfile, weapons: Mapping[str, Weapon], findings: Findings) -> None:
    if not troop.weapon:
        if troop.style != "fighter":
            findings.add((*way, "weapon"), "nothing", f"a weapon, which only fighters can do without: {troop.style}")
    elif troop.weapon not in weapons:
        findings.not_among((*way, "weapon"), troop.weapon, list(weapons))
    elif troop.style == "crew" and not weapons[troop.weapon].dice:
        findings.add((*way, "weapon"), f"{shown(troop.weapon)}, which needs no crew", "one that has dice of its own")
    elif troop.style in ("shooter", "fighter") and weapons[troop.weapon].dice:
        findings.add((*way, "weapon"), f"{shown(troop.weapon)} in the hands of every man", 'style = "crew"')


troops = OwnFile(Troops, __name__, "troops.toml", _check_troops)


def profiles() -> Mapping[str, TroopProfile]:
    """Return the troops of the shipped file by their ids."""
    return troops().troop
