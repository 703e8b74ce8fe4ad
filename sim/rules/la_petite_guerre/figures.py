"""Every printed figure of La Petite Guerre: numbers, weapons, men and guns. Lengths are inches.

All of them are TOML beside this module, each with its source: whoever plays otherwise can correct them, and have a file
of their own read. Terrain is not here: its figures are those of the terrain set "tabletop".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from sim.board.findings import Findings
from sim.board.terrain_sets.kind_tables import spoken
from sim.engine.units import Profile
from sim.files import shown
from sim.files.wording import formed
from sim.play.figures import Entry, Every, KindId, Listed, Name, OwnFile, Sourced, Table, figure

TERRAIN_SET = "tabletop"
"""Whose ground the men move over."""
GUNS = ("gatling", "field gun")
"""The kinds of weapons that are served by a crew."""
RIGHT_ANGLE = 90

Grade = Literal["A", "B", "C"]
Figure = Annotated[int, figure(-9, 99)]
Length = Annotated[int, figure(0, 99)]
Count = Annotated[int, figure(1, 99)]
Less = Annotated[int, figure(-9, 0)]
"""What is taken off, and so written with a minus."""
Decimals = Annotated[str, Sourced(Annotated[str, formed(r"^[0-9]{1,3}(\.[0-9]{1,6})?$", 'a decimal, as in "5.625"')])]
"""Written as text, because a beaten zone is worked out exactly and a float is not exact."""
Range = Annotated[int, Field(ge=0, le=200)]
Small = Annotated[int, Field(ge=0, le=9)]


# -- numbers.toml --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Numbers(Table):
    """The figures of the seed and of base_games.md 5.2 that stand by themselves."""

    actions: Count
    wounded_actions: Length
    crawl: Count
    gallop: Count
    """LPG-MOVE-1: average dice of a horse that is spurred on."""
    full_speed: Count
    """LPG-ROUT: moves that a man who runs makes at once."""
    free_turn: Length
    """Degrees that one turns for nothing at the end of a move."""
    charge: Length
    """Inches that a charge adds to a move."""
    woods: Less
    scrub: Less
    stop: Length
    """LPG-MOVE-4: normal movement stops so far from the enemy."""
    front: Figure
    """Degrees before a man in which he can shoot, on squares."""
    command: Length
    """LPG-CMD: how far a leader controls, indicates and encourages."""
    control_free: Figure
    control_repeat: Figure
    control_cover: Figure
    acquire_open: Length
    acquire_cover: Length
    acquire_needs: Figure
    acquire_far: Length
    come_upon: Length
    """Inches at which a hidden man is noticed by an enemy who sees his place."""
    hit: Figure
    blind_hit: Figure
    blind_harmless: Figure
    killed: Figure
    wounded: Figure
    stunned: Figure
    thrown: Figure
    """LPG-HIT: a mounted man's second die up to which the horse is killed."""
    beside: Length
    """Inches within which the crew of a gun has to be."""
    served: Count
    """Able men of the crew whom a gun needs to do anything."""
    limber: Count
    """LPG-ACT-1: actions to limber or unlimber a gun."""
    wedge_far_dice: Count
    canister: Count
    arrows: Length
    """LPG-SHELL: faces of the scatter die with an arrow."""
    scatter_near: Figure
    """LPG-SHELL: a D6 of so much or more is off by the shorter length, less by the longer."""
    scatter_short: Length
    scatter_long: Figure
    scatter_first: Length
    burst_one: Length
    """LPG-SHELL: inches that a burst reaches with the lower score, and with the higher."""
    burst_two: Figure
    shell_one: Figure
    shell_two: Figure
    shell_cover: Figure
    charge_stand: Figure
    charge_weak: Figure
    charge_friends: Length
    charge_fallen: Length
    bayonet: Length
    """LPG-MELEE: what a fixed bayonet is worth hand to hand."""
    rout: Length
    pursue: Figure
    pursue_within: Length
    morale: Figure


