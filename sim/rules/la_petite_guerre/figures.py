"""Every printed figure of La Petite Guerre: numbers, weapons, men and guns. Lengths are inches."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from sim.board.terrain_sets.kind_tables import spoken
from sim.engine.units import Profile
from sim.files import shown
from sim.files.wording import formed
from sim.play.figures import Entry, Faults, ListFile, OwnFile, Table
from sim.play.limits import Every, KindId, Listed, ListedThere, Name, Sourced, figure

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
    charge: Length
    woods: Less
    scrub: Less
    stop: Length
    """LPG-MOVE-4: normal movement stops so far from the enemy."""
    front: Figure
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
    hit: Figure
    blind_hit: Figure
    blind_harmless: Figure
    killed: Figure
    wounded: Figure
    stunned: Figure
    thrown: Figure
    """LPG-HIT: a mounted man's second die up to which the horse is killed."""
    beside: Length
    served: Count
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


class Exact(Table):
    """LPG-GATLING: what a beaten zone is made from."""

    wedge_half_angle: Decimals
    """In degrees: half of 11.25."""
    wedge_least: Decimals
    """Inches of half its width that it never falls below."""


class DiceBand(Entry):
    """LPG-GATLING: dice by the inches up to which they count."""

    up_to: Annotated[int, Field(ge=1, le=200)]
    dice: Annotated[int, Field(ge=1, le=9)]


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

    def faults(self) -> Faults:
        """Yield ranges and a bayonet that its kind does not have, and ranges that contradict each other."""
        if self.kind == "melee":
            for key in ("short", "longest", "load"):
                if getattr(self, key):
                    yield key, f"{getattr(self, key)} for what is not shot with", "nothing"
        elif not self.longest:
            yield "longest", "no range", "how far it shoots"
        elif self.longest < self.short:
            yield "longest", f"{self.longest} inches", f"no less than the short range, {self.short}"
        if self.bayonet and self.kind != "small arm":
            yield "bayonet", f"a bayonet on a weapon of the kind {shown(self.kind)}", "a small arm"


_LADDERS = (
    ("killed", "wounded"), ("wounded", "stunned"), ("control_repeat", "control_free"), ("charge_weak", "charge_stand"),
    ("shell_one", "shell_two"), ("burst_one", "burst_two"), ("scatter_short", "scatter_long"),
)  # fmt: skip
"""Bands of a die: the second begins or ends above the first."""


class Figures(Table, kw_only=True):
    """What numbers.toml says."""

    numbers: Annotated[Numbers, Field(alias="number")]
    control_grade: Every[Grade, Figure]
    charge_grade: Every[Grade, Figure]
    morale_grade: Every[Grade, Figure]
    acquire: Every[Literal["attention", "moving", "mounted", "higher", "prone", "cover", "far", "observer"], Figure]
    """LPG-ACQ: what is added to the die of a man who looks for another."""
    fire: Every[Literal["short", "marksman", "mounted", "second", "bayonet", "prone", "cover"], Figure]
    """LPG-FIRE: what is added to the die of a shot."""
    wedge: Every[Literal["prone", "cover", "mounted"], Figure]
    """LPG-GATLING: what is added to the dice in a beaten zone."""
    charge_test: Every[Literal["encouraged", "friends", "fire", "wounded", "fallen", "mounted"], Figure]
    """LPG-CHARGE: what is added to the die of who charges or is charged."""
    pursuit: Every[Literal["mounted", "metis", "pit", "a_grade"], Figure]
    """LPG-PURSUE: what is added to the die of who may pursue."""
    planner: Planner
    exact: Exact
    wedge_band: Annotated[tuple[DiceBand, ...], Field(min_length=1)]
    """The nearest first."""
    weapons: Annotated[Listed[Weapon], Field(alias="weapon")]

    def faults(self) -> Faults:
        """Yield bands that do not go up, and a wedge that is none."""
        for lower, upper in _LADDERS:
            least, found = getattr(self.numbers, lower), getattr(self.numbers, upper)
            if found <= least:
                yield ("number", upper, "value"), str(found), f"more than that for {spoken(lower)}, {least}"
        angle = self.exact.wedge_half_angle
        if not 0 < float(angle) < RIGHT_ANGLE:
            told = f"more than 0 degrees and less than {RIGHT_ANGLE}"
            yield ("exact", "wedge_half_angle", "value"), shown(angle), told
        for place, (near, far) in enumerate(pairwise(self.wedge_band)):
            if far.up_to <= near.up_to:
                told = f"more than the {near.up_to} inches of the band before it"
                yield ("wedge_band", place + 1, "up_to"), f"{far.up_to} inches", told


figures = OwnFile(Figures, __name__, "numbers.toml")


# -- men.toml ------------------------------------------------------------------------------------------------------


class ManProfile(Profile, Entry):
    """A kind of man or gun."""

    name: Name
    weapon: Annotated[KindId, ListedThere(figures, "weapons")]
    """What he has in his hands, or what a gun is, among the weapons of numbers.toml."""
    kind: Literal["man", "gun"] = "man"
    grade: Grade = "B"
    second: Annotated[KindId, ListedThere(figures, "weapons")] = ""
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

    def faults(self) -> Faults:
        """Yield arms that are not for him, what a gun cannot be, and what only a gun can have."""
        for key, id in (("weapon", self.weapon), ("second", self.second)):
            weapon = figures().weapons.get(id)
            if weapon and self.kind == "man" and weapon.kind in GUNS:
                yield key, f"{shown(id)} in the hands of one man", 'kind = "gun", and a crew'
            elif weapon and self.kind == "gun" and weapon.kind not in GUNS:
                yield key, f"{shown(id)}, which needs no crew", "a Gatling or a field gun"
        if self.second and self.second == self.weapon:
            yield "second", f"{shown(self.second)} twice", "another weapon, or none"
        if self.kind == "man" and self.crew:
            yield "crew", f"a crew of {self.crew} for a man", 'kind = "gun"'
        if self.kind == "gun" and not self.crew:
            yield "crew", "a gun without a crew", "how many men serve it"
        for key in ("second", "command", "marksman", "metis", "rides"):
            if self.kind == "gun" and getattr(self, key):
                yield key, f"{spoken(key)} for a gun", "nothing: its crew are men of their own"


men = ListFile("man", ManProfile, __name__, "men.toml")