@dataclass(frozen=True)
class Acquiring(Table):
    """LPG-ACQ: what is added to the die of a man who looks for another."""

    attention: Figure
    moving: Figure
    mounted: Figure
    higher: Figure
    prone: Figure
    cover: Figure
    far: Figure
    observer: Figure


@dataclass(frozen=True)
class Firing(Table):
    """LPG-FIRE: what is added to the die of a shot."""

    short: Figure
    marksman: Figure
    mounted: Figure
    second: Figure
    bayonet: Figure
    prone: Figure
    cover: Figure


@dataclass(frozen=True)
class Beaten(Table):
    """LPG-GATLING: what is added to the dice in a beaten zone."""

    prone: Figure
    cover: Figure
    mounted: Figure


@dataclass(frozen=True)
class ChargeTest(Table):
    """LPG-CHARGE: what is added to the die of who charges or is charged."""

    encouraged: Figure
    friends: Figure
    fire: Figure
    wounded: Figure
    fallen: Figure
    mounted: Figure


@dataclass(frozen=True)
class Pursuit(Table):
    """LPG-PURSUE: what is added to the die of who may pursue."""

    mounted: Figure
    metis: Figure
    pit: Figure
    a_grade: Figure


@dataclass(frozen=True)
class Planner(Table):
    """LPG-SOLO: what the automated side goes by, most of it in inches."""

    close: Figure
    skirmish: Figure
    delay: Figure
    far: Figure
    move: Figure
    turn: Figure
    charge: Figure
    charge_riding: Figure
    charged: Figure
    near: Figure
    danger: Figure
    stride: Figure
    gun_near: Figure
    gun_way: Figure
    enough: Figure


@dataclass(frozen=True)
class Exact(Table):
    """LPG-GATLING: what a beaten zone is made from."""

    wedge_half_angle: Decimals
    """In degrees: half of 11.25."""
    wedge_least: Decimals
    """Inches of half its width that it never falls below."""


@dataclass(frozen=True)
class Band(Entry):
    """LPG-GATLING: dice by the inches up to which they count."""

    up_to: Annotated[int, Field(ge=1, le=200)]
    dice: Annotated[int, Field(ge=1, le=9)]


@dataclass(frozen=True)
class Weapon(Entry):
    """LPG-WPN: a weapon."""

    id: str
    name: Name
    short: Range = 0
    longest: Range = 0
    load: Small = 0
    """Actions to load; 0 for a repeater, which may fire twice."""
    kind: Literal["small arm", "gatling", "field gun", "melee"] = "small arm"
    bayonet: bool = False
    """A bayonet can be fixed to it."""
    melee: Small = 0
    """How good it is hand to hand: the better one has the advantage."""


@dataclass(frozen=True, kw_only=True)
class Figures(Table):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    control_grade: Every[Grade, Figure]
    charge_grade: Every[Grade, Figure]
    morale_grade: Every[Grade, Figure]
    acquire: Acquiring
    fire: Firing
    wedge: Beaten
    charge_test: ChargeTest
    pursuit: Pursuit
    planner: Planner
    exact: Exact
    wedge_band: Annotated[tuple[Band, ...], Field(min_length=1)]
    """The nearest first."""
    weapons: Annotated[Listed[Weapon], Field(alias="weapon")]


_LADDERS = (
    ("killed", "wounded"), ("wounded", "stunned"), ("control_repeat", "control_free"), ("charge_weak", "charge_stand"),
    ("shell_one", "shell_two"), ("burst_one", "burst_two"), ("scatter_short", "scatter_long"),
)  # fmt: skip
"""Bands of a die: the second begins or ends above the first."""


def _check_figures(figures: Figures, findings: Findings) -> None:
    for lower, upper in _LADDERS:
        least, found = getattr(figures.numbers, lower), getattr(figures.numbers, upper)
        if found <= least:
            findings.add(("number", upper, "value"), str(found), f"more than that for {spoken(lower)}, {least}")
    angle = figures.exact.wedge_half_angle
    if not 0 < float(angle) < RIGHT_ANGLE:
        told = f"more than 0 degrees and less than {RIGHT_ANGLE}"
        findings.add(("exact", "wedge_half_angle", "value"), shown(angle), told)
    for place, (near, far) in enumerate(pairwise(figures.wedge_band)):
        if far.up_to <= near.up_to:
            told = f"more than the {near.up_to} inches of the band before it"
            findings.add(("wedge_band", place + 1, "up_to"), f"{far.up_to} inches", told)
    for id, weapon in figures.weapons.items():
        _check_weapon(("weapon", id), weapon, findings)


def _check_weapon(way: tuple[str, str], weapon: Weapon, findings: Findings) -> None:
    """Note what no single key of a weapon can tell."""
    if weapon.kind == "melee":
        for key in ("short", "longest", "load"):
            if getattr(weapon, key):
                findings.add((*way, key), f"{getattr(weapon, key)} for what is not shot with", "nothing")
    elif not weapon.longest:
        findings.add((*way, "longest"), "no range", "how far it shoots")
    elif weapon.longest < weapon.short:
        findings.add((*way, "longest"), f"{weapon.longest} inches", f"no less than the short range, {weapon.short}")
    if weapon.bayonet and weapon.kind != "small arm":
        findings.add((*way, "bayonet"), f"a bayonet on a weapon of the kind {shown(weapon.kind)}", "a small arm")


figures = OwnFile(Figures, __name__, "numbers.toml", _check_figures)


# -- men.toml ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ManProfile(Profile, Entry):
    """A kind of man or gun."""

    name: Name
    weapon: KindId
    """What he has in his hands, or what a gun is, among the weapons of numbers.toml."""
    kind: Literal["man", "gun"] = "man"
    grade: Grade = "B"
    second: KindId = ""
    """What he can change it for."""
    command: Annotated[int, Field(ge=0, le=6)] = 0
    """LPG-CMD: command points of a leader; 0 for everybody else."""
    marksman: bool = False
    metis: bool = False
    """LPG-PURSUE: Metis and Indians do not run after a beaten enemy."""
    rides: bool = False
    """He has a horse."""
    crew: Small = 0
    """Of a gun: how many men serve it when none is missing."""
    points: Annotated[int, Field(ge=0, le=99)] = 1


@dataclass(frozen=True)
class Men(Table):
    """What men.toml says."""

    man: Listed[ManProfile]


def _check_men(men: Men, findings: Findings) -> None:
    weapons = figures().weapons
    for id, man in men.man.items():
        _check_arms(("man", id), man, weapons, findings)
        _check_man(("man", id), man, findings)


def _check_arms(way: tuple[str, str], man: ManProfile, weapons: Mapping[str, Weapon], findings: Findings) -> None:
    for key, id in (("weapon", man.weapon), ("second", man.second)):
        if not id and key == "second":
            continue
        if id not in weapons:
            findings.not_among((*way, key), id, list(weapons))
        elif man.kind == "man" and weapons[id].kind in GUNS:
            findings.add((*way, key), f"{shown(id)} in the hands of one man", 'kind = "gun", and a crew')
        elif man.kind == "gun" and weapons[id].kind not in GUNS:
            findings.add((*way, key), f"{shown(id)}, which needs no crew", "a Gatling or a field gun")
    if man.second and man.second == man.weapon:
        findings.add((*way, "second"), f"{shown(man.second)} twice", "another weapon, or none")


def _check_man(way: tuple[str, str], man: ManProfile, findings: Findings) -> None:
    """Note what a gun cannot be, and what only a gun can have."""
    if man.kind == "man":
        if man.crew:
            findings.add((*way, "crew"), f"a crew of {man.crew} for a man", 'kind = "gun"')
        return
    if not man.crew:
        findings.add((*way, "crew"), "a gun without a crew", "how many men serve it")
    for key in ("second", "command", "marksman", "metis", "rides"):
        if getattr(man, key):
            findings.add((*way, key), f"{spoken(key)} for a gun", "nothing: its crew are men of their own")


men = OwnFile(Men, __name__, "men.toml", _check_men)


def profiles() -> Mapping[str, ManProfile]:
    """Return the men and the guns of the shipped file by their ids."""
    return men().man
